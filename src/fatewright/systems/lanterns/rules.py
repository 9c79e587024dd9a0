"""Lanterns: throw as many d6 as the trait, five and six are hits; burn a light to throw the blanks again."""

from __future__ import annotations

from fatewright.systems.author import *

HITS, BLANKS = (5, 6), (2, 3, 4)
Trait = Literal["nerve", "hand", "wit"]


@rule
def daring(dice: Annotated[int, Between(0, 9)]) -> Asks[tuple[int, int]]:
    """Hits and blanks of so many dice, at least one."""
    return throw(d6(max(dice, 1)).count(hit=HITS, blank=BLANKS), lambda hits, blanks: (hits, blanks))


def check(table: Desk, who: str, trait: str) -> Asks[int]:
    """Hits thrown on a trait. Players may burn lights to throw the blanks again; foes throw behind the screen."""
    is_foe = table.role(table[who].owner) == "gm"
    hits, blanks = yield from (behind if is_foe else ask)(daring(table[who][trait]))
    times = 0 if is_foe else {"often": 9, "once": 1, "never": 0}[table.dial("burn")]
    while times and blanks and table[who]["light"]:
        prompt = phrase("{hits:hit}, {blanks:blank}. Burn a light to throw the blanks again?", hits=hits, blanks=blanks)
        burns = spend(who, "light", 1)
        offers = (Option(True, "burn", price=price_of(table, burns)), Option(False, "keep"))
        if not (yield from choose(who, "burn", prompt, offers, default=False)):
            break
        yield from now(burns)
        more, blanks = yield from ask(daring(blanks))
        hits, times = hits + more, times - 1
    return int((yield from tell("hits", lambda: hits)))


class Newcomer(NamedTuple):
    """The traits of somebody new."""

    nerve: int
    hand: int
    wit: int

    def __str__(self) -> str:
        return f"nerve {self.nerve}, hand {self.hand}, wit {self.wit}"


@rule
def newcomer() -> Asks[Newcomer]:
    """Six dice, two faces for each trait; every trait begins at one and ends at five."""
    dice = d6(6).count(nerve=(1, 2), hand=(3, 4), wit=(5, 6))
    return throw(dice, lambda *added: Newcomer(*(min(1 + more, 5) for more in added)))


def said(table: Desk, line: str, to: Audience | None = None, **names: str) -> Say:
    """A line of the log in the game's own words."""
    return say(table.data["words"][line], to=to, **names)


@verb("{who} dares it with {trait}", more=("which is {difficulty}",))
def dare(table: Desk, who: Mine, trait: Trait, difficulty: Annotated[str, From("difficulty")]) -> Story:
    """Try something that may go wrong."""
    hits = yield from check(table, who, trait)
    outcome = "holds" if hits >= table.data["lists"]["difficulty"][difficulty]["hits"] else "breaks"
    return ends(outcome, said(table, outcome, who=who))


@verb("{who} is put to the test of {trait}", more=("hits needed: {hits}",), roles=("gm",))
def test(table: Desk, who: Seen, trait: Trait, hits: Annotated[int, Between(1, 9), Hidden]) -> Story:
    """Put someone to a test of which only you know how hard it is."""
    thrown = yield from check(table, who, trait)
    outcome = "holds" if (yield from tell("holds", lambda: thrown >= hits)) else "breaks"
    return ends(outcome, said(table, outcome, who=who))


def foes(table: Desk, who: str) -> list[Option[str]]:
    """Everybody else; whoever strikes at their own side is told so."""
    side = {one.name: table.role(one.owner) for one in table.tokens()}
    return [Option(one, one, caution="on the same side" if side[one] == side[who] else "") for one in side if one != who]


def _may_strike(table: Desk, who: str, target: str) -> str | None:
    if table[target]["harm"] >= table[target]["toughness"]:
        return f"{target} has fallen already"
    return "nobody strikes themselves" if who == target else None


@verb("{who} strikes at {target}", may=_may_strike)
def strike(table: Desk, who: Mine, target: Annotated[Seen, Offers(foes)]) -> Story:
    """Strike at someone with what you carry."""
    gear = table.data["lists"]["weapons"][table[who]["weapon"]]
    hits = yield from check(table, who, gear["trait"])
    if not hits:
        return ends("misses", said(table, "misses", who=who, target=target))
    harm = yield from tell("harm", lambda: hits * gear["harm"])
    falls = yield from tell("falls", lambda: table[target]["harm"] + harm >= table[target]["toughness"])
    lines = [said(table, "hits", who=who, target=target), *([said(table, "falls", target=target)] if falls else [])]
    return ends("falls" if falls else "hits", Gain(target, "harm", harm), *lines)


@verb("{foe} stalks {prey}", roles=("gm",), secret=True)
def stalk(table: Desk, foe: Mine, prey: Seen) -> Story:
    """Let a foe creep up in secret: nobody else learns of it, unless it bites."""
    hits, _ = yield from ask(daring(table[foe]["wit"]))
    if hits < 1:
        return ends("nothing", said(table, "scent", foe=foe, prey=prey))
    yield from tell("bites", lambda: True, EVERYONE)
    return ends("bites", Gain(prey, "harm", 1), said(table, "bites", EVERYONE, prey=prey))


@verb(
    "{who} and {other} stare at each other",
    may=lambda _, who, other: "nobody stares themselves down" if who == other else None,
)
def stare(table: Desk, who: Mine, other: Seen) -> Story:
    """Stake light face down against someone; the higher stake wins."""
    asked = [Number(one, "stake", "Stake how much light?", 0, table[one]["light"], "your light", 0) for one in (who, other)]
    mine, theirs = yield from sealed("stake", phrase("{who} and {other} stare each other down", who=who, other=other), *asked)
    paid = [spend(side, "light", stake) for side, stake in zip((who, other), (mine, theirs), strict=True)]
    if mine == theirs:
        return ends("nothing", *paid, said(table, "even"))
    if table.dial("stare") == "winner pays":
        paid = [max(paid, key=lambda gain: -gain.amount)]
    outcome, loser = ("stares down", other) if mine > theirs else ("looks away", who)
    return ends(outcome, *paid, said(table, "away", loser=loser))
