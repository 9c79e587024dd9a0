"""Skills: which there are at a table, and how specializations go with ratings."""

from __future__ import annotations

from collections.abc import Iterable

from fatewright.systems.author import count_of
from fatewright.systems.twist_of_fate.characters.people import HIGHEST, Dials, Lists, Values, attribute_of, has_spec, rating

TALK = {"Culture": "among", "Language": "in"}  # how it is said that somebody talks by what they know of these
TONGUES = tuple(TALK)  # of which each specialization, or each point, is one that somebody knows
WEAPON, RANGED, UNARMED = "Weapon", "Ranged Weapons", "Brawl/Grapple"  # the last as the draft calls it
FIST = "fist"
NO_PEOPLE = "etiquette"  # a use of Culture like any other
Used = tuple[str, str]  # a skill, and what it is used for


def in_use(skill: str, dials: Dials, lists: Lists) -> bool:
    """TOF-3.32, TOF-3.36, TOF-8.05, MOM-3.02: whether a table plays with a skill; those that a group has added, it does."""
    which = lists["skills"][skill].get("list", "")
    if which == "elements":
        return bool(dials["magic"] == "on" and dials["magic_skill"] == "element_skills")
    if dials["skill_list"] == "custom":
        return True
    is_split = dials["skill_list"] == "clean" and dials["manipulate_split"] == "on"
    shown = {
        "clean": dials["skill_list"] == "clean",
        "raw": dials["skill_list"] == "raw",
        "split": is_split,
        "whole": not is_split,
    }
    return bool(shown.get(which, True))


def missing(skill: str, dials: Dials, lists: Lists) -> str:
    """TOF-3.36, TOF-R.10, MOM-3.02: why a table does not play with a skill; empty if it does."""
    if skill not in lists["skills"]:
        called = lists.get("skills_called", {}).get(skill, {}).get("called")
        return f"{skill} is called {called} here" if called else f"there is no skill {skill}"
    if in_use(skill, dials, lists):
        return ""
    if lists["skills"][skill].get("list") == "elements":
        return f"{skill} is for tables with magic and a skill for each element"
    return f"{skill} is not on the list of skills that this table plays with; a dial says which"


# ── specializations ────────────────────────────────────────────────────────────────────────────────────────────────────


def skill_of(spec: str) -> str:
    """TOF-3.09: the one skill that a specialization belongs to."""
    return spec.partition(": ")[0]


def uses_of(values: Values, skill: str) -> list[str]:
    """TOF-3.09: what somebody has specialized in of a skill."""
    return [spec.partition(": ")[2] for spec in values["specs"] if skill_of(spec) == skill]


def spec_problem(spec: str, dials: Dials, lists: Lists) -> str:
    """TOF-3.09, TOF-3.12, MOM-3.01: why there is no such specialization at this table; empty if there is.

    What is not listed may be written where the game master agrees, and always for skills of which nobody could list all.
    """
    skill, _, words = spec.partition(": ")
    if not words.strip():
        return f"{spec}: expected a skill and what it is used for, such as 'Weapon: bladed'"
    if why := missing(skill, dials, lists):
        return f"{spec}: {why}"
    if dials["specializations"] == "off" and skill not in TONGUES:
        return f"{spec}: this table plays without specializations; only languages and cultures are named"
    if dials["free_specs"] == "listed_only" and not is_listed(spec, dials, lists):
        return f"{spec}: this table plays with listed specializations only: {', '.join(specs_of(skill, dials, lists))}"
    return ""


def specs_of(skill: str, dials: Dials, lists: Lists) -> list[str]:
    """TOF-3.09: the specializations that are listed with a skill at a table.

    Strength: TOF-3.13, TOF-3.14, TOF-3.15, TOF-3.17. Agility: TOF-3.18, TOF-3.19, TOF-3.20, TOF-3.21, TOF-3.22, TOF-3.23,
    TOF-3.24. Brains: TOF-3.25, TOF-3.26, TOF-3.28, TOF-3.29, TOF-3.30. Social: TOF-3.31, TOF-3.32, TOF-3.33, TOF-3.34.
    """
    return [spec for spec in lists["specs"] if skill_of(spec) == skill and _is_printed(spec, dials, lists)]


