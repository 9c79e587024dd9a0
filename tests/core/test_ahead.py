"""Acts that are worked out one after the other while the table stands still come to what they come to one by one."""

import pytest

from fatewright.core.rule.ask import choose, options
from fatewright.core.table.ahead import ahead, is_by_itself, take_in
from fatewright.core.table.events import Began, Fact, Rewound, Told
from fatewright.core.table.game import Act, Answer
from fatewright.core.table.seal import EVERYONE
from fatewright.core.table.story import Put, Verb, a_number, a_person, ends
from fatewright.core.table.taking import REVISION, TAKING
from hard.setting import asked, game_of, heard, only, table_of, token

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}


def walk(table, who, to):
    return ends("walks", Put(who, "at", table[who].get("at", 0) + to))


def dare(table, who):
    return ends((yield from choose(who, "way", "Which way?", options("a", "b"))), Put(who, "done", True))


WHO = a_person("who", "mine")
GAME = game_of(Verb("walk", walk, (WHO, a_number("to", 0, 9))), Verb("dare", dare, (WHO,)))


def evening(table):
    """What people do, each knowing what has come of the act before."""
    yield lambda now: Act("ana", "walk", {"who": "kara", "to": 2})
    yield lambda now: Act("bo", "dare", {"who": "borin"})
    yield lambda now: Act("ana", "walk", {"who": "kara", "to": 3})
    yield lambda now: Act("gm", "note", {"text": "they are late"})
    yield lambda now: Answer("bo", asked(now, "bo")[0], "a")


def new_table():
    table = table_of(SEATS, token("kara", "ana", at=1), token("borin", "bo", veil=only("bo", "gm")))
    for seat in SEATS:
        table.stream(seat)
    return table


def stands(table):
    """All that a table is: its history, and what everybody knows and has been sent."""
    views = {seat: (view.facts, view.questions, sorted(view.procedures)) for seat, view in table.views.items()}
    streams = {seat: (stream.sent, stream.own) for seat, stream in table.streams.items()}
    return list(table.records), list(table.acts), table.times, table.truth.facts, views, streams


def test_what_is_worked_out_ahead_is_what_comes_one_by_one():
    one_by_one, together = new_table(), new_table()
    further, before = ahead(together), stands(new_table())
    for at, command in enumerate(evening(one_by_one)):
        one_by_one.append(one_by_one.plan(GAME, command(one_by_one), lambda sides: 1), at)
        further.append(further.plan(GAME, command(further), lambda sides: 1), at)
        assert stands(together) == before
    take_in(together, further)
    assert stands(together) == stands(one_by_one)
    assert together.truth.facts["token", "kara", "at"] == 6
    assert [heard(together, seat) for seat in SEATS] == [heard(one_by_one, seat) for seat in SEATS]
    assert (together.view("bo") is further.view("bo"), type(together.records)) == (True, list)


def test_records_further_on_read_like_a_list():
    table = new_table()
    further = ahead(table)
    further.append([Told("a", (), EVERYONE), Told("b", (), EVERYONE)])
    expected = [*table.records, *further.records.more]
    assert (len(further.records), list(further.records)) == (len(expected), expected)
    assert [further.records[number] for number in (0, -1, -2)] == [expected[0], expected[-1], expected[-2]]
    assert further.records[3:] == expected[3:]
    assert len(table.records) == len(expected) - 2


@pytest.mark.parametrize(
    ("event", "found"),
    [
        (Fact(("seat", "cy", "role"), "player", EVERYONE), True),
        (Fact(("door", "link"), "x", EVERYONE), True),
        (Fact(REVISION, "2", EVERYONE), True),
        (Rewound(3, "gm", EVERYONE), True),
        (Began(3, "gm", min(TAKING), (), EVERYONE), True),
        (Began(3, "gm", "walk", (), EVERYONE), False),
        (Fact(("seat", "cy", "hurry"), 60, EVERYONE), False),
        (Told("a", (), EVERYONE), False),
    ],
    ids=repr,
)
def test_what_changes_the_ground_stands_by_itself(event, found):
    assert is_by_itself([Told("b", (), EVERYONE), event]) is found
