"""Three people and a game master play Lanterns at one real pseudo-terminal, and the file they leave is read again."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fatewright.cli import main
from fatewright.kit.telling import quoted
from fatewright.server.seeded import BEGINS
from fatewright.systems import spec
from fatewright.systems.spec import games
from terminal import Terminal

GAMES = ", ".join(games())

LANTERNS = Path(spec.__file__).parent / "lanterns"
BURN = "2 hits, 1 blank. Burn a light to throw the blanks again?"
STAKE = r", [^\n]+ \(a whole number from 0 to {} \([^\n]+\)\) $"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
PASSED = re.escape(CLEAR) + "pass the terminal to ([a-z]+), press Enter $"


class Evening:
    """A hot seat: type a line, get what was shown until the next prompt, without echo and prompt.

    Whoever the terminal is passed to takes it at once: `passed` are they, and what is shown is what stands on the screen then.
    """

    def __init__(self, *options, game="lanterns", players="ana,bo,cy", seed=1):
        self.terminal = Terminal.fatewright("play", game, "--terminal", "--players", players, "--seed", seed, *options)
        self.passed = []
        self.welcome = self.until("[a-z]+> $")

    def until(self, prompt):
        shown = self.terminal.wait_for(f"(?:{prompt})|(?:{PASSED})")
        if passed := re.search(PASSED, shown):
            self.passed.append(passed[1])
            self.terminal.type("")
            return self.until(prompt).removeprefix("\n")
        return re.sub(f"(?:{prompt})", "", shown).replace("\r", "")

    def __call__(self, line, prompt="[a-z]+> $"):
        self.terminal.type(line)
        return self.until(prompt).removeprefix(f"{line}\n")

    def quit(self):
        self.terminal.type("quit")
        return self.terminal.leave()


def told(*lines):
    return "".join(f"  {line}\n" for line in lines)


ANA = "ana (warden): nerve 3, hand 4, wit 2, light 4, harm 0, toughness 4, weapon lantern_pole"
BO = "bo (scholar): nerve 2, hand 2, wit 5, light 3, harm 0, toughness 4, weapon old_name"
CY = "cy (ghoul): nerve 2, hand 3, wit 1, light 0, harm 0, toughness 3, weapon lantern_pole"


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """One evening, its shots by name, and its file. The dice of seed 1 show 1 6 5 2, 3, 3, 4, 5, ..."""
    file = tmp_path_factory.mktemp("evening") / "table.jsonl"
    play = Evening("--file", file)
    shots = {"welcome": play.welcome, "place": play("place ghoul ghoul"), "gm looks": play("look"), "gm can": play("do")}
    shots["to ana"] = play("pass ana")
    shots["ana looks"], shots["ana can"] = play("look"), play("do")
    shots["odds"] = play("odds dare who=ana trait=hand difficulty=hard")
    shots["odds of a strike"] = play("odds strike who=ana target=ghoul")
    asked = r"ana, [^\n]+ \(burn \[−1 light\], keep\)(?:\n  .*)*\n? $"
    play.terminal.type("strike who=ana target=ghoul")
    shots["strike"] = play.terminal.wait_for(asked)
    shots["burn"] = play("burn", asked)
    shots["keep"] = play("keep")
    shots["ana looks again"] = play("look")
    play.passed = []
    shots["stare"] = play("stare who=ana other=bo", "ana" + STAKE.format(3))
    shots["ana stakes"] = play("3", "bo" + STAKE.format(3))
    shots["bo stakes"] = play("2")
    shots["passed in a stare"] = list(play.passed)
    shots["to gm"] = play("pass gm")
    shots["stalk"] = play("stalk foe=ghoul prey=cy")
    play("pass cy")
    shots["cy's log"] = play("log")
    shots["cy's look"] = play("look")
    shots["cy's say"], shots["cy's back"] = play("say text='hello there'"), play("back")
    shots["cy's log after back"] = play("log")
    shots["cy's second back"] = play("back")
    play("pass gm")
    shots["bite"] = play("stalk foe=ghoul prey=cy") + play("stalk foe=ghoul prey=cy")
    shots["gm's back"] = play("back")
    shots["gm's log"] = play("log")
    shots["gm's stare"] = play("stare who=ghoul other=bo", "gm" + STAKE.format(0))
    shots["lapse"] = play("lapse", "bo" + STAKE.format(1))
    shots["bo lays nothing"] = play("0")
    play("pass gm")
    begun = next(line.split()[0] for line in shots["gm's log"].splitlines() if re.search("ana .*ghoul", line))
    shots["rewind"] = play(f"rewind {begun}")
    shots["after rewind"] = play("look")
    return shots, play.quit(), file, play.terminal.screen


@pytest.fixture
def sit():
    """Sit down at a terminal that is cleared away after the test."""
    sat = []

    def down(*options, **named):
        sat.append(Evening(*options, **named))
        return sat[-1]

    yield down
    for evening in sat:
        evening.terminal.end()


@pytest.fixture
def shots(evening):
    return evening[0]


@pytest.fixture
def file(evening):
    return evening[2]


# The evening


def test_the_table_says_who_plays(shots):
    assert shots["welcome"] == f"Lanterns Under the Hill: gm, ana, bo, cy at one terminal. Type help.\n  {BEGINS}\n"


def test_the_file_of_a_table_whose_dice_follow_a_seed_says_so(file):
    assert file.read_text(encoding="utf-8").count(BEGINS) == 1


def test_whoever_quits_leaves_in_peace(evening):
    assert evening[1] == 0


def test_the_game_master_sees_the_numbers_of_a_foe(shots):
    ghoul = "ghoul (ghoul): nerve 2, hand 3, wit 1, light 0, harm 0, toughness 3, weapon lantern_pole"
    assert shots["gm looks"] == told(ANA, BO, CY, ghoul)


def test_a_player_sees_a_foe_without_its_numbers(shots):
    assert shots["ana looks"] == told(ANA, BO, CY, "ghoul (pale figure): light 0")


def test_do_lists_what_one_can_do_and_how_it_would_be_done(shots):
    players = [line.split(":")[0].strip() for line in shots["ana can"].splitlines()]
    assert [name for name in players if name in ("dare", "test", "strike", "stalk", "stare")] == ["dare", "strike", "stare"]
    assert "  strike: ana strikes at ghoul" in shots["ana can"].splitlines()
    masters = shots["gm can"].splitlines()
    assert "  test: ana is put to the test of nerve, hits needed: 1" in masters
    assert "  stalk: ghoul stalks ana" in masters
    assert "  say: gm speaks, the words: …" in masters


def test_do_says_what_may_stand_in_one_and_what_is_left_out_stands_so(sit):
    play = sit()
    play("place ghoul ghoul")
    play("pass ana")
    assert play("do strike") == told("ana strikes at ghoul", "who=ana   (ana)", "target=ghoul   (ghoul, bo, cy)")
    assert play("do whittle") == "there is no 'whittle'; type do\n"
    assert play("dare trait=hand difficulty=grim", r"burn \[−1 light\], keep|ana> $").startswith(
        "  ana dares it with hand · which is grim\n"
    )
    assert play.quit() == 0


def test_whoever_takes_the_terminal_is_shown_what_they_missed_and_may_know(shots):
    assert shots["to ana"] == told("ghoul kind: pale figure", "ghoul owner: gm", "ghoul light: 0")
    assert shots["to gm"].endswith(told("revealed: 3, 2", "ana light: 0", "bo light: 1", "bo looks away"))


def test_odds_of_an_act_as_far_as_the_seat_knows(shots):
    assert [line.split()[0::4] for line in shots["odds"].splitlines()] == [["breaks", "%"], ["holds", "%"]]
    assert re.findall(r"[0-9]+/[0-9]+", shots["odds"]) == ["16/27", "11/27"]
    assert re.findall(r"[0-9]+/[0-9]+", shots["odds of a strike"]) == ["16/81", "65/81"]
    assert "misses" in shots["odds of a strike"].splitlines()[0]
    assert "depends on what you do not know" in shots["odds of a strike"].splitlines()[1]


def test_a_strike_asks_whether_to_burn_with_the_odds_of_each_answer(shots):
    assert "  [1] [6 hit] [5 hit] [2 blank]\n" in shots["strike"]
    hint = "  burn: depends on what you do not know 100.00 %\n  keep: depends on what you do not know 100.00 %\n"
    assert shots["strike"].endswith(f"ana, {BURN} (burn [−1 light], keep)\n{hint} ")


def test_a_burned_light_throws_the_blanks_again(shots):
    again = f"ana is asked 'burn': {BURN} (burn [−1 light], keep)"
    assert shots["burn"] == told("revealed: yes", "ana light: 3", "[3 blank]", again)


def test_a_strike_tells_what_is_declared_and_not_what_it_did_to_the_foe(shots):
    assert shots["keep"] == told("revealed: no", "hits: 2", "harm: 2", "falls: no", "ana strikes ghoul")
    assert shots["ana looks again"] == told(ANA.replace("light 4", "light 3"), BO, CY, "ghoul (pale figure): light 0")


def test_what_is_laid_face_down_is_typed_unseen_and_then_the_terminal_is_passed(shots):
    asked = "ana is asked 'stake': Stake how much light? (a whole number from 0 to 3 (your light))"
    assert shots["stare"] == told("ana and bo stare at each other", asked, "bo is asked 'stake'")
    assert shots["passed in a stare"] == ["bo"]
    assert shots["ana stakes"].endswith(told("ana is asked 'stake'", asked.replace("ana", "bo")))
    assert shots["bo stakes"] == "\n" + told("revealed: 3, 2", "ana light: 0", "bo light: 1", "bo looks away")


def test_no_byte_of_a_hidden_answer_reaches_the_screen(evening):
    screen = evening[3].replace(b"\r\n", b"\n")
    first = screen.index(b"ana, Stake how much light?")
    until_bo_is_asked = screen[first : screen.index(b"bo, Stake how much light?", first)]
    typed, cleared, shown = until_bo_is_asked.partition(CLEAR.encode())
    assert typed == b"ana, Stake how much light? (a whole number from 0 to 3 (your light)) \n"
    assert cleared
    assert shown.startswith(b"pass the terminal to bo, press Enter \n")
    assert b"'stake': 3" not in shown


def test_the_game_master_sees_a_secret_stalk(shots):
    assert shots["stalk"] == told("ghoul stalks cy", "[3 blank]", "ghoul loses the scent of cy")


def test_a_secret_stalk_leaves_no_trace_on_a_players_screen(shots):
    assert [word for word in ("stalk", "scent", "behind") if word in shots["cy's log"]] == []
    last = [line.split(maxsplit=1)[1] for line in shots["cy's log"].splitlines()][-4:]
    assert last == ["revealed: 3, 2", "ana light: 0", "bo light: 1", "bo looks away"]
    ana = ANA.replace("light 4", "light 0")
    assert shots["cy's look"] == told(ana, BO.replace("light 3", "light 1"), CY, "ghoul (pale figure): light 0")


def test_a_bite_is_told_to_all_and_the_throw_to_none(shots, file, fatewright):
    assert shots["bite"].count("bites: yes") == 1
    assert "cy harm: 1" in shots["bite"]
    heard = fatewright("table", "replay", file, "--seat", "cy")[1]
    lines = [line.split(maxsplit=1)[1].strip("~") for line in heard.splitlines()]
    place = lines.index("bites: yes")
    assert lines[place : place + 3] == ["bites: yes", "cy harm: 1", "something bites cy"]
    assert [line for line in lines if "stalk" in line or line == "[5 hit]"] == []


def test_a_player_takes_back_their_own_word_and_nothing_more(shots):
    assert shots["cy's say"] == told("cy speaks · “hello there”", "cy: “hello there”")
    struck = [line.split(maxsplit=1)[1] for line in shots["cy's log after back"].splitlines() if "hello" in line]
    assert struck == ["~~cy speaks · “hello there”~~", "~~cy: “hello there”~~"]
    assert shots["cy's second back"] in (
        "what has been rolled or revealed, only the game master takes back\n",
        "that would take back what somebody else has done; the game master can\n",
    )


def test_the_game_master_takes_back_a_bite(shots):
    struck = [line.split(maxsplit=1)[1] for line in shots["gm's log"].splitlines() if "~~" in line]
    assert struck[-4:] == ["~~[5 hit]~~", "~~bites: yes~~", "~~cy harm: 1~~", "~~something bites cy~~"]


def test_an_open_question_lapses_to_its_default(shots):
    assert "gm does not answer 'stake': the default stands\n" in shots["lapse"]
    assert shots["bo lays nothing"] == "\n" + told("revealed: 0, 0", "neither looks away")


def test_a_rewind_to_a_line_undoes_everything_since(shots):
    ghoul = "ghoul (ghoul): nerve 2, hand 3, wit 1, light 0, harm 0, toughness 3, weapon lantern_pole"
    assert shots["after rewind"] == told(ANA, BO, CY, ghoul)


# Its file


def replayed(fatewright, file, *options):
    code, out, err = fatewright("table", "replay", file, *options)
    assert (code, err) == (0, "")
    return out


def test_the_file_is_replayed_as_the_game_master_saw_it_unless_told_otherwise(file, fatewright):
    out = replayed(fatewright, file)
    assert out == replayed(fatewright, file, "--seat", "gm")
    assert "gm: stalk foe=ghoul prey=cy" in out
    assert "ghoul toughness: 3" in out


@pytest.mark.parametrize("seat", ["ana", "bo", "cy"])
def test_the_file_is_replayed_for_a_player_without_the_secrets(file, fatewright, seat):
    out = replayed(fatewright, file, "--seat", seat)
    secrets = ["stalk", "scent", "ghoul toughness", "ghoul hand", "ghoul harm", "ghoul weapon"]
    assert [secret for secret in secrets if secret in out] == []


def test_a_replay_as_json_is_the_same_replay(file, fatewright):
    lines = json.loads(replayed(fatewright, file, "--seat", "ana", "--json"))
    read = {one["number"]: quoted(one["text"]) if one["said_by"] else one["text"] for one in lines}
    text = [
        f"{number:>5} " + (f"~~{read[number]}~~" if one["undone"] else read[number])
        for number, one in zip(read, lines, strict=True)
    ]
    assert "\n".join(text) + "\n" == replayed(fatewright, file, "--seat", "ana")
    assert list(lines[0]) == ["number", "text", "undone", "said_by"]


def test_verify_finds_that_every_act_comes_out_the_same(file, fatewright):
    records = len(file.read_text(encoding="utf-8").splitlines()) - 1
    assert fatewright("table", "verify", file) == (0, f"{records} records: every act comes out the same\n", "")
    verified = {"records": records, "differences": [], "rewordings": []}
    assert json.loads(fatewright("table", "verify", file, "--json")[1]) == verified


def number_of(file, kind, **fields):
    """The number of the first record of that kind with these fields."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()[1:]):
        event = json.loads(line)["event"]
        if event["$"] == kind and all(event[name] == value for name, value in fields.items()):
            return number
    raise AssertionError(f"no {kind} with {fields}")


