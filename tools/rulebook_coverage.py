"""Which ids of the rulebooks do the tests exercise?

    python tools/rulebook_coverage.py [--missing] [--game MOT]

Reads the coverage file of a run with contexts (`make test` leaves one). A rule or option is exercised when a test that cites
its id ran a line of a function or class whose docstring cites it, or when a game's data file cites it and a citing test ran
code of that game. Gaps, rulings and worked examples are exercised when a citing test ran code of their game.
"""

import ast
import re
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import coverage

from fatewright import rulebook

ROOT = Path(__file__).resolve().parent.parent
SOURCE, TESTS = ROOT / "src", ROOT / "tests"
KINDS = ("rules", "gaps", "rulings", "examples")
CITED = re.compile(r"\b[A-Z]{3}-[A-Z0-9]+(?:\.[A-Z0-9]+)*\b")


class Span(NamedTuple):
    """Lines of one file."""

    file: str
    first: int
    last: int


def citations(text: str) -> set[str]:
    """The ids that a text cites."""
    return set(CITED.findall(text))


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


def citing_tests() -> dict[str, set[str]]:
    """For each id the tests that cite it."""
    found = defaultdict(set)
    for file in TESTS.rglob("test_*.py"):
        for node, _, source in definitions(file):
            if node.name.startswith("test"):
                for id in citations(source):
                    found[id].add(f"{file.name}::{node.name}")
    return found


class Ran:
    """Which tests ran which lines."""

    def __init__(self, file: Path) -> None:
        data = coverage.CoverageData(str(file))
        data.read()
        self.lines = {measured: data.contexts_by_lineno(measured) for measured in data.measured_files()}

    def within(self, span: Span) -> set[str]:
        lines = self.lines.get(span.file, {})
        contexts = (context for line, ran in lines.items() if span.first < line <= span.last for context in ran)
        return {context.split("|")[0].split("[")[0].rsplit("/", 1)[-1] for context in contexts}

    def of_folders(self, folders: set[Path]) -> set[str]:
        files = [file for file in self.lines if any(folder in Path(file).parents for folder in folders)]
        return set().union(*(self.within(Span(file, 0, sys.maxsize)) for file in files))


def exercised(ids: dict[str, str], ran: Ran) -> set[str]:
    """The ids that a citing test really ran."""
    spans: dict[str, list[Span]] = defaultdict(list)
    data: dict[str, set[Path]] = defaultdict(set)
    homes: dict[str, set[Path]] = defaultdict(set)
    for file in SOURCE.rglob("*.py"):
        for node, span, _ in definitions(file):
            for id in citations(ast.get_docstring(node) or ""):
                spans[id].append(span)
                homes[id[:3]].add(file.parent)
    for file in SOURCE.rglob("*.toml"):
        for id in citations(file.read_text(encoding="utf-8")):
            data[id].add(file.parent)
            homes[id[:3]].add(file.parent)
    of_game = {game: ran.of_folders(folders) for game, folders in homes.items()}
    tests = citing_tests()

    def is_exercised(id: str, kind: str) -> bool:
        mine = tests.get(id, set())
        in_game = bool(mine & of_game.get(id[:3], set()))
        if kind == "rules":
            return any(mine & ran.within(span) for span in spans[id]) or (bool(data[id]) and in_game)
        return in_game

    return {id for id, kind in ids.items() if is_exercised(id, kind)}


def main() -> int:
    """Print the figures per game."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--missing", action="store_true", help="list the ids that are not exercised")
    parser.add_argument("--game", default="", help="one prefix only, such as MOT")
    args = parser.parse_args()
    ids = {id: kind for id, kind in wanted().items() if id.startswith(args.game)}
    done = exercised(ids, Ran(ROOT / ".coverage"))
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
    return 0


if __name__ == "__main__":
    sys.exit(main())
