"""Twist of Fate in real browsers: a bid of three sides, face down and turned over together, and a fight to its end."""

import json
import re

from playwright.sync_api import expect

from e2e.screens import DESK, PHONE, Mouse, Person
from e2e.test_fight import TELEVISION, current, done, in_order, row, tracker
from e2e.test_pages import findings, overflow, page_of
from e2e.test_turns_by_token import large
from web.serving import Browser, new_table, ready_in, served

GAME = "twist-of-fate"
PLAYERS = {"Ana": ("Mina", "Mina Stark"), "Bo": ("Toby", "Toby Quill")}
PLACES = {"Mina": (2, 2), "Toby": (1, 3), "Guard": (4, 2), "Bandit": (3, 4)}


# ── setting out ────────────────────────────────────────────────────────────────────────────────────────────────────────


def set_out(address, *foes, **dials):
    """Two players with a ready-made character each, foes, a television: the table's id, and everyone's browser."""
    id, browsers = new_table(address, *PLAYERS, game=GAME, dials=dials)
    browsers["screen"] = Browser(address)
    browsers["screen"].post(f"/api/tables/{id}/join", {"name": "television", "role": "television"})
    card = browsers["gm"].get(f"/api/games/{GAME}")[1]
    for seat, (name, kind) in PLAYERS.items():
        do(browsers[seat], id, "bring", character=written(card, name, kind))
    for foe in foes:
        do(browsers["gm"], id, "place", name=foe, kind=foe)
    return id, browsers


def written(card, name, kind):
    """A ready-made character as a player brings it, under a name of their own."""
    ready = next(one for one in map(json.loads, ready_in(card)) if one["name"] == kind)
    return json.dumps({**ready, "name": name})


def do(browser, id, verb, **args):
    sitting = browser.sit(id)
    done(sitting.act(verb, **args))
    sitting.close()


def sit(chromium, address, id, name, browser):
    person = Person(chromium, address, name, Mouse(), PHONE if name == "Ana" else DESK)
    person.come_back(browser.cookies)
    person.page.goto(f"{address}/t/{id}")
    expect(person.page.get_by_role("main")).to_be_visible()
    return person


# ── hands ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def acts(person, verb, **fields):
    """Do something, and wait until it is done."""
    person.act(verb, **fields)
    person.settle()
    expect(person.page.get_by_role("button", name="Do it")).to_have_count(0)


def question(person, text):
    """The question that this person is asked, as soon as it is there."""
    expect(person.page.locator("#question h2").first).to_contain_text(text)
    asked = person.part("Question")
    expect(asked.get_by_role("heading").first).to_contain_text(text)
    return asked


def answers(person, text, *, option):
    """Choose an option of the question, and wait until it is no longer asked."""
    asked = question(person, text)
    person.hand.choose(asked, option)
    person.hand.press(asked.get_by_role("button", name=re.compile("^Answer")))
    expect(asked.get_by_role("heading").first).not_to_contain_text(text)


def bids(person, text, points):
    """Tap so many points of willpower, and lay them face down with one confirmation."""
    asked = question(person, text)
    coins = asked.get_by_role("radiogroup", name="bid")
    if coins.count():
        person.hand.choose(coins, str(points))
    person.hand.press(asked.get_by_role("button", name=f"Answer: {points}, face down"))


def answered(page):
    """Whose answers lie there; it is said aloud as well."""
    return page.get_by_role("region", name="Still waiting for").get_by_text("has answered, face down")


def lies(person):
    """Wait until the bid of this person lies face down."""
    expect(person.part("Question").get_by_text("Your answer lies face down.")).to_be_visible()


def happened(person, *texts):
    """Wait until one entry of the log says all of this."""
    entry = person.part("Log").get_by_role("listitem").filter(has=person.page.locator("time"))
    for text in texts:
        entry = entry.filter(has_text=text)
    expect(entry.first).to_be_visible()


# ── the use of a skill ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_somebody_has_learned_of_a_skill_is_a_tap_away(chromium, tmp_path):
    with served(tmp_path) as address:
        id, browsers = set_out(address)
        ana = sit(chromium, address, id, "Ana", browsers["Ana"])
        region = ana.part("What you can do")
        ana.hand.press(region.get_by_role("button", name="attempt", exact=True))
        for name, value in {"skill": "Athletics", "what": "over the wall", "use": "in haste"}.items():
            ana.put(region, name, value)
        known = region.get_by_role("group", name="use of the skill")
        expect(known.get_by_role("button")).to_have_text(["in general", "climb"])
        ana.hand.press(known.get_by_role("button", name="climb"))
        expect(ana.slot(region, "use")).to_have_value("climb")
        assert (findings(ana.page), overflow(ana.page)) == ([], 0)
        ana.hand.press(region.get_by_role("button", name="Do it"))
        happened(ana, "Mina tries Athletics (climb): over the wall")
        assert ana.problems == []


