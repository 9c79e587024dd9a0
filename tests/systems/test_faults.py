"""Broken Python in a home-made game: file and line as its author wrote them, what was found, and what would be right."""

import os
import re

import pytest

from fatewright.cli import main
from fatewright.systems.forms import BadSystem
from fatewright.systems.slips import slips
from fatewright.systems.spec import BUILT_IN, from_folder
from fatewright.systems.walk import package_in


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
    "roles of nobody": (
        (VERB, "@verb(roles=())"),
        (TRIES, "roles: found (), expected a row of gm, player, spectator, television, such as ('gm',)"),
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
    "no table": (
        ("try_it(table: Desk, who: Mine", "try_it(who: Mine"),
        (TRIES, "try_it: found who in the first place, expected the table: `table: Desk`"),
    ),
    "a list that is not there": (
        ("Annotated[int, Between(1, 6)]", 'Annotated[str, From("deeds")]'),
        (TRIES, "argument difficulty: found From('deeds'), expected a list of system.toml, nearest first: there is none"),
    ),
    "a question that is not asked": (
        ("extra = yield from choose(", "extra = choose("),
        ("        extra = choose", "found `choose(...)`, expected `yield from choose(...)`: forgot `yield from`?"),
    ),
    "a change that does not happen": (
        ("yield from now(", "now("),
        ("            now(", "found `now(...)`, expected `yield from now(...)`: forgot `yield from`?"),
    ),
    "half of `yield from`": (
        ("yield from ask(", "yield ask("),
        ("    good =", "found `ask(...)`, expected `yield from ask(...)`: forgot `yield from`?"),
    ),
    "a rule that is not asked": (
        ('good = yield from ask(attempt(table[who]["skill"] + extra))', "good = attempt(4) + 1"),
        ("    good =", "found `attempt(...)`, expected `yield from ask(attempt(...))`: forgot `yield from`?"),
    ),
    "a throw that is not made": (
        ("return throw(d6(skill).count(good=(4, 5, 6)), lambda good: good)", "return 1 if throw(d6(skill)) else 0"),
        ("    return 1 if", "found `throw(...)`, expected `yield from throw(...)`: forgot `yield from`?"),
    ),
    "an act without an end": (
        ("    return ends(outcome,", "    print(outcome,"),
        (TRIES, "try_it: it comes to nothing; expected `return ends(...)` at its end"),
    ),
    "a rule without an outcome": (
        ("    return throw(d6(skill).count(good=(4, 5, 6)), lambda good: good)", "    yield from throw(d6(skill))"),
        (ATTEMPT, "attempt: it comes to nothing; expected `return` with its outcome at its end"),
    ),
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


FINE = """

def check(table: Desk, who: str) -> Asks[int]:
    later = ask(attempt(2))
    first = yield from later
    other = throw(d6(1)) if first else ask(attempt(1))
    more = yield from twice(other)
    call = attempt(first)
    return (yield from (ask if more else behind)(call)) + sum(people(table))


def twice(asked: Asks[int]) -> Asks[int]:
    return (yield from asked) * 2


def people(table: Desk) -> Iterable[int]:
    yield from (len(one.name) for one in table.tokens())
    return people(table) if not list(people(table)) else None


def said(table, text, number):
    text(number(3))
    return text(3) + number(4)


def thrown(dice: int) -> Asks[int]:
    kept = throw(d6(dice))
    return kept
"""


def test_a_question_may_be_kept_handed_on_and_put_later_and_whoever_iterates_asks_nothing(mine):
    with (mine / "rules.py").open("a", encoding="utf-8") as file:
        file.write(FINE)
    assert from_folder(mine).id == "my-game"


MORE = {
    "if check(table, who): pass": "check",
    "not check(table, who)": "check",
    "1 if check(table, who) else 0": "check",
    "hits, blanks = check(table, who)": "check",
    "hits: int = untyped(table)": "untyped",
    "print(f'{check(table, who)}')": "check",
    "check(table, who)[0]": "check",
    "print(check(table, who).real)": "check",
    "while choose(who, 'on', 'On?', ()): pass": "choose",
    "kept = check(table, who); print(kept)": "check",
}


@pytest.mark.parametrize("line", MORE)
def test_a_question_of_ones_own_that_stands_for_its_answer_is_told_wherever_it_stands(mine, line):
    helpers = "def check(table, who) -> Asks[int]:\n    return ask(attempt(3))\n\n\ndef untyped(table):\n    yield from now()\n"
    text = (mine / "rules.py").read_text(encoding="utf-8").replace("    extra = 0\n", f"    {line}\n    extra = 0\n")
    (mine / "rules.py").write_text(f"{text}\n\n{helpers}", encoding="utf-8")
    name, at = MORE[line], text.splitlines().index("    extra = 0")
    wanted = f"found `{name}(...)`, expected `yield from {name}(...)`: forgot `yield from`?"
    assert told(mine) == f"{mine / 'rules.py'}, line {at}: {wanted}"


def test_an_ending_that_is_not_returned_is_told_besides(mine):
    text = (mine / "rules.py").read_text(encoding="utf-8").replace("    return ends(outcome,", "    ends(outcome,")
    (mine / "rules.py").write_text(text, encoding="utf-8")
    line = len(text.splitlines())
    assert told(mine).endswith(f"rules.py, line {line}: found `ends(...)`, expected `return ends(...)`: forgot `return`?")


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


# Several files


ACT = '''"""{about}"""

from fatewright.systems.author import *


@verb("{{who}} {does}", group="{group}")
def {name}(table: Desk, who: Mine) -> Ending:
    """{about}"""
    return ends("succeeds")
'''


def another_file(folder, file, name, group=""):
    text = ACT.format(about=f"To {name}.", name=name, does=f"{name}s", group=group)
    (folder / f"{file}.py").write_text(text, encoding="utf-8")


def own_verbs(folder):
    return [one.name for one in from_folder(folder).game.verbs.values() if one.story.__module__.startswith("fatewright_game_")]


def test_whatever_stands_in_a_file_of_the_folder_is_found_file_by_file_and_as_it_is_written(mine):
    another_file(mine, "zoo", "roar")
    another_file(mine, "climbing", "climb")
    with (mine / "climbing.py").open("a", encoding="utf-8") as file:
        file.write(f"\n\n{ACT.format(about='', name='abseil', does='abseils', group='').partition('import *')[2].strip()}\n")
    another_file(mine, "test_climbing", "fall")
    assert own_verbs(mine) == ["climb", "abseil", "try-it", "roar"]


def test_files_of_a_folder_may_use_one_another_and_are_read_afresh(mine):
    (mine / "arithmetic.py").write_text("MOST = 3\n", encoding="utf-8")
    rules = mine / "rules.py"
    text = rules.read_text(encoding="utf-8").replace("Between(1, 6)", "Between(1, MOST)")
    rules.write_text(text.replace("import *", "import *\n\nfrom .arithmetic import MOST"), encoding="utf-8")
    for high in (3, 5):
        (mine / "arithmetic.py").write_text(f"MOST = {high}\n", encoding="utf-8")
        assert from_folder(mine).game.verbs["try-it"].slots[1].asked.high == high


def test_an_act_of_another_game_can_be_taken_over_but_not_its_rules(mine):
    text = (
        "from fatewright.systems.lanterns.rules import daring, stare\nfrom functools import partial\n\nshown = partial(list)\n"
    )
    (mine / "more.py").write_text(text, encoding="utf-8")
    system = from_folder(mine)
    assert (system.game.verbs["stare"].name, list(system.rules), system.shown({"a": 1})) == ("stare", ["attempt"], ["a"])


def test_two_of_one_name_are_told_with_both_places(mine):
    another_file(mine, "aping", "try_it")
    (mine / "more.py").write_text(
        "from fatewright.systems.author import *\n\n\ndef shown(dials):\n    return ()\n\n\n"
        "@rule\ndef attempt() -> Asks[int]:\n    return throw(d6(1))\n",
        encoding="utf-8",
    )
    (mine / "most.py").write_text("def shown(dials):\n    return ()\n", encoding="utf-8")
    lines = (mine / "rules.py").read_text(encoding="utf-8").splitlines()
    tried, attempted = lines.index(VERB) + 2, lines.index("@rule") + 2
    assert told(mine).split("; expected another name")[:3] == [
        f"{mine / 'rules.py'}, line {tried}: try-it: there is one of this name already ({mine / 'aping.py'}, line 7)",
        f"; {mine / 'rules.py'}, line {attempted}: attempt: there is one of this name already ({mine / 'more.py'}, line 9)",
        f"; {mine / 'most.py'}, line 1: shown: there is one of this name already ({mine / 'more.py'}, line 4)",
    ]


LOST = {
    "try_it = 3\n": (TRIES, "try_it: found a verb that nobody can reach: something below has the same name"),
    "def attempt(skill):\n    return skill\n": (
        ATTEMPT,
        "attempt: found a rule that nobody can reach: something below has the same name",
    ),
    'def make():\n    @verb("{who} runs")\n    def run(table: Desk, who: Mine) -> Ending:\n        return ends("succeeds")\n': (
        "    def run",
        "run: found a verb that nobody can reach: it stands inside another function",
    ),
}


@pytest.mark.parametrize("added", LOST)
def test_a_verb_or_a_rule_that_nobody_can_reach_is_told(mine, added):
    file = mine / "rules.py"
    text = f"{file.read_text(encoding='utf-8')}\n\n{added}"
    file.write_text(text, encoding="utf-8")
    where, said = LOST[added]
    line = next(number for number, one in enumerate(text.splitlines(), 1) if one.startswith(where))
    assert told(mine) == f"{file}, line {line}: {said}"


@pytest.mark.parametrize("game", sorted(file.parent.name for file in BUILT_IN.glob("*/__init__.py")))
def test_there_are_no_slips_in_a_built_in_game(game):
    assert list(slips(package_in(BUILT_IN / game, f"fatewright.systems.{game}"), BUILT_IN / game)) == []
