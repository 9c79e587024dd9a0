"""Sheets: what a new character may have, what follows from a sheet, and what a table opens to everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from fatewright.systems.author import Asks, Budget, Change, Creation, Desk, Say, Score, count_of, phrase, tell
from fatewright.systems.avitch.characters import people
from fatewright.systems.avitch.characters.banks import minimum
from fatewright.systems.avitch.characters.generation import SKILLS
from fatewright.systems.avitch.characters.people import ANYWHERE
from fatewright.systems.avitch.discussions.motivations import PAIRS, STANDARD
from fatewright.systems.avitch.mechanics import deciding

Values = Mapping[str, Any]
Dials = Mapping[str, Any]
Lists = Mapping[str, Any]
MOTIVATION_LEAST, PAIR_MOST = 2, 12
SHEET = "sheet"  # the one token of a desk that holds nothing else


# ── creation ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def creation(values: Values, dials: Dials, lists: Lists) -> Creation:
    """AVI-1.03.10, AVI-2.03.11, AVI-2.03.12: what a new character may have; all that is wrong at once.

    Numbers out of their range are told by the house. Where dice give out ratings, those made by hand need the table's consent.
    """
    del lists
    problems = (*_skill_problems(values, dials), *_motivation_problems(values, dials), *_terrain_problems(values, dials))
    return Creation(tuple(_budgets(values, dials)), problems, tuple(_warnings(values, dials)), tuple(unusual(values, dials)))


def assigned_total(main: str, dials: Dials) -> int:
    """AVI-1.03.01.18: what the four group ratings come to that somebody assigns by hand."""
    return int(dials["assigned_main_total" if main == "yes" else "assigned_ordinary_total"])


def group_ratings(values: Values) -> dict[str, int]:
    """AVI-1.03.01.11: the rating that each group has by the sum of its skills, rounded down."""
    return {group: sum(values[name] for name in names) // len(names) for group, names in SKILLS.items()}


def _budgets(values: Values, dials: Dials) -> Iterator[Budget]:
    """AVI-1.03.01.18: group ratings, where they are assigned."""
    if dials["skill_generation"] == "assigned":
        total = assigned_total(values["main"], dials)
        kind = "a main character" if values["main"] == "yes" else "an ordinary character"
        yield Budget("Skills", "group ratings", sum(group_ratings(values).values()), Score(total, kind, "AVI-1.03.01.18"))


def _skill_problems(values: Values, dials: Dials) -> Iterator[str]:
    """AVI-1.03.01.18: each group a whole bank, no skill below its minimum, and all of the total used."""
    if dials["skill_generation"] != "assigned":
        return
    for group, rating in group_ratings(values).items():
        names = SKILLS[group]  # type: ignore[index]  # the groups' own names
        total, least = sum(values[name] for name in names), minimum(rating)
        if total % len(names):
            whole = f"{rating * len(names)} or {(rating + 1) * len(names)}"
            yield f"{group}: {count_of(total, 'point')}; expected {whole}, for a whole rating"
        for name in names:
            if values[name] < least:
                yield f"{name}: {values[name]} is below {least}, the least in a group with rating {rating}"
    left = assigned_total(values["main"], dials) - sum(group_ratings(values).values())
    if left > 0:
        yield f"Skills: group ratings left to assign: {left}"


def _motivation_problems(values: Values, dials: Dials) -> Iterator[str]:
    """AVI-2.03.12, AVI-2.03.13, AVI-2.03.14, AVI-R.19: a pair at most 12; by a dial the nine pairs that dice would deal."""
    for left, right in PAIRS:
        if (total := values[left] + values[right]) > PAIR_MOST:
            yield f"{left} and {right}: {values[left]} and {values[right]} make {total}; expected at most {PAIR_MOST}"
    if dials["motivation_generation"] == "assigned_standard_set":
        missing = _missing_pairs(values)
        if missing:
            pairs = ", ".join(f"{low}/{high}" for low, high in missing)
            yield f"Motivations: pairs that are missing: {pairs}"


def _missing_pairs(values: Values) -> list[tuple[int, ...]]:
    """AVI-2.03.02.01: which of the nine rating pairs a sheet does not have."""
    found = Counter(tuple(sorted((values[left], values[right]))) for left, right in PAIRS)
    return sorted((Counter[tuple[int, ...]](STANDARD) - found).elements())


def _terrain_problems(values: Values, dials: Dials) -> Iterator[str]:
    """AVI-1.03.36: no terrain where the table plays without."""
    if dials["survive_terrain_mode"] == "none" and values["terrain"] != ANYWHERE:
        yield f"terrain: found {values['terrain']}, expected {ANYWHERE}: this table plays without"


def _warnings(values: Values, dials: Dials) -> Iterator[str]:
    """AVI-1.03.01.16, AVI-2.03.14, AVI-1.03.36, AVI-1.01.08: what dice would have given, and what may have been overlooked."""
    if dials["skill_generation"] == "random":
        yield "Skills: here dice draw them; by hand, if the table agrees"
    if dials["motivation_generation"] == "random":
        yield "Motivations: here dice give them out; by hand, if the table agrees"
    if dials["survive_terrain_mode"] == "one_chosen" and values["terrain"] == ANYWHERE:
        yield "terrain: which one does Survive know best?"
    if dials["survive_terrain_mode"] == "random" and values["terrain"] != ANYWHERE:
        yield "terrain: here dice draw it; by hand, if the table agrees"
    if dials["possessions"] == "listed_at_creation" and not values["possessions"].strip():
        yield "possessions: only what is listed here is there"
    if values["armoured"] == "yes":
        yield "armoured: nobody has armour at first, unless the table finds it fitting"


def unusual(values: Values, dials: Dials) -> Iterator[str]:
    """AVI-1.03.01.16, AVI-1.03.01.18, AVI-2.03.14: what of a sheet is neither drawn at this table nor as one assigns it.

    Whoever is made by hand has group ratings that come to what may be assigned, and the nine pairs; else the table decides.
    """
    if dials["skill_generation"] == "random":
        assigned, total = {**dials, "skill_generation": "assigned"}, sum(group_ratings(values).values())
        usual = assigned_total(values["main"], dials)
        if total != usual:
            yield f"group ratings come to {total}, and {usual} is what one assigns"
        elif any(_skill_problems(values, assigned)):
            yield "the skills of a group are not as one assigns them"
    if dials["motivation_generation"] == "random" and _missing_pairs(values):
        yield "the motivations are not the nine pairs that dice give out"


def consent(table: Desk, name: str, values: Values) -> Asks[bool]:
    """AVI-1.03.01.16, AVI-1.01.05: whether the table agrees to a sheet written by hand; whoever is alone asks nobody."""
    if deciding.players(table) == [table.seat]:
        return True
    found = yield from tell("by hand", lambda: tuple(unusual(values, table.dials())))
    claim = phrase("{name} comes to the table, with a sheet written by hand{found:text}", name=name, found=_listed(found))
    return (yield from deciding.ask_for_agreement(table, table.seat, claim))


def _listed(found: tuple[str, ...]) -> str:
    return f": {'; '.join(found)}" if found else ""


def arrival(table: Desk, name: str, values: Values) -> list[Change]:
    """AVI-1.01.04, AVI-1.03.01.17: of whoever brings more characters than the table has agreed on, everybody hears."""
    del name
    kind = "main" if values["main"] == "yes" else "ordinary"
    most, count = most_characters(table, values["main"]), 1 + len(characters(table, table.seat, values["main"]))
    line = phrase(
        "{kind:word} characters of {seat}: {count}; this table plays with {most}",
        kind=kind,
        seat=table.seat,
        count=count,
        most=most,
    )
    return [] if count <= most else [Say(line, ("AVI-1.01.04",))]


def most_characters(table: Desk, main: str) -> float:
    """AVI-1.01.04: how many main characters a player may have, or how many others."""
    most = table.dial("main_characters_per_player" if main == "yes" else "ordinary_characters_per_player")
    return inf if most == "unlimited" else most


def characters(table: Desk, seat: str, main: str) -> list[str]:
    """AVI-1.01.04, AVI-1.03.01.17: a player's main characters, or the others; the dead do not count."""
    mine = [one.name for one in table.tokens() if one.owner == seat and not people.has(table, one.name, *people.GONE)]
    return [name for name in mine if people.is_main(table, name) == (main == "yes")]


