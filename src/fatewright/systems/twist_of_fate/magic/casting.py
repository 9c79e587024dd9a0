"""Casting: what a spell is made of, what it costs to declare, the check, and the effects that last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from fatewright.systems.author import (
    Asks,
    Change,
    Desk,
    Ending,
    Put,
    PutFact,
    Say,
    Upto,
    count_of,
    ends,
    now,
    phrase,
    say,
    spend,
    tell,
)
from fatewright.systems.twist_of_fate.bidding import bids, checks
from fatewright.systems.twist_of_fate.bidding.bids import Side
from fatewright.systems.twist_of_fate.bidding.checks import Tried
from fatewright.systems.twist_of_fate.characters import people
from fatewright.systems.twist_of_fate.characters.people import Sheet
from fatewright.systems.twist_of_fate.combat.ground import IN_REACH, distance, place_of, sees
from fatewright.systems.twist_of_fate.combat.turns import acts, no_action
from fatewright.systems.twist_of_fate.wounds import harm

AtHand = Literal["both", "Earth", "Fire", "Water", "Air", "neither"]  # which of the two elements of a spell is there
Words = Annotated[str, Upto(200)]
ALL_AT_HAND = ("at hand", "both")
NONE_AT_HAND = ("conjured", "neither")


class Declaration(NamedTuple):
    """A spell as it is declared: who casts which, of which elements, and what of them is at hand."""

    who: str
    name: str
    elements: tuple[str, ...]
    at_hand: str  # all of them, none, or the one that is


# ── elements ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def element_named(lists: Mapping[str, Any], name: str) -> str:
    """TOF-R.13: an element by any of its names: wind is Air."""
    return str(lists.get("elements_called", {}).get(name, {}).get("called", name))


def spell_of(table: Desk, who: str, name: str, at_hand: str, element: str = "") -> Declaration:
    """TOF-8.02, TOF-8.03, TOF-R.15: a spell of the table's list, of its own elements; where it goes with any, of `element`."""
    lists = table.data["lists"]
    fixed = lists["spells"].get(name, {}).get("elements", ())
    return Declaration(who, name, tuple(element_named(lists, one) for one in fixed) or (element,), at_hand)


def stat_of(lists: Mapping[str, Any], element: str) -> str:
    """TOF-8.01, TOF-2.09, MOM-2.01: the attribute that an element goes with."""
    return str(lists["elements"][element]["stat"]).lower()


def caster(table: Desk, spell: Declaration) -> Side:
    """TOF-8.05, TOF-8.07, TOF-4.16, TOF-R.14: the element's attribute with Magic for skill and purse; of two, the lower counts.

    By dials, a skill for each element stands in Magic's place, and the pool of the attribute pays.
    """
    lists, values, worse = table.data["lists"], Sheet(table, spell.who), table.dial("pair_stat") == "lower"
    pick = min if worse else max
    stat = pick((stat_of(lists, element) for element in spell.elements), key=lambda one: int(values[one]))
    purse = "magic" if table.dial("magic_pool") == "own" else stat
    if table.dial("magic_skill") == "rating":
        return Side(spell.who, "Magic", stat, purse=purse, rated="magic")
    skills = [name for name, row in lists["skills"].items() if row.get("element") in spell.elements]
    skill = pick(skills, key=lambda one: people.rating(values, one))
    return Side(spell.who, skill, stat, str(lists["skills"][skill]["element"]).lower(), purse=purse)


def is_near(table: Desk, spell: Declaration, element: str) -> bool:
    """TOF-8.04, TOF-8.06: whether an element is at hand; Air always is, unless the table says otherwise."""
    if element == "Air" and table.dial("air_always_near") == "on":
        return True
    return spell.at_hand in (*ALL_AT_HAND, element)


def surcharge(table: Desk, spell: Declaration) -> int:
    """TOF-8.04, TOF-8.06, TOF-8.07: points to declare a spell: few for an element at hand, more for one out of nothing."""
    near, far = table.dial("magic_near_cost"), table.dial("magic_conjure_cost")
    return sum(near if is_near(table, spell, element) else far for element in spell.elements)


# ── declaring ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def no_magic(table: Desk) -> str | None:
    """TOF-2.09, MOM-2.01, MOM-8.01: nothing of this where a table plays without magic."""
    return "this table plays without magic" if table.dial("magic") == "off" else None


