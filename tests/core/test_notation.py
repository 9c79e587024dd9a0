from fractions import Fraction
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fatewright.core.errors import BadNotation, TooCostly, Unanswered
from fatewright.core.rule.dice import EXPLOSIONS_PRICED, Dice, Faces, Group, Sum
from fatewright.core.rule.notation import Expression, Mixed, Term, Typed, marks, parse
from fatewright.core.rule.odds import Odds
from fatewright.core.rule.price import Best, odds, odds_of_each
from fatewright.core.rule.reading import Given, Unfinished, resume
from fatewright.core.rule.rule import Call
from witnesses import TooDeep, answers_to, brute_force, fractions, played

ALWAYS, NEVER = (lambda _: True), (lambda _: False)


def terms(text):
    (expression,) = parse(text).args
    return expression.terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3d6+7", (Term(Group(3, 6)), Term(None, 7))),
        ("4d6kh3", (Term(Group(4, 6, keep=3)),)),
        ("4d6kh", (Term(Group(4, 6, keep=1)),)),
        ("2d20kl1+5", (Term(Group(2, 20, keep=-1)), Term(None, 5))),
        ("4d6dl1", (Term(Group(4, 6, keep=3)),)),
        ("4d6dh", (Term(Group(4, 6, keep=-3)),)),
        ("d%", (Term(Group(1, 100)),)),
        ("2d%", (Term(Group(2, 100)),)),
        ("d20", (Term(Group(1, 20)),)),
        ("0d6", (Term(Group(0, 6)),)),
        ("-d6", (Term(Group(1, 6, -1)),)),
        ("-3", (Term(None, -3),)),
        ("10-2d4", (Term(None, 10), Term(Group(2, 4, -1)))),
        ("1d6!", (Term(Group(1, 6, explode=True)),)),
        ("1d6❗", (Term(Group(1, 6, explode=True)),)),
        ("2d8r2", (Term(Group(2, 8, reroll=2)),)),
        ("2d8r", (Term(Group(2, 8, reroll=1)),)),
        ("2d20^", (Term(Group(2, 20, keep=1)),)),
        ("2d20adv", (Term(Group(2, 20, keep=1)),)),
        ("2d20🔺", (Term(Group(2, 20, keep=1)),)),
        ("3d20^^", (Term(Group(3, 20, keep=2)),)),
        ("2d20v", (Term(Group(2, 20, keep=-1)),)),
        ("2d20dis", (Term(Group(2, 20, keep=-1)),)),
        ("2d20🔻", (Term(Group(2, 20, keep=-1)),)),
        ("3d20🔻🔻", (Term(Group(3, 20, keep=-2)),)),
        ("3d20 v v", (Term(Group(3, 20, keep=-2)),)),
        ("1d20?", (Term(Group(1, 20), may_reroll=1),)),
        ("1d20🔄🔄", (Term(Group(1, 20), may_reroll=2),)),
        ("2D6 FIRE", (Term(Group(2, 6), damage="fire"),)),
        (" 2 d 6 kh 1 ! + 3 ", (Term(Group(2, 6, keep=1, explode=True)), Term(None, 3))),
        ("1000d1000+1000000", (Term(Group(1000, 1000)), Term(None, 1_000_000))),
        ("2d6!kh1r1 fire", (Term(Group(2, 6, keep=1, explode=True, reroll=1), damage="fire"),)),
    ],
)
def test_notation_is_read_as_groups_and_numbers(text, expected):
    assert terms(text) == expected
    assert parse(str(parse(text).args[0])) == parse(text)


