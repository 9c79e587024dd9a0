"""Whatever a browser sends over its socket: refused in a sentence, without a trace, and without harm to anybody else."""

import json
import random
import threading
from contextlib import closing, suppress

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from fatewright.core.rule.ask import Number, Text
from fatewright.systems.spec import games
from fatewright.web import wire
from patience import PATIENCE
from web.barrage import (
    errors_logged,
    ground,
    kept,
    no_errors,
    nothing_changes,
    plays_on,
    refusals,
    shout,
)
from web.serving import Browser, Sitting, character

DEEP = 10_000
DEPTHS = (300, 450, 480, 490, 950, DEEP)
HUGE = int("9" * 4000)
VALUES = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2**63,
    HUGE,
    1.5,
    -0.0,
    "",
    "x",
    "\0",
    "x" * 3000,
    [],
    ["ana"],
    [[1], {"a": 2}],
    {},
    {"who": "ana"},
)
COMMANDS_OF = {kind.__struct_config__.tag: kind for kind in wire.Command.__args__}
VERBS = games()["lanterns"].game.verbs
RIGHT = {"id": "x", "verb": "say", "args": {"text": "hello"}, "question": 0, "answer": 0, "before": 10}
RIGHT |= {"token": "ghoul", "field": "light", "value": 1, "reason": "because"}


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    with ground(tmp_path_factory.mktemp("hostile")) as one:
        yield one


def written(do, **fields):
    return json.dumps({"do": do, "id": "x", **fields})


def right(kind):
    """The fields of a command, all of the right type."""
    return {field.name: RIGHT[field.name] for field in msgspec.structs.fields(kind)}


