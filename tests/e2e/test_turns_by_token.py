"""A game whose order of turns is one of tokens, with a price in large figures, pools as counters, and bodies as figures."""

import re

import pytest
from playwright.sync_api import expect

from e2e.screens import DESK, PHONE
from e2e.test_fight import TELEVISION, current, done, in_order, seats
from e2e.test_pages import findings, overflow, page_of
from fatewright.systems.spec import games
from web.serving import Browser, new_table, served

TOLL = """
[system]
id = "ID"
title = "Toll"
version = 1

[fields]
strength = { group = "traits", low = 1, high = 40, start = 10, open = true }
strength_pool = { group = "pools", low = 0, high = 99, start = 13, open = true }
grit = { group = "pools", low = 0, high = 9, start = 4, open = true }
wounds = { group = "body", shape = "several", list = "areas", high = 6, open = true }
armor = { group = "body", shape = "levels", list = "areas", low = 1, high = 5, open = true }

[kinds]
knight = { wounds = WOUNDS, armor = ARMOR }
ogre = { strength = 30, strength_pool = 45 }
page = {}

[tracker]
order = "tokens"
large = { price = "the next effect costs", weather = "the weather is", omen = "the omen is" }

[stacks]
strength_pool = "strength pool"
grit = "what nobody works out"

[figure]
wounds = "wounds"
armor = "armor"
whole = { areas = "one" }

[dials]
areas = { values = [DIAL], text = "Areas of the body." }

[lists.areas]
"""
RULES = """
from fatewright.systems.author import Desk, PutFact, Score, Story, ends, verb


def derived(values, dials, lists):
    return {"strength pool": Score(values["strength"], "strength").times(2).named("strength pool")}


@verb(roles=("gm",))
def line_up(table: Desk) -> Story:
    facts = {"round": 1, "order": ("Wren", "Bo", "Ogre"), "at": 0, "price": 3, "weather": "bitter_cold"}
    return ends("lined up", *(PutFact(("turns", name), value) for name, value in facts.items()))
    yield


@verb()
def end_turn(table: Desk) -> Story:
    turns = {"at": (table.fact("turns", "at") + 1) % 3, "price": table.fact("turns", "price") + 4}
    return ends("passed", *(PutFact(("turns", name), value) for name, value in turns.items()))
    yield
"""
SIX = ["head", "torso", "main_arm", "off_arm", "left_leg", "right_leg"]
BODIES = {  # the areas that a game has, which of them are wounded, and their armor
    "toll": (SIX, '["off_arm", "torso"]', "{ torso = 2, head = 1 }"),
    "toll-by-four": (["head", "body", "arms", "legs"], '["arms"]', "{ body = 1 }"),
    "toll-by-one": (["body"], '["body"]', "{ body = 3 }"),
    "toll-by-dial": ([*SIX, "body"], '["body"]', "{ head = 1 }"),
}
CAST = {"Wren": "knight", "Bo": "knight", "Ogre": "ogre", "Bystander": "page"}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    for id in BODIES:
        (folder / id).mkdir()
        (folder / id / "system.toml").write_text(described(id), encoding="utf-8")
        (folder / id / "rules.py").write_text(RULES, encoding="utf-8")
    with served(folder, systems=games([folder / id for id in BODIES])) as address:
        yield address


def described(id):
    areas, wounds, armor = BODIES[id]
    dials = '"one", "six"' if id == "toll-by-dial" else '"six", "one"'
    lines = "".join(f"{area} = {{}}\n" for area in areas)
    return TOLL.replace("ID", id).replace("WOUNDS", wounds).replace("ARMOR", armor).replace("DIAL", dials) + lines


@pytest.fixture(scope="module")
def toll(house):
    """A table at which nobody does anything."""
    return set_out(house)


def set_out(address, game="toll"):
    """Ana plays Wren; Bo, who sits there too, has nothing to do with the game master's knight of that name."""
    id, browsers = new_table(address, "Ana", "Bo", game=game)
    browsers["screen"] = Browser(address)
    browsers["screen"].post(f"/api/tables/{id}/join", {"name": "television", "role": "television"})
    gm = browsers["gm"].sit(id)
    for name, kind in CAST.items():
        done(gm.act("place", name=name, kind=kind))
    done(gm.act("hand-over", token="Wren", to="Ana"))
    done(gm.act("line-up"))
    gm.close()
    return address, id, {name: browser.cookies for name, browser in browsers.items()}


def screen(chromium, toll, seat, viewport=DESK, scheme="light"):
    """The tab with people, brought to the front on a phone."""
    address, id, cookies = toll
    page = page_of(chromium, address, f"/t/{id}" + ("/tv" if seat == "screen" else ""), cookies[seat], viewport, scheme)
    if viewport is PHONE and seat != "screen":
        tab(page, "Table")
    expect(in_order(page)).to_be_visible()
    return page


def tab(page, name):
    page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=name).click()


def large(page):
    return [" ".join(one.split()) for one in in_order(page).locator("dl > div").all_inner_texts()]


LOOKS = {
    "game master, desk, light": ("gm", DESK, "light"),
    "game master, phone, dark": ("gm", PHONE, "dark"),
    "player, phone, light": ("Ana", PHONE, "light"),
    "player, desk, dark": ("Bo", DESK, "dark"),
    "television, light": ("screen", TELEVISION, "light"),
    "television on a phone, dark": ("screen", PHONE, "dark"),
}


