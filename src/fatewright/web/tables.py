"""Tables over HTTP: setting out, joining, odds and forms; and the socket over which everything is played."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from io import BytesIO
from typing import NamedTuple, TypeVar

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from fatewright.core.errors import BadValue, FatewrightError
from fatewright.core.table.game import Act
from fatewright.core.table.seal import HIDDEN, Unknown, is_hidden
from fatewright.core.table.story import Desk, Refusal
from fatewright.server.hall import LINK, NoTable
from fatewright.server.room import WAITS, Room
from fatewright.systems import names, paper, sheet
from fatewright.systems.cast import FOE
from fatewright.systems.scene import YOU
from fatewright.systems.writing import kept_at
from fatewright.web import cards, past, play, seen, weigh, wire
from fatewright.web.cards import hue
from fatewright.web.request import (
    body_of,
    codes_of,
    derived,
    house_of,
    key_of,
    language_of,
    lasting,
    limited,
    looked_back,
    lost_seats,
    reply,
    seat_of,
    seated,
    seats_of,
    system_of,
    waiting_as,
    watched,
    weighed,
    with_keys,
)
from fatewright.web.worker import OfAct, OfAnswers

T = TypeVar("T", wire.HandOver, wire.Take)
MOST_SHEETS = 60  # printed at once
MOST_TABLES = 100  # of one browser that are looked at


async def my_tables(request: Request) -> Response:
    """The tables at which this browser has a seat."""
    rooms = await _rooms_of(request)
    found = [_card(room, seat) for room in rooms for seat in [*seats_of(room, request), *lost_seats(room, request)][:1]]
    return reply(sorted(found, key=lambda card: -card.at))


async def _rooms_of(request: Request) -> list[Room]:
    """The tables of which this browser has a key."""
    found = []
    for name in [name for name in request.cookies if name.startswith("seat-")][:MOST_TABLES]:
        with contextlib.suppress(FatewrightError):
            found.append(await house_of(request).hall.room(name.removeprefix("seat-")))
    return found


def _card(room: Room, seat: str) -> wire.TableCard:
    facts = room.table.truth.facts
    waits = "waiting" if (*WAITS, seat) in facts else ""  # or a damaged table has lost it
    role = str(facts.get(("seat", seat, "role"), waits))
    last = max(room.table.times.values(), default=0)
    return wire.TableCard(
        room.id,
        room.name,
        room.system.id,
        room.system.title,
        seat,
        role,
        last,
        is_try=YOU in room.table.truth.facts,
        is_damaged=room.is_damaged,
    )


async def new_table(request: Request) -> Response:
    """Set out a table."""
    limited(request, "tables")
    said = await body_of(request, wire.NewTable)
    hall, seat = house_of(request).hall, names.normal(said.seat)
    dials = {name: play.plain(value) for name, value in said.dials.items()}
    id, key = await hall.make(said.game, said.name, seat, said.preset, dials)
    return with_keys(reply(_card(await hall.room(id), seat)), request, id, [key])


async def try_it(request: Request) -> Response:
    """Sit down at once in a ready-made scene of a game."""
    limited(request, "tables")
    await body_of(request, wire.TryIt)
    hall = house_of(request).hall
    id, seat, key = await hall.make_try(system_of(request).id)
    return with_keys(reply(_card(await hall.room(id), seat)), request, id, [key])


async def forget(request: Request) -> Response:
    """Give up one's seat where one tried a game: nobody else sits there. A seat among others is not so easily lost."""
    await body_of(request, wire.Forget)
    room, _ = await seated(request)
    if YOU not in room.table.truth.facts:
        raise Refusal("only a table at which you tried a game can be forgotten")
    response = reply([])
    response.delete_cookie(f"seat-{room.id}", path="/")
    return response


async def door(request: Request) -> Response:
    """What somebody sees who has the link."""
    room = await house_of(request).hall.room(request.path_params["id"])
    return reply(_door(room, request, seat_of(room, request), seats_of(room, request)))


def _door(room: Room, request: Request, seat: str, device: Iterable[str]) -> wire.Door:
    free = [seat for seat in room.table.seats() if seat not in room.keys.values()]
    link = _link(room, request)
    return wire.Door(
        room.id,
        room.name,
        room.system.title,
        hue(room.system),
        seat,
        list(device),
        free,
        link,
        is_seeded=room.is_seeded,
        is_damaged=room.is_damaged,
        waits=waiting_as(room, request),
    )


