"""What a seat has witnessed, looked back upon: as a film, by number, and as the recap of a session.

Everything is folded anew from the seat's own stream; nothing else comes in here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from fatewright.core.errors import BadValue, FatewrightError
from fatewright.core.languages import ENGLISH, Language
from fatewright.core.rule.odds import StepLimit
from fatewright.core.rule.price import odds
from fatewright.core.rule.words import fraction, from_worst_to_best, label, percent
from fatewright.core.table.events import Answered, Asked, Began, Ended, Event, Fact, Path, Rewound, Rolled, Told
from fatewright.core.table.game import Act, Game
from fatewright.core.table.preview import act_as_rule
from fatewright.core.table.seal import Unknown, is_hidden, opened
from fatewright.core.table.state import State
from fatewright.core.table.table import Table
from fatewright.systems.spec import System
from fatewright.web import seen, weigh, wire

STRETCH = 1000  # lines of a film that are sent at once
MOST_CHANGES = 200  # of one number, the latest
MOST_TOLD = 500  # lines of a recap, the latest
MOST_WEIGHED = 40  # rolls of a recap, the latest
WEIGHING = 10_000  # steps for each of them
TALK = ("say", "whisper", "note", "roll", "secret-roll", "dice", "session", "seat")  # acts that a recap passes over


class Witness:
    """A seat's own lines, read once more from the first; `view` is the table as the seat knew it by then."""

    def __init__(self, table: Table, game: Game, seat: str, language: Language = ENGLISH) -> None:
        self.table, self.game, self.seat, self.stream = table, game, seat, table.stream(seat)
        self.language = language
        self.count = self.stream.count  # the table may go on meanwhile
        self.view = State()
        self.number = 0  # of the next line
        self.events: list[Event] = []  # what each line tells this seat
        self.undone: dict[int, tuple[int, ...]] = {}  # the lines that some lines undo
        records = list(table.records)
        for number in range(self.count):
            event = records[self.stream.record(number)]
            self.events.append(opened(event, seat))
            if isinstance(event, Rewound):
                self.undone[number] = self.stream.message(number, records).undone
        self._alive: list[int] = []  # the lines that count

    def act(self, number: int) -> int:
        """The record with which the act began that a line belongs to."""
        return self.table.acts[self.stream.record(number)]

    def at(self, number: int) -> int:
        """When a line was written."""
        return self.table.times.get(self.act(number), 0)

    def go_to(self, number: int) -> None:
        """Take in all lines before that number."""
        for line in range(self.number, min(number, self.count)):
            if line in self.undone:
                gone = set(self.undone[line])
                self._alive = [one for one in self._alive if one not in gone]
                self.view = State()
                for one in self._alive:
                    self.view.evolve(self.events[one])
            else:
                self._alive.append(line)
                self.view.evolve(self.events[line])
        self.number = max(self.number, min(number, self.count))

    def begin(self, number: int) -> int:
        """The first of this seat's lines that belongs to the same act."""
        return bisect_left(self.stream.sent, self.act(number))

    def end(self, number: int) -> int:
        """The first of this seat's lines after those of the same act."""
        act = self.act(number)
        return next((line for line in range(number, self.count) if self.act(line) != act), self.count)

    def lines(self, first: int, end: int) -> list[wire.Line]:
        """These lines, as the log shows them."""
        return seen.lines(self.table, self.game, self.seat, first, end, {}, self.language)


# ── a film ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def film(witness: Witness, first: int, card: wire.TableCard) -> wire.Film:
    """A stretch of what a seat has witnessed, from the act on to which line `first` belongs."""
    if not 0 <= first < witness.count:
        raise BadValue(f"first: expected the number of one of your lines, 0 to {witness.count - 1}")
    witness.go_to(witness.begin(first))
    facts, questions = seen.facts(witness.view), _waiting(witness)
    acts = list(_acts(witness, witness.number + STRETCH))
    return wire.Film(card, facts, questions, acts, sessions(witness), witness.count)


