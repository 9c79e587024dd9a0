"""Avitch: several discussions side by side, and when a new one needs the table's word that something has changed."""

from pathlib import Path

import pytest

from fatewright.core.table.engine import Answer
from fatewright.core.table.replay import read
from fatewright.core.table.story import Refusal
from fatewright.systems.avitch.discussions import discussions, talks
from fatewright.systems.avitch.discussions.appeals import HEAR, IGNORE
from fatewright.systems.avitch.discussions.avoiding import FLEE, ONE_CHECK, STRIKE
from systems.avi_table import outcome, said, seated

SEATS = ("ana", "bo", "cy")
WON, LOST = 5, 4  # one d8 between equals: whoever began it has the upper half
AGREED = dict.fromkeys(SEATS, "yes")


def discuss(play, who="ana", other="bo", topic="the tithe", **more):
    return play.act(who, "open-discussion", who=who, other=other, topic=topic, **more)


def talking(*discussed, **dials):
    """A table at which these discussions have been opened, one after the other: talker, listener, topic."""
    play = seated(dials=dials)
    for who, other, topic in discussed:
        assert outcome(discuss(play, who, other, topic)) == "agreed"
    return play


def pitched(play, who="ana", listener="bo", topic="the tithe"):
    given = {"context": "the village", "suggestion": "pay it", "motivation": "Proud"}
    return play.act(who, "appeal", who=who, listener=listener, topic=topic, **given)


def ventured(play, who="ana", listener="bo", topic="the tithe"):
    """Somebody appeals, the table agrees on the terms, and they go through with it."""
    pitched(play, who, listener, topic)
    play.answers(dict.fromkeys(SEATS, ("Convince", "Proud", 2)))
    return play.answer(who, "make it")


def heard(play, who="ana", listener="bo", topic="the tithe", times=1):
    """So many Appeals that the listener hears, and that fail."""
    for _ in range(times):
        ventured(play, who, listener, topic)
        assert outcome(play.answer(listener, HEAR, LOST)) == "failure"


def going_on(play):
    return [talks.topic(play.desk, one) for one in talks.going_on(play.desk)]


# ── when the table is asked ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("who", "other", "topic"),
    [("ana", "bo", "the mill"), ("ana", "cy", "the tithe"), ("cy", "bo", "the tithe"), ("ana", "ana", "the tithe")],
    ids=["another topic", "another listener", "another talker", "alone"],
)
def test_another_matter_or_other_people_need_no_vote(who, other, topic):
    """AVI-2.01.12, AVI-2.01.13: only the same topic among the same people has to have changed."""
    play = talking(("ana", "bo", "the tithe"))
    assert outcome(discuss(play, who, other, topic)) == "agreed"
    assert play.asked() == []
    assert going_on(play) == ["the tithe", topic]


@pytest.mark.parametrize(("who", "other"), [("ana", "bo"), ("bo", "ana")])
@pytest.mark.parametrize("topic", ["the tithe", "  The   TITHE "])
@pytest.mark.parametrize("is_over", [False, True])
def test_the_same_topic_among_the_same_people_needs_a_change(who, other, topic, is_over):
    """AVI-2.01.12, AVI-2.01.13, AVI-R.17: whoever of them begins it, whether the last one is over or not."""
    play = talking(("ana", "bo", "the tithe"), ("ana", "cy", "the mill"))
    if is_over:
        ended(play, "ana", "the tithe", "bo")
    discuss(play, who, other, topic, changed="the reeve has raised it")
    assert play.asked() == [("ana", "vote"), ("bo", "vote"), ("cy", "vote")]
    assert outcome(play.answers(dict.fromkeys(SEATS, "no"))) == "voted down"
    assert going_on(play) == (["the mill"] if is_over else ["the tithe", "the mill"])
    discuss(play, who, other, topic, changed="the reeve has raised it")
    assert outcome(play.answers(AGREED)) == "agreed"
    assert going_on(play) == ["the mill", topic]


def ended(play, seat, topic, *asked):
    """A discussion ends, with the word of those who take part in it."""
    play.act(seat, "end-discussion")
    if "discussion" in {name for _, name in play.asked()}:
        named = {talks.topic(play.desk, one): number for number, one in enumerate(talks.going_on(play.desk))}
        assert play.question(seat).options[named[topic]].label.startswith(topic)
        play.answer(seat, named[topic])
    return play.answers(dict.fromkeys(asked, "yes"))


