"""The dice of Triumph & Disaster: its notation under every dial, exact odds, real dice."""

from fractions import Fraction
from itertools import product

import pytest

from fatewright.core.errors import BadAnswer, BadValue
from fatewright.core.rule.ask import Read
from fatewright.core.rule.dice import BEYOND, Group
from fatewright.core.rule.notation import DAMAGE, Typed
from fatewright.core.rule.price import odds
from fatewright.core.table.game import Refusal
from fatewright.systems.triumph_and_disaster.mechanics.notation import dice_problem, mean, read
from systems.tad_table import APTITUDE, outcome, said, seated, thrown, usual
from witnesses import brute_force, fractions, played

F = Fraction
ALWAYS, NEVER = (lambda _: True), (lambda _: False)


def rolled(text, *faces, people=NEVER, **dials):
    """What these faces come to."""
    return played(read(text, usual(**dials)), *faces, people=people)


def priced(text, people=ALWAYS, **dials):
    return odds(read(text, usual(**dials)), people)


def at_least(found, total):
    """P(total or more), what was not followed included."""
    return found.chance_that(lambda one: one >= total) + F(found.beyond, found.total)


# ── notation ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_dice_and_a_number():
    """TAD-DICE.05, TAD-X.01: 3d6+7, faces 2, 5, 6: 20; 10 to 25, on average 35/2."""
    assert rolled("3d6+7", 2, 5, 6) == 20
    found = priced("3d6+7")
    assert (min(found.weights), max(found.weights), found.mean()) == (10, 25, F(35, 2))


@pytest.mark.parametrize(
    ("code", "name"),
    [
        pytest.param(0x1F9EA, "acid", id="TAD-DICE.11"),
        pytest.param(0x2744, "cold", id="TAD-DICE.12"),
        pytest.param(0x1F4A2, "battering", id="TAD-DICE.13"),
        pytest.param(0x26A1, "electric", id="TAD-DICE.14"),
        pytest.param(0x1F525, "fire", id="TAD-DICE.15"),
        pytest.param(0x1F9E0, "psychic", id="TAD-DICE.16"),
        pytest.param(0x1F31F, "radiant", id="TAD-DICE.17"),
        pytest.param(0x2623, "toxic", id="TAD-DICE.18"),
        pytest.param(0x2620, "withering", id="TAD-DICE.19"),
        pytest.param(0x1FA78, "wounding", id="TAD-DICE.20"),
    ],
)
def test_damage_types(code, name):
    """Signs and names say the same; a blank before them means nothing."""
    for text in (f"2d6{chr(code)}", f"2d6 {chr(code)}", f"2d6 {name}", f"2d6{name}"):
        assert rolled(text, 3, 4) == Typed(7, name)


def test_two_dice_of_fire():
    """TAD-X.02, TAD-DICE.15: 2d6🔥, faces 3, 4: 7 fire damage."""
    assert rolled("2d6🔥", 3, 4) == Typed(7, "fire")


@pytest.mark.parametrize("sign", DAMAGE)
def test_a_selector_after_a_sign_is_ignored(sign):
    """TAD-R.31, TAD-DICE.06: a sign is its bare code point, however it is to be drawn."""
    assert len(sign) == 1
    assert read(f"2d6{sign}\ufe0f", usual()) == read(f"2d6{sign}\ufe0e", usual()) == read(f"2d6{sign}", usual())


def test_advantage_and_disadvantage():
    """TAD-DICE.07, TAD-DICE.08, TAD-X.03, TAD-R.09: the highest, the lowest; k signs keep k."""
    assert rolled("2d20🔺", 7, 15) == 15
    assert rolled("2d20🔻", 7, 15) == 7
    assert rolled("4d6🔺🔺🔺", 1, 5, 2, 6) == 13
    assert rolled("4d6🔻🔻", 1, 5, 2, 6) == 3


def test_exploding():
    """TAD-DICE.09, TAD-X.04, TAD-R.10, TAD-R.34: the maximum stays counted, and goes on by itself."""
    assert rolled("1d6❗", 6, 6, 2) == 14


