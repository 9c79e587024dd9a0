"""A blow at somebody whose hit points are hidden: whether it hits is known, whether they fall is not."""

from fractions import Fraction

import pytest

from fatewright.core.rule.dice import d6
from fatewright.core.rule.price import UNKNOWN
from fatewright.core.rule.rule import Asks, rule, throw
from fatewright.core.table.game import Act
from fatewright.core.table.preview import odds_of_act
from fatewright.core.table.story import Gain, Verb, a_person, ends, so_far, tell
from hard.setting import act, game_of, only, table_of, token


@rule
def felled(life: int) -> Asks[str]:
    """What a hit comes to; another die says so, for the sake of the test."""
    (kills,) = yield from throw(d6(1).count(kill=(5, 6)))
    return "fells" if life <= kills else "hits"


def strike(table, target):
    """Hit on a six; then it shows whether they fall."""
    hits = yield from throw(d6(1).count(hit=(6,)))
    if hits == (0,):
        return ends("misses")
    yield from so_far("hits", lambda: felled(table[target]["life"]))
    if (yield from tell("falls", lambda: table[target]["life"] <= 1)):
        return ends("fells", Gain(target, "life", -1))
    return ends("hits", Gain(target, "life", -1))


GAME = game_of(Verb("strike", strike, (a_person("target", "token"),), roles=("gm", "player")), reveals=("falls",))


@pytest.fixture
def table():
    return table_of({"gm": "gm", "ana": "player"}, token("ogre", "gm", veil=only("gm"), life=1))


def test_whoever_does_not_know_sees_odds_up_to_there(table):
    found = odds_of_act(table.view("ana"), GAME, Act("ana", "strike", {"target": "ogre"}))
    assert found.weights == {"misses": 5, "hits": 1}


def test_whoever_knows_sees_all(table):
    found = odds_of_act(table.view("gm"), GAME, Act("gm", "strike", {"target": "ogre"}))
    assert {one: Fraction(weight, found.total) for one, weight in found.weights.items()} == {
        "misses": Fraction(5, 6),
        "hits": Fraction(1, 9),
        "fells": Fraction(1, 18),
    }


def test_in_play_it_is_not_noticed(table):
    events = act(table, GAME, "ana", "strike", 6, target="ogre")
    assert [type(event).__name__ for event in events] == ["Began", "Rolled", "Verdict", "Fact", "Ended"]
    assert events[-1].outcome == "fells"


def guess(table, target):
    """What it comes to is known to whoever knows the life, and to nobody else."""
    yield from so_far(None, lambda: felled(table[target]["life"]))
    return ends((yield from tell("falls", lambda: table[target]["life"] <= 1)))


def shout(table, target):
    """It comes to the same for all, whatever follows."""
    yield from so_far("heard")
    return ends((yield from tell("falls", lambda: table[target]["life"] <= 1)))


def odds_for(table, seat, story):
    game = game_of(Verb("story", story, (a_person("target", "token"),), roles=("gm", "player")), reveals=("falls",))
    return odds_of_act(table.view(seat), game, Act(seat, "story", {"target": "ogre"})).weights


def test_without_an_outcome_so_far_there_are_no_odds_for_whoever_does_not_know(table):
    assert odds_for(table, "gm", guess) == {"hits": 4, "fells": 2}
    assert odds_for(table, "ana", guess) == {UNKNOWN: 1}


def test_without_a_finer_rule_odds_end_there_for_all(table):
    assert (odds_for(table, "gm", shout), odds_for(table, "ana", shout)) == ({"heard": 1}, {"heard": 1})
