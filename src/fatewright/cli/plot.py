"""Odds as a picture: horizontal bars in one SVG file that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

from fatewright.core.rule import words
from fatewright.core.rule.odds import Odds

ROW, LEFT, BARS, RIGHT, GAP = 24, 260, 420, 100, 34
INK, PAPER, ACCENT = "#2b2622", "#faf6ee", "#8a3b2a"


def svg(title: str, each: list[tuple[str, Odds[Any]]], tones: Mapping[str, words.Tone]) -> str:
    """One block of bars per answer, on one scale."""
    blocks = [(answer, words.rows(odds, tones), odds.total) for answer, odds in each]
    highest = max(weight / total for _, table, total in blocks for _, _, weight in table)
    parts: list[str] = []
    y = GAP + 20
    for answer, table, total in blocks:
        if answer:
            parts.append(_words(16, y, answer, weight="bold"))
            y += ROW
        for _, text, weight in table:
            share = weight / total
            width = round(BARS * share / highest, 2)
            parts.append(_words(LEFT - 10, y, text, anchor="end"))
            parts.append(f'<rect x="{LEFT}" y="{y - 14}" width="{width}" height="17" rx="2" fill="{ACCENT}"/>')
            parts.append(_words(LEFT + width + 8, y, words.percent(weight, total)))
            y += ROW
        y += ROW // 2
    width, height = LEFT + BARS + RIGHT, y
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            f' role="img" font-family="Georgia, serif" font-size="14" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
            _words(16, GAP - 6, title, weight="bold"),
            *parts,
            "</svg>\n",
        ]
    )


def _words(x: float, y: float, text: str, anchor: str = "start", weight: str = "normal") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>'
