"""Ten tables of six on a real server: how long until everyone has what somebody did, against a bare server on the same stack.

A command is sent as soon as the last one is acknowledged, or at a pace. Its time runs until the last viewer who witnesses it
has its lines. Both servers are up at once and are measured in turns, by the same clients, in this process.
"""

import asyncio
import gc
import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import count
from json import dumps, loads
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.clock import Effort
from bench.compare import Row
from fatewright.web.guard import USUAL

SEATS = ("gm", "ana", "bo", "cy", "di", "ed")
PACE = 0.5  # seconds between two commands of a seat; nothing at saturation
LIMIT = 0.100  # of the 99th percentile
PATIENCE = 180  # seconds; whatever takes longer hangs
LEAST = 2  # commands that everybody gives, however busy the machine is
FROM_ONE_ADDRESS = int(USUAL.seats.burst) // 2
SAYINGS = ("say", "say", "say", "say", "roll", "roll", "roll", "note")  # what a game master does, and players do too
DOINGS = (*SAYINGS, "dare", "dare", "dare", "move", "move")
PARTS = {"p50": 49, "p95": 94, "p99": 98}


class Size(NamedTuple):
    """How many play, and for how long."""

    tables: int
    crowd: int  # viewers at each table when memory is measured
    turns: int
    warm: float  # seconds
    paced: float
    saturated: float


FULL = Size(tables=10, crowd=60, turns=2, warm=2, paced=6, saturated=4)
SMALL = Size(tables=1, crowd=8, turns=1, warm=0.6, paced=0.6, saturated=0.2)


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    size = effort.of(FULL, SMALL)
    with TemporaryDirectory() as folder, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        gc.collect()
        gc.disable()  # the clients' own pauses are not to be measured
        try:
            yield from _memory(size, Path(folder), runner, tell)
            yield from _speed(size, Path(folder), runner, tell)
        except (OSError, RuntimeError, TimeoutError, ConnectionClosed) as problem:
            note = f"THE RUN FAILED: {type(problem).__name__}: {problem}"
            yield Row("tables", f"{size.tables} tables of {len(SEATS)}", None, None, "bare server", None, note, is_wrong=True)
        finally:
            gc.enable()


# ── rows ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Turn(NamedTuple):
    """What one turn at one server came to."""

    latencies: list[float]  # seconds until the last witness had it
    acknowledged: int
    refused: int
    lost: int  # commands that some witness never got
    seconds: float
    served: float  # the share of a core that the server used, and what the clients did
    clients: float
    size: float  # bytes that a command came to for each of its witnesses


def _speed(size: Size, folder: Path, runner: asyncio.Runner, tell: Callable[[str], None]) -> Iterator[Row]:
    with served("ours", folder / "speed") as ours:
        mine = runner.run(_seated(ours, _ours(ours, size, SEATS, "player")))
        runner.run(_bring_all(mine))
        each = runner.run(_turn(ours, mine, size.warm, PACE)).size
        tell(f"news of a command is {each:.0f} bytes to each viewer; so is the bare server's")
        with served("bare", folder / "bare.db", round(each)) as bare:
            theirs = runner.run(_seated(bare, _bare(size, SEATS)))
            runner.run(_turn(bare, theirs, size.warm, PACE))
            turns: dict[tuple[str, str], list[Turn]] = {}
            for _ in range(size.turns):
                for pace, seconds, gap in (("paced", size.paced, PACE), ("saturated", size.saturated, 0.0)):
                    for server, seats in ((ours, mine), (bare, theirs)):
                        turn = runner.run(_turn(server, seats, seconds, gap))
                        turns.setdefault((pace, server.name), []).append(turn)
                        tell(_about(server, pace, turn))
            runner.run(_leave([*mine, *theirs]))
    if wrong := [turn for several in turns.values() for turn in several if turn.lost or turn.refused]:
        note = f"{sum(turn.lost for turn in wrong)} COMMANDS WERE LOST, {sum(turn.refused for turn in wrong)} refused"
        yield Row("tables", "commands at tables", None, None, "bare server", None, note, is_wrong=True)
        return
    paces = {"paced": f"{len(SEATS) * size.tables / PACE:.0f} commands a second", "saturated": "as fast as it goes"}
    for pace, text in paces.items():
        yield from _latencies(size, text, turns[pace, "ours"], turns[pace, "bare"])
    yield _rate(turns["saturated", "ours"], turns["saturated", "bare"])
    yield _work(turns["saturated", "ours"], turns["saturated", "bare"])


