"""Game masters write people freely: a whole sheet, from a copy or from nothing, without the players' budgets."""

import json

import pytest

from fatewright.core.table.replay import Header, read, verify, written
from fatewright.core.table.table import TakeBack
from fatewright.kit.stage import said, stage
from fatewright.systems import sheet, writing
from fatewright.systems.spec import game, games
from fatewright.systems.writing import AGAIN, ONCE, kept_at

LED = pytest.mark.parametrize("system", [one for one in games().values() if one.has_gm], ids=lambda system: system.id)
LANTERNS, MOT = game("lanterns"), game("moment-of-truth")


def person(system, name, like="", **choices):
    """The text of somebody who is written, from a copy or from nothing."""
    return sheet.written(sheet.Character(system.id, system.version, name, {**system.kinds.get(like, {}), **choices}))


def write(play, text, name="Wat", **more):
    return play.act("gm", "write-somebody", name=name, person=text, **more)


def refused(play, text, name="Wat", seat="gm"):
    return play.refused(seat, "write-somebody", name=name, look="somebody", person=text, keep=AGAIN)


def seen(play, seat, token="Wat"):
    facts = play.table.view(seat).facts
    return {path[2]: value for path, value in facts.items() if path[:2] == ("token", token)}


def kept(play, seat="gm"):
    return {kind: row[0] for kind, row in kept_at(play.table.view(seat).facts) if row}


def highest(system):
    """The numbers that the builder asks for first, each at its highest: no player could pay for them."""
    asked = {name: system.fields[name] for name in system.steps[0].fields}
    return {name: one.high for name, one in asked.items() if one.shape == "number"}


@LED
def test_somebody_is_written_from_a_copy_beyond_all_budgets_and_the_game_master_alone_reads_it(system):
    """TOF-1.25: whoever the game master plays is a side like any other, with a sheet like any other."""
    kind, numbers = [*system.kinds][-1], highest(system)
    assert sheet.problems(system, sheet.Character(system.id, system.version, "Rat", numbers)) != []
    play, plain = stage(system), stage(system)
    assert said(write(play, person(system, "rat of note", kind, **numbers)), "ana") == ["Wat is here"]
    plain.act("gm", "place", name="Wat", kind=kind)
    known, ordinary = seen(play, "gm"), seen(plain, "gm")
    assert (known["of"], {name: known[name] for name in numbers}) == ("Rat of note", numbers)
    assert {name for name in system.kinds[kind] if known[name] != ordinary[name]} <= set(numbers)
    shown = {name for name, field in system.fields.items() if field.open}
    assert set(seen(play, "ana")) & set(system.fields) == set(seen(plain, "ana")) & set(system.fields) == shown
    assert seen(play, "ana")["kind"] == "somebody"


@LED
def test_whoever_was_written_is_offered_again_until_it_is_taken_back(system):
    """At a terminal by their name alone; and all of it is stored, and comes out the same."""
    play, kind, look = stage(system), [*system.kinds][-1], [*system.looks.values()][-1]
    write(play, person(system, "rat queen", kind, **highest(system)))
    write(play, person(system, "Toll keeper", kind), "Wim", look=look)
    assert (kept(play), kept(play, "ana"), kept(play, "eve")) == ({"Rat queen": "somebody", "Toll keeper": look}, {}, {})
    write(play, "rat queen", "Wat 2")
    assert (seen(play, "gm", "Wat 2"), seen(play, "ana", "Wat 2")) == (seen(play, "gm"), seen(play, "ana"))
    assert play.form("gm", "write-somebody", person="Toll keeper")["look"] == look
    header = Header(system.id, system.version)
    assert kept(type(play)(system.game, read(written(play.table, header))[1])) == kept(play)
    for _ in range(2):
        play.do(TakeBack("gm"))
    assert (kept(play), seen(play, "gm", "Wim")) == ({"Rat queen": "somebody"}, {})
    assert verify(play.table, system.game).differences == []


@LED
def test_a_form_opens_on_a_copy_and_what_it_looks_like(system):
    """So whoever sits at a terminal sees how somebody is written."""
    first, form = next(iter(system.kinds)), stage(system).form("gm", "write-somebody")
    assert (json.loads(form["person"])["name"], form["look"], form["keep"]) == (first, system.look(first), AGAIN)


@LED
def test_what_no_rule_could_read_is_refused_all_at_once_and_what_players_could_not_have_is_a_remark(system):
    kind, numbers = [*system.kinds][-1], highest(system)
    name, high = next(iter(numbers.items()))
    why = refused(stage(system), person(system, "Rat", kind, **{name: high + 1, "moxie": 3}))
    assert "moxie: not something to choose; " in why
    assert f"found {high + 1}, expected a whole number from {system.fields[name].low} to {high}" in why
    found = writing.judged(system, sheet.Character(system.id, system.version, "Rat", numbers))
    assert (found.problems, found.warnings != [], found.budgets) == ([], True, [])


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("Wat", "Rat", "'Rat' is no sheet, and nobody of that name is kept; kept are: none yet"),
        ("Wat", "{" * 50, "this is not a character: line 1, column 2: Expecting property name enclosed in double quotes"),
        ("Wat", person(LANTERNS, "", "ghoul"), "what it is: found '', expected 1 to 40 characters"),
        ("Wat", person(MOT, "Rat", "Clerk"), "game: found 'moment-of-truth', expected 'lanterns'"),
        ("Wat", person(LANTERNS, "Rat", "ghoul", weapon="bazooka"), "weapon: found 'bazooka', expected one of"),
        ("Wat", person(LANTERNS, "Rat"), "nerve: missing, expected a whole number from 0 to 5"),
        ("ana", person(LANTERNS, "Rat", "ghoul"), "there is a 'ana' on the table already"),
    ],
)
def test_what_cannot_be_written_is_said_in_words(name, text, why):
    assert refused(stage(LANTERNS), text, name).startswith(why)


def test_whoever_is_for_today_alone_is_not_offered_again():
    play = stage(LANTERNS)
    write(play, person(LANTERNS, "Eel", "ghoul"), "Wat", keep=AGAIN)
    write(play, person(LANTERNS, "Eel", "ghoul"), "Wim", keep=ONCE)
    assert kept(play) == {}
    assert refused(play, "Eel", "Wit").endswith("nobody of that name is kept; kept are: none yet")


def test_the_game_master_says_what_somebody_is_whom_they_wrote():
    """Never a word that the rules of some game know by heart: those have no capitals."""
    play = stage(LANTERNS)
    write(play, person(LANTERNS, "encounter", "ghoul"))
    assert said(play.act("gm", "unmask", who="Wat"), "ana") == ["Wat is: Encounter"]
    assert seen(play, "ana")["kind"] == "Encounter"


def test_players_write_nobody_and_where_nobody_is_game_master_there_are_other_ways():
    why = refused(stage(LANTERNS), person(LANTERNS, "Rat", "ghoul"), seat="ana")
    assert why.startswith("'write-somebody' is not something you can do here; you can: ")
    assert "write-somebody" not in game("avitch").game.verbs
