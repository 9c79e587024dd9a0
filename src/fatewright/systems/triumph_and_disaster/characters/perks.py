"""Perks: trees of three, what they do to rolls by themselves, and what can be used only once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fatewright.systems.author import Change, Desk, Put
from fatewright.systems.triumph_and_disaster.characters.people import Lists, Values
from fatewright.systems.triumph_and_disaster.combat import sides
from fatewright.systems.triumph_and_disaster.combat.paces import is_within
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance, Level

SCENE = "scene"  # how long a use is gone of which the list says nothing else

# ── trees ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def tree(perk: str, lists: Lists) -> list[str]:
    """TAD-PRK.01, TAD-PRK.02: the perks of the tree that one belongs to, in their order."""
    mine = lists["perks"][perk].get("group", "")
    found = [one for one, row in lists["perks"].items() if row.get("group", "") == mine]
    return sorted(found, key=lambda one: _step(one, lists))


def _step(perk: str, lists: Lists) -> int:
    return int(lists["perks"][perk]["step"])


def missing(perk: str, owned: tuple[str, ...], lists: Lists) -> str:
    """TAD-PRK.02: the perk that has to come before this one; empty if nothing is missing."""
    before = [one for one in tree(perk, lists) if _step(one, lists) == _step(perk, lists) - 1]
    return before[0] if before and before[0] not in owned else ""


def open_to(values: Values, lists: Lists) -> list[str]:
    """TAD-PRK.02: the perks that somebody could take next; trees may be mixed."""
    owned = tuple(values["perks"])
    return [perk for perk in lists["perks"] if perk not in owned and not missing(perk, owned, lists)]


# ── used once ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def is_fresh(table: Desk, who: str, use: str) -> bool:
    """TAD-GEN.08: whether something that can be used once has not been used yet."""
    return use not in table[who]["spent"]


def used(table: Desk, who: str, *uses: str) -> list[Change]:
    """TAD-GEN.08: something that can be used once has been used; when it comes back, its row in the list says."""
    before = table[who]["spent"]
    after = (*before, *(one for one in uses if one not in before))
    return [Put(who, "spent", after)] if after != before else []


def may_use(table: Desk, who: str, perk: str) -> str | None:
    """TAD-PRK.02: why somebody cannot use a perk now; None if they can."""
    if perk not in table[who]["perks"]:
        return f"{who} has no perk {perk}"
    per = table.data["lists"]["uses"].get(perk, {}).get("per", SCENE)
    return None if is_fresh(table, who, perk) else f"{who} has used {perk} in this {per} already"


def refreshed(table: Desk, who: str, *per: str) -> list[Change]:
    """TAD-GEN.08: whatever could be used once a scene (a day, a session) can be used again."""
    uses, before = table.data["lists"]["uses"], table[who]["spent"]
    after = tuple(one for one in before if uses.get(one, {}).get("per", SCENE) not in per)
    return [Put(who, "spent", after)] if after != before else []


# ── what bears on rolls ────────────────────────────────────────────────────────────────────────────────────────────────


def bearing(table: Desk, who: str, what: str, ability: str) -> Iterator[Circumstance]:
    """TAD-PRK.04, TAD-PRK.06, TAD-PRK.07: Soft Step, Silver Tongue, Unmoved, and Undaunted, one's own or an ally's."""
    del ability
    for perk, row in _rows(table, who):
        is_first = what in row.get("first", ()) and "first_level" not in row and is_fresh(table, who, perk)
        if is_first or what in row.get("always", ()):
            yield Circumstance(perk, 1)
    for ally in _allies(table, who):
        for perk, row in _rows(table, ally):
            paces = int(row.get("around", 0))
            if what in row.get("always", ()) and paces and is_within(table, who, ally, paces):
                yield Circumstance(perk, 1)


def _rows(table: Desk, who: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    listed = table.data["lists"]["perks"]
    return ((perk, listed[perk]) for perk in table[who]["perks"])


def _allies(table: Desk, who: str) -> list[str]:
    """TAD-PRK.06: whoever stands on somebody's side, and is not out of it."""
    side, others = sides.side_of(table, who), (token.name for token in table.tokens() if token.name != who)
    return [one for one in others if sides.side_of(table, one) == side and not sides.is_out(table, one)]


def level(table: Desk, who: str, what: str) -> Level | None:
    """TAD-PRK.07: the level that a perk gives somebody's first such roll of a scene; None if none does."""
    for perk, row in _rows(table, who):
        if "first_level" in row and what in row.get("first", ()) and is_fresh(table, who, perk):
            found: Level = row["first_level"]
            return found
    return None


def rolled(table: Desk, who: str, what: str) -> list[Change]:
    """TAD-PRK.04, TAD-PRK.06, TAD-PRK.07: the first such roll of a scene has been made."""
    return used(table, who, *(perk for perk, row in _rows(table, who) if what in row.get("first", ())))


# ── what bears on damage ───────────────────────────────────────────────────────────────────────────────────────────────


def rerolls(values: Values, lists: Lists, kind: str) -> int:
    """TAD-PRK.03, TAD-PRK.05: how many 🔄 perks put on the damage dice of a `weapon` or a `spell`."""
    return sum(int(lists["perks"][perk].get(f"{kind}_reroll", 0)) for perk in values["perks"])


def extra(values: Values, lists: Lists) -> list[str]:
    """TAD-PRK.04: the dice that a stab in the back adds; empty for whoever cannot."""
    return [str(lists["perks"][perk]["extra"]) for perk in values["perks"] if "extra" in lists["perks"][perk]]


def price(perk: str, lists: Lists) -> int:
    """TAD-PRK.05, TAD-PRK.06: what using a perk costs."""
    return int(lists["perks"][perk].get("price", 0))
