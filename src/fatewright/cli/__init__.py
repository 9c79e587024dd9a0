"""The command line: one small file per command, loaded when it is called."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, HelpFormatter
from collections.abc import Sequence
from importlib import import_module

from fatewright import __version__
from fatewright.core.errors import FatewrightError

COMMANDS = {
    "play": "open the table: for every browser in the room, or at this terminal",
    "dice": "a session of dice and rules, each thrown among its odds",
    "roll": "throw dice, or play a rule of a game",
    "odds": "the exact odds of dice or of a rule",
    "simulate": "many runs, with intervals",
    "solve": "the best mixes of two sides that answer face down",
    "rules": "games, their rules, and the paragraphs of their rulebooks",
    "character": "make, check and show characters",
    "table": "list, export, import, replay and verify tables; recover a lost seat",
    "versions": "list the house's own versions of games; recover one whose browser is lost",
    "where": "where tables are kept",
    "new": "begin a game of your own: writes a folder that plays",
    "check": "run every law on a game's folder",
}
BAD_INPUT, INTERRUPTED, UNREAD = 2, 130, 141  # the last two as if a signal had ended it


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; whoever reads its output may leave, as `head` does, and that is no error."""
    try:
        try:
            return _run(list(sys.argv[1:] if argv is None else argv))
        finally:
            if sys.stdout is not None:  # it is none where there was none to begin with
                sys.stdout.flush()  # what nobody reads any more shows here, and not when Python ends
    except BrokenPipeError:
        _read_no_more()
        return UNREAD


def _read_no_more() -> None:
    """Whatever is still to be written goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _run(words: list[str]) -> int:
    """Run one command; whatever a person can put right is a sentence on the error stream."""
    if not words or words[0] in ("-h", "--help", "help"):
        print(overview())
        return 0
    if words[0] == "--version":
        print(f"fatewright {__version__}")
        return 0
    name = words[0]
    if name not in COMMANDS:
        print(f"fatewright: there is no command '{name}'; the commands: {', '.join(COMMANDS)}", file=sys.stderr)
        return BAD_INPUT
    command = import_module(f"{__name__}.{name}")
    parser = ArgumentParser(
        prog=f"fatewright {name}", description=command.__doc__, allow_abbrev=False, formatter_class=_plain_help
    )
    command.configure(parser)
    args = parser.parse_intermixed_args(words[1:])
    try:
        return int(command.run(args))
    except FatewrightError as wrong:
        print(f"fatewright: {wrong}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("fatewright: stopped", file=sys.stderr)
        return INTERRUPTED


def _plain_help(prog: str) -> HelpFormatter:
    return HelpFormatter(prog, width=100)  # asking the terminal for its width would cost a tenth of the start-up


def overview() -> str:
    """What the commands are."""
    width = max(map(len, COMMANDS)) + 2
    lines = [f"  {name:<{width}}{what}" for name, what in COMMANDS.items()]
    head = "Fatewright plays, prices and proves tabletop role-playing games."
    return "\n".join([head, "", "  fatewright COMMAND ...   (fatewright COMMAND --help says more)", "", *lines])
