"""Dying in Triumph & Disaster: falling, marks of death, being kept alive, waking, and the wounds of afterwards."""

import pytest

from systems.tad_fight import brawl, hit, passes, refused, somebody, statuses, strikes, turn
from systems.tad_table import APTITUDE, outcome, said, seated

TOUGH = {"Resist Death": APTITUDE}
HEALER = {"Heal": APTITUDE}


def fallen(**dials):
    """Bo has fallen before an ogre; ana stands. It is ana's turn, and bo's comes next."""
    people = {"ana": somebody(aptitudes=HEALER), "bo": somebody(vitality=3, aptitudes=TOUGH)}
    play = brawl(people, **dials)
    play.put("bo", hp=0, statuses=("Dying",))
    return play


# Falling


def test_a_players_character_is_dying():
    """TAD-CMB.15, TAD-STA.14: at 0 hit points, unconscious; the fight goes on for the others."""
    play = brawl({"ana": somebody(), "bo": somebody()}, order=("ogre", "ana", "bo"))
    play.put("ana", hp=1)
    events = hit(play, "ogre", "ana", 3)
    assert outcome(events) == "fells"
    assert statuses(play, "ana") == ("Dying",)
    assert play.of("ana", "marks") == 0
    assert turn(play) == (1, "ogre")
    assert refused(play, "ana", "guard", who="ana") == "ana is out of it"


@pytest.mark.parametrize("choice", ["Dead", "Out"])
def test_the_attacker_says_what_becomes_of_a_foe(choice):
    """TAD-CMB.15: dead, or out."""
    play = brawl(foes={"ogre": somebody(), "imp": somebody()}, morale="off")
    play.put("ogre", hp=1)
    hit(play, "ana", "ogre", 3)
    assert play.asked() == [("ana", "zero")]
    play.answer("ana", choice)
    assert statuses(play, "ogre") == (choice,)


@pytest.mark.parametrize(("value", "status"), [("dies", "Dead"), ("dying_too", "Dying")])
def test_by_a_dial_nobody_is_asked(value, status):
    """TAD-CMB.15: they die, or are dying like anybody."""
    play = brawl(foes={"ogre": somebody(), "imp": somebody()}, foe_at_zero=value, morale="off")
    play.put("ogre", hp=1)
    hit(play, "ana", "ogre", 3)
    assert play.asked() == []
    assert statuses(play, "ogre") == (status,)


def test_where_nobody_struck_the_storyteller_says_it():
    """TAD-CMB.15, TAD-STA.05: somebody bleeds to death, or only faints."""
    play = brawl(foes={"ogre": somebody(), "imp": somebody()}, morale="off")
    play.put("ogre", hp=1, statuses=("Bleeding",))
    passes(play, 2)
    assert play.asked() == [("gm", "zero")]
    play.answer("gm", "Dead")
    assert turn(play) == (1, "imp")


def test_striking_at_whoever_is_out_kills():
    """TAD-CMB.15: an act, not an accident."""
    play = brawl(foes={"ogre": somebody(), "imp": somebody()}, morale="off")
    play.put("ogre", hp=0, statuses=("Out",))
    events = strikes(play, "ana", "ogre", 3)
    assert "ogre cannot react: ana hits" in said(events)
    assert statuses(play, "ogre") == ("Dead",)
    assert refused(play, "gm", "attack", who="imp", target="ogre") == "it is ana's turn"


# Holding on


def test_resist_death_at_13_or_more():
    """TAD-X.34, TAD-CMB.16, TAD-VIT.02: aptitude and Vitality 3 against 15: two in five."""
    play = seated({"bo": somebody(vitality=3, aptitudes=TOUGH)}, dials={"triumph_rule": "off"})
    play.put("bo", hp=0, statuses=("Dying",))
    odds = play.odds("bo", "resist-death", who="bo")
    assert odds.chance("wins") * 5 == 2
    assert outcome(play.act("bo", "resist-death", 13, who="bo")) == "wins"


