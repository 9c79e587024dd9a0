"""What an act does: a story is a rule that may look at the table, change it, and ask the people around it.

A story reads the table through a `Desk`, asks like any rule, and ends in an `Ending`: an outcome and changes. Changes are
applied to the table as it stands when they land; events then carry the results.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from fatewright.core.errors import BadAnswer, FatewrightError
from fatewright.core.phrases import around, phrase, slots_in
from fatewright.core.rule.ask import NO_END, Choose, Number, Text, options
from fatewright.core.rule.blame import nearest
from fatewright.core.rule.rule import Asks, Call, certain
from fatewright.core.table.events import Path
from fatewright.core.table.facts import Facts
from fatewright.core.table.seal import EVERYONE, THE_TABLE, Audience, Blank, is_hidden

ALWAYS_SEEN = ("kind", "owner", "answers", "at")  # of a token that is seen at all
WRITTEN = "written"  # the first word of facts that nobody but the game master may know


class Refusal(FatewrightError):
    """The command is not allowed. Its reason comes from the actor's own view, so it can be shown to them."""


class BrokenRule(FatewrightError):
    """A story asked for something that cannot be: its author must put it right."""


class NoSuchName(BrokenRule):
    """A story named a field or a dial that the game does not have."""


# ── changes ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Gain(NamedTuple):
    """So many more on one of a token's numbers; fewer, if `amount` is negative."""

    token: str
    field: str
    amount: int


class Put(NamedTuple):
    """A token's field now stands at `value`; None takes it away."""

    token: str
    field: str
    value: Any


class PutFact(NamedTuple):
    """Something that belongs to no token: a relation, the clock, the round. Everyone may know it.

    What begins with `WRITTEN` is the game master's alone: whom they have written, ready for next time.
    """

    path: tuple[str, ...]
    value: Any


class Say(NamedTuple):
    """A line for the log, for those who follow the procedure, or for the seats of `to`."""

    text: str
    ids: tuple[str, ...] = ()
    to: Audience | None = None


def say(template: str, /, *ids: str, to: Audience | None = None, **values: Any) -> Say:
    """A line for the log from a template and what stands in it, and the ids of its rules: `say("{who} falls", who=who)`.

    So its names can be tapped, its numbers say why, and another language has its own template. `core/phrases.py` has the forms.
    """
    return Say(phrase(template, **values), ids, to)


class Learn(NamedTuple):
    """A dated note in one seat's notebook; the veil of what it tells stays as it is."""

    seat: str
    text: str


class Place(NamedTuple):
    """A new token. `fields` are its numbers; `veil` says who may know them, `open_fields` which of them everyone may.

    `closed_fields` are for the `keepers` alone, whoever's token it is; `private_fields` for them and its owner.
    """

    token: str
    kind: str
    owner: str
    fields: tuple[tuple[str, Any], ...]
    veil: Audience = EVERYONE
    open_fields: tuple[str, ...] = ()
    seen_by: Audience = EVERYONE
    closed_fields: tuple[str, ...] = ()
    private_fields: tuple[str, ...] = ()
    keepers: Audience = THE_TABLE


class Remove(NamedTuple):
    """A token leaves the table."""

    token: str


class Ruling(NamedTuple):
    """A token's field is overruled: the log keeps the computed value, the new one and the reason."""

    token: str
    field: str
    value: Any
    reason: str


class TakeBackTo(NamedTuple):
    """Everything from record number `before` on is taken back, once the story has ended."""

    before: int


Change = Gain | Put | PutFact | Say | Learn | Place | Remove | Ruling | TakeBackTo  # what an act does to the table


def spend(token: str, field: str, amount: int) -> Gain:
    """So many fewer."""
    return Gain(token, field, -amount)


def tie(relation: str, one: str, other: str) -> PutFact:
    """Two tokens now stand in a relation (a grapple, a guard)."""
    return PutFact(("relation", relation, one, other), True)


def untie(relation: str, one: str, other: str) -> PutFact:
    """They no longer do."""
    return PutFact(("relation", relation, one, other), None)


class Ending(NamedTuple):
    """How a story ends: an outcome in a word or a value, and what it changes."""

    outcome: Any
    changes: tuple[Change, ...]


