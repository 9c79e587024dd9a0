"""Characters on paper: a page of HTML each, in black on white, self-contained, laid out by the shapes of a game's fields.

What is not among the values is not printed: whoever asks gets on paper what they know, and nothing else. The game master's own
fields never are: a sheet is handed to somebody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fatewright.systems.fields import Value

if TYPE_CHECKING:
    from fatewright.systems.spec import System

Values = Mapping[str, Any]
Follows = Mapping[str, int]

MOST_BOXES = 40  # that anybody would tick one by one
MOST_MARKS = 8  # levels that are drawn as marks
WIDE = 4  # numbers of a group that go across the page
MANY = 9  # numbers that are a list, not tiles
SHORT = 36  # characters of a text that stands on its heading's line
MARKS = "⚪⚫⭐●○"  # labels that are drawn already
FEW = 6  # entries whose texts still find room
TIGHT, TIGHTER, TIGHTEST = 48, 72, 100  # lines from which on the print is smaller
NOTES, FOLLOWS = "Notes", "What follows"


def document(title: str, sheets: Iterable[str]) -> str:
    """Sheets as something to print, each on a page of its own."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_style()}</style></head>'
        f"<body>{''.join(sheets)}</body></html>\n"
    )


def sheet_of(system: System, name: str, values: Values, follows: Follows, player: str = "") -> str:
    """The sheet of one character. `values` as a table keeps them; what is missing there is not known, and not printed."""
    boxes = _Boxes(system, values, follows)
    groups = [_group(system, group, fields, values, boxes) for group, fields in _groups(system, values, boxes)]
    derived = [(system.called(one), _figure(int(value)), "") for one, value in follows.items() if one not in boxes.counted]
    parts = [*groups, _section(FOLLOWS, _numbers(derived)) if derived else ""]
    byline = " · ".join(filter(None, (system.title, player)))
    body = "".join(parts)
    density = _density(body)
    return (
        f'<article class="paper {density}"><header><h1>{escape(name)}</h1><p>{escape(byline)}</p></header>'
        f'<div class="body">{body}</div><section class="notes"><h2>{NOTES}</h2><div class="lines"></div></section></article>'
    )


def _style() -> str:
    return (Path(__file__).parent / "paper.css").read_text(encoding="utf-8")


def _density(body: str) -> str:
    """How small the print must be for one page, by how much there is to print."""
    lines = body.count("<li") + body.count("<tr") + 2 * body.count("<h2") + body.count('class="tile"') // 3
    lines += sum(len(text) for text in re.findall(r">([^<]{60,})<", body)) // 60
    return "tightest" if lines > TIGHTEST else "tighter" if lines > TIGHTER else "tight" if lines > TIGHT else ""


# ── what is printed ────────────────────────────────────────────────────────────────────────────────────────────────────


class _Boxes:
    """Which numbers are drawn as boxes to tick, and how many boxes each has."""

    def __init__(self, system: System, values: Values, follows: Follows) -> None:
        most = {**{name: value for name, value in values.items() if type(value) is int}, **follows}
        self.rows: dict[str, tuple[int, int]] = {}  # field: how many are full, of how many
        for field, of in system.data.get("stacks", {}).items():
            if type(values.get(field)) is int and 0 < most.get(of, 0) <= MOST_BOXES:
                self.rows[field] = (values[field], max(int(most[of]), values[field]))
        self.counted = {of for field, of in system.data.get("stacks", {}).items() if field in self.rows}
        said = system.data.get("tracker", {}).get("boxes", {})
        self.track = ""  # a row of boxes that several numbers fill: no number of its own
        self.filled: tuple[str, ...] = ()
        if 0 < most.get(said.get("of", ""), 0) <= MOST_BOXES:
            self.track, self.length = said["of"], int(most[said["of"]])
            self.filled = tuple(name for name in said["filled"] if name in values)
            self.counted |= {self.track}


def _groups(system: System, values: Values, boxes: _Boxes) -> Iterator[tuple[str, list[str]]]:
    """The groups that are printed, with their fields: what was chosen, what is counted, and what has changed."""
    chosen = {field for step in system.steps for field in step.fields}
    tracker = system.data.get("tracker", {})
    passing = {*tracker.get("used", ()), *tracker.get("numbers", ()), *system.seat_fields}  # of one turn, or of a player

    def is_printed(name: str, field: Value) -> bool:
        if field.closed or name not in values or (name in passing and name not in chosen and name not in boxes.rows):
            return False
        is_counted = name in boxes.rows or name in boxes.filled or (field.group == "tracks" and field.shape == "number")
        return name in chosen or is_counted or values[name] != field.kept(field.start, system.lists)

    printed = [name for name, field in system.fields.items() if is_printed(name, field)]
    for group in dict.fromkeys(system.fields[name].group for name in printed):
        yield group, [name for name in printed if system.fields[name].group == group]


