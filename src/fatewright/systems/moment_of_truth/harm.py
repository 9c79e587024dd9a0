"""Harm: what damage does to somebody, how they bleed, wake and heal, how they die, and how they come back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from fatewright.core.dice import d6
from fatewright.core.rule import Call
from fatewright.systems.author import (
    Asks,
    Audience,
    Between,
    Change,
    Desk,
    From,
    Gain,
    Mine,
    Option,
    Put,
    PutFact,
    Say,
    Seen,
    Story,
    ask,
    behind,
    choose,
    ends,
    now,
    rule,
    spend,
    tell,
    throw,
    untie,
    verb,
)
from fatewright.systems.moment_of_truth import moments, pools, sheets
from fatewright.systems.moment_of_truth.checks import Modifier, Reason, Statistic
from fatewright.systems.moment_of_truth.pools import Task
from fatewright.systems.moment_of_truth.rolls import Wound, open_count
from fatewright.systems.moment_of_truth.wounds import Condition, bleeds_from, condition, revival

OUT = ("unconscious", "dead")  # whoever is so neither acts nor moves
NO_WOUND = Wound()
AWARD = 3  # Moments for everybody else, when somebody dies a hero's death
DEEPEST = 1  # a revival leaves at least so much more than death

# ── what stands on a sheet ─────────────────────────────────────────────────────────────────────────────────────────────


def conditions(table: Desk, who: str) -> tuple[str, ...]:
    """What somebody is in, for everyone to see."""
    return tuple(table[who].get("conditions", ()))


def has(table: Desk, who: str, *any_of: str) -> bool:
    """Whether somebody is in one of these conditions."""
    return any(one in conditions(table, who) for one in any_of)


def changed(table: Desk, who: str, *more: str, without: tuple[str, ...] = ()) -> Put:
    """MOT-7.82: somebody is in these conditions too, and no longer in those; what follows from hit points is not stored."""
    kept = [one for one in conditions(table, who) if one not in (*more, *without)]
    return Put(who, "conditions", (*kept, *more))


def most(table: Desk, who: str) -> int:
    """MOT-7.43: the hit points somebody has unhurt."""
    return sheets.hit_points({name: table[who][name] for name in sheets.STATISTICS}, table.data["lists"])


def taken(table: Desk, who: str) -> Wound:
    """MOT-7.41: all damage that somebody has."""
    return Wound(table[who]["minor"], table[who]["major"])


def state(table: Desk, who: str, wound: Wound = NO_WOUND) -> Condition:
    """MOT-7.49, MOT-7.50, MOT-7.54, MOT-R.37, MOT-R.39: what has become of somebody, by hit points and the rule of death.

    The game master's people die by numbers under either rule.
    """
    rule_of_death, npc = table.dial("death_rule"), not pools.is_player_character(table, who)
    found = condition(
        most(table, who), taken(table, who) + wound, "harsh" if npc else rule_of_death, table.dial("harsh_death_threshold")
    )
    is_mook = npc and rule_of_death == "heroic" and table.dial("npc_death") == "dead_at_zero"
    return "dead" if is_mook and found == "unconscious" else found


# ── damage ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def minutes_out() -> Asks[int]:
    """MOT-0.04, MOT-7.48: how many minutes somebody is unconscious: two dice, added up."""
    return throw(d6(2).sum())


def harmed(table: Desk, who: str, wound: Wound, *, from_outside: bool = True) -> Asks[str]:
    """MOT-7.41, MOT-7.42, MOT-7.45, MOT-7.46, MOT-7.47, MOT-7.48, MOT-7.66, MOT-7.69, MOT-R.66, MOT-R.69: damage lands.

    Everyone learns who falls, and who begins to bleed; of the game master's people nobody learns the numbers. Damage from
    outside makes treatment possible again. Returns "unconscious" or "dead" for somebody who has just become so.
    """
    if not wound.points:
        return ""
    fallen, bleeds = yield from tell("harm", lambda: (_fallen(table, who, wound), _bleeds(table, who, wound)))
    more = [fallen] if fallen and not has(table, who, fallen) else []
    if bleeds and not has(table, who, "bleeding"):
        more.append("bleeding")
    changes: list[Change] = [Gain(who, "minor", wound.minor), Gain(who, "major", wound.major)]
    if from_outside:
        changes.append(Put(who, "treated", ()))
    if "bleeding" in more:
        changes.append(Put(who, "bleeds from", (table.fact("turns", "round") or 0) + 1))
    if more:
        changes += [changed(table, who, *more, without=("reckless",)), *(let_go(table, who) if fallen else ())]
    told = [f"{who} is hurt", *more]
    if pools.is_player_character(table, who):
        told = [f"{who}: {wound}", *dict.fromkeys((state(table, who, wound), *more))]
    line = Say(", and ".join(one for one in told if one != "unhurt"), ("MOT-7.41",))
    yield from now(*changes, line)
    if fallen == "unconscious":  # any new damage keeps them down for longer
        minutes = yield from behind(minutes_out())
        yield from now(Put(who, "wakes", minutes))
    return fallen if fallen in more else ""


def _fallen(table: Desk, who: str, wound: Wound) -> str:
    found = state(table, who, wound)
    return found if found in OUT and not has(table, who, "dead") else ""


def _bleeds(table: Desk, who: str, wound: Wound) -> bool:
    """MOT-7.65, MOT-7.66: whether so much unhealed major damage bleeds at this table."""
    dial = table.dial("bleeding")
    in_play = dial == "on" or (dial == "gm_per_fight" and bool(table.fact("turns", "bleeding")))
    return in_play and table[who]["major"] + wound.major >= bleeds_from(most(table, who))


def let_go(table: Desk, who: str) -> Iterator[Change]:
    """MOT-7.40: whoever falls holds nobody any more; who was strangled breathes."""
    for held in table.related("grapples", who):
        yield untie("grapples", who, held)
    for held in table.related("strangles", who):
        yield untie("strangles", who, held)
        yield changed(table, held, without=("suffocating",))


def is_somebody(table: Desk, who: str, **_: Any) -> str | None:
    """Why a token cannot be hurt; None if it can."""
    return f"{who} is nobody" if table[who].kind == "encounter" else None


def is_hero(table: Desk, who: str, **_: Any) -> str | None:
    """MOT-0.06: what is done to the game master's people by number, is done behind the screen."""
    if problem := is_somebody(table, who):
        return problem
    return None if pools.is_player_character(table, who) else f"{who} is the game master's: that goes on behind the screen"


