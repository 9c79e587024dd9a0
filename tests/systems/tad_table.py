"""A table of Triumph & Disaster: a Storyteller (gm), players, verbs by name, answers by seat, dice as they are told."""

from fatewright.core.engine import Act, Answer
from fatewright.core.events import Ended, Fact, Rolled, Told
from fatewright.core.landing import Draft
from fatewright.core.preview import odds_of_act, odds_of_answer
from fatewright.core.seal import EVERYONE, Audience, see
from fatewright.core.story import Desk, Put, PutFact
from fatewright.core.table import Table
from fatewright.kit.stage import no_dice
from fatewright.systems import sheet
from fatewright.systems.opening import opening
from fatewright.systems.spec import game

TAD = game("triumph-and-disaster")
GM = Audience({"gm"})
PLAYERS = ("ana", "bo")
NONE, APTITUDE, MASTERY = 0, 1, 2


def usual(**dials):
    """The dials of a table: as given, or at their default."""
    return TAD.usual_dials(dials)


def kept(**values):
    """A sheet as a table keeps it: what is not given stands as at the start."""
    return TAD.kept({name: values.get(name, field.start) for name, field in TAD.fields.items()})


class Seated:
    """Everybody of `people` belongs to the player of the same name (or to whom `owners` says), `foes` to the Storyteller.

    eve looks on. `facts` stand there besides.
    """

    def __init__(self, people, foes, dials, owners, facts, system=None):
        self.system, self.table = system or TAD, Table()
        seats = dict.fromkeys((*PLAYERS, *(name for name in people if name not in owners)), "player")
        self.table.append(opening(self.system, {"gm": "gm", **seats, "eve": "spectator"}, dials))
        draft = self._draft()
        for name, values in people.items():
            owner = owners.get(name, name)
            draft.land(self.system.place(name, self._sheet(values), "character", owner, keepers=GM, dials=dials), EVERYONE)
        for name, values in foes.items():
            draft.land(self.system.place(name, self._sheet(values), "foe", "gm", GM, GM, dials), EVERYONE)
        for path, value in facts.items():
            draft.land(PutFact(path, value), EVERYONE)
        self.table.append(draft.events)

    def _sheet(self, values):
        return self.system.kinds[values] if isinstance(values, str) else values

    def _draft(self):
        return Draft(len(self.table.records), self.table.truth.fork(), self.system.game, no_dice)

    def _args(self, verb, args):
        fields = self.system.game.verbs[verb].slots
        return {**{one.name: one.default for one in fields if one.default is not None}, **args}

    def act(self, seat, verb, /, *faces, **args):
        """The events of an act; what is not given stands as in the form. The faces must be used up."""
        return self.do(Act(seat, verb, self._args(verb, args)), *faces)

    def answer(self, seat, value, *faces):
        """Answer the oldest question that waits for a seat; then these dice fall."""
        return self.do(Answer(seat, self._waiting(seat), value), *faces)

    def do(self, command, *faces):
        left = list(faces)

        def draw(sides):
            assert left, f"one more d{sides} is thrown than the test knows of"
            face = left.pop(0)
            assert 1 <= face <= sides, f"a d{sides} cannot show {face}"
            return face

        events = self.table.do(self.system.game, command, draw)
        broken = [event.text for event in events if isinstance(event, Told) and "was broken off" in event.text]
        assert broken == [], broken
        assert left == [], f"{left} are not thrown"
        return events

    def odds(self, seat, verb, /, **args):
        """The odds of an act, as far as a seat can know: fractions by outcome, and what lies beyond."""
        act = Act(seat, verb, self._args(verb, args))
        return odds_of_act(self.table.view(seat), self.system.game, act, budget=10_000_000)

    def odds_of_answer(self, seat, value):
        """The odds of what follows if a seat answers the question that it is asked so."""
        return odds_of_answer(self.table.view(seat), self.system.game, seat, self._waiting(seat), value, budget=10_000_000)

    def put(self, token, **fields):
        """Set fields of a token, as a table keeps them; who may know them stays as it is."""
        draft = self._draft()
        for field, value in fields.items():
            draft.land(Put(token, field, value), EVERYONE)
        self.table.append(draft.events)

    def put_fact(self, *path, value):
        """Set a fact that belongs to nobody."""
        self.table.append([Fact(path, value, EVERYONE)])

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

    def fact(self, *path):
        return self.table.truth.facts.get(path)

    def sees(self, seat, *path):
        """What a seat knows of a fact; None if nothing."""
        return self.table.view(seat).facts.get(path)

    def derived(self, token):
        """What follows from somebody's sheet, as plain numbers."""
        values = {name: self.of(token, name) for name in self.system.fields}
        return {name: int(score) for name, score in sheet.derived(self.system, values, self.desk.dials()).items()}

    @property
    def desk(self):
        """The truth, as a story of the Storyteller's would see it."""
        return Desk(self.table.truth.facts, self.system.game.data, "gm")


def seated(people=None, foes=None, *, dials=None, owners=None, facts=None, system=None):
    """A table with these people on it; sheets by values or by the name of a kind.

    `people` are players' characters, `foes` the Storyteller's; `aptitudes={"Sneak": APTITUDE}` is how a level is written.
    `system` may be a group's own version.
    """
    people = {"ana": {}, "bo": {}} if people is None else people
    return Seated(people, foes or {}, dials or {}, owners or {}, facts or {}, system)


def fight(*order, at=0, round=1):
    """The facts of a fight among these tokens."""
    return {("turns", "round"): round, ("turns", "order"): order, ("turns", "at"): at}


def outcome(events):
    """What an act came to."""
    (ended,) = (event.outcome for event in events if isinstance(event, Ended))
    return ended


def said(events, viewer="eve"):
    """The lines that somebody hears."""
    return [event.text for event in events if isinstance(event, Told) and see(event, viewer)]


def cited(events, viewer="gm"):
    """The ids that the lines for a viewer cite."""
    return {id for event in events if isinstance(event, Told) and see(event, viewer) for id in event.ids}


def thrown(events, viewer="eve"):
    """The faces of each throw as a viewer sees them; whoever may not see them gets the hidden thing itself."""
    seen = [see(event, viewer) for event in events if isinstance(event, Rolled)]
    return [one.dice if not isinstance(one.dice, tuple) else tuple(die.face for die in one.dice) for one in seen if one]
