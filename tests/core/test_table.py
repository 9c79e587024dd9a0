import pytest

from fatewright.core.rule.ask import choose, options
from fatewright.core.rule.dice import d6
from fatewright.core.rule.rule import throw
from fatewright.core.table.codec import restored, stored
from fatewright.core.table.events import Fact, Rewound, Told
from fatewright.core.table.seal import EVERYONE, KEEPER
from fatewright.core.table.state import fold
from fatewright.core.table.story import Put, Refusal, Verb, a_number, a_person, ends
from fatewright.core.table.stream import Message, messages, streamed
from fatewright.core.table.table import Rewind, Table, TakeBack, living
from hard.setting import act, answer, asked, driven, game_of, heard, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player"}


def walk(table, who, to):
    return ends("walks", Put(who, "at", to))
    yield


def risk(table, who):
    """A choice, then a die, then a choice."""
    first = yield from choose(who, "first", "First?", options("a", "b"))
    rolled = yield from throw(d6(1).sum())
    second = yield from choose(who, "second", f"{rolled}. Second?", options("a", "b"))
    return ends((first, rolled, second), Put(who, "done", True))


WHO = a_person("who", "mine")
GAME = game_of(Verb("walk", walk, (WHO, a_number("to", 0, 9))), Verb("risk", risk, (WHO,)))


@pytest.fixture
def table():
    return table_of(SEATS, token("kara", "ana"), token("borin", "bo"))


@pytest.mark.parametrize(
    ("befores", "alive"),
    [
        ({}, [0, 1, 2, 3, 4]),
        ({4: 2}, [0, 1, 4]),
        ({4: 0}, [4]),
        ({2: 1, 4: 3}, [0, 2, 4]),
        ({2: 1, 4: 1}, [0, 4]),
        ({2: 1, 4: 2}, [0, 4]),
        ({3: 0, 4: 0}, [4]),
    ],
    ids=str,
)
def test_a_rewind_undoes_everything_from_its_point_on_rewinds_included(befores, alive):
    records = [Rewound(befores[n], "gm", EVERYONE) if n in befores else Told(str(n), (), EVERYONE) for n in range(5)]
    assert living(records) == alive


def test_a_viewers_numbers_have_no_gaps():
    records = [Told(str(n), (), only("ana", "bo") if n % 2 else only("bo")) for n in range(6)]
    assert [(message.number, message.event.text) for message in messages(records, "ana")] == [(0, "1"), (1, "3"), (2, "5")]
    assert [message.number for message in messages(records, "bo")] == list(range(6))


def test_a_viewer_hears_only_of_their_own_lines_that_are_undone():
    told = [Told("0", (), EVERYONE), Told("1", (), only("bo")), Told("2", (), only("bo"))]
    records = [*told, Rewound(1, "gm", EVERYONE), Told("4", (), EVERYONE), Rewound(0, "gm", EVERYONE)]
    assert messages(records, "ana") == [
        Message(0, told[0], ()),
        Message(1, records[4], ()),
        Message(2, None, (0, 1)),
    ]
    assert messages(records, "bo") == [
        *(Message(n, one, ()) for n, one in enumerate(told)),
        Message(3, None, (1, 2)),
        Message(4, records[4], ()),
        Message(5, None, (0, 4)),
    ]


def test_questions_and_procedures_go_by_the_viewers_own_numbers(table):
    act(table, GAME, "gm", "secret-roll", 3, notation="1d6")
    act(table, GAME, "ana", "risk", who="kara")
    began, question = messages(table.records, "bo")[-2:]
    assert (began.event.procedure, question.event.procedure, question.event.question) == (
        began.number,
        began.number,
        question.number,
    )
    (stored_as,) = asked(table, "ana")
    assert question.number < stored_as
    assert streamed(table.records, "bo").question(question.number, table.records) == stored_as


def test_the_numbers_of_questions_are_found_after_rewinds_too(table):
    act(table, GAME, "gm", "secret-roll", 3, notation="1d6")
    act(table, GAME, "ana", "risk", who="kara")
    answer(table, GAME, "ana", "a", 3)
    driven(table, GAME).do(TakeBack("gm"))
    act(table, GAME, "gm", "secret-roll", 3, notation="1d6")
    driven(table, GAME).do(TakeBack("gm"))
    answer(table, GAME, "ana", "b", 5)
    for seat in SEATS:
        own = [m.number for m in messages(table.records, seat) if m.event is not None and "Asked" in names([m.event])]
        store = [number for number, event in enumerate(table.records) if "Asked" in names([event])]
        assert [streamed(table.records, seat).question(number, table.records) for number in own] == store
        others = set(range(len(messages(table.records, seat)) + 3)) - set(own)
        assert {streamed(table.records, seat).question(number, table.records) for number in others} == {-1}


def test_what_concerns_a_procedure_one_does_not_follow_bears_no_number():
    from fatewright.core.table.events import Verdict

    records = [Told("0", (), EVERYONE), Verdict(7, "f", "bites", True, EVERYONE)]
    assert messages(records, "ana")[1].event.procedure == -1


def test_nobody_has_a_view_who_has_no_seat(table):
    with pytest.raises(Refusal, match="nobody sits at eve"):
        table.view("eve")


