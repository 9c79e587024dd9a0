"""Whoever does not read, and whoever sends without end: neither slows anybody down, and a phone that slept misses nothing."""

import json
import socket
import threading
from contextlib import ExitStack, closing

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from fatewright.web.guard import Rate
from patience import PATIENCE
from web.barrage import TOO_MUCH, ground, is_in_words, kept, no_errors, plays_on
from web.serving import ENDLESS, Browser, Process, Sitting, new_table

MANY = 200
LARGE = "🎲" * 2000  # a reason that everybody gets to read


class Sleeper(Sitting):
    """A connection whose socket holds little, and from which nobody reads after the welcome."""

    def __init__(self, browser, table):
        host, port = browser.address.removeprefix("http://").split(":")
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect((host, int(port)))
        url = f"{browser.address.replace('http', 'ws', 1)}/ws/{table}"
        headers = {"Cookie": browser.cookie()}
        options = {"compression": None, "max_size": None, "max_queue": 1, "ping_interval": None, "legacy": True}
        self.socket = connect(url, sock=narrow, additional_headers=headers, origin=browser.address, **options)
        self.raw, self.frames, self.lines, self.facts, self.questions = [], [], [], {}, []
        self.welcome = self.read()

    def leave(self):
        """Hang up without a word."""
        self.socket.socket.shutdown(socket.SHUT_RDWR)
        self.close()


@pytest.fixture
def there(tmp_path):
    with ground(tmp_path, held=4096) as one:
        yield one


def talk(there, seat, times):
    """Say so much, one thing after the other, each answered before the next."""
    with there.sitting(seat) as one:
        for _ in range(times):
            answer = one.act("say", text="hello")
            assert answer["is"] == "done", answer


def fill(there):
    """Let so much happen that no socket can hold it."""
    with there.sitting("gm") as gm:
        for light in range(80):
            assert gm.send("overrule", token="bo", field="light", value=light % 5, reason=LARGE)["is"] == "done"


def test_nobody_waits_for_whoever_does_not_read_and_they_miss_nothing(there):
    with no_errors(), ExitStack() as open_ones:
        sleepers = [Sleeper(there.browsers[seat], there.table) for seat in ("ana", "sky", "tv", "gm", "ana")]
        for one in sleepers:
            open_ones.callback(one.leave)
        fill(there)
        talk(there, "bo", MANY)
        plays_on(there)
        for one in sleepers:
            with there.sitting(one.welcome["seat"]) as awake:
                last, facts = awake.welcome["number"], awake.facts
            one.catch_up(last)
            assert len(one.frames) < MANY, "it was never stalled: this proves nothing"
            numbers = [line["number"] for line in one.lines]
            assert numbers == list(range(numbers[0], last + 1))
            assert one.facts == facts


def test_whoever_sends_and_does_not_read_is_no_burden_either(there):
    flooder = Sleeper(there.browsers["ana"], there.table)
    stop = threading.Event()

    def flood():
        try:
            while not stop.is_set():
                flooder.socket.send(json.dumps({"do": "act", "id": "x", "verb": "no" * 10_000, "args": {}}))
        except (ConnectionClosed, OSError):
            return

    thread = threading.Thread(target=flood, daemon=True)
    with no_errors():
        thread.start()
        talk(there, "bo", 65)
        plays_on(there)
        stop.set()
        flooder.leave()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_fifty_who_come_and_hang_up_at_once_leave_nothing_behind(there):
    with no_errors():
        for _ in range(50):
            Sleeper(there.browsers["sky"], there.table).leave()
        with there.sitting("bo") as bo:
            while bo.welcome["present"] != ["bo"]:  # until the server has noticed
                bo.welcome = bo.until(lambda frame: frame["is"] == "present") | {"present": bo.frames[-1]["seats"]}
        plays_on(there)


def test_whoever_has_lost_the_seat_can_do_nothing_more_even_if_they_do_not_read(there, request):
    old = Sleeper(there.browsers["ana"], there.table)
    request.addfinalizer(old.leave)
    fill(there)
    status, code = there.browsers["gm"].post(f"/api/tables/{there.table}/reseat", {"seat": "ana"})
    assert status == 200
    new = Browser(there.address)
    status, card = new.post(f"/api/tables/{there.table}/claim", {"code": code["link"].rpartition("=")[2]})
    assert (status, card["seat"]) == (200, "ana")
    old.socket.send(json.dumps({"do": "act", "id": "ghost", "verb": "say", "args": {"text": "I am still here"}}))
    with closing(new.sit(there.table)) as ana:
        for number in range(50):  # time enough to be heard
            assert ana.act("say", text=f"mine {number}")["is"] == "done"
        assert [text for text in ana.texts() if "I am still here" in text] == []


def test_the_server_stops_though_somebody_does_not_read(tmp_path):
    with Process(tmp_path) as server:
        table, browsers = new_table(server.address, "ana")
        with closing(browsers["gm"].sit(table)) as gm:
            gm.act("place", name="bo", kind="warden")
        sleeper = Sleeper(browsers["ana"], table)
        for _ in range(6):  # about four megabytes, each time as much as one connection may send at once
            with closing(browsers["gm"].sit(table)) as gm:
                for light in range(80):
                    assert gm.send("overrule", token="bo", field="light", value=light % 5, reason=LARGE)["is"] == "done"
        assert server.stop() == 0
        sleeper.leave()


def test_ten_thousand_messages_at_once_are_refused_in_words_but_for_what_is_allowed(tmp_path):
    with ground(tmp_path, ENDLESS._replace(commands=Rate(100, 50))) as there:  # by a clock that stands still
        flooded(there)


def flooded(there):
    before = len(kept(there)["commands"])
    flooder = there.browsers["ana"].sit(there.table)
    message = [
        json.dumps({"do": "act", "id": f"flood {number}", "verb": "say", "args": {"text": "!"}}) for number in range(10_000)
    ]

    def flood():
        try:
            for one in message:
                flooder.socket.send(one)
        except (ConnectionClosed, OSError):
            return

    thread = threading.Thread(target=flood)
    with no_errors():
        thread.start()
        talk(there, "bo", 30)
        while sum(frame["is"] == "refused" for frame in flooder.frames) < 50:
            flooder.read()
        flooder.socket.socket.shutdown(2)
        thread.join(PATIENCE)
        flooder.close()
    refused = [frame["why"] for frame in flooder.frames if frame["is"] == "refused"]
    assert set(refused) == {TOO_MUCH}
    assert is_in_words(TOO_MUCH, there)
    assert len(kept(there)["commands"]) - before == 30 + 100
    plays_on(there)
