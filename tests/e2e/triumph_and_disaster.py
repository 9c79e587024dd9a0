"""What belongs to an evening of Triumph & Disaster: a character in ten steps, each refused first, and a fight to its end."""

import json
import re
import time
from fractions import Fraction

from playwright.sync_api import expect

from e2e.evening import answer, is_asked
from e2e.screens import Builder
from e2e.test_fight import current, in_order, row, tracker
from e2e.test_pages import findings, overflow
from patience import PATIENCE

MOST_TURNS = 24
GROUPS = "Unarmed, Blades, Hafted, Polearms, Slings, Bows, Natural"
GROUPS_OF_SHEET = ("abilities", "state", "who", "aptitudes", "things", "turn", "What follows")
HERO, FRIEND, FOE = "Ana", "Bo", "Bandit"
NUMBERS, UNKNOWN = re.compile("hit points|stamina|mana"), "it depends on what you cannot know yet"
SECRETS = {"hp", "stamina", "mana", "toughness", "hide", "aptitudes", "strength", "agility", "vitality"}


# ── a character ────────────────────────────────────────────────────────────────────────────────────────────────────────


def cap(page):
    """TAD-ABI.01: at this table nobody is above 5 in anything."""
    page.locator("summary").filter(has_text="characters").click()
    page.get_by_label("highest ability").select_option(label="5")


def build(ana):
    """TAD-ABI.02: each of the ten steps is refused for a reason that stands beside it, and mended."""
    builder = Builder(ana)

    builder.scores(strength=5, agility=5, vitality=3, erudition=2, intuition=1, presence=0)
    builder.refuses("Abilities", "Abilities: found 5, 5, 3, 2, 1, 0; expected 5, 4, 3, 2, 1, 0, each once")
    builder.scores(strength=3, agility=5, vitality=4, erudition=2, intuition=1, presence=0)

    builder.refuses("Race", "Race: none is chosen; there are Human, Stonefolk, Fenfolk, Emberkin")
    builder.choose("race", "Fenfolk")

    builder.choose("origin", "Soldier")
    builder.refuses(
        "Origin",
        "Origin: a Fenfolk has aptitude of Sneak; enter it in step 6",
        "Origin: a Soldier has aptitude of medium armor; enter it in step 6",
        "Origin: a Soldier has aptitude of Evade; enter it in step 6",
        f"Origin: a Soldier has aptitude in one of {GROUPS}; enter one in step 6",
        "Origin: whom do you know? Name an acquaintance",
    )
    builder.levels("Agility", Sneak=1, Evade=1)
    builder.levels("Weapons", Blades=2)
    builder.levels("Armor", **{"medium armor": 1})
    builder.write(acquaintance="Serjeant Holt")

    builder.write(**{"bright trait": "never leaves anybody behind"})
    builder.refuses("Traits", "Traits: the dark one is missing")
    builder.write(**{"dark trait": "cannot let an insult pass"})

    builder.tick("perks", "Riposte")
    builder.refuses("First perk", "First perk: Riposte needs Sure Stroke first")
    builder.tick("perks", "Riposte", "Sure Stroke")

    builder.levels("Spells", **{"Fire Dart": 1, "Close Wound": 1})
    builder.levels("Vitality", **{"Resist Death": 1})
    builder.levels("Languages", **{"Old Tongue": 2})
    builder.refuses(
        "Aptitudes",
        "Aptitudes: Old Tongue is a language, and there is no mastery of languages",
        "Aptitudes: mastery of Blades and Old Tongue; at first there may be one",
    )
    builder.levels("Languages", **{"Old Tongue": 1})

    builder.refuses("Derived numbers", "Derived numbers: agility comes to 6, and 5 is the most")
    builder.scores(agility=4, vitality=5)

    builder.choose("weapon", "sword")
    builder.tick("arms", "sword")
    builder.choose("armor", "heavy armor")
    builder.refuses(
        "Items",
        "Items: coins spent: 150, and there are 60",
        "Items: heavy armor cannot be worn without aptitude in heavy armor",
    )
    builder.choose("armor", "medium armor")

    builder.tick("known", "Fire Dart")
    builder.refuses("Spells", "Spells: Fire Dart is among your aptitudes already")
    builder.tick("known", "Fire Dart")

    builder.call("")
    builder.write(looks="a scar through one eyebrow")
    builder.goes()
    expect(ana.page.get_by_role("alert")).to_have_text(
        "found '', expected 1 to 40 characters that can be seen, without spaces around them"
    )
    assert_well_made(ana)
    builder.call(HERO)
    builder.goes()
    expect(builder.form).to_have_count(0)


# ── a fight ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def begin(gm, ana):
    """TAD-CMB.02, TAD-CMB.03: the Storyteller places a foe, and everybody has a place in the order of turns."""
    gm.place(FOE)
    gm.act("start fight", ambush="nobody")
    for person in (gm, ana):
        expect(tracker(person).locator("> ol > li")).to_have_count(3)
    expect(row(gm, FOE).get_by_text("14 hit points")).to_be_visible()
    expect(row(ana, HERO).get_by_text("20 hit points")).to_be_visible()
    expect(row(ana, FOE).get_by_text(NUMBERS)).to_have_count(0)
    headings = ana.part("Sheet").get_by_role("group", name=re.compile(f"^{HERO}: "))
    shown = headings.evaluate_all("all => all.map(one => one.ariaLabel)")
    assert shown == [f"{HERO}: {group}" for group in GROUPS_OF_SHEET], "what nobody chose and is empty is left off"


