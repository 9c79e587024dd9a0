"""Checks: one pool of dice between two ratings, and who wins it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from fatewright.systems.author import Asks, Between, Dice, ask, rule, throw

Rating = Annotated[int, Between(0, 20)]
Die = Literal["d8", "d4", "d12", "d20"]
AnyDie = Literal["d8", "d4", "d12", "d20", "d16", "d24", "d100"]
Split = Literal["initiator_high", "initiator_low", "odd_initiator"]
SIDES = {"d4": 4, "d8": 8, "d12": 12, "d20": 20}
ALL_SIDES = {**SIDES, "d16": 16, "d24": 24, "d100": 100}  # AVI-1.02.03.06: the last three by a dial
QUARTER = 4
Many = Annotated[int, Between(0, 13)]
Limit = Annotated[int, Between(0, 13)]  # 0 for none


def success_faces(sides: int) -> range:
    """AVI-1.02.03.03, AVI-1.02.03.04: the top quarter of a die whose number of sides can be divided by four."""
    if sides % QUARTER:
        raise ValueError(f"a d{sides} is no die for checks: its sides cannot be divided by four")
    return range(sides - sides // QUARTER + 1, sides + 1)


def pool_of(difference: int, limit: int = 0) -> int:
    """AVI-1.02.01.07, AVI-1.02.01.09, AVI-1.02.03.07, AVI-R.13: two dice more than the difference; one, between equals.

    The pool is never cut short, unless a table has set itself a limit, which changes the odds.
    """
    dice = difference + 2 if difference else 1
    return min(dice, limit) if limit else dice


@rule
def check(mine: Rating, theirs: Rating, die: Die = "d8", split: Split = "initiator_high", limit: Limit = 0) -> Asks[bool]:
    """AVI-1.02.01.07, AVI-1.02.01.08, AVI-1.02.01.09, AVI-1.02.01.10, AVI-1.02.01.11, AVI-R.01, AVI-R.02, AVI-R.03.

    AVI-1.02.01.12. Whether the first side, which began it, wins. The pool speaks for the higher side: one success is as good
    as many, and if there is none, the lower side wins. Between equals one die decides, half of its faces for each.
    """
    sides, difference = SIDES[die], abs(mine - theirs)
    if difference == 0:
        return throw(Dice(1, sides).count(first=first_faces(sides, split)), lambda first: bool(first))
    dice = Dice(pool_of(difference, limit), sides)
    is_higher = mine > theirs
    return throw(dice.count(success=tuple(success_faces(sides))), lambda success: bool(success) == is_higher)


def first_faces(sides: int, split: Split) -> tuple[int, ...]:
    """AVI-1.02.01.12, AVI-R.02: the half of the faces that belongs to whoever began it, between equals."""
    half = sides // 2
    faces = {
        "initiator_high": range(half + 1, sides + 1),
        "initiator_low": range(1, half + 1),
        "odd_initiator": range(1, sides + 1, 2),
    }
    return tuple(faces[split])


@rule
def even_check(die: AnyDie = "d8", split: Split = "initiator_high") -> Asks[bool]:
    """AVI-1.02.01.09, AVI-1.02.01.12, AVI-1.02.03.06: one die of any kind between equals: whether the first side wins."""
    sides = ALL_SIDES[die]
    return throw(Dice(1, sides).count(first=first_faces(sides, split)), lambda first: bool(first))


@rule
def mixed_check(
    d4: Many = 0, d8: Many = 0, d12: Many = 0, d20: Many = 0, d16: Many = 0, d24: Many = 0, d100: Many = 0
) -> Asks[bool]:
    """AVI-1.02.03.05, AVI-1.02.03.06, AVI-R.14: a pool of several kinds of dice, each judged by its own faces.

    Whether the higher side wins.
    """
    won = False
    for count, sides in ((d4, 4), (d8, 8), (d12, 12), (d20, 20), (d16, 16), (d24, 24), (d100, 100)):
        if count:
            hits = yield from throw(Dice(count, sides).count(success=tuple(success_faces(sides))), lambda success: success > 0)
            won = won or hits
    return won


def ladder_order(ratings: Sequence[int], lots: Sequence[int]) -> list[int]:
    """AVI-1.02.01.21: the sides by rising rating; between equals, lots decide."""
    return sorted(range(len(ratings)), key=lambda place: (ratings[place], lots[place]))


@rule
def lots(sides: Annotated[int, Between(1, 20)]) -> Asks[tuple[int, ...]]:
    """AVI-1.02.01.21: lots for so many sides: each number once, every order as likely as any other."""
    left, drawn = list(range(sides)), []
    while len(left) > 1:
        place = yield from throw(Dice(1, len(left)).sum())
        drawn.append(left.pop(place - 1))
    return (*drawn, *left)


@rule
def ladder(lowest: Rating, middle: Rating, highest: Rating, die: Die = "d8") -> Asks[str]:
    """AVI-1.02.01.21: three sides: the two lowest check, and the winner faces the highest. Who wins last."""
    ratings = sorted((lowest, middle, highest))
    is_up = yield from ask(check(ratings[1], ratings[0], die))
    is_top = yield from ask(check(ratings[2], ratings[1] if is_up else ratings[0], die))
    return "highest" if is_top else "middle" if is_up else "lowest"
