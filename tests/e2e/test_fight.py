"""A fight of Moment of Truth to its end in real browsers: order, questions, blows, one of them taken back, and who is left."""

import json
import re
import time

import pytest
from playwright.sync_api import expect

from e2e.screens import DESK, PHONE, TELEVISION, Keys, Mouse, Person
from e2e.test_moment_of_truth import CHOICES
from e2e.test_pages import findings, overflow, page_of
from fatewright.systems.spec import games
from patience import PATIENCE
from web.serving import Browser, Process, new_table, served

ANA = {
    **CHOICES,
    **{"endurance": 4, "strength": 4, "agility": 4, "will": 2, "perception": 2, "education": 2},
    **{"skills": {"Melee, one-handed": 4, "Athletics": 3}, "problems": [], "talents": []},
    **{"weapon": "Broad Sword", "off_hand": "small", "armor": ["Leather"]},
}
BO = {
    **CHOICES,
    **{"endurance": 3, "strength": 2, "agility": 4, "will": 2, "perception": 5, "education": 2},
    **{"skills": {"Pistol": 4, "Athletics": 3}, "problems": [], "talents": [], "weapon": ".45 Auto Pistol"},
}
FOES = {"Rook": "Street Tough", "Finn": "Thief", "Mags": "Thief"}
WEAPONS = {"Ana": "Broad Sword", "Bo": ".45 Auto Pistol", "Rook": "Club", "Finn": "Dagger", "Mags": "Dagger"}
MOST_TURNS = 40
WANTED = re.compile("^(roll|leave it at that)")
OUT = re.compile("^(dead|unconscious)$")


def test_a_fight_to_its_end(chromium, tmp_path):
    with Process(tmp_path, "--seed", "4") as server:
        id, cookies = set_out(server.address)
        gm, ana, bo = people = [sit(chromium, server.address, id, name, cookies) for name in ("gm", "Ana", "Bo")]
        television = page_of(chromium, server.address, f"/t/{id}/tv", cookies["screen"], TELEVISION, "dark")
        begin(gm, ana, bo, television)
        fight = Fight(gm, {"Ana": ana, "Bo": bo})
        while fight.standing() and fight.turns < MOST_TURNS:
            fight.turn()
            if fight.turns == len(people):
                assert_well_made(gm, ana, television)
        assert (fight.standing(), fight.was_taken_back, fight.has_been_attacked) == ([], True, True)
        assert_all_is_told(gm, ana, television)
        gm.act("end fight")
        for person in people:
            expect(tracker(person)).to_have_count(0)
        assert [person.problems for person in people] == [[], [], []]


# ── setting out ────────────────────────────────────────────────────────────────────────────────────────────────────────


def set_out(address):
    """Two characters, three foes, a television: the table's id, and everyone's cookies."""
    id, browsers = new_table(address, "Ana", "Bo", game="moment-of-truth", dials={"default_tn": 1})
    browsers["screen"] = Browser(address)
    browsers["screen"].post(f"/api/tables/{id}/join", {"name": "television", "role": "television"})
    acts = [(name, "bring", {"character": written(name, choices)}) for name, choices in (("Ana", ANA), ("Bo", BO))]
    acts += [("gm", "place", {"name": name, "kind": kind}) for name, kind in FOES.items()]
    for seat, verb, args in acts:
        sitting = browsers[seat].sit(id)
        answer = sitting.act(verb, **args)
        assert answer["is"] == "done", answer
        sitting.close()
    return id, {name: browser.cookies for name, browser in browsers.items()}


def written(name, choices):
    return json.dumps({"game": "moment-of-truth", "version": 1, "name": name, "choices": choices})


def sit(chromium, address, id, name, cookies):
    person = Person(chromium, address, name, Mouse(), PHONE if name == "Ana" else DESK)
    person.come_back(cookies[name])
    person.page.goto(f"{address}/t/{id}")
    return person


