"""Growth: sessions, the experience they bring, and what it buys."""

from __future__ import annotations

from typing import Annotated

from fatewright.systems.author import (
    Asks,
    Between,
    Change,
    Desk,
    Ending,
    Gain,
    Hidden,
    Option,
    Put,
    PutFact,
    Story,
    Upto,
    choose,
    ends,
    phrase,
    say,
    spend,
    tell,
    verb,
)
from fatewright.systems.turns import is_fighter, is_fighting
from fatewright.systems.twist_of_fate.characters import days, people, prices
from fatewright.systems.twist_of_fate.characters.people import Sheet
from fatewright.systems.twist_of_fate.combat.turns import Own, Present

LEFT_OVER = 10  # points of willpower that make one of experience


# ── sessions ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_open(table: Desk) -> str | None:
    return "a session is open already" if table.fact("session", "open") else None


@verb("{seat} opens a session", roles=("gm",), may=_may_open, group="Session")
def open_session(table: Desk) -> Ending:
    """TOF-1.34: open a session; from now on experience is spent after a night of rest, or when the session is over."""
    count = (table.fact("session", "number") or 0) + 1
    facts = (PutFact(("session", "number"), count), PutFact(("session", "open"), True))
    return ends("open", *facts, say("Session {count}", "TOF-1.34", count=count))


def _may_close(table: Desk) -> str | None:
    if not table.fact("session", "open"):
        return "no session is open"
    return "a fight is on: end it first" if is_fighting(table) else None


@verb("{seat} closes the session", roles=("gm",), may=_may_close, group="Session")
def close_session(table: Desk) -> Ending:
    """TOF-1.34, TOF-9.02: close the session: the scene ends, and every player's character gains experience."""
    gained = [change for who in days.party(table) for change in _gains(table, who)]
    award = table.dial("xp_per_session")
    line = say("The session ends; {award} experience for everybody", "TOF-9.02", award=award)
    return ends("closed", PutFact(("session", "open"), False), line, *gained, *days.scene_over(table))


def _gains(table: Desk, who: str) -> list[Change]:
    """TOF-9.02, TOF-9.05: so much for a session; willpower that is left brings nothing, unless a dial says otherwise."""
    award, left = table.dial("xp_per_session"), 0
    if table.dial("leftover_to_xp") == "on":
        left = sum(table[who][f"{name}_pool"] for name in people.pools(table.dials())) // LEFT_OVER
    more = (
        [days.aside(table, who, phrase("{who}: {left} more for willpower that is left", who=who, left=left), "TOF-9.05")]
        if left
        else []
    )
    return [Gain(who, "xp", award + left), *more]


@verb("{who} is given experience", more=("points of experience: {amount}",), roles=("gm",), group="Session")
def give_xp(table: Desk, who: Present, amount: Annotated[int, Between(1, 100), Hidden]) -> Story:
    """TOF-9.02: experience besides what sessions bring; how much, only its owner hears."""
    gained: int = yield from tell("experience", lambda: amount, people.knowers(table, who))
    line = days.aside(table, who, phrase("{who} gains {gained} experience", who=who, gained=gained), "TOF-9.02")
    return ends("given", Gain(who, "xp", gained), line)


# ── advancement ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _not_yet(table: Desk, who: str) -> str | None:
    """TOF-9.04: why experience cannot be spent now: between sessions it can, or after a night of rest, never in a scene."""
    when = table.dial("xp_when")
    if when == "any_time":
        return None
    if is_fighter(table, who):
        return f"{who} is in a fight; experience is spent when it is over"
    if not table.fact("session", "open"):
        return None
    if when == "between_sessions":
        return "experience is spent between sessions, and one is open"
    return (
        None if table[who]["nights"] else "experience is spent between sessions, or after a night of rest until the next dawn"
    )


def _may_advance(table: Desk, who: str, what: str) -> str | None:
    """TOF-9.03, TOF-9.04: a step that there is, that can be paid, and that has its time."""
    if problem := _not_yet(table, who):
        return problem
    cost = prices.price(Sheet(table, who), what, table.dials(), table.data["lists"])
    if isinstance(cost, str):
        return cost
    if prices.is_poker_face(what) and isinstance(masks := prices.masks_in(what, table.data["lists"]), str):
        return masks
    has = table[who]["xp"]
    return f"{what} costs {cost} experience, and {who} has {has}" if cost > has else None


@verb("{who} learns something", more=("bought with experience: {what}",), roles=("player",), may=_may_advance, group="Session")
def advance(table: Desk, who: Own, what: Annotated[str, Upto(120), Hidden]) -> Story:
    """TOF-9.03, TOF-9.04: buy one step with experience.

    Such as 'Strength', 'Weapon', 'Weapon: bladed', 'perk: quick', 'perk: knack of Weapon', a perk in your own words, or
    'no longer: slow'.
    Sheets are private: that you advance everybody hears, in what only the game master.
    """
    lists = table.data["lists"]
    if prices.is_of_their_own(what, table.dials(), lists) and not (yield from _agreed(table, who, what)):
        return ends(
            "refused",
            days.aside(table, who, phrase("not yet: {what:text} of {who}", what=what, who=who), "TOF-3.12", "TOF-5.07"),
        )
    if not (yield from tell("ruling", lambda: _may_advance(table, who, what) is None)):  # who answers for another cannot know
        return ends(
            "refused",
            days.aside(
                table, who, phrase("{what:text}: {why:text}", what=what, why=_may_advance(table, who, what)), "TOF-9.04"
            ),
        )
    return ends("granted", say("{who} advances", "TOF-9.03", who=who), *_bought(table, who, what))


def _agreed(table: Desk, who: str, what: str) -> Asks[bool]:
    """TOF-3.12, TOF-5.07: a specialization or a perk that is not listed needs the game master's consent."""
    prompt = phrase("{who} would learn {what:text}, which is not listed. Do you agree?", who=who, what=what)
    return (yield from choose(people.gms(table)[0], "agree", prompt, (Option(True, "yes"), Option(False, "not yet"))))


def _bought(table: Desk, who: str, what: str) -> list[Change]:
    """TOF-4.14, TOF-9.03: the step, its price, and a line in the book of advances; a pool grows only by a dial."""
    values, dials, lists = Sheet(table, who), table.dials(), table.data["lists"]
    cost = int(prices.price(values, what, dials, lists))
    step = prices.advanced(values, what, lists)
    record = (*values["advances"], (what, step.to, str(cost)))
    line = days.aside(
        table,
        who,
        phrase("{who}: {what:text} is {level}, for {cost} experience", who=who, what=what, level=step.to, cost=cost),
        "TOF-9.03",
    )
    filled = _filled(table, who, step.field) if dials["pool_on_raise"] == "fill" else []
    masks = [Put(who, "masks", prices.masks_in(what, lists))] if prices.is_poker_face(what) else []
    return [spend(who, "xp", cost), Put(who, step.field, step.value), Put(who, "advances", record), *filled, *masks, line]


def _filled(table: Desk, who: str, name: str) -> list[Change]:
    """TOF-4.14: what a pool, or health, can hold more when its attribute is raised by one."""
    if name not in people.ATTRIBUTES:
        return []
    values, dials = Sheet(table, who), table.dials()
    raised = {name: values[name] + 1, **{field: values[field] for field in ("perks", "flaws", "mook")}}
    if name == "health":
        return [Gain(who, "hp", int(people.health_max(raised, dials) - people.health_max(values, dials)))]
    more = people.pool_max(raised, dials, name) - people.pool_max(values, dials, name)
    return [Gain(who, f"{name}_pool", int(more))]
