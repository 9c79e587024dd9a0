"""A real server on a real socket over a real file, and browsers' stand-ins: clients that speak the protocol."""

import atexit
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from functools import cache
from itertools import count

import uvicorn
from websockets.sync.client import connect

from fatewright.chance import seeded_dice
from fatewright.server.file_store import FileStore
from fatewright.server.hall import Hall
from fatewright.server.shelf import Shelf
from fatewright.systems.spec import games
from fatewright.web.app import application
from fatewright.web.guard import Allowance, Rate
from fatewright.web.serve import configured, listening
from fatewright.web.workers import Workers
from patience import PATIENCE

NOW = 1_800_000_000
# However fast or slow a machine is, nobody asks too much or too slowly here; whoever tests limits gives others and a clock.
ENDLESS = Allowance(*[Rate(10**9, 1)] * 6, patience=3600, clock=lambda: 0)
# A line that nobody reads for a while answers no ping either; and however long it takes to be put through, it is waited for.
UNHURRIED = {"ping_interval": None, "open_timeout": PATIENCE}


@cache
def workers():
    """What works out odds for every server of this process; they take as long as they like."""
    found = Workers(patience=120, hard=300)
    atexit.register(found.close)
    return found


@contextmanager
def served(
    folder,
    *,
    seed=1,
    systems=None,
    now=NOW,
    breath=0.05,
    patience=60,
    allowance=ENDLESS,
    held=None,
    later=None,
    is_seeded=False,
    waits=3600,
    **options,
):
    """A server in this process, with dice and a clock that are always the same: its address.

    Its sockets hold about so many bytes that nobody reads, or what the system thinks right.
    """
    store = FileStore(folder / "tables.db")
    draw = seeded_dice(seed)
    hall = Hall(store, systems or games(), lambda: draw, lambda: now, breath, later, patience=patience, is_seeded=is_seeded)
    listener = listening("127.0.0.1", 0)
    if held:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, held)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    app = application(hall, address, Shelf(folder / "games", hall), allowance=allowance, **{"workers": workers(), **options})
    server = uvicorn.Server(configured(app, waits))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    try:
        yield address
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        store.close()


class Process:
    """`fatewright play` as a person starts it, in a process of its own that can be killed and started again."""

    def __init__(self, folder, *options, port=0, hears_errors=False, within=()):
        self.folder, self.options, self.within = folder, options, within
        self.errors = subprocess.STDOUT if hears_errors else None
        self.held = None if port or within else _held()
        self.port, self.process = self.held.getsockname()[1] if self.held else port, None
        self.start()

    def start(self):
        if self.process:
            self.process.stdout.close()
        environment = {**os.environ, "FATEWRIGHT_DATA": str(self.folder), "PYTHONUNBUFFERED": "1"}
        words = [sys.executable, "-m", "fatewright", "play", "--no-browser", "--port", str(self.port)]
        host = [] if "--host" in self.options else ["--host", "127.0.0.1"]
        self.process = subprocess.Popen(
            [*self.within, *words, *host, *self.options], env=environment, stdout=subprocess.PIPE, stderr=self.errors, text=True
        )
        self.banner = ""
        for line in self.process.stdout:
            self.banner += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
            if "to stop" in line:
                break
        self.address = f"http://127.0.0.1:{self.port}"

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        self.process.stdout.close()
        if self.held:
            self.held.close()


def _held():
    """A free port that nobody else gets who looks for one, even while the server that is to be started there again is gone."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return held


class Browser:
    """Keeps cookies and speaks HTTP as our page does."""

    def __init__(self, address):
        self.address, self.cookies = address, {}

    def request(self, method, path, body=None, **headers):
        """Status and body; the body is what it says as JSON, or bytes."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        sent = {"Cookie": self.cookie(), "Origin": self.address, **headers}
        if data is not None:
            sent.setdefault("Content-Type", "application/json")
        request = urllib.request.Request(self.address + path, data, sent, method=method)
        try:
            answer = urllib.request.urlopen(request, timeout=PATIENCE)
        except urllib.error.HTTPError as wrong:
            answer = wrong
        with answer:
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            self.headers = answer.headers
            text = answer.read()
        is_json = answer.headers.get_content_type() == "application/json"
        return answer.status, json.loads(text) if is_json else text

    def get(self, path, **headers):
        return self.request("GET", path, **headers)

    def post(self, path, body, **headers):
        return self.request("POST", path, body, **headers)

    def cookie(self):
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def sit(self, table, last=None):
        """A connection to a table at which this browser has a seat."""
        return Sitting(self, table, last)


