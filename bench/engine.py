"""The pure engine: acts per second on a young and on an old table, the cost of a view, the size of what is kept in mind."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from sys import getsizeof

from bench.clock import Effort, Timed
from bench.compare import Row
from fatewright.core.table.events import Event
from fatewright.core.table.game import Act, Answer
from fatewright.core.table.state import State, fold
from fatewright.core.table.story import Refusal
from fatewright.core.table.table import Table
from fatewright.kit.players import open_questions
from fatewright.kit.stage import KeyedDice, stage
from fatewright.systems.spec import System, game

YOUNG, OLD = 100, 100_000
SLOWER = 1.2  # an old table may be so much slower


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    lanterns = game("lanterns")
    many = effort.of(OLD, 2 * YOUNG)
    tables = {size: _grown(lanterns, size, tell) for size in (YOUNG, many)}
    for size, table in tables.items():
        tell(f"a table of {size:,} events keeps {_size(table.truth):,} bytes in mind, and {len(table.records):,} records")
    young, old = effort.race([Timed(partial(_dare, lanterns, table)) for table in tables.values()])
    yield Row("engine", f"an act at a table of {many:,} events", old, None, f"of {YOUNG}", young, _rate(old))
    live = list(tables[YOUNG].live())[:YOUNG]
    (view,) = effort.race([Timed(lambda: fold(live, "ana"))])
    yield Row(
        "engine", f"a view folded from {len(live)} events", view, None, "an act", young, "what a seat costs when it sits down"
    )


def _grown(lanterns: System, size: int, tell: Callable[[str], None]) -> Table:
    """A table on which so much has happened that it has `size` events."""
    table, dice, chance = stage(lanterns).table, KeyedDice(1), Random(1)
    while len(table.records) < size:
        dice.next_act()
        _dare(lanterns, table, dice)
        if chance.random() < 0.001:
            tell(f"a table has {len(table.records):,} of {size:,} events")
    return table


def _dare(lanterns: System, table: Table, dice: KeyedDice | None = None) -> list[Event]:
    """One act, answered to its end, so that the next one finds the table as it was."""
    draw, rules = dice or KeyedDice(7), lanterns.game
    events: list[Event] = []
    try:
        events += table.do(rules, Act("ana", "dare", {"who": "ana", "trait": "hand", "difficulty": "plain"}), draw)
        while waiting := open_questions(table.view("ana"), "ana"):
            events += table.do(rules, Answer("ana", waiting[0], False), draw)
    except Refusal as why:
        raise AssertionError(f"a dare is always possible, and yet: {why}") from None
    return events


def _rate(seconds: float) -> str:
    return f"{1 / seconds:,.0f} acts and their answers a second; at most {SLOWER} times as slow"


def _size(state: State) -> int:
    return getsizeof(state.facts) + sum(getsizeof(path) + getsizeof(value) for path, value in state.facts.items())
