"""Sides: who fights, on which side, and who is out of it."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems import sides
from fatewright.systems.author import EVERYONE, Audience, Desk, Mine, Offers, Seen, Sheet
from fatewright.systems.sides import Sides
from fatewright.systems.triumph_and_disaster.characters import derived

TRAP = "trap"  # a kind of token that is nobody


def side_of(table: Desk, who: str) -> str:
    """TAD-CMB.21: players stand together against the Storyteller's people, unless a sheet says otherwise."""
    return sides.side_by_owner(table, who, str(table[who]["side"]))


def is_seen(table: Desk, who: str) -> bool:
    """TAD-ROLE.02: whether somebody is on the table, for all to see; traps are there too, and are nobody."""
    return table[who].kind != TRAP and Audience(table.fact("seen", who) or EVERYONE).is_everyone


def rows(table: Desk, who: str) -> list[dict[str, object]]:
    """TAD-STA.01: what the list says of each status that somebody has."""
    listed = table.data["lists"]["statuses"]
    return [listed[one] for one in table[who]["statuses"] if one in listed]


def is_out(table: Desk, who: str) -> bool:
    """TAD-CMB.15, TAD-CMB.21, TAD-EXP.06: whether somebody is down, gone or has yielded; a trap is nobody at all."""
    return table[who].kind == TRAP or any(row.get("out", False) for row in rows(table, who))


def is_hurt(table: Desk, who: str) -> bool:
    """TAD-VIT.02: whether somebody lacks hit points."""
    sheet = Sheet(table, who)
    return bool(sheet["hp"] < derived.hp_max(sheet, table.dials(), table.data["lists"]))


SIDES = Sides(side_of, is_out, is_seen, is_hurt=is_hurt)
everybody, are_enemies, standing, enemies = SIDES.everybody, SIDES.against, SIDES.standing, SIDES.enemies
Foe = Annotated[Seen, Offers(SIDES.foes)]
Friend = Annotated[Seen, Offers(SIDES.friends)]
Rival = Annotated[Seen, Offers(SIDES.rivals)]
Own = Annotated[Mine, Offers(SIDES.mine)]
Present = Annotated[Seen, Offers(SIDES.present)]
