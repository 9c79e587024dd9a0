"""Moments of Truth: tokens that players hold, earn and spend, within both limits; every change is a line of the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fatewright.systems.author import (
    Asks,
    Audience,
    Between,
    Change,
    Desk,
    Ending,
    Offers,
    Option,
    Place,
    Price,
    PutFact,
    Seen,
    Someone,
    Story,
    Upto,
    choose,
    ends,
    name_problem,
    phrase,
    price_of,
    say,
    text,
    tie,
    verb,
)
from fatewright.systems.sides import is_players

HELD = "moments"
COUNTED = "{amount:Moment}"
DETAIL, GREATER_DETAIL, NEW_PERSON = 2, 3, 3  # what they cost
CHECKLIST = (
    "It may add to what is established, not rewrite it; it suits the tone; it leaves people with a name alone unless you agree."
)


def in_play(table: Desk) -> bool:
    """MOT-5.01: whether the table plays with Moments at all."""
    return bool(table.dial("use_mots") == "on")


def held(table: Desk, seat: str) -> int:
    """MOT-5.17, MOT-R.98: how many a player holds, whoever they play; the game master holds none."""
    return int(table.fact("seat", seat, HELD) or 0)


def granted(table: Desk, seat: str, amount: int) -> int:
    """MOT-5.45, MOT-5.46, MOT-R.20, MOT-R.21: how much of a gain fits under both limits; the rest is lost."""
    limit, table_limit = table.dial("mot_player_limit"), table.dial("mot_table_limit")
    room = amount if limit == "none" else max(0, limit - held(table, seat))
    if table_limit != "none":
        all_held = sum(held(table, player) for player in table.seats("player"))
        room = min(room, max(0, table_limit - all_held))
    return min(amount, room)


def earn(table: Desk, seat: str, amount: int, cause: str, *ids: str) -> list[Change]:
    """MOT-5.17, MOT-5.49, MOT-5.50: a player gains Moments: who, how many, how many are lost to a limit, and why.

    Only players hold them: whoever the game master plays earns nothing.
    """
    if not (changes := _gain(table, seat, amount)):
        return []
    gained = granted(table, seat, amount)
    due = ": {amount} {amount:was|were} due, {lost} lost to the limit"
    limit = phrase(due, amount=amount, lost=amount - gained) if gained < amount else ""
    told = "{seat} gains {moments} for {cause:word}{limit}"
    line = say(told, "MOT-5.49", *ids, seat=seat, moments=counted(gained), cause=cause, limit=limit)
    return [*changes, line]


def _gain(table: Desk, seat: str, amount: int) -> list[Change]:
    if not in_play(table) or table.role(seat) != "player" or amount < 1:
        return []
    return [PutFact(("seat", seat, HELD), held(table, seat) + granted(table, seat, amount))]


def gain_of(table: Desk, seat: str, amount: int) -> tuple[Price, ...]:
    """MOT-5.45, MOT-5.46, MOT-R.20: what a gain of so many Moments brings, within both limits."""
    return price_of(table, *_gain(table, seat, amount), label=COUNTED)


def lost_to_limits(table: Desk, seat: str, amount: int) -> str:
    """MOT-5.45, MOT-5.46, MOT-R.20: how many of so many Moments would be lost to a limit, in words."""
    return said_lost(amount - granted(table, seat, amount), amount)


def said_lost(lost: int, amount: int) -> str:
    """So many of so many Moments are lost; empty where none is."""
    return phrase("{lost} of {moments} lost to the limit", lost=lost, moments=counted(amount)) if lost else ""


def after(table: Desk, changes: list[Change]) -> Desk:
    """The table as it will be with these gains, for the one that comes after them."""
    gained = {one.path: one.value for one in changes if isinstance(one, PutFact)}
    return table.supposing(gained) if gained else table


def pay(table: Desk, seat: str, amount: int, purpose: str, *ids: str) -> list[Change]:
    """MOT-5.35, MOT-5.49: a player spends Moments."""
    return [
        _spend(table, seat, amount),
        say(
            "{seat} spends {moments} on {purpose:word}",
            "MOT-5.49",
            *ids,
            seat=seat,
            moments=counted(amount),
            purpose=purpose,
        ),
    ]


def _spend(table: Desk, seat: str, amount: int) -> PutFact:
    return PutFact(("seat", seat, HELD), held(table, seat) - amount)


def cost_of(table: Desk, seat: str, amount: int = 1) -> tuple[Price, ...]:
    """MOT-5.35: what spending so many Moments costs."""
    return price_of(table, _spend(table, seat, amount), label=COUNTED)


def counted(amount: int) -> str:
    """So many Moments, in words."""
    return phrase(COUNTED, amount=amount)


def can_pay(table: Desk, amount: int) -> str | None:
    """Why the acting player cannot spend so many; None if they can."""
    if not in_play(table):
        return "this table plays without Moments of Truth"
    has = held(table, table.seat)
    return f"it costs {counted(amount)}, and you hold {has}" if has < amount else None


# ── details and new people ─────────────────────────────────────────────────────────────────────────────────────────────


def _may_detail(table: Desk, text: str) -> str | None:
    del text
    return can_pay(table, DETAIL)


@verb("{seat} adds a detail: {text}", roles=("player",), may=_may_detail, group="Moments of Truth")
def detail(table: Desk, text: Annotated[str, Upto(300)]) -> Story:
    """Spend two Moments to add a minor detail to the scene: something plausible that nobody has mentioned (MOT-5.37)."""
    return (yield from _detail(table, text))


def _detail(table: Desk, text: str) -> Story:
    """MOT-5.37, MOT-5.38, MOT-5.42: the game master accepts, charges one more for what is not minor, offers another, or vetoes.

    What is vetoed costs nothing, and why it is vetoed nobody is told: it may be a secret.
    """
    seat = table.seat
    dear = "" if held(table, seat) >= GREATER_DETAIL else f"{seat} does not hold {GREATER_DETAIL}"
    cost = () if can_pay(table, DETAIL) else cost_of(table, seat, DETAIL)  # they may have been spent meanwhile
    ruling = yield from choose(
        gm_of(table),
        "ruling",
        phrase("{seat} adds a detail: {text:text}. {checklist}", seat=seat, text=text, checklist=phrase(CHECKLIST)),
        (
            Option("accept", "yes", price=cost),
            Option("charge", "yes, but it is not minor", dear, price=cost_of(table, seat, GREATER_DETAIL)),
            Option("counter", "rather something else", price=cost, depends=phrase("if {seat} takes it", seat=seat)),
            Option("veto", "no"),
        ),
    )
    if ruling == "veto":
        return ends("vetoed", say("No, says {gm}: {text:text}. Nothing is spent.", "MOT-5.42", gm=gm_of(table), text=text))
    if ruling == "counter":
        text = yield from _other(table, text)
        if not text:
            return ends("vetoed", say("{seat} leaves it. Nothing is spent.", "MOT-5.43", seat=seat))
    amount = GREATER_DETAIL if ruling == "charge" else DETAIL
    if problem := can_pay(table, amount):
        return ends("vetoed", say("{seat} cannot pay any more: {problem:text}", seat=seat, problem=problem))
    return ends("granted", *pay(table, seat, amount, "a detail", "MOT-5.37"), say("It is so: {text:text}", text=text))


def _other(table: Desk, proposed: str) -> Asks[str]:
    """MOT-5.43: what the game master offers instead, if the player takes it."""
    offer = yield from text(gm_of(table), "offer", phrase("What instead of: {proposed:text}?", proposed=proposed), 300)
    yes = (Option(True, "take it"), Option(False, "leave it"))
    taken = yield from choose(
        f"seat:{table.seat}", "take", phrase("The game master offers: {offer:text}", offer=offer), yes, default=False
    )
    return offer if taken else ""


def _may_create(table: Desk, name: str, relation: str, to: str) -> str | None:
    del relation
    if problem := name_problem(table, name):
        return problem
    if table[to].kind == "encounter" or table.role(table[to].owner) == "gm":
        return f"{to} is none of the party"
    return can_pay(table, NEW_PERSON)


def _party(table: Desk) -> list[str]:
    """MOT-5.39: the players' people, one's own first."""
    found = [token for token in table.tokens() if token.kind != "encounter" and is_players(table, token.name)]
    return [token.name for token in sorted(found, key=lambda token: token.owner != table.seat)]


InTheParty = Annotated[Seen, Offers(_party)]


@verb(
    "{seat} brings in somebody new, {name}, who is {relation} of {to} in the party",
    roles=("player",),
    may=_may_create,
    group="Moments of Truth",
)
def create_person(table: Desk, name: Annotated[str, Upto(40)], relation: Annotated[str, Upto(60)], to: InTheParty) -> Story:
    """MOT-5.39: spend three Moments to bring in somebody new, and say what they are to somebody of the party."""
    seat = table.seat
    cost = () if can_pay(table, NEW_PERSON) or name_problem(table, name) else cost_of(table, seat, NEW_PERSON)
    takes_it = phrase("if {seat} takes it", seat=seat)
    ruling = yield from choose(
        gm_of(table),
        "ruling",
        phrase(
            "{seat} creates {name}, {relation:word} of {whom}. {checklist}",
            seat=seat,
            name=name,
            relation=relation,
            whom=to,
            checklist=phrase(CHECKLIST),
        ),
        (
            Option("accept", "yes", price=cost),
            Option("counter", "yes, but something else to them", price=cost, depends=takes_it),
            Option("veto", "no"),
        ),
    )
    if ruling == "counter":
        relation = (yield from _other(table, f"{relation} of {to}"))[:60]
    if problem := can_pay(table, NEW_PERSON) or name_problem(table, name):  # much may have happened meanwhile
        return ends("vetoed", say("{name} is not brought in: {problem:text}", name=name, problem=problem))
    if ruling == "veto" or not relation:
        return ends("vetoed", say("{name} is not brought in. Nothing is spent.", "MOT-5.42", name=name))
    paid = pay(
        table, seat, NEW_PERSON, phrase("{name}, {relation:word} of {whom}", name=name, relation=relation, whom=to), "MOT-5.39"
    )
    return ends("granted", *paid, *newcomer(table, name), tie(relation, name, to))


def newcomer(table: Desk, name: str) -> list[Change]:
    """MOT-0.05, MOT-0.06: somebody new in the game master's cast, if there is nobody of that name yet."""
    if name_problem(table, name):
        return []
    gm = Audience({gm_of(table)})
    kind = "Bystander"
    fields = {field: table.data["kinds"][kind].get(field, row.get("start")) for field, row in table.data["fields"].items()}
    kept = tuple((field, _kept(value, table.data["fields"][field])) for field, value in fields.items())
    closed = tuple(field for field, row in table.data["fields"].items() if row.get("closed"))
    return [Place(name, kind, gm_of(table), kept, gm, closed_fields=closed, keepers=gm)]


