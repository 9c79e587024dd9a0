"""As much of a table as is whole: whatever is broken costs it the acts from there on, and none before."""

import pytest

from fatewright.core.table.events import Answered, Asked, Began, Ended, Landed, Rewound, Told
from fatewright.core.table.game import Act
from fatewright.core.table.seal import EVERYONE
from fatewright.core.table.table import TakeBack
from fatewright.core.table.whole import MISFIT, Broken, Damage, Record, breaks_off, gathered
from fatewright.kit.laws import same
from fatewright.kit.stage import stage
from fatewright.systems.spec import game
from hard.setting import driven

LANTERNS = game("lanterns")


@pytest.fixture
def records():
    """Of a table that was set out, at which two things were said and one of them was taken back."""
    table = stage(LANTERNS).table
    for text in ("one", "two"):
        driven(table, LANTERNS.game).do(Act("ana", "say", {"text": text}))
    driven(table, LANTERNS.game).do(TakeBack("ana"))
    return [Record(event, act, 1000 + act) for event, act in zip(table.records, table.acts, strict=True)]


def beginnings(records):
    return [number for number, one in enumerate(records) if one.act == number]


def test_what_is_whole_is_all_there(records):
    table, damage = gathered(records)
    assert damage is None
    assert (table.records, table.acts) == ([one.event for one in records], [one.act for one in records])
    assert table.times == {one.act: 1000 + one.act for one in records}


def test_nothing_at_all_is_whole():
    table, damage = gathered([])
    assert (table.records, damage, breaks_off(table)) == ([], None, False)


@pytest.mark.parametrize("is_act_known", [True, False])
def test_a_broken_record_costs_the_acts_from_its_own_on(records, is_act_known):
    begins = beginnings(records)
    for number, one in enumerate(records):
        broken = Broken("eaten by mice", one.act if is_act_known else -1)
        table, damage = gathered([*records[:number], broken, *records[number + 1 :]])
        last = (
            max(act for act in begins if act <= number) if is_act_known else max([0, *(act for act in begins if act < number)])
        )
        assert damage == Damage(number, "eaten by mice")
        assert table.records == [one.event for one in records[:last]]
        assert same(table.truth, gathered(records[:last]).table.truth)


def told(act):
    return Record(Told("hello", (), EVERYONE), act, 0)


@pytest.mark.parametrize("act", [-1, 1, 99])
def test_an_act_that_neither_goes_on_nor_begins_does_not_fit(records, act):
    count = len(records)
    table, damage = gathered([*records, told(count), told(act)])
    assert (damage, len(table.records)) == (Damage(count + 1, MISFIT), count)


@pytest.mark.parametrize(
    "event",
    [
        Rewound(99, "gm", EVERYONE),
        Rewound(-1, "gm", EVERYONE),
        Began(0, "ana", "say", (), EVERYONE),
        Ended(1, "", EVERYONE),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_names_what_has_not_happened_does_not_fit(records, event):
    count = len(records)
    table, damage = gathered([*records, Record(event, count, 0), told(count + 1)])
    assert (damage, len(table.records)) == (Damage(count, MISFIT), count)


def test_an_event_that_fits_by_its_numbers_and_finds_its_procedure_gone_costs_its_act(records):
    """Changes of something that has ended: only adding up shows it."""
    count = len(records)
    began = next(number for number, one in enumerate(records) if isinstance(one.event, Began))
    late = Record(Landed(began, "", (), EVERYONE), count, 0)
    table, damage = gathered([*records, late, told(count + 1)])
    assert (damage, table.records) == (Damage(count, MISFIT), [one.event for one in records])


def test_a_question_under_another_number_and_an_answer_to_none_do_not_fit():
    table = stage(LANTERNS).table
    driven(table, LANTERNS.game).do(Act("ana", "stare", {"who": "ana", "other": "bo"}))
    asked = next(event for event in table.records if isinstance(event, Asked))
    answered = Answered(asked.procedure, asked.procedure, asked.part, 1, "", EVERYONE)
    whole = [Record(*one, 0) for one in zip(table.records, table.acts, strict=True)]
    count = len(whole)
    for event in (asked, answered):
        assert gathered([*whole, Record(event, count, 0)]).damage == Damage(count, MISFIT)
    assert not breaks_off(table)
