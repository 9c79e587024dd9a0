"""Timing: the best of several runs, taken in turns so that a busy machine is as unkind to one as to another."""

import gc
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, NamedTuple

TURNS = 3
RUNS_A_TURN = 2  # so that there are at least five in all
SECONDS_A_TURN = 0.1
TOO_LONG = 2.0  # a run that takes longer is not repeated
BATCH = 1e-4  # runs shorter than this are timed several at once, where nothing has to be forgotten in between


class Timed(NamedTuple):
    """Something to run, and what to do before each run without being timed."""

    run: Callable[[], Any]
    before: Callable[[], None] | None = None


def race(contestants: Sequence[Timed]) -> list[float]:
    """The best time of each, in seconds."""
    best = [float("inf")] * len(contestants)
    gc.collect()
    gc.disable()  # as timeit does
    try:
        for turn in range(TURNS):
            for place, contestant in enumerate(contestants):
                if turn == 0 or best[place] <= TOO_LONG:
                    best[place] = min(best[place], _turn(contestant))
    finally:
        gc.enable()
    return best


def once(run: Callable[[], Any]) -> float:
    """How long one run takes, in seconds."""
    start = perf_counter()
    run()
    return perf_counter() - start


def _turn(contestant: Timed) -> float:
    run, before = contestant
    began, best, runs, batch = perf_counter(), float("inf"), 0, 1
    while runs < RUNS_A_TURN or perf_counter() - began < SECONDS_A_TURN:
        if before:
            before()
        start = perf_counter()
        for _ in range(batch):
            run()
        best = min(best, (perf_counter() - start) / batch)
        runs += 1
        if best > TOO_LONG:
            break
        if not before:
            batch = max(1, int(BATCH / best))
    return best
