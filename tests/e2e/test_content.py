"""A group adds to the lists of a game in the browser: refused for all reasons at once, saved, and played at once."""

import re
import time

import pytest
from playwright.sync_api import expect

from e2e.screens import PHONE, Keys, Mouse, Person
from e2e.test_moment_of_truth import assert_well_made, builder_of
from web.serving import Browser, served
from web.test_content import spoken

FLAWS = [
    "name: found '', expected 1 to 40 characters without spaces around them",
    "skills, Tarot: usual is missing",
    "melee weapons, row 1: name: found '', expected 1 to 60 characters without spaces around them",
    "melee weapons, row 1: reach is missing",
    "melee weapons, row 1: bonus: found 'many', expected a whole number from 0 to 99",
    "melee weapons, row 1: minor is missing",
    "melee weapons, row 1: major is missing",
]

HARPOON = {"name": "harpoon", "cells": {"harm": 3, "trait": "hand"}}


@pytest.fixture
def house(tmp_path):
    with served(tmp_path) as address:
        yield address


def test_a_skill_and_a_weapon_from_the_lobby_to_the_builder(chromium, house):
    gwen = Person(chromium, house, "Gwen", Mouse())
    gwen.page.goto(house)
    gwen.hand.press(gwen.page.get_by_role("link", name="Your own version: Moment of Truth"))
    expect(gwen.page.get_by_role("heading", name="Your version of Moment of Truth")).to_be_visible()
    write_what_is_wrong(gwen)
    put_it_right(gwen)
    expect(saved(gwen)).to_contain_text("Our Truth is saved, and can be played.")
    assert gwen.page.url == f"{house}/games/our-truth/content?saved"
    gwen.hand.press(gwen.page.get_by_role("link", name="Open a table"))
    expect(gwen.page.get_by_label("Game", exact=True).locator("option:checked")).to_have_text("Our Truth")
    gwen.hand.fill(gwen.page.get_by_label("Name of the table"), "The parlour")
    gwen.hand.fill(gwen.page.get_by_label("Your name"), "Gwen")
    gwen.hand.press(gwen.page.get_by_role("button", name="Open the table"))
    gwen.page.wait_for_url("**/t/*")
    ana = Person(chromium, house, "Ana", Mouse(), PHONE)
    ana.join(f"{gwen.page.url}/join")
    assert_the_builder_offers(ana, "Knowledge", "Tarot")
    assert (gwen.problems, ana.problems) == ([], [])


def write_what_is_wrong(gwen):
    """All reasons come at once, lead to their rows, and nothing that was typed is lost."""
    skill = added(gwen, "skills")
    gwen.hand.fill(skill.get_by_label("name (needed)"), "Tarot")
    gwen.hand.fill(skill.get_by_label("group"), "Knowledge")
    weapon = added(gwen, "melee weapons")
    gwen.hand.fill(weapon.get_by_label("bonus (needed)"), "many")
    weapon.get_by_label("skill (needed)").select_option(label="Tarot")  # a row of the same version
    gwen.hand.press(gwen.page.get_by_role("button", name="Save"))
    flaws = gwen.page.get_by_role("alert").get_by_role("listitem")
    expect(flaws).to_have_text(FLAWS, ignore_case=True, use_inner_text=True)
    assert_well_made(gwen)
    opened(gwen, "skills", is_open=False)
    gwen.hand.press(flaws.get_by_role("button", name="skills, Tarot: usual is missing"))
    expect(skill.get_by_label("name (needed)")).to_be_focused()
    gwen.page.reload()
    expect(row(gwen, "Tarot").get_by_label("group")).to_have_value("Knowledge")


