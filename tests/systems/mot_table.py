"""A table of Moment of Truth with small sheets and dice that show what they are told to."""

from fatewright.kit.stage import Stage, stage
from fatewright.kit.stage import cited as ids_of
from fatewright.kit.stage import outcome as outcome
from fatewright.kit.stage import said as lines_of
from fatewright.kit.stage import thrown as faces_of
from fatewright.systems.spec import game

MOT = game("moment-of-truth")
ACUTE = {"phrase": "Detail Acuity", "applies": ["perception"], "when": "noticing small details"}
ANA = {"strength": 3, "agility": 3, "will": 4, "perception": 3} | {
    "skills": {"Athletics": 2, "Pickpocket": 1, "Stealth": 1, "Research": 0, "Intimidate": 0, "Lying": 1},
    "talents": [ACUTE],
}
BO = {"strength": 3, "agility": 3, "will": 3, "perception": 3, "skills": {"Athletics": 1, "Research": 1, "Acting": 0}}
GUARD = {"strength": 3, "perception": 3, "will": 2, "skills": {"Athletics": 1}}


class Play(Stage):
    """A table of ana, bo and a guard whom the game master plays; all dials at their defaults but those given."""

    def __init__(self, *, sheets=(ANA, BO), guard=None, moments=0, system=MOT, **dials):
        people = dict(zip(("ana", "bo", "cy", "di"), sheets, strict=False))
        self.system = system
        super().__init__(system.game, stage(system, people, {"guard": {**GUARD, **(guard or {})}}, dials=dials).table)
        if moments:
            self.give("ana", moments)

    def give(self, seat, moments):
        self.put_fact("seat", seat, "moments", value=moments)

    def call(self, *faces, who="ana", skill="Athletics", statistic="strength", tn=2, **args):
        """A call for a roll: by default of ana's strength 3 and Athletics 2."""
        return self.act("gm", "call-for", *faces, who=who, skill=skill, statistic=statistic, tn=tn, **args)

    def contest(self, *faces, **args):
        """A contest: by default of ana's five dice with bo's four."""
        usual = {"who": "ana", "skill": "Athletics", "statistic": "strength"}
        other = {"against": "bo", "against_skill": "Athletics", "against_statistic": "strength"}
        return self.act("gm", "call-contest", *faces, **{**usual, **other, **args})

    def cares(self, verb, *faces, medic, **args):
        """A treatment, or a revival, by whoever runs the medic; of a player's the game master lets the terms stand."""
        seat = self.of(medic, "owner")
        if seat == "gm":
            return self.act("gm", verb, *faces, medic=medic, **args)
        events = self.act(seat, verb, medic=medic, **args)
        return [*events, *self.answer("gm", self.question("gm", "ruling").default, *faces, to="ruling")]

    def offered(self, seat):
        """The answers that a seat may give to the question that waits for it."""
        return list(self.question(seat).answers())

    def labels(self, seat):
        return {one.value: one.label for one in self.question(seat).options}

    def moments(self, seat="ana"):
        return self.fact("seat", seat, "moments") or 0


def said(events, viewer="ana"):
    return lines_of(events, viewer)


def cited(events, viewer="gm"):
    return ids_of(events, viewer)


def thrown(events, viewer="gm"):
    return faces_of(events, viewer)
