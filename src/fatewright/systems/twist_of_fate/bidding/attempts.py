"""Attempts: a player says what they try, and the game master how it is settled: against a difficulty, or against somebody."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Any

from fatewright.systems.author import (
    SEAT,
    Asks,
    Choose,
    Desk,
    Form,
    Number,
    Option,
    Say,
    Story,
    Upto,
    choose,
    ends,
    now,
    options,
    phrase,
    sealed,
    tell,
    verb,
)
from fatewright.systems.twist_of_fate.bidding.bids import NOBODY, Side
from fatewright.systems.twist_of_fate.bidding.checks import (
    IN_GENERAL,
    Learned,
    Use,
    ladder,
    loved,
    moves,
    no_check,
    side_of,
    tries,
)
from fatewright.systems.twist_of_fate.bidding.contests import ask_for_sides, contended
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.people import NO_SKILL, Sheet
from fatewright.systems.twist_of_fate.characters.sheets import own_words
from fatewright.systems.twist_of_fate.characters.skills import ways_to_talk
from fatewright.systems.twist_of_fate.combat.turns import Actor, acts, no_action

CHECK, OPPOSED, WORKS, CANNOT = "check", "opposed", "it works", "it cannot be done"
HEARTS = ("nothing", "love", "fear")  # what may move somebody


def _may_attempt(table: Desk, who: str, skill: str, **_: Any) -> str | None:
    return no_check(table, who, skill, "usual" if skill != NO_SKILL else "strength") or no_action(table, who)


@verb("{who} attempts: {what}, with {skill}", more=("use of the skill: {use}",), may=_may_attempt, group="Checks")
def attempt(table: Desk, who: Actor, skill: Learned, what: Annotated[str, Upto(200)], use: Use = IN_GENERAL) -> Story:
    """TOF-1.04, TOF-1.17, TOF-3.10, TOF-6.17: say what you try; the game master says how hard it is, or who opposes it.

    Or that it simply works. The use is what of the skill it takes, such as climb: a specialization of that name counts.
    In a fight that is the action of the turn.
    """
    line = phrase(
        "{who} tries {skill:word}{how}: {what:text}",
        who=who,
        skill=skill,
        how="" if use == IN_GENERAL else phrase(" ({use:word})", use=use),
        what=what,
    )
    yield from now(*acts(table, who), Say(line, ("TOF-1.04",)))
    ((ruling, difficulty, attribute, heart),) = yield from sealed(
        "ruling", "How hard is it?", _ruling(table, who, skill, line), is_kept=True
    )
    said = {", ".join(one): one for one in product((CHECK, OPPOSED), people.POOLS, HEARTS)}
    told: str = yield from tell("ruling", lambda: ruling if ruling in (WORKS, CANNOT) else f"{ruling}, {attribute}, {heart}")
    if told in (WORKS, CANNOT):
        return ends("works" if told == WORKS else "refused", Say(told, ("TOF-1.17",)))
    how, attribute, heart = said[told]  # TOF-5.04: what moves them is said aloud, as in a check that the game master calls
    side = side_of(table, who, skill, attribute, use, heart)
    if how == CHECK:
        return (yield from tries(table, side, difficulty, heart))
    yield from now(*moves(who, heart))
    return (yield from _opposed(table, side))


def _ruling(table: Desk, who: str, skill: str, line: str) -> Form:
    """TOF-1.04, TOF-1.17, TOF-1.29, TOF-1.32, TOF-3.37, TOF-5.04, TOF-5.07: what the game master is asked about an attempt."""
    gm, lists = _gm(table), table.data["lists"]
    usual = "strength" if skill == NO_SKILL else people.attribute_of(skill, lists)
    fields = (
        Choose(gm, "ruling", "A check?", options(CHECK, OPPOSED, WORKS, CANNOT), CHECK),
        Number(gm, "difficulty", "How hard is it?", 0, 30, ladder(lists), 8),
        Choose(gm, "attribute", "With which attribute?", _attributes(table, skill, usual), usual),
        Choose(gm, "heart", "What moves them?", _hearts(table, who), "nothing"),
    )
    known = _known(table, who, skill)
    prompt = phrase("{line:text} ({who}: {known:text})", line=line, who=who, known="; ".join(known)) if known else line
    return Form(gm, "ruling", prompt, fields, (CHECK, 8, usual, "nothing"))


def _known(table: Desk, who: str, skill: str) -> list[str]:
    """TOF-3.37, TOF-5.07: what of somebody's sheet only people can weigh: how they can talk, and words of their own."""
    values, dials, lists = Sheet(table, who), table.dials(), table.data["lists"]
    ways = ways_to_talk(values, skill, lists)
    talks = [f"can talk {', '.join(ways)}"] if ways else []
    return [*talks, *(words for field in ("perks", "flaws") for words in own_words(values, field, dials, lists))]


def _gm(table: Desk) -> str:
    return SEAT + people.gms(table)[0]


def _attributes(table: Desk, skill: str, usual: str) -> tuple[Option[str], ...]:
    never = table.dial("attribute_override") == "never" and skill != NO_SKILL
    known = [name for name in people.POOLS if name != "magic" or table.dial("magic") == "on"]
    return tuple(Option(name, name, "here a skill keeps its own" if never and name != usual else "") for name in known)


def _hearts(table: Desk, who: str) -> tuple[Option[str], ...]:
    """TOF-5.04: what may move somebody, with what they have said that they love and fear."""
    said = {one: f"{one}: {table[who][one]}" for one in HEARTS[1:] if table[who][one]}
    return tuple(Option(one, said.get(one, one), loved(table, who, one) or "") for one in HEARTS)


def _opposed(table: Desk, side: Side) -> Story:
    """TOF-1.05, TOF-1.18, TOF-1.19: the game master names who opposes it, and who wants things to stay as they are."""
    sides = yield from ask_for_sides(table, side, _gm(table))
    keeps = (yield from _keeps(table, sides)) if len(sides) > 1 else None
    return (yield from contended(table, sides, keeps))


def _keeps(table: Desk, sides: list[Side]) -> Asks[int | None]:
    """TOF-1.18: whose a tie is; usually that of the first who opposes it: the guard, or the one who is lied to."""
    names = [side.who for side in sides]
    prompt = "Who wants things to stay as they are?"
    kept = yield from choose(_gm(table), "keeps", prompt, options(NOBODY, *names), names[1])
    return names.index(kept) if kept in names else None
