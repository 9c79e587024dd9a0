"""Fights: how they begin, who acts when, and what begins and ends with a turn."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fatewright.systems import turns
from fatewright.systems.author import (
    Asks,
    Change,
    Desk,
    Ending,
    Number,
    Offers,
    Put,
    PutFact,
    Score,
    Someone,
    Story,
    Upto,
    ask,
    behind,
    ends,
    now,
    phrase,
    say,
    sealed,
    tell,
    verb,
)
from fatewright.systems.moment_of_truth.characters import sheets
from fatewright.systems.moment_of_truth.combat import harm
from fatewright.systems.moment_of_truth.combat.deeds import combat_pool, most_reserved, reserves
from fatewright.systems.moment_of_truth.combat.harm import Own
from fatewright.systems.moment_of_truth.combat.turns import (
    BEGINNING,
    acting_seat,
    before_the_first_round,
    initiative,
    leaders,
    people_of,
    turn_order,
)
from fatewright.systems.moment_of_truth.drama import moments, offers
from fatewright.systems.moment_of_truth.drama.moments import ring
from fatewright.systems.moment_of_truth.hazards import dangers
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.turns import is_fighting

ROUNDS_OF_TIES = 20

# ── beginning a fight ──────────────────────────────────────────────────────────────────────────────────────────────────


def _may_lay(table: Desk, seat: str, left_of: str) -> str | None:
    if seat == left_of or not {seat, left_of} <= set(ring(table)):
        return f"two different seats, of {', '.join(ring(table))}"
    return None


def _other_seats(table: Desk, seat: str) -> list[str]:
    return [one for one in ring(table) if one != seat]


@verb("{seat} sits at the left hand of {left_of}", roles=("gm",), may=_may_lay, group="Fight")
def lay_ring(table: Desk, seat: Annotated[Someone, Offers(ring)], left_of: Annotated[Someone, Offers(_other_seats)]) -> Ending:
    """MOT-7.12: who sits at whose left hand, clockwise: it decides who acts after whom in a fight."""
    others = [one for one in ring(table) if one != seat]
    place = others.index(left_of) + 1
    seats = (*others[:place], seat, *others[place:])
    return ends("laid", PutFact(("turns", "ring"), seats), say("clockwise: {seats}", "MOT-7.12", seats=[*seats]))


def _may_start(table: Desk, leader: str, how: str, ready: str, **_: Any) -> str | None:
    if is_fighting(table) or table.fact("turns", "beginning"):
        return "a fight is on already"
    if problem := harm.is_npc(table, leader):
        return problem
    names = _named(ready)
    unknown = [name for name in names if name not in ring(table)]
    if how == "standoff" and (unknown or not names):
        return f"who is ready? Seats, separated by commas, of {', '.join(ring(table))}"
    return None


def _named(ready: str) -> list[str]:
    names = (name.strip() for name in ready.split(","))
    return list(dict.fromkeys(name for name in names if name and name != "nobody"))


@verb(
    "a fight begins: {leader} leads the game master's people",
    more=("it begins as: {how}", "ready in a standoff: {ready}", "bad wounds bleed: {bleeding}"),
    roles=("gm",),
    may=_may_start,
    group="Fight",
)
def start_fight(
    table: Desk,
    leader: Own,
    how: Literal["a fight", "standoff"] = "a fight",
    ready: Annotated[str, Upto(200)] = "nobody",
    bleeding: Literal["no", "yes"] = "no",
) -> Story:
    """Roll initiative: the leader's Reaction Time is for all your people. In a standoff name the seats that are ready."""
    return (yield from _started(table, leader, _named(ready) if how == "standoff" else [], bleeding))


