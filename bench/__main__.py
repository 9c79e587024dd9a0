"""The command `python -m bench`: measure all subjects, or those named, and print the table."""

import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter

from bench import (
    aims,
    armour,
    contest,
    engine,
    explode,
    fight,
    joint,
    keep,
    million,
    page,
    rolling,
    solve,
    start,
    table,
    tables,
    versus,
    volley,
)
from bench.clock import BRIEF, FULL, Effort
from bench.compare import Row

SUBJECTS: dict[str, Callable[[Callable[[str], None], Effort], Iterator[Row]]] = {
    "joint": joint.measure,
    "armour": armour.measure,
    "contest": contest.measure,
    "versus": versus.measure,
    "keep": keep.measure,
    "explode": explode.measure,
    "rolling": rolling.measure,
    "million": million.measure,
    "volley": volley.measure,
    "fight": fight.measure,
    "solve": solve.measure,
    "engine": engine.measure,
    "start": start.measure,
    "tables": tables.measure,
    "page": page.measure,
}


def main(arguments: Sequence[str]) -> int:
    """Zero if every subject has figures, every result agreed and every command ran; slowness is no failure."""
    names = [argument for argument in arguments if argument not in ("--json", "--brief")]
    if unknown := [name for name in names if name not in SUBJECTS]:
        print(f"bench: there is no subject {', '.join(unknown)}; the subjects are {', '.join(SUBJECTS)}", file=sys.stderr)
        return 2
    warnings.simplefilter("ignore")  # dyce calls half of itself experimental, at every call
    began = perf_counter()
    rows = [row for name in names or SUBJECTS for row in SUBJECTS[name](_tell, BRIEF if "--brief" in arguments else FULL)]
    _tell(f"done in {perf_counter() - began:.0f} s")
    write = table.json if "--json" in arguments else table.text
    print(write(rows, aims.judge(rows)))
    silent = [name for name in names or SUBJECTS if not any(row.subject == name and row.ours for row in rows)]
    if silent:
        _tell(f"there is no figure of {', '.join(silent)}")
    return int(bool(silent) or any(row.is_wrong for row in rows))


def _tell(doing: str) -> None:
    print(f"bench: {doing}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
