"""A table as one text file, and its history played again: the same commands, the same dice, and where they now differ."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from fatewright.core.errors import FatewrightError
from fatewright.core.grammar import count_of
from fatewright.core.rule.ask import Read
from fatewright.core.rule.dice import typed_faces
from fatewright.core.table.codec import BadRecord, restored, stored
from fatewright.core.table.events import Answered, Asked, Began, Event, Overruled, Rewound, Rolled, Told
from fatewright.core.table.game import Act, Answer, Command, Game, Lapse, Overrule
from fatewright.core.table.seal import KEEPER, opened
from fatewright.core.table.state import State
from fatewright.core.table.table import Rewind, Table
from fatewright.core.table.whole import Broken, Record, breaks_off, gathered
from fatewright.core.table.wordless import numbers_agree, undigested, wordless_events

FORMAT = 1
ACT = re.compile(r'\{"act": ?([0-9]{1,9}),')  # how a record begins, be it cut off later


class Header(NamedTuple):
    """What a table file says of itself before anything else."""

    game: str
    version: int
    revision: str = ""  # of a house's own version of a game


def written(table: Table, header: Header) -> str:
    """A table as JSON Lines: the header, then one record per line, secrets included."""
    head = {"fatewright": FORMAT, "game": header.game, "version": header.version, "records": len(table.records)}
    head |= {"revision": header.revision} if header.revision else {}
    lines = [
        f'{{"act":{act},"at":{table.times.get(act, 0)},"event":{stored(event)}}}'
        for act, event in zip(table.acts, table.records, strict=True)
    ]
    return "\n".join([json.dumps(head), *lines]) + "\n"


class Salvage(NamedTuple):
    """What a file holds, as far as it is whole; why not all of it, if so, and how many records are left out."""

    header: Header
    table: Table
    why: str
    left_out: int


def read(text: str) -> tuple[Header, Table]:
    """The table of a file. Only events are read; no rule is loaded or run."""
    found = salvaged(text)
    if found.why:
        raise BadRecord(found.why)
    return found.header, found.table


def salvaged(text: str) -> Salvage:
    """As much of a file's table as is whole: up to the last act before a line that is broken, or before it was cut off."""
    first, *lines = text.removesuffix("\n").split("\n")
    header, count = _head(first)
    found = gathered(_found(lines, count, is_ended=text.endswith("\n")))
    if found.damage:
        why = f"line {found.damage.record + 2}: {found.damage.why}"
        return Salvage(header, found.table, why, len(lines) - len(found.table.records))
    if count is None and breaks_off(found.table):
        last = found.table.acts[-1]
        whole = gathered(_found(lines[:last], None, is_ended=True)).table
        return Salvage(
            header, whole, f"line {last + 2}: the file ends in the middle of the act that begins here", len(lines) - last
        )
    return Salvage(header, found.table, "", 0)


def _head(first: str) -> tuple[Header, int | None]:
    """What a file says of itself; files of earlier versions do not say how many records they have."""
    try:
        head = json.loads(first)
        form, header = head["fatewright"], Header(head["game"], head["version"], head.get("revision", ""))
        count = head.get("records")
        if not isinstance(header.game, str) or type(header.version) is not int or type(count) not in (int, type(None)):
            raise TypeError("a game is a text, a version a whole number, and so is how many records there are")
        if not isinstance(header.revision, str):
            raise TypeError("a revision is a text")
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadRecord(f"line 1: found {first[:60]!r}, expected the header of a table file") from None
    if form != FORMAT:
        raise BadRecord(f"line 1: this file has the format {form}; this version reads format {FORMAT}")
    return header, count


def _found(lines: list[str], count: int | None, *, is_ended: bool) -> Iterator[Record | Broken]:
    """The records of a file's lines; at last, if so, that there should be more of them."""
    yield from map(_record, lines)
    if count is None and not is_ended:
        yield Broken("the file is cut off here: its last line does not end")
    elif count is not None and count != len(lines):
        yield Broken(f"the file ends here with {count_of(len(lines), 'record')}; its first line speaks of {count}")


