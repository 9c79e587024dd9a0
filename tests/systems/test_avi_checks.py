"""Avitch: one pool of dice between two ratings; ratings with all that adds and takes; who judges, and how a table decides."""

from fractions import Fraction
from itertools import product

import pytest

from fatewright.core.rule.dice import typed_faces
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import roll
from fatewright.systems.avitch.characters import people
from fatewright.systems.avitch.discussions.appeals import listeners_die
from fatewright.systems.avitch.mechanics import checks, deciding
from fatewright.systems.avitch.mechanics.checks import check, even_check, ladder, lots, mixed_check
from systems.avi_table import AVI, outcome, said, seated, thrown

DIALS = {name: dial.values for name, dial in AVI.dials.items()}


def fallen(call, *faces):
    """What a rule comes to when these dice fall."""
    return roll(call, typed_faces(faces)).outcome


def chance(call, wanted=True):
    """The exact chance of an outcome."""
    found = odds(call)
    return Fraction(found.weights.get(wanted, 0), found.total)


# The pool


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        (0, "1/2"),
        (1, "37/64"),
        (2, "175/256"),
        (3, "781/1024"),
        (4, "3367/4096"),
        (5, "14197/16384"),
        (6, "58975/65536"),
        (7, "242461/262144"),
        (8, "989527/1048576"),
        (9, "4017157/4194304"),
        (10, "16245775/16777216"),
        (11, "65514541/67108864"),
    ],
    ids=[f"ahead by {difference}" for difference in range(12)],
)
@pytest.mark.parametrize("die", DIALS["check_die"])
def test_the_higher_side_wins_as_often_as_the_ledger_says(difference, expected, die):
    """AVI-X.11, AVI-1.02.01.07, AVI-1.02.01.09, AVI-1.02.01.10, AVI-1.02.03.03, AVI-R.01: with any of the dice."""
    higher = Fraction(expected)
    assert chance(check(difference, 0, die)) == higher
    assert chance(check(0, difference, die)) == 1 - higher
    assert checks.pool_of(difference) == (difference + 2 if difference else 1)
    if difference:
        assert higher == 1 - Fraction(3, 4) ** (difference + 2)


def test_the_lower_side_is_never_hopeless():
    """AVI-1.02.01.10."""
    assert chance(check(0, 10)) == Fraction(531441, 16777216)


def test_one_success_is_as_good_as_many():
    """AVI-1.02.01.08: no margin, no counting."""
    for faces in product((1, 6, 7, 8), repeat=3):
        assert fallen(check(3, 2), *faces) == (max(faces) >= 7)
        assert fallen(check(2, 3), *faces) == (max(faces) < 7)


def test_a_pool_speaks_for_a_difficulty_that_is_higher():
    """AVI-X.12, AVI-1.02.01.11, AVI-R.03: a 7 belongs to the difficulty."""
    assert (fallen(check(1, 3), 1, 1, 6, 6), fallen(check(1, 3), 1, 7, 1, 1)) == (True, False)
    assert chance(check(1, 3)) == Fraction(81, 256)


@pytest.mark.parametrize(("die", "faces"), [("d4", (4,)), ("d8", (7, 8)), ("d12", (10, 11, 12)), ("d20", (16, 17, 18, 19, 20))])
def test_success_is_the_top_quarter_of_the_faces(die, faces):
    """AVI-X.05, AVI-1.02.03.03, AVI-1.02.03.04."""
    assert tuple(checks.success_faces(checks.SIDES[die])) == faces
    assert len(faces) * 4 == checks.SIDES[die]


@pytest.mark.parametrize("sides", [6, 10])
def test_dice_whose_sides_cannot_be_divided_by_four_are_no_check_dice(sides):
    """AVI-X.05, AVI-1.02.03.04."""
    with pytest.raises(ValueError, match=f"a d{sides} is no die for checks"):
        checks.success_faces(sides)
    assert f"d{sides}" not in {*checks.ALL_SIDES, *DIALS["check_die"]}


