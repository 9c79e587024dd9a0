"""Sentences with slots, as an author writes them: `{who} attacks {target} with {weapon:a}`.

What stands in a slot is a name or a number, unless its form says otherwise:

    {skill:word}   a word of the game, for which another language has its own      {weapon:a}  the same, with its article
    {plan:text}    what somebody has written: it is said as it is in every language
    {hits:hit}     1 hit, 2 hits      {hits:+hit}  +1 hit, -2 hits      {hits:+}  +1      {coins:,}  12,000
    {hits:is|are}  the word that belongs to a number, or to so many names
    {tn:why}       a number with its parts, where whoever reads it may know them
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from string import Formatter
from typing import Any

from fatewright.core.errors import FatewrightError
from fatewright.core.grammar import agrees, change_of, count_of, with_article
from fatewright.core.score import Score

GAP = "…"  # stands for a slot where its words are its name
WORD, TEXT, ARTICLE, WHY = "word", "text", "a", "why"
AS_IT_IS = frozenset({"", WORD, TEXT, WHY})  # forms that change nothing of what stands there
Value = Any  # a text, a number, a row of texts, or a phrase within the phrase


class BadPhrase(FatewrightError):
    """A template cannot be read, or does not fit what is to stand in it."""


class Phrase(str):
    """A text that remembers its template and what stands in it. Equal and hashed as the plain text."""

    template: str
    values: tuple[tuple[str, Value], ...]

    def __new__(cls, text: str, template: str, values: tuple[tuple[str, Value], ...] = ()) -> Phrase:
        made = str.__new__(cls, text)
        made.template, made.values = template, values
        return made

    def __reduce__(self) -> tuple[type[Phrase], tuple[Any, ...]]:
        return Phrase, (str(self), self.template, self.values)


HELD = frozenset({str, int, Phrase})  # what a phrase keeps as it is


def phrase(template: str, /, **values: Any) -> Phrase:
    """A text from a template, which is always the same, and what stands in its slots."""
    if values.keys() != _named(template):
        must_fit(template, values)
    for name, value in values.items():
        if type(value) not in HELD:
            values[name] = _held(value, template, name)
    return Phrase(filled(template, values), template, tuple(values.items()))


def joined(parts: Iterable[str], between: str = ", ") -> str:
    """Texts after each other, each of which may be a phrase; what is none is a word of the game."""
    named = {f"part{place}": one for place, one in enumerate(parts)}
    template = between.join(f"{{{name}}}" if isinstance(one, Phrase) else f"{{{name}:word}}" for name, one in named.items())
    return phrase(template, **named)


def must_fit(template: str, values: Mapping[str, Any]) -> None:
    """Say so if a slot of a template has no value, or a value no slot."""
    slots = slots_in(template)
    missing = [f"nothing is given for {{{name}}}" for name in slots if name not in values]
    if wrong := missing + [f"it has no slot for {name}" for name in values if name not in slots]:
        raise BadPhrase(f"'{template}': {'; '.join(wrong)}")


def _held(value: Any, template: str, name: str) -> Value:
    """A value as a phrase keeps it: a number keeps its parts only where it is asked why."""
    if isinstance(value, Score):
        return value if form_of(template, name) == WHY else int(value)
    return tuple(map(str, value)) if type(value) in (tuple, list) else f"{value}"  # a record says itself what it is


@lru_cache(maxsize=4096)  # who writes a template anew each time fills no memory
def parsed(template: str) -> tuple[tuple[str, str, str], ...]:
    """The pieces of a template, in their order: words, the name of the slot after them, if there is one, and its form."""
    try:
        found = list(Formatter().parse(template))
    except ValueError as wrong:
        raise BadPhrase(f"'{template}': {wrong}") from None
    if odd := [name for _, name, _, turned in found if name is not None and (turned or not name.isidentifier())]:
        raise BadPhrase(f"'{template}': found {{{odd[0]}}}, expected a name in every slot, such as {{who}} or {{weapon:a}}")
    return tuple((text, name or "", form or "") for text, name, form, _ in found)


@lru_cache(maxsize=4096)
def slots_in(template: str) -> tuple[str, ...]:
    """The names of the slots of a sentence, in their order."""
    return tuple(name for _, name, _ in parsed(template) if name)


@lru_cache(maxsize=4096)
def _named(template: str) -> frozenset[str]:
    return frozenset(slots_in(template))


def filled(template: str, values: Mapping[str, Any]) -> str:
    """A sentence with something in each slot."""
    said = []
    for text, name, form in parsed(template):
        said.append(text)
        if name:
            value = values[name]
            said.append(value if type(value) is str and form in AS_IT_IS else worded(value, form))
    return "".join(said)


def worded(value: Any, form: str) -> str:
    """What stands in a slot, in words."""
    if form in AS_IT_IS and type(value) is str:
        return value
    if isinstance(value, Phrase):
        return str(value)
    if form == ARTICLE:
        return with_article(str(value))
    if isinstance(value, tuple):
        return agrees(len(value), *_both(form)) if "|" in form else ", ".join(map(str, value))
    if form not in AS_IT_IS and isinstance(value, int):
        return _counted(value, form)
    return str(value)


def _counted(number: int, form: str) -> str:
    if "|" in form:
        return agrees(number, *_both(form))
    if form[0] == "+":
        return change_of(number, form[1:]) if form[1:] else f"{number:+d}"
    return f"{number:,}" if form == "," else count_of(number, form)


def _both(form: str) -> tuple[str, str]:
    one, _, many = form.partition("|")
    return one, many


def form_of(template: str, slot: str) -> str:
    """How a slot wants what stands in it."""
    return next((form for _, name, form in parsed(template) if name == slot), "")


@cache
def around(template: str, slot: str) -> str:
    """What a slot is called: the words before it, back to the slot before; for the first word of a sentence, those after it."""
    parts = parsed(template)
    place = next(place for place, (_, name, _) in enumerate(parts) if name == slot)
    after = parts[place + 1][0] if place + 1 < len(parts) else ""
    is_last = not any(name for _, name, _ in parts[place + 1 :])
    before = parts[place][0].strip(" ,;:.(")
    rest = after.strip(" ,;:.)") if not before or is_last else ""
    return " ".join(part for part in (before, GAP, rest) if part)