@pytest.mark.parametrize(
    ("text", "spaced"),
    [
        ("3d20vv", "3d20 v v"),
        ("3d20VV", "3d20 v v"),
        ("3d20disdis", "3d20 dis dis"),
        ("3d20advadv^", "3d20 adv adv ^"),
        ("2d20advfire", "2d20 adv fire"),
        ("2d6vfire", "2d6 v fire"),
        ("2d6rradiant", "2d6 r radiant"),
    ],
)
def test_words_need_no_blank_between_them(text, spaced):
    """TAD-DICE.06, TAD-DICE.08: a blank before a symbol is meaningless, and k of them keep k dice, in ASCII too."""
    assert parse(text) == parse(spaced)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("3d6+7", "3d6+7"),
        ("-2d20🔻+d6-1", "-2d20kl1+1d6-1"),
        ("4d6dl1", "4d6kh3"),
        ("1d8🩸+1d6🔥+2", "1d8 wounding+1d6 fire+2"),
        ("3d6❗🔄 ❄", "3d6!? cold"),
        ("2d8r2!", "2d8!r2"),
        ("0", "0"),
    ],
)
def test_an_expression_is_written_in_plain_signs(text, written):
    assert str(parse(text).args[0]) == written


def test_notation_is_a_rule_like_any_other():
    call = parse("3d6+7")
    assert isinstance(call, Call)
    assert call.rule.name == "notation"
    assert call == parse(" 3d6 + 7")
    assert call.args == (Expression((Term(Group(3, 6)), Term(None, 7)), Sum((Group(3, 6),), 7)),)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "3d6+7",
            "d4-d6",
            "4d3kh3",
            "4d4kl2-2",
            "3d4dl1",
            "3d4dh2",
            "2d6r2+1",
            "3d4r1kh2",
            "0d6+2",
            "7",
            "-7",
            "2d4-2d4+2d3kh1",
        ),
        *("2d4 fire+1d4+2", "1d4 fire-1d4 cold-1d3 fire+1", "3+1d4 acid", "1d4+2 - 1d3 acid", "0d200r100+1d4"),
    ],
)
def test_the_odds_of_a_notation_are_those_of_literal_dice(text):
    assert fractions(odds(parse(text))) == brute_force(parse(text))


@pytest.mark.parametrize("people", [ALWAYS, NEVER], ids=["always", "never"])
@pytest.mark.parametrize(
    "text", ["2d4?", "2d4??+1", "-2d4?", "3d3?kh2", "3d3?kl1", "2d3?+1d4", "1d4? fire-1d3 fire", "1d4?+1d3??"]
)
def test_the_odds_of_rerolls_by_choice_are_those_of_literal_dice(text, people):
    assert fractions(odds(parse(text), people)) == brute_force(parse(text), people)


def test_dice_that_may_be_rerolled_and_explode_do_both():
    """TAD-DICE.23: per die: roll, optional reroll, explode chain; then keep by die value."""
    again = answers_to
    assert played(parse("1d6!?"), 1, 6, 6, 2, people=again(True)) == 14
    assert played(parse("1d6!?"), 1, people=again(False)) == 1
    assert played(parse("2d6!?kh1"), 6, 5, 3) == 9
    assert played(parse("2d6!?kl1"), 6, 5, 3) == 5
    assert played(parse("3d6!?"), 6, 1, 6, 2, 1, people=again(False)) == 6 + 2 + 1 + 6 + 1
    assert played(parse("-2d6!?"), 1, 3, 6, 4, people=again(True)) == -13


def test_an_exploding_die_that_may_be_rerolled_is_priced_like_one_that_is():
    found, exact = odds(parse("1d4!?"), ALWAYS), odds(parse("1d4!r1"))
    assert {total: found.chance(total) for total in exact.weights} == fractions(exact)
    assert found.beyond > 0


@pytest.mark.parametrize(("faces", "total"), [((2, 5, 6), 20), ((1, 1, 1), 10), ((6, 6, 6), 25)])
def test_dice_are_summed_and_the_number_added(faces, total):
    """TAD-DICE.05, TAD-X.01: 3d6+7, faces 2, 5, 6: 20. Range 10-25, mean 35/2."""
    call = parse("3d6+7")
    assert played(call, *faces) == total
    found = odds(call)
    assert (min(found.weights), max(found.weights), found.mean()) == (10, 25, Fraction(35, 2))


