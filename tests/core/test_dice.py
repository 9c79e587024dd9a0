from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.rule.dice import (
    BEYOND,
    EXPLOSIONS_PRICED,
    ROLLS_OF_A_DIE,
    Count,
    Dice,
    Faces,
    Group,
    NotEnoughFaces,
    Shown,
    Sum,
    d6,
    dice_text,
    typed_faces,
)
from fatewright.core.rule.odds import STEPS, Odds
from fatewright.core.rule.price import odds
from fatewright.core.rule.rule import just
from witnesses import TooDeep, brute_force, fractions, played, weighs_right


def spread_of(throw):
    answers, weights, total, beyond = throw.spread()
    assert len(set(answers)) == len(answers)
    return Odds(dict(zip(answers, weights, strict=True)), total, beyond)


COUNTS = [
    Count(number, sides, sets)
    for number in (0, 1, 2, 4)
    for sides, sets in [
        (6, (("hits", (5, 6)),)),
        (6, (("hits", (5, 6)), ("ones", (1,)))),
        (6, (("hits", (4, 5, 6)), ("ones", (1,)), ("twos", (2,)))),
        (6, (("a", (1,)), ("b", (2,)), ("c", (3,)), ("d", (4,)))),
        (6, (("low", (1, 2, 3)), ("high", (4, 5, 6)))),
        (4, (("one", (1,)), ("two", (2,)), ("rest", (3, 4)))),
        (6, (("hits", (5, 6)), ("sixes", (6,)))),
        (6, (("even", (2, 4, 6)), ("high", (4, 5, 6)), ("ones", (1,)))),
        (6, (("hits", (5, 6)), ("again", (5, 6)))),
        (3, (("all", (1, 2, 3)),)),
        (3, (("all", (1, 2, 3)), ("one", (1,)))),
        (6, ()),
    ]
]


@pytest.mark.parametrize("throw", COUNTS, ids=repr)
def test_counts_are_what_literal_dice_count(throw):
    found = spread_of(throw)
    assert fractions(found) == brute_force(just(throw))
    assert weighs_right(found)


@pytest.mark.parametrize("number", [0, 1, 3])
@pytest.mark.parametrize(
    "sets",
    [
        {"hits": ()},
        {"hits": (7, 8)},
        {"hits": (0, -3)},
        {"hits": (), "ones": (1,)},
        {"ones": (1,), "hits": ()},
        {"hits": (), "ones": (1,), "twos": (2,)},
        {"ones": (1,), "hits": (), "twos": (2,)},
        {"a": (), "b": ()},
        {"hits": (5, 6), "sixes": (6,), "none": ()},
        {"hits": (6, 6, 7)},
        {"hits": range(2, 20)},
    ],
    ids=repr,
)
def test_a_set_may_name_no_face_or_faces_the_die_does_not_have(number, sets):
    throw = d6(number).count(**{name: tuple(faces) for name, faces in sets.items()})
    assert fractions(spread_of(throw)) == brute_force(just(throw))


def test_a_die_shows_every_set_it_fell_into():
    throw = d6(4).count(hits=(5, 6), sixes=(6,))
    assert throw.read(typed_faces((6, 5, 1, 6))) == (
        (3, 2),
        (Shown(6, 6, "hits and sixes"), Shown(6, 5, "hits"), Shown(6, 1, ""), Shown(6, 6, "hits and sixes")),
    )


def test_dice_are_written_with_what_they_counted_for():
    dice = d6(3).count(hits=(5, 6), sixes=(6,)).read(typed_faces((6, 5, 1))).dice
    assert dice_text(dice) == "[6 hits and sixes] [5 hits] [1]"
    assert dice_text(()) == ""


@pytest.mark.parametrize(
    ("throw", "faces", "answer"),
    [
        (d6(3).count(hits=[5, 6]), (5, 6, 1), (2,)),
        (d6(3).count(hits={5, 6}), (5, 6, 1), (2,)),
        (d6(3).sum(), (2, 5, 6), 13),
        (d6(0).sum(), (), 0),
        (Dice(2, 20).highest(), (7, 15), 15),
        (Dice(2, 20).lowest(), (7, 15), 7),
        (d6(4).highest(3), (6, 1, 3, 3), 12),
        (d6(4).lowest(3), (6, 1, 3, 3), 7),
        (d6(3).faces(), (6, 1, 3), (1, 3, 6)),
        (Sum((Group(2, 6), Group(1, 4, -1)), 3), (5, 6, 4), 10),
        (Sum((), 5), (), 5),
    ],
    ids=str,
)
def test_faces_are_read_as_the_throw_says(throw, faces, answer):
    thrown = throw.read(typed_faces(faces))
    assert thrown.answer == answer
    assert tuple(die.face for die in thrown.dice) == faces


