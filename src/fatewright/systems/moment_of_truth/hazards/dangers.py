"""Dangers at the table: falls, fire, explosions, the void, and whatever else has a pool, two numbers and a roll against it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    Asks,
    Between,
    Call,
    Change,
    Desk,
    From,
    Offers,
    Option,
    Put,
    Say,
    Score,
    Seen,
    Story,
    Usual,
    ask,
    behind,
    choose,
    count_of,
    d6,
    ends,
    now,
    phrase,
    rule,
    say,
    so_far,
    tell,
    throw,
    verb,
)
from fatewright.systems.moment_of_truth.combat import harm, healing
from fatewright.systems.moment_of_truth.combat.arms import Tenth, apart, in_words
from fatewright.systems.moment_of_truth.combat.blows import protection
from fatewright.systems.moment_of_truth.combat.harm import SIDES, Present
from fatewright.systems.moment_of_truth.combat.turns import Actor, acts, cannot
from fatewright.systems.moment_of_truth.hazards.hazards import (
    BREATH,
    GEAR,
    VOID,
    Burning,
    Gear,
    explosion,
    fall,
    flames,
    put_out,
    stays_conscious,
    suit_turn,
)
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.own_rolls import Came, own_roll
from fatewright.systems.moment_of_truth.mechanics.pools import statistic_roll
from fatewright.systems.moment_of_truth.mechanics.rolls import Wound, damage, open_count
from fatewright.systems.turns import is_fighting

Square = Annotated[int, Between(-1000, 1000)]
Kind = Literal["shrapnel", "blast", "flash-bang"]
Dice = Annotated[int, Between(1, 285)]
GRENADE = 8  # dice of an explosion, unless somebody says otherwise

# ── what befalls somebody ──────────────────────────────────────────────────────────────────────────────────────────────


def befalls(table: Desk, who: str, call: Callable[[], Call[Any]]) -> Asks[Any]:
    """MOT-0.06: what the dice say of somebody: in the open for a player's character, behind the screen for anybody else."""
    if pools.is_player_character(table, who):
        return (yield from ask(call(), by=who))
    return (yield from behind(call))


def hurts(table: Desk, who: str, found: Any) -> Asks[str]:
    """A wound that befell somebody; everyone sees how bad it is."""
    wound = Wound(*(yield from tell("wound", lambda: tuple(found))))
    return (yield from harm.harmed(table, who, wound))


def _hurting(table: Desk, who: str, wound: Wound) -> Came:
    """MOT-7.41: what a wound comes to for somebody whose wounds everyone sees."""
    state = harm.state(table, who, wound)
    return Came(-wound.points, f"{wound.points or 'no'} damage" + ("" if state == "unhurt" else f", {state}"))


@verb(
    "{who} falls {metres} m",
    more=("and {tenths} tenths of a metre",),
    roles=("gm",),
    may=harm.is_somebody,
    group="Hazards",
)
def fall_(table: Desk, who: Present, metres: Annotated[int, Between(0, 2000)] = 4, tenths: Tenth = 0) -> Story:
    """MOT-8.02, MOT-8.03, MOT-8.04, MOT-R.58, MOT-R.62: somebody falls: a die for two metres, less what Agility saves."""
    yield from now(say("{who} falls {metres} m", "MOT-8.02", who=who, metres=in_words(metres, tenths)))
    found = yield from own_roll(
        table,
        who,
        statistic_roll("agility"),
        lambda dice, _: _fall(table, metres, tenths, dice),
        what=f"a fall of {apart(metres, tenths)} m",
        words=lambda wound: _hurting(table, who, wound),
    )
    yield from hurts(table, who, found)
    return ends("fallen")


def _fall(table: Desk, metres: int, tenths: int, agility: int) -> Call[Wound]:
    """MOT-R.58, MOT-R.59: a fall as this table counts it."""
    return fall(metres, agility, table.dial("fall_numbers"), table.dial("fall_rounding"), tenths)


@verb(
    "{who} is caught in an explosion of {dice} dice",
    more=("it goes off {metres} m away", "and {tenths} tenths of a metre", "kind of explosion: {kind}"),
    roles=("gm",),
    may=harm.is_somebody,
    group="Hazards",
)
def blast(
    table: Desk,
    who: Present,
    dice: Dice = GRENADE,
    metres: Annotated[int, Between(0, 300)] = 1,
    tenths: Tenth = 0,
    kind: Kind = "shrapnel",
) -> Story:
    """MOT-8.15, MOT-8.16, MOT-R.62, MOT-R.63: an explosion, so many metres away from one person; armour counts."""
    yield from _blown(table, who, dice, metres, kind, tenths)
    return ends("blown")


