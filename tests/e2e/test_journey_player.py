"""A player between sessions: the odds, a character for next time, the rule behind a number, and what happened last time."""

import json
import re

from playwright.sync_api import expect

from e2e.screens import DESK, PHONE, SMALL_PHONE, Person
from e2e.test_history import evening
from e2e.test_journey_group import HANDS, station
from web.serving import Browser, served

SKILL_ROLL = {"critical failure": "1909/46656", "failure": "4825/15552", "success": "6205/11664"}  # as in the README


@HANDS
def test_odds_are_compared_and_passed_on_by_their_address(chromium, tmp_path, hand):
    """MOT-1.15, MOT-1.33: one more die, and a friend who opens the same link on a phone."""
    with served(tmp_path) as address:
        ana = Person(chromium, address, "Ana", hand(), DESK)
        bo = Person(chromium, address, "Bo", hand(), SMALL_PHONE)
        ana.page.goto(address)
        ana.hand.press(ana.page.get_by_role("link", name="Odds: Moment of Truth"))
        first = ana.page.get_by_role("region", name="Situation")
        ana.hand.select(first.get_by_label("Rule", exact=True), "skill roll")
        ana.hand.fill(first.get_by_role("spinbutton", name=re.compile("^pool")), "6")
        ana.hand.fill(first.get_by_role("spinbutton", name=re.compile("^target number")), "2")
        for outcome, share in SKILL_ROLL.items():
            expect(row(first, outcome).get_by_text(share, exact=True)).to_be_visible()
        ana.hand.press(ana.page.get_by_role("button", name="Compare with another"))
        second = ana.page.get_by_role("region", name="Compared with")
        ana.hand.fill(second.get_by_role("spinbutton", name=re.compile("^pool")), "7")
        expect(row(second, "success").locator(".change")).to_contain_text(re.compile(r"^[+−]\d+\.\d\d"))
        expect(ana.page).to_have_url(re.compile(r"versus=.*pool%3D7"))
        station(ana, "compared")
        told = [part.get_by_role("list").inner_text() for part in (first, second)]
        bo.page.goto(ana.page.url)
        for name, odds in zip(("Situation", "Compared with"), told, strict=True):
            expect(bo.page.get_by_role("region", name=name).get_by_role("list")).to_have_text(
                " ".join(odds.split()), use_inner_text=True
            )
        station(bo, "shared")
        assert (ana.problems, bo.problems) == ([], [])


@HANDS
def test_a_character_is_prepared_before_there_is_a_table_and_brought_to_one(chromium, tmp_path, hand):
    with served(tmp_path) as address:
        ana = Person(chromium, address, "Ana", hand(), SMALL_PHONE)
        file = prepares(ana, tmp_path / "wren.json")
        id = Browser(address).post("/api/tables", {"game": "lanterns", "name": "Hill", "seat": "gm"})[1]["id"]
        ana.join(f"{address}/t/{id}/join")
        builder = ana.page.get_by_role("form", name="Make a character")
        with ana.page.expect_file_chooser() as chooser:
            ana.hand.press(builder.get_by_role("button", name="Open a file"))
        chooser.value.set_files(file)
        expect(builder.get_by_text("Wren is in the builder.")).to_be_visible()
        ana.hand.press(builder.get_by_role("button", name="To the table"))
        expect(ana.part("Sheet").get_by_role("button", name=re.compile("^4 wit"))).to_be_visible()
        assert ana.problems == []


