"""How a table begins: who may sit there, and what is set."""

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.table.events import Fact
from fatewright.core.table.house import DIALS
from fatewright.core.table.seal import EVERYONE, KEEPER
from fatewright.core.table.state import fold
from fatewright.core.table.table import Table
from fatewright.systems.opening import ROLES, opening
from fatewright.systems.spec import game

LANTERNS = game("lanterns")
NO_GM = LANTERNS._replace(has_gm=False)
SEATS = {"gm": "gm", "ana": "player"}
HOUSE = {("dial", name): values[0] for name, (values, _) in DIALS.items() if name != "rows"}  # only if it is turned


def facts(*args, **named):
    return fold(opening(*args, **named), KEEPER).facts


def test_a_table_begins_with_its_game_its_dials_and_its_seats():
    assert facts(LANTERNS, SEATS) == {
        ("table", "system"): "lanterns",
        ("table", "version"): 1,
        **HOUSE,
        ("dial", "burn"): "often",
        ("dial", "stare"): "all pay",
        ("seat", "gm", "role"): "gm",
        ("seat", "ana", "role"): "player",
    }


def test_everyone_may_know_how_a_table_began():
    assert {(type(event), event.to) for event in opening(LANTERNS, SEATS)} == {(Fact, EVERYONE)}


def test_seats_keep_their_order():
    table = Table()
    table.append(opening(LANTERNS, {"bo": "player", "gm": "gm", "ana": "spectator", "screen": "television"}))
    assert table.seats() == ["bo", "gm", "ana", "screen"]
    assert list(table.views) == table.seats()


@pytest.mark.parametrize(
    ("preset", "dials", "burn", "stare"),
    [
        ("", {}, "often", "all pay"),
        ("", {"burn": "once"}, "once", "all pay"),
        ("lamplight", {}, "often", "all pay"),
        ("darkness", {}, "never", "winner pays"),
        ("darkness", {"burn": "once"}, "once", "winner pays"),
    ],
)
def test_dials_stand_over_the_preset_and_the_preset_over_the_defaults(preset, dials, burn, stare):
    found = facts(LANTERNS, SEATS, dials, preset)
    assert (found[("dial", "burn")], found[("dial", "stare")]) == (burn, stare)


@pytest.mark.parametrize(
    ("system", "seats", "dials", "sentence"),
    [
        (LANTERNS, {"ana": "player"}, {}, "Lanterns Under the Hill is played with one game master"),
        (LANTERNS, {}, {}, "Lanterns Under the Hill is played with one game master"),
        (LANTERNS, {"gm": "gm", "mg": "gm"}, {}, "Lanterns Under the Hill is played with one game master"),
        (NO_GM, SEATS, {}, "Lanterns Under the Hill is played without a game master"),
        (LANTERNS, SEATS, {"wind": 1}, "wind: the game has no such dial"),
        (LANTERNS, SEATS, {"burn": True}, "burn: found True, expected one of often, once, never"),
        (
            LANTERNS,
            {"ana": "queen", "bo": "player"},
            {"wind": 1, "burn": ""},
            "wind: the game has no such dial; burn: found '', expected one of often, once, never; "
            f"ana: found 'queen', expected one of {', '.join(ROLES)}; "
            "Lanterns Under the Hill is played with one game master",
        ),
    ],
)
def test_all_that_is_wrong_with_a_beginning_is_told_at_once(system, seats, dials, sentence):
    with pytest.raises(BadValue) as refused:
        opening(system, seats, dials)
    assert str(refused.value) == sentence


def test_a_table_may_begin_without_a_game_master_where_the_game_has_none():
    assert facts(NO_GM, {"ana": "player"})[("seat", "ana", "role")] == "player"


@pytest.mark.parametrize("name", ["*", KEEPER, ""])
def test_nobody_sits_where_every_secret_opens(name):
    with pytest.raises(BadValue):
        opening(LANTERNS, {**SEATS, name: "player"})


@pytest.mark.parametrize(
    ("system", "presets"), [(LANTERNS, "lamplight, darkness"), (LANTERNS._replace(presets={}), "none")], ids=["some", "none"]
)
def test_an_unknown_preset_is_refused(system, presets):
    with pytest.raises(BadValue) as refused:
        opening(system, SEATS, preset="dusk")
    assert str(refused.value) == f"there is no preset 'dusk'; the presets: {presets}"