def test_two_dice_of_fire():
    """TAD-X.02, TAD-DICE.15: 2d6🔥, faces 3, 4: 7 fire damage."""
    outcome = played(parse("2d6🔥"), 3, 4)
    assert outcome == Typed(7, "fire")
    assert str(outcome) == "7 fire"


@pytest.mark.parametrize(
    ("signs", "name"),
    [
        ("🧪", "acid"),
        ("💢", "battering"),
        ("❄ ❄\ufe0f ❄\ufe0e", "cold"),
        ("⚡ ⚡\ufe0f ⚡\ufe0e", "electric"),
        ("🔥", "fire"),
        ("🧠", "psychic"),
        ("🌟", "radiant"),
        ("☣ ☣\ufe0f ☣\ufe0e", "toxic"),
        ("☠ ☠\ufe0f ☠\ufe0e", "withering"),
        ("🩸", "wounding"),
    ],
)
def test_every_damage_type_has_a_sign_and_a_name(signs, name):
    """TAD-DICE.06: in any spelling, and whatever selector follows the sign."""
    for spelling in [*signs.split(), f" {name}", name, name.upper()]:
        call = parse(f"2d6{spelling}")
        assert call == parse(f"2d6 {name}")
        assert played(call, 3, 4) == Typed(7, name)


def test_advantage_keeps_the_highest_and_disadvantage_the_lowest():
    """TAD-X.03, TAD-DICE.07, TAD-DICE.08: 2d20🔺, faces 7, 15: 15; 2d20🔻: 7."""
    assert played(parse("2d20🔺"), 7, 15) == 15
    assert played(parse("2d20🔻"), 7, 15) == 7
    assert played(parse("4d6🔺🔺🔺"), 6, 1, 3, 2) == 11
    assert played(parse("4d6🔻🔻"), 6, 1, 3, 2) == 3


def test_a_die_that_shows_its_maximum_explodes():
    """TAD-X.04, TAD-DICE.09: 1d6❗, faces 6, 6, 2: 14."""
    assert played(parse("1d6❗"), 6, 6, 2) == 14
    assert played(parse("1d6❗"), 5) == 5


def test_maximum_and_minimum_are_those_of_each_die():
    """TAD-DICE.21: per die, never of the group's sum: of 6 and 1 only the 6 explodes, and only the 1 may be rerolled."""
    assert played(parse("2d6❗"), 6, 3, 1) == 10
    assert played(parse("2d6🔄"), 6, 1, 4, people=answers_to(True)) == 10
    assert played(parse("1d10❗"), 10, 9) == 19
    assert played(parse("1d10🔄"), 1, 10, people=answers_to(True)) == 10


def test_a_die_that_shows_one_may_be_rerolled_once():
    """TAD-X.05, TAD-DICE.10: 1d20🔄: face 1 may be rerolled, next face 1 stays. Face 2: no reroll."""
    call = parse("1d20🔄")
    assert played(call, 1, 1, people=answers_to(True)) == 1
    assert played(call, 1, 17, people=answers_to(True)) == 17
    assert played(call, 1, people=answers_to(False)) == 1
    assert played(call, 2) == 2


@pytest.mark.parametrize("face", range(1, 21))
def test_each_further_sign_widens_what_may_be_rerolled(face):
    """TAD-X.06, TAD-DICE.10: 1d20🔄🔄🔄: faces 1-3 may be rerolled, 4 not."""
    waiting = resume(parse("1d20🔄🔄🔄"), [(face,)])
    assert isinstance(waiting, Unfinished) is (face <= 3)


