"""Whatever comes over HTTP: answered by a sentence and a fitting status, without a trace, and without harm to anybody."""

import json
import socket
import threading
from contextlib import ExitStack, closing

import msgspec
import pytest

from fatewright.web import wire
from fatewright.web.guard import LARGEST
from web.barrage import ground, is_in_words, kept, no_errors, nothing_changes, plays_on, raw_request, request
from web.serving import Browser, served
from web.test_hostile_messages import HUGE, VALUES, is_of

BODIES = {
    "/api/tables": (wire.NewTable, {"game": "lanterns", "name": "Another", "seat": "gm", "preset": "", "dials": {}}),
    "/api/tables/ID/join": (wire.Join, {"name": "dora", "role": "player"}),
    "/api/tables/ID/claim": (wire.Claim, {"code": "x"}),
    "/api/tables/ID/hand-over": (wire.HandOver, {"seat": "nobody"}),
    "/api/tables/ID/forget": (wire.Forget, {}),
    "/api/tables/ID/take": (wire.Take, {"seat": "nobody"}),
    "/api/tables/ID/reseat": (wire.Reseat, {"seat": "nobody"}),
    "/api/tables/ID/odds": (wire.Weigh, {"verb": "dare", "args": {"who": "gm"}, "question": 0}),
    "/api/tables/ID/undoes": (wire.Undoes, {"before": -2}),
    "/api/tables/ID/changes": (wire.ChangesOf, {"path": ["token", "nobody", "light"]}),
    "/api/tables/ID/print": (wire.Print, {"tokens": ["nobody"]}),
    "/api/enter": (wire.Pass, {"passphrase": "x"}),
    "/api/games/lanterns/check": (wire.Check, {"name": "x", "choices": {}}),
    "/api/games/lanterns/print": (wire.Check, {"name": "x", "choices": {}}),
    "/api/games/lanterns/newcomer": (wire.Newcomer, {}),
    "/api/games/lanterns/own": (wire.Own, {"code": "x"}),
    "/api/games/lanterns/content": (wire.Keep, {"title": "lanterns", "lists": {"weapons": []}, "stamp": ""}),
}
JUNK = [
    b"x",
    b"{",
    b"null",
    b"[]",
    b"1",
    b'"x"',
    b"\xff\xfe",
    b"\x00",
    b'{"a":1}',
    b"[" * 10_000,
    b'{"name":"\\ud800"}',
    b"{}{}",
]


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    with ground(tmp_path_factory.mktemp("hostile")) as one:
        yield one


def refused(there, answer, *statuses):
    """Check that an answer is a refusal with one of these statuses, in words."""
    status, body = answer
    assert status in statuses, (status, body)
    assert isinstance(body, dict), (status, body)
    assert list(body) == ["why"]
    assert is_in_words(body["why"], there), body
    return True


