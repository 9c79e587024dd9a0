"""A copy of all tables under load: every table in it whole, and nothing missing that was acknowledged before it was made."""

import re
import sqlite3
import threading
from contextlib import closing

import pytest

from fatewright.core.errors import BadValue
from fatewright.server.backup import backed_up
from fatewright.server.file_store import FileStore
from fatewright.server.store import Batch, Key, Listed, as_rows

TABLES = [f"t{number}" for number in range(4)]


def test_a_copy_under_load_is_whole(tmp_path):
    store = FileStore(tmp_path / "tables.db")
    for id in TABLES:
        store.create(
            Listed(id, id, "lanterns", 1, 1, 0, 0), Batch(id, 0, as_rows(0, 1, ["a", "b"]), key=Key("gm", id))
        ).result()
    is_over, acknowledged = threading.Event(), dict.fromkeys(TABLES, 2)

    def write(id):
        while not is_over.is_set():
            first = acknowledged[id]
            store.append(Batch(id, first, as_rows(first, 1, ["x" * 500] * 3), "gm", f"c{first}")).result()
            acknowledged[id] = first + 3

    writers = [threading.Thread(target=write, args=(id,)) for id in TABLES]
    for writer in writers:
        writer.start()
    try:
        for number in range(5):
            while min(acknowledged.values()) < 30 * (number + 1):
                pass
            before = dict(acknowledged)
            assert backed_up(store.file, tmp_path / f"copy{number}.db") == len(TABLES)
            after = {id: count + 3 for id, count in acknowledged.items()}
            counts = counted(tmp_path / f"copy{number}.db")
            assert all(before[id] <= counts[id] <= after[id] for id in TABLES), (before, counts, after)
            assert {(count - 2) % 3 for count in counts.values()} == {0}  # no act is torn
    finally:
        is_over.set()
        for writer in writers:
            writer.join()
        store.close()


def counted(file):
    """The records of each table of a copy, which opens like any other file of tables, whatever lies beside it."""
    with closing(FileStore(file)) as copy:
        found = {entry.id: [row.number for row in copy.rows(entry.id)] for entry in copy.entries()}
    assert all(numbers == list(range(len(numbers))) for numbers in found.values())
    return {id: len(numbers) for id, numbers in found.items()}


def test_tables_that_cannot_be_copied_leave_nothing_behind(tmp_path):
    (tmp_path / "tables.db").write_text("once upon a time " * 100)
    with pytest.raises(BadValue, match="the tables could not be copied: file is not a database"):
        backed_up(tmp_path / "tables.db", tmp_path / "copy.db")
    assert [file.name for file in tmp_path.iterdir()] == ["tables.db"]


def test_a_copy_that_is_not_sound_is_not_kept(tmp_path):
    file = tmp_path / "tables.db"
    FileStore(file).close()
    with closing(sqlite3.connect(file, isolation_level=None)) as tables:
        tables.execute("PRAGMA writable_schema = ON")  # what stands in it breaks a promise of its own from now on
        tables.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'PRIMARY KEY (\"key\")', 'PRIMARY KEY (\"key\"), CHECK (0)')"
        )
    with pytest.raises(BadValue, match=re.escape("the copy is not sound (CHECK constraint failed in house)")):
        backed_up(file, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))
