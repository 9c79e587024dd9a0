"""A stage: a table of a game, set out as one likes and driven by hand; dice show what they are told to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, groupby, islice, pairwise
from typing import Any

from fatewright.core.errors import BadValue
from fatewright.core.grammar import agrees, count_of
from fatewright.core.rule.dice import Draw, worth_of
from fatewright.core.table.engine import broken_off
from fatewright.core.table.events import Cancelled, Ended, Event, Rolled, Told, Verdict
from fatewright.core.table.game import Act, Answer, Command, Game
from fatewright.core.table.landing import Draft
from fatewright.core.table.paying import terms_of
from fatewright.core.table.seal import EVERYONE, KEEPER, Audience, opened, see
from fatewright.core.table.slots import Forms
from fatewright.core.table.story import BrokenRule, Change, Desk, Put, PutFact, Refusal
from fatewright.core.table.table import Rewind, Table, TakeBack
from fatewright.systems.cast import FOE
from fatewright.systems.opening import opening
from fatewright.systems.spec import System

PLAYERS = ("ana", "bo")
ONLOOKER = "eve"
PERSON = "character"  # the kind of somebody whose sheet is made up

Sheet = str | Mapping[str, Any]  # the name of a kind, or values: what is not given starts where the game says


class WrongFaces(BadValue):
    """Fewer or more faces were given than dice fall, or one that a die does not have."""


class Stage:
    """A table driven by hand: verbs and answers by name, and dice that show what they are told to.

    What an act leaves out stands there as in its form. What is refused, or given the wrong faces, has not happened.
    """

    def __init__(self, game: Game, table: Table, dice: Draw | None = None, *, may_break: bool = False) -> None:
        """`dice` fall where no faces are given; without them, every face is said. A rule breaks off only if it `may_break`."""
        self.game, self.table, self.dice, self.may_break = game, table, dice, may_break

    # ── what is done ───────────────────────────────────────────────────────────────────────────────────────────────

    def act(self, seat: str, verb: str, /, *faces: int, **args: Any) -> list[Event]:
        """What comes of an act, with the faces that fall."""
        return self.do(Act(seat, verb, args), *faces)

    def answer(self, seat: str, answer: Any, /, *faces: int, to: str = "") -> list[Event]:
        """What comes of an answer: to the question of that name, or to the oldest that waits for the seat."""
        return self.do(Answer(seat, self.waiting(seat, to), answer), *faces)

    def do(self, command: Command | Rewind | TakeBack, *faces: int) -> list[Event]:
        """What comes of a command. The faces must be as many as dice fall."""
        if self.dice and not faces:
            if isinstance(self.dice, KeyedDice):
                self.dice.next_act()
            events = self.table.plan(self.game, command, self.dice)
        else:
            dice = TypedDice(faces)
            events = self.table.plan(self.game, command, dice)
            if dice.is_amiss or not self._what_broke(events):
                dice.must_fit(self._called(command), events)
        if (broke := self._what_broke(events)) and not self.may_break:
            raise BrokenRule(broke)
        self.table.append(events)
        return events

    def refused(self, seat: str, verb: str, /, **args: Any) -> str:
        """The sentence with which an act is refused."""
        return self.why_not(Act(seat, verb, args))

    def why_not(self, command: Command | Rewind | TakeBack) -> str:
        """The sentence with which a command is refused."""
        try:
            self.table.plan(self.game, command, TypedDice(()))
        except Refusal as why:
            return str(why)
        raise AssertionError(f"{self._called(command)} is not refused")

    def land(self, *changes: Change) -> list[Event]:
        """Changes, as if something had made them."""
        draft = Draft(len(self.table.records), self.table.truth.fork(), self.game, no_dice)
        for change in changes:
            draft.land(change, EVERYONE)
        self.table.append(draft.events)
        return draft.events

    def put(self, token: str, /, **fields: Any) -> None:
        """Set fields of a token, as a table keeps them; who may know them stays as it is."""
        self.land(*(Put(token, field, value) for field, value in fields.items()))

    def put_fact(self, *path: str, value: Any) -> None:
        """Set a fact that belongs to nobody."""
        self.land(PutFact(path, value))

    # ── what is asked ──────────────────────────────────────────────────────────────────────────────────────────────

    def asked(self) -> list[tuple[str, str]]:
        """What waits for whom: the seat and the name of each question that is not answered yet."""
        return [(one.seat, one.name) for one in self.table.truth.questions.values() if not one.is_locked]

    def question(self, seat: str, name: str = "") -> Any:
        """What a seat is asked: the question of that name, or the oldest that waits for it."""
        return self.table.truth.questions[self.waiting(seat, name)].asked

    def offers(self, seat: str, name: str = "") -> dict[Any, str]:
        """What a seat may choose, with the words beside it; what is blocked is left out."""
        return {one.value: one.label for one in self.question(seat, name).options if not one.blocked}

    def prices(self, seat: str, name: str = "") -> dict[Any, str]:
        """What a seat may choose costs and brings, in words, and on what that hangs; what says nothing is left out."""
        said = {one.value: terms_of(one) for one in self.question(seat, name).options if not one.blocked}
        return {value: terms for value, terms in said.items() if terms}

    def blocked(self, seat: str, name: str = "") -> dict[Any, str]:
        """What a seat is shown and may not choose, and why."""
        return {one.value: one.blocked for one in self.question(seat, name).options if one.blocked}

    def waiting(self, seat: str, name: str = "") -> int:
        """The number of a question. By its name, one is found that is answered as well: until all are in, a mind may change."""
        questions = self.table.truth.questions
        mine = [number for number, one in questions.items() if one.seat == seat and name in ("", one.name)]
        found = [number for number in mine if not questions[number].is_locked] or (mine if name else [])
        if not found:
            open_now = ", ".join(f"{who} '{what}'" for who, what in self.asked()) or "nobody anything"
            raise BadValue(f"{seat} is not asked {f'{name!r}' if name else 'anything'}; asked is: {open_now}")
        return found[0]

    def form(self, seat: str, verb: str, /, **given: Any) -> dict[str, Any]:
        """What stands in the form of an act, by slot: what is given, and what follows; None where somebody has to write."""
        return Forms(self.table.view(seat), self.game, seat).form(self.game.verbs[verb], given).args

    # ── what is there ──────────────────────────────────────────────────────────────────────────────────────────────

    def of(self, token: str, field: str) -> Any:
        """What stands on a token's sheet, in truth."""
        return self.table.truth.facts[("token", token, field)]

    def fact(self, *path: str) -> Any:
        """A fact, in truth; None if it is not there."""
        return self.table.truth.facts.get(path)

    def sees(self, seat: str, *path: str) -> Any:
        """What a seat knows of a fact; None if nothing."""
        return self.table.view(seat).facts.get(path)

    @property
    def desk(self) -> Desk:
        """The truth, as a story of the first seat's would see it."""
        return Desk(self.table.truth.facts, self.game.data, self.table.seats()[0])

    def _what_broke(self, events: Sequence[Event]) -> str:
        """What is told of a rule that broke; nothing, if none did."""
        broken = {broken_off(verb) for verb in self.game.verbs}
        lines = (after for event, after in pairwise(events) if isinstance(event, Cancelled) and event.reason in broken)
        return next((line.text for line in lines if isinstance(line, Told)), "")

    def _called(self, command: Command | Rewind | TakeBack) -> str:
        match command:
            case Act(verb=verb):
                return verb
            case Answer(question=question):
                return f"the answer to '{self.table.truth.questions[question].name}'"
            case _:
                return type(command).__name__.lower()


