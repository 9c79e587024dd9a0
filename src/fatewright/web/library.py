"""What the house has without any table: its page, its games, odds and rulebooks."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from fatewright import __version__, rulebook
from fatewright.chance import system_dice
from fatewright.core.errors import BadValue
from fatewright.core.rule.notation import at_once
from fatewright.core.rule.reading import roll
from fatewright.systems import sheet, writing
from fatewright.systems.forms import call
from fatewright.systems.spec import System
from fatewright.systems.whose import DIAL
from fatewright.web import cards, wire
from fatewright.web.guard import PASS_COOKIE, NotAllowed
from fatewright.web.request import (
    address_of,
    body_of,
    derived,
    house_of,
    language_of,
    lasting,
    limited,
    reply,
    system_of,
    watched,
    weighed,
    why_of,
    with_cookie,
)
from fatewright.web.worker import OfRule

PAGE = Path(__file__).parent / "page"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
KINDS |= {".png": "image/png", ".woff": "font/woff", ".json": "application/json", ".txt": "text/plain"}
LAST = 100  # where a game stands in the lobby that does not say where
MOST_FOUND = 200  # paragraphs that one search shows


async def health(request: Request) -> Response:
    """Whether the server is up."""
    return reply(wire.Health(__version__, house_of(request).hall.open_rooms))


async def enter(request: Request) -> Response:
    """Say the passphrase."""
    limited(request, "attempts")
    said = await body_of(request, wire.Pass)
    ticket = await asyncio.to_thread(house_of(request).door.opens, said.passphrase)
    if ticket is None:
        raise NotAllowed(403, "that is not the passphrase of this house")
    return with_cookie(reply({}), request, PASS_COOKIE, ticket)


async def page(request: Request) -> Response:
    """The page itself, whatever the address in it, and its files."""
    path = request.path_params["path"]
    files = _files(house_of(request).page)
    file = files.get(path)
    if file is None and path.startswith(("api/", "assets/")):
        raise NotAllowed(404, "there is nothing here")
    file = file or files.get("index.html")
    if file is None:
        raise NotAllowed(503, "the page has not been built; run make ui, or install the wheel")
    lasts = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
    return Response(file.content, media_type=file.kind, headers={"cache-control": lasts})


class File(NamedTuple):
    """A file of the built page."""

    kind: str
    content: bytes


@lru_cache
def _files(page: Path) -> dict[str, File]:
    """The files of the page as it was when the server started: nothing else is ever served."""
    found = [file for file in page.rglob("*") if file.suffix in KINDS]
    return {file.relative_to(page).as_posix(): File(KINDS[file.suffix], file.read_bytes()) for file in found}


# ── games, odds, rulebooks ─────────────────────────────────────────────────────────────────────────────────────────────


async def games(request: Request) -> Response:
    """Every game there is."""
    house = house_of(request)
    systems = _in_order(request)
    return reply([cards.game_card(one, has_content=bool(house.shelf and house.shelf.base_of(one))) for one in systems])


async def game(request: Request) -> Response:
    """One game, as a screen draws it: sent again only if it has changed since."""
    system = system_of(request)
    if rows := request.query_params.get(DIAL):
        if wrong := system.dial_problems({DIAL: rows}):
            raise BadValue("; ".join(wrong))
        system = system.under({DIAL: rows})
    return lasting(request, cards.game(system, language_of(request, system)))


async def left_out(request: Request) -> Response:
    """Every game that is here and cannot be played."""
    return reply([wire.LeftOut(one.folder.resolve().name, one.why) for one in house_of(request).left_out])


async def check(request: Request) -> Response:
    """All that is wrong with a character, and what its sheet would say."""
    system, said = system_of(request), await body_of(request, wire.Check)
    somebody = sheet.Character(system.id, system.version, said.name, said.choices)
    if wrong := system.dial_problems(said.dials):
        raise BadValue("; ".join(wrong))
    judged = writing.judged if said.is_written else sheet.judged
    played = system.under(said.dials)
    return reply(watched(request, lambda: _verdict(played, somebody, said.dials, judged(played, somebody, said.dials))))


def _verdict(system: System, somebody: sheet.Character, dials: Mapping[str, Any], found: sheet.Judgement) -> wire.Verdict:
    values = sheet.values(system, somebody)
    budgets = [
        wire.Spent(one.step, one.name, int(one.spent), int(one.available), why_of(one.available)) for one in found.budgets
    ]
    is_legal = not sheet.wrong_fields(system, somebody) and not system.problems(values)
    follows = sheet.derived(system, system.started(values, dials, somebody.choices), dials) if is_legal else {}
    return wire.Verdict(found.problems, found.warnings, values, derived(follows), budgets)


async def print_sheet(request: Request) -> Response:
    """A legal character as a page to print."""
    system, said = system_of(request), await body_of(request, wire.Check)
    somebody = sheet.Character(system.id, system.version, said.name, said.choices)
    if wrong := system.dial_problems(said.dials):
        raise BadValue("; ".join(wrong))
    system = system.under(said.dials)
    if wrong := watched(request, lambda: sheet.problems(system, somebody, said.dials)):
        raise BadValue("; ".join(wrong))
    return reply(wire.Paper(watched(request, lambda: sheet.printed(system, somebody, said.dials))))


async def newcomer(request: Request) -> Response:
    """A character by dice."""
    system = system_of(request)
    await body_of(request, wire.Newcomer)
    played = watched(request, lambda: roll(system.rule("newcomer")(), system_dice()))
    dice = [wire.Die(*die) for step in played.steps for die in step.dice]
    return reply(wire.Rolled(played.outcome._asdict(), dice))


async def draw(request: Request) -> Response:
    """An entry of a list by dice."""
    system, said = system_of(request), await body_of(request, wire.Draw)
    field = system.fields.get(said.field)
    if field is None or not field.drawn:
        drawn = [name for name, one in system.fields.items() if one.drawn]
        raise BadValue(f"field: dice pick nothing for {said.field!r}; they do for: {', '.join(drawn) or 'nothing'}")
    rule = system.rule(field.drawn)
    played = watched(request, lambda: roll(rule(), system_dice()))
    entry = list(system.lists[field.source])[played.outcome - 1]
    return reply(wire.Drawn(entry, [wire.Die(*die) for step in played.steps for die in step.dice]))


async def odds(request: Request) -> Response:
    """The odds of any rule, or of dice."""
    asked = dict(request.query_params)
    lens, house, who = asked.pop("lens", ""), house_of(request), f"address {address_of(request)}"
    if "notation" in asked:
        at_once(asked["notation"])  # what cannot be read keeps no worker busy
        return await weighed(request, who, OfRule(None, asked["notation"], {}, lens))
    game, name = asked.pop("game", ""), asked.pop("rule", "")
    system = house.hall.systems.get(game)
    if system is None:
        raise BadValue(f"game: found {game!r}, expected one of {', '.join(house.hall.systems)}")
    call(system.rule(name), asked)
    return await weighed(request, who, OfRule(house.refer(system), name, asked, lens))


async def books(request: Request) -> Response:
    """The rulebooks that are shipped, in the order of their games."""
    hues = {system.ledger: cards.hue(system) for system in reversed(_in_order(request))}
    order = [*reversed(hues)]
    files = sorted(rulebook.ledgers(), key=lambda file: order.index(file) if file in order else len(order))
    return reply(
        [wire.Book(file.removesuffix(".md"), rulebook.title(file), rulebook.count(file), hues.get(file)) for file in files]
    )


def _in_order(request: Request) -> list[System]:
    """All games, as a newcomer wants them: by the place that each names, versions beside what they are versions of."""
    return sorted(house_of(request).hall.systems.values(), key=lambda one: one.data["system"].get("place", LAST))


async def paragraphs(request: Request) -> Response:
    """The paragraphs of a rulebook, or those in which all words of a search stand."""
    book_id, systems = request.path_params["book"], house_of(request).hall.systems
    file = systems[book_id].ledger if book_id in systems else f"{book_id}.md"  # a version has the book of its game
    if file not in rulebook.ledgers():
        raise NotAllowed(404, f"there is no such rulebook; there are {', '.join(rulebook.ledgers())}")
    words = request.query_params.get("search", "").lower().split()
    book = rulebook.ledger(file).values()
    found = [one for one in book if all(word in f"{one.id} {one.heading} {one.text}".lower() for word in words)]
    return reply([wire.Paragraph(*one) for one in (found[:MOST_FOUND] if words else found)])


async def paragraph(request: Request) -> Response:
    """One paragraph by its id."""
    return reply(wire.Paragraph(*rulebook.paragraph(request.path_params["id"])))
