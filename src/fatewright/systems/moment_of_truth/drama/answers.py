"""How a player answers a call for a roll, and what that pays: roll, spend, refuse, raise the stakes, take a setback."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from fatewright.systems.author import (
    Asks,
    Audience,
    Change,
    Desk,
    Option,
    Put,
    PutFact,
    Score,
    choose,
    phrase,
    say,
)
from fatewright.systems.moment_of_truth.drama import moments, offers
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.pools import Task
from fatewright.systems.moment_of_truth.mechanics.rolls import Check, Degree, Kind

SETBACK_HELP = (
    "A setback: the aim is reached and stays reached; something goes wrong besides. Build it from the moment and from what the"
    " action was for; ask the roller or the table, or decide alone; a price, never a defeat."
)
CRITICAL_HELP = "A critical success: something spectacular on top. Ask the roller or the table for ideas."
FUMBLE_HELP = "A critical failure: invent a disaster that fits, or ask the roller, who often has a better one."

Roll = Literal["skill", "statistic", "attack", "damage", "own"]  # `own`: one that nobody has called for, or without a number
FOR_FAILURE, FOR_RAISING, FOR_FUMBLE, FOR_SETBACK = 2, 2, 3, 1  # Moments for what a player chooses
PAYS = {"raise": FOR_RAISING, "refuse": FOR_FAILURE, "fumble": FOR_FUMBLE}
How = Literal["roll", "raise", "refuse", "fumble"]


class Plan(NamedTuple):
    """How a player answers a call for a roll."""

    how: How
    dice: tuple[Score, ...] = ()  # bought with Moments or given by a talent
    times: int = 1  # of several rolls in a row, for how many this is the answer


def ask_for_plan(
    table: Desk,
    who: str,
    task: Task,
    tn: int | None,
    kind: Kind,
    extra: tuple[Score, ...] = (),
    what: str = "a contest",
    roll: Roll | None = None,
    times: int = 1,
) -> Asks[Plan]:
    """MOT-1.01, MOT-4.13, MOT-5.22, MOT-5.28, MOT-5.35, MOT-5.36: roll, with Moments, a talent or neither; refuse; raise.

    Refusals exclude everything else; whoever raises the stakes may still spend. Whoever has nothing to choose is not asked:
    what a player holds, and the talents of their character, everyone sees. A talent that the game master disputes costs
    nothing, and its player chooses anew.
    """
    offered = offers.dice_offers(table, who, task, tn, kind, extra, times)
    stakes = _stakes_offers(table, table[who].owner, roll or ("statistic" if kind == "statistic" else "skill"))
    if len(offered) == 1 and not stakes:
        return Plan("roll", (), times)
    thrown = pools.said(pools.pool(table, who, task, *extra), tn, kind, table.dial("impossibility_unskilled"))
    asked = [*(one.option for one in offered), *stakes]
    answer = yield from choose(
        who, "answer", phrase("{who}, {what:text}: {thrown}", who=who, what=what, thrown=thrown), asked, default="roll"
    )
    if answer in ("refuse", "fumble"):
        return Plan("refuse" if answer == "refuse" else "fumble")
    how: How = "roll"
    if answer == "raise":
        how = "raise"
        offered = offers.dice_offers(table, who, task, tn, kind, extra)
        answer = yield from _dice(who, "The stakes are raised. With which dice?", offered)
    chosen = next(one for one in offered if one.option.value == answer)
    while (dice := (yield from offers.bought(table, who, chosen, task, what))) is None:
        offered = [one for one in offered if one.talent != chosen.talent]
        answer = yield from _dice(who, "With which dice, then?", offered)
        chosen = next(one for one in offered if one.option.value == answer)
    return Plan(how, dice, times if answer == "roll" else 1)


def _dice(who: str, prompt: str, offered: Sequence[offers.Offer]) -> Asks[str]:
    """MOT-5.36: with which dice a player rolls, if there is a choice."""
    if len(offered) == 1:
        return "roll"
    return (yield from choose(who, "dice", prompt, [one.option for one in offered], default="roll"))


def _stakes_offers(table: Desk, seat: str, roll: Roll) -> list[Option[str]]:
    """MOT-0.11, MOT-5.22, MOT-5.23, MOT-5.25, MOT-5.27, MOT-R.16, MOT-R.17: what a player may choose instead of rolling.

    With what it pays within the limits, and what of that they would take away as things stand.
    """
    if roll == "own" or not moments.in_play(table) or table.dial("mot_rewards_player_triggered") == "off":
        return []
    why_not, no_stakes = may_refuse(table, roll) or "", ""
    if roll == "attack" and table.dial("raise_stakes_on_attacks") == "no":
        no_stakes = "not on attacks; a dial says so"
    on_offer = (
        Option("raise", "raise the stakes: any failure is a critical one", no_stakes, depends="after the roll"),
        Option("refuse", "take a failure", why_not),
        Option("fumble", "take a critical failure", why_not),
    )
    return [_paying(table, seat, one, PAYS[one.value]) for one in on_offer]


def _paying(table: Desk, seat: str, option: Option[Any], amount: int) -> Option[Any]:
    """MOT-5.45, MOT-5.46: an option with the Moments that it pays, and a word about those that a limit takes away."""
    price, lost = moments.gain_of(table, seat, amount), moments.lost_to_limits(table, seat, amount)
    return option._replace(price=price, caution=lost)


def may_refuse(table: Desk, roll: Roll) -> str | None:
    """MOT-0.11, MOT-5.24, MOT-R.14, MOT-R.15, MOT-R.17: why a roll cannot be failed on purpose; None if it can.

    Attack and damage rolls never; by the introduction's reading, none at all while a fight is on.
    """
    if roll in ("attack", "damage"):
        return f"{roll} rolls cannot be failed on purpose"
    if table.dial("take_failure_scope") == "outside_combat" and table.fact("turns", "round") is not None:
        return "not in a fight; a dial says so"
    if roll == "statistic" and table.dial("take_failure_rolls") == "skill_only":
        return "only skill rolls can be failed on purpose; a dial says so"
    return None


def refused(table: Desk, who: str, plan: Plan) -> tuple[Any, ...]:
    """MOT-5.23, MOT-5.27, MOT-11.12: nothing is rolled; the failure is there, and so are the Moments, at once."""
    seat = table[who].owner
    if plan.how == "fumble":
        taken, gained = Check(Degree.CRITICAL_FAILURE, False), Earned(seat, FOR_FUMBLE, "taking a critical failure", "MOT-5.27")
    else:
        taken, gained = Check(Degree.FAILURE, False), Earned(seat, FOR_FAILURE, "taking a failure", "MOT-5.23")
    counted = [Put(who, "failures taken", table[who].get("failures taken", 0) + 1)] if plan.how == "refuse" else []
    gm = Audience({moments.gm_of(table)})
    return (
        str(taken),
        say("{who} does not roll: {taken:word}", who=who, taken=taken),
        *counted,
        *paid(table, [gained]),
        *guidance(taken, gm),
    )


# ── what it pays ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Earned(NamedTuple):
    """Moments that a player has coming, and what for."""

    seat: str
    amount: int
    cause: str
    id: str


def ask_to_settle(
    table: Desk, who: str, plan: Plan, rolled: Check, before: Sequence[Earned] = ()
) -> Asks[tuple[Check, list[Earned]]]:
    """MOT-5.25, MOT-5.26, MOT-5.28, MOT-5.31: what a player character's roll comes to in the end, and what it pays.

    `before` is what others have coming for the same roll.
    """
    seat, final = table[who].owner, rolled
    earned = dice_rewards(table, seat, rolled)
    if plan.how == "raise":
        earned.append(Earned(seat, FOR_RAISING, "raising the stakes", "MOT-5.25"))
        final = rolled if rolled.is_success else Check(Degree.CRITICAL_FAILURE, False)
    if (yield from takes_a_setback(table, who, rolled, [*before, *earned])):
        final = final._replace(setback=True)
        earned.append(Earned(seat, FOR_SETBACK, "taking a setback", "MOT-5.26"))
    return final, earned


def takes_a_setback(table: Desk, who: str, rolled: Check, before: list[Earned]) -> Asks[bool]:
    """MOT-5.26, MOT-5.46: after a clean success the player may have a setback anyway, once, for one Moment.

    It comes on top of what the roll has earned before; what a limit would take away, is said.
    """
    is_offered = moments.in_play(table) and table.dial("mot_rewards_player_triggered") == "on"
    if not rolled.is_success or rolled.setback or table.dial("use_setbacks") == "off" or not is_offered:
        return False
    prompt = phrase("{who}: {rolled:word}. Take a setback for one Moment?", who=who, rolled=rolled)
    takes = _paying(_paid(table, before)[1], table[who].owner, Option(True, "take a setback"), FOR_SETBACK)
    both = (takes, Option(False, "leave it at that"))
    taken: bool = yield from choose(who, "setback", prompt, both, default=False)
    return taken


def dice_rewards(table: Desk, seat: str, rolled: Check) -> list[Earned]:
    """MOT-5.30, MOT-5.31, MOT-5.32, MOT-5.48, MOT-R.18, MOT-R.19: what the dice pay as they lie, where they pay at all.

    For a critical failure 2: a shield against bad luck.
    """
    if table.dial("mot_rewards_dice_triggered") == "off":
        return []
    if rolled.degree is Degree.CRITICAL_FAILURE:
        return [Earned(seat, 2, "a critical failure", "MOT-5.31")]
    if not rolled.is_success:
        return [Earned(seat, 1, "a failure", "MOT-5.31")]
    return [Earned(seat, 1, "a setback", "MOT-5.31")] if rolled.setback else []


def paid(table: Desk, earned: Sequence[Earned]) -> list[Change]:
    """MOT-5.46: all that one roll or contest has earned, gain by gain, each on top of the one before."""
    return _paid(table, earned)[0]


def _paid(table: Desk, earned: Sequence[Earned]) -> tuple[list[Change], Desk]:
    """The same, with the table as it will be then."""
    changes: list[Change] = []
    for seat, amount, cause, id in earned:
        more = moments.earn(table, seat, amount, cause, id)
        changes, table = changes + more, moments.after(table, more)
    return changes, table


# ── what follows every roll ────────────────────────────────────────────────────────────────────────────────────────────


def counted_roll(table: Desk) -> list[Change]:
    """MOT-0.12: how many rolls this session has seen."""
    return [PutFact(("session", "rolls"), (table.fact("session", "rolls") or 0) + 1)]


def guidance(rolled: Check, gm: Audience) -> list[Change]:
    """Help for the game master at the moment it matters."""
    found: list[Change] = []
    if rolled.setback:
        found.append(say(SETBACK_HELP, "MOT-5.13", "MOT-5.14", "MOT-5.15", "MOT-5.16", to=gm))
    if rolled.is_critical:
        found.append(say(CRITICAL_HELP, "MOT-1.35", to=gm))
    if rolled.degree is Degree.CRITICAL_FAILURE:
        found.append(say(FUMBLE_HELP, "MOT-1.38", to=gm))
    return found
