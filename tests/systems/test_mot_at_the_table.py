"""Moment of Truth: who may do what at a table, how a roll is called for and answered, and who helps."""

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.table.engine import Act, Answer
from fatewright.core.table.events import Overruled, Rolled, Told
from fatewright.core.table.game import Overrule
from fatewright.core.table.seal import EVERYONE, see
from fatewright.core.table.story import Refusal
from fatewright.systems import sheet
from fatewright.systems.moment_of_truth.characters import sheets
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.pools import NO_SKILL
from fatewright.systems.opening import opening
from systems.mot_stage import CALM, MOT, STATISTICS, Play, built, dice, faces, fives_count, outcome, said, somebody

OGRE = {"Ogre": somebody({"Brawling": 2}, strength=5, suspicious="yes")}
TRY = {"who": "Ana", "skill": "Stealth", "task": "past the guard"}


# Who runs whom


@pytest.mark.parametrize("seats", [{"ana": "player"}, {"gm": "gm", "ana": "player", "bo": "gm"}, {}])
def test_a_table_has_one_game_master(seats):
    """MOT-0.05."""
    with pytest.raises(BadValue, match="played with one game master"):
        opening(MOT, seats)
    play = Play({"Ana": somebody(), "Bo": somebody()})
    assert (play.desk.seats("gm"), play.desk.seats("player")) == (["gm"], ["ana", "bo"])


def test_players_run_their_characters_and_the_game_master_everybody_else():
    """MOT-0.05: friend or foe."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, OGRE)
    play.act("gm", "place", name="Nan", kind="Nurse")
    assert [pools.is_player_character(play.desk, who) for who in ("Ana", "Bo", "Ogre", "Nan")] == [True, True, False, False]
    assert [play.of(who, "owner") for who in ("Ana", "Bo", "Ogre", "Nan")] == ["ana", "bo", "gm", "gm"]


@pytest.mark.parametrize("who", ["Bo", "Ogre"])
def test_a_player_acts_for_their_own_character_only(who):
    """MOT-0.06."""
    play = Play({"Ana": somebody(), "Bo": somebody()}, OGRE)
    with pytest.raises(Refusal, match=f"^{who} is not yours$"):
        play.act("ana", "attempt", **{**TRY, "who": who})
    with pytest.raises(Refusal, match=r"^only the game master overrules"):
        play.do(Overrule("ana", who, "strength", 1, "because"))
    with pytest.raises(Refusal, match="'set-skill' is not something you can do here"):
        play.act("ana", "set-skill", who=who, skill="Stealth", level="4")


def test_a_declaration_is_made_by_nobody_but_its_player():
    """MOT-0.06: neither another player nor the game master answers in Ana's place."""
    play = Play({"Ana": somebody(), "Bo": somebody()})
    play.call("Ana", "Stealth")
    for seat in ("bo", "gm"):
        with pytest.raises(Refusal, match="'answer' is for ana to answer"):
            play.do(Answer(seat, play.waiting("ana"), "refuse"))


def test_the_game_master_sees_and_edits_everything_and_players_see_nothing_of_the_game_masters_people():
    """MOT-0.06."""
    play = Play({"Ana": somebody({"Stealth": 1})}, OGRE)
    closed = {name for name, field in MOT.fields.items() if field.closed}
    seen = {name for name, field in MOT.fields.items() if field.open}  # what anybody can see of anybody
    assert all(play.knows("gm", "token", who, field) for who in ("Ana", "Ogre") for field in MOT.fields)
    assert {field for field in MOT.fields if play.knows("ana", "token", "Ogre", field)} == seen
    assert {field for field in MOT.fields if not play.knows("ana", "token", "Ana", field)} == closed
    play.do(Overrule("gm", "Ana", "strength", 5, "a strange potion"))
    events = play.act("gm", "set-skill", who="Ana", skill="Stealth", level="4", why="she has practised")
    assert (play.of("Ana", "strength"), dict(play.of("Ana", "skills"))) == (5, {"Stealth": 4})
    assert said(events, "ana") == ["Ana: Stealth is 4 instead of 1: she has practised"]


