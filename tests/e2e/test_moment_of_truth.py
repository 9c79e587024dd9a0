"""Moment of Truth on a desk and a phone: dials, a character from nothing, checks with Moments, experience, other looks."""

import json
import re
from contextlib import contextmanager
from fractions import Fraction
from math import comb

import pytest
from playwright.sync_api import expect

from e2e.screens import PHONE, Keys, Mouse
from e2e.test_pages import findings, overflow, page_of
from web.serving import new_table, served

ILLEGAL = [
    "Statistics: statistic points spent: 7, and there are 6",
    "Traits: credits spent: 1, and there are 0",
    "Skills: skill points spent: 18, and there are 16",
    "Endurance: 6 is beyond 5, the most at first",
    "Skills: Codery belongs to a setting; this table plays without setting skills",
]
CHOICES = {
    **{"endurance": 3, "strength": 2, "agility": 5, "will": 2, "perception": 4, "education": 2},
    "skills": {"Lockpicking": 3, "Stealth": 2, "Lying": 0},
    "problems": ["Curious"],
    "talents": [{"phrase": "Second Story Man", "applies": ["Athletics", "Lockpicking"], "when": "high up"}],
    **{"boons": [], "credits_to_skills": 0, "credits_to_statistics": 0, "connections": [], "equipment": ""},
    **{"weapon": "Unarmed Attack", "off_hand": "nothing", "armor": [], "sights": []},
}
CALL = {
    **{"who": "Ana", "skill": "Lockpicking", "statistic": "agility", "tn": 2},
    **{"scope": "relevant", "modifier": 0, "help": "nobody", "task": "open the safe", "reason": "fog"},
}


# ── what belongs to an evening ─────────────────────────────────────────────────────────────────────────────────────────


def gritty(page):
    """Every group of dials has its heading; a preset is chosen, and one dial of another group is turned by hand."""
    headings = page.get_by_role("region", name="Dials").locator("summary b")
    expect(headings).to_have_text(["tone", "drama", "rolls", "characters", "experience", "fights", "the table"])
    page.get_by_label("Preset").select_option(label="gritty")
    page.locator("summary").filter(has_text="experience").click()
    page.get_by_label("experience for a Moment").select_option(label="1")
    expect(page.locator("summary").filter(has_text="experience")).to_contain_text("1 of 4 changed")
    expect(page.get_by_label("Preset").locator("option:checked")).to_have_text("your own")


def build_what_is_illegal(ana):
    """All that is wrong is said at once: each where it belongs, all together at the end, and there is no way to the table."""
    builder = builder_of(ana)
    put_statistics(builder, endurance=6, agility=5)
    put_skills(builder, "Physical", Lockpicking=4, Stealth=4)
    put_skills(builder, "Social", Lying=0)
    put_skills(builder, "Setting", Codery=0)
    talents = builder.get_by_role("group", name=re.compile("^talents"))
    talents.get_by_label("Begin from a ready-made one").select_option(label="Second Story Man")
    expect(builder.get_by_text("5 things are not right yet")).to_be_visible()
    at_the_end = builder.get_by_role("list", name="What is not right yet").get_by_role("listitem")
    expect(at_the_end).to_have_text(ILLEGAL, ignore_case=True, use_inner_text=True)
    for step, count in {"Statistics": 2, "Traits": 1, "Skills": 2}.items():
        expect(builder.get_by_role("region", name=step).locator(".problems li")).to_have_count(count)
    expect(builder.get_by_role("button", name="To the table")).to_be_disabled()
    assert_well_made(ana)
    ana.hand.press(at_the_end.filter(has_text="credits").get_by_role("button"))
    expect(builder.get_by_role("heading", name="Traits", exact=True)).to_be_in_viewport()


