"""The rulebooks and the games agree on dials: which there are, their values, their defaults, and which are only spoken of.

A ledger lists every dial in its register and explains it in a paragraph. What is not built says so in one form, for players:
"*Not a dial here*: `name` is always ...", in each paragraph that names it, and "not a dial here" in its row of the register.
"""

import re
from typing import NamedTuple

import pytest

from fatewright.rulebook import FOLDER, ledger
from fatewright.systems.spec import game

EDITIONS = {  # the games that are played by each ledger; the first one is what it speaks of where it names no other
    "moment-of-truth.md": ("moment-of-truth",),
    "twist-of-fate.md": ("twist-of-fate", "mind-over-matter"),
    "avitch.md": ("avitch",),
    "triumph-and-disaster.md": ("triumph-and-disaster",),
}
REGISTER = re.compile(r"^## Dial(?: register| index|s \(registry\))\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
NAME = r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*"
MISSING = "not a dial here"
SAID_MISSING = re.compile(r"\*Not a dial here\*: ([^.]+)[.]")
VALUE = re.compile(r"`([^`]+)`|(\d+)–(\d+)|(\d+)")
DECLARED = (  # how the ledgers write a dial with its values: the name, the default, all values
    re.compile(rf"`({NAME})` = ((?:`[^`|]+`(?: \([^)]*\))?(?: \| )?)+)"),  # `dial` = `default*` | `other`
    re.compile(
        rf"`({NAME})`: ((?:(?:`[^`|]+`|\d+(?:–\d+)?)(?: \([^)]*\))?(?: \| )?)+)"
    ),  # `dial`: `default` (default) | `other`
    re.compile(rf"`({NAME}) = ([^`]+)`"),  # `dial = default {{default, other}}`
    re.compile(rf"`({NAME})` = (\d+(?: \([^)]*\))?)"),  # `dial` = 3 (0–10)
)


class Row(NamedTuple):
    """One row of a register."""

    name: str
    defaults: tuple[str, ...]
    values: str
    ids: tuple[str, ...]
    origin: str

    @property
    def is_missing(self):
        return self.values.endswith(MISSING)


def register(file):
    """The rows of a ledger's register by the dial's name."""
    lines = [line for line in REGISTER.search((FOLDER / file).read_text(encoding="utf-8"))[1].splitlines() if line[:1] == "|"]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    found = [
        Row(name.strip("`"), tuple(re.findall("`([^`]+)`", default)), values, tuple(rule.split(", ")), "".join(more))
        for name, default, values, rule, *more in rows
    ]
    assert len({row.name for row in found}) == len(found)
    return {row.name: row for row in found}


def own_dials(system):
    """The dials of a game, without those that every table has; a game may have set one of these in its own way."""
    return {name: system.dials[name] for name in system.data["dials"]}


def said(value):
    """A value as a ledger writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read(text):
    """The values that a text lists; 1–4 are four."""
    found = []
    for word, low, high, number in VALUE.findall(text):
        found += [word] if word else [number] if number else [str(one) for one in range(int(low), int(high) + 1)]
    return sorted(found)


def written(values):
    """Values as a register writes them, for whoever has to mend a row: names first, then numbers, those in a row as 1–4."""
    numbers = sorted(value for value in values if type(value) is int)
    runs = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    spans = [one for run in runs for one in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run))]
    return ", ".join([*(f"`{said(value)}`" for value in values if type(value) is not int), *spans])


def paragraphs(file):
    return ledger(file).values()


@pytest.mark.parametrize("file", EDITIONS)
def test_the_register_lists_the_dials_that_the_games_have_and_marks_those_they_have_not(file):
    rows = register(file)
    for name in EDITIONS[file]:
        assert {row.name for row in rows.values() if not row.is_missing} == set(own_dials(game(name)))


@pytest.mark.parametrize("file", EDITIONS)
def test_values_defaults_and_ids_of_the_register_are_those_of_the_games(file):
    rows, wrong = register(file), []
    games = [game(name) for name in EDITIONS[file]]
    for name, dial in own_dials(games[0]).items():
        row, defaults = rows[name], dict.fromkeys(said(one.dials[name].values[0]) for one in games)
        right = read(row.values) == sorted(map(said, dial.values)) and row.defaults == tuple(defaults)
        if not right or not set(row.ids) <= set(dial.ids) or row.origin not in ("", "ours" if dial.house else "book"):
            wrong.append(f"{name}: {list(defaults)}, {written(dial.values)}, of {dial.ids}; found {row}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("file", EDITIONS)
def test_every_row_of_the_register_names_paragraphs_that_there_are(file):
    assert [(row.name, id) for row in register(file).values() for id in row.ids if id not in ledger(file)] == []


@pytest.mark.parametrize("file", EDITIONS)
def test_a_paragraph_says_so_of_every_dial_it_names_that_is_not_built_and_of_no_other(file):
    missing = {row.name for row in register(file).values() if row.is_missing}
    for one in paragraphs(file):
        sentences = SAID_MISSING.findall(one.text)
        assert (one.id, [text for text in sentences if re.match("`([^`]+)`", text)[1] not in missing]) == (one.id, [])
        marked = {name for text in sentences for name in re.findall(rf"`({NAME})`", text)} & missing
        named = set(re.findall(rf"`({NAME})(?: = [^`]*)?`", one.text)) & missing
        assert (one.id, named) == (one.id, marked)


@pytest.mark.parametrize("file", EDITIONS)
def test_a_dial_that_a_paragraph_declares_is_in_the_register_and_has_those_values(file):
    rows, games, found, wrong = register(file), [game(name) for name in EDITIONS[file]], set(), []
    for one in paragraphs(file):
        for name, default, values in declared(one.text, rows):
            found.add(name)
            if name not in rows:
                wrong.append(f"{one.id}: {name} is in no register")
            elif not rows[name].is_missing:
                dial = games[0].dials[name]
                usual = {said(each.dials[name].values[0]) for each in games}
                among = sorted(map(said, dial.values))
                is_right = default in usual and values == among if len(values) > 1 else default in among
                if not is_right or (one.id == rows[name].ids[0] and default not in usual):
                    wrong.append(f"{one.id}: {name} = {default} of {values}; the game: {written(dial.values)}")
    assert not wrong, "\n".join(wrong)
    assert len(found) > 50, "the forms in which dials are declared are no longer read"


def declared(text, known):
    """Every dial that a text declares: its name, default, and values; where none but the default is named, that alone."""
    stars, colons, braces, numbers = DECLARED
    for name, list_ in stars.findall(text):
        values = re.findall("`([^`]+)`", list_)
        if any(value.endswith("*") for value in values):
            default = next(value for value in values if value.endswith("*")).rstrip("*")
            yield name, default, sorted(value.rstrip("*") for value in values)
    for name, list_ in colons.findall(text):
        values = list_.split(" | ")
        if default := [read(value)[0] for value in values if "(default" in value]:
            yield name, default[0], sorted(each for value in values for each in read(re.sub(r" \(.*", "", value)))
    for name, rest in braces.findall(text):
        default, _, among = rest.partition(" {")
        if not among and name not in known:  # a formula, not a dial
            continue
        listed = [one.strip() for one in among.rstrip("}").split(",") if one.strip()]
        values = [each for one in listed for each in (read(one) if re.fullmatch(r"\d+–\d+", one) else [one])]
        yield name, default.strip(), sorted(values) or [default.strip()]
    for name, rest in numbers.findall(text):
        default, _, span = rest.partition(" ")
        yield name, default, read(span) if re.fullmatch(r"\(\d+–\d+\)", span) else [default]
