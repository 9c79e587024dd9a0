"""Things that are taken apart for their material, and things that are improved."""

import pytest

from fatewright.core.table.story import Refusal
from fatewright.systems.triumph_and_disaster.mechanics import circumstances
from systems.tad_table import APTITUDE, fight, outcome, said, seated

QUIET = {"encounter_percent": 0}
SMITH = {"coins": 20, "erudition": 3, "aptitudes": {"Craft Item": APTITUDE}, "arms": ["sword", "dagger"], "weapon": "sword"}


def smithy(foes=None, dials=None, facts=None, **more):
    """Ana, who knows how things are made, and bo; nothing happens on its own."""
    return seated({"ana": {**SMITH, **more}, "bo": {}}, foes, dials={**QUIET, **(dials or {})}, facts=facts)


def salvages(table, *faces, thing="sword", who="ana"):
    return table.act(who, "salvage", *faces, who=who, thing=thing)


def improves(table, *faces, thing="sword", who="ana"):
    return table.act(who, "improve", *faces, who=who, thing=thing)


# ── taking apart ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("face", "came_to", "worth"), [(12, "loses", 0), (13, "wins", 7), (20, "triumph", 15)])
def test_a_sword_is_taken_apart_for_its_material(face, came_to, worth):
    """TAD-ITM.08, TAD-ERU.02, TAD-EXP.01: Craft Item against 15; half of the 15 coins that making one takes, or all of it."""
    table = smithy()
    events = salvages(table, face)
    assert (outcome(events), table.of("ana", "material"), table.fact("clock", "watch")) == (came_to, worth, 2)
    assert (table.of("ana", "arms"), table.of("ana", "weapon")) == (("dagger",), "fists")
    ended = {0: "ana can use nothing of sword", 7: "ana has material worth 7 coins from it"}
    assert (said(events)[0], said(events)[-1]) == ("ana takes sword apart", ended.get(worth, said(events)[-1]))


def test_material_pays_before_coins_do():
    """TAD-ITM.08, TAD-ITM.06, TAD-ITM.09: for what is made, and for what is improved."""
    table = smithy(dials={"exploration": "freeform"}, material=17, coins=5)
    assert outcome(table.act("ana", "craft", 8, who="ana", thing="mace")) == "wins"  # 7 coins of material
    assert (table.of("ana", "material"), table.of("ana", "coins")) == (10, 5)
    assert outcome(improves(table, 18)) == "wins"  # 15 coins of it
    assert (table.of("ana", "material"), table.of("ana", "coins")) == (0, 0)
    with pytest.raises(Refusal, match="that costs 2 coins, and ana has 0"):
        improves(table, thing="dagger")


def test_what_it_takes_is_foretold():
    """TAD-ITM.08, TAD-ITM.09, TAD-FATE.02: 13 or more of 20, and 18 or more; a natural 20 is a Triumph."""
    table = smithy()
    taken, better = (table.odds("ana", verb, who="ana", thing="sword") for verb in ("salvage", "improve"))
    assert [float(one.chance("wins") + one.chance("triumph")) for one in (taken, better)] == [8 / 20, 3 / 20]


@pytest.mark.parametrize(
    ("more", "thing", "left"),
    [
        ({"gear": {"healer's kit": 7}}, "healer's kit", ("gear", (("healer's kit", 1),))),
        ({"wonders": ["dart wand"]}, "dart wand", ("charges", ())),
        ({"packed": ["light armor"]}, "light armor", ("packed", ())),
        ({"second": "shield"}, "shield", ("second", "nothing")),
        ({"second": "dagger"}, "dagger", ("second", "nothing")),
        ({"improved": ["sword"]}, "sword", ("improved", ())),
    ],
)
def test_what_is_taken_apart_is_gone_from_wherever_it_was(more, thing, left):
    """TAD-ITM.08, TAD-ITM.04, TAD-ITM.07, TAD-ITM.09: with its charges, and with what was improved of it."""
    table = smithy(**more)
    salvages(table, *(() if thing == "dart wand" else (2,)), thing=thing)  # nobody could reach 25
    assert table.of("ana", left[0]) == left[1]


@pytest.mark.parametrize(
    ("more", "thing", "why"),
    [
        ({}, "fists", "fists cannot be taken apart"),
        ({}, "bow", "ana has no bow"),
        ({"gear": {"healer's kit": 5}}, "healer's kit", "a whole healer's kit has 6 uses"),
        ({"gear": {"rope": 1}}, "rope", "nothing in rope is worth the trouble"),
        ({"armor": "light armor", "aptitudes": {"light armor": 1}}, "light armor", "ana wears light armor: take it off first"),
        ({"statuses": ["Unconscious"]}, "sword", "ana is out of it"),
    ],
)
def test_what_cannot_be_taken_apart(more, thing, why):
    """TAD-ITM.08."""
    with pytest.raises(Refusal, match=why):
        salvages(smithy(**more), thing=thing)


