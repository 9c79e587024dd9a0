"""Sentences with slots: what stands in them, and what a slot is called by the words around it."""

import pytest

from fatewright.core.phrases import around, filled, form_of, slots_in

ATTACK = "{who} attacks {target} with {weapon:a}"


def test_a_sentence_says_what_stands_in_its_slots():
    assert slots_in(ATTACK) == ("who", "target", "weapon")
    assert filled(ATTACK, {"who": "Ana", "target": "{who}", "weapon": "Axe"}) == "Ana attacks {who} with an Axe"
    assert (filled("it rains", {}), slots_in("it rains")) == ("it rains", ())
    assert (form_of(ATTACK, "weapon"), form_of(ATTACK, "who"), form_of(ATTACK, "whom")) == ("a", "", "")


@pytest.mark.parametrize(
    ("template", "names"),
    [
        (ATTACK, ["… attacks", "attacks …", "with …"]),
        ("from {metres} m away", ["from … m away"]),
        ("{who} and {other} stare at each other", ["… and", "and … stare at each other"]),
        ("{who} attempts: {task}, using {skill}", ["… attempts", "attempts …", "using …"]),
        ("{who}", ["…"]),
    ],
)
def test_a_slot_is_called_by_the_words_before_it_or_after_it(template, names):
    assert [around(template, slot) for slot in slots_in(template)] == names
