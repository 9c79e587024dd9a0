"""Players that play by themselves: what they answer, what they do, and that they can drive any game."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from fatewright.core.rule.ask import Choose, Form, Number, Option, Sealed, options
from fatewright.core.table.events import Ended
from fatewright.core.table.game import Act, Answer
from fatewright.core.table.seal import HIDDEN
from fatewright.kit.performance import Performance, ScriptLine, played, random_script
from fatewright.kit.players import Sensible, is_known, open_questions, random_act, random_answer
from fatewright.kit.stage import stage
from fatewright.systems.spec import System, game
from kit.tiny import tiny

DARES = """
@verb()
def dare(table: Desk, who: Mine) -> Story:
    dice = yield from choose(who, "dice", "How many dice?", options({options}))
    hits, = yield from throw(d6(dice).count(hit=(5, 6)))
    return ends("holds" if hits else "breaks")
"""
LOOKS = """
@verb()
def look(table: Desk, who: Mine, other: Seen) -> Story:
    dice = yield from choose(who, "dice", "How many dice?", options(1, 3))
    hits, = yield from throw(d6(dice).count(hit=(5, 6)))
    return ends("holds" if hits > table[other]["grit"] else "breaks")
"""
BIDS = """
@verb()
def bid(table: Desk, who: Mine, other: Seen) -> Story:
    sides = dict.fromkeys((who, other))
    bids = yield from sealed("bid", "How much?", *(Number(side, "bid", "How much?", 0, 3) for side in sides))
    return ends("holds" if bids[0] == max(bids) else "breaks")
