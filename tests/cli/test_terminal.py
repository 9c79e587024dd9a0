"""The interactive session and the questions of a roll, in a real pseudo-terminal."""

import os
import pty
import re
import select
import subprocess
import sys
from signal import SIGINT
from time import monotonic

import pytest

PATIENCE = 30


class Terminal:
    """A command in a pseudo-terminal: type lines, wait for what should appear."""

    def __init__(self, *command):
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "dumb", "COLUMNS": "200"}
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, close_fds=True, env=environment)
        os.close(slave)
        self.seen = ""

    def wait_for(self, pattern):
        """What came before and with `pattern`; everything up to there is then forgotten."""
        end = monotonic() + PATIENCE
        while not (found := re.search(pattern, self.seen)):
            assert monotonic() < end, f"no {pattern!r} in {self.seen!r}"
            assert self._read(), f"ended without {pattern!r}: {self.seen!r}"
        text, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return text

    def type(self, line):
        os.write(self.master, f"{line}\n".encode())

    def leave(self):
        """The exit code, once everything has been printed."""
        while self._read():
            pass
        os.close(self.master)
        return self.process.wait(PATIENCE)

    def _read(self):
        if not select.select([self.master], [], [], PATIENCE)[0]:
            return False
        try:
            data = os.read(self.master, 4096)
        except OSError:  # the other side has closed
            return False
        self.seen += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)


@pytest.fixture
def session():
    return Terminal(sys.executable, "-m", "fatewright", "play")


def test_a_session_rolls_among_its_odds_and_survives_bad_input(session):
    session.wait_for("fate> ")
    session.type("2d4")
    shown = session.wait_for("fate> ")
    assert re.search(r"\[[1-4] kept\] \[[1-4] kept\]\n= [2-8]\n", shown)
    assert shown.count("  <-") == 1
    session.type("2d4 kk")
    assert "column 5: found 'kk', expected a modifier such as kh3" in session.wait_for("fate> ")
    session.type("odds moment-of-truth skill-roll pool=6 tn=2")
    assert "critical failure" in session.wait_for("fate> ")
    session.type("odds --nonsense")
    assert "error:" in session.wait_for("fate> ")
    session.type('say "hello')
    assert "that line cannot be read" in session.wait_for("fate> ")
    session.type("")
    session.wait_for("fate> ")
    session.type("help")
    assert "4d6kh3" in session.wait_for("fate> ")
    session.type("moment-of-truth volley pool=12 tn=2 dice=16 minor=3 major=4")
    assert "take more than 300,000 steps" in session.wait_for("fate> ")
    session.type("quit")
    assert session.leave() == 0


def test_a_session_ends_at_the_end_of_input(session):
    session.wait_for("fate> ")
    os.write(session.master, b"\x04")
    assert session.leave() == 0


def test_a_roll_asks_whoever_sits_at_the_terminal_until_the_answer_fits():
    roll = Terminal(sys.executable, "-m", "fatewright", "roll", "1d6?", "--faces", "1,5")
    roll.wait_for(r"roller: a d6 shows 1: throw it again\? \(again, keep\) ")
    roll.type("perhaps")
    roll.wait_for("reroll 1: 'perhaps' is not one of again, keep")
    roll.type("again")
    roll.wait_for("= 5\n")
    assert roll.leave() == 0


def test_a_long_computation_shows_its_progress():
    simulation = Terminal(
        *(sys.executable, "-m", "fatewright", "simulate", "moment-of-truth", "volley"),
        *("pool=12", "tn=2", "dice=16", "minor=3", "major=4", "--seed", "1", "--runs", "30000"),
    )
    simulation.wait_for(r"working|[0-9,]+ of 30,000 runs")
    simulation.wait_for("30,000 runs, seed 1, played, too costly for exact odds")
    assert simulation.leave() == 0


def test_the_command_stops_politely_when_interrupted():
    session = Terminal(sys.executable, "-m", "fatewright", "simulate", "40d20", "--runs", "2000000000", "--seed", "1")
    session.wait_for("of 2,000,000,000 runs")
    session.process.send_signal(SIGINT)
    session.wait_for("fatewright: stopped")
    assert session.leave() == 130
