"""A game master in two games: asks, waits, rolls unseen, overrules, takes back, passes time, hands over, prints."""

import json
import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from e2e.screens import DESK, SMALL_PHONE, TELEVISION, Keys, Mouse, Person
from e2e.test_journey_group import Counted, station
from web.serving import Browser, new_table, ready_in, served


@dataclass(frozen=True)
class Game:
    """What differs between the two."""

    id: str
    check: str  # the act that opens one
    hard: dict  # how it is made less than trivial
    npc: str
    number: str  # on Ana's sheet, for the game master to overrule
    dials: dict


TRUTH = Game("moment-of-truth", "call for", {}, "Watchman", "perception", {"secret_rolls": "silent"})
HIDDEN = {"fate_visibility": "hidden", "contest_visibility": "result_only"}
ALOUD = {"secret_rolls": "announced", "dice_source": "mixed", **HIDDEN}
TRIUMPH = Game("triumph-and-disaster", "fate", {"will": "17"}, "Bandit", "strength", ALOUD)


@pytest.mark.parametrize(("game", "hand"), [(TRUTH, Keys), (TRIUMPH, Mouse)], ids=["by keyboard alone", "by mouse and touch"])
def test_a_game_master_has_the_table_in_hand(chromium, tmp_path, game, hand):
    with served(tmp_path, seed=5) as address:
        gm, ana, screen = seated(chromium, address, game, hand)
        passes_time(gm, game)
        asks_in_two_taps(gm, game)
        ana_owes(gm, screen)
        answers(gm, ana, game)
        expect(gm.page.get_by_role("region", name="Still waiting for")).to_have_count(0)
        assert_the_difficulty_is_known_to(gm, ana, game)
        rolls_unseen(gm, ana, game)
        was = overrules(gm, ana, screen, game)
        takes_it_all_back(gm, ana, game, was)
        hands_somebody_over(gm, ana, game)
        prints_everybody(gm)
        assert [person.problems for person in (gm, ana, screen)] == [[], [], []]


def seated(chromium, address, game, hand):
    """Gwen at a desk, Ana on a small phone with somebody ready-made, and a television."""
    id, browsers = new_table(address, "Ana", game=game.id, dials=game.dials)
    browsers["television"] = Browser(address)
    browsers["television"].post(f"/api/tables/{id}/join", {"name": "television", "role": "television"})
    card = browsers["gm"].get(f"/api/games/{game.id}")[1]
    ready = ready_in(card)[0]
    sitting = browsers["Ana"].sit(id)
    assert sitting.act("bring", character=json.dumps({**json.loads(ready), "name": "Ana"}))["is"] == "done"
    if game is TRIUMPH:  # where nothing else is asked, real dice are
        assert sitting.act("dice", thrown="by hand")["is"] == "done"
    sitting.close()
    people = []
    for name, look in {"gm": DESK, "Ana": SMALL_PHONE, "television": TELEVISION}.items():
        person = Person(chromium, address, name, Counted(hand()), look)
        person.come_back(browsers[name].cookies)
        person.page.goto(f"{address}/t/{id}{'/tv' if name == 'television' else ''}")
        people.append(person)
    expect(people[1].part("Question")).to_be_visible()
    return people


def passes_time(gm, game):
    """What hour it is, or which session, stands at the head of the table."""
    if game is TRUTH:
        gm.act("open session", hours="3")
        expect(gm.page.get_by_role("banner")).to_contain_text("session 1")
    else:
        gm.act("pass time", within="Game master", minutes="90")
        expect(gm.page.get_by_role("banner")).to_contain_text("day 1, 01:30")
    gm.settle()


def asks_in_two_taps(gm, game):
    """The form begins with somebody who can be asked; whatever else is filled in, takes no tap."""
    acts = gm.part("What you can do")
    gm.hand.presses = 0
    gm.hand.press(acts.get_by_role("button", name=game.check, exact=True))
    expect(gm.slot(acts, "who")).to_have_value('"Ana"')
    for field, value in game.hard.items():
        gm.put(acts, field, value)
    station(gm, f"{game.id} check")
    gm.hand.press(acts.get_by_role("button", name="Do it"))
    assert gm.hand.presses == 2


def ana_owes(gm, screen):
    owing = gm.page.get_by_role("region", name="Still waiting for").get_by_role("listitem")
    expect(owing).to_have_text(re.compile(r"^Ana: .*for \d+ seconds"))
    expect(owing.get_by_role("button", name="Name a stand-in for Ana")).to_be_visible()
    expect(screen.page.get_by_role("region", name="Still waiting for").get_by_role("listitem")).to_contain_text("Ana")
    station(gm, "owing")
    station(screen, "owing")


