"""Turns: whether a fight is on, whose turn it is, who comes late, who may end a turn: alike in all games that have rounds.

On the table stand ("turns", "round"), ("turns", "order") with ("turns", "at") in it, and ("turns", "late"). The order is one
of people; in some games it is one of seats, each with all its people.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fatewright.core.errors import FatewrightError
from fatewright.core.table.game import Act, Game, judge
from fatewright.core.table.seal import Unknown
from fatewright.core.table.state import State
from fatewright.core.table.story import Change, Desk, PutFact, answers_for

NO_FIGHT = "nobody is fighting"
SIDES = 2  # that a fight needs


# ── as it stands ───────────────────────────────────────────────────────────────────────────────────────────────────────


def is_fighting(table: Desk) -> bool:
    """Whether a fight is on."""
    return table.fact("turns", "round") is not None


def order_of(table: Desk) -> tuple[str, ...]:
    """Everybody who fights, in the order of their turns."""
    return tuple(who for who in table.fact("turns", "order") or () if who in table)


def is_fighter(table: Desk, who: str) -> bool:
    """Whether somebody is in the fight that is on."""
    return is_fighting(table) and who in order_of(table)


def at_turn(table: Desk) -> str:
    """What stands in the order where the fight is: somebody, or a seat; nothing outside a fight."""
    order, at = table.fact("turns", "order") or (), table.fact("turns", "at") or 0
    return str(order[at]) if at < len(order) else ""


def current(table: Desk) -> str:
    """Whose turn it is, in an order of people; nobody outside a fight, or if they have left."""
    return who if (who := at_turn(table)) in table else ""


def late(table: Desk) -> tuple[str, ...]:
    """Who has come since the round began, and has a turn from the next one on."""
    return tuple(table.fact("turns", "late") or ())


def seat_of(table: Desk, who: str) -> str:
    """The seat that acts for somebody."""
    return answers_for(table.facts, who)


def people_of(table: Desk, seat: str) -> list[str]:
    """Those for whom a seat acts."""
    return [token.name for token in table.tokens() if seat_of(table, token.name) == seat]


# ── what follows from it ───────────────────────────────────────────────────────────────────────────────────────────────


def not_in_turn(table: Desk, who: str) -> str | None:
    """Why it is not somebody's turn, in an order of people; None if it is, or if nobody fights."""
    if not is_fighting(table):
        return None
    if who not in order_of(table):
        return f"{who} is not in this fight"
    return None if current(table) == who else f"it is {current(table)}'s turn"


def not_over(table: Desk, seat: str) -> str | None:
    """Why whoever acts may not end the turn: it is another seat's, and they are not the game master."""
    if not is_fighting(table):
        return NO_FIGHT
    if not seat or seat == table.seat or table.role(table.seat) == "gm":
        return None
    return f"it is {at_turn(table)}'s turn"


def no_beginning(table: Desk, sides: Iterable[str]) -> str | None:
    """Why no fight can begin, among people of these sides."""
    if is_fighting(table):
        return "a fight is on already"
    return "a fight needs two sides" if len(set(sides)) < SIDES else None


def no_joining(table: Desk, who: str) -> str | None:
    """Why somebody cannot come into the fight: there is none, or they are in it."""
    if not is_fighting(table):
        return NO_FIGHT
    return f"{who} is in this fight already" if who in (*order_of(table), *late(table)) else None


def joins(table: Desk, who: str) -> Change:
    """Somebody comes late."""
    return PutFact(("turns", "late"), (*late(table), who))


def ended(table: Desk, *besides: str) -> list[Change]:
    """Turns are no longer taken: nothing is left of them, nor of other facts of these names."""
    return [PutFact(path, None) for path in table.facts if path[0] in ("turns", *besides)]


# ── in forms, and for whoever plays by itself ──────────────────────────────────────────────────────────────────────────


def first_allowed(view: State, game: Game, wishes: Iterator[Act]) -> Act | None:
    """The first of somebody's wishes that their seat may do, by its own view."""
    for act in wishes:
        try:
            judge(game, act, view)
        except (FatewrightError, Unknown):
            continue
        return act
    return None
