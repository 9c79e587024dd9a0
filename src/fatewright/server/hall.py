"""The hall: every table there is, opened when somebody comes and closed when all have gone; how they are made and joined."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from fatewright.core.errors import BadValue
from fatewright.core.rule.dice import Draw
from fatewright.core.table.codec import stored
from fatewright.core.table.events import Event, Fact, Told
from fatewright.core.table.seal import EVERYONE
from fatewright.core.table.story import Refusal
from fatewright.core.table.table import Table
from fatewright.core.table.taking import REVISION
from fatewright.server.company import BREATH, company_of
from fatewright.server.orders import Clock
from fatewright.server.reading import opened_table
from fatewright.server.revisions import NoRevision, keep_revision, revision_of
from fatewright.server.room import WAITS, Later, Recent, Room
from fatewright.server.seeded import marks
from fatewright.server.store import Batch, Key, Listed, Store, as_rows
from fatewright.systems import names
from fatewright.systems.opening import opening
from fatewright.systems.scene import scene_of, set_out
from fatewright.systems.spec import System
from fatewright.watchdog import PATIENCE, Watchdog

LINK = ("door", "link")  # what the link to a table must carry
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are read for another
CODE_LASTS = 24 * 3600  # seconds
IDLE = 300  # seconds after which a room that nobody watches is closed
MOST_SEATS = 100
REVISIONS = 20  # of games, that are kept at hand
log = logging.getLogger("fatewright")


class NoTable(BadValue):
    """There is no such table."""


class Hall:
    """All tables of one store, and the rooms of those that are open."""

    def __init__(
        self,
        store: Store,
        systems: Mapping[str, System],
        dice: Callable[[], Draw],
        clock: Clock,
        breath: float = BREATH,
        later: Later | None = None,
        patience: float = PATIENCE,
        *,
        is_seeded: bool = False,
    ) -> None:
        self.store, self.systems, self.clock = store, dict(systems), clock
        self.watchdog = Watchdog(patience)  # over everything that a game's own rules say
        self._dice, self._breath, self._later, self.is_seeded = dice, breath, later, is_seeded
        self._rooms: dict[str, asyncio.Task[Room]] = {}
        self._revisions: Recent = Recent(REVISIONS)

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
        found = await asyncio.to_thread(self.store.entries, id)
        if not found:
            raise NoTable("there is no such table here; ask whoever invited you for the link")
        game = found[0].game
        if game not in self.systems:
            raise BadValue(f"this table plays '{game}', which is not here; the games: {', '.join(self.systems)}")
        opened = await asyncio.to_thread(opened_table, self.store, id)
        if opened.damage:
            log.error("a table is damaged from record %d on", opened.damage.record, extra={"table": id})
        named = str(opened.table.truth.facts.get(REVISION, ""))
        room = Room(
            found[0],
            await asyncio.to_thread(revision_of, self.systems[game], named),
            opened,
            self.store,
            self._dice(),
            self.clock,
            self.watchdog,
            self._later,
            is_seeded=self.is_seeded,
        )
        room.newest = self.systems[game].at(opened.table.truth.facts)
        room.done = await asyncio.to_thread(self.store.commands, id)
        room.keys = await asyncio.to_thread(self.store.seats, id)
        room.company = None if room.is_damaged else company_of(room, self._breath)
        await room.say_how_dice_fall()
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
        self.watchdog.close()

    # ── games ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def take(self, system: System) -> None:
        """A game that is new here, or has changed: tables that are being played may take it."""
        self.systems[system.id] = system
        for task in self._rooms.values():
            if task.done() and not task.exception() and task.result().system.id == system.id:
                task.result().newest = system.at(task.result().table.truth.facts)
                task.result().wake_all()

    def revision(self, game: str, revision: str) -> System:
        """A game as it was at a revision; one that is not kept, as it is now."""
        system = self.systems[game]
        if not revision or revision == system.revision:
            return system
        if (game, revision) not in self._revisions:
            try:
                self._revisions[game, revision] = revision_of(system, revision)
            except NoRevision:
                return system
        kept: System = self._revisions[game, revision]
        return kept

    # ── tables and seats ───────────────────────────────────────────────────────────────────────────────────────────

    async def make(self, game: str, name: str, seat: str, preset: str, dials: Mapping[str, Any]) -> tuple[str, str]:
        """A new table: its id, and the key to the seat of whoever made it."""
        system = self.systems.get(game)
        if system is None or not system.kinds:
            raise BadValue(f"game: found {game!r}, expected one of {', '.join(self._playable())}")
        name = names.normal(name)
        _check("name", names.problem(name))
        _check("seat", names.problem_of_newcomer(seat, (), may=names.GAME_MASTERS))
        events = self.watchdog.run(lambda: opening(system, {seat: "gm" if system.has_gm else "player"}, dials, preset))
        return await self._create(system, name, seat, events)

    async def make_try(self, game: str) -> tuple[str, str, str]:
        """A table at which somebody tries a game, in company that plays by itself: its id, their seat and the key to it."""
        system = self.systems.get(game)
        scene = scene_of(system) if system else None
        if system is None or scene is None:
            raise BadValue(f"game: found {game!r}, expected one of {', '.join(self._playable())}")
        events = self.watchdog.run(lambda: set_out(system, scene, self._dice()))
        id, key = await self._create(system, scene.title or system.title, scene.you, events)
        return id, scene.you, key

    def _playable(self) -> list[str]:
        return [id for id, one in self.systems.items() if one.kinds]

    async def _create(self, system: System, name: str, seat: str, events: list[Event]) -> tuple[str, str]:
        id, key = new_id(), new_key()
        if system.written:
            await asyncio.to_thread(keep_revision, system)
            events = [*events, Fact(REVISION, system.revision, EVERYONE)]
        entry = Listed(id, name, system.id, system.version, self.clock(), 0, 0)
        rows = as_rows(0, self.clock(), map(stored, [*events, *marks({}, is_seeded=self.is_seeded)]))
        await asyncio.wrap_future(self.store.create(entry, Batch(id, 0, rows, key=Key(seat, digest(key)))))
        return id, key

    async def join(
        self, room: Room, name: str, role: str, link: str | None = None, admit: Callable[[], None] = lambda: None
    ) -> str:
        """Sit down under a name, or wait at the door: the key to the seat. A seat that somebody holds is not given away.

        `link` is what the link carried by which somebody came; None for whoever sits at the table already. A new seat is
        `admit`ted.
        """
        async with room.door:  # of two who come at once under one name, one finds the seat taken
            if name not in room.table.seats():
                _check("name", names.problem_of_newcomer(name, room.table.seats(), may=(role,)))
                admit()
            if name in room.keys.values() and name in room.table.seats():
                raise Refusal(f"somebody sits here as {name}; take another name, or ask the game master for a link")
            key = new_key()
            await room.do("", "", lambda table: _come(table, name, role, link), Key(name, digest(key)))
            self._held(room, name, digest(key))
            return key

    async def change_link(self, room: Room, seat: str) -> None:
        """From now on another link leads to a table; whoever sits there sees it."""
        code = "".join(secrets.choice(LETTERS) for _ in range(12))
        told = Told(f"{seat} changes the link to this table: the old one lets nobody in", (), EVERYONE)
        await room.do("", "", lambda _: [Fact(LINK, code, EVERYONE), told])

    async def way_back(self, room: Room, seat: str, by: str) -> str:
        """A code that moves a seat to another device, which `by` gives away: a line of the log says so."""

        def plan(table: Table) -> list[Event]:
            _is_bare(table, seat)
            voted = ("door", "way-back", seat)
            used = [Fact(voted, None, EVERYONE)] if voted in table.truth.facts else []
            return [*used, Told(f"{by} gives a way back to the seat of {seat}", (), EVERYONE)]

        async with room.door:
            await room.do("", "", plan)
            return await self.code(room.id, seat)

    def _held(self, room: Room, seat: str, key: str) -> None:
        room.keys = {old: one for old, one in room.keys.items() if one != seat} | {key: seat}
        room.wake_all()

    async def code(self, id: str, seat: str) -> str:
        """A code with which a seat can be taken, once."""
        code = secrets.token_urlsafe(18)
        await asyncio.wrap_future(self.store.put_code(id, digest(code), seat, self.clock() + CODE_LASTS))
        return code

    async def claim(self, room: Room, code: str) -> tuple[str, str]:
        """Take the seat that a code is good for: the seat and its key. Whoever held it loses it."""
        key = new_key()
        async with room.door:
            _is_bare(room.table, await asyncio.to_thread(self.store.seat_of_code, room.id, digest(code)))
            seats = room.table.seats()
            used = self.store.use_code(room.id, digest(code), digest(key), self.clock(), seats)
            seat = await asyncio.wrap_future(used)
            if seat is None:
                raise Refusal("this link has been used or is too old; ask for a new one")
            self._held(room, seat, digest(key))
            await room.do("", "", lambda _: [Told(f"{seat} sits at another device now", (), EVERYONE)])
        return seat, key


def digest(secret: str) -> str:
    """What the store keeps of a key: enough to know it again, not enough to use it."""
    return sha256(secret.encode()).hexdigest()


def new_key() -> str:
    """The key to a seat, or to a version of a game."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """The name of a table in its link: too long to guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def _check(what: str, problem: str | None) -> None:
    if problem:
        raise BadValue(f"{what}: {problem}")


