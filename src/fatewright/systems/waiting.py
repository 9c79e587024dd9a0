"""What waits for a legal value: of a sheet with values that cannot be, a game says what holds whatever stood in their place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from fatewright.systems.author import Creation

if TYPE_CHECKING:
    from fatewright.systems.spec import System

T = TypeVar("T")


def legal(system: System, entered: Mapping[str, Any], wrong: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The sheet as it was entered; or, where values cannot be, sheets with others in their place, as unlike as can be.

    All at one end and all at the other, and each at another end than the one before it: a sum of two is then not the same.
    """
    instead = {name: system.fields[name].stand_ins(entered[name], system.lists) for name in wrong}
    count = max(map(len, instead.values()), default=1)
    for turned in (0, 1) if len(wrong) > 1 else (0,):
        for number in range(count):
            picked = {
                name: values[(number + turned * place) % len(values)]
                for place, (name, values) in enumerate(instead.items())
                if values  # a list with nothing in it has nothing to choose
            }
            yield {**entered, **picked}


def said_of_all(creations: Iterable[Creation]) -> Creation:
    """What a game says of each of several sheets alike: what is different follows from what differs."""
    budgets, problems, warnings, unusual = zip(*creations, strict=True)
    return Creation(_common(budgets), _common(problems), _common(warnings), _common(unusual))


def _common(all_lines: Sequence[tuple[T, ...]]) -> tuple[T, ...]:
    first, *others = all_lines
    return tuple(one for one in first if all(one in lines for lines in others))