@pytest.mark.parametrize(
    ("call", "faces", "expected"),
    [
        (check(2, 0, "d20"), (15, 15, 15, 15), False),
        (check(2, 0, "d20"), (1, 2, 16, 3), True),
        (check(1, 0, "d12"), (9, 9, 9), False),
        (check(1, 0, "d12"), (9, 10, 1), True),
    ],
)
def test_pools_of_other_dice(call, faces, expected):
    """AVI-X.13, AVI-1.02.03.03."""
    assert fallen(call, *faces) == expected


def test_a_mixed_pool_judges_each_die_by_its_own_faces():
    """AVI-X.14, AVI-1.02.03.05: a 6 on a d8 is nothing, a 4 on a d4 is a success."""
    assert fallen(mixed_check(d4=1, d8=1, d20=1), 4, 6, 15)
    assert not fallen(mixed_check(d4=1, d8=1, d20=1), 3, 6, 15)
    assert chance(mixed_check(1, 1, 0, 1)) == chance(check(1, 0)) == Fraction(37, 64)
    assert chance(mixed_check(d16=1, d24=1, d100=2)) == Fraction(175, 256)


@pytest.mark.parametrize(
    ("die", "face", "expected"), [("d8", 5, True), ("d8", 4, False), ("d20", 11, True), ("d12", 6, False), ("d8", 7, True)]
)
def test_between_equals_whoever_began_it_has_the_upper_half(die, face, expected):
    """AVI-X.15, AVI-1.02.01.12, AVI-R.02: a 7 means nothing else there."""
    assert fallen(check(4, 4, die), face) == fallen(even_check(die), face) == expected


@pytest.mark.parametrize("die", list(checks.ALL_SIDES))
@pytest.mark.parametrize("split", ["initiator_high", "initiator_low", "odd_initiator"])
def test_between_equals_each_has_half_however_the_faces_are_shared_out(die, split):
    """AVI-1.02.01.09, AVI-1.02.01.12, AVI-R.02."""
    assert chance(even_check(die, split)) == Fraction(1, 2)


def test_the_pool_is_never_cut_short_unless_the_table_says_so():
    """AVI-1.02.03.07, AVI-R.13, AVI-1.02.03.02."""
    assert (checks.pool_of(10), checks.pool_of(11)) == (12, 13)
    for limit in DIALS["pool_dice_limit"][1:]:
        assert checks.pool_of(11, limit) == limit
        assert chance(check(11, 0, limit=limit)) == 1 - Fraction(3, 4) ** limit


def test_the_listeners_d12_is_no_check_die():
    """AVI-1.02.03.08: whatever die a table has for its checks."""
    assert odds(listeners_die()).weights == dict.fromkeys(range(1, 13), 1)


def test_a_ladder_of_three():
    """AVI-X.32, AVI-1.02.01.21."""
    found = {who: chance(ladder(2, 3, 4), who) for who in ("lowest", "middle", "highest")}
    assert found == {"lowest": Fraction(2187, 16384), "middle": Fraction(999, 4096), "highest": Fraction(10201, 16384)}
    assert sum(found.values()) == 1


def test_lots_make_every_order_as_likely_as_any_other():
    """AVI-1.02.01.21: equals are ordered by lot."""
    assert {chance(lots(3), order) for order in odds(lots(3)).weights} == {Fraction(1, 6)}
    assert checks.ladder_order((3, 2, 3, 2), (1, 0, 0, 3)) == [1, 3, 2, 0]


# Ratings


def test_everybody_has_all_23_skills_from_0_to_10_average_2():
    """AVI-1.03.10, AVI-1.03.11: in four groups."""
    skills = AVI.lists["skills"]
    assert len(skills) == 23
    assert {name: [skill for skill, row in skills.items() if row["group"] == name] for name in AVI.lists["groups"]} == {
        name: row["skills"] for name, row in AVI.lists["groups"].items()
    }
    assert {(AVI.fields[skill].low, AVI.fields[skill].high, AVI.fields[skill].start) for skill in skills} == {(0, 10, 2)}
    assert all(row["text"] for row in skills.values())


