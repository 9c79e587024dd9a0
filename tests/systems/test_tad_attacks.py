"""Attacks of Triumph & Disaster: reach, range, cover, two weapons, perks of the blade, hidden attackers, and exact odds."""

from fractions import Fraction

import pytest

from fatewright.core.rule.price import Unknowable
from fatewright.core.table.game import Act
from fatewright.core.table.preview import odds_of_act
from systems.tad_fight import brawl, hit, passes, refused, seat_of, somebody, statuses, strikes, totals
from systems.tad_table import MASTERY, TAD, outcome, said, thrown

# Reach and range


@pytest.mark.parametrize(("weapon", "reach"), [("sword", 1), ("spear", 2), ("fists", 1)])
def test_reach(weapon, reach):
    """TAD-CMB.09: melee is 1 pace, 2 with a long weapon."""
    play = brawl({"ana": somebody(weapon=weapon)}, places={"ana": (0, 0), "ogre": (reach + 1, 0)})
    sentence = f"ogre is {reach + 1} paces away, and this reaches {reach}"
    assert refused(play, "ana", "attack", who="ana", target="ogre") == sentence
    play.put("ogre", at=(reach, 1))
    strikes(play, "ana", "ogre", 5, 10)


def test_without_a_board_everybody_is_within_reach():
    """TAD-CMB.09."""
    play = brawl(places={"ana": (0, 0)})
    assert totals(strikes(play, "ana", "ogre", 5, 10)) == (5, 10)


def test_range():
    """TAD-CMB.09: up to the range nothing, up to twice a threat, beyond impossible."""
    play = brawl({"ana": somebody(weapon="bow")}, places={"ana": (0, 0), "ogre": (40, 0)})
    strikes(play, "ana", "ogre", 5, 10)
    play.put("ana", acted=0)
    play.put("ogre", at=(41, 0))
    strikes(play, "ana", "ogre", 10, 2, 10)
    play.put("ana", acted=0)
    play.put("ogre", at=(81, 0))
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "ogre is 81 paces away, and this reaches 80"


def test_shooting_with_an_enemy_close_by():
    """TAD-CMB.09: a threat."""
    foes = {"ogre": somebody(), "imp": somebody()}
    play = brawl({"ana": somebody(weapon="bow")}, foes, places={"ana": (0, 0), "ogre": (10, 0), "imp": (1, 1)})
    assert totals(strikes(play, "ana", "ogre", 10, 2, 10)) == (10 - 2, 10)


def test_throwing():
    """TAD-CMB.09, TAD-ITM.01: what is thrown has left the hand."""
    play = brawl({"ana": somebody(weapon="dagger")}, places={"ana": (0, 0), "ogre": (6, 0)})
    hit(play, "ana", "ogre", 3, using="thrown")
    assert (play.of("ana", "weapon"), play.of("ogre", "hp")) == ("fists", 7)
    play.put("ana", acted=0, weapon="sword")
    assert refused(play, "ana", "attack", who="ana", target="ogre", using="thrown") == "a sword is not for throwing"


def test_reloading_is_an_action():
    """TAD-ITM.01, TAD-CMB.05: a crossbow."""
    play = brawl({"ana": somebody(weapon="crossbow")})
    strikes(play, "ana", "ogre", 5, 10)
    passes(play)
    passes(play)
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "the crossbow has to be reloaded first"
    play.act("ana", "reload", who="ana")
    assert (play.of("ana", "turn"), play.of("ana", "acted")) == ((), 1)
    assert refused(play, "ana", "reload", who="ana") == "ana has nothing to reload"


# Cover and numbers


@pytest.mark.parametrize(("cover", "dice"), [("none", ()), ("half", (2,)), ("near-total", (2, 3))])
def test_cover(cover, dice):
    """TAD-CMB.10: a dominance on Evade, or two."""
    play = brawl({"ana": somebody(weapon="bow")})
    play.act("gm", "set-cover", who="ogre", cover=cover)
    assert totals(strikes(play, "ana", "ogre", 5, 10, *dice)) == (5, 10 + sum(dice))


def test_total_cover():
    """TAD-CMB.10: cannot be aimed at."""
    play = brawl()
    play.act("gm", "set-cover", who="ogre", cover="total")
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "ogre is behind total cover"


