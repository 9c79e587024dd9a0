"""Laws that every game must keep, whatever its rules say. Each raises `Broken` with its finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from fatewright.core.codec import restored, stored, wire
from fatewright.core.errors import FatewrightError
from fatewright.core.events import Began, Cancelled, Event, Fact, Revealed, Told, Verdict
from fatewright.core.game import Act, Answer, Command
from fatewright.core.odds import Budget
from fatewright.core.price import odds
from fatewright.core.sample import simulate
from fatewright.core.seal import KEEPER, is_hidden
from fatewright.core.state import State, fold
from fatewright.core.story import Refusal
from fatewright.core.table import Table, TakeBack, stream
from fatewright.kit.players import open_questions, random_act, random_answer
from fatewright.kit.stage import KeyedDice, stage
from fatewright.systems.spec import System, parameters

WORLDS = 8
PAST_REVEALS = 100  # so many pairs of worlds must be compared past a reveal, or the law has proved nothing
TALK = 0.15  # how often a random table merely talks, rolls freely or moves about


class Broken(FatewrightError):
    """A law does not hold for a game: which, and where it was seen."""


class Entry(NamedTuple):
    """One line of a script: an act, or the answer number `choice` to a seat's oldest open question; or a take-back."""

    seat: str
    act: Act | None = None
    choice: int = 0
    takes_back: bool = False


class Performance:
    """A script played on a table: what each command came to."""

    def __init__(self, system: System, table: Table, seed: int) -> None:
        self.system, self.table, self.dice = system, table, KeyedDice(seed)
        self.done: list[Command | TakeBack] = []
        self.refused: list[tuple[int, str, str]] = []  # at which line, whom, why

    def perform(self, entry: Entry) -> bool:
        """Carry out one line; False if it was refused."""
        self.dice.next_act()
        command = self._command(entry)
        if command is None:
            return False
        try:
            self.table.do(self.system.game, command, self.dice)
        except Refusal as why:
            self.refused.append((self.dice.act, entry.seat, str(why)))
            return False
        self.done.append(command)
        return True

    def _command(self, entry: Entry) -> Command | TakeBack | None:
        if entry.takes_back:
            return TakeBack(entry.seat)
        if entry.act:
            return entry.act
        view = self.table.view(entry.seat)
        waiting = open_questions(view, entry.seat)
        if not waiting:
            return None
        return Answer(entry.seat, waiting[0], random_answer(view.questions[waiting[0]].asked, Random(entry.choice)))

    def heard(self, viewer: str) -> bytes:
        """All bytes that have reached a viewer, refusals included."""
        refusals = [why for _, seat, why in self.refused if seat == viewer]
        return b"\n".join([*(wire(message) for message in stream(self.table.records, viewer)), *map(str.encode, refusals)])


def random_script(system: System, table: Table, seed: int, length: int, *, takes_back: float = 0.05) -> Iterator[Entry]:
    """Lines that random players would write, one after the other, looking at `table` as it stands."""
    chance = Random(seed)
    house = {"roll", "say", "note", "whisper", "allow", "move", "pass-time", "session"}
    for _ in range(length):
        seats = [seat for seat in table.seats() if table.truth.facts[("seat", seat, "role")] in ("gm", "player")]
        waiting = [seat for seat in seats if open_questions(table.view(seat), seat)]
        if waiting and chance.random() < 0.75:
            yield Entry(chance.choice(waiting), choice=chance.randrange(10**6))
        elif chance.random() < takes_back:
            yield Entry(chance.choice(seats), takes_back=True)
        else:
            seat = chance.choice(seats)
            act = random_act(table.view(seat), system.game, seat, chance)
            if act and act.verb in house and chance.random() > TALK:
                act = random_act(table.view(seat), system.game, seat, chance)
            if act:
                yield Entry(seat, act)


def foes(system: System, chance: Random) -> dict[str, dict[str, Any]]:
    """Some foes with any numbers that the game allows."""
    lists = system.data.get("lists", {})
    return {name: {field: _any(value, lists, chance) for field, value in system.fields.items()} for name in ("foe", "fiend")}


def _any(value: Any, lists: dict[str, Any], chance: Random) -> Any:
    if value.list:
        return chance.choice(list(lists[value.list]))
    return value.start if value.open else chance.randint(value.low, min(value.high, value.low + 6))


def played(system: System, seed: int, length: int, **options: Any) -> tuple[Performance, list[Entry]]:
    """A random performance of a game, and its script."""
    dials = {name: Random(seed + place).choice(dial.values) for place, (name, dial) in enumerate(system.dials.items())}
    table = stage(system, foes=foes(system, Random(seed)) if system.has_gm else {}, dials=dials)
    performance, script = Performance(system, table, seed), []
    for entry in random_script(system, table, seed, length, **options):
        script.append(entry)
        performance.perform(entry)
    return performance, script