def test_rolling_again():
    """TAD-DICE.10, TAD-X.05, TAD-X.06, TAD-R.11: once, if one likes, and the second face stands; three signs widen it to 3."""
    assert rolled("1d20🔄", 1, 1, people=ALWAYS) == 1
    assert rolled("1d20🔄", 1) == 1
    assert rolled("1d20🔄", 2, people=ALWAYS) == 2
    for low in (1, 2, 3):
        assert rolled("1d20🔄🔄🔄", low, 17, people=ALWAYS) == 17
    assert rolled("1d20🔄🔄🔄", 4, people=ALWAYS) == 4


def test_the_largest_and_smallest_of_each_die():
    """TAD-DICE.01, TAD-DICE.03, TAD-DICE.04, TAD-DICE.21, TAD-R.32: by value: a d10 explodes on 10, say."""
    for sides in (4, 6, 8, 10, 12, 20, 100):
        found = priced(f"1d{sides}")
        assert (min(found.weights), max(found.weights), len(found.weights)) == (1, sides, sides)
    assert priced("d%") == priced("1d100")
    assert rolled("1d10❗", 10, 3) == 13
    assert rolled("1d100❗", 100, 3) == 103
    assert rolled("1d100🔄", 1, 50, people=ALWAYS) == 50
    assert rolled("2d6❗", 6, 5, 3) == 14  # each die by itself: 6 and 5, then 3


def test_parsing():
    """TAD-X.35, TAD-DICE.06, TAD-DICE.26: blanks mean nothing; no sign after a number; more keeps than dice keep both."""
    assert read("2d20 🔻", usual()) == read("2d20🔻", usual())
    assert read("2d6☠", usual()) == read("2d6☠\ufe0f", usual())
    assert dice_problem("4d6🔺🔺🔺+1🔥", usual()) == "column 9: found '🔥', expected + or - or the end"
    assert rolled("2d20🔺🔺🔺", 3, 9) == 12
    assert rolled("-d4+10", 3) == 7
    assert dice_problem("2d6☂", usual()) is not None


# ── dials ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_which_dice_there_are():
    """TAD-DICE.01, TAD-DICE.26: those of the list, or by a dial any."""
    assert dice_problem("3d7", usual()) == "3d7: this game has no d7; it has d4, d6, d8, d10, d12, d20, d100"
    assert rolled("3d7", 7, 1, 2, dice_sides="any") == 10


def test_more_to_keep_than_there_are():
    """TAD-DICE.24: all are kept, or by a dial it is an error; no dice come to nothing."""
    assert rolled("1d6🔺🔺", 4) == 4
    assert rolled("0d6", keep_overflow="error") == 0
    with pytest.raises(BadValue, match="1d6: 2 of 1 die cannot be kept"):
        read("1d6🔺🔺", usual(keep_overflow="error"))


def test_advantage_with_disadvantage():
    """TAD-DICE.25, TAD-R.13: they cancel one for one; where nothing is left, all dice count. By a dial, an error."""
    assert rolled("2d20🔺🔻", 7, 15) == 22
    assert rolled("3d20🔺🔺🔻", 7, 15, 3) == 15
    assert dice_problem("2d20🔺🔻", usual(adv_dis_both="reject")) == "2d20: 🔺 and 🔻 do not go together on one group here"
    assert dice_problem("2d20🔺+2d20🔻", usual(adv_dis_both="reject")) is None


def test_the_type_of_a_flat_number():
    """TAD-DICE.27: that of the group on its left, or by a dial none."""
    assert str(rolled("1d8🩸+1d6🔥+2", 5, 3)) == "5 wounding, 5 fire"
    assert str(rolled("1d8🩸+1d6🔥+2", 5, 3, flat_type="untyped")) == "5 wounding, 3 fire, 2 untyped"
    assert rolled("1d8+2", 5, flat_type="untyped") == 7


