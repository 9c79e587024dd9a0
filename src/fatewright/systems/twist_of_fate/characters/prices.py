"""Prices: what experience buys, one step at a time, and for how much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from fatewright.systems.author import Score
from fatewright.systems.twist_of_fate.characters import people, skills
from fatewright.systems.twist_of_fate.characters.people import HIGHEST, NOTHING, Dials, Lists, Values
from fatewright.systems.twist_of_fate.characters.sheets import MASKED, mirror_of, subject_problem, titled

PERK, NO_LONGER = "perk: ", "no longer: "
POKER_FACE = "poker face"
FALSE = tuple(map(str, range(HIGHEST + 1)))  # what a false mask may show
MOST_PERKS, LONGEST_WORDS = 8, 80  # that a sheet has room for


def price(values: Values, what: str, dials: Dials, lists: Lists) -> Score | str:
    """TOF-9.03, TOF-9.04, TOF-R.23: what the next step costs; in words, why there is none.

    An attribute and Magic by name, a skill by name, a specialization as 'Weapon: bladed', a perk as 'perk: knack of Weapon'
    or in one's own words, and a flaw to be rid of as 'no longer: clumsy of Weapon'.
    """
    if what in lists["attributes"]:
        return _attribute_price(values, what, dials)
    if what in lists["skills"]:
        return _skill_price(values, what, dials, lists)
    if what.startswith(PERK):
        return _perk_price(values, what, dials, lists)
    if what.startswith(NO_LONGER):
        return _flaw_price(values, what, dials)
    if skills.skill_of(what) in lists["skills"]:
        return _spec_price(values, what, dials, lists)
    return f"{what} is not bought with experience; attributes, skills, specializations and perks are, and the end of flaws"


def _attribute_price(values: Values, what: str, dials: Dials) -> Score | str:
    """TOF-9.03: three times the rating that is reached."""
    name = what.lower()
    if name not in people.rated(dials):
        return "this table plays without magic"
    return _rating_price(what, values[name] + 1, dials["xp_attribute_mult"])


def _skill_price(values: Values, what: str, dials: Dials, lists: Lists) -> Score | str:
    """TOF-3.05, TOF-9.03, TOF-9.04: the rating that is reached; a specialization comes before the first point."""
    if why := skills.missing(what, dials, lists):
        return why
    reached = people.rating(values, what) + 1
    if reached > HIGHEST:
        return f"{what} is at {HIGHEST}, and goes no further"
    if why := skills.imbalance(what, reached, skills.spec_count(values["specs"], what, dials), dials):
        return why
    return _rating_price(what, reached, dials["xp_skill_mult"])


def _rating_price(what: str, reached: int, times: int) -> Score | str:
    """TOF-9.03: ratings end at 8, and prices rise with them."""
    if reached > HIGHEST:
        return f"{what} is at {HIGHEST}, and goes no further"
    rated = Score(reached, f"{what} {reached}", "TOF-2.02")
    return Score(times * reached, "experience", "TOF-9.03", how=f"{times} times", parts=(rated,))


def _spec_price(values: Values, what: str, dials: Dials, lists: Lists) -> Score | str:
    """TOF-3.05, TOF-3.06, TOF-3.27, TOF-9.03, TOF-9.04, TOF-R.07: two; nothing for a language that only names a point."""
    if why := skills.spec_problem(what, dials, lists):
        return why
    if what in values["specs"]:
        return f"{what} is there already"
    skill = skills.skill_of(what)
    before, after = (skills.spec_count(specs, skill, dials) for specs in (values["specs"], (*values["specs"], what)))
    if why := skills.imbalance(skill, people.rating(values, skill), after, dials):
        return why
    if dials["specializations"] == "off":
        return Score(0, "named with the point that was bought", "TOF-3.27")
    return Score(dials["xp_spec"] * (after - before), what, "TOF-9.03")


def _perk_price(values: Values, what: str, dials: Dials, lists: Lists) -> Score | str:
    """TOF-5.05, TOF-5.07, TOF-9.03: eight, without a flaw; but never the other half of a flaw that somebody has."""
    if dials["perks_flaws"] != "on":
        return "this table plays without perks and flaws that have an effect"
    name, of = parted(what, lists)
    if len(name) > LONGEST_WORDS:
        return f"words of one's own are at most {LONGEST_WORDS} characters"
    if why := subject_problem("perks", name, of, dials, lists):
        return why
    if (name, of) in values["perks"]:
        return f"{titled(name, of)} is there already"
    mirror = mirror_of(name, of, lists)
    if mirror in values["flaws"]:
        return f"{titled(*mirror)} is the other half of {titled(name, of)}; be rid of it first"
    if len(values["perks"]) >= MOST_PERKS:
        return f"{MOST_PERKS} perks are as many as a sheet has room for"
    return Score(dials["xp_perk"], titled(name, of), "TOF-9.03")


def _flaw_price(values: Values, what: str, dials: Dials) -> Score | str:
    """TOF-9.03: eight, to be rid of a flaw."""
    if dials["perks_flaws"] != "on":
        return "this table plays without perks and flaws that have an effect"
    flaw = what.removeprefix(NO_LONGER)
    if flaw not in (titled(*one) for one in values["flaws"]):
        return f"{flaw} is none of your flaws"
    return Score(dials["xp_perk"], f"without {flaw}", "TOF-9.03")


def parted(what: str, lists: Lists) -> tuple[str, str]:
    """The perk of such a step, and what it is of: words of one's own stay whole, whatever they are of."""
    title = what.removeprefix(PERK)
    name, _, of = title.partition(" of ")
    if name not in lists["perks"]:
        return title, NOTHING
    return name, NOTHING if name == POKER_FACE else of or NOTHING


