"""Opponents that play by themselves: what they do in a turn. They see what their seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from fatewright.core.game import Act, Game, judge
from fatewright.core.seal import Unknown, is_hidden
from fatewright.core.state import State
from fatewright.core.story import Desk, Refusal, answers_for
from fatewright.systems.triumph_and_disaster import ground, statuses
from fatewright.systems.triumph_and_disaster.paces import distance, is_placed, paces_between, weapon_row
from fatewright.systems.triumph_and_disaster.people import has_status
from fatewright.systems.triumph_and_disaster.sides import current, enemies, is_fighting


def next_act(view: State, game: Game, seat: str) -> Act | None:
    """TAD-CMB.04, TAD-CMB.22: what a seat does next in a fight, so that fights can be tried out; None if it is not its turn.

    What it may not do, it does not try.
    """
    table = Desk(view.still(), game.data, seat)
    who = current(table) if is_fighting(table) else ""
    if not who or answers_for(table.facts, who) != seat or view.questions:
        return None
    for act in _wishes(table, seat, who):
        try:
            judge(game, act, view)
        except (Refusal, Unknown):
            continue
        return act
    return Act(seat, "end-turn", {})


def _wishes(table: Desk, seat: str, who: str) -> Iterator[Act]:
    """TAD-CMB.05: what they would like to do, the dearest wish first: get up, get free, cast, strike the nearest, go there."""
    if has_status(table, who, "Burning"):
        yield Act(seat, "smother", {"who": who, "target": who})
    if has_status(table, who, "Restrained"):
        yield Act(seat, "break-free", {"who": who})
    if has_status(table, who, "Prone"):
        yield Act(seat, "stand", {"who": who})
    if "unloaded" in table[who]["turn"]:
        yield Act(seat, "reload", {"who": who})
    for target in sorted(enemies(table, who), key=lambda foe: (has_status(table, foe, "Hidden"), distance(table, who, foe))):
        yield from _spells(table, seat, who, target)
        yield Act(seat, "attack", {"who": who, "target": target, "using": "in hand"})
        yield from _approaches(table, seat, who, target)


def _spells(table: Desk, seat: str, who: str, target: str) -> Iterator[Act]:
    """TAD-MAG.02: harmful spells that they know well and can pay for, the dearest first."""
    aptitudes = table[who]["aptitudes"]
    if is_hidden(aptitudes):
        return
    castable = table.data["lists"]["castable"]
    known = [name for name, _ in aptitudes if name in castable and castable[name].get("damage")]
    for name in sorted(known, key=lambda one: -int(castable[one].get("mana", 0))):
        if int(castable[name].get("mana", 0)) <= int(table[who]["mana"]):
            yield Act(seat, "cast", {"who": who, "spell": name, "target": target, "overchannel": "no"})


def _approaches(table: Desk, seat: str, who: str, target: str) -> Iterator[Act]:
    """TAD-CMB.09: on a board, go towards the target as far as a move carries, or until it is within reach; else dash."""
    if not (is_placed(table, who) and is_placed(table, target)) or statuses.has(table, who, "rooted"):
        return
    row = weapon_row(table, table[who]["weapon"])
    wanted = int(row.get("range", row.get("reach", 1)))
    (x, y), (to_x, to_y) = table[who]["at"], table[target]["at"]
    for _ in range(max(0, min(ground.left(table, who), distance(table, who, target) - wanted))):
        x, y = x + (to_x > x) - (to_x < x), y + (to_y > y) - (to_y < y)
    if paces_between((x, y), table[who]["at"]):
        yield Act(seat, "move", {"who": who, "x": x, "y": y})
    if distance(table, who, target) > wanted:
        yield Act(seat, "dash", {"who": who})
