"""Scenes and sessions: who frames, what a scene ends, and what a session leaves behind."""

from __future__ import annotations

from typing import Annotated, Literal

from fatewright.systems.author import (
    Asks,
    Audience,
    Change,
    Choose,
    Desk,
    Mine,
    Put,
    PutFact,
    Say,
    Story,
    Upto,
    Usual,
    ends,
    now,
    options,
    phrase,
    say,
    sealed,
    verb,
)
from fatewright.systems.avitch.characters import conditions, people
from fatewright.systems.avitch.discussions import driving, talks
from fatewright.systems.avitch.hand_to_hand import pairings
from fatewright.systems.avitch.mechanics import deciding

Words = Annotated[str, Upto(200)]
Belongings = Annotated[str, Upto(300)]
YesNo = Literal["no", "yes"]
OF_A_SCENE = ("Winded", "Hidden", "Off-balance")
CAP = 10
FEWEST, MOST = 2, 6  # players
ERAS = {"pre_gunpowder": "before gunpowder, and without magic", "table_defined": "as you say it is"}


# ── scenes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def is_open(table: Desk) -> bool:
    """Whether a scene is being played."""
    return bool(table.fact("scene", "open"))


def framed(table: Desk, seat: str) -> int:
    """AVI-1.01.06: how many scenes of this session a player has framed."""
    return int(table.fact("framed", seat) or 0)


def all_have_framed(table: Desk) -> bool:
    """AVI-1.01.06: whether the session has come to its end."""
    return all(framed(table, seat) >= table.dial("scenes_per_player") for seat in deciding.players(table))


def next_framer(table: Desk) -> str | None:
    """AVI-1.01.06: whose turn it is to frame a scene, clockwise; None where anybody may, or for the very first."""
    last = table.fact("scene", "framer")
    if table.dial("scene_framing") == "free" or last is None:
        return None
    return deciding.clockwise(table, last)[0]


def _may_frame(table: Desk, **_: str) -> str | None:
    if not table.fact("session", "open"):
        return "no session is open"
    if is_open(table):
        return "a scene is being played: end it first"
    if all_have_framed(table):
        return "everybody has framed their scenes: close the session"
    most = table.dial("scenes_per_player")
    if table.dial("scene_framing") == "free" and framed(table, table.seat) >= most:
        return f"you have framed {most} of {most}; it is for the others now"
    return None


@verb(
    "{seat} frames a scene at this place: {place}, with the question: {question}",
    more=("who is there: {present}",),
    may=_may_frame,
    group="Scene",
)
def frame_scene(table: Desk, place: Words, question: Words, present: Words = "everybody") -> Story:
    """AVI-1.01.06, AVI-1.01.03: frame a scene: where it is, what is at stake, and who is there.

    Clockwise, unless a dial says otherwise; out of turn only if the table agrees.
    """
    turn = next_framer(table)
    claim = f"{table.seat} frames the next scene, instead of {turn}"
    if turn not in (None, table.seat) and not (yield from deciding.ask_for_agreement(table, table.seat, claim)):
        return ends("voted down")
    if problem := _may_frame(table):  # somebody else may have framed one meanwhile
        return ends("refused", Say(problem))
    number = (table.fact("scene", "number") or 0) + 1
    facts = {"open": True, "number": number, "framer": table.seat, "place": place, "question": question, "present": present}
    line = say(
        "Scene {number}, framed by {seat}: {place:text}. There: {present:text}. {question:text}",
        "AVI-1.01.06",
        number=number,
        seat=table.seat,
        place=place,
        present=present,
        question=question,
    )
    count = PutFact(("framed", table.seat), framed(table, table.seat) + 1)
    return ends("agreed", *(PutFact(("scene", name), value) for name, value in facts.items()), count, line, *_run_by(table))


