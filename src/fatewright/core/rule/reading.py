"""Playing a rule: its questions answered one by one, by dice and by people, and every step kept for display."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from fatewright.core.errors import BadAnswer, Unanswered
from fatewright.core.grammar import agrees, count_of
from fatewright.core.rule.ask import Personal, Sealed, about, is_personal
from fatewright.core.rule.dice import Count, Draw, NotEnoughFaces, Shown, Sum, Throw, Thrown, typed_faces
from fatewright.core.rule.rule import Again, BestOf, Call, InHand, Judged, Screened, Sums, is_only
from fatewright.core.table.seal import Unknown

T = TypeVar("T")

Policy = Callable[[Personal], Any]  # how people answer


class Posed(NamedTuple):
    """A question that is left to answer, the sub-rules within which it came up, whether it is behind the screen, whose dice."""

    question: Any
    within: tuple[str, ...]
    is_screened: bool = False
    thrower: str = ""


def unfold(call: Call[T], opens: Callable[[Any], bool] = lambda _: True) -> Generator[Posed, Any, T]:
    """The rule with sub-rules run in place (those questions that `opens` picks): throws and people are left to answer."""
    return unfolded(call.start(), opens)


def unfolded(
    running: Generator[Any, Any, T],
    opens: Callable[[Any], bool] = lambda _: True,
    within: tuple[str, ...] = (),
    is_screened: bool = False,
    thrower: str = "",
) -> Generator[Posed, Any, T]:
    """The same for a rule that has been started."""
    answer = None
    while True:
        try:
            question = running.send(answer)
        except StopIteration as done:
            outcome: T = done.value
            return outcome
        inner = question if isinstance(question, Call) else getattr(question, "call", None)
        if inner is None or not opens(question):
            answer = yield Posed(question, within, is_screened, thrower)
            continue
        if isinstance(question, Screened):
            try:
                inner = question.named
            except Unknown:  # on this view nobody knows what was thrown, only that something was
                answer = yield Posed(question, within, True)
                continue
        calls = [inner] * (question.times if isinstance(question, (Sums, BestOf)) else 1)
        if isinstance(question, Sums) and question.first:
            calls.insert(0, question.first)
        hands = (is_screened or isinstance(question, Screened), question.who if isinstance(question, InHand) else thrower)
        outcomes = []
        for one in calls:
            outcomes.append((yield from unfolded(one.start(), opens, (*within, one.rule.name), *hands)))
        while isinstance(question, Again) and not question.settled(outcomes[0]):
            outcomes = [(yield from unfolded(inner.start(), opens, (*within, inner.rule.name), *hands))]
        if isinstance(question, Sums):
            answer = question.zero
            for outcome_of_one in outcomes:
                answer = answer + outcome_of_one
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
                answer = about(question.name, question.parse, value) if isinstance(value, str) else value
                about(question.name, question.check, answer)
                return answer
        if isinstance(question, Sealed):
            return self._each(question)
        raise Unanswered(question)

    def _each(self, question: Sealed) -> tuple[Any, ...]:
        """The parts as they are answered one by one; those that are not stay open together."""
        answers, still_open = [], []
        for part in question.parts:
            try:
                answers.append(self(part))
            except Unanswered:
                still_open.append(part)
        if still_open:
            raise Unanswered(still_open[0] if len(still_open) == 1 else question)
        return tuple(answers)

    def also(self, name: str, answer: Any) -> Given:
        """The same, and `answer` to every question called `name`."""
        return Given((name, answer), *self.answers)


NOBODY = Given()


def roll(call: Call[T], draw: Draw, people: Policy = NOBODY) -> Played[T]:
    """Play a rule: `draw` answers its dice, `people` everything else."""
    begun = call.start()
    if is_only(begun) and isinstance(question := begun.send(None), (Count, Sum, Judged)):  # nothing to unfold
        answer, dice = read_dice(question, draw)
        return Played(answer, (Step(question, answer, dice, ()),))
    running = unfold(call)
    steps: list[Step] = []
    answer = None
    while True:
        try:
            question, within, *_ = running.send(answer)
        except StopIteration as done:
            return Played(done.value, tuple(steps))
        if is_personal(question):
            answer = people(question)
            about(question.name, question.check, answer)
            steps.append(Step(question, answer, (), within))
        else:
            answer, dice = read_dice(question, draw)
            steps.append(Step(question, answer, dice, within))


def read_dice(question: Throw[Any] | Judged, draw: Draw) -> Thrown[Any]:
    """What the dice of a throw say, judged if the throw has a judge."""
    if isinstance(question, Judged):
        thrown = question.throw.read(draw)
        (judgement,) = question.judgements([thrown.answer])
        return Thrown(judgement, thrown.dice)
    return question.read(draw)


class Unfinished(NamedTuple):
    """A rule that has been answered so far, and its next question."""

    question: Any
    within: tuple[str, ...]


class Done(NamedTuple, Generic[T]):
    """A rule that has been answered to its end."""

    outcome: T


def resume(call: Call[T], answers: Sequence[Any]) -> Unfinished | Done[T]:
    """Run a rule afresh on recorded answers: its next question, or its outcome.

    An answer is what was given: the faces of a throw, in the order they fell, or what a person said.
    """
    running = unfold(call)
    answer, waiting = None, iter(answers)
    while True:
        try:
            question, within, *_ = running.send(answer)
        except StopIteration as done:
            if (left := len(list(waiting))) > 0:
                raise BadAnswer(f"{call.rule.name} has ended, and {left} more recorded answers are left") from None
            return Done(done.value)
        try:
            given = next(waiting)
        except StopIteration:
            return Unfinished(question, within)
        if is_personal(question):
            about(question.name, question.check, given)
            answer = given
        else:
            answer = recorded_answer(question, given)


def recorded_answer(question: Throw[Any] | Judged, faces: Any) -> Any:
    """What recorded faces answer; they must be as many as the throw takes."""
    if not isinstance(faces, tuple | list) or any(type(face) is not int for face in faces):
        raise BadAnswer(f"{faces!r} was recorded where {question} was thrown: expected its faces")
    try:
        thrown = read_dice(question, typed_faces(faces))
    except NotEnoughFaces as short:
        raise BadAnswer(str(short)) from None
    if len(thrown.dice) != len(faces):
        recorded = f"{count_of(len(faces), 'face')} {agrees(len(faces), 'was', 'were')} recorded"
        fell = f"{count_of(len(thrown.dice), 'die')} {agrees(len(thrown.dice), 'was', 'were')} thrown"
        raise BadAnswer(f"{recorded}, and {fell}")
    return thrown.answer
