"""What names of a game are called on screens: as its file says, or else the name with spaces.

Fields, columns and dials have a `title` where they stand, and a dial says in `called` what its values are called. All that has
no row of its own (lists and what their rows have, groups, presets, rules, their arguments and lenses, acts, outcomes, whoever
can be placed, what follows from a sheet) is called by the table `called`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from fatewright.core.grammar import in_words, spaced
from fatewright.core.languages import ENGLISH, Language
from fatewright.core.rule.ask import Choose
from fatewright.systems.forms import arguments
from fatewright.systems.keys import wrong_texts

if TYPE_CHECKING:
    from fatewright.systems.spec import System


PEOPLE = ("character", "foe", "somebody")  # what the house itself calls whoever has a sheet
HOUSE = {"of": "in truth", "at": "square"}  # what the house itself writes on a token


class Names(NamedTuple):
    """How a game says its names, and what stands under them; `data` are the tables of its file."""

    data: Mapping[str, Any]
    language: Language = ENGLISH

    def name(self, name: str) -> str:
        """A name as people read it: of a field, or of anything else."""
        words = self.data.get("called", {}).get(name) or self.data.get("fields", {}).get(name, {}).get("title")
        return self.language.label(words or spaced(name))

    def fact(self, name: str) -> str:
        """What stands on a token, as people read it."""
        return self.language.label(HOUSE[name]) if name in HOUSE else self.name(name)

    def value(self, value: Any) -> str:
        """A value as people read it: an entry of a list as the game calls it."""
        return self.language.label(self.data.get("called", {}).get(str(value)) or in_words(value))

    def problem(self, problem: str) -> str:
        """What is wrong with a sheet, with the words for the field that it begins with."""
        about = next((name for name in self.data.get("fields", {}) if problem.startswith(f"{name}: ")), "")
        return self.name(about) + problem.removeprefix(about) if about else problem


def names_said(system: System, language: Language = ENGLISH) -> dict[str, str]:
    """What is called otherwise than its name with spaces, of all that a screen may have to say of a game."""
    names = Names(system.data, language)
    said = {name: names.name(name) for name in (*_names(system), *system.fields, *system.data.get("called", {}))}
    said |= {entry: names.value(entry) for entry in _entries(system)}
    return {name: words for name, words in sorted(said.items()) if words != spaced(name)}


def _names(system: System) -> Iterator[str]:
    """Names that programs use."""
    yield from (*system.rules, *system.game.verbs, *system.presets, *system.lists, *system.tones)
    for part in (system.fields, system.dials, system.game.verbs):
        yield from (one.group for one in part.values())
    yield from (lens for rule in system.rules.values() for lens in rule.lenses)
    for rule in system.rules.values():
        for argument in arguments(rule):
            yield argument.name
    yield from (key for rows in system.lists.values() for row in rows.values() if isinstance(row, dict) for key in row)


def _entries(system: System) -> Iterator[str]:
    """What people choose from."""
    yield from (*PEOPLE, *system.kinds, *system.looks.values())
    yield from (str(choice) for verb in system.game.verbs.values() for slot in verb.slots for choice in slot.choices)
    yield from (entry for rows in system.lists.values() for entry in rows)
    for rule in system.rules.values():
        for argument in arguments(rule):
            if isinstance(argument, Choose):
                yield from (option.value for option in argument.options)


# ── what can be wrong ──────────────────────────────────────────────────────────────────────────────────────────────────


def title_defects(tables: Mapping[str, Any]) -> Iterator[str]:
    """Words for screens that are names of the source still, or nothing."""
    for part in ("fields", "dials"):
        for name, row in tables.get(part, {}).items():
            if isinstance(row, dict):
                yield from _words_of(f"{part}.{name}", row)
    yield from _table_defects("called", tables.get("called"))


def _words_of(where: str, row: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the words of one field or dial, and of the columns that a field has."""
    columns = row.get("columns")
    for place, column in enumerate(columns if isinstance(columns, list) else ()):
        if isinstance(column, dict):
            yield from _wrong_words(f"{where}.columns[{place}].title", column.get("title"))
    yield from _wrong_words(f"{where}.title", row.get("title"))
    yield from _table_defects(f"{where}.called", row.get("called"))


def _table_defects(where: str, called: Any) -> Iterator[str]:
    yield from wrong_texts(where, called)
    for name, words in called.items() if isinstance(called, dict) else ():
        yield from _wrong_words(f"{where}.{name}", words)


def _wrong_words(where: str, words: Any) -> Iterator[str]:
    if isinstance(words, str) and ("_" in words or not words.strip()):
        yield f"{where}: found {words!r}, expected words as people read them"


def called_misfits(system: System) -> Iterator[str]:
    """Values of dials that are called something, and are not there."""
    for name, dial in system.data.get("dials", {}).items():
        values = {str(value).lower() if isinstance(value, bool) else str(value) for value in dial["values"]}
        for value in dial.get("called", {}):
            if value not in values:
                yield f"dials.{name}.called: found {value!r}, expected one of {', '.join(sorted(values))}"