def test_won_is_stable():
    """TAD-CMB.16: unconscious at 0, and no more rolls; their turn passes by itself."""
    play = fallen()
    passes(play, 13)
    assert statuses(play, "bo") == ("Unconscious",)
    assert (play.of("bo", "hp"), play.of("bo", "marks")) == (0, 0)
    assert turn(play) == (1, "ogre")
    passes(play)
    passes(play)
    assert turn(play) == (2, "ogre")


def test_lost_is_a_mark_and_the_third_is_death():
    """TAD-CMB.16: a Disaster counts twice."""
    play = fallen()
    passes(play, 12)
    assert play.of("bo", "marks") == 1
    passes(play)
    passes(play, 1)
    assert statuses(play, "bo") == ("Dead",)
    assert play.of("bo", "marks") == 3


def test_a_triumph_wakes():
    """TAD-CMB.16: with 1 hit point; and then there is a turn to take from the next one on."""
    play = fallen()
    passes(play, 20)
    assert statuses(play, "bo") == ()
    assert play.of("bo", "hp") == 1


def test_damage_while_dying_is_a_mark():
    """TAD-CMB.16, TAD-STA.14, TAD-STA.11: they cannot react."""
    play = fallen()
    passes(play, 5)
    assert play.of("bo", "marks") == 1
    assert outcome(strikes(play, "ogre", "bo", 4)) == "hits"
    assert play.of("bo", "marks") == 2


def test_damage_while_stable_is_dying_again():
    """TAD-CMB.16."""
    play = fallen()
    passes(play, 13)
    strikes(play, "ogre", "bo", 4)
    assert statuses(play, "bo") == ("Dying",)


@pytest.mark.parametrize("marks", [1, 2, 3, 4, 5])
def test_how_many_marks_kill_is_a_dial(marks):
    """TAD-CMB.16."""
    play = fallen(death_marks=marks)
    play.put("bo", marks=marks - 1)
    passes(play, 5)
    assert statuses(play, "bo") == ("Dead",)


@pytest.mark.parametrize(("will", "status"), [(5, "Unconscious"), (12, "Unconscious"), (13, "Dying"), (30, "Dying")])
def test_the_will_of_death_is_a_dial(will, status):
    """TAD-CMB.16, TAD-FATE.02, TAD-FATE.03: 10 and 3 against it; what cannot be reached is not rolled."""
    play = fallen(death_will=will)
    passes(play, *(() if will == 30 else (10,)))
    assert statuses(play, "bo") == (status,)


def test_last_stand_is_rolled_at_mastery_once():
    """TAD-PRK.07, TAD-CMB.16: the first Resist Death of a scene."""
    play = fallen()
    play.put("bo", perks=("Tough", "Unmoved", "Last Stand"))
    passes(play, 2, 3)
    assert play.of("bo", "spent") == ("Last Stand",)
    passes(play)
    passes(play, 4)
    assert play.of("bo", "marks") == 2


def test_outside_a_fight_it_is_an_act_of_its_own():
    """TAD-CMB.16: in one, it comes with the turn."""
    play = fallen()
    sentence = "in a fight, that is rolled at the start of their turn"
    assert refused(play, "bo", "resist-death", who="bo") == sentence
    play.act("gm", "end-fight")
    assert outcome(play.act("bo", "resist-death", 12, who="bo")) == "loses"
    assert refused(play, "ana", "resist-death", who="ana") == "ana is not dying"


# Care


def test_stabilising():
    """TAD-CMB.05, TAD-CMB.17, TAD-ERU.04: an action, Heal against 15; a threat without a kit."""
    play = fallen()
    assert outcome(play.act("ana", "tend", 18, 4, who="ana", patient="bo", what="dying")) == "loses"
    assert refused(play, "ana", "tend", who="ana", patient="bo", what="dying") == "ana has used the action of this turn"
    play.put("ana", acted=0, gear=(("healer's kit", 6),))
    assert outcome(play.act("ana", "tend", 16, who="ana", patient="bo", what="dying")) == "wins"
    assert statuses(play, "bo") == ("Unconscious",)
    assert play.of("ana", "gear") == (("healer's kit", 5),)
    play.put("ana", acted=0)
    assert refused(play, "ana", "tend", who="ana", patient="bo", what="dying") == "bo is not Dying"


