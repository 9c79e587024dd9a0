"""What may be filled in where nobody has been asked yet, as a screen gets it: slots, fields of sheets, columns of lists.

Each is a question like any other. Entries of a game's lists are not sent again: the lists are named.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from fatewright.core.languages import ENGLISH, Language
from fatewright.core.rule.ask import NO_END, Choose, Number, Text
from fatewright.core.table.story import Slot
from fatewright.systems.columns import Column
from fatewright.systems.fields import Levels, ManyRows, Several, Value
from fatewright.systems.spec import System
from fatewright.web import wire
from fatewright.web.seen import question

NO_LISTS: Mapping[str, Any] = {}  # of which there are only names
ONCE = 1  # where nothing may stand, a list is still a list


def slot_card(slot: Slot, label: str) -> wire.SlotCard:
    """A slot of a verb; `label` is what is said around it."""
    asked = question(slot.asked)
    if slot.source:
        asked = replace(asked, options=[], from_lists=[slot.source])
    elif slot.ready and slot.of != "person":  # what ready-made people can do is the game master's
        asked = replace(asked, options=[wire.Choice(one, "") for one in slot.ready])
    return wire.SlotCard(replace(asked, prompt=label), slot.of, slot.is_secret)


def sheet_field(name: str, field: Value, language: Language = ENGLISH) -> wire.SheetField:
    """A field of a sheet."""
    asked = replace(_field(name, field, language), default=field.start)
    return wire.SheetField(asked, field.group, field.open, field.closed or field.private, bool(field.drawn))


def list_column(column: Column, system: System) -> wire.ListColumn:
    """A column of a list."""
    asked = replace(_question(column.asked), name=column.name, prompt=system.called(column.name), from_lists=list(column.lists))
    if column.known:
        asked = replace(asked, options=[wire.Choice(one, one) for one in column.known])
    return wire.ListColumn(asked, column.is_needed)


def _field(name: str, field: Value, language: Language) -> wire.Question:
    """What a field or a column of one asks."""
    from_lists = [field.source] if field.source else []
    title, labels = language.label(field.title), [language.label(one) for one in field.labels]
    match field.asked(NO_LISTS):
        case Levels(entry, level):
            parts = [replace(question(entry), from_lists=from_lists), replace(question(level), labels=labels)]
            return wire.Question("form", name, title, fields=parts, most=NO_END)
        case ManyRows(most=most):
            cells = [replace(_field(one.name, one, language), default=one.start or None) for one in field.columns]
            return wire.Question("form", name, title, fields=cells, from_lists=from_lists, most=max(most, ONCE))
        case asked:
            return replace(_question(asked), name=name, prompt=title, from_lists=from_lists, labels=labels)


def _question(asked: Choose[Any] | Number | Text | Several) -> wire.Question:
    """One question, be it answered once or several times."""
    return replace(question(asked.each), most=max(asked.most, ONCE)) if isinstance(asked, Several) else question(asked)
