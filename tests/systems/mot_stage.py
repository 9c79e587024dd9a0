"""A stage for Moment of Truth: whoever is wanted, verbs by name, dice that show what they are told to."""

from fatewright.core.rule.odds import Memory
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import Given
from fatewright.core.table.events import Rolled
from fatewright.core.table.preview import odds_of_answer
from fatewright.core.table.seal import Audience, is_hidden, see
from fatewright.kit.stage import Stage, stage
from fatewright.kit.stage import outcome as outcome
from fatewright.kit.stage import said as said
from fatewright.systems import sheet
from fatewright.systems.spec import from_folder, game
from witnesses import fractions

MOT = game("moment-of-truth")
STATISTICS = ("endurance", "strength", "agility", "will", "perception", "education")
GM = Audience({"gm"})
CALM = {"use_mots": "off"}  # whoever is asked to roll, rolls


def somebody(skills=None, **values):
    """The values of a sheet: every statistic 3, no skills, unless told otherwise."""
    return {**dict.fromkeys(STATISTICS, 3), "skills": skills or {}, **values}


def built(**choices):
    """A character as a builder leaves it: every statistic 3, and what is not chosen as at the start."""
    start = {name: MOT.fields[name].start for step in MOT.steps for name in step.fields}
    return sheet.Character("moment-of-truth", 1, "Nora", {**start, **dict.fromkeys(STATISTICS, 3), **choices})


def extension(folder, text):
    """The game with what a group adds to it."""
    (folder / "system.toml").write_text(f'[system]\nextends = "moment-of-truth"\n{text}', encoding="utf-8")
    return from_folder(folder)


def priced(call, lens=""):
    """The odds of `call`, worked out anew: nothing that another test has left in memory is used."""
    return odds(call, lens=lens, memory=Memory())


class Play(Stage):
    """A table: `heroes` belong to the players of their names in small letters, `foes` to the game master."""

    def __init__(self, heroes=None, foes=None, dials=None, moments=0, system=MOT):
        self.system, heroes = system, {"Ana": somebody()} if heroes is None else heroes
        held = {("seat", name.lower(), "moments"): moments for name in heroes}
        super().__init__(system.game, stage(system, heroes, foes, dials=dials, facts=held).table)

    def call(self, who, skill, *faces, **args):
        """The game master calls for a roll."""
        return self.act("gm", "call-for", *faces, who=who, skill=skill, **args)

    def cares(self, verb, *faces, medic, **args):
        """A treatment, or a revival, by whoever runs the medic; of a player's the game master lets the terms stand."""
        seat = self.of(medic, "owner")
        if seat == "gm":
            return self.act("gm", verb, *faces, medic=medic, **args)
        events = self.act(seat, verb, medic=medic, **args)
        return [*events, *self.answer("gm", self.question("gm", "ruling").default, *faces, to="ruling")]

    def odds(self, seat, answer, *people):
        """What would come of an answer, as the seat can know."""
        told = Given(("setback", False), *people)
        return fractions(odds_of_answer(self.table.view(seat), self.game, seat, self.waiting(seat), answer, told))

    def sheet(self, token):
        """Everything that stands on somebody's sheet."""
        return {path[2]: value for path, value in self.table.truth.facts.items() if path[:2] == ("token", token)}

    def moments(self, seat="ana"):
        return self.fact("seat", seat, "moments")

    def knows(self, seat, *path):
        return path in self.table.view(seat).facts


def faces(events, viewer="gm"):
    """The dice that somebody sees, throw by throw."""
    seen = [see(event, viewer) for event in events if isinstance(event, Rolled)]
    return [[die.face for die in one.dice] for one in seen if one and not is_hidden(one.dice)]


def dice(events):
    """How many dice were thrown, throw by throw."""
    return [len(one) for one in faces(events)]


def fives_count(events):
    """Whether fives counted as successes in the only throw; there must be fives in it."""
    (rolled,) = [see(event, "gm") for event in events if isinstance(event, Rolled)]
    (mark,) = {die.mark for die in rolled.dice if die.face == 5}
    return mark == "success"
