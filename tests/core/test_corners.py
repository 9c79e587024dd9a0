"""Corners of the table engine that only odd games and odd files reach."""

import json

import pytest

from fatewright.core.rule.ask import Option, choose
from fatewright.core.rule.dice import d6
from fatewright.core.rule.odds import Odds
from fatewright.core.rule.price import UNKNOWN, Best, odds
from fatewright.core.rule.rule import Rule, throw
from fatewright.core.table.codec import BadRecord
from fatewright.core.table.engine import Act, Lapse
from fatewright.core.table.preview import odds_of_answer
from fatewright.core.table.replay import read
from fatewright.core.table.seal import Blank
from fatewright.core.table.story import Refusal, Verb, a_person, ends, now
from fatewright.core.table.table import TakeBack
from fatewright.kit.stage import no_dice
from hard.setting import act, answer, asked, driven, game_of, names, only, table_of, token, value

SEATS = {"gm": "gm", "ana": "player"}
HEAD = {"fatewright": 1, "game": "x", "version": 1}
SEAT = {"act": 0, "event": {"$": "Fact", "path": ["seat", "gm", "role"], "value": "gm", "to": ["*"]}}


def test_a_default_that_is_blocked_does_not_stand():
    def story(table, who):
        offers = (Option("go", "go", "the door is shut"), Option("stay", "stay"))
        return ends((yield from choose(who, "way", "Which way?", offers, default="go")))

    game = game_of(Verb("leave", story, (a_person("who", "mine"),)))
    table = table_of(SEATS, token("kara", "ana"))
    act(table, game, "ana", "leave", who="kara")
    with pytest.raises(Refusal, match="the default of 'way' is not open: go is not open: the door is shut"):
        driven(table, game).do(Lapse("gm", asked(table, "ana")[0]))


def test_a_story_that_never_ends_is_broken_off():
    def story(table):
        while True:
            yield from now()

    game = game_of(Verb("spin", story))
    table = table_of(SEATS)
    events = act(table, game, "ana", "spin")
    assert names(events)[-2:] == ["Cancelled", "Told"]
    assert "it takes more than 1000 steps: perhaps it never ends" in events[-1].text


def test_recorded_faces_that_do_not_fit_what_a_view_would_throw_end_its_odds():
    def story(table, who):
        (hits,) = yield from throw(d6(table["ogre"].get("guard", 1)).count(hit=(5, 6)))
        yield from choose(who, "go on", f"{hits} hits", (Option(True, "yes"),))
        return ends("done")

    game = game_of(Verb("test", story, (a_person("who", "mine"),)))
    table = table_of(SEATS, token("kara", "ana"), token("ogre", "gm", only("gm"), guard=3))
    act(table, game, "ana", "test", 5, 6, 1, who="kara")
    (question,) = asked(table, "ana")
    assert odds_of_answer(table.view("ana"), game, "ana", question, True) == Odds({UNKNOWN: 1}, 1)
    assert answer(table, game, "ana", True)[-1].outcome == "done"


def test_an_answer_whose_worth_is_hidden_counts_for_nothing():
    def story():
        risky = yield from choose("ana", "risk", "Risk it?", (Option(True, "yes"), Option(False, "no")))
        return Blank() + 1 if risky else 1

    assert odds(Rule(story, (), is_remembered=False)(), Best("ana")) == Odds({1: 1}, 1)


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(Refusal, match="the words …: there are bytes in it that are no text"):
        table_of(SEATS).do(game_of(), Act("ana", "say", {"text": "\udcff"}), no_dice)


@pytest.mark.parametrize(
    "entry",
    [
        {"act": 7, "event": SEAT["event"]},
        {"act": 1, "event": {"$": "Rewound", "before": 9, "seat": "gm", "to": ["*"]}},
        {"act": 1, "event": {"$": "Began", "procedure": 9, "seat": "gm", "verb": "say", "args": [], "to": ["*"]}},
        {
            "act": 1,
            "event": {
                **{"$": "Asked", "question": 9, "procedure": 0, "fingerprint": "", "part": -1},
                **{"seat": "gm", "name": "x", "asked": None, "to": ["*"]},
            },
        },
    ],
    ids=["an act out of turn", "a rewind ahead", "a procedure of another number", "a question of another number"],
)
def test_a_record_that_cannot_have_happened_is_refused(entry):
    with pytest.raises(BadRecord, match=r"^line 3: this does not fit what stands before it"):
        read("\n".join(map(json.dumps, (HEAD, SEAT, entry))))


def test_a_seat_that_gets_another_role_keeps_its_view():
    table, game = table_of(SEATS), game_of()
    before = table.view("ana")
    act(table, game, "gm", "seat", name="ana", role="spectator")
    assert table.view("ana") is before
    assert table.truth.facts[("seat", "ana", "role")] == "spectator"


def test_what_a_seat_is_told_apart_from_its_role_makes_no_new_seat():
    table, game = table_of({**SEATS, "bo": "player"}, token("kara", "ana", light=1)), game_of()
    act(table, game, "gm", "stand-in", seat="ana", by="bo")
    assert (table.seats(), value(table, "kara", "light")) == (["gm", "ana", "bo"], 1)


def test_what_others_took_back_in_secret_does_not_show_in_what_one_may_take_back():
    answers = []
    for is_whispered in (True, False):
        table, game = table_of({**SEATS, "bo": "player"}), game_of()
        act(table, game, "ana", "say", text="I go left")
        if is_whispered:
            act(table, game, "bo", "whisper", to="gm", text="let her")
            driven(table, game).do(TakeBack("bo"))
        answers.append(names(driven(table, game).do(TakeBack("ana"))))
    assert answers == [["Rewound"], ["Rewound"]]
