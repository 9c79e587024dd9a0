"""(f) The rules change while a question waits: what no longer fits is broken off in words, and gives back what it took."""

import json

import pytest

from fatewright.core.rule.ask import Choose
from fatewright.core.rule.price import UNKNOWN
from fatewright.core.table.events import Told
from fatewright.core.table.preview import odds_of_answer
from fatewright.core.table.snapshot import taken
from fatewright.core.table.story import a_person
from fatewright.systems.author import Gain, Place, PutFact, Verb, choose, d6, ends, now, number, options, sealed, spend, throw
from hard.setting import act, answer, asked, game_of, heard, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}


def story(dice=2, prompt="Aim?", then="Shoot?", spent=2, gained=0):
    """A story in one of its editions: pay, throw, aim, shoot."""

    def shoot(table, who):
        yield from now(spend(who, "arrows", spent), Gain(who, "noise", gained))
        yield from throw(d6(dice).sum())
        aimed = yield from choose(who, "aim", prompt, options("yes", "no"))
        yield from now(spend(who, "arrows", 1))
        shot = yield from choose(who, "shoot", then, options("yes", "no"))
        return ends((aimed, shot))

    return game_of(Verb("shoot", shoot, (a_person("who", "mine"),)))


def empty(table, who):
    left = yield from number(who, "empty", "Lose how many?", 0, 9)
    return ends("lost", spend(who, "noise", left))


OLD = story()


@pytest.fixture
def table():
    table = table_of(SEATS, token("kara", "ana", arrows=5, noise=0), token("borin", "bo", light=1))
    act(table, OLD, "ana", "shoot", 3, 4, who="kara")
    return table


def test_nothing_changes_as_long_as_the_rules_stay(table):
    assert names(act(table, OLD, "bo", "say", text="hm")) == ["Began", "Told", "Ended"]


@pytest.mark.parametrize("changed", [story(dice=3), story(spent=1), story(gained=1)], ids=["dice", "price", "more"])
def test_an_answer_that_fits_no_longer_breaks_off_and_gives_back(table, changed):
    assert value(table, "kara", "arrows") == 3
    events = answer(table, changed, "ana", "yes")
    assert names(events) == ["Answered", "Revealed", "Fact", "Cancelled", "Told"]
    assert events[3].reason == "shoot was broken off"
    assert events[4].text.startswith("shoot was broken off: the rules of 'shoot' have changed since it was answered")
    assert events[4].to == only("gm")
    assert value(table, "kara", "arrows") == 5
    assert table.truth.procedures == {}


def test_anything_that_happens_at_the_table_shows_that_the_rules_have_changed(table):
    events = act(table, story(dice=3), "bo", "say", text="hm")
    assert names(events) == ["Began", "Told", "Ended", "Fact", "Cancelled", "Told"]
    assert value(table, "kara", "arrows") == 5


def test_a_question_that_waits_is_asked_in_its_new_words(table):
    (old,) = asked(table, "ana")
    events = act(table, story(prompt="Take aim?"), "bo", "say", text="hm")
    assert names(events) == ["Began", "Told", "Ended", "Withdrawn", "Asked"]
    (new,) = asked(table, "ana")
    assert (new > old, table.view("ana").questions[new].asked.prompt) == (True, "Take aim?")
    assert value(table, "kara", "arrows") == 3


def test_an_answered_question_whose_words_have_changed_stays_answered(table):
    answer(table, OLD, "ana", "yes")
    assert value(table, "kara", "arrows") == 2
    answer(table, story(prompt="Take aim?"), "ana", "yes")
    assert (asked(table, "ana"), value(table, "kara", "arrows")) == ([], 2)


def test_rules_that_change_further_on_change_nothing_yet(table):
    assert names(act(table, story(then="Fire?"), "bo", "say", text="hm")) == ["Began", "Told", "Ended"]
    answer(table, story(then="Fire?"), "ana", "yes")
    (question,) = asked(table, "ana")
    assert table.view("ana").questions[question].asked.prompt == "Fire?"


def steady(*new, ends_early=False):
    """The same story in an edition that asks more, between the throw and the aim."""

    def shoot(table, who):
        yield from now(spend(who, "arrows", 2), Gain(who, "noise", 0))
        yield from throw(d6(2).sum())
        for question in new:
            if (yield question) == "off":
                return ends("off")
        aimed = yield from choose(who, "aim", "Aim?", options("yes", "no"))
        yield from now(spend(who, "arrows", 1))
        shot = yield from choose(who, "shoot", "Shoot?", options("yes", "no"))
        return ends((aimed, shot))

    return game_of(Verb("shoot", shoot, (a_person("who", "mine"),)))


