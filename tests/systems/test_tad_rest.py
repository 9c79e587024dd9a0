"""The rest of Triumph & Disaster: a group's own lists, odds of one against many, what is tried again, what is overruled."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from fatewright.core.rule.price import Unknowable
from fatewright.core.table.engine import Overrule
from fatewright.core.table.events import Overruled
from fatewright.core.table.game import Refusal
from fatewright.core.table.story import OWN
from fatewright.kit import laws
from fatewright.systems.columns import own_lists, why_closed
from fatewright.systems.spec import from_folder
from fatewright.systems.triumph_and_disaster.characters import derived, people, sheets
from fatewright.systems.triumph_and_disaster.combat import damage
from systems.tad_table import APTITUDE, TAD, outcome, said, seated

F = Fraction
SNEAK = {"agility": 4, "aptitudes": {"Sneak": APTITUDE}}
ALERT = {"intuition": 2, "aptitudes": {"Notice": APTITUDE}}

# ── a group's own lists ────────────────────────────────────────────────────────────────────────────────────────────────

OURS = """
[system]
id = "our-triumph"
title = "Our Triumph"
version = 1
extends = "triumph-and-disaster"

[dials]
soak_exempt = { group = "fights", values = ["Fire, Cold"], text = "What soak does not stop." }
starting_coins = { group = "things", values = [77], text = "Coins at first." }

[lists.weapon_groups]
Whips = { text = "whips, chains" }

[lists.weapons]
whip = { group = "Whips", damage = "1d4 wounding", hands = 1, reach = 2, coins = 8, grade = "simple" }
bottle = { damage = "1d4 wounding", hands = 1 }
riddle = { group = "Jokes", damage = "a lot", hands = 3 }

[lists.shields]
buckler = { first_evade = 1, coins = 9, grade = "simple" }

[lists.armor_kinds]
"bone armor" = {}

[lists.armors]
"bone plates" = { kind = "bone armor", soak = 2, coins = 25, grade = "fine" }

[lists.gear]
lantern = { coins = 12, light = 9, grade = "good", bundle = 0, uses = 0 }
"bitter root" = { coins = 5, cures = "Poisoned", grade = "simple" }

[lists.wonders]
"owl mask" = { dominance = 2, on = "Notice", coins = 90, grade = "masterly" }

[lists.grades]
masterly = { will = 24 }

[lists.languages]
Owlish = {}

[lists.tools]
loom = {}

[lists.races.Owlkin]
raises = ["intuition"]
lowers = ["strength", "vitality"]
resists = ["cold", "psychic"]
dark_sight = true
speed = 2
swims = 1

[lists.race_costs]
raises = { points = 2 }
swims = { points = 1, per = 0 }

[lists.origins]
Weaver = { any_of = "tools", aptitudes = ["Craft Item"], items = ["rope"] }
Dreamer = { any_of = "dreams", aptitudes = ["Perform", "Judge"] }

[lists.perks]
Keen = { group = "Owl", step = 1, first = ["Notice"] }
Wise = { group = "Owl", step = 2, always = ["Reason"], first_level = "mastery" }

[lists.spells]
Hoot = { mana = 1, status = "Awed" }

[lists.tricks]
Blink = { mana = 0, range = 0, dominance = "Evade" }

[lists.statuses]
Awed = { threat = ["Persuade"], resist = "Resist Fear", will = 12, each = "turn" }
Dazed = { threat = ["any roll"], each = "turn" }

[lists.spell_answers]
Awed = { skill = "Resist Fear" }

[lists.pairings]
staring = { initiator = "Manipulate", reactor = "Resist Fear" }

[lists.terrains]
swamp = { will = 18 }

[lists.forage]
orchard = { will = 5 }

[lists.materials]
glass = { will = 10 }

[lists.bands]
Childish = { low = 2, high = 4 }

[lists.covers]
hedge = { dominance = 1 }

[lists.ranks]
horde = { times = 3, turns = 3 }

[lists.uses]
Keen = { per = "session" }

[lists.sides]
owls = {}

[lists.light]
moonlight = { threat = ["Notice"] }

