"""Magic: every spell is a verb of its own, with what it needs; illusions and quenching are beside."""

from __future__ import annotations

from typing import Annotated, Literal

from fatewright.systems.author import (
    Asks,
    Choose,
    Desk,
    Ending,
    Form,
    From,
    Number,
    Offers,
    Option,
    Put,
    PutFact,
    Say,
    Story,
    Usual,
    answers_for,
    choose,
    ends,
    now,
    options,
    phrase,
    say,
    sealed,
    tell,
    verb,
)
from fatewright.systems.turns import is_fighter, is_fighting
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.days import aside
from fatewright.systems.twist_of_fate.characters.people import HIGHEST, Sheet
from fatewright.systems.twist_of_fate.combat import attacks, ground
from fatewright.systems.twist_of_fate.combat.attacks import Attack
from fatewright.systems.twist_of_fate.combat.ground import Coordinate
from fatewright.systems.twist_of_fate.combat.turns import SIDES, Actor, Foe, Friend
from fatewright.systems.twist_of_fate.magic.casting import (
    AND,
    AtHand,
    Declaration,
    Effect,
    Words,
    cannot_pay,
    caster,
    declared,
    is_open_sheet,
    no_magic,
    no_reach,
    no_spell,
    no_square,
    noted,
    settled,
    spell_of,
    stat_of,
    worked,
)
from fatewright.systems.twist_of_fate.wounds import care, harm
from fatewright.systems.twist_of_fate.wounds.harm import Area


def _elements(table: Desk, who: str) -> list[str]:
    """TOF-8.05, TOF-8.06: what somebody can pay for first, and of that what they are best with."""

    def place(element: str) -> tuple[bool, int]:
        spell = spell_of(table, who, "buff", "at hand", element)
        return cannot_pay(table, spell) is not None, -int(table[who][caster(table, spell).attribute])

    return sorted(table.data["lists"]["elements"], key=place)


Element = Annotated[str, From("elements"), Offers(_elements)]
Near = Literal["at hand", "conjured"]
STRONG = 6  # overflow that makes a buff worth more
PER_TRAIT = 3  # overflow for each further trait that a spell masks


# ── basic effects ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _basic(table: Desk, who: str, element: str, size: str, near: str) -> Declaration:
    return spell_of(table, who, f"basic, {size}", near, element)


def _may_cast(table: Desk, who: str, element: str, what: str, size: str, near: str) -> str | None:
    del what
    return no_spell(table, _basic(table, who, element, size, near))


@verb(
    "{who} casts {element} to this effect: {what}",
    more=("the effect is {size}", "the element is {near}"),
    may=_may_cast,
    group="Magic",
)
def cast(
    table: Desk,
    who: Actor,
    element: Element,
    what: Words,
    size: Literal["hand-sized", "room-sized", "house-sized"] = "hand-sized",
    near: Near = "at hand",
) -> Story:
    """TOF-8.02, TOF-8.05, TOF-8.09: move, shape, feed or still an element. What is at hand costs less than what is conjured."""
    spell = _basic(table, who, element, size, near)
    done = yield from worked(table, spell, f"{who} casts {element} ({near}), {size}: {what}", "TOF-8.09", has_boons=True)
    return done if isinstance(done, Ending) else ends("success")


# ── attacks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _no_area(table: Desk, area: str) -> str | None:
    """TOF-7.13: why an area cannot be named; None if it can."""
    if table.dial("harm_model") != "limbs" or area in harm.areas(table):
        return None
    return harm.not_an_area(table, area)


def _no_strike(table: Desk, spell: Declaration, target: str, area: str) -> str | None:
    if spell.who == target:
        return "nobody attacks themselves"
    return no_magic(table) or no_reach(table, spell.who, target) or _no_area(table, area) or no_spell(table, spell)


def _may_cast_at(table: Desk, who: str, target: str, element: str, area: str, near: str) -> str | None:
    return _no_strike(table, spell_of(table, who, "attack", near, element), target, area)


@verb(
    "{who} casts {element} at {target}, aiming at the {area}",
    more=("the element is {near}",),
    may=_may_cast_at,
    group="Magic",
)
def cast_at(table: Desk, who: Actor, target: Foe, element: Element, area: Area = "torso", near: Near = "at hand") -> Story:
    """TOF-8.10: attack with an element, against Dodge or a shield; it hits and harms like any attack."""
    spell = spell_of(table, who, "attack", near, element)
    return (yield from _strikes(table, spell, target, area, f"{element} ({near})", "TOF-8.10"))


