"""What is wrong with the Python of a folder, by file and line: what does not run, functions and rules that do not fit."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from fatewright.core.rule.blame import nearest, said
from fatewright.core.table.story import Verb
from fatewright.systems.forms import BadSystem, arguments

if TYPE_CHECKING:
    from fatewright.systems.spec import System

HOOKS = {
    "derived": "values, dials, lists",
    "next_steps": "values, dials, lists",
    "creation": "values, dials, lists",
    "admission": "table",
    "arrival": "table, name, values",
    "consent": "table, name, values",
    "outset": "values, dials, lists",
    "shown": "dials",
    "plays": "view, game, seat",
    "ranges": "table, who",
    "dice_problem": "text, dials",
}  # the functions of a game that the house calls, and with what


def fault_of(wrong: Exception, file: Path) -> str:
    """An error that the Python of a folder raised: where in the folder, and what it says."""
    if isinstance(wrong, SyntaxError):
        return f"{file.parent / Path(wrong.filename or file).name}, line {wrong.lineno}: {wrong.msg}"
    home = file.parent.resolve()
    frames = [frame for frame in traceback.extract_tb(wrong.__traceback__) if Path(frame.filename).resolve().parent == home]
    if not frames:
        return f"{file}: {said(wrong)}"
    return f"{_place(file.parent, frames[-1].filename, frames[-1].lineno or 0)}: {said(wrong)}"


def function_faults(functions: Mapping[str, Any], folder: Path) -> Iterator[str]:
    """Functions that the house would call in vain."""
    for name, hook in functions.items():
        takes = HOOKS[name]
        if not isinstance(hook, FunctionType):
            continue
        code, given = hook.__code__, len(takes.split(", "))
        most = code.co_argcount if not code.co_flags & VARIADIC else max(given, code.co_argcount)
        if not code.co_argcount - len(hook.__defaults__ or ()) <= given <= most:
            found = ", ".join(code.co_varnames[: code.co_argcount])
            yield f"{place_of(folder, hook)}: {name}: found ({found}), expected ({takes})"


VARIADIC = 0x04  # *args


def rule_faults(system: System) -> Iterator[str]:
    """Rules of which no form can be made, so that nobody could ask for their odds."""
    for rule in system.rules.values():
        try:
            arguments(rule)
        except Exception as wrong:
            why = str(wrong) if isinstance(wrong, BadSystem) else f"{rule.name}: {said(wrong)}"
            yield f"{place_of(system.folder, rule.function)}: {why}"


def list_faults(verbs: Iterable[Verb], lists: Mapping[str, Any], folder: Path) -> Iterator[str]:
    """Arguments of verbs that choose from a list which the game does not have."""
    for verb in verbs:
        for slot in verb.slots:
            if slot.source and slot.source not in lists:
                where = f"{place_of(folder, verb.story)}: argument {slot.name}"
                near = nearest(slot.source, lists) or "there is none"
                yield f"{where}: found From('{slot.source}'), expected a list of system.toml, nearest first: {near}"


def place_of(folder: Path, function: Any) -> str:
    """Where a function of a folder is written; of something that is none, only where it would be."""
    code = getattr(function, "__code__", None)
    return _place(folder, code.co_filename, code.co_firstlineno) if code else str(folder)


def _place(folder: Path, named: str, line: int) -> str:
    """File and line, as the person wrote them; where it is that of a decorator, the line of what it stands on."""
    import ast  # only where something is wrong: a game that is right starts without it

    where = here if (here := folder / Path(named).name).exists() else Path(named)
    below: dict[int, Any] = {}
    for node in ast.walk(ast.parse(where.read_text(encoding="utf-8"))):
        for above in getattr(node, "decorator_list", ()):
            below |= dict.fromkeys(range(above.lineno, (above.end_lineno or above.lineno) + 1), getattr(node, "lineno", line))
    return f"{where}, line {below.get(line, line)}"
