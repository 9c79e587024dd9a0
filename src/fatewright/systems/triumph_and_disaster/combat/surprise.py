"""Surprise: an ambush, and who walks into it."""

from __future__ import annotations

from collections.abc import Sequence

from fatewright.systems.author import Asks, Desk, now, phrase, say, tell
from fatewright.systems.sides import PARTY
from fatewright.systems.triumph_and_disaster.combat import statuses
from fatewright.systems.triumph_and_disaster.combat.sides import side_of
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, rolls, used_up
from fatewright.systems.triumph_and_disaster.mechanics.rolls import AbilityRoll, settled


def sprung(table: Desk, there: Sequence[str], *, by_players: bool) -> Asks[None]:
    """TAD-CMB.02: every ambusher rolls Sneak, and the lowest total stands for all; each target answers with Notice.

    Ties are the target's. Whoever loses skips the first turn, but still reacts.
    """
    ambushers = [who for who in there if (side_of(table, who) == PARTY) == by_players]
    targets = [who for who in there if who not in ambushers]
    if not ambushers or not targets:
        return
    sneaked: list[AbilityRoll] = []
    for who in ambushers:
        sneaked.append((yield from _rolled(table, Party(who, "Sneak"))))
    noticed: dict[str, AbilityRoll] = {}
    for who in targets:
        noticed[who] = yield from _rolled(table, Party(who, "Notice"))
    criticals = table.dial("triumph_rule")

    def fooled() -> tuple[str, ...]:
        worst = min(sneaked, key=lambda rolled: rolled.total)
        return tuple(who for who in targets if settled(worst, noticed[who], criticals).is_won)

    surprised: tuple[str, ...] = yield from tell("surprise", fooled)
    for who in surprised:
        yield from now(*statuses.gains(table, who, "Surprised"))
    yield from now(say("surprised: {surprised}", "TAD-CMB.02", surprised=[*surprised] or phrase("nobody")))


def _rolled(table: Desk, party: Party) -> Asks[AbilityRoll]:
    """TAD-CMB.02, TAD-TD.06, TAD-TD.07: one of them rolls, and what waited for that is used up."""
    rolled = yield from rolls(table, party)
    yield from now(*used_up(table, party))
    return rolled