def _started(table: Desk, leader: str, ready: list[str], bleeding: str) -> Story:
    """MOT-7.07, MOT-7.08, MOT-7.09, MOT-7.10, MOT-7.12, MOT-7.14, MOT-7.16, MOT-7.22, MOT-7.49, MOT-7.65, MOT-R.78.

    Once per fight. Then everybody reserves dice, players all at once. In a standoff whoever is ready acts once before all this
    begins, with dice in reserve already.
    """
    death = (
        phrase("only the player declares a character dead")
        if table.dial("death_rule") == "heroic"
        else phrase("damage alone kills")
    )
    line = say(
        "A fight begins. Death here is {death_rule:word}: {death}.",
        "MOT-7.49",
        death_rule=table.dial("death_rule"),
        death=death,
    )
    yield from now(PutFact(("turns", "beginning"), True), line)
    totals = yield from _totals(table, leader)
    first, total = yield from _first(table, totals, leader)
    order = turn_order([seat for seat in ring(table) if seat in totals or people_of(table, seat)], first, total)
    way = "left" if total % 2 == 0 else "right"
    line = say(
        "{first} begins with {total}; round to the {way:word}: {order}",
        "MOT-7.11",
        "MOT-7.12",
        first=first,
        total=total,
        way=way,
        order=[*order],
    )
    before = before_the_first_round(totals, [seat for seat in ready if seat in totals])
    yield from now(
        PutFact(("turns", "round"), 0 if before else 1),
        PutFact(("turns", "order"), tuple(before or order)),
        PutFact(("turns", "then"), tuple(order) if before else None),
        PutFact(("turns", "at"), 0),
        PutFact(("turns", "bleeding"), bleeding == "yes"),
        PutFact(("turns", "settled"), True),
        *(change for seat in order for who in people_of(table, seat) for change in _fresh(who)),
        line,
    )
    yield from _reserved_at_first(table)
    if not is_fighting(table):  # it was ended while somebody was asked
        return ends("begun")
    if before:
        yield from now(say("Standoff: {before} {before:acts first, once|act first, once each}", "MOT-7.09", before=[*before]))
    for who in () if before else people_of(table, first):
        yield from _begun(table, who)
    return ends("begun", PutFact(("turns", "beginning"), None))


def _fresh(who: str) -> list[Change]:
    spent = {"moves": 0, "acted": "no", "walked": 0, "reserved": 0, "parries": None, "ran": None}
    return [Put(who, field, value) for field, value in spent.items()]


def _totals(table: Desk, leader: str) -> Asks[dict[str, int]]:
    """MOT-7.10, MOT-7.14, MOT-R.23: every player and the game master throw Reaction Time, and Moments, if they like."""
    heroes = {seat: who for seat in table.seats("player") if (who := _fighter(table, seat))}
    totals = yield from _thrown(table, heroes, "Who spends Moments on initiative?")
    hidden = yield from behind(lambda: initiative(reaction_time(table, leader)))
    totals[moments.gm_of(table)] = yield from tell("initiative", lambda: int(hidden))
    return totals


def _thrown(table: Desk, heroes: dict[str, str], prompt: str) -> Asks[dict[str, int]]:
    """MOT-5.36, MOT-7.10, MOT-R.23: what these players throw for initiative, with the Moments they lay down for it."""
    rich = {seat: most for seat, who in heroes.items() if (most := offers.spendable(table, who))}
    bought = dict.fromkeys(heroes, 0)
    if rich:
        asked = [
            Number(
                heroes[seat],
                "initiative",
                "Moments for initiative?",
                0,
                most,
                "those you hold",
                0,
                each=moments.cost_of(table, seat),
            )
            for seat, most in rich.items()
        ]
        bought.update(zip(rich, (yield from sealed("initiative", prompt, *asked)), strict=True))
    totals = {}
    for seat, who in heroes.items():
        if bought[seat]:
            yield from now(*moments.pay(table, seat, bought[seat], "initiative", "MOT-R.23"))
        totals[seat] = yield from ask(initiative(reaction_time(table, who), bought[seat]), by=who)
    return totals


def _fighter(table: Desk, seat: str) -> str:
    """The character with whom a player fights: the first who can stand."""
    return next((who for who in people_of(table, seat) if not harm.is_out(table, who)), "")


def reaction_time(table: Desk, who: str) -> Score:
    """MOT-2.17, MOT-7.10, MOT-R.01: whose nerves are fastest; wounds do not matter."""
    values = {name: table[who][name] for name in sheets.STATISTICS}
    return sheets.made_of("reaction time", values, table.data["lists"], table.dials()).at_least(1)


def _first(table: Desk, totals: dict[str, int], leader: str) -> Asks[tuple[str, int]]:
    """MOT-7.13, MOT-R.77: ties are thrown again among those who are level; the direction stays that of the first throw."""
    gm, best = moments.gm_of(table), max(totals.values())
    level = leaders(totals, gm)
    for _ in range(ROUNDS_OF_TIES):
        if len(level) == 1:
            break
        heroes = {seat: who for seat in level if (who := _fighter(table, seat))}  # who fell meanwhile throws no more
        level = leaders((yield from _thrown(table, heroes, "Level: who spends Moments?")), gm) if heroes else level[:1]
    return level[0], best


def _reserved_at_first(table: Desk) -> Asks[None]:
    """MOT-7.22: when initiative is settled, every player says how many dice they hold back; all at once."""
    heroes = [who for seat in table.seats("player") for who in people_of(table, seat) if not harm.is_out(table, who)]
    asked = [
        Number(who, "reserve", "How many dice for defence? Every two make you harder to hit.", 0, most, "your combat pool", 0)
        for who in heroes
        if (most := most_reserved(table, who)) > 0
    ]
    if asked:
        answers = yield from sealed("reserve", "Dice for defence", *asked)
        for one, dice in zip(asked, answers, strict=True):
            yield from now(*reserves(table, one.who, dice))


