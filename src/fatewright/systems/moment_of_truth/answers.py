"""How a player answers a call for a roll, and what that pays: roll, spend, refuse, raise the stakes, take a setback."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from fatewright.systems.author import (
    Asks,
    Audience,
    Change,
    Desk,
    Option,
    Put,
    PutFact,
    Say,
    Score,
    choose,
    count_of,
    now,
    number,
)
from fatewright.systems.moment_of_truth import moments, pools
from fatewright.systems.moment_of_truth.pools import Talent, Task
from fatewright.systems.moment_of_truth.rolls import Check, Degree, Kind

MOST_MOMENTS = 6  # on offer one by one; more are asked for by number
SETBACK_HELP = (
    "A setback: the aim is reached and stays reached; something goes wrong besides. Build it from the moment and from what the"
    " action was for; ask the roller or the table, or decide alone; a price, never a defeat."
)
CRITICAL_HELP = "A critical success: something spectacular on top. Ask the roller or the table for ideas."
FUMBLE_HELP = "A critical failure: invent a disaster that fits, or ask the roller, who often has a better one."

Roll = Literal["skill", "statistic", "attack", "damage"]
How = Literal["roll", "raise", "refuse", "fumble"]


class Plan(NamedTuple):
    """How a player answers a call for a roll."""

    how: How
    dice: tuple[Score, ...] = ()  # bought with Moments or given by a talent


def planned(
    table: Desk,
    who: str,
    task: Task,
    tn: int | None,
    kind: Kind,
    extra: tuple[Score, ...] = (),
    what: str = "a contest",
    roll: Roll | None = None,
) -> Asks[Plan]:
    """MOT-1.01, MOT-5.22, MOT-5.28, MOT-5.35, MOT-5.36: roll, with or without Moments or a talent; or refuse; or raise first.

    Refusals exclude everything else; whoever raises the stakes may still spend.
    """
    offered = _dice_offers(table, who, task, tn, kind, extra)
    offered += _stakes_offers(table, roll or ("statistic" if kind == "statistic" else "skill"))
    if len(offered) == 1:
        return Plan("roll")
    prompt = (
        f"{who}, {what}: {pools.said(pools.pool(table, who, task, *extra), tn, kind, table.dial('impossibility_unskilled'))}"
    )
    answer = yield from choose(who, "answer", prompt, offered, default="roll")
    if answer in ("refuse", "fumble"):
        return Plan("refuse" if answer == "refuse" else "fumble")
    how: How = "roll"
    if answer == "raise":
        how = "raise"
        offered = _dice_offers(table, who, task, tn, kind, extra)
        if len(offered) > 1:
            answer = yield from choose(who, "dice", "The stakes are raised. With which dice?", offered, default="roll")
        else:
            answer = "roll"
    return Plan(how, (yield from _bought(table, who, answer)))


def _dice_offers(table: Desk, who: str, task: Task, tn: int | None, kind: Kind, extra: tuple[Score, ...]) -> list[Option[str]]:
    """MOT-4.16, MOT-4.17, MOT-5.36, MOT-5.40, MOT-R.06, MOT-R.22, MOT-R.26, MOT-R.83: what dice may be had, before the roll.

    Where more dice would still leave the pool below the target number, it says so.
    """
    base, unskilled = pools.pool(table, who, task, *extra), table.dial("impossibility_unskilled")
    has = moments.held(table, table[who].owner) if moments.in_play(table) else 0

    def thrown(more: int) -> str:
        useless = ": it changes nothing" if more and tn and base + more < tn else ""
        return f"{pools.said(base + more, tn, kind, unskilled)}{useless}"

    offers = [Option("roll", f"roll {thrown(0)}")]
    offers += [
        Option(f"moments {count}", f"{moments.counted(count)}: roll {thrown(count)}")
        for count in range(1, min(has, MOST_MOMENTS) + 1)
    ]
    if has > MOST_MOMENTS:
        offers.append(Option("more", f"more than {MOST_MOMENTS} Moments"))
    for talent in (one for one in pools.talents(table, who) if one.phrase != pools.DUAL_WIELD):  # it comes before a roll
        offers += [
            Option(f"{value} {talent.phrase}", f"{talent.phrase} ({price}): roll {thrown(pools.TALENT_DICE)}")
            for value, price in _talent_offers(table, who, talent, task, has)
        ]
    return offers


def _talent_offers(table: Desk, who: str, talent: Talent, task: Task, has: int) -> Iterator[tuple[str, str]]:
    """MOT-4.16, MOT-4.17, MOT-R.26: how a talent could be used, and what it costs."""
    left = pools.uses_left(table, who, talent)
    if not pools.fits(talent, task):
        if has:
            yield "stretch", "1 Moment, if the game master agrees"
        return
    if left:
        yield "talent", f"{left} of {count_of(pools.uses_per_session(table), 'use')} left, {talent.when}"
    if has and (not left or table.dial("talent_mot_after_uses_only") == "no"):
        yield "again", f"1 Moment, {talent.when}"


def _stakes_offers(table: Desk, roll: Roll) -> list[Option[str]]:
    """MOT-0.11, MOT-5.22, MOT-5.23, MOT-5.25, MOT-5.27, MOT-R.16, MOT-R.17: what a player may choose instead of rolling."""
    if not moments.in_play(table) or table.dial("mot_rewards_player_triggered") == "off":
        return []
    why_not, no_stakes = may_refuse(table, roll) or "", ""
    if roll == "attack" and table.dial("raise_stakes_on_attacks") == "no":
        no_stakes = "not on attacks; a dial says so"
    return [
        Option("raise", "raise the stakes: 2 Moments after the roll, and any failure is a critical one", no_stakes),
        Option("refuse", "take a failure: 2 Moments", why_not),
        Option("fumble", "take a critical failure: 3 Moments", why_not),
    ]


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


def _bought(table: Desk, who: str, answer: str) -> Asks[tuple[Score, ...]]:
    """MOT-4.15, MOT-4.16, MOT-4.17, MOT-4.18, MOT-5.36, MOT-5.40: pay for dice at once, and say what they are."""
    seat = table[who].owner
    what, _, rest = answer.partition(" ")
    if what == "roll":
        return ()
    if what in ("moments", "more"):
        has = moments.held(table, seat)
        count = int(rest) if what == "moments" else (yield from number(who, "moments", "How many Moments?", 1, has, default=1))
        yield from now(*moments.pay(table, seat, count, f"{who}'s roll", "MOT-5.36"))
        return (Score(count, "Moments", "MOT-5.36"),)
    talent = next(one for one in pools.talents(table, who) if one.phrase == rest)
    if what == "stretch" and not (yield from _agreed(table, who, talent)):
        return ()
    if what == "talent":
        yield from now(pools.used(table, who, talent), Say(f"{who} uses {talent.phrase}", ("MOT-4.13",)))
    else:
        yield from now(*moments.pay(table, seat, 1, talent.phrase, "MOT-5.40"))
    more = moments.held(table, seat) if moments.in_play(table) else 0
    count = (yield from number(who, "moments", "And how many Moments on top?", 0, more, "those you hold", 0)) if more else 0
    if not count:
        return (pools.bonus(talent),)
    yield from now(*moments.pay(table, seat, count, f"{who}'s roll", "MOT-5.36"))
    return (pools.bonus(talent), Score(count, "Moments", "MOT-5.36"))


def _agreed(table: Desk, who: str, talent: Talent) -> Asks[bool]:
    """MOT-4.17: whether the game master lets a talent stretch to what is not written down but in keeping with its phrase."""
    yes_or_no = (Option(True, "yes"), Option(False, "no"))
    prompt = f"{who} would stretch {talent.phrase} ({', '.join(talent.applies)}: {talent.when}) to this roll. Is it in keeping?"
    agreed: bool = yield from choose(moments.gm_of(table), "stretch", prompt, yes_or_no, default=False)
    if not agreed:
        yield from now(Say(f"{talent.phrase} does not stretch that far; nothing is spent", ("MOT-4.17",)))
    return agreed


def refused(table: Desk, who: str, plan: Plan) -> tuple[Any, ...]:
    """MOT-5.23, MOT-5.27, MOT-11.12: nothing is rolled; the failure is there, and so are the Moments, at once."""
    seat = table[who].owner
    if plan.how == "fumble":
        taken, gained = Check(Degree.CRITICAL_FAILURE, False), Earned(seat, 3, "taking a critical failure", "MOT-5.27")
    else:
        taken, gained = Check(Degree.FAILURE, False), Earned(seat, 2, "taking a failure", "MOT-5.23")
    counted = [Put(who, "failures taken", table[who].get("failures taken", 0) + 1)] if plan.how == "refuse" else []
    gm = Audience({moments.gm_of(table)})
    return str(taken), Say(f"{who} does not roll: {taken}"), *counted, *paid(table, [gained]), *guidance(taken, gm)


# ── what it pays ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Earned(NamedTuple):
    """Moments that a player has coming, and what for."""

    seat: str
    amount: int
    cause: str
    id: str


def settled(table: Desk, who: str, plan: Plan, rolled: Check) -> Asks[tuple[Check, list[Earned]]]:
    """MOT-5.25, MOT-5.26, MOT-5.28, MOT-5.31: what a player character's roll comes to in the end, and what it pays."""
    seat, final = table[who].owner, rolled
    earned = dice_rewards(table, seat, rolled)
    if plan.how == "raise":
        earned.append(Earned(seat, 2, "raising the stakes", "MOT-5.25"))
        final = rolled if rolled.is_success else Check(Degree.CRITICAL_FAILURE, False)
    if (yield from takes_a_setback(table, who, rolled)):
        final = final._replace(setback=True)
        earned.append(Earned(seat, 1, "taking a setback", "MOT-5.26"))
    return final, earned


