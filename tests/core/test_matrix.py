"""Games of two sides: by hand, by laws, and against two programs of others, which reckon in floating point."""

from fractions import Fraction
from random import Random

import nashpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from fatewright.core.errors import BadValue
from fatewright.core.rule.matrix import Equilibrium, _Simplex, equilibrium, value_of

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize(
    ("payoffs", "expected"),
    [
        ([[7]], Equilibrium(Fraction(7), (1,), (1,), True)),
        ([[HALF]], Equilibrium(HALF, (1,), (1,), True)),
        ([[1, -1], [-1, 1]], Equilibrium(Fraction(0), (HALF, HALF), (HALF, HALF), False)),  # matching pennies
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], Equilibrium(Fraction(0), (THIRD,) * 3, (THIRD,) * 3, False)),  # rock, paper
        ([[3, 1, 4], [2, 0, -5]], Equilibrium(Fraction(1), (1, 0), (0, 1, 0), True)),
        ([[0, 0], [0, 0]], Equilibrium(Fraction(0), (1, 0), (1, 0), True)),
        ([[True, False], [False, True]], Equilibrium(HALF, (HALF, HALF), (HALF, HALF), False)),
        (
            [[0, 3], [2, 0], [-9, 2]],
            Equilibrium(Fraction(6, 5), (Fraction(2, 5), Fraction(3, 5), 0), (Fraction(3, 5), Fraction(2, 5)), False),
        ),
    ],
)
def test_small_games_by_hand(payoffs, expected):
    assert equilibrium(payoffs) == expected


@given(*[st.integers(-30, 30)] * 4)
def test_two_by_two_without_a_saddle_is_the_schoolbook_formula(a, b, c, d):
    solved = equilibrium([[a, b], [c, d]])
    if not solved.is_saddle:
        spread = a - b - c + d
        first, second = Fraction(d - c, spread), Fraction(d - b, spread)
        assert solved[:3] == (Fraction(a * d - b * c, spread), (first, 1 - first), (second, 1 - second))


def tables(numbers):
    """Tables of up to six by six."""
    return st.integers(1, 6).flatmap(
        lambda width: st.lists(st.lists(numbers, min_size=width, max_size=width), min_size=1, max_size=6)
    )


few = st.integers(-2, 2)  # many equal payoffs: degenerate games
any_number = st.integers(-1000, 1000) | st.fractions(-5, 5, max_denominator=12)
games = tables(few) | tables(any_number)


def row_payoffs(payoffs, columns):
    return [sum(payoff * share for payoff, share in zip(row, columns, strict=True)) for row in payoffs]


def turned(payoffs):
    return [list(column) for column in zip(*payoffs, strict=True)]


def is_an_equilibrium(payoffs, solved):
    """Both mixes are chances, and neither side could do better than the value against the other's."""
    return (
        sum(solved.rows) == sum(solved.columns) == 1
        and min(*solved.rows, *solved.columns, 0) == 0
        and max(row_payoffs(payoffs, solved.columns)) == solved.value
        and min(row_payoffs(turned(payoffs), solved.rows)) == solved.value
    )


@given(games)
def test_each_mix_is_a_best_answer_to_the_other(payoffs):
    assert is_an_equilibrium(payoffs, equilibrium(payoffs))


@given(games)
def test_the_value_lies_between_what_each_side_can_make_sure_of(payoffs):
    least, most = max(map(min, payoffs)), min(map(max, turned(payoffs)))
    solved = equilibrium(payoffs)
    assert least <= solved.value <= most
    assert solved.is_saddle == (least == most)
    assert value_of(payoffs) == solved.value


@given(
    games, st.integers(-50, 50) | st.fractions(-2, 2), st.integers(1, 50) | st.fractions(min_value=Fraction(1, 9), max_value=9)
)
def test_what_is_added_or_multiplied_changes_the_value_alone(payoffs, more, times):
    solved = equilibrium(payoffs)
    assert equilibrium([[payoff * times + more for payoff in row] for row in payoffs]) == solved._replace(
        value=solved.value * times + more
    )