SKILLS = [
    ("AVI-1.03.12", "Control", "Hand-to-Hand", "coordination, precision and leverage in a fight"),
    ("AVI-1.03.13", "Fighting Mind", "Hand-to-Hand", "experience and cunning in a fight"),
    ("AVI-1.03.14", "Speed", "Hand-to-Hand", "how fast one moves in a fight"),
    ("AVI-1.03.15", "Strength", "Hand-to-Hand", "force and power in a fight"),
    ("AVI-1.03.16", "Shoot/Aim", "Physical", "bows, javelins, spears, slings"),
    ("AVI-1.03.17", "Endurance", "Physical", "keeping up hard work for long"),
    ("AVI-1.03.18", "Hide", "Physical", "keeping still, silent and out of sight"),
    ("AVI-1.03.19", "Jump/Climb", "Physical", "both of them"),
    ("AVI-1.03.20", "Ride", "Physical", "any animal that carries people"),
    ("AVI-1.03.21", "Run", "Physical", "moving fast on foot"),
    ("AVI-1.03.22", "Swim", "Physical", "moving in water"),
    ("AVI-1.03.23", "Craft", "Knowledge", "making and mending things"),
    ("AVI-1.03.24", "Trade", "Knowledge", "buying, selling, appraising"),
    ("AVI-1.03.25", "Heal", "Knowledge", "wounds and diseases"),
    ("AVI-1.03.26", "Know", "Knowledge", "what is taught and written"),
    ("AVI-1.03.27", "Notice", "Knowledge", "what is far, small or hidden"),
    ("AVI-1.03.28", "Sail", "Knowledge", "all work on a watercraft"),
    ("AVI-1.03.29", "Survive", "Knowledge", "food, water, shelter and bearings in nature"),
    ("AVI-1.03.31", "Tactics", "Social", "plans in a battle"),
    ("AVI-1.03.32", "Lead", "Social", "moving others to follow"),
    ("AVI-1.03.33", "Administer", "Social", "people, stores and records"),
    ("AVI-1.03.34", "Convince", "Social", "that one's words are true"),
    ("AVI-1.03.35", "Perform", "Social", "singing, dancing, acting, stunts"),
]


@pytest.mark.parametrize(("skill", "group", "text"), [row[1:] for row in SKILLS], ids=[row[0] for row in SKILLS])
def test_each_skill_is_what_the_list_says(skill, group, text):
    """AVI-1.03.12, AVI-1.03.13, AVI-1.03.14, AVI-1.03.15, AVI-1.03.16, AVI-1.03.17, AVI-1.03.18, AVI-1.03.19, AVI-1.03.20.

    AVI-1.03.21, AVI-1.03.22, AVI-1.03.23, AVI-1.03.24, AVI-1.03.25, AVI-1.03.26, AVI-1.03.27, AVI-1.03.28, AVI-1.03.29,
    AVI-1.03.31, AVI-1.03.32, AVI-1.03.33, AVI-1.03.34, AVI-1.03.35: one case for each.
    """
    play = seated({"ana": {skill: 7}})
    assert people.described(play.desk, skill) == {"group": group, "text": text}
    events = play.act("ana", "oppose", who="ana", skill=skill, other="bo", what="something")
    assert f"ana: something ({skill}) against bo" in said(events)


