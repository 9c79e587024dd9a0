"""The web application: pages and files, the tables' HTTP side, and the WebSockets at which people play."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import segno
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from fatewright import __version__, rulebook
from fatewright.chance import system_dice
from fatewright.core.errors import BadValue, FatewrightError
from fatewright.core.game import Act
from fatewright.core.notation import parse
from fatewright.core.reading import roll
from fatewright.core.score import Score
from fatewright.core.seal import Unknown
from fatewright.core.story import Desk, Refusal
from fatewright.server.hall import Hall, NoTable, digest
from fatewright.server.room import Room, frames
from fatewright.systems import sheet
from fatewright.systems.forms import call
from fatewright.systems.spec import System
from fatewright.web import cards, guard, play, seen, weigh, wire
from fatewright.web.guard import ATTEMPTS, COMERS, PASS_COOKIE, POLICY, REQUESTS, YEAR, NotAllowed

PAGE = Path(__file__).parent / "page"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
KINDS |= {".png": "image/png", ".woff": "font/woff", ".json": "application/json", ".txt": "text/plain"}
SWEEP = 30  # seconds between two looks at idle rooms
MOST_FOUND = 200  # paragraphs that one search shows
T = TypeVar("T")
log = logging.getLogger("fatewright")


class House(NamedTuple):
    """What the application serves."""

    hall: Hall
    door: guard.Door
    limits: guard.Limits
    address: str  # where other devices find us: http://192.168.1.20:8000
    workers: ThreadPoolExecutor  # odds are worked out here, never in the way of the tables


def application(hall: Hall, address: str, *, passphrase: str = "", names: frozenset[str] = frozenset()) -> ASGIApp:
    """The application for one hall of tables."""
    workers = ThreadPoolExecutor(1, thread_name_prefix="odds")
    house = House(hall, guard.Door(passphrase, names), guard.Limits(), address, workers)
    routes = [
        Route("/health", health),
        Route("/api/enter", enter, methods=["POST"]),
        Route("/api/games", games),
        Route("/api/games/{game}/check", check, methods=["POST"]),
        Route("/api/games/{game}/newcomer", newcomer, methods=["POST"]),
        Route("/api/games/{game}/draw", draw, methods=["POST"]),
        Route("/api/odds", odds),
        Route("/api/rules", books),
        Route("/api/rules/{book}", paragraphs),
        Route("/api/rules/{book}/{id}", paragraph),
        Route("/api/tables", my_tables),
        Route("/api/tables", new_table, methods=["POST"]),
        Route("/api/tables/{id}", door),
        Route("/api/tables/{id}/qr.svg", qr),
        Route("/api/tables/{id}/join", join, methods=["POST"]),
        Route("/api/tables/{id}/claim", claim, methods=["POST"]),
        Route("/api/tables/{id}/reseat", reseat, methods=["POST"]),
        Route("/api/tables/{id}/odds", table_odds, methods=["POST"]),
        Route("/api/tables/{id}/suggest", suggest, methods=["POST"]),
        Route("/api/tables/{id}/sheet", sheet_of, methods=["POST"]),
        Route("/api/tables/{id}/undoes", undoes, methods=["POST"]),
        Route("/api/tables/{id}/log", older),
        Route("/{path:path}", page),
        WebSocketRoute("/ws/{id}", table_socket),
    ]
    handlers = {FatewrightError: _wrong, HTTPException: _no_such_way, ClientDisconnect: _left, 500: _broken}
    inner = Starlette(routes=routes, lifespan=_lifespan, exception_handlers=handlers)
    inner.state.house = house
    return _Guarded(inner, house)


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
    house.workers.shutdown(cancel_futures=True)


class _Guarded:
    """Every request passes here first; every answer leaves with the policy."""

    def __init__(self, inner: ASGIApp, house: House) -> None:
        self.inner, self.house = inner, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.inner(scope, receive, send)

        async def send_with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                policy = [(name.encode(), value.encode()) for name, value in POLICY.items()]
                message = {**message, "headers": [*message["headers"], *policy]}
            await send(message)

        request = Request(scope) if scope["type"] == "http" else WebSocket(scope, receive, send)
        address = request.client.host if request.client else ""
        try:
            self.house.door.check_place(request.headers, address)
            self.house.limits.check(address, REQUESTS)
            if scope["path"].startswith(("/api/", "/ws/")) and scope["path"] != "/api/enter":
                self.house.door.check_pass(request.cookies)
        except NotAllowed as why:
            log.warning("turned away", extra={"status": why.status})
            if isinstance(request, WebSocket):
                return await request.close(4403, str(why)[:120])
            return await _json(wire.Wrong(str(why)), why.status)(scope, receive, send_with_policy)
        return await self.inner(scope, receive, send_with_policy if scope["type"] == "http" else send)


# ── answers ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _json(body: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(body), status, media_type="application/json", headers={"cache-control": "no-store"})


async def _wrong(request: Request, why: Exception) -> Response:
    """Whatever a person can put right, as a sentence."""
    del request
    status = {NotAllowed: getattr(why, "status", 403), NoTable: 404, Refusal: 409}.get(type(why), 400)
    return _json(wire.Wrong(play.readable(why)), status)


async def _no_such_way(request: Request, why: Exception) -> Response:
    """An address that is asked in a way it has no answer to."""
    return _json(wire.Wrong(f"nothing here answers to {request.method}"), getattr(why, "status_code", 400))


async def _left(request: Request, why: Exception) -> Response:
    """Whoever asked has gone before they had finished."""
    del request, why
    return Response(status_code=400)


async def _broken(request: Request, why: Exception) -> Response:
    del request
    log.error("request failed", extra={"where": frames(why)})
    return _json(wire.Wrong("something went wrong here; the log of the server says where"), 500)


def _house(request: Request | WebSocket) -> House:
    house: House = request.app.state.house
    return house


async def _body(request: Request, kind: type[T]) -> T:
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


def _limited(request: Request, rate: guard.Rate) -> None:
    _house(request).limits.check(request.client.host if request.client else "", rate)


def _system(request: Request) -> System:
    systems = _house(request).hall.systems
    game = request.path_params["game"]
    if game not in systems:
        raise NotAllowed(404, f"there is no game '{game}'; the games: {', '.join(systems)}")
    return systems[game]


async def _seat(request: Request) -> tuple[Room, str]:
    """The room of a request and the seat its browser holds there."""
    room = await _house(request).hall.room(request.path_params["id"])
    seat = seat_of(room, request)
    if not seat:
        raise NotAllowed(401, "you have no seat at this table; join it first")
    return room, seat


def seat_of(room: Room, request: Request | WebSocket) -> str:
    """The seat whose key a browser shows; empty if none."""
    key = request.cookies.get(f"seat-{room.id}", "")
    seat = room.keys.get(digest(key), "")
    return seat if seat in room.table.views else ""


def _with_key(response: Response, request: Request, id: str, key: str) -> Response:
    is_https = request.url.scheme == "https" or request.headers.get("x-forwarded-proto") == "https"
    response.set_cookie(f"seat-{id}", key, max_age=YEAR, httponly=True, samesite="lax", secure=is_https, path="/")
    return response


# ── the house ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def health(request: Request) -> Response:
    """Whether the server is up."""
    return _json(wire.Health(__version__, _house(request).hall.open_rooms))


async def enter(request: Request) -> Response:
    """Say the passphrase."""
    _limited(request, ATTEMPTS)
    said = await _body(request, wire.Pass)
    ticket = await asyncio.to_thread(_house(request).door.opens, said.passphrase)
    if ticket is None:
        raise NotAllowed(403, "that is not the passphrase of this house")
    response = _json({})
    response.set_cookie(PASS_COOKIE, ticket, max_age=YEAR, httponly=True, samesite="lax", path="/")
    return response


async def page(request: Request) -> Response:
    """The page itself, whatever the address in it, and its files."""
    path = request.path_params["path"]
    file = _files().get(path)
    if file is None and path.startswith(("api/", "assets/")):
        raise NotAllowed(404, "there is nothing here")
    file = file or _files().get("index.html")
    if file is None:
        raise NotAllowed(503, "the page has not been built; run make ui, or install the wheel")
    lasts = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
    return Response(file.content, media_type=file.kind, headers={"cache-control": lasts})


class File(NamedTuple):
    """A file of the built page."""

    kind: str
    content: bytes


@lru_cache
def _files() -> dict[str, File]:
    """The files of the page as it was when the server started: nothing else is ever served."""
    found = [file for file in PAGE.rglob("*") if file.suffix in KINDS]
    return {file.relative_to(PAGE).as_posix(): File(KINDS[file.suffix], file.read_bytes()) for file in found}


# ── games, odds, rulebooks ─────────────────────────────────────────────────────────────────────────────────────────────


async def games(request: Request) -> Response:
    """Every game there is."""
    return _json([cards.game_card(system) for system in _house(request).hall.systems.values()])


async def check(request: Request) -> Response:
    """All that is wrong with a character, and what its sheet would say."""
    system, said = _system(request), await _body(request, wire.Check)
    somebody = sheet.Character(system.id, system.version, said.name, said.choices)
    if wrong := system.dial_problems(said.dials):
        raise BadValue("; ".join(wrong))
    found, values = sheet.judged(system, somebody, said.dials), sheet.values(system, somebody)
    budgets = [wire.Spent(one.step, one.name, int(one.spent), int(one.available), _why(one.available)) for one in found.budgets]
    derived = {} if system.problems(values) else sheet.derived(system, system.kept(values), said.dials)
    return _json(wire.Verdict(found.problems, found.warnings, values, _derived(derived), budgets))


def _derived(found: Mapping[str, Score]) -> list[wire.Derived]:
    return [wire.Derived(name, int(score), _why(score)) for name, score in found.items()]


def _why(number: int) -> list[str]:
    return list(number.why()) if isinstance(number, Score) else []


async def newcomer(request: Request) -> Response:
    """A character by dice."""
    system = _system(request)
    await _body(request, wire.Newcomer)
    played = roll(system.rule("newcomer")(), system_dice())
    dice = [wire.Die(*die) for step in played.steps for die in step.dice]
    return _json(wire.Rolled(played.outcome._asdict(), dice))


async def draw(request: Request) -> Response:
    """An entry of a list by dice."""
    system, said = _system(request), await _body(request, wire.Draw)
    field = system.fields.get(said.field)
    if field is None or not field.drawn:
        drawn = [name for name, one in system.fields.items() if one.drawn]
        raise BadValue(f"field: dice pick nothing for {said.field!r}; they do for: {', '.join(drawn) or 'nothing'}")
    played = roll(system.rule(field.drawn)(), system_dice())
    entry = list(system.lists[field.source])[played.outcome - 1]
    return _json(wire.Drawn(entry, [wire.Die(*die) for step in played.steps for die in step.dice]))


async def odds(request: Request) -> Response:
    """The odds of any rule, or of dice."""
    asked = dict(request.query_params)
    lens, system = asked.pop("lens", ""), None
    if "notation" in asked:
        rule = parse(asked["notation"][:500])
    else:
        game, name = asked.pop("game", ""), asked.pop("rule", "")
        system = _house(request).hall.systems.get(game)
        if system is None:
            raise BadValue(f"game: found {game!r}, expected one of {', '.join(_house(request).hall.systems)}")
        rule = call(system.rule(name), asked)
    return _json(await _worked_out(request, lambda: weigh.odds_of_rule(str(rule), rule, lens, system)))


async def _worked_out(request: Request, work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(_house(request).workers, work)


async def books(request: Request) -> Response:
    """The rulebooks that are shipped."""
    del request
    return _json(
        [wire.Book(file.removesuffix(".md"), rulebook.title(file), rulebook.count(file)) for file in rulebook.ledgers()]
    )


async def paragraphs(request: Request) -> Response:
    """The paragraphs of a rulebook, or those in which all words of a search stand."""
    file = f"{request.path_params['book']}.md"
    if file not in rulebook.ledgers():
        raise NotAllowed(404, f"there is no such rulebook; there are {', '.join(rulebook.ledgers())}")
    words = request.query_params.get("search", "").lower().split()
    book = rulebook.ledger(file).values()
    found = [one for one in book if all(word in f"{one.id} {one.heading} {one.text}".lower() for word in words)]
    return _json([wire.Paragraph(*one) for one in (found[:MOST_FOUND] if words else found)])


async def paragraph(request: Request) -> Response:
    """One paragraph by its id."""
    return _json(wire.Paragraph(*rulebook.paragraph(request.path_params["id"])))


# ── tables ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def my_tables(request: Request) -> Response:
    """The tables at which this browser has a seat."""
    found = []
    for name in [name for name in request.cookies if name.startswith("seat-")][:100]:
        with contextlib.suppress(FatewrightError):
            room = await _house(request).hall.room(name.removeprefix("seat-"))
            if seat := seat_of(room, request):
                found.append(_card(room, seat))
    return _json(sorted(found, key=lambda card: -card.at))


def _card(room: Room, seat: str) -> wire.TableCard:
    role = str(room.table.truth.facts[("seat", seat, "role")])
    last = max(room.table.times.values(), default=0)
    return wire.TableCard(room.id, room.name, room.system.id, room.system.title, seat, role, last)


async def new_table(request: Request) -> Response:
    """Set out a table."""
    _limited(request, COMERS)
    said = await _body(request, wire.NewTable)
    hall = _house(request).hall
    dials = {name: play.plain(value) for name, value in said.dials.items()}
    id, key = await hall.make(said.game, said.name, said.seat, said.preset, dials)
    return _with_key(_json(_card(await hall.room(id), said.seat)), request, id, key)


async def door(request: Request) -> Response:
    """What somebody sees who has the link."""
    room = await _house(request).hall.room(request.path_params["id"])
    free = [seat for seat in room.table.seats() if seat not in room.keys.values()]
    link = f"{_address(request)}/t/{room.id}/join"
    return _json(wire.Door(room.id, room.name, room.system.title, seat_of(room, request), free, link))


def _address(request: Request) -> str:
    """Where others find us: where this browser did, unless that is an address of this machine alone."""
    host = request.url.hostname or ""
    is_alone = host in ("localhost", "::1") or host.startswith("127.")
    return _house(request).address if is_alone else f"{request.url.scheme}://{request.url.netloc}"


async def qr(request: Request) -> Response:
    """The way to a table as a picture for a phone's camera."""
    room = await _house(request).hall.room(request.path_params["id"])
    code = segno.make(f"{_address(request)}/t/{room.id}/join", error="m")
    picture = BytesIO()
    code.save(picture, kind="svg", scale=8, border=4, dark="#000", light="#fff")
    return Response(picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})


