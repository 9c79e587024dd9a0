"""Games and characters on the command line: begin a game, check it against every law, make and check characters."""

import json
import subprocess
import sys

import pytest

from fatewright.systems import spec
from fatewright.systems.defects import TABLE
from fatewright.systems.spec import games

GAMES = ", ".join(games())


@pytest.fixture
def mine(fatewright, tmp_path):
    """The folder of a new game."""
    assert fatewright("new", "my-game", "--in", tmp_path)[0] == 0
    return tmp_path / "my-game"


def change(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    file.write_text(text.replace(old, new), encoding="utf-8")


# new


def test_new_writes_a_folder_and_says_what_to_do_next(fatewright, tmp_path):
    code, out, err = fatewright("new", "my-game", "--in", tmp_path)
    folder = tmp_path / "my-game"
    names = ["system.toml", "rules.py", "play.txt", "test_my_game.py"]
    assert (code, err) == (0, "")
    assert sorted(file.name for file in folder.iterdir() if file.is_file()) == sorted(names)
    assert out == (
        f"written: {', '.join(str(folder / name) for name in names)}\n"
        f"next: fatewright check {folder}; fatewright play {folder}\n"
    )


def test_a_new_game_passes_its_check(fatewright, mine):
    code, out, err = fatewright("check", mine, "--seeds", "6")
    assert (code, err) == (0, "")
    first, *laws = out.splitlines()
    assert first.startswith("My Game: ")
    assert {line.split()[0] for line in laws[:-1]} == {"holds"}


def test_the_test_file_of_a_new_game_passes(mine):
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", mine, mine]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=mine)
    assert done.returncode == 0, done.stdout


def test_a_new_game_is_played(mine):
    words = [sys.executable, "-m", "fatewright", "play", mine, "--terminal", "--seed", "1"]
    lines = "pass ana\ntry-it who=ana difficulty=2\nkeep\nquit\n"
    done = subprocess.run(words, input=lines, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "My Game: gm, ana, bo at one terminal" in done.stdout
    assert "  [1] [6 good] [5 good] [2]\n  ana succeeds\n" in done.stdout


@pytest.mark.parametrize("name", ["Mine", "1st", "my_game", "", "../mine", "a/b", "ä", "my game", "mine\n", "m" * 42, "."])
def test_new_refuses_a_name_that_is_no_id(fatewright, tmp_path, name):
    sentence = f"fatewright: '{name}': expected small letters, digits and hyphens, beginning with a letter\n"
    assert fatewright("new", name, "--in", tmp_path) == (2, "", sentence)
    assert list(tmp_path.iterdir()) == []


def test_new_leaves_what_is_there_alone(fatewright, mine):
    before = {file.name: file.read_bytes() for file in mine.iterdir() if file.is_file()}
    assert fatewright("new", "my-game", "--in", mine.parent) == (2, "", f"fatewright: {mine} is there already\n")
    assert {file.name: file.read_bytes() for file in mine.iterdir() if file.is_file()} == before


def test_new_says_why_it_cannot_write(fatewright, tmp_path):
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "mine"
    assert fatewright("new", "mine", "--in", folder.parent) == (2, "", f"fatewright: {folder}: Not a directory\n")


@pytest.mark.parametrize("name", ["a", "x1", "class", "a-b-c", "test", "import"])
def test_any_good_name_makes_a_game_that_loads(fatewright, tmp_path, name):
    assert fatewright("new", name, "--in", tmp_path)[0] == 0
    assert spec.from_folder(tmp_path / name).id == name


# check


def test_check_names_the_law_and_the_line_of_a_rule_that_raises(fatewright, mine):
    change(mine / "rules.py", "    return ends(outcome,", "    1 / 0\n    return ends(outcome,")
    line = (mine / "rules.py").read_text(encoding="utf-8").splitlines().index("    1 / 0") + 1
    code, out, err = fatewright("check", mine, "--seeds", "3")
    assert (code, err) == (1, "")
    broken = [text for text in out.splitlines() if text.startswith("  broken")]
    assert broken[0] == (f"  broken  no rule breaks: seed 0: try-it was broken off: division by zero (rules.py, line {line})")


def test_check_names_the_line_of_a_rule_that_never_ends_and_ends(fatewright, mine):
    rules = mine / "rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text + NEVER, encoding="utf-8")
    code, out, err = fatewright("check", mine, "--seeds", "3", "--patience", "2")
    line = (text + NEVER).splitlines().index("    while True:") + 1
    what = "endless it takes longer than 2 seconds: perhaps it never ends"
    places = [f"  {what} (rules.py, line {one}); nothing else is tried before that is put right" for one in (line, line + 1)]
    assert (code, err, out.splitlines()[-1] in places) == (1, "", True), out


NEVER = """

@verb()
def spin(table: Desk, who: Mine) -> Story:
    yield from now()
    while True:
        pass
"""


def test_check_survives_a_rule_of_dice_that_raises(fatewright, mine):
    change(mine / "rules.py", "    return throw(d6", "    1 / 0\n    return throw(d6")
    line = (mine / "rules.py").read_text(encoding="utf-8").splitlines().index("    1 / 0") + 1
    code, out, err = fatewright("check", mine, "--seeds", "3")
    assert (code, err) == (1, "")
    broken = {text.removeprefix("  broken  ").split(":")[0] for text in out.splitlines() if text.startswith("  broken")}
    assert broken == {"no rule breaks", "readings agree", "play.txt, line 7"}
    assert f"(rules.py, line {line})" in out


def test_check_finds_a_hidden_number_that_leaks_and_shows_where(fatewright, mine):
    change(mine / "system.toml", "high = 6, start = 3, open = true", "high = 6, start = 3")
    code, out, err = fatewright("check", mine, "--seeds", "5")
    assert (code, err) == (1, "")
    (broken,) = [text for text in out.splitlines() if text.startswith("  broken")]
    assert broken.startswith("  broken  twin worlds look alike: seed ")
    one, _, other = broken.partition("differ only in secrets: ")[2].partition(" / ")
    assert one != other


def test_check_finds_a_number_said_aloud(fatewright, mine):
    change(mine / "system.toml", "luck = { group", 'purse = { group = "tracks", low = 0, high = 9, start = 5 }\nluck = { group')
    change(mine / "rules.py", "[outcome], who=who)", '[outcome] + str(table[who]["purse"]), who=who)')
    code, out, _ = fatewright("check", mine, "--seeds", "10")
    broken = [text.split(":")[0] for text in out.splitlines() if text.startswith("  broken")]
    assert (code, broken) == (1, ["  broken  twin worlds look alike"])


def test_check_finds_an_undeclared_verdict(fatewright, mine):
    change(mine / "rules.py", "    outcome = ", '    yield from tell("secret", lambda: True)\n    outcome = ')
    code, out, _ = fatewright("check", mine, "--seeds", "3")
    broken = [text for text in out.splitlines() if text.startswith("  broken")]
    assert (code, len(broken)) == (1, 2)  # by the laws, and by the playthrough
    assert all("the verdict 'secret' is not among the game's declared reveals" in text for text in broken)


def test_check_finds_a_playthrough_that_is_told_otherwise_today(fatewright, mine):
    change(mine / "system.toml", 'fails = "{who} fails"', 'fails = "{who} is unlucky"')
    code, out, _ = fatewright("check", mine, "--seeds", "1")
    written = (mine / "play.txt").read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(written, 1) if text.endswith("bo fails"))
    found = f"found '{written[line - 1].strip()}', and today it is '{written[line - 1].strip()[:-5]}is unlucky'"
    wanted = f"  differs play.txt, line {line}: {found}; if that is right, --write writes it anew"
    assert (code, [text for text in out.splitlines() if "play.txt" in text]) == (1, [wanted])


@pytest.mark.parametrize("options", [["--seeds", "0"], ["--lines", "0"], ["--seeds", "-1"]])
def test_check_needs_something_to_play(fatewright, options):
    assert fatewright("check", "lanterns", *options) == (
        2,
        "",
        "fatewright: --seeds and --lines: at least one; --patience: more than nothing\n",
    )


def test_check_of_a_game_that_is_not_there(fatewright):
    code, out, err = fatewright("check", "chess")
    assert (code, out) == (2, "")
    assert err.startswith("fatewright: there is no game 'chess'; the games: ")


def test_check_says_when_twin_worlds_have_proved_too_little(fatewright):
    code, out, err = fatewright("check", "moment-of-truth", "--seeds", "1")
    assert (code, err) == (0, "")
    assert out.startswith("Moment of Truth: ")
    assert "fewer than 100: raise --seeds" in out


def test_a_broken_line_of_a_playthrough_is_named(fatewright, mine):
    text = (mine / "play.txt").read_text(encoding="utf-8")
    (mine / "play.txt").write_text(text.replace("token bo rogue bo", "token bo dragon bo"), encoding="utf-8")
    code, out, err = fatewright("check", mine, "--seeds", "1")
    assert (code, err) == (1, "")
    assert "  broken  play.txt, line 4: token bo dragon bo: " in out


DEFECTS = """\
surprise = 1
[system]
title = 5
version = true
flavour = "x"
[fields]
skill = { low = 1, hihg = 6 }
luck = 7
[kinds]
hero = 3
[dials]
pace = { values = "fast" }
[builder]
steps = [{ fields = ["skill"] }, 4]
[quick]
nummer = "skill"
"""


def test_all_defects_of_a_system_are_told_at_once(fatewright, mine):
    file = mine / "system.toml"
    file.write_text(DEFECTS, encoding="utf-8")
    code, out, err = fatewright("check", mine)
    assert (code, out) == (2, "")
    where, _, found = err.removeprefix("fatewright: ").rstrip("\n").partition(": ")
    assert where == str(file)
    tables = ", ".join(TABLE)
    keys = [problem.split(":")[0] for problem in found.split("; ") if ": " in problem]
    assert keys[0] == "surprise"
    assert f"surprise: unknown; expected one of {tables}; " in found
    assert sorted(keys[1:]) == sorted(
        [
            *("system.id", "system.title", "system.version", "system.flavour", "quick.nummer", "quick.number"),
            *("builder.steps[0].title", "builder.steps[1]", "fields.skill.group", "fields.skill.hihg", "fields.luck"),
            *("dials.pace.values", "dials.pace.text", "kinds.hero"),
        ]
    )


def test_all_that_does_not_fit_together_is_told_at_once(fatewright, mine):
    change(mine / "system.toml", "hero = { skill = 4 }", "hero = { skill = 40, might = 1 }")
    change(mine / "system.toml", 'fields = ["skill"]', 'fields = ["skill", "might"]')
    change(mine / "system.toml", 'number = "skill"', 'number = "might"')
    change(mine / "system.toml", "high = 9, start = 2", "high = 9, start = 12")
    code, _, err = fatewright("check", mine)
    assert (code, err) == (
        2,
        f"fatewright: {mine / 'system.toml'}: "
        "fields.luck.start: found 12, expected a whole number from 0 to 9; "
        "kinds.hero.might: the game has no such field; "
        "kinds.hero.skill: found 40, expected a whole number from 1 to 6; "
        "kinds.hero.luck: found 12, expected a whole number from 0 to 9; "
        "builder: Traits: there is no field might; "
        "quick.number: found 'might', expected one of skill, luck\n",
    )


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("version = 1", 'version = 1\ntable = "gmm"', "system.table"),
        ("[quick]", '[dials]\npace = { values = [], text = "?" }\n[quick]', "dials.pace.values"),
        ("low = 0, high = 9", "low = 9, high = 0", "fields.luck"),
        ("luck = { group", 'kind = { group = "tracks", high = 9, start = 1 }\nluck = { group', "fields.kind"),
        ("luck = { group", 'at = { group = "tracks", high = 9, start = 1 }\nluck = { group', "fields.at"),
        ('fields = ["skill"]', 'fields = [["skill"]]', "builder.steps[0].fields"),
        ("version = 1", "version = 1\nreveals = [1]", "system.reveals"),
        ("version = 1", 'version = 1\nreach = { grapple = "far" }', "system.reach"),
        ('number = "skill"', 'number = "skill"\nderived = { might = 2 }', "quick.derived"),
        ("hero = { skill = 4 }", "hero = { skill = [4] }", "kinds.hero.skill"),
        ("rogue = { skill = 3, luck = 4 }", "rogue = { skill = 3, luck = { a = 4 } }", "kinds.rogue.luck"),
    ],
)
def test_a_system_that_would_only_break_at_the_table_is_refused_on_loading(fatewright, mine, old, new, key):
    change(mine / "system.toml", old, new)
    code, _, err = fatewright("check", mine, "--seeds", "1", "--lines", "1")
    assert (code, err.startswith(f"fatewright: {mine / 'system.toml'}: ")) == (2, True)
    assert key in err


