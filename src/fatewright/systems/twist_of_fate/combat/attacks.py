"""Attacks: who strikes whom with what, how it is met, what both bid, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from fatewright.systems.author import (
    SEAT,
    Asks,
    Choose,
    Desk,
    Option,
    Put,
    PutFact,
    Story,
    Usual,
    choose,
    count_of,
    ends,
    now,
    options,
    phrase,
    say,
    sealed,
    tell,
    verb,
)
from fatewright.systems.turns import is_fighter
from fatewright.systems.twist_of_fate.bidding import bids
from fatewright.systems.twist_of_fate.bidding.bids import Result, Side
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.people import NO_SKILL
from fatewright.systems.twist_of_fate.characters.skills import FIST, WEAPON, Used, as_trained
from fatewright.systems.twist_of_fate.combat.gear import bare_handed, hands_of, holds_shield, unarmed, weapon_in_hand
from fatewright.systems.twist_of_fate.combat.ground import distance, dust, is_engaged, sees
from fatewright.systems.twist_of_fate.combat.turns import Actor, Foe, acts, no_action
from fatewright.systems.twist_of_fate.wounds import harm

Using = Literal["weapon in hand", "bare hands", "shield"]


class Attack(NamedTuple):
    """An attack as it is declared: who, at whom and where, and what kind of attack it is."""

    attacker: Side
    target: str
    area: str
    is_melee: bool
    is_unarmed: bool = False
    is_spell: bool = False
    counts_armor: bool = True


# ── striking ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def skill_used(table: Desk, who: str, using: str) -> Used:
    """TOF-6.20, TOF-3.14, TOF-3.15, TOF-3.17, TOF-3.24: the skill of an attack, and which of its specializations covers it."""
    if using == "shield":
        return "Shield", "bash"
    weapon = weapon_in_hand(table, who) if using == "weapon in hand" else None
    if weapon is None:
        return bare_handed(table, who, "punch")
    return as_trained(people.Sheet(table, who), (weapon["skill"], weapon["spec"]), table.dials(), table.data["lists"])


def reach_of(table: Desk, who: str, using: str) -> int:
    """TOF-6.19: adjacent, for melee; thrown weapons reach 4 squares, bows and guns 12. 0 where it is a matter of engaging."""
    weapon = weapon_in_hand(table, who) if using == "weapon in hand" else None
    return int(table.dial(f"range_{weapon['range']}")) if weapon and "range" in weapon else 0


def aim(table: Desk, area: str) -> int:
    """TOF-7.13: what aiming at anything but the torso costs an attack, where there are areas."""
    is_aimed = table.dial("harm_model") == "limbs" and area != harm.torso(table)
    return -int(table.dial("aim_penalty")) if is_aimed else 0


def _usually(table: Desk, who: str) -> str:
    return "bare hands" if weapon_in_hand(table, who) is None else "weapon in hand"


def _may_attack(table: Desk, who: str, target: str, using: str, area: str) -> str | None:
    if who == target:
        return "nobody attacks themselves"
    if problem := no_action(table, who) or people.bidding(table, target):
        return problem
    if table.fact("turns", "striking"):
        return "another attack is being settled"
    if people.is_in(table, target, "dead", "fled"):
        return f"{target} is not there any more"
    if area not in harm.areas(table) and table.dial("harm_model") == "limbs":
        return harm.not_an_area(table, area)
    return _no_way(table, who, target, using)


def _no_way(table: Desk, who: str, target: str, using: str) -> str | None:
    """TOF-6.19, TOF-6.32, TOF-3.04: why this cannot reach; None if it can."""
    if using == "weapon in hand" and weapon_in_hand(table, who) is None:
        return f"{who} holds no weapon"
    if using == "shield" and not holds_shield(table, who):
        return f"{who} holds no shield"
    far = reach_of(table, who, using)
    if not far and not is_engaged(table, who, target):
        return f"{target} is out of reach"
    if far and distance(table, who, target) > far:
        return f"{target} is {count_of(distance(table, who, target), 'square')} away, and this reaches {far}"
    if far and not sees(table, who, target):
        return f"{who} does not see {target}"
    skill, _ = skill_used(table, who, using)
    is_trained = people.rating(people.Sheet(table, who), skill)
    return f"{who} has not learned {skill}" if not is_trained and table.dial("untrained") == "forbidden" else None


@verb("{who} attacks {target} with {using}, aiming at the {area}", may=_may_attack, group="Fight")
def attack(
    table: Desk,
    who: Actor,
    target: Foe,
    using: Annotated[Using, Usual(_usually)] = "weapon in hand",
    area: harm.Area = "torso",
) -> Story:
    """TOF-6.02, TOF-6.20, TOF-6.21: strike: name the target, the area and the weapon; they choose how to meet it; both bid."""
    blow = blow_of(table, who, target, using, area)
    skill = blow.attacker.skill
    at = phrase(" at the {area:word}", area=area.replace("_", " ")) if table.dial("harm_model") == "limbs" else ""
    yield from now(
        *acts(table, who),
        PutFact(("turns", "striking"), who),
        say("{who} attacks {target}{at} ({skill:word})", "TOF-6.21", who=who, target=target, at=at, skill=skill),
    )
    if not (yield from _is_granted(table, who, skill)):
        yield from now(PutFact(("turns", "striking"), None))
        return ends("refused")
    outcome = yield from exchange(table, blow, hands_of(table, who) if using == "weapon in hand" else 1)
    return ends(outcome)


def blow_of(table: Desk, who: str, target: str, using: str, area: str) -> Attack:
    """TOF-6.06, TOF-6.20, TOF-7.13: an attack as it would be: melee with Strength and this round's Hulk Ups, or missiles."""
    skill, spec = skill_used(table, who, using)
    is_melee = not reach_of(table, who, using)
    hulk = int(table[who]["hulk_now"]) if is_melee and is_fighter(table, who) else 0
    bonus = aim(table, area) + dust(table, who, target) + hulk
    attribute = "strength" if is_melee or (table.dial("skill_list") == "raw" and skill == WEAPON) else "agility"
    side = Side(who, skill, attribute, spec, bonus, "Hulk Up and circumstances")
    return Attack(side, target, area, is_melee, is_melee and (skill == unarmed(table) or (skill, spec) == (WEAPON, FIST)))


