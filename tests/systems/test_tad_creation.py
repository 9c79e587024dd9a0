"""Making a character: ten steps, each of which can refuse, and six characters that are ready."""

from pathlib import Path

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.rule.reading import roll
from fatewright.core.table.story import Desk
from fatewright.kit.stage import any_dice
from fatewright.systems import sheet
from fatewright.systems.cast import ready_made
from fatewright.systems.spec import extension
from fatewright.systems.triumph_and_disaster.characters import people, perks, sheets
from systems.tad_table import TAD, kept, usual

READY = ("Kara Voss", "Brannoc of the Deep", "Sedge", "Ysolde Ash", "Perrin Vale", "Tamsin Reed")


def choices(kind="Kara Voss", **other):
    """What was chosen for somebody ready-made, and what is chosen otherwise."""
    asked = [name for step in TAD.steps for name in step.fields]
    return {name: TAD.kinds[kind].get(name, TAD.fields[name].start) for name in asked} | other


def judged(kind="Kara Voss", dials=None, **other):
    return sheet.judged(TAD, sheet.Character(TAD.id, TAD.version, kind, choices(kind, **other)), dials)


def problems(kind="Kara Voss", dials=None, **other):
    return judged(kind, dials, **other).problems


def learned(kind="Kara Voss", **levels):
    """Somebody's aptitudes with other levels; 0 takes one away."""
    after = {**TAD.kinds[kind]["aptitudes"], **{name.replace("_", " "): level for name, level in levels.items()}}
    return {name: level for name, level in after.items() if level}


# ── the whole ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_there_are_ten_steps_in_their_order():
    """TAD-ABI.02, TAD-NIGHT.01: abilities, race, origin, traits, perk, aptitudes, derived numbers, items, spells, name."""
    assert tuple(step.title for step in TAD.steps) == sheets.STEPS
    assert len(TAD.steps) == 10
    assert all(step.help for step in TAD.steps)
    assert TAD.steps[6].fields == ()


@pytest.mark.parametrize("kind", READY)
def test_six_characters_are_legal_as_they_are(kind):
    """TAD-ABI.02, TAD-NIGHT.01: nothing wrong, and no pick left."""
    found = judged(kind)
    assert (found.problems, found.warnings) == ([], [])


def test_the_six_cover_what_there_is():
    """TAD-RACE.02, TAD-ORI.03, TAD-PRK.01: each origin once, all races, all trees, two who cast."""
    offered = [sheet.read(one).name for one in ready_made(TAD)]
    assert set(READY) <= set(offered)
    people = [TAD.kinds[name] for name in READY]
    assert sorted(one["origin"] for one in people) == sorted(name for name in TAD.lists["origins"] if name != "no origin")
    assert {one["race"] for one in people} == {name for name in TAD.lists["races"] if name != "no race"}
    assert {TAD.lists["perks"][perk]["group"] for one in people for perk in one["perks"]} == {
        "Blade",
        "Shadow",
        "Arcana",
        "Voice",
        "Bulwark",
    }
    assert sum(any(what in TAD.lists["spells"] for what in one["aptitudes"]) for one in people) == 2


def test_in_the_standard_order_the_first_step_speaks_first():
    """TAD-ABI.02: a step is judged when those before it are in order; by a dial all are at once."""
    wrong = {"strength": 5, "bright": " ", "perks": []}
    abilities = "Abilities: found 5, 5, 4, 2, 1, 0; expected 5, 4, 3, 2, 1, 0, each once"
    assert problems(**wrong) == [abilities]
    assert problems(dials={"creation_order": "free"}, **wrong) == [
        abilities,
        "Traits: the bright one is missing",
        "First perk: 0 chosen, expected 1",
    ]


def test_every_step_can_refuse():
    """TAD-ABI.02: each with a sentence that begins with its name."""
    refusals = [
        problems(strength=4),
        problems(race="no race"),
        problems(origin="no origin"),
        problems(dark=""),
        problems(perks=["Riposte"]),
        problems(aptitudes=learned(Stonespeech=2, Navigate=0)),
        problems("Sedge", {"ability_cap": 5}),
        problems(armor="heavy armor"),
        problems("Ysolde Ash", known=["Spark"]),
    ]
    assert [found[-1].split(":")[0] for found in refusals] == list(sheets.STEPS[:-1])
    nameless = sheet.written(sheet.Character(TAD.id, TAD.version, " ", choices()))
    may = TAD.game.verbs["bring"].may
    table = Desk({("dial", name): value for name, value in usual().items()}, TAD.game.data, "ana")
    assert may(table, nameless) == "found ' ', expected 1 to 40 characters that can be seen, without spaces around them"


