"""The game master's screen: somebody on the table in two taps, open questions side by side, take back in one tap, quiet."""

import json
import re

import pytest
from playwright.sync_api import expect

from e2e.screens import PHONE
from e2e.test_look import sit, stage
from e2e.test_moment_of_truth import CALL
from e2e.test_pages import findings, overflow
from web.serving import character, new_table, ready_in, served


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house")) as address:
        yield address


def test_somebody_is_on_the_table_in_two_taps_and_gone_in_one(chromium, house):
    table = new_table(house, "Ana", game="twist-of-fate")
    gm = sit(chromium, house, table, "gm", PHONE)
    gm.part("People")
    gm.page.get_by_role("button", name="Put somebody on the table", exact=True).click()
    cast = gm.page.get_by_role("group", name="Put somebody on the table")
    cast.get_by_role("button", name="Put Guard on the table", exact=True).click()
    expect(cast.get_by_role("status")).to_have_text("On the table: Soldier")  # what one sees of a guard

    # it stays open: three more of the same, one with a name, one that is sought, one by a number alone
    cast.get_by_label("How many", exact=True).fill("3")
    cast.get_by_role("button", name="Put 3 × Guard on the table", exact=True).click()
    expect(cast.get_by_role("status")).to_have_text("On the table: Soldier 2, Soldier 3, Soldier 4")
    cast.get_by_label("Called").fill("Old Wen")
    cast.get_by_label("Find somebody").fill("wo")
    expect(cast.get_by_role("button", name=re.compile("^Put .* on the table$"))).to_have_text(
        ["Wolf", "Put Old Wen on the table"]
    )
    cast.get_by_role("button", name="Put Wolf on the table", exact=True).click()
    expect(cast.get_by_role("status")).to_have_text("On the table: Old Wen")
    cast.get_by_role("button", name="Put Foe on the table", exact=True).click()
    expect(cast.get_by_role("status")).to_have_text("On the table: Somebody")
    assert (findings(gm.page), overflow(gm.page)) == ([], 0)

    # no dialog, no question: it is gone, and what it was is said
    gm.back_button().click()
    expect(gm.notice()).to_have_text("Taken back: Somebody is here")
    expect(cast.get_by_role("status")).to_have_text("")
    gm.page.locator("body").press("u")
    expect(gm.notice()).to_have_text("Taken back: Old Wen is here")
    expect(gm.page.get_by_role("dialog")).to_have_count(0)
    here = gm.part("People").get_by_role("heading", level=3).get_by_role("button")
    expect(here).to_have_count(4)

    # the game master reads what it is, and says it once for all; somebody may come as what they are
    expect(here.first).to_contain_text("Guard, seen as soldier")
    tools = gm.page.get_by_role("region", name="Game master")
    tools.get_by_role("button", name="unmask", exact=True).click()
    tools.get_by_role("button", name="Do it").click()
    gm.sees("Soldier is: Guard")
    expect(gm.part("People").get_by_role("heading", level=3).get_by_role("button").first).not_to_contain_text("seen as")
    tools.get_by_role("button", name="Put somebody on the table", exact=True).click()
    cast.get_by_label("Say what they are").check()
    cast.get_by_role("button", name="Put Captain on the table", exact=True).click()
    expect(cast.get_by_role("status")).to_have_text("On the table: Captain")
    gm.sees("Captain is here: Captain")
    assert (findings(gm.page), overflow(gm.page), gm.problems) == ([], 0, [])


