"""Twist of Fate: a fight ends with the last of a side, whatever it was that took them out."""

import pytest

from fatewright.core.table.events import Told
from fatewright.core.table.seal import see
from systems.tof_fight import BLOCKER, FIGHTER, battle, passed, seat_of, states, strikes, until
from systems.tof_table import MOM, TOF, outcome, said

OVER = "the fight is over: foes stands"
WEAK = {f"{name}_pool": 1 for name in ("strength", "agility", "brains", "social", "magic")}
HURT = ["head", "torso", "main_arm", "off_arm", "left_leg", "right_leg"]
LEARNED = {"skills": {**FIGHTER["skills"], "Athletics": 4, "Medicine": 4, "Lead": 4, "Scrutinize": 4}}
PLACES = {"ana": (0, 0), "bo": (1, 1), "ogre": (1, 0)}
KNOW = {"target": "ogre", "trait": "Weapon", "second": "Dodge"}


def last_of_a_side(places=PLACES, ana=None, **dials):
    """Ana, wounded all over and with hardly a point left, is the last who stands against an ogre; bo is out."""
    hurt = {**BLOCKER, **LEARNED, **WEAK, "wounds": HURT, "agility": 5, "magic": 4, "magic_pool": 3, **(ana or {})}
    dials = {"overflow_step": 0, "retry": "once", **dials}
    return battle({"ana": hurt, "bo": {"conditions": ["out"]}}, {"ogre": BLOCKER}, places=places, **dials)


def is_over(play):
    return [path for path in play.table.truth.facts if path[0] == "turns"] == []


def does(play, verb, *answers, seat="ana", **args):
    """An act and the answers to all that is asked in it, each with its seat."""
    events = play.act(seat, verb, **args)
    for who, answer in answers:
        events = [*events, *play.answer(who, answer)]
    return events


@pytest.mark.parametrize(
    ("verb", "args", "answers"),
    [
        ("attack", {"who": "ana", "target": "ogre"}, (("gm", "none"), ("ana", 0))),
        ("move", {"who": "ana", "x": 0, "y": 1}, ()),
        ("hulk-up", {"who": "ana"}, ()),
        ("step", {"who": "ana", "way": "north"}, ()),
        ("know-thine-enemy", {"who": "ana", **KNOW}, ()),
        (
            "attempt",
            {"who": "ana", "skill": "Athletics", "what": "up the wall"},
            (("gm", ("check", 8, "strength", "nothing")), ("ana", 0)),
        ),
        ("first-aid", {"who": "ana", "patient": "bo"}, (("ana", 0),)),
    ],
)
def test_the_last_of_a_side_passes_out_by_what_they_do_and_the_fight_is_over(verb, args, answers):
    """TOF-6.31, TOF-7.07, TOF-7.16: whatever it is that they pay for."""
    play = last_of_a_side()
    events = does(play, verb, *answers, **args)
    assert (said(events).count("ana is out"), said(events).count(OVER)) == (1, 1)
    assert (states(play, "ana"), is_over(play)) == (("out",), True)


@pytest.mark.parametrize(
    ("verb", "args", "answers"),
    [
        ("check", {"who": "ana", "skill": "Athletics", "difficulty": 8}, (("ana", 0),)),
        ("oppose", {"who": "ana", "skill": "Weapon", "other": "ogre", "other_skill": "Dodge"}, (("ana", 0), ("gm", 0))),
        (
            "contest",
            {"who": "ogre", "skill": "Weapon"},
            *[(("gm", ("ana", "Lead", "rally")), ("gm", ("that is all", "Lead", "rally")), ("gm", 0), ("ana", 0))],
        ),
    ],
)
def test_the_last_of_a_side_passes_out_in_a_check_that_the_game_master_calls(verb, args, answers):
    """TOF-6.31, TOF-7.16."""
    play = last_of_a_side()
    events = does(play, verb, *answers, seat="gm", **args)
    assert (said(events).count("ana is out"), said(events).count(OVER), is_over(play)) == (1, 1, True)


def test_the_last_of_a_side_blocks_once_more_and_the_fight_is_over():
    """TOF-6.31, TOF-7.07: the block takes place, then they pass out."""
    play = last_of_a_side()
    until(play, "ogre")
    events = strikes(play, "ogre", "ana", 0, "shield", 0)
    assert (outcome(events), said(events)[-3:]) == ("misses", ["ogre misses ana", "ana is out", OVER])
    assert is_over(play)


@pytest.mark.parametrize(
    ("kind", "answer"),
    [("hulk up", "hulk up"), ("step", "south"), ("know thine enemy", ("ogre", "Dodge", "Agility")), ("order", ("ana", "step"))],
)
def test_two_who_pass_out_by_one_order_end_the_fight_together(kind, answer):
    """TOF-6.31, TOF-6.27: ana orders, bo takes it; with both gone nobody of their side stands."""
    hurt = {**WEAK, "wounds": ["head", "torso", "left_leg"], "agility": 5}
    mate = {"wounds": ["head", "torso", "left_leg"], **dict.fromkeys(WEAK, 2)}
    play = battle({"ana": hurt, "bo": mate}, {"ogre": FIGHTER}, places=PLACES)
    events = does(play, "order", ("bo", answer), who="ana", mate="bo", effect=kind)
    if kind == "order":
        events += play.answer("ana", "decline")
    assert sorted(line for line in said(events) if line.endswith(" is out")) == ["ana is out", "bo is out"]
    assert (said(events)[-1], is_over(play)) == (OVER, True)


