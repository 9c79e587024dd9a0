"""Illusions: false images, who sees through them, and how spells that last are ended."""

from __future__ import annotations

from fatewright.systems.author import (
    EVERYONE,
    SEAT,
    Asks,
    Audience,
    Choose,
    Desk,
    Form,
    Number,
    Option,
    Story,
    answers_for,
    ends,
    now,
    phrase,
    say,
    sealed,
    tell,
    verb,
)
from fatewright.systems.twist_of_fate.bidding import bids, checks
from fatewright.systems.twist_of_fate.bidding.bids import Side
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.combat.ground import square_of
from fatewright.systems.twist_of_fate.combat.turns import Own, acts, no_action
from fatewright.systems.twist_of_fate.magic.casting import (
    AtHand,
    Effect,
    Words,
    caster,
    casting,
    declared,
    effects,
    ended,
    is_open_sheet,
    knows_sheet,
    no_magic,
    no_reach,
    no_spell,
    no_square,
    noted,
    pays,
    spell_of,
)
from fatewright.systems.twist_of_fate.wounds import harm

REAL = "nothing of that kind"


# ── illusions ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_weave(table: Desk, who: str, image: str, at_hand: str) -> str | None:
    del image
    if problem := no_magic(table):
        return problem
    if not knows_sheet(table, who):
        return f"only {who}'s owner and the game master know whether {who} can"
    spell = spell_of(table, who, "illusion", at_hand)
    if problem := no_spell(table, spell):
        return problem
    side = caster(table, spell)
    return f"{who}'s {side.attribute} does not function" if bids.is_broken(table, side) else None


@verb(
    "{who} weaves an illusion: {image}",
    more=("of Water and Air, at hand: {at_hand}",),
    secret=True,
    may=_may_weave,
    group="Magic",
)
def illusion(table: Desk, who: Own, image: Words, at_hand: AtHand = "both") -> Story:
    """TOF-8.14: Water and Air: a false image. Only you and the game master hear of it; tell the table what there is to be seen.

    Your total is how hard it is to see through. It lasts for the scene.
    """
    spell = spell_of(table, who, "illusion", at_hand)
    side = yield from pays(table, spell, f"{who} weaves an illusion: {image}", "TOF-8.14")
    total = yield from _woven(table, side)
    return ends("success", *noted(table, Effect(who, "illusion", image, 0, total)))


def _woven(table: Desk, side: Side) -> Asks[int]:
    """TOF-8.05, TOF-8.14: the total of an illusion. There is nothing to reach, so it succeeds; nobody else hears the bid.

    TOF-1.24: only where everybody reads pools off sheets, everybody sees what was bid.
    """
    paid = harm.charged(table, side.who, harm.parts_of(table, side.attribute, side.skill), bids.purse(side))
    yield from now(*paid.changes)
    bid = bids.within(table, side, (yield bids.question(table, side)))
    reckoned = bids.total(table, side, bid)
    if is_open_sheet(table, side.who):
        yield from tell("spent", lambda: bid, EVERYONE)
    line = say(
        "{who}: {brief:text} makes {reckoned:why}",
        "TOF-8.14",
        to=bids.for_gm(table),
        who=side.who,
        brief=reckoned.brief(),
        reckoned=reckoned,
    )
    yield from now(*bids.paid(side, bid), line)
    yield from harm.exhausts(table, paid)
    return int(reckoned)


def _may_see_through(table: Desk, who: str, what: str) -> str | None:
    del what
    return no_magic(table) or no_action(table, who) or checks.no_check(table, who, "Scrutinize", "usual")


