"""Twist of Fate: attacks from the declaration to what comes of them: defenses, bids, margins, wounds, fatigue, and care."""

import pytest

from fatewright.core.table.events import Answered, Asked, Revealed, Verdict
from fatewright.core.table.game import Lapse
from fatewright.core.table.seal import is_hidden, see
from fatewright.systems.opening import opening
from fatewright.systems.twist_of_fate.wounds import harm
from forms import stands
from systems.tof_fight import (
    BLOCKER,
    FIGHTER,
    battle,
    buys,
    heard,
    line_up,
    not_taken,
    passed,
    refused,
    somebody,
    states,
    strikes,
    swings,
    total_of,
    turn,
    until,
    values_of,
)
from systems.tof_table import MOM, TOF, cited, outcome, said, usual

LETTER = TOF.presets["letter_of_the_draft"]
SIX = ("head", "torso", "main_arm", "off_arm", "left_leg", "right_leg")


def striker(margin):
    """Somebody who hits a target of Agility 4 that does not defend by exactly so much, with a bid of 0."""
    strength = max(4, margin - 4)
    return somebody(strength=strength, agility=8, skills={"Weapon": margin + 4 - strength} if margin + 4 > strength else {})


def struck(margin, target=None, area="torso", system=TOF, **dials):
    """A table at which ana hits the ogre by `margin`, and what she did."""
    play = battle({"ana": striker(margin)}, {"ogre": {**(target or {}), "agility": 4}}, system, **dials)
    return play, strikes(play, "ana", "ogre", area=area)


def duel(ana=None, ogre=None, **more):
    """Ana, who is attacked, and an ogre whose turn comes first."""
    foe = {**FIGHTER, **(ogre or {}), "agility": 5}
    return battle({"ana": {**BLOCKER, **(ana or {})}}, {"ogre": foe}, **more)


# Hitting


@pytest.mark.parametrize(
    ("using", "held", "line", "attribute"),
    [
        ("weapon in hand", "sword", "Weapon", "Strength"),
        ("bare hands", "sword", "Brawl", "Strength"),
        ("shield", "sword", "Shield", "Strength"),
        ("weapon in hand", "javelin", "Ranged Weapons", "Agility"),
    ],
)
def test_what_one_strikes_with_says_which_skill_and_attribute(using, held, line, attribute):
    """TOF-6.20, TOF-7.01: melee with Strength, missiles with Agility; one opposed check."""
    skills = {"Weapon": 4, "Brawl": 4, "Shield": 4, "Ranged Weapons": 4}
    play = battle({"ana": somebody(skills=skills, arms=["sword", "javelin"], held=held, off_held="shield")})
    events = strikes(play, "ana", "ogre", 2, using=using)
    assert said(events)[0] == f"ana attacks ogre at the torso ({line})"
    assert f"ana: {attribute} 4, {line} 4, bid 2 makes 10" in said(events, "gm")
    assert play.of("ana", f"{attribute.lower()}_pool") == 18


@pytest.mark.parametrize(
    ("using", "held", "ogre", "ways"),
    [
        ("weapon in hand", "sword", BLOCKER, "dodge, parry, shield, none"),
        ("weapon in hand", "sword", somebody(held="nothing"), "dodge, none"),
        ("bare hands", "sword", BLOCKER, "dodge, parry, brawl, shield, none"),
        ("shield", "sword", BLOCKER, "dodge, parry, shield, none"),
        ("weapon in hand", "javelin", BLOCKER, "dodge, shield, none"),
        ("weapon in hand", "sword", somebody(arms=["bow"], held="bow", off_held="bow"), "dodge, none"),
    ],
)
def test_the_defender_picks_what_can_meet_the_attack(using, held, ogre, ways):
    """TOF-6.20: Dodge against anything, a weapon against melee, hands against hands, a shield against all."""
    play = battle({"ana": somebody(arms=["sword", "javelin"], held=held, off_held="shield")}, {"ogre": ogre})
    swings(play, "ana", "ogre", using=using)
    assert play.asked() == [("gm", "defense")]
    assert play.question("gm").allowed() == ways
    assert not_taken(play, "gm", "run") == f"'run' is not one of {ways}"


@pytest.mark.parametrize(
    ("meet", "using", "skill", "pool"),
    [
        ("dodge", "weapon in hand", "Dodge", "agility"),
        ("parry", "weapon in hand", "Weapon", "strength"),
        ("brawl", "bare hands", "Brawl", "strength"),
        ("shield", "weapon in hand", "Shield", "strength"),
    ],
)
def test_each_bids_from_the_pool_of_their_own_attribute_up_to_their_own_skill(meet, using, skill, pool):
    """TOF-6.20, TOF-7.01, TOF-1.10."""
    ogre = {**BLOCKER, "skills": {"Dodge": 1, "Weapon": 2, "Brawl": 3, "Shield": 4}}
    play = battle({"ana": somebody(held="sword")}, {"ogre": ogre})
    swings(play, "ana", "ogre", meet, using=using)
    rating = ogre["skills"][skill]
    assert play.question("gm").high == rating
    assert f"bid_over_skill: {skill} allows {rating}" in not_taken(play, "gm", rating + 1)
    play.answer("gm", rating)
    events = play.answer("ana", 4)
    assert total_of(events, "ogre") == 4 + 2 * rating
    assert play.of("ogre", f"{pool}_pool") == 20 - rating


RAW = {"skill_list": "raw", "spec_effect": "plus_one_inside"}
SHOOTER = {"skills": {"Weapon": 4, "Ranged Weapons": 4}, "arms": ["bow"], "held": "bow", "off_held": "bow"}


@pytest.mark.parametrize(
    ("specs", "more", "brief"),
    [
        ([], {}, "Agility 4, Ranged Weapons 4, bid 0 makes 8"),
        (["Ranged Weapons: bow"], {}, "Agility 4, Ranged Weapons 4, bid 0, Ranged Weapons: bow 1 makes 9"),
        (["Weapon: bow"], {}, "Strength 4, Weapon 4, bid 0, Weapon: bow 1 makes 9"),
        (["Weapon: gun"], {}, "Agility 4, Ranged Weapons 4, bid 0 makes 8"),
        (["Weapon: bow", "Ranged Weapons: bow"], {}, "Agility 4, Ranged Weapons 4, bid 0, Ranged Weapons: bow 1 makes 9"),
        (["Weapon: bow", "Ranged Weapons: bow"], {"strength": 5}, "Strength 5, Weapon 4, bid 0, Weapon: bow 1 makes 10"),
    ],
)
def test_by_the_drafts_own_list_a_bow_is_shot_with_the_skill_in_which_one_has_specialized(specs, more, brief):
    """TOF-3.14, TOF-3.24, TOF-3.10, TOF-6.20: and nowhere else: there it is Ranged Weapons whatever one has learned."""
    play = battle({"ana": somebody(**SHOOTER, specs=specs, **more)}, **RAW)
    events = strikes(play, "ana", "ogre")
    assert f"ana: {brief}" in said(events, "gm")
    elsewhere = battle({"ana": somebody(**SHOOTER, specs=specs, **more)})
    assert said(strikes(elsewhere, "ana", "ogre"))[0] == "ana attacks ogre at the torso (Ranged Weapons)"


