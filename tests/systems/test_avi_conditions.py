"""Avitch: wounds and other marks, what they come to, and how they end: care, rest, and the end of a scene."""

import pytest

from fatewright.core.table.events import Ended
from fatewright.kit.stage import Stage
from fatewright.systems.avitch.characters import care, conditions, people
from systems.avi_table import AVI, cited, outcome, said, seated, thrown

DIALS = {name: dial.values for name, dial in AVI.dials.items()}
EVERYBODY = {"ana": "yes", "bo": "yes", "cy": "yes"}


def somebody(dials=None, /, **sheet):
    """Ana, as given."""
    return seated({"ana": sheet}, dials)


def lands(play, changes):
    """Changes as a story would land them."""
    play.land(*changes)


def hurt(play, kind, who="ana", **how):
    lands(play, conditions.suffers(play.desk, who, kind, **how))


def state(play, who="ana"):
    return play.of(who, "minor"), play.of(who, "major"), play.of(who, "conditions")


refused = Stage.refused  # the sentence with which an act is refused


# Wounds


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (["minor"], (1, 0, ())),
        (["minor"] * 3, (3, 0, ())),
        (["minor"] * 4, (4, 0, ("Out",))),
        (["major"], (0, 1, ())),
        (["major"] * 2, (0, 2, ("Out",))),
        (["minor", "major", "minor"], (2, 1, ("Out",))),
        (["minor", "minor", "minor", "major"], (3, 1, ("Out",))),  # a load of 5
        (["minor"] * 5, (5, 0, ("Out", "Dying"))),  # another wound when Out
        (["major"] * 3, (0, 3, ("Out", "Dying"))),
    ],
)
def test_a_load_of_four_takes_somebody_out_and_another_wound_is_death_at_the_door(kinds, expected):
    """AVI-1.04.02, AVI-1.04.03, AVI-1.04.04, AVI-1.04.05."""
    play = somebody()
    for kind in kinds:
        hurt(play, kind)
    assert state(play) == expected


@pytest.mark.parametrize("capacity", DIALS["wound_capacity"])
def test_the_capacity_of_a_table(capacity):
    """AVI-1.04.04, AVI-1.04.05: Out at it, Dying two beyond."""
    desk = somebody({"wound_capacity": capacity}, minor=capacity - 1).desk
    assert conditions.wounded(desk, "ana", "minor") == (capacity, 0, True, False)
    assert conditions.wounded(desk, "ana", "major") == (capacity - 1, 1, True, False)
    desk = somebody({"wound_capacity": capacity}, minor=capacity).desk  # not marked Out, whyever
    assert conditions.wounded(desk, "ana", "major").is_dying


@pytest.mark.parametrize("minor", DIALS["minor_wound_penalty"])
@pytest.mark.parametrize("major", DIALS["major_wound_penalty"])
@pytest.mark.parametrize("mode", DIALS["conditions"])
def test_only_the_worst_wound_lowers_and_not_where_marks_are_for_the_story(minor, major, mode):
    """AVI-1.04.01, AVI-1.04.02, AVI-1.04.03."""
    play = somebody({"minor_wound_penalty": minor, "major_wound_penalty": major, "conditions": mode}, Run=8, Know=8, minor=2)
    is_on = mode == "standard"

    def rated(skill):
        return int(people.effective(play.desk, "ana", skill))

    assert (rated("Run"), rated("Know")) == (8 - minor * is_on, 8)
    play.put("ana", major=1)
    assert (rated("Run"), rated("Know")) == (8 - major * is_on, 8)
    play.put("ana", conditions=("Worn",))
    assert (rated("Run"), rated("Know")) == (8 - (major + 1) * is_on, 8 - is_on)


def test_the_same_mark_twice_is_one():
    """AVI-1.04.01."""
    play = somebody()
    for _ in range(2):
        lands(play, people.marked(play.desk, "ana", "Worn", "Winded"))
    assert play.of("ana", "conditions") == ("Worn", "Winded")
    assert sum(people.penalties(play.desk, "ana", "Physical")) == 2