# ── three sides ────────────────────────────────────────────────────────────────────────────────────────────────────────

MINA, TOBY, GUARD = "Mina: Persuade", "Toby: Deceive", "Guard: Scrutinize"
SIDES = {"Toby": "Deceive", "Guard": "Scrutinize", "that is all": "Lead"}
BIDS, WINNER = "Turned over: Ana 0, Bo 3, gm 2", "Toby wins"


def opens(gm):
    """Two fields for the first side, two for each other one, whose use stays as it is; skills stand under their attributes."""
    folded = gm.part("What you can do").locator("details:not([open])").filter(has_text="Checks")
    expect(folded.locator("summary")).to_contain_text("contest")
    gm.act("contest", who="Mina", skill="Persuade")
    named = ["Mina"]
    for name, skill in SIDES.items():
        asked = question(gm, f"Against {', '.join(named)}: who else?")
        skills = asked.get_by_role("combobox", name="With what?")
        headings = skills.locator("optgroup").evaluate_all("all => all.map(one => one.label)")
        assert headings == ["Strength", "Agility", "Brains", "Social"]
        gm.hand.choose(asked.get_by_role("group", name="Who else?"), name)
        skills.select_option(label=skill)
        gm.hand.press(asked.get_by_role("button", name=f"Answer: {name}, {skill}, in general"))
        named.append(name)
    question(gm, GUARD)


def seen(page):
    """All that is on the page, without what the time of day changes."""
    return re.sub(r"for \d+ \w+", "", page.content())


def knows_nothing(person, points):
    """Neither the page nor anything that it was sent says what others have laid down."""
    frames = [json.loads(frame) for frame in person.heard]
    theirs = [one for frame in frames for one in frame.get("questions", []) if one["seat"] != person.name]
    assert [one for one in theirs if one["asked"] or one["answer"] is not None] == []
    lines = [line["text"] for frame in frames for line in frame.get("lines", []) if line["kind"] == "revealed"]
    assert set(lines) <= {f"revealed: {name}, {skill}, in general" for name, skill in SIDES.items()}
    shown = (f"Answer: {points}", f"You laid: {points}", WINNER, "Turned over")
    assert [word for word in shown if word in person.page.content()] == []


def test_three_sides_bid_face_down_and_a_bid_that_is_laid_stays(chromium, tmp_path):
    with served(tmp_path) as address:
        id, browsers = set_out(address, "Guard")
        gm, ana, bo = (sit(chromium, address, id, name, browsers[name]) for name in ("gm", "Ana", "Bo"))
        television = page_of(chromium, address, f"/t/{id}/tv", browsers["screen"].cookies, TELEVISION, "dark")
        opens(gm)

        # before a bid stand the score and what it is paid from
        reasons = question(bo, TOBY).get_by_role("list").last
        expect(reasons).to_have_text(
            "score 9: Social 5, Deceive 4 the social pool holds 25 0 to 4 each −1 social pool", use_inner_text=True
        )
        bids(bo, TOBY, 3)
        lies(bo)
        expect(answered(gm.page)).to_have_count(1)
        knows_nothing(gm, 3)
        knows_nothing(ana, 3)

        # a browser that is closed comes back to exactly that, and there is no way to change it
        bo.context.close()
        problems = bo.problems
        bo = sit(chromium, address, id, "Bo", browsers["Bo"])
        lies(bo)
        asked = bo.part("Question")
        expect(asked.get_by_text("At this table it cannot be changed.")).to_be_visible()
        expect(asked.get_by_role("button", name="Change it")).to_have_count(0)
        sitting = browsers["Bo"].sit(id)
        refused = sitting.hear().answer(4)
        assert (refused["is"], refused["why"]) == ("refused", "'bid' is answered, and here an answer that lies stays")
        sitting.close()
        bo.hand.press(asked.get_by_role("button", name="Show it to me"))
        expect(asked.get_by_text("You laid: 3")).to_be_visible()

        # who has nothing to bid lays that down too; the game master bids, and still knows nothing
        expect(question(ana, MINA).get_by_text("only 0 is possible")).to_be_visible()
        assert (findings(ana.page), overflow(ana.page)) == ([], 0)
        bids(gm, GUARD, 2)
        lies(gm)
        knows_nothing(gm, 3)
        expect(answered(television)).to_have_count(2)
        assert "Turned over" not in television.content()
        bids(ana, MINA, 0)

        for person in (gm, ana, bo):
            happened(person, BIDS, WINNER)
        expect(television.get_by_role("region", name="Just now").get_by_text(BIDS)).to_be_visible()
        expect(television.get_by_role("region", name="Just now").get_by_text(WINNER).first).to_be_visible()
        for person in (gm, ana, bo):
            turned = [frame for frame in map(json.loads, person.heard) if WINNER in json.dumps(frame)]
            assert ["revealed: 0, 3, 2" in json.dumps(frame) for frame in turned] == [True]
        assert [gm.problems, ana.problems, problems + bo.problems] == [[], [], []]


