"""Readying: weapons taken into the hand, shields, armour put on, sights mounted: always of what somebody has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fatewright.systems.author import Desk, Ending, From, Offers, Option, Put, Seen, ends, say, verb, with_article
from fatewright.systems.moment_of_truth.combat import belongings, harm
from fatewright.systems.moment_of_truth.combat.deeds import weapon_row
from fatewright.systems.moment_of_truth.combat.harm import SIDES, Own
from fatewright.systems.moment_of_truth.combat.turns import Actor, acts, cannot, holders
from fatewright.systems.turns import is_fighting, seat_of

MOST_ARMOR = 6  # pieces that one wears at once

# ── weapons ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_ready(table: Desk, who: str, weapon: str, waived: str) -> str | None:
    """MOT-7.04, MOT-7.76, MOT-10.16: what one has, by an action, unless the game master waives it, for anybody."""
    is_waived = waived == "yes" and table.role(table.seat) == "gm"
    if waived == "yes" and not is_waived:
        return "only the game master waives the action"
    if problem := harm.is_somebody(table, who):
        return problem
    if seat_of(table, who) != table.seat and not is_waived:
        return f"{who} is not yours"
    if not belongings.has(table, who, weapon):
        return f"{who} has no {weapon}"
    if holders(table, who) and not weapon_row(table, weapon).get("natural") and weapon_row(table, weapon).get("reach", 1) > 0:
        return f"{who} is held, and has no room for {with_article(weapon)}"
    return cannot(table, who, "turn" if is_waived else "action")


def _own(table: Desk) -> list[str]:
    """MOT-7.04: whoever of one's own can do it first."""
    return sorted(
        SIDES.own(table), key=lambda who: seat_of(table, who) != table.seat or cannot(table, who, "action") is not None
    )


def _arms(table: Desk, who: str) -> list[str]:
    """MOT-7.04, MOT-10.16: whose own they are, by how well somebody uses them; what is in the hand, and what nobody need ready,
    last.
    """
    rows = {one: weapon_row(table, one) for one in belongings.own(table, who, table.data["lists"]["weapons"])}
    levels = dict(table[who]["skills"])
    return sorted(
        rows, key=lambda one: (one == table[who]["weapon"], bool(rows[one].get("natural")), -levels.get(rows[one]["skill"], -1))
    )


@verb("{who} readies {weapon:a}", more=("the game master waives the action: {waived}",), may=_may_ready, group="Fight")
def ready(
    table: Desk,
    who: Annotated[Seen, Offers(_own)],
    weapon: Annotated[str, From("weapons"), Offers(_arms)],
    waived: Literal["no", "yes"] = "no",
) -> Ending:
    """MOT-7.04, MOT-7.76: take a weapon into the hand, or pick it up again: that is an action."""
    spent = [] if waived == "yes" else acts(table, who)
    back = harm.changed(table, who, without=("disarmed",))
    return ends(
        "ready",
        *spent,
        *belongings.stays(table, who),
        back,
        Put(who, "weapon", weapon),
        say("{who} readies: {weapon:word}", "MOT-7.04", who=who, weapon=weapon),
    )


# ── the other hand ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_raise(table: Desk, who: str, shield: str) -> str | None:
    if problem := harm.is_somebody(table, who):
        return problem
    if not belongings.has(table, who, shield):
        return f"{who} has no {_in_other_hand(table, shield)}"
    return cannot(table, who, "action")


def _in_other_hand(table: Desk, one: str) -> str:
    return f"{one} shield" if one in table.data["lists"]["shields"] else one


def _for_off_hand(table: Desk, who: str) -> list[Option[str]]:
    """MOT-10.05, MOT-10.16: one's own shields, then weapons; what is there already, and what nobody need take, last."""
    lists, last = table.data["lists"], [table[who]["off_hand"], "nothing"]
    found = sorted(
        belongings.own(table, who, lists["off_hand"]),
        key=lambda one: (one in last, bool(lists["weapons"].get(one, {}).get("natural"))),
    )
    return [Option(one, _in_other_hand(table, one)) for one in found]


