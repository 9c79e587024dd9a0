"""Tables in the middle of something, set out without a browser: the scene in which each game is tried, as far as one likes."""

import json

from fatewright.systems.scene import scene_of
from fatewright.systems.spec import games
from web.serving import Browser

SYSTEMS = games()
MOST_QUESTIONS = 30


class Sitters:
    """The people of a game's scene at a table of their own, and a television."""

    def __init__(self, address, game):
        self.address, self.game = address, game
        self.scene = scene_of(SYSTEMS[game])
        seats = self.scene.seats(has_gm=SYSTEMS[game].has_gm)
        self.you, self.host = self.scene.you, self.scene.gm if SYSTEMS[game].has_gm else self.scene.you
        self.browsers = {name: Browser(address) for name in [self.host, *(name for name in seats if name != self.host)]}
        opened = {"game": game, "name": self.scene.title, "seat": self.host, "dials": dict(self.scene.dials)}
        self.id = self.browsers[self.host].post("/api/tables", opened)[1]["id"]
        for name in list(self.browsers)[1:]:
            self.join(name, self.browsers[name])
        self.sittings = {name: browser.sit(self.id) for name, browser in self.browsers.items()}
        for one in self.scene.people:
            if SYSTEMS[game].has_gm and one.seat != self.host:
                self.do(one.seat, "bring", character=written(game, one.name, one.kind))
            else:
                self.do(one.seat, "place", name=one.name, kind=one.kind)
        for act in self.scene.before:
            self.do(act.seat, act.verb, **act.args)

    def join(self, name, browser, role="player"):
        status, said = browser.post(f"/api/tables/{self.id}/join", {"name": name, "role": role})
        assert status == 200, said
        self.browsers[name] = browser

    def do(self, seat, verb, /, **args):
        """Do something, which must be allowed; what is not said is as the form begins."""
        fields = SYSTEMS[self.game].game.verbs[verb].slots
        usual = {field.name: field.default for field in fields if field.default is not None}
        said = self.sittings[seat].act(verb, **{**usual, **args})
        assert said["is"] == "done", (self.game, verb, args, said)

    def play(self, steps):
        """Play so many steps of the scene to their ends."""
        for step in self.scene.steps[:steps]:
            self.do(step.seat, step.verb, **step.args)
            self.settle(step.answers)

    def begin(self, place, *, is_answered=True):
        """Begin a step, and leave it where the newcomer is asked, or where anybody is."""
        step = self.scene.steps[place]
        self.do(step.seat, step.verb, **step.args)
        if is_answered:
            self.settle(step.answers, but=self.you)

    def settle(self, answers, but=""):
        """Answer whatever is asked, until nothing is."""
        for _ in range(MOST_QUESTIONS):
            waiting = [(seat, one) for seat in self.sittings if seat != but for one in self._open(seat)]
            if not waiting:
                return
            seat, one = waiting[0]
            said = self.sittings[seat].send("answer", question=one["number"], answer=answered(one, answers))
            assert said["is"] == "done", (self.game, one, said)
        raise AssertionError(f"{self.game}: still asked after {MOST_QUESTIONS} answers")

    def _open(self, seat):
        questions = self.sittings[seat].hear().questions
        return [one for one in questions if one["asked"] and not one["is_locked"]]

    def leave(self):
        for sitting in self.sittings.values():
            sitting.close()


def written(game, name, kind):
    """A ready-made character as a player brings it: what it does not say is as the builder begins."""
    system = SYSTEMS[game]
    asked = {field: system.fields[field] for step in system.steps for field in step.fields}
    starts = {name: field.low if field.start is None else field.start for name, field in asked.items()}
    ready = {field: value for field, value in system.kinds[kind].items() if field in asked}
    return json.dumps({"game": game, "version": system.version, "name": name, "choices": starts | ready})


def answered(one, answers):
    """What the scene says, or what stands there if nobody does, or the last thing that is possible."""
    asked = one["asked"]
    if one["name"] in answers:
        return answers[one["name"]]
    if asked.get("default") is not None:
        return asked["default"]
    if asked["kind"] == "form":
        return [answered({"name": field["name"], "asked": field}, answers) for field in asked["fields"]]
    possible = [option["value"] for option in asked.get("options") or [] if not option.get("blocked")]
    return possible[-1] if possible else asked.get("low") or 0
