"""Avitch: what a new character may have, what follows from a sheet, what is open to everybody, and the ready-made people."""

import json

import pytest

from fatewright.core.table.story import Refusal
from fatewright.systems import sheet
from fatewright.systems.avitch.characters.generation import SKILLS
from fatewright.systems.avitch.discussions.motivations import PAIRS, STANDARD
from fatewright.systems.cast import ready_made
from systems.avi_table import AVI, cited, kept, outcome, said, seated, usual

RANDOM = [
    "Skills: here dice draw them; by hand, if the table agrees",
    "Motivations: here dice give them out; by hand, if the table agrees",
]
BY_HAND = {"skill_generation": "assigned", "motivation_generation": "free_within_limits"}
MORTEN = AVI.kinds["Morten"]
MOTIVATIONS = [name for both in PAIRS for name in both]


def character(name="Nia", **choices):
    chosen = {field: AVI.fields[field].start for step in AVI.steps for field in step.fields}
    return sheet.Character(AVI.id, AVI.version, name, {**chosen, "terrain": "coast", **choices})


def judged(dials=None, **choices):
    return sheet.judged(AVI, character(**choices), dials)


def problems(dials=None, **choices):
    return judged(dials, **choices).problems


# ── creation ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("choices", "found"),
    [
        ({"Control": 10, "Hide": 0}, []),
        ({"Control": 11}, ["Control: found 11, expected a whole number from 0 to 10"]),
        ({"Run": -1}, ["Run: found -1, expected a whole number from 0 to 10"]),
        ({"Proud": 1}, ["Proud: found 1, expected a whole number from 2 to 10"]),
        ({"Modest": 2, "Proud": 10}, []),
        ({"Modest": 2, "Proud": 2}, []),  # AVI-R.19: hand-made ones may be lower
        ({"Modest": 3, "Proud": 10}, ["Modest and Proud: 3 and 10 make 13; expected at most 12"]),
        (
            {"terrain": "moon"},
            ["terrain: found 'moon', expected one of none, forest, plains, hills, mountains, desert, marsh, coast, snow"],
        ),
    ],
)
def test_what_may_stand_on_a_sheet(choices, found):
    """AVI-1.03.10, AVI-2.03.11, AVI-2.03.12, AVI-2.03.13, AVI-X.08, AVI-R.19."""
    assert problems(**choices) == found


def test_everything_wrong_is_told_at_once():
    found = problems(Control=11, Proud=10, Cruel="very")
    assert len(found) == 3


def test_by_hand_a_main_character_has_sixteen_and_an_ordinary_one_eight():
    """AVI-1.03.01.16, AVI-1.03.01.18."""
    assert problems(BY_HAND) == []  # everybody starts at 2 everywhere: four group ratings of 2
    (budget,) = judged(BY_HAND).budgets
    assert (budget.name, budget.spent, int(budget.available)) == ("group ratings", 8, 8)
    assert problems(BY_HAND, main="yes") == ["Skills: group ratings left to assign: 8"]
    fours = {name: 4 for names in SKILLS.values() for name in names}
    assert problems(BY_HAND, main="yes", **fours) == []
    assert problems(BY_HAND, **fours) == ["Skills: group ratings spent: 16, and there are 8"]
    assert problems({**BY_HAND, "assigned_ordinary_total": 16}, **fours) == []
    assert problems({**BY_HAND, "assigned_main_total": 8}, main="yes") == []
    assert judged(usual()).budgets == []


def test_by_hand_each_group_is_a_whole_bank_with_its_minimum():
    """AVI-1.03.01.18."""
    assert problems(BY_HAND, Control=3) == ["Hand-to-Hand: 9 points; expected 8 or 12, for a whole rating"]
    assert problems(BY_HAND, Control=5, Strength=0, Speed=1) == []
    five = {"Control": 10, "Fighting Mind": 8, "Speed": 1, "Strength": 1}
    none = dict.fromkeys((*SKILLS["Physical"], *SKILLS["Social"]), 0)
    one = dict.fromkeys(SKILLS["Physical"], 1)
    assert problems(BY_HAND, **none, **five) == [
        "Speed: 1 is below 2, the least in a group with rating 5",
        "Strength: 1 is below 2, the least in a group with rating 5",
        "Skills: group ratings left to assign: 1",
    ]
    assert problems(BY_HAND, **{**none, **one, **five, "Fighting Mind": 6, "Speed": 2, "Strength": 2}) == []