def test_every_open_question_is_answered_where_it_lies(chromium, house):
    table = id, browsers = new_table(house, "Ana", "Bo")
    host = browsers["gm"].sit(id)
    for name in ("Wren", "Moth"):
        host.act("place", name=name, kind="warden")
    players = [browsers[name].sit(id) for name in ("Ana", "Bo")]
    gm = sit(chromium, house, table, "gm")
    expect(gm.page.get_by_role("heading", name="Nothing is asked of you.")).to_be_visible()
    for player, name, other in zip(players, ("Ana", "Bo"), ("Wren", "Moth"), strict=True):
        player.act("bring", character=character(name))
        player.act("stare", who=name, other=other)

    question = gm.part("Question")
    cards = question.get_by_role("group", name="Stake how much light?").filter(has=gm.page.get_by_role("button"))
    wren, moth = (cards.filter(has=gm.page.get_by_text(name, exact=True)) for name in ("Wren", "Moth"))
    expect(cards).to_have_count(2)
    expect(wren.get_by_role("heading")).to_be_focused()
    gm.page.keyboard.press("2")  # keys are for the one in focus
    expect(wren.get_by_role("button", name="Answer: 2, face down")).to_be_visible()
    expect(moth.get_by_role("button", name="Answer: 0, face down")).to_be_visible()
    moth.locator("label").filter(has_text="3").click()
    expect(moth.get_by_role("button", name="Answer: 3, face down")).to_be_visible()
    gm.page.keyboard.press("4")
    expect(moth.get_by_role("button", name="Answer: 4, face down")).to_be_visible()
    expect(wren.get_by_role("button", name="Answer: 2, face down")).to_be_visible()
    assert findings(gm.page) == []
    gm.page.keyboard.press("Enter")
    expect(moth.get_by_text("Your answer lies face down.")).to_be_visible()
    expect(wren.get_by_role("heading")).to_be_focused()
    gm.page.keyboard.press("Enter")
    expect(question.get_by_text("Your answer lies face down.")).to_have_count(2)
    for player in players:
        player.answer(1)
    gm.sees("Ana looks away")
    gm.sees("Bo looks away")
    expect(gm.page.get_by_role("heading", name="Nothing is asked of you.")).to_be_visible()
    assert gm.problems == []


def test_a_player_with_two_characters_sees_both_of_their_questions(chromium, house):
    table = id, browsers = new_table(house, "Ana", game="moment-of-truth")
    game = browsers["gm"].get("/api/games/moment-of-truth")[1]
    ready = ready_in(game)[:2]
    sitting = browsers["Ana"].sit(id)
    host = browsers["gm"].sit(id)
    names = [json.loads(one)["name"] for one in ready]
    for name, text in zip(names, ready, strict=True):
        sitting.act("bring", character=text)
        host.hear().act("call-for", **{**CALL, "who": name})
    ana = sit(chromium, house, table, "Ana", PHONE)
    first, second = (ana.part("Question").get_by_role("group", name=re.compile(f"^{name}")) for name in names)
    expect(first.get_by_role("radio").first).to_be_attached()
    expect(second.get_by_role("radio")).to_have_count(0)  # many options wait folded, what stands there anyway can be answered
    expect(second.get_by_role("button", name=re.compile("^Answer: roll"))).to_be_visible()
    second.get_by_role("button", name=re.compile("answers …$")).click()
    expect(second.get_by_role("heading")).to_be_focused()
    expect(second.get_by_role("radio").first).to_be_attached()
    expect(first.get_by_role("radio")).to_have_count(0)
    assert (overflow(ana.page), ana.problems) == (0, [])


def test_behind_the_screen_and_in_quiet(chromium, house):
    table = id, browsers = new_table(house, "Ana", dials={"secret_rolls": "announced"})
    ana = browsers["Ana"].sit(id)
    ana.act("bring", character=character("Ana"))
    browsers["gm"].sit(id).act("place", name="Wren", kind="warden")
    gm = sit(chromium, house, table, "gm")
    gm.page.get_by_label("behind the screen").check()
    heard = gm.page.get_by_text("At secret rolls the others hear dice fall.")
    expect(heard).to_have_count(2)  # beside the dice, and on the game master's own screen
    heard.first.get_by_role("button", name="Dials").click()
    expect(gm.page.get_by_role("dialog", name="Dials").get_by_text("announced")).to_be_visible()
    gm.page.keyboard.press("Escape")
    gm.stop_time()
    gm.page.get_by_role("button", name="Roll 2d6").click()
    ana.wait_until(lambda: "dice fall behind the screen" in ana.texts())
    expect(stage(gm)).to_have_count(1)
    gm.let_time_pass()
    expect(stage(gm)).to_have_count(0)

    # quiet: the question is there and takes nothing to the front; dice go straight to the log
    gm.page.locator("body").press("q")
    expect(gm.notice()).to_have_text(re.compile("^Quiet: "))
    expect(gm.page.get_by_role("banner").get_by_text("saved · quiet")).to_be_visible()
    gm.page.get_by_label("Roll any dice").get_by_role("textbox").focus()
    gm.page.keyboard.press("q")  # whoever types, types
    expect(gm.page.get_by_label("Roll any dice").get_by_role("textbox")).to_have_value("q")
    gm.page.get_by_role("button", name="Keys", exact=True).click()
    expect(gm.page.get_by_role("dialog").get_by_text("quiet: nothing comes to the front by itself")).to_be_visible()
    gm.page.keyboard.press("Escape")
    gm.page.get_by_role("button", name="Invite").focus()
    ana.act("roll", notation="3d6")
    ana.act("stare", who="Ana", other="Wren")
    expect(gm.part("Question").get_by_role("heading", name="Stake how much light?")).to_be_visible()
    expect(gm.page.get_by_role("button", name="Invite")).to_be_focused()
    gm.sees("Ana rolls 3d6")
    assert stage(gm).count() == 0  # it would have stood there for seconds
    gm.page.keyboard.press("q")
    expect(gm.notice()).to_have_text("No longer quiet.")
    assert gm.problems == []


