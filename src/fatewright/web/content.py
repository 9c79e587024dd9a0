"""A group's own versions of a game over HTTP: the lists with their rows, and rows of one's own to be kept."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fatewright.server.hall import digest, new_key
from fatewright.server.shelf import Said, Shelf
from fatewright.systems import versions
from fatewright.systems.called import names_said
from fatewright.systems.columns import columns, own_lists, why_closed
from fatewright.systems.spec import System
from fatewright.systems.versions import MOST_ROWS, ListRow, Version
from fatewright.systems.whose import rows_of_ours
from fatewright.web import wire
from fatewright.web.fillable import list_column
from fatewright.web.guard import NotAllowed
from fatewright.web.request import body_of, house_of, limited, reply, system_of, with_cookie

OWNER_COOKIE = "owner"


async def content(request: Request) -> Response:
    """The lists of a game, and what a version of it adds."""
    shelf, base, system = _shelf(request)
    version, stamp = Version("", "", base.id, {}), ""
    if system is not base:
        version, stamp = versions.read(base, system.written), system.revision
    return reply(
        wire.Content(
            game=base.id,
            game_title=base.title,
            id=version.id,
            title=version.title,
            is_yours=system is base or await shelf.is_owned(system, digest(key) if (key := _key(request)) else ""),
            stamp=stamp,
            lists=[_list(base, name, version) for name in own_lists(base)],
            called=names_said(base),
            versions=[wire.VersionCard(one.id, one.title) for one in shelf.versions(base)],
            most_rows=MOST_ROWS,
        )
    )


def _list(base: System, name: str, version: Version) -> wire.ContentList:
    described = [list_column(one, base) for one in columns(base, name)]
    rows = [wire.OwnRow(entry, row if isinstance(row, dict) else {"": row}) for entry, row in base.lists[name].items()]
    own = [wire.OwnRow(row.name, dict(row.cells)) for row in version.rows.get(name, ())]
    ours = rows_of_ours(base.data).get(name, [])
    return wire.ContentList(name, base.called(name), described, rows, own, ours, why_closed(base, name))


async def keep(request: Request) -> Response:
    """Keep a version: a new one of a built-in game, or a changed one of one's own. Who makes one gets the key to it."""
    limited(request, "comers")
    shelf, base, system = _shelf(request)
    said = await body_of(request, wire.Keep)
    rows = {name: [ListRow(row.name, row.cells) for row in added] for name, added in said.lists.items()}
    key = _key(request) or new_key()
    wanted = Said(said.title, rows, said.stamp)
    kept = await shelf.keep(base, system, wanted, digest(key), lambda: limited(request, "owners"))
    response = reply(wire.Kept(kept.id, [wire.Flaw(*flaw) for flaw in kept.flaws]))
    return with_cookie(response, request, OWNER_COOKIE, key) if kept.id else response


async def own(request: Request) -> Response:
    """Own a version, by a code from the host."""
    limited(request, "comers")
    shelf, _, system = _shelf(request)
    said = await body_of(request, wire.Own)
    key = _key(request) or new_key()
    await shelf.claim(system, said.code, digest(key))
    return with_cookie(reply(wire.Kept(system.id, [])), request, OWNER_COOKIE, key)


def _key(request: Request) -> str:
    """The key to the versions that this browser has made; empty if it has none."""
    key = request.cookies.get(OWNER_COOKIE, "")
    return key if len(key) == len(new_key()) else ""


def _shelf(request: Request) -> tuple[Shelf, System, System]:
    """The shelf of this house, the built-in game that a request is about, and the game or version that it names."""
    system, shelf = system_of(request), house_of(request).shelf
    base = shelf.base_of(system) if shelf else None
    if shelf is None or base is None:
        raise NotAllowed(404, f"nothing can be added to the lists of {system.title} here")
    return shelf, base, system