@pytest.mark.parametrize(("value", "dice"), [(0, ()), (1, (2,))])
def test_numbers(value, dice):
    """TAD-CMB.11: nothing, or by a dial a dominance where two of a side stand next to the target."""
    places = {"ana": (0, 0), "bo": (2, 0), "ogre": (1, 0)}
    play = brawl({"ana": somebody(), "bo": somebody()}, places=places, flanking_dominance=value)
    assert totals(strikes(play, "ana", "ogre", 5, *dice, 10)) == (5 + sum(dice), 10)
    play.put("bo", at=(9, 9))
    play.put("ana", acted=0)
    assert totals(strikes(play, "ana", "ogre", 5, 10)) == (5, 10)


# The blow


def test_what_each_side_rolls():
    """TAD-CMB.06, TAD-AGI.06, TAD-R.17, TAD-CON.05: the level of the weapon's group and of Evade, and Agility for both."""
    play = brawl({"ana": somebody(agility=3, aptitudes={"Blades": MASTERY})}, {"ogre": somebody(agility=2)})
    events = strikes(play, "ana", "ogre", 4, 9, 10)
    assert "ana 12 : ogre 12; ogre wins (tie: the reactor's)" in said(events)
    assert outcome(events) == "misses"
    assert thrown(events, "ana")[0] == (4, 9)


def test_a_triumph_counts_the_dice_twice():
    """TAD-TD.06, TAD-CMB.07: not the flat part."""
    play = brawl({"ana": somebody(strength=3)}, {"ogre": somebody(vitality=9)})
    strikes(play, "ana", "ogre", 20, 15, 1, 2)
    assert play.of("ogre", "hp") == 22
    assert play.of("ana", "tray") == ()
    play = brawl({"ana": somebody(strength=3)}, {"ogre": somebody(vitality=9)}, triumph_rule="auto_only")
    strikes(play, "ana", "ogre", 20, 15, 1)
    assert play.of("ogre", "hp") == 24


def test_by_a_dial_a_clear_win_is_a_boon():
    """TAD-CON.10: by five or more."""
    play = brawl(foes={"ogre": somebody(vitality=9)}, degrees_of_success="margin_5_boon")
    strikes(play, "ana", "ogre", 15, 10, 1, 2)
    assert play.of("ogre", "hp") == 25


def test_a_light_weapon_in_the_other_hand():
    """TAD-CMB.12: no second attack; the other weapon may strike instead."""
    play = brawl({"ana": somebody(second="dagger")})
    hit(play, "ana", "ogre", 4, using="second hand")
    assert play.of("ogre", "hp") == 6
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "ana has used the action of this turn"
    play = brawl()
    sentence = "ana has no weapon in the second hand"
    assert refused(play, "ana", "attack", who="ana", target="ogre", using="second hand") == sentence


def test_bare_hands():
    """TAD-ITM.01: the lower of 2d4."""
    play = brawl()
    hit(play, "ana", "ogre", 4, 2, using="bare hands")
    assert play.of("ogre", "hp") == 8


# Perks


def test_sure_stroke_once_a_scene():
    """TAD-PRK.03, TAD-DICE.09: the damage dice explode."""
    play = brawl({"ana": somebody(perks=["Sure Stroke"])}, {"ogre": somebody(vitality=9)})
    hit(play, "ana", "ogre")
    assert play.asked() == [("ana", "sure stroke")]
    play.answer("ana", True, 8, 3)
    assert play.of("ogre", "hp") == 17
    play.put("ana", acted=0)
    hit(play, "ana", "ogre", 8)
    assert play.of("ogre", "hp") == 9


def test_reaper():
    """TAD-PRK.03, TAD-DICE.10: weapon damage dice may be rolled again."""
    play = brawl({"ana": somebody(perks=["Sure Stroke", "Riposte", "Reaper"])}, {"ogre": somebody(vitality=9)})
    hit(play, "ana", "ogre")
    play.answer("ana", False, 1)
    play.answer("ana", True, 7)
    assert play.of("ogre", "hp") == 21


def test_riposte_once_a_round():
    """TAD-PRK.03, TAD-R.33: after an Evade won by 5 or more; the other is then the reactor, and has the tie."""
    people = {"ana": somebody(perks=["Sure Stroke", "Riposte"])}
    play = brawl(people, {"ogre": somebody(), "imp": somebody()}, at=1)
    strikes(play, "ogre", "ana", 5, 10)
    assert play.asked() == [("ana", "riposte")]
    events = play.answer("ana", True, 12, 12)
    assert "ana 12 : ogre 12; ogre wins (tie: the reactor's)" in said(events)
    passes(play)
    strikes(play, "imp", "ana", 5, 10)
    assert play.asked() == []
    passes(play)
    assert play.of("ana", "spent") == ()


