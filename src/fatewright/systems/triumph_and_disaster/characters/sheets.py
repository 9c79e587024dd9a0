"""Sheets: the ten steps in which a character is made, how they start, and what follows from what they have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from fatewright.systems.author import Asks, Budget, Creation, Dice, NamedTuple, Score, count_of, rule, throw, with_article
from fatewright.systems.triumph_and_disaster.characters import derived as numbers
from fatewright.systems.triumph_and_disaster.characters import perks
from fatewright.systems.triumph_and_disaster.characters.people import ABILITIES, Dials, Lists, Values, score
from fatewright.systems.triumph_and_disaster.items import items, prices

ARRAY = (5, 4, 3, 2, 1, 0)
POINTS, MOST_BOUGHT = 15, 6
DIE = 6
MASTERY = 2
NO_RACE, NO_ORIGIN = "no race", "no origin"
STEPS = ("Abilities", "Race", "Origin", "Traits", "First perk", "Aptitudes", "Derived numbers", "Items", "Spells", "Name")


# ── creation ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def creation(values: Values, dials: Dials, lists: Lists) -> Creation:
    """TAD-ABI.02, TAD-NIGHT.01: what a new character may have, step by step.

    In the standard order a step is judged as soon as those before it are in order; by a dial all are at once.
    """
    checks = (_abilities, _race, _origin, _traits, _perks, _aptitudes, _limits, _items, _spells)
    found = [list(check(values, dials, lists)) for check in checks]
    budgets = _budgets(values, dials, lists)
    over = {one.step for one in budgets if one.spent > one.available}
    if dials["creation_order"] == "standard":
        wrong = [place for place, lines in enumerate(found) if lines or STEPS[place] in over]
        found = [found[wrong[0]]] if wrong else []
    return Creation(budgets, tuple(line for lines in found for line in lines), tuple(_warnings(values, dials, lists)))


def _budgets(values: Values, dials: Dials, lists: Lists) -> tuple[Budget, ...]:
    """TAD-ABI.01, TAD-ERU.08, TAD-ITM.05: points, picks and coins."""
    picks = numbers.picks(values, dials, lists) + _chosen_for_origin(values, dials, lists)
    coins = Score(dials["starting_coins"], "for everybody", "TAD-ITM.05")
    bought = () if dials["ability_method"] != "point_buy" else (_points(values),)
    return (
        *bought,
        Budget("Aptitudes", "aptitude picks", picks_spent(values, dials, lists), picks),
        Budget("Items", "coins", coins_spent(values, lists), coins),
    )


def _points(values: Values) -> Budget:
    spent = sum(values[ability] for ability in ABILITIES)
    return Budget("Abilities", "points", spent, Score(POINTS, "for everybody", "TAD-ABI.01"))


# ── 1: abilities ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _abilities(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TAD-ABI.01, TAD-ABI.02: the array in any order, points, or dice; the race's part is not in it."""
    del lists
    own = [values[ability] for ability in ABILITIES]
    match dials["ability_method"]:
        case "array":
            if sorted(own, reverse=True) != list(ARRAY):
                yield f"Abilities: found {', '.join(map(str, own))}; expected {', '.join(map(str, ARRAY))}, each once"
        case "point_buy":
            for ability in ABILITIES:
                if not 0 <= values[ability] <= MOST_BOUGHT:
                    yield f"Abilities: {ability} {values[ability]} cannot be bought; each is from 0 to {MOST_BOUGHT}"
        case _:
            for ability in ABILITIES:
                if not 0 <= values[ability] < DIE:
                    yield f"Abilities: {ability} {values[ability]} cannot be rolled; a die less one is from 0 to {DIE - 1}"


class ThrownAbilities(NamedTuple):
    """The abilities of somebody by dice, in their order."""

    strength: int
    agility: int
    vitality: int
    erudition: int
    intuition: int
    presence: int


@rule
def rolled_ability() -> Asks[int]:
    """TAD-ABI.01: one ability by dice: a die less one."""
    return throw(Dice(1, DIE).sum(), lambda face: face - 1)


@rule
def newcomer() -> Asks[ThrownAbilities]:
    """TAD-ABI.01: the abilities of a new character by dice, one after the other: for tables that roll them."""
    found = []
    for _ in ABILITIES:
        found.append((yield from throw(Dice(1, DIE).sum(), lambda face: face - 1)))
    return ThrownAbilities(*found)


