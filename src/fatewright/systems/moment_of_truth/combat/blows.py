"""Blows: what it takes to hit somebody, the roll, and the wound. One definition for a fist, a pistol and two swords."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from fatewright.systems.author import (
    Asks,
    Between,
    Call,
    Change,
    Desk,
    From,
    Put,
    Score,
    ask,
    behind,
    now,
    number,
    phrase,
    say,
    tell,
    with_article,
)
from fatewright.systems.moment_of_truth.combat import arms, belongings, death, harm
from fatewright.systems.moment_of_truth.combat.deeds import (
    advanced,
    attack_dice,
    can_close_in,
    cannot_walk,
    combat_pool,
    is_melee,
    is_on_board,
    move_metres,
    ran,
    weapon_row,
    weapon_task,
)
from fatewright.systems.moment_of_truth.combat.overdrive import overdrive_dice
from fatewright.systems.moment_of_truth.combat.turns import cannot, holders
from fatewright.systems.moment_of_truth.combat.wounds import is_enough, is_severed
from fatewright.systems.moment_of_truth.drama import answers, moments, offers
from fatewright.systems.moment_of_truth.mechanics import checks, pools
from fatewright.systems.moment_of_truth.mechanics.rolls import (
    CHECKS,
    Check,
    Numbers,
    Shot,
    Wound,
    damage,
    left_of,
    to_hit_roll,
    toned,
)

Manner = Literal["plain", "reckless", "charge", "automatic"]
Aim = Literal["anywhere", "legs", "weapon hand", "head", "neck"]
Weapon = Annotated[str, From("weapons")]
Metres = Annotated[int, Between(0, 1000)]
HEAD_DICE = 4
RECKLESS_DICE = 2
LASER_DICE = 2
PRONE = {True: -2, False: 1}  # in melee, and at range
MARTIAL_ARTS = "Martial Arts"
BEHEADS = "beheads"  # what an attack comes to that takes a head
PARTS = {"legs": "prone", "weapon hand": "disarmed"}  # what enough damage there does


class Blow(NamedTuple):
    """One attack as it was declared."""

    who: str
    target: str
    weapon: str
    manner: Manner = "plain"
    aim: Aim = "anywhere"
    is_at_gap: bool = False
    metres: float = 1
    share: int | None = None  # of a pool that was split between two weapons


# ── what may be done ───────────────────────────────────────────────────────────────────────────────────────────────────


def distance(table: Desk, who: str, target: str, metres: int, tenths: int = 0) -> float:
    """MOT-7.05, MOT-R.99: metres between two: by the board, a square each, if both stand on it; else as somebody says."""
    return table.distance(who, target) if is_on_board(table, who, target) else arms.apart(metres, tenths)


def at_hand(table: Desk, who: str) -> list[str]:
    """MOT-7.04: what somebody can attack with: what is in their hands, then what everybody has."""
    rows = table.data["lists"]["weapons"]
    held = [one for one in (table[who]["weapon"], table[who]["off_hand"]) if one in rows]
    return list(dict.fromkeys((*held, *(name for name, row in rows.items() if row.get("natural")))))


def paced(table: Desk, who: str, target: str) -> int | None:
    """MOT-7.05: how far it is by the board; None where somebody has to say."""
    return table.distance(who, target) if is_on_board(table, who, target) else None


def cannot_strike(table: Desk, blow: Blow) -> str | None:
    """MOT-7.04, MOT-7.27, MOT-7.40, MOT-10.04, MOT-R.09: why a blow cannot be struck; it takes a die that is not held back."""
    who, target, row = blow.who, blow.target, weapon_row(table, blow.weapon)
    if who == target:
        return "nobody attacks themselves"
    if problem := harm.is_somebody(table, target):
        return problem
    if harm.has(table, target, "dead"):
        return f"{target} is dead"
    if blow.weapon not in (table[who]["weapon"], table[who]["off_hand"]) and not row.get("natural"):
        return f"{who} holds no {blow.weapon}; readying it is an action"
    if row["skill"] == MARTIAL_ARTS and pools.level(table, who, MARTIAL_ARTS) is None:
        return f"{who} knows no {MARTIAL_ARTS}"
    if (held_by := holders(table, who)) and (target not in held_by or row.get("reach", 1) > 0):
        return f"{who} is held by {', '.join(held_by)}: unarmed or with a close weapon, and at nobody else"
    if problem := _out_of_reach(table, blow):
        return problem
    reserved = table[who]["reserved"]
    is_spent = reserved and combat_pool(table, who, blow.weapon) - reserved < 1
    return f"{who} has held back every die" if is_spent and blow.share is None else None


def _out_of_reach(table: Desk, blow: Blow) -> str | None:
    """MOT-7.06, MOT-7.33, MOT-10.03, MOT-10.07, MOT-R.99: why somebody is too far away.

    Whoever stands in the next square is closed in on for nothing, by whoever has movement left; two who hold each other are
    close, and so is whom a charge runs into.
    """
    row, metres = weapon_row(table, blow.weapon), blow.metres
    if "reach" not in row:
        return None if band_of(table, blow) else f"{metres} m is out of range of {with_article(blow.weapon)}"
    if row["reach"] == 0 and metres == 1:
        is_held = blow.target in holders(table, blow.who) or blow.who in holders(table, blow.target)
        is_near = is_held or blow.manner == "charge" or can_close_in(table, blow.who)
        return None if is_near else f"{blow.who} has no movement left to close in"
    return None if arms.reaches(row, metres) else f"{blow.target} is {metres} m away, out of reach of {blow.weapon}"


def band_of(table: Desk, blow: Blow) -> arms.Range | None:
    """MOT-9.08, MOT-10.07, MOT-10.08: the band of a shot; a telescopic sight on a rifle doubles the long distance."""
    row = weapon_row(table, blow.weapon)
    is_rifle = row["skill"] == "Long Arms" and not row.get("shotgun")
    scope = is_rifle and advanced(table, "scopes") and "telescopic sight" in table[blow.who]["sights"]
    return arms.range_of(row, blow.metres, has_scope=scope)


def manner_problem(table: Desk, blow: Blow) -> str | None:
    """MOT-7.28, MOT-9.01, MOT-9.10, MOT-9.14, MOT-9.17, MOT-R.76, MOT-R.81: why an attack cannot be made in that way.

    Which weapons fire automatically, their rows say: of the printed ones the assault rifle.
    """
    who = blow.who
    if blow.manner == "reckless":
        if table.dial("reckless_attack") == "off":
            return "this table plays without reckless attacks; a dial says so"
        if table.dial("default_tn") != 2:
            return "reckless attacks need a table where two successes are the standard"
        return f"{who} holds dice back: give up one or the other" if table[who]["reserved"] else None
    if blow.manner == "charge":
        if not advanced(table, "charge"):
            return "this table plays without charges; a dial says so"
        if not is_melee(table, blow.weapon):
            return "a charge ends with a melee attack"
        return _cannot_charge(table, who)
    if blow.manner == "automatic":
        if not advanced(table, "automatic_fire"):
            return "this table plays without automatic fire; a dial says so"
        if not weapon_row(table, blow.weapon).get("automatic"):
            return f"{with_article(blow.weapon)} does not fire automatically"
    return None


def _cannot_charge(table: Desk, who: str) -> str | None:
    """MOT-9.14, MOT-R.82: a straight line of a Move at least; without a board the charge is itself the move."""
    if not is_on_board(table, who):
        return cannot(table, who, "move") or cannot_walk(table, who)
    needed = move_metres(table, who)
    return None if ran(table, who) >= needed else f"a charge takes {needed} m in a straight line, and it is {ran(table, who)} m"


# ── armour ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def protection(table: Desk, who: str, aim: str = "anywhere") -> int:
    """MOT-7.64, MOT-10.11, MOT-10.13, MOT-10.15, MOT-R.45, MOT-R.47, MOT-R.85: what armour takes from a hit; the best counts.

    Aimed at a part: only what covers that part. Partial armour covers the body, full armour everything; what covers less than
    a quarter counts for the parts it names, and for nothing else.
    """
    return max((int(row["reduction"]) for row in _worn(table, who) if _covers(table, row, aim)), default=0)


def _worn(table: Desk, who: str) -> Iterator[Mapping[str, Any]]:
    return (table.data["lists"]["armor"][name] for name in table[who]["armor"])


def _covers(table: Desk, row: Mapping[str, Any], aim: str) -> bool:
    how_much = arms.cover(row.get("coverage", 100), table.dial("armor_coverage_scheme"))
    if aim == "anywhere":
        return how_much != "none"
    return how_much == "full" or aim in row.get("covers", ())


def _price_of_gap(table: Desk, who: str, aim: str) -> int:
    """MOT-7.61, MOT-10.13, MOT-10.14, MOT-10.15: one success more for whoever is partially armoured, two for full armour.

    That is a matter of all that somebody wears; where it is little, a piece that covers the part counts one.
    """
    if not any(_covers(table, row, aim) for row in _worn(table, who)):
        return 0
    percent = arms.covered(_worn(table, who))
    return max(1, arms.bypass(arms.cover(percent, table.dial("armor_coverage_scheme"))))


# ── dice and target numbers ────────────────────────────────────────────────────────────────────────────────────────────


def situation(table: Desk, blow: Blow) -> tuple[Score, ...]:
    """MOT-1.33, MOT-7.21, MOT-7.25, MOT-7.28, MOT-7.79, MOT-9.09, MOT-10.05, MOT-10.07, MOT-R.42, MOT-R.80, MOT-R.85: what
    changes a pool for the moment.

    Reserved dice, range, the target's shield, lying on the ground, a laser's beam, recklessness, the game master's dice.
    """
    who, melee = blow.who, is_melee(table, blow.weapon)
    band = None if melee else band_of(table, blow)
    shield = table.data["lists"]["shields"].get(table[blow.target]["off_hand"], {}).get("penalty", 0)
    is_helpless = harm.has(table, blow.target, "unaware", "unconscious", "bound")
    is_lit = advanced(table, "scopes") and table.fact("scene", "beam") and "laser sight" in table[who]["sights"] and not melee
    kept = table[who]["reserved"] if blow.share is None else int(combat_pool(table, who, blow.weapon)) - blow.share
    terms = [
        Score(-kept, "dice kept back", "MOT-7.25"),
        Score(band.dice if band else 0, f"{blow.metres} m", "MOT-10.07"),
        Score(0 if is_helpless else -shield, "shield", "MOT-10.05"),
        Score(PRONE[melee] if harm.has(table, who, "prone") else 0, "lying", "MOT-7.79"),
        Score(LASER_DICE if is_lit else 0, "laser", "MOT-9.09"),
        Score(RECKLESS_DICE if blow.manner == "reckless" else 0, "reckless", "MOT-7.28"),
        attack_dice(table, who),
    ]
    return tuple(term for term in terms if term)


def needed(table: Desk, blow: Blow) -> Score:
    """MOT-1.11, MOT-7.19, MOT-7.20, MOT-7.24, MOT-7.60, MOT-7.61, MOT-7.62, MOT-R.48, MOT-R.51, MOT-R.57: successes that hit,
    and why.
    """
    target = blow.target
    gap = _price_of_gap(table, target, blow.aim) if blow.is_at_gap else 0
    seen = arms.Target(
        table[target]["reserved"],
        harm.has(table, target, "reckless"),
        bool(holders(table, target)),
        harm.has(table, target, "unconscious"),
        harm.has(table, target, "unaware", "bound"),
        harm.has(table, target, "exposed"),
    )
    called = arms.CALLED.get(blow.aim, 0) + gap
    return arms.to_hit(seen, table.dial("default_tn"), called, table[target]["harder"])


# ── the roll ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Attacked(NamedTuple):
    """How an attack went, with what its player has coming for it."""

    check: Check
    beyond: int
    earned: list[answers.Earned]


def rolled(table: Desk, blow: Blow, tn: int, what: str, counted: int = 0) -> Asks[Attacked]:
    """MOT-5.28, MOT-5.36, MOT-7.21, MOT-R.17, MOT-R.22: the roll to hit.

    A player is asked first, with the target number in the open. The game master's people throw behind the screen: everyone
    learns how it went, nobody how many dice it took. Of successes beyond the need only those that count are told.
    """
    who, task = blow.who, weapon_task(table, blow.weapon)._replace(metres=blow.metres)
    extra = situation(table, blow) if pools.is_player_character(table, who) else ()
    if not pools.is_player_character(table, who):
        shot = yield from behind(lambda: _npc_roll(table, blow, tn))
        degree, beyond = yield from tell("result", lambda: (str(shot.check), min(shot.beyond, counted)))
        return Attacked(CHECKS[degree], beyond, [])
    kind = pools.kind_of(table, who, task)
    what = f"{what}, with {pools.pool(table, who, task, *extra).brief()}"
    plan = yield from answers.ask_for_plan(table, who, task, tn, kind, extra, what, roll="attack")
    dice = pools.pool(table, who, task, *extra, *plan.dice)
    found: Shot = yield from ask(to_hit_roll(dice, tn, kind, **checks.reading(table)), by=who)
    final, earned = yield from answers.ask_to_settle(table, who, plan, found.check)
    return Attacked(final, min(found.beyond, counted), earned)


def _npc_roll(table: Desk, blow: Blow, tn: int) -> Call[Shot]:
    task = weapon_task(table, blow.weapon)
    dice = pools.pool(table, blow.who, task, *situation(table, blow))
    return to_hit_roll(dice, tn, pools.kind_of(table, blow.who, task), **checks.reading(table))


# ── the wound ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def damage_dice(table: Desk, blow: Blow) -> Score:
    """MOT-3.15, MOT-7.55, MOT-7.61, MOT-9.15: the dice of a hit; a charge into somebody counts Strength twice, the head gives
    four, and an overdriven weapon its own.
    """
    row, level = weapon_row(table, blow.weapon), pools.level(table, blow.who, weapon_row(table, blow.weapon)["skill"])
    dice = arms.damage_pool(row, table[blow.who]["strength"], level, is_charge=_runs_into(table, blow))
    dice += overdrive_dice(table, blow.who, blow.weapon)
    return dice + Score(HEAD_DICE, "the head", "MOT-7.61") if blow.aim == "head" else dice


def _runs_into(table: Desk, blow: Blow) -> bool:
    """MOT-9.15: whether the line that somebody has run leads into the target; without a board, a charge does."""
    if blow.manner != "charge" or not is_on_board(table, blow.who, blow.target):
        return blow.manner == "charge"
    (x, y), (to_x, to_y), line = table[blow.who]["at"], table[blow.target]["at"], table[blow.who]["ran"]
    return bool((to_x - x, to_y - y) == (line[0] * blow.metres, line[1] * blow.metres))


def damage_numbers(table: Desk, blow: Blow, *, is_critical: bool) -> Numbers:
    """MOT-1.36, MOT-7.56, MOT-7.57, MOT-7.61, MOT-12.07, MOT-12.08, MOT-R.49: a weapon's numbers; all shifts add up."""
    row = weapon_row(table, blow.weapon)
    numbers = toned(row["minor"], row["major"], table.dials())
    shift = (table.dial("crit_damage_shift") if is_critical else 0) + (1 if blow.aim in ("head", "neck") else 0)
    return Numbers(numbers.minor - shift, numbers.major - shift)


