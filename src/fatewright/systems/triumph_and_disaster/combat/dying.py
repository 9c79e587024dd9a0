"""Dying: falling to no hit points, holding on to life, marks of death, and waking again."""

from __future__ import annotations

from fatewright.systems.author import (
    SEAT,
    Asks,
    Desk,
    Option,
    Put,
    Story,
    choose,
    ends,
    now,
    phrase,
    say,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.characters.people import has_status
from fatewright.systems.triumph_and_disaster.combat import morale, statuses
from fatewright.systems.triumph_and_disaster.combat.sides import Own, side_of
from fatewright.systems.triumph_and_disaster.mechanics.foretelling import foretold_fate
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, tested
from fatewright.systems.turns import is_fighting

DYING, STABLE, OUT, DEAD = "Dying", "Unconscious", "Out", "Dead"


def struck(table: Desk, who: str, *, is_down: bool, by: str = "") -> Asks[None]:
    """TAD-CMB.15, TAD-CMB.16: damage has told: a mark for who is dying, the end for who is out, a fall at no hit points."""
    if has_status(table, who, DEAD):
        return
    if has_status(table, who, DYING):
        yield from marked(table, who, 1)
    elif has_status(table, who, STABLE) and is_down:
        yield from now(*statuses.loses(table, who, STABLE))
        yield from now(*statuses.gains(table, who, DYING), say("{who} is dying again", "TAD-CMB.16", who=who))
    elif has_status(table, who, OUT):
        yield from dies(table, who)
    elif is_down:
        yield from falls(table, who, by)


def falls(table: Desk, who: str, by: str) -> Asks[None]:
    """TAD-CMB.15, TAD-STA.14: a player's character is dying; the Storyteller's people die or are out, as the attacker wishes.

    By a dial they die, or are dying like anybody.
    """
    how = table.dial("foe_at_zero")
    if people.is_player_character(table, who) or how == "dying_too":
        yield from now(Put(who, "marks", 0), *statuses.gains(table, who, DYING), *statuses.lets_go(table, who))
        yield from now(say("{who} falls, and is dying", "TAD-CMB.15", "TAD-STA.14", who=who))
    elif how == "dies" or (yield from _spared_or_not(table, who, by)) == DEAD:
        yield from dies(table, who)
        return
    else:
        yield from now(*statuses.gains(table, who, OUT), *statuses.lets_go(table, who))
        yield from now(say("{who} is out", "TAD-CMB.15", who=who))
    yield from morale.tried(table, side_of(table, who))


def _spared_or_not(table: Desk, who: str, by: str) -> Asks[str]:
    """TAD-CMB.15: whoever struck says so; where nobody did, the Storyteller."""
    offered = (Option(DEAD, "dead"), Option(OUT, "out, but alive"))
    asked = by if by and by in table else SEAT + people.storyteller(table)
    return (yield from choose(asked, "zero", phrase("{who} has no hit points left. Dead, or out?", who=who), offered, OUT))


def dies(table: Desk, who: str) -> Asks[None]:
    """TAD-CMB.15, TAD-CMB.16: somebody is dead."""
    yield from now(*statuses.loses(table, who, DYING, STABLE, OUT))
    yield from now(
        *statuses.gains(table, who, DEAD), *statuses.lets_go(table, who), say("{who} is dead", "TAD-CMB.16", who=who)
    )
    yield from morale.tried(table, side_of(table, who))


def marked(table: Desk, who: str, count: int) -> Asks[None]:
    """TAD-CMB.16: so many marks of death more; the last one kills."""
    most = int(table.dial("death_marks"))
    marks = min(most, int(table[who]["marks"]) + count)
    yield from now(
        Put(who, "marks", marks),
        say("{who}: {marks} of {most:mark} of death", "TAD-CMB.16", who=who, marks=marks, most=most),
    )
    if marks >= most:
        yield from dies(table, who)


def stabilised(table: Desk, who: str) -> Asks[None]:
    """TAD-CMB.16, TAD-CMB.17: stable, and unconscious at no hit points."""
    yield from now(Put(who, "marks", 0), *statuses.loses(table, who, DYING))
    yield from now(*statuses.gains(table, who, STABLE), say("{who} is stable", "TAD-CMB.16", who=who))


def wakes(table: Desk, who: str) -> Asks[None]:
    """TAD-CMB.17: whoever has hit points again is awake, and no mark stays."""
    if any(has_status(table, who, one) for one in (DYING, STABLE, OUT)):
        yield from now(Put(who, "marks", 0), *statuses.loses(table, who, DYING, STABLE, OUT))
        yield from now(say("{who} wakes", "TAD-CMB.17", who=who))


def holds_on(table: Desk, who: str) -> Asks[str]:
    """TAD-CMB.16, TAD-STA.14, TAD-VIT.02, TAD-PRK.07, TAD-X.34: Resist Death against 15.

    Won, stable; lost, a mark, and two on a Disaster; a Triumph wakes with 1 hit point.
    """
    party = Party(who, "Resist Death")
    will = int(table.dial("death_will"))
    yield from foretold_fate(table, party, will)
    verdict = yield from tested(table, party, will)
    if verdict.sign > 0:
        yield from now(Put(who, "hp", 1))
        yield from wakes(table, who)
    elif verdict.is_won:
        yield from stabilised(table, who)
    else:
        yield from marked(table, who, 2 if verdict.sign < 0 else 1)
    return verdict.outcome


def _may_hold_on(table: Desk, who: str) -> str | None:
    if not has_status(table, who, DYING):
        return f"{who} is not dying"
    return "in a fight, that is rolled at the start of their turn" if is_fighting(table) else None


@verb("{who} holds death off", may=_may_hold_on, group="Wounds")
def resist_death(table: Desk, who: Own) -> Story:
    """TAD-CMB.16: outside a fight, whoever is dying rolls when the table says that time passes."""
    return ends((yield from holds_on(table, who)))
