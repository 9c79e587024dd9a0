"""Combat effects: what willpower buys in a turn without a check, at a price that climbs across teammates."""

from __future__ import annotations

from typing import Annotated, Literal

from fatewright.systems.author import (
    Asks,
    Audience,
    Change,
    Choose,
    Desk,
    Form,
    From,
    Hidden,
    Learn,
    Mine,
    Offers,
    Option,
    Price,
    Put,
    PutFact,
    Seen,
    Story,
    Usual,
    answers_for,
    choose,
    count_of,
    ends,
    form,
    now,
    phrase,
    say,
    sealed,
    tell,
    verb,
)
from fatewright.systems.turns import current, is_fighter, is_fighting, order_of
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.people import Sheet, has
from fatewright.systems.twist_of_fate.combat.ground import WAYS, Way, engages, is_barred, place_of
from fatewright.systems.twist_of_fate.combat.turns import SIDES, Foe, counted, price_of_next, settling
from fatewright.systems.twist_of_fate.wounds import harm
from fatewright.systems.twist_of_fate.wounds.harm import Charged

Kind = Literal["hulk up", "step", "know thine enemy", "order"]
ATTRIBUTE_OF = {"hulk up": "strength", "step": "agility", "know thine enemy": "brains", "order": "social"}
DECLINES = "decline"
MASKED = "masked"


# ── price ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def pool_of(kind: str) -> str:
    """TOF-6.05: each effect is paid entirely from one pool, whatever the others hold."""
    return f"{ATTRIBUTE_OF[kind]}_pool"


def cost_of(table: Desk, who: str, price: int, *, on_order: bool) -> int:
    """TOF-6.13, TOF-5.05: the running price; on another's Order, perks and flaws change what it costs, not the counter."""
    return int(people.order_price(Sheet(table, who), table.dials(), price)) if on_order else price


def cannot_pay(table: Desk, who: str, kind: str, price: int, *, on_order: bool = False) -> str | None:
    """TOF-6.05, TOF-2.13: why somebody cannot buy an effect; None if they can. No skill caps it, and no number of effects."""
    attribute = ATTRIBUTE_OF[kind]
    if table[who][attribute] == 0 and table.dial("zero_attribute") == "auto_fail":
        return f"{who}'s {attribute} does not function"
    cost, held = cost_of(table, who, price, on_order=on_order), table[who][pool_of(kind)]
    return f"{kind} costs {cost}, and the {attribute} pool holds {held}" if held < cost else None


def is_licensed(table: Desk, who: str, kind: str) -> bool:
    """TOF-6.27: whether an Order of this turn lets somebody buy effects of a kind until it ends."""
    return (who, kind) in (table.fact("turns", "licence") or ())


def _owner(table: Desk, who: str, kind: str) -> str:
    """On whose turn an effect is bought: that is whose counter counts."""
    return current(table) if is_licensed(table, who, kind) else who


def not_open(table: Desk, who: str, kind: str) -> str | None:
    """TOF-6.01, TOF-6.05, TOF-6.16: why an effect cannot be bought now; None if it can, before the action or after it."""
    if not is_fighter(table, who):
        return f"{who} is not in a fight: effects are bought in one"
    if people.is_out(table, who):
        return f"{who} is out"
    if current(table) != who and not is_licensed(table, who, kind) and table.dial("effect_window") == "own_turn":
        return f"it is {current(table)}'s turn"
    if table.fact("turns", "striking"):
        return "an attack is being settled: effects are bought before it or after it"
    if problem := people.bidding(table, who):
        return problem
    owner = _owner(table, who, kind)
    is_shown = owner != who and table.dial("counter_public") == "on"
    price = table.fact("turns", "price") if is_shown else price_of_next(table, owner)
    return cannot_pay(table, who, kind, price, on_order=owner != who)


def _buyers(kind: str) -> Offers:
    """TOF-6.01: with whom a seat buys an effect: who can, first."""
    return Offers(SIDES.readiest(lambda table, who: not_open(table, who, kind)))


