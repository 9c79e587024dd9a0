"""How automatic seats play at a table with people: by their own view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from fatewright.core.errors import BadAnswer
from fatewright.core.rule.ask import Form, Number, Read
from fatewright.core.table.game import Act, judge
from fatewright.core.table.seal import Unknown
from fatewright.core.table.slots import Forms
from fatewright.core.table.state import State
from fatewright.core.table.story import Refusal, answers_for
from fatewright.kit.players import MOST_ANSWERS, Sensible, cautious, half_of, random_answer, random_args
from fatewright.systems.spec import System

END_TURN = "end-turn"
TRIES = 4  # arguments that are tried for each verb
Chooses = Callable[[System, State, str, int, Random], Any]


def told(view: State, question: int, answers: Mapping[str, Any]) -> Iterator[Chooses]:
    """What the scene has somebody answer, if it says so and they may."""
    waiting = view.questions[question]
    said = answers.get(waiting.name)
    said = tuple(said) if isinstance(said, list) else said
    try:
        waiting.asked.check(said)
    except BadAnswer:
        return
    yield lambda *_: said


def sensible(system: System, view: State, seat: str, question: int, chance: Random) -> Any:
    """A modest bid where others bid as well; else what comes to most on average, or what stands by default.

    A game master who is asked for a ruling has no stake in it: where something stands by default, that is the ruling.
    """
    asked, player = view.questions[question].asked, Sensible(system)
    if isinstance(asked, Number) and view.questions[question].part >= 0:  # what others lay down, nobody can know
        return chance.randint(asked.low, max(asked.low, (asked.low + asked.high + 1) // 2))
    if not isinstance(asked, Number) and asked.default is not None and view.facts.get(("seat", asked.who, "role")) == "gm":
        return asked.default
    answers = list(islice(asked.answers(), MOST_ANSWERS + 1))
    if len(answers) <= MOST_ANSWERS and not isinstance(asked, Read | Form):
        worths = {answer: player.worth(view, seat, question, answer) for answer in answers}
        if len(set(worths.values())) > 1:
            return max(worths, key=lambda answer: worths[answer])
    return cautious(asked)


def random(system: System, view: State, seat: str, question: int, chance: Random) -> Any:
    """Anything that may be answered."""
    del system, seat
    return random_answer(view.questions[question].asked, chance)


def usual_act(view: State, system: System, seat: str) -> Act | None:
    """What a seat does by the game's own tactics; in a game that has none, it ends its turn when it has one."""
    act = system.plays(view, system.game, seat)
    if act is None and END_TURN in system.game.verbs and view.facts.get(("turns", "round")) is not None:
        act = Act(seat, END_TURN, {}) if _is_turn_of(view, seat) else None
    try:
        if act is not None:
            judge(system.game, act, view)
    except (Refusal, Unknown):
        return None
    return act


def _is_turn_of(view: State, seat: str) -> bool:
    order, at = view.facts.get(("turns", "order"), ()), view.facts.get(("turns", "at"), 0)
    now = order[at] if 0 <= at < len(order) else ""
    return bool(now) and answers_for(view.facts, now) == seat


def any_act(view: State, system: System, seat: str, verbs: set[str], chance: Random) -> Act | None:
    """Anything of the game's own that a seat may do."""
    forms = Forms(view, system.game, seat)
    open_to = [verb for verb in sorted(forms.verbs, key=lambda one: one.name) if verb.name in verbs]
    chance.shuffle(open_to)
    for verb in (one for one in open_to for _ in range(TRIES)):
        args = random_args(view, verb, seat, chance)
        if args is None:
            continue
        act = Act(seat, verb.name, half_of(forms, verb, args, chance))
        try:
            judge(system.game, act, view)
        except (Refusal, Unknown):
            continue
        return act
    return None
