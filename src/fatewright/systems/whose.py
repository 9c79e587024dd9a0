"""Whose each row of a game is: the author's draft has it, or it is ours; and the game that is left of the draft alone.

`[whose]` says so for a list, or for `kinds`: one word for all its rows, or a table with the rows of a word by their names and
a word for the `others`. What is named nowhere is nobody's: a game that is all its author's own has no marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fatewright.systems.fields import Lists, Value

DRAFT = "draft"  # stands in the author's own text
OURS = "ours"  # was added here; a table that plays the draft alone does without
RULING = "ruling"  # was added here as well, and stays: without it the draft could not be played
MARKS = (DRAFT, OURS, RULING)
OTHERS = "others"
KINDS = "kinds"
DIAL, DRAFT_ONLY = "rows", "draft only"  # the dial of a table that has rows of the draft alone, and what it stands at there

Data = Mapping[str, Any]
Named = dict[str, dict[str, list[str]]]  # by list, the rows of each mark


class Offered(dict[str, Any]):
    """The rows of a list that are on offer: all that it goes through. Asked for by name, it knows the others as well.

    So nobody is offered a row that was taken out, and whoever has it already plays on with it.
    """

    def __init__(self, rows: Mapping[str, Any], known: Mapping[str, Any]) -> None:
        super().__init__(rows)
        self.known = known

    def __missing__(self, name: str) -> Any:
        return self.known[name]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.known

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name, self.known.get(name, default))


# ── what a file says ───────────────────────────────────────────────────────────────────────────────────────────────────


def named(data: Data) -> Named:
    """What a file says of its rows, each by its name."""
    found: Named = {}
    whose = data.get("whose")
    for name, said in whose.items() if isinstance(whose, dict) else ():
        marks = {OTHERS: said} if isinstance(said, str) else said
        rows = {mark: list(marks[mark]) for mark in MARKS if mark in marks}
        if OTHERS in marks:
            taken = {row for some in rows.values() for row in some}
            rows.setdefault(marks[OTHERS], []).extend(row for row in _rows(data, name) if row not in taken)
        found[name] = rows
    return found


def joined(base: Data, own: Data, both: Data) -> Named:
    """Whose the rows of `both` are, where a folder says `own` on top of a game: what it adds or changes is its own to mark."""
    found: Named = {}
    for part, is_own in ((base, False), (own, True)):
        for name, marks in named(part).items():
            theirs, left = _rows(own, name), _rows(both, name)
            for mark, rows in marks.items():
                kept = [row for row in rows if row in left and (is_own or row not in theirs)]
                found.setdefault(name, {}).setdefault(mark, []).extend(kept)
    return found


def _rows(data: Data, name: str) -> Mapping[str, Any]:
    part = data if name == KINDS else data.get("lists")
    found = part.get(name) if isinstance(part, Mapping) else None
    return found if isinstance(found, dict) else {}


def whose_defects(data: Data) -> Iterator[str]:
    """What is wrong with what a file says of its rows."""
    whose = data.get("whose", {})
    lists = data.get("lists", {})
    if not isinstance(whose, dict) or not isinstance(lists, dict):
        return
    for name, said in whose.items():
        if name != KINDS and name not in lists:
            yield f"whose.{name}: there is no list of that name; expected one of {', '.join((*lists, KINDS))}"
        elif isinstance(said, dict):
            yield from _table_defects(f"whose.{name}", said, _rows(data, name))
        elif said not in MARKS:
            yield f"whose.{name}: found {said!r}, expected one of {', '.join(MARKS)}, or a table of them"


def _table_defects(where: str, said: Mapping[str, Any], rows: Mapping[str, Any]) -> Iterator[str]:
    seen: set[str] = set()
    for mark, some in said.items():
        if mark == OTHERS:
            if some not in MARKS:
                yield f"{where}.{OTHERS}: found {some!r}, expected one of {', '.join(MARKS)}"
        elif mark not in MARKS:
            yield f"{where}.{mark}: unknown; expected one of {', '.join((*MARKS, OTHERS))}"
        elif not isinstance(some, list) or not all(isinstance(row, str) for row in some):
            yield f"{where}.{mark}: found {some!r}, expected names of rows"
        else:
            yield from (f"{where}.{mark}: there is no row {row!r}" for row in some if row not in rows)
            yield from (f"{where}.{mark}: {row!r} stands there twice" for row in some if row in seen or some.count(row) > 1)
            seen.update(some)


# ── what is made of it ─────────────────────────────────────────────────────────────────────────────────────────────────


def rows_of_ours(data: Data) -> dict[str, list[str]]:
    """The rows that are no author's, by list, in lists that are several together as well."""
    marks = named(data)
    found = {
        name: [row for row in _rows(data, name) if row in {*by.get(OURS, ()), *by.get(RULING, ())}]
        for name, by in marks.items()
    }
    for union, parts in data.get("unions", {}).items():
        found[union] = [row for part in parts for row in found.get(part, ())]
    return {name: rows for name, rows in found.items() if rows}


def emptied(data: Data) -> list[str]:
    """The lists of which nothing is left but rulings where rows of ours are not on offer."""
    return [name for name, by in named(data).items() if by.get(OURS) and not by.get(DRAFT) and _is_all_marked(data, name, by)]


def _is_all_marked(data: Data, name: str, by: Mapping[str, list[str]]) -> bool:
    return len(_rows(data, name)) == sum(map(len, by.values()))


def none_left(data: Data, name: str) -> str:
    """What is said where nothing is on offer, and what to do about it."""
    why = "the author's draft has none, and this table plays by the draft alone"
    is_closed = name == KINDS or name in data["system"].get("fixed", ())
    return (
        why if is_closed else f"{why}; rows of your own are written in your own version of the game, on its card in the lobby"
    )


def draft_lists(data: Data) -> dict[str, Mapping[str, Any]]:
    """The lists of a game without the rows of ours, which are still known."""
    marks, found = named(data), dict[str, Mapping[str, Any]]()
    for name, rows in data.get("lists", {}).items():
        if name in data.get("unions", {}):
            parts = [found[part] for part in data["unions"][name]]
            known = {row: cells for part in parts if isinstance(part, Offered) for row, cells in part.known.items()}
            offered = {row: cells for part in parts for row, cells in part.items()}
        else:
            known = {row: rows[row] for row in marks.get(name, {}).get(OURS, ())}
            offered = {row: cells for row, cells in rows.items() if row not in known}
        found[name] = Offered(offered, known) if known else rows
    return found


def draft_kinds(data: Data) -> dict[str, Any]:
    """The ready-made people of the draft."""
    gone = named(data).get(KINDS, {}).get(OURS, ())
    return {kind: values for kind, values in data.get(KINDS, {}).items() if kind not in gone}


def fitting(field: Value, value: Any, lists: Lists) -> Any:
    """As much of a chosen value as these lists have; None if nothing of it can stand there."""
    if isinstance(value, dict):
        return {one: level for one, level in value.items() if not field.problems({one: level}, lists)}
    if isinstance(value, list):
        return [one for one in value if not field.problems([one], lists)]
    return None if field.problems(value, lists) else value
