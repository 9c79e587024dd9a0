"""Points for several checks to come: what the best bids win on average, and what one point more is worth.

Each check has a stake that is known before the bid and a need that is not. A bid is lost either way.
"""

from __future__ import annotations

from fractions import Fraction

from fatewright.core.errors import BadValue
from fatewright.core.rule.odds import Odds


class Purse:
    """Worked out backwards, from no check left: with so many points, which bid wins most, now and later?"""

    def __init__(self, needs: Odds[int], stakes: Odds[int], cap: int) -> None:
        if cap < 0:
            raise BadValue(f"bids go from 0 to a cap of at least 0, found {cap}")
        self.stakes, self.cap = stakes, cap
        self.chances = [
            Fraction(sum(weight for need, weight in needs.weights.items() if need <= bid), needs.total)
            for bid in range(cap + 1)
        ]
        self.known: dict[tuple[int, int], Fraction] = {}  # by checks left and points

    def worth(self, checks: int, points: int) -> Fraction:
        """What can be won on average in so many checks."""
        if checks < 0 or points < 0:
            raise BadValue(f"checks and points are numbers from 0, found {checks} and {points}")
        for left in range(1, checks + 1):  # from the last check on, so that nothing is worked out in a deep chain
            for held in range(points + 1):
                if (left, held) not in self.known:
                    shares = [weight * self._best(left, held, stake)[0] for stake, weight in self.stakes.weights.items()]
                    self.known[left, held] = sum(shares, start=Fraction(0)) / self.stakes.total
        return self.known[checks, points] if checks else Fraction(0)

    def price(self, checks: int, points: int) -> Fraction:
        """What the last of so many points is worth; nothing, where there is none."""
        return self.worth(checks, points) - self.worth(checks, points - 1) if points else Fraction(0)

    def bid(self, checks: int, points: int, stake: int) -> int:
        """The best bid in the first of so many checks; the lowest of several."""
        if checks < 1:
            raise BadValue("no check is left to bid in")
        self.worth(checks, points)
        return -self._best(checks, points, stake)[1]

    def _best(self, left: int, held: int, stake: int) -> tuple[Fraction, int]:
        """What the best bid wins, now and later; and the bid, below zero so that the lowest comes first."""
        later = (self.known[left - 1, held - bid] if left > 1 else Fraction(0) for bid in range(min(self.cap, held) + 1))
        return max((stake * self.chances[bid] + after, -bid) for bid, after in enumerate(later))
