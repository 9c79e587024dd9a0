"""As much of a table as is whole: up to the last act before the first record that cannot be read or does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fatewright.core.table.events import Answered, Asked, Began, Event, Rewound, Withdrawn
from fatewright.core.table.table import Rows, Table

MISFIT = "this does not fit what stands before it"
CANNOT_FOLLOW = (LookupError, TypeError, ValueError, AttributeError)  # an event finds the table otherwise than it must be


class Record(NamedTuple):
    """One record of a table, with its act and its time."""

    event: Event
    act: int
    at: int


class Broken(NamedTuple):
    """A record that is missing or cannot be read: why, and the act that it is of; -1 if nobody can tell."""

    why: str
    act: int = -1


class Damage(NamedTuple):
    """The record from which on a table is damaged, and why."""

    record: int
    why: str


class Whole(NamedTuple):
    """A table as far as it is whole; damage, if that is not all of it."""

    table: Table
    damage: Damage | None


def gathered(found: Iterable[Record | Broken]) -> Whole:
    """The table that these records add up to. An act of which nobody can tell that it is whole is left out with the rest."""
    whole: list[Record] = []
    events: list[Event] = []
    acts: list[int] = []
    for number, one in enumerate(found):
        if isinstance(one, Record):
            whole.append(one)
            events.append(one.event)
            acts.append(one.act)
            if fits(events, acts, number):
                continue
        why = one.why if isinstance(one, Broken) else MISFIT
        begins = number if one.act == number else max(acts[:number][-1:], default=0)  # where a new act begins, one is over
        return _folded(whole[:begins], Damage(number, why))
    return _folded(whole, None)


def fits(records: Rows[Event], acts: Rows[int], number: int) -> bool:
    """Whether a record can follow those before it: its act goes on or begins, and what it names has happened."""
    event = records[number]
    if acts[number] != number and acts[number] not in acts[max(0, number - 1) : number]:
        return False
    if isinstance(event, Rewound):
        return 0 <= event.before <= number and all(event.before <= kept < number for kept in event.keeps)
    if isinstance(event, Began):
        return event.procedure == number
    if isinstance(event, Asked) and event.question != number:
        return False
    if isinstance(event, Answered | Withdrawn) and not _is_before(records, number, event.question, Asked):
        return False
    procedure = getattr(event, "procedure", None)
    return procedure is None or _is_before(records, number, procedure, Began)


def acts_of(records: list[Record]) -> Iterator[tuple[int, list[Event]]]:
    """Act by act: where it begins, and its events."""
    start = 0
    for number in range(1, len(records) + 1):
        if number == len(records) or records[number].act != records[start].act:
            yield records[start].act, [one.event for one in records[start:number]]
            start = number


def breaks_off(table: Table) -> bool:
    """Whether the last act stops in the middle: something goes on in it that neither ends nor asks anybody anything."""
    events = table.records[table.acts[-1] :] if len(table.records) else []
    touched = {getattr(event, "procedure", None) for event in events}
    is_rewound = any(isinstance(event, Rewound) for event in events)
    going_on = [number for number in table.truth.procedures if is_rewound or number in touched]
    return any(all(one.is_locked for one in table.truth.asked_by(number).values()) for number in going_on)


def _folded(records: list[Record], damage: Damage | None) -> Whole:
    try:
        return Whole(_table(records), damage)
    except CANNOT_FOLLOW:
        table = Table()
        number = next(act for act, events in acts_of(records) if not _follows(table, events))
        return Whole(_table(records[:number]), Damage(number, MISFIT))


def _table(records: list[Record]) -> Table:
    return Table((one.event for one in records), (one.act for one in records), ((one.act, one.at) for one in records))


def _follows(table: Table, events: list[Event]) -> bool:
    """Add an act to a table, if it can be."""
    try:
        table.append(events)
    except CANNOT_FOLLOW:
        return False
    return True


def _is_before(records: Rows[Event], number: int, place: int, kind: type) -> bool:
    return 0 <= place < number and isinstance(records[place], kind)
