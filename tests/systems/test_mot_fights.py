"""Fights at the table: who acts when, what a turn holds, and every reason why something may not be done just now."""

from functools import partial

import pytest

from fatewright.core.table.codec import wire
from fatewright.core.table.events import Verdict
from fatewright.core.table.game import Lapse
from fatewright.core.table.seal import see
from fatewright.core.table.story import Refusal
from fatewright.core.table.stream import messages
from fatewright.systems.moment_of_truth.combat.turns import BEGINNING
from forms import stands
from systems.mot_fight import begin, crowd, nobody, on_board, order, pair, passed, refused, total, turn
from systems.mot_stage import CALM, Play, dice, extension, faces, outcome, said, somebody

SWORD = {"Melee, one-handed": 2}
BEFORE = "before the first round there is one action, and no move"


# Initiative


@pytest.mark.parametrize(
    ("ann", "line", "seats"),
    [
        (11, "ann begins with 11; round to the right: ann, gm, cy, bob", ("ann", "gm", "cy", "bob")),
        (12, "ann begins with 12; round to the left: ann, bob, cy, gm", ("ann", "bob", "cy", "gm")),
    ],
)
def test_the_highest_total_begins_and_its_parity_says_which_way_round(ann, line, seats):
    """MOT-7.10, MOT-7.11, MOT-7.12, MOT-7.16, MOT-X.61: clockwise gm, ann, bob, cy; 9, 11 or 12, 7 and 10."""
    play = crowd()
    assert line in said(begin(play, ann, 7, 10, 9))
    assert order(play) == seats
    assert turn(play) == (1, "ann")
    passed(play, 4)
    assert (turn(play), order(play)) == ((2, "ann"), seats)


def test_nobody_sees_the_game_masters_dice_and_everybody_the_total():
    """MOT-7.10, MOT-7.14: one throw for all of the game master's people, by the leader's Reaction Time."""
    play = crowd(foes={"Ogre": somebody(), "Chief": somebody(agility=6, will=6)})
    events = play.act("gm", "start-fight", *total(10), *total(9), *total(8), 1, 1, 1, 1, 1, 6, leader="Chief")
    assert dice(events) == [3, 3, 3, 6]
    assert len(faces(events, "ann")) == 3
    told = [see(event, "eve").value for event in events if isinstance(event, Verdict) and event.name == "initiative"]
    assert told == [11]


def test_wounds_and_drink_do_not_slow_anybody_down():
    """MOT-7.10, MOT-7.44, MOT-R.44: initiative takes no penalty."""
    play = pair(minor=10, impaired="yes")
    assert dice(play.act("gm", "start-fight", *total(9), *total(8), leader="Ogre")) == [3, 3]


@pytest.mark.parametrize(("formula", "count"), [("agility_will", 4), ("agility_perception", 2)])
def test_what_reaction_time_is_made_of(formula, count):
    """MOT-7.10, MOT-R.01."""
    play = pair({"reaction_time_formula": formula}, will=5, perception=1)
    events = play.act("gm", "start-fight", *[6] * count, *total(8), leader="Ogre")
    assert dice(events) == [count, 3]


def test_moments_add_to_initiative():
    """MOT-7.10, MOT-R.23: the sum grows; everybody answers before anybody knows, and pays at once."""
    play = crowd({"use_mots": "on"}, moments=2)
    play.act("gm", "start-fight", leader="Ogre")
    assert play.asked() == [("ann", "initiative"), ("bob", "initiative"), ("cy", "initiative")]
    for seat, count in {"ann": 0, "bob": 2}.items():
        assert play.answer(seat, count)
    events = play.answer("cy", 0, *total(9), *total(9), 6, 6, *total(9), *total(9))
    assert dice(events) == [3, 5, 3, 3]
    assert [play.moments(seat) for seat in ("ann", "bob", "cy")] == [2, 0, 2]
    assert "bob begins with 21; round to the right: bob, ann, gm, cy" in said(events)


def test_a_player_comes_before_the_game_master():
    """MOT-7.13, MOT-R.77: level totals, and nobody throws again."""
    play = crowd()
    begin(play, 7, 11, 8, 11)
    assert order(play) == ("bob", "ann", "gm", "cy")


def test_players_who_are_level_throw_again_until_one_leads():
    """MOT-7.13, MOT-R.77: the direction stays that of the first throw, an odd one."""
    play = crowd()
    again = (*total(9), *total(9), *total(4), *total(10))
    first = (*total(11), *total(11), *total(8), *total(11))
    events = play.act("gm", "start-fight", *first, *again, leader="Ogre")
    assert dice(events) == [3] * 8
    assert "bob begins with 11; round to the right: bob, ann, gm, cy" in said(events)


