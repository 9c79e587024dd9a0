"""Magic as people do it: cast at somebody or at a point, out of an item, and let go of what is held."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Literal

from fatewright.systems.author import (
    Asks,
    Between,
    Desk,
    From,
    Offers,
    Option,
    Seen,
    Sheet,
    Story,
    Upto,
    Usual,
    choose,
    ends,
    now,
    say,
    verb,
)
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.combat.sides import SIDES, Own
from fatewright.systems.triumph_and_disaster.combat.turns import Actor, end_if_over
from fatewright.systems.triumph_and_disaster.items import items
from fatewright.systems.triumph_and_disaster.magic import casting as casts
from fatewright.systems.triumph_and_disaster.magic import spell_effects as effects
from fatewright.systems.triumph_and_disaster.magic import spell_odds, spells
from fatewright.systems.triumph_and_disaster.magic.casting import Casting
from fatewright.systems.triumph_and_disaster.magic.spells import Spell

Named = Annotated[str, From("castings")]
Coordinate = Annotated[int, Between(-1000, 1000)]
YesNo = Literal["no", "yes"]
FAILED = ("misses", "loses", "nothing")


# ── which spell ────────────────────────────────────────────────────────────────────────────────────────────────────────


def candidates(table: Desk, who: str, name: str) -> list[Spell]:
    """TAD-SPL.02: the spell of that name; by `one of your own`, all that somebody has made."""
    if name == spells.OWN:
        return list(spells.own(Sheet(table, who)).values())
    found = spells.listed(name, table.data["lists"])
    return [found] if found else []


def no_candidate(table: Desk, who: str, name: str) -> str | None:
    """TAD-SPL.02, TAD-ROLE.02: why there is no such spell to choose: they have made none, or it is not known what they made."""
    if name == spells.OWN and people.not_theirs(table, who):
        return f"what spells {who} has made, only the Storyteller knows"
    return None if candidates(table, who, name) else f"{who} has made no spell yet"


def may_cast(table: Desk, who: str, name: str, made: Casting) -> str | None:
    """TAD-MAG.01, TAD-MAG.02: why somebody may not cast a spell there; of several of their own, one that they may is enough."""
    if problem := casts.no_magic(table):
        return problem
    if problem := no_candidate(table, who, name):
        return problem
    problems = [wrong(table, made._replace(spell=spell)) for spell in candidates(table, who, name)]
    return None if None in problems else problems[0]


def wrong(table: Desk, made: Casting) -> str | None:
    """TAD-MAG.02, TAD-MAG.03: why this cannot be cast there now, by the caster's own sheet; None if it can."""
    spell = made.spell
    if made.point and not spell.area:
        return f"{spell.name} is cast at somebody, not at a point"
    if spell.lasts and not spell.area and (problem := effects.is_needless(spell, made.target, table, made.who)):
        return problem
    return casts.out_of_reach(table, made) or casts.cannot(table, made)


def ask_which_spell(table: Desk, who: str, name: str, made: Casting) -> Asks[Casting]:
    """TAD-SPL.02: the spell that is meant; of several of one's own, which."""
    found = candidates(table, who, name)
    problems = [wrong(table, made._replace(spell=one)) or "" for one in found] if len(found) > 1 else []
    return made._replace(spell=(yield from ask_for_one_of(who, found, problems)))


def ask_for_one_of(who: str, found: list[Spell], problems: list[str]) -> Asks[Spell]:
    """One of several spells; what keeps somebody from one is said beside it."""
    if len(found) == 1:
        return found[0]
    offered = [Option(one.name, one.name, problem) for one, problem in zip(found, problems, strict=True)]
    answer = yield from choose(who, "spell", "Which of your spells?", offered)
    return next(one for one in found if one.name == answer)


# ── from its declaration on ────────────────────────────────────────────────────────────────────────────────────────────


