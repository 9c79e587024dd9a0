"""Triumph & Disaster: making a spell out of its parts, altering one on the fly, and telling what magic is at work."""

from fractions import Fraction

import pytest

from fatewright.core.table.story import Refusal
from fatewright.systems.triumph_and_disaster.magic import spell_making, spells
from forms import stands
from systems.tad_table import APTITUDE, TAD, fight, outcome, said, seated

MAGE = {
    "intuition": 4,
    "erudition": 5,
    "presence": 7,
    "aptitudes": {"Craft Spell": APTITUDE, "Fire Dart": APTITUDE, "Lance": APTITUDE, "Spark": APTITUDE},
}
ANSWERS = ("Evade", "Nullify", "Resist Toxin")
OGRE = {"toughness": 40, "aptitudes": dict.fromkeys(ANSWERS, APTITUDE)}


def table(dials=None, **more):
    dials = {"exploration": "freeform", **(dials or {})}
    return seated({"ana": {**MAGE, **more.pop("ana", {})}, "bo": {}}, {"ogre": OGRE}, dials=dials, **more)


def makes(play, name="Cinder", *faces, **parts):
    return play.act("ana", "make-spell", *faces, who="ana", name=name, **parts)


def refused(play, verb="make-spell", **args):
    return play.refused("ana", verb, **{"who": "ana", **args})


# Making


@pytest.mark.parametrize(("face", "result"), [(11, "wins"), (10, "loses")])
def test_a_new_spell_is_crafted_against_ten_and_five_for_each_point_of_mana(face, result):
    """TAD-SPL.02, TAD-ERU.03: 1 mana: versus 15; a tie is fate's."""
    play = table()
    events = makes(play, "Cinder", face)
    assert outcome(events) == result
    assert said(events)[0] == "ana works on Cinder for a day: 1 mana (half of 2 dice 1), versus 15"
    known = (("Cinder", "none", "2d6 fire", "none", "0", "none", "0", "20", "Nullify", "intuition"),)
    assert play.of("ana", "own_spells") == (known if result == "wins" else ())


def test_a_new_spell_is_there_when_its_day_is_over():
    """TAD-SPL.02, TAD-EXP.01: six watches pass, and then it is rolled for."""
    play = table({"exploration": "watches", "encounter_percent": 0}, ana={"gear": {"ration": 1}})
    play.put("bo", gear=(("ration", 1),))
    lines = said(makes(play, "Cinder", 11))
    assert lines.index("Day 2 begins") < lines.index("ana knows Cinder")
    assert (play.fact("clock", "day"), play.fact("clock", "watch")) == (2, 1)


@pytest.mark.parametrize(
    ("parts", "mana"),
    [
        ({}, 1),
        ({"dice": 4}, 2),
        ({"dice": 2, "die": "d10"}, 2),
        ({"area": "yes", "status": "Burning", "reach": "far"}, 4),
        ({"kind": "nothing", "status": "Paralysed"}, 3),
        ({"kind": "healing", "dice": 4, "die": "d8", "reach": "touch"}, 2),
        ({"kind": "nothing", "ward": 2, "area": "yes"}, 2),
    ],
)
def test_the_form_computes_the_cost_while_it_is_filled_in(parts, mana):
    """TAD-SPL.01, TAD-SPL.02."""
    play, verb = table(), TAD.game.verbs["make-spell"]
    defaults = {field.name: field.default for field in verb.slots if field.default is not None}
    given = {**{name: value for name, value in defaults.items() if name != "mana"}, "who": "ana", "name": "New", **parts}
    found = play.form("ana", "make-spell", **given)
    assert (found["mana"], spell_making.will_of(mana)) == (mana, 10 + 5 * mana)
    odds = play.odds("ana", "make-spell", **found)
    need = spell_making.will_of(mana) - MAGE["erudition"]
    chances = odds.chance_that(lambda one: one in ("wins", "triumph"))
    assert chances == (0 if need > 20 else max(Fraction(20 - need, 20), Fraction(1, 20)))


def test_a_cost_that_its_parts_do_not_come_to_is_refused():
    """TAD-SPL.01."""
    assert refused(table(), name="Cinder", mana=3) == "Cinder: by its parts it costs 1 mana, not 3"


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"name": "Lance"}, "there is a spell called Lance already"),
        ({"kind": "nothing"}, "Cinder: it does nothing"),
        ({"status": "Dead"}, "Cinder: no spell makes somebody Dead"),
        ({"dice": 12, "area": "yes"}, "Cinder: it costs 7 mana, and at this table a spell costs at most 5"),
        ({"answered": "Force"}, "Cinder: Force is no reactive skill"),
        ({"kind": "healing", "status": "Blinded"}, "Cinder: a spell helps or harms, not both"),
    ],
)
def test_what_cannot_be_made_is_refused_with_a_sentence(parts, sentence):
    """TAD-SPL.01, TAD-SPL.02."""
    assert refused(table(), **{"name": "Cinder", **parts}) == sentence


