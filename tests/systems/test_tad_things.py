"""Things: what they weigh on rolls, buying and haggling, armor, crafting, draughts, magic items; and languages."""

import pytest

from fatewright.core.table.story import Refusal
from fatewright.core.table.table import TakeBack
from fatewright.systems.triumph_and_disaster.items import items, prices
from fatewright.systems.triumph_and_disaster.mechanics import circumstances, rolling
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party
from systems.tad_table import APTITUDE, MASTERY, TAD, cited, fight, outcome, said, seated, thrown, usual

QUIET = {"encounter_percent": 0}


def bears(table, who, what, ability):
    """What bears on a roll by itself."""
    return [(one.source, one.worth) for one in circumstances.found(table.desk, who, what, ability)]


def level(table, who, what):
    return rolling.level_of(table.desk, Party(who, what))


# ── what bears on rolls ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_heavy_load_hinders_strength_and_agility():
    """TAD-STR.07: one threat, on nothing else; by a dial none."""
    laden = {"ana": {"gear": {"rope": 11}}}
    table = seated(laden)
    assert bears(table, "ana", "Force", "strength") == [("load", -1)]
    assert bears(table, "ana", "Sneak", "agility") == [("load", -1)]
    assert bears(table, "ana", "Heal", "erudition") == []
    assert bears(seated(laden, dials={"encumbrance": "off"}), "ana", "Force", "strength") == []


def test_heavy_armor_hinders_sneaking():
    """TAD-ITM.02: one threat on Sneak, whoever masters it."""
    table = seated({"ana": {"armor": "heavy armor", "strength": 4, "aptitudes": {"heavy armor": MASTERY}}})
    assert bears(table, "ana", "Sneak", "agility") == [("heavy armor", -1)]
    assert bears(table, "ana", "Evade", "agility") == []


def test_armor_beyond_ones_strength_by_the_dial():
    """TAD-ITM.03, TAD-MAS.05: a threat on Strength and Agility rolls for each missing point; mastery waives it."""
    weak = {"armor": "medium armor", "aptitudes": {"medium armor": APTITUDE}}
    table = seated({"ana": weak}, dials={"armor_below_minimum": "one_threat_per_point"})
    assert bears(table, "ana", "Evade", "agility") == [("armor beyond their strength", -2)]
    assert bears(table, "ana", "Heal", "erudition") == []
    table.put("ana", aptitudes=(("medium armor", MASTERY),))
    assert bears(table, "ana", "Evade", "agility") == []


def test_a_shield_helps_with_the_first_evade_of_a_round():
    """TAD-ITM.02: in a fight once a round, outside one whenever it is wanted."""
    table = seated({"ana": {"second": "shield", "aptitudes": {"Evade": APTITUDE}}})
    assert bears(table, "ana", "Evade", "agility") == [("shield", 1)]
    assert items.rolled(table.desk, "ana", "Evade") == []
    table.put_fact("turns", "round", value=1)
    (mark,) = items.rolled(table.desk, "ana", "Evade")
    assert mark.value == ("shielded",)
    table.put("ana", turn=mark.value)
    assert bears(table, "ana", "Evade", "agility") == []
    assert items.rolled(table.desk, "ana", "Evade") == []
    assert TAD.lists["turn_marks"]["shielded"]["each"] == "round"


# ── magic items ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_charm_gives_a_dominance_in_its_case():
    """TAD-ITM.07: by a dial there are no magic items."""
    charmed = {"ana": {"wonders": ["lucky charm"]}}
    assert bears(seated(charmed), "ana", "Resist Death", "vitality") == [("lucky charm", 1)]
    assert bears(seated(charmed), "ana", "Resist Toxin", "vitality") == []
    assert bears(seated(charmed, dials={"magic_items": "off"}), "ana", "Resist Death", "vitality") == []