def performed(table: Desk, made: Casting) -> Story:
    """TAD-MAG.02, TAD-MAG.04: a spell from its declaration on: whom it is for, what it costs, the roll, what comes of it.

    Much may have happened while people were asked: what was judged before is judged again.
    """
    spell, names = made.spell, (yield from casts.targets(table, made))
    is_told = effects.is_told(made)
    if not spell.is_harmful and not is_told:
        names = yield from casts.willing(table, made, names)
        if not names:
            return ends("refused", say("nobody wants {spell:word}", "TAD-MAG.02", spell=spell.name))
    blood = yield from casts.blood_for(table, made)
    if blood is None:
        return ends("nothing", say("{who} lets {spell:word} be", "TAD-MAG.04", who=made.who, spell=spell.name))
    if not (yield from casts.learned(table, made.who, "castable", lambda: _is_open(table, made, blood))):
        return ends("refused", say("{who} cannot cast {spell:word} any more", "TAD-MAG.02", who=made.who, spell=spell.name))
    yield from spell_odds.foretold(table, made, names)
    yield from casts.pays(table, made, blood, _on(made, names))
    if is_told:
        return (yield from effects.tells(table, made))
    come_to = yield from (effects.harms if spell.is_harmful else effects.helps)(table, made, names)
    if come_to in FAILED:
        yield from casts.gives_back(table, made, blood)
    yield from end_if_over(table)
    return ends(come_to)


def _is_open(table: Desk, made: Casting, blood: int) -> bool:
    return wrong(table, made) is None and casts.missing(table, made) == blood


def _on(made: Casting, names: list[str]) -> str:
    if names == [made.who]:
        return ""
    return f" on {', '.join(names)}" if names else ", and nobody is there"


# ── verbs ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def known(table: Desk, who: str, *, has_area: bool = False, has_no_trick: bool = False) -> list[str]:
    """TAD-MAG.01: the spells that whoever casts knows, spells before tricks, then their own; at a point, those with an area.

    What there is mana for comes first.
    """
    sheet, lists = Sheet(table, who), table.data["lists"]
    tricks = () if has_no_trick else lists["tricks"]
    listed = (spells.listed(name, lists) for name in (*lists["spells"], *tricks))
    learned = [one.name for one in listed if one and spells.is_known(sheet, one) and (one.area or not has_area)]
    found = [*learned, *([spells.OWN] if spells.own(sheet) else [])]
    return sorted(found, key=lambda one: _is_too_dear(table, who, one))


def _is_too_dear(table: Desk, who: str, name: str) -> bool:
    """TAD-MAG.04: whether somebody lacks the mana for a spell; of several of their own, for all."""
    return all(casts.missing(table, Casting(who, spell)) for spell in candidates(table, who, name))


def aimed_at(table: Desk, who: str, spell: str) -> Iterable[Option[str]]:
    """TAD-MAG.02: on whom somebody would cast it: a foe, if one would rather not have it, and else oneself or a friend."""
    is_harmful = any(one.is_harmful for one in candidates(table, who, spell))
    return (SIDES.foes if is_harmful else SIDES.friends)(table, who)


Aimed = Annotated[Seen, Offers(aimed_at)]


def _may_cast(table: Desk, who: str, spell: str, target: str, overchannel: str) -> str | None:
    made = Casting(who, Spell(""), target, is_overchannelled=overchannel == "yes")
    return may_cast(table, who, spell, made)


@verb(
    "{who} casts {spell} at {target}",
    more=("overchannelled for more mana: {overchannel}",),
    may=_may_cast,
    group="Magic",
)
def cast(table: Desk, who: Actor, spell: Annotated[Named, Offers(known)], target: Aimed, overchannel: YesNo = "no") -> Story:
    """TAD-MAG.01, TAD-MAG.02, TAD-SPL.03, TAD-TRK.02, TAD-PRK.05: cast a spell or a trick on somebody.

    It takes an action, voice and a free hand, and mana. Of an area, everybody near the target is in it.
    """
    made = Casting(who, Spell(""), target, is_overchannelled=overchannel == "yes")
    made = yield from ask_which_spell(table, who, spell, made)
    return (yield from performed(table, made))


def _may_cast_at(table: Desk, who: str, spell: str, x: int, y: int, overchannel: str) -> str | None:
    made = Casting(who, Spell(""), point=(x, y), is_overchannelled=overchannel == "yes")
    return may_cast(table, who, spell, made)


