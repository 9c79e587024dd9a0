"""What lasts: tables, their records, who holds which seat. Append-only, in one file, durable before it is acknowledged.

One thread writes. Whatever waits when it is free goes into one transaction: with many tables the disk is asked once for all.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    create_engine,
    event,
    func,
    select,
)
from sqlalchemy.exc import DatabaseError

from fatewright.core.errors import FatewrightError
from fatewright.server.private import private_files, private_folder, written_privately

FORMAT = 1
OURS = ("tables.db", "fatewright.log", "games")  # what lies in the folder of a house
VERSION, OWNER = "version:", "owner"  # the key to a version of a game is kept like that to a seat
log = logging.getLogger("fatewright")
T = TypeVar("T")
Job = Callable[[Connection], T]

metadata = MetaData()
house = Table("house", metadata, Column("key", String, primary_key=True), Column("value", String, nullable=False))
tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("made", Integer, nullable=False),
)
records = Table(
    "records",
    metadata,
    Column("table", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("act", Integer, nullable=False),
    Column("at", Integer, nullable=False),
    Column("event", Text, nullable=False),
    sqlite_with_rowid=False,
)
commands = Table(
    "commands",
    metadata,
    Column("table", String, primary_key=True),
    Column("seat", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("number", Integer, nullable=False),
    sqlite_with_rowid=False,
)
seats = Table(
    "seats",
    metadata,
    Column("table", String, primary_key=True),
    Column("seat", String, primary_key=True),
    Column("key", String, nullable=False),
)
codes = Table(
    "codes",
    metadata,
    Column("table", String, primary_key=True),
    Column("code", String, primary_key=True),
    Column("seat", String, nullable=False),
    Column("until", Integer, nullable=False),
)
snapshots = Table(
    "snapshots",
    metadata,
    Column("table", String, primary_key=True),
    Column("body", Text, nullable=False),
)


class BadStore(FatewrightError):
    """The file cannot be used: what was found, and what would be right."""


class Conflict(Exception):
    """Somebody else has appended to the table meanwhile: read it again."""


class Repeated(Exception):
    """That command has been carried out before."""


class Entry(NamedTuple):
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


class Batch(NamedTuple):
    """The records of one act, to be appended all or none if the table still has `expected` records."""

    table: str
    expected: int
    rows: tuple[Row, ...]
    seat: str = ""
    command: str = ""  # the id of the command, for that seat


class Store(Protocol):
    """Where tables are kept. Whatever is written lasts once its future is done."""

    def write(self, job: Job[T]) -> Future[T]: ...

    def read(self, job: Job[T]) -> T: ...

    def close(self) -> None: ...


# ── jobs: what is written and read ─────────────────────────────────────────────────────────────────────────────────────


def create(entry: Entry, batch: Batch, key: tuple[str, str]) -> Job[None]:
    """A new table with its first records, and who holds its first seat."""

    def job(connection: Connection) -> None:
        values = {name: getattr(entry, name) for name in ("id", "name", "game", "version", "made")}
        connection.execute(tables.insert().values(values))
        append(batch)(connection)
        if key[0]:
            take_seat(entry.id, *key)(connection)

    return job


# Statements of every command, put together once: to put them together anew took a third of the server's time.
CARRIED_OUT = select(commands.c.number).where(
    commands.c.table == bindparam("table"), commands.c.seat == bindparam("seat"), commands.c.id == bindparam("id")
)
LAST_NUMBER = select(func.max(records.c.number)).where(records.c.table == bindparam("table"))
ADD_RECORDS, ADD_COMMAND = records.insert(), commands.insert()


class append:  # noqa: N801  # a job like the others
    """Append a batch: nothing of it if the table has moved on, or if the command has been carried out.

    Numbers and ids are primary keys, so the file itself refuses the second of two; only then is it asked why. That nothing is
    left out before them, the writer remembers of the tables it has written to, and asks the file about others.
    """

    def __init__(self, batch: Batch, also: Job[None] | None = None) -> None:
        self.batch, self.also = batch, also  # what is written with it, or not at all
        self._command = {"table": batch.table, "seat": batch.seat, "id": batch.command, "number": batch.expected}

    def __call__(self, connection: Connection) -> None:
        counts = connection.info.setdefault("counts", {})
        if counts.get(self.batch.table) != self.batch.expected and (problem := self.why_not(connection)):
            raise problem
        connection.execute(ADD_RECORDS, [{"table": self.batch.table, **row._asdict()} for row in self.batch.rows])
        if self.batch.command:
            connection.execute(ADD_COMMAND, self._command)
        if self.also:
            self.also(connection)
        counts[self.batch.table] = self.batch.expected + len(self.batch.rows)

    def why_not(self, connection: Connection) -> Exception | None:
        """Why it cannot be appended; None if it can."""
        if self.batch.command and connection.execute(CARRIED_OUT, self._command).first():
            return Repeated()
        last = connection.execute(LAST_NUMBER, self._command).scalar()
        return Conflict() if (-1 if last is None else last) + 1 != self.batch.expected else None


def rows_of(table: str, first: int = 0) -> Job[list[Row]]:
    """The records of a table from `first` on."""
    query = 'SELECT number, act, at, CAST(event AS BLOB) FROM records WHERE "table" = ? AND number >= ? ORDER BY number'

    def job(connection: Connection) -> list[Row]:
        found = connection.exec_driver_sql(query, (table, first))
        return [Row(number, act, at, _text(event)) for number, act, at, event in found]

    return job


def _text(event: bytes) -> str:
    """An event as it was written, in plain ASCII; nothing if what stands there is something else."""
    return event.decode() if event.isascii() else ""


def commands_of(table: str) -> Job[set[tuple[str, str]]]:
    """Seat and id of every command that a table has carried out."""
    query = select(commands.c.seat, commands.c.id).where(commands.c.table == table)
    return lambda connection: {(seat, id) for seat, id in connection.execute(query)}


def entries(id: str = "") -> Job[list[Entry]]:
    """The tables there are, the latest first; or the one of that id."""
    counted = select(records.c.table, func.max(records.c.number).label("n"), func.max(records.c.at).label("last"))
    counted_all = counted.where(records.c.table == id) if id else counted
    summary = counted_all.group_by(records.c.table).subquery()
    query = select(*tables.c, summary.c.n + 1, summary.c.last).join(summary, summary.c.table == tables.c.id)
    query = query.where(tables.c.id == id) if id else query.order_by(summary.c.last.desc(), tables.c.id)
    return lambda connection: [Entry._make(row) for row in connection.execute(query)]


def seats_of(table: str) -> Job[dict[str, str]]:
    """Which seat each key opens."""
    query = select(seats.c.key, seats.c.seat).where(seats.c.table == table)
    return lambda connection: {row.key: row.seat for row in connection.execute(query)}


def take_seat(table: str, seat: str, key: str) -> Job[None]:
    """A seat is held by that key, and by no other."""

    def job(connection: Connection) -> None:
        connection.execute(seats.delete().where(seats.c.table == table, seats.c.seat == seat))
        if key:
            connection.execute(seats.insert().values(table=table, seat=seat, key=key))

    return job


def place_of(version: str) -> str:
    """Where the key to a version of a game is kept: as that to a seat, under a name that no table has."""
    return f"{VERSION}{version}"


def owners() -> Job[dict[str, str]]:
    """What is known of the key to each version that somebody owns."""
    query = select(seats.c.table, seats.c.key).where(seats.c.table.startswith(VERSION), seats.c.seat == OWNER)
    return lambda connection: {row.table.removeprefix(VERSION): row.key for row in connection.execute(query)}


def put_code(table: str, code: str, seat: str, until: int) -> Job[None]:
    """A code with which a seat can be taken, once, until some time."""
    return lambda connection: _ignore(connection.execute(codes.insert().values(table=table, code=code, seat=seat, until=until)))


def use_code(table: str, code: str, key: str, now: int, seats: Collection[str]) -> Job[str | None]:
    """Take the seat that a code is good for, if it is one of these; the code is spent. None if it is good for nothing."""

    def job(connection: Connection) -> str | None:
        where = (codes.c.table == table, codes.c.code == code)
        found = connection.execute(select(codes.c.seat, codes.c.until).where(*where)).first()
        connection.execute(codes.delete().where(codes.c.table == table, (codes.c.code == code) | (codes.c.until < now)))
        if not found or found.until < now or found.seat not in seats:
            return None
        take_seat(table, found.seat, key)(connection)
        return str(found.seat)

    return job


def revoke(table: str, seat: str) -> Job[None]:
    """Nobody holds a seat any more, and no code is good for it."""

    def job(connection: Connection) -> None:
        take_seat(table, seat, "")(connection)
        connection.execute(codes.delete().where(codes.c.table == table, codes.c.seat == seat))

    return job


def seat_of_code(table: str, code: str) -> Job[str]:
    """The seat that a code would be good for; empty if none."""
    query = select(codes.c.seat).where(codes.c.table == table, codes.c.code == code)
    return lambda connection: connection.execute(query).scalar() or ""


def snapshot_of(table: str) -> Job[str | None]:
    """The last snapshot of a table."""
    query = select(snapshots.c.body).where(snapshots.c.table == table)
    return lambda connection: connection.execute(query).scalar()


def keep_snapshot(table: str, body: str) -> Job[None]:
    """Replace the snapshot of a table."""

    def job(connection: Connection) -> None:
        connection.execute(snapshots.delete().where(snapshots.c.table == table))
        connection.execute(snapshots.insert().values(table=table, body=body))

    return job


def _ignore(_: Any) -> None:
    return None


# ── SQLite ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


class FileStore:
    """A store in one SQLite file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            private_folder(file.parent, OURS)
            written_privately(file, "a").close()  # what SQLite puts beside it has the same mode
        except OSError as wrong:
            raise BadStore(f"{file.parent}: {wrong.strerror}; the tables need a folder that can be written to") from None
        private_files(file.with_name(f"{file.name}{end}") for end in ("-wal", "-shm"))
        self._engine = _sqlite(file)
        self._jobs: SimpleQueue[tuple[Job[Any], Future[Any]] | None] = SimpleQueue()
        try:
            with self._engine.execution_options(writes=True).begin() as connection:
                _prepare(connection, file)
        except DatabaseError as wrong:
            raise BadStore(f"{file}: {wrong.orig}; expected a file of Fatewright's tables") from None
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def write(self, job: Job[T]) -> Future[T]:
        """Have something written; the future is done when it lasts."""
        future: Future[T] = Future()
        if not self._writer.is_alive():
            future.set_exception(BadStore(f"{self.file}: the store is closed"))
        else:
            self._jobs.put((job, future))
        return future

    def read(self, job: Job[T]) -> T:
        """Read something, in the thread that asks."""
        with self._engine.connect() as connection:
            return job(connection)

    def close(self) -> None:
        """Write what waits, and close the file."""
        self._jobs.put(None)
        self._writer.join()
        self._engine.dispose()

    def _write_all(self) -> None:
        is_open = True
        while is_open:
            waiting = [self._jobs.get()]
            while not self._jobs.empty():
                waiting.append(self._jobs.get())
            is_open = None not in waiting
            work = [one for one in waiting if one is not None]
            if work and not self._write_together(work):
                for job, future in work:  # one of them spoilt the transaction: each by itself, then
                    self._write_alone(job, future)

    def _write_together(self, work: list[tuple[Job[Any], Future[Any]]]) -> bool:
        """One transaction for all, or none. Futures are told only after the commit."""
        try:
            with self._engine.begin() as connection:
                results = [job(connection) for job, _ in work]
        except Exception:  # whose fault it was shows when each is written alone
            return False
        for (_, future), result in zip(work, results, strict=True):
            future.set_result(result)
        return True

    def _write_alone(self, job: Job[Any], future: Future[Any]) -> None:
        """One of those that could not be written together: it, or the reason why not."""
        try:
            with self._engine.begin() as connection:
                connection.info.pop("counts", None)  # of what was not written after all
                problem = job.why_not(connection) if isinstance(job, append) else None
                result = None if problem else job(connection)
        except Exception as wrong:
            log.error("it could not be written down: %s", _reason(wrong))
            problem = BadStore(f"it could not be written down, and nothing was changed: {_reason(wrong)}")
        if problem:
            future.set_exception(problem)
        else:
            future.set_result(result)


