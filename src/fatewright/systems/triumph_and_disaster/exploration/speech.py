"""Speech: what is said in a language reaches those who have aptitude in it."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems.author import Audience, Desk, Ending, From, Hidden, Offers, Sheet, Upto, ends, say, verb
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat.sides import Own


def understand(table: Desk, language: str) -> list[str]:
    """TAD-APT.06: the players' characters who have a language."""
    names = [token.name for token in table.tokens() if people.is_player_character(table, token.name)]
    return [who for who in names if people.speaks(Sheet(table, who), language, table.data["lists"])]


def _may_speak(table: Desk, who: str, language: str, text: str) -> str | None:
    """TAD-APT.06, TAD-R.18: nobody speaks a language without aptitude in it."""
    del text
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
    text: Annotated[str, Upto(500), Hidden],
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
