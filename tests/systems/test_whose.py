"""Whose a row is: marks as a file says them, and a table of the draft alone, where rows of ours are not on offer."""

import pytest

from fatewright.core.table.story import Refusal
from fatewright.kit.stage import stage
from fatewright.systems import sheet
from fatewright.systems.forms import BadSystem
from fatewright.systems.spec import from_folder, game
from fatewright.systems.whose import named, rows_of_ours

TAD = game("triumph-and-disaster")
ALONE = {"rows": "draft only"}
DRAFT = TAD.under(ALONE)
GAME = """
[system]
id = "mine"
title = "Mine"
version = 1

[fields]
tool = { group = "things", list = "tools", start = "hand" }

[kinds.digger]
tool = "spade"

[kinds.dreamer]

[lists.tools]
hand = {}
spade = {}
fork = {}
"""
OWN = """
[system]
id = "ours-too"
title = "Ours Too"
version = 1
extends = "triumph-and-disaster"

[lists.races]
Owlfolk = { free = 3, text = "three aptitudes of your choice" }
Human = { free = 2, text = "two" }
"""
NONE = "the author's draft has none, and this table plays by the draft alone"
NOTHING = "perks: found 'Reaper', expected nothing, as there is nothing here to choose from"


def made(folder, text):
    (folder / "system.toml").write_text(text, encoding="utf-8")
    return folder


def home(folder, whose):
    made(folder, f"{GAME}\n{whose}")
    (folder / "rules.py").write_text("", encoding="utf-8")
    return from_folder(folder)


# ── what a file says ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_list_is_marked_by_a_word_or_row_by_row(tmp_path):
    system = home(tmp_path, '[whose]\ntools = { ruling = ["hand"], draft = ["fork"], others = "ours" }\nkinds = "draft"')
    assert named(system.data) == {
        "tools": {"draft": ["fork"], "ruling": ["hand"], "ours": ["spade"]},
        "kinds": {"draft": ["digger", "dreamer"]},
    }
    assert rows_of_ours(system.data) == {"tools": ["hand", "spade"]}
    assert [*system.under(ALONE).lists["tools"]] == ["hand", "fork"]
    assert [*system.under(ALONE).kinds] == ["dreamer"], "the other has a row of ours"


def test_a_game_that_is_all_its_own_has_no_marks_and_no_such_dial(tmp_path):
    system = home(tmp_path, "")
    assert ("rows" in system.dials, rows_of_ours(system.data), system.under(ALONE)) == (False, {}, system)


@pytest.mark.parametrize(
    ("whose", "problem"),
    [
        ('tolls = "ours"', "whose.tolls: there is no list of that name; expected one of tools, kinds"),
        ('tools = "mine"', "whose.tools: found 'mine', expected one of draft, ours, ruling, or a table of them"),
        ('tools = { ours = ["rake"] }', "whose.tools.ours: there is no row 'rake'"),
        ('tools = { ours = ["fork"], draft = ["fork"] }', "whose.tools.draft: 'fork' stands there twice"),
        ('tools = { ours = "fork" }', "whose.tools.ours: found 'fork', expected names of rows"),
        ('tools = { mine = ["fork"] }', "whose.tools.mine: unknown; expected one of draft, ours, ruling, others"),
        ('tools = { others = "mine" }', "whose.tools.others: found 'mine', expected one of draft, ours, ruling"),
        (
            'tools = "ours"',
            "whose.tools: everybody starts with 'hand' (tool), so this row cannot be left out; call it a ruling",
        ),
    ],
)
def test_marks_that_cannot_be_meant_are_named(tmp_path, whose, problem):
    with pytest.raises(BadSystem) as wrong:
        home(tmp_path, f"[whose]\n{whose}")
    assert str(wrong.value) == f"{tmp_path / 'system.toml'}: {problem}"


def test_rows_of_a_groups_own_are_nobody_elses_and_stay_on_offer(tmp_path):
    own = from_folder(made(tmp_path, OWN))
    assert rows_of_ours(own.data)["races"] == ["no race", "Stonefolk", "Fenfolk", "Emberkin"]
    assert [*own.under(ALONE).lists["races"]] == ["no race", "Human", "Owlfolk"]
    assert "races" not in own.under(ALONE).emptied


