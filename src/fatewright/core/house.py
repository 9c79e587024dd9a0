"""What every table can do, whatever is played at it: talk, roll freely, keep notes, move, keep time, and decide by motion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatewright.core.ask import Choose, options
from fatewright.core.errors import BadNotation
from fatewright.core.notation import parse
from fatewright.core.rule import Asks, ask, sealed
from fatewright.core.seal import Audience, may_be_a_seat
from fatewright.core.story import (
    OWN,
    SEAT,
    Desk,
    Ending,
    Field,
    Learn,
    Put,
    PutFact,
    Remove,
    Ruling,
    Say,
    TakeBackTo,
    Verb,
    ends,
)

TEXT = 2000
DIALS = {  # what every table may set for itself; the first value is the default
    "odds": (("exact", "in words", "off"), "How the odds of an act or an answer are shown."),
    "secret_rolls": (("silent", "announced"), "Whether the others hear that something happens behind the screen."),
    "answers": (("changeable", "final"), "Whether a sealed answer may be changed until the last one is in."),
    "timer": ((0, 15, 30, 60, 120, 300, 600), "Seconds for a question that has a default: then that stands. 0 for no hurry."),
}
BY_HAND = "by hand"
ANYBODY = ("gm", "player", "spectator")
FAR = 1000  # squares from the middle of the board


def roll_freely(table: Desk, notation: str) -> Asks[Ending]:
    """Throw any dice; it means what the table says it means."""
    outcome = yield from ask(parse(notation), by=SEAT + table.seat)
    told = outcome if isinstance(outcome, int) else str(outcome)
    return ends(told, Say(f"{table.seat} rolls {notation}: {told}"))


def _can_be_read(table: Desk, notation: str) -> str | None:
    del table
    try:
        parse(notation)
    except BadNotation as wrong:
        return f"notation: {wrong}"
    return None


def _nothing_asked(ending: Ending) -> Asks[Ending]:
    """A story without a question."""
    return ending
    yield


def throw_dice(table: Desk, thrown: str) -> Asks[Ending]:
    """How your dice are thrown: by yourself, real ones, whose faces you enter; or by the table."""
    own = thrown == BY_HAND
    told = f"{table.seat} throws real dice" if own else f"the table throws for {table.seat}"
    return _nothing_asked(ends("dice", PutFact(("seat", table.seat, "dice"), OWN if own else None), Say(told)))


def say(table: Desk, text: str) -> Asks[Ending]:
    """Say something to the table."""
    return _nothing_asked(ends("said", Say(f"{table.seat}: {text}")))


def note(table: Desk, text: str) -> Asks[Ending]:
    """Write something into your own notebook."""
    return _nothing_asked(ends("noted", Learn(table.seat, text)))


def whisper(table: Desk, to: str, text: str) -> Asks[Ending]:
    """Say something to one seat only."""
    return _nothing_asked(ends("said", Say(f"{table.seat}, aside: {text}", to=Audience({table.seat, to}))))


def allow(table: Desk, text: str) -> Asks[Ending]:
    """Yes, it works: the game master lets something happen without dice."""
    return _nothing_asked(ends("allowed", Say(f"{table.seat}: yes, it works. {text}")))


def move(table: Desk, who: str, x: int, y: int) -> Asks[Ending]:
    """Put a token on a square of the board."""
    del table
    return _nothing_asked(ends("moved", Put(who, "at", (x, y))))


def remove(table: Desk, token: str) -> Asks[Ending]:
    """Take a token off the table."""
    del table
    return _nothing_asked(ends("removed", Remove(token)))


def hand_over(table: Desk, token: str, to: str) -> Asks[Ending]:
    """Let another seat answer for a token, until it is handed back to its owner."""
    back = table[token].owner == to
    return _nothing_asked(ends("handed over", Put(token, "answers", None if back else to)))


def stand_in(table: Desk, seat: str, by: str) -> Asks[Ending]:
    """Name a seat that answers for one who has gone; name the seat itself to end it."""
    del table
    text = f"{by} stands in for {seat}" if by != seat else f"{seat} answers again"
    return _nothing_asked(ends("named", PutFact(("seat", seat, "stand-in"), None if by == seat else by), Say(text)))


def seat(table: Desk, name: str, role: str) -> Asks[Ending]:
    """Give somebody a place at the table, or another role."""
    del table
    return _nothing_asked(ends("seated", PutFact(("seat", name, "role"), role), Say(f"{name} sits down ({role})")))


def _may_sit(table: Desk, name: str, role: str) -> str | None:
    del role
    if not may_be_a_seat(name):
        return f"{name!r} is not a name for a seat"
    return f"{name} is the game master's seat" if table.fact("seat", name, "role") == "gm" else None


def unseat(table: Desk, name: str) -> Asks[Ending]:
    """Take somebody's place at the table away. Whoever does so answers for their tokens from then on."""
    theirs = [token.name for token in table.tokens() if name in (token.owner, token.get("answers", ""))]
    left = [path for path in table.facts if path[0] == "seat" and path[1] == name]
    stood_in = [path for path, by in table.facts.items() if path[0] == "seat" and path[2] == "stand-in" and by == name]
    handed = [Put(token, "answers", table.seat) for token in theirs]
    gone = [PutFact(path, None) for path in (*left, *stood_in)]
    return _nothing_asked(ends("gone", *handed, *gone, Say(f"{name} has left the table")))


def _may_go(table: Desk, name: str) -> str | None:
    return "the game master stays" if table.fact("seat", name, "role") == "gm" else None


