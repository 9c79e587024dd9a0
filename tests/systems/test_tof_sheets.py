"""Twist of Fate and Mind over Matter: what a new character may have, how they start, and what follows from a sheet."""

import json

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.table.story import Refusal
from fatewright.systems import sheet
from fatewright.systems.cast import ready_made
from fatewright.systems.twist_of_fate.characters import people, sheets, skills
from systems.tof_table import ATTRIBUTES, MOM, TOF, kept, outcome, said, seated, usual

FIVE = ("Weapon", "Dodge", "Athletics", "Medicine", "Lead")
WORDS = ("bladed", "blows", "climb", "surgery", "plan")
BEGUN = [f"{skill}: {word}" for skill, word in zip(FIVE, WORDS, strict=True)]
GREAT = {"skill_create_max": 8, "skill_budget": 80}
MAGIC = {"magic": "on"}


def built(system=TOF, **choices):
    """A character as the builder leaves it: nothing but 4 in every attribute, a love and a fear, unless chosen otherwise."""
    start = {name: system.fields[name].start for step in system.steps for name in step.fields}
    return sheet.Character(system.id, 1, "Nora", {**start, "love": "the sea", "fear": "the sea", **choices})


def judged(dials=None, system=TOF, **choices):
    return sheet.judged(system, built(system, **choices), dials)


def problems(dials=None, system=TOF, **choices):
    return judged(dials, system, **choices).problems


def warnings(dials=None, system=TOF, **choices):
    """What is warned of, but for skill points that are left."""
    return [line for line in judged(dials, system, **choices).warnings if "skill points" not in line]


def budgets(dials=None, system=TOF, **choices):
    return {one.name: (one.spent, int(one.available)) for one in judged(dials, system, **choices).budgets}


def row(name, of="nothing", field="perk"):
    return {field: name, "of": of}


# Attributes


def test_there_are_six_attributes_from_zero_to_eight_with_names_for_both_ends():
    """TOF-2.01, TOF-2.02, TOF-2.03, TOF-2.11."""
    fields = {name: field for name, field in TOF.fields.items() if field.group == "attributes"}
    assert tuple(fields) == people.ATTRIBUTES == tuple(name.lower() for name in TOF.lists["attributes"])
    assert {(field.low, field.high, field.labels[0], field.labels[4], field.labels[8]) for field in fields.values()} == {
        (0, 8, "does not function", "average", "nearly superhuman")
    }
    for value in (-1, 9, 2.5, "4", True):
        assert f"strength: found {value!r}, expected a whole number from 0 to 8" in problems(strength=value)
    assert people.attribute(kept(strength=8), "strength") == 8


def test_magic_may_be_absent():
    """TOF-2.09, MOM-2.01: then there is no Magic attribute, no pool of it, and it is not counted."""
    for system in (TOF, MOM):
        assert (people.rated(usual(system)), people.pools(usual(system))) == (people.ATTRIBUTES[:5], people.POOLS[:4])
        assert (people.rated(usual(system, **MAGIC)), people.pools(usual(system, **MAGIC))) == (people.ATTRIBUTES, people.POOLS)
        assert problems(None, system, magic=2) == ["magic: found 2, expected 0: this table plays without magic"]
        assert problems(MAGIC, system, magic=4) == []
    assert "Magic pool" not in sheet.derived(TOF, kept(magic=4))
    assert sheet.derived(TOF, kept(magic=4), MAGIC)["Magic pool"] == 20
    sorcerer = seated(people={"ana": "Sorcerer"})
    assert sorcerer.of("ana", "magic_pool") == 0


@pytest.mark.parametrize(
    ("dials", "values", "points", "found"),
    [
        ({}, (4, 4, 4, 4, 4, 0), (20, 20), []),
        ({}, (6, 6, 6, 1, 1, 0), (20, 20), []),
        ({}, (5, 4, 4, 4, 4, 0), (21, 20), ["Attributes: attribute points spent: 21, and there are 20"]),
        ({}, (4, 4, 4, 4, 3, 0), (19, 20), ["Attributes: 1 attribute point is left to spend"]),
        ({}, (7, 4, 4, 4, 1, 0), (20, 20), ["strength: 7 is beyond 6, the most at first"]),
        ({}, (6, 6, 6, 2, 0, 0), (20, 20), ["health: 0 is below 1, the least at first"]),
        (MAGIC, (4, 4, 4, 4, 4, 4), (24, 24), []),
        (MAGIC, (6, 6, 4, 4, 4, 0), (24, 24), []),
        (MAGIC, (4, 4, 4, 4, 1, 7), (24, 24), ["magic: 7 is beyond 6, the most at first"]),
        (MAGIC, (4, 4, 4, 4, 4, 0), (20, 24), ["Attributes: 4 attribute points are left to spend"]),
        ({"attribute_budget": 25}, (5, 5, 5, 5, 5, 0), (25, 25), []),
        ({"attribute_budget": 40}, (6, 6, 6, 6, 6, 0), (30, 40), []),  # no more can be spent
        (
            {"attribute_create_min": 3, "attribute_create_max": 5},
            (5, 5, 5, 3, 2, 0),
            (20, 20),
            ["health: 2 is below 3, the least at first"],
        ),
        ({"attribute_create_max": 8}, (8, 3, 3, 3, 3, 0), (20, 20), []),
        ({"attribute_create_min": 0}, (5, 5, 5, 5, 0, 0), (20, 20), []),
    ],
)
def test_points_for_attributes_are_all_spent_within_limits(dials, values, points, found):
    """TOF-2.12, TOF-X.41, TOF-2.02: 4/4/4/4/4 uses 20, with Magic 24."""
    chosen = dict(zip(people.ATTRIBUTES, values, strict=True))
    assert (budgets(dials, **chosen)["attribute points"], problems(dials, **chosen)) == (points, found)
    assert sheets.attribute_points(usual(**dials)) == points[1]


