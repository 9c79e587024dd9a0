"""Events as JSON: what is stored comes back equal, what is sealed reaches no viewer, and a file brings no code along."""

import json
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fatewright.core.phrases import phrase
from fatewright.core.rule.ask import Choose, Form, Number, Option, Order, Price, Read, Text
from fatewright.core.rule.dice import Shown
from fatewright.core.score import Score
from fatewright.core.table.codec import RECORDS, BadRecord, kept, restored, stored, unkept, wire
from fatewright.core.table.events import (
    EVENTS,
    Asked,
    Began,
    Fact,
    Rolled,
    Told,
)
from fatewright.core.table.seal import EVERYONE, HIDDEN, KEEPER, THE_TABLE, Audience, LeakError, Secret, opened, see

QUICK = settings(max_examples=60)
SEATS = ("gm", "ana", "bo", "*", "two words", "ä", "")

texts = st.text(max_size=12)
seats = st.sampled_from(SEATS)
audiences = st.frozensets(seats, max_size=3).map(Audience)
numbers = st.integers(-1, 10**6)
plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts
values = st.recursive(plain, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6)
prices = st.lists(st.builds(Price, numbers, texts, st.lists(texts, min_size=1, max_size=3).map(tuple)), max_size=2).map(tuple)
options = st.builds(Option, plain, texts, texts, texts, prices, texts)
chooses = st.builds(Choose, seats, texts, texts, st.lists(options, max_size=3).map(tuple), plain)
fields = chooses | st.builds(Number, seats, texts, texts, numbers, numbers, texts, st.none() | numbers, st.just(()), prices)
orders = st.builds(Order, seats, texts, texts, st.lists(options, max_size=3).map(tuple), st.none() | values)
questions = fields | orders | st.builds(Form, seats, texts, texts, st.lists(fields, max_size=2).map(tuple), st.none() | values)
dice = st.lists(st.builds(Shown, numbers, numbers, texts), max_size=4).map(tuple)


def secret(inside):
    return st.builds(Secret, inside, audiences)


def maybe(inside):
    return inside | secret(inside)


digests = secret(texts)
paths = st.lists(texts, min_size=1, max_size=4).map(tuple)
words = st.lists(texts, max_size=3).map(tuple)
args = st.lists(st.tuples(texts, maybe(values)), max_size=3).map(tuple)
back = st.lists(st.tuples(texts, texts, st.integers()), max_size=2).map(tuple)
FIELDS = {
    **dict.fromkeys(("procedure", "question", "part", "before"), numbers),
    **dict.fromkeys(("text", "verb", "name", "instead", "reason"), texts),
    **dict.fromkeys(("value", "computed", "answers", "outcome"), values),
    **{"path": paths, "ids": words, "within": words, "seat": seats, "to": audiences, "args": args, "fingerprint": digests},
    "keeps": st.lists(numbers, max_size=3).map(tuple),
    **{"dice": maybe(dice), "back": secret(back), "asked": secret(questions), "answer": secret(values)},
}
events = st.one_of(*(st.builds(kind, **{name: FIELDS[name] for name in kind._fields}) for kind in EVENTS))


def kinds(value):
    """The types of a value and of all that is in it: 1, True and 1.0 are equal, and not the same."""
    if isinstance(value, Secret):
        return Secret, kinds(value.open(KEEPER))
    return (type(value), tuple(map(kinds, value))) if isinstance(value, tuple) else type(value)


def asks(question):
    return Asked(5, 3, "", -1, "ana", question.name, Secret(question, Audience({"ana"})), EVERYONE)


# The store


@QUICK
@given(events)
def test_what_is_stored_is_restored_equal(event):
    again = restored(stored(event))
    assert again == event
    assert kinds(again) == kinds(event)
    assert again.to == event.to


@QUICK
@given(events)
def test_what_is_stored_is_one_line_of_text(event):
    line = stored(event)
    assert "\n" not in line
    assert restored(json.dumps(json.loads(line))) == event


@QUICK
@given(events)
@example(Told("one\u2028two\u2029three\x85four", (), EVERYONE))
def test_what_is_stored_is_one_line_to_everyone_who_splits_lines(event):
    assert len(stored(event).splitlines()) == 1