def test_by_dice_a_sheet_made_by_hand_is_only_warned_of():
    """AVI-1.03.01.16, AVI-2.03.14."""
    assert judged(Control=7).problems == []
    assert judged(Control=7).warnings == RANDOM
    assert judged(BY_HAND).warnings == []


def test_the_standard_set():
    """AVI-2.03.14, AVI-2.03.02.01."""
    dials = {"motivation_generation": "assigned_standard_set"}
    assert problems(dials) == ["Motivations: pairs that are missing: 2/10, 3/9, 3/9, 4/8, 4/8, 4/8, 5/7, 5/7"]
    chosen = {name: MORTEN[name] for name in MOTIVATIONS}
    assert problems(dials, **chosen) == []
    assert problems(dials, **chosen | {"Merciful": 5}) == ["Motivations: pairs that are missing: 6/6"]


def test_terrains():
    """AVI-1.03.36."""
    assert problems({"survive_terrain_mode": "none"}) == ["terrain: found coast, expected none: this table plays without"]
    assert problems({"survive_terrain_mode": "none"}, terrain="none") == []
    assert judged(terrain="none").warnings == [*RANDOM, "terrain: which one does Survive know best?"]
    by_dice = judged({"survive_terrain_mode": "random"})
    assert (by_dice.problems, by_dice.warnings) == ([], [*RANDOM, "terrain: here dice draw it; by hand, if the table agrees"])


def test_possessions():
    """AVI-1.01.08."""
    listed = {"possessions": "listed_at_creation"}
    assert judged(listed).warnings == [*RANDOM, "possessions: only what is listed here is there"]
    assert judged(listed, possessions="a rope").warnings == RANDOM
    assert judged(armed="yes", armoured="yes").warnings == [
        *RANDOM,
        "armoured: nobody has armour at first, unless the table finds it fitting",
    ]


# ── ready-made people ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_six_main_characters_and_twelve_others_are_ready():
    assert [values["main"] for values in AVI.kinds.values()] == ["yes"] * 6 + ["no"] * 12
    assert [json.loads(one)["name"] for one in ready_made(AVI)] == list(AVI.kinds)
    assert len({values["notes"] for values in AVI.kinds.values()}) == 18


@pytest.mark.parametrize("kind", AVI.kinds)
def test_they_are_legal_at_any_table(kind):
    """AVI-1.03.01.18, AVI-2.03.02.01."""
    values = AVI.kinds[kind]
    for skills in ("random", "assigned"):
        for motivations in ("random", "assigned_standard_set", "free_within_limits"):
            dials = {"skill_generation": skills, "motivation_generation": motivations}
            assert problems(dials, **values) == []
    assert values["terrain"] != "none"
    assert values["armed"] == "yes"
    assert sorted(tuple(sorted((values[left], values[right]))) for left, right in PAIRS) == sorted(STANDARD)


def test_morten_and_ella_are_those_of_the_book():
    """AVI-X.01, AVI-X.02, AVI-X.07, AVI-X.10."""
    assert [MORTEN[name] for name in SKILLS["Hand-to-Hand"]] == [4, 3, 3, 6]
    assert (MORTEN["Run"], MORTEN["Jump/Climb"], AVI.kinds["Ella"]["Run"]) == (2, 3, 4)
    assert [MORTEN[name] for name in ("Modest", "Proud", "Trusting", "Independent")] == [2, 10, 9, 3]


