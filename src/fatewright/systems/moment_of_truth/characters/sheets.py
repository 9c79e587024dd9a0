"""Characters: what they may have at first, what follows from it, and what experience buys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from fatewright.systems.author import Budget, Creation, Score, agrees, count_of

Values = Mapping[str, Any]
Dials = Mapping[str, Any]
Lists = Mapping[str, Mapping[str, Any]]

STATISTICS = ("endurance", "strength", "agility", "will", "perception", "education")
EMPTY: Dials = MappingProxyType({})
START = 2  # every statistic, before points are spent
DEAR = ("agility", "perception")
LEAST_LINKS = {"character": 2, "newcomer": 2}


def derived(values: Values, dials: Dials, lists: Lists) -> dict[str, Score]:
    """MOT-2.13, MOT-2.14, MOT-2.15, MOT-2.16, MOT-2.17, MOT-2.18, MOT-2.19, MOT-2.20, MOT-R.01: what follows from statistics.

    MOT-0.09: of a sheet that holds them, and both kinds of damage apart. Worked out anew whenever it is asked for, so it
    follows every change at once; damage stays as it is.
    """
    found = {name: _made_of(name, row, values, dials) for name, row in lists["derived"].items()}
    left = found["hit points"] - _taken(values, "minor") - _taken(values, "major")
    return {**found, "hit points left": left.named("hit points left", "MOT-7.41")}


def _made_of(name: str, row: Mapping[str, Any], values: Values, dials: Dials) -> Score:
    of = row["of"]
    if name == "reaction time" and dials["reaction_time_formula"] == "agility_perception":
        of = ["agility", "perception"]
    total: Score = sum((statistic(values, one).times(row.get("times", 1)) for one in of), start=Score(0))
    if "plus" in row:
        total += Score(row["plus"], "for everybody")
    return (total.halved() if row.get("halved") else total).named(name, *row.get("ids", ()))


def statistic(values: Values, name: str) -> Score:
    """MOT-2.01: one of the six statistics of a sheet."""
    return Score(values[name], name, "MOT-2.01")


def _taken(values: Values, kind: str) -> Score:
    return Score(values[kind], f"{kind} damage")


def made_of(name: str, values: Values, lists: Lists, dials: Dials = EMPTY) -> Score:
    """One of the numbers that follow from statistics."""
    return _made_of(name, lists["derived"][name], values, dials)


def hit_points(values: Values, lists: Lists) -> Score:
    """MOT-2.14, MOT-7.43: the most that a character has."""
    return made_of("hit points", values, lists)


def wounds(values: Values, lists: Lists, *, add_up: bool = False) -> Score:
    """MOT-7.44, MOT-7.45, MOT-7.46, MOT-R.43: the dice that wounds cost on rolls that are not of a statistic.

    The worse state counts alone, unless a dial says that they `add_up`.
    """
    left = hit_points(values, lists) - values["minor"] - values["major"]
    injured, wounded = Score(-1, "injured", "MOT-7.45"), Score(-2, "wounded", "MOT-7.46")
    if left <= WOUNDED:
        return (injured + wounded).named("wounded", "MOT-R.43") if add_up else wounded
    return injured if left <= INJURED else Score(0)


INJURED, WOUNDED = 6, 2  # hit points left


# ── creation ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def skill_points(values: Values) -> Score:
    """MOT-3.01, MOT-4.04: two for each point of Education, twelve besides, three for each credit exchanged."""
    bought = Score(3 * values["credits_to_skills"], "exchanged credits", "MOT-4.04")
    return (statistic(values, "education").times(2) + 12 + bought).named("skill points", "MOT-3.01")


def skill_cost(skills: Mapping[str, int], lists: Lists) -> int:
    """MOT-3.02, MOT-R.04: the whole price of all skills at their levels, of which there are five."""
    prices = {row["level"]: row["points"] for row in lists["skill_levels"].values()}
    return sum(prices[level] for level in skills.values())


def trait_cost(values: Values, lists: Lists) -> int:
    """MOT-4.03, MOT-4.06, MOT-4.21: credits spent on talents and boons, one for each; a special one says what it costs."""
    named = [*(row[0] for row in values["talents"]), *values["boons"]]
    known = {**lists["talents"], **lists["boons"]}
    return sum(known.get(name, {}).get("cost", 1) for name in named)


def creation(values: Values, dials: Dials, lists: Lists) -> Creation:
    """MOT-2.08, MOT-3.01, MOT-3.05, MOT-4.01, MOT-4.02, MOT-4.04, MOT-4.05, MOT-4.06: what a new character may have.

    MOT-0.09, MOT-2.12: of all that the sheet holds, statistic points may not be left over. What is left of skill points and
    credits is lost, and said.
    """
    raised = sum(values[name] - START for name in STATISTICS)
    credits_left = Score(len(values["problems"]), "problems", "MOT-4.02")
    exchanged = values["credits_to_skills"] + values["credits_to_statistics"]
    more = Score(values["credits_to_statistics"], "exchanged credits", "MOT-4.05")
    points = (Score(6, "for everyone", "MOT-2.08") + more).named("statistic points")
    budgets = (
        Budget("Statistics", "statistic points", raised, points),
        Budget("Traits", "credits", trait_cost(values, lists) + exchanged, credits_left),
        Budget("Skills", "skill points", skill_cost(dict(values["skills"]), lists), skill_points(values)),
    )
    warnings = [
        f"{one.step}: {count_of(one.available - one.spent, one.name.removesuffix('s'))} would be lost"
        for one in budgets[1:]
        if one.spent < one.available
    ]
    problems = [
        *_statistic_problems(values, dials),
        *_trait_problems(values, dials, lists),
        *_skill_problems(values, dials, lists),
    ]
    if raised < points:
        left = points - raised
        problems.append(f"Statistics: {count_of(left, 'statistic point')} {agrees(left, 'is', 'are')} left to spend")
    if dials["use_connections"] == "on":
        warnings += missing_connections(values["connections"])
    return Creation(budgets, tuple(problems), tuple(warnings))


def _statistic_problems(values: Values, dials: Dials) -> Iterator[str]:
    """MOT-2.09, MOT-2.11, MOT-R.03: nothing below 2 and nothing above what is human."""
    for name in STATISTICS:
        if values[name] > dials["stat_cap_creation"]:
            yield f"{name}: {values[name]} is beyond {dials['stat_cap_creation']}, the most at first"
        if values[name] < START:
            yield f"{name}: {values[name]} is below {START}; nothing is gained by lowering a statistic"


def _skill_problems(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """MOT-3.11: skills of particular worlds, only where they are in use."""
    for name in dict(values["skills"]):
        if not in_use(name, dials, lists):
            yield f"skills: {name} belongs to a setting; this table plays without setting skills"


def in_use(skill: str, dials: Dials, lists: Lists) -> bool:
    """MOT-3.06, MOT-3.07, MOT-3.08, MOT-3.09, MOT-3.10, MOT-3.11, MOT-3.23, MOT-R.32: whether a table plays with a skill.

    With those of the lists, whatever their category, and those that a group has added; with those of a setting if it says so.
    """
    return dials["setting_skills"] == "on" or not lists["skills"].get(skill, {}).get("setting")


def _trait_problems(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """MOT-4.12, MOT-4.19, MOT-4.23, MOT-11.16, MOT-R.24: one skill or statistic for a talent of one's own.

    Printed ones are legal as printed, special ones where the table plays with them.
    """
    for phrase, applies, _ in values["talents"]:
        printed = tuple(lists["talents"].get(phrase, {}).get("applies", ()))
        if len(applies) > 1 and applies != printed and dials["talent_breadth"] != "free":
            yield f"talents: {phrase} covers {', '.join(applies)}; a talent of your own covers one skill or statistic"
    known = {**lists["talents"], **lists["boons"]}
    for name in (*(row[0] for row in values["talents"]), *values["boons"]):
        if known.get(name, {}).get("special") and dials["special_traits"] == "off":
            yield f"boons: {name} is a special trait; this table plays without"


def called(skill: str, lists: Lists) -> str:
    """MOT-0.16, MOT-3.21, MOT-R.27, MOT-R.28, MOT-R.31: the name of a skill here, whatever the original calls it."""
    return str(lists["skills_called"].get(skill, {}).get("called", skill))


def missing_connections(connections: Any) -> list[str]:
    """MOT-5.03: what is missing to two events with other characters and two with new people."""
    counts = {link: sum(row[1] == link for row in connections) for link in LEAST_LINKS}
    return [
        f"Connections: {least - counts[link]} more with {'other characters' if link == 'character' else 'new people'} wanted"
        for link, least in LEAST_LINKS.items()
        if counts[link] < least
    ]


# ── advancement ────────────────────────────────────────────────────────────────────────────────────────────────────────


def price(values: Values, what: str, dials: Dials, lists: Lists) -> Score | str:
    """MOT-11.02, MOT-11.03, MOT-11.04, MOT-11.08, MOT-R.86, MOT-R.87: what the next level costs; in words, if there is none.

    MOT-3.04, MOT-R.03: a skill ends at 4, a statistic at the cap. MOT-11.14: nothing else is bought with experience.
    """
    if what in STATISTICS:
        held, rows, cap = values[what], lists["statistic_levels"], dials["stat_cap_advancement"]
    elif what in lists["skills"]:
        if not in_use(what, dials, lists):
            return f"{what} belongs to a setting; this table plays without setting skills"
        held, rows = dict(values["skills"]).get(what, -1), lists["skill_levels"]
        cap = max(row["level"] for row in rows.values())
    else:
        return f"{what} is not bought with experience; statistics and skills are"
    if held >= cap:
        return f"{what} is at {held}, and goes no further"
    prices = {row["level"]: row["xp"] for row in rows.values()}
    paid = held + 1 if dials["advancement_row"] == "level_reached" or held not in prices else held
    once = Score(prices[paid], f"{what} {held + 1}", "MOT-11.03" if what in STATISTICS else "MOT-11.02")
    if what not in DEAR:
        return once.named("experience", "MOT-11.04")
    times = dials["agility_perception_xp_multiplier"]
    return Score(times * once, "experience", "MOT-11.08", how=f"{times} times", parts=(once,))


def next_steps(values: Values, dials: Dials, lists: Lists) -> dict[str, Score]:
    """MOT-11.02, MOT-11.03, MOT-11.09: what experience could buy next, and its price, what can be paid first."""
    wanted = [*STATISTICS, *(skill for skill in lists["skills"] if in_use(skill, dials, lists))]
    prices = {what: cost for what in wanted if isinstance(cost := price(values, what, dials, lists), Score)}
    return dict(sorted(prices.items(), key=lambda step: (step[1] > values["xp"], step[0] not in dict(values["skills"]))))


def level_name(what: str, level: int, lists: Lists) -> str:
    """MOT-2.10, MOT-3.02: what a level of a statistic or of a skill is called."""
    rows = lists["statistic_levels" if what in STATISTICS else "skill_levels"]
    return next((name for name, row in rows.items() if row["level"] == level), str(level))


def advanced(values: Values, what: str) -> tuple[str, Any]:
    """The field that changes with an advance, and its new value."""
    if what in STATISTICS:
        return what, values[what] + 1
    skills = dict(values["skills"])
    return "skills", tuple({**skills, what: skills.get(what, -1) + 1}.items())
