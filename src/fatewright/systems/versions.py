"""A group's own version of a built-in game: rows that it adds to the game's lists, checked, and written as a system.toml."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fatewright.core.grammar import spaced
from fatewright.core.rule.ask import Text
from fatewright.core.table.taking import taking_verb
from fatewright.systems import toml
from fatewright.systems.columns import MARK, Column, columns, kind_of_dice, own_lists, why_closed
from fatewright.systems.fields import wrong_with
from fatewright.systems.forms import BadSystem
from fatewright.systems.spec import System, extension

LONGEST_NAME = 60  # characters of a row's name
LONGEST_TITLE = 40
MOST_ROWS = 200  # of one version
SHOWN = 40  # characters of what was found that a sentence repeats
FEW, MOST_TOLD = 8, 1000  # rows of a kind that are named, and characters of all of it
LARGE = 10**9  # a number that no sentence repeats
NOTHING: tuple[Any, ...] = ("", None, False, [])  # cells that are not filled in


class ListRow(NamedTuple):
    """A row of a list."""

    name: str
    cells: Mapping[str, Any]


Rows = Mapping[str, Sequence[ListRow]]  # by list


class Flaw(NamedTuple):
    """Something that is wrong with a version, as a sentence, and where."""

    list: str  # empty if it is about the version as a whole
    row: int  # -1 if it is about the whole list
    why: str


class Version(NamedTuple):
    """A version of a game: its name, and what it adds."""

    id: str
    title: str
    base: str
    rows: Rows


def id_of(title: str) -> str:
    """The id of a version that is called so: letters, digits and hyphens, and nothing that leads out of a folder."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:LONGEST_TITLE].strip("-")


# ── files ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def written(version: Version) -> str:
    """A version as the text of its system.toml."""
    who = {"id": version.id, "title": version.title, "version": 1, "extends": version.base}
    lists = {name: {row.name: _filled(row.cells) for row in rows} for name, rows in version.rows.items() if rows}
    return toml.written({"system": who, **({"lists": lists} if lists else {})})


def loaded(text: str, folder: Path) -> System:
    """The game that a version is, by the loader of every game."""
    return as_version(extension(tomllib.loads(text), folder), text)


def as_version(system: System, text: str) -> System:
    """A game as a house's own version of it, whose file says `text`: its tables take newer ones when they want to."""
    verb = taking_verb(has_gm=system.has_gm)

    def version(one: System) -> System:
        return one._replace(written=text, game=one.game._replace(verbs={**one.game.verbs, verb.name: verb}))

    if not (of_base := system.either):
        return version(system)

    @cache
    def either(is_draft_only: bool) -> System:  # one of two
        return version(of_base(is_draft_only))._replace(either=either)

    return either(False)


def read(base: System, text: str) -> Version:
    """The version that a file holds; a file that says more than a form could show is refused."""
    found = tomllib.loads(text)
    who, lists = found.pop("system"), found.pop("lists", {})
    more = [*found, *(f"system.{key}" for key in who if key not in ("id", "title", "version", "extends"))]
    more += [f"lists.{name}" for name in lists if name not in own_lists(base)]
    for name in [name for name in lists if name in own_lists(base)]:
        shown = {column.name for column in columns(base, name)}
        rows = lists[name].items() if isinstance(lists[name], dict) else [("", None)]
        more += [f"lists.{name}.{entry}" for entry, row in rows if not isinstance(row, dict) or not set(row) <= shown]
    if more:
        raise BadSystem(f"somebody has written more into the file of this version than this page can show: {', '.join(more)}")
    rows_of = {name: [ListRow(entry, cells) for entry, cells in table.items()] for name, table in lists.items()}
    return Version(who["id"], who["title"], who["extends"], rows_of)


def _filled(cells: Mapping[str, Any]) -> dict[str, Any]:
    return {name: cell for name, cell in cells.items() if not _is_empty(cell)}


def _is_empty(cell: Any) -> bool:
    return any(type(cell) is type(one) and cell == one for one in NOTHING)  # 0 is a number like any other


# ── what has changed ───────────────────────────────────────────────────────────────────────────────────────────────────


class Difference(NamedTuple):
    """What is new in a list, what has changed, and what is gone."""

    name: str
    added: list[str]
    changed: list[str]
    gone: list[str]


def differences(old: System, new: System) -> list[Difference]:
    """What sets two revisions of a version apart."""
    found = []
    for name in dict.fromkeys([*own_lists(old), *own_lists(new)]):
        before, after = old.lists.get(name, {}), new.lists.get(name, {})
        one = Difference(
            name,
            [row for row in after if row not in before],
            [row for row in after if row in before and before[row] != after[row]],
            [row for row in before if row not in after],
        )
        found += [one] if any(one[1:]) else []
    return found


def told(found: Sequence[Difference]) -> str:
    """The same in words."""
    parts = [
        f"{what} {spaced(one.name)}: {_named(rows)}"
        for one in found
        for what, rows in (("new in", one.added), ("changed in", one.changed), ("gone from", one.gone))
        if rows
    ]
    text = "; ".join(parts) or "its lists are the same"
    return text if len(text) <= MOST_TOLD else f"{text[:MOST_TOLD]}…"


