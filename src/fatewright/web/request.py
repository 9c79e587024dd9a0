"""What every answer of the house begins with: who asks, at which table, and what they have sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from fatewright.core.errors import BadValue
from fatewright.core.score import Score
from fatewright.server.hall import MOST_SEATS, Hall, digest
from fatewright.server.room import Room
from fatewright.server.shelf import LeftOut, Shelf
from fatewright.systems.spec import System
from fatewright.web import guard, wire
from fatewright.web.guard import YEAR, NotAllowed

T = TypeVar("T")


class House(NamedTuple):
    """What the application serves."""

    hall: Hall
    door: guard.Door
    limits: guard.Limits
    address: str  # where other devices find us: http://192.168.1.20:8000
    workers: ThreadPoolExecutor  # odds are worked out here, never in the way of the tables
    shelf: Shelf | None  # where versions of games are kept
    page: Path  # the folder of what browsers show
    left_out: Sequence[LeftOut] = ()  # games that are here and broken


def reply(body: Any, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(msgspec.json.encode(body), status, media_type="application/json", headers={"cache-control": "no-store"})


def house_of(request: Request | WebSocket) -> House:
    """The house that is asked."""
    house: House = request.app.state.house
    return house


async def body_of(request: Request, kind: type[T]) -> T:
    """The body of a request as what it should be, or a sentence that says what is wrong with it."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > guard.LARGEST:
            raise NotAllowed(413, f"this is too large; expected at most {guard.LARGEST:,} bytes")
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise NotAllowed(415, "expected JSON (content-type: application/json)")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadValue(f"this request cannot be read: {wrong}") from None


def limited(request: Request, rate: guard.Rate) -> None:
    """Refuse who asks too often."""
    house_of(request).limits.check(request.client.host if request.client else "", rate)


def system_of(request: Request) -> System:
    """The game that a request names."""
    systems = house_of(request).hall.systems
    game = request.path_params["game"]
    if game not in systems:
        raise NotAllowed(404, f"there is no game '{game}'; the games: {', '.join(systems)}")
    return systems[game]


async def seated(request: Request) -> tuple[Room, str]:
    """The room of a request and the seat its browser holds there."""
    room = await house_of(request).hall.room(request.path_params["id"])
    seat = seat_of(room, request)
    if not seat:
        raise NotAllowed(401, "you have no seat at this table; join it first")
    return room, seat


def seat_of(room: Room, request: Request | WebSocket) -> str:
    """The seat that holds the device; empty if none does."""
    return _opened(room, _keys(room, request)[0])


def key_of(room: Room, request: Request | WebSocket) -> str:
    """What the store knows of the key to the seat that holds the device."""
    return digest(_keys(room, request)[0])


def seats_of(room: Room, request: Request | WebSocket) -> dict[str, str]:
    """The seats of a device and their keys: whoever holds it or takes it next, then the others."""
    return {seat: key for key in _keys(room, request) if (seat := _opened(room, key))}


def _keys(room: Room, request: Request | WebSocket) -> list[str]:
    """The keys of a device: first that of the seat that holds it, empty while it is handed over."""
    return request.cookies.get(f"seat-{room.id}", "").split(".", MOST_SEATS)[:MOST_SEATS]


def _opened(room: Room, key: str) -> str:
    seat = room.keys.get(digest(key), "")
    return seat if seat in room.table.views else ""


def with_keys(response: Response, request: Request, id: str, keys: Iterable[str]) -> Response:
    """The response, and with it the keys of a device: first that of the seat that holds it, empty if none does."""
    is_https = request.url.scheme == "https" or request.headers.get("x-forwarded-proto") == "https"
    value = ".".join(keys)
    response.set_cookie(f"seat-{id}", value, max_age=YEAR, httponly=True, samesite="lax", secure=is_https, path="/")
    return response


async def worked_out(request: Request, work: Callable[[], T]) -> T:
    """What comes of some work that would be in the way of the tables."""
    return await asyncio.get_running_loop().run_in_executor(house_of(request).workers, work)


def derived(found: Mapping[str, Score]) -> list[wire.Derived]:
    """Numbers that follow from others, as a screen gets them."""
    return [wire.Derived(name, int(score), why_of(score)) for name, score in found.items()]


def why_of(number: int) -> list[str]:
    """The parts of a number, a line each; none if it has none."""
    return list(number.why()) if isinstance(number, Score) else []
