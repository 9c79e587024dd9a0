"""Mass Combat: two forces, their commanders' plans laid face down, one check a round, and the line that holds or breaks."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from fatewright.systems.author import (
    Asks,
    Between,
    Change,
    Choose,
    Desk,
    Ending,
    Mine,
    Option,
    PutFact,
    Say,
    Score,
    Seen,
    Story,
    choose,
    count_of,
    ends,
    now,
    options,
    phrase,
    say,
    sealed,
    tie,
    verb,
)
from fatewright.systems.avitch.characters import conditions, people
from fatewright.systems.avitch.mechanics import deciding
from fatewright.systems.avitch.mechanics.attempts import against, unopposed
from fatewright.systems.avitch.travel import movement

Companies = Annotated[int, Between(1, 12)]
Quality = Annotated[int, Between(0, 10)]
Side = Literal["attacker", "defender"]
SIDES: tuple[Side, Side] = ("attacker", "defender")
OTHER: dict[Side, Side] = {"attacker": "defender", "defender": "attacker"}
WITHDRAW, RALLY, HOLD, PRESS = "Withdraw", "Rally", "Hold", "Press"
NOBODY, STAY = "nobody", "stay back"
FLEE, FIGHT_ON, CAPTURED = "flee", "fight on", "be captured"
HERO_DIFFICULTY = SPEECH_DIFFICULTY = 3
FIRST_HELD = 2  # from the second loss on, the line has to be held
NEW_LEADER = 2  # what it costs that somebody else leads, once
FLIGHT_GAP = 2


# ── how a battle stands ────────────────────────────────────────────────────────────────────────────────────────────────


def is_on(table: Desk) -> bool:
    """AVI-5.02: whether a battle is being fought."""
    return table.fact("battle", "round") is not None


def of(table: Desk, side: Side, what: str) -> Any:
    """AVI-5.02: something of a force: its commander, companies, quality, losses."""
    return table.fact("battle", side, what)


def _put(side: Side, **values: Any) -> list[Change]:
    return [PutFact(("battle", side, name), value) for name, value in values.items()]


def followers(table: Desk, banner: str) -> list[str]:
    """AVI-5.11: all who fight under somebody's banner, in the order they came; the first of them is next in line."""
    found = [path[1] for path in table.paths("follows") if table.facts[path] == banner]
    return [who for who in found if who in table and who != banner]


def members(table: Desk, side: Side) -> list[str]:
    """AVI-5.06, AVI-5.11: the people of name in a force, its first commander before all."""
    banner = of(table, side, "banner")
    return [*([banner] if banner in table else []), *followers(table, banner)]


def standing(table: Desk, side: Side) -> list[str]:
    """AVI-5.11: those of them who can act, whoever leads now before all: the line of command."""
    leader = of(table, side, "commander")
    able = [who for who in members(table, side) if not people.is_helpless(table, who)]
    return sorted(able, key=lambda who: who != leader)


def side_of(table: Desk, who: str) -> Side | None:
    """AVI-5.02: for which force somebody fights."""
    return next((side for side in SIDES if is_on(table) and who in members(table, side)), None)


# ── mustering ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_follow(table: Desk, who: str, commander: str) -> str | None:
    if who == commander:
        return "one follows somebody else"
    return f"{who} has taken a side in this battle" if side_of(table, who) else None


@verb("{who} follows the banner of {commander}", may=_may_follow, group="Battle")
def follow_banner(table: Desk, who: Mine, commander: Seen) -> Ending:
    """AVI-5.03, AVI-5.06, AVI-5.11: fight under a commander's banner: as quartermaster, as hero, as the next in line."""
    del table
    return ends(
        "happens",
        PutFact(("follows", who), commander),
        say("{who} follows {commander}", "AVI-5.02", who=who, commander=commander),
    )


def _may_muster(table: Desk, who: str, other: str, **_: Any) -> str | None:
    if is_on(table):
        return "a battle is on already"
    if who == other:
        return "a battle has two sides"
    if {table.fact("follows", who), table.fact("follows", other)} & {who, other}:
        return "one of them follows the other"
    helpless = [one for one in (who, other) if people.is_helpless(table, one)]
    return f"{helpless[0]} cannot lead a force" if helpless else None


