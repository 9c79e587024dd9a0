"""Traits: a bright one that helps, and a dark one that makes trouble and brings the bright one back."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems.author import (
    Desk,
    Ending,
    From,
    Offers,
    Option,
    Put,
    Story,
    choose,
    ends,
    now,
    phrase,
    say,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people, perks
from fatewright.systems.triumph_and_disaster.combat.sides import Own, Present
from fatewright.systems.triumph_and_disaster.mechanics import circumstances
from fatewright.systems.triumph_and_disaster.mechanics.contests import best
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance

Roll = Annotated[str, From("trait_rolls")]
BRIGHT = "bright"


def _best(table: Desk, who: str) -> list[str]:
    return best(table, who, listed="trait_rolls")


def uses(table: Desk, who: str) -> list[str]:
    """TAD-TRT.02: the uses of a bright trait that somebody has left in this session."""
    listed = [use for use, row in table.data["lists"]["uses"].items() if row.get("of") == BRIGHT]
    return [use for use in listed[: table.dial("trait_uses")] if perks.is_fresh(table, who, use)]


def _may_shine(table: Desk, who: str, roll: str) -> str | None:
    del roll
    if problem := people.not_theirs(table, who):
        return problem
    if not table[who]["bright"]:
        return f"{who} has no bright trait"
    if table.dial("trait_uses") == 0:
        return "at this table traits are for colour alone"
    return None if uses(table, who) else f"{who} has used the bright trait in this session"


@verb("{who} calls on a bright trait for the next roll of {roll}", may=_may_shine, group="Rolls")
def bright_trait(table: Desk, who: Own, roll: Annotated[Roll, Offers(_best)]) -> Ending:
    """TAD-TRT.01, TAD-TRT.02: your bright trait gives a dominance on the next such roll; once in a session."""
    trait = table[who]["bright"]
    helps = circumstances.waits(table, who, Circumstance(f"bright trait ({trait})", 1, roll))
    line = say("{who} ({trait:word}): a dominance on the next {roll:word}", "TAD-TRT.02", who=who, trait=trait, roll=roll)
    return ends("done", *helps, *perks.used(table, who, uses(table, who)[0]), line)


def _may_tempt(table: Desk, who: str, roll: str) -> str | None:
    del roll
    if not people.is_player_character(table, who):
        return f"{who} is no player's character"
    return None if table[who]["dark"] else f"{who} has no dark trait"


@verb("{who} is tempted by a dark trait at the next roll of {roll}", roles=("gm",), may=_may_tempt, group="Rolls")
def dark_trait(table: Desk, who: Present, roll: Annotated[Roll, Offers(_best)]) -> Story:
    """TAD-TRT.01, TAD-TRT.02: offer a threat on the next such roll for a dark trait; who accepts has the bright one again."""
    trait = table[who]["dark"]
    prompt = phrase(
        "{who} ({trait:word}): take a threat on {roll:word}? Your bright trait is fresh again then.",
        who=who,
        trait=trait,
        roll=roll,
    )
    if not (yield from choose(who, "dark", prompt, (Option(True, "accept"), Option(False, "refuse")), False)):
        return ends(
            "refused", say("{who} does not give in to the dark trait ({trait:word})", "TAD-TRT.02", who=who, trait=trait)
        )
    yield from now(*circumstances.waits(table, who, Circumstance(f"dark trait ({trait})", -1, roll)))
    listed = table.data["lists"]["uses"]
    spent = [use for use in table[who]["spent"] if listed.get(use, {}).get("of") == BRIGHT]
    left = tuple(use for use in table[who]["spent"] if use not in spent[-1:])
    return ends(
        "done",
        Put(who, "spent", left),
        say("{who} ({trait:word}): a threat on the next {roll:word}", "TAD-TRT.02", who=who, trait=trait, roll=roll),
    )
