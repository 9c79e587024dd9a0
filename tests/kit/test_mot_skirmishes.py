"""Fights of Moment of Truth that play themselves: they end, nothing is lost on the way, and tactics make a difference."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from fatewright.core.table.events import Began, Ended, Fact, Told
from fatewright.core.table.game import Act
from fatewright.core.table.seal import EVERYONE, KEEPER, opened
from fatewright.core.table.state import State
from fatewright.core.table.story import Gain
from fatewright.core.table.table import Table
from fatewright.kit.players import Sensible
from fatewright.kit.skirmish import Skirmish
from fatewright.kit.stage import KeyedDice, Stage, stage
from fatewright.systems.moment_of_truth.combat.tactics import TACTICS, Tactic, next_act
from fatewright.systems.spec import game

MOT = game("moment-of-truth")
SENSIBLE = Sensible(MOT)
HEROES = {"ana": "Tom Blackwood", "bo": "Lady Imogen Hart"}
START = {"leader": "one", "how": "a fight", "ready": "nobody", "bleeding": "no"}
FOES = {"one": "Street Tough", "two": "Watchman", "three": "Constable"}


def battlefield(dials: dict[str, Any] | None = None, seed: int = 0) -> Stage:
    """Two characters against three of the game master's people, eight metres apart."""
    play = stage(MOT, HEROES, FOES, dials={"use_mots": "off", **(dials or {})}, dice=KeyedDice(seed))
    for place, name in enumerate((*HEROES, *FOES)):
        play.act(name if name in HEROES else "gm", "move", who=name, x=0 if name in HEROES else 8, y=place)
    return play


def standing(state: State, names: Any) -> list[str]:
    return [name for name in names if not {"dead", "unconscious"} & set(state.facts[("token", name, "conditions")])]


def is_over(state: State) -> bool:
    return not standing(state, HEROES) or not standing(state, FOES)


@cache
def fought(seed: int, ours: str = "berserkers", theirs: str = "berserkers") -> Table:
    """A fight to its end."""
    play = battlefield(seed=seed)
    play.act("gm", "start-fight", **START)
    tactics = {"gm": TACTICS[theirs], **dict.fromkeys(HEROES, TACTICS[ours])}
    acts = {
        seat: (lambda view, seat, tactic=tactic: next_act(view, MOT.game, seat, tactic)) for seat, tactic in tactics.items()
    }
    steps = Skirmish(play.table, MOT.game, KeyedDice(seed), acts, SENSIBLE.answer).play(is_over, 600)
    assert steps < 600, f"seed {seed}: nobody has won after 600 steps"
    return play.table


@pytest.mark.parametrize("seed", range(12))
def test_a_fight_comes_to_an_end_and_breaks_no_rule(seed: int) -> None:
    table = fought(seed, "wolves" if seed % 2 else "duellists", "guards" if seed % 3 else "brawlers")
    assert is_over(table.truth)
    broken = [event.text for event in table.records if isinstance(event, Told) and "broken off" in event.text]
    assert broken == []
    assert any(isinstance(event, Ended) and event.outcome == "fells" for event in table.records)


# What is never lost or made up on the way


@pytest.mark.parametrize("seed", range(6))
def test_damage_is_what_was_dealt_and_nobody_comes_or_goes(seed: int) -> None:
    """Hit points are conserved: what a character has taken is the sum of the wounds that everybody was told of."""
    table = fought(seed)
    dealt: dict[str, list[int]] = {name: [0, 0] for name in HEROES}
    for event in table.records:
        found = re.match(r"(ana|bo): (\d+) minor, (\d+) major", event.text) if isinstance(event, Told) else None
        if found:
            dealt[found[1]][0] += int(found[2])
            dealt[found[1]][1] += int(found[3])
    facts = table.truth.facts
    assert {name: [facts[("token", name, kind)] for kind in ("minor", "major")] for name in HEROES} == dealt
    assert [path[1] for path in facts if path[0] == "token" and path[2] == "kind"] == [*HEROES, *FOES]


@pytest.mark.parametrize("seed", range(6))
def test_turns_go_round_and_nobody_does_more_than_a_turn_holds(seed: int) -> None:
    """MOT-7.01, MOT-7.03, MOT-7.16: one after the other, the same order in every round; a move and an action, or two moves."""
    state, seen, order = State(), [], ()
    for record in fought(seed).records:
        event = opened(record, KEEPER)
        state.evolve(event)
        if isinstance(event, Fact) and event.path == ("turns", "at"):
            seen.append((state.facts[("turns", "round")], event.value))
            order = order or state.facts[("turns", "order")]
            assert state.facts[("turns", "order")] == order
        for name in (*HEROES, *FOES):
            spent = state.facts.get(("token", name, "moves"), 0) + (state.facts.get(("token", name, "acted")) == "yes")
            assert spent <= 2, f"{name} has used {spent} parts of a turn"
        is_fought = ("turns", "round") in state.facts
        if is_fought and isinstance(event, Began) and event.verb in ("attack", "move", "reserve", "secret-reserve", "stand-up"):
            first_round = state.facts[("turns", "round")] == 1 and event.verb == "secret-reserve"
            assert first_round or event.seat == order[state.facts[("turns", "at")]]
    assert seen == sorted(seen), "turns went backwards"
    assert {place for _, place in seen} <= set(range(len(order)))


