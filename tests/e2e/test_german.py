"""Whoever chooses German has what the table says in German, where the game has it; the others have it as before."""

import re

from playwright.sync_api import expect

from e2e.screens import DESK, Mouse, Person
from web.serving import character, new_table, served


def test_lanterns_in_german(chromium, tmp_path):
    with served(tmp_path, seed=3) as address:
        id, browsers = new_table(address, "Ana", "Bo")
        for name in ("Ana", "Bo"):
            browsers[name].sit(id).act("bring", character=character(name))
        browsers["gm"].sit(id).act("place", name="ghoul", kind="ghoul")
        browsers["gm"].sit(id).act("stalk", foe="ghoul", prey="Bo")
        gm, bo = (Person(chromium, address, name, Mouse(), DESK) for name in ("gm", "Bo"))
        for person in (gm, bo):
            person.come_back(browsers[person.name].cookies)
            person.page.goto(f"{address}/t/{id}")
        last = gm.part("Log").locator("li[data-key] p.head").last
        expect(last).to_have_text("ghoul loses the scent of Bo")
        gm.hand.press(gm.page.get_by_role("button", name="Settings"))
        gm.page.get_by_text("Deutsch", exact=True).click()
        expect(last).to_have_text("ghoul verliert die Fährte von Bo")
        expect(last).to_have_attribute("lang", "de")
        expect(last.get_by_role("link")).to_have_text(["ghoul", "Bo"])
        acts = gm.part("What you can do")
        gm.hand.press(acts.get_by_role("button", name="anschleichen", exact=True))
        expect(acts.locator("form")).to_contain_text("schleicht")
        browsers["Ana"].sit(id).act("stare", who="Ana", other="Bo")
        expect(bo.page.get_by_role("heading", name="Stake how much light?")).to_be_visible()
        expect(last).to_have_text(re.compile("Ana und Bo starren sich an"))
        assert (gm.problems, bo.problems) == ([], [])
