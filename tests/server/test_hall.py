"""The hall and its rooms over a real file: one writer, bounded queues, idle rooms closed, two servers on one file."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from types import SimpleNamespace

import pytest
from sqlalchemy import event

import loops
from fatewright.chance import seeded_dice
from fatewright.core.errors import BadValue
from fatewright.core.table.events import Told
from fatewright.core.table.game import Act, Answer
from fatewright.core.table.snapshot import Past
from fatewright.core.table.story import Refusal
from fatewright.server import hall as halls
from fatewright.server.file_store import FileStore
from fatewright.server.hall import Hall, NoTable, digest
from fatewright.server.room import QUEUE, SNAPSHOT, Busy
from fatewright.server.store import BadStore, Batch, as_rows
from fatewright.systems.spec import games

GAMES = ", ".join(games())
SEEN = "expected 1 to 40 characters that can be seen, without spaces around them"

SYSTEMS = games()


def evening(tmp_path, story, **systems):
    """Run a story at a hall of its own, with a clock that it can set, and on which it sees what is to come."""

    async def run():
        clock = SimpleNamespace(now=1000, waiting=[])

        def later(seconds, call):
            clock.waiting.append((seconds, call))
            return asyncio.get_running_loop().call_later(3600, call)

        store = FileStore(tmp_path / "tables.db")
        hall = Hall(store, systems.get("systems", SYSTEMS), lambda: seeded_dice(1), lambda: clock.now, later=later)
        try:
            return await story(hall, clock)
        finally:
            await hall.close()
            store.close()

    return loops.run(run())


def say(room, text, seat="gm"):
    return lambda table: table.plan(room.system.game, Act(seat, "say", {"text": text}), room.draw)


async def new(hall, *players):
    id, key = await hall.make("lanterns", "A table", "gm", "", {})
    room = await hall.room(id)
    return room, {"gm": key} | {player: await hall.join(room, player, "player") for player in players}


def test_a_table_is_made_with_a_key_of_which_the_store_keeps_only_a_digest(tmp_path):
    async def story(hall, clock):
        room, keys = await new(hall, "ana")
        assert hall.store.seats(room.id) == {digest(keys["gm"]): "gm", digest(keys["ana"]): "ana"} == room.keys
        assert room.table.seats() == ["gm", "ana"]

    evening(tmp_path, story)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess", "A", "gm", "", {}), f"game: found 'chess', expected one of {GAMES}"),
        (
            ("lanterns", "", "gm", "", {}),
            f"name: found '', {SEEN}",
        ),
        (
            ("lanterns", "A", " gm", "", {}),
            f"seat: found ' gm', {SEEN}",
        ),
        (
            ("lanterns", "A", "a\nb", "", {}),
            f"seat: found 'a\\nb', {SEEN}",
        ),
        (("lanterns", "A", "*", "", {}), "seat: '*' cannot be a name here; leave out * and :"),
        (("lanterns", "A", "gm", "noon", {}), "there is no preset 'noon'; the presets: lamplight, darkness"),
        (("lanterns", "A", "gm", "", {"burn": 7}), "burn: found 7, expected one of often, once, never"),
    ],
)
def test_what_cannot_be_a_table_is_refused(tmp_path, arguments, sentence):
    async def story(hall, clock):
        with pytest.raises(BadValue) as refused:
            await hall.make(*arguments)
        assert str(refused.value) == sentence

    evening(tmp_path, story)


def test_a_table_that_is_not_there(tmp_path):
    async def story(hall, clock):
        for _ in range(2):
            with pytest.raises(NoTable):
                await hall.room("nowhere")
        assert hall.open_rooms == 0

    evening(tmp_path, story)


def test_a_table_of_a_game_that_has_gone_says_so(tmp_path):
    async def first(hall, clock):
        return (await new(hall))[0].id

    id = evening(tmp_path, first)

    async def second(hall, clock):
        with pytest.raises(BadValue, match="this table plays 'lanterns', which is not here; the games: moment-of-truth"):
            await hall.room(id)

    evening(tmp_path, second, systems={"moment-of-truth": SYSTEMS["moment-of-truth"]})


def test_a_room_that_nobody_uses_is_closed_and_opens_again(tmp_path):
    async def story(hall, clock):
        room, _ = await new(hall)
        await room.do("gm", "1", say(room, "hello"))
        clock.now += halls.IDLE - 1
        assert await hall.close_idle() == 1
        wake = print
        room.watch(wake, "gm")
        clock.now += halls.IDLE
        assert await hall.close_idle() == 1  # somebody watches
        room.leave(wake)
        clock.now += halls.IDLE
        assert await hall.close_idle() == 0
        again = await hall.room(room.id)
        assert again is not room
        assert list(again.table.records) == list(room.table.records)
        assert again.done == {("gm", "1")}

    evening(tmp_path, story)


def test_a_room_takes_only_so_much_at_once(tmp_path):
    """With the file held by somebody else nothing is stored: commands wait, then are refused, and none is lost."""

    async def story(hall, clock):
        room, _ = await new(hall)
        count = len(room.table.records)
        holder = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        tasks = [asyncio.create_task(room.do("gm", f"c{number}", say(room, str(number)))) for number in range(QUEUE + 20)]
        await asyncio.sleep(0)  # each has been begun
        refused = [task for task in tasks if task.done()]
        assert {type(task.exception()) for task in refused} == {Busy}
        assert len(refused) >= 19
        assert len(room.table.records) == count  # nobody is told what is not stored
        holder.execute("COMMIT")
        holder.close()
        await asyncio.gather(*(task for task in tasks if task not in refused))
        said = [event.text for event in room.table.records[count:] if type(event).__name__ == "Told"]
        assert said == [f"gm: {number}" for number in range(len(tasks) - len(refused))]

    evening(tmp_path, story)


def test_two_servers_on_one_file_do_not_write_over_each_other(tmp_path):
    async def story(hall, clock):
        room, _ = await new(hall)
        other_store = FileStore(tmp_path / "tables.db")
        other_hall = Hall(other_store, SYSTEMS, lambda: seeded_dice(2), lambda: 1000)
        other = await other_hall.room(room.id)
        for number in range(5):
            for one in (room, other):
                await one.do("gm", f"{number} {one is room}", say(one, f"{number} {one is room}"))
        await other_hall.close()
        other_store.close()
        await room.do("gm", "last", say(room, "last"))
        told = [event.text for event in room.table.records if type(event).__name__ == "Told"]
        assert told == [f"gm: {number} {mine}" for number in range(5) for mine in (True, False)] + ["gm: last"]
        assert len(hall.store.rows(room.id)) == len(room.table.records)

    evening(tmp_path, story)


def test_a_long_table_opens_from_its_snapshot(tmp_path):
    async def first(hall, clock):
        room, _ = await new(hall, "ana")
        while len(room.table.records) < 3 * SNAPSHOT:
            await room.do("gm", "", say(room, "on and on"))
        return room.id, list(room.table.records), room.table.view("ana").facts

    id, records, facts = evening(tmp_path, first)

    async def second(hall, clock):
        assert hall.store.snapshot(id)
        room = await hall.room(id)
        assert isinstance(room.table.records, Past)
        assert room.table.view("ana").facts == facts
        await room.do("gm", "", say(room, "and on"))
        assert room.table.records._base > 0  # nobody had to look further back
        assert list(room.table.records)[: len(records)] == records

    evening(tmp_path, second)


def test_a_snapshot_that_cannot_be_read_is_passed_over(tmp_path):
    async def first(hall, clock):
        room, _ = await new(hall)
        while len(room.table.records) < SNAPSHOT + 50:
            await room.do("gm", "", say(room, "on"))
        return room.id, len(room.table.records)

    id, count = evening(tmp_path, first)
    for body in ("", "{}", '{"form": 99, "first": 0}', "[]"):
        with sqlite3.connect(tmp_path / "tables.db") as file:
            file.execute("UPDATE snapshots SET body = ?", (body,))
        file.close()

        async def second(hall, clock):
            room = await hall.room(id)
            assert (type(room.table.records), len(room.table.records)) == (list, count)

        evening(tmp_path, second)


def test_a_bug_breaks_one_command_and_not_the_table(tmp_path, caplog):
    async def story(hall, clock):
        room, _ = await new(hall)

        def broken(table):
            raise KeyError("the secret word")

        with pytest.raises(Refusal, match="something went wrong here, and nothing was changed"):
            await room.do("gm", "1", broken)
        await room.do("gm", "2", say(room, "still here"))
        assert room.table.records[-2].text == "gm: still here"

    evening(tmp_path, story)
    (record,) = [record for record in caplog.records if record.message == "command failed"]
    assert record.where[0] == "KeyError"
    assert "secret word" not in str(record.__dict__)


def test_nothing_is_stored_that_could_not_be_sent(tmp_path):
    async def story(hall, clock):
        from fatewright.core.table.events import Told
        from fatewright.core.table.seal import EVERYONE

        room, _ = await new(hall)
        count = len(room.table.records)
        with pytest.raises(Refusal, match="there are signs in it that are no text"):
            await room.do("gm", "", lambda table: [Told("half a sign \ud83d", (), EVERYONE)])
        assert len(room.table.records) == count
        await room.do("gm", "", lambda table: [Told("a whole one \U0001f3b2", (), EVERYONE)])
        assert len(room.table.records) == count + 1

    evening(tmp_path, story)


HURRIED = """
[system]
id = "hurried"
title = "Hurried Lanterns"
version = 1
extends = "lanterns"

