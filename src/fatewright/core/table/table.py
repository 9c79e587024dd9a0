"""A table: its history, and what it adds up to for the table itself and for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol, TypeVar, overload

from fatewright.core.rule.dice import Draw
from fatewright.core.table.engine import conducted, handle
from fatewright.core.table.events import (
    Answered,
    Asked,
    Began,
    Event,
    Fact,
    Overruled,
    Revealed,
    Rewound,
    Rolled,
    Told,
    Verdict,
    Withdrawn,
)
from fatewright.core.table.game import Act, Command, Game, are_final
from fatewright.core.table.landing import Draft
from fatewright.core.table.people import PEOPLE
from fatewright.core.table.seal import EVERYONE, KEEPER, OUTSIDER, has_seals, insiders, opened
from fatewright.core.table.slots import whole
from fatewright.core.table.state import State, fold
from fatewright.core.table.story import Put, Refusal, answers_for
from fatewright.core.table.stream import Stream, streamed, undone

COMMANDED = (Began, Answered, Overruled)  # with one of these begins what a seat has done
UNMOVED = (Told, Overruled)  # nothing stands otherwise after one of these


T = TypeVar("T")


class Rows(Protocol[T]):
    """A list, or something that reads like one and can be appended to."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[T]: ...

    @overload
    def __getitem__(self, key: int, /) -> T: ...

    @overload
    def __getitem__(self, key: slice, /) -> list[T]: ...

    def append(self, one: T, /) -> None: ...


class Rewind(NamedTuple):
    """Take back everything from record number `before` on."""

    seat: str
    before: int


class TakeBack(NamedTuple):
    """Take back the last act."""

    seat: str