def _latencies(size: Size, pace: str, ours: Sequence[Turn], bare: Sequence[Turn]) -> Iterator[Row]:
    mine, theirs = (_percentiles(turns) for turns in (ours, bare))
    for name in PARTS:
        case = f"{size.tables} tables of {len(SEATS)}, {pace}, {name}"
        yield Row("tables", case, mine[name], None, "bare server", theirs[name], "until every viewer has it")
    verdict = "met" if mine["p99"] <= LIMIT else "MISSED"
    of = sum(len(turn.latencies) for turn in ours)
    note = f"at most {LIMIT * 1000:.0f} ms: {verdict}; of {of:,} commands"
    yield Row("tables", f"{size.tables} tables of {len(SEATS)}, {pace}, p99", mine["p99"], None, "limit", LIMIT, note)


def _percentiles(turns: Sequence[Turn]) -> dict[str, float]:
    cuts = quantiles([latency for turn in turns for latency in turn.latencies], n=100)
    return {name: cuts[place] for name, place in PARTS.items()}


def _rate(ours: Sequence[Turn], bare: Sequence[Turn]) -> Row:
    mine, theirs = (sum(turn.acknowledged for turn in turns) / sum(turn.seconds for turn in turns) for turns in (ours, bare))
    note = f"{mine:,.0f} commands a second, the bare server {theirs:,.0f}"
    return Row("tables", "a command at saturation", 1 / mine, None, "bare server", 1 / theirs, note)


def _work(ours: Sequence[Turn], bare: Sequence[Turn]) -> Row:
    mine, theirs = (
        sum(turn.served * turn.seconds for turn in turns) / sum(turn.acknowledged for turn in turns) for turns in (ours, bare)
    )
    note = "what the server's process used of a core: the figure that a busy machine spoils least"
    return Row("tables", "processor time of a command at saturation", mine or None, None, "bare server", theirs or None, note)


def _about(server: "Server", pace: str, turn: Turn) -> str:
    rate, p99 = turn.acknowledged / turn.seconds, _percentiles([turn])["p99"] * 1000
    used = f"{turn.served:.0%} of a core, the clients {turn.clients:.0%}; load {os.getloadavg()[0]:.1f}"
    return f"{server.name}, {pace}: {rate:,.0f} commands a second, p99 {p99:.1f} ms; the server used {used}"


def _memory(size: Size, folder: Path, runner: asyncio.Runner, tell: Callable[[str], None]) -> Iterator[Row]:
    """What a viewer takes: those who play, then a crowd that looks on. The tables are young."""
    names = [*SEATS, *(f"v{number}" for number in range(size.crowd - len(SEATS)))]
    kept: dict[str, list[float]] = {}
    for name in ("ours", "bare"):
        with served(name, folder / f"memory-{name}", 500) as server:
            places = _ours(server, size, names, "spectator") if name == "ours" else _bare(size, names)
            few = [place for place in places if place.seat in SEATS]
            many = [place for place in places if place.seat not in SEATS]
            sizes, seats = [server.memory()], []
            for group in (few, many):
                seats += runner.run(_seated(server, group))
                sizes.append(server.memory())
            runner.run(_leave(seats))
        kept[name] = [(sizes[1] - sizes[0]) / len(few), (sizes[2] - sizes[1]) / len(many)]
        tell(f"{name}: {sizes[0] / 1024:.0f} MB, with {len(few)} viewers {sizes[1] / 1024:.0f}, with all {sizes[2] / 1024:.0f}")
    for who, ours, bare in zip((f"the first {len(few)}", f"the next {len(many)}"), *kept.values(), strict=True):
        note = (
            f"{ours:.0f} KB each, at the bare server {bare:.0f} KB: {bare / ours:.2f} x"
            if ours and bare
            else "not measured here"
        )
        yield Row("tables", f"memory of viewers, {who}", None, None, "bare server", None, note)


