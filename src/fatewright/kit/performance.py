"""A script played on a table: random players write it, line by line, and it can be played again in another world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from fatewright.core.errors import BadValue, FatewrightError
from fatewright.core.rule.ask import Read
from fatewright.core.rule.notation import ROLLER
from fatewright.core.table.codec import wire
from fatewright.core.table.events import Asked, Revealed, Rewound, Verdict
from fatewright.core.table.game import Act, Answer, Command, Unjudged
from fatewright.core.table.house import house_verbs
from fatewright.core.table.seal import Audience, is_hidden
from fatewright.core.table.slots import Forms
from fatewright.core.table.story import Refusal
from fatewright.core.table.stream import Message, messages
from fatewright.core.table.table import Table, TakeBack
from fatewright.kit.automatic import usual_act
from fatewright.kit.players import open_questions, random_act, random_answer
from fatewright.kit.stage import KeyedDice, of_kinds, stage
from fatewright.systems import sheet
from fatewright.systems.cast import NAMES as CAST
from fatewright.systems.fields import Value
from fatewright.systems.spec import System

FINAL, RARELY = ("unseat", "leave", "move-to-unseat"), 0.2  # what ends an evening, if done often
REGRET = 0.2  # how often somebody takes back at once what they did in secret
FOES = ("foe", "fiend")  # whom only the game master knows
SELDOM = 3  # of so many evenings one ends with a look at the forms: that takes as long as all the rest
TALK = 0.25  # how often a random table merely talks, rolls freely or moves about


class LawBroken(FatewrightError):
    """A law does not hold for a game: which, and where it was seen."""


class ScriptLine(NamedTuple):
    """One line of a script: an act, or the answer number `choice` to a seat's oldest open question; or a take-back."""

    seat: str
    act: Act | None = None
    choice: int = 0
    takes_back: bool = False


class Performance:
    """A script played on a table: what each command came to."""

    def __init__(self, system: System, table: Table, seed: int) -> None:
        self.system, self.table, self.seed, self.dice = system, table, seed, KeyedDice(seed)
        self.done: list[Command | TakeBack] = []
        self.refused: list[tuple[int, str, str]] = []  # at which line, whom, why
        self.unjudged: list[tuple[str, str]] = []  # the same, where the rule that should judge it is broken
        self.marks: list[int] = []  # how many records there were before each line
        self.went: list[bool] = []  # whether each line was carried out

    def perform(self, entry: ScriptLine) -> bool:
        """Carry out one line; False if it was refused."""
        self.marks.append(len(self.table.records))
        self.went.append(self._goes(entry))
        return self.went[-1]

    def _goes(self, entry: ScriptLine) -> bool:
        self.dice.next_act()
        command = self._command(entry)
        if command is None:
            return False
        try:
            self.table.do(self.system.game, command, self.dice)
        except Refusal as why:
            self.refused.append((self.dice.act, entry.seat, str(why)))
            if isinstance(why, Unjudged):
                self.unjudged.append((entry.seat, str(why)))
            return False
        self.done.append(command)
        return True

    def leave_out(self) -> None:
        """Let one line pass without doing anything."""
        self.dice.next_act()
        self.marks.append(len(self.table.records))
        self.went.append(True)

    def _command(self, entry: ScriptLine) -> Command | TakeBack | None:
        if entry.takes_back:
            return TakeBack(entry.seat)
        if entry.act:
            return entry.act
        view = self.table.view(entry.seat)
        waiting = open_questions(view, entry.seat)
        if not waiting:
            return None
        asked = view.questions[waiting[0]].asked
        if isinstance(asked, Read):  # real dice: they fall as the table's own would, whatever else differs
            return Answer(entry.seat, waiting[0], tuple(map(self.dice, asked.dice)))
        return Answer(entry.seat, waiting[0], random_answer(asked, Random(entry.choice)))

    def heard(self, viewer: str, script: list[ScriptLine]) -> list[Heard]:
        """All that has reached a viewer, line by line, refusals included, and in the end what they could do."""
        records, marks = self.table.records, [*self.marks, len(self.table.records)]
        heard = messages(records, viewer)
        start = end = len(messages(records[: marks[0]], viewer))
        found = [_heard(message, viewer) for message in heard[:start]]
        for line, entry in enumerate(script):
            events = records[marks[line] : marks[line + 1]]
            if any(isinstance(event, Rewound) for event in events):
                end = len(messages(records[: marks[line + 1]], viewer))
            else:
                end += sum(event.to.admits(viewer) for event in events)
            found.append(Heard(f"line {line}".encode(), None, True))
            if entry.seat != viewer:  # others know more, and may be refused for what the viewer does not know
                found.append(Heard(b"", self.went[line], True))
            found += [_heard(message, viewer) for message in heard[start:end]]
            found += [Heard(why.encode(), None) for act, seat, why in self.refused if (act, seat) == (line + 1, viewer)]
            start = end
        if viewer in self.table.views and self.seed % SELDOM == 0:  # what could be done now must not tell either
            forms = Forms(self.table.view(viewer), self.system.game, viewer)
            wish = forms.wish(lambda view, seat: usual_act(view, self.system, seat))
            found.append(Heard(repr(forms.acts(wish)).encode(), None))
        return [*found, Heard(b"the end", None, True)]


