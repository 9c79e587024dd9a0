"""The server's log: one JSON object per line, without secrets: no addresses of tables, no keys, nothing that was said."""

from __future__ import annotations

import json
import logging
import time
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import cast

from fatewright.server.hall import digest
from fatewright.server.private import private_files, written_privately

EXTRAS = ("table", "where", "status", "version")


class Lines(logging.Formatter):
    """A record as a line of JSON. A table's id lets people in, so only a digest of it is written."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "what": record.getMessage() if record.name == "fatewright" else f"{record.name}: {record.msg}",
        }
        for name in EXTRAS:
            if hasattr(record, name):
                value = getattr(record, name)
                line[name] = digest(value)[:8] if name == "table" else value
        if record.exc_info and record.exc_info[0]:  # the kind alone: what it says may quote a secret
            line["raised"] = record.exc_info[0].__name__
        return json.dumps(line)


class PrivateFile(RotatingFileHandler):
    """A file that only its owner can read."""

    def _open(self) -> TextIOWrapper:
        return cast(TextIOWrapper, written_privately(Path(self.baseFilename), self.mode))


def keep_log(folder: Path) -> Path:
    """Write the log into a file of the folder, and start it anew when it has grown large."""
    file = folder / "fatewright.log"
    private_files(folder.glob(f"{file.name}.*"))
    handler = PrivateFile(file, maxBytes=5_000_000, backupCount=2, encoding="utf-8")
    handler.setFormatter(Lines())
    for name in ("fatewright", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO if name == "fatewright" else logging.WARNING)
    return file
