"""Contested Movement: chases along a track, from the first step to away or caught. Journeys are in `journeys`."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    SEAT,
    Asks,
    Change,
    Choose,
    Desk,
    Ending,
    From,
    Mine,
    Option,
    PutFact,
    Say,
    Score,
    Seen,
    Story,
    choose,
    ends,
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
from fatewright.systems.avitch.discussions.discussions import parted
from fatewright.systems.avitch.hand_to_hand import pairings
from fatewright.systems.avitch.hand_to_hand.pairings import Actor, Foe
from fatewright.systems.avitch.mechanics import deciding
from fatewright.systems.avitch.mechanics.attempts import LEARNED, against

Ground = Annotated[str, From("chase_grounds")]
Side = Literal["quarry", "pursuer"]
CAUGHT, AWAY = "caught", "away"
HIDE_FROM = 3  # the gap from which somebody can get out of sight
CARRIED = {"Ride", "Sail"}  # ways in which something else does the running
MOST_COMPANIONS = 12
FIGHT, TALK = "Hand-to-Hand", "a Discussion"


# ── how a chase stands ─────────────────────────────────────────────────────────────────────────────────────────────────


def chased(table: Desk) -> tuple[str, str] | None:
    """AVI-3.07: the quarry and the pursuer, while there is a chase and both are at the table."""
    quarry, pursuer = table.fact("chase", "quarry"), table.fact("chase", "pursuer")
    return (quarry, pursuer) if quarry in table and pursuer in table else None


def company(table: Desk, side: Side) -> list[str]:
    """AVI-3.11: all who move with the quarry, or with the pursuer; the leader first."""
    both = chased(table)
    if both is None:
        return []
    leader = both[0] if side == "quarry" else both[1]
    return [leader, *(who for who in table.fact("chase", f"with {side}") or () if who in table)]


def side_of(table: Desk, who: str) -> Side | None:
    """AVI-3.11: on which side of the chase somebody moves."""
    if who in company(table, "quarry"):
        return "quarry"
    return "pursuer" if who in company(table, "pursuer") else None


def start_gap(table: Desk, *, has_head_start: bool = False) -> int:
    """AVI-3.07: the gap at the start, one more with a head start."""
    return int(table.dial("chase_start_gap")) + has_head_start


def chase_begins(table: Desk, quarry: str, pursuer: str, gap: int) -> list[Change]:
    """AVI-3.07, AVI-R.25: a chase begins, for all to see; a gap beyond the track is the last place before its end.

    There is one chase at a time: an earlier one is over. Rounds are counted as they are run, so none is at the start.
    """
    length = table.dial("chase_track_length")
    there = max(1, min(gap, length - 1))
    line = say(
        "Contested Movement: {pursuer} is after {quarry}, gap {there} of {length}",
        "AVI-3.07",
        "AVI-R.25",
        pursuer=pursuer,
        quarry=quarry,
        there=there,
        length=length,
    )
    return [*_cleared(table), *_facts(quarry=quarry, pursuer=pursuer, gap=there, round=0), line]


def _facts(**values: Any) -> list[Change]:
    return [PutFact(("chase", name), value) for name, value in values.items()]


def _cleared(table: Desk) -> list[Change]:
    return [PutFact(path, None) for path in table.paths("chase")]


# ── beginning ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_start(table: Desk, who: str, other: str, role: str, **_: Any) -> str | None:
    return "one does not run from oneself" if who == other else no_chase(table, who, other, role)


def no_chase(table: Desk, who: str, other: str, role: str) -> str | None:
    """AVI-3.07: why somebody cannot run from another now, or after them; None if they can."""
    if chased(table):
        return "a chase is on already"
    if people.is_helpless(table, who):
        return f"{who} cannot act"
    if role == "flees" and people.has(table, who, "Held"):
        return f"{who} is Held, and cannot get away"
    if pairings.fight_of(table, who):
        return f"{who} is fighting: break off first"
    return people.no_target(table, other) if role == "pursues" else None


@verb(
    "{who} begins a chase with {other} and is the one who {role}",
    more=("a head start for the quarry: {head_start}",),
    may=_may_start,
    group="Chase",
)
def start_chase(
    table: Desk,
    who: Actor,
    other: Foe,
    role: Literal["flees", "pursues"] = "flees",
    head_start: Literal["no", "yes"] = "no",
) -> Story:
    """AVI-0.01, AVI-3.07, AVI-3.01: run from somebody, or after them. A head start for the quarry the table has to agree to."""
    quarry, pursuer = (who, other) if role == "flees" else (other, who)
    yield from now(
        Say(
            phrase("{quarry} runs from {pursuer}", quarry=quarry, pursuer=pursuer)
            if role == "flees"
            else phrase("{pursuer} goes after {quarry}", pursuer=pursuer, quarry=quarry),
            ("AVI-3.07",),
        )
    )
    claim = f"{quarry} has a head start"
    is_ahead = head_start == "yes" and (yield from deciding.ask_for_agreement(table, table.seat, claim, who, other))
    is_taken_up = yield from taken_up(table, other, role)
    if chased(table):
        return ends("nothing", say("another chase has begun meanwhile"))
    if not is_taken_up:
        if role == "flees":
            alone = say("nobody pursues {quarry}", "AVI-4.11", quarry=quarry)
            return ends(AWAY, *parted(table, [quarry], [pursuer]), alone)
        return (yield from _catches(table, quarry, pursuer))
    return ends("goes on", *chase_begins(table, quarry, pursuer, start_gap(table, has_head_start=is_ahead)))


def taken_up(table: Desk, other: str, role: str) -> Asks[bool]:
    """AVI-3.07: whether the other side takes a chase up: the pursuer pursues, the quarry runs. Who is helpless does neither."""
    if people.is_helpless(table, other):
        return False
    offered = ("pursue", "let them go") if role == "flees" else ("run", "stand")
    answer = yield from choose(other, "chase", phrase("{other}: what do you do?", other=other), options(*offered), offered[1])
    return answer == offered[0]


def _may_join(table: Desk, who: str, side: Side) -> str | None:
    if not chased(table):
        return "there is no chase"
    if side_of(table, who):
        return f"{who} is in this chase already"
    if len(company(table, side)) > MOST_COMPANIONS:
        return f"a leader and {MOST_COMPANIONS} others are all that a chase counts"
    return f"{who} cannot act" if people.is_helpless(table, who) else None


@verb("{who} joins the chase on the side of the {side}", may=_may_join, group="Chase")
def join_chase(table: Desk, who: Mine, side: Side) -> Ending:
    """AVI-3.11: move with the quarry, or with the pursuer. A group is as fast as its slowest."""
    others = (*company(table, side)[1:], who)
    return ends(
        "happens",
        *_facts(**{f"with {side}": others}),
        say("{who} joins the {side:word}'s side", "AVI-3.11", who=who, side=side),
    )


# ── a round ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_go_on(table: Desk, who: str, **_: Any) -> str | None:
    if not chased(table):
        return "there is no chase"
    return None if side_of(table, who) else f"{who} is not in this chase"


@verb("{who} goes on with the chase, over {ground}", may=_may_go_on, group="Chase")
def chase_round(table: Desk, who: Mine, ground: Ground = "open ground") -> Story:
    """AVI-3.08, AVI-3.01: one round of a chase: the table names the ground, each side how it moves, and one check decides.

    Propose a ground; the judges may name another. From gap 3 on the quarry may hide instead.
    """
    if (both := chased(table)) is None or who not in table:
        return ends("nothing", *_another_way())
    quarry, pursuer = both
    number = int(table.fact("chase", "round")) + 1
    here = yield from _ground_named(table, ground, quarry, pursuer)
    if not _is_still(table, quarry, pursuer, number):
        return ends("nothing", *_another_way())
    line = phrase("round {number}: {here:word}", number=number, here=here)
    ways = yield from sealed("way", phrase("{line}. How do you move?", line=line), *_ways(table, here, quarry, pursuer))
    if not _is_still(table, quarry, pursuer, number):
        return ends("nothing", *_another_way())
    yield from now(
        say(
            "{line}; {quarry}: {way:word}, {pursuer}: {other:word}",
            "AVI-3.08",
            line=line,
            quarry=quarry,
            way=ways[0],
            pursuer=pursuer,
            other=ways[1],
        )
    )
    if ways[0] == "Hide":
        return (yield from _hides(table, quarry, pursuer, number))
    return (yield from _runs(table, (ways[0], ways[1]), number))


def _another_way() -> list[Change]:
    return [say("the chase has gone another way")]


def _is_still(table: Desk, quarry: str, pursuer: str, number: int) -> bool:
    """Whether it is still this round of this chase: somebody may have given up, or shot, while others thought or threw."""
    return chased(table) == (quarry, pursuer) and table.fact("chase", "round") == number - 1


def _ground_named(table: Desk, ground: str, quarry: str, pursuer: str) -> Asks[str]:
    """AVI-3.08, AVI-1.02.13: the judges name the ground by most votes; then the one proposed, then the nearest clockwise."""
    acting = table.seat
    judges = deciding.judges(table, acting, quarry, pursuer)
    asked = [seat for seat in deciding.clockwise(table, acting) if seat in judges]
    if not asked:
        return ground
    prompt = phrase("{quarry} before {pursuer}: over what ground does it go?", quarry=quarry, pursuer=pursuer)
    grounds = options(*table.data["lists"]["chase_grounds"])
    votes = yield from sealed("ground", prompt, *(Choose(SEAT + seat, "ground", prompt, grounds, ground) for seat in asked))
    counted = Counter(votes)
    return str(max(votes, key=lambda vote: (counted[vote], vote == ground)))


def _ways(table: Desk, ground: str, quarry: str, pursuer: str) -> tuple[Choose[str], Choose[str]]:
    """AVI-3.08, AVI-3.10: the ways to move over a ground, which may differ; the quarry's last one is to hide."""
    moves = options(*table.data["lists"]["chase_grounds"][ground]["skills"])
    is_single = table.dial("movement_subsystem") == "single_check"
    near = "" if table.fact("chase", "gap") >= HIDE_FROM else f"they are too near: from gap {HIDE_FROM} on"
    hide = () if is_single else (Option("Hide", "Hide", near),)
    first = moves[0].value
    return (
        Choose(
            quarry,
            "way",
            phrase("{quarry} on {ground:word}: how do you move?", quarry=quarry, ground=ground),
            (*moves, *hide),
            first,
        ),
        Choose(
            pursuer, "way", phrase("{pursuer} on {ground:word}: how do you move?", pursuer=pursuer, ground=ground), moves, first
        ),
    )


