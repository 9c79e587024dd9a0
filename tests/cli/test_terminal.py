"""The interactive session and the questions of a roll, in a real pseudo-terminal."""

import re
from signal import SIGINT

import pytest

from terminal import Terminal


@pytest.fixture
def session():
    return Terminal.fatewright("dice")


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
    session.send(b"\x04")
    assert session.leave() == 0


def test_a_roll_asks_whoever_sits_at_the_terminal_until_the_answer_fits():
    roll = Terminal.fatewright("roll", "1d6?", "--faces", "1,5")
    roll.wait_for(r"roller: a d6 shows 1: throw it again\? \(again, keep\) ")
    roll.type("perhaps")
    roll.wait_for("'perhaps' is not one of again, keep")
    roll.type("again")
    roll.wait_for("= 5\n")
    assert roll.leave() == 0


def test_a_long_computation_shows_its_progress():
    simulation = Terminal.fatewright(
        *("simulate", "moment-of-truth", "volley"),
        *("pool=12", "tn=2", "dice=16", "minor=3", "major=4", "--seed", "1", "--runs", "30000"),
    )
    simulation.wait_for(r"working|[0-9,]+ of 30,000 runs")
    simulation.wait_for("30,000 runs, seed 1, played, too costly for exact odds")
    assert simulation.leave() == 0


def test_the_command_stops_politely_when_interrupted():
    session = Terminal.fatewright("simulate", "40d20", "--runs", "2000000000", "--seed", "1")
    session.wait_for("of 2,000,000,000 runs")
    session.process.send_signal(SIGINT)
    session.wait_for("fatewright: stopped")
    assert session.leave() == 130