@pytest.mark.parametrize(
    ("wonders", "what", "held", "rolls"),
    [
        (["fox ring"], "Sneak", 0, "aptitude"),
        (["fox ring"], "Sneak", APTITUDE, "mastery"),
        (["fox ring"], "Sneak", MASTERY, "mastery"),
        (["leaden mask"], "Perform", MASTERY, "aptitude"),
        (["leaden mask"], "Perform", 0, "none"),
        (["fox ring", "leaden mask"], "Persuade", APTITUDE, "aptitude"),
    ],
)
def test_a_symbol_shifts_the_level(wonders, what, held, rolls):
    """TAD-ITM.07, TAD-SF.11: one step, never beyond the ends; by a dial it does nothing."""
    people = {"ana": {"wonders": wonders, "aptitudes": {what: held} if held else {}}}
    assert level(seated(people), "ana", what) == rolls
    ignored = seated(people, dials={"symbol_on_ability_roll": "ignore"})
    assert level(ignored, "ana", what) == ["none", "aptitude", "mastery"][held]


def test_opposite_symbols_cancel(monkeypatch):
    """TAD-SF.11: they are counted before the level is shifted."""
    monkeypatch.setitem(TAD.lists["wonders"], "creaking boots", {"symbol": -1, "on": "Sneak"})
    values = {"wonders": ("fox ring", "creaking boots")}
    assert items.steps(values, usual(), TAD.lists, "Sneak", "agility") == 0


def test_symbols_that_explode_and_are_rolled_again():
    """TAD-ITM.07, TAD-DICE.09, TAD-DICE.10: ❗ on Navigate, 🔄 on Sabotage."""
    table = seated({"ana": {"wonders": ["storm glass", "thief's penny"]}})
    assert rolling.effort(table.desk, Party("ana", "Navigate")).explodes
    assert not rolling.effort(table.desk, Party("ana", "Sneak")).explodes
    assert rolling.effort(table.desk, Party("ana", "Sabotage")).rerolls == 1


def test_a_wand_has_charges_and_a_spell():
    """TAD-ITM.07: as many as its row says, then fewer."""
    table = seated({"ana": {"wonders": ["dart wand"]}})
    assert table.of("ana", "charges") == (("dart wand", 3),)
    assert items.stored("dart wand", TAD.lists) == "Fire Dart"
    assert items.stored("fox ring", TAD.lists) == ""
    (change,) = items.with_charges(table.desk, "ana", "dart wand", 0)
    assert change.value == ()


def test_every_kind_of_magic_item_is_among_the_samples():
    """TAD-ITM.07: a dominance, a symbol, a resistance, a stored spell."""
    keys = {key for row in TAD.lists["wonders"].values() for key in row}
    assert {"dominance", "symbol", "explodes", "rerolls", "resists", "spell", "charges"} <= keys


# ── buying ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_buying():
    """TAD-ITM.01, TAD-ITM.02, TAD-ITM.04, TAD-ITM.05: each thing into its place, coins gone."""
    table = seated({"ana": {"coins": 300}})
    for thing, count in (("sword", 1), ("shield", 1), ("light armor", 1), ("torch", 3), ("healer's kit", 2), ("dart wand", 1)):
        assert outcome(table.act("ana", "buy", who="ana", thing=thing, count=count)) == "done"
    assert table.of("ana", "arms") == ("sword",)
    assert table.of("ana", "packed") == ("shield", "light armor")
    assert dict(table.of("ana", "gear")) == {"torch": 3, "healer's kit": 12}
    assert (table.of("ana", "wonders"), table.of("ana", "charges")) == (("dart wand",), (("dart wand", 3),))
    assert table.of("ana", "coins") == 300 - 30 - 15 - 20 - 3 - 30 - 120


@pytest.mark.parametrize(
    ("thing", "count", "why"),
    [
        ("maul", 1, "that costs 50 coins, and ana has 40"),
        ("torch", 41, "that costs 41 coins, and ana has 40"),
        ("fists", 1, "fists is not for sale"),
        ("dagger", 2, "one dagger is enough for ana"),
        ("sword", 1, "one sword is enough for ana"),
    ],
)
def test_what_cannot_be_bought(thing, count, why):
    """TAD-ITM.05."""
    table = seated({"ana": {"coins": 40, "arms": ["sword"]}})
    with pytest.raises(Refusal, match=why):
        table.act("ana", "buy", who="ana", thing=thing, count=count)


