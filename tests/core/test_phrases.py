"""Sentences with slots: what stands in them, what a slot is called by the words around it, and texts that remember theirs."""

import copy
import pickle
from enum import IntEnum
from typing import NamedTuple

import pytest

from fatewright.core.phrases import BadPhrase, Phrase, around, filled, form_of, joined, phrase, slots_in
from fatewright.core.score import Score
from fatewright.core.table.seal import EVERYONE, HIDDEN, Unknown
from fatewright.core.table.story import Say, say


class Wound(NamedTuple):
    """A value that says itself what it is."""

    minor: int

    def __str__(self):
        return f"{self.minor} minor"


class Grade(IntEnum):
    """So does one that counts."""

    GOOD = 1

    def __str__(self):
        return self.name.lower()


ATTACK = "{who} attacks {target} with {weapon:a}"


def test_a_sentence_says_what_stands_in_its_slots():
    assert slots_in(ATTACK) == ("who", "target", "weapon")
    assert filled(ATTACK, {"who": "Ana", "target": "{who}", "weapon": "Axe"}) == "Ana attacks {who} with an Axe"
    assert (filled("it rains", {}), slots_in("it rains")) == ("it rains", ())
    assert (form_of(ATTACK, "weapon"), form_of(ATTACK, "who"), form_of(ATTACK, "whom")) == ("a", "", "")


@pytest.mark.parametrize(
    ("template", "names"),
    [
        (ATTACK, ["… attacks", "attacks …", "with …"]),
        ("from {metres} m away", ["from … m away"]),
        ("{who} and {other} stare at each other", ["… and", "and … stare at each other"]),
        ("{who} attempts: {task}, using {skill}", ["… attempts", "attempts …", "using …"]),
        ("{who}", ["…"]),
    ],
)
def test_a_slot_is_called_by_the_words_before_it_or_after_it(template, names):
    assert [around(template, slot) for slot in slots_in(template)] == names


@pytest.mark.parametrize(
    ("template", "values", "text"),
    [
        ("{who} falls {metres} m", {"who": "Ana", "metres": 3}, "Ana falls 3 m"),
        ("{n:die} {n:is|are} left", {"n": 1}, "1 die is left"),
        ("{n:die} {n:is|are} left", {"n": 2}, "2 dice are left"),
        ("{n:+die}, {n:+} in all", {"n": -2}, "-2 dice, -2 in all"),
        ("{coins:,} coins", {"coins": 12000}, "12,000 coins"),
        ("{who:text}: {weapon:a}, {mood:word}", {"who": "{who}", "weapon": "Axe", "mood": None}, "{who}: an Axe, None"),
        ("{all} {all:helps|help} {who}", {"all": ["Ana", "Bo"], "who": "Cy"}, "Ana, Bo help Cy"),
        ("{all} {all:helps|help} {who}", {"all": ("Ana",), "who": "Cy"}, "Ana helps Cy"),
        ("{who} waits{more}", {"who": "Ana", "more": ""}, "Ana waits"),
        ("{who} waits{more}", {"who": "Ana", "more": phrase(" for {whom}", whom="Bo")}, "Ana waits for Bo"),
        ("{grade:word}", {"grade": Grade.GOOD}, "good"),
        ("{wound:word}", {"wound": Wound(3)}, "3 minor"),
        ("so {it:word}, {n}", {"it": True, "n": True}, "so True, True"),
        ("{{it}} rains", {}, "{it} rains"),
    ],
)
def test_a_phrase_is_a_text(template, values, text):
    said = phrase(template, **values)
    assert (said, str(said), hash(said), f"{said}") == (text, text, hash(text), text)
    assert (said.template, [name for name, _ in said.values]) == (template, list(values))
    assert say(template, "MOT-1", **values) == Say(text, ("MOT-1",))


def test_texts_after_each_other_are_one_phrase():
    said = joined([phrase("{who} falls", who="Ana"), "dead"], ", and ")
    assert (said, said.template) == ("Ana falls, and dead", "{part0}, and {part1:word}")
    assert (joined([]), joined(["a", "b", "c"])) == ("", "a, b, c")


def test_a_line_is_for_those_it_names():
    assert say("{who} falls", "MOT-1", "MOT-2", to=EVERYONE, who="Ana") == Say("Ana falls", ("MOT-1", "MOT-2"), EVERYONE)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda said: pickle.loads(pickle.dumps(said))])
def test_a_phrase_stays_one_wherever_it_goes(again):
    inner = phrase("{n:die}", n=3)
    said = again(phrase("{who} throws {dice}", who="Ana", dice=inner))
    assert (type(said), said, said.template) == (Phrase, "Ana throws 3 dice", "{who} throws {dice}")
    assert [(name, value, type(value)) for name, value in said.values] == [("who", "Ana", str), ("dice", "3 dice", Phrase)]


def test_a_number_keeps_its_parts_only_where_it_is_asked_why():
    pool = Score(3, "strength") + Score(2, "Brawling")
    bare, reasoned = phrase("{pool:die}", pool=pool), phrase("{pool:why} dice", pool=pool)
    assert (bare, reasoned) == ("5 dice", "5 dice")
    assert [type(dict(one.values)["pool"]) for one in (bare, reasoned)] == [int, Score]


def test_what_is_hidden_stands_in_no_phrase():
    with pytest.raises(Unknown):
        phrase("{harm} harm", harm=HIDDEN)


@pytest.mark.parametrize(
    ("template", "values", "why"),
    [
        ("{who} falls", {}, "'{who} falls': nothing is given for {who}"),
        ("{who} falls", {"whom": 1}, "'{who} falls': nothing is given for {who}; it has no slot for whom"),
        ("it rains", {"who": 1}, "'it rains': it has no slot for who"),
        ("{who falls", {"who": 1}, "'{who falls': expected '}' before end of string"),
        ("{} falls", {}, "'{} falls': found {}, expected a name in every slot, such as {who} or {weapon:a}"),
        ("{who.name}", {}, "'{who.name}': found {who.name}, expected a name in every slot, such as {who} or {weapon:a}"),
        ("{who!r}", {"who": 1}, "'{who!r}': found {who}, expected a name in every slot, such as {who} or {weapon:a}"),
    ],
)
def test_a_template_that_does_not_fit_is_named(template, values, why):
    with pytest.raises(BadPhrase) as wrong:
        phrase(template, **values)
    assert str(wrong.value) == why
