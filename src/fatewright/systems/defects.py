"""What can be wrong with a system.toml: unknown or missing keys, shapes that cannot be meant, parts that do not fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from fatewright.core.rule.words import TONES
from fatewright.core.table.story import ALWAYS_SEEN
from fatewright.systems.called import called_misfits, title_defects
from fatewright.systems.cast import FOE
from fatewright.systems.fields import CELLS, SHAPES
from fatewright.systems.keys import wrong_keys, wrong_texts
from fatewright.systems.scene import scene_defects
from fatewright.systems.screens import screen_defects, screen_misfits
from fatewright.systems.whose import draft_lists, whose_defects

if TYPE_CHECKING:
    from fatewright.systems.spec import System

TABLE = {
    "system": (dict, True),
    "fields": (dict, False),
    "kinds": (dict, False),
    "looks": (dict, False),
    "about": (dict, False),
    "quick": (dict, False),
    "builder": (dict, False),
    "dials": (dict, False),
    "presets": (dict, False),
    "lists": (dict, False),
    "unions": (dict, False),
    "whose": (dict, False),
    "worth": (dict, False),
    "words": (dict, False),
    "called": (dict, False),
    "cells": (dict, False),
    "tracker": (dict, False),
    "stacks": (dict, False),
    "figure": (dict, False),
    "try": (dict, False),
}
TAKEN = (*ALWAYS_SEEN, "of")  # what the house itself writes on a token
HUES = 360  # degrees
PITCH = 120  # characters of the one line that says what kind of game it is
TABLES = ("gm", "players")  # who has the last word
SYSTEM = {
    "id": (str, True),
    "title": (str, True),
    "version": (int, True),
    "prefix": (str, False),
    "ledger": (str, False),
    "table": (str, False),
    "reveals": (list, False),
    "signed": (list, False),
    "outcomes": (object, False),
    "seats": (list, False),
    "extends": (str, False),
    "without": (list, False),
    "rules": (list, False),
    "fixed": (list, False),
    "groups": (list, False),
    "at_hand": (list, False),
    "reach": (dict, False),
    "final_answers": (bool, False),
    "hue": (int, False),
    "pitch": (str, False),
    "place": (int, False),
}
VALUE = {
    "group": (str, True),
    "title": (str, False),
    "low": (int, False),
    "high": (int, False),
    "list": (str, False),
    "start": (object, False),
    "open": (bool, False),
    "closed": (bool, False),
    "private": (bool, False),
    "later": (bool, False),
    "shape": (str, False),
    "free": (bool, False),
    "drawn": (str, False),
    "labels": (list, False),
    "columns": (list, False),
}
COLUMN = {
    "name": (str, True),
    "title": (str, False),
    "shape": (str, False),
    "list": (str, False),
    "high": (int, False),
    "start": (str, False),
}
DIAL = {
    "values": (list, True),
    "text": (str, True),
    "title": (str, False),
    "called": (dict, False),
    "group": (str, False),
    "ids": (list, False),
    "house": (bool, False),
}
BUILDER = {"steps": (list, True)}
STEP = {"title": (str, True), "fields": (list, True), "budget": (int, False), "help": (str, False)}
TONE: dict[str, tuple[type, bool]] = dict.fromkeys(TONES, (list, False))
WORTH = {"outcomes": (dict, False), "seats": (dict, False), "fields": (dict, False)}
QUICK = {"number": (str, True), "derived": (dict, False)}


def defects_of(data: dict[str, Any]) -> list[str]:
    """Everything that is wrong with a system.toml by itself."""
    found = [problem.removeprefix(".") for problem in wrong_keys("", data, TABLE)]
    tables = {name: table for name, table in data.items() if isinstance(table, dict)}
    for name, wanted in (("system", SYSTEM), ("quick", QUICK), ("builder", BUILDER), ("worth", WORTH)):
        if name in tables:
            found += wrong_keys(name, tables[name], wanted)
    for name, wanted in (("fields", VALUE), ("dials", DIAL)):
        for key, value in tables.get(name, {}).items():
            found += wrong_keys(f"{name}.{key}", value, wanted)
    for name in ("kinds", "presets", "lists"):
        rows = tables.get(name, {}).items()
        found += [f"{name}.{key}: found {value!r}, expected a table" for key, value in rows if not isinstance(value, dict)]
    found += _more_defects(tables)
    steps = tables.get("builder", {}).get("steps", [])
    for place, step in enumerate(steps if isinstance(steps, list) else []):
        found += wrong_keys(f"builder.steps[{place}]", step, STEP)
    return found


def _outcome_defects(outcomes: Any) -> Iterator[str]:
    """Outcomes have one tone each, or stand in a row."""
    if not isinstance(outcomes, list | dict):
        yield f"system.outcomes: found {outcomes!r}, expected a list, or a table of tones"
        return
    said: dict[str, str] = {}
    yield from wrong_keys("system.outcomes", outcomes, TONE) if isinstance(outcomes, dict) else []
    for tone, names in outcomes.items() if isinstance(outcomes, dict) else [("plain", outcomes)]:
        for name in names if isinstance(names, list) else []:
            if not isinstance(name, str):
                yield f"system.outcomes: found {name!r}, expected texts"
            elif said.setdefault(name, tone) != tone:
                yield f"system.outcomes.{tone}: found {name!r}, which is {said[name]} already"


def _more_defects(tables: Mapping[str, Any]) -> Iterator[str]:
    """What has the right shape and cannot be meant."""
    who = tables.get("system", {})
    if type(turn := who.get("hue", 0)) is int and not 0 <= turn < HUES:
        yield f"system.hue: found {turn}, expected a whole number from 0 to {HUES - 1}"
    if isinstance(pitch := who.get("pitch", ""), str) and not len(pitch) <= PITCH:
        yield f"system.pitch: found {len(pitch)} characters, expected one line of at most {PITCH}"
    if who.get("table", "gm") not in TABLES:
        yield f"system.table: found {who['table']!r}, expected one of {', '.join(TABLES)}"
    for key in ("reveals", "signed", "seats", "without", "rules", "fixed", "groups", "at_hand"):
        rows = who.get(key, [])
        if isinstance(rows, list) and not all(isinstance(one, str) for one in rows):
            yield f"system.{key}: found {rows!r}, expected texts"
    yield from _outcome_defects(who.get("outcomes", []))
    reach = who.get("reach", {})
    if isinstance(reach, dict) and not all(type(one) is int for one in reach.values()):
        yield f"system.reach: found {reach!r}, expected whole numbers"
    for name, field in tables.get("fields", {}).items():
        if name in TAKEN:
            yield f"fields.{name}: this name is taken; expected any but {', '.join(TAKEN)}"
        if isinstance(field, dict):
            yield from _field_defects(f"fields.{name}", field)
    for name, table in tables.get("worth", {}).items():
        if isinstance(table, dict) and not all(type(one) is int for one in table.values()):
            yield f"worth.{name}: found {table!r}, expected whole numbers"
    yield from wrong_texts("looks", tables.get("looks"))
    yield from wrong_texts("about", tables.get("about"))
    yield from screen_defects(tables)
    yield from whose_defects(tables)
    if "try" in tables:
        yield from scene_defects(tables["try"])
    for name, dial in tables.get("dials", {}).items():
        if isinstance(dial, dict) and dial.get("values") == []:
            yield f"dials.{name}.values: found [], expected at least one value"
    yield from title_defects(tables)


def _field_defects(where: str, field: Mapping[str, Any]) -> Iterator[str]:
    """A field's shape, its labels, its columns."""
    if field.get("shape", "number") not in SHAPES:
        yield f"{where}.shape: found {field['shape']!r}, expected one of {', '.join(SHAPES)}"
    if not all(isinstance(label, str) for label in field.get("labels", ())):
        yield f"{where}.labels: found {field['labels']!r}, expected texts"
    for place, column in enumerate(field.get("columns", ())):
        yield from wrong_keys(f"{where}.columns[{place}]", column, COLUMN)
        if isinstance(column, dict) and column.get("shape", "text") not in CELLS:
            yield f"{where}.columns[{place}].shape: found {column['shape']!r}, expected one of {', '.join(CELLS)}"
    if (field.get("shape") == "rows") != bool(field.get("columns")):
        yield f"{where}.columns: a field has columns if, and only if, its shape is rows"


