"""Moment of Truth: which dice are rolled, how they are read, and the exact odds of it, as rules and at a table."""

from fractions import Fraction
from math import comb

import pytest

from fatewright.core.rule.ask import Text
from fatewright.core.rule.dice import typed_faces
from fatewright.core.rule.reading import roll
from fatewright.core.table.story import Refusal
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.pools import NO_SKILL, Task
from fatewright.systems.moment_of_truth.mechanics.rolls import (
    Check,
    Degree,
    attack,
    classify,
    connection_event,
    contest,
    contest_pool,
    contest_till_won,
    damage,
    open_count,
    resolve_pool,
    skill_roll,
    volley,
    volley_hits,
)
from systems.mot_stage import CALM, STATISTICS, Play, dice, faces, fives_count, outcome, priced, said, somebody
from witnesses import fractions, played

FUMBLE = Check(Degree.CRITICAL_FAILURE, False)
FAILURE = Check(Degree.FAILURE, False)
SUCCESS = Check(Degree.SUCCESS, False)
CRITICAL = Check(Degree.CRITICAL_SUCCESS, False)
TRAINED, UNTRAINED = ("skilled", "statistic"), ("unskilled", "peripheral")


def chance(pool, tn, kind="skilled", **more):
    """The chance of a success."""
    return priced(skill_roll(pool, tn, kind, **more), lens="success").chance(True)


def percent(chance):
    """A chance in percent, rounded half up."""
    rounded = (chance * 10000 + Fraction(1, 2)) // 1
    return f"{rounded // 100}.{rounded % 100:02d}"


def slashless(value):
    """A fraction in the name of a test."""
    return str(value).replace("/", " of ")


# Dice


@pytest.mark.parametrize(
    "call",
    [
        *(skill_roll(6, 2), skill_roll(0, 2, "unskilled"), contest(3, 2), contest_till_won(3, 2), open_count(4)),
        *(damage(5, 4, 5), attack(4, 2, 3, 4, 5), volley(6, 2, 3, 4, 5), connection_event()),
    ],
    ids=str,
)
def test_every_die_has_six_sides(call):
    """MOT-0.02."""
    sides = []
    roll(call, lambda of: sides.append(of) or 6)
    assert set(sides) == {6}


def test_each_face_is_as_likely_as_any_other_and_dice_do_not_know_of_each_other():
    """MOT-0.02."""
    assert fractions(priced(connection_event())) == dict.fromkeys(range(1, 37), Fraction(1, 36))
    assert [chance(1, 1), chance(1, 1, "unskilled"), chance(2, 2)] == [Fraction(1, 3), Fraction(1, 6), Fraction(1, 9)]


@pytest.mark.parametrize(("faces", "expected"), [((4, 4, 4, 4), FAILURE), ((2, 5, 5, 1), SUCCESS), ((6, 4, 4, 4), FAILURE)])
def test_dice_are_read_one_by_one_and_never_added_up(faces, expected):
    """MOT-0.04: sixteen points fail, thirteen succeed."""
    assert played(skill_roll(4, 2), *faces) == expected


@pytest.mark.parametrize(("row", "column", "event"), [(1, 1, 1), (1, 5, 5), (5, 1, 25), (3, 3, 15), (4, 2, 20), (6, 6, 36)])
def test_the_connection_table_reads_two_dice_as_row_and_column(row, column, event):
    """MOT-0.04, MOT-R.92: the first die is the row."""
    assert played(connection_event(), row, column) == event


@pytest.mark.parametrize(
    "call", [skill_roll(1, 1), skill_roll(285, 2), damage(285, 5, 6), skill_roll(300, 20, "unskilled")], ids=str
)
def test_a_pool_may_have_any_size(call):
    """MOT-R.91: from one die up to the 285 of the longest fall."""
    thrown = roll(call, typed_faces([2] * 300))
    assert len(thrown.steps[0].dice) == call.args[0]
    assert sum(fractions(priced(call)).values()) == 1


# Which faces count


@pytest.mark.parametrize(
    ("kind", "faces"), [("skilled", (5, 6)), ("statistic", (5, 6)), ("unskilled", (6,)), ("peripheral", (6,))]
)
def test_fives_and_sixes_count_for_the_skilled_and_on_statistic_rolls_else_sixes_only(kind, faces):
    """MOT-1.05, MOT-1.06, MOT-1.07, MOT-1.24."""
    assert {face for face in range(1, 7) if played(skill_roll(1, 1, kind), face) == SUCCESS} == set(faces)
    assert resolve_pool(4, 2, kind) == (4, faces, 2)


