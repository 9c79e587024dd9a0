"""Generation: skills from four drawn ratings and their banks, motivations from nine rating pairs; every draw a throw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from fatewright.systems.author import Asks, Between, Lens, again, ask, rule, throw
from fatewright.systems.avitch.draws import ORDER, Generator, Order, among, of_a_million

Group = Literal["Hand-to-Hand", "Physical", "Knowledge", "Social"]
Flag = Literal["no", "yes"]
Rating = Annotated[int, Between(0, 10)]
Shift = Annotated[int, Between(0, 4)]
Point = Literal["group_rating", "each_skill"]
Overflow = Literal["clamp_r", "redraw_r"]
Full = Literal["redraw", "lose_point"]
SixSix = Literal["draw", "skip"]
Names = tuple[str, ...]
Ratings = tuple[int, ...]
HIGHEST = 10
FREE = 3  # so much of a group's rating is dealt by dice; the rest is the minimum of each skill

SKILLS: dict[Group, Names] = {  # AVI-1.03.01.04, AVI-R.04: in the order of the dice
    "Hand-to-Hand": ("Control", "Fighting Mind", "Speed", "Strength"),
    "Physical": ("Endurance", "Hide", "Jump/Climb", "Ride", "Run", "Shoot/Aim", "Swim"),
    "Knowledge": ("Craft", "Heal", "Know", "Notice", "Sail", "Survive", "Trade"),
    "Social": ("Administer", "Convince", "Lead", "Perform", "Tactics"),
}
PAIRS = (  # AVI-2.03.10
    ("Energetic", "Lazy"),
    ("Forgiving", "Avenging"),
    ("Honest", "Deceitful"),
    ("Merciful", "Cruel"),
    ("Modest", "Proud"),
    ("Prudent", "Reckless"),
    ("Valourous", "Cowardly"),
    ("Trusting", "Independent"),
    ("Generous", "Selfish"),
)
PAIR_NAMES = tuple(f"{left} or {right}" for left, right in PAIRS)
STANDARD = ((2, 10), (3, 9), (3, 9), (4, 8), (4, 8), (4, 8), (5, 7), (5, 7), (6, 6))  # AVI-2.03.02.01


# ── a group's rating ───────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def rating(generator: Generator = "software") -> Asks[int]:
    """AVI-1.03.01.01, AVI-1.03.01.02, AVI-1.03.01.05: a rating drawn from the table."""
    return throw(of_a_million(generator), lambda drawn: drawn)


@rule
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


def minimum(rating: int) -> int:
    """AVI-1.03.01.08: what each skill of a group starts at."""
    return max(0, rating - FREE)


def to_deal(rating: int, skills: int) -> int:
    """AVI-1.03.01.07, AVI-1.03.01.08, AVI-1.03.01.11: what is left of the bank when each skill has its minimum."""
    return skills * (rating - minimum(rating))


class Dealt(NamedTuple):
    """How skills stand after some dice, and how many points are left in the bank."""

    ratings: Ratings
    left: int


@rule
def points(names: Names, ratings: Ratings, left: int, full: Full, generator: Generator) -> Asks[Dealt]:
    """AVI-1.03.01.09, AVI-1.03.01.10, AVI-1.03.01.12, AVI-R.07: a die for each point in the bank; void ones leave theirs there.

    Thrown together they come to what they would one by one: a skill takes no more than it has room for, whatever the order.
    """
    return throw(among(names, left, generator), lambda *counts: _added(ratings, counts, left, full))


def _added(ratings: Ratings, counts: Ratings, left: int, full: Full) -> Dealt:
    after = tuple(min(rating + count, HIGHEST) for rating, count in zip(ratings, counts, strict=True))
    used = sum(counts) if full == "lose_point" else sum(after) - sum(ratings)
    return Dealt(after, left - used)


@rule
def bank(names: Names, ratings: Ratings, left: int, full: Full, generator: Generator) -> Asks[Ratings]:
    """AVI-1.03.01.09, AVI-R.07: points are dealt until the bank is empty.

    Void draws alone change nothing, so they are simply thrown again: that keeps the odds exact.
    """
    after = yield from again(points(names, ratings, left, full, generator), lambda dealt: dealt.left < left)
    if not after.left:
        return after.ratings
    return (yield from ask(bank(names, after.ratings, after.left, full, generator)))


def _first(ratings: Ratings) -> int:
    return ratings[0]


def _highest(ratings: Ratings) -> int:
    return max(ratings)


def _lowest(ratings: Ratings) -> int:
    return min(ratings)


OF_A_GROUP = (Lens("skill", _first), Lens("highest", _highest), Lens("lowest", _lowest))  # one skill is as good as another


@rule(*OF_A_GROUP)
def group_skills(group: Group, rating: Rating, full: Full = "redraw", generator: Generator = "software") -> Asks[Ratings]:
    """AVI-1.03.01.07, AVI-1.03.01.08, AVI-1.03.01.09, AVI-1.03.01.10, AVI-1.03.01.11, AVI-1.03.01.12, AVI-R.08, AVI-R.09.

    The skills of a group whose rating is known. At 0 and at 10 there is nothing to throw for.
    """
    names = SKILLS[group]
    start = (minimum(rating),) * len(names)
    if rating == HIGHEST and full == "redraw":
        return (HIGHEST,) * len(names)
    left = to_deal(rating, len(names))
    return (yield from ask(bank(names, start, left, full, generator))) if left else start


@rule(*OF_A_GROUP)
def fighting_skills(rating: Rating, full: Full = "redraw") -> Asks[Ratings]:
    """AVI-1.03.01.09, AVI-1.03.01.11, AVI-1.03.01.12: Control, Fighting Mind, Speed and Strength of a group with this rating.

    The group that is small enough for exact odds, whatever its rating.
    """
    return ask(group_skills("Hand-to-Hand", rating, full))


@rule(*OF_A_GROUP)
def group(
    group: Group,
    main: Flag = "no",
    shift: Shift = 2,
    point: Point = "group_rating",
    overflow: Overflow = "clamp_r",
    full: Full = "redraw",
    generator: Generator = "software",
) -> Asks[Ratings]:
    """AVI-1.03.01.05, AVI-1.03.01.14, AVI-R.05: the skills of a group from the first draw on."""
    raised = raised_by(main, shift, point)
    drawn = yield from ask(draw(raised, overflow, generator))
    ratings = yield from ask(group_skills(group, shifted(drawn, raised), full, generator))
    return lifted(ratings, main, shift, point)


def lifted(ratings: Ratings, main: Flag, shift: int, point: Point) -> Ratings:
    """AVI-1.03.01.14: by a dial it is each skill of a main character that is raised, up to 10."""
    by = shift if main == "yes" and point == "each_skill" else 0
    return tuple(min(rating + by, HIGHEST) for rating in ratings)


# ── motivations ────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def one_of(names: Names, generator: Generator) -> Asks[str]:
    """AVI-2.03.02.06: what one die names; nothing, if it has to be thrown again."""
    return throw(among(names, 1, generator), lambda *hits: names[hits.index(1)] if 1 in hits else "")


@rule
def pick(names: Names, generator: Generator = "software") -> Asks[str]:
    """AVI-1.02.03.09, AVI-2.03.02.03, AVI-2.03.02.06, AVI-R.20, AVI-R.22: one of those left, counted from the top."""
    if len(names) == 1:
        return names[0]
    return (yield from again(one_of(names, generator), bool))


@rule
def order(dice: Annotated[int, Between(1, 9)]) -> Asks[Ratings]:
    """AVI-2.03.02.04, AVI-2.03.02.07, AVI-R.21: for each pair whether its numbers are switched: odd keeps, even switches."""
    return throw(Order(dice, ORDER))


@rule
def motivations(generator: Generator = "software", six_six: SixSix = "draw") -> Asks[tuple[tuple[int, int], ...]]:
    """AVI-2.03.02.01, AVI-2.03.02.02, AVI-2.03.02.03, AVI-2.03.02.04, AVI-2.03.02.07: the ratings of all nine pairs, in order.

    Nine rating pairs are dealt to those pairs that have none yet; then a die for each, in the order of the deal.
    """
    left, dealt = list(PAIR_NAMES), list[str]()
    for _ in STANDARD:
        dealt.append((yield from ask(pick(tuple(left), generator))))
        left.remove(dealt[-1])
    switches = yield from ask(order(len(STANDARD) - (six_six == "skip")))
    found = {name: _ordered(deal, switches) for deal, name in enumerate(dealt)}
    return tuple(found[name] for name in PAIR_NAMES)


def _ordered(deal: int, switches: Ratings) -> tuple[int, int]:
    """AVI-2.03.02.04, AVI-R.21: the smaller number to the left, unless they are switched."""
    low, high = STANDARD[deal]
    return (high, low) if switches[deal : deal + 1] == (1,) else (low, high)


@rule
def deal_of(number: int, left: int, generator: Generator) -> Asks[int]:
    """AVI-2.03.02.02: in which of the deals to come that pair has its turn which is at `number` of those that are left."""
    names = PAIR_NAMES[:left]
    picked = names.index((yield from ask(pick(names, generator)))) + 1
    if picked == number:
        return 0
    return 1 + (yield from ask(deal_of(number - (picked < number), left - 1, generator)))


class Pair(NamedTuple):
    """The ratings of a pair of motivations."""

    left: int
    right: int

    def __str__(self) -> str:
        return f"{self.left} and {self.right}"


@rule(Lens("left", lambda pair: pair.left), Lens("right", lambda pair: pair.right))
def pair(number: Annotated[int, Between(1, 9)], generator: Generator = "software") -> Asks[Pair]:
    """AVI-2.03.02.05, AVI-R.19: what one pair of motivations comes to, whatever the others do."""
    deal = yield from ask(deal_of(number, len(PAIRS), generator))
    (switch,) = yield from ask(order(1))
    low, high = STANDARD[deal]
    return Pair(high, low) if switch else Pair(low, high)


def named(ratings: tuple[tuple[int, int], ...]) -> dict[str, int]:
    """AVI-2.03.10: ratings of the nine pairs, each with the name of its motivation."""
    return {name: one for names, both in zip(PAIRS, ratings, strict=True) for name, one in zip(names, both, strict=True)}


# ── somebody new ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Newcomer:
    """What dice say of somebody new: a value for each field that they fill in."""

    fields: tuple[tuple[str, Any], ...]

    def _asdict(self) -> dict[str, Any]:
        return dict(self.fields)

    def __str__(self) -> str:
        return ", ".join(f"{name} {value}" for name, value in self.fields)


@rule
def newcomer(main: Flag = "yes") -> Asks[Newcomer]:
    """AVI-1.03.01.05, AVI-2.03.02.02, AVI-1.03.01.17: skills and motivations of somebody new, as the dials are at first.

    No odds: there are more sheets than anybody could count.
    """
    found: dict[str, Any] = {"main": main}
    for name, skills in SKILLS.items():
        found |= zip(skills, (yield from ask(group(name, main))), strict=True)
    found |= named((yield from ask(motivations())))
    return Newcomer(tuple(found.items()))
