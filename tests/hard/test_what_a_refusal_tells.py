"""Refusals come from the actor's view; a player takes back own steps only; rulings are kept with what they replaced."""

import pytest

from fatewright.core.table.engine import Act, Lapse, Overrule
from fatewright.core.table.events import Fact, Overruled
from fatewright.core.table.story import Refusal, a_person
from fatewright.core.table.table import Rewind, Table, TakeBack
from fatewright.systems.author import (
    EVERYONE,
    Learn,
    Number,
    Place,
    Put,
    Remove,
    Verb,
    choose,
    d6,
    ends,
    number,
    options,
    sealed,
    spend,
    tell,
    throw,
)
from hard.setting import act, answer, asked, driven, game_of, heard, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player", "bo": "player", "eve": "spectator", "tv": "television"}


def step(table, who):
    return ends("steps", Put(who, "at", (1, 1)))
    yield


def gamble(table, who):
    return ends((yield from throw(d6(1).sum())))


def weigh(table, who, whom):
    return ends((yield from tell("strong", lambda: table[whom]["guard"] > 3)))


def know(table, who, whom):
    return ends("knows", spend(who, "light", 1), Learn(table[who].owner, f"guard {table[whom]['guard']}"))
    yield


def ponder(table, who):
    return ends((yield from choose(who, "ponder", "Ponder?", options("yes", "no"))))


def both(table, one, other):
    return ends((yield from sealed("both", "both", *(Number(who, "both", "How many?", 0, 9) for who in (one, other)))))


def may_weigh(table, who, whom):
    return "too strong for you" if table[whom]["guard"] > 3 else None


WHO = a_person("who", "mine")
WHOM = a_person("whom", "token")
GAME = game_of(
    Verb("step", step, (WHO,)),
    Verb("gamble", gamble, (WHO,)),
    Verb("weigh", weigh, (WHO, WHOM), may_weigh),
    Verb("know", know, (WHO, WHOM)),
    Verb("ponder", ponder, (WHO,)),
    Verb("both", both, (a_person("one", "token"), a_person("other", "token"))),
    reveals=("strong",),
)


@pytest.fixture
def table():
    people = [token("kara", "ana", light=4), token("borin", "bo", light=4), token("ogre", "gm", only("gm"), guard=5)]
    return table_of(SEATS, *people, token("shade", "gm", seen_by=only("gm"), guard=5))


def refusal(table, command, game=GAME):
    with pytest.raises(Refusal) as why:
        driven(table, game).do(command)
    return str(why.value)


def test_an_unseen_token_and_one_that_is_not_there_are_refused_with_the_same_words(table):
    said = [refusal(table, Act("ana", "weigh", {"who": "kara", "whom": whom})) for whom in ("shade", "nobody")]
    assert said == ["you see no shade", "you see no nobody"]
    mine = [refusal(table, Act("ana", "step", {"who": who})) for who in ("shade", "nobody")]
    assert mine == ["you see no shade", "you see no nobody"]


def test_what_hangs_on_something_hidden_is_the_actors_to_try(table):
    assert act(table, GAME, "ana", "weigh", who="kara", whom="ogre")[-1].outcome is True
    with_open = table_of(SEATS, token("kara", "ana", light=4), token("ogre", "gm", guard=5))
    assert refusal(with_open, Act("ana", "weigh", {"who": "kara", "whom": "ogre"})) == "too strong for you"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (Act("ana", "step", {"who": "borin"}), "borin is not yours"),
        (Act("ana", "step", {"whom": "kara"}), "step takes who; found whom"),
        (Act("ana", "step", {"who": "kara", "x": 1}), "step takes who; found who, x"),
        (Act("nobody", "step", {"who": "kara"}), "nobody sits at nobody"),
        (Act("ana", "whisper", {"to": "nobody", "text": "psst"}), "nobody sits at nobody"),
        (Act("gm", "session", {"what": "burn"}), "decides to … the session: 'burn' is not one of open, close"),
        (Act("gm", "pass-time", {"minutes": 0}), "minutes …: 0 is not a whole number from 1 to 10000000"),
        (Act("gm", "pass-time", {"minutes": True}), "minutes …: True is not a whole number from 1 to 10000000"),
        (Act("ana", "say", {"text": ""}), "the words …: expected a text of 1 to 2000 characters"),
        (Act("ana", "say", {"text": 5}), "the words …: expected a text of 1 to 2000 characters"),
        (Act("ana", "roll", {"notation": "2d"}), "notation: column 3: found the end, expected a number"),
        (Lapse("ana", 10**6), "that question is no longer open"),
        (Overrule("gm", "nobody", "light", 1, "why not"), "there is no token 'nobody'"),
    ],
    ids=str,
)
def test_a_refusal_says_what_is_wrong(table, command, words):
    assert refusal(table, command) == words