class Table:
    """Records are numbered as they come and never reused; `acts` says where the act began that made each of them.

    `times` are what whoever keeps the table has noted down for each act: nothing here depends on them.
    """

    def __init__(self, records: Iterable[Event] = (), acts: Iterable[int] = (), times: Iterable[tuple[int, int]] = ()) -> None:
        self.records: Rows[Event] = list(records)
        self.acts: Rows[int] = list(acts)
        self.times: dict[int, int] = dict(times)
        self.streams: dict[str, Stream] = {}  # of those seats that somebody has asked for
        self.truth = State()
        self.views: dict[str, State] = {}
        self._refold()

    @classmethod
    def standing(cls, records: Rows[Event], acts: Rows[int], truth: State, views: dict[str, State]) -> Table:
        """A table of which it is known what it adds up to."""
        table = cls()
        table.records, table.acts, table.truth, table.views = records, acts, truth, views
        return table

    def view(self, seat: str) -> State:
        """The table as a seat knows it; the table itself knows everything."""
        if seat == KEEPER:
            return self.truth
        if seat not in self.views:
            raise Refusal(f"nobody sits at {seat}")
        return self.views[seat]

    def do(self, game: Game, command: Command | Rewind | TakeBack, draw: Draw) -> list[Event]:
        """Carry out a command: the events it made, which are now part of the history."""
        events = self.plan(game, command, draw)
        self.append(events)
        return events

    def plan(self, game: Game, command: Command | Rewind | TakeBack, draw: Draw) -> list[Event]:
        """The events a command would make."""
        view = self.view(command.seat)
        if isinstance(command, Rewind | TakeBack):
            if isinstance(command, TakeBack):
                before = self.last_act(command.seat)
            else:
                before = self._landing_of(command.seat, self.landing(command.before))
            self._may_rewind(view, command, before, game)
            return self.rewound(game, command.seat, before, draw)
        if isinstance(command, Act):
            command = whole(view, game, command)
        draft = handle(len(self.records), self.truth, view, game, command, draw)
        if draft.take_back_to is None:
            return draft.events
        after = Table([*self.records, *draft.events], [*self.acts, *[len(self.records)] * len(draft.events)])
        try:
            return [*draft.events, *after.rewound(game, draft.take_back_by, after.landing(draft.take_back_to), draw)]
        except Refusal as why:  # the motion was carried and cannot be carried out; the vote stands
            return [*draft.events, Told(str(why), (), EVERYONE)]

    def stream(self, seat: str) -> Stream:
        """What a seat has been sent."""
        if seat not in self.streams:
            self.streams[seat] = streamed(self.records, seat)
        return self.streams[seat]

    def remember(self, times: Mapping[int, int]) -> None:
        """Know the times of all acts, and let every stream begin with the first of its lines."""
        self.times = {**times, **self.times}
        self.streams = {seat: stream for seat, stream in self.streams.items() if not stream.begins}

    def append(self, events: Iterable[Event], at: int = 0) -> None:
        """Take events into the history; all of one call belong to one act."""
        act = len(self.records)
        self.times[act] = at
        for event in events:
            for stream in self.streams.values():
                stream.take(len(self.records), event)
            self.records.append(event)
            self.acts.append(act)
            if isinstance(event, Rewound):
                self._refold()
                for seat in [seat for seat, stream in self.streams.items() if event.before < stream.begins]:
                    del self.streams[seat]  # it knows only later lines than those that are undone
            else:
                self._evolve(event)

    def _evolve(self, event: Event) -> None:
        self.truth.evolve(opened(event, KEEPER))
        _witness(event, self.views)
        if isinstance(event, Fact) and event.path[0] == "seat" and event.path[2:] == ("role",):
            if event.value is None:
                self.views.pop(event.path[1], None)
            elif event.path[1] not in self.views:
                self.views[event.path[1]] = fold(self.live(), event.path[1])

    def _refold(self) -> None:
        live = list(self.live())
        self.truth = fold(live, KEEPER)
        self.views = {seat: State() for seat in self.seats()}
        for event in live:
            _witness(event, self.views)

    def seats(self) -> list[str]:
        """All seats, in the order they came."""
        return self.truth.facts.seats()

    def live(self) -> Iterator[Event]:
        """The events that have not been undone."""
        return (self.records[number] for number in living(self.records))

    # ── rewinding ──────────────────────────────────────────────────────────────────────────────────────────────────

    def landing(self, before: int) -> int:
        """Where a rewind to `before` comes to rest: at the start of an act, and never inside a question that is answered
        face down: between its opening and its reveal somebody would keep what the others have forgotten."""
        if not 0 <= before < len(self.records):
            raise Refusal(f"there is no record {before} to go back to")
        point = self.acts[before]
        if not any(isinstance(event, COMMANDED) for event in self.records[: point + 1]):
            raise Refusal("how the table was set out is not taken back")
        opening: dict[int, int] = {}
        for number in living(self.records):
            event = self.records[number]
            if isinstance(event, Asked) and event.part >= 0 and not self.stays(number):
                opening.setdefault(event.procedure, number)
            elif isinstance(event, Revealed) and event.procedure in opening:
                opened_at = opening.pop(event.procedure)
                if opened_at < point <= number:
                    return self.landing(opened_at)
        return point

    def _landing_of(self, seat: str, before: int) -> int:
        """The same, but for whoever has the last word not between answers that lie face down: all of them, or none."""
        if self.truth.facts.get(("seat", seat, "role")) != "gm":
            return before
        for procedure in self.truth.procedures:
            asked = [
                number
                for number in living(self.records)
                if isinstance(event := self.records[number], Asked) and event.procedure == procedure and event.part >= 0
            ]
            if asked and asked[0] < before and any(one.is_locked for one in self.truth.asked_by(procedure).values()):
                return self.landing(asked[0])
        return before

    def last_act(self, seat: str) -> int:
        """The record with which the last act began that still counts and of which `seat` knows."""
        is_gm = self.truth.facts.get(("seat", seat, "role")) == "gm"
        for number in reversed(living(self.records)):
            first = self._first_of(self.acts[number])
            if isinstance(first, Rewound) or self._is_about_people(first):  # a rewind, and what is asked again then, is no act
                continue
            if is_gm or self.records[number].to.admits(seat):
                return self._landing_of(seat, self.landing(number))
        raise Refusal("there is nothing to take back")

    def undone_by(self, before: int) -> list[int]:
        """What a rewind would undo: the numbers of the events."""
        return [number for number in living(self.records) if number >= before and not self.stays(number)]

    def stays(self, number: int) -> bool:
        """Whether a record is about who sits at the table, which no rewind undoes."""
        event = self.records[number]
        if not isinstance(event, Told | Fact):
            return "procedure" in event._fields and self._is_about_people(event)
        if isinstance(event, Fact):
            if event.path[0] == "door" or event.path[::2] == ("seat", "role"):
                return True
            if event.path[0] != "seat" and event.path[::2] != ("token", "answers"):
                return False
        return self._is_about_people(self._first_of(self.acts[number]))

    def _is_about_people(self, event: Event | None) -> bool:
        """Whether an event belongs to something that is about who sits at the table; so does what the host does and tells."""
        if event is None or isinstance(event, Fact):
            return event is None or event.path[0] in ("seat", "door")
        began = self.records[getattr(event, "procedure", 0)]
        return isinstance(began, Began) and began.verb in PEOPLE

    def _first_of(self, act: int) -> Event | None:
        """The first event of an act that is more than a line for the log."""
        for number in range(act, len(self.records)):
            if self.acts[number] != act:
                break
            if not isinstance(self.records[number], Told):
                return self.records[number]
        return None

    def would_undo(self, seat: str, before: int) -> list[int]:
        """Which of a seat's own lines a rewind to before one of them would undo."""
        stream = self.stream(seat)
        if not stream.first <= before < stream.count:
            raise Refusal(f"you have no line {before}")
        point = self._landing_of(seat, self.landing(stream.record(before)))
        return self._own(seat, point)

    def would_take_back(self, seat: str) -> list[int]:
        """Which of a seat's own lines would be undone if it took back the last thing."""
        return self._own(seat, self.last_act(seat))

    def _own(self, seat: str, point: int) -> list[int]:
        stream = self.stream(seat)
        return [stream.own[number] for number in self.undone_by(point) if number in stream.own]

    def _may_rewind(self, view: State, command: Rewind | TakeBack, before: int, game: Game) -> None:
        """The game master may take back anything; others only their own last step, and nothing they have learned by it.

        Judged by what the seat has witnessed: what happened in secret in between is undone with it, and told to no one else.
        """
        acts = [number for number in self.undone_by(before) if not isinstance(self.records[self.acts[number]], Rewound)]
        is_gm = view.facts.get(("seat", command.seat, "role")) == "gm"
        numbers = [number for number in acts if is_gm or self.records[number].to.admits(command.seat)]
        if not numbers:
            raise Refusal("there is nothing to take back from there on: who sits at the table is not taken back")
        if is_gm:
            return
        is_alone = "move-to-rewind" in game.verbs
        if any(self._doer(self.acts[number]) != command.seat for number in numbers):
            can = "here the players vote on that: propose to go back" if is_alone else "the game master can"
            raise Refusal(f"that would take back what somebody else has done; {can}")
        if any(self._teaches(number) for number in numbers):
            who = "the players together take back: propose to go back" if is_alone else "the game master takes back"
            raise Refusal(f"what has been rolled or revealed, only {who}")
        laid = [event for number in numbers if isinstance(event := self.records[number], Answered) and event.part >= 0]
        if laid and are_final(game, view):
            raise Refusal("here an answer that lies stays")

    def _doer(self, act: int) -> str:
        """The seat whose command an act was; empty if nobody's, or if it was not an act or an answer."""
        first = self._first_of(act)
        if isinstance(first, Began):
            return first.seat
        if isinstance(first, Answered):
            asked = self.records[first.question]
            return asked.seat if isinstance(asked, Asked) else ""
        return ""

    def _teaches(self, number: int) -> bool:
        """Whether an event tells its viewers what they cannot unlearn."""
        event, first = self.records[number], self.records[self.acts[number]]
        if isinstance(event, Fact) and event.path[0] == "note":
            return not isinstance(first, Began) or first.verb != "note"
        return isinstance(event, Rolled | Verdict | Revealed)

    def rewound(self, game: Game, seat: str, before: int, draw: Draw) -> list[Event]:
        """The events of a rewind: procedures that lost an answer are asked again, under new numbers.

        One that was asked anew in secret stands as it did before: others have not heard of that, and do not now.
        """
        lost = (self.records[number] for number in self.undone_by(before))
        touched = {getattr(event, "procedure", None) for event in lost if not self._is_aside(event)}
        keeps = self._kept(before)
        rewound = Rewound(before, seat, EVERYONE, keeps)
        truth = fold((self.records[number] for number in living([*self.records, rewound])[:-1]), KEEPER)

        def begun() -> Draft:
            draft = Draft(len(self.records), truth.fork(), game, draw)
            draft.record(rewound)
            self._hand_over(draft, keeps, seat)
            return draft

        return conducted(begun, lambda conduct: conduct.ask_again_where_the_table_has_changed(touched)).events

    def _is_aside(self, event: Event) -> bool:
        """Whether a question was asked anew, or withdrawn, and not all heard it who follow what it belongs to."""
        return isinstance(event, Asked | Withdrawn) and event.to != self.records[event.procedure].to

    def _kept(self, before: int) -> tuple[int, ...]:
        """What stays of the records from `before` on; of who answers for tokens, what concerns those that are there then."""
        alive = living(self.records)
        facts = fold((self.records[number] for number in alive if number < before), KEEPER).facts
        gone = [
            number
            for number in alive
            if isinstance(event := self.records[number], Fact)
            and event.path[::2] == ("token", "answers")
            and ("token", event.path[1], "kind") not in facts
        ]
        return tuple(number for number in alive if number >= before and self.stays(number) and number not in gone)

    def _hand_over(self, draft: Draft, keeps: tuple[int, ...], seat: str) -> None:
        """Whoever left after the point of a rewind stays away: somebody else answers for what would be theirs again."""
        facts, kept = draft.truth.facts, [self.records[number] for number in keeps]
        left = {event.path[1] for event in kept if isinstance(event, Fact) and event.path[::2] == ("seat", "role")}
        gone = {name for name in left if ("seat", name, "role") not in facts}
        for token in facts.tokens():
            if answers_for(facts, token) in gone:
                draft.land(Put(token, "answers", next(iter(draft.gms()), seat)), EVERYONE)


def _witness(event: Event, views: Mapping[str, State]) -> None:
    """Each takes in what they may of an event; a seal in it is looked into once for all who cannot open it."""
    if type(event) in UNMOVED:
        return
    inside, outside = (insiders(event), opened(event, OUTSIDER)) if has_seals(event) else (frozenset(), event)
    is_for_all = event.to.is_everyone
    for seat, view in views.items():
        if is_for_all or seat in event.to:
            view.evolve(opened(event, seat) if seat in inside else outside)


def living(records: Iterable[Event]) -> list[int]:
    """The numbers of the events that count: a rewind undoes all from its point on but what it keeps, rewinds included."""
    alive: list[int] = []
    for number, event in enumerate(records):
        if isinstance(event, Rewound):
            undone(alive, event)
        alive.append(number)
    return alive
