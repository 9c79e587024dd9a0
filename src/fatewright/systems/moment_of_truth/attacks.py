"""Attacks: from the form to the wound. One definition for a fist, a pistol, automatic fire, a spray and two swords."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from fatewright.core.rule import Call
from fatewright.systems.author import (
    Asks,
    Between,
    Change,
    Desk,
    From,
    Mine,
    Put,
    Say,
    Score,
    Seen,
    Story,
    ask,
    behind,
    ends,
    now,
    number,
    so_far,
    tell,
    verb,
)
from fatewright.systems.moment_of_truth import answers, arms, checks, harm, moments, pools
from fatewright.systems.moment_of_truth.contests import words
from fatewright.systems.moment_of_truth.fights import is_melee, move_metres, ran, weapon_row, weapon_task
from fatewright.systems.moment_of_truth.rolls import Check, Degree, Numbers, Shot, Wound, damage, soak, to_hit_roll, toned
from fatewright.systems.moment_of_truth.turns import acts, cannot, fighting, holders, sprayed
from fatewright.systems.moment_of_truth.wounds import is_enough, is_severed

Manner = Literal["plain", "reckless", "charge", "automatic"]
Aim = Literal["anywhere", "legs", "weapon hand", "head", "neck"]
Weapon = Annotated[str, From("weapons")]
Metres = Annotated[int, Between(0, 1000)]
HEAD_DICE = 4
RECKLESS_DICE = 2
LASER_DICE = 2
PRONE = {True: -2, False: 1}  # in melee, and at range
MOST_SPRAYED = 3
PARTS = {"legs": "prone", "weapon hand": "disarmed"}  # what enough damage there does


class Blow(NamedTuple):
    """One attack as it was declared."""

    who: str
    target: str
    weapon: str
    manner: Manner = "plain"
    aim: Aim = "anywhere"
    is_at_gap: bool = False
    metres: int = 1
    share: int | None = None  # of a pool that was split between two weapons


# ── what may be done ───────────────────────────────────────────────────────────────────────────────────────────────────


def advanced(table: Desk, what: str) -> bool:
    """MOT-9.18: whether the table plays with a rule of advanced combat."""
    return bool(table.dial("advanced_combat") == "on" and table.dial(f"adv_{what}") == "on")


def distance(table: Desk, who: str, target: str, metres: int) -> int:
    """MOT-7.05, MOT-R.99: metres between two: by the board, a square each, if both stand on it; else as somebody says."""
    is_on_board = all(("token", one, "at") in table.facts for one in (who, target))
    return table.distance(who, target) if is_on_board else metres


def suggest_attack(table: Desk, args: Mapping[str, Any]) -> dict[str, Any]:
    """Where the form begins: with what is in the hand, and as far as the board says."""
    found: dict[str, Any] = {}
    who, target = str(args.get("who")), str(args.get("target"))
    if who in table and ("token", who, "weapon") in table.facts:
        found["weapon"] = table[who]["weapon"]
    if who in table and target in table:
        found["metres"] = distance(table, who, target, args.get("metres", 1))
    return found


def _cannot_strike(table: Desk, blow: Blow) -> str | None:
    """MOT-7.06, MOT-7.29, MOT-7.33, MOT-7.40, MOT-10.03, MOT-10.07, MOT-R.09, MOT-R.99: why a blow cannot be struck."""
    who, target, row = blow.who, blow.target, weapon_row(table, blow.weapon)
    if who == target:
        return "nobody attacks themselves"
    if problem := harm.is_somebody(table, target):
        return problem
    if harm.has(table, target, "dead"):
        return f"{target} is dead"
    if blow.weapon not in (table[who]["weapon"], table[who]["off_hand"]) and not row.get("natural"):
        return f"{who} holds no {blow.weapon}; readying it is an action"
    if (held_by := holders(table, who)) and (target not in held_by or row.get("reach", 1) > 0):
        return f"{who} is held by {', '.join(held_by)}: unarmed or with a close weapon, and at nobody else"
    if problem := _out_of_reach(table, blow):
        return problem
    reserved = table[who]["reserved"]
    is_spent = reserved and pools.pool(table, who, weapon_task(table, blow.weapon)) - reserved < 1
    return f"{who} has held back every die" if is_spent and blow.share is None else None


def _out_of_reach(table: Desk, blow: Blow) -> str | None:
    row, metres = weapon_row(table, blow.weapon), blow.metres
    if "reach" not in row:
        return None if _range(table, blow) else f"{metres} m is out of range of a {blow.weapon}"
    if row["reach"] == 0 and metres == 1:  # the next square: whoever has a move left closes in for nothing
        spent = fighting(table) and table[blow.who].get("moves", 0) > 1 and blow.manner != "charge"
        return f"{blow.who} has no movement left to close in" if spent else None
    return None if arms.reaches(row, metres) else f"{blow.target} is {metres} m away, out of reach of {blow.weapon}"


def _range(table: Desk, blow: Blow) -> arms.Range | None:
    """MOT-9.08, MOT-10.07, MOT-10.08: the band of a shot; a telescopic sight on a rifle doubles the long distance."""
    row = weapon_row(table, blow.weapon)
    is_rifle = row["skill"] == "Long Arms" and not row.get("shotgun")
    scope = is_rifle and advanced(table, "scopes") and "telescopic sight" in table[blow.who]["sights"]
    return arms.range_of(row, blow.metres, has_scope=scope)


def _manner_problem(table: Desk, blow: Blow) -> str | None:
    """MOT-7.28, MOT-9.01, MOT-9.14, MOT-9.17, MOT-R.81: why an attack cannot be made in that way."""
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
        needed = move_metres(table, who)
        return None if ran(table, who) >= needed else f"a charge takes {needed} m in a straight line; it is {ran(table, who)}"
    if blow.manner == "automatic":
        if not advanced(table, "automatic_fire"):
            return "this table plays without automatic fire; a dial says so"
        if not weapon_row(table, blow.weapon).get("automatic"):
            return f"a {blow.weapon} does not fire automatically"
    return None


def _blow(table: Desk, who: str, target: str, weapon: str, manner: Any, aim: Any, gap: str, metres: int) -> Blow:
    return Blow(who, target, weapon, manner, aim, gap == "yes", distance(table, who, target, metres))


def _may_attack(table: Desk, who: str, target: str, weapon: str, manner: str, aim: str, gap: str, metres: int) -> str | None:
    blow = _blow(table, who, target, weapon, manner, aim, gap, metres)
    turn = _cannot_act(table, who, blow)
    return turn or _manner_problem(table, blow) or _cannot_strike(table, blow) or _gap_problem(table, blow)


def _cannot_act(table: Desk, who: str, blow: Blow) -> str | None:
    """MOT-7.03, MOT-9.17: an attack is an action; only a charge leaves room for two moves."""
    if blow.manner == "charge" and fighting(table) and table[who].get("acted", "no") == "no":
        return cannot(table, who, "turn")
    return cannot(table, who, "action")


def _gap_problem(table: Desk, blow: Blow) -> str | None:
    """MOT-7.61, MOT-10.14: a gap is aimed at in armour that there is."""
    return None if not blow.is_at_gap or protection(table, blow.target, blow.aim) else f"{blow.target} wears no armour there"


# ── armour ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def protection(table: Desk, who: str, aim: str = "anywhere") -> int:
    """MOT-10.11, MOT-10.13, MOT-R.45, MOT-R.47, MOT-R.85: what armour takes from a hit; only the best counts.

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


