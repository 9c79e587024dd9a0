"""How a table takes a newer version of its game: the game master does, or those who vote for it; and it is played again."""

import pytest

from fatewright.core.table.codec import BadRecord
from fatewright.core.table.events import Fact, Told
from fatewright.core.table.game import Act, Answer
from fatewright.core.table.replay import Header, read, verify, written
from fatewright.core.table.seal import EVERYONE
from fatewright.core.table.table import Table, TakeBack
from fatewright.core.table.taking import PROPOSE, REVISION, TAKE, taking_verb
from fatewright.systems.opening import opening
from fatewright.systems.spec import games
from hard.setting import driven


def at_a_table(game, **seats):
    system = games()[game]
    verb = taking_verb(has_gm=system.has_gm)
    table = Table(opening(system, seats, {}, ""), [0] * len(opening(system, seats, {}, "")))
    return table, system.game._replace(verbs={**system.game.verbs, verb.name: verb})


def test_the_game_master_takes_it_and_takes_it_back():
    table, game = at_a_table("lanterns", gm="gm", ana="player")
    table.append([Fact(REVISION, "1", EVERYONE)])
    events = driven(table, game).do(Act("gm", TAKE, {"revision": "2", "what": "new in weapons: net"}))
    assert [event for event in events if isinstance(event, Told)][-1].text == (
        "the table plays by the new version: new in weapons: net"
    )
    assert table.view("ana").facts[REVISION] == "2"
    assert verify(table, game) == verify(table, lambda state: game if REVISION in state.facts else None) == ([], [])
    driven(table, game).do(TakeBack("gm"))
    assert table.view("ana").facts[REVISION] == "1"


def test_without_a_game_master_it_is_voted_on():
    table, game = at_a_table("avitch", ana="player", bo="player")
    driven(table, game).do(Act("ana", PROPOSE, {"revision": "2", "what": "new in intents: to awe"}))
    for seat in ("ana", "bo"):
        (question,) = [number for number, one in table.truth.questions.items() if one.seat == seat]
        driven(table, game).do(Answer(seat, question, "yes"))
    assert table.truth.facts[REVISION] == "2"


def test_a_file_names_the_revision_of_its_game():
    table, _ = at_a_table("lanterns", gm="gm")
    text = written(table, Header("dim", 1, "2"))
    assert read(text)[0] == Header("dim", 1, "2")
    with pytest.raises(BadRecord, match="expected the header of a table file"):
        read(text.replace('"revision": "2"', '"revision": 2', 1))
