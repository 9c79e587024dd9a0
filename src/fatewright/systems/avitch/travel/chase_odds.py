"""Odds of Contested Movement: a chase with one skill, to its end, however long it takes."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems.author import Asks, Between, again, ask, rule, subrule
from fatewright.systems.avitch.mechanics.checks import check
from fatewright.systems.avitch.travel.movement import AWAY, CAUGHT

Advantage = Annotated[int, Between(-10, 10)]
Place = Annotated[int, Between(0, 9)]
BACK = "back"


@rule
def chase(advantage: Advantage, gap: Place = 2, length: Place = 5) -> Asks[str]:
    """AVI-3.07, AVI-3.08: a chase with one skill and no limit: whether the quarry is away or caught.

    The advantage is by how much the quarry's rating is higher. Whenever the gap is again what it was, all is as at the start.
    """
    if gap <= 0 or gap >= length:
        return CAUGHT if gap <= 0 else AWAY
    return (yield from again(until_back(advantage, gap, length), lambda outcome: outcome != BACK))


@subrule
def until_back(advantage: Advantage, gap: Place, length: Place) -> Asks[str]:
    """AVI-3.08: a chase until it ends, or until the gap is what it was.

    After the first step it is a chase on one of the two shorter tracks that the gap cuts off, so that odds come to an end.
    """
    won = yield from ask(check(max(0, advantage), max(0, -advantage)))
    if won:
        ahead = yield from ask(chase(advantage, 1, length - gap))
        return AWAY if ahead == AWAY else BACK
    behind = yield from ask(chase(advantage, gap - 1, gap))
    return CAUGHT if behind == CAUGHT else BACK
