"""Whatever may be filled in is described by one record and drawn by one control: a second vocabulary is found here."""

import re
from pathlib import Path
from typing import get_type_hints

import msgspec

from fatewright.web import wire

ROOT = Path(__file__).parents[2]
CONTROLS = ROOT / "ui/src/controls"
COMMON = {"kind", "name", "fields", "reason", "dice", "pieces", "each"}  # words that others use otherwise
OF_A_QUESTION = set(get_type_hints(wire.Question)) - COMMON
FORMER = {"shape", "from_list", "is_free"}  # words that others had for the same
WHERE_ONE_IS = {"asked", "fields"}  # where a record may have questions
ALONE = {"Stepper.svelte"}  # parts of controls that count things which nobody is asked


def records():
    """The records of the protocol."""
    return [one for one in vars(wire).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)]


def test_only_a_question_says_what_may_be_filled_in():
    told = {one.__name__: (OF_A_QUESTION | FORMER) & set(get_type_hints(one)) for one in records() if one is not wire.Question}
    is_words_alone = {"RuleOdds": {"prompt"}}
    assert {name: words for name, words in told.items() if words} == is_words_alone


def test_whoever_needs_more_has_a_question_within():
    has = {
        (one.__name__, name)
        for one in records()
        for name, hint in get_type_hints(one).items()
        if "Question" in re.findall(r"\w+", str(hint))
    }
    assert {name for _, name in has} == WHERE_ONE_IS
    assert {"DialCard", "SlotCard", "SheetField", "ListColumn", "RuleCard", "Slot", "Waiting"} <= {name for name, _ in has}


def test_the_page_draws_a_question_by_its_one_control():
    page = [file for file in (ROOT / "ui/src").rglob("*.svelte") if CONTROLS not in file.parents]
    used = {name for file in page for name in re.findall(r"/controls/(\w+\.svelte)", file.read_text(encoding="utf-8"))}
    assert used == {"Control.svelte"} | ALONE
