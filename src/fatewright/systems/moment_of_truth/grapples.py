"""Grapples: taking hold of somebody, what may be done to them then, and how they get free."""

from __future__ import annotations

from typing import Literal

from fatewright.systems.author import Asks, Change, Desk, Mine, Put, Say, Seen, Story, ends, now, tell, tie, untie, verb
from fatewright.systems.moment_of_truth import answers, blows, contests, harm, pools
from fatewright.systems.moment_of_truth.blows import Blow, Metres, distance
from fatewright.systems.moment_of_truth.contests import Party, words
from fatewright.systems.moment_of_truth.deeds import weapon_row
from fatewright.systems.moment_of_truth.pools import Task
from fatewright.systems.moment_of_truth.rolls import Contest, Ties
from fatewright.systems.moment_of_truth.turns import acts, cannot, fighting, holders

WRESTLING = ("Brawling", "Martial Arts")
HOLDS = {"Brawling": "Unarmed Attack", "Martial Arts": "Martial Arts Attack"}
STATISTICS = {  # what each side may use
    "break free": ("strength", "melee attack"),
    "take down": ("strength",),
    "strangle": ("strength", "agility"),
    "disarm": ("strength",),
    "breathe": ("strength",),
}

# ── taking hold ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_grapple(table: Desk, who: str, target: str, skill: str, metres: int) -> str | None:
    """MOT-7.29: unarmed, or what is held is dropped; and close, or with a move left to get there."""
    if who == target:
        return "nobody grapples themselves"
    if problem := harm.is_somebody(table, target) or cannot(table, who, "action"):
        return problem
    if holders(table, who) or table.related("grapples", who):
        return f"{who} is in a hold already"
    if harm.has(table, target, "dead"):
        return f"{target} is dead"
    if distance(table, who, target, metres) > 1:
        return f"{target} is too far away to be taken hold of"
    if distance(table, who, target, metres) == 1 and fighting(table) and table[who].get("moves", 0) > 1:
        return f"{who} has no movement left to close in"
    return None


@verb(may=_may_grapple, group="Fight")
def grapple(
    table: Desk, who: Mine, target: Seen, skill: Literal["Brawling", "Martial Arts"] = "Brawling", metres: Metres = 1
) -> Story:
    """MOT-7.29, MOT-7.30, MOT-7.77, MOT-R.28: take hold of somebody: an attack without damage. What you held is dropped."""
    held = table[who]["weapon"]
    dropped = [Say(f"{who} drops: {held}", ("MOT-7.29",))] if not weapon_row(table, held).get("natural") else []
    yield from now(*acts(table, who), Put(who, "weapon", HOLDS[skill]), *dropped)
    blow = Blow(who, target, HOLDS[skill], metres=0)
    tn = yield from tell("tn", lambda: int(blows.needed(table, blow)))
    went = yield from blows.rolled(table, blow, tn, f"take hold of {target}")
    outcome = words(went.check, "hits", "misses")
    lines = [Say(f"{who} {'takes hold of' if went.check.is_success else 'does not get hold of'} {target}", ("MOT-7.30",))]
    changes: list[Change] = [tie("grapples", who, target)] if went.check.is_success else []
    help_ = answers.guidance(went.check, harm.gm_only(table))
    return ends(outcome, *answers.counted_roll(table), *changes, *lines, *answers.paid(table, went.earned), *help_)


def _may_release(table: Desk, who: str) -> str | None:
    return None if table.related("grapples", who) else f"{who} holds nobody"


@verb(may=_may_release, group="Fight")
def release(table: Desk, who: Mine) -> Story:
    """MOT-7.40: let go of whom you hold."""
    return ends("released", *harm.let_go(table, who), Say(f"{who} lets go"))
    yield


# ── contests between two who hold each other ───────────────────────────────────────────────────────────────────────────


def side(table: Desk, who: str, kind: str) -> Task:
    """MOT-7.34, MOT-7.36, MOT-7.37, MOT-7.39, MOT-R.54: the better statistic and the better skill; none leaves it unskilled."""
    skill = max(WRESTLING, key=lambda one: -1 if (found := pools.level(table, who, one)) is None else found)
    statistic = max(STATISTICS[kind], key=lambda one: int(pools.statistic(table, who, one)))
    return Task(statistic, skill)


