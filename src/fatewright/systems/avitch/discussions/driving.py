"""Driving Motivations: entries on a sheet, how they are written, weighed and settled; and motivations that one consults."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from fatewright.systems.author import (
    ALONE,
    Asks,
    Audience,
    Between,
    Change,
    Choose,
    Desk,
    Dice,
    From,
    Mine,
    Option,
    Put,
    Say,
    Seen,
    Story,
    ask,
    choose,
    ends,
    now,
    phrase,
    rule,
    say,
    sealed,
    tell,
    throw,
    verb,
)
from fatewright.systems.avitch.characters import people
from fatewright.systems.avitch.mechanics import deciding

Pair = Annotated[str, From("pairs")]
EntryNumber = Annotated[int, Between(1, 30)]
Key = tuple[str, str]  # AVI-R.18: context and topic together
EQUAL, NEITHER = "both are equal", "neither"


class Drive(NamedTuple):
    """AVI-2.03.01.01: in this context, on this topic, this motivation drives somebody; and since when."""

    context: str
    topic: str
    motivation: str
    since: str

    @property
    def key(self) -> Key:
        return self.context, self.topic

    def __str__(self) -> str:
        return f"{self.motivation} ({self.context}: {self.topic})"


def entries(table: Desk, who: str) -> list[Drive]:
    """AVI-2.03.01.05: all that drives somebody, from the oldest to the newest; everybody may know it."""
    return [Drive(*row) for row in table[who].get("driving", ())]


def entry_for(table: Desk, who: str, key: Key) -> Drive | None:
    """AVI-2.03.01.03, AVI-R.18: what drives somebody in that context on that topic; elsewhere it has no effect."""
    return next((one for one in entries(table, who) if one.key == key), None)


def written(table: Desk, who: str, key: Key, motivation: str) -> list[Change]:
    """AVI-2.03.01.02, AVI-2.02.10, AVI-2.03.01.06, AVI-2.03.01.10: the new entry takes the place of one with the same key."""
    others = [one for one in entries(table, who) if one.key != key]
    new = Drive(*key, motivation, now_in_words(table))
    shows = phrase(
        "{who} is driven: {new:word}. How it shows is for {owner} to say", who=who, new=new, owner=people.owner(table, who)
    )
    return [_driven(who, [*others, new]), Say(shows, ("AVI-2.02.10", "AVI-2.03.01.02"))]


def _driven(who: str, left: list[Drive]) -> Put:
    return Put(who, "driving", tuple(tuple(one) for one in left))


def now_in_words(table: Desk) -> str:
    """When it is, by session and scene, for entries that tell how old they are."""
    session, scene = table.fact("session", "number") or 0, table.fact("scene", "number") or 0
    return f"session {session}, scene {scene}"


def expired(table: Desk) -> list[Change]:
    """AVI-2.03.01.08: by a dial, nothing drives anybody beyond the end of a session."""
    if table.dial("dm_expiry") != "end_of_session":
        return []
    return [Put(token.name, "driving", ()) for token in table.tokens() if entries(table, token.name)]


def read_aloud(table: Desk, *names: str) -> list[Change]:
    """AVI-6.01, AVI-2.03.01.04: what drives these, for all to hear; a reminder, which binds nobody."""
    found = {who: entries(table, who) for who in dict.fromkeys(names)}
    said = {who: "; ".join(map(str, rows)) for who, rows in found.items() if rows}
    return [say("What drives {who}: {rows:text}", "AVI-2.03.01.04", who=who, rows=rows) for who, rows in said.items()]


# ── settled, or at odds ────────────────────────────────────────────────────────────────────────────────────────────────


def no_entry(table: Desk, who: str, *numbers: int) -> str | None:
    """Why there is nothing to be named by these numbers; None if there is."""
    count = len(entries(table, who))
    missing = [number for number in numbers if number > count]
    return f"{who} has {count} Driving Motivations; there is no number {missing[0]}" if missing else None


def _may_settle(table: Desk, who: str, entry: int) -> str | None:
    if table.dial("dm_expiry") == "never":
        return "here a Driving Motivation stays until another takes its place"
    return no_entry(table, who, entry)


@verb("{seat} finds that number {entry} of what drives {who} is settled for good", may=_may_settle, group="Talk")
def settle(table: Desk, who: Seen, entry: EntryNumber = 1) -> Story:
    """AVI-2.03.01.08: propose that a topic is settled for good, so that it no longer drives somebody. The table decides.

    Entries count from the top of the list.
    """
    old = entries(table, who)[entry - 1]
    yield from now(
        say("{seat} finds it settled for good: {who}, {old:word}", "AVI-2.03.01.08", seat=table.seat, who=who, old=old)
    )
    if not (yield from deciding.ask_for_agreement(table, table.seat, f"Settled for good: {who}, {old}", who)):
        return ends("voted down")
    left = [one for one in entries(table, who) if one.key != old.key]
    return ends("agreed", _driven(who, left), say("{who} is no longer driven: {old:word}", "AVI-2.03.01.08", who=who, old=old))


def _may_weigh(table: Desk, who: str, one: int, other: int) -> str | None:
    if one == other:
        return "one entry does not pull against itself"
    return no_entry(table, who, one, other)


@verb("{who} is torn between number {one} and number {other} of what drives them", may=_may_weigh, group="Talk")
def weigh(table: Desk, who: Mine, one: EntryNumber = 1, other: EntryNumber = 2) -> Story:
    """AVI-2.03.01.04, AVI-2.03.01.09, AVI-R.30: two Driving Motivations pull apart: which of them counts?

    The more specific one, as the table sees it; if neither is, the newer. By a dial you choose.
    """
    found = entries(table, who)
    older, newer = found[min(one, other) - 1], found[max(one, other) - 1]
    yield from now(
        say("{who} is torn between {older:word} and {newer:word}", "AVI-2.03.01.09", who=who, older=older, newer=newer)
    )
    if table.dial("dm_conflict") == "player_choice":
        two = (Option(0, str(older)), Option(1, str(newer)))
        counts = (older, newer)[(yield from choose(who, "entry", phrase("{who}: which of the two counts?", who=who), two, 1))]
    else:
        counts = yield from _more_specific(table, who, older, newer)
    return ends(
        "agreed", say("{who}: {counts:word} counts, whatever the ratings", "AVI-2.03.01.09", "AVI-R.30", who=who, counts=counts)
    )


def _more_specific(table: Desk, who: str, older: Drive, newer: Drive) -> Asks[Drive]:
    """AVI-2.03.01.09: the one that most players find more specific; without a majority, the newer."""
    names = (Option("older", str(older)), Option("newer", str(newer)), Option(NEITHER, NEITHER))
    prompt = phrase("{who}: which of the two is more specific?", who=who)
    asked = deciding.deciders(table)
    votes = yield from sealed("specific", prompt, *(Choose(ALONE + seat, "specific", prompt, names, NEITHER) for seat in asked))
    return older if deciding.majority(table, votes) == "older" else newer


# ── consulted ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@rule
def coin() -> Asks[bool]:
    """AVI-2.04.04: heads or tails."""
    return throw(Dice(1, 2).sum(), lambda face: face == 1)


def higher(table: Desk, who: str, pair: str) -> str:
    """AVI-2.04.03: the higher-rated motivation of a pair, or that both are equal."""
    row = table.data["lists"]["pairs"][pair]
    left, right = table[who][row["left"]], table[who][row["right"]]
    return EQUAL if left == right else str(row["left"] if left > right else row["right"])


@verb("{who} wonders whether to be {pair}", secret=True, group="Talk")
def consult(table: Desk, who: Mine, pair: Pair) -> Story:
    """AVI-2.04.01, AVI-2.04.02, AVI-2.04.03, AVI-2.04.04: unsure what to do? Of a pair that fits, the higher-rated one says it.

    Only you learn it. Where both are equal you choose freely or, by a dial, a coin does.
    """
    row, mine = table.data["lists"]["pairs"][pair], Audience({table.seat})
    is_left = True
    if table.dial("tied_pair_rule") == "coin":  # thrown in any case: that it falls must not tell that both are equal
        is_left = yield from ask(coin())
    side: str = yield from tell("higher side", lambda: higher(table, who, pair), mine)
    if side == EQUAL and table.dial("tied_pair_rule") == "coin":
        side = phrase("{equal}; the coin says {how:word}", equal=phrase(EQUAL), how=row["left"] if is_left else row["right"])
    elif side == EQUAL:
        side = phrase("{equal}: choose freely", equal=phrase(EQUAL))
    return ends("happens", say("{who}, {pair:word}: {side}", "AVI-2.04.03", to=mine, who=who, pair=pair, side=side))
