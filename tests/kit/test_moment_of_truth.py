"""Moment of Truth keeps every law, everything in it can happen, and a player that plays by itself does so sensibly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from fatewright.core.table.events import Ended
from fatewright.core.table.game import Answer
from fatewright.core.table.table import Table
from fatewright.kit import laws
from fatewright.kit.performance import played
from fatewright.kit.players import Sensible, open_questions, random_answer
from fatewright.kit.stage import KeyedDice, Stage, stage
from fatewright.systems.spec import System, game

MOT = game("moment-of-truth")
TABLES, LINES = range(20), 24
QUICK = [name for name in laws.LAWS if name != "twin worlds look alike"]


@pytest.mark.parametrize("name", QUICK)
def test_a_law_holds_at_twenty_tables(name: str) -> None:
    for seed in TABLES:
        laws.LAWS[name](MOT, seed, LINES)


def test_twin_worlds_look_alike_past_a_hundred_reveals(record_property: Callable[[str, Any], None]) -> None:
    found = [laws.twin_worlds(MOT, seed, 16) for seed in range(12)]
    pairs, past = (sum(column) for column in zip(*found, strict=True))
    record_property("pairs of worlds past a reveal", past)
    assert past >= laws.PAST_REVEALS
    assert pairs >= past


# Everything can happen


@cache
def evening(seed: int) -> Table:
    """A long evening of random players, under any dials."""
    return played(MOT, seed, 120)[0].table


def evenings() -> Iterator[Table]:
    """Such evenings, as many as it takes."""
    return map(evening, range(400))


# evenings in which all but a resolved play happens between them; and then all others, should rules change
LIVELY = (6, 9, 17, 20, 22, 23, 28, 43, 62, 64, 65, 79, 83, 89, 105, 106, 117, 120, 122, 131, 134, 138)


def test_every_verb_is_done_and_every_skill_trait_and_event_is_named() -> None:
    assert laws.unused(MOT, (*LIVELY, *range(400)), 120, besides=[resolved_play().table, overdriven().table]) == []


def resolved_play() -> Stage:
    """A social play from its beginning to its end, which chance hardly comes to."""
    play, the_play = stage(MOT, foes={"baron": {}}), {"play": "The play for baron"}
    play.act("ana", "approach", mark="baron", goal="a letter of passage")
    play.act("gm", "find-fact", **the_play, fact="he owes money in the city", finder="ana")
    play.act("gm", "enter-phase", **the_play, phase="resolution")
    play.act("gm", "resolve-play", **the_play, answer="cooperates")
    return play


def overdriven() -> Stage:
    """A beamer, which chance puts into nobody's hand."""
    play = stage(MOT)
    play.act("gm", "give", who="ana", thing="Electrobeamer Pistol")
    play.act("gm", "ready", who="ana", weapon="Electrobeamer Pistol", waived="yes")
    play.act("ana", "overdrive", who="ana", weapon="Electrobeamer Pistol")
    return play


def test_every_outcome_comes_up() -> None:
    seen = {event.outcome for seed in range(40) for event in evening(seed).records if isinstance(event, Ended)}
    for seed in range(400):
        if seen >= set(MOT.outcomes):
            break
        seen |= {expert(seat, verb, args, seed) for seat, verb, args in FEATS}
    assert sorted(set(MOT.outcomes) - seen) == []


SIDES = {
    "reason": "fog",
    "who": "ana",
    "against": "bo",
    "against_skill": "Botany",
    "statistic": "will",
    "against_statistic": "education",
}
PLAIN = {"manner": "plain", "aim": "anywhere", "gap": "no", "metres": 1}
FEATS = [  # of somebody who is good at it and takes what comes
    ("gm", "call-for", {"who": "ana", "skill": "Lying", "statistic": "will", "tn": 1, "scope": "relevant", "modifier": 3}),
    ("gm", "call-sneak", {"who": "ana", "target": "bo", "how": "Pickpocket"}),
    (
        "gm",
        "call-contest",
        {**SIDES, "skill": "Lying", "resisting": "the first", "modifier": 5, "against_modifier": -5},
    ),
    (
        "gm",
        "attack",
        {
            "who": "foe",
            "target": "ana",
            "weapon": "Broad Sword",
            "manner": "plain",
            "aim": "anywhere",
            "gap": "no",
            "metres": 1,
        },
    ),
    ("gm", "attack", {"who": "foe", "target": "ana", "weapon": "Broad Sword", **PLAIN, "aim": "neck"}),
    (
        "gm",
        "attack",
        {
            "who": "foe",
            "target": "wall",
            "weapon": "Unarmed Attack",
            "manner": "plain",
            "aim": "anywhere",
            "gap": "no",
            "metres": 1,
        },
    ),
    ("ana", "lie", {"who": "ana", "mark": "foe", "falsehood": "it was not me"}),
]


SWORDSMAN = {"strength": 6, "agility": 6, "skills": {"Melee, one-handed": 4, "Brawling": 4}, "weapon": "Broad Sword"}
WALL = {"endurance": 6, "armor": ["Plate"]}


