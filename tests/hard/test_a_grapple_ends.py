"""(h) A grapple between two ends when a third person moves one of them out of reach."""

import pytest

from fatewright.core.table.engine import Overrule
from fatewright.core.table.events import Fact
from fatewright.core.table.story import Desk, a_number, a_person
from fatewright.systems.author import EVERYONE, Put, Verb, ends, tie, untie
from hard.setting import act, driven, game_of, names, only, table_of, token

SEATS = {"gm": "gm", "ana": "player", "bo": "player", "cy": "player"}


def grapple(table, who, whom):
    return ends("holds", tie("grapple", who, whom), tie("guard", who, whom))
    yield


def let_go(table, who, whom):
    return ends("lets go", untie("grapple", who, whom))
    yield


def shove(table, who, whom, x, y):
    return ends("shoves", Put(whom, "at", (x, y)))
    yield


SQUARE = (a_number("x", -9, 9), a_number("y", -9, 9))
BOTH = (a_person("who", "mine"), a_person("whom", "token"))
GAME = game_of(
    Verb("grapple", grapple, BOTH), Verb("let-go", let_go, BOTH), Verb("shove", shove, (*BOTH, *SQUARE)), reach={"grapple": 1}
)


@pytest.fixture
def table():
    people = [token("kara", "ana", at=(0, 0)), token("borin", "bo", at=(1, 1)), token("cid", "cy", at=(2, 0))]
    table = table_of(SEATS, *people, token("ghost", "gm"))
    act(table, GAME, "ana", "grapple", who="kara", whom="borin")
    return table


def held(table, who="kara"):
    return Desk(table.truth.facts, {}).related("grapple", who)


def test_a_third_person_ends_it(table):
    assert held(table) == ["borin"]
    events = act(table, GAME, "cy", "shove", who="cid", whom="borin", x=2, y=1)
    assert names(events) == ["Began", "Fact", "Fact", "Ended"]
    assert events[2] == Fact(("relation", "grapple", "kara", "borin"), None, EVERYONE)
    assert held(table) == []


def test_it_ends_as_well_when_the_one_who_holds_is_moved(table):
    act(table, GAME, "cy", "shove", who="cid", whom="kara", x=-1, y=0)
    assert held(table) == []


def test_it_stays_while_they_are_in_reach(table):
    act(table, GAME, "cy", "shove", who="cid", whom="borin", x=-1, y=-1)
    assert held(table) == ["borin"]


def test_a_third_person_who_moves_alone_ends_nothing(table):
    act(table, GAME, "cy", "move", who="cid", x=9, y=9)
    assert held(table) == ["borin"]


def test_a_relation_without_a_reach_stays_at_any_distance(table):
    act(table, GAME, "cy", "shove", who="cid", whom="borin", x=9, y=9)
    assert Desk(table.truth.facts, {}).related("guard", "kara") == ["borin"]


def test_whoever_holds_may_let_go(table):
    act(table, GAME, "ana", "let-go", who="kara", whom="borin")
    assert held(table) == []


def test_a_ruling_that_moves_one_of_them_ends_it(table):
    driven(table, GAME).do(Overrule("gm", "borin", "at", (9, 9), "he was never here"))
    assert held(table) == []


def test_who_is_held_by_someone_off_the_board_can_still_move(table):
    act(table, GAME, "gm", "grapple", who="ghost", whom="cid")
    assert names(act(table, GAME, "cy", "move", who="cid", x=3, y=0)) == ["Began", "Fact", "Ended"]


def test_a_grapple_ends_with_the_one_who_is_removed(table):
    act(table, GAME, "gm", "remove", token="borin")
    assert held(table) == []
    assert names(act(table, GAME, "ana", "move", who="kara", x=3, y=0)) == ["Began", "Fact", "Ended"]


def test_a_grapple_of_someone_unseen_is_not_told_to_those_who_do_not_see_them():
    unseen = token("shade", "gm", seen_by=only("gm"), at=(0, 1))
    table = table_of(SEATS, token("kara", "ana", at=(0, 0)), unseen)
    act(table, GAME, "gm", "grapple", who="shade", whom="kara")
    assert [path for path in table.view("bo").facts if "shade" in path] == []