@pytest.mark.parametrize("mark", ["Winded", "Off-balance", "Held", "Hidden", "Worn", "Sick", "Pinned", "Out", "Dying", "Dead"])
def test_every_mark_says_what_it_does(mark):
    """AVI-1.04.01, AVI-1.04.06, AVI-1.04.07, AVI-1.04.08, AVI-1.04.09, AVI-1.04.10, AVI-1.04.11."""
    row = AVI.lists["conditions"][mark]
    assert row["text"]
    groups = {"Winded": 2, "Worn": 4, "Sick": 4}.get(mark, 0)
    assert (row.get("penalty", 0), len(row.get("groups", ()))) == (int(bool(groups)), groups)


def test_where_conditions_are_for_the_story_alone_nobody_is_out():
    """AVI-1.04.01."""
    play = somebody({"conditions": "story_only"})
    for _ in range(6):
        hurt(play, "major")
    assert state(play) == (0, 6, ())


def test_whoever_is_subdued_is_not_dying():
    """AVI-4.19, AVI-1.04.05."""
    play = somebody(minor=3)
    hurt(play, "major", is_gentle=True)
    assert state(play) == (3, 1, ("Out",))
    hurt(play, "major", is_gentle=True)
    assert state(play) == (3, 2, ("Out",))
    assert conditions.suffers(play.desk, "ana", "") == []


@pytest.mark.parametrize(
    ("consequence", "before", "expected"),
    [
        ("only the time is lost", {}, (0, 0, ())),
        ("it cannot be tried again", {}, (0, 0, ())),
        ("something is lost", {}, (0, 0, ())),
        ("minor wound", {}, (1, 0, ())),
        ("major wound", {}, (0, 1, ())),
        ("Winded", {}, (0, 0, ("Winded",))),
        ("Worn", {}, (0, 0, ("Worn",))),
        ("Sick", {}, (0, 0, ("Sick",))),
        ("position betrayed", {"conditions": ["Hidden", "Worn"]}, (0, 0, ("Worn",))),
        ("a fall of up to 5 feet", {}, (0, 0, ())),
        ("a fall of up to 10 feet", {}, (1, 0, ())),
        ("a fall of up to 15 feet", {}, (0, 1, ())),
        ("a fall of more than 15 feet", {}, (0, 2, ("Out",))),
        ("a fall of more than 15 feet", {"minor": 1}, (2, 1, ("Out",))),
        ("a fall of more than 15 feet", {"minor": 4, "conditions": ["Out"]}, (4, 1, ("Out", "Dying"))),
    ],
)
def test_what_was_announced_happens_and_is_never_rolled(consequence, before, expected):
    """AVI-1.04.13, AVI-1.02.02.04, AVI-1.02.01.05: the draft's own 15 feet are a major wound."""
    play = somebody(**before)
    lands(play, conditions.befalls(play.desk, "ana", consequence))
    assert state(play) == expected


def test_every_consequence_is_tested():
    """AVI-1.04.13: the list and this file agree."""
    (mark,) = (m for m in test_what_was_announced_happens_and_is_never_rolled.pytestmark if m.name == "parametrize")
    assert {row[0] for row in mark.args[1]} == set(AVI.lists["consequences"])


@pytest.mark.parametrize("disease", DIALS["disease"])
def test_nobody_falls_ill_where_there_are_no_diseases(disease):
    """AVI-1.04.11."""
    play = seated(None, {"disease": disease})
    play.act("ana", "attempt", who="ana", skill="Survive", what="drink", helper="ana")
    offered = list(play.question("bo").fields[2].answers())
    assert ("Sick" in offered) == (disease == "on")
    play.put("bo", conditions=("Sick",))
    if disease == "off":
        assert refused(play, "cy", "heal", who="cy", patient="bo", what="Sick") == "there are no diseases here"


# Care


