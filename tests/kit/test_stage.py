"""The stage: dice that fall by their address, and a table that is set as it was said."""

import re
from collections import Counter
from typing import Any

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.rule.ask import Option, choose
from fatewright.core.rule.rule import Asks
from fatewright.core.table.events import Began
from fatewright.core.table.game import Answer
from fatewright.core.table.seal import is_hidden
from fatewright.core.table.story import BrokenRule, Desk, Ending, Put, Verb, ends
from fatewright.core.table.table import TakeBack
from fatewright.kit.stage import (
    KeyedDice,
    Stage,
    WrongFaces,
    any_dice,
    no_dice,
    of_kinds,
    outcome,
    said,
    stage,
    thrown,
    verdicts,
)
from fatewright.systems.spec import game

CRITICAL = {6: 20.52, 10: 27.88, 20: 43.82}  # chi-square at 1 in 1000, for one less than so many sides


def throws(dice: KeyedDice, act: int, number: int, sides: int = 6) -> list[int]:
    """The first dice of an act."""
    while dice.act < act:
        dice.next_act()
    return [dice(sides) for _ in range(number)]


def test_dice_depend_on_their_act_and_place_and_not_on_what_was_thrown_before() -> None:
    one, other = KeyedDice(5), KeyedDice(5)
    throws(one, 1, 3)
    throws(other, 1, 9)
    assert throws(one, 2, 20) == throws(other, 2, 20)


def test_dice_of_another_seed_another_act_or_another_place_fall_otherwise() -> None:
    here = throws(KeyedDice(5), 1, 30)
    assert here != throws(KeyedDice(6), 1, 30)
    assert here != throws(KeyedDice(5), 2, 30)
    assert here[:15] != here[15:]


def test_dice_of_a_seed_fall_so_forever() -> None:
    assert throws(any_dice(1), 1, 8) == FIRST_EIGHT  # type: ignore[arg-type]


FIRST_EIGHT = [3, 4, 6, 6, 5, 1, 6, 6]


@pytest.mark.parametrize("sides", CRITICAL)
@pytest.mark.parametrize("seed", range(3))
def test_every_face_comes_up_as_often_whatever_the_act(seed: int, sides: int) -> None:
    dice = KeyedDice(seed)
    faces = Counter(face for act in range(1, 1501) for face in throws(dice, act, 4, sides))
    assert set(faces) == set(range(1, sides + 1))
    assert chi_square(faces, sides) < CRITICAL[sides]


@pytest.mark.parametrize("place", [0, 1, 5])
def test_every_face_comes_up_as_often_in_one_place_of_all_acts(place: int) -> None:
    dice = KeyedDice(9)
    faces = Counter(throws(dice, act, place + 1)[place] for act in range(1, 3001))
    assert chi_square(faces, 6) < CRITICAL[6]


def test_a_die_tells_nothing_about_the_next_act() -> None:
    dice = KeyedDice(3)
    faces = [throws(dice, act, 1)[0] for act in range(1, 7201)]
    pairs = Counter((one - 1) * 6 + other for one, other in zip(faces[::2], faces[1::2], strict=True))
    assert chi_square(pairs, 36) < 66.62  # 1 in 1000 for 35 degrees of freedom


def chi_square(seen: Counter[int], kinds: int) -> float:
    expected = seen.total() / kinds
    return sum((count - expected) ** 2 for count in seen.values()) / expected + (kinds - len(seen)) * expected


def test_a_stage_has_the_seats_the_tokens_and_the_dials_that_were_named() -> None:
    lanterns = game("lanterns")
    table = stage(lanterns, of_kinds(lanterns, ("ana", "bo", "cy")), {"ghoul": "ghoul"}, dials={"burn": "never"}).table
    desk = Desk(table.truth.facts, lanterns.data)
    roles = {seat: desk.role(seat) for seat in table.seats()}
    assert roles == {"gm": "gm", "ana": "player", "bo": "player", "cy": "player", "eve": "spectator"}
    tokens = [(token.name, token.kind, token.owner) for token in desk.tokens()]
    assert tokens == [("ana", "warden", "ana"), ("bo", "scholar", "bo"), ("cy", "ghoul", "cy"), ("ghoul", "pale figure", "gm")]
    assert (desk.dial("burn"), desk.dial("stare")) == ("never", "all pay")
    numbers = {name: desk["ghoul"][name] for name in lanterns.fields}
    assert numbers == {**{name: value.start for name, value in lanterns.fields.items()}, **lanterns.kinds["ghoul"]}


