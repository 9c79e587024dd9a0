"""The stage: dice that fall by their address, and a table that is set as it was said."""

from collections import Counter

import pytest

from fatewright.core.errors import BadValue
from fatewright.core.seal import is_hidden
from fatewright.core.story import Desk
from fatewright.kit.stage import KeyedDice, any_dice, no_dice, stage
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
    table = stage(lanterns, players=("ana", "bo", "cy"), foes={"ghoul": lanterns.kinds["ghoul"]}, dials={"burn": "never"})
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
    table = stage(lanterns, foes={"ghoul": lanterns.kinds["ghoul"]})
    for seat in ("ana", "bo", "eve"):
        ghoul = Desk(table.view(seat).facts, lanterns.data)["ghoul"]
        known = {name for name in lanterns.fields if not is_hidden(ghoul[name])}
        assert known == {name for name, value in lanterns.fields.items() if value.open}
    ghoul = Desk(table.view("gm").facts, lanterns.data)["ghoul"]
    assert ghoul["toughness"] == 3


def test_everyone_knows_the_numbers_of_a_player() -> None:
    lanterns = game("lanterns")
    table = stage(lanterns)
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