# ── improving ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("face", "came_to", "improved"), [(17, "loses", ()), (18, "wins", ("sword",))])
def test_a_sword_is_improved_once(face, came_to, improved):
    """TAD-ITM.09, TAD-ERU.02: against 20, one grade better than it is; 15 coins of material are gone whatever comes of it."""
    table = smithy()
    events = improves(table, face)
    assert (outcome(events), table.of("ana", "improved")) == (came_to, improved)
    assert (table.of("ana", "coins"), table.of("ana", "arms"), table.fact("clock", "watch")) == (5, ("sword", "dagger"), 2)
    table.put("ana", coins=20)
    if improved:
        with pytest.raises(Refusal, match="ana's sword is as good as it gets"):
            improves(table)


def test_an_improved_weapon_does_more_damage():
    """TAD-ITM.09, TAD-CMB.07: 1 more, and no other weapon does."""
    people = {"arms": ["sword", "dagger"], "weapon": "sword", "improved": ["sword"], "aptitudes": {"Blades": APTITUDE}}
    for weapon, lost in (("sword", 5), ("dagger", 4)):
        table = seated({"ana": {**people, "weapon": weapon}, "bo": {"hp": 10}}, owners={"bo": "bo"})
        table.act("ana", "attack", 15, 2, 2, 4, who="ana", target="bo", using="in hand")
        assert table.of("bo", "hp") == 10 - lost


def test_improved_armor_soaks_more_and_an_improved_shield_helps_more():
    """TAD-ITM.09, TAD-ITM.02: 1 more, and a second dominance on the first Evade."""
    worn = {"armor": "light armor", "second": "shield", "aptitudes": {"light armor": APTITUDE}}
    plain, better = smithy(**worn), smithy(**worn, improved=["light armor", "shield"])
    assert [table.derived("ana")["soak"] for table in (plain, better)] == [1, 2]
    assert [bears(table) for table in (plain, better)] == [[("shield", 1)], [("shield", 2)]]


def bears(table):
    return [(one.source, one.worth) for one in circumstances.found(table.desk, "ana", "Evade", "agility")]


@pytest.mark.parametrize(
    ("thing", "why"), [("fists", "fists cannot be improved"), ("torch", "torch cannot be improved"), ("bow", "ana has no bow")]
)
def test_what_cannot_be_improved(thing, why):
    """TAD-ITM.09."""
    with pytest.raises(Refusal, match=why):
        improves(smithy(gear={"torch": 5}), thing=thing)


# ── whose it is ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("verb", ["salvage", "improve"])
def test_one_works_on_ones_own_things(verb):
    """TAD-ITM.08, TAD-ITM.09, TAD-ROLE.02: nobody does it for another's character, and what foes have stays unknown."""
    table = smithy({"Mo": SMITH})
    with pytest.raises(Refusal, match="ana is not yours"):
        table.act("bo", verb, who="ana", thing="sword")
    table.act("gm", "hand-over", token="Mo", to="ana")
    with pytest.raises(Refusal, match="what Mo has, only the Storyteller knows"):
        table.act("ana", verb, who="Mo", thing="sword")


@pytest.mark.parametrize("verb", ["salvage", "improve"])
def test_there_is_a_time_for_it(verb):
    """TAD-ITM.08, TAD-ITM.09: not in a fight, nor where nothing is made."""
    for table, why in (
        (smithy({"Wolf": {}}, facts=fight("ana", "Wolf")), "nobody has the time in a fight"),
        (smithy(dials={"crafting": "off"}), "this table plays without crafting"),
    ):
        with pytest.raises(Refusal, match=why):
            table.act("ana", verb, who="ana", thing="sword")


def test_forms_open_on_what_can_be_worked_on():
    """TAD-ITM.08, TAD-ITM.09: on what is not in hand; and on what is not improved yet."""
    table = smithy(improved=["dagger"])
    assert table.form("ana", "salvage")["thing"] == "dagger"
    assert table.form("ana", "improve")["thing"] == "sword"


def test_whoever_came_before_there_was_material_has_none():
    """TAD-ITM.08, TAD-ITM.09: a sheet that was stored without it, and played on."""
    table = smithy(second="shield")
    table.put("ana", material=None, improved=None)
    assert bears(table) == [("shield", 1)]
    assert (outcome(improves(table, 18)), table.of("ana", "improved")) == ("wins", ("sword",))
    assert (outcome(salvages(table, 13)), table.of("ana", "material"), table.of("ana", "improved")) == ("wins", 7, ())