def test_who_joined_or_spoke_up_has_taken_part():
    """AVI-2.01.12, AVI-2.01.16: the matter is not new to them."""
    joined = talking(("ana", "bo", "the tithe"))
    joined.act("cy", "join-discussion", who="cy", other="bo")
    discuss(joined, "ana", "cy")
    assert [name for _, name in joined.asked()] == ["vote"] * 3
    spoke = talking(("ana", "bo", "the tithe"))
    heard(spoke, "cy", "bo")
    discuss(spoke, "cy", "bo")
    assert [name for _, name in spoke.asked()] == ["vote"] * 3


def test_to_ponder_the_same_alone_once_more_needs_a_change():
    """AVI-2.01.04, AVI-2.01.12."""
    play = talking(("ana", "ana", "the tithe"))
    discuss(play, "ana", "ana")
    assert [name for _, name in play.asked()] == ["vote"] * 3


# ── side by side ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_opening_one_neither_ends_nor_resets_another():
    """AVI-2.01.08, AVI-2.01.11, AVI-R.16, AVI-R.17: each has its own count for each listener."""
    play = talking(("ana", "bo", "the tithe"))
    heard(play, times=3)
    discuss(play, "ana", "bo", "the mill")
    discuss(play, "cy", "bo", "the war")
    assert (going_on(play), play.of("bo", "heard")) == (["the tithe", "the mill", "the war"], 3)
    ventured(play, topic="the mill")
    with pytest.raises(Refusal, match="3 Appeals of a discussion have to be heard"):
        play.answer("bo", IGNORE)
    play.answer("bo", HEAR, LOST)
    ventured(play)
    assert outcome(play.answer("bo", IGNORE)) == "ignored"


def test_a_changed_situation_counts_anew_there_and_nowhere_else():
    """AVI-2.01.11, AVI-R.17."""
    play = talking(("ana", "bo", "the tithe"), ("ana", "bo", "the mill"))
    heard(play, times=3)
    heard(play, topic="the mill", times=3)
    discuss(play, changed="the reeve has raised it")
    play.answers(AGREED)
    ventured(play)
    with pytest.raises(Refusal, match="3 Appeals of a discussion have to be heard"):
        play.answer("bo", IGNORE)
    play.answer("bo", HEAR, LOST)
    ventured(play, topic="the mill")
    assert outcome(play.answer("bo", IGNORE)) == "ignored"


def test_what_has_been_heard_to_the_end_is_not_taken_up_under_another_title():
    """AVI-2.01.08, AVI-2.01.12: the same arguments are not gone through again in a discussion of something else."""
    play = talking(("ana", "bo", "the tithe"), ("ana", "bo", "the mill"))
    heard(play, times=3)
    ended(play, "ana", "the tithe", "bo")
    assert going_on(play) == ["the mill"]
    ventured(play, topic="the tithe")
    assert outcome(play.answer("bo", IGNORE)) == "ignored"
    ventured(play, topic="the mill")
    with pytest.raises(Refusal, match="3 Appeals of a discussion have to be heard"):
        play.answer("bo", IGNORE)


def test_an_appeal_on_another_topic_counts_where_the_two_talk():
    """AVI-2.01.10: the count of a discussion knows no topics."""
    play = talking(("ana", "bo", "the tithe"), ("ana", "cy", "the war"))
    heard(play, topic="the weather", times=3)
    ventured(play)
    assert outcome(play.answer("bo", IGNORE)) == "ignored"


def test_whoever_takes_part_in_several_says_which_one_is_meant():
    """AVI-2.02.01, AVI-2.01.16: where neither the people nor the topic tell; a bystander of both, too."""
    play = talking(("ana", "bo", "the tithe"), ("ana", "bo", "the mill"))
    pitched(play, topic="the weather")
    assert play.asked() == [("ana", "discussion")]
    assert [one.label for one in play.question("ana").options] == ["the tithe (ana, bo)", "the mill (ana, bo)"]
    play.answer("ana", 0)
    assert [name for _, name in play.asked()] == ["terms"] * 3
    beside = talking(("ana", "bo", "the tithe"), ("bo", "cy", "the mill"))
    pitched(beside, "ana", "cy", "the weather")
    assert beside.asked() == [("ana", "discussion")]