# ── a table of the draft alone ─────────────────────────────────────────────────────────────────────────────────────────


def somebody(**choices):
    """A character such as the draft alone allows."""
    asked = {name: TAD.fields[name].start for step in TAD.steps for name in step.fields}
    abilities = {"strength": 3, "agility": 5, "vitality": 4, "erudition": 2, "intuition": 1, "presence": 0}
    more = {
        "bright": "brave",
        "dark": "proud",
        "aptitudes": {"Evade": 2, "light armor": 1, "Wrestle": 1},
        "armor": "light armor",
    }
    return sheet.Character(TAD.id, TAD.version, "Ada", {**asked, **abilities, **more, **choices})


def test_the_builder_of_the_draft_alone_asks_for_nothing_that_the_draft_does_not_have():
    """TAD-RACE.02, TAD-ORI.03, TAD-PRK.01: no race, no origin and no perk, because there are none."""
    assert [*DRAFT.lists["races"]], [*DRAFT.lists["origins"]] == (["no race"], ["no origin"])
    assert (len(DRAFT.lists["perks"]), len(DRAFT.lists["skills"]), len(DRAFT.lists["armors"])) == (0, 24, 4)
    assert sheet.problems(DRAFT, somebody(), ALONE) == []
    whole = sheet.problems(TAD, somebody(), {})
    assert whole == ["Race: none is chosen; there are Human, Stonefolk, Fenfolk, Emberkin"]


def test_rows_of_ours_are_refused_where_the_draft_alone_is_played():
    wrong = sheet.problems(DRAFT, somebody(perks=["Reaper"], weapon="sword"), ALONE)
    assert wrong == [NOTHING, "weapon: found 'sword', expected one of fists"]
    assert sheet.problems(TAD, somebody(race="Human", weapon="sword"), {})[0].startswith("Origin: none is chosen")


def test_a_new_character_has_coins_where_nobody_has_an_origin():
    """TAD-ITM.05, TAD-ORI.03: light armor costs 20."""
    values = DRAFT.kept(sheet.values(DRAFT, somebody()))
    assert DRAFT.started(sheet.values(DRAFT, somebody()), ALONE, ())["coins"] == TAD.usual_dials()["starting_coins"] - 20
    assert values["race"] == "no race"


def test_nobody_ready_made_comes_and_it_is_said_why():
    table = stage(TAD, {"ana": {}}, dials=ALONE)
    assert table.refused("gm", "introduce", name="Rolf", kind="Bandit").endswith(f": {NONE}")
    assert table.form("gm", "introduce", name="Rolf")["kind"] is None
    table.act("gm", "quick", name="Rolf", number=3)
    assert (table.of("Rolf", "weapon"), table.of("Rolf", "aptitudes")) == ("fists", (("Evade", 1),))


def test_what_is_not_there_is_neither_bought_nor_made():
    table = stage(TAD, {"ana": {"coins": 500}}, dials=ALONE)
    assert "sword" in table.refused("ana", "buy", who="ana", thing="sword", count=1)
    assert table.form("ana", "buy", who="ana")["thing"] in [*DRAFT.lists["armors"]]


def test_whoever_has_a_row_of_ours_already_keeps_it():
    """TAD-CMB.05: a sword can be drawn by whoever has one, though none is for sale."""
    table = stage(TAD, {"ana": {"arms": ["sword"], "perks": ["Tough"]}}, dials=ALONE)
    assert table.form("ana", "draw", who="ana")["weapon"] == "sword"
    table.act("ana", "draw", who="ana", weapon="sword")
    assert table.of("ana", "weapon") == "sword"
    assert "maul" in table.refused("ana", "draw", who="ana", weapon="maul")
    goods = table.desk.data["lists"]["goods"]
    assert ("sword" in goods, "sword" in [*goods], goods.get("sword")["group"]) == (True, False, "Blades")


def test_other_tables_have_all_of_it():
    table = stage(TAD, {"ana": {"coins": 500}})
    table.act("gm", "introduce", name="Rolf", kind="Bandit")
    assert table.of("Rolf", "weapon") == "sword"
    with pytest.raises(Refusal):
        stage(TAD, {"ana": {}}, dials=ALONE).act("gm", "introduce", name="Rolf", kind="Bandit")
