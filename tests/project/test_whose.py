"""What is the author's and what is ours: every row of every list of the five games is marked, and the marks were reviewed.

The authors' drafts are no part of this folder. What was compared with them, row by row, stands here as numbers: a list that
changes is compared anew.
"""

import pytest

from fatewright.systems.spec import games
from fatewright.systems.whose import KINDS, MARKS, named

GAMES = {id: system for id, system in games().items() if system.prefix}
COUNTS = {  # of each list the rows of the draft, of ours, and rulings
    "avitch": {
        "flags": (0, 0, 2),
        "intents": (0, 0, 3),
        "groups": (4, 0, 0),
        "skills": (23, 0, 0),
        "motivations": (18, 0, 0),
        "motivations_called": (11, 0, 0),
        "pairs": (9, 0, 0),
        "terrains": (0, 0, 9),
        "ladder": (0, 0, 8),
        "consequences": (2, 0, 11),
        "conditions": (0, 0, 10),
        "approaches": (0, 0, 5),
        "plans": (0, 0, 5),
        "grounds": (0, 0, 5),
        "modes": (0, 0, 6),
        "leg_costs": (0, 0, 4),
        "chase_grounds": (0, 0, 5),
        "shots": (0, 0, 9),
        "kinds": (2, 16, 0),
    },
    "moment-of-truth": {
        "no_skill": (0, 0, 1),
        "best_skill": (0, 0, 1),
        "nothing": (0, 0, 1),
        "anything": (0, 0, 1),
        "drawn_event": (0, 0, 2),
        "statistics": (6, 0, 0),
        "flags": (0, 0, 2),
        "links": (0, 0, 2),
        "derived": (5, 0, 0),
        "skill_levels": (5, 0, 0),
        "statistic_levels": (5, 0, 0),
        "skills": (51, 0, 0),
        "skills_called": (8, 0, 0),
        "problems": (14, 0, 0),
        "talents": (7, 0, 0),
        "boons": (5, 1, 0),
        "connections": (36, 0, 0),
        "melee_weapons": (11, 0, 0),
        "ranged_weapons": (11, 1, 0),
        "armor": (6, 13, 0),
        "shields": (2, 0, 0),
        "sights": (2, 0, 0),
        "conditions": (8, 0, 2),
        "hazards": (0, 5, 0),
        "kinds": (0, 16, 0),
    },
    "triumph-and-disaster": {
        "abilities": (6, 0, 0),
        "skills": (24, 0, 0),
        "skills_called": (2, 0, 0),
        "aptitudes_called": (2, 0, 0),
        "levels": (3, 0, 0),
        "levels_called": (1, 0, 0),
        "no_situation": (0, 0, 1),
        "any_roll": (0, 0, 1),
        "no_tool": (0, 0, 1),
        "tools": (0, 7, 0),
        "priorities": (0, 0, 5),
        "pairings": (4, 0, 12),
        "bands": (6, 0, 0),
        "races": (0, 4, 1),
        "origins": (0, 6, 1),
        "perks": (0, 15, 0),
        "spells": (0, 12, 0),
        "tricks": (0, 6, 0),
        "spell_answers": (0, 0, 12),
        "healing": (0, 0, 1),
        "unchanged": (0, 0, 1),
        "usual_answer": (0, 0, 1),
        "own_spell": (0, 0, 1),
        "weapon_groups": (0, 6, 1),
        "armor_kinds": (3, 0, 0),
        "languages": (0, 5, 1),
        "weapons": (0, 14, 1),
        "nothing": (0, 0, 1),
        "shields": (0, 1, 0),
        "armors": (3, 0, 1),
        "gear": (0, 8, 1),
        "wonders": (0, 7, 0),
        "statuses": (3, 0, 20),
        "uses": (0, 0, 11),
        "sides": (0, 0, 4),
        "turn_marks": (0, 0, 8),
        "damages": (10, 0, 0),
        "ranks": (0, 0, 3),
        "race_costs": (0, 0, 8),
        "grades": (0, 0, 4),
        "terrains": (0, 0, 4),
        "forage": (0, 0, 3),
        "covers": (0, 0, 4),
        "materials": (0, 0, 3),
        "light": (0, 0, 3),
        "kinds": (0, 17, 0),
    },
    "twist-of-fate": {
        "nothing": (0, 0, 1),
        "flags": (0, 0, 2),
        "no_skill": (0, 0, 1),
        "attributes": (6, 0, 0),
        "pools": (5, 0, 0),
        "teams": (0, 0, 4),
        "ladder": (0, 0, 8),
        "boons": (1, 5, 0),
        "skills": (26, 0, 9),
        "skills_called": (2, 0, 2),
        "specs": (67, 0, 45),
        "perks": (0, 8, 0),
        "flaws": (0, 8, 0),
        "weapons": (0, 13, 0),
        "shields": (1, 0, 0),
        "areas": (0, 0, 9),
        "conditions": (1, 0, 3),
        "elements": (4, 0, 0),
        "elements_called": (1, 0, 0),
        "spells": (7, 7, 0),
        "kinds": (0, 14, 0),
    },
}
COUNTS["mind-over-matter"] = {**COUNTS["twist-of-fate"], "kinds": (0, 14, 0)}  # the same author's, of which it has the lists
SAMPLES = {  # facts of the drafts: what stands there by name, and what does not
    "avitch": {"draft": ["Morten", "Ella", "Valourous", "major wound"], "ours": ["Ysolde"], "ruling": ["Winded", "Flank"]},
    "moment-of-truth": {"draft": ["Xenobotony", "Natural Sniper", "Pole Arm", "A Debt Paid"], "ours": ["Second Sight", "Acid"]},
    "triumph-and-disaster": {
        "draft": ["Resist Possession", "withering", "Punishing", "Burning"],
        "ours": ["Fire Dart", "Human", "crossbow", "lucky charm", "Reaper"],
        "ruling": ["fists", "Stunned", "a trap strikes"],
    },
    "twist-of-fate": {
        "draft": ["Brawl/Grapple", "Illicit: holdout", "illusion", "Air"],
        "ours": ["halberd", "deep well", "lightning"],
        "ruling": ["Trade", "Dodge: missiles"],
    },
}


@pytest.mark.parametrize("id", COUNTS)
def test_of_every_list_so_many_rows_are_the_drafts_so_many_ours_and_so_many_rulings(id):
    data = GAMES[id].data
    marks = named(data)
    lists = [name for name in data["lists"] if name not in data["unions"]] if "unions" in data else [*data["lists"]]
    found = {name: tuple(len(marks.get(name, {}).get(mark, ())) for mark in MARKS) for name in (*lists, KINDS)}
    assert found == COUNTS[id]


@pytest.mark.parametrize("id", COUNTS)
def test_every_row_is_accounted_for_once(id):
    data = GAMES[id].data
    for name, counted in COUNTS[id].items():
        rows = data[KINDS] if name == KINDS else data["lists"][name]
        assert sum(counted) == len(rows), name
        assert sorted(row for some in named(data)[name].values() for row in some) == sorted(rows)


@pytest.mark.parametrize("id", SAMPLES)
def test_what_the_drafts_name_and_what_they_do_not(id):
    marks = named(GAMES[id].data)
    found = {mark: {row for by in marks.values() for row in by.get(mark, ())} for mark in MARKS}
    for mark, rows in SAMPLES[id].items():
        assert set(rows) <= found[mark]


def test_no_other_game_of_the_house_has_marks():
    assert {id for id, system in games().items() if "whose" in system.data} == set(COUNTS) == set(GAMES)