[dials]
timer = { values = [7], text = "Seven seconds, and no more." }
"""


def test_against_the_clock_what_is_asked_comes_to_its_default(tmp_path):
    """TOF-1.33: whoever dawdles has bid nothing; also if the house is closed and opened again meanwhile."""
    folder = tmp_path / "hurried"
    folder.mkdir()
    (folder / "system.toml").write_text(HURRIED, encoding="utf-8")
    hurried = games([folder])

    async def first(hall, clock):
        id, _ = await hall.make("hurried", "A table", "gm", "", {})
        room = await hall.room(id)
        for player, kind in (("ana", "warden"), ("bo", "scholar")):
            await hall.join(room, player, "player")
            await do(room, "gm", "place", name=player, kind=kind)
        await do(room, "gm", "stare", who="ana", other="bo")
        number, *_ = room.table.truth.questions
        await room.do("gm", "", lambda table: table.plan(room.system.game, Answer("gm", number, 2), room.draw))
        return id

    async def second(hall, clock):
        room = await hall.room(id)
        assert len(room.table.truth.questions) == 2
        assert [seconds for seconds, _ in clock.waiting] == [7, 7]
        told = asyncio.Event()
        room.watch(told.set, "gm")
        for _, is_over in clock.waiting:
            is_over()
        while room.table.truth.questions:
            told.clear()
            await told.wait()
        lights = [room.table.truth.facts[("token", who, "light")] for who in ("ana", "bo")]
        assert (room.table.truth.questions, lights) == ({}, [2, 3])

    id = evening(tmp_path, first, systems=hurried)
    evening(tmp_path, second, systems=hurried)


DAMAGE = {
    "is no JSON": "UPDATE records SET event = 'x' || event WHERE number = :n",
    "is no text": "UPDATE records SET event = CAST(x'7bff00' AS TEXT) WHERE number = :n",
    "is no event": """UPDATE records SET event = '{"$":"Dreamt"}' WHERE number = :n""",
    "is missing": "DELETE FROM records WHERE number = :n",
    "does not fit": "UPDATE records SET act = 3 WHERE number = :n",
    "has no act": "UPDATE records SET act = 'now' WHERE number = :n",
}


@pytest.fixture(scope="module")
def long_table(tmp_path_factory):
    """A house with two tables, one of them long enough for a snapshot: the file, and the long one's id, keys and acts."""
    folder = tmp_path_factory.mktemp("long")

    async def story(hall, clock):
        await new(hall, "bo")
        room, keys = await new(hall, "ana")
        while len(room.table.records) < SNAPSHOT + 100:
            await room.do("gm", "", say(room, "on"))
        return room.id, keys, sorted(set(room.table.acts))

    return folder / "tables.db", *evening(folder, story)


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("where", [0.1, 0.9], ids=["before the snapshot", "after it"])
def test_a_damaged_record_costs_its_table_the_acts_from_there_on(tmp_path, long_table, damage, where, caplog):
    file, id, keys, acts = long_table
    shutil.copy(file, tmp_path / "tables.db")
    place = int(len(acts) * where)
    number = acts[place] + 1  # the second record of an act
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as tables:
        assert tables.execute(DAMAGE[damage] + ' AND "table" = :id', {"n": number, "id": id}).rowcount == 1

    async def story(hall, clock):
        room = await hall.room(id)
        assert (room.is_damaged, len(room.table.records), room.keys[digest(keys["ana"])]) == (True, acts[place], "ana")
        for attempt in (room.do("gm", "1", say(room, "more")), hall.join(room, "cy", "player")):
            with pytest.raises(Refusal, match="this table is damaged: what is whole of it can be looked at"):
                await attempt
        other = next(entry.id for entry in hall.store.entries() if entry.id != id)
        room = await hall.room(other)
        await room.do("gm", "", say(room, "we go on"))

    before = hall_rows(tmp_path, id)
    evening(tmp_path, story)
    assert hall_rows(tmp_path, id) == before  # what cannot be read is not thrown away either
    lines = [record.getMessage() for record in caplog.records if record.name == "fatewright"]
    assert lines == [f"a table is damaged from record {number} on"]