def test_where_answers_may_be_changed_a_mind_is_changed_before_the_last_bid(chromium, tmp_path):
    with served(tmp_path) as address:
        id, browsers = set_out(address, "Guard", answers="changeable")
        gm, ana, bo = (sit(chromium, address, id, name, browsers[name]) for name in ("gm", "Ana", "Bo"))
        opens(gm)
        bids(bo, TOBY, 1)
        lies(bo)
        expect(answered(gm.page)).to_have_count(1)
        expect(gm.page.get_by_text("it depends on what you cannot know yet")).to_be_visible()  # the odds come a moment later
        doable = gm.part("What you can do")
        doable.scroll_into_view_if_needed()  # it is only asked for by whoever looks
        expect(doable.locator("[data-verb=oppose].blocked")).to_be_attached()  # and so does what can be done
        before = seen(gm.page)
        bo.hand.press(bo.part("Question").get_by_role("button", name="Change it"))
        bids(bo, TOBY, 3)
        lies(bo)
        gm.page.wait_for_timeout(300)  # nothing is to happen
        assert seen(gm.page) == before, "that somebody has changed their mind, nobody sees"
        bids(ana, MINA, 0)
        lies(ana)
        expect(answered(gm.page)).to_have_count(2)
        knows_nothing(gm, 3)
        bids(gm, GUARD, 2)
        for person in (gm, ana, bo):
            happened(person, BIDS, WINNER)
        assert [person.problems for person in (gm, ana, bo)] == [[], [], []]


# ── a fight ────────────────────────────────────────────────────────────────────────────────────────────────────────────

NOTE = "round 1: Guard's Weapon: 4"
WOUNDED = re.compile("^wounded: off arm; armor: ")


def fight(gm, ana, bo, television):
    """To its end, with two foes who stand on the board."""
    begin(gm, ana, bo, television)
    bo_knows_orders_and_throws(gm, ana, bo, television)
    ana_steps_and_wounds(gm, ana, bo, television)
    for page in (gm.page, television):
        assert (findings(page), overflow(page)) == ([], 0)
    for part in ("Question", "People"):
        ana.part(part)
        assert (findings(ana.page), overflow(ana.page)) == ([], 0)
    gm_strikes_back(gm, ana)
    ana_ends_it(gm, ana, bo)
    happened(gm, "Guard is out", "the fight is over: party stands")
    for person in (gm, ana, bo):
        expect(tracker(person)).to_have_count(0)
    expect(in_order(television)).to_have_count(0)


def begin(gm, ana, bo, television):
    """Whoever is quick comes first, and the first effect of a turn costs 1."""
    acts(gm, "start fight", who="those on the map")
    for page in (gm.page, tracker(ana).page, bo.page, television):
        expect(in_order(page).locator("> ol > li")).to_have_count(len(PLACES))
        assert current(page) == "Toby"
        price(page, 1)


def price(page, points):
    expect(in_order(page).locator("dl > div")).to_have_text(re.compile(rf"the next effect costs\s*{points}\s*$"))
    assert large(page) == [f"the next effect costs {points}"]


