"""Twist of Fate: rounds and their order, what a turn holds, where people stand, what they hold, and how a fight ends."""

import pytest

from fatewright.core.grammar import count_of
from fatewright.core.table.game import Lapse
from systems.tof_fight import (
    FIGHTER,
    battle,
    buys,
    heard,
    line_up,
    not_taken,
    passed,
    refused,
    seat_of,
    somebody,
    states,
    strikes,
    swings,
    trio,
    turn,
    until,
    values_of,
)
from systems.tof_table import MOM, TOF, cited, outcome, said, seated

BOTH = pytest.mark.parametrize("system", [TOF, MOM], ids=["tof", "mom"])


def order(play):
    return play.fact("turns", "order")


# The order of turns


@BOTH
def test_a_fight_is_a_list_of_rounds_in_which_everybody_has_one_turn(system):
    """TOF-6.14, TOF-R.16, MOM-6.01: higher Agility first, for the whole fight."""
    play = line_up({"ana": somebody(agility=3), "bo": somebody(agility=5)}, {"ogre": somebody(agility=4)}, system)
    assert said(play.act("gm", "start-fight")) == ["A fight begins: bo, ogre, ana"]
    assert turn(play) == (1, "bo")
    strikes(play, "bo", "ogre", 1, "parry", 1)
    found = []
    for _ in range(5):
        lines = said(passed(play))
        found.append((*turn(play), *lines))
    assert found == [(1, "ogre"), (1, "ana"), (2, "bo", "Round 2"), (2, "ogre"), (2, "ana")]


@pytest.mark.parametrize(
    ("ana", "bo", "ogre", "expected"),
    [
        ({}, {}, {}, ("ana", "bo", "ogre")),  # players before the game master, then as they came
        ({}, {"agility": 5}, {"agility": 6}, ("ogre", "bo", "ana")),
        ({}, {"brains": 5}, {"brains": 6}, ("ogre", "bo", "ana")),
        ({}, {"social": 5}, {"social": 6}, ("ogre", "bo", "ana")),
        ({"social": 8}, {"brains": 5}, {"agility": 5}, ("ogre", "bo", "ana")),
        ({"strength": 8, "health": 8}, {}, {}, ("ana", "bo", "ogre")),
    ],
)
def test_equals_in_agility_go_by_brains_then_social_then_players_first(ana, bo, ogre, expected):
    """TOF-6.14."""
    assert order(battle({"ana": ana, "bo": bo}, {"ogre": ogre})) == expected


def test_everybody_sees_the_order_and_nobody_the_agility_behind_it():
    """TOF-6.14, TOF-1.24: the public order tells who has more, not how much."""
    play = battle({"ana": somebody(agility=3), "bo": somebody()})
    for seat in ("gm", "ana", "bo", "eve"):
        assert play.sees(seat, "turns", "order") == ("bo", "ogre", "ana")
    assert [play.sees(seat, "token", "ana", "agility") for seat in ("ana", "gm", "bo", "eve")] == [3, 3, None, None]


def test_the_game_master_may_say_who_acts_when():
    """TOF-6.14: initiative = gm_order."""
    play = line_up({"ana": {}, "bo": {"agility": 8}}, initiative="gm_order")
    play.act("gm", "start-fight")
    assert play.asked() == [("gm", "next")]
    play.answer("gm", "ogre")
    assert not_taken(play, "gm", "ogre") == "'ogre' is not one of ana, bo"
    assert said(play.answer("gm", "ana")) == ["A fight begins: ogre, ana, bo"]
    assert turn(play) == (1, "ogre")


def test_agility_points_may_be_bid_face_down_for_the_order():
    """TOF-6.14: initiative = bid: at most the Agility, order by Agility and bid, all pay."""
    play = line_up({"ana": {}, "bo": {"agility": 5}, "cy": {"agility_pool": 1}}, initiative="bid")
    play.act("gm", "start-fight")
    assert play.asked() == [(seat, "initiative") for seat in ("ana", "bo", "cy", "gm")]
    assert not_taken(play, "ana", 5) == "5 is not a whole number from 0 to 4 (Agility)"
    assert not_taken(play, "cy", 2) == "2 is not a whole number from 0 to 1 (Agility)"
    for seat, bid in (("ana", 3), ("bo", 0), ("cy", 1)):
        assert said(play.answer(seat, bid)) == []
        assert play.of(seat, "agility_pool") == {"ana": 20, "bo": 25, "cy": 1}[seat]  # nothing is paid before all lie
    assert said(play.answer("gm", 4)) == ["A fight begins: ogre, ana, bo, cy"]  # 8, 7, 5 and 5: of equals, as they came
    assert [play.of(who, "agility_pool") for who in ("ana", "bo", "cy", "ogre")] == [17, 25, 0, 16]


def test_a_bid_for_the_order_is_seen_by_nobody_until_all_lie():
    """TOF-1.08, TOF-6.14: neither by the game master nor by anybody else."""
    found = []
    for bid in (0, 4):
        play = line_up({"ana": {}, "bo": {}}, initiative="bid")
        play.act("gm", "start-fight")
        play.answer("ana", bid)
        found.append([heard(play, seat) for seat in ("gm", "bo", "eve")])
    assert found[0] == found[1]


