"""Damage, attacks and automatic fire of Moment of Truth: the worked examples, every face counted, and dice thrown by hand."""

import random
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatewright.core.rule.dice import NotEnoughFaces, typed_faces
from fatewright.core.rule.odds import Memory, Odds
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import roll
from fatewright.systems.moment_of_truth.mechanics.rolls import (
    MISS,
    Strike,
    Wound,
    attack,
    damage,
    skill_roll,
    soak,
    volley,
    volley_hits,
)

KINDS = ("skilled", "unskilled", "peripheral", "statistic")


def thrown(call, faces):
    """What `call` makes of literal dice; it must ask for exactly these."""
    played = roll(call, typed_faces(faces))
    assert [die.face for step in played.steps for die in step.dice] == list(faces)
    return played.outcome


def priced(call, lens=""):
    """The odds of `call`, worked out anew: nothing that another test has left in memory is used."""
    return odds(call, lens=lens, memory=Memory())


# Damage


@pytest.mark.parametrize(
    ("minor", "major", "faces", "expected"),
    [
        (4, 5, [1, 2, 3, 4, 5, 6], Wound(3, 2)),
        (3, 4, [3, 3, 4, 6, 6, 2, 1, 5], Wound(6, 4)),
    ],
)
def test_the_worked_damage_rolls_come_out_as_printed(minor, major, faces, expected):
    """MOT-X.39, MOT-7.42, MOT-7.56, MOT-R.56."""
    wound = thrown(damage(len(faces), minor, major), faces)
    assert (wound, wound.points) == (expected, expected.minor + expected.major)


def test_a_die_at_the_major_number_costs_two_points_and_one_at_the_minor_number_one():
    """MOT-7.42, MOT-7.56, MOT-R.56."""
    points = [thrown(damage(1, 4, 6), [face]).points for face in range(1, 7)]
    assert points == [0, 0, 0, 1, 1, 2]


@pytest.mark.parametrize(
    ("minor", "major", "faces", "expected"),
    [
        pytest.param(2 - 1 - 1, 3 - 1 - 1, [1, 2, 3], Wound(3, 3), id="sniper rifle, head, critical"),
        pytest.param(5, 6 + 1, [6, 6, 5], Wound(3, 0), id="a milder major number"),
        pytest.param(4, 3, [4, 5, 6, 3], Wound(4, 4), id="crossed numbers"),
    ],
)
def test_shifted_damage_numbers_add_up_and_may_leave_the_die_or_cross(minor, major, faces, expected):
    """MOT-X.40, MOT-7.57, MOT-12.11, MOT-R.49."""
    assert thrown(damage(len(faces), minor, major), faces) == expected


@pytest.mark.parametrize(
    ("minor", "major", "expected"),
    [
        (1, 2, Wound(6, 5)),
        (0, 1, Wound(6, 6)),
        (-10, -10, Wound(6, 6)),
        (1, 7, Wound(6, 0)),
        (-10, 20, Wound(6, 0)),
        (7, 7, Wound(0, 0)),
        (20, 20, Wound(0, 0)),
        (6, 7, Wound(1, 0)),
        (7, 6, Wound(1, 1)),
        (20, 5, Wound(2, 2)),
        (20, -10, Wound(6, 6)),
        (4, 4, Wound(3, 3)),
    ],
)
def test_a_number_of_one_or_less_takes_every_die_and_seven_or_more_takes_none(minor, major, expected):
    """MOT-7.57, MOT-12.11, MOT-R.49: one die of each face, on the table and in the odds."""
    assert thrown(damage(6, minor, major), [1, 2, 3, 4, 5, 6]) == expected
    one_die = priced(damage(1, minor, major))
    assert one_die.mean(lambda wound: wound.minor) == Fraction(expected.minor, 6)
    assert one_die.mean(lambda wound: wound.major) == Fraction(expected.major, 6)


@pytest.mark.parametrize("major", [4, 5, 6, 7, 8])
def test_raising_the_major_number_leaves_minor_damage_as_it_was(major):
    """MOT-12.10, MOT-R.56."""
    printed = priced(damage(4, 3, 4)).map(lambda wound: wound.minor)
    assert priced(damage(4, 3, major)).map(lambda wound: wound.minor) == printed


