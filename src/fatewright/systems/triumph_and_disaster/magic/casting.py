"""Casting: who may cast what on whom, what it costs, the roll, and what a spell does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from fatewright.systems.author import (
    Asks,
    Change,
    Choose,
    Desk,
    Option,
    Sheet,
    answers_for,
    choose,
    count_of,
    form,
    now,
    options,
    phrase,
    price_of,
    say,
    spend,
    tell,
)
from fatewright.systems.triumph_and_disaster.characters import people, perks
from fatewright.systems.triumph_and_disaster.combat import sides, statuses
from fatewright.systems.triumph_and_disaster.combat.blows import cover_row
from fatewright.systems.triumph_and_disaster.combat.paces import Square, is_placed, paces_between
from fatewright.systems.triumph_and_disaster.combat.turns import acts, can_react, no_action
from fatewright.systems.triumph_and_disaster.items import items
from fatewright.systems.triumph_and_disaster.magic import spells
from fatewright.systems.triumph_and_disaster.magic.spells import Spell
from fatewright.systems.triumph_and_disaster.mechanics.arithmetic import divided
from fatewright.systems.triumph_and_disaster.mechanics.rolling import Party
from fatewright.systems.triumph_and_disaster.mechanics.rolls import Circumstance

HANDS = 2
BODY = ("strength", "agility", "vitality")
IN, OUT = "in it", "not in it"


class Casting(NamedTuple):
    """A spell as somebody casts it, on whom, and how."""

    who: str
    spell: Spell
    target: str = ""  # or a point of the board
    point: Square | None = None
    is_overchannelled: bool = False
    item: str = ""  # that the spell is stored in: it costs a charge, and no mana
    more: tuple[Circumstance, ...] = ()


# ── who may cast ───────────────────────────────────────────────────────────────────────────────────────────────────────


def no_magic(table: Desk) -> str | None:
    """TAD-MAG.01: nothing of this where a table plays without magic."""
    return "this table plays without magic" if table.dial("magic") == "off" else None


def free_hands(table: Desk, who: str) -> int:
    """TAD-MAG.02: hands that hold neither a weapon nor a shield."""
    lists, weapon, second = table.data["lists"], table[who]["weapon"], table[who]["second"]
    other = lists["second_hand"][second].get("hands", 1) if second != people.NOTHING else 0
    return int(HANDS - lists["weapons"][weapon].get("hands", 1) - other)


def cannot(table: Desk, casting: Casting) -> str | None:
    """TAD-MAG.01, TAD-MAG.02, TAD-MAG.04, TAD-SPL.01: why somebody cannot cast this, by their own sheet; None if they can."""
    who, spell = casting.who, casting.spell
    if problem := no_magic(table):
        return problem
    if wrong := spells.problems(spell, table.dials(), table.data["lists"]):
        return wrong[0]
    if problem := no_charge(table, casting):
        return problem
    if not casting.item and not spells.is_known(Sheet(table, who), spell):
        return f"{who} does not know {spell.name}"
    if problem := no_action(table, who):
        return problem
    if free_hands(table, who) < 1:
        return f"casting takes a free hand, and {who} has none"
    return _not_overchannelled(table, casting) or cannot_pay(table, casting)


def no_charge(table: Desk, casting: Casting) -> str | None:
    """TAD-ITM.07: why there is nothing to be cast out of an item; None if there is, or if it is not cast out of one."""
    who, item = casting.who, casting.item
    if not item:
        return None
    if item not in table[who]["wonders"]:
        return f"{who} has no {item}"
    return f"{item} has no charge left" if items.charges(Sheet(table, who), item) < 1 else None


def _not_overchannelled(table: Desk, casting: Casting) -> str | None:
    if not casting.is_overchannelled:
        return None
    if not _overchannelling(table, casting.who):
        return f"{casting.who} has not learned to overchannel"
    return None if casting.spell.damage else f"{casting.spell.name} has no damage dice to overchannel"


def _overchannelling(table: Desk, who: str) -> str:
    """TAD-PRK.05: the perk of somebody's that makes the damage dice of spells explode; empty if they have none."""
    rows = table.data["lists"]["perks"]
    return next((perk for perk in table[who]["perks"] if rows[perk].get("spell_explodes", False)), "")


def mana_of(table: Desk, casting: Casting) -> int:
    """TAD-SPL.01, TAD-PRK.05, TAD-ITM.07: mana that a casting costs; out of an item, none but for overchannelling."""
    lists = table.data["lists"]
    more = perks.price(_overchannelling(table, casting.who), lists) if casting.is_overchannelled else 0
    return more if casting.item else spells.price(casting.spell, lists) + more


def missing(table: Desk, casting: Casting) -> int:
    """TAD-MAG.04: points of mana that somebody lacks for a spell."""
    return max(0, mana_of(table, casting) - int(table[casting.who]["mana"]))


