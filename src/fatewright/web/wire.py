"""The protocol: every message between a browser and the table. The TypeScript types and docs/protocol.md are written from here.

A browser says what its seat does; who it is comes from the cookie of its connection, never from the message. Every number in
here is the viewer's own: lines are numbered without gaps as this seat has witnessed them, and questions go by such numbers.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Value = bool | int | str  # what stands on a sheet, in a dial or in a form; rows of these are lists


# ── what a browser sends ───────────────────────────────────────────────────────────────────────────────────────────────


class Said(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """Every command has an id of the browser's making: sent again under the same id, it is not done again."""

    id: str


class Act(Said, frozen=True):
    """Do something: a verb and its arguments."""

    verb: str
    args: dict[str, Any]


class Answer(Said, frozen=True):
    """Answer an open question. A form is answered by a list, in the order of its fields."""

    question: int
    answer: Any


class Lapse(Said, frozen=True):
    """Let a question that nobody answers take its default."""

    question: int


class Overrule(Said, frozen=True):
    """Set a field of a token, with a reason: the game master's last word."""

    token: str
    field: str
    value: Value
    reason: str


class Back(Said, frozen=True):
    """Take back the last thing."""


class Rewind(Said, frozen=True):
    """Take back everything from one of your lines on."""

    before: int


Command = Act | Answer | Lapse | Overrule | Back | Rewind


# ── what the table sends ───────────────────────────────────────────────────────────────────────────────────────────────


class Die(Struct, frozen=True):
    """One die as it lies, and what it counted for."""

    sides: int
    face: int
    mark: str


class Line(Struct, frozen=True, omit_defaults=True):
    """One thing that this seat has witnessed. Lines of one act share `act`, the number of its first line.

    `kind` is the kind of event: fact, told, began, rolled, landed, verdict, asked, answered, revealed, withdrawn, ended,
    cancelled, overruled, or undone. `text` is empty where there is nothing to read. `dice` are null if they fell unseen.
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
    began: int = -1  # the line with which that began to which this one belongs; -1 if there is none, or not for you
    is_private: bool = False  # not everyone has seen this line


class Choice(Struct, frozen=True, omit_defaults=True):
    """One answer on offer; `blocked` says why it cannot be taken just now."""

    value: Any
    label: str
    blocked: str = ""


class Question(Struct, frozen=True, omit_defaults=True):
    """What somebody is asked: to choose an option, to name a number from `low` to `high`, to write a text of at most `high`
    characters, to read off real `dice` (their sides), or to fill in a form's fields."""

    kind: Literal["choose", "number", "text", "dice", "form"]
    name: str
    prompt: str
    options: list[Choice] = []
    low: int = 0
    high: int = 0
    reason: str = ""  # where the limits come from
    dice: list[int] = []
    fields: list[Question] = []
    default: Any = None


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


# ── HTTP: what is asked and what is answered ───────────────────────────────────────────────────────────────────────────


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class NewTable(Asked, frozen=True):
    """POST /api/tables: set out a table. Whoever does is its game master, or its first player where there is none."""

    game: str
    name: str
    seat: str
    preset: str = ""
    dials: dict[str, Any] = {}


class Join(Asked, frozen=True):
    """POST /api/tables/ID/join: sit down under a name."""

    name: str
    role: Literal["player", "spectator", "television"] = "player"
    is_beside: bool = False  # on the same device as whoever asks, who keeps their seat


class Claim(Asked, frozen=True):
    """POST /api/tables/ID/claim: take the seat that a code is good for, once."""

    code: str


class Reseat(Asked, frozen=True):
    """POST /api/tables/ID/reseat (game master): a code with which another device takes a seat; the old one loses it then."""

    seat: str


class HandOver(Asked, frozen=True):
    """POST /api/tables/ID/hand-over: cover this device until that seat, another of its own, takes it. Answered by a Door."""

    seat: str


class Take(Asked, frozen=True):
    """POST /api/tables/ID/take: the seat to which this device was handed over holds it now. Answered by a Door."""

    seat: str


class Pass(Asked, frozen=True):
    """POST /api/enter: say the passphrase of this house."""

    passphrase: str


class Weigh(Asked, frozen=True):
    """POST /api/tables/ID/odds: the odds of an act, or of every answer to a question that waits for you."""

    verb: str = ""
    args: dict[str, Any] = {}
    question: int = -1


class Undoes(Asked, frozen=True):
    """POST /api/tables/ID/undoes: which of your lines a rewind to before one of them would undo."""

    before: int = -1  # -1: what taking back the last thing would undo


class ChangesOf(Asked, frozen=True):
    """POST /api/tables/ID/changes: all that you know to have become of one number."""

    path: list[str]  # ["token", "ana", "light"]


class Check(Asked, frozen=True):
    """POST /api/games/ID/check: all that is wrong with a character, at a table with these dials."""

    name: str
    choices: dict[str, Any]
    dials: dict[str, Any] = {}


