"""Supplies: draughts that are drunk, torches that are lit, and how much light there is."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems.author import (
    Asks,
    Desk,
    Ending,
    From,
    Offers,
    Put,
    PutFact,
    Sheet,
    Story,
    behind,
    ends,
    now,
    phrase,
    say,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat import damage
from fatewright.systems.triumph_and_disaster.combat.paces import MELEE, is_within
from fatewright.systems.triumph_and_disaster.combat.sides import Friend, Own
from fatewright.systems.triumph_and_disaster.combat.turns import Actor, acts, no_action
from fatewright.systems.triumph_and_disaster.exploration import clock, light
from fatewright.systems.triumph_and_disaster.items import items
from fatewright.systems.triumph_and_disaster.mechanics import notation


def _may_drink(table: Desk, who: str, whom: str) -> str | None:
    """TAD-ITM.04, TAD-CMB.05: an action, a draught, and somebody within reach."""
    if problem := people.not_theirs(table, who) or no_action(table, who):
        return problem
    if not items.with_feature(Sheet(table, who), "heals", table.data["lists"]):
        return f"{who} has nothing that heals"
    return None if is_within(table, who, whom, MELEE) else f"{whom} is out of reach"


@verb("{who} gives {whom} a draught", may=_may_drink, group="Things")
def draught(table: Desk, who: Actor, whom: Friend) -> Story:
    """TAD-ITM.04, TAD-CMB.05: drink a healing draught, or give it to somebody next to you: 2d6 hit points."""
    thing = items.with_feature(Sheet(table, who), "heals", table.data["lists"])
    heals = str(table.data["lists"]["gear"][thing]["heals"])
    given = phrase("drinks") if who == whom else phrase("gives {whom}", whom=whom)
    yield from now(
        *acts(table, who),
        *items.with_gear(table, who, thing, -1),
        say("{who} {given} {thing:a}", "TAD-ITM.04", who=who, given=given, thing=thing),
    )
    yield from damage.heal(table, whom, (yield from _poured(table, who, heals)))
    return ends("done")


def _poured(table: Desk, who: str, heals: str) -> Asks[int]:
    """TAD-ITM.04: what a draught heals: a player rolls openly, anybody else behind the screen."""
    call = notation.read(heals, table.dials())
    if not people.is_player_character(table, who):
        return int(str((yield from behind(call))))
    return int(str((yield from notation.thrown_by(table, who, call))))


def _may_light(table: Desk, who: str) -> str | None:
    """TAD-EXP.05, TAD-CMB.05: an action and a torch."""
    if problem := people.not_theirs(table, who) or no_action(table, who) or clock.no_watches(table):
        return problem
    if table[who]["lit"]:
        return f"{who} has a light already"
    return None if items.with_feature(Sheet(table, who), "light", table.data["lists"]) else f"{who} has no torch"


@verb("{who} lights a torch", may=_may_light, group="Travel")
def light_torch(table: Desk, who: Own) -> Ending:
    """TAD-EXP.05, TAD-ITM.04: light a torch: it lights 6 paces, until the watch is over."""
    thing = items.with_feature(Sheet(table, who), "light", table.data["lists"])
    paces = int(table.data["lists"]["gear"][thing]["light"])
    lit = (Put(who, "lit", paces), *items.with_gear(table, who, thing, -1))
    return ends(
        "done",
        *acts(table, who),
        *lit,
        say("{who} lights {thing:a}: {paces:pace}", "TAD-EXP.05", who=who, thing=thing, paces=paces),
    )


def _may_darken(table: Desk, **_: object) -> str | None:
    return clock.no_watches(table)


def _other_light(table: Desk) -> list[str]:
    """TAD-EXP.05: how light it is not yet."""
    now_ = table.fact(*light.LIGHT) or light.BRIGHT
    return sorted(table.data["lists"]["light"], key=lambda one: one == now_)


@verb("the light becomes {how}", roles=("gm",), may=_may_darken, group="Travel")
def set_light(table: Desk, how: Annotated[str, From("light"), Offers(_other_light)]) -> Ending:
    """TAD-EXP.05: how much light there is: bright, dim, or dark, which is a threat on rolls that need sight."""
    del table
    return ends("done", PutFact(light.LIGHT, how), say("It is {how:word} here", "TAD-EXP.05", how=how))