def _mark(table: Desk, who: str) -> tuple[int, int] | None:
    """TAD-SPL.03: where the nearest enemy stands, or else whoever casts."""
    near = [one.value for one in SIDES.foes(table, who) if not one.caution]
    return next((at for one in (*near, who) if (at := table[one].get("at", None))), None)


def _column(table: Desk, who: str) -> int | None:
    return at[0] if (at := _mark(table, who)) else None


def _row(table: Desk, who: str) -> int | None:
    return at[1] if (at := _mark(table, who)) else None


@verb(
    "{who} casts {spell} at column {x}, row {y}",
    more=("overchannelled for more mana: {overchannel}",),
    may=_may_cast_at,
    group="Magic",
)
def cast_at(
    table: Desk,
    who: Actor,
    spell: Annotated[Named, Offers(partial(known, has_area=True))],
    x: Annotated[Coordinate, Usual(_column)],
    y: Annotated[Coordinate, Usual(_row)],
    overchannel: YesNo = "no",
) -> Story:
    """TAD-SPL.03, TAD-CON.09: cast a spell with an area around a point of the board."""
    made = Casting(who, Spell(""), point=(x, y), is_overchannelled=overchannel == "yes")
    made = yield from ask_which_spell(table, who, spell, made)
    return (yield from performed(table, made))


def _may_release(table: Desk, who: str, spell: str) -> str | None:
    held = [row[0] for row in table[who]["holding"]]
    if not held:
        return f"{who} holds no spell"
    return None if spell in held else f"{who} holds {', '.join(held)}, not {spell}"


def _held(table: Desk, who: str) -> str | None:
    return next((str(row[0]) for row in table[who]["holding"]), None)


@verb("{who} lets go of the spell {spell}", may=_may_release, group="Magic")
def release(table: Desk, who: Own, spell: Annotated[str, Upto(40), Usual(_held)]) -> Story:
    """TAD-MAG.03: let go of a lasting spell before its time."""
    rows = [row for row in table[who]["holding"] if row[0] == spell]
    row = rows[0]
    if len(rows) > 1:
        offered = [Option(place, f"{one[0]} on {one[1]}") for place, one in enumerate(rows)]
        row = rows[(yield from choose(who, "which", "Which one ends?", offered, 0))]
    yield from now(*effects.ended(table, who, row))
    return ends("done", say("{who} lets go of {spell:word} on {target}", "TAD-MAG.03", who=who, spell=row[0], target=row[1]))


# ── stored spells ──────────────────────────────────────────────────────────────────────────────────────────────────────


def stored(table: Desk, who: str, item: str, target: str) -> Casting:
    """TAD-ITM.07: the spell in an item, as its holder would cast it."""
    lists = table.data["lists"]
    return Casting(who, spells.listed(items.stored(item, lists), lists) or Spell(""), target, item=item)


def _may_unleash(table: Desk, who: str, item: str, target: str) -> str | None:
    if table.dial("magic_items") == "off":
        return "this table plays without magic items"
    made = stored(table, who, item, target)
    if not made.spell.name:
        return f"there is no spell in {item}"
    return wrong(table, made)


def _in_hand(table: Desk, who: str) -> list[str]:
    """TAD-ITM.07: somebody's items in which a spell is stored."""
    return [one for one in table[who]["wonders"] if items.stored(one, table.data["lists"])]


def _let_loose_on(table: Desk, who: str, item: str) -> Iterable[Option[str]]:
    return aimed_at(table, who, items.stored(item, table.data["lists"]))


@verb("{who} uses {item:a} on {target}", may=_may_unleash, group="Magic")
def unleash(
    table: Desk,
    who: Actor,
    item: Annotated[str, From("wonders"), Offers(_in_hand)],
    target: Annotated[Seen, Offers(_let_loose_on)],
) -> Story:
    """TAD-ITM.07: cast the spell that is stored in an item: for a charge, and no mana."""
    return (yield from performed(table, stored(table, who, item, target)))
