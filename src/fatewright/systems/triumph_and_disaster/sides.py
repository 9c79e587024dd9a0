"""Sides: who fights, on which side, whose turn it is, and who is out of it."""

from __future__ import annotations

from fatewright.systems.author import EVERYONE, Audience, Desk
from fatewright.systems.triumph_and_disaster import people

PARTY, FOES, BY_OWNER = "party", "foes", "by owner"
TRAP = "trap"  # a kind of token that is nobody


def is_fighting(table: Desk) -> bool:
    """TAD-CMB.03: whether a fight is on."""
    return table.fact("turns", "round") is not None


def order_of(table: Desk) -> tuple[str, ...]:
    """TAD-CMB.03: everybody who fights, in the order of their turns."""
    return tuple(who for who in table.fact("turns", "order") or () if who in table)


def current(table: Desk) -> str:
    """TAD-CMB.03: whose turn it is; empty outside a fight."""
    order, at = table.fact("turns", "order") or (), table.fact("turns", "at") or 0
    return str(order[at]) if at < len(order) and order[at] in table else ""


def is_fighter(table: Desk, who: str) -> bool:
    """TAD-CMB.03: whether somebody is in the fight that is on."""
    return is_fighting(table) and who in order_of(table)


def side_of(table: Desk, who: str) -> str:
    """TAD-CMB.21: players stand together against the Storyteller's people, unless a sheet says otherwise."""
    side = str(table[who]["side"])
    if side != BY_OWNER:
        return side
    return PARTY if people.is_player_character(table, who) else FOES


def are_enemies(table: Desk, one: str, other: str) -> bool:
    """TAD-CMB.21: whether two stand on different sides."""
    return one != other and side_of(table, one) != side_of(table, other)


def everybody(table: Desk) -> list[str]:
    """TAD-ROLE.02: everybody on the table whom all can see; traps are there too, and are nobody."""
    seen = (token for token in table.tokens() if Audience(table.fact("seen", token.name) or EVERYONE).is_everyone)
    return [token.name for token in seen if token.kind != TRAP]


def rows(table: Desk, who: str) -> list[dict[str, object]]:
    """TAD-STA.01: what the list says of each status that somebody has."""
    listed = table.data["lists"]["statuses"]
    return [listed[one] for one in table[who]["statuses"] if one in listed]


def is_out(table: Desk, who: str) -> bool:
    """TAD-CMB.15, TAD-CMB.21, TAD-EXP.06: whether somebody is down, gone or has yielded; a trap is nobody at all."""
    return table[who].kind == TRAP or any(row.get("out", False) for row in rows(table, who))


def standing(table: Desk, side: str) -> list[str]:
    """TAD-CMB.21: those of a side who are in the fight and not out of it."""
    return [who for who in order_of(table) if side_of(table, who) == side and not is_out(table, who)]


def enemies(table: Desk, who: str) -> list[str]:
    """TAD-CMB.21: whoever stands against somebody and is not out of it: those in the fight, or everybody outside one."""
    there = order_of(table) if is_fighting(table) else everybody(table)
    return [other for other in there if are_enemies(table, who, other) and not is_out(table, other)]