def _runs(table: Desk, ways: tuple[str, str], number: int) -> Story:
    """AVI-3.08, AVI-3.09, AVI-3.11, AVI-3.01: one check, the quarry beginning it: the gap grows or shrinks by one.

    By a dial it decides the whole chase. In a long chase Endurance counts now and then, and the loser is Winded.
    """
    is_single = table.dial("movement_subsystem") == "single_check"
    is_long = not is_single and is_endurance_round(table.dial("chase_endurance_every"), number, ways)
    skills = ("Endurance", "Endurance") if is_long else ways
    running, after = company(table, "quarry"), company(table, "pursuer")
    slowest = yield from _slowest(table, running, skills[0])
    their_slowest = yield from _slowest(table, after, skills[1])
    won = yield from against(table, slowest, skills[0], their_slowest, skills[1])
    if not _is_still(table, running[0], after[0], number):
        return ends("nothing", *_another_way())
    if is_long:
        losers = after if won else running
        winded = [change for who in losers for change in people.marked(table, who, "Winded")]
        yield from now(*winded, say("{losers}: Winded", "AVI-3.09", losers=[*losers]))
    if is_single:
        return (yield from _comes_to(table, table.dial("chase_track_length") if won else 0, number))
    return (yield from _comes_to(table, table.fact("chase", "gap") + (1 if won else -1), number))


