"""Tables in the store, by the command line: list, export, import, replay, verify, recover; and where they are."""

import json
import time

import pytest

from fatewright.systems.spec import games
from web.serving import Browser, character, new_table, served

GAMES = ", ".join(games())


@pytest.fixture
def house(tmp_path, monkeypatch):
    monkeypatch.setenv("FATEWRIGHT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def table(house):
    """A table that was played, and is closed."""
    house.mkdir()
    with served(house) as address:
        id, browsers = new_table(address, "ana")
        ana, gm = browsers["ana"].sit(id), browsers["gm"].sit(id)
        ana.act("bring", character=character("ana"))
        gm.act("secret-roll", notation="2d6")
        ana.act("say", text="hello")
        ana.send("back")
        ana.close()
        gm.close()
    return id


def test_where_tables_are_kept(fatewright, house):
    places = {"folder": str(house), "tables": str(house / "tables.db"), "log": str(house / "fatewright.log")}
    assert json.loads(fatewright("where", "--json")[1]) == places
    assert [line.split(maxsplit=1) for line in fatewright("where")[1].splitlines()] == list(map(list, places.items()))


def test_no_tables_yet(fatewright, house):
    assert fatewright("table", "list") == (0, "no tables yet; fatewright play opens the first\n", "")
    assert fatewright("table", "list", "--json") == (0, "[]\n", "")


def test_tables_are_listed(fatewright, table):
    (entry,) = json.loads(fatewright("table", "list", "--json")[1])
    assert (entry["id"], entry["name"], entry["game"], entry["version"]) == (table, "A table", "lanterns", 1)
    listed = fatewright("table", "list")[1]
    assert listed.split()[0] == table
    assert listed.split()[3:] == [str(entry["records"]), "records", "lanterns", "A", "table"]


def test_a_table_is_told_as_a_seat_saw_it(fatewright, table):
    code, out, _ = fatewright("table", "replay", table, "--seat", "ana")
    lines = [line.split(maxsplit=1)[1] for line in out.splitlines()]
    assert code == 0
    assert lines[-3:] == ["ana comes to the table", "~~ana: say text=hello~~", "~~ana: hello~~"]
    assert "2d6" in fatewright("table", "replay", table, "--seat", "gm")[1]


def test_a_table_comes_out_the_same_today(fatewright, table):
    code, out, err = fatewright("table", "verify", table)
    assert (code, err) == (0, "")
    assert out.endswith("records: every act comes out the same\n")


def test_a_table_goes_out_as_one_file_and_comes_in_again(fatewright, table, tmp_path):
    file = tmp_path / "evening.jsonl"
    code, out, _ = fatewright("table", "export", table, file)
    assert code == 0
    assert out.endswith(f"records written to {file}; it holds every secret of the table\n")
    again = json.loads(fatewright("table", "import", file, "--json")[1])["id"]
    assert again != table
    told = [fatewright("table", "replay", id, "--seat", "ana") for id in (table, again, file)]
    assert told[0] == told[1] == told[2]
    code, out, _ = fatewright("table", "import", file)
    assert (code, out.partition(": it is table")[0]) == (0, f"{len(file.read_text().splitlines()) - 1} records")


def test_an_export_is_not_written_over(fatewright, table, tmp_path):
    file = tmp_path / "evening.jsonl"
    file.write_text("dear diary")
    assert fatewright("table", "export", table, file) == (2, "", f"fatewright: {file} is there already; name another\n")
    assert file.read_text() == "dear diary"
    nowhere = tmp_path / "no" / "such" / "folder.jsonl"
    assert fatewright("table", "export", table, nowhere) == (2, "", f"fatewright: {nowhere}: No such file or directory\n")


def test_an_empty_file_is_not_a_table(fatewright, house, tmp_path):
    file = tmp_path / "empty.jsonl"
    file.write_text('{"fatewright": 1, "game": "lanterns", "version": 1}\n')
    assert fatewright("table", "import", file) == (2, "", f"fatewright: {file}: there is nothing in it\n")


def test_a_table_of_a_game_that_is_not_here_is_not_taken_in(fatewright, table, tmp_path):
    file = tmp_path / "evening.jsonl"
    fatewright("table", "export", table, file)
    file.write_text(file.read_text().replace('"game": "lanterns"', '"game": "chess"', 1))
    sentence = f"fatewright: there is no game 'chess'; the games: {GAMES}\n"
    assert fatewright("table", "import", file) == (2, "", sentence)


def test_a_table_that_is_not_there_is_named(fatewright, house):
    sentence = "fatewright: there is no table 'nowhere', nor a file of that name; fatewright table list shows the tables\n"
    for words in (("export", "nowhere", "x.jsonl"), ("replay", "nowhere"), ("verify", "nowhere"), ("recover", "nowhere")):
        assert fatewright("table", *words) == (2, "", sentence)


def test_a_seat_is_recovered_by_a_code_that_is_kept_nowhere(fatewright, table, house):
    assert fatewright("table", "recover", table, "bo") == (2, "", "fatewright: nobody sits at 'bo'; the seats: gm, ana\n")
    found = json.loads(fatewright("table", "recover", table, "ana", "--json")[1])
    assert found["seat"] == "ana"
    code = found["path"].partition("#seat=")[2]
    assert len(code) == 24
    assert not any(code.encode() in file.read_bytes() for file in house.iterdir())
    told = fatewright("table", "recover", table)[1]
    assert told.startswith("gm: open this at the table's address, once, within a day")
    assert f"/t/{table}/join#seat=" in told
    with served(house, now=int(time.time())) as address:
        browser = Browser(address)
        assert browser.post(f"/api/tables/{table}/claim", {"code": code})[1]["seat"] == "ana"
        status, said = browser.post(f"/api/tables/{table}/claim", {"code": code})
        assert (status, said["why"]) == (409, "this link has been used or is too old; ask for a new one")
        assert browser.sit(table).welcome["seat"] == "ana"


def test_a_table_of_a_version_that_the_house_has_is_verified_and_played(fatewright, house):
    house.mkdir()
    with served(house) as address:
        harpoon = {"name": "harpoon", "cells": {"harm": 3, "trait": "hand"}}
        Browser(address).post("/api/games/lanterns/content", {"title": "Dim", "lists": {"weapons": [harpoon]}})
        id, browsers = new_table(address, game="dim")
        gm = browsers["gm"].sit(id)
        gm.act("place", name="ghoul", kind="ghoul")
        gm.close()
    code, told, _ = fatewright("table", "verify", id)
    assert (code, told.partition(": ")[2]) == (0, "every act comes out the same\n")
    sentence = "fatewright: --players ana,ana: expected different names, none of them gm\n"
    assert fatewright("play", "dim", "--terminal", "--players", "ana,ana") == (2, "", sentence)
