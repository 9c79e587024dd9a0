"""A line on the error stream that tells how far a long computation has come; only on a terminal, only after a second."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic

PATIENCE, INTERVAL = 1.0, 0.2


def progress(what: Callable[[int], str]) -> Callable[[int], None]:
    """A listener for counts: it shows `what(count)` now and then."""
    if not sys.stderr.isatty():
        return lambda _: None
    started = monotonic()
    shown = started + PATIENCE - INTERVAL

    def tell(count: int) -> None:
        nonlocal shown
        if monotonic() - shown >= INTERVAL:
            shown = monotonic()
            print(f"\r\x1b[K{what(count)}", end="", file=sys.stderr, flush=True)

    return tell


def clear() -> None:
    """Take the line away again."""
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
