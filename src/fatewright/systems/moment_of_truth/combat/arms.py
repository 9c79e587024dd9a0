"""Arms: what a weapon throws, how far it reaches, what armour and shields take away, and what it takes to hit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil
from typing import Annotated, Any, Literal, NamedTuple

from fatewright.systems.author import Between, Score, phrase

Row = Mapping[str, Any]
Tenth = Annotated[int, Between(0, 9)]  # of a metre, beyond whole ones

# ── distances ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def apart(metres: int, tenths: int) -> float:
    """MOT-7.05, MOT-7.06, MOT-10.07: a distance: metres, and tenths of one; whole metres stay a whole number."""
    return metres + tenths / 10 if tenths else metres


def in_words(metres: int, tenths: int) -> Any:
    """MOT-7.05: the same for the log."""
    return phrase("{metres}.{tenths}", metres=metres, tenths=tenths) if tenths else metres


# ── weapons ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def damage_pool(weapon: Row, strength: int, level: int | None, *, is_charge: bool = False) -> Score:
    """MOT-7.55, MOT-9.15, MOT-10.02, MOT-10.06: Strength where the arm does it, the skill's level, and the weapon's own dice.

    Not owning the skill counts as nothing here. A charge that runs into its target counts Strength twice.
    """
    dice = Score(weapon["bonus"], "the weapon", "MOT-10.02")
    if "reach" in weapon or weapon.get("strength"):
        dice = Score(strength, "strength", "MOT-7.55").times(2 if is_charge else 1) + dice
    return (dice + Score(level or 0, weapon["skill"], "MOT-7.55")).named("damage dice")


def reaches(weapon: Row, metres: float) -> bool:
    """MOT-7.06, MOT-10.03, MOT-R.71: how far a weapon in the hand strikes; close is less than a metre."""
    return metres < 1 if weapon["reach"] == 0 else metres <= weapon["reach"]


class Range(NamedTuple):
    """What a distance does to a shot: dice, and whether what it rolls is halved."""

    dice: int
    is_halved: bool


def range_of(weapon: Row, metres: float, *, has_scope: bool = False) -> Range | None:
    """MOT-9.08, MOT-10.07, MOT-10.08, MOT-10.09, MOT-R.70, MOT-R.72: the band of a distance; None if it is out of range.

    Figures are upper bounds. Within the last multiple of the long distance damage is halved. A scope doubles that distance.
    """
    if metres < 1 if weapon["close"] < 0 else metres <= weapon["close"]:
        return Range(-1, False)
    if metres <= weapon["optimal"]:
        return Range(0, False)
    band = ceil(metres / (weapon["long"] * (2 if has_scope else 1)))
    return Range(-band, band == weapon["multiples"]) if band <= weapon["multiples"] else None


# ── armour ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

Cover = Literal["none", "partial", "full"]


def cover(percent: int, scheme: Literal["ch10", "ch7"] = "ch10") -> Cover:
    """MOT-10.13, MOT-R.45: what so much of a body counts as; exactly 25 and 50 are partial."""
    if percent < 25:
        return "none"
    return "full" if percent > (50 if scheme == "ch10" else 75) else "partial"


def covered(worn: Iterable[Row]) -> int:
    """MOT-10.13, MOT-10.15: how much of a body all that is worn covers, in percent; two layers cover one place once."""
    places: dict[str, int] = {}
    for row in worn:
        place = next(iter(row.get("covers", ())), "body")
        places[place] = max(places.get(place, 0), row.get("coverage", 100))
    return sum(places.values())


def bypass(cover: Cover) -> int:
    """MOT-7.61, MOT-10.14: successes more to find the gap in armour."""
    return {"none": 0, "partial": 1, "full": 2}[cover]


# ── hitting ────────────────────────────────────────────────────────────────────────────────────────────────────────────

CALLED = {"legs": 1, "weapon hand": 2, "head": 2, "neck": 2}  # MOT-7.61: successes more


class Target(NamedTuple):
    """What about somebody makes them easier or harder to hit."""

    reserved: int = 0
    is_reckless: bool = False
    is_grappled: bool = False
    is_unconscious: bool = False
    is_unaware: bool = False
    is_exposed: bool = False  # by a charge of their own


def to_hit(target: Target, default_tn: int, called: int = 0, modifier: int = 0) -> Score:
    """MOT-7.19, MOT-7.24, MOT-7.26, MOT-7.31, MOT-7.62, MOT-7.81, MOT-9.16, MOT-R.51, MOT-R.57: successes that hit somebody.

    Every two dice in reserve are one more, unless the target cannot use them; whatever makes it easier, one is the least.
    """
    base = Score(1, "reckless", "MOT-7.28") if target.is_reckless else Score(default_tn, "to hit", "MOT-7.19")
    is_open = target.is_unaware or target.is_unconscious or target.is_exposed
    terms = [
        Score(0 if is_open else target.reserved // 2, "defence", "MOT-7.24"),
        Score(called, "called shot", "MOT-7.61"),
        Score(modifier, "circumstances", "MOT-1.12"),
        Score(-1 if target.is_grappled else 0, "grappled", "MOT-7.31"),
        Score(-1 if target.is_unconscious else 0, "unconscious", "MOT-7.81"),
        Score(-1 if target.is_unaware and not target.is_unconscious else 0, "unaware", "MOT-R.57"),
    ]
    return sum((term for term in terms if term), start=base).at_least(1)