def _price_of_gap(table: Desk, who: str) -> int:
    """MOT-7.61, MOT-10.14: one success more for partial armour, two for full."""
    covers = [arms.cover(row.get("coverage", 100), table.dial("armor_coverage_scheme")) for row in _worn(table, who)]
    return max((arms.bypass(one) for one in covers), default=0)


# ── dice and target numbers ────────────────────────────────────────────────────────────────────────────────────────────


def situation(table: Desk, blow: Blow) -> tuple[Score, ...]:
    """MOT-7.21, MOT-7.25, MOT-7.28, MOT-7.79, MOT-9.09, MOT-10.05, MOT-10.07, MOT-R.42, MOT-R.80, MOT-R.85: dice of the moment.

    Reserved dice, range, the target's shield, lying on the ground, a laser's beam, recklessness.
    """
    who, melee = blow.who, is_melee(table, blow.weapon)
    band = None if melee else _range(table, blow)
    shield = table.data["lists"]["shields"].get(table[blow.target]["off_hand"], {}).get("penalty", 0)
    is_helpless = harm.has(table, blow.target, "unaware", "unconscious", "bound")
    is_lit = advanced(table, "scopes") and table.fact("scene", "beam") and "laser sight" in table[who]["sights"] and not melee
    whole = int(pools.pool(table, who, weapon_task(table, blow.weapon)))
    terms = [
        Score(-table[who]["reserved"] if blow.share is None else blow.share - whole, "dice kept back", "MOT-7.25"),
        Score(band.dice if band else 0, f"{blow.metres} m", "MOT-10.07"),
        Score(0 if is_helpless else -shield, "shield", "MOT-10.05"),
        Score(PRONE[melee] if harm.has(table, who, "prone") else 0, "lying", "MOT-7.79"),
        Score(LASER_DICE if is_lit else 0, "laser", "MOT-9.09"),
        Score(RECKLESS_DICE if blow.manner == "reckless" else 0, "reckless", "MOT-7.28"),
    ]
    return tuple(term for term in terms if term)


