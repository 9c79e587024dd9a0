"""What tests of the command line share."""

import pytest

from fatewright.cli import main


@pytest.fixture
def fatewright(capsys):
    """Run a command: its exit code, what it printed, and what it complained of."""

    def run(*words):
        code = main(list(map(str, words)))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run
