"""What every table can do, whatever is played at it: talk, roll freely, keep notes, move, keep time, and decide by motion."""

from __future__ import annotations

from collections.abc import Mapping

from fatewright.core.errors import BadNotation
from fatewright.core.phrases import phrase
from fatewright.core.rule.notation import at_once, parse
from fatewright.core.rule.rule import Asks, ask
from fatewright.core.table import people
from fatewright.core.table.game import FARTHEST
from fatewright.core.table.motions import motion
from fatewright.core.table.people import GM_ONLY
from fatewright.core.table.seal import Audience
from fatewright.core.table.story import (
    OWN,
    SEAT,
    Desk,
    Ending,
    Learn,
    Put,
    PutFact,
    Remove,
    Ruling,
    Say,
    Slot,
    TakeBackTo,
    Verb,
    a_choice,
    a_line,
    a_number,
    a_person,
    a_text,
    ends,
    say,
)

TEXT = 2000
DIALS = {  # what every table may set for itself; the first value is the default
    "odds": (("exact", "in words", "off"), "How the odds of an act or an answer are shown."),
    "secret_rolls": (("silent", "announced"), "Whether the others hear that something happens behind the screen."),
    "answers": (("changeable", "final"), "Whether a sealed answer may be changed until the last one is in."),
    "timer": ((0, 15, 30, 60, 120, 300, 600), "Seconds for a question that has a default: then that stands. 0 for no hurry."),
    "rows": (
        ("all", "draft only"),
        "What is on offer: all that is listed, or only what stands in the author's own draft. Rulings stay.",
    ),
}
BY_HAND = "by hand"
ANYBODY = ("gm", "player", "spectator")
FAR = 1000  # squares from the middle of the board


def roll_freely(table: Desk, notation: str) -> Asks[Ending]:
    """Throw any dice; it means what the table says it means."""
    outcome = yield from ask(parse(notation), by=SEAT + table.seat)
    told = outcome if isinstance(outcome, int) else str(outcome)
    return ends(told, say("{seat} rolls {notation:text}: {told:text}", seat=table.seat, notation=notation, told=told))


def _can_be_read(table: Desk, notation: str) -> str | None:
    del table
    try:
        at_once(notation)
    except BadNotation as wrong:
        return f"notation: {wrong}"
    return None


def throw_dice(table: Desk, thrown: str) -> Ending:
    """How your dice are thrown: by yourself, real ones, whose faces you enter; or by the table."""
    own = thrown == BY_HAND
    told = phrase("{seat} throws real dice", seat=table.seat) if own else phrase("the table throws for {seat}", seat=table.seat)
    return ends("dice", PutFact(("seat", table.seat, "dice"), OWN if own else None), Say(told))


def speak(table: Desk, text: str) -> Ending:
    """Say something to the table."""
    return ends("said", say("{seat}: {text:text}", seat=table.seat, text=text))


def note(table: Desk, text: str) -> Ending:
    """Write something into your own notebook."""
    return ends("noted", Learn(table.seat, text))


def whisper(table: Desk, to: str, text: str) -> Ending:
    """Say something to one seat only."""
    return ends("said", say("{seat}, aside: {text:text}", to=Audience({table.seat, to}), seat=table.seat, text=text))


def allow(table: Desk, text: str) -> Ending:
    """Yes, it works: the game master lets something happen without dice."""
    return ends("allowed", say("{seat}: yes, it works. {text:text}", seat=table.seat, text=text))


def move(table: Desk, who: str, x: int, y: int) -> Ending:
    """Put a token on a square of the board."""
    del table
    return ends("moved", Put(who, "at", (x, y)))


def _column(table: Desk, who: str) -> int | None:
    return at[0] if (at := table[who].get("at", None)) else None


def _row(table: Desk, who: str) -> int | None:
    return at[1] if (at := table[who].get("at", None)) else None


def remove(table: Desk, token: str) -> Ending:
    """Take a token off the table."""
    del table
    return ends("removed", Remove(token))


def hand_over(table: Desk, token: str, to: str) -> Ending:
    """Let another seat answer for a token, until it is handed back to its owner."""
    back = table[token].owner == to
    return ends("handed over", Put(token, "answers", None if back else to))


def pass_time(table: Desk, minutes: int) -> Ending:
    """Let the clock run."""
    clock = (table.fact("clock", "minutes") or 0) + minutes
    return ends(
        "passed",
        PutFact(("clock", "minutes"), clock),
        say("{minutes:minute} {minutes:passes|pass}", minutes=minutes),
    )


