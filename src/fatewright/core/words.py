"""How outcomes and chances are said: outcomes in words, chances as fractions, percentages or words."""

from __future__ import annotations

from enum import Enum
from math import gcd
from typing import Any

from fatewright.core.dice import BEYOND
from fatewright.core.odds import Odds

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


WORDS = (  # the least chance, in percent, that goes by each name
    (100, "certain"),
    (90, "almost certain"),
    (70, "very likely"),
    (55, "likely"),
    (45, "about even"),
    (30, "unlikely"),
    (10, "very unlikely"),
    (0, "hardly possible"),
)


def in_words(weight: int, total: int) -> str:
    """A chance as people would say it."""
    return next(word for least, word in WORDS if 100 * weight >= least * total)
