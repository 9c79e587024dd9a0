from fractions import Fraction

import pytest

from fatewright.core.errors import BadNotation, FatewrightError, TooCostly, Unanswered
from fatewright.core.rule.ask import Number
from fatewright.core.rule.odds import STEPS, Memory, Odds, StepLimit

COIN = Odds({"heads": 2, "tails": 1}, 4, 1)


@pytest.mark.parametrize(("outcome", "chance"), [("heads", Fraction(1, 2)), ("tails", Fraction(1, 4)), ("edge", Fraction(0))])
def test_the_chance_of_an_outcome_is_its_weight_over_the_total(outcome, chance):
    assert COIN.chance(outcome) == chance


def test_the_chance_of_several_outcomes_is_added_up():
    assert COIN.chance_that(lambda outcome: "a" in outcome) == Fraction(3, 4)
    assert COIN.chance_that(lambda _: False) == 0


@pytest.mark.parametrize(
    ("odds", "mean"),
    [
        (Odds({1: 1, 2: 1}, 2), Fraction(3, 2)),
        (Odds({-1: 1, 3: 3}, 4), Fraction(2)),
        (Odds({1: 2, 4: 1}, 6, 3), Fraction(2)),
        (Odds({7: 5}, 5), Fraction(7)),
    ],
)
def test_the_mean_is_that_of_what_was_counted(odds, mean):
    assert odds.mean() == mean
    assert odds.mean(lambda outcome: -2 * outcome) == -2 * mean


def test_the_mean_of_fractions_is_exact():
    assert Odds({1: 1, 2: 2}, 3).mean(lambda outcome: Fraction(outcome, 7)) == Fraction(5, 21)


def test_a_view_merges_what_it_cannot_tell_apart():
    assert Odds({1: 1, 2: 2, 3: 3}, 8, 2).map(lambda outcome: outcome % 2) == Odds({1: 4, 0: 2}, 8, 2)


def test_lowest_terms_divide_all_weights():
    lowest = Odds({1: 4, 2: 6}, 12, 2).lowest_terms()
    assert (lowest.weights, lowest.total, lowest.beyond) == ({1: 2, 2: 3}, 6, 1)


@pytest.mark.parametrize(
    ("other", "is_equal"),
    [
        (Odds({"heads": 4, "tails": 2}, 8, 2), True),
        (Odds({"tails": 1, "heads": 2}, 4, 1), True),
        (Odds({"heads": 2, "tails": 2}, 4), False),
        (Odds({"heads": 2, "edge": 1}, 4, 1), False),
        (Odds({"heads": 2, "tails": 1}, 3), False),
        ("odds", False),
    ],
)
def test_odds_are_equal_when_all_chances_are(other, is_equal):
    assert (other == COIN) is is_equal
    assert (other != COIN) is not is_equal


def test_odds_are_not_hashable_and_show_what_they_hold():
    with pytest.raises(TypeError):
        hash(COIN)
    assert repr(COIN) == "Odds({'heads': 2, 'tails': 1}, 4, 1)"


def test_a_budget_is_spent_and_then_refuses_by_the_name_of_the_rule():
    heard = []
    budget = StepLimit(10, heard.append)
    budget.spend(4, "attack")
    budget.spend(6, "attack")
    with pytest.raises(TooCostly) as refused:
        budget.spend(1, "damage")
    assert heard == [4, 10]
    assert (budget.spent, refused.value.rule, refused.value.limit) == (11, "damage", 10)
    assert str(refused.value) == (
        "the exact odds of damage take more than 10 steps; ask for less (smaller pools, one of its lenses) or simulate it"
    )


def test_a_budget_needs_no_listener_and_has_a_default():
    budget = StepLimit()
    budget.spend(STEPS, "attack")
    assert (budget.limit, budget.spent) == (STEPS, STEPS)


def test_memory_forgets_the_oldest_first():
    memory = Memory(2)
    for key in "abc":
        memory.keep(key, COIN)
    assert list(memory.known) == ["b", "c"]
    memory.keep("d", COIN)
    assert list(memory.known) == ["c", "d"]


def test_remembering_again_what_is_remembered_forgets_nothing():
    memory = Memory(2)
    for key in "ab":
        memory.keep(key, COIN)
    memory.keep("b", Odds({1: 1}, 1))
    assert memory.known == {"a": COIN, "b": Odds({1: 1}, 1)}


def test_every_error_a_person_can_put_right_is_a_sentence():
    question = Number("Kara", "aim", "How many dice?", 0, 3)
    errors = [TooCostly("attack", 5), Unanswered(question), BadNotation(3, "'x'", "a number")]
    assert [isinstance(error, FatewrightError) for error in errors] == [True, True, True]
    assert [str(error) for error in errors][1:] == [
        "nobody has answered 'aim' for Kara: How many dice?",
        "column 3: found 'x', expected a number",
    ]
    assert errors[1].question is question
