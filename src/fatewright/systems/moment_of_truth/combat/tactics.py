"""Opponents that play by themselves: whom they go for, how much they hold back, and what they do in a turn.

They see what their seat sees, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from fatewright.systems.author import Act, Desk, Game, State, Unknown
from fatewright.systems.moment_of_truth.combat import arms, grapples, harm
from fatewright.systems.moment_of_truth.combat.blows import distance
from fatewright.systems.moment_of_truth.combat.deeds import combat_pool, is_melee, move_metres, weapon_row
from fatewright.systems.moment_of_truth.combat.harm import SIDES
from fatewright.systems.moment_of_truth.combat.turns import acting_seat, holders, people_of
from fatewright.systems.turns import first_allowed, is_fighting

Target = Literal["focus", "spread", "weakest first"]
Defence = Literal["none", "a pair", "half"]


class Tactic(NamedTuple):
    """How somebody fights: whom they attack, and how many dice they hold back."""

    target: Target = "focus"
    defence: Defence = "none"


TACTICS = {  # by the names a game master would call them
    "berserkers": Tactic("focus", "none"),
    "wolves": Tactic("weakest first", "a pair"),
    "brawlers": Tactic("spread", "none"),
    "guards": Tactic("spread", "half"),
    "duellists": Tactic("focus", "half"),
}


def next_act(view: State, game: Game, seat: str, tactic: Tactic) -> Act | None:
    """What a seat does next in a fight; None if it is not its turn. What it may not do, it does not try."""
    table = Desk(view.still(), game.data, seat)
    if not is_fighting(table) or acting_seat(table) != seat:
        return None
    return first_allowed(view, game, _wishes(table, seat, tactic)) or Act(seat, "end-turn", {})


def plays(view: State, game: Game, seat: str) -> Act | None:
    """What an automatic seat does next in a fight."""
    return next_act(view, game, seat, TACTICS["brawlers"])


def _wishes(table: Desk, seat: str, tactic: Tactic) -> Iterator[Act]:
    """What a seat would like to do, the dearest wish first."""
    for place, who in enumerate(people_of(table, seat)):
        if harm.is_out(table, who):
            continue
        yield from _guards(table, seat, who, tactic.defence)
        if holders(table, who):
            yield Act(seat, "break-free", {"who": who, "statistic": grapples.BEST, "skill": grapples.BEST})
        if harm.has(table, who, "prone"):
            yield Act(seat, "stand-up", {"who": who})
        enemies = [one for one in SIDES.everybody(table) if SIDES.against(table, who, one) and not harm.is_out(table, one)]
        if not enemies:
            return
        target = CHOICES[tactic.target](table, enemies, place)
        metres = distance(table, who, target, 1)
        plain = {"manner": "plain", "aim": "anywhere", "gap": "no", "metres": metres, "tenths": 0}
        yield Act(seat, "attack", {"who": who, "target": target, "weapon": table[who]["weapon"], **plain})
        yield from _approaches(table, seat, who, target)


def _guards(table: Desk, seat: str, who: str, defence: Defence) -> Iterator[Act]:
    """MOT-7.22, MOT-7.24: hold an even number of dice back, at the start of a turn, if it is not so already."""
    pool = max(0, int(combat_pool(table, who, table[who]["weapon"])))
    wanted = {"none": 0, "a pair": 2, "half": pool // 4 * 2}[defence]
    wanted = min(wanted, max(0, pool - 1) // 2 * 2)
    if wanted != table[who]["reserved"]:
        yield Act(seat, "secret-reserve" if table.role(seat) == "gm" else "reserve", {"who": who, "dice": wanted})


def _approaches(table: Desk, seat: str, who: str, target: str) -> Iterator[Act]:
    """MOT-7.05: on a board, go towards the target as far as one move carries, or as far as the weapon asks for."""
    if any(("token", one, "at") not in table.facts for one in (who, target)):
        return
    (x, y), (to_x, to_y) = table[who]["at"], table[target]["at"]
    row = weapon_row(table, table[who]["weapon"])
    wanted = max(1, row["reach"]) if is_melee(table, table[who]["weapon"]) else row["optimal"]
    steps = min(int(move_metres(table, who)), distance(table, who, target, 1) - wanted)
    for _ in range(max(0, steps)):
        x, y = x + (to_x > x) - (to_x < x), y + (to_y > y) - (to_y < y)
    if (x, y) != table[who]["at"]:
        yield Act(seat, "move", {"who": who, "x": x, "y": y})


# ── whom to go for ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _focus(table: Desk, enemies: Sequence[str], place: int) -> str:
    """All at one: whoever came to the table first and still stands."""
    del table, place
    return enemies[0]


def _spread(table: Desk, enemies: Sequence[str], place: int) -> str:
    """Each at somebody else."""
    del table
    return enemies[place % len(enemies)]


def _weakest(table: Desk, enemies: Sequence[str], place: int) -> str:
    """Whoever has the fewest hit points left, as far as one can see; of equals, the worst protected."""
    del place
    return min(enemies, key=lambda who: (_left(table, who), _armor(table, who)))


def _left(table: Desk, who: str) -> int:
    try:
        return int(harm.most(table, who) - harm.taken(table, who).points)
    except Unknown:  # nobody knows what others have left; who lies on the ground looks weak
        return -len(harm.conditions(table, who))


def _armor(table: Desk, who: str) -> int:
    rows: Any = [table.data["lists"]["armor"][one] for one in table[who]["armor"]]
    return max((int(row["reduction"]) for row in rows if arms.cover(row.get("coverage", 100)) != "none"), default=0)


CHOICES: dict[str, Callable[[Desk, Sequence[str], int], str]] = {
    "focus": _focus,
    "spread": _spread,
    "weakest first": _weakest,
}
