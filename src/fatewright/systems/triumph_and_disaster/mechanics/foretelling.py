"""Odds before the dice: which rule an act comes down to, for whoever knows all its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from fatewright.systems.author import Asks, Call, Change, Desk, Lens, Put, ask, so_far, subrule
from fatewright.systems.triumph_and_disaster.mechanics import circumstances
from fatewright.systems.triumph_and_disaster.mechanics.rolling import (
    DISASTER,
    TRIUMPH,
    Party,
    counts_margin,
    dice_of,
    effort,
    left_behind,
    net_of,
    used_up,
)
from fatewright.systems.triumph_and_disaster.mechanics.rolls import (
    AbilityRoll,
    Criticals,
    Decision,
    contest,
    counts_double,
    settled,
    versus_fate,
    weighed_roll,
)


def foretold(table: Desk, mine: Party, theirs: Party) -> Asks[None]:
    """TAD-CON.06, TAD-CON.11: the odds of an act that comes down to this contest, for whoever knows both sides."""
    yield from so_far(None, lambda: contest_call(table, mine, theirs))


def contest_call(table: Desk, mine: Party, theirs: Party) -> Call[str]:
    """TAD-CON.06: a contest as a rule with its numbers."""
    first, second = effort(table, mine, theirs), effort(table, theirs, mine)
    net, other_net = circumstances.nets(table, first.found, second.found)
    criticals = table.dial("triumph_rule")
    sides = (first.level, int(first.modifier), second.level, int(second.modifier), net, other_net)
    return contest(*sides, criticals, first.explodes, first.rerolls, second.explodes, second.rerolls)


@subrule
def fallen(rolled: AbilityRoll) -> AbilityRoll:
    """TAD-CON.09: a roll that has been made."""
    return rolled


@subrule(Lens("wins", lambda verdict: verdict == "wins"))
def against_several(
    mine: Call[AbilityRoll], others: tuple[Call[AbilityRoll], ...], criticals: Criticals, needs_all: bool
) -> Asks[str]:
    """TAD-CON.09: one roll against several, each of whom compares alone: whether all of them are beaten, or any."""
    rolled = yield from ask(mine)
    for theirs in others:
        is_beaten = yield from ask(beaten(rolled, theirs, criticals))
        if is_beaten != needs_all:
            return "wins" if is_beaten else "loses"
    return "wins" if needs_all else "loses"


@subrule
def beaten(rolled: AbilityRoll, theirs: Call[AbilityRoll], criticals: Criticals) -> Asks[bool]:
    """TAD-CON.02: whether whoever began it wins."""
    return settled(rolled, (yield from ask(theirs)), criticals).is_won


def roll_call(table: Desk, party: Party, other: Party | None = None) -> Call[AbilityRoll]:
    """TAD-CON.06: one side's roll as a rule with its numbers, as far as a contest tells rolls apart."""
    return weighed_roll(*dice_of(table, party, other))


def foretold_against(table: Desk, mine: Party, others: list[Party], *, needs_all: bool) -> Asks[None]:
    """TAD-CON.06, TAD-CON.09: the odds of one against several, with one roll or a roll against each, for whoever knows all."""
    if not others:
        return

    def call() -> Call[str]:
        if table.dial("area_roll") != "one_roll":
            each = tuple(meetings(table, partial(_these, (mine, one))) for one in others)
            return beaten_in_turn(START, each, needs_all)
        theirs = tuple(roll_call(table, one, mine) for one in others)
        return against_several(roll_call(table, mine), theirs, table.dial("triumph_rule"), needs_all)

    yield from so_far(None, call)


# ── a roll against each of several ─────────────────────────────────────────────────────────────────────────────────────

START, NOTHING, BOON, BANE = range(4)  # for whoever rolls waits: what the table says, nothing, a boon, a bane


class Met(NamedTuple):
    """What one contest of several came to, and what it leaves for the next."""

    how: str  # misses, hits, or hits with a boon
    waits: int


