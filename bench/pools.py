"""The peers' ways to a joint tally: of `number` dice, how many fall into a first set of faces and how many into a second."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import dyce
import icepool
from dyce.p import survey_outcome_order_ascending

from bench.clock import once

MANY = 100  # from here on forms are first tried on fewer dice
FEWER = 8  # so many times fewer
HOPELESS = 4.0  # a form that would take so many times as long as another one of the same peer is left out
TOO_LONG = 60.0  # seconds; a peer of which no form would be faster is left out
SHIFT = 1024  # two counts in one number, for libraries that add numbers faster than pairs


class Die(NamedTuple):
    """How many faces are in the first set, how many in the second, and how many in neither."""

    first: int
    second: int
    rest: int


Tally = Callable[[Die, int], Any]


class Joint(NamedTuple):
    """One form of one peer."""

    peer: str
    name: str
    tally: Tally


def promising(die: Die, number: int) -> tuple[list[Joint], list[str]]:
    """Forms that may be the fastest for so many dice, and a sentence about each peer that is left out altogether."""
    if number < MANY:
        return list(FORMS), []
    expected = {form: _estimate(form.tally, die, number) for form in FORMS}
    kept: list[Joint] = []
    skipped: list[str] = []
    for peer in dict.fromkeys(form.peer for form in FORMS):
        of_peer = {form: seconds for form, seconds in expected.items() if form.peer == peer}
        fastest = min(of_peer.values())
        if fastest > TOO_LONG:
            skipped.append(f"{peer} is left out: one run would take about {fastest:.0f} s")
        else:
            kept += [form for form, seconds in of_peer.items() if seconds <= HOPELESS * fastest]
    return kept, skipped


def _estimate(tally: Tally, die: Die, number: int) -> float:
    """What a run would take if time went on growing as it does between a sixteenth and an eighth of the dice."""
    less, more = (min(once(partial(tally, die, number // part)) for _ in range(2)) for part in (2 * FEWER, FEWER))
    return more * (more / less) ** (FEWER.bit_length() - 1)


class _Pair(icepool.MultisetEvaluator[int, tuple[int, int]]):
    """Of a die that shows 2 (first set), 1 (second set) or 0."""

    def next_state(self, state: Any, order: Any, outcome: int, /, count: int) -> tuple[int, int]:  # noqa: ARG002  # its signature
        first, second = state or (0, 0)
        if outcome == 2:
            return count, second
        if outcome == 1:
            return first, count
        return first, second


def _icepool_vectors(die: Die, number: int) -> Any:
    faces = {icepool.Vector((1, 0)): die.first, icepool.Vector((0, 1)): die.second, icepool.Vector((0, 0)): die.rest}
    return number @ icepool.Die(faces)


def _icepool_numbers(die: Die, number: int) -> Any:
    total = number @ icepool.Die({SHIFT: die.first, 1: die.second, 0: die.rest})
    return total.map(lambda both: divmod(both, SHIFT))


def _icepool_pool(die: Die, number: int) -> Any:
    return _Pair().evaluate(icepool.Die({2: die.first, 1: die.second, 0: die.rest}).pool(number))


def _icepool_faces(die: Die, number: int) -> Any:
    faces = [2] * die.first + [1] * die.second + [0] * die.rest

    class OfFaces(icepool.MultisetEvaluator[int, tuple[int, int]]):
        def next_state(self, state: Any, order: Any, outcome: int, /, count: int) -> tuple[int, int]:  # noqa: ARG002
            first, second = state or (0, 0)
            kind = faces[outcome]
            return (first + count * (kind == 2), second + count * (kind == 1))

    return OfFaces().evaluate(icepool.Die(range(len(faces))).pool(number))


def _icepool_one_after_the_other(die: Die, number: int) -> Any:
    other = icepool.Die({1: die.second, 0: die.rest})

    def with_second(first: int) -> Any:
        left = (number - first) @ other
        return icepool.Die({(first, second): weight for second, weight in left.items()})

    return (number @ icepool.Die({1: die.first, 0: die.second + die.rest})).map(with_second)


def _dyce_numbers(die: Die, number: int) -> Any:
    total = number @ dyce.H({SHIFT: die.first, 1: die.second, 0: die.rest})
    return total.apply(lambda both: divmod(both, SHIFT))


def _dyce_survey(die: Die, number: int) -> Any:
    def pair(state: Any, outcome: int, count: int) -> tuple[int, int]:
        if outcome == 2:
            return count, state[1]
        return (state[0], count) if outcome == 1 else state

    pool = number @ dyce.P(dyce.H({2: die.first, 1: die.second, 0: die.rest}))
    return pool.survey(accumulate=pair, initial=(0, 0), order=survey_outcome_order_ascending)


FORMS = (
    Joint("icepool", "n @ die of vectors", _icepool_vectors),
    Joint("icepool", "n @ die of numbers that hold both counts", _icepool_numbers),
    Joint("icepool", "d6.pool(n), evaluator", _icepool_faces),
    Joint("icepool", "die of three outcomes .pool(n), evaluator", _icepool_pool),
    Joint("icepool", "n @ first, then the rest @ second", _icepool_one_after_the_other),
    Joint("dyce", "n @ H of numbers that hold both counts", _dyce_numbers),
    Joint("dyce", "P of three outcomes .survey", _dyce_survey),
)


def pairs(weights: Any) -> Iterator[tuple[tuple[int, ...], int]]:
    """Outcomes as plain pairs, whatever the library calls them."""
    return ((tuple(outcome), weight) for outcome, weight in weights.items())