def test_signs_that_say_nothing_new():
    """TAD-DICE.28: a second sign of the same damage type, or a second ❗, is ignored, or by a dial an error."""
    assert rolled("2d6🔥🔥", 3, 4) == Typed(7, "fire")
    assert rolled("1d6❗❗", 6, 2) == 8
    strict = usual(redundant_symbols="error")
    assert dice_problem("2d6🔥🔥", strict) == "2d6: 'fire' stands there more than once"
    assert dice_problem("1d6❗❗", strict) == "1d6: '!' stands there more than once"
    assert dice_problem("3d6🔺🔺🔄🔄❗🔥", strict) is None


def test_what_explodes_before_it_is_kept():
    """TAD-DICE.23, TAD-R.12: a die's value is its chain, and that decides; by a dial the first face does."""
    assert rolled("2d6❗🔻", 6, 1, 5) == 5  # the first explodes to 7, so the 5 is kept
    assert rolled("2d6❗🔻", 5, 6, explode_before_keep=False) == 5  # only what is kept may explode
    assert rolled("2d6❗🔺", 5, 6, 4, explode_before_keep=False) == 10
    assert rolled("3d6❗🔺🔺", 2, 6, 6, 1, 3, explode_before_keep=False) == 16
    assert rolled("2d6❗+1", 2, 6, 3, explode_before_keep=False) == 12
    assert str(rolled("2d6❗🔺🔥+1", 6, 6, 2, explode_before_keep=False)) == "9 fire"


@pytest.mark.parametrize("text", ["2d4❗🔺", "3d4❗🔻🔻", "2d4❗🔺🔄-1d4"])
def test_odds_of_exploding_after_keeping(text):
    """TAD-DICE.23, TAD-DICE.30: exact also in that order; here with at most two rolls of a die, so that all can be counted."""
    dials = {"explode_before_keep": False, "explode_limit": 2}
    call = read(text, usual(**dials))
    assert fractions(odds(call, ALWAYS)) == brute_force(call, ALWAYS)


def test_explosions_end():
    """TAD-DICE.30: at most a hundred rolls of one die, or what the dial says."""
    assert rolled("1d6❗", *[6] * 100) == 600
    assert rolled("1d6❗", 6, explode_limit=1) == 6
    assert rolled("1d6❗", 6, 6, 6, explode_limit=3) == 18
    assert rolled("1d6❗🔄", 6, 6, explode_limit=2) == 12
    assert rolled("1d6❗🔄", 6, explode_limit=1) == 6
    assert priced("1d6❗", explode_limit=2).beyond == 0
    assert priced("1d6❗", explode_limit=2).chance(12) == F(1, 36)


def test_who_decides_on_a_second_roll():
    """TAD-DICE.29: whoever rolls; or it is done where a fresh die is better on average, and worse where it is subtracted."""
    automatic = {"reroll_choice": "auto", "dice_sides": "any"}
    assert rolled("1d6🔄🔄🔄🔄🔄", 3, 1, **automatic) == 1  # 3 is below 7/2
    assert rolled("1d6🔄🔄🔄🔄🔄", 4, **automatic) == 4
    assert rolled("10-1d6🔄🔄🔄🔄🔄", 3, **automatic) == 7
    assert rolled("10-1d6🔄🔄🔄🔄🔄", 4, 1, **automatic) == 9
    assert rolled("1d4❗🔄🔄🔄", 3, 2, **automatic) == 2  # an exploding d4 comes to 10/3
    found = odds(read("1d20🔄", usual(**automatic)))
    assert found.mean() == F(439, 40)