@pytest.mark.parametrize("value", [["kara"], {"kara": 1}, None, 3, ("token", "kara")], ids=repr)
@pytest.mark.parametrize(("verb", "name"), [("step", "who"), ("whisper", "to")])
def test_nonsense_in_a_form_is_refused_whatever_it_is(table, verb, name, value):
    args = {name: value} | ({"text": "psst"} if verb == "whisper" else {})
    assert refusal(table, Act("ana", verb, args)) == f"{value!r} is not a name"


def test_who_may_do_nothing_is_told_so(table):
    assert refusal(table, Act("tv", "say", {"text": "hm"})) == "'say' is not something you can do here; you can: nothing"
    assert refusal(table, Act("eve", "step", {"who": "kara"})).startswith("'step' is not something you can do here; you can: ")


def test_a_refusal_does_not_count_the_records_of_others(table):
    first = refusal(table, Rewind("ana", 10**6))
    act(table, GAME, "gm", "secret-roll", 3, 3, notation="2d6")
    assert refusal(table, Rewind("ana", 10**6)) == first


def test_a_refused_command_leaves_no_trace(table):
    records = list(table.records)
    refusal(table, Act("ana", "step", {"who": "borin"}))
    assert table.records == records


def test_a_player_takes_back_an_own_step(table):
    act(table, GAME, "ana", "step", who="kara")
    driven(table, GAME).do(TakeBack("ana"))
    assert ("token", "kara", "at") not in table.truth.facts


@pytest.mark.parametrize(
    ("verb", "args", "faces"),
    [("gamble", {"who": "kara"}, (3,)), ("weigh", {"who": "kara", "whom": "ogre"}, ())],
    ids=["a die", "a verdict"],
)
def test_a_player_takes_back_no_die_and_no_reveal(table, verb, args, faces):
    act(table, GAME, "ana", verb, *faces, **args)
    assert refusal(table, TakeBack("ana")) == "what has been rolled or revealed, only the game master takes back"
    driven(table, GAME).do(TakeBack("gm"))


def test_a_player_takes_back_nothing_they_have_learned(table):
    act(table, GAME, "ana", "know", who="kara", whom="ogre")
    refusal(table, TakeBack("ana"))
    assert value(table, "kara", "light") == 3


def test_a_player_takes_back_no_answer_that_was_turned_over(table):
    act(table, GAME, "ana", "ponder", who="kara")
    answer(table, GAME, "ana", "yes")
    assert refusal(table, TakeBack("ana")) == "what has been rolled or revealed, only the game master takes back"


def test_a_player_takes_back_a_question_nobody_has_answered(table):
    act(table, GAME, "ana", "ponder", who="kara")
    driven(table, GAME).do(TakeBack("ana"))
    assert (table.truth.procedures, table.truth.questions) == ({}, {})


def test_a_player_takes_back_nothing_of_another(table):
    act(table, GAME, "ana", "step", who="kara")
    act(table, GAME, "bo", "step", who="borin")
    words = "that would take back what somebody else has done; the game master can"
    assert refusal(table, TakeBack("ana")) == words
    assert refusal(table, Rewind("ana", table.acts[-1] - 1)) == words


def test_a_player_takes_back_no_answer_of_another(table):
    act(table, GAME, "ana", "both", one="kara", other="borin")
    answer(table, GAME, "bo", 3)
    assert refusal(table, TakeBack("ana")) == "that would take back what somebody else has done; the game master can"
    driven(table, GAME).do(TakeBack("bo"))
    assert len(asked(table, "bo")) == 1


def test_a_player_does_not_take_back_a_ruling(table):
    driven(table, GAME).do(Overrule("gm", "kara", "light", 1, "you forgot the wind"))
    refusal(table, TakeBack("ana"))
    assert value(table, "kara", "light") == 1


@pytest.mark.parametrize("seat", ["ana", "eve", "gm"])
def test_nobody_takes_back_the_opening_of_the_table(table, seat):
    refusal(table, TakeBack(seat))
    refusal(table, Rewind(seat, 0))
    assert table.seats() == list(SEATS)


def test_a_player_does_not_take_back_what_the_host_has_set_out(table):
    act(table, GAME, "ana", "step", who="kara")
    table.append([Fact(("dial", "mood"), "dark", EVERYONE)])
    refusal(table, TakeBack("ana"))
    assert table.truth.facts[("dial", "mood")] == "dark"


def test_the_game_master_takes_back_one_act_after_the_other(table):
    act(table, GAME, "ana", "step", who="kara")
    act(table, GAME, "bo", "step", who="borin")
    driven(table, GAME).do(TakeBack("gm"))
    assert (("token", "kara", "at") in table.truth.facts, ("token", "borin", "at") in table.truth.facts) == (True, False)
    driven(table, GAME).do(TakeBack("gm"))
    assert ("token", "kara", "at") not in table.truth.facts


