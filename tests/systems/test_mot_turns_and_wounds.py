"""Who acts when, whom a burst hits, and what damage does to somebody."""

from fractions import Fraction

import pytest

from fatewright.core.rule.dice import typed_faces
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import roll
from fatewright.systems.moment_of_truth.combat.turns import before_the_first_round, initiative, leaders, sprayed, turn_order
from fatewright.systems.moment_of_truth.combat.wounds import bleeds_from, condition, is_enough, is_severed, revival
from fatewright.systems.moment_of_truth.mechanics.rolls import Wound, soak
from systems.mot_stage import Play, said, somebody

# Turns


def test_initiative_adds_its_dice_up():
    """MOT-7.10: Reaction Time 3 and a Moment."""
    assert roll(initiative(3, 1), typed_faces((6, 5, 1, 2))).outcome == 14
    assert odds(initiative(3)).mean() == Fraction(21, 2)


@pytest.mark.parametrize(("total", "order"), [(11, ["Ann", "GM", "Cy", "Bob"]), (12, ["Ann", "Bob", "Cy", "GM"])])
def test_the_parity_of_the_highest_total_says_which_way_round(total, order):
    """MOT-7.11, MOT-7.12, MOT-X.61."""
    assert leaders({"GM": 9, "Ann": total, "Bob": 7, "Cy": 10}, "GM") == ["Ann"]
    assert turn_order(["GM", "Ann", "Bob", "Cy"], "Ann", total) == order


@pytest.mark.parametrize(
    ("totals", "found"),
    [
        ({"GM": 11, "Ann": 11, "Bob": 7}, ["Ann"]),
        ({"GM": 11, "Ann": 11, "Bob": 11}, ["Ann", "Bob"]),
        ({"GM": 12, "Ann": 11}, ["GM"]),
    ],
)
def test_a_player_comes_before_the_game_master_and_players_who_are_level_roll_again(totals, found):
    """MOT-7.13, MOT-R.77."""
    assert leaders(totals, "GM") == found


def test_in_a_standoff_the_ready_act_first():
    """MOT-7.09, MOT-X.11: B, then A; the first round then begins with C, who has the highest total of all."""
    totals = {"A": 9, "B": 12, "C": 14, "D": 5}
    assert before_the_first_round(totals, ["A", "B"]) == ["B", "A"]
    assert leaders(totals, "GM") == ["C"]


@pytest.mark.parametrize(("successes", "hit"), [(1, 0), (2, 1), (3, 2), (9, 2)])
def test_a_spray_at_two(successes, hit):
    """MOT-9.04, MOT-X.07."""
    assert sprayed(successes, [2, 2]) == hit


@pytest.mark.parametrize(("successes", "hit", "by_the_first"), [(2, 1, 1), (3, 1, 2), (4, 2, 3), (5, 3, 3)])
def test_a_spray_at_targets_that_are_not_alike(successes, hit, by_the_first):
    """MOT-9.04, MOT-R.74, MOT-X.47: the hardest so far counts for all that follow, or by the other reading the first."""
    assert sprayed(successes, [2, 3, 2]) == hit
    assert sprayed(successes, [2, 3, 2], "primary_plus_i") == by_the_first


# Wounds


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (0, "unhurt"),
        (5, "unhurt"),
        (6, "injured"),
        (9, "injured"),
        (10, "wounded"),
        (12, "unconscious"),
        (23, "unconscious"),
        (24, "dead"),
    ],
)
def test_what_damage_makes_of_somebody(damage, found):
    """MOT-7.41, MOT-7.45, MOT-7.46, MOT-7.47, MOT-7.50, MOT-X.51: of twelve hit points, under the harsh rule."""
    assert condition(12, Wound(damage, 0), "harsh") == found
    assert condition(12, Wound(0, damage), "heroic") == ("unconscious" if found == "dead" else found)
    assert condition(8, Wound(2, 0), "heroic") == "injured"


@pytest.mark.parametrize(("rule", "state"), [("harsh", "dead"), ("heroic", "unconscious")])
def test_what_has_become_of_somebody_is_said_by_the_tables_death_rule(rule, state):
    """MOT-7.47, MOT-7.50: of twelve hit points; what the game master's people suffer, only the game master hears."""
    play = Play(foes={"Ogre": somebody()}, dials={"death_rule": rule})
    assert said(play.act("gm", "hurt", who="Ana", minor=3)) == ["Ana: 3 minor, 0 major"]
    assert said(play.act("gm", "hurt", who="Ana", minor=3, major=1)) == ["Ana: 3 minor, 1 major, and injured"]
    minutes = () if state == "dead" else (3, 4)
    assert said(play.act("gm", "hurt", *minutes, who="Ana", minor=12, major=5)) == [f"Ana: 12 minor, 5 major, and {state}"]
    events = play.act("gm", "secret-hurt", who="Ogre", minor=10, major=14)
    assert (said(events, "gm"), said(events, "ana")) == (["Ogre is hurt, and dead"], [])


def test_jane():
    """MOT-7.50, MOT-R.37, MOT-X.03: thirteen and eleven kill, thirteen and ten do not; by the other reading, one more."""
    first, eleven, ten = Wound(8, 5), Wound(5, 6), Wound(5, 5)
    assert (first.points, (first + eleven).points, (first + ten).points) == (13, 24, 12 + 11)
    assert condition(12, first, "harsh") == "unconscious"
    assert condition(12, first + eleven, "harsh") == "dead"
    assert condition(12, first + ten, "harsh") == "unconscious"
    assert condition(12, first + Wound(5, 6), "harsh", "double_plus_one") == "unconscious"
    assert condition(12, first + Wound(6, 6), "harsh", "double_plus_one") == "dead"


def test_when_bleeding_begins():
    """MOT-7.66, MOT-X.52."""
    assert [bleeds_from(most) for most in (8, 10, 12, 14, 16, 18)] == [2, 3, 4, 4, 5, 6]


def test_a_leg_shot_is_judged_after_armour():
    """MOT-7.63, MOT-R.46, MOT-X.49: four points left fell, three do not, though five and two were rolled."""
    assert is_enough(soak(5, 2, 3))
    assert not is_enough(soak(5, 2, 4))
    assert is_enough(Wound(5, 2))
    assert is_enough(Wound(0, 2))


def test_a_head_comes_off_by_a_large_blade_alone():
    """MOT-R.46, MOT-X.50: five major bare, three through armour."""
    assert is_severed(soak(7, 5, 0), is_blade=True)
    assert not is_severed(soak(7, 5, 2), is_blade=True)
    assert not is_severed(Wound(9, 9), is_blade=False)


def test_who_is_brought_back():
    """MOT-7.53, MOT-X.55: six dice and two Moments, four successes; an exception brings nobody back."""
    assert odds(revival(6, 2), lens="lives").chance(True) == Fraction(1697, 6561)
    assert odds(revival(1, 0), lens="lives").chance(True) == 0