def test_no_magic_items_are_sold_where_there_are_none():
    """TAD-ITM.07."""
    table = seated({"ana": {"coins": 500}}, dials={"magic_items": "off"})
    with pytest.raises(Refusal, match="this table plays without magic items"):
        table.act("ana", "buy", who="ana", thing="fox ring")


@pytest.mark.parametrize(
    ("mine", "theirs", "came_to", "paid"),
    [(15, 10, "wins", 24), (10, 15, "loses", 30), (1, 10, "disaster", 36), (20, 15, "triumph", 24)],
)
def test_haggling(mine, theirs, came_to, paid):
    """TAD-ITM.05, TAD-CON.05: Persuade against Judge: a fifth off, the full price, or a fifth more."""
    table = seated({"ana": {"coins": 60, "aptitudes": {"Persuade": APTITUDE}}}, {"Mo": {"aptitudes": {"Judge": APTITUDE}}})
    table.act("ana", "haggle", mine, theirs, who="ana", merchant="Mo", thing="sword")
    assert table.question("ana").prompt == f"sword for {paid} coins?"
    assert (table.offers("ana"), table.prices("ana")) == ({True: "buy", False: "walk away"}, {True: f"−{paid} coins"})
    events = table.answer("ana", True)
    assert outcome(events) == came_to
    assert (table.of("ana", "coins"), table.of("ana", "arms")) == (60 - paid, ("sword",))
    assert "TAD-ITM.05" in cited(events)


def test_one_may_walk_away_from_a_bargain():
    """TAD-ITM.05: and the merchant's dice stay behind the screen."""
    table = seated({"ana": {"coins": 26, "aptitudes": {"Persuade": APTITUDE}}}, {"Mo": {"aptitudes": {"Judge": APTITUDE}}})
    events = table.act("ana", "haggle", 10, 15, who="ana", merchant="Mo", thing="sword")
    assert thrown(events, "ana")[0] == (10,)
    buy, _ = table.question("ana").options
    assert buy.blocked == "that costs 30 coins, and ana has 26"
    assert said(table.answer("ana", False)) == ["ana walks away"]
    assert (table.of("ana", "coins"), table.of("ana", "arms")) == (26, ())


def test_haggling_for_what_is_too_dear_anyway():
    """TAD-ITM.05: a fifth off must be enough."""
    table = seated({"ana": {"coins": 23}}, {"Mo": {}})
    with pytest.raises(Refusal, match="that costs 30 coins, and ana has 23"):
        table.act("ana", "haggle", who="ana", merchant="Mo", thing="sword")
    with pytest.raises(Refusal, match="haggle with somebody else"):
        table.act("ana", "haggle", who="ana", merchant="ana", thing="sword")


def test_discounts_are_rounded_down():
    """TAD-ITM.05, TAD-GEN.01: a fifth of 2 is nothing, of 14 it is 2."""
    assert [prices.off(price, usual()) for price in (2, 5, 14, 50)] == [0, 1, 2, 10]


def test_the_storyteller_gives_things():
    """TAD-ITM.05, TAD-ITM.07: loot and rewards, coins among them."""
    table = seated({"ana": {}})
    events = table.act("gm", "give", who="ana", thing="salamander cloak", coins=12)
    assert said(events) == ["ana now has salamander cloak, and 12 coins"]
    assert (table.of("ana", "wonders"), table.of("ana", "coins")) == (("salamander cloak",), 12)
    with pytest.raises(Refusal, match="none cannot be given"):
        table.act("gm", "give", who="ana", thing="none")