@pytest.mark.parametrize(
    ("specs", "line", "total"),
    [
        (["Brawl/Grapple: punching"], "Brawl/Grapple", 9),
        (["Brawl/Grapple: grappling"], "Brawl/Grapple", 8),
        (["Weapon: fist"], "Weapon", 9),
    ],
)
def test_by_the_drafts_own_list_fists_are_for_two_skills(specs, line, total):
    """TOF-3.14, TOF-3.15, TOF-3.10, TOF-6.20: and hands meet hands, whichever skill they are of."""
    skills = {"Weapon": 4, "Brawl/Grapple": 4, "Dodge": 4}
    play = battle({"ana": somebody(skills=skills, specs=specs)}, {"ogre": somebody(skills=skills, held="nothing")}, **RAW)
    events = swings(play, "ana", "ogre", using="bare hands")
    assert said(events)[0] == f"ana attacks ogre at the torso ({line})"
    assert play.question("gm").allowed() == "dodge, brawl, none"
    play.answer("gm", "brawl")
    play.answer("gm", 0)
    assert total_of(play.answer("ana", 0), "ana") == total


@pytest.mark.parametrize(
    ("specs", "line"), [(["Brawl/Grapple: grappling"], "Brawl/Grapple"), (["Weapon: fist"], "Weapon"), ([], "Brawl/Grapple")]
)
def test_by_the_drafts_own_list_hands_defend_by_what_they_have_learned(specs, line):
    """TOF-3.14, TOF-3.15, TOF-6.20."""
    skills = {"Weapon": 4, "Brawl/Grapple": 4, "Dodge": 4}
    play = battle({"ana": somebody(skills=skills)}, {"ogre": somebody(skills=skills, specs=specs, held="nothing")}, **RAW)
    events = strikes(play, "ana", "ogre", 0, "brawl", 0, using="bare hands")
    (told,) = (one for one in said(events, "gm") if one.startswith("ogre: "))
    assert (told.startswith(f"ogre: Strength 4, {line} 4, bid 0"), total_of(events, "ogre")) == (True, 8 + bool(specs))


def test_a_margin_above_nothing_hits_and_a_tie_does_not():
    """TOF-6.21, TOF-7.02, TOF-1.18: all pay in any case."""
    for bid, ending in ((1, "misses"), (2, "misses"), (3, "hits")):
        play = battle()
        events = strikes(play, "ana", "ogre", bid, "parry", 2)
        assert (outcome(events), play.of("ana", "strength_pool"), play.of("ogre", "strength_pool")) == (ending, 20 - bid, 18)
        assert play.of("ogre", "hp") == 8 - (ending == "hits")


def test_a_tie_that_the_attacker_wins_hurts_nobody():
    """TOF-6.21, TOF-1.18: a margin of 0."""
    for dials in ({"tie_rule": "initiator"}, {"spec_effect": "tie_break"}):
        play = battle({"ana": somebody(specs=["Weapon: bladed"])}, **dials)
        assert outcome(strikes(play, "ana", "ogre", 2, "parry", 2)) == "misses"
        assert play.of("ogre", "hp") == 8


def test_the_order_of_an_exchange():
    """TOF-6.21, TOF-7.21: target and area, the defense for all to hear, sealed bids, the outcome, harm, fatigue, who drops."""
    play = battle(foes={"ogre": BLOCKER})
    events = strikes(play, "ana", "ogre", 4, "shield", 1, area="off_arm")
    assert said(events) == ["ana attacks ogre at the off arm (Weapon)", "ana hits ogre"]
    told = [
        (event.name, event.value) for event in events if isinstance(event, Verdict) and not is_hidden(see(event, "eve").value)
    ]
    assert told == [("winner", "ana"), ("hits", True), ("wound", False), ("out", False), ("out", False)]
    assert {"TOF-6.21"} <= cited(events, "eve")


def test_bids_lie_face_down_until_both_are_in():
    """TOF-1.08, TOF-6.21: the game master, who bids too, sees of ana's only that it lies there."""
    found = []
    for bid in (0, 4):
        play = battle({"ana": FIGHTER, "bo": FIGHTER})
        swings(play, "ana", "ogre", "parry")
        (laid,) = (event for event in play.answer("ana", bid) if isinstance(event, Answered))
        assert [is_hidden(see(laid, seat).answer) for seat in ("ana", "gm", "bo", "eve")] == [False, True, True, True]
        found.append([heard(play, seat) for seat in ("gm", "bo", "eve")])
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("dial", "bids", "totals"),
    [("bids_and_winner", (3, 1), None), ("totals", (3, 1), (11, 9)), ("winner_only", None, None)],
)
def test_what_a_reveal_shows_of_an_exchange(dial, bids, totals):
    """TOF-1.23, TOF-1.24, TOF-6.21: bids and winner; totals would sell for nothing what Know Thine Enemy sells."""
    play = battle({"ana": FIGHTER, "bo": FIGHTER}, reveal_level=dial)
    events = strikes(play, "ana", "ogre", 3, "parry", 1)
    for seat in ("bo", "eve"):
        seen = [found for event in events if (found := see(event, seat))]
        (laid,) = (one.answers for one in seen if isinstance(one, Revealed) and isinstance(one.answers, tuple))
        assert (None if any(map(is_hidden, laid)) else laid) == bids
        told = {one.name: one.value for one in seen if isinstance(one, Verdict)}
        assert (told["winner"], told.get("totals")) == ("ana", totals)
        assert [line for line in said(events, seat) if "makes" in line] == []


def test_what_is_asked_of_a_fighter_is_for_their_seat_alone():
    """TOF-1.24: the score, the pool and the highest bid stand in it."""
    play = battle({"ana": FIGHTER, "bo": FIGHTER})
    events = swings(play, "ana", "ogre", "parry")
    asked = [event for event in events if isinstance(event, Asked) and event.name == "bid"]
    assert [event.seat for event in asked] == ["ana", "gm"]
    for event in asked:
        seen = {seat: not is_hidden(see(event, seat).asked) for seat in ("ana", "gm", "bo", "eve")}
        assert seen == {seat: seat == event.seat for seat in seen}
    assert play.question("ana").reason == "score 8: Strength 4, Weapon 4; the strength pool holds 20"


def test_what_an_exchange_costs_shows_nowhere_but_to_those_who_may_know():
    """TOF-1.24: pools, health points, Health; same bids, same wound, same sights for everybody else."""
    found = []
    for values in ({}, {"strength_pool": 9, "agility_pool": 3, "hp": 6, "health": 6}):
        play = battle({"ana": {**BLOCKER, **values}, "bo": FIGHTER})
        before = {seat: len(heard(play, seat)) for seat in ("bo", "eve")}
        strikes(play, "ana", "ogre", 2, "parry", 2)
        until(play, "ogre")
        strikes(play, "ogre", "ana", 3, "shield", 1, area="head")
        found.append([heard(play, seat)[before[seat] :] for seat in ("bo", "eve")])
        assert play.sees("ana", "token", "ana", "hp") == play.of("ana", "hp") == values.get("hp", 8) - 2
    assert found[0] == found[1]


