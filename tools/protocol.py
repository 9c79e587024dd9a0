"""Writes ui/src/protocol.ts and docs/protocol.md from the types of web/wire: `python tools/protocol.py`."""

from __future__ import annotations

import inspect
import sys
import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from fatewright.web import wire
from fatewright.web.wire import answered, asked, games, said, table

ROOT = Path(__file__).parent.parent
FILES = {"ui/src/protocol.ts": "typescript", "docs/protocol.md": "markdown"}
PLAIN = {bool: "boolean", int: "number", float: "number", str: "string", Any: "Json", type(None): "null"}
PARTS = {
    said: ("What a browser sends", "Over the WebSocket `/ws/TABLE?last=NUMBER&seat=NAME`, an object per message."),
    table: ("What the table sends", "Over the same WebSocket."),
    asked: ("What is asked", "Bodies of requests under `/api`."),
    answered: ("What is answered", "Bodies of replies."),
    games: ("What is answered about a game", "Its card, its lists, its rulebook."),
}


def structs(part: types.ModuleType) -> list[type[msgspec.Struct]]:
    """The messages, in the order of the file."""
    found = [one for one in vars(part).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    return [one for one in found if one.__module__ == part.__name__]


def typescript() -> str:
    """The types as TypeScript."""
    blocks = [
        "// Written by tools/protocol.py from src/fatewright/web/wire; not to be edited.",
        "export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }",
        f"export type Value = {_type(wire.Value)}",
    ]
    blocks += [_interface(one) for part in PARTS for one in structs(part)]
    blocks.append("export type Command = " + " | ".join(one.__name__ for one in get_args(wire.Command)))
    frames = [one.__name__ for one in structs(table) if issubclass(one, wire.Frame) and one is not wire.Frame]
    blocks.append("export type AnyFrame = " + " | ".join(frames))
    return "\n\n".join(blocks) + "\n"


def _interface(struct: type[msgspec.Struct]) -> str:
    lines = [f"/** {_doc(struct)} */", f"export interface {struct.__name__} {{"]
    lines += [f"  {name}{mark}: {_type(hint)}" for name, hint, mark in _fields(struct)]
    return "\n".join([*lines, "}"])


def _fields(struct: type[msgspec.Struct]) -> list[tuple[str, Any, str]]:
    """Name, type and `?` for what may be missing; a tag comes first."""
    config = struct.__struct_config__
    tag = [(config.tag_field, Literal[config.tag], "")] if config.tag and struct not in (wire.Said, wire.Frame) else []  # type: ignore[valid-type]
    hints = get_type_hints(struct)
    is_request = issubclass(struct, wire.Asked)
    defaults = {
        field.name
        for field in msgspec.structs.fields(struct)
        if field.default is not msgspec.NODEFAULT or field.default_factory is not msgspec.NODEFAULT
    }
    is_thin = config.omit_defaults or is_request
    names = [field.name for field in msgspec.structs.fields(struct)]
    return tag + [(name, hints[name], "?" if is_thin and name in defaults else "") for name in names]


def _type(hint: Any) -> str:
    if hint in PLAIN:
        return PLAIN[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f"'{one}'" for one in args)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(one) for one in args)
    if origin is list:
        inner = _type(args[0])
        return f"({inner})[]" if " " in inner and "[" not in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(_type, args))}]"
    if origin is dict:
        return f"{{ [key: string]: {_type(args[1])} }}"
    return str(hint.__name__)


def _doc(struct: type) -> str:
    return " ".join((inspect.getdoc(struct) or "").split())


def markdown() -> str:
    """The types as a page to read."""
    module = " ".join((inspect.getdoc(wire) or "").partition("\n\n")[2].split())
    told = "This page is written from the types, `tools/session.md` and `tools/bot.py` (`python tools/protocol.py`)."
    session, bot = ((ROOT / "tools" / file).read_text(encoding="utf-8").strip() for file in ("session.md", "bot.py"))
    pages = ["# The protocol", "", module, "", told, "", session, "", "```python", bot, "```", ""]
    for part, (title, text) in PARTS.items():
        pages += [f"## {title}", "", text, "", *(line for one in structs(part) for line in _described(one))]
    return "\n".join(pages).rstrip() + "\n"


def _described(struct: type[msgspec.Struct]) -> list[str]:
    doc = _doc(struct).replace("|", "\\|")
    rows = [_row(name, hint, mark) for name, hint, mark in _fields(struct)]
    table = ["", "| field | type |", "|---|---|", *rows] if rows else []
    return [f"### {struct.__name__}", "", doc, *table, ""]


def _row(name: str, hint: Any, mark: str) -> str:
    kind = _type(hint).replace("|", "\\|")
    return f"| `{name}` | `{kind}`{', may be missing' if mark else ''} |"


def main() -> int:
    """Write the files; with --check, only say whether they are up to date."""
    stale = []
    for file, kind in FILES.items():
        text = globals()[kind]()
        if not (ROOT / file).exists() or (ROOT / file).read_text(encoding="utf-8") != text:
            stale.append(file)
            if "--check" not in sys.argv:
                (ROOT / file).write_text(text, encoding="utf-8")
    if "--check" in sys.argv and stale:
        print(f"out of date: {', '.join(stale)}; run python tools/protocol.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
