"""A server that does nothing but what any server of tables must: store a row for good, then tell everyone at the table.

The same stack and the same settings as ours, no rules, no views. `python -m bench.bare_server FILE SIZE` serves on a free
port of this machine; SIZE is how many bytes it tells everyone for each command.
"""

import asyncio
import sqlite3
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from fatewright.web.serve import listening, serve

TO_STOP = "to stop: terminate"
read = msgspec.json.Decoder().decode
write = msgspec.json.Encoder().encode
Job = tuple[str, str, Future[int]]


class Rows:
    """One file, one thread that writes, one commit for whatever waits."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, daemon=True)
        self._writer.start()

    def append(self, table: str, row: str) -> Future[int]:
        """The future is done when the row lasts; it is the row's number."""
        future: Future[int] = Future()
        self._jobs.put((table, row, future))
        return future

    def close(self) -> None:
        self._jobs.put(None)
        self._writer.join()

    def _write_all(self) -> None:
        connection = sqlite3.connect(self._file, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("CREATE TABLE records (number INTEGER PRIMARY KEY, place TEXT, event TEXT)")
        is_open = True
        while is_open:
            waiting = [self._jobs.get()]
            while not self._jobs.empty():
                waiting.append(self._jobs.get())
            is_open = None not in waiting
            self._write_together(connection, [one for one in waiting if one is not None])
        connection.close()

    def _write_together(self, connection: sqlite3.Connection, work: list[Job]) -> None:
        done: list[tuple[Future[int], int]] = []
        connection.execute("BEGIN IMMEDIATE")
        for table, row, future in work:
            added = connection.execute("INSERT INTO records (place, event) VALUES (?, ?)", (table, row))
            done.append((future, added.lastrowid or 0))
        connection.execute("COMMIT")
        for future, number in done:
            future.set_result(number)


class Tables:
    """Who is connected to which table."""

    def __init__(self, rows: Rows, size: int) -> None:
        self._rows = rows
        self._around: dict[str, dict[WebSocket, str]] = {}
        self._padding = "." * max(0, size - len(_news("ana", "say", 1_000, "")))

    async def play(self, socket: WebSocket) -> None:
        """One connection, until it ends."""
        table, seat = socket.path_params["id"], socket.query_params["seat"]
        await socket.accept()
        with self._sitting(table, socket, seat) as around:
            await socket.send_text('{"is":"welcome"}')
            while True:
                said = await socket.receive_text()
                command = read(said)
                number = await asyncio.wrap_future(self._rows.append(table, said))
                news = _news(seat, command["verb"], number, self._padding)
                for other, name in list(around.items()):
                    if command["verb"] != "note" or name in (seat, "gm"):
                        await other.send_text(news)
                await socket.send_text(write({"is": "done", "id": command["id"], "number": number}).decode())

    @contextmanager
    def _sitting(self, table: str, socket: WebSocket, seat: str) -> Iterator[dict[WebSocket, str]]:
        around = self._around.setdefault(table, {})
        around[socket] = seat
        try:
            yield around
        except WebSocketDisconnect:
            pass
        finally:
            del around[socket]


def _news(seat: str, verb: str, number: int, padding: str) -> str:
    line: dict[str, Any] = {"number": number, "kind": "began", "by": seat, "text": f"{verb} {padding}"}
    return write({"is": "news", "lines": [line], "questions": []}).decode()


def main(file: str, size: str) -> None:
    """Serve until terminated."""
    rows = Rows(file)
    tables = Tables(rows, int(size))
    listener = listening("127.0.0.1", 0)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}\n{TO_STOP}", flush=True)
    try:
        serve(Starlette(routes=[WebSocketRoute("/ws/{id}", tables.play)]), listener)
    finally:
        rows.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
