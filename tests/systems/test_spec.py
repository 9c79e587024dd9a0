"""What a game is to the rest of the house: its rules' arguments, their ids, and what is wrong with a folder that is wrong."""

import re
from types import ModuleType
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatewright import rulebook
from fatewright.core.errors import BadAnswer, BadValue, FatewrightError
from fatewright.core.languages import Language
from fatewright.core.rule.ask import Choose, Number, options
from fatewright.core.rule.dice import d6
from fatewright.core.rule.rule import just, rule, throw
from fatewright.systems.author import Between
from fatewright.systems.called import names_said
from fatewright.systems.defects import SYSTEM
from fatewright.systems.fields import Value
from fatewright.systems.forms import BadSystem, arguments, call, ids
from fatewright.systems.moment_of_truth.mechanics import rolls as rules
from fatewright.systems.moment_of_truth.mechanics.rolls import (
    attack,
    contest,
    contest_pool,
    damage,
    skill_roll,
    volley,
    volley_hits,
)
from fatewright.systems.spec import BUILT_IN, BuilderStep, Dial, from_folder, game, games, load

MOMENT_OF_TRUTH = game("moment-of-truth")

# Arguments


def number(name, low, high, default=None):
    return Number("", name, "", low, high, "", default)


def choice(name, values, default):
    return Choose("", name, "", options(*values), default)


SHIFT = number("crit_shift", 0, 5, 1)
HOUSE = (
    choice("setbacks", ("on", "off"), "on"),
    choice("margin", ("two_or_more", "exactly_two"), "two_or_more"),
    choice("overlap", ("both", "setback_only", "critical_only"), "both"),
    choice("unskilled", ("all_sixes", "tn_sixes"), "all_sixes"),
)
KIND = choice("kind", ("skilled", "unskilled", "peripheral", "statistic"), "skilled")
POOL = number("pool", -20, 300)
TN = number("tn", 1, 20)
DAMAGE = (
    number("dice", 0, 300),
    number("minor", -10, 20),
    number("major", -10, 20),
    number("armor", 0, 20, 0),
)
HP = number("hp", 1, 100, 12)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("skill-roll", (POOL, TN, KIND, *HOUSE)),
        ("contest-pool", (POOL, KIND)),
        (
            "contest",
            (
                POOL,
                POOL._replace(name="against"),
                KIND,
                KIND._replace(name="against_kind"),
                choice("ties", ("deadlock", "actor", "opponent"), "deadlock"),
                *HOUSE[1:3],
            ),
        ),
        ("damage", DAMAGE),
        ("attack", (POOL, TN, *DAMAGE, KIND, HP, SHIFT, *HOUSE)),
        ("volley-hits", (POOL, TN, KIND, *HOUSE)),
        ("volley", (POOL, TN, *DAMAGE, KIND, HP, SHIFT, *HOUSE)),
    ],
)
def test_the_arguments_of_a_rule_are_read_off_its_types(name, expected):
    assert arguments(MOMENT_OF_TRUTH.rule(name)) == expected


def test_an_argument_is_required_unless_it_has_a_default():
    assert [argument.default is None for argument in arguments(attack)] == [True] * 5 + [False] * 8


@pytest.mark.parametrize(
    ("parameter", "allowed"), [(POOL, "a whole number from -20 to 300"), (KIND, "skilled, unskilled, peripheral, statistic")]
)
def test_an_argument_says_what_it_allows(parameter, allowed):
    assert parameter.allowed() == allowed


@pytest.mark.parametrize(
    ("parameter", "text", "value"),
    [
        (POOL, "5", 5),
        (POOL, "+5", 5),
        (POOL, "-5", -5),
        (POOL, "-0", 0),
        (POOL, "007", 7),
        (POOL, "-20", -20),
        (POOL, "300", 300),
        (TN, "1", 1),
        (TN, "20", 20),
        (KIND, "skilled", "skilled"),
        (KIND, "statistic", "statistic"),
    ],
)
def test_a_text_within_what_is_allowed_is_understood(parameter, text, value):
    assert parameter.parse(text) == value