def test_the_form_names_the_topic_of_those_who_talk():
    """AVI-2.02.01."""
    play = talking(("ana", "bo", "the tithe"), ("ana", "cy", "the mill"))
    assert play.form("ana", "appeal", who="ana", listener="bo")["topic"] == "the tithe"
    assert play.form("ana", "appeal", who="ana", listener="cy")["topic"] == "the mill"


def test_groups_are_those_of_one_discussion():
    """AVI-2.01.01, AVI-2.01.14: whoever stands with somebody here stands nowhere else with them."""
    play = talking(("ana", "bo", "the tithe"), ("ana", "bo", "the mill"), appeal_group_mode="everyone")
    play.act("cy", "join-discussion", who="cy", other="bo")
    assert [one.label for one in play.question("cy").options] == ["the tithe (ana, bo)", "the mill (ana, bo)"]
    play.answer("cy", 1)
    tithe, mill = talks.going_on(play.desk)
    assert (talks.members(play.desk, tithe, "bo"), talks.members(play.desk, mill, "bo")) == (["bo"], ["bo", "cy"])
    assert discussions.hearers(play.desk, mill, "ana", "bo") == ["bo", "cy"]
    ventured(play, topic="the tithe")
    assert play.asked() == [("bo", "answer")]


def test_a_spokesperson_speaks_in_one_discussion():
    """AVI-2.01.14."""
    play = talking(("ana", "bo", "the tithe"), ("bo", "cy", "the mill"), appeal_group_mode="spokesperson")
    play.act("bo", "speak-for-group", who="bo")
    assert play.asked() == [("bo", "discussion")]
    assert outcome(play.answer("bo", 1)) == "agreed"
    tithe, mill = talks.going_on(play.desk)
    assert [talks.speaker(play.desk, one, "bo") for one in (tithe, mill)] == [None, "bo"]


# ── ending ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_one_of_several_ends():
    """AVI-2.01.17: those who take part in it agree; the others go on."""
    play = talking(("ana", "bo", "the tithe"), ("ana", "cy", "the mill"), ("bo", "cy", "the war"))
    play.act("ana", "end-discussion")
    assert [one.label for one in play.question("ana").options] == ["the tithe (ana, bo)", "the mill (ana, cy)"]
    play.answer("ana", 1)
    assert play.asked() == [("cy", "vote")]
    assert said(play.answer("cy", "yes")) == ["the discussion of the mill is over"]
    assert going_on(play) == ["the tithe", "the war"]


def test_a_discussion_that_is_over_before_somebody_has_said_which_is_not_joined():
    """AVI-2.01.16, AVI-2.01.17: all have ended while cy thought about it."""
    play = talking(("ana", "bo", "the tithe"), ("ana", "bo", "the mill"))
    play.act("cy", "join-discussion", who="cy", other="bo")
    assert play.asked() == [("cy", "discussion")]
    play.act("bo", "start-chase", who="bo", other="ana")
    events = play.answer("ana", "let them go")
    assert said(events)[-1] == "the discussion of the mill is over"
    assert (going_on(play), play.asked()) == ([], [])


def test_a_group_that_gets_away_together_is_out_of_it_together():
    """AVI-2.01.17, AVI-3.07, AVI-3.11: and whoever of it stays goes on."""
    for together, left in ((("cy",), []), ((), ["the tithe"])):
        play = talking(("ana", "bo", "the tithe"))
        play.act("cy", "join-discussion", who="cy", other="bo")
        play.act("bo", "start-chase", who="bo", other="ana")
        play.answer("ana", "pursue")
        for who in together:
            play.act(who, "join-chase", who=who, side="quarry")
        play.act("ana", "give-up-chase", who="ana")
        assert going_on(play) == left


def test_who_gets_away_leaves_what_they_had_with_the_talker():
    """AVI-2.01.06, AVI-2.01.17: talks with others go on."""
    play = talking(("ana", "bo", "the tithe"), ("ana", "bo", "the mill"), ("bo", "cy", "the war"))
    ventured(play)
    play.answer("bo", FLEE)
    events = play.answer("bo", ONE_CHECK, WON)
    assert said(events)[-2:] == ["the discussion of the tithe is over", "the discussion of the mill is over"]
    assert going_on(play) == ["the war"]


def test_blows_end_what_those_who_fight_discuss():
    """AVI-2.01.17: and nobody else's talk."""
    play = seated({"cys": {}}, owners={"cys": "cy"})
    discuss(play)
    discuss(play, "cy", "cys", "the mill")
    ventured(play)
    play.answer("bo", STRIKE)
    play.answer("bo", "Strength")
    play.answer("ana", "Control", WON)
    assert going_on(play) == ["the mill"]