def test_only_those_on_the_map_fight_if_the_game_master_says_so():
    """TOF-6.14, TOF-6.18: whoever has not been placed stays out of it."""
    play = line_up({"ana": {}, "bo": {}}, {"ogre": {}, "imp": {}}, places={"ana": (0, 0), "ogre": (1, 0)})
    play.act("gm", "start-fight", who="those on the map")
    assert order(play) == ("ana", "ogre")
    assert refused(play, "bo", "wait", who="bo") == "bo is not in a fight"
    assert refused(play, "bo", "attack", who="bo", target="ogre", using="bare hands") == "bo is not in this fight"
    assert refused(play, "bo", "move", who="bo", x=1, y=1) == "in a fight, only those in it move"


def test_a_fight_is_begun_once_by_the_game_master_and_takes_two_sides():
    """TOF-6.14, TOF-6.31: every refusal."""
    assert refused(line_up({"ana": {}, "bo": {}}, {}), "gm", "start-fight") == "a fight needs two sides"
    play = line_up()
    assert refused(play, "gm", "start-fight", who="those on the map") == "a fight needs two sides"
    assert refused(play, "ana", "start-fight").startswith("'start-fight' is not something you can do here")
    for verb in ("end-turn", "end-fight", "offer-peace"):
        assert refused(play, "gm", verb) == "nobody is fighting"
    assert refused(play, "gm", "join-fight", who="ana") == "nobody is fighting"
    assert refused(play, "ana", "flee", who="ana") == refused(play, "ana", "wait", who="ana") == "ana is not in a fight"
    play.act("gm", "start-fight")
    assert refused(play, "gm", "start-fight") == "a fight is on already"


def test_those_who_are_out_have_no_turn():
    """TOF-6.14, TOF-7.18: nor do they come into a fight."""
    play = line_up({"ana": {}, "bo": {"conditions": ["out"]}, "cy": {}}, {"ogre": {}})
    play.act("gm", "start-fight")
    assert order(play) == ("ana", "cy", "ogre")
    play.act("gm", "condition", who="cy", state="out")
    passed(play)
    assert turn(play) == (1, "ogre")


# Late arrivals


@pytest.mark.parametrize(
    ("initiative", "expected"),
    [("agility", ("cy", "ana", "ogre")), ("gm_order", ("ogre", "ana", "cy")), ("bid", ("ogre", "ana", "cy"))],
)
def test_late_arrivals_are_slotted_in_at_the_start_of_the_next_round(initiative, expected):
    """TOF-6.14: the order is fixed; where it was not made by Agility, it stands, and whoever is late comes last."""
    places = {"ana": (0, 0), "ogre": (5, 5)}
    play = line_up({"ana": {}, "cy": {"agility": 8}}, places=places, initiative=initiative)
    play.act("gm", "start-fight", who="those on the map")
    if initiative == "gm_order":
        play.answer("gm", "ogre")
    if initiative == "bid":
        play.answer("ana", 0)
        play.answer("gm", 4)
    first = order(play)
    assert said(play.act("gm", "join-fight", who="cy")) == ["cy joins the fight"]
    assert order(play) == first
    assert refused(play, "cy", "wait", who="cy") == "cy is not in a fight"
    assert refused(play, "gm", "join-fight", who="cy") == "cy is in this fight already"
    passed(play, 2)
    assert (order(play), turn(play)) == (expected, (2, expected[0]))
    assert refused(play, "gm", "join-fight", who="cy") == "cy is in this fight already"


def test_whoever_is_out_does_not_join():
    """TOF-6.14, TOF-7.18."""
    play = line_up({"ana": {}, "cy": {"conditions": ["out"]}})
    play.act("gm", "start-fight")
    assert refused(play, "gm", "join-fight", who="cy") == "cy is out"


# What a turn holds


def test_a_turn_is_one_action_moving_or_attacking_not_both():
    """TOF-6.01, TOF-6.02, TOF-X.17: moving by action and attacking is rejected."""
    play = battle(places={"ana": (0, 0), "ogre": (2, 0)})
    play.act("ana", "move", who="ana", x=1, y=0)
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "ana has used the action of this turn"
    passed(play, 2)
    strikes(play, "ana", "ogre")
    assert refused(play, "ana", "move", who="ana", x=0, y=0) == "ana has used the action of this turn"
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "ana has used the action of this turn"


def test_a_step_and_an_attack_go_into_one_turn():
    """TOF-6.09, TOF-X.17: one square away, Agility pool 20: Step for 1 point, then the attack as the action."""
    play = battle(places={"ana": (0, 0), "ogre": (2, 0)})
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "ogre is out of reach"
    buys(play, "ana", "step", way="east")
    assert (play.of("ana", "agility_pool"), play.of("ana", "at")) == (19, (1, 0))
    assert outcome(strikes(play, "ana", "ogre", 4)) == "hits"


