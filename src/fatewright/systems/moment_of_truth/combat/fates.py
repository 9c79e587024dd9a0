"""Fates: what a hit comes to in the end, for the odds of whoever knows what its target has left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from fatewright.systems.author import Asks, Between, Call, Desk, Unknown, ask, subrule, sums
from fatewright.systems.moment_of_truth.combat import harm
from fatewright.systems.moment_of_truth.combat.blows import (
    BEHEADS,
    Blow,
    armor_against,
    damage_dice,
    damage_numbers,
    is_blade,
    is_far,
    stray,
    tested_armor,
)
from fatewright.systems.moment_of_truth.combat.wounds import is_severed
from fatewright.systems.moment_of_truth.mechanics.rolls import (
    Armor,
    Check,
    DamageDice,
    DamageNumber,
    HitPoints,
    Wound,
    damage,
    felled,
    left_of,
    points,
)

Band = Literal["near", "maximum"]
MOST = 100  # points that a rule counts


def fate(table: Desk, blow: Blow, hits: int, check: Check, word: str) -> Callable[[], Call[str]] | None:
    """MOT-7.47, MOT-7.61: what so many hits come to; None where it stays at the word: a miss.

    Whether a large blade takes a head is known even to those who do not know what its target has left.
    """
    if not hits:
        return None

    def finer() -> Call[str]:
        least = _least(table, blow.target)
        first = _cost(table, blow, least, is_critical=check.is_critical)
        return felled(hits, first, _others(table, blow, least), least, word)

    def at_the_neck() -> Call[str]:
        try:
            least: int | None = _least(table, blow.target)
        except Unknown:
            least = None
        first = _neck(table, blow, least or MOST, is_critical=check.is_critical)
        return beheading(hits, first, _others(table, blow, least or MOST), least, word)

    return at_the_neck if blow.aim == "neck" and is_blade(table, blow) else finer


class Neck(NamedTuple):
    """What a large blade has done to a neck: taken the head, or cost so many points."""

    is_off: bool
    points: int


@subrule
def neck(
    dice: DamageDice,
    minor: DamageNumber,
    major: DamageNumber,
    armor: Armor = 0,
    tested: Armor = 0,
    band: Band = "near",
    most: HitPoints = 100,
) -> Asks[Neck]:
    """MOT-7.61, MOT-R.46: one hit of a large blade at the neck; `tested` is the armour that the head itself is judged by."""
    wound = yield from ask(damage(dice, minor, major))
    is_halved = band == "maximum"
    if is_severed(left_of(wound, tested, is_halved=is_halved), is_blade=True):
        return Neck(True, 0)
    return Neck(False, min(left_of(wound, armor, is_halved=is_halved).points, most))


@subrule
def beheading(
    hits: Annotated[int, Between(1, 30)], first: Call[Neck], others: Call[int], hp: int | None, otherwise: str
) -> Asks[str]:
    """MOT-7.47, MOT-7.61: whether hits of which the first is aimed at the neck behead or fell; no `hp`, and nobody knows the
    latter.
    """
    hit = yield from ask(first)
    if hit.is_off:
        return BEHEADS
    total = hit.points + (yield from sums(hits - 1, others, 0))
    return "fells" if hp is not None and total >= hp else otherwise


def _neck(table: Desk, blow: Blow, least: int, *, is_critical: bool) -> Call[Neck]:
    minor, major = damage_numbers(table, blow, is_critical=is_critical)
    armor, tested = armor_against(table, blow), tested_armor(table, blow)
    return neck(int(damage_dice(table, blow)), minor, major, armor, tested, _band(table, blow), least)


def _cost(table: Desk, blow: Blow, least: int, *, is_critical: bool) -> Call[int]:
    minor, major = damage_numbers(table, blow, is_critical=is_critical)
    return points(int(damage_dice(table, blow)), minor, major, armor_against(table, blow), _band(table, blow), least)


def _others(table: Desk, blow: Blow, least: int) -> Call[int]:
    return _cost(table, stray(blow, blow.target), least, is_critical=False)


def _band(table: Desk, blow: Blow) -> Band:
    return "maximum" if is_far(table, blow) else "near"


def _least(table: Desk, who: str) -> int:
    """The least damage that fells somebody who stands, or kills somebody who lies there."""
    states = ((count, harm.state(table, who, Wound(count))) for count in range(1, MOST + 1))
    found = next((count for count, state in states if state in harm.OUT and not harm.has(table, who, state)), None)
    if found is None:
        raise Unknown(f"no damage makes a difference to {who}")
    return found
