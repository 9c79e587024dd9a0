"""A rule that never ends is interrupted: that procedure alone is broken off, and the game master learns where it was.

Whoever watches over rules raises TookTooLong in the midst of them; here the rules do so themselves.
"""

import inspect

import pytest

from fatewright.core.errors import TookTooLong
from fatewright.core.table.engine import Draft, conducted
from fatewright.core.table.events import Cancelled, Told
from fatewright.core.table.story import Refusal, a_person
from fatewright.core.table.table import TakeBack
from fatewright.kit.stage import no_dice
from fatewright.systems.author import EVERYONE, Verb, choose, ends, now, options, spend
from hard.setting import act, answer, asked, driven, game_of, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}
WHO = (a_person("who", "mine"),)
TOO_LONG = "it takes longer than 0 seconds: perhaps it never ends"


def spins(table, who):
    yield from now(spend(who, "light", 1))
    if (yield from choose(who, "on", "Go on?", options("yes", "no"))) == "yes":
        yield from now(spend(who, "light", 1))
        raise TookTooLong
    return ends("stopped")


def spins_once_somebody_is_gone(table, who):
    if "ogre" not in table:
        raise TookTooLong
    yield from choose(who, "wait", "Wait?", options("yes"))
    return ends("waited")


GAME = game_of(*(Verb(story.__name__, story, WHO) for story in (spins, spins_once_somebody_is_gone)))


@pytest.fixture
def table():
    return table_of(SEATS, token("kara", "ana", light=4), token("borin", "bo", light=4), token("ogre", "gm"))


def line(story, text):
    lines, first = inspect.getsourcelines(story)
    return first + next(at for at, one in enumerate(lines) if text in one)


def test_it_is_broken_off_gives_back_what_it_took_and_the_game_master_hears_where(table):
    act(table, GAME, "ana", "spins", who="kara")
    events = answer(table, GAME, "ana", "yes")
    assert names(events) == ["Answered", "Revealed", "Fact", "Cancelled", "Told"]
    assert events[3] == Cancelled(events[3].procedure, "spins was broken off", EVERYONE)
    place = f"(test_an_endless_rule.py, line {line(spins, 'raise TookTooLong')})"
    assert events[4] == Told(f"spins was broken off: {TOO_LONG} {place}", (), only("gm"))
    assert value(table, "kara", "light") == 4
    assert (table.truth.procedures, table.truth.questions) == ({}, {})
    assert act(table, GAME, "bo", "say", text="hm")[-1].outcome == "said"


def test_another_procedure_of_the_same_rule_goes_on(table):
    act(table, GAME, "bo", "spins", who="borin")
    act(table, GAME, "ana", "spins", who="kara")
    answer(table, GAME, "ana", "yes")
    assert answer(table, GAME, "bo", "no")[-1].outcome == "stopped"
    assert value(table, "borin", "light") == 3


def test_those_that_wait_and_are_run_again_for_what_somebody_does_are_broken_off_each(table):
    act(table, GAME, "ana", "spins_once_somebody_is_gone", who="kara")
    act(table, GAME, "bo", "spins_once_somebody_is_gone", who="borin")
    events = act(table, GAME, "gm", "remove", token="ogre")
    assert names(events)[-4:] == ["Cancelled", "Told", "Cancelled", "Told"]
    assert (asked(table, "ana"), asked(table, "bo"), "ogre" in {path[1] for path in table.truth.facts}) == ([], [], False)


def test_a_rewind_that_runs_such_a_rule_again_goes_through(table):
    act(table, GAME, "ana", "spins", who="kara")
    answer(table, GAME, "ana", "no")
    broken = game_of(Verb("spins", lambda table, who: (_ for _ in ()).throw(TookTooLong), WHO))
    events = driven(table, broken).do(TakeBack("gm"))
    assert names(events)[0] == "Rewound"
    assert names(events)[-2:] == ["Cancelled", "Told"]
    assert table.truth.procedures == {}


def test_a_judge_of_acts_that_never_ends_refuses_the_act(table):
    def may(table, who):
        raise TookTooLong

    with pytest.raises(Refusal) as refused:
        act(table, game_of(Verb("spins", spins, WHO, may)), "ana", "spins", who="kara")
    assert str(refused.value) == f"whether spins is allowed cannot be judged: {TOO_LONG}"


@pytest.mark.parametrize("led", [None, 3])
def test_what_cannot_be_broken_off_is_for_others_to_end(table, led):
    def carry_out(conduct):
        conduct.led = led
        raise TookTooLong

    with pytest.raises(TookTooLong):
        conducted(lambda: Draft(0, table.truth.fork(), GAME, no_dice), carry_out)
