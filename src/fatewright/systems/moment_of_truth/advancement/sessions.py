"""Sessions: how they begin and end, what they pay, and how characters change meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fatewright.systems.author import (
    Asks,
    Between,
    Change,
    Desk,
    Ending,
    From,
    Gain,
    Number,
    Offers,
    Put,
    PutFact,
    Say,
    Seen,
    Story,
    Upto,
    Usual,
    ask,
    count_of,
    ends,
    now,
    phrase,
    say,
    sealed,
    tell,
    text,
    verb,
)
from fatewright.systems.moment_of_truth.characters import sheets
from fatewright.systems.moment_of_truth.combat.harm import SIDES, Own, Present, is_hero, is_npc
from fatewright.systems.moment_of_truth.drama import moments
from fatewright.systems.moment_of_truth.mechanics import pools
from fatewright.systems.moment_of_truth.mechanics.checks import owned_first
from fatewright.systems.moment_of_truth.mechanics.rolls import connection_event

Anything = Annotated[str, From("scopes")]
Why = Annotated[str, Upto(300)]


def heroes(table: Desk) -> list[str]:
    """The characters that players run."""
    return [
        token.name for token in table.tokens() if token.kind != "encounter" and pools.is_player_character(table, token.name)
    ]


# ── sessions ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_open(table: Desk, hours: int) -> str | None:
    del hours
    return "a session is open already" if table.fact("session", "open") else None


@verb("{seat} opens a session of about {hours} hours", roles=("gm",), may=_may_open, group="Session")
def open_session(table: Desk, hours: Annotated[int, Between(1, 12)] = 4) -> Ending:
    """Open a session of about so many hours: talents are fresh again, and in the first one players get their Moments."""
    return _opened(table, hours)


def _opened(table: Desk, hours: int) -> Ending:
    """MOT-4.15, MOT-5.18, MOT-5.19, MOT-5.20, MOT-R.25, MOT-R.93: Moments only in the very first session."""
    number = (table.fact("session", "number") or 0) + 1
    facts = (("number", number), ("open", True), ("hours", hours), ("rolls", 0))
    fresh = [Put(who, "used", ()) for who in heroes(table)]
    given: list[Change] = []
    if number == 1:
        for seat in table.seats("player"):
            given += moments.earn(table, seat, table.dial("starting_mots"), "beginning", "MOT-5.18")
            table = moments.after(table, given)
    policy = say(
        "Session {number}. Experience here is for: {xp_policy:word}",
        "MOT-11.10",
        number=number,
        xp_policy=table.dial("xp_policy"),
    )
    return ends("open", *(PutFact(("session", name), value) for name, value in facts), *fresh, policy, *given)


def _may_close(table: Desk, xp: int, why: str) -> str | None:
    del xp, why
    return None if table.fact("session", "open") else "no session is open"


@verb(
    "{seat} closes the session, and everybody gains {xp} experience",
    more=("what it is for: {why}",),
    roles=("gm",),
    may=_may_close,
    group="Session",
)
def close_session(table: Desk, xp: Annotated[int, Between(0, 30)] = 2, why: Why = "the evening") -> Story:
    """Close the session and pay experience: up to 3 is slow, 5 to 8 is fast. Moments carry over unless they are sold."""
    return (yield from _closed(table, xp, why))


def _closed(table: Desk, xp: int, why: str) -> Story:
    """MOT-5.20, MOT-11.01, MOT-11.12, MOT-11.13, MOT-R.94: experience for all, for failures taken, and for Moments sold."""
    sold = yield from _sold(table)
    each, rate = table.dial("xp_per_taken_failure"), table.dial("mot_buyback_xp")
    changes: list[Change] = []
    for who in heroes(table):
        seat = table[who].owner
        taken = table[who].get("failures taken", 0)
        gained = xp + each * taken + rate * sold.pop(seat, 0)
        changes += [Gain(who, "xp", gained), Put(who, "failures taken", 0)]
        changes.append(say("{who} gains {gained} experience ({why:text})", "MOT-11.01", who=who, gained=gained, why=why))
    held = ", ".join(f"{seat} {moments.held(table, seat)}" for seat in table.seats("player"))
    rolls = table.fact("session", "rolls")
    over = say(
        "The session ends; rolls made: {rolls}. Moments that carry over: {held}",
        "MOT-5.20",
        "MOT-0.12",
        rolls=rolls,
        held=held or phrase("none"),
    )
    return ends("closed", *changes, PutFact(("session", "open"), False), over)


def _sold(table: Desk) -> Asks[dict[str, int]]:
    """MOT-11.13: how many Moments each player sells; they are paid to the first character that the player runs."""
    rate = table.dial("mot_buyback_xp")
    owners = {table[who].owner for who in heroes(table)}
    sellers = [
        seat for seat in table.seats("player") if moments.in_play(table) and moments.held(table, seat) and seat in owners
    ]
    if not rate or not sellers:
        return {}
    prompt = phrase("Sell how many Moments, for {rate} experience each?", rate=rate)
    asked = [
        Number(
            f"seat:{seat}",
            "sell",
            prompt,
            0,
            moments.held(table, seat),
            "those you hold",
            0,
            each=moments.cost_of(table, seat),
        )
        for seat in sellers
    ]
    counts = yield from sealed("sell", "The game master buys Moments back", *asked)
    sold = {seat: count for seat, count in zip(sellers, counts, strict=True) if count}
    changes = [one for seat, count in sold.items() for one in moments.pay(table, seat, count, "experience", "MOT-11.13")]
    if changes:
        yield from now(*changes)
    return sold


# ── traits and connections ─────────────────────────────────────────────────────────────────────────────────────────────


def _may_change(table: Desk, who: str, kind: str, trait: str, change: str) -> str | None:
    if problem := is_hero(table, who):
        return problem
    has = trait in table[who][kind]
    if change == "gains":
        return f"{who} has {trait} already" if has else None
    return None if has else f"{who} does not have {trait}"


@verb("{who} changes: {change} the trait {trait}, one of the {kind}", roles=("gm",), may=_may_change, group="Session")
def change_trait(
    table: Desk,
    who: Present,
    kind: Literal["problems", "boons"],
    trait: Annotated[str, Upto(60)],
    change: Literal["gains", "loses"],
) -> Ending:
    """MOT-4.08, MOT-4.22, MOT-11.15: allies, enemies and titles come and go in the story, free of charge."""
    now_ = tuple(one for one in table[who][kind] if one != trait) + ((trait,) if change == "gains" else ())
    return ends(
        "changed",
        Put(who, kind, now_),
        say("{who} {change:text} {trait:word}", "MOT-4.22", who=who, change=change, trait=trait),
    )


def _may_drink(table: Desk, who: str, impaired: str) -> str | None:
    if problem := is_hero(table, who):
        return problem
    if table.role(table.seat) != "gm" and table[who].owner != table.seat:
        return f"{who} is not yours"
    if impaired == "yes" and "Drunk" not in table[who]["problems"]:
        return f"{who} is no drunk"
    return None


def _is_drunk(table: Desk, who: str) -> bool:
    return "Drunk" in table[who]["problems"]


def _otherwise(table: Desk, who: str) -> str:
    """MOT-4.11: a drunk who is sober drinks, and the other way round; nobody else does."""
    return "yes" if table[who]["impaired"] == "no" and "Drunk" in table[who]["problems"] else "no"


@verb("{who} is impaired by drink: {impaired}", may=_may_drink, group="Session")
def drink(
    table: Desk,
    who: Annotated[Seen, Offers(SIDES.first(_is_drunk))],
    impaired: Annotated[str, From("flags"), Usual(_otherwise)],
) -> Ending:
    """MOT-4.11: a Drunk is impaired, or sober again."""
    return ends(
        "so",
        Put(who, "impaired", impaired),
        say("{who} is {how}", who=who, how=phrase("impaired") if impaired == "yes" else phrase("sober")),
    )


def _may_connect(table: Desk, who: str, link: str, other: str, **_: Any) -> str | None:
    if table[who].kind == "encounter":
        return f"{who} is nobody"
    if link == "character" and other == who:
        return f"{who} is nobody else: choose another character"
    if link == "newcomer" and other in table and pools.is_player_character(table, other):
        return f"{other} is not new: choose somebody whom nobody plays yet"
    return None if table.dial("use_connections") == "on" else "this table plays without connections; a dial says so"


def _companion(table: Desk, who: str, link: str) -> str | None:
    """MOT-5.03: another of the party; somebody new has yet to be named."""
    return next((one for one in heroes(table) if one != who), None) if link == "character" else None


@verb(
    "{who} is connected to {other} by an event: {event}",
    more=("the other is {link:a}", "with this plot element: {plot}"),
    roles=("player",),
    may=_may_connect,
    group="Session",
)
def connect(
    table: Desk,
    who: Own,
    event: Annotated[str, From("any_event")],
    link: Annotated[str, From("links")],
    other: Annotated[str, Upto(40), Usual(_companion)],
    plot: Annotated[str, Upto(200)],
) -> Story:
    """Tie your character to another or to somebody new, by an event that you or the dice pick, and a plot element."""
    return (yield from _connected(table, who, event, link, other, plot))


def _connected(table: Desk, who: str, event: str, link: str, other: str, plot: str) -> Story:
    """MOT-5.03, MOT-5.04, MOT-5.05, MOT-5.06, MOT-5.08, MOT-5.09, MOT-R.92: one event; of two characters, one record for both.

    An event that the character has already is thrown again. New people join the game master's cast.
    """
    events = list(table.data["lists"]["connections"])
    had = [row[0] for row in table[who]["connections"]]
    if event == OUR_OWN:
        event = yield from text(who, "event", phrase("What happened between {who} and {other}?", who=who, other=other), 120)
    if event == DRAWN:
        event = had[0] if had else ""
        while event in ("", *had):
            event = events[(yield from ask(connection_event(), by=who)) - 1]
            if set(events) <= set(had):
                break
    rows = (*table[who]["connections"], (event, link, other, plot))
    changes: list[Change] = [
        Put(who, "connections", rows),
        say("{who} and {other}: {event:text}. {plot:text}", "MOT-5.06", who=who, other=other, event=event, plot=plot),
    ]
    if link == "newcomer":
        changes += moments.newcomer(table, other)
    elif other in table and other != who and table[other].kind != "encounter" and pools.is_player_character(table, other):
        changes.append(Put(other, "connections", (*table[other]["connections"], (event, link, who, plot))))
    left = sheets.missing_connections(rows)
    return ends("connected", *changes, *(Say(line, ("MOT-5.03",)) for line in left))


MOST_SECRETS = 12


def _may_keep(table: Desk, who: str, **_: Any) -> str | None:
    if table[who].kind == "encounter":
        return f"{who} is nobody"
    is_full = len(table[who].get("secrets", ())) >= MOST_SECRETS
    return f"{who} has {MOST_SECRETS} secrets already; reveal one first" if is_full else None


@verb(
    "{who} keeps a secret about {about}, and it is this: {text}", roles=("player",), secret=True, may=_may_keep, group="Session"
)
def keep_secret(table: Desk, who: Own, about: Annotated[str, Upto(40)], text: Annotated[str, Upto(200)]) -> Ending:
    """MOT-5.06: what lies behind a connection, by whom it is about: for you and the game master, until you reveal it."""
    return ends("kept", Put(who, "secrets", (*table[who]["secrets"], (about, text))))


def _may_reveal(table: Desk, who: str, number: int) -> str | None:
    count = len(table[who].get("secrets", ()))
    return None if number <= count else f"{who} has {count_of(count, 'secret')} to reveal; number {number} is none of them"


@verb("{who} reveals secret number {number}", roles=("player",), may=_may_reveal, group="Session")
def reveal(table: Desk, who: Own, number: Annotated[int, Between(1, MOST_SECRETS)] = 1) -> Story:
    """MOT-5.06: tell everyone what lies behind a connection: from now on it stands there, if there is one."""
    about, secret = yield from tell("secret", lambda: table[who]["secrets"][number - 1])
    kept = [row for row in table[who]["connections"] if row[2] == about]
    rows = [(*row[:3], f"{row[3]}. {secret}") if row in kept[:1] else row for row in table[who]["connections"]]
    left = [row for place, row in enumerate(table[who]["secrets"], start=1) if place != number]
    changes = (Put(who, "connections", tuple(rows)), Put(who, "secrets", tuple(left)))
    return ends(
        "revealed",
        *changes,
        say("{who} reveals of {about:text}: {secret:text}", "MOT-5.06", who=who, about=about, secret=secret),
    )


DRAWN, OUR_OWN = "let the dice pick", "an event of our own"


def arrival(table: Desk, name: str, values: Mapping[str, Any]) -> list[Change]:
    """MOT-5.03, MOT-5.06: people of somebody's connections join the cast when they come to the table."""
    new = dict.fromkeys(other for _, link, other, _ in values["connections"] if link == "newcomer" and other != name)
    return [one for other in new for one in moments.newcomer(table, other)]