def begin(gm, ana, bo, television):
    """Initiative; how many dice everybody holds back is turned over together, and an odd one is said to do nothing."""
    expect(tracker(gm)).to_have_count(0)
    gm.act("start fight", leader="Rook")
    ana.stake(3)
    expect(ana.part("Question").get_by_text("Your answer lies face down.")).to_be_visible()
    bo.stake(2)
    gm.sees("Ana holds back 3 dice: the odd one does nothing")
    expect(row(gm, "Ana").get_by_text("3 dice held back")).to_contain_text("the odd one does nothing")
    expect(row(gm, "Bo").get_by_text("2 dice held back")).not_to_contain_text("odd")
    expect(row(gm, "Rook").get_by_text("held back")).to_have_count(0)
    order = seats(gm.page)
    assert sorted(order) == ["Ana", "Bo", "gm"]
    for page in (gm.page, ana.page, bo.page, television):
        expect(in_order(page).locator("> ol > li[aria-current=true]")).to_have_count(1)
        assert seats(page) == order
        expect(in_order(page).locator("h2")).to_have_text("Order of turns · round 1", ignore_case=True)
    folded = gm.part("What you can do").locator("details:not([open]) > summary h3")
    assert "Wounds" in folded.all_text_contents()
    assert "Fight" not in folded.all_text_contents()


# ── fighting ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Fight:
    """Turn after turn, played by whose it is; the first blow that hurts is taken back and struck again."""

    def __init__(self, gm, players):
        self.gm, self.players = gm, players
        self.turns, self.was_taken_back, self.has_been_attacked = 0, False, False

    def standing(self):
        """The foes who are not down."""
        return [name for name in FOES if not row(self.gm, name).get_by_role("button", name=OUT).count()]

    def turn(self):
        """Whoever's turn it is by the tracker strikes, and ends it."""
        self.turns += 1
        seat = current(self.gm.page)
        person = self.players.get(seat, self.gm)
        if person is self.gm:
            self.gm_attacks()
        else:
            expect(tracker(person).get_by_text("Your turn").first).to_be_visible()
            self.player_attacks(person)
        self.end(person)

    def end(self, person):
        """The prominent button is the one of whose turn it is; the game master has one in everybody's."""
        others = [one for one in (self.gm, *self.players.values()) if one is not person]
        before = heading(self.gm), current(self.gm.page)
        for other in others:
            expect(tracker(other).get_by_role("button", name="End turn", exact=True)).to_have_count(0)
        if person is not self.gm:
            expect(tracker(self.gm).get_by_role("button", name=f"End {person.name}’s turn")).to_be_visible()
        person.part("Question")  # on a phone, the button stands above the question too
        person.hand.press(person.page.get_by_role("button", name="End turn", exact=True).locator("visible=true"))
        expect_change(lambda: (heading(self.gm), current(self.gm.page)), before)

    def player_attacks(self, person):
        target = self.standing()[0]
        hurt = boxes(self.gm, target)
        assert hurt is not None
        assert boxes(person, target) is None, "what a foe has left, its enemies do not know"
        self.strike(person, person.name, target)
        if not self.was_taken_back and boxes(self.gm, target) != hurt:
            self.take_back(person, target, hurt)
            self.strike(person, person.name, target)

    def strike(self, person, who, target):
        """Tap who strikes and who is struck; the form begins with them, and with what is in the hand."""
        expect(row(person, who).get_by_text("action left")).to_be_visible()
        pick(person, target)
        if person is self.gm:
            pick(person, who)
        acts = person.part("What you can do")
        person.hand.press(acts.get_by_role("button", name="attack", exact=True))
        for slot, value in (("who", who), ("target", target), ("weapon", WEAPONS[who])):
            expect(person.slot(acts, slot)).to_have_value(json.dumps(value))
        if who == "Bo":
            person.put(acts, "metres", "5")
        person.hand.press(acts.get_by_role("button", name="Do it"))
        person.settle()
        expect(acts.get_by_role("button", name="Do it")).to_have_count(0)
        self.answer_all(person, who)

    def answer_all(self, person, who):
        """Roll, take no setback, spend nothing: until the game master sees the action used and nothing left to wait for.

        Two screens never change at the same instant, so the end is read off one of them alone.
        """
        question = person.part("Question")
        answers = question.get_by_role("button", name=re.compile("^Answer"))
        used = row(self.gm, who).get_by_text("action used")
        waiting = self.gm.page.get_by_role("region", name="Still waiting for")
        until = time.monotonic() + PATIENCE
        while not (used.count() and not waiting.count()):
            assert time.monotonic() < until, f"{who} is still asked: {question.inner_text()}"
            if not answers.count():
                time.sleep(0.05)
                continue
            asked = question.get_by_role("heading").first.inner_text()
            if question.get_by_role("radio", name=WANTED).count():
                person.hand.choose(question, WANTED)
            person.hand.press(answers)
            expect(question.get_by_role("heading").first).not_to_have_text(asked)

    def take_back(self, person, target, hurt):
        """The whole blow is one entry of the log; taken back, it stays there struck through, and all numbers return."""
        entries = self.gm.part("Log").get_by_role("listitem").filter(has=self.gm.page.locator("time"))
        entry = entries.filter(has_text=f"{person.name} hits").last
        struck = entry.locator("p").first.inner_text()
        assert f"{target} is hurt" in struck
        entry.locator("summary").click()
        entry.get_by_role("button", name="Back to before this").click()
        dialog = self.gm.page.get_by_role("dialog")
        expect(dialog.get_by_text("acted: yes")).to_have_count(1)
        dialog.get_by_role("button", name="Take back").click()
        for one in (self.gm, person):
            expect(one.part("Log").locator("p del").filter(has_text=struck.partition(".")[0])).to_be_visible()
        expect(row(self.gm, person.name).get_by_text("action left")).to_be_visible()
        expect_change(lambda: boxes(self.gm, target) == hurt, False)
        self.was_taken_back = True

    def gm_attacks(self):
        """All of the game master's people act in one turn, in any order: here the last one who stands strikes first."""
        victims = [name for name in self.players if not row(self.gm, name).get_by_role("button", name=OUT).count()]
        for name in self.standing()[::-1][:1]:
            self.strike(self.gm, name, victims[0])
            self.has_been_attacked = True


