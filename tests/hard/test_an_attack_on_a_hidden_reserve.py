"""(b) An attack on a hidden reserve: what the attacker can know of the odds, at every question."""

from fractions import Fraction
from itertools import product

import pytest

from fatewright.core.rule.odds import Odds
from fatewright.core.rule.price import UNKNOWN
from fatewright.core.rule.reading import Given
from fatewright.core.table.engine import Act
from fatewright.core.table.preview import odds_of_act, odds_of_answer
from fatewright.core.table.story import Refusal, a_person
from fatewright.systems.author import Gain, Verb, choose, d6, ends, now, number, options, spend, tell, throw
from hard.setting import act, answer, asked, game_of, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}
LAST = Given(("before", 0), ("parry", 0), ("damage", 0), ("after", "fall back"))


def strike(table, who, target):
    extra = yield from number(who, "before", "Edge before the roll?", 0, table[who]["edge"])
    yield from now(spend(who, "edge", extra))
    (hits,) = yield from throw(d6(4 + extra).count(hits=(5, 6)))
    if not hits:
        return ends("misses")
    if not (yield from tell("hit", lambda: hits >= table[target]["guard"])):
        return ends("is warded off")
    more = yield from number(who, "damage", "Edge before the damage?", 0, table[who]["edge"])
    yield from now(spend(who, "edge", more))
    (harm,) = yield from throw(d6(2 + more).count(harm=(4, 5, 6)))
    if not harm:
        return ends("glances off")
    if (yield from tell("falls", lambda: harm >= table[target]["reserve"])):
        return ends("falls", Gain(target, "reserve", -table[target]["reserve"]))
    if (yield from choose(who, "after", "Press on?", options("press", "fall back"))) == "fall back":
        return ends("falls back", Gain(target, "reserve", -harm))
    (well,) = yield from throw(d6(1).count(well=(3, 4, 5, 6)))
    return ends("presses" if well else "stumbles", Gain(target, "reserve", -harm))


def feint(table, who, target):
    """The other side pays from its hidden reserve, before the dice."""
    parried = yield from number(target, "parry", "Parry how hard?", 0, 2)
    yield from now(spend(target, "reserve", parried))
    (hits,) = yield from throw(d6(2).count(hits=(5, 6)))
    return ends("through" if hits > parried else "parried")


BOTH = (a_person("who", "mine"), a_person("target", "token"))
GAME = game_of(Verb("strike", strike, BOTH), Verb("feint", feint, BOTH), reveals=("hit", "falls"))


@pytest.fixture
def table():
    ogre = token("ogre", "gm", only("gm"), guard=2, reserve=3)
    return table_of(SEATS, token("kara", "ana", edge=2), ogre)


def weigh(table, said):
    (question,) = asked(table, "ana")
    return odds_of_answer(table.view("ana"), GAME, "ana", question, said, LAST)


def by_hand(dice, judge):
    """The odds of what `judge` makes of the faces, every throw counted."""
    weights = {}
    for faces in product(range(1, 7), repeat=dice):
        outcome = judge(faces)
        weights[outcome] = weights.get(outcome, 0) + 1
    return Odds(weights, 6**dice)


@pytest.mark.parametrize("edge", [0, 1, 2])
def test_before_the_roll_only_the_miss_is_known(table, edge):
    act(table, GAME, "ana", "strike", who="kara", target="ogre")
    expected = by_hand(4 + edge, lambda faces: UNKNOWN if any(face > 4 for face in faces) else "misses")
    assert weigh(table, edge) == expected
    assert weigh(table, edge).chance("misses") == Fraction(2, 3) ** (4 + edge)


def test_before_the_act_the_odds_are_those_of_its_first_question(table):
    expected = by_hand(4, lambda faces: UNKNOWN if any(face > 4 for face in faces) else "misses")
    assert odds_of_act(table.view("ana"), GAME, Act("ana", "strike", {"who": "kara", "target": "ogre"}), LAST) == expected


@pytest.mark.parametrize("edge", [0, 1])
def test_after_the_verdict_the_damage_has_right_odds_as_far_as_they_go(table, edge):
    act(table, GAME, "ana", "strike", who="kara", target="ogre")
    answer(table, GAME, "ana", 1, 5, 6, 1, 1, 1)
    assert value(table, "kara", "edge") == 1
    expected = by_hand(2 + edge, lambda faces: UNKNOWN if any(face > 3 for face in faces) else "glances off")
    assert weigh(table, edge) == expected


def test_after_the_second_verdict_all_is_known(table):
    act(table, GAME, "ana", "strike", who="kara", target="ogre")
    answer(table, GAME, "ana", 1, 5, 6, 1, 1, 1)
    events = answer(table, GAME, "ana", 1, 4, 4, 1)
    assert names(events) == ["Answered", "Revealed", "Fact", "Landed", "Rolled", "Verdict", "Asked"]
    assert weigh(table, "press") == by_hand(1, lambda faces: "presses" if faces[0] > 2 else "stumbles")
    assert weigh(table, "fall back") == Odds({"falls back": 1}, 1)
    assert names(answer(table, GAME, "ana", "press", 1)) == ["Answered", "Revealed", "Rolled", "Fact", "Ended"]
    assert (value(table, "kara", "edge"), value(table, "ogre", "reserve")) == (0, 1)


def test_the_same_odds_on_views_whose_secrets_differ(table):
    weaker = table_of(SEATS, token("kara", "ana", edge=2), token("ogre", "gm", only("gm"), guard=1, reserve=1))
    for one in (table, weaker):
        act(one, GAME, "ana", "strike", who="kara", target="ogre")
    assert weigh(table, 2) == weigh(weaker, 2)


def test_a_view_that_is_not_asked_weighs_nothing(table):
    act(table, GAME, "ana", "strike", who="kara", target="ogre")
    (question,) = asked(table, "ana")
    with pytest.raises(Refusal, match="that question is not yours to weigh"):
        odds_of_answer(table.view("bo"), GAME, "bo", question, 0)


def test_the_hit_is_no_event_for_the_attacker_beyond_its_verdict(table):
    act(table, GAME, "ana", "strike", who="kara", target="ogre")
    answer(table, GAME, "ana", 0, 5, 6, 1, 1)
    answer(table, GAME, "ana", 0, 4, 4)
    answer(table, GAME, "ana", "fall back")
    assert [path for path in table.view("ana").facts if path[1] == "ogre"] == [
        ("token", "ogre", "kind"),
        ("token", "ogre", "owner"),
    ]


def test_odds_go_on_past_changes_to_what_the_viewer_does_not_know(table):
    act_of_ana = Act("ana", "feint", {"who": "kara", "target": "ogre"})
    for parried in (0, 1, 2):
        expected = by_hand(2, lambda faces, most=parried: "through" if sum(f > 4 for f in faces) > most else "parried")
        assert odds_of_act(table.view("ana"), GAME, act_of_ana, Given(("parry", parried))) == expected
