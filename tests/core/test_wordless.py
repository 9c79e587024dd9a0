"""What is asked without its words: everything may be put better at any time, and what was answered before still counts."""

import pytest

from fatewright.core.rule.ask import (
    Choose,
    Form,
    Number,
    Option,
    Order,
    Price,
    Read,
    Sealed,
    Text,
    choose,
    number,
    options,
    sealed,
)
from fatewright.core.rule.dice import d6
from fatewright.core.rule.rule import Judged, throw
from fatewright.core.table.events import Cancelled, Ended, Withdrawn
from fatewright.core.table.seal import EVERYONE, THE_TABLE, Secret
from fatewright.core.table.state import Recorded
from fatewright.core.table.story import Gain, Learn, Now, Ruling, Say, Tell, Verb, ends, now, tell
from fatewright.core.table.table import Table
from fatewright.core.table.wordless import fingerprint, fits
from hard.setting import act, answer, game_of, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}
BID = Number("kara", "bid", "Bid?", 0, 3)
PICK = Choose("kara", "pick", "Which?", options("red", "blue"))
NOTE = Text("kara", "note", "What?", 20)
WATCH = Order("kara", "watch", "Who, and when?", options("ana", "bo"))
READ = Read("kara", "dice", "Throw!", (6, 6))
FORM = Form("kara", "both", "Both?", (PICK, BID))
BIDS = Sealed("bids", "Bid!", (BID, BID._replace(who="bo")))
LIGHT = Price(-1, "1 light", ("token", "kara", "light"))
HURT = Now((Gain("kara", "light", -1), Say("It hurts."), Learn("ana", "It hurts."), Ruling("kara", "light", 2, "so be it")))


@pytest.fixture
def table():
    return table_of(SEATS, token("kara", "ana", light=4), token("crow", "bo", light=4))


def test_a_fingerprint_is_that_of_the_question_and_not_of_its_judge():
    throw_two = d6(2).sum()
    assert fingerprint(Judged(throw_two, abs)) == fingerprint(throw_two)
    assert fingerprint(Tell("hit", lambda: 1, None)) == fingerprint(Tell("hit", lambda: 2, EVERYONE))
    different = [throw_two, d6(3).sum(), Tell("hit", abs, None), BID, PICK, NOTE, READ, FORM, BIDS, HURT, Now(())]
    assert len({fingerprint(one) for one in different}) == len(different)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (BID, BID._replace(prompt="How much?", reason="as you like", default=2)),
        (PICK, PICK._replace(prompt="So?", options=(Option("red", "like blood"), Option("blue", "like the sea")))),
        (PICK, PICK._replace(options=(Option("red", "red", price=(LIGHT,)), Option("blue", "blue", depends="if bo agrees")))),
        (PICK, PICK._replace(longest=20)),  # what was picked before one might say more, still fits
        (BID, BID._replace(each=(LIGHT,))),
        (NOTE, NOTE._replace(prompt="Well?", default="...")),
        (READ, READ._replace(prompt="And?")),
        (WATCH, WATCH._replace(prompt="And?")),
        (FORM, FORM._replace(prompt="Well?", fields=(PICK._replace(prompt="So?"), BID._replace(prompt="How much?")))),
        (BIDS, BIDS._replace(prompt="Well?", parts=(BID._replace(prompt="How much?"), BIDS.parts[1]))),
        (BID._replace(limits=((3, "so it is"),)), BID._replace(limits=((3, "by law"),))),
        (PICK._replace(options=(Option("red", "red", "gone"),)), PICK._replace(options=(Option("red", "red", "used up"),))),
        (HURT, Now((HURT.changes[0], Learn("ana", "Ouch."), Ruling("kara", "light", 2, "mercy")))),
    ],
)
def test_other_words_are_no_other_question(one, other):
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (BID, BID._replace(high=4)),
        (BID, BID._replace(who="bo")),
        (BID, BID._replace(limits=((2, "so it is"),))),
        (PICK, PICK._replace(options=options("red", "green"))),
        (PICK, PICK._replace(options=(Option("red", "red"), Option("blue", "blue", "gone")))),
        (NOTE, NOTE._replace(longest=30)),
        (READ, READ._replace(dice=(6, 8))),
        (WATCH, WATCH._replace(options=options("bo", "ana"))),
        (FORM, FORM._replace(fields=(PICK, BID._replace(low=1)))),
        (BIDS, BIDS._replace(is_kept=True)),
        (HURT, Now((HURT.changes[0]._replace(amount=-2), *HURT.changes[1:]))),
    ],
)
def test_other_values_are_another_question(one, other):
    assert fingerprint(one) != fingerprint(other)


OLD = "0123456789abcdef"  # a digest of before, which had words in it


