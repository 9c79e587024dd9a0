"""Pools of real dice: whoever throws their own may have several kinds, and each die counts by its own faces."""

from __future__ import annotations

from typing import cast

from fatewright.systems.author import OWN, Desk, Ending, PutFact, ends, say, verb
from fatewright.systems.avitch.mechanics.checks import ALL_SIDES, SIDES, AnyDie, Many


def mixture(table: Desk, seat: str, dice: int) -> dict[str, int]:
    """AVI-1.02.03.01, AVI-1.02.03.02, AVI-1.02.03.05, AVI-1.02.03.07: the dice that a seat throws for a pool, by kind.

    Those of the table's kind first, then what else there is; where there are too few, the first kind again, in batches.
    Nothing, for whoever does not throw real dice or has named none: then the pool is of one kind.
    """
    bag = dict(table.fact("bag", seat) or ())
    if not bag or table.fact("seat", seat, "dice") != OWN:
        return {}
    usual = table.dial("check_die")
    order = sorted(bag, key=lambda die: die != usual)
    found: dict[str, int] = {}
    for die in order:
        if take := min(bag[die], dice - sum(found.values())):
            found[die] = take
    found[order[0]] += dice - sum(found.values())
    return found


def named(die: str) -> AnyDie:
    """A kind of die by its name."""
    return cast(AnyDie, die)


def _may_name_dice(table: Desk, **dice: int) -> str | None:
    kinds = [die for die, count in dice.items() if count]
    if table.dial("mixed_pool") == "no" and kinds not in ([], [table.dial("check_die")]):
        return f"this table throws {table.dial('check_die')} only"
    rare = [die for die in kinds if die not in SIDES]
    if rare and table.dial("extra_check_dice") == "none":
        return f"{', '.join(rare)}: the dice of checks are {', '.join(SIDES)}"
    return None


@verb(
    "{seat} has {d8} eight-sided dice of their own",
    more=(
        "four-sided dice: {d4}",
        "twelve-sided dice: {d12}",
        "twenty-sided dice: {d20}",
        "sixteen-sided dice: {d16}",
        "twenty-four-sided dice: {d24}",
        "hundred-sided dice: {d100}",
    ),
    may=_may_name_dice,
    group="Checks",
)
def my_dice(
    table: Desk, d4: Many = 0, d8: Many = 0, d12: Many = 0, d20: Many = 0, d16: Many = 0, d24: Many = 0, d100: Many = 0
) -> Ending:
    """AVI-1.02.03.05, AVI-1.02.03.06, AVI-R.14: the real dice that you have, if you throw your own; none: the table's kind."""
    bag = tuple((die, count) for die, count in zip(ALL_SIDES, (d4, d8, d12, d20, d16, d24, d100), strict=True) if count)
    told = ", ".join(f"{count}{die}" for die, count in bag) or "the table's"
    return ends(
        "happens",
        PutFact(("bag", table.seat), bag or None),
        say("{seat}'s dice: {told:text}", "AVI-1.02.03.05", seat=table.seat, told=told),
    )