@pytest.mark.parametrize(
    ("what", "wounds", "difficulty", "expected"),
    [
        ("minor wound", {"minor": 2}, 2, (1, 0)),
        ("major wound", {"major": 1}, 3, (1, 0)),
        ("major wound", {"minor": 1, "major": 1}, 3, (2, 0)),
    ],
)
def test_care_takes_a_minor_wound_away_or_makes_a_major_one_minor(what, wounds, difficulty, expected):
    """AVI-1.04.12: Heal, once a day for each patient."""
    for dice, after in (((8,), expected), ((1,), tuple(wounds.get(kind, 0) for kind in ("minor", "major")))):
        play = seated({"ana": wounds, "bo": {"Heal": difficulty}})
        events = play.act("bo", "heal", 8 if dice == (8,) else 1, who="bo", patient="ana", what=what)
        assert (state(play)[:2], outcome(events)) == (after, "success" if dice == (8,) else "failure")
        assert f"bo: Heal {difficulty} against {difficulty}" in said(events)
        for healer in ("bo", "cy"):
            if play.of("ana", what.removesuffix(" wound")):
                assert refused(play, healer, "heal", who=healer, patient="ana", what=what) == "ana has been cared for today"


def test_somebody_who_is_out_is_up_again_below_the_capacity():
    """AVI-1.04.04, AVI-1.04.12."""
    play = seated({"ana": {"minor": 4, "conditions": ["Out"]}, "bo": {"Heal": 2}})
    play.act("bo", "heal", 8, who="bo", patient="ana", what="minor wound")
    assert state(play) == (3, 0, ())
    play = seated({"ana": {"major": 3, "conditions": ["Out"]}, "bo": {"Heal": 3}})
    play.act("bo", "heal", 8, who="bo", patient="ana", what="major wound")
    assert state(play) == (1, 2, ("Out",))


def test_whoever_is_dying_is_saved_by_one_of_several_healers():
    """AVI-1.04.05: difficulty 3, one attempt for each; then they are Out."""
    play = seated({"ana": {"minor": 5, "conditions": ["Out", "Dying"]}, "bo": {"Heal": 3}, "cy": {"Heal": 4}})
    assert refused(play, "bo", "heal", who="bo", patient="ana", what="minor wound") == "ana is Dying: see to that first"
    events = play.act("bo", "heal", 1, who="bo", patient="ana", what="Dying")
    assert (outcome(events), state(play)) == ("failure", (5, 0, ("Out", "Dying")))
    assert refused(play, "bo", "heal", who="bo", patient="ana", what="Dying") == "bo has tried"
    events = play.act("cy", "heal", 8, 1, 1, who="cy", patient="ana", what="Dying")
    assert (outcome(events), state(play), play.fact("tended", "ana")) == ("success", (5, 0, ("Out",)), None)


@pytest.mark.parametrize(
    ("what", "sheet", "no"),
    [
        ("Dying", {}, "ana is not Dying"),
        ("Sick", {}, "ana is not Sick"),
        ("minor wound", {"major": 1}, "ana has no minor wound"),
        ("major wound", {"minor": 1}, "ana has no major wound"),
        ("minor wound", {"minor": 1, "conditions": ["Dead"]}, "ana is dead"),
        ("Sick", {"conditions": ["Sick"], "nursed": "yes"}, "ana has been nursed today"),
    ],
)
def test_what_cannot_be_healed(what, sheet, no):
    """AVI-1.04.05, AVI-1.04.11, AVI-1.04.12."""
    assert refused(seated({"ana": sheet}), "bo", "heal", who="bo", patient="ana", what=what) == no


def test_the_helpless_and_those_who_fight_heal_nobody():
    """AVI-1.04.04, AVI-1.04.12."""
    play = seated({"ana": {"minor": 1}, "bo": {"conditions": ["Out"]}})
    assert refused(play, "bo", "heal", who="bo", patient="ana", what="minor wound") == "bo cannot act"
    play.act("cy", "fight", who="cy", other="ana")
    assert refused(play, "cy", "heal", who="cy", patient="ana", what="minor wound") == "cy is fighting"