def no_spell(table: Desk, spell: Declaration) -> str | None:
    """TOF-6.17, TOF-8.03, TOF-8.06, TOF-8.08: why a spell cannot be declared; None if it can."""
    if problem := no_magic(table):
        return problem
    if spell.name not in table.data["lists"]["spells"]:
        return f"this table knows no spell '{spell.name}'"
    if spell.at_hand not in (*ALL_AT_HAND, *NONE_AT_HAND, *spell.elements):
        return f"{spell.name} is made of {' and '.join(spell.elements)}; {spell.at_hand} has no part in it"
    if problem := no_action(table, spell.who):
        return problem
    return "an attack is being settled" if table.fact("turns", "striking") else cannot_pay(table, spell)


def cannot_pay(table: Desk, spell: Declaration) -> str | None:
    """TOF-2.13, TOF-3.04, TOF-8.06: why somebody lacks the means, as their own sheet tells; None if they have them."""
    who, side = spell.who, caster(table, spell)
    if table[who]["magic"] == 0 and table.dial("zero_attribute") == "auto_fail":
        return f"{who}'s Magic does not function"
    if not side.rated and table.dial("untrained") == "forbidden" and not people.rating(Sheet(table, who), side.skill):
        return f"{who} has not learned {side.skill}"
    cost, held = surcharge(table, spell), table[who][bids.purse(side)]
    return f"declaring it costs {cost}, and the {side.purse} pool holds {held}" if held < cost else None


def no_reach(table: Desk, who: str, target: str, *, is_touch: bool = False) -> str | None:
    """TOF-8.08, TOF-8.11, TOF-8.13: why a spell does not reach somebody: by touch beside you, else within range and sight."""
    if people.is_in(table, target, "dead", "fled"):
        return f"{target} is not there any more"
    far, most = distance(table, who, target) if who != target else 0, IN_REACH if is_touch else table.dial("spell_range")
    if far > most:
        return f"{target} is {count_of(far, 'square')} away, and this reaches {most}"
    return None if is_touch or who == target or sees(table, who, target) else f"{who} does not see {target}"


def no_square(table: Desk, who: str, x: int, y: int) -> str | None:
    """TOF-8.08: why a spell does not reach a square; None if it does."""
    here, most = place_of(table, who), table.dial("spell_range")
    far = max(abs(here[0] - x), abs(here[1] - y)) if here else 0
    return f"({x}, {y}) is {count_of(far, 'square')} away, and this reaches {most}" if far > most else None


def is_open_sheet(table: Desk, who: str) -> bool:
    """TOF-1.24: whether everybody reads somebody's pools and masks off their sheet: by a dial, of whom players run."""
    return table.dial("sheets") == "open" and people.is_player_character(table, who)


def knows_sheet(table: Desk, who: str) -> bool:
    """TOF-1.24: whether whoever acts knows the pools of somebody: their owner does, and the game master."""
    return table.seat == table[who].owner or table.role(table.seat) == "gm"


def declared(
    table: Desk, spell: Declaration, line: str, *ids: str, more: Iterable[Change] = (), has_waited: bool = False
) -> Asks[Side | None]:
    """TOF-8.06, TOF-8.08: a spell is declared; nobody, where it cannot be.

    What was judged before may not hold any more, or not have been known to whoever acts for another: then it is judged here.
    """
    if has_waited or not knows_sheet(table, spell.who):
        is_open: bool = yield from tell("declared", lambda: no_spell(table, spell) is None)
        if not is_open:
            yield from now(say("{who} cannot cast {spell:word}", "TOF-8.06", who=spell.who, spell=spell.name))
            return None
    return (yield from pays(table, spell, line, *ids, more=more))


def pays(table: Desk, spell: Declaration, line: str, *ids: str, more: Iterable[Change] = ()) -> Asks[Side]:
    """TOF-8.06, TOF-8.08: a spell costs the action of a turn, and a surcharge that is gone, whatever comes of it."""
    side = caster(table, spell)
    price = spend(spell.who, bids.purse(side), surcharge(table, spell))
    yield from now(*acts(table, spell.who), price, *more, Say(line, ids))
    return side


def casting(table: Desk, side: Side, difficulty: int) -> Asks[Tried]:
    """TOF-8.05: the casting check; casting once more is another spell, with another surcharge."""
    difficulty = yield from checks.show_difficulty(table, difficulty)
    done = yield from checks.tried(table, side, difficulty)
    yield from harm.exhausts(table, done.paid)
    yield from now(say("{who} {how}", "TOF-8.05", who=side.who, how=phrase("succeeds") if done.is_success else phrase("fails")))
    return done