NO_POOL = "is not a whole number from -20 to 300"
NO_TN = "is not a whole number from 1 to 20"
NO_KIND = "is not one of skilled, unskilled, peripheral, statistic"


@pytest.mark.parametrize(
    ("argument", "text", "message"),
    [
        (POOL, "-21", f"-21 {NO_POOL}"),
        (POOL, "301", f"301 {NO_POOL}"),
        (POOL, "5.0", f"'5.0' {NO_POOL}"),
        (POOL, "1e2", f"'1e2' {NO_POOL}"),
        (POOL, "1_0", f"'1_0' {NO_POOL}"),
        (POOL, "", f"'' {NO_POOL}"),
        (POOL, "--5", f"'--5' {NO_POOL}"),
        (POOL, "٣", f"'٣' {NO_POOL}"),
        (POOL, "9" * 5000, f"'{'9' * 5000}' {NO_POOL}"),
        (TN, "0", f"0 {NO_TN}"),
        (TN, "21", f"21 {NO_TN}"),
        (KIND, "skill", f"'skill' {NO_KIND}"),
        (KIND, "", f"'' {NO_KIND}"),
    ],
)
def test_a_text_beyond_what_is_allowed_is_refused_with_what_was_expected(argument, text, message):
    with pytest.raises(BadAnswer) as refused:
        argument.parse(text)
    assert str(refused.value) == message


@given(st.integers(-1000, 1000))
def test_exactly_the_numbers_of_the_range_are_understood(number):
    if -20 <= number <= 300:
        assert POOL.parse(str(number)) == number
    else:
        with pytest.raises(BadAnswer, match=f"^{number} {NO_POOL}$"):
            POOL.parse(str(number))


def test_every_default_of_every_game_is_one_that_could_be_typed():
    defaults = [
        (parameter, parameter.default)
        for system in games().values()
        for each in system.rules.values()
        for parameter in arguments(each)
        if parameter.default is not None
    ]
    assert [parameter.parse(str(default)) for parameter, default in defaults] == [default for _, default in defaults]


def one_argument(hint: Any):
    """A rule whose one argument has the type `hint`."""

    def odd(pool):
        return throw(d6(pool).sum())

    odd.__annotations__["pool"] = hint
    return rule(odd)


OF_A_FORM = "expected a Literal of texts, or Annotated[int, Between(LOW, HIGH)] with the lower first"


@pytest.mark.parametrize(
    ("hint", "shown"),
    [
        (int, "int"),
        (str, "str"),
        (Annotated[int, "dice"], "Annotated[int, 'dice']"),
        (Annotated[str, Between(0, 3)], "Annotated[str, Between(low=0, high=3)]"),
        (Literal[1, 2], "Literal[1, 2]"),
    ],
)
def test_an_argument_of_another_type_makes_a_bad_system(hint, shown):
    with pytest.raises(BadSystem) as refused:
        arguments(one_argument(hint))
    assert str(refused.value) == f"odd: argument pool: found {shown}; {OF_A_FORM}"


def test_an_argument_without_a_type_makes_a_bad_system():
    @rule
    def untyped(pool):
        return throw(d6(pool).sum())

    with pytest.raises(BadSystem, match=re.escape(f"untyped: argument pool: found no type; {OF_A_FORM}")):
        arguments(untyped)


def test_all_arguments_of_another_type_are_named_at_once():
    @rule
    def odd(pool: int, tn: Annotated[int, Between(1, 20)], kind: str):
        return throw(d6(pool).sum())

    with pytest.raises(BadSystem, match=r"argument pool: .*argument kind: "):
        arguments(odd)


def test_the_first_range_of_an_argument_counts_beside_other_notes():
    hint = Annotated[int, "a note", Between(2, 5)]
    assert arguments(one_argument(hint)) == (number("pool", 2, 5),)


# A rule as a person types it


