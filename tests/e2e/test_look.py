"""How things look and move: paper, dice that fall and a switch for them, cards that turn over together, pieces on the board."""

import json
import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from e2e.screens import DESK, PHONE, Mouse, Person
from e2e.test_pages import findings
from web.serving import Browser, character, new_table, served

SHEET, PAPER = "Print Ana’s sheet", "Ana, on paper"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house")) as address:
        yield address


@pytest.fixture
def table(house):
    """Ana and Bo, a ghoul, and everybody's browser."""
    id, browsers = new_table(house, "Ana", "Bo")
    for name in ("Ana", "Bo"):
        assert browsers[name].sit(id).act("bring", character=character(name))["is"] == "done"
    gm = browsers["gm"].sit(id)
    gm.act("place", name="ghoul", kind="ghoul")
    gm.act("move", who="ghoul", x=4, y=1)
    browsers["Ana"].sit(id).act("move", who="Ana", x=1, y=1)
    return id, browsers


def sit(chromium, house, table, name, viewport=DESK, **options):
    person = Person(chromium, house, name, Mouse(), viewport)
    if options:
        person.page.emulate_media(**options)
    person.come_back(table[1][name].cookies)
    person.page.goto(f"{house}/t/{table[0]}")
    expect(person.page.get_by_role("main")).to_be_visible()
    return person


MOVING = {"reduced_motion": "no-preference", "contrast": "no-preference"}


def stage(person):
    return person.page.locator("[data-stage]")


def test_a_sheet_is_one_page_of_what_this_seat_knows_and_nothing_else_is_printed(chromium, house, table):
    ana, bo = (sit(chromium, house, table, name) for name in ("Ana", "Bo"))
    ana.page.get_by_role("button", name=SHEET).click()
    paper = ana.page.get_by_role("dialog", name=PAPER)
    expect(paper.get_by_role("heading", name="Ana", exact=True)).to_be_visible()
    expect(paper.locator(".tile").filter(has_text="Nerve")).to_contain_text("3")
    assert findings(ana.page) == []
    pages = re.findall(rb"/Type\s*/Page\b", ana.page.pdf(format="A4"))
    ana.page.emulate_media(media="print")
    assert (len(pages), ana.page.get_by_role("main").is_visible(), paper.locator(".bar").is_visible()) == (1, False, False)
    ana.page.emulate_media(media="screen")
    with ana.page.expect_download() as file:
        paper.get_by_role("button", name="Save as a file").click()
    assert file.value.suggested_filename == "Ana.html"
    with ana.page.expect_download() as file:
        paper.get_by_role("button", name="Save the character").click()
    written = json.loads(file.value.path().read_text(encoding="utf-8"))
    assert written == json.loads(character("Ana"))
    paper.get_by_role("button", name="Close").click()
    expect(paper).to_have_count(0)
    bo.part("People").get_by_role("button", name=re.compile("^ghoul")).click()
    bo.page.get_by_role("button", name="Print ghoul’s sheet").click()
    theirs = bo.page.get_by_role("dialog", name="ghoul, on paper")
    expect(theirs.locator(".tile")).to_have_count(1)  # light is open; hand, nerve and toughness are not Bo's to know
    expect(theirs.get_by_role("button", name="Save the character")).to_have_count(0)
    status, said = Browser(house).post(f"/api/tables/{table[0]}/print", {"tokens": ["Ana"]})
    assert (status, said) == (401, {"why": "you have no seat at this table; join it first"})
    assert [ana.problems, bo.problems] == [[], []]


def test_a_character_goes_into_a_file_and_out_of_it(chromium, house, tmp_path):
    id, browsers = new_table(house, "Cy")
    cy = sit(chromium, house, (id, browsers), "Cy")
    builder = cy.page.get_by_role("form", name="Make a character")
    builder.get_by_role("spinbutton", name=re.compile("wit", re.IGNORECASE)).fill("4")
    with cy.page.expect_download() as saved:
        builder.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "cy.json"
    saved.value.save_as(file)
    written = json.loads(file.read_text(encoding="utf-8"))
    assert (written["game"], written["name"], written["choices"]["wit"]) == ("lanterns", "Cy", 4)
    file.write_text(json.dumps({**written, "name": "Wren", "choices": {**written["choices"], "wit": 5}}), encoding="utf-8")
    with cy.page.expect_file_chooser() as chooser:
        builder.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(file)
    expect(builder.get_by_label("Name of the character")).to_have_value("Wren")
    expect(builder.get_by_role("spinbutton", name=re.compile("wit", re.IGNORECASE))).to_have_value("5")
    expect(builder.get_by_text("A legal sheet.")).to_be_visible()
    builder.get_by_role("button", name="Print").click()
    expect(cy.page.get_by_role("dialog", name="Wren, on paper").locator(".tile").filter(has_text="Wit")).to_contain_text("5")
    assert cy.problems == []


