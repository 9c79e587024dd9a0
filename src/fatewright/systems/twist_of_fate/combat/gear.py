"""Gear: what somebody holds and wears. Nothing is bought, and weapons add nothing to totals."""

from __future__ import annotations

from typing import Annotated, Any

from fatewright.systems.author import Between, Change, Desk, Ending, From, Offers, Put, Usual, ends, say, verb
from fatewright.systems.turns import is_fighter
from fatewright.systems.twist_of_fate.characters.people import NOTHING, Sheet
from fatewright.systems.twist_of_fate.characters.skills import Used, as_trained
from fatewright.systems.twist_of_fate.combat.turns import Own, Present, not_now
from fatewright.systems.twist_of_fate.wounds import harm

BOTH = 2
AS_IN_THE_DRAFT = {"punch": "punching", "grapple": "grappling"}


def weapon_in_hand(table: Desk, who: str) -> Any:
    """TOF-6.32: the weapon in the main hand; None if there is none."""
    return table.data["lists"]["weapons"].get(table[who].get("held", NOTHING))


def holds_shield(table: Desk, who: str) -> bool:
    """TOF-6.32, TOF-7.14: whether the other arm holds a shield; it has no armor value, it is a skill."""
    return table[who].get("off_held", NOTHING) in table.data["lists"]["shields"]


def hands_of(table: Desk, who: str) -> int:
    """TOF-6.32: how many hands the weapon takes that somebody holds."""
    weapon = weapon_in_hand(table, who)
    return int(weapon["hands"]) if weapon else 1


def unarmed(table: Desk) -> str:
    """TOF-3.15: what fighting without weapons is called on this table's list."""
    return "Brawl/Grapple" if table.dial("skill_list") == "raw" else "Brawl"


def bare_handed(table: Desk, who: str, use: str) -> Used:
    """TOF-3.14, TOF-3.15: what somebody strikes or wards off with without weapons, `punch` or `grapple`, and by which skill."""
    usual = (unarmed(table), AS_IN_THE_DRAFT[use] if table.dial("skill_list") == "raw" else use)
    return as_trained(Sheet(table, who), usual, table.dials(), table.data["lists"])


def held_problem(table: Desk, who: str, main: str, off: str) -> str | None:
    """TOF-6.32: why hands cannot hold this; None if they can: two-handed weapons, bows and guns need both."""
    lists = table.data["lists"]
    for thing in (main, off):
        if thing in lists["weapons"] and thing not in table[who].get("arms", ()):
            return f"{who} has no {thing}"
    if main in lists["shields"]:
        return "a shield goes into the other hand"
    needs = lists["weapons"].get(main, {}).get("hands", 1)
    if needs == BOTH and off != main:
        return f"{main} needs both hands: let the other hold {main} too"
    other = lists["weapons"].get(off, {}).get("hands", 1)
    return f"{off} needs both hands" if other == BOTH and off != main else None


def _may_hold(table: Desk, who: str, main_hand: str, off_hand: str) -> str | None:
    if problem := not_now(table, who):
        return problem
    if is_fighter(table, who) and table[who].get("swapped", "no") == "yes":
        return f"{who} has changed hands in this turn already"
    return held_problem(table, who, main_hand, off_hand)


def _things(table: Desk, who: str) -> list[str]:
    """TOF-6.32: what somebody may take into a hand: the weapons they have, shields, and nothing."""
    lists = table.data["lists"]
    return [*(one for one in lists["weapons"] if one in table[who]["arms"]), *lists["shields"], NOTHING]


def _for_main_hand(table: Desk, who: str) -> list[str]:
    """TOF-6.32: what is not held yet comes first."""
    things = [one for one in _things(table, who) if one not in table.data["lists"]["shields"]]
    return sorted(things, key=lambda one: one == table[who]["held"])


def _for_off_hand(table: Desk, who: str, main_hand: str) -> list[str]:
    """TOF-6.32: the same weapon again where it needs both hands, else nothing or what is there."""
    needs = table.data["lists"]["weapons"].get(main_hand, {}).get("hands", 1)
    wanted = main_hand if needs == BOTH else NOTHING
    return sorted(_things(table, who), key=lambda one: one != wanted)


@verb("{who} holds in the main hand: {main_hand}, in the other hand: {off_hand}", may=_may_hold, group="Gear")
def hold(
    table: Desk,
    who: Own,
    main_hand: Annotated[str, From("in_hand"), Offers(_for_main_hand)],
    off_hand: Annotated[str, From("in_hand"), Offers(_for_off_hand)],
) -> Ending:
    """TOF-6.32: change what is held: free once in a turn."""
    changes = [Put(who, "held", main_hand), Put(who, "off_held", off_hand)]
    swapped = [Put(who, "swapped", "yes")] if is_fighter(table, who) else []
    return ends(
        "held", *changes, *swapped, say("{who} holds {hands:word}", "TOF-6.32", who=who, hands=_said(main_hand, off_hand))
    )


def _said(main: str, off: str) -> str:
    return main if off in (NOTHING, main) else f"{main} and {off}"


def worn(table: Desk, who: str, area: str, armor: int) -> list[Change]:
    """TOF-7.14: armor on an area, 0 for none."""
    found = {**dict(table[who]["armor"]), area: armor}
    return [Put(who, "armor", tuple((part, value) for part, value in found.items() if value))]


def _may_equip(table: Desk, who: str, area: str, armor: int, **_: Any) -> str | None:
    """TOF-6.32, TOF-7.14: the game master agrees to gear, unless the table leaves it to the players."""
    if table.role(table.seat) != "gm" and table.dial("gear") == "gm":
        return "what somebody has, the game master agrees to here"
    if table.role(table.seat) != "gm" and table[who].owner != table.seat:
        return f"{who} is not yours"
    if area not in harm.areas(table):
        return harm.not_an_area(table, area)
    most = table.dial("armor_max")
    return f"armor goes up to {most} here" if armor > most else None


def _lacking(table: Desk, who: str) -> list[str]:
    """TOF-6.32: nothing, or what somebody does not have yet."""
    return sorted(table.data["lists"]["in_hand"], key=lambda one: (one != NOTHING, one in table[who]["arms"]))


def _as_worn(table: Desk, who: str, area: str) -> int:
    """What the area has on already: whoever gives a weapon takes no armor away."""
    return int(dict(table[who].get("armor", ())).get(area, 0))


@verb(
    "{who} is equipped with {weapon}",
    more=("armor on the {area} of value {armor}",),
    may=_may_equip,
    group="Gear",
)
def equip(
    table: Desk,
    who: Present,
    weapon: Annotated[str, From("in_hand"), Offers(_lacking)] = NOTHING,
    area: harm.Area = "torso",
    armor: Annotated[int, Between(0, 8), Usual(_as_worn)] = 0,
) -> Ending:
    """TOF-6.32, TOF-7.14: give somebody a weapon, and armor on an area: 0 none, 1 leather, 2 mail, 3 plate."""
    arms = table[who]["arms"]
    more = [Put(who, "arms", (*arms, weapon))] if weapon in table.data["lists"]["weapons"] and weapon not in arms else []
    return ends("equipped", *more, *worn(table, who, area, armor), say("{who} is equipped", "TOF-6.32", who=who))
