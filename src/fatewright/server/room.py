"""A room is where one table is played: one writer, a bounded queue, and people who are told after it is stored.

A command is worked out, stored, taken into the table and only then acknowledged and published. After a crash nobody remembers
what the store does not.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from fatewright.core.errors import FatewrightError
from fatewright.core.rule.dice import Draw
from fatewright.core.table.ahead import take_in
from fatewright.core.table.events import Asked, Began, Event, Fact, Told
from fatewright.core.table.game import Command, Lapse
from fatewright.core.table.seal import EVERYONE, KEEPER
from fatewright.core.table.slots import Forms
from fatewright.core.table.snapshot import taken
from fatewright.core.table.story import Refusal
from fatewright.core.table.table import Rewind, Table, TakeBack
from fatewright.core.table.taking import REVISION, TAKING
from fatewright.server.company import Company
from fatewright.server.meant import meant
from fatewright.server.orders import Clock, Plan, ToDo, together, written
from fatewright.server.reading import Opened, Stamp, whole_table
from fatewright.server.revisions import keep_revision, revision_of
from fatewright.server.seeded import marks
from fatewright.server.store import Batch, Conflict, Key, Listed, Repeated, Store, as_rows
from fatewright.systems.spec import System
from fatewright.watchdog import TooLong, Watchdog

WAITS = ("door", "waits")  # and a name: who would like to sit down
QUEUE = 64  # commands that may wait at one table
TOGETHER = 32  # of them, those that are stored in one go
TOLD = 500  # records whose reading is kept
SNAPSHOT = 500  # records after which a new snapshot is kept
TRIES = 3  # how often a command is worked out anew because somebody else wrote to the table's file
log = logging.getLogger("fatewright")

Later = Callable[[float, Callable[[], None]], asyncio.TimerHandle]  # calls after so many seconds


class Busy(Refusal):
    """More waits at this table than it can take."""


class Damaged(Refusal):
    """A record of the table cannot be read: it can be looked at as far as it is whole, and nothing is added to it."""

    def __init__(self) -> None:
        super().__init__(
            "this table is damaged: what is whole of it can be looked at, and no more be done here; whoever runs the server "
            "can have it played on with fatewright table export, and fatewright table import of what that writes"
        )


class Recent(OrderedDict[Any, Any]):
    """A dictionary that keeps only so many: an ordinary one looks for its oldest among all that have been there."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        if len(self) > self._most:
            self.popitem(last=False)


