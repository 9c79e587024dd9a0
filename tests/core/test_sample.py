from fractions import Fraction
from itertools import pairwise

import pytest

from fatewright.core.errors import BadAnswer, BadValue, Unanswered
from fatewright.core.rule.ask import choose, options
from fatewright.core.rule.dice import BEYOND, EXPLOSIONS_PRICED, Dice, Group, Sum, d6
from fatewright.core.rule.notation import parse
from fatewright.core.rule.odds import Memory, StepLimit
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import Given
from fatewright.core.rule.rule import Lens, ask, best, just, rule, sums, throw
from fatewright.core.rule.sample import CHUNK, EASY, Interval, Simulated, simulate
from witnesses import Habit, added, brute_force, chi_square, forget, fractions

NONE_LEFT = 1  # a budget too small for any throw


@rule
def hits(pool):
    (found,) = yield from throw(Dice(pool, 3).count(hits=(3,)))
    return found


@rule(Lens("hit", lambda outcome: outcome > 0))
def attack(pool):
    """A throw that is judged, sub-rules one by one, summed and the best of them, and a throw as it is."""
    bonus = yield from throw(Dice(1, 2).sum(), lambda face: face // 2)
    found = yield from ask(hits(pool))
    if found == 0:
        return -1
    found += yield from ask(hits(1), part=True)
    return bonus + (yield from sums(found, hits(1), 0)) + (yield from best(2, hits(1))) + (yield from throw(Dice(1, 2).sum()))


@rule
def spends():
    if (yield from choose("Kara", "spend", "Spend?", options("no", "yes"))) == "yes":
        return 0
    return (yield from throw(Dice(1, 3).sum()))


@rule
def many_throws(times):
    """So many throws in a row that their exact odds cost more than EASY steps."""
    total = 0
    for _ in range(times):
        total = total * 6 + (yield from throw(d6(1).sum()))
    return total


@rule
def hard_inside(times):
    total = yield from ask(many_throws(times))
    easy = yield from ask(hits(1))
    return (total % 6, easy)


@pytest.fixture(autouse=True)
def _nothing_remembered():
    forget()


@pytest.mark.parametrize("budget", [None, StepLimit()], ids=["default", "own"])
def test_where_exact_odds_are_to_be_had_outcomes_are_drawn_from_them(budget):
    simulated = simulate(attack(1), 8_000, 1, budget=budget)
    assert simulated.is_exact_source
    assert simulated.runs == sum(simulated.counts.values()) == 8_000
    distance, bound = chi_square(simulated.counts, brute_force(attack(1)))
    assert distance < bound


def test_where_exact_odds_cost_too_much_the_rule_is_played():
    simulated = simulate(attack(1), 8_000, 1, budget=StepLimit(NONE_LEFT))
    assert not simulated.is_exact_source
    assert simulated.runs == sum(simulated.counts.values()) == 8_000
    distance, bound = chi_square(simulated.counts, brute_force(attack(1)))
    assert distance < bound


def test_a_part_that_is_too_hard_to_price_is_played_and_the_rest_is_drawn():
    simulated = simulate(hard_inside(6), 2_000, 5, budget=StepLimit(EASY))
    assert not simulated.is_exact_source
    chances = {
        (face, easy): Fraction(1, 6) * (Fraction(1, 3) if easy else Fraction(2, 3)) for face in range(6) for easy in (0, 1)
    }
    distance, bound = chi_square(simulated.counts, chances)
    assert distance < bound


@pytest.mark.parametrize("budget", [1_000_000, NONE_LEFT])
def test_a_lens_is_simulated_through_its_view(budget):
    simulated = simulate(attack(1), 5_000, 3, lens="hit", budget=StepLimit(budget))
    distance, bound = chi_square(simulated.counts, fractions(odds(attack(1), lens="hit")))
    assert set(simulated.counts) == {True, False}
    assert distance < bound


@pytest.mark.parametrize("budget", [1_000_000, NONE_LEFT])
@pytest.mark.parametrize(("people", "outcomes"), [(Given(("spend", "yes")), {0}), (Given(("spend", "no")), {1, 2, 3})])
def test_people_answer_by_a_policy(budget, people, outcomes):
    @rule
    def either():
        found = yield from throw(Dice(1, 2).count(twos=(2,)))
        return (
            (yield from ask(spends()))
            if found == (1,)
            else (yield from choose("Kara", "spend", "Spend?", options("no", "yes")))
        )

    simulated = simulate(either(), 300, 3, people, budget=StepLimit(budget))
    assert set(simulated.counts) == {*outcomes, people.answers[0][1]}


@pytest.mark.parametrize("budget", [1_000_000, NONE_LEFT])
def test_people_who_do_not_answer_or_answer_wrongly_stop_a_simulation(budget):
    @rule
    def first_dice():
        yield from throw(d6(3).sum())
        return (yield from choose("Kara", "spend", "Spend?", options("no", "yes")))

    with pytest.raises(Unanswered, match="'spend' for Kara"):
        simulate(first_dice(), 10, 1, budget=StepLimit(budget))
    with pytest.raises(BadAnswer, match="spend: 'perhaps' is not one of no, yes"):
        simulate(first_dice(), 10, 1, lambda _: "perhaps", budget=StepLimit(budget))


@pytest.mark.parametrize("runs", [0, -5])
def test_no_runs_are_refused(runs):
    with pytest.raises(BadValue, match=rf"^{runs} runs: at least one is needed$"):
        simulate(hits(1), runs, 1)


def pieces(call, cuts, seed, **options):
    """The runs of one simulation, done piece by piece."""
    return [simulate(call, end - start, seed, first=start, **options).counts for start, end in pairwise(cuts)]


@pytest.mark.parametrize(
    "cuts",
    [(0, 1, 2, 3, 10), (0, 5, 7, 1000), (3, 4, 5, 6, 50), (CHUNK - 3, CHUNK, CHUNK + 5), (CHUNK - 2, CHUNK + 3, 3 * CHUNK + 1)],
)
def test_runs_drawn_in_pieces_are_the_runs_drawn_at_once(cuts):
    whole = simulate(hits(5), cuts[-1] - cuts[0], 7, first=cuts[0])
    assert whole.counts == added(pieces(hits(5), cuts, 7))
    assert sum(whole.counts.values()) == cuts[-1] - cuts[0]


@pytest.mark.parametrize("cuts", [(0, 1, 2, 3, 10), (0, 5, 7, 1000), (30, 40, 41)])
def test_runs_played_in_pieces_are_the_runs_played_at_once(cuts):
    whole = simulate(attack(2), cuts[-1] - cuts[0], 7, first=cuts[0], budget=StepLimit(NONE_LEFT))
    found = [
        simulate(attack(2), end - start, 7, first=start, budget=StepLimit(NONE_LEFT)).counts for start, end in pairwise(cuts)
    ]
    assert whole.counts == added(found)


@pytest.mark.parametrize("limit", range(2, 80, 11))
def test_a_simulation_comes_out_alike_whatever_was_computed_before(limit):
    """A budget that was too small for the first piece must not be enough for the second."""

    @rule
    def two_steps():
        first = yield from ask(hits(6))
        return first + (yield from ask(hits(5)))

    first = simulate(two_steps(), 200, 11, budget=StepLimit(limit))
    odds(hits(6))
    second = simulate(two_steps(), 200, 11, budget=StepLimit(limit))
    odds(two_steps())
    third = simulate(two_steps(), 200, 11, budget=StepLimit(limit))
    assert first == second == third


def costly(dice):
    """A throw that takes more than half of EASY steps, judged down to a few outcomes."""
    return throw(
        d6(dice).count(ones=(1,), twos=(2,), threes=(3,)), lambda ones, twos, threes: (ones + 2 * twos + 3 * threes) % 7
    )


@rule
def one_throw():
    return costly(40)


@rule
def two_throws():
    found = yield from costly(41)
    return found + (yield from ask(one_throw())) if found % 2 else found


@rule
def now_this_now_that():
    """Asks for the second throw alone before both, or not."""
    coin = yield from throw(Dice(1, 2).sum())
    first = (yield from ask(one_throw())) if coin == 1 else 0
    return coin, first, (yield from ask(two_throws()))


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("seed", range(3, 9))
def test_what_is_drawn_and_what_is_played_does_not_depend_on_which_came_up_first(seed):
    whole = simulate(now_this_now_that(), 12, seed, budget=StepLimit(NONE_LEFT))
    pieces = [simulate(now_this_now_that(), 1, seed, first=run, budget=StepLimit(NONE_LEFT)).counts for run in range(12)]
    assert whole.counts == added(pieces)


def test_later_chunks_are_other_runs():
    chunks = [simulate(hits(5), CHUNK, 7, first=start * CHUNK).counts for start in range(3)]
    assert [chunks.count(chunk) for chunk in chunks] == [1, 1, 1]


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("budget", [1_000_000, NONE_LEFT])
def test_a_seed_gives_the_same_runs_again_and_another_seed_others(budget):
    def counts(seed):
        forget()
        return simulate(attack(3), 500, seed, budget=StepLimit(budget)).counts

    assert counts(1) == counts(1)
    assert counts(1) != counts(2)
    assert counts(-1) == counts(2**64 - 1)


def test_drawn_runs_are_told_by_the_chunk_and_played_runs_by_the_thousand():
    heard = []
    simulate(hits(2), CHUNK + 10, 1, tell=heard.append)
    assert heard == [CHUNK, CHUNK + 10]
    heard.clear()
    simulate(attack(1), 2_500, 1, budget=StepLimit(NONE_LEFT), tell=heard.append)
    assert heard == [1000, 2000]


@pytest.mark.parametrize("text", ["30d6", "-30d6", "100d6", "40d20kh3"])
def test_outcomes_rarer_than_any_draw_do_not_disturb(text):
    simulated = simulate(parse(text), 1000, 1)
    assert simulated.is_exact_source
    chances = fractions(odds(parse(text)))
    distance, bound = chi_square(simulated.counts, chances)
    assert distance < bound


def test_a_certain_outcome_is_drawn_every_time():
    assert simulate(parse("7"), 100, 1) == Simulated({7: 100}, 100, True)


D2 = just(Sum((Group(1, 2, explode=True),)))


@rule
def one_more():
    found = yield from ask(D2)
    return found + 1


def test_what_lies_beyond_exact_odds_is_drawn_under_its_name():
    simulated = simulate(one_more(), 100_000, 1)
    chances = {2 * chain + 2: Fraction(1, 2 ** (chain + 1)) for chain in range(EXPLOSIONS_PRICED + 1)}
    chances[BEYOND] = 1 - sum(chances.values())
    distance, bound = chi_square(simulated.counts, chances)
    assert simulated.is_exact_source
    assert distance < bound


def test_what_lies_beyond_the_odds_of_a_sub_rule_is_played_on():
    """One run in two thousand explodes more than ten times; a rule that adds to it must get a number."""
    simulated = simulate(one_more(), 8_000, 1, budget=StepLimit(NONE_LEFT))
    chances = {2 * chain + 2: Fraction(1, 2 ** (chain + 1)) for chain in range(100)}
    distance, bound = chi_square(simulated.counts, chances)
    assert distance < bound


@pytest.mark.parametrize("faces", [[5, 6], {5, 6}, (5, 6), range(5, 7)], ids=str)
def test_sets_of_any_kind_can_be_played(faces):
    @rule
    def listed():
        return throw(d6(2).count(hits=faces))

    simulated = simulate(listed(), 2_000, 1, budget=StepLimit(NONE_LEFT))
    distance, bound = chi_square(simulated.counts, brute_force(listed()))
    assert distance < bound


def test_a_habit_is_followed_in_both_ways():
    exact = brute_force(spends(), Habit(1))
    assert set(simulate(spends(), 200, 1, Habit(1)).counts) == set(exact)


@pytest.mark.parametrize(
    ("count", "runs", "low", "high"),
    [(0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0), (5, 10, 0.23659, 0.76341), (20, 1000, 0.01298, 0.03069)],
)
def test_the_interval_is_wilsons(count, runs, low, high):
    interval = Simulated({"hit": count}, runs, True).interval("hit")
    assert interval == Interval(pytest.approx(low, abs=5e-6), pytest.approx(high, abs=5e-6))


def test_a_frequency_is_a_share_of_the_runs():
    simulated = Simulated({"hit": 3}, 12, True)
    assert (simulated.frequency("hit"), simulated.frequency("miss")) == (0.25, 0.0)


def test_nineteen_of_twenty_intervals_hold_the_true_probability():
    truth = float(odds(hits(3), memory=Memory()).chance(1))
    inside = 0
    for seed in range(400):
        low, high = simulate(hits(3), 400, seed).interval(1)
        inside += low <= truth <= high
    assert 365 <= inside <= 394


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("sides", [2, 6, 7, 20, 1000])
def test_played_faces_are_evenly_spread(sides):
    @rule
    def face():
        first = yield from throw(Dice(1, sides).sum())
        second = yield from throw(Dice(1, sides).sum())
        return first * 2 // (sides + 1), second * 2 // (sides + 1), min(first, 3)

    simulated = simulate(face(), 3_000, 4, budget=StepLimit(NONE_LEFT))
    chances = {}
    for first in range(1, sides + 1):
        for second in range(1, sides + 1):
            outcome = (first * 2 // (sides + 1), second * 2 // (sides + 1), min(first, 3))
            chances[outcome] = chances.get(outcome, 0) + 1
    distance, bound = chi_square(simulated.counts, {outcome: Fraction(ways, sides**2) for outcome, ways in chances.items()})
    assert distance < bound
