"""Speech and writing: what is said or written in a language reaches those who have aptitude in it."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems.author import (
    Audience,
    Desk,
    Ending,
    From,
    Hidden,
    Offers,
    Sheet,
    Story,
    Upto,
    ends,
    now,
    phrase,
    say,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat import sides
from fatewright.systems.triumph_and_disaster.combat.sides import Own, Rival
from fatewright.systems.triumph_and_disaster.mechanics import fates

LONGEST = 500  # characters of what is said or written


def understand(table: Desk, language: str) -> list[str]:
    """TAD-APT.06: the players' characters who have a language."""
    names = [token.name for token in table.tokens() if people.is_player_character(table, token.name)]
    return [who for who in names if people.speaks(Sheet(table, who), language, table.data["lists"])]


def _may_speak(table: Desk, who: str, language: str, text: str) -> str | None:
    del text
    return _without_aptitude(table, who, language)


def _without_aptitude(table: Desk, who: str, language: str) -> str | None:
    """TAD-APT.06, TAD-R.18: nobody reads, writes or speaks a language without aptitude in it."""
    if problem := people.not_theirs(table, who):
        return problem
    if people.speaks(Sheet(table, who), language, table.data["lists"]):
        return None
    return f"{who} has no aptitude in {language}, and can neither read, write nor speak it"


def _spoken(table: Desk, who: str) -> list[str]:
    """TAD-APT.06: the languages that somebody speaks."""
    lists = table.data["lists"]
    return [one for one in lists["languages"] if people.speaks(Sheet(table, who), one, lists)]


@verb("{who} speaks {language}", more=("saying: {text}",), may=_may_speak, group="Rolls")
def speak(
    table: Desk,
    who: Own,
    language: Annotated[str, From("languages"), Offers(_spoken)],
    text: Annotated[str, Upto(LONGEST), Hidden],
) -> Ending:
    """TAD-APT.04, TAD-APT.06, TAD-ORI.02: say something in a language; only whoever has aptitude in it understands."""
    owners = {table[one].owner for one in understand(table, language)}
    heard = Audience({*owners, table[who].owner, people.storyteller(table)})
    line = say("{who} speaks {language:word}", "TAD-APT.06", who=who, language=language)
    return ends(
        "done",
        line,
        say("{who}, in {language:word}: {text:text}", "TAD-APT.06", to=heard, who=who, language=language, text=text),
    )


# ── writing and reading ────────────────────────────────────────────────────────────────────────────────────────────────


def _may_write(table: Desk, who: str, reader: str, language: str, text: str) -> str | None:
    del text
    return f"{who} needs no letter for that" if who == reader else _without_aptitude(table, who, language) or _idle(table, who)


def _idle(table: Desk, who: str) -> str | None:
    return f"{who} can do nothing now" if sides.is_out(table, who) else None


@verb("{who} writes to {reader} in {language}", more=("what stands there: {text}",), may=_may_write, group="Rolls")
def write(
    table: Desk,
    who: Own,
    reader: Rival,
    language: Annotated[str, From("languages"), Offers(_spoken)],
    text: Annotated[str, Upto(LONGEST), Hidden],
) -> Ending:
    """TAD-APT.04, TAD-APT.06, TAD-APT.10: write to somebody in a language; without aptitude in it, they cannot read it."""
    readers = {table[reader].owner} if reader in understand(table, language) else set()
    told = Audience({*readers, table[who].owner, people.storyteller(table)})
    line = say("{who} writes to {reader} in {language:word}", "TAD-APT.06", who=who, reader=reader, language=language)
    what = {"who": who, "reader": reader, "language": language, "text": text}
    return ends("done", line, say("{who} to {reader}, in {language:word}: {text:text}", "TAD-APT.10", to=told, **what))


def _may_read(table: Desk, who: str, what: str, language: str) -> str | None:
    del what
    return _without_aptitude(table, who, language) or _idle(table, who)


@verb("{who} reads {what}, written in {language}", may=_may_read, group="Rolls")
def read(
    table: Desk, who: Own, what: Annotated[str, Upto(120)], language: Annotated[str, From("languages"), Offers(_spoken)]
) -> Story:
    """TAD-APT.04, TAD-APT.06, TAD-APT.10: read something; the Storyteller says what stands there, to you alone."""
    yield from now(say("{who} reads {what:text}, in {language:word}", "TAD-APT.10", who=who, what=what, language=language))
    prompt = phrase("{who} reads {what:text}, in {language:word}. What stands there?", who=who, what=what, language=language)
    words = yield from fates.ask_for_words(table, who, "writing", prompt, LONGEST)
    told = people.knowers(table, who)
    return ends("done", say("{what:text}: {words:text}", "TAD-APT.10", to=told, what=what, words=words))
