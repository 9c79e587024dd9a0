"""A scene to try a game in: who is there, what has happened, and what a newcomer does, step by step.

A game says it under `[try]`; one that says nothing gets a plain scene: its first kind of people, and another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from fatewright.core.errors import BadAnswer, BadValue
from fatewright.core.rule.dice import Draw
from fatewright.core.table.events import Event, Fact
from fatewright.core.table.facts import Facts
from fatewright.core.table.game import Act
from fatewright.core.table.landing import Draft
from fatewright.core.table.seal import EVERYONE, Audience, may_be_a_seat
from fatewright.core.table.story import Desk, Refusal, answers_for
from fatewright.core.table.table import Table
from fatewright.systems.keys import wrong_keys, wrong_texts
from fatewright.systems.opening import opening

if TYPE_CHECKING:
    from fatewright.systems.spec import System

YOU, STEP = ("try", "you"), ("try", "step")  # where a table notes who tries it, and how far they are
GM = "Game master"
PLAIN_STEPS = 3
SCENE = {
    "title": (str, True),
    "text": (str, True),
    "ends": (str, True),
    "you": (str, True),
    "gm": (str, False),
    "dials": (dict, False),
    "people": (list, True),
    "before": (list, False),
    "steps": (list, True),
}
SOMEBODY = {"name": (str, True), "kind": (str, True), "seat": (str, False), "values": (dict, False)}
DONE = {"seat": (str, True), "verb": (str, True), "args": (dict, False)}
STEPS = {
    "says": (str, True),
    "seat": (str, False),
    "verb": (str, True),
    "args": (dict, False),
    "asks": (dict, False),
    "answers": (dict, False),
}


class Somebody(NamedTuple):
    """Who is there: of which kind, and who plays them."""

    name: str
    kind: str
    seat: str
    values: Mapping[str, Any]


class Cue(NamedTuple):
    """What comes next, and who does it: the newcomer, whom the caption tells so, or an automatic seat by itself.

    While a question waits for the newcomer, the caption is that of `asks` under its name, if there is one.
    """

    says: str
    seat: str
    verb: str  # empty: anything that the game has
    args: Mapping[str, Any]
    asks: Mapping[str, str]
    answers: Mapping[str, Any]  # what automatic seats answer, by the names of questions; otherwise they think for themselves


class Scene(NamedTuple):
    """A scene to try a game in. Without a title it is a plain one, and the page has the words for it."""

    title: str
    text: str
    ends: str
    you: str
    gm: str
    dials: Mapping[str, Any]
    people: tuple[Somebody, ...]
    before: tuple[Act, ...]
    steps: tuple[Cue, ...]

    def seats(self, *, has_gm: bool) -> dict[str, str]:
        """All seats with their roles, the newcomer's first."""
        players = dict.fromkeys([self.you, *(one.seat for one in self.people if one.seat != self.gm)], "player")
        return {**players, **({self.gm: "gm"} if has_gm else {})}


def scene_of(system: System) -> Scene | None:
    """The scene of a game, or a plain one; None if nobody can be played yet."""
    said = system.data.get("try")
    if said is None:
        return _plain(system) if system.kinds else None
    you, gm = said["you"], said.get("gm", GM)
    return Scene(
        said["title"],
        said["text"],
        said["ends"],
        you,
        gm,
        said.get("dials", {}),
        tuple(_somebody(one, you, gm if system.has_gm else one["name"]) for one in said["people"]),
        tuple(Act(one["seat"], one["verb"], one.get("args", {})) for one in said.get("before", ())),
        tuple(
            Cue(
                one["says"], one.get("seat", you), one["verb"], one.get("args", {}), one.get("asks", {}), one.get("answers", {})
            )
            for one in said["steps"]
        ),
    )


def _somebody(said: Mapping[str, Any], you: str, usual: str) -> Somebody:
    seat = you if said["name"] == you else said.get("seat", usual)
    return Somebody(said["name"], said["kind"], seat, said.get("values", {}))


def _plain(system: System) -> Scene:
    """The first kind that the game has, and another one, whom the game master plays, or whoever else is there."""
    first, *others = system.kinds
    other = others[0] if others else first
    you, name = _called(first), _called(other) if others else f"Another {first}"
    people = (Somebody(you, first, you, {}), Somebody(name, other, GM if system.has_gm else name, {}))
    return Scene("", "", "", you, GM, {}, people, (), (Cue("", you, "", {}, {}, {}),) * PLAIN_STEPS)


def _called(kind: str) -> str:
    return kind.replace("_", " ").replace(":", " ").replace("*", " ").strip()[:40].capitalize() if kind.islower() else kind


def set_out(system: System, scene: Scene, draw: Draw) -> list[Event]:
    """The first events of a table at which somebody tries a game."""
    table = Table()
    seats = scene.seats(has_gm=system.has_gm)
    table.append([*opening(system, seats, scene.dials), Fact(YOU, scene.you, EVERYONE), Fact(STEP, 0, EVERYONE)])
    draft = Draft(len(table.records), table.truth.fork(), system.game, draw)
    keepers = Audience({scene.gm} if system.has_gm else ())
    dials = system.usual_dials(scene.dials)
    for one in scene.people:
        is_led = one.seat == scene.gm and system.has_gm
        veil = keepers if is_led else EVERYONE
        place = system.place(one.name, {**system.kinds[one.kind], **one.values}, one.kind, one.seat, veil, keepers, dials)
        more = () if is_led else system.arrival(Desk(draft.truth.facts, system.data, one.seat), one.name, dict(place.fields))
        for change in (place, *more):
            draft.land(change, EVERYONE, one.seat)
    table.append(draft.events)
    for number, act in enumerate(scene.before):
        try:
            table.do(system.game, act, draw)
        except Refusal as why:
            raise BadValue(f"{system.title} cannot be tried: try.before[{number}]: {act.seat}: {act.verb}: {why}") from None
    return list(table.records)


