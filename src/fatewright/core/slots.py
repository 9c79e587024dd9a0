"""What a seat could do, and how the form of each act stands: readings of a view. They are no events; nobody learns of them.

An act is a sentence with slots, each an ordinary question. A slot says what is on offer and what stands there first; whether
the whole may be done says `judge` alone, and why an option is barred is what it says of the sentence with that option.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import chain, zip_longest
from typing import Any, NamedTuple

from fatewright.core.ask import Choose, Number, Option, Text
from fatewright.core.errors import FatewrightError
from fatewright.core.game import Act, Game, judge
from fatewright.core.seal import Unknown
from fatewright.core.state import State
from fatewright.core.story import Desk, Field, Refusal, Verb, answers_for

MOST_WAYS = 160  # in which it is tried whether something can be done at all
ALIKE = 12  # ways that fail for the same reason: then it has nothing to do with what stands in the slots
NO_END = 10**9  # the highest number of a line
MOST_OPTIONS = 200  # of a slot that are judged one by one
UNWRITTEN = {"text": ("x", "y"), "character": ("x", "y"), "line": (0, 1)}  # what stands for something yet to be written

Values = Mapping[str, Any]  # what stands in the slots, by name; None where somebody has yet to write it


class Slot(NamedTuple):
    """One question of a form, and what stands there."""

    asked: Choose[Any] | Number | Text
    value: Any
    is_secret: bool


class Sentence(NamedTuple):
    """An act with its slots filled in; `blocked` is why it cannot be done as it stands."""

    verb: str
    slots: tuple[Slot, ...]
    blocked: str

    @property
    def args(self) -> dict[str, Any]:
        """What stands in each slot."""
        return {slot.asked.name: slot.value for slot in self.slots}

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to be written."""
        return all(slot.value is not None for slot in self.slots)


