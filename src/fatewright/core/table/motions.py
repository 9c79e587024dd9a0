"""How a table without a game master decides: whoever was there when a motion was made votes, each for themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from fatewright.core.phrases import phrase
from fatewright.core.rule.ask import Choose, options, sealed
from fatewright.core.rule.rule import Asks
from fatewright.core.table.story import ALONE, Change, Desk, Ending, Say, ends, now, say

NO_VOTE = "abstain"  # the answer of whoever does not vote
Changes = Callable[[], Iterable[Change]]


def motion(table: Desk, text: str, changes: Changes, electors: Sequence[str] | None = None) -> Asks[Ending]:
    """Carried by more than half of the electors: all players, unless others are named. `changes` are asked for at the end.

    The first step settles who was there: whoever sits down later is not asked, and whoever has left since falls out.
    """
    asked = table.seats("player") if electors is None else electors
    yield from now(say("{seat} proposes: {text}", seat=table.seat, text=text))
    here = [seat for seat in asked if table.role(seat) == "player"]
    if not here:
        return ends("lost", say("the motion is lost ({text}): nobody is left who could vote", text=text))
    ways = options("yes", "no", NO_VOTE)
    ballots = [
        Choose(ALONE + seat, "vote", phrase("{seat} proposes: {text}", seat=table.seat, text=text), ways, NO_VOTE)
        for seat in here
    ]
    votes = dict(zip(here, (yield from sealed("motion", text, *ballots)), strict=True))
    is_carried = 2 * list(votes.values()).count("yes") > len(here)
    silent = _named(votes, NO_VOTE)
    told = phrase(
        "the motion is {how} ({text}); for it: {named}{silent}",
        how=phrase("carried") if is_carried else phrase("lost"),
        text=text,
        named=_named(votes, "yes") or phrase("nobody"),
        silent=phrase("; did not vote: {silent}", silent=silent) if silent else "",
    )
    return ends("carried", Say(told), *changes()) if is_carried else ends("lost", Say(told))


def elders(table: Desk, name: str) -> list[str]:
    """The players who were there before `name` came: they decide about that seat."""
    there = table.facts.seats()
    return [seat for seat in there[: there.index(name)] if table.role(seat) == "player"]


def nobody_can_decide(table: Desk, name: str) -> str | None:
    """Why a motion about somebody's seat cannot be made; None if it can."""
    if elders(table, name):
        return None
    return (
        f"nobody who plays was here before {name}, so nobody can vote on that seat; "
        f"whoever runs the server can give it to another device: fatewright table recover ID {name}"
    )


def _named(votes: dict[str, str], vote: str) -> list[str]:
    """Whoever has voted so."""
    return [seat for seat, one in votes.items() if one == vote]