@pytest.mark.parametrize("armor", [0, 1, 6])
def test_no_damage_dice_do_no_damage(armor):
    """MOT-7.58: a damage roll has no target number, so there is no exception to throw other dice."""
    assert thrown(damage(0, 3, 4, armor), []) == Wound(0, 0)
    assert priced(damage(0, 3, 4, armor)) == Odds({Wound(0, 0): 1}, 1)


def test_a_damage_roll_knows_neither_criticals_nor_setbacks():
    """MOT-7.58: five majors are five majors, and ones take nothing away."""
    assert thrown(damage(5, 4, 5), [6, 6, 6, 6, 6]) == Wound(5, 5)
    assert thrown(damage(5, 4, 5), [6, 1, 1, 1, 1]) == Wound(1, 1)


@pytest.mark.parametrize(
    ("faces", "rolled", "armor", "left"),
    [
        ([4, 4, 4, 5, 6], (5, 2), 3, Wound(4, 0)),
        ([4, 5, 5, 6], (4, 3), 2, Wound(4, 1)),
        ([4, 6], (2, 1), 6, Wound(0, 0)),
        ([4, 4, 4, 5, 5, 5, 6, 6], (8, 5), 6, Wound(7, 0)),
    ],
)
def test_armour_takes_from_major_damage_first(faces, rolled, armor, left):
    """MOT-X.41, MOT-7.59, MOT-10.12."""
    assert thrown(damage(len(faces), 4, 5), faces) == Wound(*rolled)
    assert thrown(damage(len(faces), 4, 5, armor), faces) == left
    assert soak(*rolled, armor) == left


@pytest.mark.parametrize(
    ("rolled", "armor", "left"),
    [
        pytest.param((3, 2), 2, Wound(3, 0), id="halved at maximum range"),
        pytest.param((5, 2), 3, Wound(4, 0), id="a leg hit with four points left"),
        pytest.param((5, 2), 4, Wound(3, 0), id="a leg hit with three points left"),
        pytest.param((5, 5), 0, Wound(5, 5), id="a bare neck"),
        pytest.param((5, 5), 2, Wound(5, 3), id="a covered neck"),
        pytest.param((0, 0), 0, Wound(0, 0), id="nothing and no armour"),
        pytest.param((0, 0), 20, Wound(0, 0), id="nothing to take"),
    ],
)
def test_armour_in_other_worked_examples(rolled, armor, left):
    """MOT-7.59, MOT-10.12: the armour in the examples X.42, X.49 and X.50."""
    assert soak(*rolled, armor) == left


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 20))
def test_armour_takes_its_whole_value_once_and_no_minor_before_the_last_major(minor, major, armor):
    """MOT-7.59, MOT-10.12."""
    left = soak(minor, major, armor)
    assert left.points == max(0, minor + major - armor)
    assert left.major == max(0, major - armor)


def test_the_assault_rifle_of_the_worked_examples():
    """MOT-X.45, MOT-7.42, MOT-7.56, MOT-R.56."""
    points = priced(damage(2 + 14, 3, 4), lens="points")
    assert points.mean() == Fraction(56, 3)
    assert round(float(points.chance_that(lambda n: n >= 12)), 5) == 0.97561
    assert points.chance_that(lambda n: n >= 24) == Fraction(4194731, 47775744)


# Attacks

PLAIN_HIT, CRITICAL_HIT = [5, 6, 3, 2], [5, 6, 5, 6]


@pytest.mark.parametrize(
    ("call", "faces", "expected"),
    [
        pytest.param(attack(4, 2, 3, 4, 5), [*PLAIN_HIT, 4, 5, 1], Strike(1, Wound(2, 1)), id="hit"),
        pytest.param(attack(4, 2, 3, 4, 5), [5, 4, 3, 2], MISS, id="one success of two"),
        pytest.param(attack(4, 2, 3, 4, 5), [1, 1, 3, 2], MISS, id="fumble"),
        pytest.param(attack(4, 2, 3, 4, 5), [*PLAIN_HIT, 1, 2, 3], Strike(1, Wound()), id="hit without harm"),
        pytest.param(attack(4, 1, 1, 4, 5), [5, 4, 3, 2, 6], Strike(1, Wound(1, 1)), id="cinematic target number"),
        pytest.param(attack(5, 2, 1, 4, 5), [5, 6, 1, 1, 1, 6], Strike(1, Wound(1, 1)), id="hit with a setback"),
        pytest.param(attack(4, 2, 3, 4, 5, 2), [*PLAIN_HIT, 4, 5, 6], Strike(1, Wound(3, 0)), id="armour"),
        pytest.param(attack(4, 2, 0, 4, 5), PLAIN_HIT, Strike(1, Wound()), id="no damage dice"),
    ],
)
def test_a_hit_rolls_damage_and_a_miss_rolls_none(call, faces, expected):
    """MOT-7.19, MOT-7.21, MOT-5.10: a setback does not turn a hit into a miss."""
    assert thrown(call, faces) == expected


