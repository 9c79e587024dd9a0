"""Throws: dice put to the table, and how they are read.

A throw is a question that chance answers. It knows two things about itself: what it answers when given faces one by one
(`read`), and every answer it could give with its exact weight (`spread`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from math import comb
from typing import Generic, NamedTuple, Protocol, TypeVar

from fatewright.core.errors import BadValue
from fatewright.core.grammar import agrees, count_of
from fatewright.core.rule.spread import Line, Spread, convolve, keep_highest, multisets, negated, power, tallies

T = TypeVar("T")

Draw = Callable[[int], int]  # given the number of sides, the face that came up

EXPLOSIONS_PRICED = 10  # exact odds follow a chain of explosions this far; the rest is named, not guessed
ROLLS_OF_A_DIE = 100  # TAD-DICE.30: a die that explodes on and on is thrown at most so often
DECIMAL = (10, 100)  # dice that are read by their digits
BEYOND = f"a die explodes more than {EXPLOSIONS_PRICED} times"


class Shown(NamedTuple):
    """One die as it lies on the table, and what became of it: the set it fell into, kept, dropped, ..."""

    sides: int
    face: int
    mark: str


class Thrown(NamedTuple, Generic[T]):
    """What the rule is told, and the dice that say so."""

    answer: T
    dice: tuple[Shown, ...]


class Throw(Protocol[T]):
    """A question that dice answer with a `T`."""

    def read(self, draw: Draw) -> Thrown[T]: ...
    def spread(self) -> Spread: ...
    def cost(self) -> int: ...
    def __str__(self) -> str: ...


class Dice:
    """Some dice of one kind, not yet read: `d6(5).count(hits=(5, 6))`, `Dice(2, 20).highest()`."""

    __slots__ = ("number", "sides")

    def __init__(self, number: int, sides: int) -> None:
        self.number, self.sides = max(number, 0), sides  # TAD-DICE.24: fewer dice than none are none

    def count(self, **sets: Collection[int]) -> Count:
        """How many fall into each named set of faces."""
        return Count(self.number, self.sides, tuple(sets.items()))

    def sum(self) -> Sum:
        """The faces added up."""
        return Sum((Group(self.number, self.sides),))

    def highest(self, keep: int = 1) -> Sum:
        """The sum of the highest `keep` faces."""
        return Sum((Group(self.number, self.sides, keep=keep),))

    def lowest(self, keep: int = 1) -> Sum:
        """The sum of the lowest `keep` faces."""
        return Sum((Group(self.number, self.sides, keep=-keep),))

    def faces(self) -> Faces:
        """The faces themselves, in rising order."""
        return Faces(self.number, self.sides)


def d6(count: int) -> Dice:
    """So many six-sided dice."""
    return Dice(count, 6)


class Count(NamedTuple):
    """Throw dice and tell how many fell into each named set of faces. Sets may overlap."""

    number: int
    sides: int
    sets: tuple[tuple[str, Collection[int]], ...]

    def read(self, draw: Draw) -> Thrown[tuple[int, ...]]:
        dice, answer = [], [0] * len(self.sets)
        for _ in range(self.number):
            face = draw(self.sides)
            inside = [place for place, (_, faces) in enumerate(self.sets) if face in faces]
            for place in inside:
                answer[place] += 1
            dice.append(Shown(self.sides, face, " and ".join(self.sets[place][0] for place in inside)))
        return Thrown(tuple(answer), tuple(dice))

    def spread(self) -> Spread:
        return _count_spread(self.number, self.sides, self._faces())

    def cost(self) -> int:
        places = len(self.sets)
        if sum(len(faces) for _, faces in self.sets) > len({face for _, faces in self.sets for face in faces}):
            places = min(2**places, self.sides) - 1  # sets that overlap cut the die into more cells than there are sets
        return comb(self.number + places, places)

    def __str__(self) -> str:
        return f"{self.number}d{self.sides}"

    def _faces(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(sorted(face for face in set(faces) if 1 <= face <= self.sides)) for _, faces in self.sets)


@lru_cache(1024)
def _count_spread(count: int, sides: int, sets: tuple[tuple[int, ...], ...]) -> Spread:
    if sum(map(len, sets)) == len({face for faces in sets for face in faces}):
        sizes = tuple(map(len, sets))
        keys, weights = tallies(count, sizes, sides - sum(sizes))
        return Spread(keys, weights, sides**count)
    # Overlapping sets: count the cells into which they cut the die, then add the cells up again.
    cells: dict[tuple[int, ...], int] = {}
    for face in range(1, sides + 1):
        inside = tuple(int(face in faces) for faces in sets)
        cells[inside] = cells.get(inside, 0) + 1
    merged: dict[tuple[int, ...], int] = {}
    for counts, weight in zip(*tallies(count, tuple(cells.values()), 0), strict=True):
        tally = tuple(sum(n for n, cell in zip(counts, cells, strict=True) if cell[place]) for place in range(len(sets)))
        merged[tally] = merged.get(tally, 0) + weight
    return Spread(list(merged), list(merged.values()), sides**count)


@lru_cache(256)
def _lying(sides: int, mark: str) -> tuple[Shown, ...]:
    """A die with that mark, by face: the same few are shown over and over."""
    return tuple(Shown(sides, face, mark) for face in range(sides + 1))


class Group(NamedTuple):
    """Dice of one kind inside a sum.

    TAD-DICE.23: each die is thrown, thrown again once if it shows `reroll` or less, then explodes on its maximum; then
    the group keeps its highest (`keep` > 0) or lowest (`keep` < 0) dice.
    """

    number: int
    sides: int
    sign: int = 1
    keep: int = 0  # 0: all of them
    explode: bool = False
    reroll: int = 0
    most: int = ROLLS_OF_A_DIE  # of one die that explodes; the last of them counts as it lies

    def kept(self) -> int:
        """How many dice count. TAD-DICE.24: keeping more than there are keeps them all."""
        return min(abs(self.keep) or self.number, self.number)

    def read(self, draw: Draw) -> Thrown[int]:
        if self.explode or self.reroll:
            return self._read_chains(draw)
        sides = self.sides
        faces = [draw(sides) for _ in range(self.number)]
        kept = _lying(sides, "kept")
        if self.kept() == self.number:
            return Thrown(self.sign * sum(faces), tuple([kept[face] for face in faces]))
        dice = [_lying(sides, "dropped")[face] for face in faces]
        order = sorted(range(self.number), key=faces.__getitem__, reverse=self.keep > 0)[: self.kept()]
        for die in order:
            dice[die] = kept[faces[die]]
        return Thrown(self.sign * sum(faces[die] for die in order), tuple(dice))

    def _read_chains(self, draw: Draw) -> Thrown[int]:
        """TAD-DICE.09, TAD-DICE.23, TAD-R.10: dice of which some are thrown again; a maximum that explodes stays counted."""
        chains = [self._one_die(draw) for _ in range(self.number)]
        values = [sum(shown.face for shown in chain if shown.mark != "rerolled") for chain in chains]
        order = sorted(range(self.number), key=lambda die: values[die], reverse=self.keep >= 0)
        kept = set(order[: self.kept()])
        dice = []
        for die, chain in enumerate(chains):
            last = Shown(self.sides, chain[-1].face, "kept" if die in kept else "dropped")
            dice += [*chain[:-1], last]
        return Thrown(self.sign * sum(values[die] for die in kept), tuple(dice))

    def _one_die(self, draw: Draw) -> list[Shown]:
        """TAD-DICE.09, TAD-DICE.21, TAD-R.32, TAD-R.34: one die, thrown on by itself as long as it shows its own maximum."""
        face = draw(self.sides)
        chain = []
        if face <= self.reroll:
            chain.append(Shown(self.sides, face, "rerolled"))
            face = draw(self.sides)
        for _ in range(1, self.most):
            if not self.explode or face < self.sides:
                break
            chain.append(Shown(self.sides, face, "exploded"))
            face = draw(self.sides)
        return [*chain, Shown(self.sides, face, "")]

    def die(self) -> tuple[Line, int]:
        """TAD-DICE.21, TAD-DICE.22: one die's value as a line, and the total of its weights (a chain cut off is missing)."""
        sides, again = self.sides, min(self.reroll, self.sides)
        first = [again if face <= again else again + sides for face in range(1, sides + 1)] if again else [1] * sides
        total = sides * sides if again else sides
        if not self.explode:
            return Line(1, first), total
        weights: list[int] = []
        longest = min(EXPLOSIONS_PRICED, self.most - 1)
        for chain in range(longest + 1):
            thrown = first if chain == 0 else [first[-1]] * sides
            scale: int = sides ** (longest - chain)
            last = thrown[-1] if chain == self.most - 1 else 0  # no die is thrown after this one
            weights += [*(weight * scale for weight in thrown[:-1]), last]
        return Line(1, weights), total * sides**longest

    def line(self) -> tuple[Line, int]:
        """The group's total as a line, and the total of its weights. TAD-DICE.24: no dice, no points."""
        die, total = self.die()
        if self.kept() == self.number:
            line = power(die, self.number)
        elif self.keep > 0:
            line = keep_highest(die, self.number, self.kept())
        else:
            line = negated(keep_highest(negated(die), self.number, self.kept()))
        return (line if self.sign > 0 else negated(line)), total**self.number

    def cost(self) -> tuple[int, int, int]:
        """The steps to its weights, how many they are, and how long they are in bits."""
        faces = self.sides * (EXPLOSIONS_PRICED + 1 if self.explode else 1)
        bits = self.sides.bit_length() * self.number * (1 + bool(self.reroll) + self.explode * EXPLOSIONS_PRICED)
        if self.kept() == self.number:
            return faces * self.number, faces * self.number, bits
        return faces * self.kept() ** 2 * faces * self.number, faces * self.kept(), bits

    def __repr__(self) -> str:
        """Without the usual limit: recorded answers are known by this text, also those from before there was one."""
        told = [f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)]
        return f"Group({', '.join(told if self.most != ROLLS_OF_A_DIE else told[:-1])})"

    def __str__(self) -> str:
        keep = f"k{'h' if self.keep > 0 else 'l'}{abs(self.keep)}" if self.keep else ""
        return f"{self.number}d{self.sides}{'!' * self.explode}{f'r{self.reroll}' if self.reroll else ''}{keep}"