def test_rules_that_cannot_be_read_are_refused_with_file_and_line(fatewright, mine):
    change(mine / "rules.py", "    extra = 0\n", "    extra = = 0\n")
    code, _, err = fatewright("check", mine)
    assert (code, err) == (2, f"fatewright: {mine / 'rules.py'}, line 17: invalid syntax\n")


def test_a_folder_may_stand_in_for_a_built_in_game(fatewright, mine):
    change(mine / "system.toml", 'id = "my-game"', 'id = "lanterns"')
    code, out, _ = fatewright("character", "new", "lanterns", "x", "--systems", mine.parent, "--out", mine / "y.json")
    assert (code, out.splitlines()[0]) == (0, "x  (My Game)")


# character


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


SHEET = """\
{name}  (Lanterns Under the Hill)
  traits: nerve {nerve}, hand {hand}, wit {wit}
  tracks: light 3, harm 0, toughness 4
  gear: weapon {weapon}
"""


def test_a_character_is_made_of_fields_and_written_as_choices(fatewright, here):
    code, out, err = fatewright("character", "new", "lanterns", "mira", "nerve=2", "hand=3", "wit=4", "weapon=old_name")
    assert (code, err) == (0, "")
    assert out == SHEET.format(name="mira", nerve=2, hand=3, wit=4, weapon="old_name") + "written to mira.json\n"
    assert json.loads((here / "mira.json").read_text(encoding="utf-8")) == {
        "game": "lanterns",
        "version": 1,
        "name": "mira",
        "choices": {"nerve": 2, "hand": 3, "wit": 4, "weapon": "old_name"},
    }
    assert fatewright("character", "check", "mira.json") == (0, "a legal sheet\n", "")
    assert fatewright("character", "check", "mira.json", "--json") == (0, '{"problems": [], "warnings": []}\n', "")
    sheet = SHEET.format(name="mira", nerve=2, hand=3, wit=4, weapon="old_name")
    assert fatewright("character", "show", "mira.json") == (0, sheet, "")
    assert json.loads(fatewright("character", "show", "mira.json", "--json")[1]) == {
        **{"nerve": 2, "hand": 3, "wit": 4, "light": 3, "harm": 0, "toughness": 4, "weapon": "old_name"}
    }


