"""What somebody did, as each viewer reads it."""

import pytest

from fatewright.core.events import Began
from fatewright.core.seal import EVERYONE, HIDDEN
from fatewright.kit.telling import deed
from fatewright.systems.author import Annotated, Between, Desk, Hidden, Mine, Seen, Story, ends, verb
from fatewright.systems.spec import games

LANTERNS = games()["lanterns"].game.verbs


def said(name, seat="gm", **args):
    return deed(Began(1, seat, name, tuple(args.items()), EVERYONE), LANTERNS[name])


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ({"name": "stare", "seat": "Bo", "who": "Bo", "other": "Ana"}, "Bo and Ana stare at each other"),
        ({"name": "move", "seat": "Bo", "who": "Bo", "x": -1, "y": 2}, "Bo → -1, 2"),
        ({"name": "test", "who": "Bo", "trait": "wit", "hits": HIDDEN}, "Bo is put to the test · wit"),
        ({"name": "test", "who": "Bo", "trait": "wit", "hits": 3}, "Bo is put to the test · wit · hits 3"),
        ({"name": "remove", "token": "ghoul"}, "gm: remove · ghoul"),
        ({"name": "pass-time", "minutes": 10}, "gm: pass time · minutes 10"),
        ({"name": "whisper", "to": "Ana", "text": HIDDEN}, "gm: whisper · Ana"),
        ({"name": "strike", "who": HIDDEN, "target": "Bo"}, "gm: strike · Bo"),
        ({"name": "say", "text": "a" * 70}, f"gm: say · {'a' * 60}…"),
    ],
)
def test_an_act_reads_as_a_sentence_or_as_who_does_what(args, text):
    assert said(**args) == text


def test_a_sentence_may_not_name_what_not_everybody_knows():
    def story(table: Desk, who: Mine, other: Seen, bid: Annotated[int, Between(0, 9), Hidden]) -> Story:
        yield from ()
        return ends("done")

    with pytest.raises(TypeError, match=r"story: says may name other, seat, who; found bid, whom"):
        verb(says="{who} bids {bid} against {other} and {whom}")(story)