def fight(table):
    """TAD-CMB.04, TAD-CMB.21: whoever's turn it is by the page acts and passes it on, until one side is left."""
    gm, ana, bo = table.people
    turns = []
    while is_on(gm):
        who = current(gm.page)
        assert len(turns) < MOST_TURNS
        person = {HERO: ana, FRIEND: bo}.get(who, gm)
        expect(tracker(person).get_by_text("Your turn").first).to_be_visible()
        if who == FOE:
            strikes_back(gm, is_first=who not in turns)
        elif who == HERO and who not in turns:
            casts(ana)
        else:
            strikes(person, is_first=turns.count(who) == 1)
        settles(table, who)
        turns.append(who)
        if is_on(gm):
            passes(gm, person, who)
    assert {HERO, FOE} <= set(turns)
    for person in (gm, ana):
        person.sees("the fight is over; left standing: ")
        expect(tracker(person)).to_have_count(0)
    ana.hand.press(ana.part("People").get_by_role("button", name=re.compile(f"^{FOE}")))
    beaten = ana.part("People").get_by_role("group", name=f"{FOE}: state")
    expect(beaten.get_by_role("list", name="statuses")).to_have_text("Out")


def strikes_back(gm, *, is_first):
    """TAD-CMB.06, TAD-TD.04: the Storyteller, who knows both sheets, sees the exact odds before the blow."""
    form = fills(gm, "attack", who=FOE, target=HERO)
    odds = form.get_by_role("img", name="Odds: attack")
    expect(odds).to_be_visible()
    if is_first:  # nothing of earlier rolls bears on it; those that stood there before the form was filled in are of others
        exactly = re.escape(str(chance(2, 5)))
        expect(odds).to_have_attribute("aria-label", re.compile(rf"hits [\d.]+ % \({exactly}\)"))
        assert_well_made(gm)
    does(gm, form)


def casts(ana):
    """TAD-MAG.02, TAD-CON.11: a spell that she knows is there at first; the odds would tell of a sheet that is not hers."""
    form = fills(ana, "cast", target=FOE)
    expect(ana.slot(form, "spell").locator("option:checked")).to_have_text("Fire Dart")
    expect(form.get_by_text(UNKNOWN)).to_be_visible()
    assert_well_made(ana)
    does(ana, form)
    expect(row(ana, HERO).get_by_text("2 mana")).to_be_visible()


def strikes(player, *, is_first):
    """TAD-CMB.06: a weapon against whatever it can do."""
    form = fills(player, "attack", target=FOE)
    expect(form.get_by_text(UNKNOWN)).to_be_visible()
    expect(form.get_by_role("img", name=re.compile("^Odds"))).to_have_count(0)
    does(player, form)
    if is_first:
        for part in ("People", "Sheet"):
            player.part(part)
            assert_well_made(player)


def chance(mine, theirs):
    """TAD-TD.04, TAD-CON.03: that one who has aptitude wins against another who has it, by hand."""
    die = range(1, 21)
    sign = {20: 1, 1: -1}
    won = [((sign.get(a, 0), a + mine), (sign.get(b, 0), b + theirs)) for a in die for b in die]
    return Fraction(sum(one > other for one, other in won), len(won))


# ── hands ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def fills(person, verb, **fields):
    """Open the form of something to do, and fill it in: the form."""
    region = person.part("What you can do")
    person.hand.press(region.get_by_role("button", name=verb, exact=True))
    for name, value in fields.items():
        person.put(region, name, value)
    return region.locator("form[aria-busy]")


def does(person, form):
    person.hand.press(form.get_by_role("button", name="Do it"))
    expect(form).to_have_count(0)


def is_on(gm):
    return in_order(gm.page).count() > 0


def settles(table, who):
    """Answer yes to whatever is asked, until the Storyteller sees the action used and nothing left to wait for.

    Two screens never change at the same instant, so the end is read off one of them alone.
    """
    page = table.gm.page
    used = in_order(page).locator(f"li[aria-label='{who}']").get_by_text("action used")
    waiting = page.get_by_role("region", name="Still waiting for")
    until = time.monotonic() + PATIENCE
    while is_on(table.gm) and not (used.count() and not waiting.count()):
        assert time.monotonic() < until, f"{who} is still acting"
        for person in filter(is_asked, table.people):
            answer(person, "^(yes|out, but alive)$")


def passes(gm, person, who):
    """Pass the turn on, and wait until the Storyteller sees that it is somebody else's."""
    person.part("Question")
    person.hand.press(person.page.get_by_role("button", name="End turn", exact=True).locator("visible=true").first)
    expect(in_order(gm.page).locator("> ol > li[aria-current=true] h3 .seat")).not_to_have_text(who)


# ── eyes ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def assert_nothing_was_told(gm, *others):
    """TAD-CON.11: nothing that anybody else's page was ever sent is a number of the foe's; the Storyteller's has them."""
    assert told(gm) >= SECRETS
    for one in others:
        assert told(one) & SECRETS == set()


def told(person):
    """What a page has been told of the foe: the fields that it knows."""
    frames = map(json.loads, person.heard)
    return {path[-1] for frame in frames for path, _ in frame.get("facts", []) if FOE in path}


def assert_well_made(person):
    """Nothing is wider than the screen, and axe-core finds nothing serious."""
    assert (findings(person.page), overflow(person.page)) == ([], 0)
