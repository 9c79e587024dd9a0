"""Every screen, at a desk, on a tablet, on phones and on a television, light and dark.

axe-core finds nothing serious, letters stand out from the paper with its grain, thumbs find what they press, keys show where
they are, and nothing is wider than the screen.
"""

import json
import re

import pytest
from playwright.sync_api import expect

from e2e.access import Walk, findings, overflow, page_of
from e2e.scenes import SYSTEMS, Sitters
from web.serving import Browser, served

__all__ = ["findings", "overflow", "page_of"]
NEW = "Cy"
PARTS_OF_PUBLIC = 3  # so that no core waits for another
PARTS = ("Question", "Sheet", "Table", "Log")
CALM = 3600  # seconds that automatic people think
ODDS = {
    "avitch&rule=check": "%",
    "lanterns&rule=daring&dice=3": "%",
    "mind-over-matter&rule=opposed": "%",
    "moment-of-truth&rule=skill-roll&pool=4&tn=2": "%",
    "triumph-and-disaster&rule=versus-fate": "%",
    "twist-of-fate&rule=against": "%",
}
PUBLIC = {
    "/": "Try it",
    "/new": "Open the table",
    "/build/moment-of-truth": "A character for Moment of Truth",
    "/odds": "Odds",
    **{f"/odds?game={rule}": shows for rule, shows in ODDS.items()},
    "/rules": "Moment of Truth",
    "/rules/moment-of-truth": "Contents",
    "/rules/moment-of-truth/MOT-1.15": "Impossibility Exception",
    "/games/moment-of-truth/content": "Your version of Moment of Truth",
    "/enter": "passphrase",
    "/no/such/page": "nothing",
    "/t/nowhere": "table",
    "/t/nowhere/film": "table",
}
# For each game: how many steps of its scene are over before the newcomer is asked something, and before a blow is struck.
STOPS = {
    "avitch": (2, 4),
    "lanterns": (2, 3),
    "mind-over-matter": (1, 3),
    "moment-of-truth": (0, 3),
    "triumph-and-disaster": (0, 2),
    "twist-of-fate": (1, 3),
}


ASKED = dict.fromkeys(STOPS, "Answer") | {"triumph-and-disaster": "Still waiting for"}
FOUGHT = dict.fromkeys(STOPS, "What you can do")


@pytest.fixture
def house(tmp_path):
    """A house of its own, so that the dice fall as they do whatever else is run, and in whichever order."""
    with served(tmp_path, seed=2, systems=dict(SYSTEMS), breath=CALM) as address:  # dice by which newcomers strike first
        yield address


def begun(house, game, stop):
    evening = Sitters(house, game)
    evening.play(stop)
    if (game, stop) != ("triumph-and-disaster", 2):  # who strikes first there, the dice have said
        evening.begin(stop, is_answered=game not in ("lanterns", "triumph-and-disaster"))
    evening.join(NEW, Browser(house))
    evening.join("television", Browser(house), "television")
    evening.leave()
    return evening


def keys(who, *tables):
    """What the browser of the host, the one who plays, the one who has only come or the television holds at these tables."""
    held = {}
    for one in tables:
        held |= one.browsers[{"host": one.host, "you": one.you}.get(who, who)].cookies
    return held.items()


@pytest.mark.parametrize("part", range(PARTS_OF_PUBLIC))
def test_pages_for_everybody(chromium, house, part):
    walk = Walk(chromium, house)
    for path, shows in list(PUBLIC.items())[part::PARTS_OF_PUBLIC]:
        walk.go(path, shows)
        walk.look(path)
    assert walk.faults == []


def test_a_screen_that_broke(chromium, house):
    walk = Walk(chromium, house)
    walk.page.route(re.compile("/assets/Rulebook.*js"), lambda route: route.abort())
    walk.go("/rules", "This screen broke.")
    walk.look("a screen that broke")
    assert walk.faults == []