[kinds.Owlbear]
strength = 5
agility = 3
race = "Owlkin"
aptitudes = { Natural = 1, Notice = 1 }
arms = ["bite"]
weapon = "bite"
rank = "horde"
"""


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ours")
    (folder / "system.toml").write_text(OURS, encoding="utf-8")
    return from_folder(folder)


def test_a_group_adds_to_every_list_without_code(ours):
    """TAD-CON.07, TAD-RACE.02, TAD-ORI.03, TAD-PRK.07, TAD-ITM.01, TAD-SPL.03, TAD-TRK.02: lists are a group's own to extend.

    Whatever can be added to in a folder of one's own is part of everything that is made of it.
    """
    added = {name: set(ours.lists[name]) - set(TAD.lists[name]) for name in own_lists(TAD)}
    closed = {name for name in own_lists(TAD) if why_closed(TAD, name)}
    assert {name for name in own_lists(TAD) if not added[name]} == closed
    for union, part in (("aptitudes", "Whips"), ("aptitudes", "Hoot"), ("goods", "owl mask"), ("second_hand", "buckler")):
        assert part in ours.lists[union]
    for seed in range(2):
        laws.no_rule_breaks(ours, seed, 25)


def test_weapons_of_a_group(ours):
    """TAD-ITM.01, TAD-AGI.06, TAD-R.17: by aptitude in a new group; a weapon without a group is rolled at level none."""
    ana = {
        "agility": 3,
        "strength": 1,
        "aptitudes": {"Whips": APTITUDE},
        "arms": ["whip", "bottle", "riddle"],
        "weapon": "whip",
    }
    table = seated({"ana": {**ana, "packed": ["buckler"]}}, {"bear": "Owlbear"}, system=ours)
    events = table.act("ana", "attack", 18, 2, 3, 4, who="ana", target="bear")
    assert said(events)[1] == "ana: Whips ⚫, Agility 3"
    table.act("ana", "draw", who="ana", weapon="bottle")
    table.put("ana", statuses=("Blinded",))
    events = table.act("ana", "attack", 18, 19, 6, 2, 3, 1, who="ana", target="bear")
    assert said(events)[1] == "ana: bottle ⚪, Agility 3, Blinded -1"
    assert (
        outcome(table.act("ana", "smash", 8, 10, 1, who="ana", thing="pane", material="glass", how="weapon in hand")) == "loses"
    )
    table.put("ana", weapon="riddle")
    with pytest.raises(Refusal, match="riddle: "):
        table.act("ana", "attack", who="ana", target="bear")
    with pytest.raises(Refusal, match="riddle needs both hands"):
        table.act("ana", "draw", who="ana", weapon="riddle", second="buckler")


def test_a_race_of_a_group(ours):
    """TAD-RACE.01, TAD-CMB.07, TAD-FOE.02: several of a kind in one cell; points follow; a rank of one's own."""
    table = seated({"ana": {"race": "Owlkin", "intuition": 2, "strength": 2}}, {"bear": "Owlbear"}, system=ours)
    values, lists, dials = people.sheet(table.desk, "ana"), ours.lists, table.desk.dials()
    assert sheets.race_cost("Owlkin", lists) == 2 - 2 * 2 + 2 * 2 + 1 + 1 + 1
    assert [int(people.score(values, one, lists)) for one in ("intuition", "strength", "vitality")] == [3, 1, -1]
    assert people.resistances(values, dials, lists) == ("cold", "psychic")
    assert int(derived.speed(values, dials, lists)) == 6 + 1 + 2
    assert table.of("bear", "hp") == (10 + 2 * -1) * 3


def test_perks_of_a_group(ours):
    """TAD-PRK.02, TAD-GEN.08, TAD-TRT.02: a tree of its own; the first such roll of a scene, or what its use says."""
    table = seated({"ana": {"perks": ["Keen", "Wise"], "dark": "vain", "bright": "kind"}}, system=ours)
    table.put_fact("scene", "light", value="moonlight")
    events = table.act("gm", "fate", 9, 8, who="ana", skill="Notice", will=10)
    assert said(events)[1] == "ana: Notice ⚪, Intuition 0, Keen +1, moonlight -1"
    assert table.of("ana", "spent") == ("Keen",)
    table.act("gm", "dark-trait", who="ana", roll="Force")
    table.answer("ana", True)
    table.act("gm", "end-scene")
    assert table.of("ana", "spent") == ("Keen",)  # by its row it comes back with the next session
    table.act("gm", "open-session")
    assert table.of("ana", "spent") == ()