def pass_time(table: Desk, minutes: int) -> Asks[Ending]:
    """Let the clock run."""
    clock = (table.fact("clock", "minutes") or 0) + minutes
    return _nothing_asked(ends("passed", PutFact(("clock", "minutes"), clock), Say(f"{minutes} minutes pass")))


def session(table: Desk, what: str) -> Asks[Ending]:
    """Open or close a session."""
    count = (table.fact("session", "number") or 0) + (what == "open")
    facts = (PutFact(("session", "number"), count), PutFact(("session", "open"), what == "open"))
    return _nothing_asked(ends(what, *facts, Say(f"session {count}: {what}")))


def move_to_overrule(table: Desk, token: str, field: str, value: int, reason: str) -> Asks[Ending]:
    """Without a game master: propose that a number be another one. Carried by more than half of the players."""
    text = f"{token}'s {field} becomes {value}: {reason}"
    return (yield from _motion(table, text, Ruling(token, field, value, reason)))


def _is_a_number(table: Desk, token: str, field: str, value: int, reason: str) -> str | None:
    del value, reason
    if type(table.fact("token", token, field)) is not int:
        return f"{token} has no number called {field} that you know of"
    return None


def move_to_rewind(table: Desk, before: int, what: str) -> Asks[Ending]:
    """Without a game master: propose to take back everything from a record on; `what` says it in words."""
    return (yield from _motion(table, f"back to before: {what}", TakeBackTo(before)))


def move_to_unseat(table: Desk, name: str) -> Asks[Ending]:
    """Without a game master: propose that somebody's place be taken away."""
    leaving = yield from unseat(table, name)
    return (yield from _motion(table, f"{name} leaves the table", *leaving.changes))


def _motion(table: Desk, text: str, *changes: Any) -> Asks[Ending]:
    players = table.seats("player")
    asked = [Choose(SEAT + seat, "vote", f"{table.seat} proposes: {text}", options("yes", "no"), "no") for seat in players]
    votes = yield from sealed("motion", text, *asked)
    in_favour = [seat for seat, vote in zip(players, votes, strict=True) if vote == "yes"]
    names = ", ".join(in_favour) or "nobody"
    if 2 * len(in_favour) <= len(players):
        return ends("lost", Say(f"the motion is lost ({text}); for it: {names}"))
    return ends("carried", Say(f"the motion is carried ({text}); for it: {names}"), *changes)


def _text(name: str) -> Field:
    return Field(name, "text", high=TEXT)


GM_ONLY = ("gm",)
ROLES = ("player", "spectator", "television")
SQUARE = {"kind": "number", "low": -FAR, "high": FAR}
_ALL = (
    Verb("roll", roll_freely, (Field("notation", "text", high=500),), _can_be_read, ANYBODY),
    Verb("secret-roll", roll_freely, (Field("notation", "text", high=500),), _can_be_read, GM_ONLY, is_secret=True),
    Verb("dice", throw_dice, (Field("thrown", "choice", (BY_HAND, "by the table")),), roles=("gm", "player")),
    Verb("say", say, (_text("text"),), roles=ANYBODY),
    Verb("note", note, (_text("text")._replace(is_secret=True),), roles=ANYBODY, is_secret=True),
    Verb("whisper", whisper, (Field("to", "seat"), _text("text")._replace(is_secret=True)), roles=ANYBODY, is_secret=True),
    Verb("allow", allow, (_text("text"),), roles=GM_ONLY),
    Verb("move", move, (Field("who", "mine"), Field("x", **SQUARE), Field("y", **SQUARE)), says="{who} → {x}, {y}"),  # type: ignore[arg-type]
    Verb("remove", remove, (Field("token", "token"),), roles=GM_ONLY),
    Verb("hand-over", hand_over, (Field("token", "token"), Field("to", "seat")), roles=GM_ONLY),
    Verb("stand-in", stand_in, (Field("seat", "seat"), Field("by", "seat")), roles=GM_ONLY),
    Verb("seat", seat, (Field("name", "text", high=40), Field("role", "choice", ROLES)), _may_sit, GM_ONLY),
    Verb("unseat", unseat, (Field("name", "seat"),), _may_go, GM_ONLY),
    Verb("pass-time", pass_time, (Field("minutes", "number", low=1, high=10_000_000),), roles=GM_ONLY),
    Verb("session", session, (Field("what", "choice", ("open", "close")),), roles=GM_ONLY),
)
_MOTIONS = (
    Verb(
        "move-to-overrule",
        move_to_overrule,
        (Field("token", "token"), _text("field"), Field("value", "number", low=-1000, high=1000), _text("reason")),
        _is_a_number,
        ("player",),
    ),
    Verb("move-to-unseat", move_to_unseat, (Field("name", "seat"),), roles=("player",)),
    Verb("move-to-rewind", move_to_rewind, (Field("before", "line"), _text("what")), roles=("player",)),
)


def house_verbs(*, has_gm: bool) -> Mapping[str, Verb]:
    """The verbs of every table; where nobody is game master, what only one may do goes to the players, some by motion."""
    if has_gm:
        return {verb.name: verb for verb in _ALL}
    return {verb.name: verb for verb in (*map(_for_players, _ALL), *_MOTIONS) if verb.name != "unseat"}


def _for_players(verb: Verb) -> Verb:
    """A verb of the game master as a player may use it: of tokens, only their own."""
    if verb.roles != GM_ONLY:
        return verb
    fields = tuple(field._replace(kind="mine") if field.kind == "token" else field for field in verb.fields)
    return verb._replace(roles=("player",), fields=fields)
