"""(i) A possessed token: its answers come from another seat, until it is handed back."""

import pytest

from fatewright.core.table.engine import Stale
from fatewright.core.table.story import Refusal, a_person
from fatewright.systems.author import Number, Verb, choose, ends, number, options, sealed, spend
from hard.setting import act, answer, asked, driven, game_of, names, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}


def dodge(table, who):
    dodged = yield from choose(who, "dodge", f"{who}: dodge?", options("yes", "no"))
    paid = yield from number(who, "pay", "For how much?", 0, table[who]["will"])
    return ends(dodged, spend(who, "will", paid))


def stare(table, one, other):
    parts = [Number(who, "stare", "How long?", 0, table[who]["will"]) for who in (one, other)]
    return ends((yield from sealed("stare", "they stare", *parts)))


GAME = game_of(
    Verb("dodge", dodge, (a_person("who", "token"),)),
    Verb("stare", stare, (a_person("one", "token"), a_person("other", "token"))),
)


@pytest.fixture
def table():
    return table_of(SEATS, token("kara", "ana", will=4), token("borin", "bo", will=2))


def test_the_possessor_is_asked_and_the_owner_is_not(table):
    act(table, GAME, "gm", "hand-over", token="kara", to="gm")
    act(table, GAME, "bo", "dodge", who="kara")
    assert ([len(asked(table, seat)) for seat in SEATS], value(table, "kara", "owner")) == ([1, 0, 0], "ana")
    answer(table, GAME, "gm", "no")
    assert answer(table, GAME, "gm", 4)[-1].outcome == "no"
    assert value(table, "kara", "will") == 0


def test_a_question_that_waits_goes_over_with_the_token_and_back(table):
    act(table, GAME, "bo", "dodge", who="kara")
    (first,) = asked(table, "ana")
    events = act(table, GAME, "gm", "hand-over", token="kara", to="bo")
    assert names(events) == ["Began", "Fact", "Ended", "Withdrawn", "Asked"]
    (second,) = asked(table, "bo")
    with pytest.raises(Stale):
        answer(table, GAME, "ana", "yes", question=first)
    act(table, GAME, "gm", "hand-over", token="kara", to="ana")
    (third,) = asked(table, "ana")
    with pytest.raises(Stale):
        answer(table, GAME, "bo", "yes", question=second)
    assert first < second < third
    assert ("token", "kara", "answers") not in table.truth.facts
    answer(table, GAME, "ana", "yes")
    assert answer(table, GAME, "ana", 1)[-1].outcome == "yes"


def test_between_two_answers_the_token_may_change_hands(table):
    act(table, GAME, "bo", "dodge", who="kara")
    answer(table, GAME, "ana", "yes")
    act(table, GAME, "gm", "hand-over", token="kara", to="gm")
    assert answer(table, GAME, "gm", 3)[-1].outcome == "yes"
    assert value(table, "kara", "will") == 1


def test_who_possesses_acts_for_the_token_and_the_owner_cannot(table):
    act(table, GAME, "gm", "hand-over", token="kara", to="bo")
    act(table, GAME, "bo", "move", who="kara", x=1, y=1)
    with pytest.raises(Refusal, match=r"^kara is not yours"):
        act(table, GAME, "ana", "move", who="kara", x=2, y=2)
    act(table, GAME, "gm", "hand-over", token="kara", to="ana")
    act(table, GAME, "ana", "move", who="kara", x=2, y=2)
    assert value(table, "kara", "at") == (2, 2)


def test_the_question_is_sealed_to_the_seat_that_answers(table):
    act(table, GAME, "gm", "hand-over", token="kara", to="bo")
    act(table, GAME, "gm", "dodge", who="kara")
    (question,) = asked(table, "bo")
    assert [type(table.view(seat).questions[question].asked).__name__ for seat in SEATS] == ["Blank", "Blank", "Choose"]


def test_in_a_sealed_question_one_seat_may_answer_for_both_sides(table):
    act(table, GAME, "gm", "hand-over", token="kara", to="bo")
    act(table, GAME, "gm", "stare", one="kara", other="borin")
    first, second = asked(table, "bo")
    answer(table, GAME, "bo", 2, question=second)
    assert answer(table, GAME, "bo", 4, question=first)[-1].outcome == (4, 2)


def test_a_stand_in_of_the_possessor_answers_for_the_possessed(table):
    act(table, GAME, "gm", "hand-over", token="kara", to="bo")
    act(table, GAME, "gm", "stand-in", seat="bo", by="gm")
    act(table, GAME, "ana", "dodge", who="kara")
    assert [len(asked(table, seat)) for seat in SEATS] == [1, 0, 0]


def test_a_hand_over_taken_back_hands_the_question_back(table):
    from fatewright.core.table.table import TakeBack

    act(table, GAME, "bo", "dodge", who="kara")
    act(table, GAME, "gm", "hand-over", token="kara", to="bo")
    late = asked(table, "bo")[0]
    driven(table, GAME).do(TakeBack("gm"))
    assert (len(asked(table, "ana")), asked(table, "bo")) == (1, [])
    assert asked(table, "ana")[0] > late
