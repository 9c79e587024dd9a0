"""A stage for Moment of Truth: whoever is wanted, verbs by name, dice that show what they are told to."""

from fatewright.core.dice import typed_faces
from fatewright.core.engine import Act, Answer
from fatewright.core.events import Ended, Rolled, Told
from fatewright.core.landing import Draft
from fatewright.core.odds import Memory
from fatewright.core.preview import odds_of_answer
from fatewright.core.price import odds
from fatewright.core.reading import Given
from fatewright.core.seal import EVERYONE, Audience, is_hidden, see
from fatewright.core.story import Desk, PutFact
from fatewright.core.table import Table
from fatewright.systems import sheet
from fatewright.systems.opening import opening
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


class Play:
    """A table: `heroes` belong to the players of their names in small letters, `foes` to the game master."""

    def __init__(self, heroes=None, foes=None, dials=None, moments=0, system=MOT):
        heroes = {"Ana": somebody()} if heroes is None else heroes
        self.system, self.table = system, Table()
        players = [name.lower() for name in heroes]
        self.table.append(opening(system, {"gm": "gm", **dict.fromkeys(players, "player"), "eve": "spectator"}, dials))
        draft = Draft(len(self.table.records), self.table.truth.fork(), system.game, typed_faces(()))
        for name, values in heroes.items():
            draft.land(system.place(name, values, "character", name.lower(), keepers=GM), EVERYONE)
            draft.land(PutFact(("seat", name.lower(), "moments"), moments), EVERYONE)
        for name, values in (foes or {}).items():
            draft.land(system.place(name, values, "foe", "gm", GM, GM), EVERYONE)
        self.table.append(draft.events)

    def act(self, seat, verb, /, *faces, **args):
        """The events of an act; what is not given stands in the form as it comes. The faces must be used up."""
        fields = self.system.game.verbs[verb].slots
        return self.do(Act(seat, verb, {**{one.name: one.default for one in fields if one.default is not None}, **args}), faces)

    def call(self, who, skill, *faces, **args):
        """The game master calls for a roll."""
        return self.act("gm", "call-for", *faces, who=who, skill=skill, **args)

    def answer(self, seat, answer, *faces):
        """Answer what is asked of a seat."""
        return self.do(Answer(seat, self.waiting(seat), answer), faces)

    def do(self, command, faces=()):
        left, draw = list(faces), typed_faces(faces)

        def counted(sides):
            del left[:1]
            return draw(sides)

        events = self.table.do(self.system.game, command, counted)
        assert left == [], f"{left} were not thrown"
        assert [event.text for event in events if isinstance(event, Told) and "was broken off" in event.text] == []
        return events

    def waiting(self, seat):
        """The number of the question that a seat has to answer."""
        return next(n for n, one in self.table.truth.questions.items() if one.seat == seat and not one.is_locked)

    def asked(self):
        return [(one.seat, one.name) for one in self.table.truth.questions.values()]

    def offers(self, seat):
        """What a seat may choose, with the words beside it; what is blocked is left out."""
        return {one.value: one.label for one in self.table.truth.questions[self.waiting(seat)].asked.options if not one.blocked}

    def odds(self, seat, answer, *people):
        """What would come of an answer, as the seat can know."""
        told = Given(("setback", False), *people)
        return fractions(odds_of_answer(self.table.view(seat), self.system.game, seat, self.waiting(seat), answer, told))

    def of(self, token, field):
        return self.table.truth.facts[("token", token, field)]

    def sheet(self, token):
        """Everything that stands on somebody's sheet."""
        return {path[2]: value for path, value in self.table.truth.facts.items() if path[:2] == ("token", token)}

    def moments(self, seat="ana"):
        return self.table.truth.facts[("seat", seat, "moments")]

    def knows(self, seat, *path):
        return path in self.table.view(seat).facts

    @property
    def desk(self):
        return Desk(self.table.truth.facts, self.system.game.data, "gm")


def outcome(events):
    return next(event.outcome for event in events if isinstance(event, Ended))


def said(events, viewer="eve"):
    """The lines that somebody hears."""
    return [event.text for event in events if isinstance(event, Told) and see(event, viewer)]


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