def test_all_that_is_wrong_is_told_at_once():
    """TOF-2.12, TOF-3.05, TOF-5.05, TOF-7.14."""
    found = problems(strength=7, health=0, skills={"Weapon": 6}, perks=[row("quick")], masks={"Brains": 3}, armor={"head": 8})
    assert found == [
        "strength: 7 is beyond 6, the most at first",
        "health: 0 is below 1, the least at first",
        "Attributes: 1 attribute point is left to spend",
        "skills: Weapon 6 is beyond 5, the most at first",
        "specs: Weapon: 6 without a specialization; one comes before the first point",
        "flaws: 0 chosen, expected 1: as many as perks",
        "masks: only a poker face masks traits",
        "armor: head 8 is beyond 3, the best there is",
    ]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ((6, 6, 4, 3, 1), ["Attributes: strength 6 and health 1 lie far apart; balance goes furthest"]),
        ((6, 6, 3, 3, 2), []),
        ((4, 4, 4, 4, 4), []),
    ],
)
def test_lopsided_characters_are_warned_of(values, found):
    """TOF-2.10, TOF-R.23: where more than 4 lie between the highest and the lowest."""
    assert warnings(None, **dict(zip(ATTRIBUTES, values, strict=True))) == found
    without = {"strength": 6, "agility": 6, "magic": 0}
    assert (problems(MAGIC, **without), warnings(MAGIC, **without)) == ([], [])


# Skills


@pytest.mark.parametrize(
    ("rated", "count", "tof", "mom"),
    [
        (0, 0, True, True),
        (0, 1, True, None),
        (0, 2, False, None),
        (1, 0, False, True),
        (1, 1, True, None),
        (3, 3, True, None),
        (3, 4, False, None),
        (8, 8, True, None),
        (9, 1, False, False),
        (3, 0, False, True),
    ],
)
def test_ratings_and_specializations_go_together(rated, count, tof, mom):
    """TOF-X.40, TOF-3.02, TOF-3.05, TOF-3.06, TOF-R.07, MOM-3.01: one comes first, then never more than the rating."""
    assert (skills.imbalance("Meet", rated, count, usual()) == "") == tof
    if mom is not None:
        assert (skills.imbalance("Meet", rated, count, usual(MOM)) == "") == mom
    if rated <= 8 and count <= 6:
        chosen = {"Meet": rated} if rated else {}
        specs = [spec for spec in TOF.lists["specs"] if spec.startswith("Meet: ")][:count]
        assert (problems(GREAT, skills=chosen, specs=specs) == []) == tof
    if count == 8:
        specs = [f"Science: subject {place}" for place in range(8)]
        assert problems(GREAT, skills={"Science": 8}, specs=specs) == []


def test_why_a_rating_and_its_specializations_do_not_go_together():
    """TOF-3.05, TOF-3.06: in words."""
    assert problems(skills={"Weapon": 2}) == ["specs: Weapon: 2 without a specialization; one comes before the first point"]
    two = ["Weapon: bladed", "Weapon: polearm"]
    assert problems(specs=two) == ["specs: Weapon: 2 specializations, and with a rating of 0 there may be 1"]
    assert problems(skills={"Weapon": 9}) == ["skills: Weapon: found 9, expected a whole number from 1 to 8"]


@pytest.mark.parametrize(("system", "specs", "spent"), [(TOF, BEGUN, 25), (MOM, [], 20)])
def test_five_skills_at_four_use_the_budget(system, specs, spent):
    """TOF-X.41, TOF-3.11: with one specialization each 25, without 20."""
    chosen = {"skills": dict.fromkeys(FIVE, 4), "specs": specs}
    assert (budgets(None, system, **chosen)["skill points"], problems(None, system, **chosen)) == ((spent, spent), [])
    more = {**chosen, "skills": {**dict.fromkeys(FIVE, 4), "Lead": 5}}
    assert problems(None, system, **more) == [f"Skills: skill points spent: {spent + 1}, and there are {spent}"]
    assert sheets.skill_cost(system.kept(built(system, **chosen).choices), usual(system)) == spent


def test_a_new_character_has_no_skill_above_five_and_loses_points_that_are_left():
    """TOF-3.11."""
    six = {"skills": {"Weapon": 6}, "specs": ["Weapon: bladed"]}
    assert problems(**six) == ["skills: Weapon 6 is beyond 5, the most at first"]
    assert problems({"skill_create_max": 6}, **six) == []
    assert judged(skills={"Weapon": 5}, specs=["Weapon: bladed"]).warnings == ["Skills: 19 skill points would be lost"]
    assert judged({"skill_budget": 6}, skills={"Weapon": 5}, specs=["Weapon: bladed"]).warnings == []


CLEAN = {"Strength": 4, "Agility": 7, "Brains": 7, "Social": 7}
IN_DRAFT = {"Strength": 5, "Agility": 8, "Brains": 7, "Social": 6}


def listed(**dials):
    """How many skills each attribute has at a table."""
    found = {}
    for skill, its in TOF.lists["skills"].items():
        if skills.in_use(skill, usual(**dials), TOF.lists):
            found[its["group"]] = found.get(its["group"], 0) + 1
    return found


@pytest.mark.parametrize(
    ("dials", "found"),
    [
        ({}, CLEAN),
        ({"skill_list": "raw"}, IN_DRAFT),
        ({"manipulate_split": "off"}, {**CLEAN, "Social": 6}),
        ({"skill_list": "raw", "manipulate_split": "on"}, IN_DRAFT),
        ({"skill_list": "custom"}, {"Strength": 6, "Agility": 9, "Brains": 8, "Social": 8}),
        ({**MAGIC, "magic_skill": "element_skills"}, {**CLEAN, "Magic": 4}),
        (MAGIC, CLEAN),
        ({"magic_skill": "element_skills"}, CLEAN),
    ],
)
def test_how_many_skills_a_table_has(dials, found):
    """TOF-3.01, TOF-3.36, TOF-3.32, MOM-3.02, TOF-8.05: 25 on the clean list, 26 on that of the draft."""
    assert listed(**dials) == found


