import pytest

from fatewright.core.errors import BadAnswer
from fatewright.core.rule.ask import Choose, Option
from fatewright.core.table.events import Answered, Asked, Began
from fatewright.core.table.game import waiting
from fatewright.core.table.seal import EVERYONE, HIDDEN, Blank, Unknown, is_hidden
from fatewright.core.table.state import State
from fatewright.core.table.story import (
    BrokenRule,
    Desk,
    Ending,
    Gain,
    NoSuchName,
    Now,
    PutFact,
    Say,
    Tell,
    Waiting,
    a_choice,
    a_line,
    a_number,
    a_person,
    a_text,
    answers_for,
    ends,
    now,
    spend,
    tell,
    tie,
    untie,
)

FACTS = {
    ("seat", "gm", "role"): "gm",
    ("seat", "ana", "role"): "player",
    ("seat", "bo", "role"): "player",
    ("seat", "bo", "stand-in"): "ana",
    ("dial", "burn"): "often",
    ("clock", "minutes"): 7,
    ("token", "kara", "kind"): "person",
    ("token", "kara", "owner"): "ana",
    ("token", "kara", "at"): (0, 0),
    ("token", "ogre", "kind"): "foe",
    ("token", "ogre", "owner"): "gm",
    ("token", "ogre", "answers"): "bo",
    ("token", "ogre", "at"): (-2, 5),
    ("relation", "grapple", "kara", "ogre"): True,
    ("relation", "guard", "kara", "kara"): True,
}


@pytest.fixture
def desk():
    return Desk(FACTS, {"words": {}}, "ana")


def test_the_desk_shows_tokens_and_what_belongs_to_none(desk):
    assert [(one.name, one.kind, one.owner) for one in desk.tokens()] == [("kara", "person", "ana"), ("ogre", "foe", "gm")]
    assert ("kara" in desk, "nobody" in desk, desk.seat, desk.data) == (True, False, "ana", {"words": {}})
    assert (desk.dial("burn"), desk.fact("clock", "minutes"), desk.fact("clock", "hours")) == ("often", 7, None)
    assert (desk.seats("player"), desk.seats("gm"), desk.role("bo")) == (["ana", "bo"], ["gm"], "player")
    assert (desk.related("grapple", "kara"), desk.related("grapple", "ogre")) == (["ogre"], [])


def test_a_dial_that_came_later_than_the_table_stands_at_its_default():
    desk = Desk(FACTS, {"dials": {"burn": {"values": ["never", "often"]}, "haste": {"values": [2, 1]}}}, "ana")
    assert (desk.dial("burn"), desk.dial("haste")) == ("often", 2)
    assert desk.dials() == {"burn": "often", "haste": 2}
    with pytest.raises(NoSuchName, match="there is no dial 'hast'; the dials, nearest first: haste"):
        desk.dial("hast")


def test_a_token_is_what_its_kind_says_unless_it_is_under_a_veil(desk):
    veiled = Desk({**FACTS, ("token", "ogre", "of"): "troll"}, {})
    assert (desk["ogre"].of, veiled["ogre"].of, veiled["ogre"].kind) == ("foe", "troll", "foe")


def test_a_diagonal_counts_as_one_square(desk):
    assert (desk.distance("kara", "ogre"), desk.distance("kara", "kara")) == (5, 0)


def test_what_a_token_does_not_show_is_hidden_unless_a_default_is_given(desk):
    assert is_hidden(desk["kara"]["light"])
    assert (desk["kara"].get("light", 0), desk["kara"].get("at", None)) == (0, (0, 0))


def test_a_token_that_is_not_there_is_a_mistake_of_the_author(desk):
    with pytest.raises(BrokenRule, match="there is no token 'nobody' on the table"):
        desk["nobody"]


def test_a_distance_to_somewhere_hidden_is_unknown():
    facts = {**FACTS}
    del facts[("token", "ogre", "at")]
    with pytest.raises(Unknown):
        Desk(facts, {}).distance("kara", "ogre")


def test_the_possessor_answers_for_a_token_and_a_seat_for_itself():
    assert [answers_for(FACTS, who) for who in ("kara", "ogre", "bo", "nobody")] == ["ana", "bo", "bo", "nobody"]