def test_a_character_is_printed_as_one_page_that_needs_nothing_else(fatewright, here):
    fatewright("character", "new", "lanterns", "mira", "nerve=2", "hand=3", "wit=4")
    said = "written to mira.html; open it in a browser and print it\n"
    assert fatewright("character", "print", "mira.json") == (0, said, "")
    page = (here / "mira.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<style>") == 1
    assert '<div class="tile"><b>4</b><span>wit</span><i></i></div>' in page
    sentence = "fatewright: mira.html is there already; name another with --out\n"
    assert fatewright("character", "print", "mira.json") == (2, "", sentence)
    assert fatewright("character", "print", "mira.json", "--out", "m.html", "--json") == (0, '{"file": "m.html"}\n', "")
    assert (here / "m.html").read_text(encoding="utf-8") == page


def test_what_is_not_chosen_starts_where_the_game_says(fatewright, here):
    _, out, _ = fatewright("character", "new", "lanterns", "nemo")
    assert out == SHEET.format(name="nemo", nerve=0, hand=0, wit=0, weapon="lantern_pole") + "written to nemo.json\n"


def test_a_random_character_shows_its_dice_and_falls_the_same_for_a_seed(fatewright, here):
    code, out, _ = fatewright("character", "new", "lanterns", "rex", "--random", "--seed", "3")
    dice = "[2 nerve] [4 hand] [3 hand] [4 hand] [4 hand] [1 nerve]\n= nerve 3, hand 5, wit 1\n"
    sheet = SHEET.format(name="rex", nerve=3, hand=5, wit=1, weapon="lantern_pole")
    assert (code, out) == (0, f"{dice}{sheet}written to rex.json\n")
    again = fatewright("character", "new", "lanterns", "rex", "--random", "--seed", "3", "--out", "again.json")[1]
    assert again == f"{dice}{sheet}written to again.json\n"
    assert (here / "again.json").read_bytes() == (here / "rex.json").read_bytes()