def test_whoever_waits_loses_the_action():
    """TOF-6.17."""
    play = battle()
    events = play.act("ana", "wait", who="ana")
    assert (outcome(events), said(events), cited(events)) == ("waited", ["ana waits"], {"TOF-6.17"})
    assert refused(play, "ana", "wait", who="ana") == "ana has used the action of this turn"


def test_using_a_skill_is_an_action_too():
    """TOF-6.17: the game master says how hard it is."""
    play = battle({"ana": {"skills": {"Athletics": 4}}})
    play.act("ana", "attempt", who="ana", skill="Athletics", what="to climb the table")
    play.answer("gm", ("check", 8, "strength", "nothing"))
    assert outcome(play.answer("ana", 0)) == "success"
    assert refused(play, "ana", "wait", who="ana") == "ana has used the action of this turn"


@pytest.mark.parametrize("count", values_of("actions_per_turn"))
def test_a_table_may_allow_more_actions(count):
    """TOF-6.17: actions_per_turn."""
    play = battle(actions_per_turn=count)
    for _ in range(count):
        strikes(play, "ana", "ogre", 0, "parry", 0)
    assert refused(play, "ana", "wait", who="ana") == "ana has used the action of this turn"


def test_nobody_acts_in_the_turn_of_another():
    """TOF-6.01, TOF-6.16: and a player ends none but their own."""
    play = trio()
    assert refused(play, "b", "wait", who="b") == "it is a's turn"
    assert refused(play, "b", "move", who="b", x=1, y=1) == "it is a's turn"
    assert refused(play, "b", "attack", who="b", target="ogre", using="bare hands") == "it is a's turn"
    assert refused(play, "b", "end-turn") == "it is a's turn"
    assert refused(play, "b", "wait", who="a") == "a is not yours"
    assert outcome(play.act("a", "end-turn")) == "passed"
    assert turn(play) == (1, "b")


def test_a_turn_does_not_end_while_an_attack_is_being_settled():
    """TOF-6.16: start, effects, the action, effects, end; nor is anything else done meanwhile."""
    play = battle(actions_per_turn=2)
    swings(play, "ana", "ogre")
    assert refused(play, "ana", "end-turn") == refused(play, "gm", "end-turn") == "an attack is being settled"
    assert refused(play, "ana", "flee", who="ana") == refused(play, "ana", "wait", who="ana") == "an attack is being settled"
    play.answer("gm", "none")
    play.answer("ana", 0)
    assert outcome(play.act("ana", "end-turn")) == "passed"


# Moving


def test_a_move_goes_as_far_as_agility_in_kings_moves():
    """TOF-6.18: a diagonal counts 1."""
    play = battle({"ana": somebody(agility=5)}, places={"ana": (0, 0), "ogre": (9, 9)})
    why = "ana can go 5 squares, not through enemies; (6, 5) is further"
    assert refused(play, "ana", "move", who="ana", x=6, y=5) == why
    assert outcome(play.act("ana", "move", who="ana", x=5, y=-5)) == "moved"
    assert play.sees("eve", "token", "ana", "at") == (5, -5)


@pytest.mark.parametrize("squares", values_of("move_squares"))
def test_a_table_may_set_how_far_a_move_goes(squares):
    """TOF-6.18: move_squares."""
    far = 4 if squares == "agility" else squares
    play = battle(places={"ana": (0, 0), "ogre": (-9, -9)}, move_squares=squares)
    assert refused(play, "ana", "move", who="ana", x=far + 1, y=0).startswith(f"ana can go {count_of(far, 'square')}")
    play.act("ana", "move", who="ana", x=far, y=0)
    assert play.of("ana", "at") == (far, 0)


def test_a_move_may_be_made_in_parts():
    """TOF-6.18: one action, as many squares as there are left."""
    play = battle(places={"ana": (0, 0), "ogre": (9, 9)})
    play.act("ana", "move", who="ana", x=1, y=0)
    play.act("ana", "move", who="ana", x=3, y=0)
    assert (play.of("ana", "acted"), play.of("ana", "moved")) == (1, 3)
    assert refused(play, "ana", "move", who="ana", x=5, y=0).startswith("ana can go 1 square,")
    play.act("ana", "move", who="ana", x=4, y=1)
    assert refused(play, "ana", "move", who="ana", x=4, y=0).startswith("ana can go 0 squares")


def test_with_two_actions_one_may_move_twice():
    """TOF-6.17, TOF-6.18: the second move begins where the first is used up."""
    play = battle(places={"ana": (0, 0), "ogre": (-9, -9)}, actions_per_turn=2)
    for x, acted, moved in ((3, 1, 3), (4, 1, 4), (6, 2, 2), (8, 2, 4)):
        play.act("ana", "move", who="ana", x=x, y=0)
        assert (play.of("ana", "acted"), play.of("ana", "moved")) == (acted, moved)
    assert refused(play, "ana", "move", who="ana", x=9, y=0).startswith("ana can go 0 squares")