def test_things_and_spells_of_a_group(ours):
    """TAD-ITM.02, TAD-ITM.04, TAD-ITM.06, TAD-SPL.03, TAD-STA.01, TAD-STA.06, TAD-TRK.02: what rows say is what happens."""
    ana = {
        "erudition": 5,
        "intuition": 3,
        "aptitudes": {"Heal": APTITUDE, "Hoot": APTITUDE, "Blink": APTITUDE, "bone armor": APTITUDE, "Craft Item": APTITUDE},
        "packed": ["bone plates", "buckler"],
        "gear": {"bitter root": 1, "lantern": 2},
        "coins": 100,
    }
    table = seated({"ana": ana, "bo": {}}, {"bear": "Owlbear"}, dials={"exploration": "freeform"}, system=ours)
    table.put("ana", mana=3, coins=100)
    table.act("ana", "wear", who="ana", armor="bone plates")
    assert table.derived("ana")["soak"] == 2
    assert table.derived("ana")["load"] == 1 + 1 + 1 + 2
    table.put("bo", statuses=("Poisoned",))
    assert outcome(table.act("ana", "tend", 12, who="ana", patient="bo", what="poison")) == "wins"
    assert (table.of("bo", "statuses"), table.of("ana", "gear")) == ((), (("lantern", 2),))
    assert outcome(table.act("ana", "cast", 15, 3, 9, who="ana", spell="Hoot", target="bear")) == "hits"
    assert table.of("bear", "statuses") == ("Awed",)
    assert outcome(table.act("gm", "hour", 18, 17, who="bear")) == "done"
    assert table.of("bear", "statuses") == ()
    table.put("bo", statuses=("Dazed",))
    table.act("gm", "hour", who="bo")  # nothing resists it: it stays
    assert table.of("bo", "statuses") == ("Dazed",)
    assert outcome(table.act("ana", "cast", who="ana", spell="Blink", target="ana")) == "works"
    assert table.of("ana", "tray") == (("Blink", 1, "Evade"),)
    assert outcome(table.act("ana", "craft", 20, who="ana", thing="owl mask")) == "triumph"  # 25 against 24
    assert table.of("ana", "wonders") == ("owl mask",)


def test_dials_of_a_group(ours):
    """TAD-CMB.08, TAD-ITM.05: any list of damage types, and any number of coins."""
    assert damage.exempt_types({"soak_exempt": "Fire, Cold"}, ours.lists) == ("fire", "cold")
    table = seated({"ana": {"race": "Human", "origin": "Dreamer"}}, system=ours)
    assert (table.desk.dial("soak_exempt"), table.of("ana", "coins")) == ("Fire, Cold", 77)


def test_origins_of_a_group(ours):
    """TAD-ORI.02, TAD-ORI.03: a choice out of a list; out of one that is not there, none is asked for."""
    values = {**usual_sheet(), "origin": "Weaver", "acquaintance": "nobody"}
    problems = sheets.creation(
        values, ours.usual_dials({"creation_order": "free", "tool_aptitudes": "on"}), ours.lists
    ).problems
    assert "Origin: a Weaver has aptitude in one of lockpicks" in " ".join(problems)
    dreams = sheets.creation({**values, "origin": "Dreamer"}, ours.usual_dials({"creation_order": "free"}), ours.lists).problems
    assert not any("one of" in line and line.startswith("Origin") for line in dreams)


def usual_sheet():
    """A sheet on which nothing has been chosen."""
    return TAD.kept({name: field.start for name, field in TAD.fields.items()})


# ── things that bear on numbers ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rounding", ["floor", "toward_zero"])
def test_begun_bundles_take_a_slot_however_a_table_rounds(rounding):
    """TAD-STR.07, TAD-GEN.02: six torches are two slots."""
    table = seated({"ana": {"gear": {"torch": 6, "ration": 4}}}, dials={"negative_rounding": rounding})
    assert table.derived("ana")["load"] == 3