@pytest.mark.parametrize("seed", range(20))
def test_every_random_character_is_legal(fatewright, here, seed):
    assert fatewright("character", "new", "lanterns", "rex", "--random", "--seed", seed)[0] == 0
    assert fatewright("character", "check", "rex.json") == (0, "a legal sheet\n", "")


def test_a_choice_stands_over_the_dice(fatewright, here):
    fatewright("character", "new", "lanterns", "rex", "weapon=old_name", "wit=0", "--random", "--seed", "3")
    choices = json.loads((here / "rex.json").read_text(encoding="utf-8"))["choices"]
    assert choices == {"nerve": 3, "hand": 5, "wit": 0, "weapon": "old_name"}


def test_a_character_as_json(fatewright, here):
    code, out, _ = fatewright("character", "new", "lanterns", "mira", "wit=4", "--json")
    assert code == 0
    json.loads(out)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["new"], "expected: new GAME NAME [field=value ...], check FILE, show FILE, or print FILE"),
        (["new", "lanterns"], "expected: new GAME NAME [field=value ...], check FILE, show FILE, or print FILE"),
        (["dance", "x"], "expected: new GAME NAME [field=value ...], check FILE, show FILE, or print FILE"),
        (["check", "x", "y"], "expected: new GAME NAME [field=value ...], check FILE, show FILE, or print FILE"),
        (["new", "chess", "mira"], f"there is no game 'chess'; the games: {GAMES}"),
        (["new", "lanterns", "mira", "nerve"], "'nerve': expected field=value"),
        (
            ["new", "lanterns", "mira", "nerve=5", "hand=5", "wit=5", "weapon=axe", "luck=1", "light=9"],
            "luck: not something to choose; light: not something to choose; "
            "weapon: found 'axe', expected one of lantern_pole, old_name; Traits: points spent: 15, and there are 9",
        ),
        (["new", "lanterns", "mira", "nerve=-1"], "nerve: found -1, expected a whole number from 0 to 5"),
        (["new", "lanterns", "mira", "nerve=--1"], "nerve: found '--1', expected a whole number from 0 to 5"),
        (["new", "lanterns", "mira", "nerve=2.5"], "nerve: found '2.5', expected a whole number from 0 to 5"),
        (["new", "lanterns", "mira", "nerve="], "nerve: found '', expected a whole number from 0 to 5"),
        (["new", "lanterns", "mira", "wit=1", "wit=2"], "wit: given more than once"),
        (
            ["new", "moment-of-truth", "mira", "--random"],
            "moment-of-truth has no rule 'newcomer' that would make a character at random",
        ),
        (["new", "lanterns", "mira", "--out", "/nowhere/mira.json"], "/nowhere/mira.json: No such file or directory"),
        (["new", "lanterns", "a/b"], "a/b.json: No such file or directory"),
        (["check", "/nowhere.json"], "/nowhere.json: No such file or directory"),
    ],
)
def test_what_is_wrong_with_a_character_is_a_sentence_and_nothing_is_written(fatewright, here, words, sentence):
    assert fatewright("character", *words) == (2, "", f"fatewright: {sentence}\n")
    assert list(here.iterdir()) == []