def test_only_the_game_master_knows_the_numbers_of_a_foe() -> None:
    lanterns = game("lanterns")
    table = stage(lanterns, foes={"ghoul": lanterns.kinds["ghoul"]}).table
    for seat in ("ana", "bo", "eve"):
        ghoul = Desk(table.view(seat).facts, lanterns.data)["ghoul"]
        known = {name for name in lanterns.fields if not is_hidden(ghoul[name])}
        assert known == {name for name, value in lanterns.fields.items() if value.open}
    ghoul = Desk(table.view("gm").facts, lanterns.data)["ghoul"]
    assert ghoul["toughness"] == 3


def test_everyone_knows_the_numbers_of_a_player() -> None:
    lanterns = game("lanterns")
    table = stage(lanterns).table
    hands = {seat: Desk(table.view(seat).facts, lanterns.data)["ana"]["hand"] for seat in table.seats()}
    assert hands == dict.fromkeys(("gm", "ana", "bo", "eve"), 4)


def test_a_stage_refuses_what_the_game_does_not_have() -> None:
    lanterns = game("lanterns")
    with pytest.raises(BadValue, match=r"^ghoul: hand: found 99, expected a whole number from 0 to 5$"):
        stage(lanterns, foes={"ghoul": {**lanterns.kinds["ghoul"], "hand": 99}})
    with pytest.raises(BadValue, match="fog: the game has no such dial"):
        stage(lanterns, dials={"fog": "thick"})


def test_nothing_is_thrown_while_a_stage_is_set() -> None:
    with pytest.raises(AssertionError, match="a d6 was thrown where nothing should be"):
        no_dice(6)


# Driven by hand

LANTERNS = game("lanterns")
DARE: dict[str, Any] = {"who": "ana", "trait": "hand", "difficulty": "plain"}


def test_verbs_answers_and_faces_by_name() -> None:
    play = stage(LANTERNS, dials={"burn": "once"})
    events = play.act("ana", "dare", 2, 2, 1, 1, **DARE)
    assert (play.asked(), play.offers("ana"), said(events)) == ([("ana", "burn")], {True: "burn", False: "keep"}, [])
    events = play.answer("ana", True, 5, 1, to="burn")
    assert (outcome(events), said(events), thrown(events)) == ("holds", ["ana dares, and it holds"], [(5, 1)])
    assert (verdicts(events), play.of("ana", "light"), play.asked()) == ([("hits", 1)], 3, [])


def test_what_an_act_leaves_out_stands_there_as_in_its_form_and_in_the_record() -> None:
    play = stage(LANTERNS, dials={"burn": "never"})
    events = play.act("ana", "dare", 5, 5, 1, 1, trait="hand")
    (began,) = (event for event in events if isinstance(event, Began))
    assert dict(began.args) == DARE
    assert said(events) == ["ana dares, and it holds"]


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ((), "dare throws 4d6: 4 faces are wanted, and 0 faces were given"),
        ((5, 5, 5), "dare throws 4d6: 4 faces are wanted, and 3 faces were given"),
        ((5, 5, 5, 1, 1), "dare throws 4d6: 4 faces are wanted, and 5 faces were given"),
        ((7, 1, 1, 1), "dare: a d6 cannot show 7; it shows 1 to 6"),
    ],
)
def test_faces_must_be_those_of_the_dice_that_fall(faces: tuple[int, ...], sentence: str) -> None:
    play = stage(LANTERNS)
    before = len(play.table.records)
    with pytest.raises(WrongFaces, match=f"^{re.escape(sentence)}$"):
        play.act("ana", "dare", *faces, **DARE)
    assert len(play.table.records) == before


def test_dice_are_named_throw_by_throw_as_far_as_the_faces_reach() -> None:
    play = stage(game("twist-of-fate"))
    with pytest.raises(WrongFaces, match=r"^roll throws 2d6 \+ 1d8: 3 faces are wanted, and 1 face was given$"):
        play.act("ana", "roll", 6, notation="2d6+1d8")
    with pytest.raises(WrongFaces, match=r"^say throws no dice: 0 faces are wanted, and 1 face was given$"):
        play.act("ana", "say", 6, text="hello")


def test_what_is_answered_wants_its_own_faces() -> None:
    play = stage(LANTERNS, dials={"burn": "once"})
    play.act("ana", "dare", 2, 2, 1, 1, **DARE)
    with pytest.raises(WrongFaces, match=r"^the answer to 'burn' throws 2d6: 2 faces are wanted, and 1 face was given$"):
        play.answer("ana", True, 5)
    assert play.asked() == [("ana", "burn")]