def _kept(value: Any, row: Mapping[str, Any]) -> Any:
    if value is None:
        return "" if row.get("shape") == "text" else ()
    return tuple(value.items()) if isinstance(value, dict) else tuple(value) if isinstance(value, list) else value


def ring(table: Desk) -> list[str]:
    """MOT-7.12: the seats clockwise, the game master's among them; as laid out, or as they came."""
    laid = table.fact("turns", "ring") or ()
    seats = [*table.seats("gm"), *table.seats("player")]
    return [*(seat for seat in laid if seat in seats), *(seat for seat in seats if seat not in laid)]


def gm_of(table: Desk) -> str:
    """MOT-0.05: the seat of the game master."""
    return table.seats("gm")[0]


# ── what the game master gives ─────────────────────────────────────────────────────────────────────────────────────────


def _may_reward(table: Desk, seat: str, amount: int, why: str) -> str | None:
    """MOT-4.09, MOT-5.33: where the table wants it."""
    del amount, why
    if not in_play(table) or table.dial("mot_rewards_roleplay") == "off":
        return "this table gives no Moments for role-playing; a dial says so"
    return None if table.role(seat) == "player" else f"{seat} is not a player"


Player = Annotated[Someone, Offers(lambda table: table.seats("player"))]


@verb(
    "{seat} is rewarded with {amount} Moments",
    more=("what it is for: {why}",),
    roles=("gm",),
    may=_may_reward,
    group="Moments of Truth",
)
def reward(
    table: Desk, seat: Player, amount: Annotated[int, Between(1, 9)] = 1, why: Annotated[str, Upto(200)] = "playing it out"
) -> Ending:
    """MOT-4.09, MOT-5.33: give Moments for giving in to a problem, or for an especially moving moment."""
    return ends("granted", *earn(table, seat, amount, phrase("{why:text}", why=why), "MOT-5.33"))