# The appendix

TRAINED_TABLE = """
33.33 55.56 70.37 80.25 86.83 91.22 94.15 96.10 97.40 98.27
 2.78 11.11 25.93 40.74 53.91 64.88 73.66 80.49 85.69 89.60
 0.46  0.46  3.70 11.11 20.99 31.96 42.94 53.18 62.28 70.09
 0.08  0.08  0.08  1.23  4.53 10.01 17.33 25.86 34.97 44.07
 0.01  0.01  0.01  0.01  0.41  1.78  4.53  8.79 14.48 21.31
"""
UNTRAINED_TABLE = """
16.67 30.56 42.13 51.77 59.81 66.51 72.09 76.74 80.62 83.85
 0.46  2.78  7.41 13.19 19.62 26.32 33.02 39.53 45.73 51.55
 0.08  0.08  0.46  1.62  3.55  6.23  9.58 13.48 17.83 22.48
 0.01  0.01  0.01  0.08  0.33  0.87  1.76  3.07  4.80  6.97
 0.00  0.00  0.00  0.00  0.01  0.07  0.20  0.46  0.90  1.55
"""


def rows(table):
    return [(k, line.split()) for k, line in enumerate(table.strip().splitlines(), 1)]


@pytest.mark.parametrize(("k", "row"), rows(TRAINED_TABLE), ids=str)
def test_the_odds_of_the_trained_are_those_of_the_printed_table_and_none_is_a_dash(k, row):
    """MOT-12.03, MOT-12.05, MOT-1.40."""
    assert [[percent(chance(pool, k, kind)) for pool in range(1, 11)] for kind in TRAINED] == [row, row]


@pytest.mark.parametrize(("k", "row"), rows(UNTRAINED_TABLE), ids=str)
def test_the_odds_of_the_untrained_are_those_of_the_printed_table_and_none_is_a_dash(k, row):
    """MOT-12.04, MOT-12.05, MOT-1.40."""
    assert [[percent(chance(pool, k, kind)) for pool in range(1, 11)] for kind in UNTRAINED] == [row, row]


@pytest.mark.parametrize("tn", [2, 3, 4, 5])
def test_every_pool_below_the_target_number_has_one_chance_in_a_power_of_six(tn):
    """MOT-12.05: for the trained, and for the untrained one die more."""
    for pool in range(-3, tn):
        assert [chance(pool, tn, kind) for kind in (*TRAINED, *UNTRAINED)] == [
            *[Fraction(1, 6**tn)] * 2,
            *[Fraction(1, 6 ** (tn + 1))] * 2,
        ]


@pytest.mark.parametrize(("kind", "p"), [("skilled", Fraction(1, 3)), ("unskilled", Fraction(1, 6))], ids=slashless)
@pytest.mark.parametrize("n", [1, 4, 9, 20])
def test_the_chance_of_k_successes_is_a_binomial_tail(n, kind, p):
    """MOT-12.02."""
    for k in range(1, n + 1):
        assert chance(n, k, kind) == sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))


# The impossibility exception


@pytest.mark.parametrize("pool", [1, 0, -1, -20])
@pytest.mark.parametrize("kind", TRAINED)
def test_a_trained_pool_below_the_target_number_throws_as_many_dice_and_sixes_only(pool, kind):
    """MOT-1.15, MOT-1.17, MOT-1.19, MOT-R.07: however far below."""
    assert resolve_pool(pool, 3, kind) == (3, (6,), 3)
    assert [played(skill_roll(pool, 3, kind), *faces) for faces in ((6, 6, 6), (6, 6, 5))] == [SUCCESS, FAILURE]


@pytest.mark.parametrize("pool", [1, 0, -1, -20])
@pytest.mark.parametrize("kind", UNTRAINED)
def test_an_untrained_pool_below_the_target_number_throws_one_die_more_and_all_must_be_sixes(pool, kind):
    """MOT-1.16, MOT-R.05, MOT-R.07."""
    assert resolve_pool(pool, 2, kind) == (3, (6,), 3)
    assert [played(skill_roll(pool, 2, kind), *faces) for faces in ((6, 6, 6), (6, 6, 5))] == [SUCCESS, FAILURE]


def test_one_die_against_two():
    """MOT-X.01."""
    assert (resolve_pool(1, 2, "skilled"), chance(1, 2)) == ((2, (6,), 2), Fraction(1, 36))
    assert (resolve_pool(1, 2, "unskilled"), chance(1, 2, "unskilled")) == ((3, (6,), 3), Fraction(1, 216))