@verb(
    "{who} goes to battle against {other} with {companies} companies",
    more=(
        "quality of these companies: {quality}",
        "companies on the other side: {their_companies}",
        "quality of the other side's companies: {their_quality}",
    ),
    may=_may_muster,
    group="Battle",
)
def muster(
    table: Desk,
    who: Mine,
    other: Seen,
    companies: Companies = 6,
    quality: Quality = 2,
    their_companies: Companies = 6,
    their_quality: Quality = 2,
) -> Story:
    """AVI-0.01, AVI-5.01, AVI-5.02, AVI-5.03: attack with companies of some 50 people, and how good they are (2 is usual).

    The table agrees to both forces. Then Administer against Administer: the winner picks the ground.
    """
    claim = phrase(
        "{who} with {force} attacks {other} with {their_force}",
        who=who,
        force=_force(companies, quality),
        other=other,
        their_force=_force(their_companies, their_quality),
    )
    if not (yield from deciding.ask_for_agreement(table, table.seat, claim, who, other)):
        return ends("voted down")
    if problem := _may_muster(table, who, other):
        return ends("nothing", Say(problem))
    if table.dial("mass_combat") == "single_check":
        won = yield from against(table, who, "Tactics", other, "Tactics")
        return ends("wins" if won else "loses", say("{winner} wins the battle", "AVI-5.01", winner=who if won else other))
    yield from now(
        PutFact(("battle", "round"), 0),
        *_put("attacker", banner=who, commander=who, companies=companies, quality=quality, losses=0),
        *_put("defender", banner=other, commander=other, companies=their_companies, quality=their_quality, losses=0),
        *(PutFact(("follows", one), None) for one in (who, other)),
        say("a battle: {claim}", "AVI-5.02", claim=claim),
    )
    won = yield from _mustered(table, who, other)
    picks: Side = "attacker" if won else "defender"
    line = say("the {picks:word} picks the ground", "AVI-5.03", picks=picks)
    return ends("wins" if won else "loses", PutFact(("battle", "ground"), picks), line)


def _force(companies: int, quality: int) -> str:
    return f"{count_of(companies, 'company')} of quality {quality}"


def _mustered(table: Desk, who: str, other: str) -> Asks[bool]:
    """AVI-5.03: Administer against Administer, once, of the commanders or of those who keep their stores."""
    asked = []
    for commander in (who, other):
        able = [one for one in (commander, *followers(table, commander)) if not people.is_helpless(table, one)] or [commander]
        asked.append(
            Choose(
                commander, "quartermaster", phrase("{commander}: who musters?", commander=commander), options(*able), able[0]
            )
        )
    mine, theirs = yield from sealed("quartermaster", "Who keeps the stores?", *asked)
    return (yield from against(table, mine, "Administer", theirs, "Administer"))


# ── a round ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Plans(NamedTuple):
    """What both commanders have laid down."""

    attacker: str
    defender: str

    def by(self, side: Side) -> str:
        return self.attacker if side == "attacker" else self.defender


def _may_fight(table: Desk) -> str | None:
    if not is_on(table):
        return "there is no battle"
    return "a round is being fought out" if table.fact("battle", "settling") else None