def wounded(table: Desk, blow: Blow, *, is_critical: bool) -> Asks[str]:
    """MOT-5.36, MOT-7.55, MOT-7.56, MOT-7.58, MOT-7.59, MOT-7.61, MOT-7.63, MOT-10.09, MOT-10.12, MOT-R.46: one hit lands.

    Numbers shifted, rolled, counted, halved at maximum range, armour, and what a called shot does besides. Returns what has
    become of whoever was hit, if they have just fallen.
    """
    who, victim, is_hero = blow.who, blow.target, pools.is_player_character(table, blow.who)
    numbers = damage_numbers(table, blow, is_critical=is_critical)
    if is_hero:
        more = yield from _bought(table, who)
        found: Wound = yield from ask(damage(damage_dice(table, blow) + more, *numbers), by=who)
    else:
        hidden = yield from behind(lambda: damage(damage_dice(table, blow), *numbers))
        found = Wound(*(yield from tell("wound", lambda: tuple(hidden))))
    left = left_of(found, armor_against(table, blow), is_halved=is_far(table, blow))
    tested = left_of(found, tested_armor(table, blow), is_halved=is_far(table, blow))
    fallen: str = yield from harm.harmed(table, victim, left)
    if blow.aim in PARTS and (yield from tell("state", lambda: is_enough(tested))):
        yield from now(*_struck_part(table, victim, PARTS[blow.aim]))
    if blow.aim == "neck" and (yield from tell("state", lambda: is_severed(tested, is_blade=is_blade(table, blow)))):
        yield from death.beheaded(table, victim)
        return "beheaded"
    return fallen


