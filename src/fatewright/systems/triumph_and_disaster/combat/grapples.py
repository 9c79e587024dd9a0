"""Grapples: seizing somebody, what a hold is good for, letting go and breaking free."""

from __future__ import annotations

from typing import Annotated, Literal

from fatewright.systems.author import Asks, Desk, Ending, Offers, Seen, Sheet, Story, count_of, ends, now, say, verb
from fatewright.systems.triumph_and_disaster.characters import derived
from fatewright.systems.triumph_and_disaster.characters.people import has_status
from fatewright.systems.triumph_and_disaster.combat import damage, statuses
from fatewright.systems.triumph_and_disaster.combat.blows import BARE
from fatewright.systems.triumph_and_disaster.combat.paces import MELEE, distance, weapon_row
from fatewright.systems.triumph_and_disaster.combat.sides import Foe, Own
from fatewright.systems.triumph_and_disaster.combat.turns import Actor, acts, can_react, end_if_over, no_action, reacts
from fatewright.systems.triumph_and_disaster.combat.upkeep import will_of
from fatewright.systems.triumph_and_disaster.mechanics.foretelling import foretold
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, contested, has_boon, tested
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Decision

HELD = "Restrained"


def _may_grapple(table: Desk, who: str, target: str) -> str | None:
    if who == target:
        return "nobody seizes themselves"
    if problem := no_action(table, who):
        return problem
    if statuses.has(table, target, "gone") or statuses.has(table, target, "unseen"):
        return f"{target} cannot be seized"
    if target in table.related(HELD, who):
        return f"{who} holds {target} already"
    return (
        f"{target} is {count_of(distance(table, who, target), 'pace')} away" if distance(table, who, target) > MELEE else None
    )


def _wrestles(table: Desk, who: str, target: str, *, is_attack: bool = False) -> Asks[Decision]:
    """TAD-CON.05, TAD-CMB.13, TAD-STA.11: Wrestle against Resist Restraint; whoever cannot react is held without a roll.

    `is_attack`: TAD-TD.06, a boon is in the damage.
    """
    mine, theirs = Party(who, "Wrestle"), Party(target, "Resist Restraint")
    if not can_react(table, target):
        yield from now(*acts(table, who), say("{target} cannot react", "TAD-STA.11", target=target))
        return Decision(True)
    yield from foretold(table, mine, theirs)
    yield from now(*acts(table, who), *reacts(table, target))
    return (yield from contested(table, mine, theirs, is_attack=is_attack))


@verb("{who} takes hold of {target}", may=_may_grapple, group="Fight")
def grapple(table: Desk, who: Actor, target: Foe) -> Story:
    """TAD-CMB.13, TAD-STR.03, TAD-STR.04, TAD-CON.05: seize somebody: Wrestle against Resist Restraint; won, they are held."""
    verdict = yield from _wrestles(table, who, target)
    if verdict.is_won:
        yield from now(
            *statuses.gains(table, target, HELD, source=who), say("{who} holds {target}", "TAD-CMB.13", who=who, target=target)
        )
    return ends(verdict.contested)


def _held(table: Desk, who: str) -> list[str]:
    return table.related(HELD, who)


Held = Annotated[Seen, Offers(_held)]  # whom somebody holds


def _may_press(table: Desk, who: str, target: str, how: str) -> str | None:
    del how
    return no_action(table, who) if target in table.related(HELD, who) else f"{who} does not hold {target}"


@verb("{who} presses {target}", more=("in order to {how}",), may=_may_press, group="Fight")
def press(table: Desk, who: Actor, target: Held, how: Literal["hurt", "throw"] = "hurt") -> Story:
    """TAD-CMB.13: whom you hold, you may hurt or throw to the ground: Wrestle again."""
    verdict = yield from _wrestles(table, who, target, is_attack=how == "hurt")
    if verdict.is_won and how == "throw":
        yield from now(
            *statuses.gains(table, target, "Prone"), say("{who} throws {target} down", "TAD-CMB.13", who=who, target=target)
        )
    elif verdict.is_won:
        text = str(weapon_row(table, BARE)["damage"])
        bonus = int(derived.damage_bonus(Sheet(table, who), table.dials(), table.data["lists"]))
        parts = yield from damage.dealt(table, who, text, bonus=bonus, times=2 if has_boon(table, verdict) else 1)
        yield from damage.hurt(table, target, parts, by=who)
        yield from end_if_over(table)
    return ends(verdict.contested)


def _may_let_go(table: Desk, who: str, target: str) -> str | None:
    return None if target in table.related(HELD, who) else f"{who} does not hold {target}"


@verb("{who} lets {target} go", may=_may_let_go, group="Fight")
def let_go(table: Desk, who: Own, target: Held) -> Ending:
    """TAD-CMB.13: let somebody go, at will."""
    return ends(
        "done", *statuses.loses(table, target, HELD), say("{who} lets {target} go", "TAD-CMB.13", who=who, target=target)
    )


def _may_break_free(table: Desk, who: str) -> str | None:
    return no_action(table, who) if has_status(table, who, HELD) else f"{who} is not held"


@verb("{who} struggles free", may=_may_break_free, group="Fight")
def break_free(table: Desk, who: Actor) -> Story:
    """TAD-CMB.05, TAD-STA.08, TAD-STR.04: break free: Resist Restraint against the holder's Wrestle, or against 15 for bonds.

    Whoever breaks free is the initiator here, so a tie is the holder's.
    """
    holders = statuses.sources(table, who, HELD)
    mine = Party(who, "Resist Restraint")
    if holders:
        yield from foretold(table, mine, Party(holders[0], "Wrestle"))
        yield from now(*acts(table, who))
        verdict = yield from contested(table, mine, Party(holders[0], "Wrestle"))
    else:
        yield from now(*acts(table, who))
        verdict = yield from tested(table, mine, will_of(table, who, HELD), is_secret=True)
    if verdict.is_won:
        yield from now(*statuses.loses(table, who, HELD), say("{who} breaks free", "TAD-STA.08", who=who))
    return ends(verdict.contested if holders else verdict.outcome)