# ── at the table ───────────────────────────────────────────────────────────────────────────────────────────────────────


def shown(dials: Dials) -> tuple[str, ...]:
    """AVI-2.04.06, AVI-2.04.07: by dials everybody sees motivations, or skills."""
    skills = [name for names in SKILLS.values() for name in names] if dials["skill_visibility"] == "open" else []
    motivations = [name for both in PAIRS for name in both] if dials["motivation_visibility"] == "open" else []
    return (*skills, *motivations)


def derived(values: Values, dials: Dials, lists: Lists) -> dict[str, Score]:
    """AVI-1.04.04, AVI-1.04.10, AVI-1.03.01.11: the load of wounds, what ails each group, and what its skills come to."""
    desk = _desk(values, dials, lists)
    load = Score(values["minor"], "minor wounds") + Score(values["major"], "major wounds").times(2)
    found = {"wound load": load.named("wound load", "AVI-1.04.04")}
    if dials["conditions"] == "standard":
        found["out at"] = Score(dials["wound_capacity"], "wound capacity", "AVI-1.04.04")
    for group, names in SKILLS.items():
        if penalty := sum(people.penalties(desk, SHEET, group), Score(0)):
            found[f"{group}: penalty"] = (-penalty).named(f"{group}: penalty", "AVI-1.04.01", "AVI-1.04.10")
        total = sum((Score(values[name], name) for name in names), Score(0))
        found[f"{group}: sum"] = total.named(f"{group}: sum", "AVI-1.03.01.07")
        found[f"{group}: mean"] = Score(total // len(names), f"{group}: mean", "AVI-1.03.01.11", how="rounded down")
    return found


def _desk(values: Values, dials: Dials, lists: Lists) -> Desk:
    """A table with nothing on it but this sheet, for rules that look at a table."""
    facts: dict[tuple[str, ...], Any] = {("token", SHEET, "kind"): "character"}
    facts.update({("token", SHEET, name): value for name, value in values.items()})
    facts.update({("dial", name): value for name, value in dials.items()})
    return Desk(facts, {"lists": lists})
