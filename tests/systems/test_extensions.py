"""A group adds to a built-in game without code: a folder with nothing but a system.toml that extends it."""

import pytest

from fatewright.kit import laws
from fatewright.kit.stage import KeyedDice, said, stage
from fatewright.systems import sheet
from fatewright.systems.forms import BadSystem
from fatewright.systems.spec import from_folder, game, games

OURS = """
[system]
id = "our-truth"
title = "Our Truth"
version = 1
extends = "moment-of-truth"

[lists.skills]
Tarot = { group = "Knowledge", usual = "will", text = "reading the cards" }
Codery = false

[lists.problems]
Haunted = { text = "somebody follows you whom nobody else sees" }

[lists.derived]
nerve = { of = ["will", "education"], halved = true }

[kinds."Madame Zora"]
will = 5
perception = 3
education = 4
skills = { Tarot = 4, Acting = 2, Conversation = 1 }

[presets]
seance = { default_tn = 1, starting_mots = 3 }
"""


@pytest.fixture
def ours(tmp_path):
    (tmp_path / "system.toml").write_text(OURS, encoding="utf-8")
    return from_folder(tmp_path)


def test_what_a_group_adds_is_there_and_what_it_takes_away_is_gone(ours):
    """MOT-0.13, MOT-2.20, MOT-3.23: skills, problems, derived statistics, people and presets are data."""
    assert (ours.id, ours.title) == ("our-truth", "Our Truth")
    assert ("Tarot" in ours.lists["skills"], "Codery" in ours.lists["skills"]) == (True, False)
    assert "Tarot" in ours.lists["any_skill"]
    assert set(ours.lists["problems"]) == {*game("moment-of-truth").lists["problems"], "Haunted"}
    assert ours.presets["seance"] == {"default_tn": 1, "starting_mots": 3}
    values = {**dict.fromkeys(("endurance", "strength", "agility"), 2), "will": 5, "perception": 3, "education": 4}
    derived = sheet.derived(ours, {**values, "minor": 0, "major": 0, "skills": ()})
    assert (derived["nerve"], derived["reaction time"]) == (4, 3)


def test_it_is_played_by_the_rules_of_the_game_it_extends(ours):
    play = stage(ours, dials={"use_mots": "off"}, dice=KeyedDice(3))
    args = {"who": "ana", "skill": "Tarot", "statistic": "will", "tn": 2, "scope": "relevant"}
    more = {"modifier": 0, "help": "nobody", "task": "cards", "reason": "fog"}
    events = play.act("gm", "call-for", **args, **more)
    assert any("Tarot" in line for line in said(events))
    for seed in range(3):
        laws.no_rule_breaks(ours, seed, 20)


def test_the_game_itself_is_left_as_it_was(ours):
    assert "Tarot" not in game("moment-of-truth").lists["skills"]


def test_it_stands_beside_the_others(tmp_path):
    (tmp_path / "system.toml").write_text(OURS, encoding="utf-8")
    assert {"our-truth", "moment-of-truth"} <= set(games([tmp_path]))


def test_what_cannot_be_extended_is_named(tmp_path):
    (tmp_path / "system.toml").write_text(OURS.replace("moment-of-truth", "chess"), encoding="utf-8")
    with pytest.raises(BadSystem, match=r"system.extends: found 'chess', expected one of avitch, lanterns"):
        from_folder(tmp_path)


def test_a_folder_without_rules_that_extends_nothing_is_no_game(tmp_path):
    (tmp_path / "system.toml").write_text(OURS.replace('extends = "moment-of-truth"\n', ""), encoding="utf-8")
    with pytest.raises(BadSystem, match=r"rules.py: No such file or directory"):
        from_folder(tmp_path)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ("[unions]\nall = ['skills', 'spells']\n", "unions.all: found"),
        ("[unions]\nall = 3\n", "unions.all: found 3, expected names of lists"),
        ("[worth]\nluck = {}\n", "worth.luck: unknown"),
        ("[worth]\nseats = { moments = 'many' }\n", "worth.seats: found {'moments': 'many'}, expected whole numbers"),
    ],
)
def test_what_does_not_fit_in_it_is_named(tmp_path, more, problem):
    (tmp_path / "system.toml").write_text(OURS + more, encoding="utf-8")
    with pytest.raises(BadSystem) as refused:
        from_folder(tmp_path)
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        ("shape = 'heap'", "fields.luck.shape: found 'heap', expected one of number, entry"),
        ("labels = [1]", "fields.luck.labels: found [1], expected texts"),
        ("shape = 'rows'", "fields.luck.columns: a field has columns if, and only if, its shape is rows"),
        ("columns = [{ name = 'a' }]", "fields.luck.columns: a field has columns if"),
        ("shape = 'rows', columns = [{ shape = 'number' }]", "fields.luck.columns[0].name: missing"),
        ("shape = 'rows', columns = [{ name = 'a', shape = 'heap' }]", "fields.luck.columns[0].shape: found 'heap'"),
        ("shape = 'rows', high = 1, columns = [{ name = 'a', list = 'lucks' }]", "fields.luck.columns[0].list: found 'lucks'"),
        ("drawn = 'lots'", "fields.luck.drawn: found 'lots', expected a rule"),
    ],
)
def test_a_field_that_cannot_be_meant_is_named(tmp_path, field, problem):
    (tmp_path / "system.toml").write_text(f"{OURS}\n[fields]\nluck = {{ group = 'x', {field} }}\n", encoding="utf-8")
    with pytest.raises(BadSystem) as refused:
        from_folder(tmp_path)
    assert problem in str(refused.value)


def test_rules_that_are_to_come_first_must_be_there(tmp_path):
    (tmp_path / "system.toml").write_text(OURS.replace("version = 1", 'version = 1\nrules = ["fly"]'), encoding="utf-8")
    with pytest.raises(BadSystem, match=r"system.rules: there is no rule fly"):
        from_folder(tmp_path)


def test_acts_that_are_to_be_at_hand_must_be_there(tmp_path):
    (tmp_path / "system.toml").write_text(OURS.replace("version = 1", 'version = 1\nat_hand = ["fly"]'), encoding="utf-8")
    with pytest.raises(BadSystem, match=r"system.at_hand: there is no act fly"):
        from_folder(tmp_path)
