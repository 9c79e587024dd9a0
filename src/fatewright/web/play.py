"""One browser at one table: what it says becomes commands, and what its seat witnesses goes to it.

A connection holds no messages back: it knows the number of the last line it sent, and takes what came after it from the table.
So a phone that sleeps costs nothing, slows nobody, and gets exactly what it missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from fatewright.core.errors import FatewrightError
from fatewright.core.languages import Language
from fatewright.core.table import game
from fatewright.core.table.game import Stale
from fatewright.core.table.table import Rewind, TakeBack
from fatewright.server.room import Room
from fatewright.systems import names
from fatewright.web import newer, seen, wire
from fatewright.web.guard import LARGEST, TOO_MUCH, Allowance, Bucket

MOST_REPLIES = 256  # that a browser may leave unread
LONGEST_ID = 64
GONE_SEAT = "this seat is no longer yours"
NO_SEAT, NO_TABLE, NO_GAME, TOO_SLOW = 4401, 4404, 4405, 4408  # codes with which a connection closes
GONE = (WebSocketDisconnect, WebSocketDisconnected, RuntimeError, TimeoutError, OSError)
read_command = msgspec.json.Decoder(wire.Command).decode
write = msgspec.json.Encoder().encode
log = logging.getLogger("fatewright")


class Connection:
    """A WebSocket of somebody who has a seat."""

    def __init__(
        self, socket: WebSocket, room: Room, seat: str, key: str, allowance: Allowance, codes: Sequence[str] = ()
    ) -> None:
        self.socket, self.room, self.seat, self.key = socket, room, seat, key
        self._codes = codes  # of the language that is wanted
        self._last = -1  # the number of the last line that was sent
        self._present: list[str] = []
        self._compared, self._offer = ("", ""), newer.NOTHING  # revisions of the game, and what was offered of them
        self._replies: deque[wire.Frame] = deque()
        self._stirred = asyncio.Event()
        self._allowance = allowance
        self._bucket = Bucket(allowance.commands, allowance.clock)
        self._loop = asyncio.get_running_loop()
        self._sender: asyncio.Task[None]
        self._sending: float | None = None  # since when
        self._looked_after: asyncio.TimerHandle | None = None

    async def run(self, last: int) -> None:
        """Play until one side leaves."""
        self.room.watch(self._stirred.set, self.seat)
        self._sender = sender = asyncio.create_task(self._send_all(last))
        reader = asyncio.create_task(self._read_all())
        try:
            await asyncio.wait((sender, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.leave(self._stirred.set)
            if self._looked_after:
                self._looked_after.cancel()
            for task in (sender, reader):
                task.cancel()
            for result in await asyncio.gather(sender, reader, return_exceptions=True):
                if isinstance(result, Exception) and not _is_gone(result):
                    log.error("connection failed", extra={"where": type(result).__name__})

    # ── to the browser ─────────────────────────────────────────────────────────────────────────────────────────────

    async def _send_all(self, last: int) -> None:
        if not self._may_stay():
            return await self._part(GONE_SEAT, NO_SEAT)
        await self._send_welcome(last)
        await self._send_offer()
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            if not self._may_stay():
                return await self._part(GONE_SEAT, NO_SEAT)
            if len(self._replies) > MOST_REPLIES:
                return await self._part("you do not read what is answered", TOO_SLOW)
            await self._send_news()
            present = self.room.present()
            if present != self._present:
                self._present = present
                await self._send(wire.Present(self._present))
            await self._send_offer()
            while self._replies:
                reply = self._replies.popleft()
                await self._send_news()  # nothing is answered before what came of it is told
                await self._send(reply)

    async def _send_welcome(self, last: int) -> None:
        welcome = seen.welcome(self.room, self.seat, last, self._language)
        self._last, self._present = welcome.number, welcome.present
        await self._send(welcome)

    async def _send_offer(self) -> None:
        at = (self.room.newest.revision, self.room.system.revision)
        if at == self._compared:
            return
        self._compared = at
        offer = newer.offered(self.room, self.seat)
        if offer != self._offer:
            self._offer = offer
            await self._send(offer)

    @property
    def _language(self) -> Language:
        return self.room.system.language(*self._codes)

    def _may_stay(self) -> bool:
        return self.room.keys.get(self.key) == self.seat and self.seat in self.room.table.views

    async def _send_news(self) -> None:
        count = self.room.table.stream(self.seat).count
        if count - 1 <= self._last:
            return
        if count - self._last > seen.TOO_MANY:
            news: wire.Frame = seen.welcome(self.room, self.seat, -1, self._language)
        else:
            news = seen.news(self.room, self.seat, self._last, self._language)
        self._last = count - 1
        await self._send(news)

    async def _send(self, frame: wire.Frame) -> None:
        self._sending = self._loop.time()
        if self._looked_after is None:
            self._look_after(self._allowance.patience)
        try:
            await self.socket.send_text(write(frame).decode())
        finally:
            self._sending = None

    def _look_after(self, seconds: float) -> None:
        """See later whether what is being sent then takes too long: one timer now and then, not one for all that is sent."""
        self._looked_after = self._loop.call_later(seconds, self._give_up_or_wait)

    def _give_up_or_wait(self) -> None:
        self._looked_after = None
        if self._sending is not None:
            left = self._sending + self._allowance.patience - self._loop.time()
            if left > 0:
                self._look_after(left)
            else:
                self._sender.cancel()

    async def _part(self, why: str, code: int) -> None:
        await self._send(wire.Farewell(why, is_final=code == NO_SEAT))
        await self.socket.close(code)

    def _reply(self, frame: wire.Frame) -> None:
        self._replies.append(frame)
        self._stirred.set()

    # ── from the browser ───────────────────────────────────────────────────────────────────────────────────────────

    async def _read_all(self) -> None:
        """One message after the other: whoever sends faster than the table works waits."""
        while True:
            said = await self.socket.receive()
            if said["type"] == "websocket.disconnect":
                return
            data = said.get("text") or said.get("bytes") or ""
            self._reply(await self._answer(data))
            if len(self._replies) > MOST_REPLIES:
                await asyncio.sleep(0.05)  # it does not read: let the sender notice

    async def _answer(self, data: str | bytes) -> wire.Frame:
        if not self._bucket.take():
            await asyncio.sleep(1 / self._allowance.commands.per_second)
            return wire.Refused("", TOO_MUCH)
        if len(data) > LARGEST:
            return wire.Refused("", f"a message of {len(data):,} bytes is too large; expected at most {LARGEST:,}")
        try:
            command = read_command(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            return wire.Refused("", f"this message cannot be read: {wrong}; docs/protocol.md lists the commands")
        if not 1 <= len(command.id) <= LONGEST_ID:
            return wire.Refused("", f"id: expected 1 to {LONGEST_ID} characters of your own making")
        if not self._may_stay():  # even if this has not been heard over there yet
            return wire.Refused(command.id, GONE_SEAT)
        try:
            await self.room.say(said(self.seat, command), command.id)
        except FatewrightError as why:
            return wire.Refused(command.id, readable(why), isinstance(why, Stale))
        return wire.Done(command.id, self.room.table.stream(self.seat).count - 1)


def readable(why: Exception) -> str:
    """A reason that can be sent: it may quote what cannot."""
    return str(why).encode(errors="replace").decode()


def said(seat: str, command: wire.Command) -> game.Command | Rewind | TakeBack:
    """A browser's command as the table knows it, in the seat's own numbers."""
    match command:
        case wire.Act(_, verb, args):
            return game.Act(seat, verb, {name: plain(value) for name, value in args.items()})
        case wire.Answer(_, question, answer):
            return game.Answer(seat, question, plain(answer))
        case wire.Lapse(_, question):
            return game.Lapse(seat, question)
        case wire.Overrule(_, token, field, value, reason):
            return game.Overrule(seat, token, field, value, reason)
        case wire.Back():
            return TakeBack(seat)
        case wire.Rewind(_, before):
            return Rewind(seat, before)


def plain(value: Any) -> Any:
    """Lists as the rows that rules know, and texts written as everybody's are."""
    if isinstance(value, str):
        return names.normal(value)
    return tuple(map(plain, value)) if isinstance(value, list) else value


def _is_gone(wrong: Exception) -> bool:
    """Whether the other side has left, which is no error."""
    return isinstance(wrong, GONE)
