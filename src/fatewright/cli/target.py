"""What a command is about: dice notation, or a rule of a game with its arguments; and how people answer in it."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from fatewright.core.errors import BadValue
from fatewright.core.rule.notation import parse
from fatewright.core.rule.reading import Given
from fatewright.core.rule.rule import Call
from fatewright.core.rule.words import NO_TONES, Tone

DICE = re.compile(r"[-+(0-9]|d[0-9%]|$", re.IGNORECASE)


def configure(parser: ArgumentParser) -> None:
    """The arguments that roll, odds and simulate share."""
    parser.add_argument(
        "what",
        nargs="+",
        metavar="NOTATION | GAME RULE key=value",
        help="such as 4d6kh3, or moment-of-truth skill-roll pool=6 tn=2",
    )
    parser.add_argument(
        "--answer", action="append", default=[], metavar="NAME=VALUE", help="how a person answers the question NAME"
    )
    parser.add_argument("--lens", default="", help="look at one thing only, such as hit or falls")
    parser.add_argument("--json", action="store_true", help="print JSON")


def target(words: list[str]) -> Call[Any]:
    """The rule that `words` mean."""
    if DICE.match(words[0]) or not words[0].isascii():
        return parse(" ".join(words))
    from fatewright.systems import forms, spec  # only now: dice alone should start fast

    game = spec.game(words[0])
    if len(words) < 2:
        raise BadValue(f"{game.id}: which rule? its rules: {', '.join(game.rules)}")
    rule = game.rule(words[1])
    pairs = [word.partition("=") for word in words[2:]]
    wrong = [name for name, equals, _ in pairs if not equals]
    if wrong:
        raise BadValue(f"'{wrong[0]}' is not an argument; expected name=value, such as {rule.parameters[0]}=3")
    names = [name for name, _, _ in pairs]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadValue(f"{', '.join(twice)}: given more than once")
    return forms.call(rule, {name: value for name, _, value in pairs})


def tones(words: list[str]) -> Mapping[str, Tone]:
    """How good the outcomes of what `words` mean are, where a game says so."""
    if DICE.match(words[0]) or not words[0].isascii():
        return NO_TONES
    from fatewright.systems import spec

    return spec.game(words[0]).tones


def answers(texts: list[str]) -> Given:
    """Answers by the name of the question, from NAME=VALUE."""
    pairs = [text.partition("=") for text in texts]
    for name, equals, value in pairs:
        if not equals:
            raise BadValue(f"--answer {name}: expected NAME=VALUE")
        if not value:
            raise BadValue(f"--answer {name}=: the value is missing")
    return Given(*((name, value) for name, _, value in pairs))