# ── the laws ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def no_rule_breaks(system: System, seed: int, length: int) -> str:
    """Whatever people do, no rule breaks."""
    performance, _ = played(system, seed, length)
    events = performance.table.records
    for place, event in enumerate(events):
        if isinstance(event, Cancelled) and event.reason.endswith("was broken off"):
            told = events[place + 1]
            raise Broken(f"seed {seed}: {told.text if isinstance(told, Told) else event.reason}")
    return f"{len(performance.done)} acts"


def state_is_the_fold(system: System, seed: int, length: int) -> str:
    """What the table keeps in mind is what its history adds up to, for the table and for every seat."""
    performance, _ = played(system, seed, length)
    table = performance.table
    live = list(table.live())
    for viewer, state in (KEEPER, table.truth), *table.views.items():
        if not same(fold(live, viewer), state):
            raise Broken(f"seed {seed}: the fold of the history is not what {viewer} sees")
    return f"{1 + len(table.views)} folds"


def history_survives_the_store(system: System, seed: int, length: int) -> str:
    """A table written down and read again is the same table."""
    performance, _ = played(system, seed, length)
    table = performance.table
    again = Table(map(restored, map(stored, table.records)), table.acts)
    if again.records != table.records or not same(again.truth, table.truth):
        raise Broken(f"seed {seed}: reading the written table gives another one")
    return f"{len(table.records)} events"


def replay_reproduces(system: System, seed: int, length: int) -> str:
    """The same commands and the same dice make the same events."""
    first, script = played(system, seed, length)
    again, _ = played(system, seed, 0)
    for entry in script:
        again.perform(entry)
    if again.table.records != first.table.records:
        raise Broken(f"seed {seed}: the same script made other events")
    return f"{len(script)} lines"


def undo_restores(system: System, seed: int, length: int) -> str:
    """Taking back everything, step by step, passes through every state on the way back."""
    if not system.has_gm:
        return "no game master"
    table = stage(system, foes=foes(system, Random(seed)))
    performance = Performance(system, table, seed)
    start, stood = len(table.records), {}
    for entry in random_script(system, table, seed, length, takes_back=0.0):
        stood[len(table.records)] = dict(table.truth.facts)
        performance.perform(entry)
    steps = 0
    while (before := table.last_act("gm")) >= start:
        table.do(system.game, TakeBack("gm"), performance.dice)
        steps += 1
        if table.truth.facts != stood[before]:
            raise Broken(f"seed {seed}: taking back to {before} did not restore the table")
        for viewer, state in table.views.items():
            if not same(fold(table.live(), viewer), state):
                raise Broken(f"seed {seed}: after a take-back, {viewer} sees what did not happen")
        if not any(number >= start for number in _acts(table)):
            break
    return f"{steps} steps back"


def _acts(table: Table) -> list[int]:
    return [event.procedure for event in table.live() if isinstance(event, Began)]


def readings_agree(system: System, seed: int, length: int) -> str:
    """Exact odds are what literal dice come to, for every rule of the game."""
    del length
    chance, compared = Random(seed), 0
    for rule in system.rules.values():
        values = {one.name: _argument(one, chance) for one in parameters(rule)}
        call = rule(**values)
        people = lambda question: next(iter(question.answers()))  # noqa: E731
        try:
            exact = odds(call, people)
            rolled = simulate(call, RUNS, seed, people, budget=Budget(0))
        except Exception as wrong:
            raise Broken(f"{call} breaks: {wrong!r}") from wrong
        if sum(exact.weights.values()) + exact.beyond != exact.total:
            raise Broken(f"{call}: the weights of its odds do not add up to their total")
        for outcome, weight in exact.weights.items():
            p = weight / exact.total
            off = abs(rolled.counts.get(outcome, 0) - RUNS * p)
            if off > 6 * sqrt(RUNS * p * (1 - p)) + 1e-6:
                raise Broken(
                    f"{call}: {outcome} has the odds {p:.4f} and came up {rolled.counts.get(outcome, 0)} times in {RUNS}"
                )
        if strange := set(rolled.counts) - set(exact.weights):
            raise Broken(f"{call}: {strange.pop()} came up and has no odds")
        compared += len(exact.weights)
    return f"{compared} outcomes"


RUNS = 400


def _argument(parameter: Any, chance: Random) -> Any:
    if parameter.choices:
        return chance.choice(parameter.choices)
    return chance.randint(max(parameter.low, -1), min(parameter.high, max(parameter.low, -1) + 6))


class Twins(NamedTuple):
    """How many pairs of worlds were compared, and how many of them past a declared reveal."""

    pairs: int
    past: int