def takes_a_setback(table: Desk, who: str, rolled: Check) -> Asks[bool]:
    """MOT-5.26: after a clean success the player may have a setback anyway, once, for one Moment."""
    is_offered = moments.in_play(table) and table.dial("mot_rewards_player_triggered") == "on"
    if not rolled.is_success or rolled.setback or table.dial("use_setbacks") == "off" or not is_offered:
        return False
    prompt = f"{who}: {rolled}. Take a setback for one Moment?"
    both = (Option(True, "take a setback: 1 Moment"), Option(False, "leave it at that"))
    taken: bool = yield from choose(who, "setback", prompt, both, default=False)
    return taken


def dice_rewards(table: Desk, seat: str, rolled: Check) -> list[Earned]:
    """MOT-5.31, MOT-5.32, MOT-R.18, MOT-R.19: what the dice pay as they lie, where they pay at all; a critical failure 2."""
    if table.dial("mot_rewards_dice_triggered") == "off":
        return []
    if rolled.degree is Degree.CRITICAL_FAILURE:
        return [Earned(seat, 2, "a critical failure", "MOT-5.31")]
    if not rolled.is_success:
        return [Earned(seat, 1, "a failure", "MOT-5.31")]
    return [Earned(seat, 1, "a setback", "MOT-5.31")] if rolled.setback else []


