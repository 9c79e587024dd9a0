"""People: what a sheet says, and what follows from it: pools, health, caps, and what perks and flaws change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from fatewright.systems import sides
from fatewright.systems.author import EVERYONE, Audience, Change, Desk, Put, PutFact, Score
from fatewright.systems.author import Sheet as Sheet

Values = Mapping[str, Any]
Dials = Mapping[str, Any]
Lists = Mapping[str, Mapping[str, Any]]

ATTRIBUTES = ("strength", "agility", "brains", "social", "health", "magic")
POOLS = ("strength", "agility", "brains", "social", "magic")
HIGHEST = 8
AREAS = {  # TOF-7.13
    "six": ("head", "torso", "main_arm", "off_arm", "left_leg", "right_leg"),
    "four": ("head", "body", "arms", "legs"),
    "one": ("body",),
}
NO_SKILL, NOTHING = "no skill", "nothing"


def is_player_character(table: Desk, who: str) -> bool:
    """Whether a player runs them; everybody else is the game master's."""
    return sides.is_players(table, who)


def gms(table: Desk) -> list[str]:
    """The game master's seat."""
    return table.seats("gm")


def knowers(table: Desk, who: str) -> Audience:
    """TOF-1.24: who may know the figures of a sheet: the owner and the game master; everybody, if it is a player's and open."""
    is_open = table.dial("sheets") == "open" and is_player_character(table, who)
    return EVERYONE if is_open else Audience({table[who].owner, *gms(table)})


# ── ratings ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def attribute(values: Values, name: str) -> Score:
    """TOF-2.02, TOF-2.03, TOF-2.14: a rating from 0 to 8, as the sheet has it; nothing that passes changes it."""
    return Score(values[name], name.capitalize(), "TOF-2.02")


def rating(values: Values, skill: str) -> int:
    """TOF-3.02, TOF-3.07: the rating of a skill, for every use of it; 0 if untrained."""
    return int(dict(values["skills"]).get(skill, 0))


def attribute_of(skill: str, lists: Lists) -> str:
    """TOF-3.01: the one attribute that a skill belongs to."""
    return str(lists["skills"][skill]["group"]).lower()


def has_spec(values: Values, skill: str, use: str) -> bool:
    """TOF-3.09, TOF-3.35: whether somebody has a specialization of this skill, and of no other, that covers this use.

    So a scholar of a tongue (Language) does not pass for one of the people (Culture), nor the other way round.
    """
    wanted = f"{skill}: {use}".casefold()  # a phone begins every word that is typed with a capital
    return any(spec.casefold() == wanted for spec in values["specs"])


def has(values: Values, dials: Dials, what: str, of: str = NOTHING) -> bool:
    """TOF-5.03, TOF-5.05: whether somebody has a perk or a flaw that counts at this table."""
    return dials["perks_flaws"] == "on" and ((what, of) in values["perks"] or (what, of) in values["flaws"])


def _more_or_less(values: Values, dials: Dials, perk: str, flaw: str, of: str = NOTHING, by: int = 1) -> Score:
    """What one of a mirrored pair changes."""
    if has(values, dials, perk, of):
        return Score(by, perk, "TOF-5.05")
    return Score(-by, flaw, "TOF-5.05") if has(values, dials, flaw, of) else Score(0)


def rated(dials: Dials) -> tuple[str, ...]:
    """TOF-2.01, TOF-2.09, MOM-2.01: the attributes of this table: Magic only where it is in play."""
    return ATTRIBUTES if dials["magic"] == "on" else ATTRIBUTES[:-1]


# ── willpower and health ───────────────────────────────────────────────────────────────────────────────────────────────


def pools(dials: Dials) -> tuple[str, ...]:
    """TOF-2.09, TOF-4.01, TOF-4.15, TOF-4.16: which attributes have a pool: not Health, and Magic where it is in play."""
    return POOLS if dials["magic"] == "on" else POOLS[:-1]


