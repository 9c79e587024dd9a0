"""Whoever does not read, and whoever sends without end: neither slows anybody down, and a phone that slept misses nothing."""

import json
import socket
import threading
import time
from contextlib import ExitStack, closing

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from fatewright.web.guard import COMMANDS
from fatewright.web.serve import FAREWELL
from web.barrage import TOO_MUCH, ground, is_in_words, kept, no_errors, plays_on
from web.serving import PATIENCE, Browser, Process, Sitting, new_table

PIECE = 65  # commands of one connection, below the limit of its rate
MANY = 200
LARGE = "because " * 7500  # a reason that everybody gets to read


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
    with ground(tmp_path) as one:
        yield one


def time_to_play(there, seat, verb, times=MANY, **args):
    """How long so many commands of a seat take, each waited for; connections change before the rate limits them."""
    took = 0.0
    for first in range(0, times, PIECE):
        with there.sitting(seat) as one:
            began = time.monotonic()
            for _ in range(first, min(first + PIECE, times)):
                assert one.act(verb, **args)["is"] == "done"
            took += time.monotonic() - began
    return took


def fill(there):
    """Let so much happen that no socket can hold it."""
    with there.sitting("gm") as gm:
        for light in range(80):
            assert gm.send("overrule", token="bo", field="light", value=light % 5, reason=LARGE)["is"] == "done"


def test_whoever_does_not_read_slows_nobody_down_and_misses_nothing(there):
    alone = time_to_play(there, "bo", "say", text="hello")
    with no_errors(), ExitStack() as open_ones:
        sleepers = [Sleeper(there.browsers[seat], there.table) for seat in ("ana", "sky", "tv", "gm", "ana")]
        for one in sleepers:
            open_ones.callback(one.leave)
        fill(there)
        beside = time_to_play(there, "bo", "say", text="hello")
        assert beside < 3 * alone + 0.5
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
        assert time_to_play(there, "bo", "say", PIECE, text="hello") < PATIENCE
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
        for number in range(int(COMMANDS.burst) // 2):  # time enough to be heard
            assert ana.act("say", text=f"mine {number}")["is"] == "done"
        assert [text for text in ana.texts() if "I am still here" in text] == []


def test_the_server_stops_though_somebody_does_not_read(tmp_path):
    with Process(tmp_path) as server:
        table, browsers = new_table(server.address, "ana")
        with closing(browsers["gm"].sit(table)) as gm:
            gm.act("place", name="bo", kind="warden")
            sleeper = Sleeper(browsers["ana"], table)
            for light in range(80):
                assert gm.send("overrule", token="bo", field="light", value=light % 5, reason=LARGE)["is"] == "done"
            began = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - began < 2 * FAREWELL
        sleeper.leave()


def test_ten_thousand_messages_at_once_are_slowed_down_and_refused_in_words(there):
    before, began = len(kept(there)["commands"]), time.monotonic()
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
        took = []
        with there.sitting("bo") as bo:
            for _ in range(30):
                start = time.monotonic()
                assert bo.act("say", text="excuse me")["is"] == "done"
                took.append(time.monotonic() - start)
        while sum(frame["is"] == "refused" for frame in flooder.frames) < 50:
            flooder.read()
        flooder.socket.socket.shutdown(2)
        thread.join(PATIENCE)
        flooder.close()
    elapsed = time.monotonic() - began
    refused = [frame["why"] for frame in flooder.frames if frame["is"] == "refused"]
    assert set(refused) == {TOO_MUCH}
    assert is_in_words(TOO_MUCH, there)
    assert len(kept(there)["commands"]) - before - 30 <= COMMANDS.burst + COMMANDS.per_second * (elapsed + 1)
    assert sorted(took)[len(took) // 2] < 1
    assert elapsed < 30
    plays_on(there)
