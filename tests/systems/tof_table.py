"""A table of Twist of Fate, or of Mind over Matter: whoever is wanted, verbs by name, answers by seat."""

from fatewright.core.engine import Act, Answer
from fatewright.core.events import Ended, Told
from fatewright.core.game import Overrule
from fatewright.core.landing import Draft
from fatewright.core.seal import EVERYONE, Audience, see
from fatewright.core.story import Desk, PutFact
from fatewright.core.table import Table
from fatewright.kit.stage import no_dice
from fatewright.systems import sheet
from fatewright.systems.opening import opening
from fatewright.systems.spec import game

TOF, MOM = game("twist-of-fate"), game("mind-over-matter")
GM = Audience({"gm"})
ATTRIBUTES = ("strength", "agility", "brains", "social", "health")


def usual(system=TOF, **dials):
    """The dials of a table: as given, or at their default."""
    return system.usual_dials(dials)


def kept(system=TOF, **values):
    """A sheet as a table keeps it: what is not given stands as at the start."""
    return system.kept({name: values.get(name, field.start) for name, field in system.fields.items()})


class Seated:
    """Everybody of `people` belongs to the player of the same name, `foes` to the game master; eve looks on."""

    def __init__(self, system, dials, people, foes, facts):
        self.system, self.table = system, Table()
        self.table.append(opening(system, {"gm": "gm", **dict.fromkeys(people, "player"), "eve": "spectator"}, dials))
        draft = Draft(len(self.table.records), self.table.truth.fork(), system.game, no_dice)
        for name, values in people.items():
            draft.land(system.place(name, self._sheet(values), "character", name, keepers=GM, dials=dials), EVERYONE)
        for name, values in foes.items():
            draft.land(system.place(name, self._sheet(values), "foe", "gm", GM, GM, dials), EVERYONE)
        for path, value in facts.items():
            draft.land(PutFact(path, value), EVERYONE)
        self.table.append(draft.events)

    def _sheet(self, values):
        return self.system.kinds[values] if isinstance(values, str) else values

    def act(self, seat, verb, /, **args):
        """The events of an act; what is not given stands as in the form."""
        fields = self.system.game.verbs[verb].slots
        return self.do(Act(seat, verb, {**{one.name: one.default for one in fields if one.default is not None}, **args}))

    def answer(self, seat, value):
        """Answer the oldest question that waits for a seat."""
        return self.do(Answer(seat, self._waiting(seat), value))

    def put(self, token, **fields):
        """Set fields of a token, as the game master may."""
        for field, value in fields.items():
            self.do(Overrule("gm", token, field, value, "for a test"))

    def do(self, command):
        events = self.table.do(self.system.game, command, no_dice)
        assert [event.text for event in events if isinstance(event, Told) and "was broken off" in event.text] == []
        return events

    def _waiting(self, seat):
        return next(n for n, one in self.table.truth.questions.items() if one.seat == seat and not one.is_locked)

    def asked(self, seat=None):
        """The names of all open questions with their seats; of one seat, the question that it is to answer."""
        if seat is not None:
            return self.table.truth.questions[self._waiting(seat)].asked
        return [(one.seat, one.name) for one in self.table.truth.questions.values() if not one.is_locked]

    def of(self, token, field):
        """What a token's field is, in truth."""
        return self.table.truth.facts[("token", token, field)]

    def pools(self, token):
        """A token's four pools, and health points."""
        return tuple(self.of(token, field) for field in ("strength_pool", "agility_pool", "brains_pool", "social_pool", "hp"))

    def fact(self, *path):
        return self.table.truth.facts.get(path)

    def sees(self, seat, *path):
        """What a seat knows of a fact; None if nothing."""
        return self.table.view(seat).facts.get(path)

    def derived(self, token):
        """What follows from somebody's sheet, as plain numbers."""
        values = {name: self.of(token, name) for name in self.system.fields}
        found = sheet.derived(self.system, values, self.desk.dials())
        return {name: int(score) for name, score in found.items()}

    @property
    def desk(self):
        return Desk(self.table.truth.facts, self.system.game.data, "gm")


def seated(system=TOF, *, people=None, foes=None, dials=None, facts=None):
    """A table with these people on it; sheets by values or by the name of a kind. `facts` stand there besides."""
    return Seated(system, dials or {}, {"ana": {}} if people is None else people, foes or {}, facts or {})


def fight(*order, at=0, round=1):
    """The facts of a fight among these."""
    return {("turns", "round"): round, ("turns", "order"): order, ("turns", "at"): at}


def outcome(events):
    (ended,) = (event.outcome for event in events if isinstance(event, Ended))
    return ended


def said(events, viewer="eve"):
    """The lines that somebody hears, but for those that name the bids (see `named_bids`)."""
    return [event.text for event in events if isinstance(event, Told) and see(event, viewer) and event.ids != BIDS]


BIDS = ("TOF-1.23",)


def named_bids(events, viewer="eve"):
    """The lines that tell somebody who has bid what."""
    return [event.text for event in events if isinstance(event, Told) and see(event, viewer) and event.ids == BIDS]


def cited(events, viewer="gm"):
    """The ids that the lines for a viewer cite."""
    return {id for event in events if isinstance(event, Told) and see(event, viewer) for id in event.ids}
