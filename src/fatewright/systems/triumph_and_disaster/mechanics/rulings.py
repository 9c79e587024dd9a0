"""The Storyteller's word: results overruled, rules that collide, and what the game is called."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    SEAT,
    Asks,
    Change,
    Desk,
    From,
    PutFact,
    Say,
    Story,
    Token,
    Upto,
    agrees,
    choose,
    count_of,
    ends,
    now,
    options,
    phrase,
    say,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat import dying
from fatewright.systems.triumph_and_disaster.mechanics import circumstances
from fatewright.systems.triumph_and_disaster.mechanics.rolling import DISASTER, TRIUMPH

OWN_TITLE = "a title of our own"
GENERAL = "general rule"
Rule = Annotated[str, Upto(120)]
Rank = Annotated[str, From("priorities")]


# ── results ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_overrule(table: Desk, result: str, reason: str) -> str | None:
    del reason
    last = table.fact("last", "roll")
    if last is None:
        return "nothing has been rolled yet"
    return f"{last[0]} {result} already" if last[2] == (result == "wins") else None


@verb(
    "{seat} overrules the last roll, which {result} after all, for this reason: {reason}",
    roles=("gm",),
    may=_may_overrule,
    group="Rolls",
)
def overrule_roll(table: Desk, result: Literal["wins", "loses"], reason: Annotated[str, Upto(200)]) -> Story:
    """TAD-GEN.06, TAD-R.30: the last roll has the other result, whatever the dice say. Boons and banes of it are taken back."""
    mine, theirs, was_won, sign, other_sign, *failed = table.fact("last", "roll")
    is_won = not was_won
    changes: list[Change] = [PutFact(("last", "roll"), (mine, theirs, is_won, 0, 0, *failed))]
    for who, one in ((mine, sign), (theirs, other_sign)):
        if one and who in table:
            changes += circumstances.taken(table, who, (TRIUMPH if one > 0 else DISASTER).source)
    if failed:
        changes.append(PutFact(tuple(failed), None if is_won else True))
    told = phrase(
        "override: {mine} {result:word} against {theirs} ({how} by the dice): {reason:text}",
        mine=mine,
        result=result,
        theirs=theirs,
        how=phrase("won") if was_won else phrase("lost"),
        reason=reason,
    )
    yield from now(*changes, Say(told, ("TAD-GEN.06", "TAD-R.30")))
    return ends(result)


# ── rules that collide ─────────────────────────────────────────────────────────────────────────────────────────────────


@verb(
    "two rules collide: {one}, and against it {other}",
    more=("kind of the first rule: {one_is}", "kind of the second rule: {other_is}"),
    roles=("gm",),
    group="Scene",
)
def which_rule(table: Desk, one: Rule, one_is: Rank, other: Rule, other_is: Rank) -> Story:
    """TAD-GEN.04, TAD-GEN.05: two rules collide. What is made for a particular case goes before what is general.

    Of two that are particular you choose; by a dial the order of priority decides, and you where they are of one kind.
    """
    applies = _by_rank(table, one, one_is, other, other_is) or (yield from _chosen(table, one, other))
    yield from now(
        say(
            "{one:text} ({one_is:word}) or {other:text} ({other_is:word}): {applies:text} applies",
            "TAD-GEN.04",
            "TAD-GEN.05",
            one=one,
            one_is=one_is,
            other=other,
            other_is=other_is,
            applies=applies,
        )
    )
    return ends(applies)


def _by_rank(table: Desk, one: str, one_is: str, other: str, other_is: str) -> str:
    """TAD-GEN.04, TAD-GEN.05: the rule that goes before the other by its kind; empty if that is for the Storyteller to say."""
    ranks = list(table.data["lists"]["priorities"])
    if one_is == other_is or (table.dial("conflict_resolution") == "storyteller" and GENERAL not in (one_is, other_is)):
        return ""
    return one if ranks.index(one_is) < ranks.index(other_is) else other


def _chosen(table: Desk, one: str, other: str) -> Asks[str]:
    prompt = "Two rules collide, and neither is the more particular. Which applies?"
    return (yield from choose(SEAT + people.storyteller(table), "rule", prompt, options(one, other)))


# ── who plays ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def admission(table: Desk) -> str | None:
    """TAD-ROLE.01, TAD-ROLE.03: why nobody else may come with a character; None if they may. The Storyteller's are not counted.

    Each player has one who is alive, and there are so many at most.
    """
    if table.role(table.seat) == "gm":
        return None
    playing = [token for token in table.tokens() if people.is_player_character(table, token.name) and not _is_dead(token)]
    if any(token.owner == table.seat for token in playing):
        return "each player plays one character"
    most = table.dial("pc_count_max")
    there = f"there {agrees(len(playing), 'is', 'are')} {count_of(len(playing), 'character')}"
    return f"{there}, and at this table there may be {most}" if len(playing) >= most else None


def _is_dead(token: Token) -> bool:
    return dying.DEAD in token["statuses"]


# ── the game ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def title(table: Desk) -> str:
    """TAD-ROLE.04: what the game is called at this table."""
    dial = str(table.dial("game_title"))
    return str(table.fact("game", "title") or dial) if dial == OWN_TITLE else dial


def _may_name(table: Desk, **_: Any) -> str | None:
    return None if table.dial("game_title") == OWN_TITLE else f"at this table the game is called {table.dial('game_title')}"


@verb("{seat} names the game {name}", roles=("gm",), may=_may_name, group="Scene")
def name_the_game(table: Desk, name: Annotated[str, Upto(60)]) -> Story:
    """TAD-ROLE.04: the draft has no title; give it one."""
    yield from now(PutFact(("game", "title"), name))
    return ends("done", say("this game is called {title:word}", "TAD-ROLE.04", title=title(table)))
