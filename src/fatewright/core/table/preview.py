"""Odds at the table: what follows from an act or an answer, as far as the seat that asks can know.

Not part of the act: no events, no draws. The story is read on the seat's own view; where the view ends, so do the odds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fatewright.core.errors import FatewrightError
from fatewright.core.rule.ask import Sealed, is_one
from fatewright.core.rule.blame import what_broke
from fatewright.core.rule.dice import typed_faces
from fatewright.core.rule.odds import Odds, StepLimit
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import NOBODY, Policy
from fatewright.core.rule.rule import Asks, Call, Rule, ask
from fatewright.core.table.engine import Reached, Running, given
from fatewright.core.table.facts import Facts
from fatewright.core.table.game import Act, Game, judge
from fatewright.core.table.landing import Draft
from fatewright.core.table.seal import EVERYONE, Blank, Unknown
from fatewright.core.table.slots import whole
from fatewright.core.table.state import Recorded, State
from fatewright.core.table.story import Gain, NoSuchName, Now, Put, Refusal, SoFar, Tell, ending_of
from fatewright.core.table.wordless import is_open, kind_of

Worth = Callable[[Any, Facts], int]  # what an outcome, and the table as it then stands, are worth
PATIENCE = 25_000  # steps: about fifty milliseconds


def odds_of_act(view: State, game: Game, act: Act, people: Policy = NOBODY, *, budget: int = PATIENCE) -> Odds[Any]:
    """The odds of an act's outcome for the seat that would do it."""
    return odds(act_as_rule(view, game, whole(view, game, act)), people, budget=StepLimit(budget))


def odds_of_answer(
    view: State, game: Game, seat: str, question: int, answer: Any, people: Policy = NOBODY, *, budget: int = PATIENCE
) -> Odds[Any]:
    """The odds of the outcome if `seat` answers an open question so."""
    return odds(answer_as_rule(view, game, seat, question, answer), people, budget=StepLimit(budget))


def act_as_rule(view: State, game: Game, act: Act) -> Call[Any]:
    """What an act would lead to, as the seat that would do it can know: a rule to be priced or simulated."""
    judge(game, act, view)
    return _made_up(lambda: _after(view, game, act.seat, act.verb, tuple(act.args.items())))


def answer_as_rule(view: State, game: Game, seat: str, question: int, answer: Any, worth: Worth | None = None) -> Call[Any]:
    """What an answer would lead to, likewise: the outcome, or what that and the table after it are worth to somebody."""
    waiting = view.questions.get(question)
    if waiting is None or waiting.seat != seat:
        raise Refusal("that question is not yours to weigh")
    procedure = view.procedures.get(waiting.procedure)
    if procedure is None:
        raise Unknown("you do not know what this is about")
    waiting.asked.check(answer)
    return _made_up(lambda: _after(view, game, procedure.seat, procedure.verb, procedure.args, waiting, answer, worth))


def _made_up(story: Callable[[], Asks[Any]]) -> Call[Any]:
    """A rule for this occasion: its parts are remembered, it is not."""
    return Rule(story, (), is_remembered=False)()


def _after(
    view: State,
    game: Game,
    seat: str,
    verb: str,
    args: Any,
    waiting: Any = None,
    answer: Any = None,
    worth: Worth | None = None,
) -> Asks[Any]:
    """The story from the waiting question on (from its start, if none waits): what dice and people have yet to say."""
    procedure = view.procedures[waiting.procedure] if waiting else None
    is_replaying = procedure is not None
    facts: Any = view.still()
    try:
        stood = procedure.stood[0] if procedure else view.still()
        running = Running(game, verb, args, stood, seat, lambda _: is_replaying, is_ahead=not procedure)
        if procedure:
            for step, then in zip(procedure.steps, procedure.stood[1:], strict=True):
                running.go_on(_fitting(running, step), then)
            is_replaying, running.is_ahead = False, True
            if isinstance(running.posed.question, Sealed):
                if len(running.posed.question.parts) > 1:
                    raise Unknown("it depends on what others lay face down")
                answer = (answer,)
            running.go_on(given(running.posed.question, answer), view.still())
        while True:
            question, facts = running.posed.question, running.desk.facts
            if isinstance(question, Now):
                facts, said = _landed(facts, game, question), None
            elif isinstance(question, Tell):
                said = _judged(question)
            else:
                said = yield question
            running.go_on(said, facts)
    except StopIteration as done:
        ending = done.value
    except Reached as reached:
        outcome = yield from _finer(reached.so_far)
        return worth(outcome, facts) if worth else outcome
    except NoSuchName as wrong:  # that is no secret: the author has mistyped it
        raise NoSuchName(what_broke(wrong, story=game.verbs[verb].story)) from None
    except Exception as wrong:  # what fails on a view may do so because the view lacks something
        raise Unknown(str(wrong)) from wrong
    outcome, changes = ending_of(ending)
    return worth(outcome, _landed(facts, game, Now(changes))) if worth else outcome


def _finer(so_far: SoFar) -> Asks[Any]:
    """The outcome that an act has come to, as finely as this view can know it."""
    if so_far.finer is None:
        return so_far.outcome
    try:
        call = so_far.finer()
    except NoSuchName as wrong:
        raise NoSuchName(what_broke(wrong)) from None
    except Unknown:
        if so_far.outcome is None:
            raise
        return so_far.outcome
    return (yield from ask(call))


def _judged(question: Tell) -> Any:
    """A verdict, as far as this view knows; what is told to others alone may stay unknown, unless the story goes on with it."""
    try:
        return question.judge()
    except Unknown:
        if question.to is None or question.to.is_everyone:
            raise
        return Blank()


def _fitting(running: Running, step: Recorded) -> Any:
    """What was recorded, if it was an answer to such a question; if not, the story has gone ways that this view cannot know."""
    if not running.comes_to(partial(_is_answered, step)):
        raise Unknown("the story has gone ways that you cannot know")
    try:
        return given(running.posed.question, step.given)
    except FatewrightError as wrong:
        raise Unknown(str(wrong)) from None


def _is_answered(step: Recorded, question: Any) -> bool:
    """Whether this was answered then, as far as a view can know, which has no fingerprints."""
    if kind_of(question) != step.kind:
        return False
    return not is_one(question) or question.default is None or is_open(question, step.given)


def _landed(facts: Facts, game: Game, question: Now) -> Facts:
    state = State()
    state.facts = facts.copy()
    draft = Draft(0, state, game, typed_faces(()))  # nothing is thrown here
    for change in question.changes:
        needed = change.field if isinstance(change, Gain) else "kind"
        if not isinstance(change, Gain | Put) or ("token", change.token, needed) in facts:  # what is unseen stays so
            draft.land(change, EVERYONE)
    return draft.truth.still()