@pytest.mark.parametrize(
    ("step", "question", "expected"),
    [
        (Recorded(OLD, "people", 2), BID, True),
        (Recorded(OLD, "people", 9), BID, False),  # nobody can answer that today
        (Recorded(OLD, "people", 2), d6(2).sum(), False),
        (Recorded(OLD, "dice", (3, 4)), d6(2).sum(), True),
        (Recorded(OLD, "now", None), HURT, True),
        (Recorded(OLD, "tell hit", True), Tell("hit", abs, None), True),
        (Recorded(OLD, "tell hit", True), Tell("miss", abs, None), False),
        (Recorded(fingerprint(BID), "people", 2), BID._replace(prompt="How much?"), True),
        (Recorded(fingerprint(BID), "people", 2), BID._replace(high=4), False),
    ],
)
def test_an_answer_fits_the_question_it_was_given_to_and_one_of_before_by_its_kind(step, question, expected):
    assert fits(step, question) is expected


def staring(prompt, high=3, each=()):
    """A game in which two people bid face down, in these words."""

    def stare(table):
        yield from now(Gain("kara", "light", -1), Say(prompt))
        yield from throw(d6(1).sum())
        yield from tell("eye", lambda: True)
        bids = yield from sealed("bids", prompt, *(Number(who, "bid", prompt, 0, high, each=each) for who in ("kara", "crow")))
        asked = yield from choose("kara", "blink", prompt, options("yes", "no"))
        return ends((*bids, asked))

    def glance(table):
        yield from now(Gain("crow", "light", -1))
        yield from number("gm", "glance", prompt, 0, 1)
        return ends("glanced")

    return game_of(Verb("stare", stare), Verb("glance", glance), reveals=frozenset({"eye"}))


def outcomes(table):
    return [event.outcome for event in table.records if isinstance(event, Ended)]


def test_what_lies_face_down_is_not_lost_for_other_words(table):
    act(table, staring("Bid!"), "ana", "stare", 3)
    answer(table, staring("Bid!"), "ana", 2)
    reworded = staring("How much do you stake?")
    act(table, reworded, "gm", "glance")  # something happens: what waits is put as it is put today
    assert [(one.seat, one.is_locked, one.asked.prompt) for one in table.truth.questions.values() if one.part >= 0] == [
        ("ana", True, "Bid!"),
        ("bo", False, "How much do you stake?"),
    ]
    answer(table, reworded, "bo", 1)
    answer(table, staring("Well?"), "ana", "no")
    assert outcomes(table) == [(2, 1, "no")]


def test_what_lies_face_down_is_asked_anew_where_it_could_be_more(table):
    act(table, staring("Bid!"), "ana", "stare", 3)
    answer(table, staring("Bid!"), "ana", 2)
    act(table, staring("Bid!", high=4), "gm", "glance")
    assert [(one.seat, one.is_locked) for one in table.truth.questions.values() if one.part >= 0] == [
        ("ana", False),
        ("bo", False),
    ]
    assert len([event for event in table.records if isinstance(event, Withdrawn)]) == 2


def test_a_price_that_has_changed_is_put_anew_to_whoever_has_not_answered(table):
    act(table, staring("Bid!"), "ana", "stare", 3)
    answer(table, staring("Bid!"), "ana", 2)
    dearer = staring("Bid!", each=(LIGHT,))
    act(table, dearer, "gm", "glance")
    assert [(one.seat, one.is_locked, one.asked.each) for one in table.truth.questions.values() if one.part >= 0] == [
        ("ana", True, ()),
        ("bo", False, (LIGHT,)),
    ]
    answer(table, dearer, "bo", 1)
    answer(table, dearer, "ana", "no")
    assert outcomes(table) == [(2, 1, "no")]


def of_before(table):
    """The same table, with digests as they once were."""
    old = Secret(OLD, THE_TABLE)
    records = [event._replace(fingerprint=old) if hasattr(event, "fingerprint") else event for event in table.records]
    return Table(records, table.acts)


def test_what_waits_at_a_table_of_before_goes_on_in_other_words(table):
    act(table, staring("Bid!"), "ana", "stare", 3)
    answer(table, staring("Bid!"), "ana", 2)
    found, today = of_before(table), staring("How much do you stake?")
    answer(found, today, "bo", 1)
    answer(found, today, "ana", "yes")
    assert outcomes(found) == [(2, 1, "yes")]


def test_what_no_longer_fits_is_broken_off_in_words_and_gives_back_what_it_took(table):
    act(table, staring("Bid!"), "ana", "stare", 3)
    for seat in ("ana", "bo"):
        answer(table, staring("Bid!"), seat, 3)
    assert value(table, "kara", "light") == 3
    found = of_before(table)
    answer(found, staring("Bid!", high=2), "ana", "yes")
    assert (outcomes(found), value(found, "kara", "light")) == ([], 4)
    (broken,) = [event for event in found.records if isinstance(event, Cancelled)]
    assert broken.reason == "stare was broken off"
