"""Players that play by themselves: at random, greedily, or by a script. They drive any game, and see only their own view."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from fatewright.core.ask import Choose, Form, Number, Text
from fatewright.core.errors import FatewrightError
from fatewright.core.game import Act, Answer, Command, Game
from fatewright.core.preview import odds_of_answer
from fatewright.core.seal import Unknown, is_hidden
from fatewright.core.state import State
from fatewright.core.story import Field, Verb, answers_for

WORDS = ("the door", "a lamp", "2d6")


def open_questions(view: State, seat: str) -> list[int]:
    """The questions that wait for a seat and are not yet answered."""
    return [number for number, one in view.questions.items() if one.seat == seat and not one.is_locked]


def random_answer(question: Any, chance: Random) -> Any:
    """Any answer that a question allows."""
    match question:
        case Number(low=low, high=high):
            return chance.randint(low, high)
        case Text():
            return chance.choice(WORDS)
        case Form(fields=fields):
            return tuple(random_answer(field, chance) for field in fields)
        case Choose():
            return chance.choice(list(question.answers()))
    raise TypeError(f"nobody knows how to answer {question!r}")


def random_act(view: State, game: Game, seat: str, chance: Random) -> Act | None:
    """Something that a seat can do, with arguments it may put there; None if there is nothing."""
    role = view.facts.get(("seat", seat, "role"))
    verbs = [verb for verb in game.verbs.values() if role in verb.roles]
    chance.shuffle(verbs)
    for verb in verbs:
        args = random_args(view, verb, seat, chance)
        if args is not None:
            return Act(seat, verb.name, args)
    return None


def random_args(view: State, verb: Verb, seat: str, chance: Random) -> dict[str, Any] | None:
    """Arguments that a seat may put into a verb's form; None if one field has nothing to choose from."""
    args = {}
    for field in verb.fields:
        values = list(_values(view, field, seat))
        if not values:
            return None
        args[field.name] = chance.choice(values)
    return args


def _values(view: State, field: Field, seat: str) -> Iterator[Any]:
    """What a seat may put into a field, by its own view; of a wide range, some values."""
    tokens = [path[1] for path in view.facts if path[0] == "token" and path[2] == "kind"]
    match field.kind:
        case "mine":
            yield from (token for token in tokens if answers_for(view.facts, token) == seat)
        case "token":
            yield from tokens
        case "seat":
            yield from (path[1] for path in view.facts if path[0] == "seat" and path[2] == "role")
        case "choice" | "character":
            yield from field.choices
        case "number":
            yield from {field.low, (field.low + field.high) // 2, min(field.low + 1, field.high), min(field.high, 5)}
        case "line":
            yield from (0, 30, 40)
        case "text" if field.name == "notation":
            yield from ("2d6", "1d20?", "4d6kh3")
        case "text":
            yield from WORDS


class Greedy:
    """Answers so that the outcome is, on average and by its own view, as far up in the game's list of outcomes as can be."""

    def __init__(self, game: Game, outcomes: tuple[str, ...]) -> None:
        self.game, self.outcomes = game, outcomes

    def answer(self, view: State, seat: str, question: int) -> Command:
        asked = view.questions[question].asked
        return Answer(seat, question, max(asked.answers(), key=lambda answer: self._worth(view, seat, question, answer)))

    def _worth(self, view: State, seat: str, question: int, answer: Any) -> float:
        try:
            odds = odds_of_answer(view, self.game, seat, question, answer, people=cautious)
        except (FatewrightError, Unknown):
            return 0.0
        known = {outcome: weight for outcome, weight in odds.weights.items() if outcome in self.outcomes}
        total = sum(known.values())
        return sum(self.outcomes.index(outcome) * weight for outcome, weight in known.items()) / total if total else 0.0


def cautious(question: Any) -> Any:
    """Whoever is asked later answers by default, or takes the last option: the cautious one, by convention."""
    default = getattr(question, "default", None)
    return list(question.answers())[-1] if default is None else default


def is_known(value: Any) -> bool:
    """Whether a view holds a value at all."""
    return not is_hidden(value)