class Newcomer(Asked, frozen=True):
    """POST /api/games/ID/newcomer: a character by dice."""


class TryIt(Asked, frozen=True):
    """POST /api/games/ID/try: a ready-made scene in which the others play by themselves. Answered by a TableCard."""


class Forget(Asked, frozen=True):
    """POST /api/tables/ID/forget: give up your seat where you tried a game."""


class Draw(Asked, frozen=True):
    """POST /api/games/ID/draw: let the dice pick an entry for a field that can be drawn."""

    field: str


class Suggest(Asked, frozen=True):
    """POST /api/tables/ID/suggest: what would usually stand in the other fields of an act's form."""

    verb: str
    args: dict[str, Any]


class SheetOf(Asked, frozen=True):
    """POST /api/tables/ID/sheet: what follows from the numbers of a token, as far as you know them."""

    token: str


class Print(Asked, frozen=True):
    """POST /api/tables/ID/print: the sheets of tokens on paper, as far as you know them. Answered by a Paper."""

    tokens: list[str]


class OwnRow(Asked, frozen=True):
    """A row of a list: its name, and what stands in its columns. What is empty, false or not there is not filled in."""

    name: str
    cells: dict[str, Any]


class Keep(Asked, frozen=True):
    """POST /api/games/ID/content: keep a version of your own of a built-in game, or changes to such a version.

    `stamp` is that of the version as you have read it: nobody overwrites what somebody else has kept meanwhile.
    """

    title: str
    lists: dict[str, list[OwnRow]]
    stamp: str = ""


class Outcome(Struct, frozen=True):
    """One outcome and its chance: exact as a fraction where that is short enough to read."""

    label: str
    chance: float
    percent: str
    fraction: str


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


class Suggestion(Struct, frozen=True):
    """Fields and what would usually stand in them; those that are not named are free."""

    args: dict[str, Any]


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


class Column(Struct, frozen=True):
    """One cell of each row of a field that has rows: a text of at most `high` characters, or entries of a list."""

    name: str
    shape: Literal["text", "entry", "several"]
    from_list: str
    high: int


class SheetField(Struct, frozen=True):
    """One field of a sheet, by its shape.

    A number from `low` to `high`; an entry of a list; several entries of it, at most `high`; levels, from `low` to `high`, of
    any entries (of a list: `{entry: level}` as chosen, `[[entry, level], ...]` on the table); rows, at most `high`, with a cell
    per column (`{column: cell}` as chosen, `[cell, ...]` on the table); or a text of at most `high` characters.
    """

    name: str
    group: str
    shape: Literal["number", "entry", "several", "levels", "rows", "text"]
    low: int
    high: int
    from_list: str  # rows: ready-made ones to begin from
    start: Any
    is_open: bool
    is_closed: bool  # others than the game master, and perhaps its owner, do not know it
    is_free: bool  # what is not in the list may be written as well
    is_drawn: bool  # dice may pick an entry of the list
    labels: list[str]  # what each number or level from `low` on is called; empty if it is just a number
    columns: list[Column]


class BuildStep(Struct, frozen=True):
    """One step of the builder: fields to fill in."""

    title: str
    fields: list[str]
    help: str


class DialCard(Struct, frozen=True):
    """A choice that a table makes for itself; the first value is the default. `is_house`: the original leaves it open."""

    name: str
    values: list[Any]
    text: str
    group: str
    ids: list[str]
    is_house: bool


class FormField(Struct, frozen=True):
    """One argument of a verb. `kind`: mine, token, seat, choice, number, text, or character; null is no default."""

    name: str
    kind: str
    choices: list[Any]
    low: int
    high: int
    is_secret: bool
    default: Any


class VerbCard(Struct, frozen=True):
    """Something a seat can do. `is_house`: at every table, whatever is played. `suggests`: /suggest knows what is usual."""

    name: str
    help: str
    fields: list[FormField]
    roles: list[str]
    is_secret: bool
    is_house: bool
    suggests: bool
    group: str


class RuleField(Struct, frozen=True):
    """One argument of a rule: a number from `low` to `high`, or one of `choices`; null defaults must be filled in."""

    name: str
    low: int | None
    high: int | None
    choices: list[str]
    default: Any


class RuleCard(Struct, frozen=True):
    """A rule whose odds can be asked for."""

    name: str
    help: str
    ids: list[str]
    fields: list[RuleField]
    lenses: list[str]


class Boxes(Struct, frozen=True):
    """A row of boxes: as many as a field, or a number that follows, says; filled by these fields, each in its own way."""

    of: str
    filled: list[str]


class TrackedNumber(Struct, frozen=True):
    """A number that stands in the tracker unless it is 0. `odd` is what to say if it is odd; empty if that does not matter."""

    field: str
    name: str
    odd: str


