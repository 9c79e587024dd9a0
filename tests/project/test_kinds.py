"""Where the kinds of questions are listed: whoever adds one goes to these places, and to no other."""

import ast
import re
from pathlib import Path

from fatewright.core.rule.ask import KINDS

ROOT = Path(__file__).parents[2]
PLACES = [
    "src/fatewright/core/rule/ask.py",
    "src/fatewright/systems/author.py",
    "ui/src/controls/Control.svelte",
    "ui/src/controls/answers.ts",
]
MANY = 4  # kinds that a file names, as classes or as ways to ask: slots and sheets have fewer


def named_in_python(file):
    """The kinds that code names, whether as a class or by the word with which a rule asks."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    made = {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    return {kind for kind, one in KINDS.items() if {kind, one.__name__} & (imported | made)}


def named_on_the_page(file):
    """The kinds that a part of the page names: as a key of a table, or as a text."""
    text = file.read_text(encoding="utf-8")
    return {
        kind for kind in KINDS if re.search(rf"""^\s*{kind}: |kind [!=]== ["']{kind}["']|case ["']{kind}["']""", text, re.M)
    }


def test_the_places_that_list_kinds_of_questions_are_known():
    games = {folder.parent for folder in (ROOT / "src/fatewright/systems").glob("*/system.toml")}
    code = [file for file in (ROOT / "src/fatewright").rglob("*.py") if games.isdisjoint(file.parents)]
    page = [file for file in (ROOT / "ui/src").rglob("*.*") if file.suffix in (".ts", ".svelte")]
    page = [file for file in page if ".test." not in file.name and file.name != "protocol.ts"]  # which is written from the code
    found = [file for file in code if len(named_in_python(file)) >= MANY]
    found += [file for file in page if len(named_on_the_page(file)) >= MANY]
    assert sorted(str(file.relative_to(ROOT)) for file in found) == PLACES


def test_whoever_works_on_it_is_told_of_them():
    said = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    row = next(line for line in said.splitlines() if line.startswith("| a kind of question |"))
    assert sorted(re.findall(r"`(\w+/[\w/.]+)`", row.split("|")[2])) == PLACES