@pytest.mark.parametrize("kind", [*TRAINED, *UNTRAINED])
@pytest.mark.parametrize("tn", [2, 3, 4])
def test_under_the_exception_there_are_fumbles_and_nothing_beyond_a_success(kind, tn):
    """MOT-1.18: no critical success, no setback, no hit more of automatic fire; a critical failure still."""
    found = priced(skill_roll(1, tn, kind))
    assert found.chance_that(lambda check: check.is_critical or check.setback) == 0
    assert found.chance(FUMBLE) > 0
    assert set(priced(volley_hits(1, tn, kind)).weights) == {(0, False), (1, False)}


def test_automatic_fire_counts_hits_beyond_the_need_not_beyond_the_target_number():
    """MOT-1.18: three sixes of the unskilled against 2 are just enough."""
    assert played(volley_hits(1, 2, "unskilled"), 6, 6, 6) == (1, False)
    assert played(volley_hits(4, 2, "unskilled"), 6, 6, 6, 1) == (2, False)


@pytest.mark.parametrize(("faces", "expected"), [((6, 6), SUCCESS), ((5, 6), FAILURE), ((1, 1), FUMBLE)])
def test_an_exception_roll_reads_sixes(faces, expected):
    """MOT-X.27."""
    assert played(skill_roll(1, 2), *faces) == expected
    assert played(skill_roll(1, 2, "unskilled"), 6, 6, 5) == FAILURE


# What a throw amounts to


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ((5, 6, 3, 2), "success"),
        ((6, 6, 5, 5, 2), "critical success"),
        ((5, 6, 1, 1, 1), "success with a setback"),
        ((5, 6, 1, 1), "success"),
        ((1, 1, 3, 4), "critical failure"),
        ((1, 1, 5, 4), "failure"),
        ((1, 2, 3, 4), "failure"),
    ],
)
def test_throws_against_two_come_out_as_in_the_examples(faces, expected):
    """MOT-X.24, MOT-1.09, MOT-1.34, MOT-1.37."""
    assert str(played(skill_roll(len(faces), 2), *faces)) == expected


def test_a_critical_success_and_a_setback_in_one_throw():
    """MOT-X.25, MOT-R.13."""
    assert played(skill_roll(7, 1), 5, 5, 5, 1, 1, 1, 1) == Check(Degree.CRITICAL_SUCCESS, True)


def test_a_five_is_nothing_where_only_sixes_count():
    """MOT-X.26."""
    assert played(skill_roll(5, 1, "unskilled"), 6, 5, 1, 1, 2) == Check(Degree.SUCCESS, True)


@pytest.mark.parametrize(
    ("successes", "expected"),
    [(0, FAILURE), (1, FAILURE), (2, SUCCESS), (3, SUCCESS), (4, CRITICAL), (5, CRITICAL), (9, CRITICAL)],
)
def test_enough_succeed_and_two_or_more_above_the_need_are_critical(successes, expected):
    """MOT-1.09, MOT-1.34, MOT-R.11."""
    assert classify(successes, 0, 2) == expected


@pytest.mark.parametrize(
    ("successes", "ones", "expected"),
    [(0, 0, FAILURE), (0, 1, FAILURE), (0, 2, FUMBLE), (0, 3, FUMBLE), (0, 9, FUMBLE), (1, 2, FAILURE), (1, 9, FAILURE)],
)
def test_no_success_and_two_or_more_ones_are_a_critical_failure(successes, ones, expected):
    """MOT-1.37, MOT-R.12: more ones are not better."""
    assert classify(successes, ones, 2) == expected


@pytest.mark.parametrize("kind", [*TRAINED, *UNTRAINED])
def test_one_die_never_fumbles(kind):
    """MOT-1.37."""
    assert priced(skill_roll(1, 1, kind)).chance(FUMBLE) == 0


