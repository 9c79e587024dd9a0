"""Spells: what a row of the list means, what it costs by its parts, who answers it, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fatewright.systems.author import Change, Desk, Put, Score, count_of
from fatewright.systems.own_dice import BadNotation, Expression, Term, parse
from fatewright.systems.triumph_and_disaster.characters import people
from fatewright.systems.triumph_and_disaster.characters.people import Dials, Lists, Values
from fatewright.systems.triumph_and_disaster.mechanics.rolls import LEVELS, Level

RANGE, TOUCH, RADIUS = 20, 1, 2  # paces: of most spells, of a touch, of an area
LARGE = 10  # dice of so many sides count twice
TRICK_MOST, TRICK_TURNS = 4, 1
NONE = "none"
OWN = "one of your own"
COLUMNS = ("name", "level", "damage", "heals", "ward", "status", "area", "range", "answered", "ability")  # of `own_spells`


class Spell(NamedTuple):
    """TAD-SPL.03, TAD-TRK.02: a spell or a trick, as its row says."""

    name: str
    mana: int | None = None  # as it is written; None: what it costs by its parts
    damage: str = ""  # dice and their type: 2d6 fire
    heals: str = ""  # dice
    ward: int = 0  # soak for the scene
    status: str = ""
    turns: int = 0  # that the status lasts; 0: until it ends as statuses do
    will: str = ""  # `roll`: what ends the status is what was rolled to place it
    area: int = 0  # radius in paces
    range: int = RANGE
    answered: str = ""
    ability: str = "intuition"
    dominance: str = ""  # a skill whose next roll is helped
    says: bool = False  # a few words to one person
    asks: str = ""  # what the caster is asked to tell, where it is no more than told
    text: str = ""
    is_trick: bool = False
    is_own: bool = False
    level: Level = "none"  # of one's own

    @property
    def is_harmful(self) -> bool:
        """TAD-MAG.02: whether somebody would rather not have it."""
        return bool(self.damage or self.status)

    @property
    def lasts(self) -> bool:
        """TAD-MAG.03: whether it has to be held."""
        return self.ward > 0


WRITTEN = tuple(field for field in Spell._fields if field not in ("name", "is_trick", "is_own", "level"))  # in a row


# ── reading ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def from_row(name: str, row: Mapping[str, Any], *, is_trick: bool = False) -> Spell:
    """TAD-SPL.03, TAD-TRK.02: the spell that a row of the lists describes; what the row does not say is as usual."""
    return Spell(name, **{key: row[key] for key in WRITTEN if key in row}, is_trick=is_trick)


def from_cells(cells: tuple[str, ...]) -> Spell:
    """TAD-SPL.02: the spell that somebody made: a row of their sheet."""
    row = {column: "" if cell == NONE else cell for column, cell in zip(COLUMNS, cells, strict=True)}
    return Spell(
        row["name"],
        damage=row["damage"],
        heals=row["heals"],
        ward=int(row["ward"]),
        status=row["status"],
        area=int(row["area"]),
        range=int(row["range"]),
        answered=row["answered"],
        ability=row["ability"],
        is_own=True,
        level=next((level for level in LEVELS if level == row["level"]), LEVELS[0]),
    )


def cells(spell: Spell) -> tuple[str, ...]:
    """TAD-SPL.02: a spell as a row of a sheet."""
    return tuple(str(getattr(spell, column)) or NONE for column in COLUMNS)


def own(values: Values) -> dict[str, Spell]:
    """TAD-SPL.02: the spells that somebody has made."""
    return {row[0]: from_cells(row) for row in values["own_spells"]}


def own_at(values: Values, level: Level) -> list[str]:
    """TAD-SPL.02: those of somebody's own spells that they have at a level."""
    return [name for name, spell in own(values).items() if spell.level == level]


def learned(values: Values, level: Level, *names: str) -> tuple[tuple[str, ...], ...]:
    """TAD-SPL.02, TAD-MAS.08: the rows of one's own spells, when a pick or an advance has been spent on some of them."""
    made = own(values)
    return tuple(cells(spell._replace(level=level) if name in names else spell) for name, spell in made.items())


def listed(name: str, lists: Lists) -> Spell | None:
    """A spell or trick of the lists; None if there is none of that name."""
    for where in ("tricks", "spells"):
        if name in lists[where]:
            return from_row(name, lists[where][name], is_trick=where == "tricks")
    return None


# ── cost ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _groups(text: str) -> Iterator[Term]:
    """The groups of dice in a text."""
    if text:
        (expression,) = parse(text).args
        assert isinstance(expression, Expression)
        yield from (term for term in expression.terms if term.group is not None)


def types(spell: Spell) -> list[str]:
    """The damage types of a spell."""
    return list(dict.fromkeys(term.damage for term in _groups(spell.damage) if term.damage))


def dice(spell: Spell) -> int:
    """TAD-SPL.01: the dice of damage and healing; d10 and larger count twice."""
    groups = [term.group for text in (spell.damage, spell.heals) for term in _groups(text) if term.group]
    return sum(group.number * (2 if group.sides >= LARGE else 1) for group in groups)