@pytest.mark.parametrize(("comfort", "difficulty"), [("bed and warmth", 2), ("food and shelter", 3), ("neither", 3)])
def test_a_sickness_is_nursed_day_by_day(comfort, difficulty):
    """AVI-1.04.11: 2 with bed and warmth, if the table agrees that there are any."""
    play = seated({"ana": {"conditions": ["Sick"]}, "bo": {"Heal": 2}})
    dice = (1,) * 3 if difficulty == 3 else (8,)
    events = play.act("bo", "heal", *(() if difficulty == 2 else dice), who="bo", patient="ana", what="Sick", comfort=comfort)
    if difficulty == 2:
        events = play.answers(EVERYBODY, *dice)
    assert (f"bo: Heal 2 against {difficulty}" in said(events), outcome(events)) == (True, "success")
    assert state(play) == (0, 0, ())


def test_three_failures_in_a_row_are_a_major_wound():
    """AVI-1.04.11: and the sickness goes on."""
    play = seated({"ana": {"conditions": ["Sick"]}, "bo": {"Heal": 3}})
    found = []
    for _ in range(4):
        play.act("bo", "heal", 1, who="bo", patient="ana", what="Sick")
        found.append((play.of("ana", "ill"), *state(play)))
        play.put("ana", nursed="no")
    assert found == [(1, 0, 0, ("Sick",)), (2, 0, 0, ("Sick",)), (0, 0, 1, ("Sick",)), (1, 0, 1, ("Sick",))]
    play.act("bo", "heal", 8, who="bo", patient="ana", what="Sick")
    assert (play.of("ana", "ill"), state(play)) == (0, (0, 1, ()))


# Rest


def rests(play, days=1, comfort="food and shelter"):
    play.act("ana", "rest", days=days, comfort=comfort)
    return play.answers(EVERYBODY)


@pytest.mark.parametrize(
    ("days", "expected"), [(2, (2, 1)), (3, (1, 1)), (6, (0, 1)), (7, (1, 0)), (8, (1, 0)), (9, (0, 0)), (30, (0, 0))]
)
def test_without_care_a_minor_wound_goes_in_three_days_and_a_major_one_is_minor_in_seven(days, expected):
    """AVI-1.04.12."""
    play = somebody(minor=2, major=1)
    events = rests(play, days)
    assert (state(play)[:2], outcome(events)) == (expected, "happens")
    single = somebody(minor=2, major=1)
    for _ in range(days):
        rests(single)
    assert state(single)[:2] == expected


@pytest.mark.parametrize(
    ("minor", "major"), [*((days, 7) for days in DIALS["rest_days_minor"]), *((3, days) for days in DIALS["rest_days_major"])]
)
def test_the_days_of_a_table(minor, major):
    """AVI-1.04.12: dials from 1 to 30."""
    assert set(DIALS["rest_days_minor"]) == set(DIALS["rest_days_major"]) == set(range(1, 31))
    desk = somebody({"rest_days_minor": minor, "rest_days_major": major}).desk
    for days in range(1, 31):
        after = care.recovered(desk, 5, 5, days)
        assert after == (5 - (days % minor == 0) + (days % major == 0), 5 - (days % major == 0))


def test_a_new_wound_starts_the_days_anew_and_a_day_of_care_does_not_count():
    """AVI-1.04.12."""
    play = seated({"ana": {"minor": 2}, "bo": {"Heal": 2}})
    rests(play, 2)
    assert play.of("ana", "rested") == 2
    hurt(play, "minor")
    assert play.of("ana", "rested") == 0
    play.act("bo", "heal", 1, who="bo", patient="ana", what="minor wound")
    rests(play)
    assert (play.of("ana", "rested"), play.of("ana", "cared")) == (0, "no")
    rests(play, 3)
    assert state(play)[:2] == (2, 0)


def test_rest_gets_somebody_up_again_and_ends_being_winded_or_worn():
    """AVI-1.04.04, AVI-1.04.06, AVI-1.04.10: a day with food and shelter."""
    play = somebody(minor=4, conditions=["Out", "Winded", "Worn"])
    rests(play, 1, "neither")
    assert state(play) == (4, 0, ("Out", "Worn"))
    rests(play, 2)
    assert state(play) == (3, 0, ())


