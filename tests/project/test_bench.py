"""Every subject of `make bench` measures something: what nobody runs rots. The figures of so brief a run mean nothing."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_subject_of_the_bench_measures_something():
    done = subprocess.run([sys.executable, "-m", "bench", "--brief"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
