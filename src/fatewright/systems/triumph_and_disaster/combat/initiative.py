"""Initiative: who acts before whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fatewright.systems.author import Asks, Change, Desk, Dice, Put, behind, now, say, subrule, tell, throw
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat.sides import side_of
from fatewright.systems.triumph_and_disaster.mechanics import notation

D20 = 20
STATIC = 10
LATER = 10  # a second turn in a round comes so much later


@subrule
def initiative_roll(agility: int) -> Asks[int]:
    """TAD-AGI.05: a twenty-sided die and Agility; no level, and no naturals."""
    return throw(Dice(1, D20).sum(), lambda face: face + agility)


def slots(table: Desk, there: Sequence[str]) -> Asks[tuple[str, ...]]:
    """TAD-CMB.03, TAD-AGI.05, TAD-FOE.02: everybody's initiative, once, and the turns of a round from high to low.

    Whoever has two turns in a round has the second at 10 less.
    """
    yield from _rolled(table, there)
    if table.dial("initiative") == "side":
        return (yield from _sides_in_turn(table, there))
    return (yield from _sorted(table, _turns(table, there)))


def joined(table: Desk, before: tuple[str, ...], late: tuple[str, ...]) -> Asks[tuple[str, ...]]:
    """TAD-CMB.03: late arrivals roll, and find their place among the others."""
    yield from _rolled(table, late)
    if table.dial("initiative") == "side":
        return (*before, *late)
    return (yield from _sorted(table, _turns(table, (*dict.fromkeys(before), *late))))


def _turns(table: Desk, there: Iterable[str]) -> list[tuple[str, int]]:
    """TAD-FOE.02: everybody's turns of a round, each at its initiative; how many a boss has is seen when it takes them."""
    ranks = table.data["lists"]["ranks"]
    return [
        (who, int(table[who]["initiative"]) - LATER * turn)
        for who in there
        for turn in range(int(ranks[table[who]["rank"]].get("turns", 1)))
    ]


def _rolled(table: Desk, there: Sequence[str]) -> Asks[None]:
    """TAD-AGI.05: everybody rolls, or by a dial nobody, or each side once, with its best Agility."""
    how = table.dial("initiative")
    found: dict[str, int] = {}
    if how == "side":
        for side in dict.fromkeys(side_of(table, who) for who in there):
            mates = [who for who in there if side_of(table, who) == side]
            found |= dict.fromkeys(mates, (yield from _side_roll(table, mates)))
    else:
        for who in there:
            found[who] = yield from _one(table, who, is_static=how == "static_10_plus_agility")
    told: tuple[tuple[str, int], ...] = yield from tell("initiative", lambda: tuple(found.items()))
    changes: list[Change] = [Put(who, "initiative", value) for who, value in told]
    yield from now(
        *changes, say("Initiative: {rows:text}", "TAD-AGI.05", rows=", ".join((f"{who} {value}" for who, value in told)))
    )


def _one(table: Desk, who: str, *, is_static: bool) -> Asks[int]:
    agility = int(people.score(people.sheet(table, who), "agility", table.data["lists"]))
    if is_static:
        return STATIC + agility
    if people.is_player_character(table, who):
        return (yield from notation.thrown_by(table, who, initiative_roll(agility)))
    return (yield from behind(lambda: initiative_roll(agility)))


def _side_roll(table: Desk, mates: Sequence[str]) -> Asks[int]:
    best = max(int(people.score(people.sheet(table, who), "agility", table.data["lists"])) for who in mates)
    if all(people.is_player_character(table, who) for who in mates):
        return (yield from notation.thrown_by(table, mates[0], initiative_roll(best)))
    return (yield from behind(lambda: initiative_roll(best)))


def _sorted(table: Desk, turns: list[tuple[str, int]]) -> Asks[tuple[str, ...]]:
    """TAD-AGI.05: high to low; ties: higher Agility, then players' characters, then a die each."""

    def key(turn: tuple[str, int]) -> tuple[int, int, bool]:
        who, value = turn
        agility = int(people.score(people.sheet(table, who), "agility", table.data["lists"]))
        return -value, -agility, not people.is_player_character(table, who)

    ranked: tuple[tuple[str, ...], ...] = yield from tell("order", lambda: _grouped(sorted(turns, key=key), key))
    order: list[str] = []
    for tied in ranked:
        order += tied if len(tied) == 1 else (yield from _broken(table, list(tied)))
    return tuple(order)


def _grouped(turns: list[tuple[str, int]], key: object) -> tuple[tuple[str, ...], ...]:
    groups: dict[object, list[str]] = {}
    for turn in turns:
        groups.setdefault(key(turn), []).append(turn[0])  # type: ignore[operator]  # a function of a turn
    return tuple(tuple(group) for group in groups.values())


def _broken(table: Desk, tied: list[str]) -> Asks[list[str]]:
    """TAD-AGI.05: equals throw a die each, until they differ."""
    faces = {}
    for who in tied:
        faces[who] = yield from notation.thrown_by(table, who, initiative_roll(0))
    yield from now(say("tied: {rows:text}", "TAD-AGI.05", rows=", ".join((f"{who} {face}" for who, face in faces.items()))))
    order: list[str] = []
    for face in sorted(set(faces.values()), reverse=True):
        equal = [who for who in tied if faces[who] == face]
        order += equal if len(equal) == 1 else (yield from _broken(table, equal))
    return order


def _sides_in_turn(table: Desk, there: Sequence[str]) -> Asks[tuple[str, ...]]:
    """TAD-AGI.05: by a dial one side after another, players' first at a tie; within a side by Agility, as they came."""

    def agility(who: str) -> int:
        return int(people.score(people.sheet(table, who), "agility", table.data["lists"]))

    def key(who: str) -> tuple[int, bool, str, int]:
        mates = [one for one in there if side_of(table, one) == side_of(table, who)]
        is_party = any(people.is_player_character(table, one) for one in mates)
        return -int(table[who]["initiative"]), not is_party, side_of(table, who), -agility(who)

    order: tuple[str, ...] = yield from tell("order", lambda: tuple(sorted(there, key=key)))
    ranks = table.data["lists"]["ranks"]
    again: tuple[str, ...] = yield from tell(
        "order", lambda: tuple(who for who in order if int(ranks[table[who]["rank"]].get("turns", 1)) > 1)
    )
    return (*order, *again)
