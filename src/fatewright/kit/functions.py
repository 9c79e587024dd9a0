"""The functions that the house calls by name, tried on everybody a game has: what they give must be what they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fatewright.core.score import Score
from fatewright.core.table.game import Act
from fatewright.core.table.seal import Unknown
from fatewright.core.table.story import Desk
from fatewright.core.table.table import Table
from fatewright.systems.faults import fault_of
from fatewright.systems.spec import System


def findings(system: System, table: Table) -> Iterator[str]:
    """What is wrong with what the functions of a game give for its kinds, and for those at a table."""
    dials, lists = system.usual_dials(), system.lists
    desk = Desk(table.truth.facts, system.data)
    for kind, chosen in system.kinds.items():
        full = {name: chosen.get(name, value.start) for name, value in system.fields.items()}
        kept = system.kept(full)
        yield from _told(system, "outset", kind, _names_of(system), kept, dials, lists)
        yield from _told(system, "derived", kind, _are_scores, kept, dials, lists)
        yield from _told(system, "next_steps", kind, _are_scores, kept, dials, lists)
    for token in desk.tokens():
        yield from _told(system, "ranges", token.name, _are_numbers, desk, token.name)
    yield from _told(system, "shown", "", _names_of(system), dials)
    yield from _told(system, "admission", "", _is_sentence, desk)
    for seat in table.seats():
        yield from _told(system, "plays", seat, _is_act, table.view(seat), system.game, seat)


def _told(system: System, name: str, whose: str, judge: Callable[[Any], bool | str], *given: Any) -> Iterator[str]:
    """What is wrong with one answer of one function."""
    try:
        found = getattr(system, name)(*given)
        expected = judge(found)
    except Unknown:
        return
    except Exception as wrong:
        yield f"{name}: {fault_of(wrong, system.folder / 'rules.py')}"
        return
    if expected is not True:
        yield f"{name}{f' of {whose}' if whose else ''}: found {found!r}, expected {expected}"


def _are_scores(found: Any) -> bool | str:
    is_right = isinstance(found, Mapping) and all(isinstance(one, Score) for one in found.values())
    return is_right or "a Score for every name"


def _are_numbers(found: Any) -> bool | str:
    return (isinstance(found, Mapping) and all(type(one) is int for one in found.values())) or "a whole number for every name"


def _is_sentence(found: Any) -> bool | str:
    return found is None or isinstance(found, str) or "a sentence or None"


def _is_act(found: Any) -> bool | str:
    return found is None or isinstance(found, Act) or "an Act or None"


def _names_of(system: System) -> Callable[[Any], bool | str]:
    return lambda found: set(found) <= set(system.fields) or f"names of fields: {', '.join(system.fields)}"
