"""How outcomes, dice and odds are written, for people and for scripts."""

from __future__ import annotations

import json
from enum import Enum
from math import gcd
from typing import Any

from fatewright.core.dice import BEYOND
from fatewright.core.odds import Odds

BAR_WIDTH = 30
EIGHTHS = " ▏▎▍▌▋▊▉"
LONGEST_FRACTION = 24


def label(outcome: Any) -> str:
    """An outcome in words."""
    if isinstance(outcome, bool):
        return "yes" if outcome else "no"
    if type(outcome) is tuple:
        return ", ".join(map(label, outcome))
    return str(outcome)


def plain(outcome: Any) -> Any:
    """An outcome as JSON can hold it: records by field, enumerations by name."""
    if isinstance(outcome, Enum):
        return str(outcome)
    if hasattr(outcome, "_asdict"):
        return {field: plain(value) for field, value in outcome._asdict().items()}
    if isinstance(outcome, tuple):
        return [plain(value) for value in outcome]
    return outcome


def in_order(outcomes: list[Any]) -> list[Any]:
    """Outcomes from lowest to highest, where they have such an order."""
    try:
        return sorted(outcomes)
    except TypeError:
        return outcomes


def rows(odds: Odds[Any]) -> list[tuple[Any, str, int]]:
    """Outcome, label and weight, in order; what was left uncounted comes last."""
    found = [(outcome, label(outcome), odds.weights[outcome]) for outcome in in_order(list(odds.weights))]
    return [*found, ("beyond", BEYOND, odds.beyond)] if odds.beyond else found


def odds_json(odds: Odds[Any]) -> dict[str, Any]:
    """Odds for a script."""
    return {
        "total": odds.total,
        "outcomes": [
            {"outcome": plain(outcome), "label": text, "weight": weight, "probability": weight / odds.total}
            for outcome, text, weight in rows(odds)
        ],
    }


def odds_text(odds: Odds[Any], mark: Any = None) -> str:
    """Odds as bars with exact fraction and percentage; the outcome equal to `mark` gets an arrow."""
    table = rows(odds)
    widest = max(len(text) for _, text, _ in table)
    highest = max(weight for _, _, weight in table)
    fractions = [fraction(weight, odds.total) for _, _, weight in table]
    column = max(map(len, fractions))
    lines = []
    for (outcome, text, weight), exact in zip(table, fractions, strict=True):
        arrow = "  <-" if mark is not None and outcome == mark else ""
        lines.append(f"{text:>{widest}}  {bar(weight, highest)}  {exact:>{column}}  {percent(weight, odds.total):>9}{arrow}")
    return "\n".join(lines)


def fraction(weight: int, total: int) -> str:
    """In lowest terms; nothing where that would be too long to read."""
    common = gcd(weight, total)
    text = f"{weight // common}/{total // common}"
    return text if len(text) <= LONGEST_FRACTION else ""


def percent(weight: int, total: int) -> str:
    """With two decimals, and never a rare thing shown as impossible or a likely one as certain."""
    share = 100 * weight / total
    if 0 < share < 0.005:
        return "< 0.01 %"
    if 99.995 <= share < 100:
        return "> 99.99 %"
    return f"{share:.2f} %"


def bar(weight: int, highest: int) -> str:
    """A bar of blocks, to an eighth of a character."""
    eighths = 8 * BAR_WIDTH * weight // highest
    full, part = divmod(eighths, 8)
    return ("█" * full + EIGHTHS[part] * (part > 0)).ljust(BAR_WIDTH)


def dump(data: Any) -> str:
    """JSON as all commands print it."""
    return json.dumps(data, ensure_ascii=False)
