"""The house: who may come in, what is sent with every answer, what is logged, and how it stops."""

import json
from types import SimpleNamespace

import pytest

from fatewright.core.errors import BadValue
from fatewright.web.address import addresses
from fatewright.web.guard import LARGEST, POLICY, Allowance, Bucket, Limits, NotAllowed, Rate
from fatewright.web.serve import address_for_others, banner, listening
from web.serving import Browser, Process, Sitting, character, new_table, served

WORD = "open sesame"


@pytest.fixture(scope="module")
def open_house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("open")) as address:
        yield address


@pytest.fixture(scope="module")
def closed_house(tmp_path_factory):
    with served(tmp_path_factory.mktemp("closed"), passphrase=WORD, names=frozenset({"play.example"})) as address:
        yield address


def test_a_house_with_a_passphrase_lets_in_whoever_says_it(closed_house):
    browser = Browser(closed_house)
    assert browser.get("/")[0] == 200  # the page itself, on which it can be said
    assert browser.get("/api/games") == (403, {"why": "this house has a passphrase; say it first"})
    wrong = browser.post("/api/enter", {"passphrase": "open barley"})
    assert wrong == (403, {"why": "that is not the passphrase of this house"})
    assert browser.post("/api/enter", {"passphrase": WORD}) == (200, {})
    assert WORD not in browser.cookies["house"]
    assert "HttpOnly" in browser.headers["set-cookie"]
    assert browser.get("/api/games")[0] == 200


def test_nobody_plays_there_without_it(closed_house):
    gm = Browser(closed_house)
    gm.post("/api/enter", {"passphrase": WORD})
    _, card = gm.post("/api/tables", {"game": "lanterns", "name": "A table", "seat": "gm"})
    assert gm.sit(card["id"]).welcome["is"] == "welcome"
    del gm.cookies["house"]
    with pytest.raises(Exception, match=r"403|rejected"):
        gm.sit(card["id"])


def test_a_passphrase_is_not_to_be_guessed_at_speed(tmp_path):
    clock = SimpleNamespace(now=0.0)
    with served(tmp_path, passphrase=WORD, allowance=Allowance(clock=lambda: clock.now)) as house:
        browser = Browser(house)
        guess = [browser.post("/api/enter", {"passphrase": str(number)}) for number in range(12)]
        assert [status for status, _ in guess] == [403] * 10 + [429] * 2
        assert guess[-1][1] == {"why": "that was too much at once; wait a moment and try again"}
        clock.now += 2  # seconds: half a guess each
        assert [browser.post("/api/enter", {"passphrase": WORD})[0] for _ in range(2)] == [200, 429]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.168.1.7:8420", 200),
        ("localhost", 200),
        ("table.local:80", 200),
        ("[::1]:80", 200),
        ("play.example", 403),
        ("evil.example", 403),
    ],
)
def test_a_house_goes_by_its_own_names(open_house, host, status):
    assert Browser(open_house).get("/health", Host=host, Origin=f"http://{host}")[0] == status


def test_a_house_goes_by_the_names_that_the_host_gives_it(closed_house):
    assert Browser(closed_house).get("/health", Host="play.example", Origin="http://play.example")[0] == 200


@pytest.mark.parametrize("path", ["/", "/api/games", "/health", "/api/nowhere", "/t/abc"])
def test_every_answer_leaves_with_the_policy(open_house, path):
    browser = Browser(open_house)
    browser.get(path)
    assert {name: browser.headers[name] for name in POLICY} == POLICY
    assert "unsafe" not in POLICY["content-security-policy"]
    assert browser.headers["server"] is None


def test_pages_are_fresh_and_files_last(open_house):
    browser = Browser(open_house)
    page = browser.get("/t/anything")[1].decode()
    assert browser.headers["cache-control"] == "no-cache"
    script = page.partition('src="')[2].partition('"')[0]
    assert browser.get(script)[0] == 200
    assert browser.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert browser.get("/assets/none.js")[0] == 404


def test_a_seat_is_held_by_a_cookie_that_scripts_cannot_read(open_house):
    browser = Browser(open_house)
    browser.post("/api/tables", {"game": "lanterns", "name": "A table", "seat": "gm"})
    cookie = browser.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert len(cookie.partition("=")[2].partition(";")[0]) == 32


def test_the_lobby_shows_the_tables_of_this_browser_alone(open_house):
    browser = Browser(open_house)
    assert browser.get("/api/tables") == (200, [])
    for name in ("one", "two"):
        browser.post("/api/tables", {"game": "lanterns", "name": name, "seat": "gm"})
    assert {(card["name"], card["seat"], card["role"]) for card in browser.get("/api/tables")[1]} == {
        ("one", "gm", "gm"),
        ("two", "gm", "gm"),
    }
    browser.cookies["seat-nowhere"] = "junk"
    assert len(browser.get("/api/tables")[1]) == 2


def test_only_whoever_leads_the_table_gives_seats_away(open_house):
    table, browsers = new_table(open_house, "ana", "bo")
    path = f"/api/tables/{table}/reseat"
    assert browsers["ana"].post(path, {"seat": "bo"})[0] == 409
    assert browsers["gm"].post(path, {"seat": "gm"}) == (409, {"why": "'gm' is not a seat that can be given away here"})
    status, code = browsers["gm"].post(path, {"seat": "bo"})
    assert (status, code["seat"]) == (200, "bo")
    bo = browsers["bo"].sit(table)
    other = Browser(open_house)
    assert other.post(f"/api/tables/{table}/claim", {"code": code["link"].partition("#seat=")[2]})[1]["seat"] == "bo"
    assert bo.until(lambda frame: frame["is"] == "farewell")["is_final"]
    assert other.sit(table).welcome["seat"] == "bo"


