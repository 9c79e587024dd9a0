"""A room is where one table is played: one writer, a bounded queue, and people who are told after it is stored.

A command is worked out, stored, taken into the table and only then acknowledged and published. After a crash nobody remembers
what the store does not.
"""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from fatewright.core.codec import BadRecord, restored, stored
from fatewright.core.dice import Draw
from fatewright.core.errors import FatewrightError
from fatewright.core.events import Asked, Event
from fatewright.core.game import Lapse
from fatewright.core.snapshot import Record, first_needed, resumed, taken
from fatewright.core.story import Refusal
from fatewright.core.table import Table
from fatewright.server.company import Company
from fatewright.server.store import (
    Batch,
    Conflict,
    Entry,
    Repeated,
    Row,
    Store,
    append,
    as_rows,
    keep_snapshot,
    looked_up,
    rows_of,
    snapshot_of,
    written,
)
from fatewright.systems.spec import System

QUEUE = 64  # commands that may wait at one table
TOLD = 500  # records whose reading is kept
SNAPSHOT = 500  # records after which a new snapshot is kept
TRIES = 3  # how often a command is worked out anew because somebody else wrote to the table's file
log = logging.getLogger("fatewright")

Plan = Callable[[Table], list[Event]]
Clock = Callable[[], int]


class Busy(Refusal):
    """More waits at this table than it can take."""


