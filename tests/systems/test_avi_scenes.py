"""Avitch: scenes, sessions, growth, and what people own."""

import pytest

from fatewright.core.table.codec import wire
from fatewright.core.table.events import Ended
from fatewright.core.table.game import Lapse
from fatewright.core.table.seal import KEEPER, see
from fatewright.core.table.story import Refusal
from fatewright.systems.avitch.discussions import talks
from fatewright.systems.avitch.mechanics import deciding, scenes
from systems.avi_table import AVI, cited, outcome, said, seated

SEATS = ("ana", "bo", "cy")
ROW = {"context": "the village", "topic": "the tithe", "motivation": "Proud", "since": "session 1, scene 1"}


def voted(play, vote="yes", seats=SEATS):
    """All players vote the same."""
    return play.answers(dict.fromkeys(seats, vote))


def opened(people=None, *, seats=SEATS, **dials):
    """A table with an open session."""
    play = seated(people, dials, seats=seats)
    play.act("ana", "open-session")
    assert outcome(voted(play, seats=seats)) == "agreed"
    return play


def test_the_table_as_a_whole_judges_what_no_check_decides():
    """AVI-1.02.12, AVI-1.01.05."""
    for vote, found in (("yes", "agreed"), ("no", "voted down")):
        play = seated()
        play.act("ana", "ask-table", question="Is the gate still open?")
        assert play.asked() == [(seat, "vote") for seat in SEATS]
        events = voted(play, vote)
        assert outcome(events) == found
        assert said(events) == [f"Is the gate still open?: {vote} (ana {vote}, bo {vote}, cy {vote})"]


def framed(play, seat="ana"):
    return play.act(seat, "frame-scene", place="the mill", question="Who burnt it?")


def whole(play, seat):
    """A scene from its beginning to its end."""
    assert outcome(framed(play, seat)) == "agreed"
    assert outcome(play.act(seat, "end-scene")) == "agreed"


# Sessions


def test_a_session_opens_by_agreement():
    """AVI-1.01.06, AVI-1.01.03, AVI-1.01.05: nobody opens it alone."""
    play = seated()
    play.act("ana", "open-session")
    assert outcome(voted(play, "no")) == "voted down"
    play.act("ana", "open-session")
    events = voted(play)
    assert said(events)[-1] == "Avitch, session 1: everybody frames 2 scenes. The world is before gunpowder, and without magic"
    assert (play.fact("session", "number"), play.fact("session", "open")) == (1, True)
    with pytest.raises(Refusal, match=r"^a session is open already$"):
        play.act("bo", "open-session")
    assert "session" not in AVI.game.verbs


def test_a_vote_is_only_ever_told_of_whoever_gave_it():
    """AVI-1.01.05: who lets it lapse has said neither yes nor no, and no stand-in says it for them."""
    play = seated()
    play.act("cy", "stand-in", seat="cy", by="ana")
    play.act("ana", "open-session")
    play.answers({"ana": "yes", "bo": "yes"})
    (question,) = [number for number, one in play.table.truth.questions.items() if one.seat == "cy"]
    events = play.do(Lapse(KEEPER, question))
    assert [line for line in said(events) if "(" in line] == ["Session 1 begins: yes (ana yes, bo yes, cy did not vote)"]


@pytest.mark.parametrize(
    ("decision", "votes", "found"),
    [
        ("majority", ("yes", "yes", "no"), "agreed"),
        ("majority", ("yes", "no", "no"), "voted down"),
        ("consensus", ("yes", "yes", "no"), "voted down"),
        ("consensus", ("yes", "yes", "yes"), "agreed"),
        ("referee", ("yes", "yes", "no"), "agreed"),  # nobody is one yet
    ],
)
def test_how_the_table_decides(decision, votes, found):
    """AVI-1.01.05: one vote each."""
    play = seated(dials={"table_decision": decision})
    play.act("ana", "open-session")
    assert outcome(play.answers(dict(zip(SEATS, votes, strict=True)))) == found


