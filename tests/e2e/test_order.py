"""Something is put in order: in a game of one's own, on a phone, by its buttons and by the keyboard."""

import pytest
from playwright.sync_api import expect

from e2e.screens import PHONE
from e2e.test_pages import findings, overflow, page_of
from fatewright.systems.spec import games
from web.serving import new_table, served

GAME = """
[system]
id = "night-watch"
title = "Night Watch"
version = 1

[fields]
eyes = { group = "traits", low = 0, high = 5, start = 2, open = true }

[kinds]
guard = {}
"""
RULES = """
from fatewright.systems.author import *


@verb("{seat} sets the watch")
def set_watch(table: Desk) -> Story:
    watch = yield from order(f"seat:{table.seat}", "watch", "Who keeps watch, and when?", options("Ann", "Bo", "Cy"))
    return ends("set", say("the watch: {first}, {then}, {last}", first=watch[0], then=watch[1], last=watch[2]))
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    (folder / "night-watch").mkdir()
    (folder / "night-watch" / "system.toml").write_text(GAME, encoding="utf-8")
    (folder / "night-watch" / "rules.py").write_text(RULES, encoding="utf-8")
    with served(folder, systems=games([folder / "night-watch"])) as address:
        yield address


def test_somebody_puts_things_in_order(house, chromium):
    id, browsers = new_table(house, "Ann", game="night-watch")
    sitting = browsers["Ann"].sit(id)
    assert sitting.act("set-watch")["is"] == "done"
    page = page_of(chromium, house, f"/t/{id}", browsers["Ann"].cookies, PHONE)
    things = page.get_by_role("list", name="Who keeps watch, and when?").get_by_role("listitem")
    expect(things).to_contain_text(["Ann", "Bo", "Cy"])
    assert (findings(page), overflow(page)) == ([], 0)
    page.get_by_role("button", name="Cy: sooner").click()
    expect(things).to_contain_text(["Ann", "Cy", "Bo"])
    expect(page.get_by_text("Cy is number 2 of 3.")).to_be_attached()
    page.keyboard.press("ArrowUp")  # the focus has gone with it
    expect(things).to_contain_text(["Cy", "Ann", "Bo"])
    expect(page.get_by_role("button", name="Cy: later")).to_be_focused()
    page.get_by_role("button", name="Cy, Ann, Bo").click()
    sitting.wait_until(lambda: "the watch: Cy, Ann, Bo" in sitting.texts())
