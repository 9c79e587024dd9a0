"""Discussions: when one begins, who talks in it and who listens, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fatewright.systems.author import (
    ALONE,
    Asks,
    Change,
    Desk,
    Mine,
    PutFact,
    Say,
    Seen,
    Story,
    Upto,
    choose,
    ends,
    options,
    phrase,
    say,
    sealed,
    verb,
)
from fatewright.systems.avitch.characters import people
from fatewright.systems.avitch.discussions import driving, talks
from fatewright.systems.avitch.discussions.talks import Talk
from fatewright.systems.avitch.mechanics import deciding

Topic = Annotated[str, Upto(80)]
Sentence = Annotated[str, Upto(200)]
NEW = "this is a new matter"
UNABLE = ("Out", "Dying", "Dead")  # whoever is pinned still hears


# ── groups ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def hearers(table: Desk, talk: Talk, talker: str, listener: str) -> list[str]:
    """AVI-2.01.14, AVI-R.16: who hears an Appeal to somebody: they alone; by dials all of their group, or who speaks for it."""
    mode, side = table.dial("appeal_group_mode"), talks.side_of(table, talk, listener)
    group = [who for who in talks.members(table, talk, side) if who != talker and not people.has(table, who, *UNABLE)]
    if mode == "single_listener" or listener not in group:
        return [listener]
    if mode == "everyone":
        return [listener, *(who for who in group if who != listener)]
    speaker = talks.speaker(table, talk, side)
    return [speaker if speaker in group else listener]


def concerned(table: Desk, talk: Talk, hearer: str) -> list[str]:
    """AVI-2.01.14, AVI-R.16: whose count and sheet an Appeal touches; who speaks for a group hears for all."""
    if table.dial("appeal_group_mode") != "spokesperson":
        return [hearer]
    group = talks.members(table, talk, talks.side_of(table, talk, hearer))
    return [hearer, *(who for who in group if who != hearer and not people.has(table, who, *UNABLE))]


# ── beginning ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def no_solo(table: Desk) -> str | None:
    """AVI-2.01.04, AVI-2.02.15: talking to oneself, where the table has it."""
    return None if table.dial("solo_appeals") == "on" else "at this table nobody appeals to themselves"


def _may_open(table: Desk, who: str, other: str, **_: str) -> str | None:
    if people.is_helpless(table, who):
        return f"{who} cannot talk"
    return no_solo(table) if who == other else None


@verb(
    "{who} begins a discussion with {other} about {topic}",
    more=("what has changed since last time: {changed}",),
    may=_may_open,
    group="Talk",
)
def open_discussion(table: Desk, who: Mine, other: Seen, topic: Topic, changed: Sentence = NEW) -> Story:
    """AVI-0.01, AVI-2.01.01, AVI-2.01.04, AVI-2.01.11, AVI-2.01.12, AVI-2.01.13, AVI-R.17: begin a discussion.

    Name yourself to ponder alone. Others go on beside it. What the same people have discussed before, they discuss again only
    if something has changed: say what. Then its counts begin anew.
    """
    claim = (
        phrase("{who} and {other} discuss {topic:text}", who=who, other=other, topic=topic)
        if who != other
        else phrase("{who} ponders {topic:text}", who=who, topic=topic)
    )
    is_new = not talks.of_the_same(table, topic, who, other)
    if not is_new and not (yield from _confirmed(table, f"{claim}. What has changed: {changed}", who, other)):
        return ends(
            "voted down", say("nothing has changed: there is no new discussion of {topic:text}", "AVI-2.01.12", topic=topic)
        )
    before = [talk for talk in talks.of_the_same(table, topic, who, other) if talks.is_open(table, talk)]
    lines = [Say(claim, ("AVI-2.01.01", "AVI-2.01.11")), *driving.read_aloud(table, who, other)]
    return ends("agreed", *talks.superseded(table, before), *_begun(table, who, other, topic, changed), *lines)


def _begun(table: Desk, who: str, other: str, topic: str, changed: str) -> list[Change]:
    """AVI-2.01.01, AVI-2.01.11: a discussion of its own number, with a side for each, in which nobody has heard anything."""
    number = (table.fact("discussion", "number") or 0) + 1
    talk = ("discussion", str(number))
    facts = {"open": True, "topic": topic, "changed": changed}
    sides = [PutFact((*talk, "side", one), one) for one in dict.fromkeys((who, other))]
    begun = [PutFact((*talk, name), value) for name, value in facts.items()]
    return [PutFact(("discussion", "number"), number), *begun, *sides, *talks.takes_part(table, talk, who, other)]


def _confirmed(table: Desk, claim: str, *involved: str) -> Asks[bool]:
    """AVI-2.01.13: whether something has changed, as the table sees it, or a third party; at some tables nobody asks."""
    gate = table.dial("new_discussion_gate")
    if gate == "off":
        return True
    third = deciding.nearest_third_party(table, table.seat, *involved)
    if gate == "table" or third is None:
        return (yield from deciding.ask_for_agreement(table, table.seat, claim, *involved))
    return (yield from choose(ALONE + third, "changed", claim, options("yes", "no"), "no")) == "yes"


def _no_discussion(table: Desk, **_: str) -> str | None:
    return None if talks.going_on(table) else "no discussion is going on"


@verb("{who} stands with {other} in a discussion", may=_no_discussion, group="Talk")
def join_discussion(table: Desk, who: Mine, other: Seen) -> Story:
    """AVI-2.01.01, AVI-2.01.16: stand with somebody in a discussion; name yourself to stand alone."""
    talk = yield from talks.meant(table, talks.of_these(table, other))
    if not talks.is_open(table, talk):
        return ends("refused", say("the discussion of {topic:text} is over", topic=talks.topic(table, talk)))
    line = Say(
        phrase("{who} stands with {other}", who=who, other=other) if who != other else phrase("{who} stands alone", who=who),
        ("AVI-2.01.16",),
    )
    side = who if who == other else talks.side_of(table, talk, other)
    return ends("agreed", PutFact((*talk, "side", who), side), *talks.takes_part(table, talk, who), line)


def _may_speak(table: Desk, who: str) -> str | None:
    del who
    if table.dial("appeal_group_mode") != "spokesperson":
        return "at this table nobody listens for a whole group"
    return _no_discussion(table)


@verb("{who} wants to speak for the group", may=_may_speak, group="Talk")
def speak_for_group(table: Desk, who: Mine) -> Story:
    """AVI-2.01.14: hear Appeals for your whole group, if all players of the group agree."""
    talk = yield from talks.meant(table, talks.of_these(table, who))
    side = talks.side_of(table, talk, who)
    if not (yield from _all_agree(table, f"{who} speaks for the group", talks.members(table, talk, side))):
        return ends("voted down")
    if not talks.is_open(table, talk):
        return ends("refused", say("the discussion of {topic:text} is over", topic=talks.topic(table, talk)))
    return ends("agreed", PutFact((*talk, "speaker", side), who), say("{who} speaks for the group", "AVI-2.01.14", who=who))


def _all_agree(table: Desk, what: str, whose: list[str]) -> Asks[bool]:
    """Whether every other player who has somebody among these says yes."""
    asked = [seat for seat in deciding.players(table) if seat in {people.owner(table, who) for who in whose} - {table.seat}]
    if not asked:
        return True
    answers = yield from sealed("vote", what, *(deciding.ballot(seat, what) for seat in asked))
    return all(answer == "yes" for answer in answers)


# ── ending ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_end(table: Desk) -> str | None:
    if table.dial("discussion_end") == "scene_end_only":
        return "at this table a discussion ends with the scene"
    return _no_discussion(table)


@verb("{seat} wants to end the discussion", may=_may_end, group="Talk")
def end_discussion(table: Desk) -> Story:
    """AVI-2.01.17: end a discussion, if both sides agree."""
    mine = [token.name for token in table.tokens() if people.owner(table, token.name) == table.seat]
    own = [talk for talk in talks.going_on(table) if set(mine) & set(talks.taking_part(table, talk))]
    talk = yield from talks.meant(table, own or talks.going_on(table))
    if not (yield from _all_agree(table, _ending(table, talk), talks.taking_part(table, talk))):
        return ends("voted down")
    return ends("agreed", *(talks.over(table, talk) if talks.is_open(table, talk) else ()))


def _ending(table: Desk, talk: Talk) -> str:
    """What is asked of those who take part; where there are several, which of them is meant."""
    return "The discussion ends" if len(talks.going_on(table)) == 1 else f"The discussion of {talks.topic(table, talk)} ends"


def parted(table: Desk, gone: Sequence[str], left: Sequence[str], *also: Talk) -> list[Change]:
    """AVI-2.01.17: some have gotten away from others, and out of what they discuss with them, unless only scenes end that.

    With the last of a group a discussion ends; whatever they discuss with others goes on. `also` are talks that they leave
    even as bystanders.
    """
    if table.dial("discussion_end") == "scene_end_only":
        return []
    found, last = list[Change](), list[Talk]()
    for talk in talks.going_on(table):
        there = talks.taking_part(table, talk)
        leaving = [who for who in gone if who in there]
        if talk not in also and not (leaving and {*left} & {*there}):
            continue
        sides = {talks.side_of(table, talk, who) for who in leaving}
        if any({*talks.members(table, talk, side)} <= {*leaving} for side in sides):
            last.append(talk)
        else:
            found += [PutFact((*talk, "side", who), None) for who in leaving]
    return [*found, *talks.over(table, *last)]


def came_to_blows(table: Desk, talk: Talk, *fighters: str) -> list[Change]:
    """AVI-2.01.17: violence ends what those discuss who fight, unless only scenes end it."""
    if table.dial("discussion_end") == "scene_end_only":
        return []
    found = [one for one in talks.going_on(table) if one == talk or {*fighters} & {*talks.taking_part(table, one)}]
    return talks.over(table, *found)