def test_making_takes_a_day_and_magic():
    """TAD-SPL.02, TAD-MAG.01."""
    assert refused(table({"magic": "off"}), name="Cinder") == "this table plays without magic"
    assert refused(table(facts=fight("ana", "ogre")), name="Cinder") == "making a spell takes a day"


def test_a_spell_of_ones_own_is_cast_like_the_others():
    """TAD-SPL.02, TAD-MAG.01: at level none, until a pick is spent on it."""
    play = table()
    makes(play, "Cinder", 16, status="Burning", answered="Evade")
    events = play.act("ana", "cast", 17, 16, 3, 2, 2, who="ana", spell=spells.OWN, target="ogre")
    assert "ana: Cinder ⚪, Intuition 4" in said(events)
    assert (outcome(events), play.of("ogre", "hp"), play.of("ogre", "statuses"), play.of("ana", "mana")) == (
        "hits",
        31,
        ("Burning",),
        8,
    )
    values = {"own_spells": play.of("ana", "own_spells")}
    play.put("ana", own_spells=spells.learned(values, "aptitude", "Cinder"), statuses=("Blinded",))
    events = play.act("ana", "cast", 17, 6, 19, 1, who="ana", spell=spells.OWN, target="ogre")
    assert "ana: Cinder ⚫, Intuition 4, Blinded -1" in said(events)


def test_of_several_the_caster_says_which():
    """TAD-SPL.02."""
    play = table()
    assert refused(play, "cast", spell=spells.OWN, target="ogre") == "ana has made no spell yet"
    makes(play, "Cinder", 15)
    makes(play, "Aegis", 15, kind="nothing", ward=2)
    play.act("ana", "cast", who="ana", spell=spells.OWN, target="ana")
    assert [(option.value, option.blocked) for option in play.question("ana").options] == [
        ("Cinder", "nobody casts Cinder on themselves"),
        ("Aegis", ""),
    ]
    assert outcome(play.answer("ana", "Aegis")) == "works"
    assert (play.of("ana", "warded"), play.of("ana", "holding")) == (2, (("Aegis", "ana"),))
    play.act("ana", "release", who="ana", spell="Aegis")
    assert play.of("ana", "warded") == 0


def test_by_a_dial_a_spell_goes_with_an_ability_of_its_own():
    """TAD-INT.06."""
    play = table({"spell_ability": "per_spell"})
    makes(play, "Cinder", 15, ability="presence")
    events = play.act("ana", "cast", 2, 2, 19, who="ana", spell=spells.OWN, target="ogre")
    assert "ana: Cinder ⚪, Presence 7" in said(events)


def test_a_pick_may_be_spent_on_it():
    """TAD-SPL.02, TAD-ABI.03, TAD-MAS.08: by an advance, like any other; and mastery by a further one."""
    play = table()
    makes(play, "Cinder", 15)
    play.put("ana", due=2)
    play.act("ana", "advance", who="ana", how="two aptitudes")
    play.answer("ana", "Cinder")
    play.answer("ana", "Sneak")
    assert spells.own({"own_spells": play.of("ana", "own_spells")})["Cinder"].level == "aptitude"
    assert dict(play.of("ana", "aptitudes"))["Sneak"] == APTITUDE
    play.act("ana", "advance", who="ana", how="mastery")
    play.answer("ana", "Cinder")
    assert spells.own({"own_spells": play.of("ana", "own_spells")})["Cinder"].level == "mastery"


def test_each_try_is_a_day_of_watches():
    """TAD-SPL.02, TAD-EXP.01."""
    play = table({"exploration": "watches", "encounter_percent": 0})
    for who in ("ana", "bo"):
        play.put(who, gear=(("ration", 3),))
    makes(play, "Cinder", 15)
    assert play.fact("clock", "day") == 2


# Altering


def test_a_spell_is_altered_on_the_fly_with_a_threat_on_the_casting():
    """TAD-SPL.02, TAD-ERU.03: Craft Spell versus 15; cold in place of fire, over an area: 2 mana."""
    play = table()
    play.act("ana", "alter-spell", 11, who="ana", spell="Fire Dart", target="ogre", element="cold", area="an area")
    events = play.answer("ana", ("not in it", "not in it"), 15, 6, 3, 2, 2)
    assert "ana: Fire Dart ⚫, Intuition 4, altered on the fly -1" in said(events)
    assert (outcome(events), play.of("ana", "mana"), play.of("ogre", "hp")) == ("hits", 8, 31)
    assert any("4 cold" in line or "9 cold" in line for line in said(events))


def test_what_is_not_managed_costs_the_action_and_no_mana():
    """TAD-SPL.02."""
    play = table(facts=fight("ana", "ogre"))
    events = play.act("ana", "alter-spell", 10, who="ana", spell="Lance", target="ogre", reach="in sight")
    assert (outcome(events), play.of("ana", "mana"), play.of("ana", "acted")) == ("loses", 10, 1)