def tampered(file, to, number, change):
    lines = file.read_text(encoding="utf-8").splitlines()
    entry = json.loads(lines[number + 1])
    change(entry["event"])
    to.write_text("\n".join([*lines[: number + 1], json.dumps(entry), *lines[number + 2 :]]) + "\n", encoding="utf-8")
    return to


def test_a_tampered_face_is_reported_with_exit_code_1(file, tmp_path, fatewright):
    begun, rolled = number_of(file, "Began", verb="strike"), number_of(file, "Rolled")
    other = tampered(file, tmp_path / "t.jsonl", rolled, lambda event: event["dice"][0].update(face=4))
    code, out, err = fatewright("table", "verify", other)
    assert (code, err) == (1, "")
    assert out.splitlines()[0] == f"record {begun}: 'strike' of ana comes out differently today"


def test_a_tampered_result_is_reported(file, tmp_path, fatewright):
    ended_at = number_of(file, "Told", text="bo looks away") + 1
    other = tampered(file, tmp_path / "t.jsonl", ended_at, lambda event: event.update(outcome="nothing"))
    code, out, _ = fatewright("table", "verify", other)
    assert (code, len(out.splitlines())) == (1, 1)
    assert out.endswith("answer of bo comes out differently today\n")


def test_a_line_in_other_words_is_counted_apart(file, tmp_path, fatewright):
    told_at = number_of(file, "Told", text="bo looks away")
    other = tampered(file, tmp_path / "t.jsonl", told_at, lambda event: event.update(text="bo has looked away"))
    code, out, _ = fatewright("table", "verify", other)
    assert (code, out.splitlines()[-1]) == (0, "1 act would be told in other words today; no number depends on them")


