from fractions import Fraction
from typing import NamedTuple

import icepool
import pytest

from fatewright.core.errors import BadAnswer, BadValue, TooCostly, Unanswered
from fatewright.core.rule.ask import Number, Option, choose, form, number, options, sealed
from fatewright.core.rule.dice import Dice, Group, Sum, d6
from fatewright.core.rule.notation import parse
from fatewright.core.rule.odds import Memory, Odds, StepLimit
from fatewright.core.rule.price import LONGEST, UNKNOWN, Best, odds, odds_of_each
from fatewright.core.rule.reading import Given
from fatewright.core.rule.rule import Lens, Rule, ask, behind, best, just, rule, sums, throw
from fatewright.core.table.seal import HIDDEN
from witnesses import Habit, best_mean, brute_force, fractions, label, weighs_right

HITS_AND_ONES = {"hits": (5, 6), "ones": (1,)}


class Harm(NamedTuple):
    """Wounds and bruises, added up one by one."""

    wounds: int
    bruises: int

    def __add__(self, other):
        return Harm(self.wounds + other.wounds, self.bruises + other.bruises)


@rule
def hits(pool):
    (found,) = yield from throw(d6(pool).count(hits=(5, 6)))
    return found


@rule
def harm(dice):
    return throw(d6(dice).count(wounds=(6,), bruises=(4, 5)), Harm)


@rule
def judged_sum(dice):
    return throw(Dice(dice, 4).sum(), lambda total: total % 3)


@rule
def judged_faces(dice):
    return throw(Dice(dice, 4).faces(), lambda *faces: faces[-1] - faces[0])


@rule
def branching(pool):
    """A second throw of as many dice as hit, and a third if all of them did."""
    found, ones = yield from throw(d6(pool).count(**HITS_AND_ONES))
    if not found:
        return "miss" if ones < 2 else "fumble"
    again = yield from ask(hits(found))
    if again == found:
        return "critical" if (yield from throw(Dice(1, 3).sum())) == 3 else "hit"
    return again


@rule
def without_dice(outcome):
    return outcome
    yield


@rule
def contest(mine, yours):
    return (yield from ask(hits(mine))) - (yield from ask(hits(yours)))


@rule
def repeated(times, call, zero):
    return sums(times, call, zero)


@rule
def repeated_and_more(times, call):
    total = yield from sums(times, call, 0)
    more = yield from throw(Dice(1, 3).sum())
    return total * more


@rule
def highest(times, call, key):
    return best(times, call, key)


@rule
def highest_and_more(times, call, key):
    outcome = yield from best(times, call, key)
    return outcome, (yield from throw(Dice(1, 2).sum()))


@rule
def screened(pool):
    return 2 * (yield from behind(hits(pool))) + (yield from throw(Dice(1, 2).sum()))


@rule
def screened_only(pool):
    return behind(hits(pool))


def bruises_only(outcome):
    return outcome.bruises


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize(
    "call",
    [
        *(just(d6(pool).count(**HITS_AND_ONES)) for pool in range(5)),
        *(branching(pool) for pool in range(4)),
        *(harm(dice) for dice in range(4)),
        *(judged_sum(dice) for dice in range(4)),
        *(judged_faces(dice) for dice in range(1, 4)),
        *(contest(mine, yours) for mine in range(3) for yours in range(3)),
        *(repeated(times, hits(2), 0) for times in range(3)),
        *(repeated(times, just(Sum((Group(1, 4), Group(1, 3, -1)), -2)), 7) for times in range(3)),
        *(repeated(times, harm(2), Harm(0, 0)) for times in range(3)),
        screened(2),
        screened_only(2),
        repeated(0, just(d6(5).sum()), 3),
        repeated(2, without_dice(True), 0),
        repeated(2, without_dice("ha"), "!"),
        repeated_and_more(2, hits(1)),
        repeated_and_more(2, repeated(2, just(Dice(1, 3).sum()), 0)),
        *(highest(times, hits(2), None) for times in (1, 2)),
        *(highest(times, harm(1), None) for times in (1, 2, 3)),
        *(highest(times, harm(1), bruises_only) for times in (1, 2, 3)),
        *(highest(2, just(Dice(2, 3).faces()), key) for key in (None, sum, len)),
        highest_and_more(3, harm(1), bruises_only),
        highest(2, repeated(2, just(Dice(1, 3).sum()), 0), None),
        without_dice("nothing"),
    ],
    ids=label,
)
def test_odds_are_those_of_literal_dice(call):
    found = odds(call)
    assert fractions(found) == brute_force(call)
    assert weighs_right(found)