def test_the_game_master_lays_out_the_ring():
    """MOT-7.12: who sits at whose left; those who have not been placed follow as they came."""
    play = crowd()
    assert said(play.act("gm", "lay-ring", seat="cy", left_of="gm")) == ["clockwise: gm, cy, ann, bob"]
    assert said(play.act("gm", "lay-ring", seat="gm", left_of="bob")) == ["clockwise: cy, ann, bob, gm"]
    begin(play, 12, 7, 10, 9)
    assert order(play) == ("ann", "bob", "gm", "cy")


@pytest.mark.parametrize(("seat", "left_of"), [("ann", "ann"), ("eve", "ann"), ("ann", "eve")])
def test_a_ring_is_of_those_who_play(seat, left_of):
    """MOT-7.12."""
    assert refused(crowd(), "gm", "lay-ring", seat=seat, left_of=left_of) == "two different seats, of gm, ann, bob, cy"


# Beginning and ending


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("heroic", "A fight begins. Death here is heroic: only the player declares a character dead."),
        ("harsh", "A fight begins. Death here is harsh: damage alone kills."),
    ],
)
def test_a_fight_says_what_death_is_here(rule, line):
    """MOT-7.07, MOT-7.49."""
    assert said(begin(pair({"death_rule": rule}), 9, 8))[0] == line


def test_a_fight_is_started_once_and_for_the_right_people():
    """MOT-7.07, MOT-7.09, MOT-7.14: every refusal."""
    play = crowd()
    nobody(play)
    seats = "who is ready? Seats, separated by commas, of gm, ann, bob, cy"
    assert refused(play, "gm", "start-fight", leader="The feast") == "The feast is nobody"
    assert refused(play, "gm", "start-fight", leader="Ogre", how="standoff") == seats
    assert refused(play, "gm", "start-fight", leader="Ogre", how="standoff", ready="ann, eve") == seats
    assert refused(play, "gm", "start-fight", leader="Ann") == "Ann is not yours"
    play.act("gm", "hand-over", token="Ann", to="gm")
    assert refused(play, "gm", "start-fight", leader="Ann") == "Ann is a player's: that goes on before everyone"
    play.act("gm", "hand-over", token="Ann", to="ann")
    assert refused(play, "gm", "end-fight") == "nobody is fighting"
    assert refused(play, "gm", "end-turn") == "nobody is fighting"
    play.act("gm", "start-fight", *total(9), *total(8), *total(7), *total(6), leader="Ogre")
    assert refused(play, "gm", "start-fight", leader="Ogre") == "a fight is on already"


def test_nobody_starts_a_second_fight_while_moments_are_asked_for():
    """MOT-7.16, MOT-R.23: initiative is rolled once."""
    play = Play(foes={"Ogre": somebody()}, moments=1)
    play.act("gm", "start-fight", leader="Ogre")
    assert refused(play, "gm", "start-fight", leader="Ogre") == "a fight is on already"


def test_nobody_acts_until_everybody_has_held_back():
    """MOT-7.22: when initiative is settled, everybody is asked, all at once."""
    play = crowd()
    play.act("gm", "start-fight", *total(12), *total(8), *total(7), *total(6), leader="Ogre")
    assert play.asked() == [("ann", "reserve"), ("bob", "reserve"), ("cy", "reserve")]
    play.answer("ann", 2)
    assert refused(play, "ann", "go-prone", who="Ann") == BEGINNING
    assert refused(play, "ann", "end-turn") == BEGINNING
    assert said(play.answer("bob", 0)) == []
    assert said(play.answer("cy", 1)) == [
        "Ann holds back 2 dice",
        "Bob holds back 0 dice",
        "Cy holds back 1 die: the odd one does nothing",
    ]
    assert [play.of(who, "reserved") for who in ("Ann", "Bob", "Cy")] == [2, 0, 1]
    assert outcome(play.act("ann", "go-prone", who="Ann")) == "down"


def test_a_fight_that_is_ended_while_somebody_is_asked_stays_ended():
    """MOT-7.22."""
    play = pair()
    play.act("gm", "start-fight", *total(9), *total(8), leader="Ogre")
    play.act("gm", "end-fight")
    play.answer("ana", 2)
    assert ("turns", "round") not in {path for path, value in play.table.truth.facts.items() if value is not None}
    assert outcome(begin(play, 9, 8)) == "begun"
    assert turn(play) == (1, "ana")


def test_the_end_of_a_fight_leaves_nothing_of_it():
    """MOT-7.23, MOT-7.28, MOT-9.16: dice held back, recklessness, exposure, moves."""
    play = pair()
    begin(play, 10, 8, reserve={"ana": 2})
    for condition in ("reckless", "exposed", "prone"):
        play.act("gm", "condition", who="Ana", condition=condition)
    play.act("ana", "ready", who="Ana", weapon="Club")
    assert said(play.act("gm", "end-fight")) == ["The fight is over"]
    assert (play.of("Ana", "reserved"), play.of("Ana", "acted"), play.of("Ana", "conditions")) == (0, "no", ("prone",))