@pytest.mark.parametrize(
    ("mode", "asked"), [("table", ["ana", "bo", "cy"]), ("rotating_per_scene", ["bo"]), ("fixed_player", ["cy"])]
)
def test_whoever_is_referee_decides_for_the_table(mode, asked):
    """AVI-1.01.03, AVI-1.01.05: nobody; whoever framed the scene; or one player."""
    facts = {("scene", "framer"): "bo", ("scene", "open"): True, ("referee", "seat"): "cy", ("session", "open"): True}
    play = seated(dials={"referee_mode": mode}, facts=facts)
    play.act("ana", "end-scene")
    assert [seat for seat, _ in play.asked()] == asked


@pytest.mark.parametrize(
    ("era", "world"), [("pre_gunpowder", "before gunpowder, and without magic"), ("table_defined", "as you say it is")]
)
def test_the_world(era, world):
    """AVI-1.01.01: said when a session begins, and nothing else."""
    play = seated(dials={"setting_era": era})
    play.act("ana", "open-session")
    assert said(voted(play))[-1].endswith(f"The world is {world}")


@pytest.mark.parametrize(("count", "is_usual"), [(1, False), (2, True), (3, True), (6, True), (7, False)])
def test_how_many_play(count, is_usual):
    """AVI-1.01.02: two to six are usual; others are told so, and may play."""
    seats = ("ana", "bo", "cy", "dee", "eli", "flo", "gus")[:count]
    play = seated(seats=seats)
    play.act("ana", "open-session")
    events = voted(play, seats=seats)
    assert outcome(events) == "agreed"
    assert ("AVI-1.01.02" in cited(events)) == (not is_usual)


# Scenes


def test_a_scene_is_framed():
    """AVI-1.01.06: place, who is there, and what is at stake."""
    play = opened()
    events = play.act("ana", "frame-scene", place="the mill", question="Who burnt it?", present="ana and bo")
    assert said(events) == ["Scene 1, framed by ana: the mill. There: ana and bo. Who burnt it?"]
    assert [play.fact("scene", name) for name in ("framer", "place", "question", "number")] == [
        "ana",
        "the mill",
        "Who burnt it?",
        1,
    ]
    with pytest.raises(Refusal, match=r"^a scene is being played: end it first$"):
        framed(play, "bo")
    with pytest.raises(Refusal, match=r"^no session is open$"):
        framed(seated())


def test_players_frame_clockwise():
    """AVI-1.01.06: anybody the first scene; then the next one clockwise, unless the table agrees to another."""
    play = opened()
    whole(play, "bo")
    assert scenes.next_framer(play.desk) == "cy"
    framed(play, "ana")
    assert play.question("bo").prompt == "ana frames the next scene, instead of cy"
    assert outcome(voted(play, "no")) == "voted down"
    whole(play, "cy")
    framed(play, "bo")
    assert outcome(voted(play)) == "agreed"
    assert play.fact("scene", "framer") == "bo"


def test_of_two_who_want_to_frame_one_comes_too_late():
    """AVI-1.01.06: one scene at a time."""
    play = opened()
    whole(play, "ana")
    framed(play, "cy")
    events = framed(play, "bo")
    assert [event.outcome for event in events if isinstance(event, Ended)] == ["agreed", "refused"]
    assert said(events)[-1] == "a scene is being played: end it first"
    assert play.asked() == []
    assert play.fact("scene", "framer") == "bo"


def test_by_a_dial_anybody_frames():
    """AVI-1.01.06: but nobody more than their share."""
    play = opened(scene_framing="free", scenes_per_player=1)
    whole(play, "cy")
    with pytest.raises(Refusal, match=r"^you have framed 1 of 1; it is for the others now$"):
        framed(play, "cy")
    whole(play, "ana")
    whole(play, "bo")
    with pytest.raises(Refusal, match=r"^everybody has framed their scenes: close the session$"):
        framed(play, "ana")


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5])
def test_a_session_ends_after_so_many_scenes(most):
    """AVI-1.01.06: then it closes without a vote."""
    play = opened(scenes_per_player=most)
    for _ in range(most):
        for seat in SEATS:
            assert not scenes.all_have_framed(play.desk)
            whole(play, seat)
    with pytest.raises(Refusal, match=r"^everybody has framed their scenes: close the session$"):
        framed(play)
    assert said(play.act("bo", "close-session")) == ["Session 1 is over"]
    with pytest.raises(Refusal, match=r"^no session is open$"):
        play.act("bo", "close-session")
    play.act("ana", "open-session")
    voted(play)
    assert (play.fact("session", "number"), scenes.framed(play.desk, "ana")) == (2, 0)


