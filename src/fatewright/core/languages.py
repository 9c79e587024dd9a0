"""How a phrase is said in a language, and which of its pieces are names, or numbers that say why.

A language has its own templates, each for one that an author wrote, and its own words. Where it lacks a template, that phrase
is said in English, with all that stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fatewright.core.phrases import ARTICLE, TEXT, WORD, Phrase, form_of, parsed, worded
from fatewright.core.score import Score

NAME, NUMBER = "name", "number"
PLAIN = WORD  # the form of a word that has several, where no other is wanted


class Language(NamedTuple):
    """What a language says for templates, and for words: one text, or one for each form that its templates want."""

    code: str
    templates: Mapping[str, str]
    words: Mapping[str, str | Mapping[str, str]]

    def word(self, word: str, form: str = PLAIN) -> str:
        """A word of the game; one that the language does not know stays as it is."""
        own = self.words.get(word) or self.words.get(word.replace("_", " "), word)
        return own if isinstance(own, str) else own.get(form, own[PLAIN])

    def label(self, text: str) -> str:
        """A text that no value stands in: a label, a title, a prompt."""
        if isinstance(text, Phrase):
            return "".join(piece.text for piece in pieces(text, self))
        return self.templates.get(text) or self.word(text)


ENGLISH = Language("en", {}, {})


class Piece(NamedTuple):
    """Some of a text: words, a name that can be tapped, or a number and where it comes from."""

    text: str
    kind: str = ""
    why: tuple[str, ...] = ()


def pieces(text: str, language: Language = ENGLISH) -> tuple[Piece, ...]:
    """A text piece by piece, as a language says it; in English, as it was told."""
    if not isinstance(text, Phrase):
        return (Piece(text),)
    template = language.templates.get(text.template)
    if template is None and any(sign.isalpha() for words, _, _ in parsed(text.template) for sign in words):
        language = ENGLISH
    found = tuple(_joined(_pieces(template or text.template, dict(text.values), language)))
    is_told = language is not ENGLISH or "".join(piece.text for piece in found) == text
    return found if is_told else (Piece(str(text)),)


def _pieces(template: str, values: Mapping[str, Any], language: Language) -> Iterator[Piece]:
    for words, name, form in parsed(template):
        yield Piece(words)
        if name:
            yield from _value(values[name], form, language)


def _value(value: Any, form: str, language: Language) -> Iterator[Piece]:
    lone = _lone_word(value)
    if lone:
        yield from _value(lone, form or form_of(value.template, value.values[0][0]), language)
    elif isinstance(value, Phrase):
        yield from pieces(value, language)
    elif isinstance(value, tuple) and not form:
        for place, one in enumerate(value):
            yield from (Piece(", " if place else ""), Piece(one, NAME))
    elif isinstance(value, Score):
        yield Piece(worded(value, form), NUMBER, tuple(value.why()))
    elif isinstance(value, str) and not form:
        yield Piece(value, NAME)
    elif isinstance(value, str) and form != TEXT and language is not ENGLISH:
        yield Piece(language.word(value, form))
    else:
        yield Piece(worded(value, form))


def _lone_word(value: Any) -> str:
    """The word that is all of a phrase: it may be wanted in another form."""
    slots = parsed(value.template) if isinstance(value, Phrase) else ()
    is_word = len(slots) == 1 and not slots[0][0] and slots[0][2] in (WORD, ARTICLE)
    return str(value.values[0][1]) if is_word else ""


def _joined(found: Iterator[Piece]) -> Iterator[Piece]:
    """Pieces without empty ones; words that follow each other as one."""
    words = ""
    for piece in found:
        if not piece.kind:
            words += piece.text
        elif piece.text:
            if words:
                yield Piece(words)
            yield piece
            words = ""
    if words:
        yield Piece(words)