def test_whoever_cannot_breathe_suffers_from_the_very_first_turn_on():
    """MOT-7.01, MOT-7.80: a turn begins for whoever begins, too; the next seat waits for its own."""
    play = crowd()
    for who in ("Ann", "Bob"):
        play.act("gm", "condition", who=who, condition="suffocating")
    begin(play, 12, 8, 7, 6)
    assert [play.of(who, "minor") for who in ("Ann", "Bob")] == [1, 0]
    passed(play)
    assert [play.of(who, "minor") for who in ("Ann", "Bob")] == [1, 1]


def test_what_comes_before_the_first_round_is_no_turn():
    """MOT-7.09, MOT-7.80: nobody suffocates in it."""
    play = crowd()
    for who in ("Ann", "Bob"):
        play.act("gm", "condition", who=who, condition="suffocating")
    begin(play, 9, 12, 14, 5, how="standoff", ready="ann, bob")
    passed(play)
    assert [play.of(who, "minor") for who in ("Ann", "Bob")] == [0, 0]


def test_fire_and_the_void_are_felt_at_the_start_of_a_turn():
    """MOT-7.01, MOT-8.08, MOT-8.18: whoever burns is asked first, and nobody acts until it is answered."""
    play = crowd()
    play.act("gm", "set-fire", 1, 1, who="Bob", dice=2)
    play.act("gm", "void", who="Cy")
    begin(play, 12, 8, 7, 6)
    before = play.of("Cy", "vacuum")
    passed(play)
    assert [seat for seat, _ in play.asked()] == ["bob"]
    assert refused(play, "bob", "go-prone", who="Bob") == BEGINNING
    assert refused(play, "gm", "end-turn") == BEGINNING
    assert said(play.do(Lapse("gm", play.waiting("bob")), 2, 2))[-1] == "bob's turn"
    passed(play)
    assert (turn(play), play.of("Cy", "vacuum")) == ((1, "cy"), before + 1)


def test_a_fight_that_is_ended_while_a_turn_begins_stays_ended():
    """MOT-7.01: what was asked is answered, and no turn follows."""
    play = crowd()
    play.act("gm", "set-fire", 1, 1, who="Bob", dice=2)
    begin(play, 12, 8, 7, 6)
    passed(play)
    play.act("gm", "end-fight")
    assert said(play.do(Lapse("gm", play.waiting("bob")), 2, 2))[1:] == ["2 dice of fire"]
    assert refused(play, "gm", "end-turn") == "nobody is fighting"


# A standoff


def test_in_a_standoff_the_ready_act_once_and_then_the_first_round_begins():
    """MOT-7.09, MOT-X.11: Ann 9 and Bob 12 are ready, Cy 14, the ogre 5; Bob, then Ann; then Cy, and all in turn."""
    play = crowd()
    events = begin(play, 9, 12, 14, 5, how="standoff", ready="ann, bob, ann")
    assert said(events)[-1] == "Standoff: bob, ann act first, once each"
    assert (turn(play), order(play)) == ((0, "bob"), ("bob", "ann"))
    on_board(play, Bob=(0, 0), Ann=(5, 5))
    assert refused(play, "cy", "go-prone", who="Cy") == "it is bob's turn"
    assert refused(play, "bob", "move", who="Bob", x=1, y=0) == BEFORE
    play.act("bob", "ready", who="Bob", weapon="Club")
    assert refused(play, "bob", "ready", who="Bob", weapon="Mace") == "Bob has acted in this turn"
    assert refused(play, "bob", "move", who="Bob", x=1, y=0) == BEFORE
    assert said(play.act("bob", "end-turn")) == ["ann's turn"]
    assert refused(play, "ann", "move", who="Ann", x=5, y=6) == BEFORE
    assert said(play.act("ann", "end-turn")) == ["Round 1", "cy's turn"]
    assert (turn(play), order(play)) == ((1, "cy"), ("cy", "gm", "ann", "bob"))
    passed(play, 3)
    play.act("bob", "move", who="Bob", x=1, y=0)
    play.act("bob", "ready", who="Bob", weapon="Mace")
    assert said(passed(play)) == ["Round 2", "cy's turn"]


def test_dice_are_held_back_before_the_first_shot_of_a_standoff():
    """MOT-7.09, MOT-7.22, MOT-R.78: initiative comes first, so defence counts already."""
    play = pair(foe={"weapon": ".38 Revolver"})
    begin(play, 8, 9, how="standoff", ready="gm, ana", reserve={"ana": 2})
    assert turn(play) == (0, "gm")
    events = play.act("gm", "attack", 1, 2, 3, who="Ogre", target="Ana", weapon=".38 Revolver", metres=5)
    assert "Ogre misses (Ana, .38 Revolver; 3 needed)" in said(events)