def test_a_character_is_not_overwritten(fatewright, here):
    (here / "mira.json").write_text("precious", encoding="utf-8")
    sentence = "fatewright: mira.json is there already; name another with --out\n"
    assert fatewright("character", "new", "lanterns", "mira") == (2, "", sentence)
    assert (here / "mira.json").read_text(encoding="utf-8") == "precious"


GOOD = {"game": "lanterns", "version": 1, "name": "mira", "choices": {"nerve": 3, "hand": 3, "wit": 3, "weapon": "old_name"}}


@pytest.fixture
def written(here):
    def write(**fields):
        (here / "c.json").write_text(json.dumps({**GOOD, **fields}), encoding="utf-8")
        return here / "c.json"

    return write


def test_check_tells_all_problems_at_once_with_exit_code_1(fatewright, written):
    file = written(choices={"nerve": 6, "hand": 5, "wit": "much", "luck": 1})
    problems = [
        "luck: not something to choose",
        "nerve: found 6, expected a whole number from 0 to 5",
        "wit: found 'much', expected a whole number from 0 to 5",
        "weapon: missing, expected one of lantern_pole, old_name",
    ]
    assert fatewright("character", "check", file) == (1, "\n".join(problems) + "\n", "")
    assert json.loads(fatewright("character", "check", file, "--json")[1]) == {"problems": problems, "warnings": []}
    assert fatewright("character", "show", file) == (2, "", f"fatewright: {file}: {'; '.join(problems)}\n")


