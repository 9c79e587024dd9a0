"""Healing: treatment, rest, and who wakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, get_args

from fatewright.systems.author import (
    Asks,
    Between,
    Change,
    Choose,
    Desk,
    Gain,
    Mine,
    Number,
    Offers,
    Option,
    Put,
    PutFact,
    Score,
    Seen,
    Story,
    Text,
    count_of,
    ends,
    form,
    now,
    options,
    phrase,
    say,
    so_far,
    spend,
    tell,
    verb,
)
from fatewright.systems.moment_of_truth.combat.harm import OUT, SIDES, changed, has, is_out, is_somebody, most, numbers, state
from fatewright.systems.moment_of_truth.combat.turns import acts, cannot
from fatewright.systems.moment_of_truth.combat.wounds import bleeds_from
from fatewright.systems.moment_of_truth.drama import moments
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.checks import HELP, Help, Modifier, Reason, Statistic, ask_for_help, dice_of
from fatewright.systems.moment_of_truth.mechanics.own_rolls import Came, own_roll, own_rolls
from fatewright.systems.moment_of_truth.mechanics.pools import Task, statistic_roll
from fatewright.systems.moment_of_truth.mechanics.rolls import open_count


def healed(table: Desk, who: str) -> Iterator[Change]:
    """MOT-7.74, MOT-7.81, MOT-R.40: somebody who has been helped: those who lay unconscious wake, and lie prone."""
    if has(table, who, "unconscious"):
        yield changed(table, who, "prone", without=("unconscious",))
        yield Put(who, "wakes", 0)
        yield say("{who} comes to", "MOT-R.40", who=who)


def _may_treat(table: Desk, medic: str, patient: str, skill: str, **_: Any) -> str | None:
    """MOT-3.16, MOT-7.03, MOT-7.68, MOT-7.69, MOT-R.30: only who owns the skill, in a fight as an action; each skill once until
    there is new damage.
    """
    if problem := is_somebody(table, medic) or is_somebody(table, patient):
        return problem
    if has(table, patient, "dead"):
        return f"{patient} is dead; only a revival could help"
    if problem := cannot_help(table, medic, skill):
        return problem
    return f"{patient} has had {skill} since the last injury" if skill in table[patient].get("treated", ()) else None


def cannot_help(table: Desk, medic: str, skill: str) -> str | None:
    """MOT-7.03, MOT-7.68: why somebody cannot help by a skill just now: it takes the skill, and in a fight an action."""
    if is_out(table, medic):
        return f"{medic} cannot help anybody just now"
    return cannot(table, medic, "action") if pools.level(table, medic, skill) is not None else f"{medic} does not have {skill}"


def is_own_act(table: Desk) -> bool:
    """Whether a player does what is being done: then the game master is asked for what is the game master's to say."""
    return table.role(table.seat) == "player"


Care = Literal["Medic", "Medicine"]


def _skills_of(table: Desk, medic: str) -> list[str]:
    """MOT-7.68: the skills by which somebody can help, the better first."""
    return [one for one in reversed(get_args(Care)) if pools.level(table, medic, one) is not None]


def _healers(table: Desk) -> list[str]:
    """MOT-7.68: of one's own, whoever can treat somebody first."""
    return sorted(SIDES.mine(table), key=lambda who: is_out(table, who) or not _skills_of(table, who))


def _patients(table: Desk, medic: str) -> list[Option[str]]:
    return SIDES.friends(table, medic)


@verb(
    "{medic} treats {patient}, using {skill}",
    more=("rolling {statistic}", "extra dice: {modifier}, because of {reason}", "who may help: {help}"),
    may=_may_treat,
    group="Wounds",
)
def treat(
    table: Desk,
    medic: Annotated[Mine, Offers(_healers)],
    patient: Annotated[Seen, Offers(_patients)],
    skill: Annotated[Care, Offers(_skills_of)],
    statistic: Statistic = "agility",
    modifier: Modifier = 0,
    reason: Reason = "conditions",
    help: Help = "nobody",  # the word on the form
) -> Story:
    """Treat somebody: each success heals one major damage, by Medicine two; one success ends bleeding, and wakes. Minor damage
    takes rest. Of a player's healer the game master says what is rolled, what conditions give, and who may help.
    """
    return (yield from _treated(table, medic, patient, Task(statistic, skill, modifier=modifier, reason=reason), help))


