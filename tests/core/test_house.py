import pytest

from fatewright.core.rule.ask import Number, sealed
from fatewright.core.table.codec import restored, stored
from fatewright.core.table.events import Fact, Told
from fatewright.core.table.house import DIALS, house_verbs
from fatewright.core.table.slots import Forms
from fatewright.core.table.story import Refusal, Verb, ends
from hard.setting import EVERYONE, act, answer, asked, game_of, heard, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player", "eve": "spectator"}
GAME = game_of()


@pytest.fixture
def table():
    return table_of(SEATS, token("kara", "ana", light=4), token("borin", "bo", light=4))


def lines(events):
    return [event for event in events if isinstance(event, Told | Fact)]


def test_anyone_may_roll_freely(table):
    events = act(table, GAME, "eve", "roll", 3, 4, notation="2d6+1")
    assert names(events) == ["Began", "Rolled", "Told", "Ended"]
    assert events[2] == Told("eve rolls 2d6+1: 8", (), EVERYONE)


def test_a_free_roll_asks_whoever_rolls(table):
    act(table, GAME, "bo", "roll", 1, notation="1d20?")
    (question,) = asked(table, "bo")
    assert [one.seat for one in table.view("gm").questions.values()] == ["bo"]
    assert answer(table, GAME, "bo", True, 17, question=question)[-1].outcome == 17


@pytest.mark.parametrize(
    ("notation", "dice"),
    [
        *(("2d6", 2), ("4d6kh3", 4), ("3d6!", 3), ("2d20^+3", 2)),
        *(("2d6 fire", 2), ("d%", 1), ("1d6+1d8-2", 2), ("2d6 fire + 1d8 cold", 3)),
    ],
)
def test_what_a_free_roll_comes_to_survives_the_store(table, notation, dice):
    events = act(table, GAME, "ana", "roll", *[1] * dice, notation=notation)
    assert names(events)[-1] == "Ended"
    assert [restored(stored(event)) for event in events] == events


def test_what_cannot_be_read_is_refused_with_the_place(table):
    with pytest.raises(Refusal, match="notation: column 1"):
        act(table, GAME, "ana", "roll", notation="!")


def test_a_secret_roll_is_the_game_masters_alone(table):
    before = heard(table, "ana")
    assert names(act(table, GAME, "gm", "secret-roll", 3, notation="1d6")) == ["Began", "Rolled", "Told", "Ended"]
    assert heard(table, "ana") == before
    with pytest.raises(Refusal):
        act(table, GAME, "ana", "secret-roll", 3, notation="1d6")


def test_whoever_is_moved_is_moved_from_where_they_stand(table):
    verb = GAME.verbs["move"]
    assert Forms(table.view("ana"), GAME, "ana").form(verb, {}).args == {"who": "kara", "x": 0, "y": 0}
    act(table, GAME, "ana", "move", who="kara", x=-3, y=7)
    assert Forms(table.view("ana"), GAME, "ana").form(verb, {}).args == {"who": "kara", "x": -3, "y": 7}


def test_what_is_said_everyone_hears(table):
    assert lines(act(table, GAME, "eve", "say", text="look!")) == [Told("eve: look!", (), EVERYONE)]
    assert lines(act(table, GAME, "gm", "allow", text="The door opens.")) == [
        Told("gm: yes, it works. The door opens.", (), EVERYONE)
    ]


def test_a_note_goes_into_ones_own_notebook(table):
    act(table, GAME, "ana", "note", text="the ring is false")
    act(table, GAME, "ana", "note", text="the king is dead")
    own = {path: text for path, text in table.view("ana").facts.items() if path[0] == "note"}
    assert own == {("note", "ana", "1"): "the ring is false", ("note", "ana", "2"): "the king is dead"}
    assert [any(b"ring" in line for line in heard(table, seat)) for seat in ("bo", "eve")] == [False, False]


def test_a_note_is_for_its_writer_alone_and_not_for_the_game_master(table):
    act(table, GAME, "ana", "note", text="the gm is up to something")
    assert [line for line in heard(table, "gm") if b"up to something" in line] == []


