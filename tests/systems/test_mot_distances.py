"""Distances in tenths of a metre, where the rules ask for more than whole ones: falls, explosions, shots."""

import pytest

from systems.mot_fight import pair, refused
from systems.mot_stage import CALM, Play, dice, said

GUNNER = {"weapon": ".38 Revolver", "skills": {"Pistol": 2}}


@pytest.mark.parametrize(("dial", "tenths", "thrown"), [("down", 0, 2), ("down", 9, 2), ("up", 0, 2), ("up", 1, 3)])
def test_the_tenths_of_a_fall(dial, tenths, thrown):
    """MOT-8.02, MOT-R.59: two dice for four metres; where what is left over counts, any tenth does."""
    play = Play(dials=CALM | {"fall_rounding": dial})
    events = play.act("gm", "fall", 1, 1, 1, *[1] * thrown, who="Ana", metres=4, tenths=tenths)
    assert dice(events) == [3, thrown]
    assert said(events)[0] == f"Ana falls {f'4.{tenths}' if tenths else '4'} m"


@pytest.mark.parametrize(
    ("dial", "metres", "tenths", "left"),
    [
        ("ceil_minus_one", 0, 5, 8),
        ("ceil_minus_one", 1, 0, 8),
        ("ceil_minus_one", 1, 2, 7),
        ("floor_meters", 1, 9, 7),
        ("floor_meters", 0, 9, 8),
    ],
)
def test_the_tenths_of_an_explosion(dial, metres, tenths, left):
    """MOT-8.15, MOT-R.63: eight dice, fewer beyond the first metre."""
    play = Play(dials=CALM | {"explosion_decay": dial})
    assert dice(play.act("gm", "blast", *[1] * left, who="Ana", dice=8, metres=metres, tenths=tenths)) == [left]


@pytest.mark.parametrize(("metres", "tenths", "thrown"), [(8, 0, 5), (8, 1, 4), (0, 9, 4), (10, 0, 4), (10, 5, 3)])
def test_the_tenths_of_a_shot(metres, tenths, thrown):
    """MOT-10.07, MOT-10.08, MOT-R.70: what is printed are upper bounds: at 8.1 m a revolver's best range is over."""
    play = pair(**GUNNER)
    shot = {"who": "Ana", "target": "Ogre", "weapon": ".38 Revolver", "metres": metres, "tenths": tenths}
    assert dice(play.act("ana", "attack", *[1] * thrown, **shot)) == [thrown]


def test_the_tenths_of_a_reach():
    """MOT-7.06, MOT-10.03, MOT-R.71: close is less than a metre, and a metre's reach is no more than that."""
    play = pair(weapon="Club")
    hit = {"who": "Ana", "target": "Ogre", "weapon": "Club"}
    assert refused(play, "ana", "attack", **hit, metres=1, tenths=1) == "Ogre is 1.1 m away, out of reach of Club"
    assert refused(play, "ana", "attack", **hit | {"weapon": "Unarmed Attack"}, metres=1, tenths=1).startswith("Ogre is 1.1 m")
    play.act("ana", "attack", 1, 1, 1, **hit | {"weapon": "Unarmed Attack"}, metres=0, tenths=9)
