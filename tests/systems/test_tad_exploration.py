"""Exploration: watches, travel, hardship, searching, light, traps, foraging, falling, encounters."""

import pytest

from fatewright.core.table.story import Refusal
from fatewright.systems.triumph_and_disaster.mechanics import circumstances
from systems.tad_table import APTITUDE, TAD, cited, fight, outcome, said, seated, thrown

QUIET = {"encounter_percent": 0}
GUIDE = {"erudition": 3, "aptitudes": {"Navigate": APTITUDE, "Resist Exhaustion": APTITUDE, "Inspect": APTITUDE}}


def bears(table, who, what, ability="agility"):
    return [(one.source, one.worth) for one in circumstances.found(table.desk, who, what, ability)]


def travelling(people=None, dials=None, **facts):
    return seated(
        people or {"ana": GUIDE},
        dials={**QUIET, **(dials or {})},
        facts={("clock", name): value for name, value in facts.items()},
    )


# ── travel ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_road_needs_no_roll():
    """TAD-EXP.01, TAD-EXP.02: a watch passes."""
    table = travelling()
    assert outcome(table.act("ana", "travel", who="ana", terrain="road")) == "done"
    assert (table.fact("clock", "watch"), table.fact("clock", "travelled")) == (2, 1)


@pytest.mark.parametrize(("terrain", "will"), [("open land", 10), ("wild", 15), ("treacherous", 20)])
def test_what_finding_the_way_asks(terrain, will):
    """TAD-EXP.02: Navigate, and equal is fate's."""
    face = will - GUIDE["erudition"]
    assert outcome(travelling().act("ana", "travel", face, who="ana", terrain=terrain)) == "loses"
    assert outcome(travelling().act("ana", "travel", face + 1, who="ana", terrain=terrain)) == "wins"


def test_who_loses_the_way_has_a_threat_next_time():
    """TAD-EXP.02: until it is found again."""
    table = travelling()
    assert "The watch is lost" in said(table.act("ana", "travel", 5, who="ana", terrain="wild"))
    events = table.act("ana", "travel", 19, 2, who="ana", terrain="wild")
    assert (outcome(events), table.fact("travel", "lost")) == ("wins", None)
    assert any("lost the way -1" in line for line in said(events))
    assert outcome(table.act("ana", "travel", 19, who="ana", terrain="wild")) == "wins"


def test_a_disaster_on_the_way_is_an_encounter():
    """TAD-EXP.02."""
    events = travelling().act("ana", "travel", 1, who="ana", terrain="open land")
    assert outcome(events) == "disaster"
    assert "and there is an encounter" in said(events)


def test_a_table_without_watches():
    """TAD-EXP.01: the Storyteller says what happens, and there are no rules for it."""
    table = travelling(dials={"exploration": "freeform"})
    why = "this table keeps no watches: the Storyteller says what happens"
    for verb, given in (("travel", {"terrain": "road"}), ("forage", {}), ("keep-watch", {}), ("rest", {}), ("light-torch", {})):
        with pytest.raises(Refusal, match=why):
            table.act("ana", verb, who="ana", **given)
    for verb, given in (("set-light", {"how": "dark"}), ("fall", {"who": "ana", "paces": 9}), ("set-trap", {"name": "pit"})):
        with pytest.raises(Refusal, match=why):
            table.act("gm", verb, **given)


def test_nobody_travels_in_a_fight():
    """TAD-EXP.01."""
    table = seated({"ana": GUIDE}, {"Wolf": {}}, facts=fight("ana", "Wolf"))
    with pytest.raises(Refusal, match="a fight is on: end it first"):
        table.act("ana", "travel", who="ana", terrain="road")
    with pytest.raises(Refusal, match="Wolf is no player's character"):
        seated({"ana": {}}, {"Wolf": {}}).act("gm", "travel", who="Wolf", terrain="road")


def test_whoever_is_out_finds_no_way():
    """TAD-EXP.01, TAD-EXP.04: and searches for nothing; nor does a table without watches search for one."""
    table = travelling({"ana": {**GUIDE, "statuses": ["Unconscious"]}})
    with pytest.raises(Refusal, match="ana is out of it"):
        table.act("ana", "travel", who="ana", terrain="road")
    with pytest.raises(Refusal, match="ana is out of it"):
        table.act("ana", "search", who="ana", what="a way out")
    with pytest.raises(Refusal, match="this table keeps no watches"):
        travelling(dials={"exploration": "freeform"}).act("ana", "search", who="ana", what="a way out", takes="a watch")