@pytest.mark.parametrize(
    ("kind", "faces", "expected"),
    [
        ("skilled", [5, 6, 2, 2, 4], Strike(1, Wound(1, 0))),
        ("unskilled", [5, 6, 2, 2], MISS),
        ("unskilled", [6, 6, 2, 2, 4], Strike(1, Wound(1, 0))),
        ("peripheral", [5, 6, 2, 2], MISS),
        ("statistic", [5, 6, 2, 2, 4], Strike(1, Wound(1, 0))),
    ],
)
def test_without_the_weapons_skill_only_sixes_hit(kind, faces, expected):
    """MOT-7.18, MOT-1.06."""
    assert thrown(attack(4, 2, 1, 4, 5, kind=kind), faces) == expected


@pytest.mark.parametrize(
    ("pool", "tn", "kind", "faces", "expected"),
    [
        (1, 2, "skilled", [6, 6, 4], Strike(1, Wound(1, 0))),
        (1, 2, "skilled", [6, 5], MISS),
        (-4, 2, "skilled", [6, 6, 4], Strike(1, Wound(1, 0))),
        (1, 2, "unskilled", [6, 6, 6, 4], Strike(1, Wound(1, 0))),
        (1, 2, "unskilled", [6, 6, 5], MISS),
        (2, 3, "skilled", [6, 6, 6, 3], Strike(1, Wound(0, 0))),
    ],
)
def test_the_impossibility_exception_applies_to_attacks_and_is_never_critical(pool, tn, kind, faces, expected):
    """MOT-7.19, MOT-1.15, MOT-1.16."""
    assert thrown(attack(pool, tn, 1, 4, 5, kind=kind), faces) == expected


@pytest.mark.parametrize(
    ("hit", "expected"),
    [
        pytest.param(PLAIN_HIT, Strike(1, Wound(2, 1)), id="plain"),
        pytest.param([5, 6, 5, 2], Strike(1, Wound(2, 1)), id="one beyond is not critical"),
        pytest.param(CRITICAL_HIT, Strike(1, Wound(3, 2)), id="critical"),
    ],
)
def test_a_critical_hit_lowers_both_damage_numbers_by_one(hit, expected):
    """MOT-1.36, MOT-7.57."""
    assert thrown(attack(4, 2, 4, 4, 5), [*hit, 2, 3, 4, 5]) == expected


@pytest.mark.parametrize(
    ("minor", "major", "faces", "expected"),
    [
        pytest.param(2 - 1, 3 - 1, [1, 2, 3], Wound(3, 3), id="sniper rifle at the head, down to 0 and 1"),
        pytest.param(5 + 2, 6 + 2, [6, 6, 5], Wound(2, 0), id="raised to 7 and 8, back to 6 and 7"),
    ],
)
def test_the_critical_shift_adds_to_other_shifts_without_a_limit(minor, major, faces, expected):
    """MOT-X.40, MOT-1.36, MOT-R.49."""
    assert thrown(attack(4, 2, 3, minor, major), [*CRITICAL_HIT, *faces]) == Strike(1, expected)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("pool", "tn"), [(7, 2), (5, 2), (6, 3), (6, 2), (1, 2), (0, 1), (9, 1)])
def test_an_attack_hits_as_often_as_its_roll_succeeds(pool, tn, kind):
    """MOT-7.18, MOT-7.19, MOT-7.21."""
    hits = priced(attack(pool, tn, 1, 4, 5, kind=kind), lens="hits")
    assert hits == priced(skill_roll(pool, tn, kind), lens="success").map(int)


