"""(a) Two procedures wait at once, and both spend from one pool."""

import pytest

from fatewright.core.table.engine import Answer, Stale
from fatewright.core.table.events import Asked, Withdrawn
from fatewright.core.table.story import a_number, a_person
from fatewright.systems.author import Number, Verb, choose, ends, now, number, options, sealed, spend
from hard.setting import act, answer, asked, driven, game_of, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}


def burn(table, who, amount):
    """Burn so much, if you like."""
    if (yield from choose(who, "burn", f"Burn {amount}?", options("yes", "no"))) == "no":
        return ends("kept")
    return ends("burnt", spend(who, "light", amount))


def pour(table, who):
    """Pour out as much as there is."""
    most = table[who]["light"]
    poured = yield from number(who, "pour", f"Pour out how much of {most}?", 0, most)
    return ends(poured, spend(who, "light", poured))


def flicker(table, who):
    """A question as long as there is light; every yes costs one at once."""
    times = 0
    while table[who]["light"]:
        if (yield from choose(who, "flicker", "Flicker?", options("yes", "no"))) == "no":
            break
        yield from now(spend(who, "light", 1))
        times += 1
    return ends(times)


def stake(table, one, other):
    """Both stake light face down; how much they may depends on what each has."""
    parts = [Number(who, "stake", "Stake?", 0, table[who]["light"]) for who in (one, other)]
    stakes = yield from sealed("stake", "both stake", *parts)
    return ends(stakes, *(spend(who, "light", most) for who, most in zip((one, other), stakes, strict=True)))


def lend(table, one, other):
    """Asks the other how many lights to lend, of as many as the first is short of five."""
    most = min(table[other]["light"], 5 - table[one]["light"])
    lent = yield from number(other, "lend", f"Lend {most}?", 0, most)
    return ends("lent", spend(other, "light", lent), spend(one, "light", -lent))


WHO = a_person("who", "token")
BOTH = (a_person("one", "token"), a_person("other", "token"))
GAME = game_of(
    Verb("burn", burn, (WHO, a_number("amount", 1, 4))),
    Verb("pour", pour, (WHO,)),
    Verb("flicker", flicker, (WHO,)),
    Verb("stake", stake, BOTH),
    Verb("lend", lend, BOTH),
)


@pytest.fixture
def table():
    return table_of(SEATS, token("lamp", "ana", light=4), token("torch", "bo", light=4))


def test_both_take_from_what_is_there_when_they_end(table):
    act(table, GAME, "ana", "burn", who="lamp", amount=1)
    act(table, GAME, "gm", "burn", who="lamp", amount=2)
    first, second = asked(table, "ana")
    answer(table, GAME, "ana", "yes", question=first)
    answer(table, GAME, "ana", "yes", question=second)
    assert value(table, "lamp", "light") == 1


def test_the_order_of_the_answers_does_not_matter(table):
    act(table, GAME, "ana", "burn", who="lamp", amount=1)
    act(table, GAME, "gm", "burn", who="lamp", amount=2)
    first, second = asked(table, "ana")
    answer(table, GAME, "ana", "yes", question=second)
    answer(table, GAME, "ana", "yes", question=first)
    assert value(table, "lamp", "light") == 1


def test_a_question_whose_options_have_changed_is_withdrawn_and_asked_again(table):
    act(table, GAME, "ana", "pour", who="lamp")
    act(table, GAME, "bo", "pour", who="lamp")
    first, second = asked(table, "ana")
    events = answer(table, GAME, "ana", 3, question=first)
    assert names(events) == ["Answered", "Revealed", "Fact", "Ended", "Withdrawn", "Asked"]
    assert events[4] == Withdrawn(second, table.records[second].procedure, "the table has changed", only("ana"))
    (again,) = asked(table, "ana")
    assert again == len(table.records) - 1
    assert table.view("ana").questions[again].asked == Number("lamp", "pour", "Pour out how much of 1?", 0, 1)
    with pytest.raises(Stale, match="that question is no longer open; you are asked: 'pour'"):
        driven(table, GAME).do(Answer("ana", second, 1))
    answer(table, GAME, "ana", 1)
    assert value(table, "lamp", "light") == 0


