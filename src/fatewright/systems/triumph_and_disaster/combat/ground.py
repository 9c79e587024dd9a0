"""Ground: paces, reach and range, moving, leaving somebody's reach, standing up, and cover."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems.author import (
    Between,
    Change,
    Desk,
    Ending,
    From,
    Offers,
    Put,
    Sheet,
    Story,
    Usual,
    count_of,
    ends,
    now,
    say,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import derived
from fatewright.systems.triumph_and_disaster.characters.people import has_status
from fatewright.systems.triumph_and_disaster.combat import attacks, statuses
from fatewright.systems.triumph_and_disaster.combat.paces import Square, distance, is_placed, paces_between, reach_of
from fatewright.systems.triumph_and_disaster.combat.sides import SIDES, Present, enemies, is_out
from fatewright.systems.triumph_and_disaster.combat.turns import Actor, acts, end_if_over, marks, no_action, not_now
from fatewright.systems.triumph_and_disaster.mechanics.arithmetic import divided
from fatewright.systems.turns import NO_FIGHT, is_fighter, is_fighting

FAR = 999
Coordinate = Annotated[int, Between(-FAR, FAR)]
GUARDING, PARTING = "guarding", "parting blow"


# ── how far ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def speed(table: Desk, who: str) -> int:
    """TAD-STR.05, TAD-CMB.13, TAD-STA.08: paces in a move; half for whoever holds somebody, none for who is held or stunned."""
    if statuses.has(table, who, "rooted"):
        return 0
    paces = int(derived.speed(Sheet(table, who), table.dials(), table.data["lists"]))
    return divided(table.dials(), paces, 2) if held_by(table, who) else paces


def ranges(table: Desk, who: str) -> dict[str, int]:
    """For the board: how many paces somebody goes in one move, and how far they strike."""
    return {"move": speed(table, who), "reach": reach_of(table, who)}


def held_by(table: Desk, who: str) -> list[str]:
    """TAD-CMB.13: whom somebody holds."""
    return [other for other in table.related("Restrained", who) if statuses.suffers(table, other, "Restrained")]


def left(table: Desk, who: str) -> int:
    """TAD-CMB.04, TAD-CMB.05, TAD-VIT.06: paces that are left of a turn: one move, dashes, and what stamina has bought."""
    return speed(table, who) * (1 + int(table[who]["strides"])) - int(table[who]["moved"])


def _may_move(table: Desk, who: str, x: int, y: int) -> str | None:
    if not is_fighting(table):
        return None if table.role(table.seat) == "gm" or not is_out(table, who) else f"{who} is out of it"
    if not is_fighter(table, who):
        return None if table.role(table.seat) == "gm" else "in a fight, only those in it move"
    if problem := not_now(table, who):
        return problem
    if not is_placed(table, who):
        return f"{who} stands nowhere on the map"
    to = (x, y)
    if statuses.has(table, who, "rooted"):
        return f"{who} cannot move ({', '.join(table[who]['statuses'])})"
    paces = paces_between(table[who]["at"], to)
    if paces > left(table, who):
        return f"{who} has {count_of(max(0, left(table, who)), 'pace')} left, and ({x}, {y}) is {paces} away"
    return _afraid(table, who, to)


def _afraid(table: Desk, who: str, to: Square) -> str | None:
    """TAD-STA.07: whoever is frightened does not come nearer to what they fear."""
    for status in table[who]["statuses"]:
        if statuses.SOURCE not in statuses.row(table, status).get("threat", ()) or not statuses.is_standard(table):
            continue
        for source in statuses.sources(table, who, status):
            if is_placed(table, source) and paces_between(to, table[source]["at"]) < distance(table, who, source):
                return f"{who} is afraid of {source}, and cannot come nearer"
    return None


def _goal(table: Desk, who: str) -> Square | None:
    """TAD-CMB.04: towards the nearest enemy, as far as what is left of the move carries."""
    return SIDES.towards(table, who, max(0, left(table, who)))


def _column(table: Desk, who: str) -> int | None:
    return at[0] if (at := _goal(table, who)) else None


def _row(table: Desk, who: str) -> int | None:
    return at[1] if (at := _goal(table, who)) else None


@verb("{who} moves to column {x}, row {y}", may=_may_move, group="Fight")
def move_(table: Desk, who: Actor, x: Annotated[Coordinate, Usual(_column)], y: Annotated[Coordinate, Usual(_row)]) -> Story:
    """TAD-CMB.04, TAD-CMB.13, TAD-CMB.14, TAD-STR.05: go to a square; a move may be made in parts, before and after an action.

    Whoever is left behind within reach may strike once. Whom one holds comes along.
    """
    to = (x, y)
    if not is_fighter(table, who):
        return ends("done", Put(who, "at", to))
    here: Square = table[who]["at"]
    paces = paces_between(here, to)
    yield from now(Put(who, "moved", table[who]["moved"] + paces))
    for foe in _left_behind(table, who, to):
        yield from attacks.parting_blow(table, foe, who)
    if is_out(table, who) or statuses.has(table, who, "rooted"):
        yield from end_if_over(table)
        return ends("nothing", say("{who} does not get away", "TAD-CMB.14", who=who))
    dragged = [Put(other, "at", _along(table, other, here, to)) for other in held_by(table, who) if is_placed(table, other)]
    yield from now(Put(who, "at", to), *dragged)
    return ends("done")


def _along(table: Desk, other: str, here: Square, to: Square) -> Square:
    (x, y) = table[other]["at"]
    return x + to[0] - here[0], y + to[1] - here[1]


def _left_behind(table: Desk, who: str, to: Square) -> list[str]:
    """TAD-CMB.14: foes within whose reach somebody stands, and will not."""
    if GUARDING in table[who]["turn"]:
        return []
    near = [foe for foe in enemies(table, who) if is_placed(table, foe) and foe not in held_by(table, who)]
    return [
        foe
        for foe in near
        if distance(table, who, foe) <= reach_of(table, foe) < paces_between(to, table[foe]["at"])
        and attacks.may_part(table, foe)
    ]


# ── standing up, dashing, leaving ──────────────────────────────────────────────────────────────────────────────────────


def _may_stand(table: Desk, who: str) -> str | None:
    if not has_status(table, who, "Prone"):
        return f"{who} is not Prone"
    if problem := not_now(table, who):
        return problem
    if statuses.has(table, who, "rooted"):
        return f"{who} cannot move"
    if is_fighting(table) and left(table, who) < _to_stand(table, who):
        return f"{who} has {count_of(left(table, who), 'pace')} left, and standing up takes {_to_stand(table, who)}"
    return None


def _to_stand(table: Desk, who: str) -> int:
    """TAD-STA.09: half the speed, rounded down."""
    return divided(table.dials(), speed(table, who), 2)


@verb("{who} stands up", may=_may_stand, group="Fight")
def stand(table: Desk, who: Actor) -> Ending:
    """TAD-STA.09: stand up, for half your speed."""
    cost: list[Change] = [Put(who, "moved", table[who]["moved"] + _to_stand(table, who))] if is_fighter(table, who) else []
    return ends("done", *cost, *statuses.loses(table, who, "Prone"), say("{who} stands up", "TAD-STA.09", who=who))


def _may_dash(table: Desk, who: str) -> str | None:
    return no_action(table, who) if is_fighting(table) else "outside a fight there is time enough"


@verb("{who} dashes", may=_may_dash, group="Fight")
def dash(table: Desk, who: Actor) -> Ending:
    """TAD-CMB.05: move your speed once more, with your action."""
    more = Put(who, "strides", table[who]["strides"] + 1)
    return ends("done", *acts(table, who), more, say("{who} dashes", "TAD-CMB.05", who=who))


def _may_flee(table: Desk, who: str) -> str | None:
    if not is_fighter(table, who):
        return NO_FIGHT if not is_fighting(table) else f"{who} is not in this fight"
    if statuses.has(table, who, "rooted"):
        return f"{who} cannot move"
    return not_now(table, who)


@verb("{who} flees", may=_may_flee, group="Fight")
def flee(table: Desk, who: Actor) -> Story:
    """TAD-CMB.14, TAD-CMB.21: leave the fight; whoever is within reach may strike once, unless you guard."""
    if GUARDING not in table[who]["turn"]:
        for foe in enemies(table, who):
            if distance(table, who, foe) <= reach_of(table, foe) and attacks.may_part(table, foe) and not is_out(table, who):
                yield from attacks.parting_blow(table, foe, who)
    if is_out(table, who):
        yield from end_if_over(table)
        return ends("nothing", say("{who} does not get away", "TAD-CMB.14", who=who))
    yield from now(
        *statuses.gains(table, who, "Fled"), *statuses.lets_go(table, who), say("{who} flees", "TAD-CMB.21", who=who)
    )
    yield from end_if_over(table)
    return ends("done")


@verb("{who} guards", may=lambda table, who: no_action(table, who), group="Fight")
def guard(table: Desk, who: Actor) -> Ending:
    """TAD-CMB.05, TAD-CMB.14: guard yourself: a dominance on Evade until your next turn, and no parting blows."""
    return ends("done", *acts(table, who), *marks(table, who, GUARDING), say("{who} guards", "TAD-CMB.05", who=who))


# ── the Storyteller's ground ───────────────────────────────────────────────────────────────────────────────────────────


def _here_x(table: Desk, who: str) -> int | None:
    return int(table[who]["at"][0]) if is_placed(table, who) else None


def _here_y(table: Desk, who: str) -> int | None:
    return int(table[who]["at"][1]) if is_placed(table, who) else None


@verb("{who} is placed at column {x}, row {y}", roles=("gm",), group="Fight")
def put(
    table: Desk, who: Present, x: Annotated[Coordinate, Usual(_here_x)], y: Annotated[Coordinate, Usual(_here_y)]
) -> Ending:
    """TAD-CMB.02: the Storyteller places everybody, and whoever is thrown or carried."""
    del table
    return ends("done", Put(who, "at", (x, y)))


def _other_cover(table: Desk, who: str) -> list[str]:
    """TAD-CMB.10: cover that somebody does not have yet."""
    return sorted(table.data["lists"]["covers"], key=lambda one: one == table[who]["cover"])


@verb("{who} has cover: {cover}", roles=("gm",), group="Fight")
def set_cover(table: Desk, who: Present, cover: Annotated[str, From("covers"), Offers(_other_cover)]) -> Ending:
    """TAD-CMB.10: what somebody stands behind: half cover, near-total, total, or nothing."""
    del table
    return ends("done", Put(who, "cover", cover), say("{who}: cover {cover:word}", "TAD-CMB.10", who=who, cover=cover))