def steadied(stands):
    return Choose("gm", "steady", "Is it steady?", options("on", "off"), stands)


@pytest.mark.parametrize("many", [1, 3])
def test_a_question_that_the_rules_have_got_since_is_passed_by_with_what_stands_by_default(table, many):
    """Of whoever answered before, nobody asks it any more; whoever begins today is asked."""
    answer(table, OLD, "ana", "yes")
    changed = steady(*[steadied("on")] * many)
    assert names(answer(table, changed, "ana", "no"))[-1] == "Ended"
    assert value(table, "kara", "arrows") == 2
    assert asked(table, "gm") == []
    act(table, changed, "ana", "shoot", 3, 4, who="kara")
    assert len(asked(table, "gm")) == 1


def test_the_odds_of_what_waits_behind_such_a_question_are_known(table):
    answer(table, OLD, "ana", "yes")
    (question,) = asked(table, "ana")
    found = odds_of_answer(table.view("ana"), steady(steadied("on")), "ana", question, "no")
    assert found.chance(("yes", "no")) == 1
    found = odds_of_answer(table.view("ana"), steady(steadied(None), steadied("on")), "ana", question, "no")
    assert list(found.weights) == [UNKNOWN]


@pytest.mark.parametrize(
    "changed",
    [steady(steadied(None)), steady(steadied("off")), steady(*[steadied("on")] * 99)],
    ids=["nothing stands by default", "by default it ends", "too many"],
)
def test_a_new_question_that_leads_nowhere_breaks_off_likewise(table, changed):
    answer(table, OLD, "ana", "yes")
    assert names(answer(table, changed, "ana", "no"))[-2:] == ["Cancelled", "Told"]
    assert value(table, "kara", "arrows") == 5


def test_a_verb_that_no_longer_exists_breaks_off_likewise(table):
    events = act(table, game_of(), "bo", "say", text="hm")
    assert names(events) == ["Began", "Told", "Ended", "Fact", "Cancelled", "Told"]
    assert events[-1].text.startswith("shoot was broken off: the game no longer has 'shoot'")
    assert value(table, "kara", "arrows") == 5


def test_an_answer_to_a_verb_that_no_longer_exists_breaks_off(table):
    assert names(answer(table, game_of(), "ana", "yes"))[-2:] == ["Cancelled", "Told"]
    assert value(table, "kara", "arrows") == 5


def test_the_other_procedures_go_on(table):
    def wait(table, who):
        return ends((yield from choose(who, "wait", "Wait?", options("yes", "no"))))

    waiting = Verb("wait", wait, (a_person("who", "mine"),))
    both = game_of(waiting, OLD.verbs["shoot"])
    act(table, both, "bo", "wait", who="borin")
    (question,) = asked(table, "bo")
    act(table, game_of(waiting), "gm", "say", text="hm")
    assert [one.verb for one in table.truth.procedures.values()] == ["wait"]
    assert asked(table, "bo") == [question]


def test_a_removed_token_takes_its_procedures_with_it(table):
    events = act(table, OLD, "gm", "remove", token="kara")
    assert [event.reason for event in events if type(event).__name__ == "Cancelled"] == ["shoot ends: kara is gone"]
    assert not [event for event in events if isinstance(event, Told)]
    assert (table.truth.procedures, table.truth.questions) == ({}, {})


def test_what_was_given_in_the_meantime_is_taken_back_as_far_as_it_is_there():
    game = story(gained=3)
    both = game_of(game.verbs["shoot"], Verb("empty", empty, (a_person("who", "mine"),)))
    table = table_of(SEATS, token("kara", "ana", arrows=5, noise=0), token("borin", "bo", light=1))
    act(table, both, "ana", "shoot", 3, 4, who="kara")
    act(table, both, "ana", "empty", who="kara")
    answer(table, both, "ana", 2, question=asked(table, "ana")[1])
    assert value(table, "kara", "noise") == 1
    act(table, game_of(), "bo", "say", text="does the table go on?")
    assert (value(table, "kara", "arrows"), value(table, "kara", "noise")) == (5, 0)


