"""Every act of every built-in game reads as a sentence: whatever can be filled in has words beside it that say what it is."""

import re

import pytest

from fatewright.core.phrases import GAP, around, filled, slots_in
from fatewright.systems.spec import games

ACTS = [(game, verb) for game, system in games().items() for verb in system.game.verbs.values()]
NAMED = [f"{game}: {verb.name}" for game, verb in ACTS]


@pytest.mark.parametrize("verb", [verb for _, verb in ACTS], ids=NAMED)
def test_each_slot_stands_in_the_sentence_or_in_a_phrase_and_is_called_by_words(verb):
    slots = [slot for part in (verb.sentence, *verb.more) for slot in slots_in(part)]
    names = [field.name for field in verb.slots]
    assert sorted(slot for slot in slots if slot != "seat" or "seat" in names) == sorted(names)
    assert verb.sentence
    for field in verb.slots:
        words = re.findall(r"[A-Za-z]{2,}", around(verb.phrase(field.name), field.name).replace(GAP, ""))
        assert words, f"{field.name}: no words stand beside it"
        assert "_" not in re.sub(r"{.*?}", "", verb.phrase(field.name))


@pytest.mark.parametrize("verb", [verb for _, verb in ACTS], ids=NAMED)
def test_what_everybody_reads_names_no_secret(verb):
    secret = {field.name for field in verb.slots if field.is_secret}
    assert not secret & set(slots_in(verb.sentence))


@pytest.mark.parametrize("verb", [verb for _, verb in ACTS], ids=NAMED)
def test_a_sentence_ends_without_a_full_stop_and_begins_small(verb):
    """So that it can stand in a log, before a dot and what else was filled in."""
    said = filled(verb.sentence, {"seat": "ana", **{field.name: "x" for field in verb.slots}})
    assert not said.endswith((".", "!"))
    assert said[0].islower() or verb.sentence.startswith("{")


@pytest.mark.parametrize("verb", [verb for _, verb in ACTS], ids=NAMED)
def test_what_an_act_says_of_itself_names_no_argument(verb):
    assert "`" not in (verb.help or verb.story.__doc__ or "")
