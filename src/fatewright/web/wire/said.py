"""What a browser sends over the WebSocket of a table."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

Value = bool | int | str  # what stands on a sheet, in a dial or in a form; rows of these are lists


class Said(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """Every command has an id of the browser's making: sent again under the same id, it is not done again."""

    id: str


class Act(Said, frozen=True):
    """Do something: a verb and its arguments."""

    verb: str
    args: dict[str, Any]


class Answer(Said, frozen=True):
    """Answer an open question. A form is answered by a list, in the order of its fields."""

    question: int
    answer: Any


class Lapse(Said, frozen=True):
    """Let a question that nobody answers take its default."""

    question: int


class Overrule(Said, frozen=True):
    """Set a field of a token, with a reason: the game master's last word."""

    token: str
    field: str
    value: Value
    reason: str


class Back(Said, frozen=True):
    """Take back the last thing."""


class Rewind(Said, frozen=True):
    """Take back everything from one of your lines on."""

    before: int


Command = Act | Answer | Lapse | Overrule | Back | Rewind