def test_the_roller_is_asked_about_each_die():
    """TAD-DICE.10, TAD-DICE.29: judged per die; the roller is asked."""
    call = parse("3d6🔄🔄")
    with pytest.raises(Unanswered, match=r"^nobody has answered 'reroll 1' for roller: a d6 shows 1: throw it again\?$"):
        played(call, 2, 1, 5)
    first = resume(call, [(2, 1, 5)])
    assert (first.question.who, first.question.name, list(first.question.answers())) == ("roller", "reroll 1", [True, False])
    second = resume(call, [(2, 1, 5), False])
    assert second.question.name == "reroll 2"
    assert resume(call, [(2, 1, 5), False, True]).question == Faces(1, 6)
    assert resume(call, [(2, 1, 5), False, True, (4,)]).outcome == 10


@pytest.mark.parametrize(("face", "points"), [(1, 1), (10, 10)])
def test_a_d10_shows_one_to_ten_and_a_d100_one_to_a_hundred(face, points):
    """TAD-X.07: d10 face 0 counts as 10; d100 runs from 1 to 100. (How printed digits are read is the table's affair.)"""
    assert played(parse("d10"), face) == points
    assert odds(parse("d10")) == Odds(dict.fromkeys(range(1, 11), 1), 10)
    assert odds(parse("d%")) == odds(parse("d100")) == Odds(dict.fromkeys(range(1, 101), 1), 100)
    assert [played(parse("d%"), total) for total in (100, 5, 99, 30)] == [100, 5, 99, 30]


def test_two_highest_of_three_dice():
    """TAD-X.24, TAD-DICE.07: 3d6🔺🔺 pmf x216 for 2 to 12, and the mean."""
    found = odds(parse("3d6🔺🔺"))
    assert found == Odds(dict(zip(range(2, 13), (1, 3, 7, 12, 19, 27, 34, 36, 34, 27, 16), strict=True)), 216)
    assert found.mean() == Fraction(203, 24)


def test_lowest_dice():
    """TAD-X.25, TAD-DICE.08: 3d8🔻🔻, 2d4🔻 and 2d10🔺."""
    two_of_three = odds(parse("3d8🔻🔻"))
    assert two_of_three.mean() == Fraction(225, 32)
    assert two_of_three.chance_that(lambda total: total <= 4) == Fraction(113, 512)
    assert two_of_three.chance(16) == Fraction(1, 512)
    one_of_two = odds(parse("2d4🔻"))
    assert one_of_two == Odds({1: 7, 2: 5, 3: 3, 4: 1}, 16)
    assert one_of_two.mean() == Fraction(15, 8)
    assert odds(parse("2d10🔺")).chance(10) == Fraction(19, 100)


def at_least(found, low):
    """The chance of `low` or more; what was left uncounted lies above."""
    return found.chance_that(lambda total: total >= low) + Fraction(found.beyond, found.total)


@pytest.mark.parametrize(
    ("totals", "chance"),
    [
        (range(1, 6), Fraction(1, 6)),
        ((6, 12), Fraction(0)),
        (range(7, 12), Fraction(1, 36)),
        (range(13, 18), Fraction(1, 216)),
        (range(19, 24), Fraction(1, 1296)),
    ],
)
def test_one_exploding_die(totals, chance):
    """TAD-X.26, TAD-DICE.09, TAD-DICE.22: each of 1-5: 1/6; 6: 0; each of 7-11: 1/36; 12: 0; ...; tail 1/1296."""
    found = odds(parse("1d6❗"))
    assert [found.chance(total) for total in totals] == [chance] * len(totals)
    assert at_least(found, 24) == Fraction(1, 1296)


@pytest.mark.parametrize(("text", "sides", "mean"), [("1d6❗", 6, Fraction(21, 5)), ("1d4❗", 4, Fraction(10, 3))])
def test_the_mean_of_an_exploding_die_is_reached_but_for_what_lies_beyond(text, sides, mean):
    """TAD-X.26, TAD-DICE.22: mean 21/5; d4❗ mean 10/3. A chain cut off counts its explosions and a whole new die."""
    found = odds(parse(text))
    beyond = Fraction(found.beyond, found.total)
    counted = found.mean() * (1 - beyond)
    assert (
        counted + beyond * (sides * (EXPLOSIONS_PRICED + 1) + mean)
        == mean
        == Fraction(sides + 1, 2) * Fraction(sides, sides - 1)
    )


