"""The files of a game stand by the chapters of its book, and the order of acts does not know of it (decision 0040)."""

from importlib import import_module
from pathlib import Path

import pytest

from fatewright.systems.spec import BUILT_IN, from_folder
from fatewright.systems.walk import files_of, package_in

GAMES = sorted(file.parent.name for file in BUILT_IN.glob("*/__init__.py"))


@pytest.mark.parametrize("game", GAMES)
def test_every_file_of_a_game_is_read_in_the_order_of_names(game):
    package = import_module(f"fatewright.systems.{game}")
    chapters = getattr(package, "CHAPTERS", ())
    assert sorted(chapters) == sorted(file.parent.name for file in (BUILT_IN / game).glob("*/__init__.py"))
    names = [file.name for file in files_of(BUILT_IN / game, chapters)]
    assert names == sorted(file.name for file in (BUILT_IN / game).rglob("*.py") if file.name != "__init__.py")
    assert len(names) == len(set(names))
    read = [Path(module.__file__).name for module in package_in(BUILT_IN / game, f"fatewright.systems.{game}")]
    assert read == names


def test_folders_of_a_home_made_game_are_its_own_affair(tmp_path):
    (tmp_path / "system.toml").write_text((BUILT_IN / "lanterns/system.toml").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "rules.py").write_text((BUILT_IN / "lanterns/rules.py").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "notes/unfinished.py").write_text("this is no Python", encoding="utf-8")
    assert "dare" in from_folder(tmp_path).game.verbs
