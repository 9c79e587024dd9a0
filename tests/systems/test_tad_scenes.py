"""Scenes and sessions, breathers and nights; and perks that help by themselves, once a scene or always."""

import pytest

from fatewright.core.table.story import Refusal
from fatewright.systems.triumph_and_disaster.characters import perks
from fatewright.systems.triumph_and_disaster.mechanics import circumstances, rolling
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party
from systems.tad_table import APTITUDE, TAD, cited, fight, outcome, said, seated

QUIET = {"encounter_percent": 0}


def bears(table, who, what, ability):
    """What bears on a roll by itself."""
    return [(one.source, one.worth) for one in circumstances.found(table.desk, who, what, ability)]


# ── scenes and sessions ────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_lasts_a_scene_ends_with_it():
    """TAD-GEN.08, TAD-MAG.03, TAD-TD.06: the tray, lasting spells, and what was used once a scene; a session's uses stay."""
    spent = ["Soft Step", "Ghost", "bright trait", "first breather"]
    table = seated({"ana": {"spent": spent, "warded": 2}}, {"Mo": {"warded": 2}})
    table.put("ana", tray=(("Triumph", 1, ""),), holding=(("Ward", "ana"),))
    events = table.act("gm", "end-scene")
    assert (said(events), cited(events)) == (["The scene ends"], {"TAD-GEN.08"})
    assert [table.of("ana", field) for field in ("tray", "holding", "warded")] == [(), (), 0]
    assert table.of("ana", "spent") == ("bright trait", "first breather")
    assert table.of("Mo", "warded") == 0


def test_a_fight_lies_inside_one_scene():
    """TAD-GEN.08."""
    table = seated({"ana": {}}, {"Wolf": {}}, facts={**fight("ana", "Wolf"), ("session", "open"): True})
    for verb in ("end-scene", "close-session", "breather", "night"):
        with pytest.raises(Refusal, match="a fight is on: end it first"):
            table.act("gm", verb)


def test_a_session_brings_an_advance():
    """TAD-GEN.08, TAD-ABI.03, TAD-NIGHT.01: opened and closed by the Storyteller; traits are fresh with the next one."""
    table = seated({"ana": {"spent": ["bright trait", "Ghost"]}, "bo": {}}, {"Mo": {}})
    with pytest.raises(Refusal, match="no session is open"):
        table.act("gm", "close-session")
    table.act("gm", "open-session")
    assert (table.fact("session", "number"), table.fact("session", "open")) == (1, True)
    assert table.of("ana", "spent") == ("Ghost",)
    with pytest.raises(Refusal, match="a session is open already"):
        table.act("gm", "open-session")
    table.act("gm", "close-session")
    assert [(table.of(who, "sessions"), table.of(who, "due")) for who in ("ana", "bo", "Mo")] == [(1, 1), (1, 1), (0, 0)]
    assert (table.of("ana", "spent"), table.fact("session", "open")) == ((), False)


@pytest.mark.parametrize("count", [0, 2, 3])
def test_advances_of_a_session_by_the_dial(count):
    """TAD-ABI.03."""
    table = seated({"ana": {}}, dials={"advances_per_session": count})
    table.act("gm", "open-session")
    table.act("gm", "close-session")
    assert table.of("ana", "due") == count


# ── rest ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_breather():
    """TAD-VIT.07, TAD-GEN.08: half the stamina, rounded down, and 1d6 hit points; the scene ends."""
    table = seated({"ana": {"vitality": 2, "stamina": 1, "hp": 5, "spent": ["Ghost"]}})
    table.act("gm", "breather", 4)
    assert (table.of("ana", "stamina"), table.of("ana", "hp")) == (3, 9)
    assert table.of("ana", "spent") == ("first breather",)


def test_two_breathers_a_day():
    """TAD-VIT.07: never above the most; then nobody has one left, until the next day."""
    table = seated({"ana": {"vitality": 1, "hp": 11}}, dials=QUIET)
    table.act("gm", "breather", 6)
    assert (table.of("ana", "stamina"), table.of("ana", "hp")) == (4, 12)
    table.act("gm", "breather", 1)
    with pytest.raises(Refusal, match="nobody has a breather left today"):
        table.act("gm", "breather")
    table.put("ana", gear=(("ration", 1),))
    table.put_fact("clock", "watch", value=5)
    table.act("gm", "night")
    assert (table.fact("clock", "day"), table.of("ana", "spent")) == (2, ())


