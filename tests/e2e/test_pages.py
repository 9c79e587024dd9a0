"""Every page, light and dark, on a desk and a phone: axe-core finds nothing serious, nothing is wider than the screen."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.screens import DESK, PHONE
from web.serving import Browser, character, new_table, served

AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house")) as address:
        yield address


@pytest.fixture(scope="module")
def table(house):
    """A table in the middle of things: a foe, a sealed bid, a choice after a roll, something undone."""
    id, browsers = new_table(house, "Ana", "Bo", "Cy")
    sitting = {name: browser.sit(id) for name, browser in browsers.items()}
    for name in ("Ana", "Bo"):
        sitting[name].act("bring", character=character(name))
    gm, ana, bo = (sitting[name] for name in ("gm", "Ana", "Bo"))
    gm.act("place", name="ghoul", kind="ghoul")
    gm.act("move", who="ghoul", x=2, y=1)
    ana.act("move", who="Ana", x=0, y=0)
    ana.act("note", text="the ghoul can be hurt")
    gm.act("secret-roll", notation="2d6")
    bo.act("say", text="I never said that")
    bo.send("back")
    gm.act("roll", notation="4d6kh3")
    bo.act("stare", who="Bo", other="Ana")
    ana.drain().act("strike", who="Ana", target="ghoul")
    browsers["screen"] = Browser(house)
    browsers["screen"].post(f"/api/tables/{id}/join", {"name": "television", "role": "television"})
    return id, {name: browser.cookies for name, browser in browsers.items()}


def page_of(chromium, house, path, cookies=None, viewport=DESK, scheme="light"):
    context = chromium.new_context(viewport=viewport, color_scheme=scheme, contrast="more")  # plain paper: axe reads no grain
    for name, value in (cookies or {}).items():
        context.add_cookies([{"name": name, "value": value, "url": house}])
    page = context.new_page()
    page.goto(house + path)
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("main").first).to_be_visible()
    return page


def findings(page):
    """What axe-core finds that is serious, with where it is."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        (one["id"], one["impact"], [node["html"][:120] for node in one["nodes"]][:3])
        for one in found
        if one["impact"] in SERIOUS
    ]


def overflow(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


PUBLIC = {
    "lobby": "/",
    "new table": "/new",
    "a character": "/build/moment-of-truth",
    "odds": "/odds",
    "odds of a rule": "/odds?game=moment-of-truth&rule=skill-roll&pool=4&tn=2",
    "rulebooks": "/rules",
    "a rulebook": "/rules/moment-of-truth",
    "a paragraph": "/rules/moment-of-truth/MOT-1.15",
    "lists of a game": "/games/moment-of-truth/content",
    "passphrase": "/enter",
    "nowhere": "/no/such/page",
}
LOOKS = [(DESK, "light"), (DESK, "dark"), (PHONE, "light"), (PHONE, "dark")]


@pytest.mark.parametrize(("viewport", "scheme"), LOOKS, ids=["desk light", "desk dark", "phone light", "phone dark"])
@pytest.mark.parametrize("path", PUBLIC.values(), ids=PUBLIC)
def test_a_page_is_accessible(chromium, house, path, viewport, scheme):
    page = page_of(chromium, house, path, viewport=viewport, scheme=scheme)
    assert (findings(page), overflow(page)) == ([], 0)
    page.context.close()


SEATS = {
    "game master": ("gm", ""),
    "player": ("Ana", ""),
    "builder": ("Cy", ""),
    "television": ("screen", "/tv"),
    "television that would show what one knows": ("Bo", "/tv"),
    "join": ("", "/join"),
}


@pytest.mark.parametrize(("viewport", "scheme"), LOOKS, ids=["desk light", "desk dark", "phone light", "phone dark"])
@pytest.mark.parametrize(("seat", "part"), SEATS.values(), ids=SEATS)
def test_a_table_is_accessible(chromium, house, table, seat, part, viewport, scheme):
    id, cookies = table
    page = page_of(chromium, house, f"/t/{id}{part}", cookies.get(seat), viewport, scheme)
    assert (findings(page), overflow(page)) == ([], 0)
    if viewport is PHONE and not part:
        for tab in page.get_by_role("navigation", name="Parts of the table").get_by_role("button").all():
            tab.click()
            assert (findings(page), overflow(page)) == ([], 0)
    page.context.close()


def test_axe_would_find_something(chromium, house):
    """A check that cannot fail proves nothing."""
    page = page_of(chromium, house, "/")
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    assert [found[0] for found in findings(page)] == ["label"]
    page.context.close()


def test_the_page_loads_nothing_from_elsewhere(chromium, house, table):
    id, cookies = table
    asked = []
    context = chromium.new_context()
    context.on("request", lambda request: asked.append(request.url))
    for name, value in cookies["gm"].items():
        context.add_cookies([{"name": name, "value": value, "url": house}])
    page = context.new_page()
    blocked = []
    page.on("console", lambda said: blocked.append(said.text) if said.type == "error" else None)
    for path in ("/", "/new", "/odds", "/rules", f"/t/{id}"):
        page.goto(house + path)
        page.wait_for_load_state("networkidle")
    assert [url for url in asked if not url.startswith((house, house.replace("http", "ws"), "data:"))] == []
    assert blocked == []
    assert json.dumps(asked).count("/assets/") > 3
    context.close()
