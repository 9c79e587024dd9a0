"""Questions and events without their words: what may be put better at any time, while everything that was stored still fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from fatewright.core.errors import BadAnswer
from fatewright.core.phrases import Phrase
from fatewright.core.rule.ask import Sealed, is_one, is_personal
from fatewright.core.rule.rule import Judged
from fatewright.core.table.events import (
    Asked,
    Began,
    Cancelled,
    Event,
    Fact,
    Landed,
    Revealed,
    Rolled,
    Told,
    Verdict,
    Withdrawn,
)
from fatewright.core.table.game import Game
from fatewright.core.table.seal import KEEPER, Secret, is_hidden
from fatewright.core.table.state import Recorded
from fatewright.core.table.story import ALONE, SEAT, Learn, Now, Ruling, Say, Tell

MARK = "="  # before every digest that has no words in it; those of before have none


def fingerprint(question: Any) -> str:
    """A digest of what was asked: its kind, its name and its values."""
    asked = question.throw if isinstance(question, Judged) else question
    text = f"{type(asked).__name__}:{wordless(asked)!r}"
    return MARK + blake2b(text.encode(), digest_size=8).hexdigest()


def fits(step: Recorded, question: Any) -> bool:
    """Whether a recorded answer was given to this question.

    Digests of before had its words in them, so that nothing could be put better: an answer of then fits by its kind.
    """
    if str(step.fingerprint).startswith(MARK):
        return bool(step.fingerprint == fingerprint(question))
    return step.kind == kind_of(question) and is_open(question, step.given)


def wordless(asked: Any) -> Any:
    """A question, or what a story changes, without prompts, labels, reasons and lines for the log."""
    match asked:
        case Sealed(name, _, parts, is_kept):
            return name, _parts(parts), is_kept
        case _ if is_one(asked):
            return _whom(asked.who), asked.name, *(_parts(one) if _are_questions(one) else one for one in asked.bare())
        case Now(changes):
            return tuple(_bare(change) for change in changes if not isinstance(change, Say))
        case Tell(name):
            return name
    return asked


def _are_questions(value: Any) -> bool:
    return isinstance(value, tuple) and any(map(is_one, value))


def _parts(questions: Iterable[Any]) -> tuple[tuple[str, Any], ...]:
    return tuple((type(one).__name__, wordless(one)) for one in questions)


def _whom(who: str) -> str:
    """Who is asked, whether or not somebody may answer in their stead."""
    return who.removeprefix(ALONE).removeprefix(SEAT)


def _bare(change: Any) -> Any:
    match change:
        case Learn(seat):
            return Learn(seat, "")
        case Ruling(token, field, value):
            return Ruling(token, field, value, "")
    return change


def kind_of(question: Any) -> str:
    """As the fold of a table names the kinds of answers."""
    if isinstance(question, Tell):
        return f"tell {question.name}"
    if isinstance(question, Now):
        return "now"
    return "people" if is_personal(question) else "dice"


def is_open(question: Any, answer: Any) -> bool:
    """Whether people could give this answer."""
    if not is_personal(question) or is_hidden(answer):
        return True
    try:
        question.check(answer)
    except BadAnswer:
        return False
    return True


# ── events ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def undigested(events: Iterable[Event]) -> list[Event]:
    """Events without the digests of what was asked, which were once made otherwise."""
    digested = (Rolled, Landed, Verdict, Asked, Revealed)
    return [event._replace(fingerprint="") if isinstance(event, digested) else event for event in events]


def numbers_agree(some: Iterable[Event], others: Iterable[Event]) -> bool:
    """Whether lines of the same templates tell the same numbers. Which lines there are, and in which words, may differ."""
    here, there = _numbers_told(some), _numbers_told(others)
    told_alike = (template for template in here.keys() & there.keys() if len(here[template]) == len(there[template]))
    return all(sorted(here[template]) == sorted(there[template]) for template in told_alike)


def _numbers_told(events: Iterable[Event]) -> dict[str, list[tuple[int, ...]]]:
    """By template the numbers of each phrase that was told, phrases within phrases included."""
    found: dict[str, list[tuple[int, ...]]] = {}
    left = [event.text for event in events if isinstance(event, Told)]
    while left:
        if isinstance(text := left.pop(), Phrase):
            values = [value for _, value in text.values]
            found.setdefault(text.template, []).append(tuple(int(value) for value in values if isinstance(value, int)))
            left += [value for value in values if isinstance(value, Phrase)]
    return found


def wordless_events(events: Sequence[Event], first: int, game: Game, asked: Callable[[int], Asked]) -> list[Any]:
    """What an act came to, from record number `first` on, in facts, dice, answers, verdicts and outcomes.

    Lines for the log are left out: of their numbers `numbers_agree` knows. So procedures and questions that begin here go by
    their turn, not by their number. So are questions that were withdrawn only to be put in other words; `asked` finds those
    of before.
    """
    turns: dict[int, str] = {}
    left_out: set[int] = set()
    for number, event in enumerate(events, first):
        if isinstance(event, Told) or (number in left_out and isinstance(event, Asked)):
            left_out.add(number)
        elif isinstance(event, Began | Asked):
            turns[number] = f"{type(event).__name__} {len(turns)}"
        elif (
            isinstance(event, Withdrawn)
            and event.question < first
            and _is_put_anew(asked(event.question), events[number - first + 1 :])
        ):
            left_out |= {number, number + 1}
    kept = (event for number, event in enumerate(undigested(events), first) if number not in left_out)
    return [_without_words(event, turns, game) for event in kept]


def _is_put_anew(before: Asked, after: Sequence[Event]) -> bool:
    """Whether a question that was withdrawn is the next to be asked, in other words."""
    if not after or not isinstance(one := after[0], Asked):
        return False
    was, now = before.asked.open(KEEPER), one.asked.open(KEEPER)
    same_place = (before.procedure, before.part, before.seat) == (one.procedure, one.part, one.seat)
    return same_place and (type(was), wordless(was)) == (type(now), wordless(now))


def _without_words(event: Event, turns: Mapping[int, str], game: Game) -> Any:
    """An event as a row of its kind and its values."""
    values: dict[str, Any] = event._asdict()
    for name in ("procedure", "question"):
        if name in values:
            values[name] = turns.get(values[name], values[name])
    match event:
        case Began(_, _, verb, args) if verb in game.verbs:
            values["args"] = sorted(game.verbs[verb].fitted(args).items(), key=lambda pair: pair[0])
        case Asked(asked=Secret() as asked):
            question = asked.open(KEEPER)
            values["asked"] = (type(question).__name__, wordless(question), asked.to)
        case Withdrawn() | Cancelled():
            del values["reason"]
        case Fact(("note", *_)):
            del values["value"]
    return type(event).__name__, values
