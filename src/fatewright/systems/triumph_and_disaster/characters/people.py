"""People: what a sheet says, and what follows from it: levels, scores, and the numbers derived from abilities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fatewright.systems import sides
from fatewright.systems.author import Audience, Change, Desk, Put, Score, Sheet, is_hidden
from fatewright.systems.triumph_and_disaster.mechanics.rolls import LEVELS, Level

Values = Mapping[str, Any]
Dials = Mapping[str, Any]
Lists = Mapping[str, Mapping[str, Any]]

ABILITIES = ("strength", "agility", "vitality", "erudition", "intuition", "presence")
NOTHING = "nothing"
BETTER = 1  # what an improved thing is worth more


def is_player_character(table: Desk, who: str) -> bool:
    """TAD-ROLE.01, TAD-ROLE.02, TAD-R.25: whether a player runs them; everybody else is the Storyteller's."""
    return sides.is_players(table, who)


def storyteller(table: Desk) -> str:
    """TAD-ROLE.02, TAD-ROLE.03: the seat that referees."""
    return table.seats("gm")[0]


def not_theirs(table: Desk, who: str) -> str | None:
    """TAD-ROLE.02: why a seat may not handle the things of those for whom it answers: they are unknown."""
    if is_player_character(table, who) or table.role(table.seat) == "gm":
        return None
    return f"what {who} has, only the Storyteller knows"


def knowers(table: Desk, who: str) -> Audience:
    """Whoever answers for somebody, and the Storyteller."""
    return Audience({table[who].owner, storyteller(table)})


# ── abilities and levels ───────────────────────────────────────────────────────────────────────────────────────────────


def score(values: Values, ability: str, lists: Lists) -> Score:
    """TAD-SK.01, TAD-SF.03, TAD-RACE.01: an ability's score, which is added as it is: the sheet's, and what a race changes."""
    name, race = ability.capitalize(), lists["races"][values["race"]]
    changed = (ability in _several(race.get("raises"))) - (ability in _several(race.get("lowers")))
    if not changed:
        return Score(values[ability], name, "TAD-SF.03")
    own = Score(values[ability], name, "TAD-ABI.01")
    return (own + Score(changed, values["race"], "TAD-RACE.01")).named(name, "TAD-SF.03")


def _several(given: Any) -> tuple[str, ...]:
    """What a cell of a list names: nothing, one entry, or several."""
    return (given,) if isinstance(given, str) else tuple(given or ())


def level(values: Values, what: str) -> Level:
    """TAD-APT.01, TAD-APT.03, TAD-MAS.01, TAD-MAS.03, TAD-MAS.07, TAD-R.03: none, aptitude or mastery of one thing."""
    return LEVELS[int(dict(values["aptitudes"]).get(what, 0))]


def shifted(start: Level, by: int) -> Level:
    """TAD-SF.11: so many steps up or down, never beyond the ends."""
    return LEVELS[min(max(LEVELS.index(start) + by, 0), len(LEVELS) - 1)]


def ability_of(what: str, dials: Dials, lists: Lists) -> str:
    """TAD-SF.03, TAD-SK.01, TAD-AGI.06, TAD-INT.06, TAD-R.16, TAD-R.17: the one ability that a roll is based on.

    A skill has its own; a weapon group Agility, heavy ones Strength by a dial; a spell Intuition, or its own by a dial.
    """
    if what in ABILITIES:
        return what
    if what in lists["weapon_groups"]:
        is_heavy = dials["weapon_ability"] == "heavy_uses_strength" and lists["weapon_groups"][what].get("heavy", False)
        return "strength" if is_heavy else "agility"
    if own := skill(what, lists):
        return str(own["ability"])
    if what in lists["weapons"]:  # one that belongs to no group
        return "agility"
    return str(lists["castable"][what].get("ability", "intuition")) if dials["spell_ability"] == "per_spell" else "intuition"


def skill(what: str, lists: Lists) -> Mapping[str, Any]:
    """TAD-SK.01, TAD-SK.02, TAD-SK.03, TAD-R.29: what the list says of a skill: its ability, and whether it answers others.

    TAD-STR.02, TAD-STR.03, TAD-STR.04, TAD-AGI.02, TAD-AGI.03, TAD-AGI.04, TAD-VIT.02, TAD-VIT.03, TAD-VIT.04, TAD-ERU.02,
    TAD-ERU.03, TAD-ERU.04, TAD-ERU.05, TAD-ERU.06, TAD-ERU.07, TAD-INT.02, TAD-INT.03, TAD-INT.04, TAD-INT.05, TAD-PRE.02,
    TAD-PRE.03, TAD-PRE.04, TAD-PRE.05, TAD-PRE.06: a row for each. Of what is no skill, nothing.
    """
    row: Mapping[str, Any] = lists["skills"].get(what, {})
    return row


def wonders(values: Values, dials: Dials, lists: Lists) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """TAD-ITM.07: somebody's magic items, and what the list says of each; by a dial there are none."""
    if dials["magic_items"] == "on":
        yield from ((name, lists["wonders"][name]) for name in values["wonders"])


def resistances(values: Values, dials: Dials, lists: Lists) -> tuple[str, ...]:
    """TAD-RACE.01, TAD-ITM.07: what types of damage somebody resists, by race or by a magic item."""
    rows = (lists["races"][values["race"]], *(row for _, row in wonders(values, dials, lists)))
    return tuple(dict.fromkeys(one for row in rows for one in _several(row.get("resists"))))


def improved(values: Values) -> tuple[str, ...]:
    """TAD-ITM.09: what somebody has that is better than its kind; nothing, on a sheet from before there was such a thing."""
    found = values["improved"]
    return () if is_hidden(found) else tuple(found)


def is_improved(values: Values, thing: str) -> bool:
    """TAD-ITM.09: whether somebody's thing is better than its kind."""
    return thing in improved(values)


def speaks(values: Values, language: str, lists: Lists) -> bool:
    """TAD-APT.06, TAD-ORI.02, TAD-R.18: whether somebody reads, writes and speaks a language: by aptitude alone.

    The common one is everybody's.
    """
    return bool(lists["languages"][language].get("everybody", False)) or level(values, language) != "none"


# ── states ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def has_status(table: Desk, who: str, status: str) -> bool:
    """TAD-STA.01: a status is on or off."""
    return status in table[who]["statuses"]


def with_statuses(table: Desk, who: str, gained: Iterable[str] = (), lost: Iterable[str] = ()) -> list[Change]:
    """TAD-STA.01: the same status does not stack with itself."""
    before, gone = table[who]["statuses"], set(lost)
    after = (*(one for one in before if one not in gone), *(one for one in dict.fromkeys(gained) if one not in before))
    return [Put(who, "statuses", after)] if after != before else []


def sheet(table: Desk, who: str) -> Sheet:
    """Somebody's sheet as it stands on a table."""
    return Sheet(table, who)
