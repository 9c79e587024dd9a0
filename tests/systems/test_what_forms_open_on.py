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
        "gm",
        "treat",
        {"medic": "cy", "patient": "bo", "skill": "Medic"},
    ),
    ({"token bo conditions": DEAD, "token cy skills": (("Medicine", 1),)}, "gm", "revive", {"medic": "cy", "patient": "bo"}),
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
    ({"token ana skills": (("Archery", 2),)}, "ana", "ready", {"who": "ana", "weapon": "Long Bow"}),
    ({}, "ana", "raise-shield", {"shield": "small"}),
    ({"token ana skills": (("Martial Arts", 2),)}, "ana", "grapple", {"target": "ogre", "skill": "Martial Arts"}),
    ({"token ana at": (0, 0), "token ogre at": (9, 0)}, "ana", "move", {"x": 2, "y": 0}),
    ({"token ana at": (0, 0), "token ogre at": (2, 2)}, "ana", "move", {"x": 1, "y": 1}),
    ({"token ana at": (5, 6)}, "ana", "move", {"x": 5, "y": 6}),
]
CASES = [("moment-of-truth", *case) for case in MOMENT_OF_TRUTH]


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
