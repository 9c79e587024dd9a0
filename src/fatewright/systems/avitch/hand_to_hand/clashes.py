"""An exchange of blows: Read, Commit, Clash, and what the winner's approach does to the loser."""

from __future__ import annotations

from typing import NamedTuple

from fatewright.systems.author import (
    Asks,
    Audience,
    Choose,
    Desk,
    Option,
    Put,
    Say,
    Score,
    choose,
    now,
    options,
    phrase,
    say,
    sealed,
    tell,
    tie,
)
from fatewright.systems.avitch.characters import conditions, people
from fatewright.systems.avitch.hand_to_hand import pairings
from fatewright.systems.avitch.hand_to_hand.pairings import Pairing
from fatewright.systems.avitch.mechanics.attempts import against

BREAK_OFF, YIELD = "Break Off", "Yield"
BLOWS = ("Control", "Speed", "Strength")
UNSTEADY = ("Off-balance", "Held")
PENALTY = {"Off-balance": 2, "Held": 1}
IDS = {"Off-balance": "AVI-1.04.07", "Held": "AVI-1.04.08"}

Marks = dict[str, frozenset[str]]  # how each fighter stood when the exchange began


class Clasher(NamedTuple):
    """One side of a clash: who, with which approach, and what else counts."""

    who: str
    approach: str
    bonuses: tuple[Score, ...] = ()


def skill_of(approach: str) -> str:
    """AVI-4.04: the skill of an approach; breaking off uses Speed."""
    return "Speed" if approach == BREAK_OFF else approach


def marks_now(table: Desk, *fighters: str) -> Marks:
    """AVI-4.10: the flags at the start of an exchange."""
    return {who: frozenset(mark for mark in UNSTEADY if people.has(table, who, mark)) for who in fighters}


# ── Read ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def read(table: Desk, fight: Pairing) -> Asks[str]:
    """AVI-4.02, AVI-4.16: who reads the other: by Speed without a roll, or Fighting Mind against Fighting Mind.

    The attacker of the first exchange counts as beginning every Read of the fight.
    """
    attacker, defender = fight.leads
    if fight.reader in fight.leads:
        yield from now(say("{reader} was quicker, and reads", "AVI-4.02", reader=fight.reader))
        return fight.reader
    mine, theirs = (pairings.numbers(table, fight, who) for who in fight.leads)
    won = yield from against(table, attacker, "Fighting Mind", defender, "Fighting Mind", mine, theirs)
    reader = attacker if won else defender
    yield from now(say("{reader} reads", "AVI-4.02", reader=reader))
    return reader


# ── Commit ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def ask_to_commit(table: Desk, reader: str, other: str) -> Asks[tuple[str, str]]:
    """AVI-4.03: the other commits first, face down; the reader alone sees it and then chooses too. The reader's first."""
    prompt = phrase("{reader} reads {other}", reader=reader, other=other)
    question = _approach(table, other, f"{prompt}: {other} commits first. To what?")
    (laid,) = yield from sealed("approach", prompt, question, is_kept=True)
    seen: str = yield from tell("approach", lambda: laid, Audience({people.seat_of(table, reader)}))
    mine: str = yield _approach(table, reader, f"{other} commits to {seen}. What does {reader} do?")
    both: tuple[str, str] = yield from tell("clash", lambda: (mine, seen))
    return both


def ask_both_at_once(table: Desk, attacker: str, other: str) -> Asks[tuple[str, str]]:
    """AVI-4.03: by a dial nobody reads: both commit face down, and reveal together."""
    prompt = phrase("{attacker} against {other}", attacker=attacker, other=other)
    asked = (_approach(table, who, f"{prompt}: what does {who} do?") for who in (attacker, other))
    mine, theirs = yield from sealed("approach", prompt, *asked)
    return mine, theirs


def _approach(table: Desk, who: str, prompt: str) -> Choose[str]:
    """AVI-4.03, AVI-1.04.08: the approaches; who is Held cannot break off."""
    held = f"{who} is Held" if people.has(table, who, "Held") else ""
    offered = (*options(*BLOWS), Option(BREAK_OFF, BREAK_OFF, held), Option(YIELD, YIELD))
    return Choose(who, "approach", prompt, offered, BLOWS[0])


# ── Clash ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def counters(table: Desk, approach: str, other: str) -> bool:
    """AVI-4.05: Control counters Speed, Speed Strength, Strength Control; breaking off is treated as Speed."""
    return bool(table.data["lists"]["approaches"][skill_of(approach)]["counters"] == skill_of(other))