def is_endurance_round(every: int, number: int, ways: tuple[str, str]) -> bool:
    """AVI-3.09: every third round, or as the dial says; not where both ride or sail."""
    return bool(every) and number % every == 0 and not set(ways) <= CARRIED


def _slowest(table: Desk, group: list[str], skill: str) -> Asks[str]:
    """AVI-3.11, AVI-1.04.04: who sets the pace of a group: the lowest effective rating; whoever cannot move, before all."""
    for who in group:
        if people.is_helpless(table, who):
            return who
    if len(group) == 1:
        return group[0]
    slowest: str = yield from tell("ratings", lambda: min(group, key=lambda who: int(effective(table, who, skill))))
    return slowest


def _hides(table: Desk, quarry: str, pursuer: str, number: int) -> Story:
    """AVI-3.10, AVI-3.11, AVI-1.02.01.19: Hide against Notice instead of a round: gone and Hidden, or the gap shrinks by one.

    A group hides as well as its worst; of the pursuers the best looks out, and the others help.
    """
    hiding, looking = company(table, "quarry"), [who for who in company(table, "pursuer") if not people.is_helpless(table, who)]
    worst = yield from _slowest(table, hiding, "Hide")
    keenest = pursuer
    if len(looking) > 1:
        keenest = yield from tell("ratings", lambda: max(looking, key=lambda who: int(effective(table, who, "Notice"))))
    helped = yield from helped_by(table, keenest, looking, "Notice")
    won = yield from against(table, worst, "Hide", keenest, "Notice", (), helped)
    if not _is_still(table, quarry, pursuer, number):
        return ends("nothing", *_another_way())
    if not won:
        return (yield from _comes_to(table, table.fact("chase", "gap") - 1, number))
    hidden = [change for who in hiding for change in people.marked(table, who, "Hidden")]
    line = say("{quarry} is Hidden: the chase is over", "AVI-3.10", quarry=quarry)
    return ends(AWAY, *_escaped(table), *hidden, line)


