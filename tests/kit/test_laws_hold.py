"""Every law on Lanterns, on ten thousand random acts and more; what twin worlds compared is counted."""

from collections.abc import Callable
from typing import Any

import pytest

from fatewright.kit import laws
from fatewright.systems.spec import System, game

pytestmark = pytest.mark.slow

ACTS, LINES = 10_000, 24
QUICK = [name for name in laws.LAWS if name not in ("no rule breaks", "twin worlds look alike")]


@pytest.fixture(scope="module")
def lanterns() -> System:
    return game("lanterns")


def test_no_rule_breaks_in_ten_thousand_random_acts(lanterns: System, record_property: Callable[[str, Any], None]) -> None:
    assert laws.no_rule_breaks(lanterns, 0, LINES) == f"{len(laws.played(lanterns, 0, LINES)[0].done)} acts"
    seed = acts = 0
    while acts < ACTS:
        found = laws.no_rule_breaks(lanterns, seed, LINES)
        acts += int(found.removesuffix(" acts"))
        seed += 1
    record_property("random acts", acts)
    print(f"{acts} random acts at {seed} tables")


@pytest.mark.parametrize("name", QUICK)
def test_a_law_holds_on_twenty_four_tables(lanterns: System, name: str) -> None:
    for seed in range(24):
        laws.LAWS[name](lanterns, seed, LINES)


@pytest.mark.parametrize("half", [0, 1])
def test_twin_worlds_look_alike_past_a_hundred_reveals(
    lanterns: System, half: int, record_property: Callable[[str, Any], None]
) -> None:
    found = [laws.twin_worlds(lanterns, seed, 12) for seed in range(half, TWINS, 2)]
    pairs, past = (sum(column) for column in zip(*found, strict=True))
    record_property("pairs of worlds", pairs)
    record_property("pairs of worlds past a reveal", past)
    print(f"{pairs} pairs of worlds, {past} of them past a reveal")
    assert past >= laws.PAST_REVEALS


TWINS = 60


def test_every_verb_and_every_entry_of_every_list_is_used(lanterns: System) -> None:
    assert laws.unused(lanterns, range(300), 2 * LINES) == []
