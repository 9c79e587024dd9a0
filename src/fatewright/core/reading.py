"""Playing a rule: its questions answered one by one, by dice and by people, and every step kept for display."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from fatewright.core.ask import Personal, Sealed, is_personal
from fatewright.core.dice import Draw, NotEnoughFaces, Shown, Throw, Thrown, typed_faces
from fatewright.core.errors import BadAnswer, Unanswered
from fatewright.core.rule import BestOf, Call, Judged, Sums

T = TypeVar("T")

Policy = Callable[[Personal], Any]  # how people answer


class Posed(NamedTuple):
    """A question that only dice or people can answer, and the sub-rules within which it came up."""

    question: Any
    within: tuple[str, ...]


def unfold(
    call: Call[T], opens: Callable[[Any], bool] = lambda _: True, within: tuple[str, ...] = ()
) -> Generator[Posed, Any, T]:
    """The rule with sub-rules run in place (those questions that `opens` picks): throws and people are left to answer."""
    running = call.start()
    answer = None
    while True:
        try:
            question = running.send(answer)
        except StopIteration as done:
            outcome: T = done.value
            return outcome
        inner = question if isinstance(question, Call) else getattr(question, "call", None)
        if inner is None or not opens(question):
            answer = yield Posed(question, within)
            continue
        times = question.times if isinstance(question, (Sums, BestOf)) else 1
        outcomes = []
        for _ in range(times):
            outcomes.append((yield from unfold(inner, opens, (*within, inner.rule.name))))
        if isinstance(question, Sums):
            answer = question.zero
            for one in outcomes:
                answer = answer + one
        elif isinstance(question, BestOf):
            answer = max(outcomes, key=question.key or (lambda outcome: outcome))
        else:
            (answer,) = outcomes


class Step(NamedTuple):
    """One question of a rule that was played: what was asked, what was answered, and the dice that lie there."""

    question: Any
    answer: Any
    dice: tuple[Shown, ...]
    within: tuple[str, ...]


class Played(NamedTuple, Generic[T]):
    """A rule played to its end."""

    outcome: T
    steps: tuple[Step, ...]


class Given:
    """People answer by the name of the question; a question that is not named here stays unanswered."""

    def __init__(self, *answers: tuple[str, Any]) -> None:
        self.answers = answers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Given) and self.answers == other.answers

    def __hash__(self) -> int:
        return hash(self.answers)

    def __call__(self, question: Personal) -> Any:
        for name, value in self.answers:
            if name == question.name:
                answer = question.parse(value) if isinstance(value, str) else value
                question.check(answer)
                return answer
        if isinstance(question, Sealed):
            return tuple(self(part) for part in question.parts)
        raise Unanswered(question)

    def also(self, name: str, answer: Any) -> Given:
        """The same, and `answer` to every question called `name`."""
        return Given((name, answer), *self.answers)


NOBODY = Given()


def roll(call: Call[T], draw: Draw, people: Policy = NOBODY) -> Played[T]:
    """Play a rule: `draw` answers its dice, `people` everything else."""
    running = unfold(call)
    steps: list[Step] = []
    answer = None
    while True:
        try:
            question, within = running.send(answer)
        except StopIteration as done:
            return Played(done.value, tuple(steps))
        if is_personal(question):
            answer = people(question)
            question.check(answer)
            steps.append(Step(question, answer, (), within))
        else:
            answer, dice = _read(question, draw)
            steps.append(Step(question, answer, dice, within))


def _read(question: Throw[Any] | Judged, draw: Draw) -> Thrown[Any]:
    if isinstance(question, Judged):
        thrown = question.throw.read(draw)
        (judgement,) = question.judgements([thrown.answer])
        return Thrown(judgement, thrown.dice)
    return question.read(draw)


class Waiting(NamedTuple):
    """A rule that has been answered so far, and its next question."""

    question: Any
    within: tuple[str, ...]


class Done(NamedTuple, Generic[T]):
    """A rule that has been answered to its end."""

    outcome: T


def resume(call: Call[T], answers: Sequence[Any]) -> Waiting | Done[T]:
    """Run a rule afresh on recorded answers: its next question, or its outcome.

    An answer is what was given: the faces of a throw, in the order they fell, or what a person said.
    """
    running = unfold(call)
    answer, waiting = None, iter(answers)
    while True:
        try:
            question, within = running.send(answer)
        except StopIteration as done:
            if (left := len(list(waiting))) > 0:
                raise BadAnswer(f"{call.rule.name} has ended, and {left} more recorded answers are left") from None
            return Done(done.value)
        try:
            given = next(waiting)
        except StopIteration:
            return Waiting(question, within)
        if is_personal(question):
            question.check(given)
            answer = given
        else:
            answer = _recorded(question, given)


def _recorded(question: Throw[Any] | Judged, faces: Sequence[int]) -> Any:
    try:
        thrown = _read(question, typed_faces(faces))
    except NotEnoughFaces as short:
        raise BadAnswer(str(short)) from None
    if len(thrown.dice) != len(faces):
        raise BadAnswer(f"{len(faces)} faces were recorded, and {len(thrown.dice)} dice were thrown")
    return thrown.answer