# ── the game master's pencil ───────────────────────────────────────────────────────────────────────────────────────────


SkillLevel = Literal["not owned", "0", "1", "2", "3", "4"]


def _taught(table: Desk, who: str) -> list[str]:
    """MOT-3.03: the skills that somebody has first."""
    return [one for one in owned_first(table, who) if one in table.data["lists"]["skills"]]


Taught = Annotated[str, From("skills"), Offers(_taught)]


def _better(table: Desk, who: str, skill: str) -> str:
    """MOT-3.02: one level more than they have; where there is none, the highest."""
    level = pools.level(table, who, skill)
    return "0" if level is None else str(min(level + 1, 4))


@verb("{who} now has {skill} at this level: {level}", more=("the reason: {why}",), roles=("gm",), may=is_hero, group="Session")
def set_skill(
    table: Desk,
    who: Present,
    skill: Taught,
    level: Annotated[SkillLevel, Usual(_better)],
    why: Why = "the game master's word",
) -> Ending:
    """MOT-0.06, MOT-0.14: set somebody's skill, with a reason."""
    before, after = dict(table[who]["skills"]).get(skill, "not owned"), _with_level(table, who, skill, level)
    line = phrase(
        "{who}: {skill:word} is {level:word} instead of {before:word}: {why:text}",
        who=who,
        skill=skill,
        level=level,
        before=before,
        why=why,
    )
    return ends("set", Put(who, "skills", after), Say(line, ("MOT-0.14",)))


@verb(
    "{who} now secretly has {skill} at this level: {level}", roles=("gm",), secret=True, may=is_npc, group="Behind the screen"
)
def secret_skill(
    table: Desk, who: Annotated[Seen, Offers(SIDES.own)], skill: Taught, level: Annotated[SkillLevel, Usual(_better)]
) -> Ending:
    """MOT-0.06, MOT-0.14: set a skill of one of your own people; nobody learns of it."""
    return ends("set", Put(who, "skills", _with_level(table, who, skill, level)))


def _with_level(table: Desk, who: str, skill: str, level: str) -> tuple[tuple[str, int], ...]:
    others = {name: held for name, held in dict(table[who]["skills"]).items() if name != skill}
    return tuple((others if level == "not owned" else {**others, skill: int(level)}).items())
