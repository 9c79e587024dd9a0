"""Skill rolls and contests of Moment of Truth: the printed tables, the worked examples, and every face counted by hand."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import cycle, islice, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatewright.core.rule.dice import typed_faces
from fatewright.core.rule.odds import Memory, Odds
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import roll
from fatewright.systems.moment_of_truth.mechanics.rolls import (
    Check,
    Contest,
    Degree,
    ResolvedPool,
    SideDice,
    classify,
    contest,
    contest_pool,
    resolve_pool,
    skill_roll,
)

KINDS = ("skilled", "unskilled", "peripheral", "statistic")
TRAINED = ("skilled", "statistic")
UNTRAINED = ("unskilled", "peripheral")

FUMBLE = Check(Degree.CRITICAL_FAILURE, False)
FAILURE = Check(Degree.FAILURE, False)
SUCCESS = Check(Degree.SUCCESS, False)
SUCCESS_WITH_SETBACK = Check(Degree.SUCCESS, True)
CRITICAL = Check(Degree.CRITICAL_SUCCESS, False)
CRITICAL_WITH_SETBACK = Check(Degree.CRITICAL_SUCCESS, True)


def thrown(call, faces):
    """What `call` makes of literal dice; it must ask for exactly these."""
    played = roll(call, typed_faces(faces))
    assert [die.face for step in played.steps for die in step.dice] == list(faces)
    return played.outcome


def priced(call, lens=""):
    """The odds of `call`, worked out anew: nothing that another test has left in memory is used."""
    return odds(call, lens=lens, memory=Memory())


def number_of_dice(call):
    """How many dice `call` throws."""
    return sum(len(step.dice) for step in roll(call, typed_faces([2] * 1000)).steps)


def chance_of_success(pool, tn, kind="skilled"):
    return priced(skill_roll(pool, tn, kind), lens="success").chance(True)


def percent(chance, decimals=2):
    """A chance in percent, rounded half up."""
    scale = 10**decimals
    rounded = (chance * 100 * scale + Fraction(1, 2)) // 1
    return f"{rounded // scale}.{rounded % scale:0{decimals}d}"


def without_slash(value):
    """A fraction in the name of a test; a slash would read as a folder."""
    return str(value).replace("/", " of ")


# The tables of the appendix

TRAINED_TABLE = """
33.33 55.56 70.37 80.25 86.83 91.22 94.15 96.10 97.40 98.27
    - 11.11 25.93 40.74 53.91 64.88 73.66 80.49 85.69 89.60
    -     -  3.70 11.11 20.99 31.96 42.94 53.18 62.28 70.09
    -     -     -  1.23  4.53 10.01 17.33 25.86 34.97 44.07
    -     -     -     -  0.41  1.78  4.53  8.79 14.48 21.31
"""
UNTRAINED_TABLE = """
16.67 30.56 42.13 51.77 59.81 66.51 72.09 76.74 80.62 83.85
    -  2.78  7.41 13.19 19.62 26.32 33.02 39.53 45.73 51.55
    -     -  0.46  1.62  3.55  6.23  9.58 13.48 17.83 22.48
    -     -     -  0.08  0.33  0.87  1.76  3.07  4.80  6.97
    -     -     -     -  0.01  0.07  0.20  0.46  0.90  1.55