@pytest.mark.parametrize(
    ("skill", "dials", "is_there"),
    [
        ("Deceive", {}, True),
        ("Manipulate", {}, False),
        ("Manipulate", {"manipulate_split": "off"}, True),
        ("Deceive", {"manipulate_split": "off"}, False),
        ("Deceive", {"skill_list": "raw"}, False),
        ("Brawl/Grapple", {}, False),
        ("Brawl/Grapple", {"skill_list": "raw"}, True),
        ("Vehicle", {"skill_list": "custom"}, True),
        ("Carry", {}, False),
        ("blue collar", {}, False),
        ("white collar", {}, False),
        ("Vehicle", {}, False),
    ],
)
def test_a_skill_that_is_not_on_the_list_is_refused(skill, dials, is_there):
    """TOF-3.15, TOF-3.16, TOF-3.21, TOF-3.22, TOF-3.30, TOF-3.32, TOF-3.36, MOM-3.02."""
    spec = next(one for one in TOF.lists["specs"] if skills.skill_of(one) == skill)
    why = f"{skill} is not on the list of skills that this table plays with; a dial says which"
    expected = [] if is_there else [f"skills: {why}", f"specs: {spec}: {why}"]
    assert problems(dials, skills={skill: 1}, specs=[spec]) == expected


def test_element_skills_are_for_tables_that_cast_by_them():
    """TOF-8.05."""
    fire = {"skills": {"Fire magic": 2}, "specs": ["Fire magic: fire"]}
    why = "Fire magic is for tables with magic and a skill for each element"
    assert problems(**fire) == [f"skills: {why}", f"specs: Fire magic: fire: {why}"]
    assert problems({**MAGIC, "magic_skill": "element_skills"}, magic=4, **fire) == []


@pytest.mark.parametrize(
    ("skill", "group", "words"),
    [
        pytest.param("Athletics", "Strength", "climb swim throw lift carry", id="TOF-3.13 Athletics"),
        pytest.param("Weapon", "Strength", "bladed polearm bludgeon two-handed", id="TOF-3.14 Weapon"),
        pytest.param("Brawl", "Strength", "punch grapple", id="TOF-3.15 Brawl"),
        pytest.param("Shield", "Strength", "block bash", id="TOF-3.17 Shield"),
        pytest.param("Acrobatics", "Agility", "tumble balance jump run", id="TOF-3.18 Acrobatics"),
        pytest.param("Dodge", "Agility", "blows missiles spells", id="TOF-3.19 Dodge"),
        pytest.param("Subterfuge", "Agility", "hide silence trackless_step", id="TOF-3.20 Subterfuge"),
        pytest.param("Trade", "Agility", "smith carpenter mechanic", id="TOF-3.21 Trade"),
        pytest.param("Drive", "Agility", "horse car boat tank aircraft", id="TOF-3.22 Drive"),
        pytest.param("Illicit", "Agility", "pickpocket pick_lock holdout", id="TOF-3.23 Illicit"),
        pytest.param("Ranged Weapons", "Agility", "thrown bow gun", id="TOF-3.24 Ranged Weapons"),
        pytest.param("Medicine", "Brains", "first_aid surgery anatomy pharmacy", id="TOF-3.25 Medicine"),
        pytest.param("Science", "Brains", "alchemy computers", id="TOF-3.26 Science"),
        pytest.param("Academics", "Brains", "history mathematics", id="TOF-3.28 Academics"),
        pytest.param("Knowledge", "Brains", "occult legal", id="TOF-3.28 Knowledge"),
        pytest.param("Survival", "Brains", "tracking camping hunting", id="TOF-3.29 Survival"),
        pytest.param("Profession", "Brains", "clerk lawyer merchant", id="TOF-3.30 Profession"),
        pytest.param("Act", "Social", "character posture stage oratory", id="TOF-3.31 Act"),
        pytest.param("Deceive", "Social", "lie evade pry manipulate", id="TOF-3.32 Deceive"),
        pytest.param("Persuade", "Social", "convince pressure command intimidate compromise story", id="TOF-3.32 Persuade"),
        pytest.param("Meet", "Social", "befriend chat gossip flirt black_market connections", id="TOF-3.33 Meet"),
        pytest.param("Scrutinize", "Social", "detect_lies observe", id="TOF-3.34 Scrutinize"),
        pytest.param("Culture", "Social", "etiquette", id="TOF-3.34 Culture"),
        pytest.param("Lead", "Social", "rally plan drill", id="TOF-3.34 Lead"),
    ],
)
def test_the_skills_and_their_specializations(skill, group, words):
    """Each skill of the clean list, its attribute, and what is listed with it, which all may begin with."""
    found = skills.specs_of(skill, usual(), TOF.lists)
    assert found == [f"{skill}: {word.replace('_', ' ')}" for word in words.split()]
    assert people.attribute_of(skill, TOF.lists) == group.lower()
    assert skills.in_use(skill, usual(), TOF.lists)
    for spec in found:
        assert problems({"free_specs": "listed_only"}, skills={skill: 1}, specs=[spec]) == []


RAW = {"skill_list": "raw"}  # the draft's own list
OF_THE_DRAFT = {
    "Athletics": "climb swim throw lift",
    "Weapon": "bladed polearm bludgeon two-handed gun bow fist",
    "Brawl/Grapple": "punching grappling",
    "Acrobatics": "tumble balance jump run",
    "Subterfuge": "hide silence trackless_step",
    "Vehicle": "horse car boat tank",
    "Illicit": "pickpocket pick_lock holdout",
    "Drive": "ride pilot drive",
    "Ranged Weapons": "thrown",
    "Medicine": "first_aid surgery anatomy pharmacy",
    "Science": "alchemy computers",
    "Knowledge": "occult legal",
    "Survival": "tracking camping hunting",
    "Act": "character posture stage oratory",
    "Manipulate": "lie pressure manipulate convince pry command evade intimidate diplomacy compromise story",
    "Meet": "befriend chat gossip flirt black_market connections",
    "Scrutinize": "detect_lies observe",
}


@pytest.mark.parametrize(("skill", "words"), OF_THE_DRAFT.items())
def test_by_the_drafts_own_list_every_specialization_that_it_names_can_be_chosen(skill, words):
    """TOF-3.36, TOF-3.14, TOF-3.15, TOF-3.22, TOF-3.12: without anybody's consent."""
    for word in words.split():
        chosen = {"skills": {skill: 1}, "specs": [f"{skill}: {word.replace('_', ' ')}"]}
        assert (problems(RAW, **chosen), warnings(RAW, **chosen)) == ([], [])
        assert problems({**RAW, "free_specs": "listed_only"}, **chosen) == []