def prepares(ana, file):
    """From the lobby; what is wrong is named there too. On paper, and as a file, which outlasts the page."""
    ana.page.goto(ana.address)
    ana.hand.press(ana.page.get_by_role("link", name="Make a character: Lanterns Under the Hill"))
    builder = ana.page.get_by_role("form", name="Make a character")
    ana.hand.fill(builder.get_by_label("Name of the character"), "Wren")
    for trait, points in {"nerve": 5, "hand": 1, "wit": 4}.items():
        ana.hand.fill(builder.get_by_role("spinbutton", name=re.compile(trait, re.IGNORECASE)), str(points))
    reasons = builder.get_by_role("list", name="What is not right yet").get_by_role("listitem")
    expect(reasons).to_have_text(["Traits: points spent: 10, and there are 9"], ignore_case=True)
    expect(builder.get_by_role("button", name="Print")).to_be_disabled()
    ana.hand.fill(builder.get_by_role("spinbutton", name=re.compile("nerve", re.IGNORECASE)), "4")
    expect(builder.get_by_text("A legal sheet.")).to_be_visible()
    station(ana, "prepared")
    ana.page.reload()  # nothing is lost
    expect(builder.get_by_label("Name of the character")).to_have_value("Wren")
    expect(builder.get_by_text("A legal sheet.")).to_be_visible()
    ana.hand.press(builder.get_by_role("button", name="Print"))
    paper = ana.page.get_by_role("dialog", name="Wren, on paper")
    expect(paper.locator(".tile").filter(has_text="Wit")).to_contain_text("4")
    station(ana, "paper")
    ana.hand.press(paper.get_by_role("button", name="Close"))
    with ana.page.expect_download() as saved:
        ana.hand.press(builder.get_by_role("button", name="Save as a file"))
    saved.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8"))["choices"]["wit"] == 4
    return file


@HANDS
def test_a_number_leads_to_the_paragraph_behind_it(chromium, tmp_path, hand):
    """TAD-VIT.05: why so many hit points? From the builder to the rulebook, and on to the contents."""
    with served(tmp_path) as address:
        ana = Person(chromium, address, "Ana", hand(), PHONE)
        ana.page.goto(f"{address}/build/triumph-and-disaster")
        builder = ana.page.get_by_role("form", name="Make a character")
        ana.hand.select(builder.get_by_label("Take somebody ready-made"), "Kara Voss")
        ana.hand.fill(builder.get_by_label("Name of the character"), "Kara")
        ana.hand.press(builder.locator("summary").filter(has_text="Why hit points?"))
        with ana.context.expect_page() as opened:
            ana.hand.press(builder.get_by_role("link", name="TAD-VIT.05").first)
        rule = opened.value
        expect(rule.get_by_role("heading", level=1)).to_be_visible()
        expect(rule.get_by_role("main")).to_contain_text("TAD-VIT.05")
        expect(rule.get_by_role("main")).to_contain_text(re.compile("hit points", re.IGNORECASE))
        ana.page = rule
        station(ana, "paragraph")
        ana.hand.press(rule.get_by_role("link", name=re.compile("Contents: ")))
        ana.hand.fill(rule.get_by_role("searchbox"), "death")
        expect(rule.get_by_text(re.compile(r"\d+ paragraphs found"))).to_be_visible()
        station(ana, "found")
        assert ana.problems == []


@HANDS
def test_what_happened_last_time_is_looked_up(chromium, tmp_path, hand):
    """From the lobby to the recap, from there to the film, and at the table who changed a number."""
    with served(tmp_path) as address:
        _, cookies = evening(address)
        ana = Person(chromium, address, "Ana", hand(), SMALL_PHONE)
        ana.come_back(cookies["Ana"])
        ana.page.goto(address)
        station(ana, "lobby")
        ana.hand.press(ana.page.get_by_role("link", name="Recap: A table"))
        expect(ana.page.get_by_role("heading", name="A table, session 1")).to_be_visible()
        expect(ana.page.get_by_role("region", name="What happened")).to_contain_text("ghoul is here")
        station(ana, "recap")
        ana.hand.press(ana.page.get_by_role("link", name="Film"))
        now = ana.page.get_by_role("region", name="Just then")
        expect(now).to_contain_text("ession 1: open")
        ana.page.keyboard.press("ArrowRight")
        expect(now).to_contain_text("ghoul is here")
        station(ana, "film")
        ana.hand.press(ana.page.get_by_role("link", name="To the table"))
        sheet = ana.part("Sheet")
        ana.hand.press(sheet.get_by_role("button", name=re.compile("^light")))
        ana.hand.press(sheet.get_by_role("button", name="Who changed it"))
        dialog = ana.page.get_by_role("dialog", name="Ana: light")
        expect(dialog.get_by_role("listitem").locator("b")).to_have_text(["5 → 1", "1 → 5", "3 → 1", "becomes 3"])
        station(ana, "who changed it")
        assert ana.problems == []


def row(situation, outcome):
    """The line of one outcome."""
    return situation.get_by_role("listitem").filter(has=situation.page.get_by_text(outcome, exact=True))