"""


def cells(table):
    """(dice, k, printed) of every cell that holds a number."""
    rows = [line.split() for line in table.strip().splitlines()]
    found = [(dice, k, printed) for k, row in enumerate(rows, 1) for dice, printed in enumerate(row, 1) if printed != "-"]
    assert len(found) == 40
    return found


@pytest.mark.parametrize("kind", TRAINED)
@pytest.mark.parametrize(("dice", "k", "printed"), cells(TRAINED_TABLE))
def test_every_cell_of_the_trained_table_is_the_chance_of_a_roll(dice, k, printed, kind):
    """MOT-12.03, MOT-1.05."""
    assert percent(chance_of_success(dice, k, kind)) == printed


@pytest.mark.parametrize("kind", UNTRAINED)
@pytest.mark.parametrize(("dice", "k", "printed"), cells(UNTRAINED_TABLE))
def test_every_cell_of_the_untrained_table_is_the_chance_of_a_roll(dice, k, printed, kind):
    """MOT-12.04, MOT-1.06, MOT-1.07."""
    assert percent(chance_of_success(dice, k, kind)) == printed


@pytest.mark.parametrize(
    ("tn", "trained", "printed", "untrained", "printed_untrained"),
    [
        (2, Fraction(1, 36), "2.78", Fraction(1, 216), "0.46"),
        (3, Fraction(1, 216), "0.46", Fraction(1, 1296), "0.08"),
        (4, Fraction(1, 1296), "0.08", Fraction(1, 7776), "0.01"),
        (5, Fraction(1, 7776), "0.01", Fraction(1, 46656), "0.00"),
    ],
)
def test_where_the_tables_print_a_dash_the_impossibility_exception_leaves_a_chance(
    tn, trained, printed, untrained, printed_untrained
):
    """MOT-12.05, MOT-1.15, MOT-1.16, MOT-1.17, MOT-R.05, and "Verification of the appendix"."""
    for pool in range(1, tn):
        assert [chance_of_success(pool, tn, kind) for kind in TRAINED] == [trained] * 2
        assert [chance_of_success(pool, tn, kind) for kind in UNTRAINED] == [untrained] * 2
    assert (percent(trained), percent(untrained)) == (printed, printed_untrained)


def test_an_untrained_roll_against_five_that_seems_impossible_still_has_two_thousandths_of_a_percent():
    """MOT-12.05."""
    assert percent(chance_of_success(4, 5, "unskilled"), decimals=3) == "0.002"


@pytest.mark.parametrize(
    ("kind", "tn", "pools", "fractions"),
    [
        (
            "skilled",
            2,
            range(2, 11),
            "1/9 7/27 11/27 131/243 473/729 179/243 5281/6561 16867/19683 17635/19683",
        ),
        ("unskilled", 1, range(1, 7), "1/6 11/36 91/216 671/1296 4651/7776 31031/46656"),
    ],
    ids=without_slash,
)
def test_the_fractions_of_the_appendix_are_exact(kind, tn, pools, fractions):
    """MOT-12.02, MOT-12.03, MOT-12.04."""
    assert [chance_of_success(pool, tn, kind) for pool in pools] == [Fraction(text) for text in fractions.split()]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("dice", "needs"), [*((dice, range(1, dice + 1)) for dice in (*range(1, 13), 20)), (60, (1, 2, 3, 20)), (300, (20,))]
)
def test_the_chance_of_k_successes_is_a_binomial_tail(dice, needs, kind):
    """MOT-12.02."""
    p = Fraction(1, 3) if kind in TRAINED else Fraction(1, 6)
    for k in needs:
        below = sum(comb(dice, i) * p**i * (1 - p) ** (dice - i) for i in range(k))
        assert chance_of_success(dice, k, kind) == 1 - below


# Which dice are thrown, which faces count, and how many must


@pytest.mark.parametrize(("faces", "expected"), [([4, 4, 4, 4], FAILURE), ([1, 5, 1, 1], FAILURE), ([2, 5, 5, 1], SUCCESS)])
def test_dice_are_read_one_by_one_and_never_added_up(faces, expected):
    """MOT-0.04."""
    assert thrown(skill_roll(4, 2), faces) == expected


@pytest.mark.parametrize(
    ("kind", "fives_count"), [("skilled", True), ("statistic", True), ("unskilled", False), ("peripheral", False)]
)
def test_fives_count_for_the_skilled_and_on_statistic_rolls_only(kind, fives_count):
    """MOT-1.05, MOT-1.06, MOT-1.07, MOT-1.24."""
    expected = {1: FAILURE, 2: FAILURE, 3: FAILURE, 4: FAILURE, 5: SUCCESS if fives_count else FAILURE, 6: SUCCESS}
    assert {face: thrown(skill_roll(1, 1, kind), [face]) for face in range(1, 7)} == expected


@pytest.mark.parametrize(
    ("statistic", "level", "kind", "faces", "expected"),
    [
        (3, 2, "skilled", [5, 6, 3, 3, 2], SUCCESS),
        (3, 0, "skilled", [5, 5, 3], SUCCESS),
        (3, 0, "unskilled", [5, 5, 3], FAILURE),
        (3, 0, "unskilled", [6, 6, 3], SUCCESS),
        (3, 1, "peripheral", [6, 5, 5, 5], FAILURE),
        (3, 1, "peripheral", [6, 6, 5, 5], SUCCESS),
        (3, 0, "statistic", [5, 6, 3], SUCCESS),
    ],
)
def test_a_roll_throws_the_statistic_and_the_level_together(statistic, level, kind, faces, expected):
    """MOT-1.04, MOT-1.06, MOT-1.07, MOT-1.24: a skill of level 0 adds no die and makes fives count."""
    assert thrown(skill_roll(statistic + level, 2, kind), faces) == expected


@pytest.mark.parametrize(
    ("pool", "tn", "kind", "expected"),
    [
        (1, 2, "skilled", ResolvedPool(2, (6,), 2)),
        (1, 2, "statistic", ResolvedPool(2, (6,), 2)),
        (1, 2, "unskilled", ResolvedPool(3, (6,), 3)),
        (1, 2, "peripheral", ResolvedPool(3, (6,), 3)),
        (2, 2, "skilled", ResolvedPool(2, (5, 6), 2)),
        (2, 2, "unskilled", ResolvedPool(2, (6,), 2)),
        (0, 1, "skilled", ResolvedPool(1, (6,), 1)),
        (0, 1, "unskilled", ResolvedPool(2, (6,), 2)),
        (-20, 4, "statistic", ResolvedPool(4, (6,), 4)),
        (-20, 4, "peripheral", ResolvedPool(5, (6,), 5)),
        (300, 20, "skilled", ResolvedPool(300, (5, 6), 20)),
    ],
)
def test_a_pool_below_the_target_number_becomes_an_all_sixes_throw(pool, tn, kind, expected):
    """MOT-1.15, MOT-1.16, MOT-1.17, MOT-1.19, MOT-R.05, MOT-R.07."""
    assert resolve_pool(pool, tn, kind) == expected
    assert number_of_dice(skill_roll(pool, tn, kind)) == expected.dice


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tn", range(1, 7))
def test_penalties_never_push_a_roll_below_the_dice_of_the_exception(kind, tn):
    """MOT-1.19, MOT-R.07: every pool below the target number, zero and less included, is one and the same roll."""
    same = priced(skill_roll(tn - 1, tn, kind))
    assert [priced(skill_roll(pool, tn, kind)) for pool in range(-20, tn)] == [same] * (tn + 20)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tn", range(1, 6))
def test_under_the_exception_there_are_fumbles_but_neither_criticals_nor_setbacks(kind, tn):
    """MOT-1.15, MOT-1.16, MOT-5.11."""
    dice = tn if kind in TRAINED else tn + 1
    fumbles = Fraction(sum(comb(dice, ones) * 4 ** (dice - ones) for ones in range(2, dice + 1)), 6**dice)
    exact = priced(skill_roll(tn - 1, tn, kind))
    assert exact.chance_that(lambda check: check.is_critical or check.setback) == 0
    assert exact.chance(SUCCESS) == Fraction(1, 6**dice)
    assert exact.chance(FUMBLE) == fumbles
    assert (fumbles > 0) == (dice > 1)


# What the dice say


@pytest.mark.parametrize(
    ("call", "faces", "expected"),
    [
        (skill_roll(4, 2), [5, 6, 3, 2], SUCCESS),
        (skill_roll(5, 2), [6, 6, 5, 5, 2], CRITICAL),
        (skill_roll(5, 2), [5, 6, 1, 1, 1], SUCCESS_WITH_SETBACK),
        (skill_roll(4, 2), [5, 6, 1, 1], SUCCESS),
        (skill_roll(4, 2), [1, 1, 3, 4], FUMBLE),
        (skill_roll(4, 2), [1, 1, 5, 4], FAILURE),
        (skill_roll(4, 2), [1, 2, 3, 4], FAILURE),
    ],
)
def test_the_classified_throws_of_the_book_come_out_as_printed(call, faces, expected):
    """MOT-X.24, MOT-1.09, MOT-1.34, MOT-1.37, MOT-5.10."""
    assert thrown(call, faces) == expected


def test_a_roll_can_be_a_critical_success_and_a_setback_at_once():
    """MOT-X.25, MOT-5.12, MOT-R.13."""
    assert thrown(skill_roll(7, 1), [5, 5, 5, 1, 1, 1, 1]) == CRITICAL_WITH_SETBACK


def test_a_five_is_nothing_where_only_sixes_count():
    """MOT-X.26, MOT-1.06, MOT-5.10."""
    assert thrown(skill_roll(5, 1, "unskilled"), [6, 5, 1, 1, 2]) == SUCCESS_WITH_SETBACK


@pytest.mark.parametrize(
    ("call", "faces", "expected"),
    [
        (skill_roll(1, 2), [6, 6], SUCCESS),
        (skill_roll(1, 2), [5, 6], FAILURE),
        (skill_roll(1, 2), [1, 1], FUMBLE),
        (skill_roll(1, 2, "statistic"), [5, 6], FAILURE),
        (skill_roll(1, 2, "unskilled"), [6, 6, 5], FAILURE),
        (skill_roll(1, 2, "unskilled"), [6, 6, 6], SUCCESS),
        (skill_roll(1, 2, "peripheral"), [6, 6, 5], FAILURE),
        (skill_roll(1, 2, "peripheral"), [6, 6, 6], SUCCESS),
    ],
)
def test_an_exception_roll_succeeds_with_nothing_but_sixes(call, faces, expected):
    """MOT-X.27, MOT-1.15, MOT-1.16, MOT-1.17, MOT-R.05."""
    assert thrown(call, faces) == expected


@pytest.mark.parametrize(
    ("successes", "need", "expected"),
    [
        (0, 2, FAILURE),
        (1, 2, FAILURE),
        (2, 2, SUCCESS),
        (3, 2, SUCCESS),
        (4, 2, CRITICAL),
        (5, 2, CRITICAL),
        (9, 2, CRITICAL),
        (2, 1, SUCCESS),
        (3, 1, CRITICAL),
    ],
)
def test_two_or_more_successes_beyond_the_need_are_critical(successes, need, expected):
    """MOT-1.09, MOT-1.34, MOT-R.11."""
    assert classify(successes, 0, need) == expected
    assert thrown(skill_roll(10, need), [6] * successes + [2] * (10 - successes)) == expected


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ([1], FAILURE),
        ([1, 2], FAILURE),
        ([1, 1], FUMBLE),
        ([1, 1, 1], FUMBLE),
        ([1, 1, 1, 1, 1, 1], FUMBLE),
        ([1, 1, 4], FUMBLE),
        ([1, 1, 5], SUCCESS_WITH_SETBACK),
    ],
)
def test_two_or_more_ones_without_any_success_are_a_critical_failure(faces, expected):
    """MOT-1.37, MOT-R.12."""
    assert thrown(skill_roll(len(faces), 1), faces) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_a_single_die_never_fumbles(kind):
    """MOT-1.37."""
    assert priced(skill_roll(1, 1, kind), lens="fumble") == Odds({False: 1}, 1)


def test_successes_above_the_target_number_count_against_a_setback_too():
    """MOT-5.10: three successes at a target number of 1 need four ones."""
    assert thrown(skill_roll(6, 1), [5, 6, 1, 1, 1, 2]) == SUCCESS_WITH_SETBACK
    assert thrown(skill_roll(6, 1), [5, 6, 6, 1, 1, 1]) == CRITICAL


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tn", [1, 2, 3])
def test_a_setback_needs_one_die_more_than_twice_the_target_number(kind, tn):
    """MOT-5.11, MOT-5.10."""
    with_setback = [pool for pool in range(2 * tn + 8) if priced(skill_roll(pool, tn, kind), lens="setback").chance(True)]
    assert with_setback == list(range(2 * tn + 1, 2 * tn + 8))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tn", [1, 2, 3])
def test_a_critical_success_with_a_setback_needs_five_dice_more_than_twice_the_target_number(kind, tn):
    """MOT-5.11, MOT-5.12, MOT-R.13."""
    pools = range(2 * tn + 8)
    with_both = [pool for pool in pools if priced(skill_roll(pool, tn, kind)).chance(CRITICAL_WITH_SETBACK)]
    assert with_both == list(range(2 * tn + 5, 2 * tn + 8))


@pytest.mark.parametrize(
    ("check", "text"),
    [
        (FUMBLE, "critical failure"),
        (FAILURE, "failure"),
        (SUCCESS, "success"),
        (SUCCESS_WITH_SETBACK, "success with a setback"),
        (CRITICAL, "critical success"),
        (CRITICAL_WITH_SETBACK, "critical success with a setback"),
    ],
)
def test_a_check_says_how_it_came_out(check, text):
    assert str(check) == text


# Worked odds


@pytest.mark.parametrize(
    ("pool", "threshold", "tn", "success", "critical", "setback", "both", "fumble"),
    [
        (3, 5, 1, "19/27", "1/27", "1/36", "0", "5/108"),
        (4, 5, 2, "11/27", "1/81", "0", "0", "67/1296"),
        (5, 5, 2, "131/243", "11/243", "5/972", "0", "47/972"),
        (6, 5, 2, "473/729", "73/729", "65/3888", "0", "1909/46656"),
        (7, 5, 1, "2059/2187", "313/729", "665/5184", "35/34992", "4547/139968"),
        (9, 5, 2, "16867/19683", "6883/19683", "14171/209952", "7/34992", "45853/2519424"),
        (3, 6, 1, "91/216", "1/216", "1/72", "0", "13/216"),
        (5, 6, 2, "763/3888", "13/3888", "5/3888", "0", "821/7776"),
    ],
    ids=without_slash,
)
def test_the_worked_odds_of_a_roll_are_exact(pool, threshold, tn, success, critical, setback, both, fumble):
    """MOT-X.28, MOT-1.09, MOT-1.34, MOT-1.37, MOT-5.10, MOT-R.11, MOT-R.12, MOT-R.13."""
    for kind in TRAINED if threshold == 5 else UNTRAINED:
        call = skill_roll(pool, tn, kind)
        assert priced(call, lens="success").chance(True) == Fraction(success)
        assert priced(call, lens="critical").chance(True) == Fraction(critical)
        assert priced(call, lens="setback").chance(True) == Fraction(setback)
        assert priced(call).chance(CRITICAL_WITH_SETBACK) == Fraction(both)
        assert priced(call, lens="fumble").chance(True) == Fraction(fumble)


def test_one_die_against_two_throws_two_dice_or_three_for_the_unskilled():
    """MOT-X.01, MOT-1.15, MOT-1.16, MOT-R.05."""
    assert (number_of_dice(skill_roll(1, 2)), chance_of_success(1, 2)) == (2, Fraction(1, 36))
    assert (number_of_dice(skill_roll(1, 2, "unskilled")), chance_of_success(1, 2, "unskilled")) == (3, Fraction(1, 216))


@pytest.mark.parametrize(
    ("pool", "tn", "kind", "dice", "chance"),
    [
        (5 - 4, 2, "skilled", 2, "1/36"),
        (1, 2, "statistic", 2, "1/36"),
        (3, 2, "statistic", 3, "7/27"),
    ],
    ids=without_slash,
)
def test_penalties_can_bring_a_skilled_roll_under_the_exception(pool, tn, kind, dice, chance):
    """MOT-X.29, MOT-1.15, MOT-1.17, MOT-1.19, MOT-1.24."""
    assert (number_of_dice(skill_roll(pool, tn, kind)), chance_of_success(pool, tn, kind)) == (dice, Fraction(chance))


@pytest.mark.parametrize(
    ("pool", "dice", "chance"), [(2, 4, "1/1296"), (2 + 1, 3, "1/216"), (1 + 1, 4, "1/1296")], ids=without_slash
)
def test_a_bonus_die_helps_only_if_the_whole_pool_then_reaches_the_target_number(pool, dice, chance):
    """MOT-X.30, MOT-1.16, MOT-1.19, MOT-R.06."""
    call = skill_roll(pool, 3, "unskilled")
    assert (number_of_dice(call), priced(call, lens="success").chance(True)) == (dice, Fraction(chance))


@pytest.mark.parametrize(("pool", "chance"), [(3, "7/27"), (3 + 1, "11/27"), (3 + 3, "473/729")], ids=without_slash)
def test_help_and_talents_add_dice_to_a_statistic_roll(pool, chance):
    """MOT-X.31, MOT-1.24."""
    assert chance_of_success(pool, 2, "statistic") == Fraction(chance)


def test_reserving_two_of_seven_dice_makes_hitting_harder_for_both_sides():
    """MOT-X.37."""
    assert (chance_of_success(7 - 2, 2), chance_of_success(7, 2)) == (Fraction(131, 243), Fraction(179, 243))
    assert (chance_of_success(6, 2 + 1), chance_of_success(6, 2)) == (Fraction(233, 729), Fraction(473, 729))


def test_one_die_left_beside_five_reserved_attacks_under_the_exception():
    """MOT-1.15: the chance in X.38."""
    assert chance_of_success(6 - 5, 2) == Fraction(1, 36)


def test_two_weapons_hit_more_often_together_than_each_and_less_often_than_unsplit():
    """MOT-X.48."""
    each = chance_of_success(4, 2)
    assert each == Fraction(11, 27)
    assert 1 - (1 - each) ** 2 == Fraction(473, 729)
    assert each**2 == Fraction(121, 729)
    assert chance_of_success(8, 2) == Fraction(5281, 6561)


def test_endurance_three_bleeds_on_in_eight_of_twenty_seven_rounds():
    """MOT-1.24: the chance in X.52."""
    assert 1 - chance_of_success(3, 1, "statistic") == Fraction(8, 27)


def test_a_revival_with_eight_dice_needs_a_critical_success():
    """MOT-X.55, MOT-1.34."""
    assert priced(skill_roll(6 + 2, 2), lens="critical").chance(True) == Fraction(1697, 6561)


@pytest.mark.parametrize(("tn", "stays", "first_failure"), [(1, "19/27", "27/8"), (2, "7/27", "27/20")], ids=without_slash)
def test_endurance_three_lasts_some_checks_in_vacuum(tn, stays, first_failure):
    """MOT-X.59, MOT-1.24."""
    chance = chance_of_success(3, tn, "statistic")
    assert (chance, 1 / (1 - chance)) == (Fraction(stays), Fraction(first_failure))


# Contests


@pytest.mark.parametrize(
    ("faces", "against", "winner"),
    [
        ([5, 6, 2], [5, 3, 2], "actor"),
        ([5, 3, 2], [5, 6, 2], "opponent"),
        ([5, 3, 2], [6, 3, 2], ""),
        ([2, 3, 4], [2, 3, 4], ""),
        ([5, 2], [3, 3, 4, 4, 2], "actor"),
    ],
)
def test_more_successes_win_a_contest_and_equal_ones_are_a_deadlock(faces, against, winner):
    """MOT-1.20, MOT-1.21."""
    expected = Contest(winner, False, False, False, False)
    assert thrown(contest(len(faces), len(against)), faces + against) == expected


@pytest.mark.parametrize(
    ("kind", "against_kind", "winner"),
    [
        ("skilled", "skilled", ""),
        ("skilled", "unskilled", "actor"),
        ("peripheral", "statistic", "opponent"),
        ("unskilled", "peripheral", ""),
    ],
)
def test_each_side_of_a_contest_counts_by_its_own_kind(kind, against_kind, winner):
    """MOT-1.20: a five for each."""
    expected = Contest(winner, False, False, False, False)
    assert thrown(contest(2, 2, kind, against_kind), [5, 2, 5, 2]) == expected


@pytest.mark.parametrize(
    ("ties", "winner"),
    [
        pytest.param("actor", "actor", id="the character of a player wins a foot race"),
        pytest.param("opponent", "opponent", id="a cautious target keeps its purse"),
        pytest.param("deadlock", "", id="nobody wins until someone says so or all roll again"),
    ],
)
def test_a_tie_of_two_successes_goes_to_whom_it_belongs(ties, winner):
    """MOT-X.35, MOT-1.21, MOT-R.34."""
    faces, against = [5, 6, 2, 3], [6, 6, 4]
    assert thrown(contest(4, 3, ties=ties), faces + against) == Contest(winner, False, False, False, False)


@pytest.mark.parametrize(("ties", "winner"), [("actor", "actor"), ("opponent", "opponent"), ("deadlock", "")])
def test_a_tie_without_any_success_is_a_tie_like_any_other(ties, winner):
    """MOT-1.21, MOT-R.34."""
    assert thrown(contest(2, 2, ties=ties), [2, 3, 2, 3]) == Contest(winner, False, False, False, False)


@pytest.mark.parametrize(
    ("pool", "kind", "faces", "expected"),
    [
        (0, "skilled", [6], SideDice(1, False, False)),
        (0, "skilled", [5], SideDice(0, False, False)),
        (0, "skilled", [1], SideDice(0, True, False)),
        (-3, "statistic", [6], SideDice(1, False, False)),
        (-3, "statistic", [5], SideDice(0, False, False)),
        (0, "unskilled", [6, 6], SideDice(1, False, False)),
        (0, "unskilled", [6, 5], SideDice(0, False, False)),
        (0, "unskilled", [6, 1], SideDice(0, True, False)),
        (0, "unskilled", [1, 1], SideDice(0, True, True)),
        (-1, "peripheral", [6, 6], SideDice(1, False, False)),
        (1, "skilled", [5], SideDice(1, False, False)),
        (1, "unskilled", [6], SideDice(1, False, False)),
        (3, "unskilled", [6, 6, 5], SideDice(2, False, False)),
    ],
)
def test_an_empty_pool_in_a_contest_throws_as_if_against_one(pool, kind, faces, expected):
    """MOT-R.08, MOT-1.20."""
    assert thrown(contest_pool(pool, kind), faces) == expected


def test_two_sixes_of_an_empty_unskilled_pool_only_draw_level_with_one_success():
    """MOT-R.08."""
    assert thrown(contest(0, 1, "unskilled"), [6, 6, 5]) == Contest("", False, False, False, False)


@pytest.mark.parametrize(
    ("faces", "against", "ties", "expected"),
    [
        # the winner is critical at two beyond the fewest successes that would have won
        ([5, 6, 6], [2, 3, 4], "deadlock", Contest("actor", True, False, False, False)),
        ([5, 6, 2], [2, 3, 4], "deadlock", Contest("actor", False, False, False, False)),
        ([5, 6, 2], [2, 3, 4], "actor", Contest("actor", True, False, False, False)),
        ([5, 6, 2], [2, 3, 4], "opponent", Contest("actor", False, False, False, False)),
        ([5, 6, 6, 6], [5, 3, 4], "opponent", Contest("actor", True, False, False, False)),
        ([2, 3, 4], [5, 6, 6], "deadlock", Contest("opponent", True, False, False, False)),
        ([2, 3, 4], [5, 6, 2], "deadlock", Contest("opponent", False, False, False, False)),
        ([2, 3, 4], [5, 6, 2], "opponent", Contest("opponent", True, False, False, False)),
        ([2, 3, 4], [5, 6, 2], "actor", Contest("opponent", False, False, False, False)),
        ([6, 6, 6, 6, 6], [2], "deadlock", Contest("actor", True, False, False, False)),
        # a setback is the winner's: more ones than successes, and at least one success
        ([5, 1, 1], [2, 3, 4], "deadlock", Contest("actor", False, True, False, False)),
        ([5, 1, 2], [2, 3, 4], "deadlock", Contest("actor", False, False, False, False)),
        ([5, 6, 2], [5, 1, 1], "deadlock", Contest("actor", False, False, False, False)),
        ([2, 3, 4], [6, 1, 1], "deadlock", Contest("opponent", False, True, False, False)),
        ([5, 1, 1], [5, 1, 1], "deadlock", Contest("", False, False, False, False)),
        ([5, 1, 1], [5, 1, 1], "opponent", Contest("opponent", False, True, False, False)),
        ([1, 1, 2], [2, 3, 4], "actor", Contest("actor", False, False, False, False)),
        ([5, 5, 5, 1, 1, 1, 1], [2], "deadlock", Contest("actor", True, True, False, False)),
        # whoever did not win fumbles without a success and with two ones
        ([1, 1, 2], [2, 3, 4], "deadlock", Contest("", False, False, True, False)),
        ([1, 1, 2], [2, 3, 4], "opponent", Contest("opponent", False, False, True, False)),
        ([1, 1, 2], [1, 1, 1], "deadlock", Contest("", False, False, True, True)),
        ([1, 1, 2], [1, 1, 1], "actor", Contest("actor", False, False, False, True)),
        ([5, 2, 2], [1, 1, 1], "deadlock", Contest("actor", False, False, False, True)),
        ([5, 2, 2], [1, 2, 2], "deadlock", Contest("actor", False, False, False, False)),
        ([5, 6, 2], [1, 1, 5], "deadlock", Contest("actor", False, False, False, False)),
        ([1, 1, 2], [5, 2, 2], "deadlock", Contest("opponent", False, False, True, False)),
    ],
)
def test_criticals_setbacks_and_fumbles_of_a_contest_follow_the_ruling(faces, against, ties, expected):
    """MOT-R.89, MOT-1.23."""
    assert thrown(contest(len(faces), len(against), ties=ties), faces + against) == expected


@pytest.mark.parametrize(
    ("call", "wins", "ties", "loses"),
    [
        pytest.param(contest(4, 4), "2320/6561", "1921/6561", "2320/6561", id="MOT-X.32"),
        pytest.param(contest(5, 3, "skilled", "unskilled"), "4622/6561", "1405/6561", "534/6561", id="MOT-X.33"),
        pytest.param(contest(4, 5, "unskilled", "skilled"), "4609/39366", "4045/17496", "102623/157464", id="MOT-X.34"),
    ],
)
def test_the_worked_odds_of_a_contest_are_exact(call, wins, ties, loses):
    """MOT-X.32, MOT-X.33, MOT-X.34, MOT-1.20, MOT-1.21."""
    exact = priced(call, lens="winner")
    chances = [exact.chance(winner) for winner in ("actor", "deadlock", "opponent")]
    assert chances == [Fraction(wins), Fraction(ties), Fraction(loses)]


def test_a_lie_is_believed_only_if_the_liar_beats_whoever_resists():
    """MOT-X.33, MOT-R.34."""
    lie = priced(contest(5, 3, "skilled", "unskilled", "opponent"), lens="winner")
    assert (lie.chance("actor"), lie.chance("opponent")) == (Fraction(4622, 6561), Fraction(1939, 6561))
    assert priced(contest(5, 3, "skilled", "statistic", "opponent"), lens="wins").chance(True) == Fraction(3577, 6561)


def test_a_deadlock_keeps_the_grapple():
    """MOT-X.34, MOT-R.34."""
    held = priced(contest(4, 5, "unskilled", "skilled", "opponent"), lens="winner")
    assert held.chance("opponent") == Fraction(4045, 17496) + Fraction(102623, 157464)


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Contest("actor", False, False, False, False), "actor wins"),
        (Contest("opponent", False, False, False, False), "fail: opponent wins"),
        (Contest("", False, False, False, False), "deadlock"),
        (Contest("actor", True, True, False, True), "actor wins, critically, with a setback, the opponent critically fails"),
        (
            Contest("opponent", True, True, True, False),
            "fail: opponent wins, critically, with a setback, the actor critically fails",
        ),
        (
            Contest("", False, False, True, True),
            "deadlock, the actor critically fails, the opponent critically fails",
        ),
    ],
)
def test_a_contest_says_who_won_and_how(outcome, text):
    assert str(outcome) == text


# The ledger's reference functions, and every face counted


def ledger_pool(kind, pool, tn):
    """(dice, threshold, need), as the ledger's `resolve_pool`."""
    threshold = 5 if kind in ("skilled", "statistic") else 6
    if pool >= tn:
        return pool, threshold, tn
    if threshold == 5:
        return tn, 6, tn
    return tn + 1, 6, tn + 1