# ── at the table ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_ratings_are_their_owners():
    """AVI-2.04.06, AVI-2.04.07."""
    table = seated({"ana": "Morten"})
    hidden = [name for name, field in AVI.fields.items() if field.private]
    assert set(hidden) == {*(name for names in SKILLS.values() for name in names), *MOTIVATIONS, "notes"}
    assert [table.sees("bo", "token", "ana", name) for name in hidden] == [None] * len(hidden)
    assert [table.sees("ana", "token", "ana", name) for name in hidden] == [MORTEN[name] for name in hidden]
    assert table.sees("bo", "token", "ana", "possessions") == MORTEN["possessions"]


@pytest.mark.parametrize(
    ("dials", "skills", "motivations"),
    [
        ({}, False, False),
        ({"skill_visibility": "open"}, True, False),
        ({"motivation_visibility": "open"}, False, True),
        ({"motivation_visibility": "third_party_too"}, False, False),
    ],
)
def test_dials_open_them(dials, skills, motivations):
    """AVI-2.04.06, AVI-2.04.07."""
    table = seated({"ana": "Morten"}, dials)
    assert (table.sees("bo", "token", "ana", "Run") is not None) == skills
    assert (table.sees("bo", "token", "ana", "Proud") is not None) == motivations
    assert table.sees("bo", "token", "ana", "notes") is None


def follows(dials=None, **values):
    return sheet.derived(AVI, kept(**values), usual(**(dials or {})))


def test_what_follows_from_a_sheet():
    """AVI-1.03.01.07, AVI-1.03.01.11."""
    found = {name: int(score) for name, score in follows(**MORTEN).items()}
    assert found == {"wound load": 0, "out at": 4} | {
        **{"Hand-to-Hand: sum": 16, "Hand-to-Hand: mean": 4, "Physical: sum": 28, "Physical: mean": 4},
        **{"Knowledge: sum": 28, "Knowledge: mean": 4, "Social: sum": 20, "Social: mean": 4},
    }
    assert int(follows(Control=5)["Hand-to-Hand: mean"]) == 2  # 11 points, rounded down


def test_wounds_and_marks_follow():
    """AVI-1.04.01, AVI-1.04.02, AVI-1.04.03, AVI-1.04.04, AVI-1.04.10."""
    found = follows(minor=1, major=2, conditions=["Winded", "Worn"])
    assert int(found["wound load"]) == 5
    assert list(found["wound load"].why()) == [
        "5 wound load [AVI-1.04.04]",
        "  +1 minor wounds",
        "  +4 (2 times)",
        "    +2 major wounds",
    ]
    penalties = {group: int(found[f"{group}: penalty"]) for group in SKILLS if f"{group}: penalty" in found}
    assert penalties == {"Hand-to-Hand": -4, "Physical": -4, "Knowledge": -1, "Social": -1}
    light = follows(minor=1)
    assert "Social: penalty" not in light
    assert int(light["Physical: penalty"]) == -1
    story = follows({"conditions": "story_only"}, minor=1, major=2)
    assert (int(story["wound load"]), "out at" in story, "Physical: penalty" in story) == (5, False, False)
    assert int(follows({"wound_capacity": 6})["out at"]) == 6


def brought(table, seat="ana", **choices):
    return table.act(seat, "bring", character=sheet.written(character(**choices)))


def test_more_characters_than_agreed_are_heard_of():
    """AVI-1.01.04, AVI-1.03.01.17."""
    table = seated({"bo": {"main": "yes"}}, {"ordinary_characters_per_player": 2, **BY_HAND})
    fours = {name: 4 for names in SKILLS.values() for name in names}
    assert said(brought(table, name="Nia", main="yes", **fours)) == ["Nia comes to the table"]
    second = brought(table, name="Ora", main="yes", **fours)
    assert said(second) == ["Ora comes to the table", "main characters of ana: 2; this table plays with 1"]
    assert cited(second) == {"AVI-1.01.04"}
    assert said(brought(table, name="Pim")) == ["Pim comes to the table"]
    assert said(brought(table, name="Quin"))[1:] == ["ordinary characters of ana: 3; this table plays with 2"]
    free = seated(dials=BY_HAND)
    assert [len(said(brought(free, name=f"one {number}"))) for number in range(5)] == [1] * 5


