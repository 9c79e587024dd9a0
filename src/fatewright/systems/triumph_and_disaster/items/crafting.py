"""Crafting: things are made of material, in watches of work."""

from __future__ import annotations

from fatewright.systems.author import (
    Annotated,
    Asks,
    Desk,
    Offers,
    Story,
    ends,
    now,
    phrase,
    say,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat import sides
from fatewright.systems.triumph_and_disaster.combat.sides import Own
from fatewright.systems.triumph_and_disaster.exploration import clock
from fatewright.systems.triumph_and_disaster.items import making, prices
from fatewright.systems.triumph_and_disaster.items.market import Thing, no_material, no_room, spends_material
from fatewright.systems.triumph_and_disaster.mechanics.foretelling import foretold_fate
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party
from fatewright.systems.turns import is_fighting


def _may_craft(table: Desk, who: str, thing: str) -> str | None:
    """TAD-ITM.06: a thing that can be made, and material for it; what is in the making already needs no more of it."""
    if problem := people.not_theirs(table, who):
        return problem
    if table.dial("crafting") == "off":
        return "this table plays without crafting"
    if is_fighting(table):
        return "nobody has the time in a fight"
    if sides.is_out(table, who):
        return f"{who} is out of it"
    lists = table.data["lists"]
    if "grade" not in prices.row(thing, lists):
        return f"{thing} cannot be made"
    if thing in dict(making.work_of(table, who)):
        return None
    return no_room(table, who, thing, 1) or no_material(table, who, thing)


def _makeable(table: Desk, who: str) -> list[str]:
    """TAD-ITM.06: what is in the making first, then what somebody has the means for."""
    lists, begun = table.data["lists"], dict(making.work_of(table, who))
    fit = [one for one in lists["goods"] if "grade" in prices.row(one, lists)]
    return sorted(fit, key=lambda one: (one not in begun, _may_craft(table, who, one) is not None))


@verb("{who} makes: {thing}", may=_may_craft, group="Things")
def craft(table: Desk, who: Own, thing: Annotated[Thing, Offers(_makeable)]) -> Story:
    """TAD-ITM.06, TAD-ERU.02, TAD-EXP.01: work on a thing for a watch; a watch for every 10 coins, and it is done.

    Then Craft Item decides: against 10 for simple things, 15 good, 20 fine, 25 magical ones. Half the price in material is
    gone with the first watch. Whoever does something else meanwhile leaves it lying, and takes it up again with this.
    """
    lists = table.data["lists"]
    yield from foretold_fate(table, Party(who, "Craft Item"), prices.will(thing, lists))
    left = dict(making.work_of(table, who)).get(thing, 0)
    if left:
        yield from now(
            *clock.busy(), say("{who} goes on with {thing:word}: {left}", "TAD-ITM.06", who=who, thing=thing, left=_left(left))
        )
    else:
        left = yield from _begun(table, who, thing)
    if not people.is_player_character(table, who) or not clock.keeps_watches(table):
        return (yield from _at_once(table, who, thing, left))
    yield from now(*making.taken_up(table, who, thing, left))
    finished = yield from clock.passes(table)
    return ends(finished.get(who, "done"))


def _begun(table: Desk, who: str, thing: str) -> Asks[int]:
    """TAD-ITM.06: material is bought, and so many watches of work lie ahead."""
    lists, dials = table.data["lists"], table.dials()
    cost, watches = prices.material(thing, lists, dials), prices.watches(thing, lists, dials)
    yield from now(*spends_material(table, who, cost), *clock.busy())
    time = phrase("a watch") if watches == 1 else phrase("{watches:watch}", watches=watches)
    yield from now(
        say(
            "{who} works on {thing:word}: {time}, and material for {cost:coin}",
            "TAD-ITM.06",
            who=who,
            thing=thing,
            time=time,
            cost=cost,
        )
    )
    return watches


def _left(watches: int) -> str:
    return phrase("a watch is left") if watches == 1 else phrase("{watches:watch} are left", watches=watches)


def _at_once(table: Desk, who: str, thing: str, watches: int) -> Story:
    """TAD-ITM.06, TAD-ROLE.02: where no watches are kept; and what the Storyteller's people make, after all its watches.

    Theirs are no work in progress: what stands on a hidden sheet must not show in what others do meanwhile.
    """
    if clock.keeps_watches(table):
        yield from clock.passes(table, watches)
    verdict = yield from making.finishes(table, who, thing)
    return ends(verdict.outcome)