# ── wearing ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_armor_is_put_on_and_off():
    """TAD-ITM.02, TAD-APT.05: what is not worn is carried."""
    held = {"light armor": APTITUDE, "medium armor": APTITUDE}
    table = seated({"ana": {"strength": 2, "packed": ["medium armor"], "armor": "light armor", "aptitudes": held}})
    assert said(table.act("ana", "wear", who="ana", armor="medium armor")) == ["ana wears medium armor"]
    assert (table.of("ana", "armor"), table.of("ana", "packed")) == ("medium armor", ("light armor",))
    assert table.derived("ana")["soak"] == 2
    assert said(table.act("ana", "wear", who="ana", armor="none")) == ["ana wears no armor"]
    assert table.of("ana", "packed") == ("light armor", "medium armor")


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ({}, "heavy armor cannot be worn without aptitude in heavy armor"),
        ({"aptitudes": {"heavy armor": APTITUDE}}, "heavy armor asks for Strength 4, and there is 0"),
        ({"aptitudes": {"heavy armor": APTITUDE}, "packed": []}, "ana has no heavy armor"),
    ],
)
def test_armor_that_cannot_be_worn(sheet, why):
    """TAD-APT.05, TAD-ITM.03, TAD-R.18, TAD-X.13: never without aptitude, and not below its Strength."""
    table = seated({"ana": {"packed": ["heavy armor"], **sheet}})
    with pytest.raises(Refusal, match=why):
        table.act("ana", "wear", who="ana", armor="heavy armor")


def test_mastery_waives_the_strength_that_armor_asks_for():
    """TAD-MAS.05, TAD-R.19, TAD-X.13: heavy armor at Strength 0."""
    table = seated({"ana": {"packed": ["heavy armor"], "aptitudes": {"heavy armor": MASTERY}}})
    table.act("ana", "wear", who="ana", armor="heavy armor")
    assert table.of("ana", "armor") == "heavy armor"


def test_nobody_changes_armor_in_a_fight():
    """TAD-ITM.02."""
    table = seated(
        {"ana": {"packed": ["light armor"], "aptitudes": {"light armor": 1}}}, {"Wolf": {}}, facts=fight("ana", "Wolf")
    )
    with pytest.raises(Refusal, match="ana is in a fight"):
        table.act("ana", "wear", who="ana", armor="light armor")


def test_a_shield_that_is_put_away_is_carried():
    """TAD-ITM.01, TAD-ITM.02: and comes back from there."""
    table = seated({"ana": {"arms": ["bow", "mace"], "weapon": "mace", "second": "shield"}})
    table.act("ana", "draw", who="ana", weapon="bow")
    assert (table.of("ana", "second"), table.of("ana", "packed")) == ("nothing", ("shield",))
    with pytest.raises(Refusal, match="bow needs both hands, and shield a third one"):
        table.act("ana", "draw", who="ana", weapon="bow", second="shield")
    table.act("ana", "draw", who="ana", weapon="mace", second="shield")
    assert (table.of("ana", "second"), table.of("ana", "packed")) == ("shield", ())


# ── crafting ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("thing", "will", "material", "watches"),
    [("dagger", 10, 2, 1), ("sword", 15, 15, 3), ("healing draught", 20, 20, 4), ("fox ring", 25, 60, 12), ("rope", 10, 0, 1)],
)
def test_what_making_a_thing_takes(thing, will, material, watches):
    """TAD-ITM.06: by its grade; half the price; a watch for every 10 coins, at least one."""
    lists, dials = TAD.lists, usual()
    assert (prices.will(thing, lists), prices.material(thing, lists, dials), prices.watches(thing, lists, dials)) == (
        will,
        material,
        watches,
    )


SMITH = {"coins": 20, "erudition": 3, "aptitudes": {"Craft Item": APTITUDE}}


def smithy(people=None, **dials):
    """Ana, who makes things, and bo; nothing happens on its own."""
    return seated({"ana": SMITH, "bo": {}} if people is None else people, dials={**QUIET, **dials})


def crafts(table, *faces, thing="sword", who="ana"):
    return table.act(who, "craft", *faces, who=who, thing=thing)


def stands(table, who="ana"):
    """What somebody has in the making, what arms they have, and which watch it is."""
    return table.of(who, "making"), table.of(who, "arms"), table.fact("clock", "watch") or 1