class Sum(NamedTuple):
    """Throw groups of dice and tell what they add up to."""

    groups: tuple[Group, ...]
    constant: int = 0

    def read(self, draw: Draw) -> Thrown[int]:
        if len(self.groups) == 1:
            answer, dice = self.groups[0].read(draw)
            return Thrown(self.constant + answer, dice)
        thrown = [group.read(draw) for group in self.groups]
        answer = self.constant + sum(group.answer for group in thrown)
        return Thrown(answer, tuple(die for group in thrown for die in group.dice))

    def spread(self) -> Spread:
        return _sum_spread(self.groups, self.constant)

    def cost(self) -> int:
        costs = [group.cost() for group in self.groups]
        steps, weights, bits = (sum(cost[place] for cost in costs) for place in range(3))
        return steps * (1 + bits // 256) + product_cost(weights * (bits + 8) // 8, len(self.groups))

    def __str__(self) -> str:
        signed = "".join(f"{'+' if group.sign > 0 else '-'}{group}" for group in self.groups)
        return (signed + (f"{self.constant:+d}" if self.constant else "")).removeprefix("+")


def product_cost(size: int, factors: int) -> int:
    """The steps of multiplying numbers that come to `size` bytes together: it grows faster than their length."""
    return int(float(size) ** 1.585 / 6000) * (1 + factors // 4)


@lru_cache(1024)
def _sum_spread(groups: tuple[Group, ...], constant: int) -> Spread:
    lines, total = [Line(constant, [1])], 1
    for group in groups:
        line, weight = group.line()
        lines.append(line)
        total *= weight
    sums = convolve(*lines)
    found = [(sums.low + at, weight) for at, weight in enumerate(sums.weights) if weight]
    return Spread([value for value, _ in found], [weight for _, weight in found], total, total - sum(sums.weights))


class Faces(NamedTuple):
    """Throw dice and tell each face, in rising order."""

    number: int
    sides: int

    def read(self, draw: Draw) -> Thrown[tuple[int, ...]]:
        faces = [draw(self.sides) for _ in range(self.number)]
        return Thrown(tuple(sorted(faces)), tuple(Shown(self.sides, face, "") for face in faces))

    def spread(self) -> Spread:
        return multisets(self.number, self.sides)

    def cost(self) -> int:
        return comb(self.number + self.sides - 1, self.number)

    def __str__(self) -> str:
        return f"{self.number}d{self.sides}"


def sides_of(throw: Throw[T]) -> tuple[int, ...]:
    """The sides of each die of a throw, in the order they are read; none, if how many it takes shows only while they fall."""
    if isinstance(throw, (Count, Faces)):
        return (throw.sides,) * throw.number
    if isinstance(throw, Sum) and not any(group.explode or group.reroll for group in throw.groups):
        return tuple(group.sides for group in throw.groups for _ in range(group.number))
    return ()


def typed_faces(faces: Collection[int]) -> Draw:
    """A draw that deals these faces in order, as read off real dice, and refuses what no die can show."""
    waiting = iter(faces)

    def draw(sides: int) -> int:
        face = next(waiting, None)
        if face is None:
            given = f"{count_of(len(faces), 'face')} {agrees(len(faces), 'was', 'were')} given"
            raise NotEnoughFaces(f"{given}, and one more d{sides} is needed")
        if not 1 <= (value := worth_of(face, sides)) <= sides:
            raise BadValue(f"a d{sides} cannot show {face}; it shows 1 to {sides}")
        return value

    return draw


def worth_of(face: int, sides: int) -> int:
    """TAD-DICE.03, TAD-DICE.04, TAD-R.08: what a face counts as it is read off a real die: 0 is 10 on a d10, 100 on a d100."""
    return sides if face == 0 and sides in DECIMAL else face


class NotEnoughFaces(BadValue):
    """More dice were to be thrown than faces were given."""


def dice_text(dice: tuple[Shown, ...]) -> str:
    """Each die with what it counted for: `[6 success] [3] [1 one]`."""
    return " ".join(f"[{die.face} {die.mark}]" if die.mark else f"[{die.face}]" for die in dice)
