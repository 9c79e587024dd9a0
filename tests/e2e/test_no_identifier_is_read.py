"""Nobody reads a name of the source on a page: dials, odds of every rule, the builder, lists, sheets and acts at a table."""

import re

import pytest
from playwright.sync_api import expect

from e2e.access import Walk
from e2e.scenes import SYSTEMS
from e2e.test_pages import STOPS, begun, keys
from identifiers import identifiers
from web.serving import served

PASSAGE = re.compile(r"\b[A-Z]{3}-[A-Z0-9.]+")
READ = """() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true
    const said = ['aria-label', 'title', 'placeholder', 'alt']
    const marked = [...document.querySelectorAll(said.map(one => `[${one}]`).join())]
    const texts = [...document.body.querySelectorAll('option, .unseen, label, legend')].map(one => one.textContent)
    return [document.body.innerText, ...texts, ...marked.flatMap(one => said.map(name => one.getAttribute(name) ?? ''))]
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house"), seed=2, systems=dict(SYSTEMS), breath=3600) as address:
        yield address


class Reader(Walk):
    """Reads whatever a page says, and keeps what is a name of the source."""

    def __init__(self, chromium, house, game, cookies=()):
        super().__init__(chromium, house, cookies)
        self.verbs = set(SYSTEMS[game].game.verbs) - {"stand-in"}  # which is a word
        self.found, self.lines = set(), set()

    def read(self, where):
        lines = {line.strip() for text in self.page.evaluate(READ) for line in text.split("\n")}
        self.lines |= lines
        self.found |= {(where, line) for line in lines if identifiers(PASSAGE.sub("", line), self.verbs)}


@pytest.mark.parametrize("game", SYSTEMS)
def test_dials_odds_builder_and_lists(chromium, house, game):
    reader = Reader(chromium, house, game)
    reader.go(f"/new?game={game}", "Open the table")
    expect(reader.page.locator(".dial option")).not_to_have_count(0)
    reader.read("dials")
    for rule in SYSTEMS[game].rules.values():
        reader.go(f"/odds?game={game}&rule={rule.name}", reader.page.get_by_label("Rule", exact=True))
        reader.read(f"odds: {rule.name}")
    reader.go(f"/build/{game}", reader.page.get_by_label("Name of the character"))
    reader.read("the builder")
    reader.go(f"/games/{game}/content", "Lists")
    reader.read("lists")
    assert sorted(reader.found) == []
    assert len(reader.lines) > 50


@pytest.mark.parametrize("game", STOPS)
def test_tables(chromium, house, game):
    """To a player and, where there is one, to the game master."""
    fight = begun(house, game, STOPS[game][1])
    found = set()
    for who in ("you", "host"):
        reader = Reader(chromium, house, game, keys(who, fight))
        reader.go(f"/t/{fight.id}", "What you can do")
        for form in reader.page.locator("#acts [data-verb]").all()[:3]:
            form.evaluate("one => { for (const fold of document.querySelectorAll('#acts details')) fold.open = true }")
            form.press("Enter")
            reader.wait(reader.page.get_by_role("button", name="Do it"))
            reader.read("an act")
            reader.page.get_by_role("button", name="Cancel").first.press("Enter")
        reader.read("the table")
        found |= reader.found
        reader.page.get_by_role("navigation", name="More").get_by_role("button", name="Dials").press("Enter")
        reader.wait(reader.page.locator("dialog details"))
        reader.read("the dials of the table")
        found |= reader.found
    assert sorted(found) == []