def hall_rows(folder, id):
    with closing(FileStore(folder / "tables.db")) as store:
        return store.rows(id), store.snapshot(id)


def test_records_that_are_missing_at_the_end_are_missed_by_the_snapshot_that_has_counted_them(tmp_path, long_table):
    file, id, _, acts = long_table
    shutil.copy(file, tmp_path / "tables.db")
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as tables:
        tables.execute('DELETE FROM records WHERE "table" = ? AND number > 100', (id,))

    async def story(hall, clock):
        room = await hall.room(id)
        assert (room.is_damaged, len(room.table.records)) == (True, max(act for act in acts if act <= 100))

    evening(tmp_path, story)


def test_a_snapshot_of_other_records_than_those_there_is_passed_over(tmp_path, long_table):
    """A record that was changed and is sound: what counts is what stands there, not what it once added up to."""
    file, id, *_ = long_table
    shutil.copy(file, tmp_path / "tables.db")
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as tables:
        changed = """UPDATE records SET event = replace(event, 'gm: on', 'gm: no') WHERE "table" = ?"""
        assert tables.execute(changed, (id,)).rowcount

    async def story(hall, clock):
        room = await hall.room(id)
        assert (room.is_damaged, type(room.table.records)) == (False, list)
        assert not any(getattr(event, "text", "") == "gm: on" for event in room.table.records)

    evening(tmp_path, story)