def test_heavy_weapons_by_strength():
    """TAD-AGI.06: by a dial; all others, and damage, stay as they are."""
    ana = {"strength": 5, "agility": 1, "aptitudes": {"Hafted": 1, "Blades": 1}, "arms": ["mace", "sword"], "weapon": "mace"}
    table = seated({"ana": ana}, {"thug": {}}, dials={"weapon_ability": "heavy_uses_strength"})
    assert said(table.act("ana", "attack", 2, 9, 8, who="ana", target="thug"))[1] == "ana: Hafted ⚫, Strength 5"
    table.put("ana", weapon="sword")
    assert said(table.act("ana", "attack", 2, 9, 8, who="ana", target="thug"))[1] == "ana: Blades ⚫, Agility 1"


def test_a_triumph_in_a_hold_that_hurts_is_in_the_damage():
    """TAD-CMB.13, TAD-TD.06: twice the dice, and nothing besides; a throw leaves a dominance."""
    for how, faces, waits in (("hurt", (20, 5, 6, 1, 2, 3, 4), ()), ("throw", (20, 5, 6), (("Triumph", 1, ""),))):
        ana = {"strength": 2, "aptitudes": {"Wrestle": APTITUDE}}
        table = seated({"ana": ana}, {"thug": {}}, facts={("relation", "Restrained", "ana", "thug"): True})
        table.put("thug", statuses=("Restrained",))
        assert outcome(table.act("ana", "press", *faces, who="ana", target="thug", how=how)) == "triumph"
        assert table.of("ana", "tray") == waits


def test_whoever_cannot_react_is_hit_by_a_trap():
    """TAD-EXP.06, TAD-STA.11, TAD-CMB.04: without a roll of either."""
    table = seated({"ana": {}})
    table.act("gm", "set-trap", name="pit")
    table.put("ana", statuses=("Paralysed",))
    events = table.act("gm", "spring", 6, 5, trap="pit", who="ana")
    assert (outcome(events), table.of("ana", "hp")) == ("fells", 0)
    assert "ana cannot react: pit hits" in said(events)


def test_an_ambush_uses_up_what_waited_for_the_roll():
    """TAD-CMB.02, TAD-TD.06, TAD-PRK.04: a dominance of before, and the first Sneak of the scene."""
    ana = {**SNEAK, "perks": ["Soft Step"]}
    table = seated({"ana": ana, "bo": {**ALERT, "side": "foes"}}, dials={"initiative": "static_10_plus_agility"})
    table.put("ana", tray=(("Triumph", 1, ""),))
    events = table.act("gm", "start-fight", 9, 3, 4, 12, ambush="the players")
    assert (table.of("ana", "tray"), table.of("ana", "spent")) == ((), ("Soft Step",))
    assert "surprised: bo" in said(events)


def test_an_archer_decides_a_skirmish_with_the_bow():
    """TAD-CMB.01: one contest, with the weapon in hand, whatever it is."""
    ana = {"agility": 3, "aptitudes": {"Bows": APTITUDE}, "arms": ["bow"], "weapon": "bow"}
    table = seated({"ana": ana}, {"thug": {}}, dials={"combat": "single_contest"})
    events = table.act("gm", "skirmish", 15, 3, 4, first="ana", second="thug")
    assert said(events)[0] == "ana: Bows ⚫, Agility 3"


# ── odds ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def wins(mine, *others):
    """The chance that a d20 with `mine` beats d20s with all of `others`, by counting; totals alone."""
    faces = range(1, 21)
    beaten = [[sum(one + mine > face + other for face in faces) for other in others] for one in faces]
    return sum((F(prod(row), 20 ** len(others)) for row in beaten), F(0)) / 20


def test_the_odds_of_hiding_from_several():
    """TAD-CMB.05, TAD-CON.06, TAD-CON.09, TAD-STA.16: one Sneak against everybody's Notice; players do not know all of it."""
    dials = {"triumph_rule": "off"}
    table = seated({"ana": ALERT, "bo": {**ALERT, "intuition": 0}}, {"thug": SNEAK}, dials=dials)
    odds = table.odds("gm", "hide", who="thug")
    assert (odds.chance("wins"), odds.chance("loses")) == (wins(4, 2, 0), 1 - wins(4, 2, 0))
    assert is_unknown(seated({"ana": SNEAK}, {"thug": ALERT}, dials=dials).odds("ana", "hide", who="ana"))
    alone = seated({"ana": SNEAK}, {}, dials=dials).odds("ana", "hide", who="ana")
    assert alone.chance("wins") == 1