def test_earlier_lines_come_when_asked_for(open_house):
    table, browsers = new_table(open_house)
    gm = browsers["gm"].sit(table)
    for number in range(120):
        gm.act("say", text=str(number))
    fresh = Sitting(browsers["gm"], table)
    first = fresh.welcome["lines"][0]["number"]
    assert (len(fresh.welcome["lines"]), first > 0) == (200, True)
    status, earlier = browsers["gm"].get(f"/api/tables/{table}/log?before={first}")
    assert (status, [line["number"] for line in earlier]) == (200, list(range(first)))
    assert browsers["gm"].get(f"/api/tables/{table}/log?before=x")[0] == 400
    assert Browser(open_house).get(f"/api/tables/{table}/log?before=3")[0] == 401


def test_what_a_rewind_would_undo_is_shown_first(open_house):
    table, browsers = new_table(open_house, "ana")
    gm, ana = browsers["gm"].sit(table), browsers["ana"].sit(table)
    ana.act("bring", character=character("ana"))
    last = ana.act("say", text="hello")["number"]
    gm.catch_up(last)
    said = next(line for line in gm.lines if line.get("text") == "ana: hello")
    status, undone = browsers["gm"].post(f"/api/tables/{table}/undoes", {"before": said["number"]})
    assert (status, undone["lines"]) == (200, [line["number"] for line in gm.lines if line["act"] == said["act"]])
    assert gm.send("rewind", before=said["number"])["is"] == "done"
    assert gm.lines[-1]["undone"] == undone["lines"]


# ── the log, and stopping ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_log_is_lines_of_json_without_secrets(tmp_path):
    with Process(tmp_path, "--passphrase", WORD) as server:
        gm = Browser(server.address)
        gm.post("/api/enter", {"passphrase": WORD})
        _, card = gm.post("/api/tables", {"game": "lanterns", "name": "Our table", "seat": "Gwen"})
        sitting = gm.sit(card["id"])
        sitting.act("note", text="the butler did it")
        sitting.socket.send("{")
        sitting.read()
        Browser(server.address).get("/api/games", Host="evil.example", Origin="http://evil.example")
        sitting.close()
        _, health = Browser(server.address).get("/health")
        assert health["open_tables"] == 1
        assert server.stop() == 0
    text = (tmp_path / "fatewright.log").read_text()
    assert (tmp_path / "fatewright.log").stat().st_mode & 0o777 == 0o600
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["what"] for line in lines if line["what"] in ("started", "stopped", "turned away")] == [
        "started",
        "turned away",
        "stopped",
    ]
    assert {tuple(line)[:3] for line in lines} == {("at", "level", "what")}
    for secret in (card["id"], WORD, "butler", "Our table", "Gwen", *gm.cookies.values()):
        assert secret not in text


def test_a_server_that_is_stopped_finishes_and_says_goodbye(tmp_path):
    with Process(tmp_path) as server:
        table, browsers = new_table(server.address, "ana")
        sitting = browsers["ana"].sit(table)
        sitting.act("say", text="to be kept")
        assert server.stop() == 0
        server.start()
        assert "ana: to be kept" in browsers["ana"].sit(table).texts()


# ── addresses and limits ───────────────────────────────────────────────────────────────────────────────────────────────


def test_an_address_for_others_is_never_this_machines_own():
    assert [address for address in addresses() if address.startswith("127.")] == []
    assert address_for_others("127.0.0.1", 80) == address_for_others("localhost", 80) == address_for_others("::1", 80) == ""
    assert address_for_others("192.168.7.7", 80) == "http://192.168.7.7:80"
    assert "not reachable" in banner(80, "", "here")


def test_a_port_that_is_taken_is_named_and_the_usual_one_has_neighbours():
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadValue, match=f"--host 127.0.0.1 --port {port}: Address already in use; choose another"):
            listening("127.0.0.1", port)
    with listening("127.0.0.1", None) as first, listening("127.0.0.1", None) as second:
        assert first.getsockname()[1] != second.getsockname()[1]


def test_a_rate_allows_a_burst_and_then_so_many_a_second():
    clock = SimpleNamespace(now=0.0)
    bucket = Bucket(Rate(3, 2), lambda: clock.now)
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]
    clock.now += 1
    assert [bucket.take() for _ in range(3)] == [True] * 2 + [False]
    clock.now += 60
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]
    limits = Limits(Allowance(comers=Rate(2, 1), clock=lambda: 0.0))
    for _ in range(2):
        limits.check("one", "comers")
    with pytest.raises(NotAllowed, match="that was too much at once"):
        limits.check("one", "comers")
    limits.check("one", "requests")
    limits.check("another", "comers")


def test_limits_forget_whoever_has_not_come_for_longest():
    limits = Limits(Allowance(comers=Rate(1, 1), addresses=2, clock=lambda: 0.0))
    for address in ("one", "two", "three"):
        limits.check(address, "comers")
    limits.check("one", "comers")  # forgotten, and so new
    with pytest.raises(NotAllowed):
        limits.check("three", "comers")


def test_too_large_a_body_is_refused(open_house):
    status, said = Browser(open_house).post("/api/tables", b"x" * (LARGEST + 1))
    assert (status, said["why"]) == (413, f"this is too large; expected at most {LARGEST:,} bytes")
