"""Bids: what everybody lays face down, what it costs, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate
from typing import Annotated, Literal, NamedTuple

from fatewright.systems.author import (
    Asks,
    Audience,
    Between,
    Call,
    Change,
    Desk,
    Dice,
    Form,
    Number,
    Say,
    Score,
    answers_for,
    behind,
    joined,
    now,
    phrase,
    price_of,
    rule,
    say,
    sealed,
    spend,
    tell,
    throw,
)
from fatewright.systems.foresight import Solution, solve
from fatewright.systems.twist_of_fate.characters import people, skills
from fatewright.systems.twist_of_fate.characters.people import NO_SKILL, Sheet

REBIDS = 20  # rounds of equal bids after which it is a draw
NOBODY = "nobody"
Tie = Literal["first", "second", "split"]


class Side(NamedTuple):
    """One side of a check: who, with what, and what comes on top."""

    who: str
    skill: str
    attribute: str
    use: str = ""  # what the skill is used for: a specialization may cover it
    bonus: int = 0  # circumstances, which everybody sees
    why: str = "circumstances"
    heart: int = 0  # what love or fear changes in the cap
    purse: str = ""  # the pool that pays, where it is not that of the attribute
    rated: str = ""  # the attribute that stands for the skill, where one does (Magic)
    fixed: int | None = None  # the total of whoever cannot do anything at all
    bids: bool = True  # whether they bid at all


# ── what a side has ────────────────────────────────────────────────────────────────────────────────────────────────────


def purse(side: Side) -> str:
    """TOF-1.10, TOF-1.32, TOF-R.01: the field of the pool that pays: that of the attribute used in the check."""
    return f"{side.purse or side.attribute}_pool"


def score(table: Desk, side: Side) -> Score:
    """TOF-1.02, TOF-3.03, TOF-8.05: attribute and skill: what is known before anybody bids."""
    values = Sheet(table, side.who)
    total = people.attribute(values, side.attribute)
    if side.rated:
        return total + people.attribute(values, side.rated)
    return total if side.skill == NO_SKILL else total + Score(people.rating(values, side.skill), side.skill, "TOF-3.03")


def bonuses(table: Desk, side: Side) -> Score:
    """TOF-1.02, TOF-1.31, TOF-2.14, TOF-3.10, TOF-8.11: what is added besides, outside the cap; nothing, unless told so."""
    total = Score(side.bonus, side.why, "TOF-1.31") if side.bonus else Score(0)
    buff = dict(table[side.who]["buffs"]).get(side.attribute.capitalize(), 0)
    if buff:
        total += Score(buff, "spell", "TOF-8.11")
    if table.dial("spec_effect") == "plus_one_inside" and is_special(table, side):
        total += Score(1, f"{side.skill}: {side.use}", "TOF-3.10")
    return total


def is_special(table: Desk, side: Side) -> bool:
    """TOF-3.09, TOF-3.37: whether a specialization covers this use, or somebody is at home among those to whom they talk."""
    if not side.use:
        return False
    values, lists = Sheet(table, side.who), table.data["lists"]
    return people.has_spec(values, side.skill, side.use) or skills.is_at_home(values, side.skill, side.use, lists)


def total(table: Desk, side: Side, bid: int) -> Score:
    """TOF-1.02, TOF-1.11, TOF-5.02, TOF-6.07, TOF-R.05: attribute, skill, bid and bonuses; never clamped.

    TOF-2.13: an attribute of 0 does not function: its total is 0.
    """
    if side.fixed is not None:
        return Score(side.fixed, "helpless", "TOF-6.23")
    if is_broken(table, side):
        return Score(0, f"{side.attribute} does not function", "TOF-2.13")
    return score(table, side) + Score(bid, "bid", "TOF-1.02") + bonuses(table, side)


def is_broken(table: Desk, side: Side) -> bool:
    """TOF-2.13: whether the attribute of a check does not function at all."""
    return bool(table[side.who][side.attribute] == 0 and table.dial("zero_attribute") == "auto_fail")


def cap(table: Desk, side: Side) -> Score:
    """TOF-1.10, TOF-3.10, TOF-8.05: the most that may be bid, whatever the pool holds."""
    values, dials = Sheet(table, side.who), table.dials()
    if side.rated:
        return people.attribute(values, side.rated)
    inside = dials["spec_effect"] != "half_cap_outside" or is_special(table, side)
    return people.cap(values, dials, side.skill, side.attribute, side.heart, bonuses(table, side), inside=inside)


def most(table: Desk, side: Side) -> int:
    """TOF-1.10, TOF-1.12, TOF-7.16, TOF-R.04: bids go from 0 to whichever is less, the cap or what the pool holds."""
    if is_broken(table, side) or not side.bids:
        return 0
    return max(0, min(int(cap(table, side)), int(table[side.who][purse(side)])))


def reach(table: Desk, side: Side) -> int:
    """TOF-1.11, TOF-R.06: the highest total a side can come to: the attribute and twice the skill, if the pool allows it."""
    return int(total(table, side, most(table, side)))


def bid_limits(cap: int, pool: int, skill: str, purse: str) -> tuple[tuple[int, str], ...]:
    """TOF-1.20: what a bid may not pass, the skill before the pool."""
    return (cap, f"bid_over_skill: {skill} allows {cap}"), (pool, f"bid_over_pool: the {purse} pool holds {pool}")


def question(table: Desk, side: Side, prompt: str = "") -> Number:
    """TOF-1.07, TOF-1.20, TOF-1.26, TOF-1.33: the score is known, then the bid is named; 0, when the time for it runs out.

    Whoever can only bid 0 is asked all the same.
    """
    most_of_all, pool = most(table, side), table[side.who][purse(side)]
    known = score(table, side) + bonuses(table, side)
    held = side.purse or side.attribute
    reason = f"score {int(known)}: {known.brief()}; the {held} pool holds {pool}"
    text = prompt or f"{side.who}: {side.skill} ({side.attribute}). How much willpower?"
    each = price_of(table, *paid(side, 1))
    if table.dial("illegal_bid") == "clamp":
        return Number(
            side.who, "bid", text, -99, 99, f"{reason}; what is not from 0 to {most_of_all} is taken as the nearest", 0
        )
    limits = bid_limits(int(cap(table, side)), pool, side.skill, held)
    return Number(side.who, "bid", text, 0, most_of_all, reason, 0, limits, each)


def within(table: Desk, side: Side, bid: int) -> int:
    """TOF-1.20: a bid as it counts; only where the table takes illegal ones is it ever another than the one laid down."""
    return max(0, min(bid, most(table, side)))


def paid(side: Side, bid: int) -> list[Change]:
    """TOF-1.09, TOF-1.12, TOF-4.06: all of a bid is gone, whatever comes of it; nothing bid costs nothing."""
    return [spend(side.who, purse(side), bid)] if bid else []


# ── face down ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def ask_for_bids(table: Desk, sides: Sequence[Side], keeps: int | None, prompt: str) -> Asks[list[int]]:
    """TOF-1.08, TOF-1.21, TOF-1.25, TOF-1.26, TOF-R.22: everybody lays a bid face down; all are turned over together.

    Each seat is asked once: the game master has all the bids of their people on one screen, and lays them down before any
    other is shown. Nobody is passed over for having nothing to bid, unless the table wants it so.
    """
    asked = [place for place, side in enumerate(sides) if _is_asked(table, side, len(sides))]
    seats: dict[str, list[int]] = {}
    for place in asked:
        seats.setdefault(answers_for(table.facts, sides[place].who), []).append(place)
    parts = [_part(table, seat, [sides[place] for place in places]) for seat, places in seats.items()]
    found = dict.fromkeys(range(len(sides)), 0)
    bidders = [side.who for side in sides if side.bids]
    if table.dial("hide_forced_zero") == "off":
        yield from tell("bidders", lambda: tuple(sides[place].who for place in asked))
    if parts:
        yield from now(*people.marked(bidders))
        answers = yield from sealed("bid", prompt, *parts, is_kept=are_kept(table))
        yield from now(*people.marked(bidders, is_over=True))
        for places, answer in zip(seats.values(), answers, strict=True):
            found |= zip(places, answer if len(places) > 1 else (answer,), strict=True)
    for place, side in enumerate(sides):
        if place not in asked and _bids_by_itself(table, side, len(sides)):
            found[place] = yield from _drawn(table, sides, place, keeps)
    return [within(table, side, found[place]) for place, side in enumerate(sides)]


def are_kept(table: Desk) -> bool:
    """TOF-1.23: by a dial bids stay with whoever laid them down; where sheets lie open the pools tell them, and so do we."""
    return bool(table.dial("reveal_level") == "winner_only" and table.dial("sheets") == "private")


def _is_asked(table: Desk, side: Side, count: int) -> bool:
    if not side.bids or _bids_by_itself(table, side, count):
        return False
    if not people.is_player_character(table, side.who) and table.dial("npc_bids") == "always_zero":
        return False
    return table.dial("hide_forced_zero") == "on" or most(table, side) > 0


def _bids_by_itself(table: Desk, side: Side, count: int) -> bool:
    """TOF-1.25: the equilibrium is one of two sides; with more, the game master is asked."""
    is_theirs = not people.is_player_character(table, side.who)
    return side.bids and is_theirs and table.dial("npc_bids") == "auto" and count == BOTH


BOTH = 2


def _part(table: Desk, seat: str, sides: list[Side]) -> Number | Form:
    if len(sides) == 1:
        return question(table, sides[0])
    fields = tuple(question(table, side)._replace(name=side.who) for side in sides)
    return Form(
        sides[0].who,
        "bid",
        phrase("{seat}: bids for {all}", seat=seat, all=[side.who for side in sides]),
        fields,
        (0,) * len(fields),
    )


def _drawn(table: Desk, sides: Sequence[Side], place: int, keeps: int | None) -> Asks[int]:
    """TOF-1.25: a bid drawn from the equilibrium at the stake that the game master has set: the only random number there is.

    It decides what the game master's side does, never what a rule says, and the log says so.
    """
    me = sides[place]
    drawn = yield from behind(lambda: _mixed(table, sides, place, keeps))
    bid: int = yield from tell("bid", lambda: drawn, for_gm(table) if are_kept(table) else None)
    yield from now(say("{who}'s bid was drawn from the equilibrium of this check, not chosen", "TOF-1.25", who=me.who))
    return bid


def for_gm(table: Desk) -> Audience:
    """The game master alone."""
    return Audience(people.gms(table))


def _mixed(table: Desk, sides: Sequence[Side], place: int, keeps: int | None) -> Call[int]:
    me, other = sides[place], sides[1 - place]
    head_start = int(total(table, me, 0)) - int(total(table, other, 0))
    return drawn_bid(head_start, most(table, me), most(table, other), table[me.who]["stake"], _tie(table, sides, place, keeps))


def _tie(table: Desk, sides: Sequence[Side], place: int, keeps: int | None) -> Tie:
    """TOF-1.18: whose a tie would be, the side at `place` being the first; nobody's, or a new bid, counts half for each."""
    tied = _settled(table, sides, [0] * len(sides), keeps)
    if tied.winner is None or tied.is_open:
        return "split"
    return "first" if tied.winner == place else "second"


