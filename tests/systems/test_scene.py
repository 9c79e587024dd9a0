"""The scene in which a newcomer tries a game: what a folder may say of it, what is wrong with one, and how it is set out."""

import re

import pytest

from fatewright.chance import seeded_dice
from fatewright.cli import main
from fatewright.core.table.story import Desk
from fatewright.core.table.table import Table
from fatewright.kit.functions import findings
from fatewright.kit.stage import no_dice, stage
from fatewright.systems.forms import BadSystem
from fatewright.systems.scene import STEP, YOU, scene_faults, scene_of, set_out
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
    sentence = "Our Game cannot be tried: try.before[0]: Ana: try-it: Bo is not yours"
    assert f"  broken  try it: {sentence}\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("found", "instead", "sentence"),
    [
        ("difficulty = 2", "difficulty = 9", "try.steps[0].args.difficulty: 9 is not a whole number from 1 to 6"),
        ("difficulty = 2", 'difficulty = "two"', "try.steps[0].args.difficulty: 'two' is not a whole number from 1 to 6"),
        ('who = "Ana"', 'who = "Anna"', "try.steps[0].args.who: found 'Anna', expected one of Ana"),
        ('who = "Ana"', 'who = "Bo"', "try.steps[0].args.who: found 'Bo', expected one of Ana"),
        ('who = "Ana"', "who = 3", "try.steps[0].args.who: 3 is not a name"),
        ("asks = {", "answers = { luck = 1.5 }, asks = {",
         "try.steps[0].answers.luck: found 1.5, expected a text, a whole number, true, false, or a list"),
        ('kind = "hero" }', 'kind = "hero", values = { skill = 9 } }',
         "try.people[0].values.skill: found 9, expected a whole number from 1 to 6"),
    ],
)  # fmt: skip
def test_check_says_what_will_go_wrong_in_a_scene(folder, capsys, found, instead, sentence):
    assert SCENE.count(found) == 1
    system = said(folder, SCENE.replace(found, instead))
    assert list(scene_faults(system, seeded_dice(0))) == [sentence]
    capsys.readouterr()
    assert main(["check", str(folder), "--seeds", "1", "--lines", "1"]) == 1
    assert f"  broken  try it: {folder / 'system.toml'}: {sentence}\n" in capsys.readouterr().out


def test_a_game_without_a_game_master_has_no_seat_for_one(folder):
    file = folder / "system.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("version = 1", 'version = 1\ntable = "players"'), encoding="utf-8")
    system = said(folder, SCENE.replace('you = "Ana"', 'you = "Ana"\ngm = "Max"'))
    assert list(scene_faults(system, seeded_dice(0))) == ["try.gm: found 'Max', expected none: this game has no game master"]


def test_a_step_may_name_somebody_who_comes_on_the_way(folder):
    comes = '{ says = "Somebody comes.", seat = "Game master", verb = "quick", args = { name = "Rat", number = 2 } }'
    steps = SCENE.replace("steps = [", f"steps = [{comes}, ").replace('who = "Ana"', 'who = "Rat"')
    assert list(scene_faults(said(folder, steps), seeded_dice(0))) == []


@pytest.mark.parametrize("game", sorted(SYSTEMS))
def test_nothing_goes_wrong_in_the_games_of_the_house(game):
    assert list(scene_faults(SYSTEMS[game], seeded_dice(0))) == []
    assert list(findings(SYSTEMS[game], stage(SYSTEMS[game]).table)) == []


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        ("derived(values, dials, lists): return {'pace': values['skil']}", "derived: {file}, line {line}: there is no 'skil'"),
        ("derived(values, dials, lists): return {'pace': 3}",
         "derived of {kind}: found {{'pace': 3}}, expected a Score for every name"),
        ("next_steps(values, dials, lists): return []", "next_steps of {kind}: found [], expected a Score for every name"),
        ("outset(values, dials, lists): return {'lukc': 3}",
         "outset of {kind}: found {{'lukc': 3}}, expected names of fields: skill, luck"),
        ("shown(dials): return ['lukc']", "shown: found ['lukc'], expected names of fields: skill, luck"),
        ("ranges(table, who): return {'move': table[who]['skil']}",
         "ranges: {file}, line {line}: there is no field 'skil'; the fields, nearest first: skill, luck"),
        ("ranges(table, who): return {'move': 'far'}",
         "ranges of {token}: found {{'move': 'far'}}, expected a whole number for every name"),
        ("admission(table): return table.dial('ods')",
         "admission: {file}, line {line}: there is no dial 'ods'; the dials, nearest first: odds, "),
        ("admission(table): return 3", "admission: found 3, expected a sentence or None"),
        ("plays(view, game, seat): return seat", "plays of {seat}: found '{seat}', expected an Act or None"),
    ],
)  # fmt: skip
def test_check_tries_the_functions_that_the_house_calls(folder, function, sentence):
    file = folder / "rules.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\n\ndef {function}\n", encoding="utf-8")
    system = from_folder(folder)
    table = stage(system).table
    kind, token, seat = next(iter(system.kinds)), next(Desk(table.truth.facts, {}).tokens()).name, table.seats()[0]
    line = len(text.splitlines()) + 3
    expected = sentence.format(file=file, line=line, kind=kind, token=token, seat=seat)
    assert next(findings(system, table)).startswith(expected)


def test_check_goes_on_after_a_playthrough_that_can_no_longer_be_played(folder, capsys):
    script = folder / "play.txt"
    script.write_text(script.read_text(encoding="utf-8").replace("> bo try-it", "> bo tri-it"), encoding="utf-8")
    with (folder / "rules.py").open("a", encoding="utf-8") as file:
        file.write("\n\ndef arrival(table, name, values):\n    return [Put(name, 'luck', values['lukc'])]\n")
    assert main(["check", str(folder), "--seeds", "1", "--lines", "1"]) == 1
    out = capsys.readouterr().out
    line = len((folder / "rules.py").read_text(encoding="utf-8").splitlines())
    assert f"  broken  try it: {folder / 'rules.py'}, line {line}: there is no 'lukc'\n" in out
    assert "  broken  play.txt, line " in out
    assert out.splitlines()[-1].startswith(("  unused  ", "  used    "))
