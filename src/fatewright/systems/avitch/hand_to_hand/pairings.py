"""Pairings: who fights whom, several against one at most; whose exchange is next, and when a fight is over."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from fatewright.systems.author import Change, Desk, Mine, Offers, Put, PutFact, Score, Seen, say, untie
from fatewright.systems.avitch.characters import people
from fatewright.systems.avitch.mechanics import deciding
from fatewright.systems.sides import Sides


class Pairing(NamedTuple):
    """A fight as it stands: those who attacked and those who were attacked, able to go on; one of each side leads."""

    number: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    leads: tuple[str, str]
    exchanges: int
    reader: str  # who reads the next exchange without a roll; nobody, if empty

    def side_of(self, who: str) -> tuple[str, ...]:
        """The side that somebody is on."""
        return self.first if who in self.first else self.second

    def against(self, who: str) -> tuple[str, ...]:
        """The other side."""
        return self.second if who in self.first else self.first

    def foe(self, who: str) -> str:
        """Who leads the other side."""
        return self.leads[1] if who in self.first else self.leads[0]


# ── as it stands ───────────────────────────────────────────────────────────────────────────────────────────────────────


def pairings(table: Desk) -> list[Pairing]:
    """AVI-4.16, AVI-4.20: all fights that are on: both sides have somebody who can go on."""
    numbers = [path[1] for path in table.paths("fight") if path[2] == "first"]
    found = [_read(table, number) for number in numbers]
    return [one for one in found if one is not None]


def _read(table: Desk, number: str) -> Pairing | None:
    first, second = (_able(table, table.fact("fight", number, side) or ()) for side in ("first", "second"))
    if not first or not second:
        return None
    named = table.fact("fight", number, "leads") or ()
    leads = tuple(next((who for who in side if who in named), side[0]) for side in (first, second))
    reader = table.fact("fight", number, "reader") or ""
    return Pairing(number, first, second, (leads[0], leads[1]), table.fact("fight", number, "exchanges"), reader)


def _able(table: Desk, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(who for who in names if who in table and not people.is_helpless(table, who))


def fight_of(table: Desk, who: str) -> Pairing | None:
    """AVI-4.16: the fight that somebody is in, and can go on in."""
    return next((one for one in pairings(table) if who in (*one.first, *one.second)), None)


def is_settling(table: Desk, number: str = "") -> bool:
    """AVI-4.10: whether an exchange is being fought out, in that fight or in any."""
    return any(path[2] == "settling" and number in ("", path[1]) for path in table.paths("fight"))


def due(table: Desk) -> Pairing | None:
    """AVI-4.17: the fight whose exchange is next: all have one before any has another, clockwise from the scene framer."""
    framer = table.fact("scene", "framer")
    seats = deciding.players(table)
    at = seats.index(framer) if framer in seats else 0
    order = [*seats[at:], *seats[:at]]

    def key(one: Pairing) -> tuple[int, int, int]:
        seat = people.owner(table, one.leads[0])
        return one.exchanges, order.index(seat) if seat in order else len(order), int(one.number)

    return min(pairings(table), key=key, default=None)


def are_against(table: Desk, one: str, other: str) -> bool:
    """AVI-4.16: whether two would come to blows: those who do, and where nobody fights, people of two players."""
    fight = fight_of(table, one)
    return other in fight.against(one) if fight else people.owner(table, one) != people.owner(table, other)


SIDES = Sides(people.owner, people.is_helpless, are_enemies=are_against, is_hurt=people.is_hurt)
Foe = Annotated[Seen, Offers(SIDES.foes)]
Friend = Annotated[Seen, Offers(SIDES.friends)]


def not_fit(table: Desk, who: str) -> str | None:
    """AVI-1.04.04, AVI-4.09: why somebody cannot act; None if they can."""
    return f"{who} cannot act" if people.is_helpless(table, who) else None


def not_due(table: Desk, who: str) -> str | None:
    """AVI-4.17: why somebody does not lead the exchange that is next; None if they do."""
    first = due(table)
    return None if first and who in first.leads else not_fit(table, who) or f"{who} does not lead the next exchange"


Actor = Annotated[Mine, Offers(SIDES.readiest(not_fit))]  # who can act, first
Leader = Annotated[Mine, Offers(SIDES.readiest(not_due))]  # who leads the exchange that is next, first


def numbers(table: Desk, pairing: Pairing, who: str) -> tuple[Score, ...]:
    """AVI-4.16: one more for every further fighter on somebody's side, up to a limit."""
    more = min(table.dial("outnumber_bonus_max"), len(pairing.side_of(who)) - 1)
    return (Score(more, "numbers", "AVI-4.16"),) if more else ()


