"""(g) A secret roll is undone: nobody else hears of it, unless the table has said that secret rolls are announced."""

import pytest

from fatewright.core.rule.ask import Choose
from fatewright.core.table.engine import Lapse
from fatewright.core.table.events import Rolled, Told
from fatewright.core.table.story import Refusal, a_person
from fatewright.core.table.stream import Message, messages
from fatewright.core.table.table import TakeBack
from fatewright.systems.author import EVERYONE, Gain, Verb, choose, d6, ends, options, sealed, throw
from hard.setting import act, answer, asked, driven, game_of, heard, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player", "eve": "spectator"}
OTHERS = ("ana", "bo", "eve")


def stalk(table, who, prey):
    """Dice in secret; harm that shows."""
    hits = yield from throw(d6(2).count(hits=(5, 6)))
    return ends("bites" if hits[0] else "nothing", *([Gain(prey, "harm", 1)] if hits[0] else []))


def brood(table, who):
    """The game master alone decides, in secret; if they do not, nothing happens."""
    return ends((yield from choose(who, "brood", "Rise?", options("yes", "no"), default="no")))


def dream(table, who):
    """In secret, somebody is asked who does not know what for."""
    return ends((yield from choose(who, "dream", "What do you dream?", options("sea", "fire"), default="sea")))


def share(table, one, other):
    """In secret, two are asked together."""
    parts = [Choose(who, "share", "What do you share?", options("bread", "salt")) for who in (one, other)]
    return ends((yield from sealed("share", "in a dream", *parts)))


VERBS = (
    Verb("stalk", stalk, (a_person("who", "mine"), a_person("prey", "token")), roles=("gm",), is_secret=True),
    Verb("brood", brood, (a_person("who", "mine"),), roles=("gm",), is_secret=True),
    Verb("dream", dream, (a_person("who", "token"),), roles=("gm",), is_secret=True),
    Verb("share", share, (a_person("one", "token"), a_person("other", "token")), roles=("gm",), is_secret=True),
)
GAME = game_of(*VERBS)


def make(dial="silent"):
    people = [token("kara", "ana", harm=0), token("borin", "bo", harm=0), token("ghoul", "gm", only("gm"), harm=0)]
    return table_of(SEATS, *people, facts={("dial", "secret_rolls"): dial})


@pytest.fixture
def table():
    return make()


def test_a_silent_roll_and_its_undoing_leave_no_byte_with_anyone_else(table):
    before = {seat: heard(table, seat) for seat in OTHERS}
    events = act(table, GAME, "gm", "stalk", 1, 2, who="ghoul", prey="kara")
    assert [(type(event), event.to) for event in events if isinstance(event, Rolled)] == [(Rolled, only("gm"))]
    assert {seat: heard(table, seat) for seat in OTHERS} == before
    driven(table, GAME).do(TakeBack("gm"))
    assert {seat: heard(table, seat) for seat in OTHERS} == before


def test_what_follows_bears_the_same_numbers_whether_there_was_a_secret_roll_or_not(table):
    quiet = make()
    act(table, GAME, "gm", "stalk", 1, 2, who="ghoul", prey="kara")
    driven(table, GAME).do(TakeBack("gm"))
    act(table, GAME, "gm", "secret-roll", 3, 3, notation="2d6")
    for one in (table, quiet):
        act(one, GAME, "ana", "say", text="all quiet")
    assert {seat: heard(table, seat) for seat in OTHERS} == {seat: heard(quiet, seat) for seat in OTHERS}


def test_the_game_master_hears_which_of_their_lines_are_undone(table):
    first = len(messages(table.records, "gm"))
    act(table, GAME, "gm", "stalk", 1, 2, who="ghoul", prey="kara")
    driven(table, GAME).do(TakeBack("gm"))
    assert messages(table.records, "gm")[-1] == Message(first + 3, None, (first, first + 1, first + 2))


def test_an_announced_roll_is_announced_and_its_undoing_strikes_that_line_only():
    table = make("announced")
    first = {seat: len(heard(table, seat)) for seat in OTHERS}
    act(table, GAME, "gm", "stalk", 1, 2, who="ghoul", prey="kara")
    announced = Told("dice fall behind the screen", (), EVERYONE)
    assert [messages(table.records, seat)[-1] for seat in OTHERS] == [Message(first[seat], announced, ()) for seat in OTHERS]
    driven(table, GAME).do(TakeBack("gm"))
    undone = [Message(first[seat] + 1, None, (first[seat],)) for seat in OTHERS]
    assert [messages(table.records, seat)[-1] for seat in OTHERS] == undone


def test_harm_that_showed_is_undone_for_all_who_saw_it(table):
    first = len(heard(table, "eve"))
    act(table, GAME, "gm", "stalk", 5, 2, who="ghoul", prey="kara")
    assert names(message.event for message in messages(table.records, "eve")[first:]) == ["Fact"]
    driven(table, GAME).do(TakeBack("gm"))
    assert messages(table.records, "eve")[-1] == Message(first + 1, None, (first,))
    assert value(table, "kara", "harm") == 0


@pytest.mark.parametrize("verb", ["note", "whisper"])
@pytest.mark.parametrize("dial", ["silent", "announced"])
def test_a_players_note_or_aside_is_no_secret_roll_and_is_not_announced(verb, dial):
    table = make(dial)
    before = heard(table, "eve")
    act(table, GAME, "ana", verb, text="hm", **({"to": "bo"} if verb == "whisper" else {}))
    assert heard(table, "eve") == before


def test_a_take_back_is_refused_alike_whether_there_was_a_secret_roll_or_not(table):
    """Refusals come from the actor's view: a secret act since then must not show in what a player is told."""
    quiet = make()
    answers = []
    for one in (table, quiet):
        act(one, GAME, "ana", "say", text="I go left")
        if one is table:
            act(one, GAME, "gm", "stalk", 1, 2, who="ghoul", prey="kara")
        try:
            driven(one, GAME).do(TakeBack("ana"))
            answers.append("taken back")
        except Refusal as why:
            answers.append(str(why))
    assert answers[0] == answers[1]


def test_a_secret_question_that_lapses_is_not_announced(table):
    before = heard(table, "eve")
    act(table, GAME, "gm", "brood", who="ghoul")
    (question,) = asked(table, "gm")
    driven(table, GAME).do(Lapse("gm", question))
    assert heard(table, "eve") == before


def test_who_is_asked_in_a_secret_procedure_follows_no_more_of_it(table):
    act(table, GAME, "gm", "dream", who="kara")
    assert list(table.view("ana").procedures) == []
    events = answer(table, GAME, "ana", "fire")
    assert [seat for seat in SEATS if events[1].to.admits(seat)] == ["gm", "ana"]
    assert table.view("ana").questions == {}


def test_a_secret_question_that_is_broken_off_is_closed_for_the_one_asked(table):
    act(table, GAME, "gm", "dream", who="kara")
    (question,) = asked(table, "ana")
    act(table, game_of(), "bo", "say", text="hm")
    assert table.view("ana").questions == {}
    with pytest.raises(Refusal):
        answer(table, game_of(), "ana", "sea", question=question)


def test_a_secret_question_to_two_is_closed_for_both(table):
    act(table, GAME, "gm", "share", one="kara", other="borin")
    (question,) = asked(table, "ana")
    answer(table, GAME, "ana", "bread")
    answer(table, GAME, "bo", "salt")
    assert (table.view("ana").questions, table.view("bo").questions) == ({}, {})
    with pytest.raises(Refusal):
        answer(table, GAME, "ana", "salt", question=question)
