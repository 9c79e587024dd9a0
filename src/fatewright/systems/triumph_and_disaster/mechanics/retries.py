"""Trying again: what somebody has failed at versus fate, and when that is forgotten."""

from __future__ import annotations

from fatewright.systems.author import Change, Desk, PutFact

FAILED = "failed"
THIS = "this"  # a task that nobody has named


def path_of(who: str, skill: str, task: str) -> tuple[str, ...]:
    """TAD-SF.10: where a table remembers that somebody has failed at a task with a skill."""
    return (FAILED, who, skill, task.strip().casefold())


def forgotten(table: Desk, who: str = "", task: str = "") -> list[Change]:
    """TAD-SF.10: what somebody (or everybody) has failed at may be tried again: one task, or all."""
    paths = [path for path in table.paths(FAILED) if who in ("", path[1]) and task in ("", path[3])]
    return [PutFact(path, None) for path in paths]