# ── 1: abilities ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_points_for_abilities():
    """TAD-ABI.01: 15 points, each from 0 to 6."""
    bought = {"strength": 6, "agility": 5, "vitality": 4, "erudition": 0, "intuition": 0, "presence": 0}
    point_buy = {"ability_method": "point_buy", "creation_order": "free"}
    assert problems(dials=point_buy, **bought) == ["Aptitudes: aptitude picks spent: 11, and there are 9"]
    assert problems(dials=point_buy, **bought | {"presence": 1})[0] == "Abilities: points spent: 16, and there are 15"
    beyond = problems(dials=point_buy, **bought | {"strength": 7, "agility": 4})
    assert "Abilities: strength 7 cannot be bought; each is from 0 to 6" in beyond


def test_an_overspent_step_holds_up_those_after_it():
    """TAD-ABI.02: points beyond the budget are a problem of their step."""
    assert problems(dials={"ability_method": "point_buy"}, presence=1, dark="") == [
        "Abilities: points spent: 16, and there are 15"
    ]


def test_dice_for_abilities():
    """TAD-ABI.01: a die less one each, in order; every throw can be read again."""
    rolled = {"ability_method": "roll"}
    assert problems(dials=rolled, agility=2, strength=2) == []
    assert problems(dials=rolled, strength=6) == ["Abilities: strength 6 cannot be rolled; a die less one is from 0 to 5"]
    played = roll(TAD.rule("newcomer")(), any_dice(7))
    faces = [die.face for step in played.steps for die in step.dice]
    assert list(played.outcome) == [face - 1 for face in faces]
    assert len(faces) == 6
    one = roll(TAD.rule("rolled-ability")(), any_dice(1))
    assert one.outcome == one.steps[0].dice[0].face - 1


def test_the_highest_ability_counts_the_race():
    """TAD-ABI.01, TAD-RACE.01: Fenfolk with Agility 5 come to 6."""
    assert problems("Sedge", {"ability_cap": 5}) == ["Derived numbers: agility comes to 6, and 5 is the most"]
    assert problems("Sedge", {"ability_cap": 6}) == []


# ── 2: race ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_the_sample_races_cost():
    """TAD-RACE.01, TAD-RACE.02: three points each."""
    costs = {race: int(sheets.race_cost(race, TAD.lists)) for race in TAD.lists["races"]}
    assert costs == {"no race": 0, "Human": 3, "Stonefolk": 3, "Fenfolk": 3, "Emberkin": 3}


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({"raises": "agility", "resists": "cold"}, "Giant costs 4 points, a race has 3"),
        ({"raises": "agility", "resists": "cold", "lowers": "presence"}, ""),
        ({"dark_sight": 1, "speed": 4}, ""),
        ({"dark_sight": 1, "speed": 2, "aptitudes": ["Force", "Wrestle"]}, "Giant costs 4 points, a race has 3"),
        ({"tricks": ["Spark", "Jolt"], "free": 1}, ""),
        ({"raises": ["agility", "strength"], "lowers": "presence"}, "Giant raises 2 abilities, and a race raises one at most"),
    ],
)
def test_a_race_of_a_group_is_checked_by_its_cost(row, problem, monkeypatch):
    """TAD-RACE.01: points for each gift, a lowered ability gives two back, and one ability raised at most."""
    monkeypatch.setitem(TAD.lists["races"], "Giant", row)
    assert sheets.race_problem("Giant", usual(), TAD.lists) == problem


def ours(**lists):
    """The game with rows of a group's own, as a folder without rules has them."""
    own = {"system": {"id": "ours", "title": "Ours", "version": 1, "extends": "triumph-and-disaster"}, "lists": lists}
    return extension(own, Path("ours"))


