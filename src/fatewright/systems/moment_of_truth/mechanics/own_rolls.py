"""Rolls of one's own that nobody has called for: a fall, a wound, a night's rest, somebody else's wounds, a fire."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeVar

from fatewright.systems.author import Asks, Between, Call, Desk, Score, ask, behind, so_far, subrule, sums
from fatewright.systems.moment_of_truth.drama import answers
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.pools import Task
from fatewright.systems.moment_of_truth.mechanics.rolls import Kind

T = TypeVar("T")


class Came(NamedTuple):
    """What a roll has come to, in words; the lower the number, the worse."""

    number: int
    words: str

    def __str__(self) -> str:
        return self.words


def own_roll(
    table: Desk,
    who: str,
    task: Task,
    call: Callable[[Score, Kind], Call[T]],
    *extra: Score,
    what: str,
    tn: int | None = None,
    words: Callable[[T], Any] | None = None,
) -> Asks[T]:
    """MOT-0.06, MOT-1.25, MOT-4.13, MOT-5.36, MOT-R.10, MOT-R.15, MOT-R.23: a roll of somebody's own, whatever it is for.

    A player is asked first whether Moments or a talent go into it; it cannot be refused, for nobody has called for it. The
    game master's people throw behind the screen. `words` say what it has come to, for the odds at the question.
    """
    if not pools.is_player_character(table, who):
        return (yield from behind(lambda: _rolled(table, who, task, call, extra)))
    plan = yield from answers.ask_for_plan(table, who, task, tn, pools.kind_of(table, who, task), extra, what, "own")
    found: T = yield from ask(_rolled(table, who, task, call, (*extra, *plan.dice)), by=who)
    if words is not None:
        yield from so_far(words(found))
    return found


def own_rolls(
    table: Desk, who: str, times: int, task: Task, call: Callable[[Score, Kind], Call[int]], *extra: Score, what: str
) -> Asks[int]:
    """MOT-0.06, MOT-5.36, MOT-7.71, MOT-7.72: so many rolls of somebody's own in a row, and what they come to together.

    A player is asked about all of them at once; whoever puts dice into the first is asked again about the others.
    """
    total = 0
    if not pools.is_player_character(table, who):
        for _ in range(times):  # each by itself: a view knows only that dice fell, throw by throw
            total += yield from behind(lambda: _rolled(table, who, task, call, extra))
        return total
    while times > 0:
        kind = pools.kind_of(table, who, task)
        plan = yield from answers.ask_for_plan(table, who, task, None, kind, extra, what, "own", times)
        total += yield from ask(added(plan.times, _rolled(table, who, task, call, (*extra, *plan.dice))), by=who)
        times -= plan.times
    return total


@subrule
def added(times: Annotated[int, Between(0, 300)], call: Call[int]) -> Asks[int]:
    """MOT-7.71, MOT-7.72: so many rolls of one kind, each thrown by itself, added up."""
    return (yield from sums(times, call, 0))


def _rolled(table: Desk, who: str, task: Task, call: Callable[[Score, Kind], Call[T]], more: tuple[Score, ...]) -> Call[T]:
    return call(pools.pool(table, who, task, *more), pools.kind_of(table, who, task))