def test_what_only_the_draft_lists_is_of_ones_own_words_elsewhere():
    """TOF-3.14, TOF-3.22, TOF-3.12: a bow is for Ranged Weapons, and whoever wants Weapon has to ask."""
    for spec in ("Weapon: bow", "Drive: pilot"):
        assert warnings(specs=[spec]) == [f"specs: {spec} is not listed: if the game master agrees"]
        assert problems({"free_specs": "listed_only"}, specs=[spec]) != []
    for spec in ("blue collar: cooper", "white collar: banker"):
        assert (problems(RAW, specs=[spec]), warnings(RAW, specs=[spec])) == ([], [])


def test_a_bow_is_for_whichever_skill_one_has_learned_it_in():
    """TOF-6.32, TOF-3.14: by the draft's own list."""
    archer = {"arms": ["bow"], "skills": {"Weapon": 1}, "specs": ["Weapon: bow"]}
    assert warnings(RAW, **archer) == []
    assert "arms: bow without training in Ranged Weapons: if the game master agrees" in warnings(**archer)


def test_a_scholar_of_a_tongue_and_one_of_the_people_are_not_the_same():
    """TOF-3.35, TOF-3.09: the specialization of Culture for a people makes one pass for a local, that of Language does not."""
    play = seated(
        people={"ana": {"skills": {"Language": 2, "Culture": 2}, "specs": ["Language: Latin", "Culture: the river folk"]}}
    )
    for skill, use, is_special in (
        *(("Culture", "the river folk", True), ("Language", "the river folk", False)),
        *(("Language", "Latin", True), ("Culture", "Latin", False), ("Culture", "etiquette", False)),
    ):
        assert people.has_spec(people.Sheet(play.desk, "ana"), skill, use) == is_special
    one_of_both = {"skills": {"Language": 1, "Culture": 1}, "specs": ["Language: Latin", "Culture: the river folk"]}
    assert problems(**one_of_both) == problems({"free_specs": "listed_only"}, **one_of_both) == []


@pytest.mark.parametrize(
    ("name", "called"), [("Unarmed", "Brawl"), ("Riding", "Drive"), ("Lift", "Athletics"), ("Throw", "Ranged Weapons")]
)
def test_names_that_the_drafts_have_twice_are_called_one_thing(name, called):
    """TOF-R.10, TOF-3.22."""
    assert problems(skills={name: 1}) == [f"skills: {name}: here it is called {called}"]
    assert problems(specs=[f"{name}: at night"]) == [f"specs: {name}: at night: {name} is called {called} here"]


@pytest.mark.parametrize(
    ("spec", "free", "listed_only", "warned"),
    [
        ("Weapon: bladed", True, True, False),
        ("Weapon: whip", True, False, True),
        ("Trade: cooper", True, True, False),  # nobody could list all of them
        ("Language: Welsh", True, True, False),
        ("Whistling: loud", False, False, False),
        ("Weapon", False, False, False),
        ("Weapon: ", False, False, False),
        (": bladed", False, False, False),
    ],
)
def test_specializations_of_ones_own(spec, free, listed_only, warned):
    """TOF-3.12, TOF-3.09: if the game master agrees; but of a skill that there is."""
    assert (problems(specs=[spec]) == []) == free
    assert (problems({"free_specs": "listed_only"}, specs=[spec]) == []) == listed_only
    assert warnings(specs=[spec]) == ([f"specs: {spec} is not listed: if the game master agrees"] if warned else [])


def test_why_a_specialization_is_refused():
    """TOF-3.12: in words."""
    assert problems(specs=["Weapon"]) == ["specs: Weapon: expected a skill and what it is used for, such as 'Weapon: bladed'"]
    assert problems(specs=["Whistling: loud"]) == ["specs: Whistling: loud: there is no skill Whistling"]
    assert problems({"free_specs": "listed_only"}, specs=["Shield: wall"]) == [
        "specs: Shield: wall: this table plays with listed specializations only: Shield: block, Shield: bash"
    ]


def test_mind_over_matter_has_no_specializations():
    """MOM-3.01, TOF-3.05: the first point may be bought directly; a table of either edition may turn it round."""
    assert problems(None, MOM, skills={"Weapon": 3}) == []
    assert problems(None, MOM, specs=["Weapon: bladed"]) == [
        "specs: Weapon: bladed: this table plays without specializations; only languages and cultures are named"
    ]
    assert problems({"specializations": "off"}, skills={"Weapon": 3}) == []
    assert problems({"specializations": "on"}, MOM, skills={"Weapon": 3}) != []


TONGUES = [f"Language: {name}" for name in ("Latin", "Welsh", "Norse", "Greek")]


@pytest.mark.parametrize(
    ("system", "per", "rated", "count", "is_legal", "cost"),
    [
        (TOF, 1, 2, 2, True, 4),
        (TOF, 1, 2, 3, False, 5),
        (TOF, 2, 2, 4, True, 4),
        (TOF, 2, 1, 3, False, 3),
        (TOF, 3, 1, 3, True, 2),
        (MOM, 1, 2, 2, True, 2),
        (MOM, 1, 2, 3, False, 2),
        (MOM, 1, 2, 0, True, 2),
        (MOM, 2, 2, 4, True, 2),
        (MOM, 3, 1, 4, False, 1),
    ],
)
@pytest.mark.parametrize("skill", ["Language", "Culture"])
def test_languages_and_cultures_are_named_one_for_each_point(system, per, rated, count, is_legal, cost, skill):
    """TOF-3.27, TOF-3.34, TOF-3.35: one for each specialization; without these, for each point, at no further cost."""
    names = [name.replace("Language", skill) for name in TONGUES[:count]]
    dials = {"languages_per_spec": per}
    chosen = {"skills": {skill: rated}, "specs": names}
    assert (problems(dials, system, **chosen) == []) == is_legal
    assert budgets(dials, system, **chosen)["skill points"][0] == cost