def _run_by(table: Desk) -> list[Change]:
    """AVI-1.01.04: whoever has lost their player is run by the next one, clockwise from the framer."""
    near = deciding.clockwise(table, table.seat)
    orphans = [token.name for token in table.tokens() if people.owner(table, token.name) not in near]
    lines = [say("{who} is run by {seat}", "AVI-1.01.04", who=who, seat=near[0]) for who in orphans]
    return [*(Put(who, "answers", near[0]) for who in orphans), *lines]


def _no_scene(table: Desk) -> str | None:
    return None if is_open(table) else "no scene is being played"


@verb("{seat} wants to end the scene", may=_no_scene, group="Scene")
def end_scene(table: Desk) -> Story:
    """AVI-1.01.06, AVI-1.04.05, AVI-1.04.06, AVI-2.01.17: the framer ends the scene, or the table does.

    Its question is answered. Discussions end with it, Winded and Hidden too. Whoever is dying dies, or lives on with a mark.
    """
    if table.seat != table.fact("scene", "framer"):
        question = table.fact("scene", "question")
        if not (
            yield from deciding.ask_for_agreement(table, table.seat, f"The scene ends; its question is answered: {question}")
        ):
            return ends("voted down")
    yield from _over(table)
    return ends("agreed")


def _over(table: Desk) -> Asks[None]:
    """AVI-1.01.06, AVI-1.02.01.20, AVI-1.04.06, AVI-1.04.09, AVI-2.01.17: what ends with a scene, for everybody."""
    if not is_open(table):
        return
    yield from now(*pairings.all_over(table))
    names = [token.name for token in table.tokens()]
    marks = [change for who in names for change in people.marked(table, who, without=OF_A_SCENE)]
    led = [PutFact(path, None) for path in table.paths("led")]
    yield from now(
        PutFact(("scene", "open"), None),
        *talks.over(table, *talks.going_on(table)),
        *marks,
        *led,
        say("The scene ends", "AVI-1.01.06"),
    )
    for who in names:
        if who in table and people.has(table, who, "Dying"):
            yield from conditions.dies(table, who)


# ── sessions ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_open(table: Desk) -> str | None:
    return "a session is open already" if table.fact("session", "open") else None


@verb("{seat} wants to begin a session", may=_may_open, group="Scene")
def open_session(table: Desk) -> Story:
    """AVI-1.01.06, AVI-1.01.01, AVI-1.01.02: open a session, if the table agrees; every player will frame scenes in it."""
    number = (table.fact("session", "number") or 0) + 1
    if not (yield from deciding.ask_for_agreement(table, table.seat, f"Session {number} begins")):
        return ends("voted down")
    if problem := _may_open(table):
        return ends("refused", Say(problem))
    facts = (PutFact(("session", "number"), number), PutFact(("session", "open"), True))
    most = table.dial("scenes_per_player")
    world = ERAS[table.dial("setting_era")]
    told = phrase(
        "{title:word}, session {number}: everybody frames {most:scene}. The world is {world:word}",
        title=title(table),
        number=number,
        most=most,
        world=world,
    )
    line = Say(told, ("AVI-0.03", "AVI-1.01.01", "AVI-1.01.06"))
    return ends("agreed", *facts, *_counts_cleared(table), line, *_advice(table))


def title(table: Desk) -> str:
    """AVI-0.03: what the game is called; a group's own version has a title of its own."""
    return str(table.data["system"]["title"])


def _counts_cleared(table: Desk) -> list[Change]:
    return [PutFact(path, None) for path in table.paths("framed")]


def _advice(table: Desk) -> list[Change]:
    """AVI-1.01.02: what is not as usual, said once and never enforced."""
    count = len(deciding.players(table))
    line = say(
        "{count} at the table; {fewest} to {most} players are usual", "AVI-1.01.02", count=count, fewest=FEWEST, most=MOST
    )
    return [] if FEWEST <= count <= MOST else [line]


def _may_close(table: Desk) -> str | None:
    return None if table.fact("session", "open") else "no session is open"


