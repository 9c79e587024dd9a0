"""The house's own versions of games: `list` them, or `recover ID`: a link with which a browser comes to own one."""

from __future__ import annotations

import secrets
import time
import tomllib
from argparse import ArgumentParser, Namespace
from contextlib import closing
from typing import NamedTuple

from fatewright.cli import show
from fatewright.core.errors import BadValue

USAGE = "expected: list; recover ID"


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright versions`."""
    parser.add_argument("what", nargs="+", help=USAGE)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Look after versions of games."""
    match args.what:
        case ["list"]:
            return _list(args)
        case ["recover", id]:
            return _recover(args, id)
    raise BadValue(f"versions {' '.join(args.what)}: {USAGE}")


class _Version(NamedTuple):
    id: str
    title: str
    of: str
    is_owned: bool


def _found() -> list[_Version]:
    """The versions in this house; what cannot be read is left to `fatewright play`, which says why."""
    from fatewright.server.file_store import FileStore
    from fatewright.server.folder import FILE, GAMES, data_folder

    with closing(FileStore(data_folder() / FILE)) as store:
        owned = store.owners()
    found = []
    for file in sorted((data_folder() / GAMES).glob("*/system.toml")):
        try:
            who = tomllib.loads(file.read_text(encoding="utf-8")).get("system", {})
        except (OSError, ValueError):
            continue
        if "extends" in who and not (file.parent / "rules.py").exists():
            found.append(_Version(str(who.get("id")), str(who.get("title")), str(who["extends"]), who.get("id") in owned))
    return found


def _list(args: Namespace) -> int:
    found = _found()
    if args.json:
        print(show.dump([one._asdict() for one in found]))
        return 0
    lines = [f"{one.id:<24} {one.of:<22} {'owned' if one.is_owned else 'nobody owns it':<15} {one.title}" for one in found]
    print("\n".join(lines) or "no versions yet; Your own version, on the card of a game, makes the first")
    return 0


def _recover(args: Namespace, id: str) -> int:
    from fatewright.server.file_store import FileStore
    from fatewright.server.folder import FILE, data_folder
    from fatewright.server.hall import CODE_LASTS, digest
    from fatewright.server.store import OWNER, place_of

    known = [one.id for one in _found()]
    if id not in known:
        raise BadValue(f"there is no version '{id}' in this house; its versions: {', '.join(known) or 'none'}")
    code = secrets.token_urlsafe(18)
    with closing(FileStore(data_folder() / FILE)) as store:
        store.put_code(place_of(id), digest(code), OWNER, int(time.time()) + CODE_LASTS).result()
    path = f"/games/{id}/content#owner={code}"
    if args.json:
        print(show.dump({"id": id, "path": path}))
    else:
        print(f"{id}: open this at the house's address, once, within a day; that browser owns it then:\n  {path}")
    return 0