def test_where_sheets_lie_open_everybody_hears_what_a_hit_costs_a_player():
    """TOF-1.24, TOF-7.05: of the game master's people nobody does."""
    for dial, seen in (("private", [None, None]), ("open", [5, 5])):
        play = battle({"ana": FIGHTER, "bo": FIGHTER}, {"ogre": somebody(agility=5)}, sheets=dial)
        events = strikes(play, "ogre", "ana", 3, "parry", 0)
        told = [one.value for event in events if isinstance(one := see(event, "bo"), Verdict) and one.name == "health points"]
        assert [value for value in told if not is_hidden(value)] == ([5] if dial == "open" else [])
        assert [play.sees(seat, "token", "ana", "hp") for seat in ("bo", "eve")] == seen
        assert play.sees("bo", "token", "ogre", "hp") is None


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"target": "ana"}, "nobody attacks themselves"),
        ({"target": "nobody"}, "you see no nobody"),
        ({"using": "shield"}, "ana holds no shield"),
        ({"area": "body"}, "body is not an area here; there are head, torso, main arm, off arm, left leg, right leg"),
        (
            {"area": "nose"},
            "aiming at the …: 'nose' is not one of head, torso, main arm, off arm, left leg, right leg, body, arms, legs",
        ),
        ({"using": "teeth"}, "with …: 'teeth' is not one of weapon in hand, bare hands, shield"),
        ({"who": "ogre"}, "ogre is not yours"),
    ],
)
def test_attacks_that_cannot_be(given, why):
    """TOF-6.20, TOF-6.21, TOF-7.13: refused with what would be allowed."""
    play = battle()
    whole = {"who": "ana", "target": "ogre", "using": "weapon in hand", "area": "torso", **given}
    assert refused(play, "ana", "attack", **whole) == why


def test_an_empty_hand_is_no_weapon_and_one_attack_is_settled_before_the_next():
    """TOF-6.20, TOF-6.32: also outside a fight."""
    play = line_up({"ana": somebody(held="nothing"), "bo": FIGHTER})
    assert refused(play, "ana", "attack", who="ana", target="ogre", using="weapon in hand") == "ana holds no weapon"
    swings(play, "ana", "ogre", using="bare hands")
    assert refused(play, "bo", "attack", who="bo", target="ogre") == "another attack is being settled"
    play.answer("gm", "none")
    play.answer("ana", 0)
    assert outcome(strikes(play, "bo", "ogre")) in ("hits", "fells")


def test_what_the_form_begins_with():
    """TOF-6.20, TOF-7.13: what is in the hand, and the torso by its name here."""
    expected = {"using": "weapon in hand", "area": "torso"}
    assert stands(line_up(), "ana", "attack", *expected, who="ana") == expected
    expected = {"using": "bare hands", "area": "body"}
    assert stands(line_up({"ana": {}}, areas="one"), "ana", "attack", *expected, who="ana") == expected


def test_untrained_attacks_are_a_matter_of_the_table():
    """TOF-6.20, TOF-3.04: allowed without a bid, granted by the game master, or forbidden."""
    novice = {"arms": ["sword"], "held": "sword"}
    play = battle({"ana": novice})
    swings(play, "ana", "ogre", "none")
    assert play.question("ana").high == 0
    play = battle({"ana": novice}, untrained="forbidden")
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "ana has not learned Weapon"
    for answer, ending in (("no", "refused"), ("yes", None)):
        play = battle({"ana": novice}, untrained="gm_asks")
        swings(play, "ana", "ogre")
        events = play.answer("gm", answer)
        if ending:
            assert outcome(events) == ending
            assert outcome(buys(play, "ana", "hulk-up")) == "paid"  # nothing is being settled any more
        else:
            assert play.asked() == [("gm", "defense")]


# Dials of the defense


@pytest.mark.parametrize(
    ("dial", "seat", "ways"),
    [
        ("defender", "ana", "dodge, parry, shield, none"),
        ("dodge_only", "ana", "dodge, none"),
        ("gm", "gm", "dodge, parry, shield, none"),
    ],
)
def test_who_chooses_the_defense(dial, seat, ways):
    """TOF-6.20, TOF-6.23: defense_choice; not to defend is always open."""
    play = duel(defense_choice=dial)
    swings(play, "ogre", "ana")
    assert play.asked() == [(seat, "defense")]
    assert play.question(seat).allowed() == ways
    play.answer(seat, "dodge")
    play.answer("gm", 0)
    assert total_of(play.answer("ana", 0), "ana") == 8


def test_the_defense_may_lie_face_down_with_the_bid():
    """TOF-6.21: defense_declared = sealed: its charge is reserved with it, and nobody knows before both lie."""
    play = duel({"wounds": ["off_arm"], "strength_pool": 5}, defense_declared="sealed")
    assert said(swings(play, "ogre", "ana")) == ["ogre attacks ana at the torso (Weapon)"]
    assert play.asked() == [("gm", "bid"), ("ana", "bid")]
    offered = [option.value for option in play.question("ana").options]
    assert offered == [
        *(f"dodge {bid}" for bid in range(5)),
        *(f"parry {bid}" for bid in range(5)),
        *(f"shield {bid}" for bid in range(3)),  # three of the five points go for the arm
        "none 0",
    ]
    prices = play.prices("ana")
    assert [prices.get(one) for one in ("dodge 0", "dodge 1", "shield 0", "shield 2", "none 0")] == [
        *(None, "−1 agility pool", "−3 strength pool", "−5 strength pool", None)
    ]
    assert play.of("ana", "strength_pool") == 5
    events = play.answer("ana", "shield 2")
    assert play.of("ana", "strength_pool") == 5
    events += play.answer("gm", 2)
    told = {
        event.name: event.value for event in events if isinstance(event, Verdict) and not is_hidden(see(event, "eve").value)
    }
    assert told == {"ruling": "shield", "winner": "ana", "hits": False, "out": False}
    assert (play.of("ana", "strength_pool"), play.of("ana", "hp"), play.of("ogre", "strength_pool")) == (0, 8, 18)


def test_a_sealed_defense_is_seen_by_nobody_until_both_lie():
    """TOF-6.21, TOF-1.08."""
    found = []
    for answer in ("none 0", "parry 4"):
        play = duel(defense_declared="sealed")
        swings(play, "ogre", "ana")
        play.answer("ana", answer)
        found.append([heard(play, seat) for seat in ("gm", "eve")])
    assert found[0] == found[1]


def test_a_sealed_defense_that_is_equal_is_bid_again_where_the_table_wants_it():
    """TOF-6.21, TOF-1.18: tie_rule = rebid; the defense is known by then. With `totals`, all learn them."""
    play = duel(defense_declared="sealed", tie_rule="rebid", reveal_level="totals")
    swings(play, "ogre", "ana")
    play.answer("ana", "parry 1")
    events = play.answer("gm", 1)
    assert said(events)[-1] == "equal: both have paid, and bid again"
    assert [event.value for event in events if isinstance(event, Verdict) and event.name == "totals"] == [(9, 9)]
    play.answer("ana", 0)
    assert outcome(play.answer("gm", 2)) == "hits"
    assert (play.of("ana", "strength_pool"), play.of("ogre", "strength_pool"), play.of("ana", "hp")) == (19, 17, 6)


def test_the_helpless_are_not_asked_and_where_the_game_master_chooses_the_defense_is_named_first():
    """TOF-6.20, TOF-6.21, TOF-6.23: whatever is sealed otherwise."""
    play = duel({"conditions": ["bound"]}, defense_declared="sealed")
    swings(play, "ogre", "ana")
    assert play.asked() == [("gm", "bid")]
    play = duel(defense_declared="sealed", defense_choice="gm")
    swings(play, "ogre", "ana")
    assert play.asked() == [("gm", "defense")]


@pytest.mark.parametrize("penalty", values_of("repeat_defense_penalty"))
def test_defending_again_in_a_round_costs_what_the_table_says(penalty):
    """TOF-6.22: repeat_defense_penalty: usually nothing; it starts over with the round."""
    play = battle({"ana": FIGHTER}, {"ogre": somebody(health=8)}, actions_per_turn=3, repeat_defense_penalty=penalty)
    found = [total_of(strikes(play, "ana", "ogre", 0, way, 0), "ogre") for way in ("dodge", "parry", "dodge")]
    assert found == [8, 8 - penalty, 8 - 2 * penalty]
    passed(play, 2)
    assert total_of(strikes(play, "ana", "ogre", 0, "dodge", 0), "ogre") == 8