@verb("the battle goes on", may=_may_fight, group="Battle")
def battle_round(table: Desk) -> Story:
    """AVI-5.04, AVI-5.05, AVI-5.06, AVI-5.07, AVI-5.08, AVI-5.09: one round: plans face down, heroes, and one check.

    Hold counters Press, Press counters Flank, Flank counters Hold. Withdraw leaves in order, if it is won; Rally gives the plan
    up for a speech.
    """
    if not is_on(table):
        return ends("nothing", *_another_way())
    number = int(table.fact("battle", "round")) + 1
    leaderless = yield from _led(table, number)
    if leaderless is not None:
        return (yield from _routs(table, leaderless, "nobody is left to lead it", "AVI-5.11"))
    leaders = _leaders(table)
    if not _is_still(table, number, leaders):
        return ends("nothing", *_another_way())
    laid = yield from sealed(
        "plan", phrase("round {number}: your plan", number=number), *(_plan(table, side, number) for side in SIDES)
    )
    if not _is_still(table, number, leaders):
        return ends("nothing", *_another_way())
    plans = Plans(*laid)
    line = say("round {number}: {told}", "AVI-5.04", number=number, told=_told(table, plans))
    yield from now(PutFact(("battle", "round"), number), PutFact(("battle", "settling"), True), line)
    if set(plans) == {WITHDRAW}:
        return ends("draw", *_closed(table), say("both sides withdraw: the battle is over", "AVI-5.09"))
    return (yield from _fought(table, plans, number, leaders))


def _fought(table: Desk, plans: Plans, number: int, leaders: tuple[str, str]) -> Story:
    """AVI-5.05, AVI-5.06, AVI-5.12: heroes and speeches first, then one check, the attacker beginning it."""
    heroes = yield from _heroes(table)
    for side in SIDES:
        if plans.by(side) == RALLY and of(table, side, "commander") in table:
            yield from _speaks(table, side)
    if not _is_still(table, number + 1, leaders):
        return ends("nothing", PutFact(("battle", "settling"), None), *_another_way())
    won = yield from against(
        table,
        leaders[0],
        "Tactics",
        leaders[1],
        "Tactics",
        bonuses(table, "attacker", plans, number, "attacker" in heroes),
        bonuses(table, "defender", plans, number, "defender" in heroes),
    )
    if not _is_still(table, number + 1, leaders):
        return ends("nothing", PutFact(("battle", "settling"), None), *_another_way())
    return (yield from _decided(table, plans, "attacker" if won else "defender"))


def _leaders(table: Desk) -> tuple[str, str]:
    return str(of(table, "attacker", "commander")), str(of(table, "defender", "commander"))


def _another_way() -> list[Change]:
    return [say("the battle has gone another way")]


def _is_still(table: Desk, number: int, leaders: tuple[str, str]) -> bool:
    """Whether this round is still the next, and these commanders are there, after others have thought about it."""
    return is_on(table) and table.fact("battle", "round") == number - 1 and all(who in table for who in leaders)


def _led(table: Desk, number: int) -> Asks[Side | None]:
    """AVI-5.11: where a commander has fallen, the next in line leads; the side that has nobody left, if one has not."""
    for side in SIDES:
        able = standing(table, side)
        if not able:
            return side
        if able[0] != of(table, side, "commander"):
            line = say("{leader} leads the {side:word} now", "AVI-5.11", leader=able[0], side=side)
            yield from now(*_put(side, commander=able[0], since=number), line)
    return None


def _plan(table: Desk, side: Side, number: int) -> Choose[str]:
    """AVI-5.04, AVI-5.09, AVI-5.12: the plans of a commander; a speech once in a battle, and for a loss to make good."""
    commander = str(of(table, side, "commander"))
    why = "" if of(table, side, "losses") else "there is no loss to make good"
    why = "once in a battle" if of(table, side, "spoken") else why
    plans = tuple(Option(plan, plan, why if plan == RALLY else "") for plan in table.data["lists"]["plans"])
    return Choose(
        commander, "plan", phrase("round {number}: {commander}, your plan?", number=number, commander=commander), plans, HOLD
    )


def _told(table: Desk, plans: Plans) -> str:
    return ", ".join(f"{who}: {plan}" for who, plan in zip(_leaders(table), plans, strict=True))


# ── heroes and speeches ────────────────────────────────────────────────────────────────────────────────────────────────