def is_unknown(odds):
    """Whether there are no odds for whoever asked."""
    return [type(outcome) for outcome in odds.weights] == [Unknowable]


def test_the_odds_of_one_against_all():
    """TAD-CON.06, TAD-CON.09: as soon as the Storyteller says who reacts: whether anybody is beaten."""
    table = seated({"ana": ALERT, "bo": ALERT}, {"thug": SNEAK}, dials={"triumph_rule": "off"})
    table.act("gm", "contest-with-all", who="thug", skill="Sneak", other_skill="Notice")
    assert table.odds_of_answer("gm", ("yes", "no")).chance("wins") == wins(4, 2)
    both = table.odds_of_answer("gm", ("yes", "yes")).chance("wins")
    assert both == 2 * wins(4, 2) - wins(4, 2, 2)  # one or the other
    each = seated({"ana": ALERT, "bo": ALERT}, {"thug": SNEAK}, dials={"triumph_rule": "off", "area_roll": "roll_each"})
    each.act("gm", "contest-with-all", who="thug", skill="Sneak", other_skill="Notice")
    assert each.odds_of_answer("gm", ("yes", "yes")).chance("wins") == 1 - (1 - wins(4, 2)) ** 2
    assert each.odds("gm", "hide", who="thug").chance("wins") == wins(4, 2) ** 2


def test_the_odds_of_a_trap_and_of_an_area():
    """TAD-EXP.06, TAD-SPL.03, TAD-CON.06, TAD-CON.09: misses, hits, fells; of an area, the best of it; for the Storyteller."""
    dials = {"triumph_rule": "off"}
    dodges = {"agility": 2, "aptitudes": {"Evade": APTITUDE}}
    table = seated({"ana": dodges}, dials=dials)
    table.put("ana", hp=12)
    table.act("gm", "set-trap", name="pit")
    odds = table.odds("gm", "spring", trap="pit", who="ana")
    assert odds.chance("misses") == 1 - wins(3, 2)
    assert odds.chance("fells") == wins(3, 2) / 36
    mage = {"intuition": 3, "aptitudes": {"Acid Rain": APTITUDE}}
    table = seated({"ana": dodges, "bo": {"aptitudes": {"Evade": APTITUDE}}}, {"mage": mage}, dials=dials)
    table.put("mage", mana=3, at=(0, 0))
    table.put("ana", at=(9, 0), hp=13)
    table.put("bo", at=(9, 1), hp=13)
    table.act("gm", "set-trap", name="pit")
    table.act("gm", "spring", 6, 18, trap="pit", who="ana")  # it is there for all to see, and nobody whom a spell could hurt
    table.put("pit", at=(9, 0))
    odds = table.odds("gm", "cast-at", who="mage", spell="Acid Rain", x=9, y=0)
    assert odds.chance("misses") == 1 - (wins(3, 2) + wins(3, 0) - wins(3, 2, 0))
    assert (odds.chance("hits"), odds.chance("fells")) == (1 - odds.chance("misses"), 0)
    table.put("bo", statuses=("Paralysed",))
    assert table.odds("gm", "cast-at", who="mage", spell="Acid Rain", x=9, y=0).chance("misses") == 0


def rained(*people, mage=None, **dials):
    """A mage of the Storyteller's who rolls against each of these with Acid Rain, all of them close together."""
    mage = {"intuition": 3, "aptitudes": {"Acid Rain": APTITUDE}, **(mage or {})}
    there = dict(zip(("ana", "bo", "cy"), people, strict=False))
    table = seated(there, {"mage": mage}, dials={**dials, "area_roll": "roll_each"})
    table.put("mage", mana=3)
    for place, name in enumerate(there):
        table.put(name, at=(9, place), hp=40)
    return table