def pool_max(values: Values, dials: Dials, name: str) -> Score:
    """TOF-4.01, TOF-4.02, TOF-R.08: five times the attribute, each its own; a deep well holds more.

    TOF-2.13: an attribute that does not function has none, and Health has no pool at all (TOF-4.15, TOF-R.09).
    """
    if name not in pools(dials):
        return Score(0)
    factor = dials["pool_factor"] + _more_or_less(values, dials, "deep well", "shallow well", name.capitalize())
    rated = attribute(values, name)
    return Score(factor * rated, f"{name.capitalize()} pool", "TOF-4.02", how=f"{int(factor)} times", parts=(rated,))


def health_max(values: Values, dials: Dials) -> Score:
    """TOF-7.08, TOF-4.15: twice the Health; once, for minor people of the game master.

    TOF-5.05: where there are no areas, tough and frail change it by two.
    """
    factor = dials["mook_health_factor"] if values["mook"] == "yes" else dials["health_factor"]
    health = attribute(values, "health")
    points = Score(factor * health, "health points", "TOF-7.08", how=f"{factor} times", parts=(health,))
    if dials["harm_model"] != "drain" or not health:
        return points
    return (points + _more_or_less(values, dials, "tough", "frail", by=2)).at_least(0).named("health points", "TOF-5.05")


def night_factor(values: Values, dials: Dials) -> Score:
    """TOF-4.03, TOF-5.05: three times the attribute; a sound sleeper four, a bad one two."""
    return Score(dials["night_factor"]) + _more_or_less(values, dials, "sound sleeper", "bad sleeper")


def meals_a_day(values: Values, dials: Dials) -> Score:
    """TOF-4.04, TOF-4.10, TOF-5.05: three meals count; four for a hearty eater, two for a poor appetite."""
    return Score(dials["meals_per_day"]) + _more_or_less(values, dials, "hearty eater", "poor appetite")


class Portion(NamedTuple):
    """What one pool gets of a meal or a night, and what of it would be lost."""

    gained: Score
    lost: Score


def meal(values: Values, dials: Dials) -> dict[str, Portion]:
    """TOF-4.04, TOF-4.10, TOF-7.09: what a meal restores now, by field; nothing, once all that count are eaten."""
    factor = dials["meal_factor"] if counts(values, dials) else 0
    return _portions(values, dials, Score(factor), "TOF-4.04", heals=dials["health_recovery"] == "clock")


def counts(values: Values, dials: Dials) -> bool:
    """TOF-4.04, TOF-4.10: whether the next meal is one that counts."""
    return bool(values["meals"] < meals_a_day(values, dials))


def night(values: Values, dials: Dials, *, is_broken: bool = False) -> dict[str, Portion]:
    """TOF-4.03, TOF-4.12, TOF-7.09: what a night restores now, by field; a broken one nothing, or by a dial half."""
    factor = Score(0) if is_broken and dials["interrupted_rest"] == "none" else night_factor(values, dials)
    heals = dials["health_recovery"] != "none"
    return _portions(values, dials, factor, "TOF-4.03", heals=heals, is_half=is_broken)


def _portions(
    values: Values, dials: Dials, factor: Score, id: str, *, heals: bool, is_half: bool = False
) -> dict[str, Portion]:
    """TOF-4.03, TOF-4.04, TOF-4.05, TOF-7.09: every pool, each up to its own maximum; what is above that is lost."""
    most = {name: (f"{name}_pool", pool_max(values, dials, name)) for name in pools(dials)}
    if heals:
        most["health"] = ("hp", health_max(values, dials))
    found = {}
    for name, (field, highest) in most.items():
        share = Score(factor * values[name], how=f"{int(factor)} times", parts=(attribute(values, name), *factor.parts))
        share = share.halved() if is_half else share
        label, room = name.capitalize(), Score(max(0, highest - values[field]), "what there is room for")
        gained, lost = share.at_most(room), share - room
        found[field] = Portion(gained.named(label, id), lost.at_least(0).named(f"{label} lost", "TOF-4.05"))
    return found


