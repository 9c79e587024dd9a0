"""Talks: discussions side by side, who takes part in each, and how many Appeals each listener has heard there."""

from __future__ import annotations

from collections.abc import Sequence

from fatewright.systems.author import SEAT, Asks, Change, Desk, Gain, Option, Put, PutFact, choose, say

Talk = tuple[str, ...]  # where the facts of a discussion stand
ONLY: Talk = ("discussion",)  # of a table from before there could be several; its count stands with the listeners


def begun(table: Desk) -> list[Talk]:
    """Every discussion that there has been, from the oldest to the newest."""
    numbered = [path[:2] for path in table.paths("discussion") if path[1].isdigit() and path[2:] == ("topic",)]
    return [*([ONLY] if (*ONLY, "topic") in table.facts else []), *sorted(numbered, key=lambda talk: int(talk[1]))]


def going_on(table: Desk) -> list[Talk]:
    """AVI-2.01.12, AVI-2.01.17: the discussions that are not over; opening one does not end another."""
    return [talk for talk in begun(table) if is_open(table, talk)]


def is_open(table: Desk, talk: Talk) -> bool:
    """Whether a discussion is going on."""
    return bool(table.fact(*talk, "open"))


def topic(table: Desk, talk: Talk) -> str:
    """What is being discussed."""
    return str(table.fact(*talk, "topic"))


def titled(table: Desk, talk: Talk) -> str:
    """A discussion in words: its topic, and who takes part."""
    return f"{topic(table, talk)} ({', '.join(taking_part(table, talk))})"


# ── who takes part ─────────────────────────────────────────────────────────────────────────────────────────────────────


def side_of(table: Desk, talk: Talk, who: str) -> str:
    """AVI-2.01.01, AVI-2.01.16: somebody's group, by the name of who came first; a bystander's is their own."""
    return str(table.fact(*talk, "side", who) or who)


def members(table: Desk, talk: Talk, side: str) -> list[str]:
    """AVI-2.01.01, AVI-2.01.02, AVI-2.01.03: a group; who talks and who listens may change at every moment, or never."""
    return [token.name for token in table.tokens() if table.fact(*talk, "side", token.name) == side]


def speaker(table: Desk, talk: Talk, side: str) -> str | None:
    """AVI-2.01.14: who listens for a group."""
    found = table.fact(*talk, "speaker", side)
    return None if found is None else str(found)


def taking_part(table: Desk, talk: Talk) -> list[str]:
    """AVI-2.01.01: all who stand on a side."""
    return [token.name for token in table.tokens() if table.fact(*talk, "side", token.name)]


def takes_part(table: Desk, talk: Talk, *names: str) -> list[Change]:
    """AVI-2.01.16: that these have taken part is remembered beyond the end; a bystander does who talks or is appealed to."""
    if talk == ONLY:  # what an Appeal there does has to stay as it was: one may be waiting for an answer
        return []
    return [PutFact((*talk, "part", who), True) for who in dict.fromkeys(names) if not table.fact(*talk, "part", who)]


def _took_part(table: Desk, talk: Talk, who: str) -> bool:
    """Whether somebody has talked or listened there; of an old one that is over nobody knows, so everybody has."""
    if talk == ONLY and not is_open(table, talk):
        return True
    return bool(table.fact(*talk, "part", who) or table.fact(*talk, "side", who))


def of_the_same(table: Desk, about: str, who: str, other: str) -> list[Talk]:
    """AVI-2.01.12, AVI-2.01.13: the discussions of that topic in which both took part; whoever ponders alone, alone.

    The same words are the same topic, however they are spaced and capitalized.
    """
    alike = [talk for talk in begun(table) if _plain(topic(table, talk)) == _plain(about)]
    shared = [talk for talk in alike if _took_part(table, talk, who) and _took_part(table, talk, other)]
    return [talk for talk in shared if who != other or _was_alone(table, talk, who)]


def _plain(words: str) -> str:
    return " ".join(words.split()).casefold()


def _was_alone(table: Desk, talk: Talk, who: str) -> bool:
    return all(token.name == who or not _took_part(table, talk, token.name) for token in table.tokens())


