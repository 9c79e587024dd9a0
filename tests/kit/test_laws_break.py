"""Each law, on a game made to break it, says so and names the table where it was seen."""

from pathlib import Path

import pytest

from fatewright.kit import laws
from fatewright.systems.spec import System
from kit.tiny import tiny

RAISES = """
@verb()
def fall(table: Desk, who: Mine) -> Story:
    yield from choose(who, "ready", "Ready?", options("yes", "no"), "no")
    return ends("holds", Gain(who, "grit", 1 // 0))
"""
MISJUDGES = """
def _looks_for_what_is_not_there(table, who):
    return table[who]["wit"] > 3


@verb(may=_looks_for_what_is_not_there)
def fall(table: Desk, other: Mine) -> Story:
    return ends("holds")
    yield
"""
SCRIBBLES = """
def _writes_on_the_table(table, who):
    table.facts[("token", who, "grit")] = 6


@verb(may=_writes_on_the_table)
def fall(table: Desk, who: Mine) -> Story:
    return (yield from choose(who, "ready", "Ready?", (Option(ends("holds"), "yes"),)))
"""
FORGETS = """
@verb()
def fall(table: Desk, who: Mine) -> Story:
    yield from tell("luck", lambda: [1, 2])  # the store knows no lists, only rows
    return ends("holds")
"""
COUNTS = """
TIMES = count()


@verb()
def fall(table: Desk, who: Mine) -> Story:
    yield from choose(who, "ready", "Ready?", options("yes", "no"), "no")
    return ends("holds", Put(who, "times", next(TIMES)))
"""
GOES_ON = """
TIMES = count()


@verb()
def fall(table: Desk, who: Mine) -> Story:
    if next(TIMES) % 3 == 0:
        return ends("breaks", Gain(who, "grit", 1))
    yield from choose(who, "ready", "Ready?", options("yes", "no"), "no")
    return ends("holds")
"""
LOADED = """
TIMES = count()


@rule
def luck(dice: Annotated[int, Between(1, 2)]) -> Asks[bool]:
    thrown = yield from throw(d6(dice).sum())
    return thrown + next(TIMES) > 9
"""
TELLS = """
@verb()
def look(table: Desk, who: Mine, other: Seen) -> Story:
    yield from choose(who, "ready", "Ready?", options("yes", "no"), "no")
    return ends("holds", Say(f"{other} has {table[other]['grit']} grit"))
"""
TELLS_LATE = """
@verb()
def look(table: Desk, who: Mine, other: Seen) -> Story:
    is_strong = yield from tell("luck", lambda: table[other]["grit"] > 1)
    return ends("holds", *([Say(f"{other} has {table[other]['grit']} grit")] if is_strong else []))
"""
SAYS_WHY = """
@verb()
def look(table: Desk, who: Mine, other: Seen) -> Ending:
    nine = Score(table[other]["grit"], "grit") + Score(9 - table[other]["grit"], "more")
    return ends("holds", say("{who} needs {nine:why}", who=who, nine=nine))  # always 9, and its parts say why
"""
SAYS_WHY_LATE = """
@verb()
def look(table: Desk, who: Mine, other: Seen) -> Story:
    total = Score(table[other]["grit"] // 2, "half") + Score(table[other]["grit"] - table[other]["grit"] // 2, "the rest")
    known = yield from tell("luck", lambda: min(total, 1))
    return ends("holds", say("{who} sees {known:why}", who=who, known=total.at_most(1) if known else Score(0)))
"""
TAKES_MORE = """
@verb()
def fall(table: Desk, who: Mine) -> Story:
    offers = (Option(True, "yes", price=price_of(table, spend(who, "grit", 1))), Option(False, "no"))
    if (yield from choose(who, "ready", "Ready?", offers, False)):
        yield from now(spend(who, "grit", 2))
    return ends("holds")
"""
TAKES_TWICE = """
@verb()
def fall(table: Desk, who: Mine) -> Story:
    asked = Number(who, "luck", "How much?", 1, 2, each=price_of(table, spend(who, "grit", 1)))
    (count,) = yield from sealed("luck", "All say so", asked)
    return ends("holds", spend(who, "grit", 2 * count))
"""
TAKES_LATE = """
@verb()
def fall(table: Desk, who: Mine) -> Story:
    yield from choose(who, "ready", "Ready?", (Option(True, "yes", price=price_of(table, Gain(who, "grit", 1))),))
    yield from choose(who, "sure", "Sure?", options("yes", "no"))
    return ends("holds", Gain(who, "grit", 1))
"""
PRICES_TELL = """
@verb()
def look(table: Desk, who: Mine, other: Seen) -> Story:
    asks = (Option(True, "yes", price=price_of(table, Put(who, "grit", table[other]["grit"])), depends="if asked"),)
    yield from choose(who, "ready", "Ready?", (*asks, Option(False, "no")), False)
    return ends("holds")
"""
BREAKING = [
    (laws.no_rule_breaks, RAISES, "modulo by zero"),
    (laws.no_rule_breaks, MISJUDGES, "whether fall is allowed cannot be judged: "),
    (laws.state_is_the_fold, SCRIBBLES, "the fold of the history is not what"),
    (laws.history_survives_the_store, FORGETS, "reading the written table gives another one"),
    (laws.replay_reproduces, COUNTS, "the same script made other events"),
    (laws.undo_restores, GOES_ON, "did not restore the table"),
    (laws.prices_are_paid, TAKES_MORE, "the price was -1 grit of "),
    (laws.prices_are_paid, TAKES_TWICE, " grit of "),
    (laws.prices_are_paid, TAKES_LATE, "the price was +1 grit of "),
    (laws.twin_worlds, TELLS, "can tell worlds apart that differ only in secrets"),
    (laws.twin_worlds, PRICES_TELL, "can tell worlds apart that differ only in secrets"),
    (laws.twin_worlds, TELLS_LATE, "can tell worlds apart that differ only in secrets"),
    (laws.twin_worlds, SAYS_WHY, "can tell worlds apart that differ only in secrets"),
    (laws.twin_worlds, SAYS_WHY_LATE, "can tell worlds apart that differ only in secrets"),
]