def test_reserved_dice_are_missing_from_the_attack():
    """MOT-X.37, MOT-7.21: seven dice less two; six less five."""
    assert priced(attack(7 - 2, 2, 1, 4, 5), lens="hits").chance(1) == Fraction(131, 243)
    assert priced(attack(7, 2, 1, 4, 5), lens="hits").chance(1) == Fraction(179, 243)
    assert priced(attack(6 - 5, 2, 1, 4, 5), lens="hits").chance(1) == Fraction(1, 36)


# Automatic fire


@pytest.mark.parametrize(("successes", "hits"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5)])
def test_each_success_beyond_the_need_is_one_more_hit(successes, hits):
    """MOT-X.06, MOT-9.01, MOT-9.02."""
    faces = [6] * successes + [2] * (6 - successes)
    assert thrown(volley_hits(6, 2), faces) == (hits, successes >= 4)
    assert thrown(volley(6, 2, 1, 4, 6), faces + [4] * hits) == Strike(hits, Wound(hits, 0))


@pytest.mark.parametrize(("kind", "fives_count"), [("skilled", True), ("unskilled", False)])
def test_a_burst_counts_the_faces_that_its_kind_counts(kind, fives_count):
    """MOT-9.01, MOT-9.02, MOT-1.06."""
    faces, hits = [5, 5, 6, 6, 2], 3 if fives_count else 1
    assert thrown(volley(5, 2, 1, 4, 6, kind=kind), faces + [2] * hits) == Strike(hits, Wound())


@pytest.mark.parametrize(
    ("pool", "kind", "faces", "hits"),
    [
        (1, "unskilled", [6, 6, 6], 1),
        (1, "unskilled", [6, 6, 5], 0),
        (1, "peripheral", [6, 6, 6], 1),
        (1, "skilled", [6, 6], 1),
        (1, "skilled", [6, 5], 0),
    ],
)
def test_under_the_exception_a_burst_hits_once_or_not_at_all(pool, kind, faces, hits):
    """MOT-9.01, MOT-1.18: hits are counted beyond the need."""
    assert thrown(volley(pool, 2, 1, 4, 6, kind=kind), faces + [4] * hits) == Strike(hits, Wound(hits, 0))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tn", [1, 2, 3, 4])
def test_the_exception_leaves_no_extra_hits_and_no_critical(kind, tn):
    """MOT-1.18, MOT-1.15, MOT-1.16."""
    dice = tn if kind in ("skilled", "statistic") else tn + 1
    for pool in range(-2, tn):
        assert priced(volley_hits(pool, tn, kind)) == Odds({(1, False): 1, (0, False): 6**dice - 1}, 6**dice)


def test_the_worked_odds_of_six_dice_of_automatic_fire():
    """MOT-X.46, MOT-9.01, MOT-9.02."""
    chances = [Fraction(text) for text in ("256/729", "80/243", "160/729", "20/243", "4/243", "1/729")]
    hits = priced(volley(6, 2, 1, 3, 4), lens="hits")
    assert [hits.chance(number) for number in range(6)] == chances
    assert sum(chances) == 1
    assert hits.mean() == Fraction(793, 729)


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        pytest.param([5, 6, 2, 2, 2, 2, 3, 4], Strike(1, Wound(1, 0)), id="one hit"),
        pytest.param([5, 6, 5, 2, 2, 2] + [3, 4] * 2, Strike(2, Wound(2, 0)), id="two hits, not critical"),
        pytest.param([5, 6, 5, 6, 2, 2] + [3, 4] * 3, Strike(3, Wound(2 + 1 + 1, 1)), id="three hits, critical"),
        pytest.param([5, 6, 5, 6, 5, 2] + [3, 4] * 4, Strike(4, Wound(2 + 1 + 1 + 1, 1)), id="four hits, critical"),
        pytest.param([5, 6, 5, 6, 2, 2, 3, 3, 2, 2, 2, 2], Strike(3, Wound(2, 0)), id="threes of the first hit count"),
        pytest.param([5, 6, 5, 6, 2, 2, 2, 2, 3, 3, 3, 3], Strike(3, Wound(0, 0)), id="threes of the others do not"),
    ],
)
def test_the_critical_shift_is_for_the_first_hit_of_a_burst_only(faces, expected):
    """MOT-R.73, MOT-1.36."""
    assert thrown(volley(6, 2, 2, 4, 5), faces) == expected


