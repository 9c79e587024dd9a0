"""Successes and ones of a pool, jointly: the throw beneath every roll of Moment of Truth."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bench.clock import Effort
from bench.compare import Form, Ours, Result, Row, compare, of_mapping, of_odds
from bench.pools import Die, pairs, promising
from fatewright.core.rule.dice import Count, d6
from fatewright.core.rule.odds import Memory, Odds
from fatewright.core.rule.price import odds
from fatewright.core.rule.rule import just
from fatewright.core.rule.spread import Spread

SIZES = (10, 50, 285)
SUCCESS_AND_ONE = Die(first=2, second=1, rest=3)


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    for number in effort.of(SIZES, SIZES[:1]):
        case = f"successes and ones of {number}d6"
        tell(case)
        joint, skipped = promising(SUCCESS_AND_ONE, number)
        forms = [Form(form.peer, form.name, partial(form.tally, SUCCESS_AND_ONE, number), _read) for form in joint]
        ours = (
            Ours("odds", partial(_odds, number), of_odds),
            Ours("spread", partial(_spread, number), lambda spread: Result(dict(zip(*spread[:2], strict=True)), spread.total)),
        )
        yield from compare(effort, "joint", case, ours, forms)
        for reason in skipped:
            yield Row("joint", case, None, None, "", None, reason)


def _throw(number: int) -> Count:
    return d6(number).count(success=(5, 6), one=(1,))


def _odds(number: int, memory: Memory) -> Odds[Any]:
    return odds(just(_throw(number)), memory=memory)


def _spread(number: int, _: Memory) -> Spread:
    return _throw(number).spread()


def _read(weights: Any) -> Result:
    return of_mapping(dict(pairs(weights)))
