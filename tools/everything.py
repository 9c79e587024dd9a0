"""Runs every test and every check of the source: what is wrong is said at the end, with how long it took.

    python tools/everything.py STATIC ...

The words are the targets of `make` that read the source without running it. Whatever fails, all the rest is run as well.
Browsers and servers wait a good deal; what only computes is done meanwhile, gives way to them, and is heard when it is over.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
PYTEST = (sys.executable, "-m", "pytest", "-q", "-n", "2")
IN_TURNS = ("-n", "3", "--dist", "load", "--maxschedchunk", "8", "--durations=12")  # more than cores: browsers and servers wait
COVERED = ("--cov", "--cov-report=")
CORE, GAMES = ("tests/core", "tests/hard", "tests/lab"), ("tests/systems",)
NOTED = ROOT / ".rules"  # what tests run of the rulebooks
KEEPING = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # compiled tests are kept: each worker compiles them for ten seconds


def main(static: Sequence[str]) -> int:
    """Zero if nothing failed."""
    began = monotonic()
    for file in (*ROOT.glob(".coverage*"), *NOTED.glob("*.json")):
        file.unlink()
    computed = {
        "checks of the source": ("make", *static),
        "tests of the core": (*PYTEST, *COVERED, *CORE),
        "branches of the core": (sys.executable, "-m", "coverage", "report", "--fail-under=100"),
        "tests of the games": (*PYTEST, *GAMES),
        "rules": (sys.executable, "tools/rulebook_coverage.py"),
    }
    with ThreadPoolExecutor(1) as beside:
        giving_way = [beside.submit(_heard_later, *words) for words in computed.values()]
        failed = {"tests of programs": subprocess.run([*PYTEST, *IN_TURNS, *_programs()], cwd=ROOT, env=KEEPING).returncode}
        for name, done in zip(computed, giving_way, strict=True):
            print(done.result().stdout, end="", flush=True)
            failed[name] = done.result().returncode
    minutes, seconds = divmod(round(monotonic() - began), 60)
    wrong = [name for name, code in failed.items() if code]
    print(f"{'FAILED: ' + ', '.join(wrong) if wrong else 'everything passed'}, after {minutes} min {seconds} s")
    return int(bool(wrong))


def _programs() -> list[str]:
    """All other tests."""
    found = sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("tests/*/"), *ROOT.glob("tests/test_*.py")])
    return [path for path in found if path not in (*CORE, *GAMES) and not path.endswith("__pycache__")]


def _heard_later(*words: str) -> subprocess.CompletedProcess[str]:
    """A command that gives way to the others, but not to all the world: it must come to an end on a busy machine too."""
    modest, noting = ("nice", "-n", "5", *words), KEEPING | {"RULES_RUN": str(NOTED)}
    return subprocess.run(modest, cwd=ROOT, env=noting, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
