"""What may stand on a sheet: fields by their shape.

A value has two forms. Chosen, as in a character's file or a kind: `{entry: level}`, `[entry, ...]`, `[{column: cell}, ...]`.
Kept, as on a table: rows of plain values, `((entry, level), ...)`, `(entry, ...)`, `((cell, ...), ...)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from fatewright.core.ask import Choose, Number, Option, Text, options
from fatewright.core.errors import BadAnswer
from fatewright.core.grammar import count_of

Lists = Mapping[str, Mapping[str, Any]]
SHAPES = ("number", "entry", "several", "levels", "rows", "text")
CELLS = ("text", "entry", "several")
MANY = 100  # legal numbers of which each is tried
LONGEST = 200  # characters of a text that has no other limit
EMPTY: dict[str, Any] = {"several": [], "levels": {}, "rows": [], "text": ""}


class Several(NamedTuple):
    """Several entries of a list, each once; where it is free, also what is not in the list."""

    options: tuple[Option[Any], ...]
    most: int
    is_free: bool = False

    def check(self, answer: Any) -> None:
        if problems := list(self.problems(answer)):
            raise BadAnswer("; ".join(problems))

    def allowed(self) -> str:
        entries = ", ".join(option.value for option in self.options)
        return f"a list of at most {self.most} of {entries}" + (", or your own" if self.is_free else "")

    def problems(self, chosen: Any) -> Iterator[str]:
        """All that is wrong with what was chosen."""
        if not isinstance(chosen, list):
            yield f"found {chosen!r}, expected {self.allowed()}"
            return
        if len(chosen) > self.most:
            yield f"{len(chosen)} chosen, and there may be {self.most}"
        entries = {option.value: option for option in self.options}
        for place, one in enumerate(chosen):
            if one in chosen[:place]:
                yield f"{one} is chosen twice"
            elif not _is_entry(one, entries) and not (self.is_free and isinstance(one, str) and 0 < len(one) <= LONGEST):
                yield f"found {one!r}, expected {_one_of(entries, one)}"


Asked = Choose[Any] | Number | Text | Several  # what may stand in one place


def expected(asked: Asked) -> str:
    """What may stand there, after the word *expected*: entries as a file writes them."""
    return f"one of {', '.join(map(str, asked.answers()))}" if isinstance(asked, Choose) else asked.allowed()


def wrong_with(asked: Asked, value: Any) -> list[str]:
    """All that is wrong with what somebody has written into a file or a sheet."""
    if isinstance(asked, Several):
        return list(asked.problems(value))
    try:
        asked.check(value)
    except BadAnswer:
        return [f"found {value!r}, expected {expected(asked)}"]
    return []


class Value(NamedTuple):
    """One field of a token; `start` is what it has unless told otherwise."""

    group: str
    low: int = 0
    high: int = 0
    source: str = ""  # the list whose entries it takes
    start: Any = None
    open: bool = False  # everyone may know it, whoever's it is
    closed: bool = False  # only the game master may, whoever's it is
    private: bool = False  # only its owner and the game master may
    shape: str = "number"
    free: bool = False  # what is not in the list may be written as well
    drawn: str = ""  # the rule by which dice pick an entry
    labels: tuple[str, ...] = ()  # what each number or level from `low` on is called
    columns: tuple[Value, ...] = ()  # of each row: a text, an entry of a list, or several of them
    name: str = ""  # of a column

    def problems(self, value: Any, lists: Lists) -> list[str]:
        """All that is wrong with a chosen value for this field."""
        if value is None:
            return [f"missing, expected {self.allowed(lists)}"]
        if asked := self.asked(lists):
            return wrong_with(asked, value)
        if self.shape == "rows" and isinstance(value, list):
            return list(self._row_problems(value, lists))
        if self.shape == "levels" and isinstance(value, dict):
            return list(self._level_problems(value, lists.get(self.source, {}), lists.get(f"{self.source}_called", {})))
        return [f"found {value!r}, expected {self.allowed(lists)}"]

    def asked(self, lists: Lists) -> Asked | None:
        """The question that it is, put to nobody; None if there are several in one: levels and rows."""
        match self.shape:
            case "number":
                return Number("", self.name, "", self.low, self.high)
            case "entry":
                return Choose("", self.name, "", self._entries(lists))
            case "text":
                return Text("", self.name, "", self.high, may_be_empty=not self.name)
            case "several":
                return Several(self._entries(lists), self.high, self.free)
        return None

    def _entries(self, lists: Lists) -> tuple[Option[str], ...]:
        return options(*lists.get(self.source, {}))

    def _level_problems(
        self, levels: dict[str, Any], entries: Mapping[str, Any], other_names: Mapping[str, Any]
    ) -> Iterator[str]:
        for entry, level in levels.items():
            if entry not in entries and not self.free:
                called = other_names.get(entry, {}).get("called")
                yield f"{entry}: here it is called {called}" if called else f"{entry}: not {_one_of(entries, entry)}"
            if not self._is_level(level):
                yield f"{entry}: found {level!r}, expected a level from {self.low} to {self.high}"

    def _row_problems(self, rows: list[Any], lists: Lists) -> Iterator[str]:
        if len(rows) > self.high:
            yield f"{count_of(len(rows), 'row')}, and there may be {self.high}"
        names = [column.name for column in self.columns]
        for place, row in enumerate(rows, start=1):
            if not isinstance(row, dict) or set(row) != set(names):
                yield f"row {place}: found {row!r}, expected {', '.join(names)}"
                continue
            for column in self.columns:
                cell = row[column.name]
                problems = column.problems(cell, lists) if cell else []
                yield from (f"row {place}: {column.name}: {problem}" for problem in problems)
                if not cell:
                    yield f"row {place}: {column.name} is missing"

    def allowed(self, lists: Lists) -> str:
        """What may stand here."""
        if asked := self.asked(lists):
            return expected(asked)
        if self.shape == "levels":
            return f"levels from {self.low} to {self.high} of {', '.join(lists.get(self.source, {}))}"
        return f"a list of at most {count_of(self.high, 'row')} with {', '.join(column.name for column in self.columns)}"

    def stand_ins(self, value: Any, lists: Lists) -> list[Any]:
        """Legal values that might stand where one stands that cannot: all of a number or an entry, else unlike ones."""
        entries = lists.get(self.source, {})
        few, given = [*entries][: self.high], value if isinstance(value, list) else []
        match self.shape:
            case "number":
                found = [self.low, *range(self.low + 1, min(self.high, self.low + MANY)), self.high]
            case "entry":
                found = [*entries]
            case "text":
                found = ["", "x" * self.high]
            case "levels":
                found = [
                    {},
                    *(dict.fromkeys(entries, level) for level in (self.low, self.high)),
                    *self._other_levels(value, entries),
                ]
            case "several":
                found = [[], few, [*dict.fromkeys(one for one in given if _is_entry(one, entries))][: self.high]]
            case _:
                made_up = {column.name: column._stand_in(lists) for column in self.columns}
                found = [[], [made_up], [row for row in given if not self.problems([row], lists)][: self.high]]
        return [one for place, one in enumerate(found) if one not in found[:place] and not self.problems(one, lists)]

    def _stand_in(self, lists: Lists) -> Any:
        """A legal cell that might stand where one cannot."""
        entry = next(iter(lists.get(self.source, {"x": {}})))
        return [entry] if self.shape == "several" else entry

    def _other_levels(self, levels: Any, entries: Mapping[str, Any]) -> Iterator[dict[str, int]]:
        """The same entries, as far as they are known, with the lowest and the highest level where one cannot be."""
        known = {one: level for one, level in levels.items() if self.free or one in entries} if isinstance(levels, dict) else {}
        for other in (self.low, self.high):
            yield {one: level if self._is_level(level) else other for one, level in known.items()}

    def _is_level(self, level: Any) -> bool:
        return type(level) is int and self.low <= level <= self.high

    def kept(self, value: Any, lists: Lists) -> Any:
        """A chosen value as a table keeps it: nothing but numbers, words and rows of them."""
        match self.shape:
            case "levels":
                order = [*lists.get(self.source, {}), *(entry for entry in value if entry not in lists.get(self.source, {}))]
                return tuple((entry, value[entry]) for entry in order if entry in value)
            case "several":
                return tuple(value)
            case "rows":
                return tuple(tuple(_kept_cell(row[column.name]) for column in self.columns) for row in value)
        return value


def described(group: str, **given: Any) -> Value:
    """A field as a folder describes it."""
    source = given.pop("list", "")
    shape = given.pop("shape", "entry" if source else "number")
    start = given.pop("start", EMPTY.get(shape))
    columns = tuple(described("", **{"shape": "text", **column}) for column in given.pop("columns", ()))
    labels = tuple(given.pop("labels", ()))
    if shape == "text" or "name" in given:
        given.setdefault("high", LONGEST)
    return Value(group, source=source, start=start, shape=shape, columns=columns, labels=labels, **given)


def _one_of(entries: Mapping[str, Any], wanted: Any) -> str:
    """What may be chosen; of many entries, those that sound like what was wanted."""
    if len(entries) <= FEW:
        return f"one of {', '.join(entries)}"
    close = get_close_matches(str(wanted), entries, 3, 0.4)
    return f"one of the {len(entries)} in the list" + (f" (do you mean {' or '.join(close)}?)" if close else "")


FEW = 16  # entries that are all named


def _is_entry(one: Any, entries: Mapping[str, Any]) -> bool:
    return isinstance(one, str) and one in entries


def _kept_cell(cell: Any) -> Any:
    return tuple(cell) if isinstance(cell, list) else cell
