"""Solving a rule: two sides answer face down, all else is priced, and the equilibrium of their choices comes out."""

from __future__ import annotations

from collections.abc import Callable, Generator
from fractions import Fraction
from math import lcm
from numbers import Rational
from typing import Any, NamedTuple

from fatewright.core.errors import BadValue, Unanswered
from fatewright.core.rule.ask import One, Sealed, about, is_personal
from fatewright.core.rule.matrix import equilibrium
from fatewright.core.rule.odds import Memory, Odds, StepLimit
from fatewright.core.rule.price import REMEMBERED, UNKNOWN, odds
from fatewright.core.rule.reading import NOBODY, Policy, Posed, unfold
from fatewright.core.rule.rule import Call, Rule, just
from fatewright.core.table.seal import Unknown


class Solution(NamedTuple):
    """A rule solved: its worth to the first side, how each side mixes its answers, and the odds of what then comes out."""

    value: Fraction
    sides: tuple[str, str]
    mixes: tuple[Odds[Any], Odds[Any]]
    outcomes: Odds[Any]
    is_saddle: bool  # each side has one answer that it need not hide


def solve(
    call: Call[Any],
    sides: tuple[str, str] | None,
    worth: Callable[[Any], Any],
    *,
    people: Policy = NOBODY,
    budget: StepLimit | None = None,
    memory: Memory = REMEMBERED,
) -> Solution:
    """The equilibrium of the one sealed question that a rule puts to two sides.

    An outcome is worth `worth(outcome)` to the first of `sides`, and as much less to the second; without `sides`, the first is
    whoever is asked first. Everything but the other's answer is known to both, so the question must come before any dice. What
    else the rule asks of people, `people` answer.
    """
    budget = budget or StepLimit()
    question = _sealed_question(call, people)
    first, second = _parts(call, question, sides)
    rows, columns = _open_answers(first), _open_answers(second)
    budget.spend(len(rows) * len(columns) * min(len(rows), len(columns)), call.rule.name)  # about what the game will take
    is_turned = question.parts[0].who != first.who
    in_place = _in_place(call, memory)

    def rest(row: Any, column: Any) -> Odds[Any]:
        answer = (column, row) if is_turned else (row, column)
        found = odds(in_place, _Once(answer, people), budget=budget, memory=memory)
        if found.beyond or UNKNOWN in found.weights:
            raise BadValue(
                f"{call.rule.name}: what follows {question.said(answer)} cannot be told in full, nor what it is worth"
            )
        return found

    def exact_worth(outcome: Any) -> Any:
        value = worth(outcome)
        if not isinstance(value, Rational):
            raise BadValue(f"{call.rule.name}: worth must be a whole number or a fraction; {outcome} has {value!r}")
        return value

    table = [[rest(row, column) for column in columns] for row in rows]
    solved = equilibrium([[found.mean(exact_worth) for found in line] for line in table])
    mixes = _mix(rows, solved.rows), _mix(columns, solved.columns)
    return Solution(
        solved.value, (first.who, second.who), mixes, _outcomes(table, solved.rows, solved.columns), solved.is_saddle
    )


def _sealed_question(call: Call[Any], people: Policy) -> Sealed:
    """The sealed question that a rule puts before it throws any dice."""
    running, answer = unfold(call), None
    while True:
        try:
            question = running.send(answer).question
        except StopIteration:
            raise BadValue(f"{call.rule.name} puts no sealed question: there is no game to solve") from None
        except Unknown:
            raise BadValue(f"{call.rule.name}: what its sides may answer depends on something hidden") from None
        if isinstance(question, Sealed):
            return question
        if not is_personal(question):
            raise BadValue(f"{call.rule.name} throws dice before any sealed question: there is no single game to solve")
        answer = people(question)
        about(question.name, question.check, answer)


def _parts(call: Call[Any], question: Sealed, sides: tuple[str, str] | None) -> tuple[One, One]:
    """What each side is asked, in the order of `sides`; without any, in the order of the question."""
    asked = {part.who: part for part in question.parts}
    if not len(asked) == len(question.parts) == 2:
        raise BadValue(
            f"{call.rule.name}: '{question.name}' is put to {question.who}; only what is put to two sides can be solved"
        )
    if sides is None:
        return question.parts[0], question.parts[1]
    if set(asked) != set(sides):
        raise BadValue(f"{call.rule.name}: '{question.name}' is put to {question.who}, not to {' and '.join(sides)}")
    return asked[sides[0]], asked[sides[1]]


def _open_answers(part: One) -> list[Any]:
    answers = list(part.answers())
    if not answers:
        raise BadValue(f"{part.who} has no answer to '{part.name}' that is open")
    return answers


def _in_place(call: Call[Any], memory: Memory) -> Call[Any]:
    """The rule with all its sub-rules that ask people run in place: remembered ones would ask a second time unnoticed."""

    def asks_people(question: Any) -> bool:
        try:
            odds(just(question), memory=memory)
        except Unanswered:
            return True
        return False

    def run() -> Generator[Posed, Any, Any]:
        return unfold(call, asks_people)

    made_up = Rule(run, (), is_remembered=False)
    made_up.name = call.rule.name
    return made_up()


class _Once:
    """People whose answers to the sealed question lie face down, to be turned up once; what else is asked, `others` answer."""

    def __init__(self, answer: tuple[Any, Any], others: Policy) -> None:
        self.answer, self.others, self.is_up = answer, others, False

    def __call__(self, question: Any) -> Any:
        if not isinstance(question, Sealed):
            return self.others(question)
        if self.is_up:
            raise BadValue(f"'{question.name}' is a second sealed question; only a rule that puts one can be solved")
        self.is_up = True
        return self.answer


def _mix(answers: list[Any], chances: tuple[Fraction, ...]) -> Odds[Any]:
    total = lcm(*(chance.denominator for chance in chances))
    return Odds({answer: int(chance * total) for answer, chance in zip(answers, chances, strict=True) if chance}, total)


def _outcomes(table: list[list[Odds[Any]]], rows: tuple[Fraction, ...], columns: tuple[Fraction, ...]) -> Odds[Any]:
    """The odds of what comes out if both sides mix so."""
    pairs = [
        (row * column / found.total, found)
        for row, line in zip(rows, table, strict=True)
        for column, found in zip(columns, line, strict=True)
        if row and column
    ]
    total = lcm(*(share.denominator for share, _ in pairs))
    weights: dict[Any, int] = {}
    for share, found in pairs:
        for outcome, weight in found.weights.items():
            weights[outcome] = weights.get(outcome, 0) + int(share * total) * weight
    return Odds(weights, total).lowest_terms()
