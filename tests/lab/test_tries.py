"""Tries against a hidden difficulty. The figures are those of the ledger of Twist of Fate, section B, "The retry problem"."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatewright.core.errors import BadValue
from fatewright.core.rule.odds import Odds
from fatewright.lab.tries import Tries, best_tries, cost_of_tries

CAP = 8
ONES, ODD, EVEN, DOUBLING = range(9), (0, 1, 3, 5, 7, 8), (0, 2, 4, 6, 8), (0, 1, 2, 4, 8)


def needs(*weights):
    """Odds of the needs 0, 1, ... by these weights."""
    return Odds({need: weight for need, weight in enumerate(weights) if weight}, sum(weights))


UNIFORM = needs(*[1] * 9)
FALLING = needs(*range(9, 0, -1))
GEOMETRIC = needs(*(2 ** (8 - need) for need in range(9)))
HUMP = needs(1, 2, 3, 4, 5, 4, 3, 2, 1)
EVEN_NEEDS = needs(1, 0, 1, 0, 1, 0, 1, 0, 1)
ODD_NEEDS = needs(0, 1, 0, 1, 0, 1, 0, 1)


@pytest.mark.parametrize(
    ("prior", "schedules", "figures"),
    [
        (UNIFORM, [(0, 8), *((0, bid, 8) for bid in range(1, 8))], "7.11 13.33 9.22 8.89 8.67 7.11"),
        (FALLING, [(0, 3, 7, 8)], "4.91 7.33 5.44 5.33 5.69 6.40"),
        (GEOMETRIC, [(0, 1, 3, 6, 8)], "1.656 1.894 1.659 1.714 1.724 3.99"),
        (HUMP, [(0, 5, 8), (0, 6, 8)], "6.72 12.00 8.60 8.32 8.96 7.68"),
        (EVEN_NEEDS, [(0, 8), *((0, bid, 8) for bid in (2, 4, 6))], "6.40 14.00 10.60 8.00 8.00 6.40"),
        (ODD_NEEDS, [(1, 7), (0, 1, 7)], "6.25 12.50 7.50 10.00 9.50 8.00"),
    ],
)
def test_b_the_table_of_schedules(prior, schedules, figures):
    """B and TOF-X.45: the best schedules for each prior, what they cost, and what five habits cost."""
    best = best_tries(prior, CAP)
    costs = [best.cost, *(cost_of_tries(bids, prior) for bids in (ONES, ODD, EVEN, DOUBLING, (0, 8)))]
    for cost, figure in zip(costs, figures.split(), strict=True):
        assert f"{float(cost):.{len(figure.partition('.')[2])}f}" == figure
    assert best.bids == schedules[0]
    assert {cost_of_tries(bids, prior) for bids in schedules} == {best.cost}
    assert len([bids for bids in all_schedules(prior) if cost_of_tries(bids, prior) == best.cost]) >= len(schedules)


def all_schedules(prior):
    """Every rising schedule that succeeds for certain."""
    top = max(prior.weights)
    return [
        (*bids, last) for last in range(top, CAP + 1) for size in range(last + 1) for bids in combinations(range(last), size)
    ]


def test_x45_the_falling_prior_exactly():
    """TOF-X.45: best schedule 0, 3, 7, 8; expected spend 221/45."""
    assert best_tries(FALLING, CAP) == Tries((0, 3, 7, 8), Fraction(221, 45))


@pytest.mark.parametrize(
    ("each", "schedules"),
    [
        (1, [(0, 8), (2, 6, 8), (0, 2, 5, 8), (6, 8), (0, 8), (1, 7)]),
        (3, [(8,), (4, 8), (1, 4, 7, 8), (6, 8), (8,), (7,)]),
    ],
)
def test_b_the_best_schedules_where_each_try_costs_something(each, schedules):
    """B: with a cost of 1 and of 3 per try, one of several where tied."""
    for prior, bids in zip((UNIFORM, FALLING, GEOMETRIC, HUMP, EVEN_NEEDS, ODD_NEEDS), schedules, strict=True):
        best = best_tries(prior, CAP, each)
        assert cost_of_tries(bids, prior, each) == best.cost == cost_of_tries(best.bids, prior, each)


@pytest.mark.parametrize("bid", range(1, CAP))
def test_b1_one_probe_costs_nothing_under_a_uniform_prior_and_two_do(bid):
    """B1; odd is 30 % and even 25 % too dear."""
    best = best_tries(UNIFORM, CAP).cost
    assert cost_of_tries((0, bid, 8), UNIFORM) == cost_of_tries((0, 8), UNIFORM) == best
    assert all(cost_of_tries((0, *pair, 8), UNIFORM) > best for pair in combinations(range(1, CAP), 2))
    assert [round(100 * cost_of_tries(bids, UNIFORM) / best) for bids in (ODD, EVEN)] == [130, 125]


@pytest.mark.parametrize(
    ("bids", "costs", "worst"),
    [
        (range(1, 9), [1, 3, 6, 10, 15, 21, 28, 36], "4.5"),
        ((1, 3, 5, 7, 8), [1, 4, 4, 9, 9, 16, 16, 24], "3"),
        ((2, 4, 6, 8), [2, 2, 6, 6, 12, 12, 20, 20], "2.86"),
        ((1, 2, 4, 8), [1, 3, 7, 7, 15, 15, 15, 15], "3"),
    ],
)
def test_b2_cost_by_need(bids, costs, worst):
    """B2: the cost for each need from 1 to 8, and the worst ratio to the need.

    The ledger's cost by need stands as it is; the ratio is reckoned from it.
    """
    assert [cost_of_tries(bids, Odds({need: 1}, 1)) for need in range(1, 9)] == costs
    ratio = max(Fraction(cost, need) for need, cost in enumerate(costs, 1))
    assert f"{float(ratio):.2f}".rstrip("0").rstrip(".") == worst


def test_b2_the_best_possible_guarantee():
    """B2: 2.5, by 2, 5, 8 or 1, 4, 7, 8, of all 128 schedules."""
    schedules = [(*bids, 8) for size in range(8) for bids in combinations(range(1, 8), size)]
    worst = {bids: max(cost_of_tries(bids, Odds({need: 1}, 1)) / need for need in range(1, 9)) for bids in schedules}
    assert (len(schedules), min(worst.values())) == (128, Fraction(5, 2))
    assert [bids for bids in schedules if worst[bids] == Fraction(5, 2)] == [(2, 5, 8), (1, 4, 7, 8)]


@pytest.mark.parametrize("prior", [EVEN_NEEDS, ODD_NEEDS])
def test_b3_only_bids_of_the_needs_parity_matter(prior):
    """B3: where needs are all even or all odd, a best schedule has no bid of the other parity but a free one."""
    assert all(not bid or bid in prior.weights for bid in best_tries(prior, CAP).bids)


@pytest.mark.parametrize(("loss", "bids"), [(1, (0,)), (8, (0,)), (Fraction(81, 10), (0, 8)), (12, (0, 8))])
def test_b4_nothing_is_bid_while_failing_costs_no_more_than_the_cap(loss, bids):
    """B4: uniform prior, cap 8: no point is bid while L <= 8; from there on."""
    assert best_tries(UNIFORM, CAP, loss=loss).bids == bids


def test_b4_needs_above_the_cap():
    """B4: cap 4 and needs up to 8, L = 12: 0, 4."""
    assert best_tries(UNIFORM, 4, loss=12).bids == (0, 4)


def test_what_is_certain_needs_no_further_try():
    assert best_tries(needs(1), CAP) == Tries((0,), Fraction(0))
    assert best_tries(Odds({-3: 1}, 1), CAP) == Tries((0,), Fraction(0))
    assert best_tries(UNIFORM, CAP, loss=0) == Tries((), Fraction(0))


def test_what_the_odds_leave_uncounted_is_out_of_reach():
    assert best_tries(Odds({1: 1}, 2, 1), CAP, loss=100) == Tries((1,), Fraction(51))


priors = st.lists(st.integers(0, 9), min_size=1, max_size=7).filter(any)
costs = st.integers(0, 4) | st.fractions(0, 4, max_denominator=5)


@given(priors, st.integers(0, 6), costs, costs | st.integers(5, 40))
def test_no_schedule_is_cheaper_than_the_best(weights, cap, each, loss):
    prior = needs(*weights)
    schedules = [bids for size in range(1, cap + 2) for bids in combinations(range(cap + 1), size)]
    cheapest = min(Fraction(loss), *(cost_of_tries(bids, prior, each, loss) for bids in schedules))
    assert best_tries(prior, cap, each, loss).cost == cheapest


def test_what_cannot_be_is_refused():
    with pytest.raises(BadValue, match=r"^a need may lie above 4, the highest bid: say what giving up costs$"):
        best_tries(UNIFORM, 4)
    with pytest.raises(BadValue, match=r"^bids go from 0 to a cap of at least 0, found -1$"):
        best_tries(UNIFORM, -1)
    with pytest.raises(
        BadValue, match=r"^what a try and giving up cost are whole numbers or fractions of at least 0, found 0.5$"
    ):
        best_tries(UNIFORM, 8, 0.5)
    with pytest.raises(BadValue, match=r"at least 0, found -1$"):
        best_tries(UNIFORM, 8, loss=-1)


@pytest.mark.parametrize("bids", [(), (3, 3), (4, 2), (-1, 8)])
def test_bids_that_do_not_rise_are_refused(bids):
    with pytest.raises(BadValue, match=r"^bids rise from 0 or more, for what has failed fails again: found \["):
        cost_of_tries(bids, UNIFORM)