def test_real_dice_are_an_answer_and_no_faces_besides() -> None:
    play = stage(LANTERNS)
    play.act("ana", "dice", thrown="by hand")
    play.act("ana", "roll", notation="2d6")
    assert play.question("ana").dice == (6, 6)
    with pytest.raises(WrongFaces, match=r"^the answer to 'dice' throws no dice: 0 faces are wanted, and 1 face was given$"):
        play.answer("ana", (5, 1), 6)
    assert thrown(play.answer("ana", (5, 1))) == [(5, 1)]


def test_what_is_refused_is_a_sentence_and_has_not_happened() -> None:
    play = stage(LANTERNS, foes={"ghoul": "ghoul"})
    before = len(play.table.records)
    assert play.refused("ana", "strike", who="ghoul", target="ana") == "ghoul is not yours"
    assert play.why_not(TakeBack("ana")) == "how the table was set out is not taken back"
    assert play.why_not(Answer("ana", 99, 1)) == "that question is no longer open; nothing is asked of you now"
    with pytest.raises(AssertionError, match=r"^dare is not refused$"):
        play.refused("ana", "dare", **DARE)
    assert len(play.table.records) == before


def test_a_question_that_nobody_asks_is_named_with_those_that_wait() -> None:
    play = stage(LANTERNS)
    with pytest.raises(BadValue, match=r"^ana is not asked anything; asked is: nobody anything$"):
        play.answer("ana", True)
    play.act("ana", "stare", who="ana", other="bo")
    with pytest.raises(BadValue, match=r"^ana is not asked 'burn'; asked is: ana 'stake', bo 'stake'$"):
        play.question("ana", "burn")


def test_by_its_name_an_answer_that_lies_is_changed() -> None:
    play = stage(LANTERNS)
    play.act("ana", "stare", who="ana", other="bo")
    play.answer("ana", 1)
    with pytest.raises(BadValue, match=r"^ana is not asked anything"):
        play.answer("ana", 2)
    play.answer("ana", 2, to="stake")
    assert outcome(play.answer("bo", 1)) == "stares down"


def test_a_rule_that_breaks_is_an_error() -> None:
    def story(table: Desk) -> Ending:
        return ends("done", Put("nobody", "light", 1))

    broken = LANTERNS.game._replace(verbs={"trip": Verb("trip", story)})
    play = Stage(broken, stage(LANTERNS).table)
    with pytest.raises(BrokenRule, match=r"^trip was broken off: "):
        play.act("ana", "trip")


def test_dice_fall_by_themselves_where_no_faces_are_given() -> None:
    play = stage(LANTERNS, dials={"burn": "never"}, dice=KeyedDice(1))
    assert thrown(play.act("ana", "dare", **DARE)) == [(3, 4, 6, 6)]
    assert thrown(play.act("ana", "dare", 1, 1, 1, 1, **DARE)) == [(1, 1, 1, 1)]


def test_people_belong_to_whom_it_is_said_and_stand_as_it_is_said() -> None:
    play = stage(
        LANTERNS,
        {"Ana": "warden", "Rex": {**LANTERNS.kinds["warden"], "hand": 2}},
        {"king": {**LANTERNS.kinds["hollow_king"], "light": 2}},
        owners={"Rex": "bo"},
        kinds={"king": "hollow_king"},
        players=("cy",),
        facts={("clock",): 5},
    )
    assert play.table.seats() == ["gm", "cy", "ana", "bo", "eve"]
    tokens = {name: (play.of(name, "kind"), play.of(name, "owner")) for name in ("Ana", "Rex", "king")}
    assert tokens == {"Ana": ("warden", "ana"), "Rex": ("character", "bo"), "king": ("pale figure", "gm")}
    assert (play.sees("ana", "token", "king", "of"), play.fact("token", "king", "of")) == (None, "hollow_king")
    assert (play.fact("clock"), play.desk.seat) == (5, "gm")
    play.put("Rex", hand=5)
    play.put_fact("clock", value=6)
    assert (play.of("Rex", "hand"), play.fact("clock")) == (5, 6)


def test_what_may_not_be_chosen_is_shown_with_the_reason() -> None:
    def story(table: Desk) -> Asks[Ending]:
        chosen = yield from choose("ana", "door", "Which?", (Option(1, "the left"), Option(2, "the right", "it is locked")))
        return ends(chosen)

    play = Stage(LANTERNS.game._replace(verbs={"enter": Verb("enter", story)}), stage(LANTERNS).table)
    play.act("ana", "enter")
    assert (play.offers("ana", "door"), play.blocked("ana", "door")) == ({1: "the left"}, {2: "it is locked"})
