"""Circumstances: dominances and threats, where they come from, and what is left when they have cancelled."""

from __future__ import annotations

from collections.abc import Iterable

from fatewright.systems.author import Change, Desk, Put
from fatewright.systems.triumph_and_disaster.characters import perks
from fatewright.systems.triumph_and_disaster.combat import statuses
from fatewright.systems.triumph_and_disaster.exploration import light
from fatewright.systems.triumph_and_disaster.items import items
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance

BEARING = (statuses.bearing, perks.bearing, items.bearing, light.bearing)  # what a roll finds by itself


def tray(table: Desk, who: str) -> tuple[Circumstance, ...]:
    """TAD-TD.06, TAD-TD.07, TAD-DT.06: what waits for somebody's next roll."""
    return tuple(Circumstance(*row) for row in table[who]["tray"])


def waits(table: Desk, who: str, *more: Circumstance) -> list[Change]:
    """TAD-DT.06: put something on the tray; what is there already does not stack with itself."""
    before = table[who]["tray"]
    known = {(row[0], row[2]) for row in before}
    after = (*before, *(tuple(one) for one in more if (one.source, one.on) not in known))
    return [Put(who, "tray", after)] if after != before else []


def _is_for(one: Circumstance, what: str, ability: str) -> bool:
    return one.on in ("", what, ability)


def used(table: Desk, who: str, what: str, ability: str) -> list[Change]:
    """TAD-TD.06, TAD-TD.07: what waited for this roll is used up by it."""
    before = tray(table, who)
    after = tuple(tuple(one) for one in before if not _is_for(one, what, ability))
    return [Put(who, "tray", after)] if len(after) != len(before) else []


def found(table: Desk, who: str, what: str, ability: str, *more: Circumstance) -> tuple[Circumstance, ...]:
    """TAD-SF.04, TAD-DT.06: everything that bears on a roll, each source once."""
    automatic = (one for bearing in BEARING for one in bearing(table, who, what, ability))
    waiting = (one for one in tray(table, who) if _is_for(one, what, ability))
    return tuple({one.source: one for one in (*automatic, *waiting, *more)}.values())


def net(table: Desk, all_: Iterable[Circumstance]) -> int:
    """TAD-DT.03, TAD-DT.06, TAD-R.14: dominances less threats, within the caps of the table."""
    total = sum(one.worth for one in all_)
    high, low = table.dial("dominance_cap"), table.dial("threat_cap")
    total = total if high == "none" else min(total, int(high))
    return total if low == "none" else max(total, -int(low))


def said(all_: Iterable[Circumstance]) -> str:
    """The reasons, in a line."""
    return ", ".join(f"{one.source} {one.worth:+d}" for one in all_)


def nets(table: Desk, mine: tuple[Circumstance, ...], theirs: tuple[Circumstance, ...] = ()) -> tuple[int, int]:
    """TAD-DT.07: a circumstance counts for the side that it helps or hinders; by a dial, also against the other."""
    if table.dial("circumstance_side") == "mirrored":
        mine, theirs = (*mine, *_turned(theirs)), (*theirs, *_turned(mine))
    return net(table, mine), net(table, theirs)


def _turned(all_: Iterable[Circumstance]) -> tuple[Circumstance, ...]:
    return tuple(Circumstance(f"the other's {one.source}", -one.worth) for one in all_)


def taken(table: Desk, who: str, *sources: str) -> list[Change]:
    """TAD-GEN.06, TAD-DT.06: what lies on the tray for these reasons is taken away."""
    before = table[who]["tray"]
    after = tuple(row for row in before if row[0] not in sources)
    return [Put(who, "tray", after)] if after != before else []
