"""Blows: with what somebody strikes, how far that reaches, what bears on it, and its exact odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from fatewright.systems.author import Asks, Call, Desk, Lens, Sheet, ask, count_of, so_far, subrule
from fatewright.systems.own_dice import BadNotation, Term
from fatewright.systems.triumph_and_disaster.characters import derived, perks
from fatewright.systems.triumph_and_disaster.characters.people import BETTER, has_status, is_improved
from fatewright.systems.triumph_and_disaster.combat import damage, statuses
from fatewright.systems.triumph_and_disaster.combat.damage import Shelter
from fatewright.systems.triumph_and_disaster.combat.paces import MELEE, distance, group_of, next_to, weapon_row
from fatewright.systems.triumph_and_disaster.combat.sides import enemies, side_of
from fatewright.systems.triumph_and_disaster.combat.turns import can_react
from fatewright.systems.triumph_and_disaster.mechanics import foretelling, notation
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, counts_margin
from fatewright.systems.triumph_and_disaster.mechanics.rolls import AbilityRoll, Circumstance, Criticals, settled, weighed_roll
from fatewright.systems.turns import order_of

Using = Literal["in hand", "second hand", "thrown", "bare hands"]
BARE = "fists"
FLANKERS = 2


class Assault(NamedTuple):
    """TAD-CMB.06: an attack as it is declared."""

    who: str
    target: str
    weapon: str
    range: int = 0  # 0 in melee


def weapon_used(table: Desk, who: str, using: str) -> str:
    """TAD-CMB.06, TAD-ITM.01: the weapon of an attack."""
    if using == "bare hands":
        return BARE
    held = table[who]["second"] if using == "second hand" else table[who]["weapon"]
    return held if held in table.data["lists"]["weapons"] else BARE


def blow_of(table: Desk, who: str, target: str, using: str = "in hand") -> Assault:
    """TAD-CMB.06, TAD-CMB.09: an attack as it would be: a weapon that shoots or is thrown has a range."""
    weapon = weapon_used(table, who, using)
    row = weapon_row(table, weapon)
    return Assault(who, target, weapon, int(row.get("thrown", 0) if using == "thrown" else row.get("range", 0)))


def melee_blow(table: Desk, who: str, target: str) -> Assault:
    """TAD-CMB.14, TAD-PRK.03: a blow as a reaction: with what is in hand, or bare hands where that only shoots."""
    weapon = weapon_used(table, who, "in hand")
    return Assault(who, target, BARE if "range" in weapon_row(table, weapon) else weapon)


def no_way(table: Desk, blow: Assault) -> str | None:
    """TAD-CMB.09, TAD-CMB.10, TAD-STA.16: why an attack cannot reach its target; None if it can."""
    if statuses.has(table, blow.target, "gone"):
        return f"{blow.target} is not there any more"
    if statuses.has(table, blow.target, "unseen"):
        return f"{blow.target} is hidden, and cannot be aimed at"
    if cover_row(table, blow.target).get("total", False):
        return f"{blow.target} is behind total cover"
    paces, reach = distance(table, blow.who, blow.target), int(weapon_row(table, blow.weapon).get("reach", MELEE))
    furthest = 2 * blow.range if blow.range else reach
    return f"{blow.target} is {count_of(paces, 'pace')} away, and this reaches {furthest}" if paces > furthest else None


def no_dice(table: Desk, weapon: str) -> str | None:
    """TAD-ITM.01, TAD-DICE.26: why the damage of a weapon cannot be rolled: a group may have written anything into its list."""
    try:
        damage.terms_of(str(weapon_row(table, weapon)["damage"]))
    except BadNotation as wrong:
        return f"{weapon}: {wrong}"
    return None


def cover_row(table: Desk, who: str) -> Mapping[str, Any]:
    """TAD-CMB.10: what stands between somebody and the others."""
    row: Mapping[str, Any] = table.data["lists"]["covers"][table[who]["cover"]]
    return row


# ── what bears on it ───────────────────────────────────────────────────────────────────────────────────────────────────


def parties(table: Desk, blow: Assault) -> tuple[Party, Party]:
    """TAD-CMB.06, TAD-CON.05, TAD-R.17, TAD-R.33: the weapon's group against Evade; the target is always the reactor."""
    mine = Party(blow.who, group_of(table, blow.weapon), more=tuple(_for_attack(table, blow)))
    worth = int(cover_row(table, blow.target).get("dominance", 0))
    cover = (Circumstance("cover", worth),) if worth else ()
    return mine, Party(blow.target, "Evade", more=cover)


def _for_attack(table: Desk, blow: Assault) -> list[Circumstance]:
    """TAD-CMB.09, TAD-CMB.11, TAD-STA.09, TAD-STA.16: range, crowding, who lies on the ground, hiding, by a dial numbers."""
    found = []
    foes = enemies(table, blow.who)
    if blow.range:
        if distance(table, blow.who, blow.target) > blow.range:
            found.append(Circumstance("long range", -1))
        if next_to(table, blow.who, foes):
            found.append(Circumstance("an enemy close by", -1))
    if statuses.suffers(table, blow.target, "Prone"):
        found.append(Circumstance(f"{blow.target} is Prone", -1 if blow.range else 1))
    if statuses.has(table, blow.who, "unseen"):
        found.append(Circumstance("out of hiding", 1))
    side = side_of(table, blow.who)
    mates = [who for who in order_of(table) if side_of(table, who) == side]
    if table.dial("flanking_dominance") and len(next_to(table, blow.target, mates)) >= FLANKERS:
        found.append(Circumstance("flanking", int(table.dial("flanking_dominance"))))
    return found


