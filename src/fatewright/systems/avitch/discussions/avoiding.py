"""Avoiding an Appeal: to get away, by a check or by a chase, to strike, or to be rid of the talker in another way."""

from __future__ import annotations

from fatewright.systems.author import Asks, Change, Desk, choose, now, options, phrase, say
from fatewright.systems.avitch.characters import conditions, people
from fatewright.systems.avitch.discussions import discussions
from fatewright.systems.avitch.discussions.talks import Talk
from fatewright.systems.avitch.hand_to_hand import clashes, pairings
from fatewright.systems.avitch.mechanics import attempts
from fatewright.systems.avitch.travel import movement

FLEE, STRIKE, OTHER_WAY = "get away", "turn to violence", "be rid of them another way"
ONE_CHECK, CHASE = "by one check, Run against Run", "by a chase"


def avoid(table: Desk, talk: Talk, hearer: str, talker: str, how: str) -> Asks[bool]:
    """AVI-2.01.06, AVI-2.01.15, AVI-2.01.17, AVI-R.27: try not to hear it: an attempt with a check of its own, no veto.

    Run against Run, a Hand-to-Hand skill each, or any skill each. If it works, the Appeal is not made and not counted. Whoever
    gets away may make a chase of it.
    """
    if how == FLEE and (yield from _runs(table, hearer, talker)):
        return True
    skill, answer = ("Run", "Run") if how == FLEE else (yield from _means(table, hearer, talker, how))
    won = yield from attempts.against(table, hearer, skill, talker, answer)
    blows = _blows(table, hearer, talker, won=won) if how == STRIKE else []
    if not won:
        yield from now(*blows)
        is_able = not people.has(table, hearer, *discussions.UNABLE)
        yield from now(
            say(
                "{hearer} {how} hear it",
                "AVI-2.01.15",
                hearer=hearer,
                how=phrase("has to") if is_able else phrase("can no longer"),
            )
        )
        return not is_able
    ended = (
        discussions.came_to_blows(table, talk, hearer, talker)
        if how == STRIKE
        else discussions.parted(table, [hearer], [talker], talk)
    )
    yield from now(
        say("{hearer} does not hear it: {how:word}", "AVI-2.01.06", "AVI-2.01.15", hearer=hearer, how=how), *ended, *blows
    )
    return True


def _runs(table: Desk, hearer: str, talker: str) -> Asks[bool]:
    """AVI-2.01.06, AVI-2.01.15, AVI-3.07: a flight that becomes a chase, as whoever flees likes; the talker follows or not.

    What the two discuss goes on if the chase ends with the quarry caught, and is over once they are away.
    """
    if table.dial("movement_subsystem") == "single_check" or movement.no_chase(table, hearer, talker, "flees"):
        return False
    prompt = phrase("{hearer} gets away from {talker}: how?", hearer=hearer, talker=talker)
    if (yield from choose(hearer, "flight", prompt, options(ONE_CHECK, CHASE), ONE_CHECK)) == ONE_CHECK:
        return False
    yield from now(say("{hearer} runs from {talker}", "AVI-2.01.06", "AVI-3.07", hearer=hearer, talker=talker))
    is_pursued = yield from movement.taken_up(table, talker, "flees")
    if movement.no_chase(table, hearer, talker, "flees"):  # another chase may have begun meanwhile, or a fight
        return False
    if is_pursued:
        yield from now(*movement.chase_begins(table, hearer, talker, movement.start_gap(table)))
        return True
    alone = say("nobody pursues {hearer}", "AVI-2.01.06", hearer=hearer)
    yield from now(alone, *discussions.parted(table, [hearer], [talker]))
    return True


def _means(table: Desk, hearer: str, talker: str, how: str) -> Asks[tuple[str, str]]:
    """AVI-2.01.06, AVI-1.02.01.17: the skill by which somebody wants to be rid of the talker, and the talker's answer."""
    lists = table.data["lists"]
    offered = lists["groups"]["Hand-to-Hand"]["skills"] if how == STRIKE else list(lists["skills"])
    skill = yield from choose(
        hearer,
        "skill",
        phrase("{hearer}, to {how:word}: by which skill?", hearer=hearer, how=how),
        options(*offered),
        offered[0],
    )
    prompt = phrase(
        "{hearer} wants to {how:word} ({skill:word}). With which skill do you answer?", hearer=hearer, how=how, skill=skill
    )
    return skill, (yield from choose(talker, "skill", prompt, options(*offered), offered[0]))


def _blows(table: Desk, hearer: str, talker: str, *, won: bool) -> list[Change]:
    """AVI-2.01.06, AVI-4.01: violence is Hand-to-Hand: where one check decides a fight, this was it; else it begins a fight."""
    if table.dial("hand_to_hand") == "single_check":
        winner, loser = (hearer, talker) if won else (talker, hearer)
        return conditions.suffers(table, loser, "major", is_gentle=clashes.is_gentle(table, winner))
    return pairings.opened(table, hearer, talker) if won else []
