"""What every answer of the house begins with: who asks, at which table, and what they have sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from fatewright.core.errors import BadValue
from fatewright.core.languages import Language
from fatewright.core.score import Score
from fatewright.server.hall import MOST_SEATS, Hall, digest
from fatewright.server.room import WAITS, Room
from fatewright.server.shelf import LeftOut, Shelf
from fatewright.systems.spec import System
from fatewright.watchdog import within
from fatewright.web import guard, wire
from fatewright.web.guard import YEAR, NotAllowed
from fatewright.web.worker import Question, WhichGame
from fatewright.web.workers import Workers

T = TypeVar("T")
LOOKING_BACK = 30.0  # seconds of work for a film or a recap


class House(NamedTuple):
    """What the application serves."""

    hall: Hall
    door: guard.Door
    limits: guard.Limits
    address: str  # where other devices find us: http://192.168.1.20:8000
    workers: Workers  # odds are worked out here, never in the way of the tables
    refer: Callable[[System], WhichGame]  # how a game is named to them
    lookers: ThreadPoolExecutor  # whoever looks back does not wait for odds
    shelf: Shelf | None  # where versions of games are kept
    left_out: Sequence[LeftOut]  # games that are here and broken
    page: Path  # the folder of what browsers show


def reply(body: Any, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(msgspec.json.encode(body), status, media_type="application/json", headers={"cache-control": "no-store"})


def lasting(request: Request, body: Any) -> Response:
    """An answer as JSON that a browser may keep, if it asks each time whether it is still the same."""
    content = msgspec.json.encode(body)
    tag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"cache-control": "private, no-cache", "etag": tag, "vary": "accept-language"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="application/json", headers=headers)


def sent(body: bytes) -> Response:
    """An answer that is JSON already."""
    return Response(body, media_type="application/json", headers={"cache-control": "no-store"})


def language_of(request: Request, system: System) -> Language:
    """The language in which a screen wants a game."""
    return system.language(*codes_of(request.headers.get("accept-language", "")))


def codes_of(wanted: str) -> tuple[str, str]:
    """The language that is wanted first: of a region, and whatever the region."""
    code = wanted.partition(",")[0].strip()
    return code, code.partition("-")[0]


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


def limited(request: Request, kind: guard.Kind, about: str = "") -> None:
    """Refuse who asks too often."""
    house_of(request).limits.check(address_of(request), kind, about)


def address_of(request: Request | WebSocket) -> str:
    """Where a request comes from; empty for a local socket."""
    return request.client.host if request.client else ""


def system_of(request: Request) -> System:
    """The game that a request names."""
    hall = house_of(request).hall
    game, _, revision = request.path_params["game"].partition("@")  # a version as a table plays it names its revision
    if game not in hall.systems:
        raise NotAllowed(404, f"there is no game '{game}'; the games: {', '.join(hall.systems)}")
    return hall.revision(game, revision)


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


def lost_seats(room: Room, request: Request) -> list[str]:
    """The seats of a device that stand in the damaged part of a table."""
    held = [room.keys.get(digest(key), "") for key in _keys(room, request)] if room.is_damaged else []
    return [seat for seat in held if seat and seat not in room.table.views]


def waiting_as(room: Room, request: Request) -> str:
    """The name under which a device waits to be let in; empty if it does not."""
    names = [room.keys.get(digest(key), "") for key in _keys(room, request)]
    return next((name for name in names if (*WAITS, name) in room.table.truth.facts), "")


def _keys(room: Room, request: Request | WebSocket) -> list[str]:
    """The keys of a device: first that of the seat that holds it, empty while it is handed over."""
    return request.cookies.get(f"seat-{room.id}", "").split(".", MOST_SEATS)[:MOST_SEATS]


def _opened(room: Room, key: str) -> str:
    seat = room.keys.get(digest(key), "")
    return seat if seat in room.table.views else ""


def with_keys(response: Response, request: Request, id: str, keys: Iterable[str]) -> Response:
    """The response, and with it the keys of a device: first that of the seat that holds it, empty if none does."""
    return with_cookie(response, request, f"seat-{id}", ".".join(keys))


def with_cookie(response: Response, request: Request, name: str, value: str) -> Response:
    """The response, and with it what the browser keeps: no script reads it, and given by https it never goes without."""
    is_https = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=is_https, path="/")
    return response


async def looked_back(request: Request, work: Callable[[], T]) -> T:
    """What comes of looking back upon a table, which would be in the way of all tables."""
    return await asyncio.get_running_loop().run_in_executor(house_of(request).lookers, partial(within, LOOKING_BACK, work))


async def weighed(request: Request, who: str, question: Question) -> Response:
    """What a worker says to a question about odds; who asks has their turn among all others."""
    return sent(await house_of(request).workers.ask(who, question))


def watched(request: Request, work: Callable[[], T]) -> T:
    """What comes of something that a game's own rules say, on a view: at once, or it is ended."""
    return house_of(request).hall.watchdog.run(work)


def derived(found: Mapping[str, Score]) -> list[wire.Derived]:
    """Numbers that follow from others, as a screen gets them."""
    return [wire.Derived(name, int(score), why_of(score)) for name, score in found.items()]


def why_of(number: int) -> list[str]:
    """The parts of a number, a line each; none if it has none."""
    return list(number.why()) if isinstance(number, Score) else []
