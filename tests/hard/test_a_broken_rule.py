"""A broken rule breaks one procedure: the game master learns where, and the table goes on."""

import inspect

import pytest

from fatewright.core.errors import FatewrightError
from fatewright.core.table.events import Cancelled, Told
from fatewright.core.table.story import a_person
from fatewright.systems.author import (
    EVERYONE,
    Gain,
    NamedTuple,
    Place,
    Put,
    PutFact,
    Verb,
    choose,
    ends,
    now,
    options,
    sealed,
    spend,
    tell,
)
from hard.setting import act, answer, asked, game_of, heard, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}


class Outcome(NamedTuple):
    word: str


def divides(table, who):
    yield from now(spend(who, "light", 1))
    said = yield from choose(who, "by", "Divide by?", options(0, 1))
    return ends(1 // said)


def overspends(table, who):
    yield from now(spend(who, "light", 1))
    yield from choose(who, "on", "Go on?", options("yes"))
    yield from now(spend(who, "light", 99))
    return ends("never")


def overspends_in_the_end(table, who):
    yield from now(spend(who, "light", 1))
    return ends("never", Gain(who, "light", 1), spend(who, "light", 99))


def wrong_amount(table, who):
    yield from now(spend(who, "light", 1))
    return ends("never", Gain(who, "light", 1), Gain(who, "light", None))


def wrong_amount_at_once(table, who):
    yield from now(Gain(who, "light", 1), Gain(who, "light", None))
    return ends("never")


def no_ending(table, who):
    yield from now(spend(who, "light", 1))


def neither_asks_nor_ends(table, who):
    return "at once"


def no_change(table, who):
    yield from now()
    return ends("never", "a word that is no change")


def no_such_token(table, who):
    yield from now(spend(who, "light", 1))
    return ends(table["nobody"]["light"])


def puts_on_nobody(table, who):
    yield from now(Put("nobody", "light", 1))
    return ends("never")


def places_twice(table, who):
    yield from now(Place(who, "person", "ana", ()))
    return ends("never")


def adds_to_a_word(table, who):
    yield from now(Gain(who, "kind", 1))
    return ends("never")


def asks_nobody(table, who):
    yield from choose("nobody", "hm", "Hm?", options("yes"))
    return ends("never")


def undeclared(table, who):
    return ends((yield from tell("secretly", lambda: True)))


def no_such_dial(table, who):
    yield from now()
    return ends(table.dial("no such dial"))


def goes_around_the_veil(table, who):
    yield from now()
    return ends("never", PutFact(("token", "ogre", "guard"), 3))


def ends_in_something_unwritable(table, who):
    yield from now()
    return ends({"a": 1})


def ends_in_a_class_of_its_own(table, who):
    yield from now()
    return ends(Outcome("well"))


WHO = (a_person("who", "mine"),)
STORIES = (
    divides,
    overspends,
    overspends_in_the_end,
    wrong_amount,
    wrong_amount_at_once,
    no_ending,
    neither_asks_nor_ends,
    no_change,
    no_such_token,
    puts_on_nobody,
    places_twice,
    adds_to_a_word,
    asks_nobody,
    undeclared,
    no_such_dial,
    goes_around_the_veil,
    ends_in_something_unwritable,
    ends_in_a_class_of_its_own,
)
GAME = game_of(*(Verb(story.__name__, story, WHO) for story in STORIES))


@pytest.fixture
def table():
    return table_of(SEATS, token("kara", "ana", light=4), token("ogre", "gm", only("gm"), guard=2))


def goes_on(table):
    """Whether the table can still be played at."""
    return names(act(table, GAME, "bo", "say", text="hm")) == ["Began", "Told", "Ended"]


def test_a_rule_that_breaks_is_broken_off_and_gives_back_what_it_took(table):
    act(table, GAME, "ana", "divides", who="kara")
    assert value(table, "kara", "light") == 3
    events = answer(table, GAME, "ana", 0)
    assert names(events) == ["Answered", "Revealed", "Fact", "Cancelled", "Told"]
    assert events[3] == Cancelled(events[3].procedure, "divides was broken off", EVERYONE)
    line = inspect.getsourcelines(divides)[1] + 3
    where = f"divides was broken off: integer division or modulo by zero (test_a_broken_rule.py, line {line})"
    assert events[4] == Told(where, (), only("gm"))
    assert value(table, "kara", "light") == 4
    assert goes_on(table)


def test_where_it_broke_reaches_the_game_master_alone(table):
    act(table, GAME, "ana", "divides", who="kara")
    answer(table, GAME, "ana", 0)
    assert [any(b"line" in line for line in heard(table, seat)) for seat in SEATS] == [True, False, False]


def test_the_procedures_of_others_go_on(table):
    act(table, GAME, "ana", "divides", who="kara")
    act(table, GAME, "ana", "divides", who="kara")
    first, second = asked(table, "ana")
    answer(table, GAME, "ana", 0, question=first)
    assert asked(table, "ana") == [second]
    assert answer(table, GAME, "ana", 1)[-1].outcome == 1
    assert value(table, "kara", "light") == 3


@pytest.mark.parametrize(
    "story", [story for story in STORIES if story not in (divides, overspends)], ids=lambda story: story.__name__
)
def test_whatever_is_wrong_with_a_story_breaks_off_that_story_alone(table, story):
    before = dict(table.truth.facts)
    events = act(table, GAME, "ana", story.__name__, who="kara")
    assert names(events)[0] == "Began"
    assert names(events)[-2:] == ["Cancelled", "Told"]
    assert table.truth.facts == before
    assert (table.truth.procedures, table.truth.questions) == ({}, {})
    assert goes_on(table)


def test_a_change_that_cannot_be_breaks_off_in_the_middle(table):
    act(table, GAME, "ana", "overspends", who="kara")
    answer(table, GAME, "ana", "yes")
    assert value(table, "kara", "light") == 4
    assert goes_on(table)


@pytest.mark.parametrize("story", [no_such_dial, overspends_in_the_end, no_such_token], ids=lambda story: story.__name__)
def test_the_file_that_is_named_is_the_authors(table, story):
    events = act(table, GAME, "ana", story.__name__, who="kara")
    assert "(test_a_broken_rule.py, line " in events[-1].text


def test_a_rule_broken_by_what_happens_elsewhere_breaks_off(table):
    def leans(table, who):
        yield from choose(who, "lean", f"Lean on {table['ogre'].kind}?", options("yes"))
        return ends("leans")

    game = game_of(Verb("leans", leans, WHO))
    act(table, game, "ana", "leans", who="kara")
    events = act(table, game, "gm", "remove", token="ogre")
    assert names(events)[-2:] == ["Cancelled", "Told"]
    assert table.truth.procedures == {}


def test_a_sealed_question_to_nobody_does_not_hold_up_the_table(table):
    def lonely(table):
        return ends((yield from sealed("bid", "bids", *[])))

    game = game_of(Verb("lonely", lonely))
    act(table, game, "ana", "lonely")
    assert table.truth.procedures == {}
    assert goes_on(table)


def test_a_judge_of_acts_that_breaks_stops_nothing_but_the_act(table):
    def may(table, who):
        return table.dial("no such dial")

    with pytest.raises(FatewrightError):
        act(table, game_of(Verb("divides", divides, WHO, may)), "ana", "divides", who="kara")
    assert goes_on(table)