@pytest.mark.usefixtures("untraced")
@given(games, st.randoms(use_true_random=False))
def test_the_order_of_choices_does_not_matter(payoffs, chance):
    mixed = [row[:] for row in payoffs]
    chance.shuffle(mixed)
    mixed = turned(mixed)
    chance.shuffle(mixed)
    assert value_of(turned(mixed)) == value_of(payoffs)


@pytest.mark.usefixtures("untraced")
@given(games)
def test_the_game_seen_from_the_other_side_has_the_opposite_value(payoffs):
    assert value_of([[-payoff for payoff in row] for row in turned(payoffs)]) == -value_of(payoffs)


@pytest.mark.parametrize("seed", range(3))
def test_games_of_twenty_one_by_twenty_one(seed):
    chance = Random(seed)
    payoffs = [[chance.randint(-9, 9) for _ in range(21)] for _ in range(21)]
    assert is_an_equilibrium(payoffs, equilibrium(payoffs))


def test_a_step_that_gains_nothing_is_followed_by_the_lowest_unknown():
    """Where two rows are equally tight, one is left with nothing to give: the step through it gains nothing."""
    steps = []

    class Watched(_Simplex):
        def _turn(self, row, column):
            steps.append((self.table[row][-1], column))
            super()._turn(row, column)

    payoffs = [[2, 1, 3, 1], [2, 3, 1, 2], [1, 2, 2, 3], [2, 2, 1, 1]]
    Watched(payoffs)
    assert 0 in [gained for gained, _ in steps]
    assert is_an_equilibrium(payoffs, equilibrium(payoffs))


def value_by_linprog(payoffs):
    """The highest v such that some mix of rows makes sure of v in every column."""
    height, width = len(payoffs), len(payoffs[0])
    found = linprog(
        [0] * height + [-1],
        A_ub=[[-float(payoff) for payoff in column] + [1] for column in turned(payoffs)],
        b_ub=[0] * width,
        A_eq=[[1] * height + [0]],
        b_eq=[1],
        bounds=[(0, None)] * height + [(None, None)],
        method="highs",
    )
    return -found.fun


def random_game(chance):
    highest = chance.choice([1, 3, 1000])
    height, width = (chance.randint(1, 6) for _ in range(2))
    return [[Fraction(chance.randint(-highest, highest), chance.choice([1, 7])) for _ in range(width)] for _ in range(height)]


@pytest.mark.usefixtures("untraced")
def test_five_hundred_games_have_the_values_that_highs_finds():
    chance = Random(500)
    for _ in range(500):
        payoffs = random_game(chance)
        assert float(value_of(payoffs)) == pytest.approx(value_by_linprog(payoffs), abs=1e-9, rel=1e-9)


def test_five_hundred_games_have_the_values_that_lemke_and_howson_find():
    """Payoffs from a wide range, for with equal ones their method may end nowhere. A tall table is shown to them from the
    other side: of more rows than columns, nashpy 0.0.43 makes mixes to which there are better answers."""
    chance = Random(501)
    for _ in range(500):
        height, width = (chance.randint(2, 6) for _ in range(2))
        payoffs = [[chance.randint(-(10**6), 10**6) for _ in range(width)] for _ in range(height)]
        sign, wide = (1, payoffs) if height <= width else (-1, turned(payoffs))
        game = nashpy.Game([[sign * payoff / 10**6 for payoff in row] for row in wide])
        theirs = game[game.lemke_howson(initial_dropped_label=0)][0]
        assert float(value_of(payoffs)) / 10**6 == pytest.approx(sign * theirs, abs=1e-9)


@pytest.mark.parametrize("payoffs", [[], [[]], [[1, 2], [3]]])
def test_what_is_no_table_is_refused(payoffs):
    with pytest.raises(BadValue, match=r"^a game needs a row for each choice of one side, and in each row a payoff for each"):
        equilibrium(payoffs)


@pytest.mark.parametrize("payoff", [0.5, "1", None])
def test_payoffs_that_are_not_exact_are_refused(payoff):
    with pytest.raises(BadValue, match=r"^payoffs are whole numbers or fractions, found "):
        equilibrium([[1, payoff]])
