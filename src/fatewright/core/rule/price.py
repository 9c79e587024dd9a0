"""Pricing a rule: every throw spread over its answers, sub-rules solved once, equal outcomes merged and remembered."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from itertools import groupby
from math import lcm
from typing import Any, NamedTuple

from fatewright.core.errors import BadValue, TooCostly, Unanswered
from fatewright.core.rule.ask import Personal, about, is_personal
from fatewright.core.rule.dice import product_cost
from fatewright.core.rule.odds import Memory, Odds, StepLimit
from fatewright.core.rule.reading import NOBODY, Given, Policy, Posed, unfold
from fatewright.core.rule.rule import Again, BestOf, Bound, Call, InHand, Judged, Part, Screened, Sums, is_only, just
from fatewright.core.rule.spread import Line, power
from fatewright.core.table.seal import Unknown

LONGEST = 200  # a rule that asks more questions in a row than this may never end
REMEMBERED = Memory()


class Unknowable:
    """The outcome of what depends on something hidden: the odds end where a view ends."""

    __slots__ = ()

    def __str__(self) -> str:
        return "depends on what you do not know"


UNKNOWN = Unknowable()


class Best(NamedTuple):
    """`who` gives the answers that make the average of `value` highest (the first of equals); others as `others` says."""

    who: str
    value: Callable[[Any], Any] = int
    others: Policy = NOBODY


def odds(
    call: Call[Any],
    people: Policy | Best = NOBODY,
    *,
    lens: str = "",
    budget: StepLimit | None = None,
    memory: Memory = REMEMBERED,
) -> Odds[Any]:
    """The exact odds of a rule's outcome, or of what one of its lenses sees in it."""
    view = part = None
    if lens:
        chosen = call.rule.lens(lens)
        view = call.bind(chosen.view)
        part = call.bind(chosen.part) if chosen.part else None
    budget = budget or StepLimit()
    try:
        return _Pricing(people, budget, memory).price(call, view, part).odds
    except RecursionError:
        raise TooCostly(f"{call.rule.name} (whose rules ask each other too deeply)", budget.limit) from None


def odds_of_each(
    call: Call[Any],
    people: Given = NOBODY,
    *,
    lens: str = "",
    budget: StepLimit | None = None,
    memory: Memory = REMEMBERED,
) -> tuple[Personal, list[tuple[Any, Odds[Any]]]] | None:
    """The first question that `people` leave open, and the odds under each of its answers; None if all are answered."""
    budget = budget or StepLimit()
    try:
        odds(call, people, lens=lens, budget=budget, memory=memory)
    except Unanswered as unanswered:
        question = unanswered.question
    else:
        return None
    return question, [
        (answer, odds(call, people.also(question.name, answer), lens=lens, budget=budget, memory=memory))
        for answer in question.answers()
    ]


class _Priced(NamedTuple):
    odds: Odds[Any]
    is_personal: bool  # it depends on what people answer


