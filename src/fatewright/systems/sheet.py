"""Characters: a file holds what was chosen, and the sheet is worked out from it anew each time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from fatewright.core.errors import BadValue

if TYPE_CHECKING:
    from fatewright.systems.spec import System

LONGEST_NUMBER = 9  # digits
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


def problems(system: System, character: Character) -> list[str]:
    """Everything that makes a sheet illegal, at once; empty if it is legal."""
    found = []
    if character.game != system.id:
        found.append(f"game: found {character.game!r}, expected {system.id!r}")
    if character.version != system.version:
        found.append(f"version: found {character.version}, expected {system.version}")
    chosen = {name for step in system.steps for name in step.fields}
    found += [f"{name}: not something to choose" for name in character.choices if name not in chosen]
    advanced = {advance["field"] for advance in character.advances}
    found += [f"advances: {name}: not a number of this game" for name in sorted(advanced) if not _is_number(system, name)]
    missing = {name: None for name in chosen if name not in character.choices}
    found += system.problems(values(system, character) | missing)
    return found + list(_over_budget(system, character))


def _is_number(system: System, name: str) -> bool:
    return name in system.fields and not system.fields[name].list


def _over_budget(system: System, character: Character) -> Iterator[str]:
    for step in system.steps:
        if step.budget is not None:
            spent = sum(value for name in step.fields if type(value := character.choices.get(name)) is int)
            if spent > step.budget:
                yield f"{step.title}: {spent} points spent, and there are {step.budget}"


def values(system: System, character: Character) -> dict[str, Any]:
    """The numbers with which a character comes to the table."""
    sheet = {name: character.choices.get(name, value.start) for name, value in system.fields.items()}
    for advance in character.advances:
        if type(sheet.get(advance["field"])) is int:
            sheet[advance["field"]] += advance["by"]
    return sheet


def shown(system: System, character: Character) -> str:
    """A sheet to read: groups of fields in the game's order."""
    lines = [f"{character.name}  ({system.title})"]
    sheet = values(system, character)
    for group in dict.fromkeys(value.group for value in system.fields.values()):
        fields = [f"{name} {sheet[name]}" for name, value in system.fields.items() if value.group == group]
        lines.append(f"  {group}: {', '.join(fields)}")
    return "\n".join(lines)
