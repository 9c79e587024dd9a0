"""Begin a game of your own: `new NAME` writes a folder that plays at once and keeps every law."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from pathlib import Path

from fatewright.core.errors import BadValue
from fatewright.kit.scribe import regenerated
from fatewright.systems.spec import from_folder

SYSTEM = """\
[system]
id = "{name}"
title = "{title}"
pitch = "Somebody tries something, and luck may help."
version = 1
outcomes = {{ bad = ["fails"], good = ["succeeds"] }}

[fields]
# open: everyone may know it. Without that, a foe's numbers are the game master's secret, and the laws hold you to it.
skill = {{ group = "traits", low = 1, high = 6, start = 3, open = true }}
luck = {{ group = "tracks", low = 0, high = 9, start = 2, open = true }}

[kinds]
hero = {{ skill = 4 }}
rogue = {{ skill = 3, luck = 4 }}

[looks]
# What players see of somebody whom the game master places, until they are told what it is. Several may look the same.
hero = "stranger"
rogue = "stranger"

[quick]
number = "skill"

[builder]
steps = [{{ title = "Traits", fields = ["skill"], budget = 4 }}]

[words]
succeeds = "{{who}} succeeds"
fails = "{{who}} fails"
"""
RULES = '''\
"""{title}: what happens when somebody tries something."""

from __future__ import annotations

from fatewright.systems.author import *


@rule
def attempt(skill: Annotated[int, Between(0, 9)]) -> Asks[int]:
    """How many dice show four or more."""
    return throw(d6(skill).count(good=(4, 5, 6)), lambda good: good)


@verb("{{who}} tries something of difficulty {{difficulty}}")
def try_it(table: Desk, who: Mine, difficulty: Annotated[int, Between(1, 6)]) -> Story:
    """Try something; luck may be spent for another die."""
    extra = 0
    if table[who]["luck"]:
        spends = spend(who, "luck", 1)
        offers = (Option(1, "spend", price=price_of(table, spends)), Option(0, "keep"))
        extra = yield from choose(who, "luck", "Spend luck for one more die?", offers, default=0)
        if extra:
            yield from now(spends)
    good = yield from ask(attempt(table[who]["skill"] + extra))
    outcome = "succeeds" if good >= difficulty else "fails"
    return ends(outcome, say(table.data["words"][outcome], who=who))
'''
PLAY = """\
# {title}: one evening.
seats gm ana bo
token ana hero ana
token bo rogue bo

> ana try-it who=ana difficulty=2
> ana answer luck=keep : 4 5 1 1
> bo try-it who=bo difficulty=3
> bo answer luck=spend : 4 1 2 6
"""
TEST = '''\
"""{title}: a few things by hand, every law, and the playthrough."""

from pathlib import Path

import pytest

from fatewright.kit.laws import LAWS
from fatewright.kit.scribe import regenerated
from fatewright.kit.stage import outcome, said, stage
from fatewright.systems.spec import from_folder

GAME = from_folder(Path(__file__).parent)


def test_luck_is_spent_for_one_more_die():
    play = stage(GAME, {{"ana": "hero", "bo": {{"skill": 1, "luck": 0}}}})
    play.act("ana", "try-it", who="ana", difficulty=2)
    assert play.asked() == [("ana", "luck")]
    events = play.answer("ana", 1, 4, 5, 1, 1, 1)
    assert (outcome(events), said(events), play.of("ana", "luck")) == ("succeeds", ["ana succeeds"], 1)
    assert outcome(play.act("bo", "try-it", 3, who="bo", difficulty=1)) == "fails"
    assert play.refused("bo", "try-it", who="ana", difficulty=1) == "ana is not yours"


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_law(law):
    for seed in range(10):
        law(GAME, seed, 15)


def test_the_playthrough_is_told_as_it_stands():
    text = (GAME.folder / "play.txt").read_text(encoding="utf-8")
    assert regenerated(GAME, text) == text
'''


def configure(parser: ArgumentParser) -> None:
    """The arguments of `fatewright new`."""
    parser.add_argument("name", help="of the game and its folder: small letters, digits and hyphens")
    parser.add_argument("--in", dest="parent", default=".", metavar="DIR", help="where to write the folder (default: here)")


def run(args: Namespace) -> int:
    """Write the folder."""
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,40}", args.name):
        raise BadValue(f"'{args.name}': expected small letters, digits and hyphens, beginning with a letter")
    folder = Path(args.parent) / args.name
    if folder.exists():
        raise BadValue(f"{folder} is there already")
    title = args.name.replace("-", " ").title()
    files = {"system.toml": SYSTEM, "rules.py": RULES, "play.txt": PLAY, f"test_{args.name.replace('-', '_')}.py": TEST}
    try:
        folder.mkdir(parents=True)
        for file, text in files.items():
            (folder / file).write_text(text.format(name=args.name, title=title), encoding="utf-8")
        script = folder / "play.txt"
        script.write_text(regenerated(from_folder(folder), script.read_text(encoding="utf-8")), encoding="utf-8")
    except OSError as wrong:
        raise BadValue(f"{folder}: {wrong.strerror}") from None
    print(f"written: {', '.join(str(folder / file) for file in files)}")
    print(f"next: fatewright check {folder}; fatewright play {folder}")
    return 0
