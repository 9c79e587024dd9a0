"""What the rows of a list have: its columns, read off the rows that a game comes with.

Nobody describes the columns of a list. What every row has, a new row needs; what is always a number is one; where all that
stands in a column are entries of one list, a new row chooses from that list; and where all of it can be thrown, so can what is
new. Only of the words that rules know by heart a game says which they are (`cells`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fatewright.core.errors import BadNotation
from fatewright.core.rule.ask import Choose, Number, Option, Text, options
from fatewright.core.rule.notation import parse
from fatewright.systems.fields import Several
from fatewright.systems.spec import System

LONGEST = 300  # characters of a text that has no other limit
MOST = 12  # entries in a cell that has no other limit
TIMES, LEAST = 10, 99  # a number may be so many times as large as the game's own, and so large in any case
SCREEN = ("text", "group")  # what a row may say for the screen: never needed, never an entry of a list
OF_THE_RULEBOOK = ("ids", "house")  # what a row has because it is printed, or is not; a row of one's own needs neither
FLAG = Choose("", "flag", "", (Option(True, "yes"), Option(False, "no")))  # whether something is so
MARK = re.compile(r"\{(\w+)\}")  # where a rule puts a name into a text


class Column(NamedTuple):
    """One column of a list: what is asked, apart from the entries of `lists`, and whether a row needs an answer."""

    name: str
    asked: Choose[Any] | Number | Text | Several
    lists: tuple[str, ...] = ()  # the lists whose entries it takes as well
    is_needed: bool = False
    known: tuple[str, ...] = ()  # of a text, what others have
    marks: frozenset[str] = frozenset()  # the names that rules put into such a text
    dice: str = ""  # a text that is thrown: `plain` dice, or `typed` ones, which say what kind of harm they do

    def among(self, known: Mapping[str, Iterable[str]]) -> Choose[Any] | Number | Text | Several:
        """The same with the entries of its lists on offer."""
        entries = options(*dict.fromkeys(entry for name in self.lists for entry in known[name]))
        if isinstance(self.asked, Several) and isinstance(self.asked.each, Choose):
            each = self.asked.each
            return self.asked._replace(each=each._replace(options=(*each.options, *entries)))
        return self.asked._replace(options=(*self.asked.options, *entries)) if isinstance(self.asked, Choose) else self.asked


def own_lists(system: System) -> list[str]:
    """The lists that a game writes down, without those that are others together."""
    return [name for name in system.lists if name not in system.data.get("unions", {})]


def why_closed(system: System, name: str) -> str:
    """Why nothing can be added to a list; empty if something can."""
    if name in system.data["system"].get("fixed", ()):
        return "the rules know these by heart: nothing can be added"
    rows = system.lists[name].values()
    if not all(isinstance(row, dict) for row in rows) or None in [_column(system, name, key) for key in _needed(rows)]:
        return "its rows are of a kind that can only be written into a file"
    return ""


def columns(system: System, name: str) -> tuple[Column, ...]:
    """The columns of a list: what is needed first, then the rest; every row may have a text."""
    rows = [row for row in system.lists[name].values() if isinstance(row, dict)]
    keys = [key for key in dict.fromkeys(key for row in rows for key in row) if key not in OF_THE_RULEBOOK]
    found = [column for key in keys if (column := _column(system, name, key))]
    if "text" not in keys:
        found.append(Column("text", Text("", "text", "", LONGEST)))
    return tuple(sorted(found, key=lambda column: (column.name == "text", column.name != "group", not column.is_needed)))


def _needed(rows: Iterable[Mapping[str, Any]]) -> set[str]:
    """The columns in which every row has something."""
    common = set.intersection(*map(set, rows)) if (rows := list(rows)) else set()
    return common.difference(SCREEN, OF_THE_RULEBOOK)


def _column(system: System, name: str, key: str) -> Column | None:
    """A column, by what stands in it; None if that is nothing a form could ask for."""
    rows = [row for row in system.lists[name].values() if isinstance(row, dict)]
    values = [row[key] for row in rows if key in row]
    is_needed = key in _needed(rows)
    if all(type(value) is bool for value in values):
        return Column(key, FLAG)
    if all(type(value) is int for value in values):
        low, high = min(0, TIMES * min(values)), max(LEAST, TIMES * max(values))
        return Column(key, Number("", key, "", low, high), is_needed=is_needed)
    if all(type(value) is str for value in values):
        words = tuple(system.data.get("cells", {}).get(name, {}).get(key, ()))
        others = [value for value in values if value not in words]
        lists, choices = ((), ()) if key in SCREEN else _sources(system, others)
        if lists or choices or (words and not others):
            return Column(key, Choose("", key, "", options(*words, *choices)), lists, is_needed)
        kinds = {kind_of_dice(value) for value in values}
        dice = kinds.pop() if len(kinds) == 1 and key not in SCREEN else ""
        known = tuple(dict.fromkeys(values)) if key == "group" or dice else ()
        marks = frozenset(mark for value in values for mark in MARK.findall(value))
        return Column(key, Text("", key, "", _limit(system, name, key, LONGEST)), (), is_needed, known, marks, dice)
    if all(type(value) is list and all(type(one) is str for one in value) for value in values):
        lists, choices = _sources(system, [one for value in values for one in value])
        if lists or choices:
            entry = Choose("", "entry", "", options(*choices))
            return Column(key, Several(entry, _limit(system, name, key, MOST)), lists, is_needed)
    return None


def kind_of_dice(text: str) -> str:
    """What a text is when it is thrown: `plain` or `typed`; empty if it cannot be thrown, or is a mixture of both."""
    try:
        terms = parse(text).args[0].terms
    except BadNotation:
        return ""
    typed = [bool(term.damage) for term in terms if term.group]
    if not typed or (any(typed) and not all(typed)):
        return ""
    return "typed" if any(typed) else "plain"


def _limit(system: System, name: str, key: str, otherwise: int) -> int:
    """How much a cell takes: no more than a field of the sheet that begins from such rows."""
    fields = [field for field in system.fields.values() if field.shape == "rows" and field.source == name]
    return min((column.high for field in fields for column in field.columns if column.name == key), default=otherwise)


def _sources(system: System, values: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Where all values come from: the smallest list that has them, or else one group of fields."""
    lists = [name for name, rows in system.lists.items() if values and set(values) <= set(rows)]
    if lists:
        return tuple(_parts(system, min(lists, key=lambda name: len(system.lists[name])))), ()
    groups = {one.group for one in system.fields.values()}
    names = [tuple(name for name, one in system.fields.items() if one.group == group) for group in groups]
    fitting = [group for group in names if values and set(values) <= set(group)]
    return (), min(fitting, key=len, default=())


def _parts(system: System, name: str) -> Iterator[str]:
    """The lists that one is made of; most are made of themselves alone."""
    unions = system.data.get("unions", {})
    if name not in unions:
        yield name
    for part in unions.get(name, ()):
        yield from _parts(system, part)