@pytest.mark.parametrize(("skill", "group"), [row[1:3] for row in SKILLS], ids=[row[1].replace("/", " or ") for row in SKILLS])
def test_each_skill_is_rated_and_lowered_by_what_ails_its_group(skill, group):
    """AVI-1.03.10, AVI-1.04.02, AVI-1.04.03, AVI-1.04.06, AVI-1.04.10: wounds lower bodies, being Worn lowers all."""
    play = seated({"ana": {skill: 7}})
    assert people.group_of(play.desk, skill) == group
    is_bodily = group in ("Hand-to-Hand", "Physical")

    def rated():
        return int(people.effective(play.desk, "ana", skill))

    assert rated() == 7
    play.put("ana", minor=3)
    assert rated() == (6 if is_bodily else 7)
    play.put("ana", major=1)
    assert rated() == (5 if is_bodily else 7)
    play.put("ana", conditions=("Winded",))
    assert rated() == (4 if is_bodily else 7)
    play.put("ana", conditions=("Winded", "Worn", "Sick"))
    assert rated() == (2 if is_bodily else 5)


def test_survive_is_one_better_in_its_own_terrain_even_above_10():
    """AVI-X.29, AVI-1.03.30, AVI-1.03.37, AVI-1.02.01.16, AVI-R.24."""
    play = seated({"ana": {"Survive": 10, "terrain": "coast"}})
    found = {place: int(people.effective(play.desk, "ana", "Survive", terrain=place)) for place in ("coast", "hills", "none")}
    assert found == {"coast": 11, "hills": 10, "none": 10}
    assert (checks.pool_of(11), checks.pool_of(10)) == (13, 12)
    assert chance(check(11, 0)) == Fraction(65514541, 67108864)
    assert int(people.effective(play.desk, "ana", "Notice", terrain="coast")) == 2


@pytest.mark.parametrize("cap", DIALS["effective_rating_cap"])
@pytest.mark.parametrize("bonus", DIALS["survive_terrain_bonus"])
def test_a_table_may_cap_ratings_and_set_what_a_terrain_adds(cap, bonus):
    """AVI-1.02.01.16, AVI-1.03.36, AVI-1.03.37."""
    play = seated({"ana": {"Survive": 9, "terrain": "coast"}}, {"effective_rating_cap": cap, "survive_terrain_bonus": bonus})
    found = int(people.effective(play.desk, "ana", "Survive", terrain="coast"))
    assert found == (min(9 + bonus, 10) if cap == 10 else 9 + bonus)


def test_penalties_never_take_a_rating_below_0_and_may_turn_the_sides_round():
    """AVI-1.02.01.16, AVI-R.32: higher and lower are told by effective ratings."""
    play = seated({"ana": {"Run": 4, "major": 1, "conditions": ["Winded"]}, "bo": {"Run": 2}})
    ana, bo = (int(people.effective(play.desk, who, "Run")) for who in ("ana", "bo"))
    assert (ana, bo) == (1, 2)
    play.put("ana", Run=1)
    assert int(people.effective(play.desk, "ana", "Run")) == 0
    play.put("ana", Run=4)
    events = play.act("ana", "oppose", who="ana", skill="Run", other="bo", what="run to the mill")
    events = play.answer("bo", "Run", 7, 1, 1)
    assert (outcome(events), thrown(events)) == ("loses", [(7, 1, 1)])


# Who judges, and how a table decides


def test_third_parties_are_found_anew_for_every_situation():
    """AVI-1.02.13, AVI-1.02.12: players without a character in it."""
    play = seated({"dee": {}}, owners={"dee": "cy"})
    desk = play.desk
    assert deciding.third_parties(desk, "ana") == ["bo", "cy"]
    assert deciding.third_parties(desk, "ana", "dee") == ["bo"]
    assert deciding.third_parties(desk, "ana", "bo", "dee") == []
    assert deciding.clockwise(desk, "bo") == ["cy", "ana", "bo"]


