"""Writes tables to be opened by every later version: in tests, `python -m golden.write`.

A file that is there is never written again: what people have stored is theirs, and these stand for it. A format that is new,
or a game, gets new files beside the old ones.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from fatewright.core.table.codec import stored
from fatewright.core.table.events import Began, Event, Rewound
from fatewright.core.table.game import Act
from fatewright.core.table.replay import Header, written
from fatewright.core.table.snapshot import taken
from fatewright.core.table.table import Table
from fatewright.kit.performance import Performance, ScriptLine, closed, foes, private, random_script, table_of
from fatewright.kit.stage import PLAYERS
from fatewright.server.file_store import FileStore
from fatewright.server.hall import digest
from fatewright.server.store import Batch, Key, Row
from fatewright.server.store import ScriptLine as Listed
from fatewright.systems.spec import System, games
from golden.standing import standing

GOLDEN = Path(__file__).parent
NOW = 1_790_000_000  # when these evenings were
ALONE = ("triumph-and-disaster",)  # games in which one person at a time lays something face down
LINES = 400  # of an evening, at most


def evenings(system: System) -> Iterator[Table]:
    """Evenings of a game, stopped where one question is open and another half laid, after a whisper and a take-back."""
    for seed in range(1000):
        hidden = foes(system, Random(seed)) if system.has_gm else {}
        own = {player: private(system, {}, Random(seed + place)) for place, player in enumerate(PLAYERS)}
        table = table_of(system, seed, hidden, closed=closed(system, Random(seed)), own=own)
        evening = Performance(system, table, seed)
        host = "gm" if system.has_gm else "ana"
        evening.perform(ScriptLine("ana", Act("ana", "whisper", {"to": "bo", "text": "I do not trust him"})))
        evening.perform(ScriptLine(host, Act(host, "say", {"text": "It is late"})))
        evening.perform(ScriptLine(host, takes_back=True))
        is_alone = system.id in ALONE
        if any(_is_ripe(one, is_alone=is_alone) for one in _moments(system, table, evening, seed)):
            yield table


def _moments(system: System, table: Table, evening: Performance, seed: int) -> Iterator[Table]:
    """A table after every line of an evening whose people, after a while, rather begin things than answer."""
    for place, entry in enumerate(random_script(system, table, seed, LINES)):
        if place > LINES // 4 and entry.act is None and place % 4:
            continue
        try:
            evening.perform(entry)
        except IndexError:  # a question that leaves its seat no answer
            return
        if not {*PLAYERS} <= {*table.seats()}:
            return
        yield table


def _is_ripe(table: Table, *, is_alone: bool) -> bool:
    """Whether all is there that a later version might lose; `is_alone`: nobody lays anything down together with others."""
    questions = table.truth.questions.values()
    laid = {one.procedure for one in questions if one.part >= 0 and (one.is_locked or is_alone)}
    is_half_laid = any(one.procedure in laid and not one.is_locked for one in questions)
    is_open = any(one.part < 0 and not one.is_locked for one in questions)
    hidden = any(path not in table.view("ana").facts for path in table.truth.facts if path[0] == "token")
    return is_half_laid and is_open and hidden and len(table.records) > 150 and any(map(_is_rewind, table.records))


def _is_rewind(event: Event) -> bool:
    return isinstance(event, Rewound)


def rows_of(table: Table) -> list[Row]:
    """The records of a table as the store keeps them."""
    pairs = zip(table.acts, table.records, strict=True)
    return [Row(number, act, NOW + act, stored(event)) for number, (act, event) in enumerate(pairs)]


def keep(store: FileStore, system: System, table: Table) -> None:
    """A table as a server would have left it: records, seats, a code, the ids of commands, and a snapshot from the middle."""
    rows, id = rows_of(table), system.id
    middle = table.acts[len(rows) // 2]
    listed = Listed(id, f"An evening of {system.title}", id, system.version, NOW, 0, 0)
    store.create(listed, Batch(id, 0, tuple(rows[:middle]), key=Key(table.seats()[0], digest(f"{id} key")))).result()
    half = Table([*table.records[:middle]], [*table.acts[:middle]], {act: NOW + act for act in table.acts[:middle]}.items())
    store.keep_snapshot(id, taken(half)).result()
    for number, act in enumerate(sorted({row.act for row in rows[middle:]})):
        began = table.records[act]
        seat = began.seat if isinstance(began, Began) else ""
        batch = Batch(id, act, tuple(row for row in rows if row.act == act), seat, f"c{number}" if seat else "")
        store.append(batch).result()
    for seat in table.seats()[1:]:
        store.take_seat(id, Key(seat, digest(f"{id} {seat}"))).result()
    store.put_code(id, digest(f"{id} code"), "bo", NOW + 10**9).result()


def main() -> None:
    """Write what is not there yet."""
    missing = [system for system in games().values() if not (GOLDEN / f"{system.id}.jsonl").exists()]
    if not missing:
        print("every game has its table; these are never written again")
        return
    database = GOLDEN / f"tables-{len(list(GOLDEN.glob('*.db'))) + 1}.db"
    store = FileStore(database)
    for system in missing:
        table = next(evenings(system))
        table.times = {act: NOW + act for act in table.acts}
        (GOLDEN / f"{system.id}.jsonl").write_text(written(table, Header(system.id, system.version)), encoding="utf-8")
        text = json.dumps(standing(table), sort_keys=True, ensure_ascii=False)
        (GOLDEN / f"{system.id}.json").write_text(text + "\n", encoding="utf-8")
        keep(store, system, table)
        print(f"{system.id}: {len(table.records)} records, {len(table.truth.questions)} questions wait")
    store.close()
    database.chmod(0o644)


if __name__ == "__main__":
    main()
