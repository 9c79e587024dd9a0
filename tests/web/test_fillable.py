"""What may be filled in, as a screen gets it: questions, with the lists that they name."""

import msgspec
import pytest

from fatewright.core.rule.ask import Choose, Text, options
from fatewright.core.table.story import a_choice, a_number, a_person, a_text
from fatewright.systems.columns import Column
from fatewright.systems.fields import Several, described
from fatewright.systems.spec import games
from fatewright.web.fillable import list_column, sheet_field, slot_card

LANTERNS = games()["lanterns"]


def sent(message):
    """A message as a browser gets it, without what every question has."""
    found = msgspec.to_builtins(message)
    return {key: value for key, value in found.items() if value not in ("", False)}


@pytest.mark.parametrize(
    ("slot", "asked", "more"),
    [
        (a_person("who", "mine"), {"kind": "choose"}, {"of": "mine"}),
        (a_number("who", 1, 3, 2), {"kind": "number", "low": 1, "high": 3, "default": 2}, {}),
        (
            a_choice("who", ["axe"], source="arms", is_secret=True),
            {"kind": "choose", "from_lists": ["arms"]},
            {"is_secret": True},
        ),
        (a_choice("who", ["at_ease"]), {"kind": "choose", "options": [{"value": "at_ease", "label": "at ease"}]}, {}),
        (
            a_text("who", 9, of="character", ready=("{}",)),
            {"kind": "text", "longest": 9, "options": [{"value": "{}", "label": ""}]},
            {"of": "character"},
        ),
    ],
)
def test_a_slot_is_a_question_called_by_the_words_around_it(slot, asked, more):
    assert sent(slot_card(slot, "so")) == {"asked": {**asked, "name": "who", "prompt": "so"}, **more}


ENTRY = {"kind": "choose", "from_lists": ["arms"]}


@pytest.mark.parametrize(
    ("field", "asked"),
    [
        (
            described("g", low=1, high=2, start=1, labels=["a", "b"]),
            {"kind": "number", "low": 1, "high": 2, "labels": ["a", "b"], "default": 1},
        ),
        (described("g", list="arms"), ENTRY),
        (described("g", shape="text", high=5), {"kind": "text", "longest": 5, "default": ""}),
        (described("g", shape="several", list="arms", high=2), {**ENTRY, "most": 2, "default": []}),
        (described("g", shape="several", list="arms"), {**ENTRY, "most": 1, "default": []}),
        (
            described("g", shape="several", list="arms", high=2, free=True),
            {**ENTRY, "kind": "text", "longest": 200, "most": 2, "default": []},
        ),
        (
            described("g", shape="levels", list="arms", low=1, high=4, labels=["a"]),
            {
                "kind": "form",
                "most": 10**9,
                "fields": [
                    {**ENTRY, "name": "entry", "prompt": ""},
                    {"kind": "number", "name": "level", "prompt": "", "low": 1, "high": 4, "labels": ["a"]},
                ],
                "default": {},
            },
        ),
        (
            described(
                "g",
                shape="rows",
                list="arms",
                high=3,
                columns=[{"name": "of", "high": 4}, {"name": "with", "shape": "several", "list": "arms", "high": 2}],
            ),
            {
                "kind": "form",
                "from_lists": ["arms"],
                "most": 3,
                "fields": [
                    {"kind": "text", "name": "of", "prompt": "of", "longest": 4},
                    {**ENTRY, "name": "with", "prompt": "with", "most": 2},
                ],
                "default": [],
            },
        ),
    ],
)
def test_a_field_of_a_sheet_is_a_question_or_one_that_is_answered_several_times(field, asked):
    assert sent(sheet_field("arm", field)) == {"asked": {**asked, "name": "arm", "prompt": ""}, "group": "g"}


def test_a_column_of_a_list_is_a_question_with_what_others_have():
    entry = Choose("", "entry", "", options("none"))
    several = Column("arm", Several(entry, 2), ("arms",), is_needed=True)
    none = {"value": "none", "label": "none"}
    assert sent(list_column(several, LANTERNS)) == {
        "asked": {**ENTRY, "name": "arm", "prompt": "arm", "options": [none], "most": 2},
        "is_needed": True,
    }
    known = Column("per", Text("", "per", "", 9), known=("day",))
    assert sent(list_column(known, LANTERNS)) == {
        "asked": {"kind": "text", "name": "per", "prompt": "per", "longest": 9, "options": [{"value": "day", "label": "day"}]}
    }
