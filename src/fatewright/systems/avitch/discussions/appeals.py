"""Appeals: what is said, the terms that the table decides, the talker's check, the listener's die, and what it writes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from fatewright.systems.author import (
    Asks,
    Audience,
    Between,
    Change,
    Desk,
    Dice,
    From,
    Mine,
    Option,
    Say,
    Seen,
    Story,
    Upto,
    Usual,
    ask,
    choose,
    ends,
    now,
    options,
    phrase,
    rule,
    say,
    so_far,
    tell,
    throw,
    verb,
)
from fatewright.systems.avitch.characters import people
from fatewright.systems.avitch.discussions import discussions, driving, talks
from fatewright.systems.avitch.discussions.avoiding import FLEE, OTHER_WAY, STRIKE, avoid
from fatewright.systems.avitch.discussions.talks import Talk
from fatewright.systems.avitch.discussions.terms import NEW, USUAL, Pitch, Terms, ask_for_terms, skills
from fatewright.systems.avitch.hand_to_hand import pairings
from fatewright.systems.avitch.mechanics import attempts, deciding
from fatewright.systems.avitch.mechanics.attempts import Skill
from fatewright.systems.avitch.mechanics.checks import Die, Limit, Rating, Split, check
from fatewright.systems.avitch.travel import movement

Motivation = Annotated[str, From("motivations")]
MotivationRating = Annotated[int, Between(2, 10)]
Words = Annotated[str, Upto(80)]
Suggestion = Annotated[str, Upto(200)]
EntryOrNew = Annotated[int, Between(0, 30)]
FACES = 12
HEAR, IGNORE = "hear it", "ignore it"


# ── the rolls ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def appeal(
    skill: Rating,
    difficulty: Rating,
    motivation: MotivationRating,
    die: Die = "d8",
    split: Split = "initiator_high",
    limit: Limit = 0,
) -> Asks[str]:
    """AVI-2.02.08, AVI-2.02.09, AVI-2.02.11, AVI-2.02.12, AVI-1.02.03.08, AVI-R.15, AVI-R.23: both rolls of an Appeal.

    The talker's check; only if it is won, the listener's d12 against the rating of the motivation. The d12 stays a d12,
    whatever the check is thrown with.
    """
    if not (yield from ask(check(skill, difficulty, die, split, limit))):
        return "failure"
    return (yield from ask(moved(motivation)))


@rule
def moved(motivation: MotivationRating) -> Asks[str]:
    """AVI-2.02.09, AVI-R.23: whether the d12 of a listener is at most the rating of the motivation."""
    return throw(Dice(1, FACES).sum(), lambda face: "success" if face <= motivation else "unmoved")


@rule
def listeners_die() -> Asks[int]:
    """AVI-2.02.09: the d12 alone, for all to see; what it is compared with is the listener's secret."""
    return throw(Dice(1, FACES).sum())


# ── the Appeal ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_appeal(table: Desk, who: str, listener: str, skill: str, entry: int, **_: Any) -> str | None:
    if not talks.going_on(table):
        return "no discussion is going on: open one"
    if people.is_helpless(table, who):
        return f"{who} cannot talk"
    if people.has(table, listener, *discussions.UNABLE):
        return f"{listener} cannot hear it"
    if _fight(table, who, listener):
        return "blows have ended the discussion"
    if {movement.side_of(table, who), movement.side_of(table, listener)} == {"quarry", "pursuer"}:
        return f"not while {who} and {listener} are in a chase with each other"
    if skill not in skills(table):
        return f"at this table one appeals by {', '.join(USUAL)}"
    if entry and table.dial("dm_key_match") == "exact_text":
        return "at this table the same words are the same matter: leave the entry at 0"
    if who == listener and (problem := discussions.no_solo(table)):
        return problem
    return people.no_target(table, listener) or driving.no_entry(table, listener, entry)


def _fight(table: Desk, *who: str) -> bool:
    """AVI-2.01.17: whether violence has ended the discussion for one of these."""
    return table.dial("discussion_end") == "natural" and any(pairings.fight_of(table, one) for one in who)


def _topic(table: Desk, who: str, listener: str) -> str | None:
    """AVI-2.02.01: an Appeal is mostly about what is being discussed."""
    found = talks.of_these(table, who, listener)
    return talks.topic(table, found[0]) if len(found) == 1 else None


