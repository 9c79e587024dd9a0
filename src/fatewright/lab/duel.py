"""A duel of several exchanges: both sides bid from their pools, face down; whoever wins more exchanges wins the duel.

Worked out backwards: with the exchanges left, the lead and both pools, the next bids are a game whose payoffs are the chances
after them. In exact fractions those chances grow out of hand (800 binary digits after seven exchanges, 15,000 after eight), so
they are rounded to a grid. The value of a game moves no further than its payoffs do: each exchange adds at most half a step,
and `margin` says what that comes to.
"""

from __future__ import annotations

from fractions import Fraction

from fatewright.core.errors import BadValue
from fatewright.core.rule.matrix import Equilibrium, equilibrium, value_of

GRID = 720720**3  # steps to 1: some 3e17; halves, thirds, fifths and their like lie on it, so that most chances stay exact
LONGEST = 100  # exchanges


class Duel:
    """Exchanges in which the higher of `head_start` + bid and bid wins; equal ones count for nobody, a drawn duel half.

    Both sides bid up to their `caps`, lose what they bid, and know both pools. `grid` is the number of steps to which chances
    are rounded; without one they are exact, and feasible for some seven exchanges.
    """

    def __init__(self, caps: tuple[int, int], head_start: int = 0, grid: int | None = GRID) -> None:
        if min(caps) < 0:
            raise BadValue(f"caps are numbers from 0, found {caps[0]} and {caps[1]}")
        if grid is not None and (grid < 2 or grid % 2):
            raise BadValue(f"a grid has an even number of steps, so that a draw lies on it; found {grid}")
        self.caps, self.head_start, self.grid = caps, head_start, grid
        self.won: int | Fraction = grid or Fraction(1)  # chances are counted in steps of the grid
        self.drawn: int | Fraction = grid // 2 if grid else Fraction(1, 2)
        self.known: dict[tuple[int, int, int, int], int | Fraction] = {}  # by exchanges left, lead and both pools

    def chance(self, left: int, pools: tuple[int, int], lead: int = 0) -> Fraction:
        """The chance that the first side wins, half of that of a draw included."""
        self._check(left, pools)
        return Fraction(self._steps(left, lead, *pools)) / self.won

    def bids(self, left: int, pools: tuple[int, int], lead: int = 0) -> Equilibrium:
        """How both sides mix their next bids, 0 and up."""
        self._check(left, pools)
        if left == 0:
            raise BadValue("no exchange is left to bid in")
        found = equilibrium(self.game(left, lead, *pools))
        return found._replace(value=found.value / self.won)

    def margin(self, left: int) -> Fraction:
        """How far from the truth a chance can be at most, with so many exchanges left."""
        return Fraction(left, 2 * self.grid) if self.grid else Fraction(0)

    def game(self, left: int, lead: int, mine: int, theirs: int) -> list[list[int | Fraction]]:
        """The next bids as a game: the chances after each pair of them, in steps of the grid."""
        ahead, start = left - 1, self.head_start
        return [
            [
                self._steps(ahead, lead + (start + bid > answer) - (start + bid < answer), mine - bid, theirs - answer)
                for answer in range(min(theirs, self.caps[1]) + 1)
            ]
            for bid in range(min(mine, self.caps[0]) + 1)
        ]

    def _check(self, left: int, pools: tuple[int, int]) -> None:
        if not 0 <= left <= LONGEST:
            raise BadValue(f"a duel has 0 to {LONGEST} exchanges left, found {left}")
        if min(pools) < 0:
            raise BadValue(f"pools are numbers from 0, found {pools[0]} and {pools[1]}")

    def _steps(self, left: int, lead: int, mine: int, theirs: int) -> int | Fraction:
        """The chance of a state, in steps of the grid."""
        if abs(lead) > left or not left:
            return self.won if lead > 0 else 0 if lead < 0 else self.drawn
        # Points that can no longer be bid are worth nothing: pools that differ only in them are the same state.
        state = left, lead, min(mine, left * self.caps[0]), min(theirs, left * self.caps[1])
        if state not in self.known:
            value = value_of(self.game(*state))
            self.known[state] = round(value) if self.grid else value
        return self.known[state]