# ── exact odds ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_odds_of_keeping():
    """TAD-X.24, TAD-X.25: 3d6🔺🔺, 3d8🔻🔻, 2d4🔻 and 2d10🔺."""
    weights = (1, 3, 7, 12, 19, 27, 34, 36, 34, 27, 16)
    found = priced("3d6🔺🔺")
    assert [found.chance(total) for total in range(2, 13)] == [F(weight, 216) for weight in weights]
    assert found.mean() == F(203, 24)
    low = priced("3d8🔻🔻")
    assert (low.mean(), low.chance_that(lambda one: one <= 4), low.chance(16)) == (F(225, 32), F(113, 512), F(1, 512))
    fists = priced("2d4🔻")
    assert [fists.chance(face) for face in (1, 2, 3, 4)] == [F(7, 16), F(5, 16), F(3, 16), F(1, 16)]
    assert fists.mean() == F(15, 8)
    assert priced("2d10🔺").chance(10) == F(19, 100)


def test_odds_of_exploding():
    """TAD-X.26, TAD-DICE.22: never a multiple of 6; each further chain is a sixth as likely; what is left has a name."""
    found = priced("1d6❗")
    for chain, total in product(range(4), range(1, 7)):
        assert found.chance(6 * chain + total) == (F(1, 6) ** (chain + 1) if total < 6 else 0)
    assert at_least(found, 24) == F(1, 1296)
    assert F(found.beyond, found.total) == F(1, 6) ** 11
    assert "explodes more than 10 times" in BEYOND
    assert mean(Group(1, 6, explode=True)) == F(21, 5)
    assert mean(Group(1, 4, explode=True)) == F(10, 3)
    assert abs(found.mean() - F(21, 5)) < F(1, 10**6)  # of what was counted


def test_odds_of_several_exploding_dice():
    """TAD-X.27, TAD-DICE.22: 2d6❗, 3d6❗, 2d4❗ and 1d10❗."""
    two = priced("2d6❗")
    assert [two.chance(total) for total in (6, 7, 12)] == [F(5, 36), F(1, 9), F(5, 108)]
    assert [at_least(two, total) for total in (12, 20, 30)] == [F(23, 108), F(13, 432), F(53, 23328)]
    assert at_least(priced("3d6❗"), 25) == F(227, 5832)
    assert at_least(priced("2d4❗"), 8) == F(11, 32)
    assert at_least(priced("1d10❗"), 21) == F(1, 100)


def test_odds_of_rolling_again():
    """TAD-X.28: always rolling again what may be."""
    once, thrice, twice = priced("1d20🔄"), priced("1d20🔄🔄🔄"), priced("1d6🔄🔄")
    assert (once.chance(1), once.chance(2), once.mean()) == (F(1, 400), F(21, 400), F(439, 40))
    assert (thrice.chance(3), thrice.chance(4), thrice.mean()) == (F(3, 400), F(23, 400), F(471, 40))
    assert thrice.chance_that(lambda one: one + 4 > 15) == F(207, 400)
    assert (twice.chance(2), twice.chance(3), twice.mean()) == (F(1, 18), F(2, 9), F(25, 6))


# ── at the table ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_anybody_rolls():
    """TAD-DICE.05, TAD-DICE.06: the game reads the notation by its own dials, and everybody sees the dice."""
    table = seated()
    events = table.act("ana", "roll", 3, 4, notation="2d6🔥")
    assert (outcome(events), said(events), thrown(events)) == ("7 fire", ["ana rolls 2d6🔥: 7 fire"], [(3, 4)])
    assert outcome(table.act("eve", "roll", 15, notation="1d20+2")) == 17
    with pytest.raises(Refusal, match="this game has no d7"):
        table.act("ana", "roll", notation="1d7")
    secret = table.act("gm", "secret-roll", 9, notation="1d20")
    assert (outcome(secret), said(secret), said(secret, "gm")) == (9, [], ["gm rolls 1d20: 9"])


def test_whoever_rolls_is_asked_about_a_low_die():
    """TAD-DICE.10, TAD-DICE.29: at the table, the seat that rolls; by a dial nobody is."""
    table = seated()
    table.act("bo", "roll", 1, notation="1d20🔄")
    assert table.asked() == [("bo", "reroll 1")]
    assert outcome(table.answer("bo", True, 12)) == 12
    assert outcome(seated(dials={"reroll_choice": "auto"}).act("bo", "roll", 1, 12, notation="1d20🔄")) == 12
    late = seated(dials={"explode_before_keep": False})
    late.act("bo", "roll", 1, 6, notation="2d6❗🔺🔄")
    assert outcome(late.answer("bo", False, 2)) == 8


