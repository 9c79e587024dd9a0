"""Attacks: a fist, a shot, automatic fire, a spray, two swords; what may be done, and what it comes to."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    Asks,
    Between,
    Desk,
    Offers,
    Option,
    Put,
    Seen,
    Story,
    Usual,
    agrees,
    count_of,
    ends,
    now,
    say,
    so_far,
    tell,
    verb,
    with_article,
)
from fatewright.systems.moment_of_truth.combat import belongings, harm
from fatewright.systems.moment_of_truth.combat.arms import Tenth
from fatewright.systems.moment_of_truth.combat.blows import (
    BEHEADS,
    Aim,
    Attacked,
    Blow,
    Manner,
    Metres,
    Weapon,
    at_hand,
    band_of,
    cannot_strike,
    damage_dice,
    damage_numbers,
    distance,
    manner_problem,
    needed,
    paced,
    protection,
    rolled,
    stray,
    wounded,
)
from fatewright.systems.moment_of_truth.combat.deeds import advanced, combat_pool, has_two_weapons, is_on_board, weapon_row
from fatewright.systems.moment_of_truth.combat.fates import fate
from fatewright.systems.moment_of_truth.combat.harm import SIDES
from fatewright.systems.moment_of_truth.combat.overdrive import overdriven, with_overdrive
from fatewright.systems.moment_of_truth.combat.turns import Actor, Foe, acts, cannot, holders, moves, sprayed
from fatewright.systems.moment_of_truth.drama import answers
from fatewright.systems.moment_of_truth.hazards.dangers import befalls, hurts
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.contests import words
from fatewright.systems.moment_of_truth.mechanics.rolls import Check, Degree, damage
from fatewright.systems.turns import is_fighting

TENTHS = "and {tenths} tenths of a metre"
MOST_SPRAYED = 3
MOST_HITS = 100  # of automatic fire: as many as there are


def _blow(table: Desk, who: str, target: str, weapon: str, manner: Any, aim: Any, gap: str, metres: int, tenths: int) -> Blow:
    return Blow(who, target, weapon, manner, aim, gap == "yes", distance(table, who, target, metres, tenths))


def _may_attack(
    table: Desk, who: str, target: str, weapon: str, manner: str, aim: str, gap: str, metres: int, tenths: int
) -> str | None:
    blow = _blow(table, who, target, weapon, manner, aim, gap, metres, tenths)
    turn = _cannot_act(table, who, blow)
    return turn or manner_problem(table, blow) or cannot_strike(table, blow) or _gap_problem(table, blow)


def _cannot_act(table: Desk, who: str, blow: Blow) -> str | None:
    """MOT-7.03, MOT-9.17: an attack is an action; only a charge leaves room for two moves."""
    if blow.manner == "charge" and is_fighting(table) and table[who].get("acted", "no") == "no":
        return cannot(table, who, "turn")
    return cannot(table, who, "action")


def _gap_problem(table: Desk, blow: Blow) -> str | None:
    """MOT-7.61, MOT-10.14: a gap is aimed at in armour that there is."""
    return None if not blow.is_at_gap or protection(table, blow.target, blow.aim) else f"{blow.target} wears no armour there"


# ── attacks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def struck(table: Desk, blow: Blow) -> Asks[str]:
    """MOT-7.19, MOT-7.21, MOT-7.32, MOT-9.01, MOT-9.06, MOT-R.52, MOT-R.73: one attack from its target number to its wounds.

    The target number is told: it is never hidden from whoever rolls against it. A fumble at somebody who is held hits whoever
    holds them. Of several hits, the first alone is critical or aimed. Returns what it came to, in a word.
    """
    tn = yield from tell("tn", lambda: int(needed(table, blow)))
    why = yield from tell("why", lambda: needed(table, blow).brief())
    most = MOST_HITS if blow.manner == "automatic" else int(_doubles(table, blow))
    went = yield from rolled(table, blow, tn, f"{blow.weapon} against {blow.target} ({why})", most)
    outcome = words(went.check, "hits", "misses")
    hits = _hits(table, blow, went)
    yield from so_far(outcome, fate(table, blow, hits, went.check, outcome))
    line = say(
        "{who} {outcome:word} ({target}, {weapon:word}; {tn} needed)",
        "MOT-7.19",
        who=blow.who,
        outcome=outcome,
        target=blow.target,
        weapon=blow.weapon,
        tn=tn,
    )
    yield from now(*answers.counted_roll(table), line)
    yield from now(*answers.paid(table, went.earned), *answers.guidance(went.check, harm.gm_only(table)))
    yield from _goes_astray(table, blow, went.check)
    yield from _bursts(table, blow, went.check)
    for place in range(hits):
        lands = blow if place == 0 else stray(blow, blow.target)
        fallen = yield from wounded(table, lands, is_critical=went.check.is_critical and place == 0)
        if fallen and outcome != BEHEADS:
            outcome = BEHEADS if fallen == "beheaded" else "fells"
    return outcome


def _hits(table: Desk, blow: Blow, went: Attacked) -> int:
    """MOT-9.01, MOT-9.02, MOT-9.06, MOT-R.75: how often an attack hits."""
    if not went.check.is_success:
        return 0
    if blow.manner == "automatic":
        return 1 + went.beyond
    return 2 if went.beyond and _doubles(table, blow) else 1


def _doubles(table: Desk, blow: Blow) -> bool:
    """MOT-9.06, MOT-R.75: a shotgun in its optimal band, where the table plays so."""
    if not weapon_row(table, blow.weapon).get("shotgun") or not advanced(table, "shotguns"):
        return False
    band = band_of(table, blow)
    return band is not None and band.dice == 0


def _goes_astray(table: Desk, blow: Blow, check: Check) -> Asks[None]:
    """MOT-7.32, MOT-R.52: a fumbled attack on somebody who is held hits the holder, unless it is their own."""
    others = [one for one in holders(table, blow.target) if one != blow.who]
    if others and check.degree is Degree.CRITICAL_FAILURE:
        yield from now(say("{who} hits {other} instead", "MOT-7.32", who=blow.who, other=others[0]))
        yield from wounded(table, stray(blow, others[0]), is_critical=False)


def _bursts(table: Desk, blow: Blow, check: Check) -> Asks[None]:
    """MOT-3.15: an overdriven weapon bursts at a critical failure, hits whoever holds it, and is gone."""
    who, weapon = blow.who, blow.weapon
    if not overdriven(table, who, weapon) or check.degree is not Degree.CRITICAL_FAILURE:
        return
    burst = stray(blow, who)
    dice, numbers = damage_dice(table, burst), damage_numbers(table, burst, is_critical=False)
    told = say("The {weapon:word} bursts in the hand of {who}", "MOT-3.15", weapon=weapon, who=who)
    yield from now(with_overdrive(table, who, weapon, 0), *belongings.loses(table, who, weapon), told)
    found = yield from befalls(table, who, lambda: damage(dice, *numbers, protection(table, who)))
    yield from hurts(table, who, found)


@verb(
    "{who} attacks {target} with {weapon:a}",
    more=("kind of attack: {manner}", "aiming at {aim}", "through a gap in the armour: {gap}", "from {metres} m away", TENTHS),
    may=_may_attack,
    group="Fight",
)
def attack_(
    table: Desk,
    who: Actor,
    target: Foe,
    weapon: Annotated[Weapon, Offers(at_hand)],
    manner: Manner = "plain",
    aim: Aim = "anywhere",
    gap: Literal["no", "yes"] = "no",
    metres: Annotated[Metres, Usual(paced)] = 1,
    tenths: Tenth = 0,
) -> Story:
    """Attack somebody: an action. Aimed shots cost successes: legs 1, the others 2; a gap in armour 1 or 2."""
    return (yield from _attacked(table, _blow(table, who, target, weapon, manner, aim, gap, metres, tenths)))


def _attacked(table: Desk, blow: Blow) -> Story:
    """MOT-7.03, MOT-7.07, MOT-7.08, MOT-7.28, MOT-9.16, MOT-R.78, MOT-R.82: an attack is an action; it may open a fight.

    Whoever opens one acts again when it is their turn. Recklessness and charges last beyond the attack. MOT-10.10: nothing
    else is used up by it; nobody counts shots.
    """
    runs = moves(table, blow.who) if blow.manner == "charge" and not is_on_board(table, blow.who) else []
    yield from now(*runs, *acts(table, blow.who))
    outcome = yield from struck(table, blow)
    if blow.manner == "reckless":
        yield from now(harm.changed(table, blow.who, "reckless"))
    if blow.manner == "charge":  # what opens a fight comes before one's next turn, not in a turn
        yield from now(harm.changed(table, blow.who, "exposed"), Put(blow.who, "charged", 2 if is_fighting(table) else 1))
    yield from now(Put(blow.who, "ran", None))
    if is_fighting(table):
        return ends(outcome)
    return ends(outcome, say("An attack opens a fight: now roll initiative", "MOT-7.08", to=harm.gm_only(table)))


# ── several targets ────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_spray(table: Desk, who: str, first: str, second: str, third: str, metres: int, tenths: int) -> str | None:
    """MOT-9.03, MOT-9.05, MOT-9.07, MOT-R.74: two or three targets with an automatic weapon, two with a shotgun."""
    if problem := cannot(table, who, "action"):
        return problem
    weapon = table[who]["weapon"]
    row, named = weapon_row(table, weapon), list(dict.fromkeys((first, second, third)))
    most = 2 if row.get("shotgun") else MOST_SPRAYED
    sprays = (row.get("automatic") and advanced(table, "spray_fire")) or (row.get("shotgun") and advanced(table, "shotguns"))
    if not sprays:
        return f"{with_article(weapon)} does not spray; an automatic weapon or a shotgun does, where the table plays so"
    if not 2 <= len(named) <= most:
        return (
            f"{with_article(weapon)} sprays 2 to {most} targets, and {agrees(len(named), 'this is', 'these are')} {len(named)}"
        )
    blows = [Blow(who, name, weapon, metres=distance(table, who, name, metres, tenths)) for name in named]
    if row.get("shotgun") and not _doubles(table, blows[0]):
        return "a shotgun takes a second target in its optimal band only"
    if row.get("shotgun") and distance(table, named[0], named[1], 1) > 1:
        return f"{named[1]} is not next to {named[0]}"
    return next((problem for blow in blows if (problem := cannot_strike(table, blow))), None)


def _next(table: Desk, who: str, first: str) -> list[Option[str]]:
    return sorted(SIDES.foes(table, who), key=lambda one: one.value == first)


def _paced_first(table: Desk, who: str, first: str) -> int | None:
    return paced(table, who, first)


def _last(table: Desk, who: str, first: str, second: str) -> list[Option[str]]:
    return sorted(SIDES.foes(table, who), key=lambda one: (one.value == first, one.value == second))


@verb(
    "{who} sprays a burst at {first}, next at {second}, last at {third}",
    more=("from {metres} m away", TENTHS),
    may=_may_spray,
    group="Fight",
)
def spray(
    table: Desk,
    who: Actor,
    first: Foe,
    second: Annotated[Seen, Offers(_next)],
    third: Annotated[Seen, Offers(_last)],
    metres: Annotated[Metres, Usual(_paced_first)] = 5,
    tenths: Tenth = 0,
) -> Story:
    """Spray three targets with what you hold, or two: name the second again. Each after the first takes a success more."""
    weapon, targets = table[who]["weapon"], list(dict.fromkeys((first, second, third)))
    blows = [Blow(who, name, weapon, metres=distance(table, who, name, metres, tenths)) for name in targets]
    return (yield from _sprayed(table, who, targets, blows))


def _sprayed(table: Desk, who: str, targets: list[str], blows: list[Blow]) -> Story:
    """MOT-7.32, MOT-9.03, MOT-9.04, MOT-9.05, MOT-9.07, MOT-R.73, MOT-R.74: one roll; whom it hits, in the order named.

    Criticals are judged against the primary target and shift its damage alone. Where the roll is all but impossible, only the
    primary can be hit. A fumble hits whoever holds one of them.
    """
    yield from now(*acts(table, who))
    needs = yield from tell("tn", lambda: tuple(int(needed(table, blow)) for blow in blows))
    reading: Any = table.dial("spray_tn")
    hardest = max(needs) if reading == "running_max" else needs[0]
    most = hardest + len(needs) - 1 - needs[0]
    went = yield from rolled(table, blows[0], needs[0], f"{blows[0].weapon} against {', '.join(targets)}", most)
    outcome = words(went.check, "hits", "misses")
    yield from so_far(outcome, fate(table, blows[0], int(went.check.is_success), went.check, outcome))
    line = say(
        "{who} {outcome:word} ({targets}; {need} needed)",
        "MOT-9.04",
        who=who,
        outcome=outcome,
        targets=[*targets],
        need=needs[0],
    )
    yield from now(*answers.counted_roll(table), line)
    yield from now(*answers.paid(table, went.earned), *answers.guidance(went.check, harm.gm_only(table)))
    for blow in blows:
        yield from _goes_astray(table, blow, went.check)
    yield from _bursts(table, blows[0], went.check)
    hit = sprayed(needs[0] + went.beyond, needs, reading) if went.check.is_success else 0
    for place, blow in enumerate(blows[:hit]):
        fallen = yield from wounded(table, blow, is_critical=went.check.is_critical and place == 0)
        if fallen and place == 0:
            outcome = "fells"
    return ends(outcome, say("{hit} of {count} {hit:is|are} hit", "MOT-9.04", hit=hit, count=len(targets)))


# ── two weapons ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _dual_pool(table: Desk, who: str, talent: str) -> int:
    """MOT-9.11, MOT-9.13, MOT-R.83: what is split between two weapons: what is left of the pool, and the talent's dice."""
    whole = combat_pool(table, who, table[who]["weapon"]) - table[who]["reserved"]
    return int(whole) + (pools.TALENT_DICE if talent == "yes" or _is_parrying(table, who) else 0)