def test_whoever_falls_before_their_turn_is_passed_over_and_so_is_a_seat_that_has_nobody():
    """MOT-7.01, MOT-7.09: before the first round, and into it."""
    play = crowd()
    begin(play, 9, 12, 14, 5, how="standoff", ready="ann, bob")
    for who in ("Ann", "Cy"):
        play.act("gm", "condition", who=who, condition="unconscious")
    assert said(play.act("bob", "end-turn")) == ["Round 1", "gm's turn"]
    play.act("gm", "condition", who="Ogre", condition="dead")
    assert said(passed(play)) == ["bob's turn"]
    assert said(play.act("bob", "end-turn")) == ["Round 2", "bob's turn"]


def test_whoever_wakes_in_a_fight_has_a_place_in_the_ring():
    """MOT-7.01, MOT-7.10, MOT-7.11: who lies unconscious throws nothing, but sits where they sit."""
    play = crowd()
    play.act("gm", "condition", who="Bob", condition="unconscious")
    events = begin(play, 12, 7, 8)
    assert dice(events) == [3, 3, 3]
    assert order(play) == ("ann", "bob", "cy", "gm")
    passed(play)
    assert turn(play) == (1, "cy")
    play.act("gm", "condition", who="Bob", condition="unconscious", is_so="no")
    passed(play, 3)
    assert turn(play) == (2, "bob")


# Turns


def test_a_player_ends_their_own_turn_and_the_game_master_anybodys():
    """MOT-7.01, MOT-7.02, MOT-7.16: rounds are counted, and no clock runs."""
    play = crowd()
    begin(play, 12, 8, 7, 6)
    assert refused(play, "bob", "end-turn") == "it is ann's turn"
    assert said(play.act("ann", "end-turn")) == ["bob's turn"]
    assert said(passed(play, 3)) == ["cy's turn", "gm's turn", "Round 2", "ann's turn"]
    assert ("clock", "minutes") not in play.table.truth.facts


def test_all_of_the_game_masters_people_act_in_one_turn_in_any_order():
    """MOT-7.01, MOT-7.14: each has a turn's worth."""
    play = Play({"Ana": somebody()}, {"One": somebody(), "Two": somebody()}, CALM)
    begin(play, 8, 12, leader="Two")
    for who in ("Two", "One"):
        assert outcome(play.act("gm", "ready", who=who, weapon="Club")) == "ready"
    assert refused(play, "gm", "ready", who="Two", weapon="Mace") == "Two has acted in this turn"
    assert refused(play, "ana", "ready", who="Ana", weapon="Club") == "it is gm's turn"


def board_fight(dials=None, **ana):
    """Ana, whose Move is 3, at the middle of the board; it is her turn."""
    play = pair(dials, **ana)
    on_board(play, Ana=(0, 0), Ogre=(20, 0))
    begin(play, 10, 8)
    return play


def test_a_turn_is_a_move_and_an_action():
    """MOT-7.03, MOT-7.05: and no second move after it."""
    play = board_fight()
    play.act("ana", "move", who="Ana", x=3, y=0)
    play.act("ana", "ready", who="Ana", weapon="Club")
    why = "Ana has used this turn: 1 move, and an action"
    assert refused(play, "ana", "move", who="Ana", x=4, y=0) == why
    assert (play.of("Ana", "moves"), play.of("Ana", "acted"), play.of("Ana", "at")) == (1, "yes", (3, 0))


def test_a_turn_is_an_action_and_a_move():
    """MOT-7.03, MOT-7.05: a single one, of three metres."""
    play = board_fight()
    play.act("ana", "ready", who="Ana", weapon="Club")
    assert refused(play, "ana", "move", who="Ana", x=4, y=0) == "that is 2 moves of 3 m, and 1 is left"
    play.act("ana", "move", who="Ana", x=3, y=3)
    assert play.of("Ana", "at") == (3, 3)


def test_a_turn_is_two_moves():
    """MOT-7.03, MOT-7.05, MOT-9.17: in one go or in two, and no action after them."""
    play = board_fight()
    assert refused(play, "ana", "move", who="Ana", x=7, y=0) == "that is 3 moves of 3 m, and 2 are left"
    play.act("ana", "move", who="Ana", x=6, y=0)
    assert refused(play, "ana", "ready", who="Ana", weapon="Club") == "Ana has moved twice in this turn"
    assert refused(play, "ana", "move", who="Ana", x=7, y=0) == "Ana has used this turn: 2 moves"
    passed(play, 2)
    for x, moves in ((7, 1), (8, 1), (9, 1), (10, 2)):
        assert outcome(play.act("ana", "move", who="Ana", x=x, y=0)) == "moved"
        assert play.of("Ana", "moves") == moves