def _group(system: System, group: str, fields: list[str], values: Values, boxes: _Boxes) -> str:
    """One group: numbers as tiles, counters as boxes, then words and lists, each in its own way."""
    found = []
    plain = [name for name in fields if system.fields[name].shape == "number" and name not in boxes.rows]
    plain = [name for name in plain if name not in boxes.filled]
    titles = {name: system.fields[name].title for name in fields}
    found.append(_tiles((titles[name], _figure(values[name]), _label(system.fields[name], values[name])) for name in plain))
    for name in (name for name in fields if name in boxes.rows):
        left, count = boxes.rows[name]
        found.append(_counter(titles[name], left, count, count - left))
    if boxes.track and any(name in boxes.filled for name in fields):
        full = sum(values[name] for name in boxes.filled)
        marks = ", ".join(f"{system.fields[name].title} {values[name]}" for name in boxes.filled if values[name])
        left = max(0, boxes.length - full)
        found.append(_counter(system.called(boxes.track) + (f" ({marks})" if marks else ""), left, boxes.length, full))
    for name in fields:
        field = system.fields[name]
        if field.shape != "number":
            heading = "" if len(fields) == 1 and titles[name] == system.called(group) else titles[name]
            found.append(_SHAPES[field.shape](system, field, heading, values[name]))
    is_wide = len(plain) == len(fields) >= WIDE
    return _section(system.called(group), "".join(found), "wide" if is_wide else "")


def _section(heading: str, inside: str, kind: str = "") -> str:
    return f'<section class="{kind}"><h2>{_capital(heading)}</h2>{inside}</section>'


def _numbers(numbers: list[tuple[str, str, str]]) -> str:
    """Numbers as tiles; many of them as a list."""
    if len(numbers) <= MANY:
        return _tiles(iter(numbers))
    items = "".join(f"<li><span>{escape(name)}</span><b>{escape(value)}</b></li>" for name, value, _ in numbers)
    return f'<ul class="levels two">{items}</ul>'


def _tiles(numbers: Iterator[tuple[str, str, str]]) -> str:
    tiles = [
        f'<div class="tile"><b>{escape(value)}</b><span>{escape(name)}</span><i>{escape(label)}</i></div>'
        for name, value, label in numbers
    ]
    return f'<div class="tiles">{"".join(tiles)}</div>' if tiles else ""


def _counter(name: str, left: int, count: int, crossed: int) -> str:
    """Boxes to cross off, in groups of five; those that are gone already are crossed."""
    places = ['<s class="gone"></s>' if place < crossed else "<s></s>" for place in range(count)]
    fives = "".join(f'<span class="five">{"".join(places[at : at + 5])}</span>' for at in range(0, count, 5))
    return f'<p class="counter"><span>{escape(name)} <b>{left}/{count}</b></span><span class="boxes">{fives}</span></p>'


def _entry(system: System, field: Value, heading: str, value: Any) -> str:
    del field
    return f'<p class="pair"><span>{escape(heading)}</span> <b>{escape(_said(system, value))}</b></p>'


def _several(system: System, field: Value, heading: str, value: Any) -> str:
    rows = system.lists.get(field.source, {})
    texts = {one: _text_of(rows.get(one)) for one in value} if len(value) <= FEW else {}
    items = [f"<li>{escape(_said(system, one))}{_small(texts.get(one, ''))}</li>" for one in value]
    kind = "told" if any(texts.values()) else "several"
    return _headed(heading, f'<ul class="{kind}">{"".join(items)}</ul>' if items else "")


def _levels(system: System, field: Value, heading: str, value: Any) -> str:
    items = []
    for entry, level in value:
        label = _label(field, level)
        shown = label if str(level) in label else f"{label} {level}".strip()
        fits = field.low >= 0 and 0 <= level <= field.high <= MOST_MARKS and not any(mark in label for mark in MARKS)
        marks = "●" * level + "○" * (field.high - level) if fits else ""
        items.append(f"<li><span>{escape(_said(system, entry))}</span><em>{marks}</em><b>{escape(shown)}</b></li>")
    return _headed(heading, f'<ul class="levels">{"".join(items)}</ul>' if items else "")


def _rows(system: System, field: Value, heading: str, value: Any) -> str:
    heads = "".join(f"<th>{escape(column.title)}</th>" for column in field.columns)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(_said(system, cell))}</td>' for cell in row)}</tr>" for row in value)
    return _headed(heading, f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>" if rows else "")


def _text(system: System, field: Value, heading: str, value: Any) -> str:
    if heading and 0 < len(value) <= SHORT and "\n" not in value:
        return _entry(system, field, heading, value)
    return _headed(heading, f'<p class="text">{escape(value)}</p>' if value else "")


_SHAPES = {"entry": _entry, "several": _several, "levels": _levels, "rows": _rows, "text": _text}


def _headed(heading: str, inside: str) -> str:
    shown = inside or '<p class="line"></p>'
    return f"<h3>{_capital(heading)}</h3>{shown}" if heading else shown


# ── words ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _capital(text: str) -> str:
    return escape(text[:1].upper() + text[1:])


def _said(system: System, value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(_said(system, one) for one in value)
    return system.said(value)


def _figure(value: Any) -> str:
    return str(value).replace("-", "−")


def _label(field: Value, value: int) -> str:
    place = value - field.low
    return field.labels[place] if 0 <= place < len(field.labels) else ""


def _small(text: str) -> str:
    return f"<small>{escape(text)}</small>" if text else ""


def _text_of(row: Any) -> str:
    """What an entry of a list says of itself, if that is short."""
    text = row if isinstance(row, str) else row.get("text", "") if isinstance(row, Mapping) else ""
    return text if isinstance(text, str) and len(text) <= 160 else ""
