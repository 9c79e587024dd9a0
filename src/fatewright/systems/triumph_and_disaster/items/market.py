"""The market: buying, haggling, giving and taking things; and what is worn of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fatewright.systems.author import (
    Between,
    Change,
    Desk,
    Ending,
    From,
    Gain,
    Offers,
    Option,
    Put,
    Sheet,
    Story,
    choose,
    count_of,
    ends,
    is_hidden,
    now,
    phrase,
    price_of,
    say,
    spend,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat.sides import Own, Present, Rival
from fatewright.systems.triumph_and_disaster.items import items, prices
from fatewright.systems.triumph_and_disaster.mechanics.foretelling import foretold
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, contested
from fatewright.systems.turns import is_fighter

Thing = Annotated[str, From("goods")]
Count = Annotated[int, Between(1, 99)]
BARE = "none"  # the armor of whoever wears none
PLURAL = ("gear",)  # lists of which one can have many


# ── having ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def list_of(thing: str, table: Desk) -> str:
    """TAD-ITM.01, TAD-ITM.02, TAD-ITM.04, TAD-ITM.07: the list that a thing stands in."""
    lists = table.data["lists"]
    return next(name for name in ("weapons", "shields", "armors", "gear", "wonders") if thing in lists[name])


def owns(table: Desk, who: str, thing: str) -> bool:
    """TAD-ITM.05: whether somebody has a weapon, armor, a shield or a magic item about them."""
    sheet = table[who]
    return thing in (*sheet["arms"], *sheet["packed"], *sheet["wonders"], sheet["armor"], sheet["second"])


def gains(table: Desk, who: str, thing: str, count: int) -> Iterator[Change]:
    """TAD-ITM.05: somebody has so many more of a thing; a kit comes with all its uses, a stored spell with all charges."""
    row = prices.row(thing, table.data["lists"])
    match list_of(thing, table):
        case "gear":
            yield from items.with_gear(table, who, thing, count * int(row.get("uses", 1)))
        case "weapons":
            yield Put(who, "arms", (*table[who]["arms"], thing))
        case "wonders":
            yield Put(who, "wonders", (*table[who]["wonders"], thing))
            yield from items.with_charges(table, who, thing, int(row.get("charges", 0)))
        case _:
            yield Put(who, "packed", (*table[who]["packed"], thing))


def has(table: Desk, who: str, thing: str) -> bool:
    """TAD-ITM.04, TAD-ITM.05: whether somebody has anything of a thing about them."""
    return items.count(Sheet(table, who), thing) > 0 if list_of(thing, table) in PLURAL else owns(table, who, thing)


def has_whole(table: Desk, who: str, thing: str) -> bool:
    """TAD-ITM.04, TAD-ITM.08: likewise, and all of it: of a kit, every use."""
    if list_of(thing, table) not in PLURAL:
        return owns(table, who, thing)
    return items.count(Sheet(table, who), thing) >= prices.uses(thing, table.data["lists"])


def loses(table: Desk, who: str, thing: str) -> Iterator[Change]:
    """TAD-ITM.08: somebody has one less of a thing, wherever they carry or hold it; what was improved of it is gone too."""
    sheet, lists = table[who], table.data["lists"]
    match list_of(thing, table):
        case "gear":
            yield from items.with_gear(table, who, thing, -prices.uses(thing, lists))
        case "weapons":
            yield Put(who, "arms", _without(sheet["arms"], thing))
            if sheet["weapon"] == thing:
                yield Put(who, "weapon", next(one for one, row in lists["weapons"].items() if row.get("everybody", False)))
        case "wonders":
            yield Put(who, "wonders", _without(sheet["wonders"], thing))
            yield from items.with_charges(table, who, thing, 0)
        case _:
            yield Put(who, "packed", _without(sheet["packed"], thing))
    if sheet["second"] == thing:
        yield Put(who, "second", people.NOTHING)
    if people.is_improved(Sheet(table, who), thing):
        yield Put(who, "improved", _without(people.improved(Sheet(table, who)), thing))


def _without(things: tuple[str, ...], thing: str) -> tuple[str, ...]:
    return tuple(one for one in things if one != thing)


def no_room(table: Desk, who: str, thing: str, count: int) -> str | None:
    """TAD-ITM.05, TAD-ITM.07: why somebody cannot come by so many of a thing; None if they can."""
    listed = list_of(thing, table)
    if listed == "wonders" and table.dial("magic_items") == "off":
        return "this table plays without magic items"
    if listed not in PLURAL and (count > 1 or owns(table, who, thing)):
        return f"one {thing} is enough for {who}"
    return None


# ── material ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def stock(table: Desk, who: str) -> int:
    """TAD-ITM.08: what somebody's material is worth; nothing, on a sheet from before there was such a thing."""
    found = table[who]["material"]
    return 0 if is_hidden(found) else int(found)