# ── hardship ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_fourth_watch_of_travel_is_a_hardship():
    """TAD-EXP.03: Resist Exhaustion against 10, then 15, or Exhausted."""
    table = travelling(travelled=3)
    table.act("ana", "travel", 11, who="ana", terrain="road")
    assert table.of("ana", "statuses") == ()
    events = table.act("ana", "travel", 15, who="ana", terrain="road")
    assert table.of("ana", "statuses") == ("Exhausted",)
    assert "TAD-EXP.03" in cited(events)


def test_a_day_without_food_is_a_hardship():
    """TAD-EXP.03: 10, and 5 more each further day; whoever eats is no longer hungry."""
    table = travelling({"ana": GUIDE, "bo": {"gear": {"ration": 1}}}, watch=6)
    table.act("ana", "keep-watch", 11, who="ana")
    assert (table.fact("clock", "day"), table.fact("clock", "watch"), table.fact("clock", "travelled")) == (2, 1, None)
    assert (table.of("ana", "hunger"), table.of("bo", "hunger"), table.of("bo", "gear")) == (1, 0, ())
    table.put("bo", gear=(("ration", 1),))
    table.put_fact("clock", "watch", value=6)
    table.act("ana", "keep-watch", 15, who="ana")
    assert table.of("ana", "statuses") == ("Exhausted",)
    table.put("ana", gear=(("ration", 2),))
    table.put("bo", gear=(("ration", 1),))
    table.put_fact("clock", "watch", value=6)
    table.act("ana", "keep-watch", who="ana")
    assert (table.of("ana", "hunger"), table.of("ana", "gear")) == (0, (("ration", 1),))


# ── watches ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_two_watches_of_rest_are_a_night():
    """TAD-EXP.01, TAD-VIT.07: in a row."""
    table = travelling({"ana": {**GUIDE, "hp": 1}})
    table.act("ana", "rest", who="ana")
    table.act("ana", "keep-watch", who="ana")
    table.act("ana", "rest", who="ana")
    assert table.of("ana", "hp") == 1
    table.act("ana", "rest", who="ana")
    assert (table.of("ana", "hp"), table.fact("clock", "watch"), table.fact("clock", "rests")) == (6, 5, None)


def test_six_watches_are_a_day():
    """TAD-EXP.01."""
    table = travelling({"ana": {"gear": {"ration": 1}}})
    for _ in range(6):
        table.act("ana", "keep-watch", who="ana")
    assert (table.fact("clock", "day"), table.fact("clock", "watch")) == (2, 1)


@pytest.mark.parametrize(("face", "line"), [(15, "something happens in this watch"), (16, "nothing happens in this watch")])
def test_the_storyteller_rolls_for_encounters(face, line):
    """TAD-EXP.09: in every watch; nobody else learns what came of it."""
    table = seated({"ana": {}})
    events = table.act("ana", "keep-watch", face, who="ana")
    assert said(events, "gm")[-1] == f"{face} of 100: {line}"
    assert said(events, "ana") == ["A watch of waiting; ana looks out"]
    assert face not in [die for dice in thrown(events, "ana") if isinstance(dice, tuple) for die in dice]


def test_encounters_by_the_dial():
    """TAD-EXP.09: the chance in percent; at 0 nothing is rolled."""
    table = seated({"ana": {}}, dials={"encounter_percent": 100})
    assert "something happens" in said(table.act("ana", "keep-watch", 100, who="ana"), "gm")[-1]
    seated({"ana": {}}, dials=QUIET).act("ana", "keep-watch", who="ana")


# ── searching and foraging ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("takes", "watch"), [("a moment", None), ("a watch", 2)])
def test_searching(takes, watch):
    """TAD-EXP.04, TAD-EXP.01, TAD-INT.02: Inspect, against what the Storyteller keeps."""
    table = travelling()
    table.act("ana", "search", who="ana", what="a hidden drawer", takes=takes)
    assert table.asked() == [("gm", "will")]
    assert outcome(table.answer("gm", 12, 13)) == "wins"
    assert table.fact("clock", "watch") == watch


