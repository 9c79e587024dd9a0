"""Numbers that follow from a sheet: what abilities directly affect, each with its reasons."""

import pytest

from fatewright.core.rule.dice import Dice
from fatewright.systems import sheet
from fatewright.systems.triumph_and_disaster.characters import derived as numbers
from fatewright.systems.triumph_and_disaster.characters import people, perks
from fatewright.systems.triumph_and_disaster.items import items
from fatewright.systems.triumph_and_disaster.mechanics.rolling import MARKS
from fatewright.systems.triumph_and_disaster.mechanics.rolls import LEVELS, d20s
from systems.tad_table import APTITUDE, MASTERY, TAD, kept, usual

SAMPLE = {"strength": 3, "agility": 4, "vitality": 3, "erudition": 2, "intuition": 1, "presence": 0}


def follows(dials=None, **values):
    """What follows from a sheet, as plain numbers."""
    return {name: int(score) for name, score in sheet.derived(TAD, kept(**values), usual(**(dials or {}))).items()}


def of(number, dials=None, **values):
    """One of the derived numbers."""
    return number(kept(**values), usual(**(dials or {})), TAD.lists)


def test_the_sample_character_of_the_ledger():
    """TAD-X.32, TAD-STR.01, TAD-AGI.01, TAD-VIT.01, TAD-ERU.01, TAD-INT.01, TAD-PRE.01."""
    found = follows(**SAMPLE)
    wanted = {
        "speed": 9,
        "hit points": 16,
        "stamina": 6,
        "aptitude picks": 8,
        "potency": 2,
        "mana": 3,
        "damage": 3,
        "slots": 16,
    }
    assert {name: found[name] for name in wanted} == wanted
    assert (found["initiative"], found["accuracy"], found["magical accuracy"]) == (4, 4, 1)


def test_every_number_tells_its_formula():
    """TAD-VIT.05, TAD-ABI.02: why shows the parts."""
    why = list(of(numbers.hp_max, **SAMPLE, perks=["Tough"]).why())
    assert why == [
        "21 hit points [TAD-VIT.05]",
        "  +10 for everybody [TAD-VIT.05]",
        "  +6 (2 times)",
        "    +3 Vitality [TAD-SF.03]",
        "  +5 Tough [TAD-PRK.02]",
    ]


@pytest.mark.parametrize(("strength", "paces"), [(0, 6), (3, 9), (-5, 1), (-7, 1)])
def test_speed_is_six_and_strength_at_least_one(strength, paces):
    """TAD-STR.05."""
    assert of(numbers.speed, strength=strength) == paces


def test_speed_by_dial_by_race_and_by_decree(monkeypatch):
    """TAD-STR.05, TAD-RACE.01, TAD-FOE.01."""
    assert of(numbers.speed, {"speed_base": 12}, strength=1) == 13
    monkeypatch.setitem(TAD.lists["races"], "Swiftkin", {"speed": 2})
    assert of(numbers.speed, race="Swiftkin") == 8
    assert of(numbers.speed, pace=12, strength=2) == 12


@pytest.mark.parametrize(
    ("dial", "ranged", "bonus"),
    [
        ("full", False, 5),
        ("full", True, 5),
        ("half", False, 2),
        ("half", True, 2),
        ("melee_only", False, 5),
        ("melee_only", True, 0),
    ],
)
def test_strength_adds_to_damage(dial, ranged, bonus):
    """TAD-STR.06: all of it, half of it rounded down, or only in melee."""
    values, dials = kept(strength=5), usual(strength_damage=dial)
    assert numbers.damage_bonus(values, dials, TAD.lists, is_ranged=ranged) == bonus


@pytest.mark.parametrize(("strength", "slots"), [(0, 10), (3, 16), (-3, 4), (-5, 4)])
def test_slots(strength, slots):
    """TAD-STR.07: 10 and twice Strength, at least 4."""
    assert of(numbers.slots, strength=strength) == slots