class _Pricing:
    """One computation: who answers for people, what it may cost, what is known already."""

    def __init__(self, people: Policy | Best, budget: StepLimit, memory: Memory) -> None:
        self.people, self.budget, self.memory = people, budget, memory

    def price(self, call: Call[Any], view: Bound | None, part: Bound | None) -> _Priced:
        """The odds of `call` seen through `view`. What asks no person is remembered for everyone."""
        for_all = (call, view, part)
        for_these = (for_all, self.people)
        known = self.memory.known
        if for_all in known:
            return _Priced(known[for_all], False)
        if for_these in known:
            return _Priced(known[for_these], True)
        walk = _Walk(self, call, view, part)
        solved = walk.odds()
        if call.rule.is_remembered:
            self.memory.keep(for_these if walk.is_personal else for_all, solved)
        return _Priced(solved, walk.is_personal)

    def is_personal(self, question: Any) -> bool:
        """Whether `question` leads to one that people answer."""
        try:
            _Pricing(NOBODY, self.budget, self.memory).price(just(question), None, None)
        except Unanswered:
            return True
        return False

    def sums(self, question: Sums, part: Bound | None, rule: str) -> _Priced:
        """The sum of independent outcomes: of whole numbers by one power, of anything else run by run."""
        if question.first:
            others, first = self.sums(question._replace(first=None), part, rule), self.price(question.first, part, part)
            self.budget.spend(len(others.odds.weights) * len(first.odds.weights), rule)
            return _Priced(_added(others.odds, first.odds, part), others.is_personal or first.is_personal)
        once, is_personal = self.price(question.call, part, part)
        times = question.times
        if {type(value) for value in (question.zero, *once.weights)} == {int} and part is None:
            low, high = min(once.weights), max(once.weights)
            weights_in_all, bits = (high - low + 1) * times, once.total.bit_length() * times
            cost = weights_in_all * (1 + bits // 256) + product_cost(weights_in_all * (bits + 8) // 8, 1)
            self.budget.spend(cost, rule)
            line = power(Line(low, [once.weights.get(value, 0) for value in range(low, high + 1)]), times)
            first = question.zero + line.low
            weights = {first + at: weight for at, weight in enumerate(line.weights) if weight}
            return _Priced(_completed(weights, once.total**times), is_personal)
        so_far = Odds({question.zero: 1}, 1)
        for run in range(1, times + 1):
            key = (question._replace(times=run), part, self.people)
            if key not in self.memory.known:
                self.budget.spend(len(so_far.weights) * len(once.weights), rule)
                self.memory.keep(key, _added(so_far, once, part))
            so_far = self.memory.known[key]
        return _Priced(so_far, is_personal)

    def best(self, question: BestOf) -> _Priced:
        """The highest of independent outcomes: (none above here)^n less (all below)^n, shared among equals."""
        once, is_personal = self.price(question.call, None, None)
        key, times = question.key or (lambda outcome: outcome), question.times
        known = {outcome: weight for outcome, weight in once.weights.items() if outcome is not UNKNOWN}
        weights: dict[Any, int] = {}
        below = 0
        for _, equals in groupby(sorted(known, key=key), key):
            outcomes = list(equals)
            here = sum(known[outcome] for outcome in outcomes)
            share = ((below + here) ** times - below**times) // here  # such a difference divides
            weights.update((outcome, share * known[outcome]) for outcome in outcomes)
            below += here
        if unknown := once.weights.get(UNKNOWN):
            weights[UNKNOWN] = once.total**times - (once.total - unknown) ** times
        return _Priced(_completed(weights, once.total**times), is_personal)

    def again(self, question: Again, rule: str) -> _Priced:
        """What a rule comes to in the end that is run again until it is settled: its settled outcomes, as they stand to each
        other."""
        once, is_personal = self.price(question.call, None, None)
        weights = {outcome: weight for outcome, weight in once.weights.items() if _settles(question, outcome)}
        if not weights:
            raise BadValue(f"{rule}: {question.call.rule.name} would be run again for ever: none of its outcomes settles it")
        return _Priced(Odds(weights, sum(weights.values())), is_personal)


def _settles(question: Again, outcome: Any) -> bool:
    """Whether an outcome settles it; what nobody knows, nobody throws again."""
    try:
        return outcome is UNKNOWN or bool(question.settled(outcome))
    except Unknown:
        return True


STORY = 20  # steps that it takes to answer a question of a story again: it looks at a whole table


class _Walk:
    """One rule led through all its answers. A generator cannot be copied, so each branch replays what was told."""

    def __init__(self, pricing: _Pricing, call: Call[Any], view: Bound | None, part: Bound | None) -> None:
        self.pricing, self.budget, self.people = pricing, pricing.budget, pricing.people
        self.rule, self.view, self.part = call.rule.name, view, part
        self.is_personal = False
        self.replaying = 0 if call.rule.is_remembered else STORY  # steps for each answer that a branch is told again
        self.start: Callable[[], Generator[Any, Any, Any]] = call.start
        if isinstance(self.people, Best):  # what is best inside a sub-rule depends on what comes after it
            self.start = lambda: unfold(call, pricing.is_personal)

    def odds(self) -> Odds[Any]:
        try:
            running = self.start()
            question = running.send(None)
            if is_only(running):
                return self._only(question)
        except StopIteration as done:
            return Odds({self._seen(done.value): 1}, 1)
        except Unknown:
            return Odds({UNKNOWN: 1}, 1)
        return self._after(question, running, ())

    def _only(self, question: Any) -> Odds[Any]:
        """The odds of a rule that is one question: its answers are its outcomes, and nothing need be replayed."""
        answers, weights, total, beyond = self._answers(question)
        if self.view is None:  # no two answers are the same
            return Odds(dict(zip(answers, weights, strict=True)), total, beyond)
        seen: dict[Any, int] = {}
        for answer, weight in zip(answers, weights, strict=True):
            outcome = self._seen(answer)
            seen[outcome] = seen.get(outcome, 0) + weight
        return Odds(seen, total, beyond)

    def _after(self, question: Any, running: Generator[Any, Any, Any] | None, told: tuple[Any, ...]) -> Odds[Any]:
        """The odds of all that follows `question`, which `running` has just asked."""
        if len(told) >= LONGEST:
            raise TooCostly(f"{self.rule} (which asks {LONGEST} questions in a row)", self.budget.limit)
        if isinstance(question, Posed):
            question = question.question
        if isinstance(self.people, Best) and getattr(question, "who", None) == self.people.who:
            return self._best_answer(question, told, self.people)
        try:
            answers, weights, total, beyond = self._answers(question)
        except Unknown:
            return Odds({UNKNOWN: 1}, 1)
        ended: dict[Any, int] = {}
        going_on: list[tuple[int, Odds[Any]]] = []
        steps = 0
        for answer, weight in zip(answers, weights, strict=True):
            steps += 1
            if answer is UNKNOWN:
                ended[UNKNOWN] = ended.get(UNKNOWN, 0) + weight
                continue
            if running is None:
                running = self._replay(told)
            try:
                following = running.send(answer)
            except StopIteration as done:
                outcome = self._seen(done.value)
                ended[outcome] = ended.get(outcome, 0) + weight
            except Unknown:
                ended[UNKNOWN] = ended.get(UNKNOWN, 0) + weight
            else:
                going_on.append((weight, self._after(following, running, (*told, answer))))
            running = None  # its next answer is taken; another branch needs a fresh one
        self.budget.spend(steps + sum(len(rest.weights) for _, rest in going_on), self.rule)
        return _mixed(ended, total, beyond, going_on)

    def _answers(self, question: Any) -> tuple[Iterable[Any], Iterable[int], int, int]:
        """Every answer to `question`, the weights, their total, and what was left uncounted."""
        if is_personal(question):
            self.is_personal = True
            policy = self.people.others if isinstance(self.people, Best) else self.people
            answer = policy(question)
            about(question.name, question.check, answer)
            return (answer,), (1,), 1, 0
        if isinstance(question, Call):
            priced = self.pricing.price(question, None, None)
        elif isinstance(question, (Screened, InHand)):
            priced = self.pricing.price(question.named, None, None)
        elif isinstance(question, Part):
            priced = self.pricing.price(question.call, self.part, self.part)
        elif isinstance(question, Sums):
            priced = self.pricing.sums(question, self.part if question.part else None, self.rule)
        elif isinstance(question, BestOf):
            priced = self.pricing.best(question)
        elif isinstance(question, Again):
            priced = self.pricing.again(question, self.rule)
        elif isinstance(question, Judged):
            self.budget.spend(question.throw.cost(), self.rule)
            priced = _Priced(_judgements(question), False)
        else:
            self.budget.spend(question.cost(), self.rule)
            answers, weights, total, beyond = question.spread()
            return answers, weights, total, beyond
        self.is_personal = self.is_personal or priced.is_personal
        solved = priced.odds
        return solved.weights, solved.weights.values(), solved.total, solved.beyond

    def _best_answer(self, question: Any, told: tuple[Any, ...], best: Best) -> Odds[Any]:
        self.is_personal = True
        found: list[Odds[Any]] = []
        if not any(True for _ in question.answers()):
            raise Unanswered(question)
        for answer in question.answers():
            running = self._replay(told)
            try:
                following = running.send(answer)
            except StopIteration as done:
                found.append(Odds({self._seen(done.value): 1}, 1))
            except Unknown:
                found.append(Odds({UNKNOWN: 1}, 1))
            else:
                found.append(self._after(following, running, (*told, answer)))
        self.budget.spend(sum(len(one.weights) for one in found), self.rule)
        try:
            return max(found, key=lambda one: one.mean(lambda outcome: 0 if outcome is UNKNOWN else best.value(outcome)))
        except (TypeError, ValueError):
            raise BadValue(f"{self.rule}: only numbers have a best; choose a lens that gives one") from None

    def _replay(self, told: tuple[Any, ...]) -> Generator[Any, Any, Any]:
        self.budget.spend(self.replaying * (1 + len(told)), self.rule)
        running = self.start()
        running.send(None)
        for answer in told:
            running.send(answer)
        return running

    def _seen(self, outcome: Any) -> Any:
        if self.view is None or outcome is UNKNOWN:
            return outcome
        try:
            return self.view(outcome)
        except Unknown:
            return UNKNOWN


def _judgements(question: Judged) -> Odds[Any]:
    answers, weights, total, beyond = question.throw.spread()
    merged: dict[Any, int] = {}
    try:
        judgements = list(question.judgements(answers))
    except Unknown:  # some of them depend on something hidden: find out which
        judgements = [_judgement(question, answer) for answer in answers]
    for judgement, weight in zip(judgements, weights, strict=True):
        merged[judgement] = merged.get(judgement, 0) + weight
    return Odds(merged, total, beyond)


def _judgement(question: Judged, answer: Any) -> Any:
    try:
        return next(question.judgements([answer]))
    except Unknown:
        return UNKNOWN


def _mixed(ended: dict[Any, int], total: int, beyond: int, going_on: list[tuple[int, Odds[Any]]]) -> Odds[Any]:
    """Outcomes that were reached at once, and odds that lie behind further questions, over one total."""
    common = lcm(*(rest.total for _, rest in going_on))
    if common > 1:
        ended = {outcome: weight * common for outcome, weight in ended.items()}
        beyond *= common
    for weight, rest in going_on:
        factor = weight * (common // rest.total)
        for outcome, inner in rest.weights.items():
            ended[outcome] = ended.get(outcome, 0) + factor * inner
        beyond += factor * rest.beyond
    return Odds(ended, total * common, beyond)


def _added(one: Odds[Any], other: Odds[Any], part: Bound | None) -> Odds[Any]:
    sums: dict[Any, int] = {}
    for a, weight in one.weights.items():
        for b, factor in other.weights.items():
            value = UNKNOWN if a is UNKNOWN or b is UNKNOWN else part(a + b) if part else a + b
            sums[value] = sums.get(value, 0) + weight * factor
    return _completed(sums, one.total * other.total)


def _completed(weights: dict[Any, int], total: int) -> Odds[Any]:
    """Odds of which everything not counted in `weights` is beyond."""
    return Odds(weights, total, total - sum(weights.values()))
