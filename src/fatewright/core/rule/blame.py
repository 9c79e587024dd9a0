"""What went wrong in a rule, told to its author: in a sentence, with the file and the line, and what would have been right."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from itertools import count, takewhile
from linecache import getline
from types import GeneratorType
from typing import TYPE_CHECKING, Any

from fatewright.core.errors import FatewrightError

if TYPE_CHECKING:
    from fatewright.core.rule.rule import Asks

CORE = __file__.rpartition("/rule/")[0]  # frames in here are ours, not the author's
MOST_NAMES = 12  # in one sentence


def what_broke(wrong: BaseException, running: Asks[Any] | None = None, story: Callable[..., Any] | None = None) -> str:
    """What went wrong, and where: where it was raised, or where the story waited then, or else where it begins."""
    raised = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(wrong.__traceback__)]
    begins = [begins_at(story)] if hasattr(story, "__code__") else []
    for places in (raised, _waiting_at(running), begins):
        if own := [place for place in places if not place[0].startswith(CORE)]:
            file, line = own[-1]
            return f"{said(wrong)} ({file.rpartition('/')[2]}, line {line})"
    return said(wrong)


def begins_at(function: Any) -> tuple[str, int]:
    """The file and the line of a function's `def`; where it has a decorator, Python knows only the line of that."""
    file, line = function.__code__.co_filename, function.__code__.co_firstlineno
    lines = takewhile(bool, (getline(file, at) for at in count(line)))
    defs = (at for at, text in enumerate(lines, line) if text.lstrip().startswith("def "))
    return file, line if function.__name__ == "<lambda>" else next(defs, line)


def said(wrong: BaseException) -> str:
    """An error as a sentence; Python's own are not always one."""
    text = str(wrong) or type(wrong).__name__
    if isinstance(wrong, KeyError):
        return f"there is no {text}"
    if not isinstance(wrong, FatewrightError) and "generator" in text:
        return f"{text}: perhaps a question is asked without `yield from`"
    if not isinstance(wrong, FatewrightError) and "'Call'" in text:
        return f"{text}: perhaps a rule is named without `yield from ask(...)`"
    return text


def nearest(name: str, names: Iterable[str]) -> str:
    """Names as a sentence lists them: those most like `name` first."""
    ordered = sorted(names, key=lambda one: -SequenceMatcher(None, name, one).ratio())
    more = f", and {len(ordered) - MOST_NAMES} more" if len(ordered) > MOST_NAMES else ""
    return ", ".join(ordered[:MOST_NAMES]) + more


def _waiting_at(running: Any) -> list[tuple[str, int]]:
    """Where a story stands that waits for an answer, outermost first."""
    places = []
    while isinstance(running, GeneratorType) and running.gi_frame:
        places.append((running.gi_frame.f_code.co_filename, running.gi_frame.f_lineno))
        running = running.gi_yieldfrom
    return places
