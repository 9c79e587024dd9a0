"""A table of Moment of Truth with small sheets and dice that show what they are told to."""

from fatewright.core.dice import typed_faces
from fatewright.core.engine import Act, Answer, Overrule
from fatewright.core.events import Ended, Fact, Rolled, Told
from fatewright.core.seal import EVERYONE, see
from fatewright.kit.stage import stage
from fatewright.systems.spec import game

MOT = game("moment-of-truth")
ACUTE = {"phrase": "Detail Acuity", "applies": ["perception"], "when": "noticing small details"}
ANA = {"strength": 3, "agility": 3, "will": 4, "perception": 3} | {
    "skills": {"Athletics": 2, "Pickpocket": 1, "Stealth": 1, "Research": 0, "Intimidate": 0, "Lying": 1},
    "talents": [ACUTE],
}
BO = {"strength": 3, "agility": 3, "will": 3, "perception": 3, "skills": {"Athletics": 1, "Research": 1, "Acting": 0}}
GUARD = {"strength": 3, "perception": 3, "will": 2, "skills": {"Athletics": 1}}


class Play:
    """A table of ana, bo and a guard whom the game master plays; all dials at their defaults but those given."""

    def __init__(self, *, sheets=(ANA, BO), guard=None, moments=0, system=MOT, **dials):
        players = ("ana", "bo", "cy", "di")[: len(sheets)]
        named = system._replace(kinds={f"sheet {place}": sheet for place, sheet in enumerate(sheets)})
        self.system = system
        self.table = stage(named, players=players, foes={"guard": {**GUARD, **(guard or {})}}, dials=dials)
        if moments:
            self.give("ana", moments)

    def give(self, seat, moments):
        self.table.append([Fact(("seat", seat, "moments"), moments, EVERYONE)])

    def put(self, token, **fields):
        for field, value in fields.items():
            self.table.do(self.system.game, Overrule("gm", token, field, value, "for a test"), typed_faces(()))

    def act(self, seat, verb, /, *faces, **args):
        """The events of an act; what is not given stands as in the form. The faces must be used up."""
        defaults = {field.name: field.default for field in self.system.game.verbs[verb].slots if field.default is not None}
        return self.do(Act(seat, verb, {**defaults, **args}), *faces)

    def call(self, *faces, who="ana", skill="Athletics", statistic="strength", tn=2, **args):
        """A call for a roll: by default of ana's strength 3 and Athletics 2."""
        return self.act("gm", "call-for", *faces, who=who, skill=skill, statistic=statistic, tn=tn, **args)

    def contest(self, *faces, **args):
        """A contest: by default of ana's five dice with bo's four."""
        usual = {"who": "ana", "skill": "Athletics", "statistic": "strength"}
        other = {"against": "bo", "against_skill": "Athletics", "against_statistic": "strength"}
        return self.act("gm", "call-contest", *faces, **{**usual, **other, **args})

    def answer(self, seat, answer, *faces):
        return self.do(Answer(seat, self.question(seat), answer), *faces)

    def do(self, command, *faces):
        left = list(faces)

        def draw(sides):
            assert sides == 6
            assert left, "more dice are thrown than the test knows of"
            return left.pop(0)

        events = self.table.do(self.system.game, command, draw)
        assert left == [], f"{left} are not thrown"
        broken = [event.text for event in events if isinstance(event, Told) and "broken off" in event.text]
        assert broken == []
        return events

    def question(self, seat):
        """The number of the one question that waits for a seat."""
        (number,) = (n for n, one in self.table.truth.questions.items() if one.seat == seat and not one.is_locked)
        return number

    def offered(self, seat):
        """The answers that a seat may give to the one question that waits for it."""
        return list(self.table.truth.questions[self.question(seat)].asked.answers())

    def labels(self, seat):
        return {one.value: one.label for one in self.table.truth.questions[self.question(seat)].asked.options}

    def blocked(self, seat):
        """The answers that are shown but not open, and why."""
        options = self.table.truth.questions[self.question(seat)].asked.options
        return {one.value: one.blocked for one in options if one.blocked}

    def asked(self):
        return [(one.seat, one.name) for one in self.table.truth.questions.values()]

    def moments(self, seat="ana"):
        return self.table.truth.facts.get(("seat", seat, "moments"), 0)

    def of(self, token, field):
        return self.table.truth.facts[("token", token, field)]

    def sees(self, seat, *path):
        """What a seat knows of a fact; None if nothing."""
        return self.table.view(seat).facts.get(path)


def outcome(events):
    (ended,) = (event.outcome for event in events if isinstance(event, Ended))
    return ended


def said(events, viewer="ana"):
    return [event.text for event in events if isinstance(event, Told) and see(event, viewer)]


def cited(events, viewer="gm"):
    """The ids that the lines for a viewer cite."""
    return {id for event in events if isinstance(event, Told) and see(event, viewer) for id in event.ids}


def thrown(events, viewer="gm"):
    """The faces of each throw as a viewer sees them; whoever may not see them gets the hidden thing itself."""
    seen = [see(event, viewer) for event in events if isinstance(event, Rolled)]
    return [
        event.dice if not isinstance(event.dice, tuple) else tuple(die.face for die in event.dice) for event in seen if event
    ]
