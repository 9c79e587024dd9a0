"""Wounds: what damage does to somebody, what a called shot does besides, who bleeds, and who comes back."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from fatewright.systems.author import Asks, Between, Lens, ask, rule
from fatewright.systems.moment_of_truth.characters.sheets import INJURED, WOUNDED
from fatewright.systems.moment_of_truth.mechanics.rolls import Pool, TargetNumber, Wound, to_hit_roll

Condition = Literal["unhurt", "injured", "wounded", "unconscious", "dead"]
ENOUGH, ENOUGH_MAJOR = 4, 2  # damage that a leg or an arm does not take
SEVERED = 4  # major damage to the neck by a large blade


def condition(
    most: int, taken: Wound, death_rule: str, threshold: Literal["double", "double_plus_one"] = "double"
) -> Condition:
    """MOT-7.41, MOT-7.45, MOT-7.46, MOT-7.47, MOT-7.50, MOT-7.78, MOT-7.82, MOT-R.37: what follows from hit points; not stored.

    Death by numbers there is under the harsh rule alone.
    """
    left = most - taken.points
    if death_rule == "harsh" and taken.points >= 2 * most + (threshold == "double_plus_one"):
        return "dead"
    if left <= 0:
        return "unconscious"
    return "wounded" if left <= WOUNDED else "injured" if left <= INJURED else "unhurt"


def bleeds_from(most: int) -> int:
    """MOT-7.66: the unhealed major damage at which somebody begins to bleed: a third of all hit points, rounded down."""
    return most // 3


def is_enough(wound: Wound) -> bool:
    """MOT-7.61, MOT-7.63, MOT-R.46: whether a shot at a leg fells, or at an arm disarms; judged on what armour has left."""
    return wound.points >= ENOUGH or wound.major >= ENOUGH_MAJOR


def is_severed(wound: Wound, *, is_blade: bool) -> bool:
    """MOT-7.61, MOT-R.46: four major by a large blade, after armour, and the head is off."""
    return is_blade and wound.major >= SEVERED


class Revived(NamedTuple):
    """Whether somebody lives, and how many successes it was."""

    lives: bool
    successes: int


@rule(Lens("lives", lambda revived: revived.lives))
def revival(pool: Pool, moments: Annotated[int, Between(0, 30)] = 0, tn: TargetNumber = 2) -> Asks[Revived]:
    """MOT-7.53: whether Medicine brings the dead back: a critical success, with all the Moments that their player holds.

    With the successes of it, which heal as any Medicine does (MOT-7.83).
    """
    shot = yield from ask(to_hit_roll(pool + moments, tn))
    return Revived(shot.check.is_critical, tn + shot.beyond if shot.check.is_success else 0)