@pytest.mark.parametrize(
    ("pool", "threshold", "tn", "exact"),
    [
        (3, 5, 1, "19/27 1/27 1/36 0 5/108"),
        (4, 5, 2, "11/27 1/81 0 0 67/1296"),
        (5, 5, 2, "131/243 11/243 5/972 0 47/972"),
        (6, 5, 2, "473/729 73/729 65/3888 0 1909/46656"),
        (7, 5, 1, "2059/2187 313/729 665/5184 35/34992 4547/139968"),
        (9, 5, 2, "16867/19683 6883/19683 14171/209952 7/34992 45853/2519424"),
        (3, 6, 1, "91/216 1/216 1/72 0 13/216"),
        (5, 6, 2, "763/3888 13/3888 5/3888 0 821/7776"),
    ],
    ids=slashless,
)
def test_whoever_is_asked_to_roll_is_shown_the_exact_odds(pool, threshold, tn, exact):
    """MOT-X.28, MOT-12.02: success, critical success, setback, both, critical failure."""
    play = Play({"Ana": somebody({"Survival": 0} if threshold == 5 else {})})
    play.call("Ana", "Survival", tn=tn, modifier=pool - 3)
    found = play.odds("ana", "roll")

    def of(*words):
        return sum(weight for ending, weight in found.items() if all(word in ending for word in words))

    assert sum(found.values()) == 1
    assert [
        of("success"),
        of("critical success"),
        of("setback"),
        of("critical success", "setback"),
        of("critical failure"),
    ] == [Fraction(one) for one in exact.split()]


# Pools at a table


@pytest.mark.parametrize("level", range(5))
def test_a_skilled_roll_throws_statistic_and_level(level):
    """MOT-1.04, MOT-1.05, MOT-3.03: from level 0 on fives count."""
    play = Play({"Ana": somebody({"Survival": level}, will=4)}, dials=CALM)
    events = play.call("Ana", "Survival", *[5] * (4 + level), statistic="will")
    assert (dice(events), fives_count(events)) == ([4 + level], True)


def test_an_unskilled_roll_throws_the_statistic_alone_and_fives_do_not_count():
    """MOT-1.06, MOT-3.03."""
    play = Play({"Ana": somebody(will=4)}, dials=CALM)
    events = play.call("Ana", "Survival", 5, 5, 5, 5, statistic="will")
    assert (dice(events), fives_count(events), outcome(events)) == ([4], False, "failure")


@pytest.mark.parametrize(("level", "pool"), [(None, 3), (0, 3), (2, 5), (4, 7)])
def test_a_peripheral_skill_adds_its_level_and_leaves_the_roll_unskilled(level, pool):
    """MOT-1.07: threshold 6, and the unskilled form of the exception."""
    play = Play(
        {"Ana": somebody({} if level is None else {"Survival": level})}, dials={**CALM, "peripheral_skills": "gm_per_roll"}
    )
    events = play.call("Ana", "Survival", *[5] * pool, scope="peripheral")
    assert (dice(events), fives_count(events), outcome(events)) == ([pool], False, "failure")
    assert dice(play.call("Ana", "Survival", *[5] * 9, tn=8, scope="peripheral")) == [9]


def test_the_impossible_asks_more_of_whoever_has_only_a_peripheral_skill():
    """MOT-1.07, MOT-1.16."""
    play = Play({"Ana": somebody({"Survival": 1}, will=1)}, dials=CALM)
    assert outcome(play.call("Ana", "Survival", 6, 6, 6, statistic="will", tn=3)) == "success"
    assert outcome(play.call("Ana", "Survival", 6, 6, 6, 5, statistic="will", tn=3, scope="peripheral")) == "failure"


@pytest.mark.parametrize("statistic", STATISTICS)
def test_a_statistic_roll_throws_one_statistic_and_fives_count(statistic):
    """MOT-1.24: whatever skills there are."""
    play = Play({"Ana": somebody({"Athletics": 4, "Survival": 4}, **{statistic: 5})}, dials=CALM)
    events = play.call("Ana", NO_SKILL, 5, 5, 1, 1, 1, statistic=statistic)
    assert (dice(events), fives_count(events)) == ([5], True)


def test_a_pool_is_one_statistic_one_skill_and_any_number_of_bonuses():
    """MOT-1.08, MOT-1.04: each with its reason."""
    hero = somebody(
        {"Survival": 2, "Streetwise": 4}, talents=[{"phrase": "Woodsman", "applies": ["Survival"], "when": "in woods"}]
    )
    play = Play({"Ana": hero, "Bo": somebody()}, moments=2)
    play.call("Ana", "Survival", statistic="will", modifier=1, help="anybody")
    play.answer("bo", True)
    play.answer("ana", "talent Woodsman")
    play.answer("gm", True)
    assert dice(play.answer("ana", 2, *[2] * 12)) == [12]
    pool = pools.pool(play.desk, "Ana", Task("will", "Survival", modifier=1), pools.bonus(pools.talents(play.desk, "Ana")[0]))
    assert [(part.label, int(part)) for part in pool.parts] == [
        ("will", 3),
        ("Survival", 2),
        ("Woodsman", 3),
        ("circumstances", 1),
    ]