@QUICK
@given(events)
def test_storing_again_gives_the_same_line(event):
    assert stored(restored(stored(event))) == stored(event)


def test_every_kind_of_event_has_been_tried():
    assert {kind.__name__ for kind in EVENTS} <= set(RECORDS)
    assert set(RECORDS) == {kind.__name__ for kind in (*EVENTS, Choose, Number, Text, Read, Form, Order, Option, Price, Shown)}


def test_a_stored_event_reads_like_this():
    event = Began(3, "gm", "test", (("who", "ana"), ("hits", Secret(2, Audience({"gm"})))), EVERYONE)
    assert json.loads(stored(event)) == {
        "$": "Began",
        "procedure": 3,
        "seat": "gm",
        "verb": "test",
        "args": [["who", "ana"], ["hits", {"$": "secret", "value": 2, "to": ["gm"]}]],
        "to": ["*"],
    }


def test_what_an_option_does_not_say_is_not_written_so_that_tables_of_before_read_as_they_were():
    plain = asks(Choose("ana", "burn", "Burn?", (Option(True, "burn"),)))
    one = {"$": "Option", "value": True, "label": "burn", "blocked": ""}
    assert json.loads(stored(plain))["asked"]["value"]["options"] == [one]
    assert restored(stored(plain)) == plain
    priced = Option(True, "burn", price=(Price(-1, "1 light", ("token", "ana", "light")),), depends="if bo agrees")
    price = {"$": "Price", "amount": -1, "label": "1 light", "path": ["token", "ana", "light"]}
    asked = json.loads(stored(asks(Choose("ana", "burn", "Burn?", (priced,)))))["asked"]["value"]
    assert asked["options"] == [one | {"price": [price], "depends": "if bo agrees"}]
    assert "each" not in json.loads(stored(asks(Number("ana", "bid", "Bid?", 0, 3))))["asked"]["value"]


POOL = Score(3, "strength", "MOT-1") + Score(4, "luck").halved()
SAID = phrase(
    "{who} and {all} throw {pool:why} of {n:die}{more}",
    who="ana",
    all=["bo", "cy"],
    pool=POOL,
    n=9,
    more=phrase(", {it}", it="so"),
)


def test_a_phrase_is_stored_beside_its_text():
    told = Told(phrase("{who} falls {metres} m", who="ana", metres=3), ("MOT-8",), EVERYONE)
    bare = {"$": "Told", "text": "ana falls 3 m", "ids": ["MOT-8"], "to": ["*"]}
    assert json.loads(stored(Told("ana falls 3 m", ("MOT-8",), EVERYONE))) == bare
    assert json.loads(stored(told)) == bare | {"worded": [["text", "{who} falls {metres} m", [["who", "ana"], ["metres", 3]]]]}


@pytest.mark.parametrize(
    ("event", "phrase_in"),
    [
        (Told(SAID, (), EVERYONE), lambda event: event.text),
        (asks(Choose("ana", "which", SAID, (Option(1, "one"),))), lambda event: event.asked.open("ana").prompt),
        (asks(Choose("ana", "which", "", (Option(1, SAID),))), lambda event: event.asked.open("ana").options[0].label),
    ],
)
def test_a_phrase_survives_the_store_with_all_that_stands_in_it(event, phrase_in):
    again = restored(stored(event))
    said, values = phrase_in(again), dict(phrase_in(again).values)
    assert (again, said, said.template, said.values) == (event, str(SAID), SAID.template, SAID.values)
    assert list(values["pool"].why()) == list(POOL.why())
    assert (values["more"].template, values["more"].values) == (", {it}", (("it", "so"),))
    assert stored(again) == stored(event)


def test_a_viewer_gets_a_phrase_with_all_that_stands_in_it():
    """So that whoever compares what viewers get compares that too."""
    assert json.loads(wire(Told(phrase("{n:is|are}", n=3), (), EVERYONE)))["worded"] == [["text", "{n:is|are}", [["n", 3]]]]


def test_a_seal_within_a_seal_survives_the_store():
    event = Fact(("a",), Secret((1, Secret("x", THE_TABLE)), Audience({"gm", "ana"})), EVERYONE)
    assert restored(stored(event)) == event