@pytest.mark.parametrize(
    ("text", "low", "chance"),
    [
        ("2d6❗", 12, Fraction(23, 108)),
        ("2d6❗", 20, Fraction(13, 432)),
        ("2d6❗", 30, Fraction(53, 23328)),
        ("3d6❗", 25, Fraction(227, 5832)),
        ("2d4❗", 8, Fraction(11, 32)),
        ("1d10❗", 21, Fraction(1, 100)),
    ],
)
def test_several_exploding_dice(text, low, chance):
    """TAD-X.27, TAD-DICE.09: 2d6❗, 3d6❗, 2d4❗ and 1d10❗, at least so much."""
    assert at_least(odds(parse(text)), low) == chance


def test_two_exploding_dice_exactly():
    """TAD-X.27: 2d6❗: P(6) = 5/36, P(7) = 1/9, P(12) = 5/108."""
    found = odds(parse("2d6❗"))
    assert [found.chance(total) for total in (6, 7, 12)] == [Fraction(5, 36), Fraction(1, 9), Fraction(5, 108)]


@pytest.mark.parametrize(
    ("text", "again", "sides", "low", "high", "mean"),
    [
        ("1d20🔄", 1, 20, Fraction(1, 400), Fraction(21, 400), Fraction(439, 40)),
        ("1d20🔄🔄🔄", 3, 20, Fraction(3, 400), Fraction(23, 400), Fraction(471, 40)),
        ("1d6🔄🔄", 2, 6, Fraction(1, 18), Fraction(2, 9), Fraction(25, 6)),
    ],
)
def test_always_rerolling(text, again, sides, low, high, mean):
    """TAD-X.28, TAD-DICE.10: 1d20🔄, 1d20🔄🔄🔄 and 1d6🔄🔄, whenever it is allowed."""
    expected = {face: low if face <= again else high for face in range(1, sides + 1)}
    for found in (odds(parse(text), ALWAYS), odds(parse(text), Best("roller")), odds(parse(f"1d{sides}r{again}"))):
        assert fractions(found) == expected
        assert found.mean() == mean


def test_always_rerolling_against_a_number():
    """TAD-X.28: 1d20🔄🔄🔄 +4 versus 15, which must be exceeded: 207/400."""
    assert odds(parse("1d20🔄🔄🔄+4"), ALWAYS).chance_that(lambda total: total > 15) == Fraction(207, 400)


def test_the_roller_is_shown_the_odds_of_each_answer():
    """TAD-DICE.10: a reroll is a question; its answers can be weighed."""
    question, each = odds_of_each(parse("1d4🔄"))
    assert question.prompt == "a d4 shows 1: throw it again?"
    assert each == [(True, Odds({1: 1, 2: 5, 3: 5, 4: 5}, 16)), (False, Odds(dict.fromkeys(range(1, 5), 1), 4))]
    assert odds(parse("1d4🔄"), Given(("reroll 1", "keep"))) == odds(parse("1d4"))


@pytest.mark.parametrize(
    ("one", "other"), [("2d20 🔻", "2d20🔻"), ("2d6☠", "2d6☠\ufe0f"), ("2d20🔺🔺🔺", "2d20kh2"), ("1d6❗\ufe0e", "1d6!")]
)
def test_blanks_and_variation_selectors_mean_nothing(one, other):
    """TAD-X.35, TAD-DICE.06, TAD-DICE.24, TAD-DICE.26: 2d20 🔻 = 2d20🔻; 2d6☠ = 2d6☠️; 2d20🔺🔺🔺 keeps both dice."""
    assert odds(parse(one)) == odds(parse(other))