async def join(request: Request) -> Response:
    """Sit down under a name."""
    _limited(request, COMERS)
    said = await _body(request, wire.Join)
    hall = _house(request).hall
    room = await hall.room(request.path_params["id"])
    key = await hall.join(room, said.name, said.role)
    return _with_key(_json(_card(room, said.name)), request, room.id, key)


async def claim(request: Request) -> Response:
    """Take the seat that a code is good for."""
    _limited(request, COMERS)
    said = await _body(request, wire.Claim)
    hall = _house(request).hall
    room = await hall.room(request.path_params["id"])
    seat, key = await hall.claim(room, said.code)
    return _with_key(_json(_card(room, seat)), request, room.id, key)


async def reseat(request: Request) -> Response:
    """A way back to a seat, from the game master; without one, from anybody who sits at the table."""
    room, seat = await _seat(request)
    said = await _body(request, wire.Reseat)
    roles = {one: room.table.truth.facts[("seat", one, "role")] for one in room.table.seats()}
    if roles[seat] != ("gm" if room.system.has_gm else "player"):
        raise Refusal("only the game master gives seats away; players, where there is none")
    if said.seat not in roles or roles[said.seat] == "gm":
        raise Refusal(f"'{said.seat}' is not a seat that can be given away here")
    code = await _house(request).hall.code(room.id, said.seat)
    return _json(wire.Code(said.seat, f"{_address(request)}/t/{room.id}/join#seat={code}"))