def test_nobody_walks_through_enemies_and_going_round_takes_squares():
    """TOF-6.18: past a row of three it is four squares, not two; friends let one pass, and so does whoever is out."""
    foes = {"ogre": (1, 0), "imp": (1, 1), "rat": (1, -1)}
    places = {"ana": (0, 0), "bo": (0, 1), **foes}
    people, slow = {"ana": somebody(agility=4), "bo": {"agility": 1}}, {foe: {"agility": 1} for foe in foes}
    play = battle(people, slow, places=places)
    assert refused(play, "ana", "move", who="ana", x=1, y=0).startswith("ana can go 4 squares, not through enemies")
    play.act("ana", "move", who="ana", x=2, y=0)
    assert play.of("ana", "moved") == 4
    assert refused(play, "ana", "move", who="ana", x=3, y=0).startswith("ana can go 0 squares")
    play = battle(people, slow, places=places)
    play.act("ana", "move", who="ana", x=0, y=2)  # through bo
    assert play.of("ana", "moved") == 2
    play = battle(people, slow, places=places)
    play.act("gm", "condition", who="ogre", state="out")
    play.act("ana", "move", who="ana", x=2, y=0)
    assert play.of("ana", "moved") == 2


def test_walls_stand_in_the_way_until_they_are_gone():
    """TOF-6.18, TOF-6.19: of a walk and of a Step."""
    play = battle(places={"ana": (0, 0), "ogre": (9, 9)})
    for y in range(-4, 5):
        play.act("gm", "wall", x=1, y=y)
    assert refused(play, "ana", "move", who="ana", x=2, y=0).startswith("ana can go 4 squares")
    assert refused(play, "ana", "step", who="ana", way="east") == "somebody, or a wall, stands there"
    assert refused(play, "ana", "wall", x=1, y=0).startswith("'wall' is not something you can do here")
    play.act("gm", "wall", x=1, y=0, is_there="no")
    play.act("ana", "move", who="ana", x=2, y=0)
    assert play.of("ana", "at") == (2, 0)


@pytest.mark.parametrize(
    ("agility", "armor", "far"),
    [(5, {"torso": 3}, 2), (1, {"torso": 3}, 1), (5, {"torso": 2}, 5), (5, {"head": 3, "left_leg": 3}, 5)],
)
def test_plate_on_the_torso_halves_the_move(agility, armor, far):
    """TOF-7.14: rounded down, at least 1; plate elsewhere, and mail, do not."""
    play = battle(
        {"ana": somebody(agility=agility, armor=armor)}, {"ogre": {"agility": 0}}, places={"ana": (0, 0), "ogre": (-9, 0)}
    )
    assert refused(play, "ana", "move", who="ana", x=far + 1, y=0).startswith(f"ana can go {count_of(far, 'square')}")
    play.act("ana", "move", who="ana", x=far, y=0)
    assert play.of("ana", "at") == (far, 0)


def test_outside_a_fight_people_walk_as_they_like_unless_they_are_out():
    """TOF-6.18, TOF-7.18, TOF-7.15: no squares are counted and no wounded leg is charged; the game master carries the rest."""
    play = line_up({"ana": somebody(wounds=["left_leg"])})
    play.act("ana", "move", who="ana", x=100, y=-3)
    assert (play.of("ana", "at"), play.of("ana", "moved"), play.of("ana", "agility_pool")) == ((100, -3), 0, 20)
    play.act("gm", "condition", who="ana", state="out")
    assert refused(play, "ana", "move", who="ana", x=1, y=1) == "ana is out"
    play.act("gm", "put", who="ana", x=1, y=1)
    assert play.of("ana", "at") == (1, 1)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"who": "ogre", "x": 0, "y": 0}, "ogre is not yours"),
        ({"who": "nobody", "x": 0, "y": 0}, "you see no nobody"),
        ({"who": "ana", "x": 1001, "y": 0}, "moves to column …: 1001 is not a whole number from -1000 to 1000"),
        ({"who": "ana", "x": 0, "y": "far"}, "row …: 'far' is not a whole number from -1000 to 1000"),
    ],
)
def test_a_move_that_makes_no_sense_is_refused_with_a_sentence(given, why):
    """TOF-6.18."""
    assert refused(battle(), "ana", "move", **given) == why


# Without a map


def test_without_a_map_a_move_or_a_step_engages_one_opponent_or_breaks_off():
    """TOF-6.18: positioning = none: melee needs engaged."""
    play = battle(positioning="none")
    assert refused(play, "ana", "attack", who="ana", target="ogre") == "ogre is out of reach"
    assert refused(play, "ana", "move", who="ana", x=1, y=1) == "there is no map here: engage somebody, or break off"
    assert refused(play, "ana", "step", who="ana", way="north") == "there is no map here: step up to somebody instead"
    assert refused(play, "ana", "engage", who="ana", other="ana") == "one engages an enemy"
    assert refused(play, "ana", "step-up", who="ana", other="ana") == "one steps up to an enemy"
    assert said(play.act("ana", "step-up", who="ana", other="ogre")) == ["ana buys step for 1", "ana engages ogre"]
    assert outcome(strikes(play, "ana", "ogre", 4)) == "hits"
    assert said(play.act("ana", "step-up", who="ana", other="ogre"))[-1] == "ana breaks off from ogre"
    assert play.of("ana", "agility_pool") == 20 - 1 - 2
    passed(play)
    assert refused(play, "gm", "attack", who="ogre", target="ana") == "ana is out of reach"
    assert said(play.act("gm", "engage", who="ogre", other="ana")) == ["ogre engages ana"]
    assert refused(play, "gm", "attack", who="ogre", target="ana") == "ogre has used the action of this turn"
    passed(play)
    assert said(play.act("ana", "engage", who="ana", other="ogre")) == ["ana breaks off from ogre"]  # whoever engaged whom
    assert refused(play, "ana", "engage", who="ana", other="ogre") == "ana has used the action of this turn"


