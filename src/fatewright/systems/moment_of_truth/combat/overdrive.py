"""Overdriving: what an electrician does to a beamer, how much stronger it is then, and how it bursts."""

from __future__ import annotations

from typing import Annotated, Literal

from fatewright.systems.author import (
    Asks,
    Choose,
    Desk,
    From,
    Number,
    Offers,
    Option,
    Put,
    Score,
    Story,
    Usual,
    ends,
    form,
    now,
    options,
    phrase,
    say,
    verb,
    with_article,
)
from fatewright.systems.moment_of_truth.combat.deeds import weapon_row
from fatewright.systems.moment_of_truth.combat.turns import Actor, acts, cannot
from fatewright.systems.moment_of_truth.drama import moments
from fatewright.systems.moment_of_truth.mechanics import checks
from fatewright.systems.moment_of_truth.mechanics.pools import Task
from fatewright.systems.moment_of_truth.mechanics.rolls import CHECKS

ELECTRICIAN = "Electrician"
MORE = 4  # damage dice, unless the game master says otherwise
State = Literal["overdriven", "as it was"]


def overdriven(table: Desk, who: str, weapon: str) -> int:
    """MOT-3.15: the damage dice that somebody has coaxed out of a weapon; none, if it is as it was."""
    return int(dict(table[who].get("overdriven", ())).get(weapon, 0))


def overdrive_dice(table: Desk, who: str, weapon: str) -> Score:
    """MOT-3.15: the same, as a part of a damage pool."""
    return Score(overdriven(table, who, weapon), "overdriven", "MOT-3.15")


def with_overdrive(table: Desk, who: str, weapon: str, dice: int) -> Put:
    """MOT-3.15: a weapon has so many damage dice more from now on; with none it is as it was."""
    others = {one: more for one, more in dict(table[who].get("overdriven", ())).items() if one != weapon}
    return Put(who, "overdriven", tuple(({**others, weapon: dice} if dice else others).items()))


def _held(table: Desk, who: str) -> list[str]:
    """MOT-3.15: what could be overdriven first, of what somebody holds."""
    rows = table.data["lists"]["weapons"]
    held = [one for one in (table[who]["weapon"], table[who]["off_hand"]) if one in rows]
    return sorted(dict.fromkeys(held), key=lambda one: not rows[one].get("beam"))


def _otherwise(table: Desk, who: str, weapon: str) -> str:
    return "as it was" if overdriven(table, who, weapon) else "overdriven"


def _may_overdrive(table: Desk, who: str, weapon: str, state: str) -> str | None:
    """MOT-3.15: a beamer or an X-ray weapon, as its row says, that somebody holds."""
    if problem := cannot(table, who, "action"):
        return problem
    if not weapon_row(table, weapon).get("beam"):
        return f"{with_article(weapon)} is neither a beamer nor an X-ray weapon"
    if weapon not in (table[who]["weapon"], table[who]["off_hand"]):
        return f"{who} holds no {weapon}"
    is_so = bool(overdriven(table, who, weapon)) == (state == "overdriven")
    return f"the {weapon} is {'overdriven already' if state == 'overdriven' else 'as it was'}" if is_so else None


@verb("{who} tunes {weapon:a} until it is {state}", may=_may_overdrive, group="Arms")
def overdrive(
    table: Desk,
    who: Actor,
    weapon: Annotated[str, From("weapons"), Offers(_held)],
    state: Annotated[State, Usual(_otherwise)] = "overdriven",
) -> Story:
    """MOT-1.01, MOT-3.15: make a beamer or X-ray weapon stronger, and dangerously unstable: the game master says how much, and
    how hard it is. A critical failure with it, and it bursts. To set it back takes no roll.
    """
    if state == "as it was":
        yield from now(*acts(table, who))
        line = say("{who} sets the {weapon:word} back", "MOT-3.15", who=who, weapon=weapon)
        return ends("set", with_overdrive(table, who, weapon, 0), line)
    ruling, statistic, tn, dice = yield from _ruled(table, who, weapon)
    if ruling == "no":
        return ends("cannot be done", say("The {weapon:word} cannot be overdriven", "MOT-3.15", weapon=weapon))
    yield from now(*acts(table, who))
    what = phrase("overdriving the {weapon:word}", weapon=weapon)
    rolled = yield from checks.checked(table, who, Task(statistic, ELECTRICIAN), tn, "nobody", what)
    if not CHECKS[rolled.outcome].is_success or weapon not in (table[who]["weapon"], table[who]["off_hand"]):
        return rolled
    line = say("The {weapon:word} of {who} does {dice:die} more, and may burst", "MOT-3.15", weapon=weapon, who=who, dice=dice)
    return ends(rolled.outcome, *rolled.changes, with_overdrive(table, who, weapon, dice), line)


def _ruled(table: Desk, who: str, weapon: str) -> Asks[tuple[str, str, int, int]]:
    """MOT-1.01, MOT-3.15: whether it can be done, how hard it is, and what it brings."""
    gm, usual = moments.gm_of(table), checks.usual_statistic(table, ELECTRICIAN) or "education"
    return (
        yield from form(
            gm,
            "overdrive",
            phrase("{who} would overdrive the {weapon:word}: stronger, and dangerously unstable.", who=who, weapon=weapon),
            Choose(gm, "ruling", "", (Option("roll", "roll"), Option("no", "it cannot be done"))),
            Choose(gm, "statistic", "", options(*table.data["lists"]["statistics"])),
            Number(gm, "tn", "", 1, 9, "successes demanded"),
            Number(gm, "dice", "", 1, 20, "damage dice more"),
            default=("roll", usual, checks.usual_tn(table, ELECTRICIAN), MORE),
        )
    )
