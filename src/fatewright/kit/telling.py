"""What somebody did, in words, from what a viewer may know of it: what the log says until the story tells more."""

from __future__ import annotations

from string import Formatter
from typing import Any

from fatewright.core.events import Began, Told
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
    named = [name for _, name, _, _ in Formatter().parse(verb.says) if name is not None]
    if verb.says and all(name in said for name in named):
        text = verb.says.format_map(said)
    else:
        named = [field.name for field in verb.fields if field.kind == "mine" and field.name in known][:1]
        text = f"{said[named[0] if named else 'seat']}: {_plain(verb.name)}"
    others = [field for field in verb.fields if field.name in known and field.name not in named]
    rest = [_argument(field, known[field.name], is_said=verb.name in SPEECH) for field in others]
    return " · ".join([text, *(one for one in rest if one)])


def _argument(field: Field, value: Any, *, is_said: bool) -> str:
    """What was filled in; nothing where it says nothing that the form did not say by itself."""
    if value in (None, "", field.default) or field.kind == "character":
        return ""
    if is_said and field.kind == "text":
        return f"“{_short(value).translate(INNER)}”"
    return f"{_plain(field.name)} {value}" if field.kind in ("number", "line") else _short(value)


def _short(value: Any) -> str:
    text = str(value).replace("_", " ")
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _plain(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")
