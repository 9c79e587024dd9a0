"""The project's own promises: what is named is there, what is there is named, the rulebook whole, a version that fits."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from packaging.version import Version

from fatewright import __version__, cli, rulebook
from fatewright.core.rule.notation import DAMAGE, parse

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
        is_list = "systems" in here.parts[:-1] or here.name == "kit"  # there, names of files stand without their ending
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


def test_no_example_of_a_law_is_timed():
    assert settings.default.deadline is None
    assert HealthCheck.too_slow in settings.default.suppress_health_check
    timed = [file.name for file in (ROOT / "tests").rglob("*.py") if "deadline=" in file.read_text(encoding="utf-8")]
    assert sorted(timed) == ["conftest.py", Path(__file__).name]


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


def test_nothing_is_asked_for_forms_sake():
    """A verb or a rule that asks nothing is a plain function; `certain` alone makes of an outcome what may ask."""
    found = [
        str(file.relative_to(ROOT))
        for file in sorted((ROOT / "src").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.YieldFrom) and ast.unparse(node.value) == "()"
    ]
    assert found == ["src/fatewright/core/rule/rule.py"]


TAKEN_APART = {"partition", "rpartition", "split", "rsplit", "startswith", "endswith", "removeprefix", "removesuffix"}
TAKEN_APART |= {"match", "search", "fullmatch", "findall", "finditer"}
READ_IN_TEXT = {  # where texts are taken apart all the same, and why nothing else would do
    "kit/conduct.py questions_are_sound": "whom a question is for",
    "kit/scribe.py": "the format of play.txt",
    "kit/telling.py quoted": "what somebody said, in a line that was written before lines had parts",
    "systems/called.py Names": "the field that a problem of a sheet begins with",
    "systems/columns.py _column": "signs of dice in a cell",
    "systems/defects.py": "the keys of a file",
    "systems/faults.py function_faults": "what the house itself says of a function",
    "systems/forms.py": "a number that somebody types",
    "systems/moment_of_truth/combat/fights.py _named": "names that somebody types",
    "systems/moment_of_truth/characters/sheets.py creation": "one of many, of a noun",
    "systems/names.py": "names that people give themselves",
    "systems/paper.py": "names and texts for a page",
    "systems/toml.py": "the format of TOML",
    "systems/triumph_and_disaster/combat/damage.py dealt": "dice notation",
    "systems/triumph_and_disaster/combat/damage.py exempt_types": "a dial whose words a group may change",
    "systems/triumph_and_disaster/characters/sheets.py _warnings": "one of many, of a noun",
    "systems/twist_of_fate/magic/casting.py _traits": "several words in one cell of a sheet",
    "systems/twist_of_fate/combat/ground.py square_of": "a square in the name of a fact",
    "systems/twist_of_fate/characters/prices.py": "what somebody would like to learn, as they write it",
    "systems/twist_of_fate/characters/skills.py": "specializations, as people write them",
    "systems/walk.py": "names of files and modules",
}


def texts_taken_apart(tree):
    """Where a text is taken apart, and in which function of the file."""
    for outer in tree.body:
        given = [arg for args in ast.walk(outer) if isinstance(args, ast.arguments) for arg in (*args.args, *args.kwonlyargs)]
        texts = {arg.arg for arg in given if arg.annotation and ast.unparse(arg.annotation) == "str"}
        for node in ast.walk(outer):
            match node:
                case ast.Call(func=ast.Attribute(attr=attr), args=args) if attr in TAKEN_APART and args:
                    yield getattr(outer, "name", ""), node.lineno
                case ast.Compare(
                    left=ast.Constant(value=str()), ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)]
                ) if name in texts:
                    yield getattr(outer, "name", ""), node.lineno


def test_no_outcome_and_no_answer_is_read_out_of_a_text():
    """What was told or answered is looked up among what could be: words can change, and a name may have any letters in it."""
    needed, found = set(), []
    for file in (file for room in ("kit", "systems") for file in sorted((ROOT / "src/fatewright" / room).rglob("*.py"))):
        path = str(file.relative_to(ROOT / "src/fatewright"))
        for name, line in texts_taken_apart(ast.parse(file.read_text(encoding="utf-8"))):
            if listed := {path, f"{path} {name}"} & set(READ_IN_TEXT):
                needed |= listed
            else:
                found.append(f"{path}, line {line}, in {name}")
    assert found == []
    assert needed == set(READ_IN_TEXT)
    told = "def f(told: str):\n    return 'critically' in told or told.split(', ')\n    told.split()"
    assert list(texts_taken_apart(ast.parse(told))) == [("f", 2), ("f", 2)]