def test_an_aside_reaches_the_one_it_is_for(table):
    events = act(table, GAME, "ana", "whisper", to="bo", text="run")
    assert lines(events) == [Told("ana, aside: run", (), only("ana", "bo"))]
    assert [any(b"aside: run" in line for line in heard(table, seat)) for seat in SEATS] == [False, True, True, False]


def test_who_answers_for_a_token_moves_it(table):
    act(table, GAME, "ana", "move", who="kara", x=-3, y=1000)
    assert value(table, "kara", "at") == (-3, 1000)
    with pytest.raises(Refusal, match="moves to column …: 1001 is not a whole number from -1000 to 1000"):
        act(table, GAME, "ana", "move", who="kara", x=1001, y=0)


def test_the_game_master_takes_tokens_off_the_table(table):
    act(table, GAME, "gm", "remove", token="kara")
    assert [path for path in table.view("ana").facts if path[:2] == ("token", "kara")] == []


def test_the_clock_runs(table):
    act(table, GAME, "gm", "pass-time", minutes=30)
    events = act(table, GAME, "gm", "pass-time", minutes=15)
    assert lines(events) == [Fact(("clock", "minutes"), 45, EVERYONE), Told("15 minutes pass", (), EVERYONE)]


def test_sessions_are_opened_and_closed_and_counted(table):
    said = [act(table, GAME, "gm", "session", what=what)[-2].text for what in ("open", "close", "open")]
    assert said == ["session 1: open", "session 1: close", "session 2: open"]
    assert table.truth.facts[("session", "open")] is True


def test_a_stand_in_is_named_and_dismissed(table):
    assert lines(act(table, GAME, "gm", "stand-in", seat="bo", by="ana")) == [
        Fact(("seat", "bo", "stand-in"), "ana", EVERYONE),
        Told("ana stands in for bo", (), EVERYONE),
    ]
    assert lines(act(table, GAME, "gm", "stand-in", seat="bo", by="bo")) == [
        Fact(("seat", "bo", "stand-in"), None, EVERYONE),
        Told("bo answers again", (), EVERYONE),
    ]


def test_somebody_sits_down_and_sees_what_everyone_may(table):
    events = act(table, GAME, "gm", "seat", name="cy", role="player")
    assert lines(events) == [Fact(("seat", "cy", "role"), "player", EVERYONE), Told("cy sits down (player)", (), EVERYONE)]
    assert ("token", "kara", "light") in table.view("cy").facts


@pytest.mark.parametrize("name", ["*", "*keeper*", "gm"])
def test_no_seat_bears_a_name_that_opens_seals_or_is_the_game_masters(table, name):
    with pytest.raises(Refusal):
        act(table, GAME, "gm", "seat", name=name, role="player")


def test_without_a_game_master_there_are_motions_and_with_one_there_are_none():
    motions = set(house_verbs(has_gm=False)) - set(house_verbs(has_gm=True))
    assert motions == {"move-to-overrule", "move-to-rewind", "move-to-unseat", "move-to-reseat", "do-not-wait"}
    assert set(house_verbs(has_gm=True)) - set(house_verbs(has_gm=False)) == {"unseat"}
    assert [verb.name for verb in house_verbs(has_gm=False).values() if "gm" in verb.roles and "player" not in verb.roles] == []


def test_every_dial_of_the_house_has_values_and_a_sentence():
    assert {name: values[0] for name, (values, text) in DIALS.items() if text.endswith(".")} == {
        "odds": "exact",
        "secret_rolls": "silent",
        "answers": "changeable",
        "timer": 0,
        "rows": "all",
    }


def bid(table):
    return ends((yield from sealed("bid", "bids", *(Number(who, "bid", "?", 0, 9) for who in ("kara", "borin")))))


def test_a_table_may_say_that_answers_are_final():
    game, refused = game_of(Verb("bid", bid)), {}
    for dial in ("changeable", "final"):
        table = table_of(SEATS, token("kara", "ana"), token("borin", "bo"), facts={("dial", "answers"): dial})
        act(table, game, "ana", "bid")
        (question,) = asked(table, "ana")
        answer(table, game, "ana", 1)
        try:
            refused[dial] = names(answer(table, game, "ana", 2, question=question))
        except Refusal as why:
            refused[dial] = str(why)
    assert refused == {"changeable": ["Answered"], "final": "'bid' is answered, and here an answer that lies stays"}