@pytest.fixture
def changed(tmp_path):
    """A copy of Lanterns elsewhere, with a piece of its rules replaced."""

    def change(name, old, new):
        folder = tmp_path / "mine" / "lanterns"
        shutil.copytree(LANTERNS, folder, ignore=shutil.ignore_patterns("__pycache__"))
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
        return folder.parent

    return change


def test_an_unchanged_copy_of_the_rules_verifies(file, changed, fatewright):
    folder = changed("rules.py", '"""Try something that may go wrong."""', '"""Try anything."""')
    assert fatewright("table", "verify", file, "--systems", folder)[0] == 0


def test_a_changed_rule_is_reported_with_exit_code_1(file, changed, fatewright):
    folder = changed("rules.py", "HITS, BLANKS = (5, 6), (2, 3, 4)", "HITS, BLANKS = (4, 5, 6), (2, 3)")
    code, out, err = fatewright("table", "verify", file, "--systems", folder)
    assert (code, err) == (1, "")
    answered = number_of(file, "Began", verb="strike") + 3  # begun, thrown, asked
    assert out.splitlines()[0] == f"record {answered}: answer of ana comes out differently today"


def test_a_changed_number_in_the_data_is_reported(file, changed, fatewright):
    folder = changed(
        "system.toml", 'lantern_pole = { harm = 1, trait = "hand" }', 'lantern_pole = { harm = 3, trait = "hand" }'
    )
    code, out, _ = fatewright("table", "verify", file, "--systems", folder)
    assert (code, out.splitlines()[0].split(": ")[1]) == (1, "answer of ana comes out differently today")