UNEVEN = {**{name: 1 for names in SKILLS.values() for name in names}, "Control": 9, "Speed": 9}  # 20 points, and some below 2
STRONG = {**{name: 6 for names in SKILLS.values() for name in names}, "main": "yes"}
NINE = {name: rating for names, pair in zip(PAIRS, STANDARD, strict=True) for name, rating in zip(names, pair, strict=True)}


def test_the_table_votes_on_a_sheet_written_by_hand():
    """AVI-1.03.01.16, AVI-1.01.05: it hears what is unusual, nothing else; then somebody comes, or does not."""
    for votes, found in (("yes", "here"), ("no", "voted down")):
        table = seated()
        events = brought(table, **STRONG, **NINE)
        assert table.asked() == [(seat, "vote") for seat in ("ana", "bo", "cy")]
        assert table.question("bo").prompt == (
            "Nia comes to the table, with a sheet written by hand: group ratings come to 24, and 16 is what one assigns"
        )
        events = table.answers({"ana": "yes", "bo": votes, "cy": votes})
        assert (outcome(events), table.fact("token", "Nia", "owner")) == (found, "ana" if found == "here" else None)
        assert table.sees("bo", "token", "Nia", "Control") is None


@pytest.mark.parametrize(
    ("choices", "found"),
    [
        (NINE, []),  # two everywhere
        ({**NINE, "main": "yes"}, ["group ratings come to 8, and 16 is what one assigns"]),
        ({**NINE, "Control": 3, "Speed": 1}, []),
        ({**NINE, **UNEVEN}, ["the skills of a group are not as one assigns them"]),
        ({}, ["the motivations are not the nine pairs that dice give out"]),
    ],
)
def test_what_the_table_has_to_agree_to(choices, found):
    """AVI-1.03.01.16, AVI-1.03.01.18, AVI-2.03.14: what keeps to the rules of assigning needs no vote."""
    assert judged(**choices).unusual == found
    table = seated()
    brought(table, **choices)
    assert bool(table.asked()) == bool(found)
    assert judged(BY_HAND, **choices).unusual == []


@pytest.mark.parametrize("text", list(ready_made(AVI)))
def test_nobody_votes_on_ready_made_people(text):
    """AVI-1.03.01.16."""
    table = seated()
    assert outcome(table.act("ana", "bring", character=text)) == "here"


def test_whoever_is_alone_asks_nobody_about_a_sheet():
    """AVI-1.03.01.16."""
    assert outcome(brought(seated(seats=("ana",)), **STRONG)) == "here"


def test_a_sheet_written_by_hand_does_not_come_as_if_it_were_not():
    """AVI-1.03.01.16: nor one that has grown beyond what was chosen; and not while somebody of that name has come."""
    table = seated()
    text = sheet.written(character(**STRONG, **NINE))
    why = "group ratings come to 24, and 16 is what one assigns"
    refused = f"this sheet is written by hand ({why}): say so, and the table votes on it"
    assert table.refused("ana", "bring", character=text, by_hand="no") == refused
    grown = character(**NINE)._replace(advances=({"field": "Control", "by": 5, "why": "practice"},))
    assert table.form("ana", "bring", character=sheet.written(grown))["by_hand"] == "yes"
    assert table.form("ana", "bring", character="no character")["by_hand"] == "no"
    brought(table, **STRONG, **NINE)
    brought(table, "bo", **NINE)
    events = table.answers(dict.fromkeys(("ana", "bo", "cy"), "yes"))
    assert (outcome(events), table.of("Nia", "owner")) == ("refused", "bo")


def test_an_illegal_character_is_not_brought():
    """AVI-2.03.12."""
    with pytest.raises(Refusal, match="Modest and Proud: 6 and 10 make 16"):
        brought(seated(), Proud=10)
    with pytest.raises(Refusal, match="group ratings left to assign"):
        brought(seated(dials=BY_HAND), main="yes")