# ── eyes ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def in_order(page):
    return page.locator("section[aria-label='Order of turns']")


def tracker(person):
    """The order of turns, brought to the front on a phone."""
    if person.is_phone and person.page.get_by_role("navigation", name="Parts of the table").count():
        person.part("People")
    return in_order(person.page)


def row(person, name):
    return tracker(person).locator(f"li[aria-label='{name}']")


def pick(person, name):
    """Tap a name, unless it is picked already."""
    button = row(person, name).get_by_role("button", name=name, exact=True)
    if button.get_attribute("aria-pressed") == "false":
        person.hand.press(button)
    expect(button).to_have_attribute("aria-pressed", "true")


def boxes(person, name):
    """What the boxes of somebody say; None where this person is not shown any."""
    found = row(person, name).get_by_role("img", name=re.compile("^hit points"))
    if person.name == "gm":
        expect(found).to_be_visible()
    return found.get_attribute("aria-label") if found.count() else None


def seats(page):
    return in_order(page).locator("> ol > li h3 .seat").all_text_contents()


def now(page):
    return in_order(page).locator("> ol > li[aria-current=true] h3 .seat")


def current(page):
    return now(page).text_content()


def heading(person):
    return in_order(person.page).locator("h2").text_content()


def expect_change(seen, before):
    """Wait until something is no longer as it was."""
    until = time.monotonic() + PATIENCE
    while seen() == before:
        assert time.monotonic() < until, f"still {before}"
        time.sleep(0.05)