def _reason(wrong: Exception) -> str:
    """What the file says, such as that the disk is full; of anything else its kind alone: it may quote secrets."""
    return str(wrong.orig) if isinstance(wrong, DatabaseError) else type(wrong).__name__


def _sqlite(file: Path) -> Engine:
    engine = create_engine(f"sqlite:///{file}", connect_args={"timeout": 30, "isolation_level": None})

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _: Any) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        is_writer = threading.current_thread().name == "store" or connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")

    return engine


def _prepare(connection: Connection, file: Path) -> None:
    """Make the tables of a new file; refuse one that is not ours or was written by a later version."""
    there = set(connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars())
    if there and "house" not in there:
        raise BadStore(f"{file}: found the tables {', '.join(sorted(there))}; expected a file of Fatewright's tables")
    found = connection.execute(select(house.c.value).where(house.c.key == "format")).scalar() if there else None
    if found and int(found) > FORMAT:
        raise BadStore(f"{file}: it has the format {found}, written by a later version; this one reads up to format {FORMAT}")
    metadata.create_all(connection)
    if not found:
        connection.execute(house.insert().values(key="format", value=str(FORMAT)))


async def written(store: Store, job: Job[T]) -> T:
    """Wait, without blocking anybody, until something is written."""
    return await asyncio.wrap_future(store.write(job))


async def looked_up(store: Store, job: Job[T]) -> T:
    """Read something in a thread of its own."""
    return await asyncio.to_thread(store.read, job)


def as_rows(first: int, at: int, events: Iterable[str]) -> tuple[Row, ...]:
    """The records of one act."""
    return tuple(Row(number, first, at, text) for number, text in enumerate(events, start=first))
