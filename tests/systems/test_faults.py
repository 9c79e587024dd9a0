"""Broken Python in a home-made game: file and line as its author wrote them, what was found, and what would be right."""

import os
import re

import pytest

from fatewright.cli import main
from fatewright.systems.forms import BadSystem
from fatewright.systems.spec import from_folder


@pytest.fixture
def mine(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "my-game"]) == 0
    capsys.readouterr()
    return tmp_path / "my-game"


def test_what_is_changed_within_a_second_is_read_as_it_stands_then(mine, monkeypatch):
    """Python keeps what it has compiled, and knows it again by the length of the file and the second of its writing."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    file = mine / "rules.py"
    for high in (4, 7):
        file.write_text(re.sub(r"Between\(1, \d\)", f"Between(1, {high})", file.read_text(encoding="utf-8")), encoding="utf-8")
        os.utime(file, (1, 1))
        assert from_folder(mine).game.verbs["try-it"].slots[1].asked.high == high


def told(folder):
    with pytest.raises(BadSystem) as wrong:
        from_folder(folder)
    return str(wrong.value)


VERB = '@verb("{who} tries something of difficulty {difficulty}")'
TRIES, ATTEMPT = "def try_it", "def attempt"
EXPECTED = "expected a Literal of texts, or Annotated[int, Between(LOW, HIGH)] with the lower first"
BROKEN = {
    "a missing annotation": (
        ("who: Mine, ", "who, "),
        (TRIES, "argument who: found no type, expected Mine, Seen, a Literal, or Annotated with Between, From or Upto"),
    ),
    "an annotation that says too little": (
        ("difficulty: Annotated[int, Between(1, 6)]", "difficulty: int"),
        (TRIES, "argument difficulty: found int, expected Mine, Seen, a Literal, or Annotated with Between, From or Upto"),
    ),
    "a mistyped annotation": (("who: Mine", "who: Mien"), (TRIES, "name 'Mien' is not defined")),
    "a range upside down": (
        ("Between(1, 6)", "Between(6, 1)"),
        (TRIES, "argument difficulty: found Between(6, 1), expected the lower number first"),
    ),
    "no brackets": ((VERB, "@verb"), (TRIES, "try_it: found @verb, expected @verb()")),
    "a role that is a text": (
        (VERB, '@verb(roles="gm")'),
        (TRIES, "roles: found 'gm', expected a row of gm, player, spectator, television, such as ('gm',)"),
    ),
    "a role that nobody has": (
        (VERB, '@verb(roles=("gmm",))'),
        (TRIES, "roles: found ('gmm',), expected a row of gm, player, spectator, television, such as ('gm',)"),
    ),
    "a group that is no text": ((VERB, "@verb(group=3)"), (TRIES, "group: found 3, expected a text")),
    "a sentence about nobody": (
        (VERB, '@verb("{whom} tries")'),
        (TRIES, "try-it: its sentence may name difficulty, seat, who; found whom"),
    ),
    "a sentence without somebody": (
        (VERB, '@verb("{who} tries")'),
        (TRIES, "try-it: found who in its sentence and in more, expected each of who, difficulty once"),
    ),
    "a phrase alone": (
        (VERB, '@verb("{who} tries", more="how hard: {difficulty}")'),
        (TRIES, "more: found 'how hard: {difficulty}', expected a row of phrases, such as ('how hard: {difficulty}',)"),
    ),
    "a sentence in its old place": (
        (VERB, '@verb(says="{who} tries")'),
        (TRIES, 'says: the sentence stands first now, with every argument in it or in more: @verb("{who} tries")'),
    ),
    "what is usual in its old place": (
        (VERB, "@verb(suggest=lambda table, args: {})"),
        (TRIES, "suggest: it stands at each argument now: Annotated[..., Usual(function)]"),
    ),
    "an offer that depends on nobody": (
        ("Between(1, 6)", "Between(1, 6), Usual(lambda table, whom: 3)"),
        (TRIES, "try-it: what is on offer for difficulty depends on whom; its arguments are who, difficulty"),
    ),
    "a rule without types": (
        ("skill: Annotated[int, Between(0, 9)]", "skill"),
        (ATTEMPT, f"attempt: argument skill: found no type; {EXPECTED}"),
    ),
    "a rule upside down": (
        ("Between(0, 9)", "Between(9, 0)"),
        (ATTEMPT, f"attempt: argument skill: found Annotated[int, Between(low=9, high=0)]; {EXPECTED}"),
    ),
    "a rule with a mistyped type": (("Between(0, 9)", "Betwen(0, 9)"), (ATTEMPT, "attempt: name 'Betwen' is not defined")),
    "a colon too few": ((") -> Story:", ") -> Story"), (TRIES, "expected ':'")),
    "an import that is not there": (
        ("from fatewright.systems.author", "from fatewright.systems.autor"),
        ("from fatewright", "No module named 'fatewright.systems.autor'"),
    ),
}


@pytest.mark.parametrize("case", BROKEN.values(), ids=BROKEN)
def test_what_is_wrong_with_a_verb_or_a_rule_is_told_by_file_and_line(mine, case):
    (old, new), (where, said) = case
    file = mine / "rules.py"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    line = next(number for number, one in enumerate(text.splitlines(), 1) if one.startswith(where))
    assert told(mine) == f"{file}, line {line}: {said}"


HOOKS = {
    "def derived(values, dials):\n    return {}": (1, "derived: found (values, dials), expected (values, dials, lists)"),
    "def ranges(table, who, far):\n    return {}": (1, "ranges: found (table, who, far), expected (table, who)"),
    "def creation(values, dials, lists):\n    return values['skil']": (2, "there is no 'skil'"),
}


@pytest.mark.parametrize("hook", HOOKS)
def test_a_function_that_the_house_calls_is_judged_by_what_it_takes(mine, hook):
    file = mine / "rules.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\n\n{hook}\n", encoding="utf-8")
    after, said = HOOKS[hook]
    assert told(mine) == f"{file}, line {len(text.splitlines()) + 2 + after}: {said}"


@pytest.mark.parametrize("hook", ["def derived(*given):\n    return {}", "def shown(dials, more=()):\n    return more"])
def test_a_function_may_take_what_it_is_given_in_its_own_way(mine, hook):
    with (mine / "rules.py").open("a", encoding="utf-8") as file:
        file.write(f"\n\n{hook}\n")
    assert from_folder(mine).id == "my-game"


def test_all_rules_that_are_wrong_are_told_at_once(mine):
    with (mine / "rules.py").open("a", encoding="utf-8") as file:
        file.write("\n\n@rule\ndef one(a):\n    return a\n\n\n@rule\ndef two(b):\n    return b\n")
    assert [part.split(": ")[1] for part in told(mine).split(f"{mine / 'rules.py'}, ")[1:]] == ["one", "two"]
