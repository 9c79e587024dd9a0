"""Care: healing, rest, and getting one's breath back."""

from __future__ import annotations

from typing import Annotated, Literal

from fatewright.systems.author import (
    Between,
    Change,
    Desk,
    Ending,
    Mine,
    Offers,
    Put,
    PutFact,
    Say,
    Story,
    count_of,
    ends,
    now,
    phrase,
    say,
    verb,
)
from fatewright.systems.avitch.characters import conditions, people
from fatewright.systems.avitch.hand_to_hand import pairings
from fatewright.systems.avitch.mechanics import deciding
from fatewright.systems.avitch.mechanics.attempts import unopposed
from fatewright.systems.avitch.travel import movement

Ail = Literal["minor wound", "major wound", "Sick", "Dying"]
Comfort = Literal["bed and warmth", "food and shelter", "neither"]
Days = Annotated[int, Between(1, 30)]
WOUNDS = {"minor wound": "minor", "major wound": "major"}  # by what they are called in a form, as they stand on a sheet
HARD = {"minor wound": 2, "major wound": 3, "Sick": 3, "Dying": 3}
TURNS_BAD = 3  # failures in a row after which a sickness wounds


# ── healing ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_heal(table: Desk, who: str, patient: str, what: str, comfort: str) -> str | None:
    del comfort
    if people.is_helpless(table, who):
        return f"{who} cannot act"
    if pairings.fight_of(table, who):
        return f"{who} is fighting"
    if people.has(table, patient, "Dead"):
        return f"{patient} is dead"
    if what in ("Sick", "Dying"):
        return _no_mark(table, who, patient, what)
    if not table[patient][WOUNDS[what]]:
        return f"{patient} has no {what}"
    if people.has(table, patient, "Dying"):
        return f"{patient} is Dying: see to that first"
    return f"{patient} has been cared for today" if table[patient]["cared"] == "yes" else None


def _ails(table: Desk, patient: str) -> list[str]:
    """AVI-1.04.12: what somebody suffers from, the worst first."""
    marks = [mark for mark in ("Dying", "Sick") if people.has(table, patient, mark)]
    wounds = {"major wound": table[patient]["major"], "minor wound": table[patient]["minor"]}
    return [*marks, *(what for what, count in wounds.items() if count)]


def _no_mark(table: Desk, who: str, patient: str, what: str) -> str | None:
    if not people.has(table, patient, what):
        return f"{patient} is not {what}"
    if what == "Dying":
        return f"{who} has tried" if who in (table.fact("tended", patient) or ()) else None
    if table.dial("disease") == "off":
        return "there are no diseases here"
    return f"{patient} has been nursed today" if table[patient]["nursed"] == "yes" else None


@verb(
    "{who} cares for {patient}, whose condition is: {what}",
    more=("comfort for the patient: {comfort}",),
    may=_may_heal,
    group="Care",
)
def heal(
    table: Desk,
    who: pairings.Actor,
    patient: pairings.Friend,
    what: Annotated[Ail, Offers(_ails)],
    comfort: Comfort = "neither",
) -> Story:
    """AVI-1.04.05, AVI-1.04.11, AVI-1.04.12: care for somebody: once a day for wounds, and once for a sickness.

    Who is Dying each healer may try to save once. That a sick person has bed and warmth, the table has to agree to.
    """
    is_warm = what == "Sick" and comfort == "bed and warmth"
    if is_warm:
        is_warm = yield from deciding.ask_for_agreement(table, table.seat, f"{patient} has bed and warmth", who, patient)
    difficulty = HARD[what] - is_warm
    line = phrase(
        "{who} cares for {patient}: {what:word}, difficulty {difficulty}; if it fails: {cost:word}",
        who=who,
        patient=patient,
        what=what,
        difficulty=difficulty,
        cost=_cost(what),
    )
    yield from now(_tried(table, who, patient, what), Say(line, ("AVI-1.04.12", "AVI-1.02.01.05")))
    won = yield from unopposed(table, who, "Heal", difficulty)
    if what in ("Sick", "Dying"):
        changes = _nursed(table, patient, won=won) if what == "Sick" else _saved(table, patient, won=won)
    else:
        kind = WOUNDS[what]
        changes = conditions.healed(table, patient, kind) if won and table[patient][kind] else []
    return ends("success" if won else "failure", *changes)


def _cost(what: str) -> str:
    if what == "Sick":
        return "it goes on, and the third failure in a row is a major wound"
    return "somebody else has to try" if what == "Dying" else "the day is lost"


def _tried(table: Desk, who: str, patient: str, what: str) -> Change:
    if what == "Dying":
        return PutFact(("tended", patient), (*(table.fact("tended", patient) or ()), who))
    return Put(patient, "nursed" if what == "Sick" else "cared", "yes")