@pytest.mark.parametrize(
    ("the_rule", "texts", "expected"),
    [
        (skill_roll, {"pool": "5", "tn": "2"}, skill_roll(5, 2)),
        (skill_roll, {"tn": "2", "pool": "5", "kind": "unskilled"}, skill_roll(5, 2, "unskilled")),
        (contest, {"pool": "4", "against": "-1", "ties": "actor"}, contest(4, -1, ties="actor")),
        (attack, {"pool": "6", "tn": "2", "dice": "16", "minor": "3", "major": "4", "hp": "9"}, attack(6, 2, 16, 3, 4, hp=9)),
        (damage, {"dice": "0", "minor": "-10", "major": "20", "armor": "20"}, damage(0, -10, 20, 20)),
    ],
)
def test_typed_arguments_make_a_call(the_rule, texts, expected):
    assert call(the_rule, texts) == expected


@pytest.mark.parametrize(
    ("the_rule", "texts", "problems"),
    [
        (skill_roll, {"pool": "5"}, ["tn is missing: expected a whole number from 1 to 20"]),
        (
            skill_roll,
            {},
            ["pool is missing: expected a whole number from -20 to 300", "tn is missing: expected a whole number from 1 to 20"],
        ),
        (skill_roll, {"pool": "5", "tn": "21"}, [f"tn: 21 {NO_TN}"]),
        (
            skill_roll,
            {"pool": "5", "tn": "2", "luck": "1"},
            ["luck: skill-roll has no such argument; it takes pool, tn, kind, setbacks, margin, overlap, unskilled"],
        ),
        (
            skill_roll,
            {"pool": "lots", "luck": "1", "kind": "magic", "Pool": "5"},
            [
                "Pool: skill-roll has no such argument; it takes pool, tn, kind, setbacks, margin, overlap, unskilled",
                f"kind: 'magic' {NO_KIND}",
                "luck: skill-roll has no such argument; it takes pool, tn, kind, setbacks, margin, overlap, unskilled",
                f"pool: 'lots' {NO_POOL}",
                "tn is missing: expected a whole number from 1 to 20",
            ],
        ),
        (
            contest_pool,
            {"kind": "?"},
            [f"kind: '?' {NO_KIND}", "pool is missing: expected a whole number from -20 to 300"],
        ),
    ],
)
def test_every_problem_of_typed_arguments_is_named_at_once(the_rule, texts, problems):
    with pytest.raises(BadValue) as refused:
        call(the_rule, texts)
    assert str(refused.value) == "; ".join(problems)


# Ids


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("contest-pool", ("MOT-1.20", "MOT-R.08")),
        ("attack", ("MOT-1.36", "MOT-7.18", "MOT-7.19", "MOT-7.21")),
        ("volley", ("MOT-9.01", "MOT-R.73")),
    ],
)
def test_the_rules_of_moment_of_truth_name_their_ids(name, expected):
    assert ids(MOMENT_OF_TRUTH.rule(name)) == expected


def documented(text):
    """A rule with this docstring."""

    def some():
        return throw(d6(1).sum())

    some.__doc__ = text
    return rule(some)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MOT-1.04: a roll.", ("MOT-1.04",)),
        ("MOT-1.04, MOT-R.05, MOT-12.11: a roll.", ("MOT-1.04", "MOT-R.05", "MOT-12.11")),
        ("TAD-DICE.23, TAD-DICE.24: a die.", ("TAD-DICE.23", "TAD-DICE.24")),
        ("MOT-1.20, AVI-R.3: both games.", ("MOT-1.20", "AVI-R.3")),
        ("AVI-1.2.3, AVI-1.2.4.5: deep ids.", ("AVI-1.2.3", "AVI-1.2.4.5")),
        ("MOT-9.01: automatic fire.\n\n    MOT-9.02: a miss.\n", ("MOT-9.01", "MOT-9.02")),
        ("A roll that (MOT-1.04) allows, and MOT-1.05.", ("MOT-1.04", "MOT-1.05")),
        ("MOT-1.05, MOT-1.04, MOT-1.05: cited twice.", ("MOT-1.05", "MOT-1.04")),
        ("MOT-1.04, 1.05: a bare number is no id.", ("MOT-1.04",)),
        ("Throws 2.50 dice on average: no rule of any book.", ()),
        ("Reads UTF-8: an id has a dot.", ()),
        ("", ()),
        (None, ()),
    ],
)
def test_the_ids_of_a_rule_are_those_its_docstring_cites(text, expected):
    assert ids(documented(text)) == expected


