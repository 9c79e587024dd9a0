"""Sheets: what a new character may have, how they start, and what follows from what they have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fatewright.systems.author import Audience, Budget, Change, Creation, Desk, Score, agrees, count_of, say, with_article
from fatewright.systems.twist_of_fate.characters import people, skills
from fatewright.systems.twist_of_fate.characters.people import AREAS, NOTHING, Dials, Lists, Portion, Values

USUAL, WITH_MAGIC = 20, 24  # points for attributes
LOPSIDED = 4  # between the highest attribute and the lowest
MASKED = 3  # traits of a poker face
BOTH_HANDS = 2
PRIVATE = (  # what the owner and the game master know
    *people.ATTRIBUTES,
    *("skills", "specs", "love", "fear", "perks", "flaws", "masks", "equipment"),
    *(f"{name}_pool" for name in people.POOLS),
    *("hp", "meals", "nights", "tended", "loved", "carried", "xp", "advances", "veiled", "bought", "mook"),
)


# ── creation ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def creation(values: Values, dials: Dials, lists: Lists) -> Creation:
    """TOF-2.12, TOF-3.11, TOF-5.05, TOF-6.32: what a new character may have; all that is wrong at once.

    Points for attributes may not be left over; what is left of those for skills is lost, and said.
    """
    spent = sum(values[name] for name in people.rated(dials))
    budgets = (
        Budget("Attributes", "attribute points", spent, attribute_points(dials)),
        Budget("Skills", "skill points", skill_cost(values, dials), Score(dials["skill_budget"], "for everyone", "TOF-3.11")),
    )
    problems = (
        *_attribute_problems(values, dials),
        *_skill_problems(values, dials, lists),
        *_heart_problems(values, dials, lists),
        *_gear_problems(values, dials, lists),
    )
    warnings = (
        *_lopsided(values, dials),
        *_lost_points(budgets[1]),
        *_free_specs(values, dials, lists),
        *_heart_warnings(values, dials, lists),
        *_gear_warnings(values, dials, lists),
    )
    return Creation(budgets, problems, warnings)


def attribute_points(dials: Dials) -> Score:
    """TOF-2.12: 20 for five attributes, 24 for six; by a dial, another number."""
    if dials["attribute_budget"] != "usual":
        return Score(dials["attribute_budget"], "for everyone", "TOF-2.12")
    return Score(WITH_MAGIC if dials["magic"] == "on" else USUAL, "for everyone", "TOF-2.12")


def skill_cost(values: Values, dials: Dials) -> int:
    """TOF-3.11, TOF-3.27: a point for each rating and for each specialization; languages that only name a point are free."""
    ratings = sum(level for _, level in values["skills"])
    if dials["specializations"] == "off":
        return int(ratings)
    named = dict.fromkeys(skills.skill_of(spec) for spec in values["specs"])
    return int(ratings + sum(skills.spec_count(values["specs"], skill, dials) for skill in named))


def _attribute_problems(values: Values, dials: Dials) -> Iterator[str]:
    """TOF-2.02, TOF-2.09, TOF-2.12, MOM-2.01: from 1 to 6, Magic from 0; and all points must be used."""
    least, most = dials["attribute_create_min"], dials["attribute_create_max"]
    for name in people.rated(dials):
        low = 0 if name == "magic" else least
        if values[name] < low:
            yield f"{name}: {values[name]} is below {low}, the least at first"
        if values[name] > most:
            yield f"{name}: {values[name]} is beyond {most}, the most at first"
    if dials["magic"] == "off" and values["magic"]:
        yield f"magic: found {values['magic']}, expected 0: this table plays without magic"
    points = attribute_points(dials)
    left = min(points, most * len(people.rated(dials))) - sum(values[name] for name in people.rated(dials))
    if left > 0:
        yield f"Attributes: {count_of(left, 'attribute point')} {agrees(left, 'is', 'are')} left to spend"


def _lopsided(values: Values, dials: Dials) -> Iterator[str]:
    """TOF-2.10, TOF-R.23: balanced characters go furthest. No Magic at all is not a weakness."""
    held = {name: values[name] for name in people.rated(dials) if name != "magic" or values[name]}
    highest, lowest = max(held, key=lambda name: held[name]), min(held, key=lambda name: held[name])
    if held[highest] - held[lowest] > LOPSIDED:
        yield f"Attributes: {highest} {held[highest]} and {lowest} {held[lowest]} lie far apart; balance goes furthest"


# ── skills ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _skill_problems(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TOF-3.05, TOF-3.06, TOF-3.11, TOF-3.12, TOF-3.36, MOM-3.01, MOM-3.02: known skills, within limits, each begun."""
    most = dials["skill_create_max"]
    for skill, level in values["skills"]:
        if why := skills.missing(skill, dials, lists):
            yield f"skills: {why}"
        if level > most:
            yield f"skills: {skill} {level} is beyond {most}, the most at first"
    yield from (f"specs: {line}" for spec in values["specs"] if (line := skills.spec_problem(spec, dials, lists)))
    yield from (f"specs: {line}" for line in skills.imbalances(values, dials, lists))


