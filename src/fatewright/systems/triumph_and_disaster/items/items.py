"""Things: what they weigh on rolls, what can be worn and held, and what magic items do."""

from __future__ import annotations

from collections.abc import Iterator

from fatewright.systems.author import Change, Desk, Put, Sheet
from fatewright.systems.triumph_and_disaster.characters import derived, people
from fatewright.systems.triumph_and_disaster.characters.people import NOTHING, Dials, Lists, Values, level, score, wonders
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance

BODILY = ("strength", "agility")
BOTH_HANDS = 2
SHIELDED = "shielded"  # a mark of the turn: the shield has helped in this round

# ── what bears on rolls ────────────────────────────────────────────────────────────────────────────────────────────────


def bearing(table: Desk, who: str, what: str, ability: str) -> Iterator[Circumstance]:
    """TAD-STR.07, TAD-ITM.02, TAD-ITM.03, TAD-ITM.07, TAD-ITM.09: load, armor, a shield and magic items that bear on a roll."""
    values, dials, lists = Sheet(table, who), table.dials(), table.data["lists"]
    if ability in BODILY:
        if is_overloaded(values, dials, lists):
            yield Circumstance("load", -1)
        if lacking := lacking_strength(values, values["armor"], lists):
            yield Circumstance("armor beyond their strength", -lacking)
    if what and lists["armors"][values["armor"]].get("hinders") == what:
        yield Circumstance(values["armor"], -1)
    shield = lists["second_hand"][values["second"]].get("first_evade", 0)
    if shield and people.is_improved(values, values["second"]):
        shield += people.BETTER
    if what == "Evade" and shield and SHIELDED not in values["turn"]:
        yield Circumstance(values["second"], shield)
    for name, row in wonders(values, dials, lists):
        if row.get("dominance") and row.get("on") in (what, ability):
            yield Circumstance(name, row["dominance"])


def rolled(table: Desk, who: str, what: str) -> list[Change]:
    """TAD-ITM.02: a shield helps with the first Evade of a round."""
    marks = table[who]["turn"]
    shield = table.data["lists"]["second_hand"][table[who]["second"]].get("first_evade", 0)
    if what != "Evade" or not shield or SHIELDED in marks or table.fact("turns", "round") is None:
        return []
    return [Put(who, "turn", (*marks, SHIELDED))]


def is_overloaded(values: Values, dials: Dials, lists: Lists) -> bool:
    """TAD-STR.07: whether somebody carries more than they have slots for; by a dial, nobody counts."""
    return dials["encumbrance"] == "on" and derived.load(values, dials, lists) > derived.slots(values, dials, lists)


def steps(values: Values, dials: Dials, lists: Lists, what: str, ability: str) -> int:
    """TAD-SF.11, TAD-ITM.07: by how many steps of level magic items change a roll: 🔺 and 🔻, which cancel."""
    return sum(
        int(row["symbol"]) for _, row in wonders(values, dials, lists) if "symbol" in row and row.get("on") in (what, ability)
    )


# ── magic items ────────────────────────────────────────────────────────────────────────────────────────────────────────


def charges(values: Values, wonder: str) -> int:
    """TAD-ITM.07: how many charges of a stored spell are left."""
    return int(dict(values["charges"]).get(wonder, 0))


def with_charges(table: Desk, who: str, wonder: str, number: int) -> list[Change]:
    """TAD-ITM.07: so many charges are left."""
    after = {**dict(table[who]["charges"]), wonder: number}
    return [Put(who, "charges", tuple((name, left) for name, left in after.items() if left))]


def stored(wonder: str, lists: Lists) -> str:
    """TAD-ITM.07: the spell that a magic item stores; empty if it stores none."""
    return str(lists["wonders"][wonder].get("spell", ""))


# ── gear ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def count(values: Values, thing: str) -> int:
    """TAD-ITM.04: how many of a thing somebody has; of a healer's kit, how many uses."""
    return int(dict(values["gear"]).get(thing, 0))


def with_gear(table: Desk, who: str, thing: str, more: int) -> list[Change]:
    """TAD-ITM.04: so many more of a thing, or fewer."""
    after = {**dict(table[who]["gear"]), thing: count(Sheet(table, who), thing) + more}
    return [Put(who, "gear", tuple((name, number) for name, number in after.items() if number > 0))]


