"""Damage of Triumph & Disaster: dice and types, soak, resistances, hit points, and what each seat learns of it."""

from fractions import Fraction

import pytest

from fatewright.core.rule.price import odds
from fatewright.core.table.story import Now, Tell
from fatewright.systems.triumph_and_disaster.combat import damage
from fatewright.systems.triumph_and_disaster.combat.damage import (
    Shelter,
    damage_roll,
    settled_terms,
    terms_of,
    through,
    with_bonus,
)
from systems.tad_fight import brawl, hit, refused, somebody, statuses, strikes
from systems.tad_table import APTITUDE, TAD, cited, outcome, said, seated, usual

TYPES = {
    "acid": "🧪",
    "cold": "❄",
    "battering": "💢",
    "electric": "⚡",
    "fire": "🔥",
    "psychic": "🧠",
    "radiant": "🌟",
    "toxic": "☣",
    "withering": "☠",
    "wounding": "🩸",
}


BARE = Shelter()


def rolled(text, bonus=0, shelter=BARE, times=1, rerolls=0, **dials):
    """The odds of what gets through."""
    dials = usual(**dials)
    terms = with_bonus(terms_of(text, times=times, rerolls=rerolls), bonus, dials)
    call = damage_roll(settled_terms(terms, dials, is_asked=False))
    return odds(call).map(lambda parts: sum(step.left for step in through(parts, shelter, dials)))


def left(parts, shelter, **dials):
    return [step.left for step in through(parts, shelter, usual(**dials))]


# Rolling


@pytest.mark.parametrize(("name", "sign"), TYPES.items())
def test_every_type_has_a_name_and_a_sign(name, sign):
    """TAD-DICE.06: the type that is written is the type that is dealt."""
    assert TAD.lists["damages"][name]["sign"] == sign
    for text in (f"2d6 {name}", f"2d6{sign}"):
        assert [term.damage for term in terms_of(text)] == [name]
        assert {kind for parts in odds(damage_roll(terms_of(text))).weights for kind, _ in parts} == {name}


def test_a_sword_against_soak_2():
    """TAD-X.33, TAD-CMB.07, TAD-STR.06: 1d8 + 3 against soak 2 is even on 2 to 9; with a Triumph the dice count twice."""
    plain = rolled("1d8 wounding", 3, Shelter(2))
    assert {value: plain.chance(value) for value in plain.weights} == dict.fromkeys(range(2, 10), Fraction(1, 8))
    assert plain.mean() == Fraction(11, 2)
    assert rolled("1d8 wounding", 3, Shelter(2), times=2).mean() == 10


def test_a_weak_blow_against_soak_3():
    """TAD-X.33, TAD-CMB.07: 1d4 against soak 3 does nothing three times in four."""
    weak = rolled("1d4 wounding", 0, Shelter(3))
    assert (weak.chance(0), weak.chance(1)) == (Fraction(3, 4), Fraction(1, 4))


def test_raw_damage_is_at_least_1():
    """TAD-CMB.07, TAD-STR.06: before soak, whatever Strength takes away."""
    assert rolled("1d4 wounding", -5).weights.keys() == {1}
    assert rolled("1d4 wounding", -5, Shelter(1)).weights.keys() == {0}


def test_fists_take_the_lower_of_two():
    """TAD-DICE.08, TAD-X.25: 2d4🔻 has a mean of 15/8; a Triumph keeps the two lower of four."""
    assert rolled("2d4🔻 battering").mean() == Fraction(15, 8)
    assert max(rolled("2d4🔻 battering", times=2).weights) == 8


def test_a_flat_part_is_of_the_type_to_its_left():
    """TAD-DICE.27: or, by a dial, of none, so that nothing resists it."""
    fiery = Shelter(resists=("fire",))
    assert max(rolled("1d4 fire", 4, fiery).weights) == 4
    assert max(rolled("1d4 fire", 4, fiery, flat_type="untyped").weights) == 6


def test_what_may_be_rolled_again_is_rolled_again_where_it_pays():
    """TAD-DICE.29, TAD-X.28: 1d6🔄🔄 by itself: 1 and 2 are rolled again; of a d4🔄🔄🔄 a 3 is kept."""
    assert rolled("1d6 fire", rerolls=2).mean() == Fraction(25, 6)
    assert rolled("1d4 fire", rerolls=3).mean() == rolled("1d4 fire", rerolls=2).mean()