def _heroes(table: Desk) -> Asks[list[Side]]:
    """AVI-5.06: each side may send one main character into one check, whose price is known: the sides that gain by it."""
    able = {side: [who for who in standing(table, side) if people.is_main(table, who)] for side in SIDES}
    asked = [side for side in SIDES if able[side] and of(table, side, "commander") in table]
    if not asked:
        return []
    sent = yield from sealed("hero", "A hero's moment", *(_sends(table, side, able[side]) for side in asked))
    found: list[Side] = []
    for side, hero in zip(asked, sent, strict=True):
        if hero != NOBODY and hero in table and (yield from _moment(table, hero)):
            found.append(side)
    return found


def _sends(table: Desk, side: Side, able: list[str]) -> Choose[str]:
    return Choose(str(of(table, side, "commander")), "hero", "Whom do you send?", options(NOBODY, *able), NOBODY)


def _moment(table: Desk, hero: str) -> Asks[bool]:
    """AVI-5.06, AVI-1.02.01.05: any skill, as narrated, against 3; failing costs a minor wound. The hero may refuse."""
    prompt = phrase(
        "{hero}: by what? Difficulty {difficulty}; if it fails: a minor wound", hero=hero, difficulty=HERO_DIFFICULTY
    )
    skill = yield from choose(hero, "moment", prompt, options(*table.data["lists"]["skills"], STAY), STAY)
    if skill == STAY:
        yield from now(say("{hero} stays back", "AVI-5.06", hero=hero))
        return False
    won = yield from unopposed(table, hero, skill, HERO_DIFFICULTY)
    hurt = [] if won else conditions.suffers(table, hero, "minor")
    yield from now(
        *hurt, Say(phrase("{hero}'s moment", hero=hero) if won else phrase("{hero} fails", hero=hero), ("AVI-5.06",))
    )
    return won


def _speaks(table: Desk, side: Side) -> Asks[None]:
    """AVI-5.12: Lead against 3 takes one loss away, once in a battle."""
    commander = str(of(table, side, "commander"))
    yield from now(
        *_put(side, spoken=True), say("{commander} speaks to the {side:word}", "AVI-5.12", commander=commander, side=side)
    )
    if (yield from unopposed(table, commander, "Lead", SPEECH_DIFFICULTY)) and is_on(table):
        losses = max(0, int(of(table, side, "losses")) - 1)
        yield from now(
            *_put(side, losses=losses), say("the {side:word} rallies: losses {losses}", "AVI-5.12", side=side, losses=losses)
        )


# ── the check ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def numbers(companies: int, theirs: int) -> int:
    """AVI-5.05: two more for twice as many, one more for half as many again."""
    return 2 if companies >= 2 * theirs else 1 if 2 * companies >= 3 * theirs else 0


def is_counter(plans: Any, plan: str, other: str) -> bool:
    """AVI-5.04, AVI-5.09, AVI-5.12: whether a plan counters another. A speech is Hold, but counters nothing."""
    return bool(plans[plan].get("counters", "") == (HOLD if other == RALLY else other))


def bonuses(table: Desk, side: Side, plans: Plans, number: int, has_hero: bool) -> tuple[Score, ...]:
    """AVI-5.04, AVI-5.05, AVI-5.06, AVI-5.11: what a side adds to its commander's Tactics."""
    other = OTHER[side]
    more = numbers(of(table, side, "companies"), of(table, other, "companies"))
    counters = is_counter(table.data["lists"]["plans"], plans.by(side), plans.by(other))
    found = (
        (counters, table.dial("plan_counter_bonus"), "counter"),
        (number == 1 and table.fact("battle", "ground") == side, 1, "ground"),
        (more > 0, more, "numbers"),
        (of(table, side, "quality") > of(table, other, "quality"), 1, "quality"),
        (has_hero, table.dial("hero_bonus"), "hero"),
        (of(table, side, "since") == number, -NEW_LEADER, "a new leader"),
    )
    return tuple(Score(amount, label, "AVI-5.05") for counts, amount, label in found if counts)