def takes(table: Desk, who: str, kind: str, *more: Change) -> Asks[Charged | None]:
    """TOF-6.01, TOF-6.27, TOF-6.29: somebody buys an effect in their own turn, or while an Order lets them.

    Where the counter is private, whoever buys on an Order learns only now whether they can pay: if not, they do not.
    """
    owner = _owner(table, who, kind)
    if owner != who and table.dial("counter_public") == "off":
        blocked = _blocked(table, owner, who, kind)
        can: bool = yield from tell("order taken", lambda: not blocked)
        if not can:
            yield from now(say("{who} does not", "TOF-6.27", who=who))
            return None
    return (yield from buys(table, owner, who, kind, *more, on_order=owner != who))


def buys(table: Desk, owner: str, who: str, kind: str, *more: Change, on_order: bool = False) -> Asks[Charged]:
    """TOF-6.03, TOF-6.04, TOF-6.05, TOF-6.13, TOF-7.16: pay for an effect; its price is the next one on the turn's counter.

    No check is needed. Wounded parts that it uses cost their charge after the price.
    """
    price = price_of_next(table, owner)
    cost: int = yield from tell("spent", lambda: cost_of(table, who, price, on_order=on_order))
    paid = _charged(table, who, kind, cost)
    line = say("{who} buys {kind:word} for {cost}", "TOF-6.04", who=who, kind=kind, cost=cost)
    yield from now(*paid.changes, *counted(table, owner, price), line, *more)
    return paid


def _charged(table: Desk, who: str, kind: str, cost: int) -> Charged:
    used = harm.parts_of(table, ATTRIBUTE_OF[kind], "move" if kind == "step" else "")
    return harm.charged(table, who, used, pool_of(kind), cost)


# ── Hulk Up and Step ───────────────────────────────────────────────────────────────────────────────────────────────────


def hulked(table: Desk, who: str) -> list[Change]:
    """TOF-6.06, TOF-6.07, TOF-6.24: +1 to melee attacks in the next round, never in this one; several add up."""
    return [Put(who, "hulk_next", table[who]["hulk_next"] + 1)]


def _may_hulk(table: Desk, who: str) -> str | None:
    return not_open(table, who, "hulk up")


@verb("{who} gathers strength for the next round", may=_may_hulk, group="Effects")
def hulk_up(table: Desk, who: Annotated[Mine, _buyers("hulk up")]) -> Story:
    """TOF-6.06: Strength: +1 to your melee attacks in the NEXT round, outside the cap. More than one pays less and less."""
    paid = yield from takes(table, who, "hulk up", *hulked(table, who))
    return (yield from _over(table, paid))


def _over(table: Desk, paid: Charged | None) -> Story:
    """TOF-7.16: an effect has taken place; whoever could not pay for a wounded part drops."""
    if paid is None:
        return ends("declined")
    yield from harm.exhausts(table, paid)
    return ends("paid")


def target_of(table: Desk, who: str, way: str) -> tuple[int, int] | None:
    """The square in that direction; None for whoever has not been placed."""
    here = place_of(table, who)
    return (here[0] + WAYS[way][0], here[1] + WAYS[way][1]) if here else None


def no_step(table: Desk, who: str, way: str) -> str | None:
    """TOF-6.09, TOF-6.18: why a Step cannot go there; None if it can."""
    if table.dial("positioning") == "none":
        return "there is no map here: step up to somebody instead"
    square = target_of(table, who, way)
    if square is None:
        return f"{who} has not been placed"
    return "somebody, or a wall, stands there" if is_barred(table, who, square) else None


def _may_step(table: Desk, who: str, way: str) -> str | None:
    return not_open(table, who, "step") or no_step(table, who, way)


def _ways(table: Desk, who: str) -> list[str]:
    """TOF-6.09: ways that are open first, and of them those towards the nearest enemy."""
    near = [at for one in SIDES.foes(table, who) if not one.caution and (at := place_of(table, one.value))]

    def place(way: str) -> tuple[bool, int]:
        square = target_of(table, who, way)
        far = max(abs(square[0] - near[0][0]), abs(square[1] - near[0][1])) if square and near else 0
        return no_step(table, who, way) is not None, far

    return sorted(WAYS, key=place)


@verb("{who} steps one square {way}", may=_may_step, group="Effects")
def step(table: Desk, who: Annotated[Mine, _buyers("step")], way: Annotated[Way, Offers(_ways)]) -> Story:
    """TOF-6.09: Agility: one square, besides the action: step up and strike in one turn."""
    paid = yield from takes(table, who, "step", Put(who, "at", target_of(table, who, way)))
    return (yield from _over(table, paid))


