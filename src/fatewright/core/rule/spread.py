"""Exact weights of what dice can show, from closed forms: no list of all throws is ever made.

Weights are integers over a common total. A run of sums is a polynomial (the weight of total t is the coefficient of x^t),
and a polynomial is packed into one big integer, so that convolving is one multiplication and a power is one power.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, groupby
from math import comb, prod
from typing import Any, NamedTuple


class Spread(NamedTuple):
    """Everything a throw can answer, the weight of each answer, and the weight of what was left uncounted."""

    answers: Sequence[Any]
    weights: Sequence[int]
    total: int
    beyond: int = 0


class Line(NamedTuple):
    """Weights of consecutive integers: `weights[i]` belongs to `low + i`."""

    low: int
    weights: list[int]


def tallies(count: int, sizes: tuple[int, ...], rest: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """Each way `count` dice can fall into disjoint sets of `sizes` faces (and `rest` others), with its weight."""
    if not sizes:
        return [()], [rest**count]
    if 0 in sizes:  # no face is in that set: it stays empty
        at = sizes.index(0)
        keys, weights = tallies(count, sizes[:at] + sizes[at + 1 :], rest)
        return [(*key[:at], 0, *key[at:]) for key in keys], weights
    if not rest:  # the sets cover the die: the last one is whatever the others leave
        keys, weights = tallies(count, sizes[:-1], sizes[-1])
        return [(*key, count - sum(key)) for key in keys], weights
    if len(sizes) == 1:
        return [(n,) for n in range(count + 1)], _binomials(count, sizes[0], rest)
    if len(sizes) == 2:
        pairs: list[tuple[int, ...]] = [(a, b) for a in range(count + 1) for b in range(count + 1 - a)]
        return pairs, _trinomials(count, *sizes, rest)
    keys, weights = [], []
    for first, factor in enumerate(_binomials(count, sizes[0], 1)):
        inner_keys, inner_weights = tallies(count - first, sizes[1:], rest)
        keys += [(first, *key) for key in inner_keys]
        weights += [factor * weight for weight in inner_weights]
    return keys, weights


def _binomials(count: int, size: int, rest: int) -> list[int]:
    """Weights of 0, 1, ... dice in a set of `size` faces, each from the one before."""
    weight = rest**count
    weights = [weight]
    for n in range(count):
        weight = weight * ((count - n) * size) // ((n + 1) * rest)
        weights.append(weight)
    return weights


def _trinomials(count: int, first: int, second: int, rest: int) -> list[int]:
    """Weights in the order (0,0) (0,1) ... (1,0) ...: each row from the one before, by one more die in the first set."""
    row = _binomials(count, second, rest)
    weights = row[:]
    for n in range(1, count + 1):
        left, divisor = range((count + 1 - n) * first, 0, -first), n * rest
        row = [weight * remaining // divisor for weight, remaining in zip(row, left, strict=False)]
        weights += row
    return weights


def multisets(count: int, sides: int) -> Spread:
    """The faces of `count` dice in rising order."""
    answers = list(combinations_with_replacement(range(1, sides + 1), count))
    orders = [_orderings(count, [len(list(same)) for _, same in groupby(faces)]) for faces in answers]
    return Spread(answers, orders, sides**count)


def _orderings(count: int, repeats: list[int]) -> int:
    ways = 1
    for repeat in repeats:
        ways *= comb(count, repeat)
        count -= repeat
    return ways


def convolve(*lines: Line) -> Line:
    """The sum of independent numbers."""
    return _packed_product([(line, 1) for line in lines])


def power(line: Line, count: int) -> Line:
    """The sum of `count` independent draws from one line."""
    return _packed_product([(line, count)])


def _packed_product(factors: list[tuple[Line, int]]) -> Line:
    factors = [(line, times) for line, times in factors if times]
    total = prod(sum(line.weights) ** times for line, times in factors)
    width = total.bit_length() // 8 + 1  # bytes per coefficient: no coefficient exceeds the total
    packed = prod(_pack(line.weights, width) ** times for line, times in factors)
    length = sum((len(line.weights) - 1) * times for line, times in factors) + 1
    raw = packed.to_bytes(width * length, "little")
    weights = [int.from_bytes(raw[at : at + width], "little") for at in range(0, len(raw), width)]
    return Line(sum(line.low * times for line, times in factors), weights)


def _pack(weights: list[int], width: int) -> int:
    return int.from_bytes(b"".join(weight.to_bytes(width, "little") for weight in weights), "little")


def keep_highest(line: Line, count: int, keep: int) -> Line:
    """The sum of the `keep` highest of `count` independent draws from one line.

    Go down from the highest value. A state is how many of the kept dice are placed, and their sum; once a value fills the
    last kept places, the dice that are left lie at or below it and no longer matter.
    """
    top = line.low + len(line.weights) - 1
    placed: dict[tuple[int, int], int] = {(0, 0): 1}
    sums: dict[int, int] = {}
    below = sum(line.weights)
    for value, weight in zip(range(top, line.low - 1, -1), reversed(line.weights), strict=True):
        below -= weight
        if not weight:
            continue
        after: dict[tuple[int, int], int] = {}
        for (used, total), ways in placed.items():
            left, wanted = count - used, keep - used
            for here in range(wanted):
                state = used + here, total + here * value
                after[state] = after.get(state, 0) + ways * comb(left, here) * weight**here
            here_or_more = sum(comb(left, n) * weight**n * below ** (left - n) for n in range(wanted, left + 1))
            total += wanted * value
            sums[total] = sums.get(total, 0) + ways * here_or_more
        placed = after
    low = min(sums)
    return Line(low, [sums.get(total, 0) for total in range(low, max(sums) + 1)])


def negated(line: Line) -> Line:
    """The line of the opposite numbers."""
    return Line(1 - line.low - len(line.weights), line.weights[::-1])