def test_a_question_that_stays_the_same_keeps_its_number(table):
    act(table, GAME, "ana", "burn", who="lamp", amount=1)
    (before,) = asked(table, "ana")
    act(table, GAME, "ana", "pour", who="lamp")
    _, pouring = asked(table, "ana")
    answer(table, GAME, "ana", 1, question=pouring)
    assert asked(table, "ana") == [before]


def test_a_procedure_that_has_nothing_left_to_ask_ends_by_itself(table):
    act(table, GAME, "ana", "flicker", who="lamp")
    answer(table, GAME, "ana", "yes")
    act(table, GAME, "ana", "pour", who="lamp")
    _, pouring = asked(table, "ana")
    events = answer(table, GAME, "ana", 3, question=pouring)
    assert names(events) == ["Answered", "Revealed", "Fact", "Ended", "Withdrawn", "Ended"]
    assert events[5].outcome == 1
    assert asked(table, "ana") == []
    assert value(table, "lamp", "light") == 0


def test_what_cannot_be_paid_any_more_breaks_off_one_procedure_only(table):
    act(table, GAME, "ana", "burn", who="lamp", amount=3)
    act(table, GAME, "ana", "burn", who="lamp", amount=3)
    first, second = asked(table, "ana")
    answer(table, GAME, "ana", "yes", question=first)
    assert names(answer(table, GAME, "ana", "yes", question=second)) == ["Answered", "Revealed", "Cancelled", "Told"]
    assert value(table, "lamp", "light") == 1
    act(table, GAME, "ana", "burn", who="lamp", amount=1)
    answer(table, GAME, "ana", "yes")
    assert value(table, "lamp", "light") == 0


def test_of_a_sealed_question_only_the_part_that_changed_is_asked_again(table):
    act(table, GAME, "gm", "stake", one="lamp", other="torch")
    (lamp,), (torch,) = asked(table, "ana"), asked(table, "bo")
    answer(table, GAME, "bo", 2)
    act(table, GAME, "ana", "pour", who="lamp")
    pouring = asked(table, "ana")[1]
    answer(table, GAME, "ana", 3, question=pouring)
    (again,) = asked(table, "ana")
    assert again > lamp
    assert table.truth.questions[torch].is_locked
    assert names(answer(table, GAME, "ana", 1)) == ["Answered", "Revealed", "Fact", "Fact", "Ended"]
    assert (value(table, "lamp", "light"), value(table, "torch", "light")) == (0, 2)


def test_a_sealed_question_asked_again_in_part_is_answered_by_whoever_was_not_asked_again(table):
    act(table, GAME, "gm", "stake", one="lamp", other="torch")
    act(table, GAME, "ana", "pour", who="lamp")
    pouring = asked(table, "ana")[1]
    answer(table, GAME, "ana", 3, question=pouring)
    answer(table, GAME, "ana", 1)
    assert names(answer(table, GAME, "bo", 2)) == ["Answered", "Revealed", "Fact", "Fact", "Ended"]
    assert (value(table, "lamp", "light"), value(table, "torch", "light")) == (0, 2)


def test_questions_that_hang_on_each_other_settle(table):
    act(table, GAME, "gm", "lend", one="lamp", other="torch")
    act(table, GAME, "gm", "lend", one="torch", other="lamp")
    (to_lamp,), (to_torch,) = asked(table, "bo"), asked(table, "ana")
    events = answer(table, GAME, "bo", 1, question=to_lamp)
    assert names(events) == ["Answered", "Revealed", "Fact", "Fact", "Ended", "Withdrawn", "Asked"]
    assert isinstance(table.records[to_torch], Asked)
    assert table.view("ana").questions[asked(table, "ana")[0]].asked == Number("lamp", "lend", "Lend 2?", 0, 2)
    answer(table, GAME, "ana", 2)
    assert (value(table, "lamp", "light"), value(table, "torch", "light")) == (3, 5)