@verb("{who} takes a shield or weapon into the other hand: {shield}", may=_may_raise, group="Fight")
def raise_shield(table: Desk, who: Actor, shield: Annotated[str, From("off_hand"), Offers(_for_off_hand)]) -> Ending:
    """MOT-10.05, MOT-R.85: take a shield, or a second weapon, into the other hand; one at a time."""
    return ends(
        "ready",
        *acts(table, who),
        *belongings.stays(table, who),
        Put(who, "off_hand", shield),
        say("{who}, in the other hand: {shield:word}", who=who, shield=shield),
    )


# ── armour and sights ──────────────────────────────────────────────────────────────────────────────────────────────────


def _may_wear(table: Desk, who: str, armor: str, change: str) -> str | None:
    if problem := harm.is_somebody(table, who):
        return problem
    worn = table[who]["armor"]
    if is_fighting(table):
        return "nobody changes armour in a fight"
    if (change == "take off") != (armor in worn):
        return f"{who} {'wears' if armor in worn else 'does not wear'} {armor}"
    if not belongings.has(table, who, armor):
        return f"{who} has no {armor}"
    return None if change == "take off" or len(worn) < MOST_ARMOR else f"{who} wears {MOST_ARMOR} things already"


def _armour(table: Desk, who: str, change: str) -> list[Option[str]]:
    """MOT-10.11, MOT-10.15, MOT-10.16: what is worn can be taken off, and what else one has put on; with what each covers."""
    rows = table.data["lists"]["armor"]
    found = belongings.own(table, who, rows)
    return [Option(one, _covering(one, rows[one])) for one in found if (one in table[who]["armor"]) == (change == "take off")]


def _covering(armor: str, row: Mapping[str, Any]) -> Any:
    """MOT-10.11, MOT-10.13, MOT-10.15: a piece of armour, what it takes from a hit, and what of a body it covers."""
    parts, percent = row.get("covers", ()), row.get("coverage", 100)
    where = f"the {' and the '.join(parts)}" if parts else "all of the body" if percent >= 100 else f"{percent} % of the body"
    return f"{armor}: takes off {row['reduction']}, covers {where}"


@verb("{who} takes the time to {change} this armour: {armor}", may=_may_wear, group="Arms")
def wear(
    table: Desk,
    who: Own,
    armor: Annotated[str, From("armor"), Offers(_armour)],
    change: Literal["put on", "take off"] = "put on",
) -> Ending:
    """MOT-10.11, MOT-10.15, MOT-R.85: put armour on or take it off; of several, the best counts where it covers."""
    worn = [one for one in table[who]["armor"] if one != armor]
    return ends("worn", *belongings.stays(table, who), Put(who, "armor", (*worn, armor) if change == "put on" else tuple(worn)))


def _may_mount(table: Desk, who: str, sight: str, change: str) -> str | None:
    if problem := harm.is_somebody(table, who):
        return problem
    is_on = sight in table[who]["sights"]
    if not belongings.has(table, who, sight):
        return f"{who} has no {sight}"
    return f"{who} {'has' if is_on else 'has no'} {sight} mounted" if (change == "take off") != is_on else None


def _sights(table: Desk, who: str, change: str) -> list[str]:
    """MOT-9.08, MOT-10.16: likewise for sights."""
    mine = belongings.own(table, who, table.data["lists"]["sights"])
    return [one for one in mine if (one in table[who]["sights"]) == (change == "take off")]


@verb("{who} takes the time to {change} this sight: {sight}", may=_may_mount, group="Arms")
def mount(
    table: Desk,
    who: Own,
    sight: Annotated[str, From("sights"), Offers(_sights)],
    change: Literal["put on", "take off"] = "put on",
) -> Ending:
    """MOT-9.08, MOT-9.09: put a sight on a weapon, or take it off."""
    others = [one for one in table[who]["sights"] if one != sight]
    return ends(
        "mounted", *belongings.stays(table, who), Put(who, "sights", (*others, sight) if change == "put on" else tuple(others))
    )
