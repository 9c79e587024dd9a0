"""The rulebooks, shipped: every paragraph by its id."""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from fatewright.core.errors import BadValue

FOLDER = Path(__file__).parent
BULLET = re.compile(r"\s*- \*\*([A-Z]{3}-[A-Z0-9.]+)\*\*(?:\s*\[(rule|option|gap|guidance)\])?\s*(.*)")


class Paragraph(NamedTuple):
    """One numbered statement of a rulebook."""

    id: str
    tag: str  # rule, option, gap, guidance; empty for a worked example
    heading: str
    text: str


@lru_cache
def ledger(file: str) -> dict[str, Paragraph]:
    """All paragraphs of one ledger by id, in order. What follows a bullet (a table, sub-bullets) belongs to it."""
    found: dict[str, Paragraph] = {}
    heading, last = "", ""
    for line in (FOLDER / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading, last = line.lstrip("# "), ""
        elif bullet := BULLET.match(line):
            last = bullet[1]
            found[last] = Paragraph(last, bullet[2] or "", heading, bullet[3])
        elif last and line.strip():
            found[last] = found[last]._replace(text=f"{found[last].text}\n{line.strip()}")
    return found


def ledgers() -> list[str]:
    """The files of the rulebooks."""
    return sorted(file.name for file in FOLDER.glob("*.md"))


def title(file: str) -> str:
    """What a ledger's game is called."""
    words = file.removesuffix(".md").split("-")
    return " ".join("&" if word == "and" else word if word == "of" else word.title() for word in words)


def count(file: str) -> int:
    """How many paragraphs a ledger has."""
    return len(ledger(file))


def paragraph(id: str) -> Paragraph:
    """The paragraph of that id."""
    books = [ledger(file) for file in ledgers()]
    for book in books:
        if id in book:
            return book[id]
    chapter = id.rpartition(".")[0]
    near = [known for book in books for known in book if chapter and known.startswith(f"{chapter}.")]
    if near:
        raise BadValue(f"there is no paragraph '{id}'; {chapter} runs from {near[0]} to {near[-1]}")
    prefixes = sorted({known.split("-")[0] for book in books for known in book})
    raise BadValue(f"there is no paragraph '{id}'; ids look like MOT-1.15 and begin with {', '.join(prefixes)}")