def test_budgets_end_exactly_where_they_say(fatewright, written):
    exact = written(choices={"nerve": 4, "hand": 3, "wit": 2, "weapon": "old_name"})
    assert fatewright("character", "check", exact)[0] == 0
    over = written(choices={"nerve": 4, "hand": 3, "wit": 3, "weapon": "old_name"})
    assert fatewright("character", "check", over) == (1, "Traits: points spent: 10, and there are 9\n", "")


def test_a_character_of_an_unknown_game_is_refused_by_name(fatewright, written):
    code, _, err = fatewright("character", "check", written(game="chess"))
    assert (code, err.startswith("fatewright: there is no game 'chess'; ")) == (2, True)


def test_a_character_of_another_version_is_told(fatewright, written):
    code, out, _ = fatewright("character", "check", written(version=7))
    assert (code, "version" in out) == (1, True)


def found(value):
    return "missing" if value is None else f"found {value!r}"


@pytest.mark.parametrize("weapon", [["old_name"], {"old_name": 1}, None, 1, True])
def test_a_choice_of_any_kind_gets_a_sentence(fatewright, written, weapon):
    file = written(choices={**GOOD["choices"], "weapon": weapon})
    assert fatewright("character", "check", file) == (
        1,
        f"weapon: {found(weapon)}, expected one of lantern_pole, old_name\n",
        "",
    )


@pytest.mark.parametrize("nerve", [True, 2.0, [2], None, "2"])
def test_a_trait_is_a_whole_number(fatewright, written, nerve):
    file = written(choices={**GOOD["choices"], "nerve": nerve})
    assert fatewright("character", "check", file) == (
        1,
        f"nerve: {found(nerve)}, expected a whole number from 0 to 5\n",
        "",
    )


@pytest.mark.parametrize("text", ["", "{", "[]", "5", "null", "[" * 100_000, "{}", "\ufeff{}", '{"game": []}'])
def test_a_file_that_is_no_character_gets_a_sentence(fatewright, here, text):
    (here / "c.json").write_text(text, encoding="utf-8")
    code, out, err = fatewright("character", "check", "c.json")
    assert (code, out, err.startswith("fatewright: "), err.count("\n")) == (2, "", True, 1)


def test_bytes_that_are_no_text_get_a_sentence(fatewright, here):
    (here / "c.json").write_bytes(b"\xff\xfe")
    code, out, err = fatewright("character", "check", "c.json")
    assert (code, out, err.startswith("fatewright: c.json: ")) == (2, "", True)


# table

HEADER = '{"fatewright": 1, "game": "lanterns", "version": 1}'
SEAT = '{"act": 0, "event": {"$": "Fact", "path": ["seat", "gm", "role"], "value": "gm", "to": ["*"]}}'


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "5",
        "null",
        "[]",
        "{}",
        '{"act": 0}',
        '{"act": 0, "event": 5}',
        '{"act": 0, "event": {}}',
        '{"act": 0, "event": {"$": "Popen", "args": "ls"}}',
        '{"act": 0, "event": {"$": ["Told"]}}',
        '{"act": 0, "event": {"$": "Shown", "sides": 6, "face": 1, "mark": ""}}',
        '{"act": 0, "event": {"$": "secret", "value": 1, "to": []}}',
        '{"act": 0, "event": {"$": "hidden"}}',
        '{"act": 0, "event": {"$": "Told", "text": "hi", "ids": []}}',
        '{"act": 0, "event": {"$": "Told", "text": "hi", "ids": [], "to": 5}}',
        '{"act": 0, "event": {"$": "Told", "text": "hi", "ids": [], "to": null}}',
        '{"act": 0, "event": {"$": "Told", "text": "hi", "ids": [], "to": ["*"], "and": 1}}',
        '{"act": null, "event": {"$": "Told", "text": "hi", "ids": [], "to": ["*"]}}',
        '{"act": Infinity, "event": {"$": "Told", "text": "hi", "ids": [], "to": ["*"]}}',
        '{"act": NaN, "event": {"$": "Told", "text": "hi", "ids": [], "to": ["*"]}}',
        '{"act": 0, "event": {"$": "Fact", "path": 5, "value": 1, "to": ["*"]}}',
        '{"act": 0, "event": {"$": "Fact", "path": [], "value": 1, "to": ["*"]}}',
        '{"act": 0, "event": {"$": "Fact", "path": ["seat"], "value": 1, "to": ["*"]}}',
        '{"act": 0, "event": {"$": "Answered", "question": 9, "procedure": 0, "part": 0, "answer": 1, "instead": "", "to":[]}}',
        '{"act": 0, "event": {"$": "Withdrawn", "question": 9, "procedure": 0, "reason": "", "to": ["*"]}}',
        '{"act": 0, "event": {"$": "Landed", "procedure": 9, "fingerprint": "", "back": [], "to": ["*"]}}',
        '{"act": 0, "event": {"$": "Rolled", "procedure": 0, "fingerprint": "", "within": [], "dice": 5, "to": ["*"]}}',
        '{"act": 0, "event": {"$": "Rewound", "before": "x", "seat": "gm", "to": ["*"]}}',
        '{"act": 0, "event": ' + "[" * 100_000 + "}",
    ],
    ids=lambda line: line[:60],
)
@pytest.mark.parametrize("what", ["replay", "verify"])
def test_a_broken_line_is_refused_with_its_number(fatewright, here, line, what):
    (here / "t.jsonl").write_text("\n".join([HEADER, SEAT, line, SEAT]) + "\n", encoding="utf-8")
    code, out, err = fatewright("table", what, "t.jsonl")
    assert (code, out, err.startswith("fatewright: line 3: "), err.count("\n")) == (2, "", True, 1)


