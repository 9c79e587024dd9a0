"""Attacks: a weapon against Evade, what a hit does, and the blows that others answer with."""

from __future__ import annotations

from fatewright.systems.author import (
    Asks,
    Desk,
    Ending,
    Option,
    Put,
    Story,
    choose,
    ends,
    now,
    phrase,
    say,
    verb,
    with_article,
)
from fatewright.systems.triumph_and_disaster.characters import perks
from fatewright.systems.triumph_and_disaster.combat import blows, damage, statuses
from fatewright.systems.triumph_and_disaster.combat.blows import BARE, Assault, Using, blow_of, melee_blow, no_way, parties
from fatewright.systems.triumph_and_disaster.combat.paces import distance, reach_of, weapon_row
from fatewright.systems.triumph_and_disaster.combat.sides import Foe, is_out
from fatewright.systems.triumph_and_disaster.combat.turns import (
    Actor,
    acts,
    can_react,
    end_if_over,
    marks,
    no_action,
    reacts,
    unmarks,
)
from fatewright.systems.triumph_and_disaster.mechanics.rolling import contested, has_boon
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Decision
from fatewright.systems.turns import is_fighter

PARTING, UNLOADED, RIPOSTE, SURE_STROKE = "parting blow", "unloaded", "Riposte", "Sure Stroke"
YES_NO = (Option(value=True, label="yes"), Option(value=False, label="no"))


def _may_attack(table: Desk, who: str, target: str, using: str) -> str | None:
    if who == target:
        return "nobody attacks themselves"
    if problem := no_action(table, who):
        return problem
    blow = blow_of(table, who, target, using)
    row = weapon_row(table, blow.weapon)
    if using == "thrown" and "thrown" not in row:
        return f"{with_article(blow.weapon)} is not for throwing"
    if using == "second hand" and blow.weapon == BARE:
        return f"{who} has no weapon in the second hand"
    if row.get("reload", False) and UNLOADED in table[who]["turn"]:
        return f"the {blow.weapon} has to be reloaded first"
    return blows.no_dice(table, blow.weapon) or no_way(table, blow)


@verb("{who} attacks {target}", more=("weapon: {using}",), may=_may_attack, group="Fight")
def attack(table: Desk, who: Actor, target: Foe, using: Using = "in hand") -> Story:
    """TAD-CMB.05, TAD-CMB.06, TAD-CMB.09, TAD-CMB.12, TAD-AGI.06, TAD-X.37: your weapon against Evade; on a win, its damage."""
    blow = blow_of(table, who, target, using)
    yield from blows.foretold(table, blow)
    with_ = "" if blow.weapon == BARE else phrase(" ({weapon:word})", weapon=blow.weapon)
    yield from now(*acts(table, who), say("{who} attacks {target}{weapon}", "TAD-CMB.06", who=who, target=target, weapon=with_))
    outcome = yield from strikes(table, blow)
    if weapon_row(table, blow.weapon).get("reload", False) and is_fighter(table, who):
        yield from now(*marks(table, who, UNLOADED))
    if using == "thrown":
        yield from now(Put(who, "weapon", BARE))
    yield from end_if_over(table)
    return ends(outcome)


# ── from the roll to the wound ─────────────────────────────────────────────────────────────────────────────────────────


def strikes(table: Desk, blow: Assault) -> Asks[str]:
    """TAD-CMB.04, TAD-CMB.06, TAD-STA.11, TAD-R.33: both roll, and a hit hurts; whoever cannot react is hit without a roll.

    Hiding is over after it, whatever came of it.
    """
    extra = blows.extra_of(table, blow)
    mine, theirs = parties(table, blow)
    if can_react(table, blow.target):
        yield from now(*reacts(table, blow.target))
        verdict = yield from contested(table, mine, theirs, is_attack=True)
    else:
        yield from now(say("{target} cannot react: {who} hits", "TAD-STA.11", "TAD-CMB.04", target=blow.target, who=blow.who))
        verdict = Decision(True)
    if statuses.has(table, blow.who, "unseen"):
        yield from now(*statuses.loses(table, blow.who, "Hidden"))
    if verdict.is_won:
        return (yield from _hits(table, blow, verdict, extra))
    yield from _answered(table, blow, verdict)
    return "misses"


