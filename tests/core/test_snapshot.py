"""A table resumed from a snapshot is the table that was played: the same views, the same lines, the same future."""

import json
from functools import cache
from random import Random

import pytest

from fatewright.core.table import snapshot
from fatewright.core.table.codec import BadRecord, restored, wire
from fatewright.core.table.events import Fact, Rewound
from fatewright.core.table.game import Act
from fatewright.core.table.seal import EVERYONE
from fatewright.core.table.snapshot import Past, Record, needed, resumed, taken
from fatewright.core.table.state import State
from fatewright.core.table.story import Refusal
from fatewright.core.table.stream import streamed
from fatewright.core.table.table import Rewind, Table, TakeBack
from fatewright.kit.performance import played
from fatewright.kit.stage import stage
from fatewright.systems.spec import game
from hard.setting import driven
from tracing import untraced

LANTERNS = game("lanterns")


def records_of(table):
    return [Record(event, act, table.times.get(act, 0)) for event, act in zip(table.records, table.acts, strict=True)]


def plain(state: State):
    procedures = {
        number: (one.seat, one.verb, wire(one.args), wire(tuple(one.steps)), one.stood, one.back, one.to)
        for number, one in state.procedures.items()
    }
    return state.facts, procedures, {number: wire(one) for number, one in state.questions.items()}


def as_it_was(table, count):
    """The first `count` records of a table, or all, as a table."""
    return Table(table.records[:count], table.acts[:count], table.times.items())


@cache
def evening_of(seed):
    """A table played at random, played once for all who look at it."""
    with untraced():
        return played(LANTERNS, seed, 120, takes_back=0.1)[0].table


