"""How changes land: on the table as it stands, recorded as results, each for those who may know it."""

from __future__ import annotations

from typing import Any

from fatewright.core.rule.dice import Draw
from fatewright.core.table.events import Cancelled, Event, Fact, Overruled, Path, Told
from fatewright.core.table.game import Game
from fatewright.core.table.seal import EVERYONE, KEEPER, THE_TABLE, Audience, opened
from fatewright.core.table.state import State
from fatewright.core.table.story import (
    ALWAYS_SEEN,
    WRITTEN,
    BrokenRule,
    Change,
    Desk,
    Gain,
    Learn,
    Place,
    Put,
    PutFact,
    Remove,
    Ruling,
    Say,
    TakeBackTo,
)

GUARDED = ("token", "veil", "seen", "note")  # what has its own kinds of change


class Draft:
    """The events of one command while it is being worked out, and the truth with them."""

    def __init__(self, number: int, truth: State, game: Game, draw: Draw) -> None:
        self.first, self.truth, self.game, self.draw = number, truth, game, draw
        self.draw_behind: Draw = getattr(draw, "behind", draw)  # a source may have other dice for behind the screen
        self.events: list[Event] = []
        self.take_back_to: int | None = None  # what a story has decided to take back
        self.take_back_by = ""  # whose story it was

    @property
    def number(self) -> int:
        """The store number of the next event."""
        return self.first + len(self.events)

    def record(self, event: Event) -> None:
        self.events.append(event)
        self.truth.evolve(opened(event, KEEPER))

    def land_all(self, changes: tuple[Change, ...], to: Audience, seat: str) -> tuple[Any, ...]:
        """All changes or, where one cannot be, none. Returns what stood where before and stands there now."""
        events, truth = len(self.events), self.truth.fork()
        try:
            for change in changes:
                self.land(change, to, seat)
        except Exception:  # whatever it was, nothing of it has happened; the caller says what to do
            del self.events[events:]
            self.truth = truth
            raise
        stood, changed = dict(truth.facts), []
        for event in self.events[events:]:
            if isinstance(event, Fact) and event.path[0] != "note":
                changed.append((event.path, stood.get(event.path), event.value))
                stood[event.path] = event.value
        return tuple(changed)

    def land(self, change: Change, to: Audience, seat: str = "") -> None:
        """Apply one change to the table as it stands, and record the result for those who may know it."""
        match change:
            case Gain(token, field, amount):
                path = ("token", token, field)
                current = self.truth.facts.get(path)
                if current is None:
                    Desk(self.truth.facts, self.game.data).must_have(field)
                if type(current) is not int or type(amount) is not int:
                    raise BrokenRule(f"{token}'s {field} is {current!r}, which is not a number to add {amount} to")
                if current + amount < 0 and field not in self.game.signed:
                    raise BrokenRule(f"{token}'s {field} is {current}: {-amount} cannot be taken from it")
                self._put(path, current + amount)
            case Put(token, field, value):
                if ("token", token, "kind") not in self.truth.facts:
                    raise BrokenRule(f"there is no token '{token}' on the table")
                self._put(("token", token, field), value)
            case PutFact(where, value):
                if where[0] in GUARDED:
                    raise BrokenRule(f"{' '.join(where)} is not to be put like that: a token's field goes by Put")
                self._put(where, value)
            case Say(text, ids, whom):
                self.record(Told(text, ids, to if whom is None else whom))
            case Learn(seat, text):
                self.record(Fact(("note", seat, self._next_page(seat)), text, Audience({seat})))
                self.record(Told(text, (), Audience({seat})))
            case Place():
                self._place(change)
            case Remove(token):
                tied = [path for path in self.truth.facts.paths("relation") if token in path[2:]]
                for gone in [*tied, *self.truth.facts.paths("token", token)]:
                    self._put(gone, None)
                for veil in [path for path in self.truth.facts if path[0] in ("veil", "seen") and path[1] == token]:
                    self.record(Fact(veil, None, THE_TABLE))
                for number, procedure in list(self.truth.procedures.items()):
                    if self.truth.asked_by(number) and token in dict(procedure.args).values():
                        self.break_off(number, f"{procedure.verb} ends: {token} is gone")
            case Ruling(token, field, value, reason):
                self._rule(("token", token, field), value, seat, reason)
            case TakeBackTo(before):
                self.take_back_to, self.take_back_by = before, seat
            case _:
                raise BrokenRule(f"{change!r} is not a change")

    def _next_page(self, seat: str) -> str:
        """The first page of a seat's notebook that is still empty; none before it is."""
        full, empty = 0, 1
        while ("note", seat, str(empty)) in self.truth.facts:
            full, empty = empty, 2 * empty
        while empty - full > 1:
            middle = (full + empty) // 2
            if ("note", seat, str(middle)) in self.truth.facts:
                full = middle
            else:
                empty = middle
        return str(empty)

    def _put(self, path: Path, value: Any) -> None:
        if not is_plain(value):
            raise BrokenRule(f"{' '.join(path[1:])}: {value!r} cannot be kept; expected a word, a number, or a row of these")
        stands = self.truth.facts.get(path)
        if stands == value and type(stands) is type(value):  # whoever may know it, knows it
            return
        self.record(Fact(path, value, self.audience_of(path)))
        if path[0] == "token" and path[2] == "at" and self.game.reach:
            self._part_the_distant(path[1])

    def _part_the_distant(self, moved: str) -> None:
        """End the relations of a token that has come out of reach, whoever moved it."""
        facts, desk = self.truth.facts, Desk(self.truth.facts, {})
        for path in [path for path in facts.paths("relation") if moved in path[2:] and path[1] in self.game.reach]:
            is_on_board = all(("token", token, "at") in facts for token in path[2:])
            if is_on_board and desk.distance(path[2], path[3]) > self.game.reach[path[1]]:
                self._put(path, None)

    def _rule(self, path: Path, value: Any, seat: str, reason: str) -> None:
        computed = self.truth.facts.get(path)
        if type(computed) is not type(value):
            raise BrokenRule(f"{path[1]}'s {path[2]} is not of a kind that {value!r} could replace")
        low, high = self.game.limits(path[2])
        if type(value) is int and not low <= value <= high:
            raise BrokenRule(f"{path[1]}'s {path[2]} may be overruled to {low:,} to {high:,}, and not to {value:,}")
        self.record(Overruled(path, computed, value, seat, reason, self.audience_of(path)))
        self._put(path, value)

    def _place(self, place: Place) -> None:
        if ("token", place.token, "kind") in self.truth.facts:
            raise BrokenRule(f"there is a token '{place.token}' on the table already")
        veils: dict[Path, Audience] = {("seen", place.token): place.seen_by, ("veil", place.token): place.veil}
        veils.update({("veil", place.token, field): EVERYONE for field in place.open_fields})
        veils.update({("veil", place.token, field): place.keepers for field in place.closed_fields})
        private = place.keepers.widened(place.owner)
        veils.update({("veil", place.token, field): private for field in place.private_fields})
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
        own = ("veil", token, field)
        veil = facts[own] if own in facts else facts.get(("veil", token), EVERYONE)
        return seen.narrowed(Audience(veil))

    def audience_of(self, path: Path) -> Audience:
        """Who may know a fact: what concerns tokens, those who see all of them."""
        if path[0] == "token":
            return self.audience(path[1], path[2])
        if path[0] == WRITTEN:
            return self.gms()
        to = THE_TABLE if path[0] in ("veil", "seen") else EVERYONE
        for token in path[2:] if path[0] == "relation" else ():
            to = to.narrowed(self.audience(token, "kind"))
        return to

    def gms(self) -> Audience:
        """The game master's seats; nobody where there is none."""
        return Audience(Desk(self.truth.facts, {}).seats("gm"))

    def break_off(self, number: int, reason: str) -> None:
        """End a procedure before its time, and give back what it had taken."""
        procedure = self.truth.procedures[number]
        for path, before, after in reversed([one for landed in procedure.back for one in landed]):
            self._give_back(path, before, after)
        asked = [one.seat for one in self.truth.asked_by(number).values()]
        self.record(Cancelled(number, reason, procedure.to.widened(*asked)))

    def _give_back(self, path: Path, before: Any, after: Any) -> None:
        """Undo one change on the table as it stands: of a number the difference, as far as it is still there."""
        now = self.truth.facts.get(path)
        if type(before) is type(after) is type(now) is int:
            value = now - (after - before)
            self._put(path, value if path[-1] in self.game.signed else max(value, 0))
        elif now == after:
            self._put(path, before)


def is_plain(value: Any) -> bool:
    """Whether a value can be written down and read again as it is."""
    if type(value) is tuple:
        return all(map(is_plain, value))
    return value is None or isinstance(value, (bool, int, str))
