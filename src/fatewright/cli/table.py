"""Tables: `list`, `backup FILE`, `export ID FILE`, `import FILE`, `replay` or `verify` a file or an id, `recover ID [SEAT]`."""

from __future__ import annotations

import secrets
import sys
import time
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from fatewright.cli import progress, show
from fatewright.cli.character import _text
from fatewright.core.errors import BadValue
from fatewright.core.grammar import agrees, count_of
from fatewright.core.table.events import Fact
from fatewright.core.table.replay import Header, Salvage, read, salvaged, verify, written
from fatewright.core.table.seal import EVERYONE
from fatewright.core.table.stream import messages
from fatewright.core.table.table import Table
from fatewright.core.table.taking import REVISION
from fatewright.kit.scribe import line_at, line_of
from fatewright.kit.telling import speaker_of
from fatewright.systems import spec
from fatewright.watchdog import Watchdog

if TYPE_CHECKING:
    from fatewright.core.table.game import Game
    from fatewright.core.table.state import State
    from fatewright.server.file_store import FileStore
    from fatewright.server.store import Listed
    from fatewright.systems.spec import System

USAGE = "expected: list; backup FILE; export ID FILE; import FILE; replay FILE or ID; verify FILE or ID; recover ID [SEAT]"


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright table`."""
    parser.add_argument("what", nargs="+", help=USAGE)
    parser.add_argument("--seat", default="", help="replay: as this seat saw it (default: the first seat)")
    parser.add_argument("--systems", action="append", default=[], metavar="DIR", help="look for games in DIR as well")
    parser.add_argument("--repair", action="store_true", help="import: leave out what is torn or broken at the end of the file")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Look after tables."""
    match args.what:
        case ["list"]:
            return _list(args)
        case ["backup", file]:
            return _backup(args, Path(file))
        case ["export", id, file]:
            return _export(id, Path(file))
        case ["import", file]:
            return _import(args, file)
        case ["replay", table]:
            return _replay(args, _table(table))
        case ["verify", table]:
            return _verify(args, _table(table))
        case ["recover", id, *seat] if len(seat) <= 1:
            return _recover(args, id, seat[0] if seat else "")
    raise BadValue(f"table {' '.join(args.what)}: {USAGE}")


def _table(name: str) -> Salvage:
    """The table of a file, or of an id in the store."""
    if Path(name).exists() or "." in name or "/" in name:
        return Salvage(*read(_text(name)), "", 0)
    return _stored(name)


def _stored(id: str) -> Salvage:
    """A table of the store, as far as it is whole."""
    from fatewright.server.reading import stored_table

    with _store() as store:
        entry = _entry(store, id)
        table, damage = stored_table(store, id)
    why = f"this table is damaged from record {damage.record} on: {damage.why}" if damage else ""
    return Salvage(Header(entry.game, entry.version), table, why, entry.records - len(table.records))


def _list(args: Namespace) -> int:
    with _store() as store:
        found = store.entries()
    if args.json:
        print(show.dump([entry._asdict() for entry in found]))
    else:
        day = [time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.last)) for entry in found]
        lines = [
            f"{entry.id}  {when}  {entry.records:>6} records  {entry.game:<18} {entry.name}"
            for entry, when in zip(found, day, strict=True)
        ]
        print("\n".join(lines) or "no tables yet; fatewright play opens the first")
    return 0


def _backup(args: Namespace, file: Path) -> int:
    from fatewright.server.backup import backed_up

    with _store() as store:
        count = backed_up(store.file, file)
    text = f"{count_of(count, 'table')} copied to {file}; it holds every secret of every one of them"
    print(show.dump({"tables": count, "file": str(file)}) if args.json else text)
    return 0


def _export(id: str, file: Path) -> int:
    from fatewright.server.private import written_privately

    if file.exists():
        raise BadValue(f"{file} is there already; name another")
    header, table, why, left_out = _stored(id)
    if why and not table.records:
        raise BadValue(f"{why}; there is nothing whole before it")
    try:
        with written_privately(file, "x") as out:
            out.write(written(table, header._replace(revision=_revision(header.game, table))))
    except OSError as wrong:
        raise BadValue(f"{file}: {wrong.strerror}") from None
    print(f"{count_of(len(table.records), 'record')} written to {file}; it holds every secret of the table")
    if why:
        print(
            f"{why}\nthe last {left_out} {agrees(left_out, 'is', 'are')} left out; "
            f"fatewright table import {file} makes a table of the rest that plays on"
        )
    return 0


def _import(args: Namespace, file: str) -> int:
    from fatewright.core.table.codec import stored
    from fatewright.server.hall import new_id
    from fatewright.server.store import Batch, Listed, Row

    header, table, why, left_out = salvaged(_text(file))
    if why and not args.repair:
        raise BadValue(
            f"{file}: {why}; --repair takes in what is whole, {count_of(len(table.records), 'record')}, "
            f"and leaves out {left_out}"
        )
    if not table.records:
        raise BadValue(f"{file}: there is nothing whole in it" if why else f"{file}: there is nothing in it")
    _bring(_system(args, header), header, table)
    id, now = new_id(), int(time.time())
    tell = progress.progress(lambda done: f"{done:,} of {len(table.records):,} records")
    rows = []
    for number, (act, event) in enumerate(zip(table.acts, table.records, strict=True)):
        rows.append(Row(number, act, table.times.get(act, 0), stored(event)))
        tell(number + 1)
    progress.clear()
    entry = Listed(id, Path(file).stem, header.game, header.version, now, 0, 0)
    with _store() as store:
        store.create(entry, Batch(id, 0, tuple(rows))).result()
    text = f"{count_of(len(rows), 'record')}: it is table {id}; fatewright table recover {id} sits you down"
    if why:
        text = f"{why}\n{count_of(left_out, 'record')} {agrees(left_out, 'is', 'are')} left out\n{text}"
    print(show.dump({"id": id, "left_out": left_out}) if args.json else text)
    return 0


def _bring(system: System, header: Header, table: Table) -> None:
    """Refuse a table that has played by revisions that are not here; one from before that names none, names it now."""
    from fatewright.server.revisions import revision_of

    named = [str(event.value) for event in table.records if isinstance(event, Fact) and event.path == REVISION]
    for revision in dict.fromkeys([*named, header.revision]):
        revision_of(system, revision)
    if header.revision and not named:
        table.append([Fact(REVISION, header.revision, EVERYONE)], max(table.times.values(), default=0))


def _revision(game: str, table: Table) -> str:
    """The revision by which a table plays its game; empty if the game has none."""
    from fatewright.server.folder import GAMES, data_folder
    from fatewright.server.revisions import revision_of
    from fatewright.server.shelf import shelved

    named = str(table.truth.facts.get(REVISION, ""))
    folder = data_folder() / GAMES / game
    if named or not spec.is_game(folder):
        return named
    return revision_of(shelved(spec.from_folder(folder), folder.parent), "").revision


def _recover(args: Namespace, id: str, seat: str) -> int:
    from fatewright.server.hall import CODE_LASTS, digest

    table = _stored(id).table
    roles = {one: table.truth.facts[("seat", one, "role")] for one in table.seats()}
    wanted = seat or next((one for one, role in roles.items() if role == "gm"), "") or next(iter(roles), "")
    if wanted not in roles:
        raise BadValue(f"nobody sits at '{wanted}'; the seats: {', '.join(roles) or 'none'}")
    code = secrets.token_urlsafe(18)
    with _store() as store:
        store.put_code(id, digest(code), wanted, int(time.time()) + CODE_LASTS).result()
    path = f"/t/{id}/join#seat={code}"
    if args.json:
        print(show.dump({"seat": wanted, "path": path}))
    else:
        print(f"{wanted}: open this at the table's address, once, within a day; the seat's old device loses it then:\n  {path}")
    return 0


def _system(args: Namespace, header: Header) -> System:
    """The game of a table: one that comes along, one of the house, or one from a folder that is named."""
    from fatewright.server.folder import GAMES, data_folder, own_games
    from fatewright.server.shelf import shelved

    try:
        return shelved(spec.game(header.game, [*own_games(), *map(Path, args.systems)]), data_folder() / GAMES)
    except spec.NoGame:
        raise BadValue(f"the game '{header.game}' is not here; name its folder with --systems DIR") from None


def _store() -> closing[FileStore]:
    from fatewright.server.file_store import FileStore
    from fatewright.server.folder import FILE, data_folder

    return closing(FileStore(data_folder() / FILE))


def _entry(store: FileStore, id: str) -> Listed:
    found = store.entries(id)
    if not found:
        raise BadValue(f"there is no table '{id}', nor a file of that name; fatewright table list shows the tables")
    return found[0]


def _verify(args: Namespace, found_here: Salvage) -> int:
    from fatewright.server.revisions import revision_of

    header, table, why, _ = found_here
    system = _system(args, header)
    known: dict[str, System] = {}

    def played(state: State) -> Game:
        named = str(state.facts.get(REVISION, ""))
        if named not in known:
            known[named] = revision_of(system, named)
        return known[named].at(state.facts).game

    tell = progress.progress(lambda done: f"{done:,} of {len(table.records):,} records")
    try:
        found, reworded = verify(table, played, Watchdog().run, tell)
    finally:
        progress.clear()
    if header.version != system.version:
        found.insert(0, f"the table was played by version {header.version} of {system.id}; this is version {system.version}")
    if why:
        found.append(why)
    if args.json:
        print(show.dump({"records": len(table.records), "differences": found, "rewordings": reworded}))
    else:
        print("\n".join(found) or f"{count_of(len(table.records), 'record')}: every act comes out the same")
        if reworded:
            print(f"{count_of(len(reworded), 'act')} would be told in other words today; no number depends on them")
    return 1 if found else 0


def _replay(args: Namespace, stored: Salvage) -> int:
    table = stored.table
    seats = table.seats()
    seat = args.seat or (seats[0] if seats else "")
    if seat not in seats:
        raise BadValue(f"--seat {seat}: expected one of {', '.join(seats) or 'nobody, the table is empty'}")
    stream = table.stream(seat)
    heard = messages(table.records, seat)
    undone = {number for message in heard for number in message.undone}
    lines = [(message.number, message.event) for message in heard if message.event is not None and line_of(message.event)]
    if args.json:
        by = {number: speaker_of(table, stream.record(number)) for number, _ in lines}
        told = [
            {"number": number, "text": line_of(event), "undone": number in undone, "said_by": by[number]}
            for number, event in lines
        ]
        print(show.dump(told))
    else:
        texts = {number: line_at(table, stream.record(number), event) for number, event in lines}
        print("\n".join(f"{number:>5} {f'~~{text}~~' if number in undone else text}" for number, text in texts.items()))
    if stored.why:
        print(stored.why, file=sys.stderr)
    return 0