@pytest.mark.parametrize(("notation", "first", "more"), [("1d20🔄", 1, (12,)), ("2d6❗🔺🔄", 1, (2, 12))])
def test_whoever_does_not_answer_rolls_again_where_it_pays(notation, first, more):
    """TAD-DICE.29: a question that lapses is answered as the automatic mode would."""
    for dials in ({}, {"explode_before_keep": False}):
        table = seated(dials=dials)
        table.act("bo", "roll", first, *more[:-1], notation=notation)
        assert table.question("bo").default is True
        again = seated(dials=dials)
        again.act("bo", "roll", first, *more[:-1], notation=f"30-{notation}")
        assert again.question("bo").default is False


def test_dice_by_software():
    """TAD-DICE.02: the table throws, and real dice are not for this table."""
    table = seated()
    with pytest.raises(Refusal, match="at this table the dice are thrown by software"):
        table.act("ana", "dice", thrown="by hand")
    table.act("ana", "dice", thrown="by the table")
    table.put_fact("seat", "ana", "dice", value="own")
    assert outcome(table.act("ana", "roll", 4, notation="1d6")) == 4
    assert table.fact("seat", "ana", "dice") is None


def test_real_dice():
    """TAD-DICE.02, TAD-DICE.03, TAD-DICE.04, TAD-X.07, TAD-R.08: faces are entered; 0 on a d10 is 10, 00 on a d100 is 100."""
    table = seated(dials={"dice_source": "typed_in"})
    with pytest.raises(Refusal, match="at this table everybody throws real dice"):
        table.act("ana", "dice", thrown="by the table")
    for notation, faces, total in (
        ("2d10", (0, 7), 17),
        ("d%", (0,), 100),
        ("d%", (5,), 5),
        ("d%", (99,), 99),
        ("d%", (30,), 30),
    ):
        table.act("ana", "roll", notation=notation)
        assert outcome(table.answer("ana", faces)) == total
    table.act("ana", "roll", notation="1d8")
    with pytest.raises(Refusal, match="a d8 cannot show 0; it shows 1 to 8"):
        table.answer("ana", (0,))


def test_real_dice_for_ability_rolls():
    """TAD-DICE.02: those of players' characters; behind the screen the table throws."""
    table = seated({"ana": {"aptitudes": {"Sneak": APTITUDE}}}, {"guard": {}}, dials={"dice_source": "typed_in"})
    table.act("gm", "contest", who="ana", skill="Sneak", other="guard", other_skill="Notice")
    assert table.asked() == [("ana", "dice")]
    assert outcome(table.answer("ana", (12,), 9, 3)) == "wins"


def test_faces_as_people_type_them():
    """TAD-X.07, TAD-DICE.04: two digits, as they lie there."""
    asked = Read("ana", "dice", "What do they show?", (100, 10))
    assert asked.parse("05 0") == (5, 0)
    assert asked.parse("00 9") == (0, 9)
    with pytest.raises(BadAnswer, match="a d10 cannot show 11"):
        asked.parse("90 11")


def test_real_dice_or_not_as_each_likes():
    """TAD-DICE.02: mixed."""
    table = seated({"ana": {"aptitudes": {"Sneak": APTITUDE}}, "bo": {}}, dials={"dice_source": "mixed"})
    assert outcome(table.act("ana", "roll", 4, notation="1d6")) == 4
    table.act("ana", "dice", thrown="by hand")
    table.act("ana", "roll", notation="1d6")
    assert outcome(table.answer("ana", (5,))) == 5
    table.act("gm", "fate", who="ana", skill="Sneak", will=10)
    assert table.asked() == [("ana", "dice")]
    assert outcome(table.answer("ana", (11,))) == "wins"