def test_a_text_that_is_no_unicode_survives_the_store_or_is_refused_by_it():
    try:
        line = stored(Told("\udcff", (), EVERYONE))
    except LeakError:
        return
    assert restored(line.encode().decode()) == Told("\udcff", (), EVERYONE)


class Stranger(NamedTuple):
    """A record that the codec has never heard of."""

    value: int


@pytest.mark.parametrize(
    "value", [{"a": 1}, {1, 2}, object(), b"bytes", 1j, print, Fact], ids=lambda value: type(value).__name__
)
def test_what_has_no_place_in_a_file_is_refused_when_it_is_written(value):
    for write in (stored, wire):
        with pytest.raises(LeakError, match=r"cannot be written down: "):
            write(Fact(("a",), value, EVERYONE))


@pytest.mark.parametrize("value", [Stranger(1), HIDDEN], ids=["a stranger", "hidden"])
def test_what_could_not_be_read_again_is_refused_when_it_is_stored(value):
    with pytest.raises(LeakError):
        stored(Fact(("a",), value, EVERYONE))


def test_a_list_is_stored_as_a_row():
    assert restored(stored(Fact(("a",), [1, ["b"]], EVERYONE))) == Fact(("a",), (1, ("b",)), EVERYONE)


# Snapshots


@pytest.mark.parametrize(
    "value", [Secret((1, "x"), Audience({"gm"})), Price(-1, "social pool", ("a", "b")), (1, ("b", None))], ids=repr
)
def test_a_snapshot_keeps_what_is_sealed_and_the_records_that_there_are(value):
    assert unkept(json.loads(json.dumps(kept(value)))) == value


def test_a_snapshot_keeps_no_record_that_could_not_be_read_again():
    with pytest.raises(LeakError, match=r"^a Stranger could not be read again$"):
        kept(Stranger(1))


# Viewers


@QUICK
@given(events, seats)
def test_nothing_sealed_can_be_written_for_a_viewer(event, viewer):
    if opened(event, KEEPER) is event:
        wire(event)
    else:
        with pytest.raises(LeakError, match=r"^a sealed value cannot be written for a viewer: see\(\) it first$"):
            wire(event)


@QUICK
@given(events, st.sampled_from(["ana", "bo"]))
def test_what_has_been_seen_can_be_written_and_names_nobody_else(event, viewer):
    seen = see(event, viewer)
    if seen is None:
        return
    shown = json.loads(wire(seen))
    assert "to" not in shown
    assert shown["$"] == type(event).__name__


@QUICK
@given(st.text(alphabet="abcdefgh", min_size=12, max_size=12), st.sampled_from(["ana", "bo", "gm"]))
def test_no_byte_of_a_secret_is_written_for_those_it_is_sealed_against(text, viewer):
    event = Began(1, "x", "y", (("note", Secret(text, Audience({"ana"}))),), EVERYONE)
    assert (text.encode() in wire(see(event, viewer))) == (viewer == "ana")


def test_hidden_is_written_as_hidden():
    assert wire(HIDDEN) == b'{"$":"hidden"}'
    event = Rolled(1, Secret("digest", THE_TABLE), ("daring",), Secret((Shown(6, 5, "hit"),), Audience({"gm"})), EVERYONE)
    assert json.loads(wire(see(event, "ana"))) == {
        "$": "Rolled",
        "procedure": 1,
        "fingerprint": {"$": "hidden"},
        "within": ["daring"],
        "dice": {"$": "hidden"},
    }
    assert json.loads(wire(see(event, "gm")))["dice"] == [{"$": "Shown", "sides": 6, "face": 5, "mark": "hit"}]


def test_a_seal_is_found_however_deep_it_lies():
    with pytest.raises(LeakError):
        wire((1, (2, [3, (Secret(4, EVERYONE),)])))


def test_whom_else_an_event_reached_is_nobodys_business():
    event = Told("psst", (), Audience({"ana", "bo"}))
    assert wire(see(event, "ana")) == b'{"$":"Told","text":"psst","ids":[]}'
    assert wire((Audience({"ana", "bo"}),)) == b"[null]"


# Files from anywhere