def _record(line: str) -> Record | Broken:
    begun = ACT.match(line)
    act = int(begun[1]) if begun else -1
    try:
        entry = json.loads(line)
        record = Record(restored(json.dumps(entry["event"])), entry["act"], entry.get("at", 0))
        if type(record.act) is not int or type(record.at) is not int:
            raise TypeError("an act and its time are whole numbers")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Broken(f"found {line[:60]!r}, expected a record of a table", act)
    except BadRecord as wrong:
        return Broken(str(wrong), act)
    return record


class ActRecords(NamedTuple):
    """The records of one act, and the command that made them; None for what the host did to the table itself."""

    first: int
    events: list[Event]
    command: Command | Rewind | None


def groups(table: Table) -> Iterator[ActRecords]:
    """The acts of a table in order."""
    start = 0
    for number in range(1, len(table.records) + 1):
        if number == len(table.records) or table.acts[number] != table.acts[start]:
            events = table.records[start:number]
            yield ActRecords(start, events, _command(table, events))
            start = number


def _command(table: Table, events: list[Event]) -> Command | Rewind | None:
    """The command that made these events: it shows in the first of them that is not a line for the log."""
    first = next((event for event in events if not isinstance(event, Told)), None)
    match opened(first, KEEPER) if first else None:
        case Began(_, seat, verb, args):
            return Act(seat, verb, dict(args))
        case Answered(question, _, _, _, "default"):
            return Lapse(KEEPER, question)
        case Answered(question, _, _, _, instead) if instead:
            return Lapse(instead, question)
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


class Verified(NamedTuple):
    """A sentence for every act that comes out differently today, and for each that only reads differently."""

    differences: list[str]
    rewordings: list[str]


def verify(
    table: Table,
    game: Game | Callable[[State], Game],
    watched: Callable[[Callable[[], list[Event]]], list[Event]] = lambda play: play(),
    tell: Callable[[int], None] = lambda _: None,
) -> Verified:
    """Play a table's history again by today's rules. Facts, dice, answers, verdicts and outcomes must agree; words may differ.

    What is told in a line may differ too, but for the numbers in it.

    Where a table has gone from one game to another, as to a newer version, `game` says which it plays when it stands so. Each
    act is played under `watched`, who may end it; `tell` hears how many records have been played.
    """
    again = Table()
    found = Verified([], [])
    for group in groups(table):
        if group.command is not None:
            thrown = [event for event in group.events if isinstance(event, Rolled)]
            if isinstance(group.command, Answer) and _is_read(table, group.command.question):
                del thrown[0]  # these were given with the answer
            faces = [die.face for event in thrown for die in _dice(event)]
            today = game(again.truth) if callable(game) else game
            named = f"record {group.first}: {_named(group.command)}"
            try:
                events = watched(partial(again.plan, today, _of_today(group.command, today), typed_faces(faces)))
            except FatewrightError as wrong:
                found.differences.append(f"{named} is refused today: {wrong}")
            else:
                came, stood = (
                    wordless_events(some, group.first, today, lambda number: _asked(table, number))
                    for some in (events, group.events)
                )
                if came != stood:
                    found.differences.append(f"{named} comes out differently today")
                elif not numbers_agree(events, group.events):
                    found.differences.append(f"{named} tells other numbers today")
                elif undigested(events) != undigested(group.events):
                    found.rewordings.append(f"{named} reads differently today")
        again.append(group.events)
        tell(len(again.records))
    return found


def _of_today(command: Command | Rewind, game: Game) -> Command | Rewind:
    """A command with the arguments that its verb takes by now."""
    if isinstance(command, Act) and command.verb in game.verbs:
        return command._replace(args=game.verbs[command.verb].fitted(command.args.items()))
    return command


def _is_read(table: Table, question: int) -> bool:
    """Whether a question was for what somebody's dice show."""
    return isinstance(opened(_asked(table, question), KEEPER).asked, Read)


def _dice(event: Rolled) -> Any:
    return opened(event, KEEPER).dice


def _named(command: Command | Rewind) -> str:
    what = f"'{command.verb}'" if isinstance(command, Act) else type(command).__name__.lower()
    return f"{what} of {command.seat}"