class Room:
    """One table that is being played."""

    def __init__(
        self,
        entry: Listed,
        system: System,
        opened: Opened,
        store: Store,
        draw: Draw,
        clock: Clock,
        watchdog: Watchdog,
        later: Later | None = None,
        *,
        is_seeded: bool = False,
    ) -> None:
        self.id, self.name, self.system = entry.id, entry.name, system.at(opened.table.truth.facts)
        self.table, self.is_damaged = opened.table, opened.damage is not None
        self.draw, self.clock, self.watchdog, self.is_seeded = draw, clock, watchdog, is_seeded
        self.newest = self.system  # what the game has become meanwhile: this table plays by it once it takes it
        self.keys: dict[str, str] = {}  # which seat each key opens
        self.done: set[tuple[str, str]] = set()  # the commands that were carried out, by seat and id
        self.wakes: dict[Callable[[], None], str] = {}  # whom to wake when something has happened, and where they sit
        self.told: Recent = Recent(TOLD)  # what records read like to those who can open nothing in them
        self.used = clock()
        self.door = asyncio.Lock()  # one after the other sits down
        self.company: Company | None = None  # those who play by themselves, where somebody tries a game
        self._looked: dict[str, tuple[int, Forms]] = {}  # by seat: how many records there were when it looked, and its forms
        self._endless: dict[str, str] = {}  # verbs whose forms took too long
        self._store = store
        self._stamp = opened.stamp
        self._kept = len(self.table.records)  # how many records the last snapshot has counted
        self._named = str(self.table.truth.facts.get(REVISION, ""))  # the revision of the game that it plays by
        self._orders: asyncio.Queue[ToDo] = asyncio.Queue(QUEUE)
        self._writer = asyncio.create_task(self._work(), name=f"room {entry.id}")
        self._later = later or asyncio.get_running_loop().call_later
        self._timers: dict[int, asyncio.TimerHandle] = {}  # by question
        self._hurry(self.table.truth.questions)

    async def do(self, seat: str, id: str, plan: Plan, key: Key | None = None, *, is_said: bool = False) -> None:
        """Have something done; returns when it is stored and everyone has been told. A retry is not a second act."""
        if self._orders.full():
            raise Busy("this table has more to do than it can take just now; try again")
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._orders.put_nowait(ToDo(seat, id, plan, told, key, is_said))
        await told

    async def say(self, command: Command | Rewind | TakeBack, id: str) -> None:
        """Have something done as its seat says it, in its own numbers of lines and questions."""

        def plan(table: Table) -> list[Event]:
            return table.plan(self.system.game, meant(self.table, self.system, self.newest, command), self.draw)

        await self.do(command.seat, id, plan, is_said=True)

    def forms(self, seat: str) -> Forms:
        """What a seat could do, by its view as it stands: read off it when somebody looks, and kept until something happens."""
        now, view, game = len(self.table.records), self.table.view(seat), self.system.game
        at, forms = self._looked.get(seat, (-1, None))
        if forms is None or at != now or forms.view is not view or forms.game is not game:
            forms = Forms(view, game, seat, self._endless)
            self._looked[seat] = now, forms
        return forms

    async def close(self) -> None:
        """Finish what has been begun, and stop."""
        if self.company:
            self.company.close()
        await self._orders.join()
        self._writer.cancel()
        for timer in self._timers.values():
            timer.cancel()
        if not self.is_damaged and len(self.table.records) - self._kept >= SNAPSHOT // 10:
            self._keep_snapshot()

    @property
    def is_idle(self) -> bool:
        return not self.wakes and self._orders.empty()

    def watch(self, wake: Callable[[], None], seat: str) -> None:
        """From now on call `wake` whenever something has happened."""
        self._is_waited_for_again(seat)
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
            rows = await asyncio.to_thread(self._store.rows, self.id)
            self.table.remember({row.act: row.at for row in rows})

    async def say_how_dice_fall(self) -> None:
        """Let the log say that the dice follow a seed, or no longer do, if it does not; if it cannot now, then later."""
        if not self.is_damaged and self._marks(self.table):
            with suppress(FatewrightError):
                await self.do("", "", self._marks)

    def _marks(self, table: Table) -> list[Event]:
        return marks(table.truth.facts, is_seeded=self.is_seeded)

    async def _work(self) -> None:
        while True:
            orders = [await self._orders.get()]
            await asyncio.sleep(0)  # who has heard of the last things together says the next ones almost together
            while not self._orders.empty() and len(orders) < TOGETHER:
                orders.append(self._orders.get_nowait())
            done = await self._carry_out_together(orders) if len(orders) > 1 else 0
            for order in orders[done:]:
                await self._carry_out_alone(order)
            for _ in orders:
                self._orders.task_done()

    async def _carry_out_together(self, orders: list[ToDo]) -> int:
        """Work out what waits, one thing after the other, and store all of it in one go; how many of them that were.

        Should they not be stored, each is carried out by itself.
        """
        if self.company or self.is_damaged or self._marks(self.table) or any((one.seat, one.id) in self.done for one in orders):
            return 0
        found, first = together(self.id, self.table, orders, self._planned, self.clock), len(self.table.records)
        if len(found.batches) < 2:
            return 0
        try:
            await asyncio.wrap_future(self._store.append(*found.batches))
        except (Repeated, Conflict, FatewrightError):
            return 0
        take_in(self.table, found.further)
        self._stamp.take(found.rows)
        self.done.update((order.seat, order.id) for order, why in found.outcomes if why is None)
        for order, why in found.outcomes:
            order.tell(why)
        self._is_stored(self.table.records[first:])
        return len(found.outcomes)

    async def _carry_out_alone(self, order: ToDo) -> None:
        """Whoever gave the order is told before everybody is woken: so their own connection is woken but once, to send both."""
        happened: list[Event] = []
        try:
            happened += await self._carry_out(order)
            if self._marks(self.table):  # it has been taken back
                with suppress(FatewrightError):
                    happened += await self._carry_out(ToDo("", "", self._marks, order.told))
        except FatewrightError as why:
            order.tell(why)
        except Exception as wrong:  # a bug: the command fails, the table goes on
            log.error("command failed", extra={"table": self.id, "where": frames(wrong)})
            order.tell(Refusal("something went wrong here, and nothing was changed; the log of the server says where"))
        else:
            order.tell(None)
        if happened:
            self._is_stored(happened)

    async def _carry_out(self, order: ToDo) -> list[Event]:
        """What has happened by it: nothing, if that has been done before."""
        for _ in range(TRIES):
            if self.is_damaged:
                raise Damaged
            if order.id and (order.seat, order.id) in self.done:
                return []
            newest, events = self.newest, self._planned(order, self.table)
            if any(isinstance(event, Began) and event.verb in TAKING for event in events):
                await asyncio.to_thread(keep_revision, newest)
            if self.company:
                events = self.company.going_on(events)
            first, at = len(self.table.records), self.clock()
            rows = as_rows(first, at, map(written, events))
            try:
                await asyncio.wrap_future(self._store.append(Batch(self.id, first, rows, order.seat, order.id, order.key)))
            except Repeated:
                self.done.add((order.seat, order.id))
                return []
            except Conflict:
                await self._read_again()
                continue
            except FatewrightError:
                await self._read_again()  # whether it was written or not: what counts is what the file says
                raise
            self.table.append(events, at)
            self._stamp.take(rows)
            if order.id:
                self.done.add((order.seat, order.id))
            await self._follow()
            await self._revoke_keys(events)
            return events
        raise Busy("somebody else is writing to this table; try again")

    def _is_stored(self, events: Sequence[Event]) -> None:
        """What has happened lasts, and the table has taken it in: everybody may see it."""
        self.used = self.clock()
        self.wake_all()
        self._hurry_by(events)
        if len(self.table.records) - self._kept >= SNAPSHOT:
            self._keep_snapshot()

    def _planned(self, order: ToDo, table: Table) -> list[Event]:
        """What an order comes to. A rule that never ends is broken off on the way; whatever else takes so long is not done."""
        try:
            return self.watchdog.run(lambda: order.plan(table))
        except TooLong:  # where it was may be a secret
            raise Refusal(f"this takes longer than {self.watchdog.seconds:g} seconds, and nothing was changed") from None

    async def _revoke_keys(self, events: list[Event]) -> None:
        """Whoever has lost their place, or was turned away at the door, does not come back by the key they had."""
        left = [one.path for one in events if isinstance(one, Fact) and one.value is None]
        names = {path[1] for path in left if path[::2] == ("seat", "role")} | {path[2] for path in left if path[:2] == WAITS}
        for name in names - set(self.table.seats()):
            await asyncio.wrap_future(self._store.revoke(self.id, name))
            self.keys = {key: seat for key, seat in self.keys.items() if seat != name}

    def _hurry_by(self, events: Sequence[Event]) -> None:
        """Let the clock run for what was asked just now; where a table waits for somebody no longer or again, start it anew."""
        changed = {event.path[1] for event in events if isinstance(event, Fact) and event.path[::2] == ("seat", "hurry")}
        anew = [number for number, one in self.table.truth.questions.items() if one.seat in changed]
        for question in anew:
            if timer := self._timers.pop(question, None):
                timer.cancel()
        self._hurry([*anew, *(event.question for event in events if isinstance(event, Asked))])

    def _hurry(self, questions: Iterable[int]) -> None:
        """Where it plays against the clock, or waits for somebody no longer, what is asked comes to its default in time."""
        for question in questions:
            seconds = self._seconds(question)
            if seconds and question not in self._timers:
                self._timers[question] = self._later(seconds, partial(self._time_is_over, question))

    def _seconds(self, question: int) -> int:
        """How long a question waits for its answer; 0 for as long as it takes."""
        facts, waiting = self.table.truth.facts, self.table.truth.questions.get(question)
        if self.is_damaged:
            return 0
        hurry = facts.get(("seat", waiting.seat, "hurry"), 0) if waiting else 0
        return min(filter(None, (facts.get(("dial", "timer"), 0), hurry)), default=0)

    def _time_is_over(self, question: int) -> None:
        del self._timers[question]
        waiting = self.table.truth.questions.get(question)
        if waiting is None or waiting.is_locked or waiting.asked.default is None or not self._seconds(question):
            return
        self._put(lambda table: table.plan(self.system.game, Lapse(KEEPER, question), self.draw))

    def _put(self, plan: Plan) -> None:
        """Have something done that nobody asked for, unless there is too much to do already."""
        if not self._orders.full():
            self._orders.put_nowait(ToDo("", "", plan, asyncio.get_running_loop().create_future()))

    def _is_waited_for_again(self, seat: str) -> None:
        """Somebody has come back whom the table would not wait for any longer."""
        if ("seat", seat, "hurry") in self.table.truth.facts and seat not in self.wakes.values():
            self._put(lambda table: _back(table, seat))

    def _keep_snapshot(self) -> None:
        """Keep what the table adds up to beside its records; nobody waits for it."""
        self._kept = len(self.table.records)
        self._store.keep_snapshot(self.id, taken(self.table, str(self._stamp)))

    async def _read_again(self) -> None:
        rows = await asyncio.to_thread(self._store.rows, self.id)
        self.table, damage = whole_table(rows, len(self.table.records))
        self._stamp, self.is_damaged = Stamp(rows), damage is not None
        await self._follow()
        self.wake_all()

    async def _follow(self) -> None:
        """Play by the revision and the rows that the table names: it has taken others, or has taken that back."""
        facts = self.table.truth.facts
        named = str(facts.get(REVISION, ""))
        if named != self._named:
            self._named = named
            try:
                self.system = await asyncio.to_thread(revision_of, self.newest, named)
            except FatewrightError:  # somebody has removed the file: better by other rows than not at all
                log.error("a revision is missing", extra={"table": self.id})
        self.system, self.newest = self.system.at(facts), self.newest.at(facts)


def _back(table: Table, seat: str) -> list[Event]:
    """Somebody is waited for again."""
    if ("seat", seat, "hurry") not in table.truth.facts:
        raise Refusal(f"{seat} is waited for already")
    return [Fact(("seat", seat, "hurry"), None, EVERYONE), Told(f"{seat} is back", (), EVERYONE)]


def frames(wrong: Exception) -> list[str]:
    """Where it went wrong, without the values: they may be secrets."""
    frames = traceback.extract_tb(wrong.__traceback__)
    return [type(wrong).__name__, *(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames[-6:])]