BAD_WORDS = (
    *("5", "[5]", "[[]]", '[["text", "{a}"]]', '[["name", "x", []]]', '[["text", 5, []]]', '[["text", ["x"], []]]'),
    *(
        '[["text", "{a", [["a", 1]]]]',
        '[["text", "{a}", []]]',
        '[["text", "x", [["a", 1]]]]',
        '[["text", "{a}", [["a", null]]]]',
    ),
    *(
        '[["text", "{a}", [["a", [1]]]]]',
        '[["text", "{a}", [["a", {"$": "Told"}]]]]',
        '[["text", "{a}", [["a", {"$": "Phrase"}]]]]',
    ),
    '[["text", "{a}", [["a", {"$": "Score", "number": 1, "said": ["", ""], "ids": [], "parts": ["x"]}]]]]',
    '[["text", "{a}", [["a", {"$": "Phrase", "text": 5, "made": ["x", []]}]]]]',
)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "5",
        "null",
        "[]",
        "{}",
        '"Told"',
        '{"$": "Popen", "args": "ls"}',
        '{"$": "os.system", "command": "ls"}',
        '{"$": "Secret", "value": 1, "to": []}',
        '{"$": "secret", "value": 1, "to": ["*"]}',
        '{"$": "secret", "to": ["*"]}',
        '{"$": "hidden"}',
        '{"$": null}',
        '{"$": ["Told"]}',
        '{"$": {"$": "Told"}}',
        '{"$": "Shown", "sides": 6, "face": 1, "mark": ""}',
        '{"$": "Choose", "who": "a", "name": "b", "prompt": "c", "options": []}',
        '{"$": "Told"}',
        '{"$": "Told", "text": "x", "ids": []}',
        '{"$": "Told", "text": "x", "ids": [], "to": 5}',
        '{"$": "Told", "text": "x", "ids": [], "to": null}',
        '{"$": "Told", "text": "x", "ids": [], "to": [["a"], {}]}',
        '{"$": "Told", "text": "x", "ids": [], "to": ["*"], "__class__": "x"}',
        '{"$": "Fact", "path": ["a"], "value": {"b": 1}, "to": ["*"]}',
        '{"$": "Fact", "path": ["a"], "value": {"$": "Table"}, "to": ["*"]}',
        "[" * 100_000,
        *(f'{{"$": "Told", "text": "x", "ids": [], "to": ["*"], "worded": {worded}}}' for worded in BAD_WORDS),
        '{"$": "Told", "text": 5, "ids": [], "to": ["*"], "worded": [["text", "x", []]]}',
    ],
    ids=lambda line: line[:50],
)
def test_only_events_come_out_of_a_file(line):
    with pytest.raises(BadRecord, match=r"^this is not an event: "):
        restored(line)


@pytest.mark.parametrize(
    "line",
    [
        '{"$": "Told", "text": 5, "ids": [], "to": ["*"]}',
        '{"$": "Told", "text": "x", "ids": 5, "to": ["*"]}',
        '{"$": "Told", "text": "x", "ids": [], "to": "gm"}',
        '{"$": "Fact", "path": 5, "value": 1, "to": ["*"]}',
        '{"$": "Fact", "path": [["a"]], "value": 1, "to": ["*"]}',
        '{"$": "Rewound", "before": "x", "seat": "gm", "to": ["*"]}',
        '{"$": "Began", "procedure": "x", "seat": "gm", "verb": "v", "args": [], "to": ["*"]}',
        '{"$": "Rolled", "procedure": 0, "fingerprint": "", "within": [], "dice": 5, "to": ["*"]}',
    ],
)
def test_an_event_whose_fields_are_of_another_kind_is_no_event(line):
    with pytest.raises(BadRecord, match=r"^this is not an event: "):
        restored(line)


@pytest.mark.usefixtures("untraced")
@QUICK
@given(
    st.recursive(
        plain, lambda inner: st.lists(inner) | st.dictionaries(texts | st.just("$"), inner | st.sampled_from(list(RECORDS)))
    )
)
def test_any_json_is_an_event_or_a_bad_record(value):
    try:
        event = restored(json.dumps(value))
    except BadRecord:
        return
    assert isinstance(event, EVENTS)