def test_only_a_defense_counts_as_one():
    """TOF-6.22, TOF-6.23: whoever did not defend is fresh; and outside a fight there are no rounds to count in."""
    play = battle({"ana": FIGHTER}, {"ogre": {**FIGHTER, "health": 8}}, actions_per_turn=2, repeat_defense_penalty=2)
    strikes(play, "ana", "ogre")
    assert total_of(strikes(play, "ana", "ogre", 0, "dodge", 0), "ogre") == 8
    play = line_up(repeat_defense_penalty=2)
    for _ in range(3):
        assert total_of(strikes(play, "ana", "ogre", 0, "dodge", 0), "ogre") == 8


@pytest.mark.parametrize(
    ("dial", "state", "total"),
    [("agility", None, 4), ("zero", None, 0), ("agility", "bound", 0), ("agility", "out", 0), ("zero", "out", 0)],
)
def test_what_counts_for_whoever_does_not_defend(dial, state, total):
    """TOF-6.23: undefended: Agility alone, no bid; of the helpless nothing. The attacker still bids."""
    play = battle({"ana": FIGHTER, "bo": {}}, {"ogre": {"health": 8}, "imp": {}}, undefended=dial)
    if state:
        play.act("gm", "condition", who="ogre", state=state)
    events = swings(play, "ana", "ogre", None if state else "none")
    assert play.asked() == [("ana", "bid")]
    events += play.answer("ana", 3)
    assert (total_of(events, "ogre"), total_of(events, "ana"), play.of("ana", "strength_pool")) == (total, 11, 17)


def test_a_defense_that_nobody_names_is_none():
    """TOF-6.23: when the question lapses."""
    play = battle()
    swings(play, "ana", "ogre")
    (question,) = play.table.truth.questions
    play.do(Lapse("gm", question))
    assert play.asked() == [("ana", "bid")]


# Wounds


@pytest.mark.parametrize(
    ("margin", "is_wound", "is_out", "hp"),
    [
        *((0, False, False, 8), (1, False, False, 7), (5, False, False, 3), (6, False, False, 2)),
        *((7, True, False, 1), (8, True, False, 0), (9, True, True, 0)),
    ],
)
def test_a_margin_wounds_and_knocks_out_by_two_tests(margin, is_wound, is_out, hp):
    """TOF-X.33, TOF-7.03, TOF-7.04, TOF-7.05, TOF-7.12: Health 4, hp 8, armor 2 on the off arm: defense value 6."""
    play, events = struck(margin, {"armor": {"off_arm": 2}}, "off_arm")
    found = ("off_arm" in play.of("ogre", "wounds"), "out" in states(play, "ogre"), play.of("ogre", "hp"))
    assert found == (is_wound, is_out, hp)
    assert ("ogre's off arm is wounded" in said(events), "ogre is out" in said(events)) == (is_wound, is_out)
    assert outcome(events) == ("misses" if not margin else "fells" if is_out else "hits")


def test_a_knockout_without_a_wound():
    """TOF-X.34, TOF-7.05, TOF-R.20: Health 4, hp 4, armor 3 on the torso, margin 5: armor plays no part in the second test."""
    play, events = struck(5, {"hp": 4, "armor": {"torso": 3}})
    assert (play.of("ogre", "wounds"), states(play, "ogre"), outcome(events)) == ((), ("out",), "fells")


def test_whoever_stands_at_nothing_falls_to_the_next_scratch():
    """TOF-X.35, TOF-7.11."""
    play, _ = struck(1, {"hp": 0})
    assert (play.of("ogre", "hp"), states(play, "ogre")) == (0, ("out",))


@pytest.mark.parametrize("area", SIX)
def test_every_area_can_be_wounded_and_only_its_own_armor_protects_it(area):
    """TOF-7.13, TOF-7.14, TOF-R.21: head and torso too; the attacker chooses freely."""
    others = {other: 3 for other in SIX if other != area}
    assert struck(5, {"armor": others}, area)[0].of("ogre", "wounds") == (area,)
    assert struck(5, {"armor": {area: 1}}, area)[0].of("ogre", "wounds") == ()


@pytest.mark.parametrize(("armor", "wounds"), [(0, 5), (1, 6), (2, 7), (3, 8)])
def test_leather_mail_and_plate(armor, wounds):
    """TOF-7.14, TOF-7.03: the margin that is needed; a shield has no armor value."""
    target = {"armor": {"torso": armor} if armor else {}, "off_held": "shield"}
    assert struck(wounds - 1, target)[0].of("ogre", "wounds") == ()
    assert struck(wounds, target)[0].of("ogre", "wounds") == ("torso",)


@pytest.mark.parametrize(
    ("dial", "area", "known"),
    [("six", "main_arm", SIX), ("four", "arms", ("head", "body", "arms", "legs")), ("one", "body", ("body",))],
)
def test_areas_of_the_body(dial, area, known):
    """TOF-7.13: areas; whichever there are can be aimed at, and what is worn on an arm protects the arms."""
    play, _ = struck(5, {}, area, areas=dial)
    assert play.of("ogre", "wounds") == (area,)
    assert harm.areas(play.desk) == known
    passed(play, 2)
    missing = next(one for one in (*SIX, "body") if one not in known)
    why = f"{harm.called(missing)} is not an area here; there are {', '.join(map(harm.called, known))}"
    assert refused(play, "ana", "attack", who="ana", target="ogre", area=missing) == why


@pytest.mark.parametrize("penalty", values_of("aim_penalty"))
def test_aiming_at_anything_but_the_torso_may_cost(penalty):
    """TOF-7.13: aim_penalty."""
    for area, total in (("torso", 8), ("head", 8 - penalty)):
        play = battle(aim_penalty=penalty)
        assert total_of(strikes(play, "ana", "ogre", area=area), "ana") == total


@pytest.mark.parametrize(("dial", "wounds"), [("rating", ()), ("remaining", ("torso",))])
def test_which_health_stands_in_the_defense_value(dial, wounds):
    """TOF-7.10: defense_health: the rating 4, or the 3 points that are left; margin 4."""
    play, _ = struck(4, {"hp": 3}, defense_health=dial)
    assert play.of("ogre", "wounds") == wounds


@pytest.mark.parametrize(("dial", "is_out"), [("standing", False), ("out", True)])
def test_exactly_no_health_points(dial, is_out):
    """TOF-7.11: zero_health; for a hit and for fatigue alike."""
    play, _ = struck(8, zero_health=dial)
    assert (play.of("ogre", "hp"), "out" in states(play, "ogre")) == (0, is_out)
    play = battle(foes={"ogre": somebody(hp=1, strength_pool=0)}, zero_health=dial)
    strikes(play, "ana", "ogre", 0, "parry", 0)
    assert (play.of("ogre", "hp"), "out" in states(play, "ogre")) == (0, is_out)


@pytest.mark.parametrize(("dial", "is_out"), [("standing", False), ("out", True)])
def test_exactly_no_health_points_after_a_charge(dial, is_out):
    """TOF-7.11, TOF-7.16: one principle for all losses."""
    play = duel({"wounds": ["off_arm"], "hp": 3}, wound_cost_source="health", zero_health=dial)
    strikes(play, "ogre", "ana", 0, "shield", 0)
    assert (play.of("ana", "hp"), "out" in states(play, "ana")) == (0, is_out)