def _treated(table: Desk, medic: str, patient: str, task: Task, help_: Help) -> Story:
    """MOT-1.26, MOT-3.16, MOT-7.03, MOT-7.68, MOT-7.70, MOT-R.40, MOT-R.66: a treatment: an open count, whatever gives dice."""
    skill = task.skill
    if is_own_act(table):
        yield from now(*acts(table, medic))
        task, help_ = yield from _ruled(table, medic, patient, task, help_)
    elif not pools.is_player_character(table, medic):
        yield from now(*acts(table, medic))
    more = yield from helped_by(table, medic, task, help_)
    if is_own_act(table) and (yield from turns_out(table, patient, lambda: skill in table[patient].get("treated", ()))):
        return ends("treated", say("{patient} has had {skill:word} since the last injury", patient=patient, skill=skill))
    if task.modifier:
        yield from now(
            say(
                "{medic}: {modifier:+die} for {reason:text}",
                "MOT-1.33",
                "MOT-7.70",
                medic=medic,
                modifier=task.modifier,
                reason=task.reason,
            )
        )
    what = f"{patient}'s wounds"
    successes = yield from own_roll(
        table, medic, task, open_count, *more, what=what, words=lambda one: _said(table, patient, skill, one)
    )
    if has(table, patient, "dead"):  # much may have happened while somebody was asked
        return ends("treated", say("{patient} is dead; only a revival could help", patient=patient))
    helped = yield from tell("result", lambda: bool(successes > 0))
    cured = yield from numbers(table, patient, "rest", lambda: _cured(table, patient, skill, successes))
    treated = Put(patient, "treated", (*table[patient].get("treated", ()), skill))
    done = phrase(": {cured} major damage healed", cured=cured) if pools.is_player_character(table, patient) else ""
    line = say("{medic} treats {patient}{done}", "MOT-3.16", medic=medic, patient=patient, done=done)
    yield from now(spend(patient, "major", cured), treated, _in_care(table, patient, cured), line)
    if helped:
        yield from now(changed(table, patient, without=("bleeding",)))
        if table.dial("unconscious_recovery") != "timer_only":
            yield from now(*healed(table, patient))
    return ends("treated")


def turns_out(table: Desk, patient: str, is_so: Callable[[], bool]) -> Asks[bool]:
    """MOT-0.06, MOT-7.69, MOT-7.83: whether care comes too late: of the game master's people no player knew it before."""
    if pools.is_player_character(table, patient):
        return is_so()
    return bool((yield from tell("state", is_so)))


def _ruled(table: Desk, medic: str, patient: str, task: Task, help_: Help) -> Asks[tuple[Task, Help]]:
    """MOT-1.26, MOT-1.30, MOT-7.68, MOT-7.70: what the game master says of a player's treatment; first what they propose."""
    gm = moments.gm_of(table)
    statistic, modifier, may_help, reason = yield from form(
        gm,
        "ruling",
        phrase("{medic} treats {patient} ({skill:word}). On what terms?", medic=medic, patient=patient, skill=task.skill),
        Choose(gm, "statistic", "", options(*table.data["lists"]["statistics"])),
        Number(gm, "modifier", "", -9, 9, "dice for conditions"),
        Choose(gm, "help", "", options(*HELP)),
        Text(gm, "reason", "", 80),
        default=(task.statistic, task.modifier, help_, task.reason),
    )
    return task._replace(statistic=statistic, modifier=modifier, reason=reason), may_help


def helped_by(table: Desk, medic: str, task: Task, help_: Help) -> Asks[tuple[Score, ...]]:
    """MOT-1.26, MOT-1.27, MOT-R.88: the dice of whoever helps somebody to care for another."""
    return dice_of((yield from ask_for_help(table, medic, task, help_)))


def _in_care(table: Desk, patient: str, cured: int) -> Put:
    """MOT-7.71, MOT-R.68: a treatment holds, even one that did nothing, as long as there is major damage."""
    return Put(patient, "was treated", table[patient]["major"] > cured)


def _said(table: Desk, patient: str, skill: str, successes: int) -> Came:
    """What a treatment has come to, as far as a patient's wounds are there for everyone to see."""
    if not pools.is_player_character(table, patient):
        return Came(successes, count_of(successes, "success"))
    cured = _cured(table, patient, skill, successes)
    return Came(cured, f"{cured} major damage healed")


def _cured(table: Desk, patient: str, skill: str, successes: int) -> int:
    """MOT-7.68, MOT-7.74, MOT-R.30: major damage that a treatment takes away; never more than there is."""
    return int(min(successes * (2 if skill == "Medicine" else 1), table[patient]["major"]))