@pytest.mark.parametrize("statistic", STATISTICS)
def test_any_statistic_goes_with_any_skill(statistic):
    """MOT-1.30: the game master picks it."""
    skills = Play().system.lists["skills"]
    everything = dict.fromkeys(skills, 2)
    play = Play({"Ana": somebody(everything, **{statistic: 4})}, dials={**CALM, "setting_skills": "on"})
    for skill in skills:
        assert dice(play.call("Ana", skill, *[1] * 6, statistic=statistic)) == [6]


def test_a_usual_statistic_is_only_where_the_form_begins():
    """MOT-1.30: the form for Mechanics begins with Perception; a jammed part takes Strength."""
    play = Play({"Ana": somebody({"Mechanics": 1}, perception=2, strength=5)}, dials=CALM)
    assert play.form("gm", "call-for", skill="Mechanics")["statistic"] == "perception"
    assert dice(play.call("Ana", "Mechanics", *[1] * 6, statistic="strength")) == [6]


@pytest.mark.parametrize(("modifier", "pool"), [(-2, 3), (-1, 4), (0, 5), (1, 6), (4, 9)])
def test_circumstances_add_dice_and_take_them_away(modifier, pool):
    """MOT-1.33."""
    play = Play({"Ana": somebody({"Survival": 2})}, dials=CALM)
    assert dice(play.call("Ana", "Survival", *[2] * pool, modifier=modifier)) == [pool]


@pytest.mark.parametrize("verb", ["call-for", "call-contest", "treat"])
def test_a_modifier_has_a_reason(verb):
    """MOT-1.33: integer modifiers with a reason text."""
    names = [
        field.name for field in Play().system.game.verbs[verb].slots if isinstance(field.asked, Text) and field.name != "task"
    ]
    assert [name for name in names if "reason" in name or "why" in name or "circumstances" in name]


@pytest.mark.parametrize(
    ("changes", "pool"),
    [({"modifier": -2}, 3), ({"modifier": -9}, 3), ({"modifier": 2}, 5)],
)
def test_penalties_pass_statistic_rolls_by_and_bonuses_do_not(changes, pool):
    """MOT-1.25, MOT-1.33."""
    play = Play(dials=CALM)
    assert dice(play.call("Ana", NO_SKILL, *[2] * pool, **changes)) == [pool]


@pytest.mark.parametrize(("state", "less"), [({"minor": 7}, 1), ({"minor": 6, "major": 4}, 2), ({"impaired": "yes"}, 2)])
def test_wounds_and_drink_cost_dice_on_every_roll_but_those_of_a_statistic(state, less):
    """MOT-1.25, MOT-4.11, MOT-R.10: hit points 12."""
    play = Play({"Ana": somebody({"Survival": 2}, problems=["Drunk"], **state)}, dials=CALM)
    assert dice(play.call("Ana", "Survival", *[2] * (5 - less))) == [5 - less]
    assert dice(play.call("Ana", "Lockpicking", *[2] * (3 - less), tn=1)) == [3 - less]
    assert dice(play.call("Ana", NO_SKILL, 2, 2, 2)) == [3]


def test_penalties_of_all_sources_add_up_and_are_compared_once_with_the_target_number():
    """MOT-1.19, MOT-R.06, MOT-R.07: 3 and 2, 4 for circumstances, less 2 for wounds, 2 for drink: 5 dice."""
    play = Play({"Ana": somebody({"Survival": 2}, minor=10, impaired="yes")}, dials=CALM)
    assert dice(play.call("Ana", "Survival", *[5] * 5, modifier=4, tn=5)) == [5]
    assert outcome(play.call("Ana", "Survival", 6, 6, 6, 6, 6, 5, modifier=4, tn=6)) == "failure"
    assert outcome(play.call("Ana", "Survival", 6, 6, modifier=-9)) == "success"