def test_who_sits_down_later_sees_what_everyone_may(table):
    act(table, GAME, "gm", "secret-roll", 3, notation="1d6")
    act(table, GAME, "ana", "walk", who="kara", to=3)
    table.append([Fact(("seat", "eve", "role"), "spectator", EVERYONE)])
    assert table.view("eve").facts == fold(table.live(), "eve").facts
    assert table.view("eve").facts[("token", "kara", "at")] == 3


def test_who_has_left_for_good_has_no_view(table):
    table.append([Fact(("seat", "bo", "role"), None, EVERYONE)])
    assert list(table.views) == table.seats() == ["gm", "ana"]


def test_a_rewind_lands_at_the_start_of_an_act(table):
    start = len(table.records)
    act(table, GAME, "ana", "walk", who="kara", to=3)
    assert [table.landing(number) for number in range(start, len(table.records))] == [start] * 3


def test_what_a_rewind_would_undo_is_shown_first(table):
    start = len(table.records)
    act(table, GAME, "ana", "walk", who="kara", to=3)
    act(table, GAME, "bo", "walk", who="borin", to=3)
    assert table.undone_by(start + 3) == [start + 3, start + 4, start + 5]
    driven(table, GAME).do(Rewind("gm", start + 4))
    assert (table.truth.facts.get(("token", "borin", "at")), value(table, "kara", "at")) == (None, 3)


def test_a_waiting_procedure_keeps_the_answers_from_before_and_asks_again(table):
    act(table, GAME, "ana", "risk", who="kara")
    answer(table, GAME, "ana", "a", 3)
    before = len(table.records)
    answer(table, GAME, "ana", "b")
    assert value(table, "kara", "done") is True
    events = driven(table, GAME).do(Rewind("gm", before))
    assert names(events) == ["Rewound", "Withdrawn", "Asked"]
    assert answer(table, GAME, "ana", "a")[-2:][0].value is True
    assert table.records[-1].outcome == ("a", 3, "a")


def test_dice_are_thrown_anew_and_the_old_throw_stays_visible(table):
    act(table, GAME, "ana", "risk", who="kara")
    answer(table, GAME, "ana", "a", 3)
    driven(table, GAME).do(TakeBack("gm"))
    answer(table, GAME, "ana", "b", 5)
    faces = [
        m.event.dice[0].face for m in messages(table.records, "bo") if m.event is not None and "Rolled" in names([m.event])
    ]
    assert faces == [3, 5]
    assert answer(table, GAME, "ana", "b")[-1].outcome == ("b", 5, "b")


def test_take_backs_go_back_act_by_act_through_what_was_asked_again(table):
    start = len(table.records)
    act(table, GAME, "ana", "risk", who="kara")
    answer(table, GAME, "ana", "a", 3)
    answer(table, GAME, "ana", "b")
    for _ in range(3):
        driven(table, GAME).do(TakeBack("gm"))
    assert (table.truth.procedures, table.truth.questions) == ({}, {})
    assert table.truth.facts == fold(table.records[:start], KEEPER).facts


def test_a_table_from_its_records_is_the_same_table(table):
    act(table, GAME, "ana", "risk", who="kara")
    answer(table, GAME, "ana", "a", 3)
    driven(table, GAME).do(TakeBack("gm"))
    again = Table(map(restored, map(stored, table.records)), table.acts)
    assert (again.records, again.acts, again.truth.facts) == (table.records, table.acts, table.truth.facts)
    assert [heard(again, seat) for seat in SEATS] == [heard(table, seat) for seat in SEATS]
    assert answer(again, GAME, "ana", "b", 6) == answer(table, GAME, "ana", "b", 6)


def test_a_rewind_beyond_the_records_is_refused(table):
    for before in (-1, len(table.records)):
        with pytest.raises(Refusal):
            driven(table, GAME).do(Rewind("gm", before))


def test_a_seat_is_told_which_of_its_own_lines_a_rewind_would_undo(table):
    act(table, GAME, "gm", "note", text="a secret")
    act(table, GAME, "bo", "walk", who="borin", to=1)
    act(table, GAME, "ana", "walk", who="kara", to=2)
    for seat in ("gm", "ana"):
        stream = table.stream(seat)
        walked = next(n for n in range(stream.count) if getattr(stream.message(n, table.records).event, "verb", "") == "walk")
        assert table.would_undo(seat, walked + 1) == list(range(walked, stream.count))  # from the start of that act on
    assert table.would_take_back("ana") == list(range(walked + 3, stream.count))
    driven(table, GAME).do(TakeBack("gm"))
    stream = table.stream("ana")
    assert table.would_undo("ana", walked) == list(range(walked, walked + 3))  # what is undone is not undone again
    assert stream.message(stream.count - 1, table.records).undone == tuple(range(walked + 3, walked + 6))


@pytest.mark.parametrize("line", [-1, 10**6])
def test_a_line_that_a_seat_has_not_had_undoes_nothing(table, line):
    with pytest.raises(Refusal, match=f"you have no line {line}"):
        table.would_undo("ana", line)


def test_a_notebook_is_filled_page_by_page(table):
    for page in range(1, 12):
        act(table, GAME, "ana", "note", text=f"page {page}")
    notes = {path[2]: text for path, text in table.truth.facts.items() if path[0] == "note"}
    assert notes == {str(page): f"page {page}" for page in range(1, 12)}
    driven(table, GAME).do(TakeBack("ana"))
    act(table, GAME, "ana", "note", text="again")
    assert table.truth.facts[("note", "ana", "11")] == "again"
