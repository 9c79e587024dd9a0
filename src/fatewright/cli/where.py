"""Where tables are kept: the folder, its file and its log."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from fatewright.cli import show
from fatewright.server.folder import FILE, data_folder


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright where`."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Print where tables are kept."""
    folder = data_folder()
    places = {"folder": str(folder), "tables": str(folder / FILE), "log": str(folder / "fatewright.log")}
    print(show.dump(places) if args.json else "\n".join(f"{name:<8}{place}" for name, place in places.items()))
    return 0