def test_a_changed_version_is_reported(file, changed, fatewright):
    folder = changed("system.toml", "version = 1", "version = 2")
    code, out, _ = fatewright("table", "verify", file, "--systems", folder, "--json")
    found = json.loads(out)["differences"]
    assert (code, found) == (1, ["the table was played by version 1 of lanterns; this is version 2"])


def with_header(file, to, **fields):
    first, *rest = file.read_text(encoding="utf-8").splitlines()
    to.write_text("\n".join([json.dumps({**json.loads(first), **fields}), *rest]) + "\n", encoding="utf-8")
    return to


def test_a_table_of_an_unknown_game_is_refused_by_name(file, tmp_path, fatewright):
    other = with_header(file, tmp_path / "t.jsonl", game="chess")
    code, out, err = fatewright("table", "verify", other)
    assert (code, out) == (2, "")
    assert err == "fatewright: the game 'chess' is not here; name its folder with --systems DIR\n"


@pytest.mark.parametrize("game", [[], {}, 5, None])
def test_a_header_whose_game_is_no_name_is_refused_in_a_sentence(file, tmp_path, fatewright, game):
    other = with_header(file, tmp_path / "t.jsonl", game=game)
    code, out, err = fatewright("table", "verify", other)
    assert (code, out, err.startswith("fatewright: ")) == (2, "", True)


