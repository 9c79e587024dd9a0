"""Odds of Mass Combat: a round between two plans, a line that holds, a whole battle."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from fatewright.systems.author import Asks, Between, Dice, ask, rule, throw
from fatewright.systems.avitch.mass_combat.battles import FIRST_HELD, PRESS, Companies, numbers
from fatewright.systems.avitch.mechanics.checks import Rating, check

Plan = Literal["Press", "Hold", "Flank"]
COUNTERS = {"Press": "Flank", "Hold": "Press", "Flank": "Hold"}
PLANS: tuple[Plan, Plan, Plan] = ("Press", "Hold", "Flank")
Losses = Annotated[int, Between(0, 6)]
Left = Annotated[int, Between(0, 12)]


@rule
def plan_against_plan(
    tactics: Rating,
    companies: Companies,
    plan: Plan,
    their_tactics: Rating,
    their_companies: Companies,
    their_plan: Plan,
    counter: Annotated[int, Between(0, 3)] = 2,
) -> Asks[bool]:
    """AVI-5.04, AVI-5.05: a round after the first, with equal quality and no hero: whether the attacker wins it."""
    mine = tactics + numbers(companies, their_companies) + counter * (COUNTERS[plan] == their_plan)
    theirs = their_tactics + numbers(their_companies, companies) + counter * (COUNTERS[their_plan] == plan)
    return (yield from ask(check(mine, theirs)))


class Outcome(NamedTuple):
    """How a battle ends: who wins, and after how many rounds."""

    winner: str
    rounds: int


@rule
def battle(
    tactics: Rating,
    lead: Rating,
    companies: Companies,
    their_tactics: Rating,
    their_lead: Rating,
    their_companies: Companies,
    losses: Losses = 0,
    their_losses: Losses = 0,
) -> Asks[Outcome]:
    """AVI-5.04, AVI-5.05, AVI-5.07, AVI-5.08, AVI-5.13: a battle of plans at random, without ground, heroes, speeches."""
    mine = PLANS[(yield from throw(Dice(1, 3).sum())) - 1]
    theirs = PLANS[(yield from throw(Dice(1, 3).sum())) - 1]
    won = yield from ask(plan_against_plan(tactics, companies, mine, their_tactics, their_companies, theirs))
    if won:
        left = their_companies - (2 if mine == PRESS else 1)
        if not (yield from ask(line_holds(their_lead, max(0, left), their_losses + 1))):
            return Outcome("attacker", 1)
        rest = battle(tactics, lead, companies, their_tactics, their_lead, left, losses, their_losses + 1)
    else:
        left = companies - (2 if theirs == PRESS else 1)
        if not (yield from ask(line_holds(lead, max(0, left), losses + 1))):
            return Outcome("defender", 1)
        rest = battle(tactics, lead, left, their_tactics, their_lead, their_companies, losses + 1, their_losses)
    after = yield from ask(rest)
    return Outcome(after.winner, after.rounds + 1)


@rule
def line_holds(lead: Rating, companies: Left, losses: Losses, rout_at: Annotated[int, Between(2, 6)] = 4) -> Asks[bool]:
    """AVI-5.08: whether a force holds after a loss: the first costs nothing, the last breaks it."""
    if companies == 0 or losses >= rout_at:
        return False
    return losses < FIRST_HELD or (yield from ask(check(lead, 1 + losses)))
