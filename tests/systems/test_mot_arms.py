"""Weapons, ranges, armour, and what it takes to hit."""

import pytest

from fatewright.systems.moment_of_truth.combat.arms import (
    CALLED,
    Range,
    Target,
    bypass,
    cover,
    damage_pool,
    range_of,
    reaches,
    to_hit,
)
from fatewright.systems.moment_of_truth.mechanics.rolls import Wound, halved, soak
from fatewright.systems.spec import game

LISTS = game("moment-of-truth").lists
MELEE, RANGED = LISTS["melee_weapons"], LISTS["ranged_weapons"]


def test_the_weapons_are_those_of_the_tables():
    """MOT-10.02, MOT-10.06, MOT-R.76, MOT-R.84: eleven of each, one that fires by itself, three large blades."""
    assert (len(MELEE), len(RANGED.keys() - {"Electrobeamer Pistol"})) == (11, 11)
    assert [name for name, row in RANGED.items() if row.get("automatic")] == ["Assault Rifle"]
    assert {row["skill"] for row in (*MELEE.values(), *RANGED.values())} <= set(LISTS["skills"])
    assert [name for name, row in {**MELEE, **RANGED}.items() if row.get("blade")] == [
        "Short Sword",
        "Broad Sword",
        "Thrown Ax",
    ]
    assert {name: row["skill"] for name, row in RANGED.items() if name == "Sling"} == {"Sling": "Throwing"}


@pytest.mark.parametrize(
    ("weapon", "strength", "level", "charge", "dice", "numbers"),
    [
        ("Martial Arts Attack", 3, 2, False, 6, (4, 6)),
        ("Martial Arts Attack, deadly", 3, 2, False, 6, (4, 5)),
        ("Unarmed Attack", 3, 2, False, 5, (5, 6)),
        ("Broad Sword", 4, 2, False, 12, (4, 5)),
        ("Broad Sword", 4, 2, True, 16, (4, 5)),
        ("Broad Sword", 4, None, False, 10, (4, 5)),
    ],
)
def test_the_dice_of_a_weapon_in_the_hand(weapon, strength, level, charge, dice, numbers):
    """MOT-7.55, MOT-9.15, MOT-10.02, MOT-X.44: a head shot has four more, which the shot brings."""
    row = MELEE[weapon]
    assert damage_pool(row, strength, level, is_charge=charge) == dice
    assert (row["minor"], row["major"]) == numbers


@pytest.mark.parametrize(("weapon", "dice"), [("Assault Rifle", 16), ("Thrown Knife", 7), ("Long Bow", 7)])
def test_the_dice_of_a_weapon_that_shoots_or_is_thrown(weapon, dice):
    """MOT-7.55, MOT-10.06: Strength 3 only where the arm throws it, skill 2."""
    assert damage_pool(RANGED[weapon], 3, 2) == dice


def test_why_a_weapon_has_its_dice():
    """MOT-7.55: part by part."""
    why = list(damage_pool(MELEE["Club"], 3, 1).why())
    assert why[0] == "8 damage dice"
    assert [line.strip().split(" [")[0] for line in why[1:]] == ["+3 strength", "+4 the weapon", "+1 Melee, one-handed"]


@pytest.mark.parametrize(
    ("weapon", "metres", "strikes"),
    [
        ("Dagger", 0.9, True),
        ("Dagger", 1, False),
        ("Club", 1, True),
        ("Club", 1.1, False),
        ("Pole Arm", 0, True),
        ("Pole Arm", 3, True),
    ],
)
def test_how_far_a_weapon_in_the_hand_strikes(weapon, metres, strikes):
    """MOT-7.06, MOT-10.03, MOT-R.71: close is under a metre; long weapons have no least distance."""
    assert reaches(MELEE[weapon], metres) == strikes


PISTOL = {0: -1, 1: -1, 2: 0, 10: 0, 11: -1, 12: -1, 13: -2, 24: -2, 25: -3, 36: -3, 37: -4, 48: -4}


@pytest.mark.parametrize(("metres", "dice"), PISTOL.items())
def test_the_bands_of_a_pistol(metres, dice):
    """MOT-10.07, MOT-10.08, MOT-10.09, MOT-R.70, MOT-R.72, MOT-X.04, MOT-X.43: halved in the last multiple, nothing beyond."""
    assert range_of(RANGED[".45 Auto Pistol"], metres) == Range(dice, metres > 36)
    assert range_of(RANGED[".45 Auto Pistol"], 49) is None


