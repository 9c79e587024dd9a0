"""Ability rolls, contests and fate as pure rules: the ledger's fractions, and brute force written from the ledger."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from fatewright.core.rule.dice import typed_faces
from fatewright.core.rule.price import odds
from fatewright.systems.triumph_and_disaster.characters.people import ABILITIES, ability_of
from fatewright.systems.triumph_and_disaster.mechanics.arithmetic import divided
from fatewright.systems.triumph_and_disaster.mechanics.contests import is_reactive
from fatewright.systems.triumph_and_disaster.mechanics.rolls import (
    LEVELS,
    AbilityRoll,
    ability_roll,
    against_will,
    contest,
    d20s,
    highest,
    is_hopeless,
    settled,
    sign,
    versus_fate,
)
from systems.tad_table import TAD, usual

F = Fraction
OFF, ONLY, BOON = "off", "auto_only", "auto_and_boon"

# ── brute force, from the ledger alone ─────────────────────────────────────────────────────────────────────────────────


def rolled(level, modifier, net):
    """(natural, total) of one party, with its weight."""
    found = Counter()
    if level == "aptitude":
        naturals = Counter(range(1, 21))
    else:
        pick = min if level == "none" else max
        naturals = Counter(pick(pair) for pair in product(range(1, 21), repeat=2))
    d6s = Counter(sum(faces) for faces in product(range(1, 7), repeat=abs(net)))
    for (natural, weight), (dice, many) in product(naturals.items(), d6s.items()):
        found[natural, natural + modifier + (dice if net >= 0 else -dice)] += weight * many
    return found


def chance_of_contest(level, modifier, other_level, other_modifier, net=0, other_net=0, triumphs=False):
    mine, theirs = rolled(level, modifier, net), rolled(other_level, other_modifier, other_net)
    won = 0
    for ((natural, total), weight), ((other_natural, other_total), other_weight) in product(mine.items(), theirs.items()):
        if triumphs:
            one, other = (natural == 20) - (natural == 1), (other_natural == 20) - (other_natural == 1)
        else:
            one = other = 0
        wins = one > other if one != other else total > other_total
        won += weight * other_weight * wins
    return F(won, mine.total() * theirs.total())


def chance_of_fate(level, modifier, will, net=0, triumphs=False):
    most = 20 + modifier + (6 * net if net >= 0 else net)
    if will > most:
        return F(0)
    found = rolled(level, modifier, net)
    won = 0
    for (natural, total), weight in found.items():
        if triumphs and natural in (1, 20):
            won += weight * (natural == 20)
        else:
            won += weight * (total > will)
    return F(won, found.total())


def wins(call):
    return odds(call, lens="wins").chance(True)


def of_contest(level, modifier, other_level, other_modifier, net=0, other_net=0, criticals=OFF):
    return wins(contest(level, modifier, other_level, other_modifier, net, other_net, criticals))


# ── dice by level ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_dice_of_each_level():
    """TAD-SF.01, TAD-SF.02, TAD-APT.02, TAD-MAS.02, TAD-X.12, TAD-R.35: 2d20🔻, 1d20, 2d20🔺: one of the three."""
    assert [str(d20s(level)) for level in LEVELS] == ["2d20kl1", "1d20", "2d20kh1"]


def test_how_likely_each_natural_is():
    """TAD-SF.01, TAD-APT.07, TAD-MAS.07, TAD-TD.09: none (41 - 2k)/400, aptitude 1/20, mastery (2k - 1)/400; and the means."""
    none, aptitude, mastery = (odds(ability_roll(level, 0), lens="natural") for level in LEVELS)
    for natural in range(1, 21):
        assert none.chance(natural) == F(41 - 2 * natural, 400)
        assert aptitude.chance(natural) == F(1, 20)
        assert mastery.chance(natural) == F(2 * natural - 1, 400)
    assert (none.mean(), aptitude.mean(), mastery.mean()) == (F(287, 40), F(21, 2), F(553, 40))
    assert [found.chance(20) for found in (none, aptitude, mastery)] == [F(1, 400), F(1, 20), F(39, 400)]
    assert [found.chance(1) for found in (none, aptitude, mastery)] == [F(39, 400), F(1, 20), F(1, 400)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("net", [-2, -1, 0, 1, 2])
def test_a_total_is_the_kept_die_the_score_and_what_is_left_of_circumstances(level, net):
    """TAD-SF.01, TAD-SF.06, TAD-DT.01, TAD-DT.02, TAD-DT.03, TAD-DT.05, TAD-R.14, TAD-R.15: d20, score, and what is left.

    Dominances and threats are d6 of their own: they change neither the level's dice nor the natural.
    """
    expected = rolled(level, 3, net)
    found = odds(ability_roll(level, 3, net))
    assert {tuple(one): found.chance(one) for one in found.weights} == {
        one: F(weight, expected.total()) for one, weight in expected.items()
    }


def test_a_total_may_be_below_one():
    """TAD-SF.06: 1 on the die, a score of -5, and two threats."""
    assert min(odds(ability_roll("aptitude", -5, -2), lens="total").weights) == 1 - 5 - 12


# ── contests ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("criticals", [OFF, ONLY, BOON])
def test_equal_scores(criticals):
    """TAD-X.15, TAD-CON.06, TAD-X.29: initiator by reactor; with Triumphs on, equal scores give the same."""
    expected = (
        (F(7467, 16000), F(247, 800), F(2413, 16000)),
        (F(513, 800), F(19, 40), F(247, 800)),
        (F(13053, 16000), F(513, 800), F(7467, 16000)),
    )
    assert tuple(tuple(of_contest(one, 2, other, 2, 0, 0, criticals) for other in LEVELS) for one in LEVELS) == expected


@pytest.mark.parametrize(
    ("sides", "chance"),
    [
        (("aptitude", 4, "aptitude", 2), F(229, 400)),
        (("mastery", 2, "aptitude", 5), F(493, 1000)),
        (("none", 3, "aptitude", 3, 2), F(61693, 96000)),
        (("aptitude", 3, "aptitude", 3, -1), F(97, 300)),
        (("aptitude", 3, "aptitude", 3, 1, 1), F(275, 576)),
        (("aptitude", 0, "aptitude", 19), F(0)),
    ],
)
def test_contests_on_totals(sides, chance):
    """TAD-X.16, TAD-X.17, TAD-X.18, TAD-X.19, TAD-CON.01, TAD-CON.02, TAD-CON.03: ties to the reactor."""
    assert of_contest(*sides) == chance == chance_of_contest(*sides)


def test_how_often_there_is_a_tie():
    """TAD-CON.03, TAD-X.16, TAD-X.17, TAD-X.19: 9/200, 391/8000 and 1/400, all of them the reactor's."""

    def ties(level, modifier, other_level, other_modifier):
        mine, theirs = (odds(ability_roll(*one), lens="total") for one in ((level, modifier), (other_level, other_modifier)))
        return sum(mine.chance(total) * theirs.chance(total) for total in mine.weights)

    for chance, sides in (
        (F(9, 200), ("aptitude", 4, "aptitude", 2)),
        (F(391, 8000), ("mastery", 2, "aptitude", 5)),
        (F(1, 400), ("aptitude", 0, "aptitude", 19)),
    ):
        assert odds(contest(*sides, 0, 0, OFF)).chance("ties") == ties(*sides) == chance
    assert not settled(AbilityRoll(20, 20), AbilityRoll(1, 20), OFF).is_won


