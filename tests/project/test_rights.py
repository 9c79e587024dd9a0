"""Every right in the hands of its owner: `docs/rights.md` names every verb of every game, and whose it is."""

import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from fatewright import rulebook
from fatewright.core.table.house import house_verbs
from fatewright.systems.cast import NAMES
from fatewright.systems.spec import games

PAGE = (Path(__file__).parents[2] / "docs/rights.md").read_text(encoding="utf-8")
LED, UNLED = "Every table", "Every table without a game master"
GAMES = {system.title: system for system in games().values()}
WHO = {  # the seats that may use a verb
    frozenset({"gm"}): "game master",
    frozenset({"player"}): "players",
    frozenset({"gm", "player"}): "players and game master",
    frozenset({"player", "spectator"}): "players and onlookers",
    frozenset({"gm", "player", "spectator"}): "everybody",
}
OURS = "ours"


class Row(NamedTuple):
    """What stands of a verb on the page."""

    name: str
    sentence: str
    right: str  # up to what narrows it further
    by: str


def _sections(heading):
    """The parts of the page under headings of one kind, by title; games that share one are named in it together."""
    parts = re.split(rf"^{heading} (.+)$", PAGE, flags=re.MULTILINE)[1:]
    return {title: text for titles, text in zip(parts[::2], parts[1::2], strict=True) for title in titles.split(", ")}


SECTIONS = _sections("##")


def rows(title):
    found = re.findall(r"^\| `([^`]+)` \| (.+?) \| ([^|]+?) \| ([^|]+?) \|$", SECTIONS[title], flags=re.MULTILINE)
    return [Row(name, sentence, right.split(";")[0], by) for name, sentence, right, by in found]


def right_of(verb, *, has_gm):
    """Whose right a verb is, as the code says: who may use it, and for whom."""
    who = WHO[frozenset(verb.roles)] if has_gm else "everybody" if "spectator" in verb.roles else "players"
    kinds = {slot.of for slot in verb.slots}
    return who + (", for their own" if "mine" in kinds else ", for anybody" if "token" in kinds else "")


def of_the_house(system):
    """The names of the verbs that a game has from the house, as they are there."""
    given = house_verbs(has_gm=system.has_gm)
    return {
        name for name, verb in system.game.verbs.items() if name in NAMES or (name in given and given[name].story is verb.story)
    }


def owed(system, names):
    """What should stand on the page of these verbs of a game."""
    verbs = [system.game.verbs[name] for name in sorted(names)]
    return {verb.name: (verb.sentence, right_of(verb, has_gm=system.has_gm)) for verb in verbs}


def standing(title):
    return {row.name: (row.sentence, row.right) for row in rows(title)}


def amiss(found, wanted):
    """The rows that are not as they should be, as they should be; of what no game has, that it has to go."""
    wrong = [f"| `{name}` | {' | '.join(wanted[name])} | ... |" for name in wanted if found.get(name) != wanted[name]]
    return [*wrong, *(f"`{name}` has to go" for name in found if name not in wanted)]


@pytest.mark.parametrize("title", GAMES)
def test_every_verb_of_a_games_own_stands_there_with_whose_right_it_is(title):
    system = GAMES[title]
    assert amiss(standing(title), owed(system, set(system.game.verbs) - of_the_house(system))) == []


@pytest.mark.parametrize(("title", "has_gm"), [(LED, True), (UNLED, False)])
def test_every_verb_of_the_house_stands_there_with_whose_right_it_is(title, has_gm):
    wanted = {}
    for system in GAMES.values():
        if system.has_gm == has_gm:
            wanted |= owed(system, of_the_house(system))
    assert amiss(standing(title), wanted) == []


@pytest.mark.parametrize("title", [LED, UNLED, *GAMES])
def test_each_verb_has_one_row_in_the_order_of_names_and_a_paragraph_or_is_ours(title):
    assert SECTIONS[title].count("\n| `") == len(rows(title)), "a row that cannot be read"
    assert [(one.name, other.name) for one, other in pairwise(rows(title)) if one.name >= other.name] == []
    assert [row.name for row in rows(title) if row.by != OURS and not re.fullmatch(r"[A-Z]{3}-[A-Z0-9., -]+", row.by)] == []


@pytest.mark.parametrize("title", GAMES)
def test_a_paragraph_that_gives_a_right_stands_in_the_games_rulebook(title):
    ledger = GAMES[title].ledger
    known = rulebook.ledger(ledger) if ledger else {}
    cited = re.findall(r"\b[A-Z]{3}-[A-Z0-9]+(?:\.[A-Z0-9]+)*\b", SECTIONS[title])
    assert [id for id in cited if id not in known] == []


def test_of_each_game_it_is_said_which_rights_have_no_verb():
    assert list(SECTIONS) == [LED, UNLED, *(title for title in SECTIONS if title in GAMES)]
    assert sorted(title for title in SECTIONS if title in GAMES) == sorted(GAMES)
    assert [title for title in GAMES if "### Rights without a verb" not in SECTIONS[title]] == []


# That the test would find it


def test_a_right_in_other_hands_is_found():
    """In each way: another's right, another sentence, a verb without a row, a row without a verb."""
    wanted = {"treat": ("{medic} treats {patient}", "players and game master, for their own")}
    row = "| `treat` | {medic} treats {patient} | players and game master, for their own | ... |"
    assert amiss(wanted, wanted) == []
    assert amiss({"treat": ("{medic} treats {patient}", "game master, for anybody")}, wanted) == [row]
    assert amiss({"treat": ("{medic} heals {patient}", "players and game master, for their own")}, wanted) == [row]
    assert amiss({}, wanted) == [row]
    assert amiss({**wanted, "cure": ("", "")}, wanted) == ["`cure` has to go"]
