"""Draws: a number of a million, one of a few names, dice that are read in the order in which they fall."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, product
from typing import Literal

from fatewright.systems.author import Dice
from fatewright.systems.own_dice import Count, Draw, Faces, Shown, Spread, Thrown

Generator = Literal["software", "dice_script"]
MILLION = 1_000_000
PER_MILLION = (62_500, 250_000, 375_000, 250_000, 52_000, 8_700, 1_500, 250, 40, 8, 2)  # AVI-1.03.01.01: of ratings 0 to 10
UP_TO = tuple(accumulate(PER_MILLION))
DIGITS, D10 = 6, 10
ANOTHER = "another"  # the name of all who are not told from each other
EVEN = (4, 6, 8, 10, 12, 20)  # sides of dice that say odd or even
ORDER = 8  # sides of the order dice, unless somebody likes others
SCRIPT = {3: (6, 2), 4: (4, 1), 5: (10, 2), 6: (6, 1), 7: (8, 1), 8: (8, 1), 9: (10, 1)}  # sides, and faces for each name


def rating_of(number: int) -> int:
    """AVI-1.03.01.01: the rating that a number from 1 to a million means."""
    return next(rating for rating, last in enumerate(UP_TO) if number <= last)


class Million(Faces):
    """AVI-1.03.01.01, AVI-1.03.01.15: a number from 1 to a million, by one die or by six d10, and the rating that it means.

    A d10 shows 0 for 10, and six of them a million for 000000. It is one of the throws that real dice answer, so it is made
    of one; its spread is the table itself.
    """

    __slots__ = ()

    def read(self, draw: Draw) -> Thrown[tuple[int, ...]]:
        faces = [draw(self.sides) for _ in range(self.number)]
        rating = rating_of(faces[0] if self.sides == MILLION else number_of(faces))
        *first, last = (Shown(self.sides, face, "") for face in faces)
        return Thrown((rating,), (*first, last._replace(mark=f"rating {rating}")))

    def spread(self) -> Spread:
        return Spread([(rating,) for rating in range(len(PER_MILLION))], PER_MILLION, MILLION)

    def cost(self) -> int:
        return len(PER_MILLION)


def number_of(faces: Sequence[int]) -> int:
    """AVI-1.03.01.15, AVI-R.20: six d10 read as digits, where 10 is the face 0, and all zeros are a million."""
    return int("".join(str(face % D10) for face in faces)) or MILLION


def of_a_million(generator: Generator) -> Million:
    """AVI-1.03.01.15: the dice for a draw from the table."""
    return Million(1, MILLION) if generator == "software" else Million(DIGITS, D10)


class Order(Faces):
    """AVI-2.03.02.04: dice in the order in which they fall: 0 for an odd one, which keeps, 1 for an even one."""

    __slots__ = ()

    def read(self, draw: Draw) -> Thrown[tuple[int, ...]]:
        faces = [draw(self.sides) for _ in range(self.number)]
        dice = tuple(Shown(self.sides, face, "keep" if face % 2 else "switch") for face in faces)
        return Thrown(tuple(1 - face % 2 for face in faces), dice)

    def spread(self) -> Spread:
        answers = list(product((0, 1), repeat=self.number))
        return Spread(answers, [1] * len(answers), len(answers))

    def cost(self) -> int:
        return int(2**self.number)


# ── dice that name somebody ────────────────────────────────────────────────────────────────────────────────────────────


def among(names: Sequence[str], times: int, generator: Generator) -> Count:
    """AVI-1.03.01.04, AVI-1.03.01.15, AVI-2.03.02.06, AVI-R.04: dice that each name one of `names`, counted down the list.

    With real dice some faces may name nobody: 8 of seven names, 10 of nine. These are thrown again. A name that stands there
    more than once is counted for all of them together.
    """
    sides, faces = _faces(len(names), generator)
    named: dict[str, tuple[int, ...]] = {}
    for name, these in zip(names, faces, strict=True):
        named[name] = (*named.get(name, ()), *these)
    return Dice(times, sides).count(**named)


def _faces(names: int, generator: Generator) -> tuple[int, list[tuple[int, ...]]]:
    if generator == "software":
        return names, [(face,) for face in range(1, names + 1)]
    if names == 2:  # any die: odd is the upper one, even the lower
        return 6, [(1, 3, 5), (2, 4, 6)]
    sides, width = SCRIPT[names]
    return sides, [tuple(range(first, first + width)) for first in range(1, names * width + 1, width)]