@verb(
    "{who} rests for {hours} hours",
    more=("days of rest, for treated wounds: {days}", "extra dice for a very good place: {bonus}"),
    roles=("gm",),
    may=is_somebody,
    group="Wounds",
)
def rest(
    table: Desk,
    who: Annotated[Seen, Offers(SIDES.worst_off)],
    hours: Annotated[int, Between(0, 240)] = 8,
    days: Annotated[int, Between(0, 60)] = 0,
    bonus: Annotated[int, Between(0, 2)] = 0,
) -> Story:
    """MOT-7.70, MOT-7.71, MOT-7.72, MOT-7.73, MOT-7.74, MOT-R.67, MOT-R.68: hours heal minor damage, days what was treated.

    Every hour, and every day, is a roll of Endurance of its own; both kinds are rolled for apart. A very good place gives dice.
    """
    if has(table, who, "dead"):
        return ends("rested", say("{who} rests for good", who=who))
    by_hours = yield from _healing(table, who, hours, bonus)
    by_days = yield from _healing(table, who, days if _heals_by_days(table, who) else 0, bonus, is_daily=True)
    if has(table, who, "dead"):  # while somebody was asked
        return ends("rested", say("{who} rests for good", who=who))
    minor, major = yield from numbers(table, who, "rest", lambda: _rested(table, who, by_hours, by_days))
    if pools.is_player_character(table, who):
        yield from so_far(Came(minor + major, f"{minor} minor and {major} major damage healed"))
    done = (
        phrase(": {minor} minor and {major} major damage healed", minor=minor, major=major)
        if pools.is_player_character(table, who)
        else ""
    )
    care = [_in_care(table, who, major)] if table[who].get("was treated", False) else []
    line = say("{who} rests{done}", "MOT-7.71", "MOT-7.72", who=who, done=done)
    yield from now(spend(who, "minor", minor), spend(who, "major", major), *care, line)
    if has(table, who, "bleeding") and (yield from tell("state", lambda: table[who]["major"] < bleeds_from(most(table, who)))):
        yield from now(changed(table, who, without=("bleeding",)))
    if has(table, who, "unconscious") and (yield from _is_rested(table, who, hours + days > 0)):
        yield from now(*healed(table, who))
    return ends("rested")


def _heals_by_days(table: Desk, who: str) -> bool:
    """MOT-7.71, MOT-R.68: whether days of rest heal somebody's major damage: once it was treated, or by the dial anyhow."""
    return bool(table[who].get("was treated", False) or table.dial("untreated_major_heals") == "yes")


def _is_rested(table: Desk, who: str, has_lain: bool) -> Asks[bool]:
    """MOT-R.40: whether somebody wakes in rest: hours are longer than any minutes, and whoever has hit points again wakes."""
    dial = table.dial("unconscious_recovery")
    if has_lain and dial != "healing_only" and not is_harmed(table, who):
        return True
    if dial == "timer_only" or table[who]["vacuum"]:
        return False
    return bool((yield from tell("state", lambda: state(table, who) not in OUT)))


def is_harmed(table: Desk, who: str) -> bool:
    """MOT-R.40: whether something harms somebody still."""
    return bool(has(table, who, "bleeding", "suffocating") or table[who]["fire"] or table[who]["vacuum"])


def _healing(table: Desk, who: str, rolls: int, bonus: int, *, is_daily: bool = False) -> Asks[int]:
    """MOT-7.70, MOT-7.71, MOT-7.72, MOT-7.73, MOT-7.74, MOT-R.67: what so many hours or days of rest heal."""
    if not is_daily and table.dial("minor_healing") == "one_per_two_hours":
        return rolls // 2
    place = (Score(bonus, "a very good place", "MOT-7.70"),) if bonus else ()
    what = "rest by the day" if is_daily else "rest by the hour"
    return (yield from own_rolls(table, who, rolls, statistic_roll("endurance"), open_count, *place, what=what))


def _rested(table: Desk, who: str, minor: int, major: int) -> tuple[int, int]:
    return min(minor, table[who]["minor"]), min(major, table[who]["major"])


@verb("{seat} lets {minutes} minutes pass", roles=("gm",), group="Wounds")
def wait(table: Desk, minutes: Annotated[int, Between(1, 60)] = 10) -> Story:
    """MOT-7.48, MOT-R.40: let minutes pass: who has lain there long enough, and is harmed no further, wakes and lies prone."""
    clock = (table.fact("clock", "minutes") or 0) + minutes
    yield from now(PutFact(("clock", "minutes"), clock), say("{minutes:minute} {minutes:passes|pass}", minutes=minutes))
    for who in [token.name for token in table.tokens() if has(table, token.name, "unconscious")]:
        if is_harmed(table, who) or table.dial("unconscious_recovery") == "healing_only":
            continue
        if (yield from tell("state", lambda who=who: table[who]["wakes"] <= minutes)):  # type: ignore[misc]
            yield from now(*healed(table, who))
        else:
            yield from now(Gain(who, "wakes", -minutes))
    return ends("passed")