@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("set-skill", {"skill": "Brawling", "level": "4", "why": "practice"}),
        ("change-trait", {"kind": "problems", "trait": "Bounty", "change": "gains"}),
        ("hurt", {"minor": 3, "major": 1}),
        ("drink", {"impaired": "yes"}),
    ],
)
def test_what_is_written_before_everyone_is_not_for_the_game_masters_people(verb, args):
    """MOT-0.06: their numbers, traits and wounds are the game master's."""
    play = Play(foes={"Ogre": somebody(problems=["Drunk"])})
    with pytest.raises(Refusal, match="Ogre is the game master's: that goes on behind the screen"):
        play.act("gm", verb, who="Ogre", **args)


@pytest.mark.parametrize(
    ("verb", "args", "field", "value"),
    [
        ("secret-skill", {"skill": "Brawling", "level": "4"}, "skills", (("Brawling", 4),)),
        ("secret-skill", {"skill": "Brawling", "level": "not owned"}, "skills", ()),
        ("secret-hurt", {"minor": 3, "major": 1}, "major", 1),
    ],
)
def test_what_the_game_master_writes_behind_the_screen_nobody_else_hears_of(verb, args, field, value):
    """MOT-0.06, MOT-0.14."""
    play = Play(foes={"Ogre": somebody()})
    events = play.act("gm", verb, who="Ogre", **args)
    assert play.of("Ogre", field) == value
    assert [event for event in events if see(event, "ana") is not None] == []
    with pytest.raises(Refusal, match="Ana is a player's: that goes on before everyone"):
        play.act("gm", verb, who="Ana", **args)


# The last word


def test_whatever_is_overruled_is_logged_with_the_computed_value_the_new_one_and_the_reason():
    """MOT-0.14: of a number, and of a word."""
    play = Play()
    events = play.do(Overrule("gm", "Ana", "minor", 4, "the fall was deeper"))
    assert [event for event in events if isinstance(event, Overruled)] == [
        Overruled(("token", "Ana", "minor"), 0, 4, "gm", "the fall was deeper", EVERYONE)
    ]
    assert play.of("Ana", "minor") == 4
    (ruled, _) = play.do(Overrule("gm", "Ana", "impaired", "yes", ""))
    assert (ruled.computed, ruled.value, ruled.reason) == ("no", "yes", "")


def test_a_skill_that_the_game_master_sets_is_logged_with_what_it_was_and_why():
    """MOT-0.14."""
    play = Play({"Ana": somebody({"Stealth": 1})})
    events = play.act("gm", "set-skill", who="Ana", skill="Stealth", level="3", why="a year in the woods")
    assert said(events) == ["Ana: Stealth is 3 instead of 1: a year in the woods"]
    assert said(play.act("gm", "set-skill", who="Ana", skill="Stealth", level="not owned", why="a curse")) == [
        "Ana: Stealth is not owned instead of 3: a curse"
    ]
    assert play.of("Ana", "skills") == ()


@pytest.mark.parametrize(
    ("default_tn", "more"), [(2, -1), (2, 0), (2, 1), (2, 2), (2, 3), (2, 7), (1, 0), (1, 1), (1, 2), (1, 3), (1, 8)]
)
def test_target_numbers_beyond_the_usual_are_the_game_masters_word_and_the_log_says_so(default_tn, more):
    """MOT-1.12, MOT-0.14: the standard, and one or two more for what is hard."""
    tn = default_tn + more
    play = Play(dials={**CALM, "default_tn": default_tn})
    events = play.call("Ana", NO_SKILL, *[2] * max(3, tn), tn=tn)
    line = f"The usual target numbers are {default_tn} to {default_tn + 2}; {tn} is the game master's word"
    assert (line in said(events)) == (not 0 <= more <= 2)


# Words


