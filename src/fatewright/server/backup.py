"""A copy of all tables while they are being played: one file, consistent, looked through before it gets its name."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from fatewright.core.errors import BadValue
from fatewright.server.private import written_privately


def backed_up(source: Path, file: Path) -> int:
    """Copy the tables of `source` into a new file: how many there are. Whoever plays meanwhile is not kept waiting."""
    if file.exists():
        raise BadValue(f"{file} is there already; name another")
    new = file.with_name(f"{file.name}.new")
    try:
        written_privately(new).close()
        count = _copied(source, new)
        with new.open("rb") as written:
            os.fsync(written.fileno())
        new.rename(file)
    except OSError as wrong:
        raise BadValue(f"{file}: {wrong.strerror}") from None
    except sqlite3.Error as wrong:
        raise BadValue(f"{file}: the tables could not be copied: {wrong}") from None
    finally:
        new.unlink(missing_ok=True)
    return count


def _copied(source: Path, new: Path) -> int:
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(new, isolation_level=None)) as copy:
        old.backup(copy)  # in one step: what is written meanwhile goes into the log, and is in the next copy
        copy.execute("PRAGMA journal_mode=DELETE")  # so that it is one file
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(f"the copy is not sound ({found})")
        (count,) = copy.execute("SELECT count(*) FROM tables").fetchone()
        return int(count)