def is_listed(spec: str, dials: Dials, lists: Lists) -> bool:
    """TOF-3.12: whether a specialization needs nobody's consent: it is in the list, or the skill takes any words."""
    return _is_printed(spec, dials, lists) or bool(lists["skills"].get(skill_of(spec), {}).get("free"))


def _is_printed(spec: str, dials: Dials, lists: Lists) -> bool:
    """TOF-3.14, TOF-3.22, TOF-3.36: whether a specialization is in the list of a table: some are only in that of the draft."""
    row = lists["specs"].get(spec)
    return row is not None and (dials["skill_list"] != "clean" or row.get("list") != "raw")


def as_trained(values: Values, usual: Used, dials: Dials, lists: Lists) -> Used:
    """TOF-3.14, TOF-3.24: what a weapon or a fist goes by; in the draft's list, Weapon is for bows, guns and fists as well.

    So there it is Weapon for whoever has specialized in this, and whatever it usually is for all others; of two in which
    somebody has specialized, the one with the higher score.
    """
    in_draft = (WEAPON, FIST if usual[0] == UNARMED else usual[1])
    is_of_both = usual[0] in (RANGED, UNARMED) and f"{WEAPON}: {in_draft[1]}" in lists["specs"]
    if dials["skill_list"] != "raw" or not is_of_both or not has_spec(values, *in_draft):
        return usual
    if has_spec(values, *usual) and _score(values, usual[0], lists) >= _score(values, WEAPON, lists):
        return usual
    return in_draft


def _score(values: Values, skill: str, lists: Lists) -> int:
    """TOF-3.03: attribute and skill."""
    return int(values[attribute_of(skill, lists)]) + rating(values, skill)


def ways_to_talk(values: Values, skill: str, lists: Lists) -> list[str]:
    """TOF-3.37: among whom somebody can talk as one of them, and in which tongues, where a skill is one of talking."""
    if skill in TONGUES or lists["skills"].get(skill, {}).get("group") != "Social":
        return []
    return [f"{how} {one}" for tongue, how in TALK.items() for one in uses_of(values, tongue) if one != NO_PEOPLE]


def is_at_home(values: Values, skill: str, use: str, lists: Lists) -> bool:
    """TOF-3.35, TOF-3.37: whether somebody talks as one of those among whom they say that they do; no tongue does that."""
    ways = [way for way in ways_to_talk(values, skill, lists) if way.startswith(TALK["Culture"])]
    return use.casefold() in map(str.casefold, ways)


def spec_count(specs: Iterable[str], skill: str, dials: Dials) -> int:
    """TOF-3.27: how many specializations of a skill these are: of languages and cultures, one may be several."""
    named = sum(skill_of(spec) == skill for spec in specs)
    return -(-named // dials["languages_per_spec"]) if skill in TONGUES else named


def imbalance(skill: str, rated: int, count: int, dials: Dials) -> str:
    """TOF-3.02, TOF-3.05, TOF-3.06, TOF-3.27, TOF-R.07, MOM-3.01: why a rating and so many specializations do not go together.

    One comes before the first point, and then there are never more of them than the rating. Without specializations there is
    only the limit on languages and cultures, one for each point.
    """
    if not 0 <= rated <= HIGHEST:
        return f"{skill}: found {rated}, expected a rating from 0 to {HIGHEST}"
    if dials["specializations"] == "off":
        if skill in TONGUES and count > rated:
            return f"{skill}: a rating of {rated} names {_counted(rated * dials['languages_per_spec'])}"
        return ""
    if rated and not count:
        return f"{skill}: {rated} without a specialization; one comes before the first point"
    if count > max(1, rated):
        return f"{skill}: {count_of(count, 'specialization')}, and with a rating of {rated} there may be {max(1, rated)}"
    return ""


def _counted(most: int) -> str:
    return f"at most {most}" if most else "none"


def imbalances(values: Values, dials: Dials, lists: Lists) -> list[str]:
    """TOF-3.05, TOF-3.06: all that is wrong between the skills of a sheet and its specializations."""
    concerned = dict.fromkeys([*dict(values["skills"]), *(skill_of(spec) for spec in values["specs"])])
    known = [skill for skill in concerned if skill in lists["skills"]]
    found = (imbalance(one, rating(values, one), spec_count(values["specs"], one, dials), dials) for one in known)
    return [line for line in found if line]
