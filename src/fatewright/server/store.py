"""What may be asked of a store, whatever it keeps tables in: append-only, and durable before it is acknowledged."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from concurrent.futures import Future
from typing import NamedTuple, Protocol

from fatewright.core.errors import FatewrightError

VERSION, OWNER = "version:", "owner"  # the key to a version of a game is kept like that to a seat


class BadStore(FatewrightError):
    """The store cannot be used: what was found, and what would be right."""


class Conflict(Exception):
    """Somebody else has appended to the table meanwhile: read it again."""


class Repeated(Exception):
    """That command has been carried out before."""


class Listed(NamedTuple):
    """A table as the list of tables has it."""

    id: str
    name: str
    game: str
    version: int
    made: int
    records: int
    last: int  # when something last happened


class Row(NamedTuple):
    """One record as it is stored."""

    number: int
    act: int
    at: int
    event: str


class Key(NamedTuple):
    """Who holds a seat: what is kept of the key to it. An empty one is nobody's."""

    seat: str
    digest: str


class Batch(NamedTuple):
    """The records of one act, to be appended all or none if the table still has `expected` records."""

    table: str
    expected: int
    rows: tuple[Row, ...]
    seat: str = ""
    command: str = ""  # the id of the command, for that seat
    key: Key | None = None  # a seat that changes hands with it, or not at all


class Store(Protocol):
    """Where tables are kept. What is written lasts once its future is done; what is read is read in the thread that asks."""

    def create(self, entry: Listed, batch: Batch) -> Future[None]:
        """A new table with its first records."""

    def append(self, *batches: Batch) -> Future[None]:
        """What follows one another at one table, or nothing of it: if the table has moved on (`Conflict`), or if a command has
        been carried out (`Repeated`)."""

    def entries(self, id: str = "") -> list[Listed]:
        """The tables there are, the latest first; or the one of that id."""

    def rows(self, table: str, first: int = 0) -> list[Row]:
        """The records of a table from `first` on."""

    def commands(self, table: str) -> set[tuple[str, str]]:
        """Seat and id of every command that a table has carried out."""

    def seats(self, table: str) -> dict[str, str]:
        """Which seat each key opens."""

    def take_seat(self, table: str, key: Key) -> Future[None]:
        """A seat is held by that key, and by no other."""

    def revoke(self, table: str, seat: str) -> Future[None]:
        """Nobody holds a seat any more, and no code is good for it."""

    def owners(self) -> dict[str, str]:
        """What is known of the key to each version of a game that somebody owns."""

    def put_code(self, table: str, code: str, seat: str, until: int) -> Future[None]:
        """A code with which a seat can be taken, once, until some time."""

    def use_code(self, table: str, code: str, key: str, now: int, seats: Collection[str]) -> Future[str | None]:
        """Take the seat that a code is good for, if it is one of these; the code is spent. None if it is good for nothing."""

    def seat_of_code(self, table: str, code: str) -> str:
        """The seat that a code would be good for; empty if none."""

    def snapshot(self, table: str) -> str | None:
        """The last snapshot of a table."""

    def keep_snapshot(self, table: str, body: str) -> Future[None]:
        """Replace the snapshot of a table."""

    def close(self) -> None:
        """Write what waits, and let go of it."""


def as_rows(first: int, at: int, events: Iterable[str]) -> tuple[Row, ...]:
    """The records of one act."""
    return tuple(Row(number, first, at, text) for number, text in enumerate(events, start=first))


def place_of(version: str) -> str:
    """Where the key to a version of a game is kept: as that to a seat, under a name that no table has."""
    return f"{VERSION}{version}"
