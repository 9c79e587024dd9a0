"""The file of a table: `table replay FILE` tells what happened, `table verify FILE` plays it again by today's rules."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from fatewright.cli import show
from fatewright.cli.character import _text
from fatewright.core.errors import BadValue
from fatewright.core.replay import read, verify
from fatewright.core.stream import messages
from fatewright.core.table import Table
from fatewright.kit.scribe import line_of
from fatewright.systems import spec

USAGE = "expected: replay FILE, or verify FILE"


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright table`."""
    parser.add_argument("what", nargs=2, metavar="replay|verify FILE", help=USAGE)
    parser.add_argument("--seat", default="", help="as this seat saw it (default: the game master, or the first player)")
    parser.add_argument("--systems", action="append", default=[], metavar="DIR", help="look for games in DIR as well")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Replay or verify a table."""
    what, file = args.what
    if what not in ("replay", "verify"):
        raise BadValue(f"table {what}: {USAGE}")
    header, table = read(_text(file))
    if what == "replay":
        return _replay(args, table)
    system = spec.game(header.game, map(Path, args.systems))
    found = verify(table, system.game)
    if header.version != system.version:
        found.insert(0, f"the table was played by version {header.version} of {system.id}; this is version {system.version}")
    if args.json:
        print(show.dump({"records": len(table.records), "differences": found}))
    else:
        print("\n".join(found) or f"{len(table.records)} records: every act comes out the same")
    return 1 if found else 0


def _replay(args: Namespace, table: Table) -> int:
    seats = table.seats()
    seat = args.seat or (seats[0] if seats else "")
    if seat not in seats:
        raise BadValue(f"--seat {seat}: expected one of {', '.join(seats) or 'nobody, the table is empty'}")
    heard = messages(table.records, seat)
    undone = {number for message in heard for number in message.undone}
    lines = [(message, line_of(message.event)) for message in heard if message.event is not None]
    told = [(message.number, text, message.number in undone) for message, text in lines if text]
    if args.json:
        print(show.dump([{"number": number, "text": text, "undone": is_undone} for number, text, is_undone in told]))
    else:
        print("\n".join(f"{number:>5} {f'~~{text}~~' if is_undone else text}" for number, text, is_undone in told))
    return 0
