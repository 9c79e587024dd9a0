"""Opponents that play by themselves: what they do in a turn. They see what their seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from fatewright.systems.author import Act, Desk, Game, Sheet, State, answers_for, is_hidden
from fatewright.systems.triumph_and_disaster.characters import derived
from fatewright.systems.triumph_and_disaster.characters.people import NOTHING, has_status
from fatewright.systems.triumph_and_disaster.combat import ground, statuses
from fatewright.systems.triumph_and_disaster.combat.blows import BARE
from fatewright.systems.triumph_and_disaster.combat.paces import distance, is_placed, paces_between, weapon_row
from fatewright.systems.triumph_and_disaster.combat.sides import enemies
from fatewright.systems.triumph_and_disaster.magic.casting import free_hands, in_area
from fatewright.systems.triumph_and_disaster.magic.spells import RANGE
from fatewright.systems.turns import current, first_allowed, is_fighting


def plays(view: State, game: Game, seat: str) -> Act | None:
    """TAD-CMB.04, TAD-CMB.22: what a seat does next in a fight, so that fights can be tried out; None if it is not its turn.

    What it may not do, it does not try.
    """
    table = Desk(view.still(), game.data, seat)
    who = current(table) if is_fighting(table) else ""
    if not who or answers_for(table.facts, who) != seat or view.questions:
        return None
    return first_allowed(view, game, _wishes(table, seat, who)) or Act(seat, "end-turn", {})


def _wishes(table: Desk, seat: str, who: str) -> Iterator[Act]:
    """TAD-CMB.05: what they would like to do, the dearest wish first.

    Put out fire, get free, get up, drink what heals, reload, have a hand free for magic or else a weapon in it; then cast at
    the nearest, strike them, go there.
    """
    if has_status(table, who, "Burning"):
        yield Act(seat, "smother", {"who": who, "target": who})
    if has_status(table, who, "Restrained"):
        yield Act(seat, "break-free", {"who": who})
    if has_status(table, who, "Prone"):
        yield Act(seat, "stand", {"who": who})
    if "unloaded" in table[who]["turn"]:
        yield Act(seat, "reload", {"who": who})
    if _is_badly_hurt(table, who):
        yield Act(seat, "draught", {"who": who, "whom": who})
    yield from _hands(table, seat, who)
    for target in sorted(enemies(table, who), key=lambda foe: (has_status(table, foe, "Hidden"), distance(table, who, foe))):
        yield from _spells(table, seat, who, target)
        yield Act(seat, "attack", {"who": who, "target": target, "using": "in hand"})
        yield from _approaches(table, seat, who, target)


def _is_badly_hurt(table: Desk, who: str) -> bool:
    """TAD-ITM.04: whether half of somebody's hit points are gone, as far as their seat knows."""
    if is_hidden(table[who]["hp"]):
        return False
    return 2 * int(table[who]["hp"]) <= int(derived.hp_max(Sheet(table, who), table.dials(), table.data["lists"]))


def _hands(table: Desk, seat: str, who: str) -> Iterator[Act]:
    """TAD-MAG.02, TAD-CMB.05: a hand is free as long as there is mana for harm; then it holds a weapon, if there is one."""
    if is_hidden(table[who]["aptitudes"]) or is_hidden(table[who]["arms"]):
        return
    weapon, arms = table[who]["weapon"], table[who]["arms"]
    if _harmful(table, who) and free_hands(table, who) < 1:
        yield Act(seat, "draw", {"who": who, "weapon": BARE, "second": NOTHING})
    elif weapon == BARE and arms and not _harmful(table, who):
        yield Act(seat, "draw", {"who": who, "weapon": arms[0], "second": table[who]["second"]})


def _harmful(table: Desk, who: str) -> list[str]:
    """TAD-MAG.02: harmful spells that somebody knows well and can pay for, the dearest first."""
    aptitudes = table[who]["aptitudes"]
    if table.dial("magic") == "off" or is_hidden(aptitudes):
        return []
    castable = table.data["lists"]["castable"]
    known = [name for name, _ in aptitudes if name in castable and castable[name].get("damage")]
    paid = [name for name in known if int(castable[name].get("mana", 0)) <= int(table[who]["mana"])]
    return sorted(paid, key=lambda name: -int(castable[name].get("mana", 0)))


def _spells(table: Desk, seat: str, who: str, target: str) -> Iterator[Act]:
    """TAD-MAG.02, TAD-SPL.03: such spells, but for those with an area in which they or somebody of theirs would stand."""
    castable, foes = table.data["lists"]["castable"], enemies(table, who)
    at = table[target]["at"] if is_placed(table, target) else None
    is_near = at is not None and any(one not in foes for one in in_area(table, at))
    for name in _harmful(table, who):
        if not (castable[name].get("area") and is_near):
            yield Act(seat, "cast", {"who": who, "spell": name, "target": target, "overchannel": "no"})


def _wanted(table: Desk, who: str) -> int:
    """TAD-CMB.09: the paces from which somebody can do harm: with what is in hand, or by a spell."""
    row, castable = weapon_row(table, table[who]["weapon"]), table.data["lists"]["castable"]
    ranges = [int(castable[name].get("range", RANGE)) for name in _harmful(table, who)]
    return max(int(row.get("range", row.get("reach", 1))), *ranges, 0)


def _approaches(table: Desk, seat: str, who: str, target: str) -> Iterator[Act]:
    """TAD-CMB.09: on a board, go towards the target as far as a move carries, or until it is within reach; else dash."""
    if not (is_placed(table, who) and is_placed(table, target)) or statuses.has(table, who, "rooted"):
        return
    wanted = _wanted(table, who)
    (x, y), (to_x, to_y) = table[who]["at"], table[target]["at"]
    for _ in range(max(0, min(ground.left(table, who), distance(table, who, target) - wanted))):
        x, y = x + (to_x > x) - (to_x < x), y + (to_y > y) - (to_y < y)
    if paces_between((x, y), table[who]["at"]):
        yield Act(seat, "move", {"who": who, "x": x, "y": y})
    if distance(table, who, target) > wanted:
        yield Act(seat, "dash", {"who": who})
