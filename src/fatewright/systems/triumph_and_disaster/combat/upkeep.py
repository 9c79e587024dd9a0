"""Upkeep: what statuses do at the start and at the end of a turn, and hour by hour."""

from __future__ import annotations

from fatewright.systems.author import (
    Annotated,
    Asks,
    Between,
    Change,
    Desk,
    From,
    Hidden,
    Offers,
    Put,
    Seen,
    Story,
    Usual,
    ends,
    now,
    say,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters.people import has_status
from fatewright.systems.triumph_and_disaster.combat import damage, dying, statuses
from fatewright.systems.triumph_and_disaster.combat.sides import SIDES, Present, is_out
from fatewright.systems.triumph_and_disaster.magic import spells
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party, tested
from fatewright.systems.turns import is_fighting

SURPRISED = "Surprised"


def starts(table: Desk, who: str) -> Asks[bool]:
    """TAD-CMB.02, TAD-CMB.04, TAD-CMB.16, TAD-STA.04, TAD-STA.05: a turn starts; whether there is anything to be done in it.

    Whoever is dying holds on to life, and whoever is surprised does nothing; fire and open wounds do their harm.
    """
    if has_status(table, who, dying.DYING):
        yield from dying.holds_on(table, who)
        return False
    if has_status(table, who, SURPRISED):
        yield from now(
            *statuses.loses(table, who, SURPRISED), say("{who} is surprised, and loses this turn", "TAD-CMB.02", who=who)
        )
        return False
    if is_out(table, who):
        return False
    for status in table[who]["statuses"]:
        text = statuses.row(table, status).get("harm", "") if statuses.is_standard(table) else ""
        if text and not is_out(table, who):
            yield from now(say("{who}: {status:word}", "TAD-STA.04", "TAD-STA.05", who=who, status=status))
            parts = yield from damage.dealt(table, who, text)
            yield from damage.hurt(table, who, parts, soaks=False)
    return not is_out(table, who)


def finishes(table: Desk, who: str) -> Asks[None]:
    """TAD-CMB.04, TAD-STA.06, TAD-STA.07, TAD-STA.10, TAD-STA.11, TAD-STA.13: what ends with a turn, or is resisted."""
    if is_out(table, who):
        return
    yield from resists(table, who, "turn")
    yield from now(*_run_down(table, who))
    yield from now(*spells.turn_over(table, who))


def resists(table: Desk, who: str, each: str) -> Asks[None]:
    """TAD-STA.03, TAD-STA.06, TAD-STA.07, TAD-STA.11, TAD-STA.12, TAD-STA.13: rolls versus fate that end a status.

    Against 15, or against a will of its own. What only magic ends stays: failing then costs consciousness.
    """
    for status in table[who]["statuses"] if statuses.is_standard(table) else ():
        told = statuses.row(table, status)
        if told.get("each") != each or "resist" not in told or not has_status(table, who, status):
            continue
        verdict = yield from tested(table, Party(who, told["resist"]), will_of(table, who, status), is_secret=True)
        if told.get("stays", False):
            yield from now(*([] if verdict.is_won else statuses.gains(table, who, dying.STABLE)))
        elif verdict.is_won:
            yield from now(
                *statuses.loses(table, who, status),
                say("{who} is no longer {status:word}", "TAD-STA.01", who=who, status=status),
            )


def will_of(table: Desk, who: str, status: str) -> int:
    """TAD-STA.06, TAD-STA.13: what a status is resisted against: its own will, or the usual one."""
    usual = statuses.row(table, status).get("will", statuses.USUAL_WILL)
    return int(dict(table[who].get("wills", ())).get(status, usual))


def _run_down(table: Desk, who: str) -> list[Change]:
    """TAD-STA.10: a turn less of whatever lasts so many; at none, it is over."""
    left = {status: turns - 1 for status, turns in table[who]["timers"]}
    over = [status for status, turns in left.items() if turns <= 0]
    lasting = tuple((status, turns) for status, turns in left.items() if turns > 0)
    put: list[Change] = [Put(who, "timers", lasting)] if left else []
    ended = [
        change for change in statuses.loses(table, who, *over) if not (isinstance(change, Put) and change.field == "timers")
    ]
    return [*put, *ended, *(say("{who} is no longer {status:word}", "TAD-STA.10", who=who, status=status) for status in over)]


def _statuses_of(table: Desk, who: str) -> list[str]:
    return [one for one in table.data["lists"]["statuses"] if has_status(table, who, one)]


def _may_pass(table: Desk, who: str) -> str | None:
    return (
        "in a fight, turns are counted" if is_fighting(table) else f"{who} is dead" if has_status(table, who, "Dead") else None
    )


@verb("an hour passes for {who}", roles=("gm",), may=_may_pass, group="Wounds")
def hour(table: Desk, who: Annotated[Seen, Offers(SIDES.first(_statuses_of))]) -> Story:
    """TAD-STA.03, TAD-STA.06, TAD-STA.12: an hour passes for somebody: drink, poison and stone are resisted."""
    yield from resists(table, who, "hour")
    yield from resists(table, who, "turn")
    return ends("done")


def _statuses_to_come(table: Desk, who: str) -> list[str]:
    return [one for one in table.data["lists"]["statuses"] if not has_status(table, who, one)]


def _themselves(table: Desk, who: str) -> str:
    """TAD-STA.01: nobody else, unless somebody is named."""
    del table
    return who


def _may_afflict(table: Desk, who: str, status: str, by: str, turns: int, will: int) -> str | None:
    del by, turns, will
    return f"{who} is {status} already" if has_status(table, who, status) else None


@verb(
    "{who} is now {status} because of {by}",
    more=(
        "turns that it lasts (0: as usual): {turns}",
        "will that ends it, or tells what an illness is (0: the usual): {will}",
    ),
    roles=("gm",),
    may=_may_afflict,
    group="Wounds",
)
def afflict(
    table: Desk,
    who: Present,
    status: Annotated[str, From("statuses"), Offers(_statuses_to_come)],
    by: Annotated[Seen, Usual(_themselves)],
    turns: Annotated[int, Between(0, 99)] = 0,
    will: Annotated[int, Between(0, 60), Hidden] = 0,
) -> Story:
    """TAD-STA.01, TAD-STA.17: give somebody a status: by whom (themselves, if by nobody), for how many turns, what ends it.

    Of what somebody is Ill, you say when it is recognised.
    """
    source = "" if by == who else by
    yield from now(*statuses.gains(table, who, status, source=source, turns=turns, will=will))
    return ends("done", say("{who} is {status:word}", "TAD-STA.01", who=who, status=status))


def _may_cure(table: Desk, who: str, status: str) -> str | None:
    return None if has_status(table, who, status) else f"{who} is not {status}"


@verb("{who} is no longer {status}", roles=("gm",), may=_may_cure, group="Wounds")
def cure(
    table: Desk,
    who: Annotated[Seen, Offers(SIDES.first(_statuses_of))],
    status: Annotated[str, From("statuses"), Offers(_statuses_of)],
) -> Story:
    """TAD-STA.01, TAD-STA.02, TAD-STA.12: the cause of a status is gone, or magic has ended it."""
    yield from now(*statuses.loses(table, who, status))
    return ends("done", say("{who} is no longer {status:word}", "TAD-STA.01", who=who, status=status))