def test_replay_needs_no_rules_and_loads_none(file, tmp_path):
    other = with_header(file, tmp_path / "t.jsonl", game="chess")
    program = (
        "import sys; from fatewright.cli import main; code = main(['table', 'replay', sys.argv[1]]);"
        "sys.exit(code or any(name.endswith('.rules') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program, other], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "ana strikes ghoul" in done.stdout


def test_a_seat_that_nobody_has_is_refused(file, fatewright):
    assert fatewright("table", "replay", file, "--seat", "dora") == (
        2,
        "",
        "fatewright: --seat dora: expected one of gm, ana, bo, cy\n",
    )


def test_the_table_itself_is_no_seat(file, fatewright):
    assert fatewright("table", "replay", file, "--seat", "*keeper*")[0] == 2


def test_a_file_that_is_not_there_is_a_sentence(fatewright):
    assert fatewright("table", "replay", "/nowhere") == (2, "", "fatewright: /nowhere: No such file or directory\n")


def test_the_table_command_knows_its_words(fatewright):
    usage = "expected: list; backup FILE; export ID FILE; import FILE; replay FILE or ID; verify FILE or ID; recover ID [SEAT]"
    assert fatewright("table", "burn", "x") == (2, "", f"fatewright: table burn x: {usage}\n")


# Bad input

SENTENCES = {
    "dance": "there is no 'dance'; type do, or help",
    "strike whom=ana": "strike takes who, target; found whom",
    "strike ana bo": "strike takes who, target; found ana, bo",
    "strike who=bo target=ana": "bo is not yours",
    "strike who=ana target=ana": "nobody strikes themselves",
    "strike who=ana target=dragon": "you see no dragon",
    "dare who=ana trait=luck difficulty=hard": "dares it with …: 'luck' is not one of nerve, hand, wit",
    "dare who=ana trait=hand difficulty=easy": "which is …: 'easy' is not one of plain, hard, grim",
    "move who=ana x=left y=1": "moves to column …: 'left' is not a whole number from -1000 to 1000",
    "move who=ana x=1001 y=1": "moves to column …: 1001 is not a whole number from -1000 to 1000",
    "move who=ana x=1.5 y=1": "moves to column …: '1.5' is not a whole number from -1000 to 1000",
    "place wolf ghoul": "only the game master places foes",
    "place wolf": "place NAME KIND: the kinds are warden, scholar, ghoul, hollow_king",
    "place wolf wolf": "place NAME KIND: the kinds are warden, scholar, ghoul, hollow_king",
    "quick wolf 2": "only the game master places foes",
    "quick wolf two": "quick NAME NUMBER: a foe with that much hand",
    "pass": "pass to whom? gm, ana, bo, cy",
    "pass dora": "pass to whom? gm, ana, bo, cy",
    "rewind": "rewind N: to before which record? log shows the numbers",
    "rewind -1": "rewind N: to before which record? log shows the numbers",
    "odds": "odds of what? odds VERB name=value ...",
    "odds dance": "there is no 'dance'; type do, or help",
    "odds strike who=bo target=ana": "bo is not yours",
    "say text=": "the words …: expected a text of 1 to 2000 characters",
    "whisper to=dora text=hi": "nobody sits at dora",
    "roll notation=2d": "notation: column 3: found the end, expected the number of sides, such as d6, or d%",
}


def test_bad_input_gets_a_sentence_and_nothing_is_lost(tmp_path, sit):
    file = tmp_path / "t.jsonl"
    play = sit("--file", file)
    play("pass ana")
    before = play("look"), file.read_bytes()
    shown = {line: play(line).rstrip("\n") for line in SENTENCES}
    assert {line: text for line, text in shown.items() if "notation: column" not in text} == {
        line: text for line, text in SENTENCES.items() if "notation: column" not in text
    }
    assert shown["roll notation=2d"].startswith("notation: column 3: found the end")
    assert play("   ") == "" or "\n" not in play("   ").strip()
    assert (play("look"), file.read_bytes()) == before
    assert play("help").startswith(
        "  VERB name=value ...   do something, such as: strike target=ghoul; what you leave out stands as do says\n"
    )
    assert play.quit() == 0


def test_a_players_verb_list_never_opens_the_game_masters_verbs(sit):
    play = sit()
    play("pass ana")
    for line in ("test who=bo trait=hand hits=1", "stalk foe=ana prey=bo", "secret-roll notation=2d6", "remove token=bo"):
        assert play(line).startswith(f"'{line.split()[0]}' is not something you can do here; you can: ")
    assert play.quit() == 0


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('say text="hello', "that line cannot be read: No closing quotation"),
        ("strike who=ana who=bo target=cy", "who: given more than once"),
    ],
)
def test_a_line_that_cannot_be_read_gets_a_sentence(line, sentence, sit):
    play = sit()
    assert play(line) == f"{sentence}\n"
    assert play.quit() == 0


