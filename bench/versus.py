"""Two notations against each other: a rule that asks both and compares."""

from collections.abc import Callable, Iterator
from typing import Any

import dyce
import icepool

from bench.clock import Effort
from bench.compare import Form, Ours, Row, compare, of_mapping, of_odds
from bench.contest import sign
from fatewright.core.rule.notation import parse
from fatewright.core.rule.odds import Memory, Odds
from fatewright.core.rule.price import odds
from fatewright.core.rule.rule import Asks, Call, ask, rule

ONE, OTHER = "2d20kl1+7+2d6", "d20+5-d6"


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    case = f"{ONE} against {OTHER}"
    tell(case)
    forms = (
        Form("icepool", "one.cmp(other)", _icepool_compared, of_mapping),
        Form("icepool", "(one - other).sign()", _icepool_sign, of_mapping),
        Form("dyce", "(one - other).apply(sign)", _dyce_sign, of_mapping),
    )
    yield from compare(effort, "versus", case, [Ours("", _odds, of_odds)], forms)


@rule
def higher(one: Call[Any], other: Call[Any]) -> Asks[int]:
    """1, 0 or -1: which of two rolls is higher."""
    mine = yield from ask(one)
    theirs = yield from ask(other)
    return sign(mine - theirs)


def _odds(memory: Memory) -> Odds[Any]:
    return odds(higher(parse(ONE), parse(OTHER)), memory=memory)


def _icepool() -> tuple[Any, Any]:
    d20, d6 = icepool.Die(range(1, 21)), icepool.Die(range(1, 7))
    return d20.lowest(2) + 7 + 2 @ d6, d20 + 5 - d6


def _icepool_compared() -> Any:
    one, other = _icepool()
    return one.cmp(other)


def _icepool_sign() -> Any:
    one, other = _icepool()
    return (one - other).sign()


def _dyce_sign() -> Any:
    d20, d6 = dyce.H(20), dyce.H(6)
    return ((2 @ dyce.P(d20)).at(0) + 7 + 2 @ d6 - (d20 + 5 - d6)).apply(sign)