def cost(spell: Spell, lists: Lists) -> Score:
    """TAD-SPL.01, TAD-TRK.01: mana by the parts of a spell: half its dice, area, status, a long range; a trick has none."""
    if spell.is_trick:
        return Score(0, "a trick", "TAD-TRK.01")
    count = dice(spell)
    total = Score(count // 2, f"half of {count_of(count, 'die')}", "TAD-SPL.01")
    more = (
        (1 if spell.area else 0, f"an area of radius {spell.area}"),
        (1 if spell.status or spell.ward else 0, spell.status or "a lasting benefit"),
        (_dearer(spell, lists), f"{spell.status} takes actions away"),
        (1 if spell.range > RANGE else 0, f"a range over {RANGE}"),
    )
    for worth, label in more:
        if worth:
            total += Score(worth, label, "TAD-SPL.01")
    return total.at_least(1).named("mana", "TAD-SPL.01")


def _dearer(spell: Spell, lists: Lists) -> int:
    return int(lists["spell_answers"].get(spell.status, {}).get("more", 0))


def price(spell: Spell, lists: Lists) -> int:
    """TAD-SPL.01: mana that a spell costs: as its row says, which is what its parts come to."""
    return int(cost(spell, lists)) if spell.mana is None else spell.mana


# ── answers ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def answer(spell: Spell, lists: Lists) -> str:
    """TAD-R.28, TAD-INT.05, TAD-CON.07: the reactive skill against a spell: its own, else that of its status or damage.

    What binds, Resist Restraint; what drains life, Resist Exhaustion; what rules, Resist Possession; all else, Nullify.
    """
    known = lists["spell_answers"]
    return spell.answered or next(
        (str(known[one]["skill"]) for one in (spell.status, *types(spell)) if one in known), "Nullify"
    )


# ── what is wrong ──────────────────────────────────────────────────────────────────────────────────────────────────────


def problems(spell: Spell, dials: Dials, lists: Lists) -> list[str]:
    """TAD-SPL.01, TAD-TRK.01: all that is wrong with a spell, a sentence each."""
    try:
        return list(_problems(spell, dials, lists))
    except BadNotation as wrong:
        return [f"{spell.name}: {wrong}"]


def _problems(spell: Spell, dials: Dials, lists: Lists) -> Iterator[str]:
    if untyped := [term for term in _groups(spell.damage) if not term.damage]:
        yield f"{spell.name}: {untyped[0].group} has no damage type"
    if spell.heals and types(spell._replace(damage=spell.heals)):
        yield f"{spell.name}: healing has no damage type"
    if spell.status and spell.status not in lists["statuses"]:
        yield f"{spell.name}: there is no status {spell.status}"
    if spell.is_harmful and lists["skills"].get(answer(spell, lists), {}).get("kind") != "reactive":
        yield f"{spell.name}: {answer(spell, lists)} is no reactive skill"
    if spell.area not in (0, RADIUS):
        yield f"{spell.name}: an area has a radius of {RADIUS}, not {spell.area}"
    if spell.is_harmful and (spell.heals or spell.ward):
        yield f"{spell.name}: a spell helps or harms, not both"
    yield from _trick_problems(spell) if spell.is_trick else _cost_problems(spell, dials, lists)


def _cost_problems(spell: Spell, dials: Dials, lists: Lists) -> Iterator[str]:
    by_parts, most = cost(spell, lists), dials["spell_cost_max"]
    if spell.mana is not None and spell.mana != by_parts:
        yield f"{spell.name}: by its parts it costs {by_parts} mana, not {spell.mana}"
    if by_parts > most:
        yield f"{spell.name}: it costs {by_parts} mana, and at this table a spell costs at most {most}"
    if not (spell.is_harmful or spell.heals or spell.ward or spell.dominance or spell.says or spell.text):
        yield f"{spell.name}: it does nothing"


def _trick_problems(spell: Spell) -> Iterator[str]:
    if spell.mana:
        yield f"{spell.name}: a trick costs no mana, not {spell.mana}"
    for text in (spell.damage, spell.heals):
        most = sum(term.group.number * term.group.sides for term in _groups(text) if term.group)
        if most > TRICK_MOST or any(term.group and term.group.explode for term in _groups(text)):
            yield f"{spell.name}: a trick does at most 1d{TRICK_MOST}, not {text}"
    if spell.status and not 0 < spell.turns <= TRICK_TURNS:
        yield f"{spell.name}: {spell.status} by a trick lasts a turn, no longer"
    if spell.ward:
        yield f"{spell.name}: a trick leaves nothing that lasts"


# ── who knows what ─────────────────────────────────────────────────────────────────────────────────────────────────────


def level(values: Values, spell: Spell, dials: Dials) -> Level:
    """TAD-MAG.01, TAD-INT.06, TAD-MAS.08: the level that somebody has of a spell: none, if it is only known."""
    held = spell.level if spell.is_own else people.level(values, spell.name)
    return "aptitude" if held == "mastery" and not dials["spell_mastery"] else held


def is_known(values: Values, spell: Spell) -> bool:
    """TAD-MAG.01: whether somebody knows a spell: by aptitude, from a scroll or a teacher, or because they made it."""
    return spell.is_own or people.level(values, spell.name) != "none" or spell.name in values["known"]


def turn_over(table: Desk, who: str) -> list[Change]:
    """TAD-TRK.02: what a trick gave for one turn is gone at the end of it."""
    lists = table.data["lists"]
    gone = {name for name, row in lists["castable"].items() if row.get("dominance")}
    before = table[who]["tray"]
    after = tuple(row for row in before if row[0] not in gone)
    return [Put(who, "tray", after)] if after != before else []