def test_a_sword_comes_when_its_three_watches_are_over():
    """TAD-ITM.06, TAD-ERU.02, TAD-EXP.01: Craft Item against 15, rolled when the work is done; a watch of it with every act."""
    table = smithy()
    events = crafts(table)
    assert (outcome(events), stands(table), table.of("ana", "coins")) == ("done", ((("sword", 2),), (), 2), 5)
    assert said(events) == ["ana works on sword: 3 watches, and material for 15 coins"]
    events = crafts(table)
    assert (outcome(events), stands(table), table.of("ana", "coins")) == ("done", ((("sword", 1),), (), 3), 5)
    assert said(events) == ["ana goes on with sword: 2 watches are left"]
    events = crafts(table, 13)
    assert (outcome(events), stands(table)) == ("wins", ((), ("sword",), 4))
    assert said(events)[-1] == "ana has made sword"


def test_what_takes_a_watch_is_there_at_the_end_of_it():
    """TAD-ITM.06: a dagger, against 10."""
    table = smithy()
    assert (outcome(crafts(table, 8, thing="dagger")), stands(table)) == ("wins", ((), ("dagger",), 2))


def test_work_goes_on_while_others_spend_the_watch():
    """TAD-ITM.06, TAD-EXP.01: somebody else keeps watch or forages; the roll is the maker's, whoever's act it is."""
    table = smithy()
    crafts(table)
    table.act("bo", "keep-watch", who="bo")
    assert stands(table) == ((("sword", 1),), (), 3)
    events = table.act("bo", "forage", 2, 3, 13, who="bo")
    assert (outcome(events), stands(table), said(events)[-1]) == ("loses", ((), ("sword",), 4), "ana has made sword")


@pytest.mark.parametrize(
    ("verb", "given", "faces"),
    [("travel", {"terrain": "road"}, ()), ("rest", {}, ()), ("forage", {}, (2, 1)), ("keep-watch", {}, ())],
)
def test_nobody_works_while_they_do_something_else(verb, given, faces):
    """TAD-ITM.06, TAD-EXP.01: on the road, at rest, or out for food."""
    table = smithy()
    crafts(table)
    table.act("ana", verb, *faces, who="ana", **given)
    assert stands(table) == ((("sword", 2),), (), 3)


def test_nobody_works_at_night_or_out_of_their_senses():
    """TAD-ITM.06, TAD-VIT.07."""
    table = smithy()
    crafts(table)
    table.act("gm", "night")
    assert stands(table) == ((("sword", 2),), (), 4)
    table.put("ana", statuses=("Unconscious",))
    table.act("bo", "keep-watch", who="bo")
    assert table.of("ana", "making") == (("sword", 2),)
    with pytest.raises(Refusal, match="ana is out of it"):
        crafts(table)


def test_one_works_on_one_thing_at_a_time():
    """TAD-ITM.06: what was begun before waits, and is taken up again without new material."""
    table = smithy({"ana": {**SMITH, "coins": 50}, "bo": {}})
    crafts(table)
    crafts(table, thing="great axe")
    assert (table.of("ana", "making"), table.of("ana", "coins")) == ((("great axe", 4), ("sword", 2)), 10)
    crafts(table)
    assert (table.of("ana", "making"), table.of("ana", "coins")) == ((("sword", 1), ("great axe", 4)), 10)


def test_what_is_in_the_making_is_seen_by_its_maker():
    """TAD-ITM.06: it stands on the sheet, as open as the rest of it."""
    table = smithy()
    crafts(table)
    assert [table.sees(seat, "token", "ana", "making") for seat in ("ana", "gm", "bo")] == [(("sword", 2),)] * 3


