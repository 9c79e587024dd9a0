"""Advances, and traits."""

import pytest

from fatewright.core.table.story import Refusal
from fatewright.systems.triumph_and_disaster.characters import growth
from fatewright.systems.triumph_and_disaster.mechanics import circumstances
from systems.tad_table import APTITUDE, MASTERY, TAD, cited, fight, kept, outcome, said, seated, usual

DUE = {"due": 1}


def advanced(sheet, how, *chosen, dials=None):
    """A table at which ana has taken an advance."""
    table = seated({"ana": {**DUE, **sheet}}, dials=dials)
    table.act("ana", "advance", who="ana", how=how)
    for one in chosen:
        events = table.answer("ana", one)
    return table, events


# ── advances ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_ability_is_raised_by_one():
    """TAD-ABI.03: and the book of advances says so."""
    table, events = advanced({"strength": 3}, "an ability", "strength")
    assert (table.of("ana", "strength"), table.of("ana", "due")) == (4, 0)
    assert table.of("ana", "advances") == (("an ability", "strength"),)
    assert said(events) == ["ana advances: an ability, strength"]
    assert cited(events) == {"TAD-ABI.03"}


def test_no_ability_beyond_the_cap():
    """TAD-ABI.01, TAD-ABI.03: the race's part counts."""
    values = kept(strength=5, agility=4, race="Fenfolk")
    assert growth.raisable(values, usual(ability_cap=5), TAD.lists) == ["vitality", "erudition", "intuition", "presence"]


def test_the_next_perk_of_a_tree():
    """TAD-ABI.03, TAD-PRK.02: trees may be mixed, but none begins in the middle."""
    table, _ = advanced({"perks": ["Sure Stroke"]}, "a perk", "Riposte")
    assert table.of("ana", "perks") == ("Sure Stroke", "Riposte")
    offered = growth.offered(kept(perks=["Sure Stroke"]), "a perk", usual(), TAD.lists)
    assert offered == ["Riposte", "Soft Step", "Wellspring", "Silver Tongue", "Tough"]


def test_two_aptitudes():
    """TAD-ABI.03: different ones, and none that is held; what was only known is known by aptitude."""
    table, _ = advanced({"aptitudes": {"Sneak": APTITUDE}, "known": ["Ward"]}, "two aptitudes", "Heal", "Ward")
    assert dict(table.of("ana", "aptitudes")) == {"Sneak": 1, "Heal": 1, "Ward": 1}
    assert table.of("ana", "known") == ()
    table = seated({"ana": {**DUE, "aptitudes": {"Sneak": APTITUDE}}})
    table.act("ana", "advance", who="ana", how="two aptitudes")
    first = {option.value for option in table.question("ana").options}
    table.answer("ana", "Heal")
    second = {option.value for option in table.question("ana").options}
    assert "Sneak" not in first
    assert first - second == {"Heal"}
    assert "Common" not in first


def test_tools_are_learned_where_they_count():
    """TAD-ABI.03, TAD-APT.08: aptitude and mastery of a ship; not where a roll goes by the skill alone."""
    held = kept(aptitudes={"wagon": APTITUDE})
    assert "ship" in growth.learnable(held, usual(), TAD.lists)
    assert "ship" not in growth.learnable(held, usual(tool_aptitudes="off"), TAD.lists)
    assert growth.masterable(held, usual(), TAD.lists) == ["wagon"]
    assert growth.masterable(held, usual(tool_aptitudes="off"), TAD.lists) == []


def test_no_spells_are_learned_without_magic():
    """TAD-ABI.03, TAD-MAG.01."""
    assert "Ward" not in growth.learnable(kept(), usual(magic="off"), TAD.lists)
    assert "Ward" in growth.learnable(kept(), usual(), TAD.lists)


def test_an_aptitude_becomes_mastery():
    """TAD-ABI.03, TAD-MAS.01, TAD-MAS.06: never a language, and spells by the dial."""
    held = {"Sneak": APTITUDE, "Cant": APTITUDE, "Heal": MASTERY, "Ward": APTITUDE}
    assert growth.masterable(kept(aptitudes=held), usual(), TAD.lists) == ["Sneak", "Ward"]
    assert growth.masterable(kept(aptitudes=held), usual(spell_mastery=False), TAD.lists) == ["Sneak"]
    table, _ = advanced({"aptitudes": held}, "mastery", "Sneak")
    assert dict(table.of("ana", "aptitudes"))["Sneak"] == MASTERY


@pytest.mark.parametrize(
    ("sheet", "how", "why"),
    [
        ({"due": 0}, "an ability", "ana has no advance to take; sessions bring them"),
        ({}, "mastery", "there is nothing left for ana of that kind"),
    ],
)
def test_when_there_is_no_advance(sheet, how, why):
    """TAD-ABI.03."""
    table = seated({"ana": {**DUE, **sheet}})
    with pytest.raises(Refusal, match=why):
        table.act("ana", "advance", who="ana", how=how)


