"""What happens at a table. Events carry results, never differences, and `to` has no default: every event names its audience.

A fingerprint is the digest of a question, sealed for the table alone: an answer counts only for the question it was given to.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from fatewright.core.table.seal import Audience

Path = tuple[str, ...]  # where a fact stands: ("token", "ana", "light"), ("seat", "bo", "role"), ("clock", "minutes")


class Fact(NamedTuple):
    """Something now stands at `value`; None takes it away."""

    path: Path
    value: Any
    to: Audience


class Told(NamedTuple):
    """A line for the log; it changes nothing."""

    text: str
    ids: tuple[str, ...]
    to: Audience


class Began(NamedTuple):
    """A seat did something; what follows from it is procedure number `procedure`. Secret arguments are sealed."""

    procedure: int
    seat: str
    verb: str
    args: tuple[tuple[str, Any], ...]
    to: Audience


class Rolled(NamedTuple):
    """Dice fell. `dice` are all faces with what each counted for."""

    procedure: int
    fingerprint: Any
    within: tuple[str, ...]
    dice: Any
    to: Audience


class Landed(NamedTuple):
    """Changes of a procedure took effect before its end. `back` undoes them, should the procedure be cancelled."""

    procedure: int
    fingerprint: Any
    back: Any
    to: Audience


class Verdict(NamedTuple):
    """Something was judged on the truth, and its audience learns the result."""

    procedure: int
    fingerprint: Any
    name: str
    value: Any
    to: Audience


class Asked(NamedTuple):
    """A seat owes an answer. That it does is for all who follow the procedure; what it is asked is for that seat alone."""

    question: int
    procedure: int
    fingerprint: Any
    part: int  # the place of this answer among those revealed together; -1: it stands alone
    seat: str
    name: str
    asked: Any
    to: Audience


class Answered(NamedTuple):
    """An answer lies face down. `instead` says who or what answered in the seat's place, if it was not the seat itself."""

    question: int
    procedure: int
    part: int
    answer: Any
    instead: str
    to: Audience


class Revealed(NamedTuple):
    """All answers of a question are in and are turned over together."""

    procedure: int
    fingerprint: Any
    answers: Any
    to: Audience


class Withdrawn(NamedTuple):
    """A question is no longer asked."""

    question: int
    procedure: int
    reason: str
    to: Audience


class Ended(NamedTuple):
    """A procedure came to its end."""

    procedure: int
    outcome: Any
    to: Audience


class Cancelled(NamedTuple):
    """A procedure was broken off; what it had changed has been given back."""

    procedure: int
    reason: str
    to: Audience


class Overruled(NamedTuple):
    """Somebody with the last word replaced a computed value."""

    path: Path
    computed: Any
    value: Any
    seat: str
    reason: str
    to: Audience


class Rewound(NamedTuple):
    """Everything from number `before` on did not happen, but for the records of `keeps`: who sits at the table stays there.

    Viewers hear of it only as far as their own lines are undone.
    """

    before: int
    seat: str
    to: Audience
    keeps: tuple[int, ...] = ()


Event = (
    Fact
    | Told
    | Began
    | Rolled
    | Landed
    | Verdict
    | Asked
    | Answered
    | Revealed
    | Withdrawn
    | Ended
    | Cancelled
    | Overruled
    | Rewound
)
EVENTS = (
    *(Fact, Told, Began, Rolled, Landed, Verdict, Asked, Answered, Revealed, Withdrawn, Ended, Cancelled, Overruled, Rewound),
)