def _middle(table: Desk) -> tuple[int, int] | None:
    """Where the first of those stands who are on the board."""
    return next((table[who]["at"] for who in SIDES.present(table) if table[who].get("at", None)), None)


def _column(table: Desk) -> int | None:
    return at[0] if (at := _middle(table)) else None


def _row(table: Desk) -> int | None:
    return at[1] if (at := _middle(table)) else None


@verb(
    "an explosion hits column {x}, row {y}, with {dice} dice",
    more=("kind of explosion: {kind}",),
    roles=("gm",),
    group="Hazards",
)
def explode(
    table: Desk,
    x: Annotated[Square, Usual(_column)],
    y: Annotated[Square, Usual(_row)],
    dice: Dice = GRENADE,
    kind: Kind = "shrapnel",
) -> Story:
    """MOT-8.15, MOT-R.63: an explosion on a square of the board, for everybody near enough, a metre a square."""
    near = [token.name for token in table.tokens() if token.kind != "encounter" and ("token", token.name, "at") in table.facts]
    for who in near:
        at_x, at_y = table[who]["at"]
        metres = max(abs(at_x - x), abs(at_y - y))
        if metres <= dice and not harm.has(table, who, "dead"):
            yield from _blown(table, who, dice, metres, kind)
    return ends("blown")


def _blown(table: Desk, who: str, dice: int, metres: int, kind: Kind, tenths: int = 0) -> Asks[None]:
    armor, decay = protection(table, who), table.dial("explosion_decay")
    yield from now(say("An explosion, {metres} m from {who}", "MOT-8.15", metres=in_words(metres, tenths), who=who))
    found = yield from befalls(table, who, lambda: explosion(dice, 10 * metres + tenths, kind, armor, decay))
    yield from hurts(table, who, found)


@verb(
    "{who} faces a danger: {hazard}",
    more=("dice instead of the usual: {dice}",),
    roles=("gm",),
    may=harm.is_somebody,
    group="Hazards",
)
def hazard(
    table: Desk, who: Present, hazard: Annotated[str, From("hazards")], dice: Annotated[int, Between(0, 285)] = 0
) -> Story:
    """MOT-8.01: any other danger, by its row: dice, two numbers, a statistic that makes it less, and whether armour counts.

    Other dice than the row's are the game master's word.
    """
    row = table.data["lists"]["hazards"][hazard]
    pool, armor, saved = dice or row["dice"], protection(table, who) if row.get("armor") else 0, 0
    all_dice = count_of(pool, "die")
    yield from now(say("{hazard:word}: {all_dice} for {who}", "MOT-8.01", hazard=hazard, all_dice=all_dice, who=who))
    if "statistic" in row:
        saved = yield from own_roll(table, who, statistic_roll(row["statistic"]), open_count, what=f"{hazard}, {all_dice}")
    found = yield from befalls(table, who, lambda: damage(max(0, pool - saved), row["minor"], row["major"], armor))
    if pools.is_player_character(table, who):
        yield from so_far(_hurting(table, who, found))
    yield from hurts(table, who, found)
    return ends("hurt")


# ── fire ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


@verb(
    "{who} is set on fire with {dice} dice",
    more=("it is burning grease: {grease}",),
    roles=("gm",),
    may=harm.is_somebody,
    group="Hazards",
)
def set_fire(table: Desk, who: Present, dice: Annotated[int, Between(1, 12)] = 3, grease: Literal["no", "yes"] = "no") -> Story:
    """MOT-8.05, MOT-8.06, MOT-8.08, MOT-8.14, MOT-R.60: somebody burns: one die for hot fat, five or six for a petrol bomb.

    It burns at once, and then on each of their turns.
    """
    yield from now(Put(who, "grease", grease), Put(who, "doused", 0), say("{who} is on fire", "MOT-8.06", who=who))
    yield from _flames(table, who, dice)
    return ends("burning")


def _flames(table: Desk, who: str, pool: int) -> Asks[None]:
    """MOT-8.07, MOT-8.08, MOT-8.10: the fire's dice, what they do, and the pool of the next turn."""
    found = yield from befalls(table, who, lambda: flames(pool))
    minor, major, left = yield from tell("wound", lambda: _told(found))
    line = Say(phrase("{left:die} of fire", left=left) if left else phrase("The fire on {who} is out", who=who), ("MOT-8.10",))
    yield from now(Put(who, "fire", left), line)
    yield from harm.harmed(table, who, Wound(minor, major))


def _told(burning: Burning) -> tuple[int, int, int]:
    return burning.wound.minor, burning.wound.major, burning.pool