@rule
def drawn_bid(
    head_start: Annotated[int, Between(-24, 24)],
    cap: Annotated[int, Between(0, 12)],
    other_cap: Annotated[int, Between(0, 12)],
    stake: Annotated[int, Between(1, 40)],
    tie: Tie = "second",
) -> Asks[int]:
    """TOF-1.25: one draw from the mix that the equilibrium of a check suggests; ties usually go to the other side."""
    mix = advised(head_start, cap, other_cap, stake, stake, tie).mixes[0]
    ends = list(accumulate(mix.weights.values()))
    shares = {f"bid {bid}": range(end - mix.weights[bid] + 1, end + 1) for bid, end in zip(mix.weights, ends, strict=True)}
    bids = tuple(mix.weights)
    return throw(Dice(1, mix.total).count(**shares), lambda *fallen: bids[fallen.index(1)])


# ── who wins ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Result(NamedTuple):
    """What an opposed check came to. `winner` is a place among the sides; None where nobody wins."""

    winner: int | None
    margin: int
    totals: tuple[int, ...]
    is_open: bool = False  # equal, and those who are bid again

    @property
    def tied(self) -> list[int]:
        """TOF-1.19: the places of those who share the highest total."""
        return [place for place, total in enumerate(self.totals) if total == max(self.totals)]


