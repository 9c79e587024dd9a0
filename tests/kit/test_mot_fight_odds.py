"""Odds of attacks at a table against dice thrown there, thousands of times, by the view of the game master, who knows all."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from fatewright.core.table.events import Ended
from fatewright.core.table.game import Act
from fatewright.core.table.landing import Draft
from fatewright.core.table.preview import odds_of_act
from fatewright.core.table.seal import EVERYONE, Audience
from fatewright.core.table.table import Table
from fatewright.kit.stage import KeyedDice, no_dice
from fatewright.systems.opening import opening
from fatewright.systems.spec import game

MOT = game("moment-of-truth")
GM = Audience({"gm"})
RUNS = 1500
GUNMAN = {"agility": 5, "perception": 5, "skills": {"Long Arms": 2, "Brawling": 1}, "weapon": "Assault Rifle"}
FENCER = {"agility": 5, "skills": {"Melee, one-handed": 4}, "weapon": "Broad Sword"}
MAILED = {"endurance": 4, "armor": ["Chainmaille"]}


def shooting_range() -> Table:
    """A gunman, a fencer and somebody in mail, all the game master's; nobody is asked anything."""
    table = Table()
    table.append(opening(MOT, {"gm": "gm", "ana": "player"}, {"use_mots": "off"}))
    draft = Draft(len(table.records), table.truth.fork(), MOT.game, no_dice)
    for name, values in (("gunman", GUNMAN), ("fencer", FENCER), ("mark", MAILED)):
        draft.land(MOT.place(name, values, "foe", "gm", GM, GM), EVERYONE)
    table.append(draft.events)
    return table


SHOTS: list[dict[str, Any]] = [
    {"weapon": "Assault Rifle", "manner": "plain", "aim": "anywhere", "gap": "no", "metres": 10},
    {"weapon": "Assault Rifle", "manner": "automatic", "aim": "anywhere", "gap": "no", "metres": 10},
    {"weapon": "Assault Rifle", "manner": "plain", "aim": "head", "gap": "no", "metres": 150},
    {"weapon": "Unarmed Attack", "manner": "plain", "aim": "legs", "gap": "yes", "metres": 1},
    {"who": "fencer", "weapon": "Broad Sword", "manner": "plain", "aim": "neck", "gap": "no", "metres": 1},
]


@pytest.mark.parametrize(
    "shot", SHOTS, ids=["one shot", "a burst", "a far head shot", "a kick at a gap", "a sword at the neck"]
)
def test_dice_thrown_at_the_table_agree_with_its_odds(shot: dict[str, Any]) -> None:
    """MOT-7.19, MOT-9.01, MOT-10.07, MOT-10.09: every outcome within four standard deviations of its exact chance."""
    act = Act("gm", "attack", {"who": "gunman", "target": "mark"} | shot)
    start = shooting_range()
    exact = odds_of_act(start.view("gm"), MOT.game, act)
    seen: Counter[Any] = Counter()
    for seed in range(RUNS):
        events = start.plan(MOT.game, act, KeyedDice(seed))
        seen.update(event.outcome for event in events if isinstance(event, Ended))
    assert set(seen) <= set(exact.weights)
    for outcome, weight in exact.weights.items():
        chance = weight / exact.total
        spread = sqrt(RUNS * chance * (1 - chance)) or 1.0
        assert abs(seen[outcome] - RUNS * chance) / spread < 4, outcome
