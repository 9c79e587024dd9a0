"""The HTTP and WebSocket edge: every request passes the guard and finds its way to an answer."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from fatewright.core.errors import FatewrightError
from fatewright.core.table.story import Refusal
from fatewright.server.hall import Hall, NoTable
from fatewright.server.room import frames
from fatewright.server.shelf import LeftOut, Shelf
from fatewright.web import content, forms, guard, library, play, tables, wire
from fatewright.web.guard import POLICY, USUAL, Allowance, NotAllowed
from fatewright.web.proxies import Network, as_sent, named
from fatewright.web.request import House, address_of, reply
from fatewright.web.workers import Failed, Workers, reference

SWEEP = 30  # seconds between two looks at idle rooms
log = logging.getLogger("fatewright")


def application(
    hall: Hall,
    address: str,
    shelf: Shelf | None = None,
    *,
    passphrase: str = "",
    names: frozenset[str] = frozenset(),
    left_out: Sequence[LeftOut] = (),
    page: Path = library.PAGE,
    proxies: Sequence[str] = (),
    allowance: Allowance = USUAL,
    workers: Workers | None = None,
) -> ASGIApp:
    """The application for one hall of tables; without a shelf, nobody makes versions of games here.

    It has its own workers, unless it is given some: then it leaves them as they are when it ends.
    """
    lookers = ThreadPoolExecutor(2, thread_name_prefix="past")
    hands = (workers or Workers(), reference(), lookers)
    house = House(hall, guard.Door(passphrase, names), guard.Limits(allowance), address, *hands, shelf, left_out, page)
    routes = [
        Route("/health", library.health),
        Route("/api/enter", library.enter, methods=["POST"]),
        Route("/api/games", library.games),
        Route("/api/games/{game}", library.game),
        Route("/api/left-out", library.left_out),
        Route("/api/games/{game}/check", library.check, methods=["POST"]),
        Route("/api/games/{game}/print", library.print_sheet, methods=["POST"]),
        Route("/api/games/{game}/newcomer", library.newcomer, methods=["POST"]),
        Route("/api/games/{game}/try", tables.try_it, methods=["POST"]),
        Route("/api/games/{game}/draw", library.draw, methods=["POST"]),
        Route("/api/games/{game}/content", content.content),
        Route("/api/games/{game}/content", content.keep, methods=["POST"]),
        Route("/api/games/{game}/own", content.own, methods=["POST"]),
        Route("/api/odds", library.odds),
        Route("/api/rules", library.books),
        Route("/api/rules/{book}", library.paragraphs),
        Route("/api/rules/{book}/{id}", library.paragraph),
        Route("/api/tables", tables.my_tables),
        Route("/api/tables", tables.new_table, methods=["POST"]),
        Route("/api/tables/{id}", tables.door),
        Route("/api/tables/{id}/game", tables.game),
        Route("/api/tables/{id}/qr.svg", tables.qr),
        Route("/api/tables/{id}/join", tables.join, methods=["POST"]),
        Route("/api/tables/{id}/forget", tables.forget, methods=["POST"]),
        Route("/api/tables/{id}/claim", tables.claim, methods=["POST"]),
        Route("/api/tables/{id}/hand-over", tables.hand_over, methods=["POST"]),
        Route("/api/tables/{id}/take", tables.take, methods=["POST"]),
        Route("/api/tables/{id}/reseat", tables.reseat, methods=["POST"]),
        Route("/api/tables/{id}/link", tables.change_link, methods=["POST"]),
        Route("/api/tables/{id}/odds", tables.table_odds, methods=["POST"]),
        Route("/api/tables/{id}/cast", tables.cast),
        Route("/api/tables/{id}/acts", forms.acts, methods=["POST"]),
        Route("/api/tables/{id}/form", forms.form, methods=["POST"]),
        Route("/api/tables/{id}/sheet", tables.sheet_of, methods=["POST"]),
        Route("/api/tables/{id}/print", tables.print_tokens, methods=["POST"]),
        Route("/api/tables/{id}/undoes", tables.undoes, methods=["POST"]),
        Route("/api/tables/{id}/log", tables.older),
        Route("/api/tables/{id}/film", tables.film),
        Route("/api/tables/{id}/changes", tables.changes, methods=["POST"]),
        Route("/api/tables/{id}/recap", tables.recap),
        Route("/{path:path}", library.page),
        WebSocketRoute("/ws/{id}", tables.table_socket),
    ]
    handlers = {FatewrightError: _wrong, HTTPException: _no_such_way, ClientDisconnect: _left, 500: _broken}
    inner = Starlette(routes=routes, lifespan=_lifespan, exception_handlers=handlers)
    inner.state.house = house
    inner.state.has_own_workers = workers is None
    return _Guarded(inner, house, named(proxies))


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    house: House = app.state.house

    async def sweep() -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await house.hall.close_idle()

    sweeper = asyncio.create_task(sweep())
    yield
    sweeper.cancel()
    await house.hall.close()
    house.lookers.shutdown(cancel_futures=True)
    if app.state.has_own_workers:
        await asyncio.to_thread(house.workers.close)


class _Guarded:
    """Every request passes here first; every answer leaves with the policy."""

    def __init__(self, inner: ASGIApp, house: House, proxies: tuple[Network, ...]) -> None:
        self.inner, self.house, self.proxies = inner, house, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.inner(scope, receive, send)
        scope = as_sent(scope, self.proxies)

        async def send_with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                policy = [(name.encode(), value.encode()) for name, value in POLICY.items()]
                message = {**message, "headers": [*message["headers"], *policy]}
            await send(message)

        request = Request(scope) if scope["type"] == "http" else WebSocket(scope, receive, send)
        address = address_of(request)
        try:
            self.house.door.check_place(request.headers, address)
            self.house.limits.check(address, "requests")
            if scope["path"].startswith(("/api/", "/ws/")) and scope["path"] != "/api/enter":
                self.house.door.check_pass(request.cookies)
        except NotAllowed as why:
            log.warning("turned away", extra={"status": why.status})
            if isinstance(request, WebSocket):
                return await request.close(4403, str(why)[:120])
            return await reply(wire.Wrong(str(why)), why.status)(scope, receive, send_with_policy)
        return await self.inner(scope, receive, send_with_policy if scope["type"] == "http" else send)


async def _wrong(request: Request, why: Exception) -> Response:
    """Whatever a person can put right, as a sentence."""
    del request
    status = {NotAllowed: getattr(why, "status", 403), NoTable: 404, Refusal: 409}.get(type(why), 400)
    return reply(wire.Wrong(play.readable(why)), status)


async def _no_such_way(request: Request, why: Exception) -> Response:
    """An address that is asked in a way it has no answer to."""
    return reply(wire.Wrong(f"nothing here answers to {request.method}"), getattr(why, "status_code", 400))


async def _left(request: Request, why: Exception) -> Response:
    """Whoever asked has gone before they had finished."""
    del request, why
    return Response(status_code=400)


async def _broken(request: Request, why: Exception) -> Response:
    del request
    log.error("request failed", extra={"where": why.where if isinstance(why, Failed) else frames(why)})
    return reply(wire.Wrong("something went wrong here; the log of the server says where"), 500)
