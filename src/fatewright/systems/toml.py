"""TOML as we write it: tables of rows, with every text in quotes, whatever stands in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+")  # a key that needs no quotes
SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def written(data: Mapping[str, Mapping[str, Any]]) -> str:
    """Data as the text of a file: each table of the first two levels under a heading, each row of it in one line."""
    blocks = []
    for name, table in data.items():
        plain = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
        if plain or not table:
            blocks.append(_block([name], plain))
        blocks += [_block([name, key], value) for key, value in table.items() if isinstance(value, Mapping)]
    return "\n".join(blocks)


def _block(heading: list[str], rows: Mapping[str, Any]) -> str:
    lines = [f"[{'.'.join(map(_key, heading))}]", *(f"{_key(key)} = {_value(value)}" for key, value in rows.items())]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if PLAIN_KEY.fullmatch(name) else _quoted(name)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _quoted(value)
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case Mapping():
            return "{ " + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + " }" if value else "{}"
    raise TypeError(f"{type(value).__name__} has no form in our files")


def _quoted(text: str) -> str:
    """A text in quotes; what is not to be seen is written by its number."""
    return '"' + "".join(SHORT.get(sign) or (f"\\u{ord(sign):04x}" if _is_control(sign) else sign) for sign in text) + '"'


def _is_control(sign: str) -> bool:
    return sign < " " or sign == "\x7f"
