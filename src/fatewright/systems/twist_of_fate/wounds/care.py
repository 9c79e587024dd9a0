"""Care: waking those who are out, tending wounds, and dying."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    Change,
    Desk,
    Ending,
    From,
    Mine,
    Offers,
    Option,
    Put,
    Seen,
    Story,
    ends,
    now,
    say,
    tell,
    verb,
)
from fatewright.systems.turns import is_fighter, is_fighting, people_of
from fatewright.systems.twist_of_fate.bidding.checks import no_check, side_of, tries
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.combat.ground import IN_REACH, distance
from fatewright.systems.twist_of_fate.combat.turns import SIDES, Actor, Own, Present, acts, falls_into, no_action
from fatewright.systems.twist_of_fate.wounds import harm

FIRST_AID = 10
TENDED = "that wound has been tended today; one try a day"


def wakes(table: Desk, who: str) -> list[Change]:
    """TOF-7.18: awake again, with at least one health point."""
    return [
        people.without_state(table, who, "out"),
        Put(who, "hp", max(1, int(table[who]["hp"]))),
        say("{who} wakes", "TOF-7.18", who=who),
    ]


def _may_aid(table: Desk, who: str, patient: str) -> str | None:
    if not people.is_in(table, patient, "out"):
        return f"{patient} is not out"
    if distance(table, who, patient) > IN_REACH:
        return f"{patient} is too far away"
    return no_action(table, who) or no_check(table, who, "Medicine", "usual")


def _lying(table: Desk, who: str) -> list[Option[str]]:
    """TOF-7.18: of one's own, whoever is out first."""
    return sorted(SIDES.mates(table, who), key=lambda one: not people.is_in(table, one.value, "out"))


@verb("{who} sees to {patient}", may=_may_aid, group="Wounds")
def first_aid(table: Desk, who: Actor, patient: Annotated[Seen, Offers(_lying)]) -> Story:
    """TOF-7.18: Medicine against 10 wakes somebody beside you; in a fight it is the action of the turn."""
    yield from now(*acts(table, who), say("{who} gives {patient} first aid", "TOF-7.18", who=who, patient=patient))
    ending = yield from tries(table, side_of(table, who, "Medicine", use="first aid"), FIRST_AID)
    woken = wakes(table, patient) if ending.outcome == "success" and people.is_in(table, patient, "out") else []
    return ending._replace(changes=(*ending.changes, *woken))


def wound_difficulty(wounds: int) -> int:
    """TOF-7.20: 10, and 2 more for each other wound."""
    return FIRST_AID + 2 * (wounds - 1)


def _may_tend(table: Desk, who: str, patient: str, area: str) -> str | None:
    if area not in table[patient].get("wounds", ()):
        return f"{patient}'s {harm.called(area)} is not wounded"
    if is_fighting(table) and (is_fighter(table, who) or is_fighter(table, patient)):
        return "wounds are tended when the fight is over"
    if problem := no_check(table, who, "Medicine", "usual"):
        return problem
    return TENDED if area in table[patient]["tended"] else None


def _wounded(table: Desk, who: str) -> list[Option[str]]:
    """TOF-7.20: of one's own, whoever has a wound first."""
    return sorted(SIDES.friends(table, who), key=lambda one: not table[one.value].get("wounds", ()))


def _wounds(table: Desk, patient: str) -> list[Option[str]]:
    return harm.wounded_parts(table, patient)


Wounded = Annotated[Seen, Offers(_wounded)]


@verb("{who} tends to {patient}, wounded in the {area}", may=_may_tend, group="Wounds")
def tend(table: Desk, who: Own, patient: Wounded, area: Annotated[str, From("areas"), Offers(_wounds)]) -> Story:
    """TOF-7.20: Medicine clears one wound: one try for each wound and day."""
    is_open: bool = yield from tell("ruling", lambda: area not in table[patient]["tended"])  # as not everybody knows
    if not is_open:
        return ends("refused", say(TENDED, "TOF-7.20"))
    yield from now(
        Put(patient, "tended", (*table[patient]["tended"], area)),
        say("{who} tends {patient}", "TOF-7.20", who=who, patient=patient),
    )
    difficulty = wound_difficulty(len(table[patient]["wounds"]))
    ending = yield from tries(table, side_of(table, who, "Medicine", use="surgery"), difficulty, once=True)
    done = healed(table, patient, area) if ending.outcome == "success" else []
    return ending._replace(changes=(*ending.changes, *done))


def healed(table: Desk, who: str, area: str) -> list[Change]:
    """TOF-7.20: a wound is cleared, and everybody sees it."""
    return [
        *people.mended(table, who, area),
        say("{who}'s {area:word} is healed", "TOF-7.20", who=who, area=area.replace("_", " ")),
    ]


def _may_die(table: Desk, who: str) -> str | None:
    if table.dial("lethality") == "none":
        return "nobody dies at this table"
    if people.is_player_character(table, who) and not people.is_in(table, who, "out"):
        return f"{who} is not out: there is nothing to die of"
    return None


def _dying(table: Desk) -> list[str]:
    """TOF-7.19: whoever is out first."""
    return sorted(people_of(table, table.seat), key=lambda who: not people.is_in(table, who, "out"))


@verb("{who} dies", may=_may_die, group="Wounds")
def die(table: Desk, who: Annotated[Mine, Offers(_dying)]) -> Story:
    """TOF-7.19: only with the player's consent; the game master's people as the game master likes."""
    yield from now(people.without_state(table, who, "out"))
    yield from falls_into(table, [who], "dead", f"{who} dies", "TOF-7.19")
    return ends("dead")


def _states(table: Desk, who: str, is_so: str) -> list[str]:
    """TOF-7.18: what somebody is in, where it is to end; else what they are not in."""
    return [one for one in table.data["lists"]["conditions"] if people.is_in(table, who, one) == (is_so == "no")]


@verb("{seat} rules whether {who} is {state}: the answer is {is_so}", roles=("gm",), group="Wounds")
def condition(
    table: Desk,
    who: Present,
    state: Annotated[str, From("conditions"), Offers(_states)],
    is_so: Literal["yes", "no"] = "yes",
) -> Story:
    """TOF-6.23, TOF-7.18: bind somebody, put them out, wake them: as the game master says."""
    if is_so == "yes":
        yield from falls_into(table, [who], state)
        return ends("done")
    woken = [Put(who, "hp", max(1, table[who]["hp"]))] if state == "out" else []
    return ends(
        "done",
        people.without_state(table, who, state),
        *woken,
        say("{who} is no longer {state:word}", "TOF-7.18", who=who, state=state),
    )


def _may_hurt(table: Desk, area: str, wound: str, **_: Any) -> str | None:
    """TOF-7.13, MOM-7.01: areas that there are, and no wounds where a table plays without them."""
    if wound == "yes" and table.dial("harm_model") != "limbs":
        return "this table plays without wounds"
    known = harm.areas(table)
    return None if harm.named(table, area) in known else harm.not_an_area(table, area)


@verb("{who} is hurt in the {area}", more=("it leaves a wound: {wound}",), roles=("gm",), may=_may_hurt, group="Wounds")
def hurt(table: Desk, who: Present, area: harm.Area, wound: Literal["no", "yes"] = "no") -> Ending:
    """TOF-7.13, TOF-R.21: a wound from something else than an attack, as the game master says."""
    changes = harm.wounded(table, who, harm.named(table, area)) if wound == "yes" else []
    return ends("hurt", *changes, say("{who} is hurt", "TOF-7.13", who=who))