def ledger_check(faces, threshold, need):
    """The ledger's `classify`."""
    successes = sum(1 for face in faces if face >= threshold)
    ones = sum(1 for face in faces if face == 1)
    degree = Degree.FAILURE
    if successes >= need + 2:
        degree = Degree.CRITICAL_SUCCESS
    elif successes >= need:
        degree = Degree.SUCCESS
    elif successes == 0 and ones >= 2:
        degree = Degree.CRITICAL_FAILURE
    return Check(degree, successes >= need and ones > successes)


def ledger_side_dice(kind, pool):
    """How many dice a side of a contest throws (MOT-R.08)."""
    if pool >= 1:
        return pool
    return 1 if kind in TRAINED else 2


def ledger_side(kind, pool, faces):
    """(successes, ones) of one side of a contest."""
    ones = list(faces).count(1)
    if pool >= 1:
        return sum(face >= (5 if kind in TRAINED else 6) for face in faces), ones
    return int(all(face == 6 for face in faces)), ones


def ledger_contest(mine, theirs, ties):
    """MOT-1.20, MOT-1.21 and MOT-R.89, on (successes, ones) of both sides."""
    needed = {
        "actor": theirs[0] + (0 if ties == "actor" else 1),
        "opponent": mine[0] + (0 if ties == "opponent" else 1),
    }
    scored = {"actor": mine, "opponent": theirs}
    winners = [side for side in needed if scored[side][0] >= needed[side]]
    assert len(winners) < 2
    winner = winners[0] if winners else ""
    fumbled = {side: side != winner and scored[side][0] == 0 and scored[side][1] >= 2 for side in scored}
    if not winner:
        return Contest("", False, False, fumbled["actor"], fumbled["opponent"])
    successes, ones = scored[winner]
    critical, setback = successes >= needed[winner] + 2, successes >= 1 and ones > successes
    return Contest(winner, critical, setback, fumbled["actor"], fumbled["opponent"])


