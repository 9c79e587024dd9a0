"""Growth: what an advance brings, and what somebody could advance in next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from fatewright.systems.author import (
    Asks,
    Change,
    Desk,
    Option,
    Put,
    Score,
    Sheet,
    Story,
    choose,
    ends,
    phrase,
    say,
    spend,
    tell,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people, perks, sheets
from fatewright.systems.triumph_and_disaster.characters.people import ABILITIES, Dials, Lists, Values, score
from fatewright.systems.triumph_and_disaster.combat.sides import Own
from fatewright.systems.triumph_and_disaster.magic import spells
from fatewright.systems.triumph_and_disaster.mechanics.rolls import LEVELS
from fatewright.systems.turns import is_fighter

How = Literal["an ability", "a perk", "two aptitudes", "mastery"]
ONCE, TWICE = 1, 2
PRICE = 1  # advances


# ── what there is ──────────────────────────────────────────────────────────────────────────────────────────────────────


def raisable(values: Values, dials: Dials, lists: Lists) -> list[str]:
    """TAD-ABI.01, TAD-ABI.03: the abilities that are below the highest that there is."""
    return [ability for ability in ABILITIES if score(values, ability, lists) < dials["ability_cap"]]


def learnable(values: Values, dials: Dials, lists: Lists) -> list[str]:
    """TAD-ABI.03, TAD-APT.01, TAD-SPL.02: what somebody has no aptitude in yet and could have; spells of their own too."""
    held = dict(values["aptitudes"])
    free = [one for one in lists["aptitudes"] if one not in held and not lists["aptitudes"][one].get("everybody", False)]
    listed = [one for one in free if not (sheets.level_problem(one, ONCE, dials, lists) or sheets.is_idle(one, dials, lists))]
    return [*listed, *spells.own_at(values, "none")]


def masterable(values: Values, dials: Dials, lists: Lists) -> list[str]:
    """TAD-ABI.03, TAD-MAS.01, TAD-MAS.06: the aptitudes that could become mastery; never a language."""
    held = [one for one, level in values["aptitudes"] if level == ONCE]
    listed = [one for one in held if not (sheets.level_problem(one, TWICE, dials, lists) or sheets.is_idle(one, dials, lists))]
    return [*listed, *(spells.own_at(values, "aptitude") if dials["spell_mastery"] else ())]


def offered(values: Values, how: str, dials: Dials, lists: Lists) -> list[str]:
    """TAD-ABI.03: what an advance of one kind could be spent on."""
    match how:
        case "an ability":
            return raisable(values, dials, lists)
        case "a perk":
            return perks.open_to(values, lists)
        case "two aptitudes":
            return learnable(values, dials, lists)
        case _:
            return masterable(values, dials, lists)


def next_steps(values: Values, dials: Dials, lists: Lists) -> dict[str, Score]:
    """TAD-ABI.03: what an advance could bring next; each costs one."""
    names = (
        *(ability.capitalize() for ability in raisable(values, dials, lists)),
        *perks.open_to(values, lists),
        *(("two aptitudes",) if len(learnable(values, dials, lists)) >= TWICE else ()),
        *(f"mastery of {one}" for one in masterable(values, dials, lists)),
    )
    return {name: Score(PRICE, "an advance", "TAD-ABI.03") for name in names}


# ── taking it ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_advance(table: Desk, who: str, how: str) -> str | None:
    """TAD-ABI.03: an advance that is due, outside a fight, and something to spend it on."""
    if problem := people.not_theirs(table, who):
        return problem
    if is_fighter(table, who):
        return f"{who} is in a fight; advances are taken when it is over"
    if not table[who]["due"]:
        return f"{who} has no advance to take; sessions bring them"
    found = offered(Sheet(table, who), how, table.dials(), table.data["lists"])
    return (
        None if len(found) >= (TWICE if how == "two aptitudes" else ONCE) else f"there is nothing left for {who} of that kind"
    )


@verb("{who} takes an advance: {how}", may=_may_advance, group="Growth")
def advance(table: Desk, who: Own, how: How) -> Story:
    """TAD-ABI.03: take an advance: an ability raised by one, a perk, two aptitudes, or one aptitude raised to mastery."""
    chosen = [(yield from _asked(table, who, how))]
    if how == "two aptitudes":
        chosen.append((yield from _asked(table, who, how, *chosen)))
    if not (yield from tell("ruling", lambda: _may_advance(table, who, how) is None)):  # much may have happened meanwhile
        return ends("refused", say("{who} cannot take that advance any more", "TAD-ABI.03", who=who))
    record = (*table[who]["advances"], (how, " and ".join(chosen)))
    line = say("{who} advances: {how:text}, {chosen:word}", "TAD-ABI.03", who=who, how=how, chosen=" and ".join(chosen))
    return ends("done", *_taken(table, who, how, chosen), spend(who, "due", PRICE), Put(who, "advances", record), line)


def _asked(table: Desk, who: str, how: str, *gone: str) -> Asks[str]:
    found = offered(Sheet(table, who), how, table.dials(), table.data["lists"])
    options = tuple(Option(one, one) for one in found if one not in gone)
    return (yield from choose(who, "advance", phrase("{who}: {how:text}. Which?", who=who, how=how), options))


def _taken(table: Desk, who: str, how: str, chosen: list[str]) -> Iterator[Change]:
    """TAD-ABI.03: what an advance changes on the sheet."""
    if how == "an ability":
        yield Put(who, chosen[0], table[who][chosen[0]] + 1)
    elif how == "a perk":
        yield Put(who, "perks", (*table[who]["perks"], chosen[0]))
    else:
        level, own = TWICE if how == "mastery" else ONCE, spells.own(Sheet(table, who))
        if made := [one for one in chosen if one in own]:
            yield Put(who, "own_spells", spells.learned(Sheet(table, who), LEVELS[level], *made))
        listed = dict.fromkeys((one for one in chosen if one not in own), level)
        yield Put(who, "aptitudes", tuple({**dict(table[who]["aptitudes"]), **listed}.items()))
        yield Put(who, "known", tuple(one for one in table[who]["known"] if one not in chosen))
