"""The rooms: what each has for the others is what its `__all__` says, and the drawing of the house shows every file (0040)."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/fatewright"
ROOMS = ("core", "core.rule", "core.table", "lab", "systems", "kit", "server", "web")
DRAWN_AS_ONE = ("cli", "web/wire")  # folders whose files are all of a kind
DRAWING = re.search(r"```\n(src/fatewright/\n.*?)```", (ROOT / "docs/architecture.md").read_text(encoding="utf-8"), re.DOTALL)[
    1
]


def dotted(file):
    return ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


FILES = sorted(SOURCE.rglob("*.py"))
GAMES = tuple(f"systems.{file.parent.name}" for file in sorted(SOURCE.glob("systems/*/system.toml")))
MODULES = {dotted(file) for file in FILES}


def room_of(module):
    """The innermost room in which a module stands; a game is one of its own."""
    around = [room for room in (*ROOMS, *GAMES) if module == room or module.startswith(f"{room}.")]
    return max(around, key=len, default=module.partition(".")[0])


def taken(tree):
    """The modules of ours from which some code takes something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fatewright"):
            home = node.module.removeprefix("fatewright").removeprefix(".")
            for one in node.names:
                whole = f"{home}.{one.name}".removeprefix(".")
                yield whole if whole in MODULES else home


def taken_by_others():
    """For each room the modules from which other rooms take something."""
    found = defaultdict(set)
    for file in FILES:
        for module in taken(ast.parse(file.read_text(encoding="utf-8"))):
            if module in MODULES and (room := room_of(module)) != room_of(dotted(file)) and module != room:
                found[room].add(module.removeprefix(f"{room}."))
    return found


TAKEN = taken_by_others()


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_it_has_for_the_others(room):
    """If not: whoever takes something new from a room adds the file to its `__all__`, if it is meant for others."""
    tree = ast.parse((SOURCE / room.replace(".", "/") / "__init__.py").read_text(encoding="utf-8"))
    said = [ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign)]
    assert said == [sorted(TAKEN[room])]


@pytest.mark.parametrize("game", GAMES)
def test_nobody_looks_into_a_game(game):
    assert TAKEN[game] == set()


def drawn():
    """The lines about each folder in the drawing: its own, and those of its files."""
    around, found = [(-1, ROOT)], defaultdict(str)
    for line in DRAWING.splitlines():
        depth = len(line) - len(line.lstrip())
        around = [(level, folder) for level, folder in around if level < depth]
        if heading := re.match(r" *([\w/]+)/", line):
            above = around[-1][1] if depth else ROOT
            around.append((depth, above / heading[1]))
        found[around[-1][1]] += f"{line}\n"
    return found


def test_every_file_is_in_the_drawing_of_the_house():
    lines = drawn()
    missing = []
    for file in FILES:
        folder = str(file.parent.relative_to(SOURCE))
        if file.name.startswith("__") or folder in DRAWN_AS_ONE:
            continue
        is_list = folder.startswith(("systems/", "kit"))  # there, names of files stand without their ending
        sign = rf"\b{file.stem}\b" if is_list else rf"\b{re.escape(file.name)}"
        if not re.search(sign, lines[file.parent]):
            missing.append(f"{folder}/{file.name}")
    assert missing == []


def test_every_place_of_the_page_is_in_the_drawing_and_there():
    page = re.search(r"^ui/src/(.*?)^tests/", DRAWING, re.DOTALL | re.MULTILINE)[1]
    source = ROOT / "ui/src"
    places = {file.relative_to(source).parts[0] for file in source.rglob("*.*") if file.parent != source}
    assert set(re.findall(r"(?:^| {2})(\w+)/", page, re.MULTILINE)) == places