def test_a_session_ends_early_only_by_agreement():
    """AVI-1.01.06: and with it the scene."""
    play = opened()
    framed(play)
    play.act("ana", "close-session")
    assert outcome(voted(play, "no")) == "voted down"
    play.act("ana", "close-session")
    assert outcome(voted(play)) == "agreed"
    assert (scenes.is_open(play.desk), play.fact("session", "open")) == (False, False)


def test_who_ends_a_scene():
    """AVI-1.01.06: whoever framed it; others only if the table agrees."""
    play = opened()
    framed(play)
    play.act("bo", "end-scene")
    assert play.question("cy").prompt == "The scene ends; its question is answered: Who burnt it?"
    assert outcome(voted(play, "no")) == "voted down"
    play.act("bo", "end-scene")
    assert outcome(voted(play)) == "agreed"
    with pytest.raises(Refusal, match=r"^no scene is being played$"):
        play.act("ana", "end-scene")


def test_what_ends_with_a_scene():
    """AVI-1.04.06, AVI-1.04.09, AVI-1.02.01.20, AVI-2.01.17: Winded, Hidden, a discussion, and what one has led others to."""
    play = opened({"bo": {"conditions": ["Winded", "Hidden", "Worn"]}})
    framed(play)
    play.act("ana", "open-discussion", who="ana", other="cy", topic="the fire")
    play.put_fact("led", "ana", value=("the chase",))
    events = play.act("ana", "end-scene")
    assert said(events) == ["the discussion of the fire is over", "The scene ends"]
    assert (play.of("bo", "conditions"), talks.going_on(play.desk), play.fact("led", "ana")) == (("Worn",), [], None)


def test_only_the_scene_ends_a_discussion_where_a_dial_says_so():
    """AVI-2.01.17."""
    play = opened(discussion_end="scene_end_only")
    framed(play)
    play.act("ana", "open-discussion", who="ana", other="cy", topic="the fire")
    play.act("ana", "end-scene")
    assert talks.going_on(play.desk) == []


@pytest.mark.parametrize(
    ("main", "death", "answer", "found"),
    [
        ("no", "player_choice", None, ("Dead",)),
        ("yes", "dies", None, ("Dead",)),
        ("yes", "player_choice", "dies", ("Dead",)),
        ("yes", "player_choice", "lives on", ("Out",)),
        ("yes", "never", "never", ("Out",)),
    ],
)
def test_whoever_is_dying_when_the_scene_ends(main, death, answer, found):
    """AVI-1.04.05: dies; a main character's player may choose a lasting mark."""
    play = opened({"bo": {"main": main, "major": 3, "conditions": ["Out", "Dying"]}}, main_character_death=death)
    framed(play)
    play.act("ana", "end-scene")
    if death == "player_choice" and answer:
        play.answer("bo", answer)
    if found == ("Out",):
        play.answer("bo", "Run")
        assert play.of("bo", "scars") == (("Run", 1),)
    assert play.of("bo", "conditions") == found


def test_whoever_has_lost_their_player_is_run_by_the_next():
    """AVI-1.01.04: clockwise from whoever frames the scene."""
    play = opened()
    whole(play, "ana")
    play.put_fact("seat", "cy", "role", value=None)
    events = framed(play, "bo")
    assert said(events)[-1] == "cy is run by ana"
    assert play.of("cy", "answers") == "ana"
    assert deciding.players(play.desk) == ["ana", "bo"]


# What a session leaves behind


def test_what_drives_people_is_read_aloud():
    """AVI-6.01: at the end of a session."""
    play = opened({"bo": {"driving": [ROW]}})
    play.act("ana", "close-session")
    assert said(voted(play))[1:] == ["What drives bo: Proud (the village: the tithe)", "Session 1 is over"]


@pytest.mark.parametrize(("expiry", "left"), [("replaced_or_settled", 1), ("end_of_session", 0), ("never", 1)])
def test_what_drives_people_after_a_session(expiry, left):
    """AVI-2.03.01.08: it stays, unless a dial ends it."""
    play = opened({"bo": {"driving": [ROW]}}, dm_expiry=expiry)
    play.act("ana", "close-session")
    voted(play)
    assert len(play.of("bo", "driving")) == left


