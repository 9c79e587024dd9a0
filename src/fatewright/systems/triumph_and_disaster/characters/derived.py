"""Numbers that follow from a sheet: speed, hit points, stamina, mana, soak, slots, bonuses, picks; each with its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatewright.systems.author import Score
from fatewright.systems.triumph_and_disaster.characters.people import BETTER, Dials, Lists, Values, is_improved, score
from fatewright.systems.triumph_and_disaster.mechanics.arithmetic import divided

SLOTS, SLOTS_EACH, LEAST_SLOTS = 10, 2, 4
LEAST_PICKS = 2
NIGHT = 5  # hit points of a night, before Vitality


def _of_perks(values: Values, lists: Lists, key: str) -> Score:
    """TAD-PRK.02: what perks add to a number, a term for each."""
    total = Score(0)
    for perk in values["perks"]:
        if worth := lists["perks"][perk].get(key, 0):
            total += Score(worth, perk, "TAD-PRK.02")
    return total


# ── health and powers ──────────────────────────────────────────────────────────────────────────────────────────────────


def hp_max(values: Values, dials: Dials, lists: Lists) -> Score:
    """TAD-VIT.01, TAD-VIT.05, TAD-PRK.07, TAD-FOE.01, TAD-FOE.02: 10 and twice Vitality, at least 1; of a foe, what is decreed.

    A minion has 1, a boss twice as many.
    """
    rank = lists["ranks"][values["rank"]]
    if "hp" in rank:
        return Score(rank["hp"], values["rank"], "TAD-FOE.02").named("hit points", "TAD-VIT.05")
    if values["toughness"]:
        found = Score(values["toughness"], "by decree", "TAD-FOE.01")
    else:
        vitality = score(values, "vitality", lists).times(dials["hp_per_vitality"])
        found = Score(dials["hp_base"], "for everybody", "TAD-VIT.05") + vitality
    found = (found + _of_perks(values, lists, "hp")).at_least(1)
    return found.times(rank.get("times", 1)).named("hit points", "TAD-VIT.05")


def stamina_max(values: Values, dials: Dials, lists: Lists) -> Score:
    """TAD-VIT.01, TAD-VIT.06: 3 and Vitality, at least 0; none where the table plays without."""
    if dials["stamina"] == "off":
        return Score(0, "stamina", "TAD-VIT.06")
    base = Score(dials["stamina_base"], "for everybody", "TAD-VIT.06")
    return (base + score(values, "vitality", lists)).at_least(0).named("stamina", "TAD-VIT.06")


def mana_max(values: Values, dials: Dials, lists: Lists) -> Score:
    """TAD-PRE.01, TAD-PRE.07, TAD-R.21, TAD-PRK.05, TAD-FOE.01: 3 and Presence, at least 0; perks add to it.

    Of a foe, what is decreed. By a dial, Presence affects nothing.
    """
    if values["power"]:
        return Score(values["power"], "by decree", "TAD-FOE.01").named("mana", "TAD-PRE.07")
    found = Score(dials["mana_base"], "for everybody", "TAD-PRE.07")
    if dials["presence_affects"] == "mana":
        found += score(values, "presence", lists)
    return (found + _of_perks(values, lists, "mana")).at_least(0).named("mana", "TAD-PRE.07")


def night_hp(values: Values, dials: Dials, lists: Lists) -> Score:
    """TAD-VIT.07: what a night gives back: 5 and Vitality, or by a dial everything."""
    if dials["night_hp"] == "full":
        return hp_max(values, dials, lists)
    found = Score(NIGHT, "a night", "TAD-VIT.07") + score(values, "vitality", lists)
    return found.at_least(0).named("a night's rest", "TAD-VIT.07")


# ── movement and carrying ──────────────────────────────────────────────────────────────────────────────────────────────


def speed(values: Values, dials: Dials, lists: Lists) -> Score:
    """TAD-STR.01, TAD-STR.05, TAD-RACE.01, TAD-FOE.01: 6 and Strength paces in a turn, at least 1; of a foe, as decreed."""
    if values["pace"]:
        return Score(values["pace"], "by decree", "TAD-FOE.01").named("speed", "TAD-STR.05")
    found = Score(dials["speed_base"], "for everybody", "TAD-STR.05") + score(values, "strength", lists)
    if faster := lists["races"][values["race"]].get("speed", 0):
        found += Score(faster, values["race"], "TAD-RACE.01")
    return found.at_least(1).named("speed", "TAD-STR.05")


def slots(values: Values, dials: Dials, lists: Lists) -> Score:
    """TAD-STR.07: how many things can be carried without trouble: 10 and twice Strength, at least 4."""
    del dials
    strength = score(values, "strength", lists).times(SLOTS_EACH)
    return (Score(SLOTS, "for everybody", "TAD-STR.07") + strength).at_least(LEAST_SLOTS).named("slots", "TAD-STR.07")


def load(values: Values, dials: Dials, lists: Lists) -> Score:
    """TAD-STR.07: the slots that somebody's things take: each weapon, what is worn and held, and gear by the bundle."""
    del dials
    carried = list(dict.fromkeys((*values["arms"], values["weapon"])))
    found = Score(0)
    for name in carried:
        found += _slots_of(name, lists["weapons"][name])
    second = values["second"]
    if second not in carried:
        found += _slots_of(second, lists["second_hand"][second])
    for name in (values["armor"], *values["packed"]):
        found += _slots_of(name, lists["wearables"][name])
    for name, count in values["gear"]:
        found += _slots_of(name, lists["gear"][name], count)
    for name in values["wonders"]:
        found += _slots_of(name, lists["wonders"][name])
    return found.named("load", "TAD-STR.07")


