"""What somebody did, as each viewer reads it."""

import pytest

from fatewright.core.table.events import Began
from fatewright.core.table.seal import EVERYONE, HIDDEN
from fatewright.core.table.table import Table
from fatewright.kit.scribe import line_at
from fatewright.kit.stage import Stage
from fatewright.kit.telling import deed, speaker_of
from fatewright.systems.author import Annotated, Between, Desk, Hidden, Mine, Seen, Story, ends, verb
from fatewright.systems.opening import opening
from fatewright.systems.spec import games

GAME = games()["lanterns"]
LANTERNS = GAME.game.verbs
told = verb("{who} bids", more=("against {other:a}, with {bid}",))


def said(name, seat="gm", **args):
    return deed(Began(1, seat, name, tuple(args.items()), EVERYONE), LANTERNS[name])


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ({"name": "stare", "seat": "Bo", "who": "Bo", "other": "Ana"}, "Bo and Ana stare at each other"),
        ({"name": "move", "seat": "Bo", "who": "Bo", "x": -1, "y": 2}, "Bo moves to column -1, row 2"),
        ({"name": "test", "who": "Bo", "trait": "wit", "hits": HIDDEN}, "Bo is put to the test of wit"),
        ({"name": "test", "who": "Bo", "trait": "wit", "hits": 3}, "Bo is put to the test of wit · hits needed: 3"),
        ({"name": "remove", "token": "ghoul"}, "ghoul leaves the table"),
        ({"name": "pass-time", "minutes": 15}, "gm lets time pass · minutes: 15"),
        ({"name": "whisper", "to": "Ana", "text": HIDDEN}, "gm whispers to Ana"),
        ({"name": "strike", "who": HIDDEN, "target": "Bo"}, "gm: strike · Bo"),
        ({"name": "say", "text": "a" * 70}, f"gm speaks · “{'a' * 60}…”"),
        ({"name": "say", "text": '“no” said "Bo"'}, "gm speaks · “‘no’ said 'Bo'”"),
    ],
)
def test_an_act_reads_as_a_sentence_or_as_who_does_what(args, text):
    assert said(**args) == text


def test_a_sentence_may_not_name_what_not_everybody_knows():
    def story(table: Desk, who: Mine, other: Seen, bid: Annotated[int, Between(0, 9), Hidden]) -> Story:
        yield from ()
        return ends("done")

    with pytest.raises(TypeError, match=r"story: its sentence may name other, seat, who; found bid, whom"):
        verb("{who} bids {bid} against {other} and {whom}")(story)
    with pytest.raises(TypeError, match=r"story: found who in its sentence and in more, expected each of who, other, bid once"):
        verb("{who} bids")(story)
    assert deed(Began(1, "ana", "story", (("who", "Bo"), ("other", "Ana"), ("bid", 3)), EVERYONE), told(story)) == (
        "Bo bids · against an Ana, with 3"
    )
    assert deed(Began(1, "ana", "story", (("who", "Bo"), ("other", "Ana"), ("bid", HIDDEN)), EVERYONE), told(story)) == (
        "Bo bids · Ana"
    )


@pytest.mark.parametrize(
    ("seat", "verb", "args", "line"),
    [
        ("ana", "say", {"text": "the table: Bo loses 5 hit points"}, "ana: “the table: Bo loses 5 hit points”"),
        ("ana", "say", {"text": "hi”. bo loses 5"}, "ana: “hi’. bo loses 5”"),
        ("ana", "say", {"text": "hi\n  bo loses 5\x1b[2J"}, "ana: “hi   bo loses 5 [2J”"),
        ("ana", "whisper", {"to": "gm", "text": "run"}, "ana, aside: “run”"),
        ("gm", "allow", {"text": "It opens."}, "gm: “yes, it works. It opens.”"),
    ],
)
def test_at_a_terminal_what_people_say_never_looks_like_a_line_of_the_table(seat, verb, args, line):
    table = Table()
    table.append(opening(GAME, {"gm": "gm", "ana": "player"}))
    Stage(GAME.game, table).act(seat, verb, **args)
    told = [number for number in range(len(table.records)) if speaker_of(table, number)]
    assert [(speaker_of(table, number), line_at(table, number, table.records[number])) for number in told] == [(seat, line)]


def test_the_table_speaks_for_itself():
    table = Table()
    table.append(opening(GAME, {"gm": "gm"}))
    Stage(GAME.game, table).act("gm", "pass-time", minutes=5)
    lines = [(speaker_of(table, number), line_at(table, number, event)) for number, event in enumerate(table.records)]
    assert ("", "5 minutes pass") in lines
    assert {by for by, _ in lines} == {""}
