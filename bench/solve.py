"""Sealed bids of two sides solved exactly, against floating point: HiGHS, by scipy's linprog, on the same games."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy
from scipy.optimize import linprog

from bench import forget
from bench.clock import Effort, Timed
from bench.compare import Row
from fatewright.core.rule.ask import Number, sealed
from fatewright.core.rule.matrix import equilibrium, value_of
from fatewright.core.rule.odds import Memory
from fatewright.core.rule.rule import Asks, rule
from fatewright.core.rule.solve import Solution, solve
from fatewright.lab.duel import Duel

BID_LIMIT, DUEL_LIMIT = 0.010, 2.0
NEAR = 1e-9
HIGHS = "linprog (HiGHS), in floating point"


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    yield from _bid(tell, effort, "a 9 x 9 bid", 8, Fraction(20), BID_LIMIT)
    yield from _bid(tell, effort, "a 15 x 15 bid", 14, Fraction(30))
    exchanges, pools = effort.of((8, 20), (2, 4))
    yield from _duel(tell, effort, f"a duel of {exchanges} exchanges, pools of {pools}", exchanges, pools)


@rule
def opposed(cap: int) -> Asks[tuple[bool, int, int]]:
    """Two bids up to a cap; equal ones are the second side's."""
    first, second = yield from sealed("bids", "", Number("one", "first", "", 0, cap), Number("two", "second", "", 0, cap))
    return first > second, first, second


def _bid(
    tell: Callable[[str], None], effort: Effort, case: str, cap: int, stake: Fraction, limit: float | None = None
) -> Iterator[Row]:
    tell(case)

    def worth(outcome: tuple[bool, int, int]) -> Fraction:
        has_won, first, second = outcome
        return has_won + (second - first) / stake

    def read() -> Solution:
        return solve(opposed(cap), ("one", "two"), worth, memory=Memory())

    payoffs = [[worth((first > second, first, second)) for second in range(cap + 1)] for first in range(cap + 1)]
    floats = numpy.array(payoffs, dtype=float)
    is_wrong = equilibrium(payoffs).value != read().value or abs(highs(floats) - value_of(payoffs)) > NEAR
    ours, reading, theirs = effort.race(
        [
            Timed(lambda: equilibrium(payoffs)),
            Timed(read, forget.ours),
            Timed(lambda: highs(floats)),
        ]
    )
    yield Row("solve", f"{case}, the game", ours, None, "scipy", theirs, HIGHS, is_wrong)
    yield Row(
        "solve", f"{case}, the rule", reading, None, "limit" if limit else "", limit, "at most 10 ms" if limit else "", is_wrong
    )


def _duel(tell: Callable[[str], None], effort: Effort, case: str, left: int, pool: int) -> Iterator[Row]:
    tell(case)
    solved = Duel((4, 4))
    solved.chance(left, (pool, pool))
    games = [(state, numpy.array(solved.game(*state), dtype=float) / solved.won) for state in solved.known]
    is_wrong = any(abs(highs(game) - solved.known[state] / solved.won) > NEAR for state, game in games)
    ours, remembered, theirs = effort.race(
        [
            Timed(lambda: Duel((4, 4)).chance(left, (pool, pool))),
            Timed(lambda: solved.chance(left, (pool, pool))),
            Timed(lambda: [highs(game) for _, game in games]),
        ]
    )
    yield Row("solve", case, ours, remembered, "scipy", theirs, f"{HIGHS}: the {len(games)} games alone", is_wrong)
    yield Row("solve", case, ours, remembered, "limit", DUEL_LIMIT, "at most 2 s", is_wrong)


def highs(payoffs: Any) -> float:
    """The highest value that some mix of rows makes sure of."""
    height, width = payoffs.shape
    found = linprog(
        [0] * height + [-1],
        A_ub=numpy.hstack([-payoffs.T, numpy.ones((width, 1))]),
        b_ub=[0] * width,
        A_eq=[[1] * height + [0]],
        b_eq=[1],
        bounds=[(0, None)] * height + [(None, None)],
        method="highs",
    )
    return float(-found.fun)