def test_a_group_adds_races_and_origins_of_its_own():
    """TAD-RACE.01, TAD-RACE.02, TAD-ORI.03: rows in a file, and the cost is counted when somebody is made."""
    system = ours(
        races={
            "Owlfolk": {"raises": "agility", "resists": "cold"},
            "Molefolk": {"dark_sight": True, "speed": 2, "aptitudes": ["Force"]},
        },
        origins={"Miner": {"aptitudes": ["Force", "Navigate", "Notice"], "items": ["rope"]}},
    )

    def found(**other):
        wanted = choices(**other)
        return sheet.problems(system, sheet.Character(system.id, system.version, "Kara", wanted))

    assert found(race="Owlfolk")[-1] == "Race: Owlfolk costs 4 points, a race has 3"
    fewer = learned(Bows=0, Unarmed=0, Wrestle=0)
    assert found(race="Molefolk", aptitudes=fewer | {"Wrestle": 1}) == []
    assert found(origin="Miner", arms=[], weapon="fists", armor="none", aptitudes=learned(Blades=1)) == []


def test_a_group_adds_perks_and_armor_of_its_own():
    """TAD-PRK.01, TAD-PRK.02, TAD-ITM.02: a tree of its own begins with its first perk; armor of a listed kind is worn."""
    system = ours(
        perks={
            "Green Thumb": {"group": "Garden", "step": 1, "first": ["Inspect"]},
            "Deep Roots": {"group": "Garden", "step": 2},
        },
        armors={"scale": {"kind": "medium armor", "soak": 2, "strength": 3, "coins": 50, "grade": "good"}},
    )

    def found(**other):
        return sheet.problems(system, sheet.Character(system.id, system.version, "Kara", choices(**other)))

    assert found(perks=["Green Thumb"], armor="scale") == []
    assert found(perks=["Deep Roots"]) == ["First perk: Deep Roots needs Green Thumb first"]


def test_a_race_beyond_the_points_of_the_table_is_refused():
    """TAD-RACE.01: the dial says how many there are."""
    assert problems(dials={"race_points": 2}) == ["Race: Human costs 3 points, a race has 2"]
    assert problems(race="no race")[-1:] == ["Race: none is chosen; there are Human, Stonefolk, Fenfolk, Emberkin"]


# ── 3: origin ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_origin_brings_its_aptitudes():
    """TAD-ORI.01, TAD-ORI.02, TAD-ORI.03: they are entered, and cost nothing."""
    missing = problems("Ysolde Ash", aptitudes=learned("Ysolde Ash", Reason=0, Spark=0))
    assert missing == [
        "Origin: an Emberkin has aptitude of Spark; enter it in step 6",
        "Origin: a Scholar has aptitude of Reason; enter it in step 6",
    ]


def test_race_and_origin_together_make_mastery():
    """TAD-ERU.08: two on the same, wherever they come from; Fenfolk who are Rogues master Sneak."""
    assert sheets.granted(kept(race="Fenfolk", origin="Rogue"), usual(), TAD.lists)["Sneak"] == 2
    assert problems("Sedge", aptitudes=learned("Sedge", Sneak=1)) == [
        "Origin: a Rogue has mastery of Sneak; enter it in step 6"
    ]


def test_a_soldier_chooses_a_weapon_group():
    """TAD-ORI.03: any one, besides medium armor and Evade."""
    without = learned(Blades=0, Bows=0, Unarmed=0)
    (found,) = problems(aptitudes=without, arms=[], weapon="fists")
    assert found.startswith("Origin: a Soldier has aptitude in one of Unarmed, Blades, Hafted, Polearms, Slings, Bows")


def test_somebody_is_known():
    """TAD-ORI.02: an acquaintance."""
    assert problems(acquaintance=" ") == ["Origin: whom do you know? Name an acquaintance"]


def test_a_language_besides_the_common_one():
    """TAD-ORI.02, TAD-ERU.08: one is free, the common one too; a second one costs a pick."""
    bare = {"race": "Stonefolk", "origin": "Scholar"}
    three = {"Research": 1, "Reason": 1, "Craft Spell": 1, "Force": 1}

    def spent(**more):
        return sheets.picks_spent(kept(**bare, aptitudes=three | more), usual(), TAD.lists)

    assert (spent(), spent(Common=1), spent(Common=1, Cant=1), spent(Cant=1, Fenspeech=1)) == (0, 0, 0, 1)