def _may_lightning(table: Desk, who: str, target: str, area: str, at_hand: str) -> str | None:
    return _no_strike(table, spell_of(table, who, "lightning", at_hand), target, area)


@verb(
    "{who} throws lightning at {target}, aiming at the {area}",
    more=("of Fire and Air, at hand: {at_hand}",),
    may=_may_lightning,
    group="Magic",
)
def lightning(table: Desk, who: Actor, target: Foe, area: Area = "torso", at_hand: AtHand = "both") -> Story:
    """TOF-8.17: Fire and Air: an attack against which armor does not count."""
    spell = spell_of(table, who, "lightning", at_hand)
    return (yield from _strikes(table, spell, target, area, "lightning", "TOF-8.17"))


def _strikes(table: Desk, spell: Declaration, target: str, area: str, what: str, id: str) -> Story:
    """TOF-8.08, TOF-8.10, TOF-8.15, TOF-8.17: not melee, so no Hulk Up; dust and aiming count as for any attack."""
    who = spell.who
    at = f" at the {area.replace('_', ' ')}" if table.dial("harm_model") == "limbs" else ""
    striking = [PutFact(("turns", "striking"), who)]
    side = yield from declared(table, spell, f"{who} attacks {target}{at} with {what}", id, more=striking)
    if side is None:
        return ends("refused")
    side = side._replace(bonus=attacks.aim(table, area) + ground.dust(table, who, target))
    blow = Attack(side, target, area, is_melee=False, is_spell=True, counts_armor=spell.name != "lightning")
    return ends((yield from attacks.exchange(table, blow)))


# ── spells on people ───────────────────────────────────────────────────────────────────────────────────────────────────


def _may_buff(table: Desk, who: str, target: str, element: str, near: str) -> str | None:
    reach = no_magic(table) or no_reach(table, who, target, is_touch=True)
    return reach or no_spell(table, spell_of(table, who, "buff", near, element))


@verb("{who} strengthens {target} with {element}", more=("the element is {near}",), may=_may_buff, group="Magic")
def buff(table: Desk, who: Actor, target: Friend, element: Element, near: Near = "at hand") -> Story:
    """TOF-8.02, TOF-8.11, TOF-R.15: touch somebody: +1 to their checks with the element's attribute for the scene.

    With overflow 6 it is +2. It does not stack: the best counts.
    """
    spell = spell_of(table, who, "buff", near, element)
    done = yield from worked(table, spell, f"{who} touches {target}: a buff of {element} ({near})", "TOF-8.11")
    if isinstance(done, Ending):
        return done
    worth: int = yield from tell("overflow", lambda: 2 if done.overflow >= STRONG else 1)
    stat = stat_of(table.data["lists"], spell.elements[0]).capitalize()
    line = say("{target}: +{worth} to checks with {stat:word} in this scene", "TOF-8.11", target=target, worth=worth, stat=stat)
    return ends("success", *noted(table, Effect(target, "buff", stat, worth, done.total)), line)


def _may_forge_armor(table: Desk, who: str, target: str, area: str, change: str, at_hand: str) -> str | None:
    del change
    if problem := no_magic(table):
        return problem
    if table.dial("harm_model") != "limbs":
        return "there is no armor at this table: forge an object"
    return no_reach(table, who, target) or _no_area(table, area) or no_spell(table, _forged(table, who, at_hand))


def _forged(table: Desk, who: str, at_hand: str) -> Declaration:
    return spell_of(table, who, "forge armor", at_hand)


@verb(
    "{who} forges the armor of {target} on the {area}, changing it by {change}",
    more=("of Earth and Fire, at hand: {at_hand}",),
    may=_may_forge_armor,
    group="Magic",
)
def forge_armor(
    table: Desk, who: Actor, target: Friend, area: Area = "torso", change: Literal["+1", "-1"] = "+1", at_hand: AtHand = "both"
) -> Story:
    """TOF-8.12: Earth and Fire: the armor of one area is better, or worse, by 1 for the scene."""
    spell, part = _forged(table, who, at_hand), area.replace("_", " ")
    done = yield from worked(table, spell, f"{who} forges the armor of {target}'s {part}: {change}", "TOF-8.12", has_boons=True)
    if isinstance(done, Ending):
        return done
    line = say("{target}'s {part:word}: armor {change:text} in this scene", "TOF-8.12", target=target, part=part, change=change)
    return ends("success", *noted(table, Effect(target, "forge armor", area, int(change), done.total)), line)