@pytest.mark.parametrize(
    ("other", "called"),
    [
        *(("Unarmed Combat", "Brawling"), ("First Aid", "Medic"), ("Firearms/Rifle", "Long Arms"), ("Climbing", "Athletics")),
        *(("Forced Entry", "Athletics"), ("lock picking", "Lockpicking"), ("Mechanic", "Mechanics")),
        ("Melee Combat", "melee attack, a derived statistic"),
    ],
)
def test_other_names_of_a_skill_lead_to_the_one_it_has(other, called):
    """MOT-0.16, MOT-3.21, MOT-R.27, MOT-R.28, MOT-R.29, MOT-R.31."""
    assert f"skills: {other}: here it is called {called}" in sheet.problems(MOT, built(skills={other: 1}))
    assert other not in MOT.lists["skills"]
    assert called in MOT.lists["skills"] or called.startswith("melee attack")
    assert sheets.called(other, MOT.lists) == sheets.called(called, MOT.lists) == called


def test_two_words_for_one_thing_are_one_thing():
    """MOT-0.16: serious is major, trouble is a problem, a check is a roll, melee combat is melee attack."""
    derived = sheet.derived(MOT, MOT.kept(somebody(minor=0, major=0, credits_to_skills=0)))
    names = {*MOT.fields, *MOT.lists, *derived, *MOT.game.verbs, *MOT.lists["problems"], *MOT.lists["skills"]}
    assert {"major", "problems", "hit points", "melee attack"} <= names
    assert [
        name for name in names for word in ("serious", "trouble", "check", "total", "melee combat") if word in name.lower()
    ] == []


def test_a_sheet_holds_all_that_a_character_is():
    """MOT-0.09."""
    wanted = {*STATISTICS, "skills", "problems", "talents", "boons", "minor", "major", "equipment", "connections", "xp"}
    assert wanted <= set(MOT.fields)
    play = Play({"Ana": somebody({"Stealth": 2}, minor=3, major=1, xp=7, equipment="a lamp")})
    kept = play.sheet("Ana")
    assert wanted <= set(kept)
    assert (kept["minor"], kept["major"], kept["xp"], kept["equipment"]) == (3, 1, 7, "a lamp")
    assert set(sheet.derived(MOT, kept)) >= {"hit points", "melee attack", "ranged attack", "reaction time", "move"}
    assert (MOT.seat_fields, play.moments()) == (("moments",), 0)
    assert (int(sheet.derived(MOT, kept)["hit points"]), int(sheet.derived(MOT, kept)["hit points left"])) == (12, 8)
    assert [one.name for one in sheet.judged(MOT, built()).budgets] == ["statistic points", "credits", "skill points"]


# A roll is called for


@pytest.mark.parametrize("verb", ["call-for", "call-contest", "call-sneak", "secret-contest", "secret-sneak"])
def test_only_the_game_master_calls_for_rolls(verb):
    """MOT-0.10."""
    play = Play()
    assert play.system.game.verbs[verb].roles == ("gm",)
    with pytest.raises(Refusal, match=f"^'{verb}' is not something you can do here; you can: .*attempt"):
        play.do(Act("ana", verb, {}))
    play.act("ana", "attempt", **TRY)
    assert (play.asked(), faces(play.table.records)) == ([("gm", "ruling")], [])


def test_a_request_carries_statistic_skill_kind_target_number_and_modifiers():
    """MOT-0.10, MOT-1.01: proposed by a player, confirmed by the game master."""
    play = Play({"Ana": somebody({"Stealth": 2})}, dials=CALM)
    events = play.act("ana", "attempt", **TRY)
    form = play.table.truth.questions[play.waiting("gm")].asked
    assert [field.name for field in form.fields] == ["ruling", "statistic", "tn", "scope", "modifier", "help", "reason"]
    assert form.default == ("roll", "agility", 2, "relevant", 0, "nobody", "circumstances")
    assert (dice(events), form.prompt.startswith("Ana: past the guard (Stealth). Uncertain?")) == ([], True)
    with pytest.raises(Refusal):
        play.do(Answer("ana", play.waiting("gm"), ("yes", *form.default[1:])))
    events = play.answer("gm", ("roll", "will", 3, "peripheral", 1, "nobody", "circumstances"), 6, 6, 5, 5, 5, 1)
    assert said(events)[0] == "Ana, past the guard: will and Stealth, target number 3, +1 die for circumstances"
    assert (dice(events), fives_count(events), outcome(events)) == ([6], False, "failure")