@pytest.mark.parametrize(
    ("armor", "faces", "expected"),
    [
        pytest.param(0, [6, 6, 4, 4], Strike(2, Wound(4, 2)), id="no armour"),
        pytest.param(1, [6, 6, 4, 4], Strike(2, Wound(2 + 1, 1)), id="one from each hit"),
        pytest.param(3, [6, 6, 4, 4], Strike(2, Wound(1, 0)), id="what one hit leaves unused does not stop the other"),
        pytest.param(4, [6, 6, 4, 4], Strike(2, Wound(0, 0)), id="nothing gets through"),
    ],
)
def test_each_hit_of_a_burst_meets_the_armour_by_itself(armor, faces, expected):
    """MOT-9.01, MOT-7.59, MOT-10.12."""
    assert thrown(volley(3, 2, 2, 4, 6, armor), [5, 5, 5, *faces]) == expected


def test_a_burst_asks_for_the_damage_dice_of_every_hit():
    """MOT-9.01: two hits of two dice are four dice."""
    with pytest.raises(NotEnoughFaces, match=r"^6 faces were given, and one more d6 is needed$"):
        roll(volley(3, 2, 2, 4, 6), typed_faces([5, 5, 5, 6, 6, 4]))


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Wound(), "no damage"),
        (Wound(1, 0), "1 minor, 0 major"),
        (Wound(3, 2), "3 minor, 2 major"),
        (MISS, "failed to hit"),
        (Strike(1, Wound()), "1 hit: no damage"),
        (Strike(1, Wound(2, 1)), "1 hit: 2 minor, 1 major"),
        (Strike(3, Wound(2, 1)), "3 hits: 2 minor, 1 major"),
    ],
)
def test_wounds_and_strikes_say_what_they_did(outcome, text):
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


def ledger_wound(faces, minor_number, major_number, armor):
    """The ledger's `count_damage`, then armour: major first, the rest from minor, neither below 0."""
    major = sum(1 for face in faces if face >= major_number)
    minor = sum(1 for face in faces if face >= minor_number or face >= major_number)
    rest = max(0, armor - major)
    return max(0, minor - rest), max(0, major - armor)


def ledger_hits(successes, need, is_burst):
    """How many damage rolls follow an attack roll."""
    if successes < need:
        return 0
    return 1 + (successes - need) if is_burst else 1


def ledger_strike(successes, need, numbers, armor, damage_rolls):
    """(minor, major) of a hit or of all hits of a burst; each damage roll is its faces."""
    minor = major = 0
    for number, faces in enumerate(damage_rolls):
        shift = 1 if number == 0 and successes >= need + 2 else 0
        wound = ledger_wound(faces, numbers[0] - shift, numbers[1] - shift, armor)
        minor, major = minor + wound[0], major + wound[1]
    return minor, major


@lru_cache
def throws(dice):
    """Every literal throw of so many dice, gathered by its faces in rising order."""
    return Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))


def ledger_odds(pool, tn, dice, numbers, armor, kind, is_burst):
    """The odds of a strike from all throws of hit dice, followed by all throws of the damage dice they call for."""
    hit_dice, threshold, need = ledger_pool(kind, pool, tn)
    most = max(1, 1 + hit_dice - need)  # damage rolls that a burst can call for
    hit_throws, counted = Counter(), Counter()
    for faces, ways in throws(hit_dice).items():
        hit_throws[sum(face >= threshold for face in faces)] += ways
    for successes, ways in hit_throws.items():
        hits = ledger_hits(successes, need, is_burst)
        left = 6 ** (dice * (most - hits))
        for damage_rolls in product(throws(dice).items(), repeat=hits):
            wound = ledger_strike(successes, need, numbers, armor, [faces for faces, _ in damage_rolls])
            counted[Strike(hits, Wound(*wound))] += ways * left * prod(damage_ways for _, damage_ways in damage_rolls)
    return Odds(dict(counted), 6 ** (hit_dice + dice * most))


NUMBERS = [
    *((5, 6), (4, 6), (4, 5), (3, 6), (3, 5), (3, 4), (2, 3), (1, 2), (6, 6), (1, 1)),
    *((5, 7), (1, 7), (0, 1), (-1, 0), (-10, 20), (-10, -10), (7, 7), (7, 8), (20, 20)),  # off the die
    *((4, 3), (6, 2), (7, 5), (8, 6), (2, 1), (2, 0), (20, -10)),  # crossed
]


