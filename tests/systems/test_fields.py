"""What may stand on a sheet, shape by shape: what is refused, and how it is kept on a table."""

import pytest

from fatewright.systems.fields import described

LISTS = {
    "skills": {"Climbing": {}, "Lying": {}, "Reading": {}},
    "skills_called": {"Fibbing": {"called": "Lying"}},
    "links": {"friend": {}, "foe": {}},
}
LEVELS = described("skills", shape="levels", list="skills", low=0, high=4)
SEVERAL = described("traits", shape="several", list="links", high=2)
FREE = SEVERAL._replace(free=True)
TEXT = described("notes", shape="text", high=5)
ROWS = described(
    "ties",
    shape="rows",
    high=2,
    columns=[{"name": "who", "high": 4}, {"name": "link", "shape": "entry", "list": "links"}],
)
ALL_LEVELS = "entries, each one of Climbing, Lying, Reading, and for each a whole number from 0 to 4"
SCOPES = described("ties", shape="rows", high=1, columns=[{"name": "of", "shape": "several", "list": "skills", "high": 2}])


@pytest.mark.parametrize(
    ("field", "value", "kept"),
    [
        (LEVELS, {"Reading": 0, "Climbing": 4}, (("Climbing", 4), ("Reading", 0))),
        (LEVELS._replace(free=True), {"Juggling": 1, "Lying": 2}, (("Lying", 2), ("Juggling", 1))),
        (SEVERAL, ["foe", "friend"], ("foe", "friend")),
        (FREE, ["aunt"], ("aunt",)),
        (TEXT, "", ""),
        (TEXT, "rope!", "rope!"),
        (ROWS, [{"who": "Bo", "link": "foe"}], (("Bo", "foe"),)),
        (SCOPES, [{"of": ["Lying", "Reading"]}], ((("Lying", "Reading"),),)),
        (described("traits", low=1, high=3), 2, 2),
    ],
)
def test_what_fits_is_kept_as_rows_of_plain_values(field, value, kept):
    assert field.problems(value, LISTS) == []
    assert field.kept(value, LISTS) == kept


@pytest.mark.parametrize(
    ("field", "value", "problems"),
    [
        (LEVELS, None, [f"missing, expected {ALL_LEVELS}"]),
        (LEVELS, ["Lying"], [f"found ['Lying'], expected {ALL_LEVELS}"]),
        (LEVELS, {"Lying": 5}, ["Lying: found 5, expected a whole number from 0 to 4"]),
        (LEVELS, {"Lying": True}, ["Lying: found True, expected a whole number from 0 to 4"]),
        (LEVELS, {"Fibbing": 1}, ["Fibbing: here it is called Lying"]),
        (LEVELS, {"Juggling": 1}, ["found 'Juggling', expected one of Climbing, Lying, Reading"]),
        (SEVERAL, {"foe": 1}, ["found {'foe': 1}, expected a list of at most 2, each one of friend, foe"]),
        (SEVERAL, ["foe", "foe"], ["foe is chosen twice"]),
        (SEVERAL, ["aunt", 3], ["found 'aunt', expected one of friend, foe", "found 3, expected one of friend, foe"]),
        (FREE, ["a", "b", "c"], ["3 chosen, and there may be 2"]),
        (FREE, [""], ["found '', expected a text of 1 to 200 characters"]),
        (FREE, None, ["missing, expected a list of at most 2, each a text of 1 to 200 characters"]),
        (TEXT, "ropes!", ["found 'ropes!', expected a text of at most 5 characters"]),
        (TEXT, 5, ["found 5, expected a text of at most 5 characters"]),
        (ROWS, "Bo", ["found 'Bo', expected a list of at most 2 rows with who, link"]),
        (ROWS, [{}], ["row 1: found {}, expected who, link"]),
        (ROWS, [{"who": "Bo", "link": ""}], ["row 1: link is missing"]),
        (
            ROWS,
            [{"who": "Boris", "link": "aunt"}],
            [
                "row 1: who: found 'Boris', expected a text of 1 to 4 characters",
                "row 1: link: found 'aunt', expected one of friend, foe",
            ],
        ),
        (ROWS, [{"who": "Bo", "link": "foe"}] * 3, ["3 rows, and there may be 2"]),
        (
            SCOPES,
            [{"of": ["Lying", "Juggling"]}],
            ["row 1: of: found 'Juggling', expected one of Climbing, Lying, Reading"],
        ),
    ],
)
def test_all_that_does_not_fit_is_named(field, value, problems):
    assert field.problems(value, LISTS) == problems


def test_of_many_entries_only_those_are_named_that_sound_like_it():
    many = {"skills": {f"Skill {number}": {} for number in range(40)} | {"Lockpicking": {}}}
    assert LEVELS.problems({"lock picking": 1}, many) == [
        "found 'lock picking', expected one of the 41 in the list (do you mean Lockpicking?)"
    ]
    assert LEVELS.problems({"Zzz": 1}, many) == ["found 'Zzz', expected one of the 41 in the list"]