def test_a_language_without_a_point_is_refused_where_points_name_them():
    """TOF-3.27."""
    assert problems(None, MOM, specs=["Language: Latin"]) == ["specs: Language: a rating of 0 names none"]
    three = {"skills": {"Language": 2}, "specs": TONGUES[:3]}
    assert problems(None, MOM, **three) == ["specs: Language: a rating of 2 names at most 2"]


# Heart


PERKS = list(TOF.lists["perks"])


@pytest.mark.parametrize("perk", PERKS)
def test_every_perk_has_a_mirror_and_both_are_never_of_the_same(perk):
    """TOF-5.05: never both halves of one pair on the same attribute or skill."""
    its = TOF.lists["perks"][perk]
    flaw, of = its["mirror"], {"pools": "Social", "skills": "Meet", "nothing": "nothing"}[its["subject"]]
    masks = {"Brains": 1, "Social": 2, "Dodge": 3} if perk == "poker face" else {}
    title = perk if of == "nothing" else f"{perk} of {of}"
    mirrored = flaw if of == "nothing" else f"{flaw} of {of}"
    assert TOF.lists["flaws"][flaw]["subject"] == its["subject"]
    assert problems(perks=[row(perk, of)], flaws=[row(flaw, of, "flaw")], masks=masks) == [
        f"flaws: {mirrored} is the other half of {title}; choose one of them"
    ]
    other = {"pools": "Brains", "skills": "Act"}.get(its["subject"])
    if other:
        assert problems(perks=[row(perk, of)], flaws=[row(flaw, other, "flaw")]) == []


@pytest.mark.parametrize(
    ("most", "perks", "flaws", "found"),
    [
        (2, 0, 0, []),
        (2, 2, 2, []),
        (2, 2, 1, ["flaws: 1 chosen, expected 2: as many as perks"]),
        (2, 0, 1, ["flaws: 1 chosen, expected 0: as many as perks"]),
        (2, 3, 3, ["perks: 3 chosen, and there may be 2"]),
        (0, 1, 1, ["perks: 1 chosen, and there may be 0"]),
        (4, 3, 3, []),
    ],
)
def test_as_many_flaws_as_perks_up_to_a_limit(most, perks, flaws, found):
    """TOF-5.05."""
    good = [row("quick"), row("tough"), row("drilled")][:perks]
    bad = [row(name, field="flaw") for name in ("bad sleeper", "poor appetite", "open book")][:flaws]
    assert problems({"perk_max": most}, perks=good, flaws=bad) == found


@pytest.mark.parametrize(
    ("perk", "of", "found"),
    [
        ("quick", "Weapon", "perks: quick is of nothing; found Weapon"),
        (
            "deep well",
            "nothing",
            "perks: deep well is of a pool; found nothing, expected one of Strength, Agility, Brains, Social",
        ),
        ("deep well", "Magic", "perks: deep well is of a pool; found Magic, expected one of Strength, Agility, Brains, Social"),
        ("deep well", "Brains", ""),
        ("knack", "Brains", "perks: knack is of a skill; found Brains"),
        ("knack", "Vehicle", "perks: Vehicle is not on the list of skills that this table plays with; a dial says which"),
        ("knack", "Meet", ""),
    ],
)
def test_what_a_perk_can_be_of(perk, of, found):
    """TOF-5.05."""
    assert problems(perks=[row(perk, of)], flaws=[row("slow", field="flaw")]) == ([found] if found else [])


def test_a_deep_well_of_magic_where_there_is_magic_and_nothing_twice():
    """TOF-5.05, TOF-2.09."""
    deep = {"perks": [row("deep well", "Magic")], "flaws": [row("slow", field="flaw")]}
    assert problems(MAGIC, magic=4, **deep) == []
    twice = {"perks": [row("quick"), row("quick")], "flaws": [row("frail", field="flaw")] * 2}
    assert problems(**twice) == ["perks: quick is chosen twice", "flaws: frail is chosen twice"]


@pytest.mark.parametrize("dial", ["on", "narrative", "off"])
def test_a_table_may_play_without_perks_and_flaws_or_with_their_colour_alone(dial):
    """TOF-5.03, TOF-5.01."""
    found = problems({"perks_flaws": dial}, perks=[row("quick")])
    assert (
        found
        == {
            "on": ["flaws: 0 chosen, expected 1: as many as perks"],
            "narrative": [],
            "off": ["perks: found quick: this table plays without perks and flaws"],
        }[dial]
    )
    deep = kept(perks=[row("deep well", "Brains")])
    assert people.pool_max(deep, usual(perks_flaws=dial), "brains") == (24 if dial == "on" else 20)


# In one's own words

OWN = {"perks": [row("never forgets a face")], "flaws": [row("cannot lie to a child", field="flaw")]}


@pytest.mark.parametrize("system", [TOF, MOM])
def test_a_perk_and_a_flaw_may_be_in_ones_own_words(system):
    """TOF-5.07, TOF-5.01: beside the ready-made ones, and told of: by themselves they change nothing."""
    agrees = "is in your own words: if the game master agrees, who says what it changes"
    assert (problems(None, system, **OWN), warnings(None, system, **OWN)) == (
        [],
        [f"perks: never forgets a face {agrees}", f"flaws: cannot lie to a child {agrees}"],
    )
    mixed = {"perks": [*OWN["perks"], row("quick")], "flaws": [*OWN["flaws"], row("frail", field="flaw")]}
    assert problems(None, system, **mixed) == []


