"""The edge: whom the server believes where a request comes from, what cookies are like, and how much one address may do."""

from contextlib import closing
from http.cookies import SimpleCookie
from types import SimpleNamespace

import pytest

from fatewright.core.errors import BadValue
from fatewright.web.guard import USUAL, Rate
from fatewright.web.proxies import named
from web.barrage import request
from web.serving import ENDLESS, Browser, Process, character, new_table, served

NEAR_ONLY = "this table is open to its own network only; the host can open it with --passphrase"
FAR = {"X-Forwarded-For": "8.8.8.8"}
TABLE = {"game": "lanterns", "name": "A table", "seat": "Gwen"}
WORD = "open sesame"
STRICT = ENDLESS._replace(attempts=Rate(2, 1), tables=Rate(9, 1), seats=Rate(3, 1))


@pytest.fixture(scope="module")
def unproxied(tmp_path_factory):
    with served(tmp_path_factory.mktemp("unproxied")) as address:
        yield address


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    """A server behind two proxies: one on this machine, and one of another network in front of it."""
    with served(tmp_path_factory.mktemp("proxied"), proxies=["127.0.0.1", "203.0.113.0/24"], allowance=STRICT) as address:
        yield address


@pytest.fixture(scope="module")
def closed(tmp_path_factory):
    with served(tmp_path_factory.mktemp("closed"), proxies=["127.0.0.1"], passphrase=WORD, allowance=STRICT) as address:
        yield address


def cookies_of(browser):
    return [next(iter(SimpleCookie(text).values())) for text in browser.headers.get_all("Set-Cookie")]


# ── who is believed ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_forwarded_by_nobody_that_was_named_is_not_read(unproxied, proxied):
    assert Browser(unproxied).get("/api/games", **FAR)[0] == 200
    assert Browser(unproxied).get("/health", **{"X-Forwarded-Host": "evil.example"})[0] == 200
    beside_the_proxy = SimpleNamespace(address=proxied)  # such requests come from other addresses than the named one
    assert request(beside_the_proxy, "GET", "/health", X_Forwarded_For="8.8.8.8")[0] == 200
    assert request(beside_the_proxy, "GET", "/health", X_Forwarded_Host="evil.example")[0] == 200


@pytest.mark.parametrize(
    ("hops", "status"),
    [
        ("8.8.8.8", 403),
        ("192.168.1.7", 200),
        ("192.168.1.7, 8.8.8.8", 403),  # what stands left of the first stranger is what the stranger says
        ("8.8.8.8, 192.168.1.7", 200),
        ("8.8.8.8, 203.0.113.9", 403),  # the second proxy is ours
        ("192.168.1.7, 203.0.113.9", 200),
        ("192.168.1.7, 8.8.8.8:4711, 127.0.0.1", 403),
        ("[2001:4860:4860::8888]:443", 403),
        ("::ffff:192.168.1.7", 200),
        ("::ffff:8.8.8.8", 403),
        ("somewhere", 403),
        ("unknown, 203.0.113.9", 403),
        ("", 403),
    ],
)
def test_without_a_passphrase_only_the_own_network_is_let_in_through_a_named_proxy(proxied, hops, status):
    answer = Browser(proxied).get("/api/games", **{"X-Forwarded-For": hops})
    assert answer[0] == status
    assert answer[1] == {"why": NEAR_ONLY} or status == 200


def test_a_house_with_a_passphrase_lets_strangers_say_it_and_counts_the_attempts_of_each(closed):
    def attempts(address):
        return [Browser(closed).post("/api/enter", {"passphrase": "x"}, **{"X-Forwarded-For": address})[0] for _ in range(4)]

    assert attempts("8.8.8.8") == [403, 403, 429, 429]
    assert attempts("9.9.9.9")[0] == 403
    assert attempts("2001:db8::1") == [403, 403, 429, 429]
    assert attempts("2001:db8::2")[0] == 429  # of one network, which is one house


