"""Discussions: when one begins, who talks in it and who listens, and how it ends."""

from __future__ import annotations

from typing import Annotated

from fatewright.core.story import SEAT
from fatewright.systems.author import (
    Asks,
    Change,
    Choose,
    Desk,
    Mine,
    Put,
    PutFact,
    Say,
    Seen,
    Story,
    Upto,
    choose,
    ends,
    options,
    sealed,
    verb,
)
from fatewright.systems.avitch import deciding, driving, people

Topic = Annotated[str, Upto(80)]
Sentence = Annotated[str, Upto(200)]
NEW = "this is a new matter"
UNABLE = ("Out", "Dying", "Dead")  # whoever is pinned still hears


def is_open(table: Desk) -> bool:
    """Whether a discussion is going on."""
    return bool(table.fact("discussion", "open"))


# ── groups ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def side_of(table: Desk, who: str) -> str:
    """AVI-2.01.01, AVI-2.01.16: somebody's group, by the name of who came first; a bystander's is their own."""
    return str(table.fact("discussion", "side", who) or who)


def members(table: Desk, side: str) -> list[str]:
    """AVI-2.01.01, AVI-2.01.02, AVI-2.01.03: a group; who talks and who listens may change at every moment, or never."""
    return [token.name for token in table.tokens() if table.fact("discussion", "side", token.name) == side]


def hearers(table: Desk, talker: str, listener: str) -> list[str]:
    """AVI-2.01.14, AVI-R.16: who hears an Appeal to somebody: they alone; by dials all of their group, or who speaks for it."""
    mode, side = table.dial("appeal_group_mode"), side_of(table, listener)
    group = [who for who in members(table, side) if who != talker and not people.has(table, who, *UNABLE)]
    if mode == "single_listener" or listener not in group:
        return [listener]
    if mode == "everyone":
        return [listener, *(who for who in group if who != listener)]
    speaker = table.fact("discussion", "speaker", side)
    return [speaker if speaker in group else listener]


def concerned(table: Desk, hearer: str) -> list[str]:
    """AVI-2.01.14, AVI-R.16: whose count and sheet an Appeal touches; who speaks for a group hears for all."""
    if table.dial("appeal_group_mode") != "spokesperson":
        return [hearer]
    group = members(table, side_of(table, hearer))
    return [hearer, *(who for who in group if who != hearer and not people.has(table, who, *UNABLE))]


# ── beginning ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def no_solo(table: Desk) -> str | None:
    """AVI-2.01.04, AVI-2.02.15: talking to oneself, where the table has it."""
    return None if table.dial("solo_appeals") == "on" else "at this table nobody appeals to themselves"


def _may_open(table: Desk, who: str, other: str, **_: str) -> str | None:
    if people.is_helpless(table, who):
        return f"{who} cannot talk"
    return no_solo(table) if who == other else None


@verb(may=_may_open, group="Talk", says="{who} and {other} discuss: {topic}")
def open_discussion(table: Desk, who: Mine, other: Seen, topic: Topic, changed: Sentence = NEW) -> Story:
    """AVI-2.01.01, AVI-2.01.04, AVI-2.01.11, AVI-2.01.12, AVI-2.01.13, AVI-R.17: begin a discussion.

    Name yourself to ponder alone. After an earlier one, something must have changed: say what. All counts begin anew.
    """
    number = (table.fact("discussion", "number") or 0) + 1
    claim = f"{who} and {other} discuss {topic}" if who != other else f"{who} ponders {topic}"
    if number > 1 and not (yield from _confirmed(table, f"{claim}. What has changed: {changed}", who, other)):
        return ends("voted down", Say(f"nothing has changed: there is no new discussion of {topic}", ("AVI-2.01.12",)))
    facts = {"open": True, "number": number, "topic": topic, "changed": changed}
    sides = [PutFact(("discussion", "side", one), one) for one in dict.fromkeys((who, other))]
    counts = [Put(token.name, "heard", 0) for token in table.tokens() if token["heard"]]
    begun = [PutFact(("discussion", name), value) for name, value in facts.items()]
    lines = [Say(claim, ("AVI-2.01.01", "AVI-2.01.11")), *driving.read_aloud(table, who, other)]
    return ends("agreed", *_no_sides(table), *begun, *sides, *counts, *lines)


