"""Light: where it is dark, rolls that need sight have a threat, unless a torch is near or somebody sees in the dark."""

from __future__ import annotations

from collections.abc import Iterator

from fatewright.systems.author import Desk
from fatewright.systems.triumph_and_disaster.combat import statuses
from fatewright.systems.triumph_and_disaster.combat.paces import is_within
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance

BRIGHT = "bright"
LIGHT = ("scene", "light")  # where the table keeps how much of it there is


def bearing(table: Desk, who: str, what: str, ability: str) -> Iterator[Circumstance]:
    """TAD-EXP.05, TAD-RACE.01: dim light is nothing; darkness is a threat on rolls that need sight."""
    del ability
    level = table.fact(*LIGHT) or BRIGHT
    hindered = table.data["lists"]["light"][level].get("threat", ())
    needs_sight = what in hindered or (statuses.ATTACK in hindered and statuses.is_attack(table, what))
    if needs_sight and not _sees_in_the_dark(table, who) and not _is_lit(table, who):
        yield Circumstance(level, -1)


def _sees_in_the_dark(table: Desk, who: str) -> bool:
    """TAD-RACE.01: whether somebody's race sees in the dark."""
    return bool(table.data["lists"]["races"][table[who]["race"]].get("dark_sight", 0))


def _is_lit(table: Desk, who: str) -> bool:
    """TAD-EXP.05: whether somebody stands in the light of a torch; without a board, any torch will do."""
    return any(token["lit"] and is_within(table, who, token.name, token["lit"]) for token in table.tokens())