def worked(
    table: Desk, spell: Declaration, line: str, *ids: str, has_boons: bool = False, has_waited: bool = False
) -> Asks[Tried | Ending]:
    """TOF-8.05, TOF-8.09: a spell of the table's list, from its declaration on: what it came to or, if it did not, its ending.

    TOF-1.27: overflow brings boons, where the spell does not say itself what it brings.
    """
    side = yield from declared(table, spell, line, *ids, has_waited=has_waited)
    if side is None:
        return ends("refused")
    done = yield from casting(table, side, difficulty_of(table, spell))
    if not done.is_success:
        return ends("failure")
    if has_boons:
        yield from checks.boons(table, spell.who, done.overflow)
    return done


def difficulty_of(table: Desk, spell: Declaration) -> int:
    """TOF-8.09: how hard a spell is, by the table's list of spells."""
    return int(table.data["lists"]["spells"][spell.name]["dn"])


# ── effects that last ──────────────────────────────────────────────────────────────────────────────────────────────────

FIELD_OF = {"buff": "buffs", "forge armor": "forged"}


class Effect(NamedTuple):
    """A spell that lasts: on whom it is written down, on what of them, what it is worth, and the total it was cast with."""

    on: str
    spell: str
    what: str
    worth: int
    total: int

    @property
    def label(self) -> str:
        """What everybody may hear of it when it ends: all that they then see change follows from it."""
        match self.spell:
            case "dust":
                return f"the dust at {self.what}, until round {self.worth}"
            case "illusion":
                return f"the illusion of {self.what}"
            case "mask":
                return f"the mask of {self.on}"
            case _:
                return f"{self.spell} {self.worth:+d} on {self.on} ({self.what.replace('_', ' ')})"


def effects_on(table: Desk, who: str) -> list[Effect]:
    """What spells have left on somebody, or they have left in the world."""
    return [Effect(who, spell, what, int(worth), int(total)) for spell, what, worth, total in table[who]["lasting"]]


def effects(table: Desk) -> list[Effect]:
    """TOF-8.16: all that could be quenched; dust has settled where there is no cloud any more."""
    found = [effect for token in table.tokens() for effect in effects_on(table, token.name)]
    return [effect for effect in found if effect.spell != "dust" or table.fact("cloud", effect.what)]


def noted(table: Desk, effect: Effect) -> list[Change]:
    """TOF-8.16: an effect begins; its total is written down where only the game master reads it."""
    return _rewritten(table, effect, [*effects_on(table, effect.on), effect])


def ended(table: Desk, effect: Effect) -> list[Change]:
    """TOF-8.16: one effect ends; what others there are count on."""
    left = effects_on(table, effect.on)
    left.remove(effect)
    return _rewritten(table, effect, left)


def _rewritten(table: Desk, effect: Effect, there: list[Effect]) -> list[Change]:
    rows = tuple((one.spell, one.what, str(one.worth), str(one.total)) for one in there)
    alike = [one for one in there if one.spell == effect.spell]
    return [Put(effect.on, "lasting", rows), *_counting(table, effect, alike)]


def _counting(table: Desk, effect: Effect, alike: list[Effect]) -> list[Change]:
    """TOF-8.11, TOF-8.12, TOF-8.14, TOF-8.15: what counts, of the effects of one kind that there are now."""
    on, what = effect.on, effect.what
    if effect.spell in FIELD_OF:
        level = balance([one.worth for one in alike if one.what == what])
        levels = {**dict(table[on][FIELD_OF[effect.spell]]), what: level}
        return [Put(on, FIELD_OF[effect.spell], tuple((name, count) for name, count in levels.items() if count))]
    if effect.spell == "dust":
        elsewhere = [one for one in effects(table) if one.on != on and one.spell == "dust"]
        rounds = [one.worth for one in (*alike, *elsewhere) if one.what == what]
        return [PutFact(("cloud", what), (max(rounds),) if rounds else None)]
    if effect.spell == "mask":
        kept, gone = {trait for one in alike for trait in _traits(one.what)}, _traits(what)
        return [Put(on, "veiled", tuple(row for row in table[on]["veiled"] if row[0] in kept or row[0] not in gone))]
    return []


AND = "; "


def _traits(written: str) -> list[str]:
    """The traits that a mask is on, as its row has them."""
    return written.split(AND)


def balance(worths: list[int]) -> int:
    """TOF-8.11, TOF-8.12: what does not stack: the best counts, and against it the worst."""
    return max([0, *worths]) + min([0, *worths])


def settled(table: Desk, square: str) -> list[Change]:
    """TOF-8.15: what is still written down of clouds over a square that are gone."""
    if table.fact("cloud", square):
        return []
    gone = [(token.name, [row for row in token["lasting"] if row[:2] != ("dust", square)]) for token in table.tokens()]
    return [Put(who, "lasting", tuple(rows)) for who, rows in gone if len(rows) < len(table[who]["lasting"])]