def test_a_healer_has_to_be_there():
    """TAD-CMB.17: adjacent."""
    play = fallen()
    play.put("ana", at=(0, 0))
    play.put("bo", at=(3, 0))
    assert refused(play, "ana", "tend", who="ana", patient="bo", what="dying") == "bo is 3 paces away"


def test_wounds_are_treated_after_the_fight_once():
    """TAD-CMB.18: Heal against 10, with a kit: 1d6 and the healer's Erudition."""
    play = seated({"ana": somebody(erudition=2, aptitudes=HEALER), "bo": somebody(vitality=3)})
    play.put("bo", hp=5)
    assert refused(play, "ana", "tend", who="ana", patient="bo", what="wounds") == "ana has no healer's kit"
    play.put("ana", gear=(("healer's kit", 1),))
    assert outcome(play.act("ana", "tend", 9, 4, who="ana", patient="bo", what="wounds")) == "wins"
    assert play.of("bo", "hp") == 11
    assert play.of("ana", "gear") == ()
    play.put("ana", gear=(("healer's kit", 1),))
    sentence = "bo's wounds have been treated since the fight"
    assert refused(play, "ana", "tend", who="ana", patient="bo", what="wounds") == sentence


def test_a_treatment_that_fails_counts_too():
    """TAD-CMB.18, TAD-FATE.02: once for every patient and fight; a tie is fate's."""
    play = seated({"ana": somebody(aptitudes=HEALER), "bo": somebody()})
    play.put("ana", gear=(("healer's kit", 2),))
    assert outcome(play.act("ana", "tend", 10, who="ana", patient="bo", what="wounds")) == "loses"
    assert play.of("bo", "turn") == ("treated",)


def test_not_during_a_fight():
    """TAD-CMB.18."""
    play = fallen()
    play.put("ana", gear=(("healer's kit", 2),))
    assert refused(play, "ana", "tend", who="ana", patient="bo", what="wounds") == "wounds are treated after the fight"


def test_any_healing_wakes():
    """TAD-CMB.17: hit points are then what was healed; marks are gone."""
    play = seated({"ana": somebody(erudition=2, aptitudes=HEALER), "bo": somebody(vitality=3)})
    play.put("ana", gear=(("healer's kit", 2),))
    play.put("bo", hp=0, statuses=("Dying",), marks=2)
    play.act("ana", "tend", 9, 4, who="ana", patient="bo", what="wounds")
    assert (play.of("bo", "hp"), play.of("bo", "marks"), statuses(play, "bo")) == (6, 0, ())


def test_healing_stops_at_the_most_one_has():
    """TAD-CMB.18, TAD-VIT.05."""
    play = seated({"ana": somebody(erudition=5, aptitudes=HEALER), "bo": somebody()})
    play.put("ana", gear=(("healer's kit", 2),))
    play.put("bo", hp=9)
    play.act("ana", "tend", 19, 6, who="ana", patient="bo", what="wounds")
    assert play.of("bo", "hp") == 10


def test_the_dead_stay_dead():
    """TAD-CMB.16: whoever is hit again, nothing follows."""
    play = fallen(death_marks=1)
    play.put("bo", statuses=("Dying", "Burning"))
    passes(play, 5, 2)
    assert statuses(play, "bo") == ("Burning", "Dead")
    assert refused(play, "gm", "attack", who="ogre", target="bo") == "bo is not there any more"
    assert refused(play, "gm", "hour", who="bo") == "in a fight, turns are counted"
    play.act("gm", "end-fight")
    assert refused(play, "gm", "hour", who="bo") == "bo is dead"


def test_nothing_more_befalls_the_dead():
    """TAD-CMB.16, TAD-EXP.08: nor does a blow outside a fight ask for turns."""
    play = seated({"ana": somebody(), "bo": somebody()})
    play.put("bo", statuses=("Dead",), hp=0)
    play.act("gm", "fall", 4, who="bo", paces=3)
    assert statuses(play, "bo") == ("Dead",)
    play.put("bo", statuses=(), hp=10)
    assert outcome(hit(play, "ana", "bo", 4)) == "hits"
    assert play.of("bo", "hp") == 6