@pytest.mark.parametrize(
    "call", [highest(2, just(d6(2).count(hits=())), None), highest(2, just(d6(2).count(a=(), b=(6,))), None)]
)
def test_the_best_of_throws_that_cannot_hit(call):
    assert fractions(odds(call)) == brute_force(call)


@pytest.mark.parametrize("call", [repeated(-1, hits(2), 5), repeated(-1, harm(1), Harm(0, 0))], ids=label)
def test_fewer_than_no_runs_add_nothing(call):
    assert fractions(odds(call)) == brute_force(call)


EXPLODING = just(Sum((Group(1, 2, explode=True),)))


@pytest.mark.parametrize(
    "call",
    [
        EXPLODING,
        repeated(3, EXPLODING, 0),
        repeated_and_more(2, EXPLODING),
        highest(2, EXPLODING, None),
        highest_and_more(2, EXPLODING, None),
    ],
    ids=label,
)
def test_what_lies_beyond_is_carried_through_sub_rules(call):
    once = Fraction(1, 2**11)
    times = 1 if call is EXPLODING else call.args[0]
    found = odds(call)
    assert weighs_right(found)
    assert Fraction(found.beyond, found.total) == 1 - (1 - once) ** times


def test_what_lies_beyond_behind_a_judge_and_behind_a_branch_is_carried_too():
    @rule
    def behind():
        is_odd = yield from throw(Sum((Group(1, 2, explode=True),)), lambda total: total > 2)
        if not is_odd:
            return 0
        return (yield from ask(EXPLODING))

    found = odds(behind())
    assert weighs_right(found)
    assert Fraction(found.beyond, found.total) == Fraction(1, 2**11) + (Fraction(1, 2) - Fraction(1, 2**11)) * Fraction(
        1, 2**11
    )


def test_the_exploding_sum_of_two_is_the_sum_of_two_exploding_dice():
    assert odds(repeated(2, EXPLODING, 0)) == odds(just(Sum((Group(2, 2, explode=True),))))


SUCCESSES_AND_ONES = icepool.d6.map(lambda face: icepool.vectorize(int(face >= 5), int(face == 1)))


def as_odds(die):
    """A die of icepool as odds of ours."""
    plain = {tuple(outcome) if isinstance(outcome, icepool.Vector) else outcome: weight for outcome, weight in die.items()}
    return Odds(plain, die.denominator())


@pytest.mark.parametrize("pool", [1, 2, 5, 10, 17, 30])
def test_joint_successes_and_ones_are_those_of_icepool(pool):
    assert odds(just(d6(pool).count(**HITS_AND_ONES))) == as_odds(pool @ SUCCESSES_AND_ONES)


@pytest.mark.parametrize(("number", "sides", "keep"), [(4, 6, 3), (10, 6, 4), (3, 8, 2), (2, 20, 1), (12, 10, 5), (7, 4, 6)])
def test_keeps_are_those_of_icepool(number, sides, keep):
    pool = icepool.d(sides).pool(number)
    assert odds(parse(f"{number}d{sides}kh{keep}")) == as_odds(pool.highest(keep).sum())
    assert odds(parse(f"{number}d{sides}kl{keep}")) == as_odds(pool.lowest(keep).sum())


@pytest.mark.parametrize(("mine", "yours"), [(1, 1), (4, 9), (10, 9), (15, 20)])
def test_contests_of_two_sides_are_those_of_icepool(mine, yours):
    success = icepool.d6.map(lambda face: int(face >= 5))
    assert odds(contest(mine, yours)) == as_odds((mine @ success) - (yours @ success))


def test_sums_of_several_groups_are_those_of_icepool():
    theirs = icepool.d(20).pool(2).lowest(1).sum() + 7 + (2 @ icepool.d6) - (icepool.d(20) + 5 - icepool.d6)
    assert odds(parse("2d20kl1+7+2d6-d20-5+d6")) == as_odds(theirs)


def test_rerolls_are_those_of_icepool():
    assert odds(parse("3d8r2")) == as_odds(3 @ icepool.d(8).reroll([1, 2], depth=1))


