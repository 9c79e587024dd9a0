"""Hazards: falls, fire, explosions, vacuum. Each has a pool, two damage numbers, and a roll that makes it less."""

from __future__ import annotations

from math import ceil
from typing import Annotated, Literal, NamedTuple

from fatewright.systems.author import Asks, Between, Lens, ask, count_of, d6, rule, throw
from fatewright.systems.moment_of_truth.combat.arms import Tenth, apart
from fatewright.systems.moment_of_truth.mechanics.rolls import Armor, DamageDice, Wound, damage, open_count, skill_roll

Metres = Annotated[int, Between(0, 2000)]
Tenths = Annotated[int, Between(0, 5000)]  # of a metre: explosions fall off by the metre, and people stand anywhere
Statistic = Annotated[int, Between(-2, 40)]  # with whatever goes into its pool: Moments, a talent, drink
Successes = Annotated[int, Between(0, 30)]
FASTEST = 570  # metres of falling, after which nobody falls faster
BREATH = Wound(1, 0)  # what a turn without air costs
VOID = (1, 5, 6)  # a die, and the numbers of the void
BLASTS = {"shrapnel": (4, 5), "blast": (5, 6), "flash-bang": (5, 7)}  # a seven that no die shows: no major damage

POINTS = Lens("points", lambda wound: wound.points, lambda wound: Wound(wound.points))


# ── falling ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def fall_dice(metres: float, rounding: Literal["down", "up"] = "down") -> int:
    """MOT-8.02, MOT-R.59: a die for every two metres, up to terminal speed; what is left over is nothing, or a die."""
    counted = min(metres, FASTEST)
    return int(counted / 2) if rounding == "down" else ceil(counted / 2)


@rule(POINTS)
def fall(
    metres: Metres,
    agility: Statistic = 3,
    numbers: Literal["5_6", "3_6"] = "5_6",
    rounding: Literal["down", "up"] = "down",
    tenths: Tenth = 0,
) -> Asks[Wound]:
    """MOT-8.02, MOT-8.03, MOT-8.04, MOT-R.58, MOT-R.62: each success of Agility takes a die away; armour does not help."""
    successes = yield from ask(open_count(agility, "statistic"))
    dice = max(0, fall_dice(apart(metres, tenths), rounding) - successes)
    return (yield from ask(damage(dice, 5 if numbers == "5_6" else 3, 6), part=True))


# ── fire ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Burning(NamedTuple):
    """What a turn in flames did, and the pool of the next one; none is left where the fire is out."""

    wound: Wound
    pool: int

    def __str__(self) -> str:
        return f"{self.wound}; " + (f"{count_of(self.pool, 'die')} of fire left" if self.pool else "the fire is out")


@rule(Lens("out", lambda burning: burning.pool == 0))
def flames(pool: DamageDice) -> Asks[Burning]:
    """MOT-8.07, MOT-8.08, MOT-8.10, MOT-R.60: minor from 3, major from 4; every five and six is a die more from now on."""
    if pool < 1:
        return Burning(Wound(), 0)

    def judge(minor: int, major: int, growth: int) -> Burning:
        return Burning(Wound(minor + major + growth, major + growth), pool + growth)

    return (yield from throw(d6(pool).count(minor=(3,), major=(4,), growth=(5, 6)), judge))


# Older tables say `extinguisher` for a bucket as well: it is read as what it names, and puts out grease too.
Gear = Literal["nothing", "blanket", "extinguisher", "bucket of water"]
WATER: Gear = "bucket of water"
GEAR: dict[str, int] = {"nothing": 0, "blanket": 3, "extinguisher": 6, WATER: 6}


@rule
def put_out(agility: Statistic, gear: Gear = "nothing", grease: Literal["no", "yes"] = "no") -> Asks[int]:
    """MOT-8.09, MOT-8.11, MOT-8.12, MOT-8.14, MOT-R.61: dice that one roll of Agility takes from a fire.

    A blanket gives three dice, an extinguisher or a bucket six. Water on burning grease takes nothing away.
    """
    successes = yield from ask(open_count(agility + GEAR[gear], "statistic"))
    return 0 if gear == WATER and grease == "yes" else successes


@rule(Lens("out", lambda burning: burning.pool == 0))
def burning_turn(pool: DamageDice, helpers: Successes = 0, agility: Annotated[int, Between(0, 6)] = 0) -> Asks[Burning]:
    """MOT-8.06, MOT-8.08, MOT-8.09, MOT-8.11, MOT-R.60: what helpers took, what one's own roll takes, and only then the fire.

    Agility is 0 for somebody who does not try.
    """
    successes = (yield from ask(put_out(agility))) if agility else 0
    return (yield from ask(flames(max(0, pool - helpers - successes))))


# ── explosions ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def explosion_dice(dice: int, metres: float, decay: Literal["ceil_minus_one", "floor_meters"] = "ceil_minus_one") -> int:
    """MOT-8.15, MOT-R.63: all dice within the first metre, one fewer for each further one."""
    less = ceil(metres) - 1 if decay == "ceil_minus_one" else int(metres)
    return max(0, dice - max(0, less))


@rule(POINTS)
def explosion(
    dice: DamageDice,
    tenths: Tenths,
    kind: Literal["shrapnel", "blast", "flash-bang"] = "shrapnel",
    armor: Armor = 0,
    decay: Literal["ceil_minus_one", "floor_meters"] = "ceil_minus_one",
) -> Asks[Wound]:
    """MOT-8.15, MOT-8.16, MOT-R.62, MOT-R.63: damage so many tenths of a metre away; here armour counts."""
    minor, major = BLASTS[kind]
    return (yield from ask(damage(explosion_dice(dice, tenths / 10, decay), minor, major, armor), part=True))


# ── vacuum ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def stays_conscious(endurance: Statistic, tn: Annotated[int, Between(1, 2)] = 1) -> Asks[bool]:
    """MOT-8.18, MOT-R.64: a second in the void, from the second one on; one success of Endurance is enough."""
    rolled = yield from ask(skill_roll(endurance, tn, "statistic"))
    return rolled.is_success


@rule(POINTS)
def vacuum_turn(turn: Annotated[int, Between(1, 120)]) -> Asks[Wound]:
    """MOT-8.20, MOT-8.21, MOT-R.64: one minor for the breath, from the first turn on; from the second a die besides."""
    if turn < 2:
        return BREATH
    return BREATH + (yield from ask(damage(*VOID), part=True))


class SuitTurn(NamedTuple):
    """What a turn in a ruptured suit asks for."""

    rolls: bool
    is_hurt: bool


def suit_turn(interval: int, turn: int, damage: Literal["every_3n", "each_turn_after_3n"] = "every_3n") -> SuitTurn:
    """MOT-8.22, MOT-R.65: Endurance every n turns, damage and breath every 3n; n is one die, rolled once."""
    is_hurt = turn % (3 * interval) == 0 if damage == "every_3n" else turn >= 3 * interval
    return SuitTurn(turn % interval == 0, is_hurt)