def _hits(table: Desk, blow: Assault, verdict: Decision, extra: str) -> Asks[str]:
    """TAD-CMB.07, TAD-TD.06, TAD-CMB.12, TAD-PRK.03, TAD-PRK.04: damage dice, twice as many on a boon, and what perks add."""
    was_out = is_out(table, blow.target)
    explodes = yield from _is_sure(table, blow)
    parts = yield from damage.dealt(
        table,
        blow.who,
        blows.text_of(table, blow),
        bonus=blows.bonus_of(table, blow),
        times=2 if has_boon(table, verdict) else 1,
        explodes=explodes,
        rerolls=blows.rerolls_of(table, blow),
        more=extra,
    )
    how = yield from damage.hurt(table, blow.target, parts, by=blow.who)
    return "fells" if how == damage.DOWN and not was_out else "hits"


def _is_sure(table: Desk, blow: Assault) -> Asks[bool]:
    """TAD-PRK.03: once a scene, whoever has the perk may let a weapon's damage dice explode."""
    if perks.may_use(table, blow.who, SURE_STROKE) is not None:
        return False
    prompt = phrase("{who} hits {target}. Sure Stroke: do the damage dice explode?", who=blow.who, target=blow.target)
    if not (yield from choose(blow.who, "sure stroke", prompt, YES_NO, False)):
        return False
    yield from now(*perks.used(table, blow.who, SURE_STROKE), say("{who}: Sure Stroke", "TAD-PRK.03", who=blow.who))
    return True


# ── blows as reactions ─────────────────────────────────────────────────────────────────────────────────────────────────


def _is_able(table: Desk, who: str) -> bool:
    """TAD-CMB.14: whether somebody can act, and react."""
    return not is_out(table, who) and not statuses.has(table, who, "idle") and can_react(table, who)


def _answered(table: Desk, blow: Assault, verdict: Decision) -> Asks[None]:
    """TAD-PRK.03, TAD-R.33: once a round, whoever evaded by 5 or more may strike back; then the other is the reactor."""
    who = blow.target
    is_far = distance(table, who, blow.who) > reach_of(table, who)
    if not verdict.is_clear or perks.may_use(table, who, RIPOSTE) is not None or not _is_able(table, who) or is_far:
        return
    if not (
        yield from choose(
            who, "riposte", phrase("{who} evades by far. Strike back at {blow}?", who=who, blow=blow.who), YES_NO, True
        )
    ):
        return
    yield from now(*perks.used(table, who, RIPOSTE), *reacts(table, who), say("{who}: Riposte", "TAD-PRK.03", who=who))
    yield from strikes(table, melee_blow(table, who, blow.who))


def may_part(table: Desk, foe: str) -> bool:
    """TAD-CMB.14: whether somebody may strike at whoever leaves: they can act, and have not done so in this round."""
    return bool(table.dial("parting_blow")) and PARTING not in table[foe]["turn"] and _is_able(table, foe)


def parting_blow(table: Desk, foe: str, who: str) -> Asks[None]:
    """TAD-CMB.14, TAD-R.33: whoever is left may strike once as a reaction; whoever leaves is the reactor."""
    if is_out(table, who) or no_way(table, melee_blow(table, foe, who)) is not None:
        return
    if not (
        yield from choose(foe, "parting blow", phrase("{who} moves away from {foe}. Strike?", who=who, foe=foe), YES_NO, True)
    ):
        return
    yield from now(
        *marks(table, foe, PARTING), *reacts(table, foe), say("{foe} strikes at {who}", "TAD-CMB.14", foe=foe, who=who)
    )
    yield from strikes(table, melee_blow(table, foe, who))


def _may_reload(table: Desk, who: str) -> str | None:
    return no_action(table, who) if UNLOADED in table[who]["turn"] else f"{who} has nothing to reload"


@verb("{who} reloads", may=_may_reload, group="Fight")
def reload(table: Desk, who: Actor) -> Ending:
    """TAD-ITM.01: load a weapon that has been shot, with your action."""
    return ends("done", *acts(table, who), *unmarks(table, who, UNLOADED), say("{who} reloads", "TAD-ITM.01", who=who))
