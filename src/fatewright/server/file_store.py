"""A store in one SQLite file. One thread writes: whatever waits when it is free goes into one transaction.

With many tables the disk is asked once for all of them.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, func, select
from sqlalchemy.exc import DatabaseError

from fatewright.server.private import private_files, private_folder, written_privately
from fatewright.server.schema import codes, commands, house, metadata, records, seats, snapshots, tables
from fatewright.server.store import OWNER, VERSION, BadStore, Batch, Conflict, Key, Listed, Repeated, Row

FORMAT = 1
OURS = ("tables.db", "fatewright.log", "games")  # what lies in the folder of a house
log = logging.getLogger("fatewright")
T = TypeVar("T")
Job = Callable[[Connection], T]  # what one transaction does, alone or among others

# Statements of every command, as the file itself takes them: to put them together anew took a third of the server's time.
CARRIED_OUT = 'SELECT number FROM commands WHERE "table" = ? AND seat = ? AND id = ?'
LAST_NUMBER = 'SELECT max(number) FROM records WHERE "table" = ?'
ADD_COMMAND = 'INSERT INTO commands ("table", seat, id, number) VALUES (?, ?, ?, ?)'
ADD_RECORDS = 'INSERT INTO records ("table", number, act, at, event) VALUES (?, ?, ?, ?, ?)'
ROWS = 'SELECT number, act, at, CAST(event AS BLOB) FROM records WHERE "table" = ? AND number >= ? ORDER BY number'


class FileStore:
    """A store in one SQLite file; `Store` says what each of its methods does."""

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

    # ── tables and their records ───────────────────────────────────────────────────────────────────────────────────

    def create(self, entry: Listed, batch: Batch) -> Future[None]:
        def job(connection: Connection) -> None:
            values = {name: getattr(entry, name) for name in ("id", "name", "game", "version", "made")}
            connection.execute(tables.insert().values(values))
            _Append((batch,))(connection)

        return self._write(job)

    def append(self, *batches: Batch) -> Future[None]:
        return self._write(_Append(batches))

    def entries(self, id: str = "") -> list[Listed]:
        counted = select(records.c.table, func.max(records.c.number).label("n"), func.max(records.c.at).label("last"))
        counted_all = counted.where(records.c.table == id) if id else counted
        summary = counted_all.group_by(records.c.table).subquery()
        query = select(*tables.c, summary.c.n + 1, summary.c.last).join(summary, summary.c.table == tables.c.id)
        query = query.where(tables.c.id == id) if id else query.order_by(summary.c.last.desc(), tables.c.id)
        with self._engine.connect() as connection:
            return [Listed._make(row) for row in connection.execute(query)]

    def rows(self, table: str, first: int = 0) -> list[Row]:
        with self._engine.connect() as connection:
            found = connection.exec_driver_sql(ROWS, (table, first))
            return [Row(number, act, at, _text(event)) for number, act, at, event in found]

    def commands(self, table: str) -> set[tuple[str, str]]:
        query = select(commands.c.seat, commands.c.id).where(commands.c.table == table)
        with self._engine.connect() as connection:
            return {(seat, id) for seat, id in connection.execute(query)}

    def snapshot(self, table: str) -> str | None:
        with self._engine.connect() as connection:
            return connection.execute(select(snapshots.c.body).where(snapshots.c.table == table)).scalar()

    def keep_snapshot(self, table: str, body: str) -> Future[None]:
        def job(connection: Connection) -> None:
            connection.execute(snapshots.delete().where(snapshots.c.table == table))
            connection.execute(snapshots.insert().values(table=table, body=body))

        return self._write(job)

    # ── who holds what ─────────────────────────────────────────────────────────────────────────────────────────────

    def seats(self, table: str) -> dict[str, str]:
        with self._engine.connect() as connection:
            found = connection.execute(select(seats.c.key, seats.c.seat).where(seats.c.table == table))
            return {row.key: row.seat for row in found}

    def take_seat(self, table: str, key: Key) -> Future[None]:
        return self._write(lambda connection: _take_seat(connection, table, key))

    def revoke(self, table: str, seat: str) -> Future[None]:
        def job(connection: Connection) -> None:
            _take_seat(connection, table, Key(seat, ""))
            connection.execute(codes.delete().where(codes.c.table == table, codes.c.seat == seat))

        return self._write(job)

    def owners(self) -> dict[str, str]:
        query = select(seats.c.table, seats.c.key).where(seats.c.table.startswith(VERSION), seats.c.seat == OWNER)
        with self._engine.connect() as connection:
            return {row.table.removeprefix(VERSION): row.key for row in connection.execute(query)}

    def put_code(self, table: str, code: str, seat: str, until: int) -> Future[None]:
        def job(connection: Connection) -> None:
            connection.execute(codes.insert().values(table=table, code=code, seat=seat, until=until))

        return self._write(job)

    def use_code(self, table: str, code: str, key: str, now: int, seats: Collection[str]) -> Future[str | None]:
        def job(connection: Connection) -> str | None:
            where = (codes.c.table == table, codes.c.code == code)
            found = connection.execute(select(codes.c.seat, codes.c.until).where(*where)).first()
            connection.execute(codes.delete().where(codes.c.table == table, (codes.c.code == code) | (codes.c.until < now)))
            if not found or found.until < now or found.seat not in seats:
                return None
            _take_seat(connection, table, Key(found.seat, key))
            return str(found.seat)

        return self._write(job)

    def seat_of_code(self, table: str, code: str) -> str:
        query = select(codes.c.seat).where(codes.c.table == table, codes.c.code == code)
        with self._engine.connect() as connection:
            return connection.execute(query).scalar() or ""

    def close(self) -> None:
        self._jobs.put(None)
        self._writer.join()
        self._engine.dispose()

    # ── the thread that writes ─────────────────────────────────────────────────────────────────────────────────────

    def _write(self, job: Job[T]) -> Future[T]:
        """Have something written; the future is done when it lasts."""
        future: Future[T] = Future()
        if not self._writer.is_alive():
            future.set_exception(BadStore(f"{self.file}: the store is closed"))
        else:
            self._jobs.put((job, future))
        return future

    def _write_all(self) -> None:
        with self._engine.connect() as connection:  # one for all transactions: to get one back each time takes as long as they
            is_open = True
            while is_open:
                waiting = [self._jobs.get()]
                while not self._jobs.empty():
                    waiting.append(self._jobs.get())
                is_open = None not in waiting
                work = [one for one in waiting if one is not None]
                if work and not self._write_together(connection, work):
                    for job, future in work:  # one of them spoilt the transaction: each by itself, then
                        self._write_alone(connection, job, future)

    def _write_together(self, connection: Connection, work: list[tuple[Job[Any], Future[Any]]]) -> bool:
        """One transaction for all, or none. Futures are told only after the commit."""
        try:
            with connection.begin():
                results = [job(connection) for job, _ in work]
        except Exception:  # whose fault it was shows when each is written alone
            return False
        for (_, future), result in zip(work, results, strict=True):
            future.set_result(result)
        return True

    def _write_alone(self, connection: Connection, job: Job[Any], future: Future[Any]) -> None:
        """One of those that could not be written together: it, or the reason why not."""
        try:
            with connection.begin():
                connection.info.pop("counts", None)  # of what was not written after all
                problem = job.why_not(connection) if isinstance(job, _Append) else None
                result = None if problem else job(connection)
        except Exception as wrong:
            log.error("it could not be written down: %s", _reason(wrong))
            problem = BadStore(f"it could not be written down, and nothing was changed: {_reason(wrong)}")
        if problem:
            future.set_exception(problem)
        else:
            future.set_result(result)


class _Append:
    """Append batches of one table: nothing of them if it has moved on, or if a command has been carried out.

    Numbers and ids are primary keys, so the file itself refuses the second of two; only then is it asked why. That nothing is
    left out before them, the writer remembers of the tables it has written to, and asks the file about others.
    """

    def __init__(self, batches: Sequence[Batch]) -> None:
        self._table, self._expected, self._batches = batches[0].table, batches[0].expected, batches
        self._commands = [(batch.table, batch.seat, batch.command, batch.expected) for batch in batches if batch.command]

    def __call__(self, connection: Connection) -> None:
        counts = connection.info.setdefault("counts", {})
        if counts.get(self._table) != self._expected and (problem := self.why_not(connection)):
            raise problem
        rows = [(self._table, *row) for batch in self._batches for row in batch.rows]
        connection.exec_driver_sql(ADD_RECORDS, rows)
        if self._commands:
            connection.exec_driver_sql(ADD_COMMAND, self._commands)
        for batch in self._batches:
            if batch.key:
                _take_seat(connection, self._table, batch.key)
        counts[self._table] = self._expected + len(rows)

    def why_not(self, connection: Connection) -> Exception | None:
        """Why it cannot be appended; None if it can."""
        if any(connection.exec_driver_sql(CARRIED_OUT, command[:3]).first() for command in self._commands):
            return Repeated()
        last = connection.exec_driver_sql(LAST_NUMBER, (self._table,)).scalar()
        return Conflict() if (-1 if last is None else last) + 1 != self._expected else None


def _take_seat(connection: Connection, table: str, key: Key) -> None:
    connection.execute(seats.delete().where(seats.c.table == table, seats.c.seat == key.seat))
    if key.digest:
        connection.execute(seats.insert().values(table=table, seat=key.seat, key=key.digest))


def _text(event: bytes) -> str:
    """An event as it was written, in plain ASCII; nothing if what stands there is something else."""
    return event.decode() if event.isascii() else ""


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
