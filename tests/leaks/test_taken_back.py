"""What was done in secret and is taken back leaves no trace for others, not even in what waits meanwhile."""

from pathlib import Path

import pytest

from fatewright.core.codec import wire
from fatewright.core.game import Act
from fatewright.core.stream import messages
from fatewright.core.table import TakeBack
from fatewright.kit.stage import stage
from fatewright.systems.spec import from_folder

HOARD = from_folder(Path(__file__).parent / "hoard")


def heard(table):
    return [wire(message) for message in messages(table.records, "eve")]


@pytest.mark.parametrize("face", [1, 6])
def test_a_bid_that_was_asked_anew_in_secret_waits_on_as_it_did(face):
    table = stage(
        HOARD, foes={"foe": {"coin": 1, "guard": 4, "wanted": 0}, "fiend": {"coin": 6, "guard": 6, "wanted": 0}}
    ).table
    table.do(HOARD.game, Act("gm", "bid", {"who": "foe", "other": "fiend"}), lambda sides: face)
    before = heard(table)
    table.do(HOARD.game, Act("gm", "heap", {"who": "foe"}), lambda sides: face)
    table.do(HOARD.game, TakeBack("gm"), lambda sides: face)
    assert heard(table) == before
    assert [one.asked.high for one in table.views["gm"].questions.values()] == [1, 6]
