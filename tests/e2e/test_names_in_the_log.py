"""Names in the log lead to whom they name: by a tap, on a phone, and by keys."""

import pytest
from playwright.sync_api import expect

from e2e.screens import DESK, PHONE, Keys, Mouse, Person
from web.serving import character, new_table, served


def set_out(address):
    """A ghoul has lost the scent of Bo, which only the game master knows."""
    id, browsers = new_table(address, "Ana", "Bo")
    for name in ("Ana", "Bo"):
        browsers[name].sit(id).act("bring", character=character(name))
    browsers["gm"].sit(id).act("place", name="ghoul", kind="ghoul")
    browsers["gm"].sit(id).act("stalk", foe="ghoul", prey="Bo")
    return id, browsers


def person_of(chromium, address, id, browser, hand, look):
    person = Person(chromium, address, "gm", hand, look)
    person.come_back(browser.cookies)
    person.page.goto(f"{address}/t/{id}")
    return person


def row_of(person, name):
    return person.page.get_by_role("region", name="People", exact=True).locator(f"li[data-name={name}] h3 button")


@pytest.mark.parametrize("look", [DESK, PHONE], ids=["desk", "phone"])
def test_a_name_in_the_log_is_tapped(chromium, tmp_path, look):
    with served(tmp_path, seed=3) as address:
        id, browsers = set_out(address)
        gm = person_of(chromium, address, id, browsers["gm"], Mouse(), look)
        entry = gm.part("Log").locator("li[data-key]").last
        expect(entry.locator("p.head")).to_have_text("ghoul loses the scent of Bo")
        gm.hand.press(entry.locator("p.head").get_by_role("link", name="ghoul"))
        row = row_of(gm, "ghoul")
        expect(row).to_have_attribute("aria-expanded", "true")
        expect(row).to_be_focused()
        expect(row).to_be_in_viewport()
        assert gm.problems == []


def test_a_name_in_the_details_is_reached_by_keys(chromium, tmp_path):
    with served(tmp_path, seed=3) as address:
        id, browsers = set_out(address)
        gm = person_of(chromium, address, id, browsers["gm"], Keys(), DESK)
        entry = gm.part("Log").locator("li[data-key]").last
        gm.hand.press(entry.locator("summary"))
        gm.hand.press(entry.locator("details").get_by_role("link", name="Bo").last)
        expect(row_of(gm, "Bo")).to_be_focused()
        assert gm.problems == []
