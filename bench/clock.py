"""Timing: the best of several runs, taken in turns so that a busy machine is as unkind to one as to another."""

import gc
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
TOO_LONG = 2.0  # a run that takes longer is not repeated
BATCH = 1e-4  # runs shorter than this are timed several at once, where nothing has to be forgotten in between


class Timed(NamedTuple):
    """Something to run, and what to do before each run without being timed."""

    run: Callable[[], Any]
    before: Callable[[], None] | None = None


class Effort(NamedTuple):
    """How thoroughly to measure: for figures, or only so that one sees whether anything is measured at all."""

    turns: int
    runs_a_turn: int
    seconds_a_turn: float
    is_brief: bool = False

    def of(self, full: T, brief: T) -> T:
        """One or the other of two sizes."""
        return brief if self.is_brief else full

    def race(self, contestants: Sequence[Timed]) -> list[float]:
        """The best time of each, in seconds."""
        best = [float("inf")] * len(contestants)
        gc.collect()
        gc.disable()  # as timeit does
        try:
            for turn in range(self.turns):
                for place, contestant in enumerate(contestants):
                    if turn == 0 or best[place] <= TOO_LONG:
                        best[place] = min(best[place], self._turn(contestant))
        finally:
            gc.enable()
        return best

    def _turn(self, contestant: Timed) -> float:
        run, before = contestant
        began, best, runs, batch = perf_counter(), float("inf"), 0, 1
        while runs < self.runs_a_turn or perf_counter() - began < self.seconds_a_turn:
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


FULL = Effort(turns=3, runs_a_turn=2, seconds_a_turn=0.1)  # at least five runs in all
BRIEF = Effort(turns=1, runs_a_turn=1, seconds_a_turn=0, is_brief=True)


def once(run: Callable[[], Any]) -> float:
    """How long one run takes, in seconds."""
    start = perf_counter()
    run()
    return perf_counter() - start
