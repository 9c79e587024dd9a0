from fractions import Fraction
from itertools import permutations

import pytest

from fatewright.core.errors import BadAnswer
from fatewright.core.rule.ask import (
    Choose,
    Form,
    Number,
    Option,
    Order,
    Read,
    Sealed,
    Text,
    is_personal,
    kind_of,
    options,
    order,
)
from fatewright.core.rule.dice import d6
from fatewright.core.rule.price import odds_of_each
from fatewright.core.rule.rule import just, rule, throw

SPEND = Choose("Kara", "spend", "Spend a token?", (Option(1, "yes"), Option(0, "no"), Option(2, "both", "only one is left")))
AIM = Number("Kara", "aim", "How many dice for aiming?", 0, 3, "half of the pool")
PLAIN = Number("Borin", "bid", "How much?", -2, 5)
STANCE = Choose("Kara", "stance", "Which stance?", options("Low", "High"))
COST = STANCE._replace(name="cost", longest=9)
WATCH = Order("Kara", "watch", "Who keeps watch, and when?", (Option(1, "Ana"), Option(2, "Bo"), Option(3, "Cy")))
PLAN = Form("Kara", "plan", "How do you fight?", (STANCE, AIM))
BIDS = Sealed("bids", "All bid at once.", (AIM, PLAIN, PLAN))


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (SPEND, [1, 0]),
        (AIM, [0, 1, 2, 3]),
        (STANCE, ["Low", "High"]),
        (COST, ["Low", "High"]),
        (PLAN, [(stance, aim) for stance in ("Low", "High") for aim in range(4)]),
        (Sealed("two", "", (SPEND, AIM)), [(spend, aim) for spend in (1, 0) for aim in range(4)]),
        (Form("Kara", "nothing", "", ()), [()]),
        (WATCH, [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)]),
    ],
    ids=lambda case: getattr(case, "name", ""),
)
def test_a_question_lists_what_may_be_answered(question, answers):
    assert list(question.answers()) == answers
    for answer in answers:
        question.check(answer)


@pytest.mark.parametrize(
    ("question", "answer", "message"),
    [
        (SPEND, 2, "both is not open: only one is left"),
        (SPEND, 3, "3 is not one of yes, no"),
        (STANCE, "low", "'low' is not one of Low, High"),
        (COST, "beyond all", "'beyond all' is not one of Low, High, or a text of 1 to 9 characters of one's own"),
        (COST, 3, "3 is not one of Low, High, or a text of 1 to 9 characters of one's own"),
        (AIM, 4, "4 is not a whole number from 0 to 3 (half of the pool)"),
        (AIM, -1, "-1 is not a whole number from 0 to 3 (half of the pool)"),
        (AIM, "2", "'2' is not a whole number from 0 to 3 (half of the pool)"),
        (AIM, 2.0, "2.0 is not a whole number from 0 to 3 (half of the pool)"),
        (PLAIN, 6, "6 is not a whole number from -2 to 5"),
        (WATCH, [1, 2, 3], "[1, 2, 3] is not an order of Ana, Bo, Cy"),
        (WATCH, (1, 2), "(1, 2) is not an order of Ana, Bo, Cy"),
        (WATCH, (1, 2, 2), "(1, 2, 2) is not an order of Ana, Bo, Cy"),
        (WATCH, (True, 2, 3), "(True, 2, 3) is not an order of Ana, Bo, Cy"),
        (PLAN, ["Low", 1], "['Low', 1] is not stance: Low, High; aim: a whole number from 0 to 3 (half of the pool)"),
        (PLAN, ("Low",), "('Low',) is not stance: Low, High; aim: a whole number from 0 to 3 (half of the pool)"),
        (PLAN, ("Low", 9), "aim: 9 is not a whole number from 0 to 3 (half of the pool)"),
        (BIDS, (1, 2, ("Low", 7)), "Kara: aim: 7 is not a whole number from 0 to 3 (half of the pool)"),
        (Sealed("two", "", (SPEND, AIM)), 1, "1 is not Kara: yes, no; Kara: a whole number from 0 to 3 (half of the pool)"),
        (
            Sealed("two", "", (SPEND, AIM)),
            (1,),
            "(1,) is not Kara: yes, no; Kara: a whole number from 0 to 3 (half of the pool)",
        ),
    ],
)
def test_an_answer_that_is_not_allowed_is_refused_with_what_would_be(question, answer, message):
    with pytest.raises(BadAnswer) as refused:
        question.check(answer)
    assert str(refused.value) == message


@pytest.mark.parametrize("answer", [True, False])
def test_yes_or_no_is_not_a_number(answer):
    with pytest.raises(BadAnswer):
        AIM.check(answer)


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (SPEND, "yes", 1),
        (SPEND, "No", 0),
        (SPEND, "1", 1),
        (STANCE, "hIGH", "High"),
        (COST, "hIGH", "High"),
        (COST, "a dog", "a dog"),
        (AIM, " 3 ", 3),
        (PLAIN, "-2", -2),
        (PLAN, "low, 2", ("Low", 2)),
        (WATCH, "cy, Ana,2", (3, 1, 2)),
        (Sealed("two", "", (SPEND, PLAN)), "yes; high,0", (1, ("High", 0))),
    ],
)
def test_what_a_person_types_is_read_as_an_answer(question, text, answer):
    assert question.parse(text) == answer