def test_damage_with_armour_summed_over_hits_is_that_of_icepool():
    @rule
    def damage(dice, armor):
        wounds, bruises = yield from throw(d6(dice).count(wounds=(6,), bruises=(4, 5)))
        return max(0, 2 * wounds + bruises - armor)

    face = icepool.d6.map(lambda face: {6: 2, 5: 1, 4: 1}.get(face, 0))
    once = (8 @ face).map(lambda points: max(0, points - 3))
    assert odds(repeated(5, damage(8, 3), 0)) == as_odds(5 @ once)
    assert odds(highest(5, damage(8, 3), None)) == as_odds(once.pool(5).highest(1).sum())


class Toll(NamedTuple):
    """What a volley costs: points, and how many blows found a gap."""

    points: int
    gaps: int

    def __add__(self, other):
        return Toll(self.points + other.points, self.gaps + other.gaps)


@rule
def shot(dice, extra):
    ones, sixes = yield from throw(Dice(dice, 4).count(ones=(1,), fours=(4,)))
    more = yield from ask(bonus(ones))
    return Toll(sixes + extra + more.points, more.gaps)


@rule
def bonus(dice):
    return throw(Dice(dice, 3).count(threes=(3,)), lambda threes: Toll(threes, int(threes > 0)))


def falls(outcome, hit_points):
    return outcome.points >= hit_points


def up_to_falling(outcome, hit_points):
    return Toll(min(outcome.points, hit_points), 0)


@rule(
    Lens("falls", falls, up_to_falling),
    Lens("falls, whole", falls),
    Lens("gaps", lambda outcome: outcome.gaps, lambda outcome: Toll(0, outcome.gaps)),
    Lens("gaps, whole", lambda outcome: outcome.gaps),
)
def volley(shots, hit_points, is_part):
    first = yield from ask(shot(2, 0), part=is_part)
    if shots == 0:
        return first
    return first + (yield from sums(shots, shot(1, 1), Toll(0, 0), part=is_part))


@rule(Lens("falls", lambda points, hit_points: points >= hit_points, lambda points, hit_points: min(points, hit_points)))
def numbers(times, hit_points):
    return sums(times, just(Dice(2, 4).sum()), 0, part=True)


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("shots", range(3))
@pytest.mark.parametrize("hit_points", [1, 3, 6])
@pytest.mark.parametrize("is_part", [True, False])
@pytest.mark.parametrize("lens", ["falls", "gaps"])
def test_a_part_is_enough_for_its_lens(shots, hit_points, is_part, lens):
    call = volley(shots, hit_points, is_part)
    view = call.bind(volley.lens(lens).view)
    seen = odds(call, lens=lens)
    assert seen == odds(call, lens=f"{lens}, whole") == odds(call).map(view)
    literal = {}
    for outcome, weight in brute_force(call).items():
        literal[view(outcome)] = literal.get(view(outcome), 0) + weight
    assert fractions(seen) == literal


@pytest.mark.parametrize(("times", "hit_points"), [(0, 0), (0, 3), (1, 5), (3, 9), (4, 100)])
def test_a_part_is_enough_for_summed_numbers(times, hit_points):
    call = numbers(times, hit_points)
    assert odds(call, lens="falls") == odds(call).map(lambda points: points >= hit_points)


def test_a_part_is_what_makes_a_lens_cheap():
    """Points beyond the fall need not be told apart, and gaps not at all: the sums stay short."""
    call, cheap, dear = volley(60, 5, True), StepLimit(), StepLimit()
    assert odds(call, lens="falls", budget=cheap, memory=Memory()) == odds(
        call, lens="falls, whole", budget=dear, memory=Memory()
    )
    assert cheap.spent * 100 < dear.spent


def test_a_lens_sees_the_outcome_of_a_rule_without_questions():
    @rule(Lens("double", lambda outcome, size: outcome * size))
    def fixed(size):
        return size + 1
        yield

    assert odds(fixed(3), lens="double") == Odds({12: 1}, 1)


def test_an_unknown_lens_is_refused():
    with pytest.raises(BadValue, match=r"^volley has no lens 'hits'; its lenses: falls, falls, whole, gaps, gaps, whole$"):
        odds(volley(1, 1, True), lens="hits")


