"""Languages of a game: `de.toml` in its folder has its templates and words in German; one beside the games, those of all.

[templates]
"{who} dares, and it holds" = "{who} wagt es, und es hält"       # with the same slots
[words]
nerve = "Mut"
"lantern pole" = { word = "Laternenstange", einer = "einer Laternenstange" }     # by the forms that templates want: {it:einer}
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fatewright.core.errors import FatewrightError
from fatewright.core.languages import PLAIN, Language
from fatewright.core.phrases import slots_in
from fatewright.systems.forms import BadSystem

EVERY_TABLE = Path(__file__).parent
PARTS = ("templates", "words")


def languages_in(*folders: Path) -> dict[str, Language]:
    """The languages of a game by their codes, from its own folder and those whose words it shares; the first one counts."""
    files = [file for folder in reversed(folders) for name in ("??.toml", "??-??.toml") for file in sorted(folder.glob(name))]
    found: dict[str, Language] = {}
    for file in files:
        said, known = _said(file), found.get(file.stem, Language(file.stem, {}, {}))
        templates, words = ({**getattr(known, part), **said.get(part, {})} for part in PARTS)
        found[file.stem] = Language(file.stem, templates, words)
    return found


def _said(file: Path) -> dict[str, Any]:
    """What a language's file says, if nothing is wrong with it."""
    try:
        said = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadSystem(f"{file}: {wrong}") from None
    if defects := list(_defects(said)):
        raise BadSystem(f"{file}: " + "; ".join(defects))
    return said


def _defects(said: Mapping[str, Any]) -> Iterator[str]:
    for part, rows in said.items():
        if part not in PARTS or not isinstance(rows, dict):
            yield f"{part}: found {rows!r}, expected tables called {' and '.join(PARTS)}"
            continue
        for key, own in rows.items():
            problem = _template_problem(key, own) if part == "templates" else _word_problem(own)
            if problem:
                yield f"{part}.{key!r}: {problem}"


def _template_problem(template: str, own: Any) -> str:
    if not isinstance(own, str):
        return f"found {own!r}, expected a text"
    try:
        wanted, found = sorted({*slots_in(template)}), sorted({*slots_in(own)})
    except FatewrightError as wrong:
        return str(wrong)
    return "" if wanted == found else f"found the slots {', '.join(found) or 'none'}, expected {', '.join(wanted) or 'none'}"


def _word_problem(own: Any) -> str:
    is_by_form = isinstance(own, dict) and PLAIN in own and all(isinstance(one, str) for one in own.values())
    return "" if isinstance(own, str) or is_by_form else f"found {own!r}, expected a text, or one for each form and for {PLAIN}"
