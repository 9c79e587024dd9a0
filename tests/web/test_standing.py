"""What everybody is told of a table for as long as it holds: that its dice are not chance, that it is damaged."""

import json
import sqlite3
from contextlib import closing

import pytest

from fatewright.cli import main
from fatewright.server.seeded import BEGINS, ENDS, SEEDED
from web.serving import Browser, Process, new_table, served

DAMAGED = "this table is damaged: what is whole of it can be looked at, and no more be done here; "


def said(sitting):
    """What stands in the log of its dice; what no longer counts is crossed out."""
    undone = {number for line in sitting.lines for number in line.get("undone", ())}
    lines = [line for line in sitting.lines if line.get("text") in (BEGINS, ENDS)]
    return [f"~{line['text']}~" if line["number"] in undone else line["text"] for line in lines]


def test_dice_that_follow_a_seed_are_no_secret_and_the_seed_is(tmp_path):
    """On every connection and at the door; in the log once, and not again when the house is opened again."""
    seed = 820_417
    with Process(tmp_path, "--seed", str(seed)) as server:
        assert "follow a seed: they are not chance" in server.banner
        table, browsers = new_table(server.address, "ana")
        browsers["tv"] = Browser(server.address)
        browsers["tv"].post(f"/api/tables/{table}/join", {"name": "television", "role": "television"})
        sittings = [browser.sit(table) for browser in browsers.values()]
        assert [(one.welcome["is_seeded"], said(one)) for one in sittings] == [(True, [BEGINS])] * 3
        sittings[0].act("roll", notation="4d6")
        door = Browser(server.address).get(f"/api/tables/{table}")[1]
        assert door["is_seeded"] is True
        _, card = browsers["ana"].post("/api/games/lanterns/try", {})
        tried = browsers["ana"].sit(card["id"])
        assert (tried.welcome["is_seeded"], said(tried)) == (True, [BEGINS])
        heard = json.dumps([door, card, *(frame for one in (*sittings, tried) for frame in one.frames)])
        assert str(seed) not in heard + server.banner
        for one in (*sittings, tried):
            one.close()
        server.stop()
        server.start()
        again = browsers["ana"].sit(table)
        assert (again.welcome["is_seeded"], said(again)) == (True, [BEGINS])
        again.close()


def test_the_log_says_from_where_to_where_dice_follow_a_seed(tmp_path):
    with served(tmp_path) as address:
        table, browsers = new_table(address)
        with closing(browsers["gm"].sit(table)) as gm:
            assert (gm.welcome["is_seeded"], said(gm)) == (False, [])
    with served(tmp_path, is_seeded=True) as address:
        browsers["gm"].address = address
        with closing(browsers["gm"].sit(table)) as gm:
            assert (gm.welcome["is_seeded"], said(gm), gm.facts[SEEDED]) == (True, [BEGINS], True)
    with served(tmp_path) as address:
        browsers["gm"].address = address
        with closing(browsers["gm"].sit(table)) as gm:
            assert (gm.welcome["is_seeded"], said(gm), SEEDED in gm.facts) == (False, [BEGINS, ENDS], False)


def test_that_dice_follow_a_seed_cannot_be_taken_back(tmp_path):
    with served(tmp_path) as address:
        table, browsers = new_table(address)
        with closing(browsers["gm"].sit(table)) as gm:
            gm.act("say", text="hello")
            first = gm.lines[-1]["number"]
    with served(tmp_path, is_seeded=True) as address:
        browsers["gm"].address = address
        with closing(browsers["gm"].sit(table)) as gm:
            assert gm.send("rewind", before=first)["is"] == "done"
            gm.wait_until(lambda: SEEDED in gm.facts)
            assert said(gm) == [f"~{BEGINS}~", BEGINS]


@pytest.fixture
def damaged(tmp_path):
    """A table at which something was said twice before mice came, and one that they left alone: folder, ids, browsers."""
    with served(tmp_path) as address:
        table, browsers = new_table(address, "ana")
        with closing(browsers["ana"].sit(table)) as ana:
            ana.act("say", text="one")
            ana.act("say", text="two")
        late = Browser(address)
        late.post(f"/api/tables/{table}/join", {"name": "late"})
        browsers["late"] = late
        other = browsers["ana"].post("/api/tables", {"game": "lanterns", "name": "Other", "seat": "ana"})[1]["id"]
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as tables:
        tables.execute("UPDATE records SET event = 'mice' WHERE \"table\" = ? AND event LIKE '%: two%'", (table,))
    return tmp_path, table, other, browsers


def test_a_damaged_table_is_looked_at_and_the_lobby_and_the_others_do_not_suffer(damaged):
    folder, table, other, browsers = damaged
    with served(folder) as address:
        for browser in browsers.values():
            browser.address = address
        cards = {card["id"]: card["is_damaged"] for card in browsers["ana"].get("/api/tables")[1]}
        assert cards == {table: True, other: False}
        with closing(browsers["ana"].sit(table)) as ana:
            assert (ana.welcome["is_damaged"], ana.texts()[-1]) == (True, "ana: one")
            answer = ana.act("say", text="three")
            assert (answer["is"], answer["why"].startswith(DAMAGED)) == ("refused", True)
            numbers = json.dumps([frame for frame in ana.frames if frame["is"] == "refused"])
            assert not any(
                sign.isdigit() for sign in numbers.replace(answer["id"], "")
            )  # how many records there are is told to nobody
        assert browsers["ana"].get(f"/api/tables/{table}")[1]["is_damaged"] is True
        status, wrong = Browser(address).post(f"/api/tables/{table}/join", {"name": "cy"})
        assert (status, wrong["why"].startswith(DAMAGED)) == (400, True)
        (card,) = browsers["late"].get("/api/tables")[1]  # whose seat is in the damaged part
        assert (card["id"], card["seat"], card["role"], card["is_damaged"]) == (table, "late", "", True)
        with closing(browsers["ana"].sit(other)) as ana:
            assert (ana.welcome["is_damaged"], ana.act("say", text="on we go")["is"]) == (False, "done")


def test_a_table_that_is_damaged_from_its_first_record_on_still_stands_in_the_lobby(damaged, monkeypatch, capsys):
    folder, table, other, browsers = damaged
    with closing(sqlite3.connect(folder / "tables.db", isolation_level=None)) as tables:
        tables.execute('UPDATE records SET event = 0 WHERE "table" = ? AND number = 0', (table,))
    with served(folder) as address:
        browsers["ana"].address = address
        cards = {card["id"]: card["is_damaged"] for card in browsers["ana"].get("/api/tables")[1]}
        assert cards == {table: True, other: False}
    monkeypatch.setenv("FATEWRIGHT_DATA", str(folder))
    assert main(["table", "list"]) == 0
    assert {line.split()[0] for line in capsys.readouterr().out.splitlines()} == {table, other}
