"""(d) Three sides bid face down, the game master among them, each with a cap of their own."""

from itertools import product

import pytest

from fatewright.core.table.codec import restored, stored
from fatewright.core.table.engine import Answer, Lapse, Stale
from fatewright.core.table.events import Ended, Revealed, Rewound
from fatewright.core.table.seal import Blank, opened
from fatewright.core.table.state import fold
from fatewright.core.table.story import Refusal, a_text
from fatewright.core.table.stream import messages, streamed
from fatewright.core.table.table import Rewind, Table, TakeBack
from fatewright.systems.author import EVERYONE, Number, Say, Verb, choose, ends, options, sealed, spend, tell
from hard.setting import act, answer, asked, driven, game_of, heard, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player", "eve": "spectator"}
SIDES = {"kara": "ana", "borin": "bo", "crown": "gm"}
CAPS = {"kara": 5, "borin": 3, "crown": 9}


def auction(table, thing):
    caller = yield from choose("crown", "call", f"Call for bids on {thing}?", options("yes", "no"))
    if caller == "no":
        return ends("nothing is sold")
    parts = [Number(side, "bid", "Your bid?", 0, table[side]["purse"], "your purse", 0) for side in SIDES]
    bids = yield from sealed("bid", f"bids for {thing}", *parts)
    high = max(bids)
    winner = next(side for side, bid in zip(SIDES, bids, strict=True) if bid == high)
    return ends(winner, spend(winner, "purse", high), Say(f"{winner} gets {thing}"))


def bid_at_once(table):
    parts = [Number(side, "bid", "Your bid?", 0, table[side]["purse"]) for side in SIDES]
    return ends((yield from sealed("bid", "bids", *parts)))


VERBS = (Verb("auction", auction, (a_text("thing", 20),), roles=("gm",)), Verb("bid", bid_at_once))
GAME = game_of(*VERBS)


def make(caps=CAPS):
    return table_of(SEATS, *(token(side, seat, only(seat), purse=caps[side]) for side, seat in SIDES.items()))


@pytest.fixture
def table():
    table = make()
    act(table, GAME, "gm", "auction", thing="the ring")
    answer(table, GAME, "gm", "yes")
    return table


def bid(table, **bids):
    for seat, said in bids.items():
        answer(table, GAME, seat, said)


def test_each_is_asked_with_their_own_cap_only(table):
    caps = {}
    for viewer in SEATS:
        for one in table.view(viewer).questions.values():
            caps[viewer, one.seat] = one.asked.high if one.seat == viewer else type(one.asked).__name__
    hidden = {pair: "Blank" for pair in product(SEATS, SIDES.values()) if pair[0] != pair[1]}
    assert caps == {("ana", "ana"): 5, ("bo", "bo"): 3, ("gm", "gm"): 9, **hidden}


def streams(viewer, bids, caps):
    """What a viewer has heard when all but one of the others have bid."""
    table = make(caps)
    act(table, GAME, "gm", "auction", thing="the ring")
    answer(table, GAME, "gm", "yes")
    bid(table, **bids)
    return heard(table, viewer)


@pytest.mark.parametrize(
    ("viewer", "one", "other"),
    [("ana", "bo", "gm"), ("bo", "gm", "ana"), ("gm", "ana", "bo"), ("eve", "bo", "gm"), ("eve", "ana", "gm")],
)
def test_before_the_reveal_nobody_hears_anything_of_the_others_bids_or_caps(viewer, one, other):
    mine = {side: CAPS[side] for side, seat in SIDES.items() if seat == viewer}
    heard_by = set()
    for first, second, cap in product((0, 1, 3), (0, 2, 3), (3, 7)):
        caps = {**dict.fromkeys(SIDES, cap), **mine}
        heard_by.add(tuple(streams(viewer, {one: first, other: second}, caps)))
    assert len(heard_by) == 1


