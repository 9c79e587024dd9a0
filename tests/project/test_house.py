"""The project's own promises: what is named is there, what is there is named, the rulebook whole, a version that fits."""

import ast
import re
from pathlib import Path

import pytest
from packaging.version import Version

from fatewright import __version__, cli, rulebook
from fatewright.core.notation import DAMAGE, parse

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_is_named_in_the_tour(command):
    tour = (ROOT / "docs/tour.md").read_text(encoding="utf-8")
    assert f"fatewright {command}" in tour or f"make {command}" in tour


def test_what_contributors_are_told_to_touch_is_there():
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = [row for row in page.splitlines() if row.startswith("| ")]
    assert {"a dial", "a verb", "a screen", "a message", "a language", "a game"} <= {row.split("|")[1].strip() for row in rows}
    paths = {path for row in rows for path in re.findall(r"`([a-z]+/[^` ]*)`", row)}
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []


def test_every_file_in_the_drawing_of_the_house_is_there():
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    drawing = re.search(r"```\n(src/fatewright/\n.*?)```", page, re.DOTALL)[1]
    around, found, missing = [(-1, ROOT)], 0, []
    for line in drawing.splitlines():
        depth = len(line) - len(line.lstrip())
        around = [(level, folder) for level, folder in around if level < depth]
        if heading := re.match(r" *([\w/]+)/", line):
            around.append((depth, around[-1][1] / heading[1]))
        here = around[-1][1]
        is_list = here.parent.name == "systems" or here.name == "kit"  # there, names of files stand without their ending
        names = [*re.findall(r"\w+\.py", line), *(f"{name}.py" for name in re.findall(r"(\w+)[,;]", line) if is_list)]
        missing += [f"{here.name}/{name}" for name in names if not (here / name).exists()]
        found += len(names)
    assert missing == []
    assert found > 150


def test_every_example_of_the_notation_page_parses():
    page = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| `")]
    examples = [example for row in rows for example in re.findall(r"`([^`]+)`", row[1])]
    assert len(examples) >= 17
    for example in examples:
        parse(example)


def test_every_damage_type_is_on_the_notation_page():
    page = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
    assert [name for sign, name in DAMAGE.items() if f"`{name}` {sign}" not in page] == []


def test_the_rulebooks_are_whole():
    tagged = [paragraph for file in rulebook.ledgers() for paragraph in rulebook.ledger(file).values()]
    assert {paragraph.id[:3] for paragraph in tagged} == {"MOT", "TOF", "MOM", "AVI", "TAD"}
    assert all(paragraph.text for paragraph in tagged)
    assert len(tagged) > 1284


@pytest.mark.parametrize("lock", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda lock: lock.name)
def test_lock_files_name_no_address(lock):
    assert re.findall(r"https?://|--index|--find-links", lock.read_text(encoding="utf-8")) == []


def test_the_version_is_the_newest_release_or_comes_after_it():
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased, *releases = re.findall(r"^## (.+)$", log, re.MULTILINE)
    assert unreleased == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", release) for release in releases)
    ours, newest = Version(__version__), Version(releases[0].split()[0])
    assert ours == newest or (ours.is_devrelease and ours > newest)


def unreachable(tree):
    """Statements that no run comes to: behind a return, a raise, a break or a continue."""
    for node in ast.walk(tree):
        for body in (getattr(node, part, None) for part in ("body", "orelse", "finalbody")):
            for before, after in zip(body or (), (body or ())[1:], strict=False) if isinstance(body, list) else ():
                if isinstance(before, ast.Return | ast.Raise | ast.Break | ast.Continue):
                    yield after


def test_no_statement_is_out_of_reach():
    """A `yield` behind a return makes a generator of what asks nobody: a verb is a plain function then."""
    found = [
        f"{file.relative_to(ROOT)}, line {node.lineno}"
        for file in sorted((ROOT / "src").rglob("*.py"))
        for node in unreachable(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert found == []
    assert [node.lineno for node in unreachable(ast.parse("def f():\n    return 1\n    yield"))] == [3]