@pytest.mark.parametrize(
    ("perks", "flaws", "found"),
    [
        ([row("lucky")], [], ["flaws: 0 chosen, expected 1: as many as perks"]),
        (
            [row("lucky"), row("sly"), row("quick")],
            [row(name, field="flaw") for name in ("vain", "frail", "loner")],
            ["perks: 3 chosen, and there may be 2"],
        ),
        ([row("lucky")] * 2, [row("vain", field="flaw"), row("frail", field="flaw")], ["perks: lucky is chosen twice"]),
        ([row("Quick ")], [row("vain", field="flaw")], ["perks: Quick  is called quick in the list"]),
        ([row(" ")], [row("vain", field="flaw")], ["perks: there are no words in it"]),
        ([row("light fingers", "Illicit")], [row("thirsty", "Strength", "flaw")], []),
        (
            [row("light fingers", "Vehicle")],
            [row("vain", field="flaw")],
            ["perks: Vehicle is not on the list of skills that this table plays with; a dial says which"],
        ),
        (
            [row("aglow", "Magic")],
            [row("vain", field="flaw")],
            ["perks: aglow is of a pool; found Magic, expected one of Strength, Agility, Brains, Social"],
        ),
    ],
)
def test_words_of_ones_own_count_as_one_and_keep_to_the_budget(perks, flaws, found):
    """TOF-5.07, TOF-5.05: a flaw for each perk, no more perks than there may be, none twice, none that the list has already."""
    assert problems(perks=perks, flaws=flaws) == found


def test_as_colour_alone_words_need_no_flaw_and_nobodys_consent():
    """TOF-5.07, TOF-5.03: as the drafts have them, and so by their letter."""
    assert TOF.presets["letter_of_the_draft"]["perks_flaws"] == "narrative"
    only, colour = {"perks": OWN["perks"]}, {"perks_flaws": "narrative"}
    assert (problems(colour, **only), warnings(colour, **only)) == ([], [])
    play = seated(people={"ana": {}}, dials=colour)
    assert said(play.act("ana", "bring", character=sheet.written(built(**only))), "gm") == ["Nora comes to the table"]
    play = seated(people={"ana": {}}, dials=colour)
    whip = play.act("ana", "bring", character=sheet.written(built(**only, specs=["Weapon: whip"])))
    assert said(whip, "gm")[1:] == ["Nora comes with words of their own, which count if you agree: Weapon: whip"]


def test_whoever_comes_with_words_of_their_own_tells_the_game_master():
    """TOF-5.07, TOF-3.12: who may object; to nobody else is a sheet told."""
    nora = built(**OWN, skills={"Weapon": 1}, specs=["Weapon: whip"])
    words = "Weapon: whip, never forgets a face, cannot lie to a child"
    line = f"Nora comes with words of their own, which count if you agree: {words}"
    for viewer, more in (("gm", [line]), ("ana", []), ("eve", [])):
        play = seated(people={"ana": {}})
        events = play.act("ana", "bring", character=sheet.written(nora))
        assert said(events, viewer) == ["Nora comes to the table", *more]
    assert play.of("Nora", "perks") == (("never forgets a face", "nothing"),)
    plain = seated(people={"ana": {}}).act("ana", "bring", character=sheet.written(built()))
    assert said(plain, "gm") == ["Nora comes to the table"]


@pytest.mark.parametrize("count", range(5))
def test_a_poker_face_masks_exactly_three_traits(count):
    """TOF-5.05, TOF-6.26, TOF-6.11."""
    masks = dict.fromkeys(("Brains", "Dodge", "Social", "Meet")[:count], 2)
    pair = {"perks": [row("poker face")], "flaws": [row("slow", field="flaw")]}
    assert problems(**pair, masks=masks) == ([] if count == 3 else [f"masks: {count} chosen; a poker face masks 3 traits"])
    assert problems(masks=masks) == (["masks: only a poker face masks traits"] if count else [])
    hidden = warnings({"masks": "off"}, **pair, masks=masks)
    assert hidden == (["masks: this table plays without masks; they would hide nothing"] if count else [])


@pytest.mark.parametrize(("dial", "wanted"), [(2, True), (0, False), (4, True)])
def test_everybody_names_what_they_love_and_what_they_fear(dial, wanted):
    """TOF-5.04: wanted, not demanded."""
    dials = {"love_fear": dial}
    assert warnings(dials, love="", fear=" ") == (["Heart: what do you love?", "Heart: what do you fear?"] if wanted else [])
    assert problems(dials, love="", fear="") == []


# Gear


@pytest.mark.parametrize(
    ("areas", "armor", "found"),
    [
        ("six", {"head": 1, "torso": 3, "main_arm": 1, "off_arm": 2, "left_leg": 1, "right_leg": 1}, []),
        (
            "six",
            {"body": 1},
            ["armor: body is none of the areas of this table: head, torso, main_arm, off_arm, left_leg, right_leg"],
        ),
        ("four", {"head": 1, "body": 2, "arms": 3, "legs": 1}, []),
        ("four", {"torso": 1}, ["armor: torso is none of the areas of this table: head, body, arms, legs"]),
        ("one", {"body": 3}, []),
        ("one", {"head": 3}, ["armor: head is none of the areas of this table: body"]),
    ],
)
def test_armor_is_worn_on_the_areas_of_the_table(areas, armor, found):
    """TOF-7.13, TOF-7.14, TOF-R.21."""
    assert problems({"areas": areas}, armor=armor) == found


@pytest.mark.parametrize(("most", "level", "is_legal"), [(3, 3, True), (3, 4, False), (0, 1, False), (8, 8, True)])
def test_armor_ends_where_the_dial_says(most, level, is_legal):
    """TOF-7.14."""
    found = problems({"armor_max": most}, armor={"head": level})
    assert found == ([] if is_legal else [f"armor: head {level} is beyond {most}, the best there is"])


TRAINED = {"skills": {"Weapon": 1}, "specs": ["Weapon: bladed"]}


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ({"arms": ["sword"], **TRAINED}, []),
        ({"arms": ["sword"]}, ["arms: sword without training in Weapon: if the game master agrees"]),
        (
            {"arms": ["sword", "axe"], **TRAINED},
            ["arms: sword, axe: more than one weapon for Weapon, if the game master agrees"],
        ),
        ({"off_held": "shield"}, ["off_held: shield without training in Shield: if the game master agrees"]),
        ({"armor": {"torso": 1, "head": 2}}, ["armor: head 2, torso 1: if the game master agrees"]),
    ],
)
def test_gear_is_what_the_game_master_agrees_to(chosen, found):
    """TOF-6.32, TOF-7.14: or, by a dial, what the player decides."""
    assert (problems(**chosen), warnings(**chosen), warnings({"gear": "free"}, **chosen)) == ([], found, [])


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ({"arms": ["sword"], "held": "sword", "off_held": "shield"}, []),
        ({"held": "sword"}, ["held: sword is not among your weapons"]),
        ({"arms": ["bow"], "held": "bow"}, ["held: bow needs both hands; expected it in held and off_held"]),
        ({"arms": ["bow"], "held": "bow", "off_held": "bow"}, []),
        ({"held": "shield"}, ["held: a shield goes into the other hand"]),
    ],
)
def test_hands_hold_what_one_has(chosen, found):
    """TOF-6.32."""
    assert problems(**chosen) == found


