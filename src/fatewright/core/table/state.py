"""The table as it stands: what events add up to. `evolve` only assigns, so it folds the truth and every view alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

from fatewright.core.table.events import (
    Answered,
    Asked,
    Began,
    Cancelled,
    Ended,
    Event,
    Fact,
    Landed,
    Revealed,
    Rolled,
    Verdict,
    Withdrawn,
)
from fatewright.core.table.facts import Facts
from fatewright.core.table.seal import Audience, is_hidden, see


class Recorded(NamedTuple):
    """One answer a procedure has had: faces, a verdict, what people said; None for changes that landed."""

    fingerprint: Any
    kind: str  # dice, now, tell NAME, people
    given: Any


class Open(NamedTuple):
    """A question that waits for an answer."""

    procedure: int
    fingerprint: Any
    part: int
    seat: str
    name: str
    asked: Any
    is_locked: bool
    answer: Any


class Procedure:
    """Something that was begun and has not ended: its answers so far, and the table as it stood after each of them."""

    __slots__ = ("_settled", "args", "back", "number", "seat", "steps", "stood", "to", "verb")

    def __init__(self, number: int, seat: str, verb: str, args: tuple[tuple[str, Any], ...], to: Audience) -> None:
        self.number, self.seat, self.verb, self.args, self.to = number, seat, verb, args, to
        self.steps: list[Recorded] = []
        self.stood: list[Facts] = []
        self.back: list[Any] = []  # what undoes the changes that have landed
        self._settled: list[Any] = []  # shared with its copies: what holds of one holds of all that stand as it does

    def is_settled(self, facts: Facts, game: Any, asked: dict[int, Open]) -> bool:
        """Whether it is known that of this very table, by this very game, nothing else would be asked than what is open."""
        if not self._settled:
            return False
        of, by, steps, known = self._settled
        return of is facts and by is game and steps == len(self.steps) and known == asked

    def settle(self, facts: Facts, game: Any, asked: dict[int, Open]) -> None:
        """Nothing else would be asked of this table, by this game, than what is open."""
        self._settled[:] = facts, game, len(self.steps), asked

    def copy(self) -> Procedure:
        other = Procedure(self.number, self.seat, self.verb, self.args, self.to)
        other.steps, other.stood, other.back = self.steps[:], self.stood[:], self.back[:]
        other._settled = self._settled
        return other


class State:
    """Facts, procedures under way, and open questions, as the truth or one viewer has them."""

    def __init__(self) -> None:
        self.facts = Facts()
        self.procedures: dict[int, Procedure] = {}
        self.questions: dict[int, Open] = {}
        self._still: Facts | None = None  # a copy of the facts that no event has outdated yet

    def fork(self) -> State:
        """A state of its own that starts out equal."""
        other = State()
        other.facts = self.facts.copy()
        other.procedures = {number: procedure.copy() for number, procedure in self.procedures.items()}
        other.questions = self.questions.copy()
        other._still = self._still
        return other

    def evolve(self, event: Event) -> None:
        """Take in one event."""
        if type(event) is Fact:  # most are
            self._still = None
            if event.value is not None:
                self.facts[event.path] = event.value
            elif event.path in self.facts:
                del self.facts[event.path]
            return
        if taken := self._taken.get(type(event)):
            taken(self, event)

    def _begin(self, event: Began) -> None:
        begun = Procedure(event.procedure, event.seat, event.verb, event.args, event.to)
        begun.stood.append(self.still())
        self.procedures[event.procedure] = begun

    def _roll(self, event: Rolled) -> None:
        if self.asked_by(event.procedure):  # somebody has read them off real dice
            self._stands(event.procedure)
            self._close(event.procedure)
        faces = event.dice if is_hidden(event.dice) else tuple(die.face for die in event.dice)
        self._step(event.procedure, event.fingerprint, "dice", faces)

    def _land(self, event: Landed) -> None:
        self.procedures[event.procedure].back.append(event.back)
        self._step(event.procedure, event.fingerprint, "now", None)

    def _tell(self, event: Verdict) -> None:
        self._step(event.procedure, event.fingerprint, f"tell {event.name}", event.value)

    def _ask(self, event: Asked) -> None:
        question, number, fingerprint, part, seat, name, asked, _ = event
        for old in [old for old, one in self.asked_by(number).items() if one.part == part]:
            del self.questions[old]  # asked anew, perhaps unheard by this viewer before
        self.questions[question] = Open(number, fingerprint, part, seat, name, asked, False, None)
        self._stands(number)

    def _lay(self, event: Answered) -> None:
        for question, one in self.asked_by(event.procedure).items():
            if one.part == event.part:  # those who did not hear that it was asked anew have it under its old number
                self.questions[question] = one._replace(is_locked=True, answer=event.answer)

    def _reveal(self, event: Revealed) -> None:
        self._stands(event.procedure)
        self._close(event.procedure)
        self._step(event.procedure, event.fingerprint, "people", event.answers)

    def _withdraw(self, event: Withdrawn) -> None:
        self.questions.pop(event.question, None)
        self._stands(event.procedure)

    def _end(self, event: Ended | Cancelled) -> None:
        self._close(event.procedure)
        self.procedures.pop(event.procedure, None)

    _taken: ClassVar[Mapping[type, Callable[[State, Any], None]]] = {  # looked up, for it is done for everybody at every event
        Began: _begin,
        Rolled: _roll,
        Landed: _land,
        Verdict: _tell,
        Asked: _ask,
        Answered: _lay,
        Revealed: _reveal,
        Withdrawn: _withdraw,
        Ended: _end,
        Cancelled: _end,
    }

    def still(self) -> Facts:
        """The facts as they stand now, for good."""
        if self._still is None:
            if self.facts.has_gaps:
                self.facts = self.facts.copy()
            self._still = self.facts.copy()
        return self._still

    def keep_still(self, facts: Facts) -> None:
        """These are the facts as they stand: as `still` would say."""
        self._still = facts

    def asked_by(self, number: int) -> dict[int, Open]:
        """The open questions of one procedure."""
        return {question: one for question, one in self.questions.items() if one.procedure == number}

    def _step(self, number: int, fingerprint: Any, kind: str, given: Any) -> None:
        if procedure := self.procedures.get(number):  # a seat may be asked in a procedure that it does not follow
            procedure.steps.append(Recorded(fingerprint, kind, given))
            procedure.stood.append(self.still())

    def _stands(self, number: int) -> None:
        """What a procedure asks next comes from the table as it stands now."""
        if procedure := self.procedures.get(number):
            procedure.stood[-1] = self.still()

    def _close(self, number: int) -> None:
        for question in self.asked_by(number):
            del self.questions[question]


def fold(events: Iterable[Event], viewer: str) -> State:
    """The table as `viewer` knows it: built from what they saw, never cut down from the truth."""
    state = State()
    for event in events:
        seen = see(event, viewer)
        if seen is not None:
            state.evolve(seen)
    return state