def is_of(kind, value):
    """Whether a value is of a field's type: then it is not the type that is wrong."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


# ── messages that are no commands ──────────────────────────────────────────────────────────────────────────────────────

UNREADABLE = {
    "nothing": ["", " ", "\n", "\t\r\n"],
    "no json": ["x", "{", "}", "{]", '{"do":', '{"do":"back","id":"x"', "{'do':'back'}", "\ufeff{}", "nul", "NaN", "undefined"],
    "two messages in one": ['{"do":"back","id":"x"}{"do":"back","id":"y"}', '{"do":"back","id":"x"},'],
    "json of another kind": ["null", "true", "0", "-1", "1e5", '"back"', "[]", "{}", '[{"do":"back","id":"x"}]'],
    "numbers beyond measure": ["9" * 60_000, "1e999", '{"do":"rewind","id":"x","before":1e99}', written("lapse", question=1.5)],
    "no such command": [json.dumps({"do": do, "id": "x"}) for do in ("", "Back", "BACK", "drop", "welcome", "back ", "a b")],
    "a command of no kind": [json.dumps({"do": do, "id": "x"}) for do in (None, 1, [], {}, True, ["back"])],
    "no command at all": ['{"id":"x"}', '{"id":"x","verb":"say","args":{"text":"hello"}}'],
    "nested too deep": ["[" * DEEP, "[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP],
    "arguments nested too deep": [
        '{"do":"act","id":"x","verb":"session","args":{"what":%s}}' % ("[" * depth + "]" * depth) for depth in DEPTHS
    ],
    "answers nested too deep": [
        '{"do":"answer","id":"x","question":0,"answer":%s}' % ('{"a":' * depth + "1" + "}" * depth) for depth in DEPTHS
    ],
    "halves of characters": [
        '{"do":"act","id":"x","verb":"say","args":{"text":"\\ud800"}}',
        '{"do":"act","id":"\\udfff","verb":"say","args":{"text":"hello"}}',
        '{"do":"act","id":"x","verb":"\\ud800x","args":{}}',
        '{"do":"\\ud800","id":"x"}',
    ],
    "zero bytes": ["\0", '{"do":"back\0","id":"x"}', '{"do":"back","id":"\0"}', written("act", verb="say\0", args={})],
    "ids empty or too long": [json.dumps({"do": "back", "id": id}) for id in ("", "x" * 65, "x" * 50_000)],
    "too large": [written("act", verb="say", args={"text": "x" * size}) for size in (65_536, 70_000, 1_000_000)],
    "unknown keys": [json.dumps({"do": do, **right(kind), "seat": "gm"}) for do, kind in COMMANDS_OF.items()],
    "keys in another case": [json.dumps({"Do": "back", "ID": "x"}), json.dumps({"do": "back", "Id": "x"})],
}  # fmt: skip


@pytest.mark.parametrize("messages", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_refused_in_words(there, messages):
    with nothing_changes(there):
        refusals(there, "gm", messages)


def test_binary_junk_is_refused_in_words(there):
    rng = random.Random(1)
    junk = [rng.randbytes(size) for size in range(1, 60)] + [b"\xff" * 60_000, b"\x80\x04\x95", b"\x1f\x8b\x08\x00"]
    with nothing_changes(there):
        refusals(there, "ana", junk)


@pytest.mark.parametrize("do", COMMANDS_OF)
def test_every_field_of_every_command_refuses_every_wrong_type(there, do):
    kind = COMMANDS_OF[do]
    fields = msgspec.structs.fields(kind)
    wrong = [right(kind) | {one.name: value} for one in fields for value in VALUES if not is_of(one.type, value)]
    missing = [{name: value for name, value in right(kind).items() if name != one.name} for one in fields]
    assert len(wrong) >= 10
    with nothing_changes(there):
        refusals(there, "gm", [json.dumps({"do": do, **one}) for one in (*wrong, *missing)])


# ── commands that may not be ───────────────────────────────────────────────────────────────────────────────────────────


def fitting(field, seat):
    """A value that an argument takes from a seat."""
    mine = {"gm": "ghoul"}.get(seat, seat)
    values = {"mine": mine, "token": "bo", "seat": "bo", "character": character("new"), "person": character("new")}
    return values[field.of] if field.of else "2d6" if isinstance(field.asked, Text) else next(field.asked.answers())


def is_fitting(field, value):
    if isinstance(field.asked, Number):
        return type(value) is int and field.asked.low <= value <= field.asked.high
    is_text = isinstance(field.asked, Text) and field.of not in ("character", "person")
    return is_text and isinstance(value, str) and 1 <= len(value) <= field.asked.longest


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
def test_every_argument_of_every_verb_refuses_what_does_not_fit(there, verb):
    seat = "gm" if "gm" in verb.roles else "ana"
    whole = {field.name: fitting(field, seat) for field in verb.slots}
    wrong = [whole | {field.name: value} for field in verb.slots for value in VALUES if not is_fitting(field, value)]
    written_ = [field.name for field in verb.slots if isinstance(field.asked, Text)]  # of the rest, the form knows
    wrong += [{name: value for name, value in whole.items() if name != one} for one in written_]
    wrong += [whole | {"extra": 1}, whole | {"": 1}, whole | {"table": 1}, whole | {"self": 1}]
    with nothing_changes(there):
        refusals(there, seat, [written("act", verb=verb.name, args=args) for args in wrong])


@pytest.mark.parametrize("seat", ["gm", "ana", "sky", "tv"])
def test_verbs_of_other_roles_are_refused(there, seat):
    role = {"gm": "gm", "sky": "spectator", "tv": "television"}.get(seat, "player")
    foreign = [verb for verb in VERBS.values() if role not in verb.roles]
    acts = [{"verb": one.name, "args": {field.name: fitting(field, "gm") for field in one.slots}} for one in foreign]
    acts += [{"verb": name, "args": {}} for name in ("", "nothing", "move-to-unseat", "__class__", "say ", "SAY")]
    with nothing_changes(there):
        refusals(there, seat, [written("act", **act) for act in acts])


ADVANCE = '{"field":"wit","by":%d,"why":"x"}'
NO_NUMBERS = (float("nan"), float("inf"), [], {}, "3", "sword")
CHOSEN = {"nerve": 3, "hand": 3, "wit": 3, "weapon": "old_name"}


def brought(name="new", version="1", choices=CHOSEN, extra=""):
    """A character as the text that somebody brings; `name` and `version` as they stand in the text."""
    return f'{{"game":"lanterns","version":{version},"name":"{name}","choices":{json.dumps(choices)}{extra}}}'


ILLEGAL = {
    "tokens of others": [
        *(("dare", {"who": who, "trait": "hand", "difficulty": "plain"}) for who in ("bo", "ghoul", "gm", "*", "seat:ana")),
        *(("stare", {"who": who, "other": "ana"}) for who in ("bo", "ghoul")),
        *(("move", {"who": who, "x": 1, "y": 1}) for who in ("bo", "ghoul")),
        ("strike", {"who": "bo", "target": "ana"}),
        ("stare", {"who": "ana", "other": "ana"}),
    ],
    "people that are not there": [("whisper", {"to": to, "text": "x"}) for to in ("nobody", "*", "*keeper*", "bo ", "", "GM")],
    "numbers out of bounds": [("move", {"who": "ana", "x": x, "y": y}) for x, y in ((1001, 0), (0, -1001), (True, 0), (.5, 0))],
    "notations that mean nothing": [
        ("roll", {"notation": text})
        for text in ("", "d", "x", "1001d6", "1d1001", "1d6" + "+1" * 240, "((((", "1d6\0", "-", "9" * 500 + "d9")
    ],
    "characters that cannot be": [
        ("bring", {"character": text})
        for text in (
            *("", "x", "[]", "null", "{}", "[" * 19_000, '{"game":' * 2000, "9" * 10_000, brought(version="9" * 5000)),
            *(brought(choices={**CHOSEN, "nerve": value}) for value in (*VALUES[:3], *NO_NUMBERS, -1, 6, 10**4299)),
            *(brought(choices={**CHOSEN, "weapon": value}) for value in (*VALUES[:5], *NO_NUMBERS)),
            *(brought(extra=f',"advances":{text}') for text in ("1", "[1]", "[{}]", "null", f"[{ADVANCE % 9}]")),
            *(brought(name=name) for name in ("", " ", "ana", "a:b", "x" * 41)),
            brought(choices={**CHOSEN, "nerve": 5, "hand": 5}),
            brought(choices={**CHOSEN, "owner": "gm"}),
            brought(extra=',"owner":"gm"'),
            brought(version="2"),
        )
    ],
    "characters that advance beyond measure": [
        ("bring", {"character": brought(extra=f',"advances":[{ADVANCE % int("9" * 4300)},{ADVANCE % int("9" * 4300)}]')})
    ],
}  # fmt: skip


@pytest.mark.parametrize("acts", ILLEGAL.values(), ids=ILLEGAL)
def test_acts_that_may_not_be_are_refused(there, acts):
    with nothing_changes(there):
        refusals(there, "ana", [written("act", verb=verb, args=args) for verb, args in acts])


def test_answers_that_are_not_anas_to_give_are_refused(there):
    numbers = {"bo's, under bo's number": there.questions["bo"], "none": 0, "stale": there.stale, "negative": -1}
    numbers |= {"to come": 10**6, "beyond measure": HUGE, "least": -(2**63)}
    mine = there.questions["ana"]
    with there.sitting("ana") as ana:
        of_bo = next(one["number"] for one in ana.questions if one["seat"] == "bo")
    wrong = [written("answer", question=number, answer=1) for number in numbers.values() if number != mine]
    wrong += [written("answer", question=of_bo, answer=1)]
    wrong += [written("answer", question=mine, answer=value) for value in VALUES if value not in (0, 1)]
    wrong += [written("answer", question=mine, answer=value) for value in (4, 1.0, True, False, 0.0)]
    wrong += [written("lapse", question=number) for number in (mine, of_bo, *numbers.values())]
    with nothing_changes(there):
        refusals(there, "ana", wrong)
        (late,) = refusals(there, "ana", [written("answer", question=there.stale, answer=1)])
        assert late["is_stale"]
    for seat in ("sky", "tv"):
        with nothing_changes(there):
            refusals(there, seat, [written("answer", question=number, answer=1) for number in range(60)])


def test_what_only_the_game_master_takes_back_nobody_else_does(there):
    lines = (-1, 0, 5, 10**9, HUGE, -(2**63))
    wrong = [written("rewind", before=before) for before in (*lines, 20, 30)]
    wrong += [written("overrule", token=token, field="light", value=9, reason="mine") for token in ("ana", "bo", "ghoul", "")]
    with there.sitting("bo") as bo:  # so that the last thing is not ana's
        assert bo.act("say", text="mine")["is"] == "done"
    with nothing_changes(there):
        for seat in ("ana", "sky", "tv"):
            refusals(there, seat, [*wrong, written("back")])
    with nothing_changes(there):
        refusals(there, "gm", [written("rewind", before=before) for before in lines])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[
            ("light", "x"),
            ("light", True),
            ("nothing", 1),
            ("", 1),
            ("kind", 1),
            ("weapon", 3),
            ("light\0", 1),
            ("__class__", "x"),
        ],
        *[("light", 2**63), ("light", -(10**400)), ("light", 10_001), ("weapon", "x" * 2001)],
    ],
    ids=lambda one: str(one)[:12],
)
def test_the_game_master_too_puts_only_numbers_where_numbers_are_and_none_beyond_all_measure(there, field, value):
    with nothing_changes(there):
        refusals(there, "gm", [written("overrule", token="ghoul", field=field, value=value, reason="because")])


# ── connections that may not be ────────────────────────────────────────────────────────────────────────────────────────


BREAKING = {
    "five megabytes": ("x" * 5_000_000, 1009),
    "five megabytes in parts": (["x" * 50_000] * 100, 1009),
    "text that is no text": (b"\xff\xfe{", 1007),
}


@pytest.mark.parametrize(("message", "code"), BREAKING.values(), ids=BREAKING)
def test_what_breaks_the_rules_of_sockets_ends_the_connection_and_nothing_else(there, message, code):
    with nothing_changes(there), there.sitting("ana") as ana:
        with suppress(ConnectionClosed):  # it may be closed before all of it is sent
            ana.socket.send(message, text=True)
        with pytest.raises(ConnectionClosed) as closed:
            ana.until(lambda frame: False)
    said = closed.value.rcvd  # none, if the line was cut while we were still talking
    assert said is None or said.code == code


def cookies(there):
    """Cookies that open nothing here."""
    name = f"seat-{there.table}"
    mine, foreign = there.browsers["ana"].cookies[name], there.other_browsers["cleo"].cookies[f"seat-{there.other_table}"]
    return ["", f"{name}=", f"{name}={foreign}", f"seat-{there.other_table}={mine}", f"{name}={mine}x", f"{name}={mine[:-1]}",
            f"{name}={mine.swapcase()}", f"{name}=\xff\xfe", f'{name}="\\377"', ";;;=;", f"{name}", "=" * 5000, f"{name}=%00",
            f"{name}=" + "x" * 5000]  # fmt: skip


def test_without_the_key_to_a_seat_nobody_sits_down(there):
    browser = Browser(there.address)
    with nothing_changes(there):
        for cookie in cookies(there):
            browser.cookie = lambda cookie=cookie: cookie
            with closing(Sitting(browser, there.table)) as stranger:
                assert stranger.welcome == {"is": "farewell", "why": "you have no seat at this table", "is_final": True}
                with pytest.raises(ConnectionClosed) as closed:
                    stranger.read()
            assert closed.value.rcvd.code == 4401


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "http://[", "file://", "x"]
)
def test_the_page_of_another_site_gets_no_connection(there, origin):
    url = f"{there.address.replace('http', 'ws', 1)}/ws/{there.table}"
    headers = {"Cookie": there.browsers["ana"].cookie(), "Origin": origin}
    with nothing_changes(there), pytest.raises(InvalidStatus) as refused:
        connect(url, additional_headers=headers, legacy=True)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    "last", ["", "x", "-", "--1", "1e9", "0x1", "-5", "999999999", "9" * 5000, "%00", "%D9%A3", "1&last=2", "true"]
)
def test_whatever_number_somebody_says_they_had_last_they_get_their_lines(there, last):
    with nothing_changes(there), closing(Sitting(there.browsers["ana"], there.table, last)) as ana:
        numbers = [line["number"] for line in ana.lines]
        assert ana.welcome["is"] == "welcome"
        assert numbers == list(range(numbers[0], ana.welcome["number"] + 1))


def test_leaving_is_no_error(there):
    with errors_logged() as found:
        for _ in range(5):
            with there.sitting("ana") as ana:
                ana.act("roll", notation="1d6")
            with there.sitting("ana") as ana:
                ana.socket.socket.close()  # without a word
        plays_on(there)
    assert [record.exc_info and record.exc_info[0].__name__ for record in found] == []


def test_a_name_that_is_half_a_character_does_not_bring_the_table_down(tmp_path):
    with ground(tmp_path) as there, nothing_changes(there):
        refusals(there, "ana", [written("act", verb="bring", args={"character": brought(name="x\\ud800")})])


# ── too often ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_hundred_times_the_same_id_from_two_sockets_is_one_act(there):
    before, answers = kept(there)["commands"], []

    def insist(sitting):
        for _ in range(50):
            answers.append(shout(sitting, json.dumps({"do": "act", "id": "same", "verb": "say", "args": {"text": "once"}})))

    with no_errors(), there.sitting("ana") as one, there.sitting("ana") as other:
        threads = [threading.Thread(target=insist, args=(sitting,)) for sitting in (one, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert [(answer["is"], answer["id"]) for answer in answers] == [("done", "same")] * 100
        assert shout(one, json.dumps({"do": "act", "id": "same", "verb": "say", "args": {"text": "twice"}}))["is"] == "done"
    after = kept(there)
    assert [row[:3] for row in after["commands"] if row not in before] == [(there.table, "ana", "same")]
    assert sum('"text":"ana: once"' in row[4] for row in after["records"]) == 1
    assert sum('"text":"ana: twice"' in row[4] for row in after["records"]) == 0
    plays_on(there)
