"""What somebody did, in words, from what a viewer may know of it: what the log says until the story tells more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatewright.core.phrases import ARTICLE, Phrase, form_of, joined, phrase, slots_in
from fatewright.core.rule.ask import Choose, Number, Text
from fatewright.core.table.events import Began, Told
from fatewright.core.table.seal import is_hidden
from fatewright.core.table.story import BUILT, PEOPLE, Slot, Verb
from fatewright.core.table.table import Table

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
    said = {
        "seat": began.seat,
        **{slot.name: _said(verb, slot, known[slot.name]) for slot in verb.slots if slot.name in known},
    }
    named = slots_in(verb.sentence)
    if verb.sentence and all(name in said for name in named):
        text = phrase(verb.sentence, **{name: said[name] for name in named})
    else:
        named = tuple(slot.name for slot in verb.slots if slot.of == "mine" and slot.name in known)[:1]
        text = phrase("{who}: {verb:word}", who=said[named[0] if named else "seat"], verb=_plain(verb.name))
    others = [slot for slot in verb.slots if slot.name not in named and _is_telling(slot, known)]
    rest = dict.fromkeys(_phrase(verb, slot, said) for slot in others)
    return joined((text, *rest), " · ") if rest else text


def _said(verb: Verb, slot: Slot, value: Any) -> Any:
    """What was filled in, as a phrase has it: a name, a number, a word of the game, or what somebody has written."""
    if slot.of in PEOPLE:
        return _short(value)
    if isinstance(slot.asked, Number) and type(value) is int:
        return value
    if isinstance(slot.asked, Choose):
        has_article = form_of(verb.phrase(slot.name), slot.name) == ARTICLE
        return phrase("{word:a}" if has_article else "{word:word}", word=_short(value))
    return phrase("{words:text}", words=_short(value))


def _is_telling(slot: Slot, known: Mapping[str, Any]) -> bool:
    """Whether what was filled in says something that the form did not say by itself."""
    return known.get(slot.name) not in (None, "", slot.default) and slot.of not in BUILT


def _phrase(verb: Verb, slot: Slot, said: Mapping[str, Any]) -> str:
    """What was filled in, in the words of the form as far as a viewer knows all of them."""
    if verb.name in SPEECH and isinstance(slot.asked, Text):
        return phrase("“{words:text}”", words=said[slot.name].translate(INNER))
    template = verb.phrase(slot.name)
    is_known = template != verb.sentence and all(name in said for name in slots_in(template))
    if is_known and verb.sentence:
        return phrase(template, **{name: said[name] for name in slots_in(template)})
    return _bare(slot, said[slot.name])


def _bare(slot: Slot, value: Any) -> str:
    if isinstance(slot.asked, Number):
        return phrase("{slot:word} {value}", slot=_plain(slot.name), value=value)
    return value if isinstance(value, Phrase) else phrase("{name}", name=value)


def _short(value: Any) -> str:
    text = str(value).replace("_", " ")
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _plain(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")