def test_the_worked_penalties():
    """MOT-X.29: odds that the player is shown."""
    play = Play({"Ana": somebody({"Survival": 2}, will=1)})
    play.call("Ana", "Survival", modifier=-4)
    assert play.offers("ana")["roll"] == "roll 2 dice, 6 counts, 2 needed (all but impossible)"
    assert play.odds("ana", "roll")["success"] == Fraction(1, 36)
    play.answer("ana", "roll", 1, 2)
    play.call("Ana", NO_SKILL, statistic="will", modifier=-3)
    assert play.odds("ana", "roll")["success"] == Fraction(1, 36)
    play.answer("ana", "roll", 1, 2)
    play.call("Ana", NO_SKILL, statistic="strength", modifier=-2)
    assert play.offers("ana")["roll"] == "roll 3 dice, 5 and 6 count, 2 needed"
    shown = play.odds("ana", "roll")
    assert sum(weight for ending, weight in shown.items() if "success" in ending) == Fraction(7, 27)


def test_the_worked_moments_under_the_exception():
    """MOT-X.30, MOT-R.06: a Moment that lifts the pool to the target number helps; one that does not is warned of."""
    play = Play({"Ana": somebody(will=2, strength=1)}, moments=1)
    play.call("Ana", "Survival", statistic="will", tn=3)
    assert (play.odds("ana", "roll")["success"], play.odds("ana", "moments 1")["success"]) == (
        Fraction(1, 1296),
        Fraction(1, 216),
    )
    assert play.offers("ana")["moments 1"] == "roll 3 dice, 6 counts, 3 needed"
    play.answer("ana", "roll", 1, 2, 3, 4)
    play.call("Ana", "Survival", statistic="strength", tn=3)
    assert play.offers("ana")["moments 1"] == ("roll 4 dice, 6 counts, 4 needed (all but impossible): it changes nothing")
    assert play.odds("ana", "moments 1")["success"] == Fraction(1, 1296)
    assert dice(play.answer("ana", "moments 1", 6, 6, 6, 6)) == [4]


def test_the_worked_statistic_roll_with_help_and_with_a_talent():
    """MOT-X.31."""
    talent = {"phrase": "Keen Sight", "applies": ["perception"], "when": "seeing far"}
    play = Play({"Ana": somebody(talents=[talent]), "Bo": somebody()})

    def chance_of_success(answer):
        return sum(weight for ending, weight in play.odds("ana", answer, ("talent", True)).items() if "success" in ending)

    play.call("Ana", NO_SKILL, help="anybody")
    play.answer("bo", False)
    assert (chance_of_success("roll"), chance_of_success("talent Keen Sight")) == (Fraction(7, 27), Fraction(473, 729))
    play.answer("ana", "roll", 1, 2, 3)
    play.call("Ana", NO_SKILL, help="anybody")
    play.answer("bo", True)
    assert chance_of_success("roll") == Fraction(11, 27)


# Contests as rules


def test_four_dice_against_four():
    """MOT-X.32, MOT-1.20, MOT-1.21."""
    found = fractions(priced(contest(4, 4), lens="winner"))
    assert found == {"actor": Fraction(2320, 6561), "deadlock": Fraction(1921, 6561), "opponent": Fraction(2320, 6561)}


@pytest.mark.parametrize(("against_kind", "believed"), [("unskilled", 4622), ("statistic", 3577)])
def test_a_lie_of_five_dice_against_three_of_perception(against_kind, believed):
    """MOT-X.33, MOT-R.33, MOT-R.34: whoever listens resists, and wins ties."""
    found = fractions(priced(contest(5, 3, "skilled", against_kind, "opponent"), lens="winner"))
    assert found == {"actor": Fraction(believed, 6561), "opponent": Fraction(6561 - believed, 6561)}


@pytest.mark.parametrize(
    ("pool", "kind", "faces", "successes"),
    [
        *((0, "skilled", (6,), 1), (0, "skilled", (5,), 0), (-4, "statistic", (6,), 1), (-4, "statistic", (5,), 0)),
        *(
            (0, "unskilled", (6, 6), 1),
            (0, "unskilled", (6, 5), 0),
            (-9, "peripheral", (6, 6), 1),
            (-9, "peripheral", (5, 6), 0),
        ),
    ],
)
def test_an_empty_pool_without_a_target_number_throws_as_if_against_one(pool, kind, faces, successes):
    """MOT-R.08: in contests and where every success counts."""
    assert played(contest_pool(pool, kind), *faces).successes == successes
    assert played(open_count(pool, kind), *faces) == successes


# Contests at a table

RUN = {"skill": "Athletics", "against_skill": "Athletics", "statistic": "agility", "against_statistic": "agility"}
RUNNERS = somebody({"Athletics": 0})


def contend(play, *faces, who="Ana", against="Ogre", **more):
    return play.act("gm", "call-contest", *faces, who=who, against=against, **{**RUN, **more})