def assert_well_made(gm, ana, television):
    """In the middle of a fight nothing is wider than its screen, and axe-core finds nothing serious."""
    for page in (gm.page, television):
        assert (findings(page), overflow(page)) == ([], 0)
    for part in ("Question", "Sheet", "People", "Log"):
        ana.part(part)
        assert (findings(ana.page), overflow(ana.page)) == ([], 0)


def assert_all_is_told(gm, ana, television):
    """Who is down says so on every screen, and what it means is there to be read."""
    for name in FOES:
        chip = row(gm, name).get_by_role("button", name=OUT).last
        chip.hover()
        expect(row(gm, name).get_by_role("tooltip").get_by_text(said_of(chip), exact=True)).to_be_visible()
        expect(row(ana, name).get_by_role("button", name=OUT).last).to_be_visible()
        expect(
            in_order(television).locator(f"li[aria-label='{name}']").get_by_text(re.compile("dead|unconscious")).last
        ).to_be_visible()
    finn = row(ana, "Finn")
    fallen = finn.get_by_role("button", name=OUT).last
    ana.hand.press(fallen)
    expect(finn.get_by_role("tooltip").filter(has_text=said_of(fallen))).to_be_visible()
    log = gm.log()
    assert not [line for line in log if re.search("revealed|acted: |moves: |=", line)]
    assert sum(line.startswith("[") for line in log) == 1


def said_of(chip):
    """What a screen reader says of a chip besides its name."""
    return chip.evaluate("one => document.getElementById(one.getAttribute('aria-describedby')).textContent")


# ── a moment of a fight, on every screen ───────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house"), seed=3) as address:
        yield address


@pytest.fixture(scope="module")
def moment(house):
    """It is Ana's turn, and she holds Finn; Bo lies on the ground and bleeds; Rook stands behind a crate."""
    id, cookies = set_out(house)
    sittings = {}
    for name in ("gm", "Ana", "Bo"):
        browser = Browser(house)
        browser.cookies = cookies[name]
        sittings[name] = browser.sit(id)
    gm, ana, bo = sittings.values()
    for place, (sitting, who) in enumerate(((ana, "Ana"), (bo, "Bo"), (gm, "Rook"))):
        done(sitting.act("move", who=who, x=2 + 3 * place, y=place))
    for _ in range(20):
        if ("relation", "grapples", "Ana", "Finn") in ana.facts:
            break
        done(ana.act("grapple", who="Ana", target="Finn", skill="Brawling", metres=0))
        roll(ana)
    done(gm.act("start-fight", leader="Rook", how="a fight", ready="nobody", bleeding="no"))
    for player, dice in ((ana, 1), (bo, 2)):
        done(player.hear().answer(dice, "reserve"))
    gm.wait_until(lambda: gm.facts.get(("turns", "round")))
    while gm.facts[("turns", "order")][gm.facts[("turns", "at")]] != "Ana":
        done(gm.act("end-turn"))
    done(gm.act("condition", who="Bo", condition="prone", is_so="yes"))
    done(gm.act("condition", who="Bo", condition="bleeding", is_so="yes"))
    done(gm.act("circumstances", who="Rook", harder=1, beam="no"))
    done(gm.act("hurt", who="Bo", minor=3, major=2))
    for sitting in sittings.values():
        sitting.close()
    return id, cookies


def done(answer):
    assert answer["is"] == "done", answer


def roll(sitting):
    """Answer whatever is asked: roll, and leave it at that."""
    sitting.hear()
    while any(one["asked"] for one in sitting.questions):
        asked = sitting.asked()
        done(sitting.answer({"answer": "roll", "setback": False}.get(asked["name"], 0)))
        sitting.hear()


LOOKS = {
    "game master, desk, light": ("gm", "", DESK, "light"),
    "game master, phone, dark": ("gm", "", PHONE, "dark"),
    "player, phone, light": ("Ana", "", PHONE, "light"),
    "player, desk, dark": ("Bo", "", DESK, "dark"),
    "television, light": ("screen", "/tv", TELEVISION, "light"),
    "television on a phone, dark": ("screen", "/tv", PHONE, "dark"),
}


