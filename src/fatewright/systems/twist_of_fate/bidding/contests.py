"""Contests: two sides or more against each other, who all bid face down."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    SEAT,
    Asks,
    Between,
    Choose,
    Desk,
    Say,
    Story,
    Text,
    ends,
    form,
    joined,
    now,
    options,
    phrase,
    say,
    tell,
    verb,
)
from fatewright.systems.twist_of_fate.bidding import bids
from fatewright.systems.twist_of_fate.bidding.bids import Side
from fatewright.systems.twist_of_fate.bidding.checks import (
    IN_GENERAL,
    Attribute,
    Heart,
    Learned,
    LearnedByOther,
    Use,
    UseOfOther,
    loved,
    moves,
    no_check,
    side_of,
)
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.people import NO_SKILL
from fatewright.systems.twist_of_fate.characters.skills import in_use
from fatewright.systems.twist_of_fate.combat.turns import Present, Rival
from fatewright.systems.twist_of_fate.wounds import harm

Circumstances = Annotated[int, Between(-8, 8)]
MOST_SIDES = 8
MOST_NAMES = 50  # how often somebody may be named who cannot take part
BEGIN = "that is all"


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


@verb(
    "{who} uses {skill} against {other}, who answers with {other_skill}",
    more=(
        "a tie goes to {keeps}",
        "the first uses the {attribute} attribute",
        "the other uses the {other_attribute} attribute",
        "the first's use of the skill: {use}",
        "the other's use of the skill: {other_use}",
        "circumstances add {bonus} for the first",
        "circumstances add {other_bonus} for the other",
        "the first is moved by {heart}",
        "the other is moved by {other_heart}",
    ),
    roles=("gm",),
    may=_may_oppose,
    group="Checks",
)
def oppose(
    table: Desk,
    who: Present,
    skill: Learned,
    other: Rival,
    other_skill: LearnedByOther,
    keeps: Literal["the other", "the first", "nobody"] = "the other",
    attribute: Attribute = "usual",
    other_attribute: Attribute = "usual",
    use: Use = IN_GENERAL,
    other_use: UseOfOther = IN_GENERAL,
    bonus: Circumstances = 0,
    other_bonus: Circumstances = 0,
    heart: Heart = "nothing",
    other_heart: Heart = "nothing",
) -> Story:
    """TOF-1.05, TOF-1.08, TOF-1.18: two sides bid face down. Who wants things to stay as they are keeps them on a tie."""
    first = side_of(table, who, skill, attribute, use, heart)._replace(bonus=bonus)
    second = side_of(table, other, other_skill, other_attribute, other_use, other_heart)._replace(bonus=other_bonus)
    place = {"the first": 0, "the other": 1, "nobody": None}[keeps]
    yield from now(*moves(who, heart), *moves(other, other_heart))
    return (yield from contended(table, [first, second], place))


def _may_contest(table: Desk, who: str, skill: str, **_: Any) -> str | None:
    return no_check(table, who, skill, "usual" if skill != NO_SKILL else "strength")


@verb(
    "{who} contends with {skill} against others",
    more=("a tie goes to {keeps}", "use of the skill: {use}"),
    roles=("gm",),
    may=_may_contest,
    group="Checks",
)
def contest(
    table: Desk, who: Present, skill: Learned, keeps: Literal["the first", "nobody"] = "nobody", use: Use = IN_GENERAL
) -> Story:
    """TOF-1.19, TOF-3.10: more than two sides: name the first here, and then the others, one after the other.

    The use is what of a skill it takes, such as rally: of equals, whoever has a specialization of that name wins.
    """
    first = side_of(table, who, skill, "usual" if skill != NO_SKILL else "strength", use)
    sides = yield from ask_for_sides(table, first, SEAT + table.seat)
    return (yield from contended(table, sides, 0 if keeps == "the first" else None))


def ask_for_sides(table: Desk, first: Side, gm: str) -> Asks[list[Side]]:
    """TOF-1.19: the sides against a first one, as the game master names them; that one alone, if there are none."""
    sides = [first]
    while len(sides) < MOST_SIDES:
        named = yield from _next_side(table, sides, gm)
        if named is None:
            break
        sides.append(named)
    return sides


def _next_side(table: Desk, sides: list[Side], gm: str) -> Asks[Side | None]:
    taken = [side.who for side in sides]
    free = [token.name for token in table.tokens() if token.name not in taken and not people.is_out(table, token.name)]
    skills = [skill for skill in table.data["lists"]["skills"] if in_use(skill, table.dials(), table.data["lists"])]
    fields = (
        Choose(gm, "side", "Who else?", options(BEGIN, *free), BEGIN),
        Choose(gm, "skill", "With what?", options(*skills), sides[0].skill if sides[0].skill in skills else skills[0]),
        Text(gm, "use", "For which use of it?", 60, IN_GENERAL),
    )
    for _ in range(MOST_NAMES):
        who, skill, *named = yield from form(gm, "side", phrase("Against {taken}: who else?", taken=[*taken]), *fields)
        use = named[0] if named else IN_GENERAL  # it may have been asked when no use was named yet
        if who == BEGIN:
            return None
        if table.dial("untrained") != "forbidden":
            return side_of(table, who, skill, use=use)
        ruling: str = yield from tell("ruling", partial(_takes_part, table, who, skill))
        if not ruling:
            return side_of(table, who, skill, use=use)
    return None


def _takes_part(table: Desk, who: str, skill: str) -> str:
    """TOF-3.04: why somebody cannot be a side with a skill; empty if they can."""
    return no_check(table, who, skill, "usual") or ""


def contended(table: Desk, sides: list[Side], keeps: int | None) -> Story:
    """TOF-1.05, TOF-1.06, TOF-1.08, TOF-1.31, TOF-7.15: everybody hears who is against whom with what, then all bid."""
    if len(sides) == 1:
        return ends("nothing", say("nobody opposes them"))
    against = joined(
        [phrase("{who} ({skill:word}{given})", who=side.who, skill=side.skill, given=_given(side)) for side in sides],
        " against ",
    )
    paid = [harm.charged(table, side.who, harm.parts_of(table, side.attribute, side.skill), bids.purse(side)) for side in sides]
    yield from now(Say(against, ("TOF-1.08",)), *(change for one in paid for change in one.changes), *bids.warned(table, sides))
    winner, _ = yield from bids.opposed_check(table, sides, keeps, against)
    yield from harm.exhausts(table, *paid)
    if winner == bids.NOBODY:
        return ends("draw", say("nobody wins", "TOF-1.18"))
    return ends("wins" if winner == sides[0].who else "loses", say("{winner} wins", "TOF-1.05", winner=winner))


def _given(side: Side) -> str:
    return f", circumstances {side.bonus:+d}" if side.bonus else ""
