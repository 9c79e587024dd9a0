"""Checks: what a side is, and checks against a difficulty that stays the game master's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from fatewright.systems.author import (
    SEAT,
    Asks,
    Between,
    Change,
    Choose,
    Desk,
    From,
    Hidden,
    Offers,
    Option,
    Put,
    PutFact,
    Story,
    Upto,
    choose,
    ends,
    form,
    now,
    options,
    phrase,
    price_of,
    say,
    sealed,
    spend,
    tell,
    verb,
)
from fatewright.systems.turns import is_fighter
from fatewright.systems.twist_of_fate.bidding import bids
from fatewright.systems.twist_of_fate.bidding.bids import Side
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.people import NO_SKILL, Sheet
from fatewright.systems.twist_of_fate.characters.skills import in_use, uses_of, ways_to_talk
from fatewright.systems.twist_of_fate.combat.turns import Present
from fatewright.systems.twist_of_fate.wounds import harm
from fatewright.systems.twist_of_fate.wounds.harm import Charged

Attribute = Literal["usual", "strength", "agility", "brains", "social", "magic"]
Heart = Literal["nothing", "love", "fear"]
Skill = Annotated[str, From("uses")]
Difficulty = Annotated[int, Between(0, 30), Hidden]
IN_GENERAL = "in general"
MOST_HELP = 2
MOST_TRIES = 50


# ── sides ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def side_of(table: Desk, who: str, skill: str, attribute: str = "usual", use: str = IN_GENERAL, heart: str = "nothing") -> Side:
    """TOF-1.32, TOF-3.01, TOF-R.01, TOF-5.04: with its own attribute, unless the game master names another for this use."""
    if attribute == "usual":
        attribute = people.attribute_of(skill, table.data["lists"])
    moved = {"nothing": 0, "love": table.dial("love_fear"), "fear": -table.dial("love_fear")}[heart]
    return Side(who, skill, attribute, use, heart=moved)


def no_check(table: Desk, who: str, skill: str, attribute: str) -> str | None:
    """TOF-1.28, TOF-1.32, TOF-2.08, TOF-2.09, TOF-3.04, TOF-3.36: why there cannot be such a check; None if there can."""
    lists, usual = table.data["lists"], attribute == "usual"
    if people.is_out(table, who):
        return f"{who} is out"
    if problem := people.bidding(table, who):
        return problem
    if skill == NO_SKILL:
        if usual:
            return "a check without a skill needs an attribute"
    elif not in_use(skill, table.dials(), lists):
        return f"{skill} is not on this table's list of skills"
    elif not usual and table.dial("attribute_override") == "never" and attribute != people.attribute_of(skill, lists):
        return f"{skill} goes by {people.attribute_of(skill, lists)} here"
    named = people.attribute_of(skill, lists) if usual else attribute
    if named == "magic" and table.dial("magic") == "off":
        return "there is no Magic at this table"
    if skill != NO_SKILL and table.dial("untrained") == "forbidden" and people.rating(Sheet(table, who), skill) == 0:
        return f"{who} has not learned {skill}"
    return None


def learned(table: Desk, who: str) -> list[str]:
    """TOF-3.02: the skills in which somebody can be checked, the best first."""
    found = [one for one in table.data["lists"]["uses"] if not no_check(table, who, one, "usual")]
    return sorted(found, key=lambda one: -people.rating(Sheet(table, who), one))


def learned_by_other(table: Desk, other: str) -> list[str]:
    """The same for the other side."""
    return learned(table, other)


Learned = Annotated[Skill, Offers(learned)]
LearnedByOther = Annotated[Skill, Offers(learned_by_other)]
LONGEST_USE = 60


def uses(table: Desk, who: str, skill: str) -> list[str]:
    """TOF-3.09, TOF-3.37: what somebody can say of the use of a skill so that it counts; nothing, if there is no such thing."""
    values = Sheet(table, who)
    known = (*uses_of(values, skill), *ways_to_talk(values, skill, table.data["lists"]))
    known = tuple(one for one in known if len(one) <= LONGEST_USE)
    return [IN_GENERAL, *known] if known else []


def uses_of_other(table: Desk, other: str, other_skill: str) -> list[str]:
    """The same for the other side."""
    return uses(table, other, other_skill)


Use = Annotated[str, Upto(LONGEST_USE), Offers(uses)]
UseOfOther = Annotated[str, Upto(LONGEST_USE), Offers(uses_of_other)]
PROFESSIONAL = 8  # TOF-1.29: a professional's everyday


def loved(table: Desk, who: str, heart: str) -> str | None:
    """TOF-5.04: what is loved raises the cap once in a scene; None if it may, now."""
    if heart == "love" and table[who]["loved"] == "yes":
        return f"{who} has drawn on that love in this scene already"
    return None


def moves(who: str, heart: str) -> list[Change]:
    """TOF-5.04: what somebody loves has helped them in this scene."""
    return [Put(who, "loved", "yes")] if heart == "love" else []


# ── against a difficulty ───────────────────────────────────────────────────────────────────────────────────────────────


def _may_check(table: Desk, who: str, skill: str, attribute: str, heart: str, **_: Any) -> str | None:
    return no_check(table, who, skill, attribute) or loved(table, who, heart)


@verb(
    "{who} is put to a check with {skill}",
    more=(
        "against a difficulty of {difficulty}",
        "with the {attribute} attribute",
        "use of the skill: {use}",
        "moved by {heart}",
    ),
    roles=("gm",),
    may=_may_check,
    group="Checks",
)
def check(
    table: Desk,
    who: Present,
    skill: Learned,
    difficulty: Difficulty = PROFESSIONAL,
    attribute: Attribute = "usual",
    use: Use = IN_GENERAL,
    heart: Heart = "nothing",
) -> Story:
    """TOF-1.03, TOF-1.04, TOF-1.22: put somebody to a check of which only you know how hard it is. It is locked from now on.

    Does anybody care how it ends? If the score reaches it without a bid, or nothing hangs on it, just say yes.
    """
    yield from now(say("{who} is put to a check of {skill:word}", "TOF-1.04", who=who, skill=_said(skill, attribute)))
    side = side_of(table, who, skill, attribute, use, heart)
    return (yield from tries(table, side, difficulty, heart))


def _said(skill: str, attribute: str) -> str:
    return skill if attribute == "usual" else f"{attribute.capitalize()}, {skill}"


def ladder(lists: Mapping[str, Any]) -> str:
    """TOF-1.29: the steps of difficulty, in a line."""
    return ", ".join(f"{row['dn']} {row['text']}" for row in lists["ladder"].values())


def tries(table: Desk, side: Side, difficulty: int, heart: str = "nothing", *, once: bool = False) -> Story:
    """TOF-1.02, TOF-1.07, TOF-1.13, TOF-1.14, TOF-1.22, TOF-R.03: a check and, after a failure, the next, with a new bid.

    The difficulty stays. Each failure says what the obstacle has cost so far, with all tries of the story.
    In a fight, trying again is another turn's action.
    """
    yield from now(*moves(side.who, heart))
    difficulty = yield from show_difficulty(table, difficulty)
    spent = 0
    for _ in range(MOST_TRIES):
        one = side._replace(bonus=side.bonus + (yield from _helped(table, side)), why="help and circumstances")
        done = yield from tried(table, one, difficulty, spent)
        spent += done.bid
        yield from harm.exhausts(table, done.paid)
        if done.is_success:
            yield from boons(table, side.who, done.overflow)
            return ends("success", say("{who} succeeds", "TOF-1.03", who=side.who))
        yield from now(say("{who} fails", "TOF-1.03", "TOF-1.13", who=side.who))
        if once or not (yield from _tries_again(table, side.who, spent)):
            break
    return ends("failure")


class Tried(NamedTuple):
    """What one attempt came to, and what wounded parts cost; whoever could not pay has yet to pass out."""

    is_success: bool
    bid: int
    total: int
    overflow: int
    paid: Charged


def tried(table: Desk, side: Side, difficulty: int, spent: int = 0) -> Asks[Tried]:
    """TOF-1.02, TOF-1.03, TOF-1.07, TOF-7.16: one attempt: what wounded parts cost, then the bid, then how it ends."""
    paid = harm.charged(table, side.who, harm.parts_of(table, side.attribute, side.skill), bids.purse(side))
    yield from now(*paid.changes, *people.marked([side.who]))
    bid = yield from _bid(table, side, spent)
    reckoned = bids.total(table, side, bid)
    is_success: bool = yield from tell("success", partial(_succeeds, table, side, int(reckoned), difficulty))
    line = say(
        "{who}: {brief:text} makes {reckoned:why} against {difficulty}",
        "TOF-1.03",
        to=bids.for_gm(table),
        who=side.who,
        brief=reckoned.brief(),
        reckoned=reckoned,
        difficulty=difficulty,
    )
    yield from now(*bids.paid(side, bid), *people.marked([side.who], is_over=True), line, *_tick(table))
    return Tried(is_success, bid, int(reckoned), int(reckoned) - difficulty, paid)


def _succeeds(table: Desk, side: Side, made: int, difficulty: int) -> bool:
    """TOF-1.03, TOF-2.13, TOF-R.11: equality succeeds; an attribute of 0 never does."""
    return bids.reaches(made, difficulty) and not bids.is_broken(table, side)


def show_difficulty(table: Desk, difficulty: int) -> Asks[int]:
    """TOF-1.22, TOF-1.29: what players learn of a difficulty: nothing, the step of the ladder it stands on, or the number."""
    if table.dial("dn_visibility") == "shown":
        return int((yield from tell("difficulty", lambda: difficulty)))
    if table.dial("dn_visibility") == "band":
        yield from tell("difficulty", lambda: step_of(difficulty, table.data["lists"]))
    return difficulty


def step_of(difficulty: int, lists: Mapping[str, Any]) -> str:
    """TOF-1.29: the name of the highest step that a difficulty reaches; below the first, that one."""
    steps = sorted(lists["ladder"].items(), key=lambda row: row[1]["dn"])
    reached = [name for name, row in steps if row["dn"] <= difficulty]
    return str(reached[-1] if reached else steps[0][0])


def _bid(table: Desk, side: Side, spent: int) -> Asks[int]:
    cost = f" This obstacle has cost {spent} so far." if spent else ""
    asked = bids.question(table, side, f"{side.who}: {side.skill} ({side.attribute}). How much willpower?{cost}")
    bid = yield asked
    return bids.within(table, side, bid)


def _tick(table: Desk) -> list[Change]:
    """TOF-1.14: by a dial, every attempt takes a tick of the clock, for all to see."""
    if table.dial("retry") != "costs_time":
        return []
    return [PutFact(("clock", "ticks"), (table.fact("clock", "ticks") or 0) + 1)]


def _tries_again(table: Desk, who: str, spent: int) -> Asks[bool]:
    """TOF-1.13, TOF-1.14: what earlier attempts cost stays lost."""
    if table.dial("retry") == "once" or is_fighter(table, who) or people.is_out(table, who):
        return False
    prompt = phrase("{who} fails. This has cost {spent} so far, and that stays lost. Try again?", who=who, spent=spent)
    return (yield from choose(who, "again", prompt, options("try again", "leave it"), "leave it")) == "try again"


def _helped(table: Desk, side: Side) -> Asks[int]:
    """TOF-1.30: by a dial, whoever has learned the skill may pay a point of its attribute and add 1, at most 2 together."""
    others = [
        token.name for token in table.tokens() if token.name != side.who and people.is_player_character(table, token.name)
    ]
    others = [name for name in others if not people.is_out(table, name)]
    if table.dial("assist") == "off" or side.skill == NO_SKILL or not others:
        return 0
    asked = [
        Choose(
            name,
            "help",
            phrase("Help {who} with {skill:word}?", who=side.who, skill=side.skill),
            _help(table, name, side, len(others)),
            "no",
        )
        for name in others
    ]
    answers = yield from sealed("help", phrase("Who helps {who}?", who=side.who), *asked)
    helpers = [name for name, answer in zip(others, answers, strict=True) if answer == "help"][:MOST_HELP]
    yield from now(*(change for name in helpers for change in _helping(name, side)), *_thanks(helpers, side.who))
    return len(helpers)


def _helping(name: str, side: Side) -> list[Change]:
    return [spend(name, bids.purse(side), 1)]


def _help(table: Desk, name: str, side: Side, asked: int) -> tuple[Option[str], ...]:
    learned, pool = people.rating(Sheet(table, name), side.skill), table[name][bids.purse(side)]
    why = f"you have not learned {side.skill}" if not learned else "" if pool else "you have no point left for it"
    price, depends = price_of(table, *_helping(name, side)), "unless enough others help" if asked > MOST_HELP else ""
    return Option("help", "help", why, price=price, depends=depends), Option("no", "no")


def _thanks(helpers: list[str], who: str) -> list[Change]:
    return [say("{helpers} {helpers:helps|help} {who}", "TOF-1.30", helpers=[*helpers], who=who)] if helpers else []


def boons(table: Desk, who: str, overflow: int) -> Asks[None]:
    """TOF-1.15, TOF-1.27: for each boon the player names one plus; the game master may refuse one that does not fit."""
    count: int = yield from tell("boons", lambda: bids.overflow_boons(overflow, table.dial("overflow_step")))
    if not count:
        return
    names = tuple(Option(name, name) for name in table.data["lists"]["boons"])
    fields = tuple(Choose(who, f"boon {place}", "Which plus?", names, names[0].value) for place in range(1, count + 1))
    wanted = yield from form(
        who,
        "boons",
        phrase("{who} does better than needed: name {count}", who=who, count=count),
        *fields,
        default=(names[0].value,) * count,
    )
    gm = SEAT + people.gms(table)[0]
    judged = tuple(
        Choose(gm, f"{place}: {name}", "Does it fit?", options("yes", "no"), "yes") for place, name in enumerate(wanted, 1)
    )
    fits = yield from form(
        gm, "boons", phrase("{who} names {wanted:word}", who=who, wanted=[*wanted]), *judged, default=("yes",) * count
    )
    kept = [name for name, answer in zip(wanted, fits, strict=True) if answer == "yes"]
    yield from now(say("{who}: {kept:word}", "TOF-1.27", who=who, kept=[*kept] or phrase("no plus that fits")))