def test_where_there_can_be_no_tie_none_is_named():
    """TAD-CON.03: +0 against +25."""
    assert set(odds(contest("aptitude", 0, "aptitude", 25, 0, 0, OFF)).weights) == {"loses"}


def test_naturals_leave_a_tie_only_where_they_cancel():
    """TAD-CON.03, TAD-TD.04: of 20 equal faces all tie at equal scores; at +19 the one pair is a Triumph against a Disaster."""
    assert odds(contest("aptitude", 3, "aptitude", 3)).chance("ties") == F(1, 20)
    assert "ties" not in odds(contest("aptitude", 0, "aptitude", 19)).weights


@pytest.mark.parametrize("criticals", [ONLY, BOON])
@pytest.mark.parametrize(
    ("sides", "chance"),
    [
        (("aptitude", 0, "aptitude", 10), F(13, 80)),
        (("aptitude", 0, "aptitude", 25), F(37, 400)),
        (("mastery", 2, "aptitude", 5), F(1019, 2000)),
        (("none", 3, "aptitude", 3, 2), F(19413, 32000)),
        (("aptitude", 4, "aptitude", 2), F(227, 400)),
    ],
)
def test_contests_with_triumphs(sides, chance, criticals):
    """TAD-X.29, TAD-TD.02, TAD-TD.04: naturals decide, whatever the totals."""
    net = sides[4] if len(sides) > 4 else 0
    assert of_contest(*sides[:4], net, 0, criticals) == chance == chance_of_contest(*sides, triumphs=True)


