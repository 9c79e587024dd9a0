"""Who sits at a table: places, roles, stand-ins, leaving. The game master decides; without one, those who were there before.

Facts of the door: ("door", "newcomers") says who may come in, unless all may; ("door", "waits", NAME) who would like to sit
down, and as what; ("door", "left", NAME) who has sat here; ("door", "way-back", NAME) who may come back on another device;
("door", "link") what the link to the table must carry.
"""

from __future__ import annotations

from fatewright.core.phrases import phrase
from fatewright.core.rule.rule import Asks
from fatewright.core.table.motions import Changes, elders, motion, nobody_can_decide
from fatewright.core.table.seal import may_be_a_seat
from fatewright.core.table.story import Change, Desk, Ending, Put, PutFact, Say, Verb, a_choice, a_person, a_text, ends, say

GM_ONLY = ("gm",)
ROLES = ("player", "spectator", "television")
PATIENCE = 60  # seconds that a table still waits for somebody it no longer wants to wait for


def stand_in(table: Desk, seat: str, by: str) -> Asks[Ending]:
    """Name a seat that answers for one who has gone; name the seat itself to end it. Others may vote on it."""
    text = phrase("{by} stands in for {seat}", by=by, seat=seat) if by != seat else phrase("{seat} answers again", seat=seat)
    changes = (PutFact(("seat", seat, "stand-in"), None if by == seat else by), Say(text))
    if _may_name(table, seat, by):
        return ends("named", *changes)
    return (yield from motion(table, text, lambda: changes, elders(table, seat)))


def _may_name(table: Desk, seat: str, by: str) -> bool:
    """Whether one need not ask the others: the game master, whoever is concerned, or who will stand in no longer."""
    is_ended = by == seat and table.fact("seat", seat, "stand-in") == table.seat
    return bool(table.seats("gm")) or seat == table.seat or is_ended


def _may_stand_in(table: Desk, seat: str, by: str) -> str | None:
    return None if _may_name(table, seat, by) else nobody_can_decide(table, seat)


def seat(table: Desk, name: str, role: str) -> Asks[Ending]:
    """Give somebody a place at the table, or another role. Without a game master others vote on the role of who is there."""
    text = (
        phrase("{name} is {role:a} now", name=name, role=role)
        if table.role(name)
        else phrase("{name} sits down ({role:word})", name=name, role=role)
    )
    changes = (PutFact(("seat", name, "role"), role), PutFact(("door", "left", name), None), Say(text))
    if _may_seat(table, name, role):
        return ends("seated", *changes)
    return (yield from motion(table, text, lambda: changes, elders(table, name) if table.role(name) else None))


def _may_seat(table: Desk, name: str, role: str) -> bool:
    """Whether one need not ask the others: the game master, for somebody new, and whoever would rather look on.

    Whoever sits down where somebody sat before finds all that was for them alone: that is not for one player to give.
    """
    is_new = not table.role(name) and not table.fact("door", "left", name)
    return bool(table.seats("gm")) or is_new or (name == table.seat and role == "spectator")


def _may_sit(table: Desk, name: str, role: str) -> str | None:
    if not may_be_a_seat(name):
        return f"{name!r} is not a name for a seat"
    if table.role(name) == "gm":
        return f"{name} is the game master's seat"
    if table.fact("door", "waits", name):
        return f"{name} waits at the door: let them in, or turn them away"
    if not _may_seat(table, name, role):
        return nobody_can_decide(table, name) if table.role(name) else None
    return _last_one(table) if name == table.seat else None


def _last_one(table: Desk) -> str | None:
    """Why somebody cannot go who does the playing; None if they can."""
    is_last = table.seats("player") == [table.seat] and not table.seats("gm")
    return "you are the only one who plays here: somebody has to" if is_last else None


def unseat(table: Desk, name: str) -> Ending:
    """Take somebody's place at the table away. Whoever does so answers for their tokens from then on."""
    return ends("gone", *_leaving(table, name, table.seat))


def _leaving(table: Desk, name: str, heir: str) -> list[Change]:
    """What changes when somebody leaves: their place, their stand-ins, and who answers for their tokens."""
    theirs = [token.name for token in table.tokens() if name in (token.owner, token.get("answers", ""))]
    left = [path for path in table.facts if path[0] == "seat" and path[1] == name]
    stood_in = [path for path, by in table.facts.items() if path[0] == "seat" and path[2] == "stand-in" and by == name]
    handed = [Put(token, "answers", heir) for token in theirs]
    gone = [PutFact(path, None) for path in (*left, *stood_in)]
    return [*handed, *gone, PutFact(("door", "left", name), True), say("{name} has left the table", name=name)]


def _may_go(table: Desk, name: str) -> str | None:
    return "the game master stays" if table.role(name) == "gm" else None


def leave(table: Desk) -> Ending:
    """Leave the table for good. The game master answers for your tokens then; without one, whoever has been here longest."""
    heir = next(seat for seat in (*table.seats("gm"), *table.seats("player")) if seat != table.seat)
    return ends("gone", *_leaving(table, table.seat, heir))


def move_to_unseat(table: Desk, name: str) -> Asks[Ending]:
    """Without a game master: propose that somebody's place be taken away. Who was here before them votes."""

    def changes() -> list[Change]:
        heir = table.seat if table.role(table.seat) else table.seats("player")[0]
        return _leaving(table, name, heir) if table.role(name) else []

    return (yield from motion(table, phrase("{name} leaves the table", name=name), changes, elders(table, name)))


