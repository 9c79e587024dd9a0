"""People whom the game master writes: a whole sheet, from a copy or from nothing, without the players' budgets.

They are kept for next time as facts that no view but the game master's has: ("written", NAME) is what they look like and their
sheet, or nothing where they were for once alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from fatewright.core.errors import BadValue
from fatewright.core.table.facts import Facts
from fatewright.core.table.seal import Audience
from fatewright.core.table.story import WRITTEN, Desk, Ending, PutFact, Slot, Verb, a_choice, a_text, ends, say
from fatewright.systems import names, sheet
from fatewright.systems.called import Names

if TYPE_CHECKING:
    from fatewright.systems.spec import System

SOMEBODY = "somebody"  # what one sees of whom the game has no word for
AGAIN, ONCE = "for next time", "for today alone"  # how long whoever is written is kept


def whole(system: System) -> dict[str, tuple[str, ...]]:
    """What may stand on such a sheet, by titles: what the builder asks for, and what others have besides.

    Whatever nobody ready-made has, counts what happens at a table, and begins as it does for everybody.
    """
    found = {step.title: step.fields for step in system.steps if step.fields}
    asked = {name for fields in found.values() for name in fields}
    said = {name for values in (*system.data.get("kinds", {}).values(), system.quick.get("derived", {})) for name in values}
    for name in [name for name in system.fields if name in said and name not in asked]:
        group = system.fields[name].group
        title = group[:1].upper() + group[1:]
        found[title] = (*found.get(title, ()), name)
    return found


def problems(system: System, somebody: sheet.Character) -> list[str]:
    """What keeps somebody off the table: values that no rule could read. Budgets are the players'."""
    return sheet.flaws(system, somebody, {name for fields in whole(system).values() for name in fields})


def judged(system: System, somebody: sheet.Character, dials: Mapping[str, Any] | None = None) -> sheet.Judgement:
    """The same, and as warnings what a player's character could not have."""
    starts = {name: system.fields[name].start for step in system.steps for name in step.fields}
    given = {name: value for name, value in starts.items() if value is not None} | somebody.choices
    player = somebody._replace(choices=given)
    others = sheet.flaws(system, player)
    said = [one for one in sheet.problems(system, player, dials) if one not in others]
    return sheet.Judgement(problems(system, somebody), said, [], [])


def kept_at(facts: Facts) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Whom a game master has written, as far as a view shows it: what they are; what they look like and their sheet."""
    return ((path[1], kept) for path, kept in facts.items() if path[0] == WRITTEN)


def writing(system: System, name: Slot) -> Verb:
    """The verb by which they come to the table, under this name."""
    copies = (sheet.Character(system.id, system.version, kind, values) for kind, values in system.kinds.items())
    slots = (
        name,
        a_choice("look", dict.fromkeys((SOMEBODY, *system.looks.values())), SOMEBODY, usual=_usual_look(system)),
        a_text("person", sheet.LONGEST, of="person", is_secret=True, ready=tuple(map(sheet.written, copies))),
        a_choice("keep", (AGAIN, ONCE), AGAIN, is_secret=True),
    )
    return Verb(
        "write-somebody",
        _write(system),
        slots,
        _may_write(system),
        ("gm",),
        help="Put somebody on the table whose whole sheet you write, or who was written before, without players' budgets.",
        sentence="somebody called {name} appears, who looks like: {look}",
        more=("all about them: {person}", "kept {keep}"),
    )


def _write(system: System) -> Callable[..., Ending]:
    def write(table: Desk, name: str, look: str, person: str, keep: str) -> Ending:
        somebody = _read(system, table, person)
        kind, veil = _as_a_kind(somebody.name), Audience({table.seat})
        placed = system.place(name, _said(system, somebody), kind, table.seat, veil, Audience(table.seats("gm")), table.dials())
        kept = (look, sheet.written(somebody)) if keep == AGAIN else ()
        return ends("here", placed._replace(kind=look), PutFact((WRITTEN, kind), kept), say("{name} is here", name=name))

    return write


def _may_write(system: System) -> Callable[..., str | None]:
    def may(table: Desk, name: str, look: str, person: str, keep: str) -> str | None:
        del look, keep
        try:
            somebody = _read(system, table, person)
        except BadValue as wrong:
            return str(wrong)
        if found := problems(system, somebody):
            return "; ".join(map(Names(system.data).problem, found))
        found_in_name = names.problem(somebody.name)
        return f"what it is: {found_in_name}" if found_in_name else names.name_problem(table, name)

    return may


def _usual_look(system: System) -> Callable[..., str]:
    def usual(table: Desk, person: str) -> str:
        """What somebody was seen as before, or looks like who is ready-made."""
        try:
            somebody = _read(system, table, person)
        except BadValue:
            return SOMEBODY
        kept = table.fact(WRITTEN, _as_a_kind(somebody.name))
        return str(kept[0]) if kept else system.look(somebody.name)

    return usual


def _read(system: System, table: Desk, person: str) -> sheet.Character:
    """Somebody whose sheet is written out, or, by their name alone, who was written before."""
    ready = {kind: kept[1] for kind, kept in kept_at(table.facts) if kept}
    if (kind := _as_a_kind(person)) in ready:
        return sheet.read(ready[kind])._replace(game=system.id, version=system.version)
    if len(person) <= names.LONGEST:
        raise BadValue(f"{person!r} is no sheet, and nobody of that name is kept; kept are: {', '.join(ready) or 'none yet'}")
    return sheet.read(person)


def _said(system: System, somebody: sheet.Character) -> dict[str, Any]:
    """What a sheet says: its form has all fields, and of those that stand as they start, nobody has said anything."""
    return {name: value for name, value in sheet.values(system, somebody).items() if value != system.fields[name].start}


def _as_a_kind(name: str) -> str:
    """What somebody is: never a word that rules know by heart, which have no capitals."""
    return name[:1].upper() + name[1:]