def ends(outcome: Any, *changes: Change) -> Ending:
    """An ending."""
    return Ending(outcome, changes)


def told(story: Asks[Ending] | Ending) -> Asks[Ending]:
    """A story that may ask, whether it does or has come to its end at once."""
    return story if isinstance(story, Generator) else certain(ending_of(story))


def ending_of(found: Any) -> Ending:
    """What a story has come to, if it is an ending."""
    if isinstance(found, Ending):
        return found
    if found is None:
        raise BrokenRule("it came to its end without `return ends(...)`")
    raise BrokenRule(f"found `return {found!r}`, expected `return ends(...)`")


# ── questions that only stories ask ────────────────────────────────────────────────────────────────────────────────────


class Now(NamedTuple):
    """Changes that land before the story goes on."""

    changes: tuple[Change, ...]


class Tell(NamedTuple):
    """A verdict on the truth that the procedure's audience learns: a declared reveal."""

    name: str
    judge: Callable[[], Any]
    to: Audience | None


class SoFar(NamedTuple):
    """What an act has come to, whatever follows: odds end here, or with the outcome of a finer rule."""

    outcome: Any
    finer: Callable[[], Call[Any]] | None


def so_far(outcome: Any, finer: Callable[[], Call[Any]] | None = None) -> Asks[None]:
    """The act has come to `outcome`; what follows changes the table, not the outcome, and its odds are nobody's question.

    `finer` names a rule that tells the outcome more finely, for whoever knows enough to ask it: does the target fall? Where
    `outcome` is None, there are no odds for anybody else.
    """
    yield SoFar(outcome, finer)


def now(*changes: Change) -> Asks[None]:
    """Let changes take effect at once; afterwards the desk shows the table with them."""
    yield Now(changes)


def tell(name: str, judge: Callable[[], Any], to: Audience | None = None) -> Asks[Any]:
    """Judge something that not everyone may know, and let the procedure's audience (or `to`) learn the result."""
    verdict = yield Tell(name, judge, to)
    return verdict


# ── the desk ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Token:
    """One token as the desk shows it; what the viewer does not know is HIDDEN."""

    __slots__ = ("_desk", "name")

    def __init__(self, desk: Desk, name: str) -> None:
        self._desk, self.name = desk, name

    def __getitem__(self, field: str) -> Any:
        path = ("token", self.name, field)
        if path in self._desk.facts:
            return self._desk.facts[path]
        self._desk.must_have(field)
        return Blank()  # each its own: two are not known to be equal

    def get(self, field: str, default: Any) -> Any:
        """A field that may be missing. On a view, missing and hidden look alike: use it for fields everyone may know."""
        return self._desk.facts.get(("token", self.name, field), default)

    @property
    def kind(self) -> str:
        return str(self["kind"])

    @property
    def of(self) -> str:
        """What it truly is, as far as the desk shows it: under a veil, `kind` is what one sees."""
        return str(self.get("of", self["kind"]))

    @property
    def owner(self) -> str:
        return str(self["owner"])


class Waiting(NamedTuple):
    """A question that nobody has answered yet, as far as a viewer knows of it, and the act that it belongs to."""

    seat: str  # who has to answer
    name: str
    prompt: str  # empty, unless it is the viewer who is asked
    verb: str
    args: Mapping[str, Any]


