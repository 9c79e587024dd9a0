"""Care: keeping somebody alive, treating wounds after a fight, stopping blood, driving poison out, telling a disease."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from fatewright.systems.author import (
    Asks,
    Desk,
    Offers,
    Seen,
    Sheet,
    Story,
    count_of,
    ends,
    now,
    phrase,
    say,
    so_far,
    tell,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.characters.people import has_status
from fatewright.systems.triumph_and_disaster.combat import damage, dying, statuses, upkeep
from fatewright.systems.triumph_and_disaster.combat.paces import MELEE, distance, is_within
from fatewright.systems.triumph_and_disaster.combat.sides import SIDES, Friend
from fatewright.systems.triumph_and_disaster.combat.turns import Actor, acts, marks, no_action
from fatewright.systems.triumph_and_disaster.items import items
from fatewright.systems.triumph_and_disaster.mechanics import fates
from fatewright.systems.triumph_and_disaster.mechanics.foretelling import fate_call, foretold_fate
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, tested
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance
from fatewright.systems.turns import is_fighting

KIT, ANTIDOTE, TREATED, ILL = "healer's kit", "antidote", "treated", "Ill"
SKILL = "Heal"
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
    party = Party(who, SKILL, more=more)
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


# ── diseases ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_diagnose(table: Desk, who: str, patient: str) -> str | None:
    if problem := no_action(table, who):
        return problem
    if not _is_ill(table, patient):
        return f"{patient} is not ill"
    if who != patient and not is_within(table, who, patient, MELEE):
        return f"{patient} is out of reach"
    return fates.no_retry(table, who, SKILL, _task(patient))


def _task(patient: str) -> str:
    return f"what ails {patient}"


def _kept_will(table: Desk, patient: str) -> int:
    """TAD-ERU.10: how hard a disease is to recognise, for whoever may know that: on anybody else's view it is not there."""
    return int(dict(table[patient]["wills"]).get(ILL, statuses.USUAL_WILL))


def _is_ill(table: Desk, who: str) -> bool:
    return has_status(table, who, ILL)


@verb("{who} finds out what ails {patient}", may=_may_diagnose, group="Wounds")
def diagnose(table: Desk, who: Actor, patient: Annotated[Seen, Offers(SIDES.first(_is_ill))]) -> Story:
    """TAD-ERU.10, TAD-ERU.04, TAD-STA.17, TAD-FATE.09: recognise a disease: Heal versus a will that the Storyteller keeps.

    Who succeeds is told what it is, and nobody else; in a fight it is an action.
    """
    party = Party(who, SKILL)
    yield from so_far(None, lambda: fate_call(table, party, _kept_will(table, patient)))
    yield from now(*acts(table, who), say("{who} examines {patient}", "TAD-ERU.10", who=who, patient=patient))
    verdict = yield from tested(table, party, upkeep.will_of(table, patient, ILL), is_secret=True)
    yield from now(*fates.recorded(party, verdict, _task(patient)))
    if not verdict.is_won:
        return ends(verdict.outcome, say("{who} cannot tell what ails {patient}", "TAD-ERU.10", who=who, patient=patient))
    asked = phrase("{who} examines {patient}. What ails {patient}?", who=who, patient=patient)
    words = yield from fates.ask_for_words(table, who, "disease", asked)
    line = say("What ails {patient}: {words:text}", "TAD-ERU.10", to=people.knowers(table, who), patient=patient, words=words)
    return ends(verdict.outcome, line)
