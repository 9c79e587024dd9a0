"""Traps: there for the Storyteller alone until somebody notices them; spotted, disarmed, or sprung."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from fatewright.systems.author import (
    EVERYONE,
    Audience,
    Between,
    Call,
    Change,
    Desk,
    Ending,
    From,
    Hidden,
    Offers,
    Place,
    Remove,
    Seen,
    Story,
    Upto,
    behind,
    described,
    ends,
    name_problem,
    now,
    say,
    so_far,
    tell,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat import blows, damage, sides
from fatewright.systems.triumph_and_disaster.combat.sides import Own
from fatewright.systems.triumph_and_disaster.combat.turns import acts, can_react, no_action, reacts
from fatewright.systems.triumph_and_disaster.exploration import clock
from fatewright.systems.triumph_and_disaster.mechanics import foretelling, rolling
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Decision

TRAP, KNOWN = sides.TRAP, "known"
Will = Annotated[int, Between(5, 60), Hidden]


class Trap(NamedTuple):
    """TAD-EXP.06: what it takes to see a trap, to disarm it, how well it strikes, and how hard."""

    spot: int
    disarm: int
    score: int
    damage: str
    is_known: bool = False  # to everybody


def trap_of(table: Desk, name: str) -> Trap:
    """TAD-EXP.06: the numbers of a trap, which are the Storyteller's."""
    ((spot, disarm, score, harm, known),) = table[name]["trap"]
    return Trap(int(spot), int(disarm), int(score), str(harm), known == KNOWN)


def is_trap(table: Desk, name: str) -> bool:
    """TAD-EXP.06: whether that is a trap."""
    return table[name].kind == TRAP


# ── putting one up ─────────────────────────────────────────────────────────────────────────────────────────────────────


def placed(table: Desk, name: str, trap: Trap, seen_by: Audience) -> Place:
    """TAD-EXP.06: a trap on the table, its numbers for the Storyteller alone."""
    lists, fields = table.data["lists"], table.data["fields"]
    shapes = {field: described(**row) for field, row in fields.items()}
    values = {field: shape.kept(shape.start, lists) for field, shape in shapes.items()}
    values["trap"] = ((*map(str, trap[:-1]), KNOWN if trap.is_known else "hidden"),)
    mine = Audience({people.storyteller(table)})
    open_fields = tuple(field for field, shape in shapes.items() if shape.open)
    closed = tuple(field for field, shape in shapes.items() if shape.closed)
    return Place(name, TRAP, people.storyteller(table), tuple(values.items()), mine, open_fields, seen_by, closed, (), mine)


def _may_set(table: Desk, name: str, **_: object) -> str | None:
    return clock.no_watches(table) or name_problem(table, name)


@verb(
    "{seat} sets a trap",
    more=(
        "the trap is called {name}",
        "will to spot it: {spot}",
        "will to disarm it: {disarm}",
        "score of its attack: {score}",
        "d6 of damage: {dice}, of the type {harm}",
    ),
    roles=("gm",),
    secret=True,
    may=_may_set,
    group="Travel",
)
def set_trap(
    table: Desk,
    name: Annotated[str, Upto(40), Hidden],
    spot: Will = 15,
    disarm: Will = 15,
    score: Annotated[int, Between(-5, 20), Hidden] = 3,
    dice: Annotated[int, Between(1, 20), Hidden] = 2,
    harm: Annotated[str, From("damages"), Hidden] = "wounding",
) -> Ending:
    """TAD-EXP.06: put up a trap that only you know of: what it asks of who spots or disarms it, and how it strikes."""
    trap = Trap(spot, disarm, score, f"{dice}d6 {harm}")
    return ends("done", placed(table, name, trap, Audience({people.storyteller(table)})))


def revealed(table: Desk, name: str) -> list[Change]:
    """TAD-EXP.06: everybody sees a trap from now on; what it does is still the Storyteller's."""
    return [Remove(name), placed(table, name, trap_of(table, name)._replace(is_known=True), EVERYONE)]


# ── spotting ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _traps(table: Desk) -> list[str]:
    """TAD-EXP.06: the traps that somebody knows of."""
    return [token.name for token in table.tokens() if is_trap(table, token.name)]


def _unseen(table: Desk) -> list[str]:
    """TAD-EXP.06: of them, first those that not everybody sees."""
    return sorted(_traps(table), key=lambda one: trap_of(table, one).is_known)


Unseen = Annotated[Seen, Offers(_unseen)]


def _no_sight(table: Desk, who: str, trap: str) -> str | None:
    if not is_trap(table, trap):
        return f"{trap} is no trap"
    if trap_of(table, trap).is_known:
        return f"everybody sees {trap} already"
    return f"{who} sees nothing now" if sides.is_out(table, who) else None


def _may_spot(table: Desk, who: str, trap: str) -> str | None:
    if not table.dial("secret_notice"):
        return "at this table Notice is rolled openly: let them notice the trap"
    return _no_sight(table, who, trap)