def needed(table: Desk, blow: Blow) -> Score:
    """MOT-7.19, MOT-7.24, MOT-7.60, MOT-7.61, MOT-7.62, MOT-R.48, MOT-R.51, MOT-R.57: successes that hit, and why."""
    target = blow.target
    gap = _price_of_gap(table, target) if blow.is_at_gap else 0
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


class Rolled(NamedTuple):
    """How an attack went, with what its player has coming for it."""

    check: Check
    beyond: int
    earned: list[answers.Earned]


def rolled(table: Desk, blow: Blow, tn: int, what: str) -> Asks[Rolled]:
    """MOT-5.28, MOT-5.36, MOT-7.21, MOT-R.17, MOT-R.22: the roll to hit.

    A player is asked first, with the target number in the open. The game master's people throw behind the screen: everyone
    learns how it went, nobody how many dice it took.
    """
    who, task = blow.who, weapon_task(table, blow.weapon)
    extra = situation(table, blow) if pools.is_player_character(table, who) else ()
    if not pools.is_player_character(table, who):
        shot = yield from behind(lambda: _npc_roll(table, blow, tn))
        degree, beyond = yield from tell("result", lambda: (str(shot.check), shot.beyond))
        return Rolled(Check.read(degree), beyond, [])
    kind = pools.kind_of(table, who, task)
    plan = yield from answers.planned(table, who, task, tn, kind, extra, what, roll="attack")
    dice = pools.pool(table, who, task, *extra, *plan.dice)
    found: Shot = yield from ask(to_hit_roll(dice, tn, kind, **checks.reading(table)), by=who)
    yield from so_far(words(found.check, "hits", "misses"))
    final, earned = yield from answers.settled(table, who, plan, found.check)
    return Rolled(final, found.beyond, earned)


def _npc_roll(table: Desk, blow: Blow, tn: int) -> Call[Shot]:
    task = weapon_task(table, blow.weapon)
    dice = pools.pool(table, blow.who, task, *situation(table, blow))
    return to_hit_roll(dice, tn, pools.kind_of(table, blow.who, task), **checks.reading(table))


# ── the wound ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def damage_dice(table: Desk, blow: Blow) -> Score:
    """MOT-7.55, MOT-7.61, MOT-9.15: the dice of a hit; a charge into somebody counts Strength twice, the head gives four."""
    row, level = weapon_row(table, blow.weapon), pools.level(table, blow.who, weapon_row(table, blow.weapon)["skill"])
    dice = arms.damage_pool(row, table[blow.who]["strength"], level, is_charge=_runs_into(table, blow))
    return dice + Score(HEAD_DICE, "the head", "MOT-7.61") if blow.aim == "head" else dice


def _runs_into(table: Desk, blow: Blow) -> bool:
    """MOT-9.15: whether the line that somebody has run leads into the target."""
    line = table[blow.who].get("ran", None)
    if blow.manner != "charge" or not line or ("token", blow.target, "at") not in table.facts:
        return False
    (x, y), (to_x, to_y) = table[blow.who]["at"], table[blow.target]["at"]
    return bool((to_x > x) - (to_x < x) == line[0] and (to_y > y) - (to_y < y) == line[1])


