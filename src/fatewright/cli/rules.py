"""Games, their rules with arguments, ranges and ids; `rules GAME`, and `rules show MOT-1.15` for a paragraph."""

from __future__ import annotations

import textwrap
from argparse import ArgumentParser, Namespace
from typing import Any

from fatewright import rulebook
from fatewright.cli import show
from fatewright.core.errors import BadValue
from fatewright.core.rule.ask import Number
from fatewright.core.rule.rule import Rule
from fatewright.systems import forms, spec

WIDTH = 100


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright rules`."""
    parser.add_argument("what", nargs="*", metavar="GAME | show ID", help="such as moment-of-truth, or show MOT-1.15")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Print games and rules, or one paragraph."""
    if args.what[:1] == ["show"]:
        if len(args.what) != 2:
            raise BadValue("rules show takes one id, such as MOT-1.15")
        return _show(args.what[1], args.json)
    if len(args.what) > 1:
        raise BadValue(f"rules takes one game; found {' '.join(args.what)}")
    games = [spec.game(args.what[0])] if args.what else list(spec.games().values())
    if args.json:
        print(
            show.dump(
                [{"id": game.id, "title": game.title, "rules": [_rule(rule) for rule in game.rules.values()]} for game in games]
            )
        )
        return 0
    for game in games:
        book = f" ({rulebook.count(game.ledger)} paragraphs, such as {game.prefix}-1.01)" if game.ledger else ""
        print(f"{game.id}: {game.title}{book}")
        for rule in game.rules.values():
            print(f"  {rule.name}  [{', '.join(forms.ids(rule))}]")
            for asked in forms.arguments(rule):
                default = "" if asked.default is None else f" (default {asked.default})"
                print(f"    {asked.name}={_short(asked)}{default}")
            if rule.lenses:
                print(f"    --lens {'|'.join(rule.lenses)}")
    return 0


def _show(id: str, as_json: bool) -> int:
    paragraph = rulebook.paragraph(id)
    if as_json:
        print(show.dump(paragraph._asdict()))
        return 0
    print(f"{paragraph.id} [{paragraph.tag}]  {paragraph.heading}" if paragraph.tag else f"{paragraph.id}  {paragraph.heading}")
    for line in paragraph.text.splitlines():
        print(line if line.startswith("|") else textwrap.fill(line, WIDTH))
    return 0


def _rule(rule: Rule[..., Any]) -> dict[str, Any]:
    return {
        "name": rule.name,
        "ids": forms.ids(rule),
        "lenses": list(rule.lenses),
        "arguments": [
            {
                "name": asked.name,
                "low": asked.low if isinstance(asked, Number) else None,
                "high": asked.high if isinstance(asked, Number) else None,
                "choices": [] if isinstance(asked, Number) else list(asked.answers()),
                "default": asked.default,
                "required": asked.default is None,
            }
            for asked in forms.arguments(rule)
        ],
    }


def _short(asked: forms.Argument) -> str:
    """What may be given, as a command's help says it."""
    return f"{asked.low}..{asked.high}" if isinstance(asked, Number) else "|".join(asked.answers())