# ── what can be wrong with it ──────────────────────────────────────────────────────────────────────────────────────────


def scene_defects(said: Any) -> Iterator[str]:
    """What is wrong with a scene by itself."""
    yield from wrong_keys("try", said, SCENE)
    for key, wanted in (("people", SOMEBODY), ("before", DONE), ("steps", STEPS)):
        rows = said.get(key, [])
        for place, row in enumerate(rows if isinstance(rows, list) else ()):
            yield from wrong_keys(f"try.{key}[{place}]", row, wanted)
            yield from wrong_texts(f"try.{key}[{place}].asks", row.get("asks") if isinstance(row, dict) else None)
    for key in ("people", "steps"):
        if said.get(key) == []:
            yield f"try.{key}: found [], expected at least one"


def scene_misfits(system: System) -> Iterator[str]:
    """What of a scene does not fit its game."""
    if "try" not in system.data:
        return
    scene = scene_of(system)
    assert scene is not None
    yield from (f"try.dials.{problem}" for problem in system.dial_problems(scene.dials))
    names = [one.name for one in scene.people]
    if scene.you not in names:
        yield f"try.you: found {scene.you!r}, expected one of the people: {', '.join(names)}"
    yield from (f"try: {seat!r} is not a name for a seat" for seat in (*names, scene.gm) if not may_be_a_seat(seat))
    for place, one in enumerate(scene.people):
        where = f"try.people[{place}]"
        if one.kind not in system.kinds:
            yield f"{where}.kind: found {one.kind!r}, expected one of {', '.join(system.kinds)}"
        if one.name in names[:place]:
            yield f"{where}.name: there are two called {one.name}"
        yield from (f"{where}.values.{name}: the game has no such field" for name in one.values if name not in system.fields)
    roles = scene.seats(has_gm=system.has_gm)
    for key, acts in (("before", scene.before), ("steps", [Act(one.seat, one.verb, one.args) for one in scene.steps])):
        for place, act in enumerate(acts):
            yield from _act_misfits(system, f"try.{key}[{place}]", act, roles)


def _act_misfits(system: System, where: str, act: Act, roles: Mapping[str, str]) -> Iterator[str]:
    verb = system.game.verbs.get(act.verb)
    if act.seat not in roles:
        yield f"{where}.seat: found {act.seat!r}, expected one of {', '.join(roles)}"
    elif verb is None or roles[act.seat] not in verb.roles:
        yield f"{where}.verb: found {act.verb!r}, which {act.seat} cannot do here"
    elif set(act.args) != (names := {slot.name for slot in verb.slots}):
        yield f"{where}.args: found {', '.join(act.args) or 'nothing'}, expected {', '.join(sorted(names)) or 'nothing'}"


def scene_faults(system: System, draw: Draw) -> Iterator[str]:
    """What would go wrong in a scene of the game's own, found by setting it out: `fatewright check` says so.

    A table at which somebody tries the game goes on without it, so none of this keeps a game from being played.
    """
    scene = scene_of(system)
    if scene is None:
        return
    if not system.has_gm and "gm" in system.data.get("try", {}):
        yield f"try.gm: found {scene.gm!r}, expected none: this game has no game master"
    wrong = list(_values_faults(system, scene))
    yield from wrong
    if not wrong:
        table = Table(set_out(system, scene, draw))
        named: set[str] = set()  # somebody may come to the table on the way
        for place, step in enumerate(scene.steps):
            where = f"try.steps[{place}]"
            yield from _step_faults(system, where, step, table.view(step.seat).facts, named)
            named |= {value for value in step.args.values() if isinstance(value, str)}


def _values_faults(system: System, scene: Scene) -> Iterator[str]:
    for place, one in enumerate(scene.people):
        known = [name for name in system.fields if name in one.values]
        yield from (f"try.people[{place}].values.{problem}" for problem in system.problems(one.values, known))


def _step_faults(system: System, where: str, step: Cue, view: Facts, named: set[str]) -> Iterator[str]:
    for name, answer in step.answers.items():
        if not isinstance(answer, bool | int | str | list):
            yield f"{where}.answers.{name}: found {answer!r}, expected a text, a whole number, true, false, or a list"
    verb = system.game.verbs.get(step.verb)
    for slot in verb.slots if verb else ():
        value = step.args[slot.name]
        if slot.of in ("mine", "token") and isinstance(value, str):
            seen = [path[1] for path in view if path[0] == "token" and path[2:] == ("kind",)]
            fit = [one for one in seen if slot.of == "token" or answers_for(view, one) == step.seat]
            if value not in fit and value not in named:
                yield f"{where}.args.{slot.name}: found {value!r}, expected one of {', '.join(fit)}"
            continue
        try:
            slot.check(view, step.seat, value)
        except BadAnswer as why:
            yield f"{where}.args.{slot.name}: {why}"
