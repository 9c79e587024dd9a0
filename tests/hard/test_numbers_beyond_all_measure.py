"""Whatever number somebody names, no rule is run with it that would keep the table waiting."""

import pytest

from fatewright.core.table.engine import MOST_DICE
from fatewright.core.table.game import FARTHEST, Overrule
from fatewright.core.table.story import OWN, Refusal, a_person
from fatewright.systems.author import Verb, ask, d6, ends, rule, throw
from hard.setting import act, answer, driven, game_of, heard, names, table_of, token, value

SEATS = {"gm": "gm", "ana": "player"}


@rule
def pool(dice):
    return throw(d6(dice).count(six=(6,)))


def swing(table, who):
    yield from ask(pool(table[who]["light"]), by=who)
    return ends("swung")


GAME = game_of(Verb("swing", swing, (a_person("who", "mine"),)), ranges={"light": (0, 12), "coins": (0, 99_999)})


@pytest.fixture
def table():
    return table_of(SEATS, token("kara", "ana", light=4, coins=7, mark="a scar"))


def overrule(table, field, to, reason="because"):
    return driven(table, GAME).do(Overrule("gm", "kara", field, to, reason))


@pytest.mark.parametrize(("field", "low", "high"), [("light", "-10,000", "10,000"), ("coins", "-10,000", "99,999")])
@pytest.mark.parametrize("number", [2**63, -(2**63), 10**400, 100_000, -10_001])
def test_a_ruling_beyond_the_limit_is_refused_and_the_limit_is_named(table, field, low, high, number):
    with pytest.raises(Refusal) as refused:
        overrule(table, field, number)
    assert str(refused.value) == f"kara's {field} may be overruled to {low} to {high}, and not to {number:,}"
    assert (value(table, "kara", "light"), value(table, "kara", "coins")) == (4, 7)


@pytest.mark.parametrize(("field", "number"), [("light", FARTHEST), ("light", -FARTHEST), ("coins", 99_999)])
def test_a_ruling_may_go_beyond_what_the_game_gives_as_far_as_the_limit(table, field, number):
    overrule(table, field, number)
    assert value(table, "kara", field) == number


@pytest.mark.parametrize(("what", "to", "reason"), [("value", "x" * 2001, "because"), ("reason", "a burn", "x" * 2001)])
def test_a_ruling_is_no_book(table, what, to, reason):
    with pytest.raises(Refusal) as refused:
        overrule(table, "mark", to, reason)
    assert str(refused.value) == f"{what}: expected a text of at most 2,000 characters"
    overrule(table, "mark", "x" * 2000, "x" * 2000)


def test_a_throw_of_too_many_dice_is_broken_off_before_they_are_thrown(table):
    game = game_of(Verb("swing", swing, (a_person("who", "mine"),)), ranges={"light": (0, 300_000)})
    driven(table, game).do(Overrule("gm", "kara", "light", 300_000, "a test"))
    events = act(table, game, "ana", "swing", *[1] * MOST_DICE, who="kara")
    assert names(events) == ["Began", "Cancelled", "Told"]
    assert events[-1].text.startswith("swing was broken off: it throws more than 10,000 dice at once")
    assert act(table, game, "ana", "say", text="on we go")[-1].outcome == "said"


def test_as_many_dice_as_there_may_be_are_thrown(table):
    overrule(table, "light", FARTHEST)
    assert act(table, GAME, "ana", "swing", *[1] * MOST_DICE, who="kara")[-1].outcome == "swung"


def test_nobody_is_asked_for_the_faces_of_more_dice_than_can_be_thrown():
    table = table_of(SEATS, token("kara", "ana", light=MOST_DICE + 1), facts={("seat", "ana", "dice"): OWN})
    assert names(act(table, GAME, "ana", "swing", who="kara")) == ["Began", "Cancelled", "Told"]
    table = table_of(SEATS, token("kara", "ana", light=2), facts={("seat", "ana", "dice"): OWN})
    act(table, GAME, "ana", "swing", who="kara")
    assert answer(table, GAME, "ana", (6, 1))[-1].outcome == "swung"
    assert any(b"swung" in line for line in heard(table, "ana"))


@pytest.mark.parametrize("verb", ["roll", "secret-roll"])
@pytest.mark.parametrize(("text", "count"), [("501d6+500d6", 1001), ("+".join(["1000d1000"] * 50), 50_000)])
def test_no_more_dice_are_thrown_freely_than_the_limit_says(table, verb, text, count):
    with pytest.raises(Refusal) as refused:
        act(table, GAME, "gm", verb, notation=text)
    assert str(refused.value) == f"notation: column 1: found {count} dice, expected at most 1000 in all"
    assert names(act(table, GAME, "gm", verb, *[1] * 1000, notation="500d6+500d6+7"))[-1] == "Ended"


def test_a_motion_goes_no_further_than_a_ruling():
    table, game = table_of({"ana": "player"}, token("kara", "ana", light=4)), game_of(has_gm=False)
    with pytest.raises(Refusal) as refused:
        act(table, game, "ana", "move-to-overrule", token="kara", field="light", value=FARTHEST + 1, reason="because")
    assert str(refused.value) == "becomes …: 10001 is not a whole number from -10000 to 10000"
    act(table, game, "ana", "move-to-overrule", token="kara", field="light", value=FARTHEST, reason="because")
    answer(table, game, "ana", "yes")
    assert value(table, "kara", "light") == FARTHEST