def test_armor_protects_from_nothing_where_there_are_no_areas():
    """MOM-7.01, TOF-7.14."""
    assert "armor: this table plays without areas; it would protect from nothing" in warnings(None, MOM, armor={"head": 1})


# Ready-made


@pytest.mark.parametrize(
    ("system", "names"),
    [(TOF, ["Mina Stark", "Amadi Reyes", "Toby Quill"]), (MOM, ["Ines Calder", "Bram Oakley", "Sunniva Vale"])],
)
def test_three_ready_made_characters_for_each_edition(system, names):
    """TOF-2.12, TOF-3.11, MOM-3.01: legal, without a warning; all others are the game master's (TOF-1.25)."""
    found = [json.loads(one) for one in ready_made(system)]
    assert [one["name"] for one in found] == names
    for one in found:
        verdict = sheet.judged(system, sheet.Character(**one))
        assert (verdict.problems, verdict.warnings) == ([], [])
    table = seated(system)
    assert outcome(table.act("ana", "bring", character=json.dumps(found[0]))) == "here"
    with pytest.raises(Refusal, match="attribute points are left to spend"):
        table.act("ana", "bring", character=sheet.written(built(system, health=1)))


def test_an_edition_says_only_what_differs():
    """MOM-3.01, MOM-3.02, MOM-6.01, MOM-7.01, TOF-3.11, TOF-R.24: four dials, and its own people."""
    assert {name for name in TOF.dials if TOF.dials[name].values[0] != MOM.dials[name].values[0]} == {
        *("specializations", "spec_effect", "skill_budget", "harm_model")
    }
    assert [MOM.dials[name].values[0] for name in ("specializations", "spec_effect", "skill_budget", "harm_model")] == [
        *("off", "none", 20, "drain")
    ]
    assert {name: set(dial.values) for name, dial in TOF.dials.items()} == {
        name: set(dial.values) for name, dial in MOM.dials.items()
    }
    assert seated(MOM).pools("ana") == seated(TOF).pools("ana")
    assert [step[:2] for step in MOM.steps] == [step[:2] for step in TOF.steps]
    assert (MOM.lists, MOM.fields, set(MOM.game.verbs)) == (TOF.lists, TOF.fields, set(TOF.game.verbs))


# At the table


@pytest.mark.parametrize(("dial", "pools"), [("full", (20, 15, 25, 20)), ("rested", (12, 9, 15, 12)), ("empty", (0, 0, 0, 0))])
def test_pools_and_health_at_the_start(dial, pools):
    """TOF-4.09, TOF-7.08: health points are full in any case."""
    play = seated(people={"ana": {"agility": 3, "brains": 5}}, dials={"start_pools": dial})
    assert play.pools("ana") == (*pools, 8)


def test_pools_at_the_start_heed_perks_and_flaws_and_what_is_given_stands():
    """TOF-4.09, TOF-5.05."""
    deep = {"perks": [row("deep well", "Strength")], "flaws": [row("shallow well", "Social", "flaw")]}
    play = seated(people={"ana": {**deep, "brains_pool": 7}})
    assert play.pools("ana") == (24, 20, 7, 16, 8)


@pytest.mark.parametrize(("factor", "health", "points"), [(2, 4, 8), (5, 4, 20), (1, 4, 4), (2, 0, 0)])
def test_health_points(factor, health, points):
    """TOF-7.08, TOF-4.15, TOF-R.09: a factor times Health; for minor people of the game master another."""
    play = seated(people={"ana": {"health": health}}, foes={"thug": "Thug"}, dials={"health_factor": factor})
    assert (play.of("ana", "hp"), play.of("thug", "hp"), play.derived("ana")["health points"]) == (points, 4, points)


@pytest.mark.parametrize(
    ("system", "perks", "flaws", "points"),
    [(MOM, ["tough"], [], 10), (MOM, [], ["frail"], 6), (TOF, ["tough"], [], 8), (TOF, [], ["frail"], 8)],
)
def test_tough_and_frail_change_health_points_where_there_are_no_areas(system, perks, flaws, points):
    """TOF-5.05, MOM-7.01."""
    values = {"perks": [row(name) for name in perks], "flaws": [row(name, field="flaw") for name in flaws]}
    assert seated(system, people={"ana": values}).of("ana", "hp") == points


def test_sheets_are_private_unless_a_table_opens_them():
    """TOF-1.24: pools too; what is worn, wounds and states everybody sees anyway."""
    private = {name for name, field in TOF.fields.items() if field.private}
    assert set(sheets.PRIVATE) == private
    assert (sheets.shown(usual()), set(sheets.shown(usual(sheets="open")))) == ((), private)
    for dial, is_seen in (("private", False), ("open", True)):
        play = seated(people={"ana": {}, "bo": {}}, dials={"sheets": dial})
        assert {("token", "ana", name) in play.table.view("bo").facts for name in private} == {is_seen}
        assert play.sees("bo", "token", "ana", "wounds") == ()
        assert play.sees("ana", "token", "ana", "hp") == play.sees("gm", "token", "ana", "hp") == 8


# What follows


def test_an_average_character():
    """TOF-X.01, TOF-4.02, TOF-4.03, TOF-4.04, TOF-2.11: Strength 4: at most 20, a night brings 12, a meal 4."""
    found = sheet.derived(TOF, kept())
    assert [found[name] for name in ("Strength pool", "night: Strength", "meal: Strength")] == [20, 12, 4]


