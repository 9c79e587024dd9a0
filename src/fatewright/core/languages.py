"""How a phrase is said in a language, and which of its pieces are names, or numbers that say why.

A language has its own templates, each for one that an author wrote, and its own words. Where it lacks a template, that phrase
is said in English, with all that stands in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
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


Part = tuple[str, str, tuple[str, ...]]  # what a piece is made of


def pieces(text: str, language: Language = ENGLISH) -> tuple[Piece, ...]:
    """A text piece by piece, as a language says it; in English, as it was told."""
    if not isinstance(text, Phrase):
        return (Piece(text),)
    said: list[Part] = []
    is_english = _say(text, language, said)
    is_told = not is_english or "".join([part[0] for part in said]) == text
    return _merged(said) if is_told else (Piece(str(text)),)


def _merged(said: list[Part]) -> tuple[Piece, ...]:
    """Words that follow each other are one piece, and what is empty is none."""
    found: list[Piece] = []
    words = ""
    for text, kind, why in said:
        if not kind:
            words += text
        elif text:
            if words:
                found.append(Piece(words))
                words = ""
            found.append(Piece(text, kind, why))
    if words:
        found.append(Piece(words))
    return tuple(found)


def _say(text: Phrase, language: Language, said: list[Part]) -> bool:
    """Say a phrase after what has been said; whether that was in English."""
    template = language.templates.get(text.template)
    if template is None and language is not ENGLISH and _has_words(text.template):
        language = ENGLISH
    values = dict(text.values)
    for words, name, form in parsed(template or text.template):
        said.append((words, "", ()))
        if name:
            _say_value(values[name], form, language, said)
    return language is ENGLISH


@lru_cache(maxsize=4096)
def _has_words(template: str) -> bool:
    """Whether a template says something of its own around its slots."""
    return any(sign.isalpha() for words, _, _ in parsed(template) for sign in words)


def _say_value(value: Any, form: str, language: Language, said: list[Part]) -> None:
    if type(value) is str:  # most are
        _say_text(value, form, language, said)
    elif lone := _lone_word(value):
        _say_value(lone, form or form_of(value.template, value.values[0][0]), language, said)
    elif isinstance(value, Phrase):
        said += pieces(value, language)
    elif isinstance(value, tuple) and not form:
        for place, one in enumerate(value):
            said += ((", " if place else "", "", ()), (one, NAME, ()))
    elif isinstance(value, Score):
        said.append((worded(value, form), NUMBER, tuple(value.why())))
    else:
        said.append((worded(value, form), "", ()))


def _say_text(text: str, form: str, language: Language, said: list[Part]) -> None:
    if not form:
        said.append((text, NAME, ()))
    elif form == TEXT or language is ENGLISH:
        said.append((worded(text, form), "", ()))
    else:
        said.append((language.word(text, form), "", ()))


def _lone_word(value: Any) -> str:
    """The word that is all of a phrase: it may be wanted in another form."""
    if not isinstance(value, Phrase):
        return ""
    slots = parsed(value.template)
    is_word = len(slots) == 1 and not slots[0][0] and slots[0][2] in (WORD, ARTICLE)
    return str(value.values[0][1]) if is_word else ""