def no_material(table: Desk, who: str, thing: str) -> str | None:
    """TAD-ITM.06, TAD-ITM.08: why somebody has no material for a thing, and cannot pay for it either; None if they can."""
    cost = prices.material(thing, table.data["lists"], table.dials())
    return too_dear(table, who, max(0, cost - stock(table, who)))


def spends_material(table: Desk, who: str, cost: int) -> list[Change]:
    """TAD-ITM.06, TAD-ITM.08: material is used up: first what somebody has of it, then what coins buy."""
    used = min(cost, stock(table, who))
    from_stock: list[Change] = [Put(who, "material", stock(table, who) - used)] if used else []
    return [*from_stock, *([spend(who, "coins", cost - used)] if cost > used else [])]


# ── buying ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _for_sale(table: Desk, who: str) -> list[str]:
    """TAD-ITM.05: what is for sale: first what somebody has room and coins for."""
    sold = [one for one in table.data["lists"]["goods"] if prices.is_for_sale(one, table.data["lists"])]
    return sorted(sold, key=lambda one: bool(no_room(table, who, one, 1) or too_dear(table, who, _price(table, one, 1))))


def _given(table: Desk) -> list[str]:
    """TAD-ITM.05, TAD-ITM.07: what can be given: gear first."""
    lists = table.data["lists"]
    fit = [one for one in lists["goods"] if prices.is_for_sale(one, lists) or prices.row(one, lists).get("damage")]
    return sorted(fit, key=lambda one: one not in lists["gear"])


ForSale = Annotated[Thing, Offers(_for_sale)]


def _may_buy(table: Desk, who: str, thing: str, count: int) -> str | None:
    """TAD-ITM.05: a thing that is for sale, and coins enough."""
    if problem := people.not_theirs(table, who):
        return problem
    if is_fighter(table, who):
        return f"{who} is in a fight"
    if not prices.is_for_sale(thing, table.data["lists"]):
        return f"{thing} is not for sale"
    if problem := no_room(table, who, thing, count):
        return problem
    return too_dear(table, who, _price(table, thing, count))


def _price(table: Desk, thing: str, count: int) -> int:
    return int(prices.row(thing, table.data["lists"])["coins"]) * count


def too_dear(table: Desk, who: str, price: int) -> str | None:
    """TAD-ITM.05: why somebody cannot pay; None if they can."""
    coins = table[who]["coins"]
    return f"that costs {count_of(price, 'coin')}, and {who} has {coins}" if coins < price else None


@verb("{who} buys: {thing}", more=("how many: {count}",), may=_may_buy, group="Things")
def buy(table: Desk, who: Own, thing: ForSale, count: Count = 1) -> Ending:
    """TAD-ITM.05: buy a thing at its price, where it is for sale."""
    price = _price(table, thing, count)
    line = say("{who} buys {counted} for {price:coin}", "TAD-ITM.05", who=who, counted=_counted(thing, count), price=price)
    return ends("done", spend(who, "coins", price), *gains(table, who, thing, count), line)


def _counted(thing: str, count: int) -> str:
    return phrase("{thing:word}", thing=thing) if count == 1 else phrase("{count} × {thing:word}", count=count, thing=thing)


def _may_haggle(table: Desk, who: str, merchant: str, thing: str, count: int) -> str | None:
    """TAD-ITM.05: as buying, with somebody who sells; a fifth off must be enough."""
    if merchant == who or people.not_theirs(table, who):
        return people.not_theirs(table, who) or "haggle with somebody else"
    problem = _may_buy(table, who, thing, count)
    price = _price(table, thing, count) if prices.is_for_sale(thing, table.data["lists"]) else 0
    if problem == too_dear(table, who, price) and table[who]["coins"] >= price - prices.off(price, table.dials()):
        return None
    return problem


