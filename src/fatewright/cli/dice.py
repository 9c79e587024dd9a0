"""A session of dice and rules: what is typed is thrown, and shown among all that it could have been."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress

from fatewright import cli
from fatewright.chance import system_dice
from fatewright.cli import show, target
from fatewright.cli.roll import ask_here, played_text
from fatewright.core.errors import FatewrightError, TooCostly
from fatewright.core.rule.odds import StepLimit
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import Given, roll

WELCOME = """Fatewright: dice that know their odds.
  4d6kh3                                    throw, and see where it fell among all it could have been
  moment-of-truth skill-roll pool=6 tn=2    play a rule of a game
  odds ..., roll ..., simulate ..., rules   the commands of the shell, without the word fatewright
  help, quit"""
PROMPT = "fate> "
PATIENCE = 300_000  # steps: about half a second; whoever wants more asks for `odds`


def configure(parser: ArgumentParser) -> None:
    """`fatewright dice` takes no arguments."""
    del parser


def run(args: Namespace) -> int:
    """Read lines until the person leaves."""
    del args
    print(WELCOME)
    with suppress(ImportError):  # not on every system; where it is, the prompt gets a history and line editing
        import readline  # noqa: F401
    while True:
        try:
            line = input(PROMPT).strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return 0
        if line in ("quit", "exit", "q"):
            return 0
        if line:
            _answer(line)


def _answer(line: str) -> None:
    try:
        words = shlex.split(line)
    except ValueError as wrong:
        print(f"that line cannot be read: {wrong}")
        return
    try:
        if words[0] == "help":
            print(WELCOME)
        elif words[0] in cli.COMMANDS and words[0] not in ("play", "dice"):
            cli.main(words)
        else:
            _roll_among_odds(words)
    except SystemExit:  # the parser of a command has already said what was wrong
        pass
    except FatewrightError as wrong:
        print(wrong)
    sys.stderr.flush()


def _roll_among_odds(words: list[str]) -> None:
    call = target.target(words)
    played = roll(call, system_dice(), ask_here)
    print(played_text(played, played.outcome))
    said = Given(*((step.question.name, step.answer) for step in played.steps if not step.dice))
    try:
        print(show.odds_text(odds(call, said, budget=StepLimit(PATIENCE)), target.tones(words), mark=played.outcome))
    except TooCostly as wrong:
        print(wrong)
