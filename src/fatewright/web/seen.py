"""What a seat has witnessed, as its screen gets it. Nothing comes in here but what has been through `see`.

Should something sealed get this far all the same, it has no form in the protocol, and writing it fails.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

import msgspec

from fatewright.core.languages import ENGLISH, Language, pieces
from fatewright.core.phrases import Phrase
from fatewright.core.rule.ask import One, Option, Price, is_one, kind_of
from fatewright.core.table.events import Answered, Began, Ended, Event, Fact, Landed, Rewound, Rolled, Told
from fatewright.core.table.game import Game
from fatewright.core.table.seal import OUTSIDER, has_seals, insiders, is_hidden, opened
from fatewright.core.table.state import Open, State
from fatewright.core.table.stream import Stream
from fatewright.core.table.table import Table
from fatewright.kit.scribe import line_of
from fatewright.kit.telling import speaker_of
from fatewright.server.room import Room
from fatewright.systems.called import Names
from fatewright.web import wire

LATEST = 200  # lines that somebody gets who comes anew
EARLIER = 1000  # lines that somebody gets who looks further back
TOO_MANY = 500  # lines after which it is quicker to begin anew
SAID = ("label", "blocked", "caution", "depends", "reason")  # what of a question is words


def welcome(room: Room, seat: str, last: int, language: Language = ENGLISH) -> wire.Welcome:
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
        questions=waiting(room.table, seat, room.table.view(seat), room.told, language),
        present=room.present(),
        lines=lines(room.table, room.system.game, seat, first, stream.count, room.told, language),
        number=stream.count - 1,
        is_seeded=room.is_seeded,
        is_damaged=room.is_damaged,
        is_continued=is_continued,
    )


def news(room: Room, seat: str, last: int, language: Language = ENGLISH) -> wire.News:
    """What has happened since a seat's line number `last`."""
    stream, records = room.table.stream(seat), room.table.records
    changed: dict[tuple[str, ...], Any] = {}
    is_whole = False
    for record in stream.sent[max(last + 1 - stream.first, 0) :]:
        event = records[record]
        is_whole = is_whole or isinstance(event, Rewound)
        if isinstance(event, Fact):
            changed[event.path] = opened(event, seat).value
    return wire.News(
        lines=lines(room.table, room.system.game, seat, last + 1, stream.count, room.told, language),
        facts=facts(room.table.view(seat)) if is_whole else [(list(path), value) for path, value in changed.items()],
        is_whole=is_whole,
        questions=waiting(room.table, seat, room.table.view(seat), room.told, language),
    )


Kept = dict[tuple[int, str, str], Any]  # what has been put into words, by record, language and what of it
LINE, QUESTION = "line", "question"
SILENT = (Answered, Ended, Landed)  # there is nothing to read in them


def lines(
    table: Table, game: Game, seat: str, first: int, end: int, told: Kept, language: Language = ENGLISH
) -> list[wire.Line]:
    """A seat's lines from number `first` up to but not including `end`."""
    stream, found, of, act, at = table.stream(seat), [], -1, -1, 0
    begins = max(first, stream.first)
    for number, record in enumerate(stream.sent[begins - stream.first : max(end - stream.first, 0)], begins):
        if table.acts[record] != of:  # lines of one act share its number and its time
            of = table.acts[record]
            act, at = stream.first + bisect_left(stream.sent, of), table.times.get(of, 0)
        found.append(_line(table, game, stream, (number, act, at), record, told, language))
    return found


def _line(
    table: Table, game: Game, stream: Stream, numbers: tuple[int, int, int], record: int, told: Kept, language: Language
) -> wire.Line:
    event = table.records[record]
    if isinstance(event, Rewound):
        undone = list(stream.message(numbers[0], table.records).undone)
        return wire.Line(*numbers, "undone", f"{event.seat} takes it back", undone=undone)
    known = told.get((record, language.code, LINE))
    if known is None:  # whoever may open none of its seals reads the same
        inside = insiders(event) if has_seals(event) else frozenset()
        outside = _told(opened(event, OUTSIDER) if inside else event, game, language)
        none: dict[tuple[tuple[int, int, int], int], wire.Line] = {}
        procedure = getattr(event, "procedure", -1)
        known = inside, outside, not event.to.is_everyone, speaker_of(table, record), procedure, none
        told[record, language.code, LINE] = known
    inside, outside, is_private, said_by, procedure, drawn = known
    began = stream.own.get(procedure, -1)  # the viewer's own number, as everywhere
    if stream.viewer in inside:
        return _drawn(_told(opened(event, stream.viewer), game, language), numbers, began, is_private, said_by)
    line: wire.Line | None = drawn.get((numbers, began))
    if line is None:  # whoever has seen as much as another has the same numbers
        line = drawn[numbers, began] = _drawn(outside, numbers, began, is_private, said_by)
    return line