def wrestled(table: Desk, who: str, other: str, kind: str, ties: Ties) -> Asks[Contest]:
    """MOT-7.34, MOT-7.35, MOT-R.53, MOT-R.54: both throw; against Martial Arts only sixes count for whoever has none.

    What the game master's people use is worked out behind the screen; that it is Martial Arts, everyone sees.
    """
    sixes = yield from tell("edge", lambda: _sixes_only(table, who, other, kind))
    first, second = (
        Party(one, lambda one=one: side(table, one, kind), is_sixes_only=one in sixes)  # type: ignore[misc]
        for one in (who, other)
    )
    plans = []
    for party in (first, second):
        plan = yield from contests.planned_by(table, party)
        if plan.how in ("refuse", "fumble"):
            _, *changes = answers.refused(table, party.who, plan)
            yield from now(*changes)
            return Contest("opponent" if party is first else "actor", False, False, False, False)
        plans.append(plan)
    mine, theirs = yield from contests.thrown(table, (first, plans[0]), (second, plans[1]))
    result = yield from contests.told(table, first, mine, second, theirs, ties)
    earned: list[answers.Earned] = []
    for is_actor, party, plan in ((True, first, plans[0]), (False, second, plans[1])):
        if pools.is_player_character(table, party.who):
            check = contests.natural(table, result, is_actor=is_actor)
            _, more = yield from answers.settled(table, party.who, plan, check)
            earned += more
    yield from now(*answers.counted_roll(table), *answers.paid(table, earned))
    return result


def _sixes_only(table: Desk, who: str, other: str, kind: str) -> tuple[str, ...]:
    """MOT-7.35, MOT-R.53: who throws for sixes only: whoever uses no Martial Arts against somebody who does."""
    artists = [one for one in (who, other) if _uses_martial_arts(table, one, kind)]
    return tuple(one for one in (who, other) if one not in artists) if len(artists) == 1 else ()


def _uses_martial_arts(table: Desk, who: str, kind: str) -> bool:
    skill = side(table, who, kind).skill
    return skill == "Martial Arts" and pools.level(table, who, skill) is not None


def _may_hold(table: Desk, who: str) -> str | None:
    """MOT-7.40: each of these is the action of somebody who holds somebody."""
    return _may_release(table, who) or cannot(table, who, "action")


@verb(may=_may_hold, group="Fight")
def take_down(table: Desk, who: Mine) -> Story:
    """MOT-7.36, MOT-R.34: throw whom you hold to the ground. A tie takes both of you there."""
    held = table.related("grapples", who)[0]
    yield from now(*acts(table, who))
    result = yield from wrestled(table, who, held, "take down", "deadlock")
    down = [held] if result.winner == "actor" else [who, held] if not result.winner else []
    changes = [harm.changed(table, one, "prone") for one in down]
    said = f"{' and '.join(down)} on the ground" if down else f"{held} stays up"
    return ends(_word(result), *changes, Say(said, ("MOT-7.36",)))


@verb(may=_may_hold, group="Fight")
def strangle(table: Desk, who: Mine) -> Story:
    """MOT-7.37, MOT-7.80: press the breath out of whom you hold: one minor damage at the start of each of their turns."""
    held = table.related("grapples", who)[0]
    yield from now(*acts(table, who))
    result = yield from wrestled(table, who, held, "strangle", "opponent")
    if result.winner != "actor":
        return ends(_word(result), Say(f"{held} resists", ("MOT-7.37",)))
    changes = (tie("strangles", who, held), harm.changed(table, held, "suffocating"))
    return ends("wins", *changes, Say(f"{who} strangles {held}", ("MOT-7.37",)))


@verb(may=_may_hold, group="Fight")
def disarm(table: Desk, who: Mine) -> Story:
    """MOT-7.39, MOT-7.76: wrest the weapon from whom you hold; on a tie they keep it."""
    held = table.related("grapples", who)[0]
    yield from now(*acts(table, who))
    result = yield from wrestled(table, who, held, "disarm", "opponent")
    if result.winner != "actor":
        return ends(_word(result), Say(f"{held} keeps hold of it", ("MOT-7.39",)))
    changes = (harm.changed(table, held, "disarmed"), Put(held, "weapon", "Unarmed Attack"))
    return ends("wins", *changes, Say(f"{held} is disarmed", ("MOT-7.39",)))


def _may_break(table: Desk, who: str) -> str | None:
    return cannot(table, who, "action") if holders(table, who) else f"nobody holds {who}"


@verb(may=_may_break, group="Fight")
def break_free(table: Desk, who: Mine) -> Story:
    """MOT-7.34, MOT-7.38, MOT-R.54, MOT-R.55: win, and you are free of the hold, and of a strangle with it; a tie holds you."""
    holder = holders(table, who)[0]
    is_strangled = who in table.related("strangles", holder)
    yield from now(*acts(table, who))
    result = yield from wrestled(table, who, holder, "breathe" if is_strangled else "break free", "opponent")
    if result.winner != "actor":
        return ends(_word(result), Say(f"{holder} holds {who}", ("MOT-7.34",)))
    breath: list[Change] = (
        [untie("strangles", holder, who), harm.changed(table, who, without=("suffocating",))] if is_strangled else []
    )
    return ends("wins", untie("grapples", holder, who), *breath, Say(f"{who} is free", ("MOT-7.34", "MOT-R.55")))


def _word(result: Contest) -> str:
    return {"actor": "wins", "opponent": "loses", "": "deadlock"}[result.winner]