def _acts(witness: Witness, end: int) -> Iterator[wire.News]:
    while witness.number < min(end, witness.count):
        first = witness.number
        last = witness.end(first)
        events = witness.events[first:last]
        is_whole = any(isinstance(event, Rewound) for event in events)
        changed = {event.path: event.value for event in events if isinstance(event, Fact)}
        witness.go_to(last)
        yield wire.News(
            lines=witness.lines(first, last),
            facts=seen.facts(witness.view) if is_whole else [(list(path), value) for path, value in changed.items()],
            is_whole=is_whole,
            questions=_waiting(witness),
        )


def _waiting(witness: Witness) -> list[wire.Waiting]:
    return seen.waiting(witness.table, witness.seat, witness.view, {}, witness.language)


# ── a number ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def changes(witness: Witness, path: Path) -> list[wire.Change]:
    """All that a seat knows to have become of one number, the oldest first."""
    stood: list[tuple[int, Any]] = []  # what the lines that count have made of it
    found: list[tuple[int, Any, Any, bool]] = []
    gone: set[int] = set()
    for number, event in enumerate(witness.events):
        was = stood[-1][1] if stood else None
        if undone := witness.undone.get(number):
            gone.update(undone)
            stood = [(line, value) for line, value in stood if line not in gone]
        elif isinstance(event, Fact) and event.path == path:
            stood.append((number, event.value))
        now = stood[-1][1] if stood else None
        if now != was:
            found.append((number, was, now, bool(undone)))
    return [
        wire.Change(line, witness.at(line), was, value, _lines_of_act(witness, line), line in gone, is_back)
        for line, was, value, is_back in found[-MOST_CHANGES:]
    ]


def _lines_of_act(witness: Witness, number: int) -> list[wire.Line]:
    """What was told in the act of a line, after that with which it all began; of what it changed, this line alone."""
    first = witness.begin(number)
    lines = [line for line in witness.lines(first, witness.end(number)) if line.kind != "fact" or line.number == number]
    began = next((line.began for line in lines if 0 <= line.began < first), None)
    return lines if began is None else [*witness.lines(began, began + 1), *lines]


# ── a session ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def sessions(witness: Witness) -> list[wire.Session]:
    """The sessions that a seat has heard of, the first one first; the whole table, if there is none."""
    gone = {number for undone in witness.undone.values() for number in undone}
    begins: dict[int, int] = {}  # the first line of each session
    ends: dict[int, int] = {}  # its last, if it is over
    number = 0
    for line, event in enumerate(witness.events):
        if line in gone or not isinstance(event, Fact) or event.path[0] != "session":
            continue
        if event.path[1] == "number" and type(event.value) is int:
            number = event.value
        elif event.path[1] == "open" and event.value:
            begins.setdefault(number, witness.begin(line))
        elif event.path[1] == "open" and begins:
            ends.setdefault([*begins][-1], witness.end(line) - 1)
    begins = begins or {0: 0}
    found = []
    for number, first, after in zip(begins, begins.values(), [*begins.values(), witness.count][1:], strict=True):
        last = max(ends.get(number, after - 1), 0)
        times = (witness.at(first), witness.at(last)) if witness.count else (0, 0)
        found.append(wire.Session(number, first, last, *times, is_open=number not in ends))
    return found


def recap(witness: Witness, system: System, number: int | None, card: wire.TableCard) -> wire.Recap:
    """A session as a seat has witnessed it: the latest, if none is named."""
    known = sessions(witness)
    session = known[-1] if number is None else next((one for one in known if one.number == number), None)
    if session is None:
        raise BadValue(f"session: there is none of that number; there are {', '.join(str(one.number) for one in known)}")
    gone = {one for line, undone in witness.undone.items() if line <= session.last for one in undone}
    lines = [line for line in range(session.first, session.last + 1) if line not in gone and line not in witness.undone]
    witness.go_to(session.first)
    before = dict(witness.view.facts)
    luck = _luck(witness, system, [line for line in lines if line < witness.count])
    witness.go_to(session.last + 1)
    return wire.Recap(
        table=card,
        session=session,
        sessions=known,
        guests=_guests(witness, lines),
        lines=_told(witness, lines),
        luck=luck,
        moved=_moved(before, witness.view.facts),
        owing=[wire.Owes(one.seat, one.name, one.verb) for one in _waiting(witness) if not one.is_locked],
    )


