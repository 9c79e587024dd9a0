"""Names that people give: whatever somebody is called, unless it can be taken for another's or for a line of the table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from fatewright.core.table.story import Desk

LONGEST = 40
GAME_MASTERS = ("gm", "game master", "the game master")
RESERVED = (*GAME_MASTERS, "table", "the table", "television", "everyone", "everybody", "nobody")
JOINERS = "\u200c\u200d"  # without them some names cannot be written
JOINED = ("Lo", "Mn", "Mc", "So", "Sk")  # the kinds of signs after which they do something
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters that nobody sees
MOST_MARKS = 4  # upon one letter
TOGETHER = frozenset({"HAN", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})  # scripts that are written in one word
OF_ANY = frozenset({"COMMON", "INHERITED", "Unknown"})
PARTS = re.compile(r"[\s\-'’.]+")
LINE = re.compile(
    r"^the table\b|\bthe table$|\S (sits down|is back|is here|comes to|has left|is asked)\b"
    r"|\S (rolls|loses|gains|overrules) \S"
    r"|\S \S.* [+-]?\d+ \S"  # a number in the midst of words
)


def normal(name: str) -> str:
    """A name as it is kept: what looks the same because it is the same is written the same."""
    return unicodedata.normalize("NFC", name)


def problem(name: str) -> str | None:
    """What is wrong with a name whatever it is for; None if nothing is."""
    if not 1 <= len(name) <= LONGEST or name != name.strip() or not _is_visible(name):
        return f"found {name[:60]!r}, expected 1 to {LONGEST} characters that can be seen, without spaces around them"
    if name != normal(name):
        return f"found {name!r}, expected letters and their marks in one (NFC)"
    for word in PARTS.split(name):
        if len(scripts := _scripts(word)) > 1:
            return f"{word!r} mixes letters of {' and '.join(sorted(scripts))}; write a word in one script"
    return None


def problem_of_newcomer(name: str, others: Iterable[str], *, may: Iterable[str] = ()) -> str | None:
    """What is wrong with the name of somebody new, a seat or a token, beside these others; `may` are names kept for them."""
    if found := problem(name):
        return found
    if set(_skeleton(name)) & set("*:"):
        return f"{name!r} cannot be a name here; leave out * and :"
    if LINE.search(name.casefold()) or any(looks_like(name, one) for one in RESERVED if one not in may):
        return f"{name!r} reads like a line of the table, or like somebody at every table; take another name"
    for one in others:
        if looks_like(name, one):
            return f"{name!r} can be taken for {one}, who is here already; take another name"
    return None


def name_problem(table: Desk, name: str, **_: object) -> str | None:
    """Why somebody new cannot be called so; None if they can."""
    if name in table:
        return f"there is a '{name}' on the table already; take another name"
    return problem_of_newcomer(name, (token.name for token in table.tokens()))


def looks_like(one: str, other: str) -> bool:
    """Whether two names can be taken for each other: by their shapes, or but for capitals."""
    return bool(_looks(one) & _looks(other))


@lru_cache(1024)
def _looks(name: str) -> frozenset[str]:
    return frozenset({_skeleton(name), _skeleton(name.casefold()), _skeleton(name.upper())})


def _skeleton(name: str) -> str:
    """A name with each sign replaced by the one that stands for all that look like it (UTS 39)."""
    shapes = _shapes()
    bare = unicodedata.normalize("NFKD", "".join(sign for sign in name if sign not in JOINERS))
    alike = "".join(shapes.get(sign, sign) for sign in bare)
    return " ".join(unicodedata.normalize("NFD", alike).split())


@lru_cache(1)
def _shapes() -> Mapping[str, str]:
    """What each sign looks like. The data has both directions, and of a pair either may stand for both."""
    from confusable_homoglyphs.confusables import confusables_data  # a megabyte that few commands need

    known: dict[str, list[str]] = {}
    for sign, likes in confusables_data.items():
        known.setdefault(_bare(sign), []).extend(_bare(one["c"]) for one in likes)
    found = {}
    for sign, likes in known.items():
        if len(sign) == 1 and len(set(likes)) == 1:
            only = likes[0]
            is_pair = len(set(known.get(only, ()))) == 1
            found[sign] = min(sign, only, key=lambda text: (-len(text), text)) if is_pair else only
    return found


def _bare(text: str) -> str:
    return text.replace("\u200e", "")


def _scripts(word: str) -> set[str]:
    """The scripts of a word; those that are written together count as one."""
    from confusable_homoglyphs.categories import alias

    found = {str(alias(sign)) for sign in word} - OF_ANY
    return found - TOGETHER | {"HAN"} if found & TOGETHER else found


def _is_visible(name: str) -> bool:
    """Whether every sign of a name can be seen: nothing that steers the text, and no tower of marks."""
    kinds = [unicodedata.category(sign) for sign in name]
    joins = [sign in JOINERS and place > 0 and kinds[place - 1] in JOINED for place, sign in enumerate(name)]
    marks = "".join("m" if unicodedata.category(sign) in ("Mn", "Me") else " " for sign in unicodedata.normalize("NFD", name))
    return (
        all(sign.isprintable() or is_joiner for sign, is_joiner in zip(name, joins, strict=True))
        and not set(name) & set(BLANKS)
        and not marks.startswith("m")
        and "m" * (MOST_MARKS + 1) not in marks
    )