def _nursed(table: Desk, patient: str, *, won: bool) -> list[Change]:
    """AVI-1.04.11: success ends a sickness; three failures in a row add a major wound, and the count begins anew."""
    if won:
        well = say("{patient} is well again", "AVI-1.04.11", patient=patient)
        return [Put(patient, "ill", 0), *people.marked(table, patient, without=("Sick",)), well]
    failures = table[patient]["ill"] + 1
    if failures < TURNS_BAD:
        return [Put(patient, "ill", failures), say("{patient} is no better", "AVI-1.04.11", patient=patient)]
    return [Put(patient, "ill", 0), *conditions.suffers(table, patient, "major")]


def _saved(table: Desk, patient: str, *, won: bool) -> list[Change]:
    """AVI-1.04.05: whoever is saved is no longer Dying, but still Out."""
    if not won:
        return []
    line = say("{patient} will live", "AVI-1.04.05", patient=patient)
    return [*people.marked(table, patient, without=("Dying",)), PutFact(("tended", patient), None), line]


# ── rest ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _no_peace(table: Desk) -> str | None:
    """Why nobody can rest now; None if one can."""
    if pairings.pairings(table) or movement.chased(table):
        return "not while somebody fights or runs"
    dying = [one.name for one in table.tokens() if people.has(table, one.name, "Dying")]
    return f"{', '.join(dying)}: Dying" if dying else None


def _may_rest(table: Desk, days: int, comfort: str) -> str | None:
    del days, comfort
    return _no_peace(table)


@verb(
    "{seat} wants everybody to rest for {days} days", more=("comfort while they rest: {comfort}",), may=_may_rest, group="Care"
)
def rest(table: Desk, days: Days = 1, comfort: Comfort = "food and shelter") -> Story:
    """AVI-1.04.12, AVI-1.04.10, AVI-1.04.06: everybody rests for some days, if the table agrees; wounds heal by themselves."""
    if not (yield from deciding.ask_for_agreement(table, table.seat, f"{count_of(days, 'day')} of rest, with {comfort}")):
        return ends("voted down")
    if _no_peace(table):
        return ends("nothing", say("there is no rest now"))
    yield from now(say("{days:day} of rest", "AVI-1.04.12", days=days))
    for _ in range(days):
        for one in list(table.tokens()):
            yield from now(*rested(table, one.name, is_fed=comfort != "neither"))
    return ends("happens")


def rested(table: Desk, who: str, *, is_fed: bool) -> list[Change]:
    """AVI-1.04.12, AVI-1.04.10, AVI-1.04.06: a day of rest for somebody: without care, wounds heal by themselves in time.

    A day on which they were cared for does not count towards that.
    """
    is_cared = table[who]["cared"] == "yes"
    days = table[who]["rested"] + (0 if is_cared else 1)
    minor, major = table[who]["minor"], table[who]["major"]
    ended = ("Winded", "Worn") if is_fed else ("Winded",)
    if people.has(table, who, "Dead") or not minor + major:
        return [Put(who, "rested", 0), *new_day(who), *people.marked(table, who, without=ended)]
    after = recovered(table, minor, major, 0 if is_cared else days)
    is_up = people.load(*after) < table.dial("wound_capacity")
    gone = (*ended, "Out") if is_up else ended
    line = (
        [say("{who}: {minor} minor and {major} major wounds", "AVI-1.04.12", who=who, minor=after[0], major=after[1])]
        if after != (minor, major)
        else []
    )
    wounds = [Put(who, "minor", after[0]), Put(who, "major", after[1]), Put(who, "rested", days if sum(after) else 0)]
    return [*wounds, *new_day(who), *people.marked(table, who, without=gone), *line]


def recovered(table: Desk, minor: int, major: int, days: int) -> tuple[int, int]:
    """AVI-1.04.12: the wounds after so many days of rest: every third day a minor one goes, every seventh a major is minor."""
    if days and minor and days % table.dial("rest_days_minor") == 0:
        minor -= 1
    if days and major and days % table.dial("rest_days_major") == 0:
        minor, major = minor + 1, major - 1
    return minor, major


def new_day(who: str) -> list[Change]:
    """AVI-1.04.11, AVI-1.04.12: on a new day somebody can be cared for again."""
    return [Put(who, "cared", "no"), Put(who, "nursed", "no")]


def _may_breathe(table: Desk, who: str) -> str | None:
    if not people.has(table, who, "Winded"):
        return f"{who} is not Winded"
    if pairings.fight_of(table, who) or movement.side_of(table, who):
        return "not in a fight, nor in a chase"
    return None


@verb("{who} takes ten minutes to catch breath", may=_may_breathe, group="Care")
def catch_breath(table: Desk, who: Mine) -> Ending:
    """AVI-1.04.06: ten minutes of rest, and nobody is Winded any more."""
    line = say("{who} rests for ten minutes", "AVI-1.04.06", who=who)
    return ends("happens", *people.marked(table, who, without=("Winded",)), line)
