"""Events as JSON: whole for the store, and as seen for a viewer. Nothing sealed can be written for a viewer.

Reading never loads code: the only classes that can come out are the events and questions listed here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from fatewright.core.errors import FatewrightError
from fatewright.core.grammar import with_article
from fatewright.core.phrases import BadPhrase, Phrase, must_fit
from fatewright.core.rule.ask import KINDS, Option, Price
from fatewright.core.rule.dice import Shown
from fatewright.core.score import Score
from fatewright.core.table.events import EVENTS, Event
from fatewright.core.table.seal import EVERYONE, KEEPER, Audience, Blank, LeakError, Secret, is_hidden

RECORDS: dict[str, Any] = {kind.__name__: kind for kind in (*EVENTS, *KINDS.values(), Option, Price, Shown)}
_compact = json.JSONEncoder(separators=(",", ":")).encode
_quoted = json.encoder.encode_basestring_ascii
_read = json.JSONDecoder().decode
PLAIN = (str, int, bool, type(None), float)


class BadRecord(FatewrightError):
    """A line of a table file cannot be read."""


def stored(event: Event) -> str:
    """An event as the store keeps it, secrets included."""
    return _text(event)  # plain ASCII: one line to whoever splits lines


def wire(thing: Any) -> bytes:
    """Something as a viewer gets it. Only what has been through `see` can be written."""
    return json.dumps(_out(thing, is_kept=False), ensure_ascii=False, separators=(",", ":")).encode()


def kept(value: Any) -> Any:
    """A value of a view or of the truth as a snapshot keeps it: what is hidden stays so."""
    return _out(value, is_kept=True)


def unkept(value: Any) -> Any:
    """The value that was kept."""
    return _in(value, keeps_hidden=True)


def restored(line: str) -> Event:
    """The event of a stored line."""
    try:
        event = _in(_read(line))
    except (ValueError, KeyError, TypeError, RecursionError, BadPhrase) as wrong:
        raise BadRecord(f"this is not an event: {line[:80]} ({wrong})") from None
    if not isinstance(event, EVENTS) or not _is_sound(event):
        raise BadRecord(f"this is not an event: {line[:80]}")
    return event


# fields that came later: where they say nothing, they are not written
LATER = {"caution", "may_be_empty", "price", "depends", "each", "longest"}
WORDED = "worded"  # beside a text that is a phrase: its field, its template, and what stands there
# the fields of records: each with how it begins in JSON, and whether it came later
FIELDS: dict[type, tuple[tuple[str, str, bool], ...]] = {
    kind: tuple((name, f',"{name}":', name in LATER) for name in kind._fields) for kind in RECORDS.values()
}
LENGTHS = {"token": 3, "seat": 3, "note": 3, "relation": 4}  # of paths whose parts are read one by one


def _is_sound(event: Any) -> bool:
    """Whether every field holds what such a field holds: a file may have been written by anyone."""
    return all(holds(event[place]) for place, holds in HOLDS[type(event)])


def _is_number(value: Any) -> bool:
    return type(value) is int


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are_texts(value: Any) -> bool:
    return isinstance(value, tuple) and all(map(_is_text, value))


def _are_numbers(value: Any) -> bool:
    return isinstance(value, tuple) and all(map(_is_number, value))


def _is_path(value: Any) -> bool:
    return _are_texts(value) and bool(value) and len(value) == LENGTHS.get(value[0], len(value))


def _are_arguments(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, tuple) and len(one) == 2 for one in value)


def _are_dice(value: Any) -> bool:
    dice = value.open(KEEPER) if isinstance(value, Secret) else value
    return isinstance(dice, tuple) and all(isinstance(die, Shown) for die in dice)


HELD: dict[str, Callable[[Any], bool]] = {  # what stands in a field of that name; in others, whatever can be written
    **dict.fromkeys(("procedure", "question", "part", "before"), _is_number),
    **dict.fromkeys(("text", "seat", "verb", "name", "reason", "instead"), _is_text),
    **dict.fromkeys(("ids", "within"), _are_texts),
    **{"path": _is_path, "keeps": _are_numbers, "args": _are_arguments, "dice": _are_dice},
}
HOLDS = {kind: [(place, HELD[name]) for place, name in enumerate(kind._fields) if name in HELD] for kind in EVENTS}


def _text(value: Any) -> str:
    """What is true as JSON, written in one go: this is done for every event."""
    return WRITTEN.get(type(value), _other)(value)


def _row(value: Iterable[Any]) -> str:
    return f"[{','.join([_text(one) for one in value])}]"


def _seats(value: Audience) -> str:
    return f"[{','.join(map(_quoted, sorted(value)))}]"


def _sealed(value: Secret) -> str:
    return f'{{"$":"secret","value":{_text(value.open(KEEPER))},"to":{_seats(value.to)}}}'


def _other(value: Any) -> str:
    """What is seldom written, and what cannot be."""
    if is_hidden(value):
        raise LeakError("the store keeps what is true: something hidden cannot be written there")
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        raise LeakError(f"{with_article(type(value).__name__)} could not be read again")
    return _row(value) if isinstance(value, tuple | list) else _compact(_plain(value))


def _record(value: tuple[Any, ...]) -> str:
    """A record with its fields; phrases among them stand beside it once more, taken apart."""
    written, phrases = [f'{{"$":"{type(value).__name__}"'], []
    for one, (name, begins, is_later) in zip(value, FIELDS[type(value)], strict=True):
        if not is_later or one:  # something hidden says nothing, not even whether it is there
            written += begins, WRITTEN.get(type(one), _other)(one)
            if isinstance(one, Phrase):
                phrases.append([name, *_taken_apart(one)])
    if phrases:
        written += f',"{WORDED}":', _jotted(phrases)
    written.append("}")
    return "".join(written)


WRITTEN: dict[type, Callable[[Any], str]] = {  # how each kind of value is
    **dict.fromkeys(RECORDS.values(), _record),
    **{str: _quoted, Phrase: _quoted, int: int.__repr__, tuple: _row, Audience: _seats, Secret: _sealed},
    **{bool: ("false", "true").__getitem__, type(None): lambda _: "null"},
}


def _jotted(value: Any) -> str:
    """What is JSON already, as `_compact` writes it: that takes long to begin, and most of this is short."""
    kind = type(value)
    if kind is str:
        return _quoted(value)
    if kind is list or kind is tuple:
        return f"[{','.join([_jotted(one) for one in value])}]"
    return int.__repr__(value) if kind is int else _compact(value)


def _out(value: Any, *, is_kept: bool) -> Any:
    """A value as JSON has it, for a snapshot or for a viewer."""
    if type(value) in PLAIN:  # most are
        return value
    if is_hidden(value):
        return {"$": "hidden"}
    if isinstance(value, Secret):
        if not is_kept:
            raise LeakError("a sealed value cannot be written for a viewer: see() it first")
        return {"$": "secret", "value": _out(value.open(KEEPER), is_kept=True), "to": sorted(value.to)}
    if isinstance(value, Audience):
        return sorted(value) if is_kept else None  # whom else an event reached is nobody's business
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        if is_kept and type(value).__name__ not in RECORDS:
            raise LeakError(f"{with_article(type(value).__name__)} could not be read again")
        pairs = [
            (name, one)
            for name, one in zip(value._fields, value, strict=True)
            if (is_kept or name != "to") and (name not in LATER or one)
        ]
        fields = {name: _out(one, is_kept=is_kept) for name, one in pairs}
        phrases = [[name, *_taken_apart(one)] for name, one in pairs if isinstance(one, Phrase)]
        return {"$": type(value).__name__, **fields, **({WORDED: phrases} if phrases else {})}
    if isinstance(value, tuple | list):
        return [_out(one, is_kept=is_kept) for one in value]
    return _plain(value)


def _plain(value: Any) -> Any:
    if isinstance(value, PLAIN):
        return value
    raise LeakError(f"{type(value).__name__} cannot be written down: {value!r}")


def _in(value: Any, *, keeps_hidden: bool = False) -> Any:
    if isinstance(value, list):
        return tuple([one if type(one) in PLAIN else _in(one, keeps_hidden=keeps_hidden) for one in value])
    if isinstance(value, dict):
        kind = value.pop("$")
        if kind == "hidden" and keeps_hidden:
            return Blank()
        if kind == "secret":
            return Secret(_in(value["value"]), _audience(value["to"]))
        phrases = value.pop(WORDED, ())
        for name, one in value.items():
            if name == "to":
                value[name] = EVERYONE if one == ["*"] else _audience(one)
            elif type(one) not in PLAIN:
                value[name] = _in(one, keeps_hidden=keeps_hidden)
        for name, template, values in phrases:
            value[name] = _put_together(value[name], template, values)
        return RECORDS[kind](**value)
    return value


def _taken_apart(phrase: Phrase) -> tuple[str, list[Any]]:
    """A phrase's template, and what stands in it: texts, numbers and rows of texts as they are, all else by its kind."""
    return phrase.template, [[name, _held(value)] for name, value in phrase.values]