def cannot_pay(table: Desk, casting: Casting) -> str | None:
    """TAD-MAG.04: mana, and for what is missing of it hit points; the last one nobody pays."""
    who, short, each = casting.who, missing(table, casting), table.dial("blood_casting")
    if not short:
        return None
    has = f"it costs {mana_of(table, casting)} mana, and {who} has {table[who]['mana']}"
    if each == 0:
        return has
    return None if table[who]["hp"] > short * each else f"{has}; {short * each} HP in its place are more than {who} can give"


# ── whom it reaches ────────────────────────────────────────────────────────────────────────────────────────────────────


def place_of(table: Desk, who: str) -> Square | None:
    """The square somebody stands on; None if they have not been placed."""
    return table[who]["at"] if is_placed(table, who) else None


def _paces(one: Square | None, other: Square | None) -> int:
    return paces_between(one, other) if one and other else 0


def out_of_reach(table: Desk, casting: Casting) -> str | None:
    """TAD-SPL.03, TAD-STA.16: why a spell does not get there: too far away, or nobody to be seen; None if it does."""
    who, spell, target = casting.who, casting.spell, casting.target
    there = casting.point or place_of(table, target)
    far = _paces(place_of(table, who), there) if target != who else 0
    if far > spell.range:
        return f"{target or there} is {count_of(far, 'pace')} away, and {spell.name} reaches {spell.range}"
    if spell.range == 0 and target != who:
        return f"{spell.name} is for whoever casts it"
    if target == who and spell.is_harmful and not (spell.area or spell.asks):
        return f"nobody casts {spell.name} on themselves"
    if not target or target == who:
        return None
    if statuses.has(table, target, "unseen") and spell.is_harmful:
        return f"{who} does not see {target}"
    if cover_row(table, target).get("total", False) and spell.is_harmful:
        return f"{target} is behind total cover"
    return f"{target} is not there any more" if statuses.has(table, target, "gone") else None


def in_area(table: Desk, point: Square) -> list[str]:
    """TAD-SPL.03: who stands within two paces of a point."""
    there = [(name, place_of(table, name)) for name in _about(table)]
    return [name for name, at in there if at and _paces(at, point) <= spells.RADIUS]


def _about(table: Desk) -> list[str]:
    return [name for name in sides.everybody(table) if not statuses.has(table, name, "gone")]


def targets(table: Desk, casting: Casting) -> Asks[list[str]]:
    """TAD-SPL.03, TAD-CON.09: whom a spell is for: of an area, who stands in it; off the board its caster names them."""
    if not casting.spell.area:
        return [casting.target]
    point = casting.point or place_of(table, casting.target)
    if point:
        return in_area(table, point)
    others = [name for name in _about(table) if name != casting.target]
    if not others:
        return [casting.target]
    picks = [Choose(casting.who, name, phrase("{name}?", name=name), options(OUT, IN), OUT) for name in others]
    prompt = phrase("Who else stands within {paces} paces of {target}?", paces=spells.RADIUS, target=casting.target)
    answers = yield from form(casting.who, "area", prompt, *picks, default=(OUT,) * len(others))
    return [casting.target, *(name for name, said in zip(others, answers, strict=True) if said == IN)]


def willing(table: Desk, casting: Casting, names: Iterable[str]) -> Asks[list[str]]:
    """TAD-MAG.02: who lets a helpful spell happen: whoever is unconscious is not asked."""
    found = []
    for name in names:
        is_asked = answers_for(table.facts, name) != answers_for(table.facts, casting.who) and not sides.is_out(table, name)
        prompt = phrase(
            "{who} would cast {spell:word} on {name}. Is that welcome?", who=casting.who, spell=casting.spell.name, name=name
        )
        if not is_asked or (yield from choose(name, "willing", prompt, options("yes", "no"), "yes")) == "yes":
            found.append(name)
    return found


# ── paying ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def learned(table: Desk, who: str, name: str, judge: Callable[[], Any]) -> Asks[Any]:
    """TAD-ROLE.02: something that somebody's sheet says: a player's is open, of another all learn no more than this."""
    return judge() if people.is_player_character(table, who) else (yield from tell(name, judge))


def blood_for(table: Desk, casting: Casting) -> Asks[int | None]:
    """TAD-MAG.04: points of mana that are paid in blood; None, if whoever casts would rather not."""
    who = casting.who
    short: int = yield from learned(table, who, "blood", lambda: missing(table, casting))
    if not short:
        return 0
    cost = short * table.dial("blood_casting")
    prompt = phrase("{spell:word} lacks {short} mana. Pay {cost} HP?", spell=casting.spell.name, short=short, cost=cost)
    mana, blood = spent(table, casting, short)
    is_possible = cannot_pay(table, casting) is None  # much may have happened meanwhile
    price = (*price_of(table, *mana), *price_of(table, *blood, label="{amount} HP")) if is_possible else ()
    is_paid = yield from choose(who, "blood", prompt, (Option("yes", "yes", price=price), Option("no", "no")), "no")
    return short if is_paid == "yes" else None


