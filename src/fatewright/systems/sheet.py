"""Characters: a file holds what was chosen, and the sheet is worked out from it anew each time."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from fatewright.core.errors import BadValue
from fatewright.core.score import Score
from fatewright.systems import paper, waiting

if TYPE_CHECKING:
    from fatewright.systems.spec import System

LONGEST, LONGEST_NUMBER = 20_000, 9  # characters of a character, and digits of a number in it
KEYS = {"game": str, "version": int, "name": str, "choices": dict}


class Character(NamedTuple):
    """Who somebody is: a name, what was chosen for them, and how they have advanced since."""

    game: str
    version: int
    name: str
    choices: dict[str, Any]
    advances: tuple[dict[str, Any], ...] = ()  # each with a field, by how much, and why


def read(text: str) -> Character:
    """The character of a file; everything wrong with it is told at once."""
    try:
        found = json.loads(text, parse_int=_number)
    except json.JSONDecodeError as wrong:
        raise BadValue(f"this is not a character: line {wrong.lineno}, column {wrong.colno}: {wrong.msg}") from None
    except (ValueError, RecursionError) as wrong:
        raise BadValue(f"this is not a character: {wrong}") from None
    if not isinstance(found, dict):
        raise BadValue(f"this is not a character: found {text[:40]}, expected an object")
    advances = found.pop("advances", [])
    problems = [f"{key}: unknown; expected one of {', '.join(KEYS)}" for key in found if key not in KEYS]
    problems += [f"{key}: missing" for key in KEYS if key not in found]
    wrong_kind = [key for key, kind in KEYS.items() if key in found and type(found[key]) is not kind]
    problems += [f"{key}: found {found[key]!r}" for key in wrong_kind]
    problems += _advance_problems(advances)
    if problems:
        raise BadValue("; ".join(problems))
    return Character(**found, advances=tuple(advances))


def _number(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"{text[:LONGEST_NUMBER]}... is too large a number")
    return int(text)


def _advance_problems(advances: Any) -> list[str]:
    if not isinstance(advances, list):
        return [f"advances: found {advances!r}, expected a list"]
    return [
        f"advances[{place}]: found {one!r}, expected field, by and why"
        for place, one in enumerate(advances)
        if not isinstance(one, dict)
        or {name: type(value) for name, value in one.items()} != {"field": str, "by": int, "why": str}
    ]


def written(character: Character) -> str:
    """A character as a file."""
    fields = character._asdict()
    if not character.advances:
        del fields["advances"]
    return json.dumps(fields, indent=2, ensure_ascii=False) + "\n"


def as_it_stands(system: System, name: str, values: Mapping[str, Any]) -> Character:
    """Somebody at a table as a character: what the builder asks for is as it is there by now."""
    chosen = [field for step in system.steps for field in step.fields if field in values]
    return Character(system.id, system.version, name, {field: values[field] for field in chosen})


class Budgeted(NamedTuple):
    """A budget of one step of the builder."""

    step: int
    name: str
    spent: int
    available: int


class Judgement(NamedTuple):
    """What is to be said about a new character."""

    problems: list[str]
    warnings: list[str]
    budgets: list[Budgeted]
    unusual: list[str]  # what the table has to agree to


def problems(system: System, character: Character, dials: Mapping[str, Any] | None = None) -> list[str]:
    """Everything that makes a sheet illegal, at once; empty if it is legal."""
    return judged(system, character, dials).problems


def judged(system: System, character: Character, dials: Mapping[str, Any] | None = None) -> Judgement:
    """All that a game has to say about a character, at a table with these dials; those that are not given, at their default.

    Of what follows from a value that cannot be, nothing is said: it waits for one that can.
    """
    titles = [step.title for step in system.steps]
    creation = waiting.said_of_all(
        system.creation(system.kept(sheet), system.usual_dials(dials), system.lists)
        for sheet in waiting.legal(system, _entered(system, character), wrong_fields(system, character))
    )
    budgets = [*_step_budgets(system, character), *(Budgeted(titles.index(one.step), *one[1:]) for one in creation.budgets)]
    over = [
        f"{titles[one.step]}: {one.name} spent: {one.spent}, and there are {one.available}"
        for one in budgets
        if one.spent > one.available
    ]
    found = [*flaws(system, character), *over, *creation.problems]
    grown = [f"it has grown: {one['why']}" for one in character.advances]
    return Judgement(found, list(creation.warnings), budgets, [*creation.unusual, *grown])


def wrong_fields(system: System, character: Character) -> list[str]:
    """The fields whose value is missing, out of range or of another kind: nothing follows from what stands there."""
    entered = _entered(system, character)
    asked = [name for step in system.steps for name in step.fields] + list(character.choices)
    return [
        name for name in dict.fromkeys(asked) if name in entered and system.fields[name].problems(entered[name], system.lists)
    ]


def _entered(system: System, character: Character) -> dict[str, Any]:
    """What was chosen; what nobody is asked for, as everybody starts."""
    asked = {name for step in system.steps for name in step.fields}
    found = {}
    for name, field in system.fields.items():
        start = field.low if field.start is None and not field.source else field.start
        found[name] = character.choices.get(name, None if name in asked and not field.later else start)
    return found


def flaws(system: System, character: Character, may: Collection[str] = ()) -> list[str]:
    """What is wrong with a character's fields: a player's has all that the builder asks for; another, those that it `may`."""
    found = []
    if character.game != system.id:
        found.append(f"game: found {character.game!r}, expected {system.id!r}")
    if character.version != system.version:
        found.append(f"version: found {character.version}, expected {system.version}")
    asked = {name for step in system.steps for name in step.fields}
    found += [f"{name}: not something to choose" for name in character.choices if name not in (may or asked)]
    advanced = {advance["field"] for advance in character.advances}
    found += [f"advances: {name}: not a number of this game" for name in sorted(advanced) if not _is_number(system, name)]
    missing = {name: None for name in asked if name not in character.choices and not may and not system.fields[name].later}
    return found + system.problems(values(system, character) | missing)


def _is_number(system: System, name: str) -> bool:
    return (name in system.fields and system.fields[name].shape == "number") or bool(_levels_with(system, name))


def _levels_with(system: System, entry: str) -> str:
    """The field that has levels of such an entry; empty if none has."""
    fields = system.fields.items()
    return next((name for name, field in fields if field.shape == "levels" and entry in system.lists[field.source]), "")


def _step_budgets(system: System, character: Character) -> Iterator[Budgeted]:
    entered = {name for name in wrong_fields(system, character) if character.choices.get(name) is not None}
    for place, step in enumerate(system.steps):
        if step.budget is not None and not entered & {*step.fields}:
            spent = sum(value for name in step.fields if type(value := character.choices.get(name)) is int)
            yield Budgeted(place, "points", spent, step.budget)


def values(system: System, character: Character) -> dict[str, Any]:
    """The numbers with which a character comes to the table."""
    sheet = {name: character.choices.get(name, value.start) for name, value in system.fields.items()}
    for advance in character.advances:
        name, by = advance["field"], advance["by"]
        levels = _levels_with(system, name)
        if type(sheet.get(name)) is int:
            sheet[name] += by
        elif levels and isinstance(sheet[levels], dict):
            before = sheet[levels].get(name, system.fields[levels].low - 1)  # not to have it is a step below the lowest level
            sheet[levels] = {**sheet[levels], name: before + by}
    return sheet


def derived(system: System, values: Mapping[str, Any], dials: Mapping[str, Any] | None = None) -> dict[str, Score]:
    """What follows from the values of a sheet, as a table keeps them."""
    return dict(system.derived(values, system.usual_dials(dials), system.lists))


def shown(system: System, character: Character) -> str:
    """A sheet to read: groups of fields in the game's order."""
    lines = [f"{character.name}  ({system.title})"]
    sheet = values(system, character)
    shown_fields = {name: value for name, value in system.fields.items() if not value.closed}
    for group in dict.fromkeys(value.group for value in shown_fields.values()):
        fields = [f"{name} {_said(sheet[name])}" for name, value in shown_fields.items() if value.group == group]
        lines.append(f"  {group}: {', '.join(fields)}")
    follows = [
        f"{name} {int(score)}" for name, score in derived(system, system.started(sheet, None, character.choices)).items()
    ]
    return "\n".join([*lines, *([f"  derived: {', '.join(follows)}"] if follows else [])])


def printed(system: System, character: Character, dials: Mapping[str, Any] | None = None) -> str:
    """A legal sheet as a page to print."""
    kept = system.started(values(system, character), dials, character.choices)
    return paper.document(character.name, [paper.sheet_of(system, character.name, kept, derived(system, kept, dials))])


def _said(value: Any) -> str:
    """A value of a sheet in words."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {_said(one)}" for name, one in value.items()) or "none"
    if isinstance(value, list):
        return "; ".join(map(_said, value)) or "none"
    return str(value)
