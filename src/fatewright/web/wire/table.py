"""What the table sends over the same WebSocket."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from fatewright.core.rule.ask import KINDS


class Die(Struct, frozen=True, gc=False):
    """One die as it lies, and what it counted for."""

    sides: int
    face: int
    mark: str


class Piece(Struct, frozen=True, omit_defaults=True, gc=False):
    """Some of a text: words, the name of somebody, or a number and where it comes from, a line for each part."""

    text: str
    kind: Literal["", "name", "number"] = ""
    why: list[str] = []


class Line(Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that this seat has witnessed. Lines of one act share `act`, the number of its first line.

    `kind` is the kind of event: fact, told, began, rolled, landed, verdict, asked, answered, revealed, withdrawn, ended,
    cancelled, overruled, or undone. `text` is empty where there is nothing to read. `pieces` are the same text, where there are
    names or numbers in it. `dice` are null if they fell unseen.
    """

    number: int
    act: int
    at: int  # seconds since 1970
    kind: str
    text: str = ""
    dice: list[Die] | None = None
    within: list[str] = []
    ids: list[str] = []
    undone: list[int] = []  # the lines that no longer count
    by: str = ""  # the seat that did what began
    began: int = -1  # the line with which that began to which this one belongs; -1 if there is none, or not for you
    is_private: bool = False  # not everyone has seen this line
    said_by: str = ""  # the seat whose words these are, after a name and a colon; empty where the table speaks
    pieces: list[Piece] = []


class Price(Struct, frozen=True):
    """What something costs, if `amount` is below 0, or brings; `label` is how much that is in words, without a sign."""

    amount: int
    label: str  # "2 Moments"
    path: list[str]  # of the fact that changes: ["token", "ana", "light"]


class Choice(Struct, frozen=True, omit_defaults=True):
    """One answer on offer; `blocked` says why it cannot be taken just now, `caution` what to know before one takes it.

    `price` is what it costs and brings at once; where `depends` says on what that still hangs, it is not certain.
    """

    value: Any
    label: str  # empty: as the value says
    blocked: str = ""
    caution: str = ""
    price: list[Price] = []
    depends: str = ""


class Question(Struct, frozen=True, omit_defaults=True):
    """What somebody is asked, or may fill in: there is no other description of it anywhere in the protocol.

    Its kind says how it is answered, and what else it has. Of a game's own lists it has the names, not the entries. `most`:
    it is answered up to so many times; a `form` of an entry and a number then says a number for each of several entries, any
    other form so many rows. As chosen, that is `[entry, ...]`, `{entry: number}`, `[{name of the part: answer}, ...]`; as it
    stands on a table, `[entry, ...]`, `[[entry, number], ...]`, `[[answer, ...], ...]`.
    """

    kind: str
    name: str
    prompt: str  # what it is called where nobody is asked yet; empty: as its name says
    options: list[Choice] = []  # of a text: what may be taken as it is
    from_lists: list[str] = []  # the game's lists whose entries are on offer as well; of rows: ready-made ones to begin from
    low: int = 0
    high: int = 0
    labels: list[str] = []  # what each number from `low` on is called
    longest: int = 0  # characters of a text; of a choice, where something else may be written as well
    most: int = 0  # 0: it is answered once
    reason: str = ""  # where the limits come from
    dice: list[int] = []
    fields: list[Question] = []
    default: Any = None
    pieces: list[Piece] = []  # the prompt, where there are names or numbers in it
    each: list[Price] = []  # of every one of a number


Question.__doc__ = " ".join(
    [str(Question.__doc__), *(f"`{name}`: {str(kind.__doc__).partition(chr(10))[0]}" for name, kind in KINDS.items())]
)


class Waiting(Struct, frozen=True):
    """A question that waits. What is asked, and what lies face down already, only its own seat gets."""

    number: int
    seat: str
    name: str
    verb: str  # what it belongs to; empty if this seat does not know
    by: str
    began: int  # the line with which that began; -1 if there is none for you
    at: int
    is_sealed: bool  # revealed together with others
    is_locked: bool  # an answer lies face down
    has_default: bool
    who: str  # the token that is asked, if it is this seat's to answer for; empty if it is the seat itself
    asked: Question | None
    answer: Any


class Frame(Struct, frozen=True, tag_field="is", tag=str.lower):
    """Whatever the table sends to one connection."""


class Welcome(Frame, frozen=True):
    """First on every connection: who you are, the table as you know it, and the lines after the last number you named."""

    table: str
    name: str
    game: str
    seat: str
    role: str
    facts: list[tuple[list[str], Any]]  # path and value: ["token", "ana", "light"] 3
    questions: list[Waiting]
    present: list[str]
    lines: list[Line]
    number: int  # of your last line; -1 if there is none
    is_seeded: bool  # the dice follow a seed: they are not chance
    is_damaged: bool  # what is whole of the table can be looked at, and no more
    is_continued: bool  # the lines follow on those you have; otherwise they are the latest, and what you had is void


class News(Frame, frozen=True):
    """Something happened. `facts` are those that changed, null where one is gone; all of them if `is_whole`."""

    lines: list[Line]
    facts: list[tuple[list[str], Any]]
    is_whole: bool
    questions: list[Waiting]


class Present(Frame, frozen=True):
    """Which seats are connected."""

    seats: list[str]


class Changed(Struct, frozen=True):
    """What is new in a list, what has changed, and what is gone."""

    name: str
    added: list[str]
    changed: list[str]
    gone: list[str]


class Newer(Frame, frozen=True):
    """The version of the game that is played here has been changed: whoever may take it does so by the act `verb`, with
    this `revision`. Empty if there is nothing newer any more."""

    revision: str
    title: str
    verb: str
    changes: list[Changed]


class Done(Frame, frozen=True):
    """A command was carried out and is stored for good."""

    id: str
    number: int  # of your last line by then


class Refused(Frame, frozen=True):
    """A command was not carried out, and why. `id` is empty if the message could not be read at all."""

    id: str
    why: str
    is_stale: bool = False  # the question was no longer open


class Farewell(Frame, frozen=True):
    """The connection ends. Come back unless `is_final`."""

    why: str
    is_final: bool