def _confirmed(table: Desk, claim: str, *involved: str) -> Asks[bool]:
    """AVI-2.01.13: whether something has changed, as the table sees it, or a third party; at some tables nobody asks."""
    gate = table.dial("new_discussion_gate")
    if gate == "off":
        return True
    third = deciding.nearest_third_party(table, table.seat, *involved)
    if gate == "table" or third is None:
        return (yield from deciding.agreed(table, table.seat, claim, *involved))
    return (yield from choose(SEAT + third, "changed", claim, options("yes", "no"), "no")) == "yes"


def _no_discussion(table: Desk, **_: str) -> str | None:
    return None if is_open(table) else "no discussion is going on"


@verb(may=_no_discussion, group="Talk")
def join_discussion(table: Desk, who: Mine, other: Seen) -> Story:
    """AVI-2.01.01, AVI-2.01.16: stand with somebody in a discussion; name yourself to stand alone."""
    line = Say(f"{who} stands with {other}" if who != other else f"{who} stands alone", ("AVI-2.01.16",))
    return ends("agreed", PutFact(("discussion", "side", who), who if who == other else side_of(table, other)), line)
    yield


def _may_speak(table: Desk, who: str) -> str | None:
    del who
    if table.dial("appeal_group_mode") != "spokesperson":
        return "at this table nobody listens for a whole group"
    return _no_discussion(table)


@verb(may=_may_speak, group="Talk")
def speak_for_group(table: Desk, who: Mine) -> Story:
    """AVI-2.01.14: hear Appeals for your whole group, if all players of the group agree."""
    side = side_of(table, who)
    if not (yield from _all_agree(table, f"{who} speaks for the group", members(table, side))):
        return ends("voted down")
    return ends("agreed", PutFact(("discussion", "speaker", side), who), Say(f"{who} speaks for the group", ("AVI-2.01.14",)))


def _all_agree(table: Desk, what: str, whose: list[str]) -> Asks[bool]:
    """Whether every other player who has somebody among these says yes."""
    asked = [seat for seat in deciding.players(table) if seat in {people.owner(table, who) for who in whose} - {table.seat}]
    if not asked:
        return True
    answers = yield from sealed(
        "vote", what, *(Choose(SEAT + seat, "vote", what, options("yes", "no"), "no") for seat in asked)
    )
    return all(answer == "yes" for answer in answers)


# ── ending ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_end(table: Desk) -> str | None:
    if table.dial("discussion_end") == "scene_end_only":
        return "at this table a discussion ends with the scene"
    return _no_discussion(table)


@verb(may=_may_end, group="Talk")
def end_discussion(table: Desk) -> Story:
    """AVI-2.01.17: end the discussion, if both sides agree."""
    taking_part = [token.name for token in table.tokens() if table.fact("discussion", "side", token.name)]
    if not (yield from _all_agree(table, "The discussion ends", taking_part)):
        return ends("voted down")
    return ends("agreed", *over(table))


def over(table: Desk) -> list[Change]:
    """AVI-2.01.17: the discussion is over; what was heard in it counts until a new one begins."""
    if not is_open(table):
        return []
    line = Say(f"the discussion of {table.fact('discussion', 'topic')} is over", ("AVI-2.01.17",))
    return [PutFact(("discussion", "open"), None), *_no_sides(table), line]


def _no_sides(table: Desk) -> list[Change]:
    return [PutFact(path, None) for path in table.facts if path[0] == "discussion" and path[1] in ("side", "speaker")]


def parted(table: Desk, who: str) -> list[Change]:
    """AVI-2.01.17: somebody has gotten away; with the last of a group the discussion ends, unless only scenes end it."""
    if table.dial("discussion_end") == "scene_end_only":
        return []
    left = [one for one in members(table, side_of(table, who)) if one != who]
    if table.fact("discussion", "side", who) and not left:
        return over(table)
    return [PutFact(("discussion", "side", who), None)]


def came_to_blows(table: Desk) -> list[Change]:
    """AVI-2.01.17: violence ends a discussion, unless only scenes end it."""
    return [] if table.dial("discussion_end") == "scene_end_only" else over(table)
