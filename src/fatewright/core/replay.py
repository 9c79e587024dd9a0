"""A table as one text file, and its history played again: the same commands, the same dice, and where they now differ."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from fatewright.core.ask import Read
from fatewright.core.codec import BadRecord, restored, stored
from fatewright.core.dice import typed_faces
from fatewright.core.errors import FatewrightError
from fatewright.core.events import Answered, Asked, Began, Event, Overruled, Rewound, Rolled, Told, Withdrawn
from fatewright.core.game import Act, Answer, Command, Game, Lapse, Overrule
from fatewright.core.seal import KEEPER, opened
from fatewright.core.table import Rewind, Table

FORMAT = 1


class Header(NamedTuple):
    """What a table file says of itself before anything else."""

    game: str
    version: int


def written(table: Table, header: Header) -> str:
    """A table as JSON Lines: the header, then one record per line, secrets included."""
    first = json.dumps({"fatewright": FORMAT, "game": header.game, "version": header.version})
    lines = [
        f'{{"act":{act},"at":{table.times.get(act, 0)},"event":{stored(event)}}}'
        for act, event in zip(table.acts, table.records, strict=True)
    ]
    return "\n".join([first, *lines]) + "\n"


def read(text: str) -> tuple[Header, Table]:
    """The table of a file. Only events are read; no rule is loaded or run."""
    first, *lines = text.removesuffix("\n").split("\n")
    try:
        head = json.loads(first)
        form, header = head["fatewright"], Header(head["game"], head["version"])
        if not isinstance(header.game, str) or type(header.version) is not int:
            raise TypeError("a game is a text, a version a whole number")
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadRecord(f"line 1: found {first[:60]!r}, expected the header of a table file") from None
    if form != FORMAT:
        raise BadRecord(f"line 1: this file has the format {form}; this version reads format {FORMAT}")
    records: list[Event] = []
    acts: list[int] = []
    times: dict[int, int] = {}
    for number, line in enumerate(lines, start=2):
        try:
            entry = json.loads(line)
            act, at, event = entry["act"], entry.get("at", 0), restored(json.dumps(entry["event"]))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise BadRecord(f"line {number}: found {line[:60]!r}, expected a record of a table") from None
        except BadRecord as wrong:
            raise BadRecord(f"line {number}: {wrong}") from None
        if type(act) is not int or type(at) is not int or not _fits(act, event, records, acts):
            raise BadRecord(f"line {number}: this does not fit what stands before it: {line[:60]}")
        records.append(event)
        acts.append(act)
        times[act] = at
    return header, Table(records, acts, times.items())


def _fits(act: int, event: Event, records: list[Event], acts: list[int]) -> bool:
    """Whether an event can follow these: its act goes on or begins, and what it names has happened."""
    number = len(records)
    if act != number and act not in acts[-1:]:
        return False
    if isinstance(event, Rewound):
        return 0 <= event.before <= number
    if isinstance(event, Began):
        return event.procedure == number
    if isinstance(event, Asked) and event.question != number:
        return False
    if isinstance(event, Answered | Withdrawn) and not _is_at(records, event.question, Asked):
        return False
    procedure = getattr(event, "procedure", None)
    return procedure is None or _is_at(records, procedure, Began)


def _is_at(records: list[Event], number: int, kind: type) -> bool:
    return 0 <= number < len(records) and isinstance(records[number], kind)


class Group(NamedTuple):
    """The records of one act, and the command that made them; None for what the host did to the table itself."""

    first: int
    events: list[Event]
    command: Command | Rewind | None


def groups(table: Table) -> Iterator[Group]:
    """The acts of a table in order."""
    start = 0
    for number in range(1, len(table.records) + 1):
        if number == len(table.records) or table.acts[number] != table.acts[start]:
            events = table.records[start:number]
            yield Group(start, events, _command(table, events))
            start = number


def _command(table: Table, events: list[Event]) -> Command | Rewind | None:
    """The command that made these events: it shows in the first of them that is not a line for the log."""
    first = next((event for event in events if not isinstance(event, Told)), None)
    match opened(first, KEEPER) if first else None:
        case Began(_, seat, verb, args):
            return Act(seat, verb, dict(args))
        case Answered(question, _, _, _, "default"):
            return Lapse(next(seat for seat in (*_gms(table), _asked(table, question).seat)), question)
        case Answered(question, _, _, answer):
            return Answer(_asked(table, question).seat, question, answer)
        case Overruled(path, _, value, seat, reason):
            return Overrule(seat, path[1], path[2], value, reason)
        case Rewound(before, seat):
            return Rewind(seat, before)
    return None


def _asked(table: Table, question: int) -> Asked:
    asked = table.records[question]
    assert isinstance(asked, Asked), "an answer names its question"
    return asked


def _gms(table: Table) -> list[str]:
    return [seat for seat in table.seats() if table.truth.facts[("seat", seat, "role")] == "gm"]


def verify(table: Table, game: Game) -> list[str]:
    """Play a table's history again by today's rules: a sentence for every act that now comes out differently."""
    again = Table()
    found = []
    for group in groups(table):
        if group.command is not None:
            thrown = [event for event in group.events if isinstance(event, Rolled)]
            if isinstance(group.command, Answer) and _is_read(table, group.command.question):
                del thrown[0]  # these were given with the answer
            faces = [die.face for event in thrown for die in _dice(event)]
            try:
                events = again.plan(game, group.command, typed_faces(faces))
            except FatewrightError as wrong:
                found.append(f"record {group.first}: {_named(group.command)} is refused today: {wrong}")
            else:
                if events != group.events:
                    found.append(f"record {group.first}: {_named(group.command)} comes out differently today")
        again.append(group.events)
    return found


def _is_read(table: Table, question: int) -> bool:
    """Whether a question was for what somebody's dice show."""
    return isinstance(opened(_asked(table, question), KEEPER).asked, Read)


def _dice(event: Rolled) -> Any:
    return opened(event, KEEPER).dice


def _named(command: Command | Rewind) -> str:
    what = f"'{command.verb}'" if isinstance(command, Act) else type(command).__name__.lower()
    return f"{what} of {command.seat}"
