"""Terms: what the table decides of an Appeal before it is made: skill, motivation, difficulty, and which matter it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fatewright.systems.author import (
    SEAT,
    Asks,
    Choose,
    Desk,
    Form,
    Number,
    Option,
    choose,
    now,
    options,
    phrase,
    say,
    sealed,
)
from fatewright.systems.avitch.discussions import driving
from fatewright.systems.avitch.discussions.driving import Key
from fatewright.systems.avitch.mechanics import deciding

USUAL = ("Convince", "Lead", "Administer")
LOW, HIGH = 2, 3  # AVI-2.02.06: what a difficulty nearly always is
HARDEST = 10
NEW = 0


class Pitch(NamedTuple):
    """AVI-2.02.01, AVI-2.02.03: what the talker says and proposes."""

    who: str
    listener: str
    key: Key
    skill: str
    motivation: str
    known: Key | None  # what the talker says it falls under


class Terms(NamedTuple):
    """AVI-2.02.03, AVI-2.02.06: what the table has decided; `difficulty` where nothing drives the listener there yet."""

    skill: str
    motivation: str
    key: Key
    difficulty: int


def skills(table: Desk, *, is_agreed: bool = True) -> tuple[str, ...]:
    """AVI-2.02.04: the usual three; others if the table agrees, or as a dial says."""
    mode = table.dial("appeal_skills")
    is_any = mode == "any" or (mode == "usual_three_plus_table_consent" and is_agreed)
    others = [skill for skill in table.data["lists"]["skills"] if skill not in USUAL]
    return (*USUAL, *others) if is_any else USUAL


def _keys(table: Desk, hearers: Sequence[str]) -> list[Key]:
    """AVI-2.03.01.07: the contexts and topics in which something drives these already."""
    return list(dict.fromkeys(one.key for who in hearers for one in driving.entries(table, who)))


def ask_for_terms(table: Desk, pitch: Pitch, hearers: Sequence[str]) -> Asks[Terms]:
    """AVI-2.02.03, AVI-2.02.06, AVI-2.02.13, AVI-R.11, AVI-R.12: the whole table, the talker included, decides, face down.

    Most votes for skill and motivation, the lower median of the difficulties. Silence agrees with the talker.
    """
    keys = _keys(table, [pitch.listener, *hearers])
    what = phrase(
        "{who} appeals to {listener} by {skill:word}, to {motivation:word} ({key:text})",
        who=pitch.who,
        listener=pitch.listener,
        skill=pitch.skill,
        motivation=pitch.motivation,
        key=": ".join(pitch.key),
    )
    asked = [seat for seat in deciding.clockwise(table, table.seat) if seat in deciding.deciders(table)]
    votes = yield from sealed("terms", what, *(_form(table, SEAT + seat, pitch, keys, what) for seat in asked))
    named, motivations, difficulties, *others = zip(*votes, strict=True)
    key = _key(table, pitch, keys, dict(zip(asked, others[0], strict=True)) if others else {})
    skill = deciding.majority(table, named) or (yield from _picks(table, pitch, "skill", skills(table, is_agreed=False)))
    known = tuple(table.data["lists"]["motivations"])
    motivation = deciding.majority(table, motivations) or (yield from _picks(table, pitch, "motivation", known))
    difficulty = deciding.lower_median(difficulties)
    if all(driving.entry_for(table, one, key) for one in hearers):
        return Terms(skill, motivation, key, difficulty)
    return Terms(skill, motivation, key, (yield from _within_reason(table, pitch, difficulty)))


def _form(table: Desk, seat: str, pitch: Pitch, keys: list[Key], what: str) -> Form:
    """AVI-2.02.04, AVI-2.03.01.07: one player's ballot; an unusual skill needs more than silence."""
    skill = pitch.skill if pitch.skill in skills(table, is_agreed=False) else USUAL[0]
    usual = table.dial("appeal_default_difficulty")
    motivations = table.data["lists"]["motivations"]
    reason = "2, or 3 if the listener is wary or much is asked"
    fields: list[Choose[Any] | Number] = [
        Choose(seat, "skill", "By which skill?", options(*skills(table)), skill),
        Choose(seat, "motivation", "To which motivation?", options(*motivations), pitch.motivation),
        Number(seat, "difficulty", "How hard is it?", 0, HARDEST, reason, usual),
    ]
    default = (skill, pitch.motivation, usual)
    if not keys or table.dial("dm_key_match") == "exact_text":
        return Form(seat, "terms", what, tuple(fields), default)
    matters = (Option(NEW, "another matter"), *(Option(at, ": ".join(key)) for at, key in enumerate(keys, 1)))
    named = keys.index(pitch.known) + 1 if pitch.known in keys else NEW
    fields.append(Choose(seat, "matter", "Which of these is it?", matters, named))
    return Form(seat, "terms", what, tuple(fields), (*default, named))


def _key(table: Desk, pitch: Pitch, keys: list[Key], votes: dict[str, int]) -> Key:
    """AVI-2.03.01.07, AVI-1.01.05, AVI-R.18: the matter that most say it is; without a majority, the nearest third party says.

    The pair of context and topic counts, not each half. The same words are never two entries.
    """
    if not votes:
        return pitch.key
    chosen = deciding.majority(table, list(votes.values()))
    if chosen is None:
        third = deciding.nearest_third_party(table, table.seat, pitch.who, pitch.listener)
        chosen = votes.get(third, NEW) if third else NEW
    return keys[chosen - 1] if chosen else pitch.key


def _picks(table: Desk, pitch: Pitch, what: str, offered: tuple[str, ...]) -> Asks[str]:
    """AVI-2.02.14: no agreement: the talker's player picks the skill, the listener's the motivation, or a third party."""
    third = deciding.nearest_third_party(table, table.seat, pitch.who, pitch.listener)
    picker = pitch.who if what == "skill" else pitch.listener
    if table.dial("appeal_deadlock") == "third_party" and third is not None:
        picker = SEAT + third
    proposed = pitch.skill if what == "skill" else pitch.motivation
    default = proposed if proposed in offered else offered[0]
    prompt = phrase("The table cannot agree on the {what:word}: you decide", what=what)
    picked = yield from choose(picker, what, prompt, options(*offered), default)
    yield from now(say("the {what:word} is {picked:word}", "AVI-2.02.14", what=what, picked=picked))
    return picked


def _within_reason(table: Desk, pitch: Pitch, difficulty: int) -> Asks[int]:
    """AVI-2.02.06, AVI-2.02.13: 2 or 3; anything else only if the table says so once more."""
    if LOW <= difficulty <= HIGH:
        return difficulty
    usual = LOW if difficulty < LOW else HIGH
    prompt = f"A difficulty of {difficulty}, instead of {usual}?"
    return (
        difficulty if (yield from deciding.ask_for_agreement(table, table.seat, prompt, pitch.who, pitch.listener)) else usual
    )
