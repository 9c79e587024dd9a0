"""Odds for a screen: counted where that is quick, else drawn and marked so; never in the way of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from typing import Any

from fatewright.core.errors import BadValue, FatewrightError, TooCostly
from fatewright.core.rule.ask import Read, Sealed
from fatewright.core.rule.odds import Odds, StepLimit
from fatewright.core.rule.price import UNKNOWN, odds, odds_of_each
from fatewright.core.rule.reading import NOBODY
from fatewright.core.rule.rule import Call
from fatewright.core.rule.sample import simulate
from fatewright.core.rule.words import (
    LONGEST_FRACTION,
    TURNED,
    Tone,
    fraction,
    from_worst_to_best,
    in_words,
    label,
    percent,
    tone_of,
)
from fatewright.core.table.game import Act
from fatewright.core.table.preview import PATIENCE, act_as_rule, answer_as_rule
from fatewright.core.table.seal import Unknown, is_hidden
from fatewright.core.table.state import Open, State
from fatewright.core.table.story import answers_for
from fatewright.kit.players import cautious
from fatewright.systems.spec import System
from fatewright.watchdog import TooLong, within
from fatewright.web import wire

SECONDS = 5.0  # of work for one request
DRAWS = 1000
OTHERS = "it depends on what you cannot know yet"
MOST_ANSWERS = 16  # to one question
RULE_PATIENCE = 2_000_000  # steps, for a rule that somebody asks for by name


def odds_of_act(view: State, system: System, act: Act, patience: float = SECONDS) -> wire.Odds:
    """What an act would lead to, as the seat that would do it can know; or why nobody can tell in so many seconds."""
    dial = view.facts.get(("dial", "odds"))
    if dial == "off":
        return wire.Odds([], "this table shows no odds")

    def weighed() -> wire.Odds:
        priced = _priced(act_as_rule(view, system.game, act), Later())
        return _said(*priced, system.tones, in_words_only=dial == "in words")

    return _weighed(patience, weighed)


def _weighed(seconds: float, weighed: Callable[[], wire.Odds]) -> wire.Odds:
    """What is weighed; where that cannot be known or takes too long, why."""
    try:
        return within(seconds, weighed)
    except TooLong:
        return wire.Odds([], too_long(seconds))
    except (FatewrightError, Unknown) as why:
        return wire.Odds([], str(why))


def too_long(seconds: float) -> str:
    """What somebody reads whose odds take too long."""
    return f"no odds: it takes longer than {seconds:g} seconds to count them"


def excerpt(view: State, question: int | None = None) -> State:
    """What of a view is needed for its odds: what stands on the table, and what the question is about."""
    found = State()
    found.facts = view.facts.copy()  # the table goes on meanwhile
    waiting = view.questions.get(question) if question is not None else None
    if waiting is not None and question is not None:
        found.questions[question] = waiting
        if waiting.procedure in view.procedures:
            found.procedures[waiting.procedure] = view.procedures[waiting.procedure].copy()
    return found


def odds_of_answers(view: State, system: System, seat: str, question: int, patience: float = SECONDS) -> list[wire.AnswerOdds]:
    """What each answer to a waiting question would lead to; each has its share of the time."""
    waiting = view.questions.get(question)
    dial = view.facts.get(("dial", "odds"))
    if waiting is None or waiting.seat != seat or is_hidden(waiting.asked) or dial == "off":
        return []
    if isinstance(waiting.asked, Read):  # nobody chooses what dice show
        return []
    answers = list(islice(waiting.asked.answers(), MOST_ANSWERS + 1))
    if len(answers) > MOST_ANSWERS:
        return []

    def weighed(answer: Any) -> wire.Odds:
        rule = answer_as_rule(view, system.game, seat, question, answer)
        return _said(*_priced(rule, Later()), tones, in_words_only=dial == "in words")

    tones = _tones_for(view, system, waiting)
    share = patience / max(len(answers), 1)
    return [
        wire.AnswerOdds(answer, str(waiting.asked.said(answer)), _weighed(share, partial(weighed, answer)))
        for answer in answers
    ]


def _tones_for(view: State, system: System, waiting: Open) -> Mapping[str, Tone]:
    """Tones as whoever is asked takes them: the doer's, to a foe the other way round, and to anybody else plain."""
    procedure = view.procedures.get(waiting.procedure)
    verb = system.game.verbs.get(procedure.verb) if procedure else None
    if procedure is None or verb is None:
        return system.tones
    args = dict(procedure.args)
    people = [args.get(slot.name) for slot in verb.slots if slot.of in ("mine", "token")]
    theirs = [answers_for(view.facts, one) if isinstance(one, str) else "" for one in people] or [procedure.seat]
    if theirs[0] == waiting.seat:
        return system.tones
    if waiting.seat in theirs:
        return {name: TURNED.get(tone, tone) for name, tone in reversed(system.tones.items())}
    return dict.fromkeys(system.tones, "plain")


