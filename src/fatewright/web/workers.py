"""The workers of a house: processes in which odds are worked out, that take turns fairly and can be ended.

Nobody who has much to ask keeps others waiting: of each that asks (a table, a browser) one question is worked out at a time,
and whoever waits has their turn one after the other. A worker is started when it is first needed. One that takes too long is
ended, and another takes its place.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import IO, NamedTuple

from fatewright.core.errors import BadValue
from fatewright.server.room import frames
from fatewright.systems.spec import BUILT_IN, System
from fatewright.web.weigh import SECONDS, too_long
from fatewright.web.worker import Errand, Question, Reply, WhichGame, put, stamp_of, take

WORKERS = 2
HARD = 20.0  # seconds that may pass, however little was worked in them: then the worker is ended
MOST = 64  # questions of one that asks which may wait


class Failed(Exception):
    """A rule broke on the way; `where` says where, for the log."""

    def __init__(self, where: tuple[str, ...]) -> None:
        super().__init__("a worker failed")
        self.where = where


class _Order(NamedTuple):
    question: Question
    told: Future[Reply]


class Workers:
    """Some processes, and a queue with fair turns."""

    def __init__(self, patience: float = SECONDS, hard: float = HARD, count: int = WORKERS) -> None:
        self._patience, self._hard, self._count = patience, hard, count
        self._waiting: dict[str, deque[_Order]] = {}  # by who asks; whoever is next comes first
        self._busy: set[str] = set()  # who has a question that is being worked out
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._changed = threading.Condition()
        self._is_closed = False
        self._processes: set[subprocess.Popen[bytes]] = set()

    async def ask(self, who: str, question: Question) -> bytes:
        """The body of an answer; BadValue with a sentence if there is none."""
        said = await asyncio.wrap_future(self._put(who, question))
        if said.where:
            raise Failed(said.where)
        if said.why:
            raise BadValue(said.why)
        return said.body

    def close(self) -> None:
        """End all workers: nobody waits for what they do."""
        with self._changed:
            self._is_closed = True
            waiting = [order for orders in self._waiting.values() for order in orders]
            self._waiting.clear()
            self._changed.notify_all()
            for process in self._processes:
                process.kill()
        for order in waiting:
            order.told.cancel()
        for thread in self._threads:
            thread.join()

    def _put(self, who: str, question: Question) -> Future[Reply]:
        order = _Order(question, Future())
        with self._changed:
            orders = self._waiting.setdefault(who, deque())
            if len(orders) >= MOST:
                raise BadValue(f"{MOST} questions about odds wait already; ask again when some of them are answered")
            orders.append(order)
            ready = sum(one not in self._busy for one in self._waiting)
            if ready > self._idle and len(self._threads) < self._count:
                thread = threading.Thread(target=self._work, name="worker", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._changed.notify()
        return order.told

    def _next(self) -> tuple[str, _Order] | None:
        """Whose turn it is: the first that waits and has nothing worked out just now; they go to the end of the row."""
        for who, orders in self._waiting.items():
            if who not in self._busy:
                order = orders.popleft()
                del self._waiting[who]
                if orders:
                    self._waiting[who] = orders
                self._busy.add(who)
                return who, order
        return None

    def _work(self) -> None:
        """One worker's life: a thread here, which waits for a process there."""
        process: subprocess.Popen[bytes] | None = None
        while turn := self._turn():
            who, order = turn
            if order.told.set_running_or_notify_cancel():  # whoever asked may have gone
                try:
                    process = process or self._started()
                    said = self._said(process, order.question)
                except (OSError, EOFError):
                    said = Reply(why="no odds: what works them out has ended; ask again")
                except Exception as wrong:
                    said = Reply(where=tuple(frames(wrong)))
                if process and (said.why == too_long(self._hard) or process.poll() is not None):
                    self._end(process)
                    process = None
                order.told.set_result(said)
            with self._changed:
                self._busy.discard(who)
                if who in self._waiting:  # the others first
                    self._waiting[who] = self._waiting.pop(who)
                self._changed.notify_all()
        if process:
            self._end(process)

    def _turn(self) -> tuple[str, _Order] | None:
        """Whose turn it is, as soon as it is somebody's; None once the house closes."""
        with self._changed:
            self._idle += 1
            turn = self._changed.wait_for(lambda: self._is_closed or self._next())
            self._idle -= 1
            return None if turn is True else turn

    def _said(self, process: subprocess.Popen[bytes], question: Question) -> Reply:
        """What a worker says; if it says nothing in time, it is ended."""
        is_late = threading.Event()

        def end() -> None:
            is_late.set()
            process.kill()

        clock = threading.Timer(self._hard, end)
        clock.daemon = True
        clock.start()
        try:
            put(_pipe(process.stdin), Errand(question, self._patience, self._hard))
            said: Reply = take(_pipe(process.stdout))
        except (OSError, EOFError):
            if not is_late.is_set():
                raise
            return Reply(why=too_long(self._hard))
        finally:
            clock.cancel()
        return said

    def _started(self) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-c", "from fatewright.web.worker import main; main()"]
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with self._changed:
            self._processes.add(process)
            if self._is_closed:
                process.kill()
        take(_pipe(process.stdout))  # it is ready: from here on time counts
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # what was not sent any more
                _pipe(pipe).close()
        with self._changed:
            self._processes.discard(process)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # every worker has both
    return pipe


def reference() -> Callable[[System], WhichGame]:
    """How games are named to workers: each as its files were when it was first named so."""
    known: dict[str, tuple[System, WhichGame]] = {}

    def refer(system: System) -> WhichGame:
        if system.written or system.folder.parent == BUILT_IN:
            return WhichGame(system.id, str(system.folder), system.written)
        if system.id not in known or known[system.id][0] is not system:
            known[system.id] = system, WhichGame(system.id, str(system.folder), stamp=stamp_of(system.folder))
        return known[system.id][1]

    return refer