def make_it_legal(ana):
    builder = builder_of(ana)
    put_statistics(builder, endurance=3, agility=5, perception=4)
    builder.get_by_role("checkbox", name="Curious").check()
    put_skills(builder, "Setting", Codery="")
    put_skills(builder, "Physical", Lockpicking=3, Stealth=2)
    put_skills(builder, "Knowledge", Streetwise=1)
    connections = builder.get_by_role("group", name=re.compile("^connections"))
    ana.hand.press(connections.get_by_role("button", name="Let the dice pick"))
    expect(connections.get_by_role("list", name="The dice").get_by_role("listitem")).to_have_count(2)
    picked = connections.get_by_text("The dice picked: ").inner_text().partition(": ")[2]
    expect(connections.get_by_label("event", exact=True)).to_have_value(picked)
    connections.get_by_label("link", exact=True).select_option(label="newcomer")
    ana.hand.fill(connections.get_by_label("who", exact=True), "Old Mara")
    ana.hand.fill(connections.get_by_label("plot", exact=True), "She kept the ledger")
    expect(builder.get_by_text("A legal sheet.")).to_be_visible()
    assert_well_made(ana)
    ana.hand.press(builder.get_by_role("button", name="To the table"))
    expect(builder).to_have_count(0)


def begin(gm, ana):
    """Whom the connection brought in is there, and everyone sees the first Moment."""
    people = gm.part("People")
    expect(people.get_by_role("button", name=re.compile("^Old Mara"))).to_be_visible()
    for person in (gm, ana):
        expect(person.part("People").get_by_role("img", name="Ana: 1 moment")).to_be_visible()
    gm.hand.press(people.get_by_role("button", name=re.compile("^Ana")))


def take_a_failure(gm, ana, *, is_called=False):
    """A tap on a skill leads to the call, with its usual statistic and the table's target number; every answer has its odds."""
    if not is_called:
        call_for(gm, "Lockpicking", "agility", "open the safe")
    question = ana.part("Question")
    expect(question.get_by_role("heading")).to_have_text("Ana, open the safe: 8 dice, 5 and 6 count, 2 needed")
    for option, dice in {"roll 8 dice": 8, "roll 9 dice": 9}.items():
        assert succeeding(odds_of(question, option)) == chance_of_two(dice)
    assert odds_of(question, "take a failure") == {"failure": 1}
    assert odds_of(question, "take a critical failure") == {"critical failure": 1}
    raised = odds_of(question, "raise the stakes: any failure is a critical one")
    assert raised["critical failure"] == 1 - chance_of_two(8)
    assert_well_made(ana)
    question.get_by_label("The figure is the chance of").select_option("success with a setback")
    expect(question.get_by_text(f"{round(100 * chance_of_two(8))} %").first).to_be_visible()
    ana.hand = Keys()  # this one without touching the screen
    ana.hand.choose(question, "take a failure")
    ana.hand.press(question.get_by_role("button", name="Answer: take a failure"))
    ana.hand = Mouse()
    gm.sees("Ana does not roll: failure. Ana gains 2 Moments for taking a failure")
    expect(gm.part("People").get_by_role("img", name="Ana: 3 moments")).to_be_visible()


def spend_moments(gm, ana):
    """Dice are seen face by face; whether a clean success asks for more is up to them."""
    call_for(gm, "Stealth", "agility", "slip out")
    question = ana.part("Question")
    dearest = question.get_by_role("radio", name="roll 10 dice, 5 and 6 count, 2 needed", exact=True)
    expect(dearest).to_have_accessible_description(re.compile("^costs 3 Moments"))
    expect(question.get_by_text("−3 Moments")).to_be_visible()
    raised = question.get_by_role("radio", name="raise the stakes: any failure is a critical one")
    expect(raised).to_have_accessible_description(re.compile("^brings 2 Moments, after the roll"))
    ana.pick("roll 9 dice")
    setback = question.get_by_role("radio", name="leave it at that")
    expect(setback.or_(question.get_by_text("Nothing is asked of you."))).to_be_visible()
    if setback.count():
        ana.pick("leave it at that")
    gm.sees(re.compile("Ana: (critical )?(success|failure)"))
    assert_every_die_is_told(ana.part("Log").get_by_role("listitem").filter(has_text="spends 2 Moments"), 9)
    assert_well_made(ana)
    expect(gm.part("People").get_by_role("img", name="Ana: 1 moment")).to_be_visible()