# Games


def test_moment_of_truth_is_a_game():
    assert (MOMENT_OF_TRUTH.id, MOMENT_OF_TRUTH.title) == ("moment-of-truth", "Moment of Truth")
    assert (MOMENT_OF_TRUTH.prefix, MOMENT_OF_TRUTH.ledger) == ("MOT", "moment-of-truth.md")


@pytest.mark.parametrize("the_rule", [skill_roll, contest_pool, contest, damage, attack, volley_hits, volley])
def test_a_rule_is_found_by_its_name(the_rule):
    assert MOMENT_OF_TRUTH.rule(the_rule.name) is the_rule


def test_every_folder_with_a_system_file_is_a_game_under_its_own_id():
    folders = {file.parent.name.replace("_", "-") for file in BUILT_IN.glob("*/system.toml")}
    assert {name: system.id for name, system in games().items()} == {folder: folder for folder in folders}


def test_every_rule_of_every_game_has_typed_arguments():
    for system in games().values():
        for each in system.rules.values():
            assert [parameter.name for parameter in arguments(each)] == list(each.parameters)


def test_every_rule_of_a_game_with_a_ledger_cites_ids_that_the_ledger_holds():
    for system in games().values():
        for each in system.rules.values():
            known = rulebook.ledger(system.ledger) if system.ledger else {}
            assert bool(ids(each)) == bool(system.ledger)
            assert set(ids(each)) - set(known) == set()


def test_an_unknown_game_is_refused_with_the_games_there_are():
    with pytest.raises(BadValue) as refused:
        game("chess")
    assert str(refused.value) == f"there is no game 'chess'; the games: {', '.join(games())}"


def test_an_unknown_rule_is_refused_with_the_rules_there_are():
    with pytest.raises(BadValue) as refused:
        MOMENT_OF_TRUTH.rule("dance")
    known = ", ".join(MOMENT_OF_TRUTH.rules)
    assert str(refused.value) == f"moment-of-truth has no rule 'dance'; its rules: {known}"


# Folders

SMALLEST = {"id": '"mine"', "title": '"My own game"', "version": "1"}
RULES = """
from fatewright.systems.author import *

@rule
def dare(dice: Annotated[int, Between(1, 9)]) -> Asks[int]:
    return throw(d6(dice).sum())
"""


def written(folder, values=SMALLEST, more=""):
    """`folder` with a system file of these keys and `more` after them; a key without a value is left out."""
    lines = [f"{key} = {value}" for key, value in values.items() if value is not None]
    (folder / "system.toml").write_text("\n".join(["[system]", *lines, more]), encoding="utf-8")
    return folder


def test_a_folder_with_an_id_a_title_and_a_version_is_a_game(tmp_path):
    system = load(written(tmp_path), rules)
    assert (system.id, system.title, system.version, system.prefix, system.ledger) == ("mine", "My own game", 1, "", "")
    assert {"skill-roll", "contest", "damage", "attack", "volley"} <= set(system.rules)
    assert [name for name, one in system.rules.items() if MOMENT_OF_TRUTH.rules.get(name, one) is not one] == []


def test_prefix_and_ledger_name_a_rulebook(tmp_path):
    system = load(written(tmp_path, {**SMALLEST, "prefix": '"MIN"', "ledger": '"mine.md"'}), rules)
    assert (system.prefix, system.ledger) == ("MIN", "mine.md")


def test_rules_that_a_module_only_imports_are_not_its_rules(tmp_path):
    module = ModuleType(rules.__name__)
    module.skill_roll, module.just, module.classify = skill_roll, just, rules.classify
    assert load(written(tmp_path), module).rules == {"skill-roll": skill_roll}


EXPECTED = f"expected one of {', '.join(SYSTEM)}"