def _is_granted(table: Desk, who: str, skill: str) -> Asks[bool]:
    """TOF-3.04: by a dial, the game master says whether somebody untrained may try."""
    if table.dial("untrained") != "gm_asks":
        return True
    prompt = phrase("{who} attacks with {skill:word}. May they, trained or not?", who=who, skill=skill)
    answer = yield from choose(SEAT + people.gms(table)[0], "granted", prompt, options("yes", "no"), "yes")
    return answer == "yes"


# ── meeting it ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def is_helpless(table: Desk, who: str) -> bool:
    """TOF-6.23: whoever is out or bound cannot do anything at all."""
    return people.is_in(table, who, "out", "bound", "dead")


def defences(table: Desk, blow: Attack) -> list[str]:
    """TOF-6.20, TOF-8.10: Dodge against anything, a weapon against melee, hands against hands, a shield against all."""
    found = ["dodge"]
    if table.dial("defense_choice") != "dodge_only":
        weapon = weapon_in_hand(table, blow.target)
        if blow.is_melee and weapon is not None and "range" not in weapon:
            found.append("parry")
        if blow.is_unarmed:
            found.append("brawl")
        if holds_shield(table, blow.target):
            found.append("shield")
    return [*found, "none"]


def defender(table: Desk, blow: Attack, defence: str) -> Side:
    """TOF-6.20, TOF-6.22, TOF-6.23, TOF-6.24: the side of whoever is attacked, by how they meet it."""
    who, late = blow.target, -table.dial("repeat_defense_penalty") * table[blow.target].get("defended", 0)
    if is_helpless(table, who) or (defence == "none" and table.dial("undefended") == "zero"):
        return Side(who, NO_SKILL, "agility", bids=False, fixed=0)
    if defence == "none":
        return Side(who, NO_SKILL, "agility", bids=False)
    if defence == "dodge":
        use = "spells" if blow.is_spell else "blows" if blow.is_melee else "missiles"
        return Side(who, "Dodge", "agility", use, late, "again in this round")
    hulk = int(table[who]["hulk_now"]) if table.dial("hulk_scope") == "attack_and_parry" and blow.is_melee else 0
    weapon = weapon_in_hand(table, who)
    if defence == "parry" and weapon is not None:
        return Side(who, WEAPON, "strength", weapon["spec"], late + hulk, "again in this round")
    if defence == "brawl":
        skill, use = bare_handed(table, who, "grapple")
        return Side(who, skill, "strength", use, late + hulk, "again in this round")
    return Side(who, "Shield", "strength", "block", late, "again in this round")


