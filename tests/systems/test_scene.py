"""The scene in which a newcomer tries a game: what a folder may say of it, what is wrong with one, and how it is set out."""

import re

import pytest

from fatewright.chance import seeded_dice
from fatewright.cli import main
from fatewright.core.table import Table
from fatewright.kit.stage import no_dice
from fatewright.systems.forms import BadSystem
from fatewright.systems.scene import STEP, YOU, scene_of, set_out
from fatewright.systems.spec import BUILT_IN, from_folder, games

SYSTEMS = games()
SCENE = """
[try]
title = "A door"
text = "There is a door."
ends = "It was a door."
you = "Ana"
people = [{ name = "Ana", kind = "hero" }, { name = "Bo", kind = "rogue", seat = "Bo" }, { name = "the cat", kind = "rogue" }]
steps = [{ says = "Try it.", verb = "try-it", args = { who = "Ana", difficulty = 2 }, asks = { luck = "Spend it." } }]
"""


@pytest.fixture
def folder(tmp_path):
    """A game as `fatewright new` writes it."""
    assert main(["new", "our-game", "--in", str(tmp_path)]) == 0
    return tmp_path / "our-game"


def said(folder, text):
    file = folder / "system.toml"
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")
    return from_folder(folder)


def test_a_scene_is_read_with_its_people_and_steps(folder):
    scene = scene_of(said(folder, SCENE))
    assert [(one.name, one.seat) for one in scene.people] == [("Ana", "Ana"), ("Bo", "Bo"), ("the cat", "Game master")]
    assert scene.seats(has_gm=True) == {"Ana": "player", "Bo": "player", "Game master": "gm"}
    assert [(step.seat, step.verb, step.asks) for step in scene.steps] == [("Ana", "try-it", {"luck": "Spend it."})]


def test_a_game_that_says_nothing_has_a_plain_scene_with_its_first_two_kinds(folder):
    system = from_folder(folder)
    scene = scene_of(system)
    assert [(one.name, one.kind, one.seat) for one in scene.people] == [
        ("Hero", "hero", "Hero"),
        ("Rogue", "rogue", "Game master"),
    ]
    assert [(step.says, step.seat, step.verb) for step in scene.steps] == [("", "Hero", "")] * 3
    table = Table(set_out(system, scene, no_dice))
    assert table.seats() == ["Hero", "Game master"]
    assert (table.view("Hero").facts[YOU], table.view("Hero").facts[STEP]) == ("Hero", 0)


def test_a_game_with_nobody_in_it_cannot_be_tried(folder):
    system = from_folder(folder)
    assert scene_of(system._replace(kinds={})) is None


@pytest.mark.parametrize(
    ("found", "instead", "sentence"),
    [
        ('title = "A door"\n', "", "try.title: missing, expected a text"),
        ('title = "A door"', "titel = 1\ntitle = 'A'", "try.titel: unknown; expected one of title, text, ends"),
        ('says = "Try it.", ', "", "try.steps[0].says: missing, expected a text"),
        ('"Spend it."', "2", "try.steps[0].asks.luck: found 2, expected a text"),
        ('kind = "hero"', "kind = 7", "try.people[0].kind: found 7, expected a text"),
        (re.compile("steps = .*"), "steps = []", "try.steps: found [], expected at least one"),
        ('you = "Ana"', 'you = "Cy"', "try.you: found 'Cy', expected one of the people: Ana, Bo, the cat"),
        ('kind = "hero"', 'kind = "dragon"', "try.people[0].kind: found 'dragon', expected one of hero, rogue"),
        ('name = "Bo"', 'name = "Ana"', "try.people[1].name: there are two called Ana"),
        ('name = "Bo"', 'name = "B:o"', "try: 'B:o' is not a name for a seat"),
        ('kind = "hero" }', 'kind = "hero", values = { wit = 2 } }', "try.people[0].values.wit: the game has no such field"),
        ('verb = "try-it"', 'verb = "fly"', "try.steps[0].verb: found 'fly', which Ana cannot do here"),
        ('verb = "try-it"', 'seat = "Cy", verb = "try-it"', "try.steps[0].seat: found 'Cy', expected one of Ana, Bo"),
        (", difficulty = 2", "", "try.steps[0].args: found who, expected difficulty, who"),
        ('you = "Ana"', 'you = "Ana"\ndials = { odds = 3 }', "try.dials.odds: found 3, expected one of exact, in words, off"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_scene_is_said_by_name(folder, found, instead, sentence):
    text = found.sub(instead, SCENE) if isinstance(found, re.Pattern) else SCENE.replace(found, instead)
    with pytest.raises(BadSystem) as wrong:
        said(folder, text)
    assert sentence in str(wrong.value)


def test_a_version_that_takes_away_the_people_of_a_scene_gets_a_plain_one(tmp_path):
    who = '[system]\nid = "ours"\ntitle = "Ours"\nversion = 1\nextends = "lanterns"\n'
    (tmp_path / "system.toml").write_text(who, encoding="utf-8")
    assert scene_of(from_folder(tmp_path)).title == "The stair under the hill"
    (tmp_path / "system.toml").write_text(f"{who}[kinds]\nghoul = false\n", encoding="utf-8")
    assert scene_of(from_folder(tmp_path)).title == ""


@pytest.mark.parametrize("game", sorted(path.parent.name.replace("_", "-") for path in BUILT_IN.glob("*/system.toml")))
def test_every_game_has_a_scene_of_its_own_that_can_be_set_out(game):
    system = SYSTEMS[game]
    scene = scene_of(system)
    table = Table(set_out(system, scene, seeded_dice(1)))
    assert scene.title
    assert 4 <= len(scene.steps) <= 8
    assert table.seats() == list(scene.seats(has_gm=system.has_gm))
    assert not table.truth.questions


def test_check_says_what_of_a_scene_cannot_have_happened(folder, capsys):
    before = 'before = [{ seat = "Ana", verb = "try-it", args = { who = "Bo", difficulty = 2 } }]\nsteps = '
    said(folder, SCENE.replace("steps = ", before))
    assert main(["check", str(folder), "--seeds", "1"]) == 1
    assert "  broken  try it: Our Game cannot be tried: Ana: try-it: who: Bo is not yours\n" in capsys.readouterr().out