def test_rest_needs_peace_and_agreement():
    """AVI-1.04.12, AVI-1.01.05."""
    play = somebody(minor=1)
    play.act("ana", "rest", days=3)
    assert outcome(play.answers({"ana": "yes", "bo": "no", "cy": "no"})) == "voted down"
    play.put("bo", conditions=("Out", "Dying"))
    assert refused(play, "ana", "rest", days=3) == "bo: Dying"
    play.put("bo", conditions=())
    play.act("ana", "fight", who="ana", other="bo")
    assert refused(play, "ana", "rest", days=3) == "not while somebody fights or runs"


def test_ten_minutes_get_somebodys_breath_back():
    """AVI-1.04.06."""
    play = somebody(conditions=["Winded", "Worn"])
    assert refused(play, "bo", "catch-breath", who="bo") == "bo is not Winded"
    events = play.act("ana", "catch-breath", who="ana")
    assert (play.of("ana", "conditions"), cited(events), thrown(events)) == (("Worn",), {"AVI-1.04.06"}, [])
    play.put("ana", conditions=("Winded",))
    play.act("ana", "fight", who="ana", other="bo")
    assert refused(play, "ana", "catch-breath", who="ana") == "not in a fight, nor in a chase"


# Death


@pytest.mark.parametrize("death", DIALS["main_character_death"])
@pytest.mark.parametrize("main", ["yes", "no"])
@pytest.mark.parametrize("choice", ["dies", "lives on"])
def test_who_is_still_dying_when_the_scene_ends_dies_or_lives_on_with_a_mark(death, main, choice):
    """AVI-1.04.05: by the choice of a main character's player; others die."""
    sheet = {"main": main, "minor": 5, "conditions": ["Out", "Dying"], "Speed": 4}
    play = seated({"ana": sheet}, {"main_character_death": death}, facts={("scene", "open"): True, ("scene", "framer"): "bo"})
    events = play.act("bo", "end-scene")
    if main == "yes" and death == "player_choice":
        assert play.asked() == [("ana", "death")]
        events = play.answer("ana", choice)
    dies = main == "no" or death == "dies" or (death == "player_choice" and choice == "dies")
    if dies:
        assert (play.of("ana", "conditions"), any(isinstance(event, Ended) for event in events)) == (("Dead",), True)
        return
    assert set(play.question("ana").answers()) == {
        skill for skill, row in AVI.lists["skills"].items() if row["group"] in ("Hand-to-Hand", "Physical")
    }
    play.answer("ana", "Speed")
    assert (play.of("ana", "conditions"), play.of("ana", "scars")) == (("Out",), (("Speed", 1),))
    play.put("ana", minor=0, conditions=())
    assert int(people.effective(play.desk, "ana", "Speed")) == 3


def test_winded_ends_with_the_scene():
    """AVI-1.04.06."""
    play = seated({"ana": {"conditions": ["Winded", "Worn"]}}, facts={("scene", "open"): True, ("scene", "framer"): "bo"})
    play.act("bo", "end-scene")
    assert play.of("ana", "conditions") == ("Worn",)


def test_a_fight_ends_with_the_scene():
    """AVI-4.20, AVI-1.01.06: also one whose exchange is being fought out."""
    play = seated(facts={("scene", "open"): True, ("scene", "framer"): "bo"})
    play.act("ana", "fight", who="ana", other="bo")
    play.act("ana", "exchange", 8, who="ana", other="bo")
    play.act("bo", "end-scene")
    assert [path for path in play.table.truth.facts if path[0] == "fight"] == []
    play.answer("bo", "Speed")
    events = play.answer("ana", "Speed")
    assert (outcome(events), said(events)[-1], state(play), state(play, "bo")) == (
        "draw",
        "the fight is over already",
        (0, 0, ()),
        (0, 0, ()),
    )


def test_there_is_no_rest_if_a_fight_begins_while_the_table_votes():
    """AVI-1.04.12."""
    play = somebody(minor=1)
    play.act("ana", "rest", days=3)
    play.act("cy", "fight", who="cy", other="bo")
    assert (outcome(play.answers(EVERYBODY)), state(play)) == ("nothing", (1, 0, ()))