def bonuses(table: Desk, side: Clasher, other: Clasher, marks: Marks) -> tuple[Score, ...]:
    """AVI-4.05, AVI-4.13, AVI-1.04.07, AVI-1.04.08: what an approach gains by the other's, by a weapon, and loses by marks."""
    found = list(side.bonuses)
    if counters(table, side.approach, other.approach):
        found.append(Score(table.dial("h2h_counter_bonus"), f"counters {other.approach}", "AVI-4.05"))
    is_armed = table[side.who].get("armed", "no") == "yes" and table[other.who].get("armed", "no") == "no"
    if is_armed and side.approach in ("Speed", "Strength"):
        found.append(Score(table.dial("h2h_weapon_bonus"), "a weapon", "AVI-4.13"))
    if table.dial("conditions") == "standard":
        found += [Score(-PENALTY[mark], mark, IDS[mark]) for mark in UNSTEADY if mark in marks[side.who]]
    return tuple(found)


def clash(table: Desk, first: Clasher, second: Clasher, marks: Marks) -> Asks[bool]:
    """AVI-4.04, AVI-4.05, AVI-4.13: one check between two approaches, the first side beginning it; whether it wins."""
    mine, theirs = bonuses(table, first, second, marks), bonuses(table, second, first, marks)
    line = phrase(
        "{who}: {approach:word}, {second}: {other:word}",
        who=first.who,
        approach=first.approach,
        second=second.who,
        other=second.approach,
    )
    yield from now(Say(line, ("AVI-4.04",)))
    return (yield from against(table, first.who, skill_of(first.approach), second.who, skill_of(second.approach), mine, theirs))


# ── effects ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def takes_effect(table: Desk, winner: Clasher, loser: str, marks: Marks) -> Asks[None]:
    """AVI-4.06, AVI-4.07, AVI-4.08, AVI-4.09, AVI-4.10: only the winner's approach does something, to the loser.

    Everybody is steady again first; then the effect; then a Held winner who used Control or Strength is free.
    """
    for who in marks:
        if who in table:
            yield from now(*people.marked(table, who, without=("Off-balance",)))
    if winner.approach == "Speed":
        yield from wounds(table, winner.who, loser, "minor")
    elif winner.approach == "Strength":
        yield from wounds(table, winner.who, loser, "major" if marks[loser] else "minor")
    elif winner.approach == "Control":
        yield from _controls(table, winner.who, loser, marks[loser])
    if "Held" in marks[winner.who] and winner.approach in ("Control", "Strength"):
        yield from _breaks_free(table, winner.who)


def _controls(table: Desk, winner: str, loser: str, stood: frozenset[str]) -> Asks[None]:
    """AVI-4.09: who was Held is Pinned, who was Off-balance is Held, and whoever stood is Off-balance."""
    mark = "Pinned" if "Held" in stood else "Held" if "Off-balance" in stood else "Off-balance"
    gone = ("Held",) if mark == "Pinned" else ()
    ties = [] if mark == "Off-balance" else [tie("holds", winner, loser)]
    yield from now(
        *people.marked(table, loser, mark, without=gone),
        *ties,
        say("{loser} is {mark:word}", "AVI-4.09", loser=loser, mark=mark),
    )
    if mark == "Pinned":
        yield from now(*conditions.lets_go(table, loser))


def _breaks_free(table: Desk, who: str) -> Asks[None]:
    """AVI-1.04.08, AVI-4.10: somebody who was Held is free of all who held them."""
    for holder in table.relating("holds", who):
        yield from now(*conditions.freed(table, holder, who))
    yield from now(*people.marked(table, who, without=("Held",)))


def is_gentle(table: Desk, who: str) -> bool:
    """AVI-4.19: whether somebody only wants to subdue, by their own word or as the table has it."""
    said = table[who].get("intent", "usual")
    return bool((table.dial("default_intent") if said == "usual" else said) == "subdue")


def wounds(table: Desk, winner: str, loser: str, kind: str) -> Asks[None]:
    """AVI-4.07, AVI-4.08, AVI-4.14, AVI-4.19: a wound lands; armour makes the first one of a fight a step lighter."""
    if table[loser].get("shielded", "no") == "yes":
        yield from now(Put(loser, "shielded", "no"), say("{loser}'s armour takes some of it", "AVI-4.14", loser=loser))
        kind = conditions.LIGHTER[kind]
    yield from now(*conditions.suffers(table, loser, kind, is_gentle=is_gentle(table, winner)))


def victim(table: Desk, fight: Pairing, winner: str, loser: str) -> Asks[str]:
    """AVI-4.16: whoever fights alone chooses whom of several the effect hits."""
    there = [who for who in fight.side_of(loser) if who in table and not people.is_helpless(table, who)]
    if len(there) <= 1:
        return loser
    chosen: str = yield from choose(
        winner, "target", phrase("{winner} wins: whom does it hit?", winner=winner), options(*there), loser
    )
    return chosen
