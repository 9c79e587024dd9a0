"""Open the table: a server for the browsers of everyone in the room. With a game and --terminal: all at this terminal."""

from __future__ import annotations

import os
import signal
import sys
import webbrowser
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fatewright.chance import seeded_dice, system_dice
from fatewright.core.errors import BadValue

if TYPE_CHECKING:
    from fatewright.systems.spec import System


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright play`."""
    parser.add_argument(
        "game",
        nargs="?",
        default="",
        help="the folder of a game of yours; with --terminal also the name of a game, such as lanterns",
    )
    parser.add_argument("--host", default="0.0.0.0", help="where to listen (default: all networks; 127.0.0.1: this machine)")
    parser.add_argument("--port", type=int, help="the port (default: 8420, or the next that is free)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--passphrase", default="", help="ask it of everyone; or set FATEWRIGHT_PASSPHRASE")
    parser.add_argument("--name", action="append", default=[], help="a name under which this machine is reached from outside")
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="the address or network of a proxy in front of this server; only what such a one forwards is believed",
    )
    parser.add_argument("--systems", action="append", default=[], metavar="DIR", help="look for games in DIR as well")
    parser.add_argument("--seed", type=int, help="throw the same dice every time; everybody at the table is told so")
    parser.add_argument("--terminal", action="store_true", help="all people at this terminal, one after the other")
    parser.add_argument("--players", default="ana,bo", help="at the terminal: their names (default ana,bo)")
    parser.add_argument("--auto", default="", help="at the terminal: seats that answer by themselves, such as gm")
    parser.add_argument("--dial", action="append", default=[], metavar="NAME=VALUE", help="at the terminal: set a dial")
    parser.add_argument("--file", default="", metavar="FILE.jsonl", help="at the terminal: keep the table in a file")


def run(args: Namespace) -> int:
    """Open the table."""
    if args.terminal:
        return _hot_seat(args)
    return _serve(args)


def _serve(args: Namespace) -> int:
    import time

    from fatewright.server.file_store import FileStore
    from fatewright.server.folder import FILE, GAMES, data_folder
    from fatewright.server.hall import Hall
    from fatewright.server.shelf import Shelf, stocked
    from fatewright.systems import spec
    from fatewright.web.app import application
    from fatewright.web.logs import keep_log
    from fatewright.web.serve import address_for_others, banner, listening, serve

    folder = data_folder()
    own = [args.game] if args.game else []
    if own and not spec.is_game(Path(args.game)):
        raise BadValue(
            f"play {args.game}: not the folder of a game; choose a game in the browser (fatewright play), or add --terminal"
        )
    systems, left_out = stocked(spec.games(), folder / GAMES, map(Path, [*own, *args.systems]))
    for one in left_out:
        print(f"left out: {one.folder}: {one.why}", file=sys.stderr)
    store = FileStore(folder / FILE)
    try:
        listener = listening(args.host, args.port)
        port = listener.getsockname()[1]
        others = address_for_others(args.host, port)
        draw = system_dice() if args.seed is None else seeded_dice(args.seed)
        hall = Hall(store, systems, lambda: draw, lambda: int(time.time()), is_seeded=args.seed is not None)
        keep_log(folder)
        passphrase = args.passphrase or os.environ.get("FATEWRIGHT_PASSPHRASE", "")
        names = frozenset(name.lower() for name in args.name)
        here = f"http://127.0.0.1:{port}"
        shelf = Shelf(folder / GAMES, hall)
        app = application(
            hall, others or here, shelf, passphrase=passphrase, names=names, left_out=left_out, proxies=args.proxy
        )
        print(banner(port, others, str(folder), is_seeded=args.seed is not None), flush=True)
        if not args.no_browser:
            webbrowser.open(here)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # whatever stops the server, the store is closed
        with suppress(KeyboardInterrupt):
            serve(app, listener)
    finally:
        store.close()
    return 0


def _hot_seat(args: Namespace) -> int:
    from fatewright.cli.hotseat import HotSeat
    from fatewright.server.folder import own_games
    from fatewright.systems import names, spec

    if not args.game:
        raise BadValue("play --terminal: which game? such as: fatewright play lanterns --terminal")
    folder = Path(args.game)
    system = (
        spec.from_folder(folder) if spec.is_game(folder) else spec.game(args.game, [*own_games(), *map(Path, args.systems)])
    )
    players = [names.normal(name.strip()) for name in args.players.split(",") if name.strip()]
    if not players or len(set(players)) < len(players) or "gm" in players:
        raise BadValue(f"--players {args.players}: expected different names, none of them gm")
    for place, name in enumerate(players):
        if problem := names.problem_of_newcomer(name, players[:place]):
            raise BadValue(f"--players: {problem}")
    dials = {name: _dial(system, name, value) for name, _, value in (text.partition("=") for text in args.dial)}
    draw = system_dice() if args.seed is None else seeded_dice(args.seed)
    automatic = frozenset(name.strip() for name in args.auto.split(",") if name.strip())
    if strangers := automatic - {"gm", *players}:
        raise BadValue(f"--auto {', '.join(sorted(strangers))}: expected seats, that is gm, {', '.join(players)}")
    file = Path(args.file) if args.file else None
    return HotSeat(system, players, dials, file, draw, automatic, is_seeded=args.seed is not None).run()


def _dial(system: System, name: str, text: str) -> Any:
    """The value of a dial that a person means by `text`."""
    values = system.dials[name].values if name in system.dials else ()
    return next((value for value in values if str(value) == text), text)
