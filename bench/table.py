"""How rows and verdicts are printed: as a table for people, as JSON for programs."""

from collections.abc import Sequence
from json import dumps
from typing import Any

from bench.aims import Verdict
from bench.compare import Row

HEAD = ("subject", "ours", "remembered", "peer", "theirs", "ratio", "the peer's fastest form, or a remark")


def text(rows: Sequence[Row], verdicts: Sequence[Verdict]) -> str:
    """The table, and under it which aims hold."""
    cells = [HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEAD))]
    lines = [_line(line, widths) for line in cells]
    lines.insert(1, "-" * max(map(len, lines)))
    aims = [
        f"{'holds ' if verdict.holds else 'MISSED'}  {verdict.aim.sentence}"
        f" (the worst ratio is {verdict.worst or 0:.2f}, wanted {verdict.aim.least:g})"
        for verdict in verdicts
    ]
    return "\n".join([*lines, *([""] if aims else []), *aims])


def json(rows: Sequence[Row], verdicts: Sequence[Verdict]) -> str:
    """The same figures; times in seconds, sizes in KB."""
    aims = [
        {"aim": verdict.aim.sentence, "least": verdict.aim.least, "worst": verdict.worst, "holds": verdict.holds}
        for verdict in verdicts
    ]
    return dumps({"rows": [_record(row) for row in rows], "aims": aims}, indent=2)


def _record(row: Row) -> dict[str, Any]:
    return {**row._asdict(), "ratio": row.ratio}


def _cells(row: Row) -> tuple[str, ...]:
    ratio = f"{row.ratio:.2f} x" if row.ratio and row.ratio < 10 else f"{row.ratio:.0f} x" if row.ratio else "-"
    figures = [_figure(value, row.unit) for value in (row.ours, row.remembered, row.theirs)]
    return row.case, figures[0], figures[1], row.peer, figures[2], ratio, row.note


def _figure(value: float | None, unit: str) -> str:
    return _time(value) if unit == "s" or value is None else f"{value:.1f} {unit}"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    if seconds < 1e-3:
        return f"{seconds * 1e6:.2f} us" if seconds < 1e-5 else f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1e-1 else f"{seconds * 1e3:.0f} ms"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    is_right = (False, True, True, False, True, True, False)
    padded = [
        cell.rjust(width) if right else cell.ljust(width) for cell, width, right in zip(cells, widths, is_right, strict=True)
    ]
    return "  ".join(padded).rstrip()
