"""Reworking: things are taken apart for what they are made of, and things that one has become better ones."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems.author import Asks, Desk, Offers, Put, Sheet, Story, count_of, ends, now, say, verb
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat import sides
from fatewright.systems.triumph_and_disaster.combat.sides import Own
from fatewright.systems.triumph_and_disaster.exploration import clock
from fatewright.systems.triumph_and_disaster.items import market, prices
from fatewright.systems.triumph_and_disaster.items.market import Thing
from fatewright.systems.triumph_and_disaster.mechanics.foretelling import foretold_fate
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, tested
from fatewright.systems.turns import is_fighting

SKILL = "Craft Item"


def _no_work(table: Desk, who: str) -> str | None:
    """TAD-ITM.06, TAD-ITM.08, TAD-ITM.09: why somebody cannot work on things now; None if they can."""
    if problem := people.not_theirs(table, who):
        return problem
    if table.dial("crafting") == "off":
        return "this table plays without crafting"
    if is_fighting(table):
        return "nobody has the time in a fight"
    return f"{who} is out of it" if sides.is_out(table, who) else None


def _takes_a_watch(table: Desk, who: str) -> Asks[None]:
    """TAD-EXP.01: work on a thing that is there already takes a watch, where watches are kept."""
    if clock.keeps_watches(table):
        yield from clock.passes(table, idle=(who,))


# ── taking apart ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_salvage(table: Desk, who: str, thing: str) -> str | None:
    """TAD-ITM.08: something that one has, that somebody has made, and that is worth the trouble."""
    if problem := _no_work(table, who):
        return problem
    lists = table.data["lists"]
    if "grade" not in prices.row(thing, lists):
        return f"{thing} cannot be taken apart"
    if thing == table[who]["armor"]:
        return f"{who} wears {thing}: take it off first"
    if not market.has_whole(table, who, thing):
        whole = count_of(prices.uses(thing, lists), "use")
        return f"{who} has no {thing}" if not market.has(table, who, thing) else f"a whole {thing} has {whole}"
    return None if prices.salvage(thing, lists, table.dials()) else f"nothing in {thing} is worth the trouble"


def _about_them(table: Desk, who: str) -> list[str]:
    """TAD-ITM.08: what somebody has, first what can be taken apart; of that, first what is not in hand."""
    found = [one for one in table.data["lists"]["goods"] if market.has(table, who, one)]
    in_hand = (table[who]["weapon"], table[who]["second"])
    return sorted(found, key=lambda one: (_may_salvage(table, who, one) is not None, one in in_hand))


@verb("{who} takes apart: {thing}", may=_may_salvage, group="Things")
def salvage(table: Desk, who: Own, thing: Annotated[Thing, Offers(_about_them)]) -> Story:
    """TAD-ITM.08, TAD-ERU.02, TAD-EXP.01: a watch's work: Craft Item, as hard as the thing is to make, and it is gone.

    Who succeeds has half of what making it asks in material, on a Triumph all of it. Material pays for what is made and
    improved, before coins do.
    """
    lists, dials, party = table.data["lists"], table.dials(), Party(who, SKILL)
    yield from foretold_fate(table, party, prices.will(thing, lists))
    line = say("{who} takes {thing:word} apart", "TAD-ITM.08", who=who, thing=thing)
    yield from now(*market.loses(table, who, thing), *clock.busy(), line)
    yield from _takes_a_watch(table, who)
    verdict = yield from tested(table, party, prices.will(thing, lists))
    if not verdict.is_won:
        return ends(verdict.outcome, say("{who} can use nothing of {thing:word}", "TAD-ITM.08", who=who, thing=thing))
    worth = prices.material(thing, lists, dials) if verdict.sign > 0 else prices.salvage(thing, lists, dials)
    line = say("{who} has material worth {worth:coin} from it", "TAD-ITM.08", who=who, worth=worth)
    return ends(verdict.outcome, Put(who, "material", market.stock(table, who) + worth), line)


# ── improving ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_improve(table: Desk, who: str, thing: str) -> str | None:
    """TAD-ITM.09: a weapon, armor or shield that one has and that is not improved yet, and material for it."""
    if problem := _no_work(table, who):
        return problem
    lists = table.data["lists"]
    if thing not in lists["improvable"] or "grade" not in prices.row(thing, lists):
        return f"{thing} cannot be improved"
    if not market.has(table, who, thing):
        return f"{who} has no {thing}"
    if people.is_improved(Sheet(table, who), thing):
        return f"{who}'s {thing} is as good as it gets"
    return market.no_material(table, who, thing)


def _improvable(table: Desk, who: str) -> list[str]:
    """TAD-ITM.09: what somebody has of it, first what they have the means to improve."""
    found = [one for one in table.data["lists"]["improvable"] if market.has(table, who, one)]
    return sorted(found, key=lambda one: _may_improve(table, who, one) is not None)


@verb("{who} improves: {thing}", may=_may_improve, group="Things")
def improve(table: Desk, who: Own, thing: Annotated[Thing, Offers(_improvable)]) -> Story:
    """TAD-ITM.09, TAD-ERU.02, TAD-EXP.01: a watch's work and half the price in material: Craft Item, as for one grade better.

    A weapon then does 1 more damage, armor soaks 1 more, and a shield gives a second dominance on the first Evade of a round.
    """
    lists, dials, party = table.data["lists"], table.dials(), Party(who, SKILL)
    will, cost = prices.better(thing, lists), prices.material(thing, lists, dials)
    yield from foretold_fate(table, party, will)
    line = say("{who} improves {thing:word}, with material for {cost:coin}", "TAD-ITM.09", who=who, thing=thing, cost=cost)
    yield from now(*market.spends_material(table, who, cost), *clock.busy(), line)
    yield from _takes_a_watch(table, who)
    verdict = yield from tested(table, party, will)
    if not verdict.is_won:
        return ends(verdict.outcome, say("{who}'s {thing:word} is no better for it", "TAD-ITM.09", who=who, thing=thing))
    if not market.has(table, who, thing):  # much may happen in a watch
        return ends(verdict.outcome, say("{who} no longer has {thing:word}", "TAD-ITM.09", who=who, thing=thing))
    after = Put(who, "improved", (*people.improved(Sheet(table, who)), thing))
    return ends(verdict.outcome, after, say("{who}'s {thing:word} is better now", "TAD-ITM.09", who=who, thing=thing))