def test_there_is_nothing_to_take_back_at_an_empty_table():
    table = Table([], [])
    with pytest.raises(Refusal, match="there is nothing to take back"):
        table.last_act("gm")


def test_a_ruling_keeps_the_computed_value_the_new_one_and_the_reason(table):
    events = driven(table, GAME).do(Overrule("gm", "kara", "light", 1, "you forgot the wind"))
    assert events == [
        Overruled(("token", "kara", "light"), 4, 1, "gm", "you forgot the wind", EVERYONE),
        Fact(("token", "kara", "light"), 1, EVERYONE),
    ]


def test_a_ruling_on_a_veiled_number_reaches_those_alone_who_may_know_it(table):
    before = heard(table, "ana")
    driven(table, GAME).do(Overrule("gm", "ogre", "guard", 1, "you forgot the wind"))
    assert (heard(table, "ana"), value(table, "ogre", "guard")) == (before, 1)


def test_only_the_game_master_overrules(table):
    assert refusal(table, Overrule("ana", "kara", "light", 9, "please")) == (
        "only the game master overrules; a table without one decides by motion"
    )


def test_a_ruling_of_another_kind_is_refused_and_does_not_tell_what_the_game_master_may_not_know():
    table = table_of(SEATS, token("kara", "ana", only("ana"), light=42))
    assert "42" not in refusal(table, Overrule("gm", "kara", "light", "bright", "hm"))


def test_only_the_game_master_lets_a_question_lapse(table):
    def slow(table, who):
        return ends((yield from number(who, "slow", "How slow?", 0, 3, default=1)))

    game = game_of(Verb("slow", slow, (WHO,)), GAME.verbs["ponder"])
    act(table, game, "ana", "slow", who="kara")
    (question,) = asked(table, "ana")
    assert refusal(table, Lapse("bo", question), game) == ("only the game master lets a question lapse")
    assert driven(table, game).do(Lapse("gm", question))[-1].outcome == 1
    act(table, game, "ana", "ponder", who="kara")
    (question,) = asked(table, "ana")
    assert refusal(table, Lapse("gm", question), game) == "'ponder' has no default: somebody has to answer it"


def test_an_answer_that_lies_does_not_lapse(table):
    act(table, GAME, "ana", "both", one="kara", other="borin")
    (question,) = asked(table, "ana")
    answer(table, GAME, "ana", 3)
    assert refusal(table, Lapse("gm", question)) == "ana has answered 'both'"


def test_a_token_that_comes_back_is_as_veiled_as_it_comes(table):
    def back(table):
        return ends("back", Place("troll", "person", "gm", (("guard", 7),), only("gm")))
        yield

    def gone(table):
        return ends("gone", Remove("troll"))
        yield

    table = table_of(SEATS, token("troll", "gm", only("gm"), open_fields=("guard",), guard=1))
    game = game_of(Verb("gone", gone), Verb("back", back))
    assert ("token", "troll", "guard") in table.view("ana").facts
    act(table, game, "gm", "gone")
    act(table, game, "gm", "back")
    assert ("token", "troll", "guard") not in table.view("ana").facts


def test_a_question_asked_again_for_a_hidden_reason_does_not_show_to_others():
    """A cap that nobody else may know changes: whoever is not asked hears the same in both worlds."""

    def wager(table, one, other):
        parts = [Number(who, "wager", "How much?", 0, min(table[who]["purse"], 3)) for who in (one, other)]
        return ends((yield from sealed("wager", "a wager", *parts)))

    def pay(table):
        return ends("paid", spend("ogre", "purse", 1))
        yield

    game = game_of(
        Verb("wager", wager, (a_person("one", "token"), a_person("other", "token"))),
        Verb("pay", pay, roles=("gm",), is_secret=True),
    )
    worlds = []
    for purse in (3, 9):
        table = table_of(SEATS, token("kara", "ana", purse=3), token("ogre", "gm", only("gm"), purse=purse))
        act(table, game, "ana", "wager", one="kara", other="ogre")
        act(table, game, "gm", "pay")
        worlds.append(heard(table, "ana"))
    assert worlds[0] == worlds[1]


def test_a_choice_is_answered_with_an_option_and_not_with_what_merely_equals_it(table):
    def pick(table, who):
        return ends((yield from choose(who, "pick", "Which?", options(0, 1))))

    game = game_of(Verb("pick", pick, (WHO,)))
    act(table, game, "ana", "pick", who="kara")
    with pytest.raises(Refusal):
        answer(table, game, "ana", True)
    assert names(answer(table, game, "ana", 1)) == ["Answered", "Revealed", "Ended"]


def test_a_seat_may_not_bear_the_name_that_opens_every_seal():
    from fatewright.core.errors import FatewrightError
    from fatewright.systems.opening import opening
    from fatewright.systems.spec import game as system

    for name in ("*", "*keeper*"):
        with pytest.raises(FatewrightError):
            opening(system("lanterns"), {"gm": "gm", name: "player"})