def is_npc(table: Desk, who: str, **_: Any) -> str | None:
    """MOT-0.06: the reverse."""
    if problem := is_somebody(table, who):
        return problem
    return f"{who} is a player's: that goes on before everyone" if pools.is_player_character(table, who) else None


@verb(roles=("gm",), may=is_hero, group="Wounds")
def hurt(table: Desk, who: Seen, minor: Annotated[int, Between(0, 30)], major: Annotated[int, Between(0, 30)] = 0) -> Story:
    """MOT-7.41, MOT-7.69: damage of both kinds, from whatever the rules have no name for."""
    yield from harmed(table, who, Wound(minor, major))
    return ends("hurt")


@verb(roles=("gm",), secret=True, may=is_npc, group="Behind the screen")
def secret_hurt(
    table: Desk, who: Seen, minor: Annotated[int, Between(0, 30)], major: Annotated[int, Between(0, 30)] = 0
) -> Story:
    """MOT-0.06, MOT-7.41: damage to one of your own people, of which nobody learns; who should fall, falls by `condition`."""
    found = state(table, who, Wound(minor, major))
    line = Say(f"{who} is hurt" if found == "unhurt" else f"{who} is hurt, and {found}", ("MOT-7.41",))
    return ends("hurt", Gain(who, "minor", minor), Gain(who, "major", major), Put(who, "treated", ()), line)
    yield


# ── healing ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def healed(table: Desk, who: str) -> Iterator[Change]:
    """MOT-7.74, MOT-7.81, MOT-R.40: somebody who has been helped: those who lay unconscious wake, and lie prone."""
    if has(table, who, "unconscious") and not has(table, who, "dead"):
        yield changed(table, who, "prone", without=("unconscious",))
        yield Put(who, "wakes", 0)
        yield Say(f"{who} comes to", ("MOT-R.40",))


def _may_treat(table: Desk, medic: str, patient: str, skill: str, **_: Any) -> str | None:
    """MOT-3.16, MOT-7.68, MOT-7.69, MOT-R.30: only who owns the skill, and each skill once until there is new damage."""
    if problem := is_somebody(table, medic) or is_somebody(table, patient):
        return problem
    if has(table, patient, "dead"):
        return f"{patient} is dead; only a revival could help"
    if has(table, medic, *OUT):
        return f"{medic} cannot help anybody just now"
    if pools.level(table, medic, skill) is None:
        return f"{medic} does not have {skill}"
    return f"{patient} has had {skill} since the last injury" if skill in table[patient].get("treated", ()) else None


