"""The law that prices are paid: whoever takes an option is changed by exactly its price, before anybody else decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from fatewright.core.grammar import count_of
from fatewright.core.rule.ask import Read
from fatewright.core.table.events import Answered, Asked, Cancelled, Event, Fact, Revealed
from fatewright.core.table.paying import due
from fatewright.core.table.seal import KEEPER
from fatewright.core.table.state import Open
from fatewright.core.table.table import Table
from fatewright.kit.performance import LawBroken, played, random_script
from fatewright.systems.spec import System

Due = dict[tuple[str, ...], int]  # how much of each number


def prices_are_paid(system: System, seed: int, length: int) -> str:
    """Whoever takes an option with a price pays or gets it at once: one change of that number is exactly as much."""
    performance, _ = played(system, seed, 0)
    table, paid = performance.table, 0
    for entry in random_script(system, table, seed, length):
        before, waiting, facts = len(table.records), dict(table.truth.questions), dict(table.truth.facts)
        performance.perform(entry)
        for procedure, owed in _owed(table, before, waiting):
            after = _followed(table.records[before:], procedure)
            if after is None:
                continue
            for path, amount in owed.items():
                paid += 1
                if not _comes_to(amount, facts.get(path, 0), path, after):
                    raise LawBroken(
                        f"seed {seed}: the price was {amount:+d} {path[-1]} of {path[1]}, and that is not what changed"
                    )
    return count_of(paid, "price")


def _owed(table: Table, before: int, waiting: dict[int, Open]) -> Iterator[tuple[int, Due]]:
    """For each question that has been answered: its procedure, and what the answers cost and bring for certain."""
    events = table.records[before:]
    laid = {event.question: event.answer.open(KEEPER) for event in events if isinstance(event, Answered)}
    for procedure in [event.procedure for event in events if isinstance(event, Revealed)]:
        owed: Due = {}
        for number, one in waiting.items():
            for price in due(one.asked, laid.get(number, one.answer)) if one.procedure == procedure else ():
                owed[price.path] = owed.get(price.path, 0) + price.amount
        yield procedure, {path: amount for path, amount in owed.items() if amount}


def _followed(events: Sequence[Event], procedure: int) -> list[Event] | None:
    """What came of an answer until the next question to people.

    None where it cannot be told: the act was broken off, or somebody has to throw real dice first.
    """
    start = next(at for at, event in enumerate(events) if isinstance(event, Revealed) and event.procedure == procedure) + 1
    for end, event in enumerate(events[start:], start):
        match event:
            case Cancelled(procedure=other) if other == procedure:
                return None
            case Asked(procedure=other, asked=asked) if other == procedure:
                return None if isinstance(asked.open(KEEPER), Read) else list(events[start:end])
            case _:
                continue
    return list(events[start:])


def _comes_to(amount: int, stands: Any, path: tuple[str, ...], events: Sequence[Event]) -> bool:
    """Whether a number changes by so much, in one go or in several that follow each other."""
    values = [event.value for event in events if isinstance(event, Fact) and event.path == path]
    steps = [after - before for before, after in zip([stands, *values], values, strict=False)]
    return any(amount in accumulate(steps[first:]) for first in range(len(steps)))