@pytest.fixture(params=range(12))
def evening(request, monkeypatch):
    """A table of such an evening, a snapshot from the middle of it, and the table resumed from that."""
    monkeypatch.setattr(snapshot, "TAIL", 20)
    table = as_it_was(evening_of(request.param), None)
    acts = sorted(set(table.acts))
    count = Random(request.param).choice(acts[len(acts) // 2 :])
    body = taken(as_it_was(table, count))
    fetched = []
    if any(isinstance(event, Rewound) for event in table.records[count:]):
        fetched.append("for a rewind")  # what it undid may lie anywhere
    elif any(isinstance(event, Fact) and event.path[::2] == ("seat", "role") for event in table.records[count:]):
        fetched.append("for somebody new")  # who hears of everything from the beginning

    def fetch():
        fetched.append("looked at")
        return records_of(table)[: needed(body).first]

    return table, resumed(body, records_of(table)[needed(body).first :], fetch), fetched


def test_it_adds_up_to_the_same(evening):
    table, again, _ = evening
    assert len(again.records) == len(table.records)
    assert plain(again.truth) == plain(table.truth)
    assert {seat: plain(view) for seat, view in again.views.items()} == {
        seat: plain(view) for seat, view in table.views.items()
    }


def test_what_lies_before_the_snapshot_is_remembered_with_its_times(evening):
    table, again, _ = evening
    again.remember(dict.fromkeys(table.acts, 7))
    assert set(again.times) == set(table.acts)
    for seat in table.seats():
        whole, stream = streamed(table.records, seat), again.stream(seat)
        assert (stream.first, stream.sent) == (0, whole.sent)


@pytest.mark.usefixtures("untraced")
def test_everyone_has_been_sent_the_same(evening):
    table, again, _ = evening
    for seat in table.seats():
        whole, part = streamed(table.records, seat), again.stream(seat)
        assert part.count == whole.count
        numbers = range(part.first, part.count)
        told = [wire(part.message(number, again.records)) for number in numbers]
        assert told == [wire(whole.message(number, table.records)) for number in numbers]


def test_it_goes_on_in_the_same_way(evening):
    table, again, fetched = evening
    talking = [seat for seat in table.seats() if table.truth.facts[("seat", seat, "role")] != "television"]
    for seat in ("gm", talking[-1]):
        for one in (table, again):
            driven(one, LANTERNS.game).do(_say(seat))
    assert list(again.records[-6:]) == list(table.records[-6:])
    assert fetched in ([], ["for a rewind", "looked at"], ["for somebody new", "looked at"])


def _say(seat):
    return Act(seat, "say", {"text": "on we go"})


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("command", [Rewind("gm", 60), TakeBack("gm"), Rewind("gm", 34), TakeBack("ana")])
def test_it_is_rewound_in_the_same_way(evening, command):
    table, again, _ = evening
    outcomes = []
    for one in (table, again):
        try:
            one.do(LANTERNS.game, command, lambda sides: 1)
            outcomes.append("")
        except Refusal as why:
            outcomes.append(str(why))
    assert outcomes[0] == outcomes[1]
    assert list(again.records) == list(table.records)
    assert plain(again.truth) == plain(table.truth)
    for seat in table.seats():
        whole, part = streamed(table.records, seat), again.stream(seat)
        assert part.count == whole.count
        last = part.count - 1
        assert wire(part.message(last, again.records)) == wire(whole.message(last, table.records))


def test_what_lies_further_back_is_fetched_once_and_only_when_looked_at(evening):
    table, again, fetched = evening
    last = len(table.records) - 1
    assert again.records[last] == table.records[last]
    assert again.records[-1:] == table.records[-1:]
    assert fetched in ([], ["for a rewind", "looked at"], ["for somebody new", "looked at"])
    assert again.records[0] == table.records[0]
    assert list(again.acts) == list(table.acts)
    assert fetched.count("looked at") == 1


def test_a_snapshot_of_another_form_is_not_read():
    body = json.loads(taken(Table()))
    with pytest.raises(ValueError, match="a snapshot of the form 0"):
        resumed(json.dumps({**body, "form": 0}), [], list)


def test_a_snapshot_that_has_counted_more_than_there_is_is_not_read():
    body = json.loads(taken(Table()))
    with pytest.raises(ValueError, match="records are missing"):
        resumed(json.dumps({**body, "count": 1}), [], list)


@pytest.mark.parametrize("changed", [{"act": 0}, {"event": Rewound(10**6, "gm", EVERYONE)}], ids=["act", "event"])
def test_a_record_after_a_snapshot_that_does_not_fit_is_not_read(changed):
    table = stage(LANTERNS).table
    body = taken(table)
    driven(table, LANTERNS.game).do(_say("gm"))
    *records, last = records_of(table)
    with pytest.raises(ValueError, match="this does not fit what stands before it"):
        resumed(body, [*records, last, last._replace(**changed)][needed(body).first :], list)


def test_nothing_hidden_comes_out_of_a_record():
    with pytest.raises(BadRecord):
        restored('{"$":"Told","text":{"$":"hidden"},"ids":[],"to":["*"]}')


def test_a_past_reads_like_a_list():
    whole = list(range(10))
    for base in range(11):
        for key in (0, 9, -1, -10, slice(0, 3), slice(4, None), slice(-2, None), slice(5, 5), slice(0, 0)):
            assert Past(base, whole[base:], lambda base=base: whole[:base])[key] == whole[key]
        past = Past(base, whole[base:], lambda base=base: whole[:base])
        past.append(10)
        assert (len(past), list(past)) == (11, [*whole, 10])


def test_a_rewind_is_read_together_with_what_it_undoes(monkeypatch):
    """The snapshot is taken just after a rewind that reaches further back than the records that come with it."""
    monkeypatch.setattr(snapshot, "TAIL", 2)
    table = played(LANTERNS, 1, 6)[0].table
    for _ in range(4):
        driven(table, LANTERNS.game).do(_say("gm"))
    driven(table, LANTERNS.game).do(TakeBack("gm"))
    rewound = next(event for event in reversed(list(table.records)) if isinstance(event, Rewound))
    body = taken(table)
    assert needed(body).first == rewound.before < len(table.records) - 2
    again = resumed(body, records_of(table)[needed(body).first :], lambda: records_of(table)[: needed(body).first])
    for seat in table.seats():
        whole, part = streamed(table.records, seat), again.stream(seat)
        last = whole.count - 1
        assert wire(part.message(last, again.records)) == wire(whole.message(last, table.records))