# Tactics


def started(seed: int = 1) -> Table:
    play = battlefield(seed=seed)
    play.act("gm", "start-fight", **START)
    while waiting := play.asked():
        play.answer(waiting[0][0], 0)
    table = play.table
    table.append([Fact(("turns", "at"), table.truth.facts[("turns", "order")].index("gm"), EVERYONE)])
    return table


def wanted(table: Table, tactic: Tactic, who: str) -> Act:
    """The first thing that the game master does with somebody."""
    for other in FOES:
        if other != who:
            table.append([Fact(("token", other, "acted"), "yes", EVERYONE), Fact(("token", other, "moves"), 1, EVERYONE)])
    found = next_act(table.view("gm"), MOT.game, "gm", tactic)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("target", "who", "whom"),
    [("focus", "three", "ana"), ("spread", "two", "bo"), ("spread", "three", "ana"), ("weakest first", "three", "bo")],
)
def test_whom_a_tactic_goes_for(target: Any, who: str, whom: str) -> None:
    table = started()
    table.append([Fact(("token", "bo", "major"), 5, EVERYONE)])
    for name in FOES:
        table.append([Fact(("token", name, "weapon"), ".38 Revolver", EVERYONE)])
    act = wanted(table, Tactic(target), who)
    assert (act.verb, act.args["who"], act.args["target"]) == ("attack", who, whom)


def test_who_is_out_of_reach_is_walked_up_to() -> None:
    act = wanted(started(), Tactic("focus"), "one")
    assert (act.verb, act.args["who"]) == ("move", "one")
    assert act.args["x"] < 8


@pytest.mark.parametrize(("defence", "dice"), [("a pair", 2), ("half", 2)])
def test_how_many_dice_a_tactic_holds_back(defence: Any, dice: int) -> None:
    table = started()
    strong = [Fact(("token", "one", statistic), 6, EVERYONE) for statistic in ("strength", "agility")]
    table.append([Fact(("turns", "round"), 2, EVERYONE), *strong])
    act = wanted(table, Tactic("focus", defence), "one")
    assert (act.verb, act.args) == ("secret-reserve", {"who": "one", "dice": dice})


def test_a_player_who_plays_by_itself_knows_only_what_the_player_knows() -> None:
    """MOT-7.22: of two worlds that differ in what the foes have left, it does the same in both."""
    acts = []
    for major in (0, 9):
        table = started()
        Stage(MOT.game, table).land(Gain("two", "major", major))
        table.append([Fact(("turns", "at"), table.truth.facts[("turns", "order")].index("ana"), EVERYONE)])
        acts.append(next_act(table.view("ana"), MOT.game, "ana", TACTICS["wolves"]))
    assert acts[0] == acts[1]
    assert acts[0] is not None


# Everything can hit


@pytest.mark.parametrize("weapon", [*MOT.lists["melee_weapons"], *MOT.lists["ranged_weapons"]])
def test_every_weapon_hits_somebody(weapon: str) -> None:
    outcomes: set[Any] = set()
    at = 1 if weapon in MOT.lists["melee_weapons"] else 3
    skill = ({**MOT.lists["melee_weapons"], **MOT.lists["ranged_weapons"]}[weapon]["skill"], 4)
    for seed in range(12):
        play = battlefield(seed=seed)
        play.put("two", weapon=weapon, strength=6, agility=6, perception=6, skills=(skill,))
        play.act("gm", "move", who="two", x=at, y=0)
        play.act("gm", "attack", who="two", target="ana", weapon=weapon, manner="plain", metres=1)
        outcomes |= {event.outcome for event in play.table.records if isinstance(event, Ended)}
    assert any(str(one).startswith(("hits", "fells")) for one in outcomes)


@pytest.mark.parametrize("aim", ["legs", "weapon hand", "head", "neck"])
def test_every_called_shot_does_what_it_is_for(aim: str) -> None:
    """MOT-7.61: legs give way, weapons fall; the head and the neck are worth their price."""
    found: set[Any] = set()
    for seed in range(40):
        play = battlefield({"default_tn": 1}, seed)
        play.put("one", strength=6, agility=6, skills=(("Melee, one-handed", 4),), weapon="Broad Sword")
        play.act("gm", "move", who="one", x=1, y=0)
        play.act("gm", "attack", who="one", target="ana", weapon="Broad Sword", manner="plain", aim=aim, metres=1)
        found |= set(play.of("ana", "conditions"))
    assert {"legs": "prone", "weapon hand": "disarmed", "head": "unconscious", "neck": "dead"}[aim] in found