def test_a_player_is_asked_whether_to_roll_again():
    """TAD-DICE.10, TAD-DICE.29, TAD-CMB.12, TAD-R.11: a dagger in the other hand lets the damage dice be rolled again, once."""
    play = brawl({"ana": somebody(second="dagger")})
    hit(play, "ana", "ogre", 1)
    assert play.asked() == [("ana", "reroll 1")]
    play.answer("ana", True, 1)
    assert play.of("ogre", "hp") == 9
    play = brawl({"ana": somebody(second="dagger")})
    hit(play, "ana", "ogre", 1)
    play.answer("ana", False)
    assert play.of("ogre", "hp") == 9


def test_by_a_dial_nobody_is_asked():
    """TAD-DICE.29: a die is rolled again whenever a fresh one is better on average."""
    play = brawl({"ana": somebody(second="dagger")}, reroll_choice="auto")
    hit(play, "ana", "ogre", 1, 6)
    assert play.of("ogre", "hp") == 4


def test_the_storytellers_people_are_never_asked():
    """TAD-DICE.29: a question would tell what their dice show."""
    play = brawl(foes={"ogre": somebody(second="dagger")}, at=1)
    hit(play, "ogre", "ana", 1, 6)
    assert play.of("ana", "hp") == 4


# What is left


def test_nine_fire_against_soak_and_resistance():
    """TAD-X.33, TAD-CMB.07, TAD-GEN.01: (9 - 2) / 2, rounded down; by a dial 9 / 2 - 2."""
    assert left((("fire", 9),), Shelter(2, resists=("fire",))) == [3]
    assert left((("fire", 9),), Shelter(2, resists=("fire",)), soak_before_resistance=False) == [2]


@pytest.mark.parametrize(
    ("shelter", "points"),
    [
        (Shelter(immune=("fire",)), 0),
        (Shelter(resists=("fire",)), 4),
        (Shelter(vulnerable=("fire",)), 18),
        (Shelter(vulnerable=("fire",), resists=("fire",)), 9),
        (Shelter(immune=("fire",), vulnerable=("fire",)), 0),
        (Shelter(resists_all=True), 4),
        (Shelter(1, vulnerable=("fire",)), 16),
        (Shelter(20), 0),
    ],
)
def test_what_damage_meets_with(shelter, points):
    """TAD-CMB.07: immune nothing, resistant half, vulnerable twice; never below 0."""
    assert left((("fire", 9),), shelter) == [points]


def test_soak_is_used_once_on_the_largest_part():
    """TAD-CMB.07: each type goes its own way."""
    assert left((("wounding", 5), ("fire", 7)), Shelter(3, resists=("wounding",))) == [2, 4]


@pytest.mark.parametrize("kind", ["psychic", "toxic", "withering"])
def test_soak_does_not_stop_everything(kind):
    """TAD-CMB.08: by default it does nothing against Psychic, Toxic and Withering."""
    exempt = damage.exempt_types(usual(), TAD.lists)
    assert left(((kind, 5),), Shelter(3, exempt=exempt)) == [5]
    assert left(((kind, 5), ("fire", 4)), Shelter(3, exempt=exempt)) == [5, 1]


@pytest.mark.parametrize("value", TAD.dials["soak_exempt"].values)
def test_what_soak_does_not_stop_is_a_dial(value):
    """TAD-CMB.08."""
    exempt = damage.exempt_types(usual(soak_exempt=value), TAD.lists)
    stopped = {kind for kind in TYPES if left(((kind, 5),), Shelter(3, exempt=exempt)) == [2]}
    named = set(value.lower().split(", "))
    assert stopped == (set() if value == "all" else set(TYPES) - named)


# Landing


def test_armor_hide_and_race_shelter():
    """TAD-CMB.07, TAD-RACE.02: the sheet's armor and hide are soak, a race may resist; at a table."""
    play = seated({"ana": {"armor": "light armor", "aptitudes": {"light armor": APTITUDE}, "race": "Emberkin", "hide": 2}})
    found = damage.shelter_of(play.desk, "ana")
    assert (found.soak, found.resists) == (3, ("fire",))
    assert damage.shelter_of(play.desk, "ana", soaks=False).soak == 0


