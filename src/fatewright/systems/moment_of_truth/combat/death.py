"""Death: who dies, what it pays, and who comes back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    Asks,
    Between,
    Change,
    Choose,
    Desk,
    Ending,
    Mine,
    Number,
    Offers,
    Option,
    Put,
    Score,
    Seen,
    Story,
    behind,
    choose,
    count_of,
    ends,
    form,
    now,
    options,
    phrase,
    price_of,
    say,
    spend,
    tell,
    verb,
)
from fatewright.systems.moment_of_truth.combat.harm import (
    FATAL_TURNS,
    OUT,
    SIDES,
    Own,
    changed,
    dies,
    has,
    is_hero,
    is_npc,
    is_out,
    is_somebody,
    minutes_out,
    most,
    numbers,
    state,
    taken,
)
from fatewright.systems.moment_of_truth.combat.healing import cannot_help, helped_by, is_own_act, turns_out
from fatewright.systems.moment_of_truth.combat.turns import acts
from fatewright.systems.moment_of_truth.combat.wounds import revival
from fatewright.systems.moment_of_truth.drama import moments
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.checks import HELP, Help, Statistic
from fatewright.systems.moment_of_truth.mechanics.own_rolls import own_roll
from fatewright.systems.moment_of_truth.mechanics.pools import Task

AWARD = 3  # Moments for everybody else, when somebody dies a hero's death
MEDICINE = "Medicine"
DEEPEST = 1  # a revival leaves at least so much more than death


def _may_die(table: Desk, who: str, award: str) -> str | None:
    """MOT-7.49, MOT-7.51, MOT-R.36: only a player, only under the heroic rule, and only with hit points below nought."""
    del award
    if problem := is_hero(table, who):
        return problem
    if table.dial("death_rule") != "heroic":
        return "here death comes by hit points alone; a dial says so"
    if has(table, who, "dead"):
        return f"{who} is dead already"
    left = most(table, who) - taken(table, who).points
    gate, few = (0, "0 or fewer") if table.dial("heroic_death_gate") == "zero_or_below" else (-1, "fewer than 0")
    in_the_void = table[who]["vacuum"] > FATAL_TURNS
    return None if left <= gate or in_the_void else f"{who} has {count_of(left, 'hit point')} left; a hero's death needs {few}"


@verb("{who} dies a hero's death, and for the others: {award}", roles=("player",), may=_may_die, group="Wounds")
def die(table: Desk, who: Own, award: Literal["award 3 Moments", "no award"] = "award 3 Moments") -> Story:
    """MOT-7.51, MOT-7.52: declare your character dead. Three Moments for everybody else, and no way back; or neither."""
    yield from now(*dies(table, who), say("{who} dies", "MOT-7.51", who=who))
    yield from awarded(table, who, wants=award != "no award")
    return ends("dead")


def awarded(table: Desk, who: str, *, wants: bool) -> Asks[None]:
    """MOT-7.52, MOT-R.38, MOT-R.95: Moments for the others, one at a time, clockwise from the seat after the one who died.

    None under the harsh rule or without Moments in play. Whoever is paid for never comes back.
    """
    if not moments.in_play(table) or table.dial("death_rule") != "heroic":
        return
    if not wants and table.dial("heroic_death_award") == "choice":
        return
    for one in _clockwise(table, table[who].owner) * AWARD:
        yield from now(*_gain(table, one, who))
    yield from now(Put(who, "beyond revival", True))


def _gain(table: Desk, seat: str, who: str) -> list[Change]:
    """MOT-7.52, MOT-R.95: one of the Moments that a death pays."""
    return moments.earn(table, seat, 1, phrase("{who}'s death", who=who), "MOT-7.52", "MOT-R.95")


def _award(table: Desk, who: str) -> Option[bool]:
    """MOT-5.45, MOT-5.46, MOT-R.95: an award with what everybody else gains, and what of it the limits would take away."""
    due = _clockwise(table, table[who].owner) * AWARD
    then, changes = table, list[Change]()
    for one in due:
        gains = _gain(then, one, who)
        changes, then = changes + gains, moments.after(then, gains)
    price = price_of(table, *changes, label=moments.COUNTED)
    lost = moments.said_lost(len(due) - sum(one.amount for one in price), len(due))
    return Option(True, "award them, and no way back", caution=lost, price=price)


def _clockwise(table: Desk, seat: str) -> list[str]:
    """MOT-R.95: the other players round the table, as it is laid out, from the left hand of a seat on."""
    seats = moments.ring(table)
    start = seats.index(seat) + 1 if seat in seats else 0
    return [one for one in (*seats[start:], *seats[:start]) if one != seat and table.role(one) == "player"]


def beheaded(table: Desk, who: str) -> Asks[None]:
    """MOT-7.61, MOT-7.75, MOT-R.50: the head is off: dead at once under either rule; a player still chooses about the award."""
    yield from now(*dies(table, who), say("{who} is beheaded", "MOT-R.50", who=who))
    if pools.is_player_character(table, who) and moments.in_play(table) and table.dial("death_rule") == "heroic":
        if table.dial("heroic_death_award") == "always":
            return (yield from awarded(table, who, wants=True))
        both = (_award(table, who), Option(False, "no award"))
        wants = yield from choose(who, "award", phrase("{who} is dead. Award Moments?", who=who), both, default=True)
        yield from awarded(table, who, wants=wants)


def _may_kill(table: Desk, who: str) -> str | None:
    """MOT-7.54, MOT-R.39: one of the game master's people, unconscious or without hit points."""
    if problem := is_npc(table, who):
        return problem
    if has(table, who, "dead"):
        return f"{who} is dead already"
    return None if has(table, who, "unconscious") or state(table, who) in OUT else f"{who} is not down"


