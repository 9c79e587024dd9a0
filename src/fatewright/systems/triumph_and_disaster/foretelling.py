"""Odds before the dice: which rule an act comes down to, for whoever knows all its numbers."""

from __future__ import annotations

from fatewright.core.rule import Call
from fatewright.systems.author import Asks, Desk, Lens, ask, rule, so_far
from fatewright.systems.triumph_and_disaster import circumstances
from fatewright.systems.triumph_and_disaster.rolling import Party, dice_of, effort, net_of
from fatewright.systems.triumph_and_disaster.rolls import Criticals, Rolled, contest, settled, versus_fate, weighed_roll


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


@rule
def fallen(rolled: Rolled) -> Asks[Rolled]:
    """TAD-CON.09: a roll that has been made."""
    return rolled
    yield


@rule(Lens("wins", lambda verdict: verdict == "wins"))
def against_several(mine: Call[Rolled], others: tuple[Call[Rolled], ...], criticals: Criticals, needs_all: bool) -> Asks[str]:
    """TAD-CON.09: one roll against several, each of whom compares alone: whether all of them are beaten, or any."""
    rolled = yield from ask(mine)
    for theirs in others:
        is_beaten = yield from ask(beaten(rolled, theirs, criticals))
        if is_beaten != needs_all:
            return "wins" if is_beaten else "loses"
    return "wins" if needs_all else "loses"


@rule
def beaten(rolled: Rolled, theirs: Call[Rolled], criticals: Criticals) -> Asks[bool]:
    """TAD-CON.02: whether whoever began it wins."""
    return settled(rolled, (yield from ask(theirs)), criticals).is_won


def roll_call(table: Desk, party: Party, other: Party | None = None) -> Call[Rolled]:
    """TAD-CON.06: one side's roll as a rule with its numbers, as far as a contest tells rolls apart."""
    return weighed_roll(*dice_of(table, party, other))


def foretold_against(table: Desk, mine: Party, others: list[Party], *, needs_all: bool) -> Asks[None]:
    """TAD-CON.06, TAD-CON.09: the odds of one roll against several, for whoever knows all of them.

    Where there is a roll against each, what the first one leaves bears on the next.
    """
    if not others or table.dial("area_roll") != "one_roll":
        return

    def call() -> Call[str]:
        theirs = tuple(roll_call(table, one, mine) for one in others)
        return against_several(roll_call(table, mine), theirs, table.dial("triumph_rule"), needs_all)

    yield from so_far(None, call)


def foretold_fate(table: Desk, party: Party, will: int) -> Asks[None]:
    """TAD-FATE.02, TAD-FATE.03: the odds of an act that comes down to this roll versus fate, for whoever knows enough."""
    yield from so_far(None, lambda: fate_call(table, party, will))


def fate_call(table: Desk, party: Party, will: int) -> Call[str]:
    """TAD-FATE.02, TAD-FATE.03: a roll versus fate as a rule with its numbers."""
    made, net = effort(table, party), net_of(table, party)
    criticals = table.dial("triumph_rule")
    return versus_fate(made.level, int(made.modifier), will, net, criticals, made.explodes, made.rerolls)
