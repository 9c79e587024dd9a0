"""Arithmetic: every division is rounded down; a table says how, where that could mean two things."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor, trunc
from typing import Any


def divided(dials: Mapping[str, Any], value: Fraction | int, *by: Fraction | int, times: int = 1) -> int:
    """TAD-GEN.01, TAD-GEN.02, TAD-GEN.03: `value` multiplied by `times`, then divided by each of `by`, rounded down.

    Below zero, down is towards minus infinity, or by a dial towards zero. Several divisions are rounded one by one, or by
    a dial only the last; between them there may be multiplications, which are divisions by a fraction.
    """
    rounded = floor if dials["negative_rounding"] == "floor" else trunc
    quotient = Fraction(value) * times
    for divisor in by:
        quotient /= divisor
        if dials["round_when"] == "each_step":
            quotient = Fraction(rounded(quotient))
    return rounded(quotient)