RAIN = {"who": "mage", "spell": "Acid Rain", "x": 9, "y": 1}


def test_the_odds_of_an_area_with_a_roll_against_each():
    """TAD-CON.06, TAD-CON.09, TAD-SPL.03: where nothing is left from one roll to the next, chances multiply."""
    dodges, slow = {"agility": 2, "aptitudes": {"Evade": APTITUDE}}, {"aptitudes": {"Evade": APTITUDE}}
    odds = rained(dodges, slow, slow, triumph_rule="off").odds("gm", "cast-at", **RAIN)
    missed = (1 - wins(3, 2)) * (1 - wins(3, 0)) ** 2
    assert {one: odds.chance(one) for one in odds.weights} == {"misses": missed, "hits": 1 - missed}


def with_naturals(mine, other, threat, triumphs=True):
    """How often a d20 with `mine`, less a d6 where there is a threat, misses a d20 with `other`; and how often in Disaster.

    By counting: a natural 20 beats all but another, a natural 1 loses to all but another.
    """
    missed = disaster = 0
    for one, face, d6 in product(range(1, 21), range(1, 21), range(1, 7)):
        signs = (one == 20) - (one == 1), (face == 20) - (face == 1)
        is_won = signs[0] > signs[1] if triumphs and signs[0] != signs[1] else one + mine - d6 * threat > face + other
        missed += not is_won
        disaster += signs[0] < 0 and signs[0] != signs[1]
    return F(missed, 2400), F(disaster, 2400)


def test_a_disaster_against_one_bears_on_the_roll_against_the_next():
    """TAD-TD.07, TAD-CON.09, TAD-CON.06: a threat on the second roll, as when it is played."""
    slow = {"aptitudes": {"Evade": APTITUDE}}
    table = rained(slow, slow)
    missed, disaster = with_naturals(3, 0, threat=0)
    hindered, _ = with_naturals(3, 0, threat=1)
    odds = table.odds("gm", "cast-at", **RAIN)
    assert odds.chance("misses") == (missed - disaster) * missed + disaster * hindered
    events = table.act("gm", "cast-at", 1, 10, 8, 4, 6, 1, 1, **RAIN)
    assert "mage 7 : bo 6; mage wins" in said(events)


def test_what_waits_for_a_caster_is_used_up_by_the_first_of_several_rolls():
    """TAD-DT.06, TAD-CON.09, TAD-CON.06: as when it is played."""
    slow = {"aptitudes": {"Evade": APTITUDE}}
    table = rained(slow, slow, triumph_rule="off")
    table.put("mage", tray=(("dust in the eyes", -1, ""),))
    missed, _ = with_naturals(3, 0, threat=1, triumphs=False)
    assert table.odds("gm", "cast-at", **RAIN).chance("misses") == missed * (1 - wins(3, 0))


def test_an_area_that_takes_in_somebody_who_cannot_react():
    """TAD-STA.11, TAD-CON.09: they are hit without a roll, and what waits goes on waiting."""
    slow = {"aptitudes": {"Evade": APTITUDE}}
    odds = rained({**slow, "statuses": ["Paralysed"]}, slow).odds("gm", "cast-at", **RAIN)
    assert (odds.chance("hits"), list(odds.weights)) == (1, ["hits"])


def test_an_area_around_its_caster():
    """TAD-CON.09: what it does to them bears on the rolls that follow; there are no odds unless theirs is the last."""
    table = rained({"aptitudes": {"Evade": APTITUDE}})
    table.put("mage", at=(9, 2))
    assert not is_unknown(table.odds("gm", "cast-at", **RAIN))  # the last roll is against themselves: nothing follows
    table = seated({}, {"mage": {"aptitudes": {"Acid Rain": APTITUDE}}, "imp": {}}, dials={"area_roll": "roll_each"})
    for name in ("mage", "imp"):
        table.put(name, at=(9, 0), mana=3)
    assert is_unknown(table.odds("gm", "cast-at", **RAIN))


