"""What a seat could do, and how the form of each act stands: readings of a view. They are no events; nobody learns of them.

An act is a sentence with slots, each an ordinary question. A slot says what is on offer and what stands there first; whether
the whole may be done says `judge` alone, and why an option is barred is what it says of the sentence with that option.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from inspect import Parameter, signature
from itertools import combinations, islice, product, zip_longest
from types import MappingProxyType
from typing import Any, NamedTuple

from fatewright.core.errors import BadAnswer, TookTooLong
from fatewright.core.grammar import in_words
from fatewright.core.rule.ask import Choose, Number, Option, Text
from fatewright.core.rule.blame import what_broke
from fatewright.core.table.game import Act, Endless, Game, judge, waiting
from fatewright.core.table.seal import Unknown
from fatewright.core.table.state import State
from fatewright.core.table.story import BUILT, PEOPLE, Desk, Refusal, Slot, Verb, answers_for

MOST_WAYS = 160  # in which it is tried whether something can be done at all
ALIKE = 12  # ways that fail for the same reason: then it has nothing to do with what stands in the slots
MOST_OPTIONS = 200  # of a slot that are judged one by one
WISH = ""  # where it is kept that wishes take too long; no verb is called so
UNWRITTEN: dict[type, tuple[Any, Any]] = {Text: ("x", "y"), Number: (0, 1)}  # what stands for something yet to be written

Values = Mapping[str, Any]  # what stands in the slots, by name; None where somebody has yet to write it
Offered = tuple[Option[Any], ...]
NOTHING: Values = MappingProxyType({})


class NoOffer(Exception):
    """What stands in a slot at first cannot be worked out: the game's author must put it right."""


def in_order(verb: Verb) -> list[Slot]:
    """The slots in the order in which they can be filled in: each after those on which it depends."""
    left, found = list(verb.slots), []
    while left:
        named = {slot.name for slot in left}
        ready = next((one for one in left if not named & set(needs(one))), None)
        if ready is None:
            raise TypeError(f"{verb.name}: {', '.join(one.name for one in left)} depend on each other")
        left.remove(ready)
        found.append(ready)
    return found


def needs(slot: Slot) -> list[str]:
    """The slots on which a slot depends: the arguments of what says what stands there."""
    return [name for one in (slot.offers, slot.usual) if one for name in arguments_of(one)]


@cache
def arguments_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The slots that a function of a game asks for."""
    named = [one.name for one in signature(function).parameters.values() if one.kind is Parameter.POSITIONAL_OR_KEYWORD]
    return tuple(named[1:])


class Filled(NamedTuple):
    """One question of a form, and what stands there."""

    asked: Choose[Any] | Number | Text
    value: Any
    is_secret: bool
    known: tuple[str, ...] = ()  # of a text: what may be taken as it is


class Sentence(NamedTuple):
    """An act with its slots filled in; `blocked` is why it cannot be done as it stands."""

    verb: str
    slots: tuple[Filled, ...]
    blocked: str
    given: Values  # what somebody has filled in, or what was found so that it can be done; the rest follows

    @property
    def args(self) -> dict[str, Any]:
        """What stands in each slot."""
        return {slot.asked.name: slot.value for slot in self.slots}

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to be written."""
        return all(slot.value is not None for slot in self.slots)


def whole(view: State, game: Game, act: Act) -> Act:
    """An act of which something was left out, with what stands there in its form; all of it goes into the record.

    What people write themselves is not made up.
    """
    verb = game.verbs.get(act.verb)
    if verb is None or not set(act.args) < {slot.name for slot in verb.slots}:
        return act
    left_out = [slot.name for slot in verb.slots if slot.of not in BUILT and slot.name not in act.args]
    form = Forms(view, game, act.seat).form(verb, act.args).args
    return act._replace(args={**act.args, **{name: form[name] for name in left_out if form[name] is not None}})


class Filling(NamedTuple):
    """The same while it is worked out."""

    values: Values
    offered: Mapping[str, Offered]
    blocked: str


