"""What options cost and bring: read off the changes that pay it, and said in words."""

import pytest

from fatewright.core.rule.ask import Choose, Form, Number, Option, Order, Price, options
from fatewright.core.table.paying import due, offered, price_of, price_said, terms_of
from fatewright.core.table.seal import Blank
from fatewright.core.table.story import Desk, Gain, Put, PutFact, Say, spend

LIGHT, HELD = ("token", "kara", "light"), ("seat", "ana", "moments")
FACTS = {
    LIGHT: 4,
    ("token", "kara", "hit_points"): 9,
    ("token", "kara", "brave"): False,
    ("token", "kara", "weapon"): "axe",
    HELD: 1,
    ("token", "crow", "light"): Blank(),
}
ONE_LIGHT = Price(-1, "1 light", LIGHT)


@pytest.mark.parametrize(
    ("changes", "prices"),
    [
        ((spend("kara", "light", 1),), (ONE_LIGHT,)),
        ((spend("kara", "light", 1), spend("kara", "light", 2)), (Price(-3, "3 light", LIGHT),)),
        ((spend("kara", "light", 1), Gain("kara", "light", 1)), ()),  # nothing in the end
        ((Put("kara", "light", 6),), (Price(2, "2 light", LIGHT),)),
        ((Gain("kara", "light", 1), Put("kara", "light", 6)), (Price(2, "2 light", LIGHT),)),
        ((Put("kara", "hit_points", 4),), (Price(-5, "5 hit points", ("token", "kara", "hit_points")),)),
        ((PutFact(HELD, 3),), (Price(2, "2 moments", HELD),)),
        ((PutFact(("seat", "bo", "moments"), 1),), (Price(1, "1 moments", ("seat", "bo", "moments")),)),  # held none
        ((spend("crow", "light", 1),), (Price(-1, "1 light", ("token", "crow", "light")),)),
        ((Put("crow", "light", 3),), ()),  # from what, the viewer does not know
        ((Put("kara", "brave", True), Put("kara", "weapon", "bow"), PutFact(HELD, None), Say("So be it.")), ()),
        ((PutFact(("relation", "guards", "kara", "crow"), True),), ()),
    ],
)
def test_a_price_is_what_the_changes_come_to(changes, prices):
    assert price_of(Desk(FACTS, {}), *changes) == prices


def test_a_price_is_said_as_its_label_says():
    table = Desk(FACTS, {})
    assert [one.label for one in price_of(table, PutFact(HELD, 3), label="{amount:Moment}")] == ["2 Moments"]
    assert [one.label for one in price_of(table, spend("kara", "light", 1), label="some light")] == ["some light"]


PLAIN = Option("keep", "keep")
BURN = Option("burn", "burn", price=(ONE_LIGHT,))
ASK = Option("ask", "ask", price=(Price(2, "2 Moments", HELD),), depends="if bo agrees")
PICK = Choose("kara", "burn", "Burn?", (PLAIN, BURN, ASK))
BID = Number("kara", "bid", "Bid?", 0, 3, each=(ONE_LIGHT,))


@pytest.mark.parametrize(
    ("question", "answer", "amounts"),
    [
        (PICK, "keep", []),
        (PICK, "burn", [-1]),
        (PICK, "ask", []),  # it still hangs on somebody
        (BID, 3, [-3]),
        (BID, 0, [0]),
        (Form("kara", "both", "Both?", (PICK, BID)), ("burn", 2), [-1, -2]),
        (Order("kara", "watch", "Who?", options("ana", "bo")), ("bo", "ana"), []),
    ],
)
def test_what_is_due_for_an_answer_is_what_is_certain(question, answer, amounts):
    assert [price.amount for price in due(question, answer)] == amounts


def test_what_may_be_answered_is_said_with_its_price():
    assert offered(PICK) == "keep, burn [−1 light], ask [+2 Moments, if bo agrees]"
    assert offered(BID, ("bo",)) == "a whole number from 0 to 3, each kara: −1 light"
    both = Form("kara", "both", "Both?", (PICK._replace(options=(PLAIN,)), BID._replace(each=())))
    assert offered(both) == "burn: keep; bid: a whole number from 0 to 3"


def test_prices_are_said_with_their_sign_and_whose_they_are():
    assert [terms_of(one) for one in PICK.options] == ["", "−1 light", "+2 Moments, if bo agrees"]
    assert terms_of(Option(1, "try", depends="if bo agrees")) == "if bo agrees"
    assert [price_said(ONE_LIGHT, own) for own in ((), ("ana", "kara"), ("bo",))] == ["−1 light", "−1 light", "kara: −1 light"]
