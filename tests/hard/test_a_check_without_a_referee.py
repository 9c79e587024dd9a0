"""(e) A check without a referee: sealed proposals, a proposer who leaves, and motions for what a game master would decide."""

from contextlib import suppress

import pytest

from fatewright.core.table.engine import Lapse, Overrule
from fatewright.core.table.events import Answered, Overruled, Rewound, Told
from fatewright.core.table.seal import KEEPER
from fatewright.core.table.story import Refusal, a_number, a_person
from fatewright.core.table.table import Rewind, TakeBack
from fatewright.systems.author import EVERYONE, Audience, Number, Say, Verb, d6, ends, sealed, spend, throw
from hard.setting import act, answer, asked, driven, game_of, names, only, table_of, token, value

SEATS = {"ana": "player", "bo": "player", "cy": "player", "eve": "spectator"}


def check(table, who, pool):
    """The lower median of what the players propose."""
    parts = [Number(seat, "difficulty", f"How hard is it for {who}?", 1, 5, default=3) for seat in table.seats("player")]
    proposed = yield from sealed("difficulty", f"{who} tries it", *parts)
    hard = sorted(proposed)[(len(proposed) - 1) // 2]
    (hits,) = yield from throw(d6(pool).count(hits=(5, 6)))
    return ends(("holds" if hits >= hard else "breaks", hard), spend(who, "light", 1))


GAME = game_of(Verb("check", check, (a_person("who", "mine"), a_number("pool", 1, 9)), roles=("player",)), has_gm=False)


def make(*more, seats=SEATS):
    return table_of(seats, token("kara", "ana", light=4), token("borin", "bo", light=4), *more)


@pytest.fixture
def table():
    return make()


def proposed(table, proposals, *faces):
    """What comes of what each of them proposes; the dice fall after the last."""
    *first, (last, its) = proposals.items()
    for seat, said in first:
        answer(table, GAME, seat, said)
    return answer(table, GAME, last, its, *faces)


@pytest.mark.parametrize(
    ("proposals", "hard"), [((1, 2, 5), 2), ((5, 5, 1), 5), ((4, 4, 4), 4), ((5, 1, 2), 2)], ids=lambda value: str(value)
)
def test_of_three_proposals_the_middle_one_stands(table, proposals, hard):
    act(table, GAME, "ana", "check", who="kara", pool=2)
    events = proposed(table, dict(zip(("ana", "bo", "cy"), proposals, strict=True)), 5, 6)
    assert events[-1].outcome == ("holds" if hard <= 2 else "breaks", hard)


def test_of_four_the_lower_middle_one_stands():
    table = make(seats={**SEATS, "dee": "player"})
    act(table, GAME, "ana", "check", who="kara", pool=2)
    events = proposed(table, {"ana": 5, "bo": 2, "cy": 4, "dee": 1}, 5, 6)
    assert events[-1].outcome == ("holds", 2)


def test_for_a_proposer_who_has_left_the_default_answers_and_the_log_says_so(table):
    act(table, GAME, "ana", "check", who="kara", pool=2)
    answer(table, GAME, "ana", 1)
    answer(table, GAME, "bo", 5)
    (question,) = asked(table, "cy")
    events = driven(table, GAME).do(Lapse(KEEPER, question), 5, 6)
    assert names(events) == ["Told", "Answered", "Revealed", "Rolled", "Fact", "Ended"]
    assert events[0] == Told("cy does not answer 'difficulty': the default stands", (), EVERYONE)
    assert isinstance(events[1], Answered)
    assert events[1].instead == "default"
    assert events[2].answers == (1, 5, 3)
    assert events[-1].outcome == ("breaks", 3)


def stands_in(table, seat, by):
    """Whoever was there before votes on it."""
    others = {number for one in table.seats() for number in asked(table, one)}
    act(table, GAME, "ana", "stand-in", seat=seat, by=by)
    (mine,) = set(asked(table, "ana")) - others
    (yours,) = set(asked(table, "bo")) - others
    answer(table, GAME, "bo", "yes", question=yours)
    return answer(table, GAME, "ana", "yes", question=mine)


def test_a_named_stand_in_answers_for_one_who_has_left(table):
    act(table, GAME, "ana", "check", who="kara", pool=2)
    (left,) = asked(table, "cy")
    events = stands_in(table, "cy", "bo")
    assert Told("bo stands in for cy", (), EVERYONE) in events
    assert asked(table, "cy") == []
    first, second = asked(table, "bo")
    assert first < second
    assert left < second
    answer(table, GAME, "bo", 1, question=second)
    answer(table, GAME, "bo", 2, question=first)
    assert answer(table, GAME, "ana", 5, 5, 6)[1].answers == (5, 2, 1)


def test_who_comes_back_answers_again(table):
    stands_in(table, "cy", "bo")
    act(table, GAME, "ana", "check", who="kara", pool=2)
    assert (len(asked(table, "bo")), asked(table, "cy")) == (2, [])
    act(table, GAME, "cy", "stand-in", seat="cy", by="cy")
    assert (len(asked(table, "bo")), len(asked(table, "cy"))) == (1, 1)


@pytest.mark.parametrize("seat", ["ana", "cy", "eve"])
def test_nobody_lets_an_answer_lapse_at_once(table, seat):
    act(table, GAME, "ana", "check", who="kara", pool=2)
    answer(table, GAME, "ana", 3)
    (question,) = asked(table, "cy")
    with pytest.raises(Refusal, match="without one, say do-not-wait: when the time is over, the default stands"):
        driven(table, GAME).do(Lapse(seat, question))


def test_nobody_overrules_alone(table):
    with pytest.raises(Refusal, match="a table without one decides by motion"):
        driven(table, GAME).do(Overrule("ana", "kara", "light", 9, "please"))


def test_a_motion_carried_by_more_than_half_overrules(table):
    act(table, GAME, "ana", "move-to-overrule", token="kara", field="light", value=9, reason="a miracle")
    answer(table, GAME, "ana", "yes")
    answer(table, GAME, "cy", "no")
    events = answer(table, GAME, "bo", "yes")
    assert names(events) == ["Answered", "Revealed", "Told", "Overruled", "Fact", "Ended"]
    assert events[2].text == "the motion is carried (kara's light becomes 9: a miracle); for it: ana, bo"
    assert events[3]._replace(seat="") == Overruled(("token", "kara", "light"), 4, 9, "", "a miracle", EVERYONE)
    assert value(table, "kara", "light") == 9


def test_a_motion_that_half_of_the_players_want_is_lost(table):
    act(table, GAME, "ana", "move-to-overrule", token="kara", field="light", value=9, reason="a miracle")
    answer(table, GAME, "ana", "yes")
    answer(table, GAME, "cy", "no")
    events = answer(table, GAME, "bo", "no")
    assert events[2].text == "the motion is lost (kara's light becomes 9: a miracle); for it: ana"
    assert value(table, "kara", "light") == 4


def test_a_motion_nobody_wants_says_so(table):
    act(table, GAME, "ana", "move-to-overrule", token="kara", field="light", value=9, reason="a miracle")
    for seat in ("ana", "bo", "cy"):
        events = answer(table, GAME, seat, "no")
    assert events[2].text == "the motion is lost (kara's light becomes 9: a miracle); for it: nobody"


def test_whoever_lets_a_motion_lapse_has_not_voted_and_is_named_so(table):
    act(table, GAME, "ana", "move-to-overrule", token="kara", field="light", value=9, reason="a miracle")
    answer(table, GAME, "ana", "yes")
    answer(table, GAME, "bo", "yes")
    (question,) = asked(table, "cy")
    events = driven(table, GAME).do(Lapse(KEEPER, question))
    assert events[3].text.endswith("; for it: ana, bo; did not vote: cy")
    assert value(table, "kara", "light") == 9


def play_a_check(table):
    start = len(table.records)
    act(table, GAME, "ana", "check", who="kara", pool=1)
    proposed(table, {"ana": 1, "bo": 1, "cy": 1}, 6)
    return start


def test_nobody_takes_back_a_die_alone(table):
    start = play_a_check(table)
    with pytest.raises(Refusal):
        driven(table, GAME).do(TakeBack("ana"))
    with pytest.raises(Refusal):
        driven(table, GAME).do(Rewind("ana", start))


def test_a_motion_that_is_carried_takes_back(table):
    start = play_a_check(table)
    assert value(table, "kara", "light") == 3
    act(table, GAME, "bo", "move-to-rewind", before=start, what="it was a mistake")
    answer(table, GAME, "bo", "yes")
    answer(table, GAME, "ana", "yes")
    events = answer(table, GAME, "cy", "no")
    assert names(events) == ["Answered", "Revealed", "Told", "Ended", "Rewound"]
    assert isinstance(events[-1], Rewound)
    assert events[-1].before == start
    assert value(table, "kara", "light") == 4
    assert table.truth.procedures == {}


@pytest.mark.parametrize(("votes", "stays"), [(("yes", "yes"), False), (("no", "yes"), True)])
def test_a_motion_takes_somebodys_place_away_or_leaves_it(table, votes, stays):
    act(table, GAME, "bo", "move-to-unseat", name="cy")
    for seat, vote in zip(("ana", "bo"), votes, strict=True):
        answer(table, GAME, seat, vote)
    assert ("cy" in table.seats()) == stays


def test_a_motion_that_is_lost_takes_nothing_back(table):
    start = play_a_check(table)
    act(table, GAME, "bo", "move-to-rewind", before=start, what="it was a mistake")
    for seat in ("ana", "bo", "cy"):
        answer(table, GAME, seat, "no")
    assert value(table, "kara", "light") == 3


def test_a_motion_to_go_back_to_where_nothing_is_does_not_hold_up_the_last_vote(table):
    act(table, GAME, "bo", "move-to-rewind", before=10**9, what="all")
    answer(table, GAME, "bo", "yes")
    answer(table, GAME, "ana", "yes")
    answer(table, GAME, "cy", "yes")
    assert table.truth.procedures == {}


def test_a_motion_for_a_field_that_is_no_number_is_refused_before_anybody_votes():
    table = make()
    with pytest.raises(Refusal, match="kara has no number called nonsense that you know of"):
        act(table, GAME, "ana", "move-to-overrule", token="kara", field="nonsense", value=1, reason="why not")
    assert table.truth.procedures == {}


def test_a_vote_belongs_to_the_seat_even_where_a_token_has_its_name():
    table = make(token("cy", "bo", light=1))
    act(table, GAME, "ana", "move-to-overrule", token="kara", field="light", value=9, reason="a miracle")
    assert [len(asked(table, seat)) for seat in ("ana", "bo", "cy")] == [1, 1, 1]


@pytest.mark.parametrize("verb", ["hand-over", "remove"])
def test_one_player_alone_does_not_dispose_of_anothers_token(table, verb):
    args = {"token": "borin"} | ({"to": "ana"} if verb == "hand-over" else {})
    with suppress(Refusal):
        act(table, GAME, "ana", verb, **args)
    assert [table.truth.facts.get(("token", "borin", field)) for field in ("owner", "answers")] == ["bo", None]


def test_whispers_and_notes_reach_nobody_else_where_there_is_no_game_master(table):
    act(table, GAME, "ana", "whisper", to="bo", text="xyzzy")
    act(table, GAME, "ana", "note", text="plugh")
    reached = {
        seat: [
            word for word in ("xyzzy", "plugh") if any(word in str(event) for event in table.records if event.to.admits(seat))
        ]
        for seat in SEATS
    }
    assert reached == {"ana": ["xyzzy", "plugh"], "bo": ["xyzzy"], "cy": [], "eve": []}


def test_what_a_rule_says_to_the_game_masters_is_not_said_to_everyone_where_there_is_none():
    def mutter(table):
        return ends("muttered", Say("xyzzy", to=Audience(table.seats("gm"))))
        yield

    table = make()
    game = game_of(Verb("mutter", mutter), has_gm=False)
    assert act(table, game, "ana", "mutter")[1] == Told("xyzzy", (), only())
