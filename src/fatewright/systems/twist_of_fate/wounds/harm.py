"""Harm: what a wounded part costs, what a hit does, who is out, and how wounds are tended."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, NamedTuple

from fatewright.systems.author import (
    EVERYONE,
    Asks,
    Audience,
    Change,
    Desk,
    From,
    Offers,
    Option,
    Price,
    Put,
    Score,
    now,
    phrase,
    price_of,
    say,
    tell,
)
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.people import Sheet, has
from fatewright.systems.twist_of_fate.combat import turns

LEGS = ("left_leg", "right_leg")
BY_FOOT = ("Dodge", "Acrobatics", "Athletics")
BY_HAND = ("Weapon", "Brawl", "Brawl/Grapple", "Ranged Weapons", "Illicit", "Trade", "blue collar")
BY_HEAD = ("brains", "social", "magic")
BY_MAGIC = ("Magic", "Earth magic", "Fire magic", "Water magic", "Air magic")  # whatever the attribute: a spell is the head's
FOUR = {"torso": "body", "main_arm": "arms", "off_arm": "arms", "left_leg": "legs", "right_leg": "legs"}
HANDS = {1: ("main_arm",), 2: ("main_arm", "off_arm")}


# ── parts of the body ──────────────────────────────────────────────────────────────────────────────────────────────────


def areas(table: Desk) -> tuple[str, ...]:
    """TOF-7.13, TOF-R.21: the areas that this table tells apart; every one of them can be wounded."""
    return people.AREAS[table.dial("areas")]


def named(table: Desk, area: str) -> str:
    """What an area of the six is called where there are fewer."""
    if table.dial("areas") == "one":
        return "body"
    return FOUR.get(area, area) if table.dial("areas") == "four" else area


def torso(table: Desk) -> str:
    """Where whoever aims at nothing else hits."""
    return named(table, "torso")


def called(area: str) -> str:
    """An area as people say it."""
    return area.replace("_", " ")


def not_an_area(table: Desk, area: str) -> str:
    """TOF-7.13: why an area cannot be named at this table."""
    return f"{called(area)} is not an area here; there are {', '.join(map(called, areas(table)))}"


def _aimed_at(table: Desk) -> list[Option[str]]:
    """TOF-7.13: the areas of this table, the middle first."""
    return [Option(one, called(one)) for one in sorted(areas(table), key=lambda one: one != torso(table))]


Area = Annotated[str, From("areas"), Offers(_aimed_at)]


def wounded_parts(table: Desk, who: str) -> list[Option[str]]:
    """TOF-7.20: where somebody is wounded."""
    return [Option(one, called(one)) for one in table[who].get("wounds", ())]


def parts_of(table: Desk, attribute: str, skill: str = "", hands: int = 1) -> tuple[str, ...]:
    """TOF-7.15: the parts of the body that a check or an effect uses.

    The head for Brains, Social and magic; the torso for Strength; a hand for what is held or done with it; the legs for feet.
    """
    parts: list[str] = []
    if skill in BY_MAGIC:
        attribute = "magic"
    if attribute in BY_HEAD:
        parts.append("head")
    if attribute == "strength":
        parts.append("torso")
    if skill in BY_HAND:
        parts += HANDS[hands]
    if skill == "Shield":
        parts.append("off_arm")
    if skill in BY_FOOT or skill == "move":
        parts += LEGS
    return tuple(dict.fromkeys(named(table, part) for part in parts))


def charge_of(table: Desk, who: str, parts: tuple[str, ...]) -> int:
    """TOF-7.06, TOF-7.15, TOF-7.17: three points for each wounded part that is used."""
    hurt = [part for part in parts if part in table[who]["wounds"]]
    if not hurt:
        return 0
    again = sum(dict(table[who]["again"]).get(part, 0) for part in hurt) if table.dial("repeat_wound") == "adds_charge" else 0
    times = 1 if table.dial("wound_cost_stack") == "once" else len(hurt)
    return int(table.dial("wound_cost") * (times + again))


class Charged(NamedTuple):
    """What wounded parts cost somebody, and whether that was more than there was: then it is the last gasp."""

    who: str
    changes: tuple[Change, ...]
    is_last_gasp: bool
    left: int  # in the pool that pays for what is done
    is_owed: bool = True  # whether a wounded part was used at all, as everybody sees


def costs(table: Desk, *changes: Change) -> tuple[Price, ...]:
    """TOF-1.10, TOF-7.05: what is paid out of pools and health points, as an option says it."""
    found = price_of(table, *changes)
    health = (phrase("{points:health point}", points=abs(one.amount)) if one.path[-1] == "hp" else one.label for one in found)
    return tuple(one._replace(label=label) for one, label in zip(found, health, strict=True))


def charged(table: Desk, who: str, parts: tuple[str, ...], pool: str, price: int = 0) -> Charged:
    """TOF-7.06, TOF-7.07, TOF-7.16, TOF-R.19: before the bid, outside the cap, from the pool of the attribute used.

    If the pool holds less it is emptied, what was begun still takes place, and then they pass out. With an effect the charge
    comes after its `price`. By a dial, health points pay instead.
    """
    charge, held = charge_of(table, who, parts), int(table[who][pool]) - price
    if not charge:
        return Charged(who, (Put(who, pool, held),) if price else (), False, held, False)
    if table.dial("wound_cost_source") == "health":
        loss = lose(int(table[who]["hp"]), charge, zero_is_out=table.dial("zero_health") == "out")
        changes = (Put(who, "hp", loss.left), *((Put(who, pool, held),) if price else ()))
        return Charged(who, changes, loss.is_out, held)
    return Charged(who, (Put(who, pool, max(0, held - charge)),), charge > held, max(0, held - charge))


# ── losing health ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Loss(NamedTuple):
    """Health points that are left, and whether that is the end of it."""

    left: int
    is_out: bool


def lose(points: int, loss: int, *, zero_is_out: bool = False) -> Loss:
    """TOF-7.05, TOF-7.11: more than there is takes somebody out; exactly 0 leaves them standing."""
    left = max(0, points - loss)
    return Loss(left, loss > points or (zero_is_out and left == 0 and loss > 0))


def defense_value(table: Desk, who: str, area: str, *, counts_armor: bool = True) -> Score:
    """TOF-7.03, TOF-7.10, TOF-7.14, TOF-8.12: armor of the area and Health: the rating, not what is left of the points."""
    values, dials = Sheet(table, who), table.dials()
    health = int(values["hp"]) if dials["defense_health"] == "remaining" else int(values["health"])
    total = Score(health, "Health", "TOF-7.03")
    if counts_armor:
        total += Score(armor_of(table, who, area), "armor", "TOF-7.14")
    if has(values, dials, "tough"):
        total += Score(1, "tough", "TOF-5.05")
    if has(values, dials, "frail"):
        total += Score(-1, "frail", "TOF-5.05")
    return total.at_least(0)


def armor_of(table: Desk, who: str, area: str) -> int:
    """TOF-7.14, TOF-8.12: 0 none, 1 leather, 2 mail, 3 plate; a spell may change one area by 1, from 0 to 4."""
    worn = {named(table, part): value for part, value in table[who]["armor"]}
    forged = dict(table[who]["forged"]).get(area, 0)
    return max(0, min(4, worn.get(area, 0) + forged)) if forged else int(worn.get(area, 0))


class Hit(NamedTuple):
    """What a hit does."""

    is_wound: bool
    left: int  # health points
    is_out: bool
    is_death: bool = False


def hit(table: Desk, who: str, margin: int, area: str, *, counts_armor: bool = True, is_helpless: bool = False) -> Hit:
    """TOF-7.02, TOF-7.04, TOF-7.05, TOF-7.12, TOF-7.19, TOF-8.17, TOF-R.20, MOM-7.01: two tests of one margin.

    Both are strict and neither depends on the other. Armor has no part in the second.
    """
    points, model = int(table[who]["hp"]), table.dial("harm_model")
    if margin <= 0 or model == "none":
        return Hit(False, points, False)
    is_death = is_helpless and margin > people.health_max(Sheet(table, who), table.dials())
    if model == "drain":
        extra = 0 if counts_armor else 1  # lightning, where there is no armor to pass
        left, is_out = lose(points, margin + extra, zero_is_out=table.dial("zero_health") == "out")
        return Hit(False, left, is_out, is_death)
    is_wound = margin > defense_value(table, who, area, counts_armor=counts_armor)
    passes = max(0, margin - armor_of(table, who, area)) if counts_armor else margin
    drained = {"margin": margin, "past_armor": passes, "none": 0}[table.dial("hit_drain")]
    left, is_out = lose(points, drained, zero_is_out=table.dial("zero_health") == "out")
    return Hit(is_wound, left, is_out or margin > points, is_death)


def wounded(table: Desk, who: str, area: str) -> list[Change]:
    """TOF-7.04, TOF-7.17: an area is wounded; a second time only counts."""
    if area not in table[who]["wounds"]:
        return [Put(who, "wounds", (*table[who]["wounds"], area))]
    again = dict(table[who]["again"])
    return [Put(who, "again", tuple({**again, area: again.get(area, 0) + 1}.items()))]


def suffers(table: Desk, who: str, done: Hit, area: str) -> Asks[None]:
    """TOF-7.04, TOF-7.05, TOF-7.21: what a hit does: health points for its target and the game master, a wound for all."""
    can_wound = table.dial("harm_model") == "limbs"
    is_wound = can_wound and bool((yield from tell("wound", lambda: done.is_wound)))
    changes = wounded(table, who, area) if is_wound else []
    line = [say("{who}'s {area:word} is wounded", "TOF-7.04", who=who, area=_said(area))] if is_wound else []
    left: int = yield from tell("health points", lambda: done.left, _whose_health(table, who))
    yield from now(Put(who, "hp", left), *changes, *line)
    if table.dial("lethality") == "helpless" and (yield from tell("dead", lambda: done.is_death)):
        yield from now(people.with_state(table, who, "dead"), say("{who} is dead", "TOF-7.19", who=who))


def _whose_health(table: Desk, who: str) -> Audience | None:
    """TOF-1.23, TOF-1.24: whoever is hit may reckon back from what it cost to who hit them; others do not learn it."""
    if table.dial("sheets") == "open" and people.is_player_character(table, who):
        return None
    return Audience({table[who].owner, *people.gms(table)})


def _said(area: str) -> str:
    return area.replace("_", " ")


def drops(table: Desk, run_out: Mapping[str, bool]) -> Asks[list[str]]:
    """TOF-7.05, TOF-7.07, TOF-7.18, TOF-7.21: whoever has run out drops, when what they did is over, several together.

    Everybody sees it, even where what they did was a secret.
    """
    fallen = []
    for who, is_out in run_out.items():
        if (yield from tell("out", partial(bool, is_out), EVERYONE)):
            fallen.append(who)
    if fallen:
        yield from turns.falls_into(table, [who for who in fallen if not people.is_out(table, who)], "out")
    return fallen


def exhausts(table: Desk, *paid: Charged) -> Asks[None]:
    """TOF-7.07, TOF-7.16: whoever could not pay for a wounded part passes out when what they did is over."""
    yield from drops(table, {one.who: one.is_last_gasp for one in paid if one.is_owed})


def tires(table: Desk, who: str, is_empty: bool) -> Loss:
    """TOF-6.30: whoever attacks or defends with a pool that was empty before the bid loses a health point after it."""
    cost = table.dial("fatigue_cost") if is_empty else 0
    return lose(int(table[who]["hp"]), cost, zero_is_out=table.dial("zero_health") == "out")
