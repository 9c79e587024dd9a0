"""Morale: when half of a side of the Storyteller's is down, its courage is tried."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems.author import (
    SEAT,
    Asks,
    Desk,
    Ending,
    Offers,
    Option,
    Put,
    PutFact,
    Seen,
    Sheet,
    agrees,
    choose,
    ends,
    now,
    say,
    tell,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import derived, people
from fatewright.systems.triumph_and_disaster.combat import statuses
from fatewright.systems.triumph_and_disaster.combat.sides import SIDES, everybody, is_out, side_of, standing
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, tested
from fatewright.systems.turns import is_fighting, order_of

WILL_OF_COURAGE = 15
LEADER = "leader"


def is_shaken(table: Desk, side: str) -> bool:
    """TAD-CMB.19: whether half of a side that no player belongs to is down, and its courage has not been tried yet."""
    members = [who for who in order_of(table) if side_of(table, who) == side]
    if table.dial("morale") == "off" or any(people.is_player_character(table, who) for who in members):
        return False
    down = [who for who in members if is_out(table, who)]
    return bool(standing(table, side)) and 2 * len(down) >= len(members) and side not in (table.fact("turns", "tried") or ())


def tried(table: Desk, side: str) -> Asks[None]:
    """TAD-CMB.19: its leader, or the toughest of them, rolls Resist Fear against 15; losing it, they flee or yield."""
    if not is_fighting(table) or not is_shaken(table, side):
        return
    left = standing(table, side)
    yield from now(PutFact(("turns", "tried"), (*(table.fact("turns", "tried") or ()), side)))
    leaders = [who for who in left if LEADER in table[who]["turn"]]
    leader = leaders[0] if leaders else (yield from tell("leader", lambda: max(left, key=lambda who: _toughness(table, who))))
    yield from now(say("Half of them are down: {leader} rolls for their courage", "TAD-CMB.19", leader=leader))
    if (yield from tested(table, Party(leader, "Resist Fear"), WILL_OF_COURAGE)).is_won:
        return
    offered = (Option("Fled", "they flee"), Option("Yielded", "they yield"))
    asked = SEAT + people.storyteller(table)
    how = yield from choose(asked, "morale", "They have lost heart. What do they do?", offered, "Fled")
    for who in left:
        yield from now(*statuses.gains(table, who, how), *statuses.lets_go(table, who))
    doing = {"Fled": "flee", "Yielded": "yield"}[how]
    yield from now(say("{left} {verb:word}", "TAD-CMB.19", left=[*left], verb=agrees(len(left), f"{doing}s", doing)))


def _toughness(table: Desk, who: str) -> int:
    return int(derived.hp_max(Sheet(table, who), table.dials(), table.data["lists"]))


@verb("{who} leads their side", roles=("gm",), group="Fight")
def name_leader(table: Desk, who: Annotated[Seen, Offers(SIDES.own)]) -> Ending:
    """TAD-CMB.19: who rolls for the courage of a side; unless somebody is named, the toughest does."""
    mates = [name for name in everybody(table) if side_of(table, name) == side_of(table, who)]
    dropped = [
        Put(one, "turn", tuple(mark for mark in table[one]["turn"] if mark != LEADER))
        for one in mates
        if one != who and LEADER in table[one]["turn"]
    ]
    return ends(
        "done", *dropped, Put(who, "turn", tuple(dict.fromkeys((*table[who]["turn"], LEADER)))), say("{who} leads", who=who)
    )