class Desk:
    """The table as a story sees it at this moment: the truth in play, a view when odds are worked out."""

    __slots__ = ("data", "facts", "seat", "waiting")

    def __init__(
        self, facts: Mapping[Path, Any], data: Mapping[str, Any], seat: str = "", waiting: tuple[Waiting, ...] = ()
    ) -> None:
        self.facts = facts if isinstance(facts, Facts) else Facts(facts)
        self.data = data
        self.seat = seat  # whose act it is
        self.waiting = waiting  # what the actor knows to be unanswered, where it is judged whether they may

    def __getitem__(self, name: str) -> Token:
        if ("token", name, "kind") not in self.facts:
            raise BrokenRule(f"there is no token '{name}' on the table")
        return Token(self, name)

    def __contains__(self, name: str) -> bool:
        return ("token", name, "kind") in self.facts

    def must_have(self, field: str) -> None:
        """Say so if the game has no such field: none that it declares, and none that a rule has put on anybody seen here."""
        declared = self.data.get("fields")
        if declared is None or field in declared or field in ALWAYS_SEEN:
            return
        if not any(path[0] == "token" and path[2] == field for path in self.facts):
            raise NoSuchName(f"there is no field '{field}'; the fields, nearest first: {nearest(field, declared)}")

    def tokens(self) -> Iterator[Token]:
        """All tokens, in the order they came."""
        return (Token(self, name) for name in self.facts.tokens())

    def dial(self, name: str) -> Any:
        """What the table has set a dial to; one that its game did not have yet when it began stands at its default."""
        if (path := ("dial", name)) in self.facts:
            return self.facts[path]
        if name in self.data.get("dials", {}):
            return self.data["dials"][name]["values"][0]
        raise NoSuchName(f"there is no dial '{name}'; the dials, nearest first: {nearest(name, self.dials())}")

    def dials(self) -> dict[str, Any]:
        """What all dials stand at: as the table has set them, or at their default."""
        declared = self.data.get("dials")
        if declared is None:
            return {path[1]: self.facts[path] for path in self.facts.paths("dial")}
        return self.facts.dials(declared)

    def fact(self, *path: str) -> Any:
        """Something that belongs to no token; None if it is not there."""
        return self.facts.get(path)

    def seats(self, role: str) -> list[str]:
        """The seats with that role."""
        return [name for name in self.facts.seats() if self.facts["seat", name, "role"] == role]

    def role(self, seat: str) -> str:
        """What a seat is: gm, player, spectator or television; nothing if it has left."""
        return str(self.facts.get(("seat", seat, "role"), ""))

    def related(self, relation: str, one: str) -> list[str]:
        """Those to whom `one` stands in a relation."""
        return [path[3] for path in self.facts.paths("relation", relation, one)]

    def relating(self, relation: str, other: str) -> list[str]:
        """Those who stand in a relation to `other`."""
        return [path[2] for path in self.facts.paths("relation", relation) if path[3] == other]

    def paths(self, *beginning: str) -> list[Path]:
        """Where facts stand whose paths begin like this."""
        return self.facts.paths(*beginning)

    def supposing(self, facts: Mapping[Path, Any]) -> Desk:
        """The table as it would stand with these facts as well."""
        other = self.facts.copy()
        for path, value in facts.items():
            other[path] = value
        return Desk(other, self.data, self.seat)

    def distance(self, one: str, other: str) -> int:
        """Squares between two tokens on the board, a diagonal counting as one."""
        (x, y), (u, v) = self[one]["at"], self[other]["at"]
        return int(max(abs(x - u), abs(y - v)))


# ── verbs ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


PEOPLE = ("mine", "token", "seat")  # of whom there are as many as the actor sees
BUILT = ("character", "person")  # texts that a screen has its own form for, and that are too long to be said


class Slot(NamedTuple):
    """One argument of a verb: a question of the ordinary kinds, put to nobody yet, and what else is known of it.

    `of` says what one chooses or writes where that is more than a value: mine (a token the seat answers for), token (any
    token the seat sees), seat, line (a record of the table, by number), character (a text that the builder writes), person
    (one that the same form writes for a game master, without its budgets).
    """

    asked: Choose[Any] | Number | Text
    of: str = ""
    is_secret: bool = False  # only the actor and the table know what was put here
    source: str = ""  # the list of the game whose entries it takes; they are filled in on loading
    ready: tuple[str, ...] = ()  # texts that can be taken as they are
    offers: Callable[..., Iterable[Any]] | None = None  # what is on offer, the best first: (desk, what stands in other slots)
    usual: Callable[..., Any] | None = None  # likewise, what stands there before anybody has touched it; None: the default
    none: str = ""  # why there is nothing to choose from, where there is nothing
    known: frozenset[str] = frozenset()  # what is not on offer, and is taken from whoever has it already

    @property
    def name(self) -> str:
        return self.asked.name

    @property
    def default(self) -> Any:
        """What stands in the form at first."""
        return self.asked.default

    @property
    def choices(self) -> tuple[Any, ...]:
        """What may stand here, whoever sees what."""
        return tuple(option.value for option in self.asked.options) if isinstance(self.asked, Choose) else ()

    def check(self, view: Mapping[Path, Any], seat: str, value: Any) -> None:
        """Refuse a value that the actor, by their own view, may not put here."""
        if self.of not in PEOPLE:
            is_known = isinstance(value, str) and value in self.known
            if is_known and any(_stands(value, fact) for path, fact in view.items() if path[0] == "token"):
                return
            if self.none and not self.choices:
                raise BadAnswer(self.none)
            self.asked.check(value)
        elif not isinstance(value, str):
            raise BadAnswer(f"{value!r} is not a name")
        elif self.of == "seat":
            if ("seat", value, "role") not in view:
                raise BadAnswer(f"nobody sits at {value}")
        elif ("token", value, "kind") not in view:
            raise BadAnswer(f"you see no {value}")
        elif self.of == "mine" and answers_for(view, value) != seat:
            raise BadAnswer(f"{value} is not yours")