@pytest.mark.parametrize(
    ("weapon", "metres", "scope", "found"),
    [
        ("Shotgun", 0.5, False, Range(-1, False)),
        ("Shotgun", 1, False, Range(0, False)),
        ("Shotgun", 6, False, Range(-1, False)),
        ("Shotgun", 11, False, Range(-2, True)),
        ("Sling", 7, False, Range(-1, True)),
        ("Long Bow", 35, False, Range(-1, False)),
        ("Long Bow", 70, False, Range(-2, True)),
        ("Long Bow", 71, False, None),
        ("Thrown Spear", 2, False, Range(-1, False)),
        ("Sniper Rifle", 51, False, Range(-1, False)),
        ("Sniper Rifle", 101, False, Range(-2, False)),
        ("Sniper Rifle", 401, False, Range(-5, True)),
        ("Sniper Rifle", 101, True, Range(-1, False)),
        ("Sniper Rifle", 400, True, Range(-2, False)),
        ("Sniper Rifle", 501, True, Range(-3, False)),
        ("Sniper Rifle", 801, True, Range(-5, True)),
        ("Sniper Rifle", 1000, True, Range(-5, True)),
        ("Sniper Rifle", 1001, True, None),
    ],
)
def test_the_bands_of_other_weapons(weapon, metres, scope, found):
    """MOT-10.07, MOT-10.08, MOT-X.04, MOT-X.43."""
    assert range_of(RANGED[weapon], metres, has_scope=scope) == found


def test_damage_at_maximum_range_is_halved_before_armour():
    """MOT-10.09, MOT-R.72, MOT-X.42."""
    left = halved(Wound(7, 5))
    assert left == Wound(3, 2)
    assert soak(*left, 2) == Wound(3, 0)


@pytest.mark.parametrize(
    ("percent", "ch10", "ch7"),
    [
        (24, "none", "none"),
        (25, "partial", "partial"),
        (50, "partial", "partial"),
        (51, "full", "partial"),
        (76, "full", "full"),
    ],
)
def test_how_much_armour_covers(percent, ch10, ch7):
    """MOT-10.13, MOT-R.45."""
    assert (cover(percent), cover(percent, "ch7")) == (ch10, ch7)


def test_the_price_of_a_gap_in_armour():
    """MOT-7.61, MOT-10.14, MOT-X.09: three and four successes at a target number of 2."""
    assert [to_hit(Target(), 2, bypass(cover(percent))) for percent in (40, 90)] == [3, 4]
    assert (LISTS["armor"]["Ballistic Vest"], LISTS["armor"]["Plate"]["reduction"]) == ({"reduction": 6, "coverage": 40}, 5)


def test_armour_and_shields_are_those_of_the_tables():
    """MOT-10.05, MOT-10.11."""
    assert [row["reduction"] for row in LISTS["armor"].values()][:6] == [1, 2, 3, 4, 5, 6]
    assert {name: row["penalty"] for name, row in LISTS["shields"].items()} == {"small": 1, "medium": 2}


@pytest.mark.parametrize(
    ("target", "tn", "called", "needed"),
    [
        (Target(), 2, 0, 2),
        (Target(reserved=2), 2, 0, 3),
        (Target(reserved=3), 2, 0, 3),
        (Target(reserved=2), 1, 0, 2),
        (Target(reserved=4), 2, CALLED["head"], 6),
        (Target(is_grappled=True), 2, CALLED["legs"], 2),
        (Target(is_grappled=True), 1, 0, 1),
        (Target(is_grappled=True), 1, CALLED["legs"], 1),
        (Target(reserved=6, is_unconscious=True), 2, 0, 1),
        (Target(reserved=4, is_exposed=True), 2, 0, 2),
        (Target(reserved=4, is_unaware=True), 2, 0, 1),
        (Target(is_unaware=True, is_unconscious=True), 3, 0, 2),
        (Target(is_reckless=True), 2, CALLED["head"], 3),
    ],
)
def test_what_it_takes_to_hit(target, tn, called, needed):
    """MOT-7.19, MOT-7.24, MOT-7.62, MOT-R.51, MOT-R.57, MOT-X.02, MOT-X.17, MOT-X.36."""
    assert to_hit(target, tn, called) == needed


def test_circumstances_and_reasons():
    """MOT-7.19: the game master adds one or two, and every part is told."""
    found = to_hit(Target(reserved=5), 2, modifier=2)
    assert found == 6
    assert [line.strip().split(" [")[0] for line in found.why()] == ["6", "+2 to hit", "+2 defence", "+2 circumstances"]
