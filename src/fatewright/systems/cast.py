"""Who comes to the table: verbs that every game has whose folder describes people and foes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from fatewright.core.errors import BadValue
from fatewright.core.rule.rule import Asks
from fatewright.core.table.seal import EVERYONE, Audience
from fatewright.core.table.story import (
    Desk,
    Ending,
    Put,
    Say,
    Slot,
    Verb,
    a_choice,
    a_number,
    a_person,
    a_text,
    ends,
    say,
    tell,
)
from fatewright.systems import names, sheet
from fatewright.systems.called import Names
from fatewright.systems.names import name_problem
from fatewright.systems.whose import KINDS, none_left
from fatewright.systems.writing import whole, writing

if TYPE_CHECKING:
    from fatewright.systems.spec import System

NAMES = ("bring", "place", "introduce", "quick", "write-somebody", "unmask")
WHAT_IT_IS = "what it is"  # the verdict by which the game master says so
FOE = "foe"  # the kind of whom the game master makes up
NO, YES = "no", "yes"
NAME = a_text("name", names.LONGEST)
Telling = Callable[..., Ending]


def cast_verbs(system: System) -> Iterator[Verb]:
    """Bring a character, place somebody ready-made, make up a foe from one number."""
    by = ("gm",) if system.has_gm else ("player",)
    if system.steps:
        character = a_text("character", sheet.LONGEST, of="character", is_secret=True, ready=tuple(ready_made(system)))
        slots: tuple[Slot, ...] = (character,)
        help_, said = "Come to the table with a character.", ("{seat} comes to the table", ("playing {character}",))
        if system.consent:
            slots = (character, a_choice("by_hand", (NO, YES), NO, usual=_is_by_hand(system)))
        more = ("with a sheet written by hand, on which the table votes: {by_hand}",) if system.consent else ()
        bring, may = _bring(system), _may_bring(system)
        yield Verb("bring", bring, slots, may, help=help_, sentence=said[0], more=(*said[1], *more))
    if system.data.get("kinds"):
        none = "" if system.kinds else none_left(system.data, KINDS)
        kind = a_choice("kind", system.kinds, is_secret=system.has_gm, none=none)
        help_, said = "Put somebody ready-made on the table.", ("somebody called {name} appears", ("who is: {kind}",))
        yield Verb("place", _place(system), (NAME, kind), name_problem, by, help=help_, sentence=said[0], more=said[1])
    if system.quick:
        value = system.fields[system.quick["number"]]
        slots = (NAME, a_number("number", value.low, value.high, is_secret=not value.open))
        help_, said = (
            f"Make up a foe by its {value.title} alone.",
            ("a foe called {name} appears", (f"{value.title}: {{number}}",)),
        )
        yield Verb("quick", _quick(system), slots, name_problem, by, help=help_, sentence=said[0], more=said[1])
    if system.has_gm and whole(system):
        yield writing(system, NAME)
    if system.data.get("kinds") and system.has_gm:
        slots = (NAME, kind._replace(is_secret=False))
        help_ = "Put somebody ready-made on the table, and say what they are."
        sentence = "somebody called {name} appears, who is: {kind}"
        yield Verb("introduce", _introduce(system), slots, name_problem, by, help=help_, sentence=sentence)
        who, help_ = a_person("who", "token"), "Say what somebody is."
        yield Verb("unmask", _unmask, (who,), _may_unmask, by, help=help_, sentence="{seat} says what {who} is")


def ready_made(system: System) -> Iterator[str]:
    """Characters that can be taken as they are: the kinds that the builder could have made."""
    for kind, values in system.kinds.items():
        choices = {name: values.get(name, system.fields[name].start) for step in system.steps for name in step.fields}
        character = sheet.Character(system.id, system.version, kind, choices)
        if not sheet.problems(system, character):
            yield sheet.written(character)


def _bring(system: System) -> Callable[..., Asks[Ending] | Ending]:
    def come(table: Desk, character: str) -> Ending:
        somebody = sheet.read(character)
        values = sheet.values(system, somebody)
        place = system.place(
            somebody.name,
            {name: value for name, value in values.items() if name in somebody.choices or value != system.fields[name].start},
            "character",
            table.seat,
            keepers=_gms(table),
            dials=table.dials(),
        )
        more = system.arrival(table, somebody.name, dict(place.fields))
        return ends("here", place, say("{name} comes to the table", name=somebody.name), *more)

    def come_if_agreed(table: Desk, character: str) -> Asks[Ending]:
        somebody = sheet.read(character)
        is_agreed = system.consent and (yield from system.consent(table, somebody.name, sheet.values(system, somebody)))
        if not is_agreed:
            return ends("voted down")
        if problem := may(table, character, YES):  # while others thought, somebody of that name may have come
            return ends("refused", Say(problem))
        return come(table, character)

    def bring(table: Desk, character: str, by_hand: str = NO) -> Asks[Ending] | Ending:
        return come(table, character) if by_hand == NO else come_if_agreed(table, character)

    may = _may_bring(system)
    return bring


def _may_bring(system: System) -> Callable[..., str | None]:
    def may(table: Desk, character: str, by_hand: str = NO) -> str | None:
        try:
            somebody = sheet.read(character)
        except BadValue as wrong:
            return str(wrong)
        judged = sheet.judged(system, somebody, table.dials())
        problems = "; ".join(map(Names(system.data).problem, judged.problems))
        if problem := problems or name_problem(table, somebody.name) or system.admission(table):
            return problem
        if system.consent and by_hand == NO and judged.unusual:
            return f"this sheet is written by hand ({'; '.join(judged.unusual)}): say so, and the table votes on it"
        return None

    return may


def _is_by_hand(system: System) -> Callable[[Desk, str], str | None]:
    """Whether the table has to agree to a character, as its own player finds out; None where it is none."""

    def is_by_hand(table: Desk, character: str) -> str | None:
        try:
            return YES if sheet.judged(system, sheet.read(character), table.dials()).unusual else NO
        except BadValue:
            return None

    return is_by_hand


def may_sit(first: Callable[..., str | None] | None) -> Callable[..., str | None]:
    """Why a place cannot be set for somebody: for the first reason there is, or by the name, if it is new."""

    def may(table: Desk, name: str, role: str) -> str | None:
        if found := first(table, name, role) if first else None:
            return found
        return None if table.role(name) else names.problem_of_newcomer(name, _seats(table), may=(role,))

    return may


def _place(system: System) -> Telling:
    def place(table: Desk, name: str, kind: str) -> Ending:
        somebody = system.place(name, system.kinds[kind], kind, table.seat, _veil(table), _gms(table), table.dials())
        return ends("here", somebody, say("{name} is here", name=name))

    return place


def _introduce(system: System) -> Telling:
    def introduce(table: Desk, name: str, kind: str) -> Ending:
        somebody = system.place(name, system.kinds[kind], kind, table.seat, _veil(table), _gms(table), table.dials())
        known = somebody._replace(kind=kind, fields=tuple(pair for pair in somebody.fields if pair != ("of", kind)))
        return ends("here", known, say("{name} is here: {kind:word}", name=name, kind=_plain(kind)))

    return introduce


def _unmask(table: Desk, who: str) -> Asks[Ending]:
    """Everybody learns what somebody is, not what they can do."""
    kind = yield from tell(WHAT_IT_IS, lambda: table[who].of)
    return ends("told", Put(who, "kind", kind), Put(who, "of", None), say("{who} is: {kind:word}", who=who, kind=_plain(kind)))


def _may_unmask(table: Desk, who: str) -> str | None:
    return None if table[who].get("of", None) else f"everybody sees what {who} is"


def _plain(kind: str) -> str:
    return kind.replace("_", " ")


def _quick(system: System) -> Telling:
    def quick(table: Desk, name: str, number: int) -> Ending:
        return ends(
            "here",
            system.place(name, system.quick_foe(number), FOE, table.seat, _veil(table), _gms(table), table.dials()),
            say("{name} is here", name=name),
        )

    return quick


def _seats(table: Desk) -> list[str]:
    return table.facts.seats()


def _gms(table: Desk) -> Audience:
    return Audience(table.seats("gm"))


def _veil(table: Desk) -> Audience:
    """What the game master puts on the table, only the game master knows the numbers of."""
    return Audience({table.seat}) if table.role(table.seat) == "gm" else EVERYONE
