"""The ground: squares or none, how far somebody goes, who reaches whom, and what stands in between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from fatewright.systems.author import (
    Asks,
    Between,
    Change,
    Desk,
    Ending,
    Put,
    PutFact,
    Story,
    Usual,
    count_of,
    ends,
    now,
    say,
    tell,
    tie,
    untie,
    verb,
)
from fatewright.systems.turns import is_fighter, is_fighting, order_of
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.combat.turns import SIDES, Actor, Foe, Present, acts, no_action, not_now
from fatewright.systems.twist_of_fate.wounds import harm

FAR = 1000
Coordinate = Annotated[int, Between(-FAR, FAR)]
Square = tuple[int, int]
WAYS = {"north": (0, -1), "north-east": (1, -1), "east": (1, 0), "south-east": (1, 1)} | {
    "south": (0, 1),
    "south-west": (-1, 1),
    "west": (-1, 0),
    "north-west": (-1, -1),
}
Way = Literal["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
PLATE = 3
IN_REACH = 1
MALUS_OF_DUST = 2
FURTHEST = 12  # squares that any move may go


def place_of(table: Desk, who: str) -> Square | None:
    """The square that somebody stands on; None if they have not been placed."""
    at = table[who].get("at", None)
    return (at[0], at[1]) if at else None


def distance(table: Desk, one: str, other: str) -> int:
    """TOF-6.18: king's moves between two people; whoever has not been placed is within reach of everybody."""
    if place_of(table, one) is None or place_of(table, other) is None:
        return IN_REACH
    return table.distance(one, other)


def is_engaged(table: Desk, one: str, other: str) -> bool:
    """TOF-6.18, TOF-6.19: whether two can strike each other: adjacent, or engaged where there is no map."""
    if table.dial("positioning") == "none":
        return other in table.related("engaged", one) or one in table.related("engaged", other)
    return distance(table, one, other) <= IN_REACH


