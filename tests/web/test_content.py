"""Own versions of games over HTTP: what is shown, what is refused and why, what is kept, and the tables that play it."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing

import pytest

from fatewright.server import shelf as shelves
from fatewright.server.shelf import stocked
from fatewright.systems.spec import games
from web.serving import Browser, Process, new_table, served

TAROT = {"name": "Tarot", "cells": {"usual": "will", "group": "Knowledge", "text": "reading the cards"}}
HARPOON = {"name": "harpoon", "cells": {"harm": 3, "trait": "hand"}}
CHOICES = {"nerve": 3, "hand": 4, "wit": 2, "weapon": "harpoon"}
NOTHING = {"title": "Our Truth", "lists": {}}
STATISTIC = "one of endurance, strength, agility, will, perception, education"


@pytest.fixture
def house(tmp_path):
    """A house whose clock is that of the host's commands."""
    with served(tmp_path, now=int(time.time())) as address:
        yield Browser(address)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("strict")


@pytest.fixture(scope="module")
def strict(folder):
    """A house at which nothing is ever kept."""
    with served(folder) as address:
        yield Browser(address)
    assert not (folder / "games").exists()


def keep(browser, title="Our Truth", *, game="moment-of-truth", stamp="", **lists):
    """Keep a version: what the house says to it."""
    status, said = browser.post(f"/api/games/{game}/content", {"title": title, "lists": lists, "stamp": stamp})
    assert status == 200, said
    return said


def content(browser, game):
    status, said = browser.get(f"/api/games/{game}/content")
    assert status == 200, said
    return said


def whys(said):
    assert said["id"] == ""
    return [flaw["why"] for flaw in said["flaws"]]


def kept_files(folder):
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())


# ── what is shown and kept ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_game_shows_its_lists_with_columns_and_rows(strict):
    said = content(strict, "lanterns")
    assert {key: said[key] for key in ("game", "game_title", "id", "title", "is_yours", "stamp", "versions", "most_rows")} == {
        "game": "lanterns",
        "game_title": "Lanterns Under the Hill",
        **{"id": "", "title": "", "is_yours": True, "stamp": "", "versions": [], "most_rows": 200},
    }
    assert [one["name"] for one in said["lists"]] == ["difficulty", "weapons"]
    number = {"kind": "number", "name": "harm", "prompt": "harm", "high": 99}
    traits = [{"value": name, "label": name} for name in ("nerve", "hand", "wit")]
    trait = {"kind": "choose", "name": "trait", "prompt": "trait", "options": traits}
    text = {"kind": "text", "name": "text", "prompt": "text", "longest": 300}
    assert said["lists"][1] == {
        "name": "weapons",
        "title": "weapons",
        "columns": [
            {"asked": number, "is_needed": True},
            {"asked": trait, "is_needed": True},
            {"asked": text, "is_needed": False},
        ],
        "rows": [
            {"name": "lantern_pole", "cells": {"harm": 1, "trait": "hand"}},
            {"name": "old_name", "cells": {"harm": 2, "trait": "wit"}},
        ],
        "own": [],
        "ours": [],
        "closed": "",
    }


def test_a_version_is_there_at_once_and_can_be_played(house, tmp_path):
    assert keep(house, skills=[TAROT]) == {"id": "our-truth", "flaws": []}
    assert kept_files(tmp_path / "games") == ["our-truth/system.toml"]
    ours = [tmp_path / "games" / name for name in (".", "our-truth", "our-truth/system.toml")]
    assert [file.stat().st_mode & 0o777 for file in ours] == [0o700, 0o700, 0o600]
    cards = {card["id"]: card for card in house.get("/api/games")[1]}
    assert (cards["our-truth"]["title"], cards["our-truth"]["extends"]) == ("Our Truth", "moment-of-truth")
    assert (cards["our-truth"]["has_content"], cards["moment-of-truth"]["extends"]) == (True, "")
    assert "Tarot" in house.get("/api/games/our-truth")[1]["lists"]["skills"]
    assert "Tarot" not in house.get("/api/games/moment-of-truth")[1]["lists"]["skills"]
    table, browsers = new_table(house.address, "ana", game="our-truth")
    assert browsers["gm"].sit(table).welcome["game"] == "our-truth"
    assert house.get("/api/rules/our-truth")[1] == house.get("/api/rules/moment-of-truth")[1]