def _named(rows: Sequence[str]) -> str:
    more = len(rows) - FEW
    return ", ".join(rows[:FEW]) + (f" and {more} more" if more > 0 else "")


# ── what can be wrong ──────────────────────────────────────────────────────────────────────────────────────────────────


def title_flaws(title: str) -> list[Flaw]:
    """All that is wrong with the name of a version."""
    if not 1 <= len(title) <= LONGEST_TITLE or title != title.strip() or not title.isprintable():
        return [
            Flaw("", -1, f"name: found {_said(title)}, expected 1 to {LONGEST_TITLE} characters without spaces around them")
        ]
    if not id_of(title):
        return [Flaw("", -1, f"name: found {_said(title)}, expected at least one letter from a to z or a digit")]
    return []


def flaws(base: System, rows: Rows) -> list[Flaw]:
    """All that is wrong with the rows of a version, at once."""
    count = sum(map(len, rows.values()))
    if count > MOST_ROWS:
        return [Flaw("", -1, f"these are {count} rows; expected at most {MOST_ROWS} in one version")]
    known = {name: [*base.lists[name], *(row.name for row in rows.get(name, ()))] for name in own_lists(base)}
    found = []
    for name, added in rows.items():
        if name not in known:
            found.append(Flaw("", -1, f"the game has no list {_said(name)}; its lists: {', '.join(known)}"))
        elif added and (closed := why_closed(base, name)):
            found.append(Flaw(name, -1, f"{base.called(name)}: {closed}"))
        elif added:
            found += _list_flaws(base, name, added, rows, known)
    return found


def _list_flaws(
    base: System, name: str, added: Sequence[ListRow], rows: Rows, known: Mapping[str, Sequence[str]]
) -> Iterator[Flaw]:
    described = columns(base, name)
    for place, row in enumerate(added):
        called = row.name[:SHOWN] if row.name.strip() else f"row {place + 1}"
        problems = [
            *_name_problems(base, name, row.name, added[:place], rows),
            *_cell_problems(base, described, row.cells, known),
        ]
        yield from (Flaw(name, place, f"{base.called(name)}, {called}: {problem}") for problem in problems)


def _name_problems(base: System, name: str, entry: str, before: Sequence[ListRow], rows: Rows) -> Iterator[str]:
    if not 1 <= len(entry) <= LONGEST_NAME or entry != entry.strip() or not entry.isprintable():
        yield f"name: found {_said(entry)}, expected 1 to {LONGEST_NAME} characters without spaces around them"
    elif entry in base.lists[name]:
        yield "the game has a row of this name; give yours another"
    elif any(entry == row.name for row in before):
        yield "this name is here twice"
    else:
        for union, parts in base.data.get("unions", {}).items():
            others = [part for part in parts if part != name] if name in parts else []
            if any(entry in base.lists[part] or entry in [row.name for row in rows.get(part, ())] for part in others):
                taken = " or ".join(map(base.called, others))
                yield f"the name is taken in {taken}, offered together with it ({base.called(union)})"


def _cell_problems(
    base: System, described: Sequence[Column], cells: Mapping[str, Any], known: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    names = [column.name for column in described]
    yield from (f"{_said(name)}: unknown; expected one of {', '.join(names)}" for name in cells if name not in names)
    for column in described:
        cell = cells.get(column.name)
        if not _is_empty(cell):
            yield from (f"{base.called(column.name)}: {problem}" for problem in _cell_problem(base, column, cell, known))
        elif column.is_needed:
            yield f"{base.called(column.name)} is missing"


def _cell_problem(base: System, column: Column, cell: Any, known: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """What is wrong with a cell that is filled in."""
    asked = column.among(known)
    if wrong := wrong_with(asked, cell, _said):
        yield from wrong
    elif isinstance(asked, Text) and not cell.isprintable():
        yield f"found {_said(cell)}, expected one line"
    elif column.marks and (strange := _strange(cell, column.marks)):
        yield f"found {strange}, expected no braces but {', '.join(f'{{{mark}}}' for mark in sorted(column.marks))}"
    elif column.dice and (wrong_dice := _dice_problem(base, column, cell)):
        yield f"found {_said(cell)}, expected dice such as {column.known[0]}: {wrong_dice}"


def _dice_problem(base: System, column: Column, cell: str) -> str:
    """Why a text is not thrown as those of the game's own rows are; empty if it is."""
    if wrong := base.dice_problem(cell, base.usual_dials()):
        return wrong
    if kind_of_dice(cell) == column.dice:
        return ""
    return "every die says what kind of harm it does" if column.dice == "typed" else "these dice do no kind of harm"


def _strange(text: str, marks: frozenset[str]) -> str:
    """The first brace in a text that rules could not fill in; empty if there is none."""
    rest = MARK.sub(lambda found: "" if found[1] in marks else found[0], text)
    return next((sign for sign in rest if sign in "{}"), "")


def _said(value: Any) -> str:
    """What was found, cut short."""
    match value:
        case str():
            return repr(value if len(value) <= SHOWN else f"{value[:SHOWN]}…")
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value) if abs(value) < LARGE else "a very large number"
        case list():
            return "a list"
        case dict():
            return "a table"
    return str(value)