def test_outside_a_fight_people_walk_as_they_like():
    """MOT-7.05: a Move is counted in a fight; and whoever is not on the board yet, is put there."""
    play = pair()
    play.act("ana", "move", who="Ana", x=0, y=0)
    play.act("ana", "move", who="Ana", x=500, y=-3)
    assert (play.of("Ana", "at"), play.of("Ana", "moves")) == ((500, -3), 0)
    begin(play, 8, 10)
    play.act("gm", "move", who="Ogre", x=400, y=0)
    assert (play.of("Ogre", "at"), play.of("Ogre", "moves")) == ((400, 0), 0)


def test_who_lies_or_is_out_goes_nowhere():
    """MOT-7.03, MOT-7.79, MOT-7.81: with the reason."""
    play = board_fight()
    play.act("ana", "go-prone", who="Ana")
    assert refused(play, "ana", "move", who="Ana", x=1, y=0) == "Ana lies on the ground"
    play.act("ana", "stand-up", who="Ana")
    passed(play)
    for state in ("unconscious", "dead"):
        play.act("gm", "condition", who="Ogre", condition=state)
        assert refused(play, "gm", "move", who="Ogre", x=2, y=0) == f"Ogre is {state}"
        play.act("gm", "condition", who="Ogre", condition=state, is_so="no")


def test_who_is_held_goes_nowhere():
    """MOT-7.33, MOT-7.77: until they are free."""
    play = pair(foe={"skills": {"Brawling": 1}})
    on_board(play, Ana=(0, 0), Ogre=(1, 0))
    play.act("gm", "grapple", 5, 5, 1, 2, who="Ogre", target="Ana")
    assert refused(play, "ana", "move", who="Ana", x=0, y=5) == "Ana is held by Ogre"
    assert refused(play, "ana", "ready", who="Ana", weapon="Club") == "Ana is held, and has no room for a Club"
    assert outcome(play.act("ana", "ready", who="Ana", weapon="Dagger")) == "ready"


# Weapons, shields, armour, sights


def test_drawing_takes_the_action_so_that_shooting_takes_two_turns():
    """MOT-7.04, MOT-7.03."""
    play = pair()
    begin(play, 10, 8)
    shot = {"who": "Ana", "target": "Ogre", "weapon": ".38 Revolver", "metres": 5}
    assert refused(play, "ana", "attack", **shot) == "Ana holds no .38 Revolver; readying it is an action"
    assert said(play.act("ana", "ready", who="Ana", weapon=".38 Revolver")) == ["Ana readies: .38 Revolver"]
    assert refused(play, "ana", "attack", **shot) == "Ana has acted in this turn"
    passed(play, 2)
    assert outcome(play.act("ana", "attack", 1, 2, 3, **shot)) == "misses"


def test_the_game_master_waives_it_for_anybody():
    """MOT-7.04: for drama; nobody else does."""
    play = pair()
    begin(play, 10, 8)
    drawn = {"who": "Ana", "weapon": ".38 Revolver"}
    assert refused(play, "ana", "ready", waived="yes", **drawn) == "only the game master waives the action"
    assert refused(play, "gm", "ready", **drawn) == "Ana is not yours"
    assert refused(play, "ana", "ready", who="Ogre", weapon="Club") == "Ogre is not yours"
    assert refused(play, "gm", "ready", who="Ogre", weapon="Club", waived="yes") == "it is ana's turn"
    nobody(play)
    assert refused(play, "gm", "ready", who="The feast", weapon="Club") == "The feast is nobody"
    assert refused(play, "gm", "raise-shield", who="The feast", shield="small") == "The feast is nobody"
    play.act("gm", "ready", waived="yes", **drawn)
    assert (play.of("Ana", "weapon"), play.of("Ana", "acted")) == (".38 Revolver", "no")


def test_who_was_disarmed_picks_up_the_weapon():
    """MOT-7.04, MOT-7.76: with the action."""
    play = pair()
    play.act("gm", "condition", who="Ana", condition="disarmed")
    begin(play, 10, 8)
    play.act("ana", "ready", who="Ana", weapon="Mace")
    assert (play.of("Ana", "conditions"), play.of("Ana", "weapon"), play.of("Ana", "acted")) == ((), "Mace", "yes")


def test_a_shield_is_taken_up_with_an_action_and_there_is_one():
    """MOT-7.03, MOT-10.05, MOT-R.85: it takes the other hand."""
    play = pair()
    begin(play, 10, 8)
    assert said(play.act("ana", "raise-shield", who="Ana", shield="small")) == ["Ana, in the other hand: small"]
    assert refused(play, "ana", "raise-shield", who="Ana", shield="medium") == "Ana has acted in this turn"
    passed(play, 2)
    play.act("ana", "raise-shield", who="Ana", shield="medium")
    assert play.of("Ana", "off_hand") == "medium"


