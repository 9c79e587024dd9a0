"""A designer: a folder becomes a table, odds and a sheet in the browser; a list and a dial are changed there, and tell."""

import re
import subprocess
import sys
from fractions import Fraction

from playwright.sync_api import expect

from e2e.screens import DESK, PHONE, SMALL_PHONE, Person
from e2e.test_journey_group import HANDS, station
from e2e.test_moment_of_truth import odds_of, succeeding
from web.serving import Process, served

DIAL = '[dials]\nluck = { values = ["plenty", "none"], text = "How much of it there is." }\n\n[quick]'


@HANDS
def test_a_folder_is_played_in_the_browser_without_a_line_of_javascript(chromium, tmp_path, hand):
    folder = tmp_path / "my-game"
    fatewright("new", "my-game", "--in", tmp_path)
    change(folder, "[quick]", DIAL)
    with Process(tmp_path / "data", str(folder), "--seed", "1", hears_errors=True) as server:
        dora = Person(chromium, server.address, "Dora", hand(), DESK)
        ana = Person(chromium, server.address, "Ana", hand(), SMALL_PHONE)
        sees_the_odds(dora)
        opens_a_table(dora, "My Game")
        ana.join(f"{dora.page.url}/join")
        builder = ana.page.get_by_role("form", name="Make a character")
        expect(builder.get_by_text("A legal sheet.")).to_be_visible()
        station(ana, "own builder")
        ana.hand.press(builder.get_by_role("button", name="To the table"))
        ana.act("try it", who="Ana", difficulty="2")
        ana.pick("keep")
        dora.sees(re.compile("Ana (succeeds|fails)"))
        expect(ana.part("Sheet").get_by_role("group", name="Ana: traits")).to_contain_text("skill")
        station(ana, "own sheet")

        # a mistake: the terminal says it, the lobby says it, and everything else can be played
        change(folder, 'title = "My Game"', 'titel = "My Game"')
        server.stop()
        server.start()
        mistake = "system.toml: system.titel: unknown; expected one of id, title,"
        assert f"left out: {folder}: {mistake}" in server.banner
        dora.page.goto(server.address)
        expect(dora.page.get_by_role("region", name="Games")).to_contain_text(f"my-game, {mistake}")
        expect(dora.page.get_by_role("link", name="New table: Lanterns Under the Hill")).to_be_visible()
        station(dora, "left out")
        assert (dora.problems, ana.problems) == ([], [])


def sees_the_odds(dora):
    """Half of the faces count: three dice show none of them once in eight."""
    dora.page.goto(dora.address)
    dora.hand.press(dora.page.get_by_role("link", name="Odds: My Game"))
    dora.hand.fill(dora.page.get_by_role("spinbutton", name=re.compile("^skill")), "3")
    odds = dora.page.get_by_role("list", name="What may come of it").get_by_role("listitem")
    expect(odds).to_have_text(
        [re.compile(rf"^{count}\s*{share}\s") for count, share in enumerate(("1/8", "3/8", "3/8", "1/8"))]
    )
    station(dora, "own odds")


@HANDS
def test_a_list_that_was_added_to_in_the_browser_is_there_at_the_table(chromium, tmp_path, hand):
    with served(tmp_path) as address:
        dora = Person(chromium, address, "Dora", hand(), DESK)
        ana = Person(chromium, address, "Ana", hand(), PHONE)
        adds_a_weapon(dora)
        opens_a_table(dora, "Dim")
        ana.join(f"{dora.page.url}/join")
        builder = ana.page.get_by_role("form", name="Make a character")
        ana.hand.choose(builder.get_by_role("group", name="weapon", exact=True), "harpoon")
        ana.build(nerve=3, hand=4, wit=2)
        expect(ana.part("Sheet").get_by_role("group", name="Ana: gear")).to_contain_text("harpoon")
        assert (dora.problems, ana.problems) == ([], [])


@HANDS
def test_a_dial_that_is_turned_shows_in_the_odds_at_the_table(chromium, tmp_path, hand):
    """MOT-1.11: of three dice, two that count are asked for at a gritty table, and one where that dial is turned."""
    with served(tmp_path) as address:
        dora = Person(chromium, address, "Dora", hand(), DESK)
        ana = Person(chromium, address, "Ana", hand(), SMALL_PHONE)
        chances = []
        for dials in ({}, {"standard target number": "1"}):
            opens_a_table(dora, "Moment of Truth", "gritty", **dials)
            ana.join(f"{dora.page.url}/join")
            builder = ana.page.get_by_role("form", name="Make a character")
            ana.hand.select(builder.get_by_label("Take somebody ready-made"), "Lady Imogen Hart")
            ana.hand.fill(builder.get_by_label("Name of the character"), "Imogen")
            expect(builder.get_by_text("A legal sheet.")).to_be_visible()
            ana.hand.press(builder.get_by_role("button", name="To the table"))
            expect(dora.part("People").get_by_role("button", name=re.compile("^Imogen"))).to_be_visible()
            dora.act("call for", skill="no skill", statistic="perception")
            question = ana.asked()
            chances.append(succeeding(odds_of(question, "roll 3 dice")))
            station(ana, f"odds with {dials or 'the preset'}")
        assert chances == [1 - Fraction(2**3 + 3 * 2**2, 3**3), 1 - Fraction(2**3, 3**3)]
        assert (dora.problems, ana.problems) == ([], [])


def adds_a_weapon(dora):
    page = dora.page
    page.goto(dora.address)
    dora.hand.press(page.get_by_role("link", name="Your own version: Lanterns Under the Hill"))
    dora.hand.fill(page.get_by_label("Name of your version"), "Dim")
    dora.hand.press(page.locator("#list-weapons summary").first)
    dora.hand.press(page.get_by_role("button", name="Add to weapons"))
    row = page.locator("#list-weapons fieldset").last
    dora.hand.fill(row.get_by_label("name (needed)"), "harpoon")
    dora.hand.fill(row.get_by_label("harm (needed)"), "3")
    dora.hand.select(row.get_by_label("trait (needed)"), "hand")
    station(dora, "own version")
    dora.hand.press(page.get_by_role("button", name="Save"))
    expect(page.get_by_role("status").filter(has_text="Dim is saved, and can be played.")).to_be_visible()


# ── hands ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def opens_a_table(dora, title, preset="", **dials):
    dora.page.goto(dora.address)
    dora.hand.press(dora.page.get_by_role("link", name=f"New table: {title}"))
    if preset:
        dora.hand.select(dora.page.get_by_label("Preset"), preset)
    for dial, value in dials.items():
        dora.hand.press(dora.page.locator("summary").filter(has_text="tone"))
        dora.hand.select(dora.page.get_by_label(dial, exact=True), value)
        expect(dora.page.get_by_label("Preset").locator("option:checked")).to_have_text("your own")
    dora.hand.fill(dora.page.get_by_label("Your name"), dora.name)
    dora.hand.press(dora.page.get_by_role("button", name="Open the table"))
    expect(dora.page.get_by_role("heading", name=title)).to_be_visible()


def fatewright(*words):
    subprocess.run([sys.executable, "-m", "fatewright", *map(str, words)], check=True, capture_output=True)


def change(folder, old, new):
    file = folder / "system.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