def _half(table: Desk, who: str, talent: str) -> int:
    """MOT-9.11: the better half for the first weapon."""
    return max(1, (_dual_pool(table, who, talent) + 1) // 2)


def _is_parrying(table: Desk, who: str) -> bool:
    """MOT-R.83: whether the talent was used already, when dice were held back."""
    return bool(table[who].get("parries", False))


def _may_dual(table: Desk, who: str, target: str, other: str, dice: int, talent: str, metres: int) -> str | None:
    """MOT-9.11: a melee weapon in each hand, and at least a die for each."""
    if not advanced(table, "dual_weapons"):
        return "this table plays without a weapon in each hand; a dial says so"
    if problem := cannot(table, who, "action"):
        return problem
    if not has_two_weapons(table, who):
        return f"{who} needs a melee weapon in each hand"
    if talent == "yes" and not (_is_parrying(table, who) or pools.dual_wield(table, who)):
        return f"{who} has no use of {pools.DUAL_WIELD} left"
    if not 1 <= dice < (pool := _dual_pool(table, who, talent)):
        return f"of {count_of(pool, 'die')}, each weapon takes at least one"
    blows = _dual_blows(table, who, target, other, dice, talent, metres)
    return next((problem for blow in blows if (problem := cannot_strike(table, blow))), None)


def _dual_blows(table: Desk, who: str, target: str, other: str, dice: int, talent: str, metres: int) -> list[Blow]:
    rest = _dual_pool(table, who, talent) - dice
    return [
        Blow(who, target, table[who]["weapon"], metres=distance(table, who, target, metres), share=dice),
        Blow(who, other, table[who]["off_hand"], metres=distance(table, who, other, metres), share=rest),
    ]


@verb(
    "{who} strikes at {target}, with the other hand at {other}, and gives the first weapon {dice} dice",
    more=("using the Dual wield talent: {talent}", "from {metres} m away"),
    may=_may_dual,
    group="Fight",
)
def dual_attack(
    table: Desk,
    who: Actor,
    target: Foe,
    other: Foe,
    dice: Annotated[int, Between(1, 40), Usual(_half)],
    talent: Literal["no", "yes"] = "no",
    metres: Annotated[Metres, Usual(paced)] = 1,
) -> Story:
    """MOT-9.11, MOT-9.12, MOT-9.13, MOT-R.83: split your dice between two weapons: so many for the first, the rest for the
    other. Each has a roll of its own. The talent's dice come before the split.
    """
    blows = _dual_blows(table, who, target, other, dice, talent, metres)
    fresh = pools.dual_wield(table, who) if talent == "yes" and not _is_parrying(table, who) else None
    yield from now(*acts(table, who), *([pools.used(table, who, fresh)] if fresh else []))
    outcomes = []
    for blow in blows:
        if harm.has(table, blow.target, "dead"):
            continue
        outcomes.append((yield from struck(table, blow)))
    return ends("fells" if "fells" in outcomes else outcomes[0])
