"""What waits at a table is stored in one go, and nobody sees any of it before."""

import asyncio
import logging
import sqlite3
from contextlib import closing, contextmanager
from types import SimpleNamespace

import pytest

import loops
from fatewright.chance import seeded_dice
from fatewright.core.table.game import Act
from fatewright.core.table.story import Refusal
from fatewright.core.table.table import TakeBack
from fatewright.server.file_store import FileStore
from fatewright.server.hall import Hall
from fatewright.server.store import BadStore, Batch, as_rows
from fatewright.systems.spec import games
from patience import PATIENCE

SYSTEMS = games()


def evening(tmp_path, story):
    """Run a story at a table of Lanterns with three seats."""

    async def run():
        store = FileStore(tmp_path / "tables.db")
        hall = Hall(store, SYSTEMS, lambda: seeded_dice(1), lambda: 1000)
        try:
            id, _ = await hall.make("lanterns", "A table", "gm", "", {})
            room = await hall.room(id)
            for player in ("ana", "bo"):
                await hall.join(room, player, "player")
            await story(room, SimpleNamespace(store=store, file=tmp_path / "tables.db"))
        finally:
            await hall.close()
            store.close()

    loops.run(run())


@contextmanager
def held(file):
    """As long as somebody else writes to the file, nobody can."""
    with closing(sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def said(room, seat, id, verb="say", **args):
    return asyncio.create_task(room.say(Act(seat, verb, args or {"text": f"{seat} {id}"}), id))


async def until(holds):
    """Give way until something holds."""
    while not holds():
        await asyncio.sleep(0.001)


def transactions(file):
    with closing(sqlite3.connect(file)) as tables:
        return tables.execute("SELECT number, seat, id FROM commands ORDER BY number").fetchall()


def texts(room, count):
    return [getattr(event, "text", "") for event in list(room.table.records)[count:] if getattr(event, "text", "")]


def test_nobody_sees_what_is_not_stored_and_all_of_it_is_told_at_once(tmp_path):
    async def story(room, house):
        woken, count, view = [], len(room.table.records), room.table.view("ana")
        facts = dict(view.facts)
        room.watch(lambda: woken.append(len(room.table.records)), "ana")
        woken.clear()
        with held(house.file):
            tasks = [said(room, seat, f"c{n}") for n, seat in enumerate(("gm", "ana", "bo"))]
            tasks.append(said(room, "gm", "c9", "roll", notation="2d6"))
            await until(room._orders.empty)
            await asyncio.sleep(0.05)
            assert (len(room.table.records), room.table.view("ana").facts, woken) == (count, facts, [])
            assert not any(task.done() for task in tasks)
        await asyncio.gather(*tasks)
        assert len(set(woken)) == 1  # one waking for all of them
        assert [text.partition(":")[0] for text in texts(room, count)][:3] == ["gm", "ana", "bo"]
        assert [row[1:] for row in transactions(house.file)][-4:] == [("gm", "c0"), ("ana", "c1"), ("bo", "c2"), ("gm", "c9")]
        assert [row.number for row in house.store.rows(room.id)] == list(range(len(room.table.records)))

    evening(tmp_path, story)


def test_each_is_told_what_comes_of_their_own_and_of_what_went_before(tmp_path):
    """One of them is refused by what the one before has done; the same command sent twice is done once."""

    async def story(room, house):
        ana = "Ana Moor"
        await room.say(Act("gm", "place", {"name": ana, "kind": "ghoul"}), "p")
        count = len(room.table.records)
        tasks = [
            said(room, "gm", "c1", "place", name="zed", kind="ghoul"),
            said(room, "gm", "c2", "place", name="zed", kind="ghoul"),
            said(room, "bo", "c3"),
            said(room, "bo", "c3"),
            said(room, "ana", "c4"),
        ]
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(one) for one in found] == [type(None), Refusal, *[type(None)] * 3]
        assert "zed" in str(found[1])
        assert texts(room, count) == ["zed is here", "bo: bo c3", "ana: ana c4"]

    evening(tmp_path, story)


def test_what_takes_back_or_seats_somebody_stands_by_itself(tmp_path):
    async def story(room, house):
        tasks = [
            said(room, "gm", "c1"),
            said(room, "ana", "c2"),
            asyncio.create_task(room.say(TakeBack("gm"), "c3")),
            said(room, "gm", "c4", "unseat", name="bo"),
            said(room, "gm", "c5"),
            said(room, "bo", "c6"),
        ]
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(one) for one in found] == [*[type(None)] * 5, Refusal]
        assert "bo" not in room.table.views
        assert [row[2] for row in transactions(house.file)][-5:] == ["c1", "c2", "c3", "c4", "c5"]

    evening(tmp_path, story)


def test_where_it_cannot_be_stored_each_goes_by_itself_and_nothing_is_half_there(tmp_path):
    async def story(room, house):
        count = len(room.table.records)
        with closing(sqlite3.connect(house.file, isolation_level=None)) as other:
            other.execute(
                "CREATE TRIGGER no BEFORE INSERT ON records WHEN new.event LIKE '%bo c1%' BEGIN SELECT RAISE(ABORT, 'no'); END"
            )
        found = await asyncio.gather(*[said(room, seat, "c1") for seat in ("gm", "bo", "ana")], return_exceptions=True)
        assert [type(one) for one in found] == [type(None), BadStore, type(None)]
        assert texts(room, count) == ["gm: gm c1", "ana: ana c1"]
        assert [row.number for row in house.store.rows(room.id)] == list(range(len(room.table.records)))

    evening(tmp_path, story)


def test_somebody_else_writing_to_the_file_meanwhile_loses_nothing(tmp_path):
    async def story(room, house):
        count = len(room.table.records)
        other = FileStore(house.file)
        text = room.table.records[count - 1]
        assert text
        line = '{"$":"Told","text":"from elsewhere","ids":[],"to":["*"]}'
        other.append(Batch(room.id, count, as_rows(count, 1, [line]))).result()
        other.close()
        await asyncio.gather(*[said(room, seat, "c1") for seat in ("gm", "bo", "ana")])
        assert texts(room, count) == ["from elsewhere", "gm: gm c1", "bo: bo c1", "ana: ana c1"]

    evening(tmp_path, story)


def test_a_bug_in_one_of_them_costs_the_others_nothing(tmp_path, caplog):
    async def story(room, house):
        count = len(room.table.records)

        def broken(table):
            raise ZeroDivisionError

        tasks = [said(room, "gm", "c1"), said(room, "ana", "c2")]
        tasks.append(asyncio.create_task(room.do("bo", "c3", broken, is_said=True)))
        tasks.append(said(room, "bo", "c4"))
        with caplog.at_level(logging.ERROR):
            found = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(one) for one in found] == [type(None), type(None), Refusal, type(None)]
        assert [record.message for record in caplog.records] == ["command failed"]
        assert texts(room, count) == ["gm: gm c1", "ana: ana c2", "bo: bo c4"]

    evening(tmp_path, story)


@pytest.mark.parametrize("count", [1, 40])
def test_however_many_wait_none_is_lost_and_their_order_stays(tmp_path, count):
    async def story(room, house):
        first = len(room.table.records)
        await asyncio.gather(*[said(room, ("gm", "ana", "bo")[n % 3], f"c{n}") for n in range(count)])
        assert [text.split()[-1] for text in texts(room, first)] == [f"c{n}" for n in range(count)]

    evening(tmp_path, story)