def test_what_the_storytellers_people_make_is_there_when_the_watches_are_over():
    """TAD-ITM.06, TAD-ROLE.02: all of them pass in one act, so that nothing on a hidden sheet shows in what others do."""
    table = seated({"ana": SMITH}, {"Mo": SMITH}, dials=QUIET)
    table.put("Mo", coins=20)
    crafts(table)
    events = table.act("gm", "craft", 13, 12, who="Mo", thing="sword")  # ana's comes first: two watches were left
    assert (table.fact("clock", "watch"), table.of("ana", "arms"), outcome(events)) == (5, ("sword",), "loses")
    assert (table.of("Mo", "making"), table.of("Mo", "coins"), table.of("Mo", "arms")) == ((), 5, ())


def test_a_thing_that_is_taken_back_is_in_the_making_again():
    """TAD-ITM.06."""
    table = smithy()
    crafts(table)
    crafts(table)
    crafts(table, 13)
    table.do(TakeBack("gm"))
    assert stands(table) == ((("sword", 1),), (), 3)
    crafts(table, 12)
    assert (stands(table), table.of("ana", "coins")) == (((), (), 4), 5)


def test_whoever_came_before_things_took_their_time_can_make_them_too():
    """TAD-ITM.06: a sheet that was stored without anything in the making."""
    table = smithy()
    table.put("ana", making=None)
    table.put("bo", making=None)
    table.act("bo", "keep-watch", who="bo")
    crafts(table)
    assert stands(table) == ((("sword", 2),), (), 3)


def test_a_thing_that_one_has_come_by_meanwhile():
    """TAD-ITM.06, TAD-ITM.05: one sword is enough; what is begun can still be finished, and is left."""
    table = smithy()
    crafts(table)
    crafts(table)
    table.act("gm", "give", who="ana", thing="sword")
    events = crafts(table, 13)
    assert (stands(table), said(events)[-1]) == (
        ((), ("sword",), 4),
        "ana has made sword, and leaves it: one sword is enough for ana",
    )


def test_where_no_watches_are_kept_a_thing_comes_at_once():
    """TAD-ITM.06, TAD-EXP.01: how long it took is the Storyteller's to say."""
    table = smithy(exploration="freeform")
    events = crafts(table, 13)
    assert (outcome(events), stands(table)) == ("wins", ((), ("sword",), 1))
    assert "ana works on sword: 3 watches, and material for 15 coins" in said(events)


def test_material_is_gone_whatever_comes_of_it():
    """TAD-ITM.06: equal is fate's."""
    table = smithy(exploration="freeform")
    assert outcome(crafts(table, 12)) == "loses"
    assert (table.of("ana", "arms"), table.of("ana", "coins"), table.fact("clock", "watch")) == ((), 5, None)


@pytest.mark.parametrize(
    ("thing", "dials", "why"),
    [
        ("maul", {}, "that costs 25 coins, and ana has 20"),
        ("fists", {}, "fists cannot be made"),
        ("dagger", {"crafting": "off"}, "this table plays without crafting"),
    ],
)
def test_what_cannot_be_made(thing, dials, why):
    """TAD-ITM.06."""
    table = seated({"ana": {"coins": 20}}, dials=dials)
    with pytest.raises(Refusal, match=why):
        table.act("ana", "craft", who="ana", thing=thing)


# ── gear ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_healing_draught():
    """TAD-ITM.04: 2d6 hit points, for oneself or somebody near."""
    table = seated({"ana": {"gear": {"healing draught": 2}, "hp": 1}, "bo": {"hp": 3}})
    table.act("ana", "draught", 2, 4, who="ana", whom="ana")
    table.act("ana", "draught", 1, 1, who="ana", whom="bo")
    assert (table.of("ana", "hp"), table.of("bo", "hp"), table.of("ana", "gear")) == (7, 5, ())
    with pytest.raises(Refusal, match="ana has nothing that heals"):
        table.act("ana", "draught", who="ana", whom="ana")