@verb("{who} looks harder at {what}", may=_may_see_through, group="Magic")
def see_through(table: Desk, who: Own, what: Words) -> Story:
    """TOF-8.14: say what you doubt: Scrutinize, against the total an illusion was cast with. Success is to know, for yourself.

    Nobody learns from being asked whether there is an illusion at all.
    """
    yield from now(*acts(table, who), say("{who} doubts: {what:text}", "TOF-8.14", who=who, what=what))
    images = [effect for effect in effects(table) if effect.spell == "illusion"]
    meant, difficulty = yield from _meant(table, f"{who} doubts: {what}", [(image, "") for image in images])
    ending = yield from checks.tries(table, checks.side_of(table, who, "Scrutinize", use="observe"), difficulty)
    if ending.outcome != "success":
        return ending
    knows = Audience({answers_for(table.facts, who), *people.gms(table)})
    is_false: bool = yield from tell("seen through", lambda: meant is not None, knows)
    line = say(
        "{what:text}: {how}",
        "TOF-8.14",
        to=knows,
        what=what,
        how=phrase("an illusion") if is_false else phrase("it is no illusion"),
    )
    return ending._replace(changes=(*ending.changes, line))


def _meant(table: Desk, prompt: str, known: list[tuple[Effect, str]]) -> Asks[tuple[Effect | None, int]]:
    """TOF-8.14, TOF-8.16: the game master says unheard what somebody means, and how hard it is if it is nothing of the kind."""
    gm = SEAT + people.gms(table)[0]
    offered = [Option(place, f"{one.label}, cast with {one.total}", far) for place, (one, far) in enumerate(known)]
    fields = (
        Choose(gm, "meant", "What is it?", (*offered, Option(-1, REAL)), -1),
        Number(
            gm,
            "difficulty",
            phrase("How hard, if it is {real}?", real=phrase(REAL)),
            0,
            30,
            checks.ladder(table.data["lists"]),
            8,
        ),
    )
    asked = Form(gm, "meant", prompt, fields, (-1, 8))
    ((place, difficulty),) = yield from sealed("meant", prompt, asked, is_kept=True)
    return (known[place][0], known[place][0].total) if place >= 0 else (None, difficulty)


# ── ending spells ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_quench(table: Desk, who: str, what: str, at_hand: str) -> str | None:
    del what
    return no_spell(table, spell_of(table, who, "quench", at_hand))


@verb("{who} quenches {what}", more=("of Fire and Water, at hand: {at_hand}",), may=_may_quench, group="Magic")
def quench(table: Desk, who: Own, what: Words, at_hand: AtHand = "both") -> Story:
    """TOF-8.16: Fire and Water: end one magical effect, against the total it was cast with. Say which."""
    line = f"{who} would quench: {what}"
    side = yield from declared(table, spell_of(table, who, "quench", at_hand), line, "TOF-8.16")
    if side is None:
        return ends("refused")
    known = [(effect, _too_far(table, who, effect)) for effect in effects(table)]
    meant, difficulty = yield from _meant(table, line, known)
    done = yield from casting(table, side, difficulty)
    if not done.is_success:
        return ends("failure")
    yield from checks.boons(table, who, done.overflow)
    gone: str = yield from tell("ended", lambda: _still(table, meant))
    changes = ended(table, meant) if meant and gone != REAL else []
    return ends(
        "success",
        *changes,
        say("{what:text}: {gone:word}{how}", "TOF-8.16", what=what, gone=gone, how=phrase(" ends") if changes else ""),
    )


def _still(table: Desk, meant: Effect | None) -> str:
    """What ends; nothing, where there was nothing or it has ended meanwhile."""
    if meant is None or meant not in effects(table):
        return REAL
    is_seen = meant.spell == "mask" and is_open_sheet(table, meant.on)
    return f"{meant.label}: {meant.what}" if is_seen else meant.label


def _too_far(table: Desk, who: str, effect: Effect) -> str:
    """TOF-8.08: why an effect is out of range; an image has no square of its own."""
    if effect.spell == "dust":
        return no_square(table, who, *square_of(effect.what)) or ""
    return "" if effect.spell == "illusion" else no_reach(table, who, effect.on) or ""
