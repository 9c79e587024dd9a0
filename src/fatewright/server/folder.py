"""Where tables are kept on this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

FILE = "tables.db"


def data_folder() -> Path:
    """The user's own folder for Fatewright; FATEWRIGHT_DATA names another."""
    if named := os.environ.get("FATEWRIGHT_DATA"):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Fatewright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "Fatewright"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "fatewright"
