"""Pools: how many dice somebody rolls, and why."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from fatewright.systems import sides
from fatewright.systems.author import Desk, Put, Score, joined, phrase
from fatewright.systems.moment_of_truth.characters import sheets
from fatewright.systems.moment_of_truth.mechanics.rolls import Kind, resolve_pool

NO_SKILL = "no skill"
TALENT_DICE = 3
DRUNK = 2


class Task(NamedTuple):
    """What is rolled for: a statistic, a skill or none, and how the game master sees it."""

    statistic: str
    skill: str
    scope: str = "relevant"
    modifier: int = 0
    reason: str = "circumstances"
    metres: float | None = None  # how far away it is done, where that is known


def statistic_roll(statistic: str) -> Task:
    """MOT-1.24: a roll of one statistic alone."""
    return Task(statistic, NO_SKILL)


def is_player_character(table: Desk, who: str) -> bool:
    """MOT-0.05: whether a player runs them; everybody else is the game master's."""
    return sides.is_players(table, who)


def level(table: Desk, who: str, skill: str) -> int | None:
    """MOT-3.03: the level of a skill; None if it is not owned, which is not the same as 0."""
    return dict(table[who]["skills"]).get(skill)


def skill_named(table: Desk, who: str, skill: str) -> str:
    """MOT-3.17: a skill, and of what faith it is, where the sheet of a player's character names one."""
    faith = table[who].get("faith", "") if is_player_character(table, who) else ""
    if not faith or not table.data["lists"]["skills"].get(skill, {}).get("faith"):
        return skill
    return phrase("{skill:word} ({faith:text})", skill=skill, faith=faith)


def kind_of(table: Desk, who: str, task: Task) -> Kind:
    """MOT-1.04, MOT-1.06, MOT-1.07, MOT-1.24, MOT-3.03: what kind of roll it is.

    Whoever owns the skill is skilled, at level 0 too; a skill that is not quite the right one leaves the roll unskilled.
    """
    if task.skill == NO_SKILL:
        return "statistic"
    if task.scope == "peripheral":
        return "peripheral"
    return "unskilled" if level(table, who, task.skill) is None else "skilled"


def pool(table: Desk, who: str, task: Task, *bonuses: Score) -> Score:
    """MOT-1.04, MOT-1.06, MOT-1.07, MOT-1.08, MOT-1.19, MOT-1.24, MOT-1.30, MOT-1.33: the dice of a roll, each with its reason.

    One statistic, one skill, and whatever comes on top.
    """
    kind = kind_of(table, who, task)
    dice = statistic(table, who, task.statistic)
    if kind in ("skilled", "peripheral"):
        dice += Score(level(table, who, task.skill) or 0, task.skill, "MOT-1.04")
    for bonus in bonuses:
        dice += bonus
    if task.modifier > 0:
        dice += Score(task.modifier, task.reason, "MOT-1.33")
    return sum(penalties(table, who, task), start=dice).named("pool")


ATTACK_SCORES = ("melee attack", "ranged attack")


def statistic(table: Desk, who: str, name: str) -> Score:
    """MOT-1.04, MOT-7.17, MOT-R.29: a statistic, or the attack score that follows from two."""
    if name in ATTACK_SCORES:
        values = {one: table[who][one] for one in sheets.STATISTICS}
        return sheets.made_of(name, values, table.data["lists"])
    return Score(table[who][name], name, "MOT-1.04")