Meetings = tuple[Call[Met], ...]  # one contest, by what waits for whoever rolls it


@subrule
def met(
    mine: Call[AbilityRoll], theirs: Call[AbilityRoll], criticals: Criticals, margin_counts: bool, is_attack: bool
) -> Asks[Met]:
    """TAD-CON.09, TAD-TD.06, TAD-TD.07: one contest of several, and the boon or bane that the next roll has of it."""
    first = yield from ask(mine)
    verdict = settled(first, (yield from ask(theirs)), criticals)
    by_margin = verdict.is_won and verdict.is_clear and margin_counts
    left = left_behind(criticals, verdict.sign, is_attack=is_attack, by_margin=by_margin)
    return Met(hit_of(verdict, criticals, margin_counts), {None: NOTHING, TRIUMPH: BOON, DISASTER: BANE}[left])


def hit_of(verdict: Decision, criticals: Criticals, margin_counts: bool) -> str:
    """TAD-CMB.06, TAD-TD.06, TAD-CON.10: a contest as far as damage is concerned: misses, hits, or hits with a boon."""
    if not verdict.is_won:
        return "misses"
    return "boon" if counts_double(verdict, criticals, margin_counts) else "hits"


@subrule(Lens("wins", lambda verdict: verdict == "wins"))
def beaten_in_turn(waits: int, others: tuple[Meetings, ...], needs_all: bool) -> Asks[str]:
    """TAD-CON.09: a roll against each of several, one after the other: whether all of them are beaten, or any."""
    first, *rest = others
    found = yield from ask(first[waits])
    is_beaten = found.how != "misses"
    if is_beaten != needs_all or not rest:
        return "wins" if is_beaten else "loses"
    return (yield from ask(beaten_in_turn(found.waits, tuple(rest), needs_all)))


def meetings(
    table: Desk, sides: Callable[[Desk], tuple[Party, Party]], *, is_attack: bool = False, uses_first: bool = False
) -> Meetings:
    """TAD-CON.06, TAD-CON.09: one contest of several with its numbers, by what waits for whoever rolls it.

    `uses_first`: what waited for their roll is gone before the other rolls.
    """
    mine, _ = sides(table)
    bare = after(table, used_up(table, mine))
    waiting = [after(bare, circumstances.waits(bare, mine.who, one)) for one in (TRIUMPH, DISASTER)] if mine.who else [bare] * 2

    def call(desk: Desk) -> Call[Met]:
        one, other = sides(desk)
        then = after(desk, used_up(desk, one)) if uses_first else desk
        dice = roll_call(desk, one, other), roll_call(then, other, one)
        return met(*dice, desk.dial("triumph_rule"), counts_margin(desk), is_attack)

    return tuple(call(desk) for desk in (table, bare, *waiting))


def _these(sides: tuple[Party, Party], _: Desk) -> tuple[Party, Party]:
    """Two sides that are the same however the table stands."""
    return sides


def after(table: Desk, changes: Iterable[Change]) -> Desk:
    """The table as it would stand with these changes of tokens' fields."""
    put: dict[tuple[str, ...], Any] = {("token", one.token, one.field): one.value for one in changes if isinstance(one, Put)}
    return table.supposing(put) if put else table


# ── versus fate ────────────────────────────────────────────────────────────────────────────────────────────────────────


def foretold_fate(table: Desk, party: Party, will: int) -> Asks[None]:
    """TAD-FATE.02, TAD-FATE.03: the odds of an act that comes down to this roll versus fate, for whoever knows enough."""
    yield from so_far(None, lambda: fate_call(table, party, will))


def fate_call(table: Desk, party: Party, will: int) -> Call[str]:
    """TAD-FATE.02, TAD-FATE.03: a roll versus fate as a rule with its numbers."""
    made, net = effort(table, party), net_of(table, party)
    criticals = table.dial("triumph_rule")
    return versus_fate(made.level, int(made.modifier), will, net, criticals, made.explodes, made.rerolls)
