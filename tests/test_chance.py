from collections import Counter
from fractions import Fraction

import pytest

from fatewright.chance import seeded_dice, system_dice
from fatewright.core.rule.notation import parse
from fatewright.core.rule.reading import roll
from witnesses import chi_square


@pytest.mark.parametrize("sides", [2, 6, 20, 1000])
def test_system_dice_show_every_face_and_no_other(sides):
    draw = system_dice()
    assert {draw(sides) for _ in range(sides * 60)} == set(range(1, sides + 1))


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_seeded_dice_show_every_face_evenly(sides):
    draw = seeded_dice(7)
    counts = Counter(draw(sides) for _ in range(sides * 500))
    distance, bound = chi_square(counts, {face: Fraction(1, sides) for face in range(1, sides + 1)})
    assert distance < bound


def test_seeded_dice_fall_alike_for_one_seed_and_otherwise_for_another():
    def faces(seed):
        draw = seeded_dice(seed)
        return [draw(20) for _ in range(50)]

    assert faces(1) == faces(1)
    assert faces(1) != faces(2)


def test_a_rule_is_rolled_alike_with_dice_of_one_seed():
    assert roll(parse("10d6!+3"), seeded_dice(5)) == roll(parse("10d6!+3"), seeded_dice(5))