def _is_bare(table: Table, seat: str) -> None:
    """Refuse where something lies face down that only this seat may see: it must not be had by taking the seat."""
    if any(one.seat == seat and one.is_locked for one in table.truth.questions.values()):
        raise Refusal(f"an answer of {seat} lies face down: the seat changes hands when it has been turned over or taken back")


def _come(table: Table, name: str, role: str, link: str | None) -> list[Event]:
    """Somebody sits down, or asks to be let in; a place that was set for them keeps its role."""
    facts, seats = table.truth.facts, table.seats()
    if link is not None and facts.get(LINK, link) != link:
        raise Refusal("the link to this table was changed; ask somebody who sits there for the new one")
    if facts.get(("seat", name, "role")) == "gm":
        raise Refusal("that is the game master's seat; the host can recover it with: fatewright table recover")
    if (*WAITS, name) in facts:
        raise Refusal(f"somebody waits at the door as {name}; take another name")
    if ("door", "left", name) in facts:
        raise Refusal(f"somebody has sat here as {name}; take another name, or let the table set a place for you again")
    if len(seats) + len([path for path in facts if path[:2] == WAITS]) >= MOST_SEATS and name not in seats:
        raise Refusal(f"there are {MOST_SEATS} seats at this table, and they are taken")
    match facts.get(("door", "newcomers")):
        case "refused":
            raise Refusal("nobody new sits down at this table; ask somebody who sits there")
        case "by consent":
            role = facts.get(("seat", name, "role"), role)
            return [Fact((*WAITS, name), role, EVERYONE), Told(f"{name} would like to sit down ({role})", (), EVERYONE)]
    if name in seats:
        return [Told(f"{name} is back", (), EVERYONE)]
    told = "the television is on" if role == "television" else f"{name} sits down ({role})"
    return [Fact(("seat", name, "role"), role, EVERYONE), Told(told, (), EVERYONE)]