def test_armour_is_put_on_and_off_but_not_in_a_fight():
    """MOT-10.11, MOT-10.15, MOT-R.85: six things at most."""
    play = pair()
    nobody(play)
    for armor in ("Cloth", "Leather cap", "Greaves", "Gauntlets", "Plate", "Leather"):
        assert outcome(play.act("ana", "wear", who="Ana", armor=armor)) == "worn"
    assert refused(play, "ana", "wear", who="Ana", armor="Scale") == "Ana wears 6 things already"
    assert refused(play, "ana", "wear", who="Ana", armor="Cloth") == "Ana wears Cloth"
    assert refused(play, "ana", "wear", who="Ana", armor="Scale", change="take off") == "Ana does not wear Scale"
    play.act("ana", "wear", who="Ana", armor="Cloth", change="take off")
    assert play.of("Ana", "armor") == ("Leather cap", "Greaves", "Gauntlets", "Plate", "Leather")
    assert refused(play, "gm", "wear", who="The feast", armor="Cloth") == "The feast is nobody"
    begin(play, 10, 8)
    assert refused(play, "ana", "wear", who="Ana", armor="Cloth") == "nobody changes armour in a fight"


def test_sights_are_put_on_and_off():
    """MOT-9.08, MOT-9.09."""
    play = pair()
    nobody(play)
    laser = {"who": "Ana", "sight": "laser sight"}
    assert refused(play, "ana", "mount", change="take off", **laser) == "Ana has no laser sight mounted"
    play.act("ana", "mount", **laser)
    assert refused(play, "ana", "mount", **laser) == "Ana has laser sight mounted"
    assert play.of("Ana", "sights") == ("laser sight",)
    play.act("ana", "mount", change="take off", **laser)
    assert play.of("Ana", "sights") == ()
    assert refused(play, "gm", "mount", who="The feast", sight="laser sight") == "The feast is nobody"


# On the ground


def test_lying_down_is_free_and_getting_up_takes_the_move():
    """MOT-7.79, MOT-R.96."""
    play = board_fight()
    assert refused(play, "ana", "stand-up", who="Ana") == "Ana stands already"
    assert said(play.act("ana", "go-prone", who="Ana")) == ["Ana lies down"]
    assert (play.of("Ana", "moves"), play.of("Ana", "acted")) == (0, "no")
    assert refused(play, "ana", "go-prone", who="Ana") == "Ana lies already"
    assert refused(play, "gm", "go-prone", who="Ogre") == "it is ana's turn"
    assert said(play.act("ana", "stand-up", who="Ana")) == ["Ana gets up"]
    assert (play.of("Ana", "moves"), play.of("Ana", "conditions")) == (1, ())
    play.act("ana", "go-prone", who="Ana")
    play.act("ana", "ready", who="Ana", weapon="Club")
    assert refused(play, "ana", "stand-up", who="Ana") == "Ana has used this turn: 1 move, and an action"


def test_before_the_first_round_nobody_gets_up():
    """MOT-7.09, MOT-R.96: it would be a move."""
    play = pair()
    play.act("ana", "go-prone", who="Ana")
    begin(play, 10, 8, how="standoff", ready="ana")
    assert refused(play, "ana", "stand-up", who="Ana") == BEFORE


# Dice held back


def test_dice_are_held_back_up_to_the_pool_of_what_is_in_the_hand():
    """MOT-7.17, MOT-7.22, MOT-R.80: after wounds and drink; unarmed, if nothing is ready."""
    play = crowd(
        Ann={"skills": SWORD, "weapon": "Club"},
        Bob={"skills": {"Brawling": 1}, "minor": 6},
        Cy={"skills": {"Pistol": 4}, "weapon": ".38 Revolver", "impaired": "yes"},
    )
    play.act("gm", "start-fight", *total(12), *total(8), *total(7), *total(6), leader="Ogre")
    asked = {one.seat: one.asked.high for one in play.table.truth.questions.values()}
    assert asked == {"ann": 3 + 2, "bob": 3 + 1 - 1, "cy": 3 + 4 - 2}
    with pytest.raises(Refusal):
        play.answer("ann", 6)


def test_whoever_has_no_dice_is_not_asked():
    """MOT-7.22: a pool of nothing holds nothing back."""
    play = pair(strength=1, agility=1, will=5, minor=11)
    assert outcome(begin(play, 10, 8)) == "begun"
    assert play.of("Ana", "reserved") == 0


