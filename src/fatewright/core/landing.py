"""How changes land: on the table as it stands, recorded as results, each for those who may know it."""

from __future__ import annotations

from typing import Any

from fatewright.core.dice import Draw
from fatewright.core.events import Cancelled, Event, Fact, Overruled, Path, Told
from fatewright.core.game import Game
from fatewright.core.seal import EVERYONE, KEEPER, THE_TABLE, Audience, opened
from fatewright.core.state import State
from fatewright.core.story import (
    BrokenRule,
    Change,
    Desk,
    Gain,
    Learn,
    Place,
    Put,
    PutFact,
    Refusal,
    Remove,
    Ruling,
    Say,
    TakeBackTo,
)

ALWAYS_SEEN = ("kind", "owner", "answers", "at")  # of a token that is seen at all


class Draft:
    """The events of one command while it is being worked out, and the truth with them."""

    def __init__(self, number: int, truth: State, game: Game, draw: Draw) -> None:
        self.first, self.truth, self.game, self.draw = number, truth, game, draw
        self.events: list[Event] = []
        self.take_back_to: int | None = None  # what a story has decided to take back

    @property
    def number(self) -> int:
        """The store number of the next event."""
        return self.first + len(self.events)

    def record(self, event: Event) -> None:
        self.events.append(event)
        self.truth.evolve(opened(event, KEEPER))

    def land_all(self, changes: tuple[Change, ...], to: Audience, seat: str) -> None:
        """All changes or, where one cannot be, none."""
        events, truth = len(self.events), self.truth.fork()
        try:
            for change in changes:
                self.land(change, to, seat)
        except BrokenRule:
            del self.events[events:]
            self.truth = truth
            raise

    def land(self, change: Change, to: Audience, seat: str = "") -> None:
        """Apply one change to the table as it stands, and record the result for those who may know it."""
        match change:
            case Gain(token, field, amount):
                path = ("token", token, field)
                current = self.truth.facts.get(path)
                if type(current) is not int:
                    raise BrokenRule(f"{token}'s {field} is {current!r}, which is not a number to add {amount} to")
                if current + amount < 0 and field not in self.game.signed:
                    raise BrokenRule(f"{token}'s {field} is {current}: {-amount} cannot be taken from it")
                self.record(Fact(path, current + amount, self.audience(token, field)))
            case Put(token, field, value):
                if ("token", token, "kind") not in self.truth.facts:
                    raise BrokenRule(f"there is no token '{token}' on the table")
                self.record(Fact(("token", token, field), value, self.audience(token, field)))
                if field == "at":
                    self._part_the_distant(token)
            case PutFact(where, value):
                self.record(Fact(where, value, EVERYONE))
            case Say(text, ids, whom):
                self.record(Told(text, ids, whom or to))
            case Learn(seat, text):
                page = sum(path[:2] == ("note", seat) for path in self.truth.facts) + 1
                self.record(Fact(("note", seat, str(page)), text, Audience({seat})))
                self.record(Told(text, (), Audience({seat})))
            case Place():
                self._place(change)
            case Remove(token):
                for gone in [path for path in self.truth.facts if path[:2] == ("token", token)]:
                    self.record(Fact(gone, None, self.audience(token, gone[2])))
                for number, procedure in list(self.truth.procedures.items()):
                    if self.truth.asked_by(number) and token in dict(procedure.args).values():
                        self.break_off(number, f"{procedure.verb} ends: {token} is gone")
            case Ruling(token, field, value, reason):
                self._rule(("token", token, field), value, seat, reason, self.audience(token, field))
            case TakeBackTo(before):
                self.take_back_to = before

    def _part_the_distant(self, moved: str) -> None:
        """End the relations of a token that has come out of reach, whoever moved it."""
        desk = Desk(self.truth.facts, {})
        for path in [path for path in self.truth.facts if path[0] == "relation" and moved in path[2:]]:
            if path[1] in self.game.reach and desk.distance(path[2], path[3]) > self.game.reach[path[1]]:
                self.record(Fact(path, None, EVERYONE))

    def _rule(self, path: Path, value: Any, seat: str, reason: str, to: Audience) -> None:
        computed = self.truth.facts.get(path)
        if type(computed) is not type(value):
            raise Refusal(f"{path[1]}'s {path[2]} is {computed!r}; {value!r} is of another kind")
        self.record(Overruled(path, computed, value, seat, reason, to))
        self.record(Fact(path, value, to))

    def _place(self, place: Place) -> None:
        if ("token", place.token, "kind") in self.truth.facts:
            raise BrokenRule(f"there is a token '{place.token}' on the table already")
        veils: dict[Path, Audience] = {("seen", place.token): place.seen_by, ("veil", place.token): place.veil}
        veils.update({("veil", place.token, field): EVERYONE for field in place.open_fields})
        for path, who in veils.items():
            self.record(Fact(path, tuple(sorted(who)), THE_TABLE))
        for field, value in (("kind", place.kind), ("owner", place.owner), *place.fields):
            self.record(Fact(("token", place.token, field), value, self.audience(place.token, field)))

    def audience(self, token: str, field: str) -> Audience:
        """Who may know a token's field: secrecy belongs to the number, not to the author of a rule."""
        facts = self.truth.facts
        seen = Audience(facts.get(("seen", token), EVERYONE))
        if field in ALWAYS_SEEN:
            return seen
        veil = facts.get(("veil", token, field)) or facts.get(("veil", token), EVERYONE)
        return seen.narrowed(Audience(veil))

    def gms(self) -> Audience:
        """The game master's seats; everyone where there is none."""
        return Audience(Desk(self.truth.facts, {}).seats("gm")) or EVERYONE

    def break_off(self, number: int, reason: str) -> None:
        """End a procedure before its time, and give back what it had taken."""
        procedure = self.truth.procedures[number]
        for token, field, amount in reversed([one for landed in procedure.back for one in landed]):
            if ("token", token, field) in self.truth.facts:
                self.land(Gain(token, field, amount), procedure.to)
        self.record(Cancelled(number, reason, procedure.to))