@rule(Lens("high", lambda outcome: outcome > 5))
def gamble():
    """A token makes a die of a throw; the reserve may be kept for the second throw."""
    first = yield from throw(d6(1).sum())
    spent = yield from choose("Kara", "spend", "Spend a token now?", options(0, 1))
    if spent:
        first += yield from throw(d6(1).sum())
    second = yield from ask(second_throw(1 - spent))
    return first + second


@rule
def second_throw(tokens):
    dice = 1 + (yield from number("Kara", "dice", "How many dice?", 0, tokens))
    if dice == 1 and (yield from choose("Borin", "hinder", "Hinder it?", options("no", "yes"))) == "yes":
        return 0
    return (yield from throw(Dice(dice, 4).sum()))


@rule
def deal():
    mine, yours = yield from sealed("bids", "Bid!", Number("Kara", "mine", "", 0, 2), Number("Borin", "yours", "", 0, 2))
    reach, _ = yield from form("Kara", "plan", "Plan?", Number("Kara", "reach", "", 1, 2), Number("Kara", "step", "", 0, 1))
    return mine - yours + reach * (yield from throw(Dice(1, 2).sum()))


@pytest.mark.parametrize("habit", [Habit(seed) for seed in range(4)])
@pytest.mark.parametrize("call", [gamble(), deal(), second_throw(1), just(Number("Kara", "aim", "", 0, 3))], ids=label)
def test_odds_under_a_policy_are_those_of_literal_dice(call, habit):
    assert fractions(odds(call, habit)) == brute_force(call, habit)


def test_odds_under_given_answers_are_remembered_for_these_answers_only():
    spends = odds(second_throw(1), Given(("dice", 1)))
    saves = odds(second_throw(1), Given(("dice", 0), ("hinder", "yes")))
    assert (spends.total, saves) == (16, Odds({0: 1}, 1))
    assert odds(second_throw(1), Given(("dice", 1))) == spends


def test_sums_under_given_answers_are_remembered_for_these_answers_only():
    @rule
    def mark():
        return Harm((yield from number("Kara", "wounds", "", 0, 3)), 1)

    memory, call = Memory(), repeated(2, mark(), Harm(0, 0))
    assert odds(call, Given(("wounds", 1)), memory=memory) == Odds({Harm(2, 2): 1}, 1)
    assert odds(call, Given(("wounds", 3)), memory=memory) == Odds({Harm(6, 2): 1}, 1)


def test_a_question_nobody_has_answered_stops_the_odds():
    with pytest.raises(Unanswered) as stopped:
        odds(gamble())
    assert stopped.value.question.name == "spend"


def test_an_answer_that_is_not_allowed_stops_the_odds():
    with pytest.raises(BadAnswer, match="dice: 3 is not a whole number from 0 to 1"):
        odds(second_throw(1), Given(("dice", 3)))


def test_the_odds_of_each_answer_to_the_first_open_question():
    question, each = odds_of_each(second_throw(1), Given(("hinder", "no")))
    assert question.name == "dice"
    assert each == [(0, odds(just(Dice(1, 4).sum()))), (1, odds(just(Dice(2, 4).sum())))]


def test_the_odds_of_each_answer_under_a_lens():
    question, each = odds_of_each(gamble(), Given(("dice", 0), ("hinder", "yes")), lens="high")
    assert question.name == "spend"
    assert each == [(0, Odds({False: 5, True: 1}, 6)), (1, Odds({False: 10, True: 26}, 36))]


def test_each_person_in_a_sealed_question_can_be_shown_the_odds_of_each_answer():
    question, each = odds_of_each(deal(), Given(("yours", 1), ("plan", (1, 0))))
    assert question == Number("Kara", "mine", "", 0, 2)
    assert each == [(mine, Odds({mine: 1, mine + 1: 1}, 2)) for mine in range(3)]


def test_where_nobody_in_a_sealed_question_has_answered_it_is_open_as_a_whole():
    question, each = odds_of_each(deal(), Given(("plan", (1, 0))))
    assert [part.name for part in question.parts] == ["mine", "yours"]
    assert [answer for answer, _ in each] == list(question.answers())
    for (mine, yours), priced in each:
        assert priced == odds(deal(), Given(("mine", mine), ("yours", yours), ("plan", (1, 0))))


def test_where_all_is_answered_there_are_no_odds_of_each_answer():
    assert odds_of_each(deal(), Given(("mine", 1), ("yours", 1), ("plan", (1, 0)))) is None
    assert odds_of_each(hits(2)) is None