def test_two_minus_signs_are_no_number(sit):
    play = sit()
    play("pass ana")
    assert play("move who=ana x=--5 y=1") == "moves to column …: '--5' is not a whole number from -1000 to 1000\n"
    assert play.quit() == 0


def test_bytes_that_are_no_text_do_not_end_the_evening(tmp_path, sit):
    play = sit("--file", tmp_path / "t.jsonl")
    play.terminal.send(b"say text=\xff\xfe\n")
    play.until("gm> $")
    assert play("say text=still-here").endswith("gm: “still-here”\n")
    assert play.quit() == 0
    assert main(["table", "replay", str(tmp_path / "t.jsonl")]) == 0


def test_a_number_with_thousands_of_digits_gets_a_sentence():
    words = [sys.executable, "-m", "fatewright", "play", "lanterns", "--terminal"]
    done = subprocess.run(words, input=f"rewind {'9' * 5000}\nlook\n", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "ana (warden)" in done.stdout


def test_taking_back_more_than_was_done_leaves_the_table_standing(sit):
    play = sit()
    play("say text=one")
    for _ in range(7):
        play("back")
    assert play("look") == told(ANA, BO, CY)
    assert "  test: ana is put to the test" in play("do")
    assert play.quit() == 0


def test_a_rewind_to_the_beginning_leaves_the_table_standing(sit):
    play = sit()
    play("rewind 0")
    assert "  test: ana is put to the test" in play("do")
    assert play("look") == told(ANA, BO, CY)
    assert play.quit() == 0


# In the middle of a question


@pytest.fixture
def asked(sit):
    """Ana has thrown 1 6 5 2 and is asked whether to burn a light."""
    play = sit()
    play("pass ana")
    play("strike who=ana target=bo", r"\(burn \[−1 light\], keep\)(?:\n  .*)*\n? $")
    return play


def test_one_may_quit_in_the_middle_of_a_question(asked):
    assert asked.quit() == 0


def test_one_may_end_the_input_in_the_middle_of_a_question(asked):
    asked.terminal.send(b"\x04")
    assert asked.terminal.leave() == 0


def test_an_answer_that_does_not_fit_is_asked_again(asked):
    shown = asked("perhaps", r"\(burn \[−1 light\], keep\)(?:\n  .*)*\n? $")
    assert shown.startswith("'perhaps' is not one of burn, keep\n")
    assert "hits: 2" in asked("keep")
    assert asked.quit() == 0


def test_a_players_question_may_lapse_at_one_terminal(asked):
    shown = asked("lapse")
    assert shown.startswith("  ana does not answer 'burn': the default stands\n")
    assert "hits: 2" in shown
    assert asked.quit() == 0


def test_the_odds_at_a_question_say_what_each_answer_leads_to(sit):
    play = sit("--dial", "burn=once")
    play("pass ana")
    play.terminal.type("dare who=ana trait=hand difficulty=grim")
    shown = play.terminal.wait_for(r"\(burn \[−1 light\], keep\)(?:\n  .*)*\n? $")
    hint = "\n  burn: breaks 66.67 %, holds 33.33 %\n  keep: breaks 100.00 %\n "
    assert shown.endswith(f"ana, {BURN} (burn [−1 light], keep){hint}")


def test_a_sealed_answer_that_does_not_fit_is_refused_without_showing_it(sit):
    play = sit()
    play("pass ana")
    play("stare who=ana other=bo", "ana" + STAKE.format(4))
    for typo in ("77", "3x", "-1"):
        assert typo not in play(typo, "ana" + STAKE.format(4))
    play("3", "bo" + STAKE.format(3))
    assert "revealed: 3, 0" in play("0")
    assert play.quit() == 0


# Secrets between people who share a log


def heard(sit, lines, *, stalks):
    """What ana is shown for these lines, after the game master has or has not crept about in secret."""
    play = sit(seed=7)  # 2, 1, 4: the ghoul finds nothing
    play("place ghoul ghoul")
    play("pass ana")
    play("say text=hello")
    play("pass gm")
    if stalks:
        assert "loses the scent" in play("stalk foe=ghoul prey=bo")
        play("note text=remember")
    play("pass ana")
    shown = [play(line) for line in lines]
    assert play.quit() == 0
    return shown


@pytest.mark.parametrize(
    "lines", [["say text=again", "log"], ["look"], ["do"], ["rewind 99999"], ["back"], ["say text=again", "back", "log"]]
)
def test_what_the_game_master_did_in_secret_cannot_be_read_off(lines, sit):
    assert heard(sit, lines, stalks=True) == heard(sit, lines, stalks=False)


def test_a_whisper_reaches_whom_it_is_for_when_they_take_the_terminal(sit):
    play = sit()
    play("pass ana")
    play("whisper to=bo text=psst")
    assert "psst" not in play("pass cy") + play("log")
    play("pass bo")
    assert "ana, aside: “psst”" in play("log")
    assert play.quit() == 0


# How an evening begins


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["lanterns"],
            "play lanterns: not the folder of a game; choose a game in the browser (fatewright play), or add --terminal",
        ),
        (["chess", "--terminal"], f"there is no game 'chess'; the games: {GAMES}"),
        (["lanterns", "--terminal", "--players", "ana,ana"], "--players ana,ana: expected different names, none of them gm"),
        (["lanterns", "--terminal", "--players", "gm,ana"], "--players gm,ana: expected different names, none of them gm"),
        (["lanterns", "--terminal", "--players", " , "], "--players  , : expected different names, none of them gm"),
        (["lanterns", "--terminal", "--dial", "burn=maybe"], "burn: found 'maybe', expected one of often, once, never"),
        (["lanterns", "--terminal", "--dial", "wind=high"], "wind: the game has no such dial"),
        (["lanterns", "--terminal", "--systems", "/nowhere"], "/nowhere: no system.toml here or one folder below"),
        (["lanterns", "--terminal", "--file", "/nowhere/t.jsonl"], "/nowhere/t.jsonl: No such file or directory"),
    ],
)
def test_what_cannot_begin_says_why(fatewright, words, sentence):
    assert fatewright("play", *words) == (2, "", f"fatewright: {sentence}\n")


