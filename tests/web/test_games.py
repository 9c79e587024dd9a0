"""The games of a house over HTTP: a short list for the lobby, each game when it is opened, and of foes no number."""

import json

import pytest

from fatewright.systems.cast import ready_made
from fatewright.systems.spec import games
from fatewright.systems.writing import AGAIN, ONCE
from web.serving import Browser, character, new_table, ready_in, served

LOBBY = 40_000  # bytes of the list, at most


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with served(tmp_path_factory.mktemp("games")) as address:
        yield Browser(address)


def test_the_list_of_games_is_what_the_lobby_shows_and_short(browser):
    cards = browser.get("/api/games")[1]
    assert int(browser.headers["content-length"]) < LOBBY
    lanterns = next(card for card in cards if card["id"] == "lanterns")
    assert lanterns == {
        "id": "lanterns",
        "title": "Lanterns Under the Hill",
        "extends": "",
        "pitch": lanterns["pitch"],
        "hue": lanterns["hue"],
        "has_gm": True,
        "has_content": True,
        "has_ledger": False,
        "has_builder": True,
        "has_rules": True,
        "has_scene": True,
        "is_playable": True,
    }


@pytest.mark.parametrize("system", games().values(), ids=lambda system: system.id)
def test_a_game_has_the_numbers_of_heroes_and_of_no_foe(browser, system):
    status, game = browser.get(f"/api/games/{system.id}")
    assert (status, "kinds" in game) == (200, False)
    assert ready_in(game) == [*ready_made(system)]
    heroes = {json.loads(one)["name"] for one in ready_made(system)}
    foes = [values for kind, values in system.kinds.items() if kind not in heroes]
    assert not [values for values in foes if len(values) > 1 and json.dumps(values)[1:-1] in json.dumps(game)]


def test_a_game_that_has_not_changed_is_not_sent_again(browser):
    assert browser.get("/api/games/lanterns")[0] == 200
    tag = browser.headers["etag"]
    assert browser.get("/api/games/lanterns", **{"If-None-Match": tag}) == (304, b"")
    assert browser.get("/api/games/avitch", **{"If-None-Match": tag})[0] == 200
    assert (browser.headers["cache-control"], browser.headers["etag"] != tag) == ("private, no-cache", True)


def test_whoever_a_game_master_has_written_is_offered_at_their_later_tables_of_the_game_and_nowhere_else(browser):
    """TOF-1.25: written once, they come again: at a version of the game, too; the latest word counts."""
    first, browsers = new_table(browser.address, "ana")
    gm, ana = browsers["gm"], browsers["ana"]
    rat = {"nerve": 5, "hand": 5, "wit": 5}
    for name, choices, keep in (("Rat", rat, AGAIN), ("Eel", rat, AGAIN), ("Eel", rat, ONCE)):
        text = character(name, **choices)
        args = {"look": "pale figure", "person": text, "keep": keep, "name": f"{name} {keep[4:8]}"}
        assert gm.sit(first).act("write-somebody", **args)["is"] == "done"
    gm.post("/api/games/lanterns/content", {"title": "Damp", "lists": {}})
    for game, wanted in (("lanterns", [("Rat", rat)]), ("damp", [("Rat", rat)]), ("twist-of-fate", [])):
        table = gm.post("/api/tables", {"game": game, "name": "Later", "seat": "gm"})[1]["id"]
        own = [one for one in gm.get(f"/api/tables/{table}/cast")[1]["copies"] if one["is_own"]]
        assert [(one["name"], one["look"]) for one in own] == [(name, "pale figure") for name, _ in wanted]
        assert [{key: one["choices"][key] for key in rat} for one in own] == [choices for _, choices in wanted]
    table = ana.post("/api/tables", {"game": "lanterns", "name": "Hers", "seat": "gm"})[1]["id"]
    assert [one for one in ana.get(f"/api/tables/{table}/cast")[1]["copies"] if one["is_own"]] == []


def test_a_sheet_that_a_game_master_writes_is_checked_for_what_rules_can_read_alone(browser):
    check = {"name": "Rat", "choices": {"nerve": 5, "hand": 5, "wit": 5, "toughness": 9}, "is_written": True}
    status, said = browser.post("/api/games/lanterns/check", check)
    assert (status, said["problems"], said["budgets"]) == (200, [], [])
    assert said["warnings"] == ["Traits: points spent: 15, and there are 9"]
    _, said = browser.post("/api/games/lanterns/check", {**check, "choices": {"nerve": 6, "hand": 5, "wit": 5, "luck": 3}})
    assert said["problems"] == ["luck: not something to choose", "nerve: found 6, expected a whole number from 0 to 5"]


def test_a_game_that_is_not_here_is_said_to_be_missing(browser):
    status, said = browser.get("/api/games/chess")
    assert (status, said["why"].partition(";")[0]) == (404, "there is no game 'chess'")


def test_only_the_game_master_of_a_table_is_told_which_kind_looks_like_what(browser):
    table, browsers = new_table(browser.address, "ana")
    path = f"/api/tables/{table}/cast"
    looks = {"warden": "wanderer", "scholar": "wanderer", "ghoul": "pale figure", "hollow_king": "pale figure"}
    status, cast = browsers["gm"].get(path)
    assert (status, cast["looks"]) == (200, {**looks, "foe": "pale figure"})
    ghoul = {"nerve": 2, "hand": 3, "wit": 1, "light": 0, "toughness": 3}  # its numbers are the game master's, to copy
    assert cast["copies"][2] == {"name": "ghoul", "look": "pale figure", "choices": ghoul, "is_own": False}
    assert 'toughness": 3' not in json.dumps(browser.get("/api/games/lanterns")[1]["verbs"])
    why = "only a game master places people of whom the others see no more than their looks"
    assert browsers["ana"].get(path) == (409, {"why": why})
    assert browser.get(path)[0] == 401
    village, sitting = new_table(browser.address, game="avitch")
    assert [one.get(f"/api/tables/{village}/cast") for one in sitting.values()] == [(409, {"why": why})] * len(sitting)