def test_a_second_open_question_is_named_by_the_odds_of_each_answer():
    with pytest.raises(Unanswered, match="'hinder' for Borin"):
        odds_of_each(second_throw(1))


@pytest.mark.parametrize("others", [Habit(0), Habit(1)])
@pytest.mark.parametrize("call", [gamble(), second_throw(1)], ids=label)
def test_the_best_answers_reach_the_highest_average(call, others):
    found = odds(call, Best("Kara", int, others))
    assert found.mean() == best_mean(call, "Kara", int, others)
    for seed in range(6):
        assert found.mean() >= odds(call, lambda q, seed=seed: (Habit(seed) if q.who == "Kara" else others)(q)).mean()


def test_the_best_answers_by_another_value():
    worst = odds(gamble(), Best("Kara", lambda outcome: -outcome, Habit(0)))
    assert worst.mean() == -best_mean(gamble(), "Kara", lambda outcome: -outcome, Habit(0))


def test_the_best_answers_look_through_a_lens():
    found = odds(gamble(), Best("Kara", others=Habit(0)), lens="high")
    assert found.chance(True) == best_mean(gamble(), "Kara", lambda outcome: outcome > 5, Habit(0))


def test_the_best_answer_may_be_the_last_thing_that_happens():
    @rule
    def last():
        found = yield from throw(Dice(1, 3).sum())
        return found * (yield from number("Kara", "times", "", 0, 2))

    @rule(Lens("twice", lambda outcome: 2 * outcome))
    def only():
        return number("Kara", "times", "", 0, 2)

    assert odds(last(), Best("Kara")) == Odds({2: 1, 4: 1, 6: 1}, 3)
    assert odds(only(), Best("Kara")) == Odds({2: 1}, 1)
    assert odds(only(), Best("Kara"), lens="twice") == Odds({4: 1}, 1)


def test_of_equally_good_answers_the_first_is_given():
    @rule
    def equal():
        mark = yield from choose("Kara", "mark", "", options("a", "b"))
        return mark, (yield from throw(Dice(1, 2).sum()))

    assert odds(equal(), Best("Kara", lambda outcome: outcome[1])) == Odds({("a", 1): 1, ("a", 2): 1}, 2)


def test_best_answers_inside_sub_rules_look_at_what_follows_them():
    @rule
    def inner():
        found = yield from throw(Dice(1, 2).sum())
        return found, (yield from choose("Kara", "side", "", options(0, 1)))

    @rule
    def outer():
        found, side = yield from ask(inner())
        return 10 if (found == 2) == bool(side) else (yield from throw(Dice(1, 4).sum()))

    assert odds(outer(), Best("Kara")) == Odds({10: 1}, 1)


def test_best_answers_in_repeated_sub_rules_and_beside_those_that_ask_nobody():
    @rule
    def once():
        found = yield from throw(Dice(1, 2).sum())
        return found if (yield from choose("Kara", "keep", "", options(False, True))) else -found

    @rule
    def outer():
        total = yield from sums(2, once(), 0)
        top = yield from best(2, once())
        plain = yield from sums(2, just(Dice(1, 2).sum()), 0)
        return total + top + plain + (yield from ask(just(Dice(1, 2).sum()), part=True))

    assert odds(outer(), Best("Kara")).mean() == best_mean(outer(), "Kara", int)


def test_an_option_that_is_not_open_is_never_the_best():
    @rule
    def offered():
        return choose("Kara", "pick", "", (Option(9, "nine", "sold out"), Option(3, "three"), Option(1, "one")))

    assert odds(offered(), Best("Kara")) == Odds({3: 1}, 1)


def test_where_no_option_is_open_nobody_can_answer_best():
    @rule
    def closed():
        return choose("Kara", "pick", "Which?", (Option(9, "nine", "sold out"),))

    with pytest.raises((Unanswered, BadAnswer)):
        odds(closed(), Best("Kara"))


def test_the_odds_of_a_sub_rule_are_worked_out_once():
    runs = []

    @rule
    def inner(dice):
        runs.append(dice)
        (found,) = yield from throw(d6(dice).count(hits=(5, 6)))
        return found

    @rule
    def outer():
        first = yield from ask(inner(2))
        second = yield from ask(inner(2))
        return first + second

    memory = Memory()
    assert odds(outer(), memory=memory) == odds(hits(4))
    once = len(runs)
    assert odds(outer(), memory=memory) == odds(inner(4), memory=memory)
    assert (once, len(runs)) == (3, 8)