def test_what_somebody_says_looks_otherwise_than_what_the_table_tells(chromium, house, table):
    bo = sit(chromium, house, table, "Bo")
    bo.sees("Bo comes to the table")
    spoken = "Ana: “the table: Bo loses 5 hit points. ‘yes’”"
    with closing(table[1]["Ana"].sit(table[0])) as ana:
        ana.act("say", text="the table: Bo loses 5 hit points. “yes”")
    entry = bo.part("Log").get_by_role("listitem").filter(has_text="loses 5 hit points").first
    expect(entry.locator(".head")).to_have_text(spoken)
    expect(entry.locator(".head b")).to_have_text("Ana")  # a name that nobody can type
    expect(bo.page.locator("[aria-live=polite]").first).to_contain_text(spoken)
    expect(bo.part("Log").get_by_role("listitem").filter(has_text="Bo comes to the table").locator("b, i")).to_have_count(0)


def brightness(page):
    """How bright the page is behind everything, 0 to 255: paper, not what the browser paints its own fields with."""
    return max(map(int, re.findall(r"\d+", page.evaluate("getComputedStyle(document.body).backgroundColor"))[:3]))


@pytest.mark.parametrize("device", ["light", "dark"])
def test_light_or_dark_is_as_one_has_set_it_whatever_the_device_has(chromium, house, table, device):
    ana = sit(chromium, house, table, "Ana", color_scheme=device)
    ana.page.get_by_role("button", name="Settings").click()
    settings, seen = ana.page.get_by_role("dialog", name="Settings"), {}
    for choice in ("dark", "light", "as the device"):
        settings.get_by_text(choice, exact=True).click()
        seen[choice] = "light" if brightness(ana.page) > 128 else "dark"
    assert seen == {"dark": "dark", "light": "light", "as the device": device}
    settings.get_by_text("dark", exact=True).click()
    ana.page.reload()
    expect(ana.page.get_by_role("main")).to_be_visible()
    assert brightness(ana.page) < 128


SIZES = [  # and whether there is one part at a time
    *((390, 844, 1), (360, 640, 1), (844, 390, 1), (667, 375, 1), (800, 600, 1)),
    *((1024, 768, 0), (1280, 800, 0), (1280, 400, 0), (1920, 1080, 0)),
]
OVERPRINTED = """() => {
    const seen = (one) => one.checkVisibility() && one.getBoundingClientRect()
    const list = seen(document.querySelector('#log .list'))
    const others = [...document.querySelectorAll('.talk input, .talk button, #log .top *, nav button, header *')]
    const overlaps = (a, b) => b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    const over = others.filter((one) => overlaps(list, seen(one))).map((one) => one.outerHTML)
    return list.height < 100 ? ['the log itself', ...over] : over
}"""


def test_whatever_the_screen_nothing_is_written_over_the_log(chromium, house, table):
    gm = table[1]["gm"].sit(table[0])
    for number in range(30):
        gm.act("say", text=f"and then {number}")
    ana = sit(chromium, house, table, "Ana")
    ana.sees("and then 29")
    ana.page.keyboard.press("l")  # where there is one part at a time, that one
    for width, height, tabs in SIZES:
        ana.page.set_viewport_size({"width": width, "height": height})
        ana.page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])
        expect(ana.page.locator("nav [data-tab=log]")).to_have_count(tabs)
        for part in (ana.page.get_by_role("group", name="What happened"), ana.page.get_by_placeholder("Say something")):
            part.scroll_into_view_if_needed()
            assert ana.page.evaluate(OVERPRINTED) == [], (width, height)