def _may_step_up(table: Desk, who: str, other: str) -> str | None:
    if table.dial("positioning") != "none":
        return "there is a map here: step in a direction"
    if people.team_of(table, who) == people.team_of(table, other):
        return "one steps up to an enemy"
    return not_open(table, who, "step")


@verb("{who} steps up to {other}", may=_may_step_up, group="Effects")
def step_up(table: Desk, who: Annotated[Mine, _buyers("step")], other: Foe) -> Story:
    """TOF-6.09, TOF-6.18: without a map: engage one opponent, or break off from one, besides the action."""
    paid = yield from takes(table, who, "step", *engages(table, who, other))
    return (yield from _over(table, paid))


# ── Know Thine Enemy ───────────────────────────────────────────────────────────────────────────────────────────────────


def trait_of(table: Desk, target: str, trait: str) -> str:
    """TOF-6.10, TOF-6.11, TOF-6.25, TOF-6.26: the permanent rating at this moment; 0 for a skill that somebody lacks.

    A masked trait answers that it is masked; or, where masks lie, with the number its owner chose.
    """
    values = Sheet(table, target)
    masks = {**(dict(values["masks"]) if has(values, table.dials(), "poker face") else {}), **dict(values["veiled"])}
    if trait in masks and table.dial("masks") == "on":
        return MASKED if table.dial("mask_mode") == "blank" else str(masks[trait])
    if trait.lower() in people.ATTRIBUTES:
        return str(values[trait.lower()])
    return str(people.rating(values, trait))


def learns(table: Desk, who: str, target: str, trait: str, second: str) -> Asks[None]:
    """TOF-6.10, TOF-6.25, TOF-5.05: one purchase, one value, one reader: a dated note in the buyer's own book.

    Of an open book two traits are read. The game master knows what was asked; the others, that something was.
    """
    gms, reader = people.gms(table), answers_for(table.facts, who)
    told: str = yield from tell("trait", lambda: _read(table, target, trait, second), Audience({reader, *gms}))
    lines: list[Change] = [Learn(reader, f"round {table.fact('turns', 'round')}: {told}")]
    if reader not in gms:
        lines.append(say("{who} learns {told}", "TOF-6.10", to=Audience(gms), who=who, told=told))
    yield from now(*lines, *_named_openly(table, who, target))


def _read(table: Desk, target: str, trait: str, second: str) -> str:
    traits = [trait, second] if has(Sheet(table, target), table.dials(), "open book") and second != trait else [trait]
    return "; ".join(f"{target}'s {one}: {trait_of(table, target, one)}" for one in traits)


def no_knowing(table: Desk, who: str, target: str, *traits: str) -> str | None:
    """TOF-6.10, TOF-6.25, TOF-2.09: any other combatant, and any skill or attribute; no pools, no health points."""
    if target == who:
        return "one knows oneself"
    if target not in order_of(table):
        return f"{target} is not in this fight"
    if "Magic" in traits and table.dial("magic") == "off":
        return "there is no Magic at this table"
    return None


def _may_know(table: Desk, who: str, target: str, trait: str, second: str) -> str | None:
    return not_open(table, who, "know thine enemy") or no_knowing(table, who, target, trait, second)


def _another(table: Desk, trait: str) -> str:
    """TOF-5.05: something else than what is asked for first."""
    return next(one for one in _askable(table) if one != trait)


@verb(
    "{who} sizes up somebody in the fight",
    more=("watching {target}", "to learn their {trait}", "also their {second}, if they are an open book"),
    may=_may_know,
    group="Effects",
)
def know_thine_enemy(
    table: Desk,
    who: Annotated[Mine, _buyers("know thine enemy")],
    target: Annotated[str, "token", Hidden, Offers(SIDES.foes)],
    trait: Annotated[str, From("traits"), Hidden],
    second: Annotated[str, From("traits"), Hidden, Usual(_another)] = "Strength",
) -> Story:
    """TOF-6.10: Brains: learn one skill or attribute of another combatant, for yourself alone.

    The second trait counts only if they are an open book.
    """
    paid = yield from takes(table, who, "know thine enemy")
    if paid is not None:
        yield from learns(table, who, target, trait, second)
    return (yield from _over(table, paid))


