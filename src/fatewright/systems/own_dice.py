"""Dice of a game's own, where its notation or its dice are not those of the house: texts parsed, faces read, dice thrown.

A second door beside `author`: most games get along with `d6`, `Dice` and `throw`.
"""

from __future__ import annotations

from fatewright.core.errors import BadNotation
from fatewright.core.rule.dice import Count, Draw, Faces, Group, Shown, Sum, Thrown
from fatewright.core.rule.notation import (
    ADVANTAGE,
    DAMAGE,
    DISADVANTAGE,
    EXPLODE,
    ROLLER,
    Expression,
    Mixed,
    Rolled,
    Term,
    Typed,
    at_once,
    marks,
    notation,
    parse,
)
from fatewright.core.rule.spread import Spread
from fatewright.core.table.house import ANYBODY, BY_HAND, throw_dice

__all__ = [
    "ADVANTAGE",
    "ANYBODY",
    "BY_HAND",
    "DAMAGE",
    "DISADVANTAGE",
    "EXPLODE",
    "ROLLER",
    "BadNotation",
    "Count",
    "Draw",
    "Expression",
    "Faces",
    "Group",
    "Mixed",
    "Rolled",
    "Shown",
    "Spread",
    "Sum",
    "Term",
    "Thrown",
    "Typed",
    "at_once",
    "marks",
    "notation",
    "parse",
    "throw_dice",
]