def test_searching_again_needs_a_change():
    """TAD-EXP.04, TAD-SF.10."""
    table = travelling()
    table.act("ana", "search", who="ana", what="a door")
    table.answer("gm", 15, 9)
    with pytest.raises(Refusal, match="something has to change"):
        table.act("ana", "search", who="ana", what="a door")


@pytest.mark.parametrize(
    ("land", "face", "found"), [("lush", 11, 1), ("lush", 10, 0), ("ordinary", 16, 1), ("barren", 19, 0), ("barren", 20, 2)]
)
def test_foraging(land, face, found):
    """TAD-EXP.07: Inspect against 10, 15 or 20; a ration, two on a Triumph."""
    table = travelling()
    table.act("ana", "forage", face, who="ana", land=land)
    assert dict(table.of("ana", "gear")).get("ration", 0) == found
    assert table.fact("clock", "watch") == 2


# ── light ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_darkness_hinders_what_needs_sight():
    """TAD-EXP.05: a threat; dim light is nothing."""
    table = seated()
    for how, threats in (("dim", []), ("dark", [("dark", -1)]), ("bright", [])):
        table.act("gm", "set-light", how=how)
        assert [bears(table, "ana", what) for what in ("Evade", "Blades", "Notice", "Inspect")] == [threats] * 4
        assert bears(table, "ana", "Force") == []


def test_a_torch_lights_six_paces_for_a_watch():
    """TAD-EXP.05, TAD-ITM.04: for whoever is near."""
    table = seated({"ana": {"gear": {"torch": 2}}, "bo": {}}, dials=QUIET, facts={("scene", "light"): "dark"})
    assert said(table.act("ana", "light-torch", who="ana")) == ["ana lights a torch: 6 paces"]
    assert table.of("ana", "gear") == (("torch", 1),)
    assert bears(table, "ana", "Evade") == bears(table, "bo", "Evade") == []
    with pytest.raises(Refusal, match="ana has a light already"):
        table.act("ana", "light-torch", who="ana")
    with pytest.raises(Refusal, match="bo has no torch"):
        table.act("bo", "light-torch", who="bo")
    table.put("ana", at=(0, 0))
    table.put("bo", at=(7, 0))
    assert bears(table, "bo", "Evade") == [("dark", -1)]
    table.act("ana", "keep-watch", who="ana")
    assert (table.of("ana", "lit"), bears(table, "ana", "Evade")) == (0, [("dark", -1)])


def test_some_races_see_in_the_dark(monkeypatch):
    """TAD-RACE.01, TAD-EXP.05."""
    monkeypatch.setitem(TAD.lists["races"], "Gloomfolk", {"dark_sight": 1})
    table = seated(facts={("scene", "light"): "dark"})
    table.put("ana", race="Gloomfolk")
    assert (bears(table, "ana", "Evade"), bears(table, "bo", "Evade")) == ([], [("dark", -1)])


# ── traps ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def trapped(dials=None, **given):
    table = seated({"ana": {"agility": 2, "intuition": 1, "aptitudes": {"Notice": 1, "Sabotage": 1, "Evade": 1}}}, dials=dials)
    table.act("gm", "set-trap", name="pit", **{"harm": "battering", **given})
    return table


def test_only_the_storyteller_knows_of_a_trap():
    """TAD-EXP.06: neither that it is there, nor its numbers; a player who names it sees nothing."""
    table = trapped()
    assert table.sees("gm", "token", "pit", "trap") == (("15", "15", "3", "2d6 battering", "hidden"),)
    for seat in ("ana", "eve"):
        assert [path for path in table.table.view(seat).facts if "pit" in path] == []
    with pytest.raises(Refusal, match="you see no pit"):
        table.act("ana", "disarm", who="ana", trap="pit")
    with pytest.raises(Refusal, match="there is a 'pit' on the table already"):
        table.act("gm", "set-trap", name="pit")
    with pytest.raises(Refusal, match="of the type …: 'boredom' is not one of"):
        table.act("gm", "set-trap", name="net", harm="boredom")