def test_no_advance_in_a_fight():
    """TAD-ABI.03."""
    table = seated({"ana": DUE}, {"Wolf": {}}, facts=fight("ana", "Wolf"))
    with pytest.raises(Refusal, match="ana is in a fight"):
        table.act("ana", "advance", who="ana", how="an ability")


def test_one_advance_is_not_taken_twice():
    """TAD-ABI.03: two questions at once, one advance."""
    table = seated({"ana": DUE})
    table.act("ana", "advance", who="ana", how="an ability")
    table.act("ana", "advance", who="ana", how="a perk")
    table.answer("ana", "agility")
    events = table.answer("ana", "Tough")
    assert outcome(events) == "refused"
    assert (table.of("ana", "agility"), table.of("ana", "perks"), table.of("ana", "due")) == (1, (), 0)


def test_what_comes_next_costs_an_advance():
    """TAD-ABI.03."""
    steps = growth.next_steps(kept(perks=["Tough"], aptitudes={"Sneak": APTITUDE}), usual(), TAD.lists)
    assert {"Strength", "Unmoved", "two aptitudes", "mastery of Sneak"} <= set(steps)
    assert set(map(int, steps.values())) == {1}


# ── traits ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

TRAITS = {"bright": "quick", "dark": "proud"}


def test_a_bright_trait_helps_once_in_a_session():
    """TAD-TRT.01, TAD-TRT.02: a dominance on the next such roll."""
    table = seated({"ana": TRAITS})
    assert said(table.act("ana", "bright-trait", who="ana", roll="Sneak")) == ["ana (quick): a dominance on the next Sneak"]
    assert circumstances.tray(table.desk, "ana") == (("bright trait (quick)", 1, "Sneak"),)
    with pytest.raises(Refusal, match="ana has used the bright trait in this session"):
        table.act("ana", "bright-trait", who="ana", roll="Heal")
    table.act("gm", "open-session")
    table.act("ana", "bright-trait", who="ana", roll="Heal")


@pytest.mark.parametrize(("uses", "times"), [(1, 1), (2, 2), (3, 3)])
def test_how_often_a_trait_helps(uses, times):
    """TAD-TRT.02: by the dial."""
    table = seated({"ana": TRAITS}, dials={"trait_uses": uses})
    for _ in range(times):
        table.act("ana", "bright-trait", who="ana", roll="Sneak")
    with pytest.raises(Refusal, match="in this session"):
        table.act("ana", "bright-trait", who="ana", roll="Sneak")


def test_traits_for_colour_alone():
    """TAD-TRT.01, TAD-TRT.02: no uses by the dial; and nobody uses what they have not."""
    table = seated({"ana": TRAITS, "bo": {}}, dials={"trait_uses": 0})
    with pytest.raises(Refusal, match="at this table traits are for colour alone"):
        table.act("ana", "bright-trait", who="ana", roll="Sneak")
    with pytest.raises(Refusal, match="bo has no bright trait"):
        table.act("bo", "bright-trait", who="bo", roll="Sneak")
    with pytest.raises(Refusal, match="bo has no dark trait"):
        table.act("gm", "dark-trait", who="bo", roll="Sneak")


def test_who_gives_in_to_the_dark_trait_has_the_bright_one_again():
    """TAD-TRT.02: a threat on a fitting roll, if the player accepts."""
    table = seated({"ana": TRAITS})
    table.act("ana", "bright-trait", who="ana", roll="Sneak")
    table.act("gm", "dark-trait", who="ana", roll="Persuade")
    assert outcome(table.answer("ana", True)) == "done"
    assert circumstances.tray(table.desk, "ana")[-1] == ("dark trait (proud)", -1, "Persuade")
    assert table.of("ana", "spent") == ()
    table.act("ana", "bright-trait", who="ana", roll="Heal")


def test_a_dark_trait_may_be_refused():
    """TAD-TRT.02: then nothing happens."""
    table = seated({"ana": TRAITS}, {"Mo": {"dark": "greedy"}})
    table.act("ana", "bright-trait", who="ana", roll="Sneak")
    table.act("gm", "dark-trait", who="ana", roll="Persuade")
    events = table.answer("ana", False)
    assert (outcome(events), said(events)) == ("refused", ["ana does not give in to the dark trait (proud)"])
    assert table.of("ana", "spent") == ("bright trait",)
    with pytest.raises(Refusal, match="Mo is no player's character"):
        table.act("gm", "dark-trait", who="Mo", roll="Persuade")
