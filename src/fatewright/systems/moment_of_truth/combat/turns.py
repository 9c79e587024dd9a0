"""Turns: who acts first and which way round, what a turn may be spent on, and how many a burst hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from fatewright.systems import turns
from fatewright.systems.author import Asks, Between, Change, Desk, Mine, Offers, Put, PutFact, Seen, count_of, d6, rule, throw
from fatewright.systems.moment_of_truth.combat import harm
from fatewright.systems.moment_of_truth.combat.harm import SIDES, is_anybody
from fatewright.systems.turns import is_fighting, seat_of


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


# ── whose turn it is ───────────────────────────────────────────────────────────────────────────────────────────────────


BEGINNING = "the turn is only just beginning: somebody is still asked something"


def acting_seat(table: Desk) -> str:
    """MOT-7.01: the seat whose turn it is."""
    return turns.at_turn(table)


def people_of(table: Desk, seat: str) -> list[str]:
    """MOT-7.14: whoever acts in a seat's turn: all of the game master's people in the game master's, in any order."""
    return [who for who in turns.people_of(table, seat) if is_anybody(table, who)]


def cannot(table: Desk, who: str, needs: Literal["action", "move", "turn"]) -> str | None:
    """MOT-7.01, MOT-7.03, MOT-7.09, MOT-7.77, MOT-7.81, MOT-9.17: why somebody cannot act or move just now; None if they can.

    A turn is a move and an action in either order, or two moves; what comes before the first round is one action.
    """
    if problem := harm.is_somebody(table, who):
        return problem
    if harm.is_out(table, who):
        return f"{who} is {next(one for one in harm.conditions(table, who) if one in harm.OUT)}"
    if not is_fighting(table):
        return None
    if acting_seat(table) != seat_of(table, who):
        return f"it is {acting_seat(table)}'s turn"
    if table.fact("turns", "beginning"):
        return BEGINNING
    moves, acted = table[who].get("moves", 0), table[who].get("acted", "no") == "yes"
    if needs == "action" and (acted or moves > 1):
        return f"{who} has {'acted' if acted else 'moved twice'} in this turn"
    if needs == "move" and table.fact("turns", "round") == 0:
        return "before the first round there is one action, and no move"
    if needs == "move" and moves + acted > 1:
        return f"{who} has used this turn: {count_of(moves, 'move')}{', and an action' if acted else ''}"
    return None


# who has something left to do comes first
Actor = Annotated[Mine, Offers(SIDES.readiest(lambda table, who: cannot(table, who, "action")))]
Mover = Annotated[Mine, Offers(SIDES.readiest(lambda table, who: cannot(table, who, "move")))]
Foe = Annotated[Seen, Offers(SIDES.foes)]
Friend = Annotated[Seen, Offers(SIDES.friends)]
Rival = Annotated[Seen, Offers(SIDES.rivals)]


def acts(table: Desk, who: str) -> list[Change]:
    """MOT-7.03: the action of this turn is spent, in a fight."""
    return [Put(who, "acted", "yes"), *_under_way(table)] if is_fighting(table) else []


def moves(table: Desk, who: str, count: int = 1) -> list[Change]:
    """MOT-7.03: a move of this turn is spent, in a fight."""
    return [Put(who, "moves", table[who].get("moves", 0) + count), *_under_way(table)] if is_fighting(table) else []


def _under_way(table: Desk) -> list[Change]:
    """MOT-7.22: somebody has begun to act: initiative is no longer just settled."""
    return [PutFact(("turns", "settled"), None)] if is_just_settled(table) else []


def is_just_settled(table: Desk) -> bool:
    """MOT-7.22: whether initiative is settled and nobody has done anything since."""
    return bool(table.fact("turns", "settled"))


def holders(table: Desk, who: str) -> list[str]:
    """Those who hold somebody."""
    return table.relating("grapples", who)