def test_all_is_open_of_a_players_character():
    """TAD-CMB.07, TAD-STR.06: each step of the damage is told; hit points are everybody's to see."""
    play = brawl({"ana": somebody(hide=2)}, {"ogre": somebody(strength=3)}, at=1)
    events = hit(play, "ogre", "ana", 6)
    assert "9 wounding, soak 2: 7. ana: 10 → 3 HP" in said(events)
    assert "TAD-CMB.07" in cited(events)
    assert play.sees("eve", "token", "ana", "hp") == 3


def test_of_a_foe_players_learn_how_it_looks():
    """TAD-CMB.07: not hit points, not soak; the Storyteller sees every step."""
    play = brawl(foes={"ogre": somebody(hide=2, vitality=5)})
    events = hit(play, "ana", "ogre", 6)
    assert "6 wounding, soak 2: 4. ogre: 20 → 16 HP" in said(events, "gm")
    assert not [line for line in said(events) if "soak" in line or "HP" in line]
    assert "ogre is hurt" in said(events)
    assert play.sees("ana", "token", "ogre", "hp") is None
    play.put("ana", acted=0)
    assert "ogre is badly hurt" in said(hit(play, "ana", "ogre", 8))
    play.put("ana", acted=0)
    assert "ogre is unhurt" in said(hit(play, "ana", "ogre", 1))


def test_a_resistance_shows_when_it_is_met():
    """TAD-CMB.07, TAD-FOE.01: a declared reveal; before that nobody but the Storyteller knows."""
    play = brawl(foes={"wight": "Wight"})
    assert play.sees("ana", "token", "wight", "resists") is None
    events = strikes(play, "ana", "wight", 15, 5, 9, 8)
    assert "wight is hurt, resists wounding" in said(events)
    assert play.of("wight", "hp") == 15


def test_hit_points_never_fall_below_0():
    """TAD-CMB.15."""
    play = brawl({"ana": somebody()}, {"ogre": somebody(strength=20)}, at=1)
    assert outcome(hit(play, "ogre", "ana", 8)) == "fells"
    assert play.of("ana", "hp") == 0
    assert statuses(play, "ana") == ("Dying",)


def test_damage_by_the_dial_of_strength():
    """TAD-STR.06: full, half, or only in melee."""
    for value, bow, sword in (("full", 6, 6), ("half", 3, 3), ("melee_only", 1, 6)):
        play = brawl({"ana": somebody(strength=5, weapon="bow")}, {"ogre": somebody(vitality=9)}, strength_damage=value)
        hit(play, "ana", "ogre", 1)
        assert 28 - play.of("ogre", "hp") == bow
        play.put("ana", acted=0, weapon="sword")
        hit(play, "ana", "ogre", 1)
        assert 28 - bow - play.of("ogre", "hp") == sword


def test_nobody_strikes_themselves():
    """TAD-CMB.06."""
    assert refused(brawl(), "ana", "attack", who="ana", target="ana") == "nobody attacks themselves"


def test_a_text_may_have_a_flat_part_of_its_own():
    """TAD-DICE.27: as the table's weapons may."""
    assert rolled("1d4 fire+2", 1).weights.keys() == {4, 5, 6, 7}


def healed(play, who, points, **how):
    """Somebody is healed, as a spell would do it."""
    story, answer, lines = damage.heal(play.desk, who, points, **how), None, []
    while True:
        try:
            asked = story.send(answer)
        except StopIteration:
            return lines
        answer = asked.judge() if isinstance(asked, Tell) else None
        lines += [one.text for one in asked.changes if hasattr(one, "text")] if isinstance(asked, Now) else []


def test_healing_a_foe_shows_that_they_look_better():
    """TAD-CMB.17: not by how much."""
    play = brawl()
    play.put("ogre", hp=3)
    assert healed(play, "ogre", 4) == ["ogre looks better"]
    play.put("ogre", hp=10)
    assert healed(play, "ogre", 4) == ["ogre looks the same"]