def test_only_who_has_a_breather_left_has_one():
    """TAD-VIT.07: whoever has used both has none."""
    table = seated({"ana": {"hp": 1, "spent": ["first breather", "second breather"]}, "bo": {"hp": 1}})
    table.act("gm", "breather", 3)
    assert (table.of("ana", "hp"), table.of("bo", "hp")) == (1, 4)


def test_two_breathers_at_once_do_not_count_three_times():
    """TAD-VIT.07: where dice are thrown by hand, another one may be over before this one is."""
    worn = {"hp": 1, "spent": ["first breather"]}
    table = seated({"ana": worn, "bo": worn}, dials={"dice_source": "typed_in"})
    table.act("gm", "breather")
    table.act("gm", "breather")
    for seat, face in (("ana", 2), ("ana", 5), ("bo", 3)):
        table.answer(seat, (face,))
    assert (table.of("ana", "hp"), table.of("bo", "hp"), table.asked()) == (3, 4, [])
    assert table.of("ana", "spent") == ("first breather", "second breather")


def test_a_night():
    """TAD-VIT.07, TAD-EXP.01: all stamina and mana, 5 and Vitality hit points, a charge of every stored spell; two watches."""
    sheet = {
        "vitality": 3,
        "presence": 2,
        "hp": 2,
        "stamina": 0,
        "mana": 0,
        "wonders": ["dart wand"],
        "charges": {"dart wand": 1},
    }
    table = seated({"ana": {**sheet, "statuses": ["Exhausted"]}}, dials=QUIET)
    table.act("gm", "night")
    assert [table.of("ana", field) for field in ("hp", "stamina", "mana")] == [10, 6, 5]
    assert (table.of("ana", "charges"), table.of("ana", "statuses")) == ((("dart wand", 2),), ())
    assert table.fact("clock", "watch") == 3


def test_a_night_that_heals_everything():
    """TAD-VIT.07: by the dial; and charges never go beyond what an item holds."""
    table = seated({"ana": {"vitality": 8, "hp": 1, "wonders": ["dart wand"]}}, dials={**QUIET, "night_hp": "full"})
    table.act("gm", "night")
    assert (table.of("ana", "hp"), table.of("ana", "charges")) == (26, (("dart wand", 3),))
    assert table.derived("ana")["a night's rest"] == 26


def test_without_watches_a_night_is_a_new_day():
    """TAD-VIT.07, TAD-EXP.01: breathers are there again."""
    table = seated({"ana": {"spent": ["first breather", "second breather"]}}, dials={"exploration": "freeform"})
    table.act("gm", "night")
    assert (table.of("ana", "spent"), table.fact("clock", "watch")) == ((), None)


def test_the_dead_do_not_rest():
    """TAD-VIT.07."""
    table = seated({"ana": {"hp": 0, "statuses": ["Dead"]}, "bo": {"hp": 1}}, dials=QUIET)
    table.act("gm", "night")
    assert (table.of("ana", "hp"), table.of("bo", "hp")) == (0, 6)


# ── perks ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("perk", "skill", "ability"),
    [
        ("Soft Step", "Sneak", "agility"),
        ("Silver Tongue", "Persuade", "presence"),
        ("Silver Tongue", "Perform", "presence"),
        ("Silver Tongue", "Manipulate", "presence"),
    ],
)
def test_a_dominance_on_the_first_roll_of_a_scene(perk, skill, ability):
    """TAD-PRK.04, TAD-PRK.06, TAD-GEN.08: used up by the roll, and there again in the next scene."""
    table = seated({"ana": {"perks": [perk], "aptitudes": {skill: APTITUDE}}})
    assert bears(table, "ana", skill, ability) == [(perk, 1)]
    assert bears(table, "ana", "Heal", "erudition") == []
    table.act("gm", "fate", 10, 3, who="ana", skill=skill, will=10)
    assert table.of("ana", "spent") == (perk,)
    assert bears(table, "ana", skill, ability) == []
    assert perks.may_use(table.desk, "ana", perk) == f"ana has used {perk} in this scene already"
    table.act("gm", "end-scene")
    assert bears(table, "ana", skill, ability) == [(perk, 1)]


