"""Deeds: what else can be done with an action: hiding, drawing, talking a foe down, smothering fire, breaking things."""

from __future__ import annotations

from typing import Annotated, Literal

from fatewright.systems.author import (
    SEAT,
    Asks,
    Change,
    Desk,
    Ending,
    From,
    Offers,
    Option,
    Say,
    Seen,
    Sheet,
    Story,
    Upto,
    choose,
    count_of,
    ends,
    now,
    options,
    phrase,
    say,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people, perks
from fatewright.systems.triumph_and_disaster.characters.people import has_status
from fatewright.systems.triumph_and_disaster.combat import statuses
from fatewright.systems.triumph_and_disaster.combat.blows import BARE
from fatewright.systems.triumph_and_disaster.combat.paces import MELEE, distance, group_of
from fatewright.systems.triumph_and_disaster.combat.sides import SIDES, Foe, are_enemies, enemies, is_out
from fatewright.systems.triumph_and_disaster.combat.turns import (
    Actor,
    acts,
    end_if_over,
    marks,
    no_action,
    no_deed,
    no_stamina,
    spends_stamina,
)
from fatewright.systems.triumph_and_disaster.items import items
from fatewright.systems.triumph_and_disaster.mechanics import circumstances
from fatewright.systems.triumph_and_disaster.mechanics.contests import against_all
from fatewright.systems.triumph_and_disaster.mechanics.foretelling import foretold, foretold_against, foretold_fate
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, contested, tested
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance
from fatewright.systems.turns import is_fighter

DRAWN, GHOST, HIDDEN, RALLY = "drawn", "Ghost", "Hidden", "Rally"
ANSWERS = {"Persuade": "Judge", "Manipulate": "Resist Fear"}

# ── hiding ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_hide(table: Desk, who: str, how: str) -> str | None:
    if has_status(table, who, HIDDEN):
        return f"{who} is hidden already"
    if how == GHOST and (problem := perks.may_use(table, who, GHOST)):
        return problem
    return no_action(table, who)


@verb("{who} hides", more=("by the skill or perk {how}",), may=_may_hide, group="Fight")
def hide(table: Desk, who: Actor, how: Literal["Sneak", "Ghost"] = "Sneak") -> Story:
    """TAD-CMB.05, TAD-STA.16, TAD-PRK.04: hide: Sneak against the Notice of every enemy; with the perk Ghost, no roll."""
    yield from now(*acts(table, who), *(perks.used(table, who, GHOST) if how == GHOST else ()))
    is_hidden = True if how == GHOST else (yield from _is_unnoticed(table, who))
    if not is_hidden:
        return ends("loses")
    yield from now(*statuses.gains(table, who, HIDDEN), say("{who} is hidden", "TAD-STA.16", who=who))
    return ends("wins")


def _is_unnoticed(table: Desk, who: str) -> Asks[bool]:
    """TAD-CON.09: one roll against all who look, or by a dial one against each."""
    lookers = [foe for foe in enemies(table, who) if not statuses.has(table, foe, "helpless")]
    mine, theirs = Party(who, "Sneak"), [Party(foe, "Notice") for foe in lookers]
    yield from foretold_against(table, mine, theirs, needs_all=True)
    return len((yield from against_all(table, mine, theirs))) == len(theirs)


# ── drawing ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_draw(table: Desk, who: str, weapon: str, second: str) -> str | None:
    if problem := items.hands_problem(weapon, second, Sheet(table, who), table.data["lists"]):
        return problem
    if (table[who]["weapon"], table[who]["second"]) == (weapon, second):
        return f"{who} holds that already"
    is_free = is_fighter(table, who) and DRAWN not in table[who]["turn"]
    return no_deed(table, who) if is_free else no_action(table, who)


def _arms(table: Desk, who: str) -> list[str]:
    """TAD-CMB.05: the weapons that somebody has, first those that are not in hand; last, none."""
    return [*sorted(table[who]["arms"], key=lambda one: one == table[who]["weapon"]), BARE]


def _for_second_hand(table: Desk, who: str) -> list[str]:
    """TAD-CMB.05: nothing, or what somebody has about them."""
    has = (people.NOTHING, table[who]["second"], *table[who]["packed"], *table[who]["arms"])
    return sorted((one for one in table.data["lists"]["second_hand"] if one in has), key=has.index)


@verb("{who} draws a weapon: {weapon}", more=("in the second hand: {second}",), may=_may_draw, group="Things")
def draw(
    table: Desk,
    who: Actor,
    weapon: Annotated[str, From("weapons"), Offers(_arms)],
    second: Annotated[str, From("second_hand"), Offers(_for_second_hand)] = "nothing",
) -> Ending:
    """TAD-CMB.05: take weapons into your hands; the first time in a turn is free, then it is your action."""
    is_free = DRAWN not in table[who]["turn"]
    cost: list[Change] = [] if not is_fighter(table, who) else marks(table, who, DRAWN) if is_free else acts(table, who)
    held = phrase("{weapon:word} and {second:word}", weapon=weapon, second=second) if second != people.NOTHING else weapon
    return ends(
        "done",
        *cost,
        *items.in_hands(table, who, weapon, second),
        say("{who} draws {held:word}", "TAD-CMB.05", who=who, held=held),
    )


# ── words, water and force ─────────────────────────────────────────────────────────────────────────────────────────────


def _may_talk_down(table: Desk, who: str, target: str, skill: str) -> str | None:
    del skill
    if who == target or people.is_player_character(table, target):
        return "that is for the Storyteller's people"
    return f"{target} is out of it" if is_out(table, target) else no_action(table, who)


@verb("{who} talks to {target} about giving up", more=("with the skill {skill}",), may=_may_talk_down, group="Fight")
def talk_down(table: Desk, who: Actor, target: Foe, skill: Literal["Persuade", "Manipulate"] = "Persuade") -> Story:
    """TAD-CMB.05, TAD-CON.04, TAD-R.27: talk a foe into giving up, if the Storyteller finds that it can be done."""
    prompt = phrase("{who} would talk {target} down ({skill:word}). Can it be done?", who=who, target=target, skill=skill)
    leave = yield from choose(SEAT + people.storyteller(table), "leave", prompt, options("yes", "no"), "no")
    if leave == "no":
        return ends("refused", say("{target} is not to be talked down", "TAD-CON.04", target=target))
    mine, theirs = Party(who, skill), Party(target, ANSWERS[skill])
    yield from foretold(table, mine, theirs)
    yield from now(*acts(table, who))
    verdict = yield from contested(table, mine, theirs)
    if verdict.is_won:
        yield from now(*statuses.gains(table, target, "Yielded"), *statuses.lets_go(table, target))
        yield from now(say("{target} gives up", "TAD-CMB.05", target=target))
        yield from end_if_over(table)
    return ends(verdict.contested)


def _may_rally(table: Desk, who: str, ally: str) -> str | None:
    if problem := perks.may_use(table, who, RALLY) or no_action(table, who):
        return problem
    if who == ally or are_enemies(table, who, ally):
        return "rally somebody else who stands on your side"
    if is_out(table, ally):
        return f"{ally} is out of it"
    if any(row[0] == RALLY for row in table[ally]["tray"]):
        return f"{ally} has been rallied already"
    return no_stamina(table, who, _stamina(table)) if _stamina(table) else None


def _stamina(table: Desk) -> int:
    """TAD-PRK.06: what rallying somebody costs besides the action; where a table plays without stamina, nothing."""
    return perks.price(RALLY, table.data["lists"]) if table.dial("stamina") == "on" else 0


@verb("{who} calls to {ally} to take heart", may=_may_rally, group="Fight")
def rally(table: Desk, who: Actor, ally: Annotated[Seen, Offers(SIDES.mates)]) -> Story:
    """TAD-PRK.06: with the perk Rally, an action and 1 stamina: an ally who hears you has a dominance on the next roll."""
    helps = circumstances.waits(table, ally, Circumstance(RALLY, 1))
    yield from now(
        *acts(table, who), *helps, say("{who} rallies {ally}: a dominance on the next roll", "TAD-PRK.06", who=who, ally=ally)
    )
    if price := _stamina(table):
        yield from spends_stamina(table, who, price)
    return ends("done")


def _may_smother(table: Desk, who: str, target: str) -> str | None:
    if not has_status(table, target, "Burning"):
        return f"{target} does not burn"
    if who != target and distance(table, who, target) > MELEE:
        return f"{target} is {count_of(distance(table, who, target), 'pace')} away"
    return no_action(table, who)


def _aflame(table: Desk, who: str) -> list[Option[str]]:
    """TAD-STA.04: of one's own, whoever burns first."""
    return sorted(SIDES.friends(table, who), key=lambda one: not has_status(table, one.value, "Burning"))


@verb("{who} smothers the flames on {target}", may=_may_smother, group="Fight")
def smother(table: Desk, who: Actor, target: Annotated[Seen, Offers(_aflame)]) -> Ending:
    """TAD-STA.04: put out the fire on yourself or on somebody next to you, with your action."""
    ended = statuses.loses(table, target, "Burning")
    told = (
        phrase("{who} smothers the fire", who=who)
        if who == target
        else phrase("{who} smothers the fire on {target}", who=who, target=target)
    )
    return ends("done", *acts(table, who), *ended, Say(told, ("TAD-STA.04",)))


@verb(
    "{who} tries to break {thing}, made of {material}",
    more=("by means of: {how}",),
    may=lambda table, who, **_: no_action(table, who),
    group="Fight",
)
def smash(
    table: Desk,
    who: Actor,
    thing: Annotated[str, Upto(80)],
    material: Annotated[str, From("materials")],
    how: Literal["Force", "weapon in hand"] = "Force",
) -> Story:
    """TAD-CMB.20, TAD-STR.02: break a thing, by Force or with a weapon: against a will by what it is made of."""
    what = "Force" if how == "Force" else group_of(table, table[who]["weapon"])
    will = int(table.data["lists"]["materials"][material]["will"])
    yield from foretold_fate(table, Party(who, what), will)
    yield from now(
        *acts(table, who),
        say("{who} tries to break {thing:word} ({material:word})", "TAD-CMB.20", who=who, thing=thing, material=material),
    )
    verdict = yield from tested(table, Party(who, what), will)
    return ends(
        verdict.outcome,
        say("{thing:word} {how}", "TAD-CMB.20", thing=thing, how=phrase("breaks") if verdict.is_won else phrase("holds")),
    )