@pytest.mark.parametrize("game", [game for game in STOPS if game != "mind-over-matter"])  # which has its sister's screens
def test_the_tables_of_every_game(chromium, house, game):
    """To a player, the game master, whoever has only come, and on the television."""
    asked, fight = (begun(house, game, stop) for stop in STOPS[game])
    walk = Walk(chromium, house, keys("you", asked, fight))
    walk.go(f"/t/{asked.id}", ASKED[game])
    walk.look("a question", about=".middle")
    walk.go(f"/t/{fight.id}", FOUGHT[game])
    form = walk.page.locator("#acts [data-verb]").first
    form.evaluate("one => { for (const fold of document.querySelectorAll('#acts details')) fold.open = true }")
    form.press("Enter")  # by its key: what unfolds moves under a pointer
    walk.wait(walk.page.get_by_role("button", name="Do it"))
    walk.look("an act", PARTS)

    if SYSTEMS[game].has_gm:
        walk.hold(keys("host", fight))
        walk.go(f"/t/{fight.id}", "Game master")
        walk.page.locator("#gm button[aria-expanded]").first.click()
        walk.wait(walk.page.locator("#gm .card"))
        walk.look("the game master", ("Table",))

    walk.hold(keys(NEW, asked))
    walk.go(f"/t/{asked.id}", "Bring somebody to the table")
    walk.look("the builder", about=".builder")

    walk.hold(keys("television", asked, fight))
    for evening in (asked, fight) if game == "lanterns" else (fight,):
        walk.go(f"/t/{evening.id}/tv", "Join in")
        walk.look_large("the television")
    assert walk.faults == []


def test_what_opens_over_a_table(chromium, house):
    asked = begun(house, "lanterns", STOPS["lanterns"][0])
    gm, mara = (Walk(chromium, house, keys(who, asked)) for who in ("host", "you"))
    gm.go(f"/t/{asked.id}", "Game master")
    head = gm.page.get_by_role("navigation", name="More")
    for name in ("Invite", "Dials", "Settings", "Keys"):
        opened(gm, head.get_by_role("button", name=name), name)
    entry = gm.page.get_by_role("region", name="Log").get_by_role("listitem").filter(has_text="Mara").first
    gm.unfold()
    opened(gm, entry.get_by_role("button", name="Back to before this"), "a rewind")
    gm.page.get_by_role("button", name="New way in for a seat").click()
    gm.page.get_by_role("button", name="Make a link for").first.click()
    gm.wait(gm.page.locator("#gm .copy"))
    gm.page.get_by_role("region", name="Log").get_by_role("button", name="Filter").click()
    gm.look("a link for a seat, and the filter")

    mara.go(f"/t/{asked.id}", "Answer")
    mara.page.get_by_role("button", name="Print Mara’s sheet").click()
    mara.wait(mara.page.get_by_role("dialog", name="Mara, on paper").get_by_role("heading", name="Mara", exact=True))
    mara.look("a sheet on paper")
    mara.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    opened(mara, mara.page.get_by_role("button", name="Take back my last step"), "taking back")
    people = mara.page.get_by_role("region", name="People")
    people.get_by_role("button", name=re.compile("^light")).first.click()
    opened(mara, people.get_by_role("button", name="Who changed it"), "who changed a number")
    mara.page.get_by_role("button", name=re.compile("^Answer: 0")).click()
    mara.wait("Your answer lies face down.")
    mara.look("an answer that lies face down")
    assert gm.faults + mara.faults == []