@pytest.mark.parametrize(
    ("how", "changed"),
    [
        ({"element": "acid"}, {"damage": "3d6 acid"}),
        ({"area": "an area"}, {"area": 2}),
        ({"reach": "touch"}, {"range": 1}),
        ({"element": "cold", "area": "an area", "reach": "in sight"}, {"damage": "3d6 cold", "area": 2, "range": 20}),
    ],
)
def test_element_area_and_range_can_be_altered_and_the_cost_follows(how, changed):
    """TAD-SPL.02, TAD-SPL.01."""
    lance = spells.listed("Lance", TAD.lists)
    found = spell_making.altered(lance, **{"element": "as it is", "area": "as it is", "reach": "as it is", **how})
    assert found == lance._replace(mana=None, **changed)
    assert spells.price(found, TAD.lists) == 1 + (found.area > 0) + (found.range > 20)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ({"spell": "Lance", "reach": "as it is"}, "this leaves Lance as it is"),
        ({"spell": "Spark", "element": "cold"}, "a trick is too small to be altered"),
        ({"spell": "Dread", "area": "an area"}, "ana does not know Dread"),
        ({"spell": spells.OWN, "area": "an area"}, "ana has made no spell yet"),
    ],
)
def test_what_cannot_be_altered_is_refused(args, sentence):
    """TAD-SPL.02."""
    assert refused(table(), "alter-spell", target="ogre", **args) == sentence


def test_no_alteration_goes_past_what_a_spell_may_cost():
    """TAD-SPL.01, TAD-SPL.02."""
    play = table({"spell_cost_max": 2})
    sentence = "Lance: it costs 3 mana, and at this table a spell costs at most 2"
    assert refused(play, "alter-spell", spell="Lance", target="ogre", area="an area") == sentence


# Identifying


@pytest.mark.parametrize("face", [10, 11])
def test_craft_spell_tells_what_magic_is_at_work(face):
    """TAD-ERU.03: against what the Storyteller says; whoever succeeds is told, and nobody else."""
    play = table()
    play.act("ana", "identify", who="ana", what="the humming stone")
    events = play.answer("gm", 15, face)
    if face == 10:
        assert said(events)[-1] == "ana cannot tell what the humming stone is"
        return
    events = play.answer("gm", "it holds a Ward")
    line = "the humming stone: it holds a Ward"
    assert [line in said(events, viewer) for viewer in ("ana", "gm", "bo", "eve")] == [True, True, False, False]


# Spells of the Storyteller's people


GLOOM = ("Gloom", "aptitude", "none", "none", "0", "Frightened", "0", "20", "none", "intuition")
SHADE = ("Shade", *GLOOM[1:])


@pytest.mark.parametrize("made", [(), (GLOOM,), (GLOOM, SHADE)])
@pytest.mark.parametrize(
    ("verb", "given"),
    [("cast", {"target": "bo"}), ("cast-at", {"x": 0, "y": 0}), ("alter-spell", {"target": "bo", "area": "an area"})],
)
def test_who_runs_somebody_does_not_learn_what_spells_they_have_made(verb, given, made):
    """TAD-SPL.02, TAD-ROLE.02: however many there are, it is refused alike, and nothing is asked."""
    play = table()
    play.put("ogre", own_spells=made, mana=9)
    play.act("gm", "hand-over", token="ogre", to="ana")
    with pytest.raises(Refusal, match="what spells ogre has made, only the Storyteller knows"):
        play.act("ana", verb, who="ogre", spell=spells.OWN, **given)
    assert play.asked() == []


def test_the_storyteller_knows_what_spells_their_people_have_made():
    """TAD-SPL.02: of several, one is asked for; of none, it is refused in words."""
    play = table()
    with pytest.raises(Refusal, match="ogre has made no spell yet"):
        play.act("gm", "cast", who="ogre", spell=spells.OWN, target="bo")
    play.put("ogre", own_spells=(GLOOM, SHADE), mana=9)
    play.act("gm", "cast", who="ogre", spell=spells.OWN, target="bo")
    assert [option.value for option in play.question("gm").options] == ["Gloom", "Shade"]


def test_a_form_begins_with_a_spell_that_can_be_altered_and_something_altered():
    """TAD-SPL.02: no trick, and not what is altered in nothing."""
    play, given = table(), {"who": "ana", "target": "ogre", "element": "as it is", "area": "as it is"}
    found = stands(play, "ana", "alter-spell", "spell", "reach", **given)
    assert found == {"spell": "Fire Dart", "reach": "far"}
    assert TAD.game.verbs["alter-spell"].may(play.desk, **given, **found) is None
    found = stands(play, "ana", "alter-spell", "spell", "reach", **{**given, "element": "frost"})
    assert found == {"spell": "Fire Dart", "reach": "as it is"}