@pytest.mark.parametrize(
    ("question", "text", "message"),
    [
        (SPEND, "maybe", "'maybe' is not one of yes, no"),
        (SPEND, "both", "both is not open: only one is left"),
        (COST, "beyond all", "'beyond all' is not one of Low, High, or a text of 1 to 9 characters of one's own"),
        (WATCH, "Ana, Bo", "(1, 2) is not an order of Ana, Bo, Cy"),
        (WATCH, "Ana, Bo, Dee", "'Dee' is not one of Ana, Bo, Cy"),
        (AIM, "three", "'three' is not a whole number from 0 to 3 (half of the pool)"),
        (AIM, "7", "7 is not a whole number from 0 to 3 (half of the pool)"),
        (AIM, "", "'' is not a whole number from 0 to 3 (half of the pool)"),
        (
            PLAN,
            "low",
            "'low' is not stance: Low, High; aim: a whole number from 0 to 3 (half of the pool), separated by commas",
        ),
        (PLAN, "low,9", "aim: 9 is not a whole number from 0 to 3 (half of the pool)"),
        (
            Sealed("two", "", (SPEND, PLAIN)),
            "yes, 1",
            "'yes, 1' is not Kara: yes, no; Borin: a whole number from -2 to 5, separated by semicolons",
        ),
    ],
)
def test_what_cannot_be_read_as_an_answer_is_refused_in_a_sentence(question, text, message):
    with pytest.raises(BadAnswer) as refused:
        question.parse(text)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("question", "answer", "words"),
    [
        (SPEND, 1, "yes"),
        (STANCE, "Low", "Low"),
        (COST, "a dog", "a dog"),
        (AIM, 2, "2"),
        (PLAN, ("Low", 2), "stance Low, aim 2"),
        (WATCH, (3, 1, 2), "Cy, Ana, Bo"),
        (BIDS, (1, 5, ("High", 0)), "Kara 1, Borin 5, Kara stance High, aim 0"),
    ],
)
def test_an_answer_can_be_told_in_words(question, answer, words):
    assert question.said(answer) == words


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        (SPEND, 1, 0),
        (COST, "Low", "2d6"),
        (AIM, 0, 3),
        (PLAN, ("Low", 0), ("High", 3)),
        (WATCH, (1, 2, 3), (3, 2, 1)),
        (Read("Kara", "dice", "", (6, 4)), (1, 1), (6, 4)),
        (Text("Kara", "why", ""), "the door", "2d6"),
    ],
)
def test_whoever_plays_by_chance_gives_an_answer_that_is_allowed(question, first, last):
    assert (question.picked(lambda count: 0), question.picked(lambda count: count - 1)) == (first, last)
    question.check(first)
    question.check(last)


def test_every_kind_has_a_name():
    asked = [SPEND, AIM, Text("Kara", "why", ""), Read("Kara", "dice", "", ()), PLAN, WATCH]
    assert [kind_of(question) for question in asked] == ["choose", "number", "text", "dice", "form", "order"]


def test_a_sealed_question_is_put_to_everyone_in_it():
    assert BIDS.who == "Kara and Borin and Kara"


def test_options_are_named_like_their_values():
    assert options(1, "two", None) == (Option(1, "1"), Option("two", "two"), Option(None, "None"))


@pytest.mark.parametrize("question", [SPEND, AIM, PLAN, BIDS])
def test_people_answer_personal_questions(question):
    assert is_personal(question)


@pytest.mark.parametrize("question", [d6(2).sum(), d6(2).count(a=(1,)), just(1), None])
def test_people_do_not_answer_for_dice_or_rules(question):
    assert not is_personal(question)


# Texts


TEXT = Text("ana", "task", "What do you do?", 12)


@pytest.mark.parametrize("answer", ["a", "climb the wa", "naïve 🔥"])
def test_a_text_takes_what_is_not_too_long(answer):
    TEXT.check(answer)
    assert (TEXT.parse(answer), TEXT.said(answer)) == (answer, answer)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("", "expected a text of 1 to 12 characters"),
        ("climb the wall", "expected a text of 1 to 12 characters"),
        (12, "expected a text of 1 to 12 characters"),
        (None, "expected a text of 1 to 12 characters"),
        ("a\ud800", "there are bytes in it that are no text"),
    ],
)
def test_a_text_refuses_what_is_none(answer, sentence):
    with pytest.raises(BadAnswer) as refused:
        TEXT.check(answer)
    assert str(refused.value) == sentence


def test_a_text_may_be_empty_where_that_is_said():
    may = TEXT._replace(may_be_empty=True)
    may.check("")
    assert may.allowed() == "a text of at most 12 characters"


def test_any_text_is_as_good_as_another_to_whoever_weighs_answers():
    assert list(TEXT.answers()) == ["..."]
    assert list(TEXT._replace(default="wait").answers()) == ["wait"]
    assert is_personal(TEXT)


# Orders


@rule
def first_watch():
    first, *_ = yield from order("Kara", "watch", "", options("ana", "bo"))
    rolled = yield from throw(d6(1).sum())
    return first if rolled == 6 else "nobody"


def test_a_rule_asks_for_an_order_and_has_odds_for_each():
    question, each = odds_of_each(first_watch())
    assert question == Order("Kara", "watch", "", options("ana", "bo"))
    chances = {answer: found.chance(answer[0]) for answer, found in each}
    assert chances == dict.fromkeys(permutations(("ana", "bo")), Fraction(1, 6))