def test_a_sign_after_a_number_is_an_error():
    """TAD-X.35, TAD-DICE.26: 4d6🔺🔺🔺+1🔥 is an error."""
    with pytest.raises(BadNotation) as refused:
        parse("4d6🔺🔺🔺+1🔥")
    error = refused.value
    assert (error.column, error.found, error.expected) == (9, "'🔥'", "+ or - or the end")


def test_keeping_more_dice_than_there_are_keeps_them_all():
    """TAD-DICE.24, TAD-X.35: 2d20🔺🔺🔺 keeps both dice; no dice total 0."""
    assert odds(parse("2d20🔺🔺🔺")) == odds(parse("2d20🔻🔻🔻")) == odds(parse("2d20kh9")) == odds(parse("2d20"))
    assert odds(parse("0d6🔺")) == odds(parse("0d6!")) == odds(parse("0d6?"), NEVER) == Odds({0: 1}, 1)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("3d20🔺🔻", "3d20"),
        ("3d20🔺🔺🔻", "3d20kh1"),
        ("3d20🔻🔺🔻🔻", "3d20kl2"),
        ("3d20^v", "3d20"),
        ("3d20 adv dis kh2", "3d20kh2"),
    ],
)
def test_advantage_and_disadvantage_cancel_one_for_one(text, same):
    """TAD-DICE.25: the remainder counts; if nothing remains, all dice are summed."""
    assert parse(text) == parse(same)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("d6", "1d6"),
        ("-d6+3", "-1d6+3"),
        ("d%", "1d100"),
        ("2d6!!!", "2d6!"),
        ("2d6🔥🔥", "2d6🔥"),
        ("2d6🔥❗ fire !", "2d6❗🔥"),
    ],
)
def test_what_is_left_out_or_repeated_changes_nothing(text, same):
    """TAD-DICE.26: N defaults to 1, and an expression may begin with a minus. TAD-DICE.28: repetition has no effect."""
    assert parse(text) == parse(same)


def test_a_flat_number_is_of_the_type_to_its_left():
    """TAD-DICE.27: 1d8🩸+1d6🔥+2 with faces 5 and 3: 5 wounding, 5 fire."""
    outcome = played(parse("1d8🩸+1d6🔥+2"), 5, 3)
    assert outcome == Mixed((Typed(5, "wounding"), Typed(5, "fire")))
    assert str(outcome) == "5 wounding, 5 fire"


@pytest.mark.parametrize(
    ("text", "faces", "outcome"),
    [
        ("2d6🔥+3", (1, 2), Typed(6, "fire")),
        ("2d6🔥-3", (1, 1), Typed(-1, "fire")),
        ("1d4🔥+1d6❄+1d4🔥", (1, 2, 3), (Typed(3, "fire"), Typed(3, "cold"))),
        ("3+1d6🔥+1", (2,), (Typed(3, "untyped"), Typed(3, "fire"))),
        ("1d6🔥+1d4+1", (2, 3), (Typed(2, "fire"), Typed(4, "untyped"))),
    ],
)
def test_points_are_added_up_type_by_type(text, faces, outcome):
    """TAD-DICE.27: an expression may hold several typed groups, in the order in which the types first stand there."""
    assert played(parse(text), *faces) == outcome


def test_the_odds_of_several_types_are_joint():
    found = odds(parse("1d4🔥+1d2❄"))
    assert found == Odds({(Typed(fire, "fire"), Typed(cold, "cold")): 1 for fire, cold in product(range(1, 5), (1, 2))}, 8)


