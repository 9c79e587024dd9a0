"""What the files of a game define: verbs, rules, and the functions that the house calls by name, found by walking them."""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Iterable, Iterator
from importlib import import_module
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from fatewright.core.rule.rule import Rule
from fatewright.core.table.story import Verb
from fatewright.systems.faults import HOOKS, place_of
from fatewright.systems.forms import BadSystem

OTHER_FILES = ("test_", "conftest", "__")  # files that begin like this are not the game


class Found(NamedTuple):
    """What a game's files define, each in the order of the files and within a file as it is written."""

    verbs: dict[str, Verb]
    rules: dict[str, Rule[..., Any]]  # that can be looked up by name
    functions: dict[str, Any]  # that the house calls by name
    folders: tuple[Path, ...]  # of the games whose files they are


def files_of(folder: Path, chapters: Iterable[str] = ()) -> list[Path]:
    """The files of a game that are read for what they define: in the order of their names, whatever their chapter is."""
    files = [file for one in (".", *chapters) for file in (folder / one).glob("*.py")]
    return sorted((file for file in files if not file.name.startswith(OTHER_FILES)), key=lambda file: file.name)


def package_in(folder: Path, name: str) -> tuple[ModuleType, ...]:
    """The files of a package that Python finds by this name; it may name the chapters, folders in it, that have more."""
    files = files_of(folder, getattr(import_module(name), "CHAPTERS", ()))
    return tuple(import_module(".".join((name, *file.relative_to(folder).with_suffix("").parts))) for file in files)


def folder_as_package(folder: Path) -> tuple[ModuleType, ...]:
    """The files of any folder, read afresh; they may import from one another: `from .checks import check`."""
    home = folder.resolve()
    name = f"fatewright_game_{re.sub(r'[^A-Za-z0-9]', '_', home.name)}"
    for old in [one for one in sys.modules if one.startswith(f"{name}.")]:
        del sys.modules[old]
    package = ModuleType(name, "A game in a folder.")
    package.__path__ = [str(home)]
    sys.modules[name] = package  # typing looks up a rule's annotations there
    sys.path_importer_cache[str(home)] = FileFinder(str(home), (_AsItStands, [".py"]))
    return package_in(folder, name)


class _AsItStands(SourceFileLoader):
    """Reads a file as it stands: what Python keeps compiled goes by its length and second: too coarse for an author."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002  # Python's own name for it
        return self.source_to_code(self.get_data(self.path), self.path)


def found_in(modules: Iterable[ModuleType], folder: Path) -> Found:
    """What these files define; what they have from outside the game is the game's too, but for rules."""
    files = {module.__name__: module for module in modules}
    every = [(file, name, one) for file in files.values() for name, one in vars(file).items()]
    verbs = [(one.name, one, one.story) for file, _, one in every if isinstance(one, Verb) and _is_of(one.story, file, files)]
    rules = [
        (one.name, one, one.function)
        for file, _, one in every
        if isinstance(one, Rule) and not one.is_inner and one.function.__module__ == file.__name__
    ]
    functions = [(name, one, one) for file, name, one in every if name in HOOKS and callable(one) and _is_of(one, file, files)]
    if wrong := [sentence for named in (verbs, rules, functions) for sentence in _twice(named, folder)]:
        raise BadSystem("; ".join(wrong))
    return Found(
        {name: one for name, one, _ in verbs},
        {name: one for name, one, _ in rules},
        {name: one for name, one, _ in functions},
        tuple(dict.fromkeys(_home(Path(one)) for file in files.values() if (one := getattr(file, "__file__", None)))),
    )


def _home(file: Path) -> Path:
    """The folder of the game to which a file belongs; it may stand in a chapter below."""
    return next((folder for folder in file.parents[:2] if (folder / "system.toml").exists()), file.parent)


def _is_of(function: Any, file: ModuleType, files: Container[str]) -> bool:
    """Whether a function is this file's: written in it, or taken from outside the game; not from another of its files."""
    return function.__module__ == file.__name__ or function.__module__ not in files


def _twice(named: Iterable[tuple[str, object, Any]], folder: Path) -> Iterator[str]:
    """Who bears a name that another one bears already."""
    first: dict[str, tuple[object, Any]] = {}
    for name, one, function in named:
        other, before = first.setdefault(name, (one, function))
        if other is not one:
            taken = place_of(folder, before)
            yield f"{place_of(folder, function)}: {name}: there is one of this name already ({taken}); expected another name"
