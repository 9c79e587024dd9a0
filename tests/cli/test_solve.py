"""`fatewright solve`: mixes, for people and for scripts; what cannot be solved says why."""

import json

import pytest

EQUALS = ("solve", "twist-of-fate", "staked", "head_start=0", "cap=4", "other_cap=4", "stake=8", "other_stake=8")


def test_the_mixes_of_both_sides_and_what_it_is_worth(fatewright):
    """TOF-X.44: fold half of the time, or bid each of the others as often; the side that keeps ties the other way round."""
    code, out, err = fatewright(*EQUALS)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "worth 11/32 to first"
    assert [line.split()[-1] for line in out.splitlines() if "%" in line] == ["1/2", *["1/8"] * 8, "1/2"]


def test_a_saddle_is_said(fatewright):
    _, out, _ = fatewright("solve", "twist-of-fate", "staked", "head_start=5", "cap=4", "other_cap=4")
    assert out.splitlines()[0] == "worth 1 to first; neither side need hide its answer"


def test_the_same_for_scripts(fatewright):
    _, out, _ = fatewright(*EQUALS, "--json")
    found = json.loads(out)
    assert (found["value"], found["is_saddle"], list(found["mixes"])) == ("11/32", False, ["first", "second"])
    assert found["mixes"]["first"][0] == {"answer": 0, "share": "1/2"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["twist-of-fate", "against", "score=1", "bid=1", "dn=1"],
            "against puts no sealed question: there is no game to solve",
        ),
        (["moment-of-truth", "skill-roll", "pool=3", "tn=1"], "skill-roll throws dice before any sealed question: "),
        (["twist-of-fate", "opposed", "head_start=0", "cap=1", "other_cap=1"], "opposed: worth must be a whole number or a "),
        (["3d6"], "notation throws dice before any sealed question: "),
    ],
)
def test_what_cannot_be_solved_says_why(fatewright, words, sentence):
    code, out, err = fatewright("solve", *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"fatewright: {sentence}")
