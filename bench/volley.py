"""Automatic fire from a pool of twelve: does the target fall? A limit, not a peer."""

from collections.abc import Callable, Iterator

from bench import forget
from bench.clock import Effort, Timed
from bench.compare import Row
from fatewright.core.rule.odds import Memory
from fatewright.core.rule.price import odds
from fatewright.systems.moment_of_truth.mechanics.rolls import volley

VOLLEY = volley(12, 2, 16, 3, 4, 2)
LIMIT = 0.020


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    case = "volley of pool 12, lens falls"
    tell(case)
    memory = Memory()
    cold, remembered = effort.race(
        [
            Timed(lambda: odds(VOLLEY, lens="falls", memory=Memory()), forget.ours),
            Timed(lambda: odds(VOLLEY, lens="falls", memory=memory)),
        ]
    )
    yield Row("volley", case, cold, remembered, "limit", LIMIT, "at most 20 ms")
