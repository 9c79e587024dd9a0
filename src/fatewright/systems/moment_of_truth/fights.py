"""Fights: who acts when, what a turn is spent on, and what begins and ends with it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    Asks,
    Between,
    Change,
    Desk,
    From,
    Mine,
    Number,
    Put,
    PutFact,
    Say,
    Score,
    Someone,
    Story,
    Upto,
    ask,
    behind,
    ends,
    now,
    sealed,
    tell,
    verb,
)
from fatewright.systems.moment_of_truth import dangers, harm, moments, pools, sheets
from fatewright.systems.moment_of_truth.pools import Task
from fatewright.systems.moment_of_truth.rolls import Wound
from fatewright.systems.moment_of_truth.turns import (
    acting_seat,
    acts,
    before_the_first_round,
    cannot,
    fighting,
    holders,
    initiative,
    leaders,
    moves,
    people_of,
    turn_order,
)

MOST_TOTAL = 400  # of an initiative; enough for anybody
ROUNDS_OF_TIES = 20

# ── beginning a fight ──────────────────────────────────────────────────────────────────────────────────────────────────


def ring(table: Desk) -> list[str]:
    """MOT-7.12: the seats clockwise, the game master's among them; as laid out, or as they came."""
    laid = table.fact("turns", "ring") or ()
    seats = [*table.seats("gm"), *table.seats("player")]
    return [*(seat for seat in laid if seat in seats), *(seat for seat in seats if seat not in laid)]


def _may_lay(table: Desk, seat: str, left_of: str) -> str | None:
    if seat == left_of or not {seat, left_of} <= set(ring(table)):
        return f"two different seats, of {', '.join(ring(table))}"
    return None


@verb(roles=("gm",), may=_may_lay, group="Fight")
def lay_ring(table: Desk, seat: Someone, left_of: Someone) -> Story:
    """MOT-7.12: who sits at whose left hand, clockwise: it decides who acts after whom in a fight."""
    others = [one for one in ring(table) if one != seat]
    place = others.index(left_of) + 1
    seats = (*others[:place], seat, *others[place:])
    return ends("laid", PutFact(("turns", "ring"), seats), Say(f"clockwise: {', '.join(seats)}", ("MOT-7.12",)))
    yield


def _may_start(table: Desk, leader: str, how: str, ready: str, **_: Any) -> str | None:
    if fighting(table):
        return "a fight is on already"
    if problem := harm.is_npc(table, leader):
        return problem
    names = _named(ready)
    unknown = [name for name in names if name not in ring(table)]
    if how == "standoff" and (unknown or not names):
        return f"who is ready? Seats, separated by commas, of {', '.join(ring(table))}"
    return None


def _named(ready: str) -> list[str]:
    return [name.strip() for name in ready.split(",") if name.strip() and name.strip() != "nobody"]


