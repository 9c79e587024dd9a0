"""One comparison: our ways to a result and the peers' ways, checked to be equal and then timed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from bench import forget
from bench.clock import Effort, Timed
from fatewright.core.rule.odds import Memory, Odds


class Result(NamedTuple):
    """Outcomes with their weights over a total: what every library's answer is brought to before it is compared."""

    weights: Mapping[Any, int]
    total: int

    def equals(self, other: "Result") -> bool:
        """Exactly, whatever the totals."""
        mine, theirs = _possible(self.weights), _possible(other.weights)
        return mine.keys() == theirs.keys() and all(
            mine[outcome] * other.total == theirs[outcome] * self.total for outcome in mine
        )


class Ours(NamedTuple):
    """A way of ours; `run` is given an empty memory for cold figures and the same one again for remembered ones."""

    name: str
    run: Callable[[Memory], Any]
    read: Callable[[Any], Result]


class Form(NamedTuple):
    """A peer's way, one of perhaps several."""

    peer: str
    name: str
    run: Callable[[], Any]
    read: Callable[[Any], Result]


class Row(NamedTuple):
    """One line of the table. Times are in seconds, sizes in KB; there is no ratio where results differ or nothing was run."""

    subject: str
    case: str
    ours: float | None
    remembered: float | None
    peer: str
    theirs: float | None
    note: str
    is_wrong: bool = False
    unit: str = "s"

    @property
    def ratio(self) -> float | None:
        return self.theirs / self.ours if self.theirs and self.ours and not self.is_wrong else None


def compare(effort: Effort, subject: str, case: str, ours: Sequence[Ours], forms: Sequence[Form]) -> Iterator[Row]:
    """A row for each of our ways and each peer, the peer in its fastest form."""
    expected = ours[0].read(ours[0].run(Memory()))
    wrong = [way.name for way in ours if not way.read(way.run(Memory())).equals(expected)]
    if wrong:
        yield Row(subject, case, None, None, "", None, f"our own ways differ: {', '.join(wrong)}", is_wrong=True)
        return
    equal = [form for form in forms if form.read(form.run()).equals(expected)]
    times = effort.race([*_timed_ours(ours), *(Timed(form.run, forget.theirs) for form in equal)])
    own, others = times[: 2 * len(ours)], times[2 * len(ours) :]
    theirs = {(form.peer, form.name): seconds for form, seconds in zip(equal, others, strict=True)}
    for place, way in enumerate(ours):
        for peer, of_peer in groupby(forms, lambda form: form.peer):
            names = [form.name for form in of_peer]
            differing = [name for name in names if (peer, name) not in theirs]
            name = "" if differing else min(names, key=lambda name: theirs[peer, name])
            yield Row(
                subject,
                f"{case}, {way.name}" if way.name else case,
                own[2 * place],
                own[2 * place + 1],
                peer,
                theirs.get((peer, name)),
                f"RESULTS DIFFER: {', '.join(differing)}" if differing else name,
                is_wrong=bool(differing),
            )


def of_odds(odds: Odds[Any]) -> Result:
    """Our odds, as they are."""
    return Result(odds.weights, odds.total)


def of_mapping(weights: Mapping[Any, int]) -> Result:
    """A die of icepool or a histogram of dyce: a mapping of outcomes to integer weights."""
    return Result(dict(weights.items()), sum(weights.values()))


def _timed_ours(ours: Sequence[Ours]) -> Iterator[Timed]:
    for way in ours:
        yield Timed(_cold(way), forget.ours)
        yield Timed(_remembered(way, Memory()))


def _cold(way: Ours) -> Callable[[], Any]:
    return lambda: way.run(Memory())


def _remembered(way: Ours, memory: Memory) -> Callable[[], Any]:
    return lambda: way.run(memory)


def _possible(weights: Mapping[Any, int]) -> dict[Any, int]:
    return {outcome: weight for outcome, weight in weights.items() if weight}