def helped_by(table: Desk, leader: str, group: list[str], skill: str) -> Asks[tuple[Score, ...]]:
    """AVI-1.02.01.19: one more where somebody else of the group knows the skill well enough; never more than that."""
    others = [who for who in group if who != leader and not people.is_helpless(table, who)]
    if not others:
        return ()
    helps: bool = yield from tell("ruling", lambda: any(people.rating(table, who, skill) >= LEARNED for who in others))
    return (Score(table.dial("help_bonus"), "help", "AVI-1.02.01.19"),) if helps else ()


# ── where it ends ──────────────────────────────────────────────────────────────────────────────────────────────────────


def verdict(table: Desk, gap: int, number: int) -> str:
    """AVI-3.07, AVI-3.14: caught at 0, away at the end of the track, and away after so many rounds."""
    if gap <= 0:
        return CAUGHT
    cap = table.dial("chase_round_cap")
    return AWAY if gap >= table.dial("chase_track_length") or (cap and number >= cap) else "goes on"


def _moved(table: Desk, gap: int, number: int, rule_id: str = "AVI-3.08") -> list[Change]:
    """AVI-3.07, AVI-3.08, AVI-3.14: the gap after a round, and the end of the chase if the quarry is away."""
    quarry = table.fact("chase", "quarry")
    line = say("gap {gap} of {length}", rule_id, gap=gap, length=table.dial("chase_track_length"))
    if verdict(table, gap, number) != AWAY:
        return [*_facts(gap=gap, round=number), line]
    limit = "AVI-3.07" if gap >= table.dial("chase_track_length") else "AVI-3.14"
    return [*_escaped(table), line, say("{quarry} is away", limit, quarry=quarry)]


def _escaped(table: Desk) -> list[Change]:
    """AVI-3.07, AVI-2.01.17: the chase is over, and whoever was chased is out of what they and the pursuers discussed."""
    return [*parted(table, company(table, "quarry"), company(table, "pursuer")), *_cleared(table)]


def _comes_to(table: Desk, gap: int, number: int) -> Story:
    """AVI-3.07, AVI-3.13: what a round comes to."""
    quarry, pursuer = str(table.fact("chase", "quarry")), str(table.fact("chase", "pursuer"))
    yield from now(*_moved(table, gap, number))
    if verdict(table, gap, number) == CAUGHT:
        return (yield from _catches(table, quarry, pursuer))
    return ends(verdict(table, gap, number))


def _catches(table: Desk, quarry: str, pursuer: str) -> Story:
    """AVI-3.13, AVI-2.01.07: the pursuer chooses: blows, or a talk that the quarry has to listen to."""
    yield from now(*_cleared(table), say("{pursuer} has caught {quarry}", "AVI-3.13", pursuer=pursuer, quarry=quarry))
    how = yield from _what_follows(quarry, pursuer)
    return ends(CAUGHT, *_caught(table, quarry, pursuer, how))


def _what_follows(quarry: str, pursuer: str) -> Asks[str]:
    return (
        yield from choose(
            pursuer, "caught", phrase("You have caught {quarry}: what follows?", quarry=quarry), options(FIGHT, TALK), TALK
        )
    )


def _caught(table: Desk, quarry: str, pursuer: str, how: str) -> list[Change]:
    """AVI-3.13, AVI-2.01.07: a fight begins at once; a talk begins with its first words."""
    if how == FIGHT:
        return [
            say("{pursuer} and {quarry}: {how:word}", "AVI-3.13", pursuer=pursuer, quarry=quarry, how=how),
            *blows(table, pursuer, quarry),
        ]
    return [say("{pursuer} and {quarry}: {how:word}", "AVI-3.13", "AVI-2.01.07", pursuer=pursuer, quarry=quarry, how=how)]