@pytest.mark.parametrize("name", ["*", "*keeper*"])
def test_nobody_may_be_called_like_the_keeper_of_all_secrets(fatewright, name):
    code, out, err = fatewright("play", "lanterns", "--terminal", "--players", f"ana,{name}")
    assert (code, out, err.startswith("fatewright: ")) == (2, "", True)


def test_the_table_of_an_earlier_evening_is_not_overwritten(fatewright, tmp_path):
    file = tmp_path / "t.jsonl"
    file.write_text("precious\n", encoding="utf-8")
    code, _, err = fatewright("play", "lanterns", "--terminal", "--file", file)
    assert (code, file.read_text(encoding="utf-8")) == (2, "precious\n")
    assert err.startswith(f"fatewright: {file}")


def test_a_game_without_kinds_is_refused_in_a_sentence(fatewright, tmp_path):
    (tmp_path / "system.toml").write_text('[system]\nid = "bare"\ntitle = "Bare"\nversion = 1\n', encoding="utf-8")
    (tmp_path / "rules.py").write_text('"""Nothing yet."""\n', encoding="utf-8")
    code, _, err = fatewright("play", "bare", "--terminal", "--systems", tmp_path)
    assert (code, err.startswith("fatewright: Bare has no kinds")) == (2, True)


@pytest.mark.parametrize("text", ["one\u2028two", "one\u0085two", "one\x0btwo", "one\ttwo", "naïve 🔥"])
def test_whatever_is_said_can_be_read_back(tmp_path, fatewright, text):
    file = tmp_path / "t.jsonl"
    words = [sys.executable, "-m", "fatewright", "play", "lanterns", "--terminal", "--file", str(file)]
    line = f"say text='{text}'\nquit\n".encode()
    done = subprocess.run(words, input=line, capture_output=True, check=False, env={**os.environ, "PYTHONUTF8": "1"})
    assert (done.returncode, done.stderr) == (0, b"")
    code, out, err = fatewright("table", "replay", file, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)[-1]["text"] == f"gm: {text}"


