"""Possession: what whoever has taken hold of somebody tells them to do, and who hears of it."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems.author import Audience, Desk, Ending, Hidden, Offers, Seen, Upto, answers_for, ends, say, verb
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat import statuses
from fatewright.systems.triumph_and_disaster.combat.sides import SIDES

POSSESSED = "Possessed"


def _may_instruct(table: Desk, who: str, what: str) -> str | None:
    del what
    if not statuses.suffers(table, who, POSSESSED):
        return f"{who} is not possessed"
    masters = {answers_for(table.facts, one) for one in statuses.sources(table, who, POSSESSED)}
    if table.seat in masters or table.role(table.seat) == "gm":
        return None
    return f"you do not possess {who}"


def _is_possessed(table: Desk, who: str) -> bool:
    return _may_instruct(table, who, "") is None


@verb("{who} is told what to do", more=("the order is: {what}",), secret=True, may=_may_instruct, group="Magic")
def instruct(
    table: Desk, who: Annotated[Seen, Offers(SIDES.first(_is_possessed))], what: Annotated[str, Upto(300), Hidden]
) -> Ending:
    """TAD-STA.13: tell somebody whom you possess what to do; only their player and the Storyteller hear it.

    What they say to others in secret stays their own.
    """
    hearers = Audience({table[who].owner, table.seat, people.storyteller(table)})
    return ends("done", say("{who} is made to: {what:text}", "TAD-STA.13", to=hearers, who=who, what=what))