def test_the_scene_ends_all_of_them():
    """AVI-2.01.17, AVI-1.01.06."""
    play = seated(facts={("scene", "open"): True, ("scene", "framer"): "ana"})
    discuss(play)
    discuss(play, "ana", "cy", "the mill")
    events = play.act("ana", "end-scene")
    assert said(events) == ["the discussion of the tithe is over", "the discussion of the mill is over", "The scene ends"]
    assert going_on(play) == []


def test_an_appeal_ends_with_its_own_discussion_alone():
    """AVI-2.01.17: another one may end while people think."""
    play = talking(("ana", "bo", "the tithe"), ("bo", "cy", "the mill"))
    pitched(play)
    play.answers(dict.fromkeys(SEATS, ("Convince", "Proud", 2)))
    play.act("cy", "end-discussion")
    vote = next(number for number, one in play.table.truth.questions.items() if one.name == "vote")
    play.do(Answer("bo", vote, "yes"))
    assert going_on(play) == ["the tithe"]
    play.answer("ana", "make it")
    assert outcome(play.answer("bo", HEAR, LOST)) == "failure"


# ── tables from before there could be several ──────────────────────────────────────────────────────────────────────────

BEFORE = {
    ("discussion", "open"): True,
    ("discussion", "number"): 2,
    ("discussion", "topic"): "the tithe",
    ("discussion", "changed"): "this is a new matter",
    ("discussion", "side", "ana"): "ana",
    ("discussion", "side", "bo"): "bo",
}


def from_before(**dials):
    return seated({"bo": {"heard": 2}}, dials, facts=BEFORE)


def test_a_stored_discussion_goes_on():
    """AVI-2.01.08, AVI-2.01.17: its count stood with the listener, and counts."""
    play = from_before()
    ventured(play)
    with pytest.raises(Refusal, match="3 Appeals of a discussion have to be heard"):
        play.answer("bo", IGNORE)
    play.answer("bo", HEAR, LOST)
    assert play.of("bo", "heard") == 3
    ventured(play)
    assert outcome(play.answer("bo", IGNORE)) == "ignored"
    play.act("ana", "end-discussion")
    assert said(play.answer("bo", "yes")) == ["the discussion of the tithe is over"]
    assert (going_on(play), play.fact("discussion", "open")) == ([], None)


def test_others_begin_beside_a_stored_one():
    """AVI-2.01.12: and do not touch its count."""
    play = from_before()
    assert outcome(discuss(play, "ana", "bo", "the mill")) == "agreed"
    assert outcome(discuss(play, "cy", "bo", "the tithe")) == "agreed"
    assert going_on(play) == ["the tithe", "the mill", "the tithe"]
    heard(play, topic="the mill", times=4)
    ventured(play)
    with pytest.raises(Refusal, match="3 Appeals of a discussion have to be heard"):
        play.answer("bo", IGNORE)


@pytest.mark.parametrize("is_over", [False, True])
def test_the_matter_of_a_stored_one_needs_a_change(is_over):
    """AVI-2.01.12: of one that was over, nobody knows any more who took part; so everybody did."""
    play = from_before()
    if is_over:
        play.act("ana", "end-discussion")
        play.answer("bo", "yes")
    discuss(play, "bo", "ana", changed="the reeve has raised it")
    assert outcome(play.answers(AGREED)) == "agreed"
    assert (going_on(play), play.of("bo", "heard")) == (["the tithe"], 0)
    assert talks.going_on(play.desk) == [("discussion", "3")]


def test_an_appeal_that_was_waiting_goes_on():
    """AVI-2.02.09: a table from before there could be several, stored when bo had yet to say whether to hear it."""
    play = seated()
    _, play.table = read((Path(__file__).parent / "stored" / "avitch-appeal.jsonl").read_text(encoding="utf-8"))
    assert (play.asked(), play.of("bo", "heard")) == ([("bo", "answer")], 1)
    play.answer("bo", HEAR, WON)
    assert (play.asked(), play.of("bo", "heard")) == ([("bo", "dice")], 2)  # bo throws real dice
    assert outcome(play.answer("bo", (3,))) == "success"
    assert outcome(discuss(play, "cy", "bo", "the mill")) == "agreed"
    assert going_on(play) == ["the tithe", "the mill"]
