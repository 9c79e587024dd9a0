"""(c) A turn whose order is handed to a teammate's seat and back, at a price that climbs across both."""

import pytest

from fatewright.core.rule.odds import Odds
from fatewright.core.rule.price import UNKNOWN
from fatewright.core.table.engine import Answer
from fatewright.core.table.events import Fact, Told
from fatewright.core.table.preview import odds_of_answer
from fatewright.core.table.story import Refusal, a_person
from fatewright.systems.author import Learn, PutFact, Verb, choose, ends, now, options, spend, tell
from hard.setting import act, answer, asked, driven, game_of, heard, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player", "eve": "spectator"}


def turn(table, who, friend):
    """One after the other gives an order; each costs one more than the last, whoever gives it."""
    yield from now(PutFact(("turn", "price"), 1))
    hand, given = who, []
    while True:
        price = table.fact("turn", "price")
        offered = [name for name in ("go", "look") if price <= table[hand]["will"]]
        offer = options(*offered, "hand on", "end")
        said = yield from choose(hand, "order", f"An order for {price}?", offer, default="end")
        if said == "end":
            break
        if said == "hand on":
            hand = friend if hand == who else who
            continue
        yield from now(spend(hand, "will", price), PutFact(("turn", "price"), price + 1))
        if said == "look":
            yield from now(Learn(table[hand].owner, f"the ogre's guard is {table['ogre']['guard']}"))
        given.append(f"{hand} {said}")
    return ends(", ".join(given), PutFact(("turn", "price"), None))


GAME = game_of(Verb("turn", turn, (a_person("who", "mine"), a_person("friend", "token"))), reveals=("guard",))


def make(guard=3):
    ogre = token("ogre", "gm", only("gm"), guard=guard)
    return table_of(SEATS, token("kara", "ana", will=4), token("borin", "bo", will=5), ogre)


@pytest.fixture
def table():
    return make()


def play(table):
    act(table, GAME, "ana", "turn", who="kara", friend="borin")
    answer(table, GAME, "ana", "go")
    answer(table, GAME, "ana", "hand on")
    answer(table, GAME, "bo", "look")
    answer(table, GAME, "bo", "hand on")
    answer(table, GAME, "ana", "go")
    return answer(table, GAME, "ana", "end")


def test_the_price_climbs_across_both(table):
    events = play(table)
    assert names(events) == ["Answered", "Revealed", "Fact", "Ended"]
    assert events[-1].outcome == "kara go, borin look, kara go"
    assert (value(table, "kara", "will"), value(table, "borin", "will")) == (0, 3)
    assert ("turn", "price") not in table.truth.facts


def test_the_order_is_with_one_seat_at_a_time(table):
    act(table, GAME, "ana", "turn", who="kara", friend="borin")
    assert (len(asked(table, "ana")), len(asked(table, "bo"))) == (1, 0)
    answer(table, GAME, "ana", "hand on")
    assert (len(asked(table, "ana")), len(asked(table, "bo"))) == (0, 1)
    (question,) = asked(table, "bo")
    with pytest.raises(Refusal, match="'order' is for bo to answer"):
        driven(table, GAME).do(Answer("ana", question, "go"))


def test_each_seat_is_offered_what_its_own_token_can_pay(table):
    act(table, GAME, "ana", "turn", who="kara", friend="borin")
    for seat, said in (("ana", "go"), ("ana", "go"), ("ana", "hand on")):
        answer(table, GAME, seat, said)
    (question,) = asked(table, "bo")
    assert table.view("bo").questions[question].asked.allowed() == "go, look, hand on, end"
    answer(table, GAME, "bo", "go")
    answer(table, GAME, "bo", "hand on")
    (question,) = asked(table, "ana")
    assert table.view("ana").questions[question].asked.allowed() == "hand on, end"


def test_what_was_learned_is_in_one_notebook_and_in_one_log(table):
    play(table)
    text = "the ogre's guard is 3"
    learned = [event for event in table.records if isinstance(event, Told) or (isinstance(event, Fact) and event.value == text)]
    assert learned == [Fact(("note", "bo", "1"), text, only("bo")), Told(text, (), only("bo"))]
    assert {seat: ("note", "bo", "1") in table.view(seat).facts for seat in SEATS} == {
        "gm": False,
        "ana": False,
        "bo": True,
        "eve": False,
    }


def test_the_veil_of_what_was_learned_stays(table):
    play(table)
    assert ("token", "ogre", "guard") not in table.view("bo").facts


@pytest.mark.parametrize("seat", ["ana", "eve"])
def test_nobody_else_hears_what_was_learned(seat):
    one, other = make(guard=3), make(guard=9)
    play(one)
    play(other)
    assert heard(one, seat) == heard(other, seat)
    assert heard(one, "bo") != heard(other, "bo")


def ask_around(table, who, friend):
    """A verdict for the friend's seat alone, and then a choice of the other."""
    strong = yield from tell("guard", lambda: table["ogre"]["guard"] > 5, only(table[friend].owner))
    said = yield from choose(who, "dare", "Dare it?", options("yes", "no"))
    return ends("kept" if said == "no" else "fails" if strong else "works")


WHISPERED = game_of(Verb("ask", ask_around, (a_person("who", "mine"), a_person("friend", "token"))), reveals=("guard",))


def test_a_verdict_told_to_one_seat_only_leaves_the_others_with_what_they_know(table):
    act(table, WHISPERED, "ana", "ask", who="kara", friend="borin")
    (question,) = asked(table, "ana")
    assert odds_of_answer(table.view("ana"), WHISPERED, "ana", question, "no") == Odds({"kept": 1}, 1)
    assert odds_of_answer(table.view("ana"), WHISPERED, "ana", question, "yes") == Odds({UNKNOWN: 1}, 1)