def test_a_reservation_made_at_once_is_given_back_too():
    def reserve(table, who):
        yield from now(PutFact(("reserved", who), True))
        return ends((yield from choose(who, "use", "Use it?", options("yes", "no"))), PutFact(("reserved", who), None))

    game = game_of(Verb("reserve", reserve, (a_person("who", "mine"),)))
    table = table_of(SEATS, token("kara", "ana", arrows=5))
    act(table, game, "ana", "reserve", who="kara")
    act(table, game_of(), "bo", "say", text="hm")
    assert ("reserved", "kara") not in table.truth.facts


def test_what_was_taken_twice_at_once_is_given_back_once_each():
    def pay(table, who):
        yield from now(spend(who, "arrows", 1), spend(who, "arrows", 1))
        return ends((yield from choose(who, "use", "Use it?", options("yes", "no"))))

    game = game_of(Verb("pay", pay, (a_person("who", "mine"),)))
    table = table_of(SEATS, token("kara", "ana", arrows=5))
    act(table, game, "ana", "pay", who="kara")
    act(table, game_of(), "bo", "say", text="hm")
    assert value(table, "kara", "arrows") == 5


def test_what_was_taken_is_given_back_on_top_of_what_came_in_between():
    def pay(table, who):
        yield from now(spend(who, "arrows", 2))
        return ends((yield from choose(who, "use", "Use it?", options("yes", "no"))))

    def find(table, who):
        return ends("found", Gain(who, "arrows", 7))
        yield

    who = (a_person("who", "mine"),)
    table = table_of(SEATS, token("kara", "ana", arrows=5))
    act(table, game_of(Verb("pay", pay, who), Verb("find", find, who)), "ana", "pay", who="kara")
    act(table, game_of(Verb("pay", pay, who), Verb("find", find, who)), "ana", "find", who="kara")
    act(table, game_of(), "bo", "say", text="hm")
    assert value(table, "kara", "arrows") == 12


def test_a_hidden_token_that_goes_with_a_broken_procedure_shows_to_nobody():
    def conjure(table, who):
        yield from now(Place("shade", "person", "gm", (("guard", 3),), only("gm"), (), only("gm")))
        return ends((yield from choose(who, "on", "Go on?", options("yes", "no"))))

    game = game_of(Verb("conjure", conjure, (a_person("who", "mine"),)))
    table = table_of(SEATS, token("kara", "ana", arrows=5))
    act(table, game, "ana", "conjure", who="kara")
    act(table, game_of(), "bo", "say", text="hm")
    assert ("token", "shade", "kind") not in table.truth.facts
    assert [line for line in heard(table, "ana") if b"shade" in line] == []


def test_a_sealed_question_that_becomes_a_plain_one_is_asked_again():
    def quiz(is_sealed):
        def story(table):
            part = Choose("kara", "guess", "Guess?", options("yes", "no"))
            if is_sealed:
                return ends((yield from sealed("guess", "all guess", part)))
            return ends((yield part))

        return game_of(Verb("quiz", story))

    table = table_of(SEATS, token("kara", "ana", arrows=5))
    act(table, quiz(True), "gm", "quiz")
    events = act(table, quiz(False), "bo", "say", text="hm")
    assert names(events) == ["Began", "Told", "Ended", "Withdrawn", "Asked"]
    assert answer(table, quiz(False), "ana", "yes")[-1].outcome == "yes"


def test_a_question_that_now_comes_after_a_die_is_asked_after_it():
    def quiz(has_die):
        def story(table):
            if has_die:
                yield from throw(d6(1).sum())
            return ends((yield from choose("kara", "guess", "Guess?", options("yes", "no"))))

        return game_of(Verb("quiz", story))

    table = table_of(SEATS, token("kara", "ana", arrows=5))
    act(table, quiz(False), "gm", "quiz")
    events = act(table, quiz(True), "bo", "say", 4, text="hm")
    assert names(events) == ["Began", "Told", "Ended", "Withdrawn", "Rolled", "Asked"]


def test_a_snapshot_keeps_every_table_that_a_waiting_question_has_stood_on(table):
    kept = json.loads(taken(table))
    assert max(len(state["stood"]) for state in states(kept)) > 1


def states(kept):
    """All that looks like the state of a seat, or of the table, in a snapshot."""
    if isinstance(kept, dict):
        yield from [kept] if "stood" in kept else []
        for one in kept.values():
            yield from states(one)
    elif isinstance(kept, list):
        for one in kept:
            yield from states(one)
