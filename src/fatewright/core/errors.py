"""What can go wrong, named by what a person can do about it. Every message is a sentence to be read."""

from __future__ import annotations

from typing import Any


class FatewrightError(Exception):
    """Something a person can put right; anything else that is raised is a bug."""


class BadValue(FatewrightError):
    """An argument of a rule is not what the rule takes."""


class BadAnswer(FatewrightError):
    """The answer given to a question is not one that the question allows."""


class Unanswered(FatewrightError):
    """A reading came upon a question to a person, and nobody had said how that person answers."""

    def __init__(self, question: Any) -> None:
        super().__init__(f"nobody has answered '{question.name}' for {question.who}: {question.prompt}")
        self.question = question


class TooCostly(FatewrightError):
    """Exact odds would take more steps than the budget allows."""

    def __init__(self, rule: str, limit: int) -> None:
        super().__init__(
            f"the exact odds of {rule} take more than {limit:,} steps; "
            "ask for less (smaller pools, one of its lenses) or simulate it"
        )
        self.rule, self.limit = rule, limit


class BadNotation(FatewrightError):
    """A dice expression that cannot be read: where, what stood there, and what would have fitted."""

    def __init__(self, column: int, found: str, expected: str) -> None:
        super().__init__(f"column {column}: found {found}, expected {expected}")
        self.column, self.found, self.expected = column, found, expected


class TookTooLong(BaseException):
    """A rule goes on and on and is interrupted; an `except Exception` of its author does not stop that."""

    seconds = 0.0  # how long it may take, as whoever interrupts says

    def __str__(self) -> str:
        return f"it takes longer than {self.seconds:g} seconds: perhaps it never ends"