def stage(
    system: System,
    people: Mapping[str, Sheet] | None = None,
    foes: Mapping[str, Sheet] | None = None,
    *,
    dials: Mapping[str, Any] | None = None,
    owners: Mapping[str, str] | None = None,
    kinds: Mapping[str, str] | None = None,
    players: Sequence[str] = (),
    facts: Mapping[tuple[str, ...], Any] | None = None,
    dice: Draw | None = None,
) -> Stage:
    """A table on which everything stands as it is said; eve looks on.

    `people` belong to the players of their names in small letters, or to whom `owners` says: nobody said, ana and bo are of
    the game's first kinds. The numbers of `foes` only the game master knows. `kinds` are what those truly are whose sheets
    are values. `players` sit there besides, and `facts` stand there.
    """
    people = of_kinds(system) if people is None else people
    seats = {name: (owners or {}).get(name, name.lower()) for name in people}
    gm = {"gm": "gm"} if system.has_gm else {}
    table = Table()
    sitting = {**gm, **dict.fromkeys((*players, *seats.values()), "player"), ONLOOKER: "spectator"}
    table.append(opening(system, sitting, dials))
    placed = Stage(system.under(dials or {}).game, table, dice)
    known = {**dict.fromkeys(people, PERSON), **dict.fromkeys(foes or {}, FOE), **(kinds or {})}

    def comes(name: str, sheet: Sheet, owner: str, veil: Audience) -> Change:
        kind = sheet if isinstance(sheet, str) else known[name]
        values = system.kinds[sheet] if isinstance(sheet, str) else sheet
        return system.place(name, values, kind, owner, veil, Audience(gm), dials)

    placed.land(
        *(comes(name, sheet, seats[name], EVERYONE) for name, sheet in people.items()),
        *(comes(name, sheet, "gm", Audience({"gm"})) for name, sheet in (foes or {}).items()),
        *(PutFact(path, value) for path, value in (facts or {}).items()),
    )
    return placed


def of_kinds(system: System, players: Sequence[str] = PLAYERS, first: int = 0) -> dict[str, str]:
    """For each player a kind of the game, from number `first` on."""
    if not system.kinds:
        raise BadValue(f"{system.title} has no kinds of people to place at a table yet")
    start = first % len(system.kinds)
    return dict(zip(players, islice(cycle(system.kinds), start, None), strict=False))