def settle(
    totals: Sequence[int],
    scores: Sequence[int],
    special: Sequence[bool],
    *,
    tie_rule: str = "status_quo",
    keeps: int | None = None,
    multi_margin: str = "second",
) -> Result:
    """TOF-1.05, TOF-1.06, TOF-1.18, TOF-1.19: the strictly highest total wins; ties are settled among the tied sides only.

    A specialist among them wins; else things stay as they are for the side that `keeps` them so, and with none, nobody wins.
    Whoever wins a tie does so with a margin of 0, which hurts nobody.
    """
    best = max(totals)
    tied = [place for place, found in enumerate(totals) if found == best]
    if len(tied) == 1:
        rest = [found for place, found in enumerate(totals) if place != tied[0]]
        below = min(rest) if multi_margin == "lowest" else max(rest)
        return Result(tied[0], best - below, tuple(totals))
    highest = [place for place in tied if scores[place] == max(scores[one] for one in tied)]
    experts = [place for place in tied if special[place]]
    if len(experts) == 1:
        winner: int | None = experts[0]
    elif tie_rule == "initiator" and 0 in tied:
        winner = 0
    elif tie_rule == "higher_score" and len(highest) == 1:
        winner = highest[0]
    else:
        winner = keeps if keeps in tied else None
    return Result(winner, 0, tuple(totals), tie_rule == "rebid" and len(experts) != 1)


