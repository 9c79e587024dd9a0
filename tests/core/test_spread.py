from collections import Counter
from itertools import product
from math import factorial, prod

import pytest

from fatewright.core.rule.spread import Line, convolve, keep_highest, multisets, negated, power, tallies


def listed_tallies(count, sizes, rest):
    """Every way `count` dice can fall, one by one: cell 0, 1, ... for the sets, the last cell for the rest."""
    cells = [place for place, size in enumerate((*sizes, rest)) for _ in range(size)]
    found = Counter()
    for thrown in product(cells, repeat=count):
        found[tuple(thrown.count(place) for place in range(len(sizes)))] += 1
    return dict(found)


@pytest.mark.parametrize("count", range(6))
@pytest.mark.parametrize(
    ("sizes", "rest"),
    [
        ((), 6),
        ((1,), 5),
        ((2,), 4),
        ((6,), 0),
        ((2, 1), 3),
        ((3, 3), 0),
        ((1, 2), 1),
        ((1, 1, 1), 3),
        ((1, 2, 3), 0),
        ((1, 1, 2), 1),
        ((1, 1, 1, 1), 1),
    ],
)
def test_tallies_are_the_ways_dice_can_fall_into_disjoint_sets(count, sizes, rest):
    keys, weights = tallies(count, sizes, rest)
    assert dict(zip(keys, weights, strict=True)) == listed_tallies(count, sizes, rest)
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("count", range(5))
@pytest.mark.parametrize(
    ("sizes", "rest"),
    [((0,), 6), ((0, 1), 5), ((1, 0), 5), ((0, 0), 6), ((6, 0), 0), ((0, 6), 0), ((0, 1, 1), 4), ((1, 0, 1), 4)],
)
def test_a_set_without_faces_is_never_hit_and_impossible_tallies_are_not_listed(count, sizes, rest):
    keys, weights = tallies(count, sizes, rest)
    assert dict(zip(keys, weights, strict=True)) == listed_tallies(count, sizes, rest)


@pytest.mark.parametrize("count", [1, 7, 30, 285])
@pytest.mark.parametrize(("sizes", "rest"), [((2, 1), 3), ((1, 3), 2), ((4,), 2), ((5, 1), 0)])
def test_large_tallies_follow_the_multinomial_formula(count, sizes, rest):
    keys, weights = tallies(count, sizes, rest)
    assert sum(weights) == (sum(sizes) + rest) ** count
    for key, weight in list(zip(keys, weights, strict=True))[:: max(1, len(keys) // 200)]:
        cells = [*zip(key, sizes, strict=True), (count - sum(key), rest)]
        ways = factorial(count) // prod(factorial(dice) for dice, _ in cells)
        assert weight == ways * prod(faces**dice for dice, faces in cells)


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 6), (2, 6), (3, 4), (4, 3), (5, 2)])
def test_multisets_are_the_sorted_faces_with_the_number_of_their_orders(count, sides):
    faces = Counter(tuple(sorted(thrown)) for thrown in product(range(1, sides + 1), repeat=count))
    spread = multisets(count, sides)
    assert dict(zip(spread.answers, spread.weights, strict=True)) == dict(faces)
    assert (spread.total, spread.beyond) == (sides**count, 0)


def added(*lines):
    """The weights of sums of one value from each line, value by value."""
    found = Counter()
    for picked in product(*(enumerate(line.weights, line.low) for line in lines)):
        found[sum(value for value, _ in picked)] += prod(weight for _, weight in picked)
    return dict(found)


def as_weights(line):
    return dict(enumerate(line.weights, line.low))


D4 = Line(1, [1] * 4)
LOADED = Line(-2, [3, 0, 1, 5])
FIXED = Line(7, [1])


@pytest.mark.parametrize("lines", [(), (D4,), (FIXED,), (D4, D4), (D4, LOADED), (LOADED, FIXED, D4), (LOADED, LOADED, LOADED)])
def test_convolving_adds_independent_numbers(lines):
    assert as_weights(convolve(*lines)) == added(*lines)


@pytest.mark.parametrize("line", [D4, LOADED, FIXED])
@pytest.mark.parametrize("count", range(5))
def test_a_power_adds_draws_from_one_line(line, count):
    assert as_weights(power(line, count)) == added(*[line] * count)


def test_no_draws_from_a_heavy_line_add_nothing():
    assert as_weights(power(Line(3, [300, 1000]), 0)) == {0: 1}


def test_weights_that_need_many_bytes_do_not_run_into_each_other():
    heavy = Line(0, [255**9, 256**9, 1])
    assert as_weights(power(heavy, 2)) == added(heavy, heavy)


@pytest.mark.parametrize("line", [D4, LOADED])
@pytest.mark.parametrize(("count", "keep"), [(2, 1), (3, 1), (3, 2), (4, 1), (4, 3)])
def test_keeping_the_highest_adds_the_last_of_the_sorted_values(line, count, keep):
    found = Counter()
    for picked in product(enumerate(line.weights, line.low), repeat=count):
        found[sum(sorted(value for value, _ in picked)[-keep:])] += prod(weight for _, weight in picked)
    kept = keep_highest(line, count, keep)
    assert {value: weight for value, weight in as_weights(kept).items() if weight} == {v: w for v, w in found.items() if w}


@pytest.mark.parametrize(
    ("line", "opposite"), [(D4, Line(-4, [1] * 4)), (LOADED, Line(-1, [5, 1, 0, 3])), (FIXED, Line(-7, [1]))]
)
def test_negating_turns_a_line_round(line, opposite):
    assert negated(line) == opposite
    assert negated(negated(line)) == line