def test_a_foe_drinks_behind_the_screen():
    """TAD-ITM.04: how well it did, players see; the dice they do not. Real dice are thrown where the table says so."""
    table = seated(
        {"ana": {"hp": 3, "gear": {"healing draught": 1}}},
        {"Mo": {"hp": 1, "gear": {"healing draught": 1}}},
        dials={"dice_source": "typed_in"},
    )
    events = table.act("gm", "draught", 3, 4, who="Mo", whom="Mo")
    assert (table.of("Mo", "hp"), said(events, "ana")[-1]) == (8, "Mo looks better")
    assert [dice for dice in thrown(events, "ana") if isinstance(dice, tuple)] == []
    table.act("ana", "draught", who="ana", whom="ana")
    table.answer("ana", (1, 2))
    assert table.of("ana", "hp") == 6


def test_a_draught_is_an_action_and_within_reach():
    """TAD-ITM.04, TAD-CMB.05."""
    people = {"ana": {"gear": {"healing draught": 2}}, "bo": {}}
    table = seated(people, {"Wolf": {}}, facts=fight("ana", "bo", "Wolf"))
    table.put("ana", at=(0, 0))
    table.put("bo", at=(2, 0))
    with pytest.raises(Refusal, match="bo is out of reach"):
        table.act("ana", "draught", who="ana", whom="bo")
    table.put("bo", at=(1, 1))
    table.act("ana", "draught", 1, 1, who="ana", whom="bo")
    assert table.of("ana", "acted") == 1
    with pytest.raises(Refusal, match="ana has used the action of this turn"):
        table.act("ana", "draught", who="ana", whom="ana")


@pytest.mark.parametrize(("gear", "faces"), [({"lockpicks": 1}, (10,)), ({}, (10, 3))])
def test_a_lock_without_lockpicks_has_a_threat(gear, faces):
    """TAD-ITM.04, TAD-AGI.02: Sabotage against what the Storyteller says."""
    table = seated({"ana": {"agility": 3, "gear": gear, "aptitudes": {"Sabotage": APTITUDE, "lockpicks": APTITUDE}}})
    table.act("ana", "pick-lock", who="ana", what="the gate")
    events = table.answer("gm", 12, *faces)
    assert outcome(events) == ("wins" if gear else "loses")
    assert any("no lockpicks -1" in line for line in said(events)) is not bool(gear)


@pytest.mark.parametrize(("dial", "faces", "told"), [("on", (10, 18), "Sabotage ⚪"), ("off", (18,), "Sabotage ⚫")])
def test_lockpicks_that_one_cannot_handle(dial, faces, told):
    """TAD-APT.08: a lock is picked at the worse level of the two; by a dial at that of the skill."""
    ana = {"agility": 3, "gear": {"lockpicks": 1}, "aptitudes": {"Sabotage": APTITUDE}}
    table = seated({"ana": ana}, dials={"tool_aptitudes": dial})
    table.act("ana", "pick-lock", who="ana", what="the gate")
    events = table.answer("gm", 15, *faces)
    assert (outcome(events), f"ana: {told}, Agility 3" in said(events)) == ("wins" if dial == "off" else "loses", True)


# ── languages ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_language_is_for_those_who_have_it():
    """TAD-APT.06, TAD-APT.04, TAD-R.18: nobody else speaks it, or understands a word."""
    table = seated({"ana": {"aptitudes": {"Cant": APTITUDE}}, "bo": {}})
    events = table.act("ana", "speak", who="ana", language="Cant", text="the back door")
    assert said(events, "gm") == ["ana speaks Cant", "ana, in Cant: the back door"]
    assert said(events, "bo") == said(events, "eve") == ["ana speaks Cant"]
    assert "the back door" not in repr([table.table.view("bo").facts])
    why = "bo has no aptitude in Cant, and can neither read, write nor speak it"
    with pytest.raises(Refusal, match=why):
        table.act("bo", "speak", who="bo", language="Cant", text="what?")
    table.put("bo", aptitudes=(("Cant", APTITUDE),))
    assert said(table.act("ana", "speak", who="ana", language="Cant", text="now"), "bo")[1:] == ["ana, in Cant: now"]


