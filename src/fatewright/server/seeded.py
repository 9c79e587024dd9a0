"""Dice that follow a seed: whoever knows it knows how they fall, so the log of a table says from where to where they do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatewright.core.table.events import Event, Fact, Told
from fatewright.core.table.seal import EVERYONE

SEEDED = ("table", "seeded")
BEGINS = "The dice of this table follow a seed from here on: they are not chance."
ENDS = "The dice of this table are chance again from here on."


def marks(facts: Mapping[tuple[str, ...], Any], *, is_seeded: bool) -> list[Event]:
    """What the log of a table that stands like this must still say of its dice; nothing if it says so already."""
    if (SEEDED in facts) == is_seeded:
        return []
    return [Fact(SEEDED, True if is_seeded else None, EVERYONE), Told(BEGINS if is_seeded else ENDS, (), EVERYONE)]