def test_a_version_is_read_and_changed(house):
    keep(house, skills=[TAROT])
    first = content(house, "our-truth")
    (skills,) = [one for one in first["lists"] if one["name"] == "skills"]
    assert (first["title"], first["game"], skills["own"]) == ("Our Truth", "moment-of-truth", [TAROT])
    assert first["versions"] == [{"id": "our-truth", "title": "Our Truth"}] == content(house, "moment-of-truth")["versions"]
    palmistry = {**TAROT, "name": "Palmistry"}
    said = keep(house, "Our Very Truth", game="our-truth", stamp=first["stamp"], skills=[palmistry], boons=[])
    assert said == {"id": "our-truth", "flaws": []}
    second = content(house, "our-truth")
    assert (second["title"], second["stamp"] != first["stamp"]) == ("Our Very Truth", True)
    assert [one["own"] for one in second["lists"] if one["own"]] == [[palmistry]]


def test_a_version_is_found_again_after_a_restart(tmp_path):
    with Process(tmp_path) as server:
        assert keep(Browser(server.address), game="lanterns", title="Dim", weapons=[HARPOON])["id"] == "dim"
        table, browsers = new_table(server.address, game="dim")
        server.stop()
        server.start()
        assert content(Browser(server.address), "dim")["lists"][1]["own"] == [HARPOON]
        browsers["gm"].address = server.address
        assert browsers["gm"].sit(table).welcome["game"] == "dim"


def test_a_version_that_is_broken_keeps_nobody_from_playing(tmp_path):
    for name, text in {
        "mine": "[system]",
        "lanterns": '[system]\nid = "lanterns"\ntitle = "x"\nversion = 1\nextends = "lanterns"',
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "system.toml").write_text(text, encoding="utf-8")
    found, left_out = stocked(games(), tmp_path)
    assert list(found) == list(games())
    assert left_out == [
        (tmp_path / "lanterns", "system.toml: system.id: there is a game 'lanterns' already"),
        (tmp_path / "mine", "rules.py: No such file or directory"),
    ]
    with served(tmp_path, systems=found, left_out=left_out) as address:
        assert Browser(address).get("/api/left-out") == (
            200,
            [{"folder": one.folder.name, "why": one.why} for one in left_out],
        )


# ── what is refused ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_all_that_is_wrong_is_said_at_once_and_nothing_is_kept(strict):
    bad = {"name": "Tarot", "cells": {"usual": "luck", "tn": "two"}}
    said = keep(strict, "Moment of Truth", skills=[bad], spells=[TAROT])
    assert said == {
        "id": "",
        "flaws": [
            {
                "list": "skills",
                "row": 0,
                "why": f"skills, Tarot: usual: found 'luck', expected {STATISTIC}",
            },
            {
                "list": "skills",
                "row": 0,
                "why": "skills, Tarot: target number: found 'two', expected a whole number from 0 to 99",
            },
            {"list": "", "row": -1, "why": said["flaws"][2]["why"]},
            {"list": "", "row": -1, "why": "name: there is a game called Moment of Truth already; give yours another name"},
        ],
    }
    assert said["flaws"][2]["why"].startswith("the game has no list 'spells'; its lists: ")
    assert len(strict.get("/api/games")[1]) == len(games())


@pytest.mark.parametrize("title", ["Lanterns", "LANTERNS", "lanterns under the hill", "Moment of truth!", "moment/of/truth"])
def test_no_version_is_called_like_a_game(strict, title):
    assert whys(keep(strict, title)) == [f"name: there is a game called {title} already; give yours another name"]


def test_two_versions_have_two_names(house):
    keep(house)
    assert whys(keep(house, "Our truth!")) == ["name: there is a game called Our truth! already; give yours another name"]
    keep(house, "Another")
    stamp = content(house, "another")["stamp"]
    assert whys(keep(house, "OUR TRUTH", game="another", stamp=stamp)) == [
        "name: there is a game called OUR TRUTH already; give yours another name"
    ]


@pytest.mark.parametrize("title", ["", " ", " x", "x" * 41, "a\nb", "\0", "\u202e", "..", "../..", "/", "真相"])
def test_a_name_that_cannot_be_is_refused_in_words(strict, title):
    assert len(whys(keep(strict, title))) == 1