@pytest.mark.parametrize(
    ("changed", "problems"),
    [
        ({"colour": '"red"'}, [f"system.colour: unknown; {EXPECTED}"]),
        ({"colour": "7"}, [f"system.colour: unknown; {EXPECTED}"]),
        ({"title": None}, ["system.title: missing, expected a text"]),
        ({"prefix": "7"}, ["system.prefix: found 7, expected a text"]),
        ({"title": "true"}, ["system.title: found True, expected a text"]),
        ({"id": '["a", "b"]'}, ["system.id: found ['a', 'b'], expected a text"]),
        ({"version": '"1"'}, ["system.version: found '1', expected a whole number"]),
        ({"version": "true"}, ["system.version: found True, expected a whole number"]),
        ({"version": "1.5"}, ["system.version: found 1.5, expected a whole number"]),
        (
            {"title": None, "Title": '"My own game"'},
            [f"system.Title: unknown; {EXPECTED}", "system.title: missing, expected a text"],
        ),
        (
            {"id": None, "title": "1.5", "version": None, "prefix": "7", "colour": '"red"'},
            [
                "system.title: found 1.5, expected a text",
                "system.prefix: found 7, expected a text",
                f"system.colour: unknown; {EXPECTED}",
                "system.id: missing, expected a text",
                "system.version: missing, expected a whole number",
            ],
        ),
    ],
)
def test_every_wrong_key_of_a_system_file_is_named_at_once(tmp_path, changed, problems):
    with pytest.raises(BadSystem) as refused:
        load(written(tmp_path, {**SMALLEST, **changed}), rules)
    assert str(refused.value) == f"{tmp_path / 'system.toml'}: " + "; ".join(problems)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "system: missing, expected a table"),
        ("# nothing yet\n", "system: missing, expected a table"),
        ("system = 3\n", "system: found 3, expected a table"),
        ("[[system]]\nid = 'x'\n", "system: found [{'id': 'x'}], expected a table"),
        ("[system\n", "Expected ']' at the end of a table declaration (at line 1, column 8)"),
    ],
)
def test_a_system_file_of_another_shape_is_a_bad_system(tmp_path, text, problem):
    (tmp_path / "system.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadSystem) as refused:
        load(tmp_path, rules)
    assert str(refused.value) == f"{tmp_path / 'system.toml'}: {problem}"


def test_a_folder_without_a_system_file_is_a_bad_system(tmp_path):
    with pytest.raises(BadSystem) as refused:
        load(tmp_path, rules)
    assert str(refused.value) == f"{tmp_path / 'system.toml'}: No such file or directory"


def test_a_system_file_that_is_no_text_is_a_bad_system(tmp_path):
    (tmp_path / "system.toml").write_bytes(b"[system]\ntitle = '\xff'\n")
    with pytest.raises(BadSystem, match=f"^{re.escape(str(tmp_path / 'system.toml'))}: "):
        load(tmp_path, rules)


def test_an_unknown_table_and_a_missing_key_are_named_at_once(tmp_path):
    with pytest.raises(BadSystem, match=r"sistem: unknown.*system\.title: missing|system\.title: missing.*sistem: unknown"):
        load(written(tmp_path, {**SMALLEST, "title": None}, "[sistem]\nid = 'x'"), rules)


DATA = """
[fields]
nerve = { group = "traits", low = 0, high = 5 }
light = { group = "tracks", low = 0, high = 9, start = 3 }
weapon = { group = "gear", list = "weapons", start = "pole" }

[kinds]

[quick]
number = "nerve"

[dials]
burn = { values = ["often", "never"], text = "How often a light is burned." }

[presets]
dark = { burn = "never" }

[builder]
steps = [{ title = "Traits", fields = ["nerve"], budget = 4 }, { title = "Gear", fields = ["weapon"] }]

[lists]
weapons = { pole = { harm = 1 }, name = { harm = 2 } }
"""


def test_a_game_lists_its_fields_kinds_dials_presets_and_steps(tmp_path):
    system = load(written(tmp_path, more=DATA.replace("[kinds]\n", "[kinds]\nghoul = { nerve = 2, light = 0 }\n")), rules)
    assert system.fields == {
        "nerve": Value("traits", 0, 5, title="nerve"),
        "light": Value("tracks", 0, 9, start=3, title="light"),
        "weapon": Value("gear", source="weapons", shape="entry", start="pole", title="weapon"),
    }
    assert system.kinds == {"ghoul": {"nerve": 2, "light": 0}}
    assert system.quick_foe(4) == {"nerve": 4}
    assert system.dials["burn"] == Dial(("often", "never"), "How often a light is burned.", title="burn")
    assert system.presets == {"dark": {"burn": "never"}}
    assert system.steps == (BuilderStep("Traits", ("nerve",), 4), BuilderStep("Gear", ("weapon",)))


CALLED = """
[called]
bite_of = "what it bites for"
pole = "a long pole"
"""


def test_a_game_says_what_its_fields_columns_dials_values_and_other_names_are_called(tmp_path):
    more = DATA.replace("[fields]", "[fields]\nmax_hp = { group = 'tracks', title = 'most hit points' }")
    more = more.replace(
        "[dials]", "[dials]\ngm_bids = { title = 'bids of foes', values = [0, 3], called = { 0 = 'none' }, text = 'x' }"
    )
    columns = "[{ name = 'of_whom', title = 'whom' }, { name = 'worth' }]"
    bites = f"bites = {{ group = 'gear', shape = 'rows', high = 2, columns = {columns} }}"
    system = load(written(tmp_path, more=more.replace("[fields]", f"[fields]\n{bites}") + CALLED), rules)
    assert [system.fields[name].title for name in ("max_hp", "bites")] == ["most hit points", "bites"]
    assert [column.title for column in system.fields["bites"].columns] == ["whom", "worth"]
    dial = system.dials["gm_bids"]
    assert (dial.title, [dial.label(value) for value in dial.values]) == ("bids of foes", ["none", "3"])
    assert [system.dials[name].title for name in ("burn", "secret_rolls")] == ["burn", "secret rolls"]
    assert [system.called(name) for name in ("bite_of", "skill-roll")] == ["what it bites for", "skill roll"]
    assert [system.said(value) for value in ("pole", "flash-bang", "main_arm", 3)] == [
        "a long pole",
        "flash-bang",
        "main arm",
        "3",
    ]
    said = names_said(system, Language("de", {"what it bites for": "wonach es schnappt"}, {"traits": "Züge"}))
    wanted = ("bite_of", "pole", "max_hp", "traits", "burn")
    assert [said.get(name) for name in wanted] == ["wonach es schnappt", "a long pole", "most hit points", "Züge", None]


@pytest.mark.parametrize("value", [True, False])
def test_whether_something_is_so_is_yes_or_no_unless_a_dial_calls_it_otherwise(value):
    assert Dial((True, False), "").label(value) == ("yes" if value else "no")
    assert Dial((True, False), "", called={"true": "they do", "false": "they do not"}).label(value).startswith("they do")


@pytest.mark.parametrize(
    ("table", "line", "problems"),
    [
        (
            "fields",
            "wit = { group = 'traits', title = 'the_wit' }",
            ["fields.wit.title: found 'the_wit', expected words as people read them"],
        ),
        (
            "fields",
            "wit = { group = 'traits', shape = 'rows', columns = [{ name = 'x', title = ' ' }] }",
            ["fields.wit.columns[0].title: found ' ', expected words as people read them"],
        ),
        (
            "dials",
            "wit = { values = [true], called = { true = 'so_it_is', false = 'no' }, text = 'x' }",
            ["dials.wit.called.true: found 'so_it_is', expected words as people read them"],
        ),
        (
            "dials",
            "wit = { values = [true, 3], called = { true = 'it is', 4 = 'no' }, text = 'x' }",
            ["dials.wit.called: found '4', expected one of 3, true"],
        ),
        ("dials", "wit = { values = [1], called = { 1 = 2 }, text = 'x' }", ["dials.wit.called.1: found 2, expected a text"]),
        ("fields", "wit = 3", ["fields.wit: found 3, expected a table"]),
        ("fields", "wit = { low = 0 }", ["fields.wit.group: missing, expected a text"]),
        ("fields", "wit = { group = 'traits', low = 'none' }", ["fields.wit.low: found 'none', expected a whole number"]),
        (
            "fields",
            "wit = { group = 'traits', high = 5, start = 6 }",
            ["fields.wit.start: found 6, expected a whole number from 0 to 5"],
        ),
        ("fields", "wit = { group = 'traits', list = 'wits' }", ["fields.wit.list: found 'wits', expected one of weapons"]),
        (
            "kinds",
            "king = { nerve = 6, light = true, claws = 2, weapon = 'tooth' }",
            [
                "kinds.king.claws: the game has no such field",
                "kinds.king.nerve: found 6, expected a whole number from 0 to 5",
                "kinds.king.light: found True, expected a whole number from 0 to 9",
                "kinds.king.weapon: found 'tooth', expected one of pole, name",
            ],
        ),
        ("kinds", "king = { light = 0 }", ["kinds.king.nerve: missing, expected a whole number from 0 to 5"]),
        ("kinds", "king = 3", ["kinds.king: found 3, expected a table"]),
        ("quick", "derived = 3", ["quick.derived: found 3, expected a table"]),
        ("dials", "stare = 3", ["dials.stare: found 3, expected a table"]),
        ("dials", "stare = { text = 'Who pays.' }", ["dials.stare.values: missing, expected a list"]),
        (
            "presets",
            "pale = { burn = 'once', stare = 'all' }",
            ["presets.pale.stare: the game has no such dial", "presets.pale.burn: found 'once', expected one of often, never"],
        ),
        ("presets", "pale = 3", ["presets.pale: found 3, expected a table"]),
        ("lists", "wits = 3", ["lists.wits: found 3, expected a table"]),
        ("builder", "stepz = []", ["builder.stepz: unknown; expected one of steps"]),
    ],
)
def test_everything_in_a_system_file_that_does_not_fit_is_named_at_once(tmp_path, table, line, problems):
    with pytest.raises(BadSystem) as refused:
        load(written(tmp_path, more=DATA.replace(f"[{table}]\n", f"[{table}]\n{line}\n")), rules)
    assert str(refused.value) == f"{tmp_path / 'system.toml'}: " + "; ".join(problems)


@pytest.mark.parametrize(
    ("steps", "problems"),
    [
        ("3", "builder.steps: found 3, expected a list"),
        ("[3]", "builder.steps[0]: found 3, expected a table"),
        ("[{ title = 'Traits' }]", "builder.steps[0].fields: missing, expected a list"),
        ("[{ title = 'Traits', fields = ['nerv'] }]", "builder: Traits: there is no field nerv"),
    ],
)
def test_a_step_that_cannot_be_taken_is_named(tmp_path, steps, problems):
    with pytest.raises(BadSystem) as refused:
        load(written(tmp_path, more=re.sub("steps = .*", f"steps = {steps}", DATA)), rules)
    assert str(refused.value) == f"{tmp_path / 'system.toml'}: {problems}"


def test_a_quick_foe_known_by_a_number_that_no_field_holds_is_a_bad_system(tmp_path):
    with pytest.raises(BadSystem, match=r"quick\.number.*nerv"):
        load(written(tmp_path, more=DATA.replace('number = "nerve"', 'number = "nerv"')), rules)


def test_a_token_starts_where_the_game_says_unless_told_otherwise(tmp_path):
    system = load(written(tmp_path, more=DATA), rules)
    placed = system.place("ann", {"nerve": 4, "weapon": "name"}, "person", "seat 1")
    assert placed.fields == (("nerve", 4), ("light", 3), ("weapon", "name"))


@pytest.mark.parametrize(
    ("values", "problems"),
    [
        ({}, "nerve: missing, expected a whole number from 0 to 5"),
        (
            {"nerve": 6, "weapon": "tooth"},
            "nerve: found 6, expected a whole number from 0 to 5; weapon: found 'tooth', expected one of pole, name",
        ),
        ({"nerve": 1, "lihgt": 9}, "lihgt: the game has no such field"),
    ],
)
def test_a_token_with_values_that_do_not_fit_is_refused(tmp_path, values, problems):
    system = load(written(tmp_path, more=DATA), rules)
    with pytest.raises(BadValue) as refused:
        system.place("ann", values, "person", "seat 1")
    assert str(refused.value) == f"ann: {problems}"


def test_a_game_is_found_in_a_folder_and_one_below(tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (written(mine) / "rules.py").write_text(RULES, encoding="utf-8")
    for system in (from_folder(mine), game("mine", [mine]), game("mine", [tmp_path])):
        assert (system.title, list(system.rules)) == ("My own game", ["dare"])
        assert arguments(system.rule("dare")) == (number("dice", 1, 9),)
    assert list(games([tmp_path])) == [*games(), "mine"]


def test_a_folder_without_any_game_is_a_bad_system(tmp_path):
    with pytest.raises(BadSystem) as refused:
        games([tmp_path])
    assert str(refused.value) == f"{tmp_path}: no system.toml here or one folder below"


def test_a_game_without_rules_is_a_bad_system(tmp_path):
    with pytest.raises(BadSystem) as refused:
        from_folder(written(tmp_path))
    assert str(refused.value) == f"{tmp_path / 'rules.py'}: No such file or directory"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [("one = 1\ntwo = = 2\n", 2, "invalid syntax"), ("\n\nthree = one\n", 3, "name 'one' is not defined")],
)
def test_rules_that_cannot_be_read_are_a_bad_system_at_a_line(tmp_path, text, line, problem):
    (written(tmp_path) / "rules.py").write_text(text, encoding="utf-8")
    with pytest.raises(BadSystem, match=f"^{re.escape(str(tmp_path / 'rules.py'))}, line {line}: {problem}"):
        from_folder(tmp_path)


def test_a_bad_system_is_something_that_a_person_can_put_right():
    assert issubclass(BadSystem, FatewrightError)


def test_an_installed_package_offers_a_game_by_its_entry_point(tmp_path, monkeypatch):
    package, info = tmp_path / "offered", tmp_path / "offered-1.dist-info"
    package.mkdir()
    info.mkdir()
    (package / "__init__.py").write_text('"""A game that came with a package."""\n', encoding="utf-8")
    (written(package) / "rules.py").write_text(RULES, encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: offered\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[fatewright.systems]\nmine = offered\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert game("mine").title == "My own game"


@pytest.mark.parametrize(
    ("outcomes", "tones"),
    [
        ("['breaks', 'holds']", {"breaks": "plain", "holds": "plain"}),
        ("{ good = ['holds', 'flies'], disaster = ['breaks'] }", {"breaks": "disaster", "holds": "good", "flies": "good"}),
    ],
)
def test_outcomes_have_tones_or_stand_in_a_row(tmp_path, outcomes, tones):
    system = load(written(tmp_path, {**SMALLEST, "outcomes": outcomes}), rules)
    assert (system.tones, system.outcomes) == (tones, tuple(tones))


@pytest.mark.parametrize(
    ("outcomes", "problem"),
    [
        ("3", "system.outcomes: found 3, expected a list, or a table of tones"),
        ("[3]", "system.outcomes: found 3, expected texts"),
        ("{ bad = [3] }", "system.outcomes: found 3, expected texts"),
        ("{ bad = 'breaks' }", "system.outcomes.bad: found 'breaks', expected a list"),
        ("{ sad = ['breaks'] }", "system.outcomes.sad: unknown; expected one of disaster, bad, plain, mixed, good, triumph"),
        ("{ bad = ['breaks'], good = ['breaks'] }", "system.outcomes.good: found 'breaks', which is bad already"),
    ],
)
def test_tones_that_cannot_be_meant_are_named(tmp_path, outcomes, problem):
    with pytest.raises(BadSystem) as refused:
        load(written(tmp_path, {**SMALLEST, "outcomes": outcomes}), rules)
    assert str(refused.value) == f"{tmp_path / 'system.toml'}: {problem}"