@pytest.mark.parametrize(
    ("dial", "margin", "hp", "is_out"),
    [
        ("margin", 5, 3, False),
        ("past_armor", 5, 5, False),
        ("none", 5, 8, False),
        ("margin", 9, 0, True),
        ("past_armor", 9, 1, True),  # what passes is 7, and the knockout is tested with 9
        ("none", 9, 8, True),
        ("past_armor", 1, 8, False),
    ],
)
def test_health_points_that_a_hit_costs(dial, margin, hp, is_out):
    """TOF-7.12, TOF-7.05: hit_drain, with armor 2; a knockout is tested with the margin in any case."""
    play, _ = struck(margin, {"armor": {"torso": 2}}, hit_drain=dial)
    assert (play.of("ogre", "hp"), "out" in states(play, "ogre")) == (hp, is_out)


@pytest.mark.parametrize(
    ("system", "dial", "area", "wounds", "hp"),
    [
        (TOF, "limbs", "head", ("head",), 3),
        (TOF, "drain", "head", (), 3),
        (TOF, "none", "head", (), 8),
        (MOM, "drain", "head", (), 3),
        (MOM, "limbs", "head", ("head",), 3),
        (MOM, "none", "head", (), 8),
    ],
)
def test_what_a_hit_does(system, dial, area, wounds, hp):
    """TOF-7.12, MOM-7.01, MOM-6.01: harm_model: wounds and lost health points, these alone, or what the game master tells."""
    play, events = struck(5, {}, area, system, harm_model=dial)
    assert (play.of("ogre", "wounds"), play.of("ogre", "hp")) == (wounds, hp)
    assert said(events)[0] == f"ana attacks ogre{' at the head' if dial == 'limbs' else ''} (Weapon)"


def test_the_same_exchange_drains_in_the_older_edition_where_it_wounds_in_the_newer():
    """MOM-7.01, TOF-7.04: no areas, no armor, no wounds."""
    found = {}
    for system in (TOF, MOM):
        play, events = struck(7, {"armor": {"torso": 1}}, "torso", system)
        found[system.id] = (play.of("ogre", "wounds"), play.of("ogre", "hp"), said(events)[1:])
    assert found == {
        "twist-of-fate": (("torso",), 1, ["ana hits ogre", "ogre's torso is wounded"]),
        "mind-over-matter": ((), 1, ["ana hits ogre"]),
    }


def test_in_the_older_edition_too_more_than_there_is_takes_somebody_out():
    """MOM-7.01, TOF-7.11."""
    assert states(struck(8, system=MOM)[0], "ogre") == ()
    assert states(struck(9, system=MOM)[0], "ogre") == ("out",)


@pytest.mark.parametrize("factor", values_of("health_factor"))
@pytest.mark.parametrize("mook", values_of("mook_health_factor"))
def test_how_many_health_points_there_are(factor, mook):
    """TOF-7.08: health_factor and mook_health_factor times Health, full at the start."""
    dials = {"health_factor": factor, "mook_health_factor": mook}
    play = line_up({"ana": {"health": 3}}, {"rat": {"health": 3, "mook": "yes"}}, **dials)
    assert (play.of("ana", "hp"), play.of("rat", "hp")) == (3 * factor, 3 * mook)


# Wounded parts


def test_a_wounded_shield_arm_and_a_shield_still_in_use():
    """TOF-X.16, TOF-7.06, TOF-7.07, TOF-7.16, TOF-R.19: 17, 14, 11, 8, 5, 2; the seventh block is the last."""
    play = duel({"wounds": ["off_arm"]})
    pools = []
    for _ in range(6):
        assert outcome(strikes(play, "ogre", "ana", 0, "shield", 0)) == "misses"
        pools.append(play.of("ana", "strength_pool"))
        until(play, "ogre")
    assert (pools, play.of("ana", "hp"), states(play, "ana")) == ([17, 14, 11, 8, 5, 2], 8, ())
    events = strikes(play, "ogre", "ana", 0, "shield", 0)
    assert (outcome(events), said(events)[1:3]) == ("misses", ["ogre misses ana", "ana is out"])
    assert (play.of("ana", "strength_pool"), play.of("ana", "hp"), states(play, "ana")) == (0, 7, ("out",))


def test_health_points_may_pay_for_wounded_parts():
    """TOF-X.16, TOF-7.16: wound_cost_source = health: 5, 2, then 0 and out after the third block; the pool stays 20."""
    play = duel({"wounds": ["off_arm"]}, wound_cost_source="health")
    found = []
    for _ in range(3):
        assert outcome(strikes(play, "ogre", "ana", 0, "shield", 0)) == "misses"
        found.append((play.of("ana", "hp"), states(play, "ana"), play.of("ana", "strength_pool")))
        if not states(play, "ana"):
            until(play, "ogre")
    assert found == [(5, (), 20), (2, (), 20), (0, ("out",), 20)]


@pytest.mark.parametrize(
    ("pool", "highest", "bid", "left", "hp", "is_out"),
    [(2, 0, 0, 0, 7, True), (5, 2, 2, 0, 8, False), (3, 0, 0, 0, 7, False)],
)
def test_the_last_gasp(pool, highest, bid, left, hp, is_out):
    """TOF-X.36, TOF-7.16, TOF-6.30: off arm wounded, Strength 4, Shield 4 against 4 + 4 + 0; the block takes place."""
    play = duel({"wounds": ["off_arm"], "strength_pool": pool})
    swings(play, "ogre", "ana", "shield")
    assert play.question("ana").high == highest
    play.answer("gm", 0)
    events = play.answer("ana", bid)
    assert (total_of(events, "ogre"), total_of(events, "ana"), outcome(events)) == (8, 8 + bid, "misses")
    assert (play.of("ana", "strength_pool"), play.of("ana", "hp"), "out" in states(play, "ana")) == (left, hp, is_out)


def test_fatigue_is_for_those_whose_pool_was_empty_before_the_bid():
    """TOF-X.37, TOF-6.30: both pools 0, 8 to 8: no hit, 7 and 7. Emptying it with this very bid is no fatigue."""
    play = duel({"strength_pool": 0}, {"strength_pool": 0})
    assert outcome(strikes(play, "ogre", "ana", 0, "parry", 0)) == "misses"
    assert (play.of("ana", "hp"), play.of("ogre", "hp")) == (7, 7)
    play = duel({"strength_pool": 0}, {"strength_pool": 2})
    strikes(play, "ogre", "ana", 2, "none")
    assert (play.of("ogre", "hp"), play.of("ogre", "strength_pool")) == (8, 0)


@pytest.mark.parametrize("cost", values_of("fatigue_cost"))
def test_what_fighting_on_with_an_empty_pool_costs(cost):
    """TOF-6.30: fatigue_cost; not defending avoids it."""
    play = duel({"strength_pool": 0}, {"strength_pool": 0}, fatigue_cost=cost)
    strikes(play, "ogre", "ana", 0, "parry", 0)
    assert (play.of("ana", "hp"), play.of("ogre", "hp")) == (8 - cost, 8 - cost)
    play = duel({"strength_pool": 0, "agility_pool": 0}, fatigue_cost=cost, undefended="agility")
    strikes(play, "ogre", "ana", 0, "none")
    assert play.of("ana", "hp") == 8 - 4  # the hit, and nothing else