def test_with_the_last_bid_all_are_turned_over_for_everyone(table):
    bid(table, ana=4, gm=2)
    events = answer(table, GAME, "bo", 3)
    assert names(events) == ["Answered", "Revealed", "Fact", "Told", "Ended"]
    assert (events[1].answers, events[1].to) == ((4, 3, 2), EVERYONE)
    assert value(table, "kara", "purse") == 1


def test_minds_may_change_until_the_last_bid_is_in(table):
    bid(table, ana=5, gm=2)
    (question,) = [number for number, one in table.view("ana").questions.items() if one.seat == "ana"]
    answer(table, GAME, "ana", 1, question=question)
    assert answer(table, GAME, "bo", 3)[1].answers == (1, 3, 2)
    with pytest.raises(Stale):
        answer(table, GAME, "ana", 5, question=question)


def test_where_the_game_says_so_a_bid_that_lies_stays():
    game = game_of(*VERBS, has_final_answers=True)
    table = make()
    act(table, game, "gm", "bid")
    (question,) = asked(table, "ana")
    answer(table, game, "ana", 5)
    with pytest.raises(Refusal, match="'bid' is answered, and here an answer that lies stays"):
        answer(table, game, "ana", 1, question=question)


def test_a_bid_beyond_the_cap_is_refused_in_words(table):
    with pytest.raises(Refusal, match=r"^6 is not a whole number from 0 to 5 \(your purse\)"):
        answer(table, GAME, "ana", 6)


def test_a_table_read_from_the_store_goes_on_where_it_was(table):
    bid(table, ana=4, gm=2)
    again = Table(map(restored, map(stored, table.records)), table.acts)
    assert again.records == table.records
    assert [heard(again, seat) for seat in SEATS] == [heard(table, seat) for seat in SEATS]
    assert answer(again, GAME, "bo", 3) == answer(table, GAME, "bo", 3)


def test_who_reconnects_gets_what_came_after_their_last_number(table):
    bid(table, ana=4)
    last = len(messages(table.records, "bo")) - 1
    bid(table, gm=2, bo=1)
    rest = messages(table.records, "bo")[last + 1 :]
    assert [message.number for message in rest] == list(range(last + 1, last + 1 + len(rest)))
    assert names(message.event for message in rest) == ["Answered", "Answered", "Revealed", "Told", "Ended"]


def test_a_viewer_answers_by_their_own_number(table):
    own = next(m.number for m in messages(table.records, "bo") if m.event is not None and getattr(m.event, "seat", "") == "bo")
    (question,) = asked(table, "bo")
    assert own < question
    assert streamed(table.records, "bo").question(own, table.records) == question


def test_a_rewind_past_the_reveal_goes_before_the_opening_for_every_side(table):
    called = table.acts[asked(table, "ana")[0]]
    old = {seat: asked(table, seat)[0] for seat in ("ana", "bo", "gm")}
    bid(table, ana=4, gm=2, bo=3)
    last = len(table.records) - 1
    events = driven(table, GAME).do(Rewind("gm", last))
    assert events[0] == Rewound(called, "gm", EVERYONE)
    assert names(events) == ["Rewound", "Withdrawn", "Asked"]
    assert value(table, "kara", "purse") == 5
    assert [asked(table, seat) for seat in ("ana", "bo")] == [[], []]
    (call,) = asked(table, "gm")
    assert call > last
    for seat, question in old.items():
        with pytest.raises(Stale):
            answer(table, GAME, seat, 0, question=question)
    answer(table, GAME, "gm", "yes")
    assert all(asked(table, seat)[0] > last for seat in old)
    bid(table, ana=0, gm=0, bo=1)
    assert value(table, "borin", "purse") == 2


