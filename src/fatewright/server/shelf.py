"""The shelf: a house's own versions of games, a folder each. What is put there is on the tables at once, and found again."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from fatewright.core.table.story import Refusal
from fatewright.server.hall import Hall, digest
from fatewright.server.private import private_files
from fatewright.server.revisions import keep_first, put
from fatewright.server.store import OWNER, Key, place_of
from fatewright.systems import versions
from fatewright.systems.forms import BadSystem
from fatewright.systems.spec import BUILT_IN, System, folders_in, from_folder
from fatewright.systems.versions import Flaw, Rows, Version

FILE = "system.toml"
MOST_VERSIONS = 50  # of a house
MOST_OF_ONE = 10  # of one owner


class LeftOut(NamedTuple):
    """A game's folder that cannot be played, and why: what is wrong in which of its files."""

    folder: Path
    why: str


def stocked(systems: Mapping[str, System], shelf: Path, more: Iterable[Path] = ()) -> tuple[dict[str, System], list[LeftOut]]:
    """These games, `more`, and those on the shelf; and what is left out: a game that is broken keeps nobody from playing."""
    found, left_out = dict(systems), []
    for folder in [*folders_in(more), *(file.parent for file in sorted(shelf.glob(f"*/{FILE}")))]:
        try:
            system = shelved(from_folder(folder), shelf)
        except BadSystem as wrong:
            left_out.append(LeftOut(folder, str(wrong).removeprefix(f"{folder}{os.sep}")))
            continue
        if system.id in found:
            left_out.append(LeftOut(folder, f"{FILE}: system.id: there is a game '{system.id}' already"))
        else:
            found[system.id] = system
    return found, left_out


def shelved(system: System, shelf: Path) -> System:
    """A game as the shelf has it: what lies there and brings no rules of its own is a version, which has revisions."""
    if system.folder.parent != shelf or (system.folder / "rules.py").exists():
        return system
    return versions.as_version(system, (system.folder / FILE).read_text(encoding="utf-8"))


class Said(NamedTuple):
    """What somebody wants a version to be, and the stamp of what they have read of it."""

    title: str
    rows: Rows
    stamp: str


class Kept(NamedTuple):
    """What came of keeping a version: its id, or all that is wrong with it."""

    id: str
    flaws: list[Flaw]


class Shelf:
    """The own versions of one house."""

    def __init__(self, folder: Path, hall: Hall) -> None:
        self._folder, self._hall = folder, hall
        private_files(folder.glob(f"*/{FILE}"))
        self._one_by_one = asyncio.Lock()

    def base_of(self, system: System) -> System | None:
        """The built-in game to whose lists can be added here: the game itself, or the one that a version extends."""
        if system.folder.parent == BUILT_IN:
            return system
        return self._hall.systems.get(system.data["system"].get("extends", "")) if self.has(system) else None

    def has(self, system: System) -> bool:
        """Whether a game is one of the versions here; one that brings rules of its own is not."""
        return bool(system.written)

    def versions(self, base: System) -> list[System]:
        """The versions of a game."""
        return [one for one in self._hall.systems.values() if self.has(one) and self.base_of(one) is base]

    async def is_owned(self, system: System, owner: str) -> bool:
        """Whether a version belongs to whoever has the key of that digest."""
        return bool(owner) and (await asyncio.to_thread(self._hall.store.owners)).get(system.id) == owner

    async def claim(self, system: System, code: str, owner: str) -> None:
        """Let the key of that digest own a version, by a code from the host. Whoever owned it does so no more."""
        used = self._hall.store.use_code(place_of(system.id), digest(code), owner, self._hall.clock(), [OWNER])
        if await asyncio.wrap_future(used) is None:
            raise Refusal("this link has been used or is too old; ask the host for a new one")

    async def keep(self, base: System, system: System, said: Said, owner: str, welcome: Callable[[], None]) -> Kept:
        """Keep a new version of a game (`system` is the game itself), or a changed one, for the key of that digest.

        `welcome` is called, and may refuse, when somebody is about to have the first version of their own.
        """
        async with self._one_by_one:
            title, rows = said.title, said.rows
            flaws = [*versions.title_flaws(title), *versions.flaws(base, rows)]
            is_new = system is base
            if is_new:
                id, folder = versions.id_of(title), self._folder / versions.id_of(title)
                is_first = await self._has_room(owner)
            else:
                id, folder, is_first = system.id, system.folder, False
                versions.read(base, system.written)
                await self._may_change(system, owner, said.stamp)
            if self._is_taken(title, id, is_new=is_new):
                flaws.append(Flaw("", -1, f"name: there is a game called {title} already; give yours another name"))
            if flaws:
                return Kept("", flaws)
            text = versions.written(Version(id, title, base.id, rows))
            try:
                made = await asyncio.to_thread(versions.loaded, text, folder)
            except BadSystem as wrong:
                return Kept("", [Flaw("", -1, str(wrong).removeprefix(f"{folder / FILE}: "))])
            if is_first:
                welcome()
            if is_new:
                await self._own(id, owner)
            else:
                await asyncio.to_thread(keep_first, system)
            await asyncio.to_thread(put, folder / FILE, text)
            self._hall.take(made)
            return Kept(id, [])

    def _is_taken(self, title: str, id: str, *, is_new: bool) -> bool:
        games = self._hall.systems
        return any(one.title.casefold() == title.casefold() for one in games.values() if one.id != id or is_new) or (
            is_new and (id in games or (self._folder / id / FILE).exists())
        )

    async def _has_room(self, owner: str) -> bool:
        """Refuse one version too many, of the house or of one owner; whether this is the first of theirs."""
        here = [one.id for one in self._hall.systems.values() if self.has(one)]
        if len(here) >= MOST_VERSIONS:
            raise Refusal(f"this house has {MOST_VERSIONS} versions; the host can make room by removing the folder of one")
        known = await asyncio.to_thread(self._hall.store.owners)
        theirs = [id for id in here if known.get(id) == owner]
        if len(theirs) >= MOST_OF_ONE:
            raise Refusal(f"you have {MOST_OF_ONE} versions in this house, as many as one may; change one of them")
        return not theirs

    async def _may_change(self, system: System, owner: str, stamp: str) -> None:
        """Refuse who does not own a version, or has not seen what it says by now."""
        if not await self.is_owned(system, owner):
            raise Refusal(
                f"{system.title} is not yours to change; copy it under another name, "
                f"or ask the host for it (fatewright versions recover {system.id})"
            )
        if await asyncio.to_thread(_on_disk, system) != system.written:
            raise Refusal("the file of this version was changed by hand; start the server anew, and it can be changed here")
        if stamp != system.revision:
            raise Refusal("this version has been changed meanwhile; copy what you need, and load the page anew")

    async def _own(self, id: str, owner: str) -> None:
        await asyncio.wrap_future(self._hall.store.take_seat(place_of(id), Key(OWNER, owner)))


def _on_disk(system: System) -> str:
    try:
        return (system.folder / FILE).read_text(encoding="utf-8")
    except OSError:
        return ""