@verb("{seat} wants to end the session", may=_may_close, group="Scene")
def close_session(table: Desk) -> Story:
    """AVI-1.01.06, AVI-1.01.07, AVI-2.03.01.08, AVI-6.01: close the session; before all have framed, only if the table agrees.

    The scene ends, what drives everybody is read aloud and, by a dial, each character grows in a skill that lost a check.
    """
    early = not all_have_framed(table) or is_open(table)
    if early and not (yield from deciding.ask_for_agreement(table, table.seat, "The session ends here")):
        return ends("voted down")
    if problem := _may_close(table):
        return ends("refused", Say(problem))
    yield from _over(table)
    yield from now(PutFact(("session", "open"), False))
    yield from _grown(table)
    lost = [Put(token.name, "lost", ()) for token in table.tokens() if token["lost"]]
    line = say("Session {number} is over", "AVI-1.01.06", number=table.fact("session", "number"))
    return ends(
        "agreed", *driving.read_aloud(table, *(token.name for token in table.tokens())), *driving.expired(table), *lost, line
    )


def _grown(table: Desk) -> Asks[None]:
    """AVI-1.01.07: each player names one skill per character that lost a check; it grows by one, to 10 at most.

    What grew stays between the player and the sheet.
    """
    names = [token.name for token in table.tokens() if token["lost"] and not people.has(table, token.name, *people.GONE)]
    if table.dial("advancement") == "none" or not names:
        return
    asked = [_which(table, who) for who in names]
    skills = yield from sealed("growth", "One skill that lost a check grows", *asked, is_kept=True)
    changes = [change for who, skill in zip(names, skills, strict=True) for change in _raised(table, who, skill)]
    yield from now(*changes, say("{names}: a skill grows", "AVI-1.01.07", names=[*names]))


def _which(table: Desk, who: str) -> Choose[str]:
    lost = table[who]["lost"]
    return Choose(
        who,
        "growth",
        phrase("{who}: which skill grows? At {most}, none goes further", who=who, most=CAP),
        options(*lost),
        lost[0],
    )


def _raised(table: Desk, who: str, skill: str) -> list[Change]:
    before = table[who][skill]
    text = (
        phrase("{who}: {skill:word} grows to {level}", who=who, skill=skill, level=before + 1)
        if before < CAP
        else phrase("{who}: {skill:word} is at {most}, and goes no further", who=who, skill=skill, most=CAP)
    )
    return [Put(who, skill, min(CAP, before + 1)), Say(text, ("AVI-1.01.07",), Audience({table[who].owner}))]


# ── belongings ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_obtain(table: Desk, **_: str) -> str | None:
    if table.dial("possessions") == "listed_at_creation":
        return "at this table one owns what the sheet has listed from the start"
    return None


def _owned(table: Desk, who: str) -> str | None:
    """AVI-1.01.08: what they own already, to which something is added."""
    return table[who].get("possessions", "") or None


def _is_armed(table: Desk, who: str) -> str:
    return str(table[who].get("armed", "no"))


def _is_armoured(table: Desk, who: str) -> str:
    return str(table[who].get("armoured", "no"))


@verb(
    "{who} claims to own: {belongings}",
    more=("carries a weapon: {armed}", "wears armour: {armoured}"),
    may=_may_obtain,
    group="Scene",
)
def obtain(
    table: Desk,
    who: Mine,
    belongings: Annotated[Belongings, Usual(_owned)],
    armed: Annotated[YesNo, Usual(_is_armed)] = "no",
    armoured: Annotated[YesNo, Usual(_is_armoured)] = "no",
) -> Story:
    """AVI-1.01.08: say what somebody owns now, armed and armoured or not; it is so if the table finds it fitting."""
    if not (
        yield from deciding.ask_for_agreement(
            table, table.seat, f"{who} owns: {belongings} (armed: {armed}, armoured: {armoured})", who
        )
    ):
        return ends("voted down")
    owned = {"possessions": belongings, "armed": armed, "armoured": armoured}
    return ends(
        "agreed",
        *(Put(who, name, value) for name, value in owned.items()),
        say("{who} owns: {belongings:text}", "AVI-1.01.08", who=who, belongings=belongings),
    )