@pytest.mark.parametrize(("minor", "major"), NUMBERS)
def test_the_odds_of_damage_are_those_of_all_throws(minor, major):
    """MOT-7.42, MOT-7.56, MOT-7.57, MOT-7.59, MOT-12.11, MOT-R.49, MOT-R.56."""
    for dice, armor in product(range(6), range(5)):
        counted = Counter()
        for faces, ways in throws(dice).items():
            counted[Wound(*ledger_wound(faces, minor, major, armor))] += ways
        assert priced(damage(dice, minor, major, armor)) == Odds(dict(counted), 6**dice)


@pytest.mark.parametrize(("minor", "major"), [(4, 5), (3, 4), (1, 2), (5, 7), (4, 4), (8, 8), (0, 1)])
@pytest.mark.parametrize("kind", KINDS)
def test_the_odds_of_an_attack_are_those_of_all_throws(kind, minor, major):
    """MOT-1.36, MOT-7.18, MOT-7.19, MOT-7.21, MOT-7.57, MOT-7.59."""
    for pool, tn, dice, armor in product((-1, 1, 3, 4), (1, 2), (0, 1, 2), (0, 1, 3)):
        counted = ledger_odds(pool, tn, dice, (minor, major), armor, kind, is_burst=False)
        assert priced(attack(pool, tn, dice, minor, major, armor, kind)) == counted


@pytest.mark.parametrize(("minor", "major"), [(4, 5), (3, 4), (2, 3), (5, 7), (4, 4), (8, 8), (0, 1)])
@pytest.mark.parametrize("kind", KINDS)
def test_the_odds_of_a_burst_are_those_of_all_throws(kind, minor, major):
    """MOT-9.01, MOT-9.02, MOT-1.18, MOT-R.73, MOT-7.59."""
    small = [(pool, tn, 1) for pool in range(-1, 4) for tn in (1, 2, 3)]
    for (pool, tn, dice), armor in product([*small, (2, 1, 2), (4, 3, 2), (4, 2, 1), (3, 1, 0)], (0, 1, 2)):
        counted = ledger_odds(pool, tn, dice, (minor, major), armor, kind, is_burst=True)
        assert priced(volley(pool, tn, dice, minor, major, armor, kind)) == counted


# Dice thrown by hand

CAMPAIGN = [  # pool, tn, dice, minor, major, armor, kind, hp
    pytest.param(7, 2, 16, 3, 4, 6, "skilled", 12, id="assault rifle against a vest"),
    pytest.param(5, 2, 12, 4, 5, 3, "skilled", 10, id="broad sword against chainmaille"),
    pytest.param(6, 1, 10, 3, 4, 2, "unskilled", 14, id="pistol in untrained hands"),
    pytest.param(9, 3, 18, 2, 3, 5, "statistic", 18, id="sniper rifle against plate"),
    pytest.param(2, 3, 8, 3, 4, 0, "skilled", 8, id="under the exception"),
]
RUNS = 5_000


def deviation(total, exact, runs):
    """How many standard deviations `total`, summed over `runs` runs, lies from what `exact` odds expect."""
    mean = exact.mean(int)
    variance = exact.mean(lambda value: int(value) ** 2) - mean**2
    return float(total - runs * mean) / sqrt(runs * variance)


@pytest.mark.parametrize("the_rule", [attack, volley], ids=lambda the_rule: the_rule.name)
@pytest.mark.parametrize(("pool", "tn", "dice", "minor", "major", "armor", "kind", "hp"), CAMPAIGN)
def test_thousands_of_dice_thrown_by_hand_agree_with_the_odds(the_rule, pool, tn, dice, minor, major, armor, kind, hp):
    """MOT-1.36, MOT-7.21, MOT-9.01, MOT-R.73: the chance of falling and the average points."""
    chance = random.Random(20240229)
    hit_dice, threshold, need = ledger_pool(kind, pool, tn)
    falls = points = 0
    for _ in range(RUNS):
        successes = sum(chance.randint(1, 6) >= threshold for _ in range(hit_dice))
        hits = ledger_hits(successes, need, the_rule is volley)
        damage_rolls = [chance.choices((1, 2, 3, 4, 5, 6), k=dice) for _ in range(hits)]
        minors, majors = ledger_strike(successes, need, (minor, major), armor, damage_rolls)
        points += minors + majors
        falls += minors + majors >= hp
    call = the_rule(pool, tn, dice, minor, major, armor, kind, hp)
    assert abs(deviation(falls, priced(call, lens="falls"), RUNS)) < 4
    assert abs(deviation(points, priced(call, lens="points"), RUNS)) < 4


