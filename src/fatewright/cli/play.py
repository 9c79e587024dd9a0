"""Play a game at one terminal (`play lanterns --terminal`), or roll dice and rules among their odds."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fatewright import cli
from fatewright.chance import seeded_dice, system_dice
from fatewright.cli import show, target
from fatewright.cli.roll import ask_here, played_text
from fatewright.core.errors import BadValue, FatewrightError, TooCostly
from fatewright.core.odds import Budget
from fatewright.core.price import odds
from fatewright.core.reading import Given, roll

if TYPE_CHECKING:
    from fatewright.systems.spec import System

WELCOME = """Fatewright: dice that know their odds.
  4d6kh3                                    throw, and see where it fell among all it could have been
  moment-of-truth skill-roll pool=6 tn=2    play a rule of a game
  odds ..., roll ..., simulate ..., rules   the commands of the shell, without the word fatewright
  help, quit"""
PROMPT = "fate> "
PATIENCE = 300_000  # steps: about half a second; whoever wants more asks for `odds`


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright play`."""
    parser.add_argument("game", nargs="?", default="", help="such as lanterns; without it, a session of dice and odds")
    parser.add_argument("--terminal", action="store_true", help="all people at this terminal, one after the other")
    parser.add_argument("--players", default="ana,bo", help="their names, separated by commas (default ana,bo)")
    parser.add_argument("--auto", default="", help="seats that answer by themselves, separated by commas, such as gm")
    parser.add_argument("--dial", action="append", default=[], metavar="NAME=VALUE", help="set a dial of the game")
    parser.add_argument("--systems", action="append", default=[], metavar="DIR", help="look for games in DIR as well")
    parser.add_argument("--file", default="", metavar="FILE.jsonl", help="keep the table in a file")
    parser.add_argument("--seed", type=int, help="throw the same dice every time")


def run(args: Namespace) -> int:
    """Play a game, or read lines until the person leaves."""
    if args.game:
        return _hot_seat(args)
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


def _hot_seat(args: Namespace) -> int:
    from fatewright.cli.hotseat import HotSeat
    from fatewright.systems import spec

    if not args.terminal:
        raise BadValue(f"play {args.game}: the browser table is not built yet; add --terminal to play here")
    system = spec.game(args.game, map(Path, args.systems))
    players = [name.strip() for name in args.players.split(",") if name.strip()]
    if not players or len(set(players)) < len(players) or "gm" in players:
        raise BadValue(f"--players {args.players}: expected different names, none of them gm")
    dials = {name: _dial(system, name, value) for name, _, value in (text.partition("=") for text in args.dial)}
    draw = system_dice() if args.seed is None else seeded_dice(args.seed)
    automatic = frozenset(name.strip() for name in args.auto.split(",") if name.strip())
    if strangers := automatic - {"gm", *players}:
        raise BadValue(f"--auto {', '.join(sorted(strangers))}: expected seats, that is gm, {', '.join(players)}")
    return HotSeat(system, players, dials, Path(args.file) if args.file else None, draw, automatic).run()


def _dial(system: System, name: str, text: str) -> Any:
    """The value of a dial that a person means by `text`."""
    values = system.dials[name].values if name in system.dials else ()
    return next((value for value in values if str(value) == text), text)


def _answer(line: str) -> None:
    try:
        words = shlex.split(line)
    except ValueError as wrong:
        print(f"that line cannot be read: {wrong}")
        return
    try:
        if words[0] == "help":
            print(WELCOME)
        elif words[0] in cli.COMMANDS and words[0] != "play":
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
        print(show.odds_text(odds(call, said, budget=Budget(PATIENCE)), mark=played.outcome))
    except TooCostly as wrong:
        print(wrong)