def test_everybody_speaks_the_common_language():
    """TAD-ORI.02, TAD-APT.06."""
    table = seated()
    assert said(table.act("bo", "speak", who="bo", language="Common", text="hello"), "ana") == [
        "bo speaks Common",
        "bo, in Common: hello",
    ]


@pytest.mark.parametrize(
    ("verb", "given"),
    [
        ("buy", {"thing": "rope"}),
        ("pay", {"to": "bo", "coins": 1}),
        ("haggle", {"merchant": "bo", "thing": "rope"}),
        ("wear", {"armor": "light armor"}),
        ("craft", {"thing": "rope"}),
        ("draught", {"whom": "Mo"}),
        ("light-torch", {}),
        ("speak", {"language": "Cant", "text": "psst"}),
        ("bright-trait", {"roll": "Sneak"}),
        ("advance", {"how": "an ability"}),
    ],
)
def test_who_runs_one_of_the_storytellers_people_does_not_learn_what_they_have(verb, given):
    """TAD-ROLE.02: neither coins nor gear nor levels, by whether something is refused."""
    table = seated({"ana": {}, "bo": {}}, {"Mo": {"coins": 50}})
    table.act("gm", "hand-over", token="Mo", to="ana")
    with pytest.raises(Refusal, match="what Mo has, only the Storyteller knows"):
        table.act("ana", verb, who="Mo", **given)


def test_coins_that_are_gone_when_the_bargain_is_struck():
    """TAD-ITM.05: whoever has spent them meanwhile cannot pay."""
    table = seated({"ana": {"coins": 30, "aptitudes": {"Persuade": APTITUDE}}}, {"Mo": {"aptitudes": {"Judge": APTITUDE}}})
    table.act("ana", "haggle", 10, 15, who="ana", merchant="Mo", thing="sword")
    table.act("ana", "buy", who="ana", thing="rope")
    with pytest.raises(Refusal, match="that costs 30 coins, and ana has 29"):
        table.answer("ana", True)
    table.act("gm", "give", who="ana", thing="sword", coins=50)
    with pytest.raises(Refusal, match="one sword is enough for ana"):
        table.answer("ana", True)


def test_nobody_trades_or_works_in_a_fight():
    """TAD-ITM.05, TAD-ITM.06."""
    table = seated({"ana": {"coins": 50}}, {"Wolf": {}}, facts=fight("ana", "Wolf"))
    with pytest.raises(Refusal, match="ana is in a fight"):
        table.act("ana", "buy", who="ana", thing="rope")
    with pytest.raises(Refusal, match="nobody has the time in a fight"):
        table.act("ana", "craft", who="ana", thing="rope")


def test_what_is_worn_or_is_not_there():
    """TAD-ITM.02: nothing is put on twice, and no shield held that nobody has."""
    table = seated({"ana": {"armor": "light armor", "aptitudes": {"light armor": APTITUDE}}, "bo": {}})
    with pytest.raises(Refusal, match="ana wears light armor already"):
        table.act("ana", "wear", who="ana", armor="light armor")
    with pytest.raises(Refusal, match="bo wears no armor"):
        table.act("bo", "wear", who="bo", armor="none")
    with pytest.raises(Refusal, match="there is no shield to be held"):
        table.act("bo", "draw", who="bo", weapon="fists", second="shield")


def test_coins_change_hands():
    """TAD-ITM.05: players pay what they have, the Storyteller's people whatever they owe."""
    table = seated({"ana": {"coins": 10}, "bo": {}}, {"Mo": {"coins": 5}})
    assert said(table.act("ana", "pay", who="ana", to="bo", coins=4)) == ["ana pays bo 4 coins"]
    table.act("gm", "pay", who="Mo", to="ana", coins=12)
    assert [table.of(who, "coins") for who in ("ana", "bo", "Mo")] == [18, 4, 0]
    for given, why in (
        ({"to": "bo", "coins": 19}, "that costs 19 coins, and ana has 18"),
        ({"to": "ana", "coins": 1}, "that changes nothing"),
    ):
        with pytest.raises(Refusal, match=why):
            table.act("ana", "pay", who="ana", **given)
