"""A newer version of the game at a table: who is offered it, and what is new."""

from __future__ import annotations

from fatewright.core.table.taking import TAKING
from fatewright.server.room import Room
from fatewright.systems.versions import differences
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
