"""Own versions of games over HTTP: what is shown, what is refused and why, what is kept, and the tables that play it."""

import json
import threading

import pytest

from fatewright.server import shelf as shelves
from fatewright.server.shelf import stocked
from fatewright.systems.spec import games
from web.serving import Browser, Process, new_table, served

TAROT = {"name": "Tarot", "cells": {"usual": "will", "group": "Knowledge", "text": "reading the cards"}}
HARPOON = {"name": "harpoon", "cells": {"harm": 3, "trait": "hand"}}
NOTHING = {"title": "Our Truth", "lists": {}}


@pytest.fixture
def house(tmp_path):
    with served(tmp_path) as address:
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
    assert {key: said[key] for key in ("game", "game_title", "id", "title", "stamp", "versions", "most_rows")} == {
        "game": "lanterns",
        "game_title": "Lanterns Under the Hill",
        **{"id": "", "title": "", "stamp": "", "versions": [], "most_rows": 200},
    }
    assert [one["name"] for one in said["lists"]] == ["difficulty", "weapons"]
    number = {"name": "harm", "shape": "number", "from_lists": [], "choices": [], "low": 0, "high": 99, "is_needed": True}
    entry = {**number, "name": "trait", "shape": "entry", "choices": ["nerve", "hand", "wit"], "high": 0}
    text = {**number, "name": "text", "shape": "text", "high": 300, "is_needed": False}
    assert said["lists"][1] == {
        "name": "weapons",
        "columns": [number, entry, text],
        "rows": [
            {"name": "lantern_pole", "cells": {"harm": 1, "trait": "hand"}},
            {"name": "old_name", "cells": {"harm": 2, "trait": "wit"}},
        ],
        "own": [],
        "closed": "",
    }


def test_a_version_is_there_at_once_and_can_be_played(house, tmp_path):
    assert keep(house, skills=[TAROT]) == {"id": "our-truth", "flaws": []}
    assert kept_files(tmp_path / "games") == ["our-truth/system.toml"]
    cards = {card["id"]: card for card in house.get("/api/games")[1]}
    assert (cards["our-truth"]["title"], cards["our-truth"]["extends"]) == ("Our Truth", "moment-of-truth")
    assert (cards["our-truth"]["has_content"], cards["moment-of-truth"]["extends"]) == (True, "")
    assert "Tarot" in cards["our-truth"]["lists"]["skills"]
    assert "Tarot" not in cards["moment-of-truth"]["lists"]["skills"]
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
            {"list": "skills", "row": 0, "why": "skills, Tarot: usual: found 'luck', expected one of statistics"},
            {"list": "skills", "row": 0, "why": "skills, Tarot: tn: found 'two', expected a whole number from 0 to 99"},
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
    assert (status, said["why"]) == (409, "this house has 1 versions; change one of them, or remove its folder")
    assert keep(house, game="our-truth", stamp=content(house, "our-truth")["stamp"])["id"] == "our-truth"


def test_what_somebody_else_has_kept_meanwhile_is_not_overwritten(house):
    keep(house)
    stamp = content(house, "our-truth")["stamp"]
    keep(house, game="our-truth", stamp=stamp, skills=[TAROT])
    status, said = house.post("/api/games/our-truth/content", {**NOTHING, "stamp": stamp})
    assert (status, said["why"].partition(";")[0]) == (409, "somebody else has changed this version meanwhile")


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
    with served(tmp_path, systems=stocked(games(), tmp_path / "games")[0]) as address:
        sentence = "somebody has written more into the file of this version than this page can show: presets"
        assert Browser(address).get("/api/games/dim/content") == (400, {"why": sentence})
        assert Browser(address).post("/api/games/dim/content", NOTHING) == (400, {"why": sentence})
    assert (folder / "system.toml").read_text(encoding="utf-8") == text


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
    choices = {"nerve": 3, "hand": 4, "wit": 2, "weapon": "harpoon"}
    assert (
        ana.act("bring", character=json.dumps({"game": "dim", "version": 1, "name": "ana", "choices": choices}))["is"] == "done"
    )
    yield ana, browsers["gm"].sit(id)
    ana.close()


def test_a_row_that_a_table_knows_cannot_go_and_another_can(house, table):
    stamp = content(house, "dim")["stamp"]
    said = keep(house, "Dim", game="dim", stamp=stamp, weapons=[])
    assert said["flaws"] == [{"list": "weapons", "row": -1, "why": "weapons: harpoon cannot go: a table knows it; put it back"}]
    assert keep(house, "Dim", game="dim", stamp=stamp, weapons=[HARPOON])["id"] == "dim"


def test_a_table_goes_on_by_what_was_changed(house, table):
    ana, gm = table
    gm.act("place", name="ghoul", kind="ghoul")
    weaker = {**HARPOON, "cells": {**HARPOON["cells"], "trait": "wit"}}
    lantern = {"name": "great_lantern", "cells": {"harm": 2, "trait": "nerve"}}
    stamp = content(house, "dim")["stamp"]
    assert keep(house, "Dim", game="dim", stamp=stamp, weapons=[weaker, {**HARPOON, "name": "net"}, lantern])["id"] == "dim"
    assert ana.drain().act("strike", who="ana", target="ghoul")["is"] == "done"
    choices = {"nerve": 3, "hand": 4, "wit": 2, "weapon": "great_lantern"}
    late = {"game": "dim", "version": 1, "name": "Bo", "choices": choices}
    assert ana.act("bring", character=json.dumps(late))["is"] == "done"
    assert ana.facts["token", "Bo", "weapon"] == "great_lantern"


def test_a_question_that_waits_meanwhile_is_answered_as_if_nothing_had_happened(house, table):
    ana, gm = table
    gm.act("place", name="ghoul", kind="ghoul")
    assert ana.drain().act("stare", who="ana", other="ghoul")["is"] == "done"
    stamp = content(house, "dim")["stamp"]
    stronger = {**HARPOON, "cells": {**HARPOON["cells"], "harm": 9}}
    assert keep(house, "Dimmer", game="dim", stamp=stamp, weapons=[stronger])["id"] == "dim"
    assert ana.drain().answer(1, "stake")["is"] == "done"
    assert gm.drain().answer(0, "stake")["is"] == "done"
    assert not any("broken off" in text for text in gm.drain().texts())
