"""The hall: every table there is, opened when somebody comes and closed when all have gone; how they are made and joined."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from fatewright.core.codec import stored
from fatewright.core.dice import Draw
from fatewright.core.errors import BadValue
from fatewright.core.events import Event, Fact, Told
from fatewright.core.seal import EVERYONE, may_be_a_seat
from fatewright.core.story import Refusal
from fatewright.core.table import Table
from fatewright.server.company import BREATH, company_of
from fatewright.server.room import Clock, Room, opened_table
from fatewright.server.store import (
    Batch,
    Entry,
    Store,
    as_rows,
    commands_of,
    count_knowing,
    create,
    entries,
    looked_up,
    put_code,
    seats_of,
    take_seat,
    use_code,
    written,
)
from fatewright.systems.opening import opening
from fatewright.systems.scene import scene_of, set_out
from fatewright.systems.spec import System

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are read for another
CODE_LASTS = 24 * 3600  # seconds
LONGEST_NAME = 40
IDLE = 300  # seconds after which a room that nobody watches is closed
MOST_SEATS = 100


class NoTable(BadValue):
    """There is no such table."""


class Hall:
    """All tables of one store, and the rooms of those that are open."""

    def __init__(
        self, store: Store, systems: Mapping[str, System], dice: Callable[[], Draw], clock: Clock, breath: float = BREATH
    ) -> None:
        self.store, self.systems, self.clock = store, dict(systems), clock
        self._dice, self._breath = dice, breath
        self._rooms: dict[str, asyncio.Task[Room]] = {}

    # ── rooms ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def room(self, id: str) -> Room:
        """The room of a table; it is opened if it is not."""
        if id not in self._rooms:
            self._rooms[id] = asyncio.create_task(self._open(id))
        opening = self._rooms[id]
        try:
            room = await asyncio.shield(opening)
        except Exception:  # whatever it was, whoever comes next tries anew
            if self._rooms.get(id) is opening:
                del self._rooms[id]
            raise
        room.used = self.clock()
        return room

    async def _open(self, id: str) -> Room:
        found = await looked_up(self.store, entries(id))
        if not found:
            raise NoTable("there is no such table here; ask whoever invited you for the link")
        game = found[0].game
        if game not in self.systems:
            raise BadValue(f"this table plays '{game}', which is not here; the games: {', '.join(self.systems)}")
        table = await asyncio.to_thread(opened_table, self.store, id)
        room = Room(found[0], self.systems[game], table, self.store, self._dice(), self.clock)
        room.done = await looked_up(self.store, commands_of(id))
        room.keys = await looked_up(self.store, seats_of(id))
        room.company = company_of(room, self._breath)
        return room

    @property
    def open_rooms(self) -> int:
        return len(self._rooms)

    async def close_idle(self) -> int:
        """Close the rooms that nobody has used for a while; returns how many stay open."""
        for id, task in list(self._rooms.items()):
            if task.done() and task.result().is_idle and task.result().used + IDLE <= self.clock():
                del self._rooms[id]
                await task.result().close()
        return len(self._rooms)

    async def close(self) -> None:
        """Close every room: what was begun is finished."""
        for task in self._rooms.values():
            await (await task).close()
        self._rooms.clear()

    # ── games ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def take(self, system: System) -> None:
        """A game that is new here, or has changed: tables that are being played go on by it at once."""
        self.systems[system.id] = system
        for task in self._rooms.values():
            if task.done() and not task.exception() and task.result().system.id == system.id:
                task.result().system = system

    async def tables_knowing(self, game: str, text: str) -> int:
        """How many tables of a game have had that text as a value, be it taken back since."""
        return await looked_up(self.store, count_knowing(game, text))

    # ── tables and seats ───────────────────────────────────────────────────────────────────────────────────────────

    async def make(self, game: str, name: str, seat: str, preset: str, dials: Mapping[str, Any]) -> tuple[str, str]:
        """A new table: its id, and the key to the seat of whoever made it."""
        system = self.systems.get(game)
        if system is None or not system.kinds:
            raise BadValue(f"game: found {game!r}, expected one of {', '.join(self._playable())}")
        _check_name("name", name)
        _check_name("seat", seat)
        events = opening(system, {seat: "gm" if system.has_gm else "player"}, dials, preset)
        return await self._create(system, name, seat, events)

    async def make_try(self, game: str) -> tuple[str, str, str]:
        """A table at which somebody tries a game, in company that plays by itself: its id, their seat and the key to it."""
        system = self.systems.get(game)
        scene = scene_of(system) if system else None
        if system is None or scene is None:
            raise BadValue(f"game: found {game!r}, expected one of {', '.join(self._playable())}")
        events = set_out(system, scene, self._dice())
        id, key = await self._create(system, scene.title or system.title, scene.you, events)
        return id, scene.you, key

    def _playable(self) -> list[str]:
        return [id for id, one in self.systems.items() if one.kinds]

    async def _create(self, system: System, name: str, seat: str, events: list[Event]) -> tuple[str, str]:
        id, key = new_id(), secrets.token_urlsafe(24)
        entry = Entry(id, name, system.id, system.version, self.clock(), 0, 0)
        await written(self.store, create(entry, self._batch(id, events), (seat, digest(key))))
        return id, key

    def _batch(self, id: str, events: list[Event]) -> Batch:
        return Batch(id, 0, as_rows(0, self.clock(), map(stored, events)))

    async def join(self, room: Room, name: str, role: str) -> str:
        """Sit down under a name: the key to the seat. A seat that somebody holds is not given away."""
        _check_name("name", name)
        if not may_be_a_seat(name):
            raise BadValue(f"name: {name!r} cannot be a name here; leave out * and :")
        async with room.door:  # of two who come at once under one name, one finds the seat taken
            if name in room.keys.values() and name in room.table.seats():
                raise Refusal(f"somebody sits here as {name}; take another name, or ask the game master for a link")
            await room.do("", "", lambda table: _seated(table, name, role))
            return await self._hold(room, name)

    async def _hold(self, room: Room, seat: str) -> str:
        key = secrets.token_urlsafe(24)
        await written(self.store, take_seat(room.id, seat, digest(key)))
        self._held(room, seat, digest(key))
        return key

    def _held(self, room: Room, seat: str, key: str) -> None:
        room.keys = {old: one for old, one in room.keys.items() if one != seat} | {key: seat}
        room.wake_all()

    async def code(self, id: str, seat: str) -> str:
        """A code with which a seat can be taken, once."""
        code = secrets.token_urlsafe(18)
        await written(self.store, put_code(id, digest(code), seat, self.clock() + CODE_LASTS))
        return code

    async def claim(self, room: Room, code: str) -> tuple[str, str]:
        """Take the seat that a code is good for: the seat and its key. Whoever held it loses it."""
        key = secrets.token_urlsafe(24)
        seat = await written(self.store, use_code(room.id, digest(code), digest(key), self.clock()))
        if seat is None or seat not in room.table.seats():
            raise Refusal("this link has been used or is too old; ask for a new one")
        self._held(room, seat, digest(key))
        return seat, key


def digest(secret: str) -> str:
    """What the store keeps of a key: enough to know it again, not enough to use it."""
    return sha256(secret.encode()).hexdigest()


def new_id() -> str:
    """The name of a table in its link: too long to guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def _check_name(what: str, name: str) -> None:
    if not 1 <= len(name.strip()) <= LONGEST_NAME or name != name.strip() or not name.isprintable():
        raise BadValue(f"{what}: found {name[:60]!r}, expected 1 to {LONGEST_NAME} characters without spaces around them")


def _seated(table: Table, name: str, role: str) -> list[Event]:
    """Somebody sits down; a place that was set for them keeps its role."""
    seats = table.seats()
    if name in seats:
        if table.truth.facts[("seat", name, "role")] == "gm":
            raise Refusal("that is the game master's seat; the host can recover it with: fatewright table recover")
        return [Told(f"{name} is back", (), EVERYONE)]
    if len(seats) >= MOST_SEATS:
        raise Refusal(f"there are {MOST_SEATS} seats at this table, and they are taken")
    told = "the television is on" if role == "television" else f"{name} sits down ({role})"
    return [Fact(("seat", name, "role"), role, EVERYONE), Told(told, (), EVERYONE)]
