"""Deeds: what a turn is spent on: dice held back, moves, and getting up."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    Between,
    Change,
    Desk,
    Ending,
    Put,
    PutFact,
    Score,
    Usual,
    agrees,
    count_of,
    ends,
    phrase,
    say,
    verb,
)
from fatewright.systems.moment_of_truth.characters import sheets
from fatewright.systems.moment_of_truth.combat import harm
from fatewright.systems.moment_of_truth.combat.harm import SIDES, Present
from fatewright.systems.moment_of_truth.combat.turns import Mover, acts, cannot, holders, is_just_settled, moves
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.checks import Modifier, Reason
from fatewright.systems.moment_of_truth.mechanics.pools import Task
from fatewright.systems.turns import is_fighting

# ── pools in a fight ───────────────────────────────────────────────────────────────────────────────────────────────────


def weapon_row(table: Desk, weapon: str) -> Any:
    """MOT-10.02, MOT-10.06: a weapon's figures; its skill by the name that it has here."""
    lists = table.data["lists"]
    row = lists["melee_weapons"].get(weapon) or lists["ranged_weapons"][weapon]
    return {**row, "skill": sheets.called(row["skill"], lists)}


def is_melee(table: Desk, weapon: str) -> bool:
    """Whether a weapon strikes in the hand."""
    return weapon in table.data["lists"]["melee_weapons"]


def advanced(table: Desk, what: str) -> bool:
    """MOT-9.18: whether the table plays with a rule of advanced combat."""
    return bool(table.dial("advanced_combat") == "on" and table.dial(f"adv_{what}") == "on")


def weapon_task(table: Desk, weapon: str) -> Task:
    """MOT-3.22, MOT-7.17, MOT-R.28, MOT-R.29, MOT-R.84: what a weapon is used with: an attack score, and its skill."""
    return Task("melee attack" if is_melee(table, weapon) else "ranged attack", weapon_row(table, weapon)["skill"])


def combat_pool(table: Desk, who: str, weapon: str) -> Score:
    """MOT-7.17, MOT-7.18, MOT-R.44, MOT-R.80: attack score and skill, less what lasts: wounds, and drink."""
    return pools.pool(table, who, weapon_task(table, weapon))


# ── what a turn is spent on ────────────────────────────────────────────────────────────────────────────────────────────


def has_two_weapons(table: Desk, who: str) -> bool:
    """MOT-9.11: whether somebody holds a melee weapon in each hand, where the table plays so."""
    hands = (table[who]["weapon"], table[who]["off_hand"])
    return advanced(table, "dual_weapons") and all(is_melee(table, weapon) for weapon in hands)


def most_reserved(table: Desk, who: str) -> int:
    """MOT-7.22, MOT-9.13, MOT-R.83: the combat pool; with two weapons the talent's dice as well, which uses it."""
    parry = has_two_weapons(table, who) and pools.dual_wield(table, who)
    return max(0, int(combat_pool(table, who, table[who]["weapon"]))) + (pools.TALENT_DICE if parry else 0)


def reserves(table: Desk, who: str, dice: int) -> list[Change]:
    """MOT-7.24: dice held back; an odd one is told to be useless."""
    odd = phrase(": the odd one does nothing") if dice % 2 else ""
    line = say("{who} holds back {dice:die}{odd}", "MOT-7.24", who=who, dice=dice, odd=odd)
    return [Put(who, "reserved", dice), *_parries(table, who, dice), line]


def _parries(table: Desk, who: str, dice: int) -> list[Change]:
    """MOT-9.13, MOT-R.83: whoever holds back more than the combat pool has used the talent for two weapons, for this turn."""
    talent = pools.dual_wield(table, who)
    if talent is None or dice <= combat_pool(table, who, table[who]["weapon"]):
        return []
    return [
        pools.used(table, who, talent),
        Put(who, "parries", True),
        say("{who} uses {talent:word}", "MOT-9.13", who=who, talent=talent.phrase),
    ]


