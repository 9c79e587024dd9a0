"""A number that remembers its parts: 7, because Strength gives 3 and Brawling 4, by these rules."""

from __future__ import annotations

from collections.abc import Iterator


class Score(int):
    """An integer that knows its name, the rule ids behind it, and the scores it was made of.

    Sums and differences keep their terms; `named` gives a result a name of its own and makes it a term of what follows.
    Equal and hashed as the plain number, so that odds are remembered by value.
    """

    label: str
    ids: tuple[str, ...]
    how: str
    parts: tuple[Score, ...]

    def __new__(cls, value: int, label: str = "", *ids: str, how: str = "", parts: tuple[Score, ...] = ()) -> Score:
        score = int.__new__(cls, value)
        score.label, score.ids, score.how, score.parts = label, ids, how, parts
        return score

    def named(self, label: str, *ids: str) -> Score:
        """This number under a name of its own."""
        if self.label:
            return Score(int(self), label, *ids, parts=(self,))
        return Score(int(self), label, *ids, how=self.how, parts=self.parts)

    def times(self, factor: int) -> Score:
        """So many times as much."""
        return Score(int(self) * factor, how=f"{factor} times", parts=(self,)) if factor != 1 else self

    def halved(self) -> Score:
        """Half of it, rounded down."""
        return Score(int(self) // 2, how="half, rounded down", parts=(self,))

    def at_least(self, low: int) -> Score:
        """This, or `low` if that is more."""
        return self if self >= low else Score(low, how=f"at least {low}", parts=(self,))

    def at_most(self, high: int) -> Score:
        """This, or `high` if that is less."""
        return self if self <= high else Score(high, how=f"at most {high}", parts=(self,))

    def why(self, depth: int = 0) -> Iterator[str]:
        """The tree of parts, a line each."""
        ids = f" [{', '.join(self.ids)}]" if self.ids else ""
        number = f"{int(self):+d}" if depth else f"{int(self)}"
        how = f"({self.how})" if self.how else ""
        words = " ".join(filter(None, (number, self.label, how)))
        yield f"{'  ' * depth}{words}{ids}"
        for part in self.parts:
            yield from part.why(depth + 1)

    def brief(self) -> str:
        """Its terms in one line: `strength 3, Brawling 2, wounded -1`; what has none is its name and number."""
        if len(self.parts) == 1:
            return ", ".join(filter(None, (self.parts[0].brief(), self.how)))
        return ", ".join(f"{term.label} {int(term)}".strip() for term in self.parts or (self,))

    def _terms(self) -> tuple[Score, ...]:
        return (self,) if self.label or self.how else self.parts

    def __add__(self, other: int) -> Score:
        return Score(int.__add__(self, other), parts=self._terms() + _as_score(other)._terms())

    def __radd__(self, other: int) -> Score:
        return _as_score(other) + self

    def __neg__(self) -> Score:
        return Score(-int(self), self.label, *self.ids, how=self.how, parts=tuple(-part for part in self.parts))

    def __sub__(self, other: int) -> Score:
        return self + -_as_score(other)

    def __rsub__(self, other: int) -> Score:
        return _as_score(other) + -self


def _as_score(number: int) -> Score:
    return number if isinstance(number, Score) else Score(number, str(number) if number else "")
