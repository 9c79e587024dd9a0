"""Fates: what a hit comes to in the end, for the odds of whoever knows what its target has left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from fatewright.core.rule import Call
from fatewright.core.seal import Unknown
from fatewright.systems.author import Desk
from fatewright.systems.moment_of_truth import harm
from fatewright.systems.moment_of_truth.blows import Blow, armor_against, damage_dice, damage_numbers, is_far, stray
from fatewright.systems.moment_of_truth.rolls import Check, Wound, felled, points

MOST = 100  # points that a rule counts


def fate(table: Desk, blow: Blow, hits: int, check: Check, word: str) -> Callable[[], Call[str]] | None:
    """MOT-7.47: what so many hits come to; None where it stays at the word: a miss, or a neck, which has rules of its own."""
    if not hits or blow.aim == "neck":
        return None

    def finer() -> Call[str]:
        least = _least(table, blow.target)
        first = _cost(table, blow, least, is_critical=check.is_critical)
        return felled(hits, first, _cost(table, stray(blow, blow.target), least, is_critical=False), least, word)

    return finer


def _cost(table: Desk, blow: Blow, least: int, *, is_critical: bool) -> Call[int]:
    minor, major = damage_numbers(table, blow, is_critical=is_critical)
    band: Literal["near", "maximum"] = "maximum" if is_far(table, blow) else "near"
    return points(int(damage_dice(table, blow)), minor, major, armor_against(table, blow), band, least)


def _least(table: Desk, who: str) -> int:
    """The least damage that fells somebody who stands, or kills somebody who lies there."""
    states = ((count, harm.state(table, who, Wound(count))) for count in range(1, MOST + 1))
    found = next((count for count, state in states if state in harm.OUT and not harm.has(table, who, state)), None)
    if found is None:
        raise Unknown(f"no damage makes a difference to {who}")
    return found