def opposed_check(table: Desk, sides: Sequence[Side], keeps: int | None, prompt: str) -> Asks[tuple[str, Result]]:
    """TOF-1.05, TOF-1.08, TOF-1.09, TOF-1.18, TOF-1.19, TOF-1.23: an opposed check, from the bids to its winner.

    What everybody learns: the bids, and who wins, which comes first; then the whole result. The totals stay with the game
    master, unless the table wants them shown. Where equals bid again, it is only they.
    """
    for _ in range(REBIDS):
        laid = yield from ask_for_bids(table, sides, keeps, prompt)
        result = outcome_of(table, sides, laid, keeps)
        lines = [_reckoned(table, side, bid) for side, bid in zip(sides, laid, strict=True)]
        changes = [change for side, bid in zip(sides, laid, strict=True) for change in paid(side, bid)]
        yield from now(*changes, *turned_over(table, sides, laid), *lines)
        if table.dial("reveal_level") == "totals":
            yield from tell("totals", partial(_totals, result))
        winner: str = yield from tell("winner", partial(_named, sides, result))
        if not result.is_open:
            return winner, result
        tied = result.tied
        equals = "all" if len(tied) == len(sides) else " and ".join(sides[place].who for place in tied)
        yield from now(say("equal: {equals:text} have paid, and bid again", "TOF-1.18", equals=equals))
        keeps, sides = tied.index(keeps) if keeps in tied else None, [sides[place] for place in tied]
    return NOBODY, result._replace(is_open=False)


def turned_over(table: Desk, sides: Sequence[Side], laid: Sequence[int]) -> list[Change]:
    """TOF-1.23: who has bid what, by name; nothing where bids are kept, or where they may not be those that were laid down."""
    if are_kept(table) or table.dial("illegal_bid") == "clamp":
        return []
    bidders = [f"{side.who} bids {bid}" for side, bid in zip(sides, laid, strict=True) if side.bids]
    return [Say(joined(bidders), ("TOF-1.23",))] if bidders else []


def outcome_of(table: Desk, sides: Sequence[Side], laid: Sequence[int], keeps: int | None) -> Result:
    """TOF-1.18, TOF-1.19: what bids come to, at a table with its dials."""
    return _settled(table, sides, [int(total(table, side, bid)) for side, bid in zip(sides, laid, strict=True)], keeps)


def _settled(table: Desk, sides: Sequence[Side], totals: Sequence[int], keeps: int | None) -> Result:
    scores = [int(score(table, side)) for side in sides]
    special = [table.dial("spec_effect") == "tie_break" and is_special(table, side) for side in sides]
    tie_rule, multi_margin = table.dial("tie_rule"), table.dial("multi_margin")
    return settle(totals, scores, special, tie_rule=tie_rule, keeps=keeps, multi_margin=multi_margin)