def paid(table: Desk, earned: list[Earned]) -> list[Change]:
    """MOT-5.46: all that one roll or contest has earned, gain by gain, each on top of the one before."""
    changes: list[Change] = []
    desk = table
    for seat, amount, cause, id in earned:
        more = moments.earn(desk, seat, amount, cause, id)
        changes += more
        if more:
            desk = Desk(
                {**desk.facts, **{one.path: one.value for one in more if isinstance(one, PutFact)}}, table.data, table.seat
            )
    return changes


# ── what follows every roll ────────────────────────────────────────────────────────────────────────────────────────────


def counted_roll(table: Desk) -> list[Change]:
    """MOT-0.12: how many rolls this session has seen."""
    return [PutFact(("session", "rolls"), (table.fact("session", "rolls") or 0) + 1)]


def guidance(rolled: Check, gm: Audience) -> list[Change]:
    """Help for the game master at the moment it matters."""
    found: list[Change] = []
    if rolled.setback:
        found.append(Say(SETBACK_HELP, ("MOT-5.13", "MOT-5.14", "MOT-5.15", "MOT-5.16"), gm))
    if rolled.is_critical:
        found.append(Say(CRITICAL_HELP, ("MOT-1.35",), gm))
    if rolled.degree is Degree.CRITICAL_FAILURE:
        found.append(Say(FUMBLE_HELP, ("MOT-1.38",), gm))
    return found
