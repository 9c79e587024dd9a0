"""Tables: `list`, `export ID FILE`, `import FILE`, `replay` or `verify` a file or an id, `recover ID [SEAT]`."""

from __future__ import annotations

import secrets
import time
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from fatewright.cli import show
from fatewright.cli.character import _text
from fatewright.core.errors import BadValue
from fatewright.core.replay import Header, read, verify, written
from fatewright.core.stream import messages
from fatewright.core.table import Table
from fatewright.kit.scribe import line_of
from fatewright.systems import spec

if TYPE_CHECKING:
    from fatewright.server.store import Entry, FileStore

USAGE = "expected: list; export ID FILE; import FILE; replay FILE or ID; verify FILE or ID; recover ID [SEAT]"


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright table`."""
    parser.add_argument("what", nargs="+", help=USAGE)
    parser.add_argument("--seat", default="", help="replay: as this seat saw it (default: the first seat)")
    parser.add_argument("--systems", action="append", default=[], metavar="DIR", help="look for games in DIR as well")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Look after tables."""
    match args.what:
        case ["list"]:
            return _list(args)
        case ["export", id, file]:
            return _export(id, Path(file))
        case ["import", file]:
            return _import(args, file)
        case ["replay", table]:
            return _replay(args, _table(table)[1])
        case ["verify", table]:
            return _verify(args, *_table(table))
        case ["recover", id, *seat] if len(seat) <= 1:
            return _recover(args, id, seat[0] if seat else "")
    raise BadValue(f"table {' '.join(args.what)}: {USAGE}")


def _table(name: str) -> tuple[Header, Table]:
    """The table of a file, or of an id in the store."""
    if Path(name).exists() or "." in name or "/" in name:
        return read(_text(name))
    return _stored(name)


def _stored(id: str) -> tuple[Header, Table]:
    from fatewright.server.room import table_of
    from fatewright.server.store import rows_of

    with _store() as store:
        entry = _entry(store, id)
        return Header(entry.game, entry.version), table_of(store.read(rows_of(id)))


def _list(args: Namespace) -> int:
    from fatewright.server.store import entries

    with _store() as store:
        found = store.read(entries())
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


def _export(id: str, file: Path) -> int:
    if file.exists():
        raise BadValue(f"{file} is there already; name another")
    header, table = _stored(id)
    try:
        file.write_text(written(table, header), encoding="utf-8")
    except OSError as wrong:
        raise BadValue(f"{file}: {wrong.strerror}") from None
    print(f"{len(table.records)} records written to {file}; it holds every secret of the table")
    return 0


def _import(args: Namespace, file: str) -> int:
    from fatewright.core.codec import stored
    from fatewright.server.hall import new_id
    from fatewright.server.store import Batch, Entry, Row, create

    header, table = read(_text(file))
    if not table.records:
        raise BadValue(f"{file}: there is nothing in it")
    spec.game(header.game, _folders(args))
    id, now = new_id(), int(time.time())
    rows = tuple(
        Row(number, act, table.times.get(act, 0), stored(event))
        for number, (act, event) in enumerate(zip(table.acts, table.records, strict=True))
    )
    entry = Entry(id, Path(file).stem, header.game, header.version, now, 0, 0)
    with _store() as store:
        store.write(create(entry, Batch(id, 0, rows), ("", ""))).result()
    text = f"{len(rows)} records: it is table {id}; fatewright table recover {id} sits you down"
    print(show.dump({"id": id}) if args.json else text)
    return 0


def _recover(args: Namespace, id: str, seat: str) -> int:
    from fatewright.server.hall import CODE_LASTS, digest
    from fatewright.server.store import put_code

    _, table = _stored(id)
    roles = {one: table.truth.facts[("seat", one, "role")] for one in table.seats()}
    wanted = seat or next((one for one, role in roles.items() if role == "gm"), "") or next(iter(roles), "")
    if wanted not in roles:
        raise BadValue(f"nobody sits at '{wanted}'; the seats: {', '.join(roles) or 'none'}")
    code = secrets.token_urlsafe(18)
    with _store() as store:
        store.write(put_code(id, digest(code), wanted, int(time.time()) + CODE_LASTS)).result()
    path = f"/t/{id}/join#seat={code}"
    if args.json:
        print(show.dump({"seat": wanted, "path": path}))
    else:
        print(f"{wanted}: open this at the table's address, once, within a day; the seat's old device loses it then:\n  {path}")
    return 0


def _folders(args: Namespace) -> list[Path]:
    """Where else there may be games."""
    from fatewright.server.folder import own_games

    return [*own_games(), *map(Path, args.systems)]


def _store() -> closing[FileStore]:
    from fatewright.server.folder import FILE, data_folder
    from fatewright.server.store import FileStore

    return closing(FileStore(data_folder() / FILE))


def _entry(store: FileStore, id: str) -> Entry:
    from fatewright.server.store import entries

    found = store.read(entries(id))
    if not found:
        raise BadValue(f"there is no table '{id}', nor a file of that name; fatewright table list shows the tables")
    return found[0]


def _verify(args: Namespace, header: Header, table: Table) -> int:
    system = spec.game(header.game, _folders(args))
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
