"""Whose a row is, over HTTP: what is marked, and a table of the draft alone from its opening to the builder."""

import pytest

from fatewright.systems.spec import game
from web.serving import Browser, new_table, served

TAD = game("triumph-and-disaster")
ALONE = {"rows": "draft only"}
EMPTY = (
    "races, origins, weapon groups, weapons, languages, perks, spells, tricks, shields, gear, wonders, tools, ready-made people"
)
CAUTION = (
    f"The author's draft has none of these, and what was added is left out: {EMPTY}. "
    "Rows of your own are written in your own version of the game; open the table with that."
)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("whose")) as address:
        yield address


def test_a_game_says_which_rows_and_paragraphs_are_ours(address):
    found = Browser(address).get("/api/games/triumph-and-disaster")[1]
    assert found["ours"]["races"] == ["no race", "Human", "Stonefolk", "Fenfolk", "Emberkin"]
    assert ("skills" in found["ours"], "Fire Dart" in found["ours"]["castable"], found["emptied"]) == (False, True, [])
    assert ("TAD-ITM.01" in found["rulings"], "TAD-SK.01" in found["rulings"]) == (True, False)
    lists = {one["name"]: one for one in Browser(address).get("/api/games/triumph-and-disaster/content")[1]["lists"]}
    assert (lists["armors"]["ours"], lists["skills"]["ours"]) == (["none"], [])


def test_whoever_opens_a_table_is_told_what_will_be_empty(address):
    cards = {one["asked"]["name"]: one for one in Browser(address).get("/api/games/triumph-and-disaster")[1]["dials"]}
    assert [one.get("caution", "") for one in cards["rows"]["asked"]["options"]] == ["", CAUTION]
    avitch = Browser(address).get("/api/games/avitch")[1]["dials"]
    assert not any("caution" in option for one in avitch for option in one["asked"]["options"]), "nothing there is empty"
    assert "rows" not in [one["asked"]["name"] for one in Browser(address).get("/api/games/lanterns")[1]["dials"]]


def test_a_table_of_the_draft_alone_offers_no_row_of_ours(address):
    table, browsers = new_table(address, "ana", game=TAD.id, dials=ALONE)
    found = browsers["ana"].get(f"/api/tables/{table}/game")[1]
    assert (found["lists"]["perks"], [*found["lists"]["weapons"]]) == ({}, ["fists"])
    assert (", ".join(found["emptied"]), len(found["lists"]["skills"])) == (EMPTY, 24)
    assert [*Browser(address).get(f"/api/games/{TAD.id}?rows=draft%20only")[1]["lists"]["weapons"]] == ["fists"]
    assert Browser(address).get(f"/api/games/{TAD.id}?rows=none")[0] == 400
    other, browsers = new_table(address, game=TAD.id)
    assert len(browsers["gm"].get(f"/api/tables/{other}/game")[1]["lists"]["weapons"]) == 15


def test_a_character_is_judged_by_the_rows_that_its_table_has(address):
    choices = {name: TAD.kinds["Kara Voss"].get(name, TAD.fields[name].start) for step in TAD.steps for name in step.fields}
    said = {"name": "Kara", "choices": choices}
    browser = Browser(address)
    assert browser.post(f"/api/games/{TAD.id}/check", {**said, "dials": {}})[1]["problems"] == []
    problems = browser.post(f"/api/games/{TAD.id}/check", {**said, "dials": ALONE})[1]["problems"]
    assert problems[0] == "race: found 'Human', expected one of no race"