def parts_used(table: Desk, side: Side, hands: int = 1) -> tuple[str, ...]:
    """TOF-7.15: the parts of the body that a side uses; none, if it does nothing."""
    return harm.parts_of(table, side.purse or side.attribute, side.skill, hands) if side.bids else ()


def _met(table: Desk, blow: Attack) -> Asks[str]:
    """TOF-6.20, TOF-6.21, TOF-6.23: the defender names a defense, for all to hear, or none; by a dial the game master does."""
    if is_helpless(table, blow.target):
        return "none"
    found = defences(table, blow)
    asked = SEAT + people.gms(table)[0] if table.dial("defense_choice") == "gm" else blow.target
    prompt = phrase(
        "{who} attacks {target} with {skill:word}. How is it met?",
        who=blow.attacker.who,
        target=blow.target,
        skill=blow.attacker.skill,
    )
    return (yield from choose(asked, "defense", prompt, tuple(Option(one, one) for one in found), "none"))


# ── the exchange ───────────────────────────────────────────────────────────────────────────────────────────────────────


def exchange(table: Desk, blow: Attack, hands: int = 1) -> Asks[str]:
    """TOF-6.21, TOF-7.01, TOF-7.21: charges, sealed bids, margin, harm, fatigue; and those who ran out drop, both perhaps."""
    attacker = blow.attacker
    mine = harm.charged(table, attacker.who, parts_used(table, attacker, hands), bids.purse(attacker))
    yield from now(*mine.changes)
    is_named = table.dial("defense_choice") == "gm" or is_helpless(table, blow.target)  # by somebody else, or by nobody
    is_sealed = table.dial("defense_declared") == "sealed" and not is_named
    settled = yield from (_laid_together if is_sealed else _declared_first)(table, blow)
    gasps = {attacker.who: mine.is_last_gasp, blow.target: settled.is_last_gasp}
    return (yield from _comes_of_it(table, blow, settled, gasps))


class Settled(NamedTuple):
    """How an attack was met and bid for: the result, and whose pool was empty before.

    Whether it was the defender's last gasp, and whether they did defend.
    """

    result: Result
    empty: tuple[str, ...]
    is_last_gasp: bool
    is_met: bool


def _declared_first(table: Desk, blow: Attack) -> Asks[Settled]:
    """TOF-6.21: the defense is public, then both bid."""
    attacker = blow.attacker
    met = defender(table, blow, (yield from _met(table, blow)))
    theirs = harm.charged(table, met.who, parts_used(table, met, _hands(table, met)), bids.purse(met))
    yield from now(*theirs.changes, *bids.warned(table, (attacker, met)))
    empty = _empty(table, attacker, met)
    _, result = yield from bids.opposed_check(table, (attacker, met), 1, f"{attacker.who} attacks {met.who}")
    return Settled(result, empty, theirs.is_last_gasp, met.bids)


def _hands(table: Desk, met: Side) -> int:
    """TOF-7.15: the hands that a defense takes: both, to parry with what needs both."""
    return hands_of(table, met.who) if met.skill == WEAPON and met.use != FIST else 1


def _empty(table: Desk, *sides: Side) -> tuple[str, ...]:
    """TOF-6.30: who has nothing left to bid with before the bid; not defending costs nothing."""
    return tuple(side.who for side in sides if side.bids and table[side.who][bids.purse(side)] == 0)


