"""Avitch keeps every law without anybody in charge, and everything in it can happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fatewright
from fatewright.core.table.events import Began, Told
from fatewright.core.table.people import AT_THE_DOOR
from fatewright.core.table.seal import KEEPER, opened
from fatewright.core.table.table import Table
from fatewright.kit import laws
from fatewright.kit.performance import played
from fatewright.kit.scribe import Scribe
from fatewright.systems.spec import game

AVI = game("avitch")
TABLES, LINES = range(8), 20
EVENINGS = (*range(30), 32, 92, 113)  # the last ones speak for their group, catch their breath, forage
QUICK = [name for name in laws.LAWS if name != "twin worlds look alike"]
PLAY = Path(fatewright.__file__).parent / "systems" / "avitch" / "play.txt"


@pytest.mark.parametrize("name", QUICK)
def test_a_law_holds_at_some_tables(name: str) -> None:
    for seed in TABLES[:3] if name == "readings agree" else TABLES:  # each of which prices and throws every rule
        laws.LAWS[name](AVI, seed, LINES)


def test_twin_worlds_look_alike_past_a_hundred_reveals(record_property: Callable[[str, Any], None]) -> None:
    """AVI-2.04.06, AVI-2.04.07: what others have on their sheets is theirs; 7, 16: somebody new is made in secret."""
    found = [laws.twin_worlds(AVI, seed, 40) for seed in (0, 1, 2, 3, 7, 16)]
    pairs, past = (sum(column) for column in zip(*found, strict=True))
    record_property("pairs of worlds past a reveal", past)
    assert pairs >= past >= laws.PAST_REVEALS


# what random players hardly ever come to: a cruel and a generous drive, weighed and settled; somebody left behind,
# pinned, freed, let go; a death
RARE = """
dial table_decision=majority
seats ana bo cy
token Morten Morten ana
token Hild Hild ana
token Ella Ella bo
token Ysolde Ysolde cy
> ana open-session
> ana answer vote=yes
> bo answer vote=yes
> cy answer vote=yes
> ana frame-scene place=here question=why present=everybody
> bo open-discussion who=Ella other=Ysolde topic=bread changed="this is a new matter"
> bo appeal who=Ella listener=Ysolde topic=bread context=here suggestion="keep it" motivation=Cruel skill=Convince entry=0
> ana answer terms="Convince, Cruel, 2"
> bo answer terms="Convince, Cruel, 2"
> cy answer terms="Convince, Cruel, 2"
> bo answer appeal="make it"
> cy answer answer="hear it" : 8 1 1 1 1 2
> bo appeal who=Ella listener=Ysolde topic=wine context=here suggestion="share it" motivation=Generous skill=Convince entry=0
> ana answer terms="Convince, Generous, 2, another matter"
> bo answer terms="Convince, Generous, 2, another matter"
> cy answer terms="Convince, Generous, 2, another matter"
> bo answer appeal="make it"
> cy answer answer="hear it" : 8 1 1 1 1 2
> cy weigh who=Ysolde one=1 other=2
> cy settle who=Ysolde entry=1
> ana answer vote=yes
> bo answer vote=yes
> cy answer vote=yes
> bo start-chase who=Ella other=Ysolde role=pursues head_start=no
> cy answer chase=run
> ana join-chase who=Morten side=pursuer
> bo leave-behind who=Ella member=Morten
> bo give-up-chase who=Ella
> ana fight who=Morten other=Ysolde
> ana exchange who=Morten other=Ysolde : 8 8 8 8
> cy answer approach=Speed
> ana answer approach=Control : 8 8 8 8 8 8 8
> ana exchange who=Morten other=Ysolde : 8 8 8 8
> cy answer approach=Speed
> ana answer approach=Control : 8 8 8 8 8 8 8 8
> ana exchange who=Morten other=Ysolde : 8 8 8 8
> cy answer approach=Speed
> ana answer approach=Control : 8 8 8 8 8 8 8 8
> bo free who=Ella other=Ysolde
> ana answer vote=yes
> bo answer vote=yes
> cy answer vote=yes
> ana fight who=Morten other=Ysolde
> ana exchange who=Morten other=Ysolde : 8 8 8 8
> cy answer approach=Speed
> ana answer approach=Control : 8 8 8 8 8 8 8
> ana exchange who=Morten other=Ysolde : 8 8 8 8
> cy answer approach=Speed
> ana answer approach=Control : 8 8 8 8 8 8 8 8
> ana let-go who=Morten other=Ysolde
> ana move-to-overrule token=Hild field=major value=4 reason="as we said"
> ana answer vote=yes
> bo answer vote=yes
> cy answer vote=yes
> ana attempt who=Hild skill=Run what="run" helper=Hild terrain=none
> bo answer difficulty="check, 10, major wound"
> cy answer difficulty="check, 10, major wound"
> ana answer risk=roll : 8 8 8 8 8 8 8 8 8 8 8 8
> ana end-scene
"""


def told(script: str) -> Table:
    scribe = Scribe(AVI)
    for line in script.splitlines():
        scribe.line(line)
    assert scribe.refused == []
    return scribe.table


def evenings() -> Iterator[Table]:
    """The evening that the game itself tells of, one of rare things, and many of random players."""
    yield told(PLAY.read_text(encoding="utf-8").split("\n== ")[0])
    yield told(RARE)
    for seed in EVENINGS:
        yield played(AVI, seed, 120)[0].table


def words(values: tuple[Any, ...]) -> Iterator[str]:
    """All texts in rows of rows."""
    for value in values:
        if isinstance(value, tuple):
            yield from words(value)
        elif isinstance(value, str):
            yield value


def test_every_verb_skill_motivation_condition_approach_and_plan_comes_up() -> None:
    verbs = set(AVI.game.verbs) - set(AT_THE_DOOR)
    entries = {entry for name in ("skills", "motivations", "conditions", "approaches", "plans") for entry in AVI.lists[name]}
    for table in evenings():
        for event in table.records:
            if isinstance(event, Began):
                verbs.discard(event.verb)
            entries.difference_update(words(tuple(opened(event, KEEPER))))
            if isinstance(event, Told):
                entries = {entry for entry in entries if entry not in event.text}
        if not verbs and not entries:
            break
    assert (sorted(verbs), sorted(entries)) == ([], [])
