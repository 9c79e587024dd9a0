"""Triumph & Disaster: what spells cost by their parts, who answers them, and what is wrong with them."""

import pytest

from fatewright.systems.spec import from_folder, game
from fatewright.systems.triumph_and_disaster.magic import spells
from fatewright.systems.triumph_and_disaster.magic.spells import Spell

TAD = game("triumph-and-disaster")
DIALS = TAD.usual_dials()


def listed(name):
    return spells.listed(name, TAD.lists)


def wrong(spell, **dials):
    return spells.problems(spell, {**DIALS, **dials}, TAD.lists)


# Costs


@pytest.mark.parametrize("name", TAD.lists["castable"])
def test_every_spell_and_trick_of_the_lists_obeys_the_formula(name):
    """TAD-SPL.01, TAD-SPL.03, TAD-TRK.01, TAD-TRK.02."""
    assert wrong(listed(name)) == []
    assert spells.price(listed(name), TAD.lists) == spells.cost(listed(name), TAD.lists) <= DIALS["spell_cost_max"]


def test_the_samples_cost_and_are_answered_as_the_book_says():
    """TAD-SPL.03, TAD-R.28: mana, range, area, and the reactive skill."""
    rows = {name: listed(name) for name in TAD.lists["spells"]}
    found = {
        name: (spells.price(one, TAD.lists), spells.answer(one, TAD.lists)) for name, one in rows.items() if one.is_harmful
    }
    assert found == {
        "Fire Dart": (1, "Evade"),
        "Frost Grip": (1, "Resist Restraint"),
        "Mind Spike": (1, "Nullify"),
        "Acid Rain": (2, "Evade"),
        "Lance": (2, "Evade"),
        "Plague Breath": (2, "Resist Toxin"),
        "Wither": (2, "Resist Exhaustion"),
        "Sunburst": (3, "Evade"),
        "Dread": (1, "Resist Fear"),
        "Bind Will": (3, "Resist Possession"),
    }
    assert {name: spells.price(one, TAD.lists) for name, one in rows.items() if not one.is_harmful} == {
        "Close Wound": 1,
        "Ward": 1,
    }
    assert {name: one.range for name, one in rows.items() if one.range != spells.RANGE} == {"Lance": 40, "Close Wound": 1}
    assert [name for name, one in rows.items() if one.area] == ["Acid Rain", "Sunburst"]
    assert (rows["Sunburst"].turns, rows["Ward"].ward, rows["Ward"].lasts, rows["Dread"].lasts) == (1, 2, True, False)


@pytest.mark.parametrize(
    ("spell", "mana"),
    [
        (Spell("x", damage="1d6 fire"), 1),
        (Spell("x", damage="3d6 fire"), 1),
        (Spell("x", damage="4d6 fire"), 2),
        (Spell("x", damage="1d8 fire + 1d6 cold"), 1),
        (Spell("x", damage="2d10 fire"), 2),
        (Spell("x", damage="1d12 fire + 1d4 cold"), 1),
        (Spell("x", heals="5d8"), 2),
        (Spell("x", damage="2d6 fire", area=2, status="Burning", range=21), 4),
        (Spell("x", status="Burning"), 1),
        (Spell("x", status="Paralysed"), 3),
        (Spell("x", status="Petrified", range=40), 4),
        (Spell("x", ward=2), 1),
        (Spell("x", ward=2, area=2), 2),
        (Spell("x", damage="1d4 fire", is_trick=True), 0),
    ],
)
def test_a_cost_is_the_sum_of_parts(spell, mana):
    """TAD-SPL.01, TAD-TRK.01: half the dice, rounded down, large ones counting twice; then what else it does; at least 1."""
    assert spells.cost(spell, TAD.lists) == mana


def test_every_part_of_a_cost_is_named():
    """TAD-SPL.01."""
    spell = Spell("x", damage="4d6 fire", area=2, status="Possessed", range=40)
    assert list(spells.cost(spell, TAD.lists).why()) == [
        "7 mana [TAD-SPL.01]",
        "  +2 half of 4 dice [TAD-SPL.01]",
        "  +1 an area of radius 2 [TAD-SPL.01]",
        "  +1 Possessed [TAD-SPL.01]",
        "  +2 Possessed takes actions away [TAD-SPL.01]",
        "  +1 a range over 20 [TAD-SPL.01]",
    ]


# Problems


