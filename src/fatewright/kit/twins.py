"""Twin worlds: they differ in what a viewer may not know, and must look alike but for what is declared a reveal."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from fatewright.core.rule.ask import Number
from fatewright.core.table.events import Asked, Rewound
from fatewright.core.table.table import living
from fatewright.kit.performance import (
    Heard,
    LawBroken,
    Performance,
    ScriptLine,
    alike,
    another,
    closed,
    disguises,
    foes,
    played,
    private,
    table_of,
)
from fatewright.kit.stage import PLAYERS
from fatewright.systems.spec import System

WORLDS = 8
PAST_REVEALS = 100  # so many pairs of worlds must be compared past a reveal, or the law has proved nothing


class Twins(NamedTuple):
    """How many pairs of worlds were compared, and how many of them past a declared reveal."""

    pairs: int
    past: int


def twin_worlds(system: System, seed: int, length: int) -> Twins:
    """Worlds that differ only in what a viewer may not know, and agree in all declared reveals, agree in all their bytes."""
    base, script = played(system, seed, length, takes_back=0.1)
    viewers = [seat for seat in base.table.seats() if base.table.truth.facts[("seat", seat, "role")] != "gm"]
    found = []
    for viewer in viewers:
        unseen = _unseen(system, base, script, viewer)
        worlds = [_twin(system, seed, script, viewer, world, unseen).heard(viewer, script) for world in range(WORLDS)]
        try:
            found.append(_alike(worlds))
        except LawBroken as wrong:
            raise LawBroken(f"seed {seed}: {viewer} can tell worlds apart that differ only in secrets: {wrong}") from None
    return Twins(sum(one.pairs for one in found), sum(one.past for one in found))


def _alike(worlds: list[list[Heard]]) -> Twins:
    """Walk through all worlds message by message; they part where they are told different reveals, and nowhere else."""
    compared: set[int] = set()
    past: set[int] = set()
    groups = [(list(range(len(worlds))), 0, False)]
    while groups:
        together, place, is_past = groups.pop()
        if len(together) == 1 or place == len(worlds[together[0]]):
            continue
        parted: dict[Any, list[int]] = {}
        for world in together:
            parted.setdefault(worlds[world][place].reveal, []).append(world)
        for group in parted.values():
            heard = [worlds[world][place] for world in group]
            if len({one.said for one in heard}) > 1:
                raise LawBroken(_difference(*sorted({one.said for one in heard})[:2]))
            if not heard[0].is_mark:
                compared.update(group[1:])
                past.update(group[1:] if is_past else ())
            groups.append((group, place + 1, is_past or heard[0].is_declared))
    return Twins(len(compared), len(past))


def _difference(one: bytes, other: bytes) -> str:
    """The two texts around the first byte in which they differ."""
    at = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 100)
    return " / ".join(f"... {text[start : at + 100].decode(errors='replace')}" for text in (one, other))


def _twin(system: System, seed: int, script: list[ScriptLine], viewer: str, world: int, unseen: list[set[int]]) -> Performance:
    """The script in a world that differs, by number, in what the viewer may not know."""
    chance = Random(f"{seed}/{viewer}/{world}")
    dials = {name: Random(seed + place).choice(dial.values) for place, (name, dial) in enumerate(system.dials.items())}
    hidden = foes(system, chance if world else Random(seed)) if system.has_gm else {}
    kinds = disguises(system, seed, chance if world else Random(seed))
    unknown = closed(system, chance if world else Random(seed))
    others = [player for player in PLAYERS if player != viewer] if world else []
    own = {player: private(system, dials, chance) for player in others}
    performance = Performance(system, table_of(system, seed, hidden, kinds, dials, unknown, own), seed)
    gone = set().union(*(lines for lines in unseen if world and chance.random() < 0.5))
    for line, entry in enumerate(script):
        if line in gone:
            performance.leave_out()
        else:
            performance.perform(_varied(system, entry, viewer, chance, dials) if world and entry.seat != viewer else entry)
    return performance


def _unseen(system: System, base: Performance, script: list[ScriptLine], viewer: str) -> list[set[int]]:
    """Lines that might as well not be there, for all that a viewer may know: what others did in secret and asked nobody.

    If it was taken back at once, so might the taking back.
    """
    records, alive, found = base.table.records, set(living(base.table.records)), []
    if base.table.truth.facts.get(("dial", "secret_rolls")) == "announced":
        return []
    for line, entry in enumerate(script):
        if not (base.went[line] and entry.act and system.game.verbs[entry.act.verb].is_secret):
            continue
        first, end = base.marks[line], [*base.marks, len(records)][line + 1]
        is_part = entry.seat == viewer or viewer in entry.act.args.values()
        if is_part or any(isinstance(event, Asked) for event in records[first:end]):
            continue
        if first in alive:
            # what is taken back later may be another thing in a world where this was not done
            if not any(later.takes_back and later.seat == entry.seat for later in script[line + 1 :]):
                found.append({line})
        elif isinstance(after := records[end], Rewound) and after.before == first:  # it was undone, so something follows
            later = next(later for later in range(line + 1, len(script)) if base.went[later])
            if all(between.seat == viewer for between in script[line + 1 : later]):  # others might do more in another world
                found.append({line, later})
    return found


def _varied(system: System, entry: ScriptLine, viewer: str, chance: Random, dials: Mapping[str, Any]) -> ScriptLine:
    """The line with another secret in it: another answer face down, another hidden number, another foe that looks the same."""
    if entry.act is None:
        return entry._replace(choice=chance.randrange(10**6)) if chance.random() < 0.2 else entry
    verb = system.game.verbs[entry.act.verb]
    args = dict(entry.act.args)
    for slot in verb.slots:
        if slot.is_secret and isinstance(slot.asked, Number):
            args[slot.name] = chance.randint(slot.asked.low, slot.asked.high)
        elif slot.is_secret and slot.choices == tuple(system.kinds):
            args[slot.name] = chance.choice(alike(system, args[slot.name], dials))
        elif slot.of == "person":
            args[slot.name] = another(system, args[slot.name], chance)
        elif verb.is_secret and slot.name == "text" and viewer not in args.values():
            args[slot.name] = chance.choice(("yes", "no", "perhaps"))
    return entry._replace(act=entry.act._replace(args=args))
