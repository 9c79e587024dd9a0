"""Three exploding dice, all sides following a chain of explosions equally far; what lies beyond is compared by nobody."""

from collections.abc import Callable, Iterator
from typing import Any

import dyce
import icepool

from bench.clock import Effort
from bench.compare import Form, Ours, Result, Row, compare, of_odds
from fatewright.core.rule.dice import EXPLOSIONS_PRICED as DEPTH
from fatewright.core.rule.notation import parse
from fatewright.core.rule.odds import Memory, Odds
from fatewright.core.rule.price import odds

TEXT = "3d6!"
BEYOND = 6 * (DEPTH + 1)  # a die that shows this has exploded once more than is followed
TOTAL = 6 ** (3 * (DEPTH + 1))


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    case = f"{TEXT}, counted to {DEPTH} explosions"
    tell(case)
    forms = (
        Form("icepool", "3 @ d6.explode(depth)", _icepool_exploded, _counted),
        Form("icepool", "3 @ die spelled out", lambda: 3 @ icepool.Die(_spelled_out()), _counted),
        Form("dyce", "3 @ explode_n(d6, n)", _dyce_exploded, _counted),
        Form("dyce", "3 @ H spelled out", lambda: 3 @ dyce.H(_spelled_out()), _counted),
    )
    yield from compare(effort, "explode", case, [Ours("", _odds, of_odds)], forms)


def _odds(memory: Memory) -> Odds[Any]:
    return odds(parse(TEXT), memory=memory)


def _icepool_exploded() -> Any:
    die = icepool.Die(range(1, 7)).explode(depth=DEPTH)
    return 3 @ icepool.Die({value: weight for value, weight in die.items() if value < BEYOND})


def _dyce_exploded() -> Any:
    die = dyce.explode_n(dyce.H(6), n=DEPTH)
    return 3 @ dyce.H({value: weight for value, weight in die.items() if value < BEYOND})


def _spelled_out() -> dict[int, int]:
    return {6 * chain + face: 6 ** (DEPTH - chain) for chain in range(DEPTH + 1) for face in range(1, 6)}


def _counted(weights: Any) -> Result:
    return Result(dict(weights.items()), TOTAL)