def lacks_tool(values: Values, skill: str, lists: Lists) -> str:
    """TAD-ITM.04: the tool that a skill wants on devices and that somebody has not; empty if nothing is missing."""
    return "" if tool_at_hand(values, skill, lists) else next(iter(_tools(skill, lists)), "")


def tool_at_hand(values: Values, skill: str, lists: Lists) -> str:
    """TAD-ITM.04, TAD-APT.08: the tool that somebody uses for a skill on devices; empty if they have none."""
    return next((thing for thing in _tools(skill, lists) if count(values, thing)), "")


def _tools(skill: str, lists: Lists) -> list[str]:
    return [thing for thing, row in lists["gear"].items() if row.get("tool") == skill]


def curing(values: Values, status: str, lists: Lists) -> str:
    """TAD-ITM.04, TAD-STA.06: the first thing of somebody's gear that cures a status; empty if there is none."""
    return next((thing for thing, _ in values["gear"] if lists["gear"][thing].get("cures") == status), "")


def with_feature(values: Values, feature: str, lists: Lists) -> str:
    """TAD-ITM.04: the first thing of somebody's gear whose row has this (`feeds`, `light`, `heals`); empty if none has."""
    return next((thing for thing, _ in values["gear"] if feature in lists["gear"][thing]), "")


# ── wearing and holding ────────────────────────────────────────────────────────────────────────────────────────────────


def lacking_strength(values: Values, armor: str, lists: Lists) -> int:
    """TAD-ITM.03, TAD-MAS.04, TAD-MAS.05, TAD-R.19: Strength that armor asks for and somebody lacks; mastery waives it."""
    row = lists["armors"][armor]
    if "kind" not in row or level(values, row["kind"]) == "mastery":
        return 0
    return max(0, int(row.get("strength", 0)) - int(score(values, "strength", lists)))


def armor_problem(values: Values, armor: str, dials: Dials, lists: Lists) -> str | None:
    """TAD-APT.05, TAD-ITM.03, TAD-MAS.05, TAD-R.18, TAD-R.19, TAD-X.13: why somebody cannot wear armor; None if they can.

    Never without aptitude of its kind; not below the Strength that it asks for, unless they have mastery or a dial allows it.
    """
    row = lists["armors"][armor]
    if "kind" in row and level(values, row["kind"]) == "none":
        return f"{armor} cannot be worn without aptitude in {row['kind']}"
    if dials["armor_below_minimum"] == "forbidden" and lacking_strength(values, armor, lists):
        has = int(score(values, "strength", lists))
        return (
            f"{armor} asks for Strength {row.get('strength', 0)}, and there is {has}; mastery of {row['kind']} would waive it"
        )
    return None


def hands_problem(weapon: str, second: str, owned: Values, lists: Lists) -> str | None:
    """TAD-ITM.01, TAD-ITM.02: why two hands cannot hold this; None if they can."""
    row, other = lists["weapons"][weapon], lists["second_hand"][second]
    if weapon not in owned["arms"] and not row.get("everybody", False):
        return f"{weapon} is not among the weapons that are carried"
    if second == NOTHING:
        return None
    if second in lists["shields"] and second not in (*owned["packed"], owned["second"]):
        return f"there is no {second} to be held"
    if second in lists["weapons"] and not other.get("light", False):
        return f"{second} is too heavy for the second hand"
    if second in lists["weapons"] and (second not in owned["arms"] or second == weapon):
        return f"there is no {second} for the second hand"
    if row["hands"] >= BOTH_HANDS:
        return f"{weapon} needs both hands, and {second} a third one"
    return None


def in_hands(table: Desk, who: str, weapon: str, second: str) -> list[Change]:
    """TAD-ITM.01, TAD-ITM.02: somebody holds this from now on; a shield that is no longer held is carried."""
    shields, before = table.data["lists"]["shields"], table[who]["second"]
    packed = tuple(one for one in table[who]["packed"] if one != second)
    packed = (*packed, before) if before in shields and before != second else packed
    return [Put(who, "weapon", weapon), Put(who, "second", second), Put(who, "packed", packed)]
