"""Kills the server over and over while people play: nothing acknowledged may be lost. python tools/soak.py [ROUNDS]"""

from __future__ import annotations

import sys
import time
import traceback
from argparse import ArgumentParser
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from web.test_killed import Report, torment

AT_ONE_FILE = 10  # rounds, then two new tables in a new file: a check reads everything there is


def main() -> int:
    """Run the rounds; 1 if anything was wrong."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=200, help="how often the server is killed (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="of the players and of the moments of death (default 1)")
    asked = parser.parse_args()
    began, reports = time.monotonic(), []
    for first in range(0, asked.rounds, AT_ONE_FILE):
        rounds, seed = min(AT_ONE_FILE, asked.rounds - first), asked.seed + first
        folder = Path(mkdtemp(prefix="fatewright-soak-"))
        try:
            reports.append(torment(rounds, seed, folder, lambda text, first=first: _say(began, f"{first} + {text}")))
        except Exception:  # anything at all is a finding: it is shown, and the tables are kept
            traceback.print_exc()
            _say(began, f"FAILED after {first} rounds and a few more, seed {seed}; the tables are kept in {folder}")
            return 1
        rmtree(folder)
    total = Report(*map(sum, zip(*reports, strict=True)))
    _say(began, "passed: " + ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in total._asdict().items()))
    return 0


def _say(began: float, text: str) -> None:
    print(f"{time.monotonic() - began:7.1f} s  {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
