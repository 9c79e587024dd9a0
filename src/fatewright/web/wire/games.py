"""What a game is: its card, and its lists that people change."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from fatewright.web.wire.asked import OwnRow
from fatewright.web.wire.table import Question


class SheetField(Struct, frozen=True):
    """One field of a sheet: what is asked, and who may know the answer. What it starts with is its default."""

    asked: Question
    group: str
    is_open: bool
    is_closed: bool  # others than the game master, and perhaps its owner, do not know it
    is_drawn: bool  # dice may pick an entry of the list


class BuildStep(Struct, frozen=True):
    """One step of the builder: fields to fill in."""

    title: str
    fields: list[str]
    help: str


class DialCard(Struct, frozen=True):
    """A choice that a table makes for itself, and which of it a game comes with. `is_house`: the original leaves it open."""

    asked: Question
    text: str
    group: str
    ids: list[str]
    is_house: bool


class SlotCard(Struct, frozen=True):
    """One slot of a verb: what is asked there, whoever fills it in; its prompt is the words around it in the sentence.

    `of` is what one chooses or writes where that is more than a value: mine (a token one answers for), token, seat, line (by
    its number), character (a text that the builder writes; its options are ready-made ones), or person (one that it writes for
    a game master; ready-made ones at /api/tables/ID/cast). Of people there are no options.
    """

    asked: Question
    of: str
    is_secret: bool


class VerbCard(Struct, frozen=True):
    """Something a seat can do. `is_house`: at every table, whatever is played.

    The sentence has `{slots}`, by the names of what is asked, or `{seat}` for whoever does it; `more` are phrases with others.
    """

    name: str
    help: str
    slots: list[SlotCard]
    roles: list[str]
    is_secret: bool
    is_house: bool
    group: str
    sentence: str
    more: list[str]


class RuleCard(Struct, frozen=True):
    """A rule whose odds can be asked for. Its fields are its arguments: those without a default must be filled in."""

    name: str
    help: str
    ids: list[str]
    fields: list[Question]
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
    """GET /api/games: a game as it stands in the lobby. All else is asked for when it is opened."""

    id: str
    title: str
    extends: str  # the game of which this is a version; empty if of none
    pitch: str  # what kind of game it is, in a line; empty if it says nothing
    hue: int  # of its accent: 0 to 359, as in oklch
    has_gm: bool
    has_content: bool  # rows can be added to its lists: /api/games/ID/content
    has_ledger: bool
    has_builder: bool  # players can make characters
    has_rules: bool  # odds can be asked for
    has_scene: bool  # it can be tried alone: POST /api/games/ID/try
    is_playable: bool


class Game(Struct, frozen=True):
    """GET /api/games/ID: a game as a screen draws it; GET /api/games/ID?rows=VALUE: as a table plays it whose dial *rows*
    stands so; GET /api/tables/ID/game: as that table does.

    Of foes it has the names: what they can do, a table keeps to itself. A house's own version has a `revision`, and goes by
    ID@REVISION, in place of ID, in what is asked about it at a table. `called` says what people read for a name: of a group, a
    preset, a list, what its rows have, a rule, an act, an outcome, an entry; those not in it are read with spaces for lines.
    """

    id: str
    title: str
    version: int
    revision: str  # empty if it has none
    extends: str  # the game of which this is a version, whose characters come as well; empty if of none
    has_gm: bool
    has_ledger: bool
    hue: int
    fields: list[SheetField]
    seat_fields: list[str]  # the numbers that players have, whoever they play: facts at ["seat", NAME, FIELD]
    people: list[str]  # what stands as "kind" on a token that is somebody, and has a sheet
    about: dict[str, str]  # a line about each ready-made person
    quick: str  # the one number by which a foe can be made up; empty if none
    steps: list[BuildStep]
    whole: list[BuildStep]  # of a sheet that the game master writes: what the builder asks for, and what foes have besides
    has_newcomer: bool
    dials: list[DialCard]
    presets: dict[str, dict[str, Any]]
    lists: dict[str, dict[str, Any]]
    ours: dict[str, list[str]]  # by list, and "kinds": the rows that stand nowhere in the author's own text
    emptied: list[str]  # what people read for lists in which nothing is on offer, because this is the draft alone
    rulings: list[str]  # the paragraphs of its rulebook in which the author's text is silent, and ours answers
    called: dict[str, str]
    tracker: Tracker
    stacks: dict[str, str]  # fields drawn as counters, and the names of what follows from a sheet that say how many there are
    figure: Figure | None
    outcomes: list[str]
    at_hand: list[str]  # acts that stand before all others while no turns are taken
    verbs: list[VerbCard]
    rules: list[RuleCard]
    scene: SceneCard | None  # to try it in, alone; null if it cannot be played
    languages: list[str]  # besides English: a screen asks for one by `accept-language`, or `language` in the socket's address


class Copy(Struct, frozen=True):
    """Somebody to begin from when the game master writes somebody: what they are, and what stands on their sheet.

    `is_own`: written by whoever has this browser, at this table or another of the same game; to be placed as it is.
    """

    name: str
    look: str
    choices: dict[str, Any]
    is_own: bool


class Cast(Struct, frozen=True):
    """GET /api/tables/ID/cast: what players see of each kind that the game master places, or makes up ("foe"); whom to copy."""

    looks: dict[str, str]
    copies: list[Copy]


class LeftOut(Struct, frozen=True):
    """GET /api/left-out: a game's folder that is here and cannot be played, and what is wrong in which of its files."""

    folder: str
    why: str


class ListColumn(Struct, frozen=True):
    """One column of a list: what is asked of each row, and whether it needs an answer."""

    asked: Question
    is_needed: bool


class ContentList(Struct, frozen=True):
    """A list of a game: the rows it comes with, which stay as they are, and those of this version."""

    name: str
    title: str  # what people read
    columns: list[ListColumn]
    rows: list[OwnRow]
    own: list[OwnRow]
    ours: list[str]  # those of `rows` that stand nowhere in the author's own text
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
    is_yours: bool  # to be changed; others copy it
    stamp: str
    lists: list[ContentList]
    called: dict[str, str]  # as that of a game
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