def test_without_a_map_too_a_move_may_be_the_last():
    """TOF-6.31, TOF-6.18: engaging somebody, and stepping up to them."""
    for verb in ("engage", "step-up"):
        play = last_of_a_side(places=None, positioning="none")
        assert said(does(play, verb, who="ana", other="ogre"))[-2:] == ["ana is out", OVER]
        assert is_over(play)


def test_a_spell_may_be_the_last_thing_that_somebody_does():
    """TOF-6.31, TOF-7.15, TOF-7.16: dust does not rise over a fight that is over."""
    play = last_of_a_side(magic="on")
    events = does(play, "dust", ("ana", 0), who="ana", x=0, y=0)
    assert (OVER in said(events), outcome(events), is_over(play)) == (True, "nothing", True)


def test_who_weaves_an_illusion_in_secret_is_seen_to_fall_and_to_lose():
    """TOF-6.31, TOF-8.14, TOF-1.24: everybody sees who is out and that the fight is over; why, nobody else hears."""
    play = last_of_a_side(magic="on")
    events = does(play, "illusion", ("ana", 0), who="ana", image="a wall of fire")
    for viewer in ("eve", "bo", "gm"):
        assert said(events, viewer)[-2:] == ["ana is out", OVER]
    assert said(events, "eve") == ["ana is out", OVER]
    assert [event.text for event in events if isinstance(event, Told) and "fire" in event.text and see(event, "bo")] == []
    assert is_over(play)


@pytest.mark.parametrize("system", [TOF, MOM], ids=["tof", "mom"])
def test_both_may_drop_together_and_then_nobody_stands(system):
    """TOF-6.31, TOF-7.21: who has dropped is counted when all have."""
    hurt = {**BLOCKER, **WEAK, "wounds": ["torso"]}
    play = battle({"ana": hurt}, {"ogre": hurt}, system=system)
    events = strikes(play, "ana", "ogre", 0, "shield", 0)
    assert said(events)[-3:] == ["ogre is out", "ana is out", "the fight is over: nobody stands"]
    play = battle({"ana": hurt}, {"ogre": hurt}, system=system)
    events = does(
        *(play, "oppose", ("ana", 0), ("gm", 0)), seat="gm", who="ana", skill="Weapon", other="ogre", other_skill="Weapon"
    )
    assert said(events)[-4:-1] == ["ana is out", "ogre is out", "the fight is over: nobody stands"]


@pytest.mark.parametrize(
    ("seat", "verb", "args"),
    [
        ("gm", "condition", {"who": "ogre", "state": "out"}),
        ("gm", "condition", {"who": "ogre", "state": "dead"}),
        ("gm", "die", {"who": "ogre"}),
    ],
)
def test_the_game_masters_word_ends_a_fight_with_the_last_too(seat, verb, args):
    """TOF-6.31, TOF-7.19: nobody has to end a turn first."""
    play = battle()
    assert said(play.act(seat, verb, **args))[-1] == "the fight is over: party stands"
    assert is_over(play)


def test_whoever_is_killed_helpless_may_be_the_last():
    """TOF-6.31, TOF-7.19: lethality = helpless; the bound still count as standing."""
    play = battle({"ana": {**FIGHTER, "strength": 8}}, {"ogre": {"health": 3}}, lethality="helpless")
    play.act("gm", "condition", who="ogre", state="bound")
    assert not is_over(play)
    events = strikes(play, "ana", "ogre", 0, None)
    assert (said(events)[-2:], states(play, "ogre")) == (["ogre is dead", "the fight is over: party stands"], ("bound", "dead"))


def test_as_long_as_another_of_the_side_stands_the_fight_goes_on():
    """TOF-6.31."""
    play = battle({"ana": {**FIGHTER, **WEAK, "wounds": ["torso"], "agility": 5}, "bo": FIGHTER})
    assert said(play.act("ana", "hulk-up", who="ana")) == ["ana buys hulk up for 1", "ana is out"]
    assert not is_over(play)
    passed(play)
    assert play.fact("turns", "order")[play.fact("turns", "at")] == "bo"


def test_where_the_end_is_the_game_masters_nobody_who_passes_out_ends_a_fight():
    """TOF-6.31: fight_end = gm."""
    play = last_of_a_side(fight_end="gm")
    assert said(play.act("ana", "hulk-up", who="ana"))[-1] == "ana is out"
    assert not is_over(play)
    assert seat_of(play, "ogre") == "gm"
    assert said(play.act("gm", "end-fight")) == ["the fight is over"]
