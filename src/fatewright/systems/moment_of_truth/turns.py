"""Turns: who acts first, which way round, and how many a burst hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from fatewright.core.dice import d6
from fatewright.core.rule import Asks, rule, throw
from fatewright.systems.author import Between


@rule
def initiative(reaction: Annotated[int, Between(1, 12)], moments: Annotated[int, Between(0, 30)] = 0) -> Asks[int]:
    """MOT-7.10, MOT-R.23: Reaction Time dice, added up; the only pool that is. Moments may add to it."""
    return throw(d6(reaction + moments).sum())


def turn_order(ring: Sequence[str], first: str, total: int) -> list[str]:
    """MOT-7.11, MOT-7.12: round the table from whoever won, to the left on an even total, to the right on an odd one."""
    start, step = ring.index(first), 1 if total % 2 == 0 else -1
    return [ring[(start + step * place) % len(ring)] for place in range(len(ring))]


def leaders(totals: Mapping[str, int], gm: str) -> list[str]:
    """MOT-7.13, MOT-R.77: who has the highest total; a player before the game master. Several roll again among themselves."""
    best = max(totals.values())
    tied = [seat for seat, total in totals.items() if total == best]
    return [seat for seat in tied if seat != gm] or tied


def before_the_first_round(totals: Mapping[str, int], ready: Sequence[str]) -> list[str]:
    """MOT-7.09: in a standoff whoever is ready acts once before the first round, the highest total first."""
    return sorted(ready, key=lambda who: -totals[who])


def sprayed(successes: int, needs: Sequence[int], reading: Literal["running_max", "primary_plus_i"] = "running_max") -> int:
    """MOT-9.04, MOT-R.74: how many targets of a spray are hit, in the order they were named: each needs one success more."""
    hit = 0
    for place in range(len(needs)):
        base = max(needs[: place + 1]) if reading == "running_max" else needs[0]
        if successes < base + place:
            break
        hit += 1
    return hit
