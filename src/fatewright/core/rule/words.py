"""How outcomes and chances are said: outcomes in words, chances as fractions, percentages or words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from math import gcd
from types import MappingProxyType
from typing import Any, Literal, get_args

from fatewright.core.rule.dice import BEYOND
from fatewright.core.rule.odds import Odds

LONGEST_FRACTION = 24
Tone = Literal["disaster", "bad", "plain", "mixed", "good", "triumph"]  # what an outcome is to whoever does it
TONES: tuple[Tone, ...] = get_args(Tone)  # from worst to best, for whoever does it; plain is what is nobody's
TURNED: dict[Tone, Tone] = {"disaster": "triumph", "bad": "good", "good": "bad", "triumph": "disaster"}  # for the other side
NO_TONES: Mapping[str, Tone] = MappingProxyType({})


def tone_of(outcome: Any, tones: Mapping[str, Tone]) -> Tone:
    """How whoever does it takes an outcome: as it says itself, or else the game's table; what nobody has spoken of is plain."""
    said: Tone = getattr(outcome, "tone", None) or tones.get(label(outcome), "plain")
    return said


def from_worst_to_best(outcomes: list[Any], tones: Mapping[str, Tone]) -> list[Any]:
    """Outcomes by their tone, and those of one tone as the game's table has them, or else from lowest to highest."""
    places = {name: place for place, name in enumerate(tones)}
    return sorted(in_order(outcomes), key=lambda one: (TONES.index(tone_of(one, tones)), places.get(label(one), -1)))


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


def rows(odds: Odds[Any], tones: Mapping[str, Tone] = NO_TONES) -> list[tuple[Any, str, int]]:
    """Outcome, label and weight, from worst to best; what was left uncounted comes last."""
    order = from_worst_to_best(list(odds.weights), tones)
    found = [(outcome, label(outcome), odds.weights[outcome]) for outcome in order]
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
