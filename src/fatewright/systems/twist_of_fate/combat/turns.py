"""Turns: rounds, their order, whose turn it is, and what begins and ends with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from fatewright.systems import turns
from fatewright.systems.author import (
    EVERYONE,
    SEAT,
    Asks,
    Change,
    Desk,
    Mine,
    Number,
    Offers,
    Put,
    PutFact,
    Say,
    Seen,
    Story,
    choose,
    ends,
    now,
    options,
    phrase,
    price_of,
    say,
    sealed,
    spend,
    tell,
    verb,
)
from fatewright.systems.sides import Sides
from fatewright.systems.turns import current, is_fighter, is_fighting, order_of
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.people import POOLS, Sheet

SIDES = Sides(people.team_of, people.is_out, is_hurt=people.is_hurt)
Foe = Annotated[Seen, Offers(SIDES.foes)]
Friend = Annotated[Seen, Offers(SIDES.friends)]
Rival = Annotated[Seen, Offers(SIDES.rivals)]
Own = Annotated[Mine, Offers(SIDES.mine)]
Present = Annotated[Seen, Offers(SIDES.present)]


# ── whose turn it is ───────────────────────────────────────────────────────────────────────────────────────────────────


def not_now(table: Desk, who: str) -> str | None:
    """TOF-6.01, TOF-6.16: why somebody may not act in this fight just now; None if they may."""
    if people.is_out(table, who):
        return f"{who} is out"
    if problem := people.bidding(table, who):
        return problem
    return turns.not_in_turn(table, who)


def no_action(table: Desk, who: str) -> str | None:
    """TOF-6.01, TOF-6.02, TOF-6.17: why somebody has no action now: one in a turn, moving or attacking, not both."""
    if problem := not_now(table, who):
        return problem
    if is_fighting(table) and table[who].get("acted", 0) >= table.dial("actions_per_turn"):
        return f"{who} has used the action of this turn"
    return settling(table) if is_fighting(table) else None


Actor = Annotated[Mine, Offers(SIDES.readiest(no_action))]  # who still has something to do, first


def settling(table: Desk) -> str | None:
    """TOF-6.16: whether an attack has been declared and is not resolved yet: until then nothing else is done in a turn."""
    return "an attack is being settled" if table.fact("turns", "striking") else None


def acts(table: Desk, who: str) -> list[Change]:
    """TOF-6.17: an action is used, in a fight."""
    if not is_fighter(table, who):
        return []
    return [Put(who, "acted", table[who]["acted"] + 1), *([Put(who, "moved", 0)] if table[who]["moved"] else [])]


# ── beginning ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def initiative_order(table: Desk, names: Sequence[str], bids: Sequence[int] = ()) -> list[str]:
    """TOF-6.14: higher Agility first, then Brains, then Social, then player characters, then the order of entry."""
    bid = dict(zip(names, bids or [0] * len(names), strict=True))

    def key(who: str) -> tuple[int, int, int, bool]:
        values = Sheet(table, who)
        quickness = int(people.quickness(values, table.dials())) + bid[who]
        return -quickness, -values["brains"], -values["social"], not people.is_player_character(table, who)

    return sorted(names, key=key)


def fighters(table: Desk, who: str) -> list[str]:
    """Who would be in a fight: everybody who can, or those of them who stand on the map."""
    return SIDES.able(table, who)


def _may_start(table: Desk, who: str) -> str | None:
    return turns.no_beginning(table, (people.team_of(table, name) for name in fighters(table, who)))


@verb("a fight begins for {who}", roles=("gm",), may=_may_start, group="Fight")
def start_fight(table: Desk, who: Literal["everybody", "those on the map"] = "everybody") -> Story:
    """TOF-6.14, TOF-6.31, TOF-R.16, MOM-6.01: a fight begins: a list of rounds, in which everybody conscious has one turn.

    Place them on the map first. Whoever comes later joins; whoever leaves flees.
    """
    order = yield from _ordered(table, fighters(table, who))
    order = yield from tell("order", lambda: tuple(order))
    yield from now(
        PutFact(("turns", "round"), 1),
        PutFact(("turns", "order"), tuple(order)),
        PutFact(("turns", "at"), 0),
        *(change for name in order for change in fresh_fighter(table, name)),
        say("A fight begins: {order}", "TOF-6.14", order=[*order]),
    )
    yield from now(*begins(table, order[0]))
    return ends("begun")


def _ordered(table: Desk, names: list[str]) -> Asks[list[str]]:
    """TOF-6.14: by Agility; by a dial as the game master says, or by a sealed bid of Agility points, at most the Agility."""
    how = table.dial("initiative")
    if how == "agility":
        return initiative_order(table, names)
    if how == "bid":
        asked = [_initiative_bid(table, name) for name in names]
        laid = yield from sealed("initiative", "Everybody bids Agility for the order of turns", *asked)
        yield from now(*(one for name, bid in zip(names, laid, strict=True) for one in _initiative_paid(name, bid)))
        return initiative_order(table, names, laid)
    left: list[str] = list(names)
    order: list[str] = []
    while len(left) > 1:
        prompt = phrase("Who acts {how}?", how=phrase("first") if not order else phrase("next"))
        order.append((yield from choose(SEAT + table.seat, "next", prompt, options(*left))))
        left.remove(order[-1])
    return order + left


def _initiative_bid(table: Desk, who: str) -> Number:
    most = min(table[who]["agility"], table[who]["agility_pool"])
    prompt = phrase("{who}: how many points of Agility for the order of turns?", who=who)
    each = price_of(table, *_initiative_paid(who, 1))
    return Number(who, "initiative", prompt, 0, most, "Agility", 0, each=each)


def _initiative_paid(who: str, bid: int) -> list[Change]:
    return [spend(who, "agility_pool", bid)] if bid else []


def fresh_fighter(table: Desk, who: str) -> list[Change]:
    """Somebody as they come into a fight: nothing done, nothing bought."""
    return [
        *_fresh(who),
        Put(who, "hulk_now", 0),
        Put(who, "hulk_next", 0),
        Put(who, "bought", 0),
        Put(who, "stood", stands(table, who)),
    ]


def _fresh(who: str) -> list[Change]:
    return [Put(who, "acted", 0), Put(who, "moved", 0), Put(who, "swapped", "no"), Put(who, "defended", 0)]


def stands(table: Desk, who: str) -> str:
    """TOF-6.30: how somebody stands: pools, health points and place, to tell whether a round has changed anything.

    Without a map, a place is whom one has engaged.
    """
    pools = " ".join(str(table[who][f"{name}_pool"]) for name in POOLS)
    place = f"{table[who].get('at', '')} {', '.join(sorted(table.related('engaged', who)))}"
    return f"{pools} {table[who]['hp']} {place}"


# ── going on ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def price_of_next(table: Desk, owner: str) -> int:
    """TOF-6.04, TOF-6.15: the n-th effect of a turn costs n points, one counter for all kinds together."""
    return int(table[owner]["bought"]) + 1


def counted(table: Desk, owner: str, count: int) -> list[Change]:
    """TOF-6.15, TOF-6.29: effects bought so far; everybody sees what the next one costs, unless the table keeps it private."""
    mates = [owner]
    if table.dial("effect_counter") == "per_round":
        mates = [name for name in order_of(table) if people.team_of(table, name) == people.team_of(table, owner)]
    is_shown = table.dial("counter_public") == "on" and current(table) in mates
    shown = [PutFact(("turns", "price"), count + 1)] if is_shown else []
    return [*(Put(mate, "bought", count) for mate in mates), *shown]


def begins(table: Desk, who: str) -> list[Change]:
    """TOF-6.01, TOF-6.15: a turn begins: an action, and the price of effects from the start."""
    count = 0 if table.dial("effect_counter") == "per_turn" else int(table[who]["bought"])
    return [*_fresh_turn(who), *counted(table, who, count), PutFact(("turns", "licence"), None)]


def _fresh_turn(who: str) -> list[Change]:
    return [Put(who, "acted", 0), Put(who, "moved", 0), Put(who, "swapped", "no")]


def _may_end_turn(table: Desk) -> str | None:
    who = current(table)
    return turns.not_over(table, turns.seat_of(table, who) if who else "") or settling(table)


@verb("{seat} ends the turn", may=_may_end_turn, group="Fight")
def end_turn(table: Desk) -> Story:
    """TOF-6.14, TOF-6.16: the turn is over; whoever is out is passed over."""
    yield from passed_on(table)
    return ends("passed" if is_fighting(table) else "over")


def passed_on(table: Desk) -> Asks[None]:
    """TOF-6.14, TOF-6.31: on to the next who is conscious; with the last, a new round begins."""
    if (yield from over_if_decided(table)):
        return
    order = table.fact("turns", "order")
    for _ in range(2 * len(order)):
        at = table.fact("turns", "at") + 1
        if at >= len(order):
            yield from _next_round(table)
            order, at = table.fact("turns", "order"), 0
        yield from now(PutFact(("turns", "at"), at))
        who = current(table)
        if who and not people.is_out(table, who):
            yield from now(*begins(table, who))
            return
    yield from now(*closed(table), say("nobody is left who could act: the fight is over", "TOF-6.31"))


def _next_round(table: Desk) -> Asks[None]:
    """TOF-6.06, TOF-6.14, TOF-6.24, TOF-6.30, TOF-R.16: Hulk Ups bought in the last round count now, those before are gone.

    A round in which nothing has changed is announced: then the game master changes the situation, or closes the fight.
    """
    there = order_of(table)
    is_deadlock: bool = yield from tell("deadlock", lambda: all(table[who]["stood"] == stands(table, who) for who in there))
    number = table.fact("turns", "round") + 1
    late = [who for who in turns.late(table) if who in table]
    order = yield from _slotted_in(table, there, late)
    yield from now(
        PutFact(("turns", "round"), number),
        PutFact(("turns", "order"), tuple(order)),
        PutFact(("turns", "late"), None),
        PutFact(("turns", "at"), 0),
        *(change for who in order for change in _new_round(table, who)),
        say("Round {number}", "TOF-R.16", number=number),
        *([say("deadlock: a round has changed nothing", "TOF-6.30")] if is_deadlock else []),
        *_clearing(table, number),
    )


def _slotted_in(table: Desk, there: tuple[str, ...], late: list[str]) -> Asks[tuple[str, ...]]:
    """TOF-6.14: late arrivals find their place; where no Agility has made the order, it stands, and they come last."""
    if not late or table.dial("initiative") != "agility":
        return (*there, *late)
    order: tuple[str, ...] = yield from tell("order", lambda: tuple(initiative_order(table, [*there, *late])))
    return order


def _new_round(table: Desk, who: str) -> list[Change]:
    hulked = [Put(who, "hulk_now", table[who]["hulk_next"]), Put(who, "hulk_next", 0)]
    counter = [Put(who, "bought", 0)] if table.dial("effect_counter") == "per_round" else []
    return [*hulked, *counter, Put(who, "defended", 0), Put(who, "stood", stands(table, who))]


def _clearing(table: Desk, number: int) -> list[Change]:
    """TOF-8.15: clouds of dust last so many rounds."""
    return [PutFact(path, None) for path in table.paths("cloud") if table.facts[path][-1] < number]


# ── ending ───────────────────────────────────────────────────────────────────────────────────────────


def falls_into(table: Desk, names: Sequence[str], state: str, line: str = "", id: str = "TOF-7.18") -> Asks[None]:
    """TOF-6.31, TOF-7.18: people come into a state that everybody sees; when it takes the last of a side, the fight is over.

    Whoever is out, dies or flees comes through here, whatever it was that took them, and all who fall together at once.
    """
    for who in names:
        said = Say(line or phrase("{who} is {state:word}", who=who, state=state), (id,), EVERYONE)
        yield from now(people.with_state(table, who, state), said)
    yield from over_if_decided(table)


def over_if_decided(table: Desk) -> Asks[bool]:
    """TOF-6.31: a fight ends when one side has nobody conscious, unless only the game master ends it."""
    if table.dial("fight_end") == "gm" or len(SIDES.left(table)) > 1 or not is_fighting(table):
        return not is_fighting(table)
    left = ", ".join(sorted(SIDES.left(table))) or "nobody"
    yield from now(*closed(table), say("the fight is over: {left} stands", "TOF-6.31", to=EVERYONE, left=left))
    return True


def closed(table: Desk) -> list[Change]:
    """TOF-6.31: Hulk Ups and the order of turns are gone; wounds and pools stay."""
    fled = [people.without_state(table, who, "fled") for who in order_of(table) if people.is_in(table, who, "fled")]
    hulks = [Put(who, field, 0) for who in order_of(table) for field in ("hulk_now", "hulk_next", "acted", "bought", "moved")]
    return [*turns.ended(table, "cloud"), *hulks, *fled]
