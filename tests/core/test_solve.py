"""Rules solved: sealed choices of two sides. A3, A4, A6: findings of Twist of Fate's ledger, the mathematics of the bid."""

from fractions import Fraction
from math import lcm
from typing import NamedTuple

import pytest

from fatewright.core.errors import BadAnswer, BadValue, TooCostly, Unanswered
from fatewright.core.rule.ask import Choose, Number, Option, Text, choose, options, sealed
from fatewright.core.rule.dice import Dice, Group, Sum
from fatewright.core.rule.odds import Memory, Odds, StepLimit
from fatewright.core.rule.reading import Given
from fatewright.core.rule.rule import again, ask, just, rule, sums, throw
from fatewright.core.rule.solve import solve
from fatewright.core.table.seal import HIDDEN

SIDES = ("Kara", "Borin")


class Bids(NamedTuple):
    """An opposed check: whether the first side won, and what both bid."""

    has_won: bool
    first: int
    second: int


@rule
def opposed(head_start, first_cap, second_cap):
    """TOF-1.05, TOF-1.08: the higher total wins; equal ones are the second side's (TOF-1.18)."""
    first, second = yield from sealed(
        "bids", "Bid!", Number("Kara", "first", "", 0, first_cap), Number("Borin", "second", "", 0, second_cap)
    )
    return Bids(head_start + first > second, first, second)


@rule
def opposed_splitting_ties(cap):
    first, second = yield from sealed(
        "bids", "Bid!", Number("Kara", "first", "", 0, cap), Number("Borin", "second", "", 0, cap)
    )
    if first != second:
        return Bids(first > second, first, second)
    return Bids((yield from throw(Dice(1, 2).sum())) == 2, first, second)


def stakes(first, second=None):
    """What an opposed check is worth where all pay and a win is worth so many points: finding A1."""
    second = second or first
    return lambda bids: bids.has_won - Fraction(bids.first) / first + Fraction(bids.second) / second


def mixed(*shares):
    """Odds of the bids 0, 1, ... in these shares."""
    scale = lcm(*(Fraction(share).denominator for share in shares))
    return Odds({bid: int(share * scale) for bid, share in enumerate(shares) if share}, int(sum(shares) * scale))


def chance_of_first(solution):
    return solution.outcomes.chance_that(lambda bids: bids.has_won)


@pytest.mark.parametrize("cap", [1, 2, 4, 8])
@pytest.mark.parametrize("over", [1, Fraction(1, 3), 4, 16])
def test_a3_between_equals_who_has_the_ties_decides(cap, over):
    """A3: for V > c, player 1 bids 0 with 1 - c/V, player 2 bids c with it, all else with 1/V; 1 wins with c(c+1)/2V²."""
    stake = cap + over
    solved = solve(opposed(0, cap, cap), SIDES, stakes(stake))
    assert solved.mixes == (mixed(stake - cap, *[1] * cap), mixed(*[1] * cap, stake - cap))
    assert chance_of_first(solved) == Fraction(cap * (cap + 1)) / (2 * stake**2)
    earned = [solved.outcomes.mean(lambda bids, at=at: stake * (bids.has_won == (at == 1)) - bids[at]) for at in (1, 2)]
    assert earned == [0, stake - cap]


def test_a3_the_examples():
    """A3 and TOF-X.44: caps 4. V=8: 5/32, mean bids 1.25 and 2.75; V=20: 2.5 %."""
    solved = solve(opposed(0, 4, 4), SIDES, stakes(8))
    assert solved.mixes == (mixed(4, 1, 1, 1, 1), mixed(1, 1, 1, 1, 4))
    assert (chance_of_first(solved), solved.is_saddle) == (Fraction(5, 32), False)
    assert [mix.mean() for mix in solved.mixes] == [Fraction(5, 4), Fraction(11, 4)]
    assert chance_of_first(solve(opposed(0, 4, 4), SIDES, stakes(20))) == Fraction(25, 1000)


def test_without_sides_they_are_those_of_the_question_in_its_order():
    solved = solve(opposed(0, 4, 4), None, stakes(8))
    assert (solved.sides, solved.mixes) == (SIDES, solve(opposed(0, 4, 4), SIDES, stakes(8)).mixes)


@pytest.mark.parametrize("stake", [2, 3, 4])
def test_a3_up_to_the_cap_both_bid_anything_below_the_stake(stake):
    """A3: for whole V <= c both are uniform on 0..V-1; V=4: 37.5 %."""
    solved = solve(opposed(0, 4, 4), SIDES, stakes(stake))
    assert solved.mixes == (mixed(*[1] * stake), mixed(*[1] * stake))
    assert stake != 4 or chance_of_first(solved) == Fraction(375, 1000)