class Forms:
    """The forms of one seat, read off its view as it stands."""

    def __init__(self, view: State, game: Game, seat: str, endless: dict[str, str] | None = None) -> None:
        """`endless` are verbs of which nothing could be found out in time, with what was said then: they are left alone."""
        self.view, self.game, self.seat = view, game, seat
        self._endless = {} if endless is None else endless
        self._desk = Desk(view.facts, game.data, seat, waiting(view))
        role = view.facts.get(("seat", seat, "role"))
        self.verbs = [verb for verb in game.verbs.values() if role in verb.roles]
        self._open: list[Sentence] | None = None  # all of them as they open, once somebody has asked
        self._orders: dict[str, list[Slot]] = {}
        self._all: dict[int, Offered] = {}  # all that could stand in a slot
        self._said: dict[tuple[Any, ...], Any] = {}  # what the game has said of a slot beside others, by what stands in these
        tokens, seats = view.facts.tokens(), view.facts.seats()
        mine = [one for one in tokens if answers_for(view.facts, one) == seat]
        others = [one for one in tokens if one not in mine]
        self._people = {"mine": mine, "token": [*others, *mine], "seat": sorted(seats, key=seat.__eq__)}

    def acts(self, wish: Act | None = None) -> list[Sentence]:
        """What the seat could do, each in a way in which it can be done if one is found: the wish, what is open, the rest."""
        if self._open is None:
            self._open = [self.opened(verb) for verb in self.verbs]
        wished = wish.verb if wish else ""
        found = [self.form(self.game.verbs[wished], wish.args) if wish and one.verb == wished else one for one in self._open]
        return sorted(found, key=lambda one: (one.verb != wished, bool(one.blocked)))

    def wish(self, thinks: Callable[[State, str], Act | None]) -> Act | None:
        """What the seat would do by itself, as a game thinks of it on the seat's view; nothing, where thinking fails.

        What takes too long is not thought of again.
        """
        if WISH in self._endless:
            return None
        try:
            return thinks(self.view, self.seat)
        except TookTooLong as why:
            self._endless[WISH] = str(why)
        except Exception:  # a bug in a game's tactics bars nobody from anything; whoever plays by them notes it down
            return None
        return None

    def form(self, verb: Verb, given: Values) -> Sentence:
        """A form with what somebody has filled in; the rest stands as it usually does."""
        return self._sentence(verb, given, self._draft(verb, given))

    def opened(self, verb: Verb, given: Values = NOTHING) -> Sentence:
        """A form as it opens: so that it can be done, if a way is found from slot to slot, wherever another reason comes up.

        What calls for caution is no such way. Where only a friend is within reach, it says how far off the enemy is.
        """
        stands = self._draft(verb, given)
        if not stands.blocked:
            return self._sentence(verb, given, stands)
        known = {stands.blocked}
        paths = deque([self._ways(verb, stands, given)])
        for tried in range(MOST_WAYS):
            while paths and (way := next(paths[0], None)) is None:
                paths.popleft()  # nothing more on it
            is_hopeless = verb.name in self._endless or (tried > ALIKE and len(known) == 1)
            if not paths or way is None or is_hopeless:
                break
            found = self._draft(verb, way)
            if not found.blocked:
                return self._sentence(verb, way, found)
            if found.blocked not in known:
                known.add(found.blocked)
                paths.append(self._ways(verb, found, way))
            paths.rotate(-1)  # all of them are followed by turns
        return self._sentence(verb, given, stands)

    def reasoned(self, form: Sentence) -> Sentence:
        """A form with what bars each option; what bars the sentence as it stands bars no option in particular."""
        return form._replace(slots=tuple(self._weighed(form, slot) for slot in form.slots))

    def _sentence(self, verb: Verb, given: Values, draft: Filling) -> Sentence:
        slots = (self._filled(verb, slot, draft) for slot in verb.slots)
        return Sentence(verb.name, tuple(slots), draft.blocked, given)

    def _filled(self, verb: Verb, slot: Slot, draft: Filling) -> Filled:
        """The question that a slot is, and what stands there: even something that is not on offer, if somebody put it there."""
        asked = slot.asked._replace(who=self.seat, prompt=verb.called(slot.name), default=None)
        offered = draft.offered.get(slot.name, ())
        if isinstance(asked, Choose):
            asked = asked._replace(options=offered)
        known = tuple(one.value for one in offered) if isinstance(asked, Text) else ()
        return Filled(asked, draft.values[slot.name], slot.is_secret, known)

    def _draft(self, verb: Verb, given: Values) -> Filling:
        """What stands in every slot: what is given, and otherwise what makes sense first."""
        values: dict[str, Any] = {}
        offered: dict[str, Offered] = {}
        wrong = ""
        for slot in self._in_order(verb):
            offers = usual = None
            try:
                offers, usual = self._asked(verb, slot, slot.offers, values), self._asked(verb, slot, slot.usual, values)
            except NoOffer as why:
                wrong = wrong or str(why)
            if isinstance(slot.asked, Choose):
                offered[slot.name] = self._options(slot, offers)
            elif isinstance(slot.asked, Text) and offers:
                offered[slot.name] = offers
            if slot.name in given:
                values[slot.name] = given[slot.name]
            elif usual is not None and self._fits(slot, usual):
                values[slot.name] = usual
            else:
                written = isinstance(slot.asked, Text)  # by whoever acts: what is on offer only helps
                ranked = () if written else offered.get(slot.name, ())
                values[slot.name] = self._first(slot, ranked, values, is_ranked=bool(offers))
        return Filling(values, offered, wrong or self._problem(verb, values, offered))

    def _in_order(self, verb: Verb) -> list[Slot]:
        if verb.name not in self._orders:
            self._orders[verb.name] = in_order(verb)
        return self._orders[verb.name]

    def _asked(self, verb: Verb, slot: Slot, function: Callable[..., Any] | None, values: Values) -> Any:
        """What the game says of a slot; None if it says nothing, or if that depends on what nobody knows here."""
        if function is None or verb.name in self._endless:
            return None
        needed = {name: values[name] for name in arguments_of(function)}
        if not all(self._fits(one, needed[one.name]) for one in verb.slots if one.name in needed):
            return None  # half of a form is filled in with anything
        asked = (verb.name, slot.name, function, *needed.values())
        if asked in self._said:
            return self._said[asked]
        try:
            found = function(self._desk, **needed)
            found = found if function is slot.usual else list(found)
        except Unknown:
            return None
        except TookTooLong as why:  # at which line, would be chance
            self._endless[verb.name] = f"{verb.called(slot.name)}: what is on offer cannot be worked out: {why}"
            return None
        except Exception as why:
            broke = what_broke(why, story=function)
            raise NoOffer(f"{verb.called(slot.name)}: what is on offer cannot be worked out: {broke}") from why
        self._said[asked] = found if function is slot.usual else _ranked(found)
        return self._said[asked]

    def _fits(self, slot: Slot, value: Any) -> bool:
        try:
            slot.check(self.view.facts, self.seat, value)
        except BadAnswer:
            return False
        return True

    def _options(self, slot: Slot, offers: Offered | None) -> Offered:
        """What is on offer; where that is nothing, all of the kind, so that the judge says why not."""
        if offers:
            return offers
        if id(slot) not in self._all:
            self._all[id(slot)] = _as_options(self._people.get(slot.of) or slot.choices)
        return self._all[id(slot)]

    def _first(self, slot: Slot, offered: Offered, before: Values, *, is_ranked: bool) -> Any:
        """What stands in a slot before anybody has touched it: the first on offer, or somebody who is not in the form yet."""
        if slot.default is None and isinstance(slot.asked, Number) and not _is_written(slot):
            return min(max(0, slot.asked.low), slot.asked.high)
        if slot.default is None and slot.ready:
            return slot.ready[0]
        every = [one.value for one in offered if not one.caution]
        if offered and not every:
            return None  # nothing that calls for caution stands there by itself: somebody has to choose it
        if not every or (not is_ranked and slot.default in every):
            return slot.default
        return every[0] if is_ranked else next((one for one in every if one not in before.values()), every[0])

    def _problem(self, verb: Verb, values: Values, offered: Mapping[str, Offered]) -> str:
        """Why a sentence cannot be done; empty if it can. What is yet to be written bars nothing, whatever it will say.

        Nor does what is yet to be chosen, if there is a choice with which it can be done.
        """
        if verb.name in self._endless:
            return self._endless[verb.name]
        empty = [slot for slot in verb.slots if values[slot.name] is None]
        if missing := [slot for slot in empty if not _is_written(slot)]:
            found = f"{verb.called(missing[0].name)}: {missing[0].none or 'there is nothing to choose from'}"
            for way in islice(product(*(offered.get(slot.name, ()) for slot in missing)), MOST_WAYS):
                chosen = {slot.name: option.value for slot, option in zip(missing, way, strict=True)}
                found = self._problem(verb, {**values, **chosen}, offered)
                if not found:
                    break
            return found
        reasons = set()
        for place in range(2 if empty else 1):
            written = {slot.name: UNWRITTEN[type(slot.asked)][place] for slot in empty}
            try:
                judge(self.game, Act(self.seat, verb.name, {**values, **written}), self.view)
            except Endless as why:
                self._endless[verb.name] = str(why)
                return str(why)
            except Refusal as why:
                reasons.add(str(why))
            else:
                return ""
        is_unwritten = len(reasons) > 1 or any(slot.of in BUILT for slot in empty)
        return "" if is_unwritten else reasons.pop()

    def _ways(self, verb: Verb, stands: Filling, given: Values) -> Iterator[dict[str, Any]]:
        """The sentence with something else in one of its slots, by turns: people first, and by turns two of them at once."""
        free = [one for one in verb.slots if one.name not in given and (one.ready or not _is_written(one))]
        others = {
            slot.name: [{slot.name: one} for one in _others(slot, stands) if one != stands.values[slot.name]]
            for slot in sorted(free, key=lambda one: one.of not in PEOPLE)
        }
        people = [slot.name for slot in free if slot.of in PEOPLE]
        pairs = (
            {**one, **two} for first, second in combinations(people, 2) for one, two in product(others[first], others[second])
        )
        single = (one for row in zip_longest(*others.values()) for one in row if one is not None)
        return ({**given, **one} for both in zip_longest(single, pairs) for one in both if one is not None)

    def _weighed(self, form: Sentence, slot: Filled) -> Filled:
        if not isinstance(slot.asked, Choose) or len(slot.asked.options) > MOST_OPTIONS:
            return slot
        verb, options = self.game.verbs[form.verb], []
        for option in slot.asked.options:
            is_there = option.value == slot.value
            why = form.blocked if is_there else self._draft(verb, {**form.given, slot.asked.name: option.value}).blocked
            options.append(option._replace(blocked="" if why == form.blocked else why))
        return slot._replace(asked=slot.asked._replace(options=tuple(options)))


def _is_written(slot: Slot) -> bool:
    """Whether somebody has to write what stands there: nothing does by itself."""
    return isinstance(slot.asked, Text) or slot.of == "line"


def _others(slot: Slot, stands: Filling) -> list[Any]:
    if isinstance(slot.asked, Number):
        return [slot.asked.low, slot.asked.high]
    if isinstance(slot.asked, Text):
        return list(slot.ready)
    return [one.value for one in stands.offered[slot.name] if not one.caution]


def _ranked(values: list[Any]) -> Offered:
    """What is on offer, with a caution last."""
    return tuple(sorted(_as_options(values), key=lambda one: bool(one.caution)))


def _as_options(values: Iterable[Any]) -> Offered:
    return tuple(one if isinstance(one, Option) else Option(one, in_words(one)) for one in values)
