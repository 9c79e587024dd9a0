"""A long table opened quickly: what it adds up to is kept beside its records, and only the latest of them are read.

A snapshot is a convenience, never the truth: whoever cannot read one reads the records instead. What lies further back is
fetched when somebody looks at it.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from fatewright.core.table.codec import kept, unkept
from fatewright.core.table.events import Event, Rewound
from fatewright.core.table.facts import Facts
from fatewright.core.table.seal import Audience
from fatewright.core.table.state import Open, Procedure, Recorded, State
from fatewright.core.table.stream import Stream
from fatewright.core.table.table import Rows, Table
from fatewright.core.table.whole import MISFIT, Record, acts_of, fits

FORM = 1
TAIL = 1000  # records before a snapshot that are read with it: people want to see the latest lines
T = TypeVar("T")


Fetch = Callable[[], list[Record]]


class Past(Generic[T]):
    """A list whose first part is fetched when somebody looks at it."""

    def __init__(self, base: int, tail: list[T], fetch: Callable[[], list[T]]) -> None:
        self._base, self._tail, self._fetch = base, tail, fetch

    def __len__(self) -> int:
        return self._base + len(self._tail)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            start, stop, _ = key.indices(len(self))
            if start < self._base:
                self._fill()
            return self._tail[start - self._base : max(stop - self._base, 0)]
        number = key + len(self) if key < 0 else key
        if number < self._base:
            self._fill()
        return self._tail[number - self._base]

    def __iter__(self) -> Iterator[T]:
        self._fill()
        return iter(self._tail)

    def append(self, one: T) -> None:
        self._tail.append(one)

    def _fill(self) -> None:
        if self._base:
            self._tail[:0], self._base = self._fetch(), 0


def taken(table: Table, stamp: str = "") -> str:
    """A table as it stands now. By `stamp` whoever keeps the records knows whether they are still those of the snapshot."""
    count = len(table.records)
    first = _begin(table.records, max(0, count - TAIL))
    referred = _referred(table.records, first)
    streams = {}
    for seat in table.views:
        stream, view = table.stream(seat), table.views[seat]
        before = stream.first + bisect_left(stream.sent, first)
        lasting = {number for number in (*view.procedures, *view.questions) if number < first} | referred
        streams[seat] = [before, [[number, stream.own[number]] for number in sorted(lasting) if number in stream.own]]
    body = {
        "form": FORM,
        "stamp": stamp,
        "count": count,
        "first": first,
        "truth": _out(table.truth),
        "views": {seat: _out(view) for seat, view in table.views.items()},
        "streams": streams,
    }
    return json.dumps(body, separators=(",", ":"))


def _referred(records: Rows[Event], first: int) -> set[int]:
    """The procedures and questions of which the records from `first` on speak."""
    named = {getattr(event, name, first) for event in records[first:] for name in ("procedure", "question")}
    return {number for number in named if number < first}


def _begin(records: Rows[Event], first: int) -> int:
    """From where on records are needed: a rewind is read together with what it undoes."""
    number = len(records)
    while number > first:
        number -= 1
        event = records[number]
        if isinstance(event, Rewound):
            first = min(first, event.before)
    return first


class Need(NamedTuple):
    """What a snapshot is read with: the records from `first` on, if the `known` ones among all of them have its stamp."""

    first: int
    known: int
    stamp: str


def needed(body: str) -> Need:
    """What a snapshot is read with. One that has no stamp was kept when nobody asked for any."""
    found = json.loads(body)
    return Need(int(found["first"]), int(found["count"]), str(found.get("stamp", "")))


def resumed(body: str, tail: Iterable[Record], fetch: Fetch) -> Table:
    """The table of a snapshot and the records from its first needed one on; `fetch` gets those before."""
    found = json.loads(body)
    if found["form"] != FORM:
        raise ValueError(f"a snapshot of the form {found['form']}")
    first, count = found["first"], found["count"]
    records = list(tail)
    if len(records) < count - first:
        raise ValueError("records are missing that the snapshot has counted")
    earlier: list[list[Record]] = []  # fetched once for both

    def past() -> list[Record]:
        if not earlier:
            earlier.append(fetch())
        return earlier[0]

    events: Past[Event] = Past(first, [one.event for one in records[: count - first]], lambda: [one.event for one in past()])
    acts: Past[int] = Past(first, [one.act for one in records[: count - first]], lambda: [one.act for one in past()])
    table = Table.standing(events, acts, _in(found["truth"]), {seat: _in(view) for seat, view in found["views"].items()})
    for seat, (before, own) in found["streams"].items():
        stream = Stream(seat, first, before, [(number, mine) for number, mine in own])
        for number in range(first, count):
            stream.take(number, events[number])
        table.streams[seat] = stream
    table.times = {one.act: one.at for one in records}
    for act, group in acts_of(records[count - first :]):
        table.append(group, table.times[act])
        if table.acts[-1] != act or not all(fits(table.records, table.acts, one) for one in range(act, len(table.records))):
            raise ValueError(MISFIT)
    return table


# ── a state, written and read ──────────────────────────────────────────────────────────────────────────────────────────


def _out(state: State) -> dict[str, Any]:
    stood: list[Facts] = [state.still()]  # many procedures stood on the same table: each is written once
    procedures = [_procedure_out(one, stood) for one in state.procedures.values()]
    questions = [[number, *map(kept, one)] for number, one in state.questions.items()]
    tables = [[[list(path), kept(value)] for path, value in facts.items()] for facts in stood]
    return {"stood": tables, "procedures": procedures, "questions": questions}


def _procedure_out(one: Procedure, stood: list[Facts]) -> list[Any]:
    places = []
    for facts in one.stood:
        place = next((place for place, other in enumerate(stood) if other is facts or other == facts), None)
        if place is None:
            place = len(stood)
            stood.append(facts)
        places.append(place)
    steps = [[kept(step.fingerprint), step.kind, kept(step.given)] for step in one.steps]
    return [one.number, one.seat, one.verb, kept(one.args), sorted(one.to), steps, places, kept(tuple(one.back))]


def _in(found: dict[str, Any]) -> State:
    stood = [Facts({tuple(path): unkept(value) for path, value in facts}) for facts in found["stood"]]
    state = State()
    state.facts = stood[0].copy()
    state.keep_still(stood[0])
    for number, seat, verb, args, to, steps, places, back in found["procedures"]:
        procedure = Procedure(number, seat, verb, unkept(args), Audience(to))
        procedure.steps = [Recorded(unkept(print), kind, unkept(given)) for print, kind, given in steps]
        procedure.stood = [stood[place] for place in places]
        procedure.back = list(unkept(back))
        state.procedures[number] = procedure
    state.questions = {number: Open(*map(unkept, fields)) for number, *fields in found["questions"]}
    return state
