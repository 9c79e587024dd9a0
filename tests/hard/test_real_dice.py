"""Somebody throws real dice: the table asks what they show, and goes on as if it had thrown them itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatewright.core.errors import BadAnswer
from fatewright.core.rule.ask import Read
from fatewright.core.rule.dice import Count, Dice, Faces, Group, Sum, sides_of
from fatewright.core.rule.price import odds
from fatewright.core.rule.rule import Asks, ask, behind, rule, throw
from fatewright.core.table.engine import Answer
from fatewright.core.table.preview import odds_of_answer
from fatewright.core.table.replay import Header, read, verify, written
from fatewright.core.table.snapshot import Record, resumed, taken
from fatewright.core.table.story import Gain, Refusal, Verb, a_person, ends
from fatewright.core.table.table import Rewind
from hard.setting import act, answer, asked, driven, game_of, heard, names, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}


@rule
def strength(pool: int, hidden: int) -> Asks[int]:
    """How many hits, judged against something hidden."""
    return (yield from throw(Dice(pool, 6).count(hits=(5, 6)), lambda hits: hits - hidden))


def lift(table, who):
    """Lift something, first with two dice in hand, then with two more; in between something falls behind the screen."""
    first = yield from ask(strength(table[who]["light"], 0), by=who)
    yield from behind(strength(1, 0))
    second = yield from ask(strength(table[who]["light"], 0), by=who)
    return ends(first + second, Gain(who, "light", 1))


GAME = game_of(Verb("lift", lift, (a_person("who", "token"),), roles=("gm", "player")), reveals=())


@pytest.fixture
def table():
    found = table_of(SEATS, token("kara", "ana", light=2), token("borin", "bo", light=2))
    act(found, GAME, "ana", "dice", thrown="by hand")
    return found


def test_whoever_throws_real_dice_is_asked_what_they_show(table):
    assert names(act(table, GAME, "gm", "lift", who="kara")) == ["Began", "Asked"]
    (question,) = asked(table, "ana")
    assert table.view("ana").questions[question].asked == Read("kara", "dice", "Throw 2d6: what do your dice show?", (6, 6))
    assert names(answer(table, GAME, "ana", (6, 2), 3)) == ["Answered", "Rolled", "Rolled", "Asked"]
    assert not table.truth.questions.keys() & {question}
    events = answer(table, GAME, "ana", (5, 5))
    assert names(events) == ["Answered", "Rolled", "Fact", "Ended"]
    assert events[-1].outcome == 3
    assert value(table, "kara", "light") == 3


def test_everybody_sees_the_dice_that_were_read_off_as_if_the_table_had_thrown_them(table):
    act(table, GAME, "gm", "lift", who="kara")
    _, rolled, *_ = answer(table, GAME, "ana", (6, 2), 3)
    other = table_of(SEATS, token("kara", "ana", light=2), token("borin", "bo", light=2))
    (_, by_the_table, *_) = act(other, GAME, "gm", "lift", 6, 2, 3, 1, 1, who="kara")
    assert rolled.dice == by_the_table.dice
    assert b"hits" in heard(table, "bo")[-3]


def test_others_throw_as_before(table):
    assert names(act(table, GAME, "gm", "lift", 1, 1, 1, 1, 1, who="borin"))[-1] == "Ended"


@pytest.mark.parametrize("wrong", [(6,), (6, 2, 3), (7, 1), (0, 1), (True, 2), "62", [6, 2]])
def test_what_no_dice_can_show_is_refused_and_the_question_stays(table, wrong):
    act(table, GAME, "gm", "lift", who="kara")
    with pytest.raises(Refusal, match=r"is not a face for each|cannot show"):
        answer(table, GAME, "ana", wrong)
    assert asked(table, "ana")


def test_going_back_to_the_tables_dice_answers_what_is_asked(table):
    act(table, GAME, "gm", "lift", who="kara")
    events = act(table, GAME, "ana", "dice", 6, 6, 1, 6, 6, thrown="by the table")
    assert names(events)[-1] == "Ended"
    assert not table.truth.questions


def test_where_the_pool_has_changed_meanwhile_it_is_asked_anew(table):
    act(table, GAME, "gm", "lift", who="kara")
    (old,) = asked(table, "ana")
    act(table, GAME, "gm", "lift", who="kara")
    (first, second) = asked(table, "ana")
    answer(table, GAME, "ana", (1, 1), 1, question=second)
    (third,) = [one for one in asked(table, "ana") if one != first]
    answer(table, GAME, "ana", (1, 1), question=third)
    (again,) = asked(table, "ana")
    assert table.view("ana").questions[again].asked.dice == (6, 6, 6)
    with pytest.raises(Refusal, match="no longer open"):
        driven(table, GAME).do(Answer("ana", old, (1, 1)))


def test_a_rewind_asks_for_the_dice_again(table):
    act(table, GAME, "gm", "lift", who="kara")
    at = len(table.records)
    answer(table, GAME, "ana", (6, 2), 3)
    driven(table, GAME).do(Rewind("gm", at))
    assert table.view("ana").questions[asked(table, "ana")[0]].asked.dice == (6, 6)
    assert answer(table, GAME, "ana", (1, 1), 3)[1].dice[0].face == 1


def test_such_a_table_can_be_verified_written_and_resumed(table):
    act(table, GAME, "gm", "lift", who="kara")
    answer(table, GAME, "ana", (6, 2), 3)
    again = resumed(taken(table), [Record(*one, 0) for one in zip(table.records, table.acts, strict=True)], list)
    _, copy = read(written(table, Header("x", 1)))
    for one in (table, again, copy):
        answer(one, GAME, "ana", (5, 5))
        assert value(one, "kara", "light") == 3
    assert verify(table, GAME) == verify(copy, GAME) == ([], [])


def test_what_faces_would_come_to_can_be_told(table):
    act(table, GAME, "gm", "lift", who="kara")
    (question,) = asked(table, "ana")
    exact = odds_of_answer(table.view("ana"), GAME, "ana", question, (6, 6))
    assert exact.weights.keys() == {2, 3, 4}


def test_a_free_roll_is_thrown_by_hand_too(table):
    act(table, GAME, "ana", "roll", notation="1d6+1d20")
    assert answer(table, GAME, "ana", (6, 17))[-1].outcome == 23


def test_dice_of_which_nobody_knows_how_many_fall_are_thrown_by_the_table(table):
    assert names(act(table, GAME, "ana", "roll", 6, 2, notation="1d6!"))[-1] == "Ended"


def test_odds_do_not_care_who_throws():
    @rule
    def in_hand() -> Asks[int]:
        return (yield from ask(strength(3, 0), by="kara"))

    assert odds(in_hand()) == odds(strength(3, 0))


def test_the_sides_of_a_throw():
    assert sides_of(Count(2, 6, ())) == sides_of(Faces(2, 6)) == (6, 6)
    assert sides_of(Sum((Group(1, 6), Group(2, 8, keep=1)), 4)) == (6, 8, 8)
    assert sides_of(Sum((Group(1, 6, explode=True),))) == sides_of(Sum((Group(1, 6, reroll=1),))) == ()


@given(st.lists(st.integers(1, 20), min_size=1, max_size=5).flatmap(lambda dice: st.tuples(st.just(tuple(dice)), st.data())))
def test_what_is_said_of_faces_reads_as_the_same_faces(drawn):
    dice, data = drawn
    asked_for = Read("ana", "dice", "", dice)
    faces = tuple(data.draw(st.integers(1, sides)) for sides in dice)
    assert asked_for.parse(asked_for.said(faces)) == faces
    assert len(dice) > 2 or faces in asked_for.answers()


def test_faces_that_are_none_are_refused():
    with pytest.raises(BadAnswer, match="'a b' is not a face for each of 2 dice"):
        Read("ana", "dice", "", (6, 6)).parse("a b")