def advance(gm, ana):
    """What is too dear is refused with its price; what can be paid, the game master approves."""
    use(ana, ana.part("Sheet"), "Lockpicking", "advance")
    acts = ana.page.get_by_role("region", name="What you can do")
    ana.put(acts, "why", "So many locks")
    ana.hand.press(acts.get_by_role("button", name="Do it"))
    expect(acts.get_by_role("alert")).to_have_text("Lockpicking costs 40 experience, and Ana has 6")
    use(ana, ana.part("Sheet"), "Lying", "advance")
    ana.put(acts, "why", "A week of bluffing")
    ana.hand.press(acts.get_by_role("button", name="Do it"))
    expect(gm.part("Question").get_by_role("heading")).to_contain_text("advance Lying for 5 experience: A week of bluffing")
    gm.pick("yes")
    gm.sees("Ana: Lying is now 1 (Trained), for 5 experience: A week of bluffing")
    sheet = ana.part("Sheet")
    expect(sheet.get_by_role("list", name="Social").get_by_role("listitem")).to_have_text(["Lying Trained 1"])
    expect(sheet.get_by_role("group", name="Ana: tracks")).to_contain_text(re.compile(r"experience\s*1\s*$"))
    assert_well_made(ana)


# ── hands ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def builder_of(person):
    return person.page.get_by_role("form", name="Make a character")


def put_statistics(builder, **values):
    for name, value in values.items():
        builder.get_by_role("spinbutton", name=re.compile(name, re.IGNORECASE)).fill(str(value))


def put_skills(builder, category, **levels):
    """Open a category, and set levels in it; nothing is none."""
    skills = builder.get_by_role("region", name="Skills").locator("details").filter(has=builder.page.get_by_text(category))
    if skills.get_attribute("open") is None:
        skills.locator("summary").click()
    for name, level in levels.items():
        field = skills.get_by_role("spinbutton", name=name, exact=True)
        field.fill(str(level))
        field.blur()


def use(person, where, entry, act):
    """Tap something on a sheet, then an act that takes it."""
    person.hand.press(where.get_by_role("button", name=re.compile(f"^{entry}")))
    person.hand.press(where.get_by_role("button", name=f"{act}: Ana, {entry}"))


def call_for(gm, skill, statistic, task):
    """From the sheet to the call; the form is filled in but for what it is about."""
    use(gm, gm.part("People"), skill, "call for")
    form = gm.part("What you can do")
    for slot, value in (("skill", skill), ("statistic", statistic), ("tn", 2)):
        expect(gm.slot(form, slot)).to_have_value(json.dumps(value))
    gm.put(form, "task", task)
    gm.hand.press(form.get_by_role("button", name="Do it"))
    gm.sees(f"Ana, {task}: {statistic} and {skill}, target number 2")
    expect(gm.page.get_by_role("region", name="Still waiting for")).to_be_in_viewport()


# ── eyes ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def assert_well_made(person):
    """Nothing is wider than the screen, and axe-core finds nothing serious."""
    assert (findings(person.page), overflow(person.page)) == ([], 0)


def odds_of(question, option):
    """The exact odds that stand beside an option, by outcome."""
    bar = question.get_by_role("img", name=re.compile(f"^Odds: {option}"))
    expect(bar).to_be_visible()
    said = bar.get_attribute("aria-label").rpartition(": ")[2]
    return {name: Fraction(exactly) for name, exactly in re.findall(r"([a-z][a-z ]*) [\d.]+ % \(([\d/]+)\)", said)}


def succeeding(odds):
    return sum(chance for outcome, chance in odds.items() if "success" in outcome)


def chance_of_two(dice):
    """That at least two of so many dice show 5 or 6, by hand."""
    return 1 - sum(comb(dice, hits) * Fraction(1, 3) ** hits * Fraction(2, 3) ** (dice - hits) for hits in (0, 1))


