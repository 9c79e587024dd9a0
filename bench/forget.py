"""What each library remembers between runs, and how to make it forget."""

from icepool import Pool
from icepool.evaluator.basic import sum_evaluator

from fatewright.core.rule import dice, notation, price


def ours() -> None:
    """Odds worked out, spreads of throws, and parsed notation."""
    price.REMEMBERED.known.clear()
    dice._count_spread.cache_clear()
    dice._sum_spread.cache_clear()
    notation.parse.cache_clear()


def theirs() -> None:
    """Icepool's pools and the evaluator that all sums share. Dice are made anew in each run; dyce keeps nothing."""
    Pool.clear_cache()
    vars(sum_evaluator).pop("_cache", None)