def odds_of_rule(title: str, call: Call[Any], lens: str, system: System | None, patience: float = SECONDS) -> wire.RuleOdds:
    """The odds of a rule by itself; where somebody has a choice, of each answer to the first."""
    try:
        return within(patience, lambda: _counted(title, call, lens, system))
    except TooLong:
        raise BadValue(f"{too_long(patience)}; ask for less (smaller pools, one of its lenses)") from None


def _counted(title: str, call: Call[Any], lens: str, system: System | None) -> wire.RuleOdds:
    tones = system.tones if system else {}
    asked = odds_of_each(call, NOBODY, lens=lens, budget=StepLimit(RULE_PATIENCE))
    if asked is None:
        counted = odds(call, NOBODY, lens=lens, budget=StepLimit(RULE_PATIENCE))
        return wire.RuleOdds(title, "", [wire.AnswerOdds("", "", _said(counted, "", tones))])
    question, each = asked
    found = [wire.AnswerOdds(question.said(answer), question.said(answer), _said(one, "", tones)) for answer, one in each]
    return wire.RuleOdds(title, question.prompt, found)


class Later:
    """How the odds take it that questions are answered which come later: cautiously; what is laid face down, nobody knows."""

    note = ""

    def __call__(self, question: Any) -> Any:
        if isinstance(question, Sealed):
            raise Unknown(OTHERS)
        self.note = "as if whoever is asked on the way took the default, or else the last option"
        return cautious(question)


def _priced(call: Call[Any], later: Later) -> tuple[Odds[Any], str]:
    try:
        return odds(call, later, budget=StepLimit(PATIENCE)), later.note
    except TooCostly:
        drawn = simulate(call, DRAWS, 1, later, budget=StepLimit(PATIENCE))
        note = f"drawn {DRAWS:,} times, not counted: each within about 3 in 100"
        return Odds(dict(drawn.counts), drawn.runs), "; ".join(filter(None, (note, later.note)))


def _said(found: Odds[Any], note: str, tones: Mapping[str, Tone], *, in_words_only: bool = False) -> wire.Odds:
    if list(found.weights) == [UNKNOWN]:
        return wire.Odds([], OTHERS)
    outcomes = []
    unknown = found.weights.get(UNKNOWN, 0)
    for outcome in from_worst_to_best([outcome for outcome in found.weights if outcome is not UNKNOWN], tones):
        weight, tone = found.weights[outcome], tone_of(outcome, tones)
        if in_words_only:
            outcomes.append(wire.Outcome(label(outcome), 0.0, in_words(weight, found.total), "", tone))
        else:
            chance = (weight / found.total, percent(weight, found.total), fraction(weight, found.total))
            outcomes.append(wire.Outcome(label(outcome), *chance, tone))
    if found.beyond:
        note = f"{percent(found.beyond, found.total)} is left uncounted: it goes on for too long"
    if in_words_only:
        return wire.Odds(outcomes, "; ".join(filter(None, (note, OTHERS if unknown else ""))))
    return wire.Odds(outcomes, note, _mean(found), unknown / found.total)


def _mean(found: Odds[Any]) -> str:
    if found.beyond or any(type(outcome) is not int for outcome in found.weights):
        return ""
    mean = found.mean()
    return f"{float(mean):.4f}" + (f" = {mean}" if len(str(mean)) <= LONGEST_FRACTION else "")