async def table_odds(request: Request) -> Response:
    """The odds of an act, or of every answer to a question, as this seat can know them."""
    room, seat = await _seat(request)
    said = await _body(request, wire.Weigh)
    view, system = room.table.view(seat).fork(), room.system  # a copy: the table goes on meanwhile
    if said.verb:
        act = Act(seat, said.verb, {name: play.plain(value) for name, value in said.args.items()})
        return _json(wire.Weighed(await _worked_out(request, lambda: weigh.odds_of_act(view, system, act)), []))
    question = room.table.stream(seat).question(said.question, room.table.records)
    answers = await _worked_out(request, lambda: weigh.odds_of_answers(view, system, seat, question))
    return _json(wire.Weighed(None, answers))


async def suggest(request: Request) -> Response:
    """What usually stands in the other fields of a form."""
    room, seat = await _seat(request)
    said = await _body(request, wire.Suggest)
    verb = room.system.game.verbs.get(said.verb)
    if verb is None or verb.suggest is None:
        return _json(wire.Suggestion({}))
    desk = Desk(room.table.view(seat).facts, room.system.data, seat)
    try:
        found = verb.suggest(desk, {name: play.plain(value) for name, value in said.args.items()})
    except (FatewrightError, Unknown, LookupError, TypeError, ValueError):  # half of a form is filled in with anything
        found = {}
    return _json(wire.Suggestion(dict(found)))


