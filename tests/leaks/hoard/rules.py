"""The Hoard: what Lanterns keeps no secret of. Caps that only one side knows, a value told to one seat, a silent theft."""

# ruff: noqa: F403, F405  # the author's vocabulary comes in with a star

from __future__ import annotations

from fatewright.systems.author import *


@rule
def luck(dice: Annotated[int, Between(0, 6)]) -> Asks[int]:
    """What is found: as much as the best of a few dice shows above three."""
    return throw(d6(dice).highest(), lambda face: max(face - 3, 0))


@verb()
def bid(table: Desk, who: Mine, other: Seen) -> Story:
    """Bid coin face down; both lay down what they have bid."""
    sides = list(dict.fromkeys((who, other)))
    asked = [Number(side, "bid", "How much?", 0, table[side]["coin"], "what you have", 0) for side in sides]
    bids = yield from sealed("bid", "both bid", *asked)
    paid = [spend(side, "coin", bid) for side, bid in zip(sides, bids, strict=True)]
    return ends("done" if max(bids) == bids[0] else "beaten", *paid)


@verb()
def count(table: Desk, who: Mine, target: Seen) -> Story:
    """Count somebody's coin in passing: you alone learn how much it is."""
    mine = Audience({table.seat})
    coin = yield from tell("counted", lambda: table[target]["coin"], mine)
    return ends("done", Learn(table.seat, f"{target} had {coin}"), Say(f"{coin} coins", to=mine))


@verb(roles=("gm",), secret=True)
def heap(table: Desk, who: Mine) -> Story:
    """Let a foe find coin that nobody knows of."""
    found = yield from ask(luck(table[who]["guard"]))
    return ends("done" if found else "nothing", Gain(who, "coin", found))
