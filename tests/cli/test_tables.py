"""Tables in the store, by the command line: list, export, import, replay, verify, recover; and where they are."""

import json
import shutil
import sqlite3
import time
from contextlib import closing

import pytest

from fatewright.core.grammar import agrees, count_of
from fatewright.systems.spec import from_folder, games
from web.serving import Browser, character, new_table, served


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
    assert lines[-3:] == ["ana comes to the table", "~~ana: say text=hello~~", "~~ana: “hello”~~"]
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


def test_a_home_made_game_is_found_where_its_folder_is_named(fatewright, house, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    fatewright("new", "mine")
    file = tmp_path / "evening.jsonl"
    (tmp_path / "quit").write_text("quit\n")
    with (tmp_path / "quit").open() as typed, monkeypatch.context() as patch:
        patch.setattr("sys.stdin", typed)
        fatewright("play", "mine", "--terminal", "--file", file)
    assert fatewright("table", "import", file)[0] == 2
    assert fatewright("table", "import", file, "--systems", "mine")[0] == 0
    assert fatewright("table", "verify", file, "--systems", "mine")[0] == 0


def test_what_holds_secrets_can_be_read_by_its_owner_alone(fatewright, table, house, tmp_path):
    fatewright("table", "export", table, tmp_path / "evening.jsonl")
    fatewright("table", "backup", tmp_path / "all.db")
    found = {file.name: mode(file) for file in (house, house / "tables.db", tmp_path / "evening.jsonl", tmp_path / "all.db")}
    assert found == {"data": 0o700, "tables.db": 0o600, "evening.jsonl": 0o600, "all.db": 0o600}


def mode(file):
    return file.stat().st_mode & 0o777


def test_all_tables_are_copied_into_one_file_while_they_are_played(fatewright, table, house, tmp_path, monkeypatch):
    """What was said just before is in it although it stands in no more than the log beside the tables."""
    file = tmp_path / "all.db"
    with served(house) as address:
        new_table(address)
        code, out, err = fatewright("table", "backup", file)
        assert (code, out, err) == (0, f"2 tables copied to {file}; it holds every secret of every one of them\n", "")
        assert json.loads(fatewright("table", "backup", tmp_path / "again.db", "--json")[1])["tables"] == 2
        assert fatewright("table", "backup", file) == (2, "", f"fatewright: {file} is there already; name another\n")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["again.db", "all.db", "data"]
    (tmp_path / "other").mkdir()
    file.rename(tmp_path / "other" / "tables.db")
    listed = fatewright("table", "list")
    told = fatewright("table", "replay", table)
    monkeypatch.setenv("FATEWRIGHT_DATA", str(tmp_path / "other"))
    assert (fatewright("table", "list"), fatewright("table", "replay", table)) == (listed, told)


def test_a_copy_that_cannot_be_written_is_named(fatewright, table, tmp_path):
    nowhere = tmp_path / "no" / "all.db"
    assert fatewright("table", "backup", nowhere) == (2, "", f"fatewright: {nowhere}: No such file or directory\n")


def test_an_export_is_not_written_over(fatewright, table, tmp_path):
    file = tmp_path / "evening.jsonl"
    file.write_text("dear diary")
    assert fatewright("table", "export", table, file) == (2, "", f"fatewright: {file} is there already; name another\n")
    assert file.read_text() == "dear diary"
    nowhere = tmp_path / "no" / "such" / "folder.jsonl"
    assert fatewright("table", "export", table, nowhere) == (2, "", f"fatewright: {nowhere}: No such file or directory\n")


def test_a_damaged_table_goes_out_as_far_as_it_is_whole_and_what_comes_in_again_plays_on(fatewright, table, house, tmp_path):
    with closing(sqlite3.connect(house / "tables.db", isolation_level=None)) as tables:
        ((act, last),) = tables.execute("SELECT act, max(number) FROM records WHERE event LIKE '%hello%' AND act < number")
        tables.execute("UPDATE records SET event = 'mice' WHERE number = ?", (last,))
        ((count,),) = tables.execute("SELECT count(*) FROM records")
    file = tmp_path / "saved.jsonl"
    code, out, err = fatewright("table", "export", table, file)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"{act} records written to {file}; it holds every secret of the table",
        f"this table is damaged from record {last} on: this is not an event: mice (Expecting value: line 1 column 1 (char 0))",
        f"the last {count - act} are left out; fatewright table import {file} makes a table of the rest that plays on",
    ]
    why = out.splitlines()[1]
    assert fatewright("table", "replay", table, "--seat", "ana")[2] == why + "\n"
    assert fatewright("table", "verify", table) == (1, why + "\n", "")
    again = json.loads(fatewright("table", "import", file, "--json")[1])["id"]
    assert fatewright("table", "verify", again)[0] == 0
    path = json.loads(fatewright("table", "recover", again, "ana", "--json")[1])["path"]
    with served(house, now=int(time.time())) as address:
        ana = Browser(address)
        ana.post(f"/api/tables/{again}/claim", {"code": path.partition("#seat=")[2]})
        assert ana.sit(again).act("say", text="on we go")["is"] == "done"


