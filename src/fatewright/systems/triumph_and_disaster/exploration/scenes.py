"""Scenes and sessions: when they open and close, and what a breather and a night bring back."""

from __future__ import annotations

from fatewright.systems.author import (
    Asks,
    Change,
    Desk,
    Dice,
    Ending,
    Gain,
    Put,
    PutFact,
    Sheet,
    Story,
    ends,
    now,
    rule,
    say,
    throw,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import derived, perks
from fatewright.systems.triumph_and_disaster.combat import damage, statuses
from fatewright.systems.triumph_and_disaster.exploration import clock
from fatewright.systems.triumph_and_disaster.items import items
from fatewright.systems.triumph_and_disaster.mechanics import notation, retries
from fatewright.systems.triumph_and_disaster.mechanics.arithmetic import divided
from fatewright.systems.turns import is_fighting

OF_A_SCENE = {"tray": (), "holding": (), "warded": 0}  # what ends with a scene, and how it stands then
BREATHER_DIE = 6
NIGHT = 2  # watches
CHARGE = 1  # what a night brings back of every stored spell


# ── scenes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_end(table: Desk) -> str | None:
    """TAD-GEN.08: a fight lies inside one scene."""
    return "a fight is on: end it first" if is_fighting(table) else None


def scene_over(table: Desk) -> list[Change]:
    """TAD-GEN.08, TAD-MAG.03, TAD-TD.06, TAD-SF.10: what the end of a scene changes: whatever lasts a scene is cleared.

    A task that has a name is still the same in the next scene; one that has none is not.
    """
    names = [token.name for token in table.tokens()]
    cleared = [Put(who, field, value) for who in names for field, value in OF_A_SCENE.items() if table[who][field] != value]
    fresh = [change for who in names for change in perks.refreshed(table, who, "round", "scene")]
    return [*cleared, *fresh, *retries.forgotten(table, task=retries.THIS)]


@verb("{seat} ends the scene", roles=("gm",), may=_may_end, group="Scene")
def end_scene(table: Desk) -> Ending:
    """TAD-GEN.08: the scene is over: lasting spells end, what waits for a next roll is gone, and perks are fresh."""
    return ends("done", *scene_over(table), say("The scene ends", "TAD-GEN.08"))


# ── sessions ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_open(table: Desk) -> str | None:
    return "a session is open already" if table.fact("session", "open") else None


@verb("{seat} opens a session", roles=("gm",), may=_may_open, group="Scene")
def open_session(table: Desk) -> Ending:
    """TAD-GEN.08, TAD-NIGHT.01: open a session; bright traits are fresh."""
    count = (table.fact("session", "number") or 0) + 1
    fresh = [change for token in table.tokens() for change in perks.refreshed(table, token.name, "session")]
    facts = (PutFact(("session", "number"), count), PutFact(("session", "open"), True))
    return ends("done", *facts, *fresh, say("Session {count}", "TAD-GEN.08", count=count))


def _may_close(table: Desk) -> str | None:
    return _may_end(table) if table.fact("session", "open") else "no session is open"


@verb("{seat} closes the session", roles=("gm",), may=_may_close, group="Scene")
def close_session(table: Desk) -> Ending:
    """TAD-GEN.08, TAD-ABI.03, TAD-NIGHT.01: the session and its scene end; everybody has an advance to take."""
    count = table.dial("advances_per_session")
    gained = [change for who in clock.party(table) for change in (Gain(who, "sessions", 1), Gain(who, "due", count))]
    line = say("The session ends; advances for everybody: {count}", "TAD-ABI.03", count=count)
    return ends("done", PutFact(("session", "open"), False), *gained, *scene_over(table), line)


# ── breathers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def breather_die() -> Asks[int]:
    """TAD-VIT.07: hit points of a breather."""
    return throw(Dice(1, BREATHER_DIE).sum())


def breathers(table: Desk, who: str) -> list[str]:
    """TAD-VIT.07: the breathers that somebody has left today."""
    listed = [use for use, row in table.data["lists"]["uses"].items() if row.get("of") == "breather"]
    return [use for use in listed if perks.is_fresh(table, who, use)]


def _may_breathe(table: Desk) -> str | None:
    if problem := _may_end(table):
        return problem
    return None if any(breathers(table, who) for who in clock.party(table)) else "nobody has a breather left today"


@verb("{seat} calls a breather", roles=("gm",), may=_may_breathe, group="Scene")
def breather(table: Desk) -> Story:
    """TAD-VIT.07, TAD-GEN.08: ten minutes, twice a day: half the stamina and 1d6 hit points for all; the scene ends."""
    healed = {}
    for who in clock.party(table):
        if breathers(table, who):
            healed[who] = yield from notation.thrown_by(table, who, breather_die())
    yield from now(*scene_over(table), say("A breather", "TAD-VIT.07"))
    for who, points in healed.items():
        if left := breathers(table, who):  # there may have been another one while dice were thrown
            most = int(derived.stamina_max(Sheet(table, who), table.dials(), table.data["lists"]))
            stamina = min(most, table[who]["stamina"] + divided(table.dials(), most, 2))
            yield from now(Put(who, "stamina", max(stamina, table[who]["stamina"])), *perks.used(table, who, left[0]))
            yield from damage.heal(table, who, points)
    return ends("done")


# ── nights ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@verb("{seat} calls a night's rest", roles=("gm",), may=_may_end, group="Scene")
def night(table: Desk) -> Story:
    """TAD-VIT.07, TAD-EXP.01, TAD-GEN.08: a night's rest: two watches; stamina and mana are full, hit points come back."""
    yield from rested(table)
    if clock.keeps_watches(table):
        yield from clock.passes(table, NIGHT, idle=clock.party(table))
    return ends("done")


def rested(table: Desk) -> Asks[None]:
    """TAD-VIT.07, TAD-STA.15, TAD-ITM.07: what a night brings, for everybody; where no watches are kept, a new day too."""
    yield from now(*scene_over(table), PutFact(("clock", "rests"), None), say("A night's rest", "TAD-VIT.07"))
    for who in clock.party(table):
        values, dials, lists = Sheet(table, who), table.dials(), table.data["lists"]
        full = (
            Put(who, "stamina", int(derived.stamina_max(values, dials, lists))),
            Put(who, "mana", int(derived.mana_max(values, dials, lists))),
        )
        fresh = [] if clock.keeps_watches(table) else perks.refreshed(table, who, "day")
        yield from now(*full, *fresh, *_recharged(table, who))
        yield from damage.heal(table, who, int(derived.night_hp(values, dials, lists)))
        slept_off = [status for status, row in lists["statuses"].items() if row.get("tired", False) or row.get("day", False)]
        yield from now(*statuses.loses(table, who, *slept_off))


def _recharged(table: Desk, who: str) -> list[Change]:
    """TAD-VIT.07, TAD-ITM.07: one charge of every stored spell comes back."""
    changes: list[Change] = []
    after = dict(table[who]["charges"])
    for name, row in table.data["lists"]["wonders"].items():
        if name in table[who]["wonders"] and "charges" in row:
            after[name] = min(row["charges"], items.charges(Sheet(table, who), name) + CHARGE)
    if tuple(after.items()) != table[who]["charges"]:
        changes.append(Put(who, "charges", tuple(after.items())))
    return changes