def damage_numbers(table: Desk, blow: Blow, *, is_critical: bool) -> Numbers:
    """MOT-1.36, MOT-7.56, MOT-7.57, MOT-7.61, MOT-12.07, MOT-12.08, MOT-R.49: a weapon's numbers; all shifts add up."""
    row = weapon_row(table, blow.weapon)
    numbers = toned(row["minor"], row["major"], table.dials())
    shift = (table.dial("crit_damage_shift") if is_critical else 0) + (1 if blow.aim in ("head", "neck") else 0)
    return Numbers(numbers.minor - shift, numbers.major - shift)


def wounded(table: Desk, blow: Blow, victim: str, *, is_critical: bool) -> Asks[str]:
    """MOT-5.36, MOT-7.55, MOT-7.56, MOT-7.58, MOT-7.59, MOT-7.61, MOT-7.63, MOT-10.09, MOT-10.12, MOT-R.46: one hit lands.

    Numbers shifted, rolled, counted, halved at maximum range, armour, and what a called shot does besides. Returns what has
    become of whoever was hit, if they have just fallen.
    """
    who, is_hero = blow.who, pools.is_player_character(table, blow.who)
    numbers = damage_numbers(table, blow, is_critical=is_critical)
    if is_hero:
        more = yield from _bought(table, who)
        found: Wound = yield from ask(damage(damage_dice(table, blow) + more, *numbers), by=who)
    else:
        hidden = yield from behind(lambda: damage(damage_dice(table, blow), *numbers))
        found = Wound(*(yield from tell("wound", lambda: tuple(hidden))))
    if not is_melee(table, blow.weapon) and (band := _range(table, blow)) and band.is_halved:
        found = arms.halved(found)
    left = found if blow.is_at_gap else soak(*found, protection(table, victim, blow.aim))
    tested = found if table.dial("called_shot_effect_test") == "as_rolled" else left
    fallen: str = yield from harm.harmed(table, victim, left)
    if blow.aim in PARTS and (yield from tell("state", lambda: is_enough(tested))):
        yield from now(*_struck_part(table, victim, PARTS[blow.aim]))
    is_blade = bool(weapon_row(table, blow.weapon).get("blade"))
    if blow.aim == "neck" and (yield from tell("state", lambda: is_severed(tested, is_blade=is_blade))):
        yield from harm.beheaded(table, victim)
        return "dead"
    return fallen


def _struck_part(table: Desk, victim: str, condition: str) -> Iterator[Change]:
    """MOT-7.61, MOT-7.76, MOT-7.79: enough damage to the legs fells, to the arm disarms."""
    yield harm.changed(table, victim, condition)
    if condition == "disarmed":
        yield Put(victim, "weapon", "Unarmed Attack")
    yield Say(f"{victim} is {condition}", ("MOT-7.61",))


def _bought(table: Desk, who: str) -> Asks[Score]:
    """MOT-5.36, MOT-7.58: Moments for a damage roll."""
    seat = table[who].owner
    held = moments.held(table, seat) if moments.in_play(table) else 0
    count = (yield from number(who, "damage", "Moments for this damage roll?", 0, held, "those you hold", 0)) if held else 0
    if count:
        yield from now(*moments.pay(table, seat, count, f"{who}'s damage", "MOT-5.36"))
    return Score(count, "Moments", "MOT-5.36")


# ── attacks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def struck(table: Desk, blow: Blow) -> Asks[str]:
    """MOT-7.19, MOT-7.21, MOT-7.32, MOT-9.01, MOT-9.06, MOT-R.52, MOT-R.73: one attack from its target number to its wounds.

    The target number is told: it is never hidden from whoever rolls against it. A fumble at somebody who is held hits whoever
    holds them. Returns what it came to, in a word.
    """
    tn = yield from tell("tn", lambda: int(needed(table, blow)))
    went = yield from rolled(table, blow, tn, f"{blow.weapon} against {blow.target}")
    outcome = words(went.check, "hits", "misses")
    line = Say(f"{blow.who} {outcome} ({blow.target}, {blow.weapon}; {tn} needed)", ("MOT-7.19",))
    yield from now(*answers.counted_roll(table), line)
    yield from now(*answers.paid(table, went.earned), *answers.guidance(went.check, harm.gm_only(table)))
    victim, hits = blow.target, _hits(table, blow, went)
    if redirected := _redirected(table, blow, went.check):
        victim, hits = redirected, 1
        yield from now(Say(f"{blow.who} hits {victim} instead", ("MOT-7.32",)))
    for place in range(hits):
        fallen = yield from wounded(table, blow, victim, is_critical=went.check.is_critical and place == 0)
        if fallen and victim == blow.target:
            outcome = "fells"
    return outcome


