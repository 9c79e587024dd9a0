"""The bodies of replies."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from fatewright.core.rule.words import Tone
from fatewright.web.wire.table import Die, Line, News, Question, Waiting


class Outcome(Struct, frozen=True):
    """One outcome and its chance: exact as a fraction where that is short enough to read."""

    label: str
    chance: float
    percent: str
    fraction: str
    tone: Tone = "plain"  # to whoever is asked, or would do it


class Odds(Struct, frozen=True):
    """What may come of something. `note` says why there are no odds, or that they were drawn instead of counted."""

    outcomes: list[Outcome]  # from worst to best, where the game says which is which
    note: str
    mean: str = ""
    unknown: float = 0.0  # the chance that hangs on what this seat does not know


class AnswerOdds(Struct, frozen=True):
    """The odds of one answer."""

    answer: Any
    label: str
    odds: Odds


class Weighed(Struct, frozen=True):
    """Either of an act or of each answer."""

    odds: Odds | None
    answers: list[AnswerOdds]


class Change(Struct, frozen=True):
    """A number became another one. `lines` are those of the act by which it did, and the one with which that began."""

    number: int  # of the line
    at: int
    was: Any  # null if you knew of none
    value: Any  # null if it is gone
    lines: list[Line]
    is_undone: bool  # it was taken back later
    is_back: bool  # it stands as it did before something that was taken back


class Session(Struct, frozen=True):
    """One evening: its lines, and when it was. Number 0 is a table at which none was ever opened, as a whole."""

    number: int
    first: int  # its first line, and its last
    last: int
    began: int  # seconds since 1970
    ended: int
    is_open: bool


class Film(Struct, frozen=True):
    """GET /api/tables/ID/film?first=NUMBER: a stretch of what you have witnessed, act by act, to be shown once more."""

    table: TableCard
    facts: list[tuple[list[str], Any]]  # as they stood before the first of these acts
    questions: list[Waiting]
    acts: list[News]
    sessions: list[Session]
    count: int  # of all your lines


class Guest(Struct, frozen=True):
    """Somebody who was there, whom they played, and how often they acted or answered."""

    seat: str
    role: str
    tokens: list[str]
    acts: int


class Luck(Struct, frozen=True):
    """A roll that came to something, and the chance it had before the dice fell, as far as you could know."""

    line: int
    seat: str
    verb: str
    outcome: str
    percent: str
    fraction: str
    luck: float  # the share of all that could have happened which was worse, half of what was as good included
    dice: list[Die]


class Moved(Struct, frozen=True):
    """A number that stands otherwise at the end of a session than at its beginning."""

    path: list[str]
    was: Any
    value: Any


class Owes(Struct, frozen=True):
    """An answer that was still owed."""

    seat: str
    name: str
    verb: str


class Recap(Struct, frozen=True):
    """GET /api/tables/ID/recap?session=NUMBER: an evening looked back upon, as you have witnessed it."""

    table: TableCard
    session: Session
    sessions: list[Session]
    guests: list[Guest]
    lines: list[Line]  # what was told, talk apart
    luck: list[Luck]
    moved: list[Moved]
    owing: list[Owes]


class TableCard(Struct, frozen=True):
    """A table as the lobby shows it."""

    id: str
    name: str
    game: str
    title: str
    seat: str
    role: str
    at: int  # when something last happened
    is_try: bool  # somebody tried the game there
    is_damaged: bool = False  # what is whole of it can be looked at, and no more


class Door(Struct, frozen=True):
    """What somebody sees who has the link and no seat yet: names that are free to take."""

    id: str
    name: str
    title: str
    hue: int  # of the game
    seat: str  # yours already, if any; empty while the device is handed over
    device: list[str]  # all seats of this device: whoever holds it or takes it next, then the others
    free: list[str]
    link: str
    is_seeded: bool = False  # the dice follow a seed: they are not chance
    is_damaged: bool = False  # nobody can sit down any more
    waits: str = ""  # the name under which you wait to be let in


class Code(Struct, frozen=True):
    """A way back to a seat: the link goes to whoever shall have it, and works once."""

    seat: str
    link: str


class Derived(Struct, frozen=True):
    """A number that follows from others. `why` has a line for each part, indented below what it is part of."""

    name: str
    value: int
    why: list[str]


class Spent(Struct, frozen=True):
    """A budget of the builder: how much of it is spent, in the step of that number."""

    step: int
    name: str
    spent: int
    available: int
    why: list[str]  # where what is available comes from


class Verdict(Struct, frozen=True):
    """All that is wrong with a character; nothing if it is legal. `warnings` may be passed over."""

    problems: list[str]
    warnings: list[str]
    values: dict[str, Any]
    derived: list[Derived]
    budgets: list[Spent]


class Derivation(Struct, frozen=True):
    """What follows from the numbers of a token, the prices of what it could advance in next, and how far it gets on the board.

    `ranges` are squares, a diagonal counting as one: how far it moves, strikes or shoots.
    """

    derived: list[Derived]
    steps: list[Derived] = []
    ranges: dict[str, int] = {}


class Paper(Struct, frozen=True):
    """Sheets to print, a page each: a whole document, black on white. Also of a Check, by POST /api/games/ID/print."""

    html: str
    character: str = ""  # the same somebody as a file for the builder, if the sheet is yours


class Slot(Struct, frozen=True):
    """One slot of a form: a question, and what stands there; null where somebody has yet to write something."""

    asked: Question
    value: Any
    said: str  # the same as it reads in the sentence: "an Axe"
    is_secret: bool  # nobody else learns what is put there


class Form(Struct, frozen=True):
    """An act as a sentence with slots. `blocked` is why it cannot be done as it stands; empty if it can.

    `given` are the slots that are filled in by somebody, or by the opening; send them back with what is changed.
    """

    verb: str
    slots: list[Slot]
    blocked: str
    given: dict[str, Any]


class Doable(Struct, frozen=True):
    """Something that you could do; `blocked` is why it cannot be done at all just now, empty if it can."""

    verb: str
    blocked: str


class Acts(Struct, frozen=True):
    """What do you do? What is most likely wanted comes first, what cannot be done last."""

    acts: list[Doable]


class Drawn(Struct, frozen=True):
    """An entry that dice have picked, every die shown."""

    entry: str
    dice: list[Die]


class Rolled(Struct, frozen=True):
    """A character by dice, every die shown."""

    choices: dict[str, Any]
    dice: list[Die]


class Undone(Struct, frozen=True):
    """The numbers of your lines that would no longer count."""

    lines: list[int]


class RuleOdds(Struct, frozen=True):
    """GET /api/odds: the odds of a rule or of dice; where somebody has a choice, of each answer."""

    title: str
    prompt: str  # empty if nobody has a choice
    each: list[AnswerOdds]


class Health(Struct, frozen=True):
    """GET /health: the server is up."""

    version: str
    open_tables: int


class Wrong(Struct, frozen=True):
    """What was wrong with a request, in a sentence."""

    why: str
