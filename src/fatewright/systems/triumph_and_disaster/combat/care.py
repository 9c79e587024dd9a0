"""Care: keeping somebody alive, treating wounds after a fight, stopping blood, and driving poison out."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from fatewright.systems.author import Asks, Desk, Offers, Sheet, Story, count_of, ends, now, say, tell, verb
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.characters.people import has_status
from fatewright.systems.triumph_and_disaster.combat import damage, dying, statuses
from fatewright.systems.triumph_and_disaster.combat.paces import MELEE, distance
from fatewright.systems.triumph_and_disaster.combat.sides import Friend
from fatewright.systems.triumph_and_disaster.combat.turns import Actor, acts, marks, no_action
from fatewright.systems.triumph_and_disaster.items import items
from fatewright.systems.triumph_and_disaster.mechanics.foretelling import foretold_fate
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, tested
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance
from fatewright.systems.turns import is_fighting

KIT, ANTIDOTE, TREATED = "healer's kit", "antidote", "treated"
WILLS = {"dying": 15, "wounds": 10, "bleeding": 10, "poison": 15}  # TAD-CMB.17, TAD-CMB.18, TAD-STA.05, TAD-STA.06
STATES = {"dying": dying.DYING, "bleeding": "Bleeding", "poison": "Poisoned"}
Need = Literal["dying", "wounds", "bleeding", "poison"]


def _may_tend(table: Desk, who: str, patient: str, what: str) -> str | None:
    if problem := no_action(table, who):
        return problem
    if distance(table, who, patient) > MELEE and who != patient:
        return f"{patient} is {count_of(distance(table, who, patient), 'pace')} away"
    if what in STATES and not has_status(table, patient, STATES[what]):
        return f"{patient} is not {STATES[what]}"
    if what == "wounds":
        return _may_treat(table, who, patient)
    return f"{who} has no {ANTIDOTE}" if what == "poison" and not _antidote(table, who) else None


def _antidote(table: Desk, who: str) -> str:
    """TAD-STA.06: what somebody has against poison; empty if nothing."""
    return items.curing(Sheet(table, who), STATES["poison"], table.data["lists"])


def _may_treat(table: Desk, who: str, patient: str) -> str | None:
    """TAD-CMB.18: after the fight, once for every patient, and with a kit."""
    if is_fighting(table):
        return "wounds are treated after the fight"
    if TREATED in table[patient]["turn"]:
        return f"{patient}'s wounds have been treated since the fight"
    return None if items.count(Sheet(table, who), KIT) else f"{who} has no {KIT}"


def _troubles(table: Desk, patient: str) -> list[str]:
    """TAD-CMB.17: what ails somebody, the worst first; wounds, as far as one can see, always."""
    return [one for one in get_args(Need) if one not in STATES or has_status(table, patient, STATES[one])]


@verb("{who} tends to {patient}, whose trouble is {what}", may=_may_tend, group="Wounds")
def tend(table: Desk, who: Actor, patient: Friend, what: Annotated[Need, Offers(_troubles)]) -> Story:
    """TAD-CMB.05, TAD-CMB.17, TAD-CMB.18, TAD-STA.05, TAD-STA.06, TAD-ERU.04: Heal versus fate.

    Whoever is dying is stable at 15, with a threat if you have no healer's kit. Bleeding stops at 10. Wounds are treated
    after a fight, at 10 and with a kit: 1d6 and your Erudition. Poison goes with an antidote, at 15.
    """
    has_kit: bool = yield from tell("kit", lambda: items.count(Sheet(table, who), KIT) > 0)
    more = (Circumstance(f"no {KIT}", -1),) if what == "dying" and not has_kit else ()
    party = Party(who, "Heal", more=more)
    yield from foretold_fate(table, party, WILLS[what])
    used = KIT if has_kit else ""
    if what == "poison":
        used = yield from tell("kit", lambda: _antidote(table, who))
    yield from now(
        *acts(table, who),
        *(items.with_gear(table, who, used, -1) if used else ()),
        *(marks(table, patient, TREATED) if what == "wounds" else ()),
        say("{who} tends {patient}: {what:text}", "TAD-CMB.17", "TAD-CMB.18", who=who, patient=patient, what=what),
    )
    verdict = yield from tested(table, party, WILLS[what])
    if verdict.is_won:
        yield from _helped(table, who, patient, what)
    return ends(verdict.outcome)


def _helped(table: Desk, who: str, patient: str, what: str) -> Asks[None]:
    if what == "dying":
        yield from dying.stabilised(table, patient)
    elif what == "wounds":
        erudition = int(people.score(Sheet(table, who), "erudition", table.data["lists"]))
        parts = yield from damage.dealt(table, who, "1d6", bonus=erudition)
        yield from damage.heal(table, patient, sum(points for _, points in parts))
    else:
        yield from now(*statuses.loses(table, patient, STATES[what]))
