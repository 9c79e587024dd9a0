"""A command in a real pseudo-terminal that is its controlling one, as it is for a person."""

import os
import pty
import re
import select
import subprocess
import sys
from time import monotonic

from patience import PATIENCE

# Whoever opens a terminal first in a new session has it: else /dev/tty would be that of whoever runs the tests. And where they
# are run in the background everything ignores Ctrl-C, unless it is said otherwise.
TAKE_TERMINAL = (
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); "
    "os.close(os.open(os.ttyname(0), os.O_RDWR)); os.execvp(sys.argv[1], sys.argv[1:])"
)


class Terminal:
    """Type lines, wait for what should appear; `screen` keeps every byte that was ever shown."""

    def __init__(self, *command):
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "dumb", "COLUMNS": "200", "PYTHONUTF8": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-S", "-c", TAKE_TERMINAL, *command],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            close_fds=True,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.seen, self.screen = "", b""

    @classmethod
    def fatewright(cls, *words):
        """`fatewright` with these words."""
        return cls(sys.executable, "-m", "fatewright", *map(str, words))

    def wait_for(self, pattern):
        """What came before and with `pattern`; everything up to there is then forgotten."""
        end = monotonic() + PATIENCE
        while not (found := re.search(pattern, self.seen)):
            assert monotonic() < end, f"no {pattern!r} in {self.seen!r}"
            assert self._read(), f"ended without {pattern!r}: {self.seen!r}"
        text, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return text

    def type(self, line):
        self.send(f"{line}\n".encode())

    def send(self, data):
        os.write(self.master, data)

    def leave(self):
        """The exit code, once everything has been printed."""
        while self._read():
            pass
        os.close(self.master)
        return self.process.wait(PATIENCE)

    def end(self):
        """Make an end of it, whatever it is doing."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
            os.close(self.master)

    def _read(self):
        if not select.select([self.master], [], [], PATIENCE)[0]:
            return False
        try:
            data = os.read(self.master, 4096)
        except OSError:  # the other side has closed
            return False
        self.screen += data
        self.seen += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)