# ── what it does ───────────────────────────────────────────────────────────────────────────────────────────────────────


def text_of(table: Desk, blow: Assault) -> str:
    """TAD-ITM.01: the damage dice of a weapon."""
    return str(weapon_row(table, blow.weapon)["damage"])


def bonus_of(table: Desk, blow: Assault) -> int:
    """TAD-STR.06, TAD-ITM.09: what Strength adds, and a weapon that is better than its kind."""
    sheet = Sheet(table, blow.who)
    strength = int(derived.damage_bonus(sheet, table.dials(), table.data["lists"], is_ranged=bool(blow.range)))
    return strength + BETTER * is_improved(sheet, blow.weapon)


def rerolls_of(table: Desk, blow: Assault) -> int:
    """TAD-CMB.12, TAD-PRK.03: 🔄 on the damage dice: for a light weapon in the other hand, and for perks."""
    second = table[blow.who]["second"]
    is_light = second in table.data["lists"]["weapons"] and weapon_row(table, second).get("light", False)
    has_two = is_light and not blow.range and table[blow.who]["weapon"] == blow.weapon != BARE
    return int(has_two) + perks.rerolls(Sheet(table, blow.who), table.data["lists"], "weapon")


def extra_of(table: Desk, blow: Assault) -> str:
    """TAD-PRK.04: further dice, of the weapon's type, against whoever is surprised, Restrained or unaware."""
    is_open = any(has_status(table, blow.target, one) for one in ("Surprised", "Restrained"))
    dice = perks.extra(Sheet(table, blow.who), table.data["lists"])
    if not dice or not (is_open or statuses.has(table, blow.who, "unseen")):
        return ""
    kind = damage.terms_of(text_of(table, blow))[-1].damage
    return "+".join(f"{one} {kind}" for one in dice)


# ── odds ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


@subrule(Lens("hits", lambda outcome: outcome != "misses"), Lens("fells", lambda outcome: outcome == "fells"))
def harm_of_blow(
    terms: tuple[Term, ...], explodes_first: bool, shelter: Shelter, hp: int, dials: tuple[tuple[str, Any], ...]
) -> Asks[str]:
    """TAD-CMB.07: whether a hit fells its target."""
    parts = yield from ask(damage.damage_roll(terms, explodes_first))
    lost = sum(step.left for step in damage.through(parts, shelter, dict(dials)))
    return "fells" if 0 < hp <= lost else "hits"


@subrule
def exchange(mine: Call[AbilityRoll], theirs: Call[AbilityRoll], criticals: Criticals, counts_margin: bool) -> Asks[str]:
    """TAD-CMB.06, TAD-TD.06, TAD-CON.10: a contest as far as damage is concerned: misses, hits, or hits with a boon."""
    first = yield from ask(mine)
    verdict = settled(first, (yield from ask(theirs)), criticals)
    return foretelling.hit_of(verdict, criticals, counts_margin)


@subrule(Lens("hits", lambda outcome: outcome != "misses"), Lens("fells", lambda outcome: outcome == "fells"))
def blow_struck(contest: Call[str] | None, plain: Call[str], boon: Call[str]) -> Asks[str]:
    """TAD-CMB.06, TAD-CMB.07, TAD-TD.06: an attack: a contest, and on a win the damage; a boon's dice count twice."""
    verdict = "hits" if contest is None else (yield from ask(contest))
    return "misses" if verdict == "misses" else (yield from ask(boon if verdict == "boon" else plain))


ROUNDING = ("soak_before_resistance", "negative_rounding", "round_when")


def foretold(table: Desk, blow: Assault) -> Asks[None]:
    """TAD-CMB.06, TAD-CON.06: the odds that a blow misses, hits or fells, for whoever knows both sides."""
    yield from so_far(None, lambda: _call(table, blow))


def _call(table: Desk, blow: Assault) -> Call[str]:
    contest = exchanged(table, *parties(table, blow)) if can_react(table, blow.target) else None
    more, text = extra_of(table, blow), text_of(table, blow)
    whole = f"{text}+{more}" if more else text
    return struck(table, blow.target, contest, whole, bonus=bonus_of(table, blow), rerolls=rerolls_of(table, blow))


def struck(
    table: Desk,
    target: str,
    contest: Call[str] | None,
    text: str,
    *,
    bonus: int = 0,
    explodes: bool = False,
    rerolls: int = 0,
) -> Call[str]:
    """TAD-CMB.06, TAD-CMB.07: whether damage that this contest lets through (all of it, where there is none) fells somebody."""
    dials = table.dials()
    rest = (
        not notation.is_late(dials),
        damage.shelter_of(table, target),
        int(table[target]["hp"]),
        tuple((name, dials[name]) for name in ROUNDING),
    )

    def rolled(times: int) -> Call[str]:
        marked = damage.terms_of(text, times=times, explodes=explodes, rerolls=rerolls)
        terms = damage.with_bonus(marked, bonus, dials)
        return harm_of_blow(damage.settled_terms(terms, dials, is_asked=False), *rest)

    return blow_struck(contest, rolled(1), rolled(2))


def exchanged(table: Desk, mine: Party, theirs: Party) -> Call[str]:
    """TAD-CMB.06, TAD-CON.06: a contest as far as damage is concerned, with its numbers."""
    level, modifier, other_level, other_modifier, net, other_net, criticals, *symbols = foretelling.contest_call(
        table, mine, theirs
    ).args
    first = weighed_roll(level, modifier, net, *symbols[:2])
    second = weighed_roll(other_level, other_modifier, other_net, *symbols[2:])
    return exchange(first, second, criticals, counts_margin(table))