def test_what_is_held_back_stays_until_the_second_round():
    """MOT-7.23, MOT-7.24, MOT-R.79: and is changed at the start of an own turn only."""
    play = crowd(Ann={"skills": SWORD, "weapon": "Club"})
    assert refused(play, "ann", "reserve", who="Ann", dice=2) == "dice are held back in a fight"
    begin(play, 12, 8, 7, 6, reserve={"ann": 2})
    stays = "what was held back stays so until the second round"
    assert refused(play, "ann", "reserve", who="Ann", dice=4) == stays
    assert refused(play, "bob", "reserve", who="Bob", dice=2) == "it is ann's turn"
    passed(play, 4)
    assert refused(play, "ann", "reserve", who="Ann", dice=6) == "Ann has 5 dice to hold back"
    assert said(play.act("ann", "reserve", who="Ann", dice=5)) == ["Ann holds back 5 dice: the odd one does nothing"]
    assert said(play.act("ann", "reserve", who="Ann", dice=4)) == ["Ann holds back 4 dice"]
    play.act("ann", "raise-shield", who="Ann", shield="small")
    begun = "Ann has begun to act; dice are held back at the start of a turn"
    assert refused(play, "ann", "reserve", who="Ann", dice=0) == begun
    passed(play, 4)
    assert play.of("Ann", "reserved") == 4


def test_after_a_move_nothing_is_held_back_any_more():
    """MOT-7.23."""
    play = board_fight({"defense_first_change": "round_one"})
    play.act("ana", "move", who="Ana", x=1, y=0)
    why = "Ana has begun to act; dice are held back at the start of a turn"
    assert refused(play, "ana", "reserve", who="Ana", dice=2) == why


def test_by_the_other_reading_it_changes_in_the_first_round():
    """MOT-R.79: a dial."""
    play = pair({"defense_first_change": "round_one"})
    begin(play, 10, 8)
    assert outcome(play.act("ana", "reserve", who="Ana", dice=2)) == "reserved"


def test_penalties_that_come_later_take_dice_from_the_attack_first():
    """MOT-7.27, MOT-R.09, MOT-R.80: what is held back stays until the next own turn, and is then as high as the pool."""
    play = pair(skills=SWORD, weapon="Club")
    begin(play, 10, 8, reserve={"ana": 4})
    play.act("gm", "hurt", who="Ana", minor=10)
    assert play.of("Ana", "reserved") == 4
    blow = {"who": "Ana", "target": "Ogre", "weapon": "Club"}
    assert refused(play, "ana", "attack", **blow) == "Ana has held back every die"
    passed(play, 2)
    assert play.of("Ana", "reserved") == 5 - 2


def test_the_game_masters_people_hold_back_in_secret():
    """MOT-7.22, MOT-7.24: nobody knows how many, nor that it was done."""
    play = crowd(foes={"Ogre": somebody(), "Imp": somebody()})
    secret = {"who": "Ogre", "dice": 2}
    assert refused(play, "gm", "secret-reserve", **secret) == "dice are held back in a fight"
    begin(play, 12, 8, 7, 6)
    assert refused(play, "gm", "secret-reserve", who="Ogre", dice=4) == "Ogre has 3 dice to hold back"
    events = play.act("gm", "secret-reserve", **secret)
    assert [see(event, "ann") for event in events] == [None] * len(events)
    assert (play.of("Ogre", "reserved"), play.knows("ann", "token", "Ogre", "reserved")) == (2, False)
    assert play.knows("gm", "token", "Ogre", "reserved")
    play.act("ann", "ready", who="Ann", weapon="Club")
    assert refused(play, "gm", "secret-reserve", who="Imp", dice=2) == "it is ann's turn"
    passed(play, 3)
    assert refused(play, "gm", "secret-reserve", **secret) == "what was held back stays so until the second round"
    passed(play, 4)
    assert outcome(play.act("gm", "secret-reserve", who="Imp", dice=3)) == "reserved"
    assert play.of("Imp", "reserved") == 3


def test_initiative_is_no_longer_just_settled_once_a_turn_has_passed():
    """MOT-7.22, MOT-7.23: whoever ends a turn, or takes a step, has begun the fight."""
    play = crowd()
    begin(play, 12, 8, 7, 6)
    passed(play)
    assert refused(play, "gm", "secret-reserve", who="Ogre", dice=2) == "it is bob's turn"
    play = board_fight()
    play.act("ana", "move", who="Ana", x=1, y=0)
    assert refused(play, "gm", "secret-reserve", who="Ogre", dice=2) == "it is ana's turn"


def test_after_a_standoff_the_game_masters_people_have_held_back_already():
    """MOT-7.09, MOT-7.22, MOT-R.78: before anybody acts, not after."""
    play = pair()
    begin(play, 10, 8, how="standoff", ready="ana")
    assert outcome(play.act("gm", "secret-reserve", who="Ogre", dice=2)) == "reserved"
    play.act("ana", "end-turn")
    assert refused(play, "gm", "secret-reserve", who="Ogre", dice=0) == "it is ana's turn"


