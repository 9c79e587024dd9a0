"""The author's door: built-in games come in through it, as home-made ones do (decision 0039)."""

import ast
from pathlib import Path

import pytest

from fatewright.systems import author

ROOT = Path(__file__).parents[2]
SYSTEMS = ROOT / "src/fatewright/systems"
GAMES = sorted(file.parent.name for file in SYSTEMS.glob("*/__init__.py"))
DOORS = ("author", "turns", "sides", "own_dice", "foresight")  # but for the first, for games that want more than most


def imported(file):
    """The modules of ours from which a file takes something."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            whole = f"{'.' * node.level}{node.module or ''}"
            yield from (f"{whole}.{one.name}" for one in node.names) if whole == "fatewright.systems" else [whole]
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_takes_what_it_needs_at_the_door(game):
    doors = {f"fatewright.systems.{one}" for one in (*DOORS, game)}
    found = {
        f"{file.name}: {module}"
        for file in sorted((SYSTEMS / game).rglob("*.py"))
        for module in imported(file)
        if module.startswith("fatewright") and module not in doors and not module.startswith(f"fatewright.systems.{game}.")
    }
    assert found == set()


def test_whatever_stands_in_the_door_is_there_once():
    assert len(author.__all__) == len(set(author.__all__))
    assert [name for name in author.__all__ if not hasattr(author, name)] == []
