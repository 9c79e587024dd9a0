"""Hand-to-Hand: fights, exchange by exchange, from the first blow until one side is Out, Pinned, gone or has yielded."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems.author import (
    Asks,
    Change,
    Desk,
    Ending,
    From,
    Mine,
    Offers,
    Option,
    Put,
    PutFact,
    Score,
    Seen,
    Story,
    choose,
    ends,
    now,
    options,
    phrase,
    say,
    tell,
    untie,
    verb,
)
from fatewright.systems.avitch.characters import conditions, people
from fatewright.systems.avitch.characters.people import effective
from fatewright.systems.avitch.hand_to_hand import clashes, pairings
from fatewright.systems.avitch.hand_to_hand.clashes import BLOWS, BREAK_OFF, YIELD, Clasher
from fatewright.systems.avitch.hand_to_hand.pairings import Actor, Foe, Leader, Pairing, not_fit
from fatewright.systems.avitch.mechanics import deciding
from fatewright.systems.avitch.mechanics.attempts import against, rolled
from fatewright.systems.avitch.travel import movement

FOUR = ("Control", "Fighting Mind", "Speed", "Strength")
SURPRISED = 2  # what an ambush takes off
ACCEPT = "accept"
NEAR = 1  # the gap between whoever breaks off and whoever pursues


# ── beginning ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _no_fight(table: Desk, who: str, other: str) -> str | None:
    """Why two cannot come to blows now; None if they can."""
    if who == other:
        return "one does not fight oneself"
    if people.is_helpless(table, who):
        return f"{who} cannot act"
    if people.is_helpless(table, other):
        return f"{other} is helpless: there is nobody to fight"
    if pairings.fight_of(table, who):
        return f"{who} is fighting already"
    return people.no_target(table, other) or ("an exchange is being fought out" if pairings.is_settling(table) else None)


@verb("{who} starts a fight with {other}", may=_no_fight, group="Fight")
def fight(table: Desk, who: Actor, other: Foe) -> Story:
    """AVI-0.01, AVI-4.01, AVI-4.16, AVI-1.02.10: come to blows with somebody; exchanges follow, or one check decides.

    Who fights alone can be attacked by several; who is one of several turns to you.
    """
    if table.dial("hand_to_hand") == "single_check":
        return (yield from _at_once(table, who, other))
    openly = people.marked(table, who, without=("Hidden",))
    return ends(
        "goes on", *openly, *pairings.opened(table, who, other), say("{who} attacks {other}", "AVI-4.01", who=who, other=other)
    )


def _at_once(table: Desk, who: str, other: str) -> Story:
    """AVI-4.01: the best of the four skills each; the loser takes one major wound."""

    def best(one: str) -> tuple[str, int]:
        skill = max(FOUR, key=lambda skill: int(effective(table, one, skill)))
        return skill, int(effective(table, one, skill))

    yield from now(
        *people.marked(table, who, without=("Hidden",)), say("{who} fights {other}", "AVI-4.01", who=who, other=other)
    )
    (skill, mine), (their_skill, theirs) = yield from tell("ratings", lambda: (best(who), best(other)))
    yield from now(
        say(
            "{who}: {skill:word} {mine} against {other}: {their_skill:word} {theirs}",
            "AVI-4.01",
            who=who,
            skill=skill,
            mine=mine,
            other=other,
            their_skill=their_skill,
            theirs=theirs,
        )
    )
    won = yield from rolled(table, who, mine, theirs, other)
    winner, loser, lost = (who, other, their_skill) if won else (other, who, skill)
    yield from now(say("{winner} wins", "AVI-4.01", winner=winner), *people.lost_with(table, loser, lost))
    hurt = conditions.suffers(table, loser, "major", is_gentle=clashes.is_gentle(table, winner))
    return ends("wins" if won else "loses", *hurt)


def _may_ambush(table: Desk, who: str, other: str) -> str | None:
    if table.dial("hand_to_hand") == "single_check":
        return "one check decides a fight here: there are no ambushes"
    if pairings.fight_of(table, other):
        return f"{other} is fighting, and on guard"
    return _no_fight(table, who, other)


@verb("{who} lies in wait for {other}", may=_may_ambush, group="Fight")
def ambush(table: Desk, who: Actor, other: Foe) -> Story:
    """AVI-4.18: Hide against Notice; if you win, a free Clash against their Control at -2, and then you read."""
    yield from now(say("{who} lies in wait for {other}", "AVI-4.18", who=who, other=other))
    won = yield from against(table, who, "Hide", other, "Notice")
    yield from now(*people.marked(table, who, without=("Hidden",)))
    if not won:
        return ends("loses", say("{other} has noticed {who}", "AVI-4.18", other=other, who=who))
    if pairings.fight_of(table, who) or pairings.fight_of(table, other):
        return ends("nothing", say("a fight has begun meanwhile"))
    yield from now(*pairings.opened(table, who, other, who), say("{who} falls upon {other}", "AVI-4.18", who=who, other=other))
    begun = pairings.fight_of(table, who)
    if begun is None:
        return ends("nothing")
    yield from now(PutFact(("fight", begun.number, "settling"), True))
    approach = yield from choose(
        who, "approach", phrase("{other} is surprised: what do you do?", other=other), options(*BLOWS), BLOWS[0]
    )
    surprised = Score(-SURPRISED, "surprised", "AVI-4.18")
    outcome = yield from _clashed(table, begun, Clasher(who, approach), Clasher(other, "Control", (surprised,)))
    yield from now(PutFact(("fight", begun.number, "settling"), None), PutFact(("fight", begun.number, "reader"), who))
    yield from now(*pairings.decided(table))
    return ends("wins" if outcome == who else "loses")


# ── an exchange ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_exchange(table: Desk, who: str, other: str) -> str | None:
    fight = pairings.fight_of(table, who)
    if fight is None or other not in fight.against(who):
        return f"{who} does not fight {other}"
    if pairings.is_settling(table):
        return "an exchange is being fought out"
    if {who, other} != set(fight.leads):
        return f"{' and '.join(fight.leads)} lead their sides: name them, or let somebody else take the lead"
    first = pairings.due(table)
    if first is not None and first.number != fight.number:
        return f"{' and '.join(first.leads)} come first: all have one exchange before anybody has another"
    return None


@verb("{who} exchanges blows with {other}", may=_may_exchange, group="Fight")
def exchange(table: Desk, who: Leader, other: Foe) -> Story:
    """AVI-4.01, AVI-4.02, AVI-4.03, AVI-4.04, AVI-4.17: one exchange: who reads, what both commit to, and the clash."""
    fight = pairings.fight_of(table, who)
    if fight is None:
        return ends("nothing")
    line = say("{who} and {other}: an exchange", "AVI-4.01", who=who, other=other)
    yield from now(PutFact(("fight", fight.number, "settling"), True), line)
    if table.dial("read_rule") == "simultaneous_secret":
        beginner, answerer = fight.leads
        mine, theirs = yield from clashes.ask_both_at_once(table, beginner, answerer)
    else:
        beginner = yield from clashes.read(table, fight)
        answerer = fight.foe(beginner)
        mine, theirs = yield from clashes.ask_to_commit(table, beginner, answerer)
    outcome = yield from _comes_of(table, fight, Clasher(beginner, mine), Clasher(answerer, theirs))
    return ends("draw" if not outcome else "wins" if outcome == who else "loses")


def _comes_of(table: Desk, fight: Pairing, first: Clasher, second: Clasher) -> Asks[str]:
    """AVI-4.06, AVI-4.11, AVI-4.12: what two commitments come to; who has won the exchange, if anybody."""
    if not pairings.is_settling(table, fight.number):
        yield from now(say("the fight is over already", "AVI-4.20"))
        return ""
    chosen = {first.approach, second.approach}
    if chosen in ({BREAK_OFF}, {YIELD}):
        line = say(
            "both {how}: the fight is over",
            "AVI-4.11",
            "AVI-4.12",
            how=phrase("break off") if BREAK_OFF in chosen else phrase("yield"),
        )
        yield from now(line, *pairings.over(table, fight.number))
        return ""
    if YIELD in chosen:
        yields, other = (first, second) if first.approach == YIELD else (second, first)
        return (yield from _yields(table, fight, yields.who, other.who))
    numbers = [side._replace(bonuses=pairings.numbers(table, fight, side.who)) for side in (first, second)]
    winner = yield from _clashed(table, fight, numbers[0], numbers[1])
    used = first.approach if winner == first.who else second.approach
    if used == BREAK_OFF:
        yield from _breaks_off(table, fight, winner)
    else:
        yield from _goes_on(table, fight, winner, used)
    return winner


def _clashed(table: Desk, fight: Pairing, first: Clasher, second: Clasher) -> Asks[str]:
    """AVI-4.04, AVI-4.06, AVI-4.10, AVI-4.16: the clash, and what the winner's approach does; who has won."""
    marks = clashes.marks_now(table, *fight.first, *fight.second)
    won = yield from clashes.clash(table, first, second, marks)
    winner, loser = (first, second) if won else (second, first)
    hit = loser.who if winner.approach == BREAK_OFF else (yield from clashes.victim(table, fight, winner.who, loser.who))
    yield from clashes.takes_effect(table, winner, hit, marks)
    return winner.who


