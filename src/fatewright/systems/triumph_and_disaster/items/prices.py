"""Prices: what things cost, how many come at once, and what haggling and making them does to that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatewright.systems.triumph_and_disaster.characters.people import Dials, Lists
from fatewright.systems.triumph_and_disaster.mechanics.arithmetic import divided

FIFTH, HALF = 5, 2
COINS_A_WATCH = 10


def row(thing: str, lists: Lists) -> Mapping[str, Any]:
    """TAD-ITM.01, TAD-ITM.02, TAD-ITM.04, TAD-ITM.07: what the lists say of a thing."""
    found: Mapping[str, Any] = lists["goods"].get(thing, {})
    return found


def is_for_sale(thing: str, lists: Lists) -> bool:
    """TAD-ITM.05: whether a thing has a price."""
    return "coins" in row(thing, lists)


def uses(thing: str, lists: Lists) -> int:
    """TAD-ITM.04: how many uses a whole one has; of most things, that is one."""
    return int(row(thing, lists).get("uses", 1))


def portion(thing: str, lists: Lists) -> int:
    """TAD-ITM.04: how many a thing comes in: a kit has several uses, torches come by the bundle."""
    found = row(thing, lists)
    return int(found.get("uses", found.get("bundle", 1)))


def price(thing: str, number: int, lists: Lists) -> int:
    """TAD-ITM.05: what so many cost; of a kit, every begun one."""
    found = row(thing, lists)
    return int(found.get("coins", 0)) * -(-number // max(1, int(found.get("uses", 1))))


def off(price: int, dials: Dials) -> int:
    """TAD-ITM.05, TAD-GEN.01: a fifth of a price, rounded down: what haggling takes off, or puts on."""
    return divided(dials, price, FIFTH)


def material(thing: str, lists: Lists, dials: Dials) -> int:
    """TAD-ITM.06: half of the price, which making a thing costs in material."""
    return divided(dials, int(row(thing, lists).get("coins", 0)), HALF)


def salvage(thing: str, lists: Lists, dials: Dials) -> int:
    """TAD-ITM.08: what a thing that is taken apart gives back: half of its material."""
    return divided(dials, material(thing, lists, dials), HALF)


def watches(thing: str, lists: Lists, dials: Dials) -> int:
    """TAD-ITM.06: how long making a thing takes: a watch for every 10 coins, at least one."""
    return max(1, divided(dials, int(row(thing, lists).get("coins", 0)), COINS_A_WATCH))


def will(thing: str, lists: Lists) -> int:
    """TAD-ITM.06: how hard a thing is to make: 10 simple, 15 good, 20 fine, 25 magical."""
    return int(lists["grades"][row(thing, lists)["grade"]]["will"])


def better(thing: str, lists: Lists) -> int:
    """TAD-ITM.09: how hard a thing of the next grade is to make."""
    wills = sorted(int(one["will"]) for one in lists["grades"].values())
    return next((one for one in wills if one > will(thing, lists)), wills[-1])