async def sheet_of(request: Request) -> Response:
    """What follows from the numbers of a token, as far as this seat knows them."""
    room, seat = await _seat(request)
    said = await _body(request, wire.SheetOf)
    desk = Desk(room.table.view(seat).facts, room.system.data, seat)
    if said.token not in desk:
        raise BadValue(f"token: you see no {said.token}")
    values = {name: desk[said.token][name] for name in room.system.fields}
    try:
        return _json(wire.Derivation(_derived(sheet.derived(room.system, values, desk.dials()))))
    except Unknown:
        return _json(wire.Derivation([]))


async def undoes(request: Request) -> Response:
    """What a rewind would undo of what this seat has seen."""
    room, seat = await _seat(request)
    said = await _body(request, wire.Undoes)
    return _json(wire.Undone(room.table.would_undo(seat, said.before)))


async def older(request: Request) -> Response:
    """Earlier lines."""
    room, seat = await _seat(request)
    text = request.query_params.get("before", "")
    if not text.isdecimal() or len(text) > 9:
        raise BadValue("before: expected the number of a line")
    before = min(int(text), room.table.stream(seat).count)
    return _json(seen.lines(room.table, seat, max(0, before - seen.LATEST), before, room.told))


async def table_socket(socket: WebSocket) -> None:
    """Play at a table."""
    last = socket.query_params.get("last", "-1")
    try:
        room = await _house(socket).hall.room(socket.path_params["id"])
    except FatewrightError as why:
        await socket.accept()
        await socket.send_text(play.write(wire.Farewell(str(why), is_final=True)).decode())
        return await socket.close(play.NO_TABLE)
    seat = seat_of(room, socket)
    await socket.accept()
    if not seat:
        await socket.send_text(play.write(wire.Farewell("you have no seat at this table", is_final=True)).decode())
        return await socket.close(play.NO_SEAT)
    key = digest(socket.cookies.get(f"seat-{room.id}", ""))
    number = int(last) if last.removeprefix("-").isdecimal() and len(last) < 10 else -1
    await play.Connection(socket, room, seat, key).run(number)
    with contextlib.suppress(*play.GONE):
        await socket.close()
