"""Acts that follow one another and are stored together: they are worked out on a table that nobody looks at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

from fatewright.core.table.events import Began, Event, Fact, Rewound
from fatewright.core.table.table import Rows, Table
from fatewright.core.table.taking import REVISION, TAKING

T = TypeVar("T")


class Onward(Generic[T]):
    """A list that goes on where another one ends, which it leaves as it is."""

    def __init__(self, behind: Rows[T]) -> None:
        self._behind, self._count = behind, len(behind)
        self.more: list[T] = []

    def __len__(self) -> int:
        return self._count + len(self.more)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return list(self)[key]
        number = key + len(self) if key < 0 else key
        return self._behind[number] if number < self._count else self.more[number - self._count]

    def __iter__(self) -> Iterator[T]:
        yield from self._behind
        yield from self.more

    def append(self, one: T) -> None:
        self.more.append(one)


def ahead(table: Table) -> Table:
    """The same table, to be played on while it stays as it is."""
    views = {seat: view.fork() for seat, view in table.views.items()}
    return Table.standing(Onward(table.records), Onward(table.acts), table.truth.fork(), views)


def take_in(table: Table, further: Table) -> None:
    """Let the table stand where it has been played on to."""
    for number in range(len(table.records), len(further.records)):
        event = further.records[number]
        for stream in table.streams.values():
            stream.take(number, event)
        table.records.append(event)
        table.acts.append(further.acts[number])
    table.times.update(further.times)
    table.truth, table.views = further.truth, further.views


def is_by_itself(events: Iterable[Event]) -> bool:
    """Whether an act changes more than what people see next: who sits there, by which rules, or what has been."""
    return any(map(_changes_the_ground, events))


def _changes_the_ground(event: Event) -> bool:
    match event:
        case Fact(path=path):
            return path[0] == "door" or path == REVISION or path[::2] == ("seat", "role")
        case Began(verb=verb):
            return verb in TAKING
    return isinstance(event, Rewound)
