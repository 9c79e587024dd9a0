"""Players that play by themselves: at random, sensibly, or by a script. They drive any game, and see only their own view."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from fatewright.core.errors import FatewrightError
from fatewright.core.rule.ask import WORDS, Choose, Number, Text, is_one
from fatewright.core.rule.odds import StepLimit
from fatewright.core.rule.price import odds
from fatewright.core.table.facts import Facts
from fatewright.core.table.game import Act, Answer, Command, Game, judge
from fatewright.core.table.preview import PATIENCE, answer_as_rule
from fatewright.core.table.seal import Unknown, is_hidden
from fatewright.core.table.slots import Forms
from fatewright.core.table.state import State
from fatewright.core.table.story import Refusal, Slot, Verb, answers_for
from fatewright.systems.spec import System


def open_questions(view: State, seat: str) -> list[int]:
    """The questions that wait for a seat and are not yet answered."""
    return [number for number, one in view.questions.items() if one.seat == seat and not one.is_locked]


def random_answer(question: Any, chance: Random) -> Any:
    """Any answer that a question allows."""
    if not is_one(question):
        raise TypeError(f"nobody knows how to answer {question!r}")
    return question.picked(chance.randrange)


def random_act(view: State, game: Game, seat: str, chance: Random) -> Act | None:
    """Something that a seat can do, with any arguments it may put there; None if there is nothing.

    Forms have no say in it: what they leave out or block by mistake still comes up.
    """
    role = view.facts.get(("seat", seat, "role"))
    verbs = [verb for verb in game.verbs.values() if role in verb.roles]
    chance.shuffle(verbs)
    for verb in verbs:
        for _ in range(TRIES):
            args = random_args(view, verb, seat, chance)
            if args is None:
                break
            act = Act(seat, verb.name, args)
            if chance.random() < HEEDLESS or _is_allowed(view, game, act):
                return act
    return None


def half_of(forms: Forms, verb: Verb, args: dict[str, Any], chance: Random) -> dict[str, Any]:
    """What stands in a form if somebody touches some of it, and leaves the rest."""
    touched = {name: value for name, value in args.items() if chance.random() < TOUCHES}
    return {name: args[name] if value is None else value for name, value in forms.form(verb, touched).args.items()}


TOUCHES = 0.6  # so often a random player puts something else into a slot
TRIES = 3  # so often a random player thinks of something else, if it sees that it may not do it
HEEDLESS = 0.2  # and so often it does not look


def _is_allowed(view: State, game: Game, act: Act) -> bool:
    try:
        judge(game, act, view)
    except Refusal:
        return False
    return True


def random_args(view: State, verb: Verb, seat: str, chance: Random) -> dict[str, Any] | None:
    """Arguments that a seat may put into a verb's form; None if one slot has nothing to choose from."""
    args = {}
    for slot in verb.slots:
        values = list(_values(view, slot, seat))
        if not values:
            return None
        args[slot.name] = chance.choice(values)
    return args


def _values(view: State, slot: Slot, seat: str) -> Iterator[Any]:
    """What a seat may put into a slot, by its own view; of a wide range, some values."""
    match slot.of or slot.asked:
        case "mine":
            yield from (token for token in _tokens(view) if answers_for(view.facts, token) == seat)
        case "token":
            yield from _tokens(view)
        case "seat":
            yield from view.facts.seats()
        case "character" | "person":
            yield from slot.ready
        case "line":
            yield from (0, 30, 40)
        case Choose():
            yield from slot.choices
        case Number(low=low, high=high):
            yield from {low, (low + high) // 2, min(low + 1, high), min(high, 5)}
        case Text(name="notation"):
            yield from ("2d6", "1d20?", "4d6kh3")
        case Text():
            yield from WORDS


def _tokens(view: State) -> list[str]:
    return view.facts.tokens()


class Sensible:
    """Answers so that, on average and by its own view, as much as can be comes of it.

    What is much, a game says in its table of worths: how good each outcome is, and what the numbers of a player and of their
    tokens are worth besides. Where it says nothing, an outcome is as good as it stands high in the list of outcomes.
    """

    def __init__(self, system: System) -> None:
        self.game, given = system.game, system.worth
        ranks = {outcome: place for place, outcome in enumerate(system.outcomes)}
        self.outcomes: Mapping[Any, int] = given.get("outcomes", ranks)
        self.held: Mapping[str, int] = given.get("seats", {})
        self.fields: Mapping[str, int] = given.get("fields", {})

    def answer(self, view: State, seat: str, question: int) -> Command:
        asked = view.questions[question].asked
        answers = list(islice(asked.answers(), MOST_ANSWERS + 1))
        if len(answers) > MOST_ANSWERS:  # too much to weigh
            return Answer(seat, question, cautious(asked))
        best = max(answers, key=lambda answer: self.worth(view, seat, question, answer))
        return Answer(seat, question, best)

    def worth(self, view: State, seat: str, question: int, answer: Any) -> float:
        """What an answer comes to on average, as far as the seat can know."""
        try:
            rule = answer_as_rule(view, self.game, seat, question, answer, lambda *end: self._value(seat, *end))
            weights = odds(rule, cautious, budget=StepLimit(PATIENCE)).weights
        except (FatewrightError, Unknown):
            return 0.0
        known = {value: weight for value, weight in weights.items() if isinstance(value, int)}
        total = sum(known.values())
        return sum(value * weight for value, weight in known.items()) / total if total else 0.0

    def _value(self, seat: str, outcome: Any, facts: Facts) -> int:
        held = sum(worth * facts.get(("seat", seat, name), 0) for name, worth in self.held.items())
        mine = [token for token in facts.tokens() if answers_for(facts, token) == seat]
        fields = ((worth, facts.get(("token", token, name), 0)) for token in mine for name, worth in self.fields.items())
        return int(self.outcomes.get(outcome, 0) + held + sum(worth * value for worth, value in fields))


MOST_ANSWERS = 24  # that a sensible player weighs one by one
FAR = 100_000  # answers that are looked through for the last of them


def cautious(question: Any) -> Any:
    """Whoever is asked later answers by default, or takes the last option: the cautious one, by convention."""
    default = getattr(question, "default", None)
    return deque(islice(question.answers(), FAR), 1).pop() if default is None else default


def is_known(value: Any) -> bool:
    """Whether a view holds a value at all."""
    return not is_hidden(value)