@pytest.mark.parametrize(("seat", "viewport", "scheme"), LOOKS.values(), ids=LOOKS)
def test_every_screen_shows_the_tokens_in_their_order_and_the_price(chromium, toll, seat, viewport, scheme):
    """Who is not in the order is not in the tracker; a fact that is not there has no caption."""
    page = screen(chromium, toll, seat, viewport, scheme)
    assert (seats(page), current(page)) == (["Wren", "Bo", "Ogre"], "Wren")
    assert in_order(page).locator("ol ul > li").evaluate_all("all => all.map(one => one.ariaLabel)") == ["Wren", "Bo", "Ogre"]
    assert large(page) == ["the next effect costs 3", "the weather is bitter cold"]
    assert (findings(page), overflow(page)) == ([], 0)
    page.context.close()


AREAS = "all => all.map(one => [...one.querySelectorAll('title, text')].map(text => text.textContent))"
WOUNDED = "wounded: off arm, torso; armor: head 1, torso 2"


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_sheet_shows_pools_as_counters_and_wounds_on_a_figure(chromium, toll, viewport):
    page = screen(chromium, toll, "gm", viewport)
    people = page.get_by_role("region", name="People", exact=True)
    for name in CAST:
        people.get_by_role("button", name=re.compile(name)).click()
    wren, _, ogre, bystander = people.get_by_role("listitem").filter(has=page.locator("> h3")).all()
    counters = wren.get_by_role("img", name="strength pool: 13 of 20")
    expect(counters).to_be_visible()
    found = [counters.locator(part).count() for part in ("i", "i.full", "> span")]
    assert found == [20, 13, 4]
    expect(ogre.get_by_text("of 60")).to_be_visible()
    expect(ogre.get_by_role("img", name=re.compile("strength pool"))).to_have_count(0)
    expect(wren.get_by_role("group", name="Wren: pools").get_by_role("img")).to_have_count(1)  # nobody knows the most of grit
    figure = wren.get_by_role("img", name=WOUNDED, exact=True)
    expect(figure).to_be_visible()
    assert figure.locator("g").evaluate_all(AREAS) == [
        ["head, armor 1", "1"],
        ["torso: wounded, armor 2", "×", "2"],
        *(["main arm"], ["off arm: wounded", "×"], ["right leg"], ["left leg"]),
    ]
    expect(bystander.get_by_role("img", name=re.compile("wounded|armor"))).to_have_count(0)
    assert (findings(page), overflow(page)) == ([], 0)
    page.context.close()


WHOLE = [[f"{part}: wounded", "×"] for part in ("torso", "main arm", "off arm", "right leg", "left leg")]
COARSE = {
    "toll-by-four": (
        "wounded: arms; armor: body 1",
        [["head"], ["body, armor 1", "1"], *2 * [["arms: wounded", "×"]], *2 * [["legs"]]],
    ),
    "toll-by-one": ("wounded: body; armor: body 3", 6 * [["body: wounded, armor 3", "×", "3"]]),
    "toll-by-dial": ("wounded: body; armor: head 1", [["head: wounded, armor 1", "×", "1"], *WHOLE]),
}


@pytest.mark.parametrize(("game", "label", "areas"), [(game, *said) for game, said in COARSE.items()], ids=COARSE)
def test_a_figure_has_the_areas_that_the_game_has(chromium, house, game, label, areas):
    page = screen(chromium, set_out(house, game), "screen", TELEVISION, "dark")
    figure = in_order(page).locator("li[aria-label=Wren]").get_by_role("img", name=label, exact=True)
    expect(figure).to_be_visible()
    assert figure.locator("g").evaluate_all(AREAS) == areas
    page.context.close()


def test_a_turn_is_ended_by_who_answers_for_the_token_whatever_its_name(chromium, house):
    """Wren's by Ana, or by the game master for her; the knight Bo's by the game master, and not by the player of that name."""
    own = set_out(house)
    gm, ana, bo = (screen(chromium, own, name, PHONE if name == "Ana" else DESK) for name in ("gm", "Ana", "Bo"))
    buttons = {"gm": ["End Wren’s turn"], "Ana": ["End turn"], "Bo": []}
    for seat, page in (("gm", gm), ("Ana", ana), ("Bo", bo)):
        assert in_order(page).get_by_role("button", name=re.compile("^End ")).all_inner_texts() == buttons[seat]
    expect(in_order(ana).get_by_text("Your turn: Wren")).to_be_visible()
    tab(ana, "Question")
    expect(ana.locator("dd", has_text="3").locator("visible=true")).to_be_visible()
    ana.get_by_role("button", name="End turn", exact=True).locator("visible=true").click()
    expect(in_order(gm).get_by_text("Your turn: Bo")).to_be_visible()
    expect(in_order(bo).get_by_text("Bo’s turn")).to_be_visible()
    assert large(bo)[0] == "the next effect costs 7"
    for page in (ana, bo):
        expect(page.get_by_role("button", name=re.compile("^End "))).to_have_count(0)
        expect(page.get_by_text("Your turn")).to_have_count(0)
    in_order(gm).get_by_role("button", name="End turn", exact=True).click()
    expect(in_order(gm).get_by_text("Your turn: Ogre")).to_be_visible()
    in_order(gm).get_by_role("button", name="End turn", exact=True).click()
    in_order(gm).get_by_role("button", name="End Wren’s turn", exact=True).click()
    expect(in_order(gm).get_by_text("Your turn: Bo")).to_be_visible()
    for page in (gm, ana, bo):
        page.context.close()