def test_a_riposte_may_be_let_go():
    """TAD-PRK.03."""
    play = brawl({"ana": somebody(perks=["Sure Stroke", "Riposte"])}, at=1)
    strikes(play, "ogre", "ana", 5, 10)
    play.answer("ana", False)
    assert play.of("ana", "spent") == ()


def test_no_riposte_after_a_narrow_escape():
    """TAD-PRK.03."""
    play = brawl({"ana": somebody(perks=["Sure Stroke", "Riposte"])}, at=1)
    strikes(play, "ogre", "ana", 6, 10)
    assert play.asked() == []


@pytest.mark.parametrize("status", ["Surprised", "Restrained"])
def test_backstab(status):
    """TAD-PRK.04: 1d6 more, of the weapon's type."""
    play = brawl({"ana": somebody(perks=["Soft Step", "Backstab"])}, {"ogre": somebody(vitality=9)})
    play.put("ogre", statuses=(status,))
    threat = (1,) if status == "Restrained" else ()
    strikes(play, "ana", "ogre", 15, 5, *threat, 2, 6)
    assert play.of("ogre", "hp") == 20


def test_backstab_out_of_hiding():
    """TAD-PRK.04, TAD-STA.16: the target is unaware."""
    play = brawl({"ana": somebody(perks=["Soft Step", "Backstab"])}, {"ogre": somebody(vitality=9)})
    play.put("ana", statuses=("Hidden",))
    strikes(play, "ana", "ogre", 15, 1, 5, 2, 6)
    assert (play.of("ogre", "hp"), statuses(play, "ana")) == (20, ())


def test_whoever_is_gone_cannot_be_struck():
    """TAD-CMB.21."""
    play = brawl()
    play.put("ogre", statuses=("Fled",))
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "ogre is not there any more"


# Odds


def test_exact_odds_of_a_blow():
    """TAD-CMB.06, TAD-CMB.07, TAD-CON.06, TAD-X.15: misses, hits, fells, for whoever knows both sides."""
    people = {"ana": somebody(), "bo": somebody(side="others")}
    play = brawl(people, triumph_rule="off")
    play.put("bo", hp=5)
    odds = play.odds("ana", "attack", who="ana", target="bo")
    assert odds.chance("misses") == 1 - Fraction(19, 40)
    assert odds.chance("fells") == Fraction(19, 40) * Fraction(1, 2)
    assert odds.chance("hits") == Fraction(19, 40) * Fraction(1, 2)


def test_a_triumph_is_in_the_odds():
    """TAD-TD.06, TAD-X.29."""
    play = brawl({"ana": somebody(), "bo": somebody(side="others")})
    play.put("bo", hp=9)
    assert play.odds("ana", "attack", who="ana", target="bo").chance("fells") == Fraction(19, 400) * Fraction(36, 64)


def test_a_clear_win_is_in_the_odds():
    """TAD-CON.10: by a dial, it doubles the dice too."""
    play = brawl({"ana": somebody(), "bo": somebody(side="others")}, triumph_rule="off", degrees_of_success="margin_5_boon")
    play.put("bo", hp=9)
    clear = Fraction(sum(max(0, face - 5) for face in range(1, 21)), 400)
    assert play.odds("ana", "attack", who="ana", target="bo").chance("fells") == clear * Fraction(36, 64)


def test_odds_are_quick():
    """TAD-CMB.06: within the patience of a screen, with circumstances on both sides."""
    play = brawl({"ana": somebody(strength=3, second="dagger", aptitudes={"Blades": MASTERY})}, {"ogre": "Ogre"}, at=1)
    play.put("ogre", statuses=("Burning", "Blinded"))
    play.put("ana", statuses=("Poisoned",))
    odds = odds_of_act(
        play.table.view("gm"), TAD.game, Act("gm", "attack", {"who": "ogre", "target": "ana", "using": "in hand"})
    )
    assert odds.beyond == 0


def test_players_do_not_know_the_odds_against_a_foe():
    """TAD-CON.11: scores, levels and hit points of the Storyteller's people are hidden."""
    play = brawl()
    odds = play.odds("ana", "attack", who="ana", target="ogre")
    assert [type(outcome) for outcome in odds.weights] == [Unknowable]
    assert seat_of(play, "ogre") == "gm"