@pytest.mark.parametrize(
    ("ruling", "ending", "line"),
    [("yes", "works", "Ana simply succeeds: past the guard"), ("no", "cannot be done", "It cannot be done: past the guard")],
)
def test_what_is_declared_may_work_or_be_impossible_without_a_roll(ruling, ending, line):
    """MOT-1.01."""
    play = Play()
    play.act("ana", "attempt", **TRY)
    events = play.answer("gm", (ruling, "agility", 2, "relevant", 0, "nobody", "circumstances"))
    assert (outcome(events), said(events), dice(events)) == (ending, [line], [])


def test_a_declared_action_goes_from_the_request_over_the_players_choice_to_the_dice():
    """MOT-1.01: declared, asked for, answered, thrown, classified, told."""
    play = Play({"Ana": somebody({"Stealth": 2})})
    play.act("ana", "attempt", **TRY)
    play.answer("gm", ("roll", "agility", 2, "relevant", 0, "nobody", "circumstances"))
    assert set(play.offers("ana")) == {"roll", "raise", "refuse", "fumble"}
    play.answer("ana", "roll", 5, 5, 6, 2, 2)
    assert set(play.offers("ana")) == {True, False}  # whether to take a setback
    events = play.answer("ana", False)
    assert (outcome(events), said(events)) == ("success", ["Ana: success"])


@pytest.mark.parametrize(("skill", "skills"), [("Stealth", {"Stealth": 1}), ("Stealth", {}), (NO_SKILL, {})])
def test_the_target_number_is_told_to_all_before_the_roll_whatever_kind_it_is(skill, skills):
    """MOT-1.10, MOT-1.13: skilled, unskilled, statistic; the number is that of the game master."""
    play = Play({"Ana": somebody(skills)}, dials=CALM)
    events = play.call("Ana", skill, *[5] * (3 + len(skills)), statistic="perception", tn=3, task="over the wall")
    told = [type(event) for event in events if isinstance(event, Told | Rolled)]
    assert told[:2] == [Told, Rolled]
    named = "" if skill == NO_SKILL else f" and {skill}"
    assert said(events)[0] == f"Ana, over the wall: perception{named}, target number 3"


@pytest.mark.parametrize(("skills", "ending"), [({"Stealth": 0}, "success"), ({}, "failure")])
def test_the_unskilled_roll_against_the_same_target_number(skills, ending):
    """MOT-1.13: three fives reach it or count for nothing; three sixes reach it for both."""
    play = Play({"Ana": somebody(skills)}, dials=CALM)
    assert outcome(play.call("Ana", "Stealth", 5, 5, 5, tn=3)) == ending
    assert outcome(play.call("Ana", "Stealth", 6, 6, 6, tn=3)) == "success"


def test_a_player_may_decline_to_roll_and_is_paid():
    """MOT-0.11: no dice, a failure, two Moments."""
    play = Play()
    play.call("Ana", "Stealth")
    events = play.answer("ana", "refuse")
    assert (dice(events), outcome(events), play.moments()) == ([], "failure", 2)


def test_a_plain_failure_has_no_further_effect():
    """MOT-1.39: but that the session has seen one roll more."""
    play = Play({"Ana": somebody({"Stealth": 1})}, OGRE, CALM)
    before = dict(play.table.truth.facts)
    events = play.call("Ana", "Stealth", 5, 1, 2, 3)
    changed = {path: value for path, value in play.table.truth.facts.items() if before.get(path) != value}
    assert (outcome(events), changed, said(events)[1:], said(events, "gm")[1:]) == (
        *("failure", {("session", "rolls"): 1}),
        *(["Ana: failure"], ["Ana: failure"]),
    )


