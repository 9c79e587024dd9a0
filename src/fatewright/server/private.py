"""Files that only their owner can read: a table holds every secret. Where a system knows no such modes, nothing is done."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO

FILE_MODE, FOLDER_MODE = 0o600, 0o700


def private_folder(folder: Path, ours: Iterable[str] = ()) -> None:
    """Make a folder of our own. One that was there is tightened only if nothing lies in it but what begins like `ours`."""
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    if is_new or all(one.name.startswith(tuple(ours)) for one in folder.iterdir()):
        _tighten(folder, FOLDER_MODE)


def private_files(files: Iterable[Path]) -> None:
    """Tighten those of these files that are there."""
    for file in files:
        _tighten(file, FILE_MODE)


def written_privately(file: Path, mode: str = "w") -> IO[str]:
    """A text file to write to that nobody else can read, not even while it is being written."""
    opened = open(file, mode, encoding="utf-8", newline="\n", opener=_opener)  # noqa: SIM115  # whoever asked closes it
    _tighten(file, FILE_MODE)
    return opened


def _opener(name: str, flags: int) -> int:
    return os.open(name, flags, FILE_MODE)


def _tighten(path: Path, mode: int) -> None:
    with suppress(OSError):  # it is not there, or not ours to tighten
        path.chmod(mode)