def test_contests_without_triumphs_beside_them():
    """TAD-X.29: with the rule off, 9/80 and 0."""
    assert of_contest("aptitude", 0, "aptitude", 10) == F(9, 80)
    assert of_contest("aptitude", 0, "aptitude", 25) == 0


@pytest.mark.parametrize("criticals", [OFF, ONLY])
@pytest.mark.parametrize("levels", list(product(LEVELS, LEVELS)))
@pytest.mark.parametrize(("modifiers", "nets"), [((0, 0), (0, 1)), ((-3, 4), (2, -1)), ((7, 2), (-2, 0)), ((1, 12), (1, 1))])
def test_contests_against_brute_force(levels, modifiers, nets, criticals):
    """TAD-CON.02, TAD-CON.03, TAD-CON.06, TAD-TD.01, TAD-TD.04, TAD-R.24: enumerated independently."""
    sides = (levels[0], modifiers[0], levels[1], modifiers[1], *nets)
    assert of_contest(*sides, criticals) == chance_of_contest(*sides, triumphs=criticals != OFF)


# ── naturals ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def verdict(mine, theirs, criticals=BOON):
    return settled(AbilityRoll(*mine), AbilityRoll(*theirs), criticals)


def test_two_of_a_kind_cancel():
    """TAD-X.14, TAD-TD.01, TAD-TD.04, TAD-R.22, TAD-R.24: totals decide, a tie is the reactor's, and nobody has a boon."""
    assert verdict((20, 25), (20, 24))[:3] == (True, 0, 0)
    assert verdict((20, 24), (20, 24))[:3] == (False, 0, 0)
    assert verdict((1, 5), (1, 3))[:3] == (True, 0, 0)
    assert verdict((1, 3), (1, 3))[:3] == (False, 0, 0)
    assert verdict((20, 30), (20, 21)).is_clear is False  # TAD-CON.10: nor for its margin


def test_one_of_each_does_not_cancel():
    """TAD-TD.04, TAD-R.24: a Triumph against a Disaster wins, whatever the totals."""
    assert verdict((20, 20), (1, 40))[:3] == (True, 1, -1)
    assert verdict((1, 40), (20, 20))[:3] == (False, -1, 1)


def test_a_disaster_of_the_reactor_alone():
    """TAD-TD.08: the initiator wins, without a boon of their own."""
    found = verdict((7, 7), (1, 30))
    assert found[:3] == (True, 0, -1)
    assert found.outcome == "wins"


def test_a_triumph_of_the_reactor_alone():
    """TAD-TD.02, TAD-TD.04: the initiator loses, and it is no Disaster of theirs."""
    assert verdict((19, 40), (20, 20)).outcome == "loses"


@pytest.mark.parametrize(
    ("level", "faces", "natural", "what"),
    [("none", (20, 1), 1, -1), ("mastery", (20, 1), 20, 1), ("none", (20, 20), 20, 1), ("mastery", (1, 1), 1, -1)],
)
def test_the_kept_die_alone_counts(level, faces, natural, what):
    """TAD-X.31, TAD-TD.03, TAD-R.23: what is dropped means nothing."""
    assert d20s(level).read(typed_faces(faces)).answer == natural
    assert sign(natural, BOON) == sign(natural, ONLY) == what
    assert sign(natural, OFF) == 0


