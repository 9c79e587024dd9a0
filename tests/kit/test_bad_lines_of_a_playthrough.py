"""A line of play.txt that cannot be carried out: its number, what stands there, what was found and what would be right."""

import pytest

from fatewright.core.errors import BadValue
from fatewright.kit.scribe import regenerated
from fatewright.systems.spec import game

LANTERNS = game("lanterns")
SCRIPT = """\
dial burn=once
seats gm ana bo
token ana warden ana
token ghoul ghoul gm hidden
> ana strike who=ana target=ghoul : 5 2 2 1
> ana answer burn=keep
> gm overrule ghoul harm 1 it was a scratch
"""
FORMS = "`seats NAME ...`, `dial NAME=VALUE`, `token NAME KIND SEAT`, or `> SEAT VERB NAME=VALUE ... : FACES`"
NOBODY = "expected a line such as `seats gm ana bo` first: nobody sits at the table"
BAD = [
    (5, "ana strike who=ana target=ghoul", f"expected {FORMS}"),
    (5, "> ana", f"found nothing that ana does; expected {FORMS}"),
    (5, "> ann strike who=ana target=ghoul", "found 'ann', expected a seat, nearest first: ana, gm, bo"),
    (5, "> ana strike whom=ana target=ghoul", "found 'whom', expected an argument of strike, nearest first: who, target"),
    (5, "> ana strike who ana", "found 'who', expected NAME=VALUE"),
    (5, "> gm test who=ana trait=wit hits=two", "found 'two', expected a whole number"),
    (5, "> ana strike who=ana target=ghoul : 5 x", "found 'x', expected a whole number"),
    (5, "> ana strike who=ana target=ghoul : 5", "strike throws 4d6: 4 faces are wanted, and 1 face was given"),
    (5, "> ana strike who=ana target=ghoul : 5 7", "strike: a d6 cannot show 7; it shows 1 to 6"),
    (5, "> ana strike who=ana target=ghoul : 5 2 2 1 1", "strike throws 4d6: 4 faces are wanted, and 5 faces were given"),
    (5, '> ana strike who="ana', "No closing quotation"),
    (6, "> ana answer brun=keep", "found 'brun', expected a question that waits for ana, nearest first: burn"),
    (6, "> bo answer burn=keep", "found 'burn', expected a question that waits for bo, nearest first: there is none"),
    (6, "> gm lapse bun", "found 'bun', expected a question that waits, nearest first: burn"),
    (7, "> gm overrule ghoul harm less it was a scratch", "found 'less', expected a whole number"),
    (3, "token ana warder ana", "found 'warder', expected a kind, nearest first: warden, "),
    (3, "token ana warden ann", "found 'ann', expected a seat, nearest first: ana, gm, bo"),
    (3, "token ana warden ana hiden", f"expected {FORMS}"),
    (2, "token ana warden ana", NOBODY),
    (3, "dial burn=often", "dials are set before anybody sits down; expected it above `seats`"),
]


@pytest.mark.parametrize(("number", "line", "said"), BAD)
def test_a_line_that_cannot_be_carried_out_is_told(number, line, said):
    script = SCRIPT.splitlines()
    script[number - 1] = line
    with pytest.raises(BadValue) as wrong:
        regenerated(LANTERNS, "\n".join(script))
    assert str(wrong.value).startswith(f"line {number}: {line}: {said}")


def test_the_act_of_another_name_is_named_first():
    with pytest.raises(BadValue, match=r"^line 2: > ana strik: found 'strik', expected an act, nearest first: strike, "):
        regenerated(LANTERNS, "seats gm ana\n> ana strik\n")


def test_a_script_at_which_nobody_sits_is_told_so():
    with pytest.raises(BadValue) as wrong:
        regenerated(LANTERNS, "dial burn=once\n")
    assert str(wrong.value) == f"line 1: {NOBODY}"


def test_whoever_answers_after_a_refusal_is_told_of_it():
    script = SCRIPT.replace("target=ghoul : 5 2 2 1", "target=ana")
    with pytest.raises(BadValue) as wrong:
        regenerated(LANTERNS, script)
    why = "ana is asked nothing, because what was done before was refused: nobody strikes themselves"
    assert str(wrong.value) == f"line 6: > ana answer burn=keep: {why}"


def test_an_act_that_is_broken_off_is_told_at_its_line():
    def broken(table, who, target):
        return ends_in(table[who]["nerv"])

    def ends_in(nothing):
        raise AssertionError(nothing)

    verbs = {**LANTERNS.game.verbs, "strike": LANTERNS.game.verbs["strike"]._replace(story=broken)}
    with pytest.raises(BadValue) as wrong:
        regenerated(LANTERNS._replace(game=LANTERNS.game._replace(verbs=verbs)), SCRIPT)
    line = "line 5: > ana strike who=ana target=ghoul : 5 2 2 1"
    assert str(wrong.value).startswith(f"{line}: strike was broken off: there is no field 'nerv'; ")


def test_whoever_answers_an_act_that_came_to_nothing_is_told_why():
    script = SCRIPT.replace("> ana answer", "> gm remove token=ana\n> ana answer")
    with pytest.raises(BadValue) as wrong:
        regenerated(LANTERNS, script)
    why = "ana is asked nothing, because what was done before came to nothing: strike ends: ana is gone"
    assert str(wrong.value) == f"line 7: > ana answer burn=keep: {why}"