def _may_reserve(table: Desk, who: str, dice: int) -> str | None:
    """MOT-7.22, MOT-7.23, MOT-R.79, MOT-R.80: at the start of an own turn, from the second round on."""
    if not is_fighting(table):
        return "dice are held back in a fight"
    if problem := cannot(table, who, "turn"):
        return problem
    if table[who].get("moves", 0) or table[who].get("acted", "no") == "yes":
        return f"{who} has begun to act; dice are held back at the start of a turn"
    if table.fact("turns", "round") < 2 and table.dial("defense_first_change") == "round_two":
        return "what was held back stays so until the second round"
    return _too_many(table, who, dice)


def _too_many(table: Desk, who: str, dice: int) -> str | None:
    most = most_reserved(table, who)
    return f"{who} has {count_of(most, 'die')} to hold back" if dice > most else None


def _usually_reserved(table: Desk, who: str) -> int:
    """MOT-7.24: what is held back already, or else two dice, which make a difference."""
    return int(table[who]["reserved"]) or min(2, most_reserved(table, who) // 2 * 2)


Reserved = Annotated[int, Between(0, 30), Usual(_usually_reserved)]


@verb("{who} holds back {dice} dice for defence", roles=("player",), may=_may_reserve, group="Fight")
def reserve(table: Desk, who: Mover, dice: Reserved) -> Ending:
    """MOT-7.23, MOT-7.24: hold dice back for defence; every two make you harder to hit, until your next turn."""
    return ends("reserved", *reserves(table, who, dice))


def _may_reserve_in_secret(table: Desk, who: str, dice: int) -> str | None:
    """MOT-7.22: the game master's people, when initiative is just settled, or as everybody else."""
    if not is_fighting(table):
        return "dice are held back in a fight"
    if problem := harm.is_npc(table, who):
        return problem
    return _too_many(table, who, dice) if is_just_settled(table) else _may_reserve(table, who, dice)


@verb(
    "{who} secretly holds back {dice} dice for defence",
    roles=("gm",),
    secret=True,
    may=_may_reserve_in_secret,
    group="Behind the screen",
)
def secret_reserve(table: Desk, who: Mover, dice: Reserved) -> Ending:
    """MOT-7.22, MOT-7.24: hold dice back for one of your people; nobody knows until it matters."""
    return ends("reserved", Put(who, "reserved", dice), *_parries(table, who, dice))


def move_metres(table: Desk, who: str) -> Score:
    """MOT-2.18, MOT-7.05: how far one move goes."""
    return sheets.made_of("move", {name: table[who][name] for name in sheets.STATISTICS}, table.data["lists"]).at_least(1)


def ranges(table: Desk, who: str) -> dict[str, int]:
    """For the board: how far somebody goes in one move, and how far what they hold carries well."""
    weapon = table[who]["weapon"]
    best = 1 if is_melee(table, weapon) else int(weapon_row(table, weapon)["optimal"])
    return {"move": int(move_metres(table, who)), str(weapon): best}


def is_on_board(table: Desk, *people: str) -> bool:
    """Whether all of these have a place on the board."""
    return all(("token", who, "at") in table.facts for who in people)


def cannot_walk(table: Desk, who: str) -> str | None:
    """MOT-7.33, MOT-7.79, MOT-R.96: why somebody does not get anywhere, turn or no turn."""
    if held_by := holders(table, who):
        return f"{who} is held by {', '.join(held_by)}"
    return f"{who} lies on the ground" if harm.has(table, who, "prone") else None


def _may_walk(table: Desk, who: str, x: int, y: int) -> str | None:
    """MOT-7.03, MOT-7.05, MOT-7.33, MOT-9.17: how far somebody may go in what is left of this turn."""
    if problem := harm.is_somebody(table, who) or cannot_walk(table, who):
        return problem
    if not is_on_board(table, who) and not harm.is_out(table, who):
        return None
    needs_more = not is_on_board(table, who) or _moves_for(table, who, x, y) > 0
    if problem := cannot(table, who, "move" if needs_more else "turn"):
        return problem
    if not is_fighting(table):
        return None
    most = 2 - table[who].get("moves", 0) - (table[who].get("acted", "no") == "yes")
    needed = _moves_for(table, who, x, y)
    if needed > most:
        return f"that is {count_of(needed, 'move')} of {move_metres(table, who)} m, and {most} {agrees(most, 'is', 'are')} left"
    return None


def _metres(table: Desk, who: str, x: int, y: int) -> int:
    here: tuple[int, int] = table[who]["at"]
    return max(abs(x - here[0]), abs(y - here[1]))


def _moves_for(table: Desk, who: str, x: int, y: int) -> int:
    """MOT-7.05: moves that so many metres take beyond those that are spent: what is left of a move is gone on with."""
    metres: int = table[who].get("walked", 0) + _metres(table, who, x, y)
    spent: int = table[who].get("moves", 0)
    return max(0, -(-metres // int(move_metres(table, who))) - spent)  # rounded up


def _goal(table: Desk, who: str) -> tuple[int, int] | None:
    """MOT-7.05: towards the nearest enemy, as far as what is left of a move carries."""
    metres = int(move_metres(table, who))
    left = table[who].get("moves", 0) * metres - table[who].get("walked", 0)
    steps = left if left > 0 else 0 if cannot(table, who, "move") else metres
    return SIDES.towards(table, who, steps)


def _column(table: Desk, who: str) -> int | None:
    return at[0] if (at := _goal(table, who)) else None


def _row(table: Desk, who: str) -> int | None:
    return at[1] if (at := _goal(table, who)) else None


Square = Annotated[int, Between(-1000, 1000)]


@verb("{who} goes to column {x}, row {y}", may=_may_walk, group="Fight")
def move_(table: Desk, who: Mover, x: Annotated[Square, Usual(_column)], y: Annotated[Square, Usual(_row)]) -> Ending:
    """MOT-7.05, MOT-7.33, MOT-9.14: go to a square, a metre each; up to Move metres are a move, up to twice that are two."""
    changes: list[Change] = [Put(who, "at", (x, y))]
    if is_on_board(table, who):
        spent = [*moves(table, who, _moves_for(table, who, x, y)), *_walked(table, who, _metres(table, who, x, y))]
        changes += [*spent, Put(who, "ran", _line(table, who, x, y))]
    return ends("moved", *changes)


def _walked(table: Desk, who: str, metres: int) -> list[Change]:
    """MOT-R.99: so many metres of this turn's moves are used up, in a fight."""
    return [Put(who, "walked", table[who].get("walked", 0) + metres)] if is_fighting(table) else []


def can_close_in(table: Desk, who: str) -> bool:
    """MOT-7.06, MOT-R.99: whether somebody has any movement left, to step up close to whoever stands in the next square."""
    if not is_fighting(table):
        return True
    used = table[who].get("moves", 0)
    is_left = not used or table[who].get("walked", 0) < used * move_metres(table, who)
    return bool(table.fact("turns", "round") and is_left)


def _line(table: Desk, who: str, x: int, y: int) -> tuple[int, int, int, int] | None:
    """MOT-R.82: the straight line that somebody has run: its direction, and metres in this turn and just before it."""
    (from_x, from_y), before = table[who]["at"], table[who].get("ran", None)
    across, along = x - from_x, y - from_y
    if (across and along and abs(across) != abs(along)) or not (across or along):
        return None
    way, metres = (_sign(across), _sign(along)), max(abs(across), abs(along))
    if before and tuple(before[:2]) == way:
        return (*way, before[2] + metres, before[3])
    return (*way, metres, 0)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def ran(table: Desk, who: str) -> int:
    """MOT-9.14, MOT-R.82: metres of straight line up to here, the part just before this turn included."""
    line = table[who].get("ran", None)
    return line[2] + line[3] if line else 0


STANDING_UP: dict[str, Literal["action", "move", "turn"]] = {"move": "move", "action": "action", "free": "turn"}


def _may_stand(table: Desk, who: str) -> str | None:
    """MOT-R.96: what getting up takes must be left, or, where it is free, at least it must be one's turn."""
    if problem := cannot(table, who, STANDING_UP[table.dial("stand_up_cost")]):
        return problem
    return None if harm.has(table, who, "prone") else f"{who} stands already"


@verb("{who} gets up", may=_may_stand, group="Fight")
def stand_up(table: Desk, who: Mover) -> Ending:
    """MOT-7.79, MOT-R.96: get up; it takes the move, unless a dial says otherwise."""
    cost = table.dial("stand_up_cost")
    move = [*moves(table, who), *_walked(table, who, int(move_metres(table, who)))] if cost == "move" else []
    return ends(
        "up",
        *(acts(table, who) if cost == "action" else move),
        harm.changed(table, who, without=("prone",)),
        say("{who} gets up", who=who),
    )


def _may_drop(table: Desk, who: str) -> str | None:
    return f"{who} lies already" if harm.has(table, who, "prone") else cannot(table, who, "turn")


@verb("{who} drops to the ground", may=_may_drop, group="Fight")
def go_prone(table: Desk, who: Mover) -> Ending:
    """MOT-7.79: throw yourself down: ranged attacks are steadier, melee ones worse."""
    return ends("down", harm.changed(table, who, "prone"), say("{who} lies down", "MOT-7.79", who=who))


def _as_hard(table: Desk, who: str) -> int | None:
    harder: int | None = table[who].get("harder", None)
    return harder


def _as_lit(table: Desk) -> str:
    return "yes" if table.fact("scene", "beam") else "no"


def attack_dice(table: Desk, who: str) -> Score:
    """MOT-1.33: the game master's dice for somebody's attacks, and what for."""
    return Score(table[who].get("attack_dice", 0), table[who].get("attack_reason", "") or "circumstances", "MOT-1.33")


def _as_aided(table: Desk, who: str) -> int:
    return int(attack_dice(table, who))


def _as_reasoned(table: Desk, who: str) -> str:
    return attack_dice(table, who).label


@verb(
    "{who} is harder to hit by {harder} successes",
    more=("dice for their own attacks: {dice}, because of {reason}", "a laser's beam shows: {beam}"),
    roles=("gm",),
    may=harm.is_somebody,
    group="Fight",
)
def circumstances(
    table: Desk,
    who: Present,
    harder: Annotated[int, Between(-2, 2), Usual(_as_hard)] = 0,
    beam: Annotated[Literal["no", "yes"], Usual(_as_lit)] = "no",
    dice: Annotated[Modifier, Usual(_as_aided)] = 0,
    reason: Annotated[Reason, Usual(_as_reasoned)] = "circumstances",
) -> Ending:
    """MOT-1.12, MOT-1.33, MOT-7.19, MOT-9.09: how much harder somebody is to hit, by cover or light, and what dice their own
    attacks have for circumstances, until you say otherwise; and whether a laser's beam shows.
    """
    changes: list[Change] = [Put(who, "harder", harder), PutFact(("scene", "beam"), True if beam == "yes" else None)]
    changes.append(say("{who}: {harder:+} to hit", "MOT-1.12", who=who, harder=harder))
    if dice or attack_dice(table, who):
        told = say("{who}, on attacks: {dice:+die} for {reason:text}", "MOT-1.33", who=who, dice=dice, reason=reason)
        changes += [Put(who, "attack_dice", dice), Put(who, "attack_reason", reason if dice else ""), told]
    return ends("set", *changes)
