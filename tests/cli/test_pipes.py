"""Commands whose output is read by another program, which may stop reading."""

import os
import subprocess
import sys

import pytest

COMMANDS = [
    "",
    "--version",
    "odds 3d6",
    "odds 40d20 --json",
    "roll 2d6",
    "simulate 3d6 --runs 100",
    "rules",
    "rules moment-of-truth",
    "table list",
    "where",
]


def started(words, folder, **streams):
    environment = {**os.environ, "FATEWRIGHT_DATA": str(folder)}
    return subprocess.Popen([sys.executable, "-m", "fatewright", *words.split()], env=environment, text=True, **streams)


@pytest.mark.parametrize("words", COMMANDS)
def test_when_nobody_reads_on_a_command_ends_without_a_word(tmp_path, words):
    reads, writes = os.pipe()
    os.close(reads)
    process = started(words, tmp_path, stdout=writes, stderr=subprocess.PIPE)
    os.close(writes)
    assert (process.communicate()[1], process.returncode) == ("", 141)


def test_nor_does_one_whose_errors_go_the_same_way(tmp_path):
    reads, writes = os.pipe()
    os.close(reads)
    process = started("odds 3dd6", tmp_path, stdout=writes, stderr=writes)
    os.close(writes)
    assert process.wait() == 141


def test_the_first_line_alone_can_be_read_of_a_long_answer(tmp_path):
    with started("rules moment-of-truth", tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline().strip()
        process.stdout.close()
        assert process.stderr.read() == ""


def test_where_there_is_no_output_at_all_nothing_breaks(tmp_path):
    shell = f"'{sys.executable}' -m fatewright odds 3d6 >&-"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True)
    assert (done.stderr, done.returncode) == ("", 0)
