"""Advice: what the mathematics of a bid suggest, for whoever asks and nobody else."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from fatewright.systems.author import (
    Asks,
    Audience,
    Between,
    Desk,
    Ending,
    Hidden,
    Offers,
    Say,
    Usual,
    answers_for,
    ask,
    count_of,
    ends,
    phrase,
    rule,
    verb,
)
from fatewright.systems.foresight import Duel, Odds, Purse, best_tries
from fatewright.systems.turns import is_fighting, order_of
from fatewright.systems.twist_of_fate.bidding import bids
from fatewright.systems.twist_of_fate.bidding.bids import advised
from fatewright.systems.twist_of_fate.bidding.checks import Learned, LearnedByOther, no_check, side_of
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.people import NO_SKILL, Sheet
from fatewright.systems.twist_of_fate.combat.attacks import blow_of, defences, defender
from fatewright.systems.twist_of_fate.combat.gear import weapon_in_hand
from fatewright.systems.twist_of_fate.combat.turns import SIDES, Own
from fatewright.systems.twist_of_fate.wounds import harm

Guess = Annotated[int, Between(0, 30), Hidden]
Points = Annotated[int, Between(0, 8), Hidden]
Stake = Annotated[int, Between(1, 40), Hidden]
EXCHANGES = 8
WORK = 220  # pairs of bids over all exchanges: more would take seconds, and everybody would wait


def _may_ask(table: Desk, who: str, **_: object) -> str | None:
    del who
    return None if table.dial("advice") == "on" else "this table plays without advice"


def _score(table: Desk, who: str, skill: str) -> int:
    """TOF-1.25: of somebody of whom nothing is known, one thinks as of oneself."""
    return int(bids.score(table, side_of(table, who, skill)))


def _cap(table: Desk, who: str, skill: str) -> int:
    return min(8, int(bids.most(table, side_of(table, who, skill))))


def _pool(table: Desk, who: str, skill: str) -> int:
    return int(table[who][bids.purse(side_of(table, who, skill))])


def _highest(table: Desk, who: str, skill: str) -> int:
    """TOF-1.13: what could be reached with the highest bid."""
    return min(30, _score(table, who, skill) + _cap(table, who, skill))


LikeOnes = Annotated[Guess, Usual(_score)]
LikeOnesCap = Annotated[Points, Usual(_cap)]


def _privately(table: Desk, who: str, text: str) -> Say:
    return Say(text, (), Audience({answers_for(table.facts, who)}))


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.1f} %"


def said_mix(mix: Odds[int]) -> str:
    """A mix of bids in words: how often each, the most frequent first."""
    shares = sorted(mix.weights.items(), key=lambda row: (-row[1], row[0]))
    return ", ".join(f"{bid}: {Fraction(weight, mix.total)}" for bid, weight in shares)


@rule
def staked(
    head_start: Annotated[int, Between(-24, 24)],
    cap: Annotated[int, Between(0, 12)],
    other_cap: Annotated[int, Between(0, 12)],
    stake: Annotated[int, Between(1, 40)] = 6,
    other_stake: Annotated[int, Between(1, 40)] = 6,
    tie: bids.Tie = "second",
) -> Asks[Fraction]:
    """TOF-1.05, TOF-1.18: what an opposed check is worth to its first side, in shares of the stakes."""
    won, mine, theirs = yield from ask(bids.opposed(head_start, cap, other_cap, tie))
    return won - Fraction(mine, stake) + Fraction(theirs, other_stake)


@verb(
    "{who} asks what to bid with {skill}",
    more=(
        "guessing their score at {their_score}",
        "guessing that they can bid up to {their_cap}",
        "winning is worth {stake} points",
        "a tie {tie}",
        "winning is worth {their_stake} points to them",
    ),
    may=_may_ask,
    secret=True,
    group="Advice",
)
def suggest_bid(
    table: Desk,
    who: Own,
    skill: Learned,
    their_score: LikeOnes,
    their_cap: LikeOnesCap,
    stake: Stake = 6,
    tie: Literal["goes to them", "goes to me"] = "goes to them",
    their_stake: Stake = 6,
) -> Ending:
    """TOF-1.25: the mix of bids that nobody can exploit, if winning is worth so many points to each side.

    Their score and cap are your own guess; nobody else sees any of this.
    """
    side = side_of(table, who, skill, "usual" if skill != NO_SKILL else "strength")
    head_start, most = int(bids.total(table, side, 0)) - their_score, bids.most(table, side)
    solved = advised(head_start, most, their_cap, stake, their_stake, "second" if tie == "goes to them" else "first")
    won = solved.outcomes.mean(lambda outcome: outcome[0])
    mine, theirs = map(said_mix, solved.mixes)
    text = f"{who}, {skill}: bid {mine}. They should bid {theirs}. You win {_percent(won)}."
    return ends("advised", _privately(table, who, text))


@verb(
    "{who} asks which bids to try one after another with {skill}",
    more=(
        "guessing a difficulty of at least {lowest} and at most {highest}",
        "the likely difficulties are {likely}",
        "failing for good costs {loss} points",
        "every try costs {each} points besides its bid",
        "the highest bid that has failed (-1 for none): {failed}",
    ),
    may=_may_ask,
    secret=True,
    group="Advice",
)
def suggest_tries(
    table: Desk,
    who: Own,
    skill: Learned,
    lowest: LikeOnes,
    highest: Annotated[Guess, Usual(_highest)],
    likely: Literal["all alike", "rather easy", "in the middle"] = "all alike",
    loss: Annotated[int, Between(0, 99), Hidden] = 0,
    each: Points = 0,
    failed: Annotated[int, Between(-1, 8), Hidden] = -1,
) -> Ending:
    """TOF-1.13: the cheapest bids one after another, for your own guess of the difficulty: from the lowest to the highest.

    Say what failing for good would cost you, what a try costs besides its bid, and the highest bid that has failed so far.
    """
    side = side_of(table, who, skill, "usual" if skill != NO_SKILL else "strength")
    score, most = int(bids.total(table, side, 0)), bids.most(table, side)
    needs = needed(range(min(lowest, highest), max(lowest, highest) + 1), score, likely, failed)
    if not needs.weights:
        return ends("advised", _privately(table, who, "by your guess, what you have tried would have succeeded"))
    found = best_tries(needs, most, each, loss or None) if loss or max(needs.weights) <= most else None
    if found is None:
        text = f"{who} reaches {score + most}: what may lie above cannot be had. Say what failing would cost you."
    else:
        plan = ", ".join(map(str, found.bids)) or "leave it"
        text = f"{who}, {skill}: {plan}; {float(found.cost):.2f} points on average"
    return ends("advised", _privately(table, who, text))


def needed(difficulties: range, score: int, likely: str, failed: int = -1) -> Odds[int]:
    """TOF-1.13: what a bid must reach, by a guess of the difficulty; a failure at a bid says exactly that more is needed."""
    weights: dict[int, int] = {}
    for place, difficulty in enumerate(difficulties):
        need = max(0, difficulty - score)
        middle = min(place, len(difficulties) - 1 - place) + 1
        weight = {"all alike": 1, "rather easy": len(difficulties) - place, "in the middle": middle}[likely]
        if need > failed:
            weights[need] = weights.get(need, 0) + weight
    return Odds(weights, sum(weights.values()))


STAKES = Odds({2: 5, 6: 3, 12: 2}, 10)  # how much hangs on a check: mostly little, now and then a lot


@verb(
    "{who} asks what a point of willpower is worth with {skill}",
    more=("{checks} checks to come before the pool is restored", "the hardest check needs a bid of {hardest}"),
    may=_may_ask,
    secret=True,
    group="Advice",
)
def price_of_a_point(
    table: Desk,
    who: Own,
    skill: Learned,
    checks: Annotated[int, Between(1, 10), Hidden] = 4,
    hardest: Annotated[int, Between(0, 12), Hidden] = 6,
) -> Ending:
    """TOF-4.07: what a point is worth now, with so many checks to come before the pool is restored, and what would be wasted.

    Needs from 0 to the hardest are taken to be alike, stakes as 2, 6 and 12 in five, three and two of ten checks.
    """
    side = side_of(table, who, skill, "usual" if skill != NO_SKILL else "strength")
    name, held = side.attribute, int(table[who][bids.purse(side)])
    purse = Purse(Odds(dict.fromkeys(range(hardest + 1), 1), hardest + 1), STAKES, int(bids.cap(table, side)))
    plan = ", ".join(f"{purse.bid(checks, held, stake)} for a stake of {stake}" for stake in STAKES.weights)
    price = float(purse.price(checks, held))
    text = (
        f"{who}, {name}: the last of {count_of(held, 'point')} is worth {price:.2f} now; bid {plan}. {wasted(table, who, name)}"
    )
    return ends("advised", _privately(table, who, text))


def wasted(table: Desk, who: str, name: str) -> str:
    """TOF-4.05, TOF-4.07: what a meal and a night would waste of a pool, and how much a day restores at most."""
    values, dials = Sheet(table, who), table.dials()
    held, most, rated = values[f"{name}_pool"], int(people.pool_max(values, dials, name)), values[name]
    night, meal = int(people.night_factor(values, dials)) * rated, dials["meal_factor"] * rated
    day = night + meal * int(people.meals_a_day(values, dials))
    lost = f"A meal would waste {max(0, held + meal - most)}, a night {max(0, held + night - most)}."
    return f"{lost} A day restores {day} at most."


@verb(
    "{who} asks how to bid in a duel with {skill}",
    more=(
        "guessing their score at {their_score}",
        "guessing that they can bid up to {their_cap}",
        "guessing that their pool holds {their_pool} points",
        "over {exchanges} exchanges",
        "exchanges ahead so far: {lead}",
    ),
    may=_may_ask,
    secret=True,
    group="Advice",
)
def suggest_duel(
    table: Desk,
    who: Own,
    skill: Learned,
    their_score: LikeOnes,
    their_cap: LikeOnesCap,
    their_pool: Annotated[int, Between(0, 60), Hidden, Usual(_pool)],
    exchanges: Annotated[int, Between(1, EXCHANGES), Hidden] = 5,
    lead: Annotated[int, Between(-8, 8), Hidden] = 0,
) -> Ending:
    """TOF-6.21: a duel of several exchanges: your chance, and the bids for the next one, by your guess of the other side."""
    side = side_of(table, who, skill, "usual" if skill != NO_SKILL else "strength")
    cap, pool = int(bids.cap(table, side)), int(table[who][bids.purse(side)])
    if (cap + 1) * (their_cap + 1) * exchanges > WORK:
        most = max(1, WORK // ((cap + 1) * (their_cap + 1)))
        return ends("advised", _privately(table, who, f"with such caps only {count_of(most, 'exchange')} can be foreseen"))
    duel = Duel((cap, their_cap), int(bids.total(table, side, 0)) - their_score)
    chance, found = duel.chance(exchanges, (pool, their_pool), lead), duel.bids(exchanges, (pool, their_pool), lead)
    mix = ", ".join(f"{bid}: {_percent(share)}" for bid, share in enumerate(found.rows) if share)
    return ends("advised", _privately(table, who, f"{who}, {skill}: chance {_percent(chance)}; next bid {mix}"))


def _may_foresee(table: Desk, who: str, **given: str) -> str | None:
    problem = no_check(table, who, given["skill"], "usual") or no_check(table, given["other"], given["other_skill"], "usual")
    return _may_ask(table, who) or problem


@verb(
    "{seat} asks how an opposed check would end",
    more=(
        "one side is {who}, who uses {skill}",
        "the other side is {other}, who answers with {other_skill}",
        "winning is worth {stake} points to both",
    ),
    roles=("gm",),
    may=_may_foresee,
    secret=True,
    group="Advice",
)
def foresee(
    table: Desk,
    who: Annotated[str, "token", Hidden, Offers(SIDES.present)],
    skill: Learned,
    other: Annotated[str, "token", Hidden, Offers(SIDES.rivals)],
    other_skill: LearnedByOther,
    stake: Stake = 6,
) -> Ending:
    """TOF-1.25: for the game master: whether an opposed check is a foregone conclusion, and the chance at a stake."""
    sides = side_of(table, who, skill), side_of(table, other, other_skill)
    head_start = int(bids.total(table, sides[0], 0)) - int(bids.total(table, sides[1], 0))
    most = [bids.most(table, side) for side in sides]
    solved = advised(head_start, most[0], most[1], stake, stake, "second")
    won = solved.outcomes.mean(lambda outcome: outcome[0])
    told = bids.foregone(table, sides) or "the reaches are equal: the tie decides"
    text = phrase(
        "{who} against {other}: {told:text}. {who} wins {percent:text} at a stake of {stake}; bids {mix:text}",
        who=who,
        other=other,
        told=told,
        percent=_percent(won),
        stake=stake,
        mix=said_mix(solved.mixes[0]),
    )
    return ends("advised", Say(text, (), Audience({table.seat})))


# ── whole fights ───────────────────────────────────────────────────────────────────────────────────────────────────────


def hopeless(table: Desk) -> list[str]:
    """TOF-6.30: why a fight might not end, for the game master: sides that cannot hurt each other, and nobody who tires."""
    found = []
    for team in sorted(SIDES.left(table)):
        mine = [who for who in order_of(table) if people.team_of(table, who) == team and not people.is_out(table, who)]
        foes = [who for who in order_of(table) if people.team_of(table, who) != team and not people.is_out(table, who)]
        if foes and not any(_can_hit(table, who, foe) for who in mine for foe in foes):
            found.append(f"{team} cannot hit anybody, whatever it bids")
    if table.dial("fatigue_cost") == 0:
        found.append("nobody tires: equals with empty pools tie for ever")
    if table.dial("hit_drain") == "none" and table.dial("harm_model") == "limbs":
        found.append("hits cost no health points: only a margin beyond all that are left takes somebody out")
    return found


def _can_hit(table: Desk, who: str, foe: str) -> bool:
    """Whether somebody's best attack could pass the other's best defense, if that is not bid for."""
    using = "weapon in hand" if weapon_in_hand(table, who) else "bare hands"
    blow = blow_of(table, who, foe, using, harm.torso(table))
    lowest = max(int(bids.total(table, defender(table, blow, way), 0)) for way in defences(table, blow))
    return bids.reach(table, blow.attacker) > lowest


def _may_foresee_fight(table: Desk) -> str | None:
    return _may_ask(table, "") or (None if is_fighting(table) else "nobody is fighting")


@verb("{seat} asks whether this fight can end", roles=("gm",), may=_may_foresee_fight, secret=True, group="Advice")
def foresee_fight(table: Desk) -> Ending:
    """TOF-6.30: for the game master: whether this fight can end, and what speaks against it."""
    told = "; ".join(hopeless(table)) or "nothing speaks against an end of this fight"
    return ends("advised", Say(told, ("TOF-6.30",), Audience({table.seat})))