def twin_worlds(system: System, seed: int, length: int) -> Twins:
    """Worlds that differ only in what a viewer may not know, and agree in all declared reveals, agree in all their bytes."""
    if not system.has_gm:
        return Twins(0, 0)
    base, script = played(system, seed, length, takes_back=0.02)
    viewers = [seat for seat in base.table.seats() if base.table.truth.facts[("seat", seat, "role")] != "gm"]
    pairs = past = 0
    for viewer in viewers:
        groups: dict[tuple[Any, ...], list[bytes]] = {}
        for world in range(WORLDS):
            twin = _twin(system, seed, script, viewer, world)
            groups.setdefault(reveals(twin.table.records, viewer), []).append(twin.heard(viewer))
        for key, heard in groups.items():
            if len(set(heard)) > 1:
                raise Broken(f"seed {seed}: {viewer} can tell worlds apart that differ only in secrets: {_difference(heard)}")
            pairs += len(heard) - 1
            past += (len(heard) - 1) * bool(key)
    return Twins(pairs, past)


def _twin(system: System, seed: int, script: list[Entry], viewer: str, world: int) -> Performance:
    """The script in a world that differs, by number, in what the viewer may not know."""
    chance = Random(f"{seed}/{viewer}/{world}")
    dials = {name: Random(seed + place).choice(dial.values) for place, (name, dial) in enumerate(system.dials.items())}
    hidden = foes(system, chance if world else Random(seed))
    performance = Performance(system, stage(system, foes=hidden, dials=dials), seed)
    for entry in script:
        performance.perform(_varied(system, entry, viewer, chance) if world and entry.seat != viewer else entry)
    return performance


def _varied(system: System, entry: Entry, viewer: str, chance: Random) -> Entry:
    """The line with another secret in it: another answer face down, another hidden number, another aside."""
    if entry.act is None:
        return entry._replace(choice=chance.randrange(10**6)) if chance.random() < 0.2 else entry
    verb = system.game.verbs[entry.act.verb]
    args = dict(entry.act.args)
    for field in verb.fields:
        if field.is_secret and field.kind == "number":
            args[field.name] = chance.randint(field.low, field.high)
        elif verb.is_secret and field.kind == "text" and field.name == "text" and viewer not in args.values():
            args[field.name] = chance.choice(("yes", "no", "perhaps"))
    return entry._replace(act=entry.act._replace(args=args))


def reveals(records: list[Event], viewer: str) -> tuple[Any, ...]:
    """All declared reveals in a viewer's stream: verdicts and answers turned over."""
    found: list[Any] = []
    for message in stream(records, viewer):
        match message.event:
            case Verdict(name=name, value=value) if not is_hidden(value):
                found.append((name, value))
            case Revealed(answers=answers):
                found.append(answers)
            case _:
                continue
    return tuple(found)


def _difference(heard: list[bytes]) -> str:
    one, other = sorted(set(heard))[:2]
    for a, b in zip(one.split(b"\n"), other.split(b"\n"), strict=False):
        if a != b:
            at = next((place for place, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            start = max(0, at - 100)
            return f"... {a[start : at + 100].decode(errors='replace')} / ... {b[start : at + 100].decode(errors='replace')}"
    return "one of them heard more than the other"


def same(one: State, other: State) -> bool:
    """Whether two states hold the same; what is hidden in one must be hidden in the other."""
    return _plain(one) == _plain(other)


def _plain(state: State) -> tuple[Any, ...]:
    procedures = {number: (p.seat, p.verb, wire(p.args), wire(tuple(p.steps))) for number, p in state.procedures.items()}
    return state.facts, procedures, {number: wire(one) for number, one in state.questions.items()}


def unused(system: System, seeds: Iterable[int], length: int) -> list[str]:
    """The verbs that no random table ever did, and the entries of lists that none of them ever named."""
    verbs, named = set(system.game.verbs), {f"{name}: {entry}" for name, entries in _lists(system) for entry in entries}
    for seed in seeds:
        performance, _ = played(system, seed, length)
        for event in performance.table.records:
            if isinstance(event, Began):
                verbs.discard(event.verb)
                named -= {f"{name}: {value}" for name, _ in _lists(system) for _, value in event.args if isinstance(value, str)}
            elif isinstance(event, Fact) and isinstance(event.value, str):
                named -= {f"{name}: {event.value}" for name, _ in _lists(system)}
        if not verbs and not named:
            break
    return sorted(verbs) + sorted(named)


def _lists(system: System) -> list[tuple[str, Any]]:
    return list(system.data.get("lists", {}).items())


LAWS: dict[str, Callable[[System, int, int], Any]] = {
    "no rule breaks": no_rule_breaks,
    "state is the fold of history": state_is_the_fold,
    "history survives the store": history_survives_the_store,
    "replay reproduces": replay_reproduces,
    "undo restores": undo_restores,
    "readings agree": readings_agree,
    "twin worlds look alike": twin_worlds,
}
