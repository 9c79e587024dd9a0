"""A table of Avitch: three players and no game master, verbs by name, answers by seat, dice that show what they are told to."""

from fatewright.core.engine import Act, Answer
from fatewright.core.events import Ended, Fact, Rolled, Told
from fatewright.core.landing import Draft
from fatewright.core.seal import EVERYONE, see
from fatewright.core.story import Desk, Put, PutFact
from fatewright.core.table import Table
from fatewright.kit.stage import no_dice
from fatewright.systems import sheet
from fatewright.systems.opening import opening
from fatewright.systems.spec import game

AVI = game("avitch")
SEATS = ("ana", "bo", "cy")


def usual(**dials):
    """The dials of a table: as given, or at their default."""
    return AVI.usual_dials(dials)


def kept(**values):
    """A sheet as a table keeps it: what is not given stands as at the start."""
    return AVI.kept({name: values.get(name, field.start) for name, field in AVI.fields.items()})


class Seated:
    """Everybody of `people` belongs to the player of the same name, or to whom `owners` says; eve looks on."""

    def __init__(self, people, dials, owners, seats, facts):
        self.system, self.table = AVI, Table()
        self.table.append(opening(AVI, {**dict.fromkeys(seats, "player"), "eve": "spectator"}, dials))
        draft = self._draft()
        for name, values in people.items():
            values, kind = (AVI.kinds[values], values) if isinstance(values, str) else (values, "character")
            draft.land(AVI.place(name, values, kind, owners.get(name, name), dials=dials), EVERYONE)
        for path, value in facts.items():
            draft.land(PutFact(path, value), EVERYONE)
        self.table.append(draft.events)

    def _draft(self):
        return Draft(len(self.table.records), self.table.truth.fork(), AVI.game, no_dice)

    def act(self, seat, verb, /, *faces, **args):
        """The events of an act; what is not given stands as in the form. The faces must be used up."""
        fields = AVI.game.verbs[verb].slots
        usual_args = {one.name: one.default for one in fields if one.default is not None}
        return self.do(Act(seat, verb, {**usual_args, **args}), *faces)

    def answer(self, seat, value, *faces):
        """Answer the oldest question that waits for a seat; then these dice fall."""
        return self.do(Answer(seat, self._waiting(seat), value), *faces)

    def answers(self, answers, *faces):
        """Answer for several seats, one after another; the dice fall after the last. All events together."""
        *first, last = answers.items()
        events = [event for seat, value in first for event in self.answer(seat, value)]
        return [*events, *self.answer(*last, *faces)]

    def do(self, command, *faces):
        left = list(faces)

        def draw(sides):
            assert left, f"one more d{sides} is thrown than the test knows of"
            face = left.pop(0)
            assert 1 <= face <= sides, f"a d{sides} cannot show {face}"
            return face

        events = self.table.do(AVI.game, command, draw)
        assert left == [], f"{left} are not thrown"
        assert [event.text for event in events if isinstance(event, Told) and "was broken off" in event.text] == []
        return events

    def put(self, token, **fields):
        """Set fields of a token; a name with spaces goes as `**{"Fighting Mind": 3}`. Rows and sets as a table keeps them."""
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
        values = {name: self.of(token, name) for name in AVI.fields}
        return {name: int(score) for name, score in sheet.derived(AVI, values, self.desk.dials()).items()}

    @property
    def desk(self):
        """The truth, as a story of ana's would see it."""
        return Desk(self.table.truth.facts, AVI.game.data, "ana")


def seated(people=None, dials=None, *, owners=None, seats=SEATS, facts=None):
    """A table where each seat has a token of its own name, with the sheet of `people` (values, or the name of a kind).

    Whoever else is in `people` is a further token: of the seat that `owners` names, else of ana. `facts` stand there besides.
    """
    given = people or {}
    everybody = {**{seat: {} for seat in seats}, **given}
    whose = {**{name: "ana" for name in given if name not in seats}, **(owners or {})}
    return Seated(everybody, dials or {}, whose, seats, facts or {})


def outcome(events):
    """What an act came to."""
    (ended,) = (event.outcome for event in events if isinstance(event, Ended))
    return ended


def said(events, viewer="eve"):
    """The lines that somebody hears."""
    return [event.text for event in events if isinstance(event, Told) and see(event, viewer)]


def cited(events, viewer="eve"):
    """The ids that the lines for a viewer cite."""
    return {id for event in events if isinstance(event, Told) and see(event, viewer) for id in event.ids}


def thrown(events, viewer="eve"):
    """The faces of each throw as a viewer sees them; whoever may not see them gets the hidden thing itself."""
    seen = [see(event, viewer) for event in events if isinstance(event, Rolled)]
    return [one.dice if not isinstance(one.dice, tuple) else tuple(die.face for die in one.dice) for one in seen if one]
