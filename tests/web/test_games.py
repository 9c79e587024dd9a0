"""The games of a house over HTTP: a short list for the lobby, each game when it is opened, and of foes no number."""

import json

import pytest

from fatewright.systems.cast import ready_made
from fatewright.systems.spec import games
from web.serving import Browser, new_table, ready_in, served

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


def test_a_game_that_is_not_here_is_said_to_be_missing(browser):
    status, said = browser.get("/api/games/chess")
    assert (status, said["why"].partition(";")[0]) == (404, "there is no game 'chess'")


def test_only_the_game_master_of_a_table_is_told_which_kind_looks_like_what(browser):
    table, browsers = new_table(browser.address, "ana")
    path = f"/api/tables/{table}/cast"
    looks = {"warden": "wanderer", "scholar": "wanderer", "ghoul": "pale figure", "hollow_king": "pale figure"}
    assert browsers["gm"].get(path) == (200, {"looks": {**looks, "foe": "pale figure"}})
    why = "only a game master places people of whom the others see no more than their looks"
    assert browsers["ana"].get(path) == (409, {"why": why})
    assert browser.get(path)[0] == 401
    village, sitting = new_table(browser.address, game="avitch")
    assert [one.get(f"/api/tables/{village}/cast") for one in sitting.values()] == [(409, {"why": why})] * len(sitting)
