"""A watchdog: ends rules that never end, in the thread that runs them, and nothing else in that thread.

A rule is Python that somebody wrote, and `while True: pass` is Python. Where something runs under a watchdog for too long,
`TookTooLong` is raised between two of its steps, and again after as long, should it go on all the same. What counts is the time
that its thread has worked, where the system tells it: on a busy machine nothing is ended early. One call into C that never
comes back (10**10**8) cannot be interrupted so.
"""

from __future__ import annotations

import ctypes
import math
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NoReturn, TypeVar

from fatewright.core.errors import FatewrightError, TookTooLong

T = TypeVar("T")
PATIENCE = 5.0  # seconds that a rule may take: a thousand times what one needs
OURS = [str(Path(__file__).parent / name) for name in ("core", "lab", "kit", "server", "web", "cli", "watchdog")]
_of_this_thread = threading.local()
_raise = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise.argtypes, _raise.restype = (ctypes.c_ulong, ctypes.py_object), ctypes.c_int


class TooLong(FatewrightError):
    """Something that a game's own rules say took longer than it may, and was ended."""


class _Ended(BaseException):
    """The same as TookTooLong for those who want to hear of it at once: no table breaks off a procedure for it and goes on."""

    seconds = 0.0
    __str__ = TookTooLong.__str__


class _Watch:
    """One run that is watched."""

    __slots__ = ("clock", "due", "is_being_ended", "is_bitten", "is_over", "thread")

    def __init__(self) -> None:
        self.thread, self.clock = threading.get_ident(), _clock_of_this_thread()
        self.due = math.inf  # until it is first seen on patrol: most are over before that, and no clock is read for them
        self.is_over = self.is_being_ended = self.is_bitten = False


class Watchdog:
    """Watches runs in any number of threads; each may take so many seconds.

    A table breaks off the procedure whose rule takes longer, and goes on; unless `is_final`: then the whole run ends.
    """

    def __init__(self, seconds: float = PATIENCE, *, is_final: bool = False) -> None:
        self.seconds = seconds
        base = _Ended if is_final else TookTooLong
        self._raised = type(base.__name__, (base,), {"seconds": seconds})  # a class is raised, and has to say it all
        self._watches: set[_Watch] = set()
        self._wanted = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def run(self, work: Callable[[], T]) -> T:
        """What comes of some work; TooLong, with the place at which it was, if it is ended from here."""
        watch = _Watch()
        try:
            try:
                self._begin(watch)
                return work()
            finally:
                self._end(watch)
        except (TookTooLong, _Ended) as slow:
            self._end(watch)  # it may have struck before the end was begun
            raise TooLong(f"{slow}{place_of(slow)}") from None

    def close(self) -> None:
        """Watch no more, once all that runs has come to an end."""
        self._is_closed = True
        self._wanted.set()

    def _begin(self, watch: _Watch) -> None:
        self._watches.add(watch)
        if self._thread is None:
            self._thread = threading.Thread(target=self._patrol, name="watchdog", daemon=True)
            self._thread.start()
        if not self._wanted.is_set():
            self._wanted.set()

    def _end(self, watch: _Watch) -> None:
        """From here on nothing is raised any more: neither later nor because of what has been set already."""
        while True:
            try:
                watch.is_over = True
                while watch.is_being_ended:
                    time.sleep(0)
                self._watches.discard(watch)
                if watch.is_bitten:
                    watch.is_bitten = False
                    self._let_strike(watch)
                return
            except (TookTooLong, _Ended):  # it struck just here: once more
                continue

    def _let_strike(self, watch: _Watch) -> NoReturn:
        """Whether it has struck or is still to come, it strikes here: one more takes the place of one that waits.

        To take back what waits would leave a mark in Python 3.11 that something waits, by which everything is slower, and a
        traced function is never entered.
        """
        _raise(watch.thread, ctypes.py_object(self._raised))
        while True:
            time.sleep(0)

    def _patrol(self) -> None:
        while self._watches or not self._is_closed:
            self._wanted.wait()
            time.sleep(self.seconds / 5)
            for watch in list(self._watches):
                with suppress(OSError):  # its thread has just ended
                    now, due = watch.clock(), watch.due
                    if now >= due or due == math.inf:
                        watch.due = now + self.seconds
                    if now >= due:
                        self._bite(watch)
            if not self._watches and not self._is_closed:
                self._wanted.clear()
                if self._watches:  # it came just now
                    self._wanted.set()

    def _bite(self, watch: _Watch) -> None:
        """Raise it, unless the run is over; whoever ends a run waits until this is done."""
        watch.is_being_ended = True
        if not watch.is_over:
            watch.is_bitten = True
            _raise(watch.thread, ctypes.py_object(self._raised))
        watch.is_being_ended = False


def within(seconds: float, work: Callable[[], T]) -> T:
    """What comes of some work that may take so many seconds; TooLong, if it takes more."""
    watchdog = Watchdog(seconds, is_final=True)
    try:
        return watchdog.run(work)
    finally:
        watchdog.close()


def _clock_of_this_thread() -> Callable[[], float]:
    """A clock of the time that this thread has worked; where there is none, of the time that has passed."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    if not hasattr(_of_this_thread, "clock"):
        _of_this_thread.clock = partial(time.clock_gettime, time.pthread_getcpuclockid(threading.get_ident()))
    clock: Callable[[], float] = _of_this_thread.clock
    return clock


def place_of(wrong: BaseException) -> str:
    """The author's file and line in which it was, to be put behind a sentence; nothing, if it was in no such file."""
    frames = [one for one in traceback.extract_tb(wrong.__traceback__) if not one.filename.startswith(tuple(OURS))]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