def test_only_the_game_masters_people_hold_back_in_secret():
    """MOT-7.22."""
    play = pair()
    begin(play, 10, 8)
    play.act("gm", "hand-over", token="Ana", to="gm")
    why = "Ana is a player's: that goes on before everyone"
    assert refused(play, "gm", "secret-reserve", who="Ana", dice=2) == why


def test_what_the_players_know_does_not_depend_on_dice_held_back():
    """MOT-7.22, MOT-7.24: two worlds that differ in it look alike, turn by turn."""
    heard = []
    for held in (0, 3):
        play = pair()
        begin(play, 10, 8)
        play.act("gm", "secret-reserve", who="Ogre", dice=held)
        before = len(messages(play.table.records, "ana"))
        passed(play, 4)
        heard.append([wire(message) for message in messages(play.table.records, "ana")[before:]])
    assert heard[0] == heard[1]


# Circumstances


def test_circumstances_are_said_and_shown():
    """MOT-1.12, MOT-7.19, MOT-9.09: how much harder somebody is to hit, and whether a beam shows; the form begins as it is."""
    play = pair()
    nobody(play)
    assert said(play.act("gm", "circumstances", who="Ogre", harder=2, beam="yes")) == ["Ogre: +2 to hit"]
    found = partial(stands, play, "gm", "circumstances", "harder", "beam")
    assert found(who="Ogre") == {"harder": 2, "beam": "yes"}
    assert found(who="The feast") == {"harder": 0, "beam": "yes"}
    play.act("gm", "circumstances", who="Ogre", harder=0, beam="no")
    assert found(who="Ogre") == {"harder": 0, "beam": "no"}
    assert refused(play, "gm", "circumstances", who="The feast") == "The feast is nobody"


# The talent for two weapons


TALENT = [{"phrase": "Dual wield", "applies": ["Melee, one-handed"], "when": "with two weapons"}]
TWO = {"skills": SWORD, "weapon": "Short Sword", "off_hand": "Dagger"}


def test_the_talents_dice_may_be_held_back_too():
    """MOT-9.13, MOT-R.83: more than the combat pool of 5, which uses the talent; at the next turn they are gone."""
    play = pair(talents=TALENT, **TWO)
    events = begin(play, 10, 8, reserve={"ana": 7})
    assert "Ana uses Dual wield" in said(events)
    assert (play.of("Ana", "reserved"), play.of("Ana", "used")) == (7, (("Dual wield", 1),))
    both = {"who": "Ana", "target": "Ogre", "other": "Ogre", "dice": 1}
    assert refused(play, "ana", "dual-attack", **both) == "of 1 die, each weapon takes at least one"
    passed(play, 2)
    assert play.of("Ana", "reserved") == 5
    assert said(play.act("ana", "reserve", who="Ana", dice=6)) == ["Ana uses Dual wield", "Ana holds back 6 dice"]
    assert outcome(play.act("ana", "dual-attack", 1, 6, 1, 6, talent="yes", **both)) == "misses"
    assert play.of("Ana", "used") == (("Dual wield", 2),)
    passed(play, 2)
    assert play.of("Ana", "reserved") == 5
    assert refused(play, "ana", "reserve", who="Ana", dice=6) == "Ana has 5 dice to hold back"
    why = "Ana has no use of Dual wield left"
    assert refused(play, "ana", "dual-attack", talent="yes", **both) == why


def test_without_two_weapons_or_the_rule_the_talent_defends_nobody():
    """MOT-9.13, MOT-9.18."""
    for dials, hands in (({}, {"off_hand": "small"}), ({"adv_dual_weapons": "off"}, {}), ({"advanced_combat": "off"}, {})):
        play = pair(dials, talents=TALENT, **(TWO | hands))
        play.act("gm", "start-fight", *total(9), *total(8), leader="Ogre")
        assert [one.asked.high for one in play.table.truth.questions.values()] == [5]


# What a group adds


def test_a_weapon_of_the_groups_own_is_readied_and_used(tmp_path):
    """MOT-7.04, MOT-7.17, MOT-R.84: an improvised weapon under Brawling."""
    text = '[lists.melee_weapons]\nBottle = { reach = 0, bonus = 1, minor = 4, major = 6, skill = "Brawling" }\n'
    play = Play({"Ana": somebody({"Brawling": 1})}, {"Ogre": somebody()}, CALM, system=extension(tmp_path, text))
    play.act("ana", "ready", who="Ana", weapon="Bottle")
    events = play.act("ana", "attack", 5, 5, 1, 2, 4, 6, 1, 1, 1, who="Ana", target="Ogre", weapon="Bottle")
    assert (dice(events), outcome(events)) == ([4, 5], "hits")
    assert (play.of("Ogre", "minor"), play.of("Ogre", "major")) == (2, 1)