class Sitting:
    """A WebSocket at a table. Frames are kept as they came."""

    _ids = count()

    def __init__(self, browser, table, last=None):
        path = f"/ws/{table}" + (f"?last={last}" if last is not None else "")
        url = browser.address.replace("http", "ws", 1) + path
        headers = {"Cookie": browser.cookie()}
        self.socket = connect(
            url, additional_headers=headers, origin=browser.address, compression=None, max_size=None, legacy=True, **UNHURRIED
        )
        self.raw, self.frames = [], []
        self.lines, self.facts, self.questions = [], {}, []
        self.welcome = self.read()

    def read(self, timeout=PATIENCE):
        """The next frame."""
        text = self.socket.recv(timeout)
        frame = json.loads(text)
        self.raw.append(text)
        self.frames.append(frame)
        if frame["is"] in ("welcome", "news"):
            if frame["is"] == "welcome" or frame["is_whole"]:
                self.facts = {}
            if frame["is"] == "welcome" and not frame["is_continued"]:
                self.lines = []
            self.lines += frame["lines"]
            for path, value in frame["facts"]:
                self.facts[tuple(path)] = value
                if value is None:
                    del self.facts[tuple(path)]
            self.questions = frame["questions"]
        return frame

    def until(self, is_it, timeout=PATIENCE):
        """Read frames until one of which `is_it` holds; that frame."""
        end = time.monotonic() + timeout
        while True:
            frame = self.read(max(0.01, end - time.monotonic()))
            if is_it(frame):
                return frame

    def send(self, do, *, id="", **fields):
        """Send a command and read on until it is answered: the answer."""
        id = id or f"c{next(self._ids)}"
        self.socket.send(json.dumps({"do": do, "id": id, **fields}))
        return self.until(lambda frame: frame["is"] in ("done", "refused") and frame["id"] in (id, ""))

    def act(self, verb, **args):
        return self.send("act", verb=verb, args=args)

    def answer(self, value, name=None):
        """Answer the oldest question that waits for this seat, as soon as there is one."""
        self.wait_until(lambda: self._waiting(name))
        return self.send("answer", question=self.asked(name)["number"], answer=value)

    def wait_until(self, holds, timeout=PATIENCE):
        """Read frames until something holds, if it does not yet."""
        if not holds():
            self.until(lambda _: holds(), timeout)

    def asked(self, name=None):
        return self._waiting(name)[0]

    def _waiting(self, name):
        seat = self.welcome["seat"]
        return [one for one in self.questions if one["seat"] == seat and (name is None or one["name"] == name)]

    def catch_up(self, number):
        """Read on until line `number` has come."""
        while not self.lines or self.lines[-1]["number"] < number:
            self.read()

    def texts(self):
        return [line["text"] for line in self.lines if line.get("text")]

    def close(self):
        self.socket.close()

    def hear(self):
        """Read all that has happened: what is refused now is answered after it."""
        self.send("lapse", question=-1)
        return self


def ready_in(card):
    """The ready-made characters that somebody may bring to a game, as the builder would write them."""
    slots = [slot for verb in card["verbs"] for slot in verb["slots"]]
    return [one["value"] for one in next(slot["asked"]["options"] for slot in slots if slot["of"] == "character")]


def new_table(address, *players, game="lanterns", **options):
    """A table with a game master and players, each in a browser of their own: the table's id and the browsers."""
    gm = Browser(address)
    status, card = gm.post("/api/tables", {"game": game, "name": "A table", "seat": "gm", **options})
    assert status == 200, card
    browsers = {"gm": gm}
    for player in players:
        browsers[player] = Browser(address)
        status, said = browsers[player].post(f"/api/tables/{card['id']}/join", {"name": player})
        assert status == 200, said
    return card["id"], browsers


def character(name, **choices):
    """The text with which somebody comes to a table of Lanterns."""
    chosen = {"nerve": 3, "hand": 4, "wit": 2, "weapon": "lantern_pole", **choices}
    return json.dumps({"game": "lanterns", "version": 1, "name": name, "choices": chosen})