@verb(roles=("gm",), may=_may_treat, group="Wounds")
def treat(
    table: Desk,
    medic: Seen,
    patient: Seen,
    skill: Literal["Medic", "Medicine"],
    statistic: Statistic = "agility",
    modifier: Modifier = 0,
    reason: Reason = "conditions",
) -> Story:
    """MOT-3.16, MOT-7.68, MOT-7.70, MOT-R.40, MOT-R.66: each success heals one major damage, by Medicine two; minor never.

    A success ends bleeding, and wakes.
    """
    task = Task(statistic, skill, modifier=modifier, reason=reason)
    if modifier:
        yield from now(Say(f"{medic}: {modifier:+d} dice for {reason}", ("MOT-1.33", "MOT-7.70")))

    def treatment() -> Call[int]:
        return open_count(pools.pool(table, medic, task), pools.kind_of(table, medic, task))

    is_hero = pools.is_player_character(table, medic)
    successes = yield from ask(treatment(), by=medic) if is_hero else behind(treatment)
    cured, helped = yield from tell("result", lambda: (_cured(table, patient, skill, successes), successes > 0))
    treated = (*table[patient].get("treated", ()), skill)
    line = Say(f"{medic} treats {patient}: {cured} major damage healed", ("MOT-3.16",))
    yield from now(spend(patient, "major", cured), Put(patient, "treated", treated), Put(patient, "was treated", True), line)
    if helped:
        yield from now(changed(table, patient, without=("bleeding",)))
        if table.dial("unconscious_recovery") == "earliest":
            yield from now(*healed(table, patient))
    return ends("treated")


def _cured(table: Desk, patient: str, skill: str, successes: int) -> int:
    """MOT-7.68, MOT-7.74, MOT-R.30: major damage that a treatment takes away; never more than there is."""
    return int(min(successes * (2 if skill == "Medicine" else 1), table[patient]["major"]))


@verb(roles=("gm",), may=is_somebody, group="Wounds")
def rest(
    table: Desk,
    who: Seen,
    hours: Annotated[int, Between(0, 240)] = 8,
    days: Annotated[int, Between(0, 60)] = 0,
    bonus: Annotated[int, Between(0, 2)] = 0,
) -> Story:
    """MOT-7.70, MOT-7.71, MOT-7.72, MOT-7.73, MOT-7.74, MOT-R.67, MOT-R.68: hours heal minor damage, days what was treated.

    Every hour, and every day, is a roll of Endurance of its own; both kinds are rolled for apart. A very good place gives dice.
    """
    if has(table, who, "dead"):
        return ends("rested", Say(f"{who} rests for good"))
    by_hours = yield from _healing(table, who, hours, bonus)
    by_days = yield from _healing(table, who, days if table[who].get("was treated", False) else 0, bonus, is_daily=True)
    minor, major = yield from tell("rest", lambda: _rested(table, who, by_hours, by_days))
    line = Say(f"{who} rests: {minor} minor and {major} major damage healed", ("MOT-7.71", "MOT-7.72"))
    yield from now(spend(who, "minor", minor), spend(who, "major", major), line)
    if (yield from tell("state", lambda: has(table, who, "unconscious") and state(table, who) not in OUT)):
        yield from now(*healed(table, who))
    if (yield from tell("state", lambda: table[who]["major"] < bleeds_from(most(table, who)))):
        yield from now(changed(table, who, without=("bleeding",)))
    return ends("rested")


def _healing(table: Desk, who: str, rolls: int, bonus: int, *, is_daily: bool = False) -> Asks[int]:
    if not is_daily and table.dial("minor_healing") == "one_per_two_hours":
        return rolls // 2
    healing: int = 0
    for _ in range(rolls):
        if pools.is_player_character(table, who):
            healing += yield from ask(open_count(table[who]["endurance"] + bonus, "statistic"), by=who)
        else:
            healing += yield from behind(lambda: open_count(table[who]["endurance"] + bonus, "statistic"))
    return int(healing)


def _rested(table: Desk, who: str, minor: int, major: int) -> tuple[int, int]:
    return min(minor, table[who]["minor"]), min(major, table[who]["major"])


