"""A million attacks, against numpy rolling every die of them."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import sqrt
from typing import Any

import numpy as np

from bench import forget
from bench.clock import Effort, Timed
from bench.compare import Row
from fatewright.core.rule.odds import Odds
from fatewright.core.rule.price import odds
from fatewright.core.rule.sample import Simulated, simulate
from fatewright.systems.moment_of_truth.mechanics.rolls import Strike, attack

RUNS, SEED = 1_000_000, 7
POOL, NEED, DICE, MINOR, MAJOR, ARMOUR = 7, 2, 14, 3, 4, 2
ATTACK = attack(POOL, NEED, DICE, MINOR, MAJOR, ARMOUR)
CHUNKS = {"all runs at once": RUNS, "2^18 runs at a time": 1 << 18, "2^15 runs at a time": 1 << 15}
SIDE = DICE + 2  # of the square in which a hit is numbered by minor and major damage
MISS = SIDE * SIDE
DEVIATIONS = 6  # standard deviations, and as many runs, by which a count may be off

Outcome = tuple[int, int] | None  # minor and major damage, or a miss


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    case = "a million attacks"
    tell(case)
    exact = odds(ATTACK).map(_outcome)
    counts = {"ours": _drawn(_simulate()), **{name: _rolled(_numpy(chunk)) for name, chunk in CHUNKS.items()}}
    if wrong := [name for name, counted in counts.items() if not _agrees(counted, exact)]:
        yield Row("million", case, None, None, "numpy", None, f"NOT THE ODDS: {', '.join(wrong)}", is_wrong=True)
        return
    cold, remembered, *others = effort.race(
        [Timed(_simulate, forget.ours), Timed(_simulate), *(Timed(partial(_numpy, chunk)) for chunk in CHUNKS.values())]
    )
    theirs, form = min(zip(others, CHUNKS, strict=True))
    note = f"every die rolled, {form}"
    yield Row("million", f"{case}, odds included", cold, remembered, "numpy", theirs, note)
    yield Row("million", f"{case}, odds remembered", remembered, remembered, "numpy", theirs, note)


def _simulate() -> Simulated[Strike]:
    return simulate(ATTACK, RUNS, SEED)


def _numpy(chunk: int) -> Any:
    """How often each hit, by its number, and a miss come up."""
    chance = np.random.default_rng(SEED)
    counts = np.zeros(MISS + 1, dtype=np.int64)
    for start in range(0, RUNS, chunk):
        runs = min(chunk, RUNS - start)
        successes = (chance.integers(1, 7, size=(POOL, runs), dtype=np.int8) >= 5).sum(axis=0, dtype=np.int8)
        faces = chance.integers(1, 7, size=(DICE, runs), dtype=np.int8)
        faces += successes >= NEED + 2  # a critical lowers both damage numbers by one
        minor = (faces >= MINOR).sum(axis=0, dtype=np.int8)
        major = (faces >= MAJOR).sum(axis=0, dtype=np.int8)
        major -= ARMOUR
        minor += np.minimum(major, 0)  # what armour has left after major damage
        hit = np.maximum(minor, 0) * np.int16(SIDE) + np.maximum(major, 0)
        counts += np.bincount(np.where(successes >= NEED, hit, MISS), minlength=MISS + 1)
    return counts


def _rolled(counts: Any) -> dict[Outcome, int]:
    return {None if place == MISS else divmod(place, SIDE): int(counts[place]) for place in np.flatnonzero(counts).tolist()}


def _drawn(simulated: Simulated[Strike]) -> dict[Outcome, int]:
    return {_outcome(strike): count for strike, count in simulated.counts.items()}


def _outcome(strike: Strike) -> Outcome:
    return (strike.wound.minor, strike.wound.major) if strike.hits else None


def _agrees(counts: Mapping[Outcome, int], exact: Odds[Outcome]) -> bool:
    """Whether nothing impossible came up, and everything else about as often as it should."""
    if counts.keys() - exact.weights.keys() or sum(counts.values()) != RUNS:
        return False
    chances = {outcome: weight / exact.total for outcome, weight in exact.weights.items()}
    return all(
        abs(counts.get(outcome, 0) - RUNS * chance) <= DEVIATIONS * (1 + sqrt(RUNS * chance * (1 - chance)))
        for outcome, chance in chances.items()
    )
