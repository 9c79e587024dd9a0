"""Games of two sides in exact numbers: each picks once, unseen by the other, and what one gains the other loses.

A game is a table of payoffs to the first side, who picks a row; the second side picks a column.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from numbers import Rational
from typing import Any, NamedTuple

from fatewright.core.errors import BadValue

Payoffs = Sequence[Sequence[Any]]  # whole numbers and fractions; typed loosely, for to the type checker an int is no Rational


class Equilibrium(NamedTuple):
    """What a game is worth to its first side, and the chances of rows and columns from which neither side gains by straying."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]
    is_saddle: bool  # each side has one choice that it need not hide


def equilibrium(payoffs: Payoffs) -> Equilibrium:
    """The value of a game, and a best mix for each side; always the same ones where there are several."""
    _check(payoffs)
    value, rows, columns = _solved(payoffs)
    return Equilibrium(value, _shares(rows), _shares(columns), is_saddle=_is_pure(rows) and _is_pure(columns))


def value_of(payoffs: Payoffs) -> Fraction:
    """The value alone, of what is known to be a table of exact numbers."""
    return _solved(payoffs)[0]


def _check(payoffs: Payoffs) -> None:
    if not payoffs or not payoffs[0] or len({len(row) for row in payoffs}) > 1:
        raise BadValue("a game needs a row for each choice of one side, and in each row a payoff for each choice of the other")
    for row in payoffs:
        for payoff in row:
            if not isinstance(payoff, Rational):  # a float would bring its rounding into an exact answer
                raise BadValue(f"payoffs are whole numbers or fractions, found {payoff!r}")


def _shares(weights: list[int]) -> tuple[Fraction, ...]:
    total = sum(weights)
    return tuple(Fraction(weight, total) for weight in weights)


def _is_pure(weights: list[int]) -> bool:
    return sum(map(bool, weights)) == 1


def _solved(payoffs: Payoffs) -> tuple[Fraction, list[int], list[int]]:
    """The value, and weights of the rows and of the columns: a saddle point where there is one, else by the simplex method."""
    scale = lcm(*(payoff.denominator for row in payoffs for payoff in row))
    whole = [[payoff.numerator * (scale // payoff.denominator) for payoff in row] for row in payoffs]
    lowest, highest = [min(row) for row in whole], [max(column) for column in zip(*whole, strict=True)]
    least, most = max(lowest), min(highest)
    if least == most:
        row, column = lowest.index(least), highest.index(most)
        return (
            Fraction(least, scale),
            [int(at == row) for at in range(len(lowest))],
            [int(at == column) for at in range(len(highest))],
        )
    # The value is not below `least`: counted from there in the largest unit that fits, and one more, it is surely positive.
    unit = gcd(*(payoff - least for line in whole for payoff in line))
    solved = _Simplex([[(payoff - least) // unit + 1 for payoff in line] for line in whole])
    weight, pivot = solved.gains[-1], solved.pivot
    return Fraction(least * weight + unit * (pivot - weight), scale * weight), *solved.weights()


class _Simplex:
    """The simplex method on a game of positive value: weights of the columns, as heavy as no row may pay more than 1.

    All numbers are whole: each entry stands times the last pivot, and so (Edmonds, Bareiss) no division leaves a remainder.
    """

    def __init__(self, table: list[list[int]]) -> None:
        self.height, self.width = len(table), len(table[0])
        self.table = [[*line, 1] for line in table]
        self.gains = [-1] * self.width + [0]  # below nought: giving that column weight gains something
        self.columns = list(range(self.width))  # which unknown stands over each column: columns first, then rows
        self.rows = list(range(self.width, self.width + self.height))
        self.pivot = 1
        has_gained = True
        while entering := [column for column in range(self.width) if self.gains[column] < 0]:
            # The steepest gain is quickest. After a step that gained nothing the lowest unknown goes first (Bland), until
            # one gains again: so the method never goes round in circles.
            column = min(entering, key=(self.gains if has_gained else self.columns).__getitem__)
            row = self._tightest(column)
            has_gained = self.table[row][-1] > 0
            self._turn(row, column)

    def _tightest(self, column: int) -> int:
        """The row that first forbids more weight for `column`; of equals, the lowest unknown."""
        best, end, step = -1, 0, 0
        for row, line in enumerate(self.table):
            if line[column] > 0:
                difference = line[-1] * step - end * line[column] if best >= 0 else -1
                if difference < 0 or (difference == 0 and self.rows[row] < self.rows[best]):
                    best, end, step = row, line[-1], line[column]
        return best

    def _turn(self, row: int, column: int) -> None:
        """Let the unknowns of a row and a column change places."""
        turning, last = self.table[row], self.pivot
        pivot = turning[column]
        for line in (*self.table[:row], *self.table[row + 1 :], self.gains):
            factor = line[column]
            if factor:
                line[:] = [(here * pivot - factor * there) // last for here, there in zip(line, turning, strict=True)]
            elif pivot != last:
                line[:] = [here * pivot // last for here in line]
            line[column] = -factor
        turning[column], self.pivot = last, pivot
        self.rows[row], self.columns[column] = self.columns[column], self.rows[row]

    def weights(self) -> tuple[list[int], list[int]]:
        """The weights of the rows and of the columns; those of the rows are what the columns could still gain."""
        rows, columns = [0] * self.height, [0] * self.width
        for unknown, line in zip(self.rows, self.table, strict=True):
            if unknown < self.width:
                columns[unknown] = line[-1]
        for column, unknown in enumerate(self.columns):
            if unknown >= self.width:
                rows[unknown - self.width] = self.gains[column]
        return rows, columns