def _held(value: Any) -> Any:
    if isinstance(value, Phrase):
        return {"$": "Phrase", "text": str(value), "made": _taken_apart(value)}
    if isinstance(value, Score):
        parts = [_held(part) for part in value.parts]
        return {"$": "Score", "number": int(value), "said": [value.label, value.how], "ids": value.ids, "parts": parts}
    return value


def _put_together(text: Any, template: Any, values: Any) -> Phrase:
    held = {str(name): _holding(value) for name, value in values}
    must_fit(template, held)
    if not isinstance(text, str):
        raise ValueError(f"{text!r} is not a text")
    return Phrase(text, template, tuple(held.items()))


def _holding(value: Any) -> Any:
    match value:
        case str() | int():
            return value
        case list() if all(isinstance(one, str) for one in value):
            return tuple(value)
        case {"$": "Phrase", "text": text, "made": [template, values]}:
            return _put_together(text, template, values)
        case {"$": "Score", "number": int(number), "said": [str(label), str(how)], "ids": [*ids], "parts": [*parts]}:
            held = tuple(map(_holding, parts))
            if all(isinstance(part, Score) for part in held):
                return Score(number, label, *map(str, ids), how=how, parts=held)
    raise ValueError(f"{value!r} does not stand in a phrase")


def _audience(seats: Any) -> Audience:
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        raise ValueError(f"{seats!r} is not a list of seats")
    return Audience(seats)
