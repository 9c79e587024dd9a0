"""A table read from the store: by its snapshot where that is of these records, else by its records as far as they are whole."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from fatewright.core.table.codec import BadRecord, restored
from fatewright.core.table.snapshot import Need, needed, resumed
from fatewright.core.table.table import Table
from fatewright.core.table.whole import CANNOT_FOLLOW, Broken, Damage, Record, Whole, gathered
from fatewright.server.store import Row, Store

NO_NEED = Need(0, 0, "")
log = logging.getLogger("fatewright")


class Stamp:
    """What records come to: whoever changes one of them finds another."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._sum = sha256()
        self.take(rows)

    def take(self, rows: Iterable[Row]) -> None:
        """These come after all that were taken before."""
        for row in rows:
            self._sum.update(f"{row.number} {row.act} {row.at} {row.event}\n".encode())

    def __str__(self) -> str:
        return self._sum.hexdigest()


class Opened(NamedTuple):
    """A table, where it is damaged if it is, and the stamp of its records."""

    table: Table
    damage: Damage | None
    stamp: Stamp


def opened_table(store: Store, id: str) -> Opened:
    """The table of that id. A snapshot is used only if the records that it has counted are as they were."""
    rows, body = store.rows(id), store.snapshot(id)
    need = _need(body)
    stamp = Stamp(rows[: need.known])
    if body is not None and need.stamp and need.stamp == str(stamp):
        try:
            tail = list(_records(rows[need.first :], need.first))
            table = resumed(body, tail, lambda: list(_records(store.rows(id)[: need.first], 0)))
        except (*CANNOT_FOLLOW, BadRecord):
            pass
        else:
            stamp.take(rows[need.known :])
            return Opened(table, None, stamp)
    return Opened(*whole_table(rows, need.known), Stamp(rows))


def stored_table(store: Store, id: str) -> Whole:
    """The table of that id by its records alone, as far as they are whole."""
    return whole_table(store.rows(id), _need(store.snapshot(id)).known)


def whole_table(rows: list[Row], known: int = 0) -> Whole:
    """The table that these records add up to, as far as they are whole; so many of them are known to have been there."""

    def found() -> Iterator[Record | Broken]:
        for number, row in enumerate(rows):
            yield _found(row, number)
        if known > len(rows):
            yield Broken("it is missing")

    return gathered(found())


def _need(body: str | None) -> Need:
    """What a snapshot is read with; nothing is known by one that cannot be read."""
    try:
        return needed(body) if body is not None else NO_NEED
    except CANNOT_FOLLOW:
        return NO_NEED


def _records(rows: Iterable[Row], first: int) -> Iterator[Record]:
    """These records, if all of them can be read."""
    for number, row in enumerate(rows, start=first):
        one = _found(row, number)
        if isinstance(one, Broken):
            raise BadRecord(one.why)
        yield one


def _found(row: Row, number: int) -> Record | Broken:
    if row.number != number:
        return Broken("it is missing", row.act)
    if type(row.act) is not int or type(row.at) is not int:
        return Broken("its act and its time are no numbers")
    try:
        return Record(restored(row.event), row.act, row.at)
    except BadRecord as wrong:
        return Broken(str(wrong), row.act)
