"""Banks: the points of a group of skills, and the dice that deal them out until there are none left."""

from __future__ import annotations

from collections import Counter
from math import lcm
from typing import Annotated, Literal, NamedTuple

from fatewright.systems.author import Asks, Between, again, ask, subrule, throw
from fatewright.systems.avitch.mechanics.draws import ANOTHER, Generator, among
from fatewright.systems.own_dice import Draw, Shown, Spread, Thrown

Rating = Annotated[int, Between(0, 10)]
Full = Literal["redraw", "lose_point"]
Names = tuple[str, ...]
Ratings = tuple[int, ...]
HIGHEST = 10
FREE = 3  # so much of a group's rating is dealt by dice; the rest is the minimum of each skill


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


class Bank(NamedTuple):
    """The skills of a group, of those that are told apart, and how many points were drawn for a full one, and drawn again."""

    ratings: Ratings
    void: int


def with_points(ratings: Ratings, counts: Ratings, dice: int, full: Full) -> Dealt:
    """AVI-1.03.01.09, AVI-1.03.01.10, AVI-1.03.01.12: what dice that named skills add to them.

    A skill takes no more than it has room for; what is void stays in the bank or, by a dial, is lost.
    """
    after = tuple(min(rating + count, HIGHEST) for rating, count in zip(ratings, counts, strict=True))
    used = sum(counts) if full == "lose_point" else sum(after) - sum(ratings)
    return Dealt(after, dice - used)


@subrule
def points(names: Names, ratings: Ratings, left: int, full: Full, generator: Generator) -> Asks[Dealt]:
    """AVI-1.03.01.09, AVI-1.03.01.10, AVI-1.03.01.12, AVI-R.07: a die for each point in the bank; void ones leave theirs there.

    Thrown together they come to what they would one by one: a skill takes no more than it has room for, whatever the order.
    """
    return throw(among(names, left, generator), lambda *counts: with_points(ratings, counts, left, full))


@subrule
def bank(names: Names, ratings: Ratings, left: int, full: Full, generator: Generator) -> Asks[Bank]:
    """AVI-1.03.01.09, AVI-1.03.01.12, AVI-R.07: points are dealt until the bank is empty.

    Void draws alone change nothing, so they are simply thrown again: that keeps the odds exact. Where only one skill is told
    from the others, dice fall one by one, which comes to the same in far fewer cases.
    """
    if ANOTHER in names:
        return Bank((yield from throw(OneByOne(ratings, left, full), lambda *after: after[:1])), 0)
    after = yield from again(points(names, ratings, left, full, generator), lambda dealt: dealt.left < left)
    if not after.left:
        return Bank(after.ratings, 0)
    return Bank((yield from ask(emptied(names, after.ratings, after.left, full, generator))), after.left)


class OneByOne(NamedTuple):
    """AVI-1.03.01.09, AVI-1.03.01.12: dice for a whole bank; of the skills the first is told, the others as they stand.

    Those who stand alike take a point alike, so what dice can come to is counted by how many stand how.
    """

    ratings: Ratings
    left: int
    full: Full

    def read(self, draw: Draw) -> Thrown[Ratings]:
        ratings, left, dice = self.ratings, self.left, list[Shown]()
        while left:
            dice.append(Shown(len(ratings), draw(len(ratings)), ""))
            dealt = _with_point(ratings, dice[-1].face - 1, self.full)
            ratings, left = dealt.ratings, left - 1 + dealt.left
        return Thrown(ratings, tuple(dice))

    def spread(self) -> Spread:
        common = lcm(*range(1, len(self.ratings) + 1))
        so_far = {self.ratings: 1}
        for _ in range(self.left):
            after = Counter[Ratings]()
            for ratings, weight in so_far.items():
                drawn = [_with_point(ratings, place, self.full) for place in range(len(ratings))]
                settled = [dealt.ratings for dealt in drawn if not dealt.left]  # a void draw is drawn again
                for first, *others in settled:
                    after[(first, *sorted(others))] += weight * (common // len(settled))
            so_far = after
        return Spread([*so_far], [*so_far.values()], common**self.left)

    def cost(self) -> int:
        return self.left * len(self.ratings) ** 3

    def __str__(self) -> str:
        return f"{self.left}d{len(self.ratings)}"


def _with_point(ratings: Ratings, place: int, full: Full) -> Dealt:
    return with_points(ratings, tuple(int(at == place) for at in range(len(ratings))), 1, full)


@subrule
def emptied(names: Names, ratings: Ratings, left: int, full: Full, generator: Generator) -> Asks[Ratings]:
    """AVI-1.03.01.12, AVI-R.07: what is left in the bank is dealt again, however often that takes."""
    return (yield from ask(bank(names, ratings, left, full, generator))).ratings


def _told(names: Names, ratings: Ratings) -> Ratings:
    return tuple(rating for name, rating in zip(names, ratings, strict=True) if name != ANOTHER)


@subrule
def filled(names: Names, rating: Rating, full: Full = "redraw", generator: Generator = "software") -> Asks[Bank]:
    """AVI-1.03.01.07, AVI-1.03.01.08, AVI-1.03.01.09, AVI-1.03.01.10, AVI-1.03.01.11, AVI-1.03.01.12, AVI-R.08, AVI-R.09.

    The skills of a group whose rating is known. At 0 and at 10 there is nothing to throw for.
    """
    start = (minimum(rating),) * len(names)
    if rating == HIGHEST and full == "redraw":
        return Bank(_told(names, (HIGHEST,) * len(names)), 0)
    left = to_deal(rating, len(names))
    return (yield from ask(bank(names, start, left, full, generator))) if left else Bank(_told(names, start), 0)
