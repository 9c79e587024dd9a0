"""Revisions of a house's own versions of games: each by which a table has ever begun to play is kept beside the version."""

from __future__ import annotations

import os
import re
from pathlib import Path

from fatewright.core.errors import BadValue
from fatewright.server.private import private_folder, written_privately
from fatewright.systems import versions
from fatewright.systems.spec import System

FOLDER = "revisions"  # below the folder of a version, a file each
FIRST = "first"  # the revision that a version was before it was changed for the first time: its tables of before play that


class NoRevision(BadValue):
    """A revision by which somebody wants to play is not here."""


def keep_revision(system: System) -> None:
    """Keep what a version says, so that its tables can play by it whatever becomes of the version."""
    folder = system.folder / FOLDER
    if not (folder / f"{system.revision}.toml").exists():
        put(folder / f"{system.revision}.toml", system.written)


def keep_first(system: System) -> None:
    """Keep what a version says as what those of its tables play that name no revision, unless something is kept already."""
    keep_revision(system)
    if not (system.folder / FOLDER / FIRST).exists():
        put(system.folder / FOLDER / FIRST, system.revision)


def revision_of(system: System, revision: str) -> System:
    """A version as it was at a revision; a table that names none plays the first. Other games have no revisions."""
    if not system.written or revision == system.revision:
        return system
    folder = system.folder / FOLDER
    try:
        wanted = revision or (folder / FIRST).read_text(encoding="utf-8")
        if not re.fullmatch("[0-9a-f]{16}", wanted):
            raise FileNotFoundError
        return versions.loaded((folder / f"{wanted}.toml").read_text(encoding="utf-8"), system.folder)
    except FileNotFoundError:
        if not revision:
            return system
    name = f"{system.folder.name}/{FOLDER}/{revision[:40]}.toml"
    raise NoRevision(
        f"{system.title}: the revision {revision[:40]!r} is not here; bring {name} from the house where it was played"
    )


def put(file: Path, text: str) -> None:
    """Put a text into a file: all of it, or nothing."""
    new = file.with_name(f"{file.name}.new")
    try:
        private_folder(file.parent.parent)
        private_folder(file.parent)
        with written_privately(new) as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        new.replace(file)
    except OSError as wrong:
        raise BadValue(f"it could not be kept: {wrong.strerror}") from None
