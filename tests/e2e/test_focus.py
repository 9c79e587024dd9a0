"""Where the keys are: a dialog keeps them and gives them back, and nothing that is done leaves them nowhere."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError, expect

from e2e.screens import Keys, Person
from e2e.test_no_tap_lost import SlowLine
from patience import PATIENCE
from web.serving import character, new_table, served

WHERE = """() => {
    const one = document.activeElement
    const dialog = one.closest('dialog') ? 'dialog: ' : ''
    const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText
    return one === document.body ? 'nowhere' : dialog + name.split('\\n')[0].trim()
}"""
REST = "new Promise(rest => setTimeout(rest, 150))"  # in which something could still take them away
MOST_TABS = 40


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house"), seed=3) as address:
        yield address


def sit(chromium, house, id, name, browser):
    person = Person(chromium, house, name, Keys())
    person.come_back(browser.cookies)
    person.page.goto(f"{house}/t/{id}")
    expect(person.page.get_by_role("region", name="Log")).to_be_visible()
    return person


@pytest.fixture
def people(chromium, house):
    id, browsers = new_table(house, "Ana", "Bo")
    for name in ("Ana", "Bo"):
        browsers[name].sit(id).act("bring", character=character(name))
    gm = browsers["gm"].sit(id)
    gm.act("place", name="ghoul", kind="ghoul")
    return [sit(chromium, house, id, name, browsers[name]) for name in ("gm", "Ana", "Bo")]


def where(person):
    return person.page.evaluate(WHERE)


def stays(person, name):
    """The keys are there, and still are when everything has come to rest."""
    with suppress(TimeoutError):
        person.page.wait_for_function(f"name => ({WHERE})() === name", arg=name, timeout=PATIENCE * 1000)
    person.page.evaluate(REST)
    assert where(person) == name


def test_a_dialog_keeps_the_keys_and_gives_them_back(people):
    gm, ana, _ = people
    log = gm.part("Log")
    for summary in log.locator("summary").all():
        summary.evaluate("one => { one.parentElement.open = true }")
    head = gm.page.get_by_role("navigation", name="More")
    buttons = {name: head.get_by_role("button", name=name) for name in ("Invite", "Dials", "Settings", "Keys")}
    buttons["Back to before this"] = log.get_by_role("button", name="Back to before this").first
    for name, button in buttons.items():
        goes_round(gm, button, name)
    goes_round(ana, ana.page.get_by_role("button", name="Take back my last step"), "Take back my last step")
    goes_round(ana, ana.page.get_by_role("button", name="Print Ana’s sheet"), "Print Ana’s sheet")
    light = ana.part("People").get_by_role("button", name=re.compile("^light")).first
    ana.hand.press(light)
    goes_round(ana, ana.page.get_by_role("button", name="Who changed it"), "Who changed it")


def goes_round(person, button, name):
    """Tab never leaves the dialog but for the browser itself; Escape and its own button close it."""
    dialog = person.page.get_by_role("dialog")
    person.hand.press(button)
    expect(dialog).to_be_visible()
    seen = set()
    for _ in range(MOST_TABS):
        seen.add(where(person))
        person.page.keyboard.press("Tab")
    assert {one for one in seen if not one.startswith("dialog: ")} <= {"nowhere"}
    assert "dialog: Close" in seen
    person.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    stays(person, name)
    person.page.keyboard.press("Enter")
    person.hand.press(dialog.get_by_role("button", name="Close"))
    expect(dialog).to_have_count(0)
    stays(person, name)


def test_whatever_is_done_leaves_the_keys_somewhere(people):
    gm, ana, bo = people
    gm.say("Something breathes.")
    stays(gm, "Say")
    gm.act("pass time", within="Game master", minutes="5")
    stays(gm, "pass time")
    gm.take_back_at_once()
    stays(gm, "Take back the last thing")

    acts = ana.part("What you can do")
    ana.hand.press(acts.get_by_role("button", name="strike"))
    stays(ana, "Strike")  # the heading of the form
    ana.hand.press(acts.get_by_role("button", name="Cancel"))
    stays(ana, "strike")  # the button
    ana.act("roll", notation="2x")
    expect(ana.page.get_by_role("alert")).to_have_text("notation: column 2: found 'x', expected + or - or the end")
    stays(ana, "Do it")
    ana.hand.press(acts.get_by_role("button", name="Cancel"))

    ana.act("stare", who="Ana", other="Bo")
    stays(ana, "Stake how much light?")
    ana.stake(2)
    stays(ana, "Question")
    question = ana.part("Question")
    ana.hand.press(question.get_by_role("button", name="Change it"))
    stays(ana, "Stake how much light?")
    ana.hand.press(question.get_by_role("button", name="Leave it as it is"))
    stays(ana, "Stake how much light?")
    bo.stake(1)
    expect(bo.part("Question")).to_contain_text("Nothing is asked of you.")
    stays(bo, "Question")

    bo.act("stare", who="Bo", other="Ana")
    waiting = gm.page.get_by_role("region", name="Still waiting for")
    gm.hand.press(waiting.get_by_role("button", name="Let the default stand for Bo"))
    stays(gm, "Question")
    gm.hand.press(waiting.get_by_role("button", name="Let the default stand for Ana"))
    expect(waiting).to_have_count(0)
    stays(gm, "Question")


def test_however_long_the_table_takes_the_keys_are_where_they_were(chromium, house):
    """Whoever waits for an answer finds them on what they pressed, and whoever goes on meanwhile keeps them."""
    id, browsers = new_table(house, "Ana")
    browsers["Ana"].sit(id).act("bring", character=character("Ana"))
    gm, ana = (Person(chromium, house, name, Keys()) for name in ("gm", "Ana"))
    lines = {person: SlowLine(person.page) for person in (gm, ana)}
    for person in (gm, ana):
        person.come_back(browsers[person.name].cookies)
        person.page.goto(f"{house}/t/{id}")
        expect(person.page.get_by_role("region", name="Log")).to_be_visible()

    lines[ana].hold()
    ana.act("roll", notation="2x")
    ana.page.evaluate(REST)
    lines[ana].let_go()
    expect(ana.page.get_by_role("alert")).to_have_text("notation: column 2: found 'x', expected + or - or the end")
    stays(ana, "Do it")

    lines[gm].hold()
    gm.act("pass time", within="Game master", minutes="5")
    gm.page.evaluate(REST)
    lines[gm].let_go()
    stays(gm, "pass time")
    lines[gm].hold()
    gm.act("pass time", within="Game master", minutes="5")
    gm.hand.fill(gm.page.get_by_label("Say something"), "meanwhile")
    lines[gm].let_go()
    gm.settle()
    stays(gm, "Say something")


def test_a_page_that_one_goes_to_has_the_keys(chromium, house):
    person = Person(chromium, house, "Ana", Keys())
    person.page.goto(house)
    person.hand.press(person.page.get_by_role("link", name="Odds"))
    stays(person, "Odds")
    person.hand.press(person.page.get_by_role("link", name="New table"))
    stays(person, "New table")