def _laid_together(table: Desk, blow: Attack) -> Asks[Settled]:
    """TOF-6.21: by a dial the kind of defense lies face down with the bid, and its charge is reserved with it."""
    attacker = blow.attacker
    ways = {way: defender(table, blow, way) for way in defences(table, blow)}
    laid_as = {f"{way} {bid}": (way, bid) for way, side in ways.items() for bid in range(_after_charge(table, side) + 1)}
    charges = {way: _meets(table, side).changes for way, side in ways.items()}
    offered = tuple(
        Option(answer, f"{way}, bid {bid}", price=harm.costs(table, *charges[way], *bids.paid(ways[way], bid)))
        for answer, (way, bid) in laid_as.items()
    )
    prompt = phrase("{who} attacks {target}", who=attacker.who, target=blow.target)
    meeting = Choose(blow.target, "bid", phrase("{prompt}: defense and bid", prompt=prompt), offered, "none 0")
    yield from now(*people.marked([attacker.who, blow.target]))
    bid, answer = yield from sealed("bid", prompt, bids.question(table, attacker), meeting, is_kept=bids.are_kept(table))
    yield from now(*people.marked([attacker.who, blow.target], is_over=True))
    way: str = yield from tell("ruling", lambda: laid_as[answer][0])
    met = ways[way]
    theirs = _meets(table, met)
    yield from now(*theirs.changes)
    empty = _empty(table, attacker, met)
    laid = (bids.within(table, attacker, bid), laid_as[answer][1])
    result = bids.outcome_of(table, (attacker, met), laid, 1)
    yield from now(*bids.paid(attacker, laid[0]), *bids.paid(met, laid[1]))
    if table.dial("reveal_level") == "totals":
        yield from tell("totals", lambda: result.totals)
    winner: str = yield from tell("winner", lambda: _winner((attacker, met), result))
    if winner == bids.AGAIN:
        yield from now(say("equal: both have paid, and bid again", "TOF-1.18"))
        _, result = yield from bids.opposed_check(table, (attacker, met), 1, prompt)
    return Settled(result, empty, theirs.is_last_gasp, met.bids)


def _winner(sides: tuple[Side, Side], result: Result) -> str:
    if result.is_open:
        return bids.AGAIN
    return bids.NOBODY if result.winner is None else sides[result.winner].who


def _meets(table: Desk, side: Side) -> harm.Charged:
    """TOF-7.06: what wounded parts cost whoever defends like this."""
    return harm.charged(table, side.who, parts_used(table, side, _hands(table, side)), bids.purse(side))


def _after_charge(table: Desk, side: Side) -> int:
    left = _meets(table, side).left
    return max(0, min(bids.most(table, side), left))


def _comes_of_it(table: Desk, blow: Attack, settled: Settled, gasps: Mapping[str, bool]) -> Asks[str]:
    """TOF-6.21, TOF-6.30, TOF-7.02, TOF-7.16, TOF-7.21: harm, then fatigue, then whoever had no breath left drops.

    A hit needs a margin above 0: a tie that the attacker wins hurts nobody.
    """
    attacker, target = blow.attacker.who, blow.target
    margin = settled.result.margin if settled.result.winner == 0 else 0
    is_hit: bool = yield from tell("hits", lambda: margin > 0)
    helpless = is_helpless(table, target)
    done = harm.hit(table, target, margin, blow.area, counts_armor=blow.counts_armor, is_helpless=helpless)
    line = say(
        "{attacker} {how} {target}",
        "TOF-6.21",
        attacker=attacker,
        how=phrase("hits") if is_hit else phrase("misses"),
        target=target,
    )
    again = [Put(target, "defended", table[target]["defended"] + 1)] if settled.is_met and is_fighter(table, target) else []
    yield from now(line, *again)
    if is_hit:
        yield from harm.suffers(table, target, done, blow.area)
    tired = {who: harm.tires(table, who, who in settled.empty) for who in (attacker, target)}
    lost = [Put(who, "hp", loss.left) for who, loss in tired.items() if loss.left != table[who]["hp"]]
    yield from now(*lost, PutFact(("turns", "striking"), None))
    is_felled = {target: done.is_out, attacker: False}
    fallen = yield from harm.drops(table, {who: tired[who].is_out or gasps[who] or is_felled[who] for who in is_felled})
    if is_hit:
        return "fells" if target in fallen else "hits"
    return "misses"
