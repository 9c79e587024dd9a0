"""Names: everybody is called as they are, and nobody is taken for somebody else or for the table."""

import pytest

from fatewright.systems.names import LONGEST, looks_like, normal, problem, problem_of_newcomer

OURS = [
    *("Zoë", "Łukasz", "王芳", "Юлия", "أحمد", "Ana Lucía", "Jean-Luc", "O'Neil", "Bo2", "Nguyễn Thị Ánh", "さくら子"),
    *("김민수", "ශ්\u200dරී", "Dr. Who", "María del Carmen de los Ángeles", "Юлия Smith", "Anna-Юлия", "Rolls Royce"),
    *("goblin 12", "🦊", "Agent 47", "Dwayne “the Rock” Johnson", "Ñandú", "Bo the 3rd", "שרה", "สมชาย", "7"),
]
UNSEEN = [
    *("", " ", " Ana", "Ana ", "A\nna", "A\tna", "A\u202ena", "A\u200bna", "An\u200da", "\u3164", "\u0301a", "a\u2028b"),
    *("x" * (LONGEST + 1), "a\u0300\u0316\u0301\u0317\u0302"),
]
LINES = [
    *("gm", "GM", "ＧＭ", "Game Master", "the table", "The Table", "television", "everyone", "Nobody"),
    *("Bo loses 5 hit points", "Bo sits down", "Ana rolls 3d6", "Bo is back", "a ghoul has left", "Bo takes 5 points of it"),
]


@pytest.mark.parametrize("name", OURS)
def test_people_are_called_as_they_are(name):
    assert problem_of_newcomer(normal(name), ["Ana", "Bo"]) is None


@pytest.mark.parametrize("name", ["Аna", "Bоb", "Ζoe", "pаypal x", "Jean-Luс", "王Bo"])
def test_a_word_is_written_in_one_script(name):
    assert "write a word in one script" in problem(name)


@pytest.mark.parametrize("name", UNSEEN)
def test_what_cannot_be_seen_is_no_name(name):
    assert f"expected 1 to {LONGEST} characters that can be seen" in problem(name)


@pytest.mark.parametrize("name", ["Ana: yes", "Ana：yes", "Ana꞉ yes", "*", "Bo*"])
def test_a_name_is_not_the_beginning_of_a_line(name):
    assert problem_of_newcomer(name, []) == f"{name!r} cannot be a name here; leave out * and :"


@pytest.mark.parametrize("name", LINES)
def test_a_name_that_reads_like_the_table_is_refused(name):
    assert "reads like a line of the table" in problem_of_newcomer(name, [])
    assert problem(name) is None  # a table may be called so


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ana", "ana"), ("Bo", "Во"), ("Bo", "B0"), ("lan", "Ian"), ("Juliet", "JuIiet"), ("Arno", "Amo"), ("Ana", "Ａｎａ")),
        *(("paul", "раul"), ("Ana  B", "Ana B"), ("Ö", "O\u0308"), ("小", "\u2f29"), ("نا", "ن\u200cا")),
    ],
)
def test_names_that_can_be_taken_for_each_other(one, other):
    assert looks_like(one, other)
    assert looks_like(other, one)
    wrong = problem_of_newcomer(normal(other), [one])
    assert wrong is not None


@pytest.mark.parametrize(("one", "other"), [("Zoë", "Zoe"), ("Ana", "Anna"), ("Ana", "Ana Lucía"), ("goblin 1", "goblin 2")])
def test_names_that_differ_stand_beside_each_other(one, other):
    assert not looks_like(one, other)
    assert problem_of_newcomer(other, [one]) is None


def test_whoever_is_taken_for_somebody_hears_for_whom():
    assert problem_of_newcomer("Во", ["Ana", "Bo"]) == "'Во' can be taken for Bo, who is here already; take another name"


def test_names_that_are_kept_for_somebody_are_theirs():
    assert problem_of_newcomer("gm", [], may=("gm",)) is None
    assert problem_of_newcomer("television", [], may=("television",)) is None