# ── what came of it ────────────────────────────────────────────────────────────────────────────────────────────────────


def outcome(events: list[Event]) -> Any:
    """What the one act came to that has ended here."""
    (ended,) = (event.outcome for event in events if isinstance(event, Ended))
    return ended


def said(events: list[Event], viewer: str = ONLOOKER) -> list[str]:
    """The lines that somebody hears."""
    return [event.text for event in events if isinstance(event, Told) and see(event, viewer)]


def cited(events: list[Event], viewer: str = ONLOOKER) -> set[str]:
    """The ids of rulebooks that the lines for somebody cite."""
    return {id for event in events if isinstance(event, Told) and see(event, viewer) for id in event.ids}


def thrown(events: list[Event], viewer: str = ONLOOKER) -> list[Any]:
    """The faces of each throw as somebody sees them; whoever may not see them gets the hidden thing itself."""
    seen = [see(event, viewer) for event in events if isinstance(event, Rolled)]
    return [one.dice if not isinstance(one.dice, tuple) else tuple(die.face for die in one.dice) for one in seen if one]


def verdicts(events: list[Event]) -> list[tuple[str, Any]]:
    """What was judged on the truth, by name."""
    return [(event.name, event.value) for event in events if isinstance(event, Verdict)]


# ── dice ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


class TypedDice:
    """Dice that show what they are told to. Those that fall besides show something, to see how many they are."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces, self.fallen, self.wrong = faces, 0, ""

    def __call__(self, sides: int) -> int:
        self.fallen += 1
        face = worth_of(self.faces[self.fallen - 1], sides) if self.fallen <= len(self.faces) else 0
        if 1 <= face <= sides:
            return face
        if self.fallen <= len(self.faces) and not self.wrong:
            self.wrong = f"a d{sides} cannot show {face}; it shows 1 to {sides}"
        return (sides + 1) // 2  # neither the highest nor the lowest: these may be thrown again

    @property
    def is_amiss(self) -> bool:
        """Whether a die fell for which there was no face, or one that it does not have: what followed was made up."""
        return bool(self.wrong) or self.fallen > len(self.faces)

    def must_fit(self, what: str, events: list[Event]) -> None:
        """Say so if other faces were given than the dice of these events."""
        given = count_of(len(self.faces), "face") + f" {agrees(len(self.faces), 'was', 'were')} given"
        if self.wrong:
            raise WrongFaces(f"{what}: {self.wrong}")
        if self.fallen == len(self.faces):
            return
        throws = list(self._throws(events))
        wanted = sum(map(len, throws))
        fall = ", then ".join(map(_dice, throws)) or "no dice"
        raise WrongFaces(f"{what} throws {fall}: {count_of(wanted, 'face')} {agrees(wanted, 'is', 'are')} wanted, and {given}")

    def _throws(self, events: list[Event]) -> Iterator[tuple[int, ...]]:
        """The sides of the dice, throw by throw, up to the one that lacks faces: what follows would come of made-up ones."""
        rolled = [opened(event, KEEPER).dice for event in events if isinstance(event, Rolled)]
        read = sum(map(len, rolled)) - self.fallen  # off real dice, whose faces were the answer: they come first
        so_far = -read
        for dice in rolled:
            so_far += len(dice)
            if so_far > 0:
                yield tuple(die.sides for die in dice)
            if so_far > len(self.faces):
                return


def _dice(sides: tuple[int, ...]) -> str:
    return " + ".join(f"{len(list(same))}d{one}" for one, same in groupby(sides))


class KeyedDice:
    """Dice that depend on the seed, the act and their place in it alone: worlds that differ elsewhere throw the same.

    Behind the screen other dice are thrown: how many they are is a secret, and must not move those that lie open.
    """

    def __init__(self, seed: int) -> None:
        self.seed, self.act, self.thrown, self.hidden = seed, 0, 0, 0

    def next_act(self) -> None:
        self.act, self.thrown, self.hidden = self.act + 1, 0, 0

    def __call__(self, sides: int) -> int:
        self.thrown += 1
        return self._face(self.thrown, sides)

    def behind(self, sides: int) -> int:
        self.hidden -= 1
        return self._face(self.hidden, sides)

    def _face(self, place: int, sides: int) -> int:
        return _mix(_mix(_mix(self.seed) + self.act) + place) * sides // 2**64 + 1


def _mix(number: int) -> int:
    number = (number + 0x9E3779B97F4A7C15) % 2**64
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    number = (number ^ number >> 27) * 0x94D049BB133111EB % 2**64
    return number ^ number >> 31


def no_dice(sides: int) -> int:
    """For what should throw nothing."""
    raise AssertionError(f"a d{sides} was thrown where nothing should be")


def any_dice(seed: int) -> Draw:
    """Dice for one seed."""
    return KeyedDice(seed)
