"""The commands as a person or a script calls them."""

import json
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

from fatewright.systems.spec import games

GAMES = ", ".join(games())

RULES = ", ".join(
    (
        *("skill-roll", "contest-pool", "contest", "damage", "attack", "volley", "fall", "explosion"),
        *("rupture", "minutes-out", "flames", "put-out", "burning-turn", "stays-conscious", "vacuum-turn"),
        *("contest-till-won", "open-count", "connection-event", "to-hit-roll", "volley-hits", "initiative", "revival"),
    )
)


@pytest.fixture
def told(fatewright):
    """Run a command that must succeed and parse its JSON."""

    def run(*words):
        code, out, err = fatewright(*words, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return run


def test_odds_of_dice_as_json(told):
    odds = told("odds", "4d6kh3")
    assert odds["total"] == 1296
    assert [row["outcome"] for row in odds["outcomes"]] == list(range(3, 19))
    assert odds["outcomes"][-1] == {"outcome": 18, "label": "18", "weight": 21, "probability": 21 / 1296}
    assert sum(row["weight"] for row in odds["outcomes"]) == odds["total"]


def test_odds_of_dice_as_bars_with_fraction_and_percentage(fatewright):
    assert fatewright("odds", "2d2") == (
        0,
        "2  ███████████████                 1/4    25.00 %\n"
        "3  ██████████████████████████████  1/2    50.00 %\n"
        "4  ███████████████                 1/4    25.00 %\n"
        "mean 3.0000 = 3\n",
        "",
    )


def test_a_tie_has_odds_of_its_own(told):
    """TAD-CON.03, TAD-X.16: aptitude +4 against aptitude +2, on totals alone."""
    sides = ("level=aptitude", "modifier=4", "other_level=aptitude", "other_modifier=2", "criticals=off")
    found = told("odds", "triumph-and-disaster", "contest", *sides)
    chances = {row["outcome"]: Fraction(row["weight"], found["total"]) for row in found["outcomes"]}
    assert chances == {"wins": Fraction(229, 400), "ties": Fraction(9, 200), "loses": Fraction(153, 400)}


def test_blanks_in_notation_need_no_quotes(told):
    assert told("odds", "3d6", "+", "7") == told("odds", "3d6+7")


def test_explosions_name_what_they_leave_uncounted(told):
    odds = told("odds", "1d6!")
    rest = odds["outcomes"][-1]
    assert rest == {
        "outcome": "beyond",
        "label": "a die explodes more than 10 times",
        "weight": 1,
        "probability": 1 / 6**11,
    }
    assert sum(row["weight"] for row in odds["outcomes"]) == odds["total"] == 6**11


@pytest.mark.parametrize("kind", ["skilled", "unskilled", "peripheral", "statistic"])
def test_labels_of_failed_rolls_say_fail(told, kind):
    odds = told("odds", "moment-of-truth", "skill-roll", "pool=6", "tn=2", f"kind={kind}")
    failed = sum(row["weight"] for row in odds["outcomes"] if "fail" in row["label"])
    succeeded = sum(row["weight"] for row in odds["outcomes"] if "success" in row["label"])
    assert failed + succeeded == odds["total"]
    threshold_chance = Fraction(1, 3) if kind in ("skilled", "statistic") else Fraction(1, 6)
    missed = (1 - threshold_chance) ** 6 + 6 * threshold_chance * (1 - threshold_chance) ** 5
    assert Fraction(failed, odds["total"]) == missed


def test_a_lens_shows_one_thing_only(told):
    volley = ("moment-of-truth", "volley", "pool=12", "tn=2", "dice=16", "minor=3", "major=4", "armor=2", "hp=12")
    odds = told("odds", *volley, "--lens", "falls")
    assert [row["label"] for row in odds["outcomes"]] == ["no", "yes"]
    assert odds["outcomes"][1]["probability"] == pytest.approx(0.936207, abs=1e-6)


def test_a_decision_shows_the_odds_of_each_answer(told):
    priced = told("odds", "1d20🔄")
    assert priced["question"] == {"name": "reroll 1", "who": "roller", "prompt": "a d20 shows 1: throw it again?"}
    again, keep = priced["answers"]
    assert (again["answer"], again["total"], again["outcomes"][0]["weight"]) == ("again", 400, 1)
    assert (keep["answer"], keep["total"], keep["outcomes"][0]["weight"]) == ("keep", 20, 1)


def test_a_given_answer_settles_the_decision(told):
    assert told("odds", "1d20🔄", "--answer", "reroll 1=keep") == told("odds", "1d20")


def test_the_best_answers_of_one_person(told):
    assert told("odds", "1d20🔄", "--best", "roller") == told("odds", "1d20🔄", "--answer", "reroll 1=again")


def test_decisions_as_text_repeat_the_question(fatewright):
    _, out, _ = fatewright("odds", "1d4?")
    assert out.count("a d4 shows 1: throw it again?") == 2
    assert "(reroll 1=keep)" in out


def test_a_roll_shows_every_die_with_what_it_counted_for(fatewright):
    assert fatewright("roll", "4d6kh3", "--faces", "5,2,6,1") == (0, "[5 kept] [2 kept] [6 kept] [1 dropped]\n= 13\n", "")
    attack = ("moment-of-truth", "attack", "pool=4", "tn=2", "dice=3", "minor=4", "major=5")
    assert fatewright("roll", *attack, "--faces", "5,6,1,3,4,6,1") == (
        0,
        "skill-roll: [5 success] [6 success] [1 one] [3]\ndamage: [4 minor] [6 major] [1]\n= 1 hit: 2 minor, 1 major\n",
        "",
    )


def test_a_roll_as_json(told):
    assert told("roll", "1d6?", "--faces", "1,4", "--answer", "reroll 1=again") == {
        "outcome": 4,
        "label": "4",
        "steps": [
            {"within": [], "answer": [1], "dice": [{"sides": 6, "face": 1, "mark": ""}]},
            {"within": [], "name": "reroll 1", "answer": True, "dice": []},
            {"within": [], "answer": [4], "dice": [{"sides": 6, "face": 4, "mark": ""}]},
        ],
    }


def test_a_roll_under_a_lens(told):
    roll = told("roll", "moment-of-truth", "skill-roll", "pool=2", "tn=1", "--faces", "5,5", "--lens", "success")
    assert (roll["outcome"], roll["label"]) == (True, "yes")


def test_a_seed_throws_the_same_dice_again(fatewright):
    assert fatewright("roll", "10d6", "--seed", "3") == fatewright("roll", "10d6", "--seed", "3")
    assert fatewright("roll", "10d6", "--seed", "3") != fatewright("roll", "10d6", "--seed", "4")


def test_simulation_is_reproducible_and_gives_intervals(told):
    result = told("simulate", "3d6", "--runs", "5000", "--seed", "1")
    assert result == told("simulate", "3d6", "--runs", "5000", "--seed", "1")
    assert (result["runs"], result["seed"], result["from_exact_odds"]) == (5000, 1, True)
    assert sum(row["count"] for row in result["outcomes"]) == 5000
    assert all(row["low"] < row["frequency"] < row["high"] for row in result["outcomes"])


def test_simulation_as_text(fatewright):
    code, out, _ = fatewright("simulate", "1d2", "--runs", "1000", "--seed", "1")
    assert code == 0
    assert out.startswith("1,000 runs, seed 1, drawn from exact odds\n1  ")
    assert out.count("95 %: ") == 2


def test_a_simulation_without_a_seed_says_which_it_took(told):
    result = told("simulate", "1d6", "--runs", "100")
    assert told("simulate", "1d6", "--runs", "100", "--seed", str(result["seed"])) == result


def test_what_is_too_costly_for_exact_odds_is_played(told):
    volley = ("moment-of-truth", "volley", "pool=12", "tn=2", "dice=16", "minor=3", "major=4")
    result = told("simulate", *volley, "--runs", "50", "--seed", "1")
    assert (result["from_exact_odds"], sum(row["count"] for row in result["outcomes"])) == (False, 50)


def test_a_plot_is_a_picture_of_the_same_figures(fatewright, tmp_path):
    file = tmp_path / "odds.svg"
    assert fatewright("odds", "2d4?", "--plot", str(file))[0] == 0
    words = [text.text for text in ET.parse(file).iter("{http://www.w3.org/2000/svg}text")]
    assert words[:5] == ["notation(expression=2d4?)", "again", "2", "0.39 %", "3"]


def test_rules_lists_games_and_rules_with_arguments_ranges_and_ids(fatewright, told):
    _, out, _ = fatewright("rules")
    assert "moment-of-truth: Moment of Truth (" in out
    assert "  volley  [MOT-9.01, MOT-R.73]\n    pool=-20..300\n" in out
    assert "    kind=skilled|unskilled|peripheral|statistic (default skilled)\n" in out
    (game,) = told("rules", "moment-of-truth")
    names = [rule["name"] for rule in game["rules"]]
    assert {"skill-roll", "contest", "damage", "attack", "volley"} <= set(names)
    first = game["rules"][names.index("skill-roll")]["arguments"][0]
    assert first == {"name": "pool", "low": -20, "high": 300, "choices": [], "default": None, "required": True}


def test_rules_show_prints_a_paragraph_with_its_table(fatewright, told):
    _, out, _ = fatewright("rules", "show", "MOT-1.15")
    assert out.startswith("MOT-1.15 [rule]  Impossibility Exception\n(SW) If pool < TN")
    assert "| 1 | 33.33 | 55.56 |" in fatewright("rules", "show", "MOT-12.03")[1]
    assert told("rules", "show", "MOT-X.01")["tag"] == ""


def test_help_and_version(fatewright):
    assert fatewright()[:2] == fatewright("--help")[:2]
    assert "  odds       the exact odds of dice or of a rule" in fatewright("help")[1]
    assert fatewright("--version")[1].startswith("fatewright ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["dance"],
            "there is no command 'dance'; the commands: play, dice, roll, odds, simulate, solve, rules, character, table, "
            "versions, where, new, check",
        ),
        (["odds", "999999999d999999999"], "column 1: found 999999999, expected a number up to 1000000"),
        (["odds", "2d6 + "], "column 7: found the end, expected a number or dice such as 2d6"),
        (["odds", "(" * 1_000_000], "column 501: found more text, expected at most 500 characters"),
        (["odds", "2d6\x1b[2J"], "column 4: found '\\x1b', expected a modifier such as kh3, ! or fire, or + or -"),
        (["odds", "chess", "move"], f"there is no game 'chess'; the games: {GAMES}"),
        (
            ["odds", "moment-of-truth"],
            f"moment-of-truth: which rule? its rules: {RULES}",
        ),
        (
            ["odds", "moment-of-truth", "dance"],
            f"moment-of-truth has no rule 'dance'; its rules: {RULES}",
        ),
        (["odds", "moment-of-truth", "skill-roll", "pool"], "'pool' is not an argument; expected name=value, such as pool=3"),
        (["odds", "moment-of-truth", "skill-roll", "pool=1", "pool=2", "tn=2"], "pool: given more than once"),
        (
            ["odds", "moment-of-truth", "skill-roll", "pool=x", "size=3", "kind=lucky"],
            "kind: 'lucky' is not one of skilled, unskilled, peripheral, statistic; "
            "pool: 'x' is not a whole number from -20 to 300; "
            "size: skill-roll has no such argument; it takes pool, tn, kind, setbacks, margin, overlap, unskilled; "
            "tn is missing: expected a whole number from 1 to 20",
        ),
        (["odds", "3d6", "--lens", "hit"], "notation has no lens 'hit'; its lenses: none"),
        (["odds", "3d6", "--plot", "odds.png"], "--plot odds.png: expected a file that ends in .svg"),
        (["odds", "3d6", "--plot", "/nowhere/odds.svg"], "--plot /nowhere/odds.svg: No such file or directory"),
        (["odds", "1d6?", "--answer", "reroll 1"], "--answer reroll 1: expected NAME=VALUE"),
        (["odds", "1d6?", "--answer", "reroll 1="], "--answer reroll 1=: the value is missing"),
        (["odds", "1d6?", "--answer", "reroll 1=maybe"], "reroll 1: 'maybe' is not one of again, keep"),
        (["roll", "3d6", "--faces", "1,2"], "2 faces were given, and one more d6 is needed"),
        (["roll", "3d6", "--faces", "1,2,3,4"], "--faces: 4 faces were given, and only 3 dice were thrown"),
        (["roll", "3d6", "--faces", "1,2,7"], "a d6 cannot show 7; it shows 1 to 6"),
        (["roll", "3d6", "--faces", "one"], "--faces one: expected whole numbers separated by commas, such as 5,6,1"),
        (["simulate", "3d6", "--runs", "0"], "0 runs: at least one is needed"),
        (["rules", "show"], "rules show takes one id, such as MOT-1.15"),
        (["rules", "a", "b"], "rules takes one game; found a b"),
        (["rules", "show", "MOT-1.99"], f"there is no paragraph 'MOT-1.99'; MOT-1 runs from MOT-1.{1:02} to MOT-1.43"),
        (["rules", "show", "x"], "there is no paragraph 'x'; ids look like MOT-1.15 and begin with AVI, MOM, MOT, TAD, TOF"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(fatewright, words, sentence):
    assert fatewright(*words) == (2, "", f"fatewright: {sentence}\n")


def test_odds_that_cost_too_much_name_the_rule_and_the_way_out(fatewright):
    code, _, err = fatewright("odds", "moment-of-truth", "volley", "pool=12", "tn=2", "dice=16", "minor=3", "major=4")
    assert code == 2
    assert err.startswith("fatewright: the exact odds of volley take more than 2,000,000 steps; ")


def test_an_unanswered_question_is_named_when_nobody_can_be_asked(fatewright, monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    code, _, err = fatewright("roll", "1d6?", "--faces", "1")
    assert (code, err) == (2, "fatewright: nobody has answered 'reroll 1' for roller: a d6 shows 1: throw it again?\n")
