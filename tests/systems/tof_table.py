"""A table of Twist of Fate, or of Mind over Matter: whoever is wanted, verbs by name, answers by seat."""

from fatewright.core.table.events import Told
from fatewright.core.table.seal import Audience, see
from fatewright.kit.stage import Stage, stage
from fatewright.kit.stage import cited as ids_of
from fatewright.kit.stage import outcome as outcome
from fatewright.systems import sheet
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


class Seated(Stage):
    """Everybody of `people` belongs to the player of the same name, `foes` to the game master; eve looks on."""

    def __init__(self, system, *placed, **more):
        self.system = system
        super().__init__(system.game, stage(system, *placed, **more).table)

    def pools(self, token):
        """A token's four pools, and health points."""
        return tuple(self.of(token, field) for field in ("strength_pool", "agility_pool", "brains_pool", "social_pool", "hp"))

    def derived(self, token):
        """What follows from somebody's sheet, as plain numbers."""
        values = {name: self.of(token, name) for name in self.system.fields}
        found = sheet.derived(self.system, values, self.desk.dials())
        return {name: int(score) for name, score in found.items()}


def seated(system=TOF, *, people=None, foes=None, dials=None, facts=None):
    """A table with these people on it; sheets by values or by the name of a kind. `facts` stand there besides."""
    return Seated(system, {"ana": {}} if people is None else people, foes, dials=dials, facts=facts)


def fight(*order, at=0, round=1):
    """The facts of a fight among these."""
    return {("turns", "round"): round, ("turns", "order"): order, ("turns", "at"): at}


def said(events, viewer="eve"):
    """The lines that somebody hears, but for those that name the bids (see `named_bids`)."""
    return [event.text for event in events if isinstance(event, Told) and see(event, viewer) and event.ids != BIDS]


BIDS = ("TOF-1.23",)


def named_bids(events, viewer="eve"):
    """The lines that tell somebody who has bid what."""
    return [event.text for event in events if isinstance(event, Told) and see(event, viewer) and event.ids == BIDS]


def cited(events, viewer="gm"):
    return ids_of(events, viewer)