@pytest.mark.parametrize(("law", "verbs", "finding"), BREAKING, ids=[law.__name__ for law, _, _ in BREAKING])
def test_a_law_names_the_table_on_which_a_game_breaks_it(law: object, verbs: str, finding: str, tmp_path: Path) -> None:
    system = tiny(tmp_path / "tiny", verbs)
    found = {seed: text for seed in range(6) if (text := finding_of(law, system, seed))}
    assert found != {}
    assert [text.startswith(f"seed {seed}: ") and finding in text for seed, text in found.items()] == [True] * len(found)


def finding_of(law: object, system: System, seed: int) -> str:
    """What a law finds at one table; empty if it holds there."""
    try:
        law(system, seed, 16)  # type: ignore[operator]
    except laws.LawBroken as wrong:
        return str(wrong)
    return ""


def test_readings_that_disagree_name_the_rule_and_its_arguments(tmp_path: Path) -> None:
    system = tiny(tmp_path / "tiny", LOADED)
    with pytest.raises(laws.LawBroken, match=r"^luck\(dice=[12]\): (True|False) "):
        laws.readings_agree(system, 1, 16)


def test_what_nobody_can_do_is_named_as_unused(tmp_path: Path) -> None:
    idle = '@verb(roles=("television",))\ndef watch(table: Desk) -> Story:\n    return ends("holds")\n    yield\n'
    assert laws.unused(tiny(tmp_path / "tiny", idle), range(40), 16) == ["watch"]


def test_without_a_game_master_players_keep_secrets_from_each_other(tmp_path: Path) -> None:
    system = tiny(tmp_path / "tiny", TELLS, table="players")
    assert (laws.twin_worlds(system, 1, 16).pairs > 0, laws.undo_restores(system, 1, 16)) == (True, "no game master")


def test_a_game_without_a_game_master_keeps_the_other_laws(tmp_path: Path) -> None:
    system = tiny(tmp_path / "tiny", TELLS, table="players")
    for seed in range(8):
        for law in laws.LAWS.values():
            law(system, seed, 16)
