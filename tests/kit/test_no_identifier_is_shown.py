"""All that a screen draws a game with is words: titles of fields and dials, what can be chosen, groups, rules, counters.

In English, and where a game speaks another language, in that.
"""

import re

import pytest

from fatewright.core.grammar import spaced
from fatewright.core.languages import ENGLISH
from fatewright.systems.spec import games
from fatewright.web.cards import game
from identifiers import identifiers

GAMES = games()
CITED = re.compile(r"\b[A-Z]{3}-[\w.]+")


def read(system, language=ENGLISH):
    """All that the page reads of a game, each under the place where it stands: as `plain` and `title` of the page say it."""
    card = game(system, language)

    def plain(name):
        return card.called.get(name, spaced(name))

    for field in card.fields:
        yield f"field {field.asked.name}", [plain(field.group), *asked(field.asked)]
    for dial in card.dials:
        values = [one.label for one in dial.asked.options]
        yield f"dial {dial.asked.name}", [dial.asked.prompt, plain(dial.group), dial.text, *values]
    for rule in card.rules:
        yield f"rule {rule.name}", [plain(rule.name), CITED.sub("", rule.help), *map(plain, rule.lenses)]
        for field in rule.fields:
            yield f"{rule.name}: {field.name}", [field.prompt, *(one.label for one in field.options)]
    for verb in card.verbs:
        phrases = [re.sub(r"{.*?}", "", phrase) for phrase in (verb.sentence, *verb.more)]
        yield f"act {verb.name}", [plain(verb.name), plain(verb.group), CITED.sub("", verb.help), *phrases]
        for slot in verb.slots:
            choices = [] if slot.of == "character" else [plain(str(one.value)) for one in slot.asked.options]
            yield f"{verb.name}: {slot.asked.name}", [slot.asked.prompt, *choices]
    for name, rows in card.lists.items():
        keys = {key for row in rows.values() if isinstance(row, dict) for key in row}
        yield f"list {name}", [plain(name), *map(plain, rows), *map(plain, keys)]
    yield "presets", map(plain, card.presets)
    yield "people", map(plain, card.people)
    yield "outcomes", map(plain, card.outcomes)
    yield "steps", [text for step in card.steps for text in (step.title, step.help)]
    yield "stacks", [plain(name) for pair in card.stacks.items() for name in pair]
    yield "tracker", tracked(card.tracker, plain)
    if card.scene:
        steps = [text for step in card.scene.steps for text in (step.says, *step.asks.values())]
        yield "scene", [card.scene.title, card.scene.text, card.scene.ends, *steps]


def asked(question):
    """What a field of a sheet is called, its numbers, and its columns."""
    yield from (question.prompt, *question.labels)
    yield from (text for part in question.fields for text in asked(part))


def tracked(tracker, plain):
    """What the tracker of turns says."""
    yield from (*tracker.large.values(), *tracker.used.values())
    yield from (text for one in tracker.numbers for text in (one.name, one.odd))
    yield from (side for sides in tracker.relations.values() for side in sides)
    yield from map(plain, (*tracker.hands, *tracker.out, *tracker.acts))
    if tracker.boxes:
        yield from map(plain, (tracker.boxes.of, *tracker.boxes.filled))


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_a_game_is_drawn_with_is_a_name_of_the_source(name):
    system = GAMES[name]
    verbs = set(system.game.verbs)
    found = [(where, text) for where, texts in read(system) for text in texts if identifiers(text, verbs)]
    assert found == []


@pytest.mark.parametrize("name", GAMES)
def test_no_word_that_a_game_is_drawn_with_is_cut_off(name):
    """A word that nobody could say, or with a number in it, is no word; dice and metres are, and so is what has capitals."""
    is_said_so = re.compile(r"d\d+|\d+d\d+|m")
    found = [
        (where, word)
        for where, texts in read(GAMES[name])
        for text in texts
        for word in re.findall(r"[\w'’.+-]+", text)
        if re.fullmatch(r"[a-z]\w*", word) and not is_said_so.fullmatch(word)
        if re.search(r"\d", word) or not re.search("[aeiouy]", word)
    ]
    assert found == []


def test_all_that_lanterns_is_drawn_with_is_there_in_german():
    system = GAMES["lanterns"]
    both = zip(read(system), read(system, system.language("de")), strict=True)
    pairs = [(where, one, other) for (where, own), (_, german) in both for one, other in zip(own, german, strict=True)]
    assert [(where, one) for where, one, other in pairs if one == other and any(sign.isalpha() for sign in one)] == []
    assert len(pairs) > 200
