"""The watchdog: what never ends is ended, in its own thread, and nothing beside it is touched."""

import inspect
import subprocess
import sys
import threading

import pytest

from fatewright.core.errors import TookTooLong
from fatewright.watchdog import TooLong, Watchdog
from patience import PATIENCE

SOON = 0.05  # seconds of work


@pytest.fixture(scope="module")
def watchdog():
    one = Watchdog(SOON)
    yield one
    one.close()


def spins():
    while True:
        pass


def spins_on():
    while True:
        try:
            spins()
        except Exception:
            continue


def spins_stubbornly():
    for _ in range(3):
        try:
            spins()
        except:  # noqa: E722  # as an author might
            continue
    spins()


@pytest.mark.parametrize("work", [spins, spins_on, spins_stubbornly], ids=lambda work: work.__name__)
def test_whatever_never_ends_is_ended_and_the_place_named(watchdog, work):
    with pytest.raises(TooLong) as ended:
        watchdog.run(work)
    lines, first = inspect.getsourcelines(spins)
    places = [f"(test_watchdog.py, line {first + at})" for at in range(len(lines))]
    assert str(ended.value) in [f"it takes longer than 0.05 seconds: perhaps it never ends {place}" for place in places]


def test_what_ends_in_time_comes_back_as_it_is(watchdog):
    assert watchdog.run(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        watchdog.run(lambda: 1 // 0)


def test_one_run_within_another_is_ended_alone(watchdog):
    def both():
        with pytest.raises(TooLong):
            watchdog.run(spins)
        return "on we go"

    assert Watchdog(60).run(both) == "on we go"


def test_threads_are_ended_one_by_one(watchdog):
    ended = []

    def runs():
        try:
            watchdog.run(spins)
        except TooLong:
            ended.append(threading.get_ident())

    threads = [threading.Thread(target=runs) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ended) == sorted(thread.ident for thread in threads)


def test_nothing_is_ever_raised_outside_of_what_is_watched():
    """Runs that end just when they would be ended: whichever is first, what comes after the run is left alone."""
    watchdog, ends, outcomes = Watchdog(0.0005), 0, []
    try:
        for length in range(400):
            try:
                outcomes.append(watchdog.run(lambda length=length: sum(range(50 * length))))
            except TooLong:
                ends += 1
            for _ in range(200):  # here it would strike
                ends += 0
    except TookTooLong:
        pytest.fail("it struck outside")
    finally:
        watchdog.close()
    assert ends + len(outcomes) == 400


TRACED = """
import sys
from fatewright.watchdog import TooLong, Watchdog

def endless():
    while True:
        pass

def added(numbers):
    return sum(numbers)

sys.settrace(lambda *_: None)
watchdog = Watchdog(0.05)
print(watchdog.run(lambda: added((1, 2))))
try:
    watchdog.run(endless)
except TooLong:
    print("ended")
print(added((3, 4)), watchdog.run(lambda: added((5, 6))))
"""


def test_what_comes_after_a_watched_run_is_run_under_a_tracer_too():
    """Taking an exception back leaves a mark in Python 3.11 with which no traced function is ever entered."""
    done = subprocess.run([sys.executable, "-c", TRACED], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.stdout.split(), done.stderr) == (["3", "ended", "7", "11"], "")