def _slots_of(name: str, row: Mapping[str, Any], count: int = 1) -> Score:
    """TAD-STR.07: a slot for an item, or what its row says; what is bundled counts by begun bundles."""
    bundles = -(-count // max(1, int(row.get("bundle", 1))))
    worth = int(row.get("slots", 1)) * bundles
    return Score(worth, name if count == 1 else f"{count} {name}", "TAD-STR.07") if worth else Score(0)


# ── fighting and casting ───────────────────────────────────────────────────────────────────────────────────────────────


def soak(values: Values, dials: Dials, lists: Lists) -> Score:
    """TAD-ITM.02, TAD-ITM.09, TAD-SPL.03, TAD-FOE.01: what armor, hide and a ward keep off."""
    del dials
    found = Score(0)
    if worth := lists["armors"][values["armor"]].get("soak", 0):
        found += Score(worth, values["armor"], "TAD-ITM.02")
    if worth and is_improved(values, values["armor"]):
        found += Score(BETTER, f"{values['armor']}, improved", "TAD-ITM.09")
    if values["hide"]:
        found += Score(values["hide"], "hide", "TAD-FOE.01")
    if values["warded"]:
        found += Score(values["warded"], "ward", "TAD-SPL.03")
    return found.named("soak", "TAD-ITM.02")


def damage_bonus(values: Values, dials: Dials, lists: Lists, *, is_ranged: bool = False) -> Score:
    """TAD-STR.01, TAD-STR.06, TAD-GEN.01: Strength, added to a weapon's dice; by a dial half of it, or only in melee."""
    strength = score(values, "strength", lists)
    if dials["strength_damage"] == "melee_only" and is_ranged:
        return Score(0, "damage", "TAD-STR.06")
    if dials["strength_damage"] == "half":
        return _half(strength, "damage", "TAD-STR.06", dials)
    return strength.named("damage", "TAD-STR.06")


def potency(values: Values, dials: Dials, lists: Lists) -> Score:
    """TAD-ERU.01, TAD-ERU.09: Erudition, added to the dice of spells; by a dial half of it."""
    erudition = score(values, "erudition", lists)
    if dials["potency"] == "half":
        return _half(erudition, "potency", "TAD-ERU.09", dials)
    return erudition.named("potency", "TAD-ERU.09")


def _half(ability: Score, name: str, id: str, dials: Dials) -> Score:
    """TAD-GEN.01: half of an ability, rounded down."""
    return Score(divided(dials, int(ability), 2), name, id, how="half, rounded down", parts=(ability,))


def picks(values: Values, dials: Dials, lists: Lists) -> Score:
    """TAD-ERU.01, TAD-ERU.08, TAD-RACE.02, TAD-ORI.02: aptitudes to choose: 6 and Erudition, at least 2, and a race's own.

    Where a table's origins give more aptitudes than their rows name, the rest is chosen too.
    """
    base = Score(dials["aptitude_picks_base"], "for everybody", "TAD-ERU.08")
    found = (base + score(values, "erudition", lists)).at_least(LEAST_PICKS)
    if free := lists["races"][values["race"]].get("free", 0):
        found += Score(free, values["race"], "TAD-RACE.02")
    return found.named("aptitude picks", "TAD-ERU.08")