class Recent(dict[int, Any]):
    """A dictionary that keeps only so many."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: int, value: Any) -> None:
        super().__setitem__(key, value)
        if len(self) > self._most:
            del self[next(iter(self))]


class Order(NamedTuple):
    """Something to be done at a table, and whom to tell."""

    seat: str
    id: str
    plan: Plan
    told: asyncio.Future[None]


class Room:
    """One table that is being played."""

    def __init__(self, entry: Entry, system: System, table: Table, store: Store, draw: Draw, clock: Clock) -> None:
        self.id, self.name, self.system, self.table = entry.id, entry.name, system, table
        self.draw, self.clock = draw, clock
        self.keys: dict[str, str] = {}  # which seat each key opens
        self.done: set[tuple[str, str]] = set()  # the commands that were carried out, by seat and id
        self.wakes: dict[Callable[[], None], str] = {}  # whom to wake when something has happened, and where they sit
        self.told: Recent = Recent(TOLD)  # what records read like to those who can open nothing in them
        self.used = clock()
        self.door = asyncio.Lock()  # one after the other sits down
        self.company: Company | None = None  # those who play by themselves, where somebody tries a game
        self._store = store
        self._kept = len(table.records)  # how many records the last snapshot has counted
        self._orders: asyncio.Queue[Order] = asyncio.Queue(QUEUE)
        self._writer = asyncio.create_task(self._work(), name=f"room {entry.id}")
        self._timers: dict[int, asyncio.TimerHandle] = {}  # by question
        self._hurry(table.truth.questions)

    async def do(self, seat: str, id: str, plan: Plan) -> None:
        """Have something done; returns when it is stored and everyone has been told. A retry is not a second act."""
        if self._orders.full():
            raise Busy("this table has more to do than it can take just now; try again")
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._orders.put_nowait(Order(seat, id, plan, told))
        await asyncio.shield(told)

    async def close(self) -> None:
        """Finish what has been begun, and stop."""
        if self.company:
            self.company.close()
        await self._orders.join()
        self._writer.cancel()
        for timer in self._timers.values():
            timer.cancel()
        if len(self.table.records) - self._kept >= SNAPSHOT // 10:
            self._keep_snapshot()

    @property
    def is_idle(self) -> bool:
        return not self.wakes and self._orders.empty()

    def watch(self, wake: Callable[[], None], seat: str) -> None:
        """From now on call `wake` whenever something has happened."""
        self.wakes[wake] = seat
        self.wake_all()

    def leave(self, wake: Callable[[], None]) -> None:
        """Wake them no more."""
        self.wakes.pop(wake, None)
        self.used = self.clock()
        self.wake_all()

    def wake_all(self) -> None:
        """Something has changed: whoever watches looks for themselves."""
        for wake in list(self.wakes):
            wake()
        if self.company:
            self.company.stir()

    def present(self) -> list[str]:
        """The seats at which somebody is connected."""
        here = set(self.wakes.values())
        return [seat for seat in self.table.views if seat in here]

    async def remember(self) -> None:
        """Read what lies further back than the snapshot by which this table was opened: whoever looks back sees all of it."""
        if any(stream.begins for stream in self.table.streams.values()):
            rows = await looked_up(self._store, rows_of(self.id))
            self.table.remember({row.act: row.at for row in rows})

    async def _work(self) -> None:
        while True:
            order = await self._orders.get()
            try:
                await self._carry_out(order)
            except FatewrightError as why:
                _tell(order, why)
            except Exception as wrong:  # a bug: the command fails, the table goes on
                log.error("command failed", extra={"table": self.id, "where": frames(wrong)})
                _tell(order, Refusal("something went wrong here, and nothing was changed; the log of the server says where"))
            else:
                _tell(order, None)
            finally:
                self._orders.task_done()

    async def _carry_out(self, order: Order) -> None:
        for _ in range(TRIES):
            if order.id and (order.seat, order.id) in self.done:
                return
            events = order.plan(self.table)
            if self.company:
                events = self.company.going_on(events)
            first, at = len(self.table.records), self.clock()
            rows = as_rows(first, at, map(_written, events))
            try:
                await written(self._store, append(Batch(self.id, first, rows, order.seat, order.id)))
            except Repeated:
                self.done.add((order.seat, order.id))
                return
            except Conflict:
                await self._read_again()
                continue
            except FatewrightError:
                await self._read_again()  # whether it was written or not: what counts is what the file says
                raise
            self.table.append(events, at)
            if order.id:
                self.done.add((order.seat, order.id))
            self.used = at
            self.wake_all()
            self._hurry(event.question for event in events if isinstance(event, Asked))
            if len(self.table.records) - self._kept >= SNAPSHOT:
                self._keep_snapshot()
            return
        raise Busy("somebody else is writing to this table; try again")

    def _hurry(self, questions: Iterable[int]) -> None:
        """Where the table plays against the clock, let what is asked come to its default when the time is over."""
        seconds = self.table.truth.facts.get(("dial", "timer"), 0)
        for question in questions if seconds else ():
            self._timers[question] = asyncio.get_running_loop().call_later(seconds, self._time_is_over, question)

    def _time_is_over(self, question: int) -> None:
        del self._timers[question]
        waiting, facts = self.table.truth.questions.get(question), self.table.truth.facts
        if waiting is None or waiting.is_locked or waiting.asked.default is None or self._orders.full():
            return
        host = next(seat for role in ("gm", "player") for seat in self.table.views if facts[("seat", seat, "role")] == role)
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._orders.put_nowait(
            Order(host, "", lambda table: table.plan(self.system.game, Lapse(host, question), self.draw), told)
        )

    def _keep_snapshot(self) -> None:
        """Keep what the table adds up to beside its records; nobody waits for it."""
        self._kept = len(self.table.records)
        self._store.write(keep_snapshot(self.id, taken(self.table)))

    async def _read_again(self) -> None:
        self.table = table_of(await looked_up(self._store, rows_of(self.id)))
        self.wake_all()


def _written(event: Event) -> str:
    """An event as it is stored. Nothing is that could not be sent: a table must not choke on what one person has typed."""
    text = stored(event)
    if "\\ud" in text:  # half of a sign beyond the first 65,536, or one half alone
        try:
            json.dumps(json.loads(text), ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise Refusal("there are signs in it that are no text") from None
    return text


def table_of(rows: list[Row]) -> Table:
    """The table that these records add up to."""
    return Table((restored(row.event) for row in rows), (row.act for row in rows), {row.act: row.at for row in rows}.items())


def opened_table(store: Store, id: str) -> Table:
    """The table of that id: by its snapshot and what came after it, or else by all its records."""
    snapshot = store.read(snapshot_of(id))
    if snapshot is not None:
        try:
            first = first_needed(snapshot)
            rows = store.read(rows_of(id, first))
            return resumed(snapshot, map(_record, rows), lambda: list(map(_record, store.read(rows_of(id))[:first])))
        except (ValueError, KeyError, TypeError, BadRecord):
            log.warning("a snapshot could not be read", extra={"table": id})
    return table_of(store.read(rows_of(id)))


def _record(row: Row) -> Record:
    return Record(restored(row.event), row.act, row.at)


def _tell(order: Order, why: FatewrightError | None) -> None:
    if order.told.done():
        return
    if why is None:
        order.told.set_result(None)
    else:
        order.told.set_exception(why)
        order.told.exception()  # whoever asked may have gone: that is no error


def frames(wrong: Exception) -> list[str]:
    """Where it went wrong, without the values: they may be secrets."""
    frames = traceback.extract_tb(wrong.__traceback__)
    return [type(wrong).__name__, *(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames[-6:])]
