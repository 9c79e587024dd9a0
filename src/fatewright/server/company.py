"""The company of somebody who tries a game alone: seats that play by themselves, each by its own view, step by step.

It acts only while somebody watches, one thing after the other with a breath in between, and thinks off the event loop. Whatever
goes wrong here, the table goes on: a question lapses to its default, and what cannot be done is left out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, TypeVar

from fatewright.core.table.events import Answered, Asked, Began, Cancelled, Ended, Event, Fact, Rewound
from fatewright.core.table.game import Act, Answer, Command, Lapse, judge
from fatewright.core.table.house import house_verbs
from fatewright.core.table.seal import EVERYONE, KEEPER, Unknown
from fatewright.core.table.story import Refusal
from fatewright.core.table.table import Table, living
from fatewright.core.table.taking import TAKING
from fatewright.kit.automatic import any_act, random, sensible, told, usual_act
from fatewright.kit.players import open_questions
from fatewright.systems.cast import NAMES as CAST
from fatewright.systems.scene import STEP, YOU, Cue, Scene, scene_of
from fatewright.watchdog import TooLong

if TYPE_CHECKING:
    from fatewright.server.room import Room

T = TypeVar("T")

BREATH = 0.9  # seconds between two things that automatic seats do
IN_A_ROW = 40  # things that they do before the newcomer does something
log = logging.getLogger("fatewright")


class Company:
    """Those who sit with a newcomer at a table."""

    def __init__(self, room: Room, scene: Scene, breath: float = BREATH) -> None:
        self.room, self.scene, self.breath = room, scene, breath
        self.you = str(room.table.truth.facts[YOU])
        self._chance = Random(room.system.id)  # how a scene goes is for the dice; among equals they always take the same
        self._given_up: set[int] = set()  # questions that nobody here can answer
        self._row = self._seen = 0
        self._stirred = asyncio.Event()
        self._stirred.set()
        self._player = asyncio.create_task(self._play(), name=f"company {room.id}")

    def stir(self) -> None:
        """Something has happened at the table."""
        self._stirred.set()

    def going_on(self, events: list[Event]) -> list[Event]:
        """What is about to happen; and, if that is what the step wanted, that the next one comes with it."""
        step = self._step()
        if step is None or any(isinstance(event, Rewound) for event in events):
            return events
        is_over = is_done(self.room.table, step, self._own_verbs(), events)
        return [*events, Fact(STEP, self._place() + 1, EVERYONE)] if is_over else events

    def close(self) -> None:
        """Play no more."""
        self._player.cancel()

    async def _play(self) -> None:
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            try:
                while self.room.wakes and self._may_go_on() and (await self._has_gone_on() or await self._next()):
                    pass
            except TooLong as wrong:  # they would think as long about it every time: until something happens, they do nothing
                self._row = IN_A_ROW
                self._note("automatic seats thought for too long", wrong)
            except Exception as wrong:  # a bug, or a crowded table: the table goes on, and they try again
                self._row += 1
                self._note("automatic seats failed", wrong)
                self._stirred.set()

    def _may_go_on(self) -> bool:
        """Whether they have not done too much since the newcomer last did something."""
        table = self.room.table
        if any(_is_of(event, self.you, table) for event in table.records[self._seen :]):
            self._row = 0
        self._seen = len(table.records)
        return self._row < IN_A_ROW

    async def _has_gone_on(self) -> bool:
        """Whether what the step wanted is done already, as after a rewind: then comes the next, at once."""
        step = self._step()
        if step is None or not is_done(self.room.table, step, self._own_verbs()):
            return False
        await self._go_on()
        return True

    async def _next(self) -> bool:
        """After a breath, let one of them do one thing; False if they wait for the newcomer."""
        await asyncio.sleep(self.breath)
        seats = self._seats()
        for seat in seats:
            for question in open_questions(self.room.table.view(seat), seat):
                if question not in self._given_up:
                    await self._answer(seat, question)
                    return True
        if open_questions(self.room.table.view(self.you), self.you):
            return False
        step = self._step()
        return await (self._follow(step, seats) if step else self._act_freely(seats))

    async def _follow(self, step: Cue, seats: list[str]) -> bool:
        """What a step wants, if an automatic seat may do it; else what they do anyway. A step that nobody can take is left."""
        act = Act(step.seat, step.verb, step.args)
        if step.seat in seats and self._is_allowed(act) and await self._do(act):
            return True
        if await self._act_freely(seats):
            return True
        if step.verb and (step.seat != self.you or not self._is_allowed(act)):
            await self._go_on()
            return True
        return False

    async def _act_freely(self, seats: list[str]) -> bool:
        table, system = self.room.table, self.room.system
        for seat in seats:
            view = table.view(seat).fork()
            act = await self._thought(partial(usual_act, view, system, seat))
            if act is None and not self.scene.title and _is_their_reply(table, self.you, seat):
                act = await self._thought(partial(any_act, view, system, seat, self._own_verbs(), self._chance))
            if act is not None and await self._do(act):
                return True
        return False

    async def _answer(self, seat: str, question: int) -> None:
        system, view = self.room.system, self.room.table.view(seat).fork()
        step = self._step()
        ways = [*(told(view, question, step.answers) if step else ()), sensible, random]
        for choose in ways:
            try:
                answer = await self._thought(partial(choose, system, view, seat, question, self._chance))
                return await self._carry_out(Answer(seat, question, answer))
            except Exception as wrong:  # refused, or a bug in how it chose: there are other ways, and at last the default
                self._note("an automatic answer failed", wrong)
        self._given_up.add(question)
        await self._carry_out(Lapse(KEEPER, question))

    async def _thought(self, think: Callable[[], T]) -> T:
        """What comes of thinking, off the event loop; a game's tactics that never end are ended."""
        return await asyncio.to_thread(self.room.watchdog.run, think)

    async def _do(self, act: Act) -> bool:
        try:
            await self._carry_out(act)
        except Refusal as why:
            self._note(f"an automatic {act.verb} was refused", why)
            return False
        return True

    def _note(self, what: str, wrong: Exception) -> None:
        """For the log of the server, without values: they may be secrets."""
        log.warning(what, extra={"table": self.room.id, "where": [type(wrong).__name__]})

    async def _carry_out(self, command: Command) -> None:
        room = self.room
        self._row += 1
        await room.do(command.seat, "", lambda table: table.plan(room.system.game, command, room.draw))

    async def _go_on(self) -> None:
        """To the next step."""
        self._row += 1
        step = self._place() + 1
        await self.room.do("", "", lambda _: [Fact(STEP, step, EVERYONE)])

    def _step(self) -> Cue | None:
        number = self._place()
        return self.scene.steps[number] if number < len(self.scene.steps) else None

    def _place(self) -> int:
        return int(self.room.table.truth.facts.get(STEP, 0))

    def _seats(self) -> list[str]:
        """The seats of the scene that nobody has taken."""
        held = {*self.room.keys.values(), self.you}
        seats = self.scene.seats(has_gm=self.room.system.has_gm)
        return [seat for seat in seats if seat not in held and seat in self.room.table.views]

    def _is_allowed(self, act: Act) -> bool:
        try:
            self.room.watchdog.run(lambda: judge(self.room.system.game, act, self.room.table.view(act.seat)))
        except (Refusal, Unknown):
            return False
        return True

    def _own_verbs(self) -> set[str]:
        """What the game itself has, besides what every table can do."""
        system = self.room.system
        house = {verb.story for verb in house_verbs(has_gm=system.has_gm).values()}
        return {name for name, verb in system.game.verbs.items() if name not in (*CAST, *TAKING) and verb.story not in house}