@pytest.mark.parametrize(
    ("spell", "sentence"),
    [
        (
            Spell("Big", damage="8d6 fire", area=2, status="Burning"),
            "Big: it costs 6 mana, and at this table a spell costs at most 5",
        ),
        (Spell("Cheap", 1, "4d6 fire"), "Cheap: by its parts it costs 2 mana, not 1"),
        (Spell("Bare", damage="2d6"), "Bare: 2d6 has no damage type"),
        (Spell("Hot", heals="2d6 fire"), "Hot: healing has no damage type"),
        (Spell("Odd", status="Sleepy"), "Odd: there is no status Sleepy"),
        (Spell("Bold", damage="2d6 fire", answered="Force"), "Bold: Force is no reactive skill"),
        (Spell("Wide", damage="2d6 fire", area=5), "Wide: an area has a radius of 2, not 5"),
        (Spell("Both", damage="2d6 fire", heals="1d6"), "Both: a spell helps or harms, not both"),
        (Spell("Idle"), "Idle: it does nothing"),
        (Spell("Typo", damage="2e6 fire"), "Typo: "),
        (Spell("Dear", 1, "1d4 fire", is_trick=True), "Dear: a trick costs no mana, not 1"),
        (Spell("Hard", damage="1d6 fire", is_trick=True), "Hard: a trick does at most 1d4, not 1d6 fire"),
        (Spell("Twin", damage="2d4 fire", is_trick=True), "Twin: a trick does at most 1d4, not 2d4 fire"),
        (Spell("Boom", damage="1d4! fire", is_trick=True), "Boom: a trick does at most 1d4, not 1d4! fire"),
        (Spell("Long", status="Blinded", turns=2, is_trick=True), "Long: Blinded by a trick lasts a turn, no longer"),
        (Spell("Ever", status="Blinded", is_trick=True), "Ever: Blinded by a trick lasts a turn, no longer"),
        (Spell("Wall", ward=1, is_trick=True), "Wall: a trick leaves nothing that lasts"),
    ],
)
def test_what_is_wrong_with_a_spell_is_a_sentence(spell, sentence):
    """TAD-SPL.01, TAD-TRK.01."""
    (found,) = wrong(spell)
    assert found.startswith(sentence)


@pytest.mark.parametrize("most", TAD.dials["spell_cost_max"].values)
def test_a_table_says_how_much_a_spell_may_cost(most):
    """TAD-SPL.01."""
    over = {name for name in TAD.lists["spells"] if wrong(listed(name), spell_cost_max=most)}
    assert over == {name for name, row in TAD.lists["spells"].items() if row["mana"] > most}


def test_a_trick_may_blind_for_a_turn():
    """TAD-TRK.01."""
    assert wrong(Spell("Flash", status="Blinded", turns=1, is_trick=True)) == []


# Who answers


@pytest.mark.parametrize(
    ("spell", "skill"),
    [
        (Spell("x", status="Restrained", damage="1d6 withering"), "Resist Restraint"),
        (Spell("x", status="Paralysed"), "Resist Restraint"),
        (Spell("x", damage="1d6 withering"), "Resist Exhaustion"),
        (Spell("x", status="Possessed"), "Resist Possession"),
        (Spell("x", damage="1d6 psychic"), "Nullify"),
        (Spell("x", status="Stunned"), "Nullify"),
        (Spell("x", damage="1d6 withering", answered="Evade"), "Evade"),
    ],
)
def test_the_specific_skill_answers_before_nullify(spell, skill):
    """TAD-R.28, TAD-INT.05, TAD-CON.07."""
    assert spells.answer(spell, TAD.lists) == skill


# Who knows what


@pytest.mark.parametrize(
    ("aptitude", "mastery", "level"), [(0, True, "none"), (1, True, "aptitude"), (2, True, "mastery"), (2, False, "aptitude")]
)
def test_spells_can_be_mastered_if_the_table_says_so(aptitude, mastery, level):
    """TAD-MAS.08, TAD-MAG.01, TAD-INT.06."""
    values = {"aptitudes": (("Lance", aptitude),) if aptitude else (), "known": ("Lance",), "own_spells": ()}
    assert spells.level(values, listed("Lance"), {**DIALS, "spell_mastery": mastery}) == level
    assert spells.is_known(values, listed("Lance"))
    assert not spells.is_known(values, listed("Dread"))


def test_a_spell_of_ones_own_is_a_row_of_the_sheet():
    """TAD-SPL.02."""
    made = Spell("Cinder", damage="2d6 fire", area=2, answered="Evade", ability="presence", is_own=True)
    row = spells.cells(made)
    assert row == ("Cinder", "none", "2d6 fire", "none", "0", "none", "2", "20", "Evade", "presence")
    values = {"own_spells": (row,), "aptitudes": (), "known": ()}
    assert spells.own(values) == {"Cinder": made}
    assert (spells.is_known(values, made), spells.level(values, made, DIALS)) == (True, "none")
    raised = {**values, "own_spells": spells.learned(values, "aptitude", "Cinder")}
    assert spells.level(raised, spells.own(raised)["Cinder"], DIALS) == "aptitude"
    field = TAD.fields["own_spells"]
    chosen = [dict(zip(spells.COLUMNS, row, strict=True))]
    assert (field.problems(chosen, TAD.lists), field.kept(chosen, TAD.lists)) == ([], (row,))


def test_a_row_that_a_group_adds_is_read_like_the_others(tmp_path):
    """TAD-SPL.01, TAD-SPL.03: what it does not say is as usual; its cost may be left to its parts."""
    text = '[system]\nextends = "triumph-and-disaster"\n[lists.spells]\nGlare = { damage = "4d6 radiant", range = 30 }\n'
    (tmp_path / "system.toml").write_text(text, encoding="utf-8")
    ours = from_folder(tmp_path)
    glare = spells.listed("Glare", ours.lists)
    assert (spells.price(glare, ours.lists), spells.answer(glare, ours.lists)) == (3, "Nullify")
    assert ("Glare" in ours.lists["castings"], spells.listed("Glare", TAD.lists)) == (True, None)