# ── beginning ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def opened(table: Desk, who: str, other: str, reader: str = "") -> list[Change]:
    """AVI-4.01, AVI-4.14, AVI-4.16, AVI-4.17: somebody attacks: a fight begins, or becomes one of several against one.

    Who fights alone already has one more against them; who is one of several turns to the new opponent.
    """
    armoured = [change for one in (who, other) if fight_of(table, one) is None for change in _armoured(table, one)]
    fight = fight_of(table, other)
    if fight is not None and len(fight.side_of(other)) == 1:
        side = "second" if other in fight.first else "first"
        return [*armoured, _put(fight, side, (*fight.against(other), who))]
    turned = []
    if fight is not None:
        side = "first" if other in fight.first else "second"
        turned = [_put(fight, side, tuple(one for one in fight.side_of(other) if one != other))]
    taken = [int(path[1]) for path in table.paths("fight")]
    number = str(max(taken, default=0) + 1)
    count = min((one.exchanges for one in pairings(table)), default=0)
    values: dict[str, Any] = {"first": (who,), "second": (other,), "leads": (who, other), "exchanges": count}
    facts = [PutFact(("fight", number, name), value) for name, value in values.items()]
    return [*turned, *armoured, *facts, *([PutFact(("fight", number, "reader"), reader)] if reader else [])]


def _put(fight: Pairing, side: str, names: tuple[str, ...]) -> PutFact:
    return PutFact(("fight", fight.number, side), names)


def _armoured(table: Desk, who: str) -> list[Change]:
    """AVI-4.14: armour takes the first wound of each fight."""
    is_worn = table[who].get("armoured", "no") == "yes" and table.dial("armour_rule") == "first_wound_lighter"
    return [Put(who, "shielded", "yes" if is_worn else "no")]


# ── ending ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def left(table: Desk, pairing: Pairing, who: str) -> list[Change]:
    """AVI-4.11: somebody leaves a fight; whatever still hung about them from it is gone."""
    side = "first" if who in pairing.first else "second"
    return [_put(pairing, side, tuple(one for one in pairing.side_of(who) if one != who)), *_rid(table, who)]


def over(table: Desk, number: str) -> list[Change]:
    """AVI-4.20: a fight is over: nobody is Off-balance or Held by it any more; who is Pinned stays so until let go."""
    names = (*(table.fact("fight", number, "first") or ()), *(table.fact("fight", number, "second") or ()))
    facts = [PutFact(path, None) for path in table.paths("fight", number)]
    return [*facts, *(change for who in names if who in table for change in _rid(table, who))]


def _rid(table: Desk, who: str) -> list[Change]:
    """AVI-1.04.07, AVI-1.04.08: what ends with a fight."""
    holders = table.relating("holds", who)
    ties = [] if people.has(table, who, "Pinned") else [untie("holds", holder, who) for holder in holders]
    return [*people.marked(table, who, without=("Off-balance", "Held")), *ties, Put(who, "shielded", "no")]


def all_over(table: Desk) -> list[Change]:
    """AVI-4.20, AVI-1.01.06: with a scene all its fights are over."""
    known = dict.fromkeys(path[1] for path in table.paths("fight"))
    return [change for number in known for change in over(table, number)]


def decided(table: Desk) -> list[Change]:
    """AVI-4.20: the fights in which one side is wholly Out, Pinned or gone are over."""
    going_on = {one.number for one in pairings(table)}
    known = dict.fromkeys(path[1] for path in table.paths("fight"))
    ended = [number for number in known if number not in going_on]
    line = [say("the fight is over", "AVI-4.20")] if ended else []
    return [*(change for number in ended for change in over(table, number)), *line]
