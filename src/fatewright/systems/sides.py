"""Sides: who stands with whom, who can still fight, and whom a form offers as a foe: alike in all games that have fights."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fatewright.core.rule.ask import Option
from fatewright.core.table.seal import Unknown
from fatewright.core.table.story import Desk
from fatewright.systems.turns import is_fighting, order_of, people_of, seat_of

PARTY, FOES, BY_OWNER = "party", "foes", "by owner"


def is_players(table: Desk, who: str) -> bool:
    """Whether a player runs somebody; everybody else is the game master's."""
    return table.role(table[who].owner) != "gm"


def side_by_owner(table: Desk, who: str, said: str = BY_OWNER) -> str:
    """On which side somebody is: as is said, or players together against whomever the game master runs."""
    if said != BY_OWNER:
        return said
    return PARTY if is_players(table, who) else FOES


class Sides(NamedTuple):
    """What a game says of people in a fight; what follows from it is the same in all."""

    side_of: Callable[[Desk, str], str]
    is_out: Callable[[Desk, str], bool]  # down, gone, or given up: whoever is so neither acts nor counts
    is_somebody: Callable[[Desk, str], bool] = lambda table, who: who in table  # a token may be a thing
    are_enemies: Callable[[Desk, str, str], bool] | None = None  # where that is no matter of sides
    is_hurt: Callable[[Desk, str], bool] = lambda table, who: False  # noqa: ARG005  # somebody could be healed

    def everybody(self, table: Desk) -> list[str]:
        """All who are somebody, in the order they came."""
        return [token.name for token in table.tokens() if self.is_somebody(table, token.name)]

    def able(self, table: Desk, where: str = "everybody") -> list[str]:
        """Who would be in a fight: everybody who can, or those of them who stand on the map."""
        there = [who for who in self.everybody(table) if not self.is_out(table, who)]
        return there if where == "everybody" else [who for who in there if table[who].get("at", None)]

    def against(self, table: Desk, one: str, other: str) -> bool:
        """Whether two stand against each other."""
        if self.are_enemies is not None:
            return self.are_enemies(table, one, other)
        return one != other and self.side_of(table, one) != self.side_of(table, other)

    def standing(self, table: Desk, side: str) -> list[str]:
        """Those of a side who are in the fight and not out of it."""
        return [who for who in order_of(table) if self.side_of(table, who) == side and not self.is_out(table, who)]

    def left(self, table: Desk) -> set[str]:
        """The sides that still have somebody in the fight."""
        return {self.side_of(table, who) for who in order_of(table) if not self.is_out(table, who)}

    def enemies(self, table: Desk, who: str) -> list[str]:
        """Whoever stands against somebody and is not out of it: those in the fight, or everybody outside one."""
        there = order_of(table) if is_fighting(table) else self.everybody(table)
        return [other for other in there if self.against(table, who, other) and not self.is_out(table, other)]

    def foes(self, table: Desk, who: str) -> list[Option[str]]:
        """Whom somebody may go for: the nearest enemy who stands first. The fallen and one's own come last, with a caution."""
        others = [one for one in self.everybody(table) if one != who]
        return [self._as_foe(table, who, one) for one in sorted(others, key=lambda one: _steps(table, who, one))]

    def friends(self, table: Desk, who: str) -> list[Option[str]]:
        """Whom somebody may do good: of one's own whoever needs it first, then oneself; others with a caution."""
        near = sorted(self.everybody(table), key=lambda one: (not self._needs(table, one), one != who, _steps(table, who, one)))
        return [Option(one, one, "", f"against {who}" if self.against(table, who, one) else "") for one in near]

    def mates(self, table: Desk, who: str) -> list[Option[str]]:
        """The same without oneself."""
        return [one for one in self.friends(table, who) if one.value != who]

    def first(self, is_meant: Callable[[Desk, str], object]) -> Callable[[Desk], list[str]]:
        """What is on offer where somebody is spoken of: whoever is meant first, and the players' people before others."""

        def offered(table: Desk) -> list[str]:
            def place(who: str) -> tuple[bool, bool, bool]:
                return not _is_known(is_meant, table, who), not is_players(table, who), seat_of(table, who) != table.seat

            return sorted(self.everybody(table), key=place)

        return offered

    def present(self, table: Desk) -> list[str]:
        """Whom the game master mostly speaks of: whoever is not out of it, the players' people first."""
        return self.first(lambda table, who: not self.is_out(table, who))(table)

    def worst_off(self, table: Desk) -> list[str]:
        """Whoever needs help first."""
        return self.first(self._needs)(table)

    def readiest(self, cannot: Callable[[Desk, str], str | None]) -> Callable[[Desk], list[str]]:
        """Whom a seat acts with: who still has something to do first, and who is out of it last; `cannot` says why not."""

        def offered(table: Desk) -> list[str]:
            return sorted(self.mine(table), key=lambda who: cannot(table, who) is not None)

        return offered

    def mine(self, table: Desk) -> list[str]:
        """Whom a seat acts with, at any time: who is out of it last."""
        return sorted(people_of(table, table.seat), key=lambda who: self.is_out(table, who))

    def own(self, table: Desk) -> list[str]:
        """Whom somebody acts with where anybody could be named: one's own who are not out of it first."""
        return sorted(self.everybody(table), key=lambda who: (self.is_out(table, who), seat_of(table, who) != table.seat))

    def towards(self, table: Desk, who: str, steps: int, reach: int = 1) -> tuple[int, int] | None:
        """Where somebody gets who goes straight at the nearest enemy, to within reach; None for whoever is on no board."""
        if not table[who].get("at", None):
            return None
        x, y = table[who]["at"]
        near = [one for one in self.enemies(table, who) if table[one].get("at", None)]
        if near:
            target = min(near, key=lambda one: _steps(table, who, one))
            to_x, to_y = table[target]["at"]
            for _ in range(min(steps, _steps(table, who, target) - reach)):
                x, y = x + (to_x > x) - (to_x < x), y + (to_y > y) - (to_y < y)
        return x, y

    def rivals(self, table: Desk, who: str) -> list[str]:
        """With whom somebody may contend, in earnest or not: the others first, then one's own."""
        return sorted((one for one in self.everybody(table) if one != who), key=lambda one: not self.against(table, who, one))

    def _needs(self, table: Desk, who: str) -> bool:
        return self.is_out(table, who) or _is_known(self.is_hurt, table, who)

    def _as_foe(self, table: Desk, who: str, other: str) -> Option[str]:
        if not self.against(table, who, other):
            return Option(other, other, "", f"on {who}'s side")
        return Option(other, other, "", "out of the fight" if self.is_out(table, other) else "")


def _is_known(is_so: Callable[[Desk, str], object], table: Desk, who: str) -> bool:
    try:
        return bool(is_so(table, who))
    except Unknown:  # others' wounds may be nobody's business
        return False


def _steps(table: Desk, one: str, other: str) -> int:
    """Squares between two; whoever stands on no board is near."""
    if one not in table or not (table[one].get("at", None) and table[other].get("at", None)):
        return 0
    return table.distance(one, other)