def _hits(table: Desk, blow: Blow, went: Rolled) -> int:
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
    band = _range(table, blow)
    return band is not None and band.dice == 0


def _redirected(table: Desk, blow: Blow, check: Check) -> str:
    """MOT-7.32, MOT-R.52: who is hit by a fumbled attack on somebody who is held: the holder, unless it is their own."""
    others = [one for one in holders(table, blow.target) if one != blow.who]
    return others[0] if others and check.degree is Degree.CRITICAL_FAILURE else ""


@verb(may=_may_attack, suggest=suggest_attack, group="Fight")
def attack_(
    table: Desk,
    who: Mine,
    target: Seen,
    weapon: Weapon,
    manner: Manner = "plain",
    aim: Aim = "anywhere",
    gap: Literal["no", "yes"] = "no",
    metres: Metres = 1,
) -> Story:
    """Attack somebody: an action. Aimed shots cost successes: legs 1, the others 2; a gap in armour 1 or 2."""
    return (yield from _attacked(table, _blow(table, who, target, weapon, manner, aim, gap, metres)))


def _attacked(table: Desk, blow: Blow) -> Story:
    """MOT-7.03, MOT-7.07, MOT-7.08, MOT-7.28, MOT-9.16, MOT-R.78, MOT-R.82: an attack is an action; it may open a fight.

    Whoever opens one acts again when it is their turn. Recklessness and charges last beyond the attack.
    """
    yield from now(*acts(table, blow.who))
    outcome = yield from struck(table, blow)
    if blow.manner == "reckless":
        yield from now(harm.changed(table, blow.who, "reckless"))
    if blow.manner == "charge":
        yield from now(harm.changed(table, blow.who, "exposed"), Put(blow.who, "charged", 2))
    if fighting(table):
        return ends(outcome)
    return ends(outcome, Say("An attack opens a fight: now roll initiative", ("MOT-7.08",), harm.gm_only(table)))


# ── several targets ────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_spray(table: Desk, who: str, first: str, second: str, third: str, metres: int) -> str | None:
    """MOT-9.03, MOT-9.05, MOT-9.07, MOT-R.74: two or three targets with an automatic weapon, two with a shotgun."""
    weapon = table[who]["weapon"]
    row, named = weapon_row(table, weapon), list(dict.fromkeys((first, second, third)))
    most = 2 if row.get("shotgun") else MOST_SPRAYED
    sprays = (row.get("automatic") and advanced(table, "spray_fire")) or (row.get("shotgun") and advanced(table, "shotguns"))
    if not sprays:
        return f"a {weapon} does not spray; an automatic weapon or a shotgun does, where the table plays so"
    if not 2 <= len(named) <= most:
        return f"a {weapon} sprays 2 to {most} targets, and these are {len(named)}"
    if problem := cannot(table, who, "action"):
        return problem
    blows = [Blow(who, name, weapon, metres=distance(table, who, name, metres)) for name in named]
    if row.get("shotgun") and not _doubles(table, blows[0]):
        return "a shotgun takes a second target in its optimal band only"
    return next((problem for blow in blows if (problem := _cannot_strike(table, blow))), None)


@verb(may=_may_spray, group="Fight")
def spray(table: Desk, who: Mine, first: Seen, second: Seen, third: Seen, metres: Metres = 5) -> Story:
    """Spray three targets with what you hold, or two: name the second again. Each after the first takes a success more."""
    return (yield from _sprayed(table, who, list(dict.fromkeys((first, second, third))), table[who]["weapon"], metres))