@pytest.mark.parametrize("at", ["first bid", "second bid", "last bid"])
def test_no_rewind_lands_between_the_opening_and_the_reveal(table, at):
    opening = table.acts[asked(table, "ana")[0]]
    places = {}
    for name, (seat, said) in zip(("first bid", "second bid", "last bid"), {"ana": 4, "gm": 2, "bo": 3}.items(), strict=True):
        places[name] = len(table.records)
        answer(table, GAME, seat, said)
    assert table.landing(places[at]) == opening
    assert table.landing(places["last bid"] + 1) == opening


def test_a_take_back_after_the_reveal_goes_the_same_way(table):
    opening = table.acts[asked(table, "ana")[0]]
    bid(table, ana=4, gm=2, bo=3)
    assert driven(table, GAME).do(TakeBack("gm"))[0] == Rewound(opening, "gm", EVERYONE)


def test_a_bid_that_opens_with_the_act_is_taken_back_with_it():
    table = make()
    start = len(table.records)
    act(table, GAME, "gm", "bid")
    bid(table, ana=4, gm=2, bo=3)
    assert driven(table, GAME).do(TakeBack("gm")) == [Rewound(start, "gm", EVERYONE)]
    assert table.truth.procedures == {}


def test_after_a_rewind_each_view_is_the_fold_of_what_counts(table):
    bid(table, ana=4, gm=2, bo=3)
    driven(table, GAME).do(TakeBack("gm"))
    for seat in SEATS:
        assert table.view(seat).facts == fold(table.live(), seat).facts
        assert list(table.view(seat).questions) == list(fold(table.live(), seat).questions)


def test_an_answer_to_no_question_at_all_is_as_stale_as_an_old_one(table):
    with pytest.raises(Stale, match="that question is no longer open; you are asked: 'bid'"):
        driven(table, GAME).do(Answer("ana", 10**6, 0))
    with pytest.raises(Stale, match="that question is no longer open; nothing is asked of you now"):
        driven(table, GAME).do(Answer("eve", 10**6, 0))


def test_a_take_back_before_the_last_bid_goes_to_before_they_were_called_for(table):
    bid(table, ana=4, gm=2)
    old = {seat: question for question, one in table.truth.questions.items() for seat in [one.seat]}
    assert names(driven(table, GAME).do(TakeBack("gm"))) == ["Rewound", "Withdrawn", "Asked"]
    answer(table, GAME, "gm", "yes")
    for seat, question in old.items():
        with pytest.raises(Stale):
            answer(table, GAME, seat, 0, question=question)
    bid(table, ana=1, bo=2)
    assert answer(table, GAME, "gm", 3)[1].answers == (1, 2, 3)


def test_nobody_lets_another_bid_lapse_before_their_own_lies(table):
    (question,) = (number for number, one in table.truth.questions.items() if one.seat == "ana")
    with pytest.raises(Refusal, match="lay down your own answer first"):
        driven(table, GAME).do(Lapse("gm", question))


def test_where_answers_are_final_whoever_laid_one_does_not_take_it_back(table):
    final = GAME._replace(has_final_answers=True)
    bid(table, ana=4)
    with pytest.raises(Refusal, match="here an answer that lies stays"):
        driven(table, final).do(TakeBack("ana"))


def test_answers_that_are_kept_stay_with_who_gave_them():
    def secretly(table):
        parts = [Number(side, "bid", "Your bid?", 0, 3) for side in SIDES]
        bids = yield from sealed("bid", "bids", *parts, is_kept=True)
        return ends((yield from tell("highest", lambda: max(bids))))

    game = game_of(Verb("secretly", secretly), reveals=("highest",))
    table = table_of(SEATS, *(token(side, seat) for side, seat in SIDES.items()))
    act(table, game, "ana", "secretly")
    for seat, bid in (("ana", 1), ("bo", 3), ("gm", 2)):
        answer(table, game, seat, bid)
    (shown,) = [event for event in table.records if isinstance(event, Revealed)]
    assert [isinstance(opened(one, "ana"), Blank) for one in shown.answers] == [False, True, True]
    assert [event.outcome for event in table.records if isinstance(event, Ended)] == [3]
