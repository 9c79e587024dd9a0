"""Paces: where people stand, how far apart, and how far what they hold reaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatewright.systems.author import Desk

Square = tuple[int, int]
MELEE = 1


def is_placed(table: Desk, who: str) -> bool:
    """TAD-CMB.09: whether somebody stands on the board."""
    return table[who].get("at", None) is not None


def paces_between(here: Square, there: Square) -> int:
    """TAD-STR.05: a pace is a square, also across."""
    return max(abs(here[0] - there[0]), abs(here[1] - there[1]))


def distance(table: Desk, one: str, other: str) -> int:
    """TAD-CMB.09: paces between two; whoever has not been placed is within reach."""
    if not (is_placed(table, one) and is_placed(table, other)):
        return MELEE
    return paces_between(table[one]["at"], table[other]["at"])


def is_within(table: Desk, one: str, other: str, paces: int) -> bool:
    """TAD-CMB.09: whether two are so near to each other; whoever has not been placed is."""
    return not (is_placed(table, one) and is_placed(table, other)) or distance(table, one, other) <= paces


def weapon_row(table: Desk, weapon: str) -> Mapping[str, Any]:
    """TAD-ITM.01: what the list says of a weapon."""
    row: Mapping[str, Any] = table.data["lists"]["weapons"][weapon]
    return row


def group_of(table: Desk, weapon: str) -> str:
    """TAD-ITM.01, TAD-R.17: what aptitude in a weapon is held for: its group; one that has none is a thing of its own."""
    group = str(weapon_row(table, weapon).get("group", ""))
    return group if group in table.data["lists"]["weapon_groups"] else weapon


def reach_of(table: Desk, who: str) -> int:
    """TAD-CMB.09: how far somebody strikes with what they hold: 1 pace, 2 with a long weapon; fists where it only shoots."""
    return int(weapon_row(table, table[who]["weapon"]).get("reach", MELEE))


def next_to(table: Desk, who: str, others: list[str]) -> list[str]:
    """TAD-CMB.09, TAD-CMB.11: those who stand on the board right beside somebody who does."""
    if not is_placed(table, who):
        return []
    return [other for other in others if is_placed(table, other) and distance(table, who, other) <= MELEE]