def test_sums_of_anything_but_numbers_are_remembered_run_by_run():
    memory, budget = Memory(), StepLimit()
    more = odds(repeated(4, harm(2), Harm(0, 0)), memory=memory)
    cost = StepLimit()
    assert odds(repeated(3, harm(2), Harm(0, 0)), memory=memory, budget=cost) == odds(
        repeated(3, harm(2), Harm(0, 0)), memory=Memory(), budget=budget
    )
    assert cost.spent < budget.spent
    assert more.total == 6**8


def test_a_memory_of_one_is_enough():
    assert odds(repeated(3, harm(2), Harm(0, 0)), memory=Memory(1)) == odds(repeated(3, harm(2), Harm(0, 0)))


@pytest.mark.parametrize(
    ("call", "limit", "name"),
    [
        (hits(5), 1, "hits"),
        (harm(5), 1, "harm"),
        (branching(5), 30, "branching"),
        (contest(3, 3), 5, "hits"),
        (repeated(50, hits(3), 0), 100, "repeated"),
        (repeated(50, harm(3), Harm(0, 0)), 100, "repeated"),
    ],
)
def test_odds_beyond_the_budget_are_refused_by_the_name_of_the_rule(call, limit, name):
    with pytest.raises(TooCostly) as refused:
        odds(call, budget=StepLimit(limit), memory=Memory())
    assert (refused.value.rule, refused.value.limit) == (name, limit)


@rule
def pick_a_number():
    return number("Kara", "pick", "", 1, 1000)


def test_best_answers_are_paid_for_too():
    with pytest.raises(TooCostly, match="pick-a-number"):
        odds(pick_a_number(), Best("Kara"), budget=StepLimit(999))


def test_summing_costs_what_the_length_of_its_numbers_costs():
    """Four times the runs: four times as many weights, and each of them four times as long."""
    few, many = StepLimit(), StepLimit()
    odds(repeated(5, just(d6(10).sum()), 0), budget=few, memory=Memory())
    odds(repeated(20, just(d6(10).sum()), 0), budget=many, memory=Memory())
    assert many.spent > 8 * few.spent


def test_a_rule_that_never_ends_is_refused():
    @rule
    def until_six():
        count = 1
        while (yield from throw(d6(1).sum())) < 6:
            count += 1
        return count

    with pytest.raises(TooCostly) as refused:
        odds(until_six())
    assert refused.value.rule == f"until-six (which asks {LONGEST} questions in a row)"


@rule
def again_until_six():
    found = yield from throw(d6(1).sum())
    return found if found == 6 else (yield from ask(again_until_six()))


@rule
def down(steps):
    found = yield from throw(Dice(1, 2).sum())
    return found if steps == 0 else (yield from ask(down(steps - 1)))


@pytest.mark.parametrize("call", [again_until_six(), down(2000)], ids=label)
def test_a_rule_that_asks_itself_too_often_is_refused(call):
    with pytest.raises(TooCostly):
        odds(call, memory=Memory())


def test_a_rule_may_ask_itself_some_times():
    assert odds(down(50), memory=Memory()) == Odds({1: 1, 2: 1}, 2)


def test_a_budget_hears_of_every_step():
    heard = []
    odds(branching(3), budget=StepLimit(10_000, heard.append), memory=Memory())
    assert heard == sorted(heard)
    assert heard[-1] > len(heard)


def test_a_rule_made_up_for_one_computation_is_not_remembered_but_its_parts_are():
    memory = Memory()

    def occasion():
        return (yield from ask(hits(2))) + 1

    made_up = Rule(occasion, (), is_remembered=False)()
    assert odds(made_up, memory=memory) == Odds({1: 4, 2: 4, 3: 1}, 9)
    assert [key[0] for key in memory.known] == [hits(2)]


def test_only_numbers_have_a_best():
    @rule
    def named():
        return (yield from choose("Kara", "mark", "", options("a", "b"))) + "!"

    with pytest.raises(BadValue, match=r"^named: only numbers have a best; choose a lens that gives one$"):
        odds(named(), Best("Kara"))


def made_up(function):
    """A rule that closes over what is hidden: hidden values cannot be arguments, for they cannot be hashed."""
    return Rule(function, (), is_remembered=False)()


