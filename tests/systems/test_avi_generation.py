"""Avitch: skills from drawn ratings and banks, motivations from nine rating pairs, and people made at the table."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt
from random import Random

import pytest

from fatewright.core.errors import BadValue, TooCostly
from fatewright.core.rule.dice import typed_faces
from fatewright.core.rule.odds import StepLimit
from fatewright.core.rule.price import odds
from fatewright.core.rule.reading import roll
from fatewright.core.table.events import Began, Rolled, Told
from fatewright.core.table.replay import verify
from fatewright.core.table.seal import KEEPER, see
from fatewright.core.table.story import Refusal
from fatewright.kit.stage import Stage
from fatewright.systems.avitch.characters import banks
from fatewright.systems.avitch.characters.generation import SKILLS, group, group_rating, group_skills, newcomer
from fatewright.systems.avitch.characters.making import placed
from fatewright.systems.avitch.discussions import motivations
from fatewright.systems.avitch.discussions.motivations import PAIR_NAMES, PAIRS, STANDARD, pair
from fatewright.systems.avitch.mechanics import draws
from systems.avi_table import AVI, cited, outcome, said, seated, thrown

FIGHT = SKILLS["Hand-to-Hand"]
NONE, TWO = 62500, 400_000  # draws that mean 0 and 2
PICKS, ORDER = (9, 1, 1, 6, 1, 2, 3, 1), (2, 1, 4, 3, 6, 5, 7, 8, 2)  # AVI-X.27
DEALT = {"Energetic": 3, "Forgiving": 9, "Honest": 8, "Merciful": 7, "Modest": 4, "Prudent": 6, "Valourous": 5} | {
    "Trusting": 4,
    "Generous": 10,
}
NOBODY = (NONE,) * 4  # four groups without a point
MANY = 2000


def rolled(call, *faces):
    """The outcome of a rule with these faces, and every die that was needed; all of them must be."""
    played = roll(call, typed_faces(faces))
    assert sum(len(step.dice) for step in played.steps) == len(faces)
    return played.outcome


def deal(names, rating, *faces, full="redraw", generator="software"):
    """The skills of a group by the dice of its bank."""
    start, left = (banks.minimum(rating),) * len(names), banks.to_deal(rating, len(names))
    return rolled(banks.bank(names, start, left, full, generator), *faces).ratings


def sheet_of(table, name):
    return {field: table.of(name, field) for names in (*SKILLS.values(), *PAIRS) for field in names}


# ── the lists that the rules know by heart ─────────────────────────────────────────────────────────────────────────────


def test_groups_and_pairs_are_those_of_the_data():
    """AVI-1.03.01.04, AVI-2.03.10, AVI-R.04."""
    assert {name: row["skills"] for name, row in AVI.lists["groups"].items()} == {g: list(n) for g, n in SKILLS.items()}
    assert [(row["number"], row["left"], row["right"]) for row in AVI.lists["pairs"].values()] == [
        (number, *both) for number, both in enumerate(PAIRS, start=1)
    ]
    assert tuple(AVI.lists["pairs"]) == PAIR_NAMES
    assert all(list(names) == sorted(names) for names in SKILLS.values())  # AVI-R.04: alphabetical
    assert sum(map(len, SKILLS.values())) == len(AVI.lists["skills"]) == 23


# ── a group's rating ───────────────────────────────────────────────────────────────────────────────────────────────────

EDGES = [  # the first and the last draw of each rating
    *[(1, 0), (62500, 0), (62501, 1), (312500, 1), (312501, 2), (687500, 2), (687501, 3), (937500, 3), (937501, 4)],
    *[(989500, 4), (989501, 5), (998200, 5), (998201, 6), (999700, 6), (999701, 7), (999950, 7), (999951, 8), (999990, 8)],
    *[(999991, 9), (999998, 9), (999999, 10), (1000000, 10)],
]


def test_what_the_draws_of_the_example_mean():
    """AVI-X.16, AVI-1.03.01.01."""
    drawn = {62500: 0, 62501: 1, 687500: 2, 937500: 3, 937501: 4, 998200: 5, 999700: 6, 999951: 8, 999998: 9, 999999: 10}
    assert {number: rolled(group_rating(), number) for number in drawn} == drawn


@pytest.mark.parametrize(("number", "rating"), EDGES)
def test_a_draw_means_a_rating_by_one_die_or_by_six_digits(number, rating):
    """AVI-1.03.01.01, AVI-1.03.01.15."""
    assert rolled(group_rating(), number) == rating
    digits = [int(digit) or 10 for digit in f"{number % 1_000_000:06}"]
    assert rolled(group_rating(generator="dice_script"), *digits) == rating


def test_the_table_adds_up_to_a_million():
    """AVI-X.17, AVI-1.03.01.01, AVI-1.03.01.02."""
    exact = odds(group_rating())
    assert sum(draws.PER_MILLION) == 1_000_000
    assert [exact.chance(rating) * 1_000_000 for rating in range(11)] == list(draws.PER_MILLION)
    assert [exact.chance(heads) for heads in range(4)] == [Fraction(ways, 16) for ways in (1, 4, 6, 4)]
    assert exact.mean() == Fraction(1006331, 500000)  # AVI-1.03.11, AVI-R.10
    assert exact.chance_that(lambda rating: rating <= 4) == Fraction(1979, 2000)
    assert exact.chance_that(lambda rating: rating >= 4) == Fraction(1, 16)
    assert odds(group_rating(generator="dice_script")) == exact


def test_main_characters_are_raised_by_two():
    """AVI-X.06, AVI-X.17, AVI-X.22, AVI-R.05, AVI-R.06."""
    assert rolled(group_rating("yes"), 900_000) == 5
    assert rolled(group_rating("yes"), 999_991) == 10  # 9 becomes 11, and 11 is 10
    exact = odds(group_rating("yes"))
    assert exact.mean() == Fraction(80253, 20000)
    assert exact.chance(10) == Fraction(1, 20000)
    assert odds(group("Hand-to-Hand", "yes", overflow="clamp_r")).chance((10,) * 4) == Fraction(1, 20000)


def test_the_shift_is_a_dial():
    """AVI-1.03.01.14."""
    assert [rolled(group_rating("yes", shift), TWO) for shift in range(5)] == [2, 3, 4, 5, 6]
    assert rolled(group_rating("no", 4), TWO) == 2


def test_a_raised_draw_above_ten_is_drawn_again_by_a_dial():
    """AVI-1.03.01.13."""
    assert rolled(group_rating("yes", overflow="redraw_r"), 999_991, 1_000_000, TWO) == 4
    exact = odds(group_rating("yes", overflow="redraw_r"))
    assert exact.chance(10) == Fraction(40, 999_990)
    assert exact.chance(2) == Fraction(62_500, 999_990)
    assert odds(group_rating("no", overflow="redraw_r")) == odds(group_rating())


def test_four_groups():
    """AVI-X.24, AVI-1.03.01.05."""
    once = odds(group_rating())
    assert once.chance(2) ** 4 == Fraction(81, 4096)
    assert 1 - once.chance_that(lambda rating: rating < 4) ** 4 == Fraction(14911, 65536)


# ── a group's skills ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_morten_fights():
    """AVI-X.07, AVI-R.09, AVI-1.03.01.07, AVI-1.03.01.08, AVI-1.03.01.09."""
    assert (banks.minimum(4), banks.to_deal(4, 4)) == (1, 12)
    assert rolled(group_skills("Hand-to-Hand", 4), 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4) == (4, 3, 3, 6)


def test_knowledge_at_two():
    """AVI-X.18."""
    dice = (7, 6, 5, 4, 3, 2, 1, 4, 4, 4, 2, 2, 6, 4)
    assert rolled(group_skills("Knowledge", 2), *dice) == (1, 3, 1, 5, 1, 2, 1)


def test_a_full_skill_voids_the_draw():
    """AVI-X.19, AVI-1.03.01.10, AVI-1.03.01.12, AVI-R.07."""
    assert rolled(group_skills("Hand-to-Hand", 3), *[1] * 12, 2, 3) == (10, 1, 1, 0)
    assert rolled(group_skills("Hand-to-Hand", 3), *[1] * 12, 1, 1, 1, 3, 2) == (10, 1, 1, 0)  # void ones again and again
    assert rolled(group_skills("Hand-to-Hand", 3, "lose_point"), *[1] * 12) == (10, 0, 0, 0)


@pytest.mark.parametrize(
    ("group", "rating", "chance"),
    [
        ("Hand-to-Hand", 3, Fraction(37, 4194304)),
        ("Hand-to-Hand", 4, Fraction(631, 4194304)),
        ("Hand-to-Hand", 5, Fraction(6571, 4194304)),
        ("Physical", 2, Fraction(81985, 96889010407)),
        *[(group, rating, 0) for group in ("Hand-to-Hand", "Social") for rating in (1, 2)],
    ],
)
def test_how_likely_a_void_draw_is(group, rating, chance):
    """AVI-X.20."""
    names = SKILLS[group]
    start, left = (banks.minimum(rating),) * len(names), banks.to_deal(rating, len(names))
    assert odds(banks.points(names, start, left, "redraw", "software")).chance_that(lambda dealt: dealt.left) == chance


def test_control_at_three():
    """AVI-X.21."""
    exact = odds(group_skills("Hand-to-Hand", 3), lens="skill")
    assert [exact.chance(rating) for rating in (0, 1, 2, 3, 4, 10)] == [
        *[Fraction(797123, 25165824), Fraction(1594333, 12582912), Fraction(11691739, 50331648)],
        *[Fraction(1082565, 4194304), Fraction(3247695, 16777216), Fraction(631, 16777216)],
    ]
    assert exact.mean() == 3


def test_fighters_alone_have_exact_odds_of_everything():
    """AVI-X.21."""
    assert odds(AVI.rules["fighting-skills"](3), lens="skill") == odds(group_skills("Hand-to-Hand", 3), lens="skill")
    assert odds(AVI.rules["fighting-skills"](10)).weights == {(10,) * 4: 1}


def test_the_main_shift_on_each_skill():
    """AVI-X.23, AVI-1.03.01.14."""
    assert rolled(group("Hand-to-Hand", "yes"), NONE, 1, 2, 3, 4, 1, 2, 3, 4) == (2, 2, 2, 2)
    assert rolled(group("Hand-to-Hand", "yes", point="each_skill"), NONE) == (2, 2, 2, 2)
    assert rolled(group("Hand-to-Hand", "yes", point="each_skill"), 900_000, *[1] * 12, 2, 3) == (10, 3, 3, 2)
    assert rolled(group("Hand-to-Hand", "no", point="each_skill"), NONE) == (0, 0, 0, 0)


def test_no_points_and_nothing_but_points_need_no_dice():
    """AVI-R.08, AVI-1.03.01.11, AVI-X.22."""
    for name, names in SKILLS.items():
        assert rolled(group_skills(name, 0)) == (0,) * len(names)
        assert rolled(group_skills(name, 10)) == (10,) * len(names)
    assert rolled(group("Social", "yes"), 999_991) == (10,) * 5
    lost = rolled(group_skills("Hand-to-Hand", 10, "lose_point"), *[1] * 12)  # by that dial the dice count even here
    assert lost == (10, 7, 7, 7)


@cache
def by_points(rating, skills):
    """Another way to the same odds: point by point to any skill that has room. Chances of sorted ratings."""
    at = {(banks.minimum(rating),) * skills: Fraction(1)}
    for _ in range(skills * min(rating, 3)):
        after = Counter()
        for ratings, chance in at.items():
            room = [place for place, one in enumerate(ratings) if one < 10]
            for place in room:
                grown = tuple(sorted((*ratings[:place], ratings[place] + 1, *ratings[place + 1 :])))
                after[grown] += chance / len(room)
        at = after
    return dict(at)


@pytest.mark.parametrize("rating", range(11))
def test_fighters_are_as_by_points_and_keep_the_invariants(rating):
    """AVI-1.03.01.11."""
    exact = odds(group_skills("Hand-to-Hand", rating))
    sorted_odds = exact.map(lambda ratings: tuple(sorted(ratings)))
    assert {ratings: sorted_odds.chance(ratings) for ratings in sorted_odds.weights} == by_points(rating, 4)
    least = max(0, rating - 3)
    assert all(sum(one) == 4 * rating and least <= min(one) and max(one) <= 10 for one in exact.weights)
    assert [exact.mean(lambda one, at=at: one[at]) for at in range(4)] == [rating] * 4
    assert exact.beyond == 0


@pytest.mark.parametrize("rating", [1, 2, 3, 4])
def test_talkers_are_as_by_points(rating):
    exact = odds(group_skills("Social", rating)).map(lambda ratings: tuple(sorted(ratings)))
    assert {ratings: exact.chance(ratings) for ratings in exact.weights} == by_points(rating, 5)
    assert odds(group_skills("Social", rating), lens="highest") == exact.map(max)
    assert odds(group_skills("Social", rating), lens="lowest") == exact.map(min)


def test_losing_points_loses_some():
    """AVI-1.03.01.12."""
    exact = odds(group_skills("Hand-to-Hand", 9, "lose_point"))
    assert exact.mean(sum) < 36
    assert max(map(sum, exact.weights)) == 36
    assert odds(group_skills("Hand-to-Hand", 2, "lose_point")) == odds(group_skills("Hand-to-Hand", 2))


def test_large_groups_are_too_much_for_exact_odds_and_say_so():
    with pytest.raises(TooCostly, match="simulate it"):
        odds(group_skills("Physical", 9), budget=StepLimit(20_000))


# ── dice that a group has at hand ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("names", "sides", "last"),
    [(2, 6, 6), (3, 6, 6), (4, 4, 4), (5, 10, 10), (6, 6, 6), (7, 8, 7), (8, 8, 8), (9, 10, 9)],
)
def test_real_dice_for_every_number_of_names(names, sides, last):
    """AVI-1.03.01.15, AVI-2.03.02.06."""
    listed = PAIR_NAMES[:names]
    dice = draws.among(listed, 1, "dice_script")
    assert dice.sides == sides
    named = [
        listed[hits.index(1)] if 1 in (hits := dice.read(typed_faces([face])).answer) else "" for face in range(1, sides + 1)
    ]
    counts = Counter(named)
    blank = counts.pop("", 0)
    assert (len(counts), len(set(counts.values())), sides - blank) == (names, 1, last)  # as many faces for each
    assert odds(motivations.pick(listed, "dice_script")) == odds(motivations.pick(listed))


def test_real_dice_are_halved_upwards_and_void_ones_thrown_again():
    """AVI-1.03.01.15."""
    halved = deal(SKILLS["Social"], 1, 1, 2, 3, 9, 10, generator="dice_script")
    assert halved == (2, 1, 0, 0, 2)
    assert deal(SKILLS["Physical"], 1, 8, 7, 8, 1, 1, 2, 3, 8, 6, 8, 8, 5, generator="dice_script") == (2, 1, 1, 0, 1, 1, 1)
    assert odds(group_skills("Social", 2, generator="dice_script")) == odds(group_skills("Social", 2))
    few = (SKILLS["Physical"], (9,) * 7, 3, "redraw")
    by_hand, by_software = (odds(banks.bank(*few, generator)) for generator in ("dice_script", "software"))
    assert by_hand.map(lambda filled: filled.ratings) == by_software.map(lambda filled: filled.ratings)


def test_of_two_odd_is_the_upper():
    """AVI-2.03.02.06."""
    assert [rolled(motivations.pick(("up", "down"), "dice_script"), face) for face in (1, 2, 3, 4, 5, 6)] == ["up", "down"] * 3
    assert rolled(motivations.pick(("only",), "dice_script")) == "only"


# ── motivations ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_nine_rating_pairs():
    """AVI-2.03.02.01, AVI-2.03.13, AVI-X.08."""
    assert Counter(STANDARD) == {(2, 10): 1, (3, 9): 2, (4, 8): 3, (5, 7): 2, (6, 6): 1}
    assert all(low + high == 12 and 2 <= low <= high <= 10 for low, high in STANDARD)
    assert [low for low, high in STANDARD if high == 10] == [2]


def test_the_deal_counts_among_those_that_are_left():
    """AVI-1.02.03.09, AVI-X.09, AVI-R.20, AVI-R.22, AVI-2.03.02.03."""
    assert rolled(motivations.pick(PAIR_NAMES, "dice_script"), 10, 5) == "Modest or Proud"  # a 0 is thrown again
    left = tuple(name for name in PAIR_NAMES if name != "Modest or Proud")
    assert rolled(motivations.pick(left, "dice_script"), 7) == "Trusting or Independent"


def test_odd_keeps_and_even_switches():
    """AVI-X.10, AVI-R.21, AVI-2.03.02.04."""
    assert [rolled(motivations.order(1), face) for face in range(1, 9)] == [(0,), (1,)] * 4
    rest = (1,) * 6
    found = motivations.named(rolled(motivations.motivations(), 5, 7, *rest, 3, 2, *(1,) * 7))
    assert {name: found[name] for name in ("Modest", "Proud", "Trusting", "Independent")} == {
        "Modest": 2,
        "Proud": 10,
        "Trusting": 9,
        "Independent": 3,
    }


def test_a_full_script():
    """AVI-X.27, AVI-R.19."""
    found = motivations.named(rolled(motivations.motivations(), *PICKS, *ORDER))
    assert {left: found[left] for left, _ in PAIRS} == DEALT
    assert all(found[left] + found[right] == 12 for left, right in PAIRS)
    real = (9, 1, 1, 6, 1, 2, 5, 1)  # the same picks by a d10, d8, d8, d6, d10, d4, d6 and a d6
    assert motivations.named(rolled(motivations.motivations("dice_script"), *real, *ORDER)) == found


def test_the_die_of_the_sixes_may_be_skipped():
    """AVI-2.03.02.07."""
    drawn = rolled(motivations.motivations(), *PICKS, *ORDER)
    assert rolled(motivations.motivations("software", "skip"), *PICKS, *ORDER[:8]) == drawn
    assert rolled(motivations.motivations(), *PICKS, *ORDER[:8], 1) == drawn


@pytest.mark.parametrize("number", range(1, 10))
def test_each_pair_has_the_same_odds(number):
    """AVI-X.28, AVI-2.03.02.02, AVI-2.03.02.05."""
    exact = odds(pair(number))
    assert exact.chance_that(lambda one: one.right == 10) == Fraction(1, 18)
    assert exact.chance_that(lambda one: one.right >= 8) == Fraction(1, 3)
    assert exact.chance_that(lambda one: one.left == 6) == Fraction(1, 9)
    assert exact.chance_that(lambda one: one.left > one.right) == Fraction(4, 9)
    assert exact.chance_that(lambda one: one.left == one.right) == Fraction(1, 9)
    assert (odds(pair(number), lens="left").mean(), odds(pair(number), lens="right").mean()) == (6, 6)
    assert odds(pair(number, "dice_script")) == exact


def test_the_number_of_sheets():
    """AVI-2.03.02.05."""
    deals = (
        9 * len(list(combinations(range(8), 2))) * len(list(combinations(range(6), 3))) * len(list(combinations(range(3), 2)))
    )
    assert (deals, deals * 2**8) == (15120, 3_870_720)


# ── many sheets ────────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def sheets(main):
    chance = Random(f"avitch {main}")
    return [roll(newcomer(main), lambda sides: chance.randint(1, sides)).outcome._asdict() for _ in range(MANY)]


def chi_square(found, wanted):
    """How far counts lie from what is to be expected, in standard deviations; cells of less than five are put together."""
    total = sum(found.values())
    rare = [value for value, chance in wanted.items() if chance * total < 5]
    cells = [([value], chance) for value, chance in wanted.items() if value not in rare]
    cells += [(rare, sum(wanted[value] for value in rare))] if rare else []
    assert set(found) <= set(wanted)
    off = sum(
        (sum(found[value] for value in values) - chance * total) ** 2 / (chance * total) for values, chance in cells if chance
    )
    freedom = len(cells) - 1
    return float(off - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize("main", ["no", "yes"])
def test_many_sheets_have_the_ratings_of_the_table(main):
    """AVI-X.16, AVI-X.17."""
    exact = odds(group_rating(main))
    wanted = {rating: exact.chance(rating) for rating in exact.weights}
    for names in SKILLS.values():
        found = Counter(Fraction(sum(one[name] for name in names), len(names)) for one in sheets(main))
        assert chi_square(found, wanted) < 4


def test_skills_of_many_sheets_are_spread_as_by_points():
    """AVI-X.18, AVI-X.21."""
    exact = odds(group_rating())
    usual = exact.chance_that(lambda rating: rating <= 4)  # above, there are too few to count
    for names in SKILLS.values():
        wanted = Counter()
        for rating in range(5):
            for ratings, chance in by_points(rating, len(names)).items():
                for one in ratings:
                    wanted[one] += exact.chance(rating) * chance / len(names) / usual
        for name in names:
            found = Counter(one[name] for one in sheets("no") if sum(one[other] for other in names) <= 4 * len(names))
            assert chi_square(found, dict(wanted)) < 4


def test_many_sheets_keep_the_invariants():
    """AVI-1.03.01.11, AVI-2.03.12."""
    for main in ("no", "yes"):
        for one in sheets(main):
            assert one["main"] == main
            for names in SKILLS.values():
                total = sum(one[name] for name in names)
                assert total % len(names) == 0
                assert all(max(0, total // len(names) - 3) <= one[name] <= 10 for name in names)
            assert sorted(tuple(sorted((one[left], one[right]))) for left, right in PAIRS) == sorted(STANDARD)


def test_motivations_of_many_sheets():
    """AVI-X.28."""
    exact = odds(pair(1), lens="left")
    wanted = {rating: exact.chance(rating) for rating in exact.weights}
    for left, _ in PAIRS:
        assert chi_square(Counter(one[left] for one in sheets("no")), wanted) < 4


def test_a_newcomer_fills_in_the_sheet_of_the_builder():
    played = roll(newcomer(), typed_faces([*NOBODY[:1], *(1, 2, 3, 4) * 2, *(999_951,) * 3, *PICKS, *ORDER]))
    found = played.outcome._asdict()
    assert set(found) == {*(name for names in (*SKILLS.values(), *PAIRS) for name in names), "main"}
    assert (found["main"], found["Control"], found["Run"]) == ("yes", 2, 10)  # drawn 8, and raised
    assert str(played.outcome).startswith("main yes, Control 2, Fighting Mind 2")
    assert str(rolled(pair(1), *(1,) * 8, 2, *(1,) * 8)) == "10 and 2"


# ── at the table ───────────────────────────────────────────────────────────────────────────────────────────────────────


def generated(table, *faces, seat="ana", name="Nia", main="no", terrain="coast"):
    return table.act(seat, "generate", *faces, name=name, main=main, terrain=terrain)


def test_somebody_is_made_at_the_table():
    """AVI-1.03.01.05, AVI-1.03.01.16, AVI-2.03.14."""
    table = seated()
    events = generated(table, 937_501, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4, NONE, NONE, NONE, *PICKS, *ORDER)
    assert outcome(events) == "here"
    assert [table.of("Nia", name) for name in FIGHT] == [4, 3, 3, 6]
    assert {left: table.of("Nia", left) for left, _ in PAIRS} == DEALT
    assert (table.of("Nia", "owner"), table.of("Nia", "main"), table.of("Nia", "terrain")) == ("ana", "no", "coast")
    assert said(events, "ana")[:2] == [
        "Hand-to-Hand: drawn 4, rating 4; bank 16, minimum 1, 12 points to deal",
        "Physical: drawn 0, rating 0; bank 0, minimum 0, 0 points to deal",
    ]
    assert {"AVI-1.03.01.07", "AVI-1.03.01.08", "AVI-1.03.10", "AVI-2.03.10"} <= cited(events, "ana")


def test_a_main_character_is_raised_and_full_skills_are_told():
    """AVI-X.06, AVI-X.19, AVI-X.22."""
    table = seated(dials={"main_characters_per_player": 2})
    events = generated(table, 200_000, *[1] * 12, 2, 3, *(999_991,) * 3, *PICKS, *ORDER, main="yes")
    assert [table.of("Nia", name) for name in FIGHT] == [10, 1, 1, 0]
    assert {table.of("Nia", name) for name in SKILLS["Physical"]} == {10}
    lines = said(events, "ana")
    assert lines[0] == "Hand-to-Hand: drawn 1 + 2, rating 3; bank 12, minimum 0, 12 points to deal"
    assert lines[1] == "void draws: 2; they were drawn again"
    assert lines[2] == "Physical: drawn 9 + 2, rating 10; bank 70, minimum 7, 21 points to deal"
    assert "AVI-1.03.01.12" in cited(events, "ana")


def test_only_the_owner_sees_dice_and_ratings():
    """AVI-2.04.06, AVI-2.04.07."""
    table = seated()
    events = generated(table, *NOBODY, *PICKS, *ORDER)
    assert thrown(events, "ana") == [*((NONE,),) * 4, *((face,) for face in PICKS), ORDER]
    for viewer in ("bo", "cy", "eve"):
        assert thrown(events, viewer) == []
        assert said(events, viewer) == ["Nia comes to the table"]
        assert not any(isinstance(event, Began) and see(event, viewer) for event in events)
        known = {name for name in AVI.fields if table.sees(viewer, "token", "Nia", name) is not None}
        assert known == {name for name, field in AVI.fields.items() if field.open}
    assert table.sees("ana", "token", "Nia", "Control") == 0


def test_open_ratings_are_everybodys():
    """AVI-2.04.06, AVI-2.04.07."""
    table = seated(dials={"skill_visibility": "open", "motivation_visibility": "open"})
    events = generated(table, *NOBODY, *PICKS, *ORDER)
    assert table.sees("bo", "token", "Nia", "Control") == 0
    assert table.sees("bo", "token", "Nia", "Generous") == 10
    assert table.sees("bo", "token", "Nia", "notes") is None
    assert thrown(events, "bo") == []


@pytest.mark.parametrize("dials", [{}, {"skill_visibility": "open"}, {"motivation_visibility": "open"}])
def test_the_token_is_as_any_that_is_brought(dials):
    table = seated(dials=dials)
    values = {"Control": 4, "Proud": 6, "main": "yes", "notes": "x"}
    assert placed(table.desk, "Nia", values) == AVI.place("Nia", values, "character", "ana", dials=dials)


def test_every_draw_is_logged_and_replayed():
    chance = Random(7)
    table = seated(dials={"main_characters_per_player": 3, "survive_terrain_mode": "random"})
    for number, main in enumerate(["yes", "no"] * 2):
        falls = []

        def draw(sides, falls=falls):
            falls.append(chance.randint(1, sides))
            return falls[-1]

        events = Stage(AVI.game, table.table, draw).act("bo", "generate", name=f"one {number}", main=main, terrain="none")
        shown = [die.face for event in events if isinstance(event, Rolled) for die in see(event, KEEPER).dice]
        assert shown == falls
    assert verify(table.table, AVI.game) == ([], [])


def test_what_somebody_has_at_first():
    """AVI-1.01.08."""
    table = seated()
    generated(table, NONE, NONE, TWO, *[4] * 9, *[2] * 5, NONE, *PICKS, *ORDER)
    fields = ("possessions", "armed", "armoured", "notes")
    assert [table.of("Nia", field) for field in fields] == [
        "clothes, tools, one weapon",
        "yes",
        "no",
        "the tools are for Notice",
    ]
    assert table.sees("bo", "token", "Nia", "notes") is None  # it tells what they are best at


def test_real_dice_are_typed_in():
    """AVI-1.03.01.15."""
    table = seated()
    table.act("ana", "dice", thrown="by hand")
    generated(table)
    assert table.question("ana").dice == (10,) * 6
    for _ in range(3):
        table.answer("ana", (10, 6, 2, 5, 10, 10))
    table.answer("ana", (3, 1, 2, 5, 10, 10))  # Social: 312500, rating 1
    assert table.question("ana").dice == (10,) * 5
    table.answer("ana", (1, 2, 3, 9, 10))
    table.answer("ana", 8)  # order dice with as many sides
    assert table.asked() == [("ana", "dice")]
    for face in (10, 9, 1, 8, 1, 6, 1, 2, 5, 1):  # a 10 of nine and an 8 of seven are thrown again
        table.answer("ana", (face,))
    assert table.question("ana").dice == (8,) * 9
    table.answer("ana", ORDER)
    assert [table.of("Nia", name) for name in SKILLS["Social"]] == [2, 1, 0, 0, 2]
    assert verify(table.table, AVI.game) == ([], [])


@pytest.mark.parametrize("sides", [4, 6, 10, 12, 20, 24])
def test_order_dice_are_of_any_kind_that_whoever_throws_them_likes(sides):
    """AVI-2.03.02.04, AVI-2.03.02.07: odd keeps the order of a pair, even switches it, whatever the die."""
    table = seated(dials={"extra_check_dice": "any_multiple_of_four"})
    table.act("ana", "my-dice", d24=9)
    table.act("ana", "dice", thrown="by hand")
    generated(table)
    for _ in range(4):
        table.answer("ana", (10, 6, 2, 5, 10, 10))
    assert list(table.offers("ana", "order_dice")) == [4, 6, 8, 10, 12, 20, 24]
    table.answer("ana", sides)
    for face in (9, 1, 1, 6, 1, 2, 5, 1):
        table.answer("ana", (face,))
    assert table.question("ana").dice == (sides,) * 9
    table.answer("ana", tuple(sides if face % 2 == 0 else 1 for face in ORDER))
    assert {left: table.of("Nia", left) for left, _ in PAIRS} == DEALT


def test_the_dice_script_is_a_dial():
    """AVI-1.03.01.15, AVI-2.03.02.06."""
    table = seated(dials={"generator": "dice_script"})
    zero = (10, 10, 10, 10, 10, 1)
    generated(table, *zero * 4, 9, 1, 1, 6, 1, 2, 5, 1, *ORDER)
    assert {left: table.of("Nia", left) for left, _ in PAIRS} == DEALT


def evenly(times, *before):
    """Draws of 0 for all four groups, and dice that give each skill as many points; `before` the first of them other draws."""
    groups = [(NONE, *list(range(1, len(names) + 1)) * times) for names in SKILLS.values()]
    return (*before, *(face for faces in groups for face in faces))


@pytest.mark.parametrize(
    ("dials", "main", "faces", "wanted"),
    [
        ({"main_shift": 4, "main_shift_point": "each_skill"}, "yes", evenly(0), [4, 4, 4, 4]),
        ({"main_shift": 3}, "yes", evenly(3), [3, 3, 3, 3]),
        ({"main_shift": 0}, "yes", evenly(0), [0, 0, 0, 0]),
        ({"main_shift_point": "each_skill"}, "yes", evenly(0), [2, 2, 2, 2]),
        ({"main_shift_overflow": "redraw_r"}, "yes", evenly(2, 1_000_000), [2, 2, 2, 2]),
        ({"full_skill_draw": "lose_point"}, "no", (900_000, *[1] * 12, *NOBODY[1:]), [10, 0, 0, 0]),
    ],
)
def test_the_dials_of_generation_hold_at_the_table(dials, main, faces, wanted):
    """AVI-1.03.01.12, AVI-1.03.01.13, AVI-1.03.01.14."""
    table = seated(dials=dials)
    events = generated(table, *faces, *PICKS, *ORDER, main=main)
    assert [table.of("Nia", name) for name in FIGHT] == wanted
    assert ("points lost: 2; those skills are full" in said(events, "ana")) == ("full_skill_draw" in dials)


def test_the_sixes_are_skipped_at_the_table():
    """AVI-2.03.02.07."""
    table = seated(dials={"six_six_flip": "skip"})
    generated(table, *NOBODY, *PICKS, *ORDER[:8])
    assert {left: table.of("Nia", left) for left, _ in PAIRS} == DEALT


def test_terrains_by_choice_by_dice_or_not_at_all():
    """AVI-1.03.36."""
    by_dice = seated(dials={"survive_terrain_mode": "random"})
    generated(by_dice, *NOBODY, *PICKS, *ORDER, 7, terrain="none")
    assert by_dice.of("Nia", "terrain") == "coast"
    without = seated(dials={"survive_terrain_mode": "none"})
    generated(without, *NOBODY, *PICKS, *ORDER, terrain="none")
    assert without.of("Nia", "terrain") == "none"
    for table, terrain, why in [
        (seated(), "none", "name one"),
        (by_dice, "coast", "dice draw it here"),
        (without, "coast", "this table plays without"),
    ]:
        with pytest.raises(Refusal, match=why):
            generated(table, name="Other", terrain=terrain)


def test_skills_by_hand_always_come_to_the_total():
    """AVI-1.03.01.16, AVI-1.03.01.18."""
    table = seated(dials={"skill_generation": "assigned"})
    generated(table)
    question = table.question("ana")
    assert (question.name, question.low, question.high, question.default) == ("Hand-to-Hand", 0, 8, 2)
    for rating in (6, 1, 1):  # Social is left with 0
        table.answer("ana", rating)
    assert (table.question("ana").name, table.question("ana").low, table.question("ana").high) == ("Control", 3, 10)
    for rating in (10, 8):
        table.answer("ana", rating)
    assert table.question("ana").name == "Endurance"  # what is left for Speed and Strength is their minimum
    table.answer("ana", 7)
    assert (table.question("ana").name, table.question("ana").low, table.question("ana").high) == ("Craft", 0, 7)
    table.answer("ana", 7, *PICKS, *ORDER)
    assert [table.of("Nia", name) for name in FIGHT] == [10, 8, 3, 3]
    assert [table.of("Nia", name) for name in SKILLS["Physical"]] == [7, 0, 0, 0, 0, 0, 0]
    assert {table.of("Nia", name) for name in SKILLS["Social"]} == {0}


def test_the_standard_set_by_choice():
    """AVI-2.03.14."""
    table = seated(dials={"motivation_generation": "assigned_standard_set"})
    generated(table, *NOBODY)
    assert table.question("ana").prompt == "Which motivation gets 10, and its opposite 2?"
    for name in ("Proud", "Trusting", "Honest", "Energetic", "Reckless", "Valourous", "Avenging", "Generous"):
        table.answer("ana", name)
    found = {name: table.of("Nia", name) for both in PAIRS for name in both}
    assert (found["Proud"], found["Modest"], found["Independent"], found["Deceitful"]) == (10, 2, 3, 3)
    assert (found["Merciful"], found["Cruel"]) == (6, 6)  # what is left
    assert sorted(tuple(sorted((found[left], found[right]))) for left, right in PAIRS) == sorted(STANDARD)


def test_any_motivations_within_the_limits():
    """AVI-2.03.11, AVI-2.03.12, AVI-2.03.14."""
    table = seated(dials={"motivation_generation": "free_within_limits"})
    generated(table, *NOBODY)
    table.answer("ana", (10, 2, 6, 6, 6, 6, 6, 6, 6))
    assert [field.high for field in table.question("ana").fields] == [2, 10, 6, 6, 6, 6, 6, 6, 6]
    with pytest.raises(Refusal, match="Avenging"):
        table.answer("ana", (2, 11, 6, 6, 6, 6, 6, 6, 6))
    table.answer("ana", (2, 10, 2, 6, 6, 6, 6, 6, 6))
    assert [table.of("Nia", name) for name in ("Energetic", "Lazy", "Forgiving", "Avenging", "Deceitful")] == [10, 2, 2, 10, 2]


def test_each_player_has_so_many_characters():
    """AVI-1.01.04, AVI-1.03.01.17."""
    table = seated({"ana": {"main": "yes"}}, {"ordinary_characters_per_player": 1})
    with pytest.raises(Refusal, match="main characters: you have 1, and there may be 1 here"):
        generated(table, main="yes")
    generated(table, *NOBODY, *PICKS, *ORDER)
    with pytest.raises(Refusal, match="ordinary characters: you have 1, and there may be 1 here"):
        generated(table, name="Other")
    table.put("ana", conditions=("Dead",))
    generated(table, *evenly(2), *PICKS, *ORDER, name="Heir", main="yes")
    assert table.of("Heir", "main") == "yes"


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"name": "bo"}, "already"),
        ({"name": "a:b"}, "cannot be a name"),
        ({"name": " "}, "1 to 40"),
        ({"name": "x" * 41}, "1 to 40"),
        ({"main": "perhaps"}, "main"),
        ({"terrain": "moon"}, "terrain"),
    ],
)
def test_what_cannot_be_generated_is_refused_with_a_reason(args, why):
    with pytest.raises(Refusal, match=why):
        generated(seated(), **args)


def test_spectators_make_nobody():
    with pytest.raises(Refusal, match="not something you can do"):
        generated(seated(), seat="eve")


def test_dice_that_cannot_be_are_refused():
    with pytest.raises(BadValue, match="cannot show 0"):
        roll(group_rating(), typed_faces([0]))
    with pytest.raises(BadValue, match="cannot show 5"):
        roll(group_skills("Hand-to-Hand", 1), typed_faces([1, 2, 5, 1]))
    with pytest.raises(KeyError):
        draws.among(tuple("abcdefghijk"), 1, "dice_script")


def test_nothing_is_told_twice():
    events = generated(seated(), *NOBODY, *PICKS, *ORDER)
    lines = [event.text for event in events if isinstance(event, Told)]
    assert len(lines) == len(set(lines)) == 7