def test_with_a_map_nobody_engages():
    """TOF-6.18: positioning = grid."""
    play = battle()
    assert refused(play, "ana", "engage", who="ana", other="ogre") == "there is a map here: move"
    assert refused(play, "ana", "step-up", who="ana", other="ogre") == "there is a map here: step in a direction"


def test_missiles_need_nobody_engaged():
    """TOF-6.18, TOF-6.19."""
    archer = somebody(skills={"Ranged Weapons": 4}, arms=["bow"], held="bow", off_held="bow")
    play = battle({"ana": archer}, positioning="none")
    assert outcome(strikes(play, "ana", "ogre", 4)) == "hits"


# Reach


@pytest.mark.parametrize(
    ("weapon", "far"),
    [
        ("sword", 1),
        ("halberd", 1),
        ("throwing knives", 4),
        ("javelin", 4),
        ("bow", 12),
        ("crossbow", 12),
        ("pistol", 12),
        ("rifle", 12),
    ],
)
def test_how_far_weapons_reach(weapon, far):
    """TOF-6.19: melee adjacent, thrown 4 squares, bow and gun 12."""
    hands = TOF.lists["weapons"][weapon]["hands"]
    armed = somebody(arms=[weapon], held=weapon, off_held=weapon if hands == 2 else "nothing")
    play = battle({"ana": armed}, places={"ana": (0, 0), "ogre": (far + 1, 0)})
    why = "ogre is out of reach" if far == 1 else f"ogre is {far + 1} squares away, and this reaches {far}"
    assert refused(play, "ana", "attack", who="ana", target="ogre") == why
    play.act("gm", "put", who="ogre", x=far, y=-far)
    assert outcome(strikes(play, "ana", "ogre")) in ("hits", "misses")


@pytest.mark.parametrize(
    ("weapon", "dial", "far"),
    [
        (weapon, dial, far)
        for weapon, dial in (("javelin", "range_thrown"), ("bow", "range_bow"), ("pistol", "range_gun"))
        for far in values_of(dial)
    ],
)
def test_a_table_may_set_how_far_they_reach(weapon, dial, far):
    """TOF-6.19: range_thrown, range_bow, range_gun."""
    off_hand = "nothing" if weapon == "javelin" else weapon
    armed = somebody(arms=[weapon], held=weapon, off_held=off_hand)
    play = battle({"ana": armed}, places={"ana": (0, 0), "ogre": (0, far + 1)}, **{dial: far})
    assert refused(play, "ana", "attack", who="ana", target="ogre").endswith(f"this reaches {far}")
    play.act("gm", "put", who="ogre", x=0, y=far)
    swings(play, "ana", "ogre")


@pytest.mark.parametrize(
    ("wall", "target", "is_seen"),
    [((2, 0), (5, 0), False), ((2, 1), (5, 0), True), ((2, 2), (4, 4), False), ((1, 1), (2, 1), False), ((5, 0), (5, 0), True)],
)
def test_a_shot_needs_a_line_of_sight(wall, target, is_seen):
    """TOF-6.19: both ways alike; the squares of the two themselves do not count."""
    archer = somebody(arms=["bow"], held="bow", off_held="bow")
    play = battle({"ana": archer}, {"ogre": archer}, places={"ana": (0, 0), "ogre": target})
    play.act("gm", "wall", x=wall[0], y=wall[1])
    for who, other in (("ana", "ogre"), ("ogre", "ana")):
        if is_seen:
            strikes(play, who, other)
        else:
            assert refused(play, seat_of(play, who), "attack", who=who, target=other) == f"{who} does not see {other}"
        passed(play)


# Deadlock


def idle(play, rounds=1):
    return [line for line in said(passed(play, rounds * len(order(play)))) if line.startswith("deadlock")]


DEADLOCK = ["deadlock: a round has changed nothing"]


@pytest.mark.parametrize("cost", values_of("fatigue_cost"))
def test_a_round_that_changes_nothing_is_announced(cost):
    """TOF-6.30: whatever the dial; equals who keep a point back and bid 0 for ever."""
    play = battle(fatigue_cost=cost)
    strikes(play, "ana", "ogre", 0, "parry", 0)
    assert idle(play) == DEADLOCK
    assert idle(play) == DEADLOCK


