"""How outcomes, dice and odds are written, for people and for scripts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fatewright.core.rule.odds import Odds
from fatewright.core.rule.words import Tone, fraction, percent, plain, rows

BAR_WIDTH = 30
EIGHTHS = " ▏▎▍▌▋▊▉"


def odds_json(odds: Odds[Any], tones: Mapping[str, Tone]) -> dict[str, Any]:
    """Odds for a script."""
    return {
        "total": odds.total,
        "outcomes": [
            {"outcome": plain(outcome), "label": text, "weight": weight, "probability": weight / odds.total}
            for outcome, text, weight in rows(odds, tones)
        ],
    }


def odds_text(odds: Odds[Any], tones: Mapping[str, Tone], mark: Any = None) -> str:
    """Odds as bars with exact fraction and percentage; the outcome equal to `mark` gets an arrow."""
    table = rows(odds, tones)
    widest = max(len(text) for _, text, _ in table)
    highest = max(weight for _, _, weight in table)
    fractions = [fraction(weight, odds.total) for _, _, weight in table]
    column = max(map(len, fractions))
    lines = []
    for (outcome, text, weight), exact in zip(table, fractions, strict=True):
        arrow = "  <-" if mark is not None and outcome == mark else ""
        lines.append(f"{text:>{widest}}  {bar(weight, highest)}  {exact:>{column}}  {percent(weight, odds.total):>9}{arrow}")
    return "\n".join(lines)


def bar(weight: int, highest: int) -> str:
    """A bar of blocks, to an eighth of a character."""
    eighths = 8 * BAR_WIDTH * weight // highest
    full, part = divmod(eighths, 8)
    return ("█" * full + EIGHTHS[part] * (part > 0)).ljust(BAR_WIDTH)


def dump(data: Any) -> str:
    """JSON as all commands print it."""
    return json.dumps(data, ensure_ascii=False)
