"""Grapples: taking hold of somebody, what may be done to them then, and how they get free."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from fatewright.systems.author import (
    Asks,
    Change,
    Desk,
    Ending,
    From,
    Option,
    Put,
    Say,
    Story,
    Usual,
    choose,
    ends,
    now,
    phrase,
    say,
    tell,
    tie,
    untie,
    verb,
)
from fatewright.systems.moment_of_truth.combat import belongings, blows, harm
from fatewright.systems.moment_of_truth.combat.blows import Blow, Metres, distance
from fatewright.systems.moment_of_truth.combat.deeds import can_close_in, weapon_row
from fatewright.systems.moment_of_truth.combat.harm import Own
from fatewright.systems.moment_of_truth.combat.turns import Actor, Foe, acts, cannot, holders
from fatewright.systems.moment_of_truth.drama import answers, moments
from fatewright.systems.moment_of_truth.drama.answers import Plan
from fatewright.systems.moment_of_truth.mechanics import contests, pools
from fatewright.systems.moment_of_truth.mechanics.contests import Contestant, words
from fatewright.systems.moment_of_truth.mechanics.pools import Task
from fatewright.systems.moment_of_truth.mechanics.rolls import Contest, Ties

WRESTLING = ("Martial Arts", "Brawling")  # of equals, the one with the edge
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
    """MOT-7.29, MOT-R.99: close, or in the next square with some movement left; with Martial Arts, only who has it."""
    if who == target:
        return "nobody grapples themselves"
    if problem := harm.is_somebody(table, target) or cannot(table, who, "action"):
        return problem
    if problem := _unknown_art(table, who, skill):
        return problem
    if holders(table, who) or table.related("grapples", who):
        return f"{who} is in a hold already"
    if harm.has(table, target, "dead"):
        return f"{target} is dead"
    if (away := distance(table, who, target, metres)) > 1:
        return f"{target} is too far away to be taken hold of"
    return None if away == 0 or can_close_in(table, who) else f"{who} has no movement left to close in"


def _best(table: Desk, who: str) -> str:
    """MOT-7.29: what somebody wrestles best with."""
    return side(table, who, "take down").skill


@verb("{who} takes hold of {target}", more=("using {skill}", "from {metres} m away"), may=_may_grapple, group="Fight")
def grapple(
    table: Desk,
    who: Actor,
    target: Foe,
    skill: Annotated[Literal["Brawling", "Martial Arts"], Usual(_best)] = "Brawling",
    metres: Annotated[Metres, Usual(blows.paced)] = 1,
) -> Story:
    """MOT-7.29, MOT-7.30, MOT-7.77, MOT-R.28: take hold of somebody: an attack without damage. What you held is dropped."""
    yield from now(*acts(table, who), *belongings.stays(table, who), Put(who, "weapon", HOLDS[skill]), *_drops(table, who))
    blow = Blow(who, target, HOLDS[skill], metres=0)
    tn = yield from tell("tn", lambda: int(blows.needed(table, blow)))
    went = yield from blows.rolled(table, blow, tn, f"take hold of {target}")
    outcome = words(went.check, "hits", "misses")
    holds = went.check.is_success and not harm.is_out(table, who)  # much may have happened while somebody was asked
    lines = [
        say(
            "{who} {how} {target}",
            "MOT-7.30",
            who=who,
            how=phrase("takes hold of") if holds else phrase("does not get hold of"),
            target=target,
        )
    ]
    changes: list[Change] = [tie("grapples", who, target)] if holds else []
    help_ = answers.guidance(went.check, harm.gm_only(table))
    return ends(outcome, *answers.counted_roll(table), *changes, *lines, *answers.paid(table, went.earned), *help_)


def _drops(table: Desk, who: str) -> list[Change]:
    """MOT-7.29: both hands must be free; letting go of what they hold costs nothing."""
    weapon, other = table[who]["weapon"], table[who]["off_hand"]
    held = [*([] if weapon_row(table, weapon).get("natural") else [weapon]), *([] if other == "nothing" else [other])]
    return [Put(who, "off_hand", "nothing"), say("{who} drops: {held}", "MOT-7.29", who=who, held=[*held])] if held else []


def _may_release(table: Desk, who: str, **_: Any) -> str | None:
    return None if table.related("grapples", who) else f"{who} holds nobody"


@verb("{who} lets go", may=_may_release, group="Fight")
def release(table: Desk, who: Own) -> Ending:
    """MOT-7.40: let go of whom you hold."""
    return ends("released", *harm.let_go(table, who), say("{who} lets go", who=who))


# ── with what ──────────────────────────────────────────────────────────────────────────────────────────────────────────

BEST: Literal["the best"] = "the best"
Statistic = Literal["the best", "strength", "agility", "endurance", "will", "perception", "education", "melee attack"]
Skill = Annotated[str, From("wrestling")]
WITH = ("the statistic: {statistic}", "the skill: {skill}")


class WrestlesWith(NamedTuple):
    """With what somebody would rather wrestle."""

    statistic: str = BEST
    skill: str = BEST


AS_BEST = WrestlesWith()


def _is_agreed(table: Desk, who: str, kind: str, way: WrestlesWith) -> Asks[bool]:
    """MOT-R.54: whether somebody may wrestle in this way: as it is written always, a player's character otherwise if the game
    master agrees.
    """
    is_written = way.statistic in (BEST, *STATISTICS[kind]) and way.skill in (BEST, *WRESTLING)
    if is_written or not pools.is_player_character(table, who):
        return True
    asked = phrase(
        "{who} would rather use {statistic:word} and {skill:word} to {kind:word}. Do you agree?",
        who=who,
        statistic=way.statistic,
        skill=way.skill,
        kind=kind,
    )
    yes_or_no = (Option(True, "yes"), Option(False, "no, and nothing is done yet"))
    agreed: bool = yield from choose(moments.gm_of(table), "way", asked, yes_or_no, default=False)
    return agreed


def _not_so(table: Desk, who: str) -> Ending:
    """MOT-R.54: the game master does not agree: the action is not spent."""
    return ends("vetoed", say("Not so, says {gm}: {who} can do something else", "MOT-R.54", gm=moments.gm_of(table), who=who))


# ── contests between two who hold each other ───────────────────────────────────────────────────────────────────────────


def side(table: Desk, who: str, kind: str, way: WrestlesWith = AS_BEST) -> Task:
    """MOT-7.34, MOT-7.36, MOT-7.37, MOT-7.39, MOT-R.54: the better statistic and skill, or what somebody would rather
    use; without the skill it is unskilled.
    """
    owned = [one for one in WRESTLING if pools.level(table, who, one) is not None] or WRESTLING[-1:]
    skill = max(owned, key=lambda one: pools.level(table, who, one) or 0)
    statistic = max(STATISTICS[kind], key=lambda one: int(pools.statistic(table, who, one)))
    return Task(
        statistic if way.statistic == BEST else way.statistic,
        skill if way.skill == BEST else way.skill,
    )


class Bout(NamedTuple):
    """Who won between two who hold each other, nobody in a deadlock; and what it is called for whoever began."""

    winner: str
    outcome: str


def wrestled(table: Desk, who: str, other: str, kind: str, ties: Ties, way: WrestlesWith) -> Asks[Bout]:
    """MOT-7.34, MOT-7.35, MOT-R.53, MOT-R.54: both throw; against Martial Arts only sixes count for whoever has none.

    What the game master's people use is worked out behind the screen; that it is Martial Arts, everyone sees. Whoever lies
    unconscious resists nothing.
    """
    if harm.is_out(table, other):
        return Bout(who, "wins")
    ways = {who: way, other: AS_BEST}
    sixes = yield from tell("edge", lambda: _sixes_only(table, kind, ways))
    first, second = (
        Contestant(one, lambda one=one: side(table, one, kind, ways[one]), is_sixes_only=one in sixes)  # type: ignore[misc]
        for one in (who, other)
    )
    plans = []
    for party in (first, second):
        plan = yield from contests.ask_side_for_plan(table, party)
        if plan.how in ("refuse", "fumble"):
            _, *changes = answers.refused(table, party.who, plan)
            yield from now(*changes)
            return Bout(other, contests.lost("loses", plan)) if party is first else Bout(who, "wins")
        plans.append(plan)
    mine, theirs = yield from contests.thrown(table, (first, plans[0]), (second, plans[1]))
    result = yield from contests.told(table, first, mine, second, theirs, ties)
    if not result.winner:
        fumbled = (result.actor_fumbled, result.opponent_fumbled)
        yield from now(*contests.not_won(table, (first, second), plans, fumbled))
        return Bout("", "deadlock")
    return (yield from _settled(table, (first, second), plans, result))


def _settled(table: Desk, parties: tuple[Contestant, Contestant], plans: list[Plan], result: Contest) -> Asks[Bout]:
    """MOT-5.25, MOT-5.26, MOT-5.32: what a bout comes to for both, what it pays, and help for the game master."""
    earned: list[answers.Earned] = []
    checks = []
    for is_actor, party, plan in zip((True, False), parties, plans, strict=True):
        check = contests.natural(table, result, is_actor=is_actor)
        if pools.is_player_character(table, party.who):
            check, more = yield from answers.ask_to_settle(table, party.who, plan, check, earned)
            earned += more
        checks.append(check)
    help_ = [change for check in checks for change in answers.guidance(check, harm.gm_only(table))]
    yield from now(*answers.counted_roll(table), *answers.paid(table, earned), *help_)
    winner = parties[0 if result.winner == "actor" else 1].who
    return Bout(winner, words(checks[0], "wins", "loses"))


def _sixes_only(table: Desk, kind: str, ways: Mapping[str, WrestlesWith]) -> tuple[str, ...]:
    """MOT-7.35, MOT-R.53: who throws for sixes only: whoever uses no Martial Arts against somebody who does."""
    artists = [one for one, way in ways.items() if _uses_martial_arts(table, one, kind, way)]
    return tuple(one for one in ways if one not in artists) if len(artists) == 1 else ()


def _uses_martial_arts(table: Desk, who: str, kind: str, way: WrestlesWith) -> bool:
    skill = side(table, who, kind, way).skill
    return skill == "Martial Arts" and pools.level(table, who, skill) is not None


def _may_hold(table: Desk, who: str, statistic: str, skill: str) -> str | None:
    """MOT-7.40: each of these is the action of somebody who holds somebody."""
    if problem := _may_release(table, who) or cannot(table, who, "action"):
        return problem
    held = table.related("grapples", who)[0]
    return f"{held} is dead" if harm.has(table, held, "dead") else _unknown_art(table, who, skill)


def _unknown_art(table: Desk, who: str, skill: str) -> str | None:
    """MOT-7.35: Martial Arts are for those who have learned them."""
    return f"{who} does not have {skill}" if skill == "Martial Arts" and pools.level(table, who, skill) is None else None


@verb("{who} brings a foe down", more=WITH, may=_may_hold, group="Fight")
def take_down(table: Desk, who: Actor, statistic: Statistic = BEST, skill: Skill = BEST) -> Story:
    """MOT-7.36, MOT-R.34: throw whom you hold to the ground. A tie takes both of you there."""
    held, way = table.related("grapples", who)[0], WrestlesWith(statistic, skill)
    if not (yield from _is_agreed(table, who, "take down", way)):
        return _not_so(table, who)
    yield from now(*acts(table, who))
    bout = yield from wrestled(table, who, held, "take down", "deadlock", way)
    down = {who: [held], "": [who, held]}.get(bout.winner, [])
    changes = [harm.changed(table, one, "prone") for one in down]
    said = phrase("On the ground: {down}", down=" and ".join(down)) if down else phrase("{held} stays up", held=held)
    return ends(bout.outcome, *changes, Say(said, ("MOT-7.36",)))


@verb("{who} tries to strangle a foe", more=WITH, may=_may_hold, group="Fight")
def strangle(table: Desk, who: Actor, statistic: Statistic = BEST, skill: Skill = BEST) -> Story:
    """MOT-7.37, MOT-7.80: press the breath out of whom you hold: one minor damage at the start of each of their turns."""
    held, way = table.related("grapples", who)[0], WrestlesWith(statistic, skill)
    if not (yield from _is_agreed(table, who, "strangle", way)):
        return _not_so(table, who)
    yield from now(*acts(table, who))
    bout = yield from wrestled(table, who, held, "strangle", "opponent", way)
    if bout.winner != who or held not in table.related("grapples", who):  # who may have let go meanwhile
        return ends(bout.outcome, say("{held} resists", "MOT-7.37", held=held))
    return ends(bout.outcome, tie("strangles", who, held), say("{who} strangles {held}", "MOT-7.37", who=who, held=held))


def _may_disarm(table: Desk, who: str, statistic: str, skill: str) -> str | None:
    """MOT-7.39: there must be a weapon to wrest away."""
    if problem := _may_hold(table, who, statistic, skill):
        return problem
    held = table.related("grapples", who)[0]
    return f"{held} has no weapon in the hand" if weapon_row(table, table[held]["weapon"]).get("natural") else None


@verb("{who} wrests a weapon away", more=WITH, may=_may_disarm, group="Fight")
def disarm(table: Desk, who: Actor, statistic: Statistic = BEST, skill: Skill = BEST) -> Story:
    """MOT-7.39, MOT-7.76: wrest the weapon from whom you hold; on a tie they keep it."""
    held, way = table.related("grapples", who)[0], WrestlesWith(statistic, skill)
    if not (yield from _is_agreed(table, who, "disarm", way)):
        return _not_so(table, who)
    yield from now(*acts(table, who))
    bout = yield from wrestled(table, who, held, "disarm", "opponent", way)
    if bout.winner != who:
        return ends(bout.outcome, say("{held} keeps hold of it", "MOT-7.39", held=held))
    changes = (*belongings.stays(table, held), harm.changed(table, held, "disarmed"), Put(held, "weapon", "Unarmed Attack"))
    return ends(bout.outcome, *changes, say("{held} is disarmed", "MOT-7.39", held=held))


def _may_break(table: Desk, who: str, statistic: str, skill: str) -> str | None:
    del statistic
    problem = cannot(table, who, "action") if holders(table, who) else f"nobody holds {who}"
    return problem or _unknown_art(table, who, skill)


@verb("{who} struggles free", more=WITH, may=_may_break, group="Fight")
def break_free(table: Desk, who: Actor, statistic: Statistic = BEST, skill: Skill = BEST) -> Story:
    """MOT-7.34, MOT-7.38, MOT-R.54, MOT-R.55: win, and you are free of the hold, and of a strangle with it; a tie holds you."""
    holder = holders(table, who)[0]
    is_strangled = who in table.related("strangles", holder)
    kind, way = "breathe" if is_strangled else "break free", WrestlesWith(statistic, skill)
    if not (yield from _is_agreed(table, who, kind, way)):
        return _not_so(table, who)
    yield from now(*acts(table, who))
    bout = yield from wrestled(table, who, holder, kind, "deadlock", way)
    if bout.winner != who:
        return ends(bout.outcome, say("{holder} holds {who}", "MOT-7.34", holder=holder, who=who))
    breath = [untie("strangles", holder, who)] if is_strangled else []
    return ends(bout.outcome, untie("grapples", holder, who), *breath, say("{who} is free", "MOT-7.34", "MOT-R.55", who=who))