@verb("{who} haggles with {merchant} over the price of: {thing}", more=("how many: {count}",), may=_may_haggle, group="Things")
def haggle(table: Desk, who: Own, merchant: Rival, thing: ForSale, count: Count = 1) -> Story:
    """TAD-ITM.05, TAD-CON.05: Persuade against Judge: won, a fifth off; lost, the full price; Disaster, a fifth more.

    Afterwards you may still walk away.
    """
    mine, theirs = Party(who, "Persuade"), Party(merchant, "Judge")
    yield from foretold(table, mine, theirs)
    verdict = yield from contested(table, mine, theirs)
    price = _price(table, thing, count)
    fifth = prices.off(price, table.dials())
    price += -fifth if verdict.is_won else fifth if verdict.sign < 0 else 0
    yield from now(say("{counted}: {price:coin}", "TAD-ITM.05", counted=_counted(thing, count), price=price))
    blocked = no_room(table, who, thing, count) or too_dear(table, who, price) or ""  # much may happen meanwhile
    paid = spend(who, "coins", price)
    offered = (
        Option(True, "buy", blocked, price=price_of(table, paid, label="{amount:coin}")),
        Option(False, "walk away"),
    )
    if not (
        yield from choose(
            who, "buy", phrase("{counted} for {price:coin}?", counted=_counted(thing, count), price=price), offered, False
        )
    ):
        return ends(verdict.contested, say("{who} walks away", "TAD-ITM.05", who=who))
    line = say("{who} buys {counted} for {price:coin}", "TAD-ITM.05", who=who, counted=_counted(thing, count), price=price)
    return ends(verdict.contested, paid, *gains(table, who, thing, count), line)


# ── giving ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_give(table: Desk, who: str, thing: str, count: int, coins: int) -> str | None:
    del coins
    if not prices.is_for_sale(thing, table.data["lists"]) and not prices.row(thing, table.data["lists"]).get("damage"):
        return f"{thing} cannot be given"
    return no_room(table, who, thing, count)


@verb(
    "{who} is given: {thing}",
    more=("how many: {count}", "and with it {coins} coins"),
    roles=("gm",),
    may=_may_give,
    group="Things",
)
def give(
    table: Desk,
    who: Present,
    thing: Annotated[Thing, Offers(_given)],
    count: Count = 1,
    coins: Annotated[int, Between(0, 9999)] = 0,
) -> Ending:
    """TAD-ITM.05, TAD-ITM.07: somebody comes by a thing, and coins with it: loot, a gift, a reward."""
    paid = [Put(who, "coins", table[who]["coins"] + coins)] if coins else []
    more = phrase(", and {coins:coin}", coins=coins) if coins else ""
    line = say("{who} now has {counted}{more}", "TAD-ITM.05", who=who, counted=_counted(thing, count), more=more)
    return ends("done", *gains(table, who, thing, count), *paid, line)


def _may_pay(table: Desk, who: str, to: str, coins: int) -> str | None:
    if who == to:
        return "that changes nothing"
    if problem := people.not_theirs(table, who):
        return problem
    return too_dear(table, who, coins) if people.is_player_character(table, who) else None


@verb("{who} pays {coins} coins to {to}", may=_may_pay, group="Things")
def pay(table: Desk, who: Own, to: Rival, coins: Annotated[int, Between(1, 9999)]) -> Ending:
    """TAD-ITM.05: coins change hands; what the Storyteller's people pay need not stand on their sheets."""
    left = max(0, table[who]["coins"] - coins)
    return ends(
        "done",
        Put(who, "coins", left),
        Gain(to, "coins", coins),
        say("{who} pays {whom} {coins:coin}", "TAD-ITM.05", who=who, whom=to, coins=coins),
    )


# ── wearing ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_wear(table: Desk, who: str, armor: str) -> str | None:
    """TAD-APT.05, TAD-ITM.03, TAD-R.18: armor that is carried and can be worn; nobody changes it in a fight."""
    if problem := people.not_theirs(table, who):
        return problem
    if is_fighter(table, who):
        return f"{who} is in a fight"
    if armor == table[who]["armor"]:
        return f"{who} wears {armor} already" if armor != BARE else f"{who} wears no armor"
    if armor != BARE and armor not in table[who]["packed"]:
        return f"{who} has no {armor}"
    return items.armor_problem(Sheet(table, who), armor, table.dials(), table.data["lists"])


def _wearable(table: Desk, who: str) -> list[str]:
    """TAD-ITM.02: armor that somebody carries, and none; what is worn comes last."""
    fit = [one for one in table.data["lists"]["armors"] if one == BARE or owns(table, who, one)]
    return sorted(fit, key=lambda one: (one == table[who]["armor"], one == BARE))


@verb("{who} wears armor: {armor}", may=_may_wear, group="Things")
def wear(table: Desk, who: Own, armor: Annotated[str, From("armors"), Offers(_wearable)]) -> Ending:
    """TAD-APT.05, TAD-MAS.05, TAD-ITM.02, TAD-ITM.03: put armor on, or off. It needs aptitude of its kind, and its Strength."""
    off = table[who]["armor"]
    packed = (*(one for one in table[who]["packed"] if one != armor), *((off,) if off != BARE else ()))
    line = say("{who} wears {how}", "TAD-ITM.02", who=who, how=armor if armor != BARE else phrase("no armor"))
    return ends("done", Put(who, "armor", armor), Put(who, "packed", packed), line)