@verb(
    "{who} appeals to {listener} to be {motivation}, and suggests: {suggestion}",
    more=(
        "what is discussed: {topic}",
        "in which context: {context}",
        "with the skill {skill}",
        "the same matter as number {entry} of what drives the listener already",
    ),
    may=_may_appeal,
    group="Talk",
)
def appeal_(
    table: Desk,
    who: Mine,
    listener: Seen,
    topic: Annotated[Words, Usual(_topic)],
    context: Words,
    suggestion: Suggestion,
    motivation: Motivation,
    skill: Skill = "Convince",
    entry: EntryOrNew = NEW,
) -> Story:
    """AVI-2.01.05, AVI-2.02.01, AVI-2.02.02, AVI-2.02.05, AVI-2.04.05, AVI-R.31: speak in character, to a motivation.

    The table decides skill, motivation and difficulty; you roll, then the listener does. What drives the listener already has a
    number in their list: name it if this is the same matter, 0 if not. Failing costs the attempt.
    """
    talk = yield from talks.meant(table, talks.of_these(table, who, listener), topic)
    known = driving.entries(table, listener)[entry - 1].key if entry else None
    pitch = Pitch(who, listener, (context, topic), skill, motivation, known)
    said = say(
        "{who} to {listener} ({context:text}: {topic:text}): {suggestion:text}",
        "AVI-2.02.01",
        who=who,
        listener=listener,
        context=context,
        topic=topic,
        suggestion=suggestion,
    )
    yield from now(said, *people.marked(table, who, without=("Hidden",)), *talks.takes_part(table, talk, who, listener))
    hearers, is_early = discussions.hearers(table, talk, who, listener), table.dial("avoidance_window") == "before_step_1"
    if is_early and not (hearers := (yield from _listening(table, talk, pitch, hearers))):
        return ends("ignored")
    terms = yield from ask_for_terms(table, pitch, hearers)
    hearers = [one for one in hearers if not _is_refused(table, one, terms)]
    if not hearers:
        return ends(
            "refused",
            say(
                "{motivation:word} drives {listener} there already",
                "AVI-2.03.01.10",
                motivation=terms.motivation,
                listener=listener,
            ),
        )
    yield from _third_parties_look(table, who, terms.motivation, hearers)
    rating = yield from _ventured(table, who, terms, hearers)
    if rating is None or not talks.is_open(table, talk):  # it may have ended while people thought
        return ends("declined", say("{who} leaves it", "AVI-1.02.01.06", who=who))
    if not is_early and not (hearers := (yield from _listening(table, talk, pitch, hearers))):
        return ends("ignored")
    return (yield from _made(table, talk, who, rating, terms, hearers))


# ── before the dice ────────────────────────────────────────────────────────────────────────────────────────────────────


def _is_refused(table: Desk, hearer: str, terms: Terms) -> bool:
    """AVI-2.03.01.10: by a dial nobody appeals to what drives somebody there already."""
    found = driving.entry_for(table, hearer, terms.key)
    return table.dial("dm_renewal") == "refused" and found is not None and found.motivation == terms.motivation


def _third_parties_look(table: Desk, who: str, motivation: str, hearers: Sequence[str]) -> Asks[None]:
    """AVI-2.04.06: by a dial third parties, too, learn the rating."""
    if table.dial("motivation_visibility") != "third_party_too":
        return
    for hearer in hearers:
        may_know = Audience({*deciding.third_parties(table, who, hearer), people.owner(table, hearer)})
        yield from tell("motivation", partial(_rating, table, hearer, motivation), may_know)


def _rating(table: Desk, who: str, motivation: str) -> int:
    """AVI-R.23: the strength of a motivation is its rating; the skill of that name is another thing."""
    return int(table[who][motivation])


def _difficulty(table: Desk, hearer: str, terms: Terms) -> int:
    """AVI-2.02.07, AVI-2.02.13, AVI-R.11, AVI-R.28: 3 where something drives the listener already."""
    is_driven = driving.entry_for(table, hearer, terms.key) is not None
    return int(table.dial("appeal_entrenched_difficulty")) if is_driven else terms.difficulty


def _ventured(table: Desk, who: str, terms: Terms, hearers: Sequence[str]) -> Asks[int | None]:
    """AVI-2.02.08, AVI-2.02.16, AVI-2.04.07, AVI-1.02.01.06: the rating, if the talker goes through with it."""
    bonus, _ = people.led(table, who)
    mine: int = yield from tell("ratings", lambda: int(people.effective(table, who, terms.skill, *bonus, is_talk=True)))
    against = " and ".join(str(one) for one in _difficulties(table, terms, hearers))
    line = phrase(
        "{who}: {skill:word} {mine} against {against}, to {motivation:word}",
        who=who,
        skill=terms.skill,
        mine=mine,
        against=against,
        motivation=terms.motivation,
    )
    yield from now(Say(line, ("AVI-2.02.03", "AVI-2.02.06", "AVI-2.02.08")))
    answer = yield from choose(
        who, "appeal", phrase("{line}. Do you make the Appeal?", line=line), options("make it", "leave it"), "make it"
    )
    return mine if answer == "make it" else None


def _difficulties(table: Desk, terms: Terms, hearers: Sequence[str]) -> list[int]:
    return list(dict.fromkeys(_difficulty(table, one, terms) for one in hearers))


