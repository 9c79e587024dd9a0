"""A table of Triumph & Disaster: a Storyteller (gm), players, verbs by name, answers by seat, dice as they are told."""

from fatewright.core.table.engine import Act
from fatewright.core.table.preview import odds_of_act, odds_of_answer
from fatewright.core.table.seal import Audience
from fatewright.core.table.slots import whole
from fatewright.kit.stage import Stage, stage
from fatewright.kit.stage import cited as ids_of
from fatewright.kit.stage import outcome as outcome
from fatewright.kit.stage import said as said
from fatewright.kit.stage import thrown as thrown
from fatewright.systems import sheet
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


class Seated(Stage):
    """Everybody of `people` belongs to the player of the same name (or to whom `owners` says), `foes` to the Storyteller.

    eve looks on. `facts` stand there besides.
    """

    def __init__(self, system, *placed, **more):
        self.system = system
        super().__init__(system.game, stage(system, *placed, players=PLAYERS, **more).table)

    def odds(self, seat, verb, /, **args):
        """The odds of an act, as far as a seat can know: fractions by outcome, and what lies beyond."""
        act = whole(self.table.view(seat), self.game, Act(seat, verb, args))
        return odds_of_act(self.table.view(seat), self.game, act, budget=10_000_000)

    def odds_of_answer(self, seat, value):
        """The odds of what follows if a seat answers the question that it is asked so."""
        return odds_of_answer(self.table.view(seat), self.game, seat, self.waiting(seat), value, budget=10_000_000)

    def derived(self, token):
        """What follows from somebody's sheet, as plain numbers."""
        values = {name: self.of(token, name) for name in self.system.fields}
        return {name: int(score) for name, score in sheet.derived(self.system, values, self.desk.dials()).items()}


def seated(people=None, foes=None, *, dials=None, owners=None, facts=None, system=None):
    """A table with these people on it; sheets by values or by the name of a kind.

    `people` are players' characters, `foes` the Storyteller's; `aptitudes={"Sneak": APTITUDE}` is how a level is written.
    `system` may be a group's own version.
    """
    people = {"ana": {}, "bo": {}} if people is None else people
    return Seated(system or TAD, people, foes, dials=dials, owners=owners, facts=facts)


def fight(*order, at=0, round=1):
    """The facts of a fight among these tokens."""
    return {("turns", "round"): round, ("turns", "order"): order, ("turns", "at"): at}


def cited(events, viewer="gm"):
    return ids_of(events, viewer)