def _goes_on(table: Desk, fight: Pairing, winner: str, used: str) -> Asks[None]:
    """AVI-4.02, AVI-4.07, AVI-4.10, AVI-4.17, AVI-4.20: the exchange is over; who won by Speed reads the next."""
    is_quicker = used == "Speed" and table.dial("read_rule") == "loser_commits_first"
    where = ("fight", fight.number)
    yield from now(
        PutFact((*where, "exchanges"), fight.exchanges + 1),
        PutFact((*where, "reader"), winner if is_quicker else None),
        PutFact((*where, "settling"), None),
    )
    yield from now(*pairings.decided(table))


def _yields(table: Desk, fight: Pairing, who: str, other: str) -> Asks[str]:
    """AVI-4.12: no clash. The opponent accepts, and it is over on spoken terms; or applies one effect as if having won."""
    yield from now(say("{who} yields", "AVI-4.12", who=who))
    prompt = phrase("{who} yields. Do you accept, or what do you do to {who}?", who=who)
    answer = yield from choose(other, "terms", prompt, options(ACCEPT, *BLOWS), ACCEPT)
    if answer == ACCEPT:
        line = say("{other} accepts: the fight ends on spoken terms", "AVI-4.12", other=other)
        yield from now(line, *pairings.over(table, fight.number))
        return other
    marks = clashes.marks_now(table, *fight.first, *fight.second)
    hit = yield from clashes.victim(table, fight, other, who)
    yield from clashes.takes_effect(table, Clasher(other, answer), hit, marks)
    yield from _goes_on(table, fight, other, answer)
    return other