@pytest.mark.parametrize("notation", ["2d6", "2d6fire", "4d6kh3", "1d4+1d6cold"])
def test_whatever_is_rolled_can_be_read_back_and_verified(tmp_path, fatewright, notation, sit):
    file = tmp_path / "t.jsonl"
    play = sit("--file", file)
    play(f"roll notation={notation}")
    assert play.quit() == 0
    assert (fatewright("table", "replay", file)[0], fatewright("table", "verify", file)[0]) == (0, 0)


# Other games


@pytest.fixture
def mine(tmp_path):
    """A new game with a piece of one of its files replaced."""

    def make(name, old, new):
        assert main(["new", "my-game", "--in", str(tmp_path)]) == 0
        file = tmp_path / "my-game" / name
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")
        return tmp_path

    return make


@pytest.mark.parametrize("line", ["try-it who=ana difficulty=2", "odds try-it who=ana difficulty=2"])
def test_a_rule_that_raises_breaks_one_act_and_not_the_evening(sit, mine, line):
    folder = mine("rules.py", "    extra = 0\n", "    extra = 0\n    1 / 0\n")
    play = sit("--systems", folder, game="my-game")
    play("pass ana")
    shown = play(line)
    assert "Traceback" not in shown
    assert shown != ""
    assert play("say text=still-here").endswith("ana: “still-here”\n")
    assert play.quit() == 0


def test_where_a_rule_broke_is_told_to_the_game_master(sit, mine):
    folder = mine("rules.py", "    extra = 0\n", "    extra = 0\n    1 / 0\n")
    play = sit("--systems", folder, game="my-game")
    play("pass ana")
    assert play("try-it who=ana difficulty=2") == told("ana tries something of difficulty 2", "try-it was broken off")
    play("pass gm")
    assert play("log").endswith("try-it was broken off: division by zero (rules.py, line 18)\n")
    assert play.quit() == 0


def test_a_dial_that_is_a_number_can_be_set(sit, mine):
    dial = '[dials]\nlevel = { values = [1, 2, 3], text = "How hard it is." }\n[quick]'
    play = sit("--systems", mine("system.toml", "[quick]", dial), "--dial", "level=2", game="my-game")
    assert play.quit() == 0


def test_a_table_without_a_game_master_decides_by_motion_typed_unseen(sit, mine):
    folder = mine("system.toml", "version = 1", 'version = 1\ntable = "players"')
    play = sit("--systems", folder, "--file", folder / "t.jsonl", game="my-game")
    assert play.welcome == f"My Game: ana, bo, cy at one terminal. Type help.\n  {BEGINS}\n"
    assert play("place wolf hero") == "only the game master places foes\n"
    motion = "move-to-overrule token=bo field=luck value=5 reason=because"
    play(motion, r"ana, ana proposes: .* \(yes, no, abstain\) $")
    play("yes", r"bo, ana proposes: .* \(yes, no, abstain\) $")
    play("no", r"cy, ana proposes: .* \(yes, no, abstain\) $")
    assert play.passed == ["bo", "cy"]
    shown = play("yes")
    assert "revealed: yes, no, yes" in shown
    assert "bo luck: 5" in shown
    assert play.quit() == 0
    assert main(["table", "verify", str(folder / "t.jsonl"), "--systems", str(folder)]) == 0
