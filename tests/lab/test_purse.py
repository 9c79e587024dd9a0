"""Points over several checks, against trying out every plan."""

from fractions import Fraction
from itertools import product

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.rule.odds import Odds
from fatewright.lab.purse import Purse

NEEDS = Odds(dict.fromkeys(range(7), 1), 7)
STAKES = Odds({2: 5, 6: 3, 12: 2}, 10)


def by_every_plan(needs, stakes, cap, checks, points):
    """The best plan of all: a bid for every number of points, stake and check, each tried out."""
    states = [(left, held, stake) for left in range(1, checks + 1) for held in range(points + 1) for stake in stakes.weights]
    choices = [range(min(cap, held) + 1) for _, held, _ in states]
    best = Fraction(0)
    for bids in product(*choices):
        plan = dict(zip(states, bids, strict=True))

        def won(left, held, plan=plan):
            if not left:
                return Fraction(0)
            total = Fraction(0)
            for stake, weight in stakes.weights.items():
                bid = plan[left, held, stake]
                chance = Fraction(sum(one for need, one in needs.weights.items() if need <= bid), needs.total)
                total += weight * (stake * chance + won(left - 1, held - bid))
            return total / stakes.total

        best = max(best, won(checks, points))
    return best


@pytest.mark.parametrize(("checks", "points", "cap"), [(1, 2, 2), (2, 2, 2), (2, 2, 1), (2, 1, 3)])
def test_no_plan_wins_more(checks, points, cap):
    needs, stakes = Odds({0: 1, 1: 3, 2: 2}, 6), Odds({1: 2, 5: 1}, 3)
    assert Purse(needs, stakes, cap).worth(checks, points) == by_every_plan(needs, stakes, cap, checks, points)


def test_the_day_of_the_ledger_at_its_ends():
    """C1: never to bid wins 7.4 in ten checks; with points for all of them it would be 37.1."""
    purse = Purse(NEEDS, STAKES, 4)
    assert purse.worth(10, 0) == 10 * Fraction(1, 7) * Fraction(26, 5)
    assert purse.worth(10, 40) == 10 * Fraction(5, 7) * Fraction(26, 5)
    assert (float(purse.worth(10, 0)), float(purse.worth(10, 40))) == pytest.approx((7.43, 37.14), abs=0.005)


def test_a_point_is_worth_most_where_there_are_few_and_nothing_where_there_are_enough():
    purse = Purse(NEEDS, STAKES, 4)
    prices = [purse.price(10, points) for points in range(42)]
    assert prices[0] == 0
    assert prices[1] == max(prices)
    assert prices[41] == 0
    assert sum(prices) == purse.worth(10, 41) - purse.worth(10, 0)


def test_what_is_dear_is_bid_for_and_what_is_cheap_is_not():
    purse = Purse(NEEDS, STAKES, 4)
    assert [purse.bid(10, 12, stake) for stake in (2, 6, 12)] == [0, 0, 4]
    assert purse.bid(1, 12, 2) == 4
    assert purse.bid(1, 0, 12) == 0


def test_the_lowest_of_several_best_bids():
    assert Purse(Odds({0: 1}, 1), STAKES, 4).bid(3, 9, 12) == 0


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (lambda: Purse(NEEDS, STAKES, -1), "bids go from 0 to a cap of at least 0, found -1"),
        (lambda: Purse(NEEDS, STAKES, 4).worth(-1, 2), "checks and points are numbers from 0, found -1 and 2"),
        (lambda: Purse(NEEDS, STAKES, 4).worth(1, -2), "checks and points are numbers from 0, found 1 and -2"),
        (lambda: Purse(NEEDS, STAKES, 4).bid(0, 2, 6), "no check is left to bid in"),
    ],
)
def test_what_makes_no_sense(made, sentence):
    with pytest.raises(BadValue) as wrong:
        made()
    assert str(wrong.value) == sentence