# Lenses

STRIKE_LENSES = {
    "hits": lambda hp: lambda strike: strike.hits,
    "wound": lambda hp: lambda strike: strike.wound,
    "points": lambda hp: lambda strike: strike.wound.minor + strike.wound.major,
    "falls": lambda hp: lambda strike: strike.wound.minor + strike.wound.major >= hp,
}


@pytest.mark.parametrize("lens", STRIKE_LENSES)
@pytest.mark.parametrize("the_rule", [attack, volley], ids=lambda the_rule: the_rule.name)
@pytest.mark.parametrize(("minor", "major"), [(4, 5), (2, 3), (5, 7), (4, 3), (8, 8), (0, 1)])
def test_a_lens_on_a_strike_sees_what_the_whole_odds_show(the_rule, lens, minor, major):
    for (pool, tn, kind), (dice, armor), hp in product(
        [(4, 1, "skilled"), (5, 2, "unskilled"), (1, 2, "statistic")], [(0, 0), (2, 0), (4, 2)], (1, 4, 100)
    ):
        call = the_rule(pool, tn, dice, minor, major, armor, kind, hp)
        assert priced(call, lens=lens) == priced(call).map(STRIKE_LENSES[lens](hp))


@pytest.mark.parametrize(("minor", "major"), NUMBERS)
def test_the_points_of_damage_are_what_the_whole_odds_show(minor, major):
    for dice, armor in product((0, 1, 4), (0, 3)):
        call = damage(dice, minor, major, armor)
        assert priced(call, lens="points") == priced(call).map(lambda wound: wound.minor + wound.major)


def test_every_lens_of_damage_attacks_and_bursts_is_tested_here():
    assert set(damage.lenses) == {"points"}
    assert set(attack.lenses) == set(STRIKE_LENSES)
    assert set(volley.lenses) == set(STRIKE_LENSES)
    assert volley_hits.lenses == {}


def points_by_floats(dice, minor, major, armor):
    """The chance of 0, 1, 2, ... points of one damage roll, from binomials in floating point."""
    both = sum(face >= major for face in range(1, 7)) / 6
    only_minor = sum(minor <= face < major for face in range(1, 7)) / 6
    chances = [0.0] * (2 * dice + 1)
    for majors in range(dice + 1):
        for minors in range(dice + 1 - majors):
            nothing = dice - majors - minors
            ways = comb(dice, majors) * comb(dice - majors, minors)
            chance = ways * both**majors * only_minor**minors * (1 - both - only_minor) ** nothing
            chances[max(0, 2 * majors + minors - armor)] += chance
    return chances


def convolved(one, other):
    chances = [0.0] * (len(one) + len(other) - 1)
    for a, chance in enumerate(one):
        for b, factor in enumerate(other):
            chances[a + b] += chance * factor
    return chances


@pytest.mark.parametrize(
    ("tn", "dice", "minor", "major", "armor", "hp"),
    [(2, 16, 3, 4, 6, 12), (2, 16, 3, 4, 6, 40), (1, 16, 2, 3, 2, 100), (4, 18, 3, 5, 5, 24), (2, 9, 4, 6, 0, 8)],
)
def test_a_burst_of_twelve_dice_agrees_with_a_convolution_in_floating_point(tn, dice, minor, major, armor, hp):
    """MOT-9.01, MOT-R.73, MOT-7.59."""
    plain, shifted = points_by_floats(dice, minor, major, armor), points_by_floats(dice, minor - 1, major - 1, armor)
    falls, others = 0.0, [1.0]
    for successes in range(tn, 13):
        chance = comb(12, successes) * 2 ** (12 - successes) / 3**12
        total = convolved(shifted if successes >= tn + 2 else plain, others)
        falls += chance * sum(total[hp:])
        others = convolved(others, plain)
    exact = priced(volley(12, tn, dice, minor, major, armor, "skilled", hp), lens="falls").chance(True)
    assert abs(float(exact) - falls) < 1e-12