def _reckoned(table: Desk, side: Side, bid: int) -> Say:
    reckoned = total(table, side, bid)
    return say(
        "{who}: {brief:text} makes {reckoned:why}",
        "TOF-1.02",
        to=for_gm(table),
        who=side.who,
        brief=reckoned.brief(),
        reckoned=reckoned,
    )


def _totals(result: Result) -> tuple[int, ...]:
    return result.totals


AGAIN = "bid again"


def _named(sides: Sequence[Side], result: Result) -> str:
    if result.is_open:
        tied = [sides[place].who for place in result.tied]
        return AGAIN if len(tied) == len(sides) else f"{AGAIN}: {', '.join(tied)}"
    return NOBODY if result.winner is None else sides[result.winner].who


# ── the mathematics ────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def opposed(
    head_start: Annotated[int, Between(-24, 24)],
    cap: Annotated[int, Between(0, 12)],
    other_cap: Annotated[int, Between(0, 12)],
    tie: Tie = "second",
) -> Asks[tuple[Fraction, int, int]]:
    """TOF-1.05, TOF-1.08, TOF-1.18: two sides bid face down; the first may have a head start.

    What it comes to: 1 if the first wins, 0 if the second does, a half where a tie is split; and what both have paid.
    """
    asked = (
        Number("first", "bid", "How much willpower?", 0, cap),
        Number("second", "bid", "How much willpower?", 0, other_cap),
    )
    mine, theirs = yield from sealed("bid", "Both bid", *asked)
    keeps = {"first": 0, "second": 1, "split": None}[tie]
    result = settle((head_start + mine, theirs), (head_start, 0), (False, False), keeps=keeps)
    return (Fraction(1, 2) if result.winner is None else Fraction(1 - result.winner)), mine, theirs


@cache
def advised(head_start: int, cap: int, other_cap: int, stake: int, other_stake: int, tie: Tie) -> Solution:
    """The equilibrium of an opposed check in which winning is worth so many points of willpower to each side.

    A game of two sides whose payoffs do not sum to nothing, and which has the equilibria of one whose do: what a side pays,
    divided by its own stake, is subtracted, and what the other pays is added.
    """

    def worth(outcome: tuple[Fraction, int, int]) -> Fraction:
        won, mine, theirs = outcome
        return won - Fraction(mine, stake) + Fraction(theirs, other_stake)

    return solve(opposed(head_start, cap, other_cap, tie), ("first", "second"), worth)


@rule
def against(
    score: Annotated[int, Between(0, 30)],
    bid: Annotated[int, Between(0, 12)],
    dn: Annotated[int, Between(0, 30)],
) -> str:
    """TOF-1.01, TOF-1.02, TOF-1.03, TOF-R.11, TOF-R.24: nothing is thrown; equality succeeds; under both names of the game."""
    return "success" if reaches(score + bid, dn) else "failure"


def reaches(total: int, difficulty: int) -> bool:
    """TOF-1.03, TOF-R.11: equality succeeds."""
    return total >= difficulty


def overflow_boons(overflow: int, step: int) -> int:
    """TOF-1.15, TOF-1.27, TOF-R.17: a boon for every so many points beyond the difficulty; a step of 0 switches them off."""
    return overflow // step if step and overflow > 0 else 0


def warned(table: Desk, sides: Sequence[Side]) -> list[Change]:
    """What the game master alone is told before the bids: that the reach of one side makes it a foregone conclusion."""
    told = foregone(table, sides)
    return [Say(told, (), for_gm(table))] if told and table.dial("advice") == "on" else []


def foregone(table: Desk, sides: Sequence[Side]) -> str:
    """A word for the game master alone where one of two sides cannot lose, or can make sure of winning; else nothing."""
    if len(sides) != BOTH:
        return ""
    lows, highs = [int(total(table, side, 0)) for side in sides], [reach(table, side) for side in sides]
    ahead = 0 if highs[0] > highs[1] else 1
    strong, weak = sides[ahead].who, sides[1 - ahead].who
    if lows[ahead] > highs[1 - ahead]:
        return f"a foregone conclusion: {strong} has {lows[ahead]} without a bid, and {weak} reaches {highs[1 - ahead]}"
    if highs[0] != highs[1]:
        return f"{strong} reaches {highs[ahead]}, {weak} {highs[1 - ahead]}: {strong} can make sure of it"
    return ""
