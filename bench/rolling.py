"""Rolling a notation and keeping every face, against d20."""

from collections.abc import Callable, Iterator
from typing import Any

import d20

from bench import forget
from bench.clock import Effort, Timed
from bench.compare import Row
from fatewright.chance import seeded_dice
from fatewright.core.rule.dice import typed_faces
from fatewright.core.rule.notation import parse
from fatewright.core.rule.reading import roll

TEXTS = ("4d6kh3", "3d6+7", "2d20kl1+5", "10d6")
ROLLS_COMPARED = 200
BARE, SUMMED = "d20.roll(text)", "d20.roll(text).total"


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    for text in effort.of(TEXTS, TEXTS[:1]):
        tell(f"rolling {text}")
        if all(_falls_alike(text) for _ in range(ROLLS_COMPARED)):
            yield from _timed(text, effort)
        else:
            yield Row("rolling", f"roll {text}", None, None, "d20", None, "RESULTS DIFFER", is_wrong=True)


def _timed(text: str, effort: Effort) -> Iterator[Row]:
    theirs, draw = _Roller(), seeded_dice(1)

    def ours() -> Any:
        return roll(parse(text), draw)

    def bare() -> Any:
        return theirs.roll(text)

    def summed() -> Any:
        return theirs.roll(text).total

    warm, warm_bare, warm_summed = effort.race([Timed(ours), Timed(bare), Timed(summed)])
    cold, cold_bare, cold_summed = effort.race(
        [Timed(ours, forget.ours), Timed(bare, theirs.forget), Timed(summed, theirs.forget)]
    )
    yield Row("rolling", f"roll {text}, parsed before", warm, warm, "d20", warm_bare, BARE)
    yield Row("rolling", f"roll {text}, parsed before", warm, warm, "d20", warm_summed, SUMMED)
    yield Row("rolling", f"roll {text}, parsed anew", cold, warm, "d20", cold_bare, BARE)
    yield Row("rolling", f"roll {text}, parsed anew", cold, warm, "d20", cold_summed, SUMMED)


class _Roller:
    """What stands behind `d20.roll`, made anew where it has to forget what it parsed."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.roll = d20.Roller().roll


def _falls_alike(text: str) -> bool:
    """Whether d20's faces, read by us, give the same total and the same dice kept."""
    theirs = d20.roll(text)
    dice = [die for group in _groups(theirs.expr) for die in group.values]
    faces = [die.values[-1].number for die in dice]
    ours = roll(parse(text), typed_faces(faces))
    shown = [die for step in ours.steps for die in step.dice]
    return ours.outcome == theirs.total and [(die.face, die.mark == "kept") for die in shown] == [
        (face, die.kept) for face, die in zip(faces, dice, strict=True)
    ]


def _groups(node: Any) -> Iterator[Any]:
    if isinstance(node, d20.Dice):
        yield node
    for child in node.children:
        yield from _groups(child)