def misfits(system: System) -> Iterator[str]:
    """What does not fit together: kinds with their fields, presets with their dials, steps with their fields."""
    left = draft_lists(system.data)
    for name, value in system.fields.items():
        for place, used in enumerate((value.source, *(column.source for column in value.columns))):
            if used and used not in system.lists:
                where = f"fields.{name}.columns[{place - 1}]" if place else f"fields.{name}"
                yield f"{where}.list: found {used!r}, expected one of {', '.join(system.lists)}"
        if value.drawn and value.drawn not in system.rules:
            yield f"fields.{name}.drawn: found {value.drawn!r}, expected a rule: {', '.join(system.rules)}"
        if value.start is not None:
            if problems := value.problems(value.start, system.lists):
                yield from (f"fields.{name}.start: {problem}" for problem in problems)
            elif value.problems(value.start, left):
                why = f"everybody starts with {value.start!r} ({name}), so this row cannot be left out; call it a ruling"
                yield f"whose.{value.source}: {why}"
    for kind, values in system.kinds.items():
        full = {name: values.get(name, value.start) for name, value in system.fields.items()} | values
        yield from (f"kinds.{kind}.{problem}" for problem in system.problems(full))
    for kind, look in system.looks.items():
        if kind not in (*system.kinds, FOE):
            yield f"looks.{kind}: there is no such kind; expected one of {', '.join((*system.kinds, FOE))}"
        if not look.strip() or any(character.isdecimal() for character in look):
            yield f"looks.{kind}: found {look!r}, expected a word without numbers"
    for kind in system.about:
        if kind not in system.kinds:
            yield f"about.{kind}: there is no such kind; expected one of {', '.join(system.kinds)}"
    for preset, chosen in system.presets.items():
        yield from (f"presets.{preset}.{problem}" for problem in system.dial_problems(chosen))
    for place, step in enumerate(system.steps):
        if not all(isinstance(name, str) for name in step.fields):
            yield f"builder.steps[{place}].fields: found {list(step.fields)!r}, expected names of fields"
            continue
        yield from (f"builder: {step.title}: there is no field {name}" for name in step.fields if name not in system.fields)
    for name in system.quick.get("derived", {}):
        if name not in system.fields:
            yield f"quick.derived.{name}: the game has no such field"
    if system.quick and system.quick["number"] not in system.fields:
        yield f"quick.number: found {system.quick['number']!r}, expected one of {', '.join(system.fields)}"
    yield from screen_misfits(system)
    yield from called_misfits(system)
    for name in system.data["system"].get("rules", ()):
        if name not in system.rules:
            yield f"system.rules: there is no rule {name}"
    for name in system.data["system"].get("fixed", ()):
        if name not in system.lists:
            yield f"system.fixed: there is no list {name}"
    for name, described in system.data.get("cells", {}).items():
        if name not in system.lists:
            yield f"cells.{name}: there is no list {name}"
        elif not isinstance(described, dict) or not all(map(_are_texts, described.values())):
            yield f"cells.{name}: found {described!r}, expected columns, and for each the words that rules know"
    for name in system.data["system"].get("at_hand", ()):
        if name not in system.game.verbs:
            yield f"system.at_hand: there is no act {name}"


def _are_texts(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(one, str) for one in found)