@pytest.mark.parametrize(
    ("mine", "theirs", "ending"),
    [((5, 6, 1), (6, 2, 3), "wins"), ((5, 2, 1), (6, 6, 3), "loses"), ((2, 3, 4), (6, 2, 3), "loses")],
)
def test_strictly_more_successes_win(mine, theirs, ending):
    """MOT-1.20."""
    events = contend(Play({"Ana": RUNNERS}, {"Ogre": RUNNERS}, CALM), *mine, *theirs)
    assert (outcome(events), said(events)) == (ending, [f"Ana {ending}", f"Ogre {'loses' if ending == 'wins' else 'wins'}"])


def test_each_side_rolls_its_own_statistic_and_skill_with_its_own_faces():
    """MOT-1.20: four dice of which fives count, against two of which they do not."""
    play = Play({"Ana": somebody({"Stealth": 1})}, {"Ogre": somebody(will=2)}, CALM)
    sides = {"skill": "Stealth", "against_skill": "Survival", "against_statistic": "will"}
    events = contend(play, 5, 2, 2, 2, 5, 5, **sides)
    assert (dice(events), outcome(events)) == ([4, 2], "wins")


def test_what_the_game_master_rolls_in_a_contest_stays_behind_the_screen():
    """MOT-1.20, MOT-0.06: who has won is told, with how many successes is not."""
    play = Play({"Ana": RUNNERS}, {"Ogre": RUNNERS}, CALM)
    contend(play, 5, 6, 1, 6, 2, 3)
    assert faces(play.table.records, "eve") == faces(play.table.records, "ana") == [[5, 6, 1]]
    assert faces(play.table.records, "gm") == [[5, 6, 1], [6, 2, 3]]


@pytest.mark.parametrize("faces", [(2, 3, 4, 2, 3, 4), (5, 6, 1, 6, 5, 3)])
def test_equal_successes_are_a_deadlock_and_the_game_master_may_name_what_it_looks_like(faces):
    """MOT-1.21, MOT-1.22: nought to nought too."""
    play = Play({"Ana": RUNNERS}, {"Ogre": RUNNERS}, CALM)
    contend(play, *faces)
    assert play.asked() == [("gm", "deadlock")]
    play.answer("gm", True)
    events = play.answer("gm", "side by side over the line")
    assert (outcome(events), said(events)) == ("deadlock", ["Deadlock: side by side over the line"])


@pytest.mark.parametrize(("resisting", "ending"), [("the first", "wins"), ("the second", "loses")])
@pytest.mark.parametrize("against", ["Ogre", "Bo"])
def test_whoever_resists_wins_a_tie(resisting, ending, against):
    """MOT-1.22, MOT-R.34: nobody is asked, whoever plays them."""
    play = Play({"Ana": RUNNERS, "Bo": RUNNERS}, {"Ogre": RUNNERS}, {**CALM, "resister_wins_ties": "yes"})
    assert outcome(contend(play, 5, 6, 1, 6, 5, 3, against=against, resisting=resisting)) == ending
    assert play.asked() == []


def test_a_resister_wins_no_tie_where_a_dial_says_so():
    """MOT-R.34: then the game master is asked, and a lone player character wins where a tie makes no sense."""
    play = Play({"Ana": RUNNERS}, {"Ogre": RUNNERS}, {**CALM, "resister_wins_ties": "no"})
    contend(play, 5, 6, 1, 6, 5, 3, resisting="the second")
    assert play.asked() == [("gm", "deadlock")]
    assert outcome(play.answer("gm", False)) == "wins"


@pytest.mark.parametrize(("who", "against", "ending"), [("Ana", "Ogre", "wins"), ("Ogre", "Ana", "loses")])
def test_a_tie_that_makes_no_sense_goes_to_the_only_player_character(who, against, ending):
    """MOT-X.35, MOT-1.22: a foot race, two successes each."""
    play = Play({"Ana": RUNNERS}, {"Ogre": RUNNERS}, CALM)
    contend(play, 5, 6, 1, 6, 5, 3, who=who, against=against)
    assert outcome(play.answer("gm", False)) == ending


def test_two_player_characters_roll_again_until_one_wins():
    """MOT-X.35, MOT-1.22: twice level, then three to none."""
    play = Play({"Ana": RUNNERS, "Bo": RUNNERS}, dials=CALM)
    contend(play, 5, 6, 1, 6, 5, 3, against="Bo")
    events = play.answer("gm", False, *(5, 2, 3, 6, 2, 3), *(2, 2, 3, 2, 2, 3), *(5, 6, 2, 2, 2, 3))
    assert (dice(events), outcome(events)) == ([3] * 6, "wins")