def _stands(value: str, on_sheet: Any) -> bool:
    """Whether a word is what stands on a sheet, or stands in a row there."""
    if is_hidden(on_sheet):
        return False
    return any(_stands(value, one) for one in on_sheet) if isinstance(on_sheet, tuple) else value == on_sheet


def a_person(name: str, of: str, **more: Any) -> Slot:
    """A slot for somebody: mine, token or seat."""
    return Slot(Choose("", name, "", ()), of, **more)


def a_choice(name: str, choices: Iterable[Any], default: Any = None, **more: Any) -> Slot:
    """A slot for one of several values."""
    return Slot(Choose("", name, "", options(*choices), default), **more)


def a_number(name: str, low: int, high: int, default: int | None = None, **more: Any) -> Slot:
    """A slot for a number."""
    return Slot(Number("", name, "", low, high, "", default), **more)


def a_line(name: str) -> Slot:
    """A slot for a record of the table."""
    return a_number(name, 0, NO_END, of="line")


def a_text(name: str, longest: int, default: str | None = None, **more: Any) -> Slot:
    """A slot for something that somebody writes."""
    return Slot(Text("", name, "", longest, default), **more)


class Verb(NamedTuple):
    """Something a seat can do: judged on the actor's view, resolved on the truth."""

    name: str
    story: Callable[..., Asks[Ending] | Ending]
    slots: tuple[Slot, ...] = ()
    may: Callable[..., str | None] | None = None  # the reason why not, from the actor's view
    roles: tuple[str, ...] = ("gm", "player")
    is_secret: bool = False  # only the actor's side learns that it is being done
    help: str = ""
    group: str = ""  # the heading under which a screen lists it
    sentence: str = ""  # what is done, with {slots}: how its form reads, and the log until the story tells more
    more: tuple[str, ...] = ()  # phrases with the other slots

    def phrase(self, slot: str) -> str:
        """The sentence or the phrase in which a slot stands; of an act without one, its bare name."""
        found = (one for one in (self.sentence, *self.more) if slot in slots_in(one))
        return next(found, f"{slot.replace('_', ' ')} {{{slot}}}")

    def called(self, slot: str) -> str:
        """What a slot is called: the words around it."""
        return around(self.phrase(slot), slot)

    def fitted(self, args: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        """Recorded arguments as it takes them today: what it had not yet is filled in, what it no longer has is left out."""
        defaults = {slot.name: slot.default for slot in self.slots}
        given = {name: value for name, value in args if name in defaults}
        return given | {name: value for name, value in defaults.items() if name not in given and value is not None}


OWN = "own"  # at ("seat", NAME, "dice"): they throw real dice
SEAT = "seat:"  # before a name: the seat itself is asked, even where a token bears the same name
ALONE = "alone:"  # before a name: likewise, and nobody answers in its stead


def answers_for(facts: Mapping[Path, Any], who: str) -> str:
    """The seat that answers for a token (its possessor, else its owner), or `who` itself if it is no token but a seat."""
    if who.startswith((SEAT, ALONE)):
        return who.partition(":")[2]
    if ("token", who, "owner") in facts:
        return str(facts.get(("token", who, "answers")) or facts[("token", who, "owner")])
    return who
