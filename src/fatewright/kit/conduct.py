"""Laws about conduct: what a story changes lands, what waits can be answered, what is open can be done, nobody oversteps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from random import Random
from typing import Any

from fatewright.core.grammar import count_of
from fatewright.core.rule.ask import Number, is_personal
from fatewright.core.rule.notation import ROLLER
from fatewright.core.rule.rule import InHand
from fatewright.core.table.events import (
    Answered,
    Asked,
    Began,
    Cancelled,
    Ended,
    Fact,
    Path,
    Revealed,
    Rewound,
    Rolled,
    Verdict,
)
from fatewright.core.table.game import Act, Answer, Command
from fatewright.core.table.slots import Forms
from fatewright.core.table.story import ALONE, Desk, Gain, Learn, Now, Put, PutFact, Refusal, Say, answers_for
from fatewright.core.table.table import Table, TakeBack, living
from fatewright.kit.performance import LawBroken, played, random_script
from fatewright.kit.players import random_answer, random_args
from fatewright.kit.stage import KeyedDice
from fatewright.systems.spec import System

Stood = dict[Path, Any]  # facts as they stood once


def changes_land(system: System, seed: int, length: int) -> str:
    """What a story changes lands once and at once, on the table as it stands, and nothing else changes."""
    endings: list[tuple[Stood, Any]] = []
    wrong: list[str] = []
    verbs = {name: verb._replace(story=_watched(name, verb.story, endings, wrong)) for name, verb in system.game.verbs.items()}
    watched = system._replace(game=system.game._replace(verbs=verbs))
    performance, _ = played(watched, seed, 0)
    landed = 0
    for entry in random_script(watched, performance.table, seed, length):
        before = len(performance.table.records)
        endings.clear()
        performance.perform(entry)
        ended = [at for at, event in enumerate(performance.table.records[before:]) if isinstance(event, Ended)]
        after = performance.table.records[before + ended[0] + 1 :] if len(ended) == 1 else []
        if wrong:
            raise LawBroken(f"seed {seed}: {wrong[0]}")
        if len(ended) == 1 and endings and not any(isinstance(event, Fact | Rewound | Cancelled) for event in after):
            landed += 1
            facts, changes = endings[-1]
            expected = _changed(facts, changes)
            if expected is not None and expected != _told_facts(performance.table.truth.facts):
                raise LawBroken(f"seed {seed}: {entry.act or 'an answer'} changed something else than {changes}")
    return count_of(landed, "ending")


def _watched(name: str, story: Callable[..., Any], endings: list[tuple[Stood, Any]], wrong: list[str]) -> Callable[..., Any]:
    """The same story, whose changes are compared with what the table shows after them."""

    seen = set()

    def watched(table: Any, **args: Any) -> Any:
        running, answer, landed = story(table, **args), None, None
        for place in count():
            try:
                question = running.send(answer)
            except StopIteration as done:
                compare(landed, is_replayed=landed is not None and landed[0] in seen)
                endings.append((dict(table.facts), done.value.changes))
                return done.value
            # with every answer a story is run again; where it then waits or ends, the table may have gone on meanwhile
            waits = is_personal(question) or isinstance(question, InHand)  # dice may be thrown by hand, and are waited for
            compare(landed, is_replayed=waits and landed is not None and landed[0] in seen)
            before = dict(table.facts)
            answer = yield question
            landed = (repr((args, place, question)), question, before, dict(table.facts)) if isinstance(question, Now) else None

    def compare(landed: tuple[str, Now, Stood, Stood] | None, *, is_replayed: bool = False) -> None:
        if landed is None or is_replayed:
            return
        key, question, before, after = landed
        seen.add(key)
        if _changed(before, question.changes) not in (None, _told_facts(after)):
            wrong.append(f"{name}: {question.changes} did not land as they stand")

    return watched


def _changed(facts: Stood, changes: Iterable[Any]) -> Stood | None:
    """The facts after some changes; None if they are of a kind that is not followed here."""
    after = dict(facts)
    for change in changes:
        match change:
            case Gain(token, field, amount):
                after[("token", token, field)] += amount
            case Put(token, field, value):
                after[("token", token, field)] = value
            case PutFact(path, value):
                after[path] = value
            case Say() | Learn():
                continue
            case _:
                return None
    return _told_facts(after)


def _told_facts(facts: Stood) -> Stood:
    return {path: value for path, value in facts.items() if value is not None and path[0] not in ("note", "relation")}


def questions_are_sound(system: System, seed: int, length: int) -> str:
    """Whatever waits, waits for somebody: for the seat that answers, under a number that was never answered before."""
    performance, _ = played(system, seed, 0)
    table = performance.table
    seen = 0
    for entry in random_script(system, table, seed, length, takes_back=0.15):
        start = len(table.records)
        alive = living(table.records)
        performance.perform(entry)
        answered = {event.question for event in table.records if isinstance(event, Answered)}
        for number in table.truth.procedures:
            open_ones = table.truth.asked_by(number)
            if all(one.is_locked for one in open_ones.values()):
                raise LawBroken(f"seed {seed}: procedure {number} waits for nobody")
            if len({one.part for one in open_ones.values()}) < len(open_ones):
                raise LawBroken(f"seed {seed}: procedure {number} asks the same twice")
        for question, one in table.truth.questions.items():
            seen += 1
            if one.procedure not in table.truth.procedures:
                raise LawBroken(f"seed {seed}: question {question} belongs to nothing")
            if not one.is_locked and question in answered:
                raise LawBroken(f"seed {seed}: question {question} was answered before, and waits again under the same number")
            who = answers_for(table.truth.facts, one.asked.who)
            instead = "" if one.asked.who.startswith(ALONE) else table.truth.facts.get(("seat", who, "stand-in"))
            if one.asked.who != ROLLER and one.seat != (instead or who):
                raise LawBroken(f"seed {seed}: {one.seat} is asked what {who} should answer")
        if start < len(table.records) and isinstance(table.records[start], Rewound):
            _is_clean(table, seed, start, alive)
    return count_of(seen, "question")


def _is_clean(table: Table, seed: int, rewound: int, alive: list[int]) -> None:
    """A rewind that undoes a reveal undoes the opening of what was answered face down as well."""
    before, waiting = table.records[rewound].before, set()  # type: ignore[union-attr]  # the caller has looked
    for number in alive:
        match table.records[number]:
            case Asked(procedure=procedure, part=part) if part >= 0 and number < before:
                waiting.add(procedure)
            case Revealed(procedure=procedure) if number < before:
                waiting.discard(procedure)
            case Revealed(procedure=procedure) if procedure in waiting:
                raise LawBroken(f"seed {seed}: the rewind at {rewound} stops inside a question that was answered face down")
            case _:
                continue


def open_forms_are_not_refused(system: System, seed: int, length: int) -> str:
    """What a form shows as open can be done as it stands, and looking at it changes nothing."""
    performance, _ = played(system, seed, length)
    table, tried = performance.table, 0
    seat = Random(seed).choice(table.seats())
    before = table.view(seat).fork()
    for one in Forms(table.view(seat), system.game, seat).acts():
        if one.blocked or not one.is_whole:
            continue
        tried += 1
        try:
            table.plan(system.game, Act(seat, one.verb, one.args), KeyedDice(seed))
        except Refusal as why:
            raise LawBroken(f"seed {seed}: {seat}'s form of {one.verb} is open with {one.args}, and refused: {why}") from None
    if before.facts != table.view(seat).facts:
        raise LawBroken(f"seed {seed}: something changed because {seat} looked at forms")
    return f"{count_of(tried, 'form')} open"


def nobody_oversteps(system: System, seed: int, length: int) -> str:
    """Nobody answers, acts or takes back for another, and nobody answers what was not on offer."""
    performance, _ = played(system, seed, 0)
    table, tried = performance.table, 0
    chance = Random(seed)
    for entry in random_script(system, table, seed, length):
        for command in _forbidden(system, table, chance):
            tried += 1
            try:
                table.plan(system.game, command, KeyedDice(seed))
            except Refusal:
                continue
            raise LawBroken(f"seed {seed}: {command} was not refused")
        performance.perform(entry)
        for seat in table.seats():
            if table.truth.facts[("seat", seat, "role")] == "player":
                _takes_back_only_its_own(system, table, seat, seed)
    return f"{count_of(tried, 'command')} refused"


def _forbidden(system: System, table: Table, chance: Random) -> Iterator[Command]:
    """Some commands that nobody may give as the table stands."""
    seats = table.seats()
    for question, one in table.truth.questions.items():
        other = chance.choice([seat for seat in seats if seat != one.seat])
        yield Answer(other, question, random_answer(one.asked, chance))
        yield Answer(one.seat, question, ("nothing", ("of the", "kind")))
    seat = chance.choice(seats)
    view = table.view(seat)
    verb = chance.choice(list(system.game.verbs.values()))
    args = random_args(view, verb, seat, chance)
    if args is None:
        return
    if view.facts[("seat", seat, "role")] not in verb.roles:
        yield Act(seat, verb.name, args)
        return
    for slot in verb.slots:
        others = [token.name for token in Desk(view.facts, {}).tokens() if answers_for(view.facts, token.name) != seat]
        if slot.of == "mine" and others:
            yield Act(seat, verb.name, {**args, slot.name: chance.choice(others)})
        elif isinstance(slot.asked, Number):
            yield Act(seat, verb.name, {**args, slot.name: slot.asked.high + 1})


def _takes_back_only_its_own(system: System, table: Table, seat: str, seed: int) -> None:
    try:
        rewound = table.plan(system.game, TakeBack(seat), KeyedDice(seed))[0]
    except Refusal:
        return
    undone = [table.records[number] for number in table.undone_by(rewound.before)]  # type: ignore[union-attr]
    undone = [event for event in undone if event.to.admits(seat)]  # what others did in secret goes with it
    if any(isinstance(event, Rolled | Verdict | Revealed) for event in undone):
        raise LawBroken(f"seed {seed}: {seat} takes back what was rolled or revealed")
    if any(isinstance(event, Began) and event.seat != seat for event in undone):
        raise LawBroken(f"seed {seed}: {seat} takes back what somebody else has done")
