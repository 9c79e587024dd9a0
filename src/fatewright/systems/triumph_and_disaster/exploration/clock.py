"""The clock: days of six watches, what happens as they pass, and hardship."""

from __future__ import annotations

from collections.abc import Collection

from fatewright.systems.author import (
    Asks,
    Audience,
    Change,
    Desk,
    Dice,
    Lens,
    Put,
    PutFact,
    Sheet,
    behind,
    now,
    phrase,
    rule,
    say,
    tell,
    throw,
)
from fatewright.systems.triumph_and_disaster.characters import people, perks
from fatewright.systems.triumph_and_disaster.combat import statuses
from fatewright.systems.triumph_and_disaster.items import items, making
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, tested

WATCHES = 6
HUNDRED = 100
HARDSHIP, HARDER = 10, 5  # what it asks of Resist Exhaustion at first, and how much more each further time
DEAD = "Dead"


def party(table: Desk) -> list[str]:
    """TAD-ROLE.01: everybody whom a player runs, and who lives."""
    names = [token.name for token in table.tokens()]
    return [who for who in names if people.is_player_character(table, who) and not people.has_status(table, who, DEAD)]


def keeps_watches(table: Desk) -> bool:
    """TAD-EXP.01: whether this table counts watches, or leaves it all to the Storyteller."""
    return str(table.dial("exploration")) == "watches"


def no_watches(table: Desk) -> str | None:
    """TAD-EXP.01: why there are no rules for travel and its dangers here; None if there are."""
    return None if keeps_watches(table) else "this table keeps no watches: the Storyteller says what happens"


def day(table: Desk) -> int:
    """TAD-EXP.01: the day that it is."""
    return int(table.fact("clock", "day") or 1)


def watch(table: Desk) -> int:
    """TAD-EXP.01: the watch that it is, of six."""
    return int(table.fact("clock", "watch") or 1)


# ── watches ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def passes(table: Desk, count: int = 1, *, idle: Collection[str] = ()) -> Asks[dict[str, str]]:
    """TAD-EXP.01, TAD-EXP.05, TAD-EXP.09, TAD-ITM.06: watches pass: torches burn down, something may happen, and a day ends.

    Work goes on, but for those who are `idle`: busy with something else, or at rest. Returns what came of it, by maker.
    """
    finished: dict[str, str] = {}
    for _ in range(count):
        is_last = watch(table) >= WATCHES
        after = 1 if is_last else watch(table) + 1
        dark = [Put(token.name, "lit", 0) for token in table.tokens() if token["lit"]]
        yield from now(PutFact(("clock", "watch"), after), *dark)
        yield from encountered(table)
        finished |= yield from making.progresses(table, [who for who in party(table) if who not in idle])
        if is_last:
            yield from _dawns(table)
    return finished


def _dawns(table: Desk) -> Asks[None]:
    """TAD-EXP.01, TAD-EXP.03: a new day, for which everybody has eaten, or has not."""
    fresh = [change for who in party(table) for change in perks.refreshed(table, who, "day")]
    count = day(table) + 1
    facts = (PutFact(("clock", "day"), count), PutFact(("clock", "travelled"), None))
    yield from now(*facts, *fresh, say("Day {count} begins", "TAD-EXP.01", count=count))
    for who in party(table):
        yield from _eats(table, who)


def _eats(table: Desk, who: str) -> Asks[None]:
    """TAD-EXP.03: a ration is eaten; whoever has none has had a day without food."""
    food = items.with_feature(Sheet(table, who), "feeds", table.data["lists"])
    if food:
        yield from now(Put(who, "hunger", 0), *items.with_gear(table, who, food, -1), say("{who} eats", "TAD-EXP.03", who=who))
        return
    days = int(table[who]["hunger"]) + 1
    yield from now(Put(who, "hunger", days), say("{who} has had nothing to eat", "TAD-EXP.03", who=who))
    yield from hardship(table, who, days)


def hardship(table: Desk, who: str, times: int) -> Asks[None]:
    """TAD-EXP.03: Resist Exhaustion against 10, and 5 more for each further time, or Exhausted."""
    verdict = yield from tested(table, Party(who, "Resist Exhaustion"), HARDSHIP + HARDER * (times - 1))
    if not verdict.is_won:
        yield from now(*statuses.gains(table, who, "Exhausted"), say("{who} is exhausted", "TAD-EXP.03", who=who))


# ── encounters ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule(Lens("at most", lambda face: face))
def chance() -> Asks[int]:
    """TAD-EXP.09, TAD-DICE.04: a hundred-sided die."""
    return throw(Dice(1, HUNDRED).sum())


def encountered(table: Desk) -> Asks[None]:
    """TAD-EXP.09: in every watch the Storyteller rolls; what comes of it, only the Storyteller knows."""
    percent = int(table.dial("encounter_percent"))
    if not percent:
        return
    face = yield from behind(chance())
    told = Audience({people.storyteller(table)})
    happens = yield from tell("encounter", lambda: face <= percent, told)
    line = phrase("something happens in this watch") if happens else phrase("nothing happens in this watch")
    yield from now(say("{face} of {most}: {line}", "TAD-EXP.09", to=told, face=face, most=HUNDRED, line=line))


def busy() -> list[Change]:
    """TAD-EXP.01: whoever does something else than rest does not rest."""
    return [PutFact(("clock", "rests"), None)]
