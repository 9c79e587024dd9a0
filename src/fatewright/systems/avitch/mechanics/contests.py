"""Contests of more than two sides: a ladder from the lowest up, or everybody against everybody."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from fatewright.systems.author import (
    Asks,
    Choose,
    Desk,
    Mine,
    Option,
    Say,
    Story,
    ask,
    ends,
    form,
    now,
    options,
    phrase,
    say,
    sealed,
    tell,
    verb,
)
from fatewright.systems.avitch.characters import people
from fatewright.systems.avitch.characters.people import effective
from fatewright.systems.avitch.mechanics.attempts import Best, What, no_attempt, rolled
from fatewright.systems.avitch.mechanics.checks import ladder_order, lots

STAYS_OUT = "stay out"
MOST_SIDES = 8
PAIR = 2


class Entrant(NamedTuple):
    """Somebody who takes part, with what, and how good they are at it."""

    who: str
    skill: str
    rating: int


def _may_race(table: Desk, who: str, skill: str, what: str) -> str | None:
    return no_attempt(table, who, what, skill) or (None if _others(table, who) else "there is nobody to race with")


def _others(table: Desk, who: str) -> list[str]:
    """Who could take part: everybody else who is able to, as far as there is room."""
    able = [one.name for one in table.tokens() if one.name != who and not people.is_helpless(table, one.name)]
    return [one for one in able if not people.no_target(table, one)][: MOST_SIDES - 1]


@verb("{who} races: {what}, with the skill {skill}", may=_may_race, group="Checks")
def race(table: Desk, who: Mine, skill: Best, what: What) -> Story:
    """AVI-1.02.01.01, AVI-1.02.01.21, AVI-1.02.02.01: who is quickest, or best, of several sides; say who else takes part."""
    claim = phrase("{who}: {what:text} ({skill:word})", who=who, what=what, skill=skill)
    yield from now(Say(claim, ("AVI-1.02.01.21",)))
    named = yield from _named(table, who, claim)
    entries = yield from _entered(table, named, skill, claim)
    entrants = [(who, skill), *entries]
    if len(entrants) == 1:
        return ends("nothing", say("nobody else takes part", "AVI-1.02.01.21"))
    field = yield from _rated(table, entrants)
    order = yield from decided(table, field)
    placed = ", ".join(one.who for one in order[:2])
    losers = [one for one in order[1:] if one.who in table]
    lost = [change for one in losers for change in people.lost_with(table, one.who, one.skill)]
    return ends(
        "wins" if order[0].who == who else "loses",
        *lost,
        say("first and second: {placed:text}", "AVI-1.02.01.21", placed=placed),
    )


def _named(table: Desk, who: str, claim: str) -> Asks[list[str]]:
    """AVI-1.02.01.12: whoever proposes a contest names who takes part; what is named first counts as beginning it."""
    others = _others(table, who)
    fields = tuple(Choose(who, one, phrase("Does {one} take part?", one=one), options("yes", "no"), "yes") for one in others)
    answers = yield from form(
        who, "sides", phrase("{claim}. Who takes part?", claim=claim), *fields, default=("yes",) * len(fields)
    )
    return [one for one, answer in zip(others, answers, strict=True) if answer == "yes"]


def _entered(table: Desk, named: list[str], skill: str, claim: str) -> Asks[list[tuple[str, str]]]:
    """AVI-1.02.01.17: each of them takes part with a skill of their own, or stays out: ratings will be shown."""
    there = [one for one in named if one in table]
    if not there:
        return []
    skills = table.data["lists"]["skills"] if table.dial("mixed_skill_checks") == "yes" else (skill,)
    offered = (*options(*skills), Option(STAYS_OUT, STAYS_OUT))
    asked = [
        Choose(
            one,
            "skill",
            phrase("{claim}. With which skill does {one} take part?", claim=claim, one=one),
            offered,
            STAYS_OUT,
        )
        for one in there
    ]
    answers = yield from sealed("skill", claim, *asked)
    return [(one, answer) for one, answer in zip(there, answers, strict=True) if answer != STAYS_OUT]


def _rated(table: Desk, entrants: list[tuple[str, str]]) -> Asks[list[Entrant]]:
    """AVI-1.02.01.16, AVI-1.02.01.20, AVI-2.04.07: the ratings of all sides, shown to all."""
    there = [one for one in entrants if one[0] in table]
    extra = {who: people.led(table, who) for who, _ in there}
    ratings = yield from tell(
        "ratings", lambda: tuple(int(effective(table, who, skill, *extra[who][0])) for who, skill in there)
    )
    field = [Entrant(who, skill, rating) for (who, skill), rating in zip(there, ratings, strict=True)]
    shown = ", ".join(f"{one.who}: {one.skill} {one.rating}" for one in field)
    yield from now(*(change for _, used in extra.values() for change in used), Say(shown, ("AVI-1.02.01.02",)))
    return field


def decided(table: Desk, field: list[Entrant]) -> Asks[list[Entrant]]:
    """AVI-1.02.01.21: who is first, and who second; the others in no order that counts."""
    if table.dial("multi_side_check") == "ladder":
        return (yield from _ladder(table, field))
    won: dict[str, int] = dict.fromkeys((one.who for one in field), 0)
    for one, other in combinations(field, 2):
        winner = yield from _met(table, one, other, field)
        won[winner.who] += 1
    most = max(won.values())
    first = yield from _ladder(table, [one for one in field if won[one.who] == most])
    rest = sorted((one for one in field if one != first[0]), key=lambda one: -won[one.who])
    return [first[0], *rest]


def _ladder(table: Desk, field: list[Entrant]) -> Asks[list[Entrant]]:
    """AVI-1.02.01.21: the two lowest check, the winner faces the next; second is who lost to the last winner last."""
    order = yield from _ordered(field)
    beaten: list[tuple[Entrant, Entrant]] = []
    best = order[0]
    for one in order[1:]:
        winner = yield from _met(table, best, one, field)
        beaten.append((winner, one if winner == best else best))
        best = winner
    behind = [loser for winner, loser in reversed(beaten) if winner == best]
    return [best, *behind, *(one for one in order if one != best and one not in behind)]


def _ordered(field: list[Entrant]) -> Asks[list[Entrant]]:
    """AVI-1.02.01.21: by rising rating; equals by lot. Between two the order does not matter."""
    ratings = [one.rating for one in field]
    drawn: Sequence[int] = range(len(field))
    if len(set(ratings)) < len(ratings) > PAIR:
        drawn = yield from ask(lots(len(field)))
    return [field[place] for place in ladder_order(ratings, drawn)]


def _met(table: Desk, one: Entrant, other: Entrant, field: list[Entrant]) -> Asks[Entrant]:
    """AVI-1.02.01.12: one check of a contest; of two, who was named first begins it. Who has gone loses."""
    first, second = sorted((one, other), key=field.index)
    if first.who not in table or second.who not in table:
        return first if first.who in table else second
    won = yield from rolled(table, first.who, first.rating, second.rating, second.who)
    return first if won else second
