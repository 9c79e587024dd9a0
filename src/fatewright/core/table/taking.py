"""How a table takes a newer version of its game: by its game master, or by motion where nobody is one."""

from __future__ import annotations

from fatewright.core.rule.rule import Asks
from fatewright.core.table.house import TEXT
from fatewright.core.table.motions import motion
from fatewright.core.table.people import GM_ONLY
from fatewright.core.table.story import Desk, Ending, PutFact, Verb, a_text, ends, say

REVISION = ("game", "revision")  # the fact that says by which revision of its game a table plays
TAKE, PROPOSE = "take-version", "move-to-take-version"
TAKING = (TAKE, PROPOSE)
_SLOTS = (a_text("revision", 64), a_text("what", TEXT))


def take_version(table: Desk, revision: str, what: str) -> Ending:
    """Play by the newer version of this game from now on; `what` says what is new in it."""
    del table
    return ends("taken", PutFact(REVISION, revision), say("the table plays by the new version: {what:text}", what=what))


def move_to_take_version(table: Desk, revision: str, what: str) -> Asks[Ending]:
    """Without a game master: propose to play by the newer version of this game."""
    return (yield from motion(table, f"the new version: {what}", lambda: [PutFact(REVISION, revision)]))


def taking_verb(*, has_gm: bool) -> Verb:
    """How a table of a version takes a newer one: no form shows it, and the house fills in what is new."""
    said = "the new version, {revision}: {what}"
    if has_gm:
        return Verb(TAKE, take_version, _SLOTS, roles=GM_ONLY, sentence=f"{{seat}} takes {said}")
    return Verb(PROPOSE, move_to_take_version, _SLOTS, roles=("player",), sentence=f"{{seat}} proposes {said}")