def spent(table: Desk, casting: Casting, blood: int) -> tuple[list[Change], list[Change]]:
    """TAD-MAG.02, TAD-MAG.04: the mana that goes, and the blood where so much of it is missing."""
    who, mana = casting.who, mana_of(table, casting) - blood
    bled = [spend(who, "hp", blood * table.dial("blood_casting"))] if blood else []
    return [spend(who, "mana", mana)] if mana else [], list[Change](bled)


def pays(table: Desk, casting: Casting, blood: int, on: str) -> Asks[None]:
    """TAD-MAG.02, TAD-MAG.04: the action, and mana first, whatever comes of it; blood where mana is missing."""
    who, spell = casting.who, casting.spell
    changes: list[Change] = [*acts(table, who), *_discharged(table, casting)]
    changes += [change for paid in spent(table, casting, blood) for change in paid]
    mana = mana_of(table, casting) - blood
    price = f"{mana} mana" if mana else "no mana"
    price += f" and {blood * table.dial('blood_casting')} HP" if blood else ""
    how = phrase(", out of {item:word}", item=casting.item) if casting.item else phrase(" for {price}", price=price)
    ids = ("TAD-TRK.01",) if spell.is_trick else ("TAD-MAG.02", *(("TAD-MAG.04",) if blood else ()))
    yield from now(*changes, say("{who} casts {spell:word}{on}{how}", *ids, who=who, spell=spell.name, on=on, how=how))


def _discharged(table: Desk, casting: Casting) -> list[Change]:
    """TAD-ITM.07: a spell that is stored in an item takes one of its charges."""
    if not casting.item:
        return []
    return items.with_charges(table, casting.who, casting.item, items.charges(Sheet(table, casting.who), casting.item) - 1)


def gives_back(table: Desk, casting: Casting, blood: int) -> Asks[None]:
    """TAD-MAG.02: by a dial, half of the mana of a spell that fails comes back."""
    back = divided(table.dials(), mana_of(table, casting) - blood, 2)
    if table.dial("mana_on_loss") == "half_refunded" and back:
        yield from now(spend(casting.who, "mana", -back), say("{back} mana comes back", "TAD-MAG.02", back=back))


# ── the roll ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def caster(table: Desk, casting: Casting, against: str = "") -> Party:
    """TAD-INT.01, TAD-INT.06, TAD-R.16, TAD-MAG.01: Intuition places a spell, at the level held of it."""
    who, spell = casting.who, casting.spell
    ability = spell.ability if table.dial("spell_ability") == "per_spell" else "intuition"
    level = spells.level(Sheet(table, who), spell, table.dials())
    return Party(who, spell.name, ability, (*casting.more, *_bearing(table, casting, against)), level=level)


def is_dodged(table: Desk, spell: Spell) -> bool:
    """TAD-CMB.06: whether a spell is dodged like an attack."""
    return spells.answer(spell, table.data["lists"]) == "Evade"


def _bearing(table: Desk, casting: Casting, against: str) -> Iterator[Circumstance]:
    """TAD-STA.02, TAD-STA.09, TAD-STA.16: what bears on attacks bears on spells that are dodged; hiding on all that harm.

    Of listed spells statuses know themselves what hinders them; of one's own, it is found here.
    """
    who, spell = casting.who, casting.spell
    if spell.is_harmful and statuses.has(table, who, "unseen"):
        yield Circumstance("out of hiding", 1)
    if not spell.is_harmful or not is_dodged(table, spell):
        return
    if against and statuses.suffers(table, against, "Prone"):
        yield Circumstance(f"{against} is Prone", 1 if spell.range <= spells.TOUCH else -1)
    if spell.is_own:
        held = table[who]["statuses"]
        yield from (Circumstance(one, -1) for one in held if statuses.ATTACK in statuses.row(table, one).get("threat", ()))


def reactor(table: Desk, casting: Casting, target: str) -> Party:
    """TAD-R.28, TAD-INT.05, TAD-CMB.10: whoever it is for answers with the skill that the spell names; cover helps to dodge."""
    skill, worth = spells.answer(casting.spell, table.data["lists"]), int(cover_row(table, target).get("dominance", 0))
    cover = (Circumstance("cover", worth),) if worth and is_dodged(table, casting.spell) else ()
    return Party(target, skill, more=cover)


def is_defenceless(table: Desk, casting: Casting, target: str) -> bool:
    """TAD-CMB.04, TAD-STA.11: whether somebody cannot answer: the helpless cannot with the body, others if nothing is left."""
    skill = spells.answer(casting.spell, table.data["lists"])
    if statuses.has(table, target, "helpless"):
        return table.data["lists"]["skills"][skill]["ability"] in BODY
    return not can_react(table, target)