@lru_cache
def throws(dice):
    """Every literal throw of so many dice, gathered by its faces in rising order."""
    return Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))


@lru_cache
def ledger_sides(kind, pool):
    """How many literal throws give a side of a contest each (successes, ones)."""
    counted = Counter()
    for faces, ways in throws(ledger_side_dice(kind, pool)).items():
        counted[ledger_side(kind, pool, faces)] += ways
    return counted


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("pool", range(-1, 7))
def test_the_odds_of_a_roll_are_those_of_all_its_throws(kind, pool):
    """MOT-1.05, MOT-1.06, MOT-1.09, MOT-1.15, MOT-1.16, MOT-1.34, MOT-1.37, MOT-5.10."""
    for tn in range(1, 5):
        dice, threshold, need = ledger_pool(kind, pool, tn)
        counted = Counter()
        for faces, ways in throws(dice).items():
            counted[ledger_check(faces, threshold, need)] += ways
        assert priced(skill_roll(pool, tn, kind)) == Odds(dict(counted), 6**dice)


@pytest.mark.parametrize("ties", ["deadlock", "actor", "opponent"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("against_kind", KINDS)
def test_the_odds_of_a_contest_are_those_of_all_pairs_of_throws(kind, against_kind, ties):
    """MOT-1.20, MOT-1.21, MOT-1.23, MOT-R.08, MOT-R.89."""
    for pool, against in product(range(-1, 4), repeat=2):
        counted = Counter()
        for mine, ways in ledger_sides(kind, pool).items():
            for theirs, against_ways in ledger_sides(against_kind, against).items():
                counted[ledger_contest(mine, theirs, ties)] += ways * against_ways
        dice = ledger_side_dice(kind, pool) + ledger_side_dice(against_kind, against)
        assert priced(contest(pool, against, kind, against_kind, ties)) == Odds(dict(counted), 6**dice)


FACES = st.lists(st.integers(1, 6), max_size=40)


@given(FACES, st.integers(1, 20), st.sampled_from(KINDS))
def test_any_dice_on_the_table_are_read_as_the_ledger_reads_them(faces, tn, kind):
    """MOT-1.05, MOT-1.06, MOT-1.09, MOT-1.34, MOT-1.37, MOT-5.10."""
    dice, threshold, need = ledger_pool(kind, len(faces), tn)
    shown = list(islice(cycle(faces or [6]), dice))
    assert thrown(skill_roll(len(faces), tn, kind), shown) == ledger_check(shown, threshold, need)


@given(FACES, FACES, st.sampled_from(KINDS), st.sampled_from(KINDS), st.sampled_from(["deadlock", "actor", "opponent"]))
def test_any_dice_of_two_sides_are_read_as_the_ledger_reads_them(faces, against, kind, against_kind, ties):
    """MOT-1.20, MOT-1.21, MOT-R.89."""
    mine, theirs = faces or [6] * ledger_side_dice(kind, 0), against or [6] * ledger_side_dice(against_kind, 0)
    expected = ledger_contest(ledger_side(kind, len(faces), mine), ledger_side(against_kind, len(against), theirs), ties)
    assert thrown(contest(len(faces), len(against), kind, against_kind, ties), mine + theirs) == expected


# Lenses

SKILL_ROLL_LENSES = {
    "success": lambda check: check.degree in (Degree.SUCCESS, Degree.CRITICAL_SUCCESS),
    "critical": lambda check: check.degree is Degree.CRITICAL_SUCCESS,
    "setback": lambda check: check.setback,
    "fumble": lambda check: check.degree is Degree.CRITICAL_FAILURE,
}
CONTEST_LENSES = {
    "winner": lambda outcome: {"": "deadlock"}.get(outcome.winner, outcome.winner),
    "wins": lambda outcome: outcome.winner == "actor",
    "setback": lambda outcome: outcome.setback,
}


@pytest.mark.parametrize("lens", SKILL_ROLL_LENSES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_lens_on_a_roll_sees_what_the_whole_odds_show(lens, kind):
    for pool, tn in product((-1, 0, 1, 3, 7, 9), (1, 2, 4)):
        call = skill_roll(pool, tn, kind)
        assert priced(call, lens=lens) == priced(call).map(SKILL_ROLL_LENSES[lens])


@pytest.mark.parametrize("lens", CONTEST_LENSES)
@pytest.mark.parametrize("ties", ["deadlock", "actor", "opponent"])
def test_a_lens_on_a_contest_sees_what_the_whole_odds_show(lens, ties):
    for pool, against, kind in product((0, 1, 4), (0, 3, 5), KINDS):
        call = contest(pool, against, kind, "skilled", ties)
        assert priced(call, lens=lens) == priced(call).map(CONTEST_LENSES[lens])


def test_every_lens_of_rolls_and_contests_is_tested_here():
    assert set(skill_roll.lenses) == set(SKILL_ROLL_LENSES)
    assert set(contest.lenses) == set(CONTEST_LENSES)
    assert contest_pool.lenses == {}
