"""Witnesses against the kernel: what it says is compared with literal dice, thrown one at a time, and with fixed dice.

Nothing here uses a closed form, `spread()` or `price.py`; what is left of the kernel is `unfold`, which runs sub-rules in
place, and `read`, which says what given faces mean.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import prod, sqrt
from typing import Any, NamedTuple

from fatewright.core.rule.ask import Choose, Form, Number, Sealed
from fatewright.core.rule.dice import Sum, typed_faces
from fatewright.core.rule.odds import Odds
from fatewright.core.rule.price import REMEMBERED
from fatewright.core.rule.reading import NOBODY, Policy, roll, unfold
from fatewright.core.rule.rule import Call, Judged, just

DEEPEST = 60  # dice in one playing; a rule that throws more (a chain of explosions) is not for brute force
PERSONAL = (Choose, Number, Form, Sealed)

Chances = dict[Any, Fraction]


class TooDeep(AssertionError):
    """The rule throws more dice in a row than brute force follows."""


def brute_force(call: Call[Any], people: Policy = NOBODY) -> Chances:
    """The probability of each outcome, by playing the rule once for every way the dice can fall.

    Like the wheels of an odometer: each playing follows the faces set before and shows a 1 on every die after them; then the
    last die that is not yet on its highest face is turned by one.
    """
    counts: dict[tuple[Any, int], int] = {}  # how often each outcome came up at the end of so many equally likely ways
    faces: list[int] = []
    while True:
        sides: list[int] = []
        end = _outcome(call, _odometer(faces, sides), people), prod(sides)
        counts[end] = counts.get(end, 0) + 1
        while faces and faces[-1] == sides[len(faces) - 1]:
            faces.pop()
        if not faces:
            break
        faces[-1] += 1
    found: Chances = {}
    for (outcome, ways), count in counts.items():
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(count, ways)
    return found


def _odometer(faces: list[int], sides: list[int]) -> Callable[[int], int]:
    def draw(of: int) -> int:
        if len(sides) >= DEEPEST:
            raise TooDeep(f"more than {DEEPEST} dice")
        sides.append(of)
        if len(faces) < len(sides):
            faces.append(1)
        return faces[len(sides) - 1]

    return draw


def _outcome(call: Call[Any], draw: Callable[[int], int], people: Policy) -> Any:
    running, answer = unfold(call), None
    while True:
        try:
            question = running.send(answer).question
        except StopIteration as done:
            return done.value
        answer = people(question) if isinstance(question, PERSONAL) else fallen(question, draw)


def fallen(question: Any, draw: Callable[[int], int]) -> Any:
    """What a throw, judged or not, answers to the dice of `draw`."""
    if not isinstance(question, Judged):
        return question.read(draw).answer
    answer = question.throw.read(draw).answer
    return question.judge(answer) if isinstance(question.throw, Sum) else question.judge(*answer)


def best_mean(call: Call[Any], who: str, value: Callable[[Any], Any], others: Policy = NOBODY) -> Fraction:
    """The highest average that `who` can reach: chance averages, `who` takes the best, worked out answer by answer."""

    def from_here(told: tuple[Any, ...]) -> Fraction:
        running = unfold(call)
        try:
            question = running.send(None).question
            for answer in told:
                question = running.send(answer).question
        except StopIteration as done:
            return Fraction(value(done.value))
        if not isinstance(question, PERSONAL):
            thrown = brute_force(just(question))
            return sum((weight * from_here((*told, answer)) for answer, weight in thrown.items()), Fraction(0))
        if question.who == who:
            return max(from_here((*told, answer)) for answer in question.answers())
        return from_here((*told, others(question)))

    return from_here(())


class Habit(NamedTuple):
    """A person who answers every question of one name alike: the `seed`-th of its answers, counted round."""

    seed: int

    def __call__(self, question: Any) -> Any:
        answers = list(question.answers())
        return answers[(self.seed + sum(map(ord, question.name))) % len(answers)]


def played(call: Call[Any], *faces: int, people: Policy = NOBODY) -> Any:
    """The outcome when the dice show these faces, neither more nor fewer."""
    left = iter(faces)
    draw = typed_faces(faces)

    def counted(sides: int) -> int:
        next(left, None)
        return draw(sides)

    outcome = roll(call, counted, people).outcome
    unused = list(left)
    assert unused == [], f"the rule ended with {unused} unused"
    return outcome


def answers_to(*values: Any) -> Policy:
    """People who give these answers in turn, whatever the questions."""
    waiting = iter(values)
    return lambda _: next(waiting)


def fractions(odds: Odds[Any]) -> Chances:
    """Odds as probabilities."""
    return {outcome: Fraction(weight, odds.total) for outcome, weight in odds.weights.items()}


def weighs_right(odds: Odds[Any]) -> bool:
    """All weights are positive integers, and with what lies beyond they make up the total."""
    weights = [*odds.weights.values(), odds.total]
    return all(type(weight) is int and weight > 0 for weight in weights) and sum(weights[:-1]) + odds.beyond == odds.total


def forget() -> None:
    """Empty the memory that readings share, so that a small budget is too small again."""
    REMEMBERED.known.clear()


def chi_square(counts: Mapping[Any, int], chances: Mapping[Any, Fraction]) -> tuple[float, float]:
    """How far counts lie from what `chances` lead to expect, and a bound they pass once in some three million times.

    Rare outcomes are taken together until at least five are expected. The bound is Wilson and Hilferty's, at five sigma.
    """
    runs = sum(counts.values())
    impossible = {outcome: count for outcome, count in counts.items() if not chances.get(outcome)}
    assert impossible == {}, f"these cannot come up: {impossible}"
    cells: list[tuple[int, float]] = []
    found, expected = 0, 0.0
    for outcome, chance in sorted(chances.items(), key=lambda item: item[1]):
        found, expected = found + counts.get(outcome, 0), expected + float(chance * runs)
        if expected >= 5:
            cells.append((found, expected))
            found, expected = 0, 0.0
    distance = sum((found - expected) ** 2 / expected for found, expected in cells)
    freedom = max(len(cells) - 1, 1)
    return distance, freedom * (1 - 2 / (9 * freedom) + 5 * sqrt(2 / (9 * freedom))) ** 3


def added(pieces: Iterable[Mapping[Any, int]]) -> dict[Any, int]:
    """Counts of several simulations taken together."""
    together: dict[Any, int] = {}
    for piece in pieces:
        for outcome, count in piece.items():
            together[outcome] = together.get(outcome, 0) + count
    return together


def label(value: Any) -> str:
    """A value as the name of a test case, without the addresses that differ from one process to the next."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))
