"""Laws that every game must keep, whatever its rules say. Each raises `LawBroken` with its finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from math import sqrt
from random import Random
from typing import Any

from fatewright.core.grammar import count_of
from fatewright.core.rule.ask import Number
from fatewright.core.rule.blame import what_broke
from fatewright.core.rule.odds import StepLimit
from fatewright.core.rule.price import odds
from fatewright.core.rule.sample import simulate
from fatewright.core.table.codec import restored, stored, wire
from fatewright.core.table.engine import broken_off
from fatewright.core.table.events import Began, Cancelled, Fact, Path, Told
from fatewright.core.table.facts import Facts
from fatewright.core.table.people import AT_THE_DOOR, PEOPLE
from fatewright.core.table.seal import KEEPER
from fatewright.core.table.state import State, fold
from fatewright.core.table.table import Table, TakeBack
from fatewright.kit.conduct import changes_land, nobody_oversteps, open_forms_are_not_refused, questions_are_sound
from fatewright.kit.dues import prices_are_paid
from fatewright.kit.performance import LawBroken as LawBroken
from fatewright.kit.performance import Performance, ScriptLine, foes, played, random_script
from fatewright.kit.players import random_answer
from fatewright.kit.stage import stage
from fatewright.kit.twins import PAST_REVEALS as PAST_REVEALS
from fatewright.kit.twins import Twins as Twins
from fatewright.kit.twins import twin_worlds as twin_worlds
from fatewright.systems.forms import Argument, arguments
from fatewright.systems.spec import System

Played = tuple[Performance, list[ScriptLine]]


def no_rule_breaks(system: System, seed: int, length: int) -> str:
    """Whatever people do, no rule breaks."""
    performance, _ = played(system, seed, length)
    events = performance.table.records
    begun = {event.procedure: event.verb for event in events if isinstance(event, Began)}
    for place, event in enumerate(events):
        if isinstance(event, Cancelled) and event.reason == broken_off(begun[event.procedure]):
            told = events[place + 1]
            raise LawBroken(f"seed {seed}: {told.text if isinstance(told, Told) else event.reason}")
    for seat, why in performance.unjudged:
        raise LawBroken(f"seed {seed}: {seat} is told: {why}")
    return count_of(len(performance.done), "act")


def state_is_the_fold(system: System, seed: int, length: int) -> str:
    """What the table keeps in mind is what its history adds up to, for the table and for every seat; what is gone is gone."""
    performance, _ = played(system, seed, length)
    table = performance.table
    live = list(table.live())
    for viewer, state in (KEEPER, table.truth), *table.views.items():
        if not same(fold(live, viewer), state):
            raise LawBroken(f"seed {seed}: the fold of the history is not what {viewer} sees")
        if None in state.facts.values():
            raise LawBroken(f"seed {seed}: something that is gone still stands in what {viewer} sees")
        if not _is_found(state.facts):
            raise LawBroken(f"seed {seed}: what {viewer} sees is found otherwise than by a look through all of it")
    return count_of(1 + len(table.views), "fold")


def _is_found(facts: Facts) -> bool:
    fresh = Facts(facts)
    return facts.tokens() == fresh.tokens() and all(facts.paths(one) == fresh.paths(one) for one in {path[0] for path in fresh})


def history_survives_the_store(system: System, seed: int, length: int) -> str:
    """A table written down and read again is the same table."""
    performance, _ = played(system, seed, length)
    table = performance.table
    again = Table(map(restored, map(stored, table.records)), table.acts)
    if again.records != table.records or not same(again.truth, table.truth):
        raise LawBroken(f"seed {seed}: reading the written table gives another one")
    return count_of(len(table.records), "event")


def replay_reproduces(system: System, seed: int, length: int) -> str:
    """The same commands and the same dice make the same events."""
    first, script = played(system, seed, length)
    again, _ = played(system, seed, 0)
    for entry in script:
        again.perform(entry)
    if again.table.records != first.table.records:
        raise LawBroken(f"seed {seed}: the same script made other events")
    return count_of(len(script), "line")


def undo_restores(system: System, seed: int, length: int) -> str:
    """Taking back everything, step by step, passes through every state on the way back."""
    if not system.has_gm:
        return "no game master"
    table = stage(system, foes=foes(system, Random(seed))).table
    performance = Performance(system, table, seed)
    start, stood = len(table.records), {}
    for entry in random_script(system, table, seed, length, takes_back=0.0):
        stood[len(table.records)] = dict(table.truth.facts)
        performance.perform(entry)
    steps = 0
    while (before := table.last_act("gm")) >= start:
        table.do(system.game, TakeBack("gm"), performance.dice)
        steps += 1
        if steps > length:
            raise LawBroken(f"seed {seed}: taking back has no end")
        if _but_people(table, table.truth.facts) != _but_people(table, stood[before]):
            raise LawBroken(f"seed {seed}: taking back to {before} did not restore the table")
        for viewer, state in table.views.items():
            if not same(fold(table.live(), viewer), state):
                raise LawBroken(f"seed {seed}: after a take-back, {viewer} sees what did not happen")
        if not any(number >= start for number in _acts(table)):
            break
    return f"{count_of(steps, 'step')} back"


def _acts(table: Table) -> list[int]:
    return [event.procedure for event in table.live() if isinstance(event, Began) and event.verb not in PEOPLE]


def _but_people(table: Table, facts: Mapping[Path, Any]) -> Mapping[Path, Any]:
    """The facts without what is never taken back: who sits at the table and, where somebody has left, who answers for what."""
    if not any(isinstance(event, Began) and event.verb in PEOPLE for event in table.records):
        return facts
    return {path: one for path, one in facts.items() if path[0] not in ("seat", "door") and path[2:] != ("answers",)}


def readings_agree(system: System, seed: int, length: int) -> str:
    """Exact odds are what literal dice come to, for every rule of the game."""
    del length
    chance, compared = Random(seed), 0
    for rule in system.rules.values():
        values = {one.name: _argument(one, chance) for one in arguments(rule)}
        call = rule(**values)
        people = lambda question: next(iter(question.answers()))  # noqa: E731
        try:
            exact = odds(call, people)
            rolled = simulate(call, RUNS, seed, people, budget=StepLimit(0))
        except Exception as wrong:
            raise LawBroken(f"{call} breaks: {what_broke(wrong, story=rule.function)}") from wrong
        if sum(exact.weights.values()) + exact.beyond != exact.total:
            raise LawBroken(f"{call}: the odds do not add up")
        for outcome, weight in exact.weights.items():
            p = weight / exact.total
            off = abs(rolled.counts.get(outcome, 0) - RUNS * p)
            if off > 6 * sqrt(RUNS * p * (1 - p)) + RARE:
                raise LawBroken(
                    f"{call}: {outcome} has the odds {p:.4f} and came up {rolled.counts.get(outcome, 0)} times in {RUNS}"
                )
        if strange := set(rolled.counts) - set(exact.weights):
            raise LawBroken(f"{call}: {strange.pop()} came up and has no odds")
        compared += len(exact.weights)
    return count_of(compared, "outcome")


RUNS = 400
RARE = 3  # so often may come up what hardly ever does, where there are tens of thousands of outcomes


def _argument(asked: Argument, chance: Random) -> Any:
    if isinstance(asked, Number):  # small ones
        return chance.randint(max(asked.low, -1), min(asked.high, max(asked.low, -1) + 6))
    return random_answer(asked, chance)


def same(one: State, other: State) -> bool:
    """Whether two states hold the same; what is hidden in one must be hidden in the other."""
    return _plain(one) == _plain(other)


def _plain(state: State) -> tuple[Any, ...]:
    procedures = {number: (p.seat, p.verb, wire(p.args), wire(tuple(p.steps))) for number, p in state.procedures.items()}
    return state.facts, procedures, {number: wire(one) for number, one in state.questions.items()}


def unused(
    system: System,
    seeds: Iterable[int],
    length: int,
    watched: Callable[[Callable[[], Played]], Played] = lambda play: play(),
    besides: Iterable[Table] = (),
) -> list[str]:
    """The verbs that no random table ever did, and the entries of lists to choose from that none of them ever named.

    `besides` are tables at which somebody has done what chance hardly comes to.
    """
    verbs, entries = (
        set(system.game.verbs) - set(AT_THE_DOOR),
        {entry for name in _chosen_from(system) for entry in system.lists[name]},
    )
    by_chance = (watched(partial(played, system, seed, length))[0].table for seed in seeds)
    for table in chain(besides, by_chance):
        for event in table.records:
            if isinstance(event, Began):
                verbs.discard(event.verb)
                entries.difference_update(_words(event.args))
            elif isinstance(event, Fact):
                entries.difference_update(_words((event.value,)))
        if not verbs and not entries:
            break
    return sorted(verbs) + sorted(entries)


def _chosen_from(system: System) -> set[str]:
    """The lists whose entries somebody may put on a sheet or into a form."""
    fields = {
        name for value in system.fields.values() for name in (value.source, *(one.source for one in value.columns)) if name
    }
    choices = {slot.choices for verb in system.game.verbs.values() for slot in verb.slots}
    return fields | {name for name, entries in system.lists.items() if tuple(entries) in choices}


def _words(values: tuple[Any, ...]) -> Iterator[str]:
    """All texts in rows of rows."""
    for value in values:
        if isinstance(value, tuple):
            yield from _words(value)
        elif isinstance(value, str):
            yield value


LAWS: dict[str, Callable[[System, int, int], Any]] = {
    "no rule breaks": no_rule_breaks,
    "state is the fold of history": state_is_the_fold,
    "history survives the store": history_survives_the_store,
    "replay reproduces": replay_reproduces,
    "undo restores": undo_restores,
    "changes land": changes_land,
    "questions are sound": questions_are_sound,
    "prices are paid": prices_are_paid,
    "open forms are not refused": open_forms_are_not_refused,
    "nobody oversteps": nobody_oversteps,
    "readings agree": readings_agree,
    "twin worlds look alike": twin_worlds,
}
