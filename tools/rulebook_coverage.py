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


class Span(NamedTuple):
    """Lines of one file."""

    file: str
    first: int
    last: int


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


def definitions(file: Path) -> Iterator[tuple[ast.FunctionDef | ast.ClassDef, Span, str]]:
    """Functions and classes of a file, with their lines and source."""
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            last = node.end_lineno or first
            yield node, Span(str(file), first, last), "\n".join(lines[first - 1 : last])


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
        for node, _, source in definitions(file):
            if node.name.startswith("test") and _asserts(node):
                cited = citations(source)
                test = Test(f"{file.name}::{node.name}", numbers(source), len(cited) > MOST)
                for id in cited:
                    found[id].append(test)
    return found


def _asserts(test: ast.AST) -> bool:
    """Whether something can be wrong in it: an `assert`, or an error that must come."""
    names = {node.attr for node in ast.walk(test) if isinstance(node, ast.Attribute)}
    return "raises" in names or any(isinstance(node, ast.Assert) for node in ast.walk(test))


def defining_code() -> dict[str, list[Span]]:
    """For each id the code whose docstring cites it."""
    found = defaultdict(list)
    for file in SOURCE.rglob("*.py"):
        for node, span, _ in definitions(file):
            for id in citations(ast.get_docstring(node) or ""):
                found[id].append(span)
    return found


def citing_spans(file: Path) -> list[Span]:
    """The functions and classes of a file whose docstrings cite a paragraph."""
    return [span for node, span, _ in definitions(file) if citations(ast.get_docstring(node) or "")]


class Ran:
    """Which tests ran which functions."""

    def __init__(self, folder: Path) -> None:
        self._tests: dict[tuple[str, int], set[str]] = defaultdict(set)  # by file and line of what they ran
        for file in folder.glob("*.json"):
            noted = json.loads(file.read_text(encoding="utf-8"))
            for test, places in noted["ran"].items():
                path, _, case = test.partition("::")
                for place in places:
                    self._tests[tuple(noted["places"][place])].add(f"{Path(path).name}::{case}")

    def within(self, spans: list[Span]) -> set[str]:
        """The cases of tests that ran some of this, and the tests that they are cases of."""
        wanted = {(span.file, line) for span in spans for line in range(span.first, span.last + 1)}
        cases = {case for place in wanted & self._tests.keys() for case in self._tests[place]}
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
            ran_by = ran.within(code[id])
            return any(is_run(id, test, ran_by) for test in tests[id])
        text = rulebook.paragraph(id).text
        figures = numbers(text)
        ran_by = ran.within([span for rule in citations(text) for span in code[rule]])
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
            if args.missing:
                print("\n".join(f"  {id}: not exercised" for id in ids if id in mine - done))
        print(f"{game}: {', '.join(figures)}")
    print(f"{len(done)}/{len(ids)} ids exercised")
    return int(len(done) < len(ids))


if __name__ == "__main__":
    sys.exit(main())
