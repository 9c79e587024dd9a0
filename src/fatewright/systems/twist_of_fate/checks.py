"""Checks: against a difficulty that stays the game master's, or against each other, face down."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from fatewright.core.ask import Form
from fatewright.core.story import SEAT
from fatewright.systems.author import (
    Asks,
    Between,
    Change,
    Choose,
    Desk,
    From,
    Hidden,
    Mine,
    Number,
    Option,
    Put,
    PutFact,
    Say,
    Seen,
    Story,
    Upto,
    agrees,
    choose,
    ends,
    form,
    now,
    options,
    sealed,
    spend,
    tell,
    verb,
)
from fatewright.systems.twist_of_fate import bids, harm, people
from fatewright.systems.twist_of_fate.bids import Side
from fatewright.systems.twist_of_fate.harm import Charged
from fatewright.systems.twist_of_fate.people import NO_SKILL, Sheet
from fatewright.systems.twist_of_fate.skills import in_use
from fatewright.systems.twist_of_fate.turns import acts, is_fighter, no_action

Attribute = Literal["usual", "strength", "agility", "brains", "social", "magic"]
Heart = Literal["nothing", "love", "fear"]
Skill = Annotated[str, From("uses")]
Use = Annotated[str, Upto(60)]
Difficulty = Annotated[int, Between(0, 30), Hidden]
Circumstances = Annotated[int, Between(-8, 8)]
IN_GENERAL = "in general"
MOST_HELP = 2
MOST_TRIES = 50
MOST_SIDES = 8


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


def loved(table: Desk, who: str, heart: str) -> str | None:
    """TOF-5.04: what is loved raises the cap once in a scene; None if it may, now."""
    if heart == "love" and table[who]["loved"] == "yes":
        return f"{who} has drawn on that love in this scene already"
    return None


def _moves(who: str, heart: str) -> list[Change]:
    return [Put(who, "loved", "yes")] if heart == "love" else []


# ── against a difficulty ───────────────────────────────────────────────────────────────────────────────────────────────


def _may_check(table: Desk, who: str, skill: str, attribute: str, heart: str, **_: Any) -> str | None:
    return no_check(table, who, skill, attribute) or loved(table, who, heart)


@verb(roles=("gm",), may=_may_check, group="Checks")
def check(
    table: Desk,
    who: Seen,
    skill: Skill,
    difficulty: Difficulty,
    attribute: Attribute = "usual",
    use: Use = IN_GENERAL,
    heart: Heart = "nothing",
) -> Story:
    """TOF-1.03, TOF-1.04, TOF-1.22: put somebody to a check of which only you know how hard it is. It is locked from now on.

    Does anybody care how it ends? If the score reaches it without a bid, or nothing hangs on it, just say yes.
    """
    yield from now(Say(f"{who} is put to a check of {_said(skill, attribute)}", ("TOF-1.04",)))
    side = side_of(table, who, skill, attribute, use, heart)
    return (yield from tries(table, side, difficulty, heart))


def _said(skill: str, attribute: str) -> str:
    return skill if attribute == "usual" else f"{attribute.capitalize()}, {skill}"


def _may_attempt(table: Desk, who: str, skill: str, **_: Any) -> str | None:
    return no_check(table, who, skill, "usual" if skill != NO_SKILL else "strength") or no_action(table, who)


@verb(may=_may_attempt, group="Checks", says="{who} attempts: {what}")
def attempt(table: Desk, who: Mine, skill: Skill, what: Annotated[str, Upto(200)]) -> Story:
    """TOF-1.04, TOF-1.17, TOF-6.17: say what you try; the game master says how hard it is, or that it simply works.

    In a fight that is the action of the turn.
    """
    yield from now(*acts(table, who), Say(f"{who} tries {skill}: {what}", ("TOF-1.04",)))
    gm, lists = SEAT + people.gms(table)[0], table.data["lists"]
    usual = "strength" if skill == NO_SKILL else people.attribute_of(skill, lists)
    fields = (
        Choose(gm, "ruling", "A check?", options("check", "it works", "it cannot be done"), "check"),
        Number(gm, "difficulty", "How hard is it?", 0, 30, ladder(lists), 8),
        Choose(gm, "attribute", "With which attribute?", _attributes(table, skill, usual), usual),
        Choose(gm, "heart", "What moves them?", _hearts(table, who), "nothing"),
    )
    asked = Form(gm, "ruling", f"{who} tries {skill}: {what}", fields, ("check", 8, usual, "nothing"))
    ((ruling, difficulty, attribute, heart),) = yield from sealed("ruling", "How hard is it?", asked, is_kept=True)
    told: str = yield from tell("ruling", lambda: f"{ruling}, {attribute}, {heart}" if ruling == "check" else ruling)
    if not told.startswith("check"):
        return ends("works" if told == "it works" else "refused", Say(told, ("TOF-1.17",)))
    _, attribute, heart = told.split(", ")  # TOF-5.04: what moves them is said aloud, as in a check that the game master calls
    side = side_of(table, who, skill, attribute, IN_GENERAL, heart)
    return (yield from tries(table, side, difficulty, heart))


def ladder(lists: Mapping[str, Any]) -> str:
    """TOF-1.29: the steps of difficulty, in a line."""
    return ", ".join(f"{row['dn']} {row['text']}" for row in lists["ladder"].values())


def _attributes(table: Desk, skill: str, usual: str) -> tuple[Option[str], ...]:
    never = table.dial("attribute_override") == "never" and skill != NO_SKILL
    known = [name for name in people.POOLS if name != "magic" or table.dial("magic") == "on"]
    return tuple(Option(name, name, "here a skill keeps its own" if never and name != usual else "") for name in known)


def _hearts(table: Desk, who: str) -> tuple[Option[str], ...]:
    return tuple(Option(one, one, loved(table, who, one) or "") for one in ("nothing", "love", "fear"))


def tries(table: Desk, side: Side, difficulty: int, heart: str = "nothing", *, once: bool = False) -> Story:
    """TOF-1.02, TOF-1.07, TOF-1.13, TOF-1.14, TOF-1.22: a check and, after a failure, the next: the same difficulty, a new bid.

    Each failure says what the obstacle has cost so far. In a fight, trying again is another turn's action.
    """
    yield from now(*_moves(side.who, heart))
    difficulty = yield from shown(table, difficulty)
    spent = 0
    for _ in range(MOST_TRIES):
        one = side._replace(bonus=side.bonus + (yield from _helped(table, side)), why="help and circumstances")
        done = yield from tried(table, one, difficulty, spent)
        spent += done.bid
        yield from harm.exhausts(table, side.who, done.paid)
        if done.is_success:
            yield from boons(table, side.who, done.overflow)
            return ends("success", Say(f"{side.who} succeeds", ("TOF-1.03",)))
        yield from now(Say(f"{side.who} fails", ("TOF-1.03", "TOF-1.13")))
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
    line = Say(f"{side.who}: {reckoned.brief()} makes {int(reckoned)} against {difficulty}", ("TOF-1.03",), bids.for_gm(table))
    yield from now(*bids.paid(side, bid), *people.marked([side.who], is_over=True), line, *_tick(table))
    return Tried(is_success, bid, int(reckoned), int(reckoned) - difficulty, paid)


def _succeeds(table: Desk, side: Side, made: int, difficulty: int) -> bool:
    """TOF-1.03, TOF-2.13, TOF-R.11: equality succeeds; an attribute of 0 never does."""
    return bids.reaches(made, difficulty) and not bids.is_broken(table, side)


def shown(table: Desk, difficulty: int) -> Asks[int]:
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
    prompt = f"{who} fails. This has cost {spent} so far, and that stays lost. Try again?"
    return (yield from choose(who, "again", prompt, options("try again", "leave it"), "leave it")) == "try again"


def _helped(table: Desk, side: Side) -> Asks[int]:
    """TOF-1.30: by a dial, whoever has learned the skill may pay a point of its attribute and add 1, at most 2 together."""
    others = [
        token.name for token in table.tokens() if token.name != side.who and people.is_player_character(table, token.name)
    ]
    others = [name for name in others if not people.is_out(table, name)]
    if table.dial("assist") == "off" or side.skill == NO_SKILL or not others:
        return 0
    asked = [Choose(name, "help", f"Help {side.who} with {side.skill}?", _help(table, name, side), "no") for name in others]
    answers = yield from sealed("help", f"Who helps {side.who}?", *asked)
    helpers = [name for name, answer in zip(others, answers, strict=True) if answer == "help"][:MOST_HELP]
    yield from now(*(spend(name, bids.purse(side), 1) for name in helpers), *_thanks(helpers, side.who))
    return len(helpers)


def _help(table: Desk, name: str, side: Side) -> tuple[Option[str], ...]:
    learned, pool = people.rating(Sheet(table, name), side.skill), table[name][bids.purse(side)]
    why = f"you have not learned {side.skill}" if not learned else "" if pool else "you have no point left for it"
    return Option("help", f"help: 1 point of {side.attribute}", why), Option("no", "no")


def _thanks(helpers: list[str], who: str) -> list[Change]:
    return [Say(f"{', '.join(helpers)} {agrees(len(helpers), 'helps', 'help')} {who}", ("TOF-1.30",))] if helpers else []


def boons(table: Desk, who: str, overflow: int) -> Asks[None]:
    """TOF-1.15, TOF-1.27: for each boon the player names one plus; the game master may refuse one that does not fit."""
    count: int = yield from tell("boons", lambda: bids.overflow_boons(overflow, table.dial("overflow_step")))
    if not count:
        return
    names = tuple(Option(name, name) for name in table.data["lists"]["boons"])
    fields = tuple(Choose(who, f"boon {place}", "Which plus?", names, names[0].value) for place in range(1, count + 1))
    wanted = yield from form(
        who, "boons", f"{who} does better than needed: name {count}", *fields, default=(names[0].value,) * count
    )
    gm = SEAT + people.gms(table)[0]
    judged = tuple(
        Choose(gm, f"{place}: {name}", "Does it fit?", options("yes", "no"), "yes") for place, name in enumerate(wanted, 1)
    )
    fits = yield from form(gm, "boons", f"{who} names {', '.join(wanted)}", *judged, default=("yes",) * count)
    kept = [name for name, answer in zip(wanted, fits, strict=True) if answer == "yes"]
    yield from now(Say(f"{who}: {', '.join(kept) or 'no plus that fits'}", ("TOF-1.27",)))


# ── against each other ─────────────────────────────────────────────────────────────────────────────────────────────────


def _circumstances(table: Desk, *given: int) -> str | None:
    """TOF-1.31: what circumstances may add to a side, or take from it."""
    most = table.dial("circumstance_max")
    return f"circumstances change a total by at most {most} here" if max(map(abs, given)) > most else None


def _may_oppose(table: Desk, who: str, skill: str, other: str, other_skill: str, **more: Any) -> str | None:
    if who == other:
        return "one does not oppose oneself"
    return (
        no_check(table, who, skill, more["attribute"])
        or no_check(table, other, other_skill, more["other_attribute"])
        or _circumstances(table, more["bonus"], more["other_bonus"])
        or loved(table, who, more["heart"])
        or loved(table, other, more["other_heart"])
    )


@verb(roles=("gm",), may=_may_oppose, group="Checks")
def oppose(
    table: Desk,
    who: Seen,
    skill: Skill,
    other: Seen,
    other_skill: Skill,
    keeps: Literal["the other", "the first", "nobody"] = "the other",
    attribute: Attribute = "usual",
    other_attribute: Attribute = "usual",
    use: Use = IN_GENERAL,
    other_use: Use = IN_GENERAL,
    bonus: Circumstances = 0,
    other_bonus: Circumstances = 0,
    heart: Heart = "nothing",
    other_heart: Heart = "nothing",
) -> Story:
    """TOF-1.05, TOF-1.08, TOF-1.18: two sides bid face down. Who wants things to stay as they are keeps them on a tie."""
    first = side_of(table, who, skill, attribute, use, heart)._replace(bonus=bonus)
    second = side_of(table, other, other_skill, other_attribute, other_use, other_heart)._replace(bonus=other_bonus)
    place = {"the first": 0, "the other": 1, "nobody": None}[keeps]
    yield from now(*_moves(who, heart), *_moves(other, other_heart))
    return (yield from _opposed(table, [first, second], place))


def _may_contest(table: Desk, who: str, skill: str, **_: Any) -> str | None:
    return no_check(table, who, skill, "usual" if skill != NO_SKILL else "strength")


@verb(roles=("gm",), may=_may_contest, group="Checks", says="{who} contends: {skill}")
def contest(table: Desk, who: Seen, skill: Skill, keeps: Literal["the first", "nobody"] = "nobody") -> Story:
    """TOF-1.19: more than two sides: name the first here, and then the others, one after the other."""
    sides = [side_of(table, who, skill, "usual" if skill != NO_SKILL else "strength")]
    while len(sides) < MOST_SIDES:
        named = yield from _next_side(table, sides)
        if named is None:
            break
        sides.append(named)
    if len(sides) == 1:
        return ends("nothing", Say("nobody opposes them"))
    return (yield from _opposed(table, sides, 0 if keeps == "the first" else None))


BEGIN = "that is all"


def _next_side(table: Desk, sides: list[Side]) -> Asks[Side | None]:
    taken = [side.who for side in sides]
    free = [token.name for token in table.tokens() if token.name not in taken and not people.is_out(table, token.name)]
    skills = [skill for skill in table.data["lists"]["skills"] if in_use(skill, table.dials(), table.data["lists"])]
    gm = SEAT + table.seat
    fields = (
        Choose(gm, "side", "Who else?", options(BEGIN, *free), BEGIN),
        Choose(gm, "skill", "With what?", options(*skills), sides[0].skill if sides[0].skill in skills else skills[0]),
    )
    for _ in range(MOST_TRIES):
        who, skill = yield from form(gm, "side", f"Against {', '.join(taken)}: who else?", *fields)
        if who == BEGIN:
            return None
        if table.dial("untrained") != "forbidden":
            return side_of(table, who, skill)
        ruling: str = yield from tell("ruling", partial(_takes_part, table, who, skill))
        if not ruling:
            return side_of(table, who, skill)
    return None


def _takes_part(table: Desk, who: str, skill: str) -> str:
    """TOF-3.04: why somebody cannot be a side with a skill; empty if they can."""
    return no_check(table, who, skill, "usual") or ""


def _opposed(table: Desk, sides: list[Side], keeps: int | None) -> Story:
    """TOF-1.05, TOF-1.06, TOF-1.08, TOF-1.31, TOF-7.15: everybody hears who is against whom with what, then all bid."""
    against = " against ".join(f"{side.who} ({side.skill}{_given(side)})" for side in sides)
    paid = [harm.charged(table, side.who, harm.parts_of(table, side.attribute, side.skill), bids.purse(side)) for side in sides]
    yield from now(Say(against, ("TOF-1.08",)), *(change for one in paid for change in one.changes), *bids.warned(table, sides))
    winner, _ = yield from bids.opposed_check(table, sides, keeps, against)
    for side, one in zip(sides, paid, strict=True):
        yield from harm.exhausts(table, side.who, one)
    if winner == bids.NOBODY:
        return ends("draw", Say("nobody wins", ("TOF-1.18",)))
    return ends("wins" if winner == sides[0].who else "loses", Say(f"{winner} wins", ("TOF-1.05",)))


def _given(side: Side) -> str:
    return f", circumstances {side.bonus:+d}" if side.bonus else ""
