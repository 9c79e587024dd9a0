"""Whom a form opens on: somebody who still has something to do, and never a friend as the target of harm."""

import pytest

from fatewright.systems import turns
from fatewright.systems.author import Desk, PutFact
from fatewright.systems.sides import Sides
from fatewright.systems.spec import game, games
from forms import HARM, HEROES, at_table, opens

NOT_FOES = {  # of the verbs of a fight: who stands in the slot is no target of harm, and why
    "who": "whoever acts, or whom the game master speaks of",
    "ally": "a friend",
    "leader": "one's own",
    "mate": "a friend",
    "patient": "a friend",
    "medic": "a friend",
    "held": "who is held already",
    "by": "who has done it",
    "first": "whoever begins",
}
HELD = {("triumph-and-disaster", "press"), ("triumph-and-disaster", "let-go"), ("avitch", "let-go")}
KIND = {("moment-of-truth", "douse"), ("triumph-and-disaster", "smother"), ("avitch", "free")}


@pytest.mark.parametrize("name", games())
def test_what_harms_opens_on_an_enemy(name):
    system, table = at_table(name)
    friends = {"ana": set(HEROES), "gm": {"ogre", "troll"}} if system.has_gm else {one: {one} for one in HEROES}
    found = {}
    for seat in friends:
        role = table.truth.facts[("seat", seat, "role")]
        for verb, slots in HARM[name].items():
            if role in system.game.verbs[verb].roles:
                form = opens(system, table, seat, verb)
                actor = form.args.get("who") or form.args.get("foe") or form.args["first"]
                own = friends[seat] if actor in friends[seat] else set()
                found |= {(seat, verb, slot): form.args[slot] for slot in slots if form.args[slot] in own}
    assert found == {}


@pytest.mark.parametrize("name", games())
def test_every_person_in_a_verb_of_fights_is_a_foe_a_friend_or_held(name):
    system = game(name)
    unknown = [
        (verb.name, field.name)
        for verb in system.game.verbs.values()
        if verb.group == "Fight"
        for field in verb.slots
        if field.of == "token"
        and field.name not in HARM[name].get(verb.name, ())
        and field.name not in NOT_FOES
        and (name, verb.name) not in HELD | KIND
    ]
    assert unknown == []


@pytest.mark.parametrize("name", ["moment-of-truth", "triumph-and-disaster", "twist-of-fate"])
def test_where_there_are_only_friends_somebody_has_to_choose_one_and_may(name):
    system, table = at_table(name, foes=())
    form = opens(system, table, "ana", "attack")
    slot = next(one for one in form.slots if one.asked.name == "target")
    assert (slot.value, form.is_whole) == (None, False)
    assert {one.value: one.caution for one in slot.asked.options} == {"bo": "on ana's side", "cy": "on ana's side"}
    assert opens(system, table, "ana", "attack", target="bo").args["target"] == "bo"


def test_the_fallen_are_offered_last_with_a_caution():
    system, table = at_table("moment-of-truth", **{"token ogre conditions": ("unconscious",)})
    slot = next(one for one in opens(system, table, "ana", "attack").slots if one.asked.name == "target")
    assert [(one.value, one.caution) for one in slot.asked.options] == [
        ("troll", ""),
        ("bo", "on ana's side"),
        ("cy", "on ana's side"),
        ("ogre", "out of the fight"),
    ]


def test_the_nearest_foe_comes_first():
    places = {"token ana at": (0, 0), "token ogre at": (9, 0), "token troll at": (1, 0)}
    system, table = at_table("moment-of-truth", **places)
    assert opens(system, table, "ana", "attack").args["target"] == "troll"


def test_mot_7_14_after_one_has_acted_the_form_opens_on_the_next():
    turns_of = {"turns round": 1, "turns order": ("gm", "ana"), "turns at": 0}
    system, table = at_table("moment-of-truth", **turns_of, **{"token ogre acted": "yes"})
    form = opens(system, table, "gm", "attack")
    assert (form.args["who"], form.blocked) == ("troll", "")


# ── the modules themselves ─────────────────────────────────────────────────────────────────────────────────────────────


def desk(seat="ana", **facts):
    people = {
        ("token", who, key): value
        for who, owner in (("ana", "ana"), ("ogre", "gm"))
        for key, value in (("kind", "x"), ("owner", owner))
    }
    roles = {("seat", "ana", "role"): "player", ("seat", "bo", "role"): "player", ("seat", "gm", "role"): "gm"}
    return Desk({**people, **roles, **{("turns", name): value for name, value in facts.items()}}, {}, seat)


@pytest.mark.parametrize(
    ("seat", "facts", "said"),
    [
        ("ana", {}, "nobody is fighting"),
        ("ana", {"round": 1, "order": ("ana", "ogre"), "at": 0}, None),
        ("ana", {"round": 1, "order": ("ana", "ogre"), "at": 1}, "it is ogre's turn"),
        ("gm", {"round": 1, "order": ("ana", "ogre"), "at": 0}, None),
        ("bo", {"round": 1, "order": ("gone",), "at": 0}, None),  # anybody may go on where nobody is left
    ],
)
def test_whoever_has_the_turn_ends_it_and_the_game_master_anybodys(seat, facts, said):
    table = desk(seat, **facts)
    who = turns.current(table)
    assert turns.not_over(table, turns.seat_of(table, who) if who else "") == said


@pytest.mark.parametrize(
    ("facts", "who", "said"),
    [
        ({}, "ana", None),
        ({"round": 1, "order": ("ogre",), "at": 0}, "ana", "ana is not in this fight"),
        ({"round": 1, "order": ("ana", "ogre"), "at": 1}, "ana", "it is ogre's turn"),
        ({"round": 1, "order": ("ana", "ogre"), "at": 0}, "ana", None),
    ],
)
def test_in_a_fight_one_acts_in_ones_turn(facts, who, said):
    assert turns.not_in_turn(desk(**facts), who) == said


def test_whoever_comes_late_comes_once():
    table = desk(round=1, order=("ogre",), at=0)
    assert turns.no_joining(desk(), "ana") == "nobody is fighting"
    assert turns.no_joining(table, "ogre") == "ogre is in this fight already"
    assert turns.no_joining(table, "ana") is None
    assert turns.joins(table, "ana") == PutFact(("turns", "late"), ("ana",))
    assert turns.no_joining(desk(round=1, order=("ogre",), at=0, late=("ana",)), "ana") == "ana is in this fight already"


def test_nothing_is_left_of_a_fight_that_has_ended():
    table = desk(round=1, order=("ogre",), at=0)
    assert turns.ended(table) == [PutFact(("turns", name), None) for name in ("round", "order", "at")]


def test_friends_come_first_where_good_is_done():
    sides = Sides(lambda table, who: table[who].owner, lambda table, who: False)
    assert [(one.value, one.caution) for one in sides.friends(desk(), "ogre")] == [("ogre", ""), ("ana", "against ogre")]
    assert [one.value for one in sides.mates(desk(), "ogre")] == ["ana"]
