"""A form of a hundred combinations: the odds of each, and the best of them."""

from fractions import Fraction

from fatewright.core.rule.ask import Choose, Number, form, options
from fatewright.core.rule.dice import d6
from fatewright.core.rule.price import Best, odds, odds_of_each
from fatewright.core.rule.reading import Given
from fatewright.core.rule.rule import Asks, Lens, rule, throw
from witnesses import brute_force


@rule(Lens("success", lambda won: won))
def attempt(pool: int) -> Asks[bool]:
    """Spend tokens, reserve dice, and choose how careful to be: 5 x 5 x 4 ways to go about it."""
    tokens, reserved, care = yield from form(
        "ana",
        "plan",
        "How do you go about it?",
        Number("ana", "tokens", "Spend how many?", 0, 4),
        Number("ana", "reserved", "Keep back how many dice?", 0, 4),
        Choose("ana", "care", "How careful?", options(3, 4, 5, 6)),
    )
    (hits,) = yield from throw(d6(pool + tokens - reserved).count(hit=range(care, 7)))
    return hits >= 7 - care


def test_a_form_of_a_hundred_combinations_has_the_odds_of_each():
    question, each = odds_of_each(attempt(4))
    assert question.name == "plan"
    assert [answer for answer, _ in each] == [(t, r, c) for t in range(5) for r in range(5) for c in (3, 4, 5, 6)]
    for (tokens, reserved, care), priced in each:
        dice, chance = 4 + tokens - reserved, Fraction(7 - care, 6)
        few = range(7 - care)
        missed = sum(_ways(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) for hits in few if hits <= dice)
        assert priced.chance(True) == 1 - missed


def _ways(dice, hits):
    ways = 1
    for place in range(hits):
        ways = ways * (dice - place) // (place + 1)
    return ways


def test_one_combination_is_what_literal_dice_come_to():
    plan = Given(("plan", (1, 2, 4)))
    assert {True: odds(attempt(4), plan).chance(True), False: odds(attempt(4), plan).chance(False)} == brute_force(
        attempt(4), plan
    )


def test_the_best_plan_is_the_best_of_the_hundred():
    _, each = odds_of_each(attempt(4), lens="success")
    best = odds(attempt(4), Best("ana"), lens="success")
    assert best.chance(True) == max(priced.chance(True) for _, priced in each)


def test_a_form_is_typed_field_by_field():
    assert odds(attempt(4), Given(("plan", "1, 2, 4"))) == odds(attempt(4), Given(("plan", (1, 2, 4))))