def company_of(room: Room, breath: float) -> Company | None:
    """Those who sit with a newcomer, if this is a table to try a game at."""
    scene = scene_of(room.system) if YOU in room.table.truth.facts else None
    return Company(room, scene, breath) if scene else None


# ── how far the scene is ───────────────────────────────────────────────────────────────────────────────────────────────


def is_done(table: Table, step: Cue, own: set[str], fresh: Sequence[Event] = ()) -> bool:
    """Whether what a step wants has been begun since the step came, and has come to its end, at last by `fresh` events."""
    ended: set[int] = set()
    for event in chain(reversed(fresh), _latest_first(table)):
        match event:
            case Fact(path=path) if path == STEP:
                return False
            case Ended(procedure=procedure) | Cancelled(procedure=procedure):
                ended.add(procedure)
            case Began(procedure=procedure, seat=seat, verb=verb) if procedure in ended and seat == step.seat:
                if verb == step.verb or (not step.verb and verb in own):
                    return True
    return False


def _is_their_reply(table: Table, you: str, seat: str) -> bool:
    """Whether the newcomer has begun something since this seat last did, and it is over."""
    if table.truth.procedures:
        return False
    began = next((event for event in _latest_first(table) if isinstance(event, Began) and event.seat in (you, seat)), None)
    return began is not None and began.seat == you


def _latest_first(table: Table) -> Iterator[Event]:
    return (table.records[number] for number in reversed(living(table.records)))


def _is_of(event: Event, seat: str, table: Table) -> bool:
    """Whether that is something which a seat has done."""
    if isinstance(event, Answered):
        asked = table.records[event.question]
        return isinstance(asked, Asked) and asked.seat == seat
    return isinstance(event, Began) and event.seat == seat