SUMS = [
    Sum((Group(3, 6),)),
    Sum((Group(0, 6),), 4),
    Sum((), -3),
    Sum((Group(2, 6), Group(1, 8)), 5),
    Sum((Group(2, 6), Group(1, 4, -1)), -2),
    Sum((Group(1, 6, -1), Group(2, 4, -1, keep=1))),
    Sum((Group(2, 5, reroll=1), Group(2, 3, -1, reroll=2, keep=-1)), 1),
    *(
        Sum((Group(number, sides, keep=keep, reroll=reroll),))
        for number, sides in [(1, 6), (3, 4), (4, 3), (2, 10)]
        for keep in (-5, -2, -1, 0, 1, 2, 5)
        for reroll in (0, 1, 2)
    ),
]


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("throw", SUMS, ids=str)
def test_sums_keeps_and_rerolls_are_what_literal_dice_add_up_to(throw):
    found = spread_of(throw)
    assert fractions(found) == brute_force(just(throw))
    assert weighs_right(found)
    assert found.beyond == 0


@pytest.mark.parametrize("reroll", [6, 7])
def test_rerolling_every_face_is_one_plain_second_throw(reroll):
    throw = Sum((Group(1, 6, reroll=reroll),))
    assert fractions(spread_of(throw)) == brute_force(just(throw)) == {face: Fraction(1, 6) for face in range(1, 7)}


@pytest.mark.parametrize(("number", "sides"), [(0, 6), (1, 1), (1, 6), (3, 4), (4, 3)])
def test_faces_are_what_literal_dice_show_in_rising_order(number, sides):
    throw = Faces(number, sides)
    assert fractions(spread_of(throw)) == brute_force(just(throw))


def chain_weights(sides, reroll):
    """One exploding die by its definition: chains of the highest face, cut off where pricing cuts them off."""
    die = {}
    first = Counter()
    for face in range(1, sides + 1):
        for second in range(1, sides + 1):
            first[second if face <= reroll else face] += Fraction(1, sides**2)
    for chain in range(EXPLOSIONS_PRICED + 1):
        for face in range(1, sides):
            follows = first[face] if chain == 0 else first[sides] * Fraction(1, sides) ** chain
            die[chain * sides + face] = follows
    return die


@pytest.mark.parametrize("group", [Group(1, 6, explode=True), Group(1, 2, explode=True), Group(1, 4, explode=True, reroll=2)])
def test_one_exploding_die_follows_its_definition(group):
    found = spread_of(Sum((group,)))
    assert fractions(found) == chain_weights(group.sides, group.reroll)
    assert Fraction(found.beyond, found.total) == 1 - sum(chain_weights(group.sides, group.reroll).values())
    assert weighs_right(found)


@pytest.mark.parametrize("keep", [-1, 0, 1, 2])
@pytest.mark.parametrize("sign", [1, -1])
def test_exploding_dice_explode_before_they_are_kept(keep, sign):
    """TAD-DICE.23: die value = sum of its chain; then keep highest or lowest by die value."""
    expected = Counter()
    for (a, wa), (b, wb) in product(chain_weights(3, 0).items(), repeat=2):
        total = {-1: min(a, b), 0: a + b, 1: max(a, b), 2: a + b}[keep]
        expected[sign * total] += wa * wb
    found = spread_of(Sum((Group(2, 3, sign, keep, explode=True),)))
    assert fractions(found) == expected
    assert Fraction(found.beyond, found.total) == 1 - sum(expected.values())


@pytest.mark.parametrize("sides", [4, 6, 10])
def test_one_exploding_die_never_totals_a_multiple_of_its_sides(sides):
    """TAD-DICE.22: P(total = jX + v) = (1/X)^(j+1) for 1 <= v < X."""
    found = spread_of(Sum((Group(1, sides, explode=True),)))
    expected = {j * sides + v: Fraction(1, sides) ** (j + 1) for j in range(EXPLOSIONS_PRICED + 1) for v in range(1, sides)}
    assert fractions(found) == expected
    assert Fraction(found.beyond, found.total) == Fraction(1, sides) ** (EXPLOSIONS_PRICED + 1)


