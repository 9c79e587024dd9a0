"""What a seat says, as its table means it: in its own numbers of lines and questions, and of what it was offered."""

from __future__ import annotations

from typing import Any

from fatewright.core.table.game import Act, Answer, Command, Lapse
from fatewright.core.table.seal import is_hidden
from fatewright.core.table.state import State
from fatewright.core.table.story import Refusal
from fatewright.core.table.table import Rewind, Table, TakeBack
from fatewright.core.table.taking import TAKING
from fatewright.systems.spec import System
from fatewright.systems.versions import Difference, differences, told


def meant(table: Table, system: System, newest: System, command: Command | Rewind | TakeBack) -> Command | Rewind | TakeBack:
    """A command as the table carries it out; `newest` is what its game has become meanwhile."""
    seat = command.seat
    if seat not in table.views:
        raise Refusal("you no longer sit at this table")
    match command:
        case Act(verb=verb) if verb in TAKING and verb in system.game.verbs:
            return _taking(system, newest, table.view(seat), command)
        case Act(verb=verb, args=args) if verb in system.game.verbs:
            lines = {slot.name for slot in system.game.verbs[verb].slots if slot.of == "line"}
            return command._replace(
                args={name: _record(table, seat, value) if name in lines else value for name, value in args.items()}
            )
        case Answer(question=question) | Lapse(question=question):
            return command._replace(question=table.stream(seat).question(question, table.records))
        case Rewind(before=before):
            return command._replace(before=_record(table, seat, before))
        case _:
            return command


def _record(table: Table, seat: str, line: Any) -> int:
    stream = table.stream(seat)
    if type(line) is not int or not stream.first <= line < stream.count:
        raise Refusal(f"you have no line {line!r}")
    return stream.record(line)


def _taking(system: System, newest: System, view: State, act: Act) -> Act:
    """The act by which a seat takes what it was offered; what is new in it, the house says and not the browser."""
    if newest.revision == system.revision:
        raise Refusal("there is nothing newer: this table plays the latest version")
    if act.args != {"revision": newest.revision}:
        raise Refusal("the version has been changed again meanwhile; look at what is new now, and take that")
    found = differences(system, newest)
    for one in found:
        for row in one.gone:
            _may_go(system, view, one, row)
    return act._replace(args={"revision": newest.revision, "what": told(found)})


def _may_go(system: System, view: State, one: Difference, row: str) -> None:
    """Refuse to lose a row that the table needs. Where nobody knows all sheets, none may go: a refusal would tell of them."""
    what = f"{row} ({one.name.replace('_', ' ')}) is gone from the new version"
    if not system.has_gm:
        raise Refusal(f"{what}, and without a game master nobody knows who has it; have it put back first")
    for path, value in view.facts.items():
        if _names(value, row):
            raise Refusal(f"{what}, and this table knows it: {' '.join(path[1:])}; change that, or have it put back first")
    for begun in view.procedures.values():
        if any(_names(value, row) for _, value in begun.args):
            raise Refusal(f"{what}, and {begun.verb} of {begun.seat} is about it; let that end first, or have it put back")


def _names(value: Any, row: str) -> bool:
    """Whether a value is the name of a row, or has it in it."""
    if is_hidden(value):
        return False
    return any(_names(one, row) for one in value) if isinstance(value, tuple | list) else value == row