def _sprayed(table: Desk, who: str, targets: list[str], weapon: str, metres: int) -> Story:
    """MOT-9.03, MOT-9.04, MOT-9.05, MOT-9.07, MOT-R.73, MOT-R.74: one roll; whom it hits, in the order they were named.

    Criticals are judged against the primary target and shift its damage alone. Where the roll is all but impossible, only the
    primary can be hit.
    """
    blows = [Blow(who, name, weapon, metres=distance(table, who, name, metres)) for name in targets]
    yield from now(*acts(table, who))
    needs = yield from tell("tn", lambda: tuple(int(needed(table, blow)) for blow in blows))
    went = yield from rolled(table, blows[0], needs[0], f"{weapon} against {', '.join(targets)}")
    outcome = words(went.check, "hits", "misses")
    line = Say(f"{who} {outcome} ({', '.join(targets)}; {needs[0]} needed)", ("MOT-9.04",))
    yield from now(*answers.counted_roll(table), line, *answers.paid(table, went.earned))
    hit = sprayed(needs[0] + went.beyond, needs) if went.check.is_success else 0
    for place, blow in enumerate(blows[:hit]):
        fallen = yield from wounded(table, blow, blow.target, is_critical=went.check.is_critical and place == 0)
        if fallen and place == 0:
            outcome = "fells"
    return ends(outcome, Say(f"{hit} of {len(targets)} are hit", ("MOT-9.04",)))


# ── two weapons ────────────────────────────────────────────────────────────────────────────────────────────────────────

DUAL = "Dual wield"


def _dual_pool(table: Desk, who: str, talent: str) -> int:
    """MOT-9.11, MOT-9.13, MOT-R.83: what is split between two weapons: what is left of the pool, and the talent's dice."""
    whole = pools.pool(table, who, weapon_task(table, table[who]["weapon"])) - table[who]["reserved"]
    return int(whole) + (pools.TALENT_DICE if talent == "yes" else 0)


def _may_dual(table: Desk, who: str, target: str, other: str, dice: int, talent: str, metres: int) -> str | None:
    """MOT-9.11: a melee weapon in each hand, and at least a die for each."""
    if not advanced(table, "dual_weapons"):
        return "this table plays without a weapon in each hand; a dial says so"
    if problem := cannot(table, who, "action"):
        return problem
    hands = (table[who]["weapon"], table[who]["off_hand"])
    if (
        not all(is_melee(table, weapon) for weapon in hands if weapon != "nothing")
        or hands[1] not in table.data["lists"]["melee_weapons"]
    ):
        return f"{who} needs a melee weapon in each hand"
    if talent == "yes":
        found = next((one for one in pools.talents(table, who) if one.phrase == DUAL), None)
        if found is None or not pools.uses_left(table, who, found):
            return f"{who} has no use of {DUAL} left"
    if not 1 <= dice < (pool := _dual_pool(table, who, talent)):
        return f"of {pool} dice, each weapon takes at least one"
    blows = _dual_blows(table, who, target, other, dice, talent, metres)
    return next((problem for blow in blows if (problem := _cannot_strike(table, blow))), None)


def _dual_blows(table: Desk, who: str, target: str, other: str, dice: int, talent: str, metres: int) -> list[Blow]:
    rest = _dual_pool(table, who, talent) - dice
    return [
        Blow(who, target, table[who]["weapon"], metres=distance(table, who, target, metres), share=dice),
        Blow(who, other, table[who]["off_hand"], metres=distance(table, who, other, metres), share=rest),
    ]


@verb(may=_may_dual, group="Fight")
def dual_attack(
    table: Desk,
    who: Mine,
    target: Seen,
    other: Seen,
    dice: Annotated[int, Between(1, 40)],
    talent: Literal["no", "yes"] = "no",
    metres: Metres = 1,
) -> Story:
    """MOT-9.11, MOT-9.12, MOT-9.13, MOT-R.83: split your dice between two weapons: so many for the first, the rest for the
    other. Each has a roll of its own. The talent's dice come before the split.
    """
    blows = _dual_blows(table, who, target, other, dice, talent, metres)
    used = [pools.used(table, who, one) for one in pools.talents(table, who) if one.phrase == DUAL and talent == "yes"]
    yield from now(*acts(table, who), *used)
    outcomes = []
    for blow in blows:
        if harm.has(table, blow.target, "dead"):
            continue
        outcomes.append((yield from struck(table, blow)))
    return ends("fells" if "fells" in outcomes else outcomes[0])
