"""Motivations: nine rating pairs dealt out to nine pairs, and a die for each that says which way round."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from fatewright.systems.author import Asks, Between, Lens, again, ask, rule, subrule, throw
from fatewright.systems.avitch.mechanics.draws import ANOTHER, ORDER, Generator, Order, among

SixSix = Literal["draw", "skip"]
Motivation = Literal[
    "Energetic",
    "Lazy",
    "Forgiving",
    "Avenging",
    "Honest",
    "Deceitful",
    "Merciful",
    "Cruel",
    "Modest",
    "Proud",
    "Prudent",
    "Reckless",
    "Valourous",
    "Cowardly",
    "Trusting",
    "Independent",
    "Generous",
    "Selfish",
]
Names = tuple[str, ...]
Ratings = tuple[int, ...]
NOTHING = ""  # what a die names that has to be thrown again
PAIRS = (  # AVI-2.03.10
    ("Energetic", "Lazy"),
    ("Forgiving", "Avenging"),
    ("Honest", "Deceitful"),
    ("Merciful", "Cruel"),
    ("Modest", "Proud"),
    ("Prudent", "Reckless"),
    ("Valourous", "Cowardly"),
    ("Trusting", "Independent"),
    ("Generous", "Selfish"),
)
PAIR_NAMES = tuple(f"{left} or {right}" for left, right in PAIRS)
STANDARD = ((2, 10), (3, 9), (3, 9), (4, 8), (4, 8), (4, 8), (5, 7), (5, 7), (6, 6))  # AVI-2.03.02.01


@subrule
def one_of(names: Names, generator: Generator) -> Asks[str]:
    """AVI-2.03.02.06: what one die names; nothing, if it has to be thrown again."""
    known = tuple(dict.fromkeys(names))
    return throw(among(names, 1, generator), lambda *hits: known[hits.index(1)] if 1 in hits else NOTHING)


@subrule
def pick(names: Names, generator: Generator = "software") -> Asks[str]:
    """AVI-1.02.03.09, AVI-2.03.02.03, AVI-2.03.02.06, AVI-R.20, AVI-R.22: one of those left, counted from the top."""
    if len(names) == 1:
        return names[0]
    return (yield from again(one_of(names, generator), lambda name: name != NOTHING))


@subrule
def order(dice: Annotated[int, Between(1, 9)], sides: int = ORDER) -> Asks[Ratings]:
    """AVI-2.03.02.04, AVI-2.03.02.07, AVI-R.21: for each pair whether its numbers are switched: odd keeps, even switches."""
    return throw(Order(dice, sides))


@subrule
def motivations(
    generator: Generator = "software",
    six_six: SixSix = "draw",
    names: Names = PAIR_NAMES,
    sides: int = ORDER,
) -> Asks[tuple[tuple[int, int], ...]]:
    """AVI-2.03.02.01, AVI-2.03.02.02, AVI-2.03.02.03, AVI-2.03.02.04, AVI-2.03.02.07: the ratings of all nine pairs, in order.

    Nine rating pairs are dealt to those pairs that have none yet; then a die for each, in the order of the deal. Of pairs that
    are not told from each other, none is told.
    """
    left, dealt = list(names), list[str]()
    for _ in STANDARD:
        dealt.append((yield from ask(pick(tuple(left), generator))))
        left.remove(dealt[-1])
    switches = yield from ask(order(len(STANDARD) - (six_six == "skip"), sides))
    found = {name: _ordered(deal, switches) for deal, name in enumerate(dealt)}
    return tuple(found[name] for name in names if name != ANOTHER)


def _ordered(deal: int, switches: Ratings) -> tuple[int, int]:
    """AVI-2.03.02.04, AVI-R.21: the smaller number to the left, unless they are switched."""
    low, high = STANDARD[deal]
    return (high, low) if switches[deal : deal + 1] == (1,) else (low, high)


def named(ratings: tuple[tuple[int, int], ...]) -> dict[str, int]:
    """AVI-2.03.10: ratings of the nine pairs, each with the name of its motivation."""
    return {name: one for names, both in zip(PAIRS, ratings, strict=True) for name, one in zip(names, both, strict=True)}


# ── as one asks for odds ───────────────────────────────────────────────────────────────────────────────────────────────


class Pair(NamedTuple):
    """The ratings of a pair of motivations."""

    left: int
    right: int

    def __str__(self) -> str:
        return f"{self.left} and {self.right}"


@rule(Lens("left", lambda pair: pair.left), Lens("right", lambda pair: pair.right))
def pair(number: Annotated[int, Between(1, 9)], generator: Generator = "software") -> Asks[Pair]:
    """AVI-2.03.02.05, AVI-R.19: what one pair of motivations comes to; the others are dealt as well, and not told apart."""
    names = tuple(name if place == number else ANOTHER for place, name in enumerate(PAIR_NAMES, start=1))
    (found,) = yield from ask(motivations(generator, "draw", names))
    return Pair(*found)


@rule
def motivation(motivation: Motivation) -> Asks[int]:
    """AVI-2.03.02.02, AVI-2.03.02.04, AVI-2.03.02.05: what the dice give to one motivation."""
    number, both = next((number, both) for number, both in enumerate(PAIRS, start=1) if motivation in both)
    return (yield from ask(pair(number)))[both.index(motivation)]