def _down(table: Desk) -> list[str]:
    """MOT-R.39: the game master's people who are down first."""
    return sorted(SIDES.own(table), key=lambda who: _may_kill(table, who) is not None)


@verb("{who} dies", roles=("gm",), may=_may_kill, group="Wounds")
def kill(table: Desk, who: Annotated[Seen, Offers(_down)]) -> Ending:
    """MOT-R.39: one of your own people who is down, dies."""
    return ends("dead", *dies(table, who), say("{who} is dead", "MOT-R.39", who=who))


def _may_revive(table: Desk, medic: str, patient: str, **_: Any) -> str | None:
    """MOT-7.03, MOT-7.53, MOT-7.83: the dead whom no award has been paid for, once, by somebody who owns Medicine."""
    if problem := is_somebody(table, medic) or is_somebody(table, patient):
        return problem
    if not has(table, patient, "dead"):
        return f"{patient} is not dead"
    if table[patient].get("beyond revival", False):
        return f"{patient} died for the others, and is beyond help"
    if problem := cannot_help(table, medic, MEDICINE):
        return problem
    return f"{patient} has been tried for" if table[patient].get("revival tried", False) else None


def _physicians(table: Desk) -> list[str]:
    """MOT-7.53: of one's own, whoever could bring somebody back first."""
    return sorted(SIDES.mine(table), key=lambda who: is_out(table, who) or pools.level(table, who, MEDICINE) is None)


def _is_dead(table: Desk, who: str) -> bool:
    return has(table, who, "dead")


@verb(
    "{medic} tries to bring {patient} back to life",
    more=("rolling Medicine with {statistic}", "target number higher by {harder}", "who may help: {help}"),
    may=_may_revive,
    group="Wounds",
)
def revive(
    table: Desk,
    medic: Annotated[Mine, Offers(_physicians)],
    patient: Annotated[Seen, Offers(SIDES.first(_is_dead))],
    statistic: Statistic = "education",
    harder: Annotated[int, Between(0, 3)] = 0,
    help: Help = "nobody",  # the word on the form
) -> Story:
    """Bring somebody back: a critical success in Medicine, with all Moments that their player holds. There is one try. Of a
    player's physician the game master says what is rolled, how hard it is, and who may help.
    """
    return (yield from _revived(table, medic, patient, Task(statistic, MEDICINE), harder, help))


def _revived(table: Desk, medic: str, patient: str, task: Task, harder: int, help_: Help) -> Story:
    """MOT-1.26, MOT-7.03, MOT-7.53, MOT-7.83: the one try that there is to bring somebody back."""
    if is_own_act(table):
        yield from now(*acts(table, medic))
        task, harder, help_ = yield from _ruled(table, medic, patient, task, harder, help_)
    elif not pools.is_player_character(table, medic):
        yield from now(*acts(table, medic))
    more = yield from helped_by(table, medic, task, help_)
    if is_own_act(table) and (yield from turns_out(table, patient, lambda: table[patient].get("revival tried", False))):
        return ends("dead", say("{patient} has been tried for", "MOT-7.83", patient=patient))
    seat = table[patient].owner
    held = moments.held(table, seat) if moments.in_play(table) else 0
    spent = moments.pay(table, seat, held, phrase("{patient}'s life", patient=patient), "MOT-7.53") if held else []
    yield from now(*spent, Put(patient, "revival tried", True))
    tn, theirs = table.dial("default_tn") + harder, Score(held, f"{seat}'s Moments", "MOT-7.53")
    lives, successes = yield from own_roll(
        table,
        medic,
        task,
        lambda dice, _: revival(dice - held, held, tn),
        *more,
        *([theirs] if held else []),
        what=f"{patient}'s life, which takes a critical success",
        tn=tn,
        words=lambda found: "alive" if found.lives else "dead",
    )
    if not has(table, patient, "dead"):  # much may have happened while somebody was asked
        return ends("alive", Put(patient, "revival tried", None))
    if not (yield from tell("result", lambda: lives)):
        return ends("dead", say("{patient} stays dead", "MOT-7.53", patient=patient))
    minor, major = yield from numbers(table, patient, "rest", lambda: _struck_off(table, patient, successes))
    minutes = yield from behind(minutes_out())
    back = (spend(patient, "minor", minor), spend(patient, "major", major), Put(patient, "wakes", minutes))
    alive = changed(table, patient, "unconscious", without=("dead",))
    return ends(
        "alive", *back, alive, Put(patient, "revival tried", None), say("{patient} breathes again", "MOT-7.83", patient=patient)
    )


def _ruled(table: Desk, medic: str, patient: str, task: Task, harder: int, help_: Help) -> Asks[tuple[Task, int, Help]]:
    """MOT-1.26, MOT-1.30, MOT-7.53: what the game master says of a player's try; it opens on what they propose."""
    gm = moments.gm_of(table)
    statistic, more, may_help = yield from form(
        gm,
        "ruling",
        phrase("{medic} tries to bring {patient} back to life. On what terms?", medic=medic, patient=patient),
        Choose(gm, "statistic", "", options(*table.data["lists"]["statistics"])),
        Number(gm, "harder", "", 0, 3, "above the standard target number"),
        Choose(gm, "help", "", options(*HELP)),
        default=(task.statistic, harder, help_),
    )
    return task._replace(statistic=statistic), more, may_help


def _struck_off(table: Desk, patient: str, successes: int) -> tuple[int, int]:
    """MOT-7.83: two major for each success; then as much, major first, as it takes not to be dead again at once."""
    minor, major = taken(table, patient)
    healed = min(2 * successes, major)
    too_much = max(0, minor + major - healed - (2 * most(table, patient) - DEEPEST))
    more_major = min(too_much, major - healed)
    return too_much - more_major, healed + more_major
