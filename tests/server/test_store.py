"""The store: a real file, written by one thread, durable before it is acknowledged, refused where it is not ours."""

import sqlite3
import threading

import pytest
from sqlalchemy import text

from fatewright.server.file_store import FORMAT, FileStore
from fatewright.server.store import BadStore, Batch, Conflict, Key, Listed, Repeated, Row, as_rows


@pytest.fixture
def file(tmp_path):
    return tmp_path / "deep" / "down" / "tables.db"


@pytest.fixture
def store(file):
    store = FileStore(file)
    make(store, "one")
    yield store
    store.close()


def make(store, id, *events):
    entry = Listed(id, f"Table {id}", "lanterns", 1, 100, 0, 0)
    rows = as_rows(0, 100, events or ["a", "b"])
    store.create(entry, Batch(id, 0, rows, key=Key("gm", "key of the gm"))).result()


def add(store, expected, *events, **command):
    return store.append(Batch("one", expected, as_rows(expected, 200, events), **command)).result()


def test_what_was_written_is_read_again_after_the_file_was_closed(store, file):
    add(store, 2, "c", "d")
    store.close()
    again = FileStore(file)
    assert again.rows("one") == [Row(0, 0, 100, "a"), Row(1, 0, 100, "b"), Row(2, 2, 200, "c"), Row(3, 2, 200, "d")]
    assert again.rows("one", 3) == [Row(3, 2, 200, "d")]
    assert again.entries() == [Listed("one", "Table one", "lanterns", 1, 100, 4, 200)]
    assert again.entries("two") == []
    again.close()


def test_tables_are_listed_from_the_latest_to_the_earliest(store):
    make(store, "two")
    add(store, 2, "c")
    assert [entry.id for entry in store.entries()] == ["one", "two"]


@pytest.mark.parametrize("expected", [0, 1, 3, 100])
def test_whoever_has_not_seen_the_last_record_appends_nothing(store, expected):
    with pytest.raises(Conflict):
        add(store, expected, "c")
    assert len(store.rows("one")) == 2


def test_a_command_is_carried_out_once(store):
    add(store, 2, "c", seat="ana", command="x")
    with pytest.raises(Repeated):
        add(store, 3, "d", seat="ana", command="x")
    add(store, 3, "e", seat="bo", command="x")
    assert [row.event for row in store.rows("one")] == ["a", "b", "c", "e"]
    assert store.commands("one") == {("ana", "x"), ("bo", "x")}


def test_many_write_at_once_and_each_is_told_its_own(store):
    """One transaction takes many jobs; one that is refused spoils none of the others."""
    for number in range(20):
        make(store, f"t{number}")
    futures = []
    for round in range(10):
        for number in range(20):
            batch = Batch(f"t{number}", 2 + round, as_rows(2 + round, 1, ["x"]), "gm", f"c{round}")
            futures += [store.append(batch), store.append(batch)]
    told = [type(future.exception()) for future in futures]
    assert told == [type(None), Repeated] * 200
    assert {len(store.rows(f"t{number}")) for number in range(20)} == {12}


