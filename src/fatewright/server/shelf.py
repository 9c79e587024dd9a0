"""The shelf: a house's own versions of games, a folder each. What is put there is on the tables at once, and found again."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from fatewright.core.errors import BadValue
from fatewright.core.story import Refusal
from fatewright.server.hall import Hall
from fatewright.systems import versions
from fatewright.systems.forms import BadSystem
from fatewright.systems.spec import BUILT_IN, System, folders_in, from_folder
from fatewright.systems.versions import Flaw, Rows, Version

FILE = "system.toml"
MOST_VERSIONS = 50


class LeftOut(NamedTuple):
    """A game's folder that cannot be played, and why: what is wrong in which of its files."""

    folder: Path
    why: str


def stocked(systems: Mapping[str, System], shelf: Path, more: Iterable[Path] = ()) -> tuple[dict[str, System], list[LeftOut]]:
    """These games, `more`, and those on the shelf; and what is left out: a game that is broken keeps nobody from playing."""
    found, left_out = dict(systems), []
    for folder in [*folders_in(more), *(file.parent for file in sorted(shelf.glob(f"*/{FILE}")))]:
        try:
            system = from_folder(folder)
        except BadSystem as wrong:
            left_out.append(LeftOut(folder, str(wrong).removeprefix(f"{folder}{os.sep}")))
            continue
        if system.id in found:
            left_out.append(LeftOut(folder, f"{FILE}: system.id: there is a game '{system.id}' already"))
        else:
            found[system.id] = system
    return found, left_out


class Kept(NamedTuple):
    """What came of keeping a version: its id, or all that is wrong with it."""

    id: str
    flaws: list[Flaw]


class Shelf:
    """The own versions of one house."""

    def __init__(self, folder: Path, hall: Hall) -> None:
        self._folder, self._hall = folder, hall
        self._one_by_one = asyncio.Lock()

    def base_of(self, system: System) -> System | None:
        """The built-in game to whose lists can be added here: the game itself, or the one that a version extends."""
        if system.folder.parent == BUILT_IN:
            return system
        return self._hall.systems.get(system.data["system"].get("extends", "")) if self.has(system) else None

    def has(self, system: System) -> bool:
        """Whether a game is one of the versions here; one that brings rules of its own is not."""
        return system.folder.parent == self._folder and not (system.folder / "rules.py").exists()

    def versions(self, base: System) -> list[System]:
        """The versions of a game."""
        return [one for one in self._hall.systems.values() if self.has(one) and self.base_of(one) is base]

    def read(self, base: System, system: System) -> tuple[Version, str]:
        """A version as its file has it, and a stamp that tells whether somebody has changed it since."""
        text = (system.folder / FILE).read_text(encoding="utf-8")
        return versions.read(base, text), _stamp(text)

    async def keep(self, base: System, system: System, title: str, rows: Rows, stamp: str) -> Kept:
        """Keep a new version of a game (`system` is the game itself), or a version that has been changed."""
        async with self._one_by_one:
            flaws = [*versions.title_flaws(title), *versions.flaws(base, rows)]
            if system is base:
                id, folder = versions.id_of(title), self._folder / versions.id_of(title)
                if len([one for one in self._hall.systems.values() if self.has(one)]) >= MOST_VERSIONS:
                    raise Refusal(f"this house has {MOST_VERSIONS} versions; change one of them, or remove its folder")
            else:
                id, folder = system.id, system.folder
                flaws += await self._missed(base, system, rows, stamp)
            if self._is_taken(title, id, is_new=system is base):
                flaws.append(Flaw("", -1, f"name: there is a game called {title} already; give yours another name"))
            if flaws:
                return Kept("", flaws)
            text = versions.written(Version(id, title, base.id, rows))
            try:
                made = await asyncio.to_thread(versions.loaded, text, folder)
            except BadSystem as wrong:
                return Kept("", [Flaw("", -1, str(wrong).removeprefix(f"{folder / FILE}: "))])
            await asyncio.to_thread(_put, folder, text)
            self._hall.take(made)
            return Kept(id, [])

    def _is_taken(self, title: str, id: str, *, is_new: bool) -> bool:
        games = self._hall.systems
        return any(one.title.casefold() == title.casefold() for one in games.values() if one.id != id or is_new) or (
            is_new and (id in games or (self._folder / id / FILE).exists())
        )

    async def _missed(self, base: System, system: System, rows: Rows, stamp: str) -> list[Flaw]:
        """Rows that are no longer there and would be missed: somebody at a table may have them."""
        before, latest = await asyncio.to_thread(self.read, base, system)
        if stamp != latest:
            raise Refusal("somebody else has changed this version meanwhile; copy what you need, and load the page anew")
        found = []
        for name, old in before.rows.items():
            now = [row.name for row in rows.get(name, ())]
            for gone in [row.name for row in old if row.name not in now]:
                if count := await self._hall.tables_knowing(system.id, gone):
                    tables = "a table knows" if count == 1 else f"{count} tables know"
                    found.append(Flaw(name, -1, f"{name.replace('_', ' ')}: {gone} cannot go: {tables} it; put it back"))
        return found


def _put(folder: Path, text: str) -> None:
    """Put a version into its folder: all of it, or nothing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        new = folder / f"{FILE}.new"
        with new.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(folder / FILE)
    except OSError as wrong:
        raise BadValue(f"it could not be kept: {wrong.strerror}") from None


def _stamp(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