def _link(room: Room, request: Request) -> str:
    """The way to a table; what a changed one carries, only those hear who sit there."""
    code = room.table.truth.facts.get(LINK, "") if seat_of(room, request) else ""
    return f"{_address(request)}/t/{room.id}/join{f'#k={code}' if code else ''}"


def _address(request: Request) -> str:
    """Where others find us: where this browser did, unless that is an address of this machine alone."""
    host = request.url.hostname or ""
    is_alone = host in ("localhost", "::1") or host.startswith("127.")
    return house_of(request).address if is_alone else f"{request.url.scheme}://{request.url.netloc}"


async def game(request: Request) -> Response:
    """The game as this table plays it, which may be another than it has become meanwhile."""
    room, _ = await seated(request)
    return lasting(request, cards.game(room.system, language_of(request, room.system)))


async def qr(request: Request) -> Response:
    """The way to a table as a picture for a phone's camera."""
    room = await house_of(request).hall.room(request.path_params["id"])
    code = segno.make(_link(room, request), error="m")
    picture = BytesIO()
    code.save(picture, kind="svg", scale=8, border=4, dark="#000", light="#fff")
    return Response(picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})


async def join(request: Request) -> Response:
    """Sit down under a name."""
    limited(request, "comers")
    said = await body_of(request, wire.Join)
    hall = house_of(request).hall
    room = await hall.room(request.path_params["id"])
    if said.is_beside:
        await seated(request)
    name = names.normal(said.name)
    link = None if said.is_beside else said.link
    key = await hall.join(room, name, said.role, link, lambda: limited(request, "seats", room.id))
    keys = [*seats_of(room, request).values(), key] if said.is_beside else _instead(room, request, key)
    return with_keys(reply(_card(room, name)), request, room.id, keys)


def _instead(room: Room, request: Request, key: str) -> list[str]:
    """The keys of a device once the seat that held it, if any, has made way for another."""
    leaves = seat_of(room, request)
    return [key, *(old for seat, old in seats_of(room, request).items() if seat != leaves)]


async def hand_over(request: Request) -> Response:
    """Nobody holds this device until one of its seats takes it."""
    room, said, seats = await _on_device(request, wire.HandOver)
    order = {said.seat: seats[said.seat], **seats}
    return with_keys(reply(_door(room, request, "", order)), request, room.id, ["", *order.values()])


async def take(request: Request) -> Response:
    """The seat to which this device was handed over holds it."""
    room, said, seats = await _on_device(request, wire.Take)
    if holder := seat_of(room, request):
        raise Refusal(f"{holder} holds this device; hand it over first")
    if said.seat != next(iter(seats)):
        raise Refusal(f"this device was handed over to {next(iter(seats))}")
    return with_keys(reply(_door(room, request, said.seat, seats)), request, room.id, seats.values())


async def _on_device(request: Request, kind: type[T]) -> tuple[Room, T, dict[str, str]]:
    """The room, what was said about a seat of this device, and all its seats with their keys."""
    said = await body_of(request, kind)
    room = await house_of(request).hall.room(request.path_params["id"])
    seats = seats_of(room, request)
    if said.seat not in seats:
        raise Refusal(f"this device does not play {said.seat!r}; it plays {', '.join(seats) or 'nobody'}")
    return room, said, seats


async def claim(request: Request) -> Response:
    """Take the seat that a code is good for."""
    limited(request, "comers")
    said = await body_of(request, wire.Claim)
    hall = house_of(request).hall
    room = await hall.room(request.path_params["id"])
    seat, key = await hall.claim(room, said.code)
    return with_keys(reply(_card(room, seat)), request, room.id, _instead(room, request, key))


async def reseat(request: Request) -> Response:
    """A way back to a seat: one's own; another's from the game master or, without one, once the table has voted for it."""
    room, seat = await seated(request)
    said = await body_of(request, wire.Reseat)
    roles = {one: room.table.truth.facts[("seat", one, "role")] for one in room.table.seats()}
    if said.seat not in roles or roles[said.seat] == "gm":
        raise Refusal(f"'{said.seat}' is not a seat that can be given away here")
    if said.seat != seat:
        _leads(room, seat)
        if not room.system.has_gm and ("door", "way-back", said.seat) not in room.table.truth.facts:
            raise Refusal(f"here those vote on it who were there before {said.seat}: propose it by move-to-reseat")
    code = await house_of(request).hall.way_back(room, said.seat, seat)
    return reply(wire.Code(said.seat, f"{_address(request)}/t/{room.id}/join#seat={code}"))


