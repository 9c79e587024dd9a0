"""Phrases piece by piece, in English as they were told, and as another language says them."""

import pytest

from fatewright.core.languages import ENGLISH, NAME, NUMBER, Language, Piece, pieces
from fatewright.core.phrases import Phrase, phrase
from fatewright.core.score import Score

POOL = Score(3, "strength") + Score(2, "Brawling")
GERMAN = Language(
    "de",
    {
        "{who} hits {whom} with {weapon:a}": "{who} trifft {whom} mit {weapon:einer}",
        "{n:die} {n:is|are} left": "{n:Es bleibt|Es bleiben} {n} Würfel",
        "{all} {all:helps|help} {who}": "{who} bekommt Hilfe von {all}",
        "{who} is {how:word}{more}": "{who} ist {how:word}{more}",
        "{n:hit}": "{n} Treffer",
        ", says {who}: {what:text}": ", sagt {who}: {what:text}",
        "Burn a light?": "Ein Licht verbrennen?",
    },
    {"Axe": {"word": "Axt", "einer": "einer Axt"}, "hurt": "verletzt", "pole": {"word": "Stange"}, "keep": "behalten"},
)


def said(text, language=ENGLISH):
    return "".join(piece.text for piece in pieces(text, language))


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("ana falls", [Piece("ana falls")]),
        (phrase("it rains"), [Piece("it rains")]),
        (phrase(""), []),
        (phrase("{who} falls {n} m", who="ana", n=3), [Piece("ana", NAME), Piece(" falls 3 m")]),
        (
            phrase("{all} {all:falls|fall}", all=["ana", "bo"]),
            [Piece("ana", NAME), Piece(", "), Piece("bo", NAME), Piece(" fall")],
        ),
        (phrase("{pool:why} dice", pool=POOL), [Piece("5", NUMBER, ("5", "  +3 strength", "  +2 Brawling")), Piece(" dice")]),
        (phrase("{a:word} {b:text} {c:a}", a="ana", b="bo", c="Axe"), [Piece("ana bo an Axe")]),
        (phrase("{who}: {it}", who="ana", it=phrase("{n:hit}", n=1)), [Piece("ana", NAME), Piece(": 1 hit")]),
        (phrase("{who}{more}", who="ana", more=""), [Piece("ana", NAME)]),
        (Phrase("ana fell", "{who} falls", (("who", "ana"),)), [Piece("ana fell")]),
    ],
)
def test_names_and_numbers_are_pieces_of_what_was_told(text, english):
    assert list(pieces(text)) == english


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("Burn a light?", "Burn a light?"),
        (phrase("Burn a light?"), "Ein Licht verbrennen?"),
        (phrase("{who} hits {whom} with {weapon:a}", who="Axe", whom="hurt", weapon="Axe"), "Axe trifft hurt mit einer Axt"),
        (phrase("{who} hits {whom} with {weapon:a}", who="ana", whom="bo", weapon="pole"), "ana trifft bo mit Stange"),
        (phrase("{who} hits {whom} with {weapon:a}", who="ana", whom="bo", weapon="fist"), "ana trifft bo mit fist"),
        (phrase("{n:die} {n:is|are} left", n=1), "Es bleibt 1 Würfel"),
        (phrase("{n:die} {n:is|are} left", n=2), "Es bleiben 2 Würfel"),
        (phrase("{all} {all:helps|help} {who}", all=("ana", "bo"), who="cy"), "cy bekommt Hilfe von ana, bo"),
        (phrase("{who} is {how:word}{more}", who="ana", how="hurt", more=""), "ana ist verletzt"),
        (
            phrase(
                "{who} is {how:word}{more}",
                who="ana",
                how="hurt",
                more=phrase(", says {who}: {what:text}", who="bo", what="hurt"),
            ),
            "ana ist verletzt, sagt bo: hurt",
        ),
        (
            phrase("{one} · {two}", one=phrase("Burn a light?"), two=phrase("{n:die} {n:is|are} left", n=2)),
            "Ein Licht verbrennen? · Es bleiben 2 Würfel",
        ),
        (
            phrase("{who} hits {whom} with {weapon:a}", who="ana", whom="bo", weapon=phrase("{it:a}", it="Axe")),
            "ana trifft bo mit einer Axt",
        ),
        (
            phrase("{who} is {how:word}{more}", who="ana", how=phrase("{it:text}", it="hurt"), more=phrase("{n:+}", n=1)),
            "ana ist hurt+1",
        ),
        (phrase("{who} is {how:word}{more}", who="ana", how="hurt", more=phrase("{n:hit}", n=2)), "ana ist verletzt2 Treffer"),
        (phrase("{who} sees: {what}", who="ana", what=phrase("Burn a light?")), "ana sees: Burn a light?"),
    ],
)
def test_a_language_has_its_own_templates_and_words_and_what_it_lacks_is_said_in_english(text, german):
    assert said(text, GERMAN) == german


def test_a_label_is_a_template_or_a_word():
    assert [
        GERMAN.label(text) for text in ("Burn a light?", "keep", "Axe", "let go", phrase("{n:die} {n:is|are} left", n=1))
    ] == [
        *("Ein Licht verbrennen?", "behalten", "Axt", "let go", "Es bleibt 1 Würfel"),
    ]