def failed(play, seat, skill):
    """Somebody fails at something, by rolling against 3 with a rating of 2: one success is enough for the difficulty."""
    play.act(seat, "lead", 8, 1, 1, who=seat, others="cy" if seat != "cy" else "ana", task=skill)


def test_ratings_stay_as_they_are_by_default():
    """AVI-1.01.07: they change only if the table agrees, by a motion."""
    play = opened()
    failed(play, "ana", "Lead")
    assert play.of("ana", "lost") == ()
    play.act("ana", "close-session")
    assert outcome(voted(play)) == "agreed"
    assert play.of("ana", "Lead") == 2
    play.act("ana", "move-to-overrule", token="ana", field="Lead", value=3, reason="she has learned")
    voted(play)
    assert play.of("ana", "Lead") == 3


def test_a_skill_that_lost_a_check_grows():
    """AVI-1.01.07: one for each character, chosen by its player; what grew is nobody else's business."""
    play = opened(
        {"anas": {"Lead": 10, "lost": ["Lead"]}, "bo": {"lost": ["Run", "Hide"]}}, advancement="one_skill_point_per_session"
    )
    failed(play, "ana", "Lead")
    assert play.of("ana", "lost") == ("Lead",)
    play.act("ana", "close-session")
    voted(play)
    assert play.asked() == [("ana", "growth"), ("bo", "growth"), ("ana", "growth")]
    assert [one.value for one in play.question("bo").options] == ["Run", "Hide"]
    play.answer("bo", "Hide")
    play.answer("ana", "Lead")
    events = play.answer("ana", "Lead")
    assert [play.of(*one) for one in (("ana", "Lead"), ("anas", "Lead"), ("bo", "Hide"), ("bo", "Run"))] == [3, 10, 3, 2]
    assert said(events, "ana")[:2] == ["ana: Lead grows to 3", "anas: Lead is at 10, and goes no further"]
    assert said(events, "bo")[0] == "bo: Hide grows to 3"
    assert said(events, "cy") == ["ana, bo, anas: a skill grows", "Session 1 is over"]
    assert [play.of(who, "lost") for who in ("ana", "bo", "anas")] == [(), (), ()]


def test_nobody_else_can_tell_what_grew():
    """AVI-1.01.07, AVI-2.04.07: whatever it was, and whether it was at 10 already."""
    heard = []
    for rating, skill in ((2, "Run"), (10, "Hide")):
        play = opened({"bo": {"Run": 2, "Hide": rating, "lost": ["Run", "Hide"]}}, advancement="one_skill_point_per_session")
        play.act("ana", "close-session")
        voted(play)
        play.answer("bo", skill)
        heard.append([[wire(one) for event in play.table.records if (one := see(event, who))] for who in ("ana", "cy", "eve")])
    assert heard[0] == heard[1]


def test_the_dead_do_not_grow():
    """AVI-1.01.07."""
    play = opened({"bo": {"lost": ["Run"], "conditions": ["Dead"]}}, advancement="one_skill_point_per_session")
    play.act("ana", "close-session")
    assert outcome(voted(play)) == "agreed"


# Belongings


@pytest.mark.parametrize("possessions", ["by_agreement", "listed_at_creation"])
def test_what_people_own(possessions):
    """AVI-1.01.08: what the table finds fitting; by a dial only what the sheet has listed."""
    play = seated({"ana": {"possessions": "a rope"}}, {"possessions": possessions})
    wants = {"who": "ana", "belongings": "a rope, a spear", "armed": "yes"}
    if possessions == "listed_at_creation":
        with pytest.raises(Refusal, match="what the sheet has listed from the start"):
            play.act("ana", "obtain", **wants)
        return
    play.act("ana", "obtain", **wants)
    assert outcome(voted(play, "no")) == "voted down"
    assert play.of("ana", "possessions") == "a rope"
    play.act("ana", "obtain", **wants)
    assert outcome(voted(play)) == "agreed"
    assert [play.of("ana", name) for name in ("possessions", "armed", "armoured")] == ["a rope, a spear", "yes", "no"]