def test_what_has_failed_may_be_tried_again_if_the_game_master_calls_for_it():
    """MOT-1.41."""
    play = Play({"Ana": somebody({"Stealth": 1})}, dials=CALM)
    endings = [outcome(play.call("Ana", "Stealth", *thrown)) for thrown in ((1, 2, 3, 4), (1, 2, 3, 4), (6, 6, 3, 4))]
    assert endings == ["failure", "failure", "success"]
    play.act("ana", "attempt", **TRY)
    assert play.asked() == [("gm", "ruling")]


def test_somebody_of_the_game_masters_rolls_behind_the_screen():
    """MOT-0.06, MOT-1.10: the outcome is told, the dice are not."""
    play = Play(foes=OGRE)
    events = play.call("Ogre", "Brawling", 5, 6, 1, 1, 2, 2, 2, statistic="strength")
    assert (outcome(events), faces(events, "gm"), faces(events, "ana")) == ("success", [[5, 6, 1, 1, 2, 2, 2]], [])
    assert said(events, "ana")[-1] == "Ogre: success"


# Help


def party(**helpers):
    """Ana, who rolls, and others by name with their skills."""
    return {"Ana": somebody({"Research": 1}), **{name: somebody(skills) for name, skills in helpers.items()}}


@pytest.mark.parametrize(("skill", "pool"), [(NO_SKILL, 3), ("Research", 4)])
def test_a_helper_adds_one_die_to_a_skill_roll_and_to_a_statistic_roll(skill, pool):
    """MOT-1.26, MOT-X.13: before the roll, whatever the helper is good at."""
    play = Play(party(Bo={"Research": 4}), dials=CALM)
    assert dice(play.call("Ana", skill, help="anybody")) == []
    assert play.asked() == [("bo", "help")]
    events = play.answer("bo", True, *[2] * (pool + 1))
    assert (dice(events), said(events)[0]) == ([pool + 1], "Bo helps Ana")
    play.call("Ana", skill, help="anybody")
    assert dice(play.answer("bo", False, *[2] * pool)) == [pool]


def test_the_die_of_a_helper_counts_as_the_rollers_dice_do():
    """MOT-1.26: a master's help does not make fives count for the unskilled."""
    play = Play({"Ana": somebody(), "Bo": somebody({"Research": 4})}, dials=CALM)
    play.call("Ana", "Research", help="anybody")
    assert fives_count(play.answer("bo", True, 5, 5, 5, 5)) is False


def test_where_the_game_master_allows_no_help_nobody_is_asked():
    """MOT-1.26."""
    play = Play(party(Bo={"Research": 4}), dials=CALM)
    assert dice(play.call("Ana", "Research", 2, 2, 2, 2, help="nobody")) == [4]


@pytest.mark.parametrize(("skills", "may_help"), [({}, False), ({"History": 4}, False), ({"Research": 0}, True)])
def test_where_a_skill_is_needed_only_who_owns_it_may_help(skills, may_help):
    """MOT-1.27, MOT-X.13, MOT-3.03: level 0 suffices."""
    play = Play(party(Bo=skills), dials=CALM)
    thrown = () if may_help else (2, 2, 2, 2)
    play.call("Ana", "Research", *thrown, help="with the skill")
    assert play.asked() == ([("bo", "help")] if may_help else [])
    if may_help:
        assert dice(play.answer("bo", True, *[2] * 5)) == [5]


@pytest.mark.parametrize(("most", "more"), [(1, 1), (0, 0), (2, 2), (3, 3), ("unlimited", 4)])
def test_as_many_help_as_the_dial_allows(most, more):
    """MOT-1.28, MOT-R.88: of four who would."""
    play = Play(party(Bo={}, Cy={}, Di={}, Ed={}), dials={**CALM, "max_helpers": most})
    thrown = [2] * (4 + more)
    events = play.call("Ana", "Research", *(thrown if not more else ()), help="anybody")
    if more:
        for seat in ("bo", "cy", "di"):
            play.answer(seat, True)
        events = play.answer("ed", True, *thrown)
        assert said(events)[0] == f"{', '.join(('Bo', 'Cy', 'Di', 'Ed')[:more])} {'helps' if more == 1 else 'help'} Ana"
    assert dice(events) == [4 + more]
    assert MOT.dials["max_helpers"].values[0] == 1
