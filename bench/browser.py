"""Where the browser is that pages are shown in, for figures as for tests."""

from shutil import which

CHROMIUM = which("chromium-headless-shell") or which("chromium")  # the first is the same browser without its own windows