def test_what_lies_beyond_is_named():
    assert BEYOND == "a die explodes more than 10 times"


@pytest.mark.parametrize("most", [1, 2, ROLLS_OF_A_DIE])
def test_an_exploding_die_is_rolled_so_often_and_no_further(most):
    """TAD-DICE.30: the chain ends even if the die never does."""
    thrown = Group(1, 6, explode=True, most=most).read(lambda sides: sides)
    assert thrown.answer == 6 * most
    assert [die.mark for die in thrown.dice] == ["exploded"] * (most - 1) + ["kept"]


@pytest.mark.parametrize("most", [1, 2, 3])
@pytest.mark.parametrize("group", [Group(1, 4, explode=True), Group(2, 3, explode=True, reroll=1), Group(3, 2, -1, 1, True)])
def test_a_short_limit_leaves_nothing_beyond(group, most):
    """TAD-DICE.30: where chains end before odds are cut off, the last face counts as it lies, and all weights are there."""
    throw = Sum((group._replace(most=most),))
    found = spread_of(throw)
    assert found.beyond == 0
    assert fractions(found) == brute_force(just(throw))


def test_endless_explosions_are_not_for_brute_force():
    with pytest.raises(TooDeep):
        brute_force(just(Sum((Group(1, 2, explode=True),))))


def test_every_die_of_a_group_shows_what_became_of_it():
    group = Group(3, 6, keep=1, explode=True, reroll=1)
    thrown = group.read(typed_faces((1, 6, 2, 3, 1, 1)))
    assert thrown == (
        8,
        (
            Shown(6, 1, "rerolled"),
            Shown(6, 6, "exploded"),
            Shown(6, 2, "kept"),
            Shown(6, 3, "dropped"),
            Shown(6, 1, "rerolled"),
            Shown(6, 1, "dropped"),
        ),
    )


def test_the_faces_that_follow_an_explosion_are_not_rerolled():
    """TAD-DICE.23: exploded follow-up rolls cannot be rerolled."""
    thrown = Group(1, 6, explode=True, reroll=1).read(typed_faces((6, 1)))
    assert (thrown.answer, [die.mark for die in thrown.dice]) == (7, ["exploded", "kept"])


@pytest.mark.parametrize(
    ("keep", "faces", "marks"),
    [
        (1, (4, 4, 2), ["kept", "dropped", "dropped"]),
        (-1, (4, 2, 2), ["dropped", "kept", "dropped"]),
        (-2, (4, 2, 1), ["dropped", "kept", "kept"]),
        (9, (4, 2, 1), ["kept", "kept", "kept"]),
    ],
)
def test_of_equal_dice_the_first_is_kept(keep, faces, marks):
    thrown = Group(3, 6, keep=keep).read(typed_faces(faces))
    assert [die.mark for die in thrown.dice] == marks


@pytest.mark.parametrize("keep", [3, -3, 7, -7])
def test_keeping_more_dice_than_there_are_keeps_them_all(keep):
    """TAD-DICE.24: more keep symbols than dice keep all; no dice total 0."""
    assert spread_of(Sum((Group(2, 4, keep=keep),))) == spread_of(Dice(2, 4).sum())
    assert Group(2, 4, keep=keep).kept() == 2
    assert spread_of(Sum((Group(0, 4, keep=keep),))) == Odds({0: 1}, 1)


@pytest.mark.parametrize("throw", [Dice(-2, 6).sum(), Dice(-2, 6).highest(), Dice(-2, 6).lowest(), Dice(-1, 6).sum()], ids=str)
def test_fewer_than_no_dice_total_nothing(throw):
    """TAD-DICE.24: zero or negative dice: total 0."""
    assert played(just(throw)) == 0
    assert odds(just(throw)) == Odds({0: 1}, 1)


@pytest.mark.parametrize("number", [-2, -1, 0])
def test_fewer_than_no_dice_hit_nothing_and_show_nothing(number):
    count, faces = Dice(number, 6).count(hits=(5, 6), ones=(1,)), Dice(number, 6).faces()
    assert odds(just(count)) == Odds({(0, 0): 1}, 1)
    assert odds(just(faces)) == Odds({(): 1}, 1)