@verb("{seat} ends the fight", roles=("gm",), may=lambda table: None if is_fighting(table) else turns.NO_FIGHT, group="Fight")
def end_fight(table: Desk) -> Ending:
    """The fight is over."""
    return ends("over", *_over(table), say("The fight is over"))


def _over(table: Desk) -> list[Change]:
    """MOT-7.23, MOT-7.28, MOT-9.16: what lasts from turn to turn ends with the fight."""
    facts = ("round", "order", "then", "at", "bleeding", "beginning", "settled")
    people = [token.name for token in table.tokens() if token.kind != "encounter"]
    rested = [change for who in people for change in (*_fresh(who), Put(who, "charged", None), Put(who, "bleeds from", 0))]
    calm = [harm.changed(table, who, without=("reckless", "exposed")) for who in people]
    return [*(PutFact(("turns", one), None) for one in facts), *rested, *calm]


# ── from turn to turn ──────────────────────────────────────────────────────────────────────────────────────────────────


def _may_end(table: Desk) -> str | None:
    return turns.not_over(table, acting_seat(table)) or (BEGINNING if table.fact("turns", "beginning") else None)


@verb("{seat} ends the turn", may=_may_end, group="Fight")
def end_turn(table: Desk) -> Story:
    """MOT-7.01, MOT-7.16: the turn is over, and the next begins; the game master may end anybody's."""
    yield from now(PutFact(("turns", "beginning"), True))
    for _ in range(2 * len(ring(table))):  # whoever cannot act is passed over
        yield from _ended(table)
        yield from _next(table)
        if not is_fighting(table):
            return ends("passed")
        seat = acting_seat(table)
        for who in people_of(table, seat) if table.fact("turns", "round") else ():  # what comes before is no turn
            yield from _begun(table, who)
            if not is_fighting(table):  # the fight was ended while somebody was asked something
                return ends("passed")
        if any(not harm.is_out(table, who) for who in people_of(table, seat)):
            break
    return ends("passed", PutFact(("turns", "beginning"), None), say("{seat}'s turn", seat=acting_seat(table)))


def _ended(table: Desk) -> Asks[None]:
    """MOT-9.16, MOT-R.82: what lasts to the end of a turn: who has charged stays exposed until the end of the next one."""
    for who in people_of(table, acting_seat(table)):
        if harm.has(table, who, "exposed"):
            turns = table[who].get("charged", 1) - 1
            done = [] if turns else [harm.changed(table, who, without=("exposed",))]
            yield from now(Put(who, "charged", turns or None), *done)


def _next(table: Desk) -> Asks[None]:
    """MOT-7.01, MOT-7.02, MOT-7.09, MOT-7.16: round the table; after the last one a new round, in the same order.

    A round has no length: no clock runs.
    """
    at, order, round_ = table.fact("turns", "at") + 1, table.fact("turns", "order"), table.fact("turns", "round")
    if at < len(order):
        yield from now(PutFact(("turns", "at"), at), PutFact(("turns", "settled"), None))
        return
    yield from harm.bleeding(table, round_)
    if not is_fighting(table):  # it was ended while somebody was asked
        return
    then = table.fact("turns", "then") or order
    line = say("Round {round}", "MOT-7.01", round=round_ + 1)
    facts = {"order": then, "then": None, "round": round_ + 1, "at": 0, "settled": None}
    yield from now(*(PutFact(("turns", name), value) for name, value in facts.items()), line)


def _begun(table: Desk, who: str) -> Asks[None]:
    """MOT-7.03, MOT-7.23, MOT-7.28, MOT-7.37, MOT-7.80, MOT-8.08, MOT-8.18, MOT-R.41, MOT-R.80, MOT-R.81: a turn begins.

    Fresh moves, an end to recklessness; who cannot breathe is hurt, who burns burns, who is in the void suffers it.
    """
    line = table[who].get("ran", None)
    kept = (line[0], line[1], 0, line[2]) if line else None
    parries = table[who].get("parries", None) if table.fact("turns", "round") < 2 else None
    fresh = {"moves": 0, "acted": "no", "walked": 0, "parries": parries, "ran": kept}
    yield from now(*(Put(who, field, value) for field, value in fresh.items()))
    if harm.has(table, who, "reckless"):
        yield from now(harm.changed(table, who, without=("reckless",)))
    if harm.has(table, who, "dead"):
        return
    yield from dangers.suffers(table, who)
    pool = max(0, int(combat_pool(table, who, table[who]["weapon"]))) + (pools.TALENT_DICE if parries else 0)
    yield from now(Put(who, "reserved", min(table[who]["reserved"], pool)))
