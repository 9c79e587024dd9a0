"""A table of Avitch: three players and no game master, verbs by name, answers by seat, dice that show what they are told to."""

from fatewright.kit.stage import Stage, stage
from fatewright.kit.stage import cited as cited
from fatewright.kit.stage import outcome as outcome
from fatewright.kit.stage import said as said
from fatewright.kit.stage import thrown as thrown
from fatewright.systems import sheet
from fatewright.systems.spec import game

AVI = game("avitch")
SEATS = ("ana", "bo", "cy")


def usual(**dials):
    """The dials of a table: as given, or at their default."""
    return AVI.usual_dials(dials)


def kept(**values):
    """A sheet as a table keeps it: what is not given stands as at the start."""
    return AVI.kept({name: values.get(name, field.start) for name, field in AVI.fields.items()})


class Seated(Stage):
    """Everybody of `people` belongs to the player of the same name, or to whom `owners` says; eve looks on."""

    def __init__(self, people, **more):
        self.system = AVI
        super().__init__(AVI.game, stage(AVI, people, **more).table)

    def answers(self, answers, *faces):
        """Answer for several seats, one after another; the dice fall after the last. All events together."""
        *first, last = answers.items()
        events = [event for seat, value in first for event in self.answer(seat, value)]
        return [*events, *self.answer(*last, *faces)]

    def derived(self, token):
        """What follows from somebody's sheet, as plain numbers."""
        values = {name: self.of(token, name) for name in AVI.fields}
        return {name: int(score) for name, score in sheet.derived(AVI, values, self.desk.dials()).items()}


def seated(people=None, dials=None, *, owners=None, seats=SEATS, facts=None):
    """A table where each seat has a token of its own name, with the sheet of `people` (values, or the name of a kind).

    Whoever else is in `people` is a further token: of the seat that `owners` names, else of ana. `facts` stand there besides.
    """
    given = people or {}
    everybody = {**{seat: {} for seat in seats}, **given}
    whose = {**{name: "ana" for name in given if name not in seats}, **(owners or {})}
    return Seated(everybody, dials=dials, owners=whose, players=seats, facts=facts)