@pytest.mark.parametrize(("pool", "after", "highest"), [(20, 14, 4), (9, 3, 3)])
def test_both_legs(pool, after, highest):
    """TOF-X.38, TOF-7.15, TOF-7.16: Dodge 4: charge 6; the highest bid is 4 of 14, or 3 of 3."""
    play = duel({"wounds": ["left_leg", "right_leg"], "agility_pool": pool})
    swings(play, "ogre", "ana", "dodge")
    assert (play.of("ana", "agility_pool"), play.question("ana").high) == (after, highest)


@pytest.mark.parametrize(
    ("wound", "meet", "pool", "cost"),
    [
        ("head", "dodge", "agility", 0),
        ("torso", "dodge", "agility", 0),
        ("left_leg", "dodge", "agility", 3),
        ("torso", "parry", "strength", 3),
        ("main_arm", "parry", "strength", 3),
        ("off_arm", "parry", "strength", 0),
        ("right_leg", "parry", "strength", 0),
        ("main_arm", "shield", "strength", 0),
        ("off_arm", "shield", "strength", 3),
        ("torso", "shield", "strength", 3),
        ("left_leg", "none", "agility", 0),
    ],
)
def test_what_uses_which_part_in_defense(wound, meet, pool, cost):
    """TOF-7.15: torso for Strength, an arm for what it holds, each leg for Dodge; not defending uses nothing."""
    play = duel({"wounds": [wound]})
    swings(play, "ogre", "ana", meet)
    assert play.of("ana", f"{pool}_pool") == 20 - cost


@pytest.mark.parametrize(
    ("wounds", "weapon", "using", "pool", "cost"),
    [
        (["off_arm"], "sword", "weapon in hand", "strength", 0),
        (["main_arm"], "sword", "weapon in hand", "strength", 3),
        (["main_arm", "torso"], "sword", "weapon in hand", "strength", 6),
        (["main_arm", "off_arm"], "halberd", "weapon in hand", "strength", 6),
        (["off_arm"], "bow", "weapon in hand", "agility", 3),
        (["torso"], "bow", "weapon in hand", "agility", 0),
        (["main_arm"], "javelin", "weapon in hand", "agility", 3),
        (["off_arm"], "sword", "shield", "strength", 3),
        (["main_arm"], "sword", "bare hands", "strength", 3),
    ],
)
def test_what_uses_which_part_in_attack(wounds, weapon, using, pool, cost):
    """TOF-7.15: two-handed, both arms; bashing, the one with the shield."""
    two = TOF.lists["weapons"][weapon]["hands"] == 2
    armed = {"wounds": wounds, "arms": [weapon], "held": weapon, "off_held": weapon if two else "shield"}
    play = battle({"ana": somebody(**armed)})
    swings(play, "ana", "ogre", using=using)
    assert play.of("ana", f"{pool}_pool") == 20 - cost


def test_to_parry_with_both_hands_uses_both():
    """TOF-7.15, TOF-6.32."""
    play = duel({"wounds": ["off_arm"], "arms": ["halberd"], "held": "halberd", "off_held": "halberd"})
    swings(play, "ogre", "ana", "parry")
    assert play.of("ana", "strength_pool") == 17


def test_wounded_legs_are_charged_once_for_a_move():
    """TOF-7.15, TOF-7.16: a plain move, of Agility; not for each part of it."""
    play = battle({"ana": somebody(wounds=["left_leg", "right_leg"])}, places={"ana": (0, 0), "ogre": (9, 9)})
    play.act("ana", "move", who="ana", x=1, y=0)
    play.act("ana", "move", who="ana", x=2, y=0)
    assert play.of("ana", "agility_pool") == 14


def test_a_move_may_be_the_last_gasp():
    """TOF-7.16, TOF-7.07: it is made, and then they pass out."""
    play = battle({"ana": somebody(wounds=["left_leg"], agility_pool=2)}, places={"ana": (0, 0), "ogre": (9, 9)})
    assert said(play.act("ana", "move", who="ana", x=3, y=0))[0] == "ana is out"
    assert (play.of("ana", "at"), play.of("ana", "agility_pool")) == ((3, 0), 0)


def test_without_a_map_engaging_is_charged_like_a_move():
    """TOF-7.15, TOF-6.18."""
    play = battle({"ana": somebody(wounds=["left_leg"])}, positioning="none")
    play.act("ana", "engage", who="ana", other="ogre")
    assert play.of("ana", "agility_pool") == 17


@pytest.mark.parametrize("cost", values_of("wound_cost"))
@pytest.mark.parametrize(("stack", "times"), [("per_part", 2), ("once", 1)])
def test_what_each_use_of_a_wounded_part_costs(cost, stack, times):
    """TOF-7.06, TOF-7.15: wound_cost, wound_cost_stack."""
    play = duel({"wounds": ["off_arm", "torso"]}, wound_cost=cost, wound_cost_stack=stack)
    swings(play, "ogre", "ana", "shield")
    assert play.of("ana", "strength_pool") == 20 - cost * times


@pytest.mark.parametrize(("dial", "cost"), [("none", 3), ("adds_charge", 6)])
def test_a_second_wound_on_the_same_part(dial, cost):
    """TOF-7.17: repeat_wound: no further effect, or one charge more; it is one wound, and everybody sees it."""
    play = duel({"wounds": ["off_arm"], "agility": 4, "health": 4}, {"strength": 5}, repeat_wound=dial)
    events = strikes(play, "ogre", "ana", 0, "none", area="off_arm")
    assert (play.of("ana", "wounds"), play.of("ana", "again")) == (("off_arm",), (("off_arm", 1),))
    assert "ana's off arm is wounded" in said(events)
    until(play, "ogre")
    before = play.of("ana", "strength_pool")
    swings(play, "ogre", "ana", "shield")
    assert before - play.of("ana", "strength_pool") == cost


def test_both_may_drop_together():
    """TOF-7.21, TOF-6.30: equals at their last point with empty pools; then nobody stands."""
    play = duel({"strength_pool": 0, "hp": 0}, {"strength_pool": 0, "hp": 0})
    events = strikes(play, "ogre", "ana", 0, "parry", 0)
    assert (states(play, "ana"), states(play, "ogre")) == (("out",), ("out",))
    assert said(events)[-3:] == ["ana is out", "ogre is out", "the fight is over: nobody stands"]


def test_charges_come_first_then_harm_then_fatigue_then_collapse():
    """TOF-7.21: hp 8, charge 3 of health: 5 are left, and a margin of 6 knocks out what one of 5 would not."""
    for strength, is_out in ((5, False), (6, True)):
        play = duel(
            {"wounds": ["off_arm"], "skills": {"Shield": 4}, "strength": 4},
            {"strength": strength, "skills": {"Weapon": 8}},
            wound_cost_source="health",
            hit_drain="margin",
        )
        strikes(play, "ogre", "ana", 0, "shield", 0)
        assert (play.of("ana", "hp"), "out" in states(play, "ana")) == (0, is_out)


def test_an_attackers_last_gasp_still_hits():
    """TOF-7.16, TOF-7.21: the blow falls, and then they do."""
    play = battle({"ana": somebody(wounds=["main_arm"], strength_pool=1)})
    events = strikes(play, "ana", "ogre", 0, "none")
    assert outcome(events) == "hits"
    assert said(events)[1:] == ["ana hits ogre", "ana is out", "the fight is over: foes stands"]


# Out, waking, dying