def test_of_a_table_that_is_damaged_from_its_first_record_on_nothing_goes_out(fatewright, table, house, tmp_path):
    with closing(sqlite3.connect(house / "tables.db", isolation_level=None)) as tables:
        tables.execute("DELETE FROM records WHERE number = 0")
    sentence = "fatewright: this table is damaged from record 0 on: it is missing; there is nothing whole before it\n"
    assert fatewright("table", "export", table, tmp_path / "saved.jsonl") == (2, "", sentence)
    assert not (tmp_path / "saved.jsonl").exists()


def test_a_file_that_was_cut_off_is_taken_in_without_what_is_torn_if_that_is_asked_for(fatewright, table, tmp_path):
    file = tmp_path / "evening.jsonl"
    fatewright("table", "export", table, file)
    lines = file.read_text().splitlines()
    last = json.loads(lines[-1])["act"]
    file.write_text("\n".join(lines)[:-9])
    why = f"line {len(lines)}: found {lines[-1][:60]!r}, expected a record of a table"
    left = len(lines) - 1 - last
    sentence = f"fatewright: {file}: {why}; --repair takes in what is whole, {last} records, and leaves out {left}\n"
    assert fatewright("table", "import", file) == (2, "", sentence)
    code, out, err = fatewright("table", "import", file, "--repair")
    assert (code, out.splitlines()[:2], err) == (
        0,
        [why, f"{count_of(left, 'record')} {agrees(left, 'is', 'are')} left out"],
        "",
    )
    assert out.splitlines()[2].startswith(f"{last} records: it is table ")
    file.write_text(lines[0] + "\n" + lines[1][:30])
    assert fatewright("table", "import", file, "--repair") == (2, "", f"fatewright: {file}: there is nothing whole in it\n")


def test_an_empty_file_is_not_a_table(fatewright, house, tmp_path):
    file = tmp_path / "empty.jsonl"
    file.write_text('{"fatewright": 1, "game": "lanterns", "version": 1}\n')
    assert fatewright("table", "import", file) == (2, "", f"fatewright: {file}: there is nothing in it\n")


def test_a_table_of_a_game_that_is_not_here_is_not_taken_in(fatewright, table, tmp_path):
    file = tmp_path / "evening.jsonl"
    fatewright("table", "export", table, file)
    file.write_text(file.read_text().replace('"game": "lanterns"', '"game": "chess"', 1))
    sentence = "fatewright: the game 'chess' is not here; name its folder with --systems DIR\n"
    assert fatewright("table", "import", file) == fatewright("table", "verify", file) == (2, "", sentence)


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