def _listening(table: Desk, talk: Talk, pitch: Pitch, hearers: Sequence[str]) -> Asks[list[str]]:
    """AVI-2.01.06, AVI-2.01.07, AVI-2.01.15: who of these hears it in the end; whoever ponders alone always does."""
    who, left = pitch.who, []
    for hearer in hearers:
        if hearer == who:
            left.append(hearer)
            continue
        answer = yield from choose(
            hearer,
            "answer",
            phrase("{who} appeals to {hearer}", who=who, hearer=hearer),
            _answers(table, talk, pitch, hearer),
            HEAR,
        )
        if answer == IGNORE:
            yield from now(say("{hearer} ignores it", "AVI-2.01.08", "AVI-2.01.09", hearer=hearer))
        elif answer == HEAR or not (yield from avoid(table, talk, hearer, who, answer)):
            left.append(hearer)
    return left


def _answers(table: Desk, talk: Talk, pitch: Pitch, hearer: str) -> tuple[Option[str], ...]:
    """AVI-2.01.06, AVI-2.01.07, AVI-2.01.08, AVI-2.01.09, AVI-R.26, AVI-R.27: no free refusal before the fourth Appeal.

    From then on each may be ignored: to hear one does not waive the right.
    """
    must = table.dial("appeals_before_ignoring")
    bound = "cannot act" if people.is_helpless(table, hearer) else ""
    unheard = "" if _heard(table, talk, pitch, hearer) >= must else f"{must} Appeals of a discussion have to be heard"
    fights = "a fight is on" if pairings.fight_of(table, hearer) else ""
    away = (Option(FLEE, FLEE, bound), Option(STRIKE, STRIKE, bound or fights), Option(OTHER_WAY, OTHER_WAY, bound))
    return (Option(HEAR, HEAR), *away, Option(IGNORE, IGNORE, unheard))


def _heard(table: Desk, talk: Talk, pitch: Pitch, hearer: str) -> int:
    """AVI-2.01.08, AVI-2.01.12: Appeals heard in this discussion, or in the last one that the two had of this very topic.

    What has been heard to the end is not gone through again where something else is discussed.
    """
    _, topic = pitch.key
    last = talks.of_the_same(table, topic, pitch.who, hearer)[-1:]
    return max(talks.heard(table, one, hearer) for one in (talk, *last))


# ── the dice ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _made(table: Desk, talk: Talk, who: str, rating: int, terms: Terms, hearers: Sequence[str]) -> Story:
    """AVI-2.02.08, AVI-2.02.09, AVI-2.02.12, AVI-R.29: the talker rolls, once for each difficulty; then the listener.

    Odds that the talker sees end with the check: the rating of the motivation is the listener's secret.
    """
    difficulty = {hearer: _difficulty(table, hearer, terms) for hearer in hearers}
    is_won = yield from _checked(table, who, rating, terms.skill, list(dict.fromkeys(difficulty.values())))
    reached = [hearer for hearer in hearers if is_won[difficulty[hearer]]]
    counted = [change for hearer in hearers for change in _counts(table, talk, hearer)]
    if not reached:
        return ends("failure", say("the Appeal fails", "AVI-2.02.12"), *counted)
    first = reached[0]
    yield from so_far("check won", (lambda: moved(_rating(table, first, terms.motivation))) if len(reached) == 1 else None)
    yield from now(*counted)
    convinced = []
    for hearer in reached:
        if (yield from _convinced(table, talk, hearer, terms)):
            convinced.append(hearer)
    return ends("success" if convinced else "unmoved")


def _checked(table: Desk, who: str, rating: int, skill: str, difficulties: list[int]) -> Asks[dict[int, bool]]:
    """AVI-2.01.14, AVI-2.02.08: one check for each distinct difficulty."""
    _, used = people.led(table, who)
    won = {}
    for difficulty in difficulties:
        won[difficulty] = yield from attempts.rolled(table, who, rating, difficulty)
        yield from now(*used, *([] if won[difficulty] else people.lost_with(table, who, skill)))
    return won


def _counts(table: Desk, talk: Talk, hearer: str) -> list[Change]:
    """AVI-2.01.08, AVI-2.01.10, AVI-2.02.12, AVI-R.15, AVI-R.16, AVI-R.17: one more Appeal heard, won or not."""
    return [change for one in discussions.concerned(table, talk, hearer) for change in talks.counted(table, talk, one)]


def _convinced(table: Desk, talk: Talk, hearer: str, terms: Terms) -> Asks[bool]:
    """AVI-2.02.09, AVI-2.02.10, AVI-2.04.06, AVI-R.15: the listener's d12, and the entry if it is low enough."""
    face = yield from ask(listeners_die(), by="" if table.dial("who_rolls") == "software" else hearer)
    is_moved: bool = yield from tell("appeal", lambda: face <= _rating(table, hearer, terms.motivation))
    if not is_moved:
        yield from now(say("{hearer} rolls {face} and is not moved", "AVI-2.02.12", "AVI-R.15", hearer=hearer, face=face))
        return False
    changes = [
        one
        for who in discussions.concerned(table, talk, hearer)
        for one in driving.written(table, who, terms.key, terms.motivation)
    ]
    yield from now(say("{hearer} rolls {face} and is moved", "AVI-2.02.09", hearer=hearer, face=face), *changes)
    return True