@pytest.mark.parametrize(
    ("throw", "text"),
    [
        (d6(5).count(hits=(5, 6)), "5d6"),
        (d6(5).faces(), "5d6"),
        (d6(5).sum(), "5d6"),
        (d6(4).highest(3), "4d6kh3"),
        (Dice(2, 20).lowest(), "2d20kl1"),
        (Sum((Group(2, 6, explode=True, reroll=2), Group(1, 4, -1)), -7), "2d6!r2-1d4-7"),
        (Sum((Group(1, 4, -1),), 7), "-1d4+7"),
        (Sum((), 7), "7"),
    ],
)
def test_a_throw_is_written_in_notation(throw, text):
    assert str(throw) == text


@pytest.mark.parametrize(
    ("smaller", "larger"),
    [
        (d6(5).count(a=(1,)), d6(6).count(a=(1,))),
        (d6(5).count(a=(1,)), d6(5).count(a=(1,), b=(2,))),
        (d6(5).sum(), d6(6).sum()),
        (d6(5).sum(), d6(5).highest(2)),
        (d6(5).sum(), Sum((Group(5, 6, explode=True),))),
        (d6(5).highest(2), d6(5).highest(3)),
        (d6(5).sum(), Sum((Group(5, 6), Group(1, 6)))),
        (d6(5).faces(), d6(6).faces()),
    ],
    ids=str,
)
def test_more_work_costs_more(smaller, larger):
    assert 0 < smaller.cost() < larger.cost()


@pytest.mark.parametrize("throw", [*COUNTS, *SUMS], ids=repr)
def test_a_throw_costs_at_least_as_many_steps_as_it_has_answers(throw):
    answers = throw.spread().answers
    assert throw.cost() + 1 >= len(answers)


@pytest.mark.parametrize("number", [10, 40])
def test_overlapping_sets_cost_what_their_cells_cost(number):
    """Three overlapping sets cut a d6 into five cells; the price must not be that of three sets."""
    overlapping = d6(number).count(a=(5, 6), b=(4, 5), c=(3, 4))
    cells = d6(number).count(a=(6,), b=(5,), c=(4,), d=(3,))
    assert overlapping.cost() >= cells.cost()


@pytest.mark.parametrize(
    "throw",
    [
        Sum((Group(100, 100),) * 50),
        Sum((Group(1000, 6, explode=True),)),
        Sum((Group(1000, 1000),)),
        Sum(tuple(Group(40, sides) for sides in range(2, 32))),
    ],
    ids=["50 times 100d100", "1000d6!", "1000d1000", "40d2+40d3+...+40d31"],
)
def test_sums_that_would_take_minutes_cost_more_than_the_default_budget(throw):
    """Adding up is one multiplication of numbers as long as all groups together: that length is what it costs."""
    assert throw.cost() > STEPS


@pytest.mark.parametrize(
    ("faces", "sides", "error", "message"),
    [
        ((), 6, NotEnoughFaces, "0 faces were given, and one more d6 is needed"),
        ((7,), 6, BadValue, "a d6 cannot show 7; it shows 1 to 6"),
        ((0,), 8, BadValue, "a d8 cannot show 0; it shows 1 to 8"),
        ((11,), 10, BadValue, "a d10 cannot show 11; it shows 1 to 10"),
    ],
)
def test_typed_faces_refuse_what_no_die_can_show(faces, sides, error, message):
    draw = typed_faces(faces)
    with pytest.raises(error) as refused:
        draw(sides)
    assert str(refused.value) == message
    assert type(refused.value) is error


def test_typed_faces_are_dealt_in_order():
    draw = typed_faces([3, 1, 20])
    assert [draw(6), draw(4), draw(20)] == [3, 1, 20]


@pytest.mark.parametrize(("face", "sides", "worth"), [(0, 10, 10), (0, 100, 100), (7, 100, 7), (10, 10, 10), (1, 10, 1)])
def test_a_zero_on_a_die_of_digits_is_its_highest(face, sides, worth):
    """TAD-DICE.03, TAD-DICE.04, TAD-X.07: real d10 bear 0 to 9, and two of them 00 to 99; 0 counts 10, and 100."""
    assert typed_faces((face,))(sides) == worth


def test_a_limit_stands_in_the_text_of_a_group_only_where_it_is_not_the_usual():
    """Answers that were recorded fit the question with the same text."""
    plain = "Group(number=2, sides=6, sign=1, keep=0, explode=False, reroll=0"
    assert repr(Group(2, 6)) == f"{plain})"
    assert repr(Group(2, 6, most=3)) == f"{plain}, most=3)"
