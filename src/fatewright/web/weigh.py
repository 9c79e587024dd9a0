"""Odds for a screen: counted where that is quick, else drawn and marked so; never in the way of the table."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from fatewright.core.ask import Read, Sealed
from fatewright.core.errors import FatewrightError, TooCostly
from fatewright.core.game import Act
from fatewright.core.odds import Budget, Odds
from fatewright.core.preview import PATIENCE, act_as_rule, answer_as_rule
from fatewright.core.price import UNKNOWN, odds, odds_of_each
from fatewright.core.reading import NOBODY
from fatewright.core.rule import Call
from fatewright.core.sample import simulate
from fatewright.core.seal import Unknown, is_hidden
from fatewright.core.state import State
from fatewright.core.words import LONGEST_FRACTION, fraction, in_order, in_words, label, percent
from fatewright.kit.players import cautious
from fatewright.systems.spec import System
from fatewright.web import wire

DRAWS = 1000
OTHERS = "it depends on what you cannot know yet"
MOST_ANSWERS = 16  # to one question
RULE_PATIENCE = 2_000_000  # steps, for a rule that somebody asks for by name


def odds_of_act(view: State, system: System, act: Act) -> wire.Odds:
    """What an act would lead to, as the seat that would do it can know."""
    dial = view.facts.get(("dial", "odds"))
    if dial == "off":
        return wire.Odds([], "this table shows no odds")
    try:
        priced = _priced(act_as_rule(view, system.game, act), Later())
        return _said(*priced, system, in_words_only=dial == "in words")
    except (FatewrightError, Unknown) as why:
        return wire.Odds([], str(why))


def odds_of_answers(view: State, system: System, seat: str, question: int) -> list[wire.AnswerOdds]:
    """What each answer to a waiting question would lead to."""
    waiting = view.questions.get(question)
    dial = view.facts.get(("dial", "odds"))
    if waiting is None or waiting.seat != seat or is_hidden(waiting.asked) or dial == "off":
        return []
    if isinstance(waiting.asked, Read):  # nobody chooses what dice show
        return []
    answers = list(islice(waiting.asked.answers(), MOST_ANSWERS + 1))
    if len(answers) > MOST_ANSWERS:
        return []
    found = []
    for answer in answers:
        try:
            rule = answer_as_rule(view, system.game, seat, question, answer)
            priced = _said(*_priced(rule, Later()), system, in_words_only=dial == "in words")
        except (FatewrightError, Unknown) as why:
            priced = wire.Odds([], str(why))
        found.append(wire.AnswerOdds(answer, waiting.asked.said(answer), priced))
    return found


def odds_of_rule(title: str, call: Call[Any], lens: str, system: System | None) -> wire.RuleOdds:
    """The odds of a rule by itself; where somebody has a choice, of each answer to the first."""
    asked = odds_of_each(call, NOBODY, lens=lens, budget=Budget(RULE_PATIENCE))
    if asked is None:
        counted = odds(call, NOBODY, lens=lens, budget=Budget(RULE_PATIENCE))
        return wire.RuleOdds(title, "", [wire.AnswerOdds("", "", _said(counted, "", system))])
    question, each = asked
    found = [wire.AnswerOdds(question.said(answer), question.said(answer), _said(one, "", system)) for answer, one in each]
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
        return odds(call, later, budget=Budget(PATIENCE)), later.note
    except TooCostly:
        drawn = simulate(call, DRAWS, 1, later, budget=Budget(PATIENCE))
        note = f"drawn {DRAWS:,} times, not counted: each within about 3 in 100"
        return Odds(dict(drawn.counts), drawn.runs), "; ".join(filter(None, (note, later.note)))


def _said(found: Odds[Any], note: str, system: System | None, *, in_words_only: bool = False) -> wire.Odds:
    if list(found.weights) == [UNKNOWN]:
        return wire.Odds([], OTHERS)
    outcomes = []
    unknown = found.weights.get(UNKNOWN, 0)
    for outcome in from_worst_to_best([outcome for outcome in found.weights if outcome is not UNKNOWN], system):
        weight = found.weights[outcome]
        if in_words_only:
            outcomes.append(wire.Outcome(label(outcome), 0.0, in_words(weight, found.total), ""))
        else:
            chance = (weight / found.total, percent(weight, found.total), fraction(weight, found.total))
            outcomes.append(wire.Outcome(label(outcome), *chance))
    if found.beyond:
        note = f"{percent(found.beyond, found.total)} is left uncounted: it goes on for too long"
    if in_words_only:
        return wire.Odds(outcomes, "; ".join(filter(None, (note, OTHERS if unknown else ""))))
    return wire.Odds(outcomes, note, _mean(found), unknown / found.total)


def from_worst_to_best(outcomes: list[Any], system: System | None) -> list[Any]:
    """Outcomes in the order that the game gives them, or else in that of numbers."""
    order: Mapping[Any, int] = {name: place for place, name in enumerate(system.outcomes)} if system else {}
    if outcomes and all(isinstance(one, str) and one in order for one in outcomes):
        return sorted(outcomes, key=order.__getitem__)
    return in_order(outcomes)


def _mean(found: Odds[Any]) -> str:
    if found.beyond or any(type(outcome) is not int for outcome in found.weights):
        return ""
    mean = found.mean()
    return f"{float(mean):.4f}" + (f" = {mean}" if len(str(mean)) <= LONGEST_FRACTION else "")