def test_a_table_that_is_found_damaged_while_it_is_played_is_played_no_further(tmp_path):
    async def story(hall, clock):
        room, _ = await new(hall)
        for text in ("one", "two"):
            await room.do("gm", "", say(room, text))
        count = len(room.table.records)
        await tell(hall, f"UPDATE records SET event = 'mice' WHERE number = {count - 1}")
        other = FileStore(tmp_path / "tables.db")
        other.append(Batch(room.id, count, as_rows(count, 1, ["more mice"]))).result()
        other.close()
        with pytest.raises(Refusal, match="this table is damaged"):
            await room.do("gm", "", say(room, "three"))
        assert (room.is_damaged, len(room.table.records) < count) == (True, True)

    evening(tmp_path, story)


NO_KEYS = "CREATE TRIGGER no_keys BEFORE INSERT ON seats BEGIN SELECT RAISE(ABORT, 'no keys today'); END"


def test_whoever_sits_down_has_the_key_or_does_not_sit_there(tmp_path):
    """A seat without its key would be nobody's, and a code without its seat lost: both are written, or neither."""

    async def story(hall, clock):
        room, _ = await new(hall)
        code, before = await hall.code(room.id, "gm"), list(room.table.records)
        await tell(hall, NO_KEYS)
        for attempt in (hall.join(room, "ana", "player"), hall.claim(room, code), new(hall), hall.make_try("lanterns")):
            with pytest.raises(BadStore, match="it could not be written down, and nothing was changed: no keys today"):
                await attempt
        assert (room.table.seats(), list(room.table.records), len(room.keys)) == (["gm"], before, 1)
        assert [entry.id for entry in hall.store.entries()] == [room.id]
        await tell(hall, "DROP TRIGGER no_keys")
        key = await hall.join(room, "ana", "player")
        assert room.keys[digest(key)] == "ana"
        assert (await hall.claim(room, code))[0] == "gm"
        assert hall.store.seats(room.id) == room.keys

    evening(tmp_path, story)


