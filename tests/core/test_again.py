"""Throwing again until it is settled: played die by die, priced as if the unsettled had never been."""

from fractions import Fraction

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.rule.dice import d6, typed_faces
from fatewright.core.rule.odds import StepLimit
from fatewright.core.rule.price import UNKNOWN, odds
from fatewright.core.rule.reading import Done, Unfinished, resume, roll
from fatewright.core.rule.rule import Asks, again, ask, rule, throw
from fatewright.core.rule.sample import simulate
from fatewright.core.table.seal import HIDDEN


@rule
def difference() -> Asks[int]:
    mine = yield from throw(d6(1).sum())
    theirs = yield from throw(d6(1).sum())
    return mine - theirs


def is_decided(difference: int) -> bool:
    return difference != 0


def never(difference: int) -> bool:
    return difference > 100


def hangs_on_a_secret(difference: int) -> bool:
    return bool(difference == HIDDEN)


@rule
def duel() -> Asks[int]:
    return again(difference(), is_decided)


@rule
def duel_and_more() -> Asks[int]:
    decided = yield from again(difference(), is_decided)
    more = yield from throw(d6(1).sum())
    return decided + more


def test_what_is_not_settled_is_thrown_again():
    played = roll(duel(), typed_faces((3, 3, 4, 4, 6, 2)))
    assert played.outcome == 4
    assert [die.face for step in played.steps for die in step.dice] == [3, 3, 4, 4, 6, 2]
    assert {step.within for step in played.steps} == {("difference",)}


def test_recorded_throws_are_read_again_likewise():
    assert resume(duel(), [(3,), (3,)]) == Unfinished(d6(1).sum(), ("difference",))
    assert resume(duel(), [(3,), (3,), (6,), (2,)]) == Done(4)


def test_the_odds_are_those_of_the_settled_alone():
    once = odds(difference())
    found = odds(duel())
    assert (found.total, 0 in found.weights, found.beyond) == (30, False, 0)
    for outcome in range(1, 6):
        assert found.chance(outcome) == once.chance(outcome) / Fraction(30, 36)


def test_it_can_be_a_part_of_more():
    assert odds(duel_and_more()).chance(11) == Fraction(1, 30) * Fraction(1, 6)


@pytest.mark.usefixtures("untraced")
def test_simulation_throws_again_as_well():
    runs = simulate(duel_and_more(), 20_000, 7, budget=StepLimit(0))
    exact = odds(duel_and_more())
    assert not runs.is_exact_source
    assert set(runs.counts) == set(exact.weights)
    assert runs.frequency(1) == pytest.approx(float(exact.chance(1)), abs=0.02)


def test_what_can_never_be_settled_is_refused_in_words():
    @rule
    def endless() -> Asks[int]:
        return again(difference(), never)

    with pytest.raises(BadValue, match="endless: difference would be run again for ever: none of its outcomes settles it"):
        odds(endless())


def test_what_nobody_knows_is_not_thrown_again():
    @rule
    def blind() -> Asks[int]:
        outcome = yield from ask(guarded())
        return outcome

    @rule
    def guarded() -> Asks[int]:
        return again(difference(), hangs_on_a_secret)

    assert odds(blind()).chance(0) == Fraction(1, 6)

    @rule
    def hidden() -> Asks[int]:
        yield from throw(d6(1).sum())
        return HIDDEN + 1

    @rule
    def over_hidden() -> Asks[int]:
        return again(hidden(), is_decided)

    assert odds(over_hidden()).weights == {UNKNOWN: 6}