def answers(gm, ana, game):
    question = ana.asked()
    station(ana, f"{game.id} question")
    if game is TRUTH:
        expect(question.get_by_role("heading")).to_contain_text("2 needed")
        ana.pick("take a failure")
        expect(gm.part("People").get_by_role("img", name="Ana: 3 moments")).to_be_visible()
    else:
        entered = question.get_by_text("All dice are entered.")
        expect(question.get_by_role("heading")).to_contain_text("what do your dice show?")
        while not entered.count():
            ana.hand.press(question.get_by_role("button", name="it shows 13"))
        ana.hand.press(question.get_by_role("button", name=re.compile("^Answer")))
    expect(question.get_by_role("heading").first).to_have_text("Nothing is asked of you.")


def assert_the_difficulty_is_known_to(gm, ana, game):
    """A target number is everybody's; the will of fate is the Storyteller's, whatever Ana opens."""
    shown = {person: opened(person, "Ana").inner_text() for person in (gm, ana)}
    if game is TRUTH:
        assert ["target number 2" in text for text in shown.values()] == [True, True]
    else:
        assert ["17" in text for text in shown.values()] == [True, False]
    station(ana, f"{game.id} opened")


def rolls_unseen(gm, ana, game):
    """Silently, or so that it is heard; never what came of it."""
    before = ana.log()
    gm.act("secret roll", within="Game master", notation="2d6")
    gm.sees("gm rolls 2d6")
    gm.say("Well, well")
    ana.sees("“Well, well”")
    heard = ["Dice fall behind the screen"] if game.dials["secret_rolls"] == "announced" else []
    assert [line.lower() for line in ana.log()[len(before) :]] == [line.lower() for line in [*heard, "gm: “Well, well”"]]


def overrules(gm, ana, screen, game):
    """A number gets another value, and everybody reads why: what it was."""
    people = gm.part("People")
    gm.hand.press(people.get_by_role("button", name=re.compile("^Ana")))
    gm.hand.press(people.get_by_role("button", name=re.compile(rf"^\d+ {game.number}")))
    form = people.get_by_role("group", name=f"What can be done with Ana’s {game.number}")
    was = form.get_by_label("New value").input_value()
    gm.hand.fill(form.get_by_label("New value"), "1")
    gm.hand.fill(form.get_by_label("Reason"), "a curse")
    station(gm, f"{game.id} overrule")
    gm.hand.press(form.get_by_role("button", name="Overrule"))
    sentence = f"gm overrules Ana's {game.number}: 1 instead of {was} (a curse)"
    for person in (gm, ana):
        person.sees(sentence)
    expect(screen.page.get_by_role("region", name="Just now")).to_contain_text(sentence)
    expect(number(ana, game)).to_contain_text("1")
    return was


def takes_it_all_back(gm, ana, game, was):
    """From the check on, with all that came of it; what would go is shown first."""
    entry = opened(gm, "Ana")
    gm.hand.press(entry.get_by_role("button", name="Back to before this"))
    preview = gm.page.get_by_role("dialog", name="Take back everything from here on?")
    gone = preview.locator("ol > li > del")
    expect(gone.filter(has_text="overrules Ana's")).to_have_count(1)
    count = gone.count()
    station(gm, f"{game.id} rewind")
    gm.hand.press(preview.get_by_role("button", name="Take back"))
    expect(preview).to_have_count(0)
    expect(number(ana, game)).to_contain_text(was)
    if game is TRUTH:
        expect(gm.part("People").get_by_role("img", name="Ana: 1 moment")).to_be_visible()
    struck = [line for line in gm.log() if line.startswith("[")]
    assert len(struck) == count
    ana.sees("Taken back")


def hands_somebody_over(gm, ana, game):
    gm.place(game.npc, "Wat")
    gm.act("hand over", within="Game master", token="Wat", to="Ana")
    expect(ana.part("People").get_by_role("button", name=re.compile("^Wat.* you"))).to_be_visible()
    station(ana, f"{game.id} people")


def prints_everybody(gm):
    """All sheets at once, a page each."""
    gm.hand.press(gm.page.get_by_role("region", name="Game master").get_by_role("button", name="Print all sheets"))
    paper = gm.page.get_by_role("dialog", name="All sheets, on paper")
    expect(paper.get_by_role("heading", level=1)).to_have_text(["Ana", "Wat"])
    station(gm, "paper")
    assert len(re.findall(rb"/Type\s*/Page\b", gm.page.pdf(format="A4"))) == 2
    gm.hand.press(paper.get_by_role("button", name="Close"))
    expect(paper).to_have_count(0)


# ── eyes ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def opened(person, begins):
    """The entry of the log in which the check is told, with its details."""
    entry = person.part("Log").get_by_role("listitem").filter(has=person.page.locator("time"))
    entry = entry.filter(has=person.page.locator("p.head", has_text=re.compile(rf"^\s*{begins}(:|, )"))).first
    if entry.locator("details[open]").count() == 0:
        person.hand.press(entry.locator("summary"))
    expect(entry.locator("details[open] li").first).to_be_visible()
    return entry


def number(ana, game):
    return ana.part("Sheet").get_by_role("button", name=re.compile(rf"^\d+ {game.number}"))
