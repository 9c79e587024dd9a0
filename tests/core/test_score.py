import pytest

from fatewright.core.rule.dice import d6
from fatewright.core.rule.odds import Odds
from fatewright.core.rule.price import odds
from fatewright.core.rule.rule import rule, throw
from fatewright.core.score import Score

STRENGTH = Score(3, "Strength", "TEST-2.01")
BRAWLING = Score(4, "Brawling", "TEST-3.01", "TEST-3.02")


@pytest.mark.parametrize(
    ("score", "lines"),
    [
        (STRENGTH, ["3 Strength [TEST-2.01]"]),
        (Score(5), ["5"]),
        (STRENGTH + BRAWLING, ["7", "  +3 Strength [TEST-2.01]", "  +4 Brawling [TEST-3.01, TEST-3.02]"]),
        (STRENGTH + 2, ["5", "  +3 Strength [TEST-2.01]", "  +2 2"]),
        (2 + STRENGTH, ["5", "  +2 2", "  +3 Strength [TEST-2.01]"]),
        (STRENGTH - 1, ["2", "  +3 Strength [TEST-2.01]", "  -1 1"]),
        (1 - STRENGTH, ["-2", "  +1 1", "  -3 Strength [TEST-2.01]"]),
        (STRENGTH - BRAWLING, ["-1", "  +3 Strength [TEST-2.01]", "  -4 Brawling [TEST-3.01, TEST-3.02]"]),
        (-(STRENGTH + 1), ["-4", "  -3 Strength [TEST-2.01]", "  -1 1"]),
        (STRENGTH + 1 + BRAWLING, ["8", "  +3 Strength [TEST-2.01]", "  +1 1", "  +4 Brawling [TEST-3.01, TEST-3.02]"]),
        ((STRENGTH + 1).named("Pool", "TEST-4.01"), ["4 Pool [TEST-4.01]", "  +3 Strength [TEST-2.01]", "  +1 1"]),
        (STRENGTH.named("Might"), ["3 Might", "  +3 Strength [TEST-2.01]"]),
        (BRAWLING.halved(), ["2 (half, rounded down)", "  +4 Brawling [TEST-3.01, TEST-3.02]"]),
        (STRENGTH.halved().named("Half"), ["1 Half (half, rounded down)", "  +3 Strength [TEST-2.01]"]),
        (STRENGTH.at_least(5), ["5 (at least 5)", "  +3 Strength [TEST-2.01]"]),
        (STRENGTH.at_least(3), ["3 Strength [TEST-2.01]"]),
        (STRENGTH.at_most(1), ["1 (at most 1)", "  +3 Strength [TEST-2.01]"]),
        (STRENGTH.at_most(3), ["3 Strength [TEST-2.01]"]),
        (
            STRENGTH.halved() + (STRENGTH + 1).named("Pool") + 1,
            [
                "6",
                "  +1 (half, rounded down)",
                "    +3 Strength [TEST-2.01]",
                "  +4 Pool",
                "    +3 Strength [TEST-2.01]",
                "    +1 1",
                "  +1 1",
            ],
        ),
    ],
)
def test_a_score_tells_why_it_is_what_it_is(score, lines):
    assert list(score.why()) == lines


def test_a_halved_negative_score_is_rounded_down():
    assert (-STRENGTH).halved() == -2


def test_adding_up_a_list_of_scores_names_only_these():
    assert list(sum([STRENGTH, BRAWLING]).why()) == list((STRENGTH + BRAWLING).why())


@pytest.mark.parametrize("plain", [3, Score(3), Score(3, "Luck")])
def test_a_score_is_equal_to_the_plain_number_and_hashed_like_it(plain):
    assert plain == STRENGTH
    assert hash(STRENGTH) == hash(plain)
    assert {plain: "found"}[STRENGTH] == "found"


def test_a_rule_is_remembered_alike_for_a_score_and_for_its_number():
    @rule
    def hits(pool):
        return throw(d6(pool).count(hits=(5, 6)))

    assert hits(STRENGTH) == hits(3)
    assert odds(hits(STRENGTH)) == odds(hits(3)) == Odds({(0,): 8, (1,): 12, (2,): 6, (3,): 1}, 27)


def test_a_part_keeps_its_name_its_ids_and_its_own_parts():
    pool = (STRENGTH + BRAWLING).named("Pool", "TEST-4.01")
    assert (pool, pool.label, pool.ids, pool.how) == (7, "Pool", ("TEST-4.01",), "")
    assert [(part, part.label, part.ids) for part in pool.parts] == [
        (3, "Strength", ("TEST-2.01",)),
        (4, "Brawling", ("TEST-3.01", "TEST-3.02")),
    ]


def test_a_score_so_many_times_over_says_so_unless_it_is_once():
    doubled = STRENGTH.times(2) + 6
    assert (int(doubled), STRENGTH.times(2).how) == (12, "2 times")
    assert list(doubled.why()) == ["12", "  +6 (2 times)", "    +3 Strength [TEST-2.01]", "  +6 6"]
    assert STRENGTH.times(1) is STRENGTH


def test_a_score_is_told_in_one_line():
    pool = Score(3, "strength") + Score(2, "Brawling") + Score(-1, "wounded")
    assert pool.brief() == pool.named("pool").brief() == "strength 3, Brawling 2, wounded -1"
    assert Score(2, "to hit").brief() == "to hit 2"
    assert Score(5).brief() == "5"
    assert (Score(2, "to hit") + Score(-2, "held")).at_least(1).brief() == "to hit 2, held -2, at least 1"
    assert (Score(3, "agility") + Score(4, "will")).halved().named("move").brief() == "agility 3, will 4, half, rounded down"
