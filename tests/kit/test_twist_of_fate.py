"""Twist of Fate and Mind over Matter keep every law, everything in them can happen, and fights come to an end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import fatewright
from fatewright.core.table.events import Began, Ended, Told
from fatewright.core.table.game import Act, Answer, judge
from fatewright.core.table.landing import Draft
from fatewright.core.table.people import AT_THE_DOOR
from fatewright.core.table.seal import EVERYONE, Audience
from fatewright.core.table.state import State
from fatewright.core.table.story import Desk, Put, Refusal, answers_for
from fatewright.core.table.table import Table
from fatewright.kit import laws
from fatewright.kit.performance import Performance, closed, foes, played, random_script, table_of
from fatewright.kit.players import open_questions, random_act, random_answer, random_args
from fatewright.kit.scribe import Scribe
from fatewright.kit.skirmish import Skirmish
from fatewright.kit.stage import KeyedDice, Stage, no_dice, of_kinds, stage
from fatewright.systems.opening import opening
from fatewright.systems.spec import System, game
from fatewright.systems.twist_of_fate.characters import people

GAMES = {name: game(name) for name in ("twist-of-fate", "mind-over-matter")}
TABLES, LINES = range(8), 20
QUICK = [name for name in laws.LAWS if name != "twin worlds look alike"]
PLAYS = Path(fatewright.__file__).parent / "systems"


@pytest.fixture(params=GAMES)
def system(request: pytest.FixtureRequest) -> System:
    return GAMES[request.param]


@pytest.mark.parametrize("name", QUICK)
def test_a_law_holds_at_some_tables(system: System, name: str) -> None:
    for seed in TABLES:
        laws.LAWS[name](system, seed, LINES)


# 3: open sheets and bids that are kept; 8: what moves somebody is the game master's ruling; 23: a foe's hidden strength hurts
TWINS = {"twist-of-fate": (1, 2, 3, 4, 8, 22, 23), "mind-over-matter": (2, 4, 23)}


def test_twin_worlds_look_alike_past_a_hundred_reveals(record_property: Callable[[str, Any], None]) -> None:
    found = [laws.twin_worlds(GAMES[name], seed, 16) for name, seeds in TWINS.items() for seed in seeds]
    pairs, past = (sum(column) for column in zip(*found, strict=True))
    record_property("pairs of worlds past a reveal", past)
    assert past >= laws.PAST_REVEALS
    assert pairs >= past


# Everything can happen


@cache
def evening(name: str, seed: int) -> Table:
    """A long evening of random players: the first under any dials, then as most tables play, with magic and without."""
    system = GAMES[name]
    if seed < ANY_DIALS:
        return played(system, seed, 120)[0].table
    dials = {"magic": "on" if seed % 2 else "off"}
    sheets = foes(system, Random(seed))
    table = table_of(system, seed, sheets, dials=dials, closed=closed(system, Random(seed)))
    performance = Performance(system, table, seed)
    for entry in random_script(system, table, seed, 120):
        performance.perform(entry)
    return table


ANY_DIALS, EVENINGS = 6, (*range(16), 23, 31)  # the last two come to nothing


def evenings(name: str) -> Iterator[Table]:
    """Such evenings, the one that the game itself tells of, and one of what random players hardly ever come to."""
    text = (PLAYS / name.replace("-", "_") / "play.txt").read_text(encoding="utf-8")
    yield told_evening(name, text.split("\n== ")[0])
    yield told_evening(name, RARE)
    yield told_evening(name, NO_MAP)
    for seed in EVENINGS:
        yield evening(name, seed)


# an advance by name, a draw, somebody late, a cloud of dust; and an Order declined, stepping up to somebody
RARE = """
dial magic=on xp_when=any_time
seats gm ana bo
token ana Sorcerer ana
token bo Captain bo
token guard Guard gm hidden
> gm open-session
> gm give-xp who=ana amount=50
> ana advance who=ana what=Strength
> gm oppose who=bo skill=Scrutinize other=guard other_skill=Scrutinize keeps=nobody attribute=usual other_attribute=usual \
  use="in general" other_use="in general" bonus=0 other_bonus=0 heart=nothing other_heart=nothing
