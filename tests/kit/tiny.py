"""Games of a few lines, written into a folder and loaded like any other."""

from pathlib import Path

from fatewright.systems.spec import System, from_folder

HEAD = """
[system]
id = "tiny"
title = "Tiny"
version = 1
outcomes = ["breaks", "holds"]
reveals = ["luck"]
"""
BODY = """
[fields]
grit = { group = "numbers", low = 0, high = 6, start = 3 }

[kinds]
one = { grit = 3 }
"""


def tiny(folder: Path, verbs: str, *, table: str = "gm") -> System:
    """A game with one number, grit, and these verbs."""
    folder.mkdir(exist_ok=True)
    text = HEAD.strip() + f'\ntable = "{table}"\n' + BODY
    (folder / "system.toml").write_text(text, encoding="utf-8")
    head = "from __future__ import annotations\nfrom itertools import count\nfrom fatewright.systems.author import *\n"
    (folder / "rules.py").write_text(head + verbs, encoding="utf-8")
    return from_folder(folder)