def _guests(witness: Witness, lines: list[int]) -> list[wire.Guest]:
    facts = witness.view.facts
    asked: dict[tuple[int, int], str] = {}  # who was asked, by procedure and part
    acts: Counter[str] = Counter()
    for line in lines:
        match witness.events[line]:
            case Began(seat=seat):
                acts[seat] += 1
            case Asked(procedure=procedure, part=part, seat=seat):
                asked[procedure, part] = seat
            case Answered(procedure=procedure, part=part):
                acts[asked.get((procedure, part), "")] += 1
    owners: dict[str, list[str]] = {}
    for path, value in facts.items():
        if path[0] == "token" and path[2] == "owner":
            owners.setdefault(value, []).append(path[1])
    roles = {path[1]: str(value) for path, value in facts.items() if path[0] == "seat" and path[2] == "role"}
    return [wire.Guest(seat, role, owners.get(seat, []), acts[seat]) for seat, role in roles.items()]


def _told(witness: Witness, lines: list[int]) -> list[wire.Line]:
    """What was told, talk apart."""
    talk = {event.procedure for event in witness.events if isinstance(event, Began) and event.verb in TALK}
    told = [line for line in lines if isinstance(witness.events[line], Told)]
    spoken = [line for line in told if getattr(witness.events[witness.begin(line)], "procedure", -1) not in talk]
    return [one for line in spoken[-MOST_TOLD:] for one in witness.lines(line, line + 1)]


def _moved(before: dict[Path, Any], after: dict[Path, Any]) -> list[wire.Moved]:
    """Numbers that stand otherwise; of whoever has come or gone, none."""
    return [
        wire.Moved(list(path), was, after[path])
        for path, was in before.items()
        if path[0] in ("token", "seat") and type(was) is int and type(after.get(path)) is int and after[path] != was
    ]


# ── luck ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Roll(NamedTuple):
    dice: list[wire.Die]
    outcome: Any


def _luck(witness: Witness, system: System, lines: list[int]) -> list[wire.Luck]:
    """The rolls of these lines that came to something, each weighed on the view that this seat had before it."""
    if witness.view.facts.get(("dial", "odds"), "exact") != "exact":
        return []
    rolls = dict(list(_rolls(witness, lines).items())[-MOST_WEIGHED:])
    found = []
    for line in lines:
        event = witness.events[line]
        if isinstance(event, Began) and event.procedure in rolls:
            witness.go_to(line)
            found.append(_weighed(witness.view, system, line, event, rolls[event.procedure]))
    return [luck for luck in found if luck]


def _rolls(witness: Witness, lines: list[int]) -> dict[int, _Roll]:
    """By procedure: dice that this seat has seen fall, and what came of them."""
    dice: dict[int, list[wire.Die]] = {}
    found = {}
    for line in lines:
        event = witness.events[line]
        if isinstance(event, Rolled) and not is_hidden(event.dice):
            dice.setdefault(event.procedure, []).extend(wire.Die(*die) for die in event.dice)
        elif isinstance(event, Ended) and event.procedure in dice and not is_hidden(event.outcome):
            found[event.procedure] = _Roll(dice[event.procedure], event.outcome)
    return found


def _weighed(view: State, system: System, line: int, began: Began, roll: _Roll) -> wire.Luck | None:
    """The chance of what came of an act; None where this seat cannot know it, or nothing says what is better."""
    if any(is_hidden(value) for _, value in began.args):
        return None
    try:
        act = Act(began.seat, began.verb, dict(began.args))
        found = odds(act_as_rule(view, system.game, act), weigh.Later(), budget=StepLimit(WEIGHING))
    except (FatewrightError, Unknown):
        return None
    order = from_worst_to_best(list(found.weights), system.tones)
    is_ordered = all(type(one) is int for one in order) or all(one in system.outcomes for one in order)
    if found.beyond or not is_ordered or roll.outcome not in found.weights:
        return None
    weight = found.weights[roll.outcome]
    worse = sum(found.weights[one] for one in order[: order.index(roll.outcome)])
    chance = (percent(weight, found.total), fraction(weight, found.total), (worse + weight / 2) / found.total)
    return wire.Luck(line, began.seat, began.verb, label(roll.outcome), *chance, roll.dice)
