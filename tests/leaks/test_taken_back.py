"""What was done in secret and is taken back leaves no trace for others, not even in what waits meanwhile."""

from pathlib import Path

import pytest

from fatewright.core.table.codec import wire
from fatewright.core.table.stream import messages
from fatewright.core.table.table import TakeBack
from fatewright.kit.stage import stage
from fatewright.systems.spec import from_folder

HOARD = from_folder(Path(__file__).parent / "hoard")


def heard(table):
    return [wire(message) for message in messages(table.records, "eve")]


@pytest.mark.parametrize("face", [1, 6])
def test_a_bid_that_was_asked_anew_in_secret_waits_on_as_it_did(face):
    foes = {"foe": {"coin": 1, "guard": 4, "wanted": 0}, "fiend": {"coin": 6, "guard": 6, "wanted": 0}}
    play = stage(HOARD, foes=foes, dice=lambda sides: face)
    table = play.table
    play.act("gm", "bid", who="foe", other="fiend")
    before = heard(table)
    play.act("gm", "heap", who="foe")
    play.do(TakeBack("gm"))
    assert heard(table) == before
    assert [one.asked.high for one in table.views["gm"].questions.values()] == [1, 6]