def burns(table: Desk, who: str) -> Asks[None]:
    """MOT-8.08, MOT-8.09, MOT-8.11, MOT-8.12, MOT-8.14, MOT-R.60, MOT-R.61: a burning turn.

    First what helpers have put out since, then an own try, which is the action of the turn, and only then the fire.
    """
    pool = max(0, table[who]["fire"] - table[who].get("doused", 0))
    yield from now(Put(who, "doused", 0), Put(who, "fire", pool))
    if pool and not harm.is_out(table, who):
        tries = (Option("", "no, act instead"), *(Option(gear, f"yes, with {gear}") for gear in GEAR))
        prompt = phrase("{who} burns with {pool:die}. Try to put it out? It takes the action.", who=who, pool=pool)
        gear = yield from choose(who, "put out", prompt, tries, "")
        if gear:
            yield from now(*acts(table, who))
            pool = max(0, pool - (yield from _doused(table, who, who, gear)))
    yield from _flames(table, who, pool)


def _doused(table: Desk, who: str, target: str, gear: Any) -> Asks[int]:
    """MOT-8.09, MOT-8.11, MOT-8.12, MOT-8.14: dice that a try takes from a fire."""
    grease = table[target].get("grease", "no")
    more = (Score(GEAR[gear], gear, "MOT-8.12"),) if GEAR[gear] else ()
    found = yield from own_roll(
        table,
        who,
        statistic_roll("agility"),
        lambda dice, _: put_out(dice - GEAR[gear], gear, grease),
        *more,
        what=f"the fire on {target}",
        words=lambda dice: Came(dice, f"{count_of(dice, 'die')} of fire put out"),
    )
    taken: int = yield from tell("result", lambda: int(found))
    yield from now(say("{who} puts out {taken:die} of the fire on {target}", "MOT-8.09", who=who, taken=taken, target=target))
    return taken


def _may_douse(table: Desk, who: str, target: str, gear: str) -> str | None:
    del gear
    if who == target:
        return "whoever burns is asked at the start of their turn"
    if not table[target].get("fire", 0):
        return f"{target} does not burn"
    return cannot(table, who, "action")


def _burning(table: Desk, who: str) -> list[Option[str]]:
    """MOT-8.11: of one's own, whoever burns first."""
    return sorted(SIDES.mates(table, who), key=lambda one: not table[one.value].get("fire", 0))


@verb("{who} helps to put out the fire on {target}", more=("using: {gear}",), may=_may_douse, group="Fight")
def douse(table: Desk, who: Actor, target: Annotated[Seen, Offers(_burning)], gear: Gear = "nothing") -> Story:
    """MOT-8.11, MOT-8.12, MOT-8.13, MOT-8.14: help to put out a fire: each success is a die less on the next burning turn.

    A blanket gives three dice, an extinguisher or a bucket of water six; an extinguisher lasts about thirteen turns. Water
    does nothing to burning grease.
    """
    yield from now(*acts(table, who))
    taken = yield from _doused(table, who, target, gear)
    return ends("doused", Put(target, "doused", table[target].get("doused", 0) + taken))


# ── the void ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def rupture() -> Asks[int]:
    """MOT-0.04, MOT-8.22: how fast a ruptured suit loses air: one die, thrown once."""
    return throw(d6(1).sum())


def _may_void(table: Desk, who: str, suit: str) -> str | None:
    return harm.is_somebody(table, who) or (_is_in_the_void(table, who) if suit == "safe again" else None)


def _is_in_the_void(table: Desk, who: str) -> str | None:
    return None if table[who]["vacuum"] else f"{who} is not in the void"


Suit = Literal["no suit", "ruptured suit", "safe again"]


def _as_suited(table: Desk, who: str) -> str | None:
    """MOT-8.17: whoever is in the void is to be safe again."""
    return "safe again" if table[who]["vacuum"] else None


@verb("{who} faces the void: {suit}", roles=("gm",), may=_may_void, group="Hazards")
def void(table: Desk, who: Present, suit: Annotated[Suit, Usual(_as_suited)] = "no suit") -> Story:
    """MOT-8.17, MOT-8.18, MOT-8.20, MOT-8.22: somebody is in the void, or safe again: awake ten seconds, dead after 120.

    A turn is a second. What a ruptured suit's die shows, only the game master knows.
    """
    if suit == "safe again":
        return ends("safe", Put(who, "vacuum", 0), Put(who, "suit", 0), say("{who} breathes again", "MOT-8.17", who=who))
    interval = (yield from behind(rupture())) if suit == "ruptured suit" else 0
    line = say("{who} is in the void: {suit:text}", "MOT-8.17", who=who, suit=suit)
    return ends("void", Put(who, "suit", interval), Put(who, "vacuum", 1), line)