class Heard(NamedTuple):
    """One message as it reached a viewer; `reveal` is what it was allowed to tell of secrets, None if nothing."""

    said: bytes
    reveal: Any
    is_mark: bool = False  # no message, but the end of a line of the script: whatever is to be heard of it has been heard

    @property
    def is_declared(self) -> bool:
        return isinstance(self.reveal, tuple)


def _heard(message: Message, viewer: str) -> Heard:
    match message.event:
        case Asked(seat=seat, asked=asked) if seat == viewer and asked.who not in (viewer, ROLLER):
            return Heard(wire(message), ("asked", wire(asked)))  # whoever answers for another sees what they may choose
        case Verdict(name=name, value=value) if not is_hidden(value):
            return Heard(wire(message), (name, wire(value)))
        case Revealed(answers=answers):
            return Heard(wire(message), ("answers", wire(answers)))
        case _:
            return Heard(wire(message), None)


def random_script(system: System, table: Table, seed: int, length: int, *, takes_back: float = 0.05) -> Iterator[ScriptLine]:
    """Lines that random players would write, one after the other, looking at `table` as it stands."""
    chance = Random(seed)
    talk = {*house_verbs(has_gm=system.has_gm), *CAST}
    lively = system.game._replace(verbs={name: verb for name, verb in system.game.verbs.items() if name not in talk})
    last: ScriptLine | None = None
    for _ in range(length):
        if last and last.act and system.game.verbs[last.act.verb].is_secret and takes_back and chance.random() < REGRET:
            last = ScriptLine(last.seat, takes_back=True)
            yield last
            continue
        last = None
        seats = [seat for seat in table.seats() if table.truth.facts[("seat", seat, "role")] in ("gm", "player")]
        waiting = [seat for seat in seats if open_questions(table.view(seat), seat)]
        if waiting and chance.random() < 0.75:
            yield ScriptLine(chance.choice(waiting), choice=chance.randrange(10**6))
        elif chance.random() < takes_back:
            yield ScriptLine(chance.choice(seats), takes_back=True)
        else:
            seat = chance.choice(seats)
            act = random_act(table.view(seat), lively, seat, chance) if chance.random() > TALK else None
            act = act or random_act(table.view(seat), system.game, seat, chance)
            if act and (act.verb not in FINAL or chance.random() < RARELY):
                last = ScriptLine(seat, act)
                yield last


def foes(system: System, chance: Random) -> dict[str, dict[str, Any]]:
    """Some foes with any numbers that the game allows."""
    return {name: {field: _any(value, system.lists, chance) for field, value in system.fields.items()} for name in FOES}


def disguises(system: System, seed: int, chance: Random) -> dict[str, str]:
    """What those foes are: by the seed, and in each world any other that looks the same and shows the same."""
    if not system.has_gm or not system.kinds:
        return {}
    kinds = dict(zip(FOES, Random(seed).choices(list(system.kinds), k=len(FOES)), strict=True))
    return {name: chance.choice(alike(system, kind)) for name, kind in kinds.items()}


