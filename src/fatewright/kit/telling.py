"""What somebody did, in words, from what a viewer may know of it: what the log says until the story tells more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatewright.core.events import Began, Told
from fatewright.core.phrases import filled, slots_in
from fatewright.core.seal import is_hidden
from fatewright.core.story import Field, Verb
from fatewright.core.table import Table

LONGEST = 60  # characters of one argument
SPEECH = ("say", "whisper", "allow")  # verbs that tell what somebody says, after who does and a colon
INNER = str.maketrans({"“": "‘", "„": "‘", "«": "‘", "”": "’", "‟": "’", "»": "’", '"': "'"})


def speaker_of(table: Table, record: int) -> str:
    """Whose words a record is; empty where it is the table that speaks."""
    began = table.records[table.acts[record]] if isinstance(table.records[record], Told) else None
    return began.seat if isinstance(began, Began) and began.verb in SPEECH else ""


def quoted(text: str) -> str:
    """What somebody says as the table never speaks: after their name, in quotation marks that they cannot close."""
    who, _, words = text.partition(": ")
    return f"{who}: “{words.translate(INNER)}”"


def deed(began: Began, verb: Verb) -> str:
    """The verb's own sentence, if its viewer knows all that stands in it, else who does what; and what else was filled in."""
    known = {name: value for name, value in began.args if not is_hidden(value)}
    said = {"seat": began.seat, **{name: _short(value) for name, value in known.items()}}
    named = slots_in(verb.sentence)
    if verb.sentence and all(name in said for name in named):
        text = filled(verb.sentence, said)
    else:
        named = tuple(field.name for field in verb.fields if field.kind == "mine" and field.name in known)[:1]
        text = f"{said[named[0] if named else 'seat']}: {_plain(verb.name)}"
    others = [field for field in verb.fields if field.name not in named and _is_telling(field, known)]
    rest = [_phrase(verb, field, said) for field in others]
    return " · ".join([text, *dict.fromkeys(rest)])


def _is_telling(field: Field, known: Mapping[str, Any]) -> bool:
    """Whether what was filled in says something that the form did not say by itself."""
    return known.get(field.name) not in (None, "", field.default) and field.kind != "character"


def _phrase(verb: Verb, field: Field, said: Mapping[str, str]) -> str:
    """What was filled in, in the words of the form as far as a viewer knows all of them."""
    if verb.name in SPEECH and field.kind == "text":
        return f"“{said[field.name].translate(INNER)}”"
    phrase = verb.phrase(field.name)
    is_known = phrase != verb.sentence and all(name in said for name in slots_in(phrase))
    return filled(phrase, said) if is_known and verb.sentence else _bare(field, said[field.name])


def _bare(field: Field, value: str) -> str:
    return f"{_plain(field.name)} {value}" if field.kind in ("number", "line") else value


def _short(value: Any) -> str:
    text = str(value).replace("_", " ")
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _plain(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")