def is_of_their_own(what: str, dials: Dials, lists: Lists) -> bool:
    """TOF-3.12, TOF-5.07: whether a step is in somebody's own words: a specialization that is not listed, or a perk."""
    if what.startswith(PERK):
        return parted(what, lists)[0] not in lists["perks"]
    return what not in lists["skills"] and skills.skill_of(what) in lists["skills"] and not skills.is_listed(what, dials, lists)


def is_poker_face(what: str) -> bool:
    """Whether a step is the perk that comes with masks."""
    return what.startswith(PERK) and what.removeprefix(PERK).partition(" of ")[0] == POKER_FACE


def masks_in(what: str, lists: Lists) -> tuple[tuple[str, int], ...] | str:
    """TOF-5.05, TOF-6.26: the three traits that are named with a poker face, and what a false mask of each shows."""
    found: dict[str, int] = {}
    for part in what.partition(" of ")[2].split(","):
        trait, _, digit = part.strip().rpartition(" ")
        is_numbered = digit in FALSE and trait
        found[trait if is_numbered else part.strip()] = FALSE.index(digit) if is_numbered else 0
    if len(found) == MASKED and set(found) <= set(lists["traits"]):
        return tuple(found.items())
    example = f"{PERK}{POKER_FACE} of Brains 3, Dodge 0, Social 5"
    return f"a {POKER_FACE} masks {MASKED} traits; name them with what a false mask would show, as in '{example}'"


def next_steps(values: Values, dials: Dials, lists: Lists) -> dict[str, Score]:
    """TOF-9.03, TOF-9.04: what experience could buy next, and its price, what can be paid first."""
    prices = {
        what: cost for what in _wanted(values, dials, lists) if isinstance(cost := price(values, what, dials, lists), Score)
    }
    return dict(sorted(prices.items(), key=lambda step: step[1] > values["xp"]))


def _wanted(values: Values, dials: Dials, lists: Lists) -> Iterator[str]:
    """Whatever somebody might think of: their own first, then what would be new."""
    yield from (name.capitalize() for name in people.rated(dials))
    yield from dict(values["skills"])
    yield from (f"{NO_LONGER}{titled(*flaw)}" for flaw in values["flaws"])
    yield from lists["skills"]
    yield from (spec for spec in lists["specs"] if skills.is_listed(spec, dials, lists))
    for name, row in lists["perks"].items():
        pools = [one.capitalize() for one in people.pools(dials)]
        subjects = {"nothing": [NOTHING], "pools": pools, "skills": list(dict(values["skills"]))}
        yield from (f"{PERK}{titled(name, of)}" for of in subjects[row["subject"]])


# ── what a step changes ────────────────────────────────────────────────────────────────────────────────────────────────


class Advance(NamedTuple):
    """The field that changes with an advance, its new value, and what it has come to in a word."""

    field: str
    value: Any
    to: str


def advanced(values: Values, what: str, lists: Lists) -> Advance:
    """TOF-2.14, TOF-9.03: what a step that can be bought changes: ratings change in no other way."""
    if what in lists["attributes"]:
        name = what.lower()
        return Advance(name, values[name] + 1, str(values[name] + 1))
    if what in lists["skills"]:
        reached = people.rating(values, what) + 1
        return Advance("skills", tuple({**dict(values["skills"]), what: reached}.items()), str(reached))
    if what.startswith(PERK):
        return Advance("perks", (*values["perks"], parted(what, lists)), "taken")
    if what.startswith(NO_LONGER):
        gone = what.removeprefix(NO_LONGER)
        return Advance("flaws", tuple(flaw for flaw in values["flaws"] if titled(*flaw) != gone), "gone")
    return Advance("specs", (*values["specs"], what), "learned")
