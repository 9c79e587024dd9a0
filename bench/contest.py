"""A contest of ten dice against nine: who has more fives and sixes."""

from collections.abc import Callable, Iterator
from typing import Any

import dyce
import icepool

from bench.clock import Effort
from bench.compare import Form, Ours, Result, Row, compare, of_mapping, of_odds
from fatewright.core.rule.dice import d6
from fatewright.core.rule.odds import Memory, Odds
from fatewright.core.rule.price import odds
from fatewright.core.rule.rule import Asks, rule, throw
from fatewright.systems.moment_of_truth.mechanics.rolls import contest

POOL, AGAINST = 10, 9
WINNERS = {"actor": 1, "deadlock": 0, "opponent": -1}


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    case = f"contest of {POOL} against {AGAINST}"
    tell(case)
    ours = (Ours("the game's rule, lens winner", _the_rule, _winners), Ours("plain comparison", _plain, of_odds))
    forms = (
        Form("icepool", "(n @ die).cmp(m @ die)", _icepool_compared, of_mapping),
        Form("icepool", "(n @ die - m @ die).sign()", _icepool_sign, of_mapping),
        Form("dyce", "(n @ h - m @ h).apply(sign)", _dyce_sign, of_mapping),
    )
    yield from compare(effort, "contest", case, ours, forms)


@rule
def more_successes(pool: int, against: int) -> Asks[int]:
    """1, 0 or -1: which of two pools shows more fives and sixes."""
    (mine,) = yield from throw(d6(pool).count(success=(5, 6)))
    (theirs,) = yield from throw(d6(against).count(success=(5, 6)))
    return sign(mine - theirs)


def sign(number: int) -> int:
    """1, 0 or -1."""
    return (number > 0) - (number < 0)


def _the_rule(memory: Memory) -> Odds[Any]:
    return odds(contest(POOL, AGAINST), lens="winner", memory=memory)


def _plain(memory: Memory) -> Odds[Any]:
    return odds(more_successes(POOL, AGAINST), memory=memory)


def _winners(winner: Odds[Any]) -> Result:
    return of_odds(winner.map(WINNERS.__getitem__))


def _icepool_compared() -> Any:
    die = icepool.Die({1: 2, 0: 4})
    return (POOL @ die).cmp(AGAINST @ die)


def _icepool_sign() -> Any:
    die = icepool.Die({1: 2, 0: 4})
    return (POOL @ die - AGAINST @ die).sign()


def _dyce_sign() -> Any:
    die = dyce.H({1: 2, 0: 4})
    return (POOL @ die - AGAINST @ die).apply(sign)
