"""Exploration: travel, searching, foraging, keeping watch and resting, a watch at a time; and falls."""

from __future__ import annotations

from typing import Annotated, Literal

from fatewright.systems.author import (
    Asks,
    Between,
    Desk,
    From,
    PutFact,
    Sheet,
    Story,
    Upto,
    agrees,
    count_of,
    ends,
    now,
    say,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat import damage, sides
from fatewright.systems.triumph_and_disaster.combat.sides import Own, Present
from fatewright.systems.triumph_and_disaster.combat.turns import acts, no_action
from fatewright.systems.triumph_and_disaster.exploration import clock, scenes
from fatewright.systems.triumph_and_disaster.items import items
from fatewright.systems.triumph_and_disaster.mechanics import fates
from fatewright.systems.triumph_and_disaster.mechanics.arithmetic import divided
from fatewright.systems.triumph_and_disaster.mechanics.foretelling import foretold_fate
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, tested
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance
from fatewright.systems.turns import is_fighting

ENOUGH = 3  # watches of travel in a day
FALL = 3  # paces for a die
LOST = Circumstance("lost the way", -1)


def _may_spend_a_watch(table: Desk, who: str, **_: object) -> str | None:
    """TAD-EXP.01: a player's character, at a table that keeps watches, outside a fight."""
    if problem := clock.no_watches(table):
        return problem
    if is_fighting(table):
        return "a fight is on: end it first"
    if sides.is_out(table, who):
        return f"{who} is out of it"
    return None if people.is_player_character(table, who) else f"{who} is no player's character"


# ── travel ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@verb("{who} travels: {terrain}", may=_may_spend_a_watch, group="Travel")
def travel(table: Desk, who: Own, terrain: Annotated[str, From("terrains")]) -> Story:
    """TAD-EXP.01, TAD-EXP.02, TAD-ERU.05: the party travels for a watch, and one of you finds the way by Navigate.

    Roads need no roll; open land 10, wild 15, treacherous 20. Who fails loses the watch, and the next such roll has a
    threat; a Disaster brings an encounter. The fourth watch of travel in a day, and every further one, is a hardship.
    """
    will = int(table.data["lists"]["terrains"][terrain]["will"])
    lost = (LOST,) if table.fact("travel", "lost") else ()
    finder = Party(who, "Navigate", more=lost)
    if will:
        yield from foretold_fate(table, finder, will)
    yield from now(*clock.busy(), say("A watch of travel: {terrain:word}", "TAD-EXP.01", terrain=terrain))
    outcome = "done"
    if will:
        verdict = yield from tested(table, finder, will)
        outcome = verdict.outcome
        yield from now(PutFact(("travel", "lost"), None if verdict.is_won else True))
        if not verdict.is_won:
            yield from now(say("The watch is lost", "TAD-EXP.02"))
        if verdict.sign < 0:
            yield from now(say("and there is an encounter", "TAD-EXP.02"))
    yield from _marched(table)
    yield from clock.passes(table, idle=clock.party(table))
    return ends(outcome)


def _marched(table: Desk) -> Asks[None]:
    """TAD-EXP.03: a fourth watch of travel in a day is a hardship for everybody, and so is every later one."""
    travelled = (table.fact("clock", "travelled") or 0) + 1
    yield from now(PutFact(("clock", "travelled"), travelled))
    if travelled > ENOUGH:
        for who in clock.party(table):
            yield from clock.hardship(table, who, travelled - ENOUGH)


# ── searching and foraging ─────────────────────────────────────────────────────────────────────────────────────────────


def _may_search(table: Desk, who: str, what: str, takes: str) -> str | None:
    if takes == "a watch" and (problem := _may_spend_a_watch(table, who)):
        return problem
    return no_action(table, who) or fates.no_retry(table, who, "Inspect", what)


@verb("{who} looks for {what}", more=("the search takes {takes}",), may=_may_search, group="Travel")
def search(table: Desk, who: Own, what: Annotated[str, Upto(80)], takes: Literal["a moment", "a watch"] = "a moment") -> Story:
    """TAD-EXP.04, TAD-EXP.01, TAD-INT.02: look for something, by Inspect versus fate; the Storyteller sets its will."""
    yield from now(*acts(table, who), say("{who} searches: {what:text}", "TAD-EXP.04", who=who, what=what))
    will = yield from fates.ask_for_will(table, f"{who} searches: {what}")
    ending = yield from fates.against_fate(table, Party(who, "Inspect"), will, what)
    if takes == "a watch":
        yield from now(*clock.busy())
        yield from clock.passes(table, idle=(who,))
    return ending


def _may_pick(table: Desk, who: str, what: str) -> str | None:
    return no_action(table, who) or fates.no_retry(table, who, "Sabotage", what)


@verb("{who} works on a lock: {what}", may=_may_pick, group="Travel")
def pick_lock(table: Desk, who: Own, what: Annotated[str, Upto(80)]) -> Story:
    """TAD-ITM.04, TAD-AGI.02, TAD-APT.08: open a lock by Sabotage, and with lockpicks at the worse level of the two.

    Without them it has a threat. The Storyteller sets its will.
    """
    sheet, lists = Sheet(table, who), table.data["lists"]
    missing, tool = items.lacks_tool(sheet, "Sabotage", lists), items.tool_at_hand(sheet, "Sabotage", lists)
    more = (Circumstance(f"no {missing}", -1),) if missing else ()
    yield from now(*acts(table, who), say("{who} works on a lock: {what:text}", "TAD-ITM.04", who=who, what=what))
    will = yield from fates.ask_for_will(table, f"{who} works on a lock: {what}")
    return (yield from fates.against_fate(table, Party(who, "Sabotage", more=more, tool=tool), will, what))


@verb("{who} forages", more=("in {land} land",), may=_may_spend_a_watch, group="Travel")
def forage(table: Desk, who: Own, land: Annotated[str, From("forage")] = "ordinary") -> Story:
    """TAD-EXP.07, TAD-EXP.01: look for food for a watch: Inspect against 10 in lush land, 15, or 20 in barren land.

    It brings a ration, two on a Triumph.
    """
    lists = table.data["lists"]
    will = int(lists["forage"][land]["will"])
    yield from foretold_fate(table, Party(who, "Inspect"), will)
    yield from now(*clock.busy(), say("{who} forages: {land:word} land", "TAD-EXP.07", who=who, land=land))
    verdict = yield from tested(table, Party(who, "Inspect"), will)
    if verdict.is_won:
        food, count = next(thing for thing, row in lists["gear"].items() if "feeds" in row), 1 + (verdict.sign > 0)
        yield from now(
            *items.with_gear(table, who, food, count), say("{who} finds food: {count}", "TAD-EXP.07", who=who, count=count)
        )
    yield from clock.passes(table, idle=(who,))
    return ends(verdict.outcome)


# ── waiting and resting ────────────────────────────────────────────────────────────────────────────────────────────────


@verb("{who} keeps watch", may=_may_spend_a_watch, group="Travel")
def keep_watch(table: Desk, who: Own) -> Story:
    """TAD-EXP.01: the party stays where it is for a watch, and keeps its eyes open."""
    yield from now(*clock.busy(), say("A watch of waiting; {who} looks out", "TAD-EXP.01", who=who))
    yield from clock.passes(table, idle=(who,))
    return ends("done")


@verb("{who} and the party rest for a watch", may=_may_spend_a_watch, group="Travel")
def rest(table: Desk, who: Own) -> Story:
    """TAD-EXP.01, TAD-VIT.07: the party rests for a watch; two in a row are a night."""
    del who
    if table.fact("clock", "rests"):
        yield from scenes.rested(table)
    else:
        yield from now(PutFact(("clock", "rests"), 1), say("A watch of rest", "TAD-EXP.01"))
    yield from clock.passes(table, idle=clock.party(table))
    return ends("done")


# ── falling ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_fall(table: Desk, who: str, paces: int) -> str | None:
    del who
    return clock.no_watches(table) or (
        f"{count_of(paces, 'pace')} {agrees(paces, 'hurts', 'hurt')} nobody" if paces < FALL else None
    )


@verb("{who} falls {paces} paces", roles=("gm",), may=_may_fall, group="Wounds")
def fall(table: Desk, who: Present, paces: Annotated[int, Between(1, 99)] = FALL) -> Story:
    """TAD-EXP.08, TAD-GEN.01: somebody falls: 1d6 battering for every three full paces, and soak does not help."""
    dice = divided(table.dials(), paces, FALL)
    yield from now(say("{who} falls {paces:pace}", "TAD-EXP.08", who=who, paces=paces))
    parts = yield from damage.dealt(table, who, f"{dice}d6 battering")
    yield from damage.hurt(table, who, parts, soaks=False)
    return ends("done")
