"""Shooting: bows, javelins, spears and slings, at somebody unaware, still, moving or in cover."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems.author import Asks, Desk, From, PutFact, Story, ends, now, phrase, say, verb
from fatewright.systems.avitch.characters import conditions, people
from fatewright.systems.avitch.hand_to_hand import clashes, pairings
from fatewright.systems.avitch.hand_to_hand.pairings import Actor, Foe
from fatewright.systems.avitch.mechanics import deciding
from fatewright.systems.avitch.mechanics.attempts import against, unopposed
from fatewright.systems.avitch.travel import movement

Shot = Annotated[str, From("shots")]
MISSED = "position betrayed"


def occasion(table: Desk, who: str, target: str) -> str:
    """AVI-4.15: the exchange or the round of a chase that a shot falls into; nothing, outside of both."""
    fight = pairings.fight_of(table, target)
    if fight is not None:
        return f"fight {fight.number}, exchange {fight.exchanges}"
    return f"chase, round {table.fact('chase', 'round')}" if movement.side_of(table, who) else ""


def _may_shoot(table: Desk, who: str, target: str, how: str) -> str | None:
    del how
    if who == target:
        return "nobody shoots at themselves"
    if people.is_helpless(table, who):
        return f"{who} cannot act"
    if pairings.fight_of(table, who):
        return f"{who} is fighting hand to hand"
    if pairings.is_settling(table):
        return "an exchange is being fought out"
    now_is = occasion(table, who, target)
    if now_is and table.fact("shot", who) == now_is:
        return "one shot in each exchange, or round of a chase"
    return people.no_target(table, target)


@verb("{who} shoots at {target}, who is {how}", may=_may_shoot, group="Fight")
def shoot(table: Desk, who: Actor, target: Foe, how: Shot) -> Story:
    """AVI-4.15, AVI-3.12: shoot at somebody; the table has to agree how they stand. A miss betrays where you are.

    One shot in each exchange or round of a chase; a pursuer who shoots does not move.
    """
    if not (yield from deciding.ask_for_agreement(table, table.seat, f"{who} shoots at {target}: {how}", who, target)):
        return ends("voted down")
    if pairings.is_settling(table):
        return ends("nothing", say("an exchange has begun meanwhile"))
    stamp = occasion(table, who, target)
    yield from now(*([PutFact(("shot", who), stamp)] if stamp else []))
    hits = yield from shot(table, who, target, how)
    return ends("success" if hits else "failure", *movement.shot_in_chase(table, who))


def shot(table: Desk, who: str, target: str, how: str) -> Asks[bool]:
    """AVI-4.15: unopposed at whoever is unaware or still, else against Run, Ride or Hide; what a hit does, and a miss."""
    row = table.data["lists"]["shots"][how]
    yield from now(
        say(
            "{who} shoots at {target}: {how}; a miss: {missed}",
            "AVI-4.15",
            who=who,
            target=target,
            how=how,
            missed=phrase(MISSED),
        )
    )
    if "against" in row:
        hits = yield from against(table, who, "Shoot/Aim", target, row["against"])
    else:
        hits = yield from unopposed(table, who, "Shoot/Aim", row["difficulty"])
    if not hits:
        yield from now(*conditions.befalls(table, who, MISSED))
        return False
    yield from clashes.wounds(table, who, target, row["wound"])
    yield from now(*pairings.decided(table))
    return True
