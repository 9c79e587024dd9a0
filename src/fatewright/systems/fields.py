"""What may stand on a sheet: fields by their shape, each a question of the ordinary kinds, or several in one.

A value has two forms. Chosen, as in a character's file or a kind: `{entry: level}`, `[entry, ...]`, `[{column: cell}, ...]`.
Kept, as on a table: rows of plain values, `((entry, level), ...)`, `(entry, ...)`, `((cell, ...), ...)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, NamedTuple

from fatewright.core.errors import BadAnswer
from fatewright.core.grammar import count_of, spaced
from fatewright.core.rule.ask import Choose, Number, Option, Text, options

Lists = Mapping[str, Mapping[str, Any]]
Said = Callable[[Any], str]
SHAPES = ("number", "entry", "several", "levels", "rows", "text")
CELLS = ("text", "entry", "several")
MANY = 100  # legal numbers of which each is tried
LONGEST = 200  # characters of a text that has no other limit
FEW = 16  # entries that are all named
EMPTY: dict[str, Any] = {"several": [], "levels": {}, "rows": [], "text": ""}


class Several(NamedTuple):
    """One question that is answered several times, each answer once: so many entries of a list."""

    each: Choose[Any] | Text
    most: int

    def allowed(self) -> str:
        return f"a list of at most {self.most}, each {expected(self.each)}"

    def problems(self, chosen: Any, said: Said = repr) -> Iterator[str]:
        """All that is wrong with what was chosen."""
        if not isinstance(chosen, list):
            yield f"found {said(chosen)}, expected {self.allowed()}"
            return
        if len(chosen) > self.most:
            yield f"{len(chosen)} chosen, and there may be {self.most}"
        for place, one in enumerate(chosen):
            if one in chosen[:place]:
                yield f"{one} is chosen twice"
            else:
                yield from wrong_with(self.each, one, said)


class Levels(NamedTuple):
    """Two questions that are answered for each of several entries: which it is, and its level."""

    entry: Choose[Any] | Text
    level: Number
    other_names: Mapping[str, Any]  # of entries, in another edition

    def allowed(self) -> str:
        return f"entries, each {expected(self.entry)}, and for each {expected(self.level)}"

    def problems(self, chosen: Any, said: Said = repr) -> Iterator[str]:
        """All that is wrong with what was chosen."""
        if not isinstance(chosen, dict):
            yield f"found {said(chosen)}, expected {self.allowed()}"
            return
        for entry, level in chosen.items():
            if wrong := wrong_with(self.entry, entry, said):
                called = self.other_names.get(entry, {}).get("called")
                yield from [f"{entry}: here it is called {called}"] if called else wrong
            yield from (f"{entry}: {problem}" for problem in wrong_with(self.level, level, said))


class ManyRows(NamedTuple):
    """A form that is filled in several times: so many rows, with a cell for each of its parts."""

    parts: tuple[Asked, ...]
    names: tuple[str, ...]
    most: int

    def allowed(self) -> str:
        return f"a list of at most {count_of(self.most, 'row')} with {', '.join(self.names)}"

    def problems(self, chosen: Any, said: Said = repr) -> Iterator[str]:
        """All that is wrong with what was chosen."""
        if not isinstance(chosen, list):
            yield f"found {said(chosen)}, expected {self.allowed()}"
            return
        if len(chosen) > self.most:
            yield f"{count_of(len(chosen), 'row')}, and there may be {self.most}"
        for place, row in enumerate(chosen, start=1):
            if not isinstance(row, dict) or set(row) != set(self.names):
                yield f"row {place}: found {said(row)}, expected {', '.join(self.names)}"
                continue
            for name, part in zip(self.names, self.parts, strict=True):
                found = [f"{name}: {one}" for one in wrong_with(part, row[name], said)] if row[name] else [f"{name} is missing"]
                yield from (f"row {place}: {one}" for one in found)


Asked = Choose[Any] | Number | Text | Several | Levels | ManyRows  # what may stand in one place


def expected(asked: Asked, found: Any = None) -> str:
    """What may stand there, after the word *expected*: entries as a file writes them, of many those like what was found."""
    if not isinstance(asked, Choose):
        return asked.allowed()
    entries = [one.value if isinstance(one.value, str) else one.label for one in asked.options]
    if not entries:
        return "nothing, as there is nothing here to choose from"
    if len(entries) <= FEW:
        return f"one of {', '.join(entries)}"
    close = get_close_matches(str(found), entries, 3, 0.4)
    return f"one of the {len(entries)} in the list" + (f" (do you mean {' or '.join(close)}?)" if close else "")


def wrong_with(asked: Asked, value: Any, said: Said = repr) -> list[str]:
    """All that is wrong with what somebody has written into a file, a sheet or a list; `said` is how it is repeated."""
    if isinstance(asked, Several | Levels | ManyRows):
        return list(asked.problems(value, said))
    try:
        asked.check(value)
    except BadAnswer:
        return [f"found {said(value)}, expected {expected(asked, value)}"]
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
    later: bool = False  # characters from before there was such a field need not have it
    free: bool = False  # what is not in the list may be written as well
    drawn: str = ""  # the rule by which dice pick an entry
    labels: tuple[str, ...] = ()  # what each number or level from `low` on is called
    columns: tuple[Value, ...] = ()  # of each row: a text, an entry of a list, or several of them
    name: str = ""  # of a column
    title: str = ""  # what it is called on screens

    def problems(self, value: Any, lists: Lists) -> list[str]:
        """All that is wrong with a chosen value for this field."""
        if value is None:
            return [f"missing, expected {self.allowed(lists)}"]
        return wrong_with(self.asked(lists), value)

    def allowed(self, lists: Lists) -> str:
        """What may stand here."""
        return expected(self.asked(lists))

    def asked(self, lists: Lists) -> Asked:
        """The question that it is, put to nobody; or those of which it is made, where there are several in one."""
        match self.shape:
            case "number":
                return Number("", self.name, "", self.low, self.high)
            case "text":
                return Text("", self.name, "", self.high, may_be_empty=not self.name)
            case "several":
                return Several(self._entry(lists), self.high)
            case "levels":
                other_names = lists.get(f"{self.source}_called", {})
                return Levels(self._entry(lists), Number("", "level", "", self.low, self.high), other_names)
            case "rows":
                parts = tuple(column.asked(lists) for column in self.columns)
                return ManyRows(parts, tuple(column.name for column in self.columns), self.high)
        return Choose("", self.name, "", _options(tuple(lists.get(self.source, ()))))

    def _entry(self, lists: Lists) -> Choose[Any] | Text:
        """One of several entries: of the list, or whatever somebody writes where that is free."""
        return (
            Text("", "entry", "", LONGEST)
            if self.free
            else Choose("", "entry", "", _options(tuple(lists.get(self.source, ()))))
        )

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
    columns = tuple(
        described("", **{"shape": "text", "title": spaced(column["name"]), **column}) for column in given.pop("columns", ())
    )
    labels = tuple(given.pop("labels", ()))
    if shape == "text" or "name" in given:
        given.setdefault("high", LONGEST)
    return Value(group, source=source, start=start, shape=shape, columns=columns, labels=labels, **given)


@lru_cache(maxsize=256)
def _options(entries: tuple[str, ...]) -> tuple[Option[str], ...]:
    """The entries of a list on offer: they are asked for with every sheet, and stay the same."""
    return options(*entries)


def _is_entry(one: Any, entries: Mapping[str, Any]) -> bool:
    return isinstance(one, str) and one in entries


def _kept_cell(cell: Any) -> Any:
    return tuple(cell) if isinstance(cell, list) else cell