@pytest.mark.parametrize(("seat", "part", "viewport", "scheme"), LOOKS.values(), ids=LOOKS)
def test_the_order_of_turns_is_accessible_and_says_what_a_seat_knows(chromium, house, moment, seat, part, viewport, scheme):
    id, cookies = moment
    page = page_of(chromium, house, f"/t/{id}{part}", cookies[seat], viewport, scheme)
    if viewport is PHONE and not part:
        page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Table").click()
    people = {name: in_order(page).locator(f"li[aria-label='{name}']") for name in ("Ana", "Bo", *FOES)}
    expect(people["Bo"].get_by_role("img", name=BO_IS_HURT)).to_be_visible()
    expect(people["Ana"].get_by_text("holds Finn", exact=True)).to_be_visible()
    expect(people["Finn"].get_by_text("held by Ana", exact=True)).to_be_visible()
    expect(people["Rook"].get_by_text("+1 to hit", exact=True)).to_be_visible()
    expect(people["Ana"].get_by_text("the odd one does nothing")).to_be_visible()
    for name in ("prone", "bleeding"):
        expect(
            people["Bo"].get_by_text(name, exact=True).or_(people["Bo"].locator(f".chip:text('{name}')")).first
        ).to_be_visible()
    expect(people["Rook"].get_by_role("img", name=re.compile("^hit points"))).to_have_count(1 if seat == "gm" else 0)
    assert current(page) == "Ana"
    assert (findings(page), overflow(page)) == ([], 0)
    page.context.close()


BO_IS_HURT = "hit points: 7 of 12 left, minor 3, major 2"


def test_what_a_condition_does_is_reached_by_keyboard_and_shut_by_escape(chromium, house, moment):
    id, cookies = moment
    page = page_of(chromium, house, f"/t/{id}", cookies["Bo"])
    bo = in_order(page).locator("li[aria-label='Bo']")
    Keys()._reach(bo.get_by_role("button", name="prone"))
    effect = bo.get_by_role("tooltip")
    expect(effect).to_have_text(re.compile("standing up takes the move"))
    page.keyboard.press("Escape")
    expect(effect).to_have_count(0)
    page.context.close()


def test_which_groups_of_acts_are_open_is_remembered(chromium, house, moment):
    id, cookies = moment
    page = page_of(chromium, house, f"/t/{id}", cookies["gm"])
    acts = page.get_by_role("region", name="What you can do")
    expect(acts.get_by_role("button", name="attack", exact=True)).to_be_visible()
    expect(acts.get_by_role("button", name="hurt", exact=True)).to_be_hidden()
    for group in ("Wounds", "Fight"):
        acts.locator("summary").filter(has=page.get_by_role("heading", name=group, exact=True)).click()
    for _ in range(2):
        expect(acts.get_by_role("button", name="hurt", exact=True)).to_be_visible()
        expect(acts.get_by_role("button", name="attack", exact=True)).to_be_hidden()
        page.reload()
    page.context.close()


# ── any game may take turns ────────────────────────────────────────────────────────────────────────────────────────────

RELAY = """
[system]
id = "relay"
title = "Relay"
version = 1

[fields]
steps = { group = "tracks", low = 0, high = 5, start = 0, open = true }

[kinds]
runner = {}
"""
RELAY_RULES = """
from fatewright.systems.author import Desk, PutFact, Story, ends, verb


@verb(roles=("gm",))
def line_up(table: Desk) -> Story:
    facts = {"round": 1, "order": tuple(table.seats("player")), "at": 0}
    return ends("lined up", *(PutFact(("turns", name), value) for name, value in facts.items()))
    yield


@verb()
def end_turn(table: Desk) -> Story:
    return ends("passed", PutFact(("turns", "at"), (table.fact("turns", "at") + 1) % len(table.fact("turns", "order"))))
    yield
"""


