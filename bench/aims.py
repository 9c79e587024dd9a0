"""What we aim at, and whether the rows of a run reach it."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from bench import engine, rolling, start
from bench.compare import Row


class Aim(NamedTuple):
    """Every row that `counts` must have at least this ratio."""

    sentence: str
    least: float
    counts: Callable[[Row], bool]


class Verdict(NamedTuple):
    """An aim, and the worst ratio that was measured; None where nothing was."""

    aim: Aim
    worst: float | None

    @property
    def holds(self) -> bool:
        return self.worst is not None and self.worst >= self.aim.least


def _joint(row: Row, sizes: Iterable[int]) -> bool:
    return row.subject == "joint" and row.peer == "icepool" and any(f" {size}d6" in row.case for size in sizes)


def _solve(row: Row) -> bool:
    return row.subject == "solve" and row.peer == "limit"


AIMS = (
    Aim("30 x icepool on joint pools of 10 to 50", 30, lambda row: _joint(row, (10, 50))),
    Aim("10 x icepool on the joint pool of 285", 10, lambda row: _joint(row, (285,))),
    Aim("5 x d20 on rolling", 5, lambda row: row.subject == "rolling" and row.note == rolling.BARE),
    Aim("5 x numpy on simulation, odds included", 5, lambda row: row.subject == "million" and "included" in row.case),
    Aim("a volley within 20 ms", 1, lambda row: row.subject == "volley"),
    Aim("attack odds within 2 ms, buttons of the attack form within 50 ms", 1, lambda row: row.subject == "fight"),
    Aim("a 9 x 9 bid solved within 10 ms", 1, lambda row: _solve(row) and "bid" in row.case),
    Aim("a duel of eight exchanges within 2 s", 1, lambda row: _solve(row) and "duel" in row.case),
    Aim("an act at an old table at most 1.2 x as slow", 1 / engine.SLOWER, lambda row: "an act" in row.case),
    Aim("the first page within 100 KB of script and style", 1, lambda row: row.subject == "page" and row.unit == "KB"),
    Aim("interactive within a second; 10,000 lines without stutter", 1, lambda row: row.subject == "page" and row.unit == "s"),
    Aim("a cold start within 4 x a bare Python", 1 / start.LIMIT, lambda row: row.subject == "start"),
)


def judge(rows: Sequence[Row]) -> list[Verdict]:
    """A verdict on every aim of which the rows say something."""
    found = [(aim, [row.ratio for row in rows if aim.counts(row)]) for aim in AIMS]
    return [Verdict(aim, min((ratio or 0 for ratio in ratios), default=None)) for aim, ratios in found if ratios]
