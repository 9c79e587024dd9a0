"""What is in the making: work that takes its watches, goes on as they pass, and ends in a roll."""

from __future__ import annotations

from collections.abc import Collection

from fatewright.systems.author import Asks, Change, Desk, Put, now, say
from fatewright.systems.triumph_and_disaster.combat import sides
from fatewright.systems.triumph_and_disaster.items import market, prices
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, tested
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Decision

Work = tuple[tuple[str, int], ...]  # things and the watches that are left of them; what is being worked on comes first


def work_of(table: Desk, who: str) -> Work:
    """TAD-ITM.06: what a player's character has in the making; nothing, on a sheet from before there was such a thing."""
    found: Work = table[who].get("making", ())
    return found


def taken_up(table: Desk, who: str, thing: str, watches: int) -> list[Change]:
    """TAD-ITM.06: somebody is at work on a thing from now on; what they had begun before waits."""
    others = tuple(row for row in work_of(table, who) if row[0] != thing)
    return [Put(who, "making", ((thing, watches), *others))]


def progresses(table: Desk, makers: Collection[str]) -> Asks[dict[str, str]]:
    """TAD-ITM.06, TAD-EXP.01: a watch of work has passed for each of these: what came of what is done now, by maker."""
    finished = {}
    for who in makers:
        if not work_of(table, who) or sides.is_out(table, who):
            continue
        (thing, left), *others = work_of(table, who)
        if left > 1:
            yield from now(Put(who, "making", ((thing, left - 1), *others)))
        else:
            yield from now(Put(who, "making", tuple(others)))
            finished[who] = (yield from finishes(table, who, thing)).outcome
    return finished


def finishes(table: Desk, who: str, thing: str) -> Asks[Decision]:
    """TAD-ITM.06, TAD-ERU.02: the work is done: Craft Item says whether the thing is there, or the material was for nothing."""
    verdict = yield from tested(table, Party(who, "Craft Item"), prices.will(thing, table.data["lists"]))
    if not verdict.is_won:
        yield from now(say("{who}'s {thing:word} comes to nothing", "TAD-ITM.06", who=who, thing=thing))
    elif problem := market.no_room(table, who, thing, 1):  # they may have come by one meanwhile
        yield from now(
            say(
                "{who} has made {thing:word}, and leaves it: {problem:text}",
                "TAD-ITM.06",
                who=who,
                thing=thing,
                problem=problem,
            )
        )
    else:
        yield from now(
            *market.gains(table, who, thing, 1), say("{who} has made {thing:word}", "TAD-ITM.06", who=who, thing=thing)
        )
    return verdict
