"""Whatever is written at a table is written in right English: so many of a thing, a or an, is or are."""

import re

import pytest

from fatewright.core.grammar import article
from fatewright.core.rule.ask import Choose, Form
from fatewright.core.table.events import Asked, Told
from fatewright.kit.performance import played
from fatewright.systems.spec import games

EVENINGS, LENGTH = 6, 80
KINDS = "more|fewer|further|skill|health|hit|statistic|attribute"  # what may stand between a number and what is counted
NO_NOUN = "as|is|was|has|its|this|less|success|loss|pass|miss|does|plus|status|versus|bonus|malus|unless|makes|begins|attacks"
ONE_OF_MANY = re.compile(rf"(?<![\w.,–:/])[+-]?1 (?:(?:{KINDS}) )?(?!(?:{NO_NOUN})\b)([a-z]+s|dice|people)\b")
ONE_ARE = re.compile(r"(?<![\w.,–:/])1 (?:are|were|have)\b")
ARTICLE = re.compile(r"\b([Aa]n?) ([A-Za-z0-9][\w'’-]*)")


def wrong_words(line):
    """What is not right English in a line, as far as numbers and articles go."""
    found = [match[0] for pattern in (ONE_OF_MANY, ONE_ARE) for match in pattern.finditer(line)]
    return found + [match[0] for match in ARTICLE.finditer(line) if match[1].lower() != article(match[2])]


def asked_words(asked):
    """All words of a question."""
    yield asked.prompt
    yield getattr(asked, "reason", "")
    if isinstance(asked, Choose):
        yield from (text for option in asked.options for text in (option.label, option.blocked))
    if isinstance(asked, Form):
        yield from (text for field in asked.fields for text in asked_words(field))


def words(performance):
    """Every line, question and refusal of a performance."""
    for event in performance.table.records:
        if isinstance(event, Told):
            yield event.text
        if isinstance(event, Asked):
            yield from asked_words(event.asked.open(event.seat))
    yield from (why for _, _, why in performance.refused)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("seed", range(EVENINGS))
def test_numbers_and_articles_are_right_in_whatever_is_written_in_an_evening(game, seed):
    performance, _ = played(games()[game], seed, LENGTH)
    said = list(words(performance))
    assert len(said) > 20
    assert [(wrong_words(line), line) for line in said if wrong_words(line)] == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("1 hits, 2 blanks", ["1 hits"]),
        ("1 hit, 11 blanks, 2.1 points, 0–1 points", []),
        ("Ana: +1 dice for luck", ["+1 dice"]),
        ("1 were due, 1 lost", ["1 were"]),
        ("1 of 2 is hit", []),
        ("out of range of a Assault Rifle", ["a Assault"]),
        ("an SMG, a unicorn, an hour, A 12-gauge", []),
        ("an unicorn", ["an unicorn"]),
        ("1 more points", ["1 more points"]),
        ("1 success", []),
    ],
)
def test_what_the_walk_finds(line, found):
    assert wrong_words(line) == found
