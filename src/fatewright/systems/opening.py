"""How a table begins: its game, its dials, its seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fatewright.core.errors import BadValue
from fatewright.core.table.events import Event, Fact
from fatewright.core.table.seal import EVERYONE, may_be_a_seat
from fatewright.systems.author import ROLES as ROLES
from fatewright.systems.whose import DIAL

if TYPE_CHECKING:
    from fatewright.systems.spec import System


def opening(system: System, seats: Mapping[str, str], dials: Mapping[str, Any] | None = None, preset: str = "") -> list[Event]:
    """The first events of a table; `seats` gives each seat its role.

    A preset fills in dials, each of which may be set otherwise (MOT-12.12).
    """
    if preset and preset not in system.presets:
        raise BadValue(f"there is no preset '{preset}'; the presets: {', '.join(system.presets) or 'none'}")
    chosen = {**system.presets.get(preset, {}), **(dials or {})}
    problems = system.dial_problems(chosen)
    problems += [
        f"{seat}: found {role!r}, expected one of {', '.join(ROLES)}" for seat, role in seats.items() if role not in ROLES
    ]
    problems += [f"{seat!r} is not a name for a seat" for seat in seats if not may_be_a_seat(seat)]
    if system.has_gm and list(seats.values()).count("gm") != 1:
        problems.append(f"{system.title} is played with one game master")
    if not system.has_gm and "gm" in seats.values():
        problems.append(f"{system.title} is played without a game master")
    if problems:
        raise BadValue("; ".join(problems))
    facts: dict[tuple[str, ...], Any] = {("table", "system"): system.id, ("table", "version"): system.version}
    said = [name for name in system.dials if name in chosen or name != DIAL]  # a table that has all rows begins as ever
    facts.update({("dial", name): chosen.get(name, system.dials[name].values[0]) for name in said})
    facts.update({("seat", seat, "role"): role for seat, role in seats.items()})
    return [Fact(path, value, EVERYONE) for path, value in facts.items()]
