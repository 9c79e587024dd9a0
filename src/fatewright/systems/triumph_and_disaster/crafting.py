"""Crafting: things are made of material, in watches of work."""

from __future__ import annotations

from fatewright.systems.author import Desk, Mine, Say, Story, count_of, ends, now, spend, verb
from fatewright.systems.triumph_and_disaster import clock, people, prices, sides
from fatewright.systems.triumph_and_disaster.foretelling import foretold_fate
from fatewright.systems.triumph_and_disaster.market import Thing, gains, no_room, too_dear
from fatewright.systems.triumph_and_disaster.rolling import Party, tested


def _may_craft(table: Desk, who: str, thing: str) -> str | None:
    """TAD-ITM.06: a thing that can be made, and material for it."""
    if problem := people.not_theirs(table, who):
        return problem
    if table.dial("crafting") == "off":
        return "this table plays without crafting"
    if sides.is_fighting(table):
        return "nobody has the time in a fight"
    lists = table.data["lists"]
    if "grade" not in prices.row(thing, lists):
        return f"{thing} cannot be made"
    return no_room(table, who, thing, 1) or too_dear(table, who, prices.material(thing, lists, table.dials()))


@verb(may=_may_craft, group="Things", says="{who} makes {thing}")
def craft(table: Desk, who: Mine, thing: Thing) -> Story:
    """TAD-ITM.06, TAD-ERU.02: make a thing: Craft Item against 10 for simple things, 15 good, 20 fine, 25 magical ones.

    It takes half the price in material, whatever comes of it, and a watch for every 10 coins.
    """
    lists, dials = table.data["lists"], table.dials()
    cost, watches, will = prices.material(thing, lists, dials), prices.watches(thing, lists, dials), prices.will(thing, lists)
    yield from foretold_fate(table, Party(who, "Craft Item"), will)
    yield from now(spend(who, "coins", cost), *clock.busy())
    time = "a watch" if watches == 1 else count_of(watches, "watch")
    yield from now(Say(f"{who} works on {thing}: {time}, and material for {count_of(cost, 'coin')}", ("TAD-ITM.06",)))
    verdict = yield from tested(table, Party(who, "Craft Item"), will)
    if verdict.is_won:
        yield from now(*gains(table, who, thing, 1), Say(f"{who} has made {thing}", ("TAD-ITM.06",)))
    else:
        yield from now(Say(f"{who}'s {thing} comes to nothing", ("TAD-ITM.06",)))
    if clock.keeps_watches(table):
        yield from clock.passes(table, watches)
    return ends(verdict.outcome)