def test_the_short_words_for_changes():
    assert spend("kara", "light", 2) == Gain("kara", "light", -2)
    assert tie("grapple", "kara", "ogre") == PutFact(("relation", "grapple", "kara", "ogre"), True)
    assert untie("grapple", "kara", "ogre") == PutFact(("relation", "grapple", "kara", "ogre"), None)
    assert ends("well", Say("hm")) == Ending("well", (Say("hm"),))


def test_now_and_tell_ask_and_give_back_the_answer():
    running = now(Say("hm"))
    assert next(running) == Now((Say("hm"),))
    judge = lambda: True  # noqa: E731
    running = tell("hit", judge)
    assert next(running) == Tell("hit", judge, None)
    with pytest.raises(StopIteration) as done:
        running.send("verdict")
    assert done.value.value == "verdict"


@pytest.mark.parametrize(
    ("slot", "value"),
    [
        (a_person("who", "mine"), "kara"),
        (a_person("who", "token"), "ogre"),
        (a_person("to", "seat"), "bo"),
        (a_choice("trait", ("nerve", "wit")), "wit"),
        (a_number("hits", 1, 3), 3),
        (a_line("before"), 0),
        (a_text("text", 3), "abc"),
    ],
    ids=str,
)
def test_what_a_slot_takes(slot, value):
    slot.check(FACTS, "ana", value)


@pytest.mark.parametrize(
    ("slot", "value", "words"),
    [
        (a_person("who", "mine"), "ogre", "ogre is not yours"),
        (a_person("who", "mine"), "nobody", "you see no nobody"),
        (a_person("who", "token"), "nobody", "you see no nobody"),
        (a_person("to", "seat"), "kara", "nobody sits at kara"),
        (a_choice("trait", ("nerve", "wit")), "hand", "'hand' is not one of nerve, wit"),
        (a_line("before"), -1, "-1 is not a whole number from 0 on"),
        (a_line("before"), True, "True is not a whole number from 0 on"),
        (a_line("before"), "1", "'1' is not a whole number from 0 on"),
        (a_number("hits", 1, 3), 4, "4 is not a whole number from 1 to 3"),
        (a_number("hits", 1, 3), 0, "0 is not a whole number from 1 to 3"),
        (a_number("hits", 1, 3), 2.0, "2.0 is not a whole number from 1 to 3"),
        (a_text("text", 3), "abcd", "expected a text of 1 to 3 characters"),
    ],
    ids=str,
)
def test_what_a_slot_refuses(slot, value, words):
    with pytest.raises(BadAnswer) as why:
        slot.check(FACTS, "ana", value)
    assert str(why.value) == words


def test_a_viewer_knows_who_has_to_answer_what_and_reads_their_own_questions():
    view, question = State(), Choose("kara", "riposte", "Strike back?", (Option(True, "yes"),))
    view.evolve(Began(1, "ana", "attack", (("who", "kara"),), EVERYONE))
    view.evolve(Asked(2, 1, "", 0, "ana", "riposte", question, EVERYONE))
    view.evolve(Asked(3, 1, "", 1, "bo", "riposte", Blank(), EVERYONE))
    view.evolve(Asked(4, 9, "", -1, "bo", "of something unheard of", Blank(), EVERYONE))
    mine, theirs = (
        Waiting(seat, "riposte", prompt, "attack", {"who": "kara"}) for seat, prompt in (("ana", "Strike back?"), ("bo", ""))
    )
    assert waiting(view) == (mine, theirs)
    view.evolve(Answered(2, 1, 0, True, "", EVERYONE))
    assert waiting(view) == (theirs,)


def test_what_is_not_on_offer_is_taken_from_whoever_has_it_already():
    slot = a_choice("weapon", (), known=frozenset({"sword", "bow"}), none="there are none")
    view = {("token", "Ana", "arms"): (("sword", 1),), ("token", "Bo", "arms"): HIDDEN, ("dial", "best"): "bow"}
    slot.check(view, "ana", "sword")
    for other in ("bow", "spear", 3):
        with pytest.raises(BadAnswer, match="there are none"):
            slot.check(view, "ana", other)
