"""Writes docs/author.md from the docstrings of the author's door: `python tools/door.py`. Its examples stay as they are."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

from fatewright.core.rule.rule import Rule
from fatewright.kit import scribe
from fatewright.systems import author, foresight, own_dice, sides, turns

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/author.md"
OTHER_DOORS = (turns, sides, own_dice, foresight)
EXAMPLE = re.compile(r"^### `(\w+)[^\n]*\n\n[^\n]*\n\n```python\n(.*?)```", re.MULTILINE | re.DOTALL)
HEAD = """\
# What a game may use

All of it comes with the first line of `rules.py`: `from fatewright.systems.author import *`. [A game in an
evening](tutorial.md) is the way in, [what a game's folder may say](games.md) the other half of the reference.

The sentences are those of the code (`python tools/door.py` writes this page), and a test runs every example at a table of
[Lanterns](tutorial.md). There `table` is the desk of the act, `who` a warden whom a player plays, `other` a ghoul of the game
master's, and `daring(dice)` a rule that gives hits and blanks.
"""
OWN_WORDS = "Python's own words for types"
PLAY = """\
## The language of play.txt

A script has a line for each thing that happens; what stands after a `#` is a remark. `fatewright check my-game --write`
writes below it what every viewer was told, and `fatewright check my-game` compares. A line that cannot be carried out is
told with its number. What a seat was refused stands in its block: that somebody may not do something is an example, too.
"""
OTHERS = """\
## Other doors

For games that want more than most, by their own names: `from fatewright.systems.turns import is_fighting`.
"""


def groups() -> dict[str, list[str]]:
    """The names in the door, by the headings above them."""
    found: dict[str, list[str]] = {}
    lines, heading = inspect.getsource(author).splitlines(), ""
    for node in ast.parse("\n".join(lines)).body:
        if isinstance(node, ast.Assign | ast.AugAssign) and lines[node.lineno - 1].startswith("__all__"):
            above = lines[node.lineno - 2]
            heading = above.removeprefix("# ") if above.startswith("# ") else heading
            found.setdefault(heading, []).extend(ast.literal_eval(node.value))
    return found


def page(examples: dict[str, str]) -> str:
    """The whole page, with these examples."""
    parts = [HEAD]
    for heading, names in groups().items():
        if heading == OWN_WORDS:
            parts.append(f"## {heading}\n\n{', '.join(f'`{name}`' for name in names)}, so that no other import is needed.\n")
            continue
        parts.append(f"## {heading}\n")
        parts += [_entry(name, examples.get(name, "")) for name in names]
    script = (scribe.__doc__ or "").partition("\n\n")[2]
    parts += [PLAY, f"```\n{script.strip()}\n```\n", OTHERS]
    parts += [f"{_table(door)}\n" for door in OTHER_DOORS]
    return "\n".join(parts)


def _entry(name: str, example: str) -> str:
    return f"### `{name}{_takes(getattr(author, name))}`\n\n{_sentence(author, name)}\n\n```python\n{example}```\n"


def _table(door: Any) -> str:
    """What another door has, a line each."""
    short = door.__name__.rpartition(".")[2]
    names = getattr(door, "__all__", None) or [
        name for name, one in vars(door).items() if getattr(one, "__module__", "") == door.__name__ and name[0] != "_"
    ]
    rows = [f"| `{name}` | {said} |" for name in names if (said := _sentence(door, name))]
    return "\n".join([f"**`{short}`**: {_first(door.__doc__ or '')}\n", "| name | |", "|---|---|", *rows])


def _takes(one: Any) -> str:
    """What a function or a value takes, by name."""
    if one is author.rule or one is author.subrule:
        return "(*lenses)"
    names = getattr(one, "_fields", None)
    if names is None and inspect.isfunction(one):
        names = [_said(parameter) for parameter in inspect.signature(one).parameters.values() if parameter.name != "gone"]
    return f"({', '.join(names)})" if names else ""


def _said(parameter: inspect.Parameter) -> str:
    star = (
        "*"
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL
        else "**"
        if parameter.kind is inspect.Parameter.VAR_KEYWORD
        else ""
    )
    return f"{star}{parameter.name}"


def _sentence(door: Any, name: str) -> str:
    """What is said of a name where it is defined: its docstring's beginning, or the remark beside it."""
    one = getattr(door, name)
    if inspect.isclass(one) or hasattr(one, "__wrapped__") or isinstance(one, FunctionType | Rule):
        return _first(one.__doc__ or "")
    remark = re.search(rf"^{name}(?:: [^=]+)? = .*?#\s*(.+)$", _source(door, name), re.MULTILINE)
    said = remark[1] if remark else ""
    return said[:1].upper() + said[1:] + "." if said else ""


def _source(door: Any, name: str) -> str:
    """The file in which a name stands, whether the door defines it or has it from elsewhere."""
    for node in ast.parse(inspect.getsource(door)).body:
        if isinstance(node, ast.ImportFrom) and node.module and any(one.name == name for one in node.names):
            return inspect.getsource(import_module(node.module))
    return inspect.getsource(door)


def _first(text: str) -> str:
    """The first paragraph, in one line."""
    return " ".join(inspect.cleandoc(text).split("\n\n")[0].split())


def examples_of(text: str) -> dict[str, str]:
    """The examples that a page has, by name."""
    return dict(EXAMPLE.findall(text))


def missing(text: str) -> Iterator[str]:
    """What nobody has written yet."""
    found = examples_of(text)
    for heading, names in groups().items():
        for name in names if heading != OWN_WORDS else ():
            if not _sentence(author, name):
                yield f"{name}: no docstring, and no remark beside it"
            if not found.get(name):
                yield f"{name}: no example in docs/author.md"


def main() -> int:
    """Write the page; with --check, only say whether it is up to date."""
    was = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    now = page(examples_of(was))
    if "--check" not in sys.argv:
        PAGE.write_text(now, encoding="utf-8")
    elif was != now:
        print("out of date: docs/author.md; run python tools/door.py")
        return 1
    if lacking := list(missing(now)):
        print("\n".join(lacking))
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
