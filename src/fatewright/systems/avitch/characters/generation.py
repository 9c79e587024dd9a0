"""Generation: skills from four drawn ratings and their banks, and somebody new; every draw a throw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from fatewright.systems.author import Asks, Between, Lens, again, ask, rule, subrule, throw
from fatewright.systems.avitch.characters.banks import (
    HIGHEST,
    Bank,
    Full,
    Names,
    Rating,
    Ratings,
    filled,
    minimum,
    points,
    to_deal,
)
from fatewright.systems.avitch.discussions.motivations import motivations, named
from fatewright.systems.avitch.mechanics.draws import ANOTHER, Generator, of_a_million

Group = Literal["Hand-to-Hand", "Physical", "Knowledge", "Social"]
Flag = Literal["no", "yes"]
Shift = Annotated[int, Between(0, 4)]
Point = Literal["group_rating", "each_skill"]
Overflow = Literal["clamp_r", "redraw_r"]
Skill = Literal[
    "Control",
    "Fighting Mind",
    "Speed",
    "Strength",
    "Endurance",
    "Hide",
    "Jump/Climb",
    "Ride",
    "Run",
    "Shoot/Aim",
    "Swim",
    "Craft",
    "Heal",
    "Know",
    "Notice",
    "Sail",
    "Survive",
    "Trade",
    "Administer",
    "Convince",
    "Lead",
    "Perform",
    "Tactics",
]

SKILLS: dict[Group, Names] = {  # AVI-1.03.01.04, AVI-R.04: in the order of the dice
    "Hand-to-Hand": ("Control", "Fighting Mind", "Speed", "Strength"),
    "Physical": ("Endurance", "Hide", "Jump/Climb", "Ride", "Run", "Shoot/Aim", "Swim"),
    "Knowledge": ("Craft", "Heal", "Know", "Notice", "Sail", "Survive", "Trade"),
    "Social": ("Administer", "Convince", "Lead", "Perform", "Tactics"),
}


# ── a group's rating ───────────────────────────────────────────────────────────────────────────────────────────────────


@subrule
def rating(generator: Generator = "software") -> Asks[int]:
    """AVI-1.03.11, AVI-1.03.01.01, AVI-1.03.01.02, AVI-1.03.01.05: a rating drawn: 2 on average, mostly 0 to 4."""
    return throw(of_a_million(generator), lambda drawn: drawn)


@subrule
def draw(raised: Shift = 0, overflow: Overflow = "clamp_r", generator: Generator = "software") -> Asks[int]:
    """AVI-1.03.01.05, AVI-1.03.01.13: what is drawn for a group that will be raised; by a dial again, if that is above 10."""
    if overflow == "redraw_r" and raised:
        return again(rating(generator), lambda drawn: drawn + raised <= HIGHEST)
    return ask(rating(generator))


def raised_by(main: Flag, shift: int, point: Point) -> int:
    """AVI-1.03.01.03, AVI-1.03.01.06, AVI-1.03.01.14, AVI-R.05: by how much a group's rating is raised."""
    return shift if main == "yes" and point == "group_rating" else 0


def shifted(drawn: int, raised: int) -> int:
    """AVI-1.03.01.03, AVI-1.03.01.06, AVI-1.03.01.13, AVI-R.06: a drawn rating, raised; never above 10."""
    return min(drawn + raised, HIGHEST)


@rule
def group_rating(
    main: Flag = "no", shift: Shift = 2, overflow: Overflow = "clamp_r", generator: Generator = "software"
) -> Asks[int]:
    """AVI-1.03.01.01, AVI-1.03.01.03, AVI-1.03.01.05, AVI-1.03.01.06, AVI-1.03.01.13, AVI-R.05, AVI-R.06, AVI-R.10.

    The rating of a group of skills: drawn from the table, and raised for a main character.
    """
    raised = raised_by(main, shift, "group_rating")
    drawn = yield from ask(draw(raised, overflow, generator))
    return shifted(drawn, raised)


# ── a group's skills ───────────────────────────────────────────────────────────────────────────────────────────────────


class Drawing(NamedTuple):
    """AVI-1.03.01.12, AVI-1.03.01.13, AVI-1.03.01.14, AVI-1.03.01.15: how a table draws skills."""

    main: Flag = "no"
    shift: int = 2
    point: Point = "group_rating"
    overflow: Overflow = "clamp_r"
    full: Full = "redraw"
    generator: Generator = "software"


def drawn_skills(
    names: Names, way: Drawing, by: str = "", tell: Callable[[int, int, Bank | None], Asks[None]] | None = None
) -> Asks[Ratings]:
    """AVI-1.03.01.03, AVI-1.03.01.05, AVI-1.03.01.06, AVI-1.03.01.14, AVI-R.05: a group from the first draw on.

    `by` throws the dice; `tell` is told what was drawn and what the rating is, then also what the bank came to.
    """
    raised = raised_by(way.main, way.shift, way.point)
    drawn = yield from ask(draw(raised, way.overflow, way.generator), by=by)
    rating = shifted(drawn, raised)
    if tell:
        yield from tell(drawn, rating, None)
    found = yield from ask(filled(names, rating, way.full, way.generator), by=by)
    if tell:
        yield from tell(drawn, rating, found)
    return lifted(found.ratings, way.main, way.shift, way.point)


