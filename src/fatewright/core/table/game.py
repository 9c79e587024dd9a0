"""What the engine needs of a game, the commands a seat may give, and who may do what."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from fatewright.core.errors import BadAnswer, TookTooLong
from fatewright.core.rule.blame import what_broke
from fatewright.core.table.seal import Unknown, is_hidden
from fatewright.core.table.state import State
from fatewright.core.table.story import PEOPLE, Desk, Refusal, Verb, Waiting

FARTHEST = 10_000  # how far from nothing a ruling may take a number, whatever range the game gives it


class Game(NamedTuple):
    """What the engine needs of a game."""

    verbs: Mapping[str, Verb]
    data: Mapping[str, Any]
    reveals: frozenset[str] = frozenset()  # the names of the verdicts that may tell something about secrets
    signed: frozenset[str] = frozenset()  # the numbers that may fall below zero
    reach: Mapping[str, int] = MappingProxyType({})  # how far apart two tokens may be before a relation between them ends
    has_final_answers: bool = False  # a sealed answer cannot be changed once it lies
    ranges: Mapping[str, tuple[int, int]] = MappingProxyType({})  # the lowest and the highest of each number

    def limits(self, field: str) -> tuple[int, int]:
        """The lowest and the highest that a ruling may make of a number: beyond its range, but not beyond all measure."""
        low, high = self.ranges.get(field, (0, 0))
        return min(low, -FARTHEST), max(high, FARTHEST)


class Stale(Refusal):
    """The question is no longer open."""


class Endless(Refusal):
    """Whether it is allowed took too long to find out."""


class Act(NamedTuple):
    """A seat does something."""

    seat: str
    verb: str
    args: Mapping[str, Any]


class Answer(NamedTuple):
    """A seat answers a question by its number."""

    seat: str
    question: int
    answer: Any


class Lapse(NamedTuple):
    """Time is up, or someone has gone: the question's declared default answers."""

    seat: str
    question: int


class Overrule(NamedTuple):
    """Whoever has the last word sets a token's field."""

    seat: str
    token: str
    field: str
    value: Any
    reason: str


Command = Act | Answer | Lapse | Overrule


def are_final(game: Game, view: State) -> bool:
    """Whether an answer that lies face down stays, in this game or at this table."""
    return game.has_final_answers or view.facts.get(("dial", "answers")) == "final"


class Unjudged(Refusal):
    """The rule that should judge an act is broken."""


def judge(game: Game, act: Act, view: State) -> Verb:
    """The verb that an act means, or a refusal that tells the actor nothing they could not see."""
    role = view.facts.get(("seat", act.seat, "role"))
    verb = game.verbs.get(act.verb)
    if verb is None or role not in verb.roles:
        open_to = ", ".join(name for name, one in game.verbs.items() if role in one.roles)
        raise Refusal(f"'{act.verb}' is not something you can do here; you can: {open_to or 'nothing'}")
    names = [slot.name for slot in verb.slots]
    if set(act.args) != set(names):
        raise Refusal(f"{act.verb} takes {', '.join(names) or 'nothing'}; found {', '.join(act.args) or 'nothing'}")
    for slot in verb.slots:
        try:
            slot.check(view.facts, act.seat, act.args[slot.name])
        except BadAnswer as wrong:
            raise Refusal(str(wrong) if slot.of in PEOPLE else f"{verb.called(slot.name)}: {wrong}") from None
    try:
        reason = verb.may(Desk(view.facts, game.data, act.seat, waiting(view)), **act.args) if verb.may else None
    except Unknown:  # whether it is allowed depends on what the actor cannot know: then it is theirs to try
        reason = None
    except TookTooLong as wrong:  # at which line, would be chance
        raise Endless(f"whether {act.verb} is allowed cannot be judged: {wrong}") from None
    except Exception as wrong:
        raise Unjudged(f"whether {act.verb} is allowed cannot be judged: {what_broke(wrong, story=verb.may)}") from None
    if reason:
        raise Refusal(reason)
    return verb


def waiting(view: State) -> tuple[Waiting, ...]:
    """The questions that a viewer knows to be unanswered, of acts that they follow."""
    asked = [(one, view.procedures.get(one.procedure)) for one in view.questions.values() if not one.is_locked]
    return tuple(
        Waiting(one.seat, one.name, "" if is_hidden(one.asked) else one.asked.prompt, act.verb, dict(act.args))
        for one, act in asked
        if act
    )