def test_a_trap_is_spotted_in_secret():
    """TAD-EXP.04, TAD-EXP.06, TAD-R.26: Notice; whoever fails does not even know that there was a roll."""
    table = trapped()
    events = table.act("gm", "spot-trap", 14, who="ana", trap="pit")
    assert (outcome(events), said(events, "ana"), thrown(events, "ana")) == ("loses", [], [])
    events = table.act("gm", "spot-trap", 15, who="ana", trap="pit")
    assert (outcome(events), said(events, "ana")) == ("wins", ["ana notices a trap: pit"])
    assert table.sees("ana", "token", "pit", "kind") == "trap"
    assert table.sees("ana", "token", "pit", "trap") is None
    with pytest.raises(Refusal, match="everybody sees pit already"):
        table.act("gm", "spot-trap", who="ana", trap="pit")


def test_a_trap_is_noticed_openly_by_the_dial():
    """TAD-EXP.04, TAD-EXP.06: where the table does not roll Notice in secret."""
    table = trapped({"secret_notice": False})
    with pytest.raises(Refusal, match="at this table Notice is rolled openly"):
        table.act("gm", "spot-trap", who="ana", trap="pit")
    events = table.act("gm", "notice-trap", 3, who="ana", trap="pit")
    assert (outcome(events), thrown(events, "ana"), table.sees("ana", "token", "pit", "kind")) == ("loses", [(3,)], None)
    assert not any("pit" in line for line in said(events, "ana"))
    assert outcome(table.act("gm", "notice-trap", 15, who="ana", trap="pit")) == "wins"
    assert table.sees("ana", "token", "pit", "kind") == "trap"
    with pytest.raises(Refusal, match="at this table Notice is rolled in secret"):
        trapped().act("gm", "notice-trap", who="ana", trap="pit")


def test_a_trap_is_disarmed():
    """TAD-EXP.06, TAD-AGI.02, TAD-R.26: Sabotage against its will; then it is gone."""
    table = trapped()
    table.act("gm", "spot-trap", 19, who="ana", trap="pit")
    assert outcome(table.act("ana", "disarm", 13, who="ana", trap="pit")) == "loses"
    assert outcome(table.act("ana", "disarm", 14, who="ana", trap="pit")) == "wins"
    assert "pit" not in table.desk
    with pytest.raises(Refusal, match="ana is no trap"):
        table.act("ana", "disarm", who="ana", trap="ana")


def test_a_trap_springs():
    """TAD-EXP.06, TAD-CON.07, TAD-R.26: it strikes with its score against Evade; from then on all see it."""
    table = trapped()
    events = table.act("gm", "spring", 10, 11, trap="pit", who="ana")
    assert (outcome(events), table.of("ana", "hp")) == ("misses", 10)
    assert table.sees("ana", "token", "pit", "kind") == "trap"
    events = table.act("gm", "spring", 10, 10, 2, 3, trap="pit", who="ana")
    assert (outcome(events), table.of("ana", "hp")) == ("hits", 5)
    with pytest.raises(Refusal, match="ana is no trap"):
        table.act("gm", "spring", trap="ana", who="pit")
    with pytest.raises(Refusal, match="pit is a trap, and not to be caught"):
        table.act("gm", "spring", trap="pit", who="pit")


def test_a_trap_takes_no_part_in_fights():
    """TAD-EXP.06: it is nobody."""
    table = trapped()
    with pytest.raises(Refusal, match="a fight needs two sides"):
        table.act("gm", "start-fight")
    with pytest.raises(Refusal, match="ana is no trap"):
        table.act("gm", "spot-trap", who="ana", trap="ana")


# ── falling ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("paces", "faces"), [(3, (4,)), (5, (4,)), (6, (1, 2)), (9, (1, 1, 1))])
def test_falling(paces, faces):
    """TAD-EXP.08, TAD-GEN.01: a die for every three full paces, and armor does not help."""
    table = seated({"ana": {"armor": "heavy armor", "strength": 4, "aptitudes": {"heavy armor": 1}}})
    table.act("gm", "fall", *faces, who="ana", paces=paces)
    assert table.of("ana", "hp") == 10 - sum(faces)


def test_a_short_fall_hurts_nobody():
    """TAD-EXP.08."""
    with pytest.raises(Refusal, match="2 paces hurt nobody"):
        seated().act("gm", "fall", who="ana", paces=2)