def _decided(table: Desk, plans: Plans, winner: Side) -> Story:
    """AVI-5.07, AVI-5.08, AVI-5.09: who withdraws in order leaves; else the loser has a loss, and its line holds or breaks."""
    if plans.by(winner) == WITHDRAW:
        line = say("the {winner:word} withdraws in order: the battle is over", "AVI-5.09", winner=winner)
        return ends("away", *_closed(table), line)
    loser = OTHER[winner]
    fallen = 2 if plans.by(winner) == PRESS else 1
    losses = int(of(table, loser, "losses")) + 1
    left = max(0, int(of(table, loser, "companies")) - fallen)
    line = say(
        "the {loser:word} loses the round: losses {losses}, companies {left}", "AVI-5.07", loser=loser, losses=losses, left=left
    )
    yield from now(*_put(loser, losses=losses, companies=left), line)
    if losses >= table.dial("rout_at_losses") or left == 0:
        return (yield from _routs(table, loser, "it breaks", "AVI-5.08"))
    if losses >= FIRST_HELD and not (yield from _holds(table, loser, losses)):
        return (yield from _routs(table, loser, "its line breaks", "AVI-5.08"))
    return ends("goes on", PutFact(("battle", "settling"), None))


def _holds(table: Desk, side: Side, losses: int) -> Asks[bool]:
    """AVI-5.08, AVI-5.11: from the second loss on, Lead against one more than the losses; with nobody to lead, it breaks."""
    able = standing(table, side)
    return bool(able) and (yield from unopposed(table, able[0], "Lead", 1 + losses))


# ── the end ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _closed(table: Desk) -> list[Change]:
    """The battle is over, and nobody follows its banners any longer."""
    banners = {of(table, side, "banner") for side in SIDES}
    followed = [path for path in table.paths("follows") if table.facts[path] in banners]
    return [PutFact(path, None) for path in [*table.paths("battle"), *followed]]


def _routs(table: Desk, side: Side, why: str, rule_id: str) -> Story:
    """AVI-5.10: one more company is lost, and each main character of the side flees, fights on, or is captured."""
    if not is_on(table):
        return ends("nothing", *_another_way())
    left = max(0, int(of(table, side, "companies")) - 1)
    chief = of(table, side, "banner")
    main = [who for who in members(table, side) if people.is_main(table, who)]
    winners = standing(table, OTHER[side])
    line = say("{chief}'s force routs: {why:text}; {left:company} left", rule_id, "AVI-5.10", chief=chief, why=why, left=left)
    yield from now(*_put(side, companies=left), line, *_closed(table))
    main = [who for who in main if who in table]
    free = [who for who in main if not people.is_helpless(table, who)]
    fates: tuple[str, ...] = ()
    if free:
        fates = yield from sealed("rout", "The line is broken", *(_fate(who) for who in free))
    fate = {**dict.fromkeys(main, CAPTURED), **dict(zip(free, fates, strict=True))}
    lines = [say("{who}: {what:word}", "AVI-5.10", who=who, what=what) for who, what in fate.items()]
    captor = winners[0] if winners else ""
    yield from now(*lines)
    for who in [who for who in fate if who in table and captor in table]:
        yield from now(*_meets(table, who, fate[who], captor))
    return ends("routed", *_flight(table, [who for who, what in fate.items() if what == FLEE], captor))


def _fate(who: str) -> Choose[str]:
    return Choose(who, "rout", phrase("{who}: what do you do?", who=who), options(FLEE, FIGHT_ON, CAPTURED), CAPTURED)


def _meets(table: Desk, who: str, what: str, captor: str) -> list[Change]:
    """AVI-5.10, AVI-4.09: who fights on comes to blows with the winners' leader; who is captured is helpless until let go."""
    if what == FIGHT_ON:
        return movement.blows(table, who, captor)
    return [*people.marked(table, who, "Pinned"), tie("holds", captor, who)] if what == CAPTURED else []


def _flight(table: Desk, fleeing: list[str], captor: str) -> list[Change]:
    """AVI-5.10, AVI-3.11: who flees is chased by whoever leads the winners, together with all others who flee."""
    there = [who for who in fleeing if who in table]
    if not there or captor not in table:
        return []
    together = PutFact(("chase", "with quarry"), tuple(there[1:]))
    return [*movement.chase_begins(table, there[0], captor, FLIGHT_GAP), together]