def _may_forge(table: Desk, who: str, what: str, at_hand: str) -> str | None:
    del what
    return no_spell(table, spell_of(table, who, "forge an object", at_hand))


@verb("{who} shapes an object: {what}", more=("of Earth and Fire, at hand: {at_hand}",), may=_may_forge, group="Magic")
def forge(table: Desk, who: Actor, what: Words, at_hand: AtHand = "both") -> Story:
    """TOF-8.12: Earth and Fire: mend an object, or spoil it."""
    spell = spell_of(table, who, "forge an object", at_hand)
    done = yield from worked(table, spell, f"{who} forges: {what}", "TOF-8.12", has_boons=True)
    return done if isinstance(done, Ending) else ends("success")


# ── healing ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_heal(table: Desk, who: str, target: str, at_hand: str) -> str | None:
    reach = no_magic(table) or no_reach(table, who, target, is_touch=True)
    return reach or no_spell(table, spell_of(table, who, "heal health", at_hand))


@verb("{who} heals {target}", more=("of Earth and Water, at hand: {at_hand}",), may=_may_heal, group="Magic")
def heal(table: Desk, who: Actor, target: Friend, at_hand: AtHand = "both") -> Story:
    """TOF-8.13: Earth and Water: touch somebody, who regains 1 health point, and one more for each point of overflow."""
    spell = spell_of(table, who, "heal health", at_hand)
    done = yield from worked(table, spell, f"{who} lays hands on {target}", "TOF-8.13")
    if isinstance(done, Ending):
        return done
    points = int(table[target]["hp"])
    room = max(0, int(people.health_max(Sheet(table, target), table.dials())) - points)
    gained = min(room, 1 + done.overflow)
    line = aside(table, target, phrase("{target} regains {gained:health point}", target=target, gained=gained), "TOF-8.13")
    yield from now(Put(target, "hp", points + gained), line)
    yield from _rouses(table, target)
    return ends("success")


def _may_heal_wound(table: Desk, who: str, target: str, area: str, at_hand: str) -> str | None:
    if problem := no_magic(table) or no_reach(table, who, target, is_touch=True):
        return problem
    if area not in table[target].get("wounds", ()):
        return f"{target}'s {area.replace('_', ' ')} is not wounded"
    return no_spell(table, spell_of(table, who, "heal a wound", at_hand))


def _wounds(table: Desk, target: str) -> list[Option[str]]:
    return harm.wounded_parts(table, target)


@verb(
    "{who} heals {target}, wounded in the {area}",
    more=("of Earth and Water, at hand: {at_hand}",),
    may=_may_heal_wound,
    group="Magic",
)
def heal_wound(
    table: Desk,
    who: Actor,
    target: care.Wounded,
    area: Annotated[str, From("areas"), Offers(_wounds)],
    at_hand: AtHand = "both",
) -> Story:
    """TOF-8.13: Earth and Water: touch somebody, and one of their wounds is cleared."""
    spell, part = spell_of(table, who, "heal a wound", at_hand), area.replace("_", " ")
    done = yield from worked(table, spell, f"{who} lays hands on {target}'s {part}", "TOF-8.13", has_boons=True)
    if isinstance(done, Ending):
        return done
    if area in table[target]["wounds"]:  # it may have healed while somebody was asked
        yield from now(
            *people.mended(table, target, area), say("{target}'s {part:word} is healed", "TOF-8.13", target=target, part=part)
        )
    yield from _rouses(table, target)
    return ends("success")


def _rouses(table: Desk, who: str) -> Asks[None]:
    """TOF-8.13: whoever is out wakes, if there is a health point in them."""
    if people.is_in(table, who, "out") and (yield from tell("awake", lambda: table[who]["hp"] >= 1)):
        yield from now(*care.wakes(table, who))


# ── masks ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_mask(table: Desk, who: str, target: str, at_hand: str) -> str | None:
    if problem := no_magic(table) or no_reach(table, who, target):
        return problem
    if table.dial("masks") == "off":
        return "this table plays without masks"
    return no_spell(table, spell_of(table, who, "mask", at_hand))