@verb(roles=("gm",), group="Wounds")
def wait(table: Desk, minutes: Annotated[int, Between(1, 60)] = 10) -> Story:
    """MOT-7.48, MOT-R.40: let minutes pass: who has lain there long enough, and is harmed no further, wakes and lies prone."""
    clock = (table.fact("clock", "minutes") or 0) + minutes
    yield from now(PutFact(("clock", "minutes"), clock), Say(f"{minutes} minutes pass"))
    lying = [
        token.name for token in table.tokens() if has(table, token.name, "unconscious") and not has(table, token.name, "dead")
    ]
    for who in lying:
        is_harmed = has(table, who, "bleeding", "suffocating") or table[who]["fire"] or table[who]["vacuum"]
        if is_harmed or table.dial("unconscious_recovery") == "healing_only":
            continue
        if (yield from tell("state", lambda who=who: table[who]["wakes"] <= minutes)):  # type: ignore[misc]
            yield from now(*healed(table, who))
        else:
            yield from now(Gain(who, "wakes", -minutes))
    return ends("passed")


# ── bleeding ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def bleeding(table: Desk, round_: int) -> Asks[None]:
    """MOT-7.65, MOT-7.67, MOT-R.66: at the end of every later round Endurance, or one major damage and no minor with it."""
    for token in list(table.tokens()):
        who = token.name
        if not has(table, who, "bleeding") or has(table, who, "dead") or round_ < table[who]["bleeds from"]:
            continue
        if pools.is_player_character(table, who):
            successes = yield from ask(open_count(table[who]["endurance"], "statistic"), by=who)
        else:
            successes = yield from behind(lambda who=who: open_count(table[who]["endurance"], "statistic"))  # type: ignore[misc]
        if (yield from tell("result", lambda successes=successes: successes == 0)):  # type: ignore[misc]
            yield from harmed(table, who, Wound(0, 1), from_outside=False)


# ── death ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_die(table: Desk, who: str, award: str) -> str | None:
    """MOT-7.49, MOT-7.51, MOT-R.36: only a player, only under the heroic rule, and only with hit points below nought."""
    del award
    if problem := is_hero(table, who):
        return problem
    if table.dial("death_rule") != "heroic":
        return "here death comes by hit points alone; a dial says so"
    if has(table, who, "dead"):
        return f"{who} is dead already"
    left = most(table, who) - taken(table, who).points
    gate = 0 if table.dial("heroic_death_gate") == "zero_or_below" else -1
    in_the_void = table[who].get("vacuum", 0) >= FATAL_TURNS
    return None if left <= gate or in_the_void else f"{who} has {left} hit points left; a hero's death needs fewer than 0"


FATAL_TURNS = 120  # MOT-8.19


@verb(roles=("player",), may=_may_die, group="Wounds")
def die(table: Desk, who: Mine, award: Literal["award 3 Moments", "no award"] = "award 3 Moments") -> Story:
    """MOT-7.51, MOT-7.52: declare your character dead. Three Moments for everybody else, and no way back; or neither."""
    yield from now(changed(table, who, "dead"), *let_go(table, who), Say(f"{who} dies", ("MOT-7.51",)))
    yield from awarded(table, who, wants=award != "no award")
    return ends("dead")


def awarded(table: Desk, who: str, *, wants: bool) -> Asks[None]:
    """MOT-7.52, MOT-R.38, MOT-R.95: Moments for the others, one at a time, clockwise from the seat after the one who died.

    None under the harsh rule or without Moments in play. Whoever is paid for never comes back.
    """
    seat = table[who].owner
    if not moments.in_play(table) or table.dial("death_rule") != "heroic":
        return
    if not wants and table.dial("heroic_death_award") == "choice":
        return
    ring = table.seats("player")
    start = ring.index(seat) + 1 if seat in ring else 0
    others = [one for one in (*ring[start:], *ring[:start]) if one != seat]
    for one in others * AWARD:
        yield from now(*moments.earn(table, one, 1, f"{who}'s death", "MOT-7.52", "MOT-R.95"))
    yield from now(Put(who, "beyond revival", True))


def beheaded(table: Desk, who: str) -> Asks[None]:
    """MOT-7.61, MOT-7.75, MOT-R.50: the head is off: dead at once under either rule; a player still chooses about the award."""
    yield from now(changed(table, who, "dead"), *let_go(table, who), Say(f"{who} is beheaded", ("MOT-R.50",)))
    if pools.is_player_character(table, who) and moments.in_play(table) and table.dial("death_rule") == "heroic":
        both = (Option(True, "3 Moments for everybody else, and no way back"), Option(False, "no award"))
        wants = yield from choose(who, "award", f"{who} is dead. Award Moments?", both, default=True)
        yield from awarded(table, who, wants=wants)


