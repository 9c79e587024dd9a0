"""Statuses: what each does to rolls, how somebody gets and loses one, from whom it comes and how long it lasts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fatewright.systems.author import Change, Desk, Put, tie, untie
from fatewright.systems.triumph_and_disaster.characters.people import has_status, with_statuses
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance
from fatewright.systems.turns import current

ANY, ATTACK, SOURCE = "any roll", "attacks", "the source"
USUAL_WILL = 15


def row(table: Desk, status: str) -> Mapping[str, Any]:
    """TAD-STA.01: what the list says of a status."""
    found: Mapping[str, Any] = table.data["lists"]["statuses"][status]
    return found


def is_standard(table: Desk) -> bool:
    """TAD-STA.01: by a dial every status is one threat and nothing else."""
    return str(table.dial("status_effects")) == "standard"


def has(table: Desk, who: str, what: str) -> bool:
    """TAD-STA.01: whether a status of somebody's says so in its row; those of being down or gone do so by any dial."""
    rows = (row(table, status) for status in table[who]["statuses"])
    return any(bool(one.get(what, False)) and (is_standard(table) or one.get("state", False)) for one in rows)


def suffers(table: Desk, who: str, status: str) -> bool:
    """TAD-STA.01: whether somebody has a status that does more here than hinder."""
    return has_status(table, who, status) and (is_standard(table) or bool(row(table, status).get("state", False)))


# ── what bears on rolls ────────────────────────────────────────────────────────────────────────────────────────────────


def is_attack(table: Desk, what: str) -> bool:
    """TAD-CMB.06: whether a roll is an attack: with a weapon, or with a spell that is dodged."""
    lists = table.data["lists"]
    is_weapon = what in lists["weapon_groups"] or what in lists["weapons"]
    return is_weapon or (what in lists["castable"] and lists["castable"][what].get("answered") == "Evade")


def bearing(table: Desk, who: str, what: str, ability: str) -> Iterator[Circumstance]:
    """TAD-STA.01, TAD-STA.02, TAD-STA.03, TAD-STA.04, TAD-STA.06, TAD-STA.08, TAD-STA.09, TAD-STA.10, TAD-STA.15.

    Each status that hinders this roll is a threat of its own. By a dial, every status is one threat on all rolls.
    """
    for status in table[who]["statuses"]:
        told = row(table, status)
        if told.get("state", False):
            continue
        on = told.get("threat", ())
        if not is_standard(table) or ANY in on or what in on or ability in on or (ATTACK in on and is_attack(table, what)):
            yield Circumstance(status, -1)
    if "guarding" in table[who]["turn"] and what == "Evade":
        yield Circumstance("Guard", 1)


def facing(table: Desk, who: str, other: str) -> tuple[Circumstance, ...]:
    """TAD-STA.07: fear is a threat on rolls against whom one is afraid of; by a dial it is one on all rolls anyway."""
    if not (who and other and is_standard(table)):
        return ()
    afraid = [one for one in table[who]["statuses"] if SOURCE in row(table, one).get("threat", ())]
    return tuple(Circumstance(one, -1) for one in afraid if other in sources(table, who, one))


# ── coming and going ───────────────────────────────────────────────────────────────────────────────────────────────────


def sources(table: Desk, who: str, status: str) -> list[str]:
    """TAD-STA.07, TAD-STA.08, TAD-STA.13: from whom somebody has a status: who frightens, holds or possesses them."""
    return table.relating(status, who)


def gains(table: Desk, who: str, status: str, *, source: str = "", turns: int = 0, will: int = 0) -> list[Change]:
    """TAD-STA.01, TAD-STA.10: somebody has a status from now on; it does not stack with itself.

    `source` is who has done it; `turns` how many of their turns it lasts, the one that they are in not counted; `will` what
    ends it, where that is not the usual 15.
    """
    lasts = turns or int(row(table, status).get("turns", 0))
    changes = with_statuses(table, who, gained=(status,))
    if lasts:
        changes.append(_levelled(table, who, "timers", status, lasts + (current(table) == who)))
    if will and will != row(table, status).get("will", USUAL_WILL):
        changes.append(_levelled(table, who, "wills", status, will))
    if source and source in table and source != who:
        changes.append(tie(status, source, who))
    return changes


def loses(table: Desk, who: str, *statuses: str) -> list[Change]:
    """TAD-STA.01: statuses end, with what belonged to them."""
    gone = [one for one in statuses if has_status(table, who, one)]
    if not gone:
        return []
    changes = with_statuses(table, who, lost=gone)
    for field in ("timers", "wills"):
        before = table[who].get(field, ())
        after = tuple(one for one in before if one[0] not in gone)
        changes += [Put(who, field, after)] if after != before else []
    return [*changes, *(untie(one, source, who) for one in gone for source in sources(table, who, one))]


def _levelled(table: Desk, who: str, field: str, status: str, number: int) -> Change:
    return Put(who, field, tuple({**dict(table[who].get(field, ())), status: number}.items()))


def lets_go(table: Desk, who: str) -> list[Change]:
    """TAD-CMB.13, TAD-STA.07, TAD-STA.08: whoever is down or gone holds and frightens nobody any more."""
    ends = [status for status, told in table.data["lists"]["statuses"].items() if told.get("needs_source", False)]
    changes: list[Change] = []
    for status in ends:
        for other in table.related(status, who):
            left = [one for one in sources(table, other, status) if one != who]
            changes += [untie(status, who, other)] if left else loses(table, other, status)
    return changes
