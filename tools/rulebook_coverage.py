"""Which ids of the rulebooks do the tests exercise?

    python tools/rulebook_coverage.py [--missing] [--game MOT]

Reads what `make test` has noted down (`tests/marks.py`), and fails if an id is not exercised.

A rule, option, gap or ruling is exercised when a test that cites its id ran a function whose docstring cites it, or stands
within what cites it. A worked example is exercised when a test that cites it says most of its numbers and ran code that cites
a rule which the example names.

Only a test that asserts something itself counts. One that cites more than eight ids counts only if it is a table of cases,
one id in the name of each, and then for the cases that ran.
"""

import ast
import json
import re
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fatewright import rulebook

ROOT = Path(__file__).resolve().parent.parent
SOURCE, TESTS, NOTED = ROOT / "src", ROOT / "tests", ROOT / ".rules"
KINDS = ("rules", "gaps", "rulings", "examples")
CITED = re.compile(r"\b[A-Z]{3}-[A-Z0-9]+(?:\.[A-Z0-9]+)*\b")
NUMBER = re.compile(r"\d+")
MOST = 8  # ids that one test can be about


Place = tuple[str, str]  # a file, and the name of a function in it


class Test(NamedTuple):
    """A test that cites ids."""

    name: str  # file and function, without its case
    numbers: frozenset[str]  # all that its source says
    is_by_case: bool  # it counts for an id in the case of that name alone


def citations(text: str) -> set[str]:
    """The ids that a text cites."""
    return set(CITED.findall(text))


def numbers(text: str) -> frozenset[str]:
    """The numbers in a text that tell it from others; those of ids are none."""
    return frozenset(NUMBER.findall(CITED.sub("", text))) - {"0", "1", "2"}


def citing(
    tree: ast.AST, within: str = "", cited: frozenset[str] = frozenset()
) -> Iterator[tuple[str, ast.FunctionDef, set[str]]]:
    """The functions whose docstrings cite a paragraph, or those of what they stand in: name, definition, ids."""
    for node in ast.iter_child_nodes(tree):
        name, ids = within, cited
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name, ids = f"{within}.{node.name}".lstrip("."), cited | citations(ast.get_docstring(node) or "")
            if ids and isinstance(node, ast.FunctionDef):
                yield name, node, set(ids)
        yield from citing(node, name, ids)


def wanted() -> dict[str, str]:
    """Every id that must be exercised, and its kind."""
    kinds = {"rule": "rules", "option": "rules", "gap": "gaps"}
    found = {}
    for file in rulebook.ledgers():
        for id, paragraph in rulebook.ledger(file).items():
            number = id.split("-", 1)[1]
            kind = "examples" if number.startswith("X.") else "rulings" if number.startswith("R.") else kinds.get(paragraph.tag)
            if kind:
                found[id] = kind
    return found


def citing_tests() -> dict[str, list[Test]]:
    """For each id the tests that cite it, of those that assert something."""
    found = defaultdict(list)
    for file in TESTS.rglob("test_*.py"):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test") and _asserts(node):
                source = _source(text, node)
                cited = citations(source)
                test = Test(f"{file.name}::{node.name}", numbers(source), len(cited) > MOST)
                for id in cited:
                    found[id].append(test)
    return found


def _source(text: str, test: ast.FunctionDef) -> str:
    """What a test says, its cases included."""
    first = min([test.lineno, *(decorator.lineno for decorator in test.decorator_list)])
    return "\n".join(text.splitlines()[first - 1 : test.end_lineno])


def _asserts(test: ast.AST) -> bool:
    """Whether something can be wrong in it: an `assert`, or an error that must come."""
    names = {node.attr for node in ast.walk(test) if isinstance(node, ast.Attribute)}
    return "raises" in names or any(isinstance(node, ast.Assert) for node in ast.walk(test))


def defining_code() -> dict[str, set[Place]]:
    """For each id the code that cites it."""
    found = defaultdict(set)
    for file in SOURCE.rglob("*.py"):
        for name, _, ids in citing(ast.parse(file.read_text(encoding="utf-8"))):
            for id in ids:
                found[id].add((str(file), name))
    return found


class Ran:
    """Which tests ran which functions."""

    def __init__(self, folder: Path) -> None:
        self._tests: dict[Place, set[str]] = defaultdict(set)
        for file in folder.glob("*.json"):
            noted = json.loads(file.read_text(encoding="utf-8"))
            for test, places in noted["ran"].items():
                path, _, case = test.partition("::")
                for place in places:
                    self._tests[tuple(noted["places"][place])].add(f"{Path(path).name}::{case}")

    def any_of(self, code: set[Place]) -> set[str]:
        """The cases of tests that ran some of this, and the tests that they are cases of."""
        cases = {case for place in code & self._tests.keys() for case in self._tests[place]}
        return cases | {case.split("[")[0] for case in cases}


def exercised(ids: dict[str, str], ran: Ran) -> set[str]:
    """The ids that a citing test really ran."""
    tests, code = citing_tests(), defining_code()

    def is_run(id: str, test: Test, ran_by: set[str]) -> bool:
        if not test.is_by_case:
            return test.name in ran_by
        return any(case.startswith(f"{test.name}[") and id in citations(case) for case in ran_by)

    def is_exercised(id: str, kind: str) -> bool:
        if kind != "examples":
            ran_by = ran.any_of(code[id])
            return any(is_run(id, test, ran_by) for test in tests[id])
        text = rulebook.paragraph(id).text
        figures = numbers(text)
        ran_by = ran.any_of({place for rule in citations(text) for place in code[rule]})
        return any(is_run(id, test, ran_by) and 2 * len(test.numbers & figures) >= len(figures) for test in tests[id])

    return {id for id, kind in ids.items() if is_exercised(id, kind)}


def main() -> int:
    """Print the figures per game; zero if nothing is missing."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--missing", action="store_true", help="list the ids that are not exercised")
    parser.add_argument("--game", default="", help="one prefix only, such as MOT")
    args = parser.parse_args()
    ids = {id: kind for id, kind in wanted().items() if id.startswith(args.game)}
    done = exercised(ids, Ran(NOTED))
    for game in sorted({id[:3] for id in ids}):
        figures = []
        for kind in KINDS:
            mine = {id for id, its in ids.items() if its == kind and id.startswith(game)}
            if mine:
                figures.append(f"{kind} {len(mine & done)}/{len(mine)}")
            for id in sorted(mine - done) if args.missing else ():
                print(f"  {id}: not exercised")
        print(f"{game}: {', '.join(figures)}")
    print(f"{len(done)}/{len(ids)} ids exercised")
    return int(len(done) < len(ids))


if __name__ == "__main__":
    sys.exit(main())
