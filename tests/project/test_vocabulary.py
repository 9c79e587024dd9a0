"""One word, one meaning: no two classes have the same name (decision 0040)."""

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src/fatewright"
WIRE = SOURCE / "web/wire"  # its names are those of what it carries; elsewhere they stand behind `wire.`
STORED = {  # names of two classes all the same: each stands in fingerprints of questions that wait in somebody's table
    "Order": {"core/rule/ask.py", "systems/avitch/mechanics/draws.py"},
}


def classes(files):
    """Where each name of a class stands."""
    found = defaultdict(list)
    for file in sorted(files):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(str(file.relative_to(SOURCE)))
    return found


def in_the_house():
    return (file for file in SOURCE.rglob("*.py") if not file.is_relative_to(WIRE))


def test_the_name_of_a_class_names_one_class():
    double = {name: set(places) for name, places in classes(in_the_house()).items() if len(places) > 1}
    assert double == STORED
    assert {name: places for name, places in classes(WIRE.rglob("*.py")).items() if len(places) > 1} == {}


def test_what_goes_over_the_wire_is_named_with_the_wire():
    bare = [
        f"{file.relative_to(SOURCE)}, line {node.lineno}"
        for file in in_the_house()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fatewright.web.wire")
    ]
    assert bare == []
