"""Falls, fire, explosions and vacuum: their dice, their numbers, their odds."""

from fractions import Fraction

import pytest

from fatewright.core.rule.dice import typed_faces
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import roll
from fatewright.systems.moment_of_truth.hazards.hazards import (
    Burning,
    burning_turn,
    explosion,
    explosion_dice,
    fall,
    fall_dice,
    flames,
    put_out,
    stays_conscious,
    suit_turn,
    vacuum_turn,
)
from fatewright.systems.moment_of_truth.mechanics.rolls import Wound


def played(call, *faces):
    """What comes of these faces; no more and no fewer are thrown."""
    found = roll(call, typed_faces(faces))
    assert sum(len(step.dice) for step in found.steps) == len(faces)
    return found.outcome


# Falling


@pytest.mark.parametrize(("metres", "dice"), [(1, 0), (3, 1), (9, 4), (10, 5), (569, 284), (570, 285), (571, 285), (2000, 285)])
def test_a_fall_is_a_die_for_two_metres_up_to_terminal_speed(metres, dice):
    """MOT-8.02, MOT-R.59, MOT-X.08, MOT-X.56."""
    assert fall_dice(metres) == dice
    assert fall_dice(metres, "up") == (min(metres, 570) + 1) // 2


@pytest.mark.parametrize(
    ("numbers", "faces", "wound"), [("5_6", (5, 6), Wound(2, 1)), ("5_6", (3, 4), Wound(0, 0)), ("3_6", (3, 6), Wound(2, 1))]
)
def test_agility_takes_dice_from_a_fall(numbers, faces, wound):
    """MOT-8.02, MOT-8.03, MOT-8.04, MOT-R.58, MOT-X.56: nine metres, Agility [5,2,6]: two of four dice are left."""
    assert played(fall(9, 3, numbers), 5, 2, 6, *faces) == wound


def test_a_fall_is_never_less_than_nothing():
    """MOT-8.03: and a metre is harmless."""
    assert played(fall(3, 3), 6, 6, 6) == Wound()
    assert odds(fall(1, 3)).chance(Wound()) == 1
    assert odds(fall(4, 1), lens="points").chance(0) == Fraction(2, 3) * Fraction(2, 3) ** 2 + Fraction(1, 3) * Fraction(2, 3)


# Fire


def test_a_fire_burns_grows_and_is_put_out():
    """MOT-8.07, MOT-8.08, MOT-8.10, MOT-R.60, MOT-X.57."""
    assert played(flames(3), 5, 6, 2) == Burning(Wound(2, 2), 5)
    assert played(burning_turn(5, helpers=1, agility=3), 5, 6, 2, 3, 6) == Burning(Wound(2, 1), 3)
    assert played(burning_turn(3, agility=3), 5, 6, 6) == Burning(Wound(), 0)
    assert str(Burning(Wound(), 0)) == "no damage; the fire is out"
    assert str(Burning(Wound(2, 1), 3)) == "2 minor, 1 major; 3 dice of fire left"


def test_who_does_not_try_burns_on():
    """MOT-8.06, MOT-8.08: the game master's pool, from one die to six or more."""
    assert played(burning_turn(1), 1) == Burning(Wound(), 1)
    assert played(burning_turn(6), 1, 2, 3, 4, 5, 6) == Burning(Wound(4, 3), 8)
    assert odds(burning_turn(2, agility=2), lens="out").chance(True) == Fraction(1, 9)


def test_growth_is_for_good():
    """MOT-8.10, MOT-R.60: the next pool is this one and what has grown."""
    first = played(flames(4), 5, 5, 1, 1)
    assert (first.pool, played(flames(first.pool), *[1] * 6).pool) == (6, 6)


@pytest.mark.parametrize(("gear", "dice"), [("nothing", 2), ("blanket", 5), ("extinguisher", 8), ("bucket of water", 8)])
def test_blankets_and_extinguishers_help_to_put_it_out(gear, dice):
    """MOT-8.09, MOT-8.11, MOT-8.12, MOT-R.61: three dice and six, on a statistic roll that counts every success."""
    assert played(put_out(2, gear), *[5] * dice) == dice
    assert odds(put_out(2, gear)).mean() == Fraction(dice, 3)


def test_water_on_burning_grease_does_nothing():
    """MOT-8.14: what is no water works as well as ever."""
    assert played(put_out(2, "bucket of water", "yes"), *[6] * 8) == 0
    assert played(put_out(2, "extinguisher", "yes"), *[6] * 8) == 8
    assert played(put_out(2, "blanket", "yes"), *[6] * 5) == 5
    assert played(put_out(2, "nothing", "yes"), *[6] * 2) == 2


# Explosions


@pytest.mark.parametrize(
    ("metres", "dice"), [(0, 20), (0.5, 20), (1, 20), (1.2, 19), (2, 19), (3, 18), (19.5, 1), (20, 1), (20.1, 0), (99, 0)]
)
def test_an_explosion_falls_off_by_the_metre(metres, dice):
    """MOT-8.15, MOT-R.63, MOT-X.05, MOT-X.58."""
    assert explosion_dice(20, metres) == dice
    assert explosion_dice(20, metres, "floor_meters") == max(0, 20 - int(metres))


@pytest.mark.parametrize(("kind", "wound"), [("shrapnel", Wound(3, 2)), ("blast", Wound(2, 1)), ("flash-bang", Wound(2, 0))])
def test_what_explodes_says_what_it_does(kind, wound):
    """MOT-8.15, MOT-8.16."""
    assert played(explosion(6, 10, kind), 1, 2, 3, 4, 5, 6) == wound


def test_armour_counts_against_explosions_alone():
    """MOT-R.62: major first; a fall asks for none."""
    assert played(explosion(6, 10, "shrapnel", armor=3), 1, 2, 3, 4, 5, 6) == Wound(2, 0)
    assert "armor" not in fall.parameters


# Vacuum


def test_a_second_in_the_void():
    """MOT-8.18, MOT-R.64, MOT-X.59: the first failure comes on average at the check number 27/8, by the other reading 27/20."""
    assert odds(stays_conscious(3)).chance(True) == Fraction(19, 27)
    assert 1 / odds(stays_conscious(3)).chance(False) == Fraction(27, 8)
    assert odds(stays_conscious(3, 2)).chance(True) == Fraction(7, 27)
    assert 1 / odds(stays_conscious(3, 2)).chance(False) == Fraction(27, 20)


def test_the_void_takes_breath_from_the_first_turn_and_more_from_the_second():
    """MOT-8.20, MOT-8.21, MOT-R.64."""
    assert played(vacuum_turn(1)) == Wound(1, 0)
    assert [played(vacuum_turn(2), face) for face in (4, 5, 6)] == [Wound(1, 0), Wound(2, 0), Wound(2, 1)]
    assert odds(vacuum_turn(9), lens="points").mean() == 1 + Fraction(1, 6) + Fraction(2, 6)


def test_a_ruptured_suit_buys_time():
    """MOT-8.22, MOT-R.65, MOT-X.60: a two: Endurance on turns 2, 4, 6 ..., damage on 6, 12 ..."""
    turns = range(1, 13)
    assert [turn for turn in turns if suit_turn(2, turn).rolls] == [2, 4, 6, 8, 10, 12]
    assert [turn for turn in turns if suit_turn(2, turn).is_hurt] == [6, 12]
    assert [turn for turn in turns if suit_turn(2, turn, "each_turn_after_3n").is_hurt] == list(range(6, 13))
