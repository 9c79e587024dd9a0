"""A stage: a table of a game, set and ready, with dice that fall by their address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatewright.core.dice import Draw
from fatewright.core.errors import BadValue
from fatewright.core.landing import Draft
from fatewright.core.seal import EVERYONE, Audience
from fatewright.core.table import Table
from fatewright.systems.cast import FOE
from fatewright.systems.opening import opening
from fatewright.systems.spec import System

PLAYERS = ("ana", "bo")


class KeyedDice:
    """Dice that depend on the seed, the act and their place in it alone: worlds that differ elsewhere throw the same.

    Behind the screen other dice are thrown: how many they are is a secret, and must not move those that lie open.
    """

    def __init__(self, seed: int) -> None:
        self.seed, self.act, self.thrown, self.hidden = seed, 0, 0, 0

    def next_act(self) -> None:
        self.act, self.thrown, self.hidden = self.act + 1, 0, 0

    def __call__(self, sides: int) -> int:
        self.thrown += 1
        return self._face(self.thrown, sides)

    def behind(self, sides: int) -> int:
        self.hidden -= 1
        return self._face(self.hidden, sides)

    def _face(self, place: int, sides: int) -> int:
        return _mix(_mix(_mix(self.seed) + self.act) + place) * sides // 2**64 + 1


def _mix(number: int) -> int:
    number = (number + 0x9E3779B97F4A7C15) % 2**64
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    number = (number ^ number >> 27) * 0x94D049BB133111EB % 2**64
    return number ^ number >> 31


def stage(
    system: System,
    *,
    players: tuple[str, ...] = PLAYERS,
    foes: Mapping[str, Mapping[str, Any]] | None = None,
    dials: Mapping[str, Any] | None = None,
    first: int = 0,
    closed: Mapping[str, Any] | None = None,
    own: Mapping[str, Mapping[str, Any]] | None = None,
    kinds: Mapping[str, str] | None = None,
) -> Table:
    """A table with a token for each player, of kinds from number `first` on, and foes that only the game master knows.

    `closed` are values that all players' tokens have, `own` those of one player's. `kinds` are what foes truly are.
    """
    gm = {"gm": "gm"} if system.has_gm else {}
    table = Table()
    table.append(opening(system, {**gm, **dict.fromkeys(players, "player"), "eve": "spectator"}, dials))
    draft = Draft(len(table.records), table.truth.fork(), system.game, no_dice)
    people = list(system.kinds)
    if not people:
        raise BadValue(f"{system.title} has no kinds of people to place at a table yet")
    for place, player in enumerate(players):
        kind = people[(first + place) % len(people)]
        sheet = {**system.kinds[kind], **(closed or {}), **(own or {}).get(player, {})}
        draft.land(system.place(player, sheet, kind, player, keepers=Audience(gm), dials=dials), EVERYONE)
    for foe, values in (foes or {}).items():
        kind = (kinds or {}).get(foe, FOE)
        draft.land(system.place(foe, values, kind, "gm", Audience({"gm"}), Audience({"gm"}), dials), EVERYONE)
    table.append(draft.events)
    return table


def no_dice(sides: int) -> int:
    """For what should throw nothing."""
    raise AssertionError(f"a d{sides} was thrown where nothing should be")


def any_dice(seed: int) -> Draw:
    """Dice for one seed."""
    return KeyedDice(seed)