@pytest.mark.parametrize(
    ("text", "column", "found", "expected"),
    [
        ("", 1, "the end", "a number or dice such as 2d6"),
        ("   ", 4, "the end", "a number or dice such as 2d6"),
        ("+", 1, "'+'", "a number or dice such as 2d6"),
        ("-", 2, "the end", "a number or dice such as 2d6"),
        ("3d6+", 5, "the end", "a number or dice such as 2d6"),
        ("3d6++1", 5, "'+'", "a number or dice such as 2d6"),
        ("3d6 7", 5, "'7'", "a modifier such as kh3, ! or fire, or + or -"),
        ("3d", 3, "the end", "a number"),
        ("3dx", 3, "'x'", "a number"),
        ("3d-6", 3, "'-'", "a number"),
        ("3x6", 2, "'x'", "+ or - or the end"),
        ("dragon", 2, "'ragon'", "a number"),
        ("hello", 1, "'hello'", "a number or dice such as 2d6"),
        ("2d6 hello", 5, "'hello'", "a modifier such as kh3, ! or fire, or + or -"),
        ("2d6k3", 4, "'k'", "a modifier such as kh3, ! or fire, or + or -"),
        ("(2d6)", 1, "'('", "a number or dice such as 2d6"),
        ("2d6*2", 4, "'*'", "a modifier such as kh3, ! or fire, or + or -"),
        ("2d6\n+1", 4, r"'\n'", "a modifier such as kh3, ! or fire, or + or -"),
        ("2d6\x00", 4, r"'\x00'", "a modifier such as kh3, ! or fire, or + or -"),
        ("\x1b[31m2d6", 1, r"'\x1b'", "a number or dice such as 2d6"),
        ("2d6\u202e", 4, r"'\u202e'", "a modifier such as kh3, ! or fire, or + or -"),
        ("\ud800", 1, r"'\ud800'", "a number or dice such as 2d6"),
        ("٣d6", 1, "'٣'", "a number or dice such as 2d6"),
        ("3d６", 3, "'６'", "a number"),
        ("²d6", 1, "'²'", "a number or dice such as 2d6"),
        ("2d6🐉", 4, "'🐉'", "a modifier such as kh3, ! or fire, or + or -"),
        ("🔥2d6", 1, "'🔥'", "a number or dice such as 2d6"),
        ("2d6👨‍👩‍👧", 4, "'👨'", "a modifier such as kh3, ! or fire, or + or -"),
        ("1d1", 3, "1 side", "2 to 1000"),
        ("1d0", 3, "0 sides", "2 to 1000"),
        ("1d1001", 3, "1001 sides", "2 to 1000"),
        ("1001d6", 1, "1001 dice", "at most 1000"),
        ("d6+1001d6", 4, "1001 dice", "at most 1000"),
        ("1000001", 1, "1000001", "a number up to 1000000"),
        ("99999999999999999999", 1, "99999999999999999999", "a number up to 1000000"),
        ("9" * 30, 1, "9" * 20 + "…", "a number up to 1000000"),
        ("999999999d999999999", 1, "999999999", "a number up to 1000000"),
        ("1d999999999", 3, "999999999", "a number up to 1000000"),
        ("4d6kh0", 6, "kh0", "kh with 1 to 1000"),
        ("4d6kl1001", 6, "kl1001", "kl with 1 to 1000"),
        ("4d6dl4", 6, "dl4", "dl with 1 to 3"),
        ("4d6dh0", 6, "dh0", "dh with 1 to 3"),
        ("1d6dl1", 6, "dl1", "no dl: there is nothing to spare"),
        ("0d6dh", 6, "dh1", "no dh: there is nothing to spare"),
        ("2d6r6", 5, "r6", "r with 1 to 5"),
        ("2d6r0", 5, "r0", "r with 1 to 5"),
        ("1d4????", 8, "the end", "fewer rerolls than a d4 has faces, and one kind of them"),
        ("1d4r1?+1", 7, "'+'", "fewer rerolls than a d4 has faces, and one kind of them"),
        ("4d6kh3kl1", 10, "the end", "one rule only for which dice are kept"),
        ("4d6kh3^+1", 8, "'+'", "one rule only for which dice are kept"),
    ],
)
def test_what_cannot_be_read_is_refused_with_column_found_and_expected(text, column, found, expected):
    with pytest.raises(BadNotation) as refused:
        parse(text)
    error = refused.value
    assert (error.column, error.found, error.expected) == (column, found, expected)
    assert str(error) == f"column {column}: found {found}, expected {expected}"
    assert str(error).isprintable()