@verb(roles=("gm",), may=_may_start, group="Fight")
def start_fight(
    table: Desk,
    leader: Mine,
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
    death = "only the player declares a character dead" if table.dial("death_rule") == "heroic" else "damage alone kills"
    yield from now(Say(f"A fight begins. Death here is {table.dial('death_rule')}: {death}.", ("MOT-7.49",)))
    totals = yield from _totals(table, leader)
    first, total = yield from _first(table, totals, leader)
    order = turn_order([seat for seat in ring(table) if seat in totals], first, total)
    way = "left" if total % 2 == 0 else "right"
    line = Say(f"{first} begins with {total}; round to the {way}: {', '.join(order)}", ("MOT-7.11", "MOT-7.12"))
    before = before_the_first_round(totals, [seat for seat in ready if seat in totals])
    yield from now(
        PutFact(("turns", "round"), 0 if before else 1),
        PutFact(("turns", "order"), tuple(before or order)),
        PutFact(("turns", "then"), tuple(order) if before else None),
        PutFact(("turns", "at"), 0),
        PutFact(("turns", "bleeding"), bleeding == "yes"),
        *(change for seat in order for who in people_of(table, seat) for change in _fresh(who)),
        line,
    )
    yield from _reserved_at_first(table)
    if before:
        yield from now(*(Put(who, "moves", 1) for seat in before for who in people_of(table, seat)))
        yield from now(Say(f"Standoff: {', '.join(before)} act first, once each", ("MOT-7.09",)))
    return ends("begun")


def _fresh(who: str) -> list[Change]:
    return [Put(who, "moves", 0), Put(who, "acted", "no"), Put(who, "reserved", 0), Put(who, "ran", None)]


def _totals(table: Desk, leader: str) -> Asks[dict[str, int]]:
    """MOT-7.10, MOT-7.14, MOT-R.23: every player and the game master throw Reaction Time, and Moments, if they like."""
    heroes = {seat: _fighter(table, seat) for seat in table.seats("player")}
    rich = [seat for seat, who in heroes.items() if who and moments.in_play(table) and moments.held(table, seat)]
    bought = dict.fromkeys(heroes, 0)
    if rich:
        asked = [
            Number(heroes[seat], "initiative", "Moments for initiative?", 0, moments.held(table, seat), "those you hold", 0)
            for seat in rich
        ]
        answers = yield from sealed("initiative", "Who spends Moments on initiative?", *asked)
        bought.update(zip(rich, answers, strict=True))
    totals = {}
    for seat, who in heroes.items():
        if not who:
            continue
        if bought[seat]:
            yield from now(*moments.pay(table, seat, bought[seat], "initiative", "MOT-R.23"))
        totals[seat] = yield from ask(initiative(reaction_time(table, who), bought[seat]), by=who)
    gm = moments.gm_of(table)
    hidden = yield from behind(lambda: initiative(reaction_time(table, leader)))
    totals[gm] = yield from tell("initiative", lambda: int(hidden))
    return totals


def _fighter(table: Desk, seat: str) -> str:
    """The character with whom a player fights: the first who can stand."""
    return next((who for who in people_of(table, seat) if not harm.has(table, who, *harm.OUT)), "")


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
        again = {}
        for seat in level:
            again[seat] = yield from ask(initiative(reaction_time(table, _fighter(table, seat))), by=_fighter(table, seat))
        level = leaders(again, gm)
    return level[0], best


def _reserved_at_first(table: Desk) -> Asks[None]:
    """MOT-7.22: when initiative is settled, every player says how many dice they hold back; all at once."""
    heroes = [who for seat in table.seats("player") for who in people_of(table, seat) if not harm.has(table, who, *harm.OUT)]
    asked = [
        Number(who, "reserve", "How many dice for defence? Every two make you harder to hit.", 0, most, "your combat pool", 0)
        for who in heroes
        if (most := max(0, int(combat_pool(table, who, table[who]["weapon"])))) > 0
    ]
    if asked:
        answers = yield from sealed("reserve", "Dice for defence", *asked)
        for one, dice in zip(asked, answers, strict=True):
            yield from now(*_reserves(one.who, dice))


def _reserves(who: str, dice: int) -> list[Change]:
    odd = ": the odd one does nothing" if dice % 2 else ""
    return [Put(who, "reserved", dice), Say(f"{who} holds back {dice} dice{odd}", ("MOT-7.24",))]


@verb(roles=("gm",), may=lambda table: None if fighting(table) else "there is no fight", group="Fight")
def end_fight(table: Desk) -> Story:
    """The fight is over."""
    return ends("over", *_over(table), Say("The fight is over"))
    yield


def _over(table: Desk) -> list[Change]:
    facts = ("round", "order", "then", "at", "bleeding")
    people = [token.name for token in table.tokens() if token.kind != "encounter"]
    rested = [change for who in people for change in _fresh(who)]
    calm = [harm.changed(table, who, without=("reckless", "exposed")) for who in people]
    return [*(PutFact(("turns", one), None) for one in facts), *rested, *calm]


# ── pools in a fight ───────────────────────────────────────────────────────────────────────────────────────────────────


def weapon_row(table: Desk, weapon: str) -> Any:
    """A weapon's figures."""
    lists = table.data["lists"]
    return lists["melee_weapons"].get(weapon) or lists["ranged_weapons"][weapon]


def is_melee(table: Desk, weapon: str) -> bool:
    """Whether a weapon strikes in the hand."""
    return weapon in table.data["lists"]["melee_weapons"]


def weapon_task(table: Desk, weapon: str) -> Task:
    """MOT-7.17, MOT-R.28, MOT-R.29, MOT-R.84: what a weapon is used with: an attack score, and its skill."""
    return Task("melee attack" if is_melee(table, weapon) else "ranged attack", weapon_row(table, weapon)["skill"])


def combat_pool(table: Desk, who: str, weapon: str) -> Score:
    """MOT-7.17, MOT-7.18, MOT-R.44, MOT-R.80: attack score and skill, less what lasts: wounds, and drink."""
    return pools.pool(table, who, weapon_task(table, weapon))


# ── what a turn is spent on ────────────────────────────────────────────────────────────────────────────────────────────


def _may_reserve(table: Desk, who: str, dice: int) -> str | None:
    """MOT-7.22, MOT-7.23, MOT-R.79, MOT-R.80: at the start of an own turn, from the second round on."""
    if not fighting(table):
        return "dice are held back in a fight"
    if problem := cannot(table, who, "turn"):
        return problem
    if table[who].get("moves", 0) or table[who].get("acted", "no") == "yes":
        return f"{who} has begun to act; dice are held back at the start of a turn"
    if table.fact("turns", "round") < 2 and table.dial("defense_first_change") == "round_two":
        return "what was held back stays so until the second round"
    if dice > (pool := combat_pool(table, who, table[who]["weapon"])):
        return f"{who}'s combat pool is {pool}"
    return None


@verb(roles=("player",), may=_may_reserve, group="Fight")
def reserve(table: Desk, who: Mine, dice: Annotated[int, Between(0, 30)]) -> Story:
    """MOT-7.23, MOT-7.24: hold dice back for defence; every two make you harder to hit, until your next turn."""
    return ends("reserved", *_reserves(who, dice))
    yield


def _may_reserve_in_secret(table: Desk, who: str, dice: int) -> str | None:
    """MOT-7.22: the game master's people, when initiative is settled, or as everybody else."""
    if not fighting(table):
        return "dice are held back in a fight"
    if problem := harm.is_npc(table, who):
        return problem
    if table.fact("turns", "round") < 2 and dice <= combat_pool(table, who, table[who]["weapon"]):
        return None if table.fact("turns", "at") == 0 else "the first round has begun"
    return _may_reserve(table, who, dice)


@verb(roles=("gm",), secret=True, may=_may_reserve_in_secret, group="Behind the screen")
def secret_reserve(table: Desk, who: Mine, dice: Annotated[int, Between(0, 30)]) -> Story:
    """MOT-7.22, MOT-7.24: hold dice back for one of your people; nobody knows until it matters."""
    return ends("reserved", Put(who, "reserved", dice))
    yield


def move_metres(table: Desk, who: str) -> Score:
    """MOT-2.18, MOT-7.05: how far one move goes."""
    return sheets.made_of("move", {name: table[who][name] for name in sheets.STATISTICS}, table.data["lists"]).at_least(1)


def _may_walk(table: Desk, who: str, x: int, y: int) -> str | None:
    """MOT-7.03, MOT-7.05, MOT-7.33, MOT-9.17: how far somebody may go in what is left of this turn."""
    if problem := cannot(table, who, "move"):
        return problem
    if holders(table, who):
        return f"{who} is held by {', '.join(holders(table, who))}"
    if harm.has(table, who, "prone"):
        return f"{who} lies on the ground"
    if not fighting(table) or ("token", who, "at") not in table.facts:
        return None
    most = 2 - table[who].get("moves", 0) - (table[who].get("acted", "no") == "yes")
    needed = _moves_for(table, who, x, y)
    if needed > most:
        return f"that is {needed} moves of {move_metres(table, who)} m, and {most} are left"
    return None


def _moves_for(table: Desk, who: str, x: int, y: int) -> int:
    here: tuple[int, int] = table[who]["at"]
    return -(-max(abs(x - here[0]), abs(y - here[1])) // int(move_metres(table, who)))  # rounded up


Square = Annotated[int, Between(-1000, 1000)]


@verb(may=_may_walk, group="Fight")
def walk(table: Desk, who: Mine, x: Square, y: Square) -> Story:
    """MOT-7.05, MOT-7.33, MOT-9.14: go to a square, a metre each; up to Move metres are a move, up to twice that are two."""
    changes: list[Change] = [Put(who, "at", (x, y))]
    if fighting(table) and ("token", who, "at") in table.facts:
        changes += [*moves(table, who, _moves_for(table, who, x, y)), Put(who, "ran", _line(table, who, x, y))]
    return ends("moved", *changes)
    yield


def _line(table: Desk, who: str, x: int, y: int) -> tuple[int, int, int, int] | None:
    """MOT-R.82: the straight line that somebody has run: its direction, and metres in this turn and just before it."""
    (from_x, from_y), before = table[who]["at"], table[who].get("ran", None)
    across, along = x - from_x, y - from_y
    if (across and along and abs(across) != abs(along)) or not (across or along):
        return None
    way, metres = (_sign(across), _sign(along)), max(abs(across), abs(along))
    if before and tuple(before[:2]) == way:
        return (*way, before[2] + metres, before[3])
    return (*way, metres, 0)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def ran(table: Desk, who: str) -> int:
    """MOT-9.14, MOT-R.82: metres of straight line up to here, the part just before this turn included."""
    line = table[who].get("ran", None)
    return line[2] + line[3] if line else 0


def _may_ready(table: Desk, who: str, weapon: str, waived: str) -> str | None:
    """MOT-7.04, MOT-7.76: an action, unless the game master waives it."""
    if waived == "yes" and table.role(table.seat) != "gm":
        return "only the game master waives the action"
    if holders(table, who) and not weapon_row(table, weapon).get("natural") and weapon_row(table, weapon).get("reach", 1) > 0:
        return f"{who} is held, and has no room for a {weapon}"
    return cannot(table, who, "turn" if waived == "yes" else "action")


@verb(may=_may_ready, group="Fight")
def ready(table: Desk, who: Mine, weapon: Annotated[str, From("weapons")], waived: Literal["no", "yes"] = "no") -> Story:
    """MOT-7.04, MOT-7.76: take a weapon into the hand, or pick it up again: that is an action."""
    spent = [] if waived == "yes" else acts(table, who)
    back = harm.changed(table, who, without=("disarmed",))
    return ends("ready", *spent, back, Put(who, "weapon", weapon), Say(f"{who} readies: {weapon}", ("MOT-7.04",)))
    yield


def _may_raise(table: Desk, who: str, shield: str) -> str | None:
    del shield
    return cannot(table, who, "action")


@verb(may=_may_raise, group="Fight")
def raise_shield(table: Desk, who: Mine, shield: Annotated[str, From("off_hand")]) -> Story:
    """MOT-10.05, MOT-R.85: take a shield, or a second weapon, into the other hand; one at a time."""
    return ends("ready", *acts(table, who), Put(who, "off_hand", shield), Say(f"{who}, in the other hand: {shield}"))
    yield


def _may_wear(table: Desk, who: str, armor: str, change: str) -> str | None:
    worn = table[who]["armor"]
    if fighting(table):
        return "nobody changes armour in a fight"
    if (change == "take off") != (armor in worn):
        return f"{who} {'wears' if armor in worn else 'does not wear'} {armor}"
    return None if change == "take off" or len(worn) < MOST_ARMOR else f"{who} wears {MOST_ARMOR} things already"


MOST_ARMOR = 3


@verb(may=_may_wear, group="Arms")
def wear(
    table: Desk, who: Mine, armor: Annotated[str, From("armor")], change: Literal["put on", "take off"] = "put on"
) -> Story:
    """MOT-10.11, MOT-R.85: put armour on or take it off; of several, the best counts."""
    worn = [one for one in table[who]["armor"] if one != armor]
    return ends("worn", Put(who, "armor", (*worn, armor) if change == "put on" else tuple(worn)))
    yield


@verb(may=harm.is_somebody, group="Arms")
def mount(
    table: Desk, who: Mine, sight: Annotated[str, From("sights")], change: Literal["put on", "take off"] = "put on"
) -> Story:
    """MOT-9.08, MOT-9.09: put a sight on a weapon, or take it off."""
    others = [one for one in table[who]["sights"] if one != sight]
    return ends("mounted", Put(who, "sights", (*others, sight) if change == "put on" else tuple(others)))
    yield


def _may_stand(table: Desk, who: str) -> str | None:
    if problem := cannot(table, who, "move"):
        return problem
    return None if harm.has(table, who, "prone") else f"{who} stands already"


@verb(may=_may_stand, group="Fight")
def stand_up(table: Desk, who: Mine) -> Story:
    """MOT-7.79, MOT-R.96: get up; it takes the move."""
    return ends("up", *moves(table, who), harm.changed(table, who, without=("prone",)), Say(f"{who} gets up"))
    yield


def _may_drop(table: Desk, who: str) -> str | None:
    return f"{who} lies already" if harm.has(table, who, "prone") else cannot(table, who, "turn")


@verb(may=_may_drop, group="Fight")
def go_prone(table: Desk, who: Mine) -> Story:
    """MOT-7.79: throw yourself down: ranged attacks are steadier, melee ones worse."""
    return ends("down", harm.changed(table, who, "prone"), Say(f"{who} lies down", ("MOT-7.79",)))
    yield


@verb(roles=("gm",), may=harm.is_somebody, group="Fight")
def circumstances(
    table: Desk,
    who: Annotated[str, "token"],
    harder: Annotated[int, Between(-2, 2)] = 0,
    beam: Literal["no", "yes"] = "no",
) -> Story:
    """MOT-1.12, MOT-7.19, MOT-9.09: how much harder somebody is to hit, by cover or light; and whether a laser's beam shows."""
    light = PutFact(("scene", "beam"), True if beam == "yes" else None)
    return ends("set", Put(who, "harder", harder), light, Say(f"{who}: {harder:+d} to hit", ("MOT-1.12",)))
    yield


# ── from turn to turn ──────────────────────────────────────────────────────────────────────────────────────────────────


def _may_end(table: Desk) -> str | None:
    if not fighting(table):
        return "there is no fight"
    if table.role(table.seat) != "gm" and acting_seat(table) != table.seat:
        return f"it is {acting_seat(table)}'s turn"
    return None


@verb(may=_may_end, group="Fight")
def end_turn(table: Desk) -> Story:
    """MOT-7.01, MOT-7.16: the turn is over, and the next begins; the game master may end anybody's."""
    yield from _ended(table)
    for _ in range(len(table.fact("turns", "order"))):  # whoever cannot act is passed over
        yield from _next(table)
        seat = acting_seat(table)
        for who in people_of(table, seat):
            yield from _begun(table, who)
        if any(not harm.has(table, who, *harm.OUT) for who in people_of(table, seat)):
            break
    return ends("passed", Say(f"{acting_seat(table)}'s turn"))


def _ended(table: Desk) -> Asks[None]:
    """MOT-9.16, MOT-R.82: what lasts to the end of a turn: who has charged stays exposed until the end of the next one."""
    for who in people_of(table, acting_seat(table)):
        turns = table[who].get("charged", 0)
        if turns:
            yield from now(Put(who, "charged", turns - 1))
            if turns == 1:
                yield from now(harm.changed(table, who, without=("exposed",)))


def _next(table: Desk) -> Asks[None]:
    """MOT-7.01, MOT-7.09, MOT-7.16: round the table; after the last one comes a new round, in the same order."""
    at, order, round_ = table.fact("turns", "at") + 1, table.fact("turns", "order"), table.fact("turns", "round")
    if at < len(order):
        yield from now(PutFact(("turns", "at"), at))
        return
    yield from harm.bleeding(table, round_)
    then = table.fact("turns", "then") or order
    line = Say(f"Round {round_ + 1}", ("MOT-7.01",))
    facts = {"order": then, "then": None, "round": round_ + 1, "at": 0}
    yield from now(*(PutFact(("turns", name), value) for name, value in facts.items()), line)


def _begun(table: Desk, who: str) -> Asks[None]:
    """MOT-7.03, MOT-7.23, MOT-7.28, MOT-7.37, MOT-7.80, MOT-8.08, MOT-8.18, MOT-R.41, MOT-R.80, MOT-R.81: a turn begins.

    Fresh moves, an end to recklessness; who cannot breathe is hurt, who burns burns, who is in the void suffers it.
    """
    line = table[who].get("ran", None)
    kept = (line[0], line[1], 0, line[2]) if line else None
    yield from now(Put(who, "moves", 0), Put(who, "acted", "no"), Put(who, "ran", kept))
    if harm.has(table, who, "reckless"):
        yield from now(harm.changed(table, who, without=("reckless",)))
    if harm.has(table, who, "dead"):
        return
    if harm.has(table, who, "suffocating") and not harm.has(table, who, "unconscious"):
        yield from harm.harmed(table, who, Wound(1, 0))
    if table[who]["vacuum"]:
        yield from dangers.in_the_void(table, who)
    if table[who]["fire"]:
        yield from dangers.burns(table, who)
    pool = max(0, int(combat_pool(table, who, table[who]["weapon"])))
    yield from now(Put(who, "reserved", min(table[who]["reserved"], pool)))