def _named_openly(table: Desk, who: str, target: str) -> list[Change]:
    """TOF-6.25: by a dial, everybody learns about whom one asks."""
    return (
        [say("{who} sizes up {target}", "TOF-6.25", who=who, target=target)]
        if table.dial("kte_secrecy") == "target_open"
        else []
    )


# ── Order ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def no_ordering(table: Desk, who: str, mate: str, kind: str) -> str | None:
    """TOF-6.12, TOF-6.27, TOF-6.28: one named teammate, of the same side, conscious, and not oneself."""
    if mate == who:
        return "one does not order oneself"
    if not is_fighter(table, mate) or people.is_out(table, mate):
        return f"{mate} cannot act"
    if people.team_of(table, mate) != people.team_of(table, who):
        return f"{mate} is not on {who}'s side"
    return "here, an Order may not order an Order" if kind == "order" and table.dial("order_nesting") == "off" else None


def _may_order(table: Desk, who: str, mate: str, effect: str) -> str | None:
    return not_open(table, who, "order") or no_ordering(table, who, mate, effect)


Mate = Annotated[Seen, Offers(SIDES.mates)]


@verb("{who} orders {mate} to {effect}", may=_may_order, group="Effects")
def order(table: Desk, who: Annotated[Mine, _buyers("order")], mate: Mate, effect: Kind) -> Story:
    """TOF-6.12, TOF-6.13: Social: a teammate may buy one effect at once, from their own pool, at the next price."""
    paid = yield from takes(table, who, "order")
    if paid is None:
        return ends("declined")
    taken = yield from ordered(table, _owner(table, who, "order"), mate, effect)
    yield from harm.exhausts(table, paid)
    return ends("paid" if taken else "declined")


def ordered(table: Desk, owner: str, mate: str, kind: str) -> Asks[bool]:
    """TOF-6.13, TOF-6.27, TOF-6.28: the hand-over: the teammate is asked, buys at the running price, or declines.

    Whether they can pay is theirs alone to know. If they decline, the Order stays paid and the counter where it was put.
    """
    if table.dial("order_grants") == "rest_of_turn":
        granted = (*(table.fact("turns", "licence") or ()), (mate, kind))
        yield from now(
            PutFact(("turns", "licence"), granted),
            say("{mate} may buy {kind:word} in this turn", "TOF-6.27", mate=mate, kind=kind),
        )
        return True
    taken = yield from {"hulk up": _hulk, "step": _step, "know thine enemy": _know, "order": _order}[kind](table, owner, mate)
    if not taken and is_fighting(table):
        yield from now(say("{mate} does not", "TOF-6.27", mate=mate))
    return taken


def _prompt(table: Desk, owner: str, mate: str, kind: str) -> str:
    cost = cost_of(table, mate, price_of_next(table, owner), on_order=True)
    return f"{mate}: on an Order you may buy {kind} for {count_of(cost, 'point')} of {ATTRIBUTE_OF[kind].capitalize()}"


def _blocked(table: Desk, owner: str, mate: str, kind: str) -> str:
    """TOF-6.05, TOF-6.16: why a teammate cannot buy just now; empty if they can."""
    return settling(table) or cannot_pay(table, mate, kind, price_of_next(table, owner), on_order=True) or ""


def _price(table: Desk, owner: str, mate: str, kind: str) -> tuple[Price, ...]:
    """TOF-6.04, TOF-6.13: what it costs a teammate to buy; nothing, where nothing can come of it any more."""
    if not _still(table, owner, mate):
        return ()
    cost = cost_of(table, mate, price_of_next(table, owner), on_order=True)
    return harm.costs(table, *_charged(table, mate, kind, cost).changes)


def _still(table: Desk, owner: str, mate: str) -> bool:
    """Whether the fight, and the turn, are still on when the teammate has answered."""
    return is_fighting(table) and current(table) == owner and not people.is_out(table, mate)


