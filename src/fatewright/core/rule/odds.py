"""Exact odds: what can come out of a rule, and the integer weight of each outcome."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from fatewright.core.errors import TooCostly

if TYPE_CHECKING:
    from fractions import Fraction

T = TypeVar("T")
U = TypeVar("U")

STEPS = 2_000_000  # the default budget: some seconds of work


class Odds(Generic[T]):
    """What can come out, and the weight of each outcome; `beyond` is the weight of what was left uncounted."""

    __slots__ = ("beyond", "total", "weights")

    def __init__(self, weights: dict[T, int], total: int, beyond: int = 0) -> None:
        self.weights, self.total, self.beyond = weights, total, beyond

    def chance(self, outcome: T) -> Fraction:
        """The exact probability of one outcome."""
        return self.chance_that(lambda other: other == outcome)

    def chance_that(self, is_so: Callable[[T], Any]) -> Fraction:
        """The exact probability of all outcomes of which `is_so` holds."""
        from fractions import Fraction

        return Fraction(sum(weight for outcome, weight in self.weights.items() if is_so(outcome)), self.total)

    def mean(self, value: Callable[[T], Any] = lambda outcome: outcome) -> Fraction:
        """The exact average of `value` over the outcomes that were counted."""
        from fractions import Fraction

        weighed = sum(value(outcome) * weight for outcome, weight in self.weights.items())
        return Fraction(weighed, self.total - self.beyond)

    def map(self, view: Callable[[T], U]) -> Odds[U]:
        """The odds of `view(outcome)`."""
        seen: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            value = view(outcome)
            seen[value] = seen.get(value, 0) + weight
        return Odds(seen, self.total, self.beyond)

    def lowest_terms(self) -> Odds[T]:
        """The same odds over the smallest total."""
        common = gcd(self.total, self.beyond, *self.weights.values())
        reduced = {outcome: weight // common for outcome, weight in self.weights.items()}
        return Odds(reduced, self.total // common, self.beyond // common)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        mine, theirs = self.lowest_terms(), other.lowest_terms()
        return (mine.weights, mine.total, mine.beyond) == (theirs.weights, theirs.total, theirs.beyond)

    __hash__ = None  # type: ignore[assignment]  # it holds a dict and is equal by value

    def __repr__(self) -> str:
        return f"Odds({self.weights!r}, {self.total}, {self.beyond})"


class StepLimit:
    """How many steps a computation may take; `tell` hears of them as they go by."""

    def __init__(self, limit: int = STEPS, tell: Callable[[int], None] | None = None) -> None:
        self.limit, self.spent, self.tell = limit, 0, tell

    def spend(self, steps: int, rule: str) -> None:
        self.spent += steps
        if self.spent > self.limit:
            raise TooCostly(rule, self.limit)
        if self.tell:
            self.tell(self.spent)


class Memory:
    """Odds that have been worked out, by rule and arguments; the oldest are forgotten first."""

    def __init__(self, limit: int = 4096) -> None:
        self.limit = limit
        self.known: dict[Any, Odds[Any]] = {}

    def keep(self, key: Any, value: Odds[Any]) -> None:
        if key not in self.known and len(self.known) >= self.limit:
            self.known.pop(next(iter(self.known)))
        self.known[key] = value