def expert(seat: str, verb: str, args: dict[str, Any], seed: int) -> Any:
    """How one of these went for somebody at random."""
    foes = {"foe": SWORDSMAN if verb == "attack" else {}, "wall": WALL}
    play = stage(MOT, dials={"starting_mots": 5, "default_tn": 1}, foes=foes, dice=KeyedDice(seed))
    chance = Random(seed)
    more = {"help": "nobody", "task": "a task", "reason": "fog"} if verb == "call-for" else {}
    for skill in ("Lying", "Pickpocket"):
        play.act("gm", "set-skill", who="ana", skill=skill, level="4", why="a test")
    play.act("gm", "open-session", hours=4)
    play.act(seat, verb, **args, **more)
    while waiting := play.asked():
        who, _ = waiting[0]
        said = random_answer(play.question(who), chance)
        play.answer(
            who, ("roll", "will", 1, 5, "how it sounds") if (who, verb) == ("gm", "lie") and isinstance(said, tuple) else said
        )
    return [event.outcome for event in play.table.records if isinstance(event, Ended)][-1]


def test_every_option_of_every_dial_has_been_played() -> None:
    left = {(name, value) for name, dial in MOT.dials.items() for value in dial.values}
    for table in evenings():
        left -= {(path[1], value) for path, value in table.truth.facts.items() if path[0] == "dial"}
        if not left:
            return
    pytest.fail(f"never played: {sorted(map(str, left))}")


# A player that plays by itself

CALL = {
    "statistic": "perception",
    "tn": 2,
    "scope": "relevant",
    "modifier": 0,
    "help": "nobody",
    "task": "a task",
    "reason": "fog",
}


def asked(skill: str, *, moments: int = 3, **more: Any) -> Table:
    """Ada Finch, holding Moments, is asked for a roll."""
    play = stage(MOT, dials={"starting_mots": moments})
    play.act("gm", "open-session", hours=4)
    play.act("gm", "call-for", **{**CALL, "who": "ana", "skill": skill, **more})
    return play.table


def answered(table: Table, system: System = MOT) -> Any:
    """What a sensible player answers to what it is asked first."""
    (question,) = open_questions(table.view("ana"), "ana")
    command = Sensible(system).answer(table.view("ana"), "ana", question)
    return command.answer  # type: ignore[union-attr]  # it answers


@pytest.mark.parametrize(
    ("skill", "more", "answer"),
    [
        ("Photography", {}, "roll"),  # six dice against two
        ("Photography", {"tn": 9}, "refuse"),  # all but impossible: better paid for not trying
        ("Botany", {"statistic": "strength", "tn": 4}, "refuse"),  # unskilled, and worse
        ("Photography", {"tn": 3, "modifier": -3}, "refuse"),
        ("no skill", {"tn": 2}, "talent Detail Acuity"),  # costs nothing
    ],
)
def test_a_sensible_player_answers_a_call_by_its_odds(skill: str, more: dict[str, Any], answer: str) -> None:
    assert answered(asked(skill, **more)) == answer


@pytest.mark.parametrize(("worth", "answer"), [(8, "roll"), (1, "moments 3")])
def test_it_spends_as_long_as_a_moment_is_worth_less_than_what_it_buys(worth: int, answer: str) -> None:
    cheap = MOT._replace(data={**MOT.data, "worth": {**MOT.data["worth"], "seats": {"moments": worth}}})
    assert answered(asked("Photography"), cheap) == answer


def test_it_does_not_refuse_where_refusing_pays_nothing() -> None:
    play = stage(MOT, dials={"mot_rewards_player_triggered": "off", "starting_mots": 1})
    play.act("gm", "open-session", hours=4)
    play.act("gm", "call-for", **{**CALL, "who": "ana", "skill": "Botany", "tn": 4})
    assert answered(play.table) == "roll"


def test_what_is_too_much_to_weigh_is_answered_by_default() -> None:
    play = stage(MOT)
    play.act("ana", "attempt", who="ana", skill="Botany", task="a task")
    table = play.table
    (question,) = open_questions(table.view("gm"), "gm")
    command = Sensible(MOT).answer(table.view("gm"), "gm", question)
    assert command.answer == ("roll", "education", 2, "relevant", 0, "nobody", "circumstances")  # type: ignore[union-attr]


def test_over_many_checks_it_comes_out_better_than_chance() -> None:
    def worth(choose: Callable[[Table, int], Any]) -> int:
        total = 0
        for seed in range(40):
            table = asked("Photography", tn=1 + seed % 4, modifier=seed % 3 - 2)
            dice = KeyedDice(seed)
            while mine := open_questions(table.view("ana"), "ana"):
                dice.next_act()
                table.do(MOT.game, choose(table, mine[0]), dice)
            ended = [event.outcome for event in table.records if isinstance(event, Ended)][-1]
            held = table.truth.facts[("seat", "ana", "moments")]
            total += MOT.worth["outcomes"].get(ended, 0) + 8 * held
        return total

    sensible = worth(lambda table, one: Sensible(MOT).answer(table.view("ana"), "ana", one))
    first = worth(lambda table, one: _first(table, one))
    last = worth(lambda table, one: _first(table, one, last=True))
    assert sensible > first
    assert sensible > last


def _first(table: Table, question: int, *, last: bool = False) -> Any:
    answers = list(table.view("ana").questions[question].asked.answers())
    return Answer("ana", question, answers[-1 if last else 0])