@pytest.mark.parametrize(
    "header",
    [
        "",
        "{",
        "5",
        "[]",
        "{}",
        '{"fatewright": 1}',
        '{"fatewright": 1, "game": "lanterns"}',
        '{"fatewright": 2, "game": "lanterns", "version": 1}',
        "[" * 100_000,
    ],
    ids=lambda line: line[:60],
)
def test_a_broken_header_is_refused(fatewright, here, header):
    (here / "t.jsonl").write_text(f"{header}\n{SEAT}\n", encoding="utf-8")
    code, out, err = fatewright("table", "replay", "t.jsonl")
    assert (code, out, err.startswith("fatewright: line 1: "), err.count("\n")) == (2, "", True, 1)


def test_an_empty_file_is_no_table(fatewright, here):
    (here / "t.jsonl").touch()
    sentence = "fatewright: line 1: found '', expected the header of a table file\n"
    assert fatewright("table", "replay", "t.jsonl") == (2, "", sentence)


def test_a_table_at_which_nobody_sits_has_nothing_to_replay(fatewright, here):
    (here / "t.jsonl").write_text(f"{HEADER}\n", encoding="utf-8")
    sentence = "fatewright: --seat : expected one of nobody, the table is empty\n"
    assert fatewright("table", "replay", "t.jsonl") == (2, "", sentence)
    assert fatewright("table", "verify", "t.jsonl") == (0, "0 records: every act comes out the same\n", "")


# Characters of more than numbers


def test_a_character_begins_like_somebody_and_lists_are_typed_as_json(fatewright, tmp_path):
    file = tmp_path / "zoe.json"
    words = ("character", "new", "moment-of-truth", "Zoe", "--like", "Ada Finch", 'skills={"Lying": 4}', "--out", file)
    code, out, err = fatewright(*words)
    assert (code, err) == (0, "")
    assert "skills Lying 4" in out
    assert "hit points 10" in out
    assert "suspicious" not in out
    code, out, err = fatewright("character", "check", file)
    assert (code, err, out.splitlines()[:2]) == (
        0,
        "",
        ["a legal sheet", "perhaps overlooked: Skills: 12 skill points would be lost"],
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["skills=Lying"], 'skills: found Lying, expected JSON, such as {"Lying": 2}'),
        (["--like", "Nobody"], "--like: there is nobody called 'Nobody'; there are: Ada Finch, Tom Blackwood"),
        (['skills={"First Aid": 1}'], "skills: First Aid: here it is called Medic"),
    ],
)
def test_a_character_that_cannot_be_is_refused_in_words(fatewright, tmp_path, words, sentence):
    code, out, err = fatewright("character", "new", "moment-of-truth", "Zoe", *words, "--out", tmp_path / "zoe.json")
    assert (code, out) == (2, "")
    assert sentence in err
