"""Damage behind armour: two kinds of damage from one throw, then a plain function of both."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bench.clock import Effort
from bench.compare import Form, Ours, Result, Row, compare, of_mapping, of_odds
from bench.pools import Die, Joint, pairs, promising
from fatewright.core.rule.odds import Memory, Odds
from fatewright.core.rule.price import odds
from fatewright.systems.moment_of_truth.mechanics.rolls import damage

SIZES = (20, 285)
MINOR, MAJOR, ARMOUR = 3, 6, 2
ONLY_MINOR_AND_MAJOR = Die(first=3, second=1, rest=2)


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    for dice in effort.of(SIZES, SIZES[:1]):
        case = f"damage of {dice}d6 behind armour"
        tell(case)
        joint, skipped = promising(ONLY_MINOR_AND_MAJOR, dice)
        forms = [Form(form.peer, form.name, partial(_soaked, form, dice), _read) for form in joint]
        yield from compare(effort, "armour", case, [Ours("", partial(_odds, dice), of_odds)], forms)
        for reason in skipped:
            yield Row("armour", case, None, None, "", None, reason)


def _odds(dice: int, memory: Memory) -> Odds[Any]:
    return odds(damage(dice, MINOR, MAJOR, ARMOUR), memory=memory)


def _soaked(form: Joint, dice: int) -> Any:
    tally = form.tally(ONLY_MINOR_AND_MAJOR, dice)
    return tally.map(_behind_armour, star=False) if form.peer == "icepool" else tally.apply(_behind_armour)


def _behind_armour(fallen: tuple[int, int]) -> tuple[int, int]:
    """Armour takes from major damage first, then from minor."""
    only_minor, both = fallen
    if both >= ARMOUR:
        return only_minor + both, both - ARMOUR
    return max(0, only_minor + both + both - ARMOUR), 0


def _read(weights: Any) -> Result:
    return of_mapping(dict(pairs(weights)))