def lifted(ratings: Ratings, main: Flag, shift: int, point: Point) -> Ratings:
    """AVI-1.03.01.14: by a dial it is each skill of a main character that is raised, up to 10."""
    by = shift if main == "yes" and point == "each_skill" else 0
    return tuple(min(rating + by, HIGHEST) for rating in ratings)


# ── a group's skills, as one asks for odds ─────────────────────────────────────────────────────────────────────────────


def _first(ratings: Ratings) -> int:
    return ratings[0]


def _highest(ratings: Ratings) -> int:
    return max(ratings)


def _lowest(ratings: Ratings) -> int:
    return min(ratings)


OF_A_GROUP = (Lens("skill", _first), Lens("highest", _highest), Lens("lowest", _lowest))  # one skill is as good as another


@subrule(*OF_A_GROUP)
def group_skills(group: Group, rating: Rating, full: Full = "redraw", generator: Generator = "software") -> Asks[Ratings]:
    """AVI-1.03.01.11: all skills of a group whose rating is known, each by its name."""
    return (yield from ask(filled(SKILLS[group], rating, full, generator))).ratings


@rule(*OF_A_GROUP)
def fighting_skills(rating: Rating, full: Full = "redraw") -> Asks[Ratings]:
    """AVI-1.03.01.09, AVI-1.03.01.11, AVI-1.03.01.12: Control, Fighting Mind, Speed and Strength of a group with this rating.

    The group that is small enough for exact odds, whatever its rating.
    """
    return ask(group_skills("Hand-to-Hand", rating, full))


@subrule(*OF_A_GROUP)
def group(
    group: Group,
    main: Flag = "no",
    shift: Shift = 2,
    point: Point = "group_rating",
    overflow: Overflow = "clamp_r",
    full: Full = "redraw",
    generator: Generator = "software",
) -> Asks[Ratings]:
    """AVI-1.03.01.05, AVI-1.03.01.14, AVI-R.05: the skills of a group from the first draw on, each by its name."""
    return (yield from drawn_skills(SKILLS[group], Drawing(main, shift, point, overflow, full, generator)))


def apart(skill: str) -> Names:
    """AVI-1.03.01.04: the group of a skill, this one first, the others not told from each other: so odds stay small."""
    others = next(names for names in SKILLS.values() if skill in names)
    return (skill, *(ANOTHER,) * (len(others) - 1))


@rule
def skill_at(skill: Skill, rating: Rating, full: Full = "redraw") -> Asks[int]:
    """AVI-1.03.01.07, AVI-1.03.01.09, AVI-1.03.01.11, AVI-1.03.01.12: one skill, where the rating of its group is known."""
    return (yield from ask(filled(apart(skill), rating, full))).ratings[0]


@rule
def skill(
    skill: Skill,
    main: Flag = "no",
    shift: Shift = 2,
    point: Point = "group_rating",
    overflow: Overflow = "clamp_r",
    full: Full = "redraw",
) -> Asks[int]:
    """AVI-1.03.01.01, AVI-1.03.01.03, AVI-1.03.01.05, AVI-1.03.01.09, AVI-1.03.01.14: one skill from the first draw on."""
    return (yield from drawn_skills(apart(skill), Drawing(main, shift, point, overflow, full)))[0]


@rule
def void_draws(group: Group, rating: Rating) -> Asks[int]:
    """AVI-1.03.01.12: how many points of a bank are drawn for a skill that is full, and have to be drawn again."""
    names = SKILLS[group]
    dealt = yield from ask(points(names, (minimum(rating),) * len(names), to_deal(rating, len(names)), "redraw", "software"))
    return dealt.left


# ── somebody new ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Generated:
    """What dice say of somebody new: a value for each field that they fill in."""

    fields: tuple[tuple[str, Any], ...]

    def _asdict(self) -> dict[str, Any]:
        return dict(self.fields)

    def __str__(self) -> str:
        return ", ".join(f"{name} {value}" for name, value in self.fields)


@subrule
def newcomer(main: Flag = "yes") -> Asks[Generated]:
    """AVI-1.03.01.05, AVI-2.03.02.02, AVI-1.03.01.17: skills and motivations of somebody new, as the dials are at first.

    No odds: there are more sheets than anybody could count.
    """
    found: dict[str, Any] = {"main": main}
    for name, skills in SKILLS.items():
        found |= zip(skills, (yield from ask(group(name, main))), strict=True)
    found |= named((yield from ask(motivations())))
    return Generated(tuple(found.items()))