def test_whatever_changes_pools_places_or_health_is_no_deadlock():
    """TOF-6.30: a point bid, a Step, a walk, a blow, fatigue; and without a map, whom one engages."""
    play = battle(places={"ana": (0, 0), "ogre": (1, 0)})
    strikes(play, "ana", "ogre", 1, "parry", 1)
    assert idle(play) == []
    buys(play, "ana", "hulk-up")
    assert idle(play) == []
    play.act("ana", "move", who="ana", x=0, y=1)
    assert idle(play) == []
    play.put("ana", strength_pool=0)
    assert idle(play) == []
    strikes(play, "ana", "ogre", 0, "parry", 0)  # tires
    assert idle(play) == []
    assert idle(play) == DEADLOCK
    play = battle(positioning="none")
    play.act("ana", "engage", who="ana", other="ogre")
    assert idle(play) == []
    assert idle(play) == DEADLOCK


def test_after_a_deadlock_the_game_master_changes_the_situation_or_closes_the_fight():
    """TOF-6.30, TOF-6.31."""
    play = battle()
    assert idle(play) == DEADLOCK
    play.act("gm", "put", who="ogre", x=4, y=4)
    assert idle(play) == []
    assert said(play.act("gm", "end-fight")) == ["the fight is over"]
    assert refused(play, "ana", "end-fight").startswith("'end-fight' is not something you can do here")


# How a fight ends


def is_over(play):
    return [path for path in play.table.truth.facts if path[0] == "turns"] == []


def test_a_fight_ends_when_a_side_has_nobody_conscious():
    """TOF-6.31: with the blow that fells the last; Hulk Ups and the order are discarded, wounds and pools stay."""
    play = battle({"ana": somebody(strength=8)}, {"ogre": {}})
    buys(play, "ana", "hulk-up")
    assert outcome(strikes(play, "ana", "ogre")) == "hits"  # 12 against 4: no health points left, and standing
    passed(play, 2)
    buys(play, "ana", "hulk-up")
    events = strikes(play, "ana", "ogre")
    assert (outcome(events), said(events)[-1]) == ("fells", "the fight is over: party stands")
    assert is_over(play)
    assert [play.of("ana", field) for field in ("hulk_now", "hulk_next", "acted", "bought")] == [0, 0, 0, 0]
    assert (play.pools("ana"), play.of("ogre", "wounds"), play.of("ogre", "hp")) == ((38, 20, 20, 20, 8), ("torso",), 0)


def test_as_long_as_one_of_a_side_stands_it_goes_on():
    """TOF-6.31."""
    play = battle({"ana": somebody(strength=8), "bo": {}}, {"ogre": {"hp": 1}, "imp": {"hp": 1}})
    assert outcome(strikes(play, "ana", "ogre", 4)) == "fells"
    assert turn(play) == (1, "ana")
    passed(play, 2)
    assert turn(play) == (1, "imp")


def test_fleeing_off_the_map_is_an_action_and_ends_the_fight_with_the_last():
    """TOF-6.31: and whoever fled is back when it is over."""
    play = battle({"ana": {}, "bo": {}})
    assert said(play.act("ana", "flee", who="ana")) == ["ana flees"]
    assert (turn(play), states(play, "ana")) == ((1, "bo"), ("fled",))
    assert refused(play, "gm", "end-scene") == "a fight is on: end it first"
    play.act("bo", "wait", who="bo")
    assert refused(play, "bo", "flee", who="bo") == "bo has used the action of this turn"
    passed(play)
    assert turn(play) == (1, "ogre")
    assert refused(play, "gm", "attack", who="ogre", target="ana", using="bare hands") == "ana is not there any more"
    passed(play)
    assert turn(play) == (2, "bo")
    assert said(play.act("bo", "flee", who="bo")) == ["bo flees", "the fight is over: foes stands"]
    assert is_over(play)
    assert states(play, "ana") == states(play, "bo") == ()


@pytest.mark.parametrize(("votes", "ending"), [(("yes", "yes", "yes"), "over"), (("yes", "no", "yes"), "refused")])
def test_a_fight_ends_where_all_players_and_the_game_master_agree(votes, ending):
    """TOF-6.31: everybody answers face down."""
    play = battle({"ana": {}, "bo": {}})
    play.act("ana", "offer-peace")
    assert play.asked() == [("gm", "peace"), ("ana", "peace"), ("bo", "peace")]
    for seat, vote in zip(("gm", "ana", "bo"), votes, strict=True):
        events = play.answer(seat, vote)
    assert (outcome(events), is_over(play)) == (ending, ending == "over")
    assert said(events) == ["all agree: the fight is over" if ending == "over" else "the fight goes on"]


def test_silence_is_no_consent():
    """TOF-6.31: whoever does not answer has not agreed."""
    play = battle()
    play.act("gm", "offer-peace")
    play.answer("gm", "yes")
    question = next(number for number, one in play.table.truth.questions.items() if one.seat == "ana")
    assert outcome(play.do(Lapse("gm", question))) == "refused"


@pytest.mark.parametrize(("dial", "is_closed"), [("side_out", True), ("gm", False)])
def test_a_table_may_leave_the_end_to_the_game_master(dial, is_closed):
    """TOF-6.31: fight_end."""
    play = battle({"ana": somebody(strength=8)}, {"ogre": {"hp": 0}}, fight_end=dial)
    assert outcome(strikes(play, "ana", "ogre", 4)) == "fells"
    assert is_over(play) == is_closed
    if not is_closed:
        assert outcome(play.act("ana", "end-turn")) == "passed"
        assert turn(play) == (2, "ana")
        play.act("gm", "end-fight")
        assert is_over(play)