@pytest.mark.parametrize(("winner", "ending"), [("actor", "wins"), ("opponent", "loses")])
def test_between_two_of_the_game_masters_the_game_master_decides(winner, ending):
    """MOT-1.22."""
    play = Play({}, {"Ogre": RUNNERS, "Troll": RUNNERS}, CALM)
    contend(play, 5, 6, 1, 6, 5, 3, who="Ogre", against="Troll")
    play.answer("gm", False)
    assert play.asked() == [("gm", "winner")]
    assert outcome(play.answer("gm", winner)) == ending


def test_nobody_contends_with_themselves():
    """MOT-1.20: two characters."""
    with pytest.raises(Refusal, match=r"^nobody contends with themselves$"):
        contend(Play({"Ana": RUNNERS}), against="Ana")


FIVE = somebody({"Athletics": 2})


@pytest.mark.parametrize(
    ("mine", "theirs", "resisting", "endings"),
    [
        ((6, 6, 6, 2, 2), (2, 2, 2, 2, 1), "nobody", ("wins critically", "loses")),
        ((6, 6, 2, 2, 2), (2, 2, 2, 2, 1), "nobody", ("wins", "loses")),
        ((6, 6, 6, 2, 2), (5, 2, 2, 2, 1), "nobody", ("wins", "loses")),
        ((6, 6, 6, 2, 2), (5, 2, 2, 2, 1), "the first", ("wins critically", "loses")),
        ((6, 6, 6, 2, 2), (5, 2, 2, 2, 1), "the second", ("wins", "loses")),
        ((6, 1, 1, 2, 2), (2, 2, 2, 2, 1), "nobody", ("wins with a setback", "loses")),
        ((6, 2, 2, 2, 2), (1, 1, 2, 2, 2), "nobody", ("wins", "loses critically")),
        ((1, 1, 2, 2, 2), (6, 2, 2, 2, 2), "nobody", ("loses critically", "wins")),
        ((1, 1, 5, 2, 2), (6, 6, 2, 2, 2), "nobody", ("loses", "wins")),
        ((1, 1, 1, 2, 2), (2, 2, 2, 2, 1), "the first", ("wins", "loses")),
        ((2, 2, 2, 2, 2), (1, 1, 2, 2, 2), "the second", ("loses", "wins")),
    ],
)
def test_criticals_and_setbacks_of_a_contest_go_by_the_least_that_would_have_won(mine, theirs, resisting, endings):
    """MOT-R.89, MOT-1.23: two above that is critical; more ones than successes, and one success, a setback."""
    play = Play({"Ana": FIVE}, {"Ogre": FIVE}, CALM)
    events = contend(play, *mine, *theirs, resisting=resisting)
    assert (outcome(events), said(events)) == (endings[0], [f"Ana {endings[0]}", f"Ogre {endings[1]}"])


def test_a_side_that_fumbles_in_a_deadlock_critically_fails():
    """MOT-R.89, MOT-5.32: it did not win, has no success and two ones; a deadlock pays nothing, though."""
    play = Play({"Ana": RUNNERS}, {"Ogre": RUNNERS}, {"mot_rewards_dice_triggered": "on"})
    contend(play)
    play.answer("ana", "roll", 1, 1, 2, 2, 3, 4)
    play.answer("gm", True)
    events = play.answer("gm", "both fall")
    assert "Ana does not win: critical failure" in said(events)
    assert play.moments() == 0


def test_stakes_that_were_raised_are_paid_after_a_stalemate_too():
    """MOT-1.22: the roll was made, so there are two Moments after it."""
    play = Play({"Ana": RUNNERS}, {"Ogre": RUNNERS})
    contend(play)
    play.answer("ana", "raise", 5, 2, 2, 5, 3, 4)
    play.answer("gm", True)
    play.answer("gm", "side by side")
    assert play.moments() == 2


def test_an_empty_pool_in_a_contest_at_the_table():
    """MOT-R.08: one die, of which only a six counts; two for the unskilled, who need both."""
    play = Play({"Ana": RUNNERS}, {"Ogre": somebody()}, CALM)
    events = contend(play, 6, 6, 5, modifier=-9, against_modifier=-9)
    assert (dice(events), outcome(events)) == ([1, 2], "wins")
    events = contend(play, 5, 6, 6, modifier=-9, against_modifier=-9)
    assert outcome(events) == "loses"
