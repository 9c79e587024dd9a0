"""Leaving: who joins a fight late, who flees or waits, on whose side they are, and how it is ended by word."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems import turns
from fatewright.systems.author import (
    SEAT,
    Choose,
    Desk,
    Ending,
    From,
    Offers,
    Put,
    Seen,
    Story,
    ends,
    now,
    options,
    phrase,
    say,
    sealed,
    verb,
)
from fatewright.systems.sides import BY_OWNER
from fatewright.systems.turns import is_fighter, is_fighting
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.combat.turns import (
    SIDES,
    Actor,
    Present,
    acts,
    closed,
    falls_into,
    fresh_fighter,
    no_action,
    passed_on,
)


def _may_join(table: Desk, who: str) -> str | None:
    return turns.no_joining(table, who) or (f"{who} is out" if people.is_out(table, who) else None)


def _could_join(table: Desk, who: str) -> bool:
    return _may_join(table, who) is None


@verb("{who} joins the fight", roles=("gm",), may=_may_join, group="Fight")
def join_fight(table: Desk, who: Annotated[Seen, Offers(SIDES.first(_could_join))]) -> Ending:
    """TOF-6.14: somebody arrives late, and has a turn from the next round on."""
    return ends("joined", turns.joins(table, who), *fresh_fighter(table, who), say("{who} joins the fight", who=who))


def _may_end_fight(table: Desk) -> str | None:
    return None if is_fighting(table) else turns.NO_FIGHT


@verb("{seat} ends the fight", roles=("gm",), may=_may_end_fight, group="Fight")
def end_fight(table: Desk) -> Ending:
    """TOF-6.30, TOF-6.31: close the fight, whoever stands."""
    return ends("over", *closed(table), say("the fight is over", "TOF-6.31"))


@verb("{seat} offers peace", may=_may_end_fight, group="Fight")
def offer_peace(table: Desk) -> Story:
    """TOF-6.31: a fight ends where all players and the game master agree."""
    seats = [*table.seats("gm"), *table.seats("player")]
    asked = [
        Choose(SEAT + seat, "peace", phrase("{seat} offers peace", seat=table.seat), options("yes", "no"), "no")
        for seat in seats
    ]
    votes = yield from sealed("peace", "Shall the fight end?", *asked)
    if not is_fighting(table) or "no" in votes:
        return ends("refused", say("the fight goes on", "TOF-6.31"))
    return ends("over", *closed(table), say("all agree: the fight is over", "TOF-6.31"))


def _may_flee(table: Desk, who: str) -> str | None:
    if not is_fighter(table, who):
        return f"{who} is not in a fight"
    return no_action(table, who)


@verb("{who} flees from the fight", may=_may_flee, group="Fight")
def flee(table: Desk, who: Actor) -> Story:
    """TOF-6.31: leave the map, and the fight, with the action of a turn."""
    yield from now(*acts(table, who))
    yield from falls_into(table, [who], "fled", f"{who} flees", "TOF-6.31")
    if is_fighting(table):
        yield from passed_on(table)
    return ends("fled")


def _may_wait(table: Desk, who: str) -> str | None:
    return no_action(table, who) if is_fighter(table, who) else f"{who} is not in a fight"


@verb("{who} waits", may=_may_wait, group="Fight")
def wait(table: Desk, who: Actor) -> Ending:
    """TOF-6.17: lose the action."""
    return ends("waited", *acts(table, who), say("{who} waits", "TOF-6.17", who=who))


def _other_teams(table: Desk, who: str) -> list[str]:
    """The sides that somebody is not on first."""
    own = (table[who].get("team", BY_OWNER), people.team_of(table, who))
    return sorted(table.data["lists"]["teams"], key=lambda one: one in own)


@verb("{who} takes a side: {team}", roles=("gm",), group="Fight")
def take_sides(table: Desk, who: Present, team: Annotated[str, From("teams"), Offers(_other_teams)]) -> Ending:
    """Say on whose side somebody fights."""
    del table
    return ends("named", Put(who, "team", team), say("{who} fights for {team:text}", who=who, team=team))