async def tell(hall, statement):
    await asyncio.wrap_future(hall.store._write(lambda connection: [connection.exec_driver_sql(statement)]))


def test_on_a_full_disk_nothing_is_half_done_and_play_goes_on_when_there_is_space(tmp_path, caplog):
    async def story(hall, clock):
        room, _ = await new(hall)
        disk = full_disk(hall.store)
        done, refused = 0, []
        while len(refused) < 3:  # what is there already has some space left
            count = len(room.table.records)
            try:
                await room.do("gm", f"c{done}", say(room, "the butler did it " * 20))
                done += 1
            except BadStore as why:
                refused.append(str(why))
                assert len(room.table.records) == count == len(hall.store.rows(room.id))
        assert set(refused) == {"it could not be written down, and nothing was changed: database or disk is full"}
        lines = [record.getMessage() for record in caplog.records if record.name == "fatewright"]
        assert lines == ["it could not be written down: database or disk is full"] * 3
        disk["pages"] = 1_000_000
        await room.do("gm", f"c{done}", say(room, "at last"))
        assert room.table.records[-2].text == "gm: at last"
        key = await hall.join(room, "ana", "player")
        assert hall.store.seats(room.id)[digest(key)] == "ana"

    evening(tmp_path, story)


def full_disk(store):
    """From now on the file may grow no further; more may be allowed again."""
    disk = {"pages": 1}  # as many as it has, should that be more

    @event.listens_for(store._engine, "begin")
    def begin(connection):
        connection.exec_driver_sql(f"PRAGMA max_page_count = {disk['pages']}")

    return disk


async def do(room, seat, verb, /, **args):
    await room.do(seat, "", lambda table: table.plan(room.system.game, Act(seat, verb, args), room.draw))


async def until(room, seat, is_so):
    """Wait until something has happened at a table."""
    stirred = asyncio.Event()
    room.watch(stirred.set, seat)
    while not is_so():
        stirred.clear()
        await stirred.wait()
    room.leave(stirred.set)


def test_without_a_game_master_a_table_waits_for_somebody_as_long_as_everybody_can_see(tmp_path):
    """Also if the house is closed and opened again meanwhile: then anew in full; coming back ends it."""

    async def first(hall, clock):
        id, _ = await hall.make("avitch", "A table", "ana", "", {})
        room = await hall.room(id)
        for player in ("bo", "cy"):
            await hall.join(room, player, "player")
        await do(room, "ana", "pass-time", minutes=1)
        await do(room, "cy", "move-to-rewind", before=len(room.table.records) - 2, what="that")
        assert clock.waiting == []
        await do(room, "ana", "do-not-wait", seat="bo")
        assert [seconds for seconds, _ in clock.waiting] == [60]
        await until(room, "bo", lambda: ("seat", "bo", "hurry") not in room.table.truth.facts)
        assert len(room.table.truth.questions) == 3
        await do(room, "ana", "do-not-wait", seat="bo")
        return id

    async def second(hall, clock):
        room = await hall.room(id)
        ((seconds, is_over),) = clock.waiting
        is_over()
        await until(room, "ana", lambda: any(one.is_locked for one in room.table.truth.questions.values()))
        told = [event.text for event in room.table.records if isinstance(event, Told)]
        assert (seconds, told[-1]) == (60, "bo does not answer 'vote': the default stands")

    id = evening(tmp_path, first)
    evening(tmp_path, second)