def test_what_things_weigh():
    """TAD-STR.07: one slot each; two-handed weapons and medium armor 2, heavy 3, five torches 1, clothes and coins 0."""
    load = of(
        numbers.load,
        arms=["sword", "great axe"],
        weapon="sword",
        second="shield",
        armor="heavy armor",
        packed=["medium armor"],
        gear={"torch": 6, "ration": 5, "fine clothes": 1, "rope": 2, "healer's kit": 6},
        wonders=["lucky charm"],
        coins=500,
    )
    assert load == 1 + 2 + 1 + 3 + 2 + 2 + 1 + 0 + 2 + 1 + 1
    assert of(numbers.load) == 0
    assert of(numbers.load, weapon="bow") == 2  # in hand, though not among what is carried
    assert of(numbers.load, arms=["dagger", "sword"], weapon="sword", second="dagger") == 2


def test_too_much_is_a_threat_on_strength_and_agility():
    """TAD-STR.07: above the slots, unless nobody counts."""
    heavy = {"gear": {"rope": 11}}
    assert items.is_overloaded(kept(**heavy), usual(), TAD.lists)
    assert not items.is_overloaded(kept(gear={"rope": 10}), usual(), TAD.lists)
    assert not items.is_overloaded(kept(**heavy), usual(encumbrance="off"), TAD.lists)


@pytest.mark.parametrize(("vitality", "points"), [(0, 10), (3, 16), (-5, 1), (8, 26)])
def test_hit_points(vitality, points):
    """TAD-VIT.05, TAD-VIT.01: 10 and twice Vitality, at least 1."""
    assert of(numbers.hp_max, vitality=vitality) == points


def test_hit_points_by_dials_and_decree():
    """TAD-VIT.05, TAD-FOE.02, TAD-PRK.07: dials, a foe's own, and the perk that adds five."""
    assert of(numbers.hp_max, {"hp_base": 20, "hp_per_vitality": 5}, vitality=2) == 30
    assert of(numbers.hp_max, toughness=40, vitality=8) == 40
    assert of(numbers.hp_max, perks=["Tough"]) == 15
    assert of(numbers.hp_max, toughness=14, rank="minion") == 1
    assert of(numbers.hp_max, toughness=14, rank="boss") == 28


@pytest.mark.parametrize(
    ("vitality", "dials", "points"), [(3, {}, 6), (-4, {}, 0), (2, {"stamina_base": 10}, 12), (3, {"stamina": "off"}, 0)]
)
def test_stamina(vitality, dials, points):
    """TAD-VIT.06: 3 and Vitality, at least 0; none where the table plays without."""
    assert of(numbers.stamina_max, dials, vitality=vitality) == points


@pytest.mark.parametrize(
    ("presence", "dials", "points"),
    [(0, {}, 3), (5, {}, 8), (-5, {}, 0), (5, {"presence_affects": "nothing"}, 3), (1, {"mana_base": 0}, 1)],
)
def test_mana(presence, dials, points):
    """TAD-PRE.07, TAD-PRE.01, TAD-R.21: 3 and Presence, at least 0; by a dial Presence affects nothing."""
    assert of(numbers.mana_max, dials, presence=presence) == points


def test_mana_of_a_perk_and_by_decree():
    """TAD-PRK.05, TAD-FOE.01: Wellspring adds three."""
    assert of(numbers.mana_max, perks=["Wellspring"]) == 6
    assert of(numbers.mana_max, power=6, presence=3) == 6


@pytest.mark.parametrize(("erudition", "dial", "bonus"), [(5, "full", 5), (5, "half", 2), (-3, "half", -2), (0, "full", 0)])
def test_potency(erudition, dial, bonus):
    """TAD-ERU.09, TAD-ERU.01: Erudition, or half of it rounded down."""
    assert of(numbers.potency, {"potency": dial}, erudition=erudition) == bonus


@pytest.mark.parametrize(
    ("erudition", "race", "dials", "picks"),
    [(2, "no race", {}, 8), (-5, "no race", {}, 2), (0, "Human", {}, 9), (1, "no race", {"aptitude_picks_base": 10}, 11)],
)
def test_aptitude_picks(erudition, race, dials, picks):
    """TAD-ERU.08, TAD-ERU.01, TAD-RACE.02: 6 and Erudition, at least 2, and three more for humans."""
    assert of(numbers.picks, dials, erudition=erudition, race=race) == picks