def test_threads_that_race_for_one_place_get_it_once(store):
    won = []

    def race():
        try:
            add(store, 2, "mine")
        except Conflict:
            return
        won.append(True)

    racers = [threading.Thread(target=race) for _ in range(8)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert (won, len(store.rows("one"))) == ([True], 3)


def test_a_job_that_breaks_spoils_only_itself(store):
    broken = store._write(lambda connection: connection.execute(text("INSERT INTO nowhere VALUES (1)")))
    fine = store.append(Batch("one", 2, as_rows(2, 1, ["c"])))
    assert fine.result() is None
    with pytest.raises(BadStore, match="it could not be written down, and nothing was changed: no such table: nowhere"):
        broken.result()


def test_a_closed_store_says_so(store, file):
    store.close()
    with pytest.raises(BadStore, match="the store is closed"):
        add(store, 2, "c")


def test_a_seat_is_held_by_one_key(store):
    store.take_seat("one", Key("ana", "first")).result()
    store.take_seat("one", Key("ana", "second")).result()
    assert store.seats("one") == {"key of the gm": "gm", "second": "ana"}
    store.take_seat("one", Key("ana", "")).result()
    assert store.seats("one") == {"key of the gm": "gm"}


@pytest.mark.parametrize(("now", "seat"), [(10, "gm"), (50, "gm"), (51, None)])
def test_a_code_is_good_for_a_while(store, now, seat):
    store.put_code("one", "code", "gm", 50).result()
    assert store.use_code("one", "code", "new key", now, ["gm"]).result() == seat
    assert store.seats("one") == {("new key" if seat else "key of the gm"): "gm"}


def test_a_code_is_good_once_and_for_its_own_table(store):
    make(store, "two")
    store.put_code("one", "code", "gm", 50).result()
    assert store.use_code("two", "code", "key", 1, ["gm"]).result() is None
    assert store.use_code("one", "code", "key", 1, ["gm"]).result() == "gm"
    assert store.use_code("one", "code", "another", 1, ["gm"]).result() is None


def test_a_code_for_a_seat_that_has_gone_is_good_for_nothing(store):
    store.put_code("one", "code", "ana", 50).result()
    assert store.use_code("one", "code", "key", 1, ["gm"]).result() is None
    assert store.seats("one") == {"key of the gm": "gm"}


def test_a_snapshot_is_replaced(store):
    assert store.snapshot("one") is None
    for body in ("first", "second"):
        store.keep_snapshot("one", body).result()
    assert store.snapshot("one") == "second"


def test_the_file_is_durable_and_readable_beside_the_writer(store, file):
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    other = FileStore(file)
    add(store, 2, "c")
    assert len(other.rows("one")) == 3
    with pytest.raises(Conflict):
        add(other, 2, "d")
    other.close()


def test_a_file_of_a_later_version_is_refused_with_the_reason(store, file):
    store._write(lambda connection: connection.execute(text(f"UPDATE house SET value = '{FORMAT + 1}'"))).result()
    store.close()
    sentence = f"it has the format {FORMAT + 1}, written by a later version; this one reads up to format {FORMAT}"
    with pytest.raises(BadStore, match=sentence):
        FileStore(file)


def test_a_file_of_somebody_else_is_refused_and_left_alone(tmp_path):
    file = tmp_path / "tables.db"
    with sqlite3.connect(file) as theirs:
        theirs.execute("CREATE TABLE cats (name)")
    theirs.close()
    with pytest.raises(BadStore, match="found the tables cats; expected a file of Fatewright's tables"):
        FileStore(file)
    with sqlite3.connect(file) as theirs:
        assert [name for (name,) in theirs.execute("SELECT name FROM sqlite_master")] == ["cats"]
    theirs.close()


def test_what_is_no_database_is_refused(tmp_path):
    file = tmp_path / "tables.db"
    file.write_text("once upon a time, " * 100)
    with pytest.raises(BadStore, match="file is not a database; expected a file of Fatewright's tables"):
        FileStore(file)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadStore, match="the tables need a folder that can be written to"):
        FileStore(tmp_path / "file" / "tables.db")


def test_whatever_sqlite_makes_is_its_owners_alone(store, file):
    add(store, 2, "c")
    assert {one.name: one.stat().st_mode & 0o777 for one in [file.parent, *file.parent.iterdir()]} == {
        "down": 0o700,
        "tables.db": 0o600,
        "tables.db-wal": 0o600,
        "tables.db-shm": 0o600,
    }


def test_a_file_that_others_could_read_is_tightened_on_opening(store, file):
    for one in [file.parent, *file.parent.iterdir()]:
        one.chmod(0o755)
    FileStore(file).close()
    assert {one.stat().st_mode & 0o777 for one in [file.parent, *file.parent.iterdir()]} == {0o700, 0o600}


def test_a_folder_that_holds_other_things_too_is_left_as_it_is(tmp_path):
    tmp_path.chmod(0o755)
    (tmp_path / "diary.txt").write_text("dear diary")
    FileStore(tmp_path / "tables.db").close()
    assert (tmp_path.stat().st_mode & 0o777, (tmp_path / "tables.db").stat().st_mode & 0o777) == (0o755, 0o600)