def test_without_aptitude_a_triumph_is_rare():
    """TAD-X.31, TAD-TD.09: both dice have to show 20."""
    assert odds(ability_roll("none", 0), lens="natural").chance(20) == F(1, 400)


# ── versus fate ────────────────────────────────────────────────────────────────────────────────────────────────────────


def of_fate(level, modifier, will, net=0):
    """The chance of a roll versus fate on totals, if a count of our own comes to the same."""
    found = wins(versus_fate(level, modifier, will, net, OFF))
    assert found == chance_of_fate(level, modifier, will, net)
    return found


def test_fate_at_score_4():
    """TAD-X.20, TAD-FATE.01, TAD-FATE.02, TAD-R.04, TAD-R.07: versus 15 by level, then versus 10 and 20; ties are fate's."""
    assert [of_fate(level, 4, 15) for level in LEVELS] == [F(81, 400), F(9, 20), F(279, 400)]
    assert (of_fate("aptitude", 4, 10), of_fate("aptitude", 4, 20)) == (F(7, 10), F(1, 5))


def test_fate_at_the_very_highest():
    """TAD-X.21, TAD-FATE.03, TAD-FATE.06: 23 can be beaten, 24 is rolled for in vain, 25 is not rolled for."""
    assert [of_fate("aptitude", 4, will) for will in (23, 24, 25)] == [F(1, 20), 0, 0]
    assert [is_hopeless(4, 0, will) for will in (23, 24, 25)] == [False, False, True]


def test_fate_with_circumstances():
    """TAD-X.22, TAD-FATE.03, TAD-FATE.05, TAD-R.06: at 27 with a dominance (the highest is 30), at 10 with two threats (22)."""
    assert (highest(4, 1), highest(4, -2), is_hopeless(4, -2, 23)) == (30, 22, True)
    assert (of_fate("aptitude", 4, 27, 1), of_fate("aptitude", 4, 10, -2)) == (F(1, 20), F(7, 20))
    assert of_fate("mastery", 5, 30, 2) == F(491, 2400)


def test_the_archer_of_the_draft():
    """TAD-X.23, TAD-DT.03, TAD-FATE.02: two threats are left; score 3 versus 12, then 0 versus 10, and without aptitude."""
    assert of_fate("aptitude", 3, 12, -2) == F(29, 144)
    assert (of_fate("aptitude", 0, 10, -2), of_fate("none", 0, 10, -2)) == (F(7, 45), F(11, 300))


def test_the_highest_possible_total():
    """TAD-FATE.05, TAD-X.22, TAD-R.06: each dominance counts 6, each threat 1; the level does not matter."""
    assert (highest(4, 0), highest(4, 1), highest(4, -2), highest(5, 2)) == (24, 30, 22, 37)
    for level, net in product(LEVELS, range(-2, 3)):
        assert max(odds(ability_roll(level, 4, net), lens="total").weights) == highest(4, net)


def test_what_cannot_be_reached_is_not_rolled():
    """TAD-FATE.03, TAD-FATE.06, TAD-X.21, TAD-X.22, TAD-R.05: strictly more than the highest; equality is rolled."""
    assert [is_hopeless(4, 0, will) for will in (23, 24, 25)] == [False, False, True]
    assert is_hopeless(4, -2, 23)
    assert not is_hopeless(4, 1, 30)
    assert not is_hopeless(4, 0, 40, explodes=True)  # TAD-FATE.05: a die that explodes has no most
    assert next(versus_fate("aptitude", 4, 24).start(), None) is not None
    with pytest.raises(StopIteration, match="loses"):
        next(versus_fate("aptitude", 4, 25).start())


@pytest.mark.parametrize("criticals", [ONLY, BOON])
def test_fate_with_triumphs(criticals):
    """TAD-X.30, TAD-TD.05, TAD-R.05: at the very highest only a Triumph wins; beyond it nothing is rolled."""
    assert wins(versus_fate("aptitude", 4, 24, 0, criticals)) == F(1, 20)
    assert wins(versus_fate("aptitude", 4, 15, 0, criticals)) == F(9, 20)
    assert wins(versus_fate("aptitude", 4, 25, 0, criticals)) == 0
    assert wins(versus_fate("none", 4, 24, 0, criticals)) == F(1, 400)
    assert against_will(AbilityRoll(20, 10), 30, criticals).outcome == "triumph"
    assert against_will(AbilityRoll(1, 50), 30, criticals).outcome == "disaster"


