"""What a seat has witnessed, as its screen gets it. Nothing comes in here but what has been through `see`.

Should something sealed get this far all the same, it has no form in the protocol, and writing it fails.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from fatewright.core.ask import Choose, Form, Number, Read, Text
from fatewright.core.events import Began, Event, Fact, Rewound, Rolled, Told
from fatewright.core.game import Game
from fatewright.core.seal import OUTSIDER, insiders, is_hidden, opened
from fatewright.core.state import Open, State
from fatewright.core.stream import Stream
from fatewright.core.table import Table
from fatewright.kit.scribe import line_of
from fatewright.kit.telling import speaker_of
from fatewright.server.room import Room
from fatewright.web import wire

LATEST = 200  # lines that somebody gets who comes anew
EARLIER = 1000  # lines that somebody gets who looks further back
TOO_MANY = 500  # lines after which it is quicker to begin anew


def welcome(room: Room, seat: str, last: int) -> wire.Welcome:
    """The table as a seat knows it, and the lines after number `last`, if it has had that many."""
    view, stream = room.table.view(seat), room.table.stream(seat)
    is_continued = stream.first - 1 <= last < stream.count and last >= 0 and stream.count - last <= TOO_MANY
    first = last + 1 if is_continued else max(stream.first, stream.count - LATEST)
    return wire.Welcome(
        table=room.id,
        name=room.name,
        game=room.system.id,
        seat=seat,
        role=str(view.facts[("seat", seat, "role")]),
        facts=facts(view),
        questions=waiting(room.table, seat),
        present=room.present(),
        lines=lines(room.table, room.system.game, seat, first, stream.count, room.told),
        number=stream.count - 1,
        is_seeded=room.is_seeded,
        is_damaged=room.is_damaged,
        is_continued=is_continued,
    )


def news(room: Room, seat: str, last: int) -> wire.News:
    """What has happened since a seat's line number `last`."""
    stream, records = room.table.stream(seat), room.table.records
    changed: dict[tuple[str, ...], Any] = {}
    is_whole = False
    for number in range(max(last + 1, stream.first), stream.count):
        event = records[stream.record(number)]
        is_whole = is_whole or isinstance(event, Rewound)
        if isinstance(event, Fact):
            changed[event.path] = opened(event, seat).value
    return wire.News(
        lines=lines(room.table, room.system.game, seat, last + 1, stream.count, room.told),
        facts=facts(room.table.view(seat)) if is_whole else [(list(path), value) for path, value in changed.items()],
        is_whole=is_whole,
        questions=waiting(room.table, seat),
    )


def lines(table: Table, game: Game, seat: str, first: int, end: int, told: dict[int, Any]) -> list[wire.Line]:
    """A seat's lines from number `first` up to but not including `end`. `told` keeps what records read like to outsiders."""
    stream = table.stream(seat)
    return [_line(table, game, stream, number, told) for number in range(max(first, stream.first), end)]


def _line(table: Table, game: Game, stream: Stream, number: int, told: dict[int, Any]) -> wire.Line:
    record = stream.record(number)
    first = table.acts[record]
    act, at = stream.first + bisect_left(stream.sent, first), table.times.get(first, 0)
    event = table.records[record]
    if isinstance(event, Rewound):
        undone = list(stream.message(number, table.records).undone)
        return wire.Line(number, act, at, "undone", f"{event.seat} takes it back", undone=undone)
    known = told.get(record)
    if known is None:  # whoever may open none of its seals reads the same
        told[record] = known = (insiders(event), _told(opened(event, OUTSIDER), game))
    inside, outside = known
    read: Telling = _told(opened(event, stream.viewer), game) if stream.viewer in inside else outside
    began = stream.own.get(getattr(event, "procedure", -1), -1)  # the viewer's own number, as everywhere
    said_by = speaker_of(table, record)
    return wire.Line(number, act, at, *read, began=began, is_private=not event.to.is_everyone, said_by=said_by)


Telling = tuple[str, str, list[wire.Die] | None, list[str], list[str], list[int], str]


def _told(event: Event, game: Game) -> Telling:
    """The part of a line that does not depend on numbers."""
    return type(event).__name__.lower(), line_of(event, game.verbs), *_details(event)


def _details(event: Event) -> tuple[list[wire.Die] | None, list[str], list[str], list[int], str]:
    match event:
        case Rolled(within=within, dice=dice):
            return None if is_hidden(dice) else [wire.Die(*die) for die in dice], list(within), [], [], ""
        case Told(ids=ids):
            return None, [], list(ids), [], ""
        case Began(seat=seat):
            return None, [], [], [], seat
    return None, [], [], [], ""


def facts(view: State) -> list[tuple[list[str], Any]]:
    """Everything that a seat knows to stand."""
    return [(list(path), value) for path, value in view.facts.items()]


def waiting(table: Table, seat: str) -> list[wire.Waiting]:
    """The questions that wait, as far as a seat has heard of them."""
    return waiting_in(table, seat, table.view(seat))


def waiting_in(table: Table, seat: str, view: State) -> list[wire.Waiting]:
    """The questions that wait in a view of a seat, be it of now or of long ago."""
    own = table.stream(seat).own
    return [_waiting(table, view, own, number, one) for number, one in view.questions.items()]


def _waiting(table: Table, view: State, own: Mapping[int, int], number: int, one: Open) -> wire.Waiting:
    procedure = view.procedures.get(one.procedure)
    asked = None if is_hidden(one.asked) else one.asked
    return wire.Waiting(
        number=own[number],
        seat=one.seat,
        name=one.name,
        verb=procedure.verb if procedure else "",
        by=procedure.seat if procedure else "",
        began=own.get(one.procedure, -1),
        at=table.times.get(table.acts[number], 0),
        is_sealed=one.part >= 0,
        is_locked=one.is_locked,
        has_default=asked is None or asked.default is not None,
        who=asked.who if asked and ("token", asked.who, "kind") in view.facts else "",
        asked=question(asked) if asked else None,
        answer=None if is_hidden(one.answer) else one.answer,
    )


def question(asked: Any) -> wire.Question:
    """A question as a form shows it."""
    match asked:
        case Choose(_, name, prompt, options, default):
            choices = [wire.Choice(one.value, one.label, one.blocked, one.caution) for one in options]
            return wire.Question("choose", name, prompt, options=choices, default=default)
        case Number(_, name, prompt, low, high, reason, default):
            return wire.Question("number", name, prompt, low=low, high=high, reason=reason, default=default)
        case Text(_, name, prompt, longest, default):
            return wire.Question("text", name, prompt, high=longest, default=default)
        case Read(_, name, prompt, dice):
            return wire.Question("dice", name, prompt, dice=list(dice))
        case Form(_, name, prompt, fields, default):
            return wire.Question("form", name, prompt, fields=[question(one) for one in fields], default=default)
    raise TypeError(f"a screen has no way to ask {type(asked).__name__}")
