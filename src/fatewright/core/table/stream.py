"""What one viewer has been sent, under that viewer's own dense numbers: a gap would tell that something happened elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from fatewright.core.table.events import Answered, Asked, Event, Rewound, Withdrawn
from fatewright.core.table.seal import is_hidden, see


class Numbered(Protocol):
    """Records by their numbers."""

    def __getitem__(self, number: int, /) -> Event: ...

    def __iter__(self) -> Iterator[Event]: ...


class Message(NamedTuple):
    """What goes to one viewer: an event, or which of their own lines are undone."""

    number: int
    event: Event | None
    undone: tuple[int, ...]


class Stream:
    """Which records a viewer has witnessed, in order. A rewind reaches them only as far as it undoes lines of their own.

    A stream may begin in the middle: `begins` is the record from which on it knows all, `first` the viewer's number there.
    """

    def __init__(self, viewer: str, begins: int = 0, first: int = 0, own: Iterable[tuple[int, int]] = ()) -> None:
        self.viewer, self.begins, self.first = viewer, begins, first
        self.sent: list[int] = []  # the record of each message, from `first` on
        self.own: dict[int, int] = dict(own)  # the viewer's number of each record
        self._alive: list[int] = sorted(self.own)
        self._undone: dict[int, tuple[int, ...]] = {}

    @property
    def count(self) -> int:
        """How many messages there have been."""
        return self.first + len(self.sent)

    def take(self, number: int, event: Event) -> None:
        """Hear of one record of the table."""
        if isinstance(event, Rewound):
            gone = undone(self._alive, event)
            if not gone:
                return
            self._undone[self.count] = tuple(sorted(self.own[one] for one in gone))
        elif event.to.admits(self.viewer):
            self.own[number] = self.count
            self._alive.append(number)
        else:
            return
        self.sent.append(number)

    def message(self, number: int, records: Numbered) -> Message:
        """The message of that number."""
        if number in self._undone:
            return Message(number, None, self._undone[number])
        return Message(number, self._in_own_numbers(see(records[self.record(number)], self.viewer)), ())

    def record(self, number: int) -> int:
        """The record behind the message of that number."""
        return self.sent[number - self.first]

    def question(self, number: int, records: Numbered) -> int:
        """The record of the question that the viewer calls `number`; -1 if they were never asked under that number."""
        if not self.first <= number < self.count or not isinstance(records[self.record(number)], Asked):
            return -1
        return self.record(number)

    def _in_own_numbers(self, event: Any) -> Event:
        """Procedures and questions go by the viewer's own numbers too.

        A question may have been asked anew of somebody, unheard by the others, and under a new number: what becomes of it
        they hear by its procedure alone, or the number would tell.
        """
        ids = {name: self.own.get(getattr(event, name), -1) for name in ("procedure", "question") if name in event._fields}
        if (isinstance(event, Answered) and is_hidden(event.answer)) or (isinstance(event, Withdrawn) and len(event.to) != 1):
            ids["question"] = -1
        renamed: Event = event._replace(**ids) if ids else event
        return renamed


def undone(alive: list[int], rewound: Rewound) -> list[int]:
    """Take the numbers out of `alive` that a rewind undoes, and return them."""
    tail: list[int] = []
    while alive and alive[-1] >= rewound.before:
        tail.append(alive.pop())
    alive += sorted(set(tail) & set(rewound.keeps))
    return [number for number in tail if number not in rewound.keeps]


def streamed(records: Iterable[Event], viewer: str) -> Stream:
    """The stream of one viewer from the beginning."""
    stream = Stream(viewer)
    for number, event in enumerate(records):
        stream.take(number, event)
    return stream


def messages(records: Numbered, viewer: str) -> list[Message]:
    """All that a viewer has been sent."""
    stream = streamed(records, viewer)
    return [stream.message(number, records) for number in range(stream.count)]
