"""Travel: journeys by legs, what each of them risks and costs, and what travellers eat on the way."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from fatewright.systems.author import (
    SEAT,
    Asks,
    Between,
    Change,
    Choose,
    Desk,
    Ending,
    Form,
    From,
    Mine,
    Put,
    PutFact,
    Say,
    Story,
    Usual,
    agrees,
    choose,
    ends,
    now,
    options,
    phrase,
    say,
    sealed,
    verb,
)
from fatewright.systems.avitch.characters import people
from fatewright.systems.avitch.characters.people import ANYWHERE
from fatewright.systems.avitch.mechanics import deciding
from fatewright.systems.avitch.mechanics.attempts import DECLINE, ROLL, unopposed
from fatewright.systems.avitch.travel.movement import helped_by

Terrain = Annotated[str, From("terrains")]
Legs = Annotated[int, Between(1, 5)]
Days = Annotated[int, Between(1, 10)]
Mode = Annotated[str, From("modes")]
RATIONS = 5  # a day each, for everybody who sets out
MOST_RATIONS = 99  # what a sheet has room for
HUNGER = 3  # how hard it is to go without
MOST_TRAVELLERS = 12
ONE_MORE_DAY, ALL_WORN, SUPPLY_LOST = "one more day", "all travellers are Worn", "one supply is lost"
ENCOUNTER = "an encounter"  # which changes no sheet


def party(table: Desk) -> list[str]:
    """AVI-3.02: all who travel together, and live."""
    there = (who for who in table.fact("journey", "party") or () if who in table)
    return [who for who in there if not people.has(table, who, *people.GONE)]


def _facts(**values: Any) -> list[Change]:
    return [PutFact(("journey", name), value) for name, value in values.items()]


def _cleared(table: Desk) -> list[Change]:
    return [PutFact(path, None) for path in table.paths("journey")]


# ── setting out ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_set_out(table: Desk, who: str, **_: Any) -> str | None:
    if party(table):
        return f"{', '.join(party(table))} {agrees(len(party(table)), 'is', 'are')} on a journey already"
    return f"{who} cannot act" if people.is_helpless(table, who) else None


def _usual_legs(table: Desk) -> int:
    return 1 if table.dial("movement_subsystem") == "single_check" else int(table.dial("journey_legs_default"))


@verb("{who} sets out on a journey of {legs} legs", may=_may_set_out, group="Travel")
def set_out(table: Desk, who: Mine, legs: Annotated[Legs, Usual(_usual_legs)] = 3) -> Ending:
    """AVI-0.01, AVI-3.02, AVI-3.06, AVI-3.01: a journey begins, in as many legs as the table says. By a dial it is one.

    Whoever comes along joins it. Everybody has food for five days.
    """
    count = 1 if table.dial("movement_subsystem") == "single_check" else legs
    line = say("{who} sets out: {count:leg}", "AVI-3.02", who=who, count=count)
    return ends("happens", *_cleared(table), *_facts(party=(who,), legs=count, done=0, days=0), *_packed(table, who), line)


def _packed(table: Desk, who: str) -> list[Change]:
    """AVI-3.06: five day-rations a head at the start; whoever has more keeps it."""
    is_short = table.dial("supplies") == "on" and table[who]["rations"] < RATIONS
    return [Put(who, "rations", RATIONS)] if is_short else []


def _may_join(table: Desk, who: str) -> str | None:
    there = party(table)
    if not there:
        return "nobody is on a journey"
    if len(there) >= MOST_TRAVELLERS:
        return f"{MOST_TRAVELLERS} travellers are all that a journey counts"
    return f"{who} travels already" if who in there else None


@verb("{who} joins the journey", may=_may_join, group="Travel")
def join_journey(table: Desk, who: Mine) -> Ending:
    """AVI-3.02, AVI-3.06: come along: with food for five days at the start, later with what one has."""
    packed = _packed(table, who) if table.fact("journey", "days") == 0 else []
    return ends("happens", *_facts(party=(*party(table), who)), *packed, say("{who} comes along", "AVI-3.02", who=who))


def _may_leave(table: Desk, who: str) -> str | None:
    return None if who in party(table) else f"{who} is not on a journey"


@verb("{who} leaves the journey", may=_may_leave, group="Travel")
def leave_journey(table: Desk, who: Mine) -> Ending:
    """AVI-3.02: go no further; with the last traveller the journey is over."""
    left = tuple(one for one in party(table) if one != who)
    changes = _facts(party=left) if left else _cleared(table)
    return ends("happens", *changes, say("{who} goes no further", "AVI-3.02", who=who))


# ── a leg ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Leg(NamedTuple):
    """What is named before the roll."""

    ground: str
    difficulty: int
    cost: str  # which of the ready ones it is, or comes with
    announced: str


def _may_travel(table: Desk, who: str, **_: Any) -> str | None:
    if who not in party(table):
        return f"{who} is not on a journey"
    return f"{who} cannot act" if people.is_helpless(table, who) else None


@verb(
    "{who} leads the party on the next leg, travelling {mode}, for {days} days",
    more=("terrain that counts: {terrain}",),
    may=_may_travel,
    group="Travel",
)
def travel_leg(table: Desk, who: Mine, mode: Mode, days: Days = 1, terrain: Terrain = ANYWHERE) -> Story:
    """AVI-3.02, AVI-3.03, AVI-3.04, AVI-3.05: lead the party over the next leg. Name how it travels and for how many days.

    The judges name the ground, which says how hard it is, and what failing costs; then you set out on it, or do not.
    """
    if who not in party(table):
        return ends("nothing", say("the journey has gone another way"))
    number = int(table.fact("journey", "done")) + 1
    skill = str(table.data["lists"]["modes"][mode]["skill"])
    what = phrase(
        "leg {number} of {legs}, {mode:word}, {days:day}",
        number=number,
        legs=table.fact("journey", "legs"),
        mode=mode,
        days=days,
    )
    since = table.fact("journey", "days")
    leg = yield from _named(table, f"{who} leads {what}")
    yield from now(say("{what}: {ground:word}{risk}", "AVI-3.02", "AVI-3.04", what=what, ground=leg.ground, risk=_risk(leg)))
    won = True
    if leg.difficulty:
        answer = yield from choose(
            who,
            "risk",
            phrase("{ground:word}{risk}. Do you go?", ground=leg.ground, risk=_risk(leg)),
            options(ROLL, DECLINE),
            DECLINE,
        )
        if answer == DECLINE or who not in party(table) or table.fact("journey", "days") != since:
            return ends("declined", say("{who} does not go that way", "AVI-1.02.01.06", who=who))
        helped = yield from helped_by(table, who, party(table), skill)
        won = yield from unopposed(table, who, skill, leg.difficulty, *helped, terrain=terrain)
    if who not in party(table) or table.fact("journey", "days") != since:
        return ends("nothing", say("the journey has gone another way"))
    yield from _travelled(table, leg, won, days, number, terrain)
    return ends(("success" if won else "failure") if leg.difficulty else "happens")


def _risk(leg: Leg) -> str:
    return f", difficulty {leg.difficulty}; if it fails: {leg.announced}" if leg.difficulty else ": no check"


def _named(table: Desk, what: str) -> Asks[Leg]:
    """AVI-3.02, AVI-3.04, AVI-1.01.05: the judges name ground and price face down; the lower median of the grounds counts.

    The price comes from whoever named that ground, the nearest clockwise from the acting player: a ready one, or in their
    own words.
    """
    grounds = table.data["lists"]["grounds"]
    costs = [cost for cost in table.data["lists"]["leg_costs"] if cost != SUPPLY_LOST or table.dial("supplies") == "on"]
    judges = deciding.judges(table, table.seat, *party(table))
    asked = [seat for seat in deciding.clockwise(table, table.seat) if seat in judges]
    usual = ("wild", costs[0])
    if not asked:
        return Leg(usual[0], grounds[usual[0]]["difficulty"], usual[1], usual[1])
    answers = yield from sealed("leg", what, *(_question(seat, what, tuple(grounds), costs, usual) for seat in asked))
    difficulty = deciding.lower_median([grounds[ground]["difficulty"] for ground, _ in answers])
    named = dict(zip(asked, answers, strict=True)).items()
    seat, ground, words = next((seat, *answer) for seat, answer in named if grounds[answer[0]]["difficulty"] == difficulty)
    if not difficulty:
        return Leg(ground, difficulty, words, words)
    cost = yield from deciding.ask_for_effect(seat, words, costs, (ENCOUNTER, *(one for one in costs if one != ENCOUNTER)))
    return Leg(ground, difficulty, cost, deciding.announced(words, cost, ENCOUNTER))


def _question(seat: str, what: str, grounds: tuple[str, ...], costs: list[str], usual: tuple[str, str]) -> Form:
    fields = (
        Choose(SEAT + seat, "ground", "Over what ground?", options(*grounds), usual[0]),
        Choose(SEAT + seat, "cost", "What does failing cost?", options(*costs), usual[1], deciding.OWN_WORDS),
    )
    return Form(SEAT + seat, "leg", what, fields, usual)


def _travelled(table: Desk, leg: Leg, won: bool, days: int, number: int, terrain: str) -> Asks[None]:
    """AVI-3.05: a leg that fails costs what was announced, and is passed all the same; by a dial the party turns back."""
    longer = days + (not won and leg.cost == ONE_MORE_DAY)
    is_passed = won or table.dial("failed_leg") == "pass_at_cost"
    if not won:
        yield from now(say("the leg fails: {cost:text}", "AVI-3.05", cost=leg.announced), *_price(table, leg.cost))
    told = Say(phrase("leg {number} is passed", number=number) if is_passed else phrase("the party turns back"), ("AVI-3.05",))
    done = number if is_passed else number - 1
    so_far = int(table.fact("journey", "days")) + longer
    here = _facts(done=done, days=so_far, difficulty=leg.difficulty, terrain=terrain, foraged=None)
    yield from now(*here, told)
    for _ in range(longer):
        yield from _day(table)
    if party(table) and done >= table.fact("journey", "legs"):
        arrive = agrees(len(party(table)), "arrives", "arrive")
        arrived = say(
            "{party} {arrive:word} after {so_far:day}", "AVI-3.02", party=[*party(table)], arrive=arrive, so_far=so_far
        )
        yield from now(*_cleared(table), arrived)


def _price(table: Desk, cost: str) -> list[Change]:
    """AVI-3.05: all are Worn, or each has a ration less; a longer way and an encounter are no changes of a sheet."""
    if cost == ALL_WORN:
        return [change for who in party(table) for change in people.marked(table, who, "Worn")]
    if cost == SUPPLY_LOST:
        return [Put(who, "rations", max(0, table[who]["rations"] - 1)) for who in party(table)]
    return []


# ── food ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _day(table: Desk) -> Asks[None]:
    """AVI-3.06: everybody eats a ration; whoever has none needs Endurance against 3, or is Worn, as all know beforehand."""
    if table.dial("supplies") == "off":
        return
    fed = [who for who in party(table) if table[who]["rations"] > 0]
    hungry = [who for who in party(table) if who not in fed and not people.has(table, who, "Worn")]
    yield from now(*(Put(who, "rations", table[who]["rations"] - 1) for who in fed))
    for who in hungry:
        if not (yield from unopposed(table, who, "Endurance", HUNGER)):
            yield from now(
                *people.marked(table, who, "Worn"), say("{who} has nothing to eat, and is Worn", "AVI-3.06", who=who)
            )


def _may_forage(table: Desk, who: str) -> str | None:
    if table.dial("supplies") == "off":
        return "nobody counts supplies here"
    if table.fact("journey", "difficulty") is None:
        return "there is food to look for once a leg is behind you"
    if table.fact("journey", "foraged"):
        return "that has been tried on this leg"
    return _may_travel(table, who)


@verb("{who} forages", may=_may_forage, group="Travel")
def forage(table: Desk, who: Mine) -> Story:
    """AVI-3.06, AVI-1.03.30: look for food, once on each leg: Survive against its difficulty gives a ration for each head.

    If it fails, only the time is lost.
    """
    yield from now(*_facts(foraged=True), say("{who} looks for food", "AVI-3.06", who=who))
    helped = yield from helped_by(table, who, party(table), "Survive")
    difficulty, terrain = int(table.fact("journey", "difficulty")), str(table.fact("journey", "terrain"))
    if not (yield from unopposed(table, who, "Survive", difficulty, *helped, terrain=terrain)):
        return ends("failure", say("nothing is found", "AVI-3.06"))
    found = [Put(one, "rations", min(table[one]["rations"] + 1, MOST_RATIONS)) for one in party(table)]
    return ends("success", *found, say("a ration for each head", "AVI-3.06"))