def posted(there, path, body, seat="gm", **headers):
    """A post by a seat of the attacked table."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return request(there, "POST", path.replace("ID", there.table), data, cookie=there.browsers[seat].cookie(), **headers)


# ── bodies ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", BODIES)
def test_junk_in_place_of_a_body_is_refused_in_words(there, path):
    junk = [one for one in JUNK if path != "/api/games/lanterns/newcomer" or one != b"{}"]
    with nothing_changes(there):
        assert all(refused(there, posted(there, path, one), 400) for one in junk)
        assert refused(there, posted(there, path, b""), 400, 415)
        assert refused(there, posted(there, path, b'{"x":"' + b"x" * LARGEST + b'"}'), 413)


@pytest.mark.parametrize("path", BODIES)
def test_every_field_of_every_body_refuses_every_wrong_type(there, path):
    kind, right = BODIES[path]
    fields = msgspec.structs.fields(kind)
    wrong = [right | {one.name: value} for one in fields for value in VALUES if not is_of(one.type, value)]
    wrong += [{name: value for name, value in right.items() if name != one.name} for one in fields if one.required]
    wrong += [right | {"extra": 1}, right | {"seats": "gm"}]
    with nothing_changes(there):
        assert all(refused(there, posted(there, path, one), 400) for one in wrong)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x", "", None]
)
def test_a_body_of_another_content_type_is_refused(there, kind):
    with nothing_changes(there):
        for path, (_, right) in BODIES.items():
            assert refused(there, posted(there, path, right, Content_Type=kind), 415)


VALUES_THAT_ARE_WRONG = {
    "/api/tables": [
        *({"game": game, "name": "x", "seat": "gm"} for game in ("", "nothing", "../lanterns", "x" * 5000, "\0")),
        *({"game": "lanterns", "name": name, "seat": "gm"} for name in ("", " ", " x", "x" * 41, "a\nb", "\0", "\u202e")),
        *({"game": "lanterns", "name": "x", "seat": seat} for seat in ("", "*", "*keeper*", "a:b", "x" * 41, "\0", "\u200b")),
        *({"game": "lanterns", "name": "x", "seat": "gm", "dials": {"burn": value}} for value in VALUES),
        {"game": "lanterns", "name": "x", "seat": "gm", "dials": {"nothing": 1}},
        {"game": "lanterns", "name": "x", "seat": "gm", "preset": "nothing"},
    ],
    "/api/tables/ID/join": [
        *({"name": name} for name in ("", " ", "x ", "*", "*keeper*", "a:b", "x" * 41, "\0", "a\nb", "gm", "ana", "bo")),
        *({"name": "x", "role": role} for role in ("gm", "", "host", "PLAYER")),
    ],
    "/api/tables/ID/claim": [{"code": code} for code in ("", "x", "\0", "x" * 5000, "' OR 1=1 --")],
    "/api/tables/ID/hand-over": [{"seat": seat} for seat in ("ana", "", "nobody", "*", "*keeper*", "\0", "x" * 5000)],
    "/api/tables/ID/forget": [{}],  # not a table that was tried
    "/api/tables/ID/take": [{"seat": seat} for seat in ("gm", "ana", "", "nobody", "*", "\0", "x" * 5000)],
    "/api/tables/ID/reseat": [{"seat": seat} for seat in ("gm", "", "nobody", "*", "*keeper*", "\0")],
    "/api/tables/ID/print": [
        *({"tokens": [token]} for token in ("", "nobody", "*", "\0", "turns")),
        *({"tokens": tokens} for tokens in ([], ["ana", "nobody"], ["ana"] * 100)),
    ],
    "/api/games/lanterns/own": [{"code": code} for code in ("", "x", "\0", "x" * 5000, "' OR 1=1 --")],
    "/api/games/lanterns/print": [{"name": "x", "choices": {"wit": value}} for value in VALUES],
    "/api/tables/ID/undoes": [{"before": before} for before in (-2, 0, 10**9, HUGE, -(2**63))],
    "/api/enter": [{"passphrase": text} for text in ("", "x", "\0", "x" * 50_000, "\u00ff")],
}


@pytest.mark.parametrize("path", VALUES_THAT_ARE_WRONG)
def test_values_that_may_not_be_are_refused_in_words(there, path):
    with nothing_changes(there):
        assert all(refused(there, posted(there, path, one), 400, 403, 409) for one in VALUES_THAT_ARE_WRONG[path])


ACTS_THAT_MAY_NOT_BE = [
    *({"verb": verb, "args": {}} for verb in ("nothing", "dare", "\0", "__class__", "x" * 5000)),
    *({"verb": "dare", "args": {"who": one, "trait": "hand", "difficulty": "plain"}} for one in VALUES),
    *({"verb": "stare", "args": {"who": "ghoul", "other": one}} for one in VALUES),
]


def test_what_may_not_be_done_has_no_odds_and_says_why(there):
    with nothing_changes(there):
        for act in ACTS_THAT_MAY_NOT_BE:
            status, said = posted(there, "/api/tables/ID/odds", act)
            assert (status, said["odds"]["outcomes"], said["answers"]) == (200, [], [])
            assert said["odds"]["note"] != ""


@pytest.mark.parametrize("path", ["form", "sheet"])
def test_forms_and_sheets_of_nonsense_are_answered_in_words(there, path):
    with nothing_changes(there):
        for value in ("nothing", "", "\0", "x" * 5000, "ghoul", "ana"):
            asked = {"token": value} if path == "sheet" else {"verb": value, "args": {"who": value, "skill": [value]}}
            status, said = posted(there, f"/api/tables/ID/{path}", asked)
            assert (status, list(said)) in [(200, ["derived", "steps", "ranges"]), (400, ["why"]), (409, ["why"])]


@pytest.mark.parametrize("is_opening", [True, False])
def test_half_of_a_form_filled_in_with_nonsense_says_what_is_wrong_with_it(there, is_opening):
    with nothing_changes(there):
        for value in VALUES:
            asked = {"verb": "strike", "args": {"who": "ana", "target": value}, "is_opening": is_opening}
            status, said = posted(there, "/api/tables/ID/form", asked)
            assert (status, list(said)) == (200, ["verb", "slots", "blocked", "given"])
            assert said["blocked"] != ""


def test_dice_pick_nothing_where_there_is_nothing_to_pick(there):
    with nothing_changes(there):
        for field in ("nerve", "nothing", "", "\0"):
            assert refused(there, posted(there, "/api/games/lanterns/draw", {"field": field}), 400)


def test_a_character_that_is_nonsense_is_judged_in_words(there):
    with nothing_changes(there):
        for value in VALUES:
            sheet = {"name": "x", "choices": {"nerve": value, "hand": value, "wit": value, "weapon": value, "owner": value}}
            status, verdict = posted(there, "/api/games/lanterns/check", sheet)
            assert (status, sorted(verdict)) == (200, ["budgets", "derived", "problems", "values", "warnings"])
            assert verdict["problems"] != []


def test_players_do_not_give_seats_away(there):
    with nothing_changes(there):
        for seat in ("ana", "sky", "tv"):
            assert refused(there, posted(there, "/api/tables/ID/reseat", {"seat": "bo"}, seat), 409)


# ── addresses ──────────────────────────────────────────────────────────────────────────────────────────────────────────

NOWHERE = {
    "/assets/../../app.py": 404,
    "/assets/../../../../../../etc/passwd": 404,
    "/assets/..%2f..%2fapp.py": 404,
    "/assets/%2e%2e/%2e%2e/app.py": 404,
    "/assets/%252e%252e/app.py": 404,
    "/assets/..\\..\\app.py": 404,
    "/assets/": 404,
    "/assets//etc/passwd": 404,
    "/assets/%00": 404,
    "/api/": 404,
    "/api/nothing": 404,
    "/api/../health": 404,
    "/api/tables/": 404,
    "/api/tables/nothing": 404,
    "/api/tables/%00": 404,
    "/api/tables/%ff%fe": 404,
    "/api/tables/" + "x" * 5000: 404,
    "/api/tables/nothing/log?before=1": 404,
    "/api/tables/nothing/qr.svg": 404,
    "/api/tables/ID/log": 401,
    "/api/tables/ID/log?before=1": 401,
    "/api/rules/nothing": 404,
    "/api/rules/..%2f..%2fpyproject": 404,
    "/api/rules/../../pyproject": 404,
    "/api/rules/%2e%2e": 404,
    "/api/rules/avitch/nothing": 400,
    "/api/rules/avitch/%00": 400,
    "/api/odds": 400,
    "/api/odds?game=nothing&rule=daring": 400,
    "/api/odds?game=lanterns&rule=__init__": 400,
    "/api/odds?game=lanterns&rule=daring&dice=%00": 400,
    "/api/odds?game=lanterns&rule=daring&dice=-1": 400,
    "/api/odds?game=lanterns&rule=daring&dice=" + "9" * 5000: 400,
    "/api/odds?game=lanterns&rule=daring&dice=3&lens=nothing": 400,
    "/api/odds?game=lanterns&rule=daring&dice=3&self=1": 400,
    "/api/odds?notation=": 400,
    "/api/odds?notation=%ff%00": 400,
    "/api/odds?notation=" + "(" * 400: 400,
    "/api/odds?notation=1000d1000": 400,
    "/api/odds?notation=501d2%2B500d2": 400,
    "/api/odds?notation=" + "1%2B" * 300: 400,
    "/api/odds?notation=1d6&lens=__class__": 400,
}


@pytest.mark.parametrize(("path", "status"), NOWHERE.items(), ids=[path[:50] for path in NOWHERE])
def test_addresses_that_lead_nowhere_are_refused_in_words(there, path, status):
    with nothing_changes(there):
        assert refused(there, request(there, "GET", path.replace("ID", there.table)), status)


@pytest.mark.parametrize(
    "path", ["/../app.py", "/..%2fapp.py", "/%2e%2e/app.py", "//etc/passwd", "/t/../../etc/passwd", "/app.py", "/.git"]
)
def test_nothing_but_the_page_is_ever_served(there, path):
    with nothing_changes(there):
        assert request(there, "GET", path) == request(there, "GET", "/")


@pytest.mark.parametrize("before", ["", "-1", "x", "1e3", "0x1", "9" * 10, "%00", "1.0", "null"])
def test_a_log_from_a_line_that_is_none_is_refused(there, before):
    cookie = there.browsers["ana"].cookie()
    with nothing_changes(there):
        assert refused(there, request(there, "GET", f"/api/tables/{there.table}/log?before={before}", cookie=cookie), 400)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])
def test_methods_that_nothing_here_answers_to_are_refused_in_words(there, method):
    with nothing_changes(there):
        for path in ("/health", "/api/tables", f"/api/tables/{there.table}/join", "/api/games", "/", "/assets/x"):
            assert refused(there, request(there, method, path), 405)


# ── who asks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


STRANGERS = ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "", "a b", "x" * 5000]
NO_ADDRESSES = ["[::1", "]", "[x]"]
SITES = [
    "http://evil.example",
    "null",
    "",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://[",
    "http://]",
    "\xff",
    "x" * 5000,
]


@pytest.mark.parametrize("host", [*STRANGERS, *NO_ADDRESSES])
def test_the_name_of_a_stranger_is_refused_in_words(there, host):
    with nothing_changes(there):
        assert refused(there, request(there, "GET", "/health", Host=host), 403)


@pytest.mark.parametrize("origin", SITES)
def test_the_page_of_another_site_is_refused_in_words(there, origin):
    with nothing_changes(there):
        assert refused(there, posted(there, "/api/tables/ID/join", {"name": "dora"}, Origin=origin), 403)
        assert refused(there, request(there, "GET", "/api/tables", Origin=origin), 403)


def test_without_the_key_to_a_seat_nobody_asks_for_what_the_seat_knows(there):
    name = f"seat-{there.table}"
    foreign = there.other_browsers["gm"].cookies[f"seat-{there.other_table}"]
    strange = ["", f"{name}=", f"{name}={foreign}", f"{name}=\xff\xfe", ";;=;", f'{name}="\\777\\"', f"{name}={'x' * 20_000}"]
    with nothing_changes(there):
        for cookie in strange:
            for path in ("odds", "undoes", "reseat"):
                body = json.dumps(BODIES[f"/api/tables/ID/{path}"][1]).encode()
                assert refused(there, request(there, "POST", f"/api/tables/{there.table}/{path}", body, cookie=cookie), 401)
            assert refused(there, request(there, "GET", f"/api/tables/{there.table}/log?before=9", cookie=cookie), 401)
            assert request(there, "GET", "/api/tables", cookie=cookie) == (200, [])


def test_five_hundred_keys_to_nothing_are_no_burden(there):
    cookie = "; ".join(f"seat-{number}=x" for number in range(500))
    with nothing_changes(there):
        assert request(there, "GET", "/api/tables", cookie=cookie) == (200, [])


def test_whoever_has_sat_at_two_hundred_tables_still_sits_down(there):
    browser = Browser(there.address)
    browser.cookies = {f"seat-{number:012}": "x" * 32 for number in range(200)} | there.browsers["ana"].cookies
    with nothing_changes(there), closing(browser.sit(there.table)) as ana:
        assert ana.welcome["seat"] == "ana"


@pytest.mark.parametrize("cookie", ["", "house=", "house=x", "house=\xff", 'house="\\377"', "house=" + "0" * 48])
def test_a_house_with_a_passphrase_is_closed_to_whoever_has_not_said_it(there, tmp_path, cookie):
    with served(tmp_path, passphrase="sesame") as address, no_errors():
        closed = there._replace(address=address)
        assert refused(there, request(closed, "GET", "/api/games", cookie=cookie), 403)


# ── not even requests ──────────────────────────────────────────────────────────────────────────────────────────────────

HEAD = b"Host: 127.0.0.1\r\nConnection: close\r\n"
NO_REQUESTS = {
    "junk": b"\x00\xff\xfe\r\n\r\n",
    "the beginning of tls": bytes.fromhex("16030102000100"),
    "no such method": b"JUNK / HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a length below zero": b"POST /api/tables HTTP/1.1\r\n" + HEAD + b"Content-Length: -5\r\n\r\n",
    "two lengths": b"POST /api/tables HTTP/1.1\r\n" + HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nxxxxxx",
    "a length and parts": b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "parts that are none": b"POST / HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "an address of a megabyte": b"GET /" + b"x" * 1_000_000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a header of ten megabytes": b"GET /health HTTP/1.1\r\n" + HEAD + b"X: " + b"x" * 10_000_000 + b"\r\n\r\n",
    "a hundred thousand headers": b"GET /health HTTP/1.1\r\n" + HEAD + b"X: x\r\n" * 100_000 + b"\r\n",
}


@pytest.mark.parametrize("data", NO_REQUESTS.values(), ids=NO_REQUESTS)
def test_what_is_no_request_is_turned_away(there, data):
    with nothing_changes(there):
        assert raw_request(there, data)[0] in (0, 400, 405, 413, 431)


def test_a_body_that_breaks_off_is_no_error(there):
    host, port = there.address.removeprefix("http://").split(":")
    start = b"POST /api/tables HTTP/1.1\r\n" + HEAD + b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    with nothing_changes(there):
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(start)
        assert request(there, "GET", "/health")[0] == 200


def test_bodies_that_never_end_hold_nobody_up(there):
    host, port = there.address.removeprefix("http://").split(":")
    start = b"POST /api/tables HTTP/1.1\r\n" + HEAD + b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    before = kept(there)
    with ExitStack() as open_ones:
        for _ in range(100):
            connection = open_ones.enter_context(socket.create_connection((host, int(port))))
            connection.sendall(start)
        plays_on(there)
    assert {name: rows for name, rows in kept(there).items() if name in ("tables", "seats", "codes")} == {
        name: rows for name, rows in before.items() if name in ("tables", "seats", "codes")
    }


def test_of_many_who_take_the_same_name_at_once_one_sits_down_and_keeps_the_seat(there):
    for name in ("dora", "emil", "fay", "gus", "hal"):
        browsers, said = [Browser(there.address) for _ in range(6)], []
        start = threading.Barrier(len(browsers))

        def join(browser, name=name, start=start, said=said):
            start.wait()
            said.append((browser.post(f"/api/tables/{there.table}/join", {"name": name})[0], browser))

        threads = [threading.Thread(target=join, args=(browser,)) for browser in browsers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(status for status, _ in said) == [200, *[409] * 5]
        with closing(next(browser for status, browser in said if status == 200).sit(there.table)) as one:
            assert one.welcome["seat"] == name