# ── servers ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Server:
    """A server in a process of its own."""

    name: str
    process: subprocess.Popen[str]
    port: int

    def memory(self) -> int:
        """What it holds in memory, in KB; nothing where the system does not say."""
        status = Path(f"/proc/{self.process.pid}/status")
        found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
        return int(found[1]) if found else 0

    def worked(self) -> float:
        """Seconds for which it has had a core."""
        file = Path(f"/proc/{self.process.pid}/stat")
        words = file.read_text().rpartition(")")[2].split() if file.exists() else ["0"] * 13
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(name: str, place: Path, size: int = 0) -> Iterator[Server]:
    """A server that has started; it is stopped at the end, whatever happens."""
    play = ("fatewright", "play", "--no-browser", "--host", "127.0.0.1", "--port", "0")
    words = play if name == "ours" else ("bench.bare_server", str(place), str(size))
    environment = {**os.environ, "FATEWRIGHT_DATA": str(place), "FATEWRIGHT_PASSPHRASE": ""}
    process = subprocess.Popen([sys.executable, "-m", *words], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        yield Server(name, process, _port(process))
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


def _port(process: subprocess.Popen[str]) -> int:
    port = 0
    for line in process.stdout or ():
        if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
            port = int(found[1])
        if "to stop" in line:
            return port
    raise RuntimeError("the server did not start")


class Place(NamedTuple):
    """Where somebody sits, what the browser shows for it, and where it comes from: an address may come only so often."""

    table: str
    seat: str
    cookie: str
    source: str


def _ours(server: Server, size: Size, names: Sequence[str], role: str) -> list[Place]:
    """Tables made and joined."""
    places = []
    for number in range(size.tables):
        first, *others = _sources(number, names)
        new = {"game": "lanterns", "name": f"table {number}", "seat": names[0]}
        card, cookie = _post(server, first, "/api/tables", new)
        places.append(Place(card["id"], names[0], cookie, first))
        for name, source in zip(names[1:], others, strict=True):
            _, cookie = _post(server, source, f"/api/tables/{card['id']}/join", {"name": name, "role": role})
            places.append(Place(card["id"], name, cookie, source))
    return places


def _sources(number: int, names: Sequence[str]) -> list[str]:
    """Where each person at a table comes from: addresses of this machine, and from none of them more than may sit down."""
    return [f"127.0.{place // FROM_ONE_ADDRESS}.{number + 2}" for place in range(len(names))]


def _post(server: Server, source: str, path: str, body: dict[str, Any]) -> tuple[Any, str]:
    """What is answered, and the key to the seat."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE, source_address=(source, 0))
    try:
        connection.request("POST", path, dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        said = loads(answer.read())
        if answer.status != 200:
            raise RuntimeError(f"{path}: {said}")
        return said, (answer.getheader("Set-Cookie") or "").partition(";")[0]
    finally:
        connection.close()


def _bare(size: Size, names: Sequence[str]) -> list[Place]:
    tables = [(number, zip(names, _sources(number, names), strict=True)) for number in range(size.tables)]
    return [Place(f"t{number}", name, "", source) for number, people in tables for name, source in people]


# ── clients ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Line(msgspec.Struct):
    by: str = ""


class _Question(msgspec.Struct):
    number: int
    seat: str


class _News(msgspec.Struct, tag_field="is", tag="news"):
    lines: list[_Line]
    questions: list[_Question]


class _Welcome(msgspec.Struct, tag_field="is", tag="welcome"):
    pass


class _Present(msgspec.Struct, tag_field="is", tag="present"):
    pass


class _Done(msgspec.Struct, tag_field="is", tag="done"):
    id: str


class _Refused(msgspec.Struct, tag_field="is", tag="refused"):
    id: str
    why: str


_read = msgspec.json.Decoder(_News | _Welcome | _Present | _Done | _Refused).decode
_write = msgspec.json.Encoder().encode


class _Sent:
    """A command on its way to those who witness it."""

    __slots__ = ("at", "is_answer", "left")

    def __init__(self, at: float, left: int, *, is_answer: bool) -> None:
        self.at, self.left, self.is_answer = at, left, is_answer


@dataclass
class Tape:
    """What is noted down during a turn."""

    latencies: list[float] = field(default_factory=list)
    bytes: int = 0
    received: int = 0


@dataclass(eq=False)
class Seat:
    """One connection: it does things, and notes when it hears of what was done at its table."""

    place: Place
    socket: ClientConnection
    chance: Random
    table: dict[str, "Seat"]  # all who play there
    tape: Tape = field(default_factory=Tape)
    awaited: dict[str, deque[_Sent]] = field(default_factory=dict)  # by who did it, in the order it was done
    question: int | None = None
    refused: int = 0
    ids: Iterator[int] = field(default_factory=count)
    told: asyncio.Future[None] | None = None
    listening: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Read until the connection ends."""
        try:
            while True:
                text = await self.socket.recv(decode=False)
                self._hear(_read(text), len(text))
        except ConnectionClosed:
            pass

    async def play(self, until: float, gap: float) -> int:
        """Do one thing after the other; returns how many."""
        done, due = 0, perf_counter() + self.chance.random() * gap
        while done < LEAST or max(due, perf_counter()) < until:
            if gap:
                await asyncio.sleep(max(0.0, due - perf_counter()))
                due += gap
            await self.do(self._next())
            done += 1
        return done

    async def do(self, command: dict[str, Any]) -> None:
        """Send a command and wait until it is acknowledged; whoever should hear of it awaits it from now on."""
        mine, is_answer = self.place.seat, command["do"] == "answer"
        witnesses = {mine, "gm"} if command.get("verb") == "note" else self.table.keys()
        sent = _Sent(perf_counter(), len(witnesses), is_answer=is_answer)
        for name in witnesses:
            self.table[name].awaited.setdefault(mine, deque()).append(sent)
        self.told = asyncio.get_running_loop().create_future()
        await self.socket.send(_write({**command, "id": f"c{next(self.ids)}"}), text=True)
        await asyncio.wait_for(self.told, PATIENCE)

    def _next(self) -> dict[str, Any]:
        if self.question is not None:
            return {"do": "answer", "question": self.question, "answer": False}
        me, chance = self.place.seat, self.chance
        verb = chance.choice(SAYINGS if me == "gm" else DOINGS)
        text = f"the lamp gutters, and somebody coughs behind door {chance.randrange(10**9)}"
        args = {
            "say": {"text": text},
            "note": {"text": text},
            "roll": {"notation": "2d6"},
            "dare": {"who": me, "trait": chance.choice(("nerve", "hand", "wit")), "difficulty": "plain"},
            "move": {"who": me, "x": chance.randint(-9, 9), "y": chance.randint(-9, 9)},
        }
        return {"do": "act", "verb": verb, "args": args[verb]}

    def _hear(self, frame: Any, size: int) -> None:
        if isinstance(frame, _News):
            self.tape.bytes += size
            self._take(frame, perf_counter())
        elif isinstance(frame, _Done | _Refused):
            self.refused += isinstance(frame, _Refused)
            if self.told and not self.told.done():
                self.told.set_result(None)

    def _take(self, news: _News, now: float) -> None:
        """All lines of one command come together: its first one tells, and of an answer that the question is gone."""
        for line in news.lines:
            if queue := self.awaited.get(line.by):
                while queue and queue[0].is_answer:
                    self._got(queue.popleft(), now)
                if queue:
                    self._got(queue.popleft(), now)
        asked = {one.seat: one.number for one in news.questions}
        self.question = asked.get(self.place.seat)
        for name, queue in self.awaited.items():
            if queue and queue[0].is_answer and name not in asked:
                self._got(queue.popleft(), now)

    def _got(self, sent: _Sent, now: float) -> None:
        self.tape.received += 1
        sent.left -= 1
        if not sent.left:
            self.tape.latencies.append(now - sent.at)


async def _seated(server: Server, places: Sequence[Place]) -> list[Seat]:
    """Everyone connected, and nothing more to hear."""
    tables: dict[str, dict[str, Seat]] = {}
    seats = []
    for number, place in enumerate(places):
        url = f"ws://127.0.0.1:{server.port}/ws/{place.table}?seat={place.seat}"
        socket = await connect(
            url,
            additional_headers={"Cookie": place.cookie},
            compression=None,
            max_size=None,
            ping_interval=None,
            local_addr=(place.source, 0),
        )
        seat = Seat(place, socket, Random(number), tables.setdefault(place.table, {}))
        seat.table[place.seat] = seat
        seats.append(seat)
        seat.listening = asyncio.create_task(seat.listen())
    await asyncio.sleep(0.5)
    return seats


async def _bring_all(seats: Sequence[Seat]) -> None:
    """Every player comes with a character."""
    for seat in seats:
        if (name := seat.place.seat) != "gm":
            choices = {"nerve": 3, "hand": 4, "wit": 2, "weapon": "lantern_pole"}
            text = dumps({"game": "lanterns", "version": 1, "name": name, "choices": choices})
            await seat.do({"do": "act", "verb": "bring", "args": {"character": text}})


async def _turn(server: Server, seats: Sequence[Seat], seconds: float, gap: float) -> Turn:
    """Everyone plays for so long."""
    tape = Tape()
    for seat in seats:
        seat.tape, seat.refused = tape, 0
    began, served, clients = perf_counter(), server.worked(), process_time()
    done = sum(await asyncio.gather(*(seat.play(began + seconds, gap) for seat in seats)))
    took, served, clients = perf_counter() - began, server.worked() - served, process_time() - clients
    lost = await _settled(seats)
    size = tape.bytes / max(1, tape.received)
    refused = sum(seat.refused for seat in seats)
    return Turn(tape.latencies, done, refused, lost, took, served / took, clients / took, size)


async def _settled(seats: Sequence[Seat]) -> int:
    """Wait until everyone has heard of everything; how many commands somebody has not heard of."""
    end = perf_counter() + PATIENCE
    while True:
        open_ones = {id(sent) for seat in seats for queue in seat.awaited.values() for sent in queue}
        if not open_ones or perf_counter() > end:
            return len(open_ones)
        await asyncio.sleep(0.02)


async def _leave(seats: Sequence[Seat]) -> None:
    await asyncio.gather(*(seat.socket.close() for seat in seats))