def _may_move_to_unseat(table: Desk, name: str) -> str | None:
    return "to go yourself, just leave" if name == table.seat else nobody_can_decide(table, name)


def do_not_wait(table: Desk, seat: str) -> Ending:
    """Without a game master: wait no longer for somebody. What they have not answered in time takes its default."""
    told = phrase(
        "{by}: let us not wait for {seat}; in {seconds} seconds the default stands", by=table.seat, seat=seat, seconds=PATIENCE
    )
    return ends("said", PutFact(("seat", seat, "hurry"), PATIENCE), Say(told))


def _may_hurry(table: Desk, seat: str) -> str | None:
    if seat == table.seat:
        return "nobody waits for you but you"
    return f"nobody waits for {seat} any more" if table.fact("seat", seat, "hurry") else None


def move_to_reseat(table: Desk, name: str) -> Asks[Ending]:
    """Without a game master: propose that somebody come back on another device. Who was here before them votes."""
    told = say("{name} may come back on another device: any player gives the link", name=name)

    def changes() -> list[Change]:
        return [PutFact(("door", "way-back", name), True), told] if table.role(name) else []

    return (yield from motion(table, phrase("{name} gets a way back to the table", name=name), changes, elders(table, name)))


def _may_move_to_reseat(table: Desk, name: str) -> str | None:
    return "your own seat you move without asking anybody" if name == table.seat else nobody_can_decide(table, name)


def newcomers(table: Desk, are: str) -> Asks[Ending]:
    """Whether whoever has the link may sit down, waits until somebody lets them in, or is refused."""
    text = phrase("newcomers are {are:word}", are=are) if are != BY_CONSENT else phrase("newcomers wait until they are let in")
    changes = (PutFact(("door", "newcomers"), None if are == WELCOME else are), Say(text))
    return (yield from _decided(table, text, lambda: changes))


def let_in(table: Desk, name: str) -> Asks[Ending]:
    """Let somebody sit down who waits at the door."""
    role = table.fact("door", "waits", name)
    text = phrase("{name} sits down ({role:word})", name=name, role=role)
    changes = (PutFact(("door", "waits", name), None), PutFact(("seat", name, "role"), role), Say(text))
    return (yield from _decided(table, text, lambda: changes if table.fact("door", "waits", name) else ()))


def turn_away(table: Desk, name: str) -> Asks[Ending]:
    """Turn somebody away who waits at the door."""
    changes = (PutFact(("door", "waits", name), None), say("{name} is not let in", name=name))
    return (yield from _decided(table, phrase("{name} is not let in", name=name), lambda: changes))


def _waits(table: Desk, name: str) -> str | None:
    return None if table.fact("door", "waits", name) else f"nobody waits at the door as {name}"


def _decided(table: Desk, text: str, changes: Changes) -> Asks[Ending]:
    """What the game master says is done; without one, what the players there vote for."""
    if table.seats("gm"):
        return ends("done", *changes())
    return (yield from motion(table, text, changes))


WELCOME, BY_CONSENT, REFUSED = "welcome", "by consent", "refused"
AT_THE_DOOR = ("let-in", "turn-away")  # what can be done only while somebody waits there
ALL = (
    Verb(
        "stand-in",
        stand_in,
        (a_person("seat", "seat"), a_person("by", "seat")),
        _may_stand_in,
        GM_ONLY,
        sentence="{by} stands in for {seat}",
    ),
    Verb(
        "seat",
        seat,
        (a_text("name", 40), a_choice("role", ROLES)),
        _may_sit,
        GM_ONLY,
        sentence="{name} sits down as {role}",
    ),
    Verb("unseat", unseat, (a_person("name", "seat"),), _may_go, GM_ONLY, sentence="{name} loses the seat"),
    Verb("leave", leave, (), _last_one, ("player", "spectator"), sentence="{seat} leaves the table"),
    Verb(
        "newcomers",
        newcomers,
        (a_choice("are", (WELCOME, BY_CONSENT, REFUSED)),),
        roles=GM_ONLY,
        sentence="newcomers are {are}",
    ),
    Verb("let-in", let_in, (a_text("name", 40),), _waits, GM_ONLY, sentence="{name} is let in"),
    Verb(
        "turn-away",
        turn_away,
        (a_text("name", 40),),
        _waits,
        GM_ONLY,
        sentence="{name} is turned away",
    ),
)
WITHOUT_GM = (
    Verb(
        "move-to-unseat",
        move_to_unseat,
        (a_person("name", "seat"),),
        _may_move_to_unseat,
        ("player",),
        sentence="{seat} proposes to take the seat of {name} away",
    ),
    Verb(
        "move-to-reseat",
        move_to_reseat,
        (a_person("name", "seat"),),
        _may_move_to_reseat,
        ("player",),
        sentence="{seat} proposes another device for {name}",
    ),
    Verb(
        "do-not-wait",
        do_not_wait,
        (a_person("seat", "seat"),),
        _may_hurry,
        ("player",),
        sentence="the table does not wait for {seat}",
    ),
)
PEOPLE = frozenset(  # verbs about who is there: no rewind undoes what they did
    ("seat", "unseat", "leave", "newcomers", "let-in", "turn-away", "move-to-unseat", "move-to-reseat")
)
