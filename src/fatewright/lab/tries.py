"""Trying again against a hidden difficulty: which rising bids cost least on average, when every bid is lost.

The need is what a bid must reach. Nobody knows it; odds of needs say what is thought of it. A bid that fails tells only that
the need is higher.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational
from typing import NamedTuple

from fatewright.core.errors import BadValue
from fatewright.core.rule.odds import Odds

Cost = int | Fraction


class Tries(NamedTuple):
    """Bids to make one after another until one succeeds, and what they cost on average."""

    bids: tuple[int, ...]
    cost: Fraction


def best_tries(needs: Odds[int], cap: int, each: Cost = 0, loss: Cost | None = None) -> Tries:
    """The cheapest bids from 0 to `cap`; of equally cheap schedules the shortest, and of these the lowest.

    A try costs its bid, and `each` besides. Giving up costs `loss`; without one, the tries go on until they succeed. What the
    odds of needs leave uncounted counts as out of reach.
    """
    still = _still_needed(needs, cap, each, loss)
    # What is best after each highest bid that failed, from the cap down to -1 (none yet): cost, number of tries, bids.
    best: dict[int, tuple[Cost, int, tuple[int, ...]]] = {}
    for failed in range(cap, -2, -1):
        ways = [((bid + each) * still[failed] + cost, tries + 1, (bid, *bids)) for bid, (cost, tries, bids) in best.items()]
        if loss is not None or not still[failed]:
            ways.append(((loss or 0) * still[failed], 0, ()))
        best[failed] = min(ways)
    cost, _, bids = best[-1]
    return Tries(bids, Fraction(cost) / needs.total)


def cost_of_tries(bids: Sequence[int], needs: Odds[int], each: Cost = 0, loss: Cost | None = None) -> Fraction:
    """What it costs on average to make these rising bids until one succeeds, and to give up after the last."""
    failed = (-1, *bids[:-1])
    if not bids or any(bid <= before for before, bid in zip(failed, bids, strict=True)):
        raise BadValue(f"bids rise from 0 or more, for what has failed fails again: found {list(bids)}")
    still = _still_needed(needs, bids[-1], each, loss)
    cost = sum((bid + each) * still[before] for before, bid in zip(failed, bids, strict=True))
    return Fraction(cost + (loss or 0) * still[bids[-1]]) / needs.total


def _still_needed(needs: Odds[int], cap: int, each: Cost, loss: Cost | None) -> dict[int, int]:
    """The weight of needs above each bid up to the cap; before any bid, which is -1, that of all needs."""
    if cap < 0:
        raise BadValue(f"bids go from 0 to a cap of at least 0, found {cap}")
    for cost in (each, loss or 0):
        if not isinstance(cost, Rational) or cost < 0:
            raise BadValue(f"what a try and giving up cost are whole numbers or fractions of at least 0, found {cost!r}")
    still = {-1: needs.total}
    for bid in range(cap + 1):
        still[bid] = needs.total - sum(weight for need, weight in needs.weights.items() if need <= bid)
    if still[cap] and loss is None:
        raise BadValue(f"a need may lie above {cap}, the highest bid: say what giving up costs")
    return still
