"""docs/author.md: it says what the code says, it misses nothing, and every example of it runs at a table of Lanterns."""

import re
import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from fatewright.core.table.events import Cancelled
from fatewright.core.table.game import Act, Answer
from fatewright.kit.functions import findings
from fatewright.kit.laws import LAWS
from fatewright.kit.players import open_questions, random_answer, random_args
from fatewright.kit.scribe import regenerated
from fatewright.kit.stage import any_dice, of_kinds, stage
from fatewright.systems.spec import BUILT_IN, from_folder, game

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import door  # noqa: E402  # a tool is no package

PAGE = (ROOT / "docs/author.md").read_text(encoding="utf-8")
EXAMPLES = door.examples_of(PAGE)
HEAD = "from fatewright.systems.author import *\n\nfrom .rules import daring\n\n\n"
ACT = '@verb("{{who}} does something to {{other}}")\ndef example(table: Desk, who: Mine, other: Seen) -> {gives}:\n{body}\n'


def test_the_page_is_up_to_date():
    """If not: python tools/door.py."""
    assert door.page(EXAMPLES) == PAGE
    assert list(door.missing(PAGE)) == []


def written(example):
    """An example as a file of a game: what is no function by itself is what an act does."""
    if re.search(r"^(@|def )", example, re.MULTILINE):
        return HEAD + example
    lines = example.splitlines() if "return ends" in example else [*example.splitlines(), 'return ends("nothing")']
    body = "\n".join(f"    {line}" for line in lines)
    return HEAD + ACT.format(gives="Story" if "yield" in example else "Ending", body=body)


@pytest.fixture
def lanterns(tmp_path):
    folder = tmp_path / "lanterns"
    shutil.copytree(BUILT_IN / "lanterns", folder, ignore=shutil.ignore_patterns("__pycache__", "__init__.py"))
    return folder


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_about_what_it_stands_under_and_runs(lanterns, name):
    example = EXAMPLES[name]
    assert re.search(rf"\b{name}\b", example)
    (lanterns / "example.py").write_text(written(example), encoding="utf-8")
    system = from_folder(lanterns)
    table = stage(system, of_kinds(system, ("ana",)), {"ghoul": "ghoul"}).table
    for verb in system.game.verbs.values():
        if verb.story.__module__.endswith(".example"):
            plays(table, system.game, verb)
    assert list(findings(system, table)) == []
    if "@rule" in example:
        LAWS["readings agree"](system, 0, 1)


def plays(table, game, verb):
    """Let whoever may do it do it, and everybody answer anything that is allowed."""
    seat, chance = verb.roles[-1].replace("player", "ana"), Random(0)
    table.do(game, Act(seat, verb.name, random_args(table.view(seat), verb, seat, chance)), any_dice(0))
    while waiting := [(one, number) for one in table.seats() for number in open_questions(table.view(one), one)]:
        one, number = waiting[0]
        asked = table.view(one).questions[number].asked
        table.do(game, Answer(one, number, random_answer(asked, chance)), any_dice(0))
    assert not any(isinstance(event, Cancelled) for event in table.records), table.records[-1]


def test_the_script_on_the_page_is_one():
    script = re.search(r"## The language of play.txt\n.*?```\n(.*?)```", PAGE, re.DOTALL)[1]
    told = regenerated(game("lanterns"), script)
    assert re.findall(r"^== (\w+)$", told, re.MULTILINE) == ["gm", "ana", "bo"]
    assert "refused" not in told.partition("\n== ")[2]