def test_whoever_is_out_has_no_turns_no_effects_and_no_defense():
    """TOF-7.18: and nobody asks them anything."""
    play = battle({"ana": FIGHTER, "bo": FIGHTER})
    play.act("gm", "condition", who="ana", state="out")
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "ana is out"
    assert refused(play, "ana", "hulk-up", who="ana") == "ana is out"
    assert refused(play, "ana", "hold", who="ana", main_hand="nothing", off_hand="nothing") == "ana is out"
    until(play, "ogre")
    swings(play, "ogre", "ana")
    assert play.asked() == [("gm", "bid")]
    assert total_of(play.answer("gm", 0), "ana") == 0


@pytest.mark.parametrize(
    ("dial", "after_scene", "after_night"), [("scene", True, True), ("night", False, True), ("medicine_only", False, False)]
)
def test_when_those_who_are_out_wake_by_themselves(dial, after_scene, after_night):
    """TOF-7.18: wake: with one health point at least."""
    play = line_up({"ana": {"conditions": ["out"], "hp": 0}}, wake=dial)
    play.act("gm", "end-scene")
    assert (states(play, "ana") == (), play.of("ana", "hp")) == (after_scene, int(after_scene))
    play.act("gm", "everybody-sleeps")
    assert (states(play, "ana") == ()) == after_night


def medic(**values):
    return {"brains": 4, "skills": {"Medicine": 4}, **values}


@pytest.mark.parametrize(("bid", "is_awake"), [(1, False), (2, True)])
def test_first_aid_wakes_somebody_beside_you(bid, is_awake):
    """TOF-7.18: Medicine against 10 (4 + 4 + bid), as the action of a turn; with one health point at least."""
    play = battle({"ana": medic(), "bo": {"hp": 0}}, places={"ana": (0, 0), "bo": (1, 1), "ogre": (9, 9)})
    play.act("gm", "condition", who="bo", state="out")
    play.act("ana", "first-aid", who="ana", patient="bo")
    events = play.answer("ana", bid)
    assert outcome(events) == ("success" if is_awake else "failure")
    assert (states(play, "bo"), play.of("bo", "hp")) == (((), 1) if is_awake else (("out",), 0))
    assert refused(play, "ana", "wait", who="ana") == "ana has used the action of this turn"


def test_whoever_wakes_has_a_turn_again():
    """TOF-7.18, TOF-6.14: the health points stay, if there are more."""
    play = battle({"ana": medic(), "bo": {"hp": 3}})
    play.act("gm", "condition", who="bo", state="out")
    play.act("ana", "first-aid", who="ana", patient="bo")
    assert said(play.answer("ana", 2))[-1] == "bo wakes"
    passed(play)
    assert (turn(play), play.of("bo", "hp")) == ((1, "bo"), 3)


def test_first_aid_that_cannot_be():
    """TOF-7.18: nobody to wake, too far away, not now."""
    play = battle({"ana": medic(), "bo": medic()}, places={"ana": (0, 0), "bo": (3, 0), "ogre": (9, 9)})
    assert refused(play, "ana", "first-aid", who="ana", patient="bo") == "bo is not out"
    play.act("gm", "condition", who="ana", state="out")
    assert refused(play, "bo", "first-aid", who="bo", patient="ana") == "ana is too far away"
    play.act("gm", "put", who="bo", x=1, y=0)
    assert refused(play, "bo", "first-aid", who="bo", patient="ana") == "it is ana's turn"


def test_tending_clears_a_wound_against_ten_and_two_for_every_other():
    """TOF-7.20: 10 with one wound, 14 with three; one try for each wound and day, whoever tries it."""
    play = line_up({"ana": medic(), "bo": {"wounds": ["head"]}, "cy": {"wounds": ["head", "torso", "left_leg"]}})
    play.act("ana", "tend", who="ana", patient="bo", area="head")
    assert said(play.answer("ana", 2)) == ["ana succeeds", "bo's head is healed"]
    assert play.of("bo", "wounds") == ()
    play.act("ana", "tend", who="ana", patient="cy", area="torso")
    events = play.answer("ana", 4)
    assert (outcome(events), play.of("cy", "wounds")) == ("failure", ("head", "torso", "left_leg"))
    assert "ana: Brains 4, Medicine 4, bid 4 makes 12 against 14" in said(events, "gm")


def test_a_wound_is_tended_once_a_day_even_by_somebody_who_does_not_know_of_it():
    """TOF-7.20, TOF-1.24: who has tried is the patient's to know; a new day, a new try."""
    play = line_up({"ana": medic(), "bo": medic(wounds=["head"]), "cy": medic()})
    play.act("ana", "tend", who="ana", patient="bo", area="head")
    play.answer("ana", 0)
    why = "that wound has been tended today; one try a day"
    assert refused(play, "bo", "tend", who="bo", patient="bo", area="head") == why
    events = play.act("cy", "tend", who="cy", patient="bo", area="head")
    assert (outcome(events), said(events), play.of("cy", "brains_pool")) == ("refused", [why], 20)
    play.act("gm", "dawn")
    play.act("cy", "tend", who="cy", patient="bo", area="head")
    assert outcome(play.answer("cy", 2)) == "success"


def test_of_two_wounds_on_one_part_tending_clears_one_where_both_count():
    """TOF-7.17, TOF-7.20."""
    for dial, wounds, again in (("none", (), ()), ("adds_charge", ("head",), ())):
        play = line_up({"ana": medic(), "bo": {"wounds": ["head"], "again": {"head": 1}}}, repeat_wound=dial)
        play.act("ana", "tend", who="ana", patient="bo", area="head")
        play.answer("ana", 2)
        assert (play.of("bo", "wounds"), play.of("bo", "again")) == (wounds, again)


def test_tending_that_cannot_be():
    """TOF-7.20: no wound there, a fight, no training where that is forbidden, no such area."""
    play = battle({"ana": medic(wounds=["head"])})
    assert refused(play, "ana", "tend", who="ana", patient="ana", area="torso") == "ana's torso is not wounded"
    assert refused(play, "ana", "tend", who="ana", patient="ana", area="head") == "wounds are tended when the fight is over"
    assert refused(play, "ana", "tend", who="ana", patient="ana", area="nose").startswith(
        "wounded in the …: 'nose' is not one of head"
    )
    play = line_up({"ana": {"wounds": ["head"]}}, untrained="forbidden")
    assert refused(play, "ana", "tend", who="ana", patient="ana", area="head") == "ana has not learned Medicine"


@pytest.mark.parametrize("count", values_of("wound_heal_per_night"))
def test_each_night_clears_so_many_wounds(count):
    """TOF-7.20: wound_heal_per_night; their owner chooses which."""
    play = line_up({"ana": {"wounds": list(SIX)}}, wound_heal_per_night=count)
    play.act("gm", "everybody-sleeps")
    while play.asked():
        play.answer("ana", play.question("ana").options[-1].value)
    assert len(play.of("ana", "wounds")) == 6 - count
    assert play.of("ana", "wounds") == SIX[: 6 - count]


@pytest.mark.parametrize(("dial", "after"), [("clock", (4, 8)), ("night_only", (0, 8)), ("none", (0, 0))])
def test_what_restores_health_points(dial, after):
    """TOF-7.09: health_recovery: meals and nights, nights, or neither; never more than there can be."""
    play = line_up({"ana": {"hp": 0}}, health_recovery=dial)
    play.act("gm", "everybody-eats")
    meal = play.of("ana", "hp")
    play.act("gm", "everybody-sleeps")
    assert (meal, play.of("ana", "hp")) == after