> bo answer bid=0
> gm answer bid=2
> gm put who=ana x=1 y=1
> gm put who=guard x=4 y=1
> gm start-fight who="those on the map"
> gm join-fight who=bo
> ana step who=ana way=east
> ana dust who=ana x=3 y=1 at_hand=both
"""
NO_MAP = """
dial positioning=none
seats gm ana bo
token ana Sorcerer ana
token bo Captain bo
token guard Guard gm hidden
> gm start-fight who=everybody
> ana order who=ana mate=bo effect="hulk up"
> bo answer effect=decline
> ana step-up who=ana other=guard
"""


@cache
def told_evening(name: str, script: str) -> Table:
    """An evening as it is written down."""
    scribe = Scribe(GAMES[name])
    is_ours = script in (RARE, NO_MAP)
    for line in script.replace("\\\n", "").splitlines():
        scribe.line(line)
    assert scribe.refused == [] or not is_ours
    return scribe.table


def test_every_verb_is_done(system: System) -> None:
    left = set(system.game.verbs) - set(AT_THE_DOOR)
    for table in evenings(system.id):
        left -= {event.verb for event in table.records if isinstance(event, Began)}
    assert sorted(verb for verb in left if not is_done(system, verb)) == []


def is_done(system: System, verb: str) -> bool:
    """Whether somebody who knows the art, and has the time, comes to do what random players hardly ever do."""
    for dials, is_fight in RIPE:
        table = ripe(system, dials, is_fight=is_fight)
        for seed in range(150):
            seat = ("gm", "ana", "bo")[seed % 3]
            args = random_args(table.view(seat), system.game.verbs[verb], seat, Random(seed))
            act = Act(seat, verb, args or {})
            if is_allowed(system, table.view(seat), act):
                table.do(system.game, act, KeyedDice(seed))
                return True
    return False


MAGIC: dict[str, Any] = {"magic": "on", "harm_model": "limbs"}
RIPE: list[tuple[dict[str, Any], bool]] = [(MAGIC, False), (MAGIC, True), ({"positioning": "none"}, False), ({}, False)]


def ripe(system: System, dials: dict[str, Any], *, is_fight: bool) -> Table:
    """A table where somebody is wounded, somebody is out, somebody knows magic, and all stand side by side."""
    first = list(system.kinds).index("Sorcerer")
    play = stage(system, of_kinds(system, first=first), dict.fromkeys(("foe", "fallen"), "Guard"), dials=dials)
    for place, who in enumerate(("ana", "bo", "foe", "fallen")):
        play.put(who, at=(place, 0), wounds=people.AREAS["six"])
    play.put("fallen", conditions=("out",))
    if is_fight:
        play.act("gm", "start-fight", who="everybody")
    return play.table


def test_every_outcome_comes_up_and_no_rule_breaks(system: System) -> None:
    seen = {event.outcome for table in evenings(system.id) for event in table.records if isinstance(event, Ended)}
    assert sorted(set(system.outcomes) - seen) == []
    lines = (event.text for table in evenings(system.id) for event in table.records if isinstance(event, Told))
    assert [text for text in lines if "was broken off:" in text] == []


# Fights that play themselves

HEROES = {"twist-of-fate": ("Mina Stark", "Toby Quill"), "mind-over-matter": ("Bram Oakley", "Ines Calder")}
FOES = {"one": "Guard", "two": "Bandit", "three": "Archer"}
EFFECTS = ("hulk-up", "step", "order", "know-thine-enemy")


def battlefield(system: System) -> Table:
    """Two characters against three of the game master's people, some squares apart, under the usual dials."""
    table = Table()
    table.append(opening(system, {"gm": "gm", "ana": "player", "bo": "player"}, {}))
    draft = Draft(len(table.records), table.truth.fork(), system.game, no_dice)
    gm, dials = Audience({"gm"}), system.usual_dials({})
    for name, kind in zip(("ana", "bo"), HEROES[system.id], strict=True):
        draft.land(system.place(name, system.kinds[kind], kind, name, keepers=gm, dials=dials), EVERYONE)
    for name, kind in FOES.items():
        draft.land(system.place(name, system.kinds[kind], kind, "gm", gm, gm, dials), EVERYONE)
    for place, name in enumerate(("ana", "bo", *FOES)):
        draft.land(Put(name, "at", (0 if name in ("ana", "bo") else 6, 2 * (place % 3))), EVERYONE)
    table.append(draft.events)
    return table