def put_it_right(gwen):
    opened(gwen, "skills")
    row(gwen, "Tarot").get_by_label("usual (needed)").select_option(label="will")
    opened(gwen, "melee weapons")
    weapon = row(gwen, re.compile("^New in melee weapons"))
    gwen.hand.fill(weapon.get_by_label("name (needed)"), "Razor Card")
    weapon = row(gwen, "Razor Card")
    for name, number in {"reach": 0, "bonus": 2, "minor": 4, "major": 5}.items():
        gwen.hand.fill(weapon.get_by_label(f"{name} (needed)"), str(number))
    weapon.get_by_role("checkbox", name="blade").check()
    extra = added(gwen, "problems")
    gwen.hand.fill(extra.get_by_label("name (needed)"), "Drunk")
    gwen.hand.fill(gwen.page.get_by_label("Name of your version"), "Our Truth")
    gwen.hand.press(gwen.page.get_by_role("button", name="Save"))
    taken = "problems, Drunk: the game has a row of this name; give yours another"
    expect(gwen.page.get_by_role("alert").get_by_role("listitem")).to_have_text([taken], ignore_case=True, use_inner_text=True)
    gwen.hand.press(gwen.page.get_by_role("button", name="Remove Drunk"))
    gwen.hand.press(gwen.page.get_by_role("button", name="Save"))


def assert_the_builder_offers(person, category, skill):
    skills = builder_of(person).get_by_role("region", name="Skills").locator("details")
    group = skills.filter(has=person.page.get_by_text(category, exact=True))
    group.locator("summary").click()
    expect(group.get_by_role("spinbutton", name=skill, exact=True)).to_be_visible()


def test_on_a_phone_and_by_keyboard_alone(chromium, house):
    """A weapon of Lanterns is added, saved, changed, and found among the versions of the house."""
    bo = Person(chromium, house, "Bo", Keys(), PHONE)
    bo.page.goto(f"{house}/new?game=lanterns")
    bo.hand.press(bo.page.get_by_role("link", name="Your own version of Lanterns Under the Hill"))
    bo.hand.fill(bo.page.get_by_label("Name of your version"), "Dim")
    bo.hand.press(list_of(bo, "weapons").locator("summary").first)
    bo.hand.press(bo.page.get_by_role("button", name="Add to weapons"))
    expect(list_of(bo, "weapons").get_by_label("name (needed)").last).to_be_focused()
    bo.page.keyboard.type("harpoon")  # the new row has the focus
    bo.hand.fill(row(bo, "harpoon").get_by_label("harm (needed)"), "3")
    bo.hand.select(row(bo, "harpoon").get_by_label("trait (needed)"), "hand")
    assert_well_made(bo)
    bo.hand.press(bo.page.get_by_role("button", name="Save"))
    expect(saved(bo)).to_contain_text("Dim is saved, and can be played.")
    expect(row(bo, "harpoon").get_by_label("trait (needed)")).to_have_value('"hand"')
    bo.hand.fill(row(bo, "harpoon").get_by_label("harm (needed)"), "2")
    expect(saved(bo)).to_have_count(0)
    bo.hand.press(bo.page.get_by_role("button", name="Save"))
    expect(saved(bo)).to_be_visible()
    bo.page.goto(f"{house}/games/lanterns/content")
    expect(bo.page.get_by_role("navigation", name="Versions in this house").get_by_role("link")).to_have_text(["Dim"])
    assert_well_made(bo)
    assert bo.problems == []