def test_odds_end_where_a_view_ends():
    def check():
        (found,) = yield from throw(d6(2).count(hits=(5, 6)))
        return "miss" if found == 0 else found >= HIDDEN

    def at_once():
        return HIDDEN + 1
        yield

    def later():
        found = yield from ask(hits(1))
        more = yield from ask(hits(1 + found))
        return found + more if more else found < HIDDEN

    assert odds(made_up(check)) == Odds({"miss": 4, UNKNOWN: 5}, 9)
    assert odds(made_up(at_once)) == Odds({UNKNOWN: 1}, 1)
    assert odds(made_up(later)) == Odds({1: 6, 2: 4, 3: 1, UNKNOWN: 16}, 27)


def judged_in_secret():
    return (yield from throw(d6(2).sum(), lambda total: total >= HIDDEN))


def judged_in_secret_only():
    return throw(d6(2).sum(), lambda total: total >= HIDDEN)


def secret_pool():
    return (yield from throw(d6(HIDDEN).sum()))


def secret_pool_only():
    return throw(d6(HIDDEN).count(hits=(5, 6)))


def secret_sides():
    return 1 + (yield from throw(Dice(2, HIDDEN).sum()))


def secret_sides_only():
    return throw(Dice(2, HIDDEN).sum())


def secret_faces():
    return (yield from throw(d6(2).count(hits=HIDDEN)))


def secret_order():
    return (yield from best(2, hits(1), lambda outcome: outcome >= HIDDEN))


def secret_argument():
    return (yield from ask(hits(HIDDEN)))


def secret_number_of_runs():
    return (yield from sums(HIDDEN, hits(1), 0))


def added_to_what_is_unknown():
    return 1 + (yield from ask(made_up(secret_pool)))


def best_of_what_is_unknown():
    return (yield from best(2, made_up(secret_pool)))


def summed_over_what_is_unknown():
    return (yield from sums(2, made_up(secret_pool), 0))


@pytest.mark.parametrize(
    "function",
    [
        judged_in_secret,
        judged_in_secret_only,
        secret_pool,
        secret_pool_only,
        secret_sides,
        secret_sides_only,
        secret_faces,
        secret_order,
        secret_argument,
        secret_number_of_runs,
        added_to_what_is_unknown,
        best_of_what_is_unknown,
        summed_over_what_is_unknown,
    ],
    ids=lambda function: function.__name__,
)
def test_odds_that_depend_on_something_hidden_are_unknown(function):
    assert odds(made_up(function)) == Odds({UNKNOWN: 1}, 1)


def partly_known():
    (found,) = yield from throw(d6(1).count(hits=(5, 6)))
    return found and HIDDEN + found


def added_to_what_is_partly_known():
    return 1 + (yield from ask(made_up(partly_known)))


def best_of_what_is_partly_known():
    return (yield from best(2, made_up(partly_known)))


def summed_over_what_is_partly_known():
    return (yield from sums(2, made_up(partly_known), 0))


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (added_to_what_is_partly_known, Odds({1: 2, UNKNOWN: 1}, 3)),
        (best_of_what_is_partly_known, Odds({0: 4, UNKNOWN: 5}, 9)),
        (summed_over_what_is_partly_known, Odds({0: 4, UNKNOWN: 5}, 9)),
    ],
    ids=["added", "best", "summed"],
)
def test_what_is_partly_known_stays_known_in_part(function, expected):
    assert odds(made_up(function)) == expected


def test_what_is_not_known_is_told_in_words():
    assert str(UNKNOWN) == "depends on what you do not know"


def test_odds_behind_a_throw_are_unknown_where_they_depend_on_something_hidden():
    def check():
        (found,) = yield from throw(d6(2).count(hits=(5, 6)))
        return "miss" if found == 0 else (yield from throw(d6(found).sum(), lambda total: total >= HIDDEN))

    assert odds(made_up(check)) == Odds({"miss": 4, UNKNOWN: 5}, 9)


def test_a_lens_that_looks_at_something_hidden_sees_nothing_known():
    def check():
        return throw(d6(1).sum())

    seen = Rule(check, (Lens("success", lambda total: total >= HIDDEN or None),), is_remembered=False)
    assert odds(seen(), lens="success") == Odds({UNKNOWN: 1}, 1)
