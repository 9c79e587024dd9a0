"""Characters: a file of choices, the sheet that follows from them, and all that can be wrong with it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatewright.core.errors import BadValue
from fatewright.systems.sheet import Character, problems, read, shown, values, written
from fatewright.systems.spec import BuilderStep, game

LANTERNS = game("lanterns")
MIRA = Character("lanterns", 1, "mira", {"nerve": 2, "hand": 3, "wit": 4, "weapon": "old_name"})


NUMBERS = st.integers(-99_999_999, 999_999_999)  # of up to nine digits, a sign included


def with_choices(**choices):
    return MIRA._replace(choices={**MIRA.choices, **choices})


@settings(max_examples=40)
@given(
    st.text(),
    NUMBERS,
    st.text(),
    st.dictionaries(st.text(), st.none() | st.booleans() | NUMBERS | st.text() | st.lists(NUMBERS)),
)
def test_a_written_character_is_read_back_equal(name, version, game_id, choices):
    character = Character(game_id, version, name, choices)
    assert read(written(character)) == character


def test_a_character_file_is_meant_to_be_read_and_edited():
    assert written(MIRA._replace(name="Mïra", choices={"nerve": 2})) == (
        '{\n  "game": "lanterns",\n  "version": 1,\n  "name": "Mïra",\n  "choices": {\n    "nerve": 2\n  }\n}\n'
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "this is not a character: found [], expected an object"),
        ("5", "this is not a character: found 5, expected an object"),
        ("null", "this is not a character: found null, expected an object"),
        ("{}", "game: missing; version: missing; name: missing; choices: missing"),
        (
            '{"game": 5, "version": "1", "name": "x", "hp": 3}',
            "hp: unknown; expected one of game, version, name, choices; choices: missing; game: found 5; version: found '1'",
        ),
        ('{"game": "x", "version": true, "name": "x", "choices": {}}', "version: found True"),
    ],
)
def test_all_that_is_wrong_with_a_file_is_told_at_once(text, sentence):
    with pytest.raises(BadValue) as refused:
        read(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("text", ["", "{", "nerve = 2", "[" * 100_000])
def test_a_file_that_is_no_json_is_no_character(text):
    with pytest.raises(BadValue, match=r"^this is not a character: "):
        read(text)


def test_a_legal_sheet_has_no_problems():
    assert problems(LANTERNS, MIRA) == []


@pytest.mark.parametrize(
    ("character", "found"),
    [
        (MIRA._replace(game="chess"), ["game: found 'chess', expected 'lanterns'"]),
        (with_choices(wit=5), ["Traits: points spent: 10, and there are 9"]),
        (with_choices(wit=6, nerve=0), ["wit: found 6, expected a whole number from 0 to 5"]),
        (with_choices(nerve=-1), ["nerve: found -1, expected a whole number from 0 to 5"]),
        (with_choices(nerve=True), ["nerve: found True, expected a whole number from 0 to 5"]),
        (with_choices(nerve="2"), ["nerve: found '2', expected a whole number from 0 to 5"]),
        (with_choices(nerve=2.0), ["nerve: found 2.0, expected a whole number from 0 to 5"]),
        (with_choices(weapon="axe"), ["weapon: found 'axe', expected one of lantern_pole, old_name"]),
        (with_choices(weapon=["axe"]), ["weapon: found ['axe'], expected one of lantern_pole, old_name"]),
        (with_choices(light=9), ["light: not something to choose"]),
        (with_choices(luck=9), ["luck: not something to choose"]),
        (
            MIRA._replace(choices={}),
            [
                "nerve: missing, expected a whole number from 0 to 5",
                "hand: missing, expected a whole number from 0 to 5",
                "wit: missing, expected a whole number from 0 to 5",
                "weapon: missing, expected one of lantern_pole, old_name",
            ],
        ),
        (
            Character("chess", 1, "x", {"nerve": 9, "hand": 5, "wit": "x", "weapon": "", "hp": 1}),
            [
                "game: found 'chess', expected 'lanterns'",
                "hp: not something to choose",
                "nerve: found 9, expected a whole number from 0 to 5",
                "wit: found 'x', expected a whole number from 0 to 5",
                "weapon: found '', expected one of lantern_pole, old_name",
            ],
        ),
    ],
    ids=lambda one: one[0] if isinstance(one, list) else "",
)
def test_all_that_is_wrong_with_a_sheet_is_told_at_once(character, found):
    assert problems(LANTERNS, character) == found


def test_a_character_of_another_version_of_the_game_is_told():
    assert problems(LANTERNS, MIRA._replace(version=7)) == ["version: found 7, expected 1"]


def test_a_step_without_a_budget_costs_nothing():
    free = LANTERNS._replace(steps=tuple(step._replace(budget=None) for step in LANTERNS.steps))
    assert problems(free, with_choices(nerve=5, hand=5, wit=5)) == []


def test_every_step_has_its_own_budget():
    steps = (BuilderStep("Body", ("nerve", "hand"), 4), BuilderStep("Mind", ("wit",), 3), BuilderStep("Gear", ("weapon",)))
    assert problems(LANTERNS._replace(steps=steps), MIRA) == [
        "Body: points spent: 5, and there are 4",
        "Mind: points spent: 4, and there are 3",
    ]


def test_a_sheet_holds_choices_and_for_the_rest_what_the_game_begins_with():
    assert values(LANTERNS, MIRA) == {
        **{"nerve": 2, "hand": 3, "wit": 4, "light": 3, "harm": 0, "toughness": 4, "weapon": "old_name"}
    }


def test_a_sheet_is_worked_out_anew_from_todays_game():
    fields = {**LANTERNS.fields, "light": LANTERNS.fields["light"]._replace(start=7)}
    assert values(LANTERNS._replace(fields=fields), MIRA)["light"] == 7


def test_a_sheet_is_shown_in_groups():
    assert shown(LANTERNS, MIRA) == (
        "mira  (Lanterns Under the Hill)\n"
        "  traits: nerve 2, hand 3, wit 4\n"
        "  tracks: light 3, harm 0, toughness 4\n"
        "  gear: weapon old_name"
    )


def test_reading_a_character_needs_no_game():
    assert read(json.dumps({**MIRA._asdict(), "game": "not yet written"})).game == "not yet written"


def test_a_character_who_has_advanced_is_worked_out_anew():
    advanced = MIRA._replace(advances=({"field": "hand", "by": 1, "why": "practised"},))
    assert read(written(advanced)) == advanced
    assert values(LANTERNS, advanced)["hand"] == values(LANTERNS, MIRA)["hand"] + 1
    assert problems(LANTERNS, advanced) == []


@pytest.mark.parametrize(
    ("advances", "sentence"),
    [
        ("3", "advances: found 3, expected a list"),
        ("[3]", "advances[0]: found 3, expected field, by and why"),
        ('[{"field": "hand"}]', "advances[0]: found {'field': 'hand'}, expected field, by and why"),
        (
            '[{"field": "hand", "by": true, "why": ""}]',
            "advances[0]: found {'field': 'hand', 'by': True, 'why': ''}, expected field, by and why",
        ),
    ],
)
def test_an_advance_that_is_none_is_told(advances, sentence):
    with pytest.raises(BadValue) as refused:
        read(f'{{"game": "lanterns", "version": 1, "name": "x", "choices": {{}}, "advances": {advances}}}')
    assert str(refused.value) == sentence


def test_nobody_advances_beyond_the_limits_or_in_what_is_no_number():
    far = MIRA._replace(advances=({"field": "hand", "by": 9, "why": "dreamt"}, {"field": "weapon", "by": 1, "why": "?"}))
    assert problems(LANTERNS, far) == [
        "advances: weapon: not a number of this game",
        "hand: found 12, expected a whole number from 0 to 5",
    ]