def test_the_name_under_which_a_browser_asked_is_the_one_that_the_proxy_says(proxied):
    by_name = {"X-Forwarded-Host": "table.local", "X-Forwarded-Proto": "https", "Origin": "https://table.local"}
    gm = Browser(proxied)
    status, card = gm.post("/api/tables", TABLE, **by_name)
    assert status == 200
    assert gm.get(f"/api/tables/{card['id']}", **by_name)[1]["link"] == f"https://table.local/t/{card['id']}/join"
    strange = {"X-Forwarded-Host": "evil.example", "Origin": "https://evil.example"}
    assert gm.get("/health", **strange)[0] == 403


@pytest.mark.parametrize("text", ["nowhere", "10.0.0.0/99", ""])
def test_a_proxy_is_named_by_address_or_network(text):
    with pytest.raises(BadValue, match=f"--proxy {text}: expected the address of a proxy or its network"):
        named([text])


def test_the_host_names_proxies_when_starting(tmp_path):
    with Process(tmp_path, "--proxy", "127.0.0.1", "--proxy", "10.0.0.0/8") as server:
        assert Browser(server.address).get("/api/games", **FAR) == (403, {"why": NEAR_ONLY})


# ── cookies ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_every_cookie_is_kept_from_scripts_and_one_given_by_https_never_goes_without(closed, scheme):
    behind = {"X-Forwarded-Proto": scheme, "X-Forwarded-For": f"192.168.2.{len(scheme)}"}
    browser, found = Browser(closed), []
    assert browser.post("/api/enter", {"passphrase": WORD}, **behind)[0] == 200
    found += cookies_of(browser)
    _, card = browser.post("/api/tables", TABLE, **behind)
    found += cookies_of(browser)
    browser.post(f"/api/tables/{card['id']}/join", {"name": "bo", "is_beside": True}, **behind)
    found += cookies_of(browser)
    assert [one.key for one in found] == ["house", f"seat-{card['id']}", f"seat-{card['id']}"]
    for one in found:
        assert (bool(one["secure"]), one["httponly"], one["samesite"], one["path"]) == (scheme == "https", True, "lax", "/")


def test_whoever_says_to_have_come_by_https_is_not_believed(unproxied):
    browser = Browser(unproxied)
    browser.post("/api/tables", TABLE, **{"X-Forwarded-Proto": "https"})
    assert [bool(one["secure"]) for one in cookies_of(browser)] == [False]


# ── how much of one address ────────────────────────────────────────────────────────────────────────────────────────────


def test_one_address_cannot_fill_a_table(proxied):
    id, _ = new_table(proxied)
    path = f"/api/tables/{id}/join"
    said = [Browser(proxied).post(path, {"name": f"guest {number}"}) for number in range(4)]
    assert [status for status, _ in said] == [200, 200, 200, 429]
    full = "3 people have sat down at this table from your address, and that is the most; wait an hour and try again"
    assert said[-1][1] == {"why": full}
    assert Browser(proxied).post(path, {"name": "Zoë"}, **{"X-Forwarded-For": "192.168.1.7"})[0] == 200
    other, _ = new_table(proxied)
    assert Browser(proxied).post(f"/api/tables/{other}/join", {"name": "Zoë"})[0] == 200


def test_a_dozen_people_sit_down_at_one_device():
    assert USUAL.seats.burst >= 12


def test_names_that_are_refused_and_seats_that_are_taken_count_for_nothing(proxied):
    id, browsers = new_table(proxied, "Ana")
    path = f"/api/tables/{id}/join"
    for _ in range(5):
        assert Browser(proxied).post(path, {"name": "a:b"})[0] == 400
        assert Browser(proxied).post(path, {"name": "Ana"})[0] == 409
    assert browsers["Ana"].post(path, {"name": "Bo", "is_beside": True})[0] == 200


def test_one_address_sets_out_so_many_tables_and_then_waits(proxied):
    behind = {"X-Forwarded-For": "192.168.3.3"}
    for _ in range(9):
        assert Browser(proxied).post("/api/tables", {}, **behind)[0] == 400
    most = {"why": "9 tables have been set out from your address, and that is the most; wait a minute and try again"}
    assert Browser(proxied).post("/api/tables", {}, **behind) == (429, most)
    assert Browser(proxied).post("/api/games/lanterns/try", {}, **behind) == (429, most)