def assert_every_die_is_told(entry, count):
    said = entry.get_by_role("img", name=re.compile("^Dice: ")).first.get_attribute("aria-label")
    dice = said.removeprefix("Dice: ").split(", ")
    counted = {"1": "1 one", "5": "5 success", "6": "6 success"}
    assert len(dice) == count
    assert dice == [counted.get(die[0], die[0]) for die in dice]


# ── other looks ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("house"), seed=2) as address:
        yield address


@contextmanager
def called(house):
    """A session with a call that waits for Ana, and Bo who has nobody yet: the table's id, everyone's cookies, two sittings."""
    id, browsers = new_table(house, "Ana", "Bo", game="moment-of-truth")
    gm, ana = (browsers[name].sit(id) for name in ("gm", "Ana"))
    character = {"game": "moment-of-truth", "version": 1, "name": "Ana", "choices": CHOICES}
    for sitting, verb, args in (
        (ana, "bring", {"character": json.dumps(character)}),
        (gm, "open-session", {"hours": 4}),
        (gm, "call-for", CALL),
    ):
        answer = sitting.act(verb, **args)
        assert answer["is"] == "done", answer
    try:
        yield id, {name: browser.cookies for name, browser in browsers.items()}, gm, ana
    finally:
        gm.close()
        ana.close()


def test_a_clean_success_asks_whether_to_take_a_setback_and_digits_answer(chromium, house):
    """MOT-5.26: the dice are thrown until one comes; then a key chooses and Enter answers."""
    with called(house) as (id, cookies, gm, ana):
        ana.hear().answer("roll")
        while not any(one["name"] == "setback" for one in ana.hear().questions):
            gm.act("call-for", **{**CALL, "tn": 1})
            ana.hear().answer("roll")
        page = page_of(chromium, house, f"/t/{id}", cookies["Ana"], PHONE)
        question = page.get_by_role("region", name="Question", exact=True)
        asked = re.compile(r"^Ana: (critical )?success\. Take a setback for one Moment\?$")
        expect(question.get_by_role("heading")).to_have_text(asked)
        page.keyboard.press("1")
        expect(question.get_by_role("radio", name="take a setback")).to_be_checked()
        page.keyboard.press("Enter")
        expect(question.get_by_text("Nothing is asked of you.")).to_be_visible()
        expect(page.get_by_role("region", name="Your numbers: Ana").first).to_have_text(re.compile(r"^2\s*moments\s*$"))
        page.context.close()


def test_somebody_with_real_dice_taps_what_they_show(chromium, house):
    """A face is tapped for each die and may be taken back; an unfinished row is refused in words; everyone sees the dice."""
    with called(house) as (id, cookies, _, ana):
        assert ana.act("dice", thrown="by hand")["is"] == "done"
        ana.hear().answer("roll")
        page = page_of(chromium, house, f"/t/{id}", cookies["Ana"], PHONE)
        question = page.get_by_role("region", name="Question", exact=True)
        expect(question.get_by_role("heading")).to_have_text("Throw 8d6: what do your dice show?")
        for face in (6, 6, 6, 2, 2, 2, 4):
            question.get_by_role("button", name=f"it shows {face}").click()
        expect(question.get_by_role("status")).to_have_text("Die 8 of 8: a d6")
        question.get_by_role("button", name=re.compile("^Answer")).click()
        expect(question.get_by_role("alert")).to_have_text("Enter a face for every die first.")
        question.get_by_role("button", name="Take the last one back").click()
        page.keyboard.press("3")
        page.keyboard.press("5")
        expect(question.get_by_role("status")).to_have_text("All dice are entered.")
        assert (findings(page), overflow(page)) == ([], 0)
        question.get_by_role("button", name="Answer: 6 6 6 2 2 2 3 5").click()
        expect(question.get_by_role("heading")).to_have_text("Ana: critical success. Take a setback for one Moment?")
        page.context.close()
