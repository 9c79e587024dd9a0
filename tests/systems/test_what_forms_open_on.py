"""What stands in a form before anybody has touched it: what makes sense, by what is so at the table."""

import pytest

from forms import at_table, opens

DOWN, DEAD = ("unconscious",), ("dead",)
MOMENT_OF_TRUTH = [  # what is so, who looks, what they would do, and what stands there
    ({"token ana skills": (("Stealth", 3),)}, "gm", "call-for", {"who": "ana", "skill": "Stealth", "statistic": "agility"}),
    ({"token ana conditions": DEAD}, "gm", "call-for", {"who": "bo"}),
    ({"token ogre skills": (("Stealth", 1),)}, "gm", "secret-contest", {"who": "ogre", "skill": "Stealth", "against": "ana"}),
    ({"token ogre skills": (("Pickpocket", 1),)}, "gm", "secret-sneak", {"who": "ogre", "how": "Pickpocket", "target": "ana"}),
    ({}, "gm", "fall", {"who": "ana", "metres": 4}),
    ({"token bo at": (3, 4)}, "gm", "explode", {"x": 3, "y": 4}),
    ({"token bo vacuum": 2}, "gm", "void", {"who": "ana", "suit": "no suit"}),
    ({"token ana vacuum": 2}, "gm", "void", {"who": "ana", "suit": "safe again"}),
    ({"token cy fire": 2}, "gm", "second", {"who": "cy"}),
    ({"token cy fire": 2}, "ana", "douse", {"who": "ana", "target": "cy"}),
    ({}, "gm", "hurt", {"who": "ana", "minor": 1, "major": 0}),
    ({}, "gm", "secret-hurt", {"who": "ogre", "minor": 1}),
    ({}, "gm", "condition", {"who": "ana", "condition": "prone", "is_so": "yes"}),
    ({"token troll conditions": DOWN}, "gm", "kill", {"who": "troll"}),
    (
        {"token bo conditions": DOWN, "token cy skills": (("Medic", 1),)},
        "cy",
        "treat",
        {"medic": "cy", "patient": "bo", "skill": "Medic"},
    ),
    ({"token bo conditions": DEAD, "token cy skills": (("Medicine", 1),)}, "cy", "revive", {"medic": "cy", "patient": "bo"}),
    ({"token bo minor": 2}, "gm", "rest", {"who": "bo"}),
    ({}, "ana", "lie", {"mark": "ogre"}),
    ({"seat ana moments": 3}, "ana", "create-person", {"to": "ana"}),
    ({"token ana xp": 9, "token ana skills": (("Stealth", 0),)}, "ana", "advance", {"what": "Stealth"}),
    ({"token bo problems": ("Drunk",)}, "gm", "drink", {"who": "bo", "impaired": "yes"}),
    ({"token bo problems": ("Drunk",), "token bo impaired": "yes"}, "gm", "drink", {"who": "bo", "impaired": "no"}),
    ({}, "gm", "set-skill", {"who": "ana", "level": "3"}),
    ({"token ogre suspicious": "yes"}, "gm", "regard", {"who": "ogre", "is_so": "no"}),
    ({}, "gm", "lay-ring", {"seat": "gm", "left_of": "ana"}),
    ({}, "ana", "connect", {"link": "character", "other": "bo"}),
    (
        {"token ana skills": (("Archery", 2),), "token ana belongings": ("Club", "Long Bow")},
        "ana",
        "ready",
        {"who": "ana", "weapon": "Long Bow"},
    ),
    ({"token ana belongings": ("Club", "small")}, "ana", "raise-shield", {"shield": "small"}),
    ({"token ana skills": (("Martial Arts", 2),)}, "ana", "grapple", {"target": "ogre", "skill": "Martial Arts"}),
    ({"token ana at": (0, 0), "token ogre at": (9, 0)}, "ana", "move", {"x": 2, "y": 0}),
    ({"token ana at": (0, 0), "token ogre at": (2, 2)}, "ana", "move", {"x": 1, "y": 1}),
    ({"token ana at": (5, 6)}, "ana", "move", {"x": 5, "y": 6}),
]
WEAPON = (("Dodge", 1), ("Weapon", 4))
TWIST_OF_FATE = [
    ({"token ana skills": WEAPON}, "gm", "check", {"who": "ana", "skill": "Weapon", "difficulty": 8}),
    ({"token ana skills": WEAPON}, "ana", "attempt", {"skill": "Weapon"}),
    ({"token ogre skills": WEAPON}, "gm", "oppose", {"who": "ana", "other": "ogre", "other_skill": "Weapon"}),
    ({"token ana conditions": ("out",)}, "gm", "hurt", {"who": "bo", "area": "torso"}),
    ({"token bo conditions": ("out",)}, "ana", "first-aid", {"patient": "bo"}),
    ({"token bo wounds": ("main_arm",)}, "ana", "tend", {"patient": "bo", "area": "main_arm"}),
    ({"token troll conditions": ("out",)}, "gm", "die", {"who": "troll"}),
    ({"token ana conditions": ("bound",)}, "gm", "condition", {"who": "ana", "state": "out"}),
    ({}, "gm", "take-sides", {"who": "ana", "team": "foes"}),
    ({"token ana at": (3, 4)}, "gm", "put", {"who": "ana", "x": 3, "y": 4}),
    ({"token ana at": (0, 0), "token ogre at": (0, 9)}, "ana", "move", {"x": 0, "y": 5}),
    ({"dial magic": "on", "token ana magic": 5, "token ana magic_pool": 9}, "ana", "buff", {"target": "ana"}),
    (
        {"dial magic": "on", "token ana magic": 5, "token ana magic_pool": 9},
        "ana",
        "cast-at",
        {"target": "ogre", "area": "torso"},
    ),
    ({}, "ana", "suggest-bid", {"stake": 6}),
]
TRIUMPH_AND_DISASTER = [
    ({"token ana aptitudes": (("Sneak", 2),)}, "ana", "attempt", {"skill": "Sneak"}),
    ({"token ana aptitudes": (("Sneak", 2),)}, "gm", "fate", {"who": "ana", "skill": "Sneak"}),
    ({"token ana aptitudes": (("Sneak", 2),)}, "ana", "bright-trait", {"roll": "Sneak"}),
    ({}, "ana", "help", {"whom": "bo"}),
    ({}, "gm", "circumstance", {"who": "ana", "worth": 1}),
    ({"token bo statuses": ("Burning",)}, "ana", "smother", {"target": "bo"}),
    ({"token bo statuses": ("Dying",)}, "ana", "tend", {"patient": "bo", "what": "dying"}),
    ({"token bo statuses": ("Blinded",)}, "gm", "cure", {"who": "bo", "status": "Blinded"}),
    ({"token ana statuses": ("Blinded",)}, "gm", "afflict", {"who": "ana", "status": "Drunk", "by": "ana"}),
    ({"token ana coins": 9}, "ana", "pay", {"to": "ogre"}),
    (
        {"token ana packed": ("light armor",), "token ana armor": "none", "token ana aptitudes": (("light armor", 1),)},
        "ana",
        "wear",
        {"armor": "light armor"},
    ),
    ({"token ana arms": ("dagger", "sword"), "token ana weapon": "dagger"}, "ana", "draw", {"weapon": "sword"}),
    ({}, "gm", "set-light", {"how": "dim"}),
    ({}, "gm", "set-cover", {"who": "ana", "cover": "half"}),
    ({"token ana holding": (("Veil", "bo", ()),)}, "ana", "release", {"spell": "Veil"}),
    ({"token ana at": (0, 0), "token ogre at": (0, 3)}, "ana", "move", {"x": 0, "y": 2}),
]
AVITCH = [
    ({"token ana Lead": 9}, "ana", "attempt", {"helper": "ana"}),
    ({"token ana minor": 1}, "ana", "heal", {"patient": "ana", "what": "minor wound"}),
    ({"token ana armed": "yes", "token ana possessions": "a boat"}, "ana", "obtain", {"belongings": "a boat", "armed": "yes"}),
]
EVERY_TABLE = [
    ("lanterns", {"token ana at": (3, 4)}, "ana", "move", {"x": 3, "y": 4}),
    ("lanterns", {}, "gm", "session", {"what": "open"}),
    ("lanterns", {"session open": True}, "gm", "session", {"what": "close"}),
    ("lanterns", {}, "gm", "pass-time", {"minutes": 10}),
]
GAMES = {
    "moment-of-truth": MOMENT_OF_TRUTH,
    "twist-of-fate": TWIST_OF_FATE,
    "triumph-and-disaster": TRIUMPH_AND_DISASTER,
    "avitch": AVITCH,
}
CASES = [*((name, *case) for name, cases in GAMES.items() for case in cases), *EVERY_TABLE]


@pytest.mark.parametrize(
    ("name", "facts", "seat", "verb", "stands"), CASES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_form_opens_on_what_makes_sense(name, facts, seat, verb, stands):
    form = opens(*at_table(name, **facts), seat, verb)
    assert {slot: form.args[slot] for slot in stands} == stands
    assert form.blocked == ""


@pytest.mark.parametrize(
    ("facts", "verb", "given", "stands"),
    [
        ({"token ana armor": ("Leather",)}, "wear", {"change": "take off"}, {"armor": "Leather"}),
        ({"token ana sights": ("laser sight",)}, "mount", {"change": "take off"}, {"sight": "laser sight"}),
        ({"token ana conditions": ("prone",)}, "condition", {"is_so": "no"}, {"condition": "prone"}),
    ],
)
def test_what_is_to_end_is_what_is_so(facts, verb, given, stands):
    system, table = at_table("moment-of-truth", **facts)
    form = opens(system, table, "gm" if verb == "condition" else "ana", verb, **given)
    assert {slot: form.args[slot] for slot in stands} == stands
