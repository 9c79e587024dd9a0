"""Sheets of every game: a value out of its range is said to be so, and nothing is worked out from one that nobody entered."""

import json
from functools import cache

import pytest

from fatewright.cli import main
from fatewright.systems import sheet
from fatewright.systems.cast import ready_made
from fatewright.systems.spec import games
from web.serving import Browser, served

GAMES = [system for system in games().values() if system.steps]


@cache
def somebody(game):
    """A legal character of a game."""
    system = games()[game]
    return sheet.read(next(ready_made(system)))


def with_choice(character, field, value):
    return character._replace(choices={**character.choices, field: value})


def beyond(system, character, name):
    """Values of a field that lie on either side of what is allowed, and legal ones at both ends."""
    field, now = system.fields[name], character.choices[name]
    entries = list(system.lists.get(field.source, {}))
    match field.shape:
        case "number":
            return [field.low - 1, field.high + 1], [field.low, field.high]
        case "text":
            return ["x" * (field.high + 1)], ["", "x" * field.high]
        case "entry":
            return ["nothing of the kind"], [entries[0], entries[-1]]
        case "levels":
            return [{**now, entries[0]: field.low - 1}, {**now, entries[0]: field.high + 1}], [{}, {entries[0]: field.high}]
        case "several":
            wrong = entries[: field.high + 1] if len(entries) > field.high else ["nothing of the kind"]
            return [wrong], [[], entries[: field.high]]
        case _:
            return [[{}]], [[]]


def cases(system):
    """Each field of the builder, with each value that it cannot have, and what is legal instead."""
    character = somebody(system.id)
    for name in (field for step in system.steps for field in step.fields):
        wrong, legal = beyond(system, character, name)
        for value in wrong:
            yield name, value, legal


def own_problems(system, name, value):
    return [f"{name}: {line}" for line in system.fields[name].problems(value, system.lists)]


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_only_what_no_legal_value_would_change_is_said(system):
    character = somebody(system.id)
    assert sheet.judged(system, character).problems == []
    for name, value, legal in cases(system):
        found = sheet.judged(system, with_choice(character, name, value))
        assert found.problems == own_problems(system, name, value), (name, value)
        instead = [sheet.judged(system, with_choice(character, name, one)) for one in legal]
        for one in instead:
            assert set(map(tuple, found.budgets)) <= set(map(tuple, one.budgets)), (name, value)
            assert set(found.warnings) <= set(one.warnings), (name, value)


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_what_is_missing_is_not_made_up_either(system):
    character = somebody(system.id)
    for name in character.choices:
        left = {field: value for field, value in character.choices.items() if field != name}
        found = sheet.judged(system, character._replace(choices=left))
        assert found.problems == ([] if system.fields[name].later else own_problems(system, name, None)), name


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_the_command_says_the_same(system, tmp_path, capsys):
    character, file = somebody(system.id), tmp_path / "somebody.json"
    for name, value, _ in list(cases(system))[::5]:  # what is said of every field is shown above
        file.write_text(sheet.written(with_choice(character, name, value)), encoding="utf-8")
        assert main(["character", "check", str(file), "--json"]) == 1
        assert json.loads(capsys.readouterr().out)["problems"] == own_problems(system, name, value)
        assert main(["character", "show", str(file)]) == 2
        assert capsys.readouterr().out == ""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with served(tmp_path_factory.mktemp("limits")) as address:
        yield Browser(address)


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_the_page_gets_no_number_that_follows_from_it(browser, system):
    character, path = somebody(system.id), f"/api/games/{system.id}/check"
    _, before = browser.post(path, {"name": character.name, "choices": character.choices})
    assert (before["problems"], bool(before["derived"])) == ([], bool(sheet.derived(system, kept(system, character))))
    for name, value, _ in cases(system):
        _, found = browser.post(path, {"name": character.name, "choices": {**character.choices, name: value}})
        assert (found["problems"], found["derived"]) == (own_problems(system, name, value), [])
        assert found["values"][name] == value  # what was entered stays there to be seen


def kept(system, character):
    return system.started(sheet.values(system, character), None, character.choices)


def test_motivations_that_nobody_entered_are_not_added_up():
    """AVI-2.03.11, AVI-2.03.12: 1 is no rating; what its pair comes to waits for one."""
    system = games()["avitch"]
    proud = with_choice(with_choice(somebody("avitch"), "Proud", 1), "Modest", 9)
    assert sheet.problems(system, proud) == ["Proud: found 1, expected a whole number from 2 to 10"]
    both = with_choice(proud, "Modest", 11)
    assert sheet.problems(system, both) == [
        "Modest: found 11, expected a whole number from 2 to 10",
        "Proud: found 1, expected a whole number from 2 to 10",
    ]
    other = with_choice(with_choice(proud, "Honest", 9), "Deceitful", 9)  # a pair of its own is told all the same
    assert sheet.problems(system, other) == [
        "Proud: found 1, expected a whole number from 2 to 10",
        "Honest and Deceitful: 9 and 9 make 18; expected at most 12",
    ]


def test_a_new_character_by_command_names_the_value_alone(capsys, tmp_path):
    out = str(tmp_path / "x.json")
    assert main(["character", "new", "avitch", "x", "Proud=1", "Modest=9", "--out", out]) == 2
    assert capsys.readouterr().err == "fatewright: Proud: found 1, expected a whole number from 2 to 10\n"


def test_points_wait_for_every_value_of_their_step():
    system = games()["lanterns"]
    found = sheet.judged(system, with_choice(somebody("lanterns"), "nerve", 9))
    assert (found.problems, found.budgets) == (["nerve: found 9, expected a whole number from 0 to 5"], [])
