"""Tones: every outcome that rules and acts of a game can come to is good or bad to whoever acts, or plain on purpose."""

import ast
from pathlib import Path
from random import Random

import pytest

from fatewright.core.rule.price import odds
from fatewright.core.rule.words import TONES, from_worst_to_best, tone_of
from fatewright.core.table.events import Ended
from fatewright.core.table.replay import read
from fatewright.kit.laws import _argument
from fatewright.systems import spec
from fatewright.systems.forms import arguments

GAMES = spec.games()
GOLDEN = Path(__file__).parents[1] / "golden"
DONE = {  # what is simply done, or is nobody's luck: no throw and no bid stands before it
    "house": {"dice", "here", "moved", "named", "noted", "passed", "removed", "said", "seated", "told"},
    "avitch": {"here", "lowest", "middle", "highest"},  # of ratings, which nobody has won or lost
    "lanterns": set(),
    "moment-of-truth": {
        *(
            "alive",
            "begun",
            "blown",
            "burning",
            "changed",
            "closed",
            "connected",
            "dead",
            "doused",
            "down",
            "entered",
            "fallen",
        ),
        *(
            "fallen",
            "found",
            "given",
            "hurt",
            "kept",
            "laid",
            "mounted",
            "moved",
            "noted",
            "open",
            "over",
            "passed",
            "ready",
            "released",
        ),
        *("reserved", "resolved", "rested", "revealed", "safe", "set", "so", "treated", "up", "void", "worn"),
    },
    "triumph-and-disaster": set(),
    "twist-of-fate": {
        *("advised", "begun", "built", "closed", "dawn", "dead", "done", "eaten", "equipped", "fled", "given", "granted"),
        *("held", "hurt", "joined", "moved", "named", "open", "over", "passed", "put", "slept", "waited"),
    },
}
DONE["mind-over-matter"] = DONE["twist-of-fate"]
COUNTED = {  # records of numbers, which are plain whatever they say
    *(
        "Burning",
        "Fraction",
        "Newcomer",
        "ThrownAbilities",
        "Outcome",
        "Pair",
        "Revived",
        "AbilityRoll",
        "Shot",
        "SideDice",
        "Wound",
        "bool",
        "int",
        "tuple",
    ),
}


def named(node):
    """The outcomes that an expression names."""
    match node:
        case ast.Constant(value=str(outcome)):
            yield outcome
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*named(body), *named(orelse))


def of_acts(game):
    """The outcomes that the acts of a game name where they end."""
    folder = Path(spec.__file__).parent / GAMES[game].data["system"].get("extends", game).replace("-", "_")
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("ends", "so_far") and node.args:
                yield from named(node.args[0])


def of_rules(game):
    """What every rule of a game can come to, with a few arguments at random."""
    for rule in GAMES[game].rules.values():
        for seed in range(3):
            call = rule(**{one.name: _argument(one, Random(seed)) for one in arguments(rule)})
            yield from odds(call, lambda question: next(iter(question.answers()))).weights


def of_tables(game):
    """What acts at a stored table have come to."""
    _, table = read((GOLDEN / f"{game}.jsonl").read_text(encoding="utf-8"))
    yield from (event.outcome for event in table.records if isinstance(event, Ended))


@pytest.mark.parametrize("game", GAMES)
def test_every_outcome_has_a_tone_or_is_plain_on_purpose(game):
    tones, plain = GAMES[game].tones, DONE["house"] | DONE[game]
    outcomes = {*of_acts(game), *of_rules(game), *of_tables(game)}
    untold = {
        one
        for one in outcomes
        if not hasattr(one, "tone") and str(one) not in tones and one not in plain and type(one).__name__ not in COUNTED
    }
    assert untold == set()
    assert plain & set(tones) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_good_and_bad_outcomes(game):
    found = list(GAMES[game].tones.values())
    assert {"bad", "plain", "good"} <= set(found)
    assert found == sorted(found, key=TONES.index)


def test_a_skill_roll_goes_from_disaster_to_triumph():
    """MOT-1.09, MOT-5.10: a success with a setback is worse than one without, a critical one better."""
    system = GAMES["moment-of-truth"]
    found = from_worst_to_best(list(odds(system.rule("skill-roll")(6, 2)).weights), system.tones)
    assert [tone_of(one, system.tones) for one in found] == ["disaster", "bad", "mixed", "good", "triumph"]


def test_a_contest_is_told_as_the_actor_takes_it():
    """MOT-1.20, MOT-1.22: who wins, wins well; a deadlock is nobody's."""
    contest = GAMES["moment-of-truth"].rule("contest")
    found = {str(one): one.tone for one in odds(contest(4, 4)).weights}
    assert (found["actor wins"], found["fail: opponent wins"], found["deadlock"]) == ("good", "bad", "plain")
    assert (found["actor wins, critically"], found["actor wins, with a setback"]) == ("triumph", "mixed")
    assert found["fail: opponent wins, the actor critically fails"] == "disaster"
    assert {one.tone for one in odds(GAMES["moment-of-truth"].rule("attack")(4, 2, 2, 4, 6)).weights} == {"bad", "good"}