def _may_kill(table: Desk, who: str) -> str | None:
    """MOT-7.54, MOT-R.39: one of the game master's people, down already."""
    if problem := is_npc(table, who):
        return problem
    return None if has(table, who, "unconscious") else f"{who} is not down"


@verb(roles=("gm",), may=_may_kill, group="Wounds")
def kill(table: Desk, who: Seen) -> Story:
    """MOT-R.39: one of your own people who is down, dies."""
    return ends("dead", changed(table, who, "dead"), Say(f"{who} is dead", ("MOT-R.39",)))
    yield


def _may_revive(table: Desk, medic: str, patient: str, **_: Any) -> str | None:
    """MOT-7.53, MOT-7.83: the dead whom no award has been paid for, once, by somebody who owns Medicine."""
    if problem := is_somebody(table, medic) or is_somebody(table, patient):
        return problem
    if not has(table, patient, "dead"):
        return f"{patient} is not dead"
    if table[patient].get("beyond revival", False):
        return f"{patient} died for the others, and is beyond help"
    if pools.level(table, medic, "Medicine") is None:
        return f"{medic} does not have Medicine"
    return f"{patient} has been tried for" if table[patient].get("revival tried", False) else None


@verb(roles=("gm",), may=_may_revive, group="Wounds")
def revive(
    table: Desk, medic: Seen, patient: Seen, statistic: Statistic = "education", harder: Annotated[int, Between(0, 3)] = 0
) -> Story:
    """MOT-7.53, MOT-7.83: bring somebody back: a critical success in Medicine, with all Moments that their player holds."""
    task, seat = Task(statistic, "Medicine"), table[patient].owner
    held = moments.held(table, seat) if moments.in_play(table) else 0
    spent = moments.pay(table, seat, held, f"{patient}'s life", "MOT-7.53") if held else []
    yield from now(*spent, Put(patient, "revival tried", True))

    def roll() -> Call[Any]:
        return revival(pools.pool(table, medic, task), held, table.dial("default_tn") + harder)

    lives, successes = yield from ask(roll(), by=medic) if pools.is_player_character(table, medic) else behind(roll)
    if not (yield from tell("result", lambda: lives)):
        return ends("dead", Say(f"{patient} stays dead", ("MOT-7.53",)))
    minor, major = yield from tell("rest", lambda: _struck_off(table, patient, successes))
    minutes = yield from behind(minutes_out())
    back = (spend(patient, "minor", minor), spend(patient, "major", major), Put(patient, "wakes", minutes))
    alive = changed(table, patient, "unconscious", without=("dead",))
    return ends("alive", *back, alive, Put(patient, "revival tried", None), Say(f"{patient} breathes again", ("MOT-7.83",)))


def _struck_off(table: Desk, patient: str, successes: int) -> tuple[int, int]:
    """MOT-7.83: two major for each success; then as much, major first, as it takes not to be dead again at once."""
    minor, major = taken(table, patient)
    healed = min(2 * successes, major)
    too_much = max(0, minor + major - healed - (2 * most(table, patient) - DEEPEST))
    more_major = min(too_much, major - healed)
    return too_much - more_major, healed + more_major


# ── the game master's pencil ───────────────────────────────────────────────────────────────────────────────────────────


@verb(roles=("gm",), may=is_somebody, group="Wounds")
def condition_(
    table: Desk,
    who: Seen,
    condition: Annotated[str, From("conditions")],
    is_so: Literal["yes", "no"] = "yes",
) -> Story:
    """MOT-7.75, MOT-7.76, MOT-7.79, MOT-7.80, MOT-R.57: put somebody into a condition, or out of it: water, ropes, surprise."""
    if is_so == "no":
        return ends("set", changed(table, who, without=(condition,)), Say(f"{who} is no longer {condition}"))
    more = [Put(who, "bleeds from", (table.fact("turns", "round") or 0) + 1)] if condition == "bleeding" else []
    return ends("set", changed(table, who, condition), *more, Say(f"{who} is {condition}"))
    yield


def gm_only(table: Desk) -> Audience:
    """For the game master alone."""
    return Audience({moments.gm_of(table)})