def test_the_odds_that_a_hider_is_noticed():
    """TAD-EXP.04, TAD-CON.06: `wins` is whoever notices, as when it is rolled."""
    table = seated({"ana": ALERT}, {"thug": SNEAK}, dials={"triumph_rule": "off"})
    odds = table.odds("gm", "secret-notice-of", who="ana", hider="thug", learns="a shadow")
    assert (odds.chance("wins"), odds.chance("loses")) == (1 - wins(4, 2), wins(4, 2))


# ── trying again, and the Storyteller's word ───────────────────────────────────────────────────────────────────────────


def test_what_may_be_tried_again_in_another_scene():
    """TAD-SF.10, TAD-GEN.08: what has a name is the same in every scene, until something changes; what has none is not."""
    table = seated({"ana": {}})
    for task in ({}, {"task": "the oak door"}):
        assert outcome(table.act("gm", "fate", 9, 8, who="ana", skill="Force", will=15, **task)) == "loses"
    for task in ({}, {"task": "The oak door "}):
        with pytest.raises(Refusal, match="something has to change"):
            table.act("gm", "fate", who="ana", skill="Force", will=15, **task)
    table.act("gm", "end-scene")
    assert outcome(table.act("gm", "fate", 19, 18, who="ana", skill="Force", will=15)) == "wins"
    with pytest.raises(Refusal, match="something has to change"):
        table.act("gm", "fate", who="ana", skill="Force", will=15, task="the oak door")
    table.act("gm", "situation-changed", who="ana")
    assert outcome(table.act("gm", "fate", 19, 18, who="ana", skill="Force", will=15, task="the oak door")) == "wins"


def test_how_hard_magic_is_to_tell_is_the_storytellers():
    """TAD-ERU.03, TAD-FATE.09, TAD-SF.10: the band is told before the roll; who fails does not try again."""
    table = seated({"ana": {"erudition": 4, "aptitudes": {"Craft Spell": APTITUDE}}})
    table.act("ana", "identify", who="ana", what="the glow")
    assert table.odds_of_answer("gm", 21).chance_that(lambda one: one in ("wins", "triumph")) == F(3, 20)
    events = table.answer("gm", 21, 12)
    assert [line for line in said(events) if "against" in line] == ["ana: Craft Spell against Hard", "ana 16 against 21: loses"]
    with pytest.raises(Refusal, match="something has to change"):
        table.act("ana", "identify", who="ana", what="the glow")


def test_the_storyteller_overrules_any_number():
    """TAD-GEN.06, TAD-R.30: a result by its verb, and what has come of it (hit points, a status, a trait used) on the sheet."""
    thug = {"strength": 2, "aptitudes": {"Blades": APTITUDE}, "arms": ["sword"], "weapon": "sword"}
    table = seated({"ana": {}}, {"thug": thug})
    assert outcome(table.act("gm", "attack", 15, 9, 8, 6, who="thug", target="ana")) == "hits"
    assert table.of("ana", "hp") == 2
    table.act("gm", "overrule-roll", result="loses", reason="the parry")
    events = table.do(Overrule("gm", "ana", "hp", 10, "the parry"))
    assert [(one.path, one.computed, one.value, one.reason) for one in events if isinstance(one, Overruled)] == [
        (("token", "ana", "hp"), 2, 10, "the parry")
    ]
    assert table.of("ana", "hp") == 10
    with pytest.raises(Refusal):
        table.do(Overrule("ana", "ana", "hp", 99, "why not"))


def test_real_dice_are_typed_wherever_a_player_throws():
    """TAD-DICE.02, TAD-DICE.03, TAD-AGI.05, TAD-ERU.09: initiative and healing as well, before anything else was thrown."""
    dials = {"dice_source": "typed_in", "encounter_percent": 0}
    table = seated({"ana": {"aptitudes": {"Close Wound": APTITUDE}}}, {"thug": {}}, dials=dials)
    table.put("ana", mana=3, hp=3)
    table.act("ana", "cast", who="ana", spell="Close Wound", target="ana")
    assert table.fact("seat", "ana", "dice") == OWN
    assert len(table.asked()) == 1
    table.answer("ana", (5,))
    assert table.of("ana", "hp") == 8
    other = seated({"ana": {}}, {"thug": {}}, dials=dials)
    other.act("gm", "start-fight")
    assert [seat for seat, _ in other.asked()] == ["ana"]