# ── which one is meant ─────────────────────────────────────────────────────────────────────────────────────────────────


def of_these(table: Desk, *names: str) -> list[Talk]:
    """AVI-2.01.16: the discussions in which all of these take part; if there is none, one of them; if none, all there are."""
    found = going_on(table)
    counts = {talk: sum(who in taking_part(table, talk) for who in dict.fromkeys(names)) for talk in found}
    return [talk for talk in found if counts[talk] == max(counts.values())]


def meant(table: Desk, found: Sequence[Talk], about: str = "") -> Asks[Talk]:
    """AVI-2.02.01: one of these discussions: the only one, or that of the topic, or the one that the acting player names.

    Where all of them have ended while somebody thought about it, it is the last that there was.
    """
    same = [talk for talk in found if _plain(topic(table, talk)) == _plain(about)]
    offered = same or found or begun(table)[-1:]
    if len(offered) == 1:
        return offered[0]
    titles = tuple(Option(number, titled(table, talk)) for number, talk in enumerate(offered))
    prompt = "In which discussion?"
    return offered[(yield from choose(SEAT + table.seat, "discussion", prompt, titles, len(offered) - 1))]


# ── what has been heard ────────────────────────────────────────────────────────────────────────────────────────────────


def heard(table: Desk, talk: Talk, who: str) -> int:
    """AVI-2.01.08, AVI-R.16, AVI-R.17: the Appeals that a listener has heard in a discussion, whatever the topics."""
    found = table.fact(*talk, "heard", who)
    if found is None and talk == ONLY:
        found = table[who].get("heard", 0)
    return int(found or 0)


def counted(table: Desk, talk: Talk, who: str) -> list[Change]:
    """AVI-2.01.08, AVI-2.01.10, AVI-R.16, AVI-R.17: one more Appeal heard there, and nowhere else."""
    if going_on(table) == [ONLY] == [talk]:
        return [Gain(who, "heard", 1)]
    counts = {one: heard(table, one, who) for one in going_on(table)} | {talk: heard(table, talk, who) + 1}
    return [*_kept(table, who), PutFact((*talk, "heard", who), counts[talk]), Put(who, "heard", max(counts.values()))]


def _kept(table: Desk, who: str) -> list[Change]:
    """A count that stands with the listener, where the others stand: the listener's is now the highest of all."""
    is_there = (*ONLY, "topic") in table.facts and table.fact(*ONLY, "heard", who) is None
    return [PutFact((*ONLY, "heard", who), heard(table, ONLY, who))] if is_there else []


# ── ending ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def over(table: Desk, *ending: Talk) -> list[Change]:
    """AVI-2.01.17: these are over; what was heard there counts until the matter is taken up anew."""
    return [
        change
        for talk in ending
        for change in (
            *_closed(table, talk),
            say("the discussion of {topic:text} is over", "AVI-2.01.17", topic=topic(table, talk)),
        )
    ] + _shown(table, ending)


def superseded(table: Desk, ending: Sequence[Talk]) -> list[Change]:
    """AVI-2.01.11, AVI-R.17: a new discussion of the matter takes the place of these, and all counts of it begin anew."""
    return [change for talk in ending for change in _closed(table, talk)] + _shown(table, ending)


def _closed(table: Desk, talk: Talk) -> list[Change]:
    parts = ("side", "speaker")
    sides = [path for path in table.paths(*talk) if path[len(talk) : -1] in {(part,) for part in parts}]
    return [PutFact((*talk, "open"), None), *(PutFact(path, None) for path in sides)]


def _shown(table: Desk, ending: Sequence[Talk]) -> list[Change]:
    """What everybody sees beside a name: the most that somebody has heard in one discussion that goes on."""
    left = [talk for talk in going_on(table) if talk not in ending]
    found: list[Change] = []
    for token in table.tokens():
        most = max((heard(table, talk, token.name) for talk in left), default=0)
        if token.get("heard", 0) != most:
            found += [*_kept(table, token.name), Put(token.name, "heard", most)]
    return found