def _breaks_off(table: Desk, fight: Pairing, who: str) -> Asks[None]:
    """AVI-4.11: somebody leaves. If that was the last of a side, the other may pursue: a chase begins at gap 1."""
    foe = fight.foe(who)
    is_last = len(fight.side_of(who)) == 1
    yield from now(say("{who} breaks off", "AVI-4.11", who=who), *pairings.left(table, fight, who))
    if not is_last:
        yield from _goes_on(table, fight, who, BREAK_OFF)
        return
    yield from now(*pairings.over(table, fight.number))
    if movement.chased(table) or pairings.fight_of(table, foe):
        return
    offered = options("pursue", "let them go")
    answer = yield from choose(foe, "pursue", phrase("{who} breaks off. Do you pursue?", who=who), offered, "let them go")
    if answer == "pursue" and not movement.chased(table):
        yield from now(*movement.chase_begins(table, who, foe, NEAR))


# ── before, and after ──────────────────────────────────────────────────────────────────────────────────────────────────


def _may_take_lead(table: Desk, who: str) -> str | None:
    if pairings.is_settling(table):
        return "an exchange is being fought out"
    return None if pairings.fight_of(table, who) else f"{who} is not in a fight"


@verb("{who} takes the lead in the fight", may=_may_take_lead, group="Fight")
def take_lead(table: Desk, who: Mine) -> Ending:
    """AVI-4.16: of several against one, lead the next exchange: your ratings, marks and commitment count."""
    fight = pairings.fight_of(table, who)
    if fight is None:
        return ends("nothing")
    leads = (who, fight.leads[1]) if who in fight.first else (fight.leads[0], who)
    return ends("happens", PutFact(("fight", fight.number, "leads"), leads), say("{who} takes the lead", "AVI-4.16", who=who))


@verb("{who} fights with this intent: {intent}", group="Fight")
def intend(table: Desk, who: Mine, intent: Annotated[str, From("intents")] = "subdue") -> Ending:
    """AVI-4.19: say what you are after: whoever only subdues takes nobody beyond Out."""
    del table
    return ends("happens", Put(who, "intent", intent), say("{who}'s intent: {intent:text}", "AVI-4.19", who=who, intent=intent))


def _held(table: Desk, who: str) -> list[str]:
    return table.related("holds", who)


Held = Annotated[Seen, Offers(_held)]  # whom somebody holds


def _may_let_go(table: Desk, who: str, other: str) -> str | None:
    if pairings.is_settling(table):
        return "an exchange is being fought out"
    return None if other in table.related("holds", who) else f"{who} does not hold {other}"


@verb("{who} lets {other} go", may=_may_let_go, group="Fight")
def let_go(table: Desk, who: Mine, other: Held) -> Ending:
    """AVI-1.04.08, AVI-4.09: let somebody go whom you hold or have pinned."""
    return ends("happens", *conditions.freed(table, who, other))


def _may_free(table: Desk, who: str, other: str) -> str | None:
    return not_fit(table, who) or (None if people.has(table, other, "Pinned") else f"{other} is not Pinned")


def _pinned(table: Desk, who: str) -> list[Option[str]]:
    """AVI-4.09: of one's own, whoever is Pinned first."""
    return sorted(pairings.SIDES.mates(table, who), key=lambda one: not people.has(table, one.value, "Pinned"))


@verb("{who} tries to free {other}", may=_may_free, group="Fight")
def free(table: Desk, who: Actor, other: Annotated[Seen, Offers(_pinned)]) -> Story:
    """AVI-4.09: free somebody who is Pinned; the table has to agree that nobody keeps you from it."""
    if not (yield from deciding.ask_for_agreement(table, table.seat, f"{who} frees {other}", who, other)):
        return ends("voted down")
    return ends("agreed", *_all_free(table, other), say("{who} frees {other}", "AVI-4.09", who=who, other=other))


def _all_free(table: Desk, held: str) -> list[Change]:
    ties = [untie("holds", holder, held) for holder in table.relating("holds", held)]
    return [*ties, *people.marked(table, held, without=("Held", "Pinned"))]
