"""The three highest of four dice: 4d6kh3."""

from collections.abc import Callable, Iterator
from typing import Any

import dyce
import icepool

from bench.clock import Effort
from bench.compare import Form, Ours, Row, compare, of_mapping, of_odds
from fatewright.core.rule.notation import parse
from fatewright.core.rule.odds import Memory, Odds
from fatewright.core.rule.price import odds

TEXT = "4d6kh3"


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    tell(TEXT)
    forms = (
        Form("icepool", "d6.highest(4, 3)", lambda: _d6().highest(4, 3), of_mapping),
        Form("icepool", "d6.pool(4)[1:].sum()", lambda: _d6().pool(4)[1:].sum(), of_mapping),
        Form("dyce", "(4 @ P(6)).at(slice(1, None))", lambda: (4 @ dyce.P(6)).at(slice(1, None)), of_mapping),
    )
    yield from compare(effort, "keep", TEXT, [Ours("", _odds, of_odds)], forms)


def _odds(memory: Memory) -> Odds[Any]:
    return odds(parse(TEXT), memory=memory)


def _d6() -> Any:
    return icepool.Die(range(1, 7))