def test_versions_are_listed_and_recovered_by_a_code_that_is_kept_nowhere(fatewright, house):
    nothing = "no versions yet; Your own version, on the card of a game, makes the first\n"
    assert fatewright("versions", "list") == (0, nothing, "")
    none = "fatewright: there is no version 'dim' in this house; its versions: none\n"
    assert fatewright("versions", "recover", "dim") == (2, "", none)
    assert fatewright("versions", "x") == (2, "", "fatewright: versions x: expected: list; recover ID\n")
    for name, text in {"broken": "[", "dim": '[system]\nid = "dim"\ntitle = "Dim"\nversion = 1\nextends = "lanterns"'}.items():
        (house / "games" / name).mkdir(parents=True)
        (house / "games" / name / "system.toml").write_text(text, encoding="utf-8")
    assert fatewright("versions", "list")[1].split() == ["dim", "lanterns", "nobody", "owns", "it", "Dim"]
    first, path = fatewright("versions", "recover", "dim")[1].splitlines()
    assert first == "dim: open this at the house's address, once, within a day; that browser owns it then:"
    code = path.partition("/games/dim/content#owner=")[2]
    assert len(code) == 24
    assert not any(code.encode() in file.read_bytes() for file in house.rglob("*") if file.is_file())


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


def test_a_table_of_a_version_names_its_revision_and_comes_where_that_is(fatewright, house, tmp_path, monkeypatch):
    house.mkdir()
    harpoon = {"name": "harpoon", "cells": {"harm": 3, "trait": "hand"}}
    order = {"title": "Dim", "lists": {"weapons": [harpoon]}}
    with served(house) as address:
        owner = Browser(address)
        owner.post("/api/games/lanterns/content", order)
        id, browsers = new_table(address, game="dim")
        gm = browsers["gm"].sit(id)
        her = json.dumps({**json.loads(character("Ana", weapon="harpoon")), "game": "dim"})
        assert gm.act("bring", character=her)["is"] == "done"
        stamp = owner.get("/api/games/dim/content")[1]["stamp"]
        owner.post("/api/games/dim/content", {**order, "lists": {}, "stamp": stamp})
        assert gm.act("remove", token="Ana")["is"] == "done"
        revision = owner.get("/api/games/dim/content")[1]["stamp"]
        assert gm.act("take-version", revision=revision)["is"] == "done"
        gm.close()
    code, told, _ = fatewright("table", "verify", id)
    assert (code, told.partition(": ")[2]) == (0, "every act comes out the same\n")
    assert fatewright("table", "export", id, str(tmp_path / "dim.jsonl"))[0] == 0
    first = json.loads((tmp_path / "dim.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert (first["game"], first["revision"]) == ("dim", revision)
    monkeypatch.setenv("FATEWRIGHT_DATA", str(tmp_path / "other"))
    shutil.copytree(house / "games", tmp_path / "other/games")
    (tmp_path / f"other/games/dim/revisions/{stamp}.toml").rename(tmp_path / "kept.toml")
    name = f"dim/revisions/{stamp}.toml"
    why = f"fatewright: Dim: the revision '{stamp}' is not here; bring {name} from the house where it was played\n"
    assert fatewright("table", "import", str(tmp_path / "dim.jsonl")) == (2, "", why)
    (tmp_path / "kept.toml").rename(tmp_path / f"other/games/dim/revisions/{stamp}.toml")
    assert fatewright("table", "import", str(tmp_path / "dim.jsonl"))[0] == 0


def test_a_table_from_before_is_exported_with_the_revision_that_it_plays(fatewright, house, tmp_path):
    (house / "games/dim").mkdir(parents=True)
    text = '[system]\nid = "dim"\ntitle = "Dim"\nversion = 1\nextends = "lanterns"\n'
    (house / "games/dim/system.toml").write_text(text, encoding="utf-8")
    with served(house, systems={**games(), "dim": from_folder(house / "games/dim")}) as address:  # not on a shelf: no revisions
        id, _ = new_table(address, game="dim")
    assert fatewright("table", "export", id, str(tmp_path / "dim.jsonl"))[0] == 0
    lines = (tmp_path / "dim.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(json.loads(lines[0])["revision"]) == 16
    assert not any('"revision"' in line for line in lines[1:])
    new = json.loads(fatewright("table", "import", str(tmp_path / "dim.jsonl"), "--json")[1])["id"]
    assert fatewright("table", "export", new, str(tmp_path / "again.jsonl"))[0] == 0
    assert '"revision"' in (tmp_path / "again.jsonl").read_text(encoding="utf-8").splitlines()[-1]