def opened(walk, button, name):
    """Open a dialog by its button, look at it, close it."""
    button.click()
    dialog = walk.page.get_by_role("dialog")
    walk.wait(dialog.get_by_role("button", name="Close"))
    expect(dialog.get_by_text("…")).to_have_count(0)
    walk.look(name)
    walk.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_looking_back_joining_and_sharing_a_device(chromium, house):
    """Last of all: the session is closed, and somebody leaves."""
    evening = Sitters(house, "lanterns")
    host = evening.host
    evening.do(host, "session", what="open")
    evening.play(6)
    evening.sittings[host].send("overrule", token="Mara", field="light", value=1, reason="the wind")
    evening.do(host, "session", what="close")
    evening.leave()
    mara = Walk(chromium, house, evening.browsers["Mara"].cookies.items())
    mara.go(f"/t/{evening.id}/film", "Just then")
    mara.look("the film")
    mara.go(f"/t/{evening.id}/recap", "What happened")
    mara.look("the recap")
    mara.go(f"/t/{evening.id}/tv", "Show it here all the same")
    mara.look("a television that would show what one knows")
    nobody = Walk(chromium, house)
    nobody.go(f"/t/{evening.id}/tv", "Use this screen as the television")
    nobody.look("a screen without a seat")
    nobody.go(f"/t/{evening.id}/join", "Sit down")
    nobody.look("the way in")
    nobody.page.get_by_label("Your name").fill("Dara")
    nobody.page.get_by_role("button", name="Sit down").click()
    nobody.wait("Bring somebody to the table")
    nobody.page.get_by_role("navigation", name="More").get_by_role("button", name="Invite").click()
    dialog = nobody.page.get_by_role("dialog")
    dialog.get_by_text("Play more seats on this device").click()
    dialog.get_by_label("Name", exact=True).fill("Edda")
    dialog.get_by_role("button", name="Sit down").click()
    nobody.wait("Edda sits here too")
    nobody.look("several at one device")
    nobody.page.keyboard.press("Escape")
    nobody.page.get_by_role("button", name="Pass to Edda").click()
    nobody.wait(nobody.page.get_by_role("button", name="Edda: tap when nobody else looks.", disabled=False))
    nobody.look("between two people")
    gm = Walk(chromium, house, evening.browsers[host].cookies.items())
    gm.go(f"/t/{evening.id}", "Game master")
    mara.go(f"/t/{evening.id}", "What you can do")
    Browser.sit(evening.browsers[host], evening.id).act("unseat", name="Mara")
    mara.wait("Sit down again")
    mara.look("a table that one has left")
    assert mara.faults + nobody.faults == []


WRONG = {
    "found": ("input", {}),
    "wide": ("div", {"width": "130vw"}),
    "small": ("button", {"minHeight": "0", "width": "20px", "height": "20px", "padding": "0"}),
    "faint": ("p", {"color": "color-mix(in srgb, var(--ink) 45%, var(--paper))"}),
    "unlit": ("button", {"outline": "none"}),
}
PLANT = """([kind, style]) => {
    window.planted = Object.assign(document.createElement(kind), {textContent: 'planted'})
    Object.assign(planted.style, style)
    document.querySelector('main').append(planted)
}"""


def test_every_check_would_find_something(chromium, house):
    """A check that cannot fail proves nothing."""
    walk = Walk(chromium, house)
    walk.go("/enter", "passphrase")
    walk.page.keyboard.press("Shift")
    for check, planted in WRONG.items():
        assert (check, walk.page.evaluate(f"access.{check}()")) == (check, [])
        walk.page.evaluate(PLANT, planted)
        assert (check, len(walk.page.evaluate(f"access.{check}()"))) == (check, 1)
        walk.page.evaluate("planted.remove()")


def test_the_page_loads_nothing_from_elsewhere(chromium, house):
    table = begun(house, "lanterns", STOPS["lanterns"][0])
    walk = Walk(chromium, house, keys("host", table))
    asked, blocked = [], []
    walk.context.on("request", lambda request: asked.append(request.url))
    walk.page.on("console", lambda said: blocked.append(said.text) if said.type == "error" else None)
    screens = {"/": "Try it", "/new": "Dials", "/odds": "%", "/rules": "Moment of Truth", f"/t/{table.id}": "Game master"}
    for path, shows in screens.items():
        walk.go(path, shows)
    assert [url for url in asked if not url.startswith((house, house.replace("http", "ws"), "data:"))] == []
    assert blocked == []
    assert json.dumps(asked).count("/assets/") > 3