def test_a_game_that_describes_nothing_has_an_order_of_turns_all_the_same(chromium, tmp_path):
    folder = tmp_path / "relay"
    folder.mkdir()
    (folder / "system.toml").write_text(RELAY, encoding="utf-8")
    (folder / "rules.py").write_text(RELAY_RULES, encoding="utf-8")
    with served(tmp_path, systems=games([folder])) as address:
        id, browsers = new_table(address, "Ana", "Bo", game="relay")
        gm = browsers["gm"].sit(id)
        done(gm.act("place", name="hare", kind="runner"))
        done(gm.act("line-up"))
        gm.close()
        pages = {name: page_of(chromium, address, f"/t/{id}", browsers[name].cookies) for name in ("Ana", "Bo")}
        for name, page in pages.items():
            expect(in_order(page)).to_be_visible()
            assert (seats(page), current(page)) == (["Ana", "Bo"], "Ana")
            expect(in_order(page).get_by_role("button", name="End turn")).to_have_count(1 if name == "Ana" else 0)
        pages["Ana"].get_by_role("button", name="End turn", exact=True).click()
        expect(in_order(pages["Bo"]).get_by_text("Your turn").first).to_be_visible()
        assert (findings(pages["Bo"]), overflow(pages["Bo"])) == ([], 0)
        for page in pages.values():
            page.context.close()


# ── what stands first ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_phone_shows_how_one_is_the_board_and_what_makes_sense_first(chromium, house, moment):
    """In one's own turn; whoever waits sees none of it."""
    id, cookies = moment
    ana, bo = (page_of(chromium, house, f"/t/{id}", cookies[name], PHONE) for name in ("Ana", "Bo"))
    for page, name in ((ana, "Ana"), (bo, "Bo")):
        expect(page.get_by_role("region", name=f"How {name} is")).to_be_visible()
    board = ana.get_by_role("region", name="Board")
    expect(board).to_be_in_viewport()
    assert board.get_by_role("grid").evaluate("grid => grid.scrollWidth <= grid.clientWidth")  # all of it
    first = ana.locator(".sensible button").first
    expect(first).to_be_in_viewport()
    said = first.locator(".sentence").text_content()
    assert said.startswith("Ana ")
    first.click()
    form = ana.locator("#acts form").last
    expect(form.get_by_role("button", name="Do it")).to_be_visible()
    expect(form.locator("select").first.locator("option:checked")).to_have_text("Ana")
    expect(bo.locator(".sensible")).to_have_count(0)
    for page in (ana, bo):
        assert overflow(page) == 0
        page.context.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_nothing_on_a_television_is_below_the_fold(chromium, house, moment, width, height):
    id, cookies = moment
    page = page_of(chromium, house, f"/t/{id}/tv", cookies["screen"], {"width": width, "height": height})
    expect(page.get_by_role("grid", name="Board")).to_be_visible()
    assert page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]") == [height, width]
    cut_off = "all => all.filter(one => one.scrollHeight > one.clientHeight + 1).map(one => one.className || one.tagName)"
    assert page.locator(".screen, .screen > *").evaluate_all(cut_off) == []
    order, board = in_order(page).bounding_box(), page.get_by_role("grid", name="Board").bounding_box()
    assert board["width"] * board["height"] > order["width"] * order["height"]  # the board is the screen
    page.context.close()


def test_one_tap_on_somebody_ready_made_and_they_sit(chromium, house):
    id, browsers = new_table(house, "Ana", game="moment-of-truth")
    ana = page_of(chromium, house, f"/t/{id}", browsers["Ana"].cookies, PHONE)
    card = ana.get_by_role("listitem").filter(has_text="a reporter who must know")
    assert (findings(ana), overflow(ana)) == ([], 0)
    card.get_by_role("button", name="Play Ada Finch").click()
    expect(ana.get_by_role("region", name="How Ada Finch is")).to_be_visible()
    ana.context.close()