def _leads(room: Room, seat: str) -> None:
    """Refuse whoever is not the game master or, where there is none, a player."""
    if room.table.truth.facts[("seat", seat, "role")] != ("gm" if room.system.has_gm else "player"):
        raise Refusal("only the game master does that; players, where there is none")


async def change_link(request: Request) -> Response:
    """Another link leads to the table from now on."""
    room, seat = await seated(request)
    await body_of(request, wire.ChangeLink)
    _leads(room, seat)
    await house_of(request).hall.change_link(room, seat)
    return reply(_door(room, request, seat, seats_of(room, request)))


async def table_odds(request: Request) -> Response:
    """The odds of an act, or of every answer to a question, as this seat can know them."""
    room, seat = await seated(request)
    said = await body_of(request, wire.Weigh)
    view, game, who = room.table.view(seat), house_of(request).refer(room.system), f"table {room.id}"
    if said.verb:
        act = Act(seat, said.verb, {name: play.plain(value) for name, value in said.args.items()})
        try:
            return await weighed(request, who, OfAct(game, weigh.excerpt(view), act))
        except BadValue as why:
            return reply(wire.Weighed(wire.Odds([], str(why)), []))
    question = room.table.stream(seat).question(said.question, room.table.records)
    return await weighed(request, who, OfAnswers(game, weigh.excerpt(view, question), seat, question))


async def cast(request: Request) -> Response:
    """What each kind looks like and whom one may copy, for whoever may put somebody on the table under a veil."""
    room, seat = await seated(request)
    system = room.system
    if not system.has_gm or room.table.view(seat).facts[("seat", seat, "role")] != "gm":
        raise Refusal("only a game master places people of whom the others see no more than their looks")
    looks = {kind: system.look(kind) for kind in (*system.kinds, FOE)}
    ready = [wire.Copy(kind, looks[kind], values, is_own=False) for kind, values in system.kinds.items()]
    return reply(wire.Cast(looks, [*await _written(request, room, seat), *ready]))


async def _written(request: Request, here: Room, seat: str) -> list[wire.Copy]:
    """Whom this browser has written as the game master of this table or of others of the same game: the latest word of each."""
    others = [room for room in await _rooms_of(request) if room is not here and _book(room) == _book(here)]
    others.sort(key=lambda room: -max(room.table.times.values(), default=0))
    found: dict[str, tuple[str, ...]] = dict(kept_at(here.table.view(seat).facts))
    for room in others:
        for other in seats_of(room, request):
            facts = room.table.view(other).facts
            found = (dict(kept_at(facts)) if facts.get(("seat", other, "role")) == "gm" else {}) | found
    return [wire.Copy(kind, kept[0], sheet.read(kept[1]).choices, is_own=True) for kind, kept in found.items() if kept]


def _book(room: Room) -> str:
    """The game of a table, or the one of which it plays a house's own version."""
    return str(room.system.data["system"]["extends"]) if room.system.written else room.system.id


async def sheet_of(request: Request) -> Response:
    """What follows from the numbers of a token, as far as this seat knows them."""
    room, seat = await seated(request)
    said = await body_of(request, wire.SheetOf)
    desk = Desk(room.table.view(seat).facts, room.system.data, seat)
    if said.token not in desk:
        raise BadValue(f"token: you see no {said.token}")
    values = {name: desk[said.token][name] for name in room.system.fields}

    def followed() -> wire.Derivation:
        follows = derived(sheet.derived(room.system, values, desk.dials()))
        steps = derived(room.system.next_steps(values, desk.dials(), room.system.lists))
        return wire.Derivation(follows, steps, dict(room.system.ranges(desk, said.token)))

    try:
        return reply(watched(request, followed))
    except Unknown:
        return reply(wire.Derivation([]))


async def print_tokens(request: Request) -> Response:
    """The sheets of tokens as pages to print, as far as this seat knows them; one's own sheet as a file, too."""
    room, seat = await seated(request)
    said = await body_of(request, wire.Print)
    if not 0 < len(said.tokens) <= MOST_SHEETS:
        raise BadValue(f"tokens: found {len(said.tokens)}, expected 1 to {MOST_SHEETS} of them")
    desk = Desk(room.table.view(seat).facts, room.system.data, seat)
    printed = watched(request, lambda: [_on_paper(room, desk, token) for token in said.tokens])
    character = printed[0].character if len(printed) == 1 else ""
    return reply(wire.Paper(paper.document(", ".join(said.tokens), [one.sheet for one in printed]), character))