def armor_against(table: Desk, blow: Blow) -> int:
    """MOT-7.61: a gap leaves no armour at all."""
    return 0 if blow.is_at_gap else protection(table, blow.target, blow.aim)


def tested_armor(table: Desk, blow: Blow) -> int:
    """MOT-R.46: armour that the effect of a called shot meets: none where a dial has it judged as rolled."""
    return 0 if table.dial("called_shot_effect_test") == "as_rolled" else armor_against(table, blow)


def is_blade(table: Desk, blow: Blow) -> bool:
    """MOT-10.02, MOT-R.50: whether the weapon is a large blade."""
    return bool(weapon_row(table, blow.weapon).get("blade"))


def is_far(table: Desk, blow: Blow) -> bool:
    """MOT-10.09: whether a shot comes from maximum range."""
    band = None if is_melee(table, blow.weapon) else band_of(table, blow)
    return band is not None and band.is_halved


def _struck_part(table: Desk, victim: str, condition: str) -> Iterator[Change]:
    """MOT-7.61, MOT-7.76, MOT-7.79: enough damage to the legs fells, to the arm disarms."""
    yield harm.changed(table, victim, condition)
    if condition == "disarmed":
        yield from belongings.stays(table, victim)
        yield Put(victim, "weapon", "Unarmed Attack")
    yield say("{victim} is {condition:word}", "MOT-7.61", victim=victim, condition=condition)


def stray(blow: Blow, victim: str) -> Blow:
    """MOT-R.73: the same blow where it is not aimed: a further hit, or one that somebody else takes."""
    return blow._replace(target=victim, aim="anywhere", is_at_gap=False)


def _bought(table: Desk, who: str) -> Asks[Score]:
    """MOT-5.36, MOT-7.58: Moments for a damage roll."""
    seat = table[who].owner
    held = offers.spendable(table, who)
    prompt, cost = "Moments for this damage roll?", moments.cost_of(table, seat)
    count = (yield from number(who, "damage", prompt, 0, held, "those you hold", 0, cost)) if held else 0
    if count:
        yield from now(*moments.pay(table, seat, count, phrase("{who}'s damage", who=who), "MOT-5.36"))
    return Score(count, "Moments", "MOT-5.36")