"""


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (Number("ana", "stake", "How much?", 2, 4), {2, 3, 4}),
        (Choose("ana", "way", "Which?", (*options("left", "right"), Option("up", "up", "no ladder"))), {"left", "right"}),
        (Form("ana", "both", "Both?", (Number("ana", "x", "x?", 0, 1), Number("ana", "y", "y?", 5, 5))), {(0, 5), (1, 5)}),
    ],
)
def test_a_random_answer_is_any_that_the_question_allows(question: object, answers: set[object]) -> None:
    assert {random_answer(question, Random(seed)) for seed in range(60)} == answers


def test_a_question_to_several_people_has_no_single_answer() -> None:
    with pytest.raises(TypeError, match="nobody knows how to answer Sealed"):
        random_answer(Sealed("bid", "How much?", ()), Random(0))


def test_a_random_act_is_one_that_the_seat_may_do_with_tokens_it_has_and_sees() -> None:
    lanterns = game("lanterns")
    table = stage(lanterns, foes={"ghoul": lanterns.kinds["ghoul"]}).table
    acts = [random_act(table.view("ana"), lanterns.game, "ana", Random(seed)) for seed in range(200)]
    verbs = {name for name, verb in lanterns.game.verbs.items() if "player" in verb.roles}
    assert {act.verb for act in acts if act} == verbs
    assert {act.args["who"] for act in acts if act and "who" in act.args} == {"ana"}
    assert {act.args["target"] for act in acts if act and act.verb == "strike"} == {"ana", "bo", "ghoul"}


def test_a_seat_that_may_do_nothing_does_nothing() -> None:
    lanterns = game("lanterns")
    verbs = {name: verb for name, verb in lanterns.game.verbs.items() if "spectator" not in verb.roles}
    assert random_act(stage(lanterns).table.view("eve"), lanterns.game._replace(verbs=verbs), "eve", Random(0)) is None


def test_a_seat_without_a_token_does_nothing_that_needs_one(tmp_path: Path) -> None:
    system = tiny(tmp_path / "tiny", DARES.replace("{options}", "1, 3"))
    only = system.game._replace(verbs={"dare": system.game.verbs["dare"]})
    assert random_act(stage(system).table.view("gm"), only, "gm", Random(0)) is None


@pytest.mark.parametrize(("offered", "best"), [("1, 3", 3), ("3, 1", 3), ("2, 4, 3", 4)])
def test_a_sensible_player_takes_the_answer_with_the_better_odds(offered: str, best: int, tmp_path: Path) -> None:
    system = tiny(tmp_path / "tiny", DARES.replace("{options}", offered))
    assert sensible_answer(system, Act("ana", "dare", {"who": "ana"})) == best


def test_a_sensible_player_takes_the_worse_odds_if_the_worse_outcome_counts_more(tmp_path: Path) -> None:
    system = tiny(tmp_path / "tiny", DARES.replace("{options}", "3, 1, 2"))
    turned = system._replace(tones=dict(reversed(system.tones.items())))
    assert sensible_answer(turned, Act("ana", "dare", {"who": "ana"})) == 1


@pytest.mark.parametrize(("other", "taken"), [("bo", 3), ("foe", 1)])
def test_a_sensible_player_weighs_only_what_it_knows(other: str, taken: int, tmp_path: Path) -> None:
    system = tiny(tmp_path / "tiny", LOOKS)
    system = system._replace(kinds={"one": {"grit": 1}})
    assert sensible_answer(system, Act("ana", "look", {"who": "ana", "other": other})) == taken


def sensible_answer(system: System, act: Act) -> object:
    """What a sensible player answers to the first question of an act."""
    play = stage(system, foes={"foe": {"grit": 1}})
    play.do(act)
    table = play.table
    (question,) = open_questions(table.view("ana"), "ana")
    command = Sensible(system).answer(table.view("ana"), "ana", question)
    assert isinstance(command, Answer)
    assert (command.seat, command.question) == ("ana", question)
    return command.answer


def test_an_answered_question_is_open_no_more(tmp_path: Path) -> None:
    system = tiny(tmp_path / "tiny", BIDS)
    play = stage(system)
    table = play.table
    play.act("ana", "bid", who="ana", other="bo")
    play.answer("ana", 2)
    assert open_questions(table.view("ana"), "ana") == []
    assert len(open_questions(table.view("bo"), "bo")) == 1


@pytest.mark.parametrize("table", ["gm", "players"])
def test_random_players_play_any_game_to_its_outcomes(table: str, tmp_path: Path) -> None:
    system = tiny(tmp_path / "tiny", DARES.replace("{options}", "1, 3") + BIDS, table=table)
    seen: Counter[str] = Counter()
    for seed in range(10):
        performance, _ = played(system, seed, 30)
        seen.update(str(event.outcome) for event in performance.table.records if isinstance(event, Ended))
    assert {"holds", "breaks", "said"} <= set(seen)


def test_the_same_seed_writes_the_same_script() -> None:
    lanterns = game("lanterns")
    assert played(lanterns, 7, 20)[1] == played(lanterns, 7, 20)[1]
    assert played(lanterns, 7, 20)[1] != played(lanterns, 8, 20)[1]


def test_a_script_is_as_long_as_was_asked_for() -> None:
    lanterns = game("lanterns")
    assert len(list(random_script(lanterns, stage(lanterns).table, 5, 25))) == 25


def test_a_scripted_player_plays_its_lines_and_hears_why_one_is_refused(tmp_path: Path) -> None:
    system = tiny(tmp_path / "tiny", DARES.replace("{options}", "1, 3"))
    performance = Performance(system, stage(system).table, 1)
    script = [
        ScriptLine("ana", Act("ana", "dare", {"who": "ana"})),
        ScriptLine("bo"),  # nothing is asked of bo
        ScriptLine("ana", Act("ana", "dare", {"who": "bo"})),
        ScriptLine("ana", choice=4),
        ScriptLine("bo", takes_back=True),
    ]
    assert [performance.perform(entry) for entry in script] == [True, False, False, True, False]
    assert [(line, seat) for line, seat, _ in performance.refused] == [(3, "ana"), (5, "bo")]
    assert performance.refused[0][2] == "bo is not yours"


def test_what_a_view_does_not_hold_is_not_known() -> None:
    assert (is_known(HIDDEN), is_known(0), is_known(None)) == (False, True, True)
