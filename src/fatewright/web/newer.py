"""A newer version of the game at a table: who is offered it, what is new, and what keeps a table from taking it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatewright.core import game
from fatewright.core.seal import is_hidden
from fatewright.core.state import State
from fatewright.core.story import Refusal
from fatewright.core.taking import TAKING
from fatewright.server.room import Room
from fatewright.systems.versions import Difference, differences, told
from fatewright.web import wire

NOTHING = wire.Newer("", "", "", [])


def offered(room: Room, seat: str) -> wire.Newer:
    """What a seat is offered, if it may take it, or propose to."""
    role = room.table.view(seat).facts.get(("seat", seat, "role"))
    verbs = [name for name in TAKING if name in room.system.game.verbs and role in room.system.game.verbs[name].roles]
    if not verbs or room.newest.revision == room.system.revision:
        return NOTHING
    changes = [wire.Changed(*one) for one in differences(room.system, room.newest)]
    return wire.Newer(room.newest.revision, room.newest.title, verbs[0], changes)


def taking(room: Room, view: State, seat: str, verb: str, args: Mapping[str, Any]) -> game.Act:
    """The act by which a seat takes what it was offered; what is new in it, the house says and not the browser."""
    newest = room.newest
    if newest.revision == room.system.revision:
        raise Refusal("there is nothing newer: this table plays the latest version")
    if args != {"revision": newest.revision}:
        raise Refusal("the version has been changed again meanwhile; look at what is new now, and take that")
    found = differences(room.system, newest)
    for one in found:
        for row in one.gone:
            _may_go(room, view, one, row)
    return game.Act(seat, verb, {"revision": newest.revision, "what": told(found)})


def _may_go(room: Room, view: State, one: Difference, row: str) -> None:
    """Refuse to lose a row that the table needs. Where nobody knows all sheets, none may go: a refusal would tell of them."""
    what = f"{row} ({one.name.replace('_', ' ')}) is gone from the new version"
    if not room.system.has_gm:
        raise Refusal(f"{what}, and without a game master nobody knows who has it; have it put back first")
    for path, value in view.facts.items():
        if _names(value, row):
            raise Refusal(f"{what}, and this table knows it: {' '.join(path[1:])}; change that, or have it put back first")
    for begun in view.procedures.values():
        if any(_names(value, row) for _, value in begun.args):
            raise Refusal(f"{what}, and {begun.verb} of {begun.seat} is about it; let that end first, or have it put back")


def _names(value: Any, row: str) -> bool:
    """Whether a value is the name of a row, or has it in it."""
    if is_hidden(value):
        return False
    return any(_names(one, row) for one in value) if isinstance(value, tuple | list) else value == row