@pytest.mark.parametrize(("number", "spent", "picks"), [(1, 2, 6), (3, 0, 6), (5, 0, 8)])
def test_origins_with_more_or_fewer_aptitudes(number, spent, picks):
    """TAD-ORI.02: the first of the row; what it does not name is chosen."""
    values = kept(race="Stonefolk", origin="Scholar", aptitudes={"Research": 1, "Reason": 1, "Craft Spell": 1, "Force": 1})
    (found, _) = sheets.creation(values, usual(origin_aptitudes=number), TAD.lists).budgets
    assert (found.spent, int(found.available)) == (spent, picks)


# ── 4 and 5: traits and perks ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_bright_trait_and_a_dark_one():
    """TAD-TRT.01, TAD-TRT.02: in words of one's own."""
    assert problems(bright="", dark="  ") == ["Traits: the bright one is missing", "Traits: the dark one is missing"]


def test_perks_come_in_their_order():
    """TAD-PRK.01, TAD-PRK.02: a perk needs the one before it; trees may be mixed; so many as the table says."""
    assert problems(perks=["Riposte"]) == ["First perk: Riposte needs Sure Stroke first"]
    assert problems(perks=["Sure Stroke", "Soft Step"]) == ["First perk: 2 chosen, expected 1"]
    assert problems(dials={"starting_perks": 2}, perks=["Sure Stroke", "Riposte"]) == []
    assert problems(dials={"starting_perks": 2}, perks=["Sure Stroke", "Soft Step"]) == []
    assert problems(dials={"starting_perks": 0}, perks=[]) == []
    assert perks.tree("Reaper", TAD.lists) == ["Sure Stroke", "Riposte", "Reaper"]


# ── 6: aptitudes ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_picks_are_counted():
    """TAD-ERU.08, TAD-APT.01: one for aptitude, two for mastery."""
    assert problems(aptitudes=learned(Slings=1)) == ["Aptitudes: aptitude picks spent: 12, and there are 11"]
    assert judged(aptitudes=learned(Heal=0)).warnings == ["Aptitudes: 1 aptitude pick left"]


def test_one_mastery_at_first():
    """TAD-ERU.08."""
    both = learned(Bows=2, Heal=0)
    assert problems(aptitudes=both) == ["Aptitudes: mastery of Blades and Bows; at first there may be one"] or problems(
        aptitudes=both
    ) == ["Aptitudes: mastery of Bows and Blades; at first there may be one"]


def test_no_mastery_of_languages():
    """TAD-MAS.06, TAD-R.20, TAD-X.13: ⭐ is refused there."""
    found = problems(aptitudes={**learned(Heal=0, Blades=1), "Old Tongue": 2})
    assert found == ["Aptitudes: Old Tongue is a language, and there is no mastery of languages"]


def test_mastery_of_spells_by_the_dial():
    """TAD-MAS.08: allowed, unless the table says otherwise."""
    assert problems("Ysolde Ash", {"spell_mastery": False}) == [
        "Aptitudes: Fire Dart is a spell, and this table knows no mastery of spells"
    ]


def test_spells_need_magic():
    """TAD-MAG.01: at a table without magic nobody learns any."""
    found = problems("Tamsin Reed", {"magic": "off"})
    assert "Aptitudes: Veil: this table plays without magic" in found
    assert (
        problems("Ysolde Ash", {"magic": "off", "creation_order": "free"}, known=["Jolt"])[-1]
        == "Spells: Jolt: this table plays without magic"
    )


def test_a_pick_may_be_a_tool():
    """TAD-APT.08, TAD-ERU.08, TAD-APT.01: aptitude for equipment is held like any other, and costs a pick."""
    found = judged(aptitudes=learned(wagon=1))
    assert next((one.name, one.spent, int(one.available)) for one in found.budgets) == ("aptitude picks", 12, 11)
    assert problems(aptitudes=learned(wagon=1, Heal=0)) == []


def test_where_tools_have_no_aptitudes_one_counts_for_nothing():
    """TAD-APT.08: by the dial; whoever has one may still come to such a table."""
    found = judged(dials={"tool_aptitudes": "off"}, aptitudes=learned(wagon=1, Heal=0))
    assert found.problems == []
    assert found.warnings == ["Aptitudes: wagon counts for nothing: at this table a roll goes by the skill alone"]


@pytest.mark.parametrize("kind", ["Sedge", "Night Captain"])
def test_whoever_comes_with_a_tool_can_handle_it(kind):
    """TAD-APT.08: what is held for lockpicks is no worse than aptitude."""
    handled = [thing for thing in TAD.kinds[kind]["gear"] if thing in TAD.lists["tools"]]
    assert handled == ["lockpicks"]
    assert people.level(kept(aptitudes=TAD.kinds[kind]["aptitudes"]), "lockpicks") == "aptitude"