def test_dice_fall_settle_within_a_breath_and_can_be_switched_off(chromium, house, table):
    gm = table[1]["gm"].sit(table[0])
    ana = sit(chromium, house, table, "Ana", **MOVING)
    still = sit(chromium, house, table, "Bo", PHONE)
    for person in (ana, still):
        expect(person.page.get_by_role("main").locator("#log")).to_be_attached()
        person.stop_time()
    gm.act("roll", notation="4d6kh3")
    expect(stage(ana).locator(".die")).to_have_count(4)
    assert 0 < longest(ana) <= 660
    expect(stage(ana)).to_contain_text("dropped")
    expect(ana.page.locator("[aria-live=polite]").first).to_contain_text("Dice: ")
    ana.let_time_pass()
    expect(stage(ana)).to_have_count(0)
    expect(ana.page.get_by_role("img", name=re.compile("^Dice: .*dropped"))).to_have_count(1)

    gm.act("roll", notation="3d10")
    expect(stage(still).locator(".die")).to_have_count(3)
    assert longest(still) == 0

    ana.page.get_by_role("button", name="Settings").click()
    settings = ana.page.get_by_role("dialog", name="Settings")
    settings.get_by_label("Dice fall").uncheck()
    settings.get_by_text("dark", exact=True).click()
    assert findings(ana.page) == []
    settings.get_by_role("button", name="Close").click()
    ana.page.reload()  # it is remembered
    expect(ana.page.get_by_role("region", name="Log")).to_be_visible()
    ana.stop_time()
    gm.act("roll", notation="2d20")
    expect(stage(ana).locator(".die")).to_have_count(2)
    assert longest(ana) == 0
    ana.let_time_pass()
    expect(stage(ana)).to_have_count(0)
    ana.page.get_by_role("button", name="Settings").click()
    settings.get_by_label("Quiet").check()
    settings.get_by_role("button", name="Close").click()
    gm.act("roll", notation="1d8")
    ana.sees("gm rolls 1d8")
    expect(stage(ana)).to_have_count(0)
    assert [ana.problems, still.problems] == [[], []]


def longest(person):
    """Milliseconds until everything that moves on the stage, but its going, has come to rest."""
    return person.page.evaluate(
        """() => Math.max(0, ...document.querySelector('[data-stage]').getAnimations({subtree: true})
            .filter(one => one.animationName !== 'stage-out')
            .map(one => one.effect.getComputedTiming().delay + one.effect.getComputedTiming().duration))"""
    )


def test_cards_lie_face_down_until_all_are_in_and_turn_over_together(chromium, house, table):
    ana, bo = sit(chromium, house, table, "Ana", **MOVING), sit(chromium, house, table, "Bo", PHONE, **MOVING)
    table[1]["Bo"].sit(table[0]).act("stare", who="Bo", other="Ana")
    ana.sees("Bo and Ana stare at each other")
    cards = ana.part("Question").get_by_role("list", name="Face down on the table")
    expect(cards.get_by_role("listitem")).to_have_count(2)
    bo.stake(2)
    expect(cards.get_by_role("listitem", name="Bo: face down")).to_be_visible()
    expect(cards.get_by_role("listitem", name="Ana: not yet")).to_be_visible()
    assert "2" not in cards.inner_text()
    for person in (ana, bo):
        person.stop_time()
    ana.stake(1)
    expect(stage(ana).locator("figure")).to_have_text([re.compile("2.*Bo", re.DOTALL), re.compile("1.*Ana", re.DOTALL)])
    timings = ana.page.evaluate(
        """() => [...document.querySelectorAll('[data-stage] .flip')].flatMap(one => one.getAnimations())
            .map(one => [one.startTime, one.effect.getComputedTiming().duration])"""
    )
    assert len({start for start, _ in timings}) == 1  # none before the other
    assert {duration for _, duration in timings} == {400}
    expect(bo.page.locator("[data-stage] figure")).to_have_count(2)
    ana.let_time_pass()
    expect(ana.page.locator(".ghost-counter")).to_have_count(0)  # what was spent has gone where it was spent
    assert [ana.problems, bo.problems] == [[], []]


def test_a_piece_is_dragged_or_sent_by_keys_and_distances_are_told(chromium, house, table):
    ana = sit(chromium, house, table, "Ana")
    board = ana.page.get_by_role("region", name="Board")
    expect(board).to_contain_text("ghoul: 3")
    piece = board.get_by_role("button", name="Ana at 1, 1")
    piece.drag_to(board.locator("[data-at='3 3']"))
    moved = board.get_by_role("button", name="Ana at 3, 3")
    expect(moved).to_be_visible()
    expect(board).to_contain_text("ghoul: 2")
    moved.focus()
    ana.page.keyboard.press("ArrowUp")
    ana.page.keyboard.press("ArrowUp")
    expect(board.get_by_role("button", name="Ana at 3, 1")).to_be_focused()
    expect(board).to_contain_text("ghoul: 1")
    board.get_by_role("button", name="ghoul at 4, 1").drag_to(board.locator("[data-at='0 0']"))  # not hers
    expect(board.get_by_role("button", name="ghoul at 4, 1")).to_be_visible()
    assert ana.problems == []


def test_a_screen_that_breaks_says_what_happened_and_what_to_do(chromium, house):
    context = chromium.new_context()
    page = context.new_page()
    page.route(re.compile("/assets/OddsPage.*js"), lambda route: route.abort())
    page.goto(f"{house}/odds")
    expect(page.get_by_role("heading", name="This screen broke.")).to_be_visible()
    expect(page.get_by_role("button", name="Load again")).to_be_visible()
    context.close()