def session(table: Desk, what: str) -> Ending:
    """Open or close a session."""
    count = (table.fact("session", "number") or 0) + (what == "open")
    facts = (PutFact(("session", "number"), count), PutFact(("session", "open"), what == "open"))
    return ends(what, *facts, say("session {count}: {what:word}", count=count, what=what))


def move_to_overrule(table: Desk, token: str, field: str, value: int, reason: str) -> Asks[Ending]:
    """Without a game master: propose that a number be another one. Carried by more than half of the players."""
    becomes = "{token}'s {field:word} becomes {value}: {reason:text}"
    text = phrase(becomes, token=token, field=field, value=value, reason=reason)
    return (yield from motion(table, text, lambda: [Ruling(token, field, value, reason)]))


def _is_a_number(table: Desk, token: str, field: str, value: int, reason: str) -> str | None:
    del value, reason
    if type(table.fact("token", token, field)) is not int:
        return f"{token} has no number called {field} that you know of"
    return None


def move_to_rewind(table: Desk, before: int, what: str) -> Asks[Ending]:
    """Without a game master: propose to take back everything from a line of the log on, and say it in words."""
    return (yield from motion(table, phrase("back to before: {what:text}", what=what), lambda: [TakeBackTo(before)]))


def _text(name: str) -> Slot:
    return a_text(name, TEXT)


_ALL = (
    Verb("roll", roll_freely, (a_text("notation", 500),), _can_be_read, ANYBODY, sentence="{seat} rolls {notation}"),
    Verb(
        "secret-roll",
        roll_freely,
        (a_text("notation", 500),),
        _can_be_read,
        GM_ONLY,
        is_secret=True,
        sentence="{seat} rolls {notation} in secret",
    ),
    Verb(
        "dice",
        throw_dice,
        (a_choice("thrown", (BY_HAND, "by the table")),),
        sentence="{seat} has dice thrown {thrown}",
    ),
    Verb("say", speak, (_text("text"),), roles=ANYBODY, sentence="{seat} speaks", more=("the words: {text}",)),
    Verb(
        "note",
        note,
        (_text("text")._replace(is_secret=True),),
        roles=ANYBODY,
        is_secret=True,
        sentence="{seat} makes a note",
        more=("the words: {text}",),
    ),
    Verb(
        "whisper",
        whisper,
        (a_person("to", "seat"), _text("text")._replace(is_secret=True)),
        roles=ANYBODY,
        is_secret=True,
        sentence="{seat} whispers to {to}",
        more=("the words: {text}",),
    ),
    Verb("allow", allow, (_text("text"),), roles=GM_ONLY, sentence="{seat} says yes", more=("what happens: {text}",)),
    Verb(
        "move",
        move,
        (a_person("who", "mine"), a_number("x", -FAR, FAR, usual=_column), a_number("y", -FAR, FAR, usual=_row)),
        sentence="{who} moves to column {x}, row {y}",
    ),
    Verb("remove", remove, (a_person("token", "token"),), roles=GM_ONLY, sentence="{token} leaves the table"),
    Verb(
        "hand-over",
        hand_over,
        (a_person("token", "token"), a_person("to", "seat")),
        roles=GM_ONLY,
        sentence="{token} is handed over to {to}",
    ),
    *people.ALL,
    Verb(
        "pass-time",
        pass_time,
        (a_number("minutes", 1, 10_000_000, 10),),
        roles=GM_ONLY,
        sentence="{seat} lets time pass",
        more=("minutes: {minutes}",),
    ),
    Verb(
        "session",
        session,
        (a_choice("what", ("open", "close"), usual=lambda table: "close" if table.fact("session", "open") else "open"),),
        roles=GM_ONLY,
        sentence="{seat} decides to {what} the session",
    ),
)
_MOTIONS = (
    Verb(
        "move-to-overrule",
        move_to_overrule,
        (a_person("token", "token"), _text("field"), a_number("value", -FARTHEST, FARTHEST), _text("reason")),
        _is_a_number,
        ("player",),
        sentence="{seat} proposes that of {token} the number {field} becomes {value}",
        more=("because: {reason}",),
    ),
    *people.WITHOUT_GM,
    Verb(
        "move-to-rewind",
        move_to_rewind,
        (a_line("before"), _text("what")),
        roles=("player",),
        sentence="{seat} proposes to go back to before {before}",
        more=("in words: {what}",),
    ),
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
    slots = tuple(slot._replace(of="mine") if slot.of == "token" else slot for slot in verb.slots)
    return verb._replace(roles=("player",), slots=slots)
