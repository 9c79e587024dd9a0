"""Longer plays: who the mark is, what is wanted, what is known about them and who found it out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    Audience,
    Desk,
    Ending,
    From,
    Offers,
    Place,
    Put,
    Say,
    Seen,
    Upto,
    Usual,
    ends,
    joined,
    phrase,
    say,
    verb,
)
from fatewright.systems.moment_of_truth.combat.harm import SIDES, Present
from fatewright.systems.moment_of_truth.mechanics import pools

PHASES = ("approach", "intelligence", "play", "resolution")
Phase = Literal["approach", "intelligence", "play", "resolution"]
Answer = Literal["cooperates", "refuses", "complies, at a price"]
ABOUT = {
    "approach": "First contact is risky: it may expose the scheme. Read individual from afar; Conversation for harmless talk.",
    "intelligence": "Watch and shadow; chat with relatives, colleagues, a bartender. Low-stakes talk needs no rolls.",
    "play": "Choose when and where to move: the place itself can be a message.",
    "resolution": "Make the demand and its consequences clear. No die decides: the mark does.",
}

HONESTY = "If rolls gave the party true information and they used it, the answer should be yes; if unsure, yes at a price."


def _may_approach(table: Desk, mark: str, goal: str) -> str | None:
    del goal
    if table[mark].kind == "encounter" or pools.is_player_character(table, mark):
        return f"{mark} is no mark: choose somebody whom the game master plays"
    return f"there is a play for {mark} already" if _name(mark) in table else None


def _could_be_marked(table: Desk, who: str) -> bool:
    return not SIDES.is_out(table, who) and _may_approach(table, who, "") is None


def _name(mark: str) -> str:
    return f"The play for {mark}"


@verb("the group approaches {mark} with this goal: {goal}", may=_may_approach, group="Social play")
def approach(
    table: Desk, mark: Annotated[Seen, Offers(SIDES.first(_could_be_marked))], goal: Annotated[str, Upto(200)]
) -> Ending:
    """MOT-6.02: begin a longer play: whom you would bring to do or leave something, and what that is."""
    fields = (("mark", mark), ("goal", goal), ("phase", PHASES[0]), ("facts", ()), ("answer", "open"))
    place = Place(_name(mark), "encounter", table.seats("gm")[0], fields)
    return ends(
        "begun",
        place,
        say("A play for {mark} begins: {goal:text}", "MOT-6.02", mark=mark, goal=goal),
        say(ABOUT[PHASES[0]], "MOT-6.10"),
    )


def _is_play(table: Desk, play: str, **_: Any) -> str | None:
    if table[play].kind != "encounter":
        return f"{play} is not a play; begin one with approach"
    return f"{play} is over: {table[play]['answer']}" if table[play]["answer"] != "open" else None


def _plays(table: Desk) -> list[str]:
    """MOT-6.02: the plays that are going on."""
    return [token.name for token in table.tokens() if _is_play(table, token.name) is None]


def _next_phase(table: Desk, play: str) -> str:
    """MOT-6.02: the phase that comes after the one it is in."""
    return PHASES[min(PHASES.index(table[play].get("phase", PHASES[0])) + 1, len(PHASES) - 1)]


Play = Annotated[Seen, Offers(_plays)]


def _may_find(table: Desk, play: str, fact: str, finder: str) -> str | None:
    del fact
    if table[finder].kind == "encounter" or not pools.is_player_character(table, finder):
        return f"{finder} is none of the party"
    return _is_play(table, play)


@verb("{finder} finds out: {fact}", more=("as part of {play}",), roles=("gm",), may=_may_find, group="Social play")
def find_fact(table: Desk, play: Play, fact: Annotated[str, Upto(200)], finder: Present) -> Ending:
    """MOT-6.02, MOT-6.15: write down something that somebody has found out about the mark."""
    facts = (*table[play]["facts"], (fact, finder))
    finders = [who for _, who in facts]
    tally = ", ".join(f"{who} {finders.count(who)}" for who in dict.fromkeys(finders))
    return ends(
        "found",
        Put(play, "facts", facts),
        say("{finder} finds out: {fact:text} (so far: {tally:text})", "MOT-6.15", finder=finder, fact=fact, tally=tally),
    )


@verb("{play} enters the phase of {phase}", roles=("gm",), may=_is_play, group="Social play")
def enter_phase(table: Desk, play: Play, phase: Annotated[Phase, Usual(_next_phase)]) -> Ending:
    """MOT-6.02: go on to another phase of a play."""
    found = [f"{fact} ({finder})" for fact, finder in table[play]["facts"]]
    so_far = phrase("Found so far: {found}. {honesty}", found=joined(found, "; ") or phrase("nothing"), honesty=phrase(HONESTY))
    advice = [Say(so_far, ("MOT-6.14", "MOT-6.15"), Audience(table.seats("gm")))] if phase == "resolution" else []
    ids = {"approach": "MOT-6.10", "intelligence": "MOT-6.11", "play": "MOT-6.12", "resolution": "MOT-6.13"}
    return ends(
        "entered",
        Put(play, "phase", phase),
        say("{play}: {phase:word}. {about}", ids[phase], play=play, phase=phase, about=phrase(ABOUT[phase])),
        *advice,
    )


def _may_resolve(table: Desk, play: str, answer: str) -> str | None:
    del answer
    if problem := _is_play(table, play):
        return problem
    return None if table[play]["phase"] == "resolution" else f"{play} has not come to its resolution yet"


@verb("{play} is resolved: the mark {answer}", roles=("gm",), may=_may_resolve, group="Social play")
def resolve_play(table: Desk, play: Play, answer: Answer) -> Ending:
    """MOT-6.13: decide from inside the mark's head; no die does. True facts, well used, deserve a yes."""
    mark = table[play]["mark"]
    return ends(
        "resolved", Put(play, "answer", answer), say("{mark} {answer:word}", "MOT-6.13", "MOT-6.14", mark=mark, answer=answer)
    )


# ── what only the game master knows of people ──────────────────────────────────────────────────────────────────────────


def _may_regard(table: Desk, who: str, trait: str, is_so: str) -> str | None:
    del trait, is_so
    return f"{who} is nobody" if table[who].kind == "encounter" else None


def _otherwise(table: Desk, who: str, trait: str) -> str:
    """MOT-6.05: what is not noted down yet."""
    return "no" if table[who].get(trait, "no") == "yes" else "yes"


@verb("{who} is {trait} from now on: {is_so}", roles=("gm",), secret=True, may=_may_regard, group="Behind the screen")
def regard(
    table: Desk,
    who: Annotated[Seen, Offers(SIDES.own)],
    trait: Literal["suspicious", "cautious", "named"],
    is_so: Annotated[str, From("flags"), Usual(_otherwise)],
) -> Ending:
    """MOT-3.12, MOT-5.42, MOT-6.05: note down in secret whether somebody suspects, is on their guard, or has a name."""
    return ends(
        "noted",
        Put(who, trait, is_so),
        say("{who}: {how}{trait:word}", who=who, how="" if is_so == "yes" else phrase("not "), trait=trait),
    )