@verb("{who} masks {target}", more=("of Water and Air, at hand: {at_hand}",), may=_may_mask, group="Magic")
def mask(table: Desk, who: Actor, target: Friend, at_hand: AtHand = "both") -> Story:
    """TOF-8.14, TOF-6.26: Water and Air: mask a trait of somebody willing for the scene; one more for every 3 of overflow."""
    spell, asks = spell_of(table, who, "mask", at_hand), answers_for(table.facts, target) != answers_for(table.facts, who)
    if asks and not (yield from _is_willing(who, target)):
        return ends("declined", say("{target} will not be masked", "TOF-8.14", target=target))
    if problem := no_reach(table, who, target):
        return ends("refused", Say(problem, ("TOF-8.08",)))
    done = yield from worked(table, spell, f"{who} weaves a mask for {target}", "TOF-8.14", has_waited=asks)
    if isinstance(done, Ending):
        return done
    count: int = yield from tell("overflow", lambda: 1 + done.overflow // PER_TRAIT)
    chosen = yield from _masked(table, target, count)
    veiled = {**dict(table[target]["veiled"]), **chosen}
    yield from now(Put(target, "veiled", tuple(veiled.items())))
    return ends("success", *noted(table, Effect(target, "mask", AND.join(chosen), 0, done.total)))


def _is_willing(who: str, target: str) -> Asks[bool]:
    prompt = phrase("{who} would mask traits of {target} by a spell. Are they willing?", who=who, target=target)
    return (yield from choose(target, "willing", prompt, options("yes", "no"), "no")) == "yes"


def _masked(table: Desk, target: str, count: int) -> Asks[dict[str, int]]:
    """TOF-6.26, TOF-8.14: which traits, and where masks lie, what each shows: their owner says it, and nobody else hears it."""
    traits = tuple(table.data["lists"]["traits"])
    places = range(min(count, len(traits)))
    picks = [Choose(target, f"trait {place + 1}", "Which trait?", options(*traits), traits[place]) for place in places]
    lies = [Number(target, f"shown {place + 1}", "What does it seem to be?", 0, HIGHEST, "", 0) for place in places]
    fields = (*picks, *(lies if table.dial("mask_mode") == "false_value" else ()))
    asked = Form(
        target,
        "masks",
        phrase("{target}: {count} to mask", target=target, count=len(places)),
        fields,
        tuple(one.default for one in fields),
    )
    is_kept = not is_open_sheet(table, target)
    ((*answer,),) = yield from sealed("masks", phrase("What of {target} is masked?", target=target), asked, is_kept=is_kept)
    shown = answer[len(places) :] or [0] * len(places)
    return dict(zip(answer[: len(places)], shown, strict=True))


# ── dust ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _may_dust(table: Desk, who: str, x: int, y: int, at_hand: str) -> str | None:
    if problem := no_magic(table):
        return problem
    if not is_fighter(table, who) or table.dial("positioning") == "none":
        return "a cloud lasts some rounds over some squares: it needs a fight on a map"
    return no_square(table, who, x, y) or no_spell(table, spell_of(table, who, "dust", at_hand))


def _hazy(table: Desk, who: str) -> ground.Square | None:
    """TOF-8.15: where the nearest enemy stands, or else the caster."""
    near = [one.value for one in SIDES.foes(table, who) if not one.caution]
    return next((place for one in (*near, who) if (place := ground.place_of(table, one))), None)


def _column(table: Desk, who: str) -> int | None:
    return at[0] if (at := _hazy(table, who)) else None


def _row(table: Desk, who: str) -> int | None:
    return at[1] if (at := _hazy(table, who)) else None


@verb("{who} raises dust at column {x}, row {y}", more=("of Earth and Air, at hand: {at_hand}",), may=_may_dust, group="Magic")
def dust(
    table: Desk,
    who: Actor,
    x: Annotated[Coordinate, Usual(_column)],
    y: Annotated[Coordinate, Usual(_row)],
    at_hand: AtHand = "both",
) -> Story:
    """TOF-8.15: Earth and Air: a cloud over a square and its neighbours: attacks into, out of or through it have malus 2.

    It lasts for this round, and one more for each point of overflow.
    """
    spell, square = spell_of(table, who, "dust", at_hand), f"{x},{y}"
    done = yield from worked(table, spell, f"{who} raises dust at ({x}, {y})", "TOF-8.15")
    if isinstance(done, Ending):
        return done
    if not is_fighting(table):
        return ends("nothing", say("the dust settles: the fight is over", "TOF-8.15"))
    rounds: int = yield from tell("overflow", lambda: 1 + done.overflow)
    yield from now(*settled(table, square), say("a cloud of dust for {rounds:round}", "TOF-8.15", rounds=rounds))
    last = table.fact("turns", "round") + rounds - 1
    return ends("success", *noted(table, Effect(who, "dust", square, last, done.total)))
