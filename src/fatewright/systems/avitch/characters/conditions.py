"""Conditions: wounds and other marks, what they come to, and how they end."""

from __future__ import annotations

from typing import Any, NamedTuple

from fatewright.systems.author import (
    Asks,
    Change,
    Desk,
    Put,
    PutFact,
    choose,
    joined,
    now,
    options,
    phrase,
    say,
    untie,
)
from fatewright.systems.avitch.characters import people
from fatewright.systems.avitch.characters.people import load, load_of, marked

LIGHTER = {"major": "minor", "minor": ""}


class WoundEffect(NamedTuple):
    """What a wound does to somebody."""

    minor: int
    major: int
    is_out: bool
    is_dying: bool


def wounded(table: Desk, who: str, kind: str, *, is_gentle: bool = False) -> WoundEffect:
    """AVI-1.04.02, AVI-1.04.03, AVI-1.04.04, AVI-1.04.05, AVI-4.19: one more wound, and what the load comes to.

    Out at the capacity; dying with another wound when out already, or with two more than the capacity. Whoever only wants to
    subdue takes nobody beyond Out.
    """
    minor, major = table[who]["minor"], table[who]["major"]
    minor, major = minor + (kind == "minor"), major + (kind == "major")
    capacity = table.dial("wound_capacity")
    if table.dial("conditions") == "story_only":
        return WoundEffect(minor, major, False, False)
    is_dying = people.has(table, who, "Out", "Dying") or load(minor, major) >= capacity + 2
    return WoundEffect(minor, major, load(minor, major) >= capacity, is_dying and not is_gentle)


def suffers(table: Desk, who: str, kind: str, *, is_gentle: bool = False) -> list[Change]:
    """AVI-1.04.04, AVI-1.04.05: a wound lands, for all to see."""
    if not kind:
        return []
    after = wounded(table, who, kind, is_gentle=is_gentle)
    marks = [*(["Out"] if after.is_out else []), *(["Dying"] if after.is_dying else [])]
    more = joined([phrase("; {who} is {mark:word}", who=who, mark=mark) for mark in marks], "")
    line = say("{who} takes {kind:a} wound{more}", "AVI-1.04.04", who=who, kind=kind, more=more)
    wounds = [Put(who, "minor", after.minor), Put(who, "major", after.major), Put(who, "rested", 0)]
    return [*wounds, *marked(table, who, *marks), line, *(lets_go(table, who) if marks else [])]


def lets_go(table: Desk, holder: str) -> list[Change]:
    """AVI-1.04.08, AVI-4.09: whoever is Out holds nobody any more."""
    return [change for held in table.related("holds", holder) for change in freed(table, holder, held)]


def freed(table: Desk, holder: str, held: str) -> list[Change]:
    """AVI-1.04.08, AVI-4.09: somebody is let go, or freed."""
    line = say("{held} is free of {holder}", "AVI-1.04.08", held=held, holder=holder)
    return [untie("holds", holder, held), *marked(table, held, without=("Held", "Pinned")), line]


def befalls(table: Desk, who: str, effect: str, announced: str = "") -> list[Change]:
    """AVI-1.02.01.05, AVI-1.02.02.04, AVI-1.04.13: what was announced happens: a wound, a mark, a fall; never rolled.

    It is told as it was announced, if that was in other words.
    """
    row: dict[str, Any] = table.data["lists"]["consequences"][effect]
    line = say("{who}: {consequence:text}", "AVI-1.02.01.05", who=who, consequence=announced or effect)
    if row.get("out"):
        return [line, *_struck_down(table, who)]
    kind = "major" if row.get("major") else "minor" if row.get("minor") else ""
    if kind:
        return [line, *suffers(table, who, kind)]
    if mark := row.get("mark"):
        return [line, *marked(table, who, mark)]
    return [line, *marked(table, who, without=(row["ends"],) if "ends" in row else ())]


def _struck_down(table: Desk, who: str) -> list[Change]:
    """AVI-1.04.13, AVI-1.04.05: Out, with just the load that takes; whoever was Out already takes another wound."""
    need = table.dial("wound_capacity") - load_of(table, who)
    if need <= 0:
        return suffers(table, who, "major")
    is_out = table.dial("conditions") == "standard"
    wounds = [Put(who, "major", table[who]["major"] + need // 2), Put(who, "minor", table[who]["minor"] + need % 2)]
    return [*wounds, Put(who, "rested", 0), *(marked(table, who, "Out") + lets_go(table, who) if is_out else [])]


def healed(table: Desk, who: str, kind: str) -> list[Change]:
    """AVI-1.04.12, AVI-1.04.04: a minor wound is gone, or a major one becomes minor; whoever was out may be up again."""
    minor, major = table[who]["minor"], table[who]["major"]
    minor, major = (minor - 1, major) if kind == "minor" else (minor + 1, major - 1)
    is_up = load(minor, major) < table.dial("wound_capacity")
    gone = ("Out", "Dying") if is_up else ("Dying",)
    line = say(
        "{who}: {kind:a} wound {how}",
        "AVI-1.04.12",
        who=who,
        kind=kind,
        how=phrase("heals") if kind == "minor" else phrase("becomes a minor one"),
    )
    return [Put(who, "minor", minor), Put(who, "major", major), *marked(table, who, without=gone), line]


def dies(table: Desk, who: str) -> Asks[None]:
    """AVI-1.04.05: nobody has healed them in time; a main character's player may choose a lasting mark instead."""
    how = table.dial("main_character_death") if people.is_main(table, who) else "dies"
    if how == "player_choice":
        how = yield from choose(
            who, "death", phrase("{who} is dying. Does {who} die?", who=who), options("dies", "lives on"), "lives on"
        )
    yield from now(PutFact(("tended", who), None))
    if how == "dies":
        yield from now(*marked(table, who, "Dead", without=("Dying", "Out")), say("{who} dies", "AVI-1.04.05", who=who))
        return
    if who not in table:
        return
    bodily = [skill for skill, row in table.data["lists"]["skills"].items() if row["group"] in people.BODILY]
    skill = yield from choose(
        who, "mark", phrase("{who} lives on, and bears a mark: which skill?", who=who), options(*bodily), bodily[0]
    )
    scars = dict(table[who]["scars"])
    after = tuple({**scars, skill: scars.get(skill, 0) + 1}.items())
    yield from now(
        Put(who, "scars", after), *marked(table, who, without=("Dying",)), say("{who} lives on", "AVI-1.04.05", who=who)
    )