@pytest.mark.parametrize(
    ("cap", "stake", "mix"),
    [
        (4, 9, (0, 0, 0, 0, 1)),
        (4, 40, (0, 0, 0, 0, 1)),
        (4, 4, (1, 0, 1)),
        (8, 8, (1, 0, 1, 0, 1, 0, 1)),
    ],
)
def test_a3_ties_split(cap, stake, mix):
    """A3: for V > 2c both bid the cap and it is a coin flip; V=4: 0 or 2; V=8, cap 8: 0, 2, 4, 6."""
    solved = solve(opposed_splitting_ties(cap), SIDES, stakes(stake))
    assert solved.mixes == (mixed(*mix), mixed(*mix))
    assert solved.is_saddle == (stake > 2 * cap)
    assert chance_of_first(solved) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("stake", "percents"),
    [
        (6, ["0", "11", "19.5", "25", "27.8", "72.2", "75", "80.5", "88.9", "100"]),
        (12, ["0", "2.8", "4.9", "6.3", "6.9", "93.1", "93.7", "95.1", "97.2", "100"]),
    ],
)
def test_a4_head_start(stake, percents):
    """A4: caps 4, ties to player 2, chance of player 1 for d = -4..5; the stake less 1/1000 (A2), for a single answer."""
    for head_start, percent in zip(range(-4, 6), percents, strict=True):
        solved = solve(opposed(head_start, 4, 4), SIDES, stakes(stake - Fraction(1, 1000)))
        places = len(percent.partition(".")[2])
        assert f"{float(100 * chance_of_first(solved)):.{places}f}" == percent


@pytest.mark.parametrize(
    ("call", "worth", "first", "second", "chance", "percent"),
    [
        (opposed(2, 5, 3), stakes(6), (2, 1, 3), (4, 0, 1, 1), Fraction(31, 36), "86"),
        (opposed(-3, 4, 4), stakes(6), (5, 0, 0, 0, 1), (2, 1), Fraction(1, 9), "11"),
        (opposed(0, 4, 4), stakes(12, 4), (0, 1, 1, 1, 1), (9, 1, 1, 1), Fraction(7, 8), "88"),
    ],
)
def test_a6_asymmetric_examples(call, worth, first, second, chance, percent):
    """A6: a head start of 2 with caps 5 and 3; one of -3; and stakes of 12 and 4: 86 %, 11 % and 87.5 %."""
    solved = solve(call, SIDES, worth)
    assert solved.mixes == (mixed(*first), mixed(*second))
    assert (chance_of_first(solved), f"{float(100 * chance):.0f}") == (chance, percent)


def test_a6_payoffs():
    """A6, first example: payoffs 4 and 0."""
    solved = solve(opposed(2, 5, 3), SIDES, stakes(6))
    assert solved.outcomes.mean(lambda bids: 6 * bids.has_won - bids.first) == 4
    assert solved.outcomes.mean(lambda bids: 6 * (not bids.has_won) - bids.second) == 0


def test_the_sides_may_be_named_the_other_way_round():
    worth = stakes(12, 4)
    forwards = solve(opposed(0, 4, 3), SIDES, worth)
    backwards = solve(opposed(0, 4, 3), SIDES[::-1], lambda bids: -worth(bids))
    assert backwards.value == -forwards.value
    assert backwards.mixes == forwards.mixes[::-1]
    assert backwards.outcomes == forwards.outcomes


@rule
def feint(is_hurt):
    """High or low, guessed by the other; what gets through is a die. Who is hurt cannot strike high."""
    stance = yield from choose("Kara", "stance", "How do you stand?", options("wide", "close"))
    strike, guard = yield from ask(face_down("hurt" if is_hurt else ""))
    if strike == guard:
        return 0
    return (yield from ask(wound(2 if stance == "wide" else 1))) * (2 if strike == "high" else 1)


@rule
def face_down(blocked):
    strike = Choose("Kara", "strike", "Where?", (Option("high", "high", blocked), *options("low", "middle")))
    return (yield from sealed("blow", "Strike and guard!", strike, Choose("Borin", "guard", "", options("high", "low"))))


@rule
def wound(dice):
    return sums(dice, just(Dice(1, 6).sum()), 0)


def test_dice_that_follow_are_priced_and_other_questions_answered_as_people_do():
    """A high blow that gets through is worth 14, a low one 7; the middle, which nobody guards, only half as much as high."""
    solved = solve(feint(False), SIDES, lambda points: points, people=Given(("stance", "wide")))
    assert solved.value == Fraction(7)
    assert solve(feint(False), SIDES, lambda points: points, people=Given(("stance", "close"))).value == Fraction(7, 2)
    assert solved.outcomes.mean() == solved.value


def test_a_blocked_option_is_left_out():
    solved = solve(feint(True), SIDES, lambda points: points, people=Given(("stance", "wide")))
    assert "high" not in solved.mixes[0].weights
    assert (solved.mixes[0], solved.is_saddle) == (Odds({"middle": 1}, 1), True)


