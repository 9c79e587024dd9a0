"""Skirmishes: where a table settles a whole fight by one contest."""

from __future__ import annotations

from fatewright.systems.author import (
    SEAT,
    Annotated,
    Desk,
    Iterable,
    Offers,
    Option,
    Seen,
    Story,
    ends,
    phrase,
    say,
    text,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat import blows
from fatewright.systems.triumph_and_disaster.combat.sides import SIDES, Present, are_enemies, everybody, is_out, side_of
from fatewright.systems.triumph_and_disaster.mechanics.foretelling import foretold
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, contested
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance

LARGER = Circumstance("the larger side", 1)


def _may_skirmish(table: Desk, first: str, second: str) -> str | None:
    if table.dial("combat") != "single_contest":
        return "this table plays fights in rounds"
    if not are_enemies(table, first, second):
        return "a skirmish is between two sides"
    return next((f"{who} is out of it" for who in (first, second) if is_out(table, who)), None)


def _able(table: Desk, who: str) -> int:
    mates = [name for name in everybody(table) if side_of(table, name) == side_of(table, who)]
    return sum(not is_out(table, mate) for mate in mates)


def _opponents(table: Desk, first: str) -> Iterable[Option[str]]:
    """TAD-CMB.01: who stands against whoever fights first."""
    return SIDES.foes(table, first)


@verb("{first} attacks {second}, and one contest decides the fight", roles=("gm",), may=_may_skirmish, group="Fight")
def skirmish(table: Desk, first: Present, second: Annotated[Seen, Offers(_opponents)]) -> Story:
    """TAD-CMB.01: one contest decides: the best fighter of each side, the weapon of the first against Evade of the second.

    The larger side has a dominance. The Storyteller then says what the defeat costs.
    """
    mine, theirs = blows.parties(table, blows.Assault(first, second, blows.weapon_used(table, first, "in hand")))
    more = _able(table, first) - _able(table, second)
    mine = _with(mine, more > 0)
    theirs = _with(theirs, more < 0)
    yield from foretold(table, mine, theirs)
    verdict = yield from contested(table, mine, theirs)
    loser = second if verdict.is_won else first
    prompt = phrase("{side:word} lose the fight. What does it cost them?", side=side_of(table, loser))
    price = yield from text(SEAT + people.storyteller(table), "price", prompt)
    return ends(
        verdict.contested,
        say("{side:word} lose the fight: {price:text}", "TAD-CMB.01", side=side_of(table, loser), price=price),
    )


def _with(party: Party, is_larger: bool) -> Party:
    return party._replace(more=(*party.more, LARGER)) if is_larger else party