# ── 2: race ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def race_cost(race: str, lists: Lists) -> Score:
    """TAD-RACE.01: what a race costs, a term for each of its gifts; a lowered ability gives points back."""
    row, total = lists["races"][race], Score(0)
    for gift, price in lists["race_costs"].items():
        if gift in row:
            total += Score(price["points"] * _times(row[gift], price.get("per", 1)), price.get("text", gift), "TAD-RACE.01")
    return total.named(race, "TAD-RACE.01")


def _times(value: Any, per: int) -> int:
    """How often a gift is bought: an entry once, each of several, a number by its size."""
    if isinstance(value, str):
        return 1
    return int(value) // max(1, per) if isinstance(value, int) else len(value)


def race_problem(race: str, dials: Dials, lists: Lists) -> str:
    """TAD-RACE.01, TAD-RACE.02: why a race of the list cannot be played; empty if it can."""
    raised = lists["races"][race].get("raises", ())
    if isinstance(raised, list) and len(raised) > 1:
        return f"{race} raises {len(raised)} abilities, and a race raises one at most"
    cost, points = race_cost(race, lists), dials["race_points"]
    return f"{race} costs {count_of(int(cost), 'point')}, a race has {points}" if cost > points else ""


def _race(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TAD-RACE.01, TAD-RACE.02: one race of the list, which costs no more than races may; none where there is none."""
    if values["race"] == NO_RACE and (races := [one for one in lists["races"] if one != NO_RACE]):
        yield f"Race: none is chosen; there are {', '.join(races)}"
    elif problem := race_problem(values["race"], dials, lists):
        yield f"Race: {problem}"


# ── 3: origin ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def granted(values: Values, dials: Dials, lists: Lists) -> Counter[str]:
    """TAD-RACE.02, TAD-ORI.02, TAD-ERU.08: the aptitudes that race and origin name, each as often as they do."""
    race, origin = lists["races"][values["race"]], lists["origins"][values["origin"]]
    number = dials["origin_aptitudes"] - ("any_of" in origin)
    return Counter([*race.get("aptitudes", ()), *race.get("tricks", ()), *origin.get("aptitudes", ())[: max(0, number)]])


def _chosen_for_origin(values: Values, dials: Dials, lists: Lists) -> Score:
    """TAD-ORI.02: where origins have more aptitudes than a row names, the rest is chosen freely."""
    row = lists["origins"][values["origin"]]
    named = len(row.get("aptitudes", ())) + ("any_of" in row)
    more = dials["origin_aptitudes"] - named if named else 0
    return Score(more, values["origin"], "TAD-ORI.02") if more > 0 else Score(0)


def free_levels(values: Values, dials: Dials, lists: Lists) -> int:
    """TAD-ERU.08, TAD-ORI.02: levels on a sheet that cost no pick: what race and origin give, and a language besides.

    The common language is free for all.
    """
    levels = dict(values["aptitudes"])
    free = granted(values, dials, lists)
    row = lists["origins"][values["origin"]]
    left = {what: level - free[what] for what, level in levels.items() if level > free[what]}
    found = sum(min(level, free[what]) for what, level in levels.items())
    found += sum(1 for what in left if lists["languages"].get(what, {}).get("everybody", False))
    if values["origin"] != NO_ORIGIN:
        found += any(what in lists["languages"] and not lists["languages"][what].get("everybody", False) for what in left)
    return int(found + ("any_of" in row and any(what in lists.get(row["any_of"], {}) for what in left)))


def _origin(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TAD-ORI.01, TAD-ORI.02, TAD-ORI.03: one origin of the list, with its aptitudes, and somebody whom one knows."""
    name = values["origin"]
    if name == NO_ORIGIN:
        if origins := _origins(lists):
            yield f"Origin: none is chosen; there are {', '.join(origins)}"
        return
    row, levels = lists["origins"][name], dict(values["aptitudes"])
    for what, count in granted(values, dials, lists).items():
        if levels.get(what, 0) < count:
            whose = name if what in row.get("aptitudes", ()) else values["race"]
            has = f"{with_article(whose)} has {'mastery' if count == MASTERY else 'aptitude'}"
            yield f"Origin: {has} of {what}; enter it in step 6"
    offered = lists.get(row.get("any_of", ""), {})
    if offered and not any(what in offered for what in levels):
        yield f"Origin: {with_article(name)} has aptitude in one of {', '.join(offered)}; enter one in step 6"
    if not values["acquaintance"].strip():
        yield "Origin: whom do you know? Name an acquaintance"


def _origins(lists: Lists) -> list[str]:
    """TAD-ORI.03: the origins that there are to choose from."""
    return [one for one in lists["origins"] if one != NO_ORIGIN]


# ── 4 and 5: traits and perks ──────────────────────────────────────────────────────────────────────────────────────────


def _traits(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TAD-TRT.01, TAD-TRT.02: a bright trait and a dark one, in words of one's own."""
    del dials, lists
    for name in ("bright", "dark"):
        if not values[name].strip():
            yield f"Traits: the {name} one is missing"


def _perks(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TAD-PRK.01, TAD-PRK.02: so many perks, if there are so many, and none without the one before it in its tree."""
    owned, count = tuple(values["perks"]), min(dials["starting_perks"], len(lists["perks"]))
    if len(owned) != count:
        yield f"First perk: {len(owned)} chosen, expected {count}"
    for perk in owned:
        if before := perks.missing(perk, owned, lists):
            yield f"First perk: {perk} needs {before} first"


# ── 6: aptitudes ───────────────────────────────────────────────────────────────────────────────────────────────────────


def picks_spent(values: Values, dials: Dials, lists: Lists) -> int:
    """TAD-ERU.08: picks that a sheet has used: one for aptitude, two for mastery, less what race and origin give."""
    return int(sum(level for _, level in values["aptitudes"])) - free_levels(values, dials, lists)


def level_problem(what: str, level: int, dials: Dials, lists: Lists) -> str:
    """TAD-MAS.06, TAD-MAS.08, TAD-R.20, TAD-X.13: why a level cannot be held for something; empty if it can."""
    if level >= MASTERY and what in lists["languages"]:
        return f"{what} is a language, and there is no mastery of languages"
    if level >= MASTERY and what in lists["castable"] and not dials["spell_mastery"]:
        return f"{what} is a spell, and this table knows no mastery of spells"
    if what in lists["castable"] and dials["magic"] == "off":
        return f"{what}: this table plays without magic"
    return ""


def is_idle(what: str, dials: Dials, lists: Lists) -> bool:
    """TAD-APT.08: whether aptitude for something counts for nothing: by a dial, that for tools does."""
    return what in lists["tools"] and dials["tool_aptitudes"] == "off"


def _aptitudes(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TAD-APT.01, TAD-APT.03, TAD-ERU.08, TAD-MAS.06: levels that can be held, and one mastery at most."""
    for what, level in values["aptitudes"]:
        if problem := level_problem(what, level, dials, lists):
            yield f"Aptitudes: {problem}"
    mastered = [what for what, level in values["aptitudes"] if level >= MASTERY]
    if len(mastered) > 1:
        yield f"Aptitudes: mastery of {' and '.join(mastered)}; at first there may be one"


# ── 7: derived numbers ─────────────────────────────────────────────────────────────────────────────────────────────────


def _limits(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TAD-ABI.01: no ability is beyond the highest that there is, the race's part included."""
    for ability in ABILITIES:
        found, cap = score(values, ability, lists), dials["ability_cap"]
        if found > cap:
            yield f"Derived numbers: {ability} comes to {int(found)}, and {cap} is the most"


# ── 8: items ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def owned(values: Values) -> dict[str, int]:
    """TAD-ITM.04, TAD-ITM.05: everything that somebody has, and how many of it."""
    things = dict.fromkeys((*values["arms"], *values["packed"], *values["wonders"]), 1)
    worn = {values["armor"]: 1, **({values["second"]: 1} if values["second"] not in things else {})}
    return {**worn, **things, **dict(values["gear"])}


def coins_spent(values: Values, lists: Lists) -> int:
    """TAD-ITM.05, TAD-ORI.02: the price of what a new character has; the origin's item is free."""
    has, row = owned(values), lists["origins"][values["origin"]]
    total = sum(prices.price(thing, number, lists) for thing, number in has.items())
    for thing in row.get("items", ()):
        total -= prices.price(thing, min(has.get(thing, 0), prices.portion(thing, lists)), lists)
    if "item_of" in row:
        total -= max((prices.price(thing, 1, lists) for thing in has if thing in lists.get(row["item_of"], {})), default=0)
    return total


def _items(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TAD-APT.05, TAD-ITM.01, TAD-ITM.03, TAD-ITM.07, TAD-X.13: armor that can be worn, and hands that can hold."""
    if problem := items.armor_problem(values, values["armor"], dials, lists):
        yield f"Items: {problem}"
    if problem := items.hands_problem(values["weapon"], values["second"], values, lists):
        yield f"Items: {problem}"
    for thing in (*values["arms"], *values["packed"]):
        if not prices.is_for_sale(thing, lists):
            yield f"Items: {thing} cannot be bought"
    if values["wonders"] and dials["magic_items"] == "off":
        yield f"Items: {', '.join(values['wonders'])}: this table plays without magic items"


# ── 9: spells ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _spells(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TAD-MAG.01: what is tried without aptitude is not what one has aptitude in; nothing of it without magic."""
    del lists
    levels = dict(values["aptitudes"])
    for spell in values["known"]:
        if dials["magic"] == "off":
            yield f"Spells: {spell}: this table plays without magic"
        elif spell in levels:
            yield f"Spells: {spell} is among your aptitudes already"


# ── what somebody may have overlooked ──────────────────────────────────────────────────────────────────────────────────


def _warnings(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TAD-STR.07, TAD-APT.08, TAD-ERU.08, TAD-ABI.01, TAD-MAG.01: left over, idle, too heavy, or a matter of consent."""
    for one in _budgets(values, dials, lists):
        if one.spent < one.available and one.step != "Items":
            yield f"{one.step}: {count_of(one.available - one.spent, one.name.removesuffix('s'))} left"
    for what, _ in values["aptitudes"]:
        if is_idle(what, dials, lists):
            yield f"Aptitudes: {what} counts for nothing: at this table a roll goes by the skill alone"
    if items.is_overloaded(values, dials, lists):
        load, slots = numbers.load(values, dials, lists), numbers.slots(values, dials, lists)
        yield f"Items: {int(load)} slots' worth, and there are {int(slots)}: a threat on Strength and Agility rolls"
    for spell in values["known"]:
        yield f"Spells: {spell} without aptitude: if the Storyteller agrees"


# ── at the table ───────────────────────────────────────────────────────────────────────────────────────────────────────


def outset(values: Values, dials: Dials, lists: Lists) -> dict[str, Any]:
    """TAD-ABI.02, TAD-VIT.05, TAD-VIT.06, TAD-PRE.07, TAD-ITM.05, TAD-ITM.07: pools and magic items full, coins left."""
    charged = {name: lists["wonders"][name].get("charges", 0) for name in values["wonders"]}
    is_made = values["origin"] != NO_ORIGIN or not _origins(lists)
    coins = dials["starting_coins"] - coins_spent(values, lists) if is_made else 0
    return {
        "hp": int(numbers.hp_max(values, dials, lists)),
        "stamina": int(numbers.stamina_max(values, dials, lists)),
        "mana": int(numbers.mana_max(values, dials, lists)),
        "coins": max(0, coins),
        "charges": tuple((name, number) for name, number in charged.items() if number),
    }


def derived(values: Values, dials: Dials, lists: Lists) -> Mapping[str, Score]:
    """TAD-STR.01, TAD-AGI.01, TAD-VIT.01, TAD-ERU.01, TAD-INT.01, TAD-PRE.01, TAD-X.32: what abilities directly affect."""
    found = {
        "speed": numbers.speed(values, dials, lists),
        "hit points": numbers.hp_max(values, dials, lists),
        "stamina": numbers.stamina_max(values, dials, lists),
        "mana": numbers.mana_max(values, dials, lists),
        "soak": numbers.soak(values, dials, lists),
        "damage": numbers.damage_bonus(values, dials, lists),
        "potency": numbers.potency(values, dials, lists),
        "initiative": score(values, "agility", lists).named("initiative", "TAD-AGI.01"),
        "accuracy": score(values, "agility", lists).named("accuracy", "TAD-AGI.01"),
        "magical accuracy": score(values, "intuition", lists).named("magical accuracy", "TAD-INT.01"),
        "aptitude picks": numbers.picks(values, dials, lists),
        "slots": numbers.slots(values, dials, lists),
        "load": numbers.load(values, dials, lists),
        "a night's rest": numbers.night_hp(values, dials, lists),
    }
    raced = {ability: score(values, ability, lists) for ability in ABILITIES}
    return found | {ability.capitalize(): one for ability, one in raced.items() if one != values[ability]}