class Forms:
    """The forms of one seat, read off its view as it stands."""

    def __init__(self, view: State, game: Game, seat: str) -> None:
        self.view, self.game, self.seat = view, game, seat
        self._desk = Desk(view.facts, game.data, seat)
        tokens = [token.name for token in self._desk.tokens()]
        seats = [path[1] for path in view.facts if path[0] == "seat" and path[2:] == ("role",)]
        mine = [one for one in tokens if answers_for(view.facts, one) == seat]
        self._people = {"mine": mine, "token": [*(one for one in tokens if one not in mine), *mine], "seat": seats}

    def acts(self, wish: Act | None = None) -> list[Sentence]:
        """What the seat could do, each in a way in which it can be done if one is found: the wish, what is open, the rest."""
        role, wished = self.view.facts.get(("seat", self.seat, "role")), wish.verb if wish else ""
        verbs = [verb for verb in self.game.verbs.values() if role in verb.roles]
        found = [self.form(verb, wish.args) if wish and verb.name == wished else self.way_open(verb) for verb in verbs]
        return sorted(found, key=lambda one: (one.verb != wished, bool(one.blocked)))

    def form(self, verb: Verb, given: Values) -> Sentence:
        """A form with what somebody has filled in; the rest stands as it usually does."""
        values = self._filled(verb, given)
        return self._sentence(verb, values, self._problem(verb, values))

    def reasoned(self, verb: Verb, given: Values) -> Sentence:
        """The same, with what bars each option; what bars the sentence as it stands bars no option in particular."""
        stands = self.form(verb, given)
        return stands._replace(slots=tuple(self._weighed(verb, given, stands.blocked, slot) for slot in stands.slots))

    def way_open(self, verb: Verb) -> Sentence:
        """A form as it opens: so that it can be done, if a way is found from slot to slot, wherever another reason comes up."""
        first = self._filled(verb, {})
        blocked = self._problem(verb, first)
        if not blocked:
            return self._sentence(verb, first, "")
        known = {blocked}
        paths = deque([self._ways(verb, first, {})])
        for tried in range(MOST_WAYS):
            while paths and (given := next(paths[0], None)) is None:
                paths.popleft()  # nothing more on it
            if not paths or given is None or (tried > ALIKE and len(known) == 1):
                break
            values = self._filled(verb, given)
            why = self._problem(verb, values)
            if not why:
                return self._sentence(verb, values, "")
            if why not in known:
                known.add(why)
                paths.append(self._ways(verb, values, given))
            paths.rotate(-1)  # all of them are followed by turns
        return self._sentence(verb, first, blocked)

    def _sentence(self, verb: Verb, values: Values, blocked: str) -> Sentence:
        slots = tuple(Slot(self._asked(field), values[field.name], field.is_secret) for field in verb.fields)
        return Sentence(verb.name, slots, blocked)

    def _asked(self, field: Field) -> Choose[Any] | Number | Text:
        """The question that a slot is."""
        if field.kind in ("number", "line"):
            return Number(self.seat, field.name, "", field.low, field.high or NO_END)
        if field.kind in UNWRITTEN:
            return Text(self.seat, field.name, "", field.high)
        return Choose(self.seat, field.name, "", tuple(Option(one, str(one)) for one in self._offered(field)))

    def _offered(self, field: Field) -> list[Any]:
        return self._people.get(field.kind) or list(field.choices)

    def _filled(self, verb: Verb, given: Values) -> dict[str, Any]:
        """What stands in every slot: what is given, what usually goes with it, and otherwise what makes sense first."""
        values: dict[str, Any] = {}
        for field in verb.fields:
            values[field.name] = given[field.name] if field.name in given else self._first(field, values)
        if verb.suggest is None:
            return values
        try:
            usual = verb.suggest(self._desk, {name: value for name, value in values.items() if value is not None})
        except (FatewrightError, Unknown, LookupError, TypeError, ValueError):  # half of a form is filled in with anything
            return values
        return values | {name: value for name, value in usual.items() if name in values and name not in given}

    def _first(self, field: Field, before: Values) -> Any:
        """What stands in a slot before anybody has touched it: of people, somebody who is not in the form yet."""
        if field.kind == "number":
            return field.default if field.default is not None else min(max(0, field.low), field.high)
        offered = self._offered(field)
        if not offered or field.default in offered:
            return field.default
        return next(chain((one for one in offered if one not in before.values()), offered))

    def _problem(self, verb: Verb, values: Values) -> str:
        """Why a sentence cannot be done; empty if it can. What is yet to be written bars nothing, whatever it will say."""
        empty = [field for field in verb.fields if values[field.name] is None]
        if missing := [field.name for field in empty if field.kind not in UNWRITTEN]:
            return f"{missing[0]}: there is nothing to choose from"
        reasons = set()
        for place in range(2 if empty else 1):
            written = {field.name: UNWRITTEN[field.kind][place] for field in empty}
            try:
                judge(self.game, Act(self.seat, verb.name, {**values, **written}), self.view)
            except Refusal as why:
                reasons.add(str(why))
            else:
                return ""
        is_unwritten = len(reasons) > 1 or any(field.kind == "character" for field in empty)
        return "" if is_unwritten else reasons.pop()

    def _ways(self, verb: Verb, values: Values, given: Values) -> Iterator[dict[str, Any]]:
        """The sentence with something else in one of its slots, by turns: people first."""
        free = sorted((one for one in verb.fields if one.name not in given), key=lambda one: one.kind not in self._people)
        others = [
            [{**given, field.name: one} for one in self._others(field) if one != values[field.name]]
            for field in free
            if field.kind not in UNWRITTEN
        ]
        return (one for row in zip_longest(*others) for one in row if one is not None)

    def _others(self, field: Field) -> list[Any]:
        return [field.low, field.high] if field.kind == "number" else self._offered(field)

    def _weighed(self, verb: Verb, given: Values, blocked: str, slot: Slot) -> Slot:
        if not isinstance(slot.asked, Choose) or len(slot.asked.options) > MOST_OPTIONS:
            return slot
        options = []
        for option in slot.asked.options:
            is_there = option.value == slot.value
            why = blocked if is_there else self._problem(verb, self._filled(verb, {**given, slot.asked.name: option.value}))
            options.append(option._replace(blocked="" if why == blocked else why))
        return slot._replace(asked=slot.asked._replace(options=tuple(options)))