def alike(system: System, kind: str, dials: Mapping[str, Any] | None = None) -> list[str]:
    """The kinds that nobody who sees one of them could tell from this one."""
    return [one for one in system.kinds if _shown(system, one, dials) == _shown(system, kind, dials)]


def _shown(system: System, kind: str, dials: Mapping[str, Any] | None) -> tuple[str, dict[str, Any]]:
    placed = system.place("somebody", system.kinds[kind], kind, "gm", Audience({"gm"}), Audience({"gm"}), dials)
    return placed.kind, {name: value for name, value in placed.fields if name in placed.open_fields}


def another(system: System, person: str, chance: Random) -> str:
    """Somebody written with other numbers, who shows the same."""
    try:
        somebody = sheet.read(person)
    except BadValue:
        return person  # the name of whoever was written before
    hidden = {name: one for name, one in system.fields.items() if name in somebody.choices and not one.open}
    numbers = {name: _any(one, system.lists, chance) for name, one in hidden.items() if one.shape == "number"}
    return sheet.written(somebody._replace(choices={**somebody.choices, **numbers}))


def closed(system: System, chance: Random) -> dict[str, Any]:
    """Any values for what only the game master knows of the players' own tokens."""
    return {name: _any(value, system.lists, chance) for name, value in system.fields.items() if value.closed}


def private(system: System, dials: Mapping[str, Any], chance: Random) -> dict[str, Any]:
    """Any values for what only its owner and the game master know of a player's token."""
    shown = set(system.shown(system.usual_dials(dials)))
    hidden = {name: value for name, value in system.fields.items() if value.private and name not in shown}
    return {name: _any(value, system.lists, chance) for name, value in hidden.items()}


def _any(value: Value, lists: Mapping[str, Any], chance: Random) -> Any:
    if value.open or value.shape == "text":
        return value.start
    entries = list(lists.get(value.source, ()))
    match value.shape:
        case "number":
            return chance.randint(value.low, min(value.high, value.low + 6))
        case "entry":
            return chance.choice(entries)
        case "several":
            return chance.sample(entries, min(value.high, 1, len(entries)))
        case "rows":
            return [_any_row(value, lists, chance)] if entries else []
        case _:
            return {entry: chance.randint(value.low, value.high) for entry in chance.sample(entries, len(entries) // 2)}


def _any_row(value: Value, lists: Mapping[str, Any], chance: Random) -> dict[str, Any]:
    """A ready-made row; what it leaves open is filled in with anything."""
    name = chance.choice(list(lists[value.source]))
    row = {value.columns[0].name: name, **lists[value.source][name]}
    anything = {column.name: chance.choice(list(lists.get(column.source, ("anything",)))) for column in value.columns}
    return {column.name: row.get(column.name, anything[column.name]) for column in value.columns}


def table_of(
    system: System,
    first: int,
    foes: Mapping[str, Mapping[str, Any]],
    kinds: Mapping[str, str] | None = None,
    dials: Mapping[str, Any] | None = None,
    closed: Mapping[str, Any] | None = None,
    own: Mapping[str, Mapping[str, Any]] | None = None,
) -> Table:
    """A table at which each player is of a kind of the game, from number `first` on, and foes are what `kinds` says.

    `closed` are values that all players' tokens have besides, `own` those of one player's.
    """
    mine = of_kinds(system, first=first)
    people = {player: {**system.kinds[kind], **(closed or {}), **(own or {}).get(player, {})} for player, kind in mine.items()}
    return stage(system, people, foes, dials=dials, kinds={**mine, **(kinds or {})}).table


def played(system: System, seed: int, length: int, **options: Any) -> tuple[Performance, list[ScriptLine]]:
    """A random performance of a game, and its script."""
    dials = {name: Random(seed + place).choice(dial.values) for place, (name, dial) in enumerate(system.dials.items())}
    hidden = foes(system, Random(seed)) if system.has_gm else {}
    kinds = disguises(system, seed, Random(seed))
    table = table_of(system, seed, hidden, kinds, dials, closed(system, Random(seed)))
    performance, script = Performance(system, table, seed), []
    for entry in random_script(system, table, seed, length, **options):
        script.append(entry)
        performance.perform(entry)
    return performance, script