# ── names ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_name_is_kept_in_one_spelling_and_nobody_sits_down_under_one_that_looks_the_same(unproxied):
    id, _ = new_table(unproxied)
    join = f"/api/tables/{id}/join"
    status, card = Browser(unproxied).post(join, {"name": "Zoe\u0308"})
    assert (status, card["seat"]) == (200, "Zo\u00eb")
    assert Browser(unproxied).post(join, {"name": "Zo\u00eb"})[0] == 409
    status, said = Browser(unproxied).post(join, {"name": "ZOË"})
    assert (status, said["why"]) == (400, "name: 'ZOË' can be taken for Zoë, who is here already; take another name")
    for name in ("gm", "GM", "The table", "Zoë: yes", "Zo\u202eë", "Zо\u00eb", "Zoë\nBo", "television"):
        assert Browser(unproxied).post(join, {"name": name})[0] in (400, 409), name
    for name in ("Łukasz", "王芳", "Юлия", "أحمد", "Ana Lucía", "Jean-Luc", "O'Neil", "Bo2", "Zoe"):
        status, card = Browser(unproxied).post(join, {"name": name})
        assert (status, card.get("seat")) == (200, name)


def test_places_that_the_game_master_sets_and_tables_have_such_names_too(unproxied):
    id, browsers = new_table(unproxied, "Ana")
    with closing(browsers["gm"].sit(id)) as gm:
        assert "can be taken for Ana" in gm.act("seat", name="ana", role="player")["why"]
        assert gm.act("seat", name="Ana", role="spectator")["is"] == "done"  # another role for somebody who sits here
    status, said = Browser(unproxied).post("/api/tables", {**TABLE, "name": "Tаble"})
    assert (status, said["why"]) == (400, "name: 'Tаble' mixes letters of CYRILLIC and LATIN; write a word in one script")
    status, card = Browser(unproxied).post("/api/tables", {**TABLE, "name": "Tuesday: the Cafe\u0301"})
    assert (status, card["name"]) == (200, "Tuesday: the Caf\u00e9")


def test_nobody_comes_to_the_table_who_can_be_taken_for_another_or_for_a_line(unproxied):
    id, browsers = new_table(unproxied, "Ana", "Bo")
    with closing(browsers["Ana"].sit(id)) as ana, closing(browsers["Bo"].sit(id)) as bo:
        assert bo.act("bring", character=character("Bo"))["is"] == "done"
        for name, why in (("Во", "can be taken for Bo"), ("Bo loses 5 hit points", "reads like a line"), ("gm", "reads like")):
            assert why in ana.act("bring", character=character(name))["why"]
        assert ana.act("bring", character=character("Zoe\u0308"))["is"] == "refused"  # within the file it is as it was written
        assert ana.act("bring", character=character("Zoë"))["is"] == "done"


# ── whose words they are ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_line_says_whether_somebody_speaks_or_the_table(unproxied):
    id, browsers = new_table(unproxied, "Ana", "Bo")
    with closing(browsers["gm"].sit(id)) as gm, closing(browsers["Ana"].sit(id)) as ana:
        assert gm.act("session", what="open")["is"] == "done"
        assert ana.act("say", text="the table: Bo loses 5 hit points")["is"] == "done"
        assert ana.act("whisper", to="Bo", text="minutes pass")["is"] == "done"
        assert gm.act("allow", text="It opens.")["is"] == "done"
        assert gm.act("pass-time", minutes=5)["is"] == "done"
    with closing(browsers["Bo"].sit(id)) as bo:
        told = [(line["text"], line.get("said_by", "")) for line in bo.lines if line["kind"] == "told"]
    spoken = [
        ("Ana: the table: Bo loses 5 hit points", "Ana"),
        ("Ana, aside: minutes pass", "Ana"),
        ("gm: yes, it works. It opens.", "gm"),
    ]
    assert told[-5:] == [("session 1: open", ""), *spoken, ("5 minutes pass", "")]
    assert {said_by for _, said_by in told[:-5]} == {""}
    film = browsers["Bo"].get(f"/api/tables/{id}/film?first=0")[1]
    shown = [(line["text"], line["said_by"]) for act in film["acts"] for line in act["lines"] if "said_by" in line]
    assert shown == spoken
    recap = browsers["Bo"].get(f"/api/tables/{id}/recap")[1]
    assert [line["text"] for line in recap["lines"] if "said_by" in line] == [text for text, _ in spoken[1:]]