def _lost_points(budget: Budget) -> Iterator[str]:
    """TOF-3.11: unused points are lost."""
    if budget.spent < budget.available:
        yield f"Skills: {count_of(budget.available - budget.spent, 'skill point')} would be lost"


def _free_specs(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TOF-3.12: specializations of one's own are a matter of consent."""
    for spec in values["specs"]:
        if not skills.is_listed(spec, dials, lists) and not skills.spec_problem(spec, dials, lists):
            yield f"specs: {spec} is not listed: if the game master agrees"


# ── heart ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _heart_problems(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TOF-5.03, TOF-5.05, TOF-6.26: as many flaws as perks, and masks with a poker face; colour alone goes by no rule."""
    has_poker_face = people.has(values, dials, "poker face")
    if dials["perks_flaws"] == "off":
        for field in ("perks", "flaws"):
            if values[field]:
                yield f"{field}: found {', '.join(name for name, _ in values[field])}: this table plays without perks and flaws"
    if dials["perks_flaws"] == "on":
        yield from _pair_problems(values, dials, lists)
    if has_poker_face and len(values["masks"]) != MASKED:
        yield f"masks: {len(values['masks'])} chosen; a poker face masks {MASKED} traits"
    if values["masks"] and not has_poker_face:
        yield "masks: only a poker face masks traits"


def _pair_problems(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TOF-5.05, TOF-5.07: so many perks at most, as many flaws, each of what it can be of, never both halves of one pair."""
    perks, flaws = values["perks"], values["flaws"]
    if len(perks) > dials["perk_max"]:
        yield f"perks: {len(perks)} chosen, and there may be {dials['perk_max']}"
    if len(perks) != len(flaws):
        yield f"flaws: {len(flaws)} chosen, expected {len(perks)}: as many as perks"
    for field in ("perks", "flaws"):
        for place, (name, of) in enumerate(values[field]):
            if (name, of) in values[field][:place]:
                yield f"{field}: {titled(name, of)} is chosen twice"
            elif why := subject_problem(field, name, of, dials, lists):
                yield f"{field}: {why}"
    for name, of in perks:
        if (mirror := mirror_of(name, of, lists)) in flaws:
            yield f"flaws: {titled(*mirror)} is the other half of {titled(name, of)}; choose one of them"


def titled(name: str, of: str) -> str:
    """What a perk or a flaw is called: knack of Weapon, quick."""
    return name if of == NOTHING else f"{name} of {of}"


def mirror_of(name: str, of: str, lists: Lists) -> tuple[str, str]:
    """TOF-5.05: the flaw that is the other half of a perk, and what it is of; words of one's own have none."""
    return lists["perks"].get(name, {}).get("mirror", ""), of


def subject_problem(field: str, name: str, of: str, dials: Dials, lists: Lists) -> str:
    """TOF-5.05, TOF-5.07: why a perk or a flaw cannot be of this; empty if it can: of a pool, of a skill, or of nothing.

    Words of one's own can be of any of these, but are none that the list has already.
    """
    if name not in lists[field]:
        known = next((one for one in lists[field] if one.casefold() == name.strip().casefold()), "")
        if known or not name.strip():
            return f"{name} is called {known} in the list" if known else "there are no words in it"
        wanted = next((kind for kind in ("nothing", "pools") if of in lists[kind]), "skills")
    else:
        wanted = lists[field][name]["subject"]
    if wanted == "nothing":
        return "" if of == NOTHING else f"{name} is of nothing; found {of}"
    if wanted == "pools":
        known_pools = [one.capitalize() for one in people.pools(dials)]
        return "" if of in known_pools else f"{name} is of a pool; found {of}, expected one of {', '.join(known_pools)}"
    if of not in lists["skills"]:
        return f"{name} is of a skill; found {of}"
    return skills.missing(of, dials, lists)


def own_words(values: Values, field: str, dials: Dials, lists: Lists) -> list[str]:
    """TOF-5.03, TOF-5.07: the perks or flaws that only people can weigh: those in somebody's own words, or all, as colour."""
    if dials["perks_flaws"] == "off":
        return []
    if dials["perks_flaws"] == "narrative":
        return [titled(name, of) for name, of in values[field]]
    return [titled(name, of) for name, of in values[field] if name not in lists[field]]


def _heart_warnings(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TOF-5.04, TOF-5.07, TOF-6.11: everybody loves something and fears something; masks where there are none hide nothing.

    Perks and flaws in one's own words change no number by themselves.
    """
    for field in ("perks", "flaws"):
        for words in own_words(values, field, dials, lists) if dials["perks_flaws"] == "on" else ():
            yield f"{field}: {words} is in your own words: if the game master agrees, who says what it changes"
    if dials["love_fear"]:
        yield from (f"Heart: what do you {name}?" for name in ("love", "fear") if not values[name].strip())
    if values["masks"] and dials["masks"] == "off":
        yield "masks: this table plays without masks; they would hide nothing"


# ── gear ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _gear_problems(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TOF-6.32, TOF-7.13, TOF-7.14: armor on areas that there are, and hands that hold what one has."""
    areas = AREAS[dials["areas"]]
    for area, level in values["armor"]:
        if area not in areas:
            yield f"armor: {area} is none of the areas of this table: {', '.join(areas)}"
        if level > dials["armor_max"]:
            yield f"armor: {area} {level} is beyond {dials['armor_max']}, the best there is"
    held = {hand: values[hand] for hand in ("held", "off_held")}
    for hand, thing in held.items():
        if thing in lists["weapons"] and thing not in values["arms"]:
            yield f"{hand}: {thing} is not among your weapons"
    if held["held"] in lists["shields"]:
        yield f"held: {with_article(held['held'])} goes into the other hand"
    for thing in dict.fromkeys(held.values()):
        if lists["weapons"].get(thing, {}).get("hands") == BOTH_HANDS and set(held.values()) != {thing}:
            yield f"held: {thing} needs both hands; expected it in held and off_held"


def _gear_warnings(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """TOF-6.32, TOF-7.14: a weapon for each weapon skill somebody is trained in; more, and armor, if the game master agrees."""
    if values["armor"] and dials["harm_model"] != "limbs":
        yield "armor: this table plays without areas; it would protect from nothing"
    if dials["gear"] == "free":
        return
    by_skill: dict[str, list[str]] = {}
    for weapon in values["arms"]:
        row = lists["weapons"][weapon]
        skill, _ = skills.as_trained(values, (row["skill"], row["spec"]), dials, lists)
        by_skill.setdefault(skill, []).append(weapon)
    for skill, weapons in by_skill.items():
        if not people.rating(values, skill):
            yield f"arms: {', '.join(weapons)} without training in {skill}: if the game master agrees"
        elif len(weapons) > 1:
            yield f"arms: {', '.join(weapons)}: more than one weapon for {skill}, if the game master agrees"
    for thing in dict.fromkeys((values["held"], values["off_held"])):
        if thing in lists["shields"] and not people.rating(values, lists["shields"][thing]["skill"]):
            yield f"off_held: {thing} without training in {lists['shields'][thing]['skill']}: if the game master agrees"
    if values["armor"]:
        yield f"armor: {', '.join(f'{area} {level}' for area, level in values['armor'])}: if the game master agrees"


# ── at the table ───────────────────────────────────────────────────────────────────────────────────────────────────────


def arrival(table: Desk, name: str, values: Values) -> list[Change]:
    """TOF-3.12, TOF-5.07: of what somebody brings in their own words the game master hears at once: they may object."""
    dials, lists = table.dials(), table.data["lists"]
    specs = [spec for spec in values["specs"] if not skills.is_listed(spec, dials, lists)]
    heart = ("perks", "flaws") if dials["perks_flaws"] == "on" else ()  # colour alone is nobody's to agree to
    words = [*specs, *(one for field in heart for one in own_words(values, field, dials, lists))]
    if not words:
        return []
    told = "{name} comes with words of their own, which count if you agree: {words:word}"
    return [say(told, "TOF-5.07", to=Audience(people.gms(table)), name=name, words=words)]


def outset(values: Values, dials: Dials, lists: Lists) -> dict[str, Any]:
    """TOF-4.09, TOF-7.08: pools full, or as after one night, or empty; health points always full."""
    del lists
    found = {f"{name}_pool": _at_first(values, dials, name) for name in people.POOLS}
    return {**found, "hp": int(people.health_max(values, dials))}


def _at_first(values: Values, dials: Dials, name: str) -> int:
    """TOF-4.09: what is in a pool at the start."""
    full = int(people.pool_max(values, dials, name))
    rested = int(people.night_factor(values, dials) * values[name])
    return {"full": full, "rested": min(full, rested), "empty": 0}[dials["start_pools"]]


def shown(dials: Dials) -> tuple[str, ...]:
    """TOF-1.24: by a dial, everybody sees what else only the owner and the game master know."""
    return PRIVATE if dials["sheets"] == "open" else ()


def derived(values: Values, dials: Dials, lists: Lists) -> dict[str, Score]:
    """TOF-4.01, TOF-4.02, TOF-4.07, TOF-7.08: pools and health at most, what meals and nights bring now, and reaches."""
    found = {f"{name.capitalize()} pool": people.pool_max(values, dials, name) for name in people.pools(dials)}
    found["health points"] = people.health_max(values, dials)
    found["meals a day"] = people.meals_a_day(values, dials).named("meals a day", "TOF-4.04", "TOF-4.10")
    for event, portions in (("meal", people.meal(values, dials)), ("night", people.night(values, dials))):
        if event == "night" or people.counts(values, dials):
            found |= _brought(event, portions)
    return found | _reaches(values, dials, lists)


def _brought(event: str, portions: dict[str, Portion]) -> dict[str, Score]:
    """TOF-4.03, TOF-4.04, TOF-4.05, TOF-4.07: what a meal or a night would restore now, and what of it would be lost."""
    named = {f"{event}: {score.label}": score for portion in portions.values() for score in portion}
    return {name: score for name, score in named.items() if score}


def _reaches(values: Values, dials: Dials, lists: Lists) -> dict[str, Score]:
    """TOF-1.11, TOF-R.06: the highest total of each skill: the attribute and twice the skill, as far as the pool goes."""
    owned = [skill for skill, _ in values["skills"] if skill in lists["skills"] and skills.in_use(skill, dials, lists)]
    return {f"reach: {skill}": reach(values, dials, lists, skill) for skill in owned}


def reach(values: Values, dials: Dials, lists: Lists, skill: str) -> Score:
    """TOF-1.10, TOF-1.11, TOF-2.13, TOF-3.03, TOF-8.05, TOF-R.06: attribute, skill, highest bid; 0, if the attribute is."""
    attribute = purse = people.attribute_of(skill, lists)
    if element := lists["skills"][skill].get("element"):
        attribute = str(lists["elements"][element]["stat"]).lower()
        purse = attribute if dials["magic_pool"] == "element_stat" else "magic"
    if not values[attribute] and dials["zero_attribute"] == "auto_fail":
        return Score(0, f"{attribute} does not function", "TOF-2.13")
    cap = people.cap(values, dials, skill, attribute).named("most that may be bid", "TOF-1.10")
    score = people.attribute(values, attribute) + Score(people.rating(values, skill), skill, "TOF-3.03")
    return (score + cap.at_most(values[f"{purse}_pool"])).named(f"reach: {skill}", "TOF-1.11", "TOF-R.06")
