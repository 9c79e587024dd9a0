"""Where tables are kept on this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

FILE = "tables.db"
GAMES = "games"  # the folder of a house's own versions of games


def data_folder() -> Path:
    """The user's own folder for Fatewright; FATEWRIGHT_DATA names another."""
    if named := os.environ.get("FATEWRIGHT_DATA"):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Fatewright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "Fatewright"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "fatewright"


def own_games() -> list[Path]:
    """Where the house has games of its own, if it has any."""
    folder = data_folder() / GAMES
    return [folder] if any(folder.glob("*/system.toml")) else []