class _Printed(NamedTuple):
    sheet: str
    character: str  # as a file, for whoever plays it


def _on_paper(room: Room, desk: Desk, token: str) -> _Printed:
    if token not in desk:
        raise BadValue(f"tokens: you see no {token}")
    found = ((name, desk.facts.get(("token", token, name), HIDDEN)) for name in room.system.fields)
    values = {name: value for name, value in found if not is_hidden(value)}
    try:
        follows = sheet.derived(room.system, {name: desk[token][name] for name in room.system.fields}, desk.dials())
    except Unknown:
        follows = {}
    player = str(desk.facts.get(("token", token, "owner"), ""))
    return _Printed(
        paper.sheet_of(room.system, token, values, follows, player if player != token else ""),
        sheet.written(sheet.as_it_stands(room.system, token, values)) if player == desk.seat else "",
    )


async def undoes(request: Request) -> Response:
    """What a rewind would undo of what this seat has seen."""
    room, seat = await seated(request)
    said = await body_of(request, wire.Undoes)
    undone = room.table.would_take_back(seat) if said.before == -1 else room.table.would_undo(seat, said.before)
    return reply(wire.Undone(undone))


async def older(request: Request) -> Response:
    """Earlier lines."""
    room, seat = await seated(request)
    before = min(_number(request, "before"), room.table.stream(seat).count)
    first = max(0, before - seen.EARLIER)
    if first < room.table.stream(seat).first:
        await room.remember()
    told: seen.Kept = {}  # so many would drive out of what is kept what is read again and again
    return reply(seen.lines(room.table, room.system.game, seat, first, before, told, language_of(request, room.system)))


def _number(request: Request, name: str) -> int:
    """A number that is asked for in the address."""
    text = request.query_params.get(name, "")
    if not text.isdecimal() or len(text) > 9:
        raise BadValue(f"{name}: expected the number of a {'session' if name == 'session' else 'line'}")
    return int(text)


def _witness(request: Request, room: Room, seat: str) -> past.Witness:
    return past.Witness(room.table, room.system.game, seat, language_of(request, room.system))


async def film(request: Request) -> Response:
    """A stretch of what this seat has witnessed, to be shown once more."""
    room, seat = await seated(request)
    await room.remember()
    first, witness, card = _number(request, "first"), _witness(request, room, seat), _card(room, seat)
    return reply(await looked_back(request, lambda: past.film(witness, first, card)))


async def changes(request: Request) -> Response:
    """All that this seat knows to have become of a number."""
    room, seat = await seated(request)
    said = await body_of(request, wire.ChangesOf)
    await room.remember()
    return reply(past.changes(_witness(request, room, seat), tuple(said.path)))


async def recap(request: Request) -> Response:
    """A session as this seat has witnessed it."""
    room, seat = await seated(request)
    number = _number(request, "session") if "session" in request.query_params else None
    await room.remember()
    witness, card = _witness(request, room, seat), _card(room, seat)
    return reply(await looked_back(request, lambda: past.recap(witness, room.system, number, card)))


async def table_socket(socket: WebSocket) -> None:
    """Play at a table."""
    last = socket.query_params.get("last", "-1")
    try:
        room = await house_of(socket).hall.room(socket.path_params["id"])
    except FatewrightError as why:
        await socket.accept()
        await socket.send_text(play.write(wire.Farewell(str(why), is_final=True)).decode())
        return await socket.close(play.NO_TABLE if isinstance(why, NoTable) else play.NO_GAME)
    seat = seat_of(room, socket)
    await socket.accept()
    if not seat or socket.query_params.get("seat", seat) != seat:  # a screen of one seat is never told what another sees
        said = "this device is in other hands now" if seat else "you have no seat at this table"
        await socket.send_text(play.write(wire.Farewell(said, is_final=True)).decode())
        return await socket.close(play.NO_SEAT)
    number = int(last) if last.removeprefix("-").isdecimal() and len(last) < 10 else -1
    allowance, codes = house_of(socket).limits.allowance, codes_of(socket.query_params.get("language", ""))
    await play.Connection(socket, room, seat, key_of(room, socket), allowance, codes).run(number)
    with contextlib.suppress(*play.GONE):
        await socket.close()
