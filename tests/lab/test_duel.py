"""Duels of several exchanges. The figures are those of the ledger of Twist of Fate, "A day, a duel", C4."""

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.rule.matrix import equilibrium
from fatewright.lab.duel import GRID, Duel


@pytest.fixture(scope="module")
def duel():
    """Equals with cap 4."""
    return Duel((4, 4))


def percent(chance):
    return f"{float(100 * chance):.0f}"


def test_c4_the_first_bids_of_eight_exchanges(duel):
    """C4: R=8, c=4, 20 against 20: 0 with 4 %, 1 with 27 %, 4 with 69 %."""
    found = duel.bids(8, (20, 20))
    assert [percent(share) for share in found.rows] == ["4", "27", "0", "0", "69"]
    assert found.rows == found.columns
    assert (found.value, found.is_saddle) == (Fraction(1, 2), False)


@pytest.mark.parametrize(("poorer", "chance"), [(20, "50"), (19, "64"), (18, "75"), (16, "92")])
def test_c4_the_chance_of_the_richer_side(duel, poorer, chance):
    """C4: 20 against 19: 64 %; 18: 75 %; 16: 92 %."""
    assert percent(duel.chance(8, (20, poorer))) == chance
    assert percent(1 - duel.chance(8, (poorer, 20))) == chance


@pytest.mark.parametrize("pools", [(20, 20), (25, 20), (20, 30)])
def test_c4_with_points_enough_everybody_bids_the_cap(duel, pools):
    """C4: if p >= R*c, the cap every time."""
    found = duel.bids(5, pools)
    assert found == (Fraction(1, 2), (0, 0, 0, 0, 1), (0, 0, 0, 0, 1), True)


def test_c4_the_first_missing_point_loses(duel):
    """C4: R=5, 20 against 19: lost for certain."""
    assert (duel.chance(5, (20, 19)), duel.chance(5, (19, 20))) == (1, 0)


@pytest.mark.usefixtures("untraced")
def test_c4_a_point_of_score_is_worth_about_seven_points():
    """C4: over 8 exchanges, 13 points with +1 are about even against 20: no other number of points is nearer."""
    ahead = Duel((4, 4), head_start=1)
    assert min(range(21), key=lambda pool: abs(ahead.chance(8, (pool, 20)) - Fraction(1, 2))) == 13


def test_chances_are_those_of_plain_backwards_induction():
    """Of small duels, with every state worked out by itself and nothing rounded or left out."""

    @cache
    def plain(left, lead, mine, theirs, start):
        if left == 0:
            return Fraction((lead > 0) - (lead < 0) + 1, 2)
        game = [
            [
                plain(left - 1, lead + (start + bid > answer) - (start + bid < answer), mine - bid, theirs - answer, start)
                for answer in range(min(2, theirs) + 1)
            ]
            for bid in range(min(3, mine) + 1)
        ]
        return equilibrium(game).value

    for start in (-1, 0, 2):
        exact, rounded = Duel((3, 2), start, grid=None), Duel((3, 2), start)
        for left in range(4):
            for lead in range(-2, 3):
                for mine in range(8):
                    for theirs in (0, 1, 3, 5, 9):
                        truth = plain(left, lead, mine, theirs, start)
                        assert exact.chance(left, (mine, theirs), lead) == truth
                        assert abs(rounded.chance(left, (mine, theirs), lead) - truth) <= rounded.margin(left)


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("grid", [10, 1000, GRID])
def test_rounding_stays_within_the_margin(grid):
    exact, rounded = Duel((4, 4), grid=None), Duel((4, 4), grid=grid)
    for pools in [(20, 19), (19, 17), (12, 14)]:
        assert abs(exact.chance(6, pools) - rounded.chance(6, pools)) <= rounded.margin(6) == Fraction(6, 2 * grid)
    assert exact.margin(6) == 0


def test_what_lies_on_the_grid_stays_exact(duel):
    assert duel.chance(6, (20, 19)) == Duel((4, 4), grid=None).chance(6, (20, 19)) == Fraction(27, 32)


def test_no_habit_of_bidding_beats_the_mix_by_more_than_the_margin(duel):
    """The first side's mix in 200 states, against every single bid of the other."""
    chance = Random(8)
    for _ in range(200):
        left = chance.randint(1, 7)
        pools, lead = (chance.randint(0, 20), chance.randint(0, 20)), chance.randint(-left, left)
        rows = duel.bids(left, pools, lead).rows
        for answer in range(min(4, pools[1]) + 1):
            comes_to = sum(
                share * duel.chance(left - 1, (pools[0] - bid, pools[1] - answer), lead + (bid > answer) - (bid < answer))
                for bid, share in enumerate(rows)
            )
            assert comes_to >= duel.chance(left, pools, lead) - duel.margin(left)


@pytest.mark.parametrize(("lead", "chance"), [(3, 1), (1, 1), (0, Fraction(1, 2)), (-1, 0)])
def test_at_the_end_whoever_leads_has_won(duel, lead, chance):
    assert duel.chance(0, (5, 5), lead) == chance


def test_what_cannot_be_is_refused(duel):
    with pytest.raises(BadValue, match=r"^no exchange is left to bid in$"):
        duel.bids(0, (5, 5))
    with pytest.raises(BadValue, match=r"^a duel has 0 to 100 exchanges left, found 101$"):
        duel.chance(101, (5, 5))
    with pytest.raises(BadValue, match=r"^pools are numbers from 0, found 5 and -1$"):
        duel.chance(3, (5, -1))
    with pytest.raises(BadValue, match=r"^caps are numbers from 0, found -1 and 4$"):
        Duel((-1, 4))
    with pytest.raises(BadValue, match=r"^a grid has an even number of steps, so that a draw lies on it; found 7$"):
        Duel((4, 4), grid=7)