@pytest.mark.parametrize(
    "title", ["../../outside", "..\\..\\outside", "/etc/outside", "C:\\outside", "~/outside", "%2e%2e/outside"]
)
def test_no_name_leads_out_of_the_folder(house, tmp_path, title):
    id = keep(house, title)["id"]
    assert id.endswith("outside")
    assert kept_files(tmp_path / "games") == [f"{id}/system.toml"]


@pytest.mark.parametrize("path", ["..%2flanterns", "%2e%2e", "nothing", "%00", "x" * 3000])
def test_only_games_have_content(strict, path):
    for status, said in (strict.get(f"/api/games/{path}/content"), strict.post(f"/api/games/{path}/content", NOTHING)):
        assert (status in (404, 405), list(said)) == (True, ["why"])


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"title": "x"},
        {"lists": {}},
        {**NOTHING, "id": "lanterns"},
        {**NOTHING, "title": 3},
        {**NOTHING, "lists": []},
        {**NOTHING, "lists": {"skills": {}}},
        {**NOTHING, "lists": {"skills": ["Tarot"]}},
        {**NOTHING, "lists": {"skills": [{**TAROT, "owner": "me"}]}},
        {**NOTHING, "lists": {"skills": [{"name": "Tarot"}]}},
        {**NOTHING, "lists": {"skills": [{"name": None, "cells": {}}]}},
    ],
    ids=json.dumps,
)
def test_a_body_that_is_none_is_refused_in_words(strict, body):
    status, said = strict.post("/api/games/moment-of-truth/content", body)
    assert (status, said["why"].partition(":")[0]) == (400, "this request cannot be read")


def test_too_much_is_refused_in_words(strict):
    many = [{"name": f"Problem {number}", "cells": {}} for number in range(201)]
    assert whys(keep(strict, problems=many)) == ["these are 201 rows; expected at most 200 in one version"]
    long = [{"name": "x", "cells": {"text": "x" * 70_000}}]
    status, said = strict.post("/api/games/moment-of-truth/content", {**NOTHING, "lists": {"problems": long}})
    assert (status, said["why"]) == (413, "this is too large; expected at most 65,536 bytes")


CELLS = [None, 1e308, [[[]]], {"a": {"b": 1}}, "\0", "x" * 5000, [None], 10**4000, '"""\n[system]', "\ud800"]


@pytest.mark.parametrize("cell", CELLS, ids=range(len(CELLS)))
def test_whatever_stands_in_a_cell_is_judged_in_words(strict, cell):
    row = {"name": "Tarot", "cells": {"usual": cell, "text": cell, "tn": cell, "setting": cell, "": cell}}
    status, said = strict.post("/api/games/moment-of-truth/content", {**NOTHING, "lists": {"skills": [row]}})
    assert (status, all(len(flaw["why"]) < 300 for flaw in said.get("flaws", []))) in [(200, True), (400, True)]
    assert said.get("id", "") == ""


def test_a_house_has_only_so_many_versions(house, monkeypatch):
    monkeypatch.setattr(shelves, "MOST_VERSIONS", 1)
    keep(house)
    status, said = house.post("/api/games/moment-of-truth/content", {**NOTHING, "title": "Another"})
    assert (status, said["why"]) == (409, "this house has 1 versions; the host can make room by removing the folder of one")
    assert keep(house, game="our-truth", stamp=content(house, "our-truth")["stamp"])["id"] == "our-truth"


def test_what_was_kept_meanwhile_on_another_page_is_not_overwritten(house):
    keep(house)
    stamp = content(house, "our-truth")["stamp"]
    keep(house, game="our-truth", stamp=stamp, skills=[TAROT])
    status, said = house.post("/api/games/our-truth/content", {**NOTHING, "stamp": stamp})
    assert (status, said["why"].partition(";")[0]) == (409, "this version has been changed meanwhile")