def test_unmoved_always_helps():
    """TAD-PRK.07: on every Resist Restraint."""
    table = seated({"ana": {"perks": ["Unmoved"]}, "bo": {}})
    assert bears(table, "ana", "Resist Restraint", "strength") == [("Unmoved", 1)]
    assert bears(table, "bo", "Resist Restraint", "strength") == []
    assert perks.rolled(table.desk, "ana", "Resist Restraint") == []


def test_undaunted_helps_allies_who_are_near():
    """TAD-PRK.06: within 6 paces, those of the same side, and who is not out of it; the same source counts once."""
    people = {"ana": {"perks": ["Undaunted"]}, "bo": {}}
    table = seated(people, {"Wolf": {}})
    for skill in ("Resist Fear", "Resist Possession"):
        assert bears(table, "ana", skill, "presence") == bears(table, "bo", skill, "presence") == [("Undaunted", 1)]
        assert bears(table, "Wolf", skill, "presence") == []
    assert bears(table, "bo", "Persuade", "presence") == []
    table.put("ana", at=(0, 0))
    table.put("bo", at=(6, 3))
    assert bears(table, "bo", "Resist Fear", "presence") == [("Undaunted", 1)]
    table.put("bo", at=(7, 0))
    assert bears(table, "bo", "Resist Fear", "presence") == []
    table.put("bo", at=(1, 0), perks=("Undaunted",))
    assert bears(table, "bo", "Resist Fear", "presence") == [("Undaunted", 1)]
    table.put("bo", perks=())
    table.put("ana", statuses=("Dead",))
    assert bears(table, "bo", "Resist Fear", "presence") == []


def test_last_stand_is_rolled_at_mastery_once():
    """TAD-PRK.07: the first Resist Death of a scene."""
    table = seated({"ana": {"perks": ["Last Stand"]}})
    assert rolling.level_of(table.desk, Party("ana", "Resist Death")) == "mastery"
    assert rolling.level_of(table.desk, Party("ana", "Resist Toxin")) == "none"
    table.act("gm", "fate", 10, 12, who="ana", skill="Resist Death", will=15)
    assert table.of("ana", "spent") == ("Last Stand",)
    assert rolling.level_of(table.desk, Party("ana", "Resist Death")) == "none"


def test_a_perk_of_a_group_comes_back_with_the_next_scene(monkeypatch):
    """TAD-PRK.01, TAD-GEN.08: of which the list of uses says nothing."""
    monkeypatch.setitem(TAD.lists["perks"], "Green Thumb", {"step": 1, "first": ["Inspect"]})
    table = seated()
    table.put("ana", perks=("Green Thumb",))
    assert bears(table, "ana", "Inspect", "intuition") == [("Green Thumb", 1)]
    table.act("gm", "fate", 10, 9, 3, who="ana", skill="Inspect", will=10)
    assert bears(table, "ana", "Inspect", "intuition") == []
    table.act("gm", "end-scene")
    assert bears(table, "ana", "Inspect", "intuition") == [("Green Thumb", 1)]


def test_every_use_says_when_it_comes_back():
    """TAD-GEN.08: a round, a scene, a day or a session."""
    assert {row["per"] for row in TAD.lists["uses"].values()} <= {"round", "scene", "day", "session"}
    assert perks.may_use(seated({"ana": {"perks": ["Ghost"]}}).desk, "ana", "Ghost") is None
    assert perks.may_use(seated({"ana": {}}).desk, "ana", "Ghost") == "ana has no perk Ghost"


def test_an_evening_from_the_first_scene_to_the_advance():
    """TAD-NIGHT.01: ready-made characters, a fate roll, a social contest, rest, and an advance each."""
    table = seated({"ana": "Kara Voss", "bo": "Perrin Vale"}, {"Mo": {"aptitudes": {"Judge": APTITUDE}}}, dials=QUIET)
    table.act("gm", "open-session")
    assert outcome(table.act("gm", "fate", 12, who="ana", skill="Force", will=10)) == "wins"
    table.put("bo", coins=30)
    table.act("bo", "haggle", 3, 14, 5, 6, who="bo", merchant="Mo", thing="rope", count=20)
    assert outcome(table.answer("bo", True)) == "wins"
    assert table.of("bo", "coins") == 14
    table.act("gm", "night")
    table.act("gm", "close-session")
    table.act("ana", "advance", who="ana", how="a perk")
    table.answer("ana", "Riposte")
    assert table.of("ana", "perks") == ("Sure Stroke", "Riposte")
