"""Looking back at an evening of Lanterns: filter, the history of a number, the film, the rewind, the recap, from two seats."""

import re

from playwright.sync_api import expect

from e2e.screens import PHONE, Mouse, Person
from e2e.test_pages import findings, overflow
from web.serving import Browser, new_table, served
from web.session import SECRET, play_a_session

TAKEN_BACK = "Taken back: gm overrules Ana's light: 5 instead of 1 (a mistake)"


def evening(address):
    """A session, and a television that was there: the table's id, and the cookies."""
    id, browsers = new_table(address, "Ana", "Bo")
    browsers["screen"] = Browser(address)
    browsers["screen"].post(f"/api/tables/{id}/join", {"name": "television", "role": "television"})
    gm, ana, bo = (browsers[name].sit(id) for name in ("gm", "Ana", "Bo"))
    play_a_session(gm, ana, bo)
    for sitting in (gm, ana, bo):
        sitting.close()
    return id, {name: browser.cookies for name, browser in browsers.items()}


def person(chromium, address, cookies, seat, **look):
    somebody = Person(chromium, address, seat, Mouse(), **look)
    somebody.come_back(cookies[seat])
    return somebody


def test_an_evening_is_looked_back_upon(chromium, tmp_path):
    with served(tmp_path) as address:
        id, cookies = evening(address)
        ana = person(chromium, address, cookies, "Ana")
        ana.page.goto(f"{address}/t/{id}")
        ana.sees("that was close")
        everything = ana.log()
        assert "[Gm overrules Ana's light: 5 instead of 1 (a mistake)]" in everything

        # the filter: by kind, by person, by words; what was chosen is still chosen after the page was loaded anew
        log = ana.part("Log")
        log.get_by_role("button", name="Filter").click()
        log.get_by_role("checkbox", name="dice").check(force=True)
        expect(log.get_by_role("status")).to_contain_text(f"1 of {len(everything)} entries")
        assert [text.split(",")[0] for text in ana.log()] == ["Bo dares"]
        log.get_by_role("checkbox", name="dice").uncheck(force=True)
        log.get_by_role("checkbox", name="taken back").check(force=True)
        assert ana.log() == ["[Gm overrules Ana's light: 5 instead of 1 (a mistake)]", TAKEN_BACK]
        ana.page.reload()
        expect(log.get_by_role("button", name="Filter (1)")).to_be_visible()
        log.get_by_label("About").select_option("Bo")
        expect(log.get_by_text("Nothing in the log is like that.")).to_be_visible()
        log.get_by_role("button", name="Show everything").click()
        log.get_by_role("searchbox", name="Find in the log").fill("THE WIND")
        assert ana.log() == ["Gm overrules Ana's light: 1 instead of 3 (the wind)"]
        log.get_by_role("button", name="Show everything").click()
        assert ana.log() == everything

        # who changed this number, and the way from there to the log
        people = ana.part("People")
        people.get_by_role("button", name=re.compile("^light")).first.click()
        people.get_by_role("button", name="Who changed it").click()
        dialog = ana.page.get_by_role("dialog", name="Ana: light")
        changes = dialog.get_by_role("listitem").locator("b")
        expect(changes).to_have_text(["5 → 1", "1 → 5", "3 → 1", "becomes 3"])
        assert findings(ana.page) == []
        dialog.get_by_role("button", name="In the log: gm overrules Ana's light: 1 instead of 3 (the wind)").click()
        sought = log.locator("li.sought")
        expect(sought).to_be_focused()
        expect(sought.get_by_text("Show it in the film")).to_be_visible()

        # the film, from that line on: stepping shows the table as it stood then
        sought.get_by_text("Show it in the film").click()
        light = ana.page.get_by_role("group", name="Ana: tracks").locator(".tile").filter(has_text="light").locator("b")
        now = ana.page.get_by_role("region", name="Just then")
        expect(now).to_contain_text("1 instead of 3 (the wind)")
        expect(light).to_have_text("1")
        ana.page.keyboard.press("ArrowRight")
        expect(now).to_contain_text("5 instead of 1 (a mistake)")
        expect(light).to_have_text("5")
        ana.page.keyboard.press("ArrowRight")
        expect(now).to_contain_text("Taken back")
        expect(light).to_have_text("1")
        strip = ana.page.get_by_role("slider", name="Where in the film")
        strip.fill("0")
        expect(ana.page.get_by_role("heading", name="Ana: tracks")).to_have_count(0)
        ana.page.get_by_label("Speed").select_option("8 ×")
        ana.page.get_by_role("button", name="Play").click()
        expect(now).to_contain_text("that was close")
        expect(ana.page.get_by_role("button", name="Play")).to_be_visible()  # it stops at the end
        assert SECRET not in ana.page.content()
        assert (findings(ana.page), overflow(ana.page)) == ([], 0)

        # the game master's film has what only the game master has seen
        gm = person(chromium, address, cookies, "gm")
        gm.page.goto(f"{address}/t/{id}/film?session=1")
        gm.page.get_by_role("slider", name="Where in the film").fill("3")
        expect(gm.page.get_by_role("region", name="Just then")).to_contain_text("3d7")

        # a deep rewind says line by line what it would undo before it does
        gm.page.get_by_role("link", name="To the table").click()
        gm.sees("that was close")
        entry = gm.part("Log").get_by_role("listitem").filter(has_text="(the wind)").first
        entry.locator("summary").click()
        entry.get_by_role("button", name="Back to before this").click()
        preview = gm.page.get_by_role("dialog", name="Take back everything from here on?")
        expect(preview.locator("ol > li > del")).to_have_text(
            ["gm overrules Ana's light: 1 instead of 3 (the wind)", "Ana: “that was close”"]
        )
        assert findings(gm.page) == []
        preview.get_by_role("button", name="Close").click()

        # so does a player's own last step
        ana.page.goto(f"{address}/t/{id}")
        ana.back_button().click()
        expect(ana.page.get_by_role("dialog").locator("ol > li > del")).to_have_text(["Ana: “that was close”"])
        ana.page.get_by_role("dialog").get_by_role("button", name="Close").click()

        # the session closes: everybody is told of the recap, the television too
        screen = person(chromium, address, cookies, "screen")
        screen.page.goto(f"{address}/t/{id}/tv")
        expect(screen.page.get_by_role("heading", name="A table")).to_be_visible()
        gm.act("session", within="Game master", what="close")
        expect(screen.page.get_by_role("link", name="Read the recap")).to_be_visible()
        ana.page.get_by_role("link", name="Read the recap").click()
        recap = ana.page.get_by_role("main")
        expect(recap.get_by_role("heading", name="A table, session 1")).to_be_visible()
        expect(recap.get_by_role("region", name="Who was there").get_by_role("listitem")).to_have_count(3)
        happened = recap.get_by_role("region", name="What happened").get_by_role("listitem")
        expect(happened).to_have_text(["ghoul is here", re.compile("^Bo dares, and it")])
        expect(recap.get_by_role("region", name="The luck of the dice")).to_contain_text("Bo: dare")
        expect(recap.get_by_role("row", name=re.compile("light 3 .*1"))).to_be_visible()
        assert SECRET not in ana.page.content()
        assert "3d7" not in ana.page.content()
        assert (findings(ana.page), overflow(ana.page)) == ([], 0)
        screen.page.get_by_role("link", name="Read the recap").click()
        expect(screen.page.get_by_role("heading", name="A table, session 1")).to_be_visible()
        assert SECRET not in screen.page.content()

        # and the next day, from the lobby, on a phone in the dark
        late = person(chromium, address, cookies, "Ana", viewport=PHONE)
        late.page.emulate_media(color_scheme="dark")
        late.page.goto(address)
        late.page.get_by_role("link", name="Recap: A table").click()
        expect(late.page.get_by_role("heading", name="A table, session 1")).to_be_visible()
        assert (findings(late.page), overflow(late.page)) == ([], 0)
        late.page.get_by_role("link", name="Film").click()
        expect(late.page.get_by_role("region", name="Just then")).to_contain_text("ession 1: open")
        assert (findings(late.page), overflow(late.page)) == ([], 0)
        assert [one.problems for one in (ana, gm, screen, late)] == [[], [], [], []]