# ── 8: items ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_armor_without_aptitude_is_refused():
    """TAD-APT.05, TAD-R.18, TAD-X.13: the kind is named."""
    assert problems(armor="heavy armor")[-1] == "Items: heavy armor cannot be worn without aptitude in heavy armor"


def test_armor_asks_for_strength_unless_mastered():
    """TAD-ITM.03, TAD-MAS.05, TAD-R.19, TAD-X.13: with mastery and Strength 0 heavy armor is worn."""
    weak = {"strength": 0, "presence": 3, "armor": "heavy armor"}
    rich = {"starting_coins": 500}
    held = learned(heavy_armor=1, Heal=0)
    refused = "Items: heavy armor asks for Strength 4, and there is 0; mastery of heavy armor would waive it"
    assert problems(dials=rich, **weak, aptitudes=held) == [refused]
    assert problems(dials=rich | {"armor_below_minimum": "one_threat_per_point"}, **weak, aptitudes=held) == []
    mastered = learned(heavy_armor=2, Blades=1, Heal=0)
    assert problems(dials=rich, **weak, aptitudes=mastered) == []


def test_hands():
    """TAD-ITM.01, TAD-ITM.02: two hands, a shield or a light weapon in the second, and only what is carried."""
    rich = {"starting_coins": 500}
    assert problems(dials=rich, arms=["great axe"], weapon="great axe", second="shield") == [
        "Items: great axe needs both hands, and shield a third one"
    ]
    assert problems(weapon="bow") == ["Items: bow is not among the weapons that are carried"]
    assert problems(dials=rich, arms=["sword", "mace"], second="mace") == ["Items: mace is too heavy for the second hand"]
    assert (
        problems(second="dagger") == ["Items: there is no dagger for the second hand"]
        or "Items: coins" in problems(second="dagger")[0]
    )
    assert problems(dials=rich, arms=["sword", "dagger"], second="dagger") == []
    assert problems(weapon="fists", arms=[]) == []


def test_coins():
    """TAD-ITM.05, TAD-ORI.02: 60 at first, the origin's item is free."""
    spent = {
        kind: sheets.coins_spent(TAD.kept({**{n: f.start for n, f in TAD.fields.items()}, **TAD.kinds[kind]}), TAD.lists)
        for kind in READY
    }
    assert spent == {
        "Kara Voss": 60,
        "Brannoc of the Deep": 55,
        "Sedge": 38,
        "Ysolde Ash": 20,
        "Perrin Vale": 60,
        "Tamsin Reed": 55,
    }
    assert problems(gear={"rope": 1}) == ["Items: coins spent: 61, and there are 60"]
    assert problems("Brannoc of the Deep", gear={"healer's kit": 7}) == ["Items: coins spent: 65, and there are 60"]


def test_magic_items_by_the_dial():
    """TAD-ITM.07."""
    rich = {"starting_coins": 500}
    assert problems(dials=rich, wonders=["fox ring"]) == []
    assert problems(dials=rich | {"magic_items": "off"}, wonders=["fox ring"]) == [
        "Items: fox ring: this table plays without magic items"
    ]


def test_a_heavy_load_is_only_a_warning():
    """TAD-STR.07."""
    (warning,) = judged("Ysolde Ash", gear={"book": 1, "rope": 12}).warnings
    assert warning == "Items: 14 slots' worth, and there are 10: a threat on Strength and Agility rolls"


# ── 9 and 10: spells and name ──────────────────────────────────────────────────────────────────────────────────────────


def test_spells_known_without_aptitude():
    """TAD-MAG.01: if the Storyteller agrees; what one has aptitude in is not among them."""
    found = judged("Ysolde Ash", known=["Wither"])
    assert (found.problems, found.warnings) == ([], ["Spells: Wither without aptitude: if the Storyteller agrees"])
    assert problems("Ysolde Ash", known=["Lance"]) == ["Spells: Lance is among your aptitudes already"]


def test_nonsense_is_named():
    """TAD-ABI.02: what is in no list is no choice."""
    assert problems(race="Elf")[0].startswith("race: found 'Elf', expected one of no race, Human")
    with pytest.raises(BadValue):
        sheet.read("not a character")
