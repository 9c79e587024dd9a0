"""Turns: how a fight begins and ends, rounds, whose turn it is, and what somebody may still do in theirs."""

from __future__ import annotations

from typing import Annotated, Literal

from fatewright.systems import turns
from fatewright.systems.author import (
    Asks,
    Change,
    Desk,
    Ending,
    Mine,
    Offers,
    Put,
    PutFact,
    Seen,
    Story,
    ends,
    is_hidden,
    now,
    say,
    tell,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people, perks
from fatewright.systems.triumph_and_disaster.combat import initiative, statuses, surprise, upkeep
from fatewright.systems.triumph_and_disaster.combat.sides import SIDES, is_out, side_of, standing
from fatewright.systems.triumph_and_disaster.exploration import scenes
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, tested
from fatewright.systems.turns import current, is_fighter, is_fighting, order_of

EXTRA = "extra action"
MOVE, ACTION = "a further move", "a further action"
PRICES = {MOVE: 1, ACTION: 2}
WILL_TO_GO_ON = 10


# ── what somebody may do ───────────────────────────────────────────────────────────────────────────────────────────────


def not_now(table: Desk, who: str) -> str | None:
    """TAD-CMB.04, TAD-STA.10, TAD-STA.11: why somebody can do nothing just now; None if they can."""
    return f"{who} is out of it" if is_out(table, who) else turns.not_in_turn(table, who)


def no_deed(table: Desk, who: str) -> str | None:
    """TAD-CMB.04, TAD-STA.10, TAD-STA.11: why somebody can do nothing at all now, not even what takes no action."""
    if problem := not_now(table, who):
        return problem
    return f"{who} can do nothing ({', '.join(table[who]['statuses'])})" if statuses.has(table, who, "idle") else None


def no_action(table: Desk, who: str) -> str | None:
    """TAD-CMB.04, TAD-VIT.06, TAD-STA.10, TAD-STA.11: why somebody has no action now: one in a turn, and one for stamina."""
    if problem := no_deed(table, who):
        return problem
    return f"{who} has used the action of this turn" if has_acted(table, who) else None


def has_acted(table: Desk, who: str) -> bool:
    """TAD-CMB.04, TAD-VIT.06: whether somebody has used the action of this turn, and the one for stamina."""
    return bool(is_fighting(table) and table[who]["acted"] >= 1 + (EXTRA in table[who]["turn"]))


Actor = Annotated[Mine, Offers(SIDES.readiest(no_action))]  # who still has something to do, first


def acts(table: Desk, who: str) -> list[Change]:
    """TAD-CMB.04: an action is used, in a fight."""
    return [Put(who, "acted", table[who]["acted"] + 1)] if is_fighter(table, who) else []


def marks(table: Desk, who: str, *more: str) -> list[Change]:
    """TAD-CMB.05: what stands beside somebody's name for this turn."""
    after = tuple(dict.fromkeys((*table[who]["turn"], *more)))
    return [Put(who, "turn", after)] if after != table[who]["turn"] else []


def unmarks(table: Desk, who: str, *gone: str) -> list[Change]:
    """TAD-CMB.05: what no longer stands there."""
    after = tuple(one for one in table[who]["turn"] if one not in gone)
    return [Put(who, "turn", after)] if after != table[who]["turn"] else []


def can_react(table: Desk, who: str) -> bool:
    """TAD-CMB.04, TAD-STA.11: reactions are free and unlimited, unless a dial counts them; the helpless have none."""
    if statuses.has(table, who, "helpless"):
        return False
    most = table.dial("reactions_per_round")
    return most == "unlimited" or not is_fighter(table, who) or int(table[who]["reacted"]) < int(most)


def reacts(table: Desk, who: str) -> list[Change]:
    """TAD-CMB.04: a reaction is used, in a fight."""
    return [Put(who, "reacted", table[who]["reacted"] + 1)] if is_fighter(table, who) else []


# ── beginning ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def fighters(table: Desk, who: str) -> list[str]:
    """TAD-CMB.02: who would be in a fight: everybody who can, or those of them who stand on the map."""
    return SIDES.able(table, who)


def _may_start(table: Desk, who: str, ambush: str) -> str | None:
    del ambush
    if table.dial("combat") == "single_contest":
        return "this table settles a fight by one contest: a skirmish"
    return turns.no_beginning(table, (side_of(table, name) for name in fighters(table, who)))


@verb("a fight begins among {who}", more=("lying in wait: {ambush}",), roles=("gm",), may=_may_start, group="Fight")
def start_fight(
    table: Desk,
    who: Literal["everybody", "those on the map"] = "everybody",
    ambush: Literal["nobody", "the players", "the others"] = "nobody",
) -> Story:
    """TAD-CMB.01, TAD-CMB.02, TAD-CMB.03, TAD-AGI.05: a fight begins: surprise, initiative, and then rounds.

    Place everybody on the map first, if there is one. Say who lies in wait, if anybody does.
    """
    there = fighters(table, who)
    yield from now(*(change for one in there for change in _ready(table, one)), say("A fight begins", "TAD-CMB.02"))
    if ambush != "nobody":
        yield from surprise.sprung(table, there, by_players=ambush == "the players")
    slots = yield from initiative.slots(table, there)
    yield from now(PutFact(("turns", "round"), 1), PutFact(("turns", "slots"), slots), *_at(slots, 0))
    yield from now(say("Round 1: {slots}", "TAD-CMB.03", slots=[*slots]))
    yield from _from(table, 0)
    return ends("done")


def _ready(table: Desk, who: str) -> list[Change]:
    return [*_fresh(table, who), Put(who, "reacted", 0), *unmarks(table, who, "treated", "unloaded", *_each_round(table))]


def _fresh(table: Desk, who: str) -> list[Change]:
    """TAD-CMB.04: a move and an action; guarding is over."""
    listed = table.data["lists"]["turn_marks"]
    kept = tuple(mark for mark in table[who]["turn"] if listed[mark].get("keeps", False))
    return [Put(who, "acted", 0), Put(who, "moved", 0), Put(who, "strides", 0), Put(who, "turn", kept)]


def _each_round(table: Desk) -> list[str]:
    return [mark for mark, row in table.data["lists"]["turn_marks"].items() if row.get("each") == "round"]


def _at(slots: tuple[str, ...], slot: int) -> list[Change]:
    """TAD-CMB.03, TAD-FOE.02: the order of turns as it stands at one of them; who has two is shown where the next one is."""
    places = {who: max(at for at, name in enumerate(slots) if name == who) for who in slots}
    places |= {who: slot + slots[slot:].index(who) for who in slots if who in slots[slot:]}
    order = tuple(sorted(places, key=lambda who: places[who]))
    return [
        PutFact(("turns", "slot"), slot),
        PutFact(("turns", "order"), order),
        PutFact(("turns", "at"), order.index(slots[slot])),
    ]


# ── going on ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_end_turn(table: Desk) -> str | None:
    who = current(table)
    if problem := turns.not_over(table, turns.seat_of(table, who) if who else ""):
        return problem
    return unanswered(table, who) if who else None


def unanswered(table: Desk, who: str) -> str | None:
    """TAD-CMB.04, TAD-CMB.06: what somebody has begun and a person has yet to answer, before their turn can end.

    Whoever is asked reads the question; anybody else what it is called, which they have heard.
    """
    for one in table.waiting:
        begun_by = one.args.get("who", "")
        if not is_hidden(begun_by) and begun_by == who:
            asked = f"your answer: {one.prompt}" if one.prompt else f"an answer of {one.seat}'s: {one.name}"
            return f"{who}'s {one.verb.replace('-', ' ')} waits for {asked}"
    return None


@verb("{seat} ends the turn", may=_may_end_turn, group="Fight")
def end_turn(table: Desk) -> Story:
    """TAD-CMB.03, TAD-CMB.04: the turn is over: what can be resisted is, and the next one begins."""
    who = current(table)
    if who:
        yield from upkeep.finishes(table, who)
    yield from _from(table, _slot(table) + 1)
    return ends("done")


def _slots(table: Desk) -> tuple[str, ...]:
    """TAD-CMB.03, TAD-FOE.02: the turns of a round; somebody may have two."""
    return tuple(table.fact("turns", "slots") or table.fact("turns", "order"))


def _slot(table: Desk) -> int:
    """TAD-CMB.03: the turn that is being taken."""
    slot = table.fact("turns", "slot")
    return int(table.fact("turns", "at") if slot is None else slot)


def _from(table: Desk, slot: int) -> Asks[None]:
    """TAD-CMB.03: on to the first, from a place in the order on, who can take a turn; with the last, a new round begins."""
    while not (yield from end_if_over(table)):
        slots = _slots(table)
        if slot >= len(slots):
            yield from _next_round(table, tuple(who for who in slots if who in table))
            slot = 0
            continue
        who = slots[slot]
        if who not in table:
            slot += 1
            continue
        yield from now(*_at(slots, slot), *_fresh(table, who))
        if (yield from upkeep.starts(table, who)):
            return
        slot += 1


def _next_round(table: Desk, slots: tuple[str, ...]) -> Asks[None]:
    """TAD-CMB.03, TAD-CMB.04: rounds repeat; late arrivals have a turn from now on, and reactions are there again."""
    number = table.fact("turns", "round") + 1
    late = tuple(who for who in turns.late(table) if who in table and who not in slots)
    slots = (yield from initiative.joined(table, slots, late)) if late else slots
    there = tuple(dict.fromkeys(slots))
    yield from now(
        PutFact(("turns", "round"), number),
        PutFact(("turns", "slots"), slots),
        PutFact(("turns", "late"), None),
        *(Put(who, "reacted", 0) for who in there),
        *(
            change
            for who in there
            for change in (*unmarks(table, who, *_each_round(table)), *perks.refreshed(table, who, "round"))
        ),
        say("Round {number}", "TAD-CMB.03", number=number),
    )


# ── joining and ending ─────────────────────────────────────────────────────────────────────────────────────────────────


def _may_join(table: Desk, who: str) -> str | None:
    return turns.no_joining(table, who) or (f"{who} is out of it" if is_out(table, who) else None)


def _could_join(table: Desk, who: str) -> bool:
    return _may_join(table, who) is None


@verb("{who} joins the fight", roles=("gm",), may=_may_join, group="Fight")
def join_fight(table: Desk, who: Annotated[Seen, Offers(SIDES.first(_could_join))]) -> Ending:
    """TAD-CMB.03: somebody arrives late, and has a turn from the next round on."""
    return ends("done", *_ready(table, who), turns.joins(table, who), say("{who} joins the fight", "TAD-CMB.03", who=who))


def end_if_over(table: Desk) -> Asks[bool]:
    """TAD-CMB.21: a fight is over when only one side is neither down nor gone nor has yielded."""
    if not is_fighting(table):
        return True
    left = SIDES.left(table)
    if len(left) > 1 or turns.late(table):
        return False
    winner = ", ".join(who for side in left for who in standing(table, side)) or "nobody"
    yield from now(*closed(table), say("The fight is over; left standing: {winner}", "TAD-CMB.21", winner=winner))
    return True


def closed(table: Desk) -> list[Change]:
    """TAD-CMB.21: turns are no longer taken; what lasted for the fight's scene ends."""
    fresh = [
        change
        for who in order_of(table)
        for change in (*_fresh(table, who), Put(who, "reacted", 0), *statuses.loses(table, who, *_over(table, who)))
    ]
    return [*turns.ended(table), *fresh, *scenes.scene_over(table)]


def _over(table: Desk, who: str) -> tuple[str, ...]:
    """TAD-CMB.21: surprise is over; a player's character who fled is elsewhere, and free to act."""
    return ("Surprised", "Fled") if people.is_player_character(table, who) else ("Surprised",)


def _may_end_fight(table: Desk) -> str | None:
    return None if is_fighting(table) else turns.NO_FIGHT


@verb("{seat} ends the fight", roles=("gm",), may=_may_end_fight, group="Fight")
def end_fight(table: Desk) -> Ending:
    """TAD-CMB.21: close the fight, whoever stands."""
    return ends("done", *closed(table), say("The fight is over", "TAD-CMB.21"))


# ── stamina ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def no_stamina(table: Desk, who: str, price: int) -> str | None:
    """TAD-VIT.06, TAD-STA.15: why somebody cannot spend stamina; None if they can."""
    if table.dial("stamina") == "off":
        return "this table plays without stamina"
    if statuses.has(table, who, "tired"):
        return f"{who} is exhausted, and has no stamina to spend"
    return f"{who} has {table[who]['stamina']} stamina, and that costs {price}" if table[who]["stamina"] < price else None


def spends_stamina(table: Desk, who: str, price: int) -> Asks[None]:
    """TAD-VIT.06: stamina is spent; whoever has none left rolls Resist Exhaustion against 10, or is Exhausted."""
    left = int(table[who]["stamina"]) - price
    yield from now(Put(who, "stamina", left))
    if not (yield from tell("stamina", lambda: left <= 0)):
        return
    if not (yield from tested(table, Party(who, "Resist Exhaustion"), WILL_TO_GO_ON)).is_won:
        yield from now(*statuses.gains(table, who, "Exhausted"), say("{who} is exhausted", "TAD-VIT.06", "TAD-STA.15", who=who))


def _may_exert(table: Desk, who: str, what: str) -> str | None:
    if not is_fighting(table):
        return "outside a fight there is time enough"
    if problem := not_now(table, who):
        return problem
    if what == ACTION and EXTRA in table[who]["turn"]:
        return f"{who} has had a further action in this turn"
    if statuses.has(table, who, "idle"):
        return f"{who} can do nothing"
    return no_stamina(table, who, PRICES[what])


@verb("{who} spends stamina on {what}", may=_may_exert, group="Fight")
def exert(table: Desk, who: Actor, what: Literal["a further move", "a further action"] = "a further move") -> Story:
    """TAD-VIT.06: spend 1 stamina to move your speed once more, or 2 for another action, once in a turn."""
    bought = marks(table, who, EXTRA) if what == ACTION else [Put(who, "strides", table[who]["strides"] + 1)]
    yield from now(
        *bought, say("{who} spends {price} stamina on {what:text}", "TAD-VIT.06", who=who, price=PRICES[what], what=what)
    )
    yield from spends_stamina(table, who, PRICES[what])
    return ends("done")