def test_soak_is_armor_hide_and_ward():
    """TAD-ITM.02, TAD-SPL.03: light 1, medium 2, heavy 3."""
    assert [of(numbers.soak, armor=f"{kind} armor") for kind in ("light", "medium", "heavy")] == [1, 2, 3]
    assert of(numbers.soak, armor="light armor", hide=2, warded=2) == 5


def test_a_race_changes_an_ability_where_it_is_added():
    """TAD-RACE.01, TAD-RACE.02: the sheet keeps what was chosen; Fenfolk have one Agility more."""
    values = kept(agility=4, race="Fenfolk")
    found = people.score(values, "agility", TAD.lists)
    assert found == 5
    assert list(found.why()) == ["5 Agility [TAD-SF.03]", "  +4 Agility [TAD-ABI.01]", "  +1 Fenfolk [TAD-RACE.01]"]
    assert follows(agility=4, race="Fenfolk")["Agility"] == 5
    assert "Agility" not in follows(agility=4, race="Human")


def test_levels_are_marked_and_each_has_its_dice():
    """TAD-APT.01, TAD-APT.03, TAD-X.12: ⚪ the lower of two, ⚫ one, ⭐ the higher; of skills, weapons, armor, spells."""
    values = kept(aptitudes={"Sneak": APTITUDE, "Blades": MASTERY, "light armor": APTITUDE, "Fire Dart": APTITUDE})
    held = [people.level(values, what) for what in ("Heal", "Sneak", "Blades", "light armor", "Fire Dart")]
    assert held == ["none", "aptitude", "mastery", "aptitude", "aptitude"]
    assert [MARKS[level] for level in LEVELS] == ["⚪", "⚫", "⭐"]
    assert [d20s(level) for level in LEVELS] == [Dice(2, 20).lowest(), Dice(1, 20).sum(), Dice(2, 20).highest()]


def test_damage_helpers_of_perks():
    """TAD-PRK.03, TAD-PRK.04, TAD-PRK.05, TAD-PRK.06: what perks put on dice, and what they cost."""
    lists = TAD.lists
    assert perks.rerolls(kept(perks=["Reaper"]), lists, "weapon") == 1
    assert perks.rerolls(kept(perks=["Reaper"]), lists, "spell") == 0
    assert perks.rerolls(kept(perks=["Potent"]), lists, "spell") == 1
    assert perks.extra(kept(perks=["Backstab"]), lists) == ["1d6"]
    assert perks.extra(kept(), lists) == []
    assert (perks.price("Overchannel", lists), perks.price("Rally", lists), perks.price("Ghost", lists)) == (2, 1, 0)


def test_resistances_of_race_and_magic_items():
    """TAD-RACE.01, TAD-RACE.02, TAD-ITM.07: each type once; by a dial there are no magic items."""
    values = kept(race="Stonefolk", wonders=["salamander cloak"])
    assert people.resistances(values, usual(), TAD.lists) == ("battering", "fire")
    assert people.resistances(values, usual(magic_items="off"), TAD.lists) == ("battering",)
    assert people.resistances(kept(race="Emberkin", wonders=["salamander cloak"]), usual(), TAD.lists) == ("fire",)


def test_pools_begin_full():
    """TAD-ABI.02, TAD-VIT.05, TAD-VIT.06, TAD-PRE.07, TAD-ITM.05, TAD-ITM.07: and coins are what is left of the first ones."""
    values = kept(vitality=3, presence=2, origin="Scholar", gear={"book": 1, "rope": 4}, wonders=["dart wand", "fox ring"])
    started = TAD.outset(values, usual(starting_coins=500), TAD.lists)
    assert started == {"hp": 16, "stamina": 6, "mana": 5, "coins": 500 - 4 - 240, "charges": (("dart wand", 3),)}
    assert TAD.outset(kept(), usual(), TAD.lists)["coins"] == 0