def test_what_people_are_asked_besides_must_be_answered_and_answered_well():
    with pytest.raises(Unanswered, match="stance"):
        solve(feint(False), SIDES, lambda points: points)
    with pytest.raises(BadAnswer, match="stance"):
        solve(feint(False), SIDES, lambda points: points, people=lambda question: "sideways")


def test_nothing_made_up_is_remembered():
    memory = Memory()
    solve(feint(True), SIDES, lambda points: points, people=Given(("stance", "wide")), memory=memory)
    assert {key[0].rule for key in memory.known if not isinstance(key[0], tuple)} <= {wound, just}
    assert not any(isinstance(key[0], tuple) for key in memory.known)


PAIR = (Number("Kara", "first", "", 0, 1), Number("Borin", "second", "", 0, 1))


@rule
def three_bid():
    return (yield from sealed("bids", "Bid!", *PAIR, Number("Tam", "third", "", 0, 1)))


@rule
def one_bids():
    return (yield from sealed("bids", "Bid!", *PAIR[:1]))


@rule
def one_bids_twice():
    return (yield from sealed("bids", "Bid!", PAIR[0], PAIR[0]))


@rule
def nobody_bids():
    return (yield from choose("Kara", "stance", "", options("wide")))


@rule
def dice_first():
    yield from throw(Dice(1, 6).sum())
    return (yield from sealed("bids", "Bid!", *PAIR))


@rule
def hidden_caps():
    return (yield from sealed("bids", "Bid!", PAIR[0], Number("Borin", "second", "", 0, HIDDEN + 1)))


@rule
def none_open():
    shut = Choose("Kara", "first", "", (Option(1, "one", "not now"),))
    return (yield from sealed("bids", "Bid!", shut, PAIR[1]))


@rule
def bid():
    first, second = yield from sealed("bids", "Bid!", *PAIR)
    return first - second


@rule
def two_bids():
    return (yield from ask(bid())) + (yield from ask(bid()))


@rule
def bid_again():
    return (yield from again(bid(), lambda difference: difference != 0))


@rule
def hidden_end():
    return (yield from ask(bid())) > HIDDEN


@rule
def endless_end():
    return (yield from ask(bid())) + (yield from throw(Sum((Group(1, 2, explode=True),))))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (three_bid(), "three-bid: 'bids' is put to Kara and Borin and Tam; only what is put to two sides can be solved"),
        (one_bids(), "one-bids: 'bids' is put to Kara; only what is put to two sides can be solved"),
        (one_bids_twice(), "one-bids-twice: 'bids' is put to Kara and Kara; only what is put to two sides can be solved"),
        (nobody_bids(), "nobody-bids puts no sealed question: there is no game to solve"),
        (dice_first(), "dice-first throws dice before any sealed question: there is no single game to solve"),
        (hidden_caps(), "hidden-caps: what its sides may answer depends on something hidden"),
        (none_open(), "Kara has no answer to 'first' that is open"),
        (two_bids(), "'bids' is a second sealed question; only a rule that puts one can be solved"),
        (bid_again(), "'bids' is a second sealed question; only a rule that puts one can be solved"),
        (
            hidden_end(),
            "hidden-end: what follows Kara 0, Borin 0 cannot be told in full, nor what it is worth",
        ),
        (endless_end(), "endless-end: what follows Kara 0, Borin 0 cannot be told in full, nor what it is worth"),
    ],
    ids=lambda value: value.rule.name if hasattr(value, "rule") else "",
)
def test_what_is_no_game_of_two_sides_is_refused_in_words(call, sentence):
    with pytest.raises(BadValue) as refused:
        solve(call, SIDES, int, people=Given(("stance", "wide")))
    assert str(refused.value) == sentence


def test_other_sides_than_those_asked_are_refused():
    with pytest.raises(BadValue, match=r"^bid: 'bids' is put to Kara and Borin, not to Kara and Tam$"):
        solve(bid(), ("Kara", "Tam"), int)


def test_worth_must_be_exact():
    with pytest.raises(BadValue, match=r"^bid: worth must be a whole number or a fraction; 0 has 0\.0$"):
        solve(bid(), SIDES, float)


def test_a_game_too_large_for_the_budget_is_refused_before_it_is_begun():
    with pytest.raises(TooCostly):
        solve(opposed(0, 400, 400), SIDES, stakes(8))
    spent = StepLimit()
    solve(bid(), SIDES, int, budget=spent)
    assert spent.spent > 8


def test_a_text_is_an_answer_like_any_other():
    @rule
    def words():
        said, bid = yield from sealed("words", "Speak!", Text("Kara", "said", ""), Number("Borin", "bid", "", 0, 2))
        return len(said) - bid

    assert solve(words(), SIDES, int).value == 1
