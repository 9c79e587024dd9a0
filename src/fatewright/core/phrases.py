"""Sentences with slots, as an author writes them: `{who} attacks {target} with {weapon:a}`. `:a` puts an article before it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Any

from fatewright.core.grammar import with_article

GAP = "…"  # stands for a slot where its words are its name


@cache
def slots_in(template: str) -> tuple[str, ...]:
    """The names of the slots of a sentence, in their order."""
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def filled(template: str, values: Mapping[str, Any]) -> str:
    """A sentence with something in each slot."""
    parts = Formatter().parse(template)
    return "".join(text + ("" if name is None else worded(values[name], form or "")) for text, name, form, _ in parts)


def worded(value: Any, form: str) -> str:
    """What stands in a slot, in words."""
    return with_article(str(value)) if form == "a" else str(value)


def form_of(template: str, slot: str) -> str:
    """How a slot wants what stands in it."""
    return next((form or "" for _, name, form, _ in Formatter().parse(template) if name == slot), "")


@cache
def around(template: str, slot: str) -> str:
    """What a slot is called: the words before it, back to the slot before; for the first word of a sentence, those after it."""
    parts = [(text, name) for text, name, _, _ in Formatter().parse(template)]
    place = next(place for place, (_, name) in enumerate(parts) if name == slot)
    after = parts[place + 1][0] if place + 1 < len(parts) else ""
    is_last = not any(name for _, name in parts[place + 1 :])
    before = parts[place][0].strip(" ,;:.(")
    rest = after.strip(" ,;:.)") if not before or is_last else ""
    return " ".join(part for part in (before, GAP, rest) if part)