def penalties(table: Desk, who: str, task: Task) -> list[Score]:
    """MOT-1.25, MOT-1.33, MOT-4.10, MOT-4.11, MOT-7.44, MOT-R.10, MOT-R.43: what takes dice away; statistic rolls are spared.

    Of all problems only drink does.
    """
    token = table[who]
    is_statistic = kind_of(table, who, task) == "statistic"
    found = []
    if token["impaired"] == "yes" and (not is_statistic or table.dial("drunk_affects_statistic_rolls") == "yes"):
        found.append(Score(-DRUNK, "drunk", "MOT-4.11"))
    if not is_statistic:
        hurt = {name: token[name] for name in ("endurance", "minor", "major")}
        found.append(sheets.wounds(hurt, table.data["lists"], add_up=table.dial("wound_penalties") == "cumulative"))
        if task.modifier < 0:
            found.append(Score(task.modifier, task.reason, "MOT-1.33"))
    return [penalty for penalty in found if penalty]


@cache  # every offer says it, each time that anything is answered
def said(dice: int, tn: int | None, kind: Kind, unskilled: str) -> str:
    """How a pool is really thrown, in words; under the Impossibility Exception other dice than those of the pool."""
    thrown, faces, need = resolve_pool(dice, tn or 1, kind, unskilled)  # type: ignore[arg-type]  # a dial's value
    shown = joined([phrase("{face}", face=face) for face in faces], " and ")
    how = phrase("{thrown:die}, {faces} {count:counts|count}", thrown=thrown, faces=shown, count=len(faces))
    if tn is None:
        return how
    hardly = phrase(" (all but impossible)") if dice < tn else ""
    return phrase("{how}, {need} needed{hardly}", how=how, need=need, hardly=hardly)


# ── talents ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Talent(NamedTuple):
    """MOT-4.12: what somebody is born with: a phrase, the skills or statistics it helps, and when."""

    phrase: str
    applies: tuple[str, ...]
    when: str


def talents(table: Desk, who: str) -> list[Talent]:
    """All talents of a character."""
    return [Talent(*row) for row in table[who]["talents"]]


def fits(talent: Talent, task: Task) -> bool:
    """MOT-4.13, MOT-4.14: one of a skill helps rolls of that skill; one of a statistic, rolls of that statistic alone."""
    return (task.statistic if task.skill == NO_SKILL else task.skill) in talent.applies


def least_metres(table: Desk, talent: Talent) -> int | None:
    """MOT-4.19: from how far on a printed talent counts; None for all that hang on no distance."""
    row = table.data["lists"]["talents"].get(talent.phrase, {})
    return row.get("metres") if row.get("when") == talent.when else None


def is_beyond_dispute(table: Desk, talent: Talent, task: Task) -> bool:
    """MOT-4.13: whether nobody could say that a talent's circumstances are not given: it has none, or they are measured."""
    least = least_metres(table, talent)
    return not talent.when.strip() or (least is not None and task.metres is not None and task.metres >= least)


def uses_per_session(table: Desk) -> int:
    """MOT-4.15, MOT-R.25: two in a session of three hours or more, one in a shorter one."""
    return 2 if (table.fact("session", "hours") or 4) >= 3 else 1


def uses_left(table: Desk, who: str, talent: Talent) -> int:
    """MOT-4.15: how often a talent may still be used this session."""
    gone: int = dict(table[who].get("used", ())).get(talent.phrase, 0)
    return max(0, uses_per_session(table) - gone)


def used(table: Desk, who: str, talent: Talent) -> Put:
    """MOT-4.15: one use of a talent is gone."""
    counts = dict(table[who].get("used", ()))
    return Put(who, "used", tuple({**counts, talent.phrase: counts.get(talent.phrase, 0) + 1}.items()))


DUAL_WIELD = "Dual wield"


def dual_wield(table: Desk, who: str) -> Talent | None:
    """MOT-9.13: the talent for a weapon in each hand, if somebody has it and a use of it is left."""
    return next((one for one in talents(table, who) if one.phrase == DUAL_WIELD and uses_left(table, who, one)), None)


def bonus(talent: Talent) -> Score:
    """MOT-4.13, MOT-4.16, MOT-4.17, MOT-4.18: three dice, and no second talent on the same roll."""
    return Score(TALENT_DICE, talent.phrase, "MOT-4.13")
