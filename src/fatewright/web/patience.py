"""Requests that are begun and not finished: whoever sends half of one, or none, is waited for only so long."""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

PATIENCE = 10.0  # seconds for a request, from its first byte to its last
GRACE = 1.0  # seconds more: what came while the server was busy itself is read first
TOO_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n"
    b"the rest of this request did not come in time; send it again\n"
)


class PatientConfig(uvicorn.Config):
    """How the server runs, and how long it waits for a request."""

    def __init__(self, app: Any, *, patience: float = PATIENCE, **options: Any) -> None:
        super().__init__(app, http=Impatient, **options)
        self.patience = patience


class Impatient(HttpToolsProtocol):
    """HTTP on one connection, which ends when what was begun is not sent."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as above it
        super().connection_made(transport)
        self._begin()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begin()

    def on_message_complete(self) -> None:
        self._end()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._end()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        super().connection_lost(exc)

    def _begin(self) -> None:
        self._end()
        patience = self.config.patience if isinstance(self.config, PatientConfig) else PATIENCE
        self._timer = self.loop.call_later(patience, self._once_more)

    def _once_more(self) -> None:
        self._timer = self.loop.call_later(GRACE, self._give_up)

    def _end(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(TOO_LATE)
        self.transport.close()
