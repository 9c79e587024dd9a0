"""The project's own promises: commands documented, notation documented, the rulebook whole, lock files without addresses."""

import re
from pathlib import Path

import pytest

from fatewright import cli, rulebook
from fatewright.core.notation import DAMAGE, parse

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_is_named_in_the_readme(command):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"fatewright {command}" in readme or f"make {command}" in readme


def test_every_example_of_the_notation_page_parses():
    page = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| `")]
    examples = [example for row in rows for example in re.findall(r"`([^`]+)`", row[1])]
    assert len(examples) >= 17
    for example in examples:
        parse(example)


def test_every_damage_type_is_on_the_notation_page():
    page = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
    assert [name for sign, name in DAMAGE.items() if f"`{name}` {sign}" not in page] == []


def test_the_rulebooks_are_whole():
    tagged = [paragraph for file in rulebook.ledgers() for paragraph in rulebook.ledger(file).values()]
    assert {paragraph.id[:3] for paragraph in tagged} == {"MOT", "TOF", "MOM", "AVI", "TAD"}
    assert all(paragraph.text for paragraph in tagged)
    assert len(tagged) > 1284


@pytest.mark.parametrize("lock", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda lock: lock.name)
def test_lock_files_name_no_address(lock):
    assert re.findall(r"https?://|--index|--find-links", lock.read_text(encoding="utf-8")) == []
