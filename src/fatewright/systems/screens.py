"""What can be wrong with what a game says of its screens: the order of turns, stacks of counters, the figure of a body."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from fatewright.systems.keys import wrong_keys, wrong_texts

if TYPE_CHECKING:
    from fatewright.systems.spec import System

TRACKER = {
    "order": (str, False),
    "large": (dict, False),
    "parts": (int, False),
    "used": (dict, False),
    "boxes": (dict, False),
    "numbers": (dict, False),
    "states": (list, False),
    "hands": (list, False),
    "relations": (dict, False),
    "out": (list, False),
    "acts": (list, False),
}
ORDERS = ("seats", "tokens")  # whose names stand in the order of turns
BOXES = {"of": (str, True), "filled": (list, True)}
TRACKED = {"name": (str, True), "odd": (str, False)}
FIGURE = {"wounds": (str, False), "armor": (str, False), "whole": (dict, False)}
SHAPE_OF = {"wounds": "several", "armor": "levels"}  # the fields of a figure
BOTH = 2


def screen_defects(tables: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong by itself; `tables` are those of a system.toml that are tables."""
    yield from _tracker_defects(tables.get("tracker", {}))
    yield from wrong_texts("stacks", tables.get("stacks"))
    yield from wrong_keys("figure", tables.get("figure", {}), FIGURE)
    if "figure" in tables and not tables["figure"].keys() & SHAPE_OF:
        yield f"figure: names no field, expected {' or '.join(SHAPE_OF)}"


def _tracker_defects(tracker: Mapping[str, Any]) -> Iterator[str]:
    """Names where names are expected, and both sides of every relation."""
    yield from wrong_keys("tracker", tracker, TRACKER)
    order = tracker.get("order", "seats")
    if isinstance(order, str) and order not in ORDERS:
        yield f"tracker.order: found {order!r}, expected one of {', '.join(ORDERS)}"
    if "boxes" in tracker:
        yield from wrong_keys("tracker.boxes", tracker["boxes"], BOXES)
    for name, row in _rows(tracker, "numbers"):
        yield from wrong_keys(f"tracker.numbers.{name}", row, TRACKED)
    for key in ("used", "large"):
        yield from wrong_texts(f"tracker.{key}", tracker.get(key))
    for name, sides in _rows(tracker, "relations"):
        if not isinstance(sides, list) or len(sides) != BOTH or not all(isinstance(side, str) for side in sides):
            yield f"tracker.relations.{name}: found {sides!r}, expected two texts, one for each side"
    for key in ("states", "hands", "out", "acts"):
        rows = tracker.get(key, [])
        if isinstance(rows, list) and not all(isinstance(one, str) for one in rows):
            yield f"tracker.{key}: found {rows!r}, expected texts"


def _rows(tracker: Mapping[str, Any], key: str) -> Iterable[tuple[str, Any]]:
    rows = tracker.get(key, {})
    return rows.items() if isinstance(rows, dict) else ()


def screen_misfits(system: System) -> Iterator[str]:
    """What does not fit the game's fields. Names of `derived` come from code, and cannot be checked here."""
    tracker = system.data.get("tracker", {})
    for key in ("used", "numbers", "states", "hands"):
        yield from (f"tracker.{key}: there is no field {name}" for name in tracker.get(key, ()) if name not in system.fields)
    for name in tracker.get("boxes", {}).get("filled", ()):
        if name not in system.fields:
            yield f"tracker.boxes.filled: there is no field {name}"
    for name in system.data.get("stacks", {}):
        yield from _unlike(system, "stacks", name, "number")
    figure = system.data.get("figure", {})
    for key, shape in SHAPE_OF.items():
        if key in figure:
            yield from _unlike(system, f"figure.{key}", figure[key], shape)
    yield from (f"figure.whole.{problem}" for problem in system.dial_problems(figure.get("whole", {})))


def _unlike(system: System, where: str, name: str, shape: str) -> Iterator[str]:
    """Why a field cannot be drawn in a way that is meant for one shape."""
    if name not in system.fields:
        yield f"{where}: there is no field {name}"
    elif system.fields[name].shape != shape:
        yield f"{where}: {name} has the shape {system.fields[name].shape}, expected {shape}"