def test_a_version_of_somebody_else_is_read_and_copied_and_the_host_gives_it_back(chromium, tmp_path):
    """On a phone and by keyboard alone, but for the host."""
    with served(tmp_path, now=int(time.time())) as house:
        first = Browser(house)
        order = {"title": "Dim", "lists": {"weapons": [HARPOON]}}
        assert first.post("/api/games/lanterns/content", order)[1]["id"] == "dim"
        bo = Person(chromium, house, "Bo", Keys(), PHONE)
        bo.page.goto(house)
        bo.hand.press(bo.page.get_by_role("link", name="What it adds: Dim"))
        expect(bo.page.get_by_text("Dim was made in another browser, and is changed there alone.")).to_be_visible()
        expect(list_of(bo, "weapons").get_by_role("listitem").filter(has_text="harpoon")).to_be_visible()
        expect(bo.page.get_by_role("textbox")).to_have_count(0)
        expect(bo.page.get_by_role("button", name="Save")).to_have_count(0)
        assert_well_made(bo)
        bo.hand.press(bo.page.get_by_role("button", name="Copy"))
        expect(bo.page.get_by_label("Name of your version")).to_be_focused()
        bo.page.keyboard.type("Dimmer")
        bo.page.reload()
        expect(bo.page.get_by_label("Name of your version")).to_have_value("Dimmer")
        bo.hand.press(bo.page.get_by_role("button", name="Save"))
        expect(saved(bo)).to_contain_text("Dimmer is saved, and can be played.")
        expect(row(bo, "harpoon").get_by_label("harm (needed)")).to_have_value("3")
        path = spoken(tmp_path, "versions", "recover", "dim", "--json")["path"]
        bo.page.goto(f"{house}{path}")
        expect(bo.page.get_by_role("status").filter(has_text="Dim is yours: this browser may change it.")).to_be_visible()
        expect(row(bo, "harpoon").get_by_label("harm (needed)")).to_have_value("3")
        assert bo.page.url == f"{house}/games/dim/content"
        assert bo.problems == []


def test_the_game_master_takes_a_newer_version_on_a_phone_by_keyboard(chromium, house):
    """Refused while somebody has what is gone, in words; then taken, and the builder offers what is new."""
    owner, order = Browser(house), {"title": "Dim", "lists": {"weapons": [HARPOON]}}
    assert owner.post("/api/games/lanterns/content", order)[1]["id"] == "dim"
    gwen = Person(chromium, house, "Gwen", Keys(), PHONE)
    gwen.page.goto(f"{house}/new?game=dim")
    gwen.hand.fill(gwen.page.get_by_label("Your name"), "Gwen")
    gwen.hand.press(gwen.page.get_by_role("button", name="Open the table"))
    gwen.page.wait_for_url("**/t/*")
    offer = gwen.page.get_by_role("region", name="A newer version")
    expect(gwen.page.get_by_role("heading", name="Dim")).to_be_visible()
    expect(offer).to_have_count(0)
    changed = [{**HARPOON, "cells": {"harm": 2, "trait": "hand"}}, {**HARPOON, "name": "net"}]
    stamp = owner.get("/api/games/dim/content")[1]["stamp"]
    assert owner.post("/api/games/dim/content", {**order, "lists": {"weapons": changed}, "stamp": stamp})[1]["id"] == "dim"
    expect(offer.get_by_role("status")).to_contain_text("There is a newer version of Dim.")
    gwen.hand.press(offer.locator("summary"))
    expect(offer.get_by_role("listitem")).to_have_text(["New in weapons: net", "Changed in weapons: harpoon"])
    assert_well_made(gwen)
    gwen.hand.press(offer.get_by_role("button", name="Take the new version"))
    expect(offer).to_have_count(0)
    gwen.sees("the table plays by the new version: new in weapons: net; changed in weapons: harpoon")
    assert gwen.problems == []


# ── hands ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def saved(person):
    return person.page.get_by_role("status").filter(has_text="is saved")


def list_of(person, name):
    return person.page.locator(f"#list-{name.replace(' ', '_')}")


def opened(person, name, *, is_open=True):
    """A list, opened or closed."""
    part = list_of(person, name)
    if (part.locator("details").first.get_attribute("open") is not None) is not is_open:
        person.hand.press(part.locator("summary").first)
    return part


def added(person, name):
    """A new row in a list; it is known by its place, whatever it is called later."""
    part = opened(person, name)
    person.hand.press(part.get_by_role("button", name=f"Add to {name}"))
    return part.locator("fieldset").last


def row(person, name):
    return person.page.get_by_role("group", name=name, exact=True)