@pytest.mark.parametrize("criticals", [OFF, ONLY])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("net", [-3, -1, 0, 2])
def test_fate_against_brute_force(level, net, criticals):
    """TAD-FATE.02, TAD-FATE.03, TAD-TD.05: enumerated independently, for many scores and wills."""
    for modifier, will in product((-2, 0, 3, 9), (0, 5, 12, 19, 24, 29, 41)):
        found = wins(versus_fate(level, modifier, will, net, criticals))
        assert found == chance_of_fate(level, modifier, will, net, triumphs=criticals != OFF)


def test_reading_the_low_faces_again():
    """TAD-X.28, TAD-DICE.10: 1d20🔄🔄🔄 +4 versus 15: 207/400, if every low die is rolled again."""
    assert wins(versus_fate("aptitude", 4, 15, 0, OFF, 0, 3)) == F(207, 400)


def test_a_d20_that_explodes_has_shown_a_natural_20():
    """TAD-DICE.09, TAD-FATE.05: 20 and 13 make 33, and a Triumph; it may reach what no other die could."""
    found = odds(ability_roll("aptitude", 0, 0, 1))
    assert found.chance(AbilityRoll(20, 33)) == F(1, 400)
    assert found.chance_that(lambda one: one.natural == 20) + F(found.beyond, found.total) == F(1, 20)
    assert odds(versus_fate("aptitude", 4, 30, 0, OFF, 1)).chance("wins") > 0


# ── rounding ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_divisions_are_rounded_down():
    """TAD-GEN.01, TAD-GEN.02: however near the next whole number; below zero towards minus infinity, or by a dial zero."""
    assert [divided(usual(), value, 2) for value in (7, 8, 1, 0, -1, -3)] == [3, 4, 0, 0, -1, -2]
    assert divided(usual(), 99, 100) == 0
    toward_zero = usual(negative_rounding="toward_zero")
    assert [divided(toward_zero, value, 2) for value in (7, -1, -3, -4)] == [3, 0, -1, -2]


def test_several_divisions_in_a_row():
    """TAD-GEN.03: rounded after each, or by a dial at the end; multiplied before divided."""
    assert divided(usual(), -7, 2, 2) == -2
    assert divided(usual(negative_rounding="toward_zero"), -7, 2, 2) == -1
    assert divided(usual(), 7, 5, times=4) == 5
    assert divided(usual(), 7, 2, F(1, 3)) == 9  # halved to 3, then three times that
    assert divided(usual(round_when="end_only"), 7, 2, F(1, 3)) == 10


# ── the list of skills ─────────────────────────────────────────────────────────────────────────────────────────────────

SKILLS = {
    "strength": (["Force", "Wrestle"], ["Resist Restraint"]),
    "agility": (["Sabotage", "Sneak"], ["Evade"]),
    "vitality": ([], ["Resist Death", "Resist Exhaustion", "Resist Toxin"]),
    "erudition": (["Craft Item", "Craft Spell", "Heal", "Navigate", "Research"], ["Reason"]),
    "intuition": (["Inspect"], ["Judge", "Notice", "Nullify"]),
    "presence": (["Manipulate", "Perform", "Persuade"], ["Resist Fear", "Resist Possession"]),
}


def test_every_skill_belongs_to_one_ability_and_is_active_or_reactive():
    """TAD-SK.01, TAD-SK.02, TAD-SK.03: 24 skills, 13 active, 11 reactive, under six abilities."""
    lists = TAD.data["lists"]
    found = {ability: ([], []) for ability in ABILITIES}
    for skill in lists["skills"]:
        found[ability_of(skill, usual(), lists)][is_reactive(skill, lists)].append(skill)
    assert found == SKILLS
    assert (len(lists["skills"]), sum(map(len, (active for active, _ in found.values())))) == (24, 13)
    assert all(row["text"] for row in lists["skills"].values())