@pytest.mark.parametrize("decider", DIALS["difficulty_decider"])
def test_who_names_a_difficulty(decider):
    """AVI-1.02.01.04, AVI-1.02.01.15: third parties; nobody is one: all but the acting player."""
    desk = seated(None, {"difficulty_decider": decider}).desk
    found = deciding.judges(desk, "ana", "ana"), deciding.judges(desk, "ana", "ana", "bo", "cy")
    everybody = ["ana", "bo", "cy"]
    assert found == ((everybody, everybody) if decider == "whole_table" else (["bo", "cy"], ["bo", "cy"]))
    assert deciding.judges(desk, "ana", "ana", "bo") == (everybody if decider == "whole_table" else ["cy"])


@pytest.mark.parametrize(
    ("mode", "facts", "expected"),
    [
        ("table", {("referee", "seat"): "bo"}, None),
        ("rotating_per_scene", {("scene", "framer"): "cy"}, "cy"),
        ("rotating_per_scene", {}, None),
        ("fixed_player", {("referee", "seat"): "bo"}, "bo"),
        ("fixed_player", {("referee", "seat"): "gone"}, None),
    ],
)
def test_a_referee_holds_every_power_of_the_table(mode, facts, expected):
    """AVI-1.01.03: where there is one."""
    play = seated(None, {"referee_mode": mode}, facts=facts)
    assert deciding.referee(play.desk) == expected
    if expected:
        assert deciding.judges(play.desk, "ana", "ana") == [expected]
        play.act("ana", "claim-change", who="ana", what="it rains")
        assert play.asked() == [(expected, "vote")]
        assert outcome(play.answer(expected, "yes")) == "agreed"


def test_a_fixed_referee_is_named_by_the_table():
    """AVI-1.01.03."""
    play = seated(None, {"referee_mode": "fixed_player"})
    play.act("ana", "name-referee", seat="bo")
    assert outcome(play.answers({"ana": "yes", "bo": "no", "cy": "no"})) == "voted down"
    play.act("ana", "name-referee", seat="bo")
    assert outcome(play.answers({"ana": "yes", "bo": "no", "cy": "yes"})) == "agreed"
    assert deciding.referee(play.desk) == "bo"


@pytest.mark.parametrize(("numbers", "expected"), [((3,), 3), ((2, 5), 2), ((5, 2, 3), 3), ((1, 4, 5, 9), 4), ((0, 0, 10), 0)])
def test_numbers_go_by_the_lower_median(numbers, expected):
    """AVI-1.01.05."""
    assert deciding.lower_median(numbers) == expected


@pytest.mark.parametrize("decision", DIALS["table_decision"])
@pytest.mark.parametrize(
    ("votes", "majority", "consensus"),
    [
        ({"ana": "yes", "bo": "yes", "cy": "yes"}, True, True),
        ({"ana": "yes", "bo": "yes", "cy": "no"}, True, False),
        ({"ana": "yes", "bo": "no", "cy": "no"}, False, False),
        ({"ana": "yes", "cy": "no"}, False, False),  # the third party nearest to Ana breaks the tie
        ({"ana": "no", "cy": "yes"}, True, False),
    ],
)
def test_a_vote_goes_by_majority_and_a_tie_by_the_nearest_third_party(decision, votes, majority, consensus):
    """AVI-1.01.05."""
    desk = seated(None, {"table_decision": decision}).desk
    expected = consensus if decision == "consensus" else majority
    assert deciding.carried(desk, votes, "ana", "ana", "bo") == expected


def test_a_tie_without_a_third_party_leaves_things_as_they_are():
    """AVI-1.01.05."""
    desk = seated(seats=("ana", "bo")).desk
    assert not deciding.carried(desk, {"ana": "yes", "bo": "no"}, "ana", "ana", "bo")


def test_a_vote_is_told_with_its_count():
    """AVI-1.01.05."""
    play = seated()
    play.act("ana", "claim-change", who="ana", what="it rains")
    events = play.answers({"ana": "yes", "bo": "no", "cy": "yes"})
    assert "Has it changed for ana? it rains: yes (ana yes, bo no, cy yes)" in said(events)