def bo_knows_orders_and_throws(gm, ana, bo, television):
    """What somebody learns is theirs alone; what the next effect costs, everybody sees."""
    acts(bo, "know thine enemy", target="Guard", trait="Weapon")
    notes = bo.page.get_by_role("region", name="Notes")
    expect(notes.get_by_text(NOTE)).to_be_attached()
    price(television, 2)
    for page in (ana.page, gm.page, television):
        assert NOTE not in page.content()
    for page in (ana.page, television):
        assert "Guard's Weapon" not in page.content()

    # an Order: the teammate's phone lights up with the one effect and its price, and the turn goes back
    acts(bo, "order", mate="Mina", effect="hulk up")
    answers(ana, "on an Order you may buy hulk up for 3 points of Strength", option="Hulk Up")
    for page in (gm.page, bo.page, television, tracker(ana).page):
        price(page, 4)
        assert current(page) == "Toby"
        expect(in_order(page).locator("li[aria-label='Mina']").get_by_text("1 Hulk Up next round")).to_be_visible()

    acts(bo, "attack", target="Bandit")
    answers(gm, "Toby attacks Bandit with Ranged Weapons", option="dodge")
    bids(bo, "Toby: Ranged Weapons", 4)
    bids(gm, "Bandit: Dodge", 1)
    happened(gm, "Toby hits Bandit", "Bandit is out", "Turned over: Bo 4, Gwen 1")
    expect(row(gm, "Bandit").get_by_role("button", name="out", exact=True)).to_be_visible()
    ends(gm, bo, "Mina")


def ends(gm, person, following):
    """Pass the turn on, and wait until the game master sees whose it is."""
    person.part("Question")
    person.hand.press(person.page.get_by_role("button", name="End turn", exact=True).locator("visible=true").first)
    expect(in_order(gm.page).locator("> ol > li[aria-current=true] h3 .seat")).to_have_text(following)


def ana_steps_and_wounds(gm, ana, bo, television):
    """A Step is one square on everybody's board, besides the action; a wound is on the figure, for all to see."""
    board = gm.page.get_by_role("region", name="Board")
    expect(board.get_by_role("button", name="Mina at 2, 2")).to_be_visible()
    form = ana.part("What you can do")
    ana.hand.press(form.get_by_role("button", name="attack", exact=True))
    expect(form.get_by_text("Not now: Guard is out of reach")).to_be_visible()
    ana.hand.press(form.get_by_role("button", name="Cancel"))
    acts(ana, "step", way="east")
    for page in (gm.page, television, tracker(ana).page):
        expect(page.get_by_role("region", name="Board").get_by_role("button", name="Mina at 3, 2")).to_be_visible()
        price(page, 2)
    acts(ana, "attack", target="Guard", area="off arm")
    answers(gm, "Mina attacks Guard with Weapon", option="shield")
    bids(gm, "Guard: Shield", 0)
    bids(ana, "Mina: Weapon", 5)
    happened(gm, "Mina hits Guard", "Guard's off arm is wounded", "Turned over: Ana 5, Gwen 0")
    expect(row(gm, "Guard").get_by_text("1 health points")).to_be_visible()
    for page in (gm.page, bo.page, television, tracker(ana).page):
        guard = in_order(page).locator("li[aria-label='Guard']")
        expect(guard.get_by_role("img", name=WOUNDED)).to_be_visible()
        expect(guard.get_by_text("off arm: wounded").last).to_be_visible()
    expect(row(bo, "Guard").get_by_text("health points")).to_have_count(0)
    ends(gm, ana, "Guard")


def gm_strikes_back(gm, ana):
    """The game master's people are met in the way that their target chooses, and both sides bid."""
    acts(gm, "attack", who="Guard", target="Mina", area="left leg")
    answers(ana, "Guard attacks Mina with Weapon", option="parry")
    bids(gm, "Guard: Weapon", 4)
    bids(ana, "Mina: Weapon", 3)
    happened(gm, "Guard misses Mina", "Turned over: Gwen 4, Ana 3")
    ends(gm, gm, "Toby")


def ana_ends_it(gm, ana, bo):
    """What was bought for the next round counts now; the one who is out has been passed over."""
    expect(in_order(gm.page).locator("h2")).to_have_text("Order of turns · round 2", ignore_case=True)
    expect(row(ana, "Mina").get_by_text("1 Hulk Up now")).to_be_visible()
    ends(gm, bo, "Mina")
    acts(ana, "attack", target="Guard", area="head")
    answers(gm, "Mina attacks Guard with Weapon", option="none")
    bids(ana, "Mina: Weapon", 0)
