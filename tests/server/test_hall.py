"""The hall and its rooms over a real file: one writer, bounded queues, idle rooms closed, two servers on one file."""

import asyncio
import sqlite3
from types import SimpleNamespace

import pytest

from fatewright.chance import seeded_dice
from fatewright.core.errors import BadValue
from fatewright.core.game import Act, Answer
from fatewright.core.snapshot import Past
from fatewright.core.story import Refusal
from fatewright.server import hall as halls
from fatewright.server.hall import Hall, NoTable, digest
from fatewright.server.room import QUEUE, SNAPSHOT, Busy
from fatewright.server.store import FileStore, rows_of, seats_of, snapshot_of
from fatewright.systems.spec import games

GAMES = ", ".join(games())

SYSTEMS = games()


def evening(tmp_path, story, **systems):
    """Run a story at a hall of its own, with a clock that it can set."""

    async def run():
        clock = SimpleNamespace(now=1000)
        store = FileStore(tmp_path / "tables.db")
        hall = Hall(store, systems.get("systems", SYSTEMS), lambda: seeded_dice(1), lambda: clock.now)
        try:
            return await story(hall, clock)
        finally:
            await hall.close()
            store.close()

    return asyncio.run(run())


def say(room, text, seat="gm"):
    return lambda table: table.plan(room.system.game, Act(seat, "say", {"text": text}), room.draw)


async def new(hall, *players):
    id, key = await hall.make("lanterns", "A table", "gm", "", {})
    room = await hall.room(id)
    return room, {"gm": key} | {player: await hall.join(room, player, "player") for player in players}


def test_a_table_is_made_with_a_key_of_which_the_store_keeps_only_a_digest(tmp_path):
    async def story(hall, clock):
        room, keys = await new(hall, "ana")
        assert hall.store.read(seats_of(room.id)) == {digest(keys["gm"]): "gm", digest(keys["ana"]): "ana"} == room.keys
        assert room.table.seats() == ["gm", "ana"]

    evening(tmp_path, story)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess", "A", "gm", "", {}), f"game: found 'chess', expected one of {GAMES}"),
        (("lanterns", "", "gm", "", {}), "name: found '', expected 1 to 40 characters without spaces around them"),
        (("lanterns", "A", " gm", "", {}), "seat: found ' gm', expected 1 to 40 characters without spaces around them"),
        (("lanterns", "A", "a\nb", "", {}), "seat: found 'a\\nb', expected 1 to 40 characters without spaces around them"),
        (("lanterns", "A", "*", "", {}), "'*' is not a name for a seat"),
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
        await asyncio.sleep(0.2)
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
        assert len(hall.store.read(rows_of(room.id))) == len(room.table.records)

    evening(tmp_path, story)


def test_a_long_table_opens_from_its_snapshot(tmp_path):
    async def first(hall, clock):
        room, _ = await new(hall, "ana")
        while len(room.table.records) < 3 * SNAPSHOT:
            await room.do("gm", "", say(room, "on and on"))
        return room.id, list(room.table.records), room.table.view("ana").facts

    id, records, facts = evening(tmp_path, first)

    async def second(hall, clock):
        assert hall.store.read(snapshot_of(id))
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
        from fatewright.core.events import Told
        from fatewright.core.seal import EVERYONE

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
timer = { values = [1], text = "One second, and no more." }
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
        for _ in range(100):
            await asyncio.sleep(0.05)
            if not room.table.truth.questions:
                break
        lights = [room.table.truth.facts[("token", who, "light")] for who in ("ana", "bo")]
        assert (room.table.truth.questions, lights) == ({}, [2, 3])

    id = evening(tmp_path, first, systems=hurried)
    evening(tmp_path, second, systems=hurried)


async def do(room, seat, verb, **args):
    await room.do(seat, "", lambda table: table.plan(room.system.game, Act(seat, verb, args), room.draw))