@pytest.mark.parametrize(
    ("text", "column", "found"), [("2d6🧪🔥", 5, "fire"), ("2d6 acid fire", 10, "fire"), ("2d6☠\ufe0f ❄\ufe0f+1", 7, "cold")]
)
def test_a_second_damage_type_on_one_group_is_refused_where_it_stands(text, column, found):
    with pytest.raises(BadNotation) as refused:
        parse(text)
    assert (refused.value.column, found in refused.value.found or text[column - 1] in refused.value.found) == (column, True)
    assert refused.value.expected.startswith("no second damage type on one group (it is ")


@pytest.mark.parametrize(
    "text",
    ["(" * 1_000_000, "1" * 501, " " * 501, "d6+" * 200, "\x00" * 5000, "🔥" * 501],
    ids=["megabyte of brackets", "digits", "blanks", "dice", "control characters", "fire"],
)
def test_more_than_five_hundred_characters_are_refused_unread(text):
    with pytest.raises(BadNotation) as refused:
        parse(text)
    error = refused.value
    assert (error.column, error.found, error.expected) == (501, "more text", "at most 500 characters")


def test_five_hundred_characters_are_read():
    assert parse("7" + " " * 499) == parse("7")


def test_fifty_terms_are_read_and_one_more_is_refused():
    assert len(terms("+".join(["1"] * 50))) == 50
    with pytest.raises(BadNotation) as refused:
        parse("+".join(["1"] * 51))
    error = refused.value
    assert (error.column, error.found, error.expected) == (101, "'1'", "the end: at most 50 terms")


@pytest.mark.parametrize("text", ["1000d1000kh500", "1000d1000!", "1000d1000", "+".join(["1000d1000"] * 50), "1000d1000?"])
def test_the_largest_notations_are_refused_by_the_budget(text):
    with pytest.raises(TooCostly, match=r"^the exact odds of notation take more than 2,000,000 steps"):
        odds(parse(text), ALWAYS)


@pytest.mark.parametrize("text", ["1000d1000kh500", "1000d1000!", "1000d1000?"])
def test_the_largest_notations_can_be_rolled(text):
    assert played(parse(text), *[2] * 1000) == 2 * (500 if "kh" in text else 1000)


SIGNS = "0123456789dD%+-!?^vkhlrfiecoas .()🔺🔻❗🔄🔥❄☠\ufe0f\x00\n٣²"


def refusal(text):
    """Why `text` is refused, or None."""
    try:
        parse(text)
    except BadNotation as refused:
        return refused
    return None


@settings(max_examples=400, derandomize=True)
@given(st.one_of(st.text(max_size=40), st.text(alphabet=SIGNS, max_size=30)))
@example("d" * 500)
@example("İ")
def test_any_text_is_read_or_refused_and_nothing_else(text):
    refused = refusal(text)
    if refused is None:
        assert parse(str(parse(text).args[0])) == parse(text)
    else:
        assert 1 <= refused.column <= len(text) + 1
        assert str(refused) == f"column {refused.column}: found {refused.found}, expected {refused.expected}"
        assert str(refused).isprintable()


def test_endless_explosions_are_not_for_brute_force():
    with pytest.raises(TooDeep):
        brute_force(parse("1d2!"))


def test_a_reroll_asks_the_dice_in_rising_order():
    assert resume(parse("2d4?"), []) == Unfinished(Dice(2, 4).faces(), ())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3d6+7", ((),)),
        ("2d6🔥🔥 - d4❗!", (("fire", "fire"), ("!", "!"))),
        ("3d20🔺 v adv?", (("adv", "dis", "adv", "?"),)),
        ("5", ()),
    ],
)
def test_the_marks_on_each_group_can_be_read_as_they_stand(text, found):
    """TAD-DICE.06, TAD-DICE.25, TAD-DICE.28: also those that cancel, or say what was said already."""
    assert marks(text) == found