def test_somebody_is_written_from_a_copy_fights_and_is_offered_again_at_the_next_table(chromium, house):
    """TOF-1.25: another skill and one more weapon than the book's; what it is and can do, only the game master reads."""
    id, browsers = new_table(house, "Ana", game="triumph-and-disaster")
    host = browsers["gm"]
    hero = ready_in(host.get("/api/games/triumph-and-disaster")[1])[0]
    browsers["Ana"].sit(id).act("bring", character=hero)
    gm = sit(chromium, house, (id, browsers), "gm", PHONE)
    gm.part("People")
    cast = opened_cast(gm)
    cast.get_by_role("button", name="Write somebody", exact=True).click()
    form = cast.get_by_role("form", name="Write somebody")
    form.get_by_label("Begin from a copy of").select_option("Bandit")
    expect(form.get_by_label("What the others see")).to_have_value("ruffian")
    form.get_by_label("What it is, for you alone").fill("Reed captain")
    for folded, stands in (("Aptitudes", "Blades 1"), ("Items", "arms: sword")):
        expect(form.locator("summary").filter(has=gm.page.get_by_role("heading", name=folded))).to_contain_text(stands)
        form.get_by_role("heading", name=folded, exact=True).click()
    form.get_by_role("spinbutton", name="Blades", exact=True).fill("2")
    form.get_by_role("group", name=re.compile("^arms ")).get_by_role("checkbox", name="bow", exact=True).check()
    expect(form.get_by_text("The rules can read this sheet.")).to_be_visible()
    assert (findings(gm.page), overflow(gm.page)) == ([], 0)
    form.get_by_role("button", name="Put on the table").click()
    expect(form).to_have_count(0)
    expect(cast.get_by_role("status")).to_have_text("On the table: Ruffian")
    expect(gm.part("People").get_by_role("heading", level=3).filter(has_text="Ruffian")).to_contain_text(
        "Reed captain, seen as ruffian"
    )
    there = host.sit(id)
    known = {path[2]: value for path, value in there.welcome["facts"] if path[:2] == ["token", "Ruffian"]}
    assert (["Blades", 2] in known["aptitudes"], known["arms"]) == (True, ["sword", "bow"])
    assert there.act("attack", who="Ruffian", target=json.loads(hero)["name"], using="in hand")["is"] == "done"

    _, card = host.post("/api/tables", {"game": "triumph-and-disaster", "name": "Next week", "seat": "gm"})
    gm = sit(chromium, house, (card["id"], browsers), "gm", PHONE)
    gm.part("People")
    cast = opened_cast(gm)
    cast.get_by_role("button", name="Put Reed captain on the table", exact=True).click()
    expect(cast.get_by_role("status")).to_have_text("On the table: Ruffian")
    assert gm.problems == []


def opened_cast(gm):
    tools = gm.page.get_by_role("region", name="Game master")
    tools.get_by_role("button", name="Put somebody on the table", exact=True).click()
    return gm.page.get_by_role("group", name="Put somebody on the table")