@verb("{who} may notice the trap: {trap}", roles=("gm",), secret=True, may=_may_spot, group="Travel")
def spot_trap(table: Desk, who: sides.Present, trap: Unseen) -> Story:
    """TAD-EXP.04, TAD-EXP.06, TAD-INT.04, TAD-R.26: whether somebody notices a trap while nobody looks: a secret roll.

    Who does, sees it, and so does everybody.
    """
    party, will = Party(who, "Notice"), trap_of(table, trap).spot
    yield from foretelling.foretold_fate(table, party, will)
    outcome = yield from behind(lambda: foretelling.fate_call(table, party, will))
    if not (yield from tell("spotted", lambda: outcome in ("wins", "triumph"))):
        return ends(outcome, say("{who} notices nothing", "TAD-EXP.06", who=who))
    yield from now(*revealed(table, trap))
    return ends(outcome, say("{who} notices a trap: {trap}", "TAD-EXP.06", to=EVERYONE, who=who, trap=trap))


def _may_notice(table: Desk, who: str, trap: str) -> str | None:
    if table.dial("secret_notice"):
        return "at this table Notice is rolled in secret: spot the trap instead"
    return _no_sight(table, who, trap)


@verb("{who} may notice something", more=("the trap to notice: {trap}",), roles=("gm",), may=_may_notice, group="Travel")
def notice_trap(table: Desk, who: sides.Present, trap: Annotated[str, "token", Hidden, Offers(_unseen)]) -> Story:
    """TAD-EXP.04, TAD-EXP.06, TAD-INT.04: the same in the open, where the table does not roll Notice in secret."""
    verdict = yield from rolling.tested(table, Party(who, "Notice"), trap_of(table, trap).spot, is_secret=True)
    if verdict.is_won:
        name = yield from tell("spotted", lambda: trap)
        yield from now(*revealed(table, name), say("{who} notices a trap: {name}", "TAD-EXP.06", who=who, name=name))
    return ends(verdict.outcome)


# ── disarming ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_disarm(table: Desk, who: str, trap: str) -> str | None:
    return no_action(table, who) or (None if is_trap(table, trap) else f"{trap} is no trap")


@verb("{who} tries to disarm {trap}", may=_may_disarm, group="Travel")
def disarm(table: Desk, who: Own, trap: Annotated[Seen, Offers(_traps)]) -> Story:
    """TAD-EXP.06, TAD-AGI.02, TAD-R.26: disarm a trap that you see, by Sabotage versus fate."""
    yield from now(*acts(table, who), say("{who} works on {trap}", "TAD-EXP.06", who=who, trap=trap))
    verdict = yield from rolling.tested(table, Party(who, "Sabotage"), trap_of(table, trap).disarm, is_secret=True)
    if verdict.is_won:
        yield from now(Remove(trap), say("{trap} is disarmed", "TAD-EXP.06", trap=trap))
    return ends(verdict.outcome)


# ── springing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_spring(table: Desk, trap: str, who: str) -> str | None:
    if not is_trap(table, trap):
        return f"{trap} is no trap"
    return f"{who} is a trap, and not to be caught" if is_trap(table, who) else None


@verb("{trap} springs on {who}", roles=("gm",), may=_may_spring, group="Travel")
def spring(table: Desk, trap: Annotated[Seen, Offers(_traps)], who: sides.Present) -> Story:
    """TAD-EXP.06, TAD-CON.07, TAD-AGI.04, TAD-R.26: a trap strikes at somebody, who answers with Evade; then all know of it.

    TAD-STA.11: whoever cannot react is hit without a roll.
    """
    made = trap_of(table, trap)
    mine, theirs = Party("", trap, score=made.score), Party(who, "Evade")
    yield from so_far(None, lambda: _odds(table, mine, theirs, made.damage))
    if not made.is_known:
        yield from now(*revealed(table, trap))
    yield from now(say("{trap} springs at {who}", "TAD-EXP.06", trap=trap, who=who))
    if can_react(table, who):
        yield from now(*reacts(table, who))
        verdict = yield from rolling.contested(table, mine, theirs, is_attack=True)
    else:
        yield from now(say("{who} cannot react: {trap} hits", "TAD-STA.11", who=who, trap=trap))
        verdict = Decision(True)
    if not verdict.is_won:
        return ends("misses")
    harm = yield from tell("damage", lambda: made.damage)
    times = 2 if rolling.has_boon(table, verdict) else 1
    parts = yield from damage.dealt(table, trap, harm, times=times)
    was_out = sides.is_out(table, who)
    how = yield from damage.hurt(table, who, parts)
    return ends("fells" if how == damage.DOWN and not was_out else "hits")


def _odds(table: Desk, mine: Party, theirs: Party, harm: str) -> Call[str]:
    """TAD-EXP.06, TAD-CON.06: whether a trap misses, hits or fells."""
    contest = blows.exchanged(table, mine, theirs) if can_react(table, theirs.who) else None
    return blows.struck(table, theirs.who, contest, harm)