def _may_count(table: Desk, who: str) -> str | None:
    if problem := harm.is_somebody(table, who):
        return problem
    if is_fighting(table):
        return "a fight is on: turns count by themselves"
    if harm.has(table, who, "dead"):
        return f"{who} is dead"
    is_harmed = healing.is_harmed(table, who)
    return None if is_harmed else f"nothing harms {who}: neither fire nor the void, no lack of breath, no bleeding wound"


@verb("{who} suffers one more turn", roles=("gm",), may=_may_count, group="Hazards")
def second(table: Desk, who: Annotated[Seen, Offers(SIDES.first(healing.is_harmed))]) -> Story:
    """MOT-7.80, MOT-8.08, MOT-R.64, MOT-R.66: where no fight counts the turns: one more for somebody who is still harmed."""
    yield from suffers(table, who)
    if harm.has(table, who, "bleeding"):
        yield from harm.bleeds(table, who)
    return ends("passed")


def suffers(table: Desk, who: str) -> Asks[None]:
    """MOT-7.37, MOT-7.80, MOT-8.08, MOT-8.18, MOT-R.41: what a turn begins with: no breath, the void, fire."""
    if harm.has(table, who, "suffocating") and loses_breath(table, who):
        yield from harm.harmed(table, who, BREATH)
    if table[who]["vacuum"] and not harm.has(table, who, "dead"):
        yield from in_the_void(table, who)
    if table[who]["fire"] and not harm.has(table, who, "dead"):
        yield from burns(table, who)


def loses_breath(table: Desk, who: str) -> bool:
    """MOT-R.41: whether a turn without air hurts somebody: until they are unconscious, or by the dial until they are dead."""
    return not harm.has(table, who, *(("dead",) if harm.suffocates_on(table) else harm.OUT))


def in_the_void(table: Desk, who: str) -> Asks[None]:
    """MOT-8.18, MOT-8.19, MOT-8.20, MOT-8.21, MOT-8.22, MOT-R.41, MOT-R.64, MOT-R.65: one turn in the void.

    First the breath, then Endurance while awake, then a die of damage; the first turn takes the breath alone. In a ruptured
    suit all that comes at longer intervals. After two minutes it kills, or a player may declare it.
    """
    turn = table[who]["vacuum"]
    breath, rolls, is_hurt = yield from tell("state", lambda: _due(table, who, turn))
    if breath and loses_breath(table, who):
        yield from harm.harmed(table, who, BREATH)
    if rolls and not harm.is_out(table, who):
        tn = _tn(table)
        found = yield from own_roll(
            table,
            who,
            statistic_roll("endurance"),
            lambda dice, _: stays_conscious(dice, tn),
            what="awake in the void",
            tn=tn,
            words=lambda awake: Came(awake, f"{who} {'stays awake' if awake else 'passes out'}"),
        )
        if not table[who]["vacuum"]:  # safe again, while they were asked
            return
        if not (yield from tell("result", lambda: bool(found))):
            yield from now(*harm.passes_out(table, who), say("{who} passes out", "MOT-8.18", who=who))
            minutes = yield from behind(harm.minutes_out())
            yield from now(Put(who, "wakes", minutes))
    if is_hurt and not harm.has(table, who, "dead"):
        found = yield from befalls(table, who, lambda: damage(*VOID))
        yield from hurts(table, who, found)
    yield from now(Put(who, "vacuum", min(turn, harm.FATAL_TURNS) + 1))
    if turn >= harm.FATAL_TURNS and not harm.has(table, who, "dead"):
        yield from now(*_too_long(table, who))


def _tn(table: Desk) -> int:
    """MOT-R.64: successes of Endurance that keep awake in the void."""
    dial = table.dial("hazard_check_tn")
    return int(table.dial("default_tn") if dial == "default_tn" else dial)


def _too_long(table: Desk, who: str) -> list[Change]:
    """MOT-8.19: two minutes in the void kill; under the heroic rule the player declares it."""
    if pools.is_player_character(table, who) and table.dial("death_rule") == "heroic":
        return [say("{who} may be declared dead", "MOT-8.19", who=who)]
    return [*harm.dies(table, who), say("{who} is dead", "MOT-8.19", who=who)]


def _due(table: Desk, who: str, turn: int) -> tuple[bool, bool, bool]:
    """MOT-8.20, MOT-8.21, MOT-R.64, MOT-R.65: whether a turn takes breath, asks for Endurance, and does damage."""
    if interval := table[who]["suit"]:
        rolls, is_hurt = suit_turn(interval, turn, table.dial("ruptured_suit_damage"))
        return is_hurt, rolls, is_hurt
    return True, turn > 1, turn > 1
