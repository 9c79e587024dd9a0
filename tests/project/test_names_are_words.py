"""Names that games give to numbers, dials and arguments are read on screens: what is short in them, the page says in full."""

import re
from inspect import signature
from pathlib import Path

from fatewright.systems.spec import games

ROOT = Path(__file__).parents[2]
CLIPPED = {
    "adv",
    "attr",
    "char",
    "crit",
    "desc",
    "diff",
    "dis",
    "mot",
    "mots",
    "mult",
    "num",
    "pos",
    "spec",
    "specs",
    "stat",
    "temp",
}


def names_of(system):
    """All that a screen says by its name, but what is written for people already, and dice."""
    names = {*system.fields, *system.dials, *system.lists, *system.rules, *system.game.verbs}
    names |= {column.name for field in system.fields.values() for column in field.columns}
    names |= {name for rule in system.rules.values() for name in signature(rule.function).parameters}
    return {name for name in names if not re.search("[A-Z ]", name) and not re.fullmatch(r"d\d+", name)}


def is_short(part):
    """Whether part of a name is an abbreviation: nobody could say it, or it is a word cut off."""
    return not re.search("[aeiouy]", part) or bool(re.search(r"\d", part)) or part in CLIPPED


def test_abbreviations_in_names_are_said_in_full():
    page = (ROOT / "ui/src/words/en.ts").read_text(encoding="utf-8")
    in_full = set(re.findall(r"^    (\w+): '", re.search(r"function shortFor.*?\n}\n", page, re.DOTALL)[0], re.MULTILINE))
    named = {part for system in games().values() for name in names_of(system) for part in re.split("[-_]", name)}
    assert {part for part in named if is_short(part)} - in_full == set()
    assert {"tn", "hp", "xp", "dn", "h2h"} <= named  # there are such
    assert in_full <= named
