"""The keys of a table in a file: which there may be, which there must be, and of what type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Wanted = Mapping[str, tuple[type, bool]]  # the type of each key, and whether it must be there
NAMES = {str: "a text", int: "a whole number", dict: "a table", list: "a list", bool: "true or false", object: "a value"}


def wrong_keys(where: str, found: Any, wanted: Wanted) -> Iterator[str]:
    """What is wrong with the keys of one table."""
    if not isinstance(found, dict):
        yield f"{where}: found {found!r}, expected a table"
        return
    for key, value in found.items():
        if key not in wanted:
            yield f"{where}.{key}: unknown; expected one of {', '.join(wanted)}"
        elif not isinstance(value, wanted[key][0]) or (wanted[key][0] is int and isinstance(value, bool)):
            yield f"{where}.{key}: found {value!r}, expected {NAMES[wanted[key][0]]}"
    for key, (kind, is_required) in wanted.items():
        if is_required and key not in found:
            yield f"{where}.{key}: missing, expected {NAMES[kind]}"


def wrong_texts(where: str, found: Any) -> Iterator[str]:
    """What in a table of texts is none."""
    rows = found.items() if isinstance(found, dict) else ()
    yield from (f"{where}.{name}: found {one!r}, expected a text" for name, one in rows if not isinstance(one, str))