def blows(table: Desk, who: str, other: str) -> list[Change]:
    """AVI-3.13, AVI-5.10: somebody attacks another; nothing yet, where one check decides fights or either cannot fight now."""
    both = (who, other)
    is_free = all(one in table and not people.is_helpless(table, one) and not pairings.fight_of(table, one) for one in both)
    if not is_free or table.dial("hand_to_hand") == "single_check" or pairings.is_settling(table):
        return []
    return pairings.opened(table, who, other)


def shot_in_chase(table: Desk, who: str) -> list[Change]:
    """AVI-3.12, AVI-4.15: a pursuer who shoots does not move: the gap grows by one, and that was the round.

    Nothing, if whoever shoots is not after anybody.
    """
    if side_of(table, who) != "pursuer":
        return []
    return _moved(table, table.fact("chase", "gap") + 1, table.fact("chase", "round") + 1, "AVI-3.12")


# ── leaving ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_leave_behind(table: Desk, who: str, member: str) -> str | None:
    if not (both := chased(table)):
        return "there is no chase"
    if who not in both:
        return "whoever leads a side decides that"
    side: Side = "quarry" if who == both[0] else "pursuer"
    return None if member in company(table, side)[1:] else f"{member} does not move with {who}"


@verb("{who} leaves {member} behind", may=_may_leave_behind, group="Chase")
def leave_behind(table: Desk, who: Mine, member: Seen) -> Story:
    """AVI-3.11: a side leaves somebody behind, so as to be faster. Whom the quarry leaves is caught, or chased instead."""
    quarry, pursuer = chased(table) or (who, who)
    side: Side = "quarry" if who == quarry else "pursuer"
    yield from now(*_without(table, side, member), say("{who} leaves {member} behind", "AVI-3.11", who=who, member=member))
    if side == "pursuer":
        return ends("happens")
    catchers = [one for one in company(table, "pursuer")[1:] if not people.is_helpless(table, one)]
    offered = (
        Option(quarry, f"on after {quarry}"),
        Option(member, f"after {member}"),
        *(Option(one, f"{one} stays and catches {member}") for one in catchers),
    )
    whom = yield from choose(
        pursuer, "left behind", phrase("{member} is left behind: what do you do?", member=member), offered, quarry
    )
    if chased(table) != (quarry, pursuer):
        return ends("nothing", *_another_way())
    if whom == quarry:
        return ends("goes on")
    if whom == member:
        away = parted(table, company(table, "quarry"), company(table, "pursuer"))
        return ends("goes on", *away, *_turned_to(table, member, pursuer), say("{quarry} is away", "AVI-3.11", quarry=quarry))
    yield from now(*_without(table, "pursuer", whom), say("{whom} has caught {member}", "AVI-3.11", whom=whom, member=member))
    how = yield from _what_follows(member, whom)
    return ends(CAUGHT, *_caught(table, member, whom, how))


def _without(table: Desk, side: Side, member: str) -> list[Change]:
    return _facts(**{f"with {side}": tuple(one for one in company(table, side)[1:] if one != member)})


def _turned_to(table: Desk, member: str, pursuer: str) -> list[Change]:
    """AVI-3.11: whoever is left behind is chased separately, from the gap that there was; the pursuers stay together."""
    others = tuple(company(table, "pursuer")[1:])
    return [*chase_begins(table, member, pursuer, table.fact("chase", "gap")), *_facts(**{"with pursuer": others})]


def _may_give_up(table: Desk, who: str) -> str | None:
    both = chased(table)
    return None if both and who in both else f"{who} leads no side of a chase"


@verb("{who} gives up the chase", may=_may_give_up, group="Chase")
def give_up_chase(table: Desk, who: Mine) -> Story:
    """AVI-3.13, AVI-4.11: the quarry stands and is caught, or the pursuer lets them go."""
    quarry, pursuer = chased(table) or (who, who)
    if who == quarry:
        return (yield from _catches(table, quarry, pursuer))
    return ends(AWAY, *_escaped(table), say("{pursuer} lets {quarry} go", "AVI-3.07", pursuer=pursuer, quarry=quarry))
