"""The table as it stands: what events add up to. `evolve` only assigns, so it folds the truth and every view alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from fatewright.core.events import (
    Answered,
    Asked,
    Began,
    Cancelled,
    Ended,
    Event,
    Fact,
    Landed,
    Path,
    Revealed,
    Rolled,
    Verdict,
    Withdrawn,
)
from fatewright.core.seal import Audience, is_hidden, see

Facts = dict[Path, Any]


class Step(NamedTuple):
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

    __slots__ = ("args", "back", "number", "seat", "steps", "stood", "to", "verb")

    def __init__(self, number: int, seat: str, verb: str, args: tuple[tuple[str, Any], ...], to: Audience) -> None:
        self.number, self.seat, self.verb, self.args, self.to = number, seat, verb, args, to
        self.steps: list[Step] = []
        self.stood: list[Facts] = []
        self.back: list[Any] = []  # what undoes the changes that have landed

    def copy(self) -> Procedure:
        other = Procedure(self.number, self.seat, self.verb, self.args, self.to)
        other.steps, other.stood, other.back = self.steps[:], self.stood[:], self.back[:]
        return other


class State:
    """Facts, procedures under way, and open questions, as the truth or one viewer has them."""

    def __init__(self) -> None:
        self.facts: Facts = {}
        self.procedures: dict[int, Procedure] = {}
        self.questions: dict[int, Open] = {}
        self._still: Facts | None = None  # a copy of the facts that no event has outdated yet

    def fork(self) -> State:
        """A state of its own that starts out equal."""
        other = State()
        other.facts = self.facts.copy()
        other.procedures = {number: procedure.copy() for number, procedure in self.procedures.items()}
        other.questions = self.questions.copy()
        return other

    def evolve(self, event: Event) -> None:
        """Take in one event."""
        if isinstance(event, Fact):  # most are
            self._still = None
            if event.value is None:
                self.facts.pop(event.path, None)
            else:
                self.facts[event.path] = event.value
            return
        match event:
            case Began(number, seat, verb, args, to):
                self.procedures[number] = Procedure(number, seat, verb, args, to)
                self.procedures[number].stood.append(self.still())
            case Rolled(number, fingerprint, _, dice):
                if self.asked_by(number):  # somebody has read them off real dice
                    self._stands(number)
                    self._close(number)
                self._step(number, fingerprint, "dice", dice if is_hidden(dice) else tuple(die.face for die in dice))
            case Landed(number, fingerprint, back):
                self.procedures[number].back.append(back)
                self._step(number, fingerprint, "now", None)
            case Verdict(number, fingerprint, name, value):
                self._step(number, fingerprint, f"tell {name}", value)
            case Asked(question, number, fingerprint, part, seat, name, asked):
                for old in [old for old, one in self.asked_by(number).items() if one.part == part]:
                    del self.questions[old]  # asked anew, perhaps unheard by this viewer before
                self.questions[question] = Open(number, fingerprint, part, seat, name, asked, False, None)
                self._stands(number)
            case Answered(_, number, part, answer):
                for question, one in self.asked_by(number).items():
                    if one.part == part:  # those who did not hear that it was asked anew have it under its old number
                        self.questions[question] = one._replace(is_locked=True, answer=answer)
            case Revealed(number, fingerprint, answers):
                self._stands(number)
                self._close(number)
                self._step(number, fingerprint, "people", answers)
            case Withdrawn(question, number):
                self.questions.pop(question, None)
                self._stands(number)
            case Ended(number) | Cancelled(number):
                self._close(number)
                self.procedures.pop(number, None)
            case _:
                pass

    def still(self) -> Facts:
        """The facts as they stand now, for good."""
        if self._still is None:
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
            procedure.steps.append(Step(fingerprint, kind, given))
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
