"""A sum whose first term is another rule: the first hit of a burst, and the hits after it."""

import pytest

from fatewright.core.rule.dice import Dice, typed_faces
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import roll
from fatewright.core.rule.rule import Asks, Lens, rule, sums, throw
from witnesses import brute_force, fractions


@rule
def points(count: int, low: int) -> Asks[int]:
    """How many of so many dice show at least `low`."""
    return throw(Dice(count, 4).count(point=range(low, 5)), lambda hits: hits)


@rule(Lens("enough", lambda total, need: total >= need, lambda one, need: min(one, need)))
def burst(times: int, need: int) -> Asks[int]:
    """One good hit, then so many others."""
    return sums(times, points(2, 4), 0, part=True, first=points(3, 3)) if need else sums(times, points(2, 4), 0)


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("times", range(3))
def test_the_odds_of_such_a_sum_are_those_of_literal_dice(times):
    assert fractions(odds(burst(times, 2))) == brute_force(burst(times, 2))


@pytest.mark.parametrize("times", range(3))
def test_a_lens_sees_the_same_through_its_parts(times):
    assert odds(burst(times, 2), lens="enough") == odds(burst(times, 2)).map(lambda total: total >= 2)


def test_the_first_is_thrown_first():
    played = roll(burst(1, 1), typed_faces([4, 3, 1, 4, 1]))
    assert (played.outcome, [len(step.dice) for step in played.steps]) == (3, [3, 2])