def test_a_day_restores_at_most_six_times_the_attribute():
    """TOF-X.02, TOF-4.03, TOF-4.04, TOF-4.07: three meals and a night: 24."""
    found = sheet.derived(TOF, kept())
    assert found["meals a day"] * found["meal: Strength"] + found["night: Strength"] == 24


@pytest.mark.parametrize(
    ("held", "meal", "night"),
    [
        (0, (4, 0), (12, 0)),
        (8, (4, 0), (12, 0)),
        (9, (4, 0), (11, 1)),
        (11, (4, 0), (9, 3)),
        (17, (3, 1), (3, 9)),
        (20, (0, 4), (0, 12)),
    ],
)
def test_what_a_meal_and_a_night_would_bring_now_and_what_would_be_lost(held, meal, night):
    """TOF-4.05, TOF-4.07: above twice the attribute at bedtime, or four times before a meal, something is wasted."""
    found = sheet.derived(TOF, kept(strength_pool=held))
    brought = [found.get(f"{event}: Strength{lost}", 0) for event in ("meal", "night") for lost in ("", " lost")]
    assert brought == [*meal, *night]
    assert all(found.values())


def test_a_meal_too_many_would_bring_nothing():
    """TOF-4.10."""
    assert [name for name in sheet.derived(TOF, kept(meals=3)) if name.startswith("meal:")] == []
    hearty = kept(meals=3, perks=[row("hearty eater")])
    assert sheet.derived(TOF, hearty)["meal: Brains"] == 4
    assert sheet.derived(TOF, hearty)["meals a day"] == 4
    assert sheet.derived(TOF, kept(flaws=[row("poor appetite", field="flaw")]))["meals a day"] == 2


@pytest.mark.parametrize(("perk", "flaw", "night"), [("sound sleeper", "", 16), ("", "bad sleeper", 8), ("", "", 12)])
def test_sleepers(perk, flaw, night):
    """TOF-5.05, TOF-4.03."""
    values = kept(perks=[row(perk)] if perk else [], flaws=[row(flaw, field="flaw")] if flaw else [])
    assert sheet.derived(TOF, values)["night: Strength"] == night


@pytest.mark.parametrize(
    ("values", "dials", "reach"),
    [
        ({"skills": {"Weapon": 4}, "strength_pool": 20}, {}, 12),
        ({"skills": {"Weapon": 4}, "strength_pool": 1}, {}, 9),
        ({"skills": {"Weapon": 8}, "strength": 8, "strength_pool": 40}, {}, 24),
        ({"skills": {"Weapon": 4}, "strength": 0}, {}, 0),
        ({"skills": {"Weapon": 4}, "strength": 0}, {"zero_attribute": "plain"}, 4),
        ({"skills": {"Weapon": 4}, "strength_pool": 20, "perks": [row("knack", "Weapon")]}, {}, 13),
        ({"skills": {"Weapon": 8}, "strength": 8, "strength_pool": 40, "perks": [row("knack", "Weapon")]}, {}, 25),
        ({"skills": {"Weapon": 4}, "strength_pool": 20}, {"bid_cap": "none"}, 28),
    ],
)
def test_the_reach_of_a_skill_is_its_attribute_and_twice_the_skill_if_the_pool_allows_it(values, dials, reach):
    """TOF-R.06, TOF-1.10, TOF-1.11, TOF-2.13, TOF-3.03, TOF-3.07: whatever the skill is used for."""
    found = sheet.derived(TOF, kept(**values), dials)
    assert {name: int(score) for name, score in found.items() if name.startswith("reach")} == {"reach: Weapon": reach}


@pytest.mark.parametrize(("rated", "cap"), [(0, 0), (1, 2), (8, 9)])
def test_a_knack_raises_the_cap_and_the_untrained_stay_at_nothing(rated, cap):
    """TOF-5.06, TOF-5.05."""
    values = kept(skills={"Meet": rated} if rated else {}, perks=[row("knack", "Meet")])
    assert people.cap(values, usual(), "Meet", "social") == cap
    clumsy = kept(skills={"Meet": rated} if rated else {}, flaws=[row("clumsy", "Meet", "flaw")])
    assert people.cap(clumsy, usual(), "Meet", "social") == max(0, rated - 1)


def test_the_reach_of_an_element_goes_by_its_attribute_and_the_purse_of_magic():
    """TOF-8.05, TOF-8.01, TOF-4.16."""
    values = kept(agility=5, magic=3, skills={"Fire magic": 4}, magic_pool=3, agility_pool=25)
    dials = {**MAGIC, "magic_skill": "element_skills"}
    assert sheet.derived(TOF, values, dials)["reach: Fire magic"] == 5 + 4 + 3
    assert sheet.derived(TOF, values, {**dials, "magic_pool": "element_stat"})["reach: Fire magic"] == 5 + 4 + 4


def test_every_figure_says_where_it_comes_from():
    """TOF-4.02, TOF-4.05, TOF-7.08."""
    found = sheet.derived(TOF, kept(strength_pool=17, skills={"Weapon": 2}, perks=[row("deep well", "Brains")]))
    assert list(found["Brains pool"].why()) == ["24 Brains pool (6 times) [TOF-4.02]", "  +4 Brains [TOF-2.02]"]
    assert all(score.ids for score in found.values())
    assert next(found["night: Strength lost"].why()) == "9 Strength lost [TOF-4.05]"


def test_a_player_knows_all_that_their_own_figures_follow_from():
    """TOF-1.24, TOF-7.08: nothing of it is hidden from them."""
    play = seated(people={"ana": "Mina Stark"})
    facts = play.table.view("ana").facts
    values = {name: facts[("token", "ana", name)] for name in TOF.fields if ("token", "ana", name) in facts}
    assert sheet.derived(TOF, values)["health points"] == 8


def test_a_sheet_with_what_no_game_knows_is_refused():
    """TOF-2.02, TOF-3.02."""
    with pytest.raises(BadValue, match="expected a whole number from 0 to 8"):
        TOF.place("Nora", {"strength": 9}, "character", "ana")
    with pytest.raises(BadValue, match="expected a whole number from 1 to 8"):
        TOF.place("Nora", {"skills": {"Weapon": 9}}, "character", "ana")
