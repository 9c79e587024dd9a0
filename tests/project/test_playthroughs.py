"""Golden playthroughs: none is missing, each is told as it stands. `fatewright check GAME --write` writes them anew."""

import pytest

from fatewright.kit.scribe import regenerated
from fatewright.systems.spec import games

PLAYABLE = {name: system for name, system in games().items() if system.kinds}


def test_there_is_a_game_to_play():
    assert "lanterns" in PLAYABLE


TOLD = [(system, file) for system in PLAYABLE.values() for file in sorted(system.folder.glob("play*.txt"))]


@pytest.mark.parametrize("system", PLAYABLE.values(), ids=PLAYABLE)
def test_every_game_has_a_playthrough(system):
    assert (system.folder / "play.txt").exists()


@pytest.mark.parametrize(("system", "file"), TOLD, ids=[f"{system.id} {file.name}" for system, file in TOLD])
def test_a_game_is_told_as_its_playthrough_says_to_every_viewer(system, file):
    text = file.read_text(encoding="utf-8")
    assert regenerated(system, text) == text
    assert text.count("\n== ") == len({line.split()[1] for line in text.splitlines() if line.startswith("== ")}) >= 3