Telling = tuple[str, str, list[wire.Die] | None, list[str], list[str], list[int], str, list[wire.Piece]]


def _drawn(read: Telling, numbers: tuple[int, int, int], began: int, is_private: bool, said_by: str) -> wire.Line:
    number, act, at = numbers
    return wire.Line(number, act, at, *read[:-1], began=began, is_private=is_private, said_by=said_by, pieces=read[-1])


def _told(event: Event, game: Game, language: Language) -> Telling:
    """The part of a line that does not depend on numbers."""
    if type(event) in SILENT:
        return type(event).__name__.lower(), "", None, [], [], [], "", []
    text, found = in_pieces(line_of(event, game.verbs, Names(game.data, language)), language)
    return type(event).__name__.lower(), text, *_details(event), found


def in_pieces(text: str, language: Language) -> tuple[str, list[wire.Piece]]:
    """A text as a language says it, and its pieces, if some of them are more than words."""
    if not isinstance(text, Phrase):
        return text, []
    found = pieces(text, language)
    said = "".join([piece.text for piece in found])
    return said, [wire.Piece(one.text, one.kind, list(one.why)) for one in found] if any(one.kind for one in found) else []  # type: ignore[arg-type]  # the kinds are the same


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


def waiting(table: Table, seat: str, view: State, told: Kept, language: Language = ENGLISH) -> list[wire.Waiting]:
    """The questions that wait in a view of a seat, be it of now or of long ago."""
    own = table.stream(seat).own
    return [_waiting(table, view, own, number, one, told, language) for number, one in view.questions.items()]


def _waiting(
    table: Table, view: State, own: Mapping[int, int], number: int, one: Open, told: Kept, language: Language
) -> wire.Waiting:
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
        asked=_asked(asked, number, told, language) if asked else None,
        answer=None if is_hidden(one.answer) else one.answer,
    )


def _asked(asked: One, number: int, told: Kept, language: Language) -> wire.Question:
    """A question, put into words once for all who see the same of it."""
    kept: tuple[One | None, wire.Question | None] = told.get((number, language.code, QUESTION), (None, None))
    of, said = kept
    if of is not asked or said is None:  # equal is not enough: phrases that read the same may be made of different things
        said = question(asked, language)
        told[number, language.code, QUESTION] = asked, said
    return said


def question(asked: One, language: Language = ENGLISH) -> wire.Question:
    """A question as a form shows it: its kind, and what of its fields the protocol has."""
    text, found = in_pieces(asked.prompt, language)
    prompt = text if isinstance(asked.prompt, Phrase) else language.label(asked.prompt)
    told = _told_by(wire.Question, asked, language) | {"prompt": prompt, "pieces": found}
    return wire.Question(kind_of(asked), **told)


def _told_by(message: type[msgspec.Struct], value: Any, language: Language) -> dict[str, Any]:
    """What of a question or an option a message tells, under the same names."""
    told = {name: one for name, one in value._asdict().items() if name in message.__struct_fields__}
    return {name: language.label(one) if name in SAID else _shown(one, language) for name, one in told.items()}


def _shown(value: Any, language: Language) -> Any:
    """Options as choices, prices as prices, parts as questions, rows as rows."""
    if isinstance(value, Option):
        return wire.Choice(**_told_by(wire.Choice, value, language))
    if isinstance(value, Price):
        return wire.Price(**_told_by(wire.Price, value, language))
    if is_one(value):
        return question(value, language)
    return [_shown(one, language) for one in value] if isinstance(value, tuple) else value
