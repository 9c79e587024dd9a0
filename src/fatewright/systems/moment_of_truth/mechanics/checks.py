"""Checks: the game master asks, the player answers, the dice decide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from fatewright.systems.author import (
    Asks,
    Audience,
    Between,
    Call,
    Change,
    Choose,
    Desk,
    From,
    Number,
    Offers,
    Option,
    Say,
    Score,
    Story,
    Text,
    Upto,
    Usual,
    ask,
    behind,
    ends,
    form,
    now,
    options,
    phrase,
    say,
    sealed,
    tell,
    verb,
)
from fatewright.systems.moment_of_truth.characters import sheets
from fatewright.systems.moment_of_truth.combat.harm import Own, Present, is_out
from fatewright.systems.moment_of_truth.drama import answers, moments
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.pools import NO_SKILL, Task
from fatewright.systems.moment_of_truth.mechanics.rolls import CHECKS, Check, skill_roll

Statistic = Literal["endurance", "strength", "agility", "will", "perception", "education"]
Skill = Annotated[str, From("any_skill")]
Scope = Literal["relevant", "peripheral"]
Help = Literal["nobody", "anybody", "with the skill"]
HELP: tuple[Help, ...] = get_args(Help)
TargetNumber = Annotated[int, Between(1, 9)]
Modifier = Annotated[int, Between(-9, 9)]
Reason = Annotated[str, Upto(80)]
USUAL_RANGE = 2  # MOT-1.12: how far above the standard a target number usually goes

GOLDEN_RULE = (
    "Uncertain? Does it matter? Would failure change anything? Not routine for them? If not, say yes instead (MOT-1.29)."
)


def reading(table: Desk) -> dict[str, Any]:
    """MOT-5.01, MOT-R.05, MOT-R.11, MOT-R.13, MOT-R.97: how this table reads a roll: what its dials say of it."""
    return {
        "setbacks": table.dial("use_setbacks"),
        "margin": table.dial("crit_success_margin"),
        "overlap": table.dial("crit_setback_overlap"),
        "unskilled": table.dial("impossibility_unskilled"),
    }


# ── what the game master asks ──────────────────────────────────────────────────────────────────────────────────────────


def usual_statistic(table: Desk, skill: str) -> str | None:
    """MOT-1.10, MOT-1.11: the statistic that mostly goes with a skill."""
    row: Mapping[str, str] = table.data["lists"]["skills"].get(skill, {})
    return row.get("usual")


def usual_tn(table: Desk, skill: str) -> int:
    """MOT-1.30, MOT-3.14, MOT-R.02, MOT-R.90: the standard target number: two, unless the table says one."""
    row = table.data["lists"]["skills"].get(skill, {})
    return int(row.get("tn", table.dial("default_tn")))


def owned_first(table: Desk, who: str) -> list[str]:
    """MOT-3.03: the skills that somebody has, the best first; then all others, for one may always try."""
    levels = dict(table[who]["skills"])
    return sorted(table.data["lists"]["any_skill"], key=lambda one: (one not in levels, -levels.get(one, 0)))


def may_ask(table: Desk, who: str, skill: str, scope: str = "relevant", **_: Any) -> str | None:
    """MOT-1.07, MOT-3.11: peripheral skills and skills of a setting, where the table plays with them."""
    if table[who].kind == "encounter":
        return f"{who} is nobody who could roll"
    if "dead" in table[who].get("conditions", ()):
        return f"{who} is dead"
    if scope == "peripheral" and table.dial("peripheral_skills") == "off":
        return "this table plays without peripheral skills; a dial says so"
    if scope == "peripheral" and skill == NO_SKILL:
        return "a statistic roll has no peripheral skill"
    if skill != NO_SKILL and not sheets.in_use(skill, table.dials(), table.data["lists"]):
        return f"{skill} belongs to a setting; this table plays without setting skills"
    return None


@verb(
    "{who} is called upon for {statistic} with {skill}, against target number {tn}",
    more=(
        "what it is about: {task}",
        "the skill is {scope}",
        "extra dice: {modifier}, because of {reason}",
        "who may help: {help}",
    ),
    roles=("gm",),
    may=may_ask,
    group="Rolls",
)
def call_for(
    table: Desk,
    who: Present,
    skill: Annotated[Skill, Offers(owned_first)],
    statistic: Annotated[Statistic, Usual(usual_statistic)] = "perception",
    tn: Annotated[TargetNumber, Usual(usual_tn)] = 2,
    scope: Scope = "relevant",
    modifier: Modifier = 0,
    help: Help = "nobody",  # the word on the form
    task: Annotated[str, Upto(200)] = "the task at hand",
    reason: Reason = "circumstances",
) -> Story:
    """Ask for a roll. Uncertain? Does it matter? Would failure change anything? Not routine for them? If not, just say yes."""
    return (yield from checked(table, who, Task(statistic, skill, scope, modifier, reason), tn, help, task))


def _may_attempt(table: Desk, who: str, skill: str, **_: Any) -> str | None:
    return may_ask(table, who, skill)


@verb("{who} attempts: {task}, using {skill}", roles=("player",), may=_may_attempt, group="Rolls")
def attempt(table: Desk, who: Own, skill: Annotated[Skill, Offers(owned_first)], task: Annotated[str, Upto(200)]) -> Story:
    """MOT-0.10, MOT-1.01, MOT-1.02: say what you do and with which skill; the game master says yes, no, or how you roll."""
    gm, usual = moments.gm_of(table), usual_statistic(table, skill) or "perception"
    owned = skill == NO_SKILL or pools.level(table, who, skill) is not None
    ruling, statistic, tn, scope, modifier, help_, reason = yield from form(
        gm,
        "ruling",
        phrase(
            "{who}: {task:text} ({skill:word}{how}). {golden_rule}",
            who=who,
            task=task,
            skill=pools.skill_named(table, who, skill),
            how="" if owned else phrase(", not owned"),
            golden_rule=phrase(GOLDEN_RULE),
        ),
        Choose(gm, "ruling", "", (Option("roll", "roll"), Option("yes", "it works"), Option("no", "it cannot be done"))),
        Choose(gm, "statistic", "", options(*table.data["lists"]["statistics"])),
        Number(gm, "tn", "", 1, 9, "successes demanded"),
        Choose(gm, "scope", "", options("relevant", "peripheral")),
        Number(gm, "modifier", "", -9, 9, "dice for circumstances"),
        Choose(gm, "help", "", options(*HELP)),
        Text(gm, "reason", "", 80),
        default=("roll", usual, usual_tn(table, skill), "relevant", 0, "nobody", "circumstances"),
    )
    if ruling == "yes":
        return ends("works", say("{who} simply succeeds: {task:text}", "MOT-1.02", who=who, task=task))
    if ruling == "no":
        return ends("cannot be done", say("It cannot be done: {task:text}", "MOT-1.01", task=task))
    if problem := may_ask(table, who, skill, scope):
        return ends("cannot be done", Say(problem))
    return (yield from checked(table, who, Task(statistic, skill, scope, modifier, reason), tn, help_, task))


def checked(table: Desk, who: str, task: Task, tn: int, help_: str, what: str) -> Story:
    """MOT-1.01, MOT-1.09, MOT-1.10, MOT-1.12, MOT-1.13, MOT-1.39: one roll, from the call to its consequences.

    The target number is told before the roll and does not depend on who rolls. MOT-3.15, MOT-3.17, MOT-3.22: a skill for
    which the original has no rules is rolled like any other. MOT-1.41: what has failed may be called for again.
    """
    rules, gm = reading(table), Audience({moments.gm_of(table)})
    yield from now(*_announced(table, who, task, tn, what))
    helpers = yield from ask_for_help(table, who, task, help_)
    extra = dice_of(helpers)
    if not pools.is_player_character(table, who):
        thrown = yield from behind(lambda: _npc_roll(table, who, task, tn, extra))
        outcome = yield from tell("result", lambda: str(thrown))
        return ends(outcome, say("{who}: {outcome:word}", who=who, outcome=outcome), *answers.guidance(CHECKS[outcome], gm))
    kind = pools.kind_of(table, who, task)
    plan = yield from answers.ask_for_plan(table, who, task, tn, kind, extra, what)
    if plan.how in ("refuse", "fumble"):
        return ends(*answers.refused(table, who, plan))
    dice = pools.pool(table, who, task, *extra, *plan.dice)
    rolled, earned = yield from answers.ask_to_settle(
        table, who, plan, (yield from ask(skill_roll(dice, tn, kind, **rules), by=who))
    )
    outcome = str(rolled)
    return ends(
        outcome,
        *answers.counted_roll(table),
        say("{who}: {outcome:word}", who=who, outcome=outcome),
        *answers.paid(table, earned),
        *answers.guidance(rolled, gm),
    )


def _npc_roll(table: Desk, who: str, task: Task, tn: int, extra: tuple[Score, ...]) -> Call[Check]:
    return skill_roll(pools.pool(table, who, task, *extra), tn, pools.kind_of(table, who, task), **reading(table))


def _announced(table: Desk, who: str, task: Task, tn: int, what: str) -> list[Change]:
    """MOT-1.10, MOT-1.12, MOT-0.14: everyone hears what is asked, and that a target number is beyond the usual ones."""
    lowest = table.dial("default_tn")
    skill = "" if task.skill == NO_SKILL else phrase(" and {skill:word}", skill=pools.skill_named(table, who, task.skill))
    dice = phrase(", {modifier:+die} for {reason:text}", modifier=task.modifier, reason=task.reason) if task.modifier else ""
    said: list[Change] = [
        say(
            "{who}, {what:text}: {statistic:word}{skill}, target number {tn}{dice}",
            "MOT-1.10",
            "MOT-1.33",
            who=who,
            what=what,
            statistic=task.statistic,
            skill=skill,
            tn=tn,
            dice=dice,
        )
    ]
    if not lowest <= tn <= lowest + USUAL_RANGE:
        usual = phrase("{lowest} to {highest}", lowest=lowest, highest=lowest + USUAL_RANGE)
        said.append(
            say(
                "The usual target numbers are {usual}; {tn} is the game master's word",
                "MOT-1.12",
                "MOT-0.14",
                usual=usual,
                tn=tn,
            )
        )
    return said


# ── helping ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def ask_for_help(table: Desk, who: str, task: Task, allowed: str, *others: str) -> Asks[tuple[str, ...]]:
    """MOT-1.26, MOT-1.27, MOT-1.28, MOT-R.88: who helps, each with one die. Whether one does is for each player to say.

    The `others` have something else to do.
    """
    most = table.dial("max_helpers")
    able = [token.name for token in table.tokens() if token.name not in others]
    able = [one for one in able if _may_help(table, one, who, task, allowed)]
    if not able or most == 0:
        return ()
    yes_or_no = (Option(True, "help"), Option(False, "do not help"))
    asked = [Choose(one, "help", phrase("Help {who}: one die more?", who=who), yes_or_no, False) for one in able]
    answers = yield from sealed("help", phrase("Who helps {who}?", who=who), *asked)
    willing = [one for one, helps in zip(able, answers, strict=True) if helps]
    helpers = tuple(willing if most == "unlimited" else willing[:most])
    if helpers:
        yield from now(say("{helpers} {helpers:helps|help} {who}", "MOT-1.26", helpers=[*helpers], who=who))
    return helpers


def dice_of(helpers: tuple[str, ...]) -> tuple[Score, ...]:
    """MOT-1.26: a die from each who helps."""
    return (Score(len(helpers), "help", "MOT-1.26"),) if helpers else ()


def _may_help(table: Desk, helper: str, who: str, task: Task, allowed: str) -> bool:
    """MOT-1.27, MOT-7.81: another player character who can act; where a skill is needed, one who owns it, at level 0 too."""
    if allowed == "nobody" or helper == who or table[helper].kind == "encounter" or table[helper].owner == table[who].owner:
        return False
    if table.role(table[helper].owner) != "player" or is_out(table, helper):
        return False
    return allowed == "anybody" or task.skill == NO_SKILL or pools.level(table, helper, task.skill) is not None