def test_of_two_who_keep_at_once_one_finds_the_name_taken(house):
    said = []
    both = [threading.Thread(target=lambda: said.append(keep(Browser(house.address)))) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert sorted(one["id"] for one in said) == ["", "our-truth"]


def test_a_version_that_somebody_has_written_more_into_is_left_alone(tmp_path):
    folder = tmp_path / "games/dim"
    folder.mkdir(parents=True)
    text = '[system]\nid = "dim"\ntitle = "Dim"\nversion = 1\nextends = "lanterns"\n\n[presets]\ngrim = {}\n'
    (folder / "system.toml").write_text(text, encoding="utf-8")
    with served(tmp_path, systems=stocked(games(), tmp_path / "games")[0], now=int(time.time())) as address:
        sentence = "somebody has written more into the file of this version than this page can show: presets"
        assert Browser(address).get("/api/games/dim/content") == (400, {"why": sentence})
        ana = owner_of(tmp_path, Browser(address), "dim")
        assert ana.post("/api/games/dim/content", NOTHING) == (400, {"why": sentence})
    assert (folder / "system.toml").read_text(encoding="utf-8") == text


# ── whose it is ────────────────────────────────────────────────────────────────────────────────────────────────────────

NOT_YOURS = (
    "Our Truth is not yours to change; copy it under another name, "
    "or ask the host for it (fatewright versions recover our-truth)"
)


def owner_of(folder, browser, id):
    """Let a browser own a version, as the host does it."""
    said = spoken(folder, "versions", "recover", id, "--json")
    status, kept = browser.post(f"/api/games/{id}/own", {"code": said["path"].partition("#owner=")[2]})
    assert (status, kept) == (200, {"id": id, "flaws": []})
    return browser


def spoken(folder, *words):
    """What a command says as JSON."""
    environment = {**os.environ, "FATEWRIGHT_DATA": str(folder)}
    done = subprocess.run([sys.executable, "-m", "fatewright", *words], env=environment, capture_output=True, check=True)
    return json.loads(done.stdout)


def test_whoever_has_made_a_version_changes_it_and_others_look_at_it_and_copy_it(house, tmp_path):
    keep(house, skills=[TAROT])
    mine, other = content(house, "our-truth"), Browser(house.address)
    seen = content(other, "our-truth")
    assert (mine["is_yours"], seen) == (True, {**mine, "is_yours": False})
    order = {**NOTHING, "stamp": seen["stamp"]}
    assert other.post("/api/games/our-truth/content", order) == (409, {"why": NOT_YOURS})
    other.cookies["owner"] = "x" * 32
    assert other.post("/api/games/our-truth/content", order) == (409, {"why": NOT_YOURS})
    assert content(house, "our-truth") == mine
    assert keep(other, "Their Truth", skills=[TAROT])["id"] == "their-truth"
    assert content(other, "their-truth")["is_yours"]
    key = house.cookies["owner"]
    assert not [file for file in tmp_path.rglob("*") if file.is_file() and key.encode() in file.read_bytes()]


def test_the_key_is_kept_from_scripts(house):
    keep(house)
    assert "HttpOnly" in house.headers["Set-Cookie"]
    assert len(house.cookies["owner"]) == 32


def test_the_host_gives_a_version_to_a_browser_once(house, tmp_path):
    keep(house)
    assert spoken(tmp_path, "versions", "list", "--json") == [
        {"id": "our-truth", "title": "Our Truth", "of": "moment-of-truth", "is_owned": True}
    ]
    path = spoken(tmp_path, "versions", "recover", "our-truth", "--json")["path"]
    assert path.startswith("/games/our-truth/content#owner=")
    code, other, third = {"code": path.partition("=")[2]}, Browser(house.address), Browser(house.address)
    keep(other, "Another")
    had = other.cookies["owner"]
    assert third.post("/api/games/another/own", code)[0] == 409  # good for that version alone
    assert other.post("/api/games/our-truth/own", code)[0] == 200
    assert (other.cookies["owner"], content(other, "our-truth")["is_yours"]) == (had, True)
    assert content(other, "another")["is_yours"]
    assert not content(house, "our-truth")["is_yours"]
    why = "this link has been used or is too old; ask the host for a new one"
    assert third.post("/api/games/our-truth/own", code) == (409, {"why": why})


def test_a_version_from_before_belongs_to_nobody_and_is_played_and_copied(tmp_path):
    folder = tmp_path / "games/dim"
    folder.mkdir(parents=True)
    text = '[system]\nid = "dim"\ntitle = "Dim"\nversion = 1\nextends = "lanterns"\n'
    (folder / "system.toml").write_text(text, encoding="utf-8")
    with served(tmp_path, systems=stocked(games(), tmp_path / "games")[0], now=int(time.time())) as address:
        ana = Browser(address)
        assert not content(ana, "dim")["is_yours"]
        assert ana.post("/api/games/dim/content", NOTHING)[0] == 409
        assert new_table(address, game="dim")[0]
        owner_of(tmp_path, ana, "dim")
        stamp = content(ana, "dim")["stamp"]
        assert keep(ana, "Dim", game="dim", stamp=stamp, weapons=[HARPOON])["id"] == "dim"


def test_an_owner_has_only_so_many_versions_and_others_have_theirs(house, monkeypatch):
    monkeypatch.setattr(shelves, "MOST_OF_ONE", 2)
    for title in ("One", "Two"):
        assert keep(house, title)["id"]
    status, said = house.post("/api/games/moment-of-truth/content", {**NOTHING, "title": "Three"})
    assert (status, said["why"]) == (409, "you have 2 versions in this house, as many as one may; change one of them")
    assert keep(Browser(house.address), "Three")["id"] == "three"


def test_who_comes_as_somebody_new_each_time_does_not_fill_the_house(house):
    """Without a key, or with keys made up: after a few, an address makes no more owners; a flawed try costs nothing."""
    for number in range(10):
        assert whys(keep(Browser(house.address), f" {number}"))
    tries = []
    for number in range(6):
        browser = Browser(house.address)
        browser.cookies |= {"owner": f"{number:032}"} if number % 2 else {}
        tries.append(browser.post("/api/games/lanterns/content", {**NOTHING, "title": f"Dim {number}"})[0])
    assert tries == [200, 200, 200, 200, 429, 429]


def test_only_whoever_may_come_in_keeps_anything(tmp_path):
    with served(tmp_path, passphrase="sesame") as address:
        browser = Browser(address)
        for status, said in (browser.post("/api/games/lanterns/content", NOTHING), browser.get("/api/games/lanterns/content")):
            assert (status, said) == (403, {"why": "this house has a passphrase; say it first"})
        browser.post("/api/enter", {"passphrase": "sesame"})
        assert keep(browser, game="lanterns")["id"] == "our-truth"


def test_a_folder_that_cannot_be_written_to_is_named_in_words(house, tmp_path):
    (tmp_path / "games").write_text("a file in the way", encoding="utf-8")
    status, said = house.post("/api/games/lanterns/content", NOTHING)
    assert (status, said["why"].partition(":")[0]) == (400, "it could not be kept")
    assert len(house.get("/api/games")[1]) == len(games())


# ── tables that play it ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def table(house):
    """A table of a version of Lanterns at which ana has a weapon of the house's own."""
    keep(house, "Dim", game="lanterns", weapons=[HARPOON, {**HARPOON, "name": "net"}])
    id, browsers = new_table(house.address, "ana", game="dim")
    ana = browsers["ana"].sit(id)
    her = {"game": "dim", "version": 1, "name": "ana", "choices": CHOICES}
    assert ana.act("bring", character=json.dumps(her))["is"] == "done"
    gm = browsers["gm"].sit(id)
    yield ana, gm, id, browsers
    ana.close()
    gm.close()


def changed(house, *weapons, title="Dim"):
    """Change the version: its new revision."""
    stamp = content(house, "dim")["stamp"]
    assert keep(house, title, game="dim", stamp=stamp, weapons=weapons)["id"] == "dim"
    return content(house, "dim")["stamp"]


def offer(sitting):
    """The last offer of a newer version."""
    return next((frame for frame in reversed(sitting.hear().frames) if frame["is"] == "newer"), None)


def take(sitting, revision):
    return sitting.act("take-version", revision=revision)


def weapons_at(browser, table):
    status, game = browser.get(f"/api/tables/{table}/game")
    assert status == 200, game
    return {name: row["harm"] for name, row in game["lists"]["weapons"].items()}


GAMES_OWN = {"lantern_pole": 1, "old_name": 2}
NET = {**HARPOON, "name": "net"}
LANTERN = {"name": "great_lantern", "cells": {"harm": 2, "trait": "nerve"}}


def sharper(harm):
    return {**HARPOON, "cells": {**HARPOON["cells"], "harm": harm}}


def test_a_change_reaches_a_table_when_its_game_master_takes_it(house, table):
    ana, gm, id, browsers = table
    assert offer(gm) is None
    revision = changed(house, sharper(9), LANTERN)
    assert offer(gm) == {
        "is": "newer",
        "revision": revision,
        "title": "Dim",
        "verb": "take-version",
        "changes": [{"name": "weapons", "added": ["great_lantern"], "changed": ["harpoon"], "gone": ["net"]}],
    }
    assert offer(ana) is None
    late = {"game": "dim", "version": 1, "name": "Bo", "choices": {**CHOICES, "weapon": "great_lantern"}}
    assert "great_lantern" in ana.act("bring", character=json.dumps(late))["why"]
    assert weapons_at(browsers["ana"], id) == {**GAMES_OWN, "harpoon": 3, "net": 3}
    assert take(gm, revision)["is"] == "done"
    said = "new in weapons: great_lantern; changed in weapons: harpoon; gone from weapons: net"
    assert ana.hear().texts()[-1] == f"the table plays by the new version: {said}"
    assert weapons_at(browsers["ana"], id) == {**GAMES_OWN, "harpoon": 9, "great_lantern": 2}
    assert ana.act("bring", character=json.dumps(late))["is"] == "done"
    assert offer(gm) == {"is": "newer", "revision": "", "title": "", "verb": "", "changes": []}


def test_who_takes_it_back_plays_the_older_one_again(house, table):
    _, gm, id, browsers = table
    first, revision = gm.facts["game", "revision"], changed(house, HARPOON, LANTERN)
    take(gm, revision)
    assert gm.hear().facts["game", "revision"] == revision
    assert gm.send("back")["is"] == "done"
    assert gm.hear().facts["game", "revision"] == first
    assert weapons_at(browsers["gm"], id) == {**GAMES_OWN, "harpoon": 3, "net": 3}
    assert offer(gm)["revision"] == revision
    assert take(gm, revision)["is"] == "done"


def test_a_row_that_the_table_knows_is_not_lost_and_another_may_be(house, table):
    _, gm, _, _ = table
    why = "harpoon (weapons) is gone from the new version, and this table knows it: ana weapon; "
    said = take(gm, changed(house, NET))
    assert (said["is"], said["why"]) == ("refused", f"{why}change that, or have it put back first")
    assert take(gm, changed(house, HARPOON))["is"] == "done"


def test_only_the_latest_is_taken_as_it_is_and_by_whom_it_is_offered(house, table):
    ana, gm, _, _ = table
    assert take(gm, gm.facts["game", "revision"])["why"] == "there is nothing newer: this table plays the latest version"
    missed, revision = changed(house, HARPOON), changed(house, HARPOON, LANTERN)
    again = "the version has been changed again meanwhile; look at what is new now, and take that"
    for args in ({"revision": missed}, {"revision": "../../x"}, {"revision": revision, "what": "nothing at all"}, {}):
        assert gm.act("take-version", **args)["why"] == again
    assert take(ana, revision)["is"] == "refused"
    assert ana.act("move-to-take-version", revision=revision)["is"] == "refused"


def test_a_table_plays_its_revision_after_a_restart(tmp_path):
    with served(tmp_path) as address:
        house = Browser(address)
        keep(house, "Dim", game="lanterns", weapons=[HARPOON])
        id, browsers = new_table(address, game="dim")
        changed(house, sharper(9))
    with served(tmp_path, systems=stocked(games(), tmp_path / "games")[0]) as address:
        gm = browsers["gm"]
        gm.address = address
        assert weapons_at(gm, id) == {**GAMES_OWN, "harpoon": 3}
        sitting = gm.sit(id)
        assert take(sitting, offer(sitting)["revision"])["is"] == "done"
    with served(tmp_path, systems=stocked(games(), tmp_path / "games")[0]) as address:
        gm.address = address
        assert weapons_at(gm, id) == {**GAMES_OWN, "harpoon": 9}


def test_a_table_from_before_plays_what_the_version_was_before_it_was_changed(tmp_path):
    with served(tmp_path) as address:
        keep(house := Browser(address), "Dim", game="lanterns", weapons=[HARPOON])
        id, browsers = new_table(address, game="dim")
    with closing(sqlite3.connect(tmp_path / "tables.db")) as store, store:  # as it was stored before there were revisions
        assert store.execute("DELETE FROM records WHERE event LIKE '%\"revision\"%'").rowcount == 1
    shutil.rmtree(tmp_path / "games/dim/revisions")
    with served(tmp_path, systems=stocked(games(), tmp_path / "games")[0]) as address:
        gm = browsers["gm"]
        gm.address = house.address = address
        assert weapons_at(gm, id) == {**GAMES_OWN, "harpoon": 3}
        changed(house, sharper(5))
        revision = changed(house, sharper(9))
        assert weapons_at(gm, id) == {**GAMES_OWN, "harpoon": 3}
    with served(tmp_path, systems=stocked(games(), tmp_path / "games")[0]) as address:
        gm.address = address
        assert weapons_at(gm, id) == {**GAMES_OWN, "harpoon": 3}
        sitting = gm.sit(id)
        assert sitting.act("say", text="hello")["is"] == "done"
        assert take(sitting, revision)["is"] == "done"
        assert weapons_at(gm, id) == {**GAMES_OWN, "harpoon": 9}
        assert sitting.send("back")["is"] == "done"
        assert weapons_at(gm, id) == {**GAMES_OWN, "harpoon": 3}


def test_without_a_game_master_the_table_votes_and_no_row_is_lost(house):
    order = {"title": "Our Avitch", "lists": {"intents": [{"name": "to charm", "cells": {}}, {"name": "to bore", "cells": {}}]}}
    assert house.post("/api/games/avitch/content", order)[1]["id"] == "our-avitch"
    id, browsers = new_table(house.address, "ana", game="our-avitch")
    bo, ana = browsers["gm"].sit(id), browsers["ana"].sit(id)
    stamp = content(house, "our-avitch")["stamp"]
    fewer = {**order, "lists": {"intents": order["lists"]["intents"][:1]}, "stamp": stamp}
    assert house.post("/api/games/our-avitch/content", fewer)[1]["flaws"] == []
    gone = "to bore (intents) is gone from the new version, and without a game master nobody knows who has it"
    said = ana.act("move-to-take-version", revision=offer(ana)["revision"])
    assert said["why"] == f"{gone}; have it put back first"
    more = [*order["lists"]["intents"], {"name": "to awe", "cells": {}}]
    house.post(
        "/api/games/our-avitch/content", {**order, "lists": {"intents": more}, "stamp": content(house, "our-avitch")["stamp"]}
    )
    revision = offer(ana)["revision"]
    assert ana.act("move-to-take-version", revision=revision)["is"] == "done"
    stamp = content(house, "our-avitch")["stamp"]
    house.post("/api/games/our-avitch/content", {**order, "lists": {"intents": more[:2]}, "stamp": stamp})  # meanwhile
    for voter in (ana, bo):
        assert voter.hear().answer("yes", "vote")["is"] == "done"
    assert bo.hear().facts["game", "revision"] == revision
    assert "to awe" in browsers["ana"].get(f"/api/tables/{id}/game")[1]["lists"]["intents"]


def test_a_game_as_a_table_plays_it_is_asked_by_its_revision(house, table):
    _, gm, _, _ = table
    first = gm.facts["game", "revision"]
    changed(house, HARPOON)
    check = {"name": "x", "choices": {**CHOICES, "weapon": "net"}}
    problems = [house.post(f"/api/games/{game}/check", check)[1]["problems"] for game in (f"dim@{first}", "dim", "dim@x")]
    assert ([len(one) for one in problems], house.get(f"/api/games/dim@{first}")[1]["revision"]) == ([0, 1, 1], first)


def test_a_question_that_waits_meanwhile_is_answered_as_if_nothing_had_happened(house, table):
    ana, gm, _, _ = table
    gm.act("place", name="ghoul", kind="ghoul")
    assert ana.hear().act("stare", who="ana", other="ghoul")["is"] == "done"
    assert take(gm, changed(house, sharper(9), title="Dimmer"))["is"] == "done"
    assert ana.hear().answer(1, "stake")["is"] == "done"
    assert gm.hear().answer(0, "stake")["is"] == "done"
    assert not any("broken off" in text for text in gm.hear().texts())