def test_where_nobody_is_left_the_fight_is_over_whatever_the_dial():
    """TOF-6.31."""
    play = battle(fight_end="gm")
    for who in ("ana", "ogre"):
        play.act("gm", "condition", who=who, state="out")
    assert said(passed(play))[-1] == "nobody is left who could act: the fight is over"
    assert is_over(play)


def test_the_next_who_ends_a_turn_finds_that_the_other_side_is_gone():
    """TOF-6.31: where nothing that was done took them: the game master has overruled how they are."""
    play = battle()
    play.put("ogre", conditions=("out",))
    events = play.act("ana", "end-turn")
    assert (outcome(events), said(events)) == ("over", ["the fight is over: party stands"])


def test_sides_are_players_against_the_game_master_unless_told_otherwise():
    """TOF-6.31: a third side, and a traitor."""
    play = line_up({"ana": {}, "bo": {}}, {"ogre": {}})
    assert said(play.act("gm", "take-sides", who="bo", team="others")) == ["bo fights for others"]
    play.act("gm", "take-sides", who="ogre", team="party")
    play.act("gm", "start-fight")
    assert said(play.act("gm", "condition", who="bo", state="out")) == ["bo is out", "the fight is over: party stands"]
    assert refused(play, "gm", "take-sides", who="bo", team="nobody").startswith("takes a side …: 'nobody' is not one of")


# Hands and gear


def hold(play, main, off="nothing"):
    return {"who": "ana", "main_hand": main, "off_hand": off}


ARMED = somebody(arms=["sword", "halberd", "bow"])


@pytest.mark.parametrize(
    ("main", "off", "why"),
    [
        ("axe", "nothing", "ana has no axe"),
        ("sword", "axe", "ana has no axe"),
        ("shield", "nothing", "a shield goes into the other hand"),
        ("halberd", "nothing", "halberd needs both hands: let the other hold halberd too"),
        ("bow", "shield", "bow needs both hands: let the other hold bow too"),
        ("sword", "halberd", "halberd needs both hands"),
        ("nothing", "bow", "bow needs both hands"),
        ("spoon", "nothing", "holds in the main hand …: 'spoon' is not one of"),
    ],
)
def test_what_hands_cannot_hold(main, off, why):
    """TOF-6.32: the main arm a weapon, the other a shield or a second thing; two-handed weapons, bows and guns need both."""
    play = line_up({"ana": ARMED})
    assert refused(play, "ana", "hold", **hold(play, main, off)).startswith(why)


@pytest.mark.parametrize(
    ("main", "off", "line"),
    [
        ("sword", "shield", "ana holds sword and shield"),
        ("halberd", "halberd", "ana holds halberd"),
        ("nothing", "shield", "ana holds nothing and shield"),
        ("nothing", "nothing", "ana holds nothing"),
    ],
)
def test_what_hands_can_hold(main, off, line):
    """TOF-6.32: everybody sees it."""
    play = line_up({"ana": ARMED})
    assert said(play.act("ana", "hold", **hold(play, main, off))) == [line]
    assert [play.sees("eve", "token", "ana", field) for field in ("held", "off_held")] == [main, off]


def test_hands_change_once_in_a_turn_for_free():
    """TOF-6.32: it is no action; outside a fight, as often as one likes."""
    play = line_up({"ana": ARMED, "bo": {}})
    for main in ("nothing", "sword", "nothing"):
        play.act("ana", "hold", **hold(play, main))
    play.act("gm", "start-fight")
    play.act("ana", "hold", **hold(play, "sword"))
    assert refused(play, "ana", "hold", **hold(play, "nothing")) == "ana has changed hands in this turn already"
    assert outcome(strikes(play, "ana", "ogre")) == "hits"
    passed(play)
    assert refused(play, "ana", "hold", **hold(play, "nothing")) == "it is bo's turn"
    until(play, "ana")
    play.act("ana", "hold", **hold(play, "halberd", "halberd"))
    assert play.of("ana", "held") == "halberd"


@pytest.mark.parametrize(("dial", "why"), [("gm", "what somebody has, the game master agrees to here"), ("free", None)])
def test_who_says_what_somebody_has(dial, why):
    """TOF-6.32: gear: the game master agrees to it, or players decide; about their own."""
    play = line_up({"ana": {}, "bo": {}}, gear=dial)
    given = {"who": "ana", "weapon": "axe", "area": "torso", "armor": 2}
    if why:
        assert refused(play, "ana", "equip", **given) == why
        play.act("gm", "equip", **given)
    else:
        play.act("ana", "equip", **given)
        for other in ("bo", "ogre"):
            assert refused(play, "ana", "equip", **{**given, "who": other}) == f"{other} is not yours"
    assert (play.of("ana", "arms"), play.of("ana", "armor")) == (("axe",), (("torso", 2),))