def test_nobody_dies_without_their_players_consent():
    """TOF-7.19: lethality = consent: whoever is out may; the game master's people as the game master likes."""
    play = battle({"ana": FIGHTER, "bo": FIGHTER})
    assert refused(play, "ana", "die", who="ana") == "ana is not out: there is nothing to die of"
    play.act("gm", "condition", who="ana", state="out")
    assert refused(play, "gm", "die", who="ana") == "ana is not yours"
    assert said(play.act("ana", "die", who="ana")) == ["ana dies"]
    assert states(play, "ana") == ("dead",)
    assert said(play.act("gm", "die", who="ogre")) == ["ogre dies", "the fight is over: party stands"]
    assert refused(play, "bo", "attack", who="bo", target="ana") == "ana is not there any more"


@pytest.mark.parametrize("system", [TOF, MOM], ids=["tof", "mom"])
@pytest.mark.parametrize(
    ("dial", "margin", "ending"), [("consent", 9, "out"), ("none", 9, "out"), ("helpless", 8, "out"), ("helpless", 9, "dead")]
)
def test_a_blow_at_the_helpless(system, dial, margin, ending):
    """TOF-7.19: lethality: a hit on a helpless target kills with a margin above all the health points there can be."""
    people = {"ana": somebody(agility=8, strength=4, skills={"Weapon": margin - 4}), "bo": {}}
    play = battle(people, {"ogre": {}, "imp": {}}, system, lethality=dial)
    play.act("gm", "condition", who="ogre", state="out")
    assert total_of(strikes(play, "ana", "ogre", 0, None), "ana") == margin
    assert states(play, "ogre")[-1] == ending
    if dial == "none":
        assert refused(play, "gm", "die", who="ogre") == "nobody dies at this table"


def test_a_blow_does_not_kill_whoever_can_defend_themselves():
    """TOF-7.19: however high the margin."""
    play, _ = struck(9, {"hp": 1}, lethality="helpless")
    assert states(play, "ogre") == ("out",)


def test_the_game_master_wounds_binds_and_wakes():
    """TOF-7.13, TOF-7.18, TOF-6.23, TOF-R.21: what comes of something else than an attack."""
    play = line_up({"ana": {"hp": 0}})
    assert said(play.act("gm", "hurt", who="ana", area="head")) == ["ana is hurt"]
    assert play.of("ana", "wounds") == ()
    play.act("gm", "hurt", who="ana", area="head", wound="yes")
    assert play.of("ana", "wounds") == ("head",)
    assert said(play.act("gm", "condition", who="ana", state="out")) == ["ana is out"]
    assert said(play.act("gm", "condition", who="ana", state="out", is_so="no")) == ["ana is no longer out"]
    assert (states(play, "ana"), play.of("ana", "hp")) == ((), 1)
    why = f"arms is not an area here; there are {', '.join(map(harm.called, SIX))}"
    assert refused(play, "gm", "hurt", who="ana", area="arms", wound="yes") == why
    assert refused(line_up(system=MOM), "gm", "hurt", who="ana", area="head", wound="yes") == "this table plays without wounds"
    play = line_up(areas="four")
    play.act("gm", "hurt", who="ana", area="off_arm", wound="yes")
    assert play.of("ana", "wounds") == ("arms",)


def test_wounds_and_being_out_are_everybodys_to_see_and_health_points_are_not():
    """TOF-1.24: owner, game master, another player, an onlooker."""
    play = battle({"ana": striker(8), "bo": {}}, {"ogre": {"agility": 4}})
    strikes(play, "ana", "ogre")
    seats = ("gm", "ana", "bo", "eve")
    assert [play.sees(seat, "token", "ogre", "wounds") for seat in seats] == [("torso",)] * 4
    assert [play.sees(seat, "token", "ogre", "hp") for seat in seats] == [0, None, None, None]
    assert [play.sees(seat, "token", "ana", "strength_pool") for seat in seats] == [20, 20, None, None]


# The letter of the draft


def test_the_preset_of_purists_loads():
    """TOF-6.30, TOF-7.08, TOF-7.12: no fatigue, 5 x Health, nothing lost by hits."""
    events = opening(TOF, {"gm": "gm"}, {}, "letter_of_the_draft")
    found = {event.path[1]: event.value for event in events if event.path[0] == "dial"}
    wanted = {"fatigue_cost": 0, "health_factor": 5, "hit_drain": "none", "perks_flaws": "narrative", "love_fear": 0}
    assert {name: found[name] for name in wanted} == wanted
    stands = {**usual(), **LETTER}
    del stands["rows"]  # said only where it is turned
    assert found == stands
    assert set(LETTER) == {*wanted, "overflow_step", "spec_effect"}


def test_by_the_letter_of_the_draft_hits_wound_and_cost_nothing_else():
    """TOF-7.04, TOF-7.05, TOF-7.12, TOF-6.30: Health 4 has 20 points; only a margin above all of them knocks out."""
    play, _ = struck(9, {}, "head", **LETTER)
    assert (play.of("ogre", "hp"), play.of("ogre", "wounds"), states(play, "ogre")) == (20, ("head",), ())
    play = duel({"strength_pool": 0}, {"strength_pool": 0}, **LETTER)
    strikes(play, "ogre", "ana", 0, "parry", 0)
    assert (play.of("ana", "hp"), play.of("ogre", "hp")) == (20, 20)
    play = battle({"ana": somebody(strength=8, skills={"Weapon": 8})}, {"ogre": {"agility": 1, "hp": 20}}, **LETTER)
    assert outcome(strikes(play, "ana", "ogre", 6)) == "fells"  # 22 against 1: 21
    assert play.of("ogre", "hp") == 20


def rounds_of(play, most):
    """Rounds until one side is out, if everybody always bids all that they can; none if it takes longer."""
    while play.fact("turns", "round") and play.fact("turns", "round") <= most:
        number, who = turn(play)
        other = "ogre" if who == "ana" else "ana"
        swings(play, who, other, "parry")
        for seat in ("ana", "gm"):
            play.answer(seat, play.question(seat).high)
        if play.fact("turns", "round"):
            passed(play)
    return number if play.fact("turns", "round") is None else None


@pytest.mark.parametrize("system", [TOF, MOM], ids=["tof", "mom"])
def test_a_duel_of_equals_ends_with_the_default_rulings(system):
    """TOF-6.30, TOF-7.08, MOM-7.01, finding C5: always the cap: 5 to 10 rounds."""
    assert 5 <= rounds_of(battle(system=system), 60) <= 10


@pytest.mark.slow
def test_a_duel_of_equals_does_not_end_by_the_letter_of_the_draft():
    """TOF-6.30, TOF-7.08, finding C5: not within 60 rounds."""
    assert rounds_of(battle(**LETTER), 60) is None


@pytest.mark.parametrize(
    ("heart", "margin"),
    [({}, 5), ({"perks": [{"perk": "tough", "of": "nothing"}]}, 6), ({"flaws": [{"flaw": "frail", "of": "nothing"}]}, 4)],
)
def test_the_tough_and_the_frail(heart, margin):
    """TOF-7.03, TOF-5.05: the margin that wounds somebody of Health 4."""
    assert struck(margin - 1, heart)[0].of("ogre", "wounds") == ()
    assert struck(margin, heart)[0].of("ogre", "wounds") == ("torso",)


def test_dying_when_the_fight_is_long_over():
    """TOF-7.19."""
    play = line_up({"ana": {"conditions": ["out"]}})
    assert said(play.act("ana", "die", who="ana")) == ["ana dies"]
    assert play.sees("eve", "token", "ana", "conditions") == ("dead",)
