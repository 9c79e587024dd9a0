"""Cold start: the command line from nothing to an answer, against a Python that does nothing."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from json import JSONDecodeError, loads
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.clock import Effort, once
from bench.compare import Row

RUNS = 20
LIMIT = 4.0  # times a bare Python
COMMAND = (str(Path(sys.executable).parent / "fatewright"), "odds", "3d6", "--json")
BARE = (sys.executable, "-c", "pass")


def measure(tell: Callable[[str], None], effort: Effort) -> Iterator[Row]:
    case = "fatewright odds 3d6 --json"
    runs = effort.of(RUNS, 1)
    tell(case)
    with TemporaryDirectory() as folder:
        environment = _with_bytecode_in(folder)
        if problem := _problem(environment):
            yield Row("start", case, None, None, "python", None, f"THE COMMAND FAILED: {problem}", is_wrong=True)
            return
        commands = (partial(_run, COMMAND, environment), partial(_run, BARE, os.environ))
        times = [[once(command) for command in commands] for _ in range(runs)]
    ours, bare = (median(column) for column in zip(*times, strict=True))
    note = f"-c pass; median of {runs}; ours takes {ours / bare:.1f} x as long, at most {LIMIT:g} x"
    yield Row("start", case, ours, None, "python", bare, note)


def _with_bytecode_in(folder: str) -> dict[str, str]:
    """An environment in which the first run compiles and all later ones need not, as after an installation."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": folder}


def _problem(environment: Mapping[str, str]) -> str:
    """What is wrong with the command; nothing if it answers in JSON."""
    try:
        done = _run(COMMAND, environment)
    except OSError as error:
        return str(error)
    if done.returncode:
        return (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    try:
        loads(done.stdout)
    except JSONDecodeError as error:
        return f"it prints no JSON: {error}"
    return ""


def _run(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