@pytest.mark.parametrize("most", values_of("armor_max"))
def test_armor_goes_up_to_a_maximum(most):
    """TOF-7.14: armor_max; 0 takes it off."""
    play = line_up(gear="free", armor_max=most)
    if most < 8:
        why = refused(play, "ana", "equip", who="ana", weapon="nothing", area="head", armor=most + 1)
        assert why == f"armor goes up to {most} here"
    play.act("ana", "equip", who="ana", weapon="nothing", area="head", armor=most)
    assert dict(play.of("ana", "armor")).get("head", 0) == most
    play.act("ana", "equip", who="ana", weapon="nothing", area="head", armor=0)
    assert play.of("ana", "armor") == ()


def test_armor_is_for_areas_that_there_are():
    """TOF-7.13, TOF-7.14: and everybody sees it."""
    play = line_up(areas="four")
    why = "main arm is not an area here; there are head, body, arms, legs"
    assert refused(play, "gm", "equip", who="ana", weapon="nothing", area="main_arm", armor=1) == why
    play.act("gm", "equip", who="ana", weapon="nothing", area="arms", armor=1)
    assert play.sees("eve", "token", "ana", "armor") == (("arms", 1),)


def test_weapons_add_nothing_to_totals():
    """TOF-6.32: a halberd strikes like a club, and no ammunition is counted."""
    for weapon, other in (("club", "nothing"), ("halberd", "halberd")):
        play = battle({"ana": somebody(arms=[weapon], held=weapon, off_held=other)})
        assert "ana: Strength 4, Weapon 4, bid 1 makes 9" in said(strikes(play, "ana", "ogre", 1), "gm")
    archer = {"skills": {"Ranged Weapons": 4}, "arms": ["bow"], "held": "bow", "off_held": "bow"}
    play = battle({"ana": archer}, {"ogre": {"health": 8, "agility": 8}})
    for _ in range(3):
        until(play, "ana")
        before = dict(play.table.truth.facts)
        strikes(play, "ana", "ogre")
        assert play.of("ana", "arms") == before[("token", "ana", "arms")]


# What the seats see


def test_what_everybody_sees_of_a_fighter():
    """TOF-1.24: wounds, armor, place, being out, action, Hulk Ups; pools, health points and counters only who may."""
    play = battle({"ana": somebody(armor={"head": 1}), "bo": FIGHTER}, places={"ana": (0, 0), "ogre": (1, 0)})
    buys(play, "ana", "hulk-up")
    strikes(play, "ana", "ogre", 4)
    public = {
        "wounds": (),
        "armor": (("head", 1),),
        "at": (0, 0),
        "conditions": (),
        "acted": 1,
        "hulk_next": 1,
        "held": "sword",
    }
    private = {"strength": 4, "strength_pool": 15, "agility_pool": 20, "hp": 8, "skills": play.of("ana", "skills"), "bought": 1}
    for seat in ("ana", "gm", "bo", "eve"):
        assert {field: play.sees(seat, "token", "ana", field) for field in public} == public
        known = private if seat in ("ana", "gm") else dict.fromkeys(private)
        assert {field: play.sees(seat, "token", "ana", field) for field in private} == known
    assert [play.sees(seat, "token", "ogre", "hp") for seat in ("gm", "ana", "bo", "eve")] == [0, None, None, None]
    assert [play.sees(seat, "token", "ana", "stood") is None for seat in ("gm", "ana", "eve")] == [False, True, True]


def test_the_order_of_turns_of_both_editions_is_the_same():
    """MOM-6.01: turn order, rounds and effects are those of the newer draft."""
    people = {"ana": somebody(agility=3), "bo": somebody(brains=5)}
    found = [order(battle(people, system=system)) for system in (TOF, MOM)]
    assert found[0] == found[1] == ("bo", "ogre", "ana")
    assert seated(MOM).desk.dial("harm_model") == "drain"


def test_whoever_has_not_been_placed_yet_walks_onto_the_map():
    """TOF-6.18: with the action of a turn, to any square; until then everybody is within reach of them."""
    play = battle(places={"ogre": (3, 3)})
    assert outcome(strikes(play, "ana", "ogre")) == "hits"
    passed(play, 2)
    play.act("ana", "move", who="ana", x=-5, y=7)
    assert (play.of("ana", "at"), play.of("ana", "acted")) == ((-5, 7), 1)


@pytest.mark.parametrize(("carried", "far"), [(40, 4), (41, 2)])
def test_a_heavy_load_halves_the_move_where_loads_are_counted(carried, far):
    """TOF-6.18, TOF-3.16."""
    play = battle({"ana": somebody(carried=carried)}, places={"ana": (0, 0), "ogre": (-9, -9)}, load="simple")
    assert refused(play, "ana", "move", who="ana", x=far + 1, y=0).startswith(f"ana can go {count_of(far, 'square')}")


def test_the_game_master_moves_bystanders_during_a_fight():
    """TOF-6.18."""
    play = line_up(foes={"ogre": {}, "imp": {}}, places={"ana": (0, 0), "ogre": (3, 3)})
    play.act("gm", "start-fight", who="those on the map")
    play.act("gm", "move", who="imp", x=50, y=50)
    assert (play.of("imp", "at"), play.of("imp", "moved")) == ((50, 50), 0)