# ── caps ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def cap(values: Values, dials: Dials, skill: str, name: str, heart: int = 0, bonus: int = 0, *, inside: bool = True) -> Score:
    """TOF-1.10, TOF-1.11, TOF-5.04, TOF-5.06, TOF-R.02, TOF-R.12: the most that may be bid in one check, whatever the pool.

    The rating of the skill; knack and clumsy, love and fear change it, and it stays 0 for the untrained. TOF-1.28, TOF-R.18: a
    bare attribute has no skill, so nothing is bid on it. `bonus` is what passes and, by a dial, counts (TOF-2.14).
    """
    if dials["bid_cap"] == "none":
        return Score(99, "no cap", "TOF-R.02")
    if skill == NO_SKILL:
        share = {"zero": 0, "half_attribute": values[name] // 2, "attribute": values[name]}[dials["raw_attribute_cap"]]
        return Score(share, "no skill", "TOF-1.28")
    if dials["bid_cap"] == "attribute":
        return attribute(values, name)
    rated = rating(values, skill)
    if rated == 0:
        return Score(0, f"{skill}, untrained", "TOF-5.06")
    total = Score(rated // 2, f"half of {skill}", "TOF-3.10") if not inside else Score(rated, skill, "TOF-1.10")
    total += _more_or_less(values, dials, "knack", "clumsy", skill)
    total += Score(heart, "love" if heart > 0 else "fear", "TOF-5.04") if heart else 0
    total += Score(bonus, "passing", "TOF-2.14") if dials["temp_bonus"] == "total_and_cap" and bonus else 0
    return total.at_least(0)


def order_price(values: Values, dials: Dials, price: int) -> Score:
    """TOF-5.05: what an effect costs somebody who buys it on another's Order."""
    change = _more_or_less(values, dials, "loner", "drilled")
    return (Score(price, "price", "TOF-6.13") + change).at_least(1)


def quickness(values: Values, dials: Dials) -> Score:
    """TOF-6.14, TOF-5.05: Agility, as it counts for the order of turns."""
    return attribute(values, "agility") + _more_or_less(values, dials, "quick", "slow", by=3)


# ── states ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def is_in(table: Desk, who: str, *conditions: str) -> bool:
    """Whether somebody is in one of these states, which everybody sees."""
    return bool(set(conditions) & set(table[who].get("conditions", ())))


def is_out(table: Desk, who: str) -> bool:
    """TOF-7.18: knocked out and passed out are one state; the dead and those who fled are not there either."""
    return is_in(table, who, "out", "dead", "fled")


def is_hurt(table: Desk, who: str) -> bool:
    """TOF-7.08, TOF-7.17: whether somebody has a wound or lacks health points."""
    values = Sheet(table, who)
    return bool(values["wounds"]) or values["hp"] < health_max(values, table.dials())


def bidding(table: Desk, *names: str) -> str | None:
    """TOF-1.21: whoever has a bid to lay down, or has laid it, does nothing else that costs points until it is turned over."""
    busy = [who for who in names if table.fact("bidding", who)]
    return f"{busy[0]} has a bid to lay down first" if busy else None


def marked(names: Iterable[str], *, is_over: bool = False) -> list[Change]:
    """TOF-1.21: who bids, for all to see; how much, nobody sees."""
    return [PutFact(("bidding", who), None if is_over else True) for who in names]


def with_state(table: Desk, who: str, state: str) -> Put:
    """Somebody comes into a state."""
    return Put(who, "conditions", (*(one for one in table[who]["conditions"] if one != state), state))


def without_state(table: Desk, who: str, *states: str) -> Put:
    """Somebody leaves a state."""
    return Put(who, "conditions", tuple(one for one in table[who]["conditions"] if one not in states))


def mended(table: Desk, who: str, area: str) -> list[Change]:
    """TOF-7.17, TOF-7.20: a wound is cleared; where a second one on the same part counts, one of them."""
    again = dict(table[who]["again"])
    if table.dial("repeat_wound") == "adds_charge" and again.get(area):
        return [
            Put(who, "again", tuple((part, count - (part == area)) for part, count in again.items() if count > (part == area)))
        ]
    left = tuple(part for part in table[who]["wounds"] if part != area)
    return [Put(who, "wounds", left), Put(who, "again", tuple(row for row in again.items() if row[0] != area))]


def team_of(table: Desk, who: str) -> str:
    """Whose side somebody is on: players stand together, and the game master's people against them, unless told otherwise."""
    return sides.side_by_owner(table, who, str(table[who].get("team", sides.BY_OWNER)))
