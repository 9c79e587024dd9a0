"""What a foe looks like: under a veil a token shows the game's word for what one sees, and not what it truly is."""

import json

import pytest

from fatewright.core.table.story import Desk, Refusal
from fatewright.kit.performance import alike
from fatewright.kit.stage import Stage, said, stage
from fatewright.systems.cast import ready_made
from fatewright.systems.forms import BadSystem
from fatewright.systems.spec import from_folder, game, games

LANTERNS = game("lanterns")
LED = [system for system in games().values() if system.has_gm]


def at_a_table(system=LANTERNS):
    return stage(system).table


def do(table, seat, verb, **args):
    return said(Stage(LANTERNS.game, table).act(seat, verb, **args), "gm")


def known(table, seat, token):
    facts = table.view(seat).facts
    return facts.get(("token", token, "kind")), facts.get(("token", token, "of"))


def test_whoever_is_placed_shows_what_one_sees_and_what_it_is_to_the_game_master_alone():
    table = at_a_table()
    assert do(table, "gm", "place", name="Wat", kind="hollow_king") == ["Wat is here"]
    assert known(table, "gm", "Wat") == ("pale figure", "hollow_king")
    assert known(table, "ana", "Wat") == known(table, "eve", "Wat") == ("pale figure", None)


def test_whoever_is_made_up_by_a_number_looks_like_somebody_too():
    table = at_a_table()
    do(table, "gm", "quick", name="Wat", number=3)
    assert (known(table, "gm", "Wat"), known(table, "ana", "Wat")) == (("pale figure", "foe"), ("pale figure", None))


def test_the_game_master_says_what_somebody_is_and_all_know_it():
    table = at_a_table()
    do(table, "gm", "place", name="Wat", kind="hollow_king")
    assert do(table, "gm", "unmask", who="Wat") == ["Wat is: hollow king"]
    assert [known(table, seat, "Wat") for seat in ("gm", "ana", "eve")] == [("hollow_king", None)] * 3
    assert ("token", "Wat", "nerve") not in table.view("ana").facts
    with pytest.raises(Refusal, match="everybody sees what Wat is"):
        do(table, "gm", "unmask", who="Wat")
    with pytest.raises(Refusal, match="'unmask' is not something you can do here"):
        do(table, "ana", "unmask", who="Wat")


def test_whoever_is_introduced_is_known_for_what_they_are_and_not_for_what_they_can_do():
    table = at_a_table()
    assert do(table, "gm", "introduce", name="Wat", kind="hollow_king") == ["Wat is here: hollow king"]
    assert [known(table, seat, "Wat") for seat in ("gm", "ana")] == [("hollow_king", None)] * 2
    assert ("token", "Wat", "nerve") not in table.view("ana").facts


def test_whom_players_play_is_what_its_kind_says_and_so_is_whoever_was_stored_before_there_were_looks():
    facts = {("token", "ana", "kind"): "warden", ("token", "Wat", "kind"): "pale figure", ("token", "Wat", "of"): "ghoul"}
    desk = Desk(facts, {})
    assert (desk["ana"].of, desk["Wat"].of, desk["Wat"].kind) == ("warden", "ghoul", "pale figure")


@pytest.mark.parametrize("system", LED, ids=lambda system: system.id)
def test_every_foe_of_a_game_has_a_look_that_is_not_its_kind(system):
    heroes = {json.loads(one)["name"] for one in ready_made(system)}
    looks = {kind: system.looks.get(kind) for kind in system.kinds if kind not in heroes}
    assert [kind for kind, look in looks.items() if not look or look.lower() == kind.lower().replace("_", " ")] == []


@pytest.mark.parametrize("system", LED, ids=lambda system: system.id)
def test_some_foes_of_every_game_cannot_be_told_apart(system):
    assert [kind for kind in system.looks if kind in system.kinds and len(alike(system, kind)) > 1] != []


def written(folder, text):
    folder.mkdir()
    (folder / "system.toml").write_text(f'[system]\nid = "mine"\ntitle = "Mine"\nversion = 1\nextends = "lanterns"\n{text}')
    return folder


def test_a_version_may_take_a_kind_away_or_add_one_and_its_look_goes_or_comes_with_it(tmp_path):
    mine = from_folder(
        written(
            tmp_path / "mine", '[kinds]\nghoul = false\nbat = { nerve = 1, hand = 1, wit = 1 }\n[looks]\nscholar = "reader"\n'
        )
    )
    assert ("ghoul" in mine.looks, mine.look("scholar"), mine.look("bat")) == (False, "reader", "somebody")
    assert game("lanterns").look("scholar") == "wanderer"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[looks]\ndragon = "beast"\n', "looks.dragon: there is no such kind; expected one of warden, scholar,"),
        ("[looks]\nghoul = 3\n", "looks.ghoul: found 3, expected a text"),
        ('[looks]\nghoul = "level 3 ghoul"\n', "looks.ghoul: found 'level 3 ghoul', expected a word without numbers"),
        ('[looks]\nghoul = " "\n', "looks.ghoul: found ' ', expected a word without numbers"),
        ('[fields]\nof = { group = "x" }\n', "fields.of: this name is taken; expected any but kind, owner, answers, at, of"),
    ],
)
def test_a_look_that_cannot_be_meant_is_named(tmp_path, text, why):
    with pytest.raises(BadSystem) as wrong:
        from_folder(written(tmp_path / "mine", text))
    assert why in str(wrong.value)