class Tracker(Struct, frozen=True):
    """What to show of each token while turns are taken: facts at ["turns", "round"], 0 before the first, "order" and "at".

    In the order stand names of seats, each for all its tokens, or of tokens. `large` are further facts at ["turns", NAME],
    to be shown in large figures, and what they are. A turn has so many `parts`; `used` are the fields that say what of it is
    spent, and the names of that. The entries of `states` have a text that says what each does; who is in one of `out` is out
    of it. `relations` are said from both sides. `acts` are the groups of acts that a turn is made of.
    """

    order: Literal["seats", "tokens"]
    large: dict[str, str]
    parts: int
    used: dict[str, str]
    boxes: Boxes | None
    numbers: list[TrackedNumber]
    states: list[str]
    hands: list[str]
    relations: dict[str, list[str]]
    out: list[str]
    acts: list[str]


class Figure(Struct, frozen=True):
    """A body to be drawn: the field with its wounded areas, and the one with the armor of each; empty if there is none."""

    wounds: str
    armor: str
    whole: dict[str, Any]  # dials, and the value at which "body" is all of it, not the torso alone


class SceneStep(Struct, frozen=True):
    """One step of a scene: its caption, and those for questions that wait for the newcomer, by their names.

    `verb` is what the newcomer does next, with these arguments; empty if it is somebody else who does something, or anything.
    """

    says: str
    verb: str
    args: dict[str, Any]
    asks: dict[str, str]


class SceneCard(Struct, frozen=True):
    """A scene to try a game in. Facts at its tables: ["try", "you"], the newcomer's seat, and ["try", "step"], the number of
    the step they are at; beyond the last, it is over. A plain scene, of a game that says nothing, has no title and no words."""

    title: str
    text: str
    ends: str
    steps: list[SceneStep]


class GameCard(Struct, frozen=True):
    """A game: all that a screen needs to draw it."""

    id: str
    title: str
    version: int
    extends: str  # the game of which this is a version; empty if of none
    has_content: bool  # rows can be added to its lists: /api/games/ID/content
    has_gm: bool
    has_ledger: bool
    is_playable: bool
    hue: int  # of its accent: 0 to 359, as in oklch
    pitch: str  # what kind of game it is, in a line; empty if it says nothing
    fields: list[SheetField]
    seat_fields: list[str]  # the numbers that players have, whoever they play: facts at ["seat", NAME, FIELD]
    kinds: dict[str, dict[str, Any]]
    quick: str  # the one number by which a foe can be made up; empty if none
    steps: list[BuildStep]
    has_newcomer: bool
    dials: list[DialCard]
    presets: dict[str, dict[str, Any]]
    lists: dict[str, dict[str, Any]]
    tracker: Tracker
    stacks: dict[str, str]  # fields drawn as counters, and the names of what follows from a sheet that say how many there are
    figure: Figure | None
    outcomes: list[str]
    at_hand: list[str]  # acts that stand before all others while no turns are taken
    verbs: list[VerbCard]
    rules: list[RuleCard]
    scene: SceneCard | None  # to try it in, alone: POST /api/games/ID/try; null if it cannot be played


class LeftOut(Struct, frozen=True):
    """GET /api/left-out: a game's folder that is here and cannot be played, and what is wrong in which of its files."""

    folder: str
    why: str


class ListColumn(Struct, frozen=True):
    """One column of a list: a text of at most `high` characters, a number from `low` to `high`, a flag (yes or no), an entry,
    or several, at most `high`, of `from_lists` and `choices`. For a text, `choices` are what others have."""

    name: str
    shape: Literal["text", "number", "flag", "entry", "several"]
    from_lists: list[str]
    choices: list[str]
    low: int
    high: int
    is_needed: bool


class ContentList(Struct, frozen=True):
    """A list of a game: the rows it comes with, which stay as they are, and those of this version."""

    name: str
    columns: list[ListColumn]
    rows: list[OwnRow]
    own: list[OwnRow]
    closed: str  # why nothing can be added; empty if something can


class VersionCard(Struct, frozen=True):
    """A version of a game that this house has."""

    id: str
    title: str


class Content(Struct, frozen=True):
    """GET /api/games/ID/content: the lists of a game, and what a version adds to them; of a built-in game, nothing yet."""

    game: str  # the built-in game
    game_title: str
    id: str  # of the version; empty if it is still to be made
    title: str
    stamp: str
    lists: list[ContentList]
    versions: list[VersionCard]  # all that this house has of the game
    most_rows: int  # of one version


class Flaw(Struct, frozen=True):
    """Something wrong with a version, in a sentence: about all of it (`list` is empty), a list (`row` is -1), or one row."""

    list: str
    row: int
    why: str


class Kept(Struct, frozen=True):
    """The version is kept under this id; with flaws, nothing is, and there is none."""

    id: str
    flaws: list[Flaw]


class Book(Struct, frozen=True):
    """A rulebook that is shipped."""

    id: str
    title: str
    count: int
    hue: int | None  # of the game whose it is; null if of none here


class Paragraph(Struct, frozen=True):
    """One numbered paragraph of a rulebook."""

    id: str
    tag: str
    heading: str
    text: str


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
