"""Runs every test and every check of the source beside them: what is wrong is said at the end, with how long it took.

    python tools/everything.py STATIC ...

The words are the targets of `make` that read the source without running it. Whatever fails, all the rest is run as well.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
COVERED = ("--cov", "--cov-branch", "--cov-context=test", "--cov-report=")
IN_TURNS = ("-n", "3", "--dist", "load", "--maxschedchunk", "8")  # more workers than cores: browsers and servers wait
TRACED = ("core", "hard", "systems")  # what is run here says which code and which rules tests exercise
PYTHON = sys.executable


def main(static: Sequence[str]) -> int:
    """Zero if nothing failed."""
    began = monotonic()
    for file in ROOT.glob(".coverage*"):
        file.unlink()
    reading = subprocess.Popen(["make", *static], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    traced = [f"tests/{folder}" for folder in TRACED]
    others = sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("tests/*/"), *ROOT.glob("tests/test_*.py")])
    others = [path for path in others if path not in traced and not path.endswith("__pycache__")]
    failed = {
        "tests of programs": _run("-m", "pytest", "-q", *IN_TURNS, "--durations=12", *others),
        "tests of rules": _run("-m", "pytest", "-q", "-n", "2", "--cases=first", *COVERED, *traced),
        "further cases of rules": _run("-m", "pytest", "-q", "-n", "2", "--cases=others", *traced),
    }
    said, _ = reading.communicate()
    print(said, end="", flush=True)
    failed["checks of the source"] = reading.returncode
    failed["branches of core"] = _run("-m", "coverage", "report", "--include=src/fatewright/core/*", "--fail-under=100")
    failed["rules"] = _run("tools/rulebook_coverage.py")
    minutes, seconds = divmod(round(monotonic() - began), 60)
    wrong = [name for name, code in failed.items() if code]
    print(f"{'FAILED: ' + ', '.join(wrong) if wrong else 'everything passed'}, after {minutes} min {seconds} s")
    return int(bool(wrong))


def _run(*words: str) -> int:
    return subprocess.run([PYTHON, *words], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
