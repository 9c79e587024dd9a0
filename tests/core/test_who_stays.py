"""Whoever sits down, leaves or is kept out is not part of what is taken back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatewright.core.rule.ask import Number, sealed
from fatewright.core.table.codec import BadRecord, restored, stored
from fatewright.core.table.events import Fact, Rewound, Told
from fatewright.core.table.replay import Header, read, verify, written
from fatewright.core.table.seal import KEEPER
from fatewright.core.table.state import fold
from fatewright.core.table.story import Put, Refusal, Verb, a_number, a_person, ends
from fatewright.core.table.stream import Stream, streamed
from fatewright.core.table.table import Rewind, Table, TakeBack, living
from hard.setting import EVERYONE, act, driven, game_of, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}


def walk(table, who, to):
    return ends("walks", Put(who, "at", to))
    yield


WALK = Verb("walk", walk, (a_person("who", "mine"), a_number("to", 0, 9)))
GAME, ALONE = game_of(WALK), game_of(WALK, has_gm=False)


@pytest.fixture
def table():
    return table_of(SEATS, token("kara", "ana"), token("borin", "bo"))


def sits_down(table, name):
    """As the hall records it."""
    table.append([Fact(("seat", name, "role"), "player", EVERYONE), Told(f"{name} sits down (player)", (), EVERYONE)])


def told(table, seat="gm"):
    """The lines of the log that still count."""
    return [event.text for event in table.live() if isinstance(event, Told) and event.to.admits(seat)]


def test_taking_back_what_was_done_before_somebody_sat_down_leaves_them_there(table):
    act(table, GAME, "gm", "say", text="a wolf")
    sits_down(table, "cy")
    assert names(table.records[number] for number in table.undone_by(table.last_act("gm"))) == ["Began", "Told", "Ended"]
    driven(table, GAME).do(TakeBack("gm"))
    assert (table.seats(), told(table)) == (["gm", "ana", "bo", "cy"], ["cy sits down (player)"])
    with pytest.raises(Refusal, match="how the table was set out"):
        driven(table, GAME).do(TakeBack("gm"))


def test_what_the_host_merely_tells_is_not_what_is_taken_back(table):
    act(table, GAME, "gm", "say", text="a wolf")
    table.append([Told("bo is back", (), EVERYONE)])
    table.append([Told("ana is back", (), EVERYONE)])
    driven(table, GAME).do(TakeBack("gm"))
    assert told(table) == ["bo is back", "ana is back"]


def test_a_stream_that_knows_only_later_lines_begins_anew_when_earlier_ones_are_undone(table):
    act(table, GAME, "gm", "say", text="a wolf")
    table.streams["ana"] = Stream("ana", len(table.records), table.stream("ana").count)
    driven(table, GAME).do(TakeBack("gm"))
    assert table.stream("ana").sent == streamed(table.records, "ana").sent


def test_a_player_takes_back_their_own_step_though_somebody_has_sat_down_since(table):
    act(table, GAME, "ana", "walk", who="kara", to=3)
    sits_down(table, "cy")
    assert table.would_take_back("ana") == [number for number, _ in enumerate(table.stream("ana").sent)][-5:-2]
    driven(table, GAME).do(TakeBack("ana"))
    assert ("cy" in table.seats(), table.truth.facts.get(("token", "kara", "at"))) == (True, None)


def test_a_place_that_was_set_and_one_that_was_taken_away_stay_so(table):
    act(table, GAME, "gm", "say", text="a wolf")
    act(table, GAME, "gm", "seat", name="cy", role="player")
    act(table, GAME, "gm", "stand-in", seat="ana", by="bo")
    act(table, GAME, "gm", "unseat", name="bo")
    driven(table, GAME).do(Rewind("gm", table.last_act("gm")))
    driven(table, GAME).do(TakeBack("gm"))
    assert table.seats() == ["gm", "ana", "cy"]
    assert ("seat", "ana", "stand-in") not in table.truth.facts
    assert told(table) == ["cy sits down (player)", "bo has left the table"]


def test_whoever_left_stays_away_and_somebody_answers_for_what_was_theirs(table):
    """Borin is there again, and what was brought meanwhile is not; both in one rewind."""
    start = len(table.records)
    act(table, GAME, "gm", "remove", token="borin")
    act(table, GAME, "gm", "unseat", name="bo")
    driven(table, GAME).do(Rewind("gm", start))
    assert (table.seats(), value(table, "borin", "answers")) == (["gm", "ana"], "gm")
    act(table, GAME, "gm", "walk", who="borin", to=4)


def test_going_back_to_where_only_people_came_and_went_is_refused(table):
    act(table, GAME, "gm", "say", text="a wolf")
    sits_down(table, "cy")
    with pytest.raises(Refusal, match="there is nothing to take back"):
        driven(table, GAME).do(Rewind("gm", len(table.records) - 1))


def bid(table):
    return ends((yield from sealed("bid", "bids", *(Number(who, "bid", "?", 0, 9) for who in ("kara", "borin")))))


def test_what_waits_is_asked_anew_of_whoever_is_still_there(table):
    game = game_of(WALK, Verb("bid", bid))
    act(table, game, "ana", "bid")
    act(table, game, "gm", "say", text="hm")
    act(table, game, "gm", "unseat", name="bo")
    driven(table, game).do(TakeBack("gm"))
    assert sorted((one.seat, one.is_locked) for one in table.truth.questions.values()) == [("ana", False), ("gm", False)]
    assert table.seats() == ["gm", "ana"]


def test_a_rewind_of_before_people_were_kept_folds_as_it_did():
    old = '{"$":"Rewound","before":1,"seat":"gm","to":["*"]}'
    assert restored(old) == Rewound(1, "gm", EVERYONE)
    records = [Fact(("seat", name, "role"), "player", EVERYONE) for name in ("ana", "bo", "cy")]
    assert Table([*records, restored(old)]).seats() == ["ana"]


def test_what_a_rewind_keeps_survives_the_file_and_is_played_again_alike(table):
    act(table, GAME, "gm", "say", text="a wolf")
    sits_down(table, "cy")
    driven(table, GAME).do(TakeBack("gm"))
    again = read(written(table, Header("any", 1)))[1]
    assert (again.records, again.seats(), verify(again, GAME)) == (list(table.records), table.seats(), ([], []))


@pytest.mark.parametrize("keeps", ['"x"', '["x"]', "[0]", "[99]"], ids=str)
def test_a_file_with_a_rewind_that_keeps_what_is_not_there_is_refused(table, keeps):
    act(table, GAME, "gm", "say", text="a wolf")
    driven(table, GAME).do(TakeBack("gm"))
    text = written(table, Header("any", 1)).replace('"keeps":[]', f'"keeps":{keeps}')
    with pytest.raises(BadRecord):
        read(text)


@st.composite
def histories(draw):
    """Lines for some and for all, and rewinds that keep some of what they reach."""
    records = []
    for number in range(draw(st.integers(0, 14))):
        if number and draw(st.booleans()) and draw(st.booleans()):
            before = draw(st.integers(0, number))
            keeps = draw(st.sets(st.integers(before, number - 1))) if before < number else set()
            records.append(Rewound(before, "gm", EVERYONE, tuple(sorted(keeps))))
        else:
            records.append(Fact(("fact", str(number % 4)), number, draw(st.sampled_from([EVERYONE, only("ana")]))))
    return records


def by_the_letter(records):
    """The same from the definition: a record counts if no later rewind that counts or not has undone it."""
    return [
        number
        for number in range(len(records))
        if not any(
            isinstance(later, Rewound) and later.before <= number and number not in later.keeps
            for later in records[number + 1 :]
        )
    ]


@given(histories())
def test_what_counts_is_what_no_later_rewind_has_undone(records):
    assert living(records) == by_the_letter(records)
    assert [restored(stored(event)) for event in records] == records


@given(histories())
def test_each_viewers_stream_loses_just_its_own_lines(records):
    table = Table(records, range(len(records)))
    for viewer in ("ana", "bo"):
        stream = streamed(records, viewer)
        lines = {number for number in range(stream.count) if stream.message(number, records).event is not None}
        gone = {line for number in range(stream.count) for line in stream.message(number, records).undone}
        own = {stream.record(line) for line in lines - gone}
        assert own == {n for n in living(records) if not isinstance(records[n], Rewound) and records[n].to.admits(viewer)}
        assert fold(table.live(), viewer).facts == fold((records[n] for n in sorted(own)), viewer).facts
    assert table.truth.facts == fold(table.live(), KEEPER).facts


def test_what_the_host_merely_tells_stays_wherever_it_stands():
    table = table_of({"gm": "gm", "ana": "player"}, token("kara", "ana", light=3))
    game, first = game_of(), len(table.records)
    act(table, game, "ana", "say", text="one")
    table.append([Told("bo is back", (), EVERYONE)])
    act(table, game, "ana", "say", text="two")
    table.append([Told("cleo is back", (), EVERYONE)])
    driven(table, game).do(Rewind("gm", first))
    assert [event.text for event in table.live() if isinstance(event, Told)] == ["bo is back", "cleo is back"]