def squares(table: Desk, who: str) -> int:
    """TOF-6.18, TOF-7.14, TOF-3.16: how far a move goes: as many squares as Agility; half, in plate or heavily laden."""
    chosen = table.dial("move_squares")
    far = int(table[who]["agility"]) if chosen == "agility" else int(chosen)
    torso = harm.torso(table)
    worn = {harm.named(table, part): value for part, value in table[who]["armor"]}
    if worn.get(torso, 0) >= PLATE:
        far = max(1, far // 2)
    if table.dial("load") == "simple" and table[who]["carried"] > 10 * table[who]["strength"]:
        far = max(1, far // 2)
    return far


def ranges(table: Desk, who: str) -> dict[str, int]:
    """For the board: how far somebody goes in one move, and how far they reach."""
    return {"move": squares(table, who), "reach": IN_REACH}


def is_barred(table: Desk, who: str, square: Square) -> bool:
    """TOF-6.18: walls and enemies stand in the way."""
    return _is_wall(table, square) or square in _held(table, who)


def _is_wall(table: Desk, square: Square) -> bool:
    return bool(table.fact("wall", f"{square[0]},{square[1]}"))


def _held(table: Desk, who: str) -> set[Square | None]:
    """The squares on which enemies stand."""
    team = people.team_of(table, who)
    foes = (one for one in order_of(table) if people.team_of(table, one) != team and not people.is_out(table, one))
    return {place_of(table, foe) for foe in foes}


def steps_to(table: Desk, who: str, goal: Square, most: int) -> int | None:
    """TOF-6.18: the fewest king's moves to a square, not through enemies; None if it is further than `most`."""
    start = place_of(table, who)
    if start is None:
        return 0
    held, edge = _held(table, who), {start}
    seen = set(edge)
    for steps in range(most + 1):
        if goal in edge:
            return steps
        around = {square for here in edge for square in _around(here)} - seen - held
        edge = {square for square in around if not _is_wall(table, square)}
        seen |= edge
    return None


def _around(square: Square) -> Iterator[Square]:
    return ((square[0] + x, square[1] + y) for x, y in WAYS.values())


def between(one: Square, other: Square) -> list[Square]:
    """The squares on the straight line between two, both ends included."""
    length = max(abs(one[0] - other[0]), abs(one[1] - other[1])) or 1
    return [
        (one[0] + _rounded((other[0] - one[0]) * step, length), one[1] + _rounded((other[1] - one[1]) * step, length))
        for step in range(length + 1)
    ]


def _rounded(part: int, whole: int) -> int:
    return (2 * part + whole) // (2 * whole)


def line(table: Desk, one: str, other: str) -> list[Square]:
    """The squares between two people; none where somebody has not been placed."""
    here, there = place_of(table, one), place_of(table, other)
    return between(here, there) if here and there else []


def sees(table: Desk, one: str, other: str) -> bool:
    """TOF-6.19: whether there is a line of sight: no wall between them."""
    return not any(table.fact("wall", f"{x},{y}") for x, y in line(table, one, other)[1:-1])


def dust(table: Desk, one: str, other: str) -> int:
    """TOF-8.15: attacks into, out of or through a cloud are harder."""
    around = range(-IN_REACH, IN_REACH + 1)
    near = {(x + more, y + down) for x, y in line(table, one, other) for more in around for down in around}
    return -MALUS_OF_DUST if any(table.fact("cloud", f"{x},{y}") for x, y in near) else 0


def square_of(written: str) -> Square:
    """The square by which a wall or a cloud is named."""
    x, y = map(int, written.split(","))
    return x, y


# ── moving ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_move(table: Desk, who: str, x: int, y: int) -> str | None:
    if not is_fighter(table, who):
        return _may_walk(table, who)
    moved = table[who].get("moved", 0)
    if problem := not_now(table, who) if moved else no_action(table, who):
        return problem
    if table.dial("positioning") == "none":
        return "there is no map here: engage somebody, or break off"
    if moved and no_action(table, who) is None and steps_to(table, who, (x, y), squares(table, who)) is not None:
        return None  # with another action
    left = squares(table, who) - moved
    steps = steps_to(table, who, (x, y), left)
    return f"{who} can go {count_of(left, 'square')}, not through enemies; ({x}, {y}) is further" if steps is None else None


def _may_walk(table: Desk, who: str) -> str | None:
    """TOF-7.18: outside a fight people walk as they like, if they can; the game master moves whom they like."""
    if table.role(table.seat) == "gm":
        return None
    if is_fighting(table):
        return "in a fight, only those in it move"
    return f"{who} is out" if people.is_out(table, who) else None


def _goal(table: Desk, who: str) -> Square | None:
    """TOF-6.18: towards the nearest enemy, as far as the move carries."""
    left = squares(table, who) - (table[who].get("moved", 0) if no_action(table, who) else 0)
    return SIDES.towards(table, who, left)


def _column(table: Desk, who: str) -> int | None:
    return at[0] if (at := _goal(table, who)) else None


def _row(table: Desk, who: str) -> int | None:
    return at[1] if (at := _goal(table, who)) else None


@verb("{who} moves to column {x}, row {y}", may=_may_move, group="Fight")
def move_(table: Desk, who: Actor, x: Annotated[Coordinate, Usual(_column)], y: Annotated[Coordinate, Usual(_row)]) -> Story:
    """TOF-6.02, TOF-6.18: go to a square. In a fight that is the action of the turn; it may be made in several parts."""
    if not is_fighter(table, who):
        return ends("moved", Put(who, "at", (x, y)))
    moved = table[who]["moved"]
    is_new: bool = not moved
    if moved and no_action(table, who) is None:
        is_new = yield from tell("ruling", lambda: steps_to(table, who, (x, y), squares(table, who) - moved) is None)
    gone = (steps_to(table, who, (x, y), FURTHEST) or 1) + (0 if is_new else moved)
    first = acts(table, who) if is_new else []
    yield from goes(table, who, (x, y), is_charged=is_new, first=[*first, Put(who, "moved", gone)])
    return ends("moved")


def goes(table: Desk, who: str, to: Square | None, *, is_charged: bool, first: list[Change]) -> Asks[None]:
    """TOF-7.15, TOF-7.16: somebody goes to a square; wounded legs cost points of Agility, for the whole move once."""
    paid = harm.charged(table, who, harm.parts_of(table, "agility", "move"), "agility_pool")
    yield from now(*(paid.changes if is_charged else ()), *first, *([Put(who, "at", to)] if to else []))
    if is_charged:
        yield from harm.exhausts(table, paid)


def _may_engage(table: Desk, who: str, other: str) -> str | None:
    if table.dial("positioning") != "none":
        return "there is a map here: move"
    if who == other or people.team_of(table, who) == people.team_of(table, other):
        return "one engages an enemy"
    return no_action(table, who)


def engages(table: Desk, who: str, other: str) -> list[Change]:
    """TOF-6.18: without a map, a move or a Step engages one opponent, or breaks off from one."""
    if is_engaged(table, who, other):
        return [
            untie("engaged", who, other),
            untie("engaged", other, who),
            say("{who} breaks off from {other}", "TOF-6.18", who=who, other=other),
        ]
    return [tie("engaged", who, other), say("{who} engages {other}", "TOF-6.18", who=who, other=other)]


@verb("{who} changes the distance to {other}", may=_may_engage, group="Fight")
def engage(table: Desk, who: Actor, other: Foe) -> Story:
    """TOF-6.18: without a map: engage somebody, or break off, with the action of the turn."""
    yield from goes(table, who, None, is_charged=is_fighter(table, who), first=[*acts(table, who), *engages(table, who, other)])
    return ends("moved")


def _here_x(table: Desk, who: str) -> int | None:
    return at[0] if (at := place_of(table, who)) else None


def _here_y(table: Desk, who: str) -> int | None:
    return at[1] if (at := place_of(table, who)) else None


@verb("{who} is placed at column {x}, row {y}", roles=("gm",), group="Fight")
def put(
    table: Desk, who: Present, x: Annotated[Coordinate, Usual(_here_x)], y: Annotated[Coordinate, Usual(_here_y)]
) -> Ending:
    """TOF-6.18: the game master places everybody at the start, and whoever is thrown or carried."""
    del table
    return ends("put", Put(who, "at", (x, y)))


@verb("at column {x}, row {y} there is a wall: {is_there}", roles=("gm",), group="Fight")
def wall(table: Desk, x: Coordinate, y: Coordinate, is_there: Literal["yes", "no"] = "yes") -> Ending:
    """TOF-6.19: a square that nobody sees or walks through."""
    del table
    return ends("built", PutFact(("wall", f"{x},{y}"), True if is_there == "yes" else None))
