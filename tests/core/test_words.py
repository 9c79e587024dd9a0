"""How outcomes and chances are said."""

from enum import Enum
from typing import NamedTuple

import pytest

from fatewright.core.rule.odds import Odds
from fatewright.core.rule.words import fraction, from_worst_to_best, in_order, in_words, label, percent, plain, rows, tone_of


class Degree(Enum):
    GOOD = "good"

    def __str__(self):
        return self.value


class Wound(NamedTuple):
    minor: int
    is_mortal: bool


@pytest.mark.parametrize(
    ("outcome", "text"), [(True, "yes"), (False, "no"), ((1, True), "1, yes"), (7, "7"), (Degree.GOOD, "good"), ("hit", "hit")]
)
def test_an_outcome_in_words(outcome, text):
    assert label(outcome) == text


@pytest.mark.parametrize(
    ("outcome", "json"),
    [(Degree.GOOD, "good"), (Wound(2, True), {"minor": 2, "is_mortal": True}), ((1, (2, 3)), [1, [2, 3]]), (7, 7)],
)
def test_an_outcome_as_json_holds_it(outcome, json):
    assert plain(outcome) == json


class Duel(NamedTuple):
    is_won: bool

    @property
    def tone(self):
        return "triumph" if self.is_won else "disaster"


TONES = {"slips": "bad", "falls": "bad", "waits": "plain", "leaps": "good"}


@pytest.mark.parametrize(
    ("outcome", "tone"), [("slips", "bad"), ("waits", "plain"), ("sings", "plain"), (7, "plain"), (Duel(True), "triumph")]
)
def test_an_outcome_has_the_tone_that_it_says_or_that_the_game_says(outcome, tone):
    assert tone_of(outcome, TONES) == tone


@pytest.mark.parametrize(
    ("outcomes", "order"),
    [
        (["leaps", "falls", "waits", "slips"], ["slips", "falls", "waits", "leaps"]),
        ([3, 1, 2], [1, 2, 3]),
        ([Duel(True), Duel(False)], [Duel(False), Duel(True)]),
        (["b", "a"], ["a", "b"]),
    ],
)
def test_outcomes_go_by_their_tone_then_as_the_game_has_them_then_by_size(outcomes, order):
    assert from_worst_to_best(outcomes, TONES) == order


def test_outcomes_go_by_size_where_they_have_one():
    assert in_order([3, 1, 2]) == [1, 2, 3]
    assert in_order(["b", 1, None]) == ["b", 1, None]


def test_what_was_left_uncounted_comes_last():
    assert rows(Odds({2: 1, 1: 3}, 4)) == [(1, "1", 3), (2, "2", 1)]
    assert [row[0::2] for row in rows(Odds({1: 3}, 4, 1))] == [(1, 3), ("beyond", 1)]


def test_fractions_are_in_lowest_terms_or_left_out():
    assert fraction(6, 36) == "1/6"
    assert fraction(1, 10**30) == ""


@pytest.mark.parametrize(
    ("weight", "total", "text"),
    [
        (0, 10, "0.00 %"),
        (1, 10**6, "< 0.01 %"),
        (10**6 - 1, 10**6, "> 99.99 %"),
        (1, 1, "100.00 %"),
        (1, 3, "33.33 %"),
    ],
)
def test_nothing_rare_is_called_impossible(weight, total, text):
    assert percent(weight, total) == text


def test_a_chance_as_people_say_it():
    assert [in_words(weight, 10) for weight in (0, 1, 5, 10)] == ["hardly possible", "very unlikely", "about even", "certain"]