def next_act(system: System, view: State, seat: str, chance: Random) -> Act | None:
    """What a seat does whose turn it is: an effect now and then, a blow if it can, a step nearer, or the end of the turn."""
    order, at = view.facts[("turns", "order")], view.facts[("turns", "at")]
    who = order[at]
    if answers_for(view.facts, who) != seat:
        return None
    if chance.random() < EAGER:
        effects = system.game._replace(verbs={name: system.game.verbs[name] for name in EFFECTS})
        if (act := random_act(view, effects, seat, chance)) and is_allowed(system, view, act):
            return act
    desk = Desk(view.facts, system.game.data, seat)
    enemies = [one for one in order if people.team_of(desk, one) != people.team_of(desk, who) and not people.is_out(desk, one)]
    for act in (*blows(seat, who, enemies), *ways(view, seat, who, enemies)):
        if is_allowed(system, view, act):
            return act
    return Act(seat, "end-turn", {})


EAGER = 0.3  # how often somebody thinks of an effect first


def blows(seat: str, who: str, enemies: list[str]) -> Iterator[Act]:
    for using in ("weapon in hand", "bare hands"):
        for target in enemies:
            yield Act(seat, "attack", {"who": who, "target": target, "using": using, "area": "torso"})


def ways(view: State, seat: str, who: str, enemies: list[str]) -> list[Act]:
    """Moves that end next to an enemy, or as near to one as can be, the nearest first."""
    goals = [view.facts[("token", one, "at")] for one in enemies]
    squares = [(x, y) for x in range(10) for y in range(8)]
    squares.sort(key=lambda square: min(max(abs(square[0] - x), abs(square[1] - y)) for x, y in goals))
    return [Act(seat, "move", {"who": who, "x": x, "y": y}) for x, y in squares]


def is_allowed(system: System, view: State, act: Act) -> bool:
    try:
        judge(system.game, act, view)
    except Refusal:
        return False
    return True


def is_over(state: State) -> bool:
    return ("turns", "round") not in state.facts


@pytest.mark.parametrize("seed", range(4))
def test_tof_6_31_a_fight_comes_to_an_end_and_nothing_is_made_up_on_the_way(system: System, seed: int) -> None:
    """TOF-4.02, TOF-7.08: no pool and no health points below 0 or above what there can be; in a fight nothing comes back."""
    table, chance = battlefield(system), Random(seed)
    Stage(system.game, table).act("gm", "start-fight", who="everybody")
    skirmish = Skirmish(
        table,
        system.game,
        KeyedDice(seed),
        dict.fromkeys(("gm", "ana", "bo"), lambda view, seat: next_act(system, view, seat, chance)),
        lambda view, seat, question: Answer(seat, question, random_answer(view.questions[question].asked, chance)),
    )
    before = holdings(table)
    for _ in range(MOST_STEPS):
        if is_over(table.truth) and not any(open_questions(table.view(seat), seat) for seat in table.seats()):
            break
        assert skirmish.step()
        now = holdings(table)
        for (who, what), (held, most) in now.items():
            assert 0 <= held <= most, (who, what)
            assert held <= before[who, what][0], (who, what)
        before = now
    assert is_over(table.truth), f"nobody has won after {MOST_STEPS} steps"
    desk = Desk(table.truth.facts, system.game.data)
    assert len({people.team_of(desk, who) for who in ("ana", "bo", *FOES) if not people.is_out(desk, who)}) == 1
    assert [event.text for event in table.records if isinstance(event, Told) and "was broken off" in event.text] == []


MOST_STEPS = 800


def holdings(table: Table) -> dict[tuple[str, str], tuple[int, int]]:
    """What everybody has of each pool and of health points, and the most that they can have."""
    desk = Desk(table.truth.facts, {})
    found = {}
    for who in ("ana", "bo", *FOES):
        values, dials = people.Sheet(desk, who), desk.dials()
        for name in people.pools(dials):
            found[who, name] = (values[f"{name}_pool"], int(people.pool_max(values, dials, name)))
        found[who, "hp"] = (values["hp"], int(people.health_max(values, dials)))
    return found
