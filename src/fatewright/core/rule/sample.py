"""Simulation: many runs of a rule, drawn from its exact odds or, where those cost too much, played question by question.

Run number i draws from a stream that is a function of (seed, i) alone, so that a result depends neither on how the runs are
cut into chunks nor on who computes which of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from math import sqrt
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from fatewright.core.errors import BadValue, TooCostly
from fatewright.core.rule.ask import about, is_personal
from fatewright.core.rule.dice import BEYOND
from fatewright.core.rule.odds import Memory, Odds, StepLimit
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import NOBODY, Policy, unfold
from fatewright.core.rule.rule import Again, BestOf, Call, InHand, Judged, Part, Screened, Sums, just

T = TypeVar("T")
Array = np.ndarray[Any, Any]

CHUNK = 1 << 18  # runs drawn at once
EASY = 20_000  # steps after which odds inside a simulation are too costly, and the rule is played instead
DRAWS = 1 << 64
GUIDE_BITS = 16


class Interval(NamedTuple):
    """Where the true probability lies, 19 times out of 20."""

    low: float
    high: float


class Simulated(NamedTuple, Generic[T]):
    """How often each outcome came up in `runs` runs; `is_exact_source`: drawn from exact odds."""

    counts: dict[T, int]
    runs: int
    is_exact_source: bool

    def frequency(self, outcome: T) -> float:
        return self.counts.get(outcome, 0) / self.runs

    def interval(self, outcome: T) -> Interval:
        """Wilson's 95 % interval."""
        z, n, p = 1.959963984540054, self.runs, self.frequency(outcome)
        centre, spread = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        scale = 1 + z * z / n
        return Interval(max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale))


def simulate(
    call: Call[Any],
    runs: int,
    seed: int,
    people: Policy = NOBODY,
    *,
    lens: str = "",
    first: int = 0,
    budget: StepLimit | None = None,
    memory: Memory | None = None,
    tell: Callable[[int], None] = lambda _: None,
) -> Simulated[Any]:
    """Runs `first` to `first + runs` of a rule. `tell` hears how many are done.

    What has been worked out before is used only if it is handed over as `memory`: whether a rule is drawn from its odds or
    played depends on what it costs, and the same call must give the same runs at any time.
    """
    memory = memory or Memory()
    if runs < 1:
        raise BadValue(f"{runs} runs: at least one is needed")
    try:
        exact = odds(call, people, lens=lens, budget=budget or StepLimit(), memory=memory)
    except TooCostly:
        return Simulated(_played(call, runs, seed, people, lens, first, tell), runs, False)
    return Simulated(_drawn(exact, runs, seed, first, tell), runs, True)


def _drawn(exact: Odds[Any], runs: int, seed: int, first: int, tell: Callable[[int], None]) -> dict[Any, int]:
    """Draw outcomes by their exact weights: run i takes the i-th number of a generator that can jump."""
    outcomes, ends = _table(exact)
    limits = np.array(ends[:-1], dtype=np.uint64)  # the first draw that means the next outcome
    guide = _guide(limits)
    counts = np.zeros(len(outcomes), dtype=np.int64)
    for start in range(first - first % CHUNK, first + runs, CHUNK):
        stream = np.random.PCG64DXSM(seed % DRAWS).advance(start)
        draws = stream.random_raw(CHUNK)[max(first - start, 0) : first + runs - start]
        counts += np.bincount(_places(draws, limits, guide), minlength=len(outcomes))
        tell(min(start + CHUNK - first, runs))
    return {outcome: int(count) for outcome, count in zip(outcomes, counts, strict=True) if count}


def _guide(limits: Array) -> Array:
    """For each leading 16 bits of a draw the outcome, or -1 where two outcomes share them."""
    ending = np.bincount((limits >> np.uint64(64 - GUIDE_BITS)).view(np.int64), minlength=1 << GUIDE_BITS)
    guide = np.cumsum(ending)
    guide[ending > 0] = -1
    return guide


def _places(draws: Array, limits: Array, guide: Array) -> Array:
    places: Array = guide.take((draws >> np.uint64(64 - GUIDE_BITS)).view(np.int64))
    unsure = np.flatnonzero(places < 0)
    places[unsure] = np.searchsorted(limits, draws[unsure], "right")
    return places


def _played(
    call: Call[Any], runs: int, seed: int, people: Policy, lens: str, first: int, tell: Callable[[int], None]
) -> dict[Any, int]:
    """Play the rule run by run; whatever part of it can be priced easily is drawn from its odds."""
    view = call.bind(call.rule.lens(lens).view) if lens else None
    tables: dict[Any, _Table | None] = {}

    def is_hard(question: Any) -> bool:
        if question not in tables:
            try:
                exact = odds(just(question), people, budget=StepLimit(EASY), memory=Memory())
            except TooCostly:
                tables[question] = None
            else:
                tables[question] = None if exact.beyond else _table(exact)  # what lies beyond must be played to be known
        return tables[question] is None

    counts: dict[Any, int] = {}
    for run in range(first, first + runs):
        stream = _Stream(seed, run)
        running, answer = unfold(call, is_hard), None
        while True:
            try:
                question = running.send(answer).question
            except StopIteration as done:
                outcome = view(done.value) if view else done.value
                break
            if is_personal(question):
                answer = people(question)
                about(question.name, question.check, answer)
            elif isinstance(question, Judged):
                (answer,) = question.judgements([question.throw.read(stream.face).answer])
            elif isinstance(question, (Call, Part, Screened, InHand, Sums, BestOf, Again)):
                answer = tables[question].draw(stream.draw())  # type: ignore[union-attr]  # the hard ones were unfolded
            else:
                answer = question.read(stream.face).answer
        counts[outcome] = counts.get(outcome, 0) + 1
        if (run + 1 - first) % 1000 == 0:
            tell(run + 1 - first)
    return counts


class _Table(NamedTuple):
    outcomes: list[Any]
    ends: list[int]

    def draw(self, number: int) -> Any:
        return self.outcomes[bisect_right(self.ends, number)]


def _table(exact: Odds[Any]) -> _Table:
    """Outcomes and, for each, the first draw out of 2^64 that no longer means it."""
    outcomes, weights = list(exact.weights), list(exact.weights.values())
    if exact.beyond:
        outcomes.append(BEYOND)
        weights.append(exact.beyond)
    return _Table(outcomes, [end * DRAWS // exact.total for end in accumulate(weights)])


class _Stream:
    """Numbers below 2^64 that depend on seed and run alone (splitmix64, started from a mix of both)."""

    def __init__(self, seed: int, run: int) -> None:
        self.state = _mix(_mix(seed % DRAWS) + run)

    def draw(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % DRAWS
        return _mix(self.state)

    def face(self, sides: int) -> int:
        return (self.draw() * sides >> 64) + 1


def _mix(number: int) -> int:
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 % DRAWS
    number = (number ^ number >> 27) * 0x94D049BB133111EB % DRAWS
    return number ^ number >> 31
