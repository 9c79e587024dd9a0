"""Runs the server: one process, one port, until somebody stops it."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys

import segno
import uvicorn
from starlette.types import ASGIApp

from fatewright import __version__
from fatewright.core.errors import BadValue
from fatewright.web.address import addresses
from fatewright.web.guard import LARGEST
from fatewright.web.patience import PATIENCE, PatientConfig

PORT = 8420
NEIGHBOURS = 20  # ports to try if the usual one is taken
FAREWELL = 5  # seconds that open connections have when the server stops
log = logging.getLogger("fatewright")


def listening(host: str, port: int | None) -> socket.socket:
    """A socket on that port; without one, on the usual port or the next that is free."""
    ports = range(PORT, PORT + NEIGHBOURS) if port is None else [port]
    problem = OSError()
    for one in ports:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, one))
        except OSError as wrong:
            listener.close()
            problem = wrong
        else:
            listener.listen(1024)
            listener.set_inheritable(True)
            return listener
    what = f"--host {host} --port {port}" if port is not None else f"ports {PORT} to {PORT + NEIGHBOURS - 1}"
    raise BadValue(f"{what}: {problem.strerror}; choose another with --port")


def address_for_others(host: str, port: int) -> str:
    """Where other devices find the server; empty if they cannot."""
    if host in ("0.0.0.0", "::", ""):
        return f"http://{found[0]}:{port}" if (found := addresses()) else ""
    is_alone = host == "localhost" or host.startswith("127.") or host == "::1"
    return "" if is_alone else f"http://{host}:{port}"


def banner(port: int, others: str, folder: str, *, is_seeded: bool = False) -> str:
    """What the host reads on starting."""
    lines = [f"Fatewright {__version__}", "", f"  on this machine      http://127.0.0.1:{port}"]
    if others:
        picture = segno.make(others, error="l")
        lines += [f"  on other devices     {others}   (same network)", "", _blocks(picture), ""]
    else:
        lines += ["  on other devices     not reachable: this machine has no address but its own, or --host keeps it so", ""]
    if is_seeded:
        lines += ["  dice                 follow a seed: they are not chance, and every table says so", ""]
    return "\n".join(
        [*lines, f"  tables are kept in   {folder}", "  to stop              Ctrl-C; everything is saved as you play"]
    )


def _blocks(picture: segno.QRCode) -> str:
    """The picture for a terminal, two rows in one line of text."""
    rows = [list(row) for row in picture.matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}  # light on a dark terminal
    return "\n".join("  " + "".join(signs[int(a), int(b)] for a, b in zip(*pair, strict=True)) for pair in pairs)


def allow_many_seats() -> None:
    """A browser shows a key for every table at which it has a seat: more than websockets takes in one line of a request."""
    os.environ.setdefault("WEBSOCKETS_MAX_LINE_LENGTH", str(LARGEST))  # read when it is loaded


def configured(app: ASGIApp, patience: float = PATIENCE) -> uvicorn.Config:
    """How the server runs."""
    allow_many_seats()
    return PatientConfig(
        app,
        patience=patience,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        ws="websockets-sansio",
        ws_max_size=16 * LARGEST,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # it would believe whoever is on this machine; ours are those that the host names
        timeout_graceful_shutdown=FAREWELL,
        lifespan="on",
    )


def serve(app: ASGIApp, listener: socket.socket) -> None:
    """Serve until stopped; connections get a moment to end, and everything begun is finished."""
    server = uvicorn.Server(configured(app))
    gc.collect()
    gc.freeze()  # the games stay: looking through them again and again is what long pauses are made of
    gc.set_threshold(20_000, 3, 300)  # what has just come is looked through in short pauses; all of it, very seldom
    log.info("started", extra={"version": __version__})
    try:
        server.run(sockets=[listener])
    finally:
        log.info("stopped")