def _hulk(table: Desk, owner: str, mate: str) -> Asks[bool]:
    price = _price(table, owner, mate, "hulk up")
    offered = (Option("hulk up", "Hulk Up", _blocked(table, owner, mate, "hulk up"), price=price), Option(DECLINES, DECLINES))
    answer = yield from choose(mate, "effect", _prompt(table, owner, mate, "hulk up"), offered, DECLINES)
    if answer == DECLINES or not _still(table, owner, mate):
        return False
    paid = yield from buys(table, owner, mate, "hulk up", *hulked(table, mate), on_order=True)
    yield from harm.exhausts(table, paid)
    return True


def _step(table: Desk, owner: str, mate: str) -> Asks[bool]:
    why, price = _blocked(table, owner, mate, "step"), _price(table, owner, mate, "step")
    if table.dial("positioning") == "none":
        foes = [one for one in order_of(table) if people.team_of(table, one) != people.team_of(table, mate)]
        offered = [Option(foe, f"step up to {foe}, or break off", why, price=price) for foe in foes]
    else:
        offered = [Option(way, way, why or no_step(table, mate, way) or "", price=price) for way in WAYS]
    answer = yield from choose(
        mate, "effect", _prompt(table, owner, mate, "step"), (*offered, Option(DECLINES, DECLINES)), DECLINES
    )
    if answer == DECLINES or not _still(table, owner, mate):
        return False
    change = engages(table, mate, answer) if answer not in WAYS else [Put(mate, "at", target_of(table, mate, answer))]
    paid = yield from buys(table, owner, mate, "step", *change, on_order=True)
    yield from harm.exhausts(table, paid)
    return True


def _know(table: Desk, owner: str, mate: str) -> Asks[bool]:
    """TOF-6.25: on an Order the teammate who pays is the one who learns; what they ask stays theirs."""
    why, price = _blocked(table, owner, mate, "know thine enemy"), _price(table, owner, mate, "know thine enemy")
    about = tuple(Option(one, one, why, price=price) for one in order_of(table) if one != mate)
    traits = tuple(Option(one, one) for one in _askable(table))
    fields = (
        Choose(mate, "about", "About whom?", (*about, Option(DECLINES, DECLINES)), DECLINES),
        Choose(mate, "trait", "Which skill or attribute?", traits, "Strength"),
        Choose(mate, "second", "And, of an open book?", traits, "Agility"),
    )
    asked = Form(mate, "effect", _prompt(table, owner, mate, "know thine enemy"), fields, (DECLINES, "Strength", "Agility"))
    ((target, trait, second),) = yield from sealed(
        "effect", phrase("{mate} may size somebody up", mate=mate), asked, is_kept=True
    )
    is_taken: bool = yield from tell("order taken", lambda: target != DECLINES)
    if not is_taken or not _still(table, owner, mate):
        return False
    paid = yield from buys(table, owner, mate, "know thine enemy", on_order=True)
    yield from learns(table, mate, target, trait, second)
    yield from harm.exhausts(table, paid)
    return True


def _askable(table: Desk) -> list[str]:
    """TOF-6.10, TOF-2.09: what can be asked about somebody."""
    return [trait for trait in table.data["lists"]["traits"] if trait != "Magic" or table.dial("magic") == "on"]


def _order(table: Desk, owner: str, mate: str) -> Asks[bool]:
    """TOF-6.28: an Order is an effect too: the teammate pays Social at the running price and licenses a third."""
    why, price = _blocked(table, owner, mate, "order"), _price(table, owner, mate, "order")
    mates = [one for one in order_of(table) if not no_ordering(table, mate, one, "order")]
    whom = (*(Option(one, one, why, price=price) for one in mates), Option(DECLINES, DECLINES))
    kinds = tuple(Option(kind, kind) for kind in ATTRIBUTE_OF)
    fields = (
        Choose(mate, "whom", "Whom?", whom, DECLINES),
        Choose(mate, "kind", "To what?", kinds, "hulk up"),
    )
    target, kind = yield from form(mate, "effect", _prompt(table, owner, mate, "order"), *fields, default=(DECLINES, "hulk up"))
    if target == DECLINES or not _still(table, owner, mate):
        return False
    paid = yield from buys(table, owner, mate, "order", on_order=True)
    yield from ordered(table, owner, target, kind)
    yield from harm.exhausts(table, paid)
    return True
